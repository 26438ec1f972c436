"""People who are hidden: no byte of a site, a database or a Parquet file has their name or number.

All bytes of all files are searched, in the encodings that files have, and all names of files.
"""

import datetime
import os

import pyarrow.parquet as pq
import pytest

import bmconv
from bmconv.event.person_names import name_key
from bmconv.filters.hide import HIDDEN_NAME, HiddenPeople, ListedPerson, read_hidden
from bmconv.io.stream import encode_lines
from bmconv.records import Game, Player, Ranking, Result, Round, Seat, Section, Session
from tests.exporting.test_season import FEDERATION, LINE, PAIR
from tests.exporting.test_site import CLUB, linked_pages, site
from tests.helpers.datasets import write_event
from tests.helpers.export_targets import TARGETS
from tests.helpers.running import quick

ZOE, NUMBER = "Zoë Quillfeather", "8675309"
TRACES = ("quillfeather", "zoë q", "zoe-q", "zoe q", NUMBER)


def night(path, day, *, number=NUMBER, name=ZOE, title="Thursday pairs", tables=2):
    """The person to hide sits North at table 1."""
    people = [(number, name), ("2002", "Bo Berg"), ("2003", "Cleo Carr"), ("2004", "Dora Dahl")]
    others = [
        [(f"{table}0{at}7", f"Guest {'ABCD'[at]}") for at in range(4)]
        for table in range(3, tables + 2)
    ]
    records = [
        Session(id=1, guid=f"{day:032X}", date=datetime.date(2026, 1, day), name=title),
        Section(id=1, letter="A", session=1, winners=2),
        Player(number=number, id=int(number) if number else None, name=name),
    ]
    for table, four in enumerate((people, *others), 1):
        records.append(Round(section=1, table=table, round=1, ns_pair=table, ew_pair=table))
        for direction, (its_number, its_name) in zip("NSEW", four, strict=True):
            records.append(
                Seat(section=1, table=table, direction=direction, round=0, number=its_number,
                     name=its_name)
            )  # fmt: skip
        records.append(
            Result(id=table, section=1, table=table, round=1, board=1, pair_ns=table,
                   pair_ew=table, declarer="N", contract="4 S", result="=" if table == 1 else "-1",
                   remarks=f"QUILLFEATHER, Zoe ({NUMBER}) called")
        )  # fmt: skip
    records.append(Game(board=1, tags=[("North", "Zoë  Quillfeather"), ("Annotator", "Bo Berg")]))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(encode_lines(records)))


@pytest.fixture
def folder(tmp_path):
    """Nights that name her with and without number, in a title, and in a federation's file."""
    archive = tmp_path / "archive"
    night(archive / "north/1.jsonl", 1)
    night(archive / "north/2.jsonl", 2, number=None, title=f"Cup of {ZOE}")
    night(archive / "south/3.jsonl", 3, name="Zoe QUILLFEATHER")
    pairs = [(1, "NS", ZOE, NUMBER, "Bo Berg"), (2, "NS", "Cleo Carr", "2003", "Dora Dahl")]
    pairs += [(1, "EW", "Gus", "107", "Hal"), (2, "EW", "Ivo", "109", "Juno")]
    text = "".join(PAIR.format(*pair) for pair in pairs)
    lines = LINE.format(1, 10) + LINE.format(2, 9)
    (archive / "south/4.xml").write_text(FEDERATION.format(pairs=text, lines=lines))
    (tmp_path / "hide.txt").write_text(f"# asked us in January\n{NUMBER}\n{ZOE}\n", "utf-8")
    return tmp_path


def traces(place):
    """Everything that gives her away, in names and bytes of files below a folder."""
    found = []
    for above, folders, names in os.walk(place):
        for name in (*folders, *names):
            found += [(name, trace) for trace in TRACES if trace in name.lower()]
        for name in names:
            with open(os.path.join(above, name), "rb") as file:
                data = file.read()
            for text in (data.decode("utf-8", "replace"), data.decode("utf-16-le", "replace")):
                found += [(name, trace) for trace in TRACES if trace in text.lower()]
            if name.endswith(".parquet"):  # compressed
                text = str(pq.read_table(file.name).to_pylist()).lower()
                found += [(name, trace) for trace in TRACES if trace in text]
    return found


def test_nothing_of_a_site_has_a_trace(folder):
    assert site(folder, *CLUB, "--hide", str(folder / "hide.txt")).code == 0
    assert traces(folder / "public") == []
    assert traces(folder / ".public.site") == []
    pages = linked_pages(folder / "public")
    page = (folder / "public" / next(p for p in pages if "2026-01-01" in p)).read_text()
    assert f"{HIDDEN_NAME} &amp; Bo Berg" in page
    bo = (folder / "public" / next(p for p in pages if "bo-berg" in p)).read_text()
    assert f">{HIDDEN_NAME}<" in bo  # whom she played with
    assert not [p for p in pages if "/player-" in p]
    assert "Cup of Player" in (folder / "public/north/index.html").read_text()


def test_a_site_that_had_her_pages_has_them_no_more(folder):
    assert site(folder, *CLUB).code == 0
    assert any("zoe-quillfeather" in page for page in linked_pages(folder / "public"))
    assert site(folder, *CLUB, "--hide", str(folder / "hide.txt"), "--since", "1d").code == 0
    assert traces(folder / "public") == []
    linked_pages(folder / "public")
    done = site(folder, *CLUB)
    assert (done.code, "made with --hide" in done.err) == (2, True)
    assert traces(folder / "public") == []
    (folder / "hide.txt").write_text("nobody.else\n")
    assert site(folder, *CLUB, "--hide", str(folder / "hide.txt")).code == 0
    assert any("zoe-quillfeather" in page for page in linked_pages(folder / "public"))


def test_events_of_files_that_are_gone_are_reported(folder):
    assert site(folder, *CLUB).code == 0
    (folder / "archive/north/1.jsonl").unlink()
    done = site(folder, *CLUB, "--hide", str(folder / "hide.txt"))
    assert done.code == 1
    assert (
        "error not-hidden: 1 event of a missing or unreadable file may still name people"
        in done.err
    )
    assert site(folder, *CLUB, "--hide", str(folder / "hide.txt"), "--prune").code == 0
    assert traces(folder / "public") == []


@pytest.mark.parametrize("kind", TARGETS)
def test_a_dataset_has_no_trace_and_the_others_keep_their_rows(kind, folder, make_target):
    plain, hiding = make_target(kind), make_target(kind)
    assert plain.run(folder / "archive", *CLUB).code == 0
    words = (*CLUB, "--hide", folder / "hide.txt")
    assert hiding.run(folder / "archive", *words).code == 0
    if kind == "postgresql":
        rows = repr(hiding.everything(["club"])).lower()
        assert [trace for trace in TRACES if trace in rows] == []
    else:
        assert traces(hiding.place.parent / hiding.place.name) == []
        if hiding.place.is_file():
            assert not any(trace.encode() in hiding.place.read_bytes() for trace in TRACES)
    before, after = plain.everything(["club"]), hiding.everything(["club"])
    for table in ("round", "section"):
        assert after[table] == before[table]
    assert len(after["result"]) == len(before["result"]) == 8
    assert len(after["seat"]) == len(before["seat"]) == 24
    if kind != "parquet":
        query = "SELECT club, who, nights, boards, average FROM {}player_season WHERE who <> '%s'"
        query = f"{query % NUMBER} AND who <> '{ZOE}'"
        assert sorted(hiding.ask(query)) == sorted(plain.ask(query))
        hidden = hiding.ask("SELECT who FROM {}player_night WHERE name = 'Player'")
        assert hidden == [(None,)] * 4


@pytest.mark.parametrize("kind", ["sqlite", "duckdb"])
def test_rows_that_are_deleted_leave_no_byte_in_a_database(kind, folder, make_target):
    """Not in the space either that a database keeps for later rows."""
    target, archive = make_target(kind), folder / "archive"
    (folder / "league").mkdir()
    target.place = folder / "league/a.db"
    assert target.run(archive, "--fail-on", "none").code == 0
    assert traces(folder / "league") != []
    hiding = ("--hide", folder / "hide.txt", "--fail-on", "none")
    assert target.run(archive, *hiding).code == 0
    assert traces(folder / "league") == []
    assert len(target.rows_of("events", "event_id")) == 4
    for path in archive.rglob("*.*"):
        path.unlink()
    write_event(archive / "other.jsonl", 9)
    assert target.run(archive, *hiding, "--prune").code == 0
    assert len(target.rows_of("events", "event_id")) == 1


@pytest.fixture
def season(tmp_path):
    """So many nights that a database has pages of keys above those of its rows."""
    for day in range(1, 14):
        night(tmp_path / f"archive/north/{day}.jsonl", day, title=f"Cup of {ZOE}", tables=16)
    (tmp_path / "hide.txt").write_text(f"{NUMBER}\n{ZOE}\n", "utf-8")
    return tmp_path


@pytest.mark.parametrize("kind", ["sqlite", "parquet", "duckdb"])
def test_a_dataset_of_many_pages_has_no_byte_of_people_who_were_hidden(kind, season, make_target):
    target = make_target(kind)
    (season / "league").mkdir()
    target.place = season / "league/a.db"
    assert target.run(season / "archive").code == 0
    assert traces(season / "league") != []
    assert target.run(season / "archive", "--hide", season / "hide.txt").code == 0
    assert traces(season / "league") == []


def test_a_run_that_was_killed_before_its_end_leaves_no_byte_once_it_is_continued(
    season, make_target, monkeypatch
):
    target = make_target("sqlite")
    (season / "league").mkdir()
    target.place = season / "league/a.db"
    assert target.run(season / "archive").code == 0
    with monkeypatch.context() as patch:
        patch.setattr("bmconv.exporting.sql.sqlite.SqliteDestination.finish", lambda self: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            target.run(season / "archive", "--hide", season / "hide.txt")
    assert target.run(season / "archive", "--hide", season / "hide.txt").code == 0
    assert traces(season / "league") == []


def test_the_database_of_a_site_has_no_byte_of_people_who_were_hidden(season):
    assert site(season).code == 0
    assert traces(season / ".public.site") != []
    assert site(season, "--hide", str(season / "hide.txt")).code == 0
    assert traces(season / ".public.site") == traces(season / "public") == []


def test_events_that_were_pruned_leave_no_byte_in_a_database(season, make_target):
    target = make_target("sqlite")
    (season / "league").mkdir()
    target.place = season / "league/a.db"
    assert target.run(season / "archive").code == 0
    for day in range(1, 14):
        (season / f"archive/north/{day}.jsonl").unlink()
    write_event(season / "archive/other.jsonl", 20)
    assert target.run(season / "archive", "--prune").code == 0
    assert traces(season / "league") == []


def test_a_listed_name_hides_the_number_it_has_and_the_other_way_round():
    numbers = {"numbers": ["0777", "2"]}
    records = [
        Seat(section=1, table=1, direction="N", number="777", name="Zoë Q."),
        Ranking(section=1, pair=1, names=["Q Zoe", "Bo"], extra=numbers),
    ]
    for person in (ListedPerson(frozenset({"777"})), ListedPerson(frozenset(), ("q", "zoe"))):
        (seat, place), _ = HiddenPeople((person,)).edit(records)
        assert (seat.number, seat.name) == (None, HIDDEN_NAME)
        assert (place.names, place.extra["numbers"]) == ([HIDDEN_NAME, "Bo"], ["", "2"])


def test_a_short_number_is_hidden_as_a_number_but_not_inside_texts():
    """Three digits are more often a board, a score or a room."""
    hidden = HiddenPeople((ListedPerson(frozenset({"123", "1234"})),))
    seats = [Seat(1, 1, "N", number="123"), Seat(1, 1, "S", number="1234")]
    title = Session(id=1, name="Rooms 123 and 1234")
    edited, _ = hidden.edit([*seats, title])
    assert [record.number for record in edited[:2]] == [None, None]
    assert edited[2].name == "Rooms 123 and "


def test_a_list_has_numbers_names_and_both(tmp_path):
    path = tmp_path / "list"
    path.write_text("0042\n\n# why\n  Ada LIND \n7001, Bo Berg\n")
    assert read_hidden(str(path)).people == (
        ListedPerson(frozenset({"42"}), (), 1, "0042"),
        ListedPerson(frozenset(), ("ada", "lind"), 4, "Ada LIND"),
        ListedPerson(frozenset({"7001"}), ("berg", "bo"), 5, "7001, Bo Berg"),
    )
    path.write_text("&&&\n")
    with pytest.raises(bmconv.BmconvError, match="expected a number or a name"):
        read_hidden(str(path))


@pytest.mark.parametrize(
    "line", ["Ada Lind; Bo Marsh", "Ada Lind & Bo Marsh", "Ada Lind, Bo Marsh", "Ada; Bo",
             "17 Ada Lind; 18 Bo Marsh", "17;Ada;Lind"]
)  # fmt: skip
def test_two_names_in_one_line_are_refused(line, tmp_path):
    path = tmp_path / "list"
    path.write_text(f"Cleo Carr\n{line}\n")
    with pytest.raises(bmconv.BmconvError, match=r":2: .*; expected one person per line, such as"):
        read_hidden(str(path))


@pytest.mark.parametrize(
    "line", ["Lind, Ada", "4711; Lind, Ada", "4711, Ada Lind;", "van der Lind, Ada"]
)
def test_a_line_may_have_a_surname_and_a_comma_first(line, tmp_path):
    (tmp_path / "list").write_text(line)
    (person,) = read_hidden(str(tmp_path / "list")).people
    assert {"ada", "lind"} <= {*person.name}


@pytest.mark.parametrize(
    "line", ["1004;Gerda O'Brien", "1004,Gerda O'Brien", "Gerda O'Brien,1004",
             "1004\tGerda O'Brien", "1004;O'Brien,Gerda", "O'Brien, Gerda;1004",
             '"1004","O\'Brien, Gerda"', "1004:Gerda O'Brien", "1004 | Gerda O'Brien"]
)  # fmt: skip
def test_number_and_name_may_be_columns_of_a_spreadsheet(line, tmp_path):
    (tmp_path / "list").write_text(line)
    people = read_hidden(str(tmp_path / "list")).people
    assert people == (ListedPerson(frozenset({"1004"}), name_key("Gerda O'Brien"), 1, line),)


def test_a_number_with_a_name_hides_nobody_with_another_name():
    listed = HiddenPeople((ListedPerson(frozenset({"1017"}), ("ada", "lind"), 1),))
    there = [Seat(1, 1, "N", number="1017"), Player(number="1017", name="Bo Marsh"),
             Seat(1, 2, "N", number="1017", name="Bo Marsh"),
             Ranking(section=1, pair=1, names=["Bo Marsh"], extra={"numbers": ["1017"]}),
             Session(id=1, name="Cup 1017")]  # fmt: skip
    assert listed.edit(there) == (there, frozenset())


@pytest.mark.parametrize(
    "name", ["LIND, Ada", "Åda Lind", "A. Lind", "Ada L.", "Adda Lindt", "AdaLind", "A.L.", "1017",
             "", None]
)  # fmt: skip
def test_a_number_with_a_name_hides_other_spellings_of_it_and_seats_without_a_name(name):
    listed = HiddenPeople((ListedPerson(frozenset({"1017"}), ("ada", "lind"), 7),))
    edited, lines = listed.edit([Seat(1, 1, "N", number="1017", name=name),
                                 Session(id=1, name="Cup of 1017")])  # fmt: skip
    assert (edited[0].number, edited[0].name) == (None, HIDDEN_NAME)
    assert edited[1].name == "Cup of "
    assert lines == {7}


def test_two_people_of_one_event_with_the_same_number_are_told_apart():
    listed = HiddenPeople((ListedPerson(frozenset({"17"}), ("ada", "lind"), 1),))
    (ada, bo), _ = listed.edit([Seat(1, 1, "N", number="17", name="Ada LIND"),
                                Seat(2, 1, "N", number="17", name="Bo Marsh")])  # fmt: skip
    assert (ada.name, bo.name) == (HIDDEN_NAME, "Bo Marsh")


@pytest.mark.parametrize("kind", TARGETS)
def test_lines_that_match_nobody_are_reported_for_the_whole_dataset(kind, folder, make_target):
    hide, target = folder / "hide.txt", make_target(kind)
    hide.write_text(f"nobody.else\n# {ZOE}\nZoe Quillfeather\n9999\n7\n")
    words = (*CLUB, "--hide", hide)
    unused = (
        f"hide-unused: 3 lines of people to hide that match nobody (check numbers and "
        f"spelling) (first: {hide}:1 'nobody.else')"
    )
    assert unused in target.run(folder / "archive", *words, "-q").err  # as the list is new
    assert target.run(folder / "archive", *words, "-q").err == ""
    assert unused in target.run(folder / "archive", *words).err
    night(folder / "archive/south/5.jsonl", 5, number="9999", name="Bo Rook")
    assert "hide-unused: 2 lines" in target.run(folder / "archive", *words).err
    hide.write_text(f"9999\n{ZOE}\n")
    assert "hide-unused" not in target.run(folder / "archive", *words).err
    hide.write_text("Zoë Quilfeather\n")
    done = target.run(folder / "archive", *words, "-q", "--fail-on", "none")
    assert "hide-unused: 1 line of people to hide that matches nobody" in done.err


@pytest.mark.parametrize("text", ["", "# asked us in January\n\n"])
def test_an_empty_list_brings_nobody_back(text, folder, tmp_path):
    hide = folder / "hide.txt"
    words = ("--to", "parquet", "--out", tmp_path / "out", *CLUB, "--hide", hide)
    assert quick("export", folder / "archive", *words).code == 0
    hide.write_text(text)
    done = quick("export", folder / "archive", *words, "-q")
    assert (done.code, done.err) == (
        2,
        "bmconv: this dataset was made with --hide and people in its list; use it in every run, or "
        "export to a new place\n",
    )
    assert traces(tmp_path / "out") == []


def test_a_club_can_begin_with_an_empty_list(folder, tmp_path):
    (folder / "hide.txt").write_text("# nobody has asked yet\n")
    words = ("--to", "parquet", "--out", tmp_path / "out", *CLUB, "--hide", folder / "hide.txt")
    for _ in range(2):
        done = quick("export", folder / "archive", *words)
        assert (done.code, done.err) == (0, "")
    (folder / "hide.txt").write_text(f"{NUMBER}\n{ZOE}\n")
    assert quick("export", folder / "archive", *words).code == 0
    assert traces(tmp_path / "out") == []


def test_words_that_do_not_go_together_are_one_line(folder):
    for words in (("--hide", folder / "hide.txt"), ("--club-names", folder / "hide.txt")):
        done = quick("export", folder / "archive", "--to", "parquet", "--out", folder / "d",
                     "--anonymise", *words)  # fmt: skip
        assert (done.code, len(done.err.splitlines())) == (2, 1)
        assert "cannot be used with --anonymise" in done.err

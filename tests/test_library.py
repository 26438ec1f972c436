"""The functions of bmconv do what the commands do."""

import contextlib
import datetime
import io
import json
import sqlite3

import pytest

import bmconv
from bmconv import records as rec
from bmconv.errors import BadRecord, BmconvError, DataError, UsageError
from tests.helpers.running import judge, quick


@pytest.fixture(scope="module")
def night(club_night):
    return bmconv.read(club_night)


def lines(*words: str) -> list[dict]:
    """The records that a command writes, as JSON objects."""
    return [json.loads(line) for line in quick(*words).out.splitlines()]


def as_lines(event: bmconv.Event) -> list[dict]:
    """The records of an event, as JSON objects."""
    return [json.loads(line) for line in bmconv.write(event, format="records").splitlines()]


def test_a_file_is_converted_to_a_file_to_an_open_file_and_to_bytes(club_night, tmp_path):
    bmconv.convert(club_night, tmp_path / "night.csv", to_opt={"table": "seat"})
    file = io.BytesIO()
    bmconv.convert(club_night.read_bytes(), file, target="csv", to_opt={"table": "seat"})
    data = bmconv.convert(club_night, target="csv", to_opt={"table": "seat"})
    quick("convert", str(club_night), str(tmp_path / "other.csv"), "--to-opt", "table=seat")
    assert (tmp_path / "night.csv").read_bytes() == (tmp_path / "other.csv").read_bytes()
    assert data == file.getvalue() == (tmp_path / "night.csv").read_bytes()


def test_what_a_conversion_loses_is_noted(club_night):
    notes = bmconv.Notes()
    bmconv.convert(club_night, target="players", notes=notes)
    assert "loss record-lost" in "\n".join(notes.lines())


def test_files_and_events_are_joined(bmpftp):
    files = [str(bmpftp / name) for name in ("BMInput.txt", "BMRData.txt", "BMPNums.txt")]
    event = bmconv.join(files[0], bmconv.read(files[1]), files[2])
    assert as_lines(event) == lines("join", *files)
    some = bmconv.join(files[0], bmconv.part(files[1], only=["result"], rename={"A": "B"}))
    assert {result.section for result in some.of(rec.Result)} == {2}


def test_info_describes_a_file(club_night):
    summary = bmconv.info(club_night)
    assert (summary.format, summary.version, summary.file) == (
        "bws",
        "Access 2000",
        str(club_night),
    )
    assert summary.contents["records"] == bmconv.read(club_night).counts()


def test_check_finds_what_the_command_finds(club_night, night):
    printed = json.loads(quick("check", str(club_night), "--for", "bm3", "--json").out)
    for data in (club_night, night):
        findings = bmconv.check(data, "bm3")
        expected = [(finding["rule"], finding["place"]) for finding in printed]
        assert [(finding.rule, finding.place) for finding in findings] == expected
        assert all("{s}" not in str(finding) for finding in findings)


def test_missing_lists_results_to_come(bmpftp):
    event = bmconv.join(bmpftp / "BMInput.txt", bmpftp / "BMRData.txt")
    event.remove(event.of(rec.Result)[0])
    missing = bmconv.missing(event).missing_results()
    assert [(r.table, r.round) for r in missing] == [(1, 1)]
    with pytest.raises(DataError, match="no movement"):
        bmconv.missing(bmpftp / "BMRData.txt")


def test_rank_gives_what_the_command_gives_and_leaves_the_event_alone(club_night, night):
    before = as_lines(night)
    ranked = bmconv.rank(night, method="butler", datum_drop="0")
    records = lines(
        "rank", str(club_night), "--method", "butler", "--datum-drop", "0", "--no-report"
    )
    assert as_lines(bmconv.Event(ranked.rankings())) == [
        r for r in records if r["type"] == "ranking"
    ]
    assert as_lines(night) == before


@pytest.mark.parametrize(
    "call",
    [
        lambda event: bmconv.rank(event, method="chess"),
        lambda event: bmconv.rank(event, method=["butler"]),
        lambda event: bmconv.rank(event, winners="two"),
        lambda event: bmconv.rank(event, cross="sum"),
        lambda event: bmconv.rank(event, datum_drop="most"),
        lambda event: bmconv.check(event, "bm9"),
        lambda event: bmconv.check(5),
        lambda event: bmconv.select(event, types=["resalt"]),
        lambda event: bmconv.select(event, boards="seven"),
        lambda event: bmconv.select(event, sections=["Q"]),
        lambda event: bmconv.set(event, "section.colour=2"),
        lambda event: bmconv.set(event, 5),
        lambda event: bmconv.part(event, only=["hnd"]),
        lambda event: bmconv.join(event, 5),
        lambda event: bmconv.diff(event, None),
        lambda event: bmconv.convert(event, target="bws"),
        lambda event: bmconv.convert(b"x"),
        lambda event: bmconv.convert(b"x", target="csv", to_opt=["table"]),
        lambda event: bmconv.part(event, rename=["A"]),
        lambda event: bmconv.select(event, types=5.0),
        lambda event: bmconv.select(event, sections=None),
        lambda event: bmconv.select(event, boards=1.5),
        lambda event: bmconv.anonymise(event, key="secret"),
        lambda event: bmconv.anonymise(event, club_name=5),
        lambda event: bmconv.movements.make("howell", tables="3", boards=20),
        lambda event: bmconv.movements.make("howell", tables=3, boards=20.0),
        lambda event: bmconv.movements.make("mitchell", tables=5, boards=20, missing_pair=3.5),
        lambda event: bmconv.testing.fuzz("shuot", b"x"),
        lambda event: bmconv.apply("x.bws", event, wait=True, last=True),
        lambda event: bmconv.apply(5, event),
        lambda event: bmconv.poll("x.bws", reader=5).__enter__(),
        lambda event: bmconv.poll("x.bws", after_id="5").__enter__(),
        lambda event: bmconv.poll("x.bws", mark=5).__enter__(),
        lambda event: bmconv.poll("x.bws", types=["table"]).__enter__(),
        lambda event: bmconv.poll(None).__enter__(),
        lambda event: bmconv.connector.validate(5),
        lambda event: bmconv.connector.wrap(b"", "Dance"),
    ],
)
def test_a_wrong_option_is_one_line_without_flags(call, night):
    with pytest.raises(UsageError) as caught:
        call(night)
    assert len(str(caught.value).splitlines()) == 1
    assert "--" not in str(caught.value)


def test_filters_give_what_the_commands_give(club_night, night):
    assert as_lines(bmconv.score(night)) == lines("score", str(club_night))
    kept = bmconv.select(night, types=["result"], sections=["A"], boards=[1, 2], standing=True)
    words = ("--type", "result", "--section", "A", "--board", "1,2", "--standing")
    assert as_lines(kept) == lines("select", str(club_night), *words)
    named = bmconv.set(night, "session.name=Thursday", "section[A].winners=2")
    assert {session.name for session in named.of(rec.Session)} == {"Thursday"}
    assert named.section(1).winners == 2
    masked = bmconv.anonymise(night)
    assert masked.counts() == night.counts()
    assert not {s.name for s in masked.of(rec.Seat)} & {s.name for s in night.of(rec.Seat)} - {None}


def test_an_option_takes_one_value_or_a_list(night):
    one = bmconv.select(night, types="result", sections="A", boards=2)
    assert as_lines(one) == as_lines(
        bmconv.select(night, types=["result"], sections=["A"], boards=[2])
    )
    assert bmconv.part(night, only="seat").only == {"seat"}


def test_evaluate_adds_the_tricks_of_a_deal():
    """Each hand is a suit, which takes all tricks as trumps; in notrump the leader takes all."""
    judge("endplay.dds")
    suit = "AKQJT98765432"
    hand = rec.Hand(board=1, north=f"{suit}...", east=f".{suit}..", south=f"..{suit}.",
                    west=f"...{suit}")  # fmt: skip
    event = bmconv.Event([hand])
    (tricks,) = bmconv.evaluate(event).of(rec.Evaluation)
    assert (tricks.north_spades, tricks.east_spades, tricks.south_hearts) == (13, 0, 0)
    assert (tricks.north_notrump, tricks.east_notrump, tricks.west_clubs) == (0, 0, 13)
    assert event.of(rec.Evaluation) == []


def test_apply_under_strict_writes_nothing_with_a_loss(club_night, tmp_path):
    path = tmp_path / "night.bws"
    path.write_bytes(club_night.read_bytes())
    notes = bmconv.Notes()
    notes.loss("name-cut", "seat A1 N", "name{s} cut")
    event = bmconv.set(path, "settings.LeadCard=true")
    with pytest.raises(DataError, match=r"^nothing written: strict, and 1 loss or error$"):
        bmconv.apply(path, event, strict=True, notes=notes)
    assert path.read_bytes() == club_night.read_bytes()


def test_diff_finds_what_was_set(night):
    (change,) = bmconv.diff(night, bmconv.set(night, "section[A].winners=1"))
    assert (change["change"], change["place"]) == ("changed", "section A")


def test_every_function_reports_a_record_with_a_wrong_value(night):
    event = bmconv.Event(night)
    event.of(rec.Result)[0].board = "seven"
    for call in (bmconv.rank, bmconv.check, bmconv.score, bmconv.missing, bmconv.select):
        with pytest.raises(BadRecord, match="board is 'seven'"):
            call(event)


def test_new_rows_come_again_until_the_program_has_used_them(club_night, tmp_path):
    file, state = tmp_path / "night.bws", tmp_path / "state"
    file.write_bytes(club_night.read_bytes())
    failed = bmconv.poll(file, state=state)
    new = failed.__enter__()
    assert not failed.__exit__(ZeroDivisionError, ZeroDivisionError(), None)
    with bmconv.poll(file, state=state) as again:
        assert again == new != []
    with bmconv.poll(file, state=state) as nothing:
        assert nothing == []


def test_a_name_is_corrected_in_a_file(club_night, tmp_path):
    file = tmp_path / "night.bws"
    file.write_bytes(club_night.read_bytes())
    event = bmconv.set(file, "seat[A1N].name=Ada Lind")
    planned = bmconv.apply(file, event, dry_run=True)
    done = bmconv.apply(file, event)
    assert [change.line() for change in planned.changes] == [c.line() for c in done.changes]
    seats = bmconv.read(file).seats(1, 1)
    assert [seat.name for seat in seats if seat.direction == "N"] == ["Ada Lind"]


def test_documents_are_validated_wrapped_and_unwrapped(night):
    document = bmconv.write(night, format="dto", no_validate=True)
    (request,) = bmconv.connector.wrap(document)
    data = bmconv.connector.to_json(request)
    assert json.loads(data)["Command"] == 5
    (again,) = bmconv.connector.unwrap(data)
    assert json.loads(bmconv.connector.to_json(again)) == json.loads(document)
    wrong = json.loads(document) | {"EventGuid": "x"}
    assert [f.path for f in bmconv.connector.validate(json.dumps(wrong).encode())] == [
        "$.EventGuid"
    ]


def test_messages_for_programs_have_no_flags(tmp_path, club_night):
    file = tmp_path / "night.bws"
    file.write_bytes(club_night.read_bytes())
    with pytest.raises(DataError, match=r"it cannot be rewritten; use copy=FILE$"):
        bmconv.apply(file, bmconv.read(file), live=True, rewrite=True)
    with pytest.raises(BmconvError) as caught:
        bmconv.read(b"1 2 3")
    assert str(caught.value) == "bytes: unknown format; name the format with format=NAME"
    assert "; name the format with -f NAME (" in caught.value.for_command_line()
    event = bmconv.read(b"firstname;lastname;playernumber;phone\nA;B;7;1\n", "players")
    assert [n for n in map(str, event.notes) if "--" in n] == []
    assert any("(extra keeps it)" in str(note) for note in event.notes)


def test_help_names_every_function():
    words = bmconv.__doc__ or ""
    functions = {n for n in bmconv.__all__ if callable(getattr(bmconv, n)) and n.islower()}
    assert {name for name in functions - {"part"} if name not in words} == set()
    assert isinstance(bmconv.BmconvError("x"), BmconvError)


def test_a_missing_file_and_a_wrong_document_are_one_line_errors(tmp_path):
    with pytest.raises(
        bmconv.jet.JetError, match=r"nope\.mdb: No such file or directory$"
    ) as caught:
        bmconv.jet.open(tmp_path / "nope.mdb")
    assert isinstance(caught.value, OSError)
    assert caught.value.errno == 2
    with pytest.raises(UsageError, match=r"is not a document of the Data Connector$"):
        bmconv.connector.to_json(object())


def test_a_ranking_is_written_as_the_command_writes_it(club_night, tmp_path):
    ranked = bmconv.rank(club_night, method="butler", datum_drop="0")
    out = tmp_path / "night.html"
    assert quick("rank", club_night, "--method", "butler", "--datum-drop", "0", "-o", out).code == 0
    assert bmconv.write(ranked, format="html") == out.read_bytes()
    with pytest.raises(UsageError, match="expected an Event or a ranking"):
        bmconv.write([], format="html")


def test_an_evening_is_simulated_as_the_command_does(tmp_path):
    event = bmconv.Event(bmconv.movements.make("howell", tables=2, boards=6).session())
    bmconv.write(event, tmp_path / "set up.jsonl", format="records")
    options = ("--seed", "7", "--speed", "0", "--date", "2026-11-19", "--corrections", "0.5")
    words = ("bws", "simulate", tmp_path / "set up.jsonl", "--records", *options)
    day = datetime.date(2026, 11, 19)
    evening = bmconv.simulate(event, seed=7, date=day, corrections=0.5)
    expected = bmconv.read(quick(*words).out, "records")
    assert as_lines(evening) == as_lines(expected)
    assert len(evening.standing_results()) > 6
    path = tmp_path / "night.bws"
    half = bmconv.simulate(event, path, seed=7, until_round=2)
    assert {result.round for result in half.of(rec.Result)} == {1, 2}
    rest = bmconv.simulate(event, path, seed=7, resume=True)
    assert {result.round for result in rest.of(rec.Result)} == {1, 2, 3}


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ({"corrections": 2}, "corrections is 2; expected a number from 0 to 1"),
        ({"mistakes": 0.5}, "rate is 'mistakes'; expected one of corrections, "),
    ],
)
def test_an_invalid_or_unknown_rate_is_refused(options, problem):
    event = bmconv.Event(bmconv.movements.make("howell", tables=2, boards=6).session())
    with pytest.raises(UsageError) as caught:
        bmconv.simulate(event, **options)
    assert str(caught.value).startswith(problem)


def test_files_are_exported_as_the_command_does(club_night, tmp_path):
    database, other = tmp_path / "a.db", tmp_path / "b.db"
    summary = bmconv.export(club_night, "sql", db=f"sqlite:///{database}", jobs=1)
    quick("export", club_night, "--to", "sql", "--db", f"sqlite:///{other}", "--jobs", "1")
    counts = []
    for path in (database, other):
        with contextlib.closing(sqlite3.connect(path)) as connection:
            counts.append(connection.execute("select count(*) from result").fetchone()[0])
    assert (summary.new, counts[0] > 0, counts[0]) == (1, True, counts[1])
    assert callable(bmconv.export)  # although bmconv.exporting was imported
    assert bmconv.export([club_night], "sql", db=f"sqlite:///{database}", jobs=1).unchanged == 1
    for options, problem in (
        ({"to": "parquet"}, "to=parquet needs a folder: out=FOLDER"),
        ({"to": "csv"}, "to is 'csv'; expected one of parquet, sql, site"),
        ({"to": "sql", "db": "sqlite:///x", "title": "X"}, "title is for to=site"),
    ):
        with pytest.raises(UsageError) as caught:
            bmconv.export(club_night, **options)
        assert str(caught.value) == problem

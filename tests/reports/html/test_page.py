"""The page of results: every number is that of `rank` and `show`, and no text becomes markup."""

import datetime
import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

import pytest
from jinja2 import Environment

from benchmarks.data import evening
from bmconv.bridge.contracts import Contract
from bmconv.bridge.outcomes import Kind, Outcome
from bmconv.errors import DataError, UsageError
from bmconv.event import Event
from bmconv.io.stream import encode_lines
from bmconv.records import (
    Evaluation,
    Hand,
    Ranking,
    Record,
    Result,
    Round,
    ScoringGroup,
    Seat,
    Section,
    Session,
)
from bmconv.reports.html.boards import beyond
from bmconv.reports.html.page import environment
from tests.helpers.coding import encode_records
from tests.helpers.pages import SAMPLE, Page, records_of, seats
from tests.helpers.running import quick
from tests.helpers.sessions import result, uneven_session
from tests.ranking.test_teams import match
from tests.tools.losses import with_value


def page(records: Iterable[Record], **options: object) -> Page:
    data, notes = encode_records(records, "html", **options)
    assert [note for note in notes if note.code in ("record-lost", "field-lost")] == []
    return Page(data.decode())


def cross_imps() -> list[Record]:
    return [*uneven_session(winners=2, scoring_type=3), *seats(4)]


@pytest.fixture(params=["club", "teams", "cross-imps", "matchpoints"])
def event(request: pytest.FixtureRequest, club_night: Path, tmp_path: Path) -> Path:
    """A file of every kind of event."""
    if request.param == "club":
        return club_night
    made = {
        "teams": [*match(), *seats(2)],
        "cross-imps": cross_imps(),
        "matchpoints": [*uneven_session(winners=2), *seats(4)],
    }[request.param]
    path = tmp_path / "event.jsonl"
    path.write_bytes(b"".join(encode_lines(made)))
    return path


def words(lines: Iterable[str]) -> list[list[str]]:
    return [line.split() for line in lines]


def report(path: Path, part: str) -> list[str]:
    done = quick("rank", path, "--report", "--parts", part)
    assert done.code == 0
    return [line for line in done.out.decode().splitlines() if line.startswith("  ")]


def lists_of(shown: Page) -> list[list[str]]:
    """The words of each row of the rankings, without the headings."""
    return [" ".join(row).split() for table in shown.of("ranking") for row in table["rows"][1:]]


def common_words(shown: Page) -> set[str]:
    """What the headings of rankings say once for all rows."""
    return set(re.findall(r"[\d.]+(?= boards?| points)", shown.text))


@pytest.mark.parametrize("way", ["rank", "to"])
def test_the_page_has_the_numbers_of_rank(event, way, tmp_path, monkeypatch):
    out = tmp_path / "page.html"
    command = ("rank", event) if way == "rank" else ("to", "html", event)
    assert quick(*command, "-o", out).code == 0
    shown = Page(out.read_text(encoding="utf-8"))
    monkeypatch.setenv("COLUMNS", "200")
    reported = words(report(event, "ranking"))
    for table in shown.of("matches"):  # here the names of a team stand behind its number
        number = [[*r[:2], r[2].split()[0], r[3].split()[0], *r[4:]] for r in table["rows"]]
        assert words(map(" ".join, number)) == reported[: len(number)]
        reported = reported[len(number) :]
    lines = [line for line in reported if line[0] != "Place"]
    rows = lists_of(shown)
    assert len(rows) == len(lines)
    once = common_words(shown)
    for row, line in zip(rows, lines, strict=True):
        assert set(line) - set(row) <= once
        assert set(row) - set(line) <= {"penalty", "of", "point", "points", "IMPs", "victory"}
        assert (row[0], row[-1]) == (line[0], line[-1])


def cards_of_report(event: Path) -> dict[tuple[str, ...], list[str]]:
    """The lines of the score cards of the report: by board, side and both pairs."""
    done = quick("rank", event, "--report", "--parts", "scorecards").out.decode()
    cards, who = {}, ""
    for line in done.splitlines():
        if match := re.match(r"(?:Pair|Player) (\w+)", line):
            who = match[1]
        elif line.startswith("  ") and "Versus" not in line:
            _round, *rest = line.split() if len(line.split()) > 6 else ["", *line.split()]
            cards[rest[0], rest[1], who, rest[2]] = rest[3:]
    return cards


def test_travellers_have_the_percentages_of_the_score_cards(club_night, monkeypatch):
    monkeypatch.setenv("COLUMNS", "90")
    shown = Page(encode_records(records_of(club_night), "html")[0].decode())
    cards = cards_of_report(club_night)
    compared = 0
    for group in shown.groups:
        board = group["board"][1:].partition(".")[0]
        contract, score, tables, ns, ew = (cell.strip() for cell in group["cells"])
        assert int(tables) == len(group["lines"])
        for line in group["lines"]:
            home, away = (side.split()[0] for side in line.split(" – "))
            card = cards.get((board, "NS", home, away))
            if not card or "not" in card or "%" in contract:
                continue
            assert card[0] == contract.split()[0]
            assert card[-1] == ns
            assert card[2].lstrip("+-") == score.lstrip("−")
            assert cards[board, "EW", away, home][-1] == ew
            compared += 1
    assert compared > 200


def test_the_cards_have_the_numbers_of_rank(event, tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "90")
    shown = Page(encode_records(records_of(event), "html")[0].decode())
    lines = [line.split() for line in report(event, "scorecards") if "Versus" not in line]
    if lines:
        tables = shown.of("plays")
        shares = "%" in tables[0]["rows"][0]
        rows = [row for t in tables for row in t["rows"] if len(row) == 6 and row[0] != "#"]
        assert len(rows) == len(lines)
        for row, line in zip(rows, lines, strict=True):
            assert row[0] in line
            if row[4]:
                assert row[4] == line[-1]
            assert {row[1].split()[0], row[2], row[3]} - {""} <= set(line)
        assert shares or "IMPs" in tables[0]["rows"][0]


def test_the_page_has_the_travellers_of_show(event):
    data, _ = encode_records(Event(records_of(event)), "html")
    shown = quick("show", event).out.decode().splitlines()
    for group in Page(data.decode()).groups:
        contract = group["cells"][0].split()
        score = group["cells"][1].strip().lstrip("−")
        if len(contract) > 1 and contract[1] in "NESW":
            for line in group["lines"]:
                lead = line.partition("lead ")[2].strip()
                text = " ".join(filter(None, (*contract[:2], lead, score)))
                assert any(text in " ".join(line.split()) for line in shown)


@pytest.mark.parametrize(
    ("tables", "rounds", "boards", "most"), [(12, 9, 3, 350_000), (40, 15, 2, 1_200_000)]
)
def test_a_page_with_long_names_and_hands_stays_small(tables, rounds, boards, most):
    records = [
        with_value(record, "name", "Bartholomew Featherstone")
        if isinstance(record, Seat)
        else record
        for record in evening(tables, rounds, boards)
    ]
    assert len(encode_records(records, "html")[0]) < most


@pytest.fixture
def _fresh_templates() -> Iterator[None]:
    environment.cache_clear()
    yield
    environment.cache_clear()


@pytest.mark.usefixtures("_fresh_templates")
def test_compiled_templates_are_kept_where_python_keeps_modules(tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / "kept"))
    monkeypatch.setattr(sys, "dont_write_bytecode", False)
    first, _ = encode_records(uneven_session(), "html")
    environment.cache_clear()
    monkeypatch.setattr(Environment, "compile", lambda *_: pytest.fail("compiled once more"))
    assert encode_records(uneven_session(), "html")[0] == first


@pytest.mark.usefixtures("_fresh_templates")
@pytest.mark.parametrize(("refuses", "place"), [(True, "kept"), (False, "file/kept")])
def test_templates_need_not_be_kept(refuses, place, tmp_path, monkeypatch):
    (tmp_path / "file").touch()  # no folder can be made below a file
    monkeypatch.setattr(sys, "pycache_prefix", str(tmp_path / place))
    monkeypatch.setattr(sys, "dont_write_bytecode", refuses)
    assert encode_records(uneven_session(), "html")[0]
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_the_sample_is_what_its_records_give():
    assert quick("to", "html", SAMPLE.with_suffix(".jsonl")).out == SAMPLE.read_bytes()


def test_every_link_leads_somewhere_on_the_page(event):
    shown = Page(encode_records(records_of(event), "html")[0].decode())
    assert {link[1:] for link in shown.links} <= set(shown.ids)
    assert len(shown.ids) == len(set(shown.ids))
    for parts in ("ranking", "travellers", "scorecards", "travellers,scorecards"):
        shown = Page(encode_records(records_of(event), "html", parts=parts)[0].decode())
        assert {link[1:] for link in shown.links} <= set(shown.ids)


def test_a_card_is_in_the_order_of_play_and_adds_up():
    shown = page([*uneven_session(winners=2), *seats(4)])
    (card,) = [t for t in shown.of("plays") if t["in"] == "p1n1"]
    # 4S= shares the best of four scores: 5 of 6. Board 2 has three scores, of which +100 twice is
    # 3 of 4 and by Neuberg 4.33 of 6; board 3 was not played.
    assert card["rows"][1:3] == [
        ["N-S: against 1 Eorn Nr1 & Worn Nr1"],
        ["1", "4♠=", "N", "+420", "83.33", "83.33"],
    ]
    assert [row[5] for row in card["rows"] if len(row) == 6] == [
        "So far",
        *["83.33", "77.78", "77.78"],
    ]


def test_a_team_has_one_card_with_both_its_tables():
    (first, second) = page([*match(), *seats(2)]).of("plays")
    assert (first["in"], second["in"]) == ("p1-2", "p1-1")
    # 6 - 12 + 0 + 3 IMPs, each on two lines
    assert [(r[0], r[4], r[5]) for r in second["rows"][2:]] == [
        ("1 N-S", "6.00", "6.00"), ("1 E-W", "6.00", "6.00"),
        ("2 N-S", "-12.00", "-6.00"), ("2 E-W", "-12.00", "-6.00"),
        ("3 N-S", "0.00", "-6.00"), ("3 E-W", "0.00", "-6.00"),
        ("4 N-S", "3.00", "-3.00"), ("4 E-W", "3.00", "-3.00"),
    ]  # fmt: skip


def test_a_match_is_shown_board_by_board_with_both_tables():
    (duel,) = page([*match(), *seats(2)]).of("duel")
    rows = duel["rows"][1:]
    assert [(r[0], r[5], r[6], r[7]) for r in rows] == [
        ("1", "6", "", "+6"), ("2", "", "12", "-6"), ("3", "", "", "-6"), ("4", "3", "", "-3"),
    ]  # fmt: skip
    assert all(row[1] for row in rows)


def turned_match(boards: dict[int, tuple[int, ...]]) -> list[Record]:
    """The match with boards played in the wrong direction at some tables."""
    return [
        with_value(record, "remarks", "Wrong direction")
        if isinstance(record, Result) and record.table in boards.get(record.board or 0, ())
        else record
        for record in match()
    ]


def test_a_match_board_in_the_wrong_direction_is_shown_under_the_team_that_sat_there():
    (duel,) = page(turned_match({1: (1, 2), 2: (1,)})).of("duel")
    header, turned, odd, *_ = duel["rows"]
    assert header[1:3] == ["1 N-S", "2 N-S"]
    # team 2 sat N-S at table 1 (+420), team 1 at table 2 (+170): 6 IMPs for team 2
    assert turned == ["1", "2♠+2 N", "+170", "4♠= N", "+420", "", "6", "-6"]
    # team 2 sat N-S at both tables of board 2, which is not scored
    assert odd == ["2", "4♥-1 N (E-W)", "-100", "4♥= N", "+620", "", "", "-6"]


def test_ranking_records_of_the_input_are_shown_as_they_are():
    places = [
        Ranking(section=1, pair=1, names=["Zed", "Yan"], boards=3, total=9.0, maximum=18.0,
                percentage=50.0, place=1),
        Ranking(section=1, pair=2, boards=3, total=6.0, maximum=18.0, percentage=33.3333, place=2,
                extra={"provisional": True, "penalty": 1.5}),
    ]  # fmt: skip
    shown = page([*uneven_session(winners=1), *places])
    (table,) = shown.of("ranking")
    assert table["rows"] == [
        ["#", "Pair", "Names", "Points", "%"],
        ["1", "1", "Zed & Yan", "9.00", "50.00"],
        ["2", "2", "Pair 2 penalty of 1.50 points", "6.00", "33.33"],
    ]
    assert "3 boards, maximum 18 points" in shown.text
    assert "Not final yet" in shown.text


@pytest.mark.parametrize(
    ("language", "scoring_type", "words"),
    [
        ("en", 1, "Place 1 of 4: 70.00 %, 21.00 points"),
        ("nl", 1, "Plaats 1 van 4: 70,00%, 21,00 punten"),
        ("de", 1, "Platz 1 von 4: 70,00 %, 21,00 Punkte"),
        ("en", 3, "Place 1 of 6: 6.00 per board, 6.00 IMPs"),
        ("nl", 3, "Plaats 1 van 6: 6,00 per spel, 6,00 IMP's"),
    ],
)
def test_a_card_says_what_its_pair_has_in_a_sentence(language, scoring_type, words):
    records = [*uneven_session(winners=1, scoring_type=scoring_type), *seats(4)]
    if scoring_type == 3:  # pairs with one board more
        records += [result(4, 1, 2, "4 S N ="), result(4, 3, 4, "PASS"), result(4, 9, 8, "PASS")]
    assert words in page(records, language=language).text


def test_boards_of_several_sections_have_one_name_everywhere():
    other = [
        with_value(record, "section", 2)
        for record in [*uneven_session()[1:], result(1, 9, 9, "Arbitral score", table=9)]
    ]
    shown = page([*uneven_session(), Section(id=2, letter="B"), *other])
    assert "Board B2 Dealer E, vulnerable N-S" in shown.text
    assert "Board B2, N-S B2 and E-W B3: 60 % to N-S, 40 % to E-W" in shown.text
    assert "arbitral score on board B1 (pairs B9 and B9) not decided yet" in shown.text


def test_the_dummy_of_the_solver_is_beaten_or_missed():
    known = Evaluation(north_spades=10, south_spades=9, east_notrump=7)

    def played(level: int, strain: str, by: str, tricks: int) -> Outcome:
        return Outcome(Kind.PLAYED, Contract(level, strain, 0), by, tricks)

    assert beyond(played(4, "S", "N", 0), known) == "="
    assert beyond(played(4, "S", "N", 1), known) == "+1"
    assert beyond(played(4, "S", "S", -2), known) == "-1"
    assert beyond(played(1, "NT", "E", 1), known) == "+1"
    assert beyond(played(4, "S", "NS", 0), known) == ""  # North and South differ
    assert beyond(played(1, "H", "E", 1), known) == ""
    assert beyond(Outcome(Kind.PASSED_OUT), known) == ""


def test_player_numbers_are_neither_shown_nor_linked():
    unnamed = [Seat(section=1, table=1, direction=d, round=0, number=f"777{d}") for d in "NS"]
    data, _ = encode_records([*uneven_session(winners=2), *seats(4)[4:], *unnamed], "html")
    assert b"777" not in data
    assert b"902" not in data
    ranked = quick("rank", stdin=b"".join(encode_lines([*uneven_session(winners=2), *unnamed]))).out
    assert b"777" not in quick("to", "html", stdin=ranked).out


def test_search_engines_stay_away_unless_they_are_asked():
    robots = '<meta name=robots content="noindex, nofollow">'
    assert robots in encode_records(uneven_session(), "html")[0].decode()
    assert "robots" not in encode_records(uneven_session(), "html", index=True)[0].decode()


DEAL = Hand(board=1, north="AKQJT98765432...", east=".AKQJT98765432..",
            south="..AKQJT98765432.", west="...AKQJT98765432")  # fmt: skip


def test_without_hands_nothing_of_the_cards_is_on_the_page():
    lead = result(1, 5, 5, "4 S N =", lead_card="HA")
    records = [*uneven_session(winners=2), lead, DEAL, Evaluation(board=1, north_spades=13)]
    with_hands = encode_records(records, "html")[0].decode()
    assert "AKQJ10987" in with_hands
    assert "Double dummy" in with_hands
    without = encode_records(records, "html", no_hands=True)[0].decode()
    assert "AKQJ" not in without
    assert "Double dummy" not in without
    assert "lead" not in Page(without).text
    assert "lead ♥A" in Page(with_hands).text


def test_parts_that_are_chosen_are_all_there_is():
    shown = page(uneven_session(), parts="ranking")
    assert (len(shown.of("ranking")), shown.groups, shown.of("plays")) == (2, [], [])
    with pytest.raises(UsageError, match="no part 'deals'"):
        encode_records(uneven_session(), "html", parts="ranking,deals")


def test_hands_alone_are_a_page():
    shown = page([DEAL])
    assert "Dealer N, vulnerable" in shown.text
    assert shown.groups == []


def test_nothing_to_show_is_an_error():
    with pytest.raises(DataError, match="no results"):
        encode_records([Section(id=1, letter="A")], "html")


def test_the_title_is_that_of_the_session_or_ones_own():
    day = Session(id=1, name="Monday", date=datetime.date(2026, 3, 2))
    assert (
        "<title>Monday, 2026-03-02</title>"
        in encode_records([day, *uneven_session()], "html")[0].decode()
    )
    assert (
        "<h1>A &amp; B</h1>"
        in encode_records([day, *uneven_session()], "html", title="A & B")[0].decode()
    )


def test_a_style_of_ones_own_comes_last_and_cannot_end_early(tmp_path):
    css = tmp_path / "club.css"
    css.write_text("h1{color:red}")
    shown = encode_records(uneven_session(), "html", css=str(css))[0].decode()
    assert "h1{color:red}</style>" in shown
    css.write_text("</style><script>alert(1)</script>")
    with pytest.raises(UsageError):
        encode_records(uneven_session(), "html", css=str(css))
    assert quick("to", "html", "--css", tmp_path / "none.css", stdin=b"").code != 0


def test_a_page_is_not_read(tmp_path):
    for words in (("info", SAMPLE), ("from", "records", "-f", "html", SAMPLE)):
        done = quick(*words)
        assert done.code in (2, 3)
    assert "html is only written" in quick("info", "-f", "html", SAMPLE).err
    assert "made for reading" in quick("info", SAMPLE).err


@pytest.mark.parametrize("command", ["rank", "show", "select"])
@pytest.mark.parametrize("ending", ["pdf", "docx"])
def test_a_file_for_paper_is_refused_with_what_to_do_instead(command, ending, tmp_path):
    done = quick(
        command, "-o", tmp_path / f"night.{ending}", stdin=b"".join(encode_lines(uneven_session()))
    )
    assert done.code == 2
    assert re.search(rf"does not write {ending}; write night.html and print it", done.err)
    assert list(tmp_path.iterdir()) == []


def test_rank_passes_its_parts_to_the_page(tmp_path):
    out = tmp_path / "night.html"
    stdin = b"".join(encode_lines(uneven_session()))
    assert quick("rank", "--parts", "ranking", "-o", out, stdin=stdin).code == 0
    assert Page(out.read_text(encoding="utf-8")).groups == []
    assert quick("rank", "--parts", "cross-table", "-o", out, stdin=stdin).code == 2


def test_matches_without_imps_have_points_only():
    group = ScoringGroup(session=None, number=1, method=60)  # board-a-match
    records = [group, *match()]
    next(r for r in records if isinstance(r, Section)).scoring_group = 1
    (table,) = page(records).of("matches")
    # team 1 wins board 1, loses board 2, halves board 3, and has 60 % of board 4
    header = ["Round", "Table", "Home", "Away", "Boards", "Points", "to away"]
    assert table["rows"] == [header, ["1", "A1", "Team 1", "Team 2", "4/4", "2.10", "1.90"]]


def test_an_individual_has_players():
    seated = {"section": 1, "round": 1, "low_board": 1, "high_board": 1}
    records = [
        Section(id=1, letter="A", tables=2, winners=1),
        Round(table=1, ns_pair=1, south=2, ew_pair=3, west=4, **seated),
        Round(table=2, ns_pair=5, south=6, ew_pair=7, west=8, **seated),
        result(1, 1, 3, "4 S N =", table=1, round=1),
        result(1, 5, 7, "4 S N -1", table=2, round=1),
    ]
    shown = page(records)
    (ranking,) = shown.of("ranking")
    assert ranking["rows"][0][1] == "Player"
    assert shown.groups[0]["lines"][0].split("\n")[0] == "Player 1 + Player 2 – Player 3 + Player 4"
    assert "with Player 2, against Player 3 + Player 4" in shown.text
    assert "Pair" not in shown.text
    done = quick("rank", "--report", stdin=b"".join(encode_lines(records)))
    assert "Player 1" in done.out.decode()
    assert "Pair" not in done.out.decode()

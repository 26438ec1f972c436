"""The report of rank: whole pages, and how it fits a terminal."""

import sys

import pytest
from msgspec import structs

from bmconv.io.stream import encode_lines
from bmconv.records import Seat, Section, Session
from bmconv.reports.language import ENGLISH
from tests.helpers.running import quick
from tests.helpers.sessions import result, result_with_score, uneven_session
from tests.ranking.test_teams import match

# Board 1 has two scores; on board 2 one is left, which by Neuberg is half the top. E-W 1 has
# nothing on board 1, so its 40 % are nothing too.
REPORT = """\
Section A: matchpoints 2/1/0, Neuberg, 2 scores on a board, two winners (as the section says)

Board 1  Dealer N  Vulnerable None
  NS  EW  Contract  By  Lead  N-S  E-W  MPs NS  MPs EW
   1   1  4♠=       N   ♥A    420         2.00    0.00
   2   2  3NTx-1    E         100         0.00    2.00

Board 2  Dealer E  Vulnerable NS
  NS  EW  Contract    By  N-S  E-W  MPs NS  MPs EW
   1   2  passed out        0         1.00    1.00
   2   1  60%-40%                     1.20    0.00

Section A, North-South: ranking
  Place  Pair  Names     Boards  Points  Max      %
     1      1  Ann & Bo       2    3.00    4  75.00
     2      2  Cy             2    1.20    4  30.00

Section A, East-West: ranking
  Place  Pair  Boards  Points  Max      %
     1      2       2    3.00    4  75.00
     2      1       2    0.00    4   0.00

Decisions of the director
Board 2, N-S 2 and E-W 1: 60 % to N-S, 40 % to E-W

Pair 1 NS  Ann & Bo
  Round  Board  As  Versus  Contract    By  Score  Points  Top       %
      1      1  NS       1  4♠=         N    +420    2.00    2  100.00
      2      2  NS       2  passed out          0    1.00    2   50.00
"""


def small() -> list:
    """Two tables, two boards."""
    at = [{"table": t, "round": r} for r in (1, 2) for t in (1, 2)]
    seats = [("N", 1, "Ann"), ("S", 1, "Bo"), ("N", 2, "Cy")]
    return [
        Section(id=1, letter="A", winners=2),
        result(1, 1, 1, "4 S N =", lead_card="HA", **at[0]),
        result(1, 2, 2, "3 NT x E -1", **at[1]),
        result(2, 1, 2, "PASS", **at[2]),
        result(2, 2, 1, "60%-40%", **at[3]),
        *(Seat(section=1, table=t, direction=d, round=0, name=n) for d, t, n in seats),
    ]


def report(records: list, *words: str) -> list[str]:
    done = quick("rank", "--report", *words, stdin=b"".join(encode_lines(records)))
    assert (done.code, done.err) == (0, "")
    return done.out.decode().splitlines()


def test_the_whole_report(monkeypatch):
    monkeypatch.setattr("bmconv.cli.report.terminal_width", lambda output: 60)
    expected = REPORT.splitlines()
    assert report(small())[: len(expected)] == expected


def test_blocks_stand_side_by_side_where_there_is_room(monkeypatch):
    monkeypatch.setattr("bmconv.cli.report.terminal_width", lambda output: 180)
    lines = report(small(), "--parts", "travellers")
    assert lines[2].split("    ")[0] == "Board 1  Dealer N  Vulnerable None"
    assert lines[2].endswith("Board 2  Dealer E  Vulnerable NS")


def test_a_traveller_has_names_where_there_is_room(monkeypatch):
    monkeypatch.setattr("bmconv.cli.report.terminal_width", lambda output: 90)
    assert report(small(), "--parts", "travellers")[3:5] == [
        "  NS  North-South  EW  East-West  Contract  By  Lead  N-S  E-W  MPs NS  MPs EW",
        "   1  Ann & Bo      1             4♠=       N   ♥A    420         2.00    0.00",
    ]


def test_no_line_is_wider_than_the_terminal_and_long_names_are_cut(monkeypatch):
    monkeypatch.setattr("bmconv.cli.report.terminal_width", lambda output: 72)
    names = [
        Seat(
            section=1, table=t, direction=d, round=0, name=f"Somebody With A Very Long Name {t}{d}"
        )
        for t in range(1, 5)
        for d in "NESW"
    ]
    lines = report(
        [*uneven_session(winners=2), *names], "--parts", "ranking,scorecards,cross-table"
    )
    assert max(len(line) for line in lines[1:]) <= 72
    assert any(line.split()[-5].endswith("...") for line in lines if line.startswith("     1 "))


@pytest.mark.parametrize("words", ["rank --report", "show"])
def test_in_a_file_or_a_pipe_nothing_is_cut_and_the_terminal_does_not_matter(
    words, tmp_path, monkeypatch
):
    names = [f"Somebody With A Very Long Name {side}" for side in "NESW"]
    seats = [Seat(section=1, table=1, direction=name[-1], round=0, name=name) for name in names]
    data = b"".join(encode_lines([*small()[:5], *seats]))
    reports = set()
    for columns in ("40", "80", "300"):
        monkeypatch.setenv("COLUMNS", columns)
        file = tmp_path / f"{columns}.txt"
        assert quick(*words.split(), "-o", file, stdin=data).code == 0
        reports |= {file.read_bytes(), quick(*words.split(), stdin=data).out}
    (text,) = reports
    assert [name for name in names if name.encode() not in text] == []
    assert b"..." not in text


def test_the_report_says_how_winners_are_known_and_why_it_is_provisional():
    records = [
        result_with_score(1, 1, 2, 50),
        result_with_score(2, 3, 1, 0),
        result(1, 3, 4, "Arbitral score"),
    ]
    lines = report(records, "--parts", "ranking")
    assert "one winner (pairs change sides)" in lines[0]
    why = "provisional: arbitral score on board 1 (pairs 3 and 4) not decided yet"
    assert lines[2:4] == ["Section A: ranking", why]


def test_results_that_are_missing_make_it_provisional():
    # Of sessions.uneven() the last board of one table is still to come.
    lines = report(uneven_session(winners=2), "--parts", "ranking")
    why = "provisional: 1 result missing (listed by bmconv missing)"
    assert lines[2:4] == ["Section A, North-South: ranking", why]
    assert lines.count(why) == 2
    undecided = [result(3, 3, 1, "Arbitral score"), result(2, 9, 9, "Arbitral score")]
    two = [*uneven_session(winners=2)[:-1], *undecided]
    assert report(two, "--parts", "ranking")[3:5] == [
        why,
        "provisional: arbitral score on board 2 (pairs 9 and 9) and 1 more not decided yet",
    ]


def test_halves_are_rounded_away_from_zero():
    for value, shown in (
        (172.625, "172.63"), (-3.125, "-3.13"), (0.285, "0.29"), (100 / 3, "33.33"),
        (-0.001, "0.00"), (2 / 3 + 1 / 3 - 0.995, "0.01"), (None, ""),
    ):  # fmt: skip
        assert ENGLISH.number(value) == shown
    assert ENGLISH.number(12.5, 0) == "13"


def test_without_results_the_report_says_so():
    assert report([Section(id=1, letter="A")]) == [
        "no results in this input (bmconv info shows what it contains)"
    ]


MARKDOWN = r"""# Friday \*open\*

Section A: matchpoints 2/1/0, Neuberg, 2 scores on a board, two winners (as the section says)

## Section A, North-South: ranking

| Place | Pair | Names             | Boards | Points | Max |     % |
| ----: | ---: | ----------------- | -----: | -----: | --: | ----: |
|     1 |    1 | Ann\|B \<x\> & Bo |      2 |   3.00 |   4 | 75.00 |
|     2 |    2 | Cy                |      2 |   1.20 |   4 | 30.00 |
"""


def test_a_report_in_markdown_has_aligned_tables_and_no_markup_of_others(tmp_path):
    session = Session(id=1, name="Friday *open*")
    named = [
        structs.replace(r, name="Ann|B\n<x>") if getattr(r, "name", "") == "Ann" else r
        for r in small()
    ]
    data = b"".join(encode_lines([session, *named]))
    done = quick("rank", "--markdown", "--parts", "ranking", stdin=data)
    text = done.out.decode()
    widths = {len(line) for line in text.splitlines() if line.startswith("|")}
    assert text.startswith(MARKDOWN)
    assert len(widths) == 2, "all lines of a table have the same length"
    assert quick("rank", "-o", tmp_path / "all.md", stdin=data).code == 0
    whole = (tmp_path / "all.md").read_text(encoding="utf-8")
    assert whole.encode() == quick("rank", "--markdown", stdin=data).out
    assert "\n\n\n" not in whole
    assert whole.count("## Board ") == 2
    assert whole.count("## Pair ") == 4
    assert whole.count("per cent against each opponent") == 2


def test_markdown_is_for_reports_only():
    data = b"".join(encode_lines(small()))
    assert quick("rank", "--markdown", "--no-report", stdin=data).code == 2
    assert quick("rank", "--markdown", "--method", "bridgescore", stdin=data).code == 2


def test_a_terminal_gets_the_ranking_and_how_to_get_the_rest(monkeypatch):
    monkeypatch.setattr(
        "tests.helpers.running.Pipe.isatty",
        lambda self: self is getattr(sys.stdout, "unguarded", sys.stdout),
    )
    records = b"".join(encode_lines(small()))
    ranking = quick("rank", "--parts", "ranking", stdin=records).out
    more = b"--report adds travellers, scorecards and cross-tables; -o night.html makes a page\n"
    assert quick("rank", stdin=records).out == ranking + more
    assert quick("rank", "-q", stdin=records).out == ranking
    whole = quick("rank", "--report", stdin=records).out
    assert b"Board 1" in whole
    assert ranking.split(b"\n\n")[1] in whole
    assert quick("rank", "--no-report", stdin=records).out.startswith(b'{"type":"section"')


def test_a_file_gets_records_also_from_a_terminal(monkeypatch, tmp_path):
    monkeypatch.setattr(
        "tests.helpers.running.Pipe.isatty",
        lambda self: self is getattr(sys.stdout, "unguarded", sys.stdout),
    )
    done = quick("rank", "-o", tmp_path / "out.jsonl", stdin=b"".join(encode_lines(small())))
    assert (done.code, done.out) == (0, b"")
    assert (tmp_path / "out.jsonl").read_bytes().startswith(b'{"type":"section"')


def test_a_report_is_not_written_to_a_file_of_another_format(tmp_path):
    done = quick("rank", "--report", "-o", "out.xlsx", stdin=b"".join(encode_lines(small())))
    assert (done.code, done.err) == (
        2,
        "bmconv: out.xlsx: a report is text; name it .txt or .md\n",
    )
    night = b"".join(encode_lines(small()))
    done = quick("rank", "--parts", "ranking", "-o", tmp_path / "out.txt", stdin=night)
    assert done.code == 0
    assert quick("rank", "--parts", "ranking", "--no-report", stdin=b"").code == 2


def test_the_cross_table_goes_on_below_where_it_is_too_wide(monkeypatch):
    monkeypatch.setattr("bmconv.cli.report.terminal_width", lambda output: 40)
    results = [result_with_score(1, n, 100 + n, 0) for n in range(1, 20)]
    lines = report([Section(id=1, letter="A", winners=2), *results], "--parts", "cross-table")
    assert lines.count("Section A NS: per cent against each opponent, continued") == 2


def test_teams_have_matches_instead_of_scorecards():
    lines = report(match(), "--parts", "ranking")
    assert lines[2:] == [
        "Matches",
        "  Round  Table  Home  Away  Boards  IMPs   VPs  to away",
        "      1  A1        1     2     4/4    -3  8.24    11.76",
        "",
        "Section A: ranking",
        "  Place  Team  Boards   IMPs    VPs",
        "     1      2       4   3.00  11.76",
        "     2      1       4  -3.00   8.24",
        "",
        "Decisions of the director",
        "Board 4, N-S 1 and E-W 2: 60 % to N-S, 40 % to E-W",
        "",
    ]


def test_a_part_that_is_none_is_refused():
    done = quick("rank", "--parts", "everything", stdin=b"")
    assert (done.code, done.err.count("\n")) == (2, 1)


def test_a_failure_leaves_no_record_in_a_report():
    done = quick("rank", "--report", "nowhere.bws")
    assert (done.code, done.out) == (4, b"")


def test_rank_says_that_there_was_nothing_to_rank():
    section = b"".join(encode_lines([Section(id=1, letter="A")]))
    done = quick("rank", stdin=section)
    told = "bmconv: no results in this input (bmconv info shows what it contains)\n"
    assert (done.code, done.out, done.err) == (0, section, told)
    assert quick("rank", "-q", stdin=section).err == ""


@pytest.mark.parametrize(
    ("scoring_type", "penalty", "words"),
    [
        (1, "0.5", "Pair 2 N-S: penalty of 0.50 points"),
        (1, "1", "Pair 2 N-S: penalty of 1.00 point"),
        (3, "1", "Pair 2 N-S: penalty of 1.00 IMP"),
        (3, "2", "Pair 2 N-S: penalty of 2.00 IMPs"),
        (4, "1", "Team 2: penalty of 1.00 victory point"),
        (4, "1.5", "Team 2: penalty of 1.50 victory points"),
    ],
)
def test_a_penalty_is_in_the_unit_of_the_ranking(scoring_type, penalty, words, tmp_path):
    records = match() if scoring_type == 4 else uneven_session(winners=2, scoring_type=scoring_type)
    side = "" if scoring_type == 4 else "NS"
    (tmp_path / "td.csv").write_text(f"pair,direction,penalty\n2,{side},{penalty}\n")
    lines = report(records, "--parts", "ranking", "-q", "--adjust", tmp_path / "td.csv")
    assert words in lines

"""A ranking has the same words and numbers on every way: `rank -o`, `rank | to` and `to`."""

from pathlib import Path

import pytest

import bmconv
from bmconv.io.stream import encode_lines
from bmconv.records import Ranking, Result, Section
from tests.helpers.displayed_tables import (
    common_figures,
    page_tables,
    plain_figures,
    sheet_tables,
    sheets,
    text_tables,
)
from tests.helpers.pages import Page
from tests.helpers.ranked_evenings import EVENTS, outputs, ranking_file, unfinished, write_event
from tests.helpers.running import quick

OPTIONS = {
    "butler": ("--method", "butler", "--datum-drop", "10%", "--datum-round", "none"),
    "cross-imps": ("--method", "cross-imps", "--cross", "sum", "--total"),
    "american": ("--scale", "1", "--factor", "none", "--round", "0.1"),
    "one winner": ("--winners", "1", "--averages", "plain"),
    "all": ("--group", "all"),
}


def test_the_page_is_the_same_on_every_way(event):
    first, second, third = outputs(event, "html")
    assert first.decode() == second.decode()
    assert first.decode() == third.decode()


def test_the_workbook_is_the_same_on_every_way(event):
    first, second, third = outputs(event, "xlsx")
    assert first == second
    assert sheets(first) == sheets(third)


def test_the_federations_file_is_the_same_on_every_way(event):
    out = event.with_name("out.xml")
    assert quick("rank", event, "-o", out).code == 0
    assert quick("to", "usebio", stdin=quick("rank", event).out).out == out.read_bytes()


@pytest.mark.parametrize("format", ["html", "xlsx"])
@pytest.mark.parametrize("name", OPTIONS)
def test_options_of_rank_arrive_on_every_way(name, format, tmp_path):
    kind = {"one winner": "pairs", "all": "two sections"}.get(name, "howell")
    first, second = outputs(write_event(EVENTS[kind](), tmp_path), format, *OPTIONS[name])
    assert first == second


def report(event: Path, part: str, *options: str) -> list[str]:
    done = quick("rank", event, "--report", "--parts", part, *options)
    assert done.code == 0, done.err
    return done.out.decode().splitlines()


def without_hint(line: str) -> str:
    return line.partition("; declare it")[0].partition(" (listed by")[0]


def test_text_page_and_workbook_have_the_same_words(event, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    lines = [without_hint(line) for line in report(event, "ranking")]
    text = Page(ranking_file(event, "html").decode()).text
    methods = [line for line in lines if line.startswith("Section") and ": " in line]
    methods = [line for line in methods if not line.endswith(": ranking")]
    titles = [line.removesuffix(": ranking") for line in lines if line.endswith(": ranking")]
    reasons = [line for line in lines if line.startswith("provisional: ")]
    assert methods
    assert titles
    cells = [row[0] for row in sheets(ranking_file(event, "xlsx"))["Ranking"]]
    for words in (*methods, *titles):
        assert words in text
        assert words in cells
    for reason in reasons:
        assert f"Not final yet: {reason.removeprefix('provisional: ')}" in text
        assert f"P{reason[1:]}" in cells


def test_text_page_and_workbook_have_the_same_numbers(event, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    tables = text_tables(report(event, "ranking"))
    page = Page(ranking_file(event, "html").decode())
    book = sheets(ranking_file(event, "xlsx"))
    assert page_tables(page) == tables
    in_figures = {title: [plain_figures(row) for row in rows] for title, rows in tables.items()}
    assert sheet_tables(book) == in_figures


def test_a_page_says_equal_figures_and_equal_results_once(tmp_path):
    """So that the comparisons of pages have such figures to compare."""
    event = write_event(EVENTS["equal results"](), tmp_path)
    page = Page(ranking_file(event, "html").decode())
    for table in page.of("ranking"):
        assert common_figures(table["facts"]) == {"Boards": "12", "Max": "48"}
        assert table["rows"][0] == ["#", "Pair", "Names", "Points", "%"]
    assert {len(group["lines"]) for group in page.groups} == {1, 2, 3}


@pytest.mark.parametrize("format", ["html", "xlsx"])
def test_the_decisions_of_the_director_arrive_on_every_way(format, tmp_path, monkeypatch):
    event = write_event(unfinished(), tmp_path)
    results = [r for r in bmconv.read(event) if isinstance(r, Result)]
    undecided = next(r for r in results if r.remarks == "Arbitral score")
    split = next(r for r in results if r.contract and not r.remarks)
    adjust = tmp_path / "adjust.csv"
    adjust.write_text(
        "section,board,ns,ew,ns_percentage,ew_percentage,ns_score,ew_score,pair,direction,penalty\n"
        f"A,{undecided.board},{undecided.pair_ns},{undecided.pair_ew},60,60,,,,,\n"
        f"A,{split.board},{split.pair_ns},{split.pair_ew},,,420,-50,,,\n"
        "A,,,,,,,,2,NS,10%\n"
    )
    first, second = outputs(event, format, "--adjust", str(adjust))
    assert first == second
    monkeypatch.setenv("COLUMNS", "200")
    lines = report(event, "ranking", "--adjust", str(adjust))
    tables = text_tables(lines[: lines.index("Decisions of the director")])
    assert [row["Pair"] for rows in tables.values() for row in rows if "Penalty" in row] == ["2"]
    if format == "html":
        page = Page(first.decode())
        assert "Not final yet" not in page.text
        assert page_tables(page) == tables
    else:
        in_figures = {title: [*map(plain_figures, rows)] for title, rows in tables.items()}
        assert sheet_tables(sheets(first)) == in_figures


def test_ranked_again_the_decisions_of_the_director_stay(tmp_path):
    event = write_event(EVENTS["pairs"](), tmp_path)
    played = next(r for r in bmconv.read(event) if isinstance(r, Result) and r.contract)
    adjust = tmp_path / "adjust.csv"
    where = f"A,{played.board},{played.pair_ns},{played.pair_ew}"
    adjust.write_text(f"section,board,ns,ew,ns_points,ew_points\n{where},1.5,0.5\n")
    once = quick("rank", event, "--adjust", adjust).out
    again = quick("rank", stdin=once)
    assert (again.out, again.err) == (once, "")


@pytest.mark.parametrize("format", ["html", "xlsx"])
def test_a_scale_of_ones_own_arrives_on_every_way(format, tmp_path):
    scale = tmp_path / "club.csv"
    scale.write_text("imps,winner,loser\n0,5,5\n3,6,4\n10,9,1\n")
    event = write_event(EVENTS["teams"](), tmp_path)
    first, second = outputs(event, format, "--vp-scale", str(scale))
    assert first == second
    if format == "html":
        assert "teams, IMPs and victory points of club.csv" in Page(first.decode()).text


@pytest.mark.parametrize("method", [{"name": "oak"}, {"name": "butler", "datum_drop": "most"}, {}])
def test_a_method_that_is_unknown_is_inferred_from_the_figures(method, tmp_path):
    records = list(bmconv.rank(write_event(EVENTS["pairs"](), tmp_path)).records())
    for record in records:
        if isinstance(record, Ranking):
            record.method = method or None
    done = quick("to", "html", stdin=b"".join(encode_lines(records)))
    assert "Section A: matchpoints\n" in Page(done.out.decode()).text


def test_places_alone_say_how_they_were_scored(tmp_path):
    ranking = bmconv.rank(write_event(EVENTS["pairs"](), tmp_path), scale=1, winners=2)
    kinds = (Ranking, Section)
    alone = [record for record in ranking.records() if isinstance(record, kinds)]
    done = quick("to", "html", stdin=b"".join(encode_lines(alone)))
    words = "Section A: matchpoints 1/½/0, Neuberg, two winners (as asked for)"
    assert words in Page(done.out.decode()).text


@pytest.mark.parametrize(
    ("options", "method", "winners"),
    [
        ((), "MATCH_POINTS", "2"),
        (("--method", "cross-imps", "--cross", "sum", "--winners", "1"), "CROSS_IMPS", "1"),
        (("--method", "butler", "--datum-round", "none"), "BUTLER_IMPS", "2"),
    ],
)
def test_a_federations_file_names_method_and_winners_of_the_ranking(
    options, method, winners, tmp_path
):
    event = write_event(EVENTS["pairs"](), tmp_path)
    out = tmp_path / "night.xml"
    assert quick("rank", event, *options, "-o", out).code == 0
    piped = quick("to", "usebio", stdin=quick("rank", event, *options).out)
    assert out.read_bytes() == piped.out
    text = piped.out.decode("iso-8859-1")
    assert f"<BOARD_SCORING_METHOD>{method}</BOARD_SCORING_METHOD>" in text
    assert f"<WINNER_TYPE>{winners}</WINNER_TYPE>" in text

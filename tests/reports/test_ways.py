"""A ranking has the same words and numbers on every way: `rank -o`, `rank | to` and `to`."""

import io
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import openpyxl
import pytest

import bmconv
from bmconv.bridge.movements import boards_of
from bmconv.io.stream import encode_lines
from bmconv.records import (
    Ranking,
    Record,
    Result,
    Round,
    ScoringGroup,
    Seat,
    Section,
    Session,
    Settings,
)
from bmconv.reports.language import ENGLISH
from tests.helpers.pages import Page
from tests.helpers.running import quick

MITCHELL = ("mitchell", "--tables", "4", "--boards", "12", "--switches", "0")
PEOPLE = ("Ranking", "Matches", "Results", "Travellers", "Scorecards")


def movement(*words: str) -> list[Record]:
    done = quick("movement", "make", *words)
    assert done.code == 0, done.err
    return list(bmconv.read(done.out, "records"))


def play(records: list[Record], seed: int = 1) -> list[Record]:
    """The results of an evening, with names for everybody: odd ones among them."""
    dice = random.Random(seed)
    found: list[Record] = []
    for number, round in enumerate(r for r in records if isinstance(r, Round)):
        if not round.ns_pair or not round.ew_pair:
            continue
        place = {"section": round.section, "table": round.table, "round": round.round}
        if round.round == 1:
            found += [
                Seat(**place | {"round": 0}, direction=d, name=f"{d}{round.section}{round.table}")
                for d in "NESW"
            ]
        for board in boards_of(round):
            pairs = {"board": board, "pair_ns": round.ns_pair, "pair_ew": round.ew_pair}
            odd = {5: "60%-40%", 11: "Not played", 17: "60%-60%", 23: "Wrong direction"}
            remark = odd.get((number * 7 + board) % 40)
            if remark and remark != "Wrong direction":
                found.append(Result(**place, **pairs, remarks=remark))
                continue
            contract = f"{dice.randint(1, 5)} {dice.choice(['S', 'H', 'D', 'C', 'NT'])}"
            tricks = dice.choice(["=", "+1", "-1", "-2", "+2"])
            seat = dice.choice("NESW")
            found.append(
                Result(**place, **pairs, contract=contract, result=tricks, declarer=seat,
                       remarks=remark)
            )  # fmt: skip
    return found


def evening(*words: str, **section: object) -> list[Record]:
    """A movement that was played."""
    records = movement(*words)
    for record in records:
        if isinstance(record, Section):
            for name, value in section.items():
                setattr(record, name, value)
    return [Session(id=1, name="Thursday"), *records, *play(records)]


def two_sections(**settings: bool) -> list[Record]:
    first = movement("mitchell", "--tables", "3", "--boards", "9")
    second = movement("howell", "--tables", "3", "--boards", "10", "--section", "B")
    records = [*first, *second]
    if settings:
        records.append(Settings(values=dict(settings)))
    return [*records, *play(records)]


def groups_of_tables() -> list[Record]:
    """One section whose tables are compared in two fields, and ranked in one list."""
    records = evening("mitchell", "--tables", "4", "--boards", "8")
    for record in records:
        if type(record).__name__ == "Table":
            record.group = 1 if record.table < 3 else 2
    return records


def board_a_match() -> list[Record]:
    records = evening("teams", "--tables", "4", "--boards", "12", scoring_group=1, session=1)
    return [ScoringGroup(session=1, number=1, method=60), *records]


def unfinished() -> list[Record]:
    records = evening(*MITCHELL, winners=2)
    last = next(r for r in reversed(records) if isinstance(r, Result) and r.contract)
    last.contract, last.result, last.declarer, last.remarks = None, None, None, "Arbitral score"
    return [r for r in records if not (isinstance(r, Result) and r.round == 4 and r.table == 2)]


def unplayed_section() -> list[Record]:
    """A section of pairs that played, and one of teams that did not."""
    teams = movement("teams", "--tables", "4", "--boards", "12", "--section", "B")
    return [*evening(*MITCHELL, winners=2), *teams]


EVENTS: dict[str, Callable[[], list[Record]]] = {
    "pairs": lambda: evening(*MITCHELL, winners=2),
    "howell": lambda: evening("howell", "--tables", "4", "--boards", "14", winners=1),
    "guessed winners": lambda: evening("mitchell", "--tables", "4", "--boards", "8"),
    "teams": lambda: evening("teams", "--tables", "4", "--boards", "12"),
    "board-a-match": board_a_match,
    "individual": lambda: evening("individual", "--tables", "2", "--boards", "14"),
    "butler": lambda: evening("howell", "--tables", "3", "--boards", "10", scoring_type=2),
    "cross-imps": lambda: evening("mitchell", "--tables", "4", "--boards", "12", scoring_type=3),
    "two sections": two_sections,
    "sections together": lambda: two_sections(GroupSections=True),
    "groups of tables": groups_of_tables,
    "unfinished": unfinished,
    "unplayed section": unplayed_section,
}
OPTIONS = {
    "butler": ("--method", "butler", "--datum-drop", "10%", "--datum-round", "none"),
    "cross-imps": ("--method", "cross-imps", "--cross", "sum", "--total"),
    "american": ("--scale", "1", "--factor", "none", "--round", "0.1"),
    "one winner": ("--winners", "1", "--averages", "plain"),
    "all": ("--group", "all"),
}


@pytest.fixture(params=EVENTS)
def event(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    return written(EVENTS[request.param](), tmp_path)


def written(records: list[Record], folder: Path) -> Path:
    path = folder / "night.jsonl"
    path.write_bytes(b"".join(encode_lines(records)))
    return path


def ways(event: Path, format: str, *options: str) -> Iterator[bytes]:
    """What each way makes of an event for people; `to` alone has no options of rank."""
    people = ("--people",) if format == "xlsx" else ()
    out = event.with_name(f"out.{format}")
    done = quick("rank", event, *options, "-o", out)
    assert done.code == 0, done.err
    yield out.read_bytes()
    ranked = quick("rank", event, *options)
    assert ranked.code == 0
    done = quick("to", format, *people, stdin=ranked.out)
    assert done.code == 0, done.err
    yield done.out
    if not options:
        yield quick("to", format, *people, event).out


def sheets(data: bytes) -> dict[str, list[tuple[object, ...]]]:
    """The rows of the sheets of a ranking."""
    book = openpyxl.load_workbook(io.BytesIO(data))
    return {
        title: [tuple(row) for row in book[title].iter_rows(values_only=True)]
        for title in PEOPLE
        if title in book.sheetnames
    }


def test_the_page_is_the_same_on_every_way(event):
    first, second, third = ways(event, "html")
    assert first.decode() == second.decode()
    assert first.decode() == third.decode()


def test_the_workbook_is_the_same_on_every_way(event):
    first, second, third = ways(event, "xlsx")
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
    first, second = ways(written(EVENTS[kind](), tmp_path), format, *OPTIONS[name])
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
    data, *_ = ways(event, "html")
    text = Page(data.decode()).text
    methods = [line for line in lines if line.startswith("Section") and ": " in line]
    methods = [line for line in methods if not line.endswith(": ranking")]
    titles = [line.removesuffix(": ranking") for line in lines if line.endswith(": ranking")]
    reasons = [line for line in lines if line.startswith("provisional: ")]
    assert methods
    assert titles
    book, *_ = ways(event, "xlsx")
    cells = [row[0] for row in sheets(book)["Ranking"]]
    for words in (*methods, *titles):
        assert words in text
        assert words in cells
    for reason in reasons:
        assert f"P{reason[1:]}" in text
        assert f"P{reason[1:]}" in cells


def test_text_page_and_workbook_have_the_same_numbers(event, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    lines = [line.split() for line in report(event, "ranking") if line.startswith("  ")]
    data, *_ = ways(event, "html")
    page = Page(data.decode())
    shown = [row for table in page.of("matches") for row in table["rows"]]
    shown = [[*r[:2], r[2].split()[0], r[3].split()[0], *r[4:]] for r in shown]
    shown += [row for table in page.of("ranking") for row in table["rows"]]
    assert [" ".join(row).split() for row in shown] == lines
    book, *_ = ways(event, "xlsx")
    assert (
        _places(sheets(book)["Ranking"])
        == [
            [row[0].rstrip("="), *filter(None, row[1:])]  # the sign is a format of the cell
            for table in page.of("ranking")
            for row in table["rows"][1:]
        ]
    )


def _places(rows: list[tuple[object, ...]]) -> list[list[str]]:
    """The lines of contestants as a page has them; a shared place without its sign."""
    header, *rest = rows
    columns = [str(name) for name in header]
    found = []
    for row in rest:
        if not isinstance(row[0], int):
            continue
        named = [(c, cell) for c, cell in zip(columns, row, strict=True) if cell is not None]
        found.append([_cell(column, cell) for column, cell in named])
    return found


def _cell(column: str, cell: object) -> str:
    if column == "%":
        return ENGLISH.number(100 * float(str(cell)))
    if column == "Max":
        return f"{cell:g}"
    if column in ("Points", "IMPs", "VPs", "Per board", "Penalty"):
        return ENGLISH.number(float(str(cell)))
    return str(cell)


@pytest.mark.parametrize("format", ["html", "xlsx"])
def test_the_decisions_of_the_director_arrive_on_every_way(format, tmp_path):
    event = written(unfinished(), tmp_path)
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
    first, second = ways(event, format, "--adjust", str(adjust))
    assert first == second
    if format == "html":
        assert "Arbitral" not in Page(first.decode()).text.partition("Boards")[0]
        assert "Penalty" in Page(first.decode()).text
    assert "Penalty" in "".join(report(event, "ranking", "--adjust", str(adjust)))


def test_ranked_again_the_decisions_of_the_director_stay(tmp_path):
    event = written(EVENTS["pairs"](), tmp_path)
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
    event = written(EVENTS["teams"](), tmp_path)
    first, second = ways(event, format, "--vp-scale", str(scale))
    assert first == second
    if format == "html":
        assert "teams, IMPs and victory points of club.csv" in Page(first.decode()).text


@pytest.mark.parametrize("method", [{"name": "oak"}, {"name": "butler", "datum_drop": "most"}, {}])
def test_a_method_that_is_unknown_is_inferred_from_the_figures(method, tmp_path):
    ranked = list(bmconv.rank(written(EVENTS["pairs"](), tmp_path)).records())
    for record in ranked:
        if isinstance(record, Ranking):
            record.method = method or None
    done = quick("to", "html", stdin=b"".join(encode_lines(ranked)))
    assert "Section A: matchpoints\n" in Page(done.out.decode()).text


def test_places_alone_say_how_they_were_scored(tmp_path):
    ranked = bmconv.rank(written(EVENTS["pairs"](), tmp_path), scale=1, winners=2)
    kinds = (Ranking, Section)
    alone = [record for record in ranked.records() if isinstance(record, kinds)]
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
    event = written(EVENTS["pairs"](), tmp_path)
    out = tmp_path / "night.xml"
    assert quick("rank", event, *options, "-o", out).code == 0
    piped = quick("to", "usebio", stdin=quick("rank", event, *options).out)
    assert out.read_bytes() == piped.out
    text = piped.out.decode("iso-8859-1")
    assert f"<BOARD_SCORING_METHOD>{method}</BOARD_SCORING_METHOD>" in text
    assert f"<WINNER_TYPE>{winners}</WINNER_TYPE>" in text


def test_page_and_workbook_have_the_same_scorecards_and_travellers(event):
    page = Page(next(ways(event, "html")).decode())
    book = sheets(next(ways(event, "xlsx")))
    header, *rows = book["Scorecards"]
    at = [header.index(name) for name in ("Board", "As", "Score", "So far")]
    cards = [tuple(_text(row[i]) for i in at) for row in rows if isinstance(row[at[0]], int)]
    shown = [row for table in page.of("plays") for row in table["rows"][1:]]
    assert [(_text(r[1]), r[2], _text(r[6]), _text(r[-1])) for r in shown] == cards
    header, *rows = book["Travellers"]
    points = [i for i, name in enumerate(header) if str(name).endswith((" MP", " IMPs"))]
    lines = [
        (_text(row[0]), _text(row[2]), *filter(None, (_text(row[i]) for i in points)))
        for row in rows
        if row[2] is not None
    ]
    shown = [row for table in page.of("traveller") for row in table["rows"][1:]]
    numbered = [(_pairs(r[0]), _pairs(r[1]), *filter(None, map(_text, r[-2:]))) for r in shown]
    assert sorted(numbered) == sorted(lines)


def _text(cell: object) -> str:
    """A number as a page has it, or else the cell as it is."""
    try:
        return ENGLISH.number(float(str(cell)))
    except ValueError:
        return str(cell or "")


def _pairs(cell: str) -> str:
    """The numbers of those on a side, without names and letters of sections."""
    numbers = [part.split()[0].lstrip("AB") for part in cell.split(" + ")]
    return _text(numbers[0]) if len(numbers) == 1 else "+".join(numbers)

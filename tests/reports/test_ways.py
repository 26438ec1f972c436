"""A ranking has the same words and numbers on every way: `rank -o`, `rank | to` and `to`."""

import io
import random
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

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
SHARED = '0"="'
"""The format of a shared place in a workbook."""
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


def equal_results() -> list[Record]:
    """Every pair played all its boards, and many had the same result."""
    records = evening(*MITCHELL, winners=2)
    dice = random.Random(2)
    for record in records:
        if isinstance(record, Result):
            record.contract, record.declarer, record.remarks = "3 NT", "N", None
            record.result = dice.choice(["=", "+1"])
    return records


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
    "equal results": equal_results,
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
    """The rows of the sheets of a ranking, as they are displayed."""
    book = openpyxl.load_workbook(io.BytesIO(data))
    return {
        title: [
            tuple(displayed_value(cell.value, cell.number_format) for cell in row)
            for row in book[title].iter_rows()
        ]
        for title in PEOPLE
        if title in book.sheetnames
    }


def displayed_value(value: Any, number_format: str) -> object:
    """A shared place with its sign and a fraction as a percentage, which are formats of cells."""
    if value is None or number_format not in (SHARED, "0.0%", "0.00%"):
        return value
    return f"{value}=" if number_format == SHARED else 100 * value


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
        assert f"Not final yet: {reason.removeprefix('provisional: ')}" in text
        assert f"P{reason[1:]}" in cells


Rows = list[dict[str, str]]
"""The rows of a table, their cells by the heading of the column; blank cells are left out."""


def test_text_page_and_workbook_have_the_same_numbers(event, monkeypatch):
    monkeypatch.setenv("COLUMNS", "200")
    tables = text_tables(report(event, "ranking"))
    page = Page(next(ways(event, "html")).decode())
    book = sheets(next(ways(event, "xlsx")))
    assert page_tables(page) == tables
    in_figures = {title: [plain_figures(row) for row in rows] for title, rows in tables.items()}
    assert sheet_tables(book) == in_figures


def test_a_page_says_equal_figures_and_equal_results_once(tmp_path):
    """So that the comparisons of pages have such figures to compare."""
    event = written(EVENTS["equal results"](), tmp_path)
    page = Page(next(ways(event, "html")).decode())
    for table in page.of("ranking"):
        assert common_figures(table["facts"]) == {"Boards": "12", "Max": "48"}
        assert table["rows"][0] == ["#", "Pair", "Names", "Points", "%"]
    assert {len(group["lines"]) for group in page.groups} == {1, 2, 3}


def text_tables(lines: list[str]) -> dict[str, Rows]:
    """The tables of a report by their titles."""
    tables: dict[str, Rows] = {}
    title, header = "", []
    for line in lines:
        cells = [(m.group(), m.span()) for m in re.finditer(r"\S+(?: \S+)*", line)]
        if not line.startswith("  "):
            if line and not line.startswith("provisional: "):
                title, header = line.removesuffix(": ranking"), []
        elif not header:
            header, tables[title] = cells, []
        else:
            row = {}
            for cell, (start, end) in cells:
                (name,) = (n for n, (first, last) in header if start < last and first < end)
                row[name] = cell
            assert len(row) == len(cells)
            tables[title].append(row)
    return tables


def page_tables(page: Page) -> dict[str, Rows]:
    """The tables of a page as the report has them, with what the page says once in each row."""
    tables: dict[str, Rows] = {}
    for table in page.of("matches"):
        rows = named_cells(table["rows"])
        for row in rows:
            row |= {side: row[side].split()[0] for side in ("Home", "Away")}
        tables[table["title"]] = rows
    for table in page.of("ranking"):
        header, *lines = table["rows"]
        assert header[0] == "#"
        common = common_figures(table["facts"])
        assert not common.keys() & set(header)
        rows = named_cells([["Place", *header[1:]], *lines])
        for row in rows:
            row |= common
            name, _, penalty = row.get("Names", "").partition(" penalty of ")
            row |= {"Names": name, "Penalty": penalty.split()[0]} if penalty else {}
        tables[table["title"]] = rows
    return tables


def common_figures(facts: str) -> dict[str, str]:
    """What a heading says for all rows, such as `12 boards, maximum 48 points`."""
    patterns = {"Boards": r"(\S+) boards?", "Max": r"maximum (\S+) points"}
    figures = {}
    for fact in filter(None, facts.split(", ")):
        ((name, found),) = (
            (name, found)
            for name, pattern in patterns.items()
            if (found := re.fullmatch(pattern, fact))
        )
        figures[name] = found.group(1)
    return figures


def named_cells(rows: list[list[str]]) -> Rows:
    header, *lines = rows
    return [{name: cell for name, cell in zip(header, line, strict=True) if cell} for line in lines]


def sheet_tables(book: dict[str, list[tuple[object, ...]]]) -> dict[str, Rows]:
    """The matches and ranking lists of a workbook by their titles."""
    tables: dict[str, Rows] = {}
    if "Matches" in book:
        tables["Matches"] = sheet_lines(book["Matches"])
    return tables | sheet_rows(book["Ranking"])


def sheet_rows(sheet: list[tuple[object, ...]]) -> dict[str, Rows]:
    """The rows of a sheet by the titles of its blocks; empty for one without blocks."""
    header, *lines = sheet
    title, blocks = "", {}
    for line in lines:
        if line[1] is None and line[2] is None:
            text = str(line[0] or "")
            title = title if text.startswith("Provisional: ") else text
            continue
        named = zip(map(str, header), line, strict=True)
        row = {name: plain_figure(cell) for name, cell in named if cell is not None}
        blocks.setdefault(title, []).append(row)
    return blocks


def sheet_lines(sheet: list[tuple[object, ...]]) -> Rows:
    """The rows of a sheet without blocks."""
    ((title, rows),) = sheet_rows(sheet).items()
    assert not title
    return rows


def plain_figures(row: dict[str, str]) -> dict[str, str]:
    return {name: plain_figure(cell) for name, cell in row.items()}


def plain_figure(cell: object) -> str:
    """A number with two decimals, or else the text as it is."""
    text = str(cell).replace("\N{MINUS SIGN}", "-")
    try:
        return ENGLISH.number(float(text))
    except ValueError:
        return text


@pytest.mark.parametrize("format", ["html", "xlsx"])
def test_the_decisions_of_the_director_arrive_on_every_way(format, tmp_path, monkeypatch):
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


def test_page_and_workbook_have_the_same_scorecards(event):
    page = Page(next(ways(event, "html")).decode())
    sheet = sheet_rows(sheets(next(ways(event, "xlsx")))["Scorecards"])
    cards = {card_title(table): card_rows(table["rows"]) for table in page.of("plays")}
    assert list(cards) == list(sheet)
    for title, rows in sheet.items():
        for row, line in zip(cards[title], rows, strict=True):
            in_round = [other for other in rows if other["Round"] == line["Round"]]
            opponents = dict.fromkeys(other["Versus"] for other in in_round)
            expected = line | {"Versus": " + ".join(opponents)}
            if "%" in row:
                del expected["MPs"]  # the page has their percentage
            assert row == expected


def card_title(table: dict[str, Any]) -> str:
    """The heading of a card as a workbook has it."""
    place = table["facts"].removesuffix("ranking").strip()
    return "    ".join(filter(None, (table["title"].replace(": ", "  ", 1), place)))


def card_rows(rows: list[list[str]]) -> Rows:
    """The boards of a card, with what the heading of their round says."""
    (_, *header), *lines = rows
    found: Rows = []
    for line in lines:
        if len(line) == 1:
            words = re.fullmatch(
                r"Round (\d+)(?:, (N-S|E-W))?: (?:with .+, )?against (.+)", line[0]
            )
            assert words
            continue
        (row,) = named_cells([["Board", *header], line])
        board, _, side = row["Board"].partition(" ")
        assert bool(side) != bool(words[2])
        row |= {"Round": words[1], "Board": board, "As": (side or words[2]).replace("-", "")}
        found.append(plain_figures(row | {"Versus": words[3]}))
    return found


def test_cards_of_an_individual_name_the_partner_of_each_round(tmp_path):
    event = written(EVENTS["individual"](), tmp_path)
    page = Page(next(ways(event, "html")).decode())
    partners = {}
    for row in sheet_lines(sheets(next(ways(event, "xlsx")))["Results"]):
        for side in (row["N-S"], row["E-W"]):
            one, other = side.split("+")
            turn = row["Round"].partition(".")[0]
            partners |= {(one, turn): other, (other, turn): one}
    named = {}
    for table in page.of("plays"):
        for line in table["rows"]:
            if len(line) == 1:
                words = re.match(r"Round (\d+).*: with (\d+) ", line[0])
                named[table["title"].split()[1].rstrip(":"), words[1]] = words[2]
    assert named == partners


def test_page_and_workbook_have_the_same_travellers(event):
    page = Page(next(ways(event, "html")).decode())
    book = sheets(next(ways(event, "xlsx")))
    results = [result_line(row) for row in sheet_lines(book["Results"])]
    lines = [line for group in page.groups for line in group_lines(group)]
    assert sorted(map(sorted_items, lines)) == sorted(map(sorted_items, results))
    on_sheet = [
        traveller_line(title, row)
        for title, rows in sheet_rows(book["Travellers"]).items()
        for row in rows
    ]
    for line in lines:
        line.pop("E-W %", None)  # which the sheet of travellers has as matchpoints only
    assert sorted(map(sorted_items, on_sheet)) == sorted(map(sorted_items, lines))


def sorted_items(row: dict[str, str]) -> list[tuple[str, str]]:
    return sorted(row.items())


def result_line(row: dict[str, str]) -> dict[str, str]:
    """A result of a workbook as a traveller of a page has it."""
    kept = ("Section", "Board", "N-S", "E-W", "North - South", "East - West", "By")
    line = {name: row[name] for name in kept if name in row}
    line |= {name: cell for name, cell in row.items() if name.endswith((" %", " IMPs"))}
    if "N-S score" in row:
        assert float(row["N-S score"]) == -float(row["E-W score"])
        line["Score"] = row["N-S score"]
    tricks = int(float(row.get("+/-", 0)))
    contract = f"{row.get('Level', '')[:1]}{row.get('Suit', '')}{row.get('Dbl', '')}"
    contract += f"{tricks:+d}" if tricks else "="
    return line | {"Contract": contract if "Level" in row else in_words(row["Remarks"])}


def traveller_line(title: str, row: dict[str, str]) -> dict[str, str]:
    """A line of a sheet of travellers as a page has it."""
    section, board = re.match(r"Section (\w+), Board (\d+) ", title).groups()
    kept = {"N-S", "E-W", "North - South", "East - West", "By", "N-S %", "N-S IMPs", "E-W IMPs"}
    line = {name: cell for name, cell in row.items() if name in kept}
    if "N-S score" in row:
        line["Score"] = row["N-S score"]
    elif "E-W score" in row:
        line["Score"] = f"-{row['E-W score']}"
    contract = row["Contract"].replace(" ", "") if "By" in row else in_words(row["Contract"])
    return line | {"Section": section, "Board": plain_figure(board), "Contract": contract}


def in_words(remark: str) -> str:
    """What a page has instead of a contract."""
    if found := re.fullmatch(r"(\d+)%-(\d+)%", remark):
        return f"{found[1]} % / {found[2]} %, director"
    return remark.lower()


def group_lines(group: dict[str, Any]) -> Rows:
    """A line for each of some equal results: their common figures, and who had them."""
    header, cells, lines = (
        [text.strip() for text in group[part]] for part in ("header", "cells", "lines")
    )
    (figures,) = named_cells([header, cells])
    assert int(figures.pop("Tables")) == len(lines)
    contract = figures["Contract"]
    if re.match(r"\d(?:NT|\W)", contract):
        figures["Contract"], figures["By"] = contract.split(" ")
    for side in ("N-S", "E-W"):
        if side in figures:
            figures[f"{side} IMPs"] = figures.pop(side)
    board = re.fullmatch(r"Board [A-Z]*(\d+)", group["title"])[1]
    found = []
    for line in lines:
        ns, ew = line.split(" – ")
        section = match[0] if (match := re.match(r"[AB](?=\d)", ns)) else "A"
        row = {**figures, "Section": section, "Board": board}
        for side, numbers, names in (
            (ns, "N-S", "North - South"),
            (ew, "E-W", "East - West"),
        ):
            people = [person.split(" ", 1) for person in side.split(" + ")]
            row[numbers] = "+".join(number.lstrip("AB") for number, _ in people)
            row[names] = " & ".join(name for _, name in people)
        found.append(plain_figures(row))
    return found


def test_matches_board_by_board_have_the_figures_of_both_tables(event):
    page = Page(next(ways(event, "html")).decode())
    book = sheets(next(ways(event, "xlsx")))
    matches = sheet_tables(book).get("Matches", [])
    results = sheet_lines(book["Results"])
    duels = page.of("duel")
    for duel, match in zip(duels, matches, strict=True):
        home, away = (match[side].partition(".")[0] for side in ("Home", "Away"))
        turn = match["Round"].partition(".")[0]
        units = [u for u in ("IMPs", "VPs", "Points", "to away") if u in match]
        assert duel["title"] == f"Round {turn}: Team {home} – Team {away}"
        facts = dict(fact.rsplit(" ", 1) for fact in duel["facts"].split(", "))
        assert plain_figures(facts) == {unit: match[unit] for unit in units}
        header, *rows = duel["rows"]
        assert header == ["#", f"{home} N-S", f"{away} N-S", home, away, "So far"]
        played = [
            row
            for row in results
            if row["Round"] == match["Round"] and {row["N-S"], row["E-W"]} == teams_of(match)
        ]
        running = 0.0
        for board, *cells in rows:
            tables = [row for row in played if row["Board"] == plain_figure(board)]
            tables.sort(key=lambda row: f"A{row['Table'][0]}" != match["Table"])
            assert len(tables) == 2
            assert [plain_figure(cell) for cell in cells[:4]] == duel_cells(tables)
            points = match_points(tables[0], home=match["Home"])
            assert [plain_figure(cell) for cell in cells[4:6]] == [
                plain_figure(value) if value and value > 0 else "" for value in points
            ]
            running += points[0] or 0
            assert plain_figure(cells[6]) == plain_figure(running)
        if "IMPs" in match:
            assert plain_figure(running) == match["IMPs"]


def duel_cells(tables: Rows) -> list[str]:
    """The results of both tables, that where the home team sat N-S first."""
    wrong = [row.get("Remarks", "").lower() == "wrong direction" for row in tables]
    if all(wrong):
        return [text for row in tables[::-1] for text in table_result(row)]
    cells: list[str] = []
    for row, is_wrong in zip(tables, wrong, strict=True):
        contract, score = table_result(row)
        cells += [f"{contract} (E-W)" if is_wrong else contract, score]
    return cells


def table_result(row: dict[str, str]) -> tuple[str, str]:
    """Contract and declarer, or the remark instead of them, and the score of North-South."""
    line = result_line(row)
    contract = line["Contract"] if "Level" in row else row["Remarks"].lower()
    return f"{contract} {line.get('By', '')}".strip(), line.get("Score", "")


def teams_of(match: dict[str, str]) -> set[str]:
    return {match["Home"], match["Away"]}


def match_points(row: dict[str, str], home: str) -> list[float | None]:
    """The IMPs or points of the home team and the other on a board, by the home table."""
    sides = ("N-S", "E-W") if row["N-S"] == home else ("E-W", "N-S")
    cells = [row.get(f"{side} IMPs") or row.get(f"{side} %") for side in sides]
    share = 1 if "N-S IMPs" in row else 100
    return [None if cell is None else float(cell) / share for cell in cells]


def test_the_cross_table_has_the_points_of_the_matches(event):
    page = Page(next(ways(event, "html")).decode())
    matches = sheet_tables(sheets(next(ways(event, "xlsx")))).get("Matches", [])
    points = {}
    for match in matches:
        home, away = match["Home"], match["Away"]
        points[home, away] = match.get("VPs") or match["Points"]
        points[away, home] = match["to away"]
    cells = {}
    for table in page.of("cross"):
        (_, *others), *rows = table["rows"]
        for team, *row in rows:
            for other, cell in zip(others, row, strict=True):
                assert (cell == "–") == (team == other)
                cells[plain_figure(team), plain_figure(other)] = plain_figure(cell)
    assert {pair: cell for pair, cell in cells.items() if cell != "–"} == points

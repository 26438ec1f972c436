"""The tables of reports, pages and workbooks in one form, so that they can be compared."""

import io
import re
from functools import cache
from typing import Any

import openpyxl

from bmconv.reports.language import ENGLISH
from tests.helpers.pages import Page

SHARED_PLACE = '0"="'
"""The number format of a shared place in a workbook."""
SHEETS = ("Ranking", "Matches", "Results", "Travellers", "Scorecards")


@cache
def sheets(data: bytes) -> dict[str, list[tuple[object, ...]]]:
    """The rows of the sheets for people in a workbook, as they are displayed."""
    book = openpyxl.load_workbook(io.BytesIO(data))
    return {
        title: [
            tuple(displayed_value(cell.value, cell.number_format) for cell in row)
            for row in book[title].iter_rows()
        ]
        for title in SHEETS
        if title in book.sheetnames
    }


def displayed_value(value: Any, number_format: str) -> object:
    """The value that a cell displays: its number format adds = to a shared place and %."""
    if value is None or number_format not in (SHARED_PLACE, "0.0%", "0.00%"):
        return value
    return f"{value}=" if number_format == SHARED_PLACE else 100 * value


Rows = list[dict[str, str]]
"""The rows of a table, each with its cells by column heading; blank cells are left out."""


def text_tables(lines: list[str]) -> dict[str, Rows]:
    """The tables of a text report by their titles."""
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
    """The tables of a page in the form of a text report; facts of the heading are in each row."""
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
    """Facts of a heading that hold for all rows, such as `12 boards, maximum 48 points`."""
    patterns = {"Boards": r"(\S+) boards?", "Max": r"maximum (\S+) points"}
    figures = {}
    for fact in filter(None, facts.split(", ")):
        ((name, match),) = (
            (name, match)
            for name, pattern in patterns.items()
            if (match := re.fullmatch(pattern, fact))
        )
        figures[name] = match.group(1)
    return figures


def named_cells(rows: list[list[str]]) -> Rows:
    """Rows with their cells by the names in the first row."""
    header, *lines = rows
    return [{name: cell for name, cell in zip(header, line, strict=True) if cell} for line in lines]


def sheet_tables(book: dict[str, list[tuple[object, ...]]]) -> dict[str, Rows]:
    """The matches and ranking lists of a workbook by their titles."""
    tables: dict[str, Rows] = {}
    if "Matches" in book:
        tables["Matches"] = sheet_lines(book["Matches"])
    return tables | sheet_rows(book["Ranking"])


def sheet_rows(sheet: list[tuple[object, ...]]) -> dict[str, Rows]:
    """The rows of a sheet by the titles of its blocks; the title is empty without blocks."""
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

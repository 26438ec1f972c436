"""Columns of the sheets for people: their widths and styles, and rows made from them."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from bmconv.records import RECORDED_DECIMALS
from bmconv.reports.workbook.book import RED, Book, Look, Sheet

SHARE, TWO_DIGITS = "0.0%", "0.00"
"""Formats of numbers."""


class SheetColumn(NamedTuple):
    """A column of a sheet: its name, its width and the style of its cells."""

    name: str
    width: float
    look: Look


def number(name: str, width: float, format: str = "") -> SheetColumn:
    """A column of numbers."""
    return SheetColumn(name, width, Look(align="right", format=format))


def middle(name: str, width: float) -> SheetColumn:
    """A column with centred cells."""
    return SheetColumn(name, width, Look(align="center"))


def text(name: str, width: float) -> SheetColumn:
    """A column of text."""
    return SheetColumn(name, width, Look(indent=True))


def names(name: str, texts: Iterable[str]) -> SheetColumn:
    """A column as wide as its longest name, within limits."""
    return text(name, min(max([12, *map(len, texts)]) + 3, 50))


def round_figure(figure: float | None) -> float | None:
    """A figure, rounded as in records."""
    return None if figure is None else round(figure, RECORDED_DECIMALS) + 0.0


def new_sheet(
    book: Book,
    title: str,
    columns: list[SheetColumn],
    frozen: str = "A2",
    *,
    landscape: bool = False,
) -> Sheet:
    """A new sheet with a header, set up for printing."""
    sheet = book.sheet(title, [column.width for column in columns], frozen)
    sheet.set_up_printing(landscape=landscape)
    sheet.header([column.name for column in columns], 20)
    return sheet


def row(sheet: Sheet, columns: list[SheetColumn], cells: list[Any], fill: str = "") -> None:
    """Add a row in the styles of the columns, with hearts and diamonds in red."""
    styled = []
    for column, cell in zip(columns, cells, strict=True):
        look = column.look._replace(fill=fill)
        if isinstance(cell, str) and cell[:1] in ("♥", "♦"):
            look = look._replace(color=RED)
        empty = cell is None or cell == ""
        styled.append(None if empty and not fill else sheet.cell(None if empty else cell, look))
    sheet.append(styled)

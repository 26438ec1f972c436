"""A workbook being written: sheets, styles, safe text, and the same bytes for the same input."""

from __future__ import annotations

import datetime
import os
import re
import shutil
from codecs import getwriter
from collections.abc import Iterable, Sequence
from contextlib import suppress
from copy import copy
from io import TextIOWrapper
from types import SimpleNamespace
from typing import IO, Any, NamedTuple, cast
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from openpyxl import Workbook
from openpyxl.cell import Cell, WriteOnlyCell
from openpyxl.cell.rich_text import CellRichText, TextBlock
from openpyxl.cell.text import InlineFont
from openpyxl.styles import Alignment, Border, Color, Font, PatternFill, Side
from openpyxl.utils import get_column_letter
from openpyxl.worksheet.page import PageMargins
from openpyxl.worksheet.pagebreak import Break
from openpyxl.writer.excel import ExcelWriter

from bmconv.errors import DataError
from bmconv.io.formulas import EVALUATED, FORMULA_STARTS
from bmconv.notes import Notes
from bmconv.reports.language import ENGLISH, Language

OF_RECORDS = " records"
"""The end of a sheet's name that is a record type: to Excel, `hands` and `Hands` are the same."""
TEXT_LIMIT = 32_767
ROW_LIMIT = 1_048_576
FIRST_DATE = datetime.date(1900, 3, 1)
"""Excel's calendar is wrong or undefined before this day: earlier dates are written as text."""
UNDATED = datetime.datetime(2000, 1, 1)
"""The date of a workbook without a date; always the same, so that the bytes are the same."""
A4 = 9
"""Excel's number for the paper size."""
ACROSS, DOWN = 8.27 - 2 * 0.5, 11.69 - 2 * 0.75
"""The printable width and height of a portrait page, in inches."""
HEADING_LIMIT = 100
"""Excel allows 255 characters in a page header, including its control codes."""

# Characters that XML cannot hold, and text that looks like their escapes; Excel escapes them as
# _x0007_ (ECMA-376 part 1, 22.4.2.4).
_UNSAFE = re.compile("[\x00-\x08\x0b-\x1f\ufffe\uffff\ud800-\udfff]|_(?=x[0-9A-Fa-f]{4}_)")

DARK, LIGHT, BAND, RED, GRAY = "1F4E5F", "DCE9EC", "F4F8F9", "C00000", "7F7F7F"
_LINE = Side(style="thin", color="BFCED2")


class Look(NamedTuple):
    """The style of a cell."""

    bold: bool = False
    color: str = ""
    fill: str = ""
    format: str = ""
    align: str = ""
    wrap: bool = False
    size: int = 0
    line: bool = False
    """Whether there is a thin line below the cell."""
    indent: bool = False


HEADER = Look(bold=True, color="FFFFFF", fill=DARK, align="center", wrap=True)
TITLE = Look(bold=True, fill=LIGHT, size=12)


class Book:
    """A workbook; text that does not fit in a cell is noted."""

    def __init__(self, notes: Notes, language: Language = ENGLISH) -> None:
        self.notes, self.language = notes, language
        self.heading = ""
        """The header of every printed page."""
        self.workbook = Workbook(write_only=True)
        self._models: dict[tuple[Look, bool], Any] = {}

    def sheet(self, title: str, widths: Sequence[float], frozen: str = "A2") -> Sheet:
        """Add a sheet at the end."""
        return Sheet(self, title, widths, frozen)

    def styled_cell(self, look: Look, *, guarded: bool = False) -> Any:
        """An empty cell with a look: a copy of a model, with which it shares its style."""
        if (look, guarded) not in self._models:
            cell: Any = WriteOnlyCell(self.workbook.worksheets[0])
            cell.font = Font(
                name="Calibri", sz=look.size or 11, b=look.bold, color=look.color or None
            )
            if look.fill:
                cell.fill = PatternFill("solid", fgColor=look.fill)
            if look.format:
                cell.number_format = look.format
            if look.align or look.wrap or look.indent:
                cell.alignment = Alignment(
                    horizontal=look.align or ("left" if look.indent else None),
                    vertical="center",
                    wrap_text=look.wrap or None,
                    indent=1 if look.indent else 0,
                )
            if look.line:
                cell.border = Border(bottom=_LINE)
            if guarded:
                cell.quotePrefix = True
            self._models[look, guarded] = cell
        return copy(self._models[look, guarded])

    def save(self, sink: Any, order: Iterable[str], dated: datetime.datetime) -> None:
        """Write the sheets in this order; sheets not listed come last."""
        workbook: Any = self.workbook
        if not workbook.worksheets:
            workbook.create_sheet("records").append(("no records",))
        turns = {title: turn for turn, title in enumerate(order)}
        titles = sorted(workbook.sheetnames, key=lambda title: turns.get(title, len(turns)))
        for place, title in enumerate(titles):
            workbook.move_sheet(title, place - workbook.sheetnames.index(title))
        workbook.properties.creator = "bmconv"
        workbook.properties.created = workbook.properties.modified = dated
        with _Archive(sink, dated) as archive:
            ExcelWriter(workbook, archive).write_data()

    def discard(self) -> None:
        """Remove the temporary files of unsaved sheets; saving a sheet removes its file."""
        nowhere = SimpleNamespace(write=len)
        while self.workbook.worksheets:
            with suppress(Exception), _Archive(nowhere, UNDATED) as archive:
                ExcelWriter(self.workbook, archive).write_data()
                return
            self.workbook.remove(self.workbook.worksheets[0])  # saved before the error


class Sheet:
    """A sheet to which rows are appended."""

    def __init__(self, book: Book, title: str, widths: Sequence[float], frozen: str) -> None:
        self.book, self.title, self.widths = book, title, widths
        self.sheet: Any = book.workbook.create_sheet(title)
        for at, width in enumerate(widths, 1):
            self.sheet.column_dimensions[get_column_letter(at)].width = width
        if frozen:
            self.sheet.freeze_panes = frozen
        self.rows = 0
        self.on_page = 0
        """Rows on the current printed page."""

    def append(self, cells: Sequence[Any]) -> None:
        """Add a row of values or of cells made by `cell` or `text`."""
        if self.rows == ROW_LIMIT:
            raise DataError(f"sheet {self.title!r}: more rows than the {ROW_LIMIT:,} of Excel")
        self.rows += 1
        self.sheet.append(cells)

    def header(self, names: Sequence[str], height: float | None = None) -> None:
        """Add a row with the names of the columns."""
        self.height(height)
        self.append([self.cell(name, HEADER) for name in names])

    def block_title(self, text: str, columns: int) -> None:
        """Add a row with a title that spans the columns."""
        self.append([self.cell(text if at == 0 else None, TITLE) for at in range(columns)])

    def height(self, points: float | None) -> None:
        """Set the height of the next row."""
        if points:
            self.sheet.row_dimensions[self.rows + 1].height = points

    def cell(self, value: Any, look: Look) -> Any:
        """A styled cell; strings are made safe by `text`."""
        safe = self.text(value) if isinstance(value, str) else value
        if not isinstance(safe, Cell):
            cell = self.book.styled_cell(look)
            cell.value = safe
            return cell
        cell = self.book.styled_cell(look, guarded=bool(safe.quotePrefix))
        cell.value, cell.data_type = safe.value, safe.data_type
        return cell

    def text(self, text: str, place: str = "") -> Any:
        """A cell that stays text, never a formula or an error value, escaped for XML."""
        if text[:1] not in FORMULA_STARTS and text[:1] != "#" and is_plain(text):
            return text
        safe = _UNSAFE.sub(lambda match: f"_x{ord(match[0]):04X}_", text)
        if len(safe) > TEXT_LIMIT:  # cut, but not inside an escape
            safe = re.sub(r"_(x[0-9A-F]{0,4})?$", "", safe[:TEXT_LIMIT])
            message = f"text{{s}} cut to {TEXT_LIMIT:,} characters"
            self.book.notes.loss("text-cut", place or f"sheet {self.title}", message)
        cell = self._raw(safe, "s")
        if text[:1] in EVALUATED and len(text) > 1:
            cell.quotePrefix = True
        return cell

    def number(self, value: float) -> Any:
        """A number with all its digits: openpyxl writes 16, but some numbers need 17."""
        return value if float(f"{value:.16g}") == value else self._raw(repr(value), "n")

    def suits(self, parts: Iterable[tuple[str, bool]], look: Look) -> Any:
        """A cell of several parts, each red or not; for texts that are known to be safe."""
        font, red = (
            InlineFont(rFont="Calibri", sz=look.size or 11, b=look.bold or None, color=color)
            for color in (None, Color(RED))
        )
        blocks = [TextBlock(red if is_red else font, text) for text, is_red in parts]
        cell = self.book.styled_cell(look)
        cell.value = CellRichText(*blocks)
        return cell

    def _raw(self, text: str, type: str) -> Any:
        """A cell with this text, whatever it looks like."""
        cell: Any = WriteOnlyCell(self.sheet, text)
        cell.data_type = type
        return cell

    def add_filter(self, columns: int) -> None:
        """Add a filter to the header in the first row."""
        self.sheet.auto_filter.ref = f"A1:{get_column_letter(columns)}{max(self.rows, 1)}"

    def keep_together(self, rows: int) -> None:
        """Start a new page if the rows do not fit and less than a third of the page is left."""
        room = self._page_rows()
        remaining = room - self.on_page
        if rows > remaining and 3 * remaining < room:
            self.sheet.row_breaks.append(Break(id=self.rows))
            remaining = room
        self.on_page = (room - remaining + rows) % room

    def _page_rows(self) -> int:
        """Rows per portrait page, scaled to the width of the columns; a cautious estimate."""
        pixels = sum(int(width * 7 + 5) for width in self.widths)  # Excel's formula, at 96 per inch
        shrunk = min(1, ACROSS * 96 / pixels)
        rows = DOWN * 72 / (15 * shrunk)  # 15 points per row
        header = self.sheet.print_title_rows is not None
        return int(rows * 0.94) - 1 if header else int(rows * 0.97)  # diagrams have no tall rows

    def set_up_printing(self, *, landscape: bool = True, repeat: str = "1:1") -> None:
        """Set up printing: one page wide, with the header on every page."""
        self.sheet.page_setup.orientation = "landscape" if landscape else "portrait"
        self.sheet.page_setup.paperSize = A4
        self.sheet.page_setup.fitToHeight = 0
        self.sheet.sheet_properties.pageSetUpPr.fitToPage = True
        if repeat:
            self.sheet.print_title_rows = repeat
        self.sheet.page_margins = PageMargins(0.5, 0.5, 0.75, 0.75, header=0.3, footer=0.3)
        if self.book.heading:
            heading = _UNSAFE.sub("", self.book.heading)[:HEADING_LIMIT]
            self.sheet.oddHeader.center.text = heading.replace("&", "&&")
        self.sheet.oddFooter.center.text = self.book.language.gettext("&A, page &P of &N")


def is_plain(text: str) -> bool:
    """Whether a text can be written unchanged."""
    return len(text) <= TEXT_LIMIT and text.isprintable() and "_x" not in text


def read_text(text: str) -> str:
    """The text of a cell, with Excel's escapes decoded."""
    if "_x" not in text:
        return text
    return re.sub("_x([0-9A-Fa-f]{4})_", lambda match: chr(int(match[1], 16)), text)


def source_date() -> datetime.datetime | None:
    """The time given in SOURCE_DATE_EPOCH, if any."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    if not epoch.isdecimal():
        return None
    return datetime.datetime.fromtimestamp(int(epoch), datetime.UTC).replace(tzinfo=None)


class _Archive(ZipFile):
    """A zip file whose members all have the same time, so that output is reproducible."""

    def __init__(self, sink: Any, dated: datetime.datetime) -> None:
        # without `seek`, so that ZipFile writes in one pass; the owner of the sink flushes it
        file = SimpleNamespace(write=sink.write, flush=lambda: None)
        super().__init__(cast(IO[bytes], file), "w", ZIP_DEFLATED)
        year = min(max(dated.year, 1980), 2107)  # the years that zip files can have
        self.time = (year, dated.month, dated.day, dated.hour, dated.minute, dated.second)

    def member(self, name: str) -> ZipInfo:
        """The header of a member, with the common time."""
        info = ZipInfo(name, self.time)
        info.compress_type = ZIP_DEFLATED
        info.create_system = 0
        return info

    def write(self, filename: Any, arcname: Any = None, *_: Any) -> None:
        """Add a sheet from the text file of openpyxl, whose line ends are converted on Windows."""
        large = os.path.getsize(filename) >= 1 << 31
        member = self.open(self.member(arcname), "w", force_zip64=large)
        with open(filename, "rb") as source, member as target:
            if os.linesep == "\n":
                shutil.copyfileobj(source, target, 1 << 20)
            else:
                text = TextIOWrapper(source, encoding="utf-8")
                shutil.copyfileobj(text, getwriter("utf-8")(target), 1 << 20)

    def writestr(self, zinfo_or_arcname: Any, data: Any, *_: Any) -> None:
        """Add a text."""
        super().writestr(self.member(zinfo_or_arcname), data)

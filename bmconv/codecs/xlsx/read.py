"""Reading workbooks: sheets of records as bmconv writes them, other sheets as player lists."""

import datetime
from collections.abc import Callable, Iterator
from typing import Any
from zipfile import ZipFile

import msgspec
import openpyxl
from openpyxl.worksheet._reader import WorkSheetParser

from bmconv.codecs.shared.player_list import PlayerList, columns_of
from bmconv.codecs.tables.shared import fields_in
from bmconv.columns import TABLES
from bmconv.errors import BadInput, Flag, NotOurs, Wording
from bmconv.io.source import Source
from bmconv.notes import Notes
from bmconv.records import TYPES, Record
from bmconv.reports.workbook.book import OF_RECORDS, ROW_LIMIT, read_text
from bmconv.schema import RecordField, type_with

_CHOOSE = Wording(
    "choose one with ", Flag("sheet", "NAME", "bmconv from xlsx --sheet NAME (convert: --from-opt)")
)
_ORIGINAL = "sheets for people are not read; use the file that they were made from"
UNPACKED_LIMIT = 1 << 31
"""The most bytes of a workbook when unpacked."""
STRINGS_LIMIT = 1 << 24
"""The most bytes of shared strings, which are kept in memory."""
PART_LIMIT = 1 << 22
"""The most bytes of other parts, such as styles: parsing takes twenty times as much memory."""
ROW_BYTES = 1 << 22
"""The most bytes of a row, or of the part of a sheet around the rows, for the same reason."""
RATIO_LIMIT = 400
"""The highest compression ratio of a part: that of ordinary sheets is about 30."""
ANY_RATIO_SIZE = 1 << 22
"""Parts that unpack to no more than these bytes are accepted with any ratio."""
COLUMN_LIMIT = 16_384
"""The most columns of a sheet in Excel."""
_LARGE_PARTS = ("xl/worksheets/", "xl/pivotCache/", "xl/drawings/", "xl/charts/", "customXml/")
HEADER_ROWS, HEADER_COLUMNS = 20, 64
"""How many rows and columns are searched for the header, which can have titles above it."""


def read(source: Source, sheet: str, notes: Notes, *, extra: bool) -> Iterator[Record]:
    """The records of a workbook."""
    file = source.seekable()
    try:
        _refuse_bombs(file, source.name)
        book = openpyxl.load_workbook(file, read_only=True, data_only=True, keep_links=False)
        try:
            yield from _SheetReader(book, source.name, notes, extra=extra).sheets(sheet)
        finally:
            book.close()
    except (BadInput, MemoryError):
        raise
    except Exception as error:  # openpyxl raises all kinds of errors
        why = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise BadInput(source.name, f"cannot read it: {why}", "a workbook") from None


def _refuse_bombs(file: Any, name: str) -> None:
    """Refuse zip bombs, and zip archives that are not workbooks."""
    total = 0
    with ZipFile(file) as archive:
        parts = archive.namelist()
        if not any(part.startswith("xl/") for part in parts):
            if any(part.startswith("word/") for part in parts):
                problem = "a Word file (.docx); copy its table into a workbook, or save it as text"
            elif "content.xml" in parts:
                problem = "an OpenDocument file (.ods, .odt); save it as .xlsx"
            else:
                problem = "a zip archive, not a workbook; let its name end with .zip"
            raise NotOurs(name, problem)
        for part in archive.infolist():
            total += part.file_size
            packed = max(part.compress_size, 1)
            if part.file_size > ANY_RATIO_SIZE and part.file_size / packed > RATIO_LIMIT:
                problem = f"{part.filename} unpacks to {part.file_size / packed:.0f} times its size"
                raise BadInput(name, problem, "a workbook")
            limit = _limit_of(part.filename)
            if limit and part.file_size > limit:
                problem = f"{part.filename} unpacks to more than {limit >> 20} MB"
                raise BadInput(name, problem, "a workbook")
    if total > UNPACKED_LIMIT:
        raise BadInput(name, "unpacks to more than 2 GB", "a workbook")
    file.seek(0)


def _limit_of(part: str) -> int:
    """The most bytes of a part of a workbook; 0, no limit, if it is never read as a whole."""
    if not part.endswith((".xml", ".rels")) or part.startswith(_LARGE_PARTS):
        return 0
    return STRINGS_LIMIT if part == "xl/sharedStrings.xml" else PART_LIMIT


class _RowBytes:
    """A sheet as a file for the parser; refuses to read more than ROW_BYTES after `begin_row`."""

    def __init__(self, part: Any) -> None:
        self.part, self.remaining = part, ROW_BYTES

    def begin_row(self) -> None:
        """Reset the limit for the next row."""
        self.remaining = ROW_BYTES

    def read(self, size: int = -1) -> bytes:
        """The next bytes, at most `size`."""
        block: bytes = self.part.read(size)
        self.remaining -= len(block)
        if self.remaining < 0:
            raise ValueError(
                f"a row, or the part around the rows, of more than {ROW_BYTES >> 20} MB"
            )
        return block


class _SheetReader:
    """Reads the sheets of one workbook."""

    def __init__(self, book: Any, name: str, notes: Notes, *, extra: bool) -> None:
        self.book, self.name, self.extra, self.notes = book, name, extra, notes

    def sheets(self, wanted: str) -> Iterator[Record]:
        """The requested sheet, otherwise all sheets of records, otherwise the only player list."""
        titles = [sheet.title for sheet in self.book.worksheets]
        if wanted:
            matches = [title for title in titles if title.lower() == wanted.lower()]
            if not matches:
                raise BadInput(self.name, f"no sheet {wanted!r}", f"one of {', '.join(titles)}")
            yield from self._sheet(self.book[matches[0]])
            return
        of_records = [kind + OF_RECORDS for kind in TABLES if kind + OF_RECORDS in titles]
        if of_records:
            for title in of_records:
                yield from self._sheet(self.book[title])
            return
        players = [title for title in titles if _find_header(self.book[title])]
        if len(players) > 1:
            problem = f"players on the sheets {', '.join(players)}"
            raise BadInput(self.name, problem, hint=_CHOOSE)
        if players:
            yield from self._sheet(self.book[players[0]])
        elif titles != ["records"]:  # bmconv writes this one if there are no records
            problem = "no sheet of records and none with names and numbers of players"
            raise NotOurs(self.name, problem, hint=_ORIGINAL)

    def _sheet(self, sheet: Any) -> Iterator[Record]:
        """The records or players of a sheet."""
        place = f"{self.name}: sheet {sheet.title}"
        players_from = _find_header(sheet)
        header = _texts(_row(sheet, 1))
        kind = sheet.title.removesuffix(OF_RECORDS)
        if kind not in TABLES or not sheet.title.endswith(OF_RECORDS):
            kind = "" if players_from else type_with(filter(None, header)) or ""
        if kind:
            yield from self._records(sheet, kind, header, place)
        elif players_from:
            yield from self._players(sheet, players_from, place)
        else:
            expected = "names and numbers of players, or the fields of a record type"
            raise BadInput(place, "unknown header", expected)

    def _records(self, sheet: Any, kind: str, header: list[str], place: str) -> Iterator[Record]:
        readers = [_cell_reader(field) for field in fields_in(header, kind, place)]
        for number, row in rows(sheet, len(header)):
            if number == 1:
                continue
            try:
                values = {
                    name: reader(cell)
                    for name, reader, cell in zip(header, readers, row, strict=False)
                    if cell is not None and reader
                }
                yield msgspec.convert(values | {"type": kind}, TYPES[kind], strict=False)
            except (ValueError, msgspec.MsgspecError, RecursionError) as error:
                text = "unreadable row{s} skipped"
                self.notes.error("bad-row", f"{place} row {number}: {error}", text)

    def _players(self, sheet: Any, header_at: int, place: str) -> Iterator[Record]:
        """A player for each row below the header."""
        header = _texts(_row(sheet, header_at))
        players = PlayerList(columns_of(header), header, self.notes, extra=self.extra)
        for number, row in rows(sheet, len(header)):
            cells = [_as_text(cell).strip() if cell is not None else "" for cell in row]
            if number > header_at and any(cells):
                yield players.player(cells, f"{place} row {number}")


def rows(sheet: Any, columns: int = COLUMN_LIMIT) -> Iterator[tuple[int, tuple[Any, ...]]]:
    """The rows of a sheet with their numbers; ValueError if a cell is outside Excel's limits.

    openpyxl's `iter_rows` is not used: it adds empty rows in gaps and ignores such cells.
    """
    book = sheet.parent
    with sheet._get_source() as part:
        limited = _RowBytes(part)
        parser = WorkSheetParser(
            limited,
            sheet._shared_strings,
            data_only=True,
            epoch=book.epoch,
            date_formats=book._date_formats,
            timedelta_formats=book._timedelta_formats,
        )
        for number, cells in parser.parse():
            limited.begin_row()
            widest = max((cell["column"] for cell in cells), default=0)
            if not 0 < number <= ROW_LIMIT or widest > COLUMN_LIMIT:
                cell_place = f"row {number:,}, column {widest:,}"
                raise ValueError(
                    f"sheet {sheet.title} has a cell in {cell_place}, beyond the limits of Excel"
                )
            row: list[Any] = [None] * min(columns, widest)
            for cell in cells:
                if cell["column"] <= columns:
                    row[cell["column"] - 1] = cell["value"]
            yield number, tuple(row)


def _row(sheet: Any, wanted: int) -> tuple[Any, ...]:
    """The row with this number, or an empty one."""
    for number, row in rows(sheet):
        if number >= wanted:
            return row if number == wanted else ()
    return ()


def _texts(row: tuple[Any, ...]) -> list[str]:
    """The cells of a row as text, without empty ones at its end."""
    texts = ["" if cell is None else str(cell).strip() for cell in row]
    while texts and not texts[-1]:
        texts.pop()
    return texts


def _find_header(sheet: Any) -> int:
    """The number of the row that is the header of a player list; 0 if there is none."""
    for number, row in rows(sheet, HEADER_COLUMNS):
        if number > HEADER_ROWS:
            break
        texts = _texts(row)
        if len(list(filter(None, texts))) > 1 and columns_of(texts):
            return number
    return 0


def _cell_reader(field: RecordField | None) -> Callable[[Any], Any] | None:
    """The function that converts a cell to a value; None for a column that is not a field."""
    if field is None:
        return None
    if field.kind == "json":
        return lambda cell: msgspec.json.decode(read_text(cell))
    if field.kind == "text":
        return _as_text
    if field.kind == "date":
        return lambda cell: cell.date() if isinstance(cell, datetime.datetime) else cell
    if field.kind == "time":
        return lambda cell: cell.time() if isinstance(cell, datetime.datetime) else cell
    return lambda cell: cell


def _as_text(cell: Any) -> str:
    """A cell as text, because player numbers may have been typed as numbers."""
    if isinstance(cell, str):
        return read_text(cell)
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)

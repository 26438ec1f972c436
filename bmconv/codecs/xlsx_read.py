"""Reading workbooks: our own sheets of records exactly, else a list of players."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any
from zipfile import ZipFile

import msgspec
import openpyxl

from bmconv.codecs.player_list import PlayerList, columns_of
from bmconv.codecs.tables import fields_in, types_with
from bmconv.codecs.xlsx_book import OF_RECORDS, read_text
from bmconv.columns import TABLES
from bmconv.errors import BadInput, NotOurs
from bmconv.notes import Notes
from bmconv.records import TYPES, Record
from bmconv.schema import Field
from bmconv.source import Source

UNPACKED_LIMIT = 1 << 31
STRINGS_LIMIT = 1 << 28
"""Texts that are shared between cells are all held in memory."""
RATIO_LIMIT = 400
"""Sheets of numbers shrink to a thirtieth; what shrinks to less than this was made to."""
FREE = 1 << 22
"""A part that unpacks to no more than this harms nobody."""
HEADER_ROWS = 20
"""A header may have titles above it."""

Row = tuple[Any, ...]


def read(source: Source, sheet: str, notes: Notes) -> Iterator[Record]:
    """The records of a workbook."""
    file = source.seekable()
    try:
        _refuse_bombs(file, source.name)
        book = openpyxl.load_workbook(file, read_only=True, data_only=True)
        try:
            yield from _sheets(book, sheet, source.name, notes)
        finally:
            book.close()
    except (BadInput, MemoryError):
        raise
    except Exception as error:  # openpyxl fails in as many ways as a file can be broken
        why = str(error).splitlines()[0] if str(error) else type(error).__name__
        raise BadInput(source.name, f"cannot be read: {why}", "a workbook") from None


def _refuse_bombs(file: Any, name: str) -> None:
    """A small file must not unpack to something that fills the memory; other archives neither."""
    total = 0
    with ZipFile(file) as archive:
        parts = archive.namelist()
        if not any(part.startswith("xl/") for part in parts):
            raise NotOurs(name, _what_else(parts))
        for part in archive.infolist():
            total += part.file_size
            packed = max(part.compress_size, 1)
            if part.file_size > FREE and part.file_size / packed > RATIO_LIMIT:
                what = f"{part.filename} unpacks to {part.file_size / packed:.0f} times its size"
                raise BadInput(name, what, "a workbook")
            if "sharedStrings" in part.filename and part.file_size > STRINGS_LIMIT:
                raise BadInput(name, "its texts unpack to more than 256 MB", "a workbook")
    if total > UNPACKED_LIMIT:
        raise BadInput(name, "unpacks to more than 2 GB", "a workbook")
    file.seek(0)


def _what_else(parts: list[str]) -> str:
    """What a zip archive is that is not a workbook, and what to do next."""
    if any(part.startswith("word/") for part in parts):
        return "a Word file (.docx); copy its table into a workbook, or save it as plain text"
    if "content.xml" in parts:
        return "an OpenDocument file (.ods, .odt); save it as .xlsx"
    return "a zip archive that is no workbook: unpack it first"


def _sheets(book: Any, wanted: str, name: str, notes: Notes) -> Iterator[Record]:
    titles = [sheet.title for sheet in book.worksheets]
    if wanted:
        found = [title for title in titles if title.lower() == wanted.lower()]
        if not found:
            raise BadInput(name, f"no sheet {wanted!r}", f"one of {', '.join(titles)}")
        yield from _sheet(book[found[0]], name, notes)
        return
    own = [kind + OF_RECORDS for kind in TABLES if kind + OF_RECORDS in titles]
    if own:
        for title in own:
            yield from _sheet(book[title], name, notes)
        return
    players = [title for title in titles if _find_header(book[title])]
    if len(players) > 1:
        what = f"players on the sheets {', '.join(players)}"
        raise BadInput(name, what, "--sheet NAME to say which")
    if players:
        yield from _sheet(book[players[0]], name, notes)
    elif titles != ["records"]:  # as a workbook of ours without a record
        what = "no sheet of records and none with names and numbers of players"
        raise NotOurs(name, what, "--sheet NAME to say which to read")


def _rows(sheet: Any, columns: int | None = None) -> Iterator[Row]:
    sheet.reset_dimensions()  # what a file says of its size need not be so
    rows: Iterator[Row] = sheet.iter_rows(values_only=True, max_col=columns)
    return rows


def _sheet(sheet: Any, name: str, notes: Notes) -> Iterator[Record]:
    """A sheet of records, or of players."""
    place = f"{name}: sheet {sheet.title}"
    players_from = _find_header(sheet)
    header = _texts(next(_rows(sheet), ()))
    kind = sheet.title.removesuffix(OF_RECORDS)
    if kind not in TABLES or not sheet.title.endswith(OF_RECORDS):
        fits = types_with(filter(None, header))
        kind = fits[0] if len(fits) == 1 and not players_from else ""
    if kind:
        yield from _records(sheet, kind, header, place, notes)
    elif players_from:
        yield from _players(sheet, players_from, place, notes)
    else:
        expected = "names and numbers of players, or the fields of a record type"
        raise BadInput(place, "no header that is known", expected)


def _texts(row: Row) -> list[str]:
    texts = ["" if cell is None else str(cell).strip() for cell in row]
    while texts and not texts[-1]:
        texts.pop()
    return texts


def _find_header(sheet: Any) -> int:
    """The number of the row that is a header of players; 0 for none."""
    for number, row in enumerate(islice(_rows(sheet, 64), HEADER_ROWS), 1):
        texts = _texts(row)
        if len(list(filter(None, texts))) > 1 and columns_of(texts):
            return number
    return 0


def _records(
    sheet: Any, kind: str, header: list[str], place: str, notes: Notes
) -> Iterator[Record]:
    readers = [_cell_reader(field) for field in fields_in(header, kind, place)]
    rows = _rows(sheet, len(header))
    next(rows)
    for number, row in enumerate(rows, 2):
        try:
            values = {
                name: reader(cell)
                for name, reader, cell in zip(header, readers, row, strict=False)
                if cell is not None and reader
            }
            yield msgspec.convert(values | {"type": kind}, TYPES[kind], strict=False)
        except (ValueError, msgspec.MsgspecError) as error:
            text = "row{s} skipped that cannot be read"
            notes.error("bad-row", f"{place} row {number}: {error}", text)


def _cell_reader(field: Field | None) -> Callable[[Any], Any] | None:
    """What makes a value of a cell; None for columns that are no fields."""
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
    """A cell as text: a player number may have been typed as a number."""
    if isinstance(cell, str):
        return read_text(cell)
    if isinstance(cell, float) and cell.is_integer():
        return str(int(cell))
    return str(cell)


def _players(sheet: Any, header_at: int, place: str, notes: Notes) -> Iterator[Record]:
    """A player per row below a header."""
    header = _texts(next(islice(_rows(sheet), header_at - 1, None)))
    found = PlayerList(columns_of(header), header, notes)
    rows = islice(_rows(sheet, len(header)), header_at, None)
    for number, row in enumerate(rows, header_at + 1):
        cells = [_as_text(cell).strip() if cell is not None else "" for cell in row]
        if any(cells):
            yield found.player(cells, f"{place} row {number}")

"""Records of one type as CSV: a header, a column per field, lists and maps as JSON text."""

from __future__ import annotations

import csv
import math
import os
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import TYPE_CHECKING, Any

import msgspec

from bmconv.codecs import Codec, Format, Options, Wanted, note_encodings, write_option
from bmconv.codecs.shared.characters import CsvLines, TextSink, delimiter_of
from bmconv.codecs.tables import shared
from bmconv.codecs.tables.plain_results import PlainColumns, PlainResults, plain_columns
from bmconv.codecs.tables.shared import TYPE
from bmconv.columns import BESIDE, TABLES
from bmconv.columns.derived import Deriver
from bmconv.errors import BadInput
from bmconv.io.foreign import INDEX, NUMBERED, integer_text, number_of, record_of
from bmconv.io.formulas import guard, without_guard
from bmconv.io.sink import Output
from bmconv.io.source import BOM, Source
from bmconv.notes import Notes, quantity
from bmconv.records import TYPES, Record, type_name
from bmconv.schema import ALL_FIELDS, RecordField, fields, type_with, types_with

if TYPE_CHECKING:
    from pyarrow import RecordBatch

    from bmconv.event.wide import WideColumns

_ENDING = ".csv"
BULK = 1 << 22
"""The file size in bytes from which reading by columns is worth importing Arrow."""
CELL_ERRORS = (ValueError, msgspec.MsgspecError, RecursionError)
"""The exceptions raised for a cell that does not fit its field."""
_DIALECTS = {"unix": ("\n", "utf-8"), "excel": ("\r\n", "utf-8-sig")}
"""Line ends and character set: Excel recognises UTF-8 by its byte order mark."""

INFO = Format(
    "CSV, a column per field",
    holds=dict.fromkeys(TABLES),
    encoding="utf-8",
    options=(
        *shared.OPTIONS,
        write_option(
            "dialect",
            "unix: LF; excel: CRLF, byte order mark, formulas guarded",
            "unix",
            tuple(_DIALECTS),
        ),
    ),
    table="table",
    folder="out",
    joined=shared.JOINED,
)


def probe(head: bytes, name: str) -> int:
    """A header of field names or of usual words for results; or a folder of such files."""
    if name.endswith(("/", os.sep)):
        return 80 if shared.folder_files(name, _ENDING) else 0
    text = head.decode("utf-8", "replace").removeprefix("\ufeff").strip()
    line = text.replace("\r", "\n").partition("\n")[0]
    header = next(csv.reader([line], delimiter=delimiter_of(line)), [])
    names = {*header} - {TYPE, *INDEX}
    if type_with(names) or (TYPE in header and names <= ALL_FIELDS):
        return 95 if len(names) > 2 else 80  # BMInput.txt may begin with `section,` too
    if types_with(names):
        return 60  # `number;name` is rather a list of players
    return 92 if plain_columns(header) else 0


def wanted(options: Options) -> Wanted | None:
    """The records that a table with these options needs from a reader."""
    return shared.wanted_by("csv", options)


def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """A record per row, of a file or of all files of a folder."""
    encoding = options.text("encoding")
    kind = options.text("table")
    return shared.read(source, kind, _ENDING, lambda file, of: _read(file, of, encoding, notes))


def _read(source: Source, kind: str, encoding: str, notes: Notes) -> Iterator[Record]:
    table = CsvRows(source, kind, encoding)
    if table.plain:
        yield from _plain_results(table, table.plain, notes)
        return
    for row in table.rows():
        record = table.record(row, table.line, notes)
        if record and (not kind or type_name(record) == kind):
            yield record


def _plain_results(table: CsvRows, columns: PlainColumns, notes: Notes) -> Iterator[Record]:
    """The results of a plain table, whose header has usual words instead of field names."""
    results = PlainResults(table.header, columns, table.name, notes)
    for row in table.rows():
        try:
            if any(map(str.strip, row)):
                yield from results.records(row)
        except CELL_ERRORS as error:
            _note_bad_line(table.name, table.line, error, notes)


def _note_bad_line(name: str, line: int, error: Exception, notes: Notes) -> None:
    notes.error("bad-line", f"{name}:{line}: {error}", "unreadable line{s} skipped")


def decode_columns(
    source: Source, kind: str, options: Options, notes: Notes, wanted: Wanted | None
) -> Iterator[RecordBatch] | None:
    """The rows of a large file by columns; None for any file that has to be read by records."""
    if not shared.is_file(source, BULK):
        return None
    requested, encoding = options.text("table"), options.text("encoding")
    with shared.open_again(source) as file:
        table = CsvRows(file, requested, encoding)
        if table.kind != kind or table.plain or TYPE in table.header:
            return None
    return _batches(source, requested, encoding, notes)


def _batches(source: Source, kind: str, encoding: str, notes: Notes) -> Iterator[RecordBatch]:
    from bmconv.codecs.tables.csv_read_batches import read_batches  # Arrow is slow to import

    with shared.open_again(source) as file:
        yield from read_batches(CsvRows(file, kind, encoding), notes)
        note_encodings(file, notes)


class CsvRows:
    """The rows of a file below its header, which determines their type if `kind` is empty."""

    def __init__(self, source: Source, kind: str, encoding: str) -> None:
        excel = source.head().startswith(BOM) and b"\r\n" in source.head()
        self.name = source.name
        delimiter = delimiter_of(source.head().lstrip().partition(b"\n")[0].decode("latin-1"))
        self.reader = csv.reader(source.text_lines(encoding, ends=True), delimiter=delimiter)
        self.unread = self.lines()
        self.header = next(self.unread, [])
        self.columns: list[tuple[str, Callable[[str], Any] | None]] = []
        """The name of each column, and its converter: None if the column is not a field."""
        place = f"{self.name}:{self.line}"
        self.first = next(self.unread, [])
        self.kind = kind
        has_fields = TYPE in self.header or types_with({*self.header} - {*INDEX})
        self.plain = None if has_fields else plain_columns(self.header)
        if TYPE in self.header:  # each row has its own type
            shared.refuse_unknown(self.header, ALL_FIELDS.union(BESIDE, INDEX, (TYPE,)), place)
            self.columns = [(name, without_guard if excel else str) for name in self.header]
            self.kind = kind or dict(zip(self.header, self.first, strict=False)).get(TYPE, "")
        elif self.header and not self.plain:
            self.kind = kind or shared.type_of_header({*self.header} - {*INDEX}, place)
            known = shared.fields_in(self.header, self.kind, place, BESIDE.union(INDEX))
            readers = [_cell_reader(f, excel=excel, comma=delimiter == ";") for f in known]
            self.columns = list(zip(self.header, readers, strict=True))

    @property
    def line(self) -> int:
        """The line of the row that was read last."""
        return self.reader.line_num

    def lines(self) -> Iterator[list[str]]:
        """The lines of the file as lists of cells, without empty lines."""
        try:
            yield from filter(None, self.reader)
        except csv.Error as error:
            raise BadInput(f"{self.name}:{self.line}", str(error), "CSV") from None

    def rows(self) -> Iterator[list[str]]:
        """The rows below the header."""
        return chain([self.first] if self.first else [], self.unread)

    def record(self, row: list[str], line: int, notes: Notes) -> Record | None:
        """The record of a row; None and a note if it does not fit its type."""
        try:
            if len(row) > len(self.columns):
                raise ValueError(f"{quantity(len(row), 'cell')}, expected {len(self.columns)}")
            cells = zip(self.columns, row, strict=False)
            values = {name: read(text) for (name, read), text in cells if text and read}
            if TYPE in self.header:
                return record_of(values.pop(TYPE, self.kind), values)
            return self.convert(values)
        except CELL_ERRORS as error:
            _note_bad_line(self.name, line, error, notes)
            return None

    def convert(self, values: dict[str, Any]) -> Record:
        """The record with these values; raises one of CELL_ERRORS for a value of a wrong type."""
        try:
            return msgspec.convert({TYPE: self.kind} | values, TYPES[self.kind], strict=False)
        except CELL_ERRORS as error:
            try:
                return record_of(self.kind, values)
            except CELL_ERRORS:
                raise error from None


def _cell_reader(
    field: RecordField | None, *, excel: bool, comma: bool
) -> Callable[[str], Any] | None:
    """The function that converts a cell to a value; None for columns that are not fields."""
    if field is None:
        return None
    if excel and field.kind == "text":
        return without_guard
    if field.kind == "float":
        return _finite_with_comma if comma else _finite
    if field.name in NUMBERED:
        return integer_text
    return msgspec.json.decode if field.kind == "json" else str


def _finite(text: str) -> float:
    """A finite number; ValueError for any other text."""
    try:
        if math.isfinite(number := number_of(text)):
            return number
    except ValueError:
        pass
    point = ": write decimals with a point" if "," in text else ""
    raise ValueError(f"{text[:20]!r} is not a number{point}")


def _finite_with_comma(text: str) -> float:
    """A finite number, perhaps with a decimal comma, in a file with semicolons between cells."""
    try:
        return _finite(text.replace(",", "."))
    except ValueError:
        raise ValueError(f"{text[:20]!r} is not a number") from None


def encode(records: Iterable[Record], sink: Output, options: Options, notes: Notes) -> None:
    """Write records of one type, a row for each."""
    kind, records = shared.choose_type(records, options)
    deriver = Deriver()
    records, wide = shared.join_if_wide(records, kind, options, deriver, notes)
    table = _Table(kind, sink, options, notes, wide)
    for _, rows in shared.rows_by_type(records, kind, options, deriver, notes):
        table.write(rows, deriver)


def encode_folder(
    records: Iterable[Record], open_file: Callable[[str], Output], options: Options, notes: Notes
) -> None:
    """Write a file per record type."""
    deriver = Deriver()
    records, wide = shared.join_if_wide(records, "", options, deriver, notes)
    tables: dict[str, _Table] = {}
    for kind, rows in shared.rows_by_type(records, "", options, deriver, notes):
        if kind not in tables:
            file = open_file(shared.folder_path(options, kind, _ENDING))
            tables[kind] = _Table(kind, file, options, notes, wide)
        tables[kind].write(rows, deriver)


def encode_columns(
    kind: str, batches: Iterator[RecordBatch], sink: Output, options: Options, notes: Notes
) -> None:
    """Write batches: the same bytes as record by record."""
    from bmconv.codecs.tables.csv_write_batches import CsvBlocks, Unusual  # Arrow is slow to import
    from bmconv.columns.batches import to_records

    table = _Table(kind, sink, options, notes)
    rows = CsvBlocks(kind, table.front, table.end, table.by_name, derived=table.derived)
    for batch in filter(len, batches):
        try:
            for block in rows.blocks(batch):
                table.text.write_utf8(block)
        except Unusual:
            table.write(list(to_records(kind, batch)), Deriver())
        del batch  # free its memory before the next batch is made


class _Table:
    """A table being written; its header is written first."""

    def __init__(
        self,
        kind: str,
        sink: Output,
        options: Options,
        notes: Notes,
        wide: WideColumns | None = None,
    ) -> None:
        self.wide = wide
        self.end, encoding = _DIALECTS[options.text("dialect")]
        self.text = TextSink(sink, options.text("encoding") or encoding, notes)
        front = shared.columns_before_fields(kind, options)
        self.front = list(front.values())
        self.excel = options.text("dialect") == "excel"
        if self.excel:
            self.front = list(map(guard, self.front))
        self.writers = [
            (field.attribute, guard if self.excel and field.kind == "text" else writer)
            for field in fields(kind)
            for writer in (_cell_writer(field),)
        ]
        self.by_name = {
            field.name: write for field, (_, write) in zip(fields(kind), self.writers, strict=True)
        }
        self.derived = shared.is_derived(kind, options)
        after = [column.name for column in shared.columns_after_fields(kind, options)]
        header = [*front, *(field.name for field in fields(kind)), *after]
        self.text.write(",".join(header) + self.end)

    def write(self, records: list[Any], deriver: Deriver) -> None:
        """Add rows."""
        block: list[str] = []
        out = csv.writer(CsvLines(block.append, self.end))
        for record in records:
            row = [*self.front, *(write(getattr(record, name)) for name, write in self.writers)]
            if self.derived:
                derived = deriver.values(record)
                row += derived
                if self.wide:
                    wide = self.wide.values(record, derived)
                    row += [guard(v) if self.excel and isinstance(v, str) else v for v in wide]
            out.writerow(row)
            if len(block) > 500:
                self.text.write("".join(block))
                block.clear()
        self.text.write("".join(block))


def _cell_writer(field: RecordField) -> Callable[[Any], Any]:
    if field.kind == "json":
        return lambda value: "" if not value else msgspec.json.encode(value).decode()
    if field.kind == "bool":
        return lambda value: "true" if value else ""
    if field.kind == "datetime":
        return lambda value: "" if value is None else value.isoformat()
    return lambda value: "" if value is None else value


CODEC = Codec(
    INFO,
    probe,
    decode,
    encode,
    decode_columns=decode_columns,
    encode_folder=encode_folder,
    encode_columns=encode_columns,
    wanted=wanted,
)

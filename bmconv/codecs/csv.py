"""Records of one type as CSV: a header, a column per field, lists and maps as JSON text."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from bmconv.codecs import Format, Option, Options
from bmconv.codecs import columns as shared
from bmconv.codecs.characters import TextSink
from bmconv.codecs.columns import BESIDE, TABLES, Deriver, derived_columns, origins
from bmconv.errors import BadInput
from bmconv.notes import Notes
from bmconv.records import TYPES, Record
from bmconv.schema import Field, fields
from bmconv.sink import Sink
from bmconv.source import Source, Target

ENDING = ".csv"
DIALECTS = {"unix": ("\n", "utf-8"), "excel": ("\r\n", "utf-8-sig")}
"""Line ends and character set: Excel takes UTF-8 for what it is when a mark says so."""

INFO = Format(
    "CSV, a column per field",
    holds=dict.fromkeys(TABLES),
    encoding="utf-8",
    options=(
        *shared.OPTIONS,
        Option(
            "dialect",
            "unix: lines end in LF; excel: CRLF and a byte order mark",
            "unix",
            tuple(DIALECTS),
            writes=True,
        ),
    ),
)


def probe(head: bytes, name: str) -> int:
    """A header of field names of a record type; or a folder of such files."""
    if name.endswith("/"):
        return 80 if shared.folder_files(name, ENDING) else 0
    line = head.decode("utf-8", "replace").removeprefix("\ufeff").strip().split("\n", 1)[0].strip()
    return 80 if shared.types_with(name.strip('"') for name in line.split(",")) else 0


def target(options: Options) -> Target | None:
    """What it takes: the records of one type, as asked for."""
    return shared.target("csv", options)


def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """A record per row, of a file or of all files of a folder."""
    encoding = options["encoding"]
    folder = shared.from_folder(
        source, ENDING, lambda file, kind: _read(file, kind, encoding, notes)
    )
    return folder if folder is not None else _read(source, options["table"], encoding, notes)


def _read(source: Source, kind: str, encoding: str, notes: Notes) -> Iterator[Record]:
    reader = csv.reader(source.text_lines(encoding, ends=True))
    try:
        header = next(filter(None, reader), None)
        if header is None:
            return
        kind = kind or shared.type_with(header, f"{source.name}:1")
        known = {field.name: field for field in fields(kind)}
        unknown = [name for name in header if name not in known and name not in BESIDE]
        if unknown:
            what = f"column {unknown[0]!r} is no field of {kind}"
            raise BadInput(f"{source.name}:1", what, f"some of {', '.join(known)}")
        if len(set(header)) < len(header):
            twice = next(name for name in header if header.count(name) > 1)
            raise BadInput(f"{source.name}:1", f"column {twice!r} stands there twice", "it once")
        columns = [(name, _cell_reader(known.get(name))) for name in header]
        for row in reader:
            if row:
                where = f"{source.name}:{reader.line_num}"
                record = _record(TYPES[kind], columns, row, where, notes)
                if record is not None:
                    yield record
    except csv.Error as error:
        raise BadInput(f"{source.name}:{reader.line_num}", str(error), "CSV") from None


def _record(
    cls: type[Record],
    columns: list[tuple[str, Callable[[str], Any] | None]],
    row: list[str],
    where: str,
    notes: Notes,
) -> Record | None:
    """The record of a row; one that does not fit its type is noted and skipped."""
    try:
        if len(row) > len(columns):
            raise ValueError(f"{len(row)} cells, expected {len(columns)}")
        values = {
            name: read(text)
            for (name, read), text in zip(columns, row, strict=False)
            if text and read
        }
        return msgspec.convert(values | {"type": str(cls.__struct_config__.tag)}, cls, strict=False)
    except (ValueError, msgspec.MsgspecError) as error:
        notes.error("bad-line", f"{where}: {error}", "line{s} skipped that cannot be read")
        return None


def encode(records: Iterable[Record], sink: Sink, options: Options, notes: Notes) -> None:
    """A row per record of one type, or of all types into a folder."""
    kind = shared.chosen(options, "csv")
    deriver = Deriver()
    tables: dict[str, _Table] = {}
    if kind:
        tables[kind] = _Table(kind, sink, options, notes)
    for found, rows in shared.batches(records, kind, deriver):
        if found not in tables:
            file = sink.beside(shared.folder_path(options, found, ENDING))
            tables[found] = _Table(found, file, options, notes)
        tables[found].write(rows, deriver)


class _Table:
    """One table that is being written."""

    def __init__(self, kind: str, sink: Sink, options: Options, notes: Notes) -> None:
        self.end, encoding = DIALECTS[options["dialect"]]
        self.text = TextSink(sink, options["encoding"] or encoding, notes)
        self.front = list(origins(options).values())
        self.writers = [(field.attribute, _cell_writer(field)) for field in fields(kind)]
        self.derived = derived_columns(kind, options)
        self.text.write(header_of(kind, options))

    def write(self, records: list[Any], deriver: Deriver) -> None:
        """Add rows."""
        block: list[str] = []
        out = csv.writer(_Block(block, self.end))
        for record in records:
            row = [*self.front, *(write(getattr(record, name)) for name, write in self.writers)]
            if self.derived:
                row += deriver.values(record)
            out.writerow(row)
            if len(block) > 500:
                self.text.write("".join(block))
                block.clear()
        self.text.write("".join(block))


def header_of(kind: str, options: Options) -> str:
    """The first line."""
    names = [*origins(options), *(field.name for field in fields(kind))]
    names += [column.name for column in derived_columns(kind, options)]
    return ",".join(names) + DIALECTS[options["dialect"]][0]


def encode_table(batches: Iterator[Any], sink: Sink, options: Options, notes: Notes) -> None:
    """Rows from Arrow batches of the canonical schema: the same bytes as record by record."""
    from bmconv.codecs.csv_bulk import write  # Arrow is slow to import

    write(batches, sink, options, notes)


class _Block:
    """A text file for the csv module over a list of lines.

    It is told to end them with CRLF, because then it quotes a lone carriage return in a cell.
    """

    def __init__(self, block: list[str], end: str) -> None:
        self.block = block
        self.end = end

    def write(self, line: str) -> None:
        self.block.append(line[:-2] + self.end)


def _cell_reader(field: Field | None) -> Callable[[str], Any] | None:
    """What makes a value of a cell; None for columns beside the fields, which are passed over."""
    if field is None:
        return None
    return msgspec.json.decode if field.kind == "json" else str


def _cell_writer(field: Field) -> Callable[[Any], Any]:
    if field.kind == "json":
        return lambda value: "" if not value else msgspec.json.encode(value).decode()
    if field.kind == "bool":
        return lambda value: "true" if value else ""
    if field.kind == "datetime":
        return lambda value: "" if value is None else value.isoformat()
    return lambda value: "" if value is None else value

"""Records of one type as CSV: a header, a column per field, lists and maps as JSON text."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import msgspec

from bmconv.codecs import Format, Option, Options
from bmconv.codecs.characters import TextSink
from bmconv.errors import BadInput, UsageError
from bmconv.notes import Notes
from bmconv.records import TYPES, Record, type_name
from bmconv.schema import Field, fields
from bmconv.sink import Sink
from bmconv.source import Source, Target

TABLES = tuple(kind for kind in TYPES if kind != "error")

INFO = Format(
    "CSV, a column per field",
    holds=dict.fromkeys(TABLES),
    encoding="utf-8",
    options=(
        Option(
            "table", "which record type (reading: default by the header)", "", TABLES, True, True
        ),
    ),
)


def probe(head: bytes, name: str) -> int:
    """A header of field names of a record type."""
    line = head.decode("utf-8", "replace").removeprefix("\ufeff").strip().split("\n", 1)[0].strip()
    return 80 if _types_with(line.split(",")) else 0


def target(options: Options) -> Target:
    """What it takes: the records of one type, as asked for."""
    return Target("csv", frozenset((options["table"],)), asked=True)


def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """A record per row."""
    reader = csv.reader(source.text_lines(options["encoding"], ends=True))
    try:
        header = next(filter(None, reader), None)
        if header is None:
            return
        kind = options["table"] or _type_with(header, source.name)
        known = {field.name: field for field in fields(kind)}
        unknown = [name for name in header if name not in known]
        if unknown:
            what = f"column {unknown[0]!r} is no field of {kind}"
            raise BadInput(f"{source.name}:1", what, f"some of {', '.join(known)}")
        if len(set(header)) < len(header):
            twice = next(name for name in header if header.count(name) > 1)
            raise BadInput(f"{source.name}:1", f"column {twice!r} stands there twice", "it once")
        columns = [(known[name].name, _cell_reader(known[name])) for name in header]
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
    columns: list[tuple[str, Callable[[str], Any]]],
    row: list[str],
    where: str,
    notes: Notes,
) -> Record | None:
    """The record of a row; one that does not fit its type is noted and skipped."""
    try:
        if len(row) > len(columns):
            raise ValueError(f"{len(row)} cells, expected {len(columns)}")
        values = {
            name: read(text) for (name, read), text in zip(columns, row, strict=False) if text
        }
        return msgspec.convert(values | {"type": str(cls.__struct_config__.tag)}, cls, strict=False)
    except (ValueError, msgspec.MsgspecError) as error:
        notes.error("bad-line", f"{where}: {error}", "line{s} skipped that cannot be read")
        return None


def encode(records: Iterable[Record], sink: Sink, options: Options, notes: Notes) -> None:
    """A row per record of one type."""
    kind = options["table"]
    if not kind:
        raise UsageError(f"csv holds one record type: say which with --table ({', '.join(TABLES)})")
    columns = fields(kind)
    writers = [(field.attribute, _cell_writer(field)) for field in columns]
    text = TextSink(sink, options["encoding"] or "utf-8", notes)
    block: list[str] = []
    out = csv.writer(_Block(block))
    out.writerow([field.name for field in columns])
    for record in records:
        if type_name(record) != kind:
            continue  # --table says that the others are not wanted
        out.writerow([write(getattr(record, name)) for name, write in writers])
        if len(block) > 500:
            text.write("".join(block))
            block.clear()
    text.write("".join(block))


def encode_table(batches: Iterator[Any], sink: Sink, options: Options, notes: Notes) -> None:
    """Rows from Arrow batches of the canonical schema: the same bytes as record by record."""
    from bmconv.codecs.csv_bulk import write  # Arrow is slow to import

    write(batches, sink, options, notes)


class _Block:
    """A text file for the csv module over a list of lines.

    It is told to end them with CRLF, because then it quotes a lone carriage return in a cell.
    """

    def __init__(self, block: list[str]) -> None:
        self.block = block

    def write(self, line: str) -> None:
        self.block.append(line[:-2] + "\n")


def _types_with(header: list[str]) -> list[str]:
    """The record types that have all these fields; those that need fewest others come first."""
    names = {name.strip('"') for name in header}
    fits = [k for k in TABLES if names <= set(TYPES[k].__struct_encode_fields__)]
    return sorted(fits, key=lambda kind: len(TYPES[kind].__struct_encode_fields__))


def _type_with(header: list[str], name: str) -> str:
    fits = _types_with(header)
    whole = [k for k in fits if set(TYPES[k].__struct_encode_fields__) == set(header)]
    if "result" in whole:
        return "result"  # an intermediate record has the same fields; --table says so
    if len(whole or fits) != 1:
        what = f"the header fits {' and '.join(fits)}" if fits else "the header fits no record type"
        raise BadInput(f"{name}:1", what, "--table TYPE to say which")
    return (whole or fits)[0]


def _cell_reader(field: Field) -> Callable[[str], Any]:
    return msgspec.json.decode if field.kind == "json" else str


def _cell_writer(field: Field) -> Callable[[Any], Any]:
    if field.kind == "json":
        return lambda value: "" if not value else msgspec.json.encode(value).decode()
    if field.kind == "bool":
        return lambda value: "true" if value else ""
    if field.kind == "datetime":
        return lambda value: "" if value is None else value.isoformat()
    return lambda value: "" if value is None else value

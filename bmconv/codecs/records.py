"""The canonical stream itself: one JSON object a line, with a `type`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bmconv.codecs import Format, Options
from bmconv.notes import Notes
from bmconv.records import TYPES, Record
from bmconv.sink import Sink
from bmconv.source import Source
from bmconv.stream import decode as decode_stream
from bmconv.stream import encode_lines

INFO = Format(
    "canonical records", holds={kind: None for kind in TYPES if kind != "error"}, encoding="utf-8"
)


def probe(head: bytes, name: str) -> int:
    """A line of JSON whose object has a lower-case type."""
    return 90 if b'"type"' in head.split(b"\n", 1)[0] else 0


def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """The records of a stream, an error record among them."""
    return decode_stream(source)


def encode(records: Iterable[Record], sink: Sink, options: Options, notes: Notes) -> None:
    """A line per record."""
    for block in encode_lines(records):
        sink.write(block)

"""The canonical stream itself: one JSON object a line, with a `type`."""

from collections.abc import Iterable, Iterator

import msgspec

from bmconv.codecs import CERTAIN, Codec, Format, Options
from bmconv.errors import Flag, UsageError, Wording
from bmconv.io.sink import Output
from bmconv.io.source import Source
from bmconv.io.stream import PREFIX, encode_lines
from bmconv.io.stream import decode as decode_stream
from bmconv.notes import Notes
from bmconv.records import TYPES, Record

INFO = Format(
    "canonical records", holds={kind: None for kind in TYPES if kind != "error"}, encoding="utf-8"
)


def probe(head: bytes, name: str) -> int:
    """A line of JSON whose object has a lower-case type, as bmconv writes it or otherwise."""
    if any(head.startswith(b'%s%s"' % (PREFIX, kind.encode())) for kind in TYPES):
        return CERTAIN
    line = head.strip().split(b"\n", 1)[0]
    return 90 if b'"type"' in line or _is_row(line) else 0


def _is_row(line: bytes) -> bool:
    """Whether a line is a row of a table in another program's JSON, without its type."""
    from bmconv.schema import type_with  # only for JSON of unknown origin

    try:
        values = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return False
    return isinstance(values, dict) and type_with(values) is not None


def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """The records of a stream, an error record among them."""
    _utf8_only(options)
    return decode_stream(source)


def encode(records: Iterable[Record], sink: Output, options: Options, notes: Notes) -> None:
    """A line per record."""
    _utf8_only(options)
    for block in encode_lines(records):
        sink.write(block)


def _utf8_only(options: Options) -> None:
    """Refuse any other character set: JSON has one."""
    if options.text("encoding") not in ("", "utf-8"):
        raise UsageError(Wording(Flag("encoding", options.text("encoding")), ": records are UTF-8"))


CODEC = Codec(INFO, probe, decode, encode)

"""The canonical records themselves: JSON lines, one object per line, each with a `type`."""

import re
from collections.abc import Iterable, Iterator

import msgspec

from bmconv.codecs import CERTAIN, Codec, Format, Options
from bmconv.errors import Flag, UsageError, Wording
from bmconv.io.sink import Output
from bmconv.io.source import BOM, Source
from bmconv.io.stream import PREFIX, encode_lines
from bmconv.io.stream import decode as decode_stream
from bmconv.notes import Notes
from bmconv.records import TYPES, Record

INFO = Format(
    "canonical records", holds={kind: None for kind in TYPES if kind != "error"}, encoding="utf-8"
)


_ANY_TYPE = re.compile(rb'"type"\s*:\s*"([^"]*)"')


def probe(head: bytes, name: str) -> int:
    """A first line with the `type` of a record; certain if it begins as bmconv writes it."""
    if any(head.startswith(b'%s%s"' % (PREFIX, kind.encode())) for kind in TYPES):
        return CERTAIN
    line = head.removeprefix(BOM).strip().split(b"\n", 1)[0]
    return 90 if _is_record(line) else 0


def _is_record(line: bytes) -> bool:
    """Whether a line is a JSON object that is a record: by its `type`, or without one by its keys.

    In a line that is cut off or otherwise invalid JSON, any `type` of a record is enough.
    """
    from bmconv.schema import type_with  # only for JSON of unknown origin

    try:
        values = msgspec.json.decode(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return any(name.decode(errors="replace") in TYPES for name in _ANY_TYPE.findall(line))
    if not isinstance(values, dict):
        return False
    return values["type"] in [*TYPES] if "type" in values else type_with(values) is not None


def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """The records of a stream, including error records."""
    _require_utf8(options)
    return decode_stream(source)


def encode(records: Iterable[Record], sink: Output, options: Options, notes: Notes) -> None:
    """Write a line per record."""
    _require_utf8(options)
    for block in encode_lines(records):
        sink.write(block)


def _require_utf8(options: Options) -> None:
    """Refuse any other character set: JSON is UTF-8."""
    if options.text("encoding") not in ("", "utf-8"):
        raise UsageError(Wording(Flag("encoding", options.text("encoding")), ": records are UTF-8"))


CODEC = Codec(INFO, probe, decode, encode)

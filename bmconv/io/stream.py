"""Records as JSON lines: decoding, encoding, and editing records of some types in a stream."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice

import msgspec
from msgspec import json

from bmconv.errors import BadInput
from bmconv.io.source import BOM, Source
from bmconv.records import CLEAR, TYPES, Record

BATCH = 512
"""The number of records that are encoded at once."""
PREFIX = b'{"type":"'
"""The beginning of every line that bmconv writes."""
_HALF = re.compile(rb"\\u[dD][89abAB][0-9a-fA-F]{2}(?!\\u)")
"""Half of a surrogate pair; msgspec expects the other half and calls the input truncated."""

_encoder = json.Encoder()
encode = _encoder.encode
"""A record as JSON, without a line end."""
encode_batch = _encoder.encode_lines
"""A list of records as lines."""

_decoders: dict[bytes, json.Decoder[Record]] = {}


class _Tag(msgspec.Struct):
    type: str


_tag = json.Decoder(_Tag)


def encode_lines(records: Iterable[Record]) -> Iterator[bytes]:
    """Records as blocks of lines; if reading fails, the records before the error come first."""
    return map(encode_batch, batches(records))


def batches(records: Iterable[Record]) -> Iterator[list[Record]]:
    """Records in lists; if reading fails, the records before the error come first."""
    records = iter(records)
    failure: Exception | None = None
    while failure is None:
        batch: list[Record] = []
        try:
            batch.extend(islice(records, BATCH))
        except Exception as error:
            failure = error
        if batch:
            yield batch
        elif failure is None:
            return
    raise failure


def type_of(line: bytes, place: Callable[[], str]) -> bytes:
    """The record type of a line; invalid JSON and unknown types are errors."""
    if line.startswith(PREFIX):
        name = line[len(PREFIX) : line.find(b'"', len(PREFIX))]
        if name in _decoders:
            return name
    try:
        name = _tag.decode(line).type.encode()
    except msgspec.ValidationError:
        name = _type_by_fields(line)
        if not name:
            raise BadInput(place(), 'a line without "type"', "a record") from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadInput(
            place(), f"not JSON: {_reason(error, line)}", "one record per line"
        ) from None
    if _decoder(name) is None:
        raise unknown_type(place(), name)
    return name


def unknown_type(place: str, name: bytes) -> BadInput:
    """The error for a record type that does not exist."""
    problem = f"unknown record type {name.decode(errors='replace')!r}"
    return BadInput(place, problem, f"one of {', '.join(TYPES)}")


def _type_by_fields(line: bytes) -> bytes:
    """The type of a line without "type", as other programs write tables; empty if unclear."""
    from bmconv.schema import type_with  # seldom needed

    try:
        values = json.decode(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return b""
    fits = isinstance(values, dict) and "type" not in values and type_with(values)
    return fits.encode() if fits else b""


def _decoder(name: bytes) -> json.Decoder[Record] | None:
    """The decoder of a record type; None if there is no such type."""
    if name not in _decoders and (kind := TYPES.get(name.decode(errors="replace"))):
        _decoders[name] = json.Decoder(kind)
    return _decoders.get(name)


def decode_line(line: bytes, place: Callable[[], str]) -> Record:
    """The record on a line."""
    kind = type_of(line, place)
    try:
        return _decoders[kind].decode(line)
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        if record := _foreign_record(kind.decode(), line):
            return record
        from bmconv.io.foreign import wrong_value

        reason = _reason(error, line)
        problem, expected = wrong_value(kind.decode(), line, reason) or (reason, "")
        raise BadInput(place(), f"bad {kind.decode()} record: {problem}", expected) from None


def _foreign_record(kind: str, line: bytes) -> Record | None:
    """The record on a line that another program has written; None if it does not fit the type."""
    from bmconv.io.foreign import record_of  # seldom needed

    try:
        return record_of(kind, json.decode(line))
    except (msgspec.MsgspecError, UnicodeError, ValueError, RecursionError):
        return None


def lines_with_places(source: Source) -> Iterator[tuple[bytes, Callable[[], str]]]:
    """The non-blank lines of a source with their line ends, each with a function for its place."""
    number = 0

    def place() -> str:
        return f"{source.name}:{number}"

    for line in source.lines():
        number += 1
        if number == 1 and line.startswith(BOM):
            line = line[len(BOM) :]
        if line.isspace():
            continue
        if not line.endswith(b"\n"):
            try:
                json.decode(line)
            except (msgspec.DecodeError, UnicodeError, RecursionError):
                decode_line(line, place)  # raises the error of a line that is cut off
            line += b"\n"
        yield line, place


def decode(source: Source) -> Iterator[Record]:
    """All records of a stream; a block with lines of only one type is decoded at once."""
    before = 0
    for block in source.blocks():
        lines = len(block) - len(block.replace(b"\n", b""))  # five times faster than block.count
        yield from _decode_alike(block, lines) or _decode_by_line(block, source.name, before)
        before += lines


def _decode_alike(block: bytes, lines: int) -> list[Record]:
    """The records of a block if its lines are valid and of one type; otherwise an empty list."""
    start = block[: block.find(b'"', len(PREFIX)) + 1]
    decoder = _decoder(start[len(PREFIX) : -1])
    # a line end between } and { is never inside a value
    if decoder is None or block.count(b"}\n" + start) != lines - 1 or block[-2:] != b"}\n":
        return []
    try:
        records = decoder.decode_lines(block)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return []
    return records if len(records) == lines else []


def _decode_by_line(block: bytes, name: str, before: int) -> Iterator[Record]:
    """The records of a block, line by line, so that an error has its place."""
    for number, line in enumerate(block.split(b"\n"), before + 1):
        if number == 1 and line.startswith(BOM):
            line = line[len(BOM) :]
        if line and not line.isspace():
            yield decode_line(line, partial("{}:{}".format, name, number))


def change(
    source: Source, types: frozenset[str], edit: Callable[[Record], Record | None]
) -> Iterator[bytes]:
    """The lines of a stream with records of some types edited; other lines pass unchanged.

    `edit` returns the record to write, or None to drop it.
    """
    touched = {name.encode() for name in types}
    block: list[bytes] = []
    try:
        for line, place in lines_with_places(source):
            if type_of(line, place) in touched:
                record = edit(decode_line(line, place))
                if record is None:
                    continue
                line = encode(record) + b"\n"
            block.append(line)
            if len(block) == BATCH:
                yield b"".join(block)
                block.clear()
    except Exception:
        yield b"".join(block)
        raise
    yield b"".join(block)


def _reason(error: Exception, line: bytes) -> str:
    """The message of msgspec in one line, shortened or replaced where it is hard to understand."""
    if isinstance(error, UnicodeDecodeError):
        return f"not UTF-8 (byte 0x{error.object[error.start]:02X})"
    if "surrogate" in str(error) or ("truncated" in str(error) and _HALF.search(line)):
        return "half of a surrogate pair, which is not a character"
    if str(error).endswith(f"unknown field `{CLEAR}`"):
        return f"{CLEAR} is only for bws apply"
    return str(error).replace("\n", " ").replace(" | null`", "`")

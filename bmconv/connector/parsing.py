"""Parsing JSON, with the path of an error such as `$[3].Rounds[1]`.

msgspec does the parsing. It keeps the last of two equal keys, and reports the position of an
error in bytes or not at all; such texts are parsed again by a slow tokenizer.
"""

import math
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

import msgspec

from bmconv.errors import BadInput
from bmconv.io.source import BOM, LINE_LIMIT, Source

DEEPEST = 64
"""More levels than any document has."""
MOST = 500_000
"""More objects than any document has; a text of nothing but brackets would fill the memory."""
LARGE = 1 << 21
"""Objects are counted in texts of more than this many bytes; smaller ones are harmless."""
LONGEST = 160
"""The most characters of a path or a message that are printed."""

_TOKEN = re.compile(rb'\s*(?:("(?:[^"\\]|\\.)*+")|([{}\[\],:])|([^\s"{}\[\],:]+))', re.DOTALL)
"""A string, a punctuation mark, or anything else: a number or a word."""
_SURROGATE = re.compile(rb"\\u[dD]([89a-fA-F])[0-9a-fA-F]{2}(\\u[dD][c-fC-F][0-9a-fA-F]{2})?")
"""An escaped surrogate and, after a high surrogate, the escaped low one of its pair, if any."""
_KEY_END = re.compile(rb'"\s*:')
_ODD_KEY = re.compile(rb'\\"\s*:')
"""An escaped quotation mark before a colon, which is not the end of a key."""
_BYTE = re.compile(r"\(byte (\d+)\)")
_NUMBER = re.compile(rb"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?")


_EXPECTED = f"at most {LINE_LIMIT >> 20} MB (bmconv to dto --section writes one section)"


def texts(source: Source) -> Iterator[tuple[bytes, str]]:
    """The JSON texts of a source with their places: one on each line, or one over all lines."""
    source.require_content()
    lines = _lines(source)
    number, first = next(lines, (0, b""))
    second = next(lines, None)
    if second is None:
        if first:
            yield first, source.name
        return
    every: Iterator[tuple[int, bytes]] = chain(((number, first), second), lines)
    # The first two lines belong to one document if the second alone is not a document, or if both
    # together are a document or the beginning of one.
    continues = not _is_complete(second[1])
    continues = continues or "truncated" in (_fault(first + second[1]) or "truncated")
    if _fault(first) is not None and continues:
        parts = _read_all(every, source)
        text = b"".join(line for _, line in parts)
        if not _is_complete(second[1]) or _is_complete(text):
            yield text, source.name
            return
        every = iter(parts)
    for number, line in every:
        yield line, f"{source.name}:{number}"


def _lines(source: Source) -> Iterator[tuple[int, bytes]]:
    """The lines that are not blank, each after its number; a byte order mark is removed."""
    for number, line in enumerate(source.lines("document", _EXPECTED), 1):
        if number == 1 and line.startswith(BOM):
            line = line[len(BOM) :]
        if line and not line.isspace():
            yield number, line


def _is_complete(text: bytes) -> bool:
    """Whether a text is one complete object or array."""
    return text.lstrip()[:1] in (b"{", b"[") and _fault(text) is None


def _fault(text: bytes) -> str | None:
    """The parser's error for a text; None if it is valid."""
    try:
        msgspec.json.decode(text, type=msgspec.Raw)
    except (msgspec.MsgspecError, RecursionError) as error:
        return str(error)
    return None


def _read_all(lines: Iterable[tuple[int, bytes]], source: Source) -> list[tuple[int, bytes]]:
    """All lines, with their numbers; an error if they are too large for one document."""
    parts, size = [], 0
    for number, line in lines:
        parts.append((number, line))
        size += len(line)
        if size > LINE_LIMIT:
            problem = f"a document of more than {LINE_LIMIT >> 20} MB"
            raise BadInput(source.name, problem, _EXPECTED)
    return parts


def parse(text: bytes, place: str) -> Any:
    """The value of a JSON text; invalid JSON and repeated keys are errors."""
    if len(text) > LARGE and text.count(b"{") + text.count(b"[") > MOST:
        raise BadInput(f"{place}: $", f"more than {MOST} objects and arrays", "a document")
    try:
        value = msgspec.json.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise _parse_error(text, place, error) from None
    keys = _count_flat_keys(value, text) or _count_keys(value)
    # one colon for each key, unless strings contain colons or a key is repeated
    if keys != text.count(b":") and (_ODD_KEY.search(text) or keys != len(_KEY_END.findall(text))):
        position = _Position()
        for _ in _walk(text, position):
            if position.key is not None:
                problem = f"the key {position.key!r} appears twice"
                raise BadInput(f"{place}: {position.path()}", problem)
    return value


def _count_flat_keys(value: Any, text: bytes) -> int:
    """The number of keys in an array of objects without objects inside; 0 for anything else."""
    if type(value) is not list or set(map(type, value)) != {dict}:
        return 0
    return sum(map(len, value)) if text.count(b"{") == len(value) else 0


def _count_keys(value: Any) -> int:
    """The number of keys in a value, at any depth."""
    count, pending = 0, [value]
    while pending:
        inner = pending.pop()
        if type(inner) is dict:
            count += len(inner)
            pending += [v for v in inner.values() if type(v) is dict or type(v) is list]
        elif type(inner) is list:
            pending += inner
    return count


def _parse_error(text: bytes, place: str, error: Exception) -> BadInput:
    """The error to report for a text that the parser refuses, with the path in the JSON."""
    if isinstance(error, RecursionError):
        return BadInput(f"{place}: {path_at(text, len(text))}", f"more than {DEEPEST} levels deep")
    for match in _SURROGATE.finditer(text):
        if match[1] in b"cdefCDEF" or match[2] is None:
            path = path_at(text, match.start())
            return BadInput(f"{place}: {path}", "half of a surrogate pair", "a character")
    if isinstance(error, UnicodeDecodeError):
        return BadInput(f"{place}: {_odd_byte(text)}", "a byte that is not UTF-8", "UTF-8")
    reason = str(error)
    byte = _BYTE.search(reason)
    at = int(byte[1]) if byte else len(text)
    if "out of range" in reason:
        numbers = (token for token in _TOKEN.finditer(text) if token[3])
        huge = (n for n in numbers if _NUMBER.fullmatch(n[3]) and math.isinf(float(n[3])))
        at = next((number.start(3) for number in huge), len(text))
    reason = _BYTE.sub("", reason.split(" - at ")[0]).strip().removeprefix("JSON is malformed: ")
    problem = reason if "out of range" in reason else f"not JSON: {reason}"
    return BadInput(f"{place}: {path_at(text, at)}", problem)


def _odd_byte(text: bytes) -> str:
    """The path of the first byte that is not UTF-8."""
    try:
        text.decode()
    except UnicodeDecodeError as error:
        return path_at(text, error.start)
    return "$"


def printable(text: str) -> str:
    """A text for a message: one line, short enough, safe for a terminal."""
    cut = text if len(text) <= LONGEST else f"{text[:LONGEST]}..."
    return "".join(char if char.isprintable() else "?" for char in cut)


class _Position:
    """A position in a JSON text, moved on by `_walk`."""

    def __init__(self) -> None:
        self.levels: list[list[Any]] = []
        """Each open object as its keys and the last of them; each open array as None, index."""
        self.key: str | None = None
        """A key that appears for the second time in its object; None if there was none."""

    def path(self) -> str:
        words = ["$"]
        for keys, at in self.levels:
            if keys is None:
                words.append(f"[{at}]")
            elif at:
                words.append(f".{at}")
        return printable("".join(words))


def path_at(text: bytes, end: int) -> str:
    """The path of the value at a byte position."""
    place = _Position()
    for position in _walk(text, place):
        if position >= end:
            break
    return place.path()


def _walk(text: bytes, place: _Position) -> Iterator[int]:
    """Yield the end of each token in turn; `place.key` is set at a repeated key."""
    position, expect_key = 0, False
    while match := _TOKEN.match(text, position):
        position = match.end()
        string, mark, _ = match.groups()
        if mark in (b"{", b"["):
            if len(place.levels) >= DEEPEST:
                return
            place.levels.append([set(), ""] if mark == b"{" else [None, 0])
            expect_key = mark == b"{"
        elif mark in (b"}", b"]"):
            if place.levels:
                place.levels.pop()
            expect_key = False
        elif mark == b"," and place.levels:
            level = place.levels[-1]
            expect_key = level[0] is not None
            if not expect_key:
                level[1] += 1
        elif string is not None and expect_key:
            expect_key = False
            _enter_key(place, string)
        yield position


def _enter_key(place: _Position, string: bytes) -> None:
    """Enter a key of the innermost object."""
    try:
        key = str(msgspec.json.decode(string))
    except (msgspec.MsgspecError, UnicodeError):
        key = string[1:-1].decode("utf-8", "replace")
    level = place.levels[-1]
    if key in level[0]:
        place.key = key
    level[0].add(key)
    level[1] = key

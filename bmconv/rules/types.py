"""Type checks for the fields of records that a program made.

Records from a reader already have the right types, so they are not checked again.
"""

import datetime
import math
from collections.abc import Callable, Iterator
from functools import lru_cache
from types import NoneType, UnionType
from typing import Annotated, Any, NamedTuple, Union, get_args, get_origin, get_type_hints

import msgspec

from bmconv.records import Int, Record

Test = Callable[[Any], bool]
"""A function that says whether a value has the right type."""

WORDS: dict[Any, str] = {
    int: "a whole number of 32 bits",
    float: "a number",
    bool: "True or False",
    str: "text",
    datetime.date: "a datetime.date",
    datetime.time: "a datetime.time without time zone",
    datetime.datetime: "a datetime.datetime without time zone",
    list: "a list",
    dict: "a dict",
}
"""The words for types in messages."""


class Fault(NamedTuple):
    """A field with a value of a wrong type."""

    field: str
    value: object
    expected: str


def faults(record: Record) -> Iterator[Fault]:
    """The fields of a record whose values are of a wrong type."""
    for name, default, test, expected in _rules(type(record)):
        value = getattr(record, name)
        if value is not default and not test(value):
            yield Fault(name, value, expected)


@lru_cache(None)
def _rules(cls: type[Record]) -> list[tuple[str, object, Test, str]]:
    """Name, default, test and expected type of every field of a record type."""
    hints, empty = get_type_hints(cls, include_extras=True), cls()
    return [
        (name, getattr(empty, name), _test(hints[name]), _type_words(hints[name]))
        for name in cls.__struct_fields__
    ]


def _type_words(hint: Any) -> str:
    """The type of a field in words."""
    plain = _plain(next(part for part in _choices(hint) if part is not NoneType))
    words = WORDS[get_origin(plain) or plain]
    details = [str(part).replace("typing.", "") for part in get_args(plain)]
    return f"{words} of {', '.join(details).replace('...', 'any length')}" if details else words


def _choices(hint: Any) -> tuple[Any, ...]:
    """The types that a field may have."""
    plain = _plain(hint)  # an annotation can belong to a union of types
    return get_args(plain) if get_origin(plain) in (Union, UnionType) else (hint,)


def _plain(hint: Any) -> Any:
    """A type without its annotation."""
    return get_args(hint)[0] if get_origin(hint) is Annotated else hint


def _test(hint: Any) -> Test:
    """A function that tests whether a value is exactly of a type, not of a subclass."""
    choices = _choices(hint)
    if len(choices) > 1:
        tests = [_test(choice) for choice in choices if choice is not NoneType]
        return tests[0] if len(tests) == 1 else lambda value: any(test(value) for test in tests)
    plain = _plain(hint)
    origin, parts = get_origin(plain), get_args(plain)
    if origin is list:
        return _each(_test(parts[0]))
    if origin is tuple:
        return _each(_test(parts[0])) if parts[1:] == (...,) else _in_turn([*map(_test, parts)])
    if origin is dict:
        of_key, of_value = map(_test, parts)
        return lambda value: (
            type(value) is dict and all(of_key(k) and of_value(v) for k, v in value.items())
        )
    return _SIMPLE[plain]


def _each(test: Test) -> Test:
    """A test for a list or tuple, all of whose items pass a test."""
    return lambda value: type(value) in (list, tuple) and all(map(test, value))


def _in_turn(tests: list[Test]) -> Test:
    """A test for a list or tuple with one item for each test, in order."""
    return lambda value: (
        type(value) in (list, tuple)
        and len(value) == len(tests)
        and all(test(part) for test, part in zip(tests, value, strict=True))
    )


def _is_json(value: object) -> bool:
    """Whether JSON can hold a value."""
    try:
        msgspec.json.encode(value)
    except (TypeError, ValueError, RecursionError, msgspec.MsgspecError):
        return False
    return True


def _is_text(value: object) -> bool:
    """Whether a value is text that can be encoded, without lone surrogates."""
    if type(value) is not str or value.isascii():
        return type(value) is str
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


_LIMITS = get_args(Int)[1]

_SIMPLE: dict[Any, Test] = {
    int: lambda value: type(value) is int and _LIMITS.ge <= value <= _LIMITS.le,
    float: lambda value: (
        math.isfinite(value) if type(value) is float else type(value) is int and abs(value) < 2**53
    ),
    bool: lambda value: type(value) is bool,
    str: _is_text,
    datetime.date: lambda value: type(value) is datetime.date,
    datetime.time: lambda value: type(value) is datetime.time and value.tzinfo is None,
    datetime.datetime: lambda value: type(value) is datetime.datetime and value.tzinfo is None,
    Any: _is_json,
}

"""Records that pandas, Polars, DuckDB and spreadsheets have written back, with other types.

Their tables have every column in every row: an absent field is null or NaN. The whole
numbers of a column with gaps become fractions (1.0), flags become 1.0 or True, dates become moments
at midnight or milliseconds since 1970.
"""

import datetime
import math
import re
from collections.abc import Callable, Mapping
from functools import cache
from typing import Any

import msgspec

from bmconv.errors import brief
from bmconv.records import TYPES, Record
from bmconv.schema import BESIDE, fields

INDEX = ("", "Unnamed: 0", "index")
"""Names under which pandas writes the index of a DataFrame."""
INDEX_COLUMN = "__index_level_"
"""The beginning of the names that Arrow gives to an index."""
NUMBERED = ("number", "club_id")
"""Fields of text that other programs take for numbers: 1003 may come back as 1003.0."""
_FLAGS = {"true": True, "t": True, "1": True, "1.0": True, "false": False, "f": False, "0": False}
_FLAGS["0.0"] = False
WORDS = {
    "int": "a whole number of 32 bits",
    "float": "a number",
    "bool": "true or false",
    "text": "text",
    "date": "a date such as 2026-11-19",
    "time": "a time such as 20:15:00",
    "datetime": "a date and time such as 2026-11-19T20:15:00",
}
"""What a field expects, by its kind, for errors."""
_PATH = re.compile(r" - at `\$\.(\w+)`$")
"""The field in a message of msgspec."""


def record_of(kind: str, values: Mapping[str, Any]) -> Record:
    """The record of a type with these values; ValueError if a value does not fit its field."""
    if kind not in TYPES:
        raise ValueError(f"unknown record type {kind!r}")
    kinds = _kinds(kind)
    converted: dict[str, Any] = {}
    for name, value in values.items():
        if value is None or value == "" or value != value or name in INDEX:  # NaN
            continue
        if name in kinds:
            value = value_of(kinds[name], value)
        elif name in BESIDE:
            continue
        if value is not None and (value is not False or name not in kinds):
            converted[name] = value
    return msgspec.convert({"type": kind} | converted, TYPES[kind])


def wrong_value(kind: str, line: bytes, reason: str) -> tuple[str, str] | None:
    """The problem and what is expected, in our words, for msgspec's reason to refuse a line.

    None if the reason does not name a field of the record type.
    """
    path = _PATH.search(reason)
    name = path[1] if path else ""
    words = WORDS.get(_kinds(kind).get(name, ""))
    if words is None:
        return None
    try:
        value = msgspec.json.decode(line)[name]
    except (msgspec.MsgspecError, ValueError, RecursionError, LookupError, TypeError):
        return None
    if name == "section" and isinstance(value, str):
        words = "the id of the section, a whole number"
    spelling = str(value).lower() if isinstance(value, bool) else brief(value)
    return f"{name} is {spelling}", words


@cache
def _kinds(kind: str) -> dict[str, str]:
    """The kind of each field of a record type: a key of `_CONVERT`."""
    return {field.name: field.kind for field in fields(kind)}


def value_of(kind: str, value: Any) -> Any:
    """A value converted to the kind of its field; unchanged if that fails, to be refused later."""
    try:
        return _CONVERT[kind](value)
    except (ValueError, TypeError, OverflowError, RecursionError, msgspec.DecodeError):
        return value


def integer_text(text: str) -> str:
    """The digits of a whole number that was written as a fraction (1003.0); other text as it is."""
    digits = text.removesuffix(".0")
    return digits if digits.isdecimal() else text


def without_nulls(value: Any) -> Any:
    """A value without nulls: a column of maps has them for keys that only other rows have."""
    if isinstance(value, dict):
        return {key: without_nulls(item) for key, item in value.items() if item is not None}
    if isinstance(value, list):
        return [without_nulls(item) for item in value]
    return value


def number_of(text: str) -> float:
    """A number, also with a decimal comma; `1,234` is refused, as it may mean a thousand."""
    has_comma = re.fullmatch(r"[+-]?\d+,\d{1,2}", text)
    return float(text.replace(",", ".") if has_comma else text)


def _integer(value: Any) -> Any:
    number = number_of(value) if isinstance(value, str) else value
    if isinstance(number, float) and number.is_integer():
        return int(number)
    return value


def _fraction(value: Any) -> Any:
    number = number_of(value) if isinstance(value, str) else float(value)
    return number if math.isfinite(number) else value


def _flag(value: Any) -> Any:
    return value if isinstance(value, bool) else _FLAGS.get(str(value).lower(), value)


def _text(value: Any) -> Any:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return value
    return str(_integer(value))


def _date(value: Any) -> Any:
    moment = _moment(value)
    is_midnight = isinstance(moment, datetime.datetime) and moment.time() == datetime.time()
    return moment.date() if is_midnight else value


def _moment(value: Any) -> Any:
    """A date and time, from milliseconds or text; a time zone is dropped without converting."""
    if isinstance(value, int | float) and not isinstance(value, bool):
        epoch = datetime.datetime(1970, 1, 1)
        return epoch + datetime.timedelta(milliseconds=value)
    if isinstance(value, str):
        value = datetime.datetime.fromisoformat(value)
    return value.replace(tzinfo=None) if isinstance(value, datetime.datetime) else value


def _time(value: Any) -> Any:
    if isinstance(value, datetime.timedelta):
        return (datetime.datetime(1970, 1, 1) + value).time()
    return datetime.time.fromisoformat(value) if isinstance(value, str) else value


def _list_or_map(value: Any) -> Any:
    if isinstance(value, str):
        value = msgspec.json.decode(value)
    return without_nulls(value)


_CONVERT: dict[str, Callable[[Any], Any]] = {
    "int": _integer,
    "float": _fraction,
    "bool": _flag,
    "text": _text,
    "date": _date,
    "time": _time,
    "datetime": _moment,
    "json": _list_or_map,
}

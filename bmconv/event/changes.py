"""The fields in which two records differ."""

from contextlib import suppress
from typing import Any

import msgspec

from bmconv.records import Player, Record, Seat, name_of, without_clear

NAMES = ("name", "first_name", "last_name")


def changed_fields(record: Record, other: Record) -> dict[str, list[Any]]:
    """The fields in which two records differ, with both values."""
    was, now = fields_of(record), fields_of(other)
    if _same_name(record, other):
        was, now = ({n: v for n, v in side.items() if n not in NAMES} for side in (was, now))
    names = [name for name in {**was, **now} if _differ(name, was.get(name), now.get(name))]
    return {name: [was.get(name), now.get(name)] for name in names}


def _same_name(record: Record, other: Record) -> bool:
    """Whether two people have the same name, one as a full name, one as first and last name."""
    if not isinstance(record, (Seat, Player)) or not isinstance(other, (Seat, Player)):
        return False
    is_single = {person.name is not None for person in (record, other)}
    return len(is_single) == 2 and name_of(record) == name_of(other)


def _differ(name: str, was: Any, now: Any) -> bool:
    """Whether two values differ; an unknown number equals 0, which databases store for it."""
    if name == "extra" and was and now:
        return _decode_json(was) != _decode_json(now)
    # but a score of 0 is a known number: the board was passed out
    is_number = name != "score" and {type(was), type(now)} <= {int, type(None)}
    return bool((was or 0) != (now or 0) if is_number else was != now)


def _decode_json(extra: dict[str, Any]) -> dict[str, Any]:
    """The values of `extra`; lists and maps that a database stores as JSON text are decoded."""
    values = dict(extra)
    for name, value in extra.items():
        if isinstance(value, str) and value.startswith(("{", "[")):
            with suppress(msgspec.DecodeError):
                values[name] = msgspec.json.decode(value)
    return values


def fields_of(record: Record) -> dict[str, Any]:
    """The values of a record by their names in the stream."""
    fields: dict[str, Any] = msgspec.to_builtins(without_clear(record))
    return fields

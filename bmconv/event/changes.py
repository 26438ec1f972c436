"""The fields in which two records differ."""

from typing import Any

import msgspec

from bmconv.records import Record, without_clear


def changed_fields(record: Record, other: Record) -> dict[str, list[Any]]:
    """The fields in which two records differ, with both values."""
    was, now = fields_of(record), fields_of(other)
    names = [name for name in {**was, **now} if _differ(name, was.get(name), now.get(name))]
    return {name: [was.get(name), now.get(name)] for name in names}


def _differ(name: str, was: Any, now: Any) -> bool:
    """Whether values differ; databases have 0 where other formats have nothing."""
    counts = name != "score" and {type(was), type(now)} <= {int, type(None)}
    return bool((was or 0) != (now or 0) if counts else was != now)


def fields_of(record: Record) -> dict[str, Any]:
    """The values of a record by their names in the stream."""
    fields: dict[str, Any] = msgspec.to_builtins(without_clear(record))
    return fields

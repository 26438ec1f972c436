"""The fields of the record types and the kinds of their values, derived from the records."""

import datetime
from functools import cache
from types import NoneType
from typing import Any, NamedTuple, get_args, get_type_hints

from bmconv.records import TYPES

_KINDS = {
    int: "int",
    float: "float",
    bool: "bool",
    str: "text",
    datetime.date: "date",
    datetime.time: "time",
    datetime.datetime: "datetime",
}


class RecordField(NamedTuple):
    """A field of a record type."""

    name: str
    """The name in a stream of records."""
    attribute: str
    kind: str
    """int, float, bool, text, date, time or datetime; json for lists and maps."""
    key: bool


@cache
def fields(kind: str) -> tuple[RecordField, ...]:
    """The fields of a record type, in order."""
    cls = TYPES[kind]
    hints = get_type_hints(cls)
    return tuple(
        RecordField(
            name,
            attribute,
            _kind(hints[attribute]),
            attribute in (cls.key or ()),
        )
        for name, attribute in zip(cls.__struct_encode_fields__, cls.__struct_fields__, strict=True)
    )


def _kind(hint: Any) -> str:
    choices = (
        [c for c in get_args(hint) if c is not NoneType] if NoneType in get_args(hint) else [hint]
    )
    return _KINDS.get(choices[0], "json")

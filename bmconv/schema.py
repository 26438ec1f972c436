"""Schemas derived from the records: types of fields, JSON Schema, the table of types."""

import datetime
from functools import cache
from types import NoneType
from typing import Any, NamedTuple, get_args, get_type_hints

import msgspec

from bmconv.records import TYPES, Record

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
    description: str
    key: bool


@cache
def fields(kind: str) -> tuple[RecordField, ...]:
    """The fields of a record type, in order."""
    cls = TYPES[kind]
    hints = get_type_hints(cls)
    described = get_type_hints(cls, include_extras=True)
    return tuple(
        RecordField(
            name,
            attribute,
            _kind(hints[attribute]),
            _description(described[attribute]),
            attribute in (cls.key or ()),
        )
        for name, attribute in zip(cls.__struct_encode_fields__, cls.__struct_fields__, strict=True)
    )


def json_schema(kind: str | None = None) -> dict[str, Any]:
    """JSON Schema of a record type, or of any record of the stream."""
    types: Any = TYPES[kind] if kind else Record
    if kind is None:
        types = TYPES["event"]
        for cls in list(TYPES.values())[1:]:
            types = types | cls
    return msgspec.json.schema(types)


def _kind(hint: Any) -> str:
    choices = (
        [c for c in get_args(hint) if c is not NoneType] if NoneType in get_args(hint) else [hint]
    )
    return _KINDS.get(choices[0], "json")


def _description(hint: Any) -> str:
    """The description in an annotation or in one of its arguments."""
    for part in (hint, *get_args(hint)):
        for meta in getattr(part, "__metadata__", ()):
            if getattr(meta, "description", None):
                return str(meta.description)
    return ""

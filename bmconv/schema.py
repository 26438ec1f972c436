"""The fields of the record types and the kinds of their values, derived from the records; and the
columns that tables have in addition."""

import datetime
from collections.abc import Iterable
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
    """The kind of a type; `int | None` has the kind of `int`."""
    choices = get_args(hint) if NoneType in get_args(hint) else (hint,)
    value_type = next(choice for choice in choices if choice is not NoneType)
    return _KINDS.get(value_type, "json")


class ExtraColumn(NamedTuple):
    """A column that is not a field of the record."""

    name: str
    kind: str
    """int or text."""
    description: str


ORIGIN = (
    ExtraColumn("event_id", "text", "the event: GUID of its session, or else the path of its file"),
    ExtraColumn("source_file", "text", "the file it comes from"),
)
DERIVED = (
    ExtraColumn("level", "int", "of the contract, 1 to 7"),
    ExtraColumn("strain", "text", "of the contract: C, D, H, S or NT"),
    ExtraColumn("doubled", "int", "0 undoubled, 1 doubled, 2 redoubled"),
    ExtraColumn("tricks", "int", "that declarer took, 0 to 13"),
    ExtraColumn("score_ns", "int", "from N-S's side: `score`, else worked out from the contract"),
)
AGAINST_PAR = (
    ExtraColumn("dd_tricks", "int", "that declarer takes when all four play perfectly, 0 to 13"),
    ExtraColumn("par_score", "int", "of N-S when both sides bid and play perfectly"),
)
"""Columns that are empty if the board has no evaluation."""
WIDE = (
    ExtraColumn("vulnerability", "text", "None, NS, EW or All: of the hand, else of the board"),
    *AGAINST_PAR,
    ExtraColumn("ns_names", "text", "of the players of pair_ns"),
    ExtraColumn("ew_names", "text", "of the players of pair_ew"),
)
"""Columns of results that need the whole event."""
_DERIVED_OR_ORIGIN = frozenset(column.name for column in (*ORIGIN, *DERIVED))
_WIDE = frozenset(column.name for column in WIDE)
BESIDE = _DERIVED_OR_ORIGIN | _WIDE
"""The names of the additional columns, which readers of tables leave out. (In evaluations,
par_score is a field.)"""
RESULTS = ("result", "intermediate")
"""The record types that have the columns of DERIVED and WIDE too."""


ALL_FIELDS = frozenset(name for cls in TYPES.values() for name in cls.__struct_encode_fields__)
"""The names of the fields of all record types."""


def types_with(header: Iterable[str]) -> list[str]:
    """The record types that fit a header; types with the fewest other fields come first.

    Columns that only tables have do not count.
    """
    names = set(header) - _DERIVED_OR_ORIGIN
    fits = [k for k in TYPES if k != "error" and names and names <= _names(k)]
    if not fits and (names := names - _WIDE):
        fits = [k for k in RESULTS if names <= _names(k)]
    return sorted(fits, key=lambda kind: len(_names(kind)))


def type_with(header: Iterable[str]) -> str | None:
    """The record type that a header belongs to; None if several fit, or none."""
    names = set(header) - _DERIVED_OR_ORIGIN
    fits = types_with(names)
    # A type with just these fields wins over types with more fields.
    exact = [kind for kind in fits if _names(kind) in (names, names - _WIDE)]
    chosen = exact or fits
    if "result" in chosen and set(chosen) <= {*RESULTS}:
        return "result"  # an intermediate record has the same fields
    return chosen[0] if len(chosen) == 1 else None


@cache
def _names(kind: str) -> frozenset[str]:
    return frozenset(TYPES[kind].__struct_encode_fields__)

"""Check the arguments of the functions: open events, refuse wrong values."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from msgspec import structs

from bmconv.codecs import detect
from bmconv.conversion import decode
from bmconv.errors import UsageError, brief, like
from bmconv.event import Event
from bmconv.event.checking import check_values
from bmconv.io.source import Input, open_input
from bmconv.notes import Notes
from bmconv.records import TYPES

Data = Event | Input

Path = str | os.PathLike[str]

NO_OPTIONS: Mapping[str, Any] = MappingProxyType({})
"""The default of an argument that is a map, such as options of a format."""


def open_event(data: Data, format: str | None = None, notes: Notes | None = None) -> Event:
    """The event in a file, or a copy of an event whose records are checked again."""
    if isinstance(data, Event):
        copies = [structs.replace(check_values(record)) for record in data]
        return Event(copies, data.log if notes is None else notes)
    notes = Notes(keep=True) if notes is None else notes
    with open_input(data) as source:
        return Event(decode(source, format or detect(source), {}, notes), notes)


def path_of(file: object) -> str:
    """The path of a file to work on in place."""
    if not isinstance(file, str | os.PathLike):
        raise UsageError(f"{brief(file)}: expected the path of a .bws")
    return str(os.fspath(file))


def one_of(name: str, value: object, known: Iterable[str]) -> str:
    """The value of an option, which must be one of a fixed set."""
    if not isinstance(value, str) or value not in known:
        raise UsageError(f"{name} is {brief(value)}; expected one of {', '.join(known)}")
    return value


def as_list(name: str, values: object, expected: str) -> list[Any]:
    """The values of an option as a list; a single text or number is a list of one."""
    if isinstance(values, str | int):
        return [values]
    if not isinstance(values, Iterable):
        raise UsageError(f"{name} is {brief(values)}; expected {expected}")
    return list(values)


def check_type(name: str, value: object, kind: type, expected: str) -> None:
    """Refuse an option of another type; None means that it is not given."""
    if value is not None and (not isinstance(value, kind) or isinstance(value, bool)):
        raise UsageError(f"{name} is {brief(value)}; expected {expected}")


def record_types(kinds: Collection[str], name: str = "types") -> list[str]:
    """The record types in an option, which must be known."""
    names = as_list(name, kinds, "record types")
    for kind in names:
        if not isinstance(kind, str) or kind not in TYPES:
            raise UsageError(f"no record type {brief(kind)}{like(str(kind), TYPES)}")
    return names

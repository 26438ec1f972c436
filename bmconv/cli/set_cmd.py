"""bmconv set: give fields a value."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, NamedTuple

import click
import msgspec

from bmconv import records as rec
from bmconv.bridge.movements import letters
from bmconv.cli import like
from bmconv.cli.job import FORMAT, OUTPUT, Job, options
from bmconv.errors import DataError, UsageError
from bmconv.event import find_section
from bmconv.records import TYPES, Record, type_name
from bmconv.schema import fields as schema_fields
from bmconv.stream import encode

_TARGET = re.compile(r"(\w+)(?:\[([^\]]+)\])?\.(\w+)=(.*)", re.DOTALL)
EXPECTED = {
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "date": "a date as 2026-11-19",
    "time": "a time as 19:30:00",
    "datetime": "a date and time as 2026-11-19T19:30:00",
    "json": "a list or map, which cannot be set",
    "text": "text",
}
"""What a field takes, by its kind."""
_CREATED = {"event", "session", "settings"}
"""What is made when it is missing; anything else must be there."""


class Target(NamedTuple):
    """What an argument asks for: `section[A].winners=2`."""

    text: str
    kind: str
    which: str | None
    field: str
    value: Any


@options(FORMAT, OUTPUT)
@click.command("set")
@click.argument("words", nargs=-1, required=True, metavar="[INPUT] TARGET=VALUE...")
def command(job: Job, words: tuple[str, ...]) -> None:
    """Give fields a value. TARGET is a record type, in brackets which one, and a field; without
    brackets all records of the type. An empty value takes the field away. A missing event, session
    or settings record is made.

    \b
      session.name="Thursday pairs"     section[A].winners=2      table[A5].group=1
      session.date=2026-11-19           settings.BM2PINcode=1234  seat[A5N].name="A. Berg"

    \b
      bmconv set BMInput.txt session.name="Thursday pairs" section[A].winners=2
    """
    inputs = [word for word in words if "=" not in word]
    asked = [_target(word) for word in words if "=" in word]
    if len(inputs) > 1 or not asked:
        raise UsageError(f"{inputs[-1]!r}: expected TYPE.FIELD=VALUE, as section[A].winners=2")
    job.input = inputs[0] if inputs else None
    with job.stream() as sink, job.source() as source:
        lines = job.lines(source)
        known = [
            record
            for _, record in lines()
            if type_name(record) in {t.kind for t in asked} | {"section"}
        ]
        names = _names(known)
        for record in _created(asked, known, names):
            sink.write(encode(record) + b"\n")
        touched = {target.kind for target in asked}
        for line, record in lines():
            if type_name(record) in touched and _apply(asked, record, names):
                line = encode(record) + b"\n"
            sink.write(line)


def _target(text: str) -> Target:
    """An argument taken apart, its value as the field has it."""
    match = _TARGET.fullmatch(text)
    if match is None:
        raise UsageError(f"{text!r}: expected TYPE.FIELD=VALUE, as section[A].winners=2")
    kind, which, field, value = match.groups()
    if kind not in TYPES or kind == "error":
        raise UsageError(f"{text!r}: no record type {kind!r}{like(kind, TYPES)}")
    if kind == "settings":
        return Target(text, kind, which, *_setting(field, value))
    cls = TYPES[kind]
    fields = dict(zip(cls.__struct_encode_fields__, cls.__struct_fields__, strict=True))
    if field not in fields or field == "extra":
        raise UsageError(f"{text!r}: {kind} has no field {field!r}{like(field, fields)}")
    if fields[field] in (cls.key or ()):
        raise UsageError(f"{text!r}: {field} says which {kind} it is and cannot be set")
    if not value:
        return Target(text, kind, which, fields[field], getattr(cls(), fields[field]))
    try:
        made = msgspec.convert({"type": kind, field: value}, cls, strict=False)
    except msgspec.ValidationError:
        (kind_of,) = (f.kind for f in schema_fields(kind) if f.name == field)
        raise UsageError(f"{text!r}: expected {EXPECTED[kind_of]}") from None
    return Target(text, kind, which, fields[field], getattr(made, fields[field]))


def _setting(name: str, value: str) -> tuple[str, bool | int | str | None]:
    """A setting under the guide's name with a value of its kind."""
    from bmconv.bridge.settings import SETTINGS, setting

    known = setting(name)
    if known is None:
        hint = like(name, [s.name for s in SETTINGS])
        raise UsageError(
            f"no setting {name!r}{hint}: the names are those of the .bws table Settings"
        )
    if not value:
        return known.name, None
    try:
        kind = type(known.default)
        return known.name, msgspec.convert(value, kind, strict=False)
    except msgspec.ValidationError:
        raise UsageError(f"{name} is {value!r}: expected {EXPECTED[known.kind]}") from None


def _names(known: list[Record]) -> Callable[[Record], set[str]]:
    """How records are named in brackets, with the letters of the sections."""
    sections = [s for s in known if isinstance(s, rec.Section)]
    letter_of = {s.id: s.letter or letters(s.id or 0) for s in sections}

    def letter(id: int | None) -> str:
        return letter_of.get(id) or letters(id or 0)

    def names(record: Record) -> set[str]:
        if isinstance(record, rec.Section):
            return {letter(record.id), str(record.id)}
        if isinstance(record, rec.Settings):
            return {letter(record.section), str(record.section)}
        if isinstance(record, rec.Table):
            return {f"{letter(record.section)}{record.table}"}
        if isinstance(record, rec.Seat):
            return {f"{letter(record.section)}{record.table}{record.direction}"}
        if isinstance(record, rec.Player):
            return {(record.number or "").upper()}
        return {str(getattr(record, "id", None) or getattr(record, "board", None))}

    return names


def _applies(target: Target, record: Record, names: Callable[[Record], set[str]]) -> bool:
    return target.kind == type_name(record) and (
        target.which is None or target.which.upper() in names(record)
    )


def _apply(asked: list[Target], record: Record, names: Callable[[Record], set[str]]) -> bool:
    """Set what is asked for in a record; whether anything was."""
    mine = [target for target in asked if _applies(target, record, names)]
    for target in mine:
        _put(record, target)
    return bool(mine)


def _put(record: Record, target: Target) -> None:
    if isinstance(record, rec.Settings):
        record.values.pop(target.field, None)
        if target.value is not None:
            record.values[target.field] = target.value
    else:
        setattr(record, target.field, target.value)


def _created(
    asked: list[Target], known: list[Record], names: Callable[[Record], set[str]]
) -> list[Record]:
    """New records for what is asked for and missing."""
    made: dict[tuple[str, str | None], Record] = {}
    for target in asked:
        if any(_applies(target, record, names) for record in known):
            continue
        if target.kind not in _CREATED:
            which = f"{target.kind} {target.which}" if target.which else target.kind
            raise DataError(f"{target.text!r}: there is no {which} in the input")
        record = made.setdefault((target.kind, target.which), _new(target, known))
        _put(record, target)
    return list(made.values())


def _new(target: Target, known: list[Record]) -> Record:
    if target.kind == "session":
        if target.which is not None and not target.which.isdecimal():
            raise UsageError(f"{target.text!r}: a session is named by its id, as session[1]")
        return rec.Session(id=int(target.which or 1))
    if target.kind == "settings" and target.which is not None:
        sections = [s for s in known if isinstance(s, rec.Section)]
        return rec.Settings(section=find_section(target.which, sections))
    return TYPES[target.kind]()

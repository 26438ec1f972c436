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
from bmconv.event import Event, find_section
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
_AS = "TYPE.FIELD=VALUE as session.name=Pairs or 'section[A].winners=2'"
_CREATED = {"event", "session", "settings"}
"""What is made when it is missing; anything else must be there."""
_INSTEAD = {"name": ("first_name", "last_name"), "first_name": ("name",), "last_name": ("name",)}
"""Of a player or a seat: a name in one piece and one in two stand for each other."""
_SHOWN = 5
"""So many of the names that are there are told to somebody who gave another."""

Names = Callable[[Record], list[str]]


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
    brackets all records of the type. Quotes keep the shell off brackets and blanks.

    \b
      'section[A].winners=2'          a section by its letter or id; settings[A] too
      'table[A5].group=1'             table 5 of section A
      'seat[A5N].name=A. Berg'        North at that table
      'round[A5,3].ns_pair=7'         round 3 at that table
      'result[A5,3,19].contract=4 S'  the result that stands there on board 19; by id result[412]
      'player[0017].country=NL'       a player by number; hand[7] by board, session[1] by id

    An empty value takes the field away. A missing event, session or settings record is made. The
    name of a player or a seat takes the place of first and last name, and these that of the name.

    \b
      bmconv set night.bws session.name="Thursday pairs" 'section[A].winners=2' -o pairs.bws
    """
    inputs = [word for word in words if "=" not in word]
    asked = [_target(_unquoted(word)) for word in words if "=" in word]
    if not asked:
        raise UsageError(f"nothing to set: say what, {_AS}")
    if len(inputs) > 1:
        raise UsageError(f"{inputs[-1]!r}: expected {_AS}")
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


def _unquoted(text: str) -> str:
    """A text without quotes around it, which not every shell takes away."""
    quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'"
    return text[1:-1] if quoted else text


def _target(text: str) -> Target:
    """An argument taken apart, its value as the field has it."""
    match = _TARGET.fullmatch(text)
    if match is None:
        raise UsageError(f"{text!r}: expected {_AS}")
    kind, which, field, value = match.groups()
    value = _unquoted(value)
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


def _names(known: list[Record]) -> Names:
    """How records are named in brackets, the usual way first, with the letters of the sections."""
    sections = [s for s in known if isinstance(s, rec.Section)]
    letter_of = {s.id: (s.letter or "").upper() for s in sections}

    def letter(id: int | None) -> str:
        return letter_of.get(id) or letters(id or 0)

    def at(record: Any) -> str:
        return f"{letter(record.section)}{record.table}"

    def played(result: rec.Result) -> str:
        return f"{at(result)},{result.round},{result.board}"

    results = Event(r for r in known if type(r) is rec.Result).standing_results()
    standing = {played(result): result for result in results if result.table}

    def names(record: Record) -> list[str]:
        if isinstance(record, rec.Section):
            return [letter(record.id), str(record.id)]
        if isinstance(record, rec.Settings):
            return [letter(record.section), str(record.section)]
        if isinstance(record, rec.Table):
            return [at(record)]
        if isinstance(record, rec.Seat):
            return [f"{at(record)}{record.direction}"]
        if isinstance(record, rec.Round):
            return [f"{at(record)},{record.round}"]
        if isinstance(record, rec.Player):
            return [(record.number or "").upper()]
        told = (getattr(record, name, None) for name in ("id", "number", "board"))
        by_number = [str(value) for value in told if value is not None][:1]
        if type(record) is rec.Result and standing.get(played(record)) == record:
            return [played(record), *by_number]
        return by_number

    return names


def _applies(target: Target, record: Record, names: Names) -> bool:
    return target.kind == type_name(record) and (
        target.which is None or target.which.upper() in names(record)
    )


def _apply(asked: list[Target], record: Record, names: Names) -> bool:
    """Set what is asked for in a record; whether anything was."""
    mine = [target for target in asked if _applies(target, record, names)]
    said = {target.field for target in mine}
    for target in mine:
        _put(record, target)
        if isinstance(record, rec.Player | rec.Seat) and target.value:
            for field in set(_INSTEAD.get(target.field, ())) - said:
                setattr(record, field, None)
    return bool(mine)


def _put(record: Record, target: Target) -> None:
    if isinstance(record, rec.Settings):
        record.values.pop(target.field, None)
        if target.value is not None:
            record.values[target.field] = target.value
    else:
        setattr(record, target.field, target.value)


def _created(asked: list[Target], known: list[Record], names: Names) -> list[Record]:
    """New records for what is asked for and missing."""
    made: dict[tuple[str, str | None], Record] = {}
    for target in asked:
        if any(_applies(target, record, names) for record in known):
            continue
        if target.kind not in _CREATED:
            raise DataError(f"{target.text!r}: {_missing(target, known, names)}")
        record = made.setdefault((target.kind, target.which), _new(target, known))
        _put(record, target)
    return list(made.values())


def _missing(target: Target, known: list[Record], names: Names) -> str:
    """That a record is not there, and how those that are there are named."""
    there = [names(record)[:1] for record in known if type_name(record) == target.kind]
    told = [name for (name,) in filter(None, there)]
    what = f"there is no {target.kind} {target.which or ''}".rstrip() + " in the input"
    more = ", ..." if len(told) > _SHOWN else ""
    return what + (f"; there are {', '.join(told[:_SHOWN])}{more}" if told else "")


def _new(target: Target, known: list[Record]) -> Record:
    if target.kind == "session":
        if target.which is not None and not target.which.isdecimal():
            raise UsageError(f"{target.text!r}: a session is named by its id, as session[1]")
        return rec.Session(id=int(target.which or 1))
    if target.kind == "settings" and target.which is not None:
        sections = [s for s in known if isinstance(s, rec.Section)]
        return rec.Settings(section=find_section(target.which, sections))
    return TYPES[target.kind]()

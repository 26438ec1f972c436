"""Set fields of records to given values."""

import re
from collections.abc import Iterable, Iterator
from copy import copy
from typing import Any, NamedTuple

import msgspec

from bmconv import records as rec
from bmconv.bridge.movements import letters
from bmconv.errors import DataError, UsageError, like
from bmconv.event import Event, find_section, place
from bmconv.filters import Records
from bmconv.filters.set_values import settle
from bmconv.notes import Notes
from bmconv.records import TYPES, Record, name_of, type_name
from bmconv.rules import RECORDS, Scope, problems, respell
from bmconv.rules.settings import SETTINGS, setting
from bmconv.schema import fields as schema_fields

_TARGET = re.compile(r"(\w+)(?:\[([^\]]+)\]| +([^=\[\]]+?))?\.(\w+)=(.*)", re.DOTALL)
EXPECTED = {
    "int": "a whole number",
    "float": "a number",
    "bool": "true or false",
    "date": "a date such as 2026-11-19",
    "time": "a time such as 19:30 or 19:30:00",
    "datetime": "a date and time such as 2026-11-19T19:30:00",
    "json": "a list or map, which cannot be set",
    "text": "text",
}
"""What a field takes, by its kind."""
AS = "TYPE.FIELD=VALUE such as session.name=Pairs or 'section[A].winners=2'"
_CREATED = {"event", "session", "settings"}
"""Types whose record is created if it is missing; records of other types must exist."""
_INSTEAD = {"name": ("first_name", "last_name"), "first_name": ("name",), "last_name": ("name",)}
"""Of a player or seat: the fields that a new name replaces, in full or in parts."""
_SHOWN = 5
"""The number of known names that an error message lists."""


class Target(NamedTuple):
    """What an argument asks for: `section[A].winners=2`."""

    text: str
    kind: str
    which: str | None
    field: str
    value: Any
    place: bool = False
    """Whether `which` is a place as notes print it: `seat A5 N`."""


def targets(words: Iterable[str], scope: Scope = RECORDS) -> list[Target]:
    """What arguments such as `section[A].winners=2` ask for, in the scope of the output."""
    return [_target(_unquoted(str(word)), scope) for word in words]


def set_values(records: Records, asked: list[Target]) -> Iterator[Record]:
    """The records with fields set as asked; missing event, session and settings records first."""
    touched = {target.kind for target in asked}
    if any(map(_renames_player, asked)):
        touched.add("seat")
    known = [record for record in records() if type_name(record) in touched | {"section"}]
    namer = Namer(known)
    yield from _created(asked, known, namer)
    seats = [seat for t in asked if _renames_player(t) for seat in _seats_of(t, known, namer)]
    for record in records():
        yield _changed(asked + seats, record, namer) if type_name(record) in touched else record


def _unquoted(text: str) -> str:
    """A text without quotes around it, which not every shell takes away."""
    quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'"
    return text[1:-1] if quoted else text


def _target(text: str, scope: Scope) -> Target:
    """An argument parsed, its value converted to the type of the field."""
    match = _TARGET.fullmatch(text)
    if match is None:
        raise UsageError(f"{text!r}: expected {AS}")
    kind, which, at, field, value = match.groups()
    value = _unquoted(value)
    if kind not in TYPES or kind == "error":
        raise UsageError(f"{text!r}: no record type {kind!r}{like(kind, TYPES)}")
    if kind == "settings":
        return Target(text, kind, at or which, *_setting(field, value, scope), bool(at))
    cls = TYPES[kind]
    fields = dict(zip(cls.__struct_encode_fields__, cls.__struct_fields__, strict=True))
    if field not in fields or field == "extra":
        raise UsageError(f"{text!r}: {kind} has no field {field!r}{like(field, fields)}")
    if fields[field] in (cls.key or ()):
        raise UsageError(f"{text!r}: {field} identifies the {kind} and cannot be set")
    which = at or which
    if not value:
        return Target(text, kind, which, fields[field], getattr(cls(), fields[field]), bool(at))
    (kind_of,) = (f.kind for f in schema_fields(kind) if f.name == field)
    if kind_of == "time" and re.fullmatch(r"\d\d?:\d\d", value):
        value = f"{value:0>5}:00"
    try:
        made = msgspec.convert({"type": kind, field: value}, cls, strict=False)
    except msgspec.ValidationError:
        raise UsageError(f"{text!r}: expected {EXPECTED[kind_of]}") from None
    for problem in problems(made, scope):
        if not problem.rule.size:  # a writer cuts what is too long, with a note
            raise UsageError(f"{text!r}: expected {problem.rule.expectation(scope)}")
    respell(made)
    return Target(text, kind, which, fields[field], getattr(made, fields[field]), bool(at))


def _setting(name: str, value: str, scope: Scope) -> tuple[str, bool | int | str | None]:
    """A setting under the guide's name with a value of its kind."""
    known = setting(name)
    if known is None:
        hint = like(name, [s.name for s in SETTINGS])
        raise UsageError(
            f"no setting {name!r}{hint}: the names are those of the .bws table Settings"
        )
    if not value:
        return known.name, None
    verdict = known.judge(value, scope)
    if not verdict.is_valid:
        raise UsageError(f"{name} is {value!r}: expected {known.expectation(scope)}")
    return known.name, verdict.value


class Namer:
    """How records are named in arguments, with the letters of the sections."""

    def __init__(self, known: list[Record]) -> None:
        sections = [s for s in known if isinstance(s, rec.Section)]
        self._letters = {s.id: (s.letter or "").upper() for s in sections}
        results = Event((r for r in known if type(r) is rec.Result), Notes()).standing_results()
        self._standing = {self._played(result): result for result in results if result.table}

    def letter(self, id: int | None) -> str:
        """The letter of a section."""
        return self._letters.get(id) or letters(id or 0)

    def in_brackets(self, record: Record) -> list[str]:
        """What may stand in brackets for a record, the usual way first."""
        if isinstance(record, rec.Section):
            return [self.letter(record.id), str(record.id)]
        if isinstance(record, rec.Settings):
            return [self.letter(record.section), str(record.section)]
        if isinstance(record, rec.Table):
            return [self._at(record)]
        if isinstance(record, rec.Seat):
            return [f"{self._at(record)}{record.direction}"]
        if isinstance(record, rec.Round):
            return [f"{self._at(record)},{record.round}"]
        if isinstance(record, rec.Player):
            number = _spaced(record.number or "")
            return [number, _spaced(f"{number} {name_of(record)}")]
        told = (getattr(record, name, None) for name in ("id", "number", "board"))
        by_number = [str(value) for value in told if value is not None][:1]
        if type(record) is rec.Result and self._stands(record):
            return [self._played(record), *by_number]
        return by_number

    def place(self, record: Record) -> str:
        """A record's place as notes print it, without its type; of a corrected result none."""
        if type(record) is rec.Result and record.table and not self._stands(record):
            return ""
        return _spaced(place(record, self.letter).partition(" ")[2])

    def applies(self, target: Target, record: Record) -> bool:
        """Whether a target is about a record."""
        if target.kind != type_name(record) or target.which is None:
            return target.kind == type_name(record)
        which = _spaced(target.which)
        return which == self.place(record) if target.place else which in self.in_brackets(record)

    def _at(self, record: Any) -> str:
        return f"{self.letter(record.section)}{record.table}"

    def _played(self, result: rec.Result) -> str:
        return f"{self._at(result)},{result.round},{result.board}"

    def _stands(self, result: rec.Result) -> bool:
        return self._standing.get(self._played(result)) == result


def _spaced(name: str) -> str:
    """A name in capitals, with one blank between words."""
    return " ".join(name.upper().split())


def _renames_player(target: Target) -> bool:
    return target.kind == "player" and target.which is not None and target.field in _INSTEAD


def _seats_of(target: Target, known: list[Record], namer: Namer) -> list[Target]:
    """What a player's new name changes at the seats that have a name of their own."""
    players = [r for r in known if isinstance(r, rec.Player)]
    player = next((r for r in players if namer.applies(target, r)), None)
    number = player.number if player else target.which
    alone = player is None or all(r is player for r in players if r.number == number)
    return [
        target._replace(kind="seat", which=namer.place(seat), place=True)
        for seat in known
        if isinstance(seat, rec.Seat)
        and _spaced(seat.number or "") == _spaced(number or "")
        and (alone or (player and name_of(seat) == name_of(player)))
        and name_of(seat)
    ]


def _changed(asked: list[Target], record: Record, namer: Namer) -> Record:
    """A copy of a record with what is asked for; the record itself if nothing is."""
    mine = [target for target in asked if namer.applies(target, record)]
    if not mine:
        return record
    made = copy(record)
    if isinstance(made, rec.Settings):
        made.values = dict(made.values)
    given = {target.field for target in mine}
    for target in mine:
        _put(made, target)
        if isinstance(made, rec.Player | rec.Seat) and target.value:
            for field in set(_INSTEAD.get(target.field, ())) - given:
                setattr(made, field, None)
    if isinstance(made, rec.Result):
        settle(made, given, mine[-1].text)
    return made


def _put(record: Record, target: Target) -> None:
    if isinstance(record, rec.Settings):
        record.values.pop(target.field, None)
        if target.value is not None:
            record.values[target.field] = target.value
    else:
        setattr(record, target.field, target.value)


def _created(asked: list[Target], known: list[Record], namer: Namer) -> list[Record]:
    """New records for what is asked for and missing."""
    made: dict[tuple[str, str | None], Record] = {}
    for target in asked:
        found = [record for record in known if namer.applies(target, record)]
        if found:
            _demand_one(target, found)
            continue
        if _renames_player(target) and _seats_of(target, known, namer):
            continue
        if target.kind not in _CREATED:
            raise DataError(f"{target.text!r}: {_missing(target, known, namer)}")
        record = made.setdefault((target.kind, target.which), _new(target, known))
        _put(record, target)
    return list(made.values())


def _demand_one(target: Target, found: list[Record]) -> None:
    """Refuse a name that stands for several people, or a place with several results."""
    if target.which is None or len(found) == 1:
        return
    if target.kind == "player":
        names = sorted({name_of(r) for r in found if isinstance(r, rec.Player)})
        if len(names) > 1:
            shown = f"player[{target.which} {names[0]}].{target.field}"
            raise DataError(
                f"{target.text!r}: {len(names)} players have this number ({', '.join(names)}): "
                f"name one, as in {shown}"
            )
    elif target.place and target.kind == "result" and any(r != found[0] for r in found):
        raise DataError(
            f"{target.text!r}: {len(found)} results there: choose one by its id, as in result[412]"
        )


def _missing(target: Target, known: list[Record], namer: Namer) -> str:
    """The message for a missing record, with the names of those that exist."""
    there = [namer.in_brackets(record)[:1] for record in known if type_name(record) == target.kind]
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

"""Set fields of records to given values."""

import re
from collections.abc import Iterable, Iterator, Set
from copy import copy
from functools import cached_property
from typing import Any, NamedTuple

import msgspec

from bmconv import records as rec
from bmconv.bridge.boards import SIDES
from bmconv.bridge.contracts import impossible, parse_contract, parse_tricks
from bmconv.bridge.movements import letters
from bmconv.bridge.outcomes import declaring_pair, outcome
from bmconv.bridge.places import place
from bmconv.errors import DataError, UsageError, like
from bmconv.event import Event
from bmconv.event.seating import PlayersByNumber, player_number
from bmconv.event.section_settings import section_settings
from bmconv.event.sections import find_section
from bmconv.filters import Records
from bmconv.notes import Notes
from bmconv.records import TYPES, Record, name_of, type_name
from bmconv.rules import RECORDS, Scope, problems, respell
from bmconv.rules.settings import SETTINGS, setting
from bmconv.schema import fields as schema_fields

_ASSIGNMENT = re.compile(r"(\w+)(?:\[([^\]]+)\]| +([^=\[\]]+?))?\.(\w+)=(.*)", re.DOTALL)
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
"""The values of a field in words, by the kind of field."""
SYNTAX = "TYPE.FIELD=VALUE such as session.name=Pairs or 'section[A].winners=2'"
_CREATABLE = {"event", "session", "settings"}
"""Types whose record is created if it is missing; records of other types must exist."""
_REPLACED_NAMES = {
    "name": ("first_name", "last_name"),
    "first_name": ("name",),
    "last_name": ("name",),
}
"""Of a player or seat: the fields that a new name replaces, in full or in parts."""
_MOST_NAMES = 5
"""The number of known names that an error message lists."""


class Assignment(NamedTuple):
    """A field of one or all records of a type and its new value, such as `section[A].winners=2`."""

    text: str
    kind: str
    by_place: bool
    """Whether the selector is a place as notes print it: `seat A5 N`."""
    selector: str | None
    field: str
    value: Any


def parse_assignments(words: Iterable[str], scope: Scope = RECORDS) -> list[Assignment]:
    """Parse arguments such as `section[A].winners=2` by the rules of the output's format."""
    return [_parse_assignment(_strip_quotes(str(word)), scope) for word in words]


def set_values(records: Records, assignments: list[Assignment]) -> Iterator[Record]:
    """The records with fields set; missing event, session and settings records come first."""
    types = {assignment.kind for assignment in assignments}
    if any(map(_renames_player, assignments)):
        types.add("seat")
    consulted = {"section", "settings"}  # settings say how player numbers are compared
    known = [record for record in records() if type_name(record) in types | consulted]
    expanded = _settings_of_sections(assignments, known)
    if expanded:
        known = [r for r in known if not isinstance(r, rec.Settings)] + expanded
    namer = Namer(known)
    yield from _new_records(assignments, known, namer)
    seats = [seat for t in assignments if _renames_player(t) for seat in _seats_of(t, known, namer)]
    for settings in expanded:
        yield _apply(assignments, settings, namer)
    for record in records():
        if expanded and isinstance(record, rec.Settings):
            continue
        yield _apply(assignments + seats, record, namer) if type_name(record) in types else record


def _strip_quotes(text: str) -> str:
    """A text without quotes around it, which not every shell takes away."""
    quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "\"'"
    return text[1:-1] if quoted else text


def _parse_assignment(text: str, scope: Scope) -> Assignment:
    """Parse an argument and convert its value to the type of the field."""
    match = _ASSIGNMENT.fullmatch(text)
    if match is None:
        raise UsageError(f"{text!r}: expected {SYNTAX}")
    kind, selector, place, field, value = match.groups()
    value = _strip_quotes(value)
    if kind not in TYPES or kind == "error":
        raise UsageError(f"{text!r}: no record type {kind!r}{like(kind, TYPES)}")
    target = (text, kind, bool(place), place or selector)
    if kind == "settings":
        name, setting_value = _setting(field, value, scope)
        if target[-1] is not None and (rule := setting(name)) and rule.everywhere:
            raise UsageError(
                f"{text!r}: {name} applies to all sections: expected settings.{name}={value}"
            )
        return Assignment(*target, name, setting_value)
    cls = TYPES[kind]
    fields = dict(zip(cls.__struct_encode_fields__, cls.__struct_fields__, strict=True))
    if field not in fields or field == "extra":
        raise UsageError(f"{text!r}: {kind} has no field {field!r}{like(field, fields)}")
    if fields[field] in (cls.key or ()):
        raise UsageError(f"{text!r}: {field} identifies the {kind} and cannot be set")
    if not value:
        return Assignment(*target, fields[field], getattr(cls(), fields[field]))
    (field_kind,) = (f.kind for f in schema_fields(kind) if f.name == field)
    if field_kind == "time" and re.fullmatch(r"\d\d?:\d\d", value):
        value = f"{value:0>5}:00"
    try:
        new = msgspec.convert({"type": kind, field: value}, cls, strict=False)
    except msgspec.ValidationError:
        raise UsageError(f"{text!r}: expected {EXPECTED[field_kind]}") from None
    for problem in problems(new, scope):
        if not problem.rule.size:  # a writer cuts what is too long, with a note
            raise UsageError(f"{text!r}: expected {problem.rule.expectation(scope)}")
    respell(new)
    return Assignment(*target, fields[field], getattr(new, fields[field]))


def _setting(name: str, value: str, scope: Scope) -> tuple[str, bool | int | str | None]:
    """The guide's name of a setting and the value converted to its type."""
    rule = setting(name)
    if rule is None:
        hint = like(name, [s.name for s in SETTINGS])
        raise UsageError(
            f"no setting {name!r}{hint}: the names are those of the .bws table Settings"
        )
    if not value:
        return rule.name, None
    verdict = rule.judge(value, scope)
    if not verdict.is_valid:
        raise UsageError(f"{name} is {value!r}: expected {rule.expectation(scope)}")
    return rule.name, verdict.value


class Namer:
    """How records are named in arguments, with the letters of the sections."""

    def __init__(self, known: list[Record]) -> None:
        sections = [s for s in known if isinstance(s, rec.Section)]
        self._letters = {s.id: (s.letter or "").upper() for s in sections}
        self._players = [r for r in known if isinstance(r, rec.Player)]
        self._settings = [s for s in known if isinstance(s, rec.Settings)]
        results = Event((r for r in known if type(r) is rec.Result), Notes()).standing_results()
        self._sessions = {s.id: s.session for s in sections}
        self._named: dict[str, list[rec.Player]] = {}
        self._standing = {self._result_name(result): result for result in results if result.table}

    def letter(self, id: int | None) -> str:
        """The letter of a section."""
        return self._letters.get(id) or letters(id or 0)

    def selectors(self, record: Record) -> list[str]:
        """The texts in brackets that select a record, the usual one first."""
        if isinstance(record, rec.Section):
            return [self.letter(record.id), str(record.id)]
        if isinstance(record, rec.Settings):
            return [self.letter(record.section), str(record.section)]
        if isinstance(record, rec.Table):
            return [self._table_name(record)]
        if isinstance(record, rec.Seat):
            return [f"{self._table_name(record)}{record.direction}"]
        if isinstance(record, rec.Round):
            return [f"{self._table_name(record)},{record.round}"]
        if isinstance(record, rec.Player):
            number = _normalise(player_number(record))
            return [number, _normalise(f"{number} {name_of(record)}")]
        values = (getattr(record, name, None) for name in ("id", "number", "board"))
        by_number = [str(value) for value in values if value is not None][:1]
        if type(record) is rec.Result and self._stands(record):
            return [self._result_name(record), *by_number]
        return by_number

    def place(self, record: Record) -> str:
        """A record's place as notes print it, without its type; empty for a corrected result."""
        if type(record) is rec.Result and record.table and not self._stands(record):
            return ""
        return _normalise(place(record, self.letter).partition(" ")[2])

    def applies(self, assignment: Assignment, record: Record) -> bool:
        """Whether an assignment is about a record."""
        if assignment.kind != type_name(record) or assignment.selector is None:
            return assignment.kind == type_name(record)
        selector = _normalise(assignment.selector)
        if assignment.by_place:
            return selector == self.place(record)
        if isinstance(record, rec.Player):
            return record in self.players(selector)
        return selector in self.selectors(record)

    def players(self, selector: str) -> list[rec.Player]:
        """The players that a selector names: as it is written, else the one of that number."""
        if selector not in self._named:
            players = [p for p in self._players if selector in self.selectors(p)]
            same = self._by_number.find(selector, None, None)
            self._named[selector] = players or ([same] if same else [])
        return self._named[selector]

    def is_at(self, player: rec.Player, seat: rec.Seat) -> bool:
        """Whether the number at a seat is that of a player."""
        number, session = seat.number or "", self._sessions.get(seat.section)
        return bool(number) and (
            _normalise(number) == _normalise(player_number(player))
            or self._by_number.find(number, seat.section, session) == player
        )

    @cached_property
    def _by_number(self) -> PlayersByNumber:
        return PlayersByNumber(Event(self._settings, Notes()), self._players)

    def _table_name(self, record: Any) -> str:
        return f"{self.letter(record.section)}{record.table}"

    def _result_name(self, result: rec.Result) -> str:
        return f"{self._table_name(result)},{result.round},{result.board}"

    def _stands(self, result: rec.Result) -> bool:
        return self._standing.get(self._result_name(result)) == result


def _normalise(name: str) -> str:
    """A name in capitals, with one blank between words."""
    return " ".join(name.upper().split())


def _renames_player(assignment: Assignment) -> bool:
    return (
        assignment.kind == "player"
        and assignment.selector is not None
        and assignment.field in _REPLACED_NAMES
    )


def _seats_of(assignment: Assignment, known: list[Record], namer: Namer) -> list[Assignment]:
    """The assignments that give a player's new name to the seats that repeat the old one."""
    players = [r for r in known if isinstance(r, rec.Player)]
    player = next((r for r in players if namer.applies(assignment, r)), None)
    number = player_number(player) if player else assignment.selector
    is_only = player is None or all(r is player for r in players if player_number(r) == number)
    return [
        assignment._replace(kind="seat", selector=namer.place(seat), by_place=True)
        for seat in known
        if isinstance(seat, rec.Seat)
        and (
            namer.is_at(player, seat)
            if player
            else _normalise(seat.number or "") == _normalise(number or "")
        )
        and (is_only or (player and name_of(seat) == name_of(player)))
        and name_of(seat)
    ]


def _apply(assignments: list[Assignment], record: Record, namer: Namer) -> Record:
    """A copy of a record with its new values; the record itself if there are none."""
    mine = [assignment for assignment in assignments if namer.applies(assignment, record)]
    if not mine:
        return record
    new = copy(record)
    if isinstance(new, rec.Settings):
        new.values = dict(new.values)
    fields = {assignment.field for assignment in mine}
    for assignment in mine:
        _assign(new, assignment)
        if isinstance(new, rec.Player | rec.Seat) and assignment.value:
            for field in set(_REPLACED_NAMES.get(assignment.field, ())) - fields:
                setattr(new, field, None)
    if isinstance(new, rec.Seat) and new.entry_source and fields & _REPLACED_NAMES.keys():
        new.entry_source = 0  # the name is the scoring program's (guide, PlayerNumbers)
    if isinstance(new, rec.Result):
        _settle(new, fields, mine[-1].text)
    emptied = [a.field for a in mine if _empties(a, record)]
    if emptied:
        new.extra = (new.extra or {}) | {rec.CLEAR: emptied}
    return new


def _empties(assignment: Assignment, record: Record) -> bool:
    """Whether an assignment empties a field that has a value, or turns off a switch."""
    if isinstance(record, rec.Settings):
        return assignment.value is None and assignment.field in record.values
    is_empty = assignment.value is None or assignment.value is False
    return is_empty and bool(getattr(record, assignment.field))


def _settings_of_sections(assignments: list[Assignment], known: list[Record]) -> list[Record]:
    """The settings of every section, if one is to differ from those for all; else empty."""
    of_one = any(a.kind == "settings" and a.selector is not None for a in assignments)
    settings = [r for r in known if isinstance(r, rec.Settings)]
    if not of_one or all(record.section is not None for record in settings):
        return []
    sections = [r for r in known if isinstance(r, rec.Section)]
    return list(section_settings(Event([*sections, *settings], Notes()))) if sections else []


def _assign(record: Record, assignment: Assignment) -> None:
    if isinstance(record, rec.Settings):
        record.values.pop(assignment.field, None)
        if assignment.value is not None:
            record.values[assignment.field] = assignment.value
    else:
        setattr(record, assignment.field, assignment.value)


def _settle(result: rec.Result, changed: Set[str], text: str) -> None:
    """Keep declarer's seat and pair together, and refuse tricks that the contract cannot give."""
    pairs = {"NS": result.pair_ns, "EW": result.pair_ew}
    if outcome(result).wrong_direction:
        pairs = {"NS": result.pair_ew, "EW": result.pair_ns}
    side = SIDES.get(result.declarer or "")
    if "declarer_pair" in changed and "declarer" not in changed:
        if result.declarer_pair and all(pairs.values()):
            sides = [name for name, pair in pairs.items() if pair == result.declarer_pair]
            if not sides:
                there = f"{result.pair_ns} or {result.pair_ew}"
                raise DataError(f"{text!r}: expected pair {there}, who play there")
            if side not in sides:
                result.declarer = sides[0]  # the side alone: the seat is unknown
    elif changed & {"declarer", "pair_ns", "pair_ew"} and "declarer_pair" not in changed:
        if pair := declaring_pair(result):
            result.declarer_pair = pair
        elif "declarer" in changed and not side:
            result.declarer_pair = None
    if changed & {"contract", "result"} and result.contract and result.result:
        contract, tricks = parse_contract(result.contract), parse_tricks(result.result)
        if contract and tricks is not None and impossible(contract, tricks):
            raise DataError(
                f"{text!r}: {result.contract} {result.result} is impossible: "
                "set contract and result together"
            )


def _new_records(assignments: list[Assignment], known: list[Record], namer: Namer) -> list[Record]:
    """Records to be created for assignments without a match; errors for the other types."""
    new: dict[tuple[str, str | None], Record] = {}
    for assignment in assignments:
        matches = [record for record in known if namer.applies(assignment, record)]
        if matches:
            _demand_one(assignment, matches)
            continue
        if _renames_player(assignment) and _seats_of(assignment, known, namer):
            continue
        if assignment.kind not in _CREATABLE:
            raise DataError(f"{assignment.text!r}: {_missing_message(assignment, known, namer)}")
        record = new.setdefault(
            (assignment.kind, assignment.selector), _new_record(assignment, known)
        )
        _assign(record, assignment)
    return list(new.values())


def _demand_one(assignment: Assignment, matches: list[Record]) -> None:
    """Refuse a name that stands for several people, or a place with several results."""
    if assignment.selector is None or len(matches) == 1:
        return
    if assignment.kind == "player":
        names = sorted({name_of(r) for r in matches if isinstance(r, rec.Player)})
        if len(names) > 1:
            example = f"player[{assignment.selector} {names[0]}].{assignment.field}"
            raise DataError(
                f"{assignment.text!r}: {len(names)} players have this number ({', '.join(names)}): "
                f"name one, as in {example}"
            )
    elif (
        assignment.by_place
        and assignment.kind == "result"
        and matches.count(matches[0]) < len(matches)
    ):
        raise DataError(
            f"{assignment.text!r}: {len(matches)} results there: "
            "choose one by its id, as in result[412]"
        )


def _missing_message(assignment: Assignment, known: list[Record], namer: Namer) -> str:
    """The message for a missing record, with the names of those that exist."""
    selectors = [
        namer.selectors(record)[:1] for record in known if type_name(record) == assignment.kind
    ]
    names = [name for (name,) in filter(None, selectors)]
    problem = (
        f"there is no {assignment.kind} {assignment.selector or ''}".rstrip() + " in the input"
    )
    more = ", ..." if len(names) > _MOST_NAMES else ""
    return problem + (f"; there are {', '.join(names[:_MOST_NAMES])}{more}" if names else "")


def _new_record(assignment: Assignment, known: list[Record]) -> Record:
    if assignment.kind == "session":
        if assignment.selector is not None and not assignment.selector.isdecimal():
            raise UsageError(f"{assignment.text!r}: a session is named by its id, as session[1]")
        return rec.Session(id=int(assignment.selector or 1))
    if assignment.kind == "settings" and assignment.selector is not None:
        sections = [s for s in known if isinstance(s, rec.Section)]
        return rec.Settings(section=find_section(assignment.selector, sections))
    return TYPES[assignment.kind]()

"""Parse assignments for `set`: `section[A].winners=2`, `result[A board 14 NS 5].contract=3 NT`."""

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

import msgspec
from msgspec import structs

from bmconv.bridge.awards import parse_awards, with_unit
from bmconv.bridge.contracts import spell_contract, spell_tricks
from bmconv.bridge.movements import ordinal
from bmconv.errors import UsageError, for_shell, like
from bmconv.records import TYPES, Record
from bmconv.rules import RECORDS, Scope, problems, respell
from bmconv.rules.fields import NUMBERED, SECTION_REFERENCE, rules_of
from bmconv.rules.settings import SETTINGS, setting
from bmconv.schema import fields as schema_fields

_ASSIGNMENT = re.compile(r"(\w+)(?:\[([^\]]+)\]| +([^=\[\]]+?))?\.(\w+) *= *(.*)", re.DOTALL)
_PLAYED = re.compile(r"(.*?)\s*([=+-]\s*\d*)")
"""A contract and its tricks in one text: `3NT-1`."""
_CLOSING_QUOTES = {'"': '"', "'": "'", "“": "”“", "„": "“”", "”": "”", "‘": "’", "’": "’"}
_OPEN_QUOTE = re.compile("(?:^|= *)[“„”‘’][^“”‘’]*")
"""A text or value with a curly quote at its start and none at its end."""
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
"""The expected value of a field in words, by the kind of field."""
SYNTAX = f"TYPE.FIELD=VALUE such as session.name=Pairs or {for_shell('section[A].winners=2')}"
PENALTY = (
    "a penalty goes into a CSV file for bmconv rank --adjust, "
    "with the columns section,pair,direction,penalty"
)
"""What to do instead of setting a penalty, which no record type has."""
HEADINGS = {"lead": "lead_card=SK", "by": "declarer=N", "tricks": "result=+1"}
"""Words in reports that are not fields of a result, each with the assignment to use instead."""


class Assignment(NamedTuple):
    """A field of one or all records of a type and its new value, such as `section[A].winners=2`."""

    text: str
    target: str
    """The records to change, as typed: `result[board 14 NS 5]`."""
    kind: str
    """The record type."""
    by_place: bool
    """Whether the selector is a place as notes print it: `seat A5 N`."""
    selector: str | None
    """The text in brackets, or the place; None if all records of the type are meant."""
    field: str
    value: Any
    section: str = ""
    """The section letter given as the value; the records have the id that it stands for."""
    restores: bool = False
    """Whether it applies to erased results too, because erased=false is set for the target."""


def parse_assignments(words: Iterable[str], scope: Scope = RECORDS) -> list[Assignment]:
    """Parse arguments such as `section[A].winners=2` by the rules of the output's format."""
    return [_parse_assignment(_strip_quotes(str(word)), scope) for word in words]


def _strip_quotes(text: str) -> str:
    """A text without quotes around it: some shells leave quotes, and all leave curly quotes."""
    quoted = len(text) > 1 and text[-1] in _CLOSING_QUOTES.get(text[0], "")
    return text[1:-1] if quoted else text


def _parse_assignment(text: str, scope: Scope) -> Assignment:
    """Parse an argument and convert its value to the type of the field."""
    if _OPEN_QUOTE.fullmatch(text) or _OPEN_QUOTE.fullmatch(text[text.find("=") :]):
        raise UsageError(f"{text!r}: curly quotes do not keep words together: type straight ones")
    match = _ASSIGNMENT.fullmatch(text)
    if match is None:
        raise UsageError(f"{text!r}: expected {SYNTAX}")
    kind, selector, place, field, value = match.groups()
    value = _strip_quotes(value)
    if "penalty" in (kind, field):
        raise UsageError(f"{text!r}: {PENALTY}")
    types = TYPES.keys() - {"error"}
    if kind not in types:
        hint = like(kind, types) or ", such as result, player or section"
        raise UsageError(f"{text!r}: no record type {kind!r}{hint}")
    new = Assignment(
        text, text[: match.start(4) - 1], kind, bool(place), place or selector, field, value
    )
    if kind == "settings":
        return _parse_setting(new, scope)
    if kind in ("result", "intermediate"):
        _refuse_misplaced(new)
    return _parse_field(new, TYPES[kind], scope)


def _refuse_misplaced(assignment: Assignment) -> None:
    """Refuse an award or tricks in a field that has another purpose, and name the right one."""
    target, field, value = assignment.target, assignment.field, assignment.value
    if field != "remarks" and parse_awards(value):
        raise UsageError(f"{assignment.text!r}: an award is a remark: {target}.remarks={value}")
    if field == "contract" and spell_contract(value) is None:
        parts = _PLAYED.fullmatch(value)
        if parts and spell_contract(parts[1]) and spell_tricks(parts[2]):
            both = for_shell(f"{target}.contract={parts[1]}", f"{target}.result={parts[2]}")
            raise UsageError(f"{assignment.text!r}: contract and tricks are two fields: {both}")


def _parse_setting(assignment: Assignment, scope: Scope) -> Assignment:
    """An assignment to a setting: the guide's name, and the value converted to its type."""
    name, value = assignment.field, assignment.value
    rule = setting(name)
    if rule is None:
        hint = like(name, [s.name for s in SETTINGS])
        raise UsageError(
            f"no setting {name!r}{hint}: the names are those of the .bws table Settings"
        )
    verdict = rule.judge(value, scope) if value else None
    if verdict and not verdict.is_valid:
        raise UsageError(f"{name} is {value!r}: expected {rule.expectation(scope)}")
    if assignment.selector is not None and rule.everywhere:
        raise UsageError(
            f"{assignment.text!r}: {rule.name} applies to all sections: "
            f"expected settings.{rule.name}={value}"
        )
    return assignment._replace(field=rule.name, value=verdict.value if verdict else None)


def _parse_field(assignment: Assignment, cls: type[Record], scope: Scope) -> Assignment:
    """An assignment to a field of a record type."""
    text, kind, field, value = assignment.text, assignment.kind, assignment.field, assignment.value
    fields = dict(zip(cls.__struct_encode_fields__, cls.__struct_fields__, strict=True))
    if field not in fields and kind in ("result", "intermediate") and field.lower() in HEADINGS:
        example = f"'{assignment.target}.{HEADINGS[field.lower()]}'"
        raise UsageError(f"{text!r}: {kind} has no field {field!r}; expected such as {example}")
    if field not in fields or field == "extra":
        raise UsageError(f"{text!r}: {kind} has no field {field!r}{like(field, fields)}")
    attribute = fields[field]
    if attribute in (cls.key or ()):
        seat = "; to change the number at a seat: 'seat[A5N].number=...'" * (kind == "player")
        raise UsageError(f"{text!r}: {field} identifies the {kind} and cannot be set{seat}")
    if not value:
        return assignment._replace(field=attribute, value=getattr(cls(), attribute))
    is_section = rules_of(kind).get(attribute) is SECTION_REFERENCE
    if is_section and ordinal(value) is not None:
        return assignment._replace(field=attribute, section=value)
    (field_kind,) = (f.kind for f in schema_fields(kind) if f.name == field)
    if field_kind == "time" and re.fullmatch(r"\d\d?:\d\d", value):
        value = f"{value:0>5}:00"
    try:
        new = msgspec.convert({"type": kind, field: value}, cls, strict=False)
    except msgspec.ValidationError:
        expected = "the letter or id of a section" if is_section else EXPECTED[field_kind]
        raise UsageError(f"{text!r}: expected {expected}") from None
    broken = [answer.rule for answer in problems(new, scope)]
    if attribute in NUMBERED.get(kind, ()):  # 0 in a file means unknown, but cannot be set
        known = structs.replace(rules_of(kind)[attribute], low=1)
        broken = [] if known.judge(getattr(new, attribute), scope).is_valid else [known]
    for rule in broken:
        if not rule.size:  # a text may be too long: a writer cuts it, with a note
            award = with_unit(value) if field == "remarks" else ""
            raise UsageError(f"{text!r}: expected {award or rule.expectation(scope)}")
    respell(new)
    return assignment._replace(field=attribute, value=getattr(new, attribute))

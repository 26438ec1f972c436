"""Rules of `check`: every value is one that the rule book allows."""

from collections.abc import Iterable, Iterator

from bmconv.checks.findings import ERROR, WARNING, CheckedEvent, Finding
from bmconv.masking import mask
from bmconv.records import TYPES, Client, Player, Record, Seat, Session, Settings, name_of
from bmconv.rules.fields import NAME
from bmconv.rules.judging import Answer, judge, problems
from bmconv.rules.rule import CONTROL, Rule, Scope
from bmconv.rules.settings import Setting


def values(checked: CheckedEvent) -> Iterator[Finding]:
    """Every value is valid; a number beyond a terminal's limit is reported once per section."""
    reported: set[tuple[int | None, str, int]] = set()
    for record in _records(checked):
        for answer in _problems(record, checked.scope):
            if answer.rule.limit if isinstance(answer.rule, Rule) else False:
                key = (getattr(record, "section", None), answer.rule.code, answer.value)
                if key in reported:
                    continue
                reported.add(key)
            yield _finding(checked, record, answer)


def control_characters(checked: CheckedEvent) -> Iterator[Finding]:
    """Names and numbers have no control characters, at which other programs end a text."""
    for cls in (Client, Session, Player, Seat):
        for record in checked.event.of(cls):
            for name in cls.__struct_fields__:
                value = getattr(record, name)
                if isinstance(value, str) and CONTROL.search(value):
                    text = "text{s} with control characters"
                    yield checked.find(
                        WARNING, "control-character", record, text, f"{name} {value!r}"
                    )


def _records(checked: CheckedEvent) -> Iterator[Record]:
    """All records, except results that do not stand."""
    for kind, cls in TYPES.items():
        yield from checked.results if kind == "result" else checked.event.of(cls)


def _problems(record: Record, scope: Scope) -> Iterable[Answer]:
    """The invalid values of a record, including a name that is too long once it is joined."""
    yield from problems(record, scope)
    if isinstance(record, Seat | Player) and not record.name and (name := name_of(record)):
        verdict = judge("seat", "name", name, scope)  # a .bws has only the full name
        if verdict.code:
            yield Answer("name", name, verdict, NAME)


def _finding(checked: CheckedEvent, record: Record, answer: Answer) -> Finding:
    """The finding about an invalid value."""
    rule, value = answer.rule, mask(answer.value, answer.name)
    level = ERROR if isinstance(rule, Setting) or checked.target in rule.strict_for else rule.level
    message = f"{rule.noun}{{s}} {rule.problem(checked.scope)}"
    if isinstance(record, Settings) and isinstance(rule, Setting):
        place = f"{checked.event.place(record)} {answer.name}"
        return Finding(level, rule.code, place, message, repr(value))
    if rule.names_field:
        value = f"{answer.name} {value}"
    return checked.find(level, rule.code, record, message, value)

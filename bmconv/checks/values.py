"""Rules of `check`: every value is what the rule book allows."""

from collections.abc import Iterable, Iterator

from bmconv.checks.findings import ERROR, CheckedEvent, Finding
from bmconv.masking import mask
from bmconv.records import TYPES, Player, Record, Seat, Settings, name_of
from bmconv.rules.fields import NAME
from bmconv.rules.judging import Answer, judge, problems
from bmconv.rules.rule import Rule, Scope
from bmconv.rules.settings import Setting


def values(c: CheckedEvent) -> Iterator[Finding]:
    """Every value is valid; a number beyond a terminal's limit is reported once per section."""
    reported: set[tuple[int | None, str, int]] = set()
    for record in _records(c):
        for answer in _problems(record, c.scope):
            if answer.rule.limit if isinstance(answer.rule, Rule) else False:
                key = (getattr(record, "section", None), answer.rule.code, answer.value)
                if key in reported:
                    continue
                reported.add(key)
            yield _finding(c, record, answer)


def _records(c: CheckedEvent) -> Iterator[Record]:
    """All records, but of results only those that stand."""
    for kind, cls in TYPES.items():
        yield from c.results if kind == "result" else c.event.of(cls)


def _problems(record: Record, scope: Scope) -> Iterable[Answer]:
    yield from problems(record, scope)
    if isinstance(record, Seat | Player) and not record.name and (name := name_of(record)):
        verdict = judge("seat", "name", name, scope)  # a .bws has only the full name
        if verdict.code:
            yield Answer("name", name, verdict, NAME)


def _finding(c: CheckedEvent, record: Record, answer: Answer) -> Finding:
    rule, value = answer.rule, mask(answer.value, answer.name)
    level = ERROR if isinstance(rule, Setting) or c.target in rule.strict_for else rule.level
    message = f"{rule.noun}{{s}} {rule.problem(c.scope)}"
    if isinstance(record, Settings) and isinstance(rule, Setting):
        place = f"{c.event.place(record)} {answer.name}"
        return Finding(level, rule.code, place, message, repr(value))
    if rule.names_field:
        value = f"{answer.name} {value}"
    return c.find(level, rule.code, record, message, value)

"""Rules of `check`: every value is what the rule book allows."""

from collections.abc import Iterable, Iterator

from bmconv.bridge.movements import boards_of
from bmconv.masking import masked
from bmconv.records import TYPES, Player, Record, Round, Seat, Settings, name_of
from bmconv.rules.checks.findings import ERROR, Checked, Finding
from bmconv.rules.fields import BOARD, DOUBLE_DUMMY, HAND, HIGH_CARDS, NAME
from bmconv.rules.judging import Answer, judge, problems
from bmconv.rules.rule import Rule, Scope, Verdict
from bmconv.rules.settings import Setting

NAMED = (HAND, DOUBLE_DUMMY, HIGH_CARDS)
"""Rules of several fields of one record: findings name the field."""


def values(c: Checked) -> Iterator[Finding]:
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


def _records(c: Checked) -> Iterator[Record]:
    """All records, but of results only those that stand."""
    for kind, cls in TYPES.items():
        yield from c.results if kind == "result" else c.event.of(cls)


def _problems(record: Record, scope: Scope) -> Iterable[Answer]:
    yield from problems(record, scope)
    if isinstance(record, Seat | Player) and not record.name and (name := name_of(record)):
        verdict = judge("seat", "name", name, scope)  # a .bws has only the full name
        if verdict.code:
            yield Answer("name", name, verdict, NAME)
    if isinstance(record, Round) and record.custom_boards:
        for board in boards_of(record):
            if BOARD.judge(board, scope).code:
                yield Answer("custom_boards", board, Verdict(board, BOARD.code), BOARD)


def _finding(c: Checked, record: Record, answer: Answer) -> Finding:
    rule, value = answer.rule, masked(answer.value, answer.name)
    level = ERROR if isinstance(rule, Setting) or c.target in rule.strict_for else rule.level
    message = f"{rule.noun}{{s}} {rule.problem(c.scope)}"
    if isinstance(record, Settings) and isinstance(rule, Setting):
        place = f"{c.event.place(record)} {answer.name}"
        return Finding(level, rule.code, place, message, repr(value))
    if rule in NAMED:
        value = f"{answer.name} {value}"
    return c.find(level, rule.code, record, message, value)

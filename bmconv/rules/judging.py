"""Judge one value, or the values of records that are read, changed or checked."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from operator import attrgetter, getitem
from typing import Any, NamedTuple

from bmconv.bridge.places import place
from bmconv.masking import mask
from bmconv.notes import Notes
from bmconv.records import Record, Settings, type_name
from bmconv.rules.fields import rules_of
from bmconv.rules.rule import RECORDS, Rule, Scope, Verdict
from bmconv.rules.settings import Setting, name_as_in_guide, setting

MOST_REMEMBERED = 20_000
"""How many verdicts about a field are remembered: most values repeat."""


class Answer(NamedTuple):
    """A value of a record that is respelled or invalid, with the verdict."""

    name: str
    """The field, or the setting."""
    value: Any
    verdict: Verdict
    rule: Rule | Setting


class Verdicts(dict[Any, Verdict | None]):
    """The verdicts on the values of a field: None if a value is valid as it is.

    None itself always is.
    """

    def __init__(self, name: str, rule: Rule, scope: Scope) -> None:
        super().__init__()
        self.name, self.rule, self.scope = name, rule, scope

    def __missing__(self, value: Any) -> Verdict | None:
        verdict: Verdict | None = None
        if value is not None:
            verdict = self.rule.judge(value, self.scope)
            if verdict == (value, ""):
                verdict = None
        if len(self) >= MOST_REMEMBERED:
            self.clear()
        self[value] = verdict
        return verdict


def judge(kind: str, name: str, value: Any, scope: Scope = RECORDS) -> Verdict:
    """Whether a value of a field, or of a setting, is valid; None always is."""
    if kind == "settings" and (known := setting(name)):
        return known.judge(value, scope)
    verdicts = verdicts_of(kind, scope).get(name)
    if value is None or verdicts is None:
        return Verdict(value)
    return verdicts[value] or Verdict(value)


@cache
def verdicts_of(kind: str, scope: Scope) -> dict[str, Verdicts]:
    """The verdicts on each field that has a rule, by attribute."""
    return {name: Verdicts(name, rule, scope) for name, rule in rules_of(kind).items()}


class _Columns(dict[type[Record], tuple[Callable[[Record], Any], list[Verdicts]]]):
    """By record type: the getter of all fields that have a rule, and the verdicts about each."""

    def __init__(self, scope: Scope) -> None:
        super().__init__()
        self.scope = scope

    def __missing__(self, kind: type[Record]) -> tuple[Callable[[Record], Any], list[Verdicts]]:
        verdicts = verdicts_of(type_name(kind()), self.scope)
        names = [*verdicts, "extra", "extra"][: max(len(verdicts), 2)]  # one value is no tuple
        self[kind] = attrgetter(*names), list(verdicts.values())
        return self[kind]


_columns = cache(_Columns)
"""The columns of a scope, by record type."""


def answers(record: Record, scope: Scope = RECORDS) -> Iterator[Answer]:
    """The values of a record that are respelled or invalid."""
    values_of, verdicts = _columns(scope)[type(record)]
    for value, known in zip(values_of(record), verdicts, strict=False):
        if (verdict := known[value]) is not None:
            yield Answer(known.name, value, verdict, known.rule)
    if isinstance(record, Settings):
        for name, value in record.values.items():
            if (rule := setting(name)) is not None:
                verdict = rule.judge(value, scope)
                if verdict.code or type(verdict.value) is not type(value):
                    yield Answer(name, value, verdict, rule)


def problems(record: Record, scope: Scope = RECORDS) -> Iterator[Answer]:
    """The invalid values of a record."""
    return (answer for answer in answers(record, scope) if answer.verdict.code)


def respell(record: Record, scope: Scope = RECORDS) -> None:
    """Bring the values of a record into their one spelling; invalid ones stay as they are."""
    if isinstance(record, Settings):
        record.values = name_as_in_guide(record.values)
    for answer in list(answers(record, scope)):
        _put(record, answer)


def value_in(record: Record, name: str) -> Any:
    """The value of a field, or of a setting."""
    if isinstance(record, Settings) and name not in record.__struct_fields__:
        return record.values.get(name)
    return getattr(record, name)


def _put(record: Record, answer: Answer) -> None:
    if isinstance(record, Settings) and isinstance(answer.rule, Setting):
        record.values[answer.name] = answer.verdict.value
    else:
        setattr(record, answer.name, answer.verdict.value)


def normalise(records: Iterable[Record], scope: Scope, notes: Notes) -> Iterator[Record]:
    """Records as they are read: their values in the one spelling; invalid ones are noted."""
    columns = _columns(scope)
    for record in records:
        kind = type(record)
        values_of, verdicts = columns[kind]
        if isinstance(record, Settings):
            _name_settings(record, notes)
        if kind is Settings or any(map(getitem, verdicts, values_of(record))):
            for answer in list(answers(record, scope)):
                before = place(record)  # the value can be part of it
                _put(record, answer)
                note_answer(answer, before, scope, notes)
        yield record


def _name_settings(record: Settings, notes: Notes) -> None:
    """Give settings the names of the guide; of those that then have one name, the last counts."""
    named = name_as_in_guide(record.values)
    if twice := len(record.values) - len(named):
        text = "setting{s} given twice in different letter case, the last one kept"
        notes.repair("setting-twice", place(record), text, twice)
    record.values = named


def note_answer(answer: Answer, place: str, scope: Scope, notes: Notes, count: int = 1) -> None:
    """Note an invalid value, and a respelled one where its rule says so."""
    rule, value = answer.rule, mask(answer.value, answer.name)
    if rule.names_field:
        place = f"{place} {answer.name}"
    if answer.verdict.code:
        text = f"{rule.noun}{{s}} kept as written: {rule.problem(scope)}"
        notes.repair(rule.code, f"{place}: {value!r}", text, count)
    elif isinstance(rule, Setting):
        change = f"{value!r} as {mask(answer.verdict.value, answer.name)!r}"
        text = "setting{s} converted to the type of the column"
        notes.repair("setting-kind", f"{place}: {change}", text, count)
    elif rule.form and answer.verdict.value:
        text = f"{rule.noun}{{s}} written without braces and dashes"
        notes.repair(rule.form, f"{place}: {value}", text, count)


def note_unfit(answer: Answer, place: str, scope: Scope, notes: Notes) -> None:
    """Note a value that is valid elsewhere, but not in the format that is written."""
    rule, value = answer.rule, mask(answer.value, answer.name)
    if rule.names_field:
        place = f"{place} {answer.name}"
    text = f"{rule.noun}{{s}} {rule.problem(scope)}"
    notes.repair(rule.code, f"{place}: {value!r}", text)


def note_all_unfit(records: Iterable[Record], scope: Scope, notes: Notes) -> Iterator[Record]:
    """Records on their way into a format; values that only this format forbids are noted.

    Texts that are too long are left to the writer, which cuts them.
    """
    for record in records:
        if scope.format and type(record) is not Settings:  # whose writer has its own choices
            for answer in problems(record, scope):
                size = answer.rule.size
                if not size and judge(type_name(record), answer.name, answer.value).is_valid:
                    note_unfit(answer, place(record), scope, notes)
        yield record

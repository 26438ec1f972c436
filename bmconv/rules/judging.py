"""Judge single values, and the values of records that are read, written, changed or checked."""

from collections.abc import Callable, Iterable, Iterator
from functools import cache
from itertools import groupby
from operator import attrgetter, contains, getitem
from typing import Any, NamedTuple

from bmconv.bridge.places import place
from bmconv.masking import mask
from bmconv.notes import Notes
from bmconv.records import Record, Settings, type_name
from bmconv.rules.fields import rules_of
from bmconv.rules.rule import RECORDS, Rule, Scope, Verdict
from bmconv.rules.settings import Setting, name_as_in_guide, setting

MOST_REMEMBERED = 20_000
"""The number of verdicts on a field that are remembered, because most values repeat."""


class Answer(NamedTuple):
    """A value of a record that is respelled or invalid, with the verdict."""

    name: str
    """The field, or the setting."""
    value: Any
    verdict: Verdict
    rule: Rule | Setting


class Verdicts(dict[Any, Verdict | None]):
    """The verdicts on the values of a field; the verdict is None if a value is valid as it is.

    The value None is always valid.
    """

    def __init__(self, name: str, rule: Rule, scope: Scope) -> None:
        super().__init__()
        self.name, self.rule, self.scope = name, rule, scope
        self.valid: set[Any] = set()
        """The values known to be valid as they are, for a quick test of whole records."""

    def __missing__(self, value: Any) -> Verdict | None:
        verdict: Verdict | None = None
        if value is not None:
            verdict = self.rule.judge(value, self.scope)
            if verdict == (value, ""):
                verdict = None
        if len(self) >= MOST_REMEMBERED:
            self.clear()
            self.valid.clear()
        self[value] = verdict
        if verdict is None:
            self.valid.add(value)
        return verdict


def judge(kind: str, name: str, value: Any, scope: Scope = RECORDS) -> Verdict:
    """The verdict on a value of a field, or of a setting; the value None is always valid."""
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


class RuledFields(NamedTuple):
    """The fields of a record type that have a rule."""

    values: Callable[[Record], tuple[Any, ...]]
    """A function that returns the values of these fields in a record."""
    verdicts: list[Verdicts]
    valid: list[set[Any]]
    """For each field the values that are known to be valid as they are."""


@cache
def _ruled_fields(kind: type[Record], scope: Scope) -> RuledFields:
    """The fields of a record type that have a rule in a scope."""
    verdicts = verdicts_of(type_name(kind()), scope)
    # at least two names, because attrgetter returns a tuple only for several
    names = [*verdicts, "extra", "extra"][: max(len(verdicts), 2)]
    every = list(verdicts.values())
    return RuledFields(attrgetter(*names), every, [known.valid for known in every])


def review(
    records: Iterable[Record], scope: Scope, look_closer: Callable[[Record], None]
) -> Iterator[Record]:
    """Pass on records; call `look_closer` on settings, and if a value is respelled or invalid."""
    for kind, alike in groupby(records, type):
        values_of, verdicts, valid = _ruled_fields(kind, scope)
        for record in alike:
            values = values_of(record)
            is_known = all(map(contains, valid, values))
            if kind is Settings or (not is_known and any(map(getitem, verdicts, values))):
                look_closer(record)
            yield record


def answers(record: Record, scope: Scope = RECORDS) -> Iterator[Answer]:
    """The values of a record that are respelled or invalid."""
    fields = _ruled_fields(type(record), scope)
    for value, known in zip(fields.values(record), fields.verdicts, strict=False):
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
    """Bring the values of a record into their standard spelling; invalid ones stay as they are."""
    if isinstance(record, Settings):
        record.values = name_as_in_guide(record.values)
    for answer in list(answers(record, scope)):
        _put(record, answer)


def value_in(record: Record, name: str) -> Any:
    """The value of a field, or of a setting, of a record."""
    if isinstance(record, Settings) and name not in record.__struct_fields__:
        return record.values.get(name)
    return getattr(record, name)


def _put(record: Record, answer: Answer) -> None:
    """Give a record the value of a verdict."""
    if isinstance(record, Settings) and isinstance(answer.rule, Setting):
        record.values[answer.name] = answer.verdict.value
    else:
        setattr(record, answer.name, answer.verdict.value)


def normalise(records: Iterable[Record], scope: Scope, notes: Notes) -> Iterator[Record]:
    """Records with values in their standard spelling, for reading; invalid values are noted."""

    def respell_and_note(record: Record) -> None:
        if isinstance(record, Settings):
            _name_settings(record, notes)
        if unusual := list(answers(record, scope)):
            as_read = place(record)  # taken now, as respelling can change a part of it
            for answer in unusual:
                _put(record, answer)
                note_answer(answer, as_read, scope, notes)

    return review(records, scope, respell_and_note)


def _name_settings(record: Settings, notes: Notes) -> None:
    """Spell the names of settings as in the guide; of two with the same name, the last counts."""
    named = name_as_in_guide(record.values)
    if twice := len(record.values) - len(named):
        text = "setting{s} given twice in different letter case, the last one kept"
        notes.repair("setting-twice", place(record), text, twice)
    record.values = named


def note_answer(answer: Answer, place: str, scope: Scope, notes: Notes, count: int = 1) -> None:
    """Note an invalid value, or a respelled one if its rule asks for a note."""
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
    elif rule.form and answer.verdict.value and rule.form.fits(answer.value, scope):
        text = f"{rule.noun}{{s}} {rule.form.text}"
        notes.repair(rule.form.code, f"{place}: {value}", text, count)


def note_unfit(answer: Answer, place: str, scope: Scope, notes: Notes) -> None:
    """Note a value that is not valid in the format that is being written."""
    rule, value = answer.rule, mask(answer.value, answer.name)
    if rule.names_field:
        place = f"{place} {answer.name}"
    text = f"{rule.noun}{{s}} {rule.problem(scope)}"
    notes.repair(rule.code, f"{place}: {value!r}", text)


def note_all_unfit(records: Iterable[Record], scope: Scope, notes: Notes) -> Iterator[Record]:
    """Pass on records to a writer, and note values that only its format forbids.

    Texts that are too long are left to the writer, which cuts and notes them.
    """

    def note_problems(record: Record) -> None:
        if isinstance(record, Settings):  # the writer decides about settings itself
            return
        for answer in problems(record, scope):
            size = answer.rule.size
            if not size and judge(type_name(record), answer.name, answer.value).is_valid:
                note_unfit(answer, place(record), scope, notes)

    return review(records, scope, note_problems) if scope.format else iter(records)

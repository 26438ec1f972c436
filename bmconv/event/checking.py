"""Check and copy records made by a program; a value that is not valid is an error."""

from typing import TypeVar

from msgspec import structs

from bmconv import records as rec
from bmconv.bridge.places import place
from bmconv.errors import BadRecord, UsageError, brief
from bmconv.masking import mask
from bmconv.records import TYPES, Record
from bmconv.rules import RECORDS, Answer, problems, respell
from bmconv.rules.judging import value_in

R = TypeVar("R", bound=Record)


def check_values(record: R) -> R:
    """Return a record, all of whose values must have the right types; else raise an error."""
    if not isinstance(record, Record) or type(record) not in TYPES.values():
        raise UsageError(f"{brief(record)}: expected a record of bmconv.records")
    from bmconv.rules.types import faults  # here, as readers check no types

    wrong = list(faults(record))
    if wrong:
        empty = type(record)()
        valid = structs.replace(record, **{f.field: getattr(empty, f.field) for f in wrong})
        raise BadRecord(place(valid), *wrong[0])
    return record


def valid_copy(record: R, before: Record | None = None) -> R:
    """A copy of a record made by a program, with values in their standard spelling.

    An invalid value is an error, unless the record `before` a change already has it.
    """
    copy = copy_record(check_values(record))
    for answer in problems(record):
        if before is None or value_in(before, answer.name) != answer.value:
            raise BadRecord(place(record), *_fault(answer))
    respell(copy)
    return copy


def copy_record(record: R) -> R:
    """A copy of a record; respelling its values does not change the original."""
    if isinstance(record, rec.Settings):
        return structs.replace(record, values=dict(record.values))
    return structs.replace(record)


def _fault(answer: Answer) -> tuple[str, object, str]:
    """The arguments of BadRecord: the field, the masked value, and what is expected instead."""
    return answer.name, mask(answer.value, answer.name), answer.rule.expectation(RECORDS)

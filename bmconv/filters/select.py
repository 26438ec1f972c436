"""Select records: by type, section or board, only standing results, or next week's setup."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from itertools import chain, repeat

from msgspec import structs

from bmconv.bridge.movements import spans
from bmconv.errors import DataError, Flag, NeedsHelp, Wording
from bmconv.event.evenings import demand_one_evening
from bmconv.event.sections import find_section
from bmconv.event.standing import entry, packed_place, standing_positions
from bmconv.filters import Records
from bmconv.records import Error, Record, Result, Section, type_name

SETUP = {
    "client": (),
    "session": ("guid", "date", "time", "status"),
    "scoring_group": (),
    "section": (),
    "table": ("status", "log_on_off", "current_round", "current_board", "update_from_round"),
    "round": (),
    "settings": (),
    "player": (),
    "seat": (
        *("number", "name", "first_name", "last_name", "country", "updated", "time"),
        *("processed", "entry_source", "swapped", "removed", "extra"),
    ),
}
"""The record types that next week's session starts with, and the fields to clear in each."""


def select(
    records: Records,
    types: Collection[str] = (),
    sections: Iterable[str] = (),
    boards: str | None = None,
    *,
    without: Collection[str] = (),
    standing_only: bool = False,
    setup: bool = False,
) -> Iterator[Record]:
    """The records that meet every condition.

    Sections are letters or ids, boards a text such as `1-8,12`; `without` has types to leave out.
    Records without a section meet any condition on sections, and records without a board any
    condition on boards. If no record has one of the boards, DataError is raised at the end.
    """
    tests: list[Callable[[Record], bool]] = []
    numbers = board_numbers(boards) if boards else {None}
    boards_of_input: set[int] = set()
    if boards:
        tests.append(lambda r: getattr(r, "board", None) in numbers)
    if types:
        tests.append(lambda r: type_name(r) in types)
    if without:
        tests.append(lambda r: type_name(r) not in without)
    if sections:
        ids = section_ids(sections, records())
        tests.append(lambda r: _section_of(r) in ids)
    if standing_only:
        demand_one_evening(records())
        stands = _standing_flags(records())
        # first of the tests, because each result must take its own flag from `stands`
        tests.insert(0, lambda r: type(r) is not Result or next(stands))
    if setup:
        tests.append(lambda r: type_name(r) in SETUP)
    for record in records():
        if isinstance(record, Error):
            yield record
            return
        if (board := getattr(record, "board", None)) is not None:
            boards_of_input.add(board)
        if all(test(record) for test in tests):
            yield _clear_session(record) if setup else record
    if boards and boards_of_input.isdisjoint(numbers):
        raise no_such_board(boards, boards_of_input)


def section_ids(sections: Iterable[str], records: Iterable[Record]) -> set[int | None]:
    """The ids of sections named by letter or id, and None for records without a section."""
    known = [record for record in records if isinstance(record, Section)]
    return {find_section(text, known) for text in sections} | {None}


def board_numbers(text: str) -> set[int | None]:
    """The boards of a text such as `1-8,12`, and None for records without a board."""
    boards: set[int | None] = {None}
    for part in text.split(","):
        match = re.fullmatch(r"\s*(\d{1,4})\s*(?:-\s*(\d{1,4})\s*)?", part)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if last < first:
            option = Flag("boards", text, typed=f"--board {text}".rstrip())
            raise NeedsHelp(Wording(option, ": expected board numbers such as 7, 1-8 or 1,3,5"))
        boards.update(range(first, last + 1))
    return boards


def no_such_board(boards: str, known: set[int]) -> DataError:
    """The error for boards that have neither results nor hands."""
    noun = "board" if len(known) == 1 else "boards"
    hint = f"the input has {noun} {spans(known)}" if known else "no board has a result or hand yet"
    return DataError(f"no results or hands of board {boards}", hint=hint)


def _section_of(record: Record) -> int | None:
    return record.id if isinstance(record, Section) else getattr(record, "section", None)


def _standing_flags(records: Iterable[Record]) -> Iterator[bool]:
    """Whether each result stands, in the order of the stream, without keeping the results."""
    entries = (entry(record) for record in records if type(record) is Result)
    flags = bytearray()
    for position in standing_positions(entries, packed_place):
        if position >= len(flags):
            flags.extend(bytes(position + 1 - len(flags)))
        flags[position] = True
    return chain(map(bool, flags), repeat(False))


def _clear_session(record: Record) -> Record:
    """A copy without the values that belong to the old session alone."""
    names, unset = SETUP[type_name(record)], type(record)()
    return structs.replace(record, **{name: getattr(unset, name) for name in names})

"""Filters over the records of an event: select, set, score, evaluate, anonymise."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from functools import partial
from typing import TYPE_CHECKING

from bmconv.event import Event
from bmconv.library.arguments import Data, as_list, check_type, one_of, open_event, record_types
from bmconv.notes import Notes
from bmconv.records import Record

if TYPE_CHECKING:
    from bmconv.filters import Records


def _filter(
    data: Data, format: str | None, filter: Callable[[Records, Notes], Iterable[Record]]
) -> Event:
    """Apply a filter to an event."""
    notes = Notes(keep=True)
    records = list(open_event(data, format, notes))
    return Event(filter(lambda: iter(records), notes), notes)


def select(
    data: Data,
    *,
    types: Collection[str] = (),
    sections: str | int | Iterable[str | int] = (),
    boards: str | int | Iterable[int] | None = None,
    without: Collection[str] = (),
    standing: bool = False,
    setup: bool = False,
    renumber: int | None = None,
    turn: str = "",
    format: str | None = None,
) -> Event:
    """Keep only some records; `sections` and `boards` keep those without a section or board.

    If no record has any of the boards, DataError is raised.

    `renumber` (the first board) and `turn` (`quarter`, `half` or `three-quarters`, clockwise) keep
    only deals, for a dealing machine.
    """
    from bmconv.filters.deals import TURNS, deals
    from bmconv.filters.select import board_numbers, select

    kinds, excluded = record_types(types), record_types(without, "without")
    letters = [str(section) for section in as_list("sections", sections, "letters or ids")]
    numbers = as_list("boards", () if boards is None else boards, "board numbers")
    board_list = None if boards is None else ",".join(map(str, numbers))
    one_of("turn", turn, ("", *TURNS))
    check_type("renumber", renumber, int, "a board number")

    def filter(records: Records, notes: Notes) -> Iterable[Record]:
        select_records = partial(
            select,
            records,
            kinds,
            letters,
            board_list,
            without=excluded,
            standing_only=standing,
            setup=setup,
        )
        if renumber is None and not turn:
            return select_records()
        wanted_boards = board_numbers(board_list) if board_list else ()
        return deals(select_records, wanted_boards, renumber, turn)

    return _filter(data, format, filter)


def set(data: Data, *targets: str, all: bool = False, format: str | None = None) -> Event:
    """Set fields to values, each given as `section[A].winners=2`; an empty value removes one.

    `all` changes all results, people or hands that match a target, or enters all missing results
    that match it; without `all`, more than one match is an error.
    """
    from bmconv.filters.assignments import parse_assignments
    from bmconv.filters.set import set_values

    assignments = parse_assignments(targets)
    return _filter(
        data, format, lambda records, _: set_values(records, assignments, all_matches=all)
    )


def score(data: Data, *, format: str | None = None) -> Event:
    """Add the N-S score to every result."""
    from bmconv.filters.score import score

    return _filter(data, format, score)


def evaluate(data: Data, *, par: bool = False, format: str | None = None) -> Event:
    """Add double-dummy tricks and high-card points to every hand that has none.

    `par` adds the par score and contracts to every evaluation.
    """
    from bmconv.filters.evaluate import evaluate

    def filter(records: Records, notes: Notes) -> Iterable[Record]:
        return evaluate(records, notes, lambda *_: None, with_par=par)

    return _filter(data, format, filter)


def anonymise(
    data: Data, *, key: bytes | None = None, club_name: str | None = None, format: str | None = None
) -> Event:
    """Replace names, numbers and free text with invented ones.

    With a key (the content of a key file), a person gets the same name in every file.
    """
    from bmconv.filters.anonymise import anonymise

    check_type("key", key, bytes, "the bytes of a key file")
    check_type("club_name", club_name, str, "the name or id of a club")
    return _filter(
        data, format, lambda records, _: map(anonymise(records, key, club_name).edit, records())
    )

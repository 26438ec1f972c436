"""How far an evening has come, and what may be published while some tables still play."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import structs

from bmconv.event import Event
from bmconv.event.schedule import Schedule
from bmconv.records import Evaluation, Hand, Record, Result, Table
from bmconv.rules.triggers import WAIT

WAITING = range(WAIT, 2 * WAIT)
"""Values of `update_from_round` with which a terminal waits for more rounds."""


class EveningState(NamedTuple):
    """How far an evening has come."""

    rounds: int
    """The number of rounds that every table has finished; some of their results may be missing."""
    in_last_round: bool
    """Whether every table has begun the last round."""
    to_play: frozenset[int]
    """Boards that some table still has to play."""
    played: frozenset[int]
    """Boards with a result."""
    missing: int
    """The number of results of the movement that are missing."""
    is_growing: bool
    """Whether boards may be played in rounds that the movement does not have yet."""

    @property
    def is_over(self) -> bool:
        """Whether every board of the movement has its results."""
        return not self.to_play and not self.is_growing

    def may_show(self, board: int | None) -> bool:
        """Whether the cards of a board may be shown: nobody still has to play it.

        Before the end, a board without any result is not shown: it may be meant for a round that is
        not in the movement yet.
        """
        return self.is_over or (
            not self.is_growing and board in self.played and board not in self.to_play
        )


def progress(event: Event, rounds: int = 0) -> EveningState:
    """How far an event has come; `rounds` is the final number of rounds, if the movement grows.

    Sections are taken together, because boards with the same number are usually the same deal. A
    table that has begun a round has finished those before it, even if results are missing.
    """
    schedule = Schedule(event)
    last = max((place.round for place in schedule.expected), default=0)
    begun: dict[tuple[int, int], int] = {}
    final: dict[tuple[int, int], int] = {}
    for place in schedule.expected:  # in the order of rounds: the last one stays
        if place.boards:
            final[place.section, place.table] = place.round
        if len(place.missing) < place.boards:
            begun[place.section, place.table] = place.round
    to_come = [
        place.round
        for place in schedule.expected
        if place.missing and place.round >= begun.get((place.section, place.table), 0)
    ]
    current = min(to_come, default=last + 1)
    waits = ((table.update_from_round or 0) in WAITING for table in event.of(Table))
    return EveningState(
        current - 1,
        begun == final,
        frozenset(board for place in schedule.expected for board in place.missing),
        frozenset(result.board for result in schedule.standing if result.board),
        sum(schedule.missing.values()),
        is_growing=last == 0 or last < rounds or any(waits),
    )


def without_cards(event: Event, progress: EveningState) -> Iterator[Record]:
    """The records of an event without the cards, evaluations and leads that may not be shown."""
    for record in event:
        if not isinstance(record, Hand | Evaluation | Result) or progress.may_show(record.board):
            yield record
        elif isinstance(record, Result):
            yield structs.replace(record, lead_card=None)
        elif isinstance(record, Hand) and record.board in progress.played:
            yield structs.replace(record, north=None, east=None, south=None, west=None)

"""Results still to come: what the movement expects against what was entered."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bmconv.bridge.movements import boards_of, sits_out
from bmconv.event import Event
from bmconv.records import Round


class Expected(NamedTuple):
    """A table in a round: how many boards it plays, and those without a result."""

    section: int
    table: int
    round: int
    boards: int
    """0 where the table sits out."""
    missing: list[int]


def expected(event: Event) -> Iterator[Expected]:
    """Every table in every round, in the order of sections, tables and rounds."""
    entered = {(r.section, r.table, r.round, r.board) for r in event.standing_results()}
    rounds = event.of(Round)
    for round in sorted(rounds, key=lambda r: (r.section or 0, r.table or 0, r.round or 0)):
        at = (round.section, round.table, round.round)
        boards = [] if sits_out(round, event.section(round.section)) else boards_of(round)
        missing = [board for board in boards if (*at, board) not in entered]
        yield Expected(at[0] or 0, at[1] or 0, at[2] or 0, len(boards), missing)

"""Behind `bmconv missing`, and no rule of `check`: what the movement expects and nobody entered."""

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
    sitting: Round
    """Who plays there."""
    boards: int
    """0 where the table sits out."""
    missing: list[int]


def expected(event: Event) -> Iterator[Expected]:
    """Every table in every round, in the order of sections, tables and rounds.

    A result that has no table and round, as on a traveller, is told by its pairs.
    """
    entered = {(r.section, r.table, r.round, r.board) for r in event.standing_results()}
    by_pairs = {
        (r.section, r.pair_ns, r.pair_ew, r.board)
        for r in event.standing_results()
        if r.table is None and r.round is None
    }
    for round in sorted(
        event.of(Round), key=lambda r: (r.section or 0, r.table or 0, r.round or 0)
    ):
        at = (round.section, round.table, round.round)
        pairs = (round.section, round.ns_pair, round.ew_pair)
        boards = [] if sits_out(round, event.section(round.section)) else boards_of(round)
        missing = [b for b in boards if (*at, b) not in entered and (*pairs, b) not in by_pairs]
        yield Expected(at[0] or 0, at[1] or 0, at[2] or 0, round, len(boards), missing)

"""Rules of `check`: pairs that sit or play twice."""

from __future__ import annotations

from collections.abc import Iterator

from bmconv.bridge.movements import boards_of, spans
from bmconv.bridge.winners import pairs_at
from bmconv.checks.findings import ERROR, WARNING, Checked, Finding, Rule
from bmconv.records import Round


def pair_twice(c: Checked) -> Iterator[Finding]:
    """A pair sits once in a round; with two winners a number is one pair on each side."""
    for section, rounds in c.event.by_section(Round).items():
        by_side = c.event.winners(section).by_side
        at: dict[tuple[int | None, str, int], Round] = {}
        for round in rounds:
            for side, pair in _seated(round, by_side):
                key = (round.round, side, pair)
                if key in at:
                    value = f"pair {pair}{side and ' ' + side}, also at table {at[key].table}"
                    text = "pair{s} twice in one round"
                    yield c.find(ERROR, "pair-twice", round, text, value)
                at[key] = round


def board_twice(c: Checked) -> Iterator[Finding]:
    """A pair plays a board once."""
    for section, rounds in c.event.by_section(Round).items():
        by_side = c.event.winners(section).by_side
        played: dict[tuple[str, int], dict[int, Round]] = {}
        for round in rounds:
            if c.sits_out(round):
                continue
            boards = boards_of(round)
            for side, pair in _seated(round, by_side):
                known = played.setdefault((side, pair), {})
                again = [b for b in boards if known.get(b, round) is not round]
                if again:
                    first = known[again[0]]
                    value = f"pair {pair}{side and ' ' + side}, board {spans(again)}"
                    value += f", also at table {first.table} round {first.round}"
                    text = "pair{s} meeting a board twice"
                    yield c.find(WARNING, "board-twice", round, text, value)
                for board in boards:
                    known[board] = round


def _seated(round: Round, by_side: bool) -> Iterator[tuple[str, int]]:
    """The pairs of a round; in an individual the four numbers are players."""
    yield from pairs_at(round.ns_pair, round.ew_pair, by_side)
    for player in (round.south, round.west):
        if player:
            yield "", player


RULES: tuple[Rule, ...] = (pair_twice, board_twice)

"""Pairs that sit or play twice."""

from __future__ import annotations

from collections.abc import Iterator

from bmconv.bridge.movements import boards_of, spans
from bmconv.checks.findings import ERROR, WARNING, Checked, Finding, Rule, seated
from bmconv.records import Round


def pair_twice(c: Checked) -> Iterator[Finding]:
    """A pair sits once in a round; with two winners a number is one pair per direction."""
    for section, rounds in c.rounds.items():
        two = c.two_winners(section)
        at: dict[tuple[int | None, str, int], Round] = {}
        for round in rounds:
            for side, pair in seated(round, two):
                key = (round.round, side, pair)
                if key in at:
                    value = f"pair {pair}{side and ' ' + side}, also at table {at[key].table}"
                    text = "pair{s} twice in one round"
                    yield c.find(ERROR, "pair-twice", round, text, value)
                at[key] = round


def board_twice(c: Checked) -> Iterator[Finding]:
    """A pair plays a board once."""
    for section, rounds in c.rounds.items():
        two = c.two_winners(section)
        played: dict[tuple[str, int], dict[int, Round]] = {}
        for round in rounds:
            if c.sits_out(round):
                continue
            boards = boards_of(round)
            for side, pair in seated(round, two):
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


RULES: tuple[Rule, ...] = (pair_twice, board_twice)

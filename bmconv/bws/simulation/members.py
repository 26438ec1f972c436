"""The players of a simulated evening and their numbers, from the list of players or invented."""

import random
from collections.abc import Iterator

from bmconv.bridge.movements import is_missing
from bmconv.bridge.winners import pairs_at
from bmconv.event import Event
from bmconv.records import Player, Round, Session, name_of
from bmconv.rules import BWS
from bmconv.rules.fields import SEAT_NUMBER

Member = tuple[int, str, int, int]
"""A player: section (0 if pairs move across sections), side, pair and position in the pair."""

FIRST_NUMBER = 1001
"""Numbers invented for players begin here."""


class Members:
    """The players of an event with the numbers that they enter."""

    def __init__(self, event: Event, seed: str) -> None:
        self.event = event
        self.names = {p.number: name_of(p) for p in event.of(Player) if p.number}
        self._numbers: dict[Member, str] = {}
        listed = [n for n in self.names if SEAT_NUMBER.judge(n, BWS).is_valid]
        random.Random(f"{seed} players").shuffle(listed)
        self._free = iter(listed)
        self._next = FIRST_NUMBER
        self._across = any(s.pairs_move_across_field for s in event.of(Session))

    def pairs(self, round: Round) -> Iterator[Member]:
        """The pairs (or, in an individual, the players) that sit at a table in a round."""
        yield from dict.fromkeys((*m[:3], 0) for m in self.players_at(round).values())

    def players_at(self, round: Round) -> dict[str, Member]:
        """The players at a table by direction, without those of pair 0 and of the missing pair."""
        section = 0 if self._across else round.section or 0
        if round.south or round.west:
            four = {"N": round.ns_pair, "S": round.south, "E": round.ew_pair, "W": round.west}
            return {d: (section, "", number, 0) for d, number in four.items() if number}
        members: dict[str, Member] = {}
        by_side = self.event.winners(round.section).by_side
        for ns, ew, seats in ((round.ns_pair, None, "NS"), (None, round.ew_pair, "EW")):
            for side, pair in pairs_at(ns, ew, by_side=by_side):
                if is_missing(self.event.section(round.section), seats, pair):
                    continue
                members |= {d: (section, side, pair, turn) for turn, d in enumerate(seats)}
        return members

    def number(self, member: Member) -> str:
        """The number of a player, the same all evening."""
        if member not in self._numbers:
            self._numbers[member] = next(self._free, "") or self._new_number()
        return self._numbers[member]

    def _new_number(self) -> str:
        while str(self._next) in self.names:
            self._next += 1
        self._next += 1
        return str(self._next - 1)

    def wrong_number(self, number: str, dice: random.Random) -> str:
        """A number that nobody has, entered by mistake."""
        while (wrong := str(dice.randrange(10_000, 99_999))) in self.names or wrong == number:
            pass
        return wrong

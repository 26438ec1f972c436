"""Who sits where: from the seats of an event to the players of its pairs.

Seats of round 0 (before play) are those of the home table: E-W players then play their first round
EWMoveBeforePlay tables away. A seat of round n is the place in that round.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable

from bmconv.event import Event
from bmconv.records import Player, Result, Round, Seat

Place = tuple[int, int]
"""Section and table."""


class Seating:
    """The players of pairs, by section, side of their first round and number."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self._pairs = _pairs_by_place(event) if event.of(Seat) else {}
        self._names = {(p.session, p.number): name_of(p) for p in event.of(Player) if p.number}
        self._tables: dict[int, list[int]] = defaultdict(list)
        for section, table in sorted(self._pairs):
            self._tables[section].append(table)
        self.players: dict[tuple[int, str, int], list[str]] = defaultdict(list)
        for seat in sorted(event.of(Seat), key=_order):
            self._seat(seat)

    def names(self, section: int, direction: str, number: int) -> list[str]:
        """The names of a pair, those who came later last; without direction, of either side."""
        sides = (direction,) if direction else ("NS", "EW")
        found = (name for side in sides for name in self.players.get((section, side, number), ()))
        return list(dict.fromkeys(found))

    def _seat(self, seat: Seat) -> None:
        name = name_of(seat) or self._listed(seat) or seat.number
        if not name or seat.removed or seat.section is None or seat.table is None:
            return
        side = "NS" if seat.direction in ("N", "S") else "EW"
        table = seat.table
        if side == "EW" and not seat.round:
            table = self._first_table(seat.section, table)
        rounds = self._pairs.get((seat.section, table))
        if not rounds:
            return
        pairs = rounds.get(seat.round or min(rounds))
        pair = pairs[side == "EW"] if pairs else None
        if pair:
            self.players[seat.section, side, pair].append(name)

    def _first_table(self, section: int, home: int) -> int:
        """Where the E-W players of a home table begin to play, upwards and round the corner."""
        known = self.event.section(section)
        move = (known.ew_move_before_play if known else None) or 0
        tables = self._tables[section]
        if not move or home not in tables:
            return home
        return tables[(tables.index(home) + move) % len(tables)]

    def _listed(self, seat: Seat) -> str | None:
        """The name in the list of players under a seat's number, its session's list first."""
        if not seat.number:
            return None
        known = self.event.section(seat.section)
        session = known.session if known else None
        own = self._names.get((session, seat.number))
        return own or self._names.get((None, seat.number))


def name_of(person: Seat | Player) -> str:
    """The name of a person as one text."""
    parts = (person.first_name, person.last_name)
    return person.name or " ".join(part for part in parts if part)


def _order(seat: Seat) -> tuple[int, int]:
    """By round, North and East before their partners."""
    return (seat.round or 0, seat.direction in ("S", "W"))


def _pairs_by_place(event: Event) -> dict[Place, dict[int, tuple[int, int]]]:
    """The two pairs at each table in each round: by the movement, else by the results."""
    places: dict[Place, dict[int, tuple[int, int]]] = defaultdict(dict)
    scheduled = event.of(Round)
    with_rounds = {round.section for round in scheduled}
    rows: Iterable[tuple[Round | Result, int | None, int | None]] = (
        *((r, r.ns_pair, r.ew_pair) for r in scheduled),
        *((r, r.pair_ns, r.pair_ew) for r in event.of(Result) if r.section not in with_rounds),
    )
    for row, ns, ew in rows:
        if row.section is not None and row.table is not None:
            places[row.section, row.table][row.round or 1] = (ns or 0, ew or 0)
    return places

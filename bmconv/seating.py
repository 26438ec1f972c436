"""Who sits where: the names at seats, and the players of each pair.

Seats of round 0 (before play) are at the home table: E-W players play their first round
EWMoveBeforePlay tables further on. A seat of round n is the place in that round.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from bmconv.event import Event
from bmconv.records import Player, Result, Round, Seat
from bmconv.records import name_of as name_of


class Names:
    """The names of players at seats: the seat's own, or that of its number in the player list."""

    def __init__(self, event: Event) -> None:
        self._event = event
        self._listed: dict[tuple[int | None, str], str] = {}
        for player in event.of(Player):
            if player.number and (name := name_of(player)):
                # if several players share a number, seats without a name get the first one's
                self._listed.setdefault((player.session, player.number), name)

    def of(self, seat: Seat) -> str:
        """The name at a seat, looked up in its session's list, then in the common one; or empty."""
        if (own := name_of(seat)) or not seat.number:
            return own
        section = self._event.section(seat.section)
        for session in (section.session if section else None, None):
            if found := self._listed.get((session, seat.number)):
                return found
        return ""


class Seating:
    """The players of each pair, by section, side and pair number."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self._pairs = _pairs_by_place(event) if event.of(Seat) else {}
        self._tables: dict[int, list[int]] = defaultdict(list)
        for section, table in sorted(self._pairs):
            self._tables[section].append(table)
        self.seats: dict[tuple[int, str, int], list[tuple[Seat, str]]] = defaultdict(list)
        """The seats of each pair with the names there, which are empty where none is known."""
        names = Names(event)
        # By round; North and East before their partners.
        for seat in sorted(event.of(Seat), key=lambda s: (s.round or 0, s.direction in ("S", "W"))):
            if not seat.removed and ((name := names.of(seat)) or seat.number):
                self._sit(seat, name)

    def names(self, section: int, direction: str, number: int) -> list[str]:
        """The names of a pair, substitutes last; without a direction, from both sides."""
        found = self.seats_of(section, direction, number)
        return list(dict.fromkeys(name or seat.number or "" for seat, name in found))

    def seats_of(self, section: int, direction: str, number: int) -> list[tuple[Seat, str]]:
        """The seats of a pair with the names there; without a direction, from both sides."""
        sides = (direction,) if direction else ("NS", "EW")
        return [found for side in sides for found in self.seats.get((section, side, number), ())]

    def _sit(self, seat: Seat, name: str) -> None:
        section, table = seat.section or 0, seat.table
        if table is None:
            return
        side = "NS" if seat.direction in ("N", "S") else "EW"
        if side == "EW" and not seat.round:
            table = first_table(self.event, section, table, self._tables[section])
        rounds = self._pairs.get((section, table))
        if not rounds:
            return
        pairs = rounds.get(seat.round or min(rounds))
        pair = pairs["NESW".find(seat.direction or "N")] if pairs else None
        if pair:
            self.seats[section, side, pair].append((seat, name))


def first_table(event: Event, section: int, home: int, tables: Sequence[int]) -> int:
    """Where the E-W players of a home table start, wrapping round after the last table."""
    known = event.section(section)
    move = (known.ew_move_before_play if known else None) or 0
    if not move or home not in tables:
        return home
    return tables[(tables.index(home) + move) % len(tables)]


def _pairs_by_place(event: Event) -> dict[tuple[int, int], dict[int, tuple[int, ...]]]:
    """The numbers of N, E, S and W in each round, by section and table: from the movement, else
    from the results. In an individual each player has one."""
    places: dict[tuple[int, int], dict[int, tuple[int, ...]]] = defaultdict(dict)
    moved = event.by_section(Round)
    rows: Iterable[tuple[Round | Result, tuple[int | None, ...]]] = (
        *((r, (r.ns_pair, r.ew_pair, r.south, r.west)) for r in event.of(Round)),
        *((r, (r.pair_ns, r.pair_ew)) for r in event.of(Result) if (r.section or 0) not in moved),
    )
    for row, (ns, ew, *others) in rows:
        if row.table is not None:
            south, west = others or (None, None)
            four = (ns or 0, ew or 0, south or ns or 0, west or ew or 0)
            places[row.section or 0, row.table][row.round or 1] = four
    return places

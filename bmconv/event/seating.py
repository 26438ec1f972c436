"""Who sits where: the names at seats, and the players of each pair.

Seats of round 0 (before play) are at the home table: E-W players play their first round
EWMoveBeforePlay tables further on. A seat with a round is where its player sits in that round.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence

from bmconv.bridge.winners import pairs_at
from bmconv.event import Event
from bmconv.records import Player, Ranking, Result, Round, Seat
from bmconv.records import name_of as name_of

SEATS = ("N", "E", "S", "W")
"""The valid directions of a seat; any other seat belongs to no pair."""


def player_number(player: Player) -> str:
    """The number of a listed player: the text (strID), or else the numeric ID; else empty."""
    return player.number or ("" if player.id is None else str(player.id))


def seated_throughout(event: Event, seats: Iterable[Seat]) -> set[int]:
    """The sections whose seats are given for every round that is played, not only before play."""
    places: dict[int, set[tuple[int | None, int]]] = defaultdict(set)
    for seat in seats:
        places[seat.section or 0].add((seat.table, max(seat.round or 0, 1)))
    sections = set()
    for section, seated in places.items():
        rounds = event.rounds(section)
        played = {(r.table, r.round or 0) for r in rounds if r.ns_pair and r.ew_pair}
        if any(round > 1 for _, round in seated) and played <= seated:
            sections.add(section)
    return sections


class PlayersByNumber:
    """The players of a list, found by the number at a seat.

    Numbers are compared as texts first. Unless BM2TextBasedNumber is set, `17` is also `0017`. If
    several players share a number, the first one is found.
    """

    def __init__(self, event: Event, players: Iterable[Player]) -> None:
        self._event = event
        self._as_text: dict[int | None, bool] = {}
        self._players: dict[tuple[int | None, str | int], list[Player]] = defaultdict(list)
        for player in players:
            if number := player_number(player):
                for key in _keys(number):
                    self._players[player.session, key].append(player)

    def find(self, number: str, section: int | None, session: int | None) -> Player | None:
        """The first player with a number; see `sharing`."""
        return next(iter(self.sharing(number, section, session)), None)

    def sharing(self, number: str, section: int | None, session: int | None) -> list[Player]:
        """All players with a number in the list of the session, or else for all sessions."""
        keys = self._keys(number, section)
        for list_key in ((list_session, key) for list_session in (session, None) for key in keys):
            if players := self._players.get(list_key):
                return players
        return []

    def is_same(self, number: str, other: str, section: int | None) -> bool:
        """Whether two numbers mean the same player in a section."""
        return bool({*self._keys(number, section)} & {*self._keys(other, section)})

    def _keys(self, number: str, section: int | None) -> list[str | int]:
        """The keys by which a number is compared in a section."""
        if section not in self._as_text:
            setting = self._event.settings(section).get("BM2TextBasedNumber")
            self._as_text[section] = bool(setting)
        return _keys(number)[:1] if self._as_text[section] else _keys(number)


def _keys(number: str) -> list[str | int]:
    """A number as text and, if it is all digits (strID has room for 18), by its value."""
    is_value = number.isascii() and number.isdecimal() and len(number) <= 18
    return [number, int(number)] if is_value else [number]


class Names:
    """The names of players at seats: given at the seat, or else found by number in the list."""

    def __init__(self, event: Event) -> None:
        self._event = event
        self._players = PlayersByNumber(event, filter(name_of, event.of(Player)))

    def of(self, seat: Seat) -> str:
        """The name of the player at a seat; empty if it is unknown."""
        if (name := name_of(seat)) or not seat.number:
            return name
        player = self.listed_player(seat)
        return name_of(player) if player else ""

    def listed_player(self, seat: Seat) -> Player | None:
        """The player in the list who has the number at a seat, and a name."""
        section = self._event.section(seat.section)
        session = section.session if section else None
        return self._players.find(seat.number or "", seat.section, session)


class HomeSections:
    """The section in which each pair starts, if pairs move across the field.

    Then pair numbers are unique in all sections together, or on each side if there are two winners.
    """

    def __init__(self, event: Event) -> None:
        self._sections: dict[tuple[str, int], int] = {}
        if not event.moves_across_field():
            return
        rows = [(r.round or 0, r.section or 0, r.ns_pair, r.ew_pair) for r in event.of(Round)]
        rows = rows or [
            (r.round or 0, r.section or 0, r.pair_ns, r.pair_ew) for r in event.standing_results()
        ]
        for _, section, ns, ew in sorted(rows, key=lambda row: row[:2]):
            for pair in pairs_at(ns, ew, by_side=event.winners(section).by_side):
                self._sections.setdefault(pair, section)

    def find(self, section: int, side: str, number: int) -> int:
        """The section in which a pair starts; the section itself if pairs do not move."""
        if not self._sections:
            return section
        common = self._sections.get(("", number), section)
        return self._sections.get((side, number), common)


class Seating:
    """The players of each pair, by section, side and pair number.

    Where pairs move across the field, the section is the one in which the pair starts.
    """

    def __init__(self, event: Event) -> None:
        self.event = event
        self._homes = HomeSections(event)
        self._pairs = _pairs_by_place(event) if event.of(Seat) else {}
        self._tables: dict[int, list[int]] = defaultdict(list)
        for section, table in sorted(self._pairs):
            self._tables[section].append(table)
        self.seats: dict[tuple[int, str, int], list[tuple[Seat, str]]] = defaultdict(list)
        """The seats of each pair, each with the name there (empty if unknown)."""
        names = Names(event)
        # By round; North and East before their partners.
        for seat in sorted(event.of(Seat), key=lambda s: (s.round or 0, s.direction in ("S", "W"))):
            if not seat.removed and ((name := names.of(seat)) or seat.number):
                self._sit(seat, name)

    def names(self, section: int, direction: str, number: int) -> list[str]:
        """The known names of a pair, substitutes last; without a direction, from both sides.

        A player number never replaces an unknown name, because names may be published.
        """
        seats = self.seats_of(section, direction, number)
        return list(dict.fromkeys(name for _, name in seats if name))

    def names_text(self, section: int, side: str, number: int) -> str:
        """The names of a pair that sits on a side, in one text; empty if none is known."""
        by_side = self.event.winners(section).by_side
        return " & ".join(self.names(section, side if by_side else "", number))

    def seats_of(self, section: int, direction: str, number: int) -> list[tuple[Seat, str]]:
        """The seats of a pair with the names there; without a direction, from both sides."""
        sides = (direction,) if direction else ("NS", "EW")
        pairs = [(self._homes.find(section, side, number), side, number) for side in sides]
        return [seat for pair in pairs for seat in self.seats.get(pair, ())]

    def _sit(self, seat: Seat, name: str) -> None:
        """Add a seat to the pair that sits there."""
        section, table = seat.section or 0, seat.table
        if table is None or seat.direction not in SEATS:
            return
        side = "NS" if seat.direction in ("N", "S") else "EW"
        if side == "EW" and not seat.round:
            table = first_table(self.event, section, table, self._tables[section])
        rounds = self._pairs.get((section, table))
        if not rounds:
            return
        pairs = rounds.get(seat.round or min(rounds))
        pair = pairs[SEATS.index(seat.direction)] if pairs else None
        if pair:
            self.seats[self._homes.find(section, side, pair), side, pair].append((seat, name))


def idle_seats(event: Event) -> set[int]:
    """The Python identities of the seats of pairs without results, in sections with results."""
    if any(round.south or round.west for round in event.of(Round)):
        return set()  # a result of an individual has two of the four players
    homes, played = HomeSections(event), set()
    for result in event.standing_results():
        by_side = event.winners(result.section).by_side
        for side, pair in pairs_at(result.pair_ns, result.pair_ew, by_side=by_side):
            played.add((homes.find(result.section or 0, side, pair), side, pair))
    playing = {section for section, _, _ in played}
    # In a section with one winner, pairs that played have an empty side.
    return {
        id(seat)
        for (section, side, pair), seats in Seating(event).seats.items()
        if section in playing and not played & {(section, side, pair), (section, "", pair)}
        for seat, _ in seats
    }


def first_table(event: Event, section: int, home: int, tables: Sequence[int]) -> int:
    """The table at which the E-W players of a home table start."""
    known = event.section(section)
    move = (known.ew_move_before_play if known else None) or 0
    if not move or home not in tables:
        return home
    return tables[(tables.index(home) + move) % len(tables)]


def published_players(ranking: Ranking) -> list[tuple[str | None, str]]:
    """The numbers and names of the players of a published ranking, for files without seats."""
    names = ranking.names or []
    numbers = (ranking.extra or {}).get("numbers")
    if not isinstance(numbers, list) or len(numbers) != len(names):
        numbers = [None] * len(names)
    return [
        (number if number and isinstance(number, str) else None, name)
        for number, name in zip(numbers, names, strict=True)
    ]


def _pairs_by_place(event: Event) -> dict[tuple[int, int], dict[int, tuple[int, ...]]]:
    """The pair numbers at N, E, S and W in each round, by section and table.

    They come from the movement, or else from the results. In an individual, each player has a
    number; otherwise both players have the number of the pair.
    """
    places: dict[tuple[int, int], dict[int, tuple[int, ...]]] = defaultdict(dict)
    moving = event.by_section(Round)
    rows: Iterable[tuple[Round | Result, tuple[int | None, ...]]] = (
        *((r, (r.ns_pair, r.ew_pair, r.south, r.west)) for r in event.of(Round)),
        *((r, (r.pair_ns, r.pair_ew)) for r in event.of(Result) if (r.section or 0) not in moving),
    )
    for row, (ns, ew, *others) in rows:
        if row.table is not None:
            south, west = others or (None, None)
            players = (ns or 0, ew or 0, south or ns or 0, west or ew or 0)
            places[row.section or 0, row.table][row.round or 1] = players
    return places

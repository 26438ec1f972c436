"""Reading boards that were played at tables: rooms, players, calls and cards in turn."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import count

from msgspec import structs

from bmconv.bridge.auction import Call, after, contract_of, is_over
from bmconv.bridge.contracts import PASS, Contract
from bmconv.bridge.play import PlayedCard, winner
from bmconv.notes import Notes
from bmconv.records import Bid, Card, Record, Result, Seat

MOST_CARDS = 52
OPEN, CLOSED = 1, 1001
"""The tables of the two rooms: as in PBN, the closed room of table 1 is table 1001."""
FIRST_ASSIGNED_TABLE = 2001
"""The first number that is assigned to tables that the file does not distinguish."""


class Rooms:
    """The tables of a file: the players at each, and the boards played there."""

    def __init__(self, notes: Notes) -> None:
        self.notes = notes
        self._occupied: set[tuple[int, int]] = set()
        self._lineups: dict[int, dict[str, str]] = {}
        self._rounds: dict[int, int] = {}

    def round(self, table: int) -> int | None:
        """The round of a table; None until its players change."""
        return self._rounds.get(table)

    def seats(self, table: int, directions: str, names: Iterable[str]) -> Iterator[Seat]:
        """The seats of the players at a table, unless they are the same as before.

        A change of players begins a new round.
        """
        lineup = dict(zip(directions, names, strict=False))
        if not any(lineup.values()) or self._lineups.get(table) == lineup:
            return
        if table in self._lineups:
            self._rounds[table] = self._rounds.get(table, 1) + 1
        self._lineups[table] = lineup
        for direction, name in lineup.items():
            if name:
                yield Seat(table=table, direction=direction, round=self.round(table), name=name)

    def result(self, table: int, board: int, place: str) -> Result:
        """A result without an outcome, for a board at a table; the table gets a new number if the
        board was already played there."""
        if (table, board) in self._occupied:
            free = (t for t in count(FIRST_ASSIGNED_TABLE) if (t, board) not in self._occupied)
            table = next(free)
            text = "board{s} repeated in the same room: read as another table, with a new number"
            self.notes.repair("place-unknown", f"{place}table {table}", text)
        self._occupied.add((table, board))
        return Result(table=table, round=self.round(table), board=board)


class Tricks:
    """The cards of a play: the leader and the winners of tricks determine whose turn it is."""

    def __init__(self, leader: str, strain: str) -> None:
        self.turn, self.strain = leader, strain
        self.trick: list[PlayedCard] = []
        self.winners: list[str] = []

    def play(self, card: str, seat: str = "") -> None:
        """Add a card played by `seat`, or else by the seat whose turn it is."""
        self.trick.append((seat or self.turn, card))
        self.turn = self.turn and after(self.turn)
        if len(self.trick) == 4 and self.strain:
            self.turn = winner(self.trick, self.strain)
            self.winners.append(self.turn)
            self.trick = []


def calls_of(bids: Iterable[Bid]) -> list[Call]:
    """The calls of an auction, each with its seat."""
    return [(bid.direction or "", bid.bid or "") for bid in bids]


def set_contract(result: Result, calls: Sequence[Call]) -> tuple[Contract | None, str]:
    """Set contract and declarer of a result if the auction is over, and return them."""
    contract, declarer = contract_of(calls) if is_over(calls) else (None, "")
    if contract:
        result.contract, result.declarer = str(contract), declarer
    elif is_over(calls):
        result.contract = PASS
    return contract, declarer


def at_table(result: Result, moves: Iterable[Bid] | Iterable[Card]) -> Iterator[Record]:
    """Calls or cards with the table, round and board of their result, numbered from 1."""
    for counter, move in enumerate(moves, 1):
        place = {name: getattr(result, name) for name in ("table", "round", "board")}
        yield structs.replace(move, **place, counter=counter)

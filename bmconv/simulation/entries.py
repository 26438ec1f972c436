"""What players enter at their terminals: numbers, bidding, results and corrections, from a seed.

Whatever chance decides about a board depends only on the seed, the table, the round, the pairs and
the board, so that a change elsewhere in the movement leaves it as it is.
"""

import random
from typing import NamedTuple

from msgspec import structs

from bmconv.bridge.outcomes import NOT_PLAYED, RESULT_ERASED
from bmconv.event import Event
from bmconv.live.view import Place
from bmconv.records import Bid, Intermediate, Record, Result, Round, Seat, Table
from bmconv.simulation.bidding import auction
from bmconv.simulation.members import Members
from bmconv.simulation.play import DealtBoards, Reached, play, slip

BOARD, FASTEST, SLOWEST = 450.0, 210.0, 840.0
"""Seconds for a board: on average, at least and at most."""
CALL = 8.0
"""Seconds between two calls."""


class Rates(NamedTuple):
    """How often things happen, from 0 to 1."""

    corrections: float = 0.04
    """Results entered wrongly and corrected."""
    erasures: float = 0.01
    """Results erased and not entered again."""
    sit_outs: float = 0.0
    """Rounds of a table in which no board is played, though the movement has boards."""
    late: float = 0.05
    """Tables that start late and play slowly."""
    wrong_numbers: float = 0.02
    """Player numbers entered wrongly; half of them are corrected."""
    bidding: float = 0.0
    """Boards whose bidding is recorded."""


class Arrival(NamedTuple):
    """A row that the server sends at a time: a new one, or new content for the board's last row."""

    at: float
    """Seconds since the start."""
    record: Record
    in_place: bool = False


Arrivals = tuple[float, list[Arrival]]
"""When play can go on, and the rows that arrive, some of them later than that."""


class Entries:
    """Makes the rows that the tables of an event send."""

    def __init__(self, event: Event, seed: str, rates: Rates) -> None:
        self.event, self.seed, self.rates = event, seed, rates
        self.members = Members(event, seed)
        self.load_settings(event)
        self.load_hands(event)

    def load_settings(self, event: Event) -> None:
        """Take up settings."""
        self._settings = event

    def load_hands(self, event: Event) -> None:
        """Take up hands."""
        self.boards = DealtBoards(event, self.seed)

    def dice(self, *about: object) -> random.Random:
        """Chance for one purpose, the same in every run with this seed."""
        return random.Random(" ".join(map(str, (self.seed, *about))))

    def setting(self, section: int, name: str) -> bool | int | str | None:
        """A setting of a section; None if the file leaves it to the control software."""
        return self._settings.settings(section).get(name)

    def has_numbers(self, section: int) -> bool:
        """Whether players enter numbers: they do unless the settings switch it off."""
        names = ("MemberNumbers", "BM3PlayerNumberEntry")
        given = [v for v in (self.setting(section, name) for name in names) if v is not None]
        return any(given) or not given

    def numbers_each_round(self, section: int) -> bool:
        """Whether players enter their numbers again in every round."""
        each = ("BM2NumberEntryEachRound", True), ("BM3PlayerNumberEntry", 2)
        return self.has_numbers(section) and any(self.setting(section, n) == v for n, v in each)

    def numbers(self, place: Place, at: float, turn: int, rounds: dict[str, Round]) -> Arrivals:
        """The numbers of the players at a table; seats that have a player are left out."""
        dice = self.dice("numbers", *place, turn)
        taken = {s.direction for s in self.event.seats(*place) if s.number or s.name}
        found = []
        for direction, round in rounds.items():
            member = self.members.seated(round).get(direction)
            if member is None or (not turn and direction in taken):
                continue
            right = self.members.number(member)
            at += dice.uniform(5, 20)
            if dice.random() < self.rates.wrong_numbers:
                wrong = self.members.wrong(right, dice)
                found.append(Arrival(at, self._seat(place, direction, turn, wrong)))
                if dice.random() < 0.5:
                    later = at + dice.uniform(60, 900)
                    found.append(Arrival(later, self._seat(place, direction, turn, right)))
            else:
                found.append(Arrival(at, self._seat(place, direction, turn, right)))
        return at, found

    def _seat(self, place: Place, direction: str, round: int, number: str) -> Seat:
        """A player number; its name too if the settings have it looked up in PlayerNames."""
        section, table = place
        looked_up = self.setting(section, "BM2NameSource") in (None, 0, 3)
        name = (self.members.names.get(number) if looked_up else None) or None
        seat = Seat(section=section, table=table, direction=direction, round=round)
        seat.number, seat.name = number, name
        return seat

    def not_played(self, round: Round, boards: list[int], at: float) -> Arrivals:
        """The boards of a round that a table does not play."""
        rows = [structs.replace(_row(round, board), remarks=NOT_PLAYED) for board in boards]
        return at + 20 * len(rows), [Arrival(at + 20 * n, row) for n, row in enumerate(rows, 1)]

    def board(self, round: Round, board: int, at: float, slowness: float) -> Arrivals:
        """A board: its bidding if recorded, its contract if asked for, its result, corrections."""
        section, table, number = round.section or 0, round.table or 0, round.round or 0
        dice = self.dice(section, table, number, round.ns_pair, round.ew_pair, board)
        took = min(max(dice.gauss(BOARD, BOARD / 5), FASTEST), SLOWEST) * slowness
        vulnerable = self.event.vulnerability(section, board)
        right = play(self.boards.at(section, board), vulnerable, dice)
        fate = dice.random() - self.rates.corrections
        entered = slip(right, dice) if fate < 0 else right
        row = self._result(round, board, entered)
        found = []
        if dice.random() < self.rates.bidding:
            found += self._bids(round, board, right, at, dice)
        if self.setting(section, "IntermediateResults") and entered.contract:
            fields = {n: getattr(row, n) for n in row.__struct_fields__ if n != "result"}
            found.append(Arrival(at + took / 3, Intermediate(**fields)))
        at += took
        found.append(Arrival(at, row))
        gone = structs.replace(row, erased=True, remarks=RESULT_ERASED)
        later = at + dice.uniform(30, 1800)
        if fate < 0:
            in_place = dice.random() < 0.4
            if not in_place:
                found.append(Arrival(later - 15, gone))
            found.append(Arrival(later, self._result(round, board, right), in_place))
        elif fate < self.rates.erasures:
            found.append(Arrival(later, gone))
        return at, found

    def _result(self, round: Round, board: int, reached: Reached) -> Result:
        """The row of a result."""
        row = _row(round, board)
        if reached.contract is None:
            row.contract = "PASS"
            return row
        row.contract, row.declarer = str(reached.contract), reached.declarer
        row.declarer_pair = round.ns_pair if reached.declarer in "NS" else round.ew_pair
        row.result = f"{reached.tricks:+d}" if reached.tricks else "="
        leads = (self.setting(round.section or 0, n) for n in ("LeadCard", "BM3LeadCardEntry"))
        row.lead_card = reached.lead if any(leads) else None
        return row

    def _bids(
        self, round: Round, board: int, reached: Reached, at: float, dice: random.Random
    ) -> list[Arrival]:
        """The calls of a board, and the board that the recorder is at."""
        here = {"section": round.section, "table": round.table}
        now = Table(**here, current_round=round.round, current_board=board)  # type: ignore[arg-type]
        found = [Arrival(at, now)]
        calls = auction(reached, self.event.dealer(round.section, board), dice)
        for turn, (seat, call) in enumerate(calls, 1):
            made = Bid(**here, round=round.round, board=board, counter=turn)  # type: ignore[arg-type]
            made.direction, made.bid = seat, call
            found.append(Arrival(at + CALL * turn, made))
        return found


def _row(round: Round, board: int) -> Result:
    """A result without contract, as the control software writes it: N, and the pair N-S."""
    return Result(
        section=round.section, table=round.table, round=round.round, board=board,
        pair_ns=round.ns_pair, pair_ew=round.ew_pair, declarer="N", declarer_pair=round.ns_pair,
    )  # fmt: skip

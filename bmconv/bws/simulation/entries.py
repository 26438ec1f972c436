"""What players enter at their terminals: numbers, bidding, results and corrections, from a seed.

What happens on a board depends only on the seed, the table, the round, the pairs and the board, so
that a change elsewhere in the movement does not affect it.
"""

import random
from typing import NamedTuple

from msgspec import structs

from bmconv.bridge.contracts import spell_over
from bmconv.bridge.outcomes import NOT_PLAYED, RESULT_ERASED
from bmconv.bws.live.view import TableKey
from bmconv.bws.simulation.bidding import auction
from bmconv.bws.simulation.members import Members
from bmconv.bws.simulation.play import (
    Deals,
    PlayedContract,
    is_suspicious,
    play,
    play_cards,
    slip,
)
from bmconv.event import Event
from bmconv.records import Bid, Card, Intermediate, Record, Result, Round, Seat, Table

BOARD, FASTEST, SLOWEST = 450.0, 210.0, 840.0
"""Seconds for a board: on average, at least and at most."""
CALL = 8.0
"""Seconds between two calls."""
CARD = 4.0
"""Seconds between two cards."""


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
    """A row that the server sends: a new one, or new content for the last row of the board."""

    at: float
    """Seconds since the start."""
    record: Record
    in_place: bool = False


Arrivals = tuple[float, list[Arrival]]
"""When the table goes on to what comes next, and the rows it sends; corrections may come later."""


class Entries:
    """The rows that the tables of an event send."""

    def __init__(self, event: Event, seed: str, rates: Rates) -> None:
        self.event, self.seed, self.rates = event, seed, rates
        self.members = Members(event, seed)
        self.load_settings(event)
        self.load_hands(event)

    def load_movement(self, event: Event) -> None:
        """Continue with an event whose movement or missing pairs may have changed."""
        self.event = self.members.event = event

    def load_settings(self, event: Event) -> None:
        """Use these settings from now on."""
        self._settings = event

    def load_hands(self, event: Event) -> None:
        """Use these hands from now on."""
        self.boards = Deals(event, self.seed)

    def dice(self, *about: object) -> random.Random:
        """A random generator for one purpose, the same in every run with this seed."""
        return random.Random(" ".join(map(str, (self.seed, *about))))

    def setting(self, section: int, name: str) -> bool | int | str | None:
        """A setting of a section; None if the file does not have it."""
        return self._settings.settings(section).get(name)

    def has_numbers(self, section: int) -> bool:
        """Whether players enter numbers: they do unless the settings switch it off."""
        names = ("MemberNumbers", "BM3PlayerNumberEntry")
        switches = [v for v in (self.setting(section, name) for name in names) if v is not None]
        return any(switches) or not switches

    def numbers_each_round(self, section: int) -> bool:
        """Whether players enter their numbers again in every round."""
        each = ("BM2NumberEntryEachRound", True), ("BM3PlayerNumberEntry", 2)
        return self.has_numbers(section) and any(self.setting(section, n) == v for n, v in each)

    def numbers(
        self, place: TableKey, at: float, number: int, rounds: dict[str, Round]
    ) -> Arrivals:
        """The numbers that the players at a table enter in a round (0: when they log on).

        `rounds` has the round that seats the player of each direction. When players log on, seats
        that already have a player are left out.
        """
        dice = self.dice("numbers", *place, number)
        taken = {s.direction for s in self.event.seats(*place) if s.number or s.name}
        arrivals = []
        for direction, round in rounds.items():
            member = self.members.players_at(round).get(direction)
            if member is None or (not number and direction in taken):
                continue
            right = self.members.number(member)
            at += dice.uniform(5, 20)
            if dice.random() < self.rates.wrong_numbers:
                wrong = self.members.wrong_number(right, dice)
                arrivals.append(Arrival(at, self._seat(place, direction, number, wrong)))
                if dice.random() < 0.5:
                    later = at + dice.uniform(60, 900)
                    arrivals.append(Arrival(later, self._seat(place, direction, number, right)))
            else:
                arrivals.append(Arrival(at, self._seat(place, direction, number, right)))
        return at, arrivals

    def _seat(self, place: TableKey, direction: str, round: int, number: str) -> Seat:
        """A seat with a player number, and with a name if the settings have it looked up."""
        section, table = place
        looked_up = self.setting(section, "BM2NameSource") in (None, 0, 3)
        name = (self.members.names.get(number) if looked_up else None) or None
        seat = Seat(section=section, table=table, direction=direction, round=round)
        seat.number, seat.name = number, name
        return seat

    def not_played(self, round: Round, boards: list[int], at: float) -> Arrivals:
        """The rows of boards that a table does not play in a round."""
        rows = [structs.replace(_row(round, board), remarks=NOT_PLAYED) for board in boards]
        return at + 20 * len(rows), [Arrival(at + 20 * n, row) for n, row in enumerate(rows, 1)]

    def board(self, round: Round, board: int, at: float, slowness: float) -> Arrivals:
        """The rows of a board: bids, cards and contract if recorded, the result, its correction."""
        section, table, number = round.section or 0, round.table or 0, round.round or 0
        dice = self.dice(section, table, number, round.ns_pair, round.ew_pair, board)
        took = min(max(dice.gauss(BOARD, BOARD / 5), FASTEST), SLOWEST) * slowness
        vulnerable = self.event.vulnerability(section, board)
        right = play(self.boards.at(section, board), vulnerable, dice)
        fate = dice.random() - self.rates.corrections
        entered = slip(right, dice) if fate < 0 else right
        row = self._result(round, board, entered)
        arrivals = []
        is_recorded = dice.random() < self.rates.bidding
        if is_recorded or self.setting(section, "BM2RecordBidding"):
            arrivals += self._bids(round, board, right, at, dice)
        if self.setting(section, "BM2RecordPlay"):
            arrivals += self._cards(round, board, right, at + took / 3)
        if self.setting(section, "IntermediateResults") and entered.contract:
            fields = {n: getattr(row, n) for n in row.__struct_fields__ if n != "result"}
            arrivals.append(Arrival(at + took / 3, Intermediate(**fields)))
        at += took
        arrivals.append(Arrival(at, row))
        gone = structs.replace(row, erased=True, remarks=RESULT_ERASED)
        later = at + dice.uniform(30, 1800)
        if fate < 0:
            in_place = dice.random() < 0.4
            if not in_place:
                arrivals.append(Arrival(later - 15, gone))
            arrivals.append(Arrival(later, self._result(round, board, right), in_place))
        elif fate < self.rates.erasures:
            arrivals.append(Arrival(later, gone))
        return at, arrivals

    def _result(self, round: Round, board: int, reached: PlayedContract) -> Result:
        """The row of a result."""
        row, section = _row(round, board), round.section or 0
        if reached.contract is None:
            row.contract = "PASS"
            return row
        row.contract, row.declarer = str(reached.contract), reached.declarer
        row.declarer_pair = round.ns_pair if reached.declarer in "NS" else round.ew_pair
        row.result = spell_over(reached.tricks)
        leads = (self.setting(section, n) for n in ("LeadCard", "BM3LeadCardEntry"))
        row.lead_card = reached.lead if any(leads) else None
        if self.boards.has_hand(section, board) and is_suspicious(
            self.boards.at(section, board), reached
        ):
            row.suspicious_contract = 1
        return row

    def _bids(
        self, round: Round, board: int, reached: PlayedContract, at: float, dice: random.Random
    ) -> list[Arrival]:
        """The calls of a board; before them, the table's present round and board."""
        here = {"section": round.section, "table": round.table}
        now = Table(**here, current_round=round.round, current_board=board)  # type: ignore[arg-type]
        arrivals = [Arrival(at, now)]
        calls = auction(reached, self.event.dealer(round.section, board), dice)
        for turn, (seat, call) in enumerate(calls, 1):
            bid = Bid(**here, round=round.round, board=board, counter=turn)  # type: ignore[arg-type]
            bid.direction, bid.bid = seat, call
            arrivals.append(Arrival(at + CALL * turn, bid))
        return arrivals

    def _cards(self, round: Round, board: int, reached: PlayedContract, at: float) -> list[Arrival]:
        """The cards of a board."""
        section = round.section or 0
        dice = self.dice("cards", section, round.table, round.round, board)
        arrivals = []
        cards = play_cards(self.boards.at(section, board), reached, dice)
        for turn, (seat, card) in enumerate(cards, 1):
            row = Card(section=section, table=round.table, round=round.round, board=board)
            row.counter, row.direction, row.card = turn, seat, card
            arrivals.append(Arrival(at + CARD * turn, row))
        return arrivals

    def hands_after_board(self, section: int) -> bool:
        """Whether players enter the hands at the end of each board."""
        each = self.setting(section, "BM2EnterHandRecordWhen") == 1
        bm2 = bool(self.setting(section, "BM2EnterHandRecord")) and each
        return bm2 or self.setting(section, "BM3EnterHandrecord") == 1

    def hands_after_round(self, section: int) -> bool:
        """Whether players enter the hands at the end of a round."""
        names = ("BM2EnterHandRecord", "BM3EnterHandrecord")
        return not self.hands_after_board(section) and any(
            self.setting(section, name) for name in names
        )

    def hand(self, section: int, board: int, at: float) -> list[Arrival]:
        """The cards of a board as players enter them, and their evaluation by the server."""
        if self.boards.has_hand(section, board):
            return []
        hand, evaluation = self.boards.entered(section, board)
        return [Arrival(at, hand), Arrival(at + 1, evaluation)]


def _row(round: Round, board: int) -> Result:
    """A result without a contract: the control software writes declarer N, of the N-S pair."""
    return Result(
        section=round.section, table=round.table, round=round.round, board=board,
        pair_ns=round.ns_pair, pair_ew=round.ew_pair, declarer="N", declarer_pair=round.ns_pair,
        suspicious_contract=0,
    )  # fmt: skip

"""Formats that hold only deals, such as those of dealing machines, and the code they share.

Most files have no dealer and no vulnerability, which follow from the board number.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from bmconv.bridge.boards import VULNERABILITIES, dealer, vulnerability
from bmconv.bridge.cards import DECK, SEATS, cards_of, faults, hand_of, is_whole_deal
from bmconv.bridge.places import place
from bmconv.errors import DataError
from bmconv.notes import Notes
from bmconv.records import Hand, Record, Session

HAND = ("section", "board", *SEATS, "dealer", "vulnerable", "extra")
"""The fields of a hand that these formats hold."""

Dealt = list[set[str]]
"""The cards of North, East, South and West."""


class BadDeal(ValueError):
    """Text that is not a complete deal."""


class MachineDeals:
    """The complete deals of an event, by board number; others are noted."""

    def __init__(
        self, records: Iterable[Record], format: str, notes: Notes, *, states_dealer: bool = False
    ) -> None:
        self.format, self.notes, self.states_dealer = format, notes, states_dealer
        self.session: Session | None = None
        self.boards: dict[int, Hand] = {}
        for record in records:
            if isinstance(record, Session) and self.session is not None:
                notes.loss("session-lost", place(record), "further session{s} left out")
            elif isinstance(record, Session):
                self.session = record
                self._check_extra(record, "session")
            elif isinstance(record, Hand):
                self._add(record)
        require_deals(self.boards, format)
        self.boards = dict(sorted(self.boards.items()))

    def kept_extra(self, record: Session | Hand | None) -> object:
        """What a reader of this format has kept in `extra` of a record."""
        return ((record and record.extra) or {}).get(self.format)

    def _add(self, hand: Hand) -> None:
        """Add a complete deal if it is the first of its board; note any other that is lost."""
        notes, hand_place = self.notes, place(hand)
        wrong = faults([hand.north, hand.east, hand.south, hand.west])
        if not hand.board or hand.board < 1:
            notes.loss("board-unknown", hand_place, "deal{s} without a board number left out")
        elif wrong:
            notes.error("bad-deal", f"{hand_place}: {wrong[0]}", "incomplete deal{s} skipped")
        elif hand.board not in self.boards:
            self.boards[hand.board] = hand
            self._check_dealer(hand, hand.board)
            self._check_extra(hand, "hand")
        elif card_sets(hand) != card_sets(self.boards[hand.board]):
            text = "deal{s} left out: another one of the same board comes first"
            notes.loss("deal-lost", hand_place, text)

    def _check_dealer(self, hand: Hand, board: int) -> None:
        """Note a dealer and a vulnerability that cannot be written."""
        if self.states_dealer:
            dealers: Collection[str] = "NESW"
            vulnerabilities: Collection[str] = VULNERABILITIES
            why = "not understood"
        else:
            dealers, vulnerabilities = dealer(board), (vulnerability(board),)
            why = "the board number gives another one"
        if hand.dealer and hand.dealer not in {*dealers}:
            self.notes.loss("dealer-lost", place(hand), f"dealer{{s}} left out: {why}")
        if hand.vulnerable and hand.vulnerable not in vulnerabilities:
            self.notes.loss("vulnerability-lost", place(hand), f"vulnerability left out: {why}")

    def _check_extra(self, record: Session | Hand, kind: str) -> None:
        if (record.extra or {}).keys() - {self.format}:
            text = f"left out: {self.format} does not hold {{it|them}}"
            self.notes.loss("field-lost", place(record), text, what=f"{kind}.extra value{{s}}")


def require_deals(deals: Mapping[int, object], format: str) -> None:
    """Raise an error if there is nothing to write."""
    if not deals:
        raise DataError(f"nothing written: no complete deal in the input; {format} holds deals")


def card_sets(hand: Hand) -> Dealt:
    """The cards of the four hands, as sets."""
    return [set(cards_of(text or "")) for text in (hand.north, hand.east, hand.south, hand.west)]


def to_hand(
    board: int, dealt: Sequence[Collection[str]], extra: dict[str, Any] | None = None
) -> Hand:
    """The record of a deal, from the cards of the four hands, North first."""
    north, east, south, west = map(hand_of, dealt)
    return Hand(board=board, north=north, east=east, south=south, west=west, extra=extra)


def require_deck(dealt: Dealt) -> Dealt:
    """The four hands unchanged; raises BadDeal unless they have all cards, 13 each."""
    if not is_whole_deal(dealt):
        raise BadDeal
    return dealt


def deal_to(seats: Iterable[int]) -> Dealt:
    """The four hands, from the holder of each card of the deck: 0 is North, 1 East and so on."""
    dealt: Dealt = [set(), set(), set(), set()]
    for card, seat in zip(DECK, seats, strict=False):
        dealt[seat].add(card)
    return require_deck(dealt)


def holders(dealt: Dealt) -> list[int]:
    """The holder of each card of the deck: 0 is North, 1 East and so on."""
    holder = {card: seat for seat, hand in enumerate(dealt) for card in hand}
    return [holder[card] for card in DECK]

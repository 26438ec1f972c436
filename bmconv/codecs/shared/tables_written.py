"""Writing boards that were played at tables: the records of an event by board and table."""

import re
from collections.abc import Collection, Mapping
from itertools import chain
from typing import ClassVar

from msgspec import Struct, field

from bmconv.bridge.auction import TURN, after, is_over
from bmconv.bridge.boards import dealer, spell_vulnerability, vulnerability
from bmconv.bridge.cards import SEATS, cards_of, is_hand
from bmconv.bridge.places import place
from bmconv.codecs import note_field_lost
from bmconv.codecs.shared.tables_read import MOST_CARDS, OPEN, Tricks, calls_of
from bmconv.event import Event
from bmconv.event.seating import Names
from bmconv.notes import Notes
from bmconv.records import Bid, Card, Hand, Record, Result, Seat, Session, type_name

HIGHEST = 999_999
"""The highest number of a board that is written."""
_DEAL = (*SEATS, "dealer", "vulnerable")
_BID = re.compile("[1-7](?:[CDHS]|NT)")
_CARD = re.compile("[SHDC][AKQJT2-9]")


class TablePlay(Struct):
    """A board at one table."""

    board: int
    section: int | None = None
    table: int | None = None
    round: int | None = None
    result: Result | None = None
    bids: list[Bid] = field(default_factory=list)
    cards: list[Card] = field(default_factory=list)

    @property
    def is_recorded(self) -> bool:
        """Whether any calls or cards are known."""
        return bool(self.bids or self.cards)

    @property
    def has_complete_auction(self) -> bool:
        """Whether the auction is complete."""
        return is_over(calls_of(self.bids))


class TablePlays:
    """The deals, results, calls and cards of an event; notes those that the format cannot hold."""

    format = ""
    texts: ClassVar[Mapping[str, str]] = {}
    """The texts of notes that depend on the format, by code."""

    def __init__(self, event: Event, notes: Notes) -> None:
        self.event, self.notes = event, notes
        self.hands: dict[int, Hand] = {}
        self.plays: dict[int, list[TablePlay]] = {}
        self._plays_by_place: dict[tuple[int | None, ...], TablePlay] = {}
        self._names_at = Names(event)
        self._seats: dict[int, list[Seat]] = {}
        self._written_seats: set[int] = set()
        for seat in event.of(Seat):
            self._seats.setdefault(seat.table or OPEN, []).append(seat)
        sessions = event.of(Session)
        self.session = sessions[0] if sessions else Session()
        for session in sessions[1:]:
            self.loss("session-lost", session, "further session{s} left out")
        for hand in event.of(Hand):
            self._add_deal(hand)
        self._add_results()
        moves: list[Bid | Card] = sorted(event.of(Bid), key=_counter)
        for move in moves + sorted(event.of(Card), key=_counter):
            self._add_move(move)

    def loss(self, code: str, record: Record, text: str = "") -> None:
        """Note a loss of data of a record."""
        self.notes.loss(code, place(record), text or self.texts[code])

    def error(self, code: str, record: Record, text: str = "") -> None:
        """Note data of a record that is left out because it is invalid."""
        self.notes.error(code, place(record), text or self.texts[code])

    def check_extra(self, record: Record, known: Collection[str]) -> None:
        """Note values of `extra` that the format has no place for."""
        if (record.extra or {}).keys() - set(known):
            note_field_lost(type_name(record), "extra", self.format, place(record), self.notes)

    def _has_board(self, record: Hand | Result | Bid | Card) -> bool:
        if record.board and 1 <= record.board <= HIGHEST:
            return True
        self.loss("board-unknown", record, "record{s} without a board number left out")
        return False

    def _add_deal(self, hand: Hand) -> None:
        """Add a deal unless its board already has one; a different or invalid deal is noted."""
        if not self._has_board(hand):
            return
        texts = [text for name in SEATS if (text := getattr(hand, name))]
        hands = [cards_of(text) for text in texts]
        cards = {*chain.from_iterable(hands)}
        is_deal = all(map(is_hand, texts)) and len(cards) == sum(map(len, hands))
        if not is_deal or any(len(hand) > 13 for hand in hands):
            self.error("bad-deal", hand, "hand{s} not written: not a deal")
            return
        if hand.dealer and hand.dealer not in {*TURN}:
            self.error("bad-dealer", hand)
        if hand.vulnerable and spell_vulnerability(hand.vulnerable) is None:
            self.error("bad-vulnerable", hand)
        first = self.hands.setdefault(hand.board or 0, hand)
        if any(getattr(first, name) != getattr(hand, name) for name in _DEAL):
            self.loss("deal-lost", hand)
        self.check(hand)

    def check(self, record: Hand | Result | Bid | Card) -> None:
        """Note values that the format cannot hold, in a record that is written."""

    def _add_results(self) -> None:
        standing = self.event.standing_results()
        stands = {id(result) for result in standing}
        for result in self.event.of(Result):
            if id(result) not in stands:
                self.loss("history-lost", result)
        for result in standing:
            play = self.play(result)
            if play is not None and play.result is not None:
                self.loss("result-lost", result, "result{s} left out: the place has another")
            elif play is not None:
                play.result = result
                self.check(result)

    def _add_move(self, move: Bid | Card) -> None:
        if move.erased:
            self.loss("history-lost", move, self.texts.get("move-erased", ""))
        elif play := self.play(move):
            if isinstance(move, Bid):
                play.bids.append(move)
            else:
                play.cards.append(move)
            self.check(move)

    def play(self, record: Result | Bid | Card) -> TablePlay | None:
        """The play to which a record belongs, added if new; None, with a note, without a board."""
        if not self._has_board(record):
            return None
        key = (record.board or 0, *self.table_of(record))
        if key not in self._plays_by_place:
            self._plays_by_place[key] = TablePlay(*key)
            self.plays.setdefault(key[0], []).append(self._plays_by_place[key])
        return self._plays_by_place[key]

    def table_of(self, record: Result | Bid | Card) -> tuple[int | None, int | None, int | None]:
        """Section, table and round of a record, as far as the format tells them apart."""
        return record.section, record.table, record.round

    def names(self, play: TablePlay) -> dict[str, str]:
        """The players at a table by seat, in its round or before; counts their seats as written."""
        players: dict[str, Seat] = {}
        seats = self._seats.get(play.table or OPEN, ())
        latest = play.round or max(0, min((seat.round or 0 for seat in seats), default=0))
        for seat in seats:
            round, before = seat.round or 0, players.get(seat.direction or "")
            elsewhere = None not in (play.section, seat.section) and play.section != seat.section
            is_early = 0 <= round <= latest
            if seat.removed or elsewhere or not is_early or not self._names_at.of(seat):
                continue
            if before is None or round >= (before.round or 0):
                players[seat.direction or ""] = seat
        self._written_seats.update(map(id, players.values()))
        return {direction: self._names_at.of(seat) for direction, seat in players.items()}

    def note_unwritten_seats(self) -> None:
        """Note players whose names were not written."""
        for seat in self.event.of(Seat):
            is_written = id(seat) in self._written_seats and seat.direction in {*TURN}
            if self._names_at.of(seat) and not is_written:
                self.loss("seat-lost", seat)

    def conditions(self, hand: Hand) -> tuple[str, str]:
        """Dealer and vulnerability of a board: those of its hand, or else of its number."""
        board = hand.board or 1
        first = hand.dealer if hand.dealer and hand.dealer in {*TURN} else dealer(board)
        return first, spell_vulnerability(hand.vulnerable or "") or vulnerability(board)

    def calls(self, play: TablePlay, first: str, words: Mapping[str, str]) -> list[tuple[str, Bid]]:
        """The calls as the format spells them, before one that is skipped, unknown or out of turn.

        `words` has the spelling of calls other than bids; a cut is noted.
        """
        calls: list[tuple[str, Bid]] = []
        for at, bid in enumerate(play.bids):
            text = bid.bid or ""
            call = text[:2] if _BID.fullmatch(text) else words.get(text)
            if call is None or bid.direction != after(first, at):
                cut = "auction{s} cut at a call that is skipped, unknown or out of turn"
                self.loss("auction-cut", bid, cut)
                break
            calls.append((call, bid))
        return calls

    def cards(self, play: TablePlay, tricks: Tricks | None = None) -> list[Card]:
        """The cards before a gap or a small card (x) or, with `tricks`, before one out of turn."""
        cards: list[Card] = []
        for at, card in enumerate(play.cards, 1):
            is_next = (card.counter or at) == at <= MOST_CARDS and _CARD.fullmatch(card.card or "")
            is_in_turn = tricks is None or (tricks.turn and card.direction == tricks.turn)
            if not is_next or not is_in_turn:
                self.loss("play-cut", card)
                break
            cards.append(card)
            if tricks:
                tricks.play(card.card or "")
        return cards

    def or_lead(self, cards: list[Card], play: TablePlay, leader: str) -> list[Card]:
        """The cards, or if there are none, the result's lead; notes a lead that is not written."""
        lead = ((play.result and play.result.lead_card) or "").replace("10", "T")
        if leader and not cards and _CARD.fullmatch(lead):
            return [Card(direction=leader, card=lead)]
        if play.result and lead and not (cards and cards[0].card == lead):
            self.loss("lead-lost", play.result)
        return cards


def _counter(move: Bid | Card) -> int:
    return move.counter or 0

"""The records of an event arranged for writing PBN, and notes on what PBN cannot hold."""

import re
from collections.abc import Iterable, Sequence
from itertools import chain
from typing import TypeVar

from msgspec import structs

from bmconv.bridge.auction import TURN, Call, after, spell_call
from bmconv.bridge.boards import SIDES, spell_vulnerability
from bmconv.bridge.cards import SEATS, is_hand, spell_card
from bmconv.bridge.contracts import spell_contract
from bmconv.bridge.double_dummy import HCP_FIELDS, points
from bmconv.bridge.movements import letters
from bmconv.bridge.outcomes import score_ns
from bmconv.bridge.par import spell_par_contracts
from bmconv.bridge.play import PlayedCard, spell_played
from bmconv.codecs import Options
from bmconv.codecs.pbn import values
from bmconv.codecs.pbn.deal import read_deal, write_deal
from bmconv.codecs.pbn.facts import PLACED, Facts, GamePlace
from bmconv.codecs.pbn.file import CLOSED_ROOM
from bmconv.codecs.pbn.pairs import pairs_of
from bmconv.codecs.pbn.sections import MOST_CARDS, UNKNOWN, can_write
from bmconv.codecs.pbn.tables import declarer_pair, is_seat, tricks_text, whole_score
from bmconv.event import Event
from bmconv.event.seating import name_of
from bmconv.notes import Notes
from bmconv.records import (
    Bid,
    Card,
    Evaluation,
    Game,
    Hand,
    Ranking,
    Record,
    Result,
    Seat,
    Section,
    Session,
)

PlaceKey = tuple[int | None, ...]
"""Section, table, round and board."""
Recording = tuple[Sequence[Call], Sequence[PlayedCard]]
"""An auction and a play; either can be empty."""
B = TypeVar("B", Bid, Card)

MOST = 999_999
"""The highest number of a board, table, round, section or pair that is read back."""
_NUMBERS = ("section", "table", "round", "pair_ns", "pair_ew")
_UNWRITABLE = re.compile(r"[\x00-\x1f\x7f]|^\s|\s$|^#$|^##")
"""What a PBN text cannot have: control characters, blanks around it, the marks of inheritance."""
_PLACE_READERS = dict.fromkeys(("board", "table", "round"), values.whole_number) | {
    "section": values.section_id,
    "pair_ns": values.pair_number,
    "pair_ew": values.pair_number,
}
"""The function that reads the tag for each field of a game's place."""


class PbnContents:
    """The records of an event that PBN can hold; the others are noted."""

    def __init__(self, event: Event, options: Options, notes: Notes) -> None:
        self.event, self.notes = event, notes
        self.results: bool = options.text("results") != "none"
        self.auctions: bool = options["auction"] is not False
        self.double_dummy: bool = options["double_dummy"] is not False
        self.letter = {s.id: s.letter or letters(s.id) for s in event.of(Section) if s.id}
        """The letter of each section by id."""
        self.sections: set[int | None] = set()
        """Sections of the games and results written so far."""
        self.session = next(iter(event.of(Session)), None)
        for other in event.of(Session)[1:]:
            self.loss("session-lost", other, "session{s} left out: a PBN file holds one")
        self.seats = {(s.section, s.table, s.round, s.direction): s for s in event.of(Seat)}
        self.hands: dict[int | None, list[Hand]] = {}
        for hand in event.of(Hand):
            self.hands.setdefault(hand.board, []).append(hand)
            self._check_hand(hand)
        self.evaluations = {(e.section, e.board): e for e in event.of(Evaluation)}
        self.evaluated_boards = dict.fromkeys(
            evaluation.board for evaluation in event.of(Evaluation)
        )
        self.unwritten: set[int] = {id(r) for r in (*event.of(Seat), *event.of(Evaluation))}
        """The Python identities of seats and evaluations not yet written."""
        self.standing = self._standing_results()
        """The standing results by board."""
        self.unwritten_results = {
            board: {id(result): result for result in results}
            for board, results in self.standing.items()
        }
        """Standing results not yet written in a game, by board and Python identity."""
        has_score_tables = options.text("results") == "score-table"
        results = chain.from_iterable(self.standing.values())
        self.pairs = pairs_of(event.of(Ranking), results) if has_score_tables else {}
        """The names and member numbers for score tables."""
        self.recordings: dict[int | None, dict[PlaceKey, Recording]] = {}
        """Auctions and plays not yet written in a game, by board."""
        for key, bids in self._moves(Bid).items():
            if calls := self._calls(bids):
                self.recordings.setdefault(key[3], {})[key] = (calls, ())
        for key, cards in self._moves(Card).items():
            if played := self._cards_in_order(cards):
                of_board = self.recordings.setdefault(key[3], {})
                of_board[key] = (of_board.get(key, ((), ()))[0], played)

    def _check_hand(self, hand: Hand) -> None:
        """Note parts of a hand that PBN does not allow, and a deal that cannot be read back."""
        place = self.event.place(hand)
        if hand.dealer and not is_seat(hand.dealer):
            message = "dealer{s} left out: not a seat"
            self.notes.error("bad-dealer", f"{place}: {hand.dealer}", message)
        if hand.vulnerable and spell_vulnerability(hand.vulnerable) is None:
            message = "value{s} of vulnerable left out: not one of None, NS, EW, All"
            self.notes.error("bad-vulnerable", f"{place}: {hand.vulnerable}", message)
        for seat in SEATS:
            if (cards := getattr(hand, seat)) and not is_hand(cards):
                message = "hand{s} left out of the deal: not four suits"
                self.notes.error("bad-deal", f"{place}: {seat} {cards}", message)
        deal = write_deal(valid_hand(hand), "N")
        try:
            if deal and not any(read_deal(deal).values()):
                raise values.BadPbnValue("no cards")
        except values.BadPbnValue as bad:
            message = "deal{s} that cannot be read back: not a valid deal"
            self.notes.error("bad-deal", f"{place}: {bad}", message)

    def _standing_results(self) -> dict[int | None, list[Result]]:
        """The standing results to write, by board; the others are noted."""
        standing = self.event.standing_results()
        kept = {id(result) for result in standing}
        for result in self.event.of(Result):
            if id(result) not in kept:
                self.loss("history-lost", result, "result{s} left out: erased or replaced")
        boards: dict[int | None, list[Result]] = {}
        for result in standing:
            if not self.results:
                self.loss("result-lost", result, "result{s} left out as requested")
                continue
            boards.setdefault(result.board, []).append(result)
            if result.declarer_pair not in (None, declarer_pair(result)):
                text = "declaring pair{s} left out: not the pair of the declarer's seat"
                self.loss("declarer-pair-lost", result, text)
        self._check_records(result for rest in boards.values() for result in rest)
        return boards

    def _moves(self, kind: type[B]) -> dict[PlaceKey, list[B]]:
        """Calls or cards by place, in order, without erased ones."""
        moves: dict[PlaceKey, list[B]] = {}
        for record in self.event.of(kind):
            if not self.auctions:
                self.loss("auction-lost", record, "call{s} or card{s} left out as requested")
            elif not record.erased:
                key = (record.section, record.table, record.round, record.board)
                moves.setdefault(key, []).append(record)
        for records in moves.values():
            records.sort(key=lambda record: record.counter or 0)
        return moves

    def _calls(self, bids: list[Bid]) -> list[Call]:
        """The calls of an auction; empty, with a note, if one is invalid."""
        calls = [(bid.direction or "", spell_call(bid.bid or "") or "") for bid in bids]
        if all(is_seat(seat) and call for seat, call in calls):
            return calls
        text = "auction{s} left out: a call or its seat is not valid"
        self.notes.error("bad-call", self.event.place(bids[0]), text)
        return []

    def _cards_in_order(self, cards: list[Card]) -> list[PlayedCard]:
        """The cards of a play; empty, with a note, if they do not form tricks."""
        played = _with_gaps(cards)
        if all(card for _, card in played) and can_write(played):
            return played
        text = "play{s} left out: the cards are not tricks of four seats in turn"
        self.notes.error("bad-play", self.event.place(cards[0]), text)
        return []

    def take_recording(self, key: PlaceKey) -> Recording:
        """Remove and return the auction and the play at a place; only one game contains them."""
        return self.recordings.get(key[3], {}).pop(key, ((), ()))

    def facts(self, place: GamePlace) -> Facts:
        """The facts about a place, such as players and deal; marks the section as written."""
        self.sections.add(place.section)
        hand = self.event.hand(place.section, place.board)
        names = {}
        for direction in TURN if place.table is not None else "":
            seat = self.seats.get((place.section, place.table, place.round, direction))
            if seat is not None and (name := name_of(seat)):
                names[direction] = name
        evaluation = None
        if self.double_dummy:
            key = (hand.section if hand else place.section, place.board)
            evaluation = self.evaluations.get(key) or self.evaluations.get((None, place.board))
        facts = Facts(place, self.session, names, evaluation=evaluation, letter=self.letter)
        facts.hand, facts.pairs = valid_hand(hand) if hand else None, self.pairs
        return facts

    def mark_seats_written(self, place: GamePlace, directions: Iterable[str]) -> None:
        """Mark the seats at a place as written."""
        for direction in directions:
            seat = self.seats.get((place.section, place.table, place.round, direction))
            if seat is not None and name_of(seat):
                self.mark_written(seat)

    def with_score(self, result: Result) -> Result:
        """The result with its score calculated if missing, for use in a score table."""
        self.sections.add(result.section)
        if result.score is not None or result.board is None:
            return result
        vulnerable = self.event.vulnerability(result.section, result.board)
        return structs.replace(result, score=score_ns(result, vulnerable))

    def boards(self) -> list[int | None]:
        """All boards with a hand, evaluation, result or recording, in order of first appearance."""
        known = (self.hands, self.evaluated_boards, self.standing, self.recordings)
        return list(dict.fromkeys(chain.from_iterable(known)))

    def mark_written(self, record: Record | None) -> None:
        """Mark a seat or an evaluation as written."""
        self.unwritten.discard(id(record))

    def note_unwritten(self) -> None:
        """Note the records that no game could contain."""
        for section in self.event.of(Section):
            if section.id not in self.sections:
                text = "section{s} left out: no game or result there"
                self.loss("section-lost", section, text)
        for seat in self.event.of(Seat):
            if id(seat) in self.unwritten:
                text = "seat{s} left out: no name, or a table without a game that names players"
                self.loss("seat-lost", seat, text)
        for evaluation in self.event.of(Evaluation):
            self._check_points(evaluation)
            if evaluation.par_contract and spell_par_contracts(evaluation.par_contract) is None:
                text = "par contract{s} not read back: expected contracts such as NS 4SX-1"
                self.loss("par-lost", evaluation, text)
            if not self.double_dummy:
                self.loss("evaluation-lost", evaluation, "evaluation{s} left out as requested")
            elif id(evaluation) in self.unwritten:
                text = "evaluation{s} left out: the game of the board has another"
                self.loss("evaluation-lost", evaluation, text)

    def _check_points(self, evaluation: Evaluation) -> None:
        """Note impossible numbers of tricks, and high-card points that do not match the cards."""
        tricks = (getattr(evaluation, field) for field in values.TRICK_FIELDS.values())
        if any(number is not None and not 0 <= number <= 13 for number in tricks):
            text = "evaluation{s} with numbers left out: expected 0 to 13 tricks"
            self.loss("double-dummy-lost", evaluation, text)
        hand = self.event.hand(evaluation.section, evaluation.board)
        for seat, field in HCP_FIELDS.items():
            number = getattr(evaluation, field)
            if number is not None and (hand is None or number != points(getattr(hand, seat))):
                text = "set{s} of high-card points left out: not those of the cards"
                self.loss("hcp-lost", evaluation, text)
                return

    def loss(self, code: str, record: Record, text: str) -> None:
        """Note a loss of data of a record."""
        self.notes.loss(code, self.event.place(record), text)

    def _check_records(self, results: Iterable[Result]) -> None:
        """Note what is lost or changed in all records except hands, calls and cards."""
        for session in self.event.of(Session)[:1]:
            self._check_text(session, session.name)
        for seat in self.event.of(Seat):
            self._check_text(seat, name_of(seat) or None)
        for section in self.event.of(Section):
            if values.section_id(section.letter or letters(section.id or 0)) is None:
                text = "section{s} that PBN cannot name: expected letters from A on, or a number"
                self.loss("section-name", section, text)
        for result in results:
            self._check_result(result)
        self._check_places()

    def _check_places(self) -> None:
        """Note records with a board, table or other number that is invalid in PBN."""
        for game in self.event.of(Game):
            place_numbers = [getattr(game, name) for name in ("section", "table", "round", "board")]
            if any(number is not None and not 1 <= number <= MOST for number in place_numbers):
                text = "game{s} with a number that cannot be read back: expected 1 to 999999"
                self.loss("number-lost", game, text)
        kinds: tuple[type[Record], ...] = (Hand, Evaluation, Result, Bid, Card, Seat)
        for kind in kinds:
            for record in self.event.of(kind):
                board = getattr(record, "board", 1)
                if board is None or not 1 <= board <= MOST:
                    text = "record{s} kept in the game only: the board has no valid number"
                    self.loss("board-unknown", record, text)
                numbers = (getattr(record, name, None) or 0 for name in _NUMBERS)
                if not all(0 <= number <= MOST for number in numbers):
                    text = "record{s} with a number that cannot be read back: expected 0 to 999999"
                    self.loss("number-lost", record, text)

    def _check_result(self, result: Result) -> None:
        """Note values of a result that PBN cannot hold or that cannot be read back."""
        contract, declarer = result.contract, result.declarer
        if contract is not None and spell_contract(contract) is None:
            text = "contract{s} written unchanged but not read back: not a contract"
            self.loss("odd-contract", result, text)
        elif result.result is not None and not tricks_text(result):
            self.loss("tricks-lost", result, "result{s} left out: not a possible number of tricks")
        if declarer is not None and declarer not in SIDES:
            self.loss("declarer-lost", result, "declarer{s} left out: not a seat or a side")
        alone = contract is None and not result.remarks
        if alone and (result.score is None or result.pair_ns is None):
            text = "result{s} that cannot be read back: no contract, remark or score of a pair"
            self.loss("score-alone", result, text)
        points = (result.mp_ns, result.mp_ew, result.imp_ns, result.imp_ew)
        if any(abs(number or 0) >= 1e15 for number in points) or (
            result.score is not None and whole_score(result.score) is None
        ):
            text = "score{s} that cannot be read back: no contract gives such a score"
            self.loss("score-lost", result, text)
        self._check_text(result, result.remarks)
        card = result.lead_card
        self._check_text(result, card if card is None or spell_card(card) is None else None)

    def _check_text(self, record: Record, text: str | None) -> None:
        """Note a text that PBN cannot hold unchanged."""
        if text is not None and (not values.is_known(text) or _UNWRITABLE.search(text)):
            message = "text{s} that PBN cannot hold: empty, `?`, `-`, `#` or control characters"
            self.loss("text-changed", record, message)

    def note_place(self, game: Game, tag_values: dict[str, str]) -> None:
        """Note numbers of a game's place that differ from the values of its tags."""
        for field, name in PLACED.items():
            number = getattr(game, field)
            if number is None or name not in tag_values:
                continue
            number_in_tag = _PLACE_READERS[field](tag_values[name])
            if field == "section":
                number_in_tag = next(
                    (s.id for s in self.event.of(Section) if s.letter == tag_values[name]),
                    number_in_tag,
                )
            if number_in_tag != number and (field != "table" or number < CLOSED_ROOM):
                text = "place{s} of a game left out: its tags give another"
                self.notes.loss("place-lost", f"{self.event.place(game)}: {name}", text)


def valid_hand(hand: Hand) -> Hand:
    """A hand record in which the hands of a seat that are not four suits are removed."""
    invalid = [seat for seat in SEATS if (cards := getattr(hand, seat)) and not is_hand(cards)]
    return structs.replace(hand, **dict.fromkeys(invalid)) if invalid else hand


def _with_gaps(cards: list[Card]) -> list[PlayedCard]:
    """Cards in the order of play; gaps in the numbering become unknown cards.

    The seat of an unknown card follows from a known card of the same trick.
    """
    played = [(card.direction or "?", spell_played(card.card or "") or "") for card in cards]
    numbers = [card.counter or 0 for card in cards]
    if numbers == [*range(1, len(cards) + 1)]:
        return played
    if not all(1 <= number <= MOST_CARDS for number in numbers):
        return played
    by_number: dict[int, PlayedCard] = dict(zip(numbers, played, strict=True))
    last = max(numbers)
    for first_of_trick in range(1, last + 1, 4):
        trick = range(first_of_trick, min(first_of_trick + 4, last + 1))
        known = next((number for number in trick if number in by_number), None)
        if known is None:
            continue
        seat = by_number[known][0]
        for number in trick:
            seat_of_card = after(seat, (number - known) % 4) if is_seat(seat) else "?"
            by_number.setdefault(number, (seat_of_card, UNKNOWN))
    complete = [by_number[number] for number in sorted(by_number)]
    return complete if len(numbers) == len(set(numbers)) and can_write(complete) else played

"""Hand records: one per scoring group and board in the DTOs, one per section in the records."""

from collections.abc import Iterable, Iterator
from typing import Any

from bmconv.bridge.boards import dealer, vulnerability
from bmconv.bridge.cards import faults
from bmconv.bridge.double_dummy import points
from bmconv.codecs.dto.sessions import Group
from bmconv.connector.rules import SEATS, SUITS
from bmconv.connector.schema import HandrecordDTO
from bmconv.event import Event
from bmconv.notes import Notes
from bmconv.records import Evaluation, Hand

_TRICKS = [
    (f"DoubleDummy{seat}{strain}", f"{seat}_{strain}".lower())
    for seat in SEATS
    for strain in (*SUITS, "NoTrump")
]
"""The double-dummy tricks: name of the property and of the field."""


def hands_of(
    dto: HandrecordDTO, sections: Iterable[int], place: str, notes: Notes
) -> Iterator[Hand | Evaluation]:
    """The hand of a DTO for each section, followed by its double-dummy tricks if it has any."""
    suits = {seat: [getattr(dto, seat + suit) for suit in reversed(SUITS)] for seat in SEATS}
    if any(None in of_seat for of_seat in suits.values()):
        notes.repair("null-suit", place, "hand{s} with a null suit, read as a void")
    cards: dict[str, Any] = {
        seat.lower(): ".".join(cards or "" for cards in of_seat) for seat, of_seat in suits.items()
    }
    values = {field: getattr(dto, name) for name, field in _TRICKS}
    if any(values.values()) and not dto.HasHandEvaluationData:
        text = "hand{s} read without double-dummy tricks: HasHandEvaluationData is not set"
        notes.loss("dd-unmarked", place, text)
    values |= {f"{seat}_hcp": points(hand) for seat, hand in cards.items()}
    for section in sections:
        yield Hand(section=section, board=dto.BoardNumber, **cards)
        if dto.HasHandEvaluationData:
            yield Evaluation(section=section, board=dto.BoardNumber, **values)


class Hands:
    """Makes the hand record DTOs of the scoring groups of an event."""

    def __init__(self, event: Event, notes: Notes) -> None:
        self.event, self.notes = event, notes
        boards = {hand.board for hand in event.of(Hand)}
        for evaluation in event.of(Evaluation):
            section, board = evaluation.section, evaluation.board
            if not event.hand(section, board) and (section is not None or board not in boards):
                text = "evaluation{s} without a hand left out"
                notes.loss("dd-alone", event.place(evaluation), text)

    def dtos(self, group: Group, guid: str, letters: dict[int | None, str]) -> list[HandrecordDTO]:
        """One DTO per board of a scoring group, whose sections must all have the same cards."""
        by_board: dict[int | None, tuple[Hand, HandrecordDTO]] = {}
        for section in group.sections:
            hands = [h for h in self.event.of(Hand) if h is self.event.hand(section.id, h.board)]
            hands.sort(key=lambda hand: hand.section is None)  # the section's own hands first
            for hand in hands:
                board = hand.board
                if board not in by_board:
                    if not self._is_complete(hand):
                        continue
                    by_board[board] = hand, self._dto(hand, guid, letters[section.id], group.number)
                first, dto = by_board[board]
                if _cards(hand) != _cards(first):
                    text = "hand{s} skipped: another section of the scoring group has other cards"
                    self.notes.error("hand-conflict", self.event.place(hand), text)
                    continue
                evaluation = self.event.evaluation(section.id, board)
                if evaluation and not dto.HasHandEvaluationData:
                    self._add_tricks(dto, evaluation, hand)
        return [dto for _, dto in by_board.values()]

    def _is_complete(self, hand: Hand) -> bool:
        """Whether a hand is a complete deal; if not, an error is noted."""
        place = self.event.place(hand)
        problems = faults([hand.north, hand.east, hand.south, hand.west])
        if any("10" in (cards or "") for cards in _cards(hand)):
            self.notes.error("card", place, "hand{s} skipped: a ten is not written T")
        elif problems:
            text = "incomplete hand{s} skipped"
            self.notes.error("hand-incomplete", f"{place}: {problems[0]}", text)
        return not problems

    def _dto(self, hand: Hand, guid: str, letters: str, group: int) -> HandrecordDTO:
        board = hand.board or 0
        usual = (dealer(board), vulnerability(board))
        if (hand.dealer or usual[0], hand.vulnerable or usual[1]) != usual:
            text = "dealer{s} or vulnerability left out: not the usual one of the board"
            self.notes.loss("pbn-dealer-vul", self.event.place(hand), text)
        suits = {
            seat + suit: cards
            for seat in SEATS
            for suit, cards in zip(SUITS[::-1], getattr(hand, seat.lower()).split("."), strict=True)
        }
        return HandrecordDTO(
            SessionGuid=guid,
            ScoringGroupNumber=group,
            SectionLetters=letters,
            BoardNumber=board,
            **suits,
        )

    def _add_tricks(self, dto: HandrecordDTO, evaluation: Evaluation, hand: Hand) -> None:
        """Add double-dummy tricks; note high-card points that do not match the cards."""
        place = self.event.place(evaluation)
        dto.HasHandEvaluationData = True
        for name, field in _TRICKS:
            tricks = getattr(evaluation, field)
            if tricks is None:
                text = "unknown double-dummy trick count{s} sent as 0"
                self.notes.loss("dd-null", place, text)
            setattr(dto, name, tricks or 0)
        for seat in SEATS:
            known = getattr(evaluation, f"{seat.lower()}_hcp")
            if known not in (None, points(getattr(hand, seat.lower()))):
                text = "high-card point value{s} left out: {does|do} not match the cards"
                self.notes.loss("hcp-lost", place, text)


def _cards(hand: Hand) -> tuple[str | None, ...]:
    return hand.north, hand.east, hand.south, hand.west

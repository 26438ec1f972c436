"""Hand records: one per scoring group and board in the DTOs, one per section in the records."""

from __future__ import annotations

from typing import Any

from bmconv.bridge.boards import dealer, vulnerability
from bmconv.bridge.cards import faults
from bmconv.codecs.dto_groups import Group
from bmconv.connector.hands import HandrecordDTO
from bmconv.event import Event
from bmconv.notes import Notes
from bmconv.records import Evaluation, Hand

SEATS = ("North", "East", "South", "West")
SUITS = ("Spades", "Hearts", "Diamonds", "Clubs")
STRAINS = {"Clubs": "clubs", "Diamonds": "diamonds", "Hearts": "hearts", "Spades": "spades"} | {
    "NoTrump": "notrump"
}
POINTS = {"A": 4, "K": 3, "Q": 2, "J": 1}

_TRICKS = [
    (f"DoubleDummy{s}{strain}", f"{s.lower()}_{f}") for s in SEATS for strain, f in STRAINS.items()
]


def hand_of(dto: HandrecordDTO, section: int, place: str, notes: Notes) -> Hand:
    """The cards of a DTO."""
    hands: dict[str, Any] = {}
    for seat in SEATS:
        suits = [getattr(dto, seat + suit) for suit in SUITS]
        if None in suits:
            notes.repair("null-suit", place, "hand{s} with a suit that is null, read as a void")
        hands[seat.lower()] = ".".join(suit or "" for suit in suits)
    return Hand(section=section, board=dto.BoardNumber, **hands)


def evaluation_of(dto: HandrecordDTO, hand: Hand) -> Evaluation | None:
    """The double-dummy tricks of a DTO, with the points its cards have."""
    if not dto.HasHandEvaluationData:
        return None
    values = {field: getattr(dto, name) for name, field in _TRICKS}
    values |= {f"{s.lower()}_hcp": points(getattr(hand, s.lower())) for s in SEATS}
    return Evaluation(section=hand.section, board=hand.board, **values)


def points(hand: str | None) -> int:
    """High-card points."""
    return sum(POINTS.get(card, 0) for card in hand or "")


class Dealt:
    """Makes the hand records of the scoring groups of an event."""

    def __init__(self, event: Event, notes: Notes) -> None:
        self.event = event
        self.notes = notes
        self.hands: dict[tuple[int | None, int | None], Hand] = {
            (hand.section, hand.board): hand for hand in event.of(Hand)
        }
        self.evaluations = {(e.section, e.board): e for e in event.of(Evaluation)}
        for key, evaluation in self.evaluations.items():
            if key not in self.hands and (None, key[1]) not in self.hands:
                text = "evaluation{s} left out without the cards"
                notes.loss("dd-alone", event.place(evaluation), text)

    def dtos(self, group: Group, guid: str, letters: dict[int | None, str]) -> list[HandrecordDTO]:
        """A DTO per board of a scoring group; its sections must have the same cards."""
        made: dict[int | None, HandrecordDTO] = {}
        of: dict[int | None, Hand] = {}
        for section in group.sections:
            boards = [b for s, b in self.hands if s == section.id]
            boards += [b for s, b in self.hands if s is None and (section.id, b) not in self.hands]
            for board in boards:
                hand = self.hands.get((section.id, board)) or self.hands[None, board]
                if board in of:
                    if _cards(of[board]) != _cards(hand):
                        text = "hand{s} left out: other cards in a section of the same group"
                        self.notes.error("hand-conflict", self.event.place(hand), text)
                elif self._whole(hand):
                    of[board] = hand
                    made[board] = self._dto(hand, section.id, guid, letters, group)
        return [made[board] for board in made]

    def _whole(self, hand: Hand) -> bool:
        place = self.event.place(hand)
        wrong = faults([hand.north, hand.east, hand.south, hand.west])
        if any("10" in (cards or "") for cards in _cards(hand)):
            self.notes.error("card", place, "hand{s} left out with a ten that is not written T")
        elif wrong:
            text = "hand{s} left out that is no whole deal"
            self.notes.error("hand-incomplete", f"{place}: {wrong[0]}", text)
        return not wrong

    def _dto(
        self,
        hand: Hand,
        section: int | None,
        guid: str,
        letters: dict[int | None, str],
        group: Group,
    ) -> HandrecordDTO:
        board = hand.board or 0
        if hand.dealer not in (None, dealer(board)) or hand.vulnerable not in (
            None,
            vulnerability(board),
        ):
            text = "dealer{s} or vulnerability left out that the board's number does not give"
            self.notes.loss("pbn-dealer-vul", self.event.place(hand), text)
        suits: dict[str, Any] = {}
        for seat in SEATS:
            for suit, cards in zip(SUITS, getattr(hand, seat.lower()).split("."), strict=True):
                suits[seat + suit] = cards
        dto = HandrecordDTO(
            SessionGuid=guid,
            ScoringGroupNumber=group.number,
            SectionLetters=letters[section],
            BoardNumber=board,
            **suits,
        )
        everywhere = self.evaluations.get((None, hand.board))
        if evaluation := self.evaluations.get((section, hand.board), everywhere):
            self._evaluate(dto, evaluation, hand)
        return dto

    def _evaluate(self, dto: HandrecordDTO, evaluation: Evaluation, hand: Hand) -> None:
        place = self.event.place(evaluation)
        dto.HasHandEvaluationData = True
        for name, field in _TRICKS:
            tricks = getattr(evaluation, field)
            if tricks is None:
                self.notes.loss("dd-null", place, "double-dummy result{s} not known, sent as 0")
            setattr(dto, name, tricks or 0)
        for seat in SEATS:
            known = getattr(evaluation, f"{seat.lower()}_hcp")
            if known not in (None, points(getattr(hand, seat.lower()))):
                text = "high-card point{s} left out that the cards do not give"
                self.notes.loss("hcp-lost", place, text)


def _cards(hand: Hand) -> tuple[str | None, ...]:
    return hand.north, hand.east, hand.south, hand.west

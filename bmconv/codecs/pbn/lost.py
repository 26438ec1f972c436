"""What records say and PBN cannot: noted when they are written."""

from __future__ import annotations

import re
from collections.abc import Iterable

from bmconv.bridge.boards import SIDES
from bmconv.bridge.cards import spell_card
from bmconv.bridge.contracts import spell_contract
from bmconv.bridge.movements import letters
from bmconv.codecs.pbn.facts import PLACED
from bmconv.codecs.pbn.tables import taken, whole_score
from bmconv.codecs.pbn.values import is_known, pair_number, section_id, whole_number
from bmconv.event import Event
from bmconv.notes import Notes
from bmconv.records import Bid, Card, Evaluation, Game, Hand, Record, Result, Seat, Section, Session
from bmconv.seating import name_of

MOST = 999_999
_NUMBERS = ("section", "table", "round", "pair_ns", "pair_ew")
_UNSAID = re.compile(r"[\x00-\x1f\x7f]|^\s|\s$|^#$|^##")
"""Control characters, blanks around a text, and the marks of inherited values."""


def comes_back(text: str | None) -> bool:
    """Whether a text is read as it was written."""
    return text is None or (is_known(text) and not _UNSAID.search(text))


class Lost:
    """Looks at the records of an event before they are written."""

    def __init__(self, event: Event, notes: Notes) -> None:
        self.event = event
        self.notes = notes

    def look(self, results: Iterable[Result]) -> None:
        """Note what is left out or read otherwise, of all records but hands and recordings."""
        for session in self.event.of(Session)[:1]:
            self._text(session, session.name)
        for seat in self.event.of(Seat):
            self._text(seat, name_of(seat) or None)
        for section in self.event.of(Section):
            if section_id(section.letter or letters(section.id or 0)) is None:
                text = "section{s} that PBN has no name for: letters from A on, or a number"
                self._loss("section-name", section, text)
        for result in results:
            self._result(result)
        self._places()

    def _places(self) -> None:
        """Note records whose board, table or other number is none that PBN has."""
        for game in self.event.of(Game):
            own = [getattr(game, name) for name in ("section", "table", "round", "board")]
            if any(number is not None and not 1 <= number <= MOST for number in own):
                text = "game{s} with a number that is not read again: expected 1 to 999999"
                self._loss("number-lost", game, text)
        kinds: tuple[type[Record], ...] = (Hand, Evaluation, Result, Bid, Card, Seat)
        for kind in kinds:
            for record in self.event.of(kind):
                board = getattr(record, "board", 1)
                if board is None or not 1 <= board <= MOST:
                    text = "record{s} that stay in their game: the board has no number from 1 on"
                    self._loss("board-unknown", record, text)
                numbers = (getattr(record, name, None) or 0 for name in _NUMBERS)
                if not all(0 <= number <= MOST for number in numbers):
                    text = "record{s} with a number that is not read again: expected 0 to 999999"
                    self._loss("number-lost", record, text)

    def _result(self, result: Result) -> None:
        contract, declarer = result.contract, result.declarer
        if contract is not None and spell_contract(contract) is None:
            text = "contract{s} written as they are: no result is read from what is no contract"
            self._loss("odd-contract", result, text)
        elif result.result is not None and not taken(result):
            self._loss("tricks-lost", result, "result{s} left out: not tricks that can be taken")
        if declarer is not None and declarer not in SIDES:
            self._loss("declarer-lost", result, "declarer{s} left out: not a seat or a side")
        alone = contract is None and not result.remarks
        if alone and (result.score is None or result.pair_ns is None):
            text = "result{s} of which none is read: neither contract, remark nor a pair's score"
            self._loss("score-alone", result, text)
        points = (result.mp_ns, result.mp_ew, result.imp_ns, result.imp_ew)
        if any(abs(number or 0) >= 1e15 for number in points) or (
            result.score is not None and whole_score(result.score) is None
        ):
            self._loss("score-lost", result, "score{s} that no contract gives, not read again")
        self._text(result, result.remarks)
        card = result.lead_card
        self._text(result, card if card is None or spell_card(card) is None else None)

    def _text(self, record: Record, text: str | None) -> None:
        if not comes_back(text):
            told = "text{s} that PBN cannot say so: nothing, `?`, `-`, `#` or control characters"
            self._loss("text-changed", record, told)

    def place(self, game: Game, values: dict[str, str]) -> None:
        """Note a place of a game that its tags do not say, by the values they have."""
        for field, name in PLACED.items():
            number = getattr(game, field)
            if number is None or name not in values:
                continue
            said = _READ[field](values[name])
            if field == "section":
                said = next(
                    (s.id for s in self.event.of(Section) if s.letter == values[name]), said
                )
            if said != number and (field != "table" or number < 1000):
                text = "place{s} of a game left out: its tags say another"
                self.notes.loss("place-lost", f"{self.event.place(game)}: {name}", text)

    def _loss(self, code: str, record: Record, text: str) -> None:
        self.notes.loss(code, self.event.place(record), text)


_READ = dict.fromkeys(("board", "table", "round"), whole_number) | {
    "section": section_id,
    "pair_ns": pair_number,
    "pair_ew": pair_number,
}

"""The auction and the play of one PBN game, as records."""

from __future__ import annotations

import re
from collections.abc import Generator

from bmconv.bridge.auction import Call, contract_of, is_over
from bmconv.bridge.boards import SIDES
from bmconv.bridge.contracts import PASS, parse_contract
from bmconv.bridge.play import Played, spell_played, winner
from bmconv.codecs.pbn_facts import (
    SECTIONS,
    Place,
)
from bmconv.codecs.pbn_sections import (
    CALL_NAGS,
    CARD_NAGS,
    ENDS,
    Marks,
    PlayReader,
    Unreadable,
    read_auction,
)
from bmconv.codecs.pbn_tags import Tagged
from bmconv.codecs.pbn_text import Tag, Token
from bmconv.codecs.pbn_values import (
    seat,
)
from bmconv.records import Bid, Card, Record


class Recorded(Tagged):
    """A game's auction and play."""

    def _words(self) -> list[Token]:
        """The words of the auction and the play."""
        both = (self.tags[name] for name in SECTIONS if name in self.tags)
        return [word for tag in both for word in tag.words]

    def _apart(self, place: Place) -> Place:
        """A place of its own for an auction or play, when another one has been read there."""
        words = self._words()
        if not words or place.board is None:
            return place
        table = place.table
        if place[:4] in self.file.recorded:
            key = (place.section, place.round, place.board)
            number = self.file.highest.get(key, place.table or 1) + 1
            while (place.section, number, place.round, place.board) in self.file.recorded:
                number += 1
            self.file.highest[key] = number
            place = place._replace(table=number)
        self.file.recorded.add(place[:4])
        if place.table != table:
            self.tell("place-unknown", words[0].at, f"table {place.table}")
        return place

    def _auction(self, place: Place, dealt_by: str) -> Generator[Record, None, list[Call]]:
        """The calls; nothing when the auction makes no sense."""
        tag = self.tags.get("Auction")
        if tag is None or not tag.words:
            return []
        first = seat(self.values["Auction"])
        if first is None:
            self.tell("bad-auction", tag.at, tag.value[:40])
            return []
        if not dealt_by:
            self.tell("no-dealer", tag.at)
        marks = Marks(self.tell, CALL_NAGS, self.noted["Auction"])
        try:
            calls = read_auction(first, dealt_by, tag.words, marks)
        except Unreadable as bad:
            self.tell(bad.code, bad.at, bad.what)
            return []
        self._unused(marks, tag)
        for counter, (direction, call) in enumerate(calls if place.board else (), 1):
            yield Bid(
                section=place.section,
                table=place.table,
                round=place.round,
                board=place.board,
                counter=counter,
                direction=direction,
                bid=call,
            )
        return calls

    def _play(self, place: Place) -> Generator[Record, None, list[Played]]:
        """The cards in the order of play; nothing when they make no sense."""
        tag = self.tags.get("Play")
        if tag is None or not any(spell_played(w.text) or w.text not in ENDS for w in tag.words):
            return []
        leader = seat(self.values["Play"])
        contract = parse_contract(self.contract)
        trump = contract.strain if contract else self.contract.upper()
        if leader is None or not trump or trump == PASS:
            self.tell("bad-play", tag.at, "no leader" if leader is None else "no contract")
            return []
        if not any(self.cards.values()) or not self.declarer:
            self.tell("play-alone", tag.at)
        marks = Marks(self.tell, CARD_NAGS, self.noted["Play"])
        reader = PlayReader(leader, trump, self.cards, marks)
        try:
            played = reader.read(tag.words, self._small(tag))
        except Unreadable as bad:
            self.tell(bad.code, bad.at, bad.what)
            return []
        self._unused(marks, tag)
        for counter, (direction, card) in enumerate(played if place.board else (), 1):
            yield Card(
                section=place.section,
                table=place.table,
                round=place.round,
                board=place.board,
                counter=counter,
                direction=direction,
                card=card,
            )
        return played

    def _small(self, tag: Tag) -> dict[int, str]:
        """Small cards that comments name, by the number of the word they stand behind."""
        number = self.text.tags.index(tag) + 1
        found = {}
        for place, comment in self.text.comments:
            turn, _, word = place.partition(".")
            if turn == str(number) and word and re.fullmatch(r"\{[SHDC]x\}", comment):
                found[int(word)] = comment[1:3]
        return found

    def _unused(self, marks: Marks, tag: Tag) -> None:
        for number in sorted(self.noted[tag.name] - marks.used):
            self.tell("odd-mark", tag.at, f"note {number} is not used")

    def _compare(self, calls: list[Call], played: list[Played]) -> None:
        """Tell when the contract is not that of the auction, or the result not that of the play."""
        if calls and is_over(calls) and self.contract:
            contract, declarer = contract_of(calls)
            said = self.values.get("Declarer", "")
            if said.startswith("^") and declarer:
                declarer = {"N": "S", "S": "N", "E": "W", "W": "E"}[declarer]
            if (str(contract) if contract else PASS) != self.contract or (
                self.declarer and declarer != self.declarer
            ):
                self.tell("contract-differs", self.at("Contract"), self.value("Contract"))
        tricks = self.values.get("Result", "")
        if played and self.declarer and tricks.isdecimal():
            trump = self.contract.split()[1] if " " in self.contract else self.contract
            whole = [played[at : at + 4] for at in range(0, len(played) - 3, 4)]
            won = sum(SIDES[winner(t, trump)] == SIDES[self.declarer] for t in whole)
            if not won <= int(tricks) <= 13 - len(whole) + won:
                self.tell("result-differs", self.at("Result"), tricks)

"""What the records of a game contain, as PBN tags.

The reader leaves out of the `game` record whatever the writer can derive again with this module.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct, field

from bmconv.bridge.auction import Call
from bmconv.bridge.boards import dealer, spell_vulnerability, vulnerability
from bmconv.bridge.contracts import PASS
from bmconv.bridge.movements import letters
from bmconv.bridge.play import Played
from bmconv.codecs.pbn import tables
from bmconv.codecs.pbn.sections import can_write, write_auction, write_play
from bmconv.codecs.pbn.text import SECTIONS, escape
from bmconv.codecs.pbn.values import number_text, write_deal, write_double_dummy
from bmconv.records import Evaluation, Game, Hand, Result, Session

HEADER = ("% PBN 2.1", "% EXPORT")
MANDATORY = (
    *("Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable"),
    *("Deal", "Scoring", "Declarer", "Contract", "Result"),
)
"""In the order of the export format."""
NAMES = {"W": "West", "N": "North", "E": "East", "S": "South"}
PLAYED = ("Declarer", "Contract", "Result")
"""The tags that describe what happened at one table."""
UNKNOWN = dict.fromkeys(MANDATORY, "?") | dict.fromkeys(PLAYED, "")
"""Values of mandatory tags when nothing is known; a deal has no declarer, contract or result."""
PLACED = {
    "section": "Section",
    "board": "Board",
    "table": "Table",
    "round": "Round",
    "pair_ns": "PairNS",
    "pair_ew": "PairEW",
}
"""The tags that give the place of a game."""


class Place(NamedTuple):
    """Where a game was played, as far as known."""

    section: int | None = None
    table: int | None = None
    round: int | None = None
    board: int | None = None
    pair_ns: int | None = None
    pair_ew: int | None = None


def place_of(record: Game | Result) -> Place:
    """The place of a game or a result."""
    return Place(
        record.section, record.table, record.round, record.board, record.pair_ns, record.pair_ew
    )


class Facts(Struct):
    """The data of one game, from records, and the tags made from it."""

    place: Place
    session: Session | None = None
    names: Mapping[str, str] = field(default_factory=dict)
    """The names of the players by seat."""
    hand: Hand | None = None
    evaluation: Evaluation | None = None
    result: Result | None = None
    calls: Sequence[Call] = ()
    played: Sequence[Played] = ()
    scores: Sequence[Result] = ()
    letter: Mapping[int, str] = field(default_factory=dict)
    tags: dict[str, str] = field(default_factory=dict)
    """Text of each tag, as written between the quotes."""
    words: dict[str, list[str]] = field(default_factory=dict)
    """The words of the section after a tag."""
    small: dict[int, str] = field(default_factory=dict)
    """Small cards by the number of their word in the Play section."""

    def told(self) -> Facts:
        """Fill in `tags`, `words` and `small` from the records; returns itself."""
        if self.session is not None:
            if self.session.name:
                self.tags["Event"] = escape(self.session.name)
            if (day := self.session.date) is not None:
                self.tags["Date"] = f"{day.year:04}.{day.month:02}.{day.day:02}"
        for seat, name in self.names.items():
            self.tags[NAMES[seat]] = escape(name)
        self._place()
        self._deal()
        if self.result is not None:
            self._result(self.result)
        self._sections()
        return self

    def _place(self) -> None:
        place = self.place
        if place.section is not None:
            letter = self.letter.get(place.section) or letters(place.section)
            self.tags["Section"] = escape(letter)
        for name, tag in PLACED.items():
            if name != "section" and (number := getattr(place, name)) is not None:
                self.tags[tag] = str(number)

    def _deal(self) -> None:
        board = self.place.board
        hand = self.hand or Hand()
        first = hand.dealer if tables.is_seat(hand.dealer) else dealer(board) if board else None
        if first:
            self.tags["Dealer"] = first
        said = hand.vulnerable and spell_vulnerability(hand.vulnerable)
        if vulnerable := said or (vulnerability(board) if board else None):
            self.tags["Vulnerable"] = vulnerable
        if text := write_deal(hand, first or "N"):
            self.tags["Deal"] = text

    def _result(self, result: Result) -> None:
        if result.contract:
            self.tags["Contract"] = tables.pbn_contract(result.contract).strip('"')
        passed = result.contract == PASS
        if passed or tables.is_seat(result.declarer):
            self.tags["Declarer"] = (
                (result.declarer or "") if tables.is_seat(result.declarer) else ""
            )
        if (tricks := tables.taken(result)) or passed:
            self.tags["Result"] = "" if passed else tricks
        if result.lead_card:
            self.tags["Lead"] = escape(result.lead_card.replace("10", "T"))
        if result.remarks:
            self.tags["Remarks"] = escape(result.remarks)
        for tag, ns, ew in (
            ("Score", result.score, None),
            ("ScoreMP", result.mp_ns, result.mp_ew),
            ("ScoreIMP", result.imp_ns, result.imp_ew),
        ):
            if text := _sides(ns, ew):
                self.tags[tag] = text

    def _sections(self) -> None:
        if self.evaluation is not None:
            if digits := write_double_dummy(self.evaluation):
                self.tags["DoubleDummyTricks"] = digits
            self._section(
                "OptimumResultTable", tables.OPTIMUM, tables.write_optimum(self.evaluation)
            )
        if self.calls:
            self._section("Auction", self.calls[0][0], write_auction(self.calls))
        if self.played and can_write(self.played):
            leader, words, self.small = write_play(self.played)
            self._section("Play", leader, words)
        if self.scores:
            header, words = tables.write_scores(self.scores, self.letter)
            self._section("ScoreTable", header, words)

    def _section(self, name: str, header: str, words: list[str]) -> None:
        if words:
            self.tags[name] = header
            self.words[name] = words

    def layout(self) -> list[str]:
        """The tags in the order of the export format."""
        rest = [name for name in self.words if name not in SECTIONS]
        more = set(self.tags) - set(MANDATORY) - set(self.words)
        return [
            *MANDATORY,
            *sorted(more),
            *(name for name in SECTIONS if name in self.words),
            *sorted(rest),
        ]


def _sides(ns: float | None, ew: float | None) -> str:
    """Scores in the notation of PBN: `NS 420`, `NS 3.5 EW 2.5`."""
    sides = (("NS", ns), ("EW", ew))
    return " ".join(f"{side} {number_text(value)}" for side, value in sides if value is not None)

"""The PBN tags and sections that can be derived from the other records of a game.

The reader leaves them out of the `game` record, because the writer makes them again.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, NamedTuple

from msgspec import Struct

from bmconv.bridge.auction import Call
from bmconv.bridge.boards import dealer, spell_vulnerability, vulnerability
from bmconv.bridge.contracts import PASS
from bmconv.bridge.movements import letters
from bmconv.bridge.play import PlayedCard
from bmconv.codecs.pbn import tables
from bmconv.codecs.pbn.deal import write_deal
from bmconv.codecs.pbn.pairs import PairKey, People, pair_columns
from bmconv.codecs.pbn.sections import can_write, write_auction, write_play
from bmconv.codecs.pbn.text import SECTIONS, escape
from bmconv.codecs.pbn.totals import TOTALS, write_totals
from bmconv.codecs.pbn.values import tricks_of, write_date, write_double_dummy
from bmconv.codecs.shared.cells import number_text
from bmconv.records import Evaluation, Game, Hand, Ranking, Result, Session

HEADER = ("% PBN 2.1", "% EXPORT")
MANDATORY = (
    *("Event", "Site", "Date", "Board", "West", "North", "East", "South", "Dealer", "Vulnerable"),
    *("Deal", "Scoring", "Declarer", "Contract", "Result"),
)
"""The tags that every game must have, in the order of the export format."""
NAMES = {"W": "West", "N": "North", "E": "East", "S": "South"}
"""The tags of the players' names, by seat."""
PLAYED = ("Declarer", "Contract", "Result")
"""The tags that describe what happened at one table."""
UNKNOWN = dict.fromkeys(MANDATORY, "?") | dict.fromkeys(PLAYED, "")
"""Values of mandatory tags when nothing is known: empty for tags of PLAYED, `?` for the others."""
PLACED = {
    "section": "Section",
    "board": "Board",
    "table": "Table",
    "round": "Round",
    "pair_ns": "PairNS",
    "pair_ew": "PairEW",
}
"""The tags that give the place of a game, by field."""


class GamePlace(NamedTuple):
    """The place where a game was played; None for unknown parts."""

    section: int | None = None
    table: int | None = None
    round: int | None = None
    board: int | None = None
    pair_ns: int | None = None
    pair_ew: int | None = None


def place_of(record: Game | Result) -> GamePlace:
    """The place of a game or a result."""
    return GamePlace(
        record.section, record.table, record.round, record.board, record.pair_ns, record.pair_ew
    )


class GameTags(NamedTuple):
    """The tags of a game that are derived from records, and their sections."""

    texts: dict[str, str]
    """The text of each tag, as written between the quotes."""
    words: dict[str, list[str]]
    """The words of the section after a tag."""
    played: Sequence[PlayedCard]
    """The cards of the Play section, used for comments that name the small cards."""

    def layout(self) -> list[str]:
        """The names of the tags in the order of the export format."""
        rest = [name for name in self.words if name not in SECTIONS]
        more = set(self.texts) - set(MANDATORY) - set(self.words)
        return [
            *MANDATORY,
            *sorted(more),
            *(name for name in SECTIONS if name in self.words),
            *sorted(rest),
        ]


NONE_KNOWN: Mapping[Any, str] = MappingProxyType({})
"""The names of players or letters of sections when none are known."""
NO_PAIRS: Mapping[PairKey, People] = MappingProxyType({})


class Facts(Struct, gc=False):
    """The data of one game, from records."""

    place: GamePlace
    session: Session | None = None
    names: Mapping[str, str] = NONE_KNOWN
    """The names of the players by seat."""
    hand: Hand | None = None
    evaluation: Evaluation | None = None
    result: Result | None = None
    calls: Sequence[Call] = ()
    played: Sequence[PlayedCard] = ()
    scores: Sequence[Result] = ()
    totals: Sequence[Ranking] = ()
    """The ranking of the event; only for the first game."""
    pairs: Mapping[PairKey, People] = NO_PAIRS
    """The names and member numbers for a ScoreTable."""
    letter: Mapping[int, str] = NONE_KNOWN
    """The letter of each section by id."""

    def tags(self) -> GameTags:
        """The tags made from the records."""
        texts = {}
        for name, text_of in TEXTS.items():
            if (text := text_of(self)) is not None:
                texts[name] = text
        sections = {}
        for name, section_of in SECTION_WORDS.items():
            header, words = section_of(self)
            if words:
                texts[name] = header
                sections[name] = words
        return GameTags(texts, sections, self.played)

    def dealer(self) -> str | None:
        """The dealer given by the hand or by the number of the board."""
        named = self.hand.dealer if self.hand is not None else None
        if named is not None and tables.is_seat(named):
            return named
        return dealer(self.place.board) if self.place.board else None


def _event(facts: Facts) -> str | None:
    return escape(facts.session.name) if facts.session and facts.session.name else None


def _date(facts: Facts) -> str | None:
    return write_date(facts.session.date) if facts.session and facts.session.date else None


def _name(seat: str) -> Callable[[Facts], str | None]:
    return lambda facts: escape(facts.names[seat]) if seat in facts.names else None


def _section(facts: Facts) -> str | None:
    section = facts.place.section
    if section is None:
        return None
    return escape(facts.letter.get(section) or letters(section))


def _number(field: str) -> Callable[[Facts], str | None]:
    index = GamePlace._fields.index(field)
    return lambda facts: None if (number := facts.place[index]) is None else str(number)


def _vulnerable(facts: Facts) -> str | None:
    hand, board = facts.hand, facts.place.board
    text = spell_vulnerability(hand.vulnerable) if hand and hand.vulnerable else None
    return text or (vulnerability(board) if board else None)


def _deal(facts: Facts) -> str | None:
    return write_deal(facts.hand, facts.dealer() or "N") or None if facts.hand else None


def _declarer(facts: Facts) -> str | None:
    result = facts.result
    if result is not None and tables.is_seat(result.declarer):
        return result.declarer
    return "" if result is not None and result.contract == PASS else None


def _contract(facts: Facts) -> str | None:
    result = facts.result
    return tables.pbn_contract(result.contract).strip('"') if result and result.contract else None


def _result(facts: Facts) -> str | None:
    if facts.result is None:
        return None
    return "" if facts.result.contract == PASS else tables.tricks_text(facts.result) or None


def _lead(facts: Facts) -> str | None:
    card = facts.result.lead_card if facts.result else None
    return escape(card.replace("10", "T")) if card else None


def _remarks(facts: Facts) -> str | None:
    return escape(facts.result.remarks) if facts.result and facts.result.remarks else None


def _score(ns: str, ew: str = "") -> Callable[[Facts], str | None]:
    """Scores in the notation of PBN: `NS 420`, `NS 3.5 EW 2.5`."""

    def write(facts: Facts) -> str | None:
        sides = (("NS", ns), ("EW", ew)) if facts.result else ()
        scores = ((side, getattr(facts.result, name)) for side, name in sides if name)
        texts = (f"{side} {number_text(score)}" for side, score in scores if score is not None)
        return " ".join(texts) or None

    return write


def _double_dummy(facts: Facts) -> str | None:
    return write_double_dummy(facts.evaluation) or None if facts.evaluation else None


def _par_score(facts: Facts) -> str | None:
    score = facts.evaluation.par_score if facts.evaluation else None
    return None if score is None else f"NS {score}"


def _par_contract(facts: Facts) -> str | None:
    text = facts.evaluation.par_contract if facts.evaluation else None
    return escape("Pass" if text == PASS else text) if text else None


TEXTS: dict[str, Callable[[Facts], str | None]] = {
    "Event": _event,
    "Date": _date,
    **{tag: _name(seat) for seat, tag in NAMES.items()},
    "Section": _section,
    **{tag: _number(field) for field, tag in PLACED.items() if field != "section"},
    "Dealer": Facts.dealer,
    "Vulnerable": _vulnerable,
    "Deal": _deal,
    "Declarer": _declarer,
    "Contract": _contract,
    "Result": _result,
    "Lead": _lead,
    "Remarks": _remarks,
    "Score": _score("score"),
    "ScoreMP": _score("mp_ns", "mp_ew"),
    "ScoreIMP": _score("imp_ns", "imp_ew"),
    "DoubleDummyTricks": _double_dummy,
    "OptimumScore": _par_score,
    "ParContract": _par_contract,
}
"""For each tag, the function that makes its text from records, or None if it is not in them."""


def _optimum(facts: Facts) -> tuple[str, list[str]]:
    if facts.evaluation is None:
        return "", []
    return tables.OPTIMUM, tables.write_optimum(tricks_of(facts.evaluation))


def _auction(facts: Facts) -> tuple[str, list[str]]:
    if not facts.calls:
        return "", []
    return facts.calls[0][0], [*write_auction(tuple(facts.calls))]


def _play(facts: Facts) -> tuple[str, list[str]]:
    return write_play(facts.played) if facts.played and can_write(facts.played) else ("", [])


def _scores(facts: Facts) -> tuple[str, list[str]]:
    if not facts.scores:
        return "", []
    more = pair_columns(facts.scores, facts.pairs)
    return tables.write_scores(facts.scores, facts.letter, more)


def _totals(facts: Facts) -> tuple[str, list[str]]:
    return write_totals(facts.totals, facts.letter) if facts.totals else ("", [])


SECTION_WORDS: dict[str, Callable[[Facts], tuple[str, list[str]]]] = {
    "OptimumResultTable": _optimum,
    "Auction": _auction,
    "Play": _play,
    "ScoreTable": _scores,
    TOTALS: _totals,
}
"""The function that makes the text of each tag with a section, and the words of the section.

Without words, the tag is not written.
"""

BARE_TAGS = {name: (name,) for name in (*TEXTS, *SECTION_WORDS)}
"""The tags of a `game` record whose text is in other records; shared by all games of a file."""

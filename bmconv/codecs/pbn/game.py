"""The tags of a PBN game: their values, own or inherited, and notes on invalid ones."""

import re
from collections.abc import Callable
from functools import lru_cache
from typing import NamedTuple, TypeVar

from bmconv.codecs.pbn.facts import BARE_TAGS, MANDATORY, TEXTS, Facts
from bmconv.codecs.pbn.file import PbnFile
from bmconv.codecs.pbn.notes import is_checked, is_table, table_faults, value_fault
from bmconv.codecs.pbn.sections import HIGHEST_NOTE
from bmconv.codecs.pbn.text import SECTIONS, GameText, unescape
from bmconv.codecs.pbn.values import is_known
from bmconv.codecs.shared.game_tags import EVALUATED
from bmconv.records import Record

SINGLE = frozenset(("Dealer", "Vulnerable", "Deal", "Declarer", "Contract", *SECTIONS))
"""Tags whose value is never inherited from another game."""

WORDLESS = frozenset(MANDATORY) | {
    *("Section", "Table", "Round", "PairNS", "PairEW", "DoubleDummyTricks", "Ability"),
    *("Generator", "Description", "Competition", "Room", "Stage", "DealId", "Time", "Score"),
}
"""Tags that are not followed by a section."""

PLACING = frozenset(("Section", "Table", "Room", "Round", "PairNS", "PairEW"))
"""Tags that, besides Board, give the place of a game."""
RESULT_TAGS = frozenset(("Declarer", "Contract", "Result", "Remarks"))
SCORED = ("Score", "ScoreMP", "ScoreIMP")
"""Tags with a score for each side."""

V = TypeVar("V")


TagSource = tuple[int, Callable[[Facts], str | None], tuple[str, ...]]
"""The index of a tag, the function that makes its text from records, and the tag without text."""


class Shape(NamedTuple):
    """Facts that follow from the names of a game's tags."""

    numbers: dict[str, int]
    """The number of the tag with each name, from 1."""
    texts: list[TagSource]
    """The tags whose text may be in records other than `game`."""
    wordless: frozenset[int]
    """The numbers of tags that are not followed by a section."""
    checked: tuple[str, ...]
    """Tags whose values are checked."""
    tables: tuple[str, ...]
    """Tags with a table."""
    is_placed: bool
    """Whether there are tags for the place other than Board."""
    is_evaluated: bool
    """Whether there are tags with double-dummy tricks."""
    is_played: bool
    """Whether there are tags with a result."""
    is_scored: bool
    """Whether there are tags with a score."""
    is_recorded: bool
    """Whether there are tags for calls or cards."""


@lru_cache(256)
def _shape(names: tuple[str, ...]) -> Shape:
    """The shape of a game with tags of these names, remembered as many games have the same."""
    numbers = {name: number for number, name in enumerate(names, 1)}
    return Shape(
        numbers,
        _texts(numbers),
        frozenset(number for name, number in numbers.items() if name in WORDLESS),
        tuple(filter(is_checked, names)),
        tuple(filter(is_table, names)),
        not PLACING.isdisjoint(names),
        not set(EVALUATED).isdisjoint(names),
        not RESULT_TAGS.isdisjoint(names),
        not set(SCORED).isdisjoint(names),
        not set(SECTIONS).isdisjoint(names),
    )


def _texts(numbers: dict[str, int]) -> list[TagSource]:
    """The tags whose text may be in records other than `game`."""
    return [(numbers[name] - 1, TEXTS[name], BARE_TAGS[name]) for name in numbers if name in TEXTS]


class PbnGame:
    """A game being read: its tags, and the records made from them; or a block without tags."""

    def __init__(self, file: PbnFile, text: GameText) -> None:
        self.file = file
        self.text = text
        self.records: list[Record] = []
        self.notes: list[tuple[str, int, str]] = []
        """Code, line and text; added to the notes of the file after those of all earlier games."""
        self.values = text.values
        """The value of each tag, inherited from earlier games where the tag asks for it."""
        self.note_numbers: dict[str, set[int]] = {}
        """The numbers of the Note tags of auction and play."""
        self.cards: dict[str, str | None] = {}
        """The cards of each seat."""
        if text.invalid:
            self.notes += [("bad-text", line, fault) for line, fault in text.faults()]
        if 0 in text.words:
            self.note("stray-text", 0, text.words[0][0][:40], word=1)
        self.shape = _shape(tuple(self.values))
        self.numbers = self.shape.numbers
        """The number of the first tag with each name."""
        self.texts = self.shape.texts
        self.is_simple = self._is_simple()
        """Whether every tag has the value it shows: none is repeated, inherited or misplaced."""
        if self.is_simple:
            file.last.update(self.values)
        else:
            tags = enumerate(reversed(text.tags))
            self.numbers = {name: len(text.tags) - index for index, (name, _) in tags}
            self.texts = _texts(self.numbers)
            self.values = {}
            self._read_tags()
            self.values |= {n: v for n, v in file.standing.items() if n not in self.values}
            self.shape = _shape(tuple(self.values))
        self._check_values()

    def note(self, code: str, tag: str | int, detail: str = "", *, word: int = 0) -> None:
        """Add a note about a tag, given by name or number, or about a word of its section."""
        number = self.numbers.get(tag, 0) if isinstance(tag, str) else tag
        self.notes.append((code, self.text.line_of(number, word), detail))

    def words(self, name: str) -> list[str]:
        """The words of the section after a tag."""
        number = self.numbers.get(name)
        return self.text.words.get(number, []) if number else []

    def raw(self, name: str) -> str:
        """The text of a tag exactly as in the file."""
        return self.text.tags[self.numbers[name] - 1][1]

    def value(self, name: str) -> str:
        """The text of a tag; empty if unknown."""
        text = self.values.get(name)
        return unescape(text) if text and is_known(text) else ""

    def has_tag(self, name: str) -> bool:
        """Whether the game has a tag, not just a value that an earlier game gave to all."""
        return name in self.numbers

    def read(self, name: str, parse: Callable[[str], V | None], code: str) -> V | None:
        """The parsed value of a tag; None if it is unknown or, with a note, invalid."""
        text = self.values.get(name)
        value = parse(text) if text is not None else None
        if value is None and text is not None and is_known(text):
            self.note(code, name, text[:40])
        return value

    def _is_simple(self) -> bool:
        """Whether every tag has the value it shows, so that `_read_tags` is not needed."""
        return (
            len(self.values) == len(self.text.tags)
            and "Note" not in self.values
            and not self.file.standing
            and '"#' not in self.text.text
            and self.shape.wordless.isdisjoint(self.text.words)
        )

    def _read_tags(self) -> None:
        """Take the value of each tag, or inherit it; the first of several tags counts."""
        section = ""
        for number, (name, value) in enumerate(self.text.tags, 1):
            if name == "Note":
                self._read_note(number, value, section)
                continue
            section = name
            if name in self.values:
                self.note("tag-twice", number, name)
                continue
            self.values[name] = self._inherit(name, value)
            words = self.text.words.get(number)
            if words and name in WORDLESS:
                self.note("stray-text", number, words[0][:40], word=1)

    def _inherit(self, name: str, value: str) -> str:
        """A tag's value: `#` repeats the last one; `##` and a value are for all later games too."""
        file = self.file
        if value.startswith("#") and name in SINGLE:
            self.note("bad-inheritance", name, f'{name} "{value[:20]}"')
            return ""
        if value.startswith("##"):
            file.standing[name] = file.last[name] = value[2:]
            return value[2:]
        file.standing.pop(name, None)
        if value == "#":
            return file.last.get(name, "")
        file.last[name] = value
        return value

    def _read_note(self, tag: int, value: str, section: str) -> None:
        """Remember the number of a Note tag of the auction or the play; note an invalid tag."""
        match = re.match(r"\s*(\d{1,3})\s*:", value)
        if section not in SECTIONS:
            self.note("note-outside", tag, value[:40])
        elif match is None or not 1 <= int(match[1]) <= HIGHEST_NOTE:
            self.note("odd-mark", tag, value[:40])
        else:
            self.note_numbers.setdefault(section, set()).add(int(match[1]))

    def _check_values(self) -> None:
        """Note values that are invalid for their tag; all of them are kept."""
        has_tabs = "\t" in self.text.text
        for name in self.values if has_tabs else self.shape.checked:
            if name not in self.numbers:
                continue
            value = self.values[name]
            if name in self.shape.tables:
                for code, word, detail in table_faults(name, value, self.words(name)):
                    self.note(code, name, detail, word=word)
            elif fault := value_fault(name, value):
                self.note(fault[0], name, fault[1])
            if has_tabs and "\t" in self.raw(name):
                self.note("odd-value", name, f"{name} {value[:40]!r}: a tab")

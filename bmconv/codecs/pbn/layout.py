"""The lines of a PBN game: tags, one per line, sections and comments."""

import re
from collections.abc import Iterable, Iterator, Sequence

from bmconv.codecs.pbn.facts import NAMES, PLACED, PLAYED, UNKNOWN, GameTags
from bmconv.codecs.pbn.sections import rows, small_cards
from bmconv.codecs.pbn.tables import quote, table_rows
from bmconv.codecs.pbn.text import SECTIONS, escape
from bmconv.codecs.shared.game_tags import EVALUATED
from bmconv.notes import Notes
from bmconv.records import Game

WIDTH = 78
"""Line length for the words of sections other than auctions, plays and tables."""

Tags = Sequence[tuple[str, ...]]
END = ("end", "")
"""Marks a file in the export format that ends with a blank line."""
DERIVED_TAGS = frozenset(
    (
        *("Event", "Date", "Dealer", "Vulnerable", "Deal", "Lead", "Remarks", "ScoreTable"),
        *("Score", "ScoreMP", "ScoreIMP", *NAMES.values(), *PLACED.values(), *PLAYED),
        *(*EVALUATED, *SECTIONS),
    )
)
"""Tags whose text can come from other records."""

_NUMBER = re.compile(r"[1-9][0-9]{0,8}")
_NAME = re.compile(r"[A-Za-z0-9_]+")
_VALUE = re.compile(r'(?:[^"\\\n\r]|\\[^\n\r])*')
_WORD = re.compile(r'"(?:[^"\\\n\r]|\\[^\n\r])*"|[^\s\[\]{};"]+')
_COMMENT = re.compile(r"\{[^}]*\}|[;%][^\n\r]*")


class GameLayout:
    """Makes the lines of games; remembers table headers, which later games refer to with `#`."""

    def __init__(self, notes: Notes) -> None:
        self.notes = notes
        self.headers: dict[str, str] = {}

    def header(self, name: str, value: str) -> str:
        """The columns of the table whose tag has this value."""
        if value == "#":
            return self.headers.get(name, "")
        self.headers[name] = value.removeprefix("##")
        return self.headers[name]

    def game(
        self, derived: GameTags, tags: Tags, game: Game | None, more: Sequence[str]
    ) -> list[str]:
        """The lines of a game: its tags, with those of `more` before its sections or at the end."""
        output = GameLines(derived, game, self)
        output.add_comments("0")
        without_section = [name for name in more if name not in derived.words]
        for number, tag in enumerate(tags, 1):
            if tag and (tag[0] in SECTIONS or tag[0] in derived.words or number in output.words):
                output.add_tags(without_section)
                without_section = []
            if not tag or not output.add_tag(number, tag):
                output.add_comments(str(number))
        output.add_tags(without_section)
        output.add_tags([name for name in more if name in derived.words])
        output.add_misplaced_comments()
        return output.lines


class GameLines:
    """The lines of one game."""

    def __init__(self, derived: GameTags, game: Game | None, layout: GameLayout) -> None:
        self.derived = derived
        self.layout = layout
        self.lines: list[str] = []
        self.words = {} if game is None else _words(game, layout.notes)
        self.remarks: dict[str, dict[int, list[str]]] = {}
        """Comments still to be written, by tag and word; word 0 means after the tag itself."""
        for place, text in game.comments or () if game else ():
            if (place, text) != END:
                tag, _, word = place.partition(".")
                word_number = int(word) if _NUMBER.fullmatch(word) else 0
                text = text.replace("\r\n", "\n")
                if not _COMMENT.fullmatch(text):
                    text = "{" + text.strip("{}").replace("}", ")") + "}"
                self.remarks.setdefault(tag, {}).setdefault(word_number, []).append(text)

    def add_comments(self, tag: str) -> None:
        """Write the comments after a tag, each on its own lines."""
        self._add_comments(self.remarks.get(tag, {}).pop(0, []))

    def _add_comments(self, texts: Iterable[str]) -> None:
        for text in texts:
            self.lines += text.split("\n")

    def add_misplaced_comments(self) -> None:
        """Write comments whose tag or word does not exist, with a note, at the end of the game."""
        for tag, words in self.remarks.items():
            for texts in words.values():
                self._add_comments(texts)
                message = "comment{s} written at the end of the game: it has no such place"
                self.layout.notes.repair("comment-moved", f"place {tag[:20]}", message, len(texts))

    def add_tags(self, names: Iterable[str]) -> None:
        """Write tags that the game did not have when it was read."""
        for name in names:
            self.add_tag(0, (name,))

    def add_tag(self, number: int, tag: tuple[str, ...]) -> bool:
        """Write a tag, its comments and its section; False if there is no value to write."""
        name, derived = tag[0], self.derived
        if len(tag) > 2:
            message = "tag{s} with several texts: only the first is written"
            self.layout.notes.loss("tag-lost", name[:40], message)
        if not _NAME.fullmatch(name):
            text = "tag{s} left out: a name can only have letters, digits and underscores"
            self.layout.notes.error("bad-tag-name", name[:40], text)
            return False
        if len(tag) > 1:
            value = tag[1] if _VALUE.fullmatch(tag[1]) else escape(tag[1])
            words = self.words.get(number, [])
        else:
            known = derived.texts.get(name, UNKNOWN.get(name))
            if known is None:
                if name not in DERIVED_TAGS:
                    message = "tag{s} left out: no text here or in another record"
                    self.layout.notes.loss("tag-lost", name[:40], message)
                return False
            value, words = known, derived.words.get(name, [])
        self.lines.append(f'[{name} "{value}"]')
        self.add_comments(str(number) if number else "")
        inline = self._inline(number, len(words))
        if len(tag) == 1 and name == "Play":
            for word_number, card in small_cards(derived.played).items():
                inline.setdefault(word_number, []).append("{" + card + "}")
        self._add_section(
            name, value, [w if _WORD.fullmatch(w) else quote(w) for w in words], inline
        )
        return True

    def _inline(self, number: int, count: int) -> dict[int, list[str]]:
        """The comments inside a section, by the word they follow; written now if it is empty."""
        by_word: dict[int, list[str]] = {}
        for word, texts in self.remarks.pop(str(number), {}).items() if number else ():
            if count:
                by_word.setdefault(min(word, count), []).extend(texts)
            else:
                self._add_comments(texts)
        return by_word

    def _add_section(
        self, name: str, value: str, words: list[str], inline: dict[int, list[str]]
    ) -> None:
        """Write the words after a tag, with the comments that follow each of them."""
        if name.endswith("Table"):
            parts = table_rows(self.layout.header(name, value), words)
        else:
            parts = [(row, "") for row in (rows(words) if name in SECTIONS else _wrap(words))]
        done = 0
        for row, text in parts:
            is_unbroken = not any(done + number in inline for number in range(1, len(row)))
            if text and is_unbroken:
                self._add_line(text)
            else:
                self._add_row(row, done, inline)
            done += len(row)
            self._add_comments(inline.pop(done, ()))

    def _add_row(self, row: list[str], done: int, inline: dict[int, list[str]]) -> None:
        """Write words with the comments between them; `done` is the number of words before them."""
        line: list[str] = []
        for number, word in enumerate(row, done + 1):
            line.append(word)
            for text in inline.pop(number, ()):
                line = self._add_remark(line, text)
        if line:
            self._add_line(" ".join(line))

    def _add_line(self, text: str) -> None:
        """Write a line of words, indented if it starts with `%`, which would make it an escape."""
        self.lines.append(" " + text if text.startswith("%") else text)

    def _add_remark(self, line: list[str], text: str) -> list[str]:
        """Add a comment after a word, on its line if possible; returns the line to continue."""
        if text.startswith("{") and "\n" not in text:
            return [*line, text]
        if text.startswith(";"):
            self._add_line(" ".join([*line, text]))
        else:
            if line:
                self._add_line(" ".join(line))
            self._add_comments([text])
        return []


def _wrap(words: Iterable[str]) -> Iterator[list[str]]:
    """Words wrapped to lines of limited length."""
    line: list[str] = []
    size = 0
    for word in words:
        if line and size + len(word) + 1 > WIDTH:
            yield line
            line, size = [], 0
        line.append(word)
        size += len(word) + 1
    if line:
        yield line


def _words(game: Game, notes: Notes) -> dict[int, list[str]]:
    """The words after tags, by the number of the tag; sections of no tag are noted."""
    names = {n: tag[0] for n, tag in enumerate(game.tags or (), 1) if len(tag) > 1}
    by_tag: dict[int, list[str]] = {}
    for number, name, words in game.sections or ():
        tag_number = int(number) if _NUMBER.fullmatch(number) else 0
        if names.get(tag_number) == name and tag_number not in by_tag:
            by_tag[tag_number] = words
        elif words:
            message = "section{s} of a game left out: no tag has this number, name and text"
            notes.loss("section-words-lost", f"{number[:20]} {name[:40]}", message)
    return by_tag

"""The lines of a PBN game: tags, sections and comments, a tag a line."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from bmconv.codecs.pbn_facts import UNKNOWN, Facts
from bmconv.codecs.pbn_sections import rows
from bmconv.codecs.pbn_tables import lines, quoted, width
from bmconv.codecs.pbn_text import SECTIONS, escape
from bmconv.notes import Notes
from bmconv.records import Game

WIDTH = 78
"""Words of a section that is neither auction, play nor table are filled to lines of this length."""

Tags = Sequence[tuple[str, ...]]

_NAME = re.compile(r"[A-Za-z0-9_]+")
_VALUE = re.compile(r'(?:[^"\\\n\r]|\\[^\n\r])*')
_WORD = re.compile(r'"(?:[^"\\\n\r]|\\[^\n\r])*"|[^\s\[\]{};"]+')
_COMMENT = re.compile(r"\{[^}]*\}|[;%][^\n\r]*")


class Layout:
    """Writes games; knows the headers of tables that later games refer to by `#`."""

    def __init__(self, notes: Notes) -> None:
        self.notes = notes
        self.headers: dict[str, str] = {}

    def header(self, name: str, value: str) -> str:
        """The columns of a table whose tag has this value."""
        if value == "#":
            return self.headers.get(name, "")
        self.headers[name] = value.removeprefix("##")
        return self.headers[name]

    def game(self, facts: Facts, tags: Tags, game: Game | None, more: Sequence[str]) -> list[str]:
        """A game's tags in their order, the further ones before its sections or at its end."""
        written = Written(facts, game, self)
        written.comments("0")
        simple = [name for name in more if name not in facts.words]
        for number, tag in enumerate(tags, 1):
            if tag and (tag[0] in SECTIONS or tag[0] in facts.words or number in written.words):
                simple = written.further(simple)
            if not tag or not written.tag(number, tag):
                written.comments(str(number))
        written.further(simple)
        written.further([name for name in more if name in facts.words])
        return written.lines


class Written:
    """The lines of one game."""

    def __init__(self, facts: Facts, game: Game | None, layout: Layout) -> None:
        self.facts = facts
        self.layout = layout
        self.lines: list[str] = []
        self.words = {int(n): words for n, _, words in (game.sections or () if game else ())}
        self.remarks: dict[str, list[str]] = {}
        for place, text in game.comments or () if game else ():
            if place != "end":
                self.remarks.setdefault(place, []).append(_comment(text))

    def comments(self, place: str) -> None:
        """The comments behind a tag, each on lines of its own."""
        for text in self.remarks.get(place, ()):
            self.lines += text.replace("\r\n", "\n").split("\n")

    def further(self, names: Iterable[str]) -> list[str]:
        """Tags that the game did not have; none are left to write."""
        for name in names:
            self.tag(0, (name,))
        return []

    def tag(self, number: int, tag: tuple[str, ...]) -> bool:
        """A tag, its comments and its section; False when nothing is known of it any more."""
        name, facts = tag[0], self.facts
        if not _NAME.fullmatch(name):
            text = "tag{s} left out: a name with other characters than letters and digits"
            self.layout.notes.error("bad-tag-name", name[:40], text)
            return False
        if len(tag) > 1:
            value = tag[1] if _VALUE.fullmatch(tag[1]) else escape(tag[1])
            words = self.words.get(number, [])
        else:
            known = facts.tags.get(name, UNKNOWN.get(name))
            if known is None:
                return False
            value, words = known, facts.words.get(name, [])
        self.lines.append(f'[{name} "{value}"]')
        self.comments(str(number) if number else "")
        inline = self._inline(number, len(words))
        if len(tag) == 1 and name == "Play":
            for at, card in facts.small.items():
                inline.setdefault(at, []).append("{" + card + "}")
        self._section(name, value, [w if _WORD.fullmatch(w) else quoted(w) for w in words], inline)
        return True

    def _inline(self, number: int, count: int) -> dict[int, list[str]]:
        """The comments in a section by the word they follow."""
        found = {}
        for place, texts in self.remarks.items():
            tag, dot, word = place.partition(".")
            if dot and tag == str(number) and number and word.isdecimal():
                found[min(int(word), count)] = texts
        return found

    def _section(
        self, name: str, value: str, words: list[str], inline: dict[int, list[str]]
    ) -> None:
        texts: list[str] = []
        if name in SECTIONS:
            parted = rows(words)
        elif name.endswith("Table"):
            header = self.layout.header(name, value)
            texts, wide = lines(header, words), width(header) or len(words) or 1
            parted = [words[at : at + wide] for at in range(0, len(words), wide)]
        else:
            parted = list(_filled(words))
        done = 0
        for turn, row in enumerate(parted):
            whole = not any(done + number in inline for number in range(1, len(row)))
            if texts and whole:
                self._line(texts[turn])
            else:
                self._row(row, done, inline)
            done += len(row)
            for text in inline.pop(done, ()):
                self.lines += text.split("\n")

    def _row(self, row: list[str], done: int, inline: dict[int, list[str]]) -> None:
        """Words with the comments between them; `done` words came before."""
        line: list[str] = []
        for number, word in enumerate(row, done + 1):
            line.append(word)
            for text in inline.pop(number, ()):
                line = self._remark(line, text)
        if line:
            self._line(" ".join(line))

    def _line(self, text: str) -> None:
        """A line of words; a percent sign must not come first, it would make it an escape."""
        self.lines.append(" " + text if text.startswith("%") else text)

    def _remark(self, line: list[str], text: str) -> list[str]:
        """A comment behind a word: in its line if it may, the line goes on after it."""
        if text.startswith("{") and "\n" not in text:
            return [*line, text]
        if text.startswith(";"):
            self._line(" ".join([*line, text]))
        else:
            if line:
                self._line(" ".join(line))
            self.lines += text.split("\n")
        return []


def _filled(words: Iterable[str]) -> Iterator[list[str]]:
    """Words in lines that are not too long."""
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


def _comment(text: str) -> str:
    """A comment that reads as one."""
    text = text.replace("\r\n", "\n")
    return text if _COMMENT.fullmatch(text) else "{" + text.strip("{}").replace("}", ")") + "}"

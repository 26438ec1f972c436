"""The text of a PBN file: games separated by blank lines, with tags, sections and comments.

A token never spans lines; otherwise the layout is free (import format). Strings are kept as
written between their quotes; `unescape` decodes them.
"""

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from bmconv.io.source import DOS_END

GAME_LIMIT = 1 << 22
"""The most characters of a game; a file without blank lines must not fill the memory."""

SECTIONS = ("Auction", "Play")
"""Tags followed by calls or cards, whose words can carry suffixes and notes."""

_TOKEN = re.compile(
    r"""
      (?P<tag>\[\s*(?P<name>[A-Za-z0-9_]+)\s*"(?P<value>(?:[^"\\\n]|\\[^\n])*+)"\s*\])
    | (?P<escape>^%[^\n]*)
    | (?P<comment>\{[^}]*\} | ;[^\n]*)
    | (?P<word>"(?:[^"\\\n]|\\[^\n])*+" | [^\s\[\]{};"\x1a]+)
    | (?P<bad>["\[][^\n]* | \{.* | \S)
    """,
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)
_BLANK = re.compile(r"(\n(?=[\s\x1a])(?:[^\S\n]*\x1a?\n)+)")
"""Blank lines, with the end of the line before them; a look at the next character saves time."""
_ANNOTATION = re.compile(r"!!|\?\?|!\?|\?!|!|\?|\$\d*|=[^=\s]*=")


class Token(NamedTuple):
    """A word of a section, and its position in the game's text."""

    text: str
    at: int


class PbnTag(NamedTuple):
    """A tag with the words that follow it."""

    name: str
    value: str
    at: int
    words: list[Token]


class GameText(NamedTuple):
    """The parts of one game."""

    line: int
    """The number of its first line in the file."""
    text: str
    tags: list[PbnTag]
    comments: list[tuple[str, str]]
    """Position and text: `3` is after the third tag, `3.5` after five words of its section."""
    faults: list[tuple[int, str]]
    """Positions and descriptions of text that is not valid PBN."""
    stray: list[Token]
    """Words before the first tag."""
    ends: list[int]
    """The positions of line ends, computed on first use."""

    def line_at(self, at: int) -> int:
        """The number of the line at a position in the text."""
        if not self.ends:
            self.ends.extend(match.start() for match in re.finditer("\n|$", self.text))
        return self.line + bisect_left(self.ends, at)


class Blocks:
    """The text of each game, with the number of its first line.

    A blank line ends a game, except inside a comment in braces.
    """

    def __init__(self, texts: Iterable[str]) -> None:
        self.texts = texts
        self.blank_end = False
        """Whether the file ends with a blank line."""

    def __iter__(self) -> Iterator[tuple[int, str]]:
        start, rest = 0, "\n"  # lets the first line be blank
        kept: list[str] = []
        size, inside = 0, False
        for text in self.texts:
            if "\r" in text:
                text = text.replace("\r\n", "\n").replace("\r", "\n")
            pieces = _BLANK.split(rest + text)
            rest = pieces.pop()
            for at in range(0, len(pieces), 2):
                piece, blank = pieces[at : at + 2]
                kept.append(piece)
                size += len(piece) + len(blank)
                for line in piece.split("\n") if inside or "{" in piece else ():
                    inside = _open_after(line, inside)
                if inside and size < GAME_LIMIT:
                    kept.append(blank)
                    continue
                game = "".join(kept)
                yield from _game(start, game)
                start += game.count("\n") + blank.count("\n")
                kept, size, inside = [], 0, False
            if size + len(rest) > GAME_LIMIT:
                game = "".join(kept) + rest
                yield from _game(start, game)
                start += game.count("\n")
                kept, size, inside, rest = [], 0, False, ""
        self.blank_end = not rest and not kept
        yield from _game(start, "".join(kept) + rest)


def _game(line: int, text: str) -> Iterator[tuple[int, str]]:
    """A game's text without line ends around it; nothing if the text is blank."""
    bare = text.lstrip("\n")
    if bare and not bare.isspace():
        yield line + len(text) - len(bare), bare.rstrip("\n")


def _open_after(line: str, inside: bool) -> bool:
    """Whether a comment in braces is still open at the end of a line."""
    if not inside and line.startswith("%"):
        return False
    at = 0
    while True:
        if inside:
            at = line.find("}", at)
            if at < 0:
                return True
            inside = False
        else:
            match = _OPENING.search(line, at)
            if match is None or match[0] == ";":
                return False
            inside, at = match[0] == "{", match.end() - 1
        at += 1


_OPENING = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|$)|[{;]')
"""A string, a line comment, or the brace that opens a comment."""


def parts(text: str, line: int) -> GameText:
    """Split the text of a game into tags, words and comments."""
    tags: list[PbnTag] = []
    comments: list[tuple[str, str]] = []
    game = GameText(line, text, tags, comments, [], [], [])
    words = game.stray
    for match in _TOKEN.finditer(text):
        kind = match.lastgroup
        if kind == "tag":
            words = []
            tags.append(PbnTag(match["name"], match["value"], match.start(), words))
        elif kind == "word":
            if tags and tags[-1].name in SECTIONS:
                _add_words(words, match[0], match.start())
            else:
                words.append(Token(match[0], match.start()))
        elif kind == "bad" and match[0] != DOS_END:
            game.faults.append((match.start(), _fault(match[0])))
        elif kind != "bad":
            place = f"{len(tags)}.{len(words)}" if words and tags else str(len(tags))
            comments.append((place, match[0].rstrip()))
    return game


def _add_words(words: list[Token], text: str, at: int) -> None:
    """Add a word, split from the suffixes and notes attached to it: `1C!=2=`."""
    cut = _ANNOTATION.search(text) if text[0] not in '"=$!?' else None
    if cut is None or cut.start() == 0 or not text[: cut.start()].isalnum():
        words.append(Token(text, at))
        return
    words.append(Token(text[: cut.start()], at))
    rest = text[cut.start() :]
    pieces = _ANNOTATION.findall(rest)
    if "".join(pieces) != rest:
        pieces = [rest]
    words.extend(Token(piece, at) for piece in pieces)


def _fault(text: str) -> str:
    """What is wrong with text that is not valid PBN."""
    if text.startswith("{"):
        return "a comment that is not closed"
    line = text.split("\n", 1)[0]
    shown = repr(line if len(line) <= 40 else line[:37] + "...")
    expected = ': expected a tag such as [Name "value"]'
    return shown + (expected if text.startswith("[") else " stands alone")


def unescape(text: str) -> str:
    """The text of a string, without escapes."""
    return re.sub(r'\\(["\\])', r"\1", text) if "\\" in text else text


def escape(text: str) -> str:
    """A text as a string with escapes; control characters become blanks."""
    text = re.sub(r"[\x00-\x1f\x7f]+", " ", text)
    return text.replace("\\", "\\\\").replace('"', '\\"')

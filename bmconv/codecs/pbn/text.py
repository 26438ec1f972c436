"""The text of a PBN file: games separated by blank lines, with tags, sections and comments.

A token never spans lines; otherwise the layout is free (import format). Strings are kept as
written between their quotes; `unescape` decodes them.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import takewhile

from bmconv.io.source import DOS_END

GAME_LIMIT = 1 << 22
"""The most characters of a game; a file without blank lines must not fill the memory."""

SECTIONS = ("Auction", "Play")
"""Tags followed by calls or cards, whose words can carry suffixes and notes."""

_TAG_TOKEN = r'\[\s*([A-Za-z0-9_]+)\s*"([^"\\\n]*+(?:\\[^\n][^"\\\n]*+)*+)"\s*\]\s*+'
_TAG_LINE = re.compile(_TAG_TOKEN)
_TOKEN = re.compile(
    rf"{_TAG_TOKEN}"
    r"""
    | (^%[^\n]*+ | \{[^}]*+\} | ;[^\n]*+)                                    # a comment
    | ("(?:[^"\\\n]|\\[^\n])*+"                                              # a string
      | (?:[^\[\]{};"\x1a%]++|(?<!\n)%)++)                                   # words, of any lines
    | (["\[][^\n]* | \{.* | \S)                                              # anything else
    """,
    re.VERBOSE | re.MULTILINE | re.DOTALL,
)
_TAG, _COMMENT, _WORDS, _INVALID = 2, 3, 4, 5
"""The number of the last group in the pattern of each kind of token."""
_BLANK = re.compile(r"(\n(?=[\s\x1a])(?:[^\S\n]*\x1a?\n)+)")
"""Blank lines, with the end of the line before them; the lookahead only saves time."""
_ANNOTATION = re.compile(r"!!|\?\?|!\?|\?!|!|\?|\$\d*|=[^=\s]*=")
_OPENING = re.compile(r'"(?:[^"\\]|\\.)*+(?:"|$)|[{;]')
"""A string, the start of a line comment, or the brace that opens a comment."""

MOST_KNOWN, LONGEST_KNOWN = 10_000, 60
"""How many tag lines of a file are remembered, and how long one can be."""

Comments = list[tuple[str, str]]
"""Place and text: `3` is after the third tag, `3.5` after five words of its section."""


class TagLines(dict[str, tuple[str, str]]):
    """The name and value of a line that is one tag, as most are; empty texts for other lines.

    Many lines are the same in all games of a file, so the short ones are remembered.
    """

    def __missing__(self, line: str) -> tuple[str, str]:
        match = _TAG_LINE.fullmatch(line)
        tag = (match[1], match[2]) if match else ("", "")
        if len(line) < LONGEST_KNOWN and len(self) < MOST_KNOWN:
            self[line] = tag
        return tag


class GameText:
    """The parts of one game; tags and words are counted from 1."""

    def __init__(self, text: str, line: int, known: TagLines) -> None:
        self.text = text
        self.line = line
        """The number of its first line in the file."""
        self.words: dict[int, list[str]] = {}
        """The words after a tag, by its number; 0 for those before the first tag."""
        self.comments: Comments = []
        self.invalid: list[str] = []
        """Text that is not PBN."""
        self._places: TokenPlaces | None = None
        lines = text.split("\n")
        self.tags = [*takewhile(any, map(known.__getitem__, lines))]
        """Name and value, as written between the quotes."""
        if (count := len(self.tags)) < len(lines):
            self._read_tokens(count + sum(map(len, lines[:count])))
        self.values = dict(self.tags)
        """The values of tags by name; the last one if several tags have the same name."""

    def _read_tokens(self, start: int) -> None:
        """Read the text from `start` on, which is after the first lines that are one tag each."""
        for name, value, comment, words, invalid in _TOKEN.findall(self.text, start):
            number = len(self.tags)
            if name:
                self.tags.append((name, value))
            elif words:
                if split := _split(words, self.tags[-1][0] if number else ""):
                    self.words.setdefault(number, []).extend(split)
            elif comment:
                count = len(self.words.get(number, ())) if number else 0
                place = f"{number}.{count}" if count else str(number)
                self.comments.append((place, comment.rstrip()))
            elif invalid != DOS_END:
                self.invalid.append(invalid)

    def line_of(self, tag: int, word: int = 0) -> int:
        """The line of a tag, or of a word after it."""
        return self._find_places().lines[tag][word]

    def lines_of(self, tag: int) -> list[int]:
        """The line of each word after a tag."""
        return self._find_places().lines[tag][1:]

    def faults(self) -> list[tuple[int, str]]:
        """The lines and descriptions of text that is not PBN."""
        lines = self._find_places().invalid if self.invalid else []
        return list(zip(lines, map(_describe_invalid, self.invalid), strict=True))

    def split(self, tags: Iterable[int]) -> Iterator["GameText"]:
        """The games that begin at these tags; 0 is the beginning of the text."""
        located = self._find_places()
        starts = [(located.offsets[tag], located.lines[tag][0]) for tag in tags]
        ends = [*(start for start, _ in starts[1:]), len(self.text)]
        for (start, line), end in zip(starts, ends, strict=True):
            yield GameText(self.text[start:end].rstrip("\n"), line, TagLines())

    def _find_places(self) -> "TokenPlaces":
        if self._places is None:
            self._places = TokenPlaces(self)
        return self._places


class TokenPlaces:
    """The lines and positions of a game's tokens, found only when a note or a split needs them."""

    def __init__(self, game: GameText) -> None:
        self.lines = [[game.line]]
        """For each tag, its line and then those of the words after it."""
        self.offsets = [0]
        """The positions of the tags."""
        self.invalid: list[int] = []
        """The lines of invalid text."""
        line = game.line
        end = 0
        for match in _TOKEN.finditer(game.text):
            line += game.text.count("\n", end, match.start())
            end = match.start()
            if match.lastindex == _TAG:
                self.lines.append([line])
                self.offsets.append(end)
            elif match.lastindex == _WORDS:
                number = len(self.lines) - 1
                name = game.tags[number - 1][0] if number else ""
                for offset, part in enumerate(match[0].split("\n")):
                    self.lines[-1] += [line + offset] * len(_split(part, name))
            elif match.lastindex == _INVALID and match[0] != DOS_END:
                self.invalid.append(line)


class Blocks:
    """The games of a file as text, each with the number of its first line.

    A blank line ends a game, except inside a comment in braces. Yields a list of games for each
    piece of text that is read.
    """

    def __init__(self, texts: Iterable[str]) -> None:
        self.texts = texts
        self.blank_end = False
        """Whether the file ends with a blank line."""

    def __iter__(self) -> Iterator[list[tuple[int, str]]]:
        start, rest = 0, "\n"  # a line end before the first line, which can be blank
        kept: list[str] = []  # the beginning of a game with a comment that is still open
        size, inside = 0, False
        for text in self.texts:
            if "\r" in text:
                text = text.replace("\r\n", "\n").replace("\r", "\n")
            pieces = _BLANK.split(rest + text)
            rest = pieces.pop()
            games: list[tuple[int, str]] = []
            for game, blank in zip(pieces[::2], pieces[1::2], strict=True):
                if inside or "{" in game:
                    kept.append(game)
                    size += len(game) + len(blank)
                    for line in game.split("\n"):
                        inside = _is_comment_open(line, inside=inside)
                    if inside and size < GAME_LIMIT:
                        kept.append(blank)
                        continue
                    game = "".join(kept)
                    kept, size, inside = [], 0, False
                games += _trim_game(start, game)
                start += game.count("\n") + blank.count("\n")
            if size + len(rest) > GAME_LIMIT:
                game = "".join(kept) + rest
                games += _trim_game(start, game)
                start += game.count("\n")
                kept, size, inside, rest = [], 0, False, ""
            yield games
        self.blank_end = not rest and not kept
        yield _trim_game(start, "".join(kept) + rest)


def _trim_game(line: int, text: str) -> list[tuple[int, str]]:
    """A game's first line and its text without line ends around it; nothing if it is blank."""
    bare = text.lstrip("\n")
    if not bare or bare.isspace():
        return []
    return [(line + len(text) - len(bare), bare.rstrip("\n"))]


def _is_comment_open(line: str, *, inside: bool) -> bool:
    """Whether a comment in braces is open after a line; `inside` if it is open before it."""
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


def _split(text: str, tag: str) -> list[str]:
    """The words of a text, in which a string is one word; annotations of calls are words too."""
    words = [text] if text.startswith('"') else text.split()
    if tag in SECTIONS and _ANNOTATION.search(text):
        return [part for word in words for part in _split_annotations(word)]
    return words


def _split_annotations(word: str) -> list[str]:
    """A call or card, and the suffixes and notes attached to it: `1C!=2=`."""
    cut = _ANNOTATION.search(word) if word[0] not in '"=$!?' else None
    if cut is None or not word[: cut.start()].isalnum():
        return [word]
    rest = word[cut.start() :]
    pieces = _ANNOTATION.findall(rest)
    return [word[: cut.start()], *(pieces if "".join(pieces) == rest else [rest])]


def _describe_invalid(text: str) -> str:
    """A description of text that is not PBN."""
    if text.startswith("{"):
        return "a comment that is not closed"
    line = text.split("\n", 1)[0]
    excerpt = repr(line if len(line) <= 40 else line[:37] + "...")
    expected = ': expected a tag such as [Name "value"]'
    return excerpt + (expected if text.startswith("[") else " stands alone")


def unescape(text: str) -> str:
    """The text of a string, without escapes."""
    return re.sub(r'\\(["\\])', r"\1", text) if "\\" in text else text


@lru_cache(256)
def escape(text: str) -> str:
    """A text as a string with escapes; control characters become blanks."""
    text = re.sub(r"[\x00-\x1f\x7f]+", " ", text)
    return text.replace("\\", "\\\\").replace('"', '\\"')

"""The text of a LIN file: its pairs, boards and head."""

import re
from collections.abc import Iterator

from msgspec import Struct, field

from bmconv.errors import BadInput
from bmconv.io.source import Source
from bmconv.notes import Notes

DEALERS = "SWNE"
"""The seats of dealers 1 to 4, which is also the order of hands and players."""
VULNERABLE = {"o": "None", "0": "None", "n": "NS", "e": "EW", "b": "All"}
MOST_BOARDS = 1000
"""The most boards that the range in a head may span."""
MOVE_EXTRA = {"alert", "explanation", "chat"}
"""The keys of `extra` in calls and cards."""

_LINK = re.compile(r"(?i)https?://\S*?[?&]lin=([^\s&]*)\S*")
_BARE = re.compile(r"(?i)\s*[a-z]{2}%7c")
_CODE = re.compile(r"[a-z]{2}")


class Move(Struct):
    """A call or a card, with its explanation and chat."""

    text: str
    explanation: str = ""
    chat: list[str] = field(default_factory=list)

    def extra(self) -> dict[str, object] | None:
        """Alert, explanation and chat for the `extra` of a record; None if there are none."""
        if not self.explanation and not self.chat and self.text[-1:] != "!":
            return None
        extra: dict[str, object] = {"alert": True} if self.text[-1:] == "!" else {}
        if self.explanation:
            extra["explanation"] = self.explanation
        return extra | {"chat": self.chat} if self.chat else extra


class Board(Struct):
    """A board at one table."""

    room: str = ""
    number: int = 0
    label: str = ""
    players: list[str] | None = None
    deal: str | None = None
    vulnerable: str = ""
    calls: list[Move] = field(default_factory=list)
    cards: list[Move] = field(default_factory=list)
    claim: str = ""
    chat: list[str] = field(default_factory=list)
    """Chat before the first call."""
    others: dict[str, str] = field(default_factory=dict)
    """Values of codes that no field holds."""


class LinText(Struct):
    """The content of a file: its head and its boards."""

    head: dict[str, str] = field(default_factory=dict)
    players: list[str] | None = None
    boards: list[Board] = field(default_factory=list)


HEAD = {"vg", "rs", "pw", "mp", "bn"}
"""Codes of the head."""
_LAYOUT = {"pg", "st", "rh"}
"""Codes for the layout of the page, ignored when they have no value."""


def pairs(text: str, name: str, notes: Notes) -> Iterator[tuple[str, str]]:
    """Codes in lower case and their values; line ends are ignored."""
    parts = text.replace("\r", "").replace("\n", "").split("|")
    at, last = 0, len(parts) - 1
    while at <= last:
        code = parts[at].strip().lower()
        if at < last and _CODE.fullmatch(code):
            yield code, parts[at + 1]
            at += 2
            continue
        if at < last or code:
            place = f"{name}: {parts[at].strip()[:20]!r}"
            notes.error("bad-text", place, "text{s} skipped: expected a code of two letters")
        at += 1


def read_text(source: Source, encoding: str, notes: Notes) -> LinText:
    """The head and the boards of a file, from its text or from links to a viewer."""
    from urllib.parse import unquote_plus

    text = "".join(source.text_blocks(encoding))
    if "lin=" in text and (links := _LINK.findall(text)):
        text = unquote_plus("\n".join(links))
    elif "|" not in text and _BARE.match(text):
        text = unquote_plus("".join(text.split()))
    parser = _Parser(source.name, notes)
    for code, value in pairs(text, source.name, notes):
        parser.take(code, value)
    if not parser.known:
        raise BadInput(source.name, "not LIN", "tags such as md|1S...| or vg|...|")
    return parser.text


class _Parser:
    """Collects the head and the boards of a file, pair by pair."""

    def __init__(self, name: str, notes: Notes) -> None:
        self.name, self.notes = name, notes
        self.text = LinText()
        self.board: Board | None = None
        self.players: list[str] | None = None
        """Players named before the deal they belong to."""
        self.known = False
        """Whether a code of the head or of a board was found."""

    def take(self, code: str, value: str) -> None:
        """Add the next pair of code and value."""
        board = self.board
        if code == "pc" and board is not None:
            board.cards.append(Move(value.strip()))
        elif code == "mb" and board is not None:
            board.calls.append(Move(value.strip()))
        elif code in _LAYOUT and not value.strip():
            return
        elif code == "nt" and board is not None:
            moves = board.cards or board.calls
            (moves[-1].chat if moves else board.chat).append(value)
        elif code == "an" and board is not None and board.calls:
            call = board.calls[-1]
            call.explanation = f"{call.explanation} {value}" if call.explanation else value
        elif code == "pn":
            self._take_players([name.strip() for name in value.split(",")])
        elif code == "qx":
            self.known = True
            self._keep_players()
            self.board = self._start_board(value.strip())
        elif code == "md":
            self.known = True
            if board is None or board.deal is not None:
                self._keep_players()
                self.board = board = self._start_board("")
            board.deal = value.strip()
        else:
            self._take_other(code, value)

    def _take_other(self, code: str, value: str) -> None:
        """Add a code that occurs once per board, or in the head."""
        board = self.board
        if code in HEAD and board is None and code not in self.text.head:
            self.known = True
            self.text.head[code] = value
        elif board is None or code in board.others:
            place = f"{self.name}: {code}"
            self.notes.loss("code-lost", place, "value{s} left out: no record holds {it|them}")
        elif code == "ah":
            board.label = value.strip()
        elif code == "sv":
            board.vulnerable = value.strip().lower()
        elif code == "mc":
            board.claim = value.strip()
        elif value:
            board.others[code] = value

    def _start_board(self, position: str) -> Board:
        """Add a board; `position` is its room and number, such as `o7`, or empty."""
        match = re.fullmatch(r"([oOcC]?)\s*(\d{1,6})", position)
        board = Board(players=self.players)
        self.players = None
        if match:
            board.room, board.number = match[1].lower(), int(match[2])
        elif position:
            place = f"{self.name}: {position[:20]!r}"
            text = "place{s} not understood: boards numbered by their label or position"
            self.notes.repair("odd-place", place, text)
        self.text.boards.append(board)
        return board

    def _keep_players(self) -> None:
        """Take players named in the head, before the first board, as players of the whole file."""
        if not self.text.boards and self.players and self.text.head:
            self.text.players, self.players = self.players, None

    def _take_players(self, names: list[str]) -> None:
        board = self.board
        if board is None:
            self.players = names
        elif board.deal is None or not (board.players or board.calls or board.cards):
            board.players = names
        else:
            self.players, self.board = names, None
            self._keep_players()

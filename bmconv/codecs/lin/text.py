"""The text of a LIN file: its pairs, boards and head."""

import re
from collections.abc import Iterator

from msgspec import Struct, field

from bmconv.errors import BadInput
from bmconv.io.source import Source
from bmconv.notes import Notes

OPEN, CLOSED = 1, 1001
"""The tables of the two rooms: as in PBN, the closed room of table 1 is table 1001."""
DEALERS = "SWNE"
"""Dealers 1 to 4; hands and players come in this order too."""
VULNERABLE = {"o": "None", "0": "None", "n": "NS", "e": "EW", "b": "All"}
OWN_EXTRA = ("alert", "explanation", "chat")
"""What `extra` of calls and cards can have."""

_LINK = re.compile(r"(?i)https?://\S*?[?&]lin=([^\s&]*)\S*")
_BARE = re.compile(r"(?i)\s*[a-z]{2}%7c")
_CODE = re.compile(r"[a-z]{2}")


class Move(Struct):
    """A call or a card, with what belongs to it."""

    text: str
    explanation: str = ""
    chat: list[str] = field(default_factory=list)

    def extra(self) -> dict[str, object] | None:
        """Alert, explanation and chat, as a record carries them."""
        if not self.explanation and not self.chat and self.text[-1:] != "!":
            return None
        found: dict[str, object] = {"alert": True} if self.text[-1:] == "!" else {}
        if self.explanation:
            found["explanation"] = self.explanation
        return found | {"chat": self.chat} if self.chat else found


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
    """Before the first call."""
    others: dict[str, str] = field(default_factory=dict)
    """Values of codes that no field holds."""


class LinText(Struct):
    """A whole file."""

    head: dict[str, str] = field(default_factory=dict)
    players: list[str] | None = None
    boards: list[Board] = field(default_factory=list)


HEAD = {"vg", "rs", "pw", "mp", "bn"}
_LAYOUT = {"pg", "st", "rh"}
"""Codes that say nothing about the game when they have no value."""


def pairs(text: str, name: str, notes: Notes) -> Iterator[tuple[str, str]]:
    """Codes in lower case and their values; line ends mean nothing."""
    parts = text.replace("\r", "").replace("\n", "").split("|")
    at, last = 0, len(parts) - 1
    while at <= last:
        code = parts[at].strip().lower()
        if at < last and _CODE.fullmatch(code):
            yield code, parts[at + 1]
            at += 2
            continue
        if at < last or code:
            where = f"{name}: {parts[at].strip()[:20]!r}"
            notes.error("bad-text", where, "text{s} skipped: expected a code of two letters")
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
        raise BadInput(source.name, "no LIN", "pairs such as md|1S...| or vg|...|")
    return parser.text


class _Parser:
    """Puts values where they belong."""

    def __init__(self, name: str, notes: Notes) -> None:
        self.name, self.notes = name, notes
        self.text = LinText()
        self.board: Board | None = None
        self.players: list[str] | None = None
        """Those that came before the deal they belong to."""
        self.known = False

    def take(self, code: str, value: str) -> None:
        """Take the next pair."""
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
            self._seat([name.strip() for name in value.split(",")])
        elif code == "qx":
            self.known = True
            self._begin()
            self.board = self._board(value.strip())
        elif code == "md":
            self.known = True
            if board is None or board.deal is not None:
                self._begin()
                self.board = board = self._board("")
            board.deal = value.strip()
        else:
            self._more(code, value)

    def _more(self, code: str, value: str) -> None:
        """Codes that come once a board, or in the head."""
        board = self.board
        if code in HEAD and board is None and code not in self.text.head:
            self.known = True
            self.text.head[code] = value
        elif board is None or code in board.others:
            where = f"{self.name}: {code}"
            self.notes.loss("code-lost", where, "value{s} left out: no record holds them")
        elif code == "ah":
            board.label = value.strip()
        elif code == "sv":
            board.vulnerable = value.strip().lower()
        elif code == "mc":
            board.claim = value.strip()
        elif value:
            board.others[code] = value

    def _board(self, place: str) -> Board:
        match = re.fullmatch(r"([oOcC]?)\s*(\d{1,6})", place)
        board = Board(players=self.players)
        self.players = None
        if match:
            board.room, board.number = match[1].lower(), int(match[2])
        elif place:
            where = f"{self.name}: {place[:20]!r}"
            text = "place{s} not understood: boards numbered by their label or position"
            self.notes.repair("odd-place", where, text)
        self.text.boards.append(board)
        return board

    def _begin(self) -> None:
        """Players before the first board are those of the file."""
        if not self.text.boards and self.players and self.text.head:
            self.text.players, self.players = self.players, None

    def _seat(self, names: list[str]) -> None:
        board = self.board
        if board is None:
            self.players = names
        elif board.deal is None or not (board.players or board.calls or board.cards):
            board.players = names
        else:
            self.players, self.board = names, None
            self._begin()

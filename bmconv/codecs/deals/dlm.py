"""DLM, the files of Duplimate for Windows: an INI file with a line per board, 01 to 99.

A board is 26 letters, each for the holders of two cards, and a checksum of three digits.
"""

import io
import re
from collections.abc import Iterable, Iterator
from functools import reduce
from operator import xor

from bmconv.bridge.places import place
from bmconv.codecs import Codec, Format, Options
from bmconv.codecs.deals import (
    HAND,
    BadDeal,
    Dealt,
    MachineDeals,
    card_sets,
    deal_to,
    holders,
    to_hand,
)
from bmconv.codecs.shared.characters import TextSink
from bmconv.errors import BadInput, DataError
from bmconv.io.sink import Output
from bmconv.io.source import Source
from bmconv.notes import Notes
from bmconv.records import Hand, Record, Session

INFO = Format(
    "deals for dealing machines as DLM",
    holds={"session": ("id", "name", "extra"), "hand": HAND},
    encoding="cp1252",
)

BOARDS = range(1, 100)
LETTERS = 26
"""The letters of a board, each for two cards."""
FILLER = "aaaaaabffffffkkkkkklpppppp"
"""The letters on lines of unused board numbers: a deal in which each hand has one suit."""
_SECTION = re.compile(r"\s*\[(.*?)\]\s*")
_LINE = re.compile(r"(\s*([^=;\[]*?)\s*=)(.*?)([\r\n]*)", re.DOTALL)
_BOARD = re.compile(r"(?i)board\s+0*(\d{1,2})")
_LETTERS = re.compile(rf"[a-p]{{{LETTERS}}}\s*(?:\d{{3}})?")


class Line:
    """A line of the file; in the section `[Document]`, also its key, value and line end."""

    def __init__(self, text: str, *, in_document: bool) -> None:
        match = _LINE.fullmatch(text) if in_document else None
        self.text = text
        self.front, key, self.value, self.end = match.groups() if match else ("", "", "", "")
        self.key = key.lower()
        board = _BOARD.fullmatch(key)
        self.board = int(board[1]) if board else -1


def lines_of(text: str) -> list[Line]:
    """The lines of the text of a file."""
    lines, in_document = [], False
    for line in io.StringIO(text, newline=""):
        if match := _SECTION.fullmatch(line):
            in_document = match[1].strip().lower() == "document"
        lines.append(Line(line, in_document=in_document))
    return lines


def _checksum(board: int, letters: str) -> int:
    """The board number and all character codes, combined by exclusive or."""
    return reduce(xor, map(ord, letters), board)


def read_board(text: str) -> Dealt:
    """The hands of North, East, South and West, from letters with or without a checksum."""
    if not _LETTERS.fullmatch(text):
        raise BadDeal
    return deal_to(seat for letter in text[:LETTERS] for seat in divmod(ord(letter) - ord("a"), 4))


def write_board(board: int, dealt: Dealt) -> str:
    """Letters and checksum of a board."""
    seats = holders(dealt)
    pairs = zip(seats[::2], seats[1::2], strict=True)
    return with_checksum(
        board, "".join(chr(ord("a") + 4 * first + second) for first, second in pairs)
    )


def with_checksum(board: int, letters: str) -> str:
    """The letters of a board with their checksum."""
    return f"{letters}{_checksum(board, letters):03}"


def _file_checksum(boards: range, *, is_shown: bool) -> int:
    """The number of boards, its last bit inverted if Status is Show."""
    return len(boards) ^ is_shown


def probe(head: bytes, name: str) -> int:
    """The section `[Document]`; nearly certain if it has a range of boards, a board or a key."""
    text = head.decode("latin-1").removeprefix("\xef\xbb\xbf").lstrip()
    if not re.match(r"(?i)\[document\]", text):
        return 0
    return 95 if re.search(r"(?im)^\s*(?:from board|board \d+|crypto key)\s*=", text) else 50


def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """The headline as a session, and the boards of the range; `extra` keeps an unusual text."""
    text = "".join(source.text_blocks(options.text("encoding")))
    lines = lines_of(text)
    values: dict[str, str] = {}
    boards: dict[int, str] = {}
    for line in lines:
        if line.key:
            values.setdefault(line.key, line.value.strip())
        if line.board >= 0:
            boards.setdefault(line.board, line.value.strip())
    low, high = _range(values, source)
    is_shown, checksum = values.get("status", "").lower() == "show", values.get("checksum", "")
    expected = _file_checksum(range(low, high + 1), is_shown=is_shown)
    if checksum and checksum.lstrip("0") != str(expected):
        message = "checksum{s} of a file that {does|do} not match its boards"
        notes.repair("checksum", f"{source.name}: {checksum[:20]}", message)
    read = {board: _hand(board, boards, source, notes) for board in range(low, high + 1)}
    hands = {board: hand for board, hand in read.items() if hand}
    if not hands:
        raise BadInput(source.name, "no deal in the range of boards", "lines such as Board 01=")
    name = values.get("headline") or None
    extra = None if text == usual_text(name or "", hands) else {"dlm": _text_to_keep(lines, hands)}
    if name or extra:
        yield Session(id=1, name=name, extra=extra)
    yield from hands.values()


def _range(values: dict[str, str], source: Source) -> tuple[int, int]:
    """The first and the last board; a file that is scrambled or has no range is refused."""
    if not values:
        raise BadInput(source.name, "no section [Document]", "a DLM file")
    key = values.get("crypto key", "")
    if key.strip("0"):
        expected = "Crypto key=0; save the boards unscrambled in Duplimate"
        raise BadInput(source.name, f"the boards are scrambled (Crypto key={key[:20]})", expected)
    numbers = [values.get(name, "") for name in ("from board", "to board")]
    if not all(re.fullmatch(r"[0-9]{1,3}", number) for number in numbers):
        raise BadInput(source.name, "no range of boards", "lines From board= and To board=")
    low, high = map(int, numbers)
    if low not in BOARDS or high not in BOARDS or low > high:
        raise BadInput(source.name, f"boards {low} to {high}", "a range between 1 and 99")
    return low, high


def _hand(board: int, boards: dict[int, str], source: Source, notes: Notes) -> Hand | None:
    """The deal of a board; None, with a note, if its line is missing or invalid."""
    location = f"{source.name}: board {board}"
    text = boards.get(board, "").lower()
    try:
        dealt = read_board(text)
    except BadDeal:
        notes.error("bad-deal", location, "board{s} of the range skipped: not a complete deal")
        return None
    if text[LETTERS:].strip() != f"{_checksum(board, text[:LETTERS]):03}":
        notes.repair(
            "board-checksum", location, "checksum{s} of a board that {does|do} not match its cards"
        )
    return to_hand(board, dealt)


def usual_text(headline: str, hands: dict[int, Hand]) -> str:
    """The usual text of a file: these boards, and fillers below the first and above the last."""
    low, high = min(hands), max(hands)
    head = {
        "Headline": headline,
        "Status": "Show",
        "Duplicates": 1,
        "From board": low,
        "To board": high,
        "Next board to duplimate": 0,
        "PrintOuts": 0,
        "Crypto key": 0,
        "Checksum": _file_checksum(range(low, high + 1), is_shown=True),
    }
    lines = ["[Document]", *(f"{key}={value}" for key, value in head.items())]
    for board in BOARDS:
        lines.append(f"Duplicates {board:02}=0")
        if board in hands:
            lines.append(f"Board {board:02}={write_board(board, card_sets(hands[board]))}")
        elif not low < board < high:
            lines.append(f"Board {board:02}={with_checksum(board, FILLER)}")
    return "\r\n".join(lines) + "\r\n"


def _text_to_keep(lines: list[Line], hands: dict[int, Hand]) -> str:
    """The text of a file for `extra`, without the values that the writer makes from hands."""
    parts = []
    for line in lines:
        hand = hands.get(line.board)
        is_rewritten = hand and line.value == write_board(line.board, card_sets(hand))
        parts.append(line.front + line.end if is_rewritten else line.text)
    return "".join(parts)


def encode(records: Iterable[Record], sink: Output, options: Options, notes: Notes) -> None:
    """Write the text that was read, with its boards brought up to date, or the usual text."""
    deals = MachineDeals(records, "dlm", notes)
    for board in [board for board in deals.boards if board not in BOARDS]:
        hand = deals.boards.pop(board)
        notes.loss(
            "board-lost", place(hand), "board{s} over 99 left out: DLM has no line for {it|them}"
        )
    if not deals.boards:
        raise DataError("nothing written: no board from 1 to 99; dlm holds only these")
    for board in range(min(deals.boards), max(deals.boards)):
        if board not in deals.boards:
            text = "board{s} missing within the range: lines left out"
            notes.loss("gap", f"board {board}", text)
    text = _original_text(deals, notes) or usual_text(_headline(deals, notes), deals.boards)
    TextSink(sink, options.text("encoding") or "cp1252", notes).write(text)


def _name(deals: MachineDeals) -> str:
    """The name of the session; empty if it has none."""
    return (deals.session and deals.session.name) or ""


def _headline(deals: MachineDeals, notes: Notes) -> str:
    """The name of the session, on one line."""
    name = _name(deals)
    headline = " ".join(re.sub(r"[\x00-\x1f\x7f]+", " ", name).split())
    if headline != name:
        text = "headline{s} written without surrounding blanks, line ends and control characters"
        notes.loss("text-changed", "session", text)
    return headline


def _original_text(deals: MachineDeals, notes: Notes) -> str:
    """The text that was read, with the deals of the event; empty, with a note, if boards differ."""
    carried = deals.kept_extra(deals.session)
    if carried is None:
        return ""
    lines = lines_of(carried) if isinstance(carried, str) else []
    values = {line.key: line.value.strip() for line in reversed(lines) if line.key}
    numbers = deals.boards.keys()
    boards_with_lines = {line.board for line in lines}
    same_range = values.get("from board") == str(min(numbers)) and values.get("to board") == str(
        max(numbers)
    )
    if not same_range or not numbers <= boards_with_lines:
        text = "line{s} of the original file left out: {it|they} {belongs|belong} to other boards"
        notes.loss("layout-lost", "session", text)
        return ""
    parts = []
    for line in lines:
        if line.board in numbers and not _has_deal(line, deals.boards[line.board]):
            value = write_board(line.board, card_sets(deals.boards[line.board]))
            parts.append(line.front + value + line.end)
        elif line.key == "headline" and line.value.strip() != _name(deals):
            parts.append(line.front + _headline(deals, notes) + line.end)
        else:
            parts.append(line.text)
    return "".join(parts)


def _has_deal(line: Line, hand: Hand) -> bool:
    """Whether the letters of a line already give the deal of this hand record."""
    try:
        return read_board(line.value.strip().lower()) == card_sets(hand)
    except BadDeal:
        return False


CODEC = Codec(INFO, probe, decode, encode)

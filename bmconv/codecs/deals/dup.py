"""DUP, the files of Duplimate for DOS: 156 bytes per board, the cards as in BRI and as in DGE.

The last ten bytes say how to deal: random, backwards, lowest board, copies, highest board.
"""

import re

from bmconv.codecs.deals import BadDeal, Dealt, bri, dge, fixed
from bmconv.io.source import Source
from bmconv.notes import Notes, quantity

_DEALING = re.compile(rb"[YN ][YN ]([\d ]{3})([\d ]{2})([\d ]{3})")


def read_cards(data: bytes) -> Dealt:
    """The four hands, from the second copy of the cards if the first is not a deal."""
    try:
        return bri.read_cards(data[: bri.CARDS])
    except BadDeal:
        return dge.read_cards(data[bri.CARDS :])


def _board_range(tail: bytes) -> tuple[int, int] | None:
    """The lowest and highest board stated in the last bytes of a record; None if not stated."""
    match = _DEALING.fullmatch(tail)
    numbers = [field.strip() for field in match.group(1, 3)] if match else []
    if not numbers or not all(map(bytes.isdigit, numbers)) or not int(numbers[0]):
        return None
    return int(numbers[0]), int(numbers[1])


def _first_board(tail: bytes, count: int, source: Source, notes: Notes) -> int:
    """The lowest board; notes missing dealing data and a highest board that does not fit."""
    board_range = _board_range(tail)
    if board_range is None:
        if tail.strip(b"\r\n"):
            text = "file{s} without dealing data: boards numbered from 1"
            notes.repair("no-dealing-data", source.name, text)
        return 1
    low, high = board_range
    if not _fits(tail, low, count):
        text = "highest board{s} that is neither the last board nor the number of boards"
        notes.repair(
            "board-range", f"{source.name}: {low} to {high}, {quantity(count, 'record')}", text
        )
    return low


def _fits(tail: bytes, low: int, count: int) -> bool:
    """Whether the stated range starts at `low` and has this many boards.

    Programs differ in what they write as the highest board: its number, or the number of boards.
    """
    first, high = _board_range(tail) or (1, count)
    return first == low and high in (count, low + count - 1)


LAYOUT = fixed.RecordLayout(
    "dup",
    cards=bri.CARDS + dge.CARDS,
    size=156,
    read=read_cards,
    write=lambda dealt: bri.write_cards(dealt) + dge.write_cards(dealt),
    tail=lambda low, high: f"YN{low:<3}1 {high:<3}".encode(),
    first=_first_board,
    fits=_fits,
    lines=bri.read_cards,
)


def probe(head: bytes, name: str) -> int:
    """78 digits, then the suit signs; or lines of 78 digits in a file named .dup."""
    if re.match(rb"\d{78}\x06", head):
        return 95
    return 85 if name.lower().endswith(".dup") and re.match(rb"\d{78}(?:\r?\n|\Z)", head) else 0


CODEC = fixed.codec("deals for dealing machines as DUP", probe, LAYOUT)

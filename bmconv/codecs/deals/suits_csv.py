"""Deals as CSV: a line per board with 16 suits, the board number, dealer and vulnerability.

The suits are those of North, East, South and West, from spades to clubs. All cells have quotes.
"""

import csv
import io
import re
from collections.abc import Iterator, Mapping

from bmconv.bridge.boards import VULNERABILITIES, dealer, spell_vulnerability, vulnerability
from bmconv.bridge.cards import SEATS, faults, suits_of
from bmconv.codecs.deals import BadDeal
from bmconv.codecs.deals.listed import DealSpelling, ListedDeal, codec
from bmconv.records import Hand

_COLUMNS = 18
_DEALERS = {*"NESW"}
_VULNERABILITY_SIGN = dict(zip(VULNERABILITIES, ("-", "NS", "EW", "All"), strict=True))


def _cut(data: bytes) -> Iterator[tuple[int, bytes]]:
    """The lines with their board numbers; 0 for a line without a valid one."""
    for line in data.splitlines():
        cells = _cells(line)
        number = cells[16].strip() if len(cells) == _COLUMNS else ""
        if line.strip():
            yield int(number) if re.fullmatch("[0-9]{1,4}", number) else 0, line


def _cells(line: bytes) -> list[str]:
    """The cells of a line."""
    return next(csv.reader([line.decode("latin-1")]), [])


def _read(board: int, line: bytes) -> ListedDeal:
    """The deal on a line, with dealer and vulnerability if they are not the usual ones."""
    cells = [cell.strip().upper() for cell in _cells(line)]
    if not board or len(cells) != _COLUMNS:
        raise BadDeal
    hands = [".".join(cells[at : at + 4]) for at in range(0, 16, 4)]
    first, _, sign = cells[17].partition("/")
    vulnerable = spell_vulnerability(sign)
    if faults([*hands]) or first not in _DEALERS or not vulnerable:
        raise BadDeal
    north, east, south, west = hands
    hand = Hand(board=board, north=north, east=east, south=south, west=west)
    hand.dealer = None if first == dealer(board) else first
    hand.vulnerable = None if vulnerable == vulnerability(board) else vulnerable
    return ListedDeal(hand)


def _write(deals: Mapping[int, ListedDeal]) -> bytes:
    """A line for each deal."""
    text = io.StringIO(newline="")
    writer = csv.writer(text, quoting=csv.QUOTE_ALL, lineterminator="\r\n")
    for board, (hand, _) in deals.items():
        suits = [suit for seat in SEATS for suit in suits_of(getattr(hand, seat)) or ()]
        first = hand.dealer if hand.dealer in _DEALERS else dealer(board)
        signs = _VULNERABILITY_SIGN
        sign = signs.get(hand.vulnerable or "") or signs[vulnerability(board)]
        writer.writerow([*suits, board, f"{first}/{sign}"])
    return text.getvalue().encode()


def probe(head: bytes, name: str) -> int:
    """A line with 16 suits, a board number, dealer and vulnerability."""
    line = head.split(b"\n", 1)[0]
    suits, end = rb'(?:"?[AKQJT2-9]{0,13}"?,){16}', rb'"?\d{1,4}"?,"?[NESW]/(?:-|NS|EW|All)"?\s*'
    return 98 if re.fullmatch(suits + end, line) else 0


CODEC = codec(
    "deals as CSV",
    probe,
    DealSpelling("dealcsv", _cut, _read, _write, 9999, has_dealer=True),
)

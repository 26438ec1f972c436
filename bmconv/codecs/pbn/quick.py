"""The fast path for ordinary PBN games.

Most games consist of tags, one per line, with a complete deal and perhaps a result and double-dummy
tricks. All other games are left to read.py, which handles everything; both make the same records.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple

from bmconv.bridge.auction import TURN
from bmconv.bridge.boards import dealer, vulnerability
from bmconv.bridge.contracts import PASS
from bmconv.codecs.pbn.facts import MANDATORY, PLAYED, UNKNOWN
from bmconv.codecs.pbn.file import File
from bmconv.codecs.pbn.notes import has_form, is_fine
from bmconv.codecs.pbn.tables import OPTIMUM
from bmconv.codecs.pbn.values import TRICK_FIELDS, date, is_known, whole_deal
from bmconv.records import Bid, Evaluation, Game, Hand, Record, Result

_TAG = re.compile(r'\[([A-Z][A-Za-z0-9_]*) "([^"\t]*)"\]')
_ROW = re.compile(r"^[NESW] [ N][TSHDC] ( \d|1[0-3])$", re.MULTILINE | re.ASCII)
_DIGITS = re.compile(r"[0-9a-d]{20}")
_CONTRACT = re.compile(r"([1-7])(NT|[CDHS])(X{0,2})")
_TRICKS = re.compile(r"1[0-3]|\d", re.ASCII)
_BOARD = re.compile(r"[1-9]\d{0,5}", re.ASCII)
_SEATS = frozenset("NESW")
_VULNERABLE = frozenset(("None", "NS", "EW", "All"))
_USUAL = [(dealer(board or 16), vulnerability(board or 16)) for board in range(16)]
"""Dealer and vulnerability by board number modulo 16."""
_CELLS = tuple(TRICK_FIELDS)
_COUNTS = {f"{count:x}": count for count in range(14)}
_HEADER = f'[OptimumResultTable "{OPTIMUM}"]'
_ROWS = [
    {digit: f"\n{seat} {strain:>2} {count:>2}" for digit, count in _COUNTS.items()}
    for seat, strain in _CELLS
]
"""The rows of the table in the export format, each for every number of tricks."""
_FIELDS = tuple(TRICK_FIELDS.values())
_TABLE = "OptimumResultTable"
_DIGITS_TAG = "DoubleDummyTricks"
_BOARD_HELD, _DEALER_HELD, _DEAL_HELD = ("Board",), ("Dealer",), ("Deal",)
_VULNERABLE_HELD, _EVENT_HELD, _DATE_HELD = ("Vulnerable",), ("Event",), ("Date",)
_VARYING = frozenset(("Board", "Deal", "DoubleDummyTricks"))
"""Tags whose lines are rarely repeated."""
_MOST_LINES = 10_000
_AUCTION_HELD = ("Auction",)
_PLAYED_HELD = tuple((name,) for name in PLAYED)
_HEIGHTS = {
    f"{level}{strain}": 5 * level + turn
    for level in range(1, 8)
    for turn, strain in enumerate(("C", "D", "H", "S", "NT"))
}
_UNUSUAL = frozenset(
    (
        *("Note", "Play", "Section", "Room", "Table", "Round", "PairNS", "PairEW", "Ability"),
        *("Lead", "Remarks", "Score", "ScoreMP", "ScoreIMP"),
    )
)


class Shape(NamedTuple):
    """The positions of a game's tags, from their names alone; None for missing tags."""

    board: int
    deal: int
    dealer: int | None
    vulnerable: int | None
    event: int | None
    date: int | None
    played: tuple[int, ...]
    """The positions of Declarer, Contract and Result; empty if there are none."""
    digits: int | None
    table: int | None
    checked: tuple[tuple[str, int], ...]
    """Names and positions of tags whose values are checked."""
    auction: int | None
    export: bool
    """Whether the names are exactly those of a deal in the export format."""


class Quick(NamedTuple):
    """The records of a game, its `game` record, and whether that one can be omitted."""

    records: list[Record]
    game: Game
    plain: bool


def _shape(names: tuple[str, ...]) -> Shape | None:
    """The shape of a game with these tags; None if the fast path cannot handle it."""
    at = {name: turn for turn, name in enumerate(names)}
    played = tuple(at[name] for name in PLAYED if name in at)
    if len(at) < len(names) or "Board" not in at or "Deal" not in at or len(played) not in (0, 3):
        return None
    if any(n in _UNUSUAL or (n.endswith("Table") and n != _TABLE) for n in names):
        return None
    if "Auction" in at and (names[-1] != "Auction" or not played or "Dealer" not in at):
        return None
    further = [name for name in (_DIGITS_TAG, _TABLE) if name in at]
    return Shape(
        at["Board"],
        at["Deal"],
        at.get("Dealer"),
        at.get("Vulnerable"),
        at.get("Event"),
        at.get("Date"),
        played,
        at.get(_DIGITS_TAG),
        at.get(_TABLE),
        tuple((name, turn) for name, turn in at.items() if name != _TABLE and has_form(name)),
        at.get("Auction"),
        names == (*MANDATORY, *further),
    )


def _tags(lines: list[str], known: dict[str, tuple[str, ...]]) -> list[tuple[str, ...]] | None:
    """The tags at the start of the lines, one per line; `known` caches lines that are repeated."""
    tags: list[tuple[str, ...]] = []
    for line in lines:
        tag = known.get(line)
        if tag is None:
            match = _TAG.fullmatch(line)
            if match is None:
                break
            tag = match.groups()
            if tag[1][:1] == "#" or ("\\" in tag[1] and tag[0] != _TABLE):
                return None
            if tag[0] not in _VARYING and len(known) < _MOST_LINES:
                known[line] = tag
        tags.append(tag)
    return tags or None


def quick(file: File, text: str) -> Quick | None:
    """The records of a game other than the first; None if the fast path cannot handle it."""
    lines = text.split("\n")
    tags = _tags(lines, file.lines)
    if tags is None or file.standing or file.own_section is not None:
        return None
    names, values = zip(*tags, strict=True)
    shape = file.shapes.get(names, ...)
    if shape is ...:
        shape = file.shapes[names] = _shape(names)
    if shape is None or not _BOARD.fullmatch(values[shape.board]):
        return None
    board = int(values[shape.board])
    if board in file.boards or (file.session is None and _names_session(shape, values)):
        return None
    for name, turn in shape.checked:
        if not is_fine(name, values[turn]):
            return None
    hand = _deal(board, shape, values, tags)
    bare = shape.table is None and shape.auction is None
    if hand is None or (bare and len(lines) != len(tags)):
        return None
    evaluation = bids = said = None
    if shape.digits is not None or shape.table is not None:
        evaluation = _tricks(board, shape, values, tags, text, len(lines))
        if evaluation is None:
            return None
    if shape.played:
        said = _said(*[values[turn] for turn in shape.played])
        if said is None:
            return None
    if shape.auction is not None:
        bids = _auction(board, shape, values, " ".join(lines[len(tags) :]).split())
        if bids is None:
            return None
    records = _learned(file, shape, tags, hand, evaluation, said, bids)
    event = file.event_tags
    if shape.event is not None and event.get("Event") == values[shape.event]:
        tags[shape.event] = _EVENT_HELD
    if shape.date is not None and event.get("Date") == values[shape.date]:
        tags[shape.date] = _DATE_HELD
    file.latest.pop(id(shape), None)
    file.latest[id(shape)] = names, values
    file.boards.add(board)
    file.board = board
    plain = file.waiting is not None and shape.export and len(records) < 2 + bool(evaluation)
    plain = plain and _is_plain(file, shape, tags)
    return Quick(records, Game(board=board, tags=tags), plain)


def _learned(
    file: File,
    shape: Shape,
    tags: list[tuple[str, ...]],
    hand: Hand,
    evaluation: Evaluation | None,
    said: tuple[str | None, str, str | None] | tuple[()] | None,
    bids: list[Bid] | None,
) -> list[Record]:
    """The records of an ordinary game, which are also remembered in `file`."""
    board = hand.board or 0
    records: list[Record] = [hand]
    file.hands[None, board] = hand
    if evaluation is not None:
        records.append(evaluation)
        file.evaluations[None, board] = evaluation
    if said:
        result = Result(board=board, declarer=said[0], contract=said[1], result=said[2])
        records.append(result)
        file.places.add((None, None, None, board, None, None))
        for turn, held in zip(shape.played, _PLAYED_HELD, strict=True):
            tags[turn] = held
    if bids and shape.auction is not None:
        records += bids
        file.recorded.add((None, None, None, board))
        tags[shape.auction] = _AUCTION_HELD
    return records


def _names_session(shape: Shape, values: tuple[str, ...]) -> bool:
    """Whether the tags give the name or the date of a session."""
    event = "" if shape.event is None else values[shape.event]
    return is_known(event) or (shape.date is not None and date(values[shape.date]) is not None)


def _deal(
    board: int, shape: Shape, values: tuple[str, ...], tags: list[tuple[str, ...]]
) -> Hand | None:
    """The hand of a board; None if deal, dealer or vulnerability are not in the export format."""
    dealt = whole_deal(values[shape.deal])
    if dealt is None:
        return None
    usual, usually = _USUAL[board % 16]
    by = usual if shape.dealer is None else values[shape.dealer]
    vulnerable = usually if shape.vulnerable is None else values[shape.vulnerable]
    if by not in _SEATS or vulnerable not in _VULNERABLE:
        return None
    first, hands = dealt
    start = "NWSE".index(first)
    if start:
        hands = hands[start:] + hands[:start]
    tags[shape.board] = _BOARD_HELD
    if shape.dealer is not None:
        tags[shape.dealer] = _DEALER_HELD
    if shape.vulnerable is not None:
        tags[shape.vulnerable] = _VULNERABLE_HELD
    if first == by:
        tags[shape.deal] = _DEAL_HELD
    return Hand(
        board=board,
        north=hands[0],
        east=hands[1],
        south=hands[2],
        west=hands[3],
        dealer=None if by == usual else by,
        vulnerable=None if vulnerable == usually else vulnerable,
    )


def _tricks(
    board: int,
    shape: Shape,
    values: tuple[str, ...],
    tags: list[tuple[str, ...]],
    text: str,
    lines: int,
) -> Evaluation | None:
    """Double-dummy tricks; None if they are not in the export format."""
    digits = "" if shape.digits is None else values[shape.digits]
    if shape.digits is not None:
        if not _DIGITS.fullmatch(digits):
            return None
        tags[shape.digits] = (_DIGITS_TAG,)
    if shape.table is not None:
        if shape.table != len(tags) - 1 or lines != len(tags) + len(_CELLS):
            return None
        digits = digits or _digits(text)
        rows = [row[digit] for row, digit in zip(_ROWS, digits, strict=False)]
        if not digits or not text.endswith(_HEADER + "".join(rows)):
            return None
        tags[shape.table] = (_TABLE,)
    counts = [_COUNTS[digit] for digit in digits]
    return Evaluation(board=board, **dict(zip(_FIELDS, counts, strict=True)))  # type: ignore[arg-type]


def _digits(text: str) -> str:
    """The rows of an OptimumResultTable as the digits of DoubleDummyTricks."""
    rows = _ROW.findall(text)
    return "".join(f"{int(count):x}" for count in rows) if len(rows) == len(_CELLS) else ""


def _auction(
    board: int, shape: Shape, values: tuple[str, ...], words: list[str]
) -> list[Bid] | None:
    """The calls of a complete, regular auction that ends in the contract; None for any other."""
    assert shape.auction is not None
    assert shape.dealer is not None
    first = values[shape.auction]
    if first != values[shape.dealer]:
        return None
    turn, highest, passes, doubled, over = TURN.index(first), -1, 0, 0, False
    named: dict[tuple[int, str], str] = {}
    bids: list[Bid] = []
    for counter, word in enumerate(words, 1):
        seat, side = TURN[turn % 4], turn % 2
        height = _HEIGHTS.get(word)
        if height is not None:
            if height <= highest or over:
                return None
            highest, doubled, passes, bid, bidder = height, 0, 0, word, side
            named.setdefault((side, word[1:]), seat)
        elif word == "Pass":
            passes += 1
        elif word in ("X", "XX"):
            if highest < 0 or doubled != len(word) - 1 or (side == bidder) != (word == "XX"):
                return None
            doubled, passes = len(word), 0
        else:
            return None
        if over:
            return None
        over = passes == (3 if highest >= 0 else 4)
        call = PASS if word == "Pass" else word
        bids.append(Bid(board=board, counter=counter, direction=seat, bid=call))
        turn += 1
    declarer, contract, _ = (values[at] for at in shape.played)
    agreed = (named[bidder, bid[1:]], bid + "X" * doubled) if highest >= 0 else ("", "Pass")
    return bids if over and (declarer, contract) == agreed else None


def _is_plain(file: File, shape: Shape, tags: list[tuple[str, ...]]) -> bool:
    """Whether the `game` record can be omitted: other records hold all tags, as in read.py."""
    for tag in tags:
        if len(tag) > 1 and (tag[1] != UNKNOWN[tag[0]] or tag[0] in file.event_tags):
            return False
    return len(tags[shape.deal]) == 1 and (shape.digits is None) == (shape.table is None)


@lru_cache(4096)
def _said(
    declarer: str, contract: str, tricks: str
) -> tuple[str | None, str, str | None] | tuple[()] | None:
    """Declarer, contract and result in the spelling of records; empty if they are unknown.

    None if they are not in the export format.
    """
    if contract in ("", "?"):
        return None if is_known(tricks) or is_known(declarer) else ()
    if contract == "Pass":
        return (None, PASS, None) if not declarer and not tricks else None
    match = _CONTRACT.fullmatch(contract)
    if match is None or declarer not in _SEATS or not _TRICKS.fullmatch(tricks):
        return None
    level, strain, doubled = match.groups()
    over = int(tricks) - int(level) - 6
    spelled = f"{level} {strain}" + (f" {doubled.lower()}" if doubled else "")
    return declarer, spelled, f"{over:+d}" if over else "="

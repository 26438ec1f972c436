"""The fast path for ordinary PBN games.

Most games consist of tags, one per line, with a complete deal and perhaps a result and double-dummy
tricks. All other games are left to read.py, which handles everything; both make the same records.
"""

import re
from functools import lru_cache
from operator import getitem
from typing import Any, NamedTuple

from msgspec import convert

from bmconv.bridge.auction import TURN
from bmconv.bridge.boards import dealer, vulnerability
from bmconv.bridge.contracts import PASS
from bmconv.codecs.pbn.facts import MANDATORY, PLAYED, UNKNOWN
from bmconv.codecs.pbn.file import PbnFile
from bmconv.codecs.pbn.notes import has_form, is_fine
from bmconv.codecs.pbn.tables import OPTIMUM
from bmconv.codecs.pbn.values import TRICK_FIELDS, date, is_known, whole_deal
from bmconv.records import Bid, Evaluation, Game, Hand, Record, Result

_TAG = re.compile(r'\[([A-Z][A-Za-z0-9_]*) "([^"\t]*)"\]')
_ROW = re.compile(r"^[NESW] [ N][TSHDC] ( \d|1[0-3])$", re.MULTILINE | re.ASCII)
_TWENTY = re.compile(r"[0-9a-d]{20}")
_CONTRACT = re.compile(r"([1-7])(NT|[CDHS])(X{0,2})")
_TAKEN = re.compile(r"1[0-3]|\d", re.ASCII)
_BOARD = re.compile(r"[1-9]\d{0,5}", re.ASCII)
_SEATS = frozenset("NESW")
_VULNERABLE = frozenset(("None", "NS", "EW", "All"))
_USUAL = [(dealer(board or 16), vulnerability(board or 16)) for board in range(16)]
"""Dealer and vulnerability by board number modulo 16."""
_COUNTS = "0123456789abcd"
_VALUES = bytes.maketrans(_COUNTS.encode(), bytes(range(len(_COUNTS))))
_DIGITS, _TABLE = "DoubleDummyTricks", "OptimumResultTable"
_HEADER = f'[{_TABLE} "{OPTIMUM}"]'
_ROWS = [
    {digit: f"\n{seat} {strain:>2} {count:>2}" for count, digit in enumerate(_COUNTS)}
    for seat, strain in TRICK_FIELDS
]
"""The rows of the table in the export format, each for every number of tricks."""
_FIELDS = ("board", *TRICK_FIELDS.values())
_ALWAYS_HELD = ("Board", "Dealer", "Vulnerable", _DIGITS, _TABLE, "Auction")
"""Tags that are always in other records."""
_HELD = {name: (name,) for name in (*_ALWAYS_HELD, "Deal", "Event", "Date", *PLAYED)}
_VARYING = frozenset(("Board", "Deal", _DIGITS))
"""Tags whose lines are rarely repeated."""
_MOST_LINES = 10_000
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

Told = tuple[str | None, str, str | None]
"""Declarer, contract and result in the spelling of records."""


class Shape(NamedTuple):
    """What the names of a game's tags alone tell."""

    at: dict[str, int]
    """The positions of the tags."""
    checked: tuple[str, ...]
    """Tags whose values are checked."""
    held: tuple[str, ...]
    """Tags that other records hold."""
    export: bool
    """Whether the names are exactly those of a deal in the export format."""


def _shape(names: tuple[str, ...]) -> Shape | None:
    """The shape of a game with these tags; None if the fast path cannot handle it."""
    at = {name: turn for turn, name in enumerate(names)}
    played = sum(name in at for name in PLAYED)
    if "Board" not in at or "Deal" not in at or played not in (0, 3):
        return None
    if any(n in _UNUSUAL or (n.endswith("Table") and n != _TABLE) for n in names):
        return None
    if any(name in names[:-1] for name in ("Auction", _TABLE)):  # their words come last
        return None
    if "Auction" in at and (not played or "Dealer" not in at):
        return None
    further = [name for name in (_DIGITS, _TABLE) if name in at]
    checked = tuple(name for name in names if name != _TABLE and has_form(name))
    held = tuple(name for name in _ALWAYS_HELD if name in at)
    return Shape(at, checked, held, names == (*MANDATORY, *further))


def _tags(lines: list[str], known: dict[str, tuple[str, ...]]) -> list[Any]:
    """The tags at the start of the lines, one per line; `known` caches lines that are repeated.

    None if they need a closer look.
    """
    tags = []
    for line in lines:
        tag = known.get(line)
        if tag is None:
            match = _TAG.fullmatch(line)
            if match is None:
                break
            tag = match.groups()
            if tag[1][:1] == "#" or ("\\" in tag[1] and tag[0] != _TABLE):
                return []
            if tag[0] not in _VARYING and len(known) < _MOST_LINES:
                known[line] = tag
        tags.append(tag)
    return tags


def quick(file: PbnFile, text: str) -> tuple[list[Record], Game, bool] | None:
    """The records of a game other than the first, its `game` record, and whether to omit that.

    None if the fast path cannot handle the game.
    """
    front, header, rows = text.partition(_HEADER)
    lines = (front + header).split("\n")
    tags = _tags(lines, file.lines)
    if not tags or file.standing or file.own_section is not None:
        return None
    given: dict[str, str] = dict(tags)
    names = tuple(given)
    shape = file.shapes.get(names, ...)
    if shape is ...:
        shape = file.shapes[names] = _shape(names)
    if shape is None or len(tags) > len(names) or not _BOARD.fullmatch(given["Board"]):
        return None
    board = int(given["Board"])
    if board in file.boards or (file.session is None and _names_event(given)):
        return None
    for name in shape.checked:
        if not is_fine(name, given[name]):
            return None
    hand = _deal(board, given)
    after = lines[len(tags) :]
    if hand is None or (after and (rows or names[-1] != "Auction")):
        return None
    evaluation = bids = told = None
    if _DIGITS in given or _TABLE in given:
        evaluation = _tricks(board, given, rows)
        if evaluation is None:
            return None
    if "Contract" in given:
        told = _told(given["Declarer"], given["Contract"], given["Result"])
        if told is None:
            return None
    if "Auction" in given:
        bids = _auction(board, given, " ".join(after).split())
        if bids is None:
            return None
    records = _learned(file, board, hand, evaluation, told, bids)
    held = [*shape.held, *(PLAYED if told else ())]
    if given["Deal"][0] == (given.get("Dealer") or _USUAL[board % 16][0]):
        held.append("Deal")
    held += [n for n in ("Event", "Date") if n in given and file.event_tags.get(n) == given[n]]
    for name in held:
        tags[shape.at[name]] = _HELD[name]
    file.latest.pop(id(shape), None)
    file.latest[id(shape)] = given
    file.boards.add(board)
    file.board = board
    plain = file.waiting is not None and shape.export and len(records) < 2 + bool(evaluation)
    plain = plain and "Deal" in held and (_DIGITS in given) == (_TABLE in given)
    return records, Game(board=board, tags=tags), plain and _is_plain(file, tags)


def _names_event(given: dict[str, str]) -> bool:
    """Whether a game names its event or its date."""
    return is_known(given.get("Event", "")) or date(given.get("Date", "")) is not None


def _learned(
    file: PbnFile,
    board: int,
    hand: Hand,
    evaluation: Evaluation | None,
    told: Told | tuple[()] | None,
    bids: list[Bid] | None,
) -> list[Record]:
    """The records of an ordinary game, which are also remembered in `file`."""
    records: list[Record] = [hand]
    file.hands[None, board] = hand
    if evaluation is not None:
        records.append(evaluation)
        file.evaluations[None, board] = evaluation
    if told:
        records.append(Result(board=board, declarer=told[0], contract=told[1], result=told[2]))
        file.places.add((None, None, None, board, None, None))
    if bids:
        records += bids
        file.recorded.add((None, None, None, board))
    return records


def _deal(board: int, given: dict[str, str]) -> Hand | None:
    """The hand of a board; None if deal, dealer or vulnerability are not in the export format."""
    dealt = whole_deal(given["Deal"])
    if dealt is None:
        return None
    usual, usually = _USUAL[board % 16]
    by, vulnerable = given.get("Dealer", usual), given.get("Vulnerable", usually)
    if by not in _SEATS or vulnerable not in _VULNERABLE:
        return None
    first, hands = dealt
    start = "NWSE".index(first)
    if start:
        hands = hands[start:] + hands[:start]
    return Hand(
        board=board,
        north=hands[0],
        east=hands[1],
        south=hands[2],
        west=hands[3],
        dealer=None if by == usual else by,
        vulnerable=None if vulnerable == usually else vulnerable,
    )


def _tricks(board: int, given: dict[str, str], rows: str) -> Evaluation | None:
    """Double-dummy tricks; None if they are not in the export format, or not in 20 rows."""
    digits = given.get(_DIGITS, "")
    if _DIGITS in given and not _TWENTY.fullmatch(digits):
        return None
    if _TABLE in given:
        digits = digits or "".join(f"{int(count):x}" for count in _ROW.findall(rows))
        if len(digits) != len(_ROWS) or rows != "".join(map(getitem, _ROWS, digits)):
            return None
    values = (board, *digits.encode().translate(_VALUES))
    return convert(dict(zip(_FIELDS, values, strict=True)), Evaluation)


def _auction(board: int, given: dict[str, str], words: list[str]) -> list[Bid] | None:
    """The calls of a complete, regular auction that ends in the contract; None for any other."""
    first = given["Auction"]
    if first != given["Dealer"]:
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
    agreed = (named[bidder, bid[1:]], bid + "X" * doubled) if highest >= 0 else ("", "Pass")
    return bids if over and (given["Declarer"], given["Contract"]) == agreed else None


def _is_plain(file: PbnFile, tags: list[tuple[str, ...]]) -> bool:
    """Whether other records hold all known values, as in read.py."""
    return all(
        len(tag) == 1 or (tag[1] == UNKNOWN[tag[0]] and tag[0] not in file.event_tags)
        for tag in tags
    )


@lru_cache(4096)
def _told(declarer: str, contract: str, tricks: str) -> Told | tuple[()] | None:
    """What was played; empty if that is unknown, None if it is not in the export format."""
    if contract in ("", "?"):
        return None if is_known(tricks) or is_known(declarer) else ()
    if contract == "Pass":
        return (None, PASS, None) if not declarer and not tricks else None
    match = _CONTRACT.fullmatch(contract)
    if match is None or declarer not in _SEATS or not _TAKEN.fullmatch(tricks):
        return None
    level, strain, doubled = match.groups()
    over = int(tricks) - int(level) - 6
    spelled = f"{level} {strain}" + (f" {doubled.lower()}" if doubled else "")
    return declarer, spelled, f"{over:+d}" if over else "="

"""Auctions: calls in turn, what is legal, and the contract they lead to."""

import re
from collections.abc import Sequence
from functools import lru_cache

from bmconv.bridge.boards import SIDES
from bmconv.bridge.cards import SYMBOLS
from bmconv.bridge.contracts import PASS, STRAINS, Contract

TURN = "NESW"
"""The seats in clockwise order."""
DOUBLE, REDOUBLE = "X", "XX"
SKIPPED = "SkipBid"
"""The control software's entry for a player who was passed over (guide, BiddingData)."""

Call = tuple[str, str]
"""The seat and its call: `1C` to `7NT`, X, XX, PASS or SkipBid."""

_BID = re.compile(r"([1-7])\s*(NT|[CDHSN])", re.IGNORECASE)
_WORDS = {"PASS": PASS, "P": PASS, "X": DOUBLE, "D": DOUBLE, "DBL": DOUBLE, "DOUBLE": DOUBLE}
_WORDS |= {"XX": REDOUBLE, "R": REDOUBLE, "RDBL": REDOUBLE, "REDOUBLE": REDOUBLE}
_WORDS |= {"SKIPBID": SKIPPED}
"""The standard spelling of calls that are not bids, by other spellings."""

CALLS = (
    *(f"{level}{strain}" for level in range(1, 8) for strain in STRAINS),
    *(DOUBLE, REDOUBLE, PASS, SKIPPED),
)
"""All calls in their standard spelling."""


def after(seat: str, steps: int = 1) -> str:
    """The seat a number of places clockwise from another."""
    return TURN[(TURN.index(seat) + steps) % 4]


@lru_cache(256)
def spell_call(text: str) -> str | None:
    """A call in its standard spelling; None if the text is not a call."""
    text = text.translate(SYMBOLS).strip()
    match = _BID.fullmatch(text)
    if match:
        strain = match[2].upper()
        return match[1] + ("NT" if strain == "N" else strain)
    return _WORDS.get(text.upper())


@lru_cache(64)
def rank(bid: str) -> int:
    """The rank of a bid among all 35: 0 for 1C, 34 for 7NT."""
    return (int(bid[0]) - 1) * 5 + STRAINS.index(bid[1:])


def is_bid(call: str) -> bool:
    """Whether a call is a bid, not a pass, double, redouble or skipped turn."""
    return call[:1].isdigit()


def is_over(calls: Sequence[Call]) -> bool:
    """Whether the auction has ended: four passes, or three after a bid."""
    passes = 0
    for _, call in reversed(calls):
        if call == PASS:
            passes += 1
        elif call != SKIPPED:
            break
    return passes > 3 or (passes == 3 and any(is_bid(call) for _, call in calls))


def contract_of(calls: Sequence[Call]) -> tuple[Contract | None, str]:
    """The contract and its declarer; None and an empty declarer if nobody bid."""
    bids = (index for index, (_, call) in enumerate(calls) if is_bid(call))
    last = max(bids, default=None)
    if last is None:
        return None, ""
    seat, bid = calls[last]
    doubled = 0
    for _, call in calls[last + 1 :]:
        doubled = {DOUBLE: 1, REDOUBLE: 2}.get(call, doubled)
    side = SIDES[seat]
    first = (s for s, call in calls if SIDES[s] == side and is_bid(call) and call[1:] == bid[1:])
    return Contract(int(bid[0]), bid[1:], doubled), next(first)


def is_insufficient(call: str, before: Sequence[Call]) -> bool:
    """Whether a bid is not higher than the last one."""
    if not is_bid(call):
        return False
    last = next((bid for _, bid in reversed(before) if is_bid(bid)), None)
    return last is not None and rank(call) <= rank(last)


def is_inadmissible(call: Call, before: Sequence[Call]) -> bool:
    """Whether a call is a double without a bid of the opponents, or a redouble without a double."""
    seat, double = call
    if double not in (DOUBLE, REDOUBLE):
        return False
    for other_seat, last_call in reversed(before):
        if last_call not in (PASS, SKIPPED):
            fits = last_call == DOUBLE if double == REDOUBLE else is_bid(last_call)
            return not fits or SIDES[other_seat] == SIDES[seat]
    return True

"""Par: the result of a board when both sides bid as well as possible with all cards in view.

A side that cannot make its contract is always doubled. Whoever bids last plays, so the auction is
solved from 7NT downwards: after each bid the other side passes, or takes its best higher bid.
"""

import re
from functools import lru_cache
from itertools import product
from typing import NamedTuple

from bmconv.bridge.boards import dealer, is_vulnerable, vulnerability
from bmconv.bridge.cards import SEATS
from bmconv.bridge.contracts import (
    PASS,
    STRAINS,
    Contract,
    parse_contract,
    parse_tricks,
    spell_over,
)
from bmconv.bridge.scores import score
from bmconv.records import Evaluation, Hand

STRAIN_NAMES = dict(zip(STRAINS, ("clubs", "diamonds", "hearts", "spades", "notrump"), strict=True))
"""The names of strains in the fields of an evaluation."""
_BIDS = tuple((level, strain) for level, strain in product(range(1, 8), STRAINS))
"""All bids, in ascending order."""
_SIDES = ("NS", "EW")
_OTHER = {"NS": "EW", "EW": "NS"}
"""The opponents of each side."""

_ONE_CONTRACT = "(?:NS|EW|[NESW]) [1-7](?:NT|[SHDC])X{0,2}(?:=|[+-][1-9][0-9]?)?"
PAR_CONTRACTS = f"{PASS}|{_ONE_CONTRACT}(?:; {_ONE_CONTRACT})*"
"""A regular expression for the standard spelling of the contracts of a par."""
# other programs' spellings:
_PASSED_OUT = r"(?i)(?:(?:N-?S|E-?W)\s+)?pass(?:ed out)?"
_PAR_CONTRACT = r"(?i)(N-?S|E-?W|[NESW])\s+([1-7]\s*(?:NT?|[SHDC])\s*X{0,2})\s*(=|[+-]\d{1,2})?"


class ParContract(NamedTuple):
    """A contract that gives the par score."""

    contract: Contract
    declarers: str
    """The seats of the side that take most tricks as declarer, such as `N` or `NS`."""
    tricks: int
    """The number of overtricks; undertricks are negative."""

    def __str__(self) -> str:
        return _spell(self.declarers, self.contract, self.tricks)


class Par(NamedTuple):
    """The par of a board."""

    score: int
    """The N-S score."""
    contracts: tuple[ParContract, ...]
    """The lowest contract in each strain that gives this score; empty if passed out."""

    def contracts_text(self) -> str:
        """The contracts in the standard spelling: `NS 4SX-1; NS 5CX-1`, or `PASS`."""
        return "; ".join(map(str, self.contracts)) or PASS


def spell_par_contracts(text: str) -> str | None:
    """The standard spelling of the contracts of a par; None if the text is not contracts."""
    parts = re.split(r"\s*[;,]\s*", text.strip().rstrip(";,"))
    if re.fullmatch(_PASSED_OUT, parts[0]) and len(parts) == 1:
        return PASS
    spellings = []
    for part in parts:
        match = re.fullmatch(_PAR_CONTRACT, part)
        contract = parse_contract(match[2]) if match else None
        if match is None or contract is None:
            return None
        declarers, tricks = match[1].upper().replace("-", ""), parse_tricks(match[3] or "")
        spellings.append(_spell(declarers, contract, tricks))
    return "; ".join(spellings)


def _spell(declarers: str, contract: Contract, tricks: int | None) -> str:
    """The standard spelling of one contract: `NS 4SX-1`."""
    over = "" if tricks is None else spell_over(tricks)
    return f"{declarers} {contract.level}{contract.strain}{'X' * contract.doubled}{over}"


def par(evaluation: Evaluation, vulnerable: str, dealer: str) -> Par | None:
    """The par of a board; None unless the tricks of all four hands in all strains are known."""
    tricks = tuple(
        getattr(evaluation, f"{seat}_{name}") for name in STRAIN_NAMES.values() for seat in SEATS
    )
    if not all(isinstance(count, int) and 0 <= count <= 13 for count in tricks):
        return None
    return _par(tricks, vulnerable, "EW" if dealer in ("E", "W") else "NS")


@lru_cache(256)
def _par(tricks: tuple[int, ...], vulnerable: str, first: str) -> Par:
    """The par for tricks by strain and seat; `first` is the dealer's side."""
    taken = dict(zip(product(STRAINS, "NESW"), tricks, strict=True))
    worth = {side: _worth(side, taken, vulnerable) for side in _SIDES}
    best: dict[str, int | None] = dict.fromkeys(_SIDES)
    """The N-S score that each side can reach by bidding above the current bid; None above 7NT."""
    for bid in reversed(range(len(_BIDS))):
        # the side that makes this bid plays it, unless the other side does better by bidding on
        after_bid = {
            side: _better(_OTHER[side], worth[side][bid], best[_OTHER[side]]) for side in _SIDES
        }
        best = {side: _better(side, after_bid[side], best[side]) for side in _SIDES}
    # dealer's side bids or passes; then the other side bids, or the board is passed out
    second = _OTHER[first]
    after_pass = _better(second, 0, best[second])
    value = _better(first, after_pass, best[first])
    return Par(value, _contracts(value, worth, taken))


def _worth(side: str, taken: dict[tuple[str, str], int], vulnerable: str) -> list[int]:
    """The N-S score of every bid if a side plays it, doubled if it fails."""
    side_vulnerable, sign = is_vulnerable(side, vulnerable), 1 if side == "NS" else -1
    scores = []
    for level, strain in _BIDS:
        over = max(taken[strain, seat] for seat in side) - level - 6
        contract = Contract(level, strain, int(over < 0))
        scores.append(sign * score(contract, over, vulnerable=side_vulnerable))
    return scores


def _better(side: str, value: int, other: int | None) -> int:
    """The N-S score that a side prefers: `value` or, unless it is None, `other`."""
    if other is None:
        return value
    return max(value, other) if side == "NS" else min(value, other)


def _contracts(
    value: int, worth: dict[str, list[int]], taken: dict[tuple[str, str], int]
) -> tuple[ParContract, ...]:
    """The lowest bid of each strain that gives the value and that the other side lets stand."""
    contracts: dict[tuple[str, str], ParContract] = {}
    for side in _SIDES if value else ():
        other = _OTHER[side]
        better = [bid for bid, gained in enumerate(worth[other]) if _gains(other, gained, value)]
        # over a contract below the highest of its better bids, the other side would bid on
        for bid in range(max(better, default=0), len(_BIDS)):
            level, strain = _BIDS[bid]
            if worth[side][bid] == value and (side, strain) not in contracts:
                most = max(taken[strain, seat] for seat in side)
                declarers = "".join(seat for seat in side if taken[strain, seat] == most)
                over = most - level - 6
                contract = Contract(level, strain, int(over < 0))
                contracts[side, strain] = ParContract(contract, declarers, over)
    return tuple(contracts.values())


def _gains(side: str, value: int, other: int) -> bool:
    """Whether a side strictly prefers the first N-S score."""
    return value > other if side == "NS" else value < other


def par_of_board(evaluation: Evaluation, hand: Hand | None) -> Par | None:
    """The par of a board, with the usual dealer and vulnerability unless the hand states them."""
    board = evaluation.board
    if not board or board < 1:
        return None
    vulnerable = (hand and hand.vulnerable) or vulnerability(board)
    return par(evaluation, vulnerable, (hand and hand.dealer) or dealer(board))

"""What follows from a value that `set` gives a result: the fields that belong together."""

from collections.abc import Set

from bmconv.bridge.boards import SIDES
from bmconv.bridge.contracts import impossible, parse_contract, parse_tricks
from bmconv.bridge.outcomes import declaring_pair, outcome
from bmconv.errors import DataError
from bmconv.records import Result


def settle(result: Result, said: Set[str], target: str) -> None:
    """Keep declarer's seat and pair together, and refuse tricks that the contract cannot give."""
    pairs = {"NS": result.pair_ns, "EW": result.pair_ew}
    if outcome(result).wrong_direction:
        pairs = {"NS": result.pair_ew, "EW": result.pair_ns}
    side = SIDES.get(result.declarer or "")
    if "declarer_pair" in said and "declarer" not in said:
        if result.declarer_pair and all(pairs.values()):
            sides = [name for name, pair in pairs.items() if pair == result.declarer_pair]
            if not sides:
                there = f"{result.pair_ns} or {result.pair_ew}"
                raise DataError(f"{target!r}: expected pair {there}, who play there")
            if side not in sides:
                result.declarer = sides[0]  # which of the two is not known
    elif said & {"declarer", "pair_ns", "pair_ew"} and "declarer_pair" not in said:
        if pair := declaring_pair(result):
            result.declarer_pair = pair
        elif "declarer" in said and not side:
            result.declarer_pair = None
    if said & {"contract", "result"} and result.contract and result.result:
        contract, tricks = parse_contract(result.contract), parse_tricks(result.result)
        if contract and tricks is not None and impossible(contract, tricks):
            raise DataError(
                f"{target!r}: {result.contract} {result.result} is impossible: "
                "set contract and result together"
            )

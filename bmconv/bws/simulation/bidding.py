"""Make up an auction that leads to a given contract."""

import random

from bmconv.bridge.auction import DOUBLE, REDOUBLE, Call, after
from bmconv.bridge.boards import SIDES
from bmconv.bridge.contracts import PASS
from bmconv.bws.simulation.play import PlayedContract


def auction(reached: PlayedContract, dealer: str, dice: random.Random) -> list[Call]:
    """Calls from the dealer on: the declaring side bids its strain up, its opponents never bid."""
    contract = reached.contract
    if contract is None:
        return [(after(dealer, turn), PASS) for turn in range(4)]
    between = [level for level in range(1, contract.level) if dice.random() < 0.5]
    bids = [f"{level}{contract.strain}" for level in (*between, contract.level)]
    wanted = [*bids, *(DOUBLE, REDOUBLE)[: contract.doubled]]
    calls: list[Call] = []
    seat, passes = dealer, 0
    while wanted or passes < 3:
        ours = SIDES[seat] == SIDES[reached.declarer]
        begun = any(call != PASS for _, call in calls)
        may_bid = ours and (begun or seat == reached.declarer)
        if wanted and (not ours if wanted[0] == DOUBLE else may_bid):
            calls.append((seat, wanted.pop(0)))
            passes = 0
        else:
            calls.append((seat, PASS))
            passes += 1
        seat = after(seat)
    return calls

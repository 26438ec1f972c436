"""Mitchells: N-S pairs stay, E-W pairs move up a table each round, board sets move down one.

Pairs 1 to N start N-S at the tables of their number; E-W at table 1 starts pair N + 1.
"""

from bmconv.movements.plan import Sitting


def straight(
    tables: int, rounds: int, skip_after: int | None = None, relay_after: int | None = None
) -> list[Sitting]:
    """A plan in which every E-W pair moves up one table after each round.

    Alone it is sound for an odd number of tables, or for half the rounds. E-W pairs skip a table
    after round `skip_after`; a board set rests between table `relay_after` and the next table.
    """
    plan = []
    for round in range(1, rounds + 1):
        for table in range(1, tables + 1):
            steps = round - 1 + (skip_after is not None and round > skip_after)
            shift = round - 1 + (relay_after is not None and table > relay_after)
            ew = tables + 1 + (table - 1 - steps) % tables
            plan.append(Sitting(round, table, table, ew, 1 + (table - 1 + shift) % tables))
    return plan


def skip(tables: int, rounds: int) -> list[Sitting]:
    """A plan for an even number of tables: after half the rounds E-W pairs skip a table, once."""
    return straight(tables, rounds, skip_after=tables // 2)


def share_and_relay(tables: int, rounds: int) -> list[Sitting]:
    """A plan for an even number of tables: the first and the last table share boards, and a board
    set rests between the two tables in the middle."""
    return straight(tables, rounds, relay_after=tables // 2)


def switch_arrows(plan: list[Sitting], rounds: int) -> list[Sitting]:
    """The plan with arrow switches in the last rounds: both pairs of each table change sides."""
    last = max(at.round for at in plan)
    return [
        at._replace(ns=at.ew, ew=at.ns, switched=True) if at.round > last - rounds else at
        for at in plan
    ]


def usual_switches(rounds: int) -> int:
    """The usual number of switched rounds: an eighth, at least one, but not the only round."""
    return max(1, (rounds + 4) // 8) if rounds > 1 else 0

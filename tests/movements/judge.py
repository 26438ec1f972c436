"""Judges a session by its round records alone; knows nothing about how movements are made."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from bmconv.records import Record


class Verdict(NamedTuple):
    """What is wrong with a session, and how it is played."""

    wrong: list[str]
    shared: Counter
    """Boards at several tables in a round: for each round, how many tables too many."""
    played: dict
    """The number of rounds that each contestant plays."""
    meetings: int
    boards: set


def judge(records: Iterable[Record]) -> Verdict:
    """Everybody sits once a round, meets nobody twice, and plays no board twice."""
    records = list(records)
    (section,) = [r for r in records if type(r).__name__ == "Section"]
    rounds = [r for r in records if type(r).__name__ == "Round"]
    missing = section.missing_pair or 0
    wrong: list[str] = []
    seated, met, board_of = Counter(), Counter(), Counter()
    at_once = defaultdict(list)
    played: dict = Counter()
    for r in rounds:
        both = [n for n in (r.ns_pair, r.ew_pair) if n]
        for pair in both:
            seated[r.round, pair] += 1
            played[pair] += 0
        if len(both) < 2 or missing in both:
            if len(both) < 2 and (r.low_board or r.high_board):
                wrong.append(f"boards without opponents in round {r.round} at table {r.table}")
            continue
        met[frozenset(both)] += 1
        boards = range(r.low_board, r.high_board + 1)
        if not boards:
            wrong.append(f"no boards in round {r.round} at table {r.table}")
        for pair in both:
            played[pair] += 1
            for board in boards:
                board_of[pair, board] += 1
        for board in boards:
            at_once[r.round, board].append(r.table)
    wrong += [f"pair {p} twice in round {n}" for (n, p), times in seated.items() if times > 1]
    wrong += [f"{sorted(pairs)} meet twice" for pairs, times in met.items() if times > 1]
    wrong += [f"pair {p} plays board {b} twice" for (p, b), n in board_of.items() if n > 1]
    wrong += tables_of(records, section, rounds)
    shared = Counter()
    for (number, _), tables in at_once.items():
        if len(tables) > 1:
            shared[number] = max(shared[number], len(tables) - 1)
    played.pop(missing, None)
    return Verdict(wrong, shared, dict(played), len(met), {b for _, b in at_once})


def tables_of(records: list, section: Record, rounds: list) -> list[str]:
    """Every table exists, with four seats and with every round once."""
    tables = [r.table for r in records if type(r).__name__ == "Table"]
    last = max(r.round for r in rounds)
    wrong = []
    if tables != list(range(1, section.tables + 1)):
        wrong.append(f"tables {tables}, section of {section.tables}")
    for table in tables:
        if sorted(r.round for r in rounds if r.table == table) != list(range(1, last + 1)):
            wrong.append(f"rounds of table {table}")
        seats = sorted(
            r.direction for r in records if type(r).__name__ == "Seat" and r.table == table
        )
        if seats != ["E", "N", "S", "W"]:
            wrong.append(f"seats of table {table}")
    return wrong

"""Checks movements by their records alone, independently of the code that makes them."""

from collections import Counter, defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from bmconv.records import Record


class Verdict(NamedTuple):
    """What is wrong with a movement, and figures about it."""

    wrong: list[str]
    shared: Counter
    """By round, how many tables more than one play the same board, at most."""
    played: dict
    """The number of rounds that each contestant plays."""
    meetings: int
    boards: set


def judge(records: Iterable[Record]) -> Verdict:
    """Check pairs: each sits once a round, meets no pair twice, and plays no board twice."""
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
    wrong += faults_of_tables(records, section, rounds)
    shared = Counter()
    for (number, _), tables in at_once.items():
        if len(tables) > 1:
            shared[number] = max(shared[number], len(tables) - 1)
    played.pop(missing, None)
    return Verdict(wrong, shared, dict(played), len(met), {b for _, b in at_once})


def faults_of_tables(records: list, section: Record, rounds: list) -> list[str]:
    """What is wrong with the tables: each must have four seats and every round once."""
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


def judge_teams(records: Iterable[Record]) -> Verdict:
    """Check teams: N-S at one table of a match and E-W at the other, with the same boards."""
    records = list(records)
    (section,) = [r for r in records if type(r).__name__ == "Section"]
    rounds = [r for r in records if type(r).__name__ == "Round"]
    group = {r.table: r.group for r in records if type(r).__name__ == "Table"}
    at = {(r.round, r.table): r for r in rounds}
    wrong = faults_of_tables(records, section, rounds)
    sizes = Counter(group.values())
    wrong += [f"group {g} of {n} tables" for g, n in sizes.items() if n != 2]
    sides, met, board_of, played = Counter(), Counter(), Counter(), Counter()
    at_once = defaultdict(set)
    for r in rounds:
        sides.update((r.round, side, team) for side, team in (("N", r.ns_pair), ("E", r.ew_pair)))
        for team in filter(None, (r.ns_pair, r.ew_pair)):
            played[team] += 0
        if not (r.ns_pair and r.ew_pair):
            if r.low_board or r.high_board or r.mates_table:
                wrong.append(f"boards without opponents in round {r.round} at table {r.table}")
            continue
        mates = at[r.mates_round, r.mates_table]
        mirror = (r.ew_pair, r.ns_pair, r.low_board, r.high_board)
        if (mates.ns_pair, mates.ew_pair, mates.low_board, mates.high_board) != mirror:
            wrong.append(f"round {r.round} table {r.table}: the mates play something else")
        if mates.round != r.round or group[mates.table] != group[r.table]:
            wrong.append(f"round {r.round} table {r.table}: mates of another group or round")
        met[frozenset((r.ns_pair, r.ew_pair))] += 1
        played[r.ns_pair] += 1
        for board in range(r.low_board, r.high_board + 1):
            board_of[r.ns_pair, board] += 1
            at_once[r.round, board].add(group[r.table])
    wrong += [f"{who} twice" for who, n in sides.items() if n > 1 and who[2]]
    wrong += [f"{sorted(two)} meet again" for two, n in met.items() if n != 2]
    wrong += [f"team {t} plays board {b} twice" for (t, b), n in board_of.items() if n > 1]
    shared = Counter()
    for (number, _), groups in at_once.items():
        if len(groups) > 1:
            shared[number] = max(shared[number], len(groups) - 1)
    return Verdict(wrong, shared, dict(played), len(met), {b for _, b in at_once})


def judge_individual(records: Iterable[Record]) -> tuple[list[str], Counter, Counter]:
    """Check individuals: each plays every round and no board twice.

    Also counts how often two players are partners, and opponents.
    """
    records = list(records)
    (section,) = [r for r in records if type(r).__name__ == "Section"]
    rounds = [r for r in records if type(r).__name__ == "Round"]
    wrong = faults_of_tables(records, section, rounds)
    partners, opponents, board_of = Counter(), Counter(), Counter()
    everybody = set(range(1, 4 * section.tables + 1))
    for number in {r.round for r in rounds}:
        here = [r for r in rounds if r.round == number]
        players = [p for r in here for p in (r.ns_pair, r.south, r.ew_pair, r.west)]
        if sorted(players) != sorted(everybody):
            wrong.append(f"round {number}: {players}")
    for r in rounds:
        ns, ew = (r.ns_pair, r.south), (r.ew_pair, r.west)
        partners.update((frozenset(ns), frozenset(ew)))
        opponents.update(frozenset((a, b)) for a in ns for b in ew)
        for board in range(r.low_board, r.high_board + 1):
            board_of.update((player, board) for player in (*ns, *ew))
    wrong += [f"{who} again" for who, n in board_of.items() if n > 1]
    return wrong, partners, opponents

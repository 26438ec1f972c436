"""Teams: a round robin of matches, each at two tables that share their boards.

The matches are the tables of a Howell, so each board set is in one match at a time. Tables 1 and 2
are always one match, 3 and 4 another, which is all that a .bws can express (Tables.Group). With an
odd number of teams, one sits out each round, at the last two tables.
"""

from collections.abc import Iterable, Iterator

from bmconv.bridge.scoring_methods import TEAMS_TYPE
from bmconv.movements.howell import howell
from bmconv.movements.plan import Sitting
from bmconv.records import Record, Round, Section, Table


def round_robin(teams: int, rounds: int) -> list[Sitting]:
    """The two tables of every match: each team sits N-S at one and E-W at the other."""
    matches = (teams + 1) // 2
    nobody = 2 * matches if teams % 2 else 0
    plan = []
    for at in howell(matches, rounds):
        match = _match_number(at.table, matches, _bye(matches, rounds, nobody))
        one, two = (0 if team == nobody else team for team in (at.ns, at.ew))
        board_set = at.board_set if one and two else 0
        plan.append(Sitting(at.round, 2 * match - 1, one, two, board_set))
        plan.append(Sitting(at.round, 2 * match, two, one, board_set))
    return plan


def _bye(matches: int, rounds: int, nobody: int) -> int:
    """The table of the Howell where `nobody` stays and a team sits out; 0 if all teams play."""
    first = (at for at in howell(matches, rounds) if at.round == 1)
    return next((at.table for at in first if nobody and nobody in (at.ns, at.ew)), 0)


def _match_number(table: int, matches: int, bye: int) -> int:
    """The number of the match at a table of the Howell, once the table of the bye is put last."""
    if not bye:
        return table
    return matches if table == bye else table - (table > bye)


def with_mates(records: Iterable[Record]) -> Iterator[Record]:
    """The records of a session in which tables 1 and 2 are a match, 3 and 4 another, and so on."""
    for record in records:
        if isinstance(record, Section):
            record.scoring_type = TEAMS_TYPE
        elif isinstance(record, Table):
            record.group = ((record.table or 0) + 1) // 2
        elif isinstance(record, Round) and record.ns_pair and record.ew_pair:
            record.mates_section = record.section
            record.mates_table = _other_table(record.table or 0)
            record.mates_round = record.round
        yield record


def _other_table(table: int) -> int:
    """The other table of a match."""
    return table + 1 if table % 2 else table - 1

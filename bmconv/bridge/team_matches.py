"""Find the two tables of a team match: they share a group, or their rounds name each other."""

from collections import defaultdict
from collections.abc import Iterable

from bmconv.records import Round, Table

TablePlace = tuple[int | None, int | None]
"""Section and table."""
Mates = dict[TablePlace, TablePlace]
"""For each table of a match, the other table."""


def mates_by_group(tables: Iterable[Table]) -> tuple[Mates, dict[int, list[TablePlace]]]:
    """The tables that share a group with one other (guide, Tables), and groups of other sizes."""
    groups: dict[int, list[TablePlace]] = defaultdict(list)
    for table in tables:
        if table.group:
            groups[table.group].append((table.section, table.table))
    mates: Mates = {}
    for places in groups.values():
        if len(places) == 2:
            mates |= {places[0]: places[1], places[1]: places[0]}
    return mates, {group: places for group, places in groups.items() if len(places) != 2}


def mates_by_round(rounds: Iterable[Round]) -> tuple[Mates, list[TablePlace]]:
    """The tables that play one match in all rounds, at the same time; and tables that do not."""
    others: dict[TablePlace, set[TablePlace]] = defaultdict(set)
    at_other_times: set[TablePlace] = set()
    for round in rounds:
        if round.mates_table:
            here = (round.section, round.table)
            others[here].add((round.mates_section or round.section, round.mates_table))
            if round.mates_round not in (None, round.round):
                at_other_times.add(here)
    mates: Mates = {}
    for here, mates_here in others.items():
        other = next(iter(mates_here))
        mutual = mates_here == {other} and other != here and others.get(other) == {here}
        if mutual and not at_other_times & {here, other}:
            mates[here] = other
    return mates, [place for place in others if place not in mates]

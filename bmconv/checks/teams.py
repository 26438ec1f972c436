"""Rules of `check`: groups of tables, team matches, and East-West moving before play."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from bmconv.bridge.limits import GROUP
from bmconv.checks.findings import ERROR, WARNING, Checked, Finding, Rule
from bmconv.records import Round, Section, Table

TEAMS = 4
"""The ScoringType of a team game."""


def group_range(c: Checked) -> Iterator[Finding]:
    """Groups are from 0 to 127."""
    for table in c.event.of(Table):
        if not 0 <= (table.group or 0) <= GROUP:
            yield c.find(ERROR, "group", table, f"table group{{s}} outside 0-{GROUP}", table.group)


def matches(c: Checked) -> Iterator[Finding]:
    """The two tables of a team match share a group with no others; it can span sections.

    If rounds give the table of the team mates, groups do not matter.
    """
    teams = {section.id for section in c.event.of(Section) if section.scoring_type == TEAMS}
    teams -= {round.section for round in c.event.of(Round) if round.mates_table}
    groups: dict[int, list[Table]] = defaultdict(list)
    for table in c.event.of(Table):
        if table.section in teams:
            groups[table.group or 0].append(table)
    for table in groups.pop(0, ()):
        yield c.find(
            WARNING, "match-without-group", table, "table{s} of a team game without a group"
        )
    for group, tables in groups.items():
        if len(tables) != 2:
            text = "group{s} of a team game without exactly two tables"
            have = ", ".join(f"{c.event.letter(t.section)}{t.table}" for t in tables[:6])
            value = f"group {group}: {have}{', ...' if len(tables) > 6 else ''}"
            yield c.find(WARNING, "match-tables", tables[0], text, value)


def ew_move(c: Checked) -> Iterator[Finding]:
    """EWMoveBeforePlay is not more than the number of tables."""
    for section in c.event.of(Section):
        tables = len(c.event.tables(section.id)) or section.tables
        if tables is not None and abs(section.ew_move_before_play or 0) > tables:
            text = "section{s} with EWMoveBeforePlay beyond the tables"
            value = f"{section.ew_move_before_play} of {tables} tables"
            yield c.find(ERROR, "ew-move", section, text, value)


RULES: tuple[Rule, ...] = (group_range, matches, ew_move)

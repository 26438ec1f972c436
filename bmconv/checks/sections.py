"""Rules of `check`: sections with their tables and groups, and what refers to them."""

from collections import defaultdict
from collections.abc import Iterator

from bmconv import records as rec
from bmconv.bridge.scoring_methods import TEAMS_TYPE
from bmconv.checks.findings import ERROR, INFO, WARNING, CheckedEvent, Finding

_OF_SECTIONS: dict[type[rec.Record], str] = {rec.Table: ERROR, rec.Round: ERROR}
_OF_SECTIONS |= dict.fromkeys((rec.Seat, rec.Hand, rec.Evaluation, rec.Settings), WARNING)
"""Record types, and the level of a finding if the section of a record does not exist."""


def repeated_letters(checked: CheckedEvent) -> Iterator[Finding]:
    """No two sections have the same letter."""
    taken: dict[str, rec.Section] = {}
    for section in checked.event.of(rec.Section):
        letter = checked.event.letter(section.id)
        other = taken.setdefault(letter.upper(), section)
        if other is not section:
            value = f"{letter} of ids {other.id} and {section.id}"
            yield checked.find(
                ERROR, "section-letter-twice", section, "section letter{s} used twice", value
            )


def known_sections(checked: CheckedEvent) -> Iterator[Finding]:
    """Records belong to sections that exist; tables and rounds of other sections are errors."""
    known = {section.id for section in checked.event.of(rec.Section)}
    if not known:
        return
    for kind, level in _OF_SECTIONS.items():
        for record in checked.event.of(kind):
            section = getattr(record, "section", None)
            if section in known or (section is None and level == WARNING):
                continue
            # In real files a single row of settings, for all sections, can have section 0.
            if section or kind is not rec.Settings or len(checked.event.of(rec.Settings)) > 1:
                text = f"{rec.type_name(record)} record{{s}} of a section that does not exist"
                yield checked.find(level, "unknown-section", record, text, section)


def known_tables(checked: CheckedEvent) -> Iterator[Finding]:
    """Rounds and seats are at tables that exist."""
    known = {(table.section, table.table) for table in checked.event.of(rec.Table)}
    if not known:
        return
    for round in checked.event.of(rec.Round):
        if (round.section, round.table) not in known:
            text = "round{s} at a table that does not exist"
            yield checked.find(ERROR, "unknown-table", round, text, round.table)
    for seat in checked.event.of(rec.Seat):
        if (seat.section, seat.table) not in known:
            text = "seat{s} at a table that does not exist"
            yield checked.find(WARNING, "unknown-table", seat, text, seat.table)


def inferred_winners(checked: CheckedEvent) -> Iterator[Finding]:
    """Report sections that were assumed to have two winners."""
    for section in checked.event.of(rec.Section):
        teams = any(round.ns_team for round in checked.event.rounds(section.id))  # ranked as teams
        if (
            not teams
            and section.winners not in (1, 2)
            and checked.event.winners(section.id).by_side
        ):
            text = "section{s} taken to have two winners: N-S and E-W share numbers"
            yield checked.find(INFO, "winners-inferred", section, text, 2)


def winners_by_results(checked: CheckedEvent) -> Iterator[Finding]:
    """Report sections whose results and movement show different numbers of winners."""
    for section in checked.event.of(rec.Section):
        winners = checked.event.winners(section.id)
        if winners.against_movement:
            text = "section{s} whose number of winners follows from the results"
            value = f"{winners.number}, {winners.explanation()}"
            yield checked.find(INFO, "winners-by-results", section, text, value)


def matches(checked: CheckedEvent) -> Iterator[Finding]:
    """The two tables of a team match share a group with no others; a group can span sections.

    If rounds give the table of the team mates, groups do not matter.
    """
    sections = checked.event.of(rec.Section)
    teams = {section.id for section in sections if section.scoring_type == TEAMS_TYPE}
    teams -= {round.section for round in checked.event.of(rec.Round) if round.mates_table}
    groups: dict[int, list[rec.Table]] = defaultdict(list)
    for table in checked.event.of(rec.Table):
        if table.section in teams:
            groups[table.group or 0].append(table)
    for table in groups.pop(0, ()):
        yield checked.find(
            WARNING, "match-without-group", table, "table{s} of a team game without a group"
        )
    for group, tables in groups.items():
        if len(tables) != 2:
            text = "group{s} of a team game without exactly two tables"
            have = ", ".join(f"{checked.event.letter(t.section)}{t.table}" for t in tables[:6])
            value = f"group {group}: {have}{', ...' if len(tables) > 6 else ''}"
            yield checked.find(WARNING, "match-tables", tables[0], text, value)


def ew_move(checked: CheckedEvent) -> Iterator[Finding]:
    """EWMoveBeforePlay is not more than the number of tables."""
    for section in checked.event.of(rec.Section):
        tables = len(checked.event.tables(section.id)) or section.tables
        if tables is not None and abs(section.ew_move_before_play or 0) > tables:
            text = "section{s} with EWMoveBeforePlay above the number of tables"
            value = f"{section.ew_move_before_play} of {tables} tables"
            yield checked.find(ERROR, "ew-move", section, text, value)

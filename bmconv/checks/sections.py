"""Rules of `check`: sections, and the records that refer to them and to their tables."""

from __future__ import annotations

from collections.abc import Iterator

from bmconv.bridge.limits import SECTION_ID
from bmconv.bridge.movements import ordinal
from bmconv.checks.findings import ERROR, INFO, WARNING, Checked, Finding, Rule
from bmconv.records import (
    Evaluation,
    Hand,
    Record,
    Round,
    Seat,
    Section,
    Session,
    Settings,
    Table,
    type_name,
)

_OF_SECTIONS: dict[type[Record], str] = {Table: ERROR, Round: ERROR}
_OF_SECTIONS |= dict.fromkeys((Seat, Hand, Evaluation, Settings), WARNING)


def ids(c: Checked) -> Iterator[Finding]:
    """Ids are from 1 to 78 (guide, Section)."""
    for section in c.event.of(Section):
        if not 1 <= (section.id or 0) <= SECTION_ID:
            text = f"section id{{s}} outside 1-{SECTION_ID}"
            yield c.find(ERROR, "section-id", section, text, section.id)


def section_letters(c: Checked) -> Iterator[Finding]:
    """Letters are A to Z, AA to ZZ, AAA to ZZZ; the Pro has only A to Z. Each is used once."""
    taken: dict[str, Section] = {}
    most = "Z" * -(-c.limits.sections // 26)
    for section in c.event.of(Section):
        letter = c.event.letter(section.id)
        number = ordinal(letter)
        if section.letter and (number is None or number > c.limits.sections):
            text = f"section letter{{s}} not one of A to {most} ({c.limits.name})"
            yield c.find(ERROR, "section-letter", section, text, letter)
        other = taken.setdefault(letter.upper(), section)
        if other is not section:
            value = f"{letter} of ids {other.id} and {section.id}"
            yield c.find(
                ERROR, "section-letter-twice", section, "section letter{s} used twice", value
            )


def documented_values(c: Checked) -> Iterator[Finding]:
    """Winners is 0 to 2 and ScoringType 1 to 4; 0 means not set."""
    for section in c.event.of(Section):
        if not 0 <= (section.winners or 0) <= 2:
            yield c.find(ERROR, "winners", section, "Winners value{s} outside 0-2", section.winners)
        if not 0 <= (section.scoring_type or 0) <= 4:
            text = "ScoringType value{s} outside 1-4"
            yield c.find(ERROR, "scoring-type", section, text, section.scoring_type)


def sessions(c: Checked) -> Iterator[Finding]:
    """A section's session exists."""
    known = {session.id for session in c.event.of(Session)}
    for section in c.event.of(Section):
        if known and section.session is not None and section.session not in known:
            text = "section{s} of a session that does not exist"
            yield c.find(ERROR, "unknown-session", section, text, section.session)


def known_sections(c: Checked) -> Iterator[Finding]:
    """Records belong to sections that exist; for those of a movement a lack is an error."""
    known = {section.id for section in c.event.of(Section)}
    if not known:
        return
    for kind, level in _OF_SECTIONS.items():
        for record in c.event.of(kind):
            section = getattr(record, "section", None)
            if section in known or (section is None and level == WARNING):
                continue
            # In real files a row of settings for all sections has section 0.
            if section or kind is not Settings or len(c.event.of(Settings)) > 1:
                text = f"{type_name(record)} record{{s}} of a section that does not exist"
                yield c.find(level, "unknown-section", record, text, section)


def known_tables(c: Checked) -> Iterator[Finding]:
    """Rounds and seats are at tables that exist."""
    known = {(table.section, table.table) for table in c.event.of(Table)}
    if not known:
        return
    for round in c.event.of(Round):
        if (round.section, round.table) not in known:
            text = "round{s} at a table that does not exist"
            yield c.find(ERROR, "unknown-table", round, text, round.table)
    for seat in c.event.of(Seat):
        if (seat.section, seat.table) not in known:
            text = "seat{s} at a table that does not exist"
            yield c.find(WARNING, "unknown-table", seat, text, seat.table)


def winners_inferred(c: Checked) -> Iterator[Finding]:
    """Report where two winners were assumed."""
    for section in c.event.of(Section):
        if section.winners not in (1, 2) and c.event.winners(section.id).by_side:
            text = "section{s} taken to have two winners: N-S and E-W share numbers"
            yield c.find(INFO, "winners-inferred", section, text, 2)


def winners_by_results(c: Checked) -> Iterator[Finding]:
    """Report where results and movement show different numbers of winners."""
    for section in c.event.of(Section):
        found = c.event.winners(section.id)
        if found.against_movement:
            text = "section{s} whose number of winners is that of the results"
            value = f"{found.number}, {found.reason}"
            yield c.find(INFO, "winners-by-results", section, text, value)


RULES: tuple[Rule, ...] = (
    ids,
    section_letters,
    documented_values,
    sessions,
    known_sections,
    known_tables,
    winners_inferred,
    winners_by_results,
)

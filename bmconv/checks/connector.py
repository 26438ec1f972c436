"""Rules of `check --for bcs5`: what the Data Connector requires beyond the guide.

Only what can be checked in records; the documents are checked where they are made.
"""

from collections.abc import Iterator
from itertools import pairwise

from bmconv.bridge.movements import boards_of
from bmconv.bridge.scoring_methods import TEAMS_TYPE
from bmconv.checks.findings import ERROR, WARNING, CheckedEvent, Finding
from bmconv.records import Round, Seat, Section, Session


def sections(c: CheckedEvent) -> Iterator[Finding]:
    """Winners is 1 or 2 or can be inferred; a missing pair is E-W only with two winners."""
    for section in c.event.of(Section):
        if section.winners not in (1, 2):
            text = "section{s} without Winners 1 or 2"
            level = WARNING if c.event.rounds(section.id) else ERROR
            yield c.find(level, "winners-unset", section, text, section.winners)
        winners = c.event.winners(section.id).number
        if section.missing_pair and section.missing_side == "EW" and winners != 2:
            text = "section{s} with a missing E-W pair and not two winners"
            yield c.find(ERROR, "missing-side", section, text, section.missing_pair)
        groups = sorted({table.group or 0 for table in c.event.tables(section.id)})
        if len(groups) > 1 and section.scoring_type != TEAMS_TYPE:
            text = "section{s} whose tables are in several groups"
            value = ", ".join(map(str, groups[:6]))
            yield c.find(ERROR, "section-groups", section, text, value)


def sessions(c: CheckedEvent) -> Iterator[Finding]:
    """A session has a date from 2000 on and a name."""
    from bmconv.connector.protocol import FIRST_YEAR

    unnamed = [Session()] if c.event.of(Section) else []
    for session in c.event.of(Session) or unnamed:
        if session.date is None or session.date.year < FIRST_YEAR:
            text = f"session{{s}} without a date from {FIRST_YEAR} on"
            yield c.find(ERROR, "session-date", session, text, str(session.date or ""))
        if not session.name:
            yield c.find(WARNING, "session-name", session, "session{s} without a name")


def boards(c: CheckedEvent) -> Iterator[Finding]:
    """The boards of a round are consecutive: there is no CustomBoards."""
    for round in c.event.of(Round):
        run = boards_of(round)
        if any(after != before + 1 for before, after in pairwise(run)):
            text = "round{s} whose boards are not consecutive"
            yield c.find(ERROR, "custom-boards-gap", round, text, round.custom_boards)


def later_seats(c: CheckedEvent) -> Iterator[Finding]:
    """Players change in later rounds only in a section with explicit participations."""
    for seat in c.event.of(Seat):
        section = c.event.section(seat.section)
        if (seat.round or 0) > 1 and not (section and section.explicit_participations):
            text = "seat{s} of a later round in a section without explicit participations"
            yield c.find(WARNING, "later-seat", seat, text, seat.round)

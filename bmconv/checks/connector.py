"""Rules of `check --for bcs5`: what the Data Connector requires beyond the guide.

Only records are checked here; the documents made from them are checked by the connector itself.
"""

from collections.abc import Iterator
from itertools import pairwise

from bmconv.bridge.movements import boards_of
from bmconv.bridge.scoring_methods import TEAMS_TYPE
from bmconv.checks.findings import ERROR, WARNING, CheckedEvent, Finding
from bmconv.records import Round, Seat, Section, Session


def sections(checked: CheckedEvent) -> Iterator[Finding]:
    """Winners is 1 or 2 or can be inferred; a missing pair is E-W only with two winners."""
    for section in checked.event.of(Section):
        if section.winners not in (1, 2):
            text = "section{s} without Winners 1 or 2"
            level = WARNING if checked.event.rounds(section.id) else ERROR
            yield checked.find(level, "winners-unset", section, text, section.winners)
        winners = checked.event.winners(section.id).number
        if section.missing_pair and section.missing_side == "EW" and winners != 2:
            text = "section{s} with a missing E-W pair and not two winners"
            yield checked.find(ERROR, "missing-side", section, text, section.missing_pair)
        groups = sorted({table.group or 0 for table in checked.event.tables(section.id)})
        if len(groups) > 1 and section.scoring_type != TEAMS_TYPE:
            text = "section{s} whose tables are in several groups"
            value = ", ".join(map(str, groups[:6]))
            yield checked.find(ERROR, "section-groups", section, text, value)


def sessions(checked: CheckedEvent) -> Iterator[Finding]:
    """A session has a date from 2000 on and a name."""
    from bmconv.connector.protocol import FIRST_YEAR

    unnamed = [Session()] if checked.event.of(Section) else []
    for session in checked.event.of(Session) or unnamed:
        if session.date is None or session.date.year < FIRST_YEAR:
            text = f"session{{s}} without a date from {FIRST_YEAR} on"
            yield checked.find(ERROR, "session-date", session, text, str(session.date or ""))
        if not session.name:
            yield checked.find(WARNING, "session-name", session, "session{s} without a name")


def boards(checked: CheckedEvent) -> Iterator[Finding]:
    """The boards of a round are consecutive: there is no CustomBoards."""
    for round in checked.event.of(Round):
        run = boards_of(round)
        if any(after != before + 1 for before, after in pairwise(run)):
            text = "round{s} whose boards are not consecutive"
            yield checked.find(ERROR, "custom-boards-gap", round, text, round.custom_boards)


def later_seats(checked: CheckedEvent) -> Iterator[Finding]:
    """Players change in later rounds only in a section with explicit participations."""
    for seat in checked.event.of(Seat):
        section = checked.event.section(seat.section)
        if (seat.round or 0) > 1 and not (section and section.explicit_participations):
            text = "seat{s} of a later round in a section without explicit participations"
            yield checked.find(WARNING, "later-seat", seat, text, seat.round)

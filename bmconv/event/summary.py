"""A summary of an event, as `bmconv info` shows it."""

import datetime
from typing import Any

from bmconv import records as rec
from bmconv.bridge.movements import boards_of, spans
from bmconv.event import Event

NO_DATE = datetime.date(2000, 1, 1)
"""The date that programs, including this one, write if a date is required but unknown."""


def known_date(session: rec.Session) -> datetime.date | None:
    """The date of a session; None without a date, or if the date stands for an unknown one."""
    return None if session.date == NO_DATE else session.date


def describe(event: Event) -> dict[str, Any]:
    """A summary of an event: counts of records, sessions, sections, boards and players."""
    standing = event.standing_results()
    dealt = {hand.board for hand in event.of(rec.Hand) if hand.board}
    seats = event.of(rec.Seat)
    return {
        "records": event.counts(),
        "sessions": [_session(session) for session in event.of(rec.Session)],
        "sections": [_section(event, id) for id in event.section_ids()],
        "boards": spans({r.board for r in standing if r.board} | dealt),
        "players": {
            "listed": len(event.of(rec.Player)),
            "seats": len(seats),
            "numbers": len({seat.number for seat in seats if seat.number}),
            "names": len({seat.name or seat.last_name for seat in seats} - {None}),
        },
    }


def _session(session: rec.Session) -> dict[str, Any]:
    """The summary of a session."""
    fields = {
        "id": session.id,
        "name": session.name,
        "date": session.date and str(session.date),
        "guid": session.guid,
    }
    return {key: value for key, value in fields.items() if value is not None}


def _section(event: Event, id: int) -> dict[str, Any]:
    """The summary of a section."""
    rounds, results = event.rounds(id), event.results(id)
    at_tables: tuple[Any, ...] = (*event.tables(id), *rounds, *results, *event.seats(id))
    boards = {board for round in rounds for board in boards_of(round)}
    boards |= {r.board for r in results if r.board}
    return {
        "id": id,
        "letter": event.letter(id),
        "tables": len({record.table for record in at_tables} - {None}),
        "rounds": max([0, *(r.round or 0 for r in rounds), *(r.round or 0 for r in results)]),
        "boards": spans(boards),
        "results": len(results),
    }

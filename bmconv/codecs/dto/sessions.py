"""The sessions of an event on their way into documents: what options say of them, and guids."""

from __future__ import annotations

import datetime
import hashlib

from bmconv import records as rec
from bmconv.codecs import Options
from bmconv.codecs.shared.spelling import guid as spell_guid
from bmconv.connector.findings import strict
from bmconv.connector.schema import SessionDTO
from bmconv.errors import DataError, UsageError
from bmconv.event import Event
from bmconv.notes import Notes

UNNAMED = "Bridge game"
"""The name that BCS itself gives a session."""


class Sessions:
    """The sessions of an event, with what options say of them; there is always one."""

    def __init__(self, event: Event, options: Options, notes: Notes) -> None:
        self.event = event
        self.notes = notes
        self.all = event.of(rec.Session) or [rec.Session(id=1)]
        for number, session in enumerate(self.all, 1):
            session.id = number if session.id is None else session.id
        given = {
            "name": options["session_name"] or None,
            "date": _date(options["date"]),
            "time": _time(options["time"]),
            "guid": guid_option(options, "session_guid"),
        }
        if given["guid"] and len(self.all) > 1:
            raise UsageError("--session-guid says nothing where there are several sessions")
        for field, value in given.items():
            for session in self.all if value is not None else ():
                setattr(session, field, value)
        for session in self.all:
            session.date = session.date or self._played(session)

    def _played(self, session: rec.Session) -> datetime.date | None:
        """The day of the first result, for a session that does not say its own."""
        days = [
            result.date
            for result in self.event.of(rec.Result)
            if result.date and self.of_section(result.section) == session.id
        ]
        if days:
            place = f"session {session.id}: {min(days)}"
            self.notes.repair("date-of-results", place, "session{s} dated by the first result")
        return min(days, default=None)

    def of_section(self, section: int | None) -> int | None:
        """The session of a section: its own, or the first."""
        known = self.event.section(section)
        return self.all[0].id if known is None or known.session is None else known.session

    def guids(self, letters: dict[int | None, str], new: bool) -> dict[int | None, str]:
        """The guid of every session. Only a new event may be given a new one."""
        guids: dict[int | None, str] = {}
        for session in self.all:
            guid = session.guid
            if guid is None or not strict(guid):
                place = f"session {session.id}"
                if not new:
                    raise DataError(
                        f"{place} has no guid, and it must be that of the running event "
                        "(--session-guid, or bmconv join init.json with the results)"
                    )
                mine = sorted(x for id, x in letters.items() if self.of_section(id) == session.id)
                words = ("bmconv", session.id, session.name, session.date, *mine)
                guid = made_guid(repr(tuple(map(str, words))))
                self.notes.repair("guid-new", f"{place}: {guid}", "session{s} given a guid")
            guids[session.id] = guid
        return guids

    def dto(self, session: rec.Session, guid: str, event: str | None) -> SessionDTO | None:
        """The DTO of a session, still without groups; None where its date will not do."""
        place = f"session {session.id}"
        if session.date is None:
            text = "session{s} left out without a date (--date or bmconv set session.date=...)"
            self.notes.error("no-date", place, text)
            return None
        if session.date.year < 2000:
            text = "session{s} left out with a date before 2000 (--date gives another)"
            self.notes.error("date", f"{place}: {session.date}", text)
            return None
        if not session.name:
            text = f"session{{s}} without a name, sent as {UNNAMED!r}"
            self.notes.repair("session-name", place, text)
        time = session.time or datetime.time()
        if time.second or time.microsecond:
            self.notes.loss("seconds", f"{place}: {time}", "second{s} of a session's time left out")
        note_extra(session, {"EventGuid": str}, place, self.notes)
        for field in ("pairs_move_across_field", "ew_return_home"):
            if getattr(session, field):
                text = "setting{s} that BCS does not act on here"
                self.notes.loss("ignored-by-bcs", f"{place} {field}", text)
        return SessionDTO(
            EventGuid=_own_event(session, event),
            SessionGuid=guid,
            Name=session.name or UNNAMED,
            Year=session.date.year,
            Month=session.date.month,
            Day=session.date.day,
            Hour=time.hour,
            Minute=time.minute,
            ShowInApp=session.show_in_app,
            EWReturnHome=session.ew_return_home,
            PairsMoveAccrossField=session.pairs_move_across_field,
        )


def _own_event(session: rec.Session, event: str | None) -> str | None:
    """The event that a session says it is of, else that of the document."""
    own = (session.extra or {}).get("EventGuid", event)
    return own if own and isinstance(own, str) else None


def note_extra(record: rec.Record, sent: dict[str, type], place: str, notes: Notes) -> None:
    """Note what a record has in `extra` beside the properties that are sent from there."""
    for name, value in (record.extra or {}).items():
        if not isinstance(value, sent.get(name, ())):
            what = f"{rec.type_name(record)}.extra value{{s}}"
            notes.loss(
                "field-lost", f"{place} {name}", "left out: dto does not hold them", what=what
            )


def made_guid(text: str) -> str:
    """A guid that is always the same for the same text."""
    return hashlib.sha256(text.encode()).hexdigest()[:32].upper()


def guid_option(options: Options, name: str) -> str | None:
    """A guid that was given as an option, in its one spelling."""
    text = options[name]
    guid = spell_guid(text, str, Notes()) if text else None
    if guid and not strict(guid):
        raise UsageError(f"--{name.replace('_', '-')} {text!r}: expected 32 hexadecimal digits")
    return guid


def _date(text: str) -> datetime.date | None:
    try:
        return datetime.date.fromisoformat(text) if text else None
    except ValueError:
        raise UsageError(f"--date {text!r}: expected YYYY-MM-DD") from None


def _time(text: str) -> datetime.time | None:
    try:
        return datetime.time.fromisoformat(text) if text else None
    except ValueError:
        raise UsageError(f"--time {text!r}: expected HH:MM") from None

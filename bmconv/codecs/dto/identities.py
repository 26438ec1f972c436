"""Ids for sessions and sections: documents have guids and letters instead."""

from bmconv import records as rec
from bmconv.bridge.movements import letters, ordinal
from bmconv.connector.parsing import printable
from bmconv.notes import Notes
from bmconv.rules import DTO as RULES
from bmconv.rules import Answer, judge
from bmconv.rules.fields import GUID, SECTION
from bmconv.rules.judging import note_answer

HIGHEST_ID = SECTION.range(RULES)[1] or 0
"""The highest id of a section."""


class Identities:
    """Gives each session and each section an id when it first appears.

    A record with nothing but the guid or the letters is added to `out` then.
    """

    def __init__(self, out: list[rec.Record], notes: Notes) -> None:
        self.out, self.notes = out, notes
        self.place = ""
        """The path in a document, for notes."""
        self.sessions: dict[str | None, int] = {}
        """Ids by guid, from 1 in order of appearance."""
        self.groups: dict[int, int] = {}
        """Scoring groups by section."""
        self._written: dict[str | None, int] = {}
        """Ids by guid as written in the document."""
        self._sections: dict[tuple[int, str], int] = {}
        """Ids of sections by session and letters."""
        self._named: dict[tuple[str | None, str | None], int] = {}
        """Ids of sections by guid and letters as written in the document."""
        self._emitted: set[int] = set()
        """Ids of the sections that have a record."""

    def guid(self, text: str | None) -> str | None:
        """A guid in the standard spelling; a note reports any other."""
        if not text:
            return None
        verdict = judge("session", "guid", text, RULES)
        if verdict.is_valid and verdict.value != text:
            note_answer(Answer("guid", text, verdict, GUID), self.place, RULES, self.notes)
        return str(verdict.value)

    def session(self, guid: str | None) -> int:
        """The id of the session with this guid, maybe a new one."""
        known = self._written.get(guid)
        if known is not None:
            return known
        key = self.guid(guid)
        if key not in self.sessions:
            self.sessions[key] = len(self.sessions) + 1
            if key:
                self.out.append(rec.Session(id=self.sessions[key], guid=key))
        self._written[guid] = self.sessions[key]
        return self.sessions[key]

    def guid_of(self, session: int) -> str | None:
        """The guid of the session with this id."""
        return list(self.sessions)[session - 1]

    def section(self, guid: str | None, section_letters: str | None) -> int | None:
        """The id of a section, maybe a new one; None, with an error, if the letters are invalid."""
        known = self._named.get((guid, section_letters))
        if known is not None:
            return known
        session = self.session(guid)
        id = self.find(session, section_letters or "")
        if id is None:
            text = "record{s} skipped: invalid section letters"
            self.notes.error("odd-letters", f"{self.place}: {section_letters!r:.60}", text)
            return None
        if id not in self._emitted:
            self._emitted.add(id)
            self.out.append(new_section(id, session, letters(ordinal(section_letters or "") or 0)))
        self._named[guid, section_letters] = id
        return id

    def find(self, session: int, text: str) -> int | None:
        """The id of a section in a session; None if the letters are invalid.

        It is the number of the letters (A is 1), unless a section of another session has that id.
        """
        number = ordinal(text)
        if number is None:
            return None
        name = letters(number)
        if name != text:
            place = f"{self.place}: {printable(text)}"
            self.notes.repair("letters-form", place, "section letters respelled")
        if (session, name) not in self._sections:
            self._sections[session, name] = self._free_id(number, name)
        return self._sections[session, name]

    def _free_id(self, number: int, name: str) -> int:
        """The number of the letters, or else the highest id that is free."""
        taken = set(self._sections.values())
        if number not in taken:
            return number
        text = "section{s} given another id: another session has the letters"
        self.notes.repair("section-rekeyed", f"{self.place}: section {name}", text)
        return next((n for n in range(HIGHEST_ID, 0, -1) if n not in taken), max(taken) + 1)


def new_section(id: int, session: int, name: str) -> rec.Section:
    """A section of which only the letters are known."""
    return rec.Section(id=id, letter=name, derived=True, session=session)

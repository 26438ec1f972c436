"""The ids that sessions and sections get when documents are read, which have guids and letters."""

from bmconv import records as rec
from bmconv.bridge.movements import letters, ordinal
from bmconv.connector.parsing import printable
from bmconv.notes import Notes
from bmconv.rules import DTO as RULES
from bmconv.rules import Answer, judge
from bmconv.rules.fields import GUID, SECTION
from bmconv.rules.judging import note_answer

LAST = SECTION.range(RULES)[1] or 0
"""The highest id of a section."""


class Identities:
    """Sessions and sections, each with an id from its first appearance on.

    Their records, which contain only guid and letters, are added to `out`.
    """

    def __init__(self, out: list[rec.Record], notes: Notes) -> None:
        self.out, self.notes = out, notes
        self.place = ""
        """The path in a document, for notes."""
        self.sessions: dict[str | None, int] = {}
        """Ids by guid, 1 for the first session that appears."""
        self.groups: dict[int, int] = {}
        """Scoring groups by section."""
        self._written: dict[str | None, int] = {}
        """Ids by guid as written in the document."""
        self._sections: dict[tuple[int, str], int] = {}
        """Ids of sections by session and letters."""
        self._named: dict[tuple[str | None, str | None], int] = {}
        """Ids of sections by guid and letters as written in the document."""
        self._emitted: set[int] = set()

    def guid(self, text: str | None) -> str | None:
        """A guid in its one spelling."""
        if not text:
            return None
        verdict = judge("session", "guid", text, RULES)
        if verdict.is_valid and verdict.value != text:
            note_answer(Answer("guid", text, verdict, GUID), self.place, RULES, self.notes)
        return str(verdict.value)

    def session(self, guid: str | None) -> int:
        """The id of a session."""
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
        """The guid of a session."""
        return list(self.sessions)[session - 1]

    def section(self, guid: str | None, section_letters: str | None) -> int | None:
        """The id of a section; None, with an error, if the letters are invalid."""
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
        """The id for letters in a session: their number, unless another session has taken it."""
        number = ordinal(text)
        if number is None:
            return None
        name = letters(number)
        if name != text:
            place = f"{self.place}: {printable(text)}"
            self.notes.repair("letters-form", place, "section letters respelled")
        if (session, name) not in self._sections:
            self._sections[session, name] = self._free(number, name)
        return self._sections[session, name]

    def _free(self, number: int, name: str) -> int:
        taken = set(self._sections.values())
        if number not in taken:
            return number
        text = "section{s} given another id: another session has the letters"
        self.notes.repair("section-rekeyed", f"{self.place}: section {name}", text)
        return next((n for n in range(LAST, 0, -1) if n not in taken), max(taken) + 1)


def new_section(id: int, session: int, name: str) -> rec.Section:
    """A section of which only the letters are known."""
    return rec.Section(id=id, letter=name, derived=True, session=session)

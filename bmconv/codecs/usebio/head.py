"""The head of a USEBIO file: club, event, sessions and sections."""

from __future__ import annotations

import datetime
import re
from typing import Any

from bmconv.bridge.movements import letters, ordinal
from bmconv.bridge.scoring_methods import (
    BOARD_A_MATCH,
    BUTLER,
    CODES,
    CROSS_IMPS,
    MATCHPOINTS,
    POINT_A_BOARD,
    TEAMS,
    TEAMS_TYPE,
    TYPES,
)
from bmconv.codecs.usebio.xml_read import Node
from bmconv.notes import Notes
from bmconv.records import EventInfo, ScoringGroup, Section, Session

STRUCTURE = ("SESSION", "SECTION", "PARTICIPANTS", "BOARD", "MATCH", "HANDSET")
"""The elements that contain the data of an event; all others in it describe the event."""
RENAMED = {
    "EVENT_ID": "EVENT_IDENTIFIER",
    "EVENT_RATING": "MASTER_POINT_SCALE",
    "EBU_CHARGE_CODE": "P2P_CHARGE_RATE",
}
"""The element names of version 1.2, by the names of version 1.3."""
METHODS = {
    MATCHPOINTS: "MATCH_POINTS",
    BUTLER: "BUTLER_IMPS",
    CROSS_IMPS: "CROSS_IMPS",
    TEAMS: "IMPS",
    BOARD_A_MATCH: "BAM",
    POINT_A_BOARD: "PAB",
}
"""The BOARD_SCORING_METHOD of each method."""
_TYPES = {METHODS[name]: number for name, number in TYPES.items()}
"""The ScoringType of a .bws for each BOARD_SCORING_METHOD that has one."""
_KINDS = {"MP_PAIRS": MATCHPOINTS, "BUTLER": BUTLER, "BUTLER_IMP": BUTLER}
_KINDS |= {"CROSS_IMP": CROSS_IMPS, "CROSS_IMPS": CROSS_IMPS}
"""The method for the EVENT_TYPE of participants and boards."""
_POINTS = {"MATCH": MATCHPOINTS, "BUTLER": BUTLER, "CROSS": CROSS_IMPS}
"""The method for each kind of points on lines."""
TEAM_CODES = {m.name: code for code, m in CODES.items() if m.name in (BOARD_A_MATCH, POINT_A_BOARD)}
"""Methods of a scoring group for team games that are not scored in IMPs."""
_TEAM_CODES = {METHODS[name]: code for name, code in TEAM_CODES.items()}
PROGRAM = "bmconv"
_DATES = (
    (re.compile(r"(\d{4})-(\d{1,2})-(\d{1,2})(?:[T ].*)?"), (1, 2, 3)),
    (re.compile(r"(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?: .*)?"), (3, 2, 1)),
)


def read_date(text: str) -> datetime.date | None:
    """A date of 1.2 (day first) or of 1.3 (ISO); None for other text."""
    for pattern, (year, month, day) in _DATES:
        if match := pattern.fullmatch(text):
            try:
                return datetime.date(int(match[year]), int(match[month]), int(match[day]))
            except ValueError:
                return None
    return None


def event_info(root: Node, events: list[Node]) -> EventInfo:
    """The club, and the title of the event."""
    club = next(root.all("CLUB"), Node("CLUB", {}))
    extra = club.plain("CLUB_ID_NUMBER")
    extra |= root.plain("CLUB", "EVENT", "HANDSET", "VERSION")
    title = next((event.get("TITLE") for event in events), "")
    info = EventInfo(name=title or None, club_id=club.get("CLUB_ID_NUMBER") or None)
    info.extra = extra or None
    return info


class Head:
    """The sessions and sections of one event, added to those of `before`, the previous head."""

    def __init__(self, event: Node, before: Head | None, name: str, notes: Notes) -> None:
        self.event, self.notes, self.name = event, notes, name
        self.first = len(before.all_sessions) if before else 0
        self.all_sessions: list[Session] = before.all_sessions if before else []
        self.all_sections: list[Section] = before.all_sections if before else []
        self.labels: dict[tuple[int, str], Section] = {}
        self.method = event.get("BOARD_SCORING_METHOD").upper().replace(" ", "_")
        self.kind = event.get("EVENT_TYPE").upper().replace(" ", "_")
        self.teams = "TEAM" in self.kind
        self.winners = int(text) if (text := event.get("WINNER_TYPE")) in ("1", "2") else None
        self.all_sessions.append(self._first_session())
        self._has_session_element = False

    @property
    def sessions(self) -> list[Session]:
        """The sessions of this event."""
        return self.all_sessions[self.first :]

    @property
    def sections(self) -> list[Section]:
        """The sections of this event."""
        return list(self.labels.values())

    def _first_session(self) -> Session:
        """The first session; its `extra` keeps what describes the event and has no field."""
        known = ["EVENT_DESCRIPTION", "TITLE", "EVENT_TYPE", "DATE"]
        if self.winners:
            known.append("WINNER_TYPE")
        if self.method in _TYPES:
            known.append("BOARD_SCORING_METHOD")
        if self.event.get("PROGRAM_NAME") == PROGRAM:
            known += ["PROGRAM_NAME", "PROGRAM_VERSION"]
        if self.event.get("SESSION_COUNT") == str(
            max(1, sum(1 for _ in self.event.all("SESSION")))
        ):
            known.append("SESSION_COUNT")
        session = Session(id=len(self.all_sessions) + 1)
        session.name = self.event.get("EVENT_DESCRIPTION") or None
        extra: dict[str, Any] = {}
        if self.kind not in ("", "PAIRS", "TEAMS", "INDIVIDUAL"):
            extra["EVENT_TYPE"] = self.kind
        for name, value in self.event.plain(*STRUCTURE, *known).items():
            extra[RENAMED.get(name, name)] = value
        if text := self.event.get("DATE"):
            session.date = self._date(text, extra)
        session.extra = extra or None
        return session

    def _date(self, text: str, extra: dict[str, Any]) -> datetime.date | None:
        date = read_date(text)
        if date is None:
            extra["DATE"] = text
            message = "date{s} kept as written: not understood"
            self.notes.repair("odd-date", f"{self.name}: {text[:20]!r}", message)
        return date

    def open_session(self, node: Node) -> Session:
        """The session of a SESSION element; the first element adds to the first session."""
        if not self._has_session_element:
            self._has_session_element = True
            session = self.sessions[0]
        else:
            session = Session(id=len(self.all_sessions) + 1)
            self.all_sessions.append(session)
        content = node.plain(*STRUCTURE)
        if content.get("@SESSION_ID") == str(len(self.sessions)):
            del content["@SESSION_ID"]
        extra = dict(session.extra or {})
        if text := content.pop("DATE", ""):
            session.date = self._date(text, extra)
        if content:
            extra["SESSION"] = content
        session.extra = extra or None
        return session

    def section(self, session: Session, label: str, node: Node | None = None) -> Section:
        """The section with a label, or the first one of the session; created if necessary."""
        id = session.id or 0
        section = self.labels.get((id, label.upper()))
        if not section and not label:
            section = next((s for s in self.labels.values() if s.session == id), None)
        if section is None:
            section = self._new_section(id, label)
            self.labels[id, label.upper()] = section
        if node and (extra := node.plain(*STRUCTURE, "SECTION_ID")):
            section.extra = extra
        return section

    def _new_section(self, session: int, label: str) -> Section:
        taken = {section.id for section in self.all_sections}
        number = ordinal(label)
        if number is None or number in taken:
            number = next(n for n in range(1, len(taken) + 2) if n not in taken)
        letter = letters(number)
        section = Section(id=number, letter=letter, derived=True, session=session)
        section.name = label if label and label.upper() != letter else None
        section.winners = self.winners
        self.all_sections.append(section)
        return section

    def set_scoring(self, points: set[str], participants: list[Node]) -> ScoringGroup | None:
        """Set how the sections are scored: as the event says, or else by the points on its lines.

        Returns the scoring group that a team game needs if it is not scored in IMPs.
        """
        kinds = [self.kind, *(node.get("EVENT_TYPE").upper() for node in participants)]
        type = _TYPES.get(self.method)
        if type is None:
            type = next((TYPES[_KINDS[kind]] for kind in kinds if kind in _KINDS), None)
        if type == TEAMS_TYPE and not self.teams:
            type = TYPES[CROSS_IMPS]
        if type is None:
            type = next((TYPES[_POINTS[p]] for p in sorted(points)), None)
        if self.teams:
            type = TEAMS_TYPE
        group = None
        if self.teams and self.method in _TEAM_CODES:
            method = _TEAM_CODES[self.method]
            group = ScoringGroup(session=self.sessions[0].id, number=1, method=method)
        for section in self.sections:
            section.scoring_type = type
            if group and section.session == group.session:
                section.scoring_group = group.number
        return group

"""Detect records of two evenings in one input, where results of one would replace the other's.

Parts of one evening can be joined with `cat`, in any order. Records are of two evenings if a
section belongs to sessions with different names and dates, or if many places of play have results
of different pairs. (Different GUIDs are refused where records are joined.)
"""

import sys
from collections.abc import Iterable, Iterator
from operator import attrgetter
from typing import NamedTuple

from bmconv.bridge.movements import letters
from bmconv.errors import DataError, Flag, Wording
from bmconv.event.standing import ResultPlace
from bmconv.notes import Notes
from bmconv.records import Record, Result, Round, Section, Session

LEAST_PLACES, LEAST_SHARE = 5, 0.1
"""Two evenings share at least this number, and part, of places with results of different pairs."""

MOST_WATCHED = 20_000
"""The number of places remembered while records pass in a stream, which can be long."""

ADVICE = Wording(
    "keep the files apart (export takes many), or give a section another letter: bmconv join ",
    Flag("rename", "FILE:A=B"),
)

_PLACE = attrgetter("section", "table", "round", "board")

Pairs = tuple[int, int]
"""The N-S pair and the E-W pair."""


class SessionName(NamedTuple):
    """Name and date of a session, both known."""

    name: str
    date: str

    def __str__(self) -> str:
        return f"{' '.join(self.name.split())!r} of {self.date}"


def name_of_session(session: Session) -> SessionName | None:
    """The name and the date of a session; None unless both are known."""
    if not session.name or session.date is None:
        return None
    return SessionName(session.name, session.date.isoformat())


def are_different(one: SessionName, other: SessionName) -> bool:
    """Whether two sessions are of different evenings: both name and date differ."""
    return one.name != other.name and one.date != other.date


class EveningWatch:
    """Looks at records one by one for signs of a second evening."""

    def __init__(self, most: int = sys.maxsize) -> None:
        self.most = most
        """The maximum number of places to remember."""
        self.letters: dict[int | None, str] = {}
        """The letter of each section that has one, by section id."""
        self._session_of: dict[int | None, int | None] = {}
        """The session of each section."""
        self._names: dict[int | None, SessionName] = {}
        """The last name and date of each session."""
        self._played_in: dict[int | None, SessionName] = {}
        """The name and date of the session of each section that has rounds or results."""
        self._two_names: tuple[int | None, SessionName, SessionName] | None = None
        """A section that is in two different sessions, and the name and date of both."""
        self._pairs: dict[ResultPlace, Pairs] = {}
        """The pairs of the first result at each place."""
        self._claimed: dict[ResultPlace, Pairs] = {}
        """The second pairs, at places with results of different pairs."""
        self._erased: set[ResultPlace] = set()
        """Places with an erased result, where a result of different pairs is a correction."""

    def see(self, record: Record) -> None:
        """Take a record into account."""
        kind = type(record)
        if kind is Result:
            self._see_result(record)  # type: ignore[arg-type]
        elif isinstance(record, Round):
            self._see_section(record.section)
        elif isinstance(record, Section):
            self._session_of[record.id] = record.session
            if record.letter:
                self.letters[record.id] = record.letter
        elif isinstance(record, Session) and (name := name_of_session(record)):
            self._names[record.id] = name

    def _see_section(self, section: int | None) -> None:
        """Remember in which session a section is played."""
        if not self._names or self._two_names:
            return
        session = self._session_of.get(section)
        if session not in self._names and len(self._names) == 1:
            session = next(iter(self._names))
        name = self._names.get(session)
        if name is None:
            return
        first = self._played_in.setdefault(section, name)
        if first is not name and are_different(first, name):
            self._two_names = section, first, name

    def _see_result(self, result: Result) -> None:
        """Remember the pairs of a result at its place."""
        self._see_section(result.section)
        pairs = (result.pair_ns, result.pair_ew)
        place = (result.section, result.table, result.round, result.board)
        if not all(place[1:]) or not all(pairs):
            return
        if len(self._pairs) >= self.most and place not in self._pairs:
            return
        if result.erased:
            self._erased.add(place)
        elif self._pairs.setdefault(place, pairs) != pairs:  # type: ignore[arg-type]
            self._claimed.setdefault(place, pairs)  # type: ignore[arg-type]

    @property
    def reason(self) -> str:
        """Why the records are of two evenings; empty if they seem to be of one."""
        if self._two_names is not None:
            section, first, second = self._two_names
            return f"section {self._letter(section)} is in {first} and in {second}"
        claimed = [place for place in self._claimed if place not in self._erased]
        if len(claimed) < max(LEAST_PLACES, LEAST_SHARE * len(self._pairs)):
            return ""
        section, table, round, board = place = claimed[0]
        (ns, ew), (other_ns, other_ew) = self._pairs[place], self._claimed[place]
        return (
            f"{len(claimed)} of {len(self._pairs)} places of play have results of other pairs, "
            f"such as {self._letter(section)}{table} round {round} board {board}: {ns} v {ew} and "
            f"{other_ns} v {other_ew}"
        )

    def _letter(self, section: int | None) -> str:
        return self.letters.get(section) or letters(section or 1)


def two_evenings(reason: str) -> DataError:
    """The error for records of two evenings."""
    return DataError(f"two evenings in one input: {reason}", hint=ADVICE)


def demand_one_evening(records: Iterable[Record]) -> None:
    """Refuse records of two evenings."""
    if isinstance(records, list) and _is_surely_one(records):
        return
    watch = EveningWatch()
    for record in records:
        watch.see(record)
    if reason := watch.reason:
        raise two_evenings(reason)


def _is_surely_one(records: list[Record]) -> bool:
    """A quick test: whether no place has two results and at most one session exists."""
    results = [record for record in records if type(record) is Result]
    sessions = sum(type(record) is Session for record in records)
    return sessions < 2 and len({*map(_PLACE, results)}) == len(results)


def watch_evenings(records: Iterable[Record], notes: Notes, *, refuses: bool) -> Iterator[Record]:
    """Pass on records; after the last one, two evenings are refused or noted."""
    watch = EveningWatch(MOST_WATCHED)
    for record in records:
        watch.see(record)
        yield record
    if (reason := watch.reason) and refuses:
        raise two_evenings(reason)
    if reason:
        text = "input{s} of two evenings: results of one may look like corrections of the other"
        notes.repair("two-evenings", reason, text)

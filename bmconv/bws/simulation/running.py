"""Let an evening pass at a chosen speed, in a file or as a stream of records."""

import datetime
import os
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, Protocol

from msgspec import structs

from bmconv import records as rec
from bmconv.bridge.double_dummy import has_solver
from bmconv.bws.live.polling import identity, records_in
from bmconv.bws.live.snapshot import snapshot
from bmconv.bws.lock_file import lock_file
from bmconv.bws.simulation import control
from bmconv.bws.simulation.entries import Arrival, Rates
from bmconv.bws.simulation.evening import LOGGED_OFF, Evening
from bmconv.bws.simulation.play import hands_to_solve
from bmconv.codecs import detect
from bmconv.conversion import decode
from bmconv.errors import DataError, Flag, Wording
from bmconv.event import Event
from bmconv.io.files import LockTaken, replace_file
from bmconv.io.source import Source, from_bytes
from bmconv.notes import Notes

TICK = 0.1
"""Seconds between two writes; in between, the file is not touched."""
LOOK = 15.0
"""Seconds of the evening between two looks at the file ("BCS will scan every 15 seconds")."""
BATCH = 60.0
"""Seconds of the evening that are written at once if there are no pauses."""
FEW = 8
"""The most deals that are solved without announcing it."""
EVENING = datetime.time(19, 30)
"""The time at which an event begins if its first session has no time."""
PLAYED = (rec.Result, rec.Intermediate, rec.Bid, rec.Card)


class Course(NamedTuple):
    """How an evening is simulated."""

    seed: int = 1
    rates: Rates = Rates()
    speed: float = 60.0
    """Seconds of the evening per second; 0: without pauses."""
    until_round: int = 0
    """The last round to be played; 0: all."""
    date: datetime.date | None = None
    """The day of the evening; None: the session's date."""


class Desk(Protocol):
    """Receives the rows of an evening, and supplies changes made by other programs."""

    def write(self, arrivals: list[Arrival]) -> None:
        """Write rows that arrive."""

    def look(self, now: float) -> None:
        """Act on changes by other programs."""


def check_set_up(event: Event, name: str) -> None:
    """Refuse an event that cannot be played from the start."""
    counts = [(len(event.of(kind)), rec.type_name(kind())) for kind in PLAYED]
    played = [f"{n} {kind} record{'s' * (n != 1)}" for n, kind in counts if n]
    if played:
        raise DataError(
            f"{name}: holds {', '.join(played)}: expected an event before play",
            hint=f"bmconv select {name} --setup -o NEW.bws makes one",
        )
    if not event.of(rec.Round):
        raise DataError(f"{name}: has no rounds to play: expected an event with a movement")
    check_rounds(event, name)


def check_rounds(event: Event, name: str) -> None:
    """Refuse a movement that the server does not accept."""
    for (section, table), rounds in event.by_table(rec.Round).items():
        if why := control.faults(rounds):
            raise DataError(f"{name}: {event.letter(section)}{table}: {why}")


def start_of(event: Event, date: datetime.date | None = None) -> datetime.datetime:
    """When the evening begins: on the given date, the first session's date, or today."""
    first = next(iter(event.of(rec.Session)), rec.Session())
    known = first.date if first.date and first.date.year > 1900 else None
    return datetime.datetime.combine(date or known or _today(), first.time or EVENING)


def _today() -> datetime.date:
    """The date of SOURCE_DATE_EPOCH if it is set, so that an evening can be repeated."""
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    if epoch.isdecimal():
        return datetime.datetime.fromtimestamp(int(epoch), datetime.UTC).date()
    return datetime.date.today()


def announce_solving(event: Event, say: Callable[[str], None]) -> None:
    """Announce how many deals will be solved, if more than a few: each takes about a second."""
    count = len(hands_to_solve(event)) if has_solver() else 0
    if count > FEW:
        say(f"solving {count} boards; bmconv evaluate does it once and for all")


def evening_of(event: Event, course: Course) -> Evening:
    """The evening of an event."""
    return Evening(event, str(course.seed), course.rates, course.until_round)


class Pace:
    """Simulated time: it passes at a chosen speed or jumps to the next step."""

    def __init__(self, speed: float, now: float) -> None:
        self.speed, self.begun, self.first = speed, time.monotonic(), now

    def now(self, next_at: float | None) -> float:
        """The present second of the evening; without pauses, BATCH after the next step."""
        if self.speed:
            return self.first + (time.monotonic() - self.begun) * self.speed
        self.first = max(self.first, next_at + BATCH if next_at is not None else 0.0)
        return self.first

    def wait(self, next_at: float | None, stop: threading.Event) -> None:
        """Wait for the next step of the evening, or for the next look at the file."""
        if not self.speed:
            pause(0.0 if next_at is not None else TICK, stop)
            return
        now = self.now(None)
        wanted = min(LOOK, LOOK if next_at is None else next_at - now) / self.speed
        pause(max(TICK, wanted), stop)


def pause(seconds: float, stop: threading.Event) -> None:
    """Wait until `stop` is set, in steps: on Windows Ctrl-C arrives only between two of them."""
    end = time.monotonic() + seconds
    while not stop.wait(min(TICK, max(0.0, end - time.monotonic()))) and time.monotonic() < end:
        pass


def run(evening: Evening, desk: Desk, pace: Pace, stop: threading.Event) -> bool:
    """Let an evening pass until it is over or stopped; return whether it is over."""
    arrivals: list[Arrival] = []
    while not stop.is_set():
        now = pace.now(evening.next_at())
        while (at := evening.next_at()) is not None and at <= now:
            step = evening.pop()
            arrivals += [step.arrival] if step.arrival else []
        try:
            if arrivals:
                desk.write(arrivals)
                arrivals = []
            desk.look(now)
        except LockTaken:
            pass  # another program has the file open for a moment
        if evening.next_at() is None and not arrivals and not evening.waiting():
            return evening.is_over()
        pace.wait(evening.next_at(), stop)
    return False


def read_event(source: Source, format: str | None, notes: Notes) -> tuple[Event, str]:
    """The event of a source, and its format."""
    format = format or detect(source)
    return Event(decode(source, format, {}, notes), notes), format


class SetUp(NamedTuple):
    """An event before play, and its database as bytes."""

    event: Event
    data: bytes
    name: str


def read_set_up(source: Source, format: str | None, notes: Notes) -> SetUp:
    """The event of a source; a .bws stays as it is, other formats become a .bws."""
    event, format = read_event(source, format, notes)
    if format != "bws":
        return set_up_of(event, notes, source.name)
    stream = source.seekable()
    stream.seek(0)
    return SetUp(event, stream.read(), source.name)


def set_up_of(event: Event, notes: Notes, name: str = "the event") -> SetUp:
    """An event with the database that is made of it."""
    return SetUp(event, records_in("bws", list(event), {}, notes), name)


class EveningFile(NamedTuple):
    """An evening to be played in a file; `resume` continues an evening that has begun there."""

    set_up: SetUp
    path: str
    resume: bool = False


def play_in_file(
    files: EveningFile,
    course: Course,
    stop: threading.Event,
    say: Callable[[str], None],
    notes: Notes,
) -> int:
    """Play the evening in a copy of an event that is set up; return the number of new results."""
    event, data, name = files.set_up
    check_set_up(event, name)
    if os.path.exists(files.path):
        if not files.resume:
            hint = Wording(Flag("resume"), " continues the evening in it")
            raise DataError(f"{files.path}: already exists", hint=hint)
        event, data = resume_event(event, files, course.date, notes, say), b""
    with lock_file(files.path):
        if data:
            replace_file(files.path, data)
        start = start_of(event, course.date)
        announce_solving(event, say)
        evening, moved = evening_of(event, course), course.date is not None
        desk = control.Control(files.path, evening, start, say, notes, moved=moved)
        reached = desk.begin()
        if run(desk.evening, desk, Pace(course.speed, reached), stop):
            desk.end()
    return desk.written


def resume_event(
    event: Event,
    files: EveningFile,
    date: datetime.date | None,
    notes: Notes,
    say: Callable[[str], None],
) -> Event:
    """The event in a file whose evening has begun, with the seats and hands from before play.

    `date`: the day to which the evening was moved.
    """
    rows = list(decode(from_bytes(snapshot(files.path), files.path), "bws", {}, notes))
    there = Event([r for r in rows if not isinstance(r, rec.Seat)], notes)
    sessions = {session.id: session for session in there.of(rec.Session)}
    known = identity(
        [
            structs.replace(s, date=date or s.date or sessions.get(s.id, rec.Session()).date)
            for s in event.of(rec.Session)
        ]
    )
    if known and not set(known) & set(identity(there.of(rec.Session))):
        raise DataError(f"{files.path}: holds another event; choose another file")
    accepted = {id(round) for round in accepted_rounds(there, say)}

    def stays(record: rec.Record) -> bool:
        # hands that are not in the event were entered by players
        if isinstance(record, rec.Hand | rec.Evaluation):
            return event.hand(record.section, record.board or 0) is not None
        return not isinstance(record, PLAYED) and (
            not isinstance(record, rec.Round) or id(record) in accepted
        )

    return Event([*filter(stays, there), *event.of(rec.Seat)], notes)


def accepted_rounds(event: Event, say: Callable[[str], None]) -> Iterator[rec.Round]:
    """The rounds of each table that the server accepts: all before the first that it refuses."""
    for (section, table), rounds in event.by_table(rec.Round).items():
        accepted = sorted(rounds, key=lambda r: r.round or 0)
        if problem := control.faults(accepted):
            say(f"{event.letter(section)}{table}: played only up to there: {problem}")
        while control.faults(accepted):
            accepted.pop()
        yield from accepted


def play_as_records(event: Event, course: Course, stop: threading.Event) -> list[rec.Record]:
    """All records of an evening that is played without a file."""
    records: list[rec.Record] = []
    Stream(event, course, records.extend).play(stop)
    return records


class Stream:
    """An evening as records: the event, the rows as they arrive, and last the state of the tables.

    Rows have the ids that a new file would give them. A correction in place repeats its row's id.
    """

    def __init__(self, event: Event, course: Course, emit: Callable[[Iterable[rec.Record]], None]):
        self.event, self.course, self.emit = event, course, emit
        self.evening, self.start = evening_of(event, course), start_of(event, course.date)
        self.hands: set[tuple[object, ...]] = set()
        self.ids: dict[str, int] = {}
        self.last: dict[tuple[object, ...], int] = {}
        self.at_board: dict[tuple[object, ...], rec.Table] = {}

    def play(self, stop: threading.Event) -> None:
        """Let the whole evening pass."""
        self.emit(self._before())
        over = run(self.evening, self, Pace(self.course.speed, 0.0), stop)
        self.emit(self._after(control.COMPLETE if over else control.STARTED))

    def _before(self) -> Iterator[rec.Record]:
        """The event without the fields that play will set."""
        for record in self.event:
            if isinstance(record, rec.Session):
                yield structs.replace(record, status=None, date=self.start.date())
            elif isinstance(record, rec.Table):
                state = dict.fromkeys(("status", "log_on_off", "current_round", "current_board"))
                yield structs.replace(record, **state)
            else:
                yield record

    def _after(self, status: int) -> Iterator[rec.Record]:
        for session in self.event.of(rec.Session):
            yield rec.Session(id=session.id, status=status)
        for table in self.event.of(rec.Table):
            key = (table.section, table.table)
            last = self.at_board.get(key, table)
            yield rec.Table(
                section=table.section, table=table.table, status=control.UPLOADED,
                log_on_off=LOGGED_OFF,
                current_round=last.current_round, current_board=last.current_board,
            )  # fmt: skip

    def write(self, arrivals: list[Arrival]) -> None:
        """Emit the rows that arrive; terminals that log on or off are left out."""
        self.emit(self._numbered(arrivals))

    def _numbered(self, arrivals: list[Arrival]) -> Iterator[rec.Record]:
        for arrival in arrivals:
            record = control.with_time(arrival, self.start)
            if isinstance(record, rec.Table):
                if record.current_round:
                    self.at_board[record.section, record.table] = record
                continue
            if isinstance(record, rec.Hand | rec.Evaluation):
                key = (rec.type_name(record), record.section, record.board)
                if key in self.hands:
                    continue
                self.hands.add(key)
            if isinstance(record, rec.Result | rec.Bid | rec.Card):
                kind = rec.type_name(record)
                place = (kind, record.section, record.table, record.round, record.board)
                if not arrival.in_place:
                    self.ids[kind] = self.last[place] = self.ids.get(kind, 0) + 1
                record.id = self.last[place]
            yield record

    def look(self, now: float) -> None:
        """Do nothing: there is no file that others could change."""

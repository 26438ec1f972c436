"""Play an evening for the stand-in of the Data Connector: entries of tables go to its queues."""

import threading
from collections.abc import Callable
from queue import Empty, SimpleQueue
from typing import Any

from bmconv.bridge.auction import TURN
from bmconv.bridge.movements import letters, ordinal, sits_out
from bmconv.bws.simulation.control import with_time
from bmconv.bws.simulation.entries import Arrival
from bmconv.bws.simulation.evening import Evening, Terminal
from bmconv.bws.simulation.running import Course, Pace, check_rounds, evening_of, run, start_of
from bmconv.codecs.dto.read import DocumentReader
from bmconv.codecs.dto.results import result_dto
from bmconv.connector.document import Document
from bmconv.connector.schema import DTO, ParticipationDTO
from bmconv.connector.standin import StandIn
from bmconv.errors import BmconvError
from bmconv.event import Event
from bmconv.notes import Notes
from bmconv.records import Intermediate, Record, Result, Round, Seat, Section, Session, name_of


class Feed:
    """Plays the evening of every event that a program initialises."""

    def __init__(self, service: StandIn, course: Course, say: Callable[[str], None]) -> None:
        self.service, self.course, self.say = service, course, say
        self.stop = threading.Event()
        self.playing: list[tuple[EventFeed, threading.Thread]] = []
        service.listener = self.on_command

    def on_command(self, command: str, dto: Any) -> None:
        """Start the evening of a new event or session; pass a new movement on to its evening."""
        if command == "UpdateMovement":
            for playing, _ in self.playing:
                if dto.SessionGuid in playing.guids.values():
                    playing.updates.put(dto)
            return
        try:
            playing = EventFeed(self.service, dto, self.course, self.say)
        except BmconvError as error:
            self.say(f"not simulated: {error}")
            return
        for other, _ in self.playing:
            if {*other.guids.values()} & {*playing.guids.values()}:
                other.stop.set()  # the event was initialised again
        thread = threading.Thread(target=playing.run, daemon=True)
        self.playing.append((playing, thread))
        thread.start()

    def close(self) -> None:
        """End all evenings."""
        for playing, thread in self.playing:
            playing.stop.set()
            thread.join(5)


class EventFeed:
    """The evening of one event, or of a session added to it."""

    def __init__(
        self, service: StandIn, dto: DTO, course: Course, say: Callable[[str], None]
    ) -> None:
        self.service, self.course, self.say = service, course, say
        self.stop = threading.Event()
        self.updates: SimpleQueue[Any] = SimpleQueue()
        self.reader = DocumentReader(Notes())
        event = Event([*self._records(dto), *self.reader.finish()], Notes())
        check_rounds(event, "event")
        sessions = {session.id: session.guid or "" for session in event.of(Session)}
        self.guids = {s.id or 0: sessions.get(s.session, "") for s in event.of(Section)}
        """The guids of the sessions by section."""
        self.start = start_of(event, course.date)
        self.event = event
        self.evening: Evening

    def _records(self, dto: DTO) -> list[Any]:
        return list(self.reader.read(Document("event", type(dto).__name__, [dto], False)))

    def run(self) -> None:
        """Let the evening pass until it is stopped; solving the hands first takes time."""
        try:
            self.evening = evening_of(self.event, self.course)
            for terminal in self.evening.terminals.values():
                terminal.waits = True  # a movement can be updated at any time
            run(self.evening, self, Pace(self.course.speed, 0.0), self.stop)
        except Exception as error:
            self.say(f"the simulated evening ended: {error}")
            raise

    def write(self, arrivals: list[Arrival]) -> None:
        """Queue results and seats; the Data Connector has no place for anything else."""
        for arrival in arrivals:
            record = with_time(arrival, self.start)
            if isinstance(record, Result) and not isinstance(record, Intermediate):
                section = record.section or 0
                vulnerable = self.evening.event.vulnerability(section, record.board or 1)
                placed = (self.guids[section], letters(section), vulnerable)
                if dto := result_dto(record, *placed, "result", Notes()):
                    self.service.add(self.guids[section], "Results", [dto])
            elif isinstance(record, Seat):
                seat = self._participation(record)
                self.service.add(seat.SessionGuid or "", "Participations", [seat])

    def _participation(self, seat: Seat) -> ParticipationDTO:
        section = seat.section or 0
        return ParticipationDTO(
            SessionGuid=self.guids[section],
            SectionLetters=letters(section),
            TableNumber=seat.table or 0,
            Direction=TURN.index(seat.direction or "N") + 1,
            RoundNumber=seat.round or 0,
            PlayerNumber=seat.number,
            LastName=name_of(seat) or None,
        )

    def look(self, now: float) -> None:
        """Apply movement updates sent by the program."""
        while not self.stop.is_set():
            try:
                update = self.updates.get_nowait()
            except Empty:
                return
            self._update(update, now)

    def _update(self, update: Any, now: float) -> None:
        """Change the tables of a section, each from its first round that differs."""
        section = ordinal(update.Letters or "") or 0
        self.guids[section] = update.SessionGuid
        rounds: dict[int, list[Round]] = {t.TableNumber: [] for t in update.Tables or ()}
        records = [] if update.IsDeleted else self._records(update)
        for record in records:
            if isinstance(record, Round):
                rounds[record.table or 0].append(record)
        before = self.evening.event.section(section)
        elsewhere = (r for r in self.evening.event if section_of(r) != section)
        self.evening.load_movement(Event([*elsewhere, *records], Notes()))
        known = [place for place in self.evening.terminals if place[0] == section]
        for place in known:
            if place[1] not in rounds or update.IsDeleted:
                self.evening.remove_table(place)
        for table, new in rounds.items():
            terminal = self.evening.terminals.get((section, table)) or Terminal(
                (section, table), ()
            )
            rounds_after = {r.round or 0: r for r in new}
            old, after = terminal.rounds, self.evening.event.section(section)
            differing = [n for n in {*old, *rounds_after} if old.get(n) != rounds_after.get(n)]
            sat_out = {n for n, round in old.items() if sits_out(round, before)}
            sit_out = {n for n, round in rounds_after.items() if sits_out(round, after)}
            begun = max({*terminal.over, terminal.current} - sat_out, default=0)
            if differing := [*differing, *(n for n in sat_out ^ sit_out if n > begun)]:
                self.evening.update((section, table), min(differing), new, now)
                self.evening.terminals[section, table].waits = True


def section_of(record: Record) -> int | None:
    """The id of the section that a record describes or belongs to."""
    return record.id if isinstance(record, Section) else getattr(record, "section", None)

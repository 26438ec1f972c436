"""The course of an evening: the terminals of the tables, and what happens next.

Time is counted in seconds since the start. A table starts a round when its pairs have finished
their earlier rounds elsewhere.
"""

from collections.abc import Collection, Iterable
from heapq import heapify, heappop, heappush
from itertools import count
from typing import NamedTuple

from bmconv.bridge.movements import boards_of, sits_out
from bmconv.bws.live.view import TableKey
from bmconv.bws.simulation.entries import Arrival, Entries, Rates
from bmconv.event import Event
from bmconv.event.seating import first_table
from bmconv.notes import Notes
from bmconv.records import Round, Section, Session, Table

READY, FINISHED, ROUND_OVER = "ready", "finished", "round over"
LOGGED_ON, LOGGED_OFF = 1, 2
"""Values of LogOnOff."""
MOVEMENT = (Session, Section, Table, Round)
MOVE = 90.0
"""Seconds between two rounds."""
LATE, SLOW = (480.0, 900.0), 1.15
"""The seconds by which a late table starts later (from, to), and how many times longer it takes."""


class Step(NamedTuple):
    """An event at a table: a row arrives, or the table moves on."""

    at: float
    section: int
    table: int
    turn: int
    """Counts the steps of a table, so that no two are equal."""
    round: int
    kind: str
    arrival: Arrival | None = None


class Terminal:
    """A table's terminal and what the server knows about its table."""

    def __init__(
        self, place: TableKey, rounds: Iterable[Round], until: int = 0, order: int = 0
    ) -> None:
        self.place, self.until, self.order = place, until, order
        self.rounds = {round.round or 0: round for round in rounds}
        self.over: set[int] = set()
        self.current = 0
        """The round being played; 0: none."""
        self.is_on = self.finished = False
        self.waits = False
        """Whether the table waits for more rounds after its last one."""
        self.turn = 0
        self.slowness = 1.0

    def next_round(self) -> int:
        """The first round still to be played; 0 if there is none."""
        unplayed = (
            n for n in self.rounds if n not in self.over and (not self.until or n <= self.until)
        )
        return min(unplayed, default=0)

    def rounds_after(self, first: int, rounds: Iterable[Round]) -> dict[int, Round]:
        """The rounds that the server has after an update from round `first` on."""
        kept = {n: r for n, r in self.rounds.items() if n < first}
        return kept | {r.round or 0: r for r in rounds if (r.round or 0) >= first}


class Evening:
    """The steps of an evening in the order in which they happen."""

    def __init__(self, event: Event, seed: str, rates: Rates, until: int = 0) -> None:
        self.event, self.until = event, until
        self.entries = Entries(event, seed, rates)
        self.steps: list[Step] = []
        self.terminals: dict[TableKey, Terminal] = {}
        self._orders = count()
        self._removed = False
        """Whether a table was removed, so that any other table may be able to go on."""
        for section in event.section_ids():
            for table in event.tables(section):
                place = (section, table.table or 0)
                self._add_table(place, event.rounds_at(*place), 0.0)
        self._refresh()

    def next_at(self) -> float | None:
        """When the next thing happens; None if nothing is left to do."""
        return self.steps[0].at if self.steps else None

    def pop(self) -> Step:
        """Carry out the next step and return it."""
        step = heappop(self.steps)
        terminal = self.terminals.get((step.section, step.table))
        if terminal and step.kind == READY:
            terminal.is_on = True
            self.carry_on(step.at, {terminal})
        elif terminal and step.kind == ROUND_OVER:
            terminal.over.add(step.round)
            terminal.current = 0
            self.carry_on(step.at, self._tables_of_pairs(terminal, step.round))
        return step

    def waiting(self) -> list[TableKey]:
        """The tables that wait for more rounds."""
        return [p for p, t in self.terminals.items() if t.waits and t.is_on and not t.next_round()]

    def is_over(self) -> bool:
        """Whether every table has finished."""
        return all(terminal.finished for terminal in self.terminals.values()) and not self.steps

    def _push(
        self, terminal: Terminal, at: float, round: int, kind: str, arrival: Arrival | None = None
    ) -> None:
        terminal.turn += 1
        heappush(self.steps, Step(at, *terminal.place, terminal.turn, round, kind, arrival))

    def _send(self, terminal: Terminal, round: int, arrivals: Iterable[Arrival]) -> None:
        for arrival in arrivals:
            self._push(terminal, arrival.at, round, "", arrival)

    # tables

    def _add_table(self, place: TableKey, rounds: Iterable[Round], now: float) -> Terminal:
        """Add a table and switch its terminal on."""
        terminal = self.terminals[place] = Terminal(place, rounds, self.until, next(self._orders))
        dice = self.entries.dice("table", *place)
        at = now + dice.uniform(5, 180)
        if dice.random() < self.entries.rates.late:
            at += dice.uniform(*LATE)
            terminal.slowness = SLOW
        self._log_on(terminal, at)
        return terminal

    def _log_on(self, terminal: Terminal, at: float) -> None:
        """Players log on; the first time, they enter their numbers at their home table."""
        section, table = terminal.place
        on = Table(section=section, table=table, log_on_off=LOGGED_ON)
        self._send(terminal, 0, [Arrival(at, on)])
        if self.entries.has_numbers(section) and not terminal.over:
            tables = sorted(t.table or 0 for t in self.event.tables(section))
            away = first_table(self.event, section, table, tables)
            firsts: dict[str, Round] = {}
            for direction, at_table in zip("NSEW", (table, table, away, away), strict=True):
                if rounds := self.event.rounds_at(section, at_table):
                    firsts[direction] = min(rounds, key=lambda r: r.round or 0)
            at, numbers = self.entries.numbers(terminal.place, at, 0, firsts)
            self._send(terminal, 0, numbers)
        self._push(terminal, at, 0, READY)

    def _refresh(self) -> None:
        """Find again where each pair plays, after the movement has changed."""
        self._playing: dict[object, list[tuple[Terminal, int]]] = {}
        for terminal in self.terminals.values():
            for number, round in terminal.rounds.items():
                for pair in self.entries.members.pairs(round):
                    self._playing.setdefault(pair, []).append((terminal, number))

    def carry_on(self, at: float, changed: Collection[Terminal] | None = None) -> None:
        """Start every round whose pairs are free, and end the evening of tables that are done.

        `changed` has the tables that may be able to go on; None: all. They are visited in table
        order, and once more if another table has freed a pair.
        """
        tables = self.terminals.values() if changed is None or self._removed else changed
        self._removed = False
        by_order = {terminal.order: terminal for terminal in tables}
        todo = [(0, order) for order in sorted(by_order)]
        while todo:
            again, order = heappop(todo)
            terminal = by_order[order]
            if terminal.is_on and not terminal.current:
                for number in self._start_next_round(terminal, at):
                    for other in self._tables_of_pairs(terminal, number):
                        by_order[other.order] = other
                        heappush(todo, (again + (other.order <= order), other.order))

    def _tables_of_pairs(self, terminal: Terminal, number: int) -> set[Terminal]:
        """A table whose round is over, and the tables where its pairs play."""
        round = terminal.rounds.get(number)
        pairs = self.entries.members.pairs(round) if round else ()
        return {terminal, *(other for pair in pairs for other, _ in self._playing.get(pair, ()))}

    def _start_next_round(self, terminal: Terminal, at: float) -> list[int]:
        """Start the next round of a table if its pairs are free; return the sit-outs before it."""
        sat_out: list[int] = []
        while (number := terminal.next_round()) and self._is_free(terminal, number):
            round = terminal.rounds[number]
            if not sits_out(round, self.event.section(round.section)) and boards_of(round):
                terminal.current = number
                self._play(terminal, round, at + MOVE * (number > 1))
                return sat_out
            terminal.over.add(number)
            sat_out.append(number)
        if not number and not terminal.waits and not self.until:
            terminal.finished, terminal.is_on = True, False
            section, table = terminal.place
            off = Table(section=section, table=table, log_on_off=LOGGED_OFF)
            self._push(terminal, at + 30, 0, FINISHED, Arrival(at + 30, off))
        return sat_out

    def _is_free(self, terminal: Terminal, number: int) -> bool:
        """Whether the pairs of a round have finished their earlier rounds."""
        return all(
            earlier >= number or earlier in other.over
            for pair in self.entries.members.pairs(terminal.rounds[number])
            for other, earlier in self._playing.get(pair, ())
        )

    def _play(self, terminal: Terminal, round: Round, at: float) -> None:
        """Plan the steps of a round at a table."""
        section, number = terminal.place[0], round.round or 0
        entries = self.entries
        if entries.numbers_each_round(section):
            seats = dict.fromkeys("NSEW", round)
            at, numbers = entries.numbers(terminal.place, at, number, seats)
            self._send(terminal, number, numbers)
        dice = entries.dice("round", *terminal.place, number, round.ns_pair, round.ew_pair)
        if dice.random() < entries.rates.sit_outs:
            at, rows = entries.not_played(round, list(boards_of(round)), at)
            self._send(terminal, number, rows)
        else:
            for board in boards_of(round):
                at, rows = entries.board(round, board, at, terminal.slowness)
                self._send(terminal, number, rows)
                if entries.hands_after_board(section):
                    self._send(terminal, number, entries.hand(section, board, at))
            for board in boards_of(round) if entries.hands_after_round(section) else ():
                self._send(terminal, number, entries.hand(section, board, at))
        self._push(terminal, at, number, ROUND_OVER)

    # changes of the movement

    def load_movement(self, movement: Event) -> None:
        """Replace sessions, sections, tables and rounds; new rounds are played when announced."""
        others = [record for record in self.event if not isinstance(record, MOVEMENT)]
        in_movement = (record for record in movement if isinstance(record, MOVEMENT))
        self.event = Event([*in_movement, *others], Notes())
        self.entries.load_movement(self.event)
        self._refresh()

    def update(self, place: TableKey, first: int, rounds: Iterable[Round], now: float) -> None:
        """Give a table other rounds from `first` on and play these again; or add a new table."""
        terminal = self.terminals.get(place)
        if terminal is None:
            self._add_table(place, rounds, now)
            self._refresh()
            return
        self._forget(terminal, first)
        terminal.rounds = terminal.rounds_after(first, rounds)
        self._refresh()
        self.resume(place, now)

    def resume(self, place: TableKey, now: float) -> None:
        """Let a table go on with new rounds, or finish if no more will follow."""
        terminal = self.terminals[place]
        if terminal.finished and terminal.next_round():
            terminal.finished = False
            self._log_on(terminal, now + 20)
        self.carry_on(now)

    def remove_table(self, place: TableKey) -> None:
        """Remove a table from the server."""
        if terminal := self.terminals.pop(place, None):
            self._removed = True
            self._forget(terminal, 0)
            self._refresh()

    def _forget(self, terminal: Terminal, first: int) -> None:
        """Drop the steps of a table from round `first` on, and count these rounds as not played."""
        self.steps = [
            step
            for step in self.steps
            if (step.section, step.table) != terminal.place or step.round < first
        ]
        heapify(self.steps)
        terminal.over = {number for number in terminal.over if number < first}
        if terminal.current >= first:
            terminal.current = 0

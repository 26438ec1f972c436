"""A watcher between a scoring program that knows text files and the live database, like BMPFTP."""

from __future__ import annotations

import io
import re
import subprocess
import time
from collections.abc import Callable
from typing import Any, NamedTuple, cast

from bmconv import convert
from bmconv.checks import ERROR, check
from bmconv.errors import BmconvError, DataError, FileTrouble
from bmconv.event import Event
from bmconv.live.apply import How, apply
from bmconv.live.change import backup
from bmconv.live.folder import DATABASE, INPUT, NUMBERS, RESULTS, Folder
from bmconv.live.movement import Wishes
from bmconv.live.poll import new_rows
from bmconv.live.rows import content, keyed, open_database, read_types
from bmconv.live.snapshot import is_live, read, snapshot
from bmconv.live.state import State, digest, write_safely
from bmconv.notes import Notes
from bmconv.records import Hand, Intermediate, Record, Result, Round, Seat
from bmconv.sink import Sink
from bmconv.source import from_bytes

TICK = 0.25
"""Seconds after which a command is taken up at the latest."""
WORD = re.compile(r"/[a-z](?::\[.*?\])?")
"""A parameter of the control software; paths in it may have blanks."""
BMPRO = r"c:\program files\bridgemate pro\bmpro.exe"


class Options(NamedTuple):
    """How a folder is watched."""

    interval: float = 5.0
    every: bool = False
    new: bool = False
    computer: str = ""
    jet: str = "4"
    bcs: str | None = None


class Watch:
    """One watcher of one folder."""

    def __init__(
        self,
        folder: Folder,
        options: Options,
        say: Callable[[str], None],
        parameters: Callable[[str], str],
    ) -> None:
        """`parameters` tells with which words the control software is started on a file."""
        self.folder, self.options, self.say, self.parameters = folder, options, say, parameters
        self.database = folder(DATABASE)
        self.stopping = False
        self.quiet_at: tuple[str, bool, bool] | None = None
        self.trouble = ""
        self.movement: tuple[str, dict[str, Any], str] | None = None
        self.state: State = folder.open_state()

    def run(self) -> None:
        """Until told to stop."""
        try:
            self.folder.clear_commands()
            if told := self.folder.recover(self.state):
                self.say(told)
            self.begin()
            while not self.stopping:
                self.turn()
                self.wait()
            self.say("stopped")
        finally:
            self.state.close()

    def wait(self) -> None:
        """Sleep until the next look, or until there is a command."""
        until = time.monotonic() + self.options.interval
        while not self.stopping and (left := until - time.monotonic()) > 0:
            if any(self.movement is None or self.movement[0] != n for n, _ in self.folder.sent()):
                return
            time.sleep(min(TICK, left))

    def turn(self) -> None:
        """One look; what cannot be done now is told once and tried again."""
        try:
            if self.trouble:
                self.folder.recover(self.state)
            self.obey()
            if not self.stopping:
                self.look()
            if self.trouble:
                self.say("all is well again")
            self.trouble = ""
        except FileTrouble as trouble:
            if str(trouble) != self.trouble:
                self.say(f"{trouble}; trying again")
            self.trouble = str(trouble)

    # the database

    def begin(self) -> None:
        """Make the database unless there is one at work, and say how the other side is started."""
        there = self.folder.has(DATABASE)
        if there and self.options.new:
            if is_live(self.database):
                raise DataError(f"{self.database}: is open in the control software: not made anew")
            self.say(f"the database as it was: {backup(self.database)}")
            self.create()
        elif not there or self.untouched():
            self.create()
        else:
            self.say(f"{DATABASE} is there: polling it (--new makes it anew)")
        if not is_live(self.database):
            self.start()

    def untouched(self) -> bool:
        """Whether nothing was played or entered and BMInput.txt says something else by now."""
        if is_live(self.database) or not self.folder.has(INPUT):
            return False
        types = frozenset(("result", "intermediate", "seat", "round"))
        with open_database(snapshot(self.database), self.database) as database:
            have = read_types(database, types, Notes(), self.database)
        if any(isinstance(r, Result | Intermediate) for r in have):
            return False
        wanted = self.read_input()
        numbers = [{(s.section, s.table, s.direction, s.number) for s in of} for of in (
            [r for r in have if isinstance(r, Seat) and r.number],
            [s for s in wanted.of(Seat) if s.number],
        )]  # fmt: skip
        rounds = [{round_text(r) for r in of} for of in (
            [r for r in have if isinstance(r, Round)], wanted.of(Round),
        )]  # fmt: skip
        return numbers[0] <= numbers[1] and rounds[0] != rounds[1]

    def read_input(self) -> Event:
        """BMInput.txt, free of errors."""
        name = self.folder(INPUT)
        notes = Notes()
        event = Event(convert.decode(from_bytes(read(name), name), "bminput", {}, notes), notes)
        wrong = [line for line in notes.lines() if line.startswith("error")]
        wrong += [
            f"{f.place}: {f.message.replace('{s}', '')}" for f in check(event) if f.level == ERROR
        ]
        if wrong:
            raise DataError(f"{name}: {'; '.join(wrong[:5])}")
        return event

    def create(self) -> None:
        """BMInput.txt as a database."""
        event = self.read_input()
        memory = io.BytesIO()
        given = {"computer": self.options.computer, "jet": self.options.jet}
        convert.encode(event, "bws", cast(Sink, memory), given, Notes())
        self.state.drop()
        self.state.save({})
        write_safely(self.database, memory.getvalue())
        self.say(f"{DATABASE} made from {INPUT}")

    def start(self) -> None:
        """Start the control software, or say how."""
        words = self.parameters(self.database)
        if self.options.bcs is None:
            self.say(f'start the control software: "{BMPRO}" {words}')
            return
        try:
            subprocess.Popen([self.options.bcs, *WORD.findall(words)], close_fds=True)
        except OSError as error:
            raise FileTrouble(f"{self.options.bcs}: {error.strerror}") from None
        self.say(f"started: {self.options.bcs} {words}")

    # results and numbers

    def look(self) -> None:
        """Hand over what is new, where the last file was taken away."""
        if self.movement is not None:
            self.take_movement()
        wants = (not self.folder.has(RESULTS), not self.folder.has(NUMBERS))
        if not any(wants):
            return
        data = snapshot(self.database)
        at = (digest(data), *wants)
        if at == self.quiet_at:
            return
        count = self.hand_over_results(data, self.options.every) if wants[0] else 0
        if wants[1]:
            self.hand_over_numbers(data, force=False)
        self.quiet_at = None if self.options.every and count else at

    def hand_over_results(self, data: bytes, every: bool) -> int:
        """Results to BMRData.txt: those that are new, or all; how many."""
        batch = new_rows(data, self.database, self.state, ("result",), Notes(), context=True)
        hands = [r for r in batch.context if isinstance(r, Hand)]
        now = results_of(data, self.database)
        lines: list[Record] = list(now) if every else in_order(batch.records, now)
        if not lines:
            return 0
        head = {**self.state.head, **batch.head}
        text = encoded([*hands, *lines], "bmrdata")
        self.folder.deliver(RESULTS, text, self.state, {**self.state.rows, **batch.rows}, head)
        self.say(f"{len(lines)} results in {RESULTS}")
        return len(lines)

    def hand_over_numbers(self, data: bytes, force: bool) -> None:
        """Player numbers to BMPNums.txt, all of them, when some have changed."""
        with open_database(data, self.database) as database:
            records = read_types(database, frozenset(("seat",)), Notes(), self.database)
        seats = {
            key: content(seat)
            for key, seat in keyed(records).get("seat", {}).items()
            if cast(Seat, seat).number
        }
        if seats == self.state.rows.get("seat", {}) and not force:
            return
        rows = {**self.state.rows, "seat": seats}
        text = encoded([r for r in records if isinstance(r, Seat) and not r.round], "bmpnums")
        self.folder.deliver(NUMBERS, text, self.state, rows, dict(self.state.head))
        self.say(f"player numbers in {NUMBERS}")

    # commands

    def obey(self) -> None:
        """Do what was sent."""
        for name, command in self.folder.sent():
            try:
                answer = self.do(name, command)
            except BmconvError as error:
                answer = f"error: {error}"
            if answer:
                self.say(f"{command.get('send')}: {answer}")
                self.folder.answer(name, answer)

    def do(self, name: str, command: dict[str, Any]) -> str:
        """One command; an empty answer comes later."""
        what = command.get("send")
        if what == "stop":
            self.stopping = True
            return "stopping"
        if what == "read-all":
            count = self.hand_over_results(snapshot(self.database), every=True)
            return f"all {count} results in {RESULTS}" if count else "there are no results yet"
        if what == "players":
            self.hand_over_numbers(snapshot(self.database), force=True)
            return f"player numbers in {NUMBERS}"
        if what == "movement":
            if self.movement is None or self.movement[0] != name:
                self.movement = (name, command, "")
            return ""
        return f"error: no such command {what!r}"

    def take_movement(self) -> None:
        """Take up BMInput.txt once it is the same at two looks."""
        assert self.movement is not None
        name, command, seen = self.movement
        now = digest(read(self.folder(INPUT)))
        if now != seen:
            self.movement = (name, command, now)
            return
        self.movement = None
        try:
            answer = self.apply_movement(command)
        except BmconvError as error:
            answer = f"error: {error}"
        self.say(f"movement: {answer}")
        self.folder.answer(name, answer)

    def apply_movement(self, command: dict[str, Any]) -> str:
        """RoundData, Tables and UpdateFromRound from BMInput.txt; the difference is shown first."""
        event = self.read_input()
        kinds = ("section", "table", "round")
        event = Event([r for r in event if r.__struct_config__.tag in kinds])
        wishes = Wishes(
            bool(command.get("wait")),
            bool(command.get("last")),
            complete=True,
            erase_results=bool(command.get("erase_results")),
        )
        force = bool(command.get("force"))
        notes = Notes()
        planned = apply(self.database, event, wishes, How(force=force, dry_run=True), notes)
        for change in planned.changes:
            self.say(f"movement: {change.line()}")
        done = apply(self.database, event, wishes, How(force=force), notes)
        told = "; ".join([f"{len(done.changes)} changes", *notes.lines()])
        return f"{told}; the file as it was: {done.backup}" if done.backup else told


def results_of(data: bytes, name: str) -> list[Result]:
    """The results of a database, by id."""
    with open_database(data, name) as database:
        found = read_types(database, frozenset(("result",)), Notes(), name)
    results = [r for r in found if isinstance(r, Result)]
    return sorted(results, key=lambda r: r.id or 0)


def place_of(result: Result) -> tuple[int | None, ...]:
    """The board at its table and round."""
    return result.section, result.table, result.round, result.board


def in_order(news: list[Record], now: list[Result]) -> list[Record]:
    """New rows so that the last line about a board is the one that stands.

    A row changed in its place, or gone, may not be the last one of its board: then that follows.
    """
    last = {place_of(result): result for result in now}
    results = [r for r in news if isinstance(r, Result)]
    there = {r.id for r in now}
    results.sort(key=lambda r: (r.id in there, r.id or 0))
    lines: dict[tuple[int | None, ...], list[Result]] = {}
    for result in results:
        lines.setdefault(place_of(result), []).append(result)
    for place, of_board in lines.items():
        stands = last.get(place)
        if stands is not None and of_board[-1].id != stands.id:
            of_board.append(stands)
    return [result for of_board in lines.values() for result in of_board]


def encoded(records: list[Record], format: str) -> bytes:
    """Records as BMPFTP wrote them, directions padded."""
    memory = io.BytesIO()
    convert.encode(records, format, cast(Sink, memory), {"pad": True}, Notes())
    return memory.getvalue()


def round_text(round: Round) -> tuple[Any, ...]:
    """What a round says, to be compared."""
    boards = round.custom_boards or (round.low_board, round.high_board)
    return round.section, round.table, round.round, round.ns_pair, round.ew_pair, boards

"""Exchange data between the text files of a scoring program and the live database, like BMPFTP."""

import os
import subprocess
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple, cast

from bmconv import checks
from bmconv import conversion as convert
from bmconv.bws.live.applying import WriteOptions, apply
from bmconv.bws.live.change import make_backup
from bmconv.bws.live.command_line import BMPRO, parameters
from bmconv.bws.live.folder import DATABASE, INPUT, NUMBERS, RESULTS, Folder
from bmconv.bws.live.marks import mark_delivered
from bmconv.bws.live.movement import MovementOptions
from bmconv.bws.live.polling import (
    batch_in,
    content,
    look,
    new_rows,
    read_rows,
    records_in,
    rows_by_key,
)
from bmconv.bws.live.reader_state import State, digest
from bmconv.bws.live.requests import as_in_other_formats, requested_record
from bmconv.bws.live.snapshot import read, snapshot
from bmconv.bws.live.unfinished import Unfinished
from bmconv.bws.lock_file import is_live
from bmconv.errors import BadInput, BmconvError, DataError, FileTrouble, Flag, Wording, file_errors
from bmconv.event import Event
from bmconv.io.sink import Sink
from bmconv.io.source import from_bytes
from bmconv.notes import ERROR, LOSS, Note, Notes, quantity, refusal
from bmconv.records import Intermediate, Result, Round, Seat, type_name

TICK = 0.25
"""Seconds within which a command is noticed."""
SETTLING = 2.0
"""Maximum seconds between the two reads of a changed BMInput.txt that must agree."""
PADDED = {"pad": True}
"""Write directions padded, as BMPFTP did."""


class WatchOptions(NamedTuple):
    """How a folder is watched."""

    interval: float = 5.0
    every: bool = False
    """Deliver all results each time, not only new ones."""
    new: bool = False
    """Recreate the database even if there is one."""
    computer: str = ""
    jet: str = "4"
    start: str | None = None
    """The path of the control software, if it is to be started."""
    strict: bool = False
    quiet: bool = False
    """Whether notes are left out of the log."""
    repair_missing_pair: bool = False
    mark: str | None = None
    """The flag of delivered results; rows that have it are not delivered."""


class RequestedMovement(NamedTuple):
    """A command to apply BMInput.txt."""

    name: str
    command: dict[str, Any]
    digest: str = ""
    """The hash of BMInput.txt when it was last read; it must be the same twice."""


class Watch:
    """Watches one folder: delivers results and numbers, and carries out commands."""

    def __init__(
        self,
        folder: Folder,
        options: WatchOptions,
        say: Callable[[str], None],
        listener: Callable[[Note], None] | None = None,
    ) -> None:
        """`say` is given the lines of the log, `listener` every note once."""
        self.folder, self.options, self.say, self.listener = folder, options, say, listener
        self.database = folder.path_of(DATABASE)
        self.stopping = False
        self.quiet_at: tuple[str, bool, bool] | None = None
        """When nothing was left to deliver: hash of the database, and which files were absent."""
        self.trouble = ""
        self.reported: set[str | Note] = set()
        self.movement: RequestedMovement | None = None
        self.state: State = folder.open_state()

    def run(self) -> None:
        """Watch until a stop command is received."""
        try:
            self.folder.clear_commands()
            if message := self.folder.recover(self.state):
                self.say(message)
            self.begin()
            while not self.stopping:
                self.turn()
                self.wait()
            self.say("stopped")
        finally:
            self.state.close()

    def wait(self) -> None:
        """Sleep until the next turn or the next command."""
        interval = self.options.interval
        until = time.monotonic() + (interval if self.movement is None else min(interval, SETTLING))
        while not self.stopping and (seconds := until - time.monotonic()) > 0:
            if any(
                self.movement is None or self.movement.name != n
                for n, _ in self.folder.unanswered_commands()
            ):
                return
            time.sleep(min(TICK, seconds))

    def turn(self) -> None:
        """Carry out commands and deliver what is new; a failure is logged once and tried again."""
        try:
            if self.trouble:
                self.folder.recover(self.state)
            self.obey()
            if not self.stopping:
                self.look()
            if self.trouble:
                self.say("working again")
            self.trouble = ""
        except (FileTrouble, BadInput) as trouble:
            message = trouble.for_command_line()
            if message != self.trouble:
                self.say(f"{message}; trying again")
            self.trouble = message

    def new_notes(self) -> Notes:
        """Notes for one step, passed on to the listener."""
        return Notes(self.note_once if self.listener else None)

    def note_once(self, note: Note) -> None:
        """Pass a note on to the listener, unless the listener had the same note before."""
        if self.listener and note not in self.reported:
            self.reported.add(note)
            self.listener(note)

    def log_notes(self, notes: Notes) -> None:
        """Log the notes, each line only once."""
        for line in () if self.options.quiet else notes.lines():
            if line not in self.reported:
                self.reported.add(line)
                self.say(line)

    def settle(self, notes: Notes) -> None:
        """Under --strict, refuse to write anything if there are losses or errors."""
        problems = notes.count(LOSS, ERROR)
        if self.options.strict and problems:
            self.log_notes(notes)
            raise refusal(problems)

    # the database

    def begin(self) -> None:
        """Create the database unless there is a current one; start the control software."""
        if not self.folder.has(DATABASE) or self.options.new or self.is_outdated():
            self.create()
        else:
            self.say(f"{DATABASE} exists: polling it (--new recreates it)")
        if not is_live(self.database):
            self.start()

    def is_outdated(self) -> bool:
        """Whether BMInput.txt has another movement and nothing was played or entered yet.

        A database with results of another movement is probably last week's: it is refused.
        """
        if is_live(self.database) or not self.folder.has(INPUT):
            return False
        types = ("result", "intermediate", "seat", "round")
        have, undamaged = read_rows(snapshot(self.database), self.database, types, Notes())
        if not undamaged:
            return False
        played = [r for r in have if isinstance(r, Result | Intermediate)]
        try:
            wanted = self.read_input(self.new_notes())
        except DataError as error:
            if not played:
                raise
            self.say(f"{error.for_command_line()}; ignored because {DATABASE} has results")
            return False
        rounds = [{compared_values(r) for r in of if isinstance(r, Round)} for of in (have, wanted)]
        if rounds[0] == rounds[1]:
            return False
        numbered = [[s for s in of if isinstance(s, Seat) and s.number] for of in (have, wanted)]
        numbers = [{(s.section, s.table, s.direction, s.number) for s in of} for of in numbered]
        if not played and numbers[0] <= numbers[1]:
            return True
        differs = f"{INPUT} has another movement than {DATABASE}"
        if played and not rounds[0] <= rounds[1]:
            raise DataError(
                f"{self.folder.path}: {differs}, which has {quantity(len(played), 'result')}",
                hint=Wording("start over with ", Flag("new"), f", or remove {INPUT} to continue"),
            )
        self.say(f"{differs}; apply it with --send movement")
        return False

    def read_input(self, notes: Notes) -> Event:
        """Read BMInput.txt; DataError if it has errors."""
        name = self.folder.path_of(INPUT)
        event = Event(convert.decode(from_bytes(read(name), name), "bminput", {}, notes), notes)
        wrong = [t.line() for t in notes.tallies.values() if t.first.level == ERROR]
        wrong += [
            f"{f.place}: {f.message.replace('{s}', '')}"
            for f in checks.check(event)
            if f.level == checks.ERROR
        ]
        if wrong:
            raise DataError(f"{name}: {'; '.join(wrong[:5])}")
        return event

    def create(self) -> None:
        """Create the database from BMInput.txt; files of an earlier event become backups."""
        if is_live(self.database):
            raise DataError(f"{self.database}: open in the control software; close it first")
        notes = self.new_notes()
        event = self.read_input(notes)
        options = {
            "computer": self.options.computer,
            "jet": self.options.jet,
            "repair_missing_pair": self.options.repair_missing_pair,
        }
        with Sink(self.database) as sink:
            convert.encode(event, "bws", sink, options, notes)
            self.settle(notes)
            for name in filter(self.folder.has, (DATABASE, RESULTS, NUMBERS)):
                kept = make_backup(self.folder.path_of(name), keep=name == DATABASE)
                self.say(f"backup of {name}: {kept}")
            self.state.drop()
            self.state.save({})
            Unfinished().save(self.database)
        self.say(f"{DATABASE} created from {INPUT}")
        self.log_notes(notes)

    def start(self) -> None:
        """Start the control software, or log the command that does."""
        words = parameters(self.database, Notes())
        if self.options.start is None:
            hint = ""
            if os.name != "nt":
                words[0] = rf"/f:[PATH\{DATABASE}]"
                hint = " (PATH is the Windows path of this folder)"
            self.say(f'start the control software: "{BMPRO}" {" ".join(words)}{hint}')
            return
        with file_errors(self.options.start):
            subprocess.Popen([self.options.start, *words], close_fds=True)
        self.say(f"started: {self.options.start} {' '.join(words)}")

    # results and numbers

    def look(self) -> None:
        """Deliver new results and numbers, each only if its previous file has been removed."""
        if self.movement is not None:
            self.take_movement()
        wants = (not self.folder.has(RESULTS), not self.folder.has(NUMBERS))
        if not any(wants):
            return
        data = snapshot(self.database)
        at = (digest(data), *wants)
        if at == self.quiet_at:
            return
        count = self.hand_over_results(data, every=self.options.every) if wants[0] else 0
        if wants[1]:
            self.hand_over_numbers(data, force=False)
        self.quiet_at = None if self.options.every and count else at

    def hand_over_results(self, data: bytes, *, every: bool) -> int:
        """Write new results (with `every`, all results) to BMRData.txt; return their number."""
        notes = self.new_notes()
        now = look(data, self.database, ("result",), notes, context=True)
        batch = new_rows(now, self.state, self.options.mark)
        if every:
            by_id = sorted(cast(list[Result], now.chosen), key=lambda r: r.id or 0)
            batch = batch._replace(records=list(by_id), again=[])
        count = len(batch.records) + len(batch.again)
        if count:
            head = {**self.state.head, **batch.head}
            text = batch_in("bmrdata", batch, PADDED, notes)
            self.settle(notes)
            self.folder.deliver(RESULTS, text, self.state, {**self.state.rows, **batch.rows}, head)
            self.say(f"{quantity(count, 'result')} in {RESULTS}")
        if self.options.mark:
            live = is_live(self.database)
            mark_delivered(self.database, batch, self.options.mark, notes, live=live)
        self.log_notes(notes)
        return count

    def hand_over_numbers(self, data: bytes, *, force: bool) -> None:
        """Write all player numbers to BMPNums.txt if some have changed, or with `force`."""
        records, _ = read_rows(data, self.database, ("seat",), Notes())
        seats = {
            key: content(seat)
            for key, seat in rows_by_key(records).get("seat", {}).items()
            if cast(Seat, seat).number
        }
        if seats == self.state.rows.get("seat", {}) and not force:
            return
        rows = {**self.state.rows, "seat": seats}
        starting = self.as_in_input([r for r in records if isinstance(r, Seat) and not r.round])
        text = records_in("bmpnums", [*starting], PADDED, Notes())
        self.folder.deliver(NUMBERS, text, self.state, rows, dict(self.state.head))
        self.say(f"player numbers in {NUMBERS}")

    def as_in_input(self, seats: list[Seat]) -> list[Seat]:
        """The seats in the order of BMInput.txt; seats missing there come last, by place."""
        order: dict[tuple[Any, ...], int] = {}
        if self.folder.has(INPUT):
            name = self.folder.path_of(INPUT)
            known = convert.decode(from_bytes(read(name), name), "bminput", {}, Notes())
            with suppress(BadInput):
                order = {_seat(s): at for at, s in enumerate(known) if isinstance(s, Seat)}
        last = len(order)
        return sorted(seats, key=lambda seat: (order.get(_seat(seat), last), _place(seat)))

    # commands

    def obey(self) -> None:
        """Carry out the commands that were sent, and answer them."""
        for name, command in self.folder.unanswered_commands():
            self.answer(name, command.get("send"), partial(self.carry_out, name, command))

    def answer(self, name: str, action: Any, do: Callable[[], str]) -> None:
        """Answer a command with what an action returns; if that is "", the answer follows later."""
        try:
            answer = do()
        except BmconvError as error:
            answer = f"error: {error.for_command_line()}"
        if answer:
            self.say(f"{action}: {answer}")
            self.folder.answer(name, answer)

    def carry_out(self, name: str, command: dict[str, Any]) -> str:
        """Carry out one command and return the answer; "" if the answer follows later."""
        action = command.get("send")
        if action == "stop":
            self.stopping = True
            return "stopping"
        if action == "read-all":
            count = self.hand_over_results(snapshot(self.database), every=True)
            return f"{quantity(count, 'result')} in {RESULTS}" if count else "no results yet"
        if action == "players":
            self.hand_over_numbers(snapshot(self.database), force=True)
            return f"player numbers in {NUMBERS}"
        if action == "movement":
            if self.movement is None or self.movement.name != name:
                self.movement = RequestedMovement(name, command)
            return ""
        return f"error: unknown command {action!r}"

    def take_movement(self) -> None:
        """Apply BMInput.txt once two reads in a row agree; it is an error if the file is absent."""
        assert self.movement is not None
        name, command, seen = self.movement
        now = digest(read(self.folder.path_of(INPUT))) if self.folder.has(INPUT) else seen
        if now != seen:
            self.movement = RequestedMovement(name, command, now)
            return
        self.movement = None
        self.answer(name, "movement", partial(self.apply_movement, command))

    def apply_movement(self, command: dict[str, Any]) -> str:
        """Apply the movement of BMInput.txt to the database; the changes are logged first."""
        notes = self.new_notes()
        event = self.read_input(notes)
        self.log_notes(notes)
        kinds = ("section", "table", "round")
        requested = [
            as_in_other_formats(requested_record(r)) for r in event if type_name(r) in kinds
        ]
        options = MovementOptions(
            bool(command.get("wait")),
            bool(command.get("last")),
            complete=True,
            erase_results=bool(command.get("erase_results")),
        )
        force = bool(command.get("force"))
        planned = apply(
            self.database, requested, options, WriteOptions(force=force, dry_run=True), Notes()
        )
        if planned.refused:
            hint = Wording(Flag("force"), " makes them after a backup")
            raise DataError(planned.refused.text, hint=hint)
        for change in planned.changes:
            self.say(f"movement: {change.line()}")
        notes = self.new_notes()
        settle = partial(self.settle, notes)
        outcome = apply(self.database, requested, options, WriteOptions(force=force), notes, settle)
        summary = "; ".join([quantity(len(outcome.changes), "change"), *notes.lines()])
        return f"{summary}; backup of the file: {outcome.backup}" if outcome.backup else summary


def _seat(seat: Seat) -> tuple[Any, ...]:
    return seat.section, seat.table, seat.direction


def _place(seat: Seat) -> tuple[int, int, int]:
    """Where a seat comes in a list: by section and table, then N, E, S, W."""
    return seat.section or 0, seat.table or 0, "NESW".find(seat.direction or "N")


def compared_values(round: Round) -> tuple[Any, ...]:
    """The values of a round that are compared: its place, pairs and boards."""
    boards = round.custom_boards or (round.low_board, round.high_board)
    return round.section, round.table, round.round, round.ns_pair, round.ew_pair, boards

"""One run: find, compare with what is known, have it read, publish batch by batch."""

from __future__ import annotations

import os
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, ThreadPoolExecutor
from contextlib import nullcontext
from typing import TYPE_CHECKING, NamedTuple, Protocol

from msgspec import Struct

from bmconv.errors import FileTrouble
from bmconv.export.find import Found, Label, hash_of, name_below, places, shown, walk
from bmconv.export.ledger import State
from bmconv.export.values import NO_RANK, Change, File, Held, Known, Rank, Reading
from bmconv.files import locked
from bmconv.notes import ERROR, Note, Notes

if TYPE_CHECKING:
    from bmconv.export.batch import Batch

HASHED_AT_ONCE = 512


class Target(Protocol):
    """Where rows go."""

    name: str
    lock: str
    staging: str
    own: list[str]

    def prepare(self, dry_run: bool) -> None: ...
    def open(self, dry_run: bool, labels: list[Label], roots: list[str]) -> State: ...
    def begin(self) -> None: ...
    def publish(self, batch: Batch, change: Change) -> None: ...
    def settle(self) -> None: ...
    def finish(self) -> None: ...
    def close(self) -> None: ...


class Plan(NamedTuple):
    """What is asked for."""

    paths: tuple[str, ...]
    labels: list[Label]
    since: float = 0
    """Files that were changed before this are left alone."""
    jobs: int = 1
    dry_run: bool = False


class Summary(Struct):
    """What a run came to."""

    files: int = 0
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    older: int = 0
    """Than what --since says."""
    copies: int = 0
    other: int = 0
    """Files that are not of ours."""
    gone: int = 0
    """Files with rows that are not there any more."""
    errors: int = 0
    """Files in which records had to be skipped, in this run and before it."""
    old_errors: int = 0
    old_rejects: int = 0
    rejects: list[tuple[str, str]] = []
    """Those not seen before, with the reason."""
    events: int = 0
    records: int = 0
    seconds: float = 0.0
    listed: list[tuple[str, str]] = []
    """For a dry run: what would be read, and why."""


Progress = Callable[[int, int], None]


def run(plan: Plan, target: Target, notes: Notes, progress: Progress) -> Summary:
    """Bring a dataset up to date."""
    began = time.monotonic()
    roots = places(plan.paths)
    try:
        target.prepare(plan.dry_run)
        taken = f"{target.lock}: another export is writing to the same place"
        with nullcontext() if plan.dry_run else locked(target.lock, taken):
            summary = _Run(plan, roots, target, notes, progress).go()
    except sqlite3.Error as error:
        raise FileTrouble(f"{shown(target.name)}: {error}") from None
    except OSError as error:
        why = error.strerror or str(error).splitlines()[0]
        raise FileTrouble(f"{shown(target.name)}: {why}") from None
    except BrokenExecutor:
        raise FileTrouble("no process for reading can be started (out of memory?)") from None
    finally:
        target.close()
    summary.seconds = time.monotonic() - began
    return summary


class _Run:
    """A run on its way."""

    def __init__(
        self, plan: Plan, roots: list[str], target: Target, notes: Notes, progress: Progress
    ) -> None:
        self.plan, self.target, self.notes, self.progress = plan, target, notes, progress
        self.roots = roots
        self.summary = Summary()
        self.again: dict[str, None] = {}
        """Files that are to be read though they have not changed."""
        self.read = 0

    def go(self) -> Summary:
        """All of it."""
        self.state = self.target.open(self.plan.dry_run, self.plan.labels, self.roots)
        self.untold = self.state.untold()
        self._look()
        self._miss()
        new, changed, self.wanted = self.state.counts()
        self.summary.new, self.summary.changed = new, changed
        if self.plan.dry_run:
            self._list()
        elif new + changed:
            self.target.begin()
            self._work()
            self._copies()
            self.target.finish()
            self.summary.events, self.summary.records = self.state.brought(self.first)
        if not self.plan.dry_run:
            self.state.forget_untold()
        return self.summary

    def _work(self) -> None:
        """Read what is new or changed, then what has become the best of its event by that."""
        from bmconv.export.batch import Task
        from bmconv.export.workers import Readers

        task = Task(self.plan.labels, self.target.staging, self.notes.listener is not None)
        first, apart = self.state.next_batch(), self.state.begin_reading()
        self.first = first
        with Readers(self.plan.jobs, self.wanted, apart, task, first) as readers:
            self._publish(readers.read(self.state.todo()))
            while self.again:
                names, self.again = set(self.again), {}
                self._publish(readers.read(self._found(names)))
        self.state.end_reading()

    def _look(self) -> None:
        """Compare all files with what is known of them."""
        summary = self.summary
        changed: list[tuple[Found, os.stat_result, Known | None]] = []
        unfilled = set(self.plan.labels)
        with ThreadPoolExecutor(self.plan.jobs) as threads:
            for found in self._walk():
                stat = _stat(found.path)
                if stat is None:
                    continue
                summary.files += 1
                self.state.note_seen(found.name)
                unfilled = {label for label in unfilled if not label.text(found.name)}
                known = self.state.known(found.name)
                if stat.st_mtime < self.plan.since:
                    summary.older += 1
                elif known and known.is_of(stat) and not known.may_be_readable():
                    self._unchanged(found.name, known)
                else:
                    changed.append((found, stat, known))
                if len(changed) == HASHED_AT_ONCE:
                    self._compare(changed, threads)
                    changed = []
            self._compare(changed, threads)
        self.state.set_copies_apart()
        for label in sorted(unfilled) if summary.files else ():
            text = "label{s} that no file has in its path: the column is empty"
            self.notes.loss("label-empty", f"--label {label.column}={label.template}", text)

    def _walk(self) -> Iterator[Found]:
        return walk(self.roots, self.state.base, self.target.own)

    def _miss(self) -> None:
        """Count the files that were there in earlier runs; none at all any more is no accident."""
        for root in self.roots:
            there, gone = self.state.missed(name_below(self.state.base, root), self.plan.dry_run)
            if gone and not there:
                raise FileTrouble(
                    f"{shown(root)}: 0 files found, {gone:,} known before: not mounted?"
                )
            self.summary.gone += gone

    def _list(self) -> None:
        """What a run would do, and how much of it."""
        summary = self.summary
        summary.listed = self.state.listed()
        words = Counter(why for why, _ in summary.listed)
        summary.new, summary.changed = words["new"], words["changed"]
        summary.copies = words["copy"]

    def _unchanged(self, name: str, known: Known) -> None:
        """Count a file that was read before; a run that was cut off did not tell of it."""
        summary, untold = self.summary, name in self.untold
        summary.unchanged += 1
        if known.status == "reject" and untold:
            self._reject(name, self.untold[name])
        elif known.status == "reject":
            summary.old_rejects += 1
        if known.errors and untold:
            summary.errors += 1
        elif known.errors:
            summary.old_errors += 1

    def _compare(
        self, changed: list[tuple[Found, os.stat_result, Known | None]], threads: Executor
    ) -> None:
        """Leave alone what has another time or size and the content that is known."""
        hashes = threads.map(hash_of, [found.path for found, _, _ in changed])
        todo = []
        for (found, stat, known), hash in zip(changed, hashes, strict=True):
            file = File(found.name, found.path, stat.st_size, stat.st_mtime_ns, hash)
            if known and hash and known.hash == hash and not known.may_be_readable():
                if not self.plan.dry_run:
                    self.state.touch(file)
                self._unchanged(found.name, known)
            else:
                todo.append((file, known is None))
        self.state.note_todo(todo)

    def _publish(self, batches: Iterable[Batch]) -> None:
        """Let batches be seen: each as a whole or not at all."""
        for batch in batches:
            change = Change()
            with self.state.transaction():
                for reading in batch.readings:
                    self._judge(reading, batch.number, change)
                change.replaced = [gone for gone in change.replaced if gone.batch != batch.number]
                self.target.publish(batch, change)
            self.target.settle()
            for level, code, place, text, what, count in batch.told:
                self.notes.add(level, code, place, text, count, what)
            self.read += len(batch.readings)
            self.progress(self.read, self.wanted)

    def _judge(self, reading: Reading, number: int, change: Change) -> None:
        """Whether a file's rows count, and which rows they replace."""
        name = reading.file.name
        summary = self.summary
        if reading.status != "exported":
            self._no_rows(reading)
            self.state.save(reading, None)
            return
        if reading.errors:
            summary.errors += 1
            self.state.note_untold(name)
        reading = self._identified(reading, change)
        holder = self.state.holder(reading.event_id)
        if holder is not None and holder[0][3] != name:
            rank, batch = holder
            if rank > reading.rank:
                change.lost.add(name)
                self._copy(name, rank[3])
                self.state.save(reading._replace(status="copy"), None)
                return
            if batch == number:
                change.lost.add(rank[3])
            change.replaced.append(Held(reading.event_id, rank[3], batch))
            self.state.demote(rank[3])
            self._copy(rank[3], name)
        elif holder is not None:
            self._read_again(reading.event_id, name, reading.rank)
        self.state.save(reading, number)

    def _identified(self, reading: Reading, change: Change) -> Reading:
        """A reading with its event; what the file had before is given up.

        A GUID that was copied along with a template stands for several events: those after the
        first are known by date and name too.
        """
        name, guid = reading.file.name, reading.event_id
        own = None
        for held in self.state.held_by(name):
            change.replaced.append(held)
            if held.event_id == guid == name or (held.has(guid) and held.is_of(reading)):
                own = held
            else:
                self.state.forget(held.event_id)
                self._read_again(held.event_id, name, NO_RANK)
        if guid == name:  # it has none: the path is the event
            return reading
        events = self.state.events_of(guid)
        event = own or next((event for event in events if event.is_of(reading)), None)
        if event is None and events:
            text = "file{s} with the session GUID of another event: told apart by date and name"
            self.notes.repair("guid-shared", f"{name} and {events[0].name}", text)
            event_id = " ".join(filter(None, (guid, reading.date, reading.title)))
        else:
            event_id = event.event_id if event else guid
        if event_id != guid:
            change.renamed[name] = event_id
        return reading._replace(event_id=event_id)

    def _read_again(self, event_id: str, holder: str, rank: Rank) -> None:
        """A file that had an event has other content now: it is the turn of better ones."""
        if event_id == holder:  # known by its path: the content was all that copies had in common
            heir = self.state.heir(event_id)
            better = [heir] if heir else []
        else:
            better = self.state.better_copies(event_id, rank)
        self.again |= dict.fromkeys(better)

    def _found(self, names: set[str]) -> Iterator[File]:
        """Files by their names."""
        for found in self._walk():
            if found.name in names and (stat := _stat(found.path)):
                hash = hash_of(found.path)
                yield File(found.name, found.path, stat.st_size, stat.st_mtime_ns, hash)

    def _no_rows(self, reading: Reading) -> None:
        """A file that is rejected, or not one of ours."""
        name = reading.file.name
        known = self.state.known(name)
        if reading.status != "reject":
            self.summary.other += 1
        elif known and known.status == "reject" and known.hash == reading.file.hash:
            self.summary.old_rejects += 1  # another version of bmconv cannot read it either
        else:
            self._reject(name, reading.error)
            self.state.note_untold(name)

    def _reject(self, name: str, why: str) -> None:
        self.summary.rejects.append((name, why))
        if self.notes.listener:
            self.notes.listener(Note(ERROR, "rejected", name, why))

    def _copy(self, name: str, of: str) -> None:
        self.summary.copies += 1
        text = "file{s} left out: a fuller or newer one has the same event"
        self.notes.repair("copy", f"{name} of {of}", text)

    def _copies(self) -> None:
        """Files with the same content as another."""
        text = "file{s} left out: same content as another"
        with self.state.transaction():
            for reading, other in self.state.unread():
                if reading.status == "copy":
                    self.summary.copies += 1
                    self.notes.repair("same-content", f"{reading.file.name} of {other}", text)
                else:
                    self._no_rows(reading)
                self.state.save(reading, None)


def _stat(path: str) -> os.stat_result | None:
    """Size and time of a file; None for one that has gone in this moment."""
    try:
        return os.stat(path)
    except OSError:
        return None

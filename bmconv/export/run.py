"""One run: find files, compare them with the ledger, read them, publish batch by batch."""

from __future__ import annotations

import os
import sqlite3
import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, NamedTuple, Protocol

from msgspec import Struct

from bmconv.errors import FileTrouble
from bmconv.export.archive import Found, Label, hash_of, name_below, places, shown, walk
from bmconv.export.entries import BatchChange, File, Known, Reading
from bmconv.export.judging import Judge
from bmconv.export.ledger import Ledger
from bmconv.io.archives import file_of
from bmconv.io.files import locked
from bmconv.notes import ERROR, Note, Notes

if TYPE_CHECKING:
    from bmconv.export.anonymity import Anonymity
    from bmconv.export.batch import FileBatch, Task

HASHED_AT_ONCE = 4096


class Destination(Protocol):
    """Where rows are written."""

    name: str
    lock: str
    staging: str
    own: list[str]

    def prepare(self, dry_run: bool) -> None: ...
    def open(self, dry_run: bool, labels: list[Label]) -> Ledger: ...
    def begin(self) -> None: ...
    def publish(self, batch: FileBatch, change: BatchChange) -> None: ...
    def settle(self) -> None: ...
    def finish(self) -> None: ...
    def close(self) -> None: ...


class BatchReader(Protocol):
    """Reads files in batches."""

    def read(self, files: Iterable[File]) -> Iterator[FileBatch]: ...


class ReadingEngine(Protocol):
    """What opens files: the processes of this machine, or those of a cluster."""

    def hashes(self, paths: list[str]) -> Iterable[str]: ...
    def readers(
        self, wanted: int, apart: bool, task: Task, number: int
    ) -> AbstractContextManager[BatchReader]: ...


class OwnProcesses:
    """Opens files in processes of this machine."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def hashes(self, paths: list[str]) -> Iterable[str]:
        """The hash of each file."""
        with ThreadPoolExecutor(self.jobs) as threads:
            return list(threads.map(hash_of, paths))

    def readers(
        self, wanted: int, apart: bool, task: Task, number: int
    ) -> AbstractContextManager[BatchReader]:
        """The processes that read files."""
        from bmconv.export.workers import Readers

        return Readers(self.jobs, wanted, apart, task, number)


class ExportPlan(NamedTuple):
    """What a run is asked to do."""

    paths: tuple[str, ...]
    labels: list[Label]
    since: float = 0
    """Files last changed before this time are skipped."""
    jobs: int = 1
    dry_run: bool = False
    prune: bool = False
    """Take out the events of files that no longer exist."""
    anonymity: Anonymity | None = None
    """Whether to replace people, and by which pseudonyms."""


class Summary(Struct):
    """The outcome of a run."""

    files: int = 0
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    older: int = 0
    """Files last changed before --since."""
    copies: int = 0
    other: int = 0
    """Files that are not of our formats."""
    gone: int = 0
    """Files with rows that no longer exist."""
    pruned: int = 0
    """Those of them whose rows were removed."""
    errors: int = 0
    """Files with skipped records, first seen in this run; `old_errors` in earlier ones."""
    old_errors: int = 0
    old_rejects: int = 0
    rejects: list[tuple[str, str]] = []
    """Files rejected for the first time, with the reason."""
    events: int = 0
    records: int = 0
    seconds: float = 0.0
    listed: list[tuple[str, str]] = []
    """In a dry run: what would be read, and why."""


Progress = Callable[[int, int], None]


def run(
    plan: ExportPlan,
    destination: Destination,
    notes: Notes,
    progress: Progress,
    engine: ReadingEngine | None = None,
) -> Summary:
    """Bring a dataset up to date."""
    began = time.monotonic()
    roots = places(plan.paths)
    try:
        destination.prepare(plan.dry_run)
        taken = f"{destination.lock}: another export is writing to the same place"
        with (
            locked(destination.lock, taken)
            if destination.lock and not plan.dry_run
            else nullcontext()
        ):
            engine = engine or OwnProcesses(plan.jobs)
            summary = _Run(plan, roots, destination, notes, progress, engine).go()
    except sqlite3.Error as error:
        raise FileTrouble(f"{shown(destination.name)}: {error}") from None
    except FileTrouble:
        raise
    except OSError as error:
        why = error.strerror or str(error).splitlines()[0]
        raise FileTrouble(f"{shown(destination.name)}: {why}") from None
    except BrokenExecutor:
        raise FileTrouble("cannot start a process to read files (possibly out of memory)") from None
    finally:
        destination.close()
    summary.seconds = time.monotonic() - began
    return summary


class _Run:
    """The state of a run."""

    def __init__(
        self,
        plan: ExportPlan,
        roots: list[str],
        destination: Destination,
        notes: Notes,
        progress: Progress,
        engine: ReadingEngine,
    ) -> None:
        self.plan, self.destination, self.engine = plan, destination, engine
        self.notes, self.progress = notes, progress
        self.roots = roots
        self.anonymity = plan.anonymity
        self.summary = Summary()
        self.read = 0

    def go(self) -> Summary:
        """Run from start to end."""
        self.ledger = self.destination.open(self.plan.dry_run, self.plan.labels)
        for path in self.ledger.lost_files:
            text = "missing file{s} of the dataset: their sources are read again"
            self.notes.repair("file-missing", path, text)
        self.base = self.ledger.agreed_base(self.roots, self.anonymity)
        if self.anonymity:
            self.anonymity = self.anonymity._replace(base=self.base)
        self.judge = Judge(self.ledger, self.notes)
        self.untold = self.ledger.untold()
        self._look()
        self._miss()
        self.ledger.set_copies_apart()
        gone = self.ledger.gone()
        self.summary.pruned = len(gone)
        new, changed, self.wanted = self.ledger.counts()
        self.summary.new, self.summary.changed = new, changed
        if self.plan.dry_run:
            self._list()
        elif new + changed or gone or self.ledger.unfinished():
            self.destination.begin()
            self._work(gone)
            self._copies()
            self.destination.finish()
            self.ledger.end_reading()
            self.summary.copies += len(self.judge.copies)
            self.summary.events, self.summary.records = self.ledger.brought(self.first)
        if not self.plan.dry_run:
            self.ledger.forget_untold()
            self.destination.settle()
        return self.summary

    def _work(self, gone: list[str]) -> None:
        """Read new and changed files, then copies that have become the best of their event."""
        from bmconv.export.batch import Task

        task = Task(self.plan.labels, self.destination.staging, self.notes.listener is not None)
        task = task._replace(anonymity=self.anonymity)
        first, apart = self.ledger.next_batch(), self.ledger.unfinished()
        self.ledger.begin_reading()
        self.first = first
        if gone:
            self._prune(gone, first)
        with self.engine.readers(self.wanted, apart, task, first + bool(gone)) as readers:
            self._publish(readers.read(self.ledger.todo()))
            while again := set(self.judge.again):
                self.judge.again.clear()
                self._publish(readers.read(self._found(again)))

    def _look(self) -> None:
        """Compare all files with the ledger."""
        summary = self.summary
        changed: list[tuple[Found, os.stat_result, Known | None]] = []
        unfilled = set(self.plan.labels)
        for found in self._walk():
            stat = _stat(found.path)
            if stat is None:
                continue
            summary.files += 1
            self.ledger.note_seen(found.name, found.path)
            unfilled = {label for label in unfilled if not label.text(found.name)}
            known = self.ledger.known(found.name)
            if stat.st_mtime < self.plan.since:
                summary.older += 1
            elif known and known.is_of(stat) and not known.may_be_readable():
                self._unchanged(found.name, known)
            else:
                changed.append((found, stat, known))
            if len(changed) == HASHED_AT_ONCE:
                self._compare(changed)
                changed = []
        self._compare(changed)
        for label in sorted(unfilled) if summary.files else ():
            text = "label{s} not found in any path: the column is empty"
            self.notes.loss("label-empty", f"label {label.column}={label.template}", text)

    def _walk(self) -> Iterator[Found]:
        found = walk(self.roots, self.base, self.destination.own)
        return self.anonymity.found(found) if self.anonymity else found

    def _marked(self, hash: str) -> str:
        """The hash of a file as the dataset has it."""
        return self.anonymity.mark(f"file {hash}") if self.anonymity and hash else hash

    def _miss(self) -> None:
        """Count files that have vanished; stop if all have, because a folder may not be mounted."""
        for root in self.roots:
            below = name_below(self.base, root)
            below = self.anonymity.name(below) if self.anonymity else below
            there, gone = self.ledger.missed(below, self.plan.dry_run, self.plan.prune)
            if gone and not there:
                raise FileTrouble(
                    f"{shown(root)}: no files found, but {gone:,} before; check that it is mounted"
                )
            self.summary.gone += gone

    def _list(self) -> None:
        """List what a run would do."""
        summary = self.summary
        summary.listed = self.ledger.listed()
        words = Counter(why for why, _ in summary.listed)
        summary.new, summary.changed = words["new"], words["changed"]
        summary.copies = words["copy"]
        summary.listed += [("gone", name) for name in self.ledger.gone()]

    def _unchanged(self, name: str, known: Known) -> None:
        """Count a file that was read before; if an interrupted run read it, report it now."""
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

    def _compare(self, changed: list[tuple[Found, os.stat_result, Known | None]]) -> None:
        """Record changed files by their content: a new time alone is not a change."""
        hashes = map(self._marked, self.engine.hashes([found.path for found, _, _ in changed]))
        todo = []
        for (found, stat, known), hash in zip(changed, hashes, strict=True):
            file = File(found.name, found.path, stat.st_size, stat.st_mtime_ns, hash)
            if known and hash and known.hash == hash and not known.may_be_readable():
                if not self.plan.dry_run:
                    self.ledger.touch(file)
                self._unchanged(found.name, known)
            else:
                todo.append((file, known is None))
        self.ledger.note_todo(todo)

    def _prune(self, gone: list[str], number: int) -> None:
        """Take out what came from files that no longer exist."""
        from bmconv.export.batch import FileBatch

        change = BatchChange()
        with self.ledger.transaction():
            self.judge.prune(gone, number, change)
            self.destination.publish(FileBatch(number, [], [], []), change)
        self.destination.settle()

    def _publish(self, batches: Iterable[FileBatch]) -> None:
        """Publish batches, each as one transaction."""
        for batch in batches:
            change = BatchChange()
            with self.ledger.transaction():
                for reading in batch.readings:
                    self._take(reading, batch.number, change)
                change.replaced = [gone for gone in change.replaced if gone.batch != batch.number]
                self.destination.publish(batch, change)
            self.destination.settle()
            for note in batch.told:
                self.notes.take(note)
            self.read += len(batch.readings)
            self.progress(self.read, self.wanted)

    def _take(self, reading: Reading, number: int, change: BatchChange) -> None:
        """Count a file that was read, and decide about its rows."""
        if reading.status != "exported":
            self._no_rows(reading)
            self.ledger.save(reading, None)
            return
        if reading.errors:
            self.summary.errors += 1
            self.ledger.note_untold(reading.file.name)
        self.judge.judge(reading, number, change)

    def _found(self, names: set[str]) -> Iterator[File]:
        """Files by their names, in order."""
        for name, path in self.ledger.paths(names):
            if stat := _stat(path):
                hash = self._marked(hash_of(path))
                yield File(name, path, stat.st_size, stat.st_mtime_ns, hash)

    def _no_rows(self, reading: Reading) -> None:
        """Count a file that is rejected, or not one of ours."""
        name = reading.file.name
        known = self.ledger.known(name)
        if reading.status != "reject":
            self.summary.other += 1
        elif known and known.status == "reject" and known.hash == reading.file.hash:
            self.summary.old_rejects += 1  # this version of bmconv cannot read it either
        else:
            self._reject(name, reading.error)
            self.ledger.note_untold(name)

    def _reject(self, name: str, why: str) -> None:
        self.summary.rejects.append((name, why))
        if self.notes.listener:
            self.notes.listener(Note(ERROR, "rejected", name, why))

    def _copies(self) -> None:
        """Record files with the same content as another."""
        text = "file{s} skipped: same content as another"
        with self.ledger.transaction():
            for reading, other in self.ledger.unread():
                if reading.status == "copy":
                    self.summary.copies += 1
                    self.notes.repair("same-content", f"{reading.file.name} of {other}", text)
                else:
                    self._no_rows(reading)
                self.ledger.save(reading, None)


def _stat(path: str) -> os.stat_result | None:
    """Size and time of a file or of the archive it is in; None if it has just vanished."""
    file = file_of(path)
    try:
        try:
            return os.stat(file)
        except FileNotFoundError:
            return None
        except OSError:
            return os.lstat(file)  # a link to itself is rejected when it is read
    except OSError:
        return None

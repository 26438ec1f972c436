"""One run: find, compare with what is known, read in parallel, publish batch by batch."""

from __future__ import annotations

import os
import sqlite3
import time
from collections import deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor
from concurrent.futures.thread import ThreadPoolExecutor
from contextlib import contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from bmconv import __version__
from bmconv.errors import FileTrouble
from bmconv.export.find import Found, Label, hash_of, walk
from bmconv.export.lock import locked
from bmconv.export.state import File, Reading, Replaced, State
from bmconv.notes import Notes

if TYPE_CHECKING:
    from bmconv.export.work import Batch

BATCH_FILES, BATCH_BYTES = 64, 1 << 26
"""So many files at most, or so large."""
SHARES = 6
"""Batches for each process at least, so that all are busy to the end."""
ALONE = 8
"""So few files are read in this process: starting others takes longer."""
HASHED_AT_ONCE = 512


class Target(Protocol):
    """Where rows go."""

    name: str
    lock: str
    staging: str
    own: list[str]

    def open(self, dry_run: bool) -> State: ...
    def begin(self, columns: list[str]) -> None: ...
    def publish(
        self, number: int, parts: list[Any], lost: set[str], replaced: list[Replaced]
    ) -> None: ...
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


class Summary:
    """What a run came to."""

    def __init__(self) -> None:
        self.files = self.new = self.changed = self.unchanged = self.older = 0
        self.copies = self.other = self.records = self.batches = self.written = 0
        self.rejects: list[tuple[str, str]] = []
        """Those not seen before, with the reason."""
        self.old_rejects = 0
        self.listed: list[tuple[str, str]] = []
        """For a dry run: what would be read, and why."""
        self.seconds = 0.0


Progress = Callable[[int, int], None]


def run(plan: Plan, target: Target, notes: Notes, progress: Progress) -> Summary:
    """Bring a dataset up to date."""
    began = time.monotonic()
    try:
        with nullcontext() if plan.dry_run else locked(target.lock):
            summary = _Run(plan, target, notes, progress).go()
    except sqlite3.Error as error:
        raise FileTrouble(f"{target.name}: {error}") from None
    except OSError as error:
        why = error.strerror or str(error).splitlines()[0]
        raise FileTrouble(f"{target.name}: {why}") from None
    except BrokenExecutor:
        raise FileTrouble("a process that was reading ended early (out of memory?)") from None
    finally:
        target.close()
    summary.seconds = time.monotonic() - began
    return summary


class _Run:
    def __init__(self, plan: Plan, target: Target, notes: Notes, progress: Progress) -> None:
        self.plan, self.target, self.notes, self.progress = plan, target, notes, progress
        self.summary = Summary()
        self.again: dict[str, None] = {}
        self.read = 0

    def go(self) -> Summary:
        self.state = self.target.open(self.plan.dry_run)
        labels = " ".join(f"{label.column}={label.template}" for label in self.plan.labels)
        self.state.agree("--label", labels, self.plan.dry_run)
        self._look()
        new, changed, self.wanted = self.state.counts()
        self.summary.new, self.summary.changed = new, changed
        if self.plan.dry_run:
            self.summary.listed = self.state.listed()
        if self.plan.dry_run or not new + changed:
            return self.summary
        self.target.begin([label.column for label in self.plan.labels])
        self.number = self.state.next_batch()
        with self._pool(self.wanted) as pool:
            self._work(pool, self.state.todo())
            while self.again:
                names, self.again = list(self.again), {}
                self._work(pool, self._found_again(names))
        self._copies()
        self.target.finish()
        return self.summary

    def _look(self) -> None:
        """Compare all files with what is known of them."""
        summary = self.summary
        changed: list[tuple[Found, os.stat_result, Any]] = []
        with ThreadPoolExecutor(self.plan.jobs) as threads:
            for found in walk(self.plan.paths, self.target.own):
                try:
                    stat = os.stat(found.path)
                except OSError:
                    continue  # gone in this moment
                summary.files += 1
                known = self.state.known(found.name)
                if stat.st_mtime < self.plan.since:
                    summary.older += 1
                elif known and known[:2] == (stat.st_size, stat.st_mtime_ns) and not _retry(known):
                    self._unchanged(known)
                else:
                    changed.append((found, stat, known))
                if len(changed) == HASHED_AT_ONCE:
                    self._compare(changed, threads)
                    changed = []
            self._compare(changed, threads)
        self.state.set_copies_apart()

    def _unchanged(self, known: tuple[Any, ...]) -> None:
        self.summary.unchanged += 1
        self.summary.old_rejects += known[3] == "reject"

    def _compare(self, changed: list[tuple[Found, os.stat_result, Any]], threads: Executor) -> None:
        hashes = threads.map(hash_of, [found.path for found, _, _ in changed])
        todo = []
        for (found, stat, known), hash in zip(changed, hashes, strict=True):
            file = File(found.name, found.path, stat.st_size, stat.st_mtime_ns, hash)
            if known and hash and known[2] == hash and not _retry(known):
                if not self.plan.dry_run:
                    self.state.touch(file)
                self._unchanged(known)
            else:
                todo.append((file, known is None))
        self.state.note_todo(todo)

    @contextmanager
    def _pool(self, wanted: int) -> Iterator[Executor | None]:
        """Processes that read; None where this one does."""
        if self.plan.jobs == 1 or wanted <= ALONE:
            yield None
            return
        from multiprocessing import get_context

        from bmconv.export.work import start

        pool = ProcessPoolExecutor(self.plan.jobs, get_context("spawn"), start)
        try:
            yield pool
        finally:
            pool.shutdown(cancel_futures=True)

    def _work(self, pool: Executor | None, files: Iterable[File]) -> None:
        """Read batches, some ahead, and publish them in order."""
        from bmconv.export.work import read_batch

        waiting: deque[tuple[int, Future[Batch] | Batch]] = deque()
        most = min(BATCH_FILES, max(ALONE, self.wanted // (SHARES * self.plan.jobs)))
        for batch in _batches(files, most):
            number, self.number = self.number, self.number + 1
            given = (batch, self.plan.labels, self.target.staging, number)
            waiting.append(
                (number, pool.submit(read_batch, *given) if pool else read_batch(*given))
            )
            if len(waiting) > (self.plan.jobs + 1 if pool else 0):
                self._take(*waiting.popleft())
        while waiting:
            self._take(*waiting.popleft())

    def _take(self, number: int, read: Future[Batch] | Batch) -> None:
        """Publish a batch: all of it or nothing."""
        batch = read.result() if isinstance(read, Future) else read
        lost: set[str] = set()
        replaced: list[Replaced] = []
        with self.state.transaction():
            for reading in batch.readings:
                self._judge(reading, number, lost, replaced)
            replaced = [gone for gone in replaced if gone.batch != number]
            self.target.publish(number, batch.parts, lost, replaced)
        self.target.settle()
        self.summary.batches += 1
        self.read += len(batch.readings)
        for told in batch.told:
            self.notes.add(told.level, told.code, told.place, told.text, told.number, told.what)
        self.progress(self.read, self.wanted)

    def _judge(
        self, reading: Reading, number: int, lost: set[str], replaced: list[Replaced]
    ) -> None:
        """Whether a file's rows count, and which rows they replace."""
        name = reading.file.name
        summary = self.summary
        if reading.status != "exported":
            if reading.status == "reject":
                self._reject(reading)
            else:
                summary.other += 1
            self.state.save(reading, None)
            return
        for held in self.state.held_by(name):
            replaced.append(held)
            if held.event_id != reading.event_id:
                self.state.forget(held.event_id)
                self._read_again(held.event_id, (0, 0, 0, ""))
        holder = self.state.holder(reading.event_id)
        if holder is not None and holder[0][3] != name:
            rank, batch = holder
            if rank > reading.rank:
                lost.add(name)
                self._copy(name, rank[3])
                self.state.save(reading._replace(status="copy"), None)
                return
            if batch == number:
                lost.add(rank[3])
            replaced.append(Replaced(reading.event_id, rank[3], batch))
            self.state.demote(rank[3])
            self._copy(rank[3], name)
        elif holder is not None:
            self._read_again(reading.event_id, reading.rank)
        summary.written += 1
        summary.records += reading.records
        self.state.save(reading, number)

    def _read_again(self, event_id: str, rank: tuple[int, int, int, str]) -> None:
        """Another file of the event is better now: its turn comes at the end."""
        better = self.state.better_copy(event_id, rank)
        if better:
            self.again[better] = None

    def _found_again(self, names: list[str]) -> Iterator[File]:
        wanted = set(names)
        for found in walk(self.plan.paths, self.target.own):
            if found.name in wanted:
                stat = os.stat(found.path)
                hash = hash_of(found.path)
                yield File(found.name, found.path, stat.st_size, stat.st_mtime_ns, hash)

    def _reject(self, reading: Reading) -> None:
        name = reading.file.name
        known = self.state.known(name)
        if known and known[3] == "reject" and known[2] == reading.file.hash:
            self.summary.old_rejects += 1  # another version of bmconv cannot read it either
        else:
            self.summary.rejects.append((name, reading.error))

    def _copy(self, name: str, of: str) -> None:
        self.summary.copies += 1
        text = "file{s} left out: a fuller or newer one has the same event"
        self.notes.repair("copy", f"{name} of {of}", text)

    def _copies(self) -> None:
        """Files with the same content as another."""
        count = self.state.settle_copies()
        if count:
            self.summary.copies += count
            row = self.state.db.execute(
                "SELECT source_file, status, error FROM todo JOIN sources USING (source_file) "
                "WHERE rest = 1 ORDER BY 1"
            ).fetchall()
            for name, status, error in row:
                if status == "reject":
                    self.summary.rejects.append((name, error))
            self.notes.add(
                "repair",
                "same-content",
                row[0][0],
                "file{s} left out: same content as another",
                count,
            )


def _retry(known: tuple[Any, ...]) -> bool:
    """Whether a file that could not be read may be readable by now."""
    return known[3] in ("reject", "other") and (not known[2] or known[4] != __version__)


def _batches(files: Iterable[File], most: int) -> Iterator[list[File]]:
    """Files in batches, of so many or so large."""
    batch: list[File] = []
    for file in files:
        batch.append(file)
        if len(batch) == most or sum(one.size for one in batch) > BATCH_BYTES:
            yield batch
            batch = []
    if batch:
        yield batch

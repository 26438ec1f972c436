"""One run of export: find files, compare them with the ledger, read and publish them in batches."""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import BrokenExecutor, ThreadPoolExecutor
from contextlib import AbstractContextManager, nullcontext, suppress
from typing import NamedTuple, Protocol

from msgspec import Struct

from bmconv.errors import FileTrouble, Flag, Wording, reason_of
from bmconv.exporting.archive import (
    FoundFile,
    Label,
    for_display,
    hash_of,
    name_below,
    search_roots,
    walk,
)
from bmconv.exporting.entries import (
    BatchChange,
    File,
    FileBatch,
    Reading,
    ReadSettings,
    RowsRefused,
    SourceEntry,
)
from bmconv.exporting.judging import Judge
from bmconv.exporting.ledger import Ledger
from bmconv.exporting.treatment import PLAIN, Treatment
from bmconv.io.archives import file_of
from bmconv.io.files import hold_lock
from bmconv.notes import ERROR, Note, Notes, quantity

HASHED_AT_ONCE = 4096
"""The number of changed files that are hashed together."""


class Destination(Protocol):
    """Where rows are written.

    A run calls `prepare` and `open`. If there is anything to do, it calls `begin`, then `publish`
    within a transaction of the ledger and `settle` after it for every batch, then `finish`.
    """

    name: str
    lock: str
    """The file that keeps a second run out; empty if none is needed."""
    staging: str
    """The folder for files with rows that are not published yet; empty if rows are not kept."""
    files: list[str]
    """Its files and folders, which are not read as sources."""
    pages: int
    """Web pages made in this run."""

    def prepare(self, *, dry_run: bool) -> None: ...
    def open(self, labels: list[Label], *, dry_run: bool) -> Ledger: ...
    def begin(self) -> None: ...
    def publish(self, batch: FileBatch, change: BatchChange) -> None: ...
    def settle(self) -> None: ...
    def finish(self) -> None: ...
    def close(self) -> None: ...


class BatchReader(Protocol):
    """Reads files in batches."""

    def read(self, files: Iterable[File]) -> Iterator[FileBatch]: ...


class ReadingEngine(Protocol):
    """The processes that open files: on this machine, or in a cluster."""

    def hashes(self, paths: list[str]) -> Iterable[str]: ...

    def readers(
        self, files: int, settings: ReadSettings, first: int, *, apart: bool
    ) -> AbstractContextManager[BatchReader]: ...


class LocalProcesses:
    """Opens files in processes of this machine."""

    def __init__(self, jobs: int) -> None:
        self.jobs = jobs

    def hashes(self, paths: list[str]) -> Iterable[str]:
        """The hash of each file."""
        with ThreadPoolExecutor(self.jobs) as threads:
            return list(threads.map(hash_of, paths))

    def readers(
        self, files: int, settings: ReadSettings, first: int, *, apart: bool
    ) -> AbstractContextManager[BatchReader]:
        """The processes that read files."""
        from bmconv.exporting.workers import Readers  # loads numpy and pyarrow

        return Readers(self.jobs, files, settings, first, apart=apart)


class ExportPlan(NamedTuple):
    """What a run is asked to do."""

    paths: tuple[str, ...]
    labels: list[Label]
    since: float = 0
    """Files last changed before this time are skipped."""
    jobs: int = 1
    dry_run: bool = False
    prune: bool = False
    """Whether to take out the events of files that no longer exist."""
    treatment: Treatment = PLAIN
    club_names: tuple[tuple[str, str], ...] = ()
    """Names of clubs by the names of their folders."""


class Summary(Struct):
    """The outcome of a run."""

    files: int = 0
    new: int = 0
    changed: int = 0
    unchanged: int = 0
    older: int = 0
    """Files last changed before the time of --since."""
    copies: int = 0
    """Files whose event is in another file; in a dry run only those with the same content."""
    joined: int = 0
    """Files whose hands are joined to the results in another file."""
    other: int = 0
    """Files that are not of our formats."""
    gone: int = 0
    """Missing files whose rows were in the dataset."""
    pruned: int = 0
    """Missing files whose rows were removed."""
    errors: int = 0
    """Files with skipped records, first seen in this run."""
    old_errors: list[str] = []
    """Files with skipped records, seen in earlier runs."""
    old_rejects: list[tuple[str, str]] = []
    """Files rejected in earlier runs, with the reason."""
    visible: int = 0
    """Events of missing files that may still name people who are to be hidden."""
    is_new_list: bool = False
    """Whether this is the first run that reports on this list of people to hide."""
    rejects: list[tuple[str, str]] = []
    """Files rejected for the first time, with the reason."""
    events: int = 0
    records: int = 0
    pages: int = 0
    """Pages of a site that were made."""
    seconds: float = 0.0
    listed: list[tuple[str, str]] = []
    """In a dry run: each file, after the word `new`, `changed`, `gone` or `copy` (same content)."""


Progress = Callable[[int, int], None]
"""Called with the number of files done and the number of all files."""
_ChangedFile = tuple[FoundFile, os.stat_result, SourceEntry | None]
"""A file that seems new or changed, with its entry in the ledger."""


def run(
    plan: ExportPlan,
    destination: Destination,
    notes: Notes,
    progress: Progress,
    engine: ReadingEngine | None = None,
) -> Summary:
    """Bring a dataset up to date."""
    began = time.monotonic()
    roots = search_roots(plan.paths)
    try:
        destination.prepare(dry_run=plan.dry_run)
        taken = f"{destination.lock}: another export is writing to the same place"
        with (
            hold_lock(destination.lock, taken)
            if destination.lock and not plan.dry_run
            else nullcontext()
        ):
            ledger = destination.open(plan.labels, dry_run=plan.dry_run)
            for path in ledger.lost_files:
                text = "missing file{s} of the dataset: {its|their} sources are read again"
                notes.repair("file-missing", path, text)
            engine = engine or LocalProcesses(plan.jobs)
            summary = _Run(plan, roots, destination, ledger, notes, progress, engine).update()
            summary.pages = destination.pages
    except sqlite3.Error as error:
        raise FileTrouble(f"{for_display(destination.name)}: {error}") from None
    except FileTrouble:
        raise
    except OSError as error:
        why = reason_of(error)
        raise FileTrouble(f"{for_display(destination.name)}: {why}") from None
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
        ledger: Ledger,
        notes: Notes,
        progress: Progress,
        engine: ReadingEngine,
    ) -> None:
        self.plan, self.roots, self.destination = plan, roots, destination
        self.ledger, self.notes, self.progress, self.engine = ledger, notes, progress, engine
        anonymity = plan.treatment.anonymity
        self.base = ledger.base_for(roots, anonymity)
        self.anonymity = anonymity and anonymity._replace(base=self.base)
        self.treatment = plan.treatment._replace(anonymity=self.anonymity)
        ledger.take_options(plan.treatment.marks, dry_run=plan.dry_run)
        self.judge = Judge(ledger, notes)
        self.unreported = ledger.unreported()
        """Files that an interrupted run did not report, with the reason."""
        self.known: set[str] = set()
        """Files that are read again although they have not changed."""
        self.summary = Summary()
        self.read = 0
        """Files read so far."""

    def update(self) -> Summary:
        """Bring the dataset up to date."""
        self._compare_with_ledger()
        self._count_gone()
        self.ledger.set_copies_apart()
        gone = self.ledger.gone()
        self.summary.pruned = len(gone)
        new, changed, to_read = self.ledger.counts()
        self.summary.new, self.summary.changed = new, changed
        if self.plan.dry_run:
            self._list_plan()
        elif new + changed or gone or self.ledger.is_unfinished() or self.ledger.queued_files():
            first = self.ledger.next_batch()
            self.destination.begin()
            self._read_all(to_read, gone, first)
            self._count_copies()
            self._save_copies()
            self.judge.report_possible()
            self.judge.report_parts()
            self.destination.finish()
            self.ledger.end_reading()
            self.summary.events, self.summary.records = self.ledger.count_added(first)
        if not self.plan.dry_run:
            self._report_unused()
            self._report_unknown_clubs()
            self.ledger.forget_unreported()
            self.destination.settle()
        return self.summary

    def _read_all(self, to_read: int, gone: list[str], first: int) -> None:
        """Read new and changed files, then copies that have become the best of their event.

        `to_read`: how many files; `gone`: files to prune; `first`: the number of the first batch.
        """
        settings = ReadSettings(
            self.plan.labels,
            self.destination.staging,
            self.notes.listener is not None,
            self.treatment,
        )
        apart = self.ledger.is_unfinished()
        self.ledger.begin_reading()
        if gone:
            self._prune(gone, first)
        with self.engine.readers(to_read, settings, first + bool(gone), apart=apart) as readers:
            self._publish(readers.read(self.ledger.files_to_read()), to_read)
            while files := list(self._queued_files()) or self.ledger.misnamed():
                self._publish(readers.read(files), to_read)

    def _compare_with_ledger(self) -> None:
        """Compare all files with the ledger."""
        summary = self.summary
        changed: list[_ChangedFile] = []
        unfilled = set(self.plan.labels)
        for file in self._walk():
            stat = _stat(file.path)
            if stat is None:
                continue
            summary.files += 1
            self.ledger.note_seen(file.name, file.path)
            unfilled = {label for label in unfilled if not label.text(file.name)}
            entry = self.ledger.entry(file.name)
            if stat.st_mtime < self.plan.since and not (entry and entry.is_due):
                summary.older += 1
            elif entry and entry.is_untouched(stat) and not entry.may_be_readable():
                self._count_unchanged(file.name, entry)
            else:
                changed.append((file, stat, entry))
            if len(changed) == HASHED_AT_ONCE:
                self._compare_content(changed)
                changed = []
        self._compare_content(changed)
        self._report_visible()
        if not summary.files:
            text = "folder{s} without files: nothing to export"
            self.notes.loss("no-files", ", ".join(map(for_display, self.roots)), text)
        for label in sorted(unfilled) if summary.files else ():
            text = "label{s} not found in any path: the column is empty"
            self.notes.loss("label-empty", f"label {label.column}={label.template}", text)

    def _report_visible(self) -> None:
        """Report events with people to hide whose files no longer exist."""
        if self.treatment.hidden is None or self.plan.prune:
            return
        for name in self.ledger.files_due():
            self._report_not_hidden(name)

    def _report_not_hidden(self, name: str) -> None:
        text = (
            "event{s} of {a missing or unreadable file|missing or unreadable files} "
            "may still name people to be hidden"
        )
        hint = Wording("restore the files, or delete unreadable ones and use ", Flag("prune"))
        self.notes.error("not-hidden", name, text, hint=hint)
        self.summary.visible += 1

    def _report_unused(self) -> None:
        """Report lines of the list of people to hide that match nobody in the whole dataset."""
        if (listed := self.treatment.hidden) is None:
            return
        used = self.ledger.hidden_lines()
        for person in listed.people:
            if person.line not in used:
                place = f"{listed.path}:{person.line} {for_display(person.text)!r}"
                text = "line{s} of people to hide that {matches|match} nobody"
                self.notes.loss("hide-unused", place, text, hint="check numbers and spelling")
        self.summary.is_new_list = self.ledger.note_reported_list(listed.mark)

    def _report_unknown_clubs(self) -> None:
        """Report names of clubs in whose folders there is no file of the dataset."""
        unknown = {folder for folder, _ in self.plan.club_names}
        labels = [label._replace(names=()) for label in self.plan.labels]
        for name in self.ledger.file_names() if unknown else ():
            unknown -= {label.text(name) for label in labels}
        for folder in sorted(unknown):
            text = "name{s} of {a club|clubs} whose folder no file is in"
            self.notes.loss("club-unknown", folder, text, hint="check the spelling")

    def _walk(self) -> Iterator[FoundFile]:
        files = walk(self.roots, self.base, self.destination.files)
        return self.anonymity.rename_files(files) if self.anonymity else files

    def _mark(self, hash: str) -> str:
        """The hash of a file as the ledger stores it; if files have pseudonyms, it gets one too."""
        return self.anonymity.mark(f"file {hash}") if self.anonymity and hash else hash

    def _count_gone(self) -> None:
        """Count missing files; stop if all of a folder are, because it may not be mounted."""
        for root in self.roots:
            below = name_below(self.base, root)
            below = self.anonymity.name(below) if self.anonymity else below
            present, gone = self.ledger.count_files(
                below, dry_run=self.plan.dry_run, prune=self.plan.prune
            )
            if gone and not present:
                why = f"no files found, but {gone:,} before; check that it is mounted"
                raise FileTrouble(f"{for_display(root)}: {why}")
            self.summary.gone += gone

    def _list_plan(self) -> None:
        """List what a run would do."""
        summary = self.summary
        summary.listed = self.ledger.list_changes()
        summary.copies = sum(why == "copy" for why, _ in summary.listed)
        summary.listed += [("gone", name) for name in self.ledger.gone()]

    def _count_unchanged(self, name: str, entry: SourceEntry) -> None:
        """Count a file that was read before; if an interrupted run read it, report it now."""
        summary, is_unreported = self.summary, name in self.unreported
        summary.unchanged += 1
        if entry.status == "reject" and is_unreported:
            self._reject(name, self.unreported[name])
        elif entry.status == "reject":
            summary.old_rejects.append((name, entry.error))
        elif entry.errors and is_unreported:
            summary.errors += 1
        elif entry.errors:
            summary.old_errors.append(name)

    def _compare_content(self, changed: list[_ChangedFile]) -> None:
        """Record which files have new content; a file with only a new time counts as unchanged."""
        hashes = map(self._mark, self.engine.hashes([file.path for file, _, _ in changed]))
        todo = []
        for ((path, name), stat, entry), hash in zip(changed, hashes, strict=True):
            file = File(name, path, stat.st_size, stat.st_mtime_ns, hash)
            if entry and entry.is_same_content(hash):
                if not self.plan.dry_run:
                    self.ledger.touch(file)
                self._count_unchanged(name, entry)
            else:
                todo.append((file, entry is None))
        self.ledger.note_files_to_read(todo)

    def _prune(self, gone: list[str], number: int) -> None:
        """Take out the rows of files that no longer exist."""
        change = BatchChange()
        with self.ledger.transaction():
            self.judge.prune(gone, number, change)
            self.destination.publish(FileBatch(number, [], [], []), change)
        self.destination.settle()

    def _publish(self, batches: Iterable[FileBatch], to_read: int) -> None:
        """Publish batches, each as one transaction."""
        for batch in batches:
            try:
                self._publish_batch(batch)
            except RowsRefused as error:
                self._publish_alone(batch, str(error))
            for note in batch.notes:
                self.notes.take(note)
            self.read += len(batch.readings)
            self.progress(self.read, max(self.read, to_read))  # files can be read twice

    def _publish_batch(self, batch: FileBatch, left_out: Iterable[str] = ()) -> None:
        """Publish a batch without the rows of the files in `left_out`, which its parts contain."""
        change, alone = BatchChange(lost={*left_out}), bool(left_out)
        with self.ledger.transaction():
            for reading in batch.readings:
                self._take(reading, batch.number, change)
            if not alone:  # no row of this batch is in the dataset yet, so none to remove
                change.replaced = [gone for gone in change.replaced if gone.batch != batch.number]
            self.destination.publish(batch, change)
        self.destination.settle()

    def _publish_alone(self, batch: FileBatch, why: str) -> None:
        """Publish files one by one, so that only those whose rows are refused are rejected."""
        names = {reading.file.name for reading in batch.readings}
        for reading in batch.readings:
            alone = batch._replace(readings=[reading])
            try:
                if len(names) == 1:
                    raise RowsRefused(why)
                self._publish_batch(alone, names - {reading.file.name})
            except RowsRefused as error:
                refused = reading._replace(status="reject", error=f"cannot be stored: {error}")
                self._publish_batch(alone._replace(readings=[refused], parts=[]))

    def _take(self, reading: Reading, number: int, change: BatchChange) -> None:
        """Count a file that was read, and decide about its rows."""
        self.ledger.remove_from_queue(reading.file.name)
        self.ledger.note_hidden_lines(reading.hidden_lines)
        reading = self._reject_damaged(reading, change)
        if reading.status != "exported":
            self._count_without_rows(reading)
            self.ledger.save(reading, None)
            return
        entry = self._known_entry(reading.file)
        if reading.errors and entry and entry.errors:
            self.summary.old_errors.append(reading.file.name)
        elif reading.errors:
            self.summary.errors += 1
            self.ledger.note_unreported(reading.file.name)
        self.judge.judge(reading, number, change)

    def _known_entry(self, file: File) -> SourceEntry | None:
        """The entry of an unchanged file that is read again, if an earlier run has reported it."""
        entry = self.ledger.entry(file.name)
        if entry and entry.is_due and entry.changed == file.changed:
            self.known.add(file.name)
        return entry if file.name in self.known - self.unreported.keys() else None

    def _reject_damaged(self, reading: Reading, change: BatchChange) -> Reading:
        """The reading, or its rejection if the rows that the file provided before are to be kept.

        If these may name people who are to be hidden now, that is reported.
        """
        file, before = reading.file, self.ledger.results_from(reading.file.name)
        if before is None:
            return reading
        errors = self.ledger.errors_of(file.name)
        if reading.is_damaged(before, errors):
            change.lost.add(file.name)
            why = f"damaged: {reading.results:,} of {quantity(before, 'result')} readable"
        elif reading.status != "exported":
            why = reading.error
        else:
            return reading
        entry = self.ledger.entry(file.name)
        if entry and entry.is_due and self.treatment.hidden:  # still to be read again
            file = file._replace(size=-1, hash="")
            self._report_not_hidden(file.name)
        why = f"its rows from before are kept; {why}"
        return Reading(file, reading.format, "reject", why, errors=errors)

    def _queued_files(self) -> Iterator[File]:
        """Files to be read again although they have not changed."""
        for name, path in self.ledger.queued_files():
            if stat := _stat(path):
                hash = self._mark(hash_of(path))
                yield File(name, path, stat.st_size, stat.st_mtime_ns, hash)

    def _count_without_rows(self, reading: Reading) -> None:
        """Count a file that is rejected, or of no format of ours."""
        name = reading.file.name
        entry, known = self.ledger.entry(name), self._known_entry(reading.file)
        if reading.status != "reject":
            self.summary.other += 1
        elif entry and entry.status == "reject" and (known or entry.hash == reading.file.hash):
            why = reading.error  # this version of bmconv cannot read it either
            self.summary.old_rejects.append((name, why))
        else:
            self._reject(name, reading.error)
            self.ledger.note_unreported(name)

    def _reject(self, name: str, why: str) -> None:
        self.summary.rejects.append((name, why))
        if self.notes.listener:
            self.notes.listener(Note(ERROR, "rejected", name, why))

    def _count_copies(self) -> None:
        """Count files that were read, but whose event is in another file."""
        copies, joined = self.judge.report_copies()
        self.summary.copies += copies
        self.summary.joined += joined

    def _save_copies(self) -> None:
        """Count and record the copies that were not read, with the outcome of the file that was."""
        with self.ledger.transaction():
            for reading, other in self.ledger.unread():
                if reading.status == "copy":
                    self.summary.copies += 1
                    self._report_same(reading.file.name, other)
                else:
                    self._count_without_rows(reading)
                self.ledger.save(reading, None)

    def _report_same(self, name: str, other: str) -> None:
        """Report a file with the same content as another; it was moved if the other is missing."""
        is_gone = not self.anonymity and _stat(os.path.join(self.base, other)) is None
        if not is_gone:
            self.judge.note_same_content(name, other)
            return
        text = "moved file{s}: {its event stays|their events stay} under the old path and labels"
        hint = Wording("change them with ", Flag("prune"))
        self.notes.repair("moved", f"{name}, before {other}", text, hint=hint)


def _stat(path: str) -> os.stat_result | None:
    """Size and time of a file or of the archive it is in; None if it has just vanished."""
    file = file_of(path)
    for stat in (os.stat, os.lstat):  # lstat for a broken link, which is rejected when read
        with suppress(OSError):
            return stat(file)
    return None

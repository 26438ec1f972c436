"""Worker processes that read batches of files; the outcomes are returned in order.

A few files are read without workers. If a worker dies (killed by the kernel, or by a library), its
files are read again in halves until the file that kills it is found; only that one is rejected.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from multiprocessing import get_context

from bmconv.exporting.batch import read_batch, start
from bmconv.exporting.entries import File, FileBatch, Reading, ReadSettings

BATCH_FILES, BATCH_BYTES = 64, 1 << 26
"""The largest batch, in files and in bytes."""
BATCHES_PER_PROCESS = 6
"""The fewest batches per process, so that all processes are busy to the end."""
ALONE = 40
"""Up to this many files are read in this process: starting other processes takes longer."""
FEWEST_FILES = 8
"""The fewest files in a batch; work that is the same for all files is done once per batch."""

Waiting = deque[tuple[list[File], "Future[FileBatch]"]]
"""Batches that were given to workers, oldest first, with their outcomes to come."""


class Readers:
    """The processes that read files; none if this process reads them itself."""

    def __init__(
        self, jobs: int, files: int, settings: ReadSettings, first: int, *, apart: bool
    ) -> None:
        """`files`: the number of files to read; `first`: the number of the first batch.

        `apart`: never read in this process, because the last run died while reading.
        """
        self.processes = jobs if apart or (jobs > 1 and files > ALONE) else 0
        self.most = min(BATCH_FILES, max(FEWEST_FILES, files // (BATCHES_PER_PROCESS * jobs)))
        """The most files in a batch."""
        self.settings, self.number = settings, first
        self.pool: ProcessPoolExecutor | None = None

    def __enter__(self) -> Readers:
        return self

    def __exit__(self, *_: object) -> None:
        self._close()

    def read(self, files: Iterable[File]) -> Iterator[FileBatch]:
        """Read files in batches; workers read some batches ahead."""
        waiting: Waiting = deque()
        for batch in batches(files, self.most):
            if not self.processes:
                yield read_batch(*self._arguments(batch))
                continue
            waiting.append((batch, self._submit(batch)))
            if len(waiting) > self.processes + 1:
                yield from self._first(waiting)
        while waiting:
            yield from self._first(waiting)

    def _arguments(self, files: list[File]) -> tuple[list[File], ReadSettings, int]:
        """The arguments to read a batch with, under the next number."""
        self.number += 1
        return files, self.settings, self.number - 1

    def _submit(self, files: list[File]) -> Future[FileBatch]:
        self.pool = self.pool or process_pool(self.processes)
        try:
            return self.pool.submit(read_batch, *self._arguments(files))
        except BrokenExecutor as error:
            broken: Future[FileBatch] = Future()
            broken.set_exception(error)
            return broken

    def _first(self, waiting: Waiting) -> Iterator[FileBatch]:
        """The outcome of the oldest batch; if a worker died, of all waiting batches, read again."""
        files, future = waiting.popleft()
        try:
            batch = future.result()
        except BrokenExecutor:
            self._close()
            again = [files, *(files for files, _ in waiting)]
            waiting.clear()
            for files in again:
                yield from self._read_in_halves(files)
        else:
            yield batch

    def _read_in_halves(self, files: list[File]) -> Iterator[FileBatch]:
        """Read files, one of which may kill the process that reads it."""
        with process_pool(1) as process:
            process.submit(os.getpid).result()  # if no process can start, no file is to blame
            try:
                batch = process.submit(read_batch, *self._arguments(files)).result()
            except BrokenExecutor:
                batch = None
        if batch is not None:
            yield batch
        elif len(files) == 1:
            why = "the process reading it was killed (possibly out of memory)"
            yield FileBatch(
                self.number - 1, [Reading(files[0], status="reject", error=why)], [], []
            )
        else:
            half = len(files) // 2
            yield from self._read_in_halves(files[:half])
            yield from self._read_in_halves(files[half:])

    def _close(self) -> None:
        if self.pool is not None:
            self.pool.shutdown(cancel_futures=True)
            self.pool = None


def process_pool(processes: int) -> ProcessPoolExecutor:
    """Processes that end with this one."""
    return ProcessPoolExecutor(processes, get_context("spawn"), start)


def batches(files: Iterable[File], most: int) -> Iterator[list[File]]:
    """Group files into batches by number and size."""
    batch: list[File] = []
    for file in files:
        batch.append(file)
        if len(batch) == most or sum(file.size for file in batch) > BATCH_BYTES:
            yield batch
            batch = []
    if batch:
        yield batch

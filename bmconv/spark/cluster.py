"""Surveys and exports of large archives: the driver decides, the workers read the files."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import islice
from typing import TYPE_CHECKING, Any

from bmconv.exporting.archive import hash_of
from bmconv.exporting.entries import File, FileBatch, ReadSettings
from bmconv.exporting.parquet import ParquetDestination
from bmconv.exporting.run import ExportPlan, Summary, run
from bmconv.exporting.workers import (
    BATCH_FILES,
    BATCHES_PER_PROCESS,
    FEWEST_FILES,
    Readers,
    batches,
)
from bmconv.notes import Notes
from bmconv.spark.tables import expand_paths, labels_of, run_survey

if TYPE_CHECKING:
    from pyspark.sql import SparkSession

TASK_FILES = 8 * BATCH_FILES
"""The most files of a task; with so many, the start of its process takes little of its time."""
AHEAD = 4
"""Tasks that are given out at once, for each core."""


def survey(spark: SparkSession, *paths: str, ledger: str, label: str = "") -> Summary:
    """Bring up to date the ledger of which file of an archive provides which event.

    A later `spark.read.format("bmconv").option("ledger", ledger)` with the same paths and labels
    opens only files that are new or changed since then.
    """
    archive, summary = run_survey(paths, labels_of(label), ledger, 1, Cluster(spark))
    archive.db.close()
    return summary


def export(spark: SparkSession, *paths: str, out: str, label: str = "") -> Summary:
    """Bring a Parquet dataset up to date, as `bmconv export --to parquet` does.

    `out` must be a folder that driver and workers can write to.
    """
    plan = ExportPlan(expand_paths(paths), labels_of(label))
    destination = ParquetDestination(os.path.abspath(out))
    return run(plan, destination, Notes(), lambda *_: None, Cluster(spark))


class Cluster:
    """Opens files on the workers of Spark."""

    def __init__(self, spark: SparkSession) -> None:
        self.context = spark.sparkContext

    def hashes(self, paths: list[str]) -> list[str]:
        """The hash of each file."""
        tasks = min(len(paths), AHEAD * self.context.defaultParallelism)
        return list(self.context.parallelize(paths, tasks or 1).map(hash_of).collect())

    def readers(
        self, files: int, settings: ReadSettings, first: int, *, apart: bool
    ) -> ClusterReaders:
        """The workers as readers of batches; they read outside this process even if not `apart`."""
        return ClusterReaders(self.context, files, settings, first)


class ClusterReaders:
    """The workers of Spark as readers of batches."""

    def __init__(self, context: Any, files: int, settings: ReadSettings, first: int) -> None:
        self.context, self.settings, self.number = context, settings, first
        self.at_once = AHEAD * context.defaultParallelism
        self.task_files = min(TASK_FILES, max(FEWEST_FILES, files // self.at_once))

    def __enter__(self) -> ClusterReaders:
        return self

    def __exit__(self, *_: object) -> None:
        """Nothing stays open between tasks."""

    def read(self, files: Iterable[File]) -> Iterator[FileBatch]:
        """Read files; if a worker fails, Spark gives its task to another."""
        groups = batches(files, self.task_files)
        while round := list(islice(groups, self.at_once)):
            tasks = self.context.parallelize(round, len(round))
            for outcome in tasks.map(partial(read_apart, self.settings)).collect():
                for batch in outcome:
                    yield batch._replace(number=self.number)
                    self.number += 1


def read_apart(settings: ReadSettings, files: list[File]) -> list[FileBatch]:
    """Read files in a separate process; a file that kills it is rejected, as in `export`."""
    if settings.staging:  # a new folder for each attempt: an abandoned worker may still be writing
        settings = settings._replace(staging=tempfile.mkdtemp(dir=settings.staging))
    with Readers(1, BATCHES_PER_PROCESS * BATCH_FILES, settings, 0, apart=True) as readers:
        return list(readers.read(files))

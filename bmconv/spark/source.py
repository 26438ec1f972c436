"""The data source `bmconv`: a table of the records in an archive of session files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pyarrow as pa
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition

from bmconv.exporting.archive import Label
from bmconv.exporting.survey import Provider
from bmconv.exporting.tables import LISTS
from bmconv.spark.tables import (
    ReadOptions,
    ddl,
    list_groups,
    read_options,
    rows,
    run_survey,
    shares,
)


class BmconvSource(DataSource):
    """The format `bmconv` of Spark, after `spark.dataSource.register(BmconvSource)`."""

    @classmethod
    def name(cls) -> str:
        """The name of the format."""
        return "bmconv"

    def schema(self) -> str:
        """The columns of the table, known without opening a file."""
        options = read_options(self.options)
        return ddl(options.table, options.labels)

    def reader(self, schema: Any) -> ArchiveReader:
        """The reader of the table."""
        return ArchiveReader(read_options(self.options))


class FilesPartition(InputPartition):
    """Files that one task reads."""

    def __init__(self, base: str, files: list[Provider]) -> None:
        self.base, self.files = base, files


class ListPartition(InputPartition):
    """Rows of a list of files or events."""

    def __init__(self, rows: list[tuple[Any, ...]]) -> None:
        self.rows = rows


class ArchiveReader(DataSourceReader):
    """Decides on the driver which files count, and reads these files on the workers."""

    def __init__(self, options: ReadOptions) -> None:
        self.options = options

    def partitions(self) -> list[InputPartition]:
        """Survey the archive, and share out the files whose rows count."""
        options = self.options
        survey, _ = run_survey(options.paths, options.labels, options.ledger, options.jobs)
        with closing(survey.db):
            if options.table in LISTS:
                return [ListPartition(group) for group in list_groups(survey, options.table)]
            groups = shares(survey.providers(), options.bytes_per_partition)
            return [FilesPartition(survey.base(), group) for group in groups]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch | tuple[Any, ...]]:
        """The rows of a partition."""
        labels: list[Label] = self.options.labels
        if isinstance(partition, FilesPartition):
            yield from rows(self.options.table, labels, partition.base, partition.files)
        elif isinstance(partition, ListPartition):
            yield from partition.rows

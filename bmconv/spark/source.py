"""The data source `bmconv`: a table of the records in an archive of session files."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from typing import Any

import pyarrow as pa
from pyspark.sql.datasource import DataSource, DataSourceReader, InputPartition

from bmconv.export.archive import Label
from bmconv.export.ledger import LISTS
from bmconv.export.survey import Provider
from bmconv.spark.tables import ReadOptions, ddl, listed, rows, shares, surveyed, wanted


class BmconvSource(DataSource):
    """`spark.dataSource.register(BmconvSource)` makes `spark.read.format("bmconv")` known."""

    @classmethod
    def name(cls) -> str:
        """The name of the format."""
        return "bmconv"

    def schema(self) -> str:
        """The columns of the table, known without opening a file."""
        asked = wanted(self.options)
        return ddl(asked.table, asked.labels)

    def reader(self, schema: Any) -> ArchiveReader:
        """The reader of the table."""
        return ArchiveReader(wanted(self.options))


class FilesPartition(InputPartition):
    """Files that one task reads."""

    def __init__(self, base: str, files: list[Provider]) -> None:
        self.base, self.files = base, files


class ListPartition(InputPartition):
    """Rows of a list of files or events."""

    def __init__(self, rows: list[tuple[Any, ...]]) -> None:
        self.rows = rows


class ArchiveReader(DataSourceReader):
    """Plans on the driver which files count; reads them on the workers."""

    def __init__(self, asked: ReadOptions) -> None:
        self.asked = asked

    def partitions(self) -> list[InputPartition]:
        """Survey the archive, and share out the files whose rows count."""
        asked = self.asked
        survey, _ = surveyed(asked.paths, asked.labels, asked.ledger, asked.jobs)
        with closing(survey.db):
            if asked.table in LISTS:
                return [ListPartition(group) for group in listed(survey, asked.table)]
            groups = shares(survey.providers(), asked.bytes_per_partition)
            return [FilesPartition(survey.base(), group) for group in groups]

    def read(self, partition: InputPartition) -> Iterator[pa.RecordBatch | tuple[Any, ...]]:
        """The rows of a partition."""
        labels: list[Label] = self.asked.labels
        if isinstance(partition, FilesPartition):
            yield from rows(self.asked.table, labels, partition.base, partition.files)
        elif isinstance(partition, ListPartition):
            yield from partition.rows

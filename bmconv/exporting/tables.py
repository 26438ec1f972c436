"""The tables of a dataset: those of records, and those that remember files and events.

They are declared once for all kinds of databases; sql/dialects.py has the SQL of each kind.
"""

from typing import NamedTuple

from bmconv.columns import DERIVED, ORIGIN, RESULTS
from bmconv.exporting.entries import COMPARED, STANDING, STANDS_IN
from bmconv.records import TYPES
from bmconv.rules.fields import field_of
from bmconv.schema import fields

NTH = "nth"
"""The column with the number of a row within its event."""
EVENTS, SOURCES, NIGHTS, SETTINGS = "events", "sources", "_nights", "export_settings"
REJECTS = "rejects"
LISTS = (SOURCES, EVENTS, REJECTS)
"""The lists of files and events that are part of every dataset; the last one is a view."""


class DatasetColumn(NamedTuple):
    """A column of a table."""

    name: str
    kind: str
    """A kind of field as in schema.py, or `bigint`: a whole number of up to 64 bits."""
    description: str
    present: bool = False
    """Whether it is never empty."""


class DatasetTable(NamedTuple):
    """A table, with its key."""

    name: str
    description: str
    columns: list[DatasetColumn]
    key: tuple[str, ...]
    indexes: tuple[tuple[str, ...], ...] = ()
    parent: str = ""
    """The table to which `event_id` refers; empty if to none."""

    @property
    def names(self) -> list[str]:
        """The names of its columns."""
        return [column.name for column in self.columns]


def record_table(kind: str, labels: list[str]) -> DatasetTable:
    """The table of a record type."""
    columns = [DatasetColumn(*column, present=True) for column in ORIGIN]
    columns += _label_columns(labels)
    columns += [DatasetColumn(f.name, f.kind, field_of(kind, f.name).meaning) for f in fields(kind)]
    if kind in RESULTS:
        columns += [DatasetColumn(*column) for column in DERIVED]
    if kind == STANDS_IN:
        columns += [
            DatasetColumn(*STANDING, present=True),
            *(DatasetColumn(*column) for column in COMPARED),
        ]
    columns.append(
        DatasetColumn(NTH, "int", "the number of the row within its event: 0, 1, ...", True)
    )
    about = (TYPES[kind].__doc__ or "").strip().splitlines()[0]
    return DatasetTable(kind, about, columns, ("event_id", NTH), _indexes(kind, labels), EVENTS)


def _indexes(kind: str, labels: list[str]) -> tuple[tuple[str, ...], ...]:
    """The columns that queries filter by: boards of an event, players, clubs."""
    known = {field.name for field in fields(kind)}
    indexes: list[tuple[str, ...]] = []
    if kind in (STANDS_IN, "hand", "evaluation"):
        indexes.append(("event_id", "board"))
    if kind in ("seat", "player") and "number" in known:
        indexes.append(("number",))
    if kind == "ranking":
        indexes += [(label,) for label in labels]
    return tuple(indexes)


def _label_columns(labels: list[str]) -> list[DatasetColumn]:
    return [DatasetColumn(label, "text", "from the path of the file") for label in labels]


_SOURCES = (
    DatasetColumn("source_file", "text", "its path below the base folder", True),
    DatasetColumn("size", "bigint", "in bytes"),
    DatasetColumn("changed", "bigint", "time of its last change, in nanoseconds since 1970"),
    DatasetColumn("hash", "text", "of its content"),
    DatasetColumn("format", "text", "as `bmconv formats` names it"),
    DatasetColumn("event_id", "text", "the event it holds"),
    DatasetColumn("results", "bigint", "number of results"),
    DatasetColumn("records", "bigint", "number of records"),
    DatasetColumn("hands", "bigint", "number of hands and evaluations"),
    DatasetColumn("errors", "bigint", "number of records skipped because they could not be read"),
    DatasetColumn("status", "text", "exported, copy, reject or other (not one of our formats)"),
    DatasetColumn("error", "text", "why its status is reject or other"),
    DatasetColumn("reader", "text", "version of bmconv that read it"),
    DatasetColumn("last_entry", "text", "date and time of its last result"),
    DatasetColumn("last_id", "bigint", "highest id of its results"),
    DatasetColumn("erased", "bigint", "number of erased results, if any"),
)
_EVENTS = (
    DatasetColumn(
        "event_id", "text", "GUID of its session (with date and name if shared), or a path", True
    ),
    DatasetColumn("source_file", "text", "the file that its rows come from"),
    DatasetColumn("name", "text", "of its session"),
    DatasetColumn("date", "date", "of its session, or else of its first result"),
    DatasetColumn("results", "bigint", "number of results"),
    DatasetColumn("records", "bigint", "number of records"),
    DatasetColumn("changed", "bigint", "time of its file's last change, in nanoseconds since 1970"),
    DatasetColumn("batch", "bigint", "the batch of files that added it"),
)
_NIGHTS = (
    DatasetColumn("event_id", "text", "the event", True),
    DatasetColumn("labels", "text", "all of them, as JSON"),
    DatasetColumn("letters", "text", "of its sections"),
    DatasetColumn("boards", "text", "their numbers"),
    DatasetColumn("marks", "text", "four bytes for each result, in base 64"),
    DatasetColumn("hands", "bigint", "number of hands and evaluations in its file"),
    DatasetColumn("guid", "bigint", "1 if its id is a GUID"),
    DatasetColumn("hands_file", "text", "the file that adds hands"),
    DatasetColumn("hands_batch", "bigint", "the batch that added them"),
    DatasetColumn("hands_added", "bigint", "number of hands and evaluations added"),
)
_SETTINGS = (
    DatasetColumn("name", "text", "of the setting", True),
    DatasetColumn("value", "text", "its value"),
)


def ledger_tables(labels: list[str]) -> dict[str, DatasetTable]:
    """The tables that remember files and events, by name."""
    label_columns, by_label = _label_columns(labels), tuple((label,) for label in labels)
    tables = (
        DatasetTable(
            *(SOURCES, "Every file found.", [*_SOURCES, *label_columns], ("source_file",)),
            (("hash",), ("event_id",)),
        ),
        DatasetTable(
            *(EVENTS, "Every event in the dataset.", [*_EVENTS, *label_columns], ("event_id",)),
            (("source_file",), ("date",), *by_label),
        ),
        DatasetTable(
            NIGHTS,
            "What distinguishes the night of an event from others, and the file that adds hands.",
            [*_NIGHTS],
            ("event_id",),
            (("hands_file",),),
        ),
        DatasetTable(SETTINGS, "How the dataset was made.", [*_SETTINGS], ("name",)),
    )
    return {table.name: table for table in tables}


def list_table(name: str, labels: list[str]) -> DatasetTable:
    """The table of one of LISTS."""
    tables = ledger_tables(labels)
    if name != REJECTS:
        return tables[name]
    known = {column.name: column for column in tables[SOURCES].columns}
    names = ("source_file", *labels, "error", "size", "hash")
    about = "The files that could not be read, with the reason."
    return DatasetTable(REJECTS, about, [known[column] for column in names], ("source_file",))

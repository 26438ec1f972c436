"""An open database: its catalog and its tables."""

import os
from collections.abc import Iterator, Sequence
from datetime import datetime
from functools import cached_property
from typing import TYPE_CHECKING, Any

from .. import codes
from ..errors import COPY_AGAIN, JetError
from ..text import codec_of
from .pages import Pages, Problem
from .rows import Row, TableRows
from .tdef import Column, Definition, Index, parse_tdef

if TYPE_CHECKING:
    import pyarrow as pa

    from ..properties import Properties

CATALOG_PARTS = ("catalog", "table MSysObjects")
"""The parts of a file in which damage can hide tables."""
CATALOG_COLUMNS = ("Id long", "Name text", "Type integer", "Flags long", "LvProp ole")
"""The columns of the catalog that are read, with their types."""


class AccessTable:
    """One table: its columns, indexes, properties and rows."""

    def __init__(
        self, pages: Pages, name: str, definition: Definition, codec: str, lvprop: bytes = b""
    ) -> None:
        self.name = name
        self.columns: list[Column] = definition.columns
        self.indexes: list[Index] = definition.indexes
        self.row_count = definition.row_count
        self.last_autonumber = definition.last_autonumber
        self.definition = definition
        self._pages, self._codec, self._lvprop = pages, codec, lvprop

    @cached_property
    def properties(self) -> "tuple[Properties, dict[str, Properties]]":
        """The properties of the table, and the properties of its columns by column name.

        Parsed lazily, so that reading rows does not wait for properties.
        """
        from ..properties import parse_properties

        table, columns, complete = parse_properties(self._pages.layout, self._lvprop, self._codec)
        if not complete:
            self._pages.problem(f"table {self.name}", "its properties cannot all be read")
        return table, columns

    def __repr__(self) -> str:
        return f"AccessTable({self.name!r}, {len(self.columns)} columns)"

    def column(self, name: str) -> Column:
        """The column of that name, ignoring case; KeyError if there is none."""
        for column in self.columns:
            if column.name.casefold() == name.casefold():
                return column
        raise KeyError(name)

    def scanner(self) -> TableRows:
        """A new reader of the table's rows."""
        return TableRows(self._pages, self.name, self.definition, self._codec)

    def rows(self) -> Iterator[Row]:
        """The live rows as tuples in the order of `columns`."""
        return self.scanner().rows()

    def live_rows(self) -> int:
        """The number of rows found; `row_count` is only what the definition claims."""
        return self.scanner().count()

    def batches(self, names: Sequence[str]) -> "Iterator[pa.RecordBatch | list[Row]]":
        """Some columns of the live rows, thousands at a time (see bulk.py)."""
        from .bulk import batches  # Arrow is slow to import

        return batches(self.scanner(), names)

    def dicts(self) -> Iterator[dict[str, Any]]:
        """The live rows as dictionaries by column name."""
        names = [column.name for column in self.columns]
        for row in self.rows():
            yield dict(zip(names, row, strict=True))


class Database:
    """An open file; also a context manager.

    With `recover`, damage to the catalog is listed in `problems` and raises no error: `unlisted`
    has the tables without an entry in the catalog, and `adopt` gives them names.
    """

    def __init__(
        self, source: "str | os.PathLike[str] | bytes | Pages", *, recover: bool = False
    ) -> None:
        self._pages = source if isinstance(source, Pages) else Pages(source)
        header = self._pages.header
        self.version: int = header.layout.version
        self.code_page: int = header.code_page
        self.sort_order: int = header.sort_order
        self.created: datetime | None = header.created
        self.problems: list[Problem] = self._pages.problems
        """Data lost to damage."""
        self.oddities: list[str] = self._pages.oddities
        """What is unusual but loses nothing."""
        self.miscounted: list[Problem] = self._pages.miscounted
        """Tables with fewer rows than they should have: damage, unless the file is in use."""
        self.tables: dict[str, AccessTable] = {}  # by name
        self.catalog_order: list[str] = []  # names of the tables in the order of the catalog
        self.unlisted: list[AccessTable] = []
        self.queries: list[str] = []
        self.relationships: list[str] = []
        self.other_objects: list[tuple[str, str]] = []
        jet3 = self._pages.layout.char_size == 1  # later versions have text in Unicode
        self._codec = codec_of(header.code_page) if jet3 else ""
        try:
            self._open_tables(recover=recover)
        except JetError:
            self.close()
            raise

    def _open_tables(self, *, recover: bool) -> None:
        """Read the catalog and, where it is damaged, find tables that it does not list."""
        lost: JetError | None = None
        try:
            self._read_catalog()
        except JetError as error:
            lost = error
        if recover and (lost or any(part in CATALOG_PARTS for part, _ in self.problems)):
            self._find_unlisted()
            if lost and self.unlisted:
                self._pages.problem("catalog", str(lost))
                return
        if lost:
            raise lost

    def _find_unlisted(self) -> None:
        from .recovery import unlisted_definitions  # seldom needed

        listed = {table.definition.page for table in self.tables.values()}
        for definition in unlisted_definitions(self._pages, self._codec, listed):
            name = f"on page {definition.page}"
            self.unlisted.append(AccessTable(self._pages, name, definition, self._codec))

    def adopt(self, table: AccessTable, name: str) -> None:
        """Give this name to an unlisted table, or to one with another name in the catalog."""
        if table in self.unlisted:
            self.unlisted.remove(table)
        else:
            del self.tables[table.name]
            self.catalog_order.remove(table.name)
        table.name = name
        self.tables[name] = table
        self.catalog_order.append(name)

    @property
    def is_cut_off(self) -> bool:
        """Whether the end of the file is missing."""
        return self._pages.is_cut_off

    def __enter__(self) -> "Database":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; nothing more can be read from it."""
        self._pages.close()

    def find(self, name: str) -> AccessTable | None:
        """The table of that name, ignoring case."""
        key = name.casefold()
        return next((t for known, t in self.tables.items() if known.casefold() == key), None)

    def table_at(self, page: int, name: str, lvprop: bytes = b"") -> AccessTable:
        """The table whose definition is on that page, such as a system table."""
        pages = self._pages
        definition = parse_tdef(pages.layout, pages.tdef(page), page, self._codec)
        return AccessTable(pages, name, definition, self._codec, lvprop)

    def _read_catalog(self) -> None:
        try:
            catalog = self.table_at(codes.CATALOG_PAGE, "MSysObjects")
            columns = [f"{c.name} {c.type}".casefold() for c in catalog.columns]
            for column in CATALOG_COLUMNS:
                if column.casefold() not in columns:
                    raise JetError("it has no column {} of type {}".format(*column.split()))
        except JetError as error:
            raise JetError(f"the catalog cannot be read: {error}") from error
        at = [columns.index(column.casefold()) for column in CATALOG_COLUMNS]
        entries = 0
        for row in catalog.rows():
            entries += 1
            page, name, kind, flags, lvprop = (row[place] for place in at)
            if page is None or name is None or kind is None:
                self._pages.problem("catalog", f"an entry without id, name or type: {name!r}")
            else:
                self._add_object(page, name, kind, flags or 0, lvprop or b"")
        if not entries:
            raise JetError(f"the catalog is empty: the file is truncated or damaged; {COPY_AGAIN}")
        self.catalog_order = list(self.tables)
        self.tables = dict(sorted(self.tables.items(), key=lambda item: item[0].casefold()))

    def _add_object(self, page: int, name: str, kind: int, flags: int, lvprop: bytes) -> None:
        if kind == codes.OBJECT_TABLE:
            if not flags & codes.SYSTEM_OBJECT:
                # the low three bytes of an id are the page of the table's definition
                self._add_table(page & codes.PAGES_MAX, name, lvprop)
        elif kind == codes.OBJECT_QUERY:
            self.queries.append(name)
        elif kind == codes.OBJECT_RELATIONSHIP:
            if not name.startswith("MSys"):  # not those of Access's own tables
                self.relationships.append(name)
        elif kind not in codes.OBJECTS_OF_ACCESS:
            self.other_objects.append(
                (codes.OBJECT_NAMES.get(kind, f"object of type {kind}"), name)
            )

    def _add_table(self, page: int, name: str, lvprop: bytes) -> None:
        if name in self.tables:
            self._pages.problem(f"table {name}", "twice in the catalog; the second is left out")
            return
        try:
            self.tables[name] = self.table_at(page, name, lvprop)
        except JetError as error:
            self._pages.problem(f"table {name}", f"its definition cannot be read: {error}")

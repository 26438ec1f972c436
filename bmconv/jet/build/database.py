"""Write a new database from table specs.

The same specs give the same bytes. Rows are streamed, and each page is written once.
"""

from collections.abc import Iterable
from datetime import datetime
from typing import BinaryIO

from .. import codes
from ..errors import JetError
from ..header import build_header, plain_area, sid_mask
from ..keys import is_guess
from ..layout import LAYOUTS
from ..properties import encode_properties
from ..text import codec_of
from ..values import from_datetime
from . import system
from .indexes import IndexWriter, write_tree
from .maps import Maps, global_map
from .pages import DataPages, Store
from .rows import RowEncoder
from .spec import Replaced, TableSpec, WriteReport
from .tdef import WrittenIndex, WrittenTable, encode_tdef, long_columns, write_tdef
from .values import Encoders, store_long

FIRST_FREE_PAGE = 6  # after the header, the map of free pages and the four system tables


class DatabaseWriter:
    """One file being written."""

    def __init__(self, target: BinaryIO, version: int, created: datetime, code_page: int) -> None:
        if version not in LAYOUTS:
            raise JetError(f"version {version}; expected 3 (Access 97) or 4 (Access 2000)")
        self.layout = LAYOUTS[version]
        self.created = created.replace(microsecond=0)
        self.code_page = code_page
        self.codec = codec_of(code_page)
        self.store = Store(self.layout, target, FIRST_FREE_PAGE)
        self.maps = Maps(self.store)
        self.left_out: list[str] = []
        self.replaced: list[Replaced] = []
        self.entries: list[system.CatalogEntry] = []

    def write(self, tables: Iterable[TableSpec]) -> WriteReport:
        """Write the system tables, then the other tables, the map of free pages and the header.

        As in Access, the system tables come first, so that a truncated file keeps its catalog.
        """
        specs = list(tables)
        seen = set()
        for table in specs:
            if table.name.casefold() in seen:
                raise JetError(f"two tables are called {table.name}")
            seen.add(table.name.casefold())
            check_columns(table)
        self.entries = [self.catalog_entry(self.store.allocate(), table) for table in specs]
        created = from_datetime(self.created)
        plain = plain_area(self.layout, created, self.code_page)
        mask = sid_mask(self.layout, plain, len(system.ADMIN))
        self.write_table(
            system.OBJECTS, system.objects_table(self.created, mask, self.entries), system=True
        )
        self.write_table(system.ACES, system.aces_table(mask, self.entries), system=True)
        self.write_table(system.QUERIES, system.queries_table(self.layout), system=True)
        self.write_table(system.RELATIONSHIPS, system.relationships_table(), system=True)
        for entry, table in zip(self.entries, specs, strict=True):
            self.write_table(entry.page, table, system=False)
        self.maps.rows.close()
        self.store.put(1, global_map(self.store))
        self.store.put(0, build_header(self.layout, created, self.code_page))
        self.store.finish()
        return WriteReport(self.left_out, self.replaced)

    def catalog_entry(self, page: int, table: TableSpec) -> system.CatalogEntry:
        """The entry of a table in the catalog."""
        for column in table.columns:
            if column.type == "numeric" and not self.layout.has_numeric:
                self.left_out.append(
                    f"table {table.name}: column {column.name} keeps its Decimal type, "
                    "which Access 97 itself does not have"
                )
        if is_guess(self.layout, table.name):
            self.left_out.append(
                f"table {table.name}: how Access sorts this name is not known; "
                "its place in the catalog's index is a guess"
            )
        lost: list[str] = []
        properties = encode_properties(self.layout, table, self.codec, lost)
        if lost:
            characters = "".join(dict.fromkeys(lost))
            self.left_out.append(
                f"table {table.name}: characters of its properties that the code page lacks: "
                f"{characters!r}"
            )
        return system.CatalogEntry(page, table.name, properties)

    def write_table(self, page: int, table: TableSpec, *, system: bool) -> None:
        """Write rows, long values, indexes, maps and the definition of a table."""
        store = self.store
        data = DataPages(store, page)
        long_pages = {n: DataPages(store, codes.LONG_OWNER) for n in long_columns(table.columns)}

        def put_long(number: int, value: bytes) -> int:
            return store_long(value, self.layout.long_row_max, long_pages[number].add)

        encoders = Encoders(self.layout, table.name, self.codec, put_long, self.replaced)
        encoder = RowEncoder(encoders, table.columns)
        indexes = [IndexWriter(self.layout, table, spec, system=system) for spec in table.indexes]
        rows = 0
        for row in table.rows:
            pointer = data.add(encoder.encode(row))
            rows += 1
            if indexes:
                place = pointer.to_bytes(4, "big")
                for index in indexes:
                    if not index.problem:
                        index.add(row, place)
        last = table.last_autonumber
        if last is None:
            last = max(encoder.autonumber, 0)
        data.close()
        for pages in long_pages.values():
            pages.close()
        definition = encode_tdef(
            self.layout,
            WrittenTable(
                system=system,
                columns=table.columns,
                rows=rows,
                last_autonumber=last,
                owned_map=self.maps.add(data.pages),
                free_map=self.maps.add(data.with_room),
                long_maps=[
                    (n, self.maps.add(pages.pages), self.maps.add(pages.with_room))
                    for n, pages in long_pages.items()
                ],
                indexes=self.finish_indexes(page, table, indexes),
            ),
            self.codec,
            self.code_page,
        )
        write_tdef(store, page, definition)

    def finish_indexes(
        self, page: int, table: TableSpec, indexes: list[IndexWriter]
    ) -> list[WrittenIndex]:
        """Write the indexes, except those with a problem, which are reported."""
        written = []
        for index in indexes:
            distinct = 0 if index.problem else index.finish()
            if index.problem:
                self.left_out.append(
                    f"table {table.name}: index {index.spec.name} left out: {index.problem}"
                )
                continue
            tree = write_tree(self.store, page, index.entries)
            pages_map = self.maps.add(tree.pages)
            written.append(WrittenIndex(index.spec, tree.root, pages_map, distinct, index.required))
            index.entries = []
        return written


def check_columns(table: TableSpec) -> None:
    """Refuse columns that an Access table cannot have."""
    place = f"table {table.name}"
    if not 1 <= len(table.columns) <= codes.COLUMNS_MAX:
        raise JetError(f"{len(table.columns)} columns; expected 1 to {codes.COLUMNS_MAX}", place)
    seen = set()
    for column in table.columns:
        if column.type not in codes.TYPE_CODES:
            raise JetError(f"unknown type {column.type!r} of column {column.name}", place)
        if column.name.casefold() in seen:
            raise JetError(f"two columns are called {column.name}", place)
        seen.add(column.name.casefold())
        if column.type == "text" and column.size > codes.TEXT_MAX:
            raise JetError(f"column {column.name} has {column.size} characters; at most 255", place)
        if column.type == "numeric" and not 0 <= column.scale <= column.precision <= 28:
            raise JetError(f"column {column.name}: expected 0 <= scale <= precision <= 28", place)

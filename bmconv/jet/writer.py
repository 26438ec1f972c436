"""A complete new database from table specs: deterministic, rows streamed, pages written once."""

from collections.abc import Iterable
from datetime import datetime
from typing import Any, BinaryIO

from .dates import from_datetime
from .encode import TEXT_MAX, RowEncoder
from .errors import JetError
from .header import build_header, plain_area, sid_mask
from .keys import Key, NoKey, column_key, guessed_text_key, is_guess
from .layout import JET3, JET4, TYPE_CODES, Layout
from .properties_build import encode_properties
from .spec import IndexSpec, Replaced, Report, TableSpec
from .store import LONG_VALUE_OWNER, DataPages, Maps, Store, global_map
from .system import (
    ACES,
    ADMIN,
    OBJECTS,
    QUERIES,
    RELATIONSHIPS,
    CatalogEntry,
    aces_table,
    objects_table,
    queries_table,
    relationships_table,
)
from .tdef_build import WrittenIndex, WrittenTable, encode_tdef, long_columns, write_tdef
from .text import codec_of
from .tree import write_tree

FIRST_FREE_PAGE = 6
MAX_COLUMNS, MAX_KEY_COLUMNS = 255, 10


class IndexWriter:
    """Collects the entries of one index while the rows go by."""

    def __init__(self, layout: Layout, table: TableSpec, spec: IndexSpec, system: bool) -> None:
        self.spec, self.layout, self.system = spec, layout, system
        self.problem = ""
        self.entries: list[bytes] = []
        self.minds_nulls = spec.required or spec.primary or spec.ignore_nulls
        places = {column.name.casefold(): i for i, column in enumerate(table.columns)}
        self.parts: list[tuple[int, Key]] = []
        if not 1 <= len(spec.columns) <= MAX_KEY_COLUMNS:
            self.problem = f"it has {len(spec.columns)} columns; expected 1 to {MAX_KEY_COLUMNS}"
        for name, ascending in spec.columns:
            place = places.get(name.casefold())
            if place is None:
                raise JetError(f"index {spec.name} names column {name}, which the table lacks")
            key = column_key(layout, table.columns[place].type, ascending)
            if key is None:
                self.problem = f"{table.columns[place].type} columns cannot be indexed"
            else:
                self.parts.append((place, key))

    def add(self, row: tuple[Any, ...], pointer: bytes) -> None:
        """Enter one row."""
        if self.minds_nulls and None in (values := [row[place] for place, _ in self.parts]):
            if self.spec.required or (self.spec.primary and not self.system):
                self.problem = "a row has no value in it"
                return
            if self.spec.ignore_nulls and not any(value is not None for value in values):
                return
        try:
            parts = [key(row[place]) for place, key in self.parts]
        except NoKey as unknown:
            if not self.system:
                self.problem = f"how Access sorts {unknown} is not known"
                return
            parts = [self.guess(row[place], key) for place, key in self.parts]
        parts.append(pointer)
        self.entries.append(b"".join(parts))

    def guess(self, value: Any, key: Key) -> bytes:
        """The key of a value of the catalog, which must have one."""
        return (
            b"\x7f" + guessed_text_key(self.layout, value) if isinstance(value, str) else key(value)
        )

    def finish(self) -> int:
        """Sort the entries; the number of different keys."""
        self.entries.sort()
        distinct = len({entry[:-4] for entry in self.entries})
        if distinct < len(self.entries) and (self.spec.unique or self.spec.primary):
            self.problem = "it shall be unique and two rows have the same key"
        return distinct


class Writer:
    """One file being written."""

    def __init__(self, target: BinaryIO, version: int, created: datetime, code_page: int) -> None:
        layouts = {3: JET3, 4: JET4}
        if version not in layouts:
            raise JetError(f"version {version}; expected 3 (Access 97) or 4 (Access 2000)")
        self.layout = layouts[version]
        self.created = created.replace(microsecond=0)
        self.code_page = code_page
        self.codec = codec_of(code_page)
        self.store = Store(self.layout, target, FIRST_FREE_PAGE)
        self.maps = Maps(self.store)
        self.left_out: list[str] = []
        self.replaced: list[Replaced] = []
        self.entries: list[CatalogEntry] = []

    def write(self, tables: Iterable[TableSpec]) -> Report:
        """Write all tables, then what describes them."""
        seen = set()
        for table in tables:
            if table.name.casefold() in seen:
                raise JetError(f"two tables are called {table.name}")
            seen.add(table.name.casefold())
            self.user_table(table)
        created = from_datetime(self.created)
        plain = plain_area(self.layout, created, self.code_page)
        mask = sid_mask(self.layout, plain, len(ADMIN))
        self.table(OBJECTS, objects_table(self.created, mask, self.entries), system=True)
        self.table(ACES, aces_table(mask, self.entries), system=True)
        self.table(QUERIES, queries_table(self.layout), system=True)
        self.table(RELATIONSHIPS, relationships_table(), system=True)
        self.maps.rows.close()
        self.store.put(1, global_map(self.store))
        self.store.put(0, build_header(self.layout, created, self.code_page))
        self.store.finish()
        return Report(self.left_out, self.replaced)

    def user_table(self, table: TableSpec) -> None:
        """Write a table and remember it for the catalog."""
        check_columns(table)
        for column in table.columns:
            if column.type == "numeric" and not self.layout.has_numeric:
                self.left_out.append(
                    f"table {table.name}: column {column.name} keeps its Decimal type, "
                    "which Access 97 itself does not have"
                )
        page = self.store.allocate()
        self.table(page, table, system=False)
        if is_guess(self.layout, table.name):
            self.left_out.append(
                f"table {table.name}: how Access sorts this name is not known; "
                "its place in the catalog's index is a guess"
            )
        properties = encode_properties(self.layout, table, self.codec)
        self.entries.append(CatalogEntry(page, table.name, properties))

    def table(self, page: int, table: TableSpec, system: bool) -> None:
        """Write rows, long values, indexes, maps and the definition of a table."""
        store = self.store
        data = DataPages(store, page)
        long_pages = {n: DataPages(store, LONG_VALUE_OWNER) for n in long_columns(table.columns)}
        encoder = RowEncoder(
            self.layout,
            table.name,
            table.columns,
            self.codec,
            lambda number, value: long_pages[number].add_long(value),
            self.replaced,
        )
        indexes = [IndexWriter(self.layout, table, spec, system) for spec in table.indexes]
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
        whole = encode_tdef(
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
                indexes=self.finish_indexes(page, table, indexes, system),
            ),
            self.codec,
            self.code_page,
        )
        write_tdef(store, page, whole)

    def finish_indexes(
        self, page: int, table: TableSpec, indexes: list[IndexWriter], system: bool
    ) -> list[WrittenIndex]:
        """Write the indexes that can be; say which cannot."""
        written = []
        for index in indexes:
            distinct = 0 if index.problem else index.finish()
            if index.problem:
                self.left_out.append(
                    f"table {table.name}: index {index.spec.name} left out: {index.problem}"
                )
                continue
            tree = write_tree(self.store, page, index.entries)
            required = index.spec.required or (index.spec.primary and not system)
            written.append(
                WrittenIndex(index.spec, tree.root, self.maps.add(tree.pages), distinct, required)
            )
            index.entries = []
        return written


def check_columns(table: TableSpec) -> None:
    """Refuse what no Access table can be."""
    place = f"table {table.name}"
    if not 1 <= len(table.columns) <= MAX_COLUMNS:
        raise JetError(f"{len(table.columns)} columns; expected 1 to {MAX_COLUMNS}", place)
    seen = set()
    for column in table.columns:
        if column.type not in TYPE_CODES:
            raise JetError(f"unknown type {column.type!r} of column {column.name}", place)
        if column.name.casefold() in seen:
            raise JetError(f"two columns are called {column.name}", place)
        seen.add(column.name.casefold())
        if column.type == "text" and column.size > TEXT_MAX:
            raise JetError(f"column {column.name} has {column.size} characters; at most 255", place)
        if column.type == "numeric" and not 1 <= column.scale + 1 <= column.precision + 1 <= 29:
            raise JetError(f"column {column.name}: expected 0 <= scale <= precision <= 28", place)

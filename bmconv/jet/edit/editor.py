"""Change an existing database: cells, rows, and a new column at the end of a table."""

import os
import struct
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import wraps
from typing import Any, Concatenate, ParamSpec, TypeVar

from .. import codes
from ..build.spec import ColumnSpec, Replaced, column_spec
from ..build.values import Encoders, cell_bytes
from ..errors import JetError
from ..read.database import AccessTable, Database
from ..read.rows import Row, TableRows
from ..read.shapes import Cells
from ..read.tdef import Column, column_codec, parse_tdef
from ..text import codec_of
from ..values import DoesNotFit
from .indexes import CannotIndex, IndexTree
from .maps import Allocator
from .pages import DataPage, EditablePages, FileInUse, NotUndone
from .rows import LongEditor, RowStore, join_row, patch_row
from .tdef import TdefPages, with_column

__all__ = ["CannotIndex", "Editor", "FileInUse", "NotInPlace", "NotUndone", "TableEditor"]

Values = Mapping[str, Any]
P = ParamSpec("P")
T = TypeVar("T")


class NotInPlace(JetError):
    """A change that would move or add a row where only cells may be changed."""


DAMAGE = (struct.error, TypeError, ValueError, AttributeError, LookupError, ArithmeticError)
"""Exceptions caused by pages that contradict each other."""


@contextmanager
def damage_errors(table: str) -> Iterator[None]:
    """Turn exceptions caused by damaged pages into a JetError."""
    try:
        yield
    except JetError:
        raise
    except (*DAMAGE, AssertionError) as error:
        problem = "its pages contradict each other: the file is damaged, get a fresh copy"
        raise JetError(problem, f"table {table}") from error


class Editor:
    """A database open for changes; a change is in the file when its call returns.

    Pages are written in an order that leaves a readable file wherever writing stops: first pages
    that nothing points at yet, then the one page that makes the change visible; pages that nothing
    points at any more are freed last. After an interruption, a row count or the map of free pages
    may be wrong, as happens in Access's own files, and engines that take the new place of a moved
    row for another row (mdbtools, mdb-reader) may see a row twice.

    `cells_only` allows only changes of cells in place, a few bytes each, which are possible while
    another program has the file open.
    """

    def __init__(
        self, path: "str | os.PathLike[str]", *, cells_only: bool = False, durable: bool = True
    ) -> None:
        self.pages = EditablePages(path, durable=durable)
        try:
            self.database = Database(self.pages)
        except BaseException:
            self.pages.close()
            raise
        self.cells_only = cells_only
        self.allocator = Allocator(self.pages)
        self.codec = codec_of(self.database.code_page)
        self.replaced: list[Replaced] = []
        self._tables: dict[str, TableEditor] = {}

    def __enter__(self) -> "Editor":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self.pages.close()

    def table(self, name: str) -> "TableEditor":
        """A table by name, ignoring case; JetError if there is none."""
        table = self.database.find(name)
        if table is None:
            raise JetError(f"the file has no table {name}")
        if table.name not in self._tables:
            with damage_errors(table.name):
                self._tables[table.name] = TableEditor(self, table)
        return self._tables[table.name]

    @contextmanager
    def all_or_nothing(self) -> Iterator[None]:
        """Make all changes inside the block; if it ends with an error, make none of them."""
        try:
            with self.pages.all_or_nothing():
                yield
        except NotUndone:
            raise
        except (JetError, OSError):
            self.allocator.taken = set()
            for table in self._tables.values():
                table.read_again()
            raise


def all_or_nothing(
    work: "Callable[Concatenate[TableEditor, P], T]",
) -> "Callable[Concatenate[TableEditor, P], T]":
    """Decorate a method so that it makes all of its changes, or none if it raises an error."""

    @wraps(work)
    def undoable_work(self: "TableEditor", /, *args: P.args, **kwargs: P.kwargs) -> T:
        with self.editor.all_or_nothing(), damage_errors(self.name):
            return work(self, *args, **kwargs)

    return undoable_work


class TableEditor:
    """One table; rows are identified by row pointers, which stay the same."""

    def __init__(self, editor: Editor, table: AccessTable) -> None:
        self.editor, self.table, self.name = editor, table, table.name
        self.pages, self.allocator = editor.pages, editor.allocator
        self.layout = editor.pages.layout
        self.tdef = TdefPages(self.pages, self.allocator, table.definition.page)
        self.long = LongEditor(self.pages, self.allocator, lambda: self.definition)
        self._trees: list[IndexTree] | None = None
        self._live: int | None = None
        self._parse_all()

    def _parse_all(self) -> None:
        """Parse the definition again, and renew everything that depends on it."""
        self._parse()
        definition = self.definition
        self.columns: list[Column] = definition.columns
        self.table.definition, self.table.columns = definition, self.columns
        self.places = {column.name.casefold(): i for i, column in enumerate(self.columns)}
        self.store = RowStore(
            self.pages, self.allocator, definition.page, definition.owned_map, definition.free_map
        )
        self.scanner = self.table.scanner()
        self.has_long = any(column.type in codes.LONG_TYPES for column in self.columns)
        self._encoders: dict[int, Any] = {}

    def _parse(self) -> None:
        codec = self.editor.codec
        self.definition = parse_tdef(self.layout, self.tdef.data, self.tdef.number, codec)

    def _count_live_rows(self) -> int:
        """The number of rows, counted once: the number in the definition may be wrong."""
        if self._live is None:
            self._live = self.table.live_rows()
        return self._live

    def read_again(self) -> None:
        """Read the table again after changes were undone."""
        self._live = None
        self.tdef.read()
        self._trees = None
        self._parse_all()

    def has_column(self, name: str) -> bool:
        """Whether the table has this column."""
        return name.casefold() in self.places

    @property
    def trees(self) -> list[IndexTree]:
        """The indexes, read on first use."""
        if self._trees is None:
            self._trees = [
                IndexTree(self.pages, self.allocator, self.definition, index)
                for index in self.definition.real_indexes
            ]
        return self._trees

    # reading

    def rows(self) -> Iterator[tuple[int, Row]]:
        """The live rows with their pointers."""
        scanner = self.table.scanner()
        for number in scanner.owned_pages():
            yield from self._page_rows(scanner, number)

    @all_or_nothing
    def _page_rows(self, scanner: TableRows, number: int) -> list[tuple[int, Row]]:
        rows = []
        for index, (flags, _) in enumerate(self.store.page(number).rows):
            if flags in (0, codes.ROW_MOVED):
                pointer = number << 8 | index
                row = scanner.decode(self._raw(pointer))
                if row is not None:
                    rows.append((pointer, row))
        return rows

    @all_or_nothing
    def row(self, pointer: int) -> Row:
        """The values of one row."""
        return self._decode_new(self._raw(pointer))

    def dicts(self) -> Iterator[tuple[int, dict[str, Any]]]:
        """The live rows by column name, with their pointers."""
        names = [column.name for column in self.columns]
        for pointer, row in self.rows():
            yield pointer, dict(zip(names, row, strict=True))

    def _locate(self, pointer: int) -> tuple[int, DataPage, int]:
        """Where a row is stored now, even if it was moved: its pointer, page, and index there."""
        page = self.store.page(pointer >> 8)
        if pointer & 0xFF >= len(page.rows):
            raise JetError(f"table {self.name}: there is no such row")
        flags, raw = page.rows[pointer & 0xFF]
        if flags == codes.ROW_MOVED and len(raw) >= 4:
            (pointer,) = struct.unpack_from("<I", raw)
            page = self.store.page(pointer >> 8)
            if pointer & 0xFF >= len(page.rows) or page.rows[pointer & 0xFF][0] != codes.ROW_TARGET:
                raise JetError(f"table {self.name}: a moved row cannot be found")
        elif flags:
            raise JetError(f"table {self.name}: there is no such row")
        return pointer, page, pointer & 0xFF

    def _raw(self, pointer: int) -> bytes:
        _, page, index = self._locate(pointer)
        return page.rows[index][1]

    # changing

    @all_or_nothing
    def insert(self, values: Values) -> int:
        """Add a row and return its pointer; missing columns are null, autonumbers continue."""
        self._refuse("a row would be added")
        new_values = self._by_number(values)
        last = self._next_autonumber(new_values)
        raw = join_row(self.layout, self.definition, self._cells(new_values))
        try:
            row = self._decode_new(raw)
            keys = [(tree, tree.key(row)) for tree in self.trees]
            for tree, key in keys:
                tree.refuse_duplicate(row, key)
        except JetError:
            self.long.drop(self.long.of_row(raw))
            raise
        distinct = [self._distinct_count(tree, None, key) for tree, key in keys]
        self._set_counts(self._count_live_rows() + 1, last, *distinct)
        self.pages.barrier()
        pointer = self.store.add(raw)
        self.pages.barrier()
        for tree, key in keys:
            self._change_index(tree, key, pointer)
        self._live = self.definition.row_count
        return pointer

    @all_or_nothing
    def update(self, pointer: int, values: Values) -> None:
        """Change some cells of a row."""
        before, old = self.row(pointer), self._raw(pointer)
        changes = self._cells(self._by_number(values))
        raw = patch_row(self.scanner.shapes, old, changes)
        if raw is None:
            raw = join_row(self.layout, self.definition, self._split(old) | changes)
        old_long = self.long.of_row(old)
        new_long = self.long.of_row(raw)
        try:
            if len(raw) != len(old):
                self._refuse("a row would get another size")
            after = self._decode_new(raw)
            changed = self._changed_keys(pointer, before, after)
        except JetError:
            self.long.drop(new_long - old_long)
            raise
        self._put_row(pointer, raw)
        self.pages.barrier()
        for tree, key, new in changed:
            self._set_counts(None, None, self._distinct_count(tree, key, new))
            self._change_index(tree, key, pointer, remove=True)
            self._change_index(tree, new, pointer)
        self.long.drop(old_long - new_long)

    @all_or_nothing
    def check(self, values: Values, pointer: int | None = None) -> None:
        """Raise the error that an insert (with `pointer`, an update) would raise; write nothing."""
        new_values = self._by_number(values)
        if any(self.columns[i].type in codes.LONG_TYPES for i in new_values):
            return  # checking long values would mean storing them
        if pointer is not None:
            old = self._split(self._raw(pointer))
            after = self._decode_new(
                join_row(self.layout, self.definition, old | self._cells(new_values))
            )
            self._changed_keys(pointer, self.row(pointer), after)
            return
        self._next_autonumber(new_values)
        row = self._decode_new(join_row(self.layout, self.definition, self._cells(new_values)))
        for tree in self.trees:
            tree.refuse_duplicate(row, tree.key(row))

    @all_or_nothing
    def is_in_place(self, pointer: int, values: Values) -> bool:
        """Whether a change of cells neither moves the row nor changes an index."""
        new_values = self._by_number(values)
        if any(self.columns[i].type in codes.LONG_TYPES for i in new_values):
            return False
        raw = patch_row(self.scanner.shapes, self._raw(pointer), self._cells(new_values))
        indexed = {place for tree in self.trees for place, _ in tree.index.columns}
        return raw is not None and not indexed & set(new_values)

    def _changed_keys(
        self, pointer: int, before: Row, after: Row
    ) -> list[tuple[IndexTree, bytes | None, bytes | None]]:
        """The indexes in which a row gets another key, with both keys; refuse duplicate keys."""
        changed = []
        for tree in self.trees if after != before else ():
            if any(before[place] != after[place] for place, _ in tree.index.columns):
                self._refuse(f"index {tree.name} would be changed")
                key, new = tree.key_at(pointer), tree.key(after)
                if key != new:
                    tree.refuse_duplicate(after, new)
                    changed.append((tree, key, new))
        return changed

    @all_or_nothing
    def delete(self, pointer: int) -> None:
        """Delete a row."""
        self._refuse("a row would be taken away")
        live = self._count_live_rows()
        long_values = self.long.of_row(self._raw(pointer))
        keys = [(tree, tree.key_at(pointer)) for tree in self.trees]
        distinct = [self._distinct_count(tree, key, None) for tree, key in keys]
        for tree, key in keys:
            self._change_index(tree, key, pointer, remove=True)
        self.pages.barrier()
        target, _, _ = self._locate(pointer)
        self.store.delete(pointer)
        self.pages.barrier()
        if target != pointer:
            self.store.delete(target)
        self._set_counts(live - 1, None, *distinct)
        self._live = live - 1
        self.long.drop(long_values)

    @all_or_nothing
    def add_column(self, column: ColumnSpec) -> None:
        """Add a column at the end; it is null (or false) in existing rows."""
        self._refuse("a column would be added")
        self.tdef.rewrite(
            with_column(self.layout, self.tdef.data, self.definition, column, self.editor.codec)
        )
        self._trees = None
        self._parse_all()

    # steps of the changes above

    def _refuse(self, change: str) -> None:
        if self.editor.cells_only:
            raise NotInPlace(f"table {self.name}: {change}; only cells may be changed in place")

    def _by_number(self, values: Values) -> dict[int, Any]:
        """The values by column position; JetError if there is no such column."""
        unknown = [name for name in values if not self.has_column(name)]
        if unknown:
            raise JetError(f"table {self.name} has no column {unknown[0]}")
        return {self.places[name.casefold()]: value for name, value in values.items()}

    def _next_autonumber(self, new_values: dict[int, Any]) -> int:
        """Give a new row the next autonumber; return the table's highest autonumber after that."""
        last = self.definition.last_autonumber
        for i, column in enumerate(self.columns):
            if column.autonumber and column.type == "long":
                if new_values.get(i) is None:
                    new_values[i] = last + 1
                last = max(last, new_values[i])
        return last

    def _decode_new(self, raw: bytes) -> Row:
        """The values of a row about to be written, as they will be read."""
        if len(raw) > self.layout.row_max:
            problem = f"{len(raw)} bytes; a row holds at most {self.layout.row_max}"
            raise JetError(f"table {self.name}: {problem}")
        # the work of a scanner for long values is limited: in a table with such columns, each row
        # gets a new scanner
        row = (self.table.scanner() if self.has_long else self.scanner).decode(raw)
        if row is None:
            raise JetError(f"table {self.name}: a row cannot be read")
        return row

    def _split(self, raw: bytes) -> Cells:
        """The cells of a row of the table."""
        return self.scanner.shapes.split(raw)

    def _cells(self, new_values: dict[int, Any]) -> Cells:
        """Values encoded as cells, by column number."""
        cells: Cells = {}
        for i, value in new_values.items():
            column = self.columns[i]
            if column.type == "boolean":
                cells[column.number] = b"" if value else None
            else:
                cells[column.number] = None if value is None else self._cell(column, value)
        return cells

    def _cell(self, column: Column, value: Any) -> bytes:
        if column.number not in self._encoders:
            codec = column_codec(column, self.editor.codec)
            encoders = Encoders(
                self.layout, self.name, codec, self.long.store, self.editor.replaced
            )
            spec = column_spec(self.table, column)
            self._encoders[column.number] = encoders.encoder(column.number, spec)
        try:
            cell = cell_bytes(column.type, self._encoders[column.number], value)
        except DoesNotFit as error:
            raise JetError(f"table {self.name}, column {column.name}: {error}") from None
        return cell.ljust(column.width, b"\0")[: column.width] if column.fixed else cell

    def _put_row(self, pointer: int, raw: bytes) -> None:
        """Write a changed row in its place; if it does not fit, move it and leave a pointer."""
        at, page, index = self._locate(pointer)
        if len(raw) == len(page.rows[index][1]):  # no other byte of the page is written
            old = self.pages.page(page.number)
            word = struct.unpack_from("<H", old, self.layout.row_table_at + 2 * index)[0]
            start = word & codes.ROW_START
            self.pages.patch(page.number, old[:start] + raw + old[start + len(raw) :])
        elif page.replace(index, raw):
            self.store.write(page)
        else:
            new = self.store.add(raw, target=True)
            self.pages.barrier()
            stub = self.store.page(pointer >> 8)
            if not stub.replace_by_pointer(pointer & 0xFF, new):
                self.store.delete(new)
                raise JetError(f"table {self.name}: a row of {len(raw)} bytes cannot be moved")
            self.store.write(stub)
            if at != pointer:
                self.pages.barrier()
                self.store.delete(at)

    def _set_counts(self, rows: int | None, last: int | None, *distinct: tuple[int, bytes]) -> None:
        """Set row count, last autonumber and numbers of distinct keys in the definition."""
        changes = list(distinct)
        if rows is not None:
            changes.append((self.layout.tdef_rows_at, struct.pack("<I", rows)))
        if last is not None:
            changes.append((self.layout.tdef_autonumber_at, struct.pack("<i", last)))
        self._patch_tdef(*changes)

    def _patch_tdef(self, *changes: tuple[int, bytes]) -> None:
        self.tdef.patch(*changes)
        self._parse()

    def _distinct_count(
        self, tree: IndexTree, removed: bytes | None, added: bytes | None
    ) -> tuple[int, bytes]:
        """The number of distinct keys after a change, with its offset in the definition."""
        (count,) = struct.unpack_from("<I", self.tdef.data, tree.index.count_at)
        if removed is not None and tree.count(removed) == 1:
            count = max(count - 1, 0)
        if added is not None and not tree.count(added):
            count += 1
        return tree.index.count_at, struct.pack("<I", count)

    def _change_index(
        self, tree: IndexTree, key: bytes | None, pointer: int, *, remove: bool = False
    ) -> None:
        """Add a row's entry to an index, or remove it."""
        if key is None:
            return
        entry = key + pointer.to_bytes(4, "big")
        root = tree.remove(entry) if remove else tree.insert(entry)
        if root is not None:
            self._patch_tdef((tree.index.root_at, struct.pack("<I", root)))
            tree.free_old_pages()

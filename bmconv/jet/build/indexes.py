"""Write the indexes of a new file: entries are collected with the rows, then made into a tree."""

import struct
from typing import Any, NamedTuple, Protocol

from .. import codes
from ..errors import JetError
from ..keys import IndexKeys, Key, KeyRequired, NoKey, column_key, guessed_text_key
from ..layout import Layout
from .spec import IndexSpec, TableSpec


class IndexWriter:
    """Collects the entries of one index while the rows are written.

    `problem` is the reason why the index cannot be written, or empty.
    """

    def __init__(self, layout: Layout, table: TableSpec, spec: IndexSpec, *, system: bool) -> None:
        self.spec, self.layout, self.system = spec, layout, system
        self.problem = ""
        self.entries: list[bytes] = []
        # the primary keys of system tables may be null
        self.required = spec.required or (spec.primary and not system)
        places = {column.name.casefold(): i for i, column in enumerate(table.columns)}
        columns: list[tuple[int, Key]] = []
        if not 1 <= len(spec.columns) <= codes.KEY_COLUMNS_MAX:
            self.problem = f"it has {len(spec.columns)} columns; at most {codes.KEY_COLUMNS_MAX}"
        for name, ascending in spec.columns:
            place = places.get(name.casefold())
            if place is None:
                raise JetError(f"index {spec.name} names column {name}, which the table lacks")
            key = column_key(layout, table.columns[place].type, ascending=ascending)
            if key is None:
                self.problem = f"{table.columns[place].type} columns cannot be indexed"
            else:
                columns.append((place, key))
        self.keys = IndexKeys(columns, required=self.required, ignore_nulls=spec.ignore_nulls)

    def add(self, row: tuple[Any, ...], pointer: bytes) -> None:
        """Add the entry of one row."""
        try:
            key = self.keys.key(row)
        except KeyRequired:
            self.problem = "a row has no value in it"
        except NoKey as unknown:
            if self.system:
                key = b"".join(self.guess(row[place], key) for place, key in self.keys.columns)
                self.entries.append(key + pointer)
            else:
                self.problem = f"how Access sorts {unknown} is not known"
        else:
            if key is not None:
                self.entries.append(key + pointer)

    def guess(self, value: Any, key: Key) -> bytes:
        """The key of a catalog value; of text, a guess that never fails: every row needs a key."""
        if isinstance(value, str):
            return b"\x7f" + guessed_text_key(self.layout, value)
        return key(value)

    def finish(self) -> int:
        """Sort the entries; return the number of distinct keys."""
        self.entries.sort()
        distinct = len({entry[:-4] for entry in self.entries})
        if distinct < len(self.entries) and (self.spec.unique or self.spec.primary):
            self.problem = "it must be unique and two rows have the same key"
        return distinct


class PageStore(Protocol):
    """Allocates and writes pages: the Store of a new file, or the Allocator of an editor."""

    layout: Layout

    def allocate(self) -> int:
        """The number of a new page."""

    def put(self, number: int, page: bytes) -> None:
        """Write a page."""


class Tree(NamedTuple):
    """A written index."""

    root: int
    pages: list[int]


def write_tree(store: PageStore, owner: int, entries: list[bytes], fill: float = 1.0) -> Tree:
    """Write an index tree of sorted entries, each a key with its big-endian row pointer.

    `fill` is the fraction of a leaf to fill; the rest is left for later entries.
    """
    last_entries, numbers = write_level(store, owner, 0, entries, fill=fill)
    pages, level = list(numbers), 0
    while len(numbers) > 1:
        level += 1
        # the last page of the level below gets no entry: the tail of the last node refers to it
        nodes = [
            entry + struct.pack(">I", number)
            for entry, number in zip(last_entries[:-1], numbers[:-1], strict=True)
        ]
        tail_entry, tail = last_entries[-1], numbers[-1]
        last_entries, numbers = write_level(store, owner, level, nodes, tail)
        pages += numbers
        last_entries = [entry[:-4] for entry in last_entries]
        last_entries[-1] = tail_entry
    return Tree(numbers[0], sorted(pages))


def write_level(
    store: PageStore, owner: int, level: int, entries: list[bytes], tail: int = 0, fill: float = 1.0
) -> tuple[list[bytes], list[int]]:
    """Write one level; return the last entry of each of its pages, and the page numbers."""
    room = int((store.layout.page_size - store.layout.node_entries) * fill)
    groups: list[list[bytes]] = [[]]
    used = 0
    for entry in entries:
        if used + len(entry) > room:
            groups.append([])
            used = 0
        groups[-1].append(entry)
        used += len(entry)
    numbers = [store.allocate() for _ in groups]
    for i, (number, group) in enumerate(zip(numbers, groups, strict=True)):
        last = i + 1 == len(groups)
        links = (numbers[i - 1] if i else 0, 0 if last else numbers[i + 1], tail if last else 0)
        store.put(number, index_page(store.layout, owner, level, group, links))
    return [group[-1] if group else b"" for group in groups], numbers


def index_page(
    layout: Layout,
    owner: int,
    level: int,
    entries: list[bytes],
    links: tuple[int, int, int],
    prefix: int = 0,
) -> bytes:
    """One index page; `links` are the previous and next page of the level, and the tail.

    The entries must share their first `prefix` bytes, which only the first entry contains.
    """
    page = bytearray(layout.page_size)
    at = 0
    for entry in entries:
        stored = entry[prefix:] if at else entry
        start = layout.node_entries + at
        page[start : start + len(stored)] = stored
        at += len(stored)
        page[layout.node_bitmap + (at >> 3)] |= 1 << (at & 7)  # marks the end of the entry
    kind = codes.PAGE_NODE if level else codes.PAGE_LEAF
    free = layout.page_size - layout.node_entries - at
    codes.PAGE_HEAD.pack_into(page, 0, kind, 1, free, owner)
    layout.node.pack_into(page, layout.node_at, *links, prefix, level)
    return bytes(page)

"""Index pages: a sorted list of entries as a tree of leaf and node pages."""

import struct
from typing import NamedTuple, Protocol

from .layout import PAGE_LEAF, PAGE_NODE, Layout


class PageStore(Protocol):
    """Where new pages go."""

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
    """Write the entries (sorted, each a key with its big-endian row pointer).

    `fill` is the part of a leaf that is filled; the rest is for entries to come.
    """
    pages: list[int] = []
    last_entries, numbers = write_level(store, owner, 0, entries, 0, pages, fill)
    level = 0
    while len(numbers) > 1:
        level += 1
        # the last child of a level has no entry: the tail of the last node names it
        nodes = [
            entry + struct.pack(">I", number)
            for entry, number in zip(last_entries[:-1], numbers[:-1], strict=True)
        ]
        tail_entry, tail = last_entries[-1], numbers[-1]
        last_entries, numbers = write_level(store, owner, level, nodes, tail, pages)
        last_entries = [entry[:-4] for entry in last_entries]
        last_entries[-1] = tail_entry
    return Tree(numbers[0], sorted(pages))


def write_level(
    store: PageStore,
    owner: int,
    level: int,
    entries: list[bytes],
    tail: int,
    pages: list[int],
    fill: float = 1.0,
) -> tuple[list[bytes], list[int]]:
    """Write one level; the last entry and the number of each of its pages."""
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
    pages += numbers
    for i, (number, group) in enumerate(zip(numbers, groups, strict=True)):
        last = i + 1 == len(groups)
        links = (
            numbers[i - 1] if i else 0,
            0 if last else numbers[i + 1],
            tail if last else 0,
        )
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
    """One page; links are the previous and next page of the level, and the tail.

    Entries after the first leave out their first `prefix` bytes, which must be the same in all.
    """
    page = bytearray(layout.page_size)
    at = 0
    for entry in entries:
        stored = entry[prefix:] if at else entry
        start = layout.node_entries + at
        page[start : start + len(stored)] = stored
        at += len(stored)
        page[layout.node_bitmap + (at >> 3)] |= 1 << (at & 7)
    kind = PAGE_NODE if level else PAGE_LEAF
    free = layout.page_size - layout.node_entries - at
    struct.pack_into("<BBHI", page, 0, kind, 1, free, owner)
    struct.pack_into(layout.node_fmt, page, layout.node_at, *links, prefix, level)
    return bytes(page)

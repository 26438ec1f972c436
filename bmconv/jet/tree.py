"""Index pages: a sorted list of entries as a tree of leaf and node pages."""

import struct
from typing import NamedTuple

from .layout import PAGE_LEAF, PAGE_NODE
from .store import Store


class Tree(NamedTuple):
    """A written index."""

    root: int
    pages: list[int]


def write_tree(store: Store, owner: int, entries: list[bytes]) -> Tree:
    """Write the entries (sorted, each a key with its big-endian row pointer)."""
    pages: list[int] = []
    last_entries, numbers = write_level(store, owner, 0, entries, 0, pages)
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
    store: Store, owner: int, level: int, entries: list[bytes], tail: int, pages: list[int]
) -> tuple[list[bytes], list[int]]:
    """Write one level; the last entry and the number of each of its pages."""
    room = store.layout.page_size - store.layout.node_entries
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
        store.put(number, index_page(store, owner, level, group, links))
    return [group[-1] if group else b"" for group in groups], numbers


def index_page(
    store: Store, owner: int, level: int, entries: list[bytes], links: tuple[int, int, int]
) -> bytes:
    """One page; links are the previous and next page of the level, and the tail."""
    layout = store.layout
    page = bytearray(layout.page_size)
    at = 0
    for entry in entries:
        start = layout.node_entries + at
        page[start : start + len(entry)] = entry
        at += len(entry)
        page[layout.node_bitmap + (at >> 3)] |= 1 << (at & 7)
    kind = PAGE_NODE if level else PAGE_LEAF
    free = layout.page_size - layout.node_entries - at
    struct.pack_into("<BBHI", page, 0, kind, 1, free, owner)
    struct.pack_into(layout.node_fmt, page, layout.node_at, *links, 0, level)
    return bytes(page)

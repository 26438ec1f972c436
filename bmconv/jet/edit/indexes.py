"""Change an index: add or remove entries in its leaves, or rewrite the whole tree."""

from bisect import bisect_left, insort
from typing import Any

from .. import codes
from ..build.indexes import index_page, write_tree
from ..errors import JetError
from ..keys import IndexKeys, Key, KeyRequired, NoKey, column_key
from ..read.tdef import Definition, RealIndex
from .maps import Allocator, UsageMap
from .pages import EditablePages

FILL = 0.75  # the part of a leaf that a rewritten tree fills: later entries may belong anywhere
PREFIX_MAX = 255
DUTCH = 0x0413  # sorts like General in real files, but the place of "ij" is not known


class CannotIndex(JetError):
    """An index that cannot be updated in place; a rewritten file would lack it."""


class IndexTree:
    """The leaves of one index in memory; changes are written immediately."""

    def __init__(
        self, pages: EditablePages, allocator: Allocator, definition: Definition, index: RealIndex
    ) -> None:
        self.pages, self.allocator, self.index = pages, allocator, index
        self.layout, self.owner = pages.layout, definition.page
        self.name, self.root = index.name, index.root
        self.unique = bool(index.flags & codes.INDEX_UNIQUE)
        columns = []
        self.problem = ""
        for place, ascending in index.columns:
            column = definition.columns[place]
            key = column_key(self.layout, column.type, ascending=ascending)
            if key is not None and column.type == "text":
                key = in_sort_order(column.sort_order, key)
            if key is None:
                self.problem = f"how Access sorts column {column.name} is not known"
            else:
                columns.append((place, key))
        required = bool(index.flags & codes.INDEX_REQUIRED)
        self.keys = IndexKeys(
            columns,
            required=required,
            ignore_nulls=bool(index.flags & codes.INDEX_IGNORE_NULLS),
        )
        self.leaves: list[tuple[int, list[bytes]]] = []
        self.old_pages: list[int] = []
        self._load()

    def key(self, row: tuple[Any, ...]) -> bytes | None:
        """The key of a row; None if the index does not list it because it has no values."""
        if self.problem:
            raise CannotIndex(f"index {self.name} cannot be updated: {self.problem}")
        try:
            return self.keys.key(row)
        except KeyRequired:
            raise JetError(f"index {self.name}: a value is required") from None
        except NoKey as unknown:
            raise CannotIndex(
                f"index {self.name} cannot be updated: how Access sorts {unknown} is not known"
            ) from None

    def count(self, key: bytes) -> int:
        """The number of rows with this key."""
        rows = 0
        for _, entries in self.leaves:
            if entries and entries[-1][:-4] >= key:
                for entry in entries[bisect_left(entries, key) :]:
                    if entry[:-4] != key:
                        return rows
                    rows += 1
        return rows

    def key_at(self, pointer: int) -> bytes | None:
        """The key under which a row is listed, read from the index; None if it is not listed."""
        end = pointer.to_bytes(4, "big")
        for _, entries in self.leaves:
            for entry in entries:
                if entry.endswith(end):
                    return entry[:-4]
        return None

    def refuse_duplicate(self, row: tuple[Any, ...], key: bytes | None) -> None:
        """Refuse a second row with the same key in a unique index; nulls are all different."""
        values = self.keys.values(row)
        if key is None or not self.unique or None in values:
            return
        if self.count(key):
            text = ", ".join(map(repr, values))
            raise JetError(f"index {self.name}: there is already a row with {text}")

    def insert(self, entry: bytes) -> int | None:
        """Add an entry; return the page of the new root if there is one."""
        lasts = [entries[-1] if entries else b"" for _, entries in self.leaves[:-1]]
        number, entries = self.leaves[bisect_left(lasts, entry)]
        insort(entries, entry)
        return None if self._write_leaf(number, entries) else self._rebuild()

    def remove(self, entry: bytes) -> int | None:
        """Remove an entry; return the page of the new root if there is one."""
        for place, (number, entries) in enumerate(self.leaves):
            at = bisect_left(entries, entry)
            if at < len(entries) and entries[at] == entry:
                is_last_leaf = place + 1 == len(self.leaves)
                is_last_entry = at + 1 == len(entries)
                # the nodes above repeat the last entry of every leaf but the last, and an empty
                # leaf may not stay unless it is the whole tree
                nodes_change = is_last_entry and (
                    not is_last_leaf or (len(entries) == 1 and len(self.leaves) > 1)
                )
                del entries[at]
                if nodes_change or not self._write_leaf(number, entries):
                    return self._rebuild()
                return None
        raise AssertionError(f"index {self.name} has no such entry")

    def _load(self) -> None:
        """Read the leaves, starting with the first."""
        number = self.root
        for _ in range(self.pages.count):
            page = self._index_page(number)
            if page[0] == codes.PAGE_LEAF:
                break
            entries = self._entries(page)
            number = int.from_bytes(entries[0][-4:], "big") if entries else self._links(page)[2]
        else:
            raise JetError(f"index {self.name}: its pages run in a circle")
        seen: set[int] = set()
        while number:
            if number in seen:
                raise JetError(f"index {self.name}: its pages run in a circle")
            seen.add(number)
            page = self._index_page(number)
            self.leaves.append((number, self._entries(page)))
            number = self._links(page)[1]
        all_entries = [entry for _, entries in self.leaves for entry in entries]
        if all_entries != sorted(all_entries):
            self.problem = "its entries are in an unknown order"

    def _index_page(self, number: int) -> bytes:
        page = self.pages.page(number)
        if page[0] not in (codes.PAGE_LEAF, codes.PAGE_NODE):
            raise JetError(f"index {self.name}: page {number} is not an index page")
        return page

    def _links(self, page: bytes) -> tuple[int, int, int]:
        """The pages before and after an index page, and the tail: the last page below a node."""
        before, after, tail, _, _ = self.layout.node.unpack_from(page, self.layout.node_at)
        return before, after, tail

    def _entries(self, page: bytes) -> list[bytes]:
        """The complete entries of a page."""
        layout = self.layout
        prefix = layout.node.unpack_from(page, layout.node_at)[3]
        bits = int.from_bytes(page[layout.node_bitmap : layout.node_entries], "little")
        entries: list[bytes] = []
        start = 0
        while bits:
            end = (bits & -bits).bit_length() - 1
            bits &= bits - 1
            entry = page[layout.node_entries + start : layout.node_entries + end]
            entries.append(entries[0][:prefix] + entry if entries else entry)
            start = end
        return entries

    def _write_leaf(self, number: int, entries: list[bytes]) -> bool:
        """Write a leaf if its entries fit, if necessary without their common prefix."""
        room = self.layout.page_size - self.layout.node_entries
        size = sum(map(len, entries))
        prefix = 0
        if size > room:
            # the entries are sorted: what the first and the last share, all share
            ends = enumerate(zip(entries[0], entries[-1], strict=False))
            prefix = min(next((at for at, (a, b) in ends if a != b), len(entries[0])), PREFIX_MAX)
            if size - prefix * (len(entries) - 1) > room:
                return False
        links = self._links(self.pages.page(number))
        page = index_page(self.layout, self.owner, 0, entries, links, prefix)
        self.pages.write(number, page)
        return True

    def _rebuild(self) -> int:
        """Write the tree to new pages; the old pages are valid until the root is changed."""
        entries = [entry for _, leaf in self.leaves for entry in leaf]
        used = UsageMap(self.pages, self.allocator, self.index.pages_map)
        self.old_pages = used.page_numbers()
        tree = write_tree(self.allocator, self.owner, entries, FILL)
        self.allocator.settle()
        used.change(add=tree.pages)
        self.pages.barrier()
        self.root = tree.root
        self.leaves = []
        self._load()
        return tree.root

    def free_old_pages(self) -> None:
        """Free the old pages, once the definition has the new root."""
        self.pages.barrier()
        UsageMap(self.pages, self.allocator, self.index.pages_map).change(remove=self.old_pages)
        self.allocator.give_back(self.old_pages)


def in_sort_order(sort_order: int, key: Key) -> Key | None:
    """The key function for text in a sort order; None if the order is not supported."""
    if sort_order == codes.SORT_ORDER:
        return key
    if sort_order != DUTCH:
        return None

    def dutch(text: str | None) -> bytes:
        if text is not None and "ij" in text.lower():
            raise NoKey("'ij' in Dutch")
        return key(text)

    return dutch

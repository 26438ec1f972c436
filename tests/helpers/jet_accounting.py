"""An audit of a database file page by page, independent of our own reader and writer."""

import struct
from typing import Any

# By the version byte of the file: sizes, offsets in a page or a definition, and struct codes.
VERSIONS: dict[int, dict[str, Any]] = {
    0: {"ps": 2048, "count": 8, "table": 10, "body": 43, "type": 20, "rows": 12, "real": 39,
        "logical": 20, "column": 18, "icount": 8, "name": 1, "prev": 8, "prefix": "B", "bits": 0x16,
        "entries": 0xF8, "num": 1, "mapptr": 30, "max": 2012},
    1: {"ps": 4096, "count": 12, "table": 14, "body": 63, "type": 40, "rows": 16, "real": 52,
        "logical": 28, "column": 25, "icount": 12, "name": 2, "prev": 12, "prefix": "H",
        "bits": 0x1B, "entries": 0x1E0, "num": 5, "mapptr": 34, "max": 4060},
}  # fmt: skip


class Audit:
    """Walks through a file; an AssertionError names the page.

    Every page is claimed by the one thing that uses it, so that none is used twice or by nobody.
    """

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.v = VERSIONS[struct.unpack_from("<I", data, 0x14)[0]]
        self.ps: int = self.v["ps"]
        assert len(data) % self.ps == 0
        self.total = len(data) // self.ps
        self.claims: dict[int, str] = {}
        self.tables: dict[int, dict[str, Any]] = {}

    def page(self, number: int) -> bytes:
        """The bytes of a page."""
        assert 0 < number < self.total, f"page {number} is outside the file"
        return self.data[number * self.ps : (number + 1) * self.ps]

    def claim(self, number: int, who: str) -> None:
        """Note what uses a page; nothing else may."""
        assert number not in self.claims, f"page {number}: {self.claims[number]} and {who}"
        assert 0 <= number < self.total, f"page {number} of {who} is outside the file"
        self.claims[number] = who

    def rows(self, number: int, owner: int) -> list[tuple[int, bytes]]:
        """Check the header of a data page; flags and bytes of its rows."""
        page = self.page(number)
        free, actual = struct.unpack_from("<HI", page, 2)
        assert page[:2] == b"\1\1", f"page {number} is not a data page"
        assert actual == owner, f"page {number} belongs to {actual}, not {owner}"
        (count,) = struct.unpack_from("<H", page, self.v["count"])
        assert count <= 255, f"page {number} has {count} rows"
        end = self.ps
        rows = []
        for (word,) in struct.iter_unpack(
            "<H", page[self.v["table"] : self.v["table"] + 2 * count]
        ):
            start = word & 0x1FFF
            assert start <= end, f"page {number}: rows not descending"
            rows.append((word & 0xC000, page[start:end]))
            end = start
        assert free == end - self.v["table"] - 2 * count, f"page {number}: free bytes {free}"
        return rows

    def map_pages(self, pointer: int, who: str) -> list[int]:
        """The pages that a usage map lists; claims the pages that the map itself takes."""
        _, row = self.rows(pointer >> 8, 0)[pointer & 255]
        self.claims.setdefault(pointer >> 8, "usage maps")
        assert self.claims[pointer >> 8] == "usage maps", f"map page {pointer >> 8} of {who}"
        if row[0] == 0:
            (first,) = struct.unpack_from("<I", row, 1)
            return [first + i for i in range(8 * (len(row) - 5)) if row[5 + i // 8] >> i % 8 & 1]
        assert row[0] == 1
        pages = []
        for slot, (number,) in enumerate(struct.iter_unpack("<I", row[1:])):
            if number:
                self.claim(number, f"bitmap of {who}")
                page = self.page(number)
                assert page[:4] == b"\5\1\0\0"
                base = slot * (self.ps - 4) * 8
                pages += [
                    base + i for i in range(8 * (self.ps - 4)) if page[4 + i // 8] >> i % 8 & 1
                ]
        return pages

    def tdef(self, first: int) -> dict[str, Any]:
        """Claim the pages of a table definition and read it."""
        whole = b""
        number = first
        while number:
            self.claim(number, f"definition {first}")
            page = self.page(number)
            assert page[:2] == b"\2\1", f"page {number} is not a definition"
            whole += page[8:] if whole else page
            (number,) = struct.unpack_from("<I", page, 4)
        v = self.v
        (length,) = struct.unpack_from("<I", whole, 8)
        self.tdef_words(first, length)
        assert whole[length - 2 : length] == b"\xff\xff", f"definition {first} does not end in FFFF"
        assert not any(whole[length:]), f"definition {first} goes on after its end"
        (rows,) = struct.unpack_from("<I", whole, v["rows"])
        kind, widest, _, cols, logical, real, owned, free = struct.unpack_from(
            "<BHHHIIII", whole, v["type"]
        )
        assert widest == cols
        at = v["body"]
        distinct = [
            struct.unpack_from("<I", whole, at + v["icount"] * i + 4)[0] for i in range(real)
        ]
        at += v["icount"] * real
        types = {}
        for i in range(cols):
            record = whole[at + v["column"] * i : at + v["column"] * (i + 1)]
            types[struct.unpack_from("<H", record, v["num"])[0]] = record[0]
        at += v["column"] * cols
        for _ in range(cols):
            at += v["name"] + int.from_bytes(whole[at : at + v["name"]], "little")
        indexes = []
        for i in range(real):
            record = whole[at : at + v["real"]]
            pages_map, root = struct.unpack_from("<II", record, v["mapptr"])
            flags = record[v["mapptr"] + (8 if v["name"] == 1 else 12)]
            indexes.append((pages_map, root, flags, distinct[i]))
            at += v["real"]
        at += v["logical"] * logical
        for _ in range(logical):
            at += v["name"] + int.from_bytes(whole[at : at + v["name"]], "little")
        long_maps = []
        while whole[at : at + 2] != b"\xff\xff":
            long_maps.append(struct.unpack_from("<HII", whole, at))
            at += 10
        assert at + 2 == length, f"definition {first}: length field {length}, end {at + 2}"
        assert {n for n, *_ in long_maps} == {n for n, t in types.items() if t in (11, 12)}
        return {"page": first, "rows": rows, "owned": owned, "free": free, "indexes": indexes,
                "long": long_maps, "system": kind == 0x53}  # fmt: skip

    def tdef_words(self, number: int, length: int) -> None:
        """The word after the page type: free bytes in Jet 4, two letters in Jet 3."""
        left = length - 8
        while number:
            word, follows = struct.unpack_from("<HI", self.page(number), 2)
            free = max(0, self.ps - 16 - left)
            assert word == (free if self.ps == 4096 else 0x4356), f"definition page {number}"
            left -= self.ps - 8
            number = follows

    def table(self, first: int) -> None:
        """Audit one table: its data pages, long values and indexes."""
        tdef = self.tdef(first)
        owned = self.map_pages(tdef["owned"], f"table {first}")
        for number in owned:
            self.claim(number, f"data of {first}")
        assert set(self.map_pages(tdef["free"], f"free {first}")) <= set(owned)
        live = set()
        for number in owned:
            for index, (flags, row) in enumerate(self.rows(number, first)):
                assert len(row) <= self.v["max"], f"page {number}: a row of {len(row)} bytes"
                if flags in (0, 0x4000):
                    live.add((number, index))
        assert len(live) == tdef["rows"], (
            f"table {first}: {len(live)} rows, the definition says {tdef['rows']}"
        )
        (lval,) = struct.unpack("<I", b"LVAL")
        for column, owned_map, free_map in tdef["long"]:
            pages = self.map_pages(owned_map, f"long values of {first}.{column}")
            assert set(self.map_pages(free_map, f"long values of {first}.{column}")) <= set(pages)
            for number in pages:
                self.claim(number, f"long values of {first}.{column}")
                self.rows(number, lval)
        for pages_map, root, flags, distinct in tdef["indexes"]:
            self.index(first, pages_map, root, flags, distinct, live)
        tdef["live"] = len(live)
        self.tables[first] = tdef

    def index(
        self, first: int, pages_map: int, root: int, flags: int, distinct: int, live: set[Any]
    ) -> None:
        """Audit an index: its levels, the links between pages, and its entries."""
        pages = self.map_pages(pages_map, f"index of {first}")
        for number in pages:
            self.claim(number, f"index of {first}")
        levels: list[list[int]] = [[root]]
        visited = {root}
        while True:
            below = []
            kinds = {self.page(n)[0] for n in levels[-1]}
            assert len(kinds) == 1, f"index {root}: leaf and node on one level"
            if kinds == {4}:
                break
            for position, number in enumerate(levels[-1]):
                entries, _, _, tail, level = self.index_page(number, first)
                last = position + 1 == len(levels[-1])
                assert bool(tail) == last, f"index page {number}: tail {tail}"
                children = [int.from_bytes(e[-4:], "big") for e in entries]
                for entry, child in zip(entries, children, strict=True):
                    assert self.last_entry(child, first) == entry[:-4], f"index page {number}"
                below += children + ([tail] if tail else [])
            assert not visited & set(below), f"index {root}: a page twice"
            visited |= set(below)
            levels.append(below)
        assert visited == set(pages), f"index {root}: its map and its tree differ"
        everything = []
        for height, level_pages in enumerate(reversed(levels)):
            for i, number in enumerate(level_pages):
                entries, before, after, _, level = self.index_page(number, first)
                assert level == height, f"index page {number}: level {level}, not {height}"
                assert before == (level_pages[i - 1] if i else 0), f"index page {number}: prev"
                expected = level_pages[i + 1] if i + 1 < len(level_pages) else 0
                assert after == expected, f"index page {number}: next"
                if height == 0:
                    everything += entries
        keys = [entry[:-4] for entry in everything]
        pointers = [(int.from_bytes(e[-4:-1], "big"), e[-1]) for e in everything]
        assert everything == sorted(everything), f"index {root} is not sorted"
        assert len(set(pointers)) == len(pointers), f"index {root}: a row twice"
        assert set(pointers) <= live, f"index {root} points to rows that do not exist"
        assert len(set(keys)) == distinct, f"index {root}: {len(set(keys))} keys, not {distinct}"
        if flags & 1:
            assert len(set(keys)) == len(keys), f"index {root} is not unique"
        if not flags & 2:
            assert set(pointers) == live, f"index {root} is not complete"

    def index_page(self, number: int, owner: int) -> tuple[list[bytes], int, int, int, int]:
        """Entries, previous, next, tail and level of an index page."""
        v, page = self.v, self.page(number)
        assert page[0] in (3, 4), f"page {number} is not an index page"
        free, actual = struct.unpack_from("<HI", page, 2)
        assert actual == owner, f"index page {number} belongs to {actual}"
        before, after, tail, prefix, level = struct.unpack_from(
            f"<III{v['prefix']}B", page, v["prev"]
        )
        bits = page[v["bits"] : v["entries"]]
        ends = [i for i in range(8 * len(bits)) if bits[i // 8] >> i % 8 & 1]
        entries: list[bytes] = []
        start = 0
        for end in ends:
            entry = page[v["entries"] + start : v["entries"] + end]
            entries.append(entries[0][:prefix] + entry if entries else entry)
            start = end
        assert free == self.ps - v["entries"] - start, f"index page {number}: free bytes {free}"
        return entries, before, after, tail, level

    def last_entry(self, number: int, owner: int) -> bytes:
        """The last leaf entry under a page."""
        entries, _, _, tail, level = self.index_page(number, owner)
        if level == 0:
            return entries[-1]
        return self.last_entry(tail, owner) if tail else entries[-1][:-4]

    def global_map(self) -> None:
        """Check that the global map marks exactly the claimed pages as used."""
        self.claim(1, "global map")
        rows = self.rows(1, 1)
        row = rows[0][1]
        assert not any(rows[1][1])
        used = set(range(self.total))
        if row[0] == 0:
            assert row[1:5] == bytes(4)
            bits = row[5:]
            free = {i for i in range(8 * len(bits)) if bits[i // 8] >> i % 8 & 1}
            used = {i for i in range(8 * len(bits)) if i not in free}
        else:
            used = set()
            for slot, (number,) in enumerate(struct.iter_unpack("<I", row[1:])):
                if number:
                    self.claim(number, "global bitmap")
                    bits = self.page(number)[4:]
                    base = slot * 8 * len(bits)
                    used |= {
                        base + i for i in range(8 * len(bits)) if not bits[i // 8] >> i % 8 & 1
                    }
        assert used == set(self.claims), sorted(used ^ set(self.claims))[:20]


def audit(data: bytes, table_pages: list[int], edited: bool = False) -> Audit:
    """Audit a file whose user tables have their definitions on these pages.

    An edited file may have free pages, which the global map must list.
    """
    result = Audit(data)
    result.claim(0, "header")
    for page in (2, 3, 4, 5, *table_pages):
        result.table(page)
    result.global_map()
    assert edited or set(result.claims) == set(range(result.total)), "pages that nobody claims"
    return result

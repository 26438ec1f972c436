"""Reads and edits damaged database files, which may only lead to a JetError or reported problems.

Longer runs: python -m tests.tools.fuzz_jet --count 100000 --seed 7
"""

import argparse
import io
import os
import random
import struct
import sys
import tempfile
import time
import traceback
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import bmconv.jet as jet
from bmconv.jet.codes import PAGE_TDEF
from bmconv.jet.edit.editor import Editor, TableEditor
from bmconv.jet.read.bulk import is_plain
from tests.helpers import jet_tables
from tests.helpers.jet_judges import samples

SECONDS, MEGABYTES = 60.0, 500
"""What reading one file may take; the time is that of the processor, as other programs run too."""
ABSURD = (
    0,
    1,
    0x7F,
    0x80,
    0xFF,
    0x7FFF,
    0x8000,
    0xFFFE,
    0xFFFF,
    0x7FFFFFFF,
    0x80000000,
    0xFFFFFFFF,
)


def originals() -> list[bytes]:
    """Undamaged files: small ones that we write, and small samples where they are present."""
    files = []
    for version in (3, 4):
        target = io.BytesIO()
        jet.write(jet_tables.tables(version, rows=150), target, version=version)
        files.append(target.getvalue())
    files += [path.read_bytes() for path in samples() if path.stat().st_size < 150_000]
    return files


def definitions(data: bytes, size: int) -> list[int]:
    """The pages on which table definitions begin or go on."""
    return [page for page in range(len(data) // size) if data[page * size] == PAGE_TDEF]


def damage(data: bytes, dice: random.Random) -> bytes:
    """A copy with one or several kinds of damage."""
    size = 4096 if data[0x14] else 2048
    pages = len(data) // size
    copy = bytearray(data)
    for _ in range(dice.choice((1, 1, 1, 2, 3, 8))):
        kind = dice.choice((0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9))
        page = dice.randrange(pages)
        at = page * size
        if kind == 0:
            copy[dice.randrange(len(copy))] ^= 1 << dice.randrange(8)
        elif kind == 1:
            copy[dice.randrange(len(copy))] = dice.choice((0, 1, 0x7F, 0x80, 0xFF))
        elif kind == 2:  # an absurd number in a page header or the row directory
            fmt = dice.choice("BHI")
            value = dice.choice(ABSURD) & (256 ** struct.calcsize(fmt) - 1)
            struct.pack_into("<" + fmt, copy, at + dice.randrange(80), value)
        elif kind == 3:  # an absurd number anywhere
            fmt = dice.choice("HI")
            value = dice.choice(ABSURD) & (256 ** struct.calcsize(fmt) - 1)
            struct.pack_into("<" + fmt, copy, dice.randrange(len(copy) - 4), value)
        elif kind == 4:  # a pointer to another page, perhaps its own: cycles
            target = dice.choice((page, page - 1, dice.randrange(pages), pages, 0xFFFFFF))
            struct.pack_into("<I", copy, at + dice.choice((4, 8, 12, 16, 20)), target & 0xFFFFFFFF)
        elif kind == 5:  # a row pointer to some row of some page
            pointer = dice.randrange(pages) << 8 | dice.randrange(4)
            struct.pack_into("<I", copy, dice.randrange(at, at + size - 4), pointer)
        elif kind == 6:  # a page in the place of another
            other = dice.randrange(pages) * size
            copy[at : at + size] = data[other : other + size]
        elif kind == 7:
            copy[at : at + size] = bytes((dice.choice((0, 0xFF)),)) * size
        elif kind == 9:  # an absurd number in a table definition
            at = dice.choice(definitions(data, size)) * size
            value = dice.choice((0, 1, 0xFF, 0x100, 20000, 0x7FFF, 0xFFFF))
            struct.pack_into("<H", copy, at + dice.randrange(8, 800), value)
        elif kind == 8:  # in the first pages, where the catalog is
            copy[dice.randrange(min(len(copy), 24 * size))] = dice.randrange(256)
    if dice.random() < 0.1:
        cut = dice.choice((dice.randrange(pages) * size, dice.randrange(len(copy)), 20, 100))
        return bytes(copy[:cut])
    return bytes(copy)


def read_everything(data: bytes) -> str:
    """Read everything in a file; the outcome in a few words."""
    try:
        database = jet.open(data)
        for table in database.tables.values():
            jet.spec_of(table)
            rows = sum(1 for _ in table.rows())
            names = [column.name for column in table.columns if is_plain(column)]
            if len(set(map(str.casefold, names))) == len(names) > 0:
                bulk = sum(map(len, table.batches(names)))
                assert bulk == rows, f"table {table.name}: {rows} rows, {bulk} in bulk"
    except jet.JetError as error:
        return "refused" if "\n" not in str(error) else "refused in several lines"
    return "read with problems" if database.problems else "read"


def edit_one_table(data: bytes) -> str:
    """Make one change in one table; its outcome. A refused change must not change a byte."""
    dice = random.Random(zlib.crc32(data))
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "damaged.bws")
        file.write_bytes(data)
        try:
            with Editor(str(file), durable=False) as editor:
                names = list(editor.database.tables)
                if not names:
                    return "refused"
                edit(editor.table(dice.choice(names)), dice)
        except jet.JetError as error:
            if file.read_bytes() != data:
                raise AssertionError(f"refused, but changed: {error}") from error
            return "refused"
    return "edited"


VALUES = {"boolean": True, "byte": 7, "integer": 7, "long": 7, "text": "x", "memo": "m" * 5000}


def edit(table: TableEditor, dice: random.Random) -> None:
    """Insert, lengthen or delete a row, or add a column."""
    pointer = next((pointer for pointer, _ in table.rows()), None)
    kind = dice.randrange(5)
    if kind == 0:
        cells = {c.name: VALUES.get(c.type) for c in table.columns if not c.autonumber}
        table.check(cells)
        table.insert(cells)
    elif kind == 1 and pointer is not None:
        longest = {c.name: "w" * min(c.size, 255) for c in table.columns if c.type == "text"}
        table.update(pointer, longest | {c.name: 3 for c in table.columns if c.type == "integer"})
    elif kind == 2 and pointer is not None:
        table.delete(pointer)
    elif kind == 3:
        table.add_column(jet.ColumnSpec("custom_Mark", "boolean"))
    elif kind == 4:
        table.add_column(jet.ColumnSpec("custom_Text", "text", 20))


def run(
    count: int, seed: int, use: Callable[[bytes], str] = read_everything
) -> Iterator[tuple[int, str]]:
    """The number and outcome of each damaged file; raises at the first that goes wrong."""
    files = originals()
    before = peak()
    for number in range(count):
        dice = random.Random(f"{seed}/{number}")
        data = damage(dice.choice(files), dice)
        start = time.process_time()
        try:
            outcome = use(data)
        except Exception as error:
            raise AssertionError(
                f"seed {seed} mutation {number}: {traceback.format_exc(limit=-4)}"
            ) from error
        taken = time.process_time() - start
        assert taken < SECONDS, f"seed {seed} mutation {number} took {taken:.1f} s"
        assert outcome != "refused in several lines", f"seed {seed} mutation {number}"
        yield number, outcome
    used = peak() - before
    assert used < MEGABYTES, f"{used} MB"


def peak() -> int:
    """The peak memory of this process in MB; 0 where the system does not count it."""
    if os.name != "posix":
        return 0
    import resource

    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024


def main() -> None:
    """Read and edit as many damaged files as the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=20_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    for use, count in ((read_everything, options.count), (edit_one_table, options.count // 10)):
        start = time.perf_counter()
        outcomes = Counter(outcome for _, outcome in run(count, options.seed, use))
        seconds = time.perf_counter() - start
        print(f"{use.__name__}: {count} mutations in {seconds:.0f} s: {dict(outcomes)}")


if __name__ == "__main__":
    sys.exit(main())

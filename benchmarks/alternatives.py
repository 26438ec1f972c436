"""Short programs that people write instead: `python -m benchmarks.alternatives NAME FILE...`."""

from __future__ import annotations

import csv
import os
import sys
from collections.abc import Callable
from pathlib import Path


def copy_csv(path: str) -> None:
    """Read and write lines of comma-separated values."""
    with open(path, newline="", encoding="cp1252") as lines, open(os.devnull, "w") as out:
        csv.writer(out).writerows(csv.reader(lines))


def access_csv(path: str) -> None:
    """The results of a database as CSV, with access-parser."""
    from access_parser import AccessParser

    columns = AccessParser(path).parse_table("ReceivedData")
    out = csv.writer(sys.stdout)
    out.writerow(columns)
    out.writerows(zip(*columns.values(), strict=True))


def parquet(folder: str, out: str) -> None:
    """The tables of databases as Parquet, with access-parser and pandas."""
    import pandas
    from access_parser import AccessParser

    for path in sorted(Path(folder).iterdir()):
        database = AccessParser(str(path))
        Path(out, path.stem).mkdir(parents=True)
        for table in (name for name in database.catalog if not name.startswith("MSys")):
            target = Path(out, path.stem, f"{table}.parquet")
            try:
                pandas.DataFrame(database.parse_table(table)).to_parquet(target)
            except Exception:
                continue  # access-parser cannot read this table


def xlsx(path: str, out: str) -> None:
    """The cells of `bmconv to xlsx --sheets records`, written by openpyxl alone."""
    from openpyxl import Workbook

    from bmconv.io.source import open_source
    from bmconv.io.stream import decode
    from bmconv.schema import fields

    names = [field.attribute for field in fields("result")]
    book = Workbook(write_only=True)
    sheet = book.create_sheet("result records")
    sheet.append(names)
    for record in decode(open_source(path)):
        sheet.append([getattr(record, name) or None for name in names])
    book.save(out)


PROGRAMS: dict[str, Callable[..., None]] = {
    "csv": copy_csv,
    "access-csv": access_csv,
    "parquet": parquet,
    "xlsx": xlsx,
}

if __name__ == "__main__":
    PROGRAMS[sys.argv[1]](*sys.argv[2:])

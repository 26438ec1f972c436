"""Read an Access file with access-parser, as a program that `verify` can kill.

Standard input has the columns of each table as JSON; each table is printed as a line of JSON.
"""

import contextlib
import io
import json
import logging
import os
import sys

from bmconv.bws.verify import TOO_MUCH, cell_text

MEMORY, PER_BYTE = 1 << 28, 20
"""The memory limit in bytes, and what each byte of the file adds to it."""


def rows_of(file: str, table: str, columns: list[str]) -> list[tuple[str, ...]]:
    """The rows of a table, as `verify` compares them."""
    from access_parser import AccessParser

    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        parsed = AccessParser(file).get_table(table)
        if parsed is None:
            raise LookupError("no such table")
        cells_by_column = parsed.parse()
    wanted = [cells_by_column.get(name, []) for name in columns]
    length = max(map(len, wanted), default=0)
    filled = [[*column, *[None] * (length - len(column))] for column in wanted]
    return [tuple(map(cell_text, row)) for row in zip(*filled, strict=True)]


def main() -> None:
    """Print the rows of all tables."""
    if sys.platform != "win32":
        import resource

        most = MEMORY + PER_BYTE * os.path.getsize(sys.argv[1])
        resource.setrlimit(resource.RLIMIT_AS, (most, most))
    logging.getLogger("access_parser").setLevel(logging.CRITICAL)
    for table, columns in json.load(sys.stdin).items():
        rows, problem = [], ""
        try:
            rows = rows_of(sys.argv[1], table, columns)
        except MemoryError:
            problem = TOO_MUCH
        except Exception as error:
            problem = str(error) or type(error).__name__
        print(json.dumps([table, rows, problem]), flush=True)


if __name__ == "__main__":
    main()

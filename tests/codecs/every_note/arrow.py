"""What triggers each note of tables as Arrow."""

import datetime
import io

import pyarrow as pa

from bmconv.records import Player, Result
from tests.codecs.every_note import read, written


def results(boards: list[float]) -> bytes:
    """A file of results by another program, with boards as fractions."""
    file = io.BytesIO()
    table = pa.table(
        {"table": [1] * len(boards), "board": boards, "contract": ["4 S"] * len(boards)}
    )
    with pa.ipc.new_file(file, table.schema) as target:
        target.write_table(table)
    return file.getvalue()


NOTES = [
    written(
        [Result(board=1), Player(number="7")],
        "loss record-lost: 1 player record left out: a table of result records does not hold "
        "it (player 7)",
    ),
    read(
        lambda: results([1, 1.5]),
        "error bad-row: 1 unreadable row skipped (result row 2: Expected `int | null`, got "
        "`float` - at `$.board`)",
        table="result",
    ),
    written(
        [Result(board=1, time=datetime.time(19, 30, 0, 500_000))],
        "loss fraction-lost: 1 time cut to whole seconds (result time)",
    ),
    written(
        [Result(board=1, remarks="\ud83d")],
        "loss character-replaced: 1 text with half a character (result remarks)",
    ),
]

"""What triggers each note of workbooks."""

import io

import openpyxl

from bmconv.records import Player, Result, Section
from tests.codecs.every_note import read, written


def workbook(title: str, *rows: tuple[object, ...]) -> bytes:
    book = openpyxl.Workbook()
    book.active.title = title
    for row in rows:
        book.active.append(row)
    file = io.BytesIO()
    book.save(file)
    return file.getvalue()


HEAD = ("firstname", "lastname", "playernumber")

NOTES = [
    written(
        [Player(number="7", name="a" * 32768)],
        "loss text-cut: 1 text cut to 32,767 characters (sheet player records: name)",
    ),
    written(
        [Player(number="7", extra={"a": "a" * 32768})],
        "loss value-too-long: 1 value left out: more than 32,767 characters (sheet player "
        "records: extra)",
    ),
    written(
        [
            Section(id=1, letter="A", scoring_type=9),
            Result(section=1, table=1, round=1, board=1, pair_ns=1, pair_ew=1, score=50),
        ],
        "repair not-ranked: 1 workbook without a ranking (section A: unknown scoring method "
        "9; choose a method)",
    ),
    read(
        lambda: workbook("result records", ("table", "board"), (1, 1), (1, "one")),
        "error bad-row: 1 unreadable row skipped (file: sheet result records row 3: Expected "
        "`int | null`, got `str` - at `$.board`)",
    ),
    read(
        lambda: workbook("Members", (*HEAD, "phone"), ("Ann", "Berg", "7", "555")),
        "loss column-left-out: 1 phone value left out: not a field of a player (--extra "
        "keeps it) (file: sheet Members row 2)",
    ),
    read(
        lambda: workbook("Members", HEAD, ("Ann", "Berg", None)),
        "repair no-number: 1 player without a number (file: sheet Members row 2)",
    ),
    read(
        lambda: workbook("Members", HEAD, ("Ann", "Berg", "7"), ("Bob", "Carr", "7")),
        "repair duplicate-number: 1 repeated player number (file: sheet Members row 3: 7)",
    ),
]

"""What triggers each note of DUP."""

from bmconv.records import Hand, Session
from tests.codecs.every_note import read, written
from tests.codecs.every_note._machines import DEALT, HAND, machine_notes
from tests.helpers.coding import encode_records

RECORD = encode_records([HAND], "dup")[0]

NOTES = [
    *machine_notes("dup"),
    read(
        RECORD[:-4] + b"2   " + b"x" * 146 + RECORD[146:],
        "repair no-dealing-data: 1 file without dealing data: boards numbered from 1 (file)",
        "error bad-deal: 1 record skipped: not a complete deal (file: board 2)",
    ),
    read(RECORD + RECORD[:100], "error short-record: 1 record skipped: too short (file: byte 156)"),
    read(
        RECORD + b"\0",
        "repair trailing-bytes: 1 run of blank bytes at the end of a file left out (file: "
        "byte 156)",
    ),
    read(
        RECORD[2:4] + RECORD[:2] + RECORD[4:],
        "repair card-order: 1 record with cards in an unusual order, or with two parts that "
        "differ (file: board 1)",
    ),
    read(
        RECORD[:-10] + b"Y" * 10,
        "repair no-dealing-data: 1 file without dealing data: boards numbered from 1 (file)",
    ),
    read(
        RECORD[:-10] + b"YN5  1 9  ",
        "repair board-range: 1 highest board that is neither the last board nor the number "
        "of boards (file: 5 to 9, 1 record)",
    ),
    written(
        [Hand(board=1, **DEALT), Hand(board=17, **DEALT)],
        "loss renumbered: 1 board that will be read back with another number: files have no "
        "board numbers (hand board 17)",
    ),
    written(
        [Hand(board=17, **DEALT)],
        "loss first-board: 1 set that does not start at board 1: some programs read the "
        "highest board as the number of boards (hand board 17)",
    ),
    written(
        [Session(id=1, extra={"dup": ["short"]}), HAND],
        "loss tail-lost: 1 value left out: bytes of the original file do not fit these "
        "boards (session)",
    ),
]

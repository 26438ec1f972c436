"""What triggers each note of DGE."""

from bmconv.records import Hand, Session
from tests.codecs.every_note import read, written
from tests.codecs.every_note._machines import DEALT, HAND, machine_notes
from tests.helpers.coding import encode_records

RECORD = encode_records([HAND], "dge")[0]

NOTES = [
    *machine_notes("dge"),
    read(
        RECORD + RECORD[:1] * 2 + RECORD[2:],
        "error bad-deal: 1 record skipped: not a complete deal (file: board 2)",
    ),
    read(RECORD + RECORD[:100], "error short-record: 1 record skipped: too short (file: byte 128)"),
    read(
        RECORD + b"\0",
        "repair trailing-bytes: 1 run of blank bytes at the end of a file left out (file: "
        "byte 128)",
    ),
    read(
        RECORD[:1] + RECORD[2:3] + RECORD[1:2] + RECORD[3:],
        "repair card-order: 1 record with cards in an unusual order, or with two parts that "
        "differ (file: board 1)",
    ),
    written(
        [Hand(board=17, **DEALT)],
        "loss renumbered: 1 board that will be read back with another number: files have no "
        "board numbers (hand board 17)",
    ),
    written(
        [Session(id=1, extra={"dge": ["short"]}), HAND],
        "loss tail-lost: 1 value left out: bytes of the original file do not fit these "
        "boards (session)",
    ),
]

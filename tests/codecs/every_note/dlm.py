"""What triggers each note of DLM."""

from bmconv.records import Hand, Session
from tests.codecs.every_note import read, written
from tests.codecs.every_note._machines import DEALT, HAND, machine_notes

HEAD = "[Document]\nFrom board=1\nTo board=1\n"
BOARD = "ofeecnbololjmfiachofacopjd"

NOTES = [
    *machine_notes("dlm"),
    read(
        f"[Document]\nFrom board=1\nTo board=2\nBoard 01={BOARD}031\nBoard 02=abc\n",
        "error bad-deal: 1 board of the range skipped: not a complete deal (file: board 2)",
    ),
    read(
        f"{HEAD}Board 01={BOARD}032\n",
        "repair board-checksum: 1 checksum of a board that does not match its cards (file: "
        "board 1)",
    ),
    read(
        f"{HEAD}Checksum=7\nBoard 01={BOARD}031\n",
        "repair checksum: 1 checksum of a file that does not match its boards (file: 7)",
    ),
    written(
        [HAND, Hand(board=100, **DEALT)],
        "loss board-lost: 1 board over 99 left out: DLM has no line for it (hand board 100)",
    ),
    written(
        [HAND, Hand(board=3, **DEALT)],
        "loss gap: 1 board missing within the range: lines left out (board 2)",
    ),
    written(
        [Session(id=1, extra={"dlm": HEAD}), Hand(board=2, **DEALT)],
        "loss layout-lost: 1 line of the original file left out: it belongs to other boards "
        "(session)",
    ),
    written(
        [Session(id=1, name=" Pairs\n"), HAND],
        "loss text-changed: 1 headline written without surrounding blanks, line ends and "
        "control characters (session)",
    ),
    written(
        [Session(id=1, name="Łuk"), HAND],
        "loss character-replaced: 1 line with a character that cp1252 lacks, written as ? "
        "(line 2: 'Ł')",
    ),
]

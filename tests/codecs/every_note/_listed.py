"""What triggers the notes that all formats share which hold a list of deals."""

from bmconv.records import Hand
from tests.codecs.every_note import Case, written
from tests.codecs.every_note._machines import DEALT, HAND


def renumbered() -> Case:
    """The note of a format without board numbers."""
    return written(
        [Hand(board=17, **DEALT)],
        "loss renumbered: 1 board that will be read back with another number: files have no "
        "board numbers (hand board 17)",
    )


def too_high(format: str, highest: int) -> Case:
    """The note of a format with board numbers up to a highest one."""
    return written(
        [HAND, Hand(board=highest, **DEALT), Hand(board=highest + 1, **DEALT)],
        f"loss board-lost: 1 board left out: {format} has numbers up to {highest} "
        f"(hand board {highest + 1})",
    )


UNUSUAL = (
    "repair unusual-layout: 1 file whose blanks, line ends, head or order of cards are written "
    "differently (file)"
)
BAD = "error bad-deal: 1 board skipped: not a complete deal (file: board {board})"
TWICE = (
    "error board-twice: 1 deal skipped: another one of the same board comes first (file: board 1)"
)

"""What triggers the notes that all formats share which hold a list of deals."""

from bmconv.records import Hand, Player
from tests.codecs.every_note import Case, written
from tests.codecs.every_note._machines import DEALT, HAND, TURNED


def listed_notes(format: str, *, has_dealer: bool = False) -> list[Case]:
    """The notes that all of them make when they write."""
    cases = [
        written(
            [HAND, Hand(board=2, north="AK")],
            "error bad-deal: 1 incomplete deal skipped (hand board 2: north is 'AK': expected four "
            "suits of AKQJT98765432 with dots between)",
        ),
        written(
            [HAND, Hand(**DEALT)],
            "loss board-unknown: 1 deal without a board number left out (hand)",
        ),
        written(
            [HAND, Hand(section=2, board=1, **TURNED)],
            "loss deal-lost: 1 deal left out: another one of the same board comes first "
            "(hand B board 1)",
        ),
        written(
            [HAND, Player(number="7")],
            f"loss record-lost: 1 player record left out: {format} does not hold it (player 7)",
        ),
        written(
            [Hand(board=1, extra={"other": 1}, **DEALT)],
            f"loss field-lost: 1 hand.extra value left out: {format} does not hold it "
            "(hand board 1)",
        ),
    ]
    if has_dealer:
        return cases
    return [
        *cases,
        written(
            [Hand(board=1, dealer="E", **DEALT)],
            "loss dealer-lost: 1 dealer left out: the board number gives another one "
            "(hand board 1)",
        ),
        written(
            [Hand(board=1, vulnerable="All", **DEALT)],
            "loss vulnerability-lost: 1 vulnerability left out: the board number gives another one "
            "(hand board 1)",
        ),
    ]


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

"""What triggers each note of ACBLscore's game files."""

from collections.abc import Callable

from tests.codecs.every_note import read
from tests.helpers.game_files import MASTER, GameMaker, small_game

EVENT = MASTER
DETAILS = MASTER + 742


def changed(change: Callable[[GameMaker], None]) -> bytes:
    """The small game with a change."""
    maker = small_game()
    change(maker)
    return maker.finish()


def score(value: int) -> Callable[[GameMaker], None]:
    """Another score of both sides in the last row."""

    def change(maker: GameMaker) -> None:
        maker.put(len(maker.data) - 18 + 4, "h", value)
        maker.put(len(maker.data) - 18 + 12, "h", value)

    return change


NOTES = [
    read(
        changed(lambda maker: maker.put(DETAILS + 0x014, "I", 99_999_999)),
        f"error damaged: 1 part of the file not read (file: section A: pointer at byte "
        f"{DETAILS + 0x014})",
    ),
    read(
        changed(lambda maker: maker.put(len(maker.data) - 2 * 18 - 6 + 4, "B", 4)),
        "error damaged: 1 part of the file not read (file: section A: board 4: not a board of "
        "pairs)",
    ),
    read(
        changed(lambda maker: maker.put(0x0DA, "B", 1)),
        "loss event-kind: 1 event of which only names and totals are read: not matchpointed pairs "
        "(file: event 1)",
    ),
    read(
        changed(lambda maker: maker.put(DETAILS + 0x035, "H", 1)),
        "loss later-round: 2 rounds of tables left out: after the last round of the section "
        "(first: file: section A)",
    ),
    read(
        changed(score(4042)),
        "loss fouled-board: 1 result on fouled boards compared with all others "
        "(file: section A board 4 round 2 table 1)",
    ),
    read(
        changed(lambda maker: maker.text(EVENT + 0x048, "24/07/2017")),
        "loss odd-date: 1 date not understood (file: event 1: 24/07/2017)",
    ),
    read(
        changed(score(900)),
        "repair late-play: 1 result not yet in: late play "
        "(file: section A board 4 round 2 table 1)",
    ),
    read(
        small_game().finish() + b"*",
        "repair file-length: 1 file whose length is not the one stated in it "
        f"(file: {len(small_game().data) + 1} bytes instead of {len(small_game().data)})",
    ),
]

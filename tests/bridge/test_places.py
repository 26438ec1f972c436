"""The place of a record, as messages name it."""

import pytest

from bmconv.bridge.places import place
from bmconv.records import Client, Hand, Player, Record, Result, Seat, Section, Settings


@pytest.mark.parametrize(
    ("record", "text"),
    [
        (Section(id=2), "section B"),
        (Section(id=2, letter="CC"), "section CC"),
        (Section(), "section 0"),
        (Result(section=1, table=5, round=2, board=7), "result A5 round 2 board 7"),
        (Result(section=1, board=7, id=3), "result A board 7"),
        (Result(table=5), "result 5"),
        (Result(id=3), "result 3"),
        (Hand(board=4), "hand board 4"),
        (Seat(section=2, table=5, direction="N", round=3), "seat B5 N round 3"),
        (Seat(direction="N"), "seat N"),
        (Seat(section=-1, table=1, direction="N"), "seat section -1 table 1 N"),
        (Hand(section=0, board=4), "hand section 0 board 4"),
        (Player(number="17", id=9), "player 17"),
        (Client(id=1), "client 1"),
        (Settings(), "settings"),
    ],
)
def test_a_record_is_placed_by_table_seat_round_and_board_else_by_its_number(
    record: Record, text: str
):
    assert place(record) == text


def test_sections_have_the_letters_of_the_event():
    letter = {1: "X", 0: "Y"}.get
    assert place(Result(section=1, table=2), letter) == "result X2"
    assert [place(Section(id=1), letter), place(Section(), letter)] == ["section X", "section Y"]

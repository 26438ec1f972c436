"""PBN files with several games for a board: what is one deal or result, and what two."""

import datetime

import pytest

from bmconv.records import Card, Evaluation, Game, Hand, Result, Session
from tests.helpers.coding import codes_and_places, decode_bytes, encode_records
from tests.helpers.pbn_games import DEAL, RESULT_TAGS, game_text, records_of_type

OTHER = "N:832.J9.K943.AJ32 6.K87642.T765.K5 AJT75.AT3.QJ82.8 KQ94.Q5.A.QT9764"


def test_sections_can_have_different_cards_on_one_board():
    games = [
        f'[Board "1"]\n[Section "{section}"]\n[Deal "{deal}"]\n'
        for section, deal in (("A", DEAL), ("B", OTHER), ("B", OTHER), ("A", DEAL))
    ]
    records, notes = decode_bytes("\n".join(games).encode(), "pbn")
    hands = [(hand.section, hand.north) for hand in records_of_type(Hand, records)]
    assert hands == [(None, "6.K87642.T765.K5"), (2, "832.J9.K943.AJ32")]
    assert notes == []


def test_hands_of_sections_are_written_apart_where_they_differ():
    north = [Hand(section=s, board=1, north=n) for s, n in ((1, "A..."), (2, "A..."), (3, "K..."))]
    data, _ = encode_records(north, "pbn")
    deals = [line for line in data.decode().splitlines() if line.startswith("[Deal ")]
    assert deals == ['[Deal "N:A... - - -"]', '[Deal "N:K... - - -"]']
    again = records_of_type(Hand, decode_bytes(data, "pbn")[0])
    assert [(hand.section, hand.north) for hand in again] == [(None, "A..."), (3, "K...")]


def test_a_third_deal_of_a_section_stays_in_its_game():
    third = OTHER.replace("N:", "S:")
    games = [
        f'[Board "1"]\n[Section "B"]\n[Deal "{deal}"]\n' for deal in (DEAL, OTHER, OTHER, third)
    ]
    records, notes = decode_bytes("\n".join(games).encode(), "pbn")
    assert [hand.section for hand in records_of_type(Hand, records)] == [None, 2]
    assert codes_and_places(notes) == [("repair", "board-twice", "file:15: board 1")]


def test_a_game_with_only_a_deal_stays_before_one_with_a_result():
    text = (
        game_text() + "\n" + game_text('[Declarer "S"]', '[Contract "4H"]', '[Result "9"]', board=2)
    )
    kinds = [(type(record), record.board) for record in decode_bytes(text.encode(), "pbn")[0]]
    assert kinds == [(Hand, 1), (Game, 1), (Hand, 2), (Result, 2), (Game, 2)]


def test_a_deal_in_the_export_format_needs_a_game_record_only_if_a_later_game_does():
    deals, _ = encode_records([Hand(board=1, north="A..."), Hand(board=2, north="K...")], "pbn")
    assert records_of_type(Game, decode_bytes(deals, "pbn")[0]) == []
    later = deals + b'\r\n[Board "3"]\r\n[Site "Club"]\r\n'
    assert [game.board for game in records_of_type(Game, decode_bytes(later, "pbn")[0])] == [
        1,
        2,
        3,
    ]


def test_a_deal_that_comes_again_after_another_board_keeps_its_place():
    deals, _ = encode_records([Hand(board=1, north="A..."), Hand(board=2, north="K...")], "pbn")
    first = deals[deals.index(b"[Event") : deals.index(b"\r\n\r\n")]
    again = deals + b"\r\n" + first + b"\r\n"
    records, _ = decode_bytes(again, "pbn")
    assert [game.board for game in records_of_type(Game, records)] == [1, 2, 1]
    assert encode_records(records, "pbn")[0] == again


def test_the_same_deal_twice_in_a_row_is_one_game():
    text = f'[Board "1"]\n[Deal "{DEAL}"]\n[Deal "{DEAL}"]\n[Site "Club"]\n'
    records, notes = decode_bytes(text.encode(), "pbn")
    assert [type(record) for record in records] == [Hand, Game]
    assert codes_and_places(notes) == [("repair", "tag-twice", "file:3: Deal")]


def test_another_deal_without_a_blank_line_is_another_game():
    text = f'[Board "1"]\n[Deal "{DEAL}"]\n[Board "2"]\n[Deal "{DEAL}"]\n'
    records, notes = decode_bytes(text.encode(), "pbn")
    assert [(type(r), r.board) for r in records] == [(Hand, 1), (Game, 1), (Hand, 2), (Game, 2)]
    assert notes == []


def test_the_same_deal_in_two_games_is_one_hand():
    records, notes = decode_bytes(f"{game_text()}\n{game_text()}".encode(), "pbn")
    assert [type(record) for record in records] == [Hand, Game, Game]
    assert notes == []


TRICKS = [
    "S6 S2 SA S4", "HK H9 H3 H5", "H2 HJ HA HQ", "DT D3 DQ DA", "CK CA C8 C4",
    "C5 C2 D2 C6", "D5 D4 D8 C7", "D6 D9 DJ C9", "D7 DK S5 CT", "H4 C3 S7 CQ",
    "H6 CJ ST S9", "H7 S3 SJ SK", "H8 S8 HT SQ",
]  # fmt: skip


@pytest.mark.parametrize(
    ("tricks", "cards", "notes"),
    [
        (TRICKS[:12], 48, []),
        (TRICKS, 52, []),
        ([*TRICKS, "*"], 52, []),
        ([*TRICKS, "S6"], 0, [("error", "bad-card", "file:21: more than 13 tricks")]),
    ],
    ids=["12", "13", "13 and the end", "14"],
)
def test_a_play_has_up_to_thirteen_tricks(tricks, cards, notes):
    text = game_text(
        '[Declarer "W"]', '[Contract "1NT"]', '[Result ""]', '[Auction "N"]', '[Play "N"]'
    )
    records, noted = decode_bytes((text + "\n".join(tricks)).encode(), "pbn")
    assert len(records_of_type(Card, records)) == cards
    assert [note for note in codes_and_places(noted) if note[1] != "odd-card"] == notes


@pytest.mark.parametrize(
    ("tricks", "taken", "noted"),
    [
        (13, "8", ["result-differs"]), (13, "9", []), (13, "10", ["result-differs"]),
        (12, "7", ["result-differs"]), (12, "8", []), (12, "9", []), (12, "10", ["result-differs"]),
    ],
)  # fmt: skip
def test_a_result_is_compared_with_the_tricks_of_the_play(tricks, taken, noted):
    # West wins tricks 4, 6 to 10, 12 and 13, East the fifth: nine in all, eight before the last
    tags = ('[Declarer "W"]', '[Contract "1NT"]', f'[Result "{taken}"]', '[Play "N"]')
    _, notes = decode_bytes((game_text(*tags) + "\n".join(TRICKS[:tricks])).encode(), "pbn")
    assert [note[1] for note in codes_and_places(notes) if note[1] != "odd-card"] == noted


@pytest.mark.parametrize(
    ("rows", "numbers"),
    [
        (["- S2 SA S4"], {"S2": 2, "SA": 3, "S4": 4}),
        (["S6 S2 SA S4", "HK - H3 H5"], {"HK": 7, "H3": 5, "H5": 6}),
        (["S6 S2 SA S4", "HK H9 - H5"], {"HK": 7, "H9": 8, "H5": 6}),
        (["S6 S2 - S4", "HK H9 - -"], {"HK": 5, "H9": 6}),
    ],
    ids=["the opening lead", "a card", "a lead", "a lead after an incomplete trick"],
)
def test_a_card_that_was_not_recorded_leaves_its_number_free(rows, numbers):
    """North leads the first trick, South has won it with the ace; no hand revokes."""
    tags = ('[Declarer "W"]', '[Contract "1NT"]', '[Result ""]', '[Play "N"]')
    records, notes = decode_bytes((game_text(*tags) + "\n".join(rows)).encode(), "pbn")
    found = {
        card.card: card.counter for card in records_of_type(Card, records) if card.card in numbers
    }
    assert found == numbers
    assert notes == []


@pytest.mark.parametrize(("tricks", "last"), [(12, "*"), (13, "H8 S8 HT SQ")])
def test_only_a_play_of_less_than_thirteen_tricks_is_written_with_an_end(tricks, last):
    tags = ('[Declarer "W"]', '[Contract "1NT"]', '[Result "9"]', '[Play "N"]')
    records, _ = decode_bytes((game_text(*tags) + "\n".join(TRICKS[:tricks])).encode(), "pbn")
    data, _ = encode_records([r for r in records if not isinstance(r, Game)], "pbn")
    assert data.decode().splitlines()[-1] == last


@pytest.mark.parametrize(
    ("taken", "relative"),
    [
        ("0", "-7"),
        ("13", "+6"),
        ("14", None),
        ("NS 13", "+6"),
        ("NS 13 EW 0", "+6"),
        ("EW 13", "-7"),
    ],
)
def test_declarer_takes_up_to_thirteen_tricks(taken, relative):
    text = game_text('[Declarer "N"]', '[Contract "1C"]', f'[Result "{taken}"]')
    records, notes = decode_bytes(text.encode(), "pbn")
    assert [r.result for r in records_of_type(Result, records)] == [relative]
    assert [note.code for note in notes] == ([] if relative else ["bad-result"])


def test_tricks_of_both_sides_add_up_to_thirteen():
    text = game_text('[Declarer "N"]', '[Contract "1C"]', '[Result "NS 8 EW 6"]')
    assert codes_and_places(decode_bytes(text.encode(), "pbn")[1]) == [
        ("error", "bad-result", "file:5: tricks of the two sides that are not 13")
    ]


def test_each_section_with_its_own_cards_has_its_own_tricks():
    games = [
        game_text(f'[Section "{section}"]', f'[DoubleDummyTricks "{digit * 20}"]').replace(
            DEAL, deal
        )
        for section, deal, digit in (("A", DEAL, "6"), ("B", OTHER, "7"))
    ]
    records, notes = decode_bytes("\n".join(games).encode(), "pbn")
    evaluations = [(e.section, e.north_spades) for e in records_of_type(Evaluation, records)]
    assert evaluations == [(None, 6), (2, 7)]
    tags = [("Board",), ("Deal",), ("Section",), ("DoubleDummyTricks",)]
    assert [game.tags for game in records_of_type(Game, records)] == [tags, tags]
    assert notes == []


def test_a_game_of_the_other_room_without_a_board_belongs_to_the_board_before():
    closed = '[Room "Closed"]\n[Declarer "N"]\n[Contract "3H"]\n[Result "10"]\n'
    text = game_text('[Table "5"]', '[Room "Open"]', *RESULT_TAGS) + "\n" + closed
    records, notes = decode_bytes(text.encode(), "pbn")
    results = [(r.board, r.table, r.contract) for r in records_of_type(Result, records)]
    assert results == [(1, 5, "4 H"), (1, 1000, "3 H")]
    assert codes_and_places(notes) == [("repair", "board-omitted", "file:11: board 1")]


@pytest.mark.parametrize(
    "tags",
    [
        '[Declarer "N"]\n[Contract "3H"]\n',
        '[Room "Open"]\n[Declarer "N"]\n[Contract "3H"]\n',
        f'[Room "Closed"]\n[Deal "{OTHER}"]\n[Declarer "N"]\n[Contract "3H"]\n',
        '[Board "?"]\n[Room "Closed"]\n[Declarer "N"]\n[Contract "3H"]\n',
    ],
    ids=["no room", "the same room", "another deal", "an unknown board"],
)
def test_any_other_game_without_a_board_is_kept_as_a_game_only(tags):
    records, notes = decode_bytes(
        (game_text('[Room "Open"]', *RESULT_TAGS) + "\n" + tags).encode(), "pbn"
    )
    assert [result.contract for result in records_of_type(Result, records)] == ["4 H"]
    assert [note.code for note in notes] == ["no-board"]


@pytest.mark.parametrize(
    "session",
    [
        Session(id=1, name="Club night", date=datetime.date(2024, 5, 7)),
        Session(id=1, name="Club night"),
        Session(id=1, date=datetime.date(2024, 5, 7)),
    ],
    ids=["name and date", "name", "date"],
)
def test_a_session_without_games_keeps_its_name_and_date(session):
    data, notes = encode_records([session], "pbn")
    assert notes == []
    assert decode_bytes(data, "pbn") == ([session], [])


def test_a_game_with_the_session_alone_stays_if_others_follow():
    session = Session(id=1, name="Club night")
    alone, _ = encode_records([session], "pbn")
    deal, _ = encode_records([session, Hand(board=1, north="A...")], "pbn")
    text = alone + deal.replace(b"% PBN 2.1\r\n% EXPORT", b"")
    records, _ = decode_bytes(text, "pbn")
    assert [game.board for game in records_of_type(Game, records)] == [None, 1]

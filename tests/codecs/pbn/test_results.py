"""PBN files with several games or tables for a board: what is one deal or result, and what two."""

import datetime

import pytest

from bmconv.codecs.pbn import file as pbn_file
from bmconv.records import Bid, Card, Evaluation, Game, Hand, Record, Result, Session
from tests.helpers.coding import codes, decoded, encoded

DEAL = "N:6.K87642.T765.K5 832.J9.K943.AJ32 AJT75.AT3.QJ82.8 KQ94.Q5.A.QT9764"
OTHER = "N:832.J9.K943.AJ32 6.K87642.T765.K5 AJT75.AT3.QJ82.8 KQ94.Q5.A.QT9764"
PAIRS = '[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result"]\n'
COUNTED = '[ScoreTable "Contract;Declarer;Result;Multiplicity"]\n'


def of(kind: type[Record], records: list[Record]) -> list[Record]:
    return [record for record in records if isinstance(record, kind)]


def played(*tags: str, board: int = 1) -> str:
    return "\n".join((f'[Board "{board}"]', f'[Deal "{DEAL}"]', *tags)) + "\n"


def test_a_row_in_a_second_table_of_the_board_is_the_same_result():
    text = played(PAIRS + "1 2 4S N 10\n3 4 3NT S 9") + "\n" + played(PAIRS + "1 2 4S N 10")
    records, notes = decoded(text.encode(), "pbn")
    assert [(r.pair_ns, r.contract) for r in of(Result, records)] == [(1, "4 S"), (3, "3 NT")]
    assert notes == []


def test_a_row_with_another_result_in_a_second_table_is_a_second_result():
    text = played(PAIRS + "1 2 4S N 10") + "\n" + played(PAIRS + "1 2 4S N 11")
    records, _ = decoded(text.encode(), "pbn")
    assert [(r.table, r.result) for r in of(Result, records)] == [(None, "="), (2001, "+1")]


def test_equal_rows_of_one_table_are_two_results_also_if_a_second_table_repeats_them():
    rows = PAIRS + "1 2 4S N 10\n1 2 4S N 10"
    text = played(rows) + "\n" + played('[Site "Club"]', rows.replace("\\", ""))
    records, _ = decoded(text.encode(), "pbn")
    assert [(r.table, r.pair_ns) for r in of(Result, records)] == [(None, 1), (2001, 1)]


def test_sections_can_have_different_cards_on_one_board():
    games = [
        f'[Board "1"]\n[Section "{section}"]\n[Deal "{deal}"]\n'
        for section, deal in (("A", DEAL), ("B", OTHER), ("B", OTHER), ("A", DEAL))
    ]
    records, notes = decoded("\n".join(games).encode(), "pbn")
    hands = [(hand.section, hand.north) for hand in of(Hand, records)]
    assert hands == [(None, "6.K87642.T765.K5"), (2, "832.J9.K943.AJ32")]
    assert notes == []


def test_hands_of_sections_are_written_apart_where_they_differ():
    north = [Hand(section=s, board=1, north=n) for s, n in ((1, "A..."), (2, "A..."), (3, "K..."))]
    data, _ = encoded(north, "pbn")
    deals = [line for line in data.decode().splitlines() if line.startswith("[Deal ")]
    assert deals == ['[Deal "N:A... - - -"]', '[Deal "N:K... - - -"]']
    again = of(Hand, decoded(data, "pbn")[0])
    assert [(hand.section, hand.north) for hand in again] == [(None, "A..."), (3, "K...")]


def test_a_third_deal_of_a_section_stays_in_its_game():
    third = OTHER.replace("N:", "S:")
    games = [
        f'[Board "1"]\n[Section "B"]\n[Deal "{deal}"]\n' for deal in (DEAL, OTHER, OTHER, third)
    ]
    records, notes = decoded("\n".join(games).encode(), "pbn")
    assert [hand.section for hand in of(Hand, records)] == [None, 2]
    assert codes(notes) == [("repair", "board-twice", "file:15: board 1")]


def test_a_game_with_only_a_deal_stays_before_one_with_a_result():
    text = played() + "\n" + played('[Declarer "S"]', '[Contract "4H"]', '[Result "9"]', board=2)
    kinds = [(type(record), record.board) for record in decoded(text.encode(), "pbn")[0]]
    assert kinds == [(Hand, 1), (Game, 1), (Hand, 2), (Result, 2), (Game, 2)]


def test_a_deal_in_the_export_format_needs_a_game_record_only_if_a_later_game_does():
    deals, _ = encoded([Hand(board=1, north="A..."), Hand(board=2, north="K...")], "pbn")
    assert of(Game, decoded(deals, "pbn")[0]) == []
    later = deals + b'\r\n[Board "3"]\r\n[Site "Club"]\r\n'
    assert [game.board for game in of(Game, decoded(later, "pbn")[0])] == [1, 2, 3]


def test_the_same_deal_twice_in_a_row_is_one_game():
    text = f'[Board "1"]\n[Deal "{DEAL}"]\n[Deal "{DEAL}"]\n[Site "Club"]\n'
    records, notes = decoded(text.encode(), "pbn")
    assert [type(record) for record in records] == [Hand, Game]
    assert codes(notes) == [("repair", "tag-twice", "file:3: Deal")]


def test_another_deal_without_a_blank_line_is_another_game():
    text = f'[Board "1"]\n[Deal "{DEAL}"]\n[Board "2"]\n[Deal "{DEAL}"]\n'
    records, notes = decoded(text.encode(), "pbn")
    assert [(type(r), r.board) for r in records] == [(Hand, 1), (Game, 1), (Hand, 2), (Game, 2)]
    assert notes == []


def test_the_same_deal_in_two_games_is_one_hand():
    records, notes = decoded(f"{played()}\n{played()}".encode(), "pbn")
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
    text = played(
        '[Declarer "W"]', '[Contract "1NT"]', '[Result ""]', '[Auction "N"]', '[Play "N"]'
    )
    records, noted = decoded((text + "\n".join(tricks)).encode(), "pbn")
    assert len(of(Card, records)) == cards
    assert [note for note in codes(noted) if note[1] != "odd-card"] == notes


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
    _, notes = decoded((played(*tags) + "\n".join(TRICKS[:tricks])).encode(), "pbn")
    assert [note[1] for note in codes(notes) if note[1] != "odd-card"] == noted


@pytest.mark.parametrize(("tricks", "last"), [(12, "*"), (13, "H8 S8 HT SQ")])
def test_only_a_play_of_less_than_thirteen_tricks_is_written_with_an_end(tricks, last):
    tags = ('[Declarer "W"]', '[Contract "1NT"]', '[Result "9"]', '[Play "N"]')
    records, _ = decoded((played(*tags) + "\n".join(TRICKS[:tricks])).encode(), "pbn")
    data, _ = encoded([r for r in records if not isinstance(r, Game)], "pbn")
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
    text = played('[Declarer "N"]', '[Contract "1C"]', f'[Result "{taken}"]')
    records, notes = decoded(text.encode(), "pbn")
    assert [r.result for r in of(Result, records)] == [relative]
    assert [note.code for note in notes] == ([] if relative else ["bad-result"])


def test_tricks_of_both_sides_add_up_to_thirteen():
    text = played('[Declarer "N"]', '[Contract "1C"]', '[Result "NS 8 EW 6"]')
    assert codes(decoded(text.encode(), "pbn")[1]) == [
        ("error", "bad-result", "file:5: tricks of the two sides that are not 13")
    ]


@pytest.mark.parametrize(("times", "results"), [("0", 0), ("1", 1), ("10000", 10_000)])
def test_multiplicity_counts_results(times, results):
    records, notes = decoded(played(COUNTED + f"4H S 9 {times}").encode(), "pbn")
    assert (len(of(Result, records)), notes) == (results, [])


def test_a_table_makes_no_more_than_ten_thousand_results_of_a_row():
    records, notes = decoded(played(COUNTED + "4H S 9 10001\n4H S 10 1").encode(), "pbn")
    assert [r.result for r in of(Result, records)] == ["="]
    assert codes(notes) == [
        ("error", "bad-row", "file:4: ScoreTable: Multiplicity '10001', expected 0 to 10000")
    ]


def test_all_tables_of_a_file_share_a_limit_of_copies(monkeypatch):
    monkeypatch.setattr(pbn_file, "MOST_COPIES_OF_FILE", 25)
    text = "\n".join(played(COUNTED + "4H S 9 11\n3NT N 9 1", board=n) for n in range(1, 2001))
    records, notes = decoded(text.encode(), "pbn")
    assert len(of(Result, records)) == 2 * 11 + 2000
    assert len(notes) == 1998
    assert codes(notes[:1]) == [
        ("error", "bad-row", "file:16: ScoreTable: Multiplicity '11', expected 0 to 5")
    ]


OWN = ('[Dealer "N"]', '[Declarer "S"]', '[Contract "4H"]', '[Result "9"]', '[Score "NS -50"]')
TWO_EQUAL = "1 2 4H S 9\n1 2 4H S 9"
AUCTION = '[Auction "N"]\nPass Pass 4H Pass\nPass Pass'


def test_the_result_of_a_game_is_one_of_those_its_table_counts():
    text = played(*OWN, AUCTION, COUNTED + "3NT N 9 2\n4H S 9 3")
    records, notes = decoded(text.encode(), "pbn")
    results = [(r.table, r.contract) for r in of(Result, records)]
    assert results == [
        (None, "3 NT"), (2001, "3 NT"), (2002, "4 H"), (2003, "4 H"), (2004, "4 H"),
    ]  # fmt: skip
    assert {bid.table for bid in of(Bid, records)} == {2002}
    assert notes == []
    assert encoded(records, "pbn") == (text.replace("\n", "\r\n").encode(), [])


def test_a_second_game_with_the_same_table_is_another_of_its_results():
    game = played(*OWN, COUNTED + "4H S 9 2")
    records, _ = decoded(f"{game}\n{game}\n{game}".encode(), "pbn")
    assert [r.table for r in of(Result, records)] == [None, 2001, 2002]


def test_a_result_that_its_table_does_not_count_is_a_further_one():
    records, _ = decoded(played(*OWN, COUNTED + "4H S 10 2").encode(), "pbn")
    assert [r.result for r in of(Result, records)] == ["=", "=", "-1"]


def test_a_row_of_two_tables_is_the_result_of_the_game_before_them():
    game = played('[PairNS "1"]', '[PairEW "2"]', *OWN)
    one, two = played(PAIRS + "1 2 4H S 9"), played(PAIRS + "1 2 4H S 9\n3 4 3NT N 9")
    records, notes = decoded(f"{game}\n{one}\n{two}".encode(), "pbn")
    assert [(r.table, r.pair_ns) for r in of(Result, records)] == [(None, 1), (None, 3)]
    assert notes == []


def test_a_second_equal_row_is_not_the_game_before_the_table():
    game = played('[PairNS "1"]', '[PairEW "2"]', *OWN)
    records, _ = decoded(f"{game}\n{played(PAIRS + TWO_EQUAL)}".encode(), "pbn")
    assert [(r.table, r.result) for r in of(Result, records)] == [(None, "-1"), (2001, "-1")]


def test_two_sections_can_have_the_same_table():
    games = [played(f'[Section "{section}"]', PAIRS + "1 2 4H S 9") for section in "AB"]
    records, notes = decoded("\n".join(games).encode(), "pbn")
    assert [(r.section, r.pair_ns) for r in of(Result, records)] == [(1, 1), (2, 1)]
    assert notes == []


def test_a_table_that_is_repeated_in_a_second_game_needs_no_words_in_its_record():
    table = '[ScoreTable "PairId_NS\\3R;PairId_EW\\3R;Contract\\5L;Declarer\\1L;Result\\2R"]\n'
    game = played(table + "1 2 4H S 9")
    records, _ = decoded(f"{game}\n{game}".encode(), "pbn")
    assert len(of(Result, records)) == 1
    games = [(game.tags[-1], game.sections) for game in of(Game, records)]
    assert games == [(("ScoreTable",), None)] * 2


def test_each_section_with_its_own_cards_has_its_own_tricks():
    games = [
        played(f'[Section "{section}"]', f'[DoubleDummyTricks "{digit * 20}"]').replace(DEAL, deal)
        for section, deal, digit in (("A", DEAL, "6"), ("B", OTHER, "7"))
    ]
    records, notes = decoded("\n".join(games).encode(), "pbn")
    evaluations = [(e.section, e.north_spades) for e in of(Evaluation, records)]
    assert evaluations == [(None, 6), (2, 7)]
    tags = [("Board",), ("Deal",), ("Section",), ("DoubleDummyTricks",)]
    assert [game.tags for game in of(Game, records)] == [tags, tags]
    assert notes == []


def test_a_game_of_the_other_room_without_a_board_belongs_to_the_board_before():
    closed = '[Room "Closed"]\n[Declarer "N"]\n[Contract "3H"]\n[Result "10"]\n'
    text = played('[Table "5"]', '[Room "Open"]', *OWN) + "\n" + closed
    records, notes = decoded(text.encode(), "pbn")
    results = [(r.board, r.table, r.contract) for r in of(Result, records)]
    assert results == [(1, 5, "4 H"), (1, 1000, "3 H")]
    assert codes(notes) == [("repair", "board-omitted", "file:11: board 1")]


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
    records, notes = decoded((played('[Room "Open"]', *OWN) + "\n" + tags).encode(), "pbn")
    assert [result.contract for result in of(Result, records)] == ["4 H"]
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
    data, notes = encoded([session], "pbn")
    assert notes == []
    assert decoded(data, "pbn") == ([session], [])


def test_a_game_with_the_session_alone_stays_if_others_follow():
    session = Session(id=1, name="Club night")
    alone, _ = encoded([session], "pbn")
    deal, _ = encoded([session, Hand(board=1, north="A...")], "pbn")
    text = alone + deal.replace(b"% PBN 2.1\r\n% EXPORT", b"")
    records, _ = decoded(text, "pbn")
    assert [game.board for game in of(Game, records)] == [None, 1]

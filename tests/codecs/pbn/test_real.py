"""PBN as programs write it: rooms, board numbers, score tables, missing blank lines, gaps."""

import pytest

from bmconv.event import Event
from bmconv.records import Bid, Card, Game, Hand, Result, Seat
from tests.helpers.coding import codes_and_places, decode_bytes, encode_records

PLAYED = '[Declarer "N"]\n[Contract "3NT"]\n[Result "9"]\n'


def game(board: str, *tags: str, played: str = PLAYED) -> str:
    """A game with a contract, nine tricks and further tags."""
    return f'[Board "{board}"]\n' + "".join(f"{tag}\n" for tag in tags) + played


def read(*games: str) -> tuple[list, list]:
    return decode_bytes("\n".join(games).encode(), "pbn")


def results(records: list) -> list[Result]:
    return [record for record in records if isinstance(record, Result)]


def comes_back(*games: str) -> None:
    """The file comes back from its records, but for line ends."""
    text = "\n".join(games)
    data, notes = encode_records(decode_bytes(text.encode(), "pbn")[0], "pbn")
    assert (data.decode(), notes) == (text.replace("\n", "\r\n"), [])


OPEN, CLOSED = '[Room "Open"]', '[Room "Closed"]'


def test_the_same_outcome_in_both_rooms_is_two_results():
    both = [game("1", '[Table "5"]', OPEN), game("1", '[Table "5"]', CLOSED)]
    records, notes = read(*both)
    assert [(r.table, r.contract) for r in results(records)] == [(5, "3 NT"), (1005, "3 NT")]
    assert len(Event(records).standing_results()) == 2
    assert notes == []
    comes_back(*both)


def test_the_closed_room_is_the_same_table_on_every_board():
    rooms = [(board, room) for board in "12" for room in (OPEN, CLOSED)]
    records, _ = read(*(game(board, room) for board, room in rooms))
    assert [r.table for r in results(records)] == [None, 1000, None, 1000]


def test_players_of_both_rooms_have_their_seats():
    both = [
        game("1", '[Table "5"]', '[North "Vos"]', '[Room "open"]'),
        game("1", '[Table "5"]', '[North "Dal"]', '[Room "closed"]'),
    ]
    seats = [(s.table, s.name) for s in read(*both)[0] if isinstance(s, Seat)]
    assert seats == [(5, "Vos"), (1005, "Dal")]
    comes_back(*both)


def test_games_without_a_table_are_a_result_each():
    twins = [game("1"), game("1"), game("1", '[PairNS "3"]', '[PairEW "4"]')]
    twins.append(twins[-1])
    records, _ = read(*twins)
    assert [(r.table, r.pair_ns) for r in results(records)] == [
        *((None, None), (2001, None)),
        *((None, 3), (2002, 3)),
    ]
    assert len(Event(records).standing_results()) == 4
    comes_back(*twins)


def test_a_number_that_was_given_is_never_that_of_a_real_table():
    real = game("1", '[Table "2001"]')
    for games in ([game("1"), game("1"), real], [real, game("1"), game("1")]):
        records, _ = read(*games)
        assert len({r.table for r in results(records)}) == 3
        assert len(Event(records).standing_results()) == 3
        comes_back(*games)


def test_a_game_of_a_row_of_the_score_table_is_no_second_result():
    table = '[Board "1"]\n[ScoreTable "Table;PairId_NS;PairId_EW;Contract;Declarer;Result"]\n'
    rows = "1 1 2 3NT N 9\n1 1 2 3NT N 9\n2 3 4 3NT N 9\n"
    place = ('[Table "1"]', '[PairNS "1"]', '[PairEW "2"]')
    records, _ = read(table + rows, game("1", *place))
    assert [(r.table, r.pair_ns) for r in results(records)] == [(1, 1), (2001, 1), (2, 3)]


@pytest.mark.parametrize("spelling", ["01", "001", "000012"])
def test_zeros_before_a_board_number_count_for_nothing(spelling):
    deal = '[Deal "N:3.AT.KT987.AQJ83 JT942.6543.AJ5.2 K5.K9872.63.T976 AQ876.QJ.Q42.K54"]'
    auction = '[Auction "N"]\n1NT Pass 3NT Pass\nPass Pass\n'
    dealer = "N" if int(spelling) == 1 else "W"
    text = game(spelling, f'[Dealer "{dealer}"]', deal) + auction.replace('"N"', f'"{dealer}"')
    records, _ = read(text)
    kinds = {type(record) for record in records if record.board == int(spelling)}
    assert kinds == {Hand, Result, Bid, Game}
    comes_back(text)


SCORES = '[Board "1"]\n[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result;Multiplicity"]\n'


def test_a_bad_row_does_not_take_the_table_with_it():
    records, notes = read(SCORES + "1 2 3NT N 9 1\n3 4 9Z N 9 1\n5 6 4S X 9 1\n7 8 4S E 10 1\n")
    assert [(r.pair_ns, r.contract) for r in results(records)] == [(1, "3 NT"), (7, "4 S")]
    assert codes_and_places(notes) == [
        ("error", "bad-row", "file:4: ScoreTable: '9Z' is not a contract"),
        ("error", "bad-row", "file:5: ScoreTable: 'X' is not a declarer"),
    ]


def test_a_row_that_lacks_a_cell_does_not_shift_the_others():
    text = SCORES + "1 2 3NT N 9 1\n3 4 4S N 1\n7 8 4S E 10 1\n"
    records, notes = read(text)
    assert [(r.pair_ns, r.contract) for r in results(records)] == [(1, "3 NT"), (7, "4 S")]
    assert codes_and_places(notes) == [
        ("error", "bad-row", "file:4: ScoreTable: 5 cells, expected 6")
    ]
    again = decode_bytes(encode_records(records, "pbn")[0], "pbn")[0]
    assert [(r.pair_ns, r.contract) for r in results(again)] == [(1, "3 NT"), (7, "4 S")]


@pytest.mark.parametrize(("text", "contract"), [("3D*", "3 D x"), ("3D**", "3 D xx")])
def test_stars_are_doubles(text, contract):
    (one,) = results(read(SCORES + f"1 2 {text} N 9 1\n")[0])
    (two,) = results(read(game("1", played=PLAYED.replace("3NT", text)))[0])
    assert (one.contract, two.contract) == (contract, contract)
    comes_back(SCORES + f"1 2 {text} N 9 1\n")


def test_multiplicity_counts_results():
    text = SCORES + "- - 3NT N 9 12\n- - 4S E 10 1\n- - Pass - - 0\n"
    records, notes = read(text)
    found = results(records)
    assert [r.contract for r in found] == ["3 NT"] * 12 + ["4 S"]
    assert (len(Event(records).standing_results()), notes) == (13, [])
    comes_back(text)


def test_a_multiplicity_beyond_all_bounds_is_an_error():
    records, notes = read(SCORES + "- - 3NT N 9 999999\n- - 4S E 10 1\n")
    assert [r.contract for r in results(records)] == ["4 S"]
    assert [note.code for note in notes] == ["bad-row"]


def test_without_blank_lines_a_game_begins_at_the_tag_that_comes_again():
    text = game("1", '[Event "x"]', '[Table "1"]') + game("1", '[Event "x"]', '[Table "2"]')
    records, notes = decode_bytes(text.encode(), "pbn")
    assert [(r.table, r.board) for r in results(records)] == [(1, 1), (2, 1)]
    assert notes == []
    event = '[Event "x"]\n'
    text = event + game("1", '[Table "1"]') + event + game("1", '[Table "2"]')
    records, _ = decode_bytes(text.encode(), "pbn")
    games = [g.tags[0] for g in records if isinstance(g, Game)]
    assert games == [("Event",), ("Event",)]


def test_hands_that_are_not_given_leave_the_others():
    text = game("1", '[Dealer "N"]', '[Deal "N:AKQJT98765432... ... .AKQJT98765432.. ..."]')
    records, notes = read(text)
    assert records[0] == Hand(board=1, north="AKQJT98765432...", south=".AKQJT98765432..")
    assert notes == []
    comes_back(text)


def test_a_card_that_nobody_wrote_down_leaves_a_gap():
    text = game("1") + '[Play "E"]\nS2 ST - SA\nD2 D3 D4 D5\n*\n'
    records, _ = read(text)
    cards = [(c.counter, c.direction, c.card) for c in records if isinstance(c, Card)]
    assert cards[:4] == [(1, "E", "S2"), (2, "S", "ST"), (4, "N", "SA"), (5, "E", "D2")]
    comes_back(text)


@pytest.mark.parametrize("text", ["% PBN 2.1\n% EXPORT\n", "% PBN 1.0\n%Creator: own\n", "% one\n"])
def test_a_file_of_headers_comes_back(text):
    comes_back(text)
    assert read(text)[0] != []


def test_a_dos_end_is_harmless():
    assert decode_bytes(game("1").encode() + b"\x1a", "pbn") == decode_bytes(
        game("1").encode(), "pbn"
    )

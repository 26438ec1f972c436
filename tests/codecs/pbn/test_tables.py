"""Tables of PBN files: rows and columns, Multiplicity, places, results of games beside them."""

import pytest

from bmconv.codecs.pbn import file as pbn_file
from bmconv.codecs.pbn.tables import table_rows
from bmconv.records import Bid, Evaluation, Game, Ranking, Result, Section
from tests.helpers.coding import codes_and_places, decode_bytes, encode_records
from tests.helpers.pbn_games import RESULT_TAGS, game_text, records_of_type

HEAD = '[Board "1"]\n[Dealer "N"]\n'
PAIRS = '[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result"]\n'


COUNTED = '[ScoreTable "Contract;Declarer;Result;Multiplicity"]\n'


def test_a_row_in_a_second_table_of_the_board_is_the_same_result():
    text = game_text(PAIRS + "1 2 4S N 10\n3 4 3NT S 9") + "\n" + game_text(PAIRS + "1 2 4S N 10")
    records, notes = decode_bytes(text.encode(), "pbn")
    assert [(r.pair_ns, r.contract) for r in records_of_type(Result, records)] == [
        (1, "4 S"),
        (3, "3 NT"),
    ]
    assert notes == []


def test_a_row_with_another_result_in_a_second_table_is_a_second_result():
    text = game_text(PAIRS + "1 2 4S N 10") + "\n" + game_text(PAIRS + "1 2 4S N 11")
    records, _ = decode_bytes(text.encode(), "pbn")
    assert [(r.table, r.result) for r in records_of_type(Result, records)] == [
        (None, "="),
        (2001, "+1"),
    ]


def test_equal_rows_of_one_table_are_two_results_also_if_a_second_table_repeats_them():
    rows = PAIRS + "1 2 4S N 10\n1 2 4S N 10"
    text = game_text(rows) + "\n" + game_text('[Site "Club"]', rows.replace("\\", ""))
    records, _ = decode_bytes(text.encode(), "pbn")
    assert [(r.table, r.pair_ns) for r in records_of_type(Result, records)] == [
        (None, 1),
        (2001, 1),
    ]


@pytest.mark.parametrize(("times", "results"), [("0", 0), ("1", 1), ("10000", 10_000)])
def test_multiplicity_counts_results(times, results):
    records, notes = decode_bytes(game_text(COUNTED + f"4H S 9 {times}").encode(), "pbn")
    assert (len(records_of_type(Result, records)), notes) == (results, [])


def test_a_table_makes_no_more_than_ten_thousand_results_of_a_row():
    records, notes = decode_bytes(game_text(COUNTED + "4H S 9 10001\n4H S 10 1").encode(), "pbn")
    assert [r.result for r in records_of_type(Result, records)] == ["="]
    assert codes_and_places(notes) == [
        ("error", "bad-row", "file:4: ScoreTable: Multiplicity '10001', expected 0 to 10000")
    ]


def test_all_tables_of_a_file_share_a_limit_of_copies(monkeypatch):
    monkeypatch.setattr(pbn_file, "MOST_COPIES_OF_FILE", 25)
    text = "\n".join(game_text(COUNTED + "4H S 9 11\n3NT N 9 1", board=n) for n in range(1, 2001))
    records, notes = decode_bytes(text.encode(), "pbn")
    assert len(records_of_type(Result, records)) == 2 * 11 + 2000
    assert len(notes) == 1998
    assert codes_and_places(notes[:1]) == [
        ("error", "bad-row", "file:16: ScoreTable: Multiplicity '11', expected 0 to 5")
    ]


TWO_EQUAL = "1 2 4H S 9\n1 2 4H S 9"


AUCTION = '[Auction "N"]\nPass Pass 4H Pass\nPass Pass'


def test_the_result_of_a_game_is_one_of_those_its_table_counts():
    text = game_text(*RESULT_TAGS, AUCTION, COUNTED + "3NT N 9 2\n4H S 9 3")
    records, notes = decode_bytes(text.encode(), "pbn")
    results = [(r.table, r.contract) for r in records_of_type(Result, records)]
    assert results == [
        (None, "3 NT"), (2001, "3 NT"), (2002, "4 H"), (2003, "4 H"), (2004, "4 H"),
    ]  # fmt: skip
    assert {bid.table for bid in records_of_type(Bid, records)} == {2002}
    assert notes == []
    assert encode_records(records, "pbn") == (text.replace("\n", "\r\n").encode(), [])


def test_a_second_game_with_the_same_table_is_another_of_its_results():
    game = game_text(*RESULT_TAGS, COUNTED + "4H S 9 2")
    records, _ = decode_bytes(f"{game}\n{game}\n{game}".encode(), "pbn")
    assert [r.table for r in records_of_type(Result, records)] == [None, 2001, 2002]


def test_a_result_that_its_table_does_not_count_is_a_further_one():
    records, _ = decode_bytes(game_text(*RESULT_TAGS, COUNTED + "4H S 10 2").encode(), "pbn")
    assert [r.result for r in records_of_type(Result, records)] == ["=", "=", "-1"]


def test_a_row_of_two_tables_is_the_result_of_the_game_before_them():
    game = game_text('[PairNS "1"]', '[PairEW "2"]', *RESULT_TAGS)
    one, two = game_text(PAIRS + "1 2 4H S 9"), game_text(PAIRS + "1 2 4H S 9\n3 4 3NT N 9")
    records, notes = decode_bytes(f"{game}\n{one}\n{two}".encode(), "pbn")
    assert [(r.table, r.pair_ns) for r in records_of_type(Result, records)] == [
        (None, 1),
        (None, 3),
    ]
    assert notes == []


def test_a_second_equal_row_is_not_the_game_before_the_table():
    game = game_text('[PairNS "1"]', '[PairEW "2"]', *RESULT_TAGS)
    records, _ = decode_bytes(f"{game}\n{game_text(PAIRS + TWO_EQUAL)}".encode(), "pbn")
    assert [(r.table, r.result) for r in records_of_type(Result, records)] == [
        (None, "-1"),
        (2001, "-1"),
    ]


def test_two_sections_can_have_the_same_table():
    games = [game_text(f'[Section "{section}"]', PAIRS + "1 2 4H S 9") for section in "AB"]
    records, notes = decode_bytes("\n".join(games).encode(), "pbn")
    assert [(r.section, r.pair_ns) for r in records_of_type(Result, records)] == [(1, 1), (2, 1)]
    assert notes == []


def test_a_table_that_is_repeated_in_a_second_game_needs_no_words_in_its_record():
    table = '[ScoreTable "PairId_NS\\3R;PairId_EW\\3R;Contract\\5L;Declarer\\1L;Result\\2R"]\n'
    game = game_text(table + "1 2 4H S 9")
    records, _ = decode_bytes(f"{game}\n{game}".encode(), "pbn")
    assert len(records_of_type(Result, records)) == 1
    games = [(game.tags[-1], game.sections) for game in records_of_type(Game, records)]
    assert games == [(("ScoreTable",), None)] * 2


@pytest.mark.parametrize(
    ("tricks", "code"),
    [("0", ""), ("13", ""), ("14", "bad-double-dummy"), ("x", "bad-double-dummy")],
)
def test_a_table_of_tricks_has_0_to_13(tricks, code):
    table = f'[OptimumResultTable "Declarer;Denomination;Result"]\nN S {tricks}\nE H 7\n'
    records, notes = decode_bytes((HEAD + table).encode(), "pbn")
    assert [note.code for note in notes] == ([code] if code else [])
    assert [e.north_spades for e in records_of_type(Evaluation, records)] == (
        [] if code else [int(tricks)]
    )


def test_columns_are_padded_to_the_left_unless_their_width_has_an_r():
    assert table_rows("A\\3;B\\3R;C\\3L;D", ["x", "y", "z", "w"]) == [
        (["x", "y", "z", "w"], "x     y z   w")
    ]


@pytest.mark.parametrize(
    ("table", "direction", "extra"),
    [
        ('"PairId;Direction;TotalScoreMP"]\n7 "N-S" 80.25', "NS", None),
        ('"PairId;Direction;TotalScoreMP"]\n7 E-W 80.25', "EW", None),
        ('"PairId;Direction;TotalScoreMP"]\n7 up 80.25', None, {"pbn": {"Direction": "up"}}),
        (
            '"PairId;Table;Direction;TotalScoreMP"]\n7 3 "N-S" 80.25',
            None,
            {"pbn": {"Table": "3", "Direction": "N-S"}},
        ),
    ],
)
def test_a_direction_is_that_of_the_ranking_unless_it_is_about_the_first_table(
    table, direction, extra
):
    records, _ = decode_bytes(f"{HEAD}[TotalScoreTable {table}\n".encode(), "pbn")
    (place,) = records_of_type(Ranking, records)
    assert (place.pair, place.direction, place.total, place.extra) == (7, direction, 80.25, extra)


def test_a_table_of_places_that_has_a_pair_twice_is_no_ranking():
    table = '[TotalScoreTable "PairId;TotalScoreMP"]\n7 80\n7 81\n'
    records, notes = decode_bytes((HEAD + table).encode(), "pbn")
    assert (records_of_type(Ranking, records), notes) == ([], [])
    assert encode_records(records, "pbn")[0].decode().replace("\r\n", "\n") == HEAD + table


@pytest.mark.parametrize(("sections", "letter"), [([Section(id=2, letter="Q")], "Q"), ([], "B")])
def test_a_place_names_its_section_by_its_letter(sections, letter):
    lines = encode_records([*sections, Ranking(section=2, pair=7)], "pbn")[0].decode().splitlines()
    assert lines[-2:] == ['[TotalScoreTable "Section;PairId"]', f"{letter} 7"]


@pytest.mark.parametrize(
    ("people", "directions"),
    [("Alpha-Beta", [None, None]), ("Eta-Theta", ["NS", "NS", "EW", "EW"])],
)
def test_pairs_change_sides_only_if_every_number_is_the_same_people_on_both(people, directions):
    header = '[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result;Names_NS;Names_EW"]'
    rows = f"1 2 4S N 10 Alpha-Beta Gamma-Delta\n2 1 4S N 9 Gamma-Delta {people}\n"
    records, _ = decode_bytes(f"{HEAD}{header}\n{rows}".encode(), "pbn")
    assert sorted((r.direction or "", r.pair) for r in records_of_type(Ranking, records)) == sorted(
        (direction or "", pair) for direction, pair in zip(directions, (1, 2, 1, 2), strict=False)
    )


@pytest.mark.parametrize(
    ("places", "header", "rows"),
    [
        ((1, 2, 3), "Rank;PairId", ["1 1", "2 2", "3 3"]),
        ((1, 2, 2), "Rank;RankTie;PairId", ["1 - 1", "2 3 2", "2 3 3"]),
        ((None, None), "PairId", ["1", "2"]),
    ],
)
def test_only_places_that_pairs_share_have_a_tie(places, header, rows):
    rankings = [Ranking(pair=pair, place=place) for pair, place in enumerate(places, 1)]
    lines = encode_records(rankings, "pbn")[0].decode().splitlines()
    assert lines[-len(rows) - 1 :] == [f'[TotalScoreTable "{header}"]', *rows]


def test_a_total_of_minus_zero_is_written_as_0():
    data, _ = encode_records([Ranking(pair=7, total=-0.0, percentage=-0.0)], "pbn")
    header = '[TotalScoreTable "PairId;TotalScoreMP;TotalPercentage"]'
    assert data.decode().splitlines()[-2:] == [header, "7 0 0"]


def test_a_ranking_goes_into_the_first_game_unless_another_has_one():
    game = '[Board "{}"]\n[Dealer "{}"]\n'
    table = '[TotalScoreTable "PairId;TotalScoreIMP"]\n1 12\n'
    one, two = game.format(1, "N"), game.format(2, "E")
    ranking = Ranking(pair=1, total=12.0)
    for text, before in (
        (one + table + "\n" + two, f"{one}\n{two}"),
        (f"{one}\n{two}{table}",) * 2,
    ):
        records = [r for r in decode_bytes(before.encode(), "pbn")[0] if not isinstance(r, Ranking)]
        data, notes = encode_records([*records, ranking], "pbn")
        assert (data.decode().replace("\r\n", "\n"), notes) == (text, [])


def test_a_changed_score_makes_a_table_new():
    table = (
        '[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result;Score_NS"]\n1 2 3NT N 9 400\n'
    )
    records, _ = decode_bytes(f'[Board "1"]\n{table}'.encode(), "pbn")
    records_of_type(Result, records)[0].score = 430
    data, notes = encode_records(records, "pbn")
    assert [r.score for r in records_of_type(Result, decode_bytes(data, "pbn")[0])] == [430]
    assert [note.code for note in notes] == ["score-table-changed"]

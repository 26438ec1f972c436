"""Records to PBN: odd games, values that PBN does not have, and junk."""

import io

import pytest

import bmconv
from bmconv.records import Bid, Card, Evaluation, Game, Hand, Result, Seat, Section, Session
from tests.helpers.coding import codes_and_places, decode_bytes, encode_records
from tests.helpers.pbn_games import records_of_type

RESULT = Result(
    section=1, table=1, round=1, board=1, pair_ns=1, pair_ew=2, declarer="N", declarer_pair=1,
    contract="4 S", result="=", score=420,
)  # fmt: skip


def changed(**fields) -> Result:
    values = {name: getattr(RESULT, name) for name in RESULT.__struct_fields__}
    return Result(**(values | fields))


@pytest.mark.parametrize("number", ["", "x", "-1", "99", "1.5", "²", "9" * 5000])
def test_a_section_without_a_tag_is_noted(number):
    game = Game(board=1, tags=[("Board",), ("Foo", "x")], sections=[(number, "Foo", ["a"])])
    data, notes = encode_records([game], "pbn")
    assert data == b'[Board "1"]\r\n[Foo "x"]\r\n'
    assert [note.code for note in notes] == ["section-words-lost"]


@pytest.mark.parametrize("place", ["", "x", "99", "99.1", "end", "-1"])
def test_a_comment_of_an_unknown_place_stands_at_the_end(place):
    game = Game(board=1, tags=[("Board",), ("Foo", "x")], comments=[(place, "{here}")])
    data, notes = encode_records([game], "pbn")
    assert data == b'[Board "1"]\r\n[Foo "x"]\r\n{here}\r\n'
    assert [note.code for note in notes] == ["comment-moved"]


def test_comments_behind_words_that_are_not_there_stay():
    comments = [("2.1", "{a}"), ("3.7", "{b}"), ("3.9", "{c}")]
    game = Game(tags=[("A", "x"), ("B", "y"), ("C", "z")], sections=[("3", "C", ["w"])])
    game.comments = comments
    data, _ = encode_records([game], "pbn")
    assert data == b'[A "x"]\r\n[B "y"]\r\n{a}\r\n[C "z"]\r\nw {b} {c}\r\n'


def test_a_game_says_where_it_was_played():
    game = Game(section=2, table=3, round=4, board=5, pair_ns=6, pair_ew=7, tags=[("Foo", "x")])
    (again,) = (
        r for r in decode_bytes(encode_records([game], "pbn")[0], "pbn")[0] if isinstance(r, Game)
    )
    places = ("section", "table", "round", "board", "pair_ns", "pair_ew")
    assert [getattr(again, name) for name in places] == [2, 3, 4, 5, 6, 7]


def test_a_game_that_has_no_play_gets_the_one_that_was_recorded():
    game = Game(section=1, table=1, round=1, board=1, pair_ns=1, pair_ew=2)
    game.tags = [("Board",), ("Section",), ("Table",), ("Round",), ("PairNS",), ("PairEW",)]
    game.tags += [("Contract",), ("Declarer",), ("Auction",)]
    at = {"section": 1, "table": 1, "round": 1, "board": 1, "counter": 1}
    calls = [Bid(**at, direction="N", bid="4S"), Card(**at, direction="E", card="S2")]
    again, _ = decode_bytes(encode_records([RESULT, *calls, game], "pbn")[0], "pbn")
    assert [r for r in again if isinstance(r, Bid | Card)] == calls


def test_a_contract_that_is_none_leaves_the_other_results():
    records = [RESULT, changed(table=2, contract="4Z"), changed(table=3)]
    data, notes = encode_records(records, "pbn")
    again, _ = decode_bytes(data, "pbn")
    assert [r.table for r in again if isinstance(r, Result)] == [1, 3]
    assert [note.code for note in notes] == ["odd-contract"]


@pytest.mark.parametrize(
    ("record", "code"),
    [
        (changed(result="x"), "tricks-lost"),
        (changed(declarer="Q", declarer_pair=None), "declarer-lost"),
        (changed(score=10**6), "score-lost"),
        (changed(board=0), "board-unknown"),
        (changed(table=10**6), "number-lost"),
        (changed(remarks="?"), "text-changed"),
        (Section(id=2, letter="B"), "section-lost"),
        (Seat(section=1, table=1, round=2, direction="N", name="Vos"), "seat-lost"),
        (Session(id=2, name="Second"), "session-lost"),
        (Evaluation(board=1, north_spades=14), "double-dummy-lost"),
        (Hand(board=1, north="AKQJT98765432...", east="AKQJT98765432..."), "bad-deal"),
        (Card(section=1, board=1, counter=1, direction="E", card="S2"), "play-alone"),
        (Bid(section=1, board=1, counter=1, direction="E", bid="1C"), "auction-dealer"),
        (Game(board=1, tags=[("Board", "7")]), "place-lost"),
        (Game(board=1, tags=[("Board",), ("Foo",)]), "tag-lost"),
        (Game(board=0, tags=[("Board",)]), "number-lost"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_is_not_read_again_is_noted(record, code):
    notes = encode_records([Session(id=1, name="Night"), RESULT, record], "pbn")[1]
    assert code in [note.code for note in notes]


def test_scores_alone_come_back_with_their_pairs():
    alone = Result(section=1, board=1, pair_ns=1, pair_ew=2, score=-50)
    data, notes = encode_records([alone], "pbn")
    assert [r for r in decode_bytes(data, "pbn")[0] if isinstance(r, Result)] == [alone]
    assert notes == []


def test_a_lost_equal_row_makes_a_table_new():
    text = b'[Board "1"]\n[ScoreTable "Contract;Declarer;Result;Multiplicity"]\n3NT N 9 3\n'
    records, _ = decode_bytes(text, "pbn")
    fewer = [r for r in records if not isinstance(r, Result) or r.table != 2001]
    data, notes = encode_records(fewer, "pbn")
    assert [note.code for note in notes] == ["score-table-changed"]
    assert sum(isinstance(r, Result) for r in decode_bytes(data, "pbn")[0]) == 2


DEALS = """[Event ""]
[Site "{site}"]
[Board "1"]
[West "?"]
[Dealer "N"]
[Vulnerable "None"]
[Deal "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"]
[Ability "N:00000 E:00000 S:00000 W:00000"]
"""


@pytest.mark.parametrize(("site", "lost"), [("?", 0), ("Northtown", 1)])
def test_tags_that_only_repeat_the_deal_are_no_loss(site, lost):
    event = bmconv.read(DEALS.format(site=site).encode(), format="pbn")
    bmconv.write(event, io.BytesIO(), format="dup")
    assert sum(note.what == "game record{s}" for note in event.notes) == lost


def test_a_tag_has_one_text():
    game = Game(board=1, tags=[("Board",), ("Site", "Club", "Pub")])
    data, notes = encode_records([game], "pbn")
    assert data == b'[Board "1"]\r\n[Site "Club"]\r\n'
    assert codes_and_places(notes) == [("loss", "tag-lost", "Site")]


def test_games_without_results_have_no_scores_either():
    tags = ("Declarer", "N"), ("Contract", "4S"), ("Result", "10"), ("Score", "NS 420")
    more = ("Lead", "HA"), ("Remarks", "late"), ("ScoreMP", "NS 3"), ("Site", "Club")
    text = '[Board "1"]\n[Dealer "N"]\n' + "".join(
        f'[{name} "{value}"]\n' for name, value in tags + more
    )
    data, notes = encode_records(decode_bytes(text.encode(), "pbn")[0], "pbn", results="none")
    assert data.decode().splitlines() == [
        '[Board "1"]', '[Dealer "N"]', '[Declarer ""]', '[Contract ""]', '[Result ""]',
        '[Site "Club"]',
    ]  # fmt: skip
    assert [note.code for note in notes] == ["result-lost"]


def test_a_value_for_all_games_ends_with_the_next_one():
    games = [
        Game(board=1, table=1, tags=[("Board",), ("Table", "##1")]),
        Game(board=2, table=1, tags=[("Board",)]),
        Game(board=3, table=2, tags=[("Board",), ("Table", "2")]),
        Game(board=4, table=3, tags=[("Board",)]),
    ]
    data, notes = encode_records(games, "pbn")
    assert [line for line in data.decode().splitlines() if "Table" in line] == [
        '[Table "##1"]', '[Table "2"]', '[Table "3"]',
    ]  # fmt: skip
    assert notes == []
    assert [game.table for game in records_of_type(Game, decode_bytes(data, "pbn")[0])] == [
        1,
        1,
        2,
        3,
    ]


def test_calls_and_cards_are_written_in_the_order_of_their_numbers():
    at = {"table": 1, "board": 1}
    bids = [
        Bid(**at, counter=n, direction="NESW"[n - 1], bid="PASS" if n > 1 else "1C")
        for n in (4, 2, 3, 1)
    ]
    data, notes = encode_records(bids, "pbn")
    assert data.decode().splitlines()[-2:] == ['[Auction "N"]', "1C Pass Pass Pass"]
    assert notes == []


def test_cards_that_are_missing_are_unknown():
    """East leads: the cards 2, 4 and 5 are those of South, North and South, who won."""
    result = Result(table=1, board=1, contract="1 NT", declarer="N", result="=")
    played_cards = [(2, "S", "SA"), (4, "N", "S3"), (5, "S", "H2")]
    cards = [Card(table=1, board=1, counter=n, direction=d, card=c) for n, d, c in played_cards]
    data, notes = encode_records([result, *cards], "pbn")
    assert data.decode().splitlines()[-4:] == ['[Play "E"]', "- SA - S3", "- H2 - -", "*"]
    assert notes == []
    back = records_of_type(Card, decode_bytes(data, "pbn")[0])
    assert [(card.counter, card.direction, card.card) for card in back] == played_cards


def test_a_section_is_named_by_its_id_where_it_has_no_letter():
    result = Result(section=2, table=1, board=1, contract="PASS")
    data, notes = encode_records([Section(id=2), result], "pbn")
    assert [r.section for r in records_of_type(Result, decode_bytes(data, "pbn")[0])] == [2]
    assert notes == []

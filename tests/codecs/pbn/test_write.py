"""PBN out: new games from records, options, and a .bws that goes through PBN and back."""

import datetime

import pytest

import bmconv
from bmconv.event import Event
from bmconv.records import (
    Bid,
    Card,
    Client,
    Evaluation,
    Game,
    Hand,
    Result,
    Seat,
    Section,
    Session,
)
from tests.helpers.coding import codes_and_places, decode_bytes, encode_records
from tests.helpers.running import quick

HANDS = {
    "north": "3.AT.KT987.AQJ83",
    "east": "JT942.6543.AJ5.2",
    "south": "K5.K9872.63.T976",
    "west": "AQ876.QJ.Q42.K54",
}
TURNED = dict(zip(HANDS, [*list(HANDS.values())[1:], HANDS["north"]], strict=True))
"""The same cards, a seat further."""
DEAL = "3.AT.KT987.AQJ83 JT942.6543.AJ5.2 K5.K9872.63.T976 AQ876.QJ.Q42.K54"
TRICKS = [
    f"{seat}_{strain}"
    for seat in ("north", "south", "east", "west")
    for strain in ("notrump", "spades", "hearts", "diamonds", "clubs")
]
"""The fields of an evaluation in the order of DoubleDummyTricks (bridge.md 1.7)."""


def written(*records, **options):
    """The lines of the file that records make, and the notes."""
    data, notes = encode_records(records, "pbn", **options)
    assert data.count(b"\n") == data.count(b"\r\n")
    return data.decode("latin-1").split("\r\n"), notes


def test_a_hand_is_a_game_of_the_export_format():
    session = Session(id=1, name="Club night", date=datetime.date(2024, 5, 7))
    assert written(session, Hand(board=2, **HANDS)) == (
        [
            "% PBN 2.1",
            "% EXPORT",
            '[Event "Club night"]',
            '[Site "?"]',
            '[Date "2024.05.07"]',
            '[Board "2"]',
            '[West "?"]',
            '[North "?"]',
            '[East "?"]',
            '[South "?"]',
            '[Dealer "E"]',
            '[Vulnerable "NS"]',
            '[Deal "E:JT942.6543.AJ5.2 K5.K9872.63.T976 AQ876.QJ.Q42.K54 3.AT.KT987.AQJ83"]',
            '[Scoring "?"]',
            '[Declarer ""]',
            '[Contract ""]',
            '[Result ""]',
            "",
        ],
        [],
    )


def test_an_unknown_hand_and_another_dealer_are_written():
    hand = Hand(board=1, south=HANDS["south"], dealer="W", vulnerable="All")
    lines, _ = written(hand)
    assert lines[10:13] == [
        '[Dealer "W"]',
        '[Vulnerable "All"]',
        '[Deal "W:- - - K5.K9872.63.T976"]',
    ]


def test_an_evaluation_is_written_in_both_ways():
    evaluation = Evaluation(board=1, **{field: n % 14 for n, field in enumerate(TRICKS)})
    lines, notes = written(Hand(board=1, **HANDS), evaluation)
    assert lines[17:22] == [
        '[DoubleDummyTricks "0123456789abcd012345"]',
        '[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]',
        "N NT  0",
        "N  S  1",
        "N  H  2",
    ]
    assert (lines[38:], notes) == (["W  C  5", ""], [])
    lines, notes = written(Hand(board=1, **HANDS), evaluation, double_dummy=False)
    assert (len(lines), codes_and_places(notes)) == (
        18,
        [("loss", "evaluation-lost", "evaluation board 1")],
    )


def test_par_is_written_and_read_back():
    hand = Hand(board=1, **HANDS)
    par = Evaluation(board=1, par_score=-100, par_contract="NS 4SX-1")
    lines, notes = written(hand, par)
    assert lines[17:19] == ['[OptimumScore "NS -100"]', '[ParContract "NS 4SX-1"]']
    assert notes == []
    assert decode_bytes("\n".join(lines).encode(), "pbn")[0] == [hand, par]
    lines, _ = written(hand, Evaluation(board=1, par_score=0, par_contract="PASS"))
    assert lines[17:19] == ['[OptimumScore "NS 0"]', '[ParContract "Pass"]']


PAR = """[Board "1"]
[Dealer "N"]
[OptimumScore "EW 100"]
[ParContract "N-S 4S x -1"]

[Board "1"]
[Dealer "N"]
[OptimumScore "NS 50"]
"""


def test_par_stays_as_a_game_has_it_until_it_changes():
    records, notes = decode_bytes(PAR.encode(), "pbn")
    (par,) = (record for record in records if isinstance(record, Evaluation))
    assert (par.par_score, par.par_contract, notes) == (-100, "NS 4SX-1", [])
    output, _ = encode_records(records, "pbn")
    assert output.decode().replace("\r", "") == PAR
    par.par_score, par.par_contract = 120, "NS 2NT="
    output, _ = encode_records(records, "pbn")
    changed = PAR.replace("EW 100", "NS 120").replace("N-S 4S x -1", "NS 2NT=")
    assert output.decode().replace("\r", "") == changed


def test_a_game_gets_the_par_that_it_lacks():
    records, _ = decode_bytes(b'[Board "1"]\n[Dealer "N"]\n[OptimumScore "NS -100"]\n', "pbn")
    (par,) = (record for record in records if isinstance(record, Evaluation))
    par.par_contract = "NS 4SX-1"
    output, notes = encode_records(records, "pbn")
    assert (output.splitlines()[2:], notes) == (
        [b'[OptimumScore "NS -100"]', b'[ParContract "NS 4SX-1"]'],
        [],
    )


def test_par_that_is_not_in_the_form_of_pbn_stays_in_the_game():
    text = '[Board "1"]\n[Dealer "N"]\n[OptimumScore "EW 4S; -620"]\n[ParContract "4S E"]\n'
    records, notes = decode_bytes(text.encode(), "pbn")
    assert not any(isinstance(record, Evaluation) for record in records)
    assert [note.code for note in notes] == ["odd-value", "odd-value"]
    assert encode_records(records, "pbn")[0].decode().replace("\r", "") == text


def test_high_card_points_are_a_loss_only_when_they_are_not_those_of_the_cards():
    hand = Hand(board=1, **HANDS)
    right = Evaluation(board=1, north_hcp=14, east_hcp=6, south_hcp=6, west_hcp=14)
    assert written(hand, right)[1] == []
    wrong = Evaluation(board=1, north_hcp=15)
    assert codes_and_places(written(hand, wrong)[1]) == [("loss", "hcp-lost", "evaluation board 1")]


RESULT = Result(
    section=2, table=3, round=1, board=1, pair_ns=4, pair_ew=5, declarer="W", declarer_pair=5,
    contract="2 S x", result="-1", lead_card="H10",
)  # fmt: skip


def test_results_are_a_table_in_the_game_of_their_board():
    adjusted = Result(section=2, table=4, round=1, board=1, pair_ns=6, pair_ew=7, remarks="60%-40%")
    lines, notes = written(Section(id=2, letter="B"), Hand(board=1, **HANDS), RESULT, adjusted)
    assert (lines[17:], notes) == (
        [
            '[ScoreTable "Section\\1L;Table\\2R;Round\\2R;PairId_NS\\3R;PairId_EW\\3R;Contract\\5L;'
            'Declarer\\1L;Result\\2R;Lead\\2L;Score_NS\\5R;Remarks\\1L"]',
            "B  3  1   4   5 2SX   W  7 HT   100 -",
            'B  4  1   6   7 -     -  - -      - "60%-40%"',
            "",
        ],
        [],
    )


def test_results_are_games_when_asked():
    lines, notes = written(Hand(board=1, **HANDS), RESULT, results="per-result")
    assert (lines[30:], notes) == (
        [
            '[Declarer "W"]',
            '[Contract "2SX"]',
            '[Result "7"]',
            '[Lead "HT"]',
            '[PairEW "5"]',
            '[PairNS "4"]',
            '[Round "1"]',
            '[Score "NS 100"]',
            '[Section "B"]',
            '[Table "3"]',
            "",
        ],
        [],
    )


@pytest.mark.parametrize("results", ["score-table", "per-result"])
def test_a_section_without_a_letter_is_known_by_its_id(results):
    numbered = Result(section=90, table=1, round=1, board=1, contract="PASS")
    lines, _ = written(numbered, results=results)
    records, _ = decode_bytes("\r\n".join(lines).encode(), "pbn")
    assert [r.section for r in records if isinstance(r, Result)] == [90]


def test_results_are_left_out_when_asked():
    lines, notes = written(Hand(board=1, **HANDS), RESULT, results="none")
    assert len(lines) == 18
    assert codes_and_places(notes) == [("loss", "result-lost", "result B3 round 1 board 1")]


def test_only_the_standing_result_is_written():
    first = Result(
        section=1, table=1, round=1, board=1, pair_ns=1, pair_ew=2, contract="PASS", id=1
    )
    second = Result(
        section=1, table=1, round=1, board=1, pair_ns=1, pair_ew=2, contract="1 C", id=2
    )
    lines, notes = written(first, second)
    assert lines[-2].split() == ["A", "1", "1", "1", "2", "1C", "-", "-"]
    assert codes_and_places(notes) == [("loss", "history-lost", "result A1 round 1 board 1")]


def bids(*calls, **more):
    """Records of an auction that North began, or those named `N:PASS`."""
    for counter, call in enumerate(calls, 1):
        seat, _, what = call.rpartition(":")
        seat = seat or "NESW"[(counter - 1) % 4]
        yield Bid(table=1, round=1, board=1, counter=counter, direction=seat, bid=what, **more)


def auction(lines):
    """The lines of the Auction section."""
    start = next(n for n, line in enumerate(lines) if line.startswith("[Auction"))
    return lines[start:-1]


def test_a_recorded_auction_becomes_a_section():
    lines, notes = written(*bids("1NT", "PASS", "3NT", "PASS", "PASS", "PASS"))
    assert (auction(lines), notes) == (
        ['[Auction "N"]', "1NT Pass 3NT Pass", "Pass Pass"],
        [],
    )


def test_erased_calls_are_undone():
    mistake = Bid(table=1, round=1, board=1, counter=2, direction="E", bid="2C", erased=True)
    right = bids("1C", "PASS", "PASS", "PASS")
    lines, notes = written(mistake, *right)
    assert auction(lines) == ['[Auction "N"]', "1C Pass Pass Pass"]
    assert [(note.level, note.code) for note in notes] == [("loss", "field-lost")]


def test_players_passed_over_and_insufficient_bids_are_marked_and_come_back():
    calls = list(bids("N:1S", "E:SkipBid", "S:1H", "N:PASS"))
    lines, _ = written(*calls)
    assert auction(lines) == ['[Auction "N"]', "1S ^S ^I 1H ^S", "Pass *"]
    again = [r for r in decode_bytes("\r\n".join(lines).encode(), "pbn")[0] if isinstance(r, Bid)]
    assert [(r.direction, r.bid) for r in again] == [
        ("N", "1S"), ("E", "SkipBid"), ("S", "1H"), ("W", "SkipBid"), ("N", "PASS"),
    ]  # fmt: skip


def test_what_is_no_call_is_an_error():
    lines, notes = written(*bids("1NT", "hello"))
    assert not any(line.startswith("[Auction") for line in lines)
    assert codes_and_places(notes) == [("error", "bad-call", "bid 1 N round 1 board 1")]


def test_cards_of_nobody_are_an_error():
    lines, notes = written(Card(table=1, round=1, board=1, counter=1, card="SA"))
    assert lines == ["% PBN 2.1", "% EXPORT", ""]
    assert codes_and_places(notes) == [("error", "bad-play", "card 1 round 1 board 1")]


def test_what_is_no_seat_no_vulnerability_and_no_hand_is_left_out_of_a_deal():
    hand = Hand(board=1, **HANDS | {"east": "4 S", "dealer": "north", "vulnerable": "none of us"})
    lines, notes = written(hand)
    assert lines[10:13] == [
        '[Dealer "N"]',
        '[Vulnerable "None"]',
        '[Deal "N:3.AT.KT987.AQJ83 - K5.K9872.63.T976 AQ876.QJ.Q42.K54"]',
    ]
    assert [(note.level, note.code) for note in notes] == [
        ("error", "bad-dealer"),
        ("error", "bad-vulnerable"),
        ("error", "bad-deal"),
    ]


def test_small_cards_are_unknown_ones_with_a_comment_and_come_back():
    played = [("W", "SA"), ("N", "Sx"), ("E", "S2"), ("S", "Hx"), ("W", "SK")]
    cards = [
        Card(table=1, round=1, board=1, counter=n, direction=seat, card=card)
        for n, (seat, card) in enumerate(played, 1)
    ]
    result = Result(table=1, round=1, board=1, contract="3 NT", declarer="S", result="=")
    lines, _ = written(result, *cards)
    assert lines[-5:] == ['[Play "W"]', "SA - {Sx} S2 - {Hx}", "SK - - -", "*", ""]
    records, _ = decode_bytes("\r\n".join(lines).encode(), "pbn")
    assert [(c.direction, c.card) for c in records if isinstance(c, Card)] == played
    assert [game.comments for game in records if isinstance(game, Game) and game.comments] == []


def test_auctions_are_left_out_when_asked():
    lines, notes = written(*bids("1NT", "PASS"), auction=False)
    assert not any(line.startswith("[Auction") for line in lines)
    assert codes_and_places(notes) == [
        ("loss", "auction-lost", "bid 1 N round 1 board 1"),
        ("loss", "auction-lost", "bid 1 E round 1 board 1"),
    ]


def test_sections_with_other_cards_have_their_own_games_and_come_back():
    hands = [Hand(section=1, board=1, **HANDS), Hand(section=2, board=1, **HANDS),
             Hand(section=3, board=1, **TURNED)]  # fmt: skip
    lines, _ = written(*hands)
    assert lines.count('[Section "C"]') == 1
    records, _ = decode_bytes("\r\n".join(lines).encode(), "pbn")
    event = Event(records)
    assert event.hand(1, 1) == event.hand(2, 1) == Hand(board=1, **HANDS)
    assert event.hand(3, 1) == hands[2]


def test_what_a_board_got_since_is_written_into_its_game():
    data = b'[Generator "Dealer"]\r\n[Board "1"]\r\n[Deal "N:' + DEAL.encode() + b'"]\r\n'
    records, _ = decode_bytes(data, "pbn")
    evaluation = Evaluation(board=1, **dict.fromkeys(TRICKS, 7))
    lines, _ = written(*records, RESULT, evaluation)
    assert [line.split()[0] for line in lines if line.startswith("[")] == [
        "[Generator", "[Board", "[Deal", "[DoubleDummyTricks", "[OptimumResultTable", "[ScoreTable",
    ]  # fmt: skip


def test_a_score_table_is_written_anew_when_a_result_has_changed():
    table = b'[Board "1"]\r\n[ScoreTable "PairId_NS;PairId_EW;Contract;Declarer;Result"]\r\n'
    records, _ = decode_bytes(table + b"1 2 3NT N 9\r\n", "pbn")
    assert encode_records(records, "pbn")[0] == table + b"1 2 3NT N 9\r\n"
    records[0].contract = "4 S"
    data, notes = encode_records(records, "pbn")
    assert b"4S    N 10" in data
    assert [note.code for note in notes] == ["score-table-changed"]


def test_seats_are_the_names_of_a_game():
    seats = [Seat(section=2, table=3, direction=d, round=1, name=f"Player {d}") for d in "NESW"]
    lines, notes = written(*seats, RESULT, results="per-result")
    assert lines[6:10] == [f'[{n} "Player {n[0]}"]' for n in ("West", "North", "East", "South")]
    assert notes == []
    _, notes = written(*seats, RESULT)
    assert [note.code for note in notes] == ["seat-lost"] * 4
    parted = Seat(section=2, table=3, direction="W", round=1, first_name="Ada", last_name="Lind")
    assert written(parted, RESULT, results="per-result")[0][6] == '[West "Ada Lind"]'


def test_text_that_latin_1_lacks_makes_the_file_utf_8():
    data, notes = encode_records([Session(id=1, name="Łódź"), Hand(board=1, **HANDS)], "pbn")
    assert '[Event "Łódź"]' in data.decode("utf-8")
    assert codes_and_places(notes) == [("loss", "not-latin-1", "'Ł'")]
    data, notes = encode_records([Session(id=1, name='é \\ "x"'), Hand(board=1, **HANDS)], "pbn")
    assert (b'[Event "\xe9 \\\\ \\"x\\""]' in data, notes) == (True, [])


def test_records_that_would_break_the_file_are_mended():
    game = Game(
        board=1,
        tags=[("Board",), ("A b", "x"), ("Site", 'a "b"\nc')],
        sections=[("3", "Site", ["a b", "%x"])],
        comments=[("0", "no comment"), ("1", "{ } }"), ("9", "; lost")],
    )
    data, notes = encode_records([game], "pbn")
    assert data.split(b"\r\n") == [
        b"{no comment}", b'[Board "1"]', b"{ ) }", b'[Site "a \\"b\\" c"]', b'"a b" %x',
        b"; lost", b"",
    ]  # fmt: skip
    assert [note.code for note in notes] == ["bad-tag-name", "comment-moved"]


@pytest.fixture(params=["ours", "another engine's"])
def club(request, club_night):
    if request.param == "ours":
        return club_night
    return request.getfixturevalue("shared") / "samples" / "jet" / "club.bws"


@pytest.mark.parametrize("results", ["score-table", "per-result"])
def test_a_bws_comes_back_from_pbn(club, tmp_path, results):
    before = bmconv.read(club)
    bmconv.write(bmconv.read(club), tmp_path / "club.pbn", results=results)
    bmconv.write(bmconv.read(tmp_path / "club.pbn"), tmp_path / "back.bws")
    after = bmconv.read(tmp_path / "back.bws")
    fields = (
        *("section", "table", "round", "board", "pair_ns", "pair_ew", "declarer", "declarer_pair"),
        *("contract", "result", "lead_card", "remarks"),
    )

    def results_of(event):
        return {tuple(getattr(r, f) for f in fields) for r in event.standing_results()}

    def recorded(event, kind, what):
        places = ("section", "table", "round", "board", "counter", "direction", what)
        return {tuple(getattr(r, f) for f in places) for r in event.of(kind) if not r.erased}

    def hands(event):
        return {(h.section, h.board, h.north, h.east, h.south, h.west) for h in event.of(Hand)}

    assert hands(after) == hands(before)
    assert results_of(after) == results_of(before)
    assert recorded(after, Bid, "bid") == recorded(before, Bid, "bid")
    assert recorded(after, Card, "card") == recorded(before, Card, "card")
    assert (len(hands(after)), len(results_of(after))) in ((42, 336), (72, 648))


@pytest.mark.parametrize("results", ["score-table", "per-result"])
def test_our_own_file_comes_back_as_the_same_bytes(club, results):
    data, _ = encode_records(bmconv.read(club), "pbn", results=results)
    assert encode_records(decode_bytes(data, "pbn")[0], "pbn")[0] == data


def test_our_own_file_needs_no_games(shared):
    data, _ = encode_records(bmconv.read(shared / "samples" / "jet" / "club.bws"), "pbn")
    assert not [record for record in decode_bytes(data, "pbn")[0] if isinstance(record, Game)]


def test_a_loss_has_the_same_first_place_whichever_command_finds_it(tmp_path):
    records = [Client(id=3, computer="Desk"), Section(id=1, letter="A"), Hand(board=1, **HANDS)]
    (tmp_path / "night.bws").write_bytes(encode_records(records, "bws")[0])
    converted = quick("convert", tmp_path / "night.bws", tmp_path / "night.pbn").err
    written = quick("to", "pbn", tmp_path / "night.bws", "-o", tmp_path / "other.pbn").err
    assert "(client 1)" in converted
    assert converted == written

"""LIN: files as records, and records as a file for the viewer."""

from urllib.parse import quote

import pytest
from msgspec.structs import replace

from bmconv.bridge.boards import dealer, vulnerability
from bmconv.bridge.cards import holds
from bmconv.codecs import load
from bmconv.errors import BadInput, DataError
from bmconv.records import Bid, Card, Game, Hand, Result, Seat, Session
from tests.helpers.coding import codes_and_places, decode_bytes, encode_records
from tests.helpers.running import ROOT, SHARED, absent, quick

SAMPLES = ROOT / "formats" / "lin" / "samples"
DEAL = "SAQ3HJ42DKQ63CT85,ST84HAT763D98CAJ7,S9765HK98DA54CQ96,SKJ2HQ5DJT72CK432"
HAND = Hand(
    board=7,
    north="9765.K98.A54.Q96",
    east="KJ2.Q5.JT72.K432",
    south="AQ3.J42.KQ63.T85",
    west="T84.AT763.98.AJ7",
)
BOARD = f"qx|o7|md|1{DEAL}|sv|b|"
NOTRUMP = "mb|1N|mb|p|mb|p|mb|p|"
SIDE = {"N": "north", "E": "east", "S": "south", "W": "west"}


def read(text: str, kind: type) -> list:
    return [r for r in decode_bytes(text.encode(), "lin")[0] if isinstance(r, kind)]


def noted(text: str) -> list[tuple[str, str, str]]:
    return codes_and_places(decode_bytes(text.encode(), "lin")[1])


def written(*records) -> str:
    return encode_records(records, "lin")[0].decode()


def shared(name: str) -> bytes:
    path = SHARED / "samples" / "lin" / name
    if not path.exists():
        absent(str(path))
    return path.read_bytes()


@pytest.mark.parametrize(("name", "boards", "deals"), [("vugraph", 30, 15), ("bbo-table", 8, 8)])
def test_cards_of_real_files_come_from_the_hand_that_holds_them(name, boards, deals):
    records, notes = decode_bytes(shared(f"{name}.lin"), "lin")
    assert notes == []
    hands = {r.board: r for r in records if isinstance(r, Hand)}
    cards = [r for r in records if isinstance(r, Card)]
    assert len(hands) == deals
    assert len([r for r in records if isinstance(r, Result)]) == boards
    assert all((hand.dealer, hand.vulnerable) == (None, None) for hand in hands.values())
    for card in cards:
        held = getattr(hands[card.board], SIDE[card.direction])
        assert holds(held, card.card.replace("T", "10"))


def test_the_results_of_a_match_are_rebuilt():
    whole = shared("vugraph.lin")
    without = whole.replace(whole.split(b"rs|")[1].split(b"|")[0], b"")
    rebuilt = encode_records(decode_bytes(without, "lin")[0], "lin")[0]
    assert rebuilt.splitlines()[1] == whole.splitlines()[1]
    assert rebuilt.splitlines()[:1] == whole.splitlines()[:1]


@pytest.mark.parametrize("name", ["vugraph", "bbo-table"])
def test_lin_through_pbn_keeps_auctions_play_and_players(name, tmp_path):
    first = [tmp_path / f"{step}.{ending}" for step, ending in ((1, "pbn"), (2, "lin"), (3, "pbn"))]
    (tmp_path / "0.lin").write_bytes(shared(f"{name}.lin"))
    for source, target in zip([tmp_path / "0.lin", *first], first, strict=False):
        assert quick("convert", source, target, "-q").code == 0
    assert first[0].read_bytes() == first[2].read_bytes()


def test_a_board_number_other_than_its_dealer_and_vulnerability():
    (hand,) = read(f"qx|o7|md|3{DEAL}|sv|0|", Hand)
    assert (dealer(7), vulnerability(7)) == ("S", "All")
    assert (hand.dealer, hand.vulnerable) == ("N", "None")
    assert f"md|3{DEAL}|" in written(hand)
    assert "|sv|o|" in written(hand)


def test_the_hand_that_is_left_out_has_the_rest():
    left_out = ",".join(DEAL.split(",")[:3])
    assert read(f"qx|o7|md|1{left_out},|sv|b|", Hand) == [HAND]
    assert read(f"qx|o7|md|1{left_out}|sv|b|", Hand) == [HAND]


def test_cards_in_any_order_and_case():
    mixed = DEAL.replace("SAQ3", "s3qa").replace("CT85", "C5810")
    assert read(f"QX|O7|MD|1{mixed}|SV|B|", Hand) == [HAND]


def test_line_ends_mean_nothing():
    broken = "\r\n".join(BOARD[at : at + 7] for at in range(0, len(BOARD), 7))
    assert read(broken, Hand) == [HAND]


def test_a_claim_ends_the_play():
    text = BOARD + NOTRUMP + "pc|HA|pc|H8|pc|H5|pc|H2|pc|h3|mc|8|"
    (result,) = read(text, Result)
    assert (result.contract, result.declarer, result.result) == ("1 NT", "S", "+1")
    assert (result.lead_card, result.score) == ("HA", 120)
    assert [card.direction for card in read(text, Card)] == ["W", "N", "E", "S", "W"]
    assert noted(text) == []


def test_a_play_that_stops_without_a_claim_has_no_result():
    (result,) = read(BOARD + NOTRUMP + "pc|HA|", Result)
    assert (result.contract, result.result) == ("1 NT", None)


def test_alerts_and_explanations_belong_to_their_call():
    text = BOARD + "mb|1N!|an|weak|mb|p|mb|2C|an|asks|mb|p|"
    extras = [bid.extra for bid in read(text, Bid)]
    assert extras == [
        {"alert": True, "explanation": "weak"},
        None,
        {"explanation": "asks"},
        None,
    ]
    assert "mb|1N!|an|weak|mb|p|mb|2C|an|asks|mb|p|" in written(
        *decode_bytes(text.encode(), "lin")[0]
    )


def test_boards_are_numbered_by_their_label_or_by_position():
    text = f"md|1{DEAL}|ah|Board 7|sv|b|pg||md|4SAH,,,|pg||md|1SKH,,,|ah|Final 12|"
    hands = read(text, Hand)
    assert [hand.board for hand in hands] == [7, 8, 12]
    assert hands[2].extra == {"ah": "Final 12"}
    assert "ah|Final 12|" in written(hands[2])


def test_a_number_that_comes_again_with_another_deal_gets_another_number():
    other = DEAL.replace("SAQ3", "SAQ2").replace("SKJ2", "SKJ3")
    text = f"md|1{DEAL}|ah|Board 7|sv|b|md|1{other}|ah|Board 7|sv|b|md|1SAH,,,|ah|Board 8|"
    assert sorted(hand.board for hand in read(text, Hand)) == [7, 8, 9]
    assert ("repair", "board-twice", "file: board 7 as 9") in noted(text)


def test_both_rooms_are_two_tables_and_one_deal():
    text = BOARD + NOTRUMP + BOARD.replace("o7", "c7") + NOTRUMP + BOARD + NOTRUMP
    assert [result.table for result in read(text, Result)] == [1, 1001, 2001]
    assert read(text, Hand) == [HAND]
    assert noted(text) == [("repair", "place-unknown", "file: board 7, table 2001")]


def test_the_results_of_the_head_count_where_a_board_has_none():
    head = "vg|Cup,1,I,7,8,Oaks,0,Elms,2|rs|1NS+1,4HEx-2,PASS,|"
    text = head + BOARD + NOTRUMP
    found = [(r.table, r.board, r.contract, r.declarer, r.result) for r in read(text, Result)]
    assert found == [
        (1, 7, "1 NT", "S", "+1"),
        (1001, 7, "4 H x", "E", "-2"),
        (1, 8, "PASS", None, None),
    ]
    assert noted(text) == []


def test_the_score_of_a_result_of_the_head_is_that_of_the_vulnerability_stated():
    not_vulnerable = BOARD.replace("|sv|b|", "|sv|o|") + "mb|p|mb|p|mb|4S|mb|p|mb|p|mb|p|mc|10|"
    found = read("vg|Cup,1,I,7,8,,,,|rs|4SN=,4SN=,4SN=,|" + not_vulnerable, Result)
    assert [(r.table, r.board, r.score) for r in found] == [
        (1, 7, 420),
        (1001, 7, 420),
        (1, 8, 420),
    ]


def test_a_result_of_the_head_that_is_not_the_boards_is_noted():
    text = "vg|Cup,1,I,7,7,,,,|rs|1NS=,|" + BOARD + NOTRUMP + "mc|8|"
    assert noted(text) == [("repair", "result-differs", "file: board 7")]


def test_results_without_auctions_are_a_match():
    results = [
        Result(table=1, board=7, contract="4 S x", declarer="N", result="-1", score=-200),
        Result(table=1001, board=7, contract="PASS"),
    ]
    text = written(HAND, *results, Session(name="Cup"))
    assert text.splitlines()[:2] == ["vg|Cup,,I,7,7,,,,|", "rs|4SNx-1,PASS|"]
    back = read(text, Result)
    assert [(r.table, r.contract, r.result) for r in back] == [
        (1, "4 S x", "-1"),
        (1001, "PASS", None),
    ]


BOTH_ROOMS = [
    Result(table=1, board=7, contract="4 S", declarer="N", result="="),
    Result(table=1001, board=7, contract="PASS"),
]
TEAMS = ["Final", "I", "1", "16", "Oaks", "12", "Elms", "3"]
"""What the head of a match says behind the name of the event."""


@pytest.mark.parametrize(
    ("first", "last", "written_span"),
    [
        ("1", "16", "1,16"),
        ("7", "7", "7,7"),
        ("8", "16", "7,7"),
        ("1", "6", "7,7"),
        ("1", "1000", "1,1000"),
        ("1", "1001", "7,7"),  # a reader expects no more than 1,000 boards
        ("1", "99999999", "7,7"),
        ("-5", "16", "7,7"),
        ("", "", "7,7"),
    ],
)
def test_a_head_keeps_its_teams_and_the_range_that_includes_the_boards(first, last, written_span):
    session = Session(name="Cup", extra={"vg": [*TEAMS[:2], first, last, *TEAMS[4:]]})
    data, notes = encode_records([session, HAND, *BOTH_ROOMS], "lin")
    head, results = data.decode().splitlines()[:2]
    assert head == f"vg|Cup,Final,I,{written_span},Oaks,12,Elms,3|"
    low, high = map(int, written_span.split(","))
    assert results == "rs|" + "," * 2 * (7 - low) + "4SN=,PASS" + "," * 2 * (high - 7) + "|"
    assert notes == []


@pytest.mark.parametrize(
    ("boards", "listed", "lines"),
    [
        ([7, 3], "3,7", ["rs|PASS,PASS,4SN=,PASS|", "bn|3,7|"]),
        ([7, 3], "7", ["rs|4SN=,PASS,PASS,PASS|", "bn|7,3|"]),
        ([7, 5000], None, ["rs|4SN=,PASS,PASS,PASS|", "bn|7,5000|"]),
        ([7, 1006], None, None),
    ],
)
def test_results_of_a_match_come_back_wherever_their_boards_are(boards, listed, lines):
    session = Session(name="Cup", extra={"bn": listed} if listed else None)
    more = [Result(table=table, board=boards[1], contract="PASS") for table in (1, 1001)]
    text = written(session, *BOTH_ROOMS, *more)
    assert lines is None or text.splitlines()[1:3] == lines
    back = {(r.board, r.table, r.contract) for r in read(text, Result)}
    assert back == {(r.board, r.table, r.contract) for r in [*BOTH_ROOMS, *more]}


def test_a_dealer_of_two_letters_is_no_seat():
    text, notes = encode_records([Hand(board=7, north="AKQ...", dealer="ES")], "lin")
    assert b"|md|1,," in text  # South, who deals board 7
    assert codes_and_places(notes)[-1] == ("error", "bad-dealer", "hand board 7")


def test_results_of_a_club_without_auctions_are_lost_with_a_note():
    results = [Result(table=n, board=7, contract="PASS") for n in (1, 2)]
    data, notes = encode_records([HAND, *results], "lin")
    assert data.decode() == f"qx|o7|st||md|1{DEAL}|rh||ah|Board 7|sv|b|pg||\n"
    assert ("loss", "result-lost", "result 2 board 7") in codes_and_places(notes)


def test_results_of_a_club_without_hands_are_nothing_for_lin():
    results = [Result(table=n, board=7, contract="PASS") for n in (1, 2)]
    with pytest.raises(DataError, match="nothing to write: LIN has hands, auctions and results"):
        encode_records([Session(name="Thursday"), *results], "lin")


def test_deals_alone_as_requested():
    records, _ = decode_bytes((SAMPLES / "match.lin").read_bytes(), "lin")
    data, notes = encode_records(records, "lin", auction=False)
    assert b"mb|" not in data
    assert {"result-lost", "auction-lost"} <= {note.code for note in notes}


def test_players_who_change_begin_a_new_round():
    text = f"pn|A,B,C,D|md|1{DEAL}|ah|Board 7|{NOTRUMP}pn|A,B,C,E|md|1SAH,,,|ah|Board 8|{NOTRUMP}"
    seats = {(seat.round, seat.direction): seat.name for seat in read(text, Seat)}
    assert seats[None, "E"] == "D"
    assert seats[2, "E"] == "E"
    assert [result.round for result in read(text, Result)] == [None, 2]


def test_players_who_play_no_board_are_noted():
    text = f"pn|A,B,C,D|md|1{DEAL}|ah|Board 7|{NOTRUMP}"
    records, _ = decode_bytes(text.encode(), "lin")
    late = [Seat(table=1, round=at, direction="E", name=name) for at, name in ((1, "L"), (2, "M"))]
    for result in (record for record in records if isinstance(record, Result | Bid)):
        result.round = 2
    _, notes = encode_records([*records, *late], "lin")
    assert ("loss", "seat-lost", "seat 1 E round 1") in codes_and_places(notes)
    assert ("loss", "seat-lost", "seat 1 E round 2") not in codes_and_places(notes)


def test_a_link_to_a_viewer_is_read():
    plain = BOARD + "mb|1N|an|15+ to 17|mb|p|mb|p|mb|p|mc|7|"
    wanted = decode_bytes(plain.encode(), "lin")[0]
    link = "https://viewer.example/hand.html?bbo=y&lin=" + quote(plain) + "&x=1"
    assert decode_bytes(link.encode(), "lin")[0] == wanted
    assert decode_bytes(quote(plain).encode(), "lin")[0] == wanted


def test_what_is_not_understood_is_noted_and_the_rest_is_read():
    text = BOARD + "mb|1N|mb|9Z|mb|p|" + "stray |" + "qx|x|md|1SAAH,,,|mc|99|"
    assert [code for _, code, _ in noted(text)] == [
        "bad-text",
        "odd-place",
        "bad-call",
        "bad-deal",
        "chat-lost",
    ]
    assert [bid.bid for bid in read(text, Bid)] == ["1NT"]


def test_a_card_of_another_hand_is_noted():
    assert noted(BOARD + NOTRUMP + "pc|SA|") == [("repair", "odd-card", "file: board 7 SA")]


def test_text_that_lin_cannot_hold_is_changed_with_a_note():
    bid = Bid(table=1, board=7, counter=1, direction="S", bid="1NT", extra={"explanation": "a|b"})
    seat = Seat(table=1, direction="N", name="Lind, Ada")
    data, notes = encode_records([HAND, seat, bid], "lin")
    assert b"an|a/b|" in data
    assert b"pn|,,Lind  Ada,|" in data
    assert [note.code for note in notes] == ["text-changed", "text-changed"]


def test_the_name_of_an_evening_keeps_its_commas():
    text = written(Session(name="Cup, final"), HAND)
    assert text.startswith("vg|Cup, final,,P,7,7,,,,|\n")
    records, _ = decode_bytes(text.encode(), "lin")
    assert [record.name for record in records if isinstance(record, Session)] == ["Cup, final"]


def test_names_that_only_games_have_are_used():
    game = Game(board=7, tags=[("North", "Ada Lind"), ("HomeTeam", "Oaks"), ("VisitTeam", "Elms")])
    bid = Bid(board=7, counter=1, direction="S", bid="1NT")
    text = written(Session(name="Cup"), HAND, game, bid)
    assert text.startswith("vg|Cup,,P,7,7,Oaks,,Elms,|\n")
    assert "pn|,,Ada Lind,|" in text


def test_a_small_card_and_a_skipped_call_end_what_is_written():
    bids = [
        Bid(table=1, board=7, counter=n, direction=d, bid=b)
        for n, d, b in ((1, "S", "1NT"), (2, "W", "SkipBid"))
    ]
    cards = [
        Card(table=1, board=7, counter=n, direction="W", card=c) for n, c in ((1, "HA"), (2, "Hx"))
    ]
    notes = encode_records([HAND, *bids, *cards], "lin")[1]
    assert [note.code for note in notes] == ["auction-cut", "play-cut"]


def test_text_without_any_board_is_bad_input():
    with pytest.raises(BadInput, match="not LIN; expected tags such as"):
        decode_bytes(b"zz|1|yy|2|", "lin")


@pytest.mark.parametrize(
    ("head", "name", "score"),
    [
        (b"qx|o7|", "", 90),
        (b"\xef\xbb\xbf VG|Cup,", "x.txt", 90),
        (b"md%7C1S", "", 90),
        (b"https://viewer.example/?bbo=y&lin=md", "", 90),
        (b"https://viewer.example/?bbo=y", "x.lin", 0),
        (b"zz|1|md|1sakhq", "X.LIN", 60),
        (b"zz|1|md|1sakhq", "x.txt", 0),
        (b"zz|1|", "x.lin", 0),
    ],
)
def test_a_file_is_known_by_its_first_code(head, name, score):
    assert load("lin").probe(head, name) == score


@pytest.mark.parametrize(
    ("head", "results"),
    [
        ("rs|4SN=,PASS,,1NS=|", [(1, 1, "4 S"), (1001, 1, "PASS"), (1001, 2, "1 NT")]),
        ("rs|4SN=,PASS,1NS=|", [(1, 1, "4 S"), (1001, 1, "PASS"), (1, 2, "1 NT")]),
        ("vg|Cup,1,I,7,,,,,|rs|PASS,,4SN=,|", [(1, 7, "PASS"), (1, 8, "4 S")]),
        ("vg|Cup,1,I,7,7,,,,|rs|PASS,,4SN=,|", [(1, 7, "PASS")]),
        ("vg|Cup,1,I,7,8,,,,|bn|9,3|rs|PASS,,,4SN=|", [(1, 9, "PASS"), (1001, 3, "4 S")]),
    ],
)
def test_the_results_of_a_head_belong_to_its_boards(head, results):
    assert [(r.table, r.board, r.contract) for r in read(head, Result)] == results


@pytest.mark.parametrize(
    ("values", "name", "others"),
    [
        ("Cup,1,I,7,8,Oaks,0,Elms,2", "Cup", ["1", "I", "7", "8", "Oaks", "0", "Elms", "2"]),
        ("Cup, a, b,1,I,7,8,O,0,E,2", "Cup, a, b", ["1", "I", "7", "8", "O", "0", "E", "2"]),
        ("Cup,1", "Cup", ["1", "", "", "", "", "", "", ""]),
        ("Cup", "Cup", None),
    ],
)
def test_a_head_has_the_event_and_eight_other_values(values, name, others):
    (session,) = read(f"vg|{values}|{BOARD}", Session)
    assert (session.name, session.extra) == (name, others and {"vg": others})


def test_boards_of_a_match_without_numbers_begin_with_its_first():
    text = f"vg|Cup,1,I,7,8,,,,|md|1{DEAL}|sv|b|md|4SAH,,,|"
    assert [hand.board for hand in read(text, Hand)] == [7, 8]


@pytest.mark.parametrize(
    ("room", "names", "seats"),
    [
        ("o", "S,W,N,E", {(1, "S"): "S", (1, "W"): "W", (1, "N"): "N", (1, "E"): "E"}),
        ("c", "S,W,N,", {(1001, "S"): "S", (1001, "W"): "W", (1001, "N"): "N"}),
        ("c", "A,,,,B", {(1, "S"): "A", (1001, "S"): "B"}),
        ("c", "A,,,,B,,,,C", {(1, "S"): "A", (1001, "S"): "B"}),
    ],
)
def test_players_are_those_of_a_table_or_of_both_rooms(room, names, seats):
    found = read(f"qx|{room}7|pn|{names}|md|1{DEAL}|sv|b|{NOTRUMP}", Seat)
    assert {(seat.table, seat.direction): seat.name for seat in found} == seats


def test_a_board_that_is_passed_out_has_a_result():
    (result,) = read(BOARD + "mb|p|" * 4, Result)
    assert (result.contract, result.declarer, result.result, result.score) == (
        "PASS",
        None,
        None,
        0,
    )


@pytest.mark.parametrize(
    ("listed", "contract", "declarer", "seats"),
    [
        ("PASS", "PASS", None, []),
        ("4HE=", "4 H", "E", ["S", "W", "N", "E", "W"]),  # West ruffs
        ("3NE=", "3 NT", "E", ["S", "W", "N", "E", "S"]),
    ],
)
def test_an_auction_without_an_end_has_the_contract_of_the_head(listed, contract, declarer, seats):
    play = "pc|DK|pc|H3|pc|D4|pc|D2|pc|S3|" if seats else ""
    text = f"vg|Cup,1,I,7,7,,,,|rs|{listed},|{BOARD}mb|p|mb|1H|{play}"
    (result,) = read(text, Result)
    assert (result.contract, result.declarer) == (contract, declarer)
    assert [card.direction for card in read(text, Card)] == seats


def test_chat_labels_and_other_codes_come_back_as_they_are():
    text = f"qx|o7|st||md|1{DEAL}|rh||ah|Final, 7|sv|b|zz| x, y|nt| before |pg||"
    text += "mb|1N|nt| after, too |pg||mb|p|mb|p|mb|p|"
    records, notes = decode_bytes(text.encode(), "lin")
    (result,) = (record for record in records if isinstance(record, Result))
    assert result.extra == {"chat": [" before "], "zz": " x, y"}
    output, more = encode_records(records, "lin")
    assert decode_bytes(output, "lin")[0] == [
        replace(r, extra={**r.extra, "zz": "x, y"}) if r is result else r for r in records
    ]
    assert (notes, [note.code for note in more]) == ([], ["text-changed"])


def test_text_after_the_last_bar_is_noted():
    assert noted(BOARD + NOTRUMP + "junk") == [("error", "bad-text", "file: 'junk'")]
    assert noted(BOARD + NOTRUMP + " \r\n") == []


@pytest.mark.parametrize(
    ("tricks", "claim"),
    [("-10", "mc|0|"), ("+3", "mc|13|"), ("=", "mc|10|"), ("+4", ""), ("-11", "")],
)
def test_tricks_are_written_as_a_claim(tricks, claim):
    result = Result(table=1, board=7, contract="4 S", declarer="S", result=tricks)
    bids = [
        Bid(table=1, board=7, counter=n, direction="SWNE"[n - 1], bid=b)
        for n, b in enumerate(("4S", "PASS", "PASS", "PASS"), 1)
    ]
    data, notes = encode_records([HAND, result, *bids], "lin")
    assert data.decode().partition("pg||\n")[2] == (f"{claim}pg||\n" if claim else "")
    assert [note.code for note in notes] == ([] if claim else ["result-lost"])


def test_a_lead_of_a_result_without_an_auction_is_lost():
    results = [
        Result(table=1, board=7, contract="4 S", declarer="N", result="=", lead_card="HA"),
        Result(table=1001, board=7, contract="PASS", extra={"zz": "x"}),
    ]
    assert codes_and_places(encode_records([HAND, *results], "lin")[1]) == [
        ("loss", "lead-lost", "result 1 board 7"),
        ("loss", "lead-lost", "result 1001 board 7"),
    ]


def test_a_play_has_the_deal_and_the_players_of_its_section():
    turned = Hand(section=2, board=7, north=HAND.east, east=HAND.south, south=HAND.west)
    turned.west = HAND.north
    bid = Bid(section=2, table=1, board=7, counter=1, direction="S", bid="1C")
    seats = [Seat(section=n, table=1, direction="N", name=f"Section {n}") for n in (1, 2)]
    text = written(HAND, turned, bid, *seats, Seat(table=1, direction="E", name="Any"))
    assert f"md|1S{turned.south[:3]}" in text
    assert "pn|,,Section 2,Any|" in text


@pytest.mark.parametrize(("board", "lost"), [(999_999, []), (1_000_000, ["board-unknown"])])
def test_board_numbers_have_up_to_six_digits(board, lost):
    notes = encode_records([HAND, Hand(board=board, north=HAND.north)], "lin")[1]
    assert [note.code for note in notes] == lost

"""RBN: the shared samples, written back, and what the notation leaves open."""

import pytest

import bmconv
from bmconv.codecs import load
from bmconv.errors import BadInput
from bmconv.records import Bid, Card, Hand, Result, Seat, Session
from tests.helpers.coding import decode_bytes, encode_records
from tests.helpers.running import SHARED, absent

SAMPLES = SHARED / "samples" / "rbn"


def sample(name: str) -> bytes:
    if not (SAMPLES / name).is_file():
        absent(str(SAMPLES / name))
    return (SAMPLES / name).read_bytes()


def test_a_match_is_read_as_the_reference_says():
    event = bmconv.read(sample("match.rbn"))
    assert [
        (r.board, r.table, r.declarer, r.contract, r.result, r.score, r.imp_ns)
        for r in event.of(Result)
    ] == [
        (1, 1, "E", "4 S", "=", -420, -6),
        (1, 1001, "W", "2 S", "+2", -170, 6),
        (2, 1, "W", "4 H x", "-1", 100, 11),
        (2, 1001, "W", "4 H", "=", -420, -11),
        (3, 1, None, "PASS", None, 0, 0),
        (3, 1001, None, "PASS", None, 0, 0),
    ]
    (session,) = event.of(Session)
    assert session.name == "Example League: Division 2"
    assert session.extra == {
        "rbn": {"L": "Sampleton EX", "S": "4:1", "F": "I", "K": "Red Oaks:Blue Elms:3:0"}
    }
    assert [hand.board for hand in event.of(Hand)] == [1, 2, 3]
    assert all(hand.dealer is hand.vulnerable is None for hand in event.of(Hand))
    assert len(event.of(Seat)) == 8
    assert list(event.notes) == []


def test_a_deal_with_play_notes_and_text_is_read_as_the_reference_says():
    event = bmconv.read(sample("deal.rbn"))
    (result,) = event.of(Result)
    assert (result.board, result.contract, result.declarer) == (8, "5 H x", "N")
    assert (result.result, result.score, result.lead_card) == ("-2", -300, "CK")
    assert result.extra is not None
    assert result.extra["rbn"]["effective"] == "0"
    assert len(result.extra["rbn"]["text"]) == 2
    assert event.of(Hand)[0].south == "K9.K94.AT75432.9"  # what the three other hands leave
    calls = [(bid.direction, bid.bid) for bid in event.of(Bid)]
    assert calls[:4] == [("W", "1S"), ("N", "2H"), ("E", "2S"), ("S", "4D")]
    assert len(calls) == 12
    assert event.of(Bid)[3].extra == {"explanation": "natural, though it did not look so"}
    played = [(card.direction, card.card) for card in event.of(Card)]
    assert played[4:8] == [("E", "CQ"), ("S", "H4"), ("W", "C8"), ("N", "C3")]
    assert played[-1] == ("W", "CA")
    assert len(played) == 21


@pytest.mark.parametrize("name", ["deal.rbn", "match.rbn"])
def test_what_is_read_is_written_and_read_again(name):
    records, _ = decode_bytes(sample(name), "rbn")
    output, notes = encode_records(records, "rbn")
    assert notes == []
    assert decode_bytes(output, "rbn") == (records, [])
    lines = [*sorted(output.splitlines())]
    assert lines == sorted(sample(name).splitlines())  # paragraphs come last, nothing else moves


def test_values_stand_until_they_are_given_again():
    text = "T Club\nE One\nB 1\nC 1N:S\n\nE Two\nB 2\nC 1N:S\n\nE\nB 3\nC 1N:S\n"
    records, _ = decode_bytes(text.encode(), "rbn")
    extras = [record.extra for record in records if isinstance(record, Result)]
    assert extras == [None, {"rbn": {"E": "Two"}}, {"rbn": {"E": ""}}]
    assert decode_bytes(encode_records(records, "rbn")[0], "rbn")[0] == records


def test_other_players_at_a_table_begin_a_round():
    text = "N A+B:C+D\nB 1\nC 1N:S\n\nN A+B:E+D\nB 2\nC 1N:S\n"
    records, _ = decode_bytes(text.encode(), "rbn")
    assert [(r.board, r.round) for r in records if isinstance(r, Result)] == [(1, None), (2, 2)]
    assert decode_bytes(encode_records(records, "rbn")[0], "rbn") == (records, [])


def test_the_leader_out_of_turn_and_a_colon_in_a_name_come_back():
    text = "E Pairs:: a trial:Final\nB 1\nC 4SR:N:S\nP HA2\nR 10\n"
    records, _ = decode_bytes(text.encode(), "rbn")
    assert next(iter(records)).name == "Pairs: a trial: Final"
    assert [card.direction for card in records if isinstance(card, Card)] == ["S", "W"]
    output, _ = encode_records(records, "rbn")
    assert b"C 4SR:N:S\n" in output
    assert decode_bytes(output, "rbn")[0] == records


def test_the_players_of_a_round_are_those_who_came_last_before_it():
    seats = [Seat(table=1, round=at, direction="N", name=name) for at, name in ((1, "A"), (3, "C"))]
    played = [Result(table=1, round=at, board=at, contract="PASS") for at in (1, 2, 3)]
    output, _ = encode_records([*seats, *played], "rbn")
    lines = [line for line in output.decode().splitlines() if line[:1] in ("N", "B")]
    assert lines == ["N A+", "B 1", "B 2", "N C+", "B 3"]


def test_players_of_a_later_round_than_any_board_are_noted():
    seat = Seat(table=1, round=5, direction="N", name="A")
    output, notes = encode_records([seat, Result(table=1, board=1, contract="PASS")], "rbn")
    assert b"N A" not in output
    assert [note.code for note in notes] == ["seat-lost"]


def test_a_card_of_no_seat_ends_the_play():
    result = Result(table=1, board=1, contract="4 S", declarer="N", result="=")
    card = Card(table=1, board=1, counter=1, direction="North\n", card="H2")
    output, notes = encode_records([result, card], "rbn")
    assert b"\nP " not in output
    assert [note.code for note in notes] == ["play-cut"]


def test_the_lead_is_written_where_the_play_is_cut_at_its_first_card():
    place = {"table": 1, "board": 1}
    result = Result(**place, contract="4 S", declarer="N", result="=", lead_card="H10")
    output, notes = encode_records(
        [result, Card(**place, counter=2, direction="S", card="H2")], "rbn"
    )
    assert b"\nP HT\n" in output
    assert [note.code for note in notes] == ["play-cut"]


@pytest.mark.parametrize("seat", ["NE", "ES", "", "X"])
def test_hands_begin_with_the_letter_of_one_seat(seat):
    records, notes = decode_bytes(f"B 1\nH {seat}:AKQ...\nA NZ:A\n".encode(), "rbn")
    assert [record for record in records if isinstance(record, Hand)] == []
    assert [note.code for note in notes] == ["bad-deal"]


def test_a_dealer_of_two_letters_is_no_seat():
    output, notes = encode_records([Hand(board=1, north="AKQ...", dealer="ES")], "rbn")
    assert output.decode().splitlines() == ["B 1", "H W::AKQ...::", "A NZ", ""]
    assert [note.code for note in notes] == ["bad-dealer"]


def test_a_file_without_records_is_refused():
    with pytest.raises(BadInput, match="no record"):
        decode_bytes(b"% RBN\n", "rbn")


DEAL = "H W:Q432.KJ76.64.JT4:65.A53.JT7.AK762:AK87.QT4.AK98.95:\n"


def kinds(records, kind):
    return [record for record in records if isinstance(record, kind)]


def come_back(text: str):
    """The records of a file that is written again as it is."""
    records, notes = decode_bytes(text.encode(), "rbn")
    assert (encode_records(records, "rbn"), notes) == (((text + "\n").encode(), []), [])
    return records


@pytest.mark.parametrize(
    ("lines", "name", "score"),
    [
        (f"D 20261112\nN A+B:C+D\nB 1\n{DEAL}A NZ:A\n", "", 90),
        (f"N A+B:C+D\nB 1\n{DEAL}A NZ:A\n", "", 90),
        (f"B 1\n{DEAL}A NZ:A\n", "", 85),
        (f"B 1\n{DEAL}", "X.RBN", 60),
        (f"B 1\n{DEAL}", "x.txt", 0),
        ("B 1\nM text\n", "x.rbn", 0),
        (f"Hello\n{DEAL}A NZ:A\n", "x.rbn", 0),
    ],
)
def test_a_file_is_known_by_its_labels(lines, name, score):
    assert load("rbn").probe(lines.encode(), name) == score


def test_notes_of_calls_and_of_cards_can_have_the_same_number():
    text = f"B 1\n{DEAL}A NZ:1S^1A\n1 weak\nC 1S:N\nP CK^1\n1 odd\n"
    records, notes = decode_bytes(text.encode(), "rbn")
    assert [bid.extra for bid in kinds(records, Bid)][:2] == [{"explanation": "weak"}, None]
    assert [card.extra for card in kinds(records, Card)] == [{"explanation": "odd"}]
    assert notes == []


def test_boards_without_a_number_are_counted_by_their_labels():
    text = "B A\nR P\n\nB B\nR P\n\nB A\nN :::C\nR P\n"
    records, notes = decode_bytes(text.replace(":::C", "::C").encode(), "rbn")
    assert [(r.board, r.table) for r in kinds(records, Result)] == [(1, 1), (2, 1), (1, 1001)]
    assert notes == []


def test_an_auction_of_passes_is_a_board_passed_out():
    (result,) = kinds(come_back(f"B 1\n{DEAL}A NZ:A\nR P\n"), Result)
    assert (result.contract, result.score) == ("PASS", 0)
    (result,) = kinds(decode_bytes(f"B 1\n{DEAL}A NZ:A\n".encode(), "rbn")[0], Result)
    assert result.contract == "PASS"


@pytest.mark.parametrize("line", ["C Odd", "R +50:40%", "M one\nM two", "I Info\n{a\nb}\n{c\nd}"])
def test_what_no_field_holds_comes_back(line):
    records = come_back(
        f"B 1\n{DEAL}C 1N:S\nR 7+90\n{line}\n" if line[0] in "MI" else f"B 1\n{line}\n"
    )
    assert kinds(records, Result)[0].extra is not None


def test_text_of_a_deal_that_nobody_played_is_kept_with_the_deal():
    (hand,) = come_back(f"B 1\n{DEAL}M first\nI info\n{{a\nb}}\n{{c\nd}}\n")
    assert hand.extra == {"rbn": {"M": "first", "I": "info", "text": ["a\nb", "c\nd"]}}
    assert decode_bytes(f"B 1\n{DEAL}\nB 1\n".encode(), "rbn")[1] == []


@pytest.mark.parametrize(
    ("letter", "vulnerable"), [("Z", None), ("N", "NS"), ("E", "EW"), ("B", "All"), ("?", None)]
)
def test_a_vulnerability_other_than_the_boards_is_that_of_the_hand(letter, vulnerable):
    records, _ = decode_bytes(f"B 1\n{DEAL}A N{letter}\n".encode(), "rbn")
    assert kinds(records, Hand)[0].vulnerable == vulnerable


def test_every_change_of_players_begins_a_round():
    text = "N A+B:C+D\nB 1\nC 1N:S\n\nN A+B:E+D\nB 2\nC 1N:S\n\nN A+F:E+D\nB 3\nC 1N:S\n"
    assert [result.round for result in kinds(come_back(text), Result)] == [None, 2, 3]


@pytest.mark.parametrize(("declarer", "leader"), [("N", "E"), ("S", "W"), ("E", "S"), ("W", "N")])
def test_the_usual_leader_is_not_named(declarer, leader):
    result = Result(table=1, board=1, contract="1 NT", declarer=declarer, result="=")
    card = Card(table=1, board=1, counter=1, direction=leader, card="CA")
    lines = encode_records([result, card], "rbn")[0].decode().splitlines()
    assert lines == ["B 1", f"C 1N:{declarer}", "P CA", "R 7", ""]


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        ({"contract": "PASS", "declarer": None}, "R P"),
        ({"contract": "PASS", "declarer": None, "score": 0}, "R P"),
        ({"contract": "PASS", "declarer": None, "score": 50}, "R P+50"),
        ({"result": "=", "score": 0}, "R 10+0"),
        ({"result": "=", "score": -420}, "R 10-420"),
        ({"result": "=", "imp_ns": 5.0, "imp_ew": -5.0}, "R 10:+5"),
        ({"result": "=", "imp_ns": -0.25, "imp_ew": 0.25}, "R 10:-0.25"),
        ({"result": "=", "imp_ns": 0.0, "imp_ew": 0.0}, "R 10:="),
        ({"result": "=", "imp_ew": -9999.5}, "R 10:+9999.5"),
    ],
)
def test_tricks_score_and_imps_are_one_line(fields, line):
    result = Result(table=1, board=1, **{"contract": "4 S", "declarer": "N"} | fields)
    event = Session(id=1, name="Cup", extra={"rbn": {"F": "IMPs"}})
    output, notes = encode_records([event, result], "rbn")
    assert (output.decode().splitlines()[-2], notes) == (line, [])


@pytest.mark.parametrize(
    ("imp_ns", "imp_ew", "scoring"),
    [(5.0, None, "I"), (None, None, ""), (5.0, 5.0, "X"), (1e4, -1e4, "I"), (5.0, -5.0, "M")],
)
def test_imps_of_one_side_or_in_another_event_are_lost(imp_ns, imp_ew, scoring):
    result = Result(table=1, board=1, contract="PASS", imp_ns=imp_ns, imp_ew=imp_ew)
    event = Session(id=1, name="Cup", extra={"rbn": {"F": scoring}} if scoring else None)
    output, notes = encode_records([event, result], "rbn")
    assert output.decode().splitlines()[-2] == "R P"
    assert [note.code for note in notes] == (["points-lost"] if scoring else [])


@pytest.mark.parametrize(
    ("extra", "codes"),
    [
        ({"rbn": {"M": "x"}}, []),
        ({"rbn": {"Z": "x"}}, ["field-lost"]),
        ({"rbn": "x"}, ["field-lost"]),
        ({"rbn": {}, "other": 1}, ["field-lost"]),
    ],
)
def test_other_data_of_a_result_is_noted(extra, codes):
    result = Result(table=1, board=1, contract="PASS", extra=extra)
    assert [note.code for note in encode_records([result], "rbn")[1]] == codes


def test_marks_for_display_are_noted_with_the_letter_of_their_line():
    text = "B 1\n" + DEAL.replace("W:", "W;") + "A NZ:P1SAP\nC 1S:E\nP CQ4A9;CK53T\n"
    event = bmconv.read(text.encode(), "rbn")
    assert [(note.code, note.place) for note in event.notes] == [
        ("mark-lost", "bytes:1: H"),
        ("mark-lost", "bytes:1: P"),
    ]

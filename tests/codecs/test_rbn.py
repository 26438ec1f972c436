"""RBN: the shared samples, written back, and what the notation leaves open."""

import pytest

import bmconv
from bmconv.errors import BadInput
from bmconv.records import Bid, Card, Hand, Result, Seat, Session
from tests.helpers.coding import decoded, encoded
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
    records, _ = decoded(sample(name), "rbn")
    output, notes = encoded(records, "rbn")
    assert notes == []
    assert decoded(output, "rbn") == (records, [])
    lines = [*sorted(output.splitlines())]
    assert lines == sorted(sample(name).splitlines())  # paragraphs come last, nothing else moves


def test_values_stand_until_they_are_given_again():
    text = "E One\nB 1\nC 1N:S\n\nE Two\nB 2\nC 1N:S\n\nE\nB 3\nC 1N:S\n"
    records, _ = decoded(text.encode(), "rbn")
    extras = [record.extra for record in records if isinstance(record, Result)]
    assert extras == [None, {"rbn": {"E": "Two"}}, {"rbn": {"E": ""}}]
    assert decoded(encoded(records, "rbn")[0], "rbn")[0] == records


def test_other_players_at_a_table_begin_a_round():
    text = "N A+B:C+D\nB 1\nC 1N:S\n\nN A+B:E+D\nB 2\nC 1N:S\n"
    records, _ = decoded(text.encode(), "rbn")
    assert [(r.board, r.round) for r in records if isinstance(r, Result)] == [(1, None), (2, 2)]
    assert decoded(encoded(records, "rbn")[0], "rbn") == (records, [])


def test_the_leader_out_of_turn_and_a_colon_in_a_name_come_back():
    text = "E Pairs:: a trial:Final\nB 1\nC 4SR:N:S\nP HA2\nR 10\n"
    records, _ = decoded(text.encode(), "rbn")
    assert next(iter(records)).name == "Pairs: a trial: Final"
    assert [card.direction for card in records if isinstance(card, Card)] == ["S", "W"]
    output, _ = encoded(records, "rbn")
    assert b"C 4SR:N:S\n" in output
    assert decoded(output, "rbn")[0] == records


def test_the_players_of_a_round_are_those_who_came_last_before_it():
    seats = [Seat(table=1, round=at, direction="N", name=name) for at, name in ((1, "A"), (3, "C"))]
    played = [Result(table=1, round=at, board=at, contract="PASS") for at in (1, 2, 3)]
    output, _ = encoded([*seats, *played], "rbn")
    lines = [line for line in output.decode().splitlines() if line[:1] in ("N", "B")]
    assert lines == ["N A+", "B 1", "B 2", "N C+", "B 3"]


def test_players_of_a_later_round_than_any_board_are_noted():
    seat = Seat(table=1, round=5, direction="N", name="A")
    output, notes = encoded([seat, Result(table=1, board=1, contract="PASS")], "rbn")
    assert b"N A" not in output
    assert [note.code for note in notes] == ["seat-lost"]


def test_a_card_of_no_seat_ends_the_play():
    result = Result(table=1, board=1, contract="4 S", declarer="N", result="=")
    card = Card(table=1, board=1, counter=1, direction="North\n", card="H2")
    output, notes = encoded([result, card], "rbn")
    assert b"\nP " not in output
    assert [note.code for note in notes] == ["play-cut"]


def test_the_lead_is_written_where_the_play_is_cut_at_its_first_card():
    place = {"table": 1, "board": 1}
    result = Result(**place, contract="4 S", declarer="N", result="=", lead_card="H10")
    output, notes = encoded([result, Card(**place, counter=2, direction="S", card="H2")], "rbn")
    assert b"\nP HT\n" in output
    assert [note.code for note in notes] == ["play-cut"]


@pytest.mark.parametrize("seat", ["NE", "ES", "", "X"])
def test_hands_begin_with_the_letter_of_one_seat(seat):
    records, notes = decoded(f"B 1\nH {seat}:AKQ...\nA NZ:A\n".encode(), "rbn")
    assert [record for record in records if isinstance(record, Hand)] == []
    assert [note.code for note in notes] == ["bad-deal"]


def test_a_dealer_of_two_letters_is_no_seat():
    output, notes = encoded([Hand(board=1, north="AKQ...", dealer="ES")], "rbn")
    assert output.decode().splitlines() == ["B 1", "H W::AKQ...::", "A NZ", ""]
    assert [note.code for note in notes] == ["bad-dealer"]


def test_a_file_without_records_is_refused():
    with pytest.raises(BadInput, match="no record"):
        decoded(b"\n\n", "rbn")

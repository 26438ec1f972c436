"""Auctions and play: spellings, contracts, what the laws allow, and who wins a trick."""

import pytest

from bmconv.bridge.auction import (
    after,
    contract_of,
    is_inadmissible,
    is_insufficient,
    is_over,
    rank,
    spell_call,
)
from bmconv.bridge.contracts import Contract
from bmconv.bridge.play import opener, revokes, spell_played, winner


def calls(text: str, first: str = "N") -> list[tuple[str, str]]:
    return [(after(first, n), spell_call(call) or call) for n, call in enumerate(text.split())]


@pytest.mark.parametrize(
    ("text", "call"),
    [
        ("1c", "1C"), ("3N", "3NT"), ("7NT", "7NT"), ("pass", "PASS"), ("P", "PASS"), ("x", "X"),
        ("XX", "XX"), ("dbl", "X"), ("SkipBid", "SkipBid"), ("8C", None), ("1Z", None), ("", None),
        (" 1♠ ", "1S"), (" p ", "PASS"), ("1 nt", "1NT"),
    ],
)  # fmt: skip
def test_calls_have_one_spelling(text, call):
    assert spell_call(text) == call


@pytest.mark.parametrize(
    ("text", "contract"),
    [
        ("1D 1S 3H 4S 4NT X P P 5C X 5H X P P P", (Contract(5, "H", 1), "S")),
        ("1H P 2H P 4H P P P", (Contract(4, "H", 0), "N")),
        ("1H P 2H X XX P P P", (Contract(2, "H", 2), "N")),
        ("1H X 1S P 2H P P P", (Contract(2, "H", 0), "N")),
        ("P P P P", (None, "")),
    ],
)
def test_declarer_named_the_strain_first(text, contract):
    assert contract_of(calls(text)) == contract
    assert is_over(calls(text))


@pytest.mark.parametrize("text", ["", "P P P", "1C P P", "1C P P X", "1C P P P 1D"])
def test_an_auction_goes_on_until_three_passes_or_four(text):
    assert not is_over(calls(text))


def test_insufficient_bids_and_idle_doubles_are_seen():
    assert is_insufficient("1C", calls("1C"))
    assert is_insufficient("1D", calls("1H P"))
    assert not is_insufficient("1NT", calls("1S P"))
    assert not is_insufficient("PASS", calls("7NT"))
    assert is_inadmissible(("N", "X"), [])
    assert is_inadmissible(("S", "X"), calls("1C P"))
    assert not is_inadmissible(("E", "X"), calls("1C"))
    assert is_inadmissible(("W", "XX"), calls("1C X P"))
    assert not is_inadmissible(("S", "XX"), calls("1C X"))


def test_the_35_bids_are_ranked_from_0_on():
    assert [rank(bid) for bid in ("1C", "1NT", "2C", "4S", "7NT")] == [0, 4, 5, 18, 34]


@pytest.mark.parametrize(
    ("text", "card"),
    [("sa", "SA"), ("H10", "HT"), ("dt", "DT"), ("Cx", "Cx"), ("S1", None), ("AS", None)],
)
def test_played_cards_have_one_spelling(text, card):
    assert spell_played(text) == card


@pytest.mark.parametrize(
    ("cards", "trump", "seat"),
    [
        ("N:S2 E:SA S:S3 W:SK", "NT", "E"),
        ("N:S2 E:H3 S:H4 W:SK", "NT", "W"),
        ("N:S2 E:H3 S:H4 W:SK", "H", "S"),
        ("W:Dx N:Dx E:CA S:D2", "NT", "S"),
    ],
)
def test_the_highest_trump_wins_else_the_highest_of_the_suit_led(cards, trump, seat):
    trick = [(part[0], part[2:]) for part in cards.split()]
    assert winner(trick, trump) == seat


def test_who_led_follows_from_a_gap():
    assert opener({"W": "SA", "N": "S2"}) == "W"
    assert opener({"N": "SA", "S": "S2"}) is None


def test_a_revoke_is_not_following_suit_with_a_card_of_it_left():
    assert revokes("H2", "SA", "32.A..", ["S3"])
    assert not revokes("H2", "SA", "32.A..", ["S3", "S2"])
    assert not revokes("S2", "SA", "32.A..", [])

"""Contracts, tricks and cards: what is read, and the one spelling each has."""

import pytest

from bmconv.bridge.cards import (
    cards_of,
    faults,
    holds,
    is_sorted_deal,
    is_whole_deal,
    spell_card,
    suits_of,
)
from bmconv.bridge.contracts import (
    Contract,
    is_impossible,
    parse_contract,
    parse_tricks,
    spell_contract,
    spell_tricks,
)


@pytest.mark.parametrize(
    ("texts", "spelled", "contract"),
    [
        (["4 S x", "4Sx", "4SX", "4s x", " 4 S  X ", "4♠x"], "4 S x", Contract(4, "S", 1)),
        (["3 NT", "3N", "3NT", "3nt", "3 n"], "3 NT", Contract(3, "NT", 0)),
        (["7 C xx", "7cxx", "7CXX", "7♣ XX"], "7 C xx", Contract(7, "C", 2)),
        (["1 D", "1d", "1♦"], "1 D", Contract(1, "D", 0)),
        (["2 H", "2h", "2♥"], "2 H", Contract(2, "H", 0)),
        (["PASS", "pass", " Pass "], "PASS", None),
        (["", "8 S", "0 S", "4", "S", "4 Z", "4 S xxx", "4 S y", "44 S", "PAS"], None, None),
    ],
)  # fmt: skip
def test_contracts_have_one_spelling(texts, spelled, contract):
    assert {spell_contract(text) for text in texts} == {spelled}
    assert {parse_contract(text) for text in texts} == {contract}


@pytest.mark.parametrize(
    ("texts", "spelled", "tricks"),
    [
        (["=", " = ", "+0", "-0"], "=", 0),
        (["+1", "+ 1", "+01"], "+1", 1),
        (["-13", "−13", "– 13"], "-13", -13),
        (["", "1", "+", "-", "+1.5", "++1", "+100", "made", "+x", "+²"], None, None),
    ],
)
def test_tricks_have_one_spelling(texts, spelled, tricks):
    assert {spell_tricks(text) for text in texts} == {spelled}
    assert {parse_tricks(text) for text in texts} == {tricks}


@pytest.mark.parametrize(
    ("texts", "spelled"),
    [
        (["S10", "ST", "s10", "10S", "TS", "♠10", "S 10", " st "], "S10"),
        (["DA", "da", "AD", "♦A"], "DA"),
        (["C2", "2c"], "C2"),
        (["", "S", "10", "S1", "S11", "X5", "SAK", "NTA"], None),
    ],
)
def test_cards_have_one_spelling(texts, spelled):
    assert {spell_card(text) for text in texts} == {spelled}


def test_nobody_takes_fewer_than_no_tricks_or_more_than_thirteen():
    four_spades = Contract(4, "S", 0)
    told = [is_impossible(four_spades, tricks) for tricks in (-11, -10, 0, 3, 4)]
    assert told == [True, False, False, False, True]


def test_a_hand_has_four_suits_spades_first():
    assert suits_of("AQT94.T53.KQ8.T9") == ["AQT94", "T53", "KQ8", "T9"]
    assert suits_of("AKQJT98765432...") == ["AKQJT98765432", "", "", ""]
    assert [suits_of(text) for text in ("", "AK.Q.J", "A.K.Q.1", "a.k.q.j")] == [None] * 4
    assert holds("AQT94.T53.KQ8.T9", "H10")
    assert not holds("AQT94.T53.KQ8.T9", "C10".replace("C", "D"))


def test_the_faults_of_a_deal_are_told():
    suit = "AKQJT98765432"
    whole = [f"{suit}...", f".{suit}..", f"..{suit}.", f"...{suit}"]
    assert faults(whole) == []
    assert faults([whole[0], whole[0], whole[2], whole[3]]) == [
        "dealt twice: S2 S3 S4 S5 S6 S7 S8 S9 SA SJ SK SQ ST"
    ]
    assert faults([*whole[:3], "...AK"]) == ["west has 2 cards: expected 13"]
    assert [fault.split(":")[0] for fault in faults([None, *whole[1:]])] == ["north is missing"]


def test_a_whole_deal_is_four_hands_of_13_different_cards():
    hands = [cards_of(f"{'.' * turn}AKQJT98765432{'.' * (3 - turn)}") for turn in range(4)]
    north, east, south, west = hands
    assert is_whole_deal(hands)
    assert not is_whole_deal([north, north, south, west])
    assert not is_whole_deal([north + east[:1], east[1:], south, west])
    assert not is_whole_deal(hands[:3])


def test_a_sorted_deal_is_complete_and_has_its_ranks_in_order():
    deal = ["AK32.QJ2.K32.432", "QJT.AK3.AQ4.QJT5", "987.T98.JT9.AK98", "654.7654.8765.76"]
    assert is_sorted_deal(deal)
    for other in ("KA32.QJ2.K32.432", "AK32.QJ2.K32.43A", "AK32.QJ2.K32432.", "not a hand at all"):
        assert not is_sorted_deal([other, *deal[1:]])
    assert not is_sorted_deal(deal[:3])

"""Par: cases worked out by hand from the tricks and the laws, and compared with a solver."""

import random

import pytest

from bmconv.bridge.cards import DECK, hand_of
from bmconv.bridge.contracts import Contract
from bmconv.bridge.double_dummy import TRICK_FIELDS
from bmconv.bridge.par import Par, ParContract, par
from bmconv.records import Evaluation
from tests.helpers.running import judge

STRAINS = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades", "NT": "notrump"}


def tricks(ns: dict[str, int], ew: dict[str, int] | None = None, **seats: int) -> Evaluation:
    """Tricks of the two sides by strain; E-W take the rest of 13 unless given."""
    found = {}
    for strain, name in STRAINS.items():
        for side, own in (("north", ns), ("south", ns), ("east", ew), ("west", ew)):
            found[f"{side}_{name}"] = own[strain] if own else 13 - ns[strain]
    return Evaluation(**found | seats)


def even(count: int, **more: int) -> dict[str, int]:
    return dict.fromkeys(STRAINS, count) | more


def made(level: int, strain: str, declarers: str, over: int = 0) -> ParContract:
    return ParContract(Contract(level, strain, int(over < 0)), declarers, over)


@pytest.mark.parametrize(
    ("evaluation", "vulnerable", "expected"),
    [
        # 4S is there, ten tricks; E-W take three in their best suit: 7 off is too much.
        (tricks(even(8, S=10), even(3)), "None", Par(420, (made(4, "S", "NS"),))),
        # The same with ten tricks in hearts for E-W: 4H scores 420, 4S over it 3 off doubled 500
        # not vulnerable. Vulnerable against not, 4H is 620 and the sacrifice pays.
        (tricks(even(5, S=7), even(6, H=10)), "None", Par(-420, (made(4, "H", "EW"),))),
        (tricks(even(5, S=7), even(6, H=10)), "EW", Par(-500, (made(4, "S", "NS", -3),))),
        # A grand slam in notrump cannot be outbid: 220 + 500 + 1500, vulnerable.
        (tricks(even(13)), "All", Par(2220, (made(7, "NT", "NS"),))),
        # Nobody can make anything.
        (tricks(even(6), even(6)), "All", Par(0, ())),
        # Eight tricks in clubs, from 1C on, are 90, as many as seven in notrump.
        (
            tricks(even(6, C=8, NT=7), even(4)),
            "None",
            Par(90, (made(1, "C", "NS", 1), made(1, "NT", "NS"))),
        ),
        # 3NT with an overtrick is 630 vulnerable, more than 5C (600) and 4S+0 (620).
        (tricks(even(7, NT=10, S=10, C=11), even(3)), "NS", Par(630, (made(3, "NT", "NS", 1),))),
    ],
)
def test_par_of_hands_worked_out_by_hand(evaluation, vulnerable, expected):
    assert par(evaluation, vulnerable, "N") == expected


def test_one_hand_plays_a_contract_better_than_its_partner():
    # Only South takes nine tricks in notrump.
    evaluation = tricks(even(7), even(3), south_notrump=9)
    assert par(evaluation, "None", "E") == Par(400, (made(3, "NT", "S"),))


def test_where_both_sides_make_the_same_bid_the_first_to_bid_has_it():
    both = tricks(even(6, NT=7), even(6, NT=7))
    assert par(both, "None", "N") == Par(90, (made(1, "NT", "NS"),))
    assert par(both, "None", "W") == Par(-90, (made(1, "NT", "EW"),))


def test_without_all_tricks_there_is_no_par():
    assert par(Evaluation(north_spades=10), "None", "N") is None
    assert par(tricks(even(7), north_clubs=14), "None", "N") is None


def test_a_solver_agrees_on_scores_and_contracts():
    dds, types = judge("endplay.dds"), judge("endplay.types")
    chance, deals = random.Random(18), []
    for _ in range(8):
        cards = sorted(DECK, key=lambda card: DECK.index(card) + 90 * chance.random())
        hands = (hand_of(set(cards[13 * turn : 13 * turn + 13])) for turn in range(4))
        deals.append(types.Deal(f"N:{' '.join(hands)}"))
    for table in dds.calc_all_tables(deals):
        counts = (count for row in table.to_list() for count in row)
        evaluation = Evaluation(**dict(zip(TRICK_FIELDS, counts, strict=True)))
        for vulnerable, theirs in zip(("None", "NS", "EW", "All"), VULNERABILITIES, strict=True):
            for dealer, player in zip("NESW", types.Player, strict=True):
                best = dds.par(table, types.Vul[theirs], player)
                own = par(evaluation, vulnerable, dealer)
                assert own.score == best.score
                assert {
                    (c.contract.level, c.contract.strain, seat, c.tricks)
                    for c in own.contracts
                    for seat in c.declarers
                } == {
                    (c.level, DENOMINATIONS[c.denom.name], c.declarer.abbr, c.result) for c in best
                }


def test_the_contracts_of_a_par_have_one_spelling():
    best = Par(-500, (made(4, "S", "NS", -3), made(5, "C", "N", -3)))
    assert best.contracts_text() == "NS 4SX-3; N 5CX-3"
    assert Par(630, (made(3, "NT", "NS", 1),)).contracts_text() == "NS 3NT+1"
    assert Par(420, (made(4, "S", "EW"),)).contracts_text() == "EW 4S="
    assert Par(0, ()).contracts_text() == "PASS"


VULNERABILITIES = ("none", "ns", "ew", "both")
DENOMINATIONS = {name: strain for strain, name in STRAINS.items()} | {"nt": "NT"}

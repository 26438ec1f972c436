"""Duplicate scores: by hand, and every contract against an independent library."""

import pytest

from bmconv.bridge.contracts import STRAINS, Contract, parse_contract
from bmconv.bridge.scores import score
from tests.helpers.running import judge


def points(contract: str, tricks: int) -> tuple[int, int]:
    """The score not vulnerable and vulnerable."""
    parsed = parse_contract(contract)
    assert parsed is not None
    return score(parsed, tricks, vulnerable=False), score(parsed, tricks, vulnerable=True)


@pytest.mark.parametrize(
    ("contract", "tricks", "scores"),
    [
        ("1NT", 0, (90, 90)),
        ("2H", 2, (170, 170)),
        ("3NT", 0, (400, 600)),
        ("4S", 0, (420, 620)),
        ("5Cx", -4, (-800, -1100)),
        ("7NTxx", 0, (2280, 2980)),
        ("1Cxx", 6, (1430, 2630)),
        ("3NTx", -9, (-2300, -2600)),
        ("2Sx", 0, (470, 670)),
        ("1Dx", 0, (140, 140)),
        ("5D", -1, (-50, -100)),
        ("6H", 1, (1010, 1460)),
        ("6NT", 0, (990, 1440)),
        ("7C", 0, (1440, 2140)),
        ("3Cx", 0, (470, 670)),
        ("2Dxx", 0, (560, 760)),
        ("2C", 1, (110, 110)),
        ("4Sx", -1, (-100, -200)),
        ("4Sx", -2, (-300, -500)),
        ("4Sx", -3, (-500, -800)),
        ("4Sxx", -1, (-200, -400)),
        ("4Sxx", -4, (-1600, -2200)),
        ("2NTx", 2, (690, 1090)),
    ],
)
def test_scores_are_those_of_the_books(contract, tricks, scores):
    """The first eight are spot values of a reference text, the others from Law 77 by hand."""
    assert points(contract, tricks) == scores


def test_all_2940_contracts_agree_with_endplay():
    endplay = judge("endplay")
    denoms = dict(zip(STRAINS, ("clubs", "diamonds", "hearts", "spades", "nt"), strict=True))
    penalties = (endplay.Penalty.passed, endplay.Penalty.doubled, endplay.Penalty.redoubled)
    compared, different = 0, []
    for level in range(1, 8):
        for strain in STRAINS:
            for doubled in range(3):
                for taken in range(14):
                    tricks = taken - level - 6
                    theirs = endplay.Contract(
                        level=level, denom=endplay.Denom[denoms[strain]], result=tricks,
                        penalty=penalties[doubled], declarer=endplay.Player.north,
                    )  # fmt: skip
                    for vulnerable, vul in ((False, endplay.Vul.none), (True, endplay.Vul.both)):
                        ours = score(
                            Contract(level, strain, doubled), tricks, vulnerable=vulnerable
                        )
                        compared += 1
                        if ours != theirs.score(vul):
                            different.append((level, strain, doubled, taken, vulnerable, ours))
    assert (compared, different) == (7 * 5 * 3 * 2 * 14, [])

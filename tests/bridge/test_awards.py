"""The words of a director's decision, wherever they are written."""

import pytest

from bmconv.bridge.awards import parse_awards, resembles_awards, with_unit
from bmconv.bridge.outcomes import understand_remark

SPELLINGS = {
    "60%-40%": [
        "60/40", "60-40", "60%-40%", "60 % / 40 %", "60:40", "A6040", "a60-40", "A+/A-", "A+ A-",
        "ave+/ave-", "average plus / average minus", "NS 60 EW 40", "E-W 40%, N-S 60%",
        "N-S 60 %, E-W 40 %",
    ],
    "50%-50%": ["ave", "average", "AVG", "A=", "50-50", "50/50", "A/A", "ave ave"],
    "60%-60%": ["A+/A+", "60/60"],
    "50%-60%": ["A/A+"],
    "70%-30%": ["70%-30%", "A7030", "70%/30%"],
    "N-S +620, E-W -650": ["+620/-650", "620/-650", "N-S +620, E-W -650", "ns 620 ew -650"],
    "N-S +463, E-W -463": ["N-S +463, E-W -463"],
    "N-S +620, E-W 40%": ["+620/40%"],
    "+3/-3 points": ["+3/-3 points", "+3 / -3 pts"],
    "+12.5/+7.5 points": ["12.5/7.5 points", "12,5/7,5 points"],
}  # fmt: skip


@pytest.mark.parametrize(("one", "text"), [(o, t) for o, ts in SPELLINGS.items() for t in ts])
def test_an_award_has_many_spellings_and_one_of_its_own(one, text):
    awards = parse_awards(text)
    assert str(awards) == one
    assert str(parse_awards(one)) == one
    assert understand_remark(text) == one


ODD = [
    "A+", "A", "60%", "70/30", "65-35", "110%-10%", "620/600", "+3/-3", "+3/-3 IMPs", "A-A+",
    "-10%", "penalty 10%", "PP 10% NS", "A+-A-", "+9000/-9000",
    "50,5/49,5", "50.5-49.5", "6O/4O", "60 / 4O", "A6O4O", "40/60 EW", "EW 40/60", "60\\40",
    "60 to 40", "40/60 to EW", "30/30",
]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "spellings"),
    [
        ("62.5/37.5", "62.5%/37.5% or 62.5/37.5 points, N-S first"),
        ("65-35", "65%/35% or 65/35 points, N-S first"),
        ("+3/-3", "+3/-3 points, N-S first"),
        ("620/600", "620/600 points, N-S first"),
        ("A-A+", ""),
        ("60%", ""),
    ],
)
def test_bare_numbers_lack_a_unit(text, spellings):
    assert (parse_awards(text), with_unit(text)) == (None, spellings)


@pytest.mark.parametrize("text", ODD)
def test_what_resembles_an_award_and_is_none_is_no_remark_either(text):
    assert (parse_awards(text), resembles_awards(text)) == (None, True)
    assert understand_remark(text) is None


@pytest.mark.parametrize(
    "text",
    [
        "hello",
        "TD called",
        "12/11",
        "12",
        "1-2",
        "A1",
        "Section A",
        "slow play",
        "40% slow",
        "1-2 NS",
        "19.30-22.30",
        "29/30",
        "1 to 2",
        "4O",
        "60/40 TD",
    ],
)
def test_other_text_is_a_remark(text):
    assert (parse_awards(text), understand_remark(text)) == (None, text)

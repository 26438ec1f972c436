"""Results named in words, as on a traveller or on a score slip."""

import pytest

from bmconv.errors import UsageError
from bmconv.event.result_names import ResultName, parse_result_name, result_name
from bmconv.records import Result, Section

SECTIONS = [Section(id=3, letter="A"), Section(id=1, letter="B")]
EXAMPLES = "expected result[A board 14 NS 5] or result[A3 round 2 board 14]"
EXPECTED = f"is not understood: {EXAMPLES}"
SECTIONS_AND_EXAMPLES = f"the sections are A (3), B (1); {EXAMPLES}"


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("A3 round 2 board 14", ResultName(section=3, table=3, round=2, board=14)),
        ("A3,2,14", ResultName(section=3, table=3, round=2, board=14)),
        ("a 3, 2, 14", ResultName(section=3, table=3, round=2, board=14)),
        ("A board 14 NS 5", ResultName(section=3, board=14, ns=5)),
        ("board14NS5", ResultName(board=14, ns=5)),
        ("e-w 5 board=14 section b", ResultName(section=1, board=14, ew=5)),
        ("board 14 table 3", ResultName(table=3, board=14)),
        ("board 14 table A3", ResultName(section=3, table=3, board=14)),
        ("section 1 pair 7", ResultName(section=1, pair=7)),
        ("A3 A3", ResultName(section=3, table=3)),
        ("board 14 NS A5", ResultName(section=3, board=14, ns=5)),
        ("board 14, pair b7 table 2", ResultName(section=1, table=2, board=14, pair=7)),
        ("id=14", ResultName(id=14)),
        ("", ResultName()),
    ],
)
def test_the_words_of_a_name_come_in_any_order(text, name):
    assert parse_result_name(text, SECTIONS) == name


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("board 14 slam", f"'slam' {EXPECTED}"),
        ("board A14", f"'A14' {EXPECTED}"),
        ("board 4 N/S 1", f"'N/S' {EXPECTED}"),
        ("board 4 NS one", f"'one' {EXPECTED}"),
        ("board 4 NS", f"'NS' {EXPECTED}"),
        ("tisch 4", f"'tisch' {EXPECTED}"),
        (", board 4", f"',' {EXPECTED}"),
        ("board 14 board 15", "'board 14 board 15': two values for board"),
        ("A board 14 NS B5", "'A board 14 NS B5': two values for section"),
        ("A3 table 4", "'A3 table 4': two values for table"),
        *(
            (text, f"{word!r} is not understood: no section {letters!r}; {SECTIONS_AND_EXAMPLES}")
            for text, word, letters in (
                ("C3", "C3", "C"),
                ("brd 4 NS 1", "brd", "brd"),
                ("A1 R2 B4", "R2", "R"),
                ("section D board 4", "section D", "D"),
            )
        ),
    ],
)
def test_a_name_that_cannot_be_understood_is_refused(text, problem):
    with pytest.raises(UsageError) as caught:
        parse_result_name(text, SECTIONS)
    assert str(caught.value) == problem


PLACE = {"id": 9, "section": 1, "table": 2, "round": 3, "board": 4, "pair_ns": 5, "pair_ew": 6}


@pytest.mark.parametrize("field", ResultName.__struct_fields__)
def test_a_name_fits_results_that_have_all_it_says(field):
    own = {"ns": "pair_ns", "ew": "pair_ew", "pair": "pair_ew"}.get(field, field)
    result = Result(**PLACE)
    assert ResultName(**{field: PLACE[own]}).fits(result)
    assert not ResultName(**{field: 77}).fits(result)


def test_pairs_are_named_as_they_sat():
    """On a traveller the pairs of a result in the wrong direction have changed places."""
    played = {"contract": "1 NT", "declarer": "N", "result": "="}
    result = Result(**PLACE, **played, remarks="Wrong direction")
    fitting = [(ns, ew) for ns in (5, 6) for ew in (5, 6) if ResultName(ns=ns, ew=ew).fits(result)]
    assert fitting == [(6, 5)]
    letters = {1: "B"}.__getitem__
    assert result_name(result, letters) == "B2 round 3 board 4 NS 6"
    assert result_name(Result(**PLACE), letters) == "B2 round 3 board 4 NS 5"
    assert result_name(Result(**PLACE | {"pair_ns": 0}), letters) == "B2 round 3 board 4"

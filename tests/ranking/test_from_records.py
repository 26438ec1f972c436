"""A ranking made again from its records."""

import pytest

from bmconv import records as rec
from bmconv.bridge.scoring_methods import BUTLER
from bmconv.event import Event
from bmconv.ranking.from_records import RecordedFields, ranking_from_records, split_lists
from bmconv.ranking.methods import Method


def test_a_section_without_places_has_the_method_of_a_section_of_its_kind():
    pairs, butler = Method(), Method(BUTLER)
    places = [rec.Ranking(section=section, pair=1) for section in (1, 2)]
    sections = [rec.Section(id=1)] + [rec.Section(id=n, scoring_type=2) for n in (2, 3)]
    fields = RecordedFields(Event([*sections, *places]), places, {1: pairs, 2: butler})
    methods = {n: fields.method(fields.code(n), n).name for n in (1, 2, 3)}
    assert methods == {1: pairs.name, 2: BUTLER, 3: BUTLER}


@pytest.mark.parametrize(
    ("places", "sizes"),
    [
        ("A1 A2 A2 A4", [4]),
        ("NS1 NS2 EW1 EW2", [2, 2]),
        ("NS1 EW2 EW3", [1, 2]),
        ("A1 A2 B1 B2", [2, 2]),
        ("A1 A2 B1 B2 A1", [2, 2, 1]),
        ("A1 B2 A3 B4", [4]),
        ("A1 B1 A3", [3]),
        ("A2 A1", [2]),
        ("A1 B2 B1", [3]),
        ("A1 A0 B1", [2, 1]),
    ],
)
def test_a_new_list_begins_at_another_side_or_a_better_place_of_another_section(places, sizes):
    """`NS1` is place 1 of that side in section A, `B2` place 2 of section B, place 0 none."""
    records = [
        rec.Ranking(
            section=2 if text[0] == "B" else 1,
            direction=text[:-1] if len(text) > 2 else None,
            place=int(text[-1]) or None,
        )
        for text in places.split()
    ]
    assert [len(part) for part in split_lists(records)] == sizes


def published(points: tuple[str, str], **figures: object) -> object:
    """A ranking of another program: two pairs on each side, with points on boards 1 and 2."""
    pairs = [
        rec.Ranking(
            section=1, direction=side, pair=pair, place=pair, boards=2, total=9.0, **figures
        )
        for side in ("NS", "EW")
        for pair in (1, 2)
    ]
    worth = {1: ((3.0, 1.0), (1.0, 3.0)), 2: ((4.0, 0.0), (None, None))}
    results = [
        rec.Result(section=1, board=board, pair_ns=pair, pair_ew=pair, score=10 * pair,
                   **dict(zip(points, worth[board][pair - 1], strict=True)))
        for board in worth
        for pair in (1, 2)
    ]  # fmt: skip
    ranked = ranking_from_records(Event([rec.Section(id=1), *results, *pairs]))
    assert ranked
    return ranked


def test_the_tops_of_another_program_follow_from_the_points_of_both_sides():
    ranked = published(("mp_ns", "mp_ew"), percentage=50.0)
    (field,) = ranked.fields
    assert field.method.name == "matchpoints"
    found = [(play.ns.points, play.ew.points, play.ns.top) for play in field.plays()]
    assert found == [(3, 1, 4), (1, 3, 4), (4, 0, 4), (None, None, 0)]


def test_points_of_another_program_without_percentages_are_imps():
    ranked = published(("imp_ns", "imp_ew"))
    (field,) = ranked.fields
    assert field.method.name == "cross-imps"
    found = [(play.ns.points, play.ew.points) for play in field.plays()]
    assert found == [(3, 1), (1, 3), (4, 0), (None, None)]
    assert [t.points for s in ranked.standings for t in s.tallies] == [9.0] * 4

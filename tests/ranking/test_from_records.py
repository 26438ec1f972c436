"""A ranking made again from its records."""

from bmconv import records as rec
from bmconv.bridge.scoring_methods import BUTLER
from bmconv.event import Event
from bmconv.ranking.from_records import RecordedFields
from bmconv.ranking.methods import Method


def test_a_section_without_places_has_the_method_of_a_section_of_its_kind():
    pairs, butler = Method(), Method(BUTLER)
    places = [rec.Ranking(section=section, pair=1) for section in (1, 2)]
    sections = [rec.Section(id=1)] + [rec.Section(id=n, scoring_type=2) for n in (2, 3)]
    fields = RecordedFields(Event([*sections, *places]), places, {1: pairs, 2: butler})
    methods = {n: fields.method(fields.code(n), n).name for n in (1, 2, 3)}
    assert methods == {1: pairs.name, 2: BUTLER, 3: BUTLER}

"""Nothing is lost silently: what a format does not give back is named by a note or on its page."""

import pytest

from bmconv.records import TYPES
from bmconv.registry import OWN
from bmconv.schema import fields
from tests.tools.losses import SHAPES, WRITTEN, equivalences, lines


@pytest.mark.parametrize("format", WRITTEN)
def test_a_value_that_does_not_come_back_is_noted_or_on_the_page(format):
    lost = lines(format)
    assert not lost, "note it, or add a row below ## Equivalences of its page:\n" + "\n".join(lost)


def test_every_list_and_map_has_values_to_try():
    names = {f.name for kind in TYPES for f in fields(kind) if f.kind == "json"}
    assert names == set(SHAPES)


@pytest.mark.parametrize("format", OWN)
def test_stated_equivalences_are_about_fields_that_exist(format):
    existing = {f"{kind}.{field.attribute}" for kind in TYPES for field in fields(kind)}
    names = [pattern for pattern, _ in equivalences(format) if "*" not in pattern]
    assert [name for name in names if name not in existing] == []

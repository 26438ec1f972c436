"""Changed documents of the Data Connector: what comes back otherwise is noted, or on the page."""

import pytest

from tests.tools.fuzz_dto import DOCUMENTS, PAGE_OF_BWS, Way, hunt, stated


@pytest.mark.parametrize(("kinds", "count"), [(tuple(DOCUMENTS), 400), (("bws",), 60)])
def test_nothing_changes_silently_on_the_way_there_and_back(kinds, count):
    outcomes, silent = hunt(count, 1, kinds)
    assert silent == []
    assert sum(outcomes.values()) == count
    assert min(outcomes["same"], outcomes["noted"]) > count // 5


@pytest.mark.parametrize("kind", [*DOCUMENTS, "bws"])
def test_an_unchanged_document_comes_back_as_it_was(kind):
    way = Way(kind)
    found = way.differences(way.document, way.usual)
    names = {"participations": {"FirstName", "LastName"}, "bws": {"EventGuid"}}
    assert {d.property.partition(".")[2] for d in found} == names.get(kind, set())


@pytest.mark.parametrize("heading", PAGE_OF_BWS)
def test_the_page_states_what_comes_back_otherwise(heading):
    assert stated(heading)

"""What comes back changed from a document of the Data Connector is noted, or on its page."""

import pytest

from tests.tools.fuzz_dto import DOCUMENTS, PAGE_OF_BWS, Way, hunt, stated_changes


@pytest.mark.parametrize(("kinds", "count"), [(tuple(DOCUMENTS), 400), (("bws",), 60)])
def test_nothing_changes_silently_when_a_document_is_read_and_written(kinds, count):
    outcomes, silent = hunt(count, 1, kinds)
    assert silent == []
    assert sum(outcomes.values()) == count
    assert min(outcomes["same"], outcomes["noted"]) > count // 5


@pytest.mark.parametrize("kind", [*DOCUMENTS, "bws"])
def test_an_unchanged_document_comes_back_as_it_was(kind):
    way = Way(kind)
    differences = way.differences(way.document, way.usual)
    names = {"participations": {"FirstName", "LastName"}, "bws": {"EventGuid"}}
    assert {d.property.partition(".")[2] for d in differences} == names.get(kind, set())


@pytest.mark.parametrize("heading", PAGE_OF_BWS)
def test_the_page_lists_what_comes_back_changed(heading):
    assert stated_changes(heading)

"""Settings as a database has them: a complete row for every section."""

import pytest

from bmconv.event import Event
from bmconv.event.section_settings import section_settings
from bmconv.records import Section, Settings

A, B = Section(id=1, letter="A"), Section(id=2, letter="B")
BOTH = Settings(values={"ShowResults": True, "LeadCard": True}, extra={"from": "both"})
OWN = Settings(section=2, values={"LeadCard": False}, extra={"from": "B"})


def rows(*records):
    return [(row.section, row.values, row.extra) for row in section_settings(Event(records))]


def test_a_row_has_what_holds_for_all_sections_and_its_own():
    common = {"ShowResults": True, "LeadCard": True}
    assert rows(A, B, BOTH, OWN) == [
        (1, common, {"from": "both"}),
        (2, {"ShowResults": True, "LeadCard": False}, {"from": "B"}),
    ]
    assert rows(A, B) == []
    assert rows(BOTH) == [(None, common, {"from": "both"})]


@pytest.mark.parametrize("section", [1, 2])
def test_the_first_row_has_the_global_settings_of_the_first_record(section):
    """Guide, Settings: AutoShutDownBPC and GroupSections count in the first row only."""
    first = Settings(section=section, values={"AutoShutDownBPC": True, "LeadCard": True})
    other = Settings(section=3 - section, values={"AutoShutDownBPC": False, "ShowResults": True})
    assert rows(A, B, first, other) == [
        (section, {"AutoShutDownBPC": True, "LeadCard": True}, None),
        (3 - section, {"AutoShutDownBPC": False, "ShowResults": True}, None),
    ]


def test_global_settings_of_a_later_section_go_to_the_first_row_that_is_written():
    first = Settings(section=2, values={"GroupSections": True, "LeadCard": True})
    shared = Settings(values={"ShowResults": True})
    assert rows(A, B, first, shared) == [
        (1, {"ShowResults": True, "GroupSections": True}, None),
        (2, {"ShowResults": True, "GroupSections": True, "LeadCard": True}, None),
    ]

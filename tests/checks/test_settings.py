"""Rules for settings beside other settings, tables and records, each with a sound event."""

import datetime

import pytest

from bmconv import records as rec
from tests.helpers.checking import findings, night, result, seats


def settings(**values):
    return rec.Settings(section=1, values=values)


@pytest.mark.parametrize(
    ("level", "rule", "name", "needed"),
    [
        ("warning", "summary-without-ranking", "BM2GameSummary", "BM2Ranking"),
        ("info", "first-board-manually", "BM2FirstBoardManually", "BM2AutoBoardNumber"),
        ("info", "hand-record-when", "BM2EnterHandRecordWhen", "BM2EnterHandRecord"),
    ],
)
def test_a_setting_that_needs_another_has_no_effect_without_it(level, rule, name, needed):
    assert findings([settings(**{name: 1, needed: 0})]) == [(level, rule, "settings A", "")]
    assert findings([settings(**{name: 1, needed: 1})]) == []
    assert findings([settings(**{name: 0, needed: 0})]) == []
    assert findings([settings(**{name: 1})]) == []  # the control software has its own value


def tables(*groups):
    """Tables of sections A and B in turn, in these groups."""
    sections = [rec.Section(id=n, letter="-AB"[n], winners=1) for n in (1, 2)]
    places = [(1 + n % 2, 1 + n // 2) for n in range(len(groups))]
    return sections + [
        rec.Table(section=section, table=table, group=group)
        for (section, table), group in zip(places, groups, strict=True)
    ]


def test_groups_of_tables_override_group_sections():
    together, apart = settings(GroupSections=True), settings(GroupSections=False)
    assert findings([*tables(1, 2), together]) == [("info", "group-sections", "settings A", "True")]
    assert findings([*tables(1, 1), apart]) == [("info", "group-sections", "settings A", "False")]
    assert findings([*tables(1, 1), together]) == findings([*tables(1, 2), apart]) == []
    assert findings([*tables(0, 0), together]) == findings([*tables(0, 0), apart]) == []
    rows = [together, rec.Settings(section=2, values={"GroupSections": True})]
    assert findings([*tables(1, 2), *rows]) == [("info", "group-sections", "settings A", "True")]


def named(**fields):
    """Names at table 1 before play, and nobody known at table 2."""
    return [
        seat
        for table in (1, 2)
        for seat in seats(table, *"1234", name="Ann" if table == 1 else None, **fields)
    ]


def above_info(records, terminal="bm2"):
    return [finding for finding in findings(records, terminal) if finding[0] != "info"]


def test_names_in_advance_need_no_entry_of_numbers():
    warning = ("warning", "names-and-number-entry", "section A", 4)
    asking = [*night(*named()), settings(MemberNumbers=True)]
    assert warning in above_info(asking)
    assert warning not in above_info([*night(*named()), settings(MemberNumbers=False)])
    assert warning not in above_info([*asking, result()])  # play has begun
    entered = named(time=datetime.datetime(2026, 3, 12, 19, 30))
    assert warning not in above_info([*night(*entered), settings(MemberNumbers=True)])


def test_the_bridgemate_iii_has_its_own_entry_of_numbers():
    warning = ("warning", "names-and-number-entry", "section A", 4)
    asking = [*night(*named()), settings(BM3PlayerNumberEntry=1)]
    assert warning in above_info(asking, "bm3")
    assert warning not in above_info(asking, "bm2")


def test_names_in_advance_come_from_the_scoring_program():
    info = ("info", "name-source", "section A", 0)
    assert info in findings([*night(*named()), settings(BM2NameSource=0)])
    for good in (settings(BM2NameSource=2), settings()):
        assert "name-source" not in {rule for _, rule, *_ in findings([*night(*named()), good])}
    assert findings([*night(), settings(BM2NameSource=0)]) == []
    unnamed = night(*seats(1, *"1234"), *seats(2, *"5678"))
    assert findings([*unnamed, settings(BM2NameSource=0, MemberNumbers=True)]) == []
    no_section = [record for record in named() if record.table == 1]
    assert info in findings([*no_section, settings(BM2NameSource=0)])


HAND = rec.Hand(section=1, board=1)


@pytest.mark.parametrize(
    ("level", "rule", "on"),
    [
        ("warning", "validation-without-hands", ("BM2ValidateRecording", "BM2RecordPlay")),
        ("info", "lead-check-without-hands", ("BM2ValidateLeadCard", "LeadCard")),
    ],
)
def test_cards_are_checked_against_hands(level, rule, on):
    checking = settings(**dict.fromkeys(on, True))
    assert findings(night(checking)) == [(level, rule, "section A", "")]
    assert findings(night(checking, HAND)) == findings(night(checking, rec.Hand(board=1))) == []
    assert findings(night(settings(**{on[0]: True, on[1]: False}))) == []


def test_the_same_wrong_value_is_reported_for_each_setting_that_has_it():
    rows = findings([settings(ShowResults="no", ShowPercentage="no", GroupSections=True)])
    assert [row[2:] for row in rows] == [
        ("settings A ShowResults", "'no'"),
        ("settings A ShowPercentage", "'no'"),
    ]

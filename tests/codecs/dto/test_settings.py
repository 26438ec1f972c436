"""Settings of the terminals in DTOs and in a .bws."""

import json

import pytest

from bmconv import records as rec
from tests.helpers.dto_records import (
    ALL,
    SESSION,
    encode_records,
    init_and_notes,
    only_section,
    round,
    section,
    table,
    through_bws,
    two_sections,
)


def test_settings_go_whole_or_not_at_all():
    moved = [section(), table(), round()]
    document, notes = init_and_notes(*moved, rec.Settings(values=dict(ALL)))
    assert document["Bridgemate2Settings"][0]["BM2PINcode"] == "0000"
    assert document["Bridgemate3Settings"][0]["BMViewPercentages"] == 1
    assert notes == [("repair", "bm3-new")] * 2
    some = {"ShowResults": False, "LeadCard": True}
    document, notes = init_and_notes(*moved, rec.Settings(values=dict(some)))
    assert document["Bridgemate2Settings"] is None
    assert notes == [("loss", "settings-incomplete")]
    _, notes = encode_records(
        [SESSION, *moved, rec.Settings(values=dict(some))], "dto", no_validate=True
    )
    assert [n.place for n in notes if n.code == "settings-incomplete"] == [
        "settings A BM2: no ShowOwnResult and 46 more"
    ]
    document, notes = init_and_notes(*moved, rec.Settings(values=dict(some)), settings="defaults")
    sent = document["Bridgemate2Settings"][0]
    assert (sent["ShowResults"], sent["LeadCard"], sent["AutopoweroffTime"]) == (False, True, 20)
    assert (set(notes), document["Bridgemate3Settings"]) == ({("repair", "setting-default")}, None)


@pytest.mark.parametrize(
    ("values", "note"),
    [
        ({"BM3SleepMode": 121}, ("error", "range")),
        ({"BM3Language": "x"}, ("error", "range")),
        ({"BM2ShowHands": True}, ("loss", "ignored-by-bcs")),
    ],
)
def test_settings_that_cannot_be_sent_or_do_nothing_have_their_note(values, note):
    _, notes = init_and_notes(section(), table(), round(), rec.Settings(values=ALL | values))
    assert note in notes


def test_settings_for_the_whole_event_that_differ_have_their_note():
    rows = [rec.Settings(section=n, values=ALL | {"MaximumResults": n}) for n in (1, 2)]
    assert ("loss", "global-setting") in init_and_notes(*two_sections(1, 1), *rows)[1]


def test_a_setting_is_on_or_off_and_offline_is_said_of_tables():
    values = ALL | {"BM3ConnectionMode": 1, "BM3TDCall": False}
    document, _ = init_and_notes(section(), table(), round(), rec.Settings(values=values))
    assert document["Bridgemate3Settings"][0]["BM3TDCall"] == 0
    assert only_section(document)["Tables"][0]["ConnectionMode"] == 1
    back, _ = through_bws(json.dumps(document).encode())
    settings = next(r for r in back if isinstance(r, rec.Settings))
    assert settings.values == values

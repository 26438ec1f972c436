"""Whole events through the Data Connector's documents: the guide's, a club night, and no loss."""

import datetime
import json
import re
from collections import Counter
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmconv import jet
from bmconv.codecs.dto import KINDS
from bmconv.connector.protocol import ERRORS, error_code
from bmconv.errors import DataError, UsageError
from bmconv.records import EventInfo, Hand, Round, Section, Session, Table
from tests.helpers import club as night
from tests.helpers import vendor
from tests.helpers.coding import codes_and_places, decode_bytes
from tests.helpers.dto_records import encode_records
from tests.helpers.reference import minimal, sample
from tests.helpers.running import ROOT

DAY = datetime.date(2026, 1, 2)
GUID = "0F1E2D3C4B5A69788796A5B4C3D2E1F0"


@cache
def database():
    """The bytes of our club night."""
    return encode_records(night.records(), "bws", evaluation=True)[0]


def club():
    """The records of our club night, made anew for each use, because writers may change them."""
    return decode_bytes(database(), "bws")[0]


def sample_club():
    """The records of the night that another engine wrote."""
    return decode_bytes(sample("samples", "jet", "club.bws"), "bws")[0]


def differences(a, b, path="$"):
    """The paths at which two parsed documents differ."""
    if isinstance(a, dict) and isinstance(b, dict):
        return [d for key in a | b for d in differences(a.get(key), b.get(key), f"{path}.{key}")]
    if isinstance(a, list) and isinstance(b, list) and len(a) == len(b):
        pairs = enumerate(zip(a, b, strict=True))
        return [d for n, (x, y) in pairs for d in differences(x, y, f"{path}[{n}]")]
    return [] if a == b else [path]


@pytest.mark.parametrize("whose", ["ours", "the guide's"])
def test_a_minimal_event_comes_back_as_it_was(whose):
    ours = whose == "ours"
    data = minimal() if ours else sample("samples", "dataconnector", "init-minimal.json")
    records, notes = decode_bytes(data, "dto")
    text, more = encode_records(records, "dto")
    theirs = vendor.parse("InitDTO", json.loads(data))
    assert vendor.parse("InitDTO", json.loads(text)) == theirs
    assert (notes, more) == ([], [])


def test_in_an_envelope_it_gives_the_same_records():
    request = {"Command": 5, "SessionGuid": "", "SerializedData": minimal().decode()}
    assert decode_bytes(json.dumps(request).encode(), "dto") == decode_bytes(minimal(), "dto")


def test_through_a_bws_it_loses_what_the_mapping_says_and_nothing_else():
    records, _ = decode_bytes(minimal(), "dto")
    database, there = encode_records(records, "bws", computer="DESK")
    text, back = encode_records(decode_bytes(database, "bws")[0], "dto")
    before = vendor.parse("InitDTO", json.loads(minimal())).to_dict()
    assert differences(before, json.loads(text)) == [
        "$.Commands", "$.EventGuid", "$.Sessions[0].EventGuid",
    ]  # fmt: skip
    assert json.loads(text)["Commands"] == 3
    assert codes_and_places(there) == [("loss", "record-lost", "event")]
    assert {(note.code, note.what) for note in back} == {
        ("record-lost", "client record{s}"),  # the computer, which only a .bws names
        ("field-lost", "table.computer_id value{s}"),
        ("field-lost", "table.log_on_off value{s}"),
    }


def test_the_page_has_every_note_that_there_is_with_its_level():
    """Those of the code are found by how notes are made."""
    page = (ROOT / "formats" / "dto" / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([^|]+) \| (error|loss|repair) \|", page, re.MULTILINE)
    told = {(level, code) for codes, level in rows for code in codes.split(", ")}
    package = ROOT / "bmconv"
    sources = [*package.glob("codecs/dto/*.py")]
    sources += [package / "connector" / name for name in ("document.py", "properties.py")]
    calls = r"\.(loss|repair|error)\(\s*\"([a-z0-9-]+)\""
    made = {found for path in sources for found in re.findall(calls, path.read_text())}
    made |= {("error", error_code(number)) for number in range(len(ERRORS))}
    made |= {("repair", "guid-form"), ("repair", "odd-guid")}
    made |= {("loss", "field-lost"), ("loss", "penalty-lost")}
    assert told == made


@pytest.mark.parametrize("kind", list(KINDS))
def test_the_vendors_client_parses_all_we_write_without_loss(kind):
    records = [*club(), EventInfo(guid=GUID, club_id="club")]
    if kind == "td-calls":
        records += decode_bytes(json.dumps([TD_CALL]).encode(), "dto")[0][-1:]
    text, _ = encode_records(records, "dto", kind=kind, no_validate=True)
    value = json.loads(text)
    parts = value if isinstance(value, list) else [value]
    for part in parts:
        if kind == "add-session":  # of which the client has only the parts
            assert vendor.parse("SessionDTO", part["Session"]).to_dict() == part["Session"]
        else:
            assert vendor.parse(KINDS[kind].dto, part).to_dict() == part


TD_CALL = {
    "SessionGuid": GUID, "SectionLetters": "A", "TableNumber": 3, "RoundNumber": 2, "Hour": 20,
    "Minute": 15, "Status": 2, "ValidationMessages": None,
}  # fmt: skip


EMPTY = ("odd-letters", "odd-direction", "null-suit", "odd-date", "setting-range")
"""Notes on a DTO in which nothing is filled in."""


@pytest.mark.parametrize("name", [n for n in vendor.VALIDATORS if n != "ContinueDTO"])
def test_what_the_client_serialises_is_read_without_a_note(name):
    value = vendor.parse(name, {"SessionGuid": GUID, "SectionLetters": "A", "Letters": "A"})
    value.session_guid = GUID
    text = json.dumps(value.to_dict()).encode()
    _, notes = decode_bytes(text, "dto", dto=name)
    assert [n for n in notes if n.code not in EMPTY] == []


# The columns of a .bws that documents keep, and those that they lose.
KEPT = {
    "Session": "ID Name Date Time GUID ShowInApp PairsMoveAcrossField EWReturnHome",
    "Section": "ID Letter Tables MissingPair EWMoveBeforePlay Session ScoringType Winners",
    "Tables": "Section Table Group UpdateFromRound",
    "RoundData": "Section Table Round NSPair EWPair LowBoard HighBoard CustomBoards",
    "ReceivedData": "Section Table Round Board PairNS PairEW Declarer NS/EW Contract Result "
    "LeadCard Remarks Erased",
    "PlayerNumbers": "Section Table Direction Round Number Name",
    "PlayerNames": "Name strID",
}
KEPT = {table: columns.split() for table, columns in KEPT.items()}
WHOLE = ("HandRecord", "HandEvaluation", "Settings")
ORDER = {
    "RoundData": ("Section", "Table", "Round"),
    "PlayerNumbers": ("Section", "Table", "Direction"),
    "PlayerNames": ("strID",),
    "HandRecord": ("Section", "Board"),
    "HandEvaluation": ("Section", "Board"),
}


def rows(database, table, columns):
    """Some columns of a table, empty text and null alike."""
    named = [dict(zip(database[table][0], row, strict=True)) for row in database[table][1]]
    named.sort(key=lambda row: tuple(str(row[c]).zfill(20) for c in ORDER.get(table, ())))
    return [tuple(row[c] or None for c in columns) for row in named]


def as_seen_by_jackcess():
    """The sample night's tables as another engine has read them."""
    seen = json.loads(sample("samples", "jet", "club.bws.json"))
    return {t["name"]: ([c["name"] for c in t["columns"]], t["rows"]) for t in seen["tables"]}


def as_written(data):
    """The tables of a database of ours, dates as the other engine writes them."""
    tables = jet.open(data).tables
    return {
        name: ([c.name for c in table.columns], [[_plain(v) for v in row] for row in table.rows()])
        for name, table in tables.items()
    }


def _plain(value):
    if hasattr(value, "isoformat"):
        return value.isoformat("T", "seconds" if value.second else "minutes")
    return value


def test_a_club_night_keeps_every_column_that_the_mapping_keeps():
    init, _ = encode_records(sample_club(), "dto")
    results, notes = encode_records(sample_club(), "dto", kind="results")
    undecided = [note.place for note in notes if note.code == "arbitral"]
    records, read = decode_bytes(init + results, "dto")
    data, _ = encode_records(records, "bws", evaluation=True)
    before, after = as_seen_by_jackcess(), as_written(data)
    assert (undecided, read) == (["result B11 round 9 board 19"], [])
    for table, columns in (KEPT | {t: before[t][0] for t in WHOLE}).items():
        there, back = rows(before, table, columns), rows(after, table, columns)
        if table == "ReceivedData":
            there = [row for row in there if "Arbitral score" not in row]
        if table == "PlayerNames":
            back.remove(("6555829", "6555829"))  # who sits, and has no name: note no-name
        assert back == there, table


def test_a_club_nights_losses_are_all_noted():
    _, event = encode_records(sample_club(), "dto")
    _, results = encode_records(sample_club(), "dto", kind="results")
    lost = Counter(note.what.split()[0] for note in event if note.code == "record-lost")
    assert lost == {"client": 1, "intermediate": 621, "bid": 146, "card": 1404, "result": 688}
    rest = Counter(n.code for n in event if n.code not in ("record-lost", "field-lost"))
    assert rest == {"no-name": 1, "bm3-new": 4, "player-id": 1}
    assert {note.what.split()[0] for note in event if note.code == "field-lost"} == {
        "session.status", "table.computer_id", "table.status", "table.log_on_off", "seat.time",
    }  # fmt: skip
    assert Counter(note.code for note in results) == {
        "timestamps": 687, "erased-contract": 20, "arbitral": 1, "no-result": 621,
    }  # fmt: skip


def test_documents_of_all_kinds_say_their_command_and_session_in_an_envelope():
    commands = {}
    for kind in KINDS:
        if kind not in ("td-calls", "add-session"):
            text, _ = encode_records(
                club(), "dto", kind=kind, envelope=True, club_id="c", licence_key="k"
            )
            lines = [json.loads(line) for line in text.splitlines()]
            assert {(line["ClubId"], line["LicenceKey"]) for line in lines} == {("c", "k")}
            commands[kind] = [(line["Command"], line["SessionGuid"]) for line in lines]
    session = "0" * 31 + "D"
    assert commands == {
        "init": [(5, "")], "results": [(10, session)], "players": [(11, session)],
        "participations": [(12, session)], "hands": [(13, session)], "bm2": [(14, session)],
        "bm3": [(15, session)], "section-update": [(6, session)] * 2,
        "scoring-groups": [(8, session)],
    }  # fmt: skip
    added, _ = encode_records(
        [*club(), EventInfo(guid=GUID)], "dto", kind="add-session", envelope=True
    )
    assert (json.loads(added)["Command"], json.loads(added)["SessionGuid"]) == (7, GUID)


def test_several_sessions_get_an_event_guid_and_groups_with_numbers_of_their_own():
    records = two_sessions()
    text, notes = encode_records(records, "dto")
    init = json.loads(text)
    assert len({s["EventGuid"] for s in init["Sessions"]} | {init["EventGuid"]}) == 1
    groups = [g["ScoringGroupNumber"] for s in init["Sessions"] for g in s["ScoringGroups"]]
    assert groups == [1, 2]
    assert [n.code for n in notes] == ["group-split", "guid-new"]
    results = encode_records(records, "dto", kind="scoring-groups", envelope=True)[0]
    assert [json.loads(line)["SessionGuid"] for line in results.splitlines()] == [
        "A" * 32,
        "B" * 32,
    ]


def two_sessions():
    """Two sections of two sessions, with one group number for both."""
    records = []
    for id, name in ((1, "A"), (2, "B")):
        day = decode_bytes(minimal(), "dto")[0][1].date
        records += [
            Session(id=id, name=f"Session {id}", guid=name * 32, date=day),
            Section(id=id, letter=name, session=id, winners=1, scoring_type=1),
            Table(section=id, table=1, group=1),
            Round(section=id, table=1, round=1, ns_pair=1, ew_pair=2, low_board=1, high_board=2),
        ]
    return records


def test_a_new_session_has_the_same_guid_whatever_its_results():
    once, _ = encode_records(moved(), "dto", date="2026-01-02", winners=1)
    again, _ = encode_records([*moved(), Hand(board=1)], "dto", date="2026-01-02", winners=1)
    other, _ = encode_records(moved(), "dto", date="2026-01-03", winners=1)
    guids = [json.loads(text)["Sessions"][0]["SessionGuid"] for text in (once, again, other)]
    assert guids[0] == guids[1] != guids[2]


def test_one_guid_is_not_given_to_several_sessions():
    with pytest.raises(UsageError, match="session_guid: the input has several sessions"):
        encode_records(two_sessions(), "dto", session_guid=GUID)


def test_a_session_with_an_invalid_guid_gets_another_only_in_a_new_event():
    session = Session(id=1, guid="ours", name="Friday", date=DAY)
    text, notes = encode_records([session, *moved()], "dto", winners=1)
    guid = json.loads(text)["Sessions"][0]["SessionGuid"]
    assert re.fullmatch("[0-9A-F]{32}", guid)
    assert ("guid-new", f"session 1: {guid}") in [(n.code, n.place) for n in notes]
    with pytest.raises(DataError, match="session 1 has no guid; give that of the running event"):
        encode_records([session, *moved()], "dto", kind="section-update", winners=1)


def test_a_session_by_itself_names_its_event():
    session = json.loads(minimal())["Sessions"][0]
    for guid, event in ((GUID, [EventInfo(guid=GUID)]), (None, [])):
        records, notes = decode_bytes(json.dumps(session | {"EventGuid": guid}).encode(), "dto")
        assert (records[: len(event)], notes) == (event, [])
        assert isinstance(records[len(event)], Session)


def moved():
    """A movement and nothing else, as BMInput.txt has it."""
    return [
        Section(id=1, letter="A"),
        Table(section=1, table=1),
        Round(section=1, table=1, round=1, ns_pair=1, ew_pair=2, low_board=1, high_board=2),
    ]


def test_what_a_movement_lacks_is_asked_for_by_name(bmpftp):
    records, _ = decode_bytes((bmpftp / "BMInput.txt").read_bytes(), "bminput")
    with pytest.raises(DataError, match="nothing to write"):
        encode_records(records, "dto")
    with pytest.raises(DataError, match="session_guid"):
        encode_records(moved(), "dto", kind="section-update")
    with pytest.raises(DataError, match="event_guid"):
        encode_records(moved(), "dto", kind="add-session", date="2026-01-02")
    options = {"date": "2026-01-02", "time": "19:30", "session_name": "Friday", "method": 30}
    text, notes = encode_records(records, "dto", **options, session_guid="{" + GUID.lower() + "}")
    session = json.loads(text)["Sessions"][0]
    said = [session[n] for n in ("Name", "Year", "Month", "Day", "Hour", "Minute", "SessionGuid")]
    assert said == ["Friday", 2026, 1, 2, 19, 30, GUID]
    assert session["ScoringGroups"][0]["ScoringMethod"] == 30
    assert "guid-new" not in {note.code for note in notes}


@pytest.mark.parametrize(
    ("option", "value"),
    [("date", "2.1.2026"), ("time", "x"), ("winners", 3), ("method", 11), ("session_guid", "12")],
)
def test_an_invalid_value_of_an_option_is_refused(option, value):
    with pytest.raises(UsageError, match="expected"):
        encode_records(moved(), "dto", **{option: value})


def test_json_in_another_character_set_is_refused():
    for code in (encode_records, decode_bytes):
        with pytest.raises(UsageError, match="encoding=cp1252: Data Connector JSON is UTF-8"):
            code(moved() if code is encode_records else minimal(), "dto", encoding="cp1252")
    assert decode_bytes(minimal(), "dto", encoding="utf-8") == decode_bytes(minimal(), "dto")


def test_a_session_is_added_to_a_known_event_and_by_itself():
    for records, message in (
        (
            moved(),
            "the guid of the event to add the session to is unknown; give it with event_guid",
        ),
        ([EventInfo(guid=GUID), *two_sessions()], "2 sessions; expected one"),
    ):
        with pytest.raises(DataError, match=message):
            encode_records(records, "dto", kind="add-session", date="2026-01-02")


def test_what_the_service_would_reject_is_not_written():
    records = [*moved(), Session(id=1, name="x", guid=GUID)]
    records[1] = Table(section=1, table=0)
    records[2] = Round(section=1, table=0, round=1, ns_pair=1, ew_pair=2)
    with pytest.raises(DataError, match=r"TA3 \$\.Sessions\[0\].*\(and 1 more\)"):
        encode_records(records, "dto", date="2026-01-02")
    text, _ = encode_records(records, "dto", date="2026-01-02", no_validate=True)
    assert json.loads(text)["Sessions"][0]["SessionGuid"] == GUID


@pytest.mark.parametrize(
    ("event", "options", "commands"),
    [
        ([], {}, 1),
        ([], {"reset": True}, 3),
        ([], {"read": True, "clear": True}, 133),
        ([], {"clear": True}, 129),
        ([EventInfo(commands=135)], {}, 135),
        ([EventInfo(commands=5)], {"reset": True}, 7),
        ([EventInfo(commands=0)], {}, 0),
    ],
)
def test_nothing_is_reset_or_cleared_that_nobody_asked_for(event, options, commands):
    words = {"date": "2026-01-02", "winners": 1, "reset": False, **options}
    text, notes = encode_records([*event, *moved()], "dto", **words)
    assert json.loads(text)["Commands"] == commands
    assert ("no-reset" in [n.code for n in notes]) == (not event and not commands & 2)


@given(st.data())
def test_any_init_document_of_one_session_comes_back_through_records(data):
    """Numbers and texts at random in the shape of the guide's event, parsed by the client."""
    init = json.loads(minimal())
    session = init["Sessions"][0]
    numbers = st.integers(0, 300)
    words = (
        st.text(st.characters(codec="utf-8"), min_size=1, max_size=8).map(str.strip).filter(bool)
    )
    session |= {"Name": data.draw(words), "Hour": data.draw(st.integers(0, 23)), "Minute": 7}
    init["Commands"] = data.draw(st.integers(0, 255))
    group = session["ScoringGroups"][0]
    group |= {"Name": data.draw(st.none() | words), "ScoringMethod": data.draw(METHODS)}
    section = group["Sections"][0]
    section |= {
        "Name": data.draw(st.none() | words), "Winners": 2, "KeepBridgematesAlive": True,
        "MissingPair": data.draw(st.integers(-9, 9)), "GameType": data.draw(GAMES),
    }  # fmt: skip
    for table in section["Tables"]:
        table |= {"ConnectionMode": data.draw(st.integers(0, 1))}
        for round in table["Rounds"]:
            round |= {name: data.draw(numbers) for name in ("TeamNS", "TeamEW", "PairNS", "PairEW")}
            if not (round["PairNS"] and round["PairEW"]):
                round |= {"LowBoardNumber": 0, "HighBoardNumber": 0}
            if data.draw(st.booleans()):
                round |= {"MatesTableSectionLetters": "AA", "MatesTableTableNumber": 4}
                round |= {"MatesTableRoundNumber": data.draw(numbers)}
    before = vendor.parse("InitDTO", init).to_dict()
    records, _ = decode_bytes(json.dumps(init).encode(), "dto")
    text, _ = encode_records(records, "dto", no_validate=True, reset=False)
    assert differences(before, json.loads(text)) == []


METHODS = st.sampled_from([10, 20, 21, 22, 25, 26, 27, 30, 31, 35, 36, 40, 50, 51, 60, 70])
GAMES = st.sampled_from([10, 20, 30])

"""Documents: what is read, with which notes, and the errors of bad JSON."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmconv.connector.document import documents
from bmconv.connector.properties import closest_dto
from bmconv.connector.schema import DTOS, json_schema
from bmconv.errors import BadInput
from bmconv.io.source import from_bytes
from bmconv.notes import Notes
from tests.helpers import vendor
from tests.helpers.dtos import BM2, BM3, GUID, INIT, RESULT, SESSION, with_changes
from tests.helpers.reference import cases


def read(text, dto=""):
    """The documents of some bytes and the codes of the notes."""
    made = []
    notes = Notes(made.append)
    data = text if isinstance(text, bytes) else json.dumps(text).encode()
    found = list(documents(from_bytes(data, "file"), notes, dto))
    return found, [(note.level, note.code, note.place) for note in made]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b'[{"EventGuid":"a","EventGuid":"b"}]',
         "file: $[0].EventGuid: the key 'EventGuid' appears twice"),
        (b'{"Sessions":[{"Name":"a" , "Name" :"b"}]}',
         "$.Sessions[0].Name: the key 'Name' appears twice"),
        (b'{"Sessions":[{"Name":"a: b", "Name":"b"}]}',
         "$.Sessions[0].Name: the key 'Name' appears twice"),
        (b'{"a\\":":1, "Name":"a", "Name":"b"}', "file: $.Name: the key 'Name' appears twice"),
        (b'{"Commands":NaN}', "file: $.Commands: not JSON: invalid character"),
        (b'{"Commands":-Infinity}', "file: $.Commands: not JSON"),
        (b'{"Commands":1e999}', "file: $.Commands: Number out of range"),
        (b'{"Commands":' + b"9" * 5000 + b"}", "file: $.Commands: Integer value out of range"),
        (b'{"Commands":2147483648}', "file: $.Commands: Expected int <= 2147483647"),
        (b'{"Commands":"7"}', "file: $.Commands: Expected int, got str"),
        (b'{"Commands":7.0}', "file: $.Commands: Expected int, got float"),
        (b'{"Commands":null}', "file: $.Commands: Expected int, got null"),
        (b'{"Commands":7,}', "file: $.Commands: not JSON: trailing comma in object"),
        (b'{"Commands":7 // no\n}', "file: $.Commands: not JSON"),
        (b'{"EventGuid":"\\ud83d"}', "file: $.EventGuid: half of a surrogate pair"),
        (b'{"EventGuid":"\\udc00"}', "file: $.EventGuid: half of a surrogate pair"),
        (b'{"Sessions":[{"a\\ud83d":1}]}', "$.Sessions[0].a\\ud83d: half of a surrogate pair"),
        (b'{"EventGuid":"\xff"}', "file: $.EventGuid: a byte that is not UTF-8"),
        (b'{"EventGuid":"a', "file: $.EventGuid: not JSON"),
        (b"[" * 100_000, "more than 64 levels deep"),
        (b'{"Sessions":' * 50_000, "more than 64 levels deep"),
        (b'[{"BM3AudioVolume":256}]', "file: $[0].BM3AudioVolume: Expected int <= 255"),
        (b"[]", "file: $: an empty array; expected a DTO; name the type with dto=NAME"),
        (b"{}", "file: $: an object without properties"),
        (b'{"commands":1,"sessions":[]}',
         "file: $: no DTO has the properties commands, sessions; expected properties such as"),
        (b'"text"', "file: $: a JSON string; expected a DTO"),
        (b'[{"Command":4,"SerializedData":""}]',
         "file: $: an array of ScoringProgramRequest; expected one per line"),
        (b'{"Command":10,"SerializedData":""}',
         "file SerializedData: $: nothing; expected an array of ResultDTO"),
        (b'{"Command":10,"SerializedData":"{}"}',
         "file SerializedData: $: an object; expected an array of ResultDTO"),
        (b'{"Command":5,"SerializedData":"[{}]"}',
         "file SerializedData: $: an array; expected one InitDTO"),
        (b'{"Command":31,"SerializedData":"[{\\"Commands\\":1}]"}',
         "file SerializedData: $: an array; expected one ContinueDTO"),
        (b'{"Command":5,"SerializedData":"7"}',
         "file SerializedData: $: a JSON number; expected one InitDTO"),
        (
            b'{"Command":10,"SerializedData":"[{\\"Level\\":\\"4\\"}]"}',
            "file SerializedData: $[0].Level: Expected int",
        ),
    ],
)  # fmt: skip
def test_bad_json_is_told_with_its_path_in_one_line(text, message):
    with pytest.raises(BadInput) as caught:
        read(text)
    assert message in str(caught.value)
    assert "\n" not in str(caught.value)
    assert len(str(caught.value)) < 300


def test_a_line_without_end_does_not_fill_the_memory():
    with pytest.raises(BadInput, match="more than 32 MB"):
        read(b'{"EventGuid":"' + b"a" * (33 << 20))
    with pytest.raises(BadInput, match="more than 500000 objects"):
        read(b"[" + b"{}," * 1_000_000 + b"{}]")
    with pytest.raises(BadInput, match="more than 32 MB"):
        read(b"[\n" + (b" " * 999 + b"1,\n") * 40_000)


def test_after_a_thousand_lines_without_a_document_a_source_is_refused():
    bad, good = b'{"Colour":"red"}\n', json.dumps(RESULT).encode() + b"\n"
    with pytest.raises(BadInput, match="file:1: "):
        read(bad * 1000 + good)
    found, notes = read(bad * 999 + good)
    assert ([d.place for d in found], len(notes)) == (["file:1000"], 999)
    found, notes = read(good + bad * 1500 + good)
    assert ([d.place for d in found], len(notes)) == (["file:1", "file:1502"], 1500)
    assert {code for _, code, _ in notes} == {"bad-document"}


def test_texts_may_be_one_a_line_or_one_over_all_lines():
    lines = (
        b"\xef\xbb\xbf" + json.dumps(RESULT).encode() + b"\r\n\r\n" + json.dumps([RESULT]).encode()
    )
    assert [(d.place, d.kind, len(d.items), d.array) for d in read(lines)[0]] == [
        ("file:1", "ResultDTO", 1, False),
        ("file:3", "ResultDTO", 1, True),
    ]
    assert [d.kind for d in read(json.dumps(INIT, indent=2).encode())[0]] == ["InitDTO"]


def test_every_case_of_the_reference_shows_which_dto_it_is():
    assert [c["dto"] for c in cases() if closest_dto(c["payload"]) != c["dto"]] == []


@given(
    st.lists(st.sets(st.sampled_from(sorted(RESULT))), min_size=1, max_size=4),
    st.sampled_from(["", "ResultDTO", "TdCallDTO"]),
    st.sampled_from(["", "BoardNumber", "Unknown"]),
)
def test_an_array_is_read_alike_the_quick_way_and_the_slow_way(left_out, dto, again):
    rows = [json.dumps({k: v for k, v in RESULT.items() if k not in less}) for less in left_out]
    if again:
        rows[-1] = rows[-1].replace("{", f'{{"{again}": 1, ')
    text = f"[{','.join(rows)}]"
    slow = outcome(" " * 64 + text, dto)
    assert outcome(text, dto) == slow


def test_objects_that_look_like_different_dtos_are_refused():
    rows = [{"PairEastWest": 0}, {"IsDeleted": False, "ValidationMessages": None}]
    with pytest.raises(BadInput, match="ResultDTO by its properties; expected ScoringGroupDTO"):
        read(rows)


def outcome(text, dto):
    """What reading gives: the DTOs and notes, or the message."""
    try:
        (document,), codes = read(text.encode(), dto)
    except BadInput as error:
        return str(error)
    return document.kind, document.array, [_encoded(item) for item in document.items], codes


def _encoded(item):
    from msgspec import json as fast

    return fast.encode(item)


def test_a_key_twice_is_found_among_many_objects():
    whole = RESULT | {"IsDeleted": False, "ValidationMessages": None}
    rows = [json.dumps(whole | {"BoardNumber": n}) for n in range(1, 50)]
    twice = rows[7].replace('"Stake": 1', '"Stake": 1, "Stake": 2')
    less = rows[9].replace('"Stake": 1, ', "")
    text = "[" + ",".join([*rows[:7], twice, rows[8], less, *rows[10:]]) + "]"
    with pytest.raises(BadInput, match=r"\$\[7\]\.Stake: the key 'Stake' appears twice"):
        read(text.encode())


@pytest.mark.parametrize(
    ("dto", "value", "guide", "wire"),
    [
        ("SessionDTO", SESSION, "PairsMoveAcrossField", "PairsMoveAccrossField"),
        ("Bridgemate2SettingsDTO", BM2, "MemberNumber", "MemberNumbers"),
        ("Bridgemate2SettingsDTO", BM2, "Intermediate results", "IntermediateResults"),
        ("Bridgemate2SettingsDTO", BM2, "BM2EnterHandrecord", "BM2EnterHandRecord"),
    ],
)  # fmt: skip
def test_the_guides_spelling_is_read_with_a_note(dto, value, guide, wire):
    found, notes = read(with_changes(value, **{guide: True}), dto)
    assert getattr(found[0].items[0], wire) is True
    assert notes[0] == ("repair", "guide-spelling", f"file: $.{guide}")
    assert {code for _, code, _ in notes[1:]} <= {"settings-missing"}


def test_the_guides_spelling_of_bm3_settings_is_read():
    guide = {"BM3ScoreColumn": 1, "BM3ViewPercentages": 1, "Bm3ViewResults": 2}
    found, notes = read(
        with_changes(BM3, **guide) | {"BM3PinCode": "9999"}, "Bridgemate3SettingsDTO"
    )
    dto = found[0].items[0]
    assert (dto.BM3ScoreColum, dto.BMViewPercentages, dto.BM3ViewResults) == (1, 1, 2)
    assert dto.BM3PINcode == "0123"  # the wire spelling is there, so the other is none
    assert [code for _, code, _ in notes] == [
        *["guide-spelling"] * 3, "unknown-property", "settings-missing",
    ]  # fmt: skip


def test_unknown_properties_are_noted_and_former_ones_only_with_a_value():
    _, notes = read(with_changes(RESULT, EventQueueId=0, Colour="red"))
    assert notes == [("loss", "unknown-property", "file: $.Colour")]
    _, notes = read(with_changes(RESULT, EventQueueId=12))
    assert notes == [("loss", "unknown-property", "file: $.EventQueueId")]


def hints(value, dto, **words):
    """The hints of the notes about a document."""
    made = []
    source = from_bytes(json.dumps(value).encode(), "file")
    found = list(documents(source, Notes(made.append), dto, **words))
    return found[0].items[0], [str(note.hint) for note in made if note.code == "unknown-property"]


def test_a_near_miss_is_ignored_with_the_name_that_was_meant():
    _, said = hints(with_changes(RESULT, boardNumber=3, Colour="red"), "ResultDTO")
    assert said == ["the clients write BoardNumber", ""]


def test_read_as_the_service_does_only_the_clients_spelling_counts():
    pin = with_changes(BM3, BM3PinCode="9999")
    del pin["BM3PINcode"]
    dto, said = hints(pin, "Bridgemate3SettingsDTO", exact=True)
    assert (dto.BM3PINcode, said) == (None, ["the clients write BM3PINcode"])
    assert hints(pin, "Bridgemate3SettingsDTO")[0].BM3PINcode == "9999"


@pytest.mark.parametrize(
    ("number", "auto", "by_hand"), [(0, False, False), (1, True, False), (2, True, True)]
)
def test_the_guides_number_for_automatic_boards_is_read(number, auto, by_hand):
    """Guide: NoAutoBoardNumber, AutoBoardNumber, FirstBoardManually; the clients have a boolean."""
    value = with_changes(BM2, BM2AutoBoardNumber=number)
    found, notes = read([value], "Bridgemate2SettingsDTO")
    dto = found[0].items[0]
    assert (dto.BM2AutoBoardNumber, dto.BM2FirstBoardManually) == (auto, by_hand)
    assert [code for _, code, _ in notes] == ["guide-number", "settings-missing"]
    with pytest.raises(BadInput, match=r"BM2AutoBoardNumber: Expected bool, got int"):
        hints(value, "Bridgemate2SettingsDTO", exact=True)


@pytest.mark.parametrize("array", [False, True])
def test_settings_that_are_not_given_are_noted(array):
    """The guide: When used all settings must be provided. The service reads 0 and false."""
    few = {"SessionGuid": GUID, "SectionLetters": "A", "BM2PINcode": "0000", "LeadCard": True}
    _, notes = read([few] if array else few, "Bridgemate2SettingsDTO")
    at = "[0]" if array else ""
    assert notes == [("repair", "settings-missing", f"file: ${at}: AutoShutDownBPC and 46 more")]
    whole = vendor.parse("Bridgemate2SettingsDTO", few).to_dict()
    assert read([whole] if array else whole, "Bridgemate2SettingsDTO")[1] == []
    init = with_changes(INIT, Bridgemate2Settings=[few])
    assert [code for _, code, _ in read(init)[1]] == ["settings-missing"]


def test_what_is_inside_an_envelope_is_known_by_command_or_type_of_data():
    inside = json.dumps([RESULT])
    sent, _ = read({"Command": 10, "SerializedData": inside})
    answered, _ = read({"RequestCommand": 19, "DataType": 12, "SerializedData": inside})
    movements, _ = read({"RequestCommand": 33, "DataType": 16, "SerializedData": "[]"})
    assert [(d[0].kind, len(d[0].items)) for d in (sent, answered, movements)] == [
        ("ResultDTO", 1), ("ResultDTO", 1), ("SectionDTO", 0),
    ]  # fmt: skip


def test_serialized_data_as_an_object_is_read_with_a_note():
    found, notes = read({"Command": 5, "SessionGuid": "", "SerializedData": INIT})
    assert found[0].items[0].Sessions[0].SessionGuid == GUID
    assert notes == [("repair", "nested-object", "file")]


@pytest.mark.parametrize("joint", [", ", ",\n"])
def test_a_document_over_the_limit_is_refused_and_the_limit_named(joint):
    one = json.dumps(RESULT)
    many = (1 << 25) // len(one) + 1
    data = f"[{joint.join([one] * many)}]".encode()
    with pytest.raises(BadInput, match=r"file: a document of more than 32 MB; expected at most 32"):
        read(data)


def test_text_that_is_no_json_in_an_envelope_is_a_message():
    found, _ = read({"RequestCommand": 3, "DataType": 4, "SerializedData": "the pipe is broken"})
    assert (found[0].kind, found[0].value) == ("", "the pipe is broken")


def test_classes_have_the_properties_and_defaults_of_the_reference(shared):
    known = json.loads((shared / "reference" / "dto_schema.json").read_text())["dtos"]
    ours = {name: list(cls.__struct_fields__) for name, cls in DTOS.items()}
    theirs = {
        name: [p["name"] for p in properties if p["since"] != "S"]
        for name, properties in known.items()
    }
    assert {n: sorted(p) for n, p in ours.items()} == {n: sorted(p) for n, p in theirs.items()}


@pytest.mark.parametrize("name", [n for n in vendor.VALIDATORS if n != "ContinueDTO"])
def test_properties_are_in_the_order_of_the_vendors_client(name):
    anywhere = ("SessionGuid", "SectionLetters", "ValidationMessages")
    theirs = [n for n in vendor.parse(name, {}).to_dict() if n not in anywhere]
    assert [n for n in DTOS[name].__struct_fields__ if n not in anywhere] == theirs


@pytest.mark.parametrize("name", list(DTOS))
def test_there_is_a_json_schema_for_every_dto(name):
    schema = json_schema(name)
    assert set(schema["$defs"][name]["properties"]) == set(DTOS[name].__struct_fields__)

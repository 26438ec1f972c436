"""The stand-in for the Data Connector: whatever it is sent, it answers or refuses."""

import json
import random

import pytest

from bmconv.connector.protocol import COMMANDS, DATA_TYPES, ERRORS
from bmconv.connector.standin import StandIn
from bmconv.errors import BadInput
from tests.bws.simulation.test_serve import GUID, SETTINGS, dto
from tests.helpers.dtos import HAND, SEAT, changed
from tests.helpers.simulated_event import event

PIECES = (
    *('""', '"A"', "0", "1", "-1", "99", "null", "[]", "{}", "[{}]", "[1]", "true", "", "{", "x"),
    *('{"SessionGuid":"' + GUID + '"}', '[{"SessionGuid":"' + GUID + '","SectionLetters":"A"}]'),
    *('{"Command":2}', '{"EventGuid":"' + GUID + '","Commands":1}'),
)


def ask(service: StandIn, command: object, data: object, guid: object = GUID) -> dict:
    body = {"Command": command, "SessionGuid": guid, "SerializedData": data}
    answer = service.answer(json.dumps(body).encode())
    return {name: getattr(answer, name) for name in answer.__struct_fields__}


@pytest.fixture
def service() -> StandIn:
    made = StandIn()
    init = json.dumps(dto(event(settings=SETTINGS)))
    assert ask(made, COMMANDS["InitializeEvent"], init, "")["DataType"] == 1
    return made


def test_every_answer_is_of_a_known_type_and_repeats_command_and_session(service):
    dice = random.Random(4)
    init = json.dumps(dto(event(settings=SETTINGS)))
    for _ in range(3000):
        command = dice.choice([*COMMANDS.values(), 0, 2, 9, 16, 40, 77])
        data = dice.choice(PIECES)
        if dice.random() < 0.2:
            at = dice.randrange(len(init))
            data = init[:at] + dice.choice(("", '"', "0", "null,")) + init[at + 1 :]
        guid = dice.choice((GUID, "", None, "B" * 32))
        answer = ask(service, command, data, guid)
        assert answer["RequestCommand"] == command
        assert answer["SessionGuid"] == guid
        assert (answer["DataType"] == DATA_TYPES.index("Error")) == (answer["ErrorType"] != 0)
        assert 0 <= answer["ErrorType"] < len(ERRORS)
        if answer["SerializedData"] or command == COMMANDS["Ping"]:
            json.loads(answer["SerializedData"])


def test_an_answer_that_is_ok_has_no_text(service):
    """Guide, data types, 1 OK: no serialized data is included in the response."""
    answer = ask(service, COMMANDS["ManageBCS"], json.dumps({"Command": 1}))
    assert (answer["DataType"], answer["SerializedData"]) == (1, "")


def test_hands_of_an_unknown_scoring_group_are_refused(service):
    """Guide, PutHandrecords: the handrecords must have a valid scoringgroup id."""
    for group, error in ((1, "None"), (7, "EntryUnknown")):
        hand = changed(HAND, SessionGuid=GUID, ScoringGroupNumber=group)
        answer = ask(service, COMMANDS["PutHandrecords"], json.dumps([hand]))
        assert ERRORS[answer["ErrorType"]] == error


def test_a_seat_of_a_later_round_needs_explicit_participations(service):
    for number, error in ((1, "None"), (2, "Validation")):
        seat = changed(SEAT, SessionGuid=GUID, RoundNumber=number, PlayerNumber="2001")
        answer = ask(service, COMMANDS["PutParticipations"], json.dumps([seat]))
        assert ERRORS[answer["ErrorType"]] == error


def test_an_event_that_continues_may_clear_the_queues(service):
    """Guide, ContinueDTO, 128: instructs the Data Connector to clear all data."""
    new = COMMANDS["PollQueueForNewResults"]
    for commands, left in ((1, 1), (129, 0)):
        service.add(GUID, "Results", [{"BoardNumber": 1}] if commands == 1 else [])
        document = json.dumps({"EventGuid": GUID, "Commands": commands})
        assert ask(service, COMMANDS["ContinueEvent"], document, "")["DataType"] == 1
        assert len(json.loads(ask(service, new, "")["SerializedData"])) == left


@pytest.mark.parametrize("data", [{"a": 1}, [], 7, True])
def test_data_that_is_not_text_is_the_wrong_type(service, data):
    answer = ask(service, COMMANDS["PutResults"], data)
    assert ERRORS[answer["ErrorType"]] in ("WrongDataType", "NoData")


@pytest.mark.parametrize("body", [b"", b"x", b"[]", b"7", b'{"a":1}', b'{"Command":"x"}', b"\xff"])
def test_what_is_not_a_request_is_refused(service, body):
    with pytest.raises(BadInput):
        service.answer(body)


def test_accepting_without_an_item_is_no_data(service):
    """Guide, error 2: the command requires data to be sent with it, but there is none."""
    answer = ask(service, COMMANDS["AcceptResultQueueItems"], "")
    assert ERRORS[answer["ErrorType"]] == "NoData"


def test_the_stand_in_reads_only_the_names_that_the_clients_write(service):
    """A program that passes here must not fail there, where BM3PinCode is ignored."""
    place = {"SessionGuid": GUID, "SectionLetters": "A", "BM3ScreenBrightness": 6}
    for name, error in (("BM3PINcode", "None"), ("BM3PinCode", "Validation")):
        settings = json.dumps([place | {name: "1234"}])
        answer = ask(service, COMMANDS["PutBridgemate3Settings"], settings)
        assert ERRORS[answer["ErrorType"]] == error


def test_queues_give_what_is_new_until_it_is_accepted(service):
    first, second = ({"BoardNumber": n} for n in (1, 2))
    service.add(GUID, "Results", [first])
    new, accept = COMMANDS["PollQueueForNewResults"], COMMANDS["AcceptResultQueueItems"]
    for _ in range(2):
        answer = ask(service, new, "")
        assert json.loads(answer["SerializedData"]) == [first]
    service.add(GUID, "Results", [second])
    assert ask(service, accept, str(answer["LastQueueItemId"]))["DataType"] == 1
    assert json.loads(ask(service, new, "")["SerializedData"]) == [second]
    every = ask(service, COMMANDS["PollQueueForAllResults"], "")
    assert json.loads(every["SerializedData"]) == [first, second]
    assert json.loads(ask(service, COMMANDS["PollQueueForNewTdCalls"], "")["SerializedData"]) == []


@pytest.mark.parametrize(("name", "answered"), [("Oaks", "Oaks"), (None, "")])
def test_a_session_is_described_with_its_sections(name, answered):
    service = StandIn()
    records = event(tables=3)
    records[1].name = name
    assert ask(service, COMMANDS["InitializeEvent"], json.dumps(dto(records)), "")["DataType"] == 1
    answer = ask(service, COMMANDS["ManageBCS"], json.dumps({"Command": 2}))
    assert json.loads(answer["SerializedData"])["SessionInformation"] == [
        {
            "EventGuid": GUID,
            "SessionGuid": GUID,
            "SessionName": "Thursday",
            "SessionDateTime": "2026-11-19T00:00:00",
            "HasBeenProcessed": False,
            "Sections": [
                {
                    "SectionName": answered,
                    "SectionLetters": "A",
                    "ScoringGroupNumber": 1,
                    "NumberOfTables": 3,
                }
            ],
        }
    ]

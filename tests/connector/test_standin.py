"""The stand-in for the Data Connector: whatever it is sent, it answers or refuses."""

import json
import random

import pytest

from bmconv.connector.protocol import COMMANDS, DATA_TYPES, ERRORS
from bmconv.connector.standin import StandIn
from bmconv.errors import BadInput
from tests.bws.simulation.test_serve import GUID, SETTINGS, dto
from tests.helpers import full_dtos as full
from tests.helpers.dtos import HAND, SEAT, with_changes
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
        hand = with_changes(HAND, SessionGuid=GUID, ScoringGroupNumber=group)
        answer = ask(service, COMMANDS["PutHandrecords"], json.dumps([hand]))
        assert ERRORS[answer["ErrorType"]] == error


def test_a_seat_of_a_later_round_needs_explicit_participations(service):
    for number, error in ((1, "None"), (2, "Validation")):
        seat = with_changes(SEAT, SessionGuid=GUID, RoundNumber=number, PlayerNumber="2001")
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


def error_of(service: StandIn, command: str, value: object, guid: str = "") -> str:
    """The name of the error that answers a document; None if it is accepted."""
    return ERRORS[ask(service, COMMANDS[command], json.dumps(value), guid)["ErrorType"]]


def two_sessions() -> StandIn:
    """A service with an event of two sessions: sections A to D, and E and F."""
    service = StandIn()
    assert error_of(service, "InitializeEvent", full.init()) == "None"
    return service


def information(service: StandIn, command: int) -> dict:
    answer = ask(service, COMMANDS["ManageBCS"], json.dumps({"Command": command}), "")
    return json.loads(answer["SerializedData"])


def guids(service: StandIn, command: int) -> list[str]:
    return [s["SessionGuid"] for s in information(service, command)["SessionInformation"]]


def test_only_the_event_that_was_started_last_is_running():
    """Guide, BCSManagementRequestDTO: 2 is the current event, 8 all events of the file."""
    service = two_sessions()
    assert error_of(service, "InitializeEvent", dto(event())) == "None"
    assert (guids(service, 2), information(service, 2)["EventGuid"]) == ([GUID], GUID)
    assert guids(service, 8) == [full.FRIDAY, full.SUNDAY, GUID]
    assert information(service, 8)["EventGuid"] is None
    document = {"EventGuid": full.EVENT, "Commands": 1}
    assert error_of(service, "ContinueEvent", document) == "None"
    assert guids(service, 6) == [full.FRIDAY, full.SUNDAY]
    assert error_of(service, "ManageBCS", {"Command": 1}) == "None"
    stopped = information(service, 8)
    assert (stopped["IsRunning"], stopped["SessionInformation"]) == (False, [])


def test_an_event_that_is_initialised_again_loses_its_other_sessions():
    """Guide, InitDTO 128: all data related to the (re)initialized event will be removed."""
    service = two_sessions()
    service.add(full.SUNDAY, "Results", [{"BoardNumber": 1}])
    again = {**full.init(), **full.around(full.FRIDAY), "Sessions": [full.session(full.FRIDAY)]}
    assert error_of(service, "InitializeEvent", again) == "None"
    assert guids(service, 8) == [full.FRIDAY]
    assert error_of(service, "PollQueueForAllResults", "", full.SUNDAY) == "EntryUnknown"
    assert error_of(service, "AddSession", full.add_session(), full.EVENT) == "None"
    poll = ask(service, COMMANDS["PollQueueForAllResults"], "", full.SUNDAY)
    assert json.loads(poll["SerializedData"]) == []


def with_one(change: dict, name: str) -> dict:
    """The event of two sessions with the first DTO of a list changed."""
    document = full.init()
    document[name][0] |= change
    return document


@pytest.mark.parametrize(
    ("change", "name", "error"),
    [
        ({"SectionLetters": "Z"}, "Participations", "Movement"),
        ({"TableNumber": 99}, "Participations", "Movement"),
        ({"SectionLetters": "Z"}, "Handrecords", "Movement"),
        ({"ScoringGroupNumber": 99}, "Handrecords", "EntryUnknown"),
        ({"SectionLetters": "Z"}, "Bridgemate2Settings", "Movement"),
        ({"SectionLetters": "Z"}, "Bridgemate3Settings", "Movement"),
        ({"SessionGuid": "B" * 32}, "Handrecords", "EntryUnknown"),
        ({"SessionGuid": "B" * 32}, "Bridgemate3Settings", "EntryUnknown"),
    ],
)
def test_what_comes_with_an_event_must_fit_its_sections(change, name, error):
    service = StandIn()
    assert error_of(service, "InitializeEvent", with_one(change, name)) == error
    assert guids(service, 8) == []


@pytest.mark.parametrize("level", ["Tables", "Rounds"])
def test_a_movement_needs_tables_and_rounds(level):
    """Guide, TableDTO: Rounds are required if the TableDTO is part of an InitDTO."""
    document = dto(event())
    section = document["Sessions"][0]["ScoringGroups"][0]["Sections"][0]
    if level == "Tables":
        section["Tables"] = []
    else:
        section["Tables"][1]["Rounds"] = []
    assert error_of(StandIn(), "InitializeEvent", document) == "Validation"


def tables_of(service: StandIn, letters: str = "A") -> dict[int, int]:
    """The number of rounds of each table."""
    asked = json.dumps({"SessionGuid": GUID, "Letters": letters})
    movement = json.loads(ask(service, COMMANDS["GetMovement"], asked)["SerializedData"])
    return {t["TableNumber"]: len(t["Rounds"]) for t in movement["Tables"]}


def test_an_update_deletes_tables_and_rounds(service):
    """Guide, TableDTO: zero rounds; UpdateMovement: rounds above the last one are deleted."""
    update = dto(event(), "section-update")
    update["Tables"][3]["Rounds"] = []
    update["Tables"][2]["Rounds"].pop()
    answer = ask(service, COMMANDS["UpdateMovement"], json.dumps(update))
    changed_tables = json.loads(answer["SerializedData"])["Tables"]
    assert {t["TableNumber"]: [r["RoundNumber"] for r in t["Rounds"]] for t in changed_tables} == {
        3: [2], 4: []
    }  # fmt: skip
    assert tables_of(service) == {1: 3, 2: 3, 3: 2}
    assert error_of(service, "UpdateMovement", update, GUID) == "Movement"  # table 4 is gone
    update["Tables"] = [{**table, "Rounds": []} for table in update["Tables"][:3]]
    assert error_of(service, "UpdateMovement", update, GUID) == "Validation"
    assert tables_of(service) == {1: 3, 2: 3, 3: 2}


def test_a_player_of_an_update_must_be_known(service):
    """Guide, ParticipationDTO: a PlayerDataDTO has been sent before."""
    seat = with_changes(SEAT, SessionGuid=GUID, PlayerNumber="7")
    player = {"SessionGuid": GUID, "PlayerNumber": "7", "LastName": "Family"}
    update = dto(event(), "section-update") | {"Participations": [seat], "AddedPlayers": None}
    assert error_of(service, "UpdateMovement", update, GUID) == "EntryUnknown"
    for wrong in ({"LastName": ""}, {"SessionGuid": "B" * 32}):
        update["AddedPlayers"] = [player | wrong]
        assert error_of(service, "UpdateMovement", update, GUID) == "Validation"
    update["AddedPlayers"] = [player]
    assert error_of(service, "UpdateMovement", update, GUID) == "None"
    assert error_of(service, "PutParticipations", [seat], GUID) == "None"


def moved(value: object, **words: object) -> object:
    """A DTO with properties of these names changed, at every depth."""
    if isinstance(value, list):
        return [moved(item, **words) for item in value]
    if not isinstance(value, dict):
        return value
    return {key: words.get(key, moved(inner, **words)) for key, inner in value.items()}


@pytest.mark.parametrize(
    "change", [{}, {"Letters": "A", "SectionLetters": "A"}, {"ScoringGroupNumber": 1}]
)
def test_letters_groups_and_players_are_unique_in_the_event(change):
    """Guide, SectionDTO, ScoringGroupDTO, AddSessionDTO, Initialize an event."""
    service = two_sessions()
    update = moved(full.update("E"), **change)
    expected = "Validation" if change else "None"
    assert error_of(service, "UpdateMovement", update, full.SUNDAY) == expected
    group = moved(full.groups(full.SUNDAY)[0], **change)
    assert error_of(service, "UpdateScoringGroups", [group], full.SUNDAY) == expected


def test_a_player_is_only_in_one_session_of_the_event():
    """Guide, Initialize an event: a player may only exist once in the event."""
    service = two_sessions()
    friday = full.players(full.FRIDAY)[0]
    shared = friday | {"SessionGuid": full.SUNDAY}
    assert error_of(service, "PutPlayerData", [friday], full.FRIDAY) == "None"
    assert error_of(service, "PutPlayerData", [shared], full.SUNDAY) == "Validation"
    update = full.update("E")
    update["AddedPlayers"] = [shared]
    assert error_of(service, "UpdateMovement", update, full.SUNDAY) == "Validation"


def test_a_session_that_is_added_must_not_repeat_what_the_event_has():
    friday = {**full.init(), **full.around(full.FRIDAY), "Sessions": [full.session(full.FRIDAY)]}
    added = full.add_session()
    letters = added["Session"]["ScoringGroups"][0]["Sections"][0]["Letters"]
    for change, error in (
        ({"Letters": "A", "SectionLetters": "A"}, "Validation"),
        ({"ScoringGroupNumber": 1}, "Validation"),
        ({}, "None"),
    ):
        service = StandIn()
        assert error_of(service, "InitializeEvent", friday) == "None"
        part = added | {"Session": moved(added["Session"], **change)}
        if change:
            sections = part["Session"]["ScoringGroups"]
            part["Session"]["ScoringGroups"] = sections[:1]
            sections[0]["Sections"] = sections[0]["Sections"][:1]
            part |= dict.fromkeys(("Participations", "Handrecords", "Bridgemate2Settings",
                                   "Bridgemate3Settings"))  # fmt: skip
        assert error_of(service, "AddSession", part, full.EVENT) == error, letters


def test_a_section_is_in_one_scoring_group_only():
    service = two_sessions()
    groups = full.groups(full.SUNDAY)
    both = moved(groups[0], ScoringGroupNumber=groups[1]["ScoringGroupNumber"])
    both["Sections"] += groups[1]["Sections"]
    assert error_of(service, "UpdateScoringGroups", [both], full.SUNDAY) == "Validation"
    gone = groups[0] | {"IsDeleted": True, "Sections": []}
    assert error_of(service, "UpdateScoringGroups", [both, gone], full.SUNDAY) == "None"


@pytest.mark.parametrize(
    ("command", "kind", "answered"),
    [
        (1, "OK", None),
        (2, "EventInfo", {"EventGuid", "SessionInformation"}),
        (4, "ScoringFileLocation", {"EventGuid", "ScoringFilePath"}),
        (6, "EventInfo", {"EventGuid", "SessionInformation", "ScoringFilePath"}),
        (8, "AllSessionsInfo", {"SessionInformation"}),
        (16, "ScoringFileLocation", {"EventGuid", "DataConnectorFilePath"}),
        (18, "EventInfo", {"EventGuid", "SessionInformation", "DataConnectorFilePath"}),
        (20, "ScoringFileLocation", {"EventGuid", "ScoringFilePath", "DataConnectorFilePath"}),
        (22, "EventInfo", {"EventGuid", "SessionInformation", "ScoringFilePath",
                           "DataConnectorFilePath"}),
    ],
)  # fmt: skip
def test_bcs_answers_what_it_is_asked_and_nothing_else(service, command, kind, answered):
    """Guide, BCSManagementRequestDTO: the bits 2, 4, 8 and 16, and the types of data."""
    answer = ask(service, COMMANDS["ManageBCS"], json.dumps({"Command": command}), "")
    assert DATA_TYPES[answer["DataType"]] == kind
    if answered is not None:
        content = json.loads(answer["SerializedData"])
        assert content.pop("IsRunning") is True
        assert {name for name, value in content.items() if value is not None} == answered


def result(**changes: object) -> dict:
    """A result of table A1 in round 2, which plays boards 3 and 4 with pairs 1 and 4."""
    return {
        "SessionGuid": GUID, "SectionLetters": "A", "TableNumber": 1, "RoundNumber": 2,
        "BoardNumber": 3, "PairNorthSouth": 1, "PairEastWest": 4, "DeclaringPair": 1,
        "DeclarerDirection": 1, "ScoringDirection": 3, "Level": 4, "Denomination": 4,
        "TotalTricks": 10,
    } | changes  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "error"),
    [
        ({}, "None"),
        ({"BoardNumber": 4}, "None"),
        ({"BoardNumber": 2}, "Movement"),
        ({"BoardNumber": 5}, "Movement"),
        ({"TableNumber": 4, "PairNorthSouth": 4, "DeclaringPair": 4}, "Movement"),
        ({"TableNumber": 5}, "Movement"),
        ({"RoundNumber": 4}, "Movement"),
        ({"SectionLetters": "B"}, "Movement"),
        ({"PairEastWest": 1}, "Movement"),
        ({"PairNorthSouth": 2, "DeclaringPair": 2}, "Movement"),
        ({"PairEastWest": 0, "PairNorthSouth": 0, "IsDeleted": True}, "None"),
        ({"BoardNumber": 5, "IsDeleted": True}, "Movement"),
        ({"SessionGuid": "B" * 32}, "Validation"),
    ],
)
def test_a_result_must_be_of_a_table_round_and_board_of_the_movement(service, changes, error):
    assert error_of(service, "PutResults", [result(**changes)], GUID) == error


def test_items_are_accepted_up_to_one_that_the_queue_has(service):
    service.add(GUID, "Results", [{"BoardNumber": n} for n in (1, 2, 3)])
    service.add(GUID, "TdCalls", [{"TableNumber": 1}])

    def left() -> list[int]:
        new = ask(service, COMMANDS["PollQueueForNewResults"], "")
        return [item["BoardNumber"] for item in json.loads(new["SerializedData"])]

    for value, error, boards in (
        (0, "None", [1, 2, 3]),
        (4, "EntryUnknown", [1, 2, 3]),  # a call for the director
        ("2", "WrongDataType", [1, 2, 3]),
        (2, "None", [3]),
        (1, "None", [3]),  # what was accepted stays so
        (3, "None", []),
    ):
        assert (error_of(service, "AcceptResultQueueItems", value, GUID), left()) == (error, boards)
    empty = ask(service, COMMANDS["PollQueueForNewResults"], "")
    every = ask(service, COMMANDS["PollQueueForAllResults"], "")
    assert (empty["LastQueueItemId"], every["LastQueueItemId"]) == (0, 3)
    assert error_of(service, "AcceptResultQueueItems", 3, "B" * 32) == "EntryUnknown"


@pytest.mark.parametrize(
    ("command", "guid", "error"),
    [
        ("InitializeEvent", "", "None"),
        ("InitializeEvent", GUID, "Validation"),
        ("Connect", "", "NotImplemented"),
        ("PutResults", "B" * 32, "Validation"),
        ("GetAllMovements", "B" * 32, "EntryUnknown"),
    ],
)
def test_the_guid_of_a_request_fits_its_command(service, command, guid, error):
    values = {"InitializeEvent": dto(event()), "PutResults": [result()]}
    assert error_of(service, command, values.get(command, ""), guid) == error


@pytest.mark.parametrize("command", ["PutResults", "UpdateScoringGroups"])
def test_an_empty_array_is_no_data(service, command):
    assert error_of(service, command, [], GUID) == "NoData"


def test_an_update_may_delete_a_section_that_is_there(service):
    gone = {"SessionGuid": GUID, "Letters": "B", "IsDeleted": True}
    assert error_of(service, "UpdateMovement", gone, GUID) == "Movement"
    seen = []
    service.listener = lambda command, dto: seen.append((command, dto.Letters))
    answer = ask(service, COMMANDS["UpdateMovement"], json.dumps(gone | {"Letters": "A"}))
    assert DATA_TYPES[answer["DataType"]] == "SectionData"
    assert json.loads(answer["SerializedData"])["Letters"] == "A"
    assert seen == [("UpdateMovement", "A")]
    assert json.loads(ask(service, COMMANDS["GetAllMovements"], "")["SerializedData"]) == []


def test_an_update_is_answered_with_the_tables_that_it_changes(service):
    """From the first round that differs; the last round if only later ones are deleted."""
    update = dto(event(), "section-update")

    def changed_rounds(value: dict) -> dict[int, list[int]]:
        answer = ask(service, COMMANDS["UpdateMovement"], json.dumps(value))
        assert DATA_TYPES[answer["DataType"]] == "Movement", answer
        tables = json.loads(answer["SerializedData"])["Tables"]
        return {t["TableNumber"]: [r["RoundNumber"] for r in t["Rounds"]] for t in tables}

    assert changed_rounds(update) == {}
    update["Tables"][0]["Rounds"][1]["HighBoardNumber"] += 1
    assert changed_rounds(update) == {1: [2, 3]}
    del update["Tables"][1]["Rounds"][1:]
    assert changed_rounds(update) == {2: [1]}


def test_a_section_that_moves_to_another_scoring_group_leaves_the_one_it_was_in(service):
    asked = json.dumps({"SessionGuid": GUID, "Letters": "A"})
    for number in (2, 1):
        update = moved(dto(event(), "section-update"), ScoringGroupNumber=number)
        assert error_of(service, "UpdateMovement", update, GUID) == "None"
        movement = json.loads(ask(service, COMMANDS["GetMovement"], asked)["SerializedData"])
        assert movement["ScoringGroupNumber"] == number


def test_a_rejection_names_the_first_problem_and_the_number_of_others(service):
    results = [result(), result(Level=9, Stake=3), result(Stake=4)]
    answer = ask(service, COMMANDS["PutResults"], json.dumps(results))
    text = json.loads(answer["SerializedData"])
    assert text == "RE11 $[1].Level is 9, expected -10 to 7 (and 2 more)"
    answer = ask(service, COMMANDS["PutResults"], json.dumps(results[2:]))
    assert json.loads(answer["SerializedData"]) == "RE13 $[0].Stake is 4, expected 0 to 2"

"""wrap, unwrap and validate, as one uses them."""

import json

import pytest

from bmconv.connector.protocol import COMMANDS, DATA_TYPES, ERRORS
from tests.helpers.dtos import ADD, BM3, EVENT, GUID, INIT, RESULT, SEAT, with_changes
from tests.helpers.reference import cases
from tests.helpers.running import judge, quick

OTHER = "11112222333344445555666677778888"


def text(value):
    return json.dumps(value).encode()


def test_wrap_makes_a_request_and_unwrap_takes_it_apart():
    wrapped = quick(
        "connector", "wrap", "--command", "PutResults", "--club-id", "c", stdin=text([RESULT])
    )
    request = json.loads(wrapped.out)
    assert (request["Command"], request["SessionGuid"], request["ClubId"]) == (10, GUID, "c")
    assert isinstance(request["SerializedData"], str)
    inside = quick("connector", "unwrap", stdin=wrapped.out)
    assert json.loads(inside.out)[0].items() >= RESULT.items()
    assert (wrapped.code, wrapped.err, inside.code, inside.err) == (0, "", 0, "")


@pytest.mark.parametrize(
    ("words", "stdin", "expected"),
    [
        ([], text(INIT), [(5, "")]),
        ([], text(ADD), [(7, EVENT)]),
        (
            [],
            text([RESULT, with_changes(RESULT, SessionGuid=OTHER), RESULT]),
            [(10, GUID), (10, OTHER)],
        ),
        (["--command", "pollqueuefornewresults", "--session-guid", GUID], b"", [(19, GUID)]),
        (["--command", "AcceptParticipantQueueItems", "--session-guid", GUID], b"42", [(29, GUID)]),
        (["--command", "AcceptParticipationQueueItems"], b"42", [(29, "")]),  # the guide's name
        (["--command", "Ping"], b'"638"', [(4, "")]),
        (["--command", "ManageBCS"], b'{"Command":2}', [(34, "")]),
        (["--command", "ContinueEvent"], b'{"Commands":1}', [(31, "")]),
    ],
)
def test_every_command_has_its_number_and_session(words, stdin, expected):
    done = quick("connector", "wrap", *words, stdin=stdin)
    lines = [json.loads(line) for line in done.out.splitlines()]
    assert [(line["Command"], line["SessionGuid"]) for line in lines] == expected


def test_polls_carry_nothing_and_accepts_a_number_as_text():
    poll = quick("connector", "wrap", "--command", "PollQueueForAllTdCalls")
    accept = quick("connector", "wrap", "--command", "AcceptResultQueueItems", stdin=b"42")
    assert json.loads(poll.out)["SerializedData"] == ""
    assert json.loads(accept.out)["SerializedData"] == "42"


@pytest.mark.parametrize(
    ("words", "stdin", "code"),
    [
        (["--command", "PutResult"], text([RESULT]), 2),
        (["--command", "PutPlayerData"], text([RESULT]), 3),
        (["--command", "PutResults"], text([with_changes(RESULT, Level="x")]), 3),
        ([], text({"SessionGuid": GUID, "RoundNumber": 1, "PairNS": 1, "PairEW": 2}), 2),
        (["--command", "AcceptResultQueueItems"], b'"42"', 3),
        ([], b"", 3),
    ],
)
def test_what_cannot_be_wrapped_is_told_in_one_line(words, stdin, code):
    done = quick("connector", "wrap", *words, stdin=stdin)
    assert (done.code, done.out, done.err.count("\n")) == (code, b"", 1)


@pytest.mark.parametrize("command", ["AcceptResultQueueItems", "AcceptTdCallQueueItems", "Ping"])
def test_what_unwrap_takes_out_of_requests_wrap_takes(command):
    inside = b'"638"\n' if command == "Ping" else b"42\n43\n"
    words = ("connector", "wrap", "--command", command, "--session-guid", GUID)
    wrapped = quick(*words, stdin=inside)
    assert len(wrapped.out.splitlines()) == len(inside.splitlines())
    unwrapped = quick("connector", "unwrap", stdin=wrapped.out)
    assert (unwrapped.code, unwrapped.out) == (0, inside)
    assert quick(*words, stdin=unwrapped.out) == wrapped


def answer(*boards):
    results = json.dumps([with_changes(RESULT, BoardNumber=board) for board in boards])
    return text({"RequestCommand": 19, "DataType": 12, "SerializedData": results})


BAD = [
    b'{"RequestCommand":19,"DataType":12,"SerializedData":"[{',
    b"not JSON",
    b'{"RequestCommand":19,"DataType":12,"SerializedData":"nothing"}',
    b'{"RequestCommand":',
    b'{"Colour":"red"}',
    b"[]",
    b"7",
]


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("at", [0, 1, 2])
@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (["from", "dto"], [b'"board":2,', b'"board":3,']),
        (["connector", "unwrap"], [b'"BoardNumber":2,', b'"BoardNumber":3,']),
        (["connector", "validate", "--json"], [b'"valid":true', b'"valid":true']),
    ],
)
def test_a_bad_document_does_not_hide_those_after_it(words, expected, bad, at):
    lines = [answer(2), answer(3)]
    lines.insert(at, bad)
    done = quick(*words, stdin=b"\n".join(lines) + b"\n")
    found = [line for line in done.out.splitlines() if any(e in line for e in expected)]
    assert [expected[n] in line for n, line in enumerate(found)] == [True, True]
    assert done.code == 1
    assert done.err.startswith(
        f"bmconv: error bad-document: 1 unreadable document skipped (stdin:{at + 1}"
    )


@pytest.mark.parametrize("words", [["connector", "wrap"], ["connector", "send"]])
def test_what_is_sent_is_readable_from_end_to_end(words):
    done = quick(*words, stdin=text([RESULT]) + b"\n" + BAD[0] + b"\n")
    assert (done.code, done.out, done.err.count("\n")) == (3, b"", 1)


def test_lines_of_which_none_is_a_document_are_something_else():
    done = quick("from", "dto", stdin=b'{"type":"session","id":1}\n' * 3)
    assert done.code == 3
    assert done.err.startswith("bmconv: stdin:1: $: no DTO has the properties type, id")


@pytest.mark.parametrize(
    "lines",
    [
        [b"[", text(RESULT), b"]"],
        [b"[" + text(RESULT) + b",", text(RESULT), b"]"],
        [b'{"Command":10,"SerializedData":', text([RESULT]), b"}"],
    ],
)
def test_a_document_over_several_lines_is_one_document(lines):
    done = quick("from", "dto", stdin=b"\n".join(lines))
    assert (done.code, b'"board":2,' in done.out) == (0, True)


def test_errors_become_notes_with_their_names():
    answers = [
        {"RequestCommand": 10, "DataType": 4, "ErrorType": n, "SerializedData": '"why"'}
        for n in range(1, 15)
    ]
    done = quick("connector", "unwrap", stdin=b"\n".join(map(text, answers)))
    told = [line.split()[2].rstrip(":") for line in done.err.splitlines()]
    assert told == [
        "busy", "no-data", "no-updates", "movement", "validation", "entry-unknown", "exception",
        "not-implemented", "empty-response", "no-connection", "time-out", "wrong-data-type",
        "unexpected-command", "unknown",
    ]  # fmt: skip
    assert (done.code, done.out) == (1, b"")


def test_an_answer_that_is_an_error_is_told_in_one_line_with_its_place():
    answer = {"RequestCommand": 10, "DataType": 4, "ErrorType": 2}
    lines = text(answer | {"SerializedData": json.dumps("nothing\nthere\x1b")}) + b"\n" + text(POLL)
    for words in (["connector", "unwrap"], ["from", "dto"]):
        done = quick(*words, stdin=lines)
        assert (done.code, done.err) == (
            1,
            "bmconv: error no-data: 1 request answered with an error "
            "(stdin:1 PutResults: nothing there?)\n",
        )


POLL = {"RequestCommand": 19, "DataType": 4, "ErrorType": 2, "SerializedData": '"no data"'}
"""The answer of a queue in which there is nothing."""


def test_an_error_without_a_type_is_an_error_still():
    done = quick("connector", "unwrap", stdin=text({"RequestCommand": 3, "DataType": 4}))
    assert (done.code, done.err.split()[2]) == (1, "none:")


def test_a_bare_document_has_nothing_to_unwrap():
    done = quick("connector", "unwrap", stdin=text([RESULT]))
    assert (done.code, done.err) == (
        3, "bmconv: stdin: a bare ResultDTO; expected a request or an answer\n",
    )  # fmt: skip


def test_validate_prints_a_line_for_each_finding():
    done = quick(
        "connector", "validate", stdin=text([RESULT, with_changes(RESULT, Stake=3, Level=9)])
    )
    assert done == (
        1, b"RE11 $[1].Level is 9, expected -10 to 7\nRE13 $[1].Stake is 3, expected 0 to 2\n", "",
    )  # fmt: skip


def test_validate_confirms_what_is_valid_and_names_what_only_check_finds():
    twice = with_changes(INIT["Sessions"][0]["ScoringGroups"][0]["Sections"][0])
    twice["Tables"][0]["Rounds"][0]["PairEW"] = 1
    done = quick("connector", "validate", stdin=text([twice]))
    assert (done.code, done.out) == (0, b"")
    assert done.err.startswith("bmconv: stdin: valid (1 SectionDTO). bmconv check --for bcs5 also")
    assert "sit twice in a round" in done.err
    for items in ([], [RESULT] * 3):
        done = quick("connector", "validate", "--dto", "ResultDTO", stdin=text(items))
        assert f": valid ({len(items)} ResultDTO). " in done.err
    assert quick("connector", "validate", "-q", stdin=text([RESULT])) == (0, b"", "")
    assert quick("connector", "validate", "--json", stdin=text([RESULT])).err == ""
    found = quick("check", "--for", "bcs5", "-f", "dto", stdin=text(twice)).out
    assert b"error pair-twice: 1 " in found


def test_validate_names_the_document_where_there_are_several():
    done = quick("connector", "validate", stdin=text([RESULT]) + b"\n" + text([ODD]))
    assert done == (1, b"RE13 $[0].Stake is 3, expected 0 to 2 at stdin:2\n", "")


ODD = with_changes(RESULT, Stake=3)


def test_under_strict_a_property_that_no_client_knows_is_not_valid():
    unknown = text([with_changes(RESULT, Colour="red")])
    assert quick("connector", "validate", stdin=unknown).code == 0
    assert quick("connector", "validate", "--strict", stdin=unknown).code == 1


def test_validate_takes_only_the_names_that_the_clients_write():
    """The guide has BM3PinCode; the service would ignore it and miss the PIN."""
    settings = [with_changes(BM3, BM3PinCode="1234")]
    del settings[0]["BM3PINcode"]
    done = quick("connector", "validate", stdin=text(settings))
    assert (done.code, done.out.startswith(b"B37 $[0].BM3PINcode is null")) == (1, True)
    assert "the clients write BM3PINcode" in done.err


def test_nothing_at_all_is_not_valid():
    done = quick("connector", "validate")
    assert (done.code, done.err) == (
        3, "bmconv: stdin: nothing came in; see whether the command before it failed\n",
    )  # fmt: skip


def test_validate_tells_a_program_what_the_reference_tells():
    wrong = []
    for case in cases()[::9]:
        words = ["--adding"] if case["args"].get("adding") else []
        done = quick(
            "connector", "validate", "--json", "--dto", case["dto"], *words,
            stdin=text(case["payload"]),
        )  # fmt: skip
        verdict = json.loads(done.out)
        told = (verdict["dto"], verdict["valid"], verdict["rules"], done.code)
        if told != (case["dto"], case["valid"], case["rules"], 0 if case["valid"] else 1):
            wrong.append((case["case"], told))
    assert wrong == []


def test_validate_takes_what_is_in_an_answer_as_coming_from_bcs():
    both = with_changes(SEAT, LastName="Family")
    answer = {"RequestCommand": 21, "DataType": 11, "SerializedData": json.dumps([both])}
    assert quick("connector", "validate", stdin=text(answer)).code == 0
    assert quick("connector", "validate", stdin=text([both])).out.startswith(b"PA7 $[0] ")
    assert quick("connector", "validate", "--from-bcs", stdin=text([both])).code == 0


def test_what_says_nothing_of_an_event_is_named():
    done = quick("from", "dto", stdin=text({"Commands": 1, "EventGuid": EVENT}))
    assert (done.code, done.out) == (0, b"")
    assert "1 ContinueDTO skipped: contains no event data" in done.err


def test_commands_and_types_agree_with_the_vendors_client():
    dto = judge("bridgemate_dataconnector.dto")
    theirs = {c.name: int(c) for c in dto.ScoringProgramDataConnectorCommands}
    assert {name: theirs.get(name) for name in COMMANDS} == COMMANDS
    assert [c.name.rstrip("_") for c in dto.DataConnectorResponseData] == list(DATA_TYPES)
    assert [c.name.rstrip("_") for c in dto.ErrorType] == list(ERRORS)


@pytest.mark.parametrize(
    ("settings", "errors"),
    [
        ({"BM3SleepMode": 0, "BM3AudioVolume": 0}, b""),
        ({"BM3SleepMode": 121}, b"error setting-range: 1 BM3SleepMode setting"),
    ],
)
def test_check_judges_a_document_by_the_ranges_of_the_data_connector(settings, errors):
    """Guide, Bridgemate3SettingsDTO: sleep mode 0-120, volume 0-7; a .bws begins at 1."""
    document = text([with_changes(BM3, **settings)])
    found = quick("check", "--for", "bm3", "-f", "dto", stdin=document).out
    assert [line for line in found.splitlines() if b"setting-range" in line] == (
        [line for line in found.splitlines() if line.startswith(errors)] if errors else []
    )
    assert errors in found


def test_the_schema_of_a_request_lists_every_command():
    done = quick("formats", "dto", "--schema", "ScoringProgramRequest")
    (definition,) = json.loads(done.out)["$defs"].values()
    rows = {c["const"]: c for c in definition["properties"]["Command"]["oneOf"]}
    assert {number: row["title"] for number, row in rows.items()} == {
        number: name for name, number in COMMANDS.items()
    }
    assert rows[10]["description"] == "sends an array of ResultDTO; answer: OK"
    assert rows[33]["description"] == "sends nothing; answer: Sessions: an array of SectionDTO"

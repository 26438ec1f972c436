"""The live service: ping, send and poll against a small service of our own."""

import json
import socket
import subprocess
import sys
import threading
from contextlib import suppress
from itertools import repeat, takewhile

import pytest

from bmconv.connector import channel
from tests.helpers import vendor
from tests.helpers.connector_service import GREETING, serving
from tests.helpers.dtos import EVENT, GUID, INIT, PLAYER, RESULT, with_changes
from tests.helpers.running import judge, quick, run

RESULTS, PLAYERS = 19, 20


@pytest.fixture
def live():
    """A service and a way to run a connector command against it."""
    vendor.client()
    with serving() as (service, url):

        def ask(word, *words, stdin=b""):
            return quick("connector", word, "--url", url, *words, stdin=stdin)

        yield service, ask


def text(value):
    return json.dumps(value).encode()


def test_ping_tells_what_answers(live):
    service, ask = live
    assert ask("ping") == (0, f"{GREETING}\n".encode(), "")
    assert [r["Command"] for r in service.requests] == [4]


def test_nobody_there_is_network_trouble():
    vendor.client()
    done = quick("connector", "ping", "--url", "http://127.0.0.1:9", "--timeout", "20")
    assert done.code == 4
    assert done.err.startswith("bmconv: http://127.0.0.1:9: NoConnection")
    assert done.err.count("\n") == 1


def test_a_service_that_hangs_up_is_network_trouble():
    """It closes every connection in the middle of a long request."""
    vendor.client()
    with socket.create_server(("127.0.0.1", 0)) as server:

        def hang_up() -> None:
            with suppress(OSError):
                while True:
                    with server.accept()[0] as connection:
                        connection.shutdown(socket.SHUT_WR)
                        connection.recv(1)

        threading.Thread(target=hang_up, daemon=True).start()
        url = f"http://127.0.0.1:{server.getsockname()[1]}"
        long = text({"Command": 4, "SerializedData": json.dumps("x" * (1 << 23))})
        done = run("connector", "send", "--url", url, stdin=long)
    assert (done.code, done.err.startswith(f"bmconv: {url}: ")) == (4, True)


def test_without_the_vendors_client_the_extra_is_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "bridgemate_dataconnector", None)
    done = quick("connector", "ping")
    assert (done.code, " install the extra connector with: " in done.err) == (5, True)


def test_an_address_that_is_none_is_wrong_usage():
    judge("bridgemate_dataconnector")
    done = quick("connector", "ping", "--url", "there")
    assert (done.code, done.err) == (
        2,
        "bmconv: 'there': expected an address such as http://host:5079\n",
    )


@pytest.mark.parametrize("raw", [b"[]", b'{"DataType":"x"}', b'{"SerializedData":7}'])
def test_an_answer_that_is_none_is_told_in_one_line(live, raw):
    service, ask = live
    service.raw = raw
    done = ask("poll", "--session-guid", GUID, "--type", "results")
    assert done.code in (1, 3, 4)
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("raw", "told"),
    [
        (b"{}", "an object without RequestCommand and DataType"),
        (b'{"RequestCommand":20,"DataType":10}', "an answer to PollQueueForNewPlayerData"),
        (b'{"RequestCommand":19,"DataType":77}', "an answer of type 77"),
        (b'{"RequestCommand":19,"DataType":0}', "an answer of type 0"),
        (b"<html>", "not JSON"),
    ],
)
@pytest.mark.parametrize("word", ["poll", "send", "ping"])
def test_an_answer_to_something_else_is_an_error(live, tmp_path, raw, told, word):
    service, ask = live
    service.raw = raw
    file = tmp_path / "night.jsonl"
    words = {
        "poll": ["--session-guid", GUID, "--type", "results", "-o", file],
        "send": [],
        "ping": [],
    }
    stdin = b'{"Command":19,"SerializedData":""}' if word == "send" else b""
    done = ask(word, *words[word], stdin=stdin)
    assert (done.code, done.out, done.err.count("\n")) == (3, b"", 1)
    if word != "ping" or b"Data" not in raw:
        assert told in done.err
    assert not file.exists() or file.read_bytes() == b""


@pytest.mark.parametrize(
    ("errors", "changes", "told"),
    [
        ({4: 5}, {}, "error validation: 1 request answered with an error (Ping: "),
        (
            {},
            {"DataType": 12},
            "error wrong-data-type: 1 answer with data of another type (Ping: Results)\n",
        ),
        (
            {},
            {"SerializedData": '"hello"'},
            "error odd-answer: 1 answer with other data than sent (Ping)\n",
        ),
    ],
)
def test_ping_fails_unless_what_was_sent_comes_back(live, errors, changes, told):
    service, ask = live
    service.errors, service.changes = errors, changes
    done = ask("ping")
    assert (done.code, done.out) == (1, b"")
    assert told in done.err


def test_a_batch_that_cannot_be_read_is_neither_stored_nor_accepted(live, tmp_path):
    service, ask = live
    file = tmp_path / "night.jsonl"
    service.put(RESULTS, with_changes(RESULT, Level="four"))
    service.put(PLAYERS, PLAYER)
    done = ask("poll", "--session-guid", GUID, "-o", file)
    assert done.code == 1
    assert "error bad-document: 1 unreadable answer neither stored nor accepted (Poll" in done.err
    assert "$[0].Level" in done.err
    assert (service.accepted[RESULTS], service.accepted[PLAYERS]) == (0, 2)
    assert [json.loads(line)["DataType"] for line in file.read_bytes().splitlines()] == [10]


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        (
            {"LastQueueItemId": 0},
            "odd-answer: 1 answer stored but not accepted: no LastQueueItemId (AcceptResultQueue",
        ),
        ({"SerializedData": json.dumps(RESULT)}, "bad-document"),
        ({"SerializedData": json.dumps([PLAYER])}, "bad-document"),
        ({"SerializedData": "[{"}, "bad-document"),
    ],
)
def test_nothing_is_accepted_that_is_not_known_to_be_stored(live, tmp_path, changes, told):
    service, ask = live
    service.put(RESULTS, RESULT)
    service.changes = changes
    words = ("poll", "--session-guid", GUID, "--type", "results", "-o", tmp_path / "night.jsonl")
    done = ask(*words)
    assert (done.code, told in done.err) == (1, True)
    assert [r["Command"] for r in service.requests] == [RESULTS]
    service.changes = {}
    assert ask(*words).code == 0
    assert service.accepted[RESULTS] == 1


def test_an_answer_without_end_is_cut_off_at_the_limit(live, monkeypatch):
    service, ask = live
    monkeypatch.setattr(channel, "LIMIT", 1 << 20)
    service.blocks = repeat(b'"' * 65536, 4096)
    done = ask("poll", "--session-guid", GUID, "--type", "results", "-o", "-")
    assert (done.code, done.out) == (3, b"")
    assert done.err.endswith(": an answer of more than 1 MB\n")


def test_a_service_that_sends_a_byte_now_and_then_is_given_up(live):
    service, ask = live
    end = threading.Event()
    service.blocks = takewhile(lambda _: not end.wait(0.05), repeat(b" ", 1200))
    done = ask("poll", "--session-guid", GUID, "--type", "results", "--timeout", "0.5", "-o", "-")
    still = not end.is_set()
    end.set()
    assert (done.code, done.out, still) == (4, b"", True)
    assert done.err.endswith(": no answer within 0.5 s; --timeout allows more\n")


def test_a_password_in_an_address_is_not_told():
    vendor.client()
    for url in ("http://ann:s3cret@127.0.0.1:9", "ann:s3cret@host", "ftp://ann:s3cret@host"):
        done = quick("connector", "ping", "--url", url, "--timeout", "0.5")
        assert done.code in (2, 4)
        assert "s3cret" not in done.err
        assert done.err.count("\n") == 1


def test_a_document_is_sent_with_its_command_and_credentials(live):
    service, ask = live
    done = ask("send", "--club-id", "7", "--licence-key", "k", stdin=text([RESULT]))
    assert done.code == 0
    assert json.loads(done.out)["DataType"] == 1
    sent = service.requests[0]
    assert {k: sent[k] for k in ("Command", "ClubId", "LicenceKey", "SessionGuid")} == {
        "Command": 10, "ClubId": "7", "LicenceKey": "k", "SessionGuid": GUID,
    }  # fmt: skip
    assert json.loads(sent["SerializedData"])[0] | RESULT == json.loads(sent["SerializedData"])[0]


def test_requests_are_sent_as_they_are_until_one_is_answered_with_an_error(live):
    service, ask = live
    service.errors = {11: 6}
    wrapped = b"".join(
        quick("connector", "wrap", stdin=text(value)).out
        for value in ([RESULT], [PLAYER], [RESULT])
    )
    done = ask("send", stdin=wrapped)
    assert [r["Command"] for r in service.requests] == [10, 11]
    assert done.code == 1
    assert done.err == (
        "bmconv: error entry-unknown: 1 request answered with an error "
        "(PutPlayerData: so it is not done)\n"
    )


@pytest.mark.parametrize(
    ("commands", "words", "code"),
    [
        (1, [], 0),
        (3, [], 2),
        (3, ["--reset"], 0),
        (131, ["--reset"], 2),
        (131, ["--reset", "--clear"], 0),
        (129, ["--reset"], 2),
    ],
)
def test_what_resets_or_clears_is_sent_only_with_the_word(live, commands, words, code):
    service, ask = live
    init = with_changes(INIT, Commands=commands)
    request = quick("connector", "wrap", stdin=text(init)).out
    for document in (text(init), request):
        done = ask("send", *words, stdin=document)
        assert done.code == code, done.err
    assert len(service.requests) == (0 if code else 2)


def test_clearing_all_data_needs_the_word_too(live):
    service, ask = live
    request = quick("connector", "wrap", "--command", "ClearData").out
    assert ask("send", stdin=request).code == 2
    assert service.requests == []
    assert ask("send", "--clear", stdin=request).code == 0


def test_nothing_is_sent_if_anything_would_be_rejected(live):
    service, ask = live
    both = text([RESULT]) + b"\n" + text([with_changes(RESULT, Stake=9)])
    done = ask("send", stdin=both)
    assert (done.code, service.requests) == (1, [])
    assert "RE13 $[0].Stake is 9" in done.err
    assert ask("send", "--no-validate", stdin=both).code == 0
    assert len(service.requests) == 2


def test_a_request_with_its_document_as_an_object_is_sent_as_text(live):
    service, ask = live
    request = {"Command": 10, "SessionGuid": GUID, "SerializedData": [RESULT]}
    done = ask("send", stdin=text(request))
    assert (done.code, "nested-object" in done.err) == (0, True)
    assert json.loads(service.requests[0]["SerializedData"]) == [RESULT]


def test_a_polled_batch_is_accepted_once_it_is_in_the_file(live, tmp_path):
    service, ask = live
    file = tmp_path / "night.jsonl"
    service.put(RESULTS, RESULT, with_changes(RESULT, BoardNumber=3))
    service.put(PLAYERS, PLAYER)
    seen = []
    service.on_accept = lambda: seen.append(file.read_bytes().count(b"\n"))
    assert ask("poll", "--session-guid", GUID, "-o", file) == (0, b"", "")
    assert seen == [1, 2]  # each batch was there before it was accepted
    service.put(RESULTS, with_changes(RESULT, BoardNumber=4))
    assert ask("poll", "--session-guid", GUID, "-o", file).code == 0
    assert ask("poll", "--session-guid", GUID, "-o", file).code == 0
    records = quick("from", "dto", file)
    boards = [json.loads(line).get("board") for line in records.out.splitlines()]
    assert (records.code, [b for b in boards if b]) == (0, [2, 3, 4])


def test_a_crash_before_accepting_loses_nothing(live, tmp_path):
    service, ask = live
    file = tmp_path / "night.jsonl"
    service.put(RESULTS, RESULT)
    service.errors = {27: 7}  # nothing can be accepted
    done = ask("poll", "--session-guid", GUID, "--type", "results", "-o", file)
    assert (done.code, "error exception" in done.err) == (1, True)
    with file.open("ab") as half:
        half.write(b'{"RequestCommand":19,"DataType":12,"SerializedData":"[{')
    service.errors = {}
    assert ask("poll", "--session-guid", GUID, "--type", "results", "-o", file).code == 0
    records = quick("from", "dto", file)
    found = [line for line in records.out.splitlines() if b'"result"' in line]
    assert (records.code, len(found)) == (0, 2)
    assert ask("poll", "--session-guid", GUID, "--type", "results", "-o", "-").out == b""


def test_a_closed_output_is_told_in_one_line():
    vendor.client()
    closed = "import sys; sys.stdout = None; from bmconv.cli import main; main()"  # as for `>&-`
    words = [sys.executable, "-c", closed, "connector", "poll", "--session-guid", "x"]
    done = subprocess.run(words, capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (4, b"bmconv: standard output is closed\n")


def test_a_file_that_poll_did_not_write_is_left_alone(live, tmp_path):
    _, ask = live
    file = tmp_path / "letter.txt"
    file.write_bytes(b"Dear club\nwe have")
    done = ask("poll", "--session-guid", GUID, "-o", file)
    assert (done.code, file.read_bytes()) == (3, b"Dear club\nwe have")


def test_what_goes_to_a_pipe_is_accepted_only_when_told():
    vendor.client()
    with serving() as (other, url):
        other.put(RESULTS, RESULT)
        words = ("connector", "poll", "--url", url, "--session-guid", GUID, "--type", "results")
        first, again = run(*words), run(*words)
        assert first.out == again.out != b""
        assert other.accepted[RESULTS] == 0
        assert run(*words, "--accept").out == first.out
        assert run(*words).out == b""
        assert run(*words, "--all").out != b""
        commands = [r["Command"] for r in other.requests]
        assert commands == [19, 19, 19, 27, 19, 23]


def test_an_empty_queue_and_a_queue_that_is_not_there_are_no_errors(live, tmp_path):
    service, ask = live
    service.errors = {19: 2, 20: 3, 36: 8}
    file = tmp_path / "night.jsonl"
    done = ask("poll", "--session-guid", GUID, "-o", file)
    assert (done.code, file.exists()) == (0, False)
    assert done.err == (
        "bmconv: repair not-implemented: 1 queue unknown to this service (PollQueueForNewTdCalls)\n"
    )


def test_a_poll_that_fails_says_why(live):
    service, ask = live
    service.errors = {19: 5}
    done = ask("poll", "--session-guid", EVENT, "--type", "results", "-o", "/dev/null")
    assert done.code == 1
    assert "error validation: 1 request answered with an error (PollQueueForNewResults" in done.err


@pytest.mark.parametrize(
    ("words", "stdin", "sent"),
    [
        (["GetAllMovements", "--session-guid", GUID], b"", (33, GUID, "")),
        (["PollQueueForNewResults", "--session-guid", GUID], b"", (19, GUID, "")),
        (["ClearData", "--clear"], b"", (35, "", "")),
        (["AcceptResultQueueItems", "--session-guid", GUID], b"42", (27, GUID, "42")),
        (["AcceptParticipationQueueItems", "--session-guid", GUID], b"7", (29, GUID, "7")),
        (["Ping"], b'"hello"', (4, "", '"hello"')),
    ],
)
def test_a_command_without_a_document_is_sent_without_wrap(live, words, stdin, sent):
    service, ask = live
    done = ask("send", "--command", *words, stdin=stdin)
    assert (done.code, done.err) == (0, "")
    (request,) = service.requests
    assert (request["Command"], request["SessionGuid"], request["SerializedData"]) == sent


def test_a_query_about_a_section_need_not_be_a_complete_section(live):
    service, ask = live
    query = text({"SessionGuid": GUID, "Letters": "A"})
    assert ask("send", "--command", "GetMovement", stdin=query).code == 0
    (request,) = service.requests
    assert (request["Command"], request["SessionGuid"]) == (32, GUID)
    assert json.loads(request["SerializedData"])["Letters"] == "A"


@pytest.mark.parametrize("command", ["GetAllMovements", "PollQueueForAllTdCalls"])
def test_a_command_about_a_session_needs_its_guid(live, command):
    service, ask = live
    done = ask("send", "--command", command)
    assert (done.code, done.err) == (2, f"bmconv: {command} needs --session-guid\n")
    assert service.requests == []

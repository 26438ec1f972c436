"""bmconv connector relay: a service that answers one program at a time, over HTTP."""

import json
import sys
import threading
from collections.abc import Iterator

import pytest

from bmconv.connector.channel import ChannelFailure
from bmconv.connector.protocol import ERRORS
from bmconv.connector.relay import Relay
from bmconv.connector.serving import LoggedStandIn, serve
from bmconv.connector.standin import StandIn
from bmconv.errors import FileTrouble
from tests.helpers import vendor
from tests.helpers.running import quick

PING = {"Command": 4, "SessionGuid": "", "LicenceKey": "secret", "SerializedData": '"x"'}


class TimedOut(ChannelFailure):
    timed_out = True


class Pipe:
    """A channel to a stand-in that fails as it is told to."""

    address = "a pipe"

    def __init__(self) -> None:
        self.service = LoggedStandIn(StandIn())
        self.failure: Exception | None = None
        self.received: list[dict] = []
        self.closed = 0
        self.answers = threading.Event()
        self.answers.set()

    def greet(self) -> str:
        if self.failure:
            raise self.failure
        return self.service.greet().decode()

    def exchange(self, body: bytes) -> bytes:
        self.received.append(json.loads(body))
        assert self.answers.wait(30)
        if self.failure:
            raise self.failure
        return self.service.answer(body)

    def close(self) -> bool:
        self.closed += 1
        return True


@pytest.fixture
def pipe() -> Pipe:
    return Pipe()


def ask(relay: Relay, **changes: object) -> dict:
    return json.loads(relay.answer(json.dumps(PING | changes).encode()))


def error_of(answer: dict) -> str:
    return ERRORS[answer["ErrorType"]]


def test_requests_and_answers_pass_unchanged(pipe):
    answer = ask(Relay(pipe), SerializedData='"Größe"')
    assert (answer["RequestCommand"], answer["DataType"]) == (4, 1)
    assert json.loads(answer["SerializedData"]) == "Größe"
    assert pipe.received == [PING | {"ClubId": "", "SerializedData": '"Größe"'}]


@pytest.mark.parametrize(
    ("failure", "error"),
    [
        (ChannelFailure("gone"), "NoConnection"),
        (TimedOut("timed out"), "TimeOut"),
        (FileTrouble("a pipe: no such pipe"), "NoConnection"),
    ],
)
def test_trouble_with_the_pipe_is_an_answer_and_passes(pipe, failure, error):
    relay = Relay(pipe)
    pipe.failure = failure
    answer = ask(relay)
    assert (answer["DataType"], error_of(answer)) == (4, error)
    assert json.loads(answer["SerializedData"]) == str(failure)
    pipe.failure = None
    assert error_of(ask(relay)) == "None"


def test_one_request_at_a_time_and_others_are_busy(pipe):
    relay = Relay(pipe, patience=0.1)
    pipe.answers.clear()
    first = threading.Thread(target=ask, args=(relay,))
    first.start()
    while not pipe.received:
        pass
    assert error_of(ask(relay)) == "Busy"
    pipe.answers.set()
    first.join(30)
    assert error_of(ask(relay)) == "None"
    assert len(pipe.received) == 2


def test_a_token_is_asked_for_and_not_passed_on(pipe):
    relay = Relay(pipe, token="secret")
    for key in ("", "wrong", None, "sécret"):
        assert error_of(ask(relay, LicenceKey=key)) == "Validation"
    assert pipe.received == []
    assert error_of(ask(relay)) == "None"
    assert pipe.received[0]["LicenceKey"] == ""


def test_disconnect_frees_the_pipe(pipe):
    answer = ask(Relay(pipe), Command=3)
    assert (answer["DataType"], pipe.closed, pipe.received) == (1, 1, [])


@pytest.fixture
def url(pipe: Pipe) -> Iterator[str]:
    with serve(Relay(pipe, token="secret"), "127.0.0.1", 0) as address:
        yield address


def test_the_vendors_client_and_ours_speak_through_it(pipe, url):
    client = vendor.client().DataConnectorClient("club", "secret", url)
    assert client.connect().data_type == 1
    assert client.ping().data_type == 1
    assert quick("connector", "ping", "--url", url, "--licence-key", "secret").code == 0
    refused = quick("connector", "ping", "--url", url)
    assert (refused.code, refused.err.count("\n")) == (1, 1)
    assert "LicenceKey is not the token of the relay" in refused.err
    pipe.failure = FileTrouble("a pipe: no such pipe")
    assert client.connect().data_type == 4
    gone = quick("connector", "ping", "--url", url, "--licence-key", "secret", "--timeout", "5")
    assert (gone.code, gone.err.count("\n")) == (4, 1)


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has named pipes")
@pytest.mark.parametrize("word", ["ping", "serve", "relay", "poll"])
def test_without_windows_a_pipe_is_refused_in_one_line(word):
    vendor.client()
    words = ("--session-guid", "A" * 32) if word == "poll" else ()
    done = quick("connector", word, "--pipe", "-q", *words)
    assert (done.code, done.err) == (
        2,
        "bmconv: named pipes exist on Windows only; run `bmconv connector relay --pipe` on the "
        "Windows computer and use its --url here\n",
    )


def test_a_file_after_pipe_is_not_taken_for_its_name(tmp_path):
    (tmp_path / "init.json").write_text("{}")
    done = quick("connector", "send", "--pipe", tmp_path / "init.json")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert done.err.endswith("init.json: that is a file; write --pipe after it\n")

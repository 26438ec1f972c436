"""The stand-in's HTTP side: whoever asks, and however, it stays up and prints no traceback."""

import http.client
import json
import socket
import threading
import time
from collections.abc import Iterator
from io import BytesIO
from urllib.parse import urlsplit

import pytest

from bmconv.connector import serving
from bmconv.connector.standin import StandIn
from tests.helpers.running import quick

PING = json.dumps({"Command": 4, "SessionGuid": "", "SerializedData": '"x"'}).encode()


@pytest.fixture
def address() -> Iterator[tuple[str, int]]:
    with serving.serve(serving.LoggedStandIn(StandIn(), BytesIO()), "127.0.0.1", 0) as url:
        parts = urlsplit(url)
        assert parts.hostname
        assert parts.port
        yield parts.hostname, parts.port


@pytest.fixture(autouse=True)
def no_traceback(capsys: pytest.CaptureFixture[str]) -> Iterator[None]:
    yield
    assert "Traceback" not in capsys.readouterr().err


def post(address: tuple[str, int], body: bytes = PING, **headers: str) -> tuple[int, bytes]:
    connection = http.client.HTTPConnection(*address, timeout=60)
    connection.request("POST", serving.ENDPOINT, body, headers)
    answer = connection.getresponse()
    return answer.status, answer.read()


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:5079", 200),
        ("localhost", 200),
        ("LOCALHOST:1", 200),
        ("[::1]:5079", 200),
        ("192.168.1.50:5079", 200),
        (socket.gethostname(), 200),
        ("evil.example:5079", 403),
        ("localhost.evil.example", 403),
        ("[bad", 403),
    ],
)
def test_only_a_request_to_this_machine_is_answered(address, host, status):
    """A page whose name leads to 127.0.0.1 must not read or change an event."""
    assert post(address, Host=host)[0] == status


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://localhost:5079"])
def test_a_page_in_a_browser_is_refused(address, origin):
    assert post(address, Origin=origin)[0] == 403


@pytest.mark.parametrize("command", ["{}", "[]", '"x"', "null", "1e400", "1.5", "true", "9" * 400])
def test_a_command_that_is_not_a_number_is_refused_in_one_line(address, command):
    status, told = post(address, b'{"Command":%s}' % command.encode())
    assert status in (200, 400)
    assert told.count(b"\n") == 0
    assert post(address)[0] == 200


@pytest.mark.parametrize("length", ["9" * 5000, "9" * 20, str(serving.LIMIT + 1)])
def test_a_huge_length_is_refused(address, length):
    with socket.create_connection(address, timeout=60) as connection:
        first = f"POST {serving.ENDPOINT} HTTP/1.1\r\nHost: localhost\r\n"
        head = f"{first}Content-Length: {length}\r\n\r\n"
        connection.sendall(head.encode())
        assert b" 413 " in connection.recv(100)


def test_a_request_of_too_many_objects_is_refused(address):
    """Half a million results of ten bytes each would take a gigabyte."""
    inner = f"[{','.join(['{}'] * 200_000)}]"
    body = json.dumps({"Command": 15, "SessionGuid": "", "SerializedData": inner}).encode()
    assert post(address, body)[0] == 413


def is_cut_off(connection: socket.socket) -> bool:
    """Whether the other side closes a connection on which a byte arrives now and then."""
    try:
        for _ in range(600):
            connection.sendall(b"x")
            time.sleep(0.1)
    except OSError:
        return True
    return False


@pytest.mark.parametrize(
    "begin", ["", f"POST {serving.ENDPOINT} HTTP/1.1\r\nContent-Length: 99\r\n\r\n"]
)
def test_a_request_that_never_ends_is_cut_off(monkeypatch, begin):
    monkeypatch.setattr(serving, "PATIENCE", 0.5)
    with serving.serve(serving.LoggedStandIn(StandIn()), "127.0.0.1", 0) as url:
        parts = urlsplit(url)
        with socket.create_connection((parts.hostname, parts.port), timeout=60) as connection:
            connection.sendall(begin.encode())
            assert is_cut_off(connection)


def test_no_more_is_read_at_once_than_memory_allows(address):
    head = b"POST %s HTTP/1.1\r\nContent-Length: %d\r\n\r\n"
    for _ in range(60):  # if the small request is the first, the large one is refused
        with socket.create_connection(address, timeout=60) as large:
            large.sendall(head % (serving.ENDPOINT.encode(), serving.BODIES))
            time.sleep(0.1)
            status = post(address)[0]
            if status == 503:
                large.sendall(b"x" * 1000)
                break
    assert status == 503
    for _ in range(600):
        if post(address)[0] == 200:
            return
        time.sleep(0.1)
    pytest.fail("the memory was not given back")


def test_more_connections_than_allowed_are_turned_away(address):
    idle = [socket.create_connection(address, timeout=60) for _ in range(serving.CONNECTIONS)]
    with socket.create_connection(address, timeout=60) as late:
        try:
            late.sendall(b"GET / HTTP/1.1\r\n\r\n")
            assert late.recv(100) == b""
        except ConnectionError:
            pass
    assert threading.active_count() < 3 * serving.CONNECTIONS
    for connection in idle:
        connection.close()
    for _ in range(600):
        try:
            assert post(address)[0] == 200
            return
        except (ConnectionError, http.client.HTTPException):
            time.sleep(0.1)
    pytest.fail("no connection was given back")


@pytest.mark.parametrize(
    "url",
    [
        *("http://[bad", "http://host:99999", "http://host:x", "http://", "host", "http://x y/"),
        *("http://ann:se cret@host:1", "http://ann:se#cret@host:1", "http://ann:se'cret@host:1"),
        *("http://ann:se/cret@host:1", "http://ann:se@cret@host:1", "ann:se cret@host"),
    ],
)
def test_an_address_that_cannot_be_used_is_one_line_without_its_password(url):
    pytest.importorskip("bridgemate_dataconnector")
    done = quick("connector", "ping", "--url", url)
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "expected an address such as http://host:5079" in done.err
    assert "cret" not in done.err
    assert "'se" not in done.err


def test_an_address_that_is_taken_is_refused_with_a_way_out() -> None:
    with serving.serve(serving.LoggedStandIn(StandIn(), None), "127.0.0.1", 0) as url:
        port = urlsplit(url).port
        done = quick("connector", "serve", "--port", str(port))
        assert (done.code, done.err) == (
            4,
            f"bmconv: 127.0.0.1:{port}: Address already in use; --port 0 takes any free one\n",
        )

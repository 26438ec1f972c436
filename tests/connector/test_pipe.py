"""The client's side of a named pipe, with ends that fail as they are told to."""

import ctypes
import importlib
import sys
from unittest.mock import MagicMock

import pytest

from bmconv.connector.channel import ChannelFailure
from bmconv.errors import BadInput


@pytest.fixture
def pipe(monkeypatch):
    """The module of named pipes, which imports Windows' functions but does not call them here."""
    if sys.platform != "win32":
        monkeypatch.setattr(sys, "platform", "win32")
        monkeypatch.setattr(ctypes, "WinDLL", MagicMock(), raising=False)
    monkeypatch.delitem(sys.modules, "bmconv.connector.pipe", raising=False)
    module = importlib.import_module("bmconv.connector.pipe")
    monkeypatch.undo()
    yield module
    sys.modules.pop("bmconv.connector.pipe", None)


class End:
    """An end of a pipe; what it is asked to write and read fails with these exceptions."""

    def __init__(self, write: Exception | None = None, read: Exception | None = None) -> None:
        self.write, self.read = write, read
        self.lines: list[bytes] = []
        self.is_open = True

    def write_line(self, line: bytes, seconds: float) -> None:
        self.lines.append(line)
        if self.write:
            raise self.write

    def read_line(self, seconds: float) -> bytes:
        if self.read:
            raise self.read
        return b"answer to " + self.lines[-1]

    def close(self) -> None:
        self.is_open = False


def channel_to(pipe, monkeypatch, *ends):
    """A channel whose connections are these ends, one after another."""
    waiting = iter(ends)
    monkeypatch.setattr(pipe, "connect", lambda address, timeout: next(waiting))
    return pipe.PipeChannel("night", 5)


def test_a_connection_is_kept_until_it_is_closed(pipe, monkeypatch):
    first, second = End(), End()
    channel = channel_to(pipe, monkeypatch, first, second)
    assert channel.address == r"\\.\pipe\night"
    assert channel.exchange(b"a") == b"answer to a"
    assert channel.exchange(b"b") == b"answer to b"
    assert channel.close() is True
    assert (first.lines, first.is_open) == ([b"a", b"b", pipe.DISCONNECT], False)
    assert channel.exchange(b"c") == b"answer to c"
    assert second.lines == [b"c"]


def test_a_request_to_a_server_that_has_gone_is_sent_on_a_new_connection(pipe, monkeypatch):
    first, second = End(), End()
    channel = channel_to(pipe, monkeypatch, first, second)
    channel.greet()
    first.write = pipe.PipeLost("gone")
    assert channel.exchange(b"a") == b"answer to a"
    assert (first.is_open, second.lines) == (False, [b"a"])


@pytest.mark.parametrize("at", ["write", "read"])
@pytest.mark.parametrize("is_connected", [False, True])
def test_after_trouble_the_next_request_has_a_connection_of_its_own(
    pipe, monkeypatch, at, is_connected
):
    """What is left of a request or of an answer would be taken for the beginning of the next."""
    failures = [pipe.PipeTimeout("timed out")]
    failures += [pipe.PipeLost("gone"), BadInput("pipe", "a long line")] if at == "read" else []
    for failure in failures:
        first, second = End(**{at: failure}), End()
        channel = channel_to(pipe, monkeypatch, first, second)
        if is_connected:
            channel.greet()
        with pytest.raises((ChannelFailure, BadInput)) as caught:
            channel.exchange(b"a")
        assert caught.value is failure
        assert channel.exchange(b"b") == b"answer to b"
        assert (first.lines, first.is_open, second.lines) == ([b"a"], False, [b"b"])


@pytest.mark.parametrize(
    ("line", "frees"),
    [
        (b'{"Command":3}', True),
        (b'{"Command":4}', False),
        (b"{", False),
        (b"[3]", False),
        (b"\xff", False),
    ],
)
def test_only_disconnect_frees_a_pipe(pipe, line, frees):
    assert pipe.is_disconnect(line) is frees
    assert pipe.is_disconnect(pipe.DISCONNECT)

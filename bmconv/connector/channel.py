"""How requests reach a Data Connector: over HTTP, or through a named pipe of Windows."""

import re
import sys
import urllib.error
import urllib.request
from typing import Any, Protocol
from urllib.parse import urlsplit

from bmconv.errors import BadInput, UsageError
from bmconv.io.source import LINE_LIMIT
from bmconv.masking import mask_address

LIMIT = LINE_LIMIT
"""The most bytes of a request or an answer, as for a document in a file."""
BLOCK = 1 << 16
"""Bytes that are read or written at once."""
ENDPOINT = "/dc-scoringprogram"
"""The path to which requests are posted."""
PIPE = "BridgeSystems.Bridgemate.DataConnectorService.ScoringProgram."
"""The name of the service's pipe, to which the name of the user is added."""


class ChannelFailure(Exception):
    """There was no answer; the request can be sent again."""

    timed_out = False
    """Whether the service did not answer in time."""


class Channel(Protocol):
    """A way to a service."""

    address: str

    def greet(self) -> str:
        """The greeting of the service."""

    def exchange(self, body: bytes) -> bytes:
        """The answer to a request."""

    def close(self) -> bool:
        """Free the service for other clients; returns whether the channel keeps connections."""


class HttpChannel:
    """A service at an address; every exchange is a connection of its own."""

    def __init__(self, url: str, timeout: float) -> None:
        self.address = check_address(url)
        self.timeout = timeout
        # As in the vendor's client: a system proxy cannot reach the local network.
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def greet(self) -> str:
        return self._read(urllib.request.Request(f"{self._base}/")).decode("utf-8", "replace")

    def exchange(self, body: bytes) -> bytes:
        headers = {"Content-Type": "application/json; charset=utf-8"}
        return self._read(urllib.request.Request(self._base + ENDPOINT, body, headers))

    def close(self) -> bool:
        """Nothing to close: no connection is kept between two exchanges."""
        return False

    @property
    def _base(self) -> str:
        return self.address.rstrip("/")

    def _read(self, request: urllib.request.Request) -> bytes:
        try:
            with self._opener.open(request, timeout=self.timeout) as response:
                return self._read_limited(response)
        except urllib.error.HTTPError as error:
            raise ChannelFailure(f"status {error.code}") from None
        except urllib.error.URLError as error:
            raise ChannelFailure(str(error.reason)) from None
        except TimeoutError:
            raise ChannelFailure("timed out") from None

    def _read_limited(self, response: Any) -> bytes:
        parts, size = [], 0
        while block := response.read(BLOCK):
            parts.append(block)
            size += len(block)
            if size > LIMIT:
                raise BadInput(self.address, f"an answer of more than {LIMIT >> 20} MB")
        return b"".join(parts)


def check_address(url: str) -> str:
    """The address of a service, unchanged; refused if it has a login or is not for HTTP."""
    try:
        parts = urlsplit(url)
        usable = parts.scheme in ("http", "https") and parts.hostname and parts.port != 0
    except ValueError:
        usable = False
    if usable and not re.search(r"[\s@?#\\]", url):
        return url
    no_login = ", without a login" if "@" in url else ""
    example = f"expected an address such as http://host:5079{no_login}"
    raise UsageError(f"{mask_address(url)!r}: {example}")


def open_channel(url: str, pipe: str | None, timeout: float) -> Channel:
    """The channel to the service at an address or, if `pipe` is not None, behind a named pipe."""
    if pipe is None:
        return HttpChannel(url, timeout)
    return pipe_channel(pipe, timeout)


def pipe_channel(name: str, timeout: float) -> Channel:
    """The channel through a named pipe; through the service's own pipe if the name is empty."""
    if sys.platform == "win32":
        from bmconv.connector.pipe import PipeChannel

        return PipeChannel(name, timeout)
    raise no_pipes()


def no_pipes() -> UsageError:
    """The error for a pipe on a system without named pipes, with what to do instead."""
    return UsageError(
        "named pipes exist on Windows only",
        hint="run `bmconv connector relay --pipe` on the Windows computer and use its --url here",
    )

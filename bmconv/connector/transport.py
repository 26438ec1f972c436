"""HTTP for the vendor's client: a limit to the size of an answer, and to the time that it takes."""

from __future__ import annotations

import http.client
import threading
import urllib.error
import urllib.request
from collections.abc import Callable
from typing import Any, TypeVar

from bmconv.errors import BadInput, FileTrouble
from bmconv.source import LINE_LIMIT

T = TypeVar("T")

LIMIT = LINE_LIMIT
"""Bytes of an answer; a longer one could not be read from a file either."""
BLOCK = 1 << 16


class Transport:
    """What the vendor's client asks for: the text of a page, and of the answer to a request."""

    def __init__(self, url: str, timeout: float, failure: type[Exception]) -> None:
        self.url = url
        self.timeout = timeout
        self.failure = failure
        """What the client expects to be raised where it may try again."""
        self.last_failure = ""
        self.body = b""
        """The last answer, byte for byte."""
        # As in the client's own transport: a proxy of the system knows nothing of this network.
        self._opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))

    def get(self, url: str) -> str:
        """A page."""
        return self._read(urllib.request.Request(url)).decode("utf-8", "replace")

    def post(self, url: str, json_body: str) -> str:
        """The answer to a request. The client need not parse it: it is looked at later."""
        self.body = b""
        headers = {"Content-Type": "application/json; charset=utf-8"}
        self.body = self._read(urllib.request.Request(url, json_body.encode(), headers))
        return "{}"

    def _read(self, request: urllib.request.Request) -> bytes:
        try:
            with self._opener.open(request, timeout=self.timeout) as response:
                return self._limited(response)
        except urllib.error.HTTPError as error:
            self.last_failure = f"status {error.code}"
        except urllib.error.URLError as error:
            self.last_failure = str(error.reason)
        except TimeoutError:
            self.last_failure = "timed out"
        raise self.failure(self.last_failure)

    def _limited(self, response: Any) -> bytes:
        parts, size = [], 0
        while block := response.read(BLOCK):
            parts.append(block)
            size += len(block)
            if size > LIMIT:
                raise BadInput(self.url, f"an answer of more than {LIMIT >> 20} MB")
        return b"".join(parts)

    def within_time(self, ask: Callable[[], T]) -> T:
        """What an exchange gives, with all that the client tries; an error when it takes too long.

        It has a thread of its own, because a service that sends a byte now and then holds up
        whoever reads from it; a thread that is left behind ends with the process.
        """
        given: list[T] = []
        failed: list[Exception] = []

        def run() -> None:
            try:
                given.append(ask())
            except Exception as error:
                failed.append(error)

        thread = threading.Thread(target=run, daemon=True)
        thread.start()
        thread.join(self.timeout)
        if failed:
            raise _told(failed[0], self.url)
        if not given:
            last = f" ({self.last_failure})" if self.last_failure else ""
            raise FileTrouble(f"{self.url}: no answer within {self.timeout:g} s{last}; --timeout")
        return given[0]


def _told(error: Exception, url: str) -> Exception:
    """Trouble of the network as an error of ours."""
    if isinstance(error, OSError | http.client.HTTPException | UnicodeError):
        return FileTrouble(f"{url}: {error or type(error).__name__}")
    return error

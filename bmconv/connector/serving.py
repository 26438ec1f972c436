"""Serving over HTTP: a server that answers like the Data Connector, and a log of its answers."""

import errno
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from ipaddress import ip_address
from typing import Any, BinaryIO, Protocol
from urllib.parse import urlsplit

from msgspec import json, to_builtins

from bmconv.connector.channel import ENDPOINT, LIMIT
from bmconv.connector.parsing import parse
from bmconv.connector.protocol import command_name
from bmconv.connector.standin import StandIn
from bmconv.errors import BadInput, FileTrouble, Flag, Wording, reason_of
from bmconv.masking import mask

GREETING = b"bmconv stand-in for the Bridgemate dataconnector service version 5.0.1041.0"
"""The greeting, in which clients look for `Bridgemate dataconnector service version`."""
PATIENCE = 30.0
"""Seconds in which a program must send its request and take the answer."""
CONNECTIONS = 32
"""The most connections that are answered at once; further connections are refused."""
BODIES = LIMIT
"""The most bytes that all requests being read may have together."""
OBJECTS = 100_000
"""The most objects in a request: each takes up to 2 kB of memory."""
DIGITS = len(str(LIMIT))
"""The most digits of a Content-Length."""


class Transcript:
    """The log of requests and answers: one line of JSON for each exchange, without secrets."""

    def __init__(self, file: BinaryIO | None) -> None:
        self.file = file
        self.lock = threading.Lock()

    def write(self, sent: bytes, answered: Any) -> None:
        """Add an exchange."""
        if self.file is None:
            return
        try:
            request = _readable(parse(sent, "request"))
        except BadInput:
            request = {"unreadable": len(sent)}
        number = request.get("Command", 0)
        name = command_name(number) if isinstance(number, int) else "unreadable"
        line = {"command": name, "request": request, "answer": _readable(to_builtins(answered))}
        with self.lock:
            self.file.write(json.encode(mask(line)) + b"\n")
            self.file.flush()


def _readable(envelope: Any) -> dict[str, Any]:
    """An envelope with its content parsed, so that secrets inside can be found and masked."""
    content = dict(envelope) if isinstance(envelope, dict) else {}
    inner = content.get("SerializedData")
    if isinstance(inner, str) and inner.strip():
        try:
            content["SerializedData"] = parse(inner.encode(), "")
        except BadInput:
            content["SerializedData"] = {"unreadable": len(inner)}
    return content


class Answerer(Protocol):
    """What answers requests: the stand-in, or a relay."""

    def greet(self) -> bytes:
        """The greeting; FileTrouble if no service answers."""

    def answer(self, body: bytes) -> bytes:
        """The answer to a request; BadInput if `body` is not a request."""


class LoggedStandIn:
    """The stand-in with a log of its exchanges."""

    def __init__(self, service: StandIn, log: BinaryIO | None = None) -> None:
        self.service, self.transcript = service, Transcript(log)

    def greet(self) -> bytes:
        return GREETING

    def answer(self, body: bytes) -> bytes:
        try:
            answer = self.service.answer(body)
        except BadInput as error:
            self.transcript.write(body, {"SerializedData": json.encode(str(error)).decode()})
            raise
        self.transcript.write(body, answer)
        return json.encode(answer)


class _Server(ThreadingHTTPServer):
    """A server with limits on connections and memory."""

    daemon_threads = True

    def __init__(self, address: tuple[str, int], answerer: Answerer) -> None:
        super().__init__(address, _Handler)
        self.answerer = answerer
        self.free = threading.BoundedSemaphore(CONNECTIONS)
        self.bytes_left = BODIES
        self.lock = threading.Lock()
        name = socket.gethostname().lower()
        self.names = {"", "localhost", address[0].lower(), name, f"{name}.local"}

    def verify_request(self, request: Any, client_address: Any) -> bool:
        """Whether a further connection is allowed."""
        return self.free.acquire(blocking=False)

    def process_request_thread(self, request: Any, client_address: Any) -> None:
        """Answer a connection, then free its place."""
        try:
            super().process_request_thread(request, client_address)
        finally:
            self.free.release()

    def is_this_host(self, host: str) -> bool:
        """Whether a Host header names this machine.

        A hostile web page can use a name that leads to this machine, but not an address, so any
        address is accepted.
        """
        try:
            name = urlsplit(f"//{host}").hostname or ""
            return name in self.names or bool(ip_address(name))
        except ValueError:
            return False

    @contextmanager
    def room_for(self, size: int) -> Iterator[bool]:
        """Reserve memory for a request; yields whether there is enough."""
        with self.lock:
            fits = size <= self.bytes_left
            self.bytes_left -= size if fits else 0
        try:
            yield fits
        finally:
            with self.lock:
                self.bytes_left += size if fits else 0


class _Handler(BaseHTTPRequestHandler):
    """Answers one request."""

    server: _Server

    def handle(self) -> None:
        # not `timeout`, which starts again with every byte
        limit = threading.Timer(PATIENCE, self._cut_off)
        limit.daemon = True
        limit.start()
        try:
            with suppress(OSError):  # the client has gone
                super().handle()
        finally:
            limit.cancel()

    def _cut_off(self) -> None:
        with suppress(OSError):
            self.connection.shutdown(socket.SHUT_RDWR)

    def parse_request(self) -> bool:
        if not super().parse_request():
            return False
        if "Origin" in self.headers or not self.server.is_this_host(self.headers.get("Host", "")):
            self._send(b"not for pages in a browser, nor for another host", 403)
            return False
        return True

    def do_GET(self) -> None:
        if self.path != "/":
            self._send(b"", 404)
            return
        try:
            self._send(self.server.answerer.greet(), 200)
        except FileTrouble as error:
            self._send(str(error).encode(), 503)

    def do_POST(self) -> None:
        length = self.headers.get("Content-Length", "")
        if self.path != ENDPOINT:
            self._send(b"", 404)
        elif not length.isdecimal():
            self._send(b"a Content-Length is needed", 411)
        elif len(length) > DIGITS or int(length) > LIMIT:
            self._send(b"the request is too large", 413)
        else:
            self._read(int(length))

    def _read(self, length: int) -> None:
        with self.server.room_for(length) as fits:
            if not fits:
                self._send(b"too many requests at once; send it again later", 503)
            elif (body := self.rfile.read(length)).count(b"{") > OBJECTS:
                self._send(b"the request has too many objects", 413)
            elif len(body) == length:
                self._answer(body)

    def _answer(self, body: bytes) -> None:
        try:
            self._send(self.server.answerer.answer(body), 200)
        except BadInput as error:
            self._send(str(error).encode(), 400)

    def _send(self, body: bytes, status: int) -> None:
        self.send_response(status)
        kind = "application/json" if status == 200 and self.command == "POST" else "text/plain"
        self.send_header("Content-Type", f"{kind}; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: Any) -> None:
        """Print nothing."""


@contextmanager
def serve(answerer: Answerer, host: str, port: int) -> Iterator[str]:
    """Answer requests at an address while the block lasts; yields its URL, with the port."""
    try:
        server = _Server((host, port), answerer)
    except OSError as error:
        hint = Wording(Flag("port", "0"), " takes any free one")
        taken = error.errno == errno.EADDRINUSE
        text = f"{host}:{port}: {reason_of(error)}"
        raise FileTrouble(text, error, hint=hint if taken else "") from None
    thread = threading.Thread(target=server.serve_forever, args=(0.1,), daemon=True)
    thread.start()
    try:
        yield f"http://{host}:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)

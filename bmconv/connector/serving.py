"""The stand-in's HTTP side: an address that answers like the Data Connector, and a transcript."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, BinaryIO

from msgspec import json, to_builtins

from bmconv.connector.client import LIMIT
from bmconv.connector.parsing import parse
from bmconv.connector.protocol import command_name
from bmconv.connector.standin import StandIn
from bmconv.errors import BadInput, file_errors
from bmconv.masking import masked

PATH = "/dc-scoringprogram"
GREETING = b"bmconv stand-in for the Bridgemate dataconnector service version 5.0.1041.0"
"""Clients look for `Bridgemate dataconnector service version`."""
PATIENCE = 30.0
"""Seconds within which a program must have sent its request."""


class Transcript:
    """What a program sent and what it was answered, one line of JSON each, without secrets."""

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
        name = command_name(request.get("Command", 0))
        line = {"command": name, "request": request, "answer": _readable(to_builtins(answered))}
        with self.lock:
            self.file.write(json.encode(masked(line)) + b"\n")
            self.file.flush()


def _readable(envelope: Any) -> dict[str, Any]:
    """An envelope with its content as JSON, so that secrets inside can be found and masked."""
    found = dict(envelope) if isinstance(envelope, dict) else {}
    inner = found.get("SerializedData")
    if isinstance(inner, str) and inner.strip():
        try:
            found["SerializedData"] = parse(inner.encode(), "")
        except BadInput:
            found["SerializedData"] = {"unreadable": len(inner)}
    return found


@contextmanager
def serving(service: StandIn, host: str, port: int, log: BinaryIO | None = None) -> Iterator[str]:
    """Answer at an address while the block lasts; the address as a URL, with its port."""
    transcript = Transcript(log)

    class Handler(BaseHTTPRequestHandler):
        timeout = PATIENCE

        def handle(self) -> None:
            with suppress(OSError):  # the client has gone
                super().handle()

        def do_GET(self) -> None:
            self._send(GREETING if self.path == "/" else b"", 200 if self.path == "/" else 404)

        def do_POST(self) -> None:
            length = self.headers.get("Content-Length", "")
            if self.path != PATH:
                self._send(b"", 404)
            elif not length.isdecimal():
                self._send(b"a Content-Length is needed", 411)
            elif int(length) > LIMIT:
                self._send(b"the request is too large", 413)
            else:
                self._answer(self.rfile.read(int(length)))

        def _answer(self, body: bytes) -> None:
            try:
                answer = service.answer(body)
            except BadInput as error:
                transcript.write(body, {"SerializedData": json.encode(str(error)).decode()})
                self._send(str(error).encode(), 400)
                return
            transcript.write(body, answer)
            self._send(json.encode(answer), 200)

        def _send(self, body: bytes, status: int) -> None:
            self.send_response(status)
            kind = "application/json" if status == 200 and self.command == "POST" else "text/plain"
            self.send_header("Content-Type", f"{kind}; charset=utf-8")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            """Print nothing."""

    with file_errors(f"{host}:{port}"):
        server = ThreadingHTTPServer((host, port), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, args=(0.1,), daemon=True)
    thread.start()
    try:
        yield f"http://{host}:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)

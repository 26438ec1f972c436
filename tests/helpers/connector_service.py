"""A small Data Connector on 127.0.0.1: HTTP as documented, queues, and errors on request."""

import json
import threading
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

GREETING = "Bridgemate dataconnector service version 5.0.1041.0"
LARGEST_REQUEST = 1 << 22
"""The most bytes of a request that are read."""
QUEUES = {19: 12, 20: 10, 21: 11, 22: 13, 36: 21}
"""The commands that poll for new data, each with the type of that data."""
ALL = {23: 19, 24: 20, 25: 21, 26: 22, 37: 36}
"""The commands that poll for all data, each with the command for new data of the same queue."""
ACCEPTS = {27: 19, 28: 20, 29: 21, 30: 22, 38: 36}
"""The commands that accept data, likewise."""
ECHO = 4
"""The command that returns its data."""
OK, ERROR = 1, 4
"""Types of data in a response."""


class Service:
    """The queues of the service, and what tests let it do."""

    def __init__(self) -> None:
        self.items: dict[int, list[tuple[int, Any]]] = {poll: [] for poll in QUEUES}
        """Queue ids and DTOs by the command that polls for them."""
        self.accepted = dict.fromkeys(QUEUES, 0)
        self.requests: list[dict[str, Any]] = []
        self.errors: dict[int, int] = {}
        """The error type of the answer, by the command that is to fail."""
        self.raw: bytes | None = None
        """The body of every answer, instead of the usual one."""
        self.changes: dict[str, Any] = {}
        """Properties that are changed in every answer."""
        self.blocks: Iterable[bytes] | None = None
        """Blocks that are sent one by one instead of an answer, without a Content-Length."""
        self.on_accept: Any = None
        """Called before a batch counts as accepted; None for no call."""

    def put(self, poll: int, *dtos: Any) -> None:
        """Queue some DTOs."""
        for dto in dtos:
            number = sum(map(len, self.items.values())) + 1
            self.items[poll].append((number, dto))

    def answer(self, request: dict[str, Any]) -> dict[str, Any]:
        """The response to a request."""
        self.requests.append(request)
        command, data = request["Command"], request["SerializedData"]
        response = {"RequestCommand": command, "DataType": OK, "LastQueueItemId": 0, "ErrorType": 0,
                    "SessionGuid": request["SessionGuid"], "SerializedData": '"done"'}  # fmt: skip
        if command in self.errors:
            response |= {"DataType": ERROR, "ErrorType": self.errors[command]}
            response["SerializedData"] = json.dumps("so it is\nnot done")
        elif command == ECHO:
            response["SerializedData"] = data
        elif command in QUEUES or command in ALL:
            poll = ALL.get(command, command)
            after = 0 if command in ALL else self.accepted[poll]
            new = [item for item in self.items[poll] if item[0] > after]
            response |= {"DataType": QUEUES[poll], "LastQueueItemId": new[-1][0] if new else 0}
            response["SerializedData"] = json.dumps([dto for _, dto in new])
        elif command in ACCEPTS:
            if self.on_accept:
                self.on_accept()
            self.accepted[ACCEPTS[command]] = int(json.loads(data))
        return response


@contextmanager
def serving() -> Iterator[tuple[Service, str]]:
    """Run a service while the block lasts; gives the service and its address."""
    service = Service()

    class Handler(BaseHTTPRequestHandler):
        timeout = 10

        def do_GET(self) -> None:
            self._send(GREETING.encode(), 200 if self.path == "/" else 404)

        def do_POST(self) -> None:
            if self.path != "/dc-scoringprogram":
                self._send(b"", 404)
                return
            body = self.rfile.read(min(int(self.headers["Content-Length"]), LARGEST_REQUEST))
            answer = json.dumps(service.answer(json.loads(body)) | service.changes).encode()
            if service.blocks is not None:
                self._stream(service.blocks)
                return
            self._send(answer if service.raw is None else service.raw, 200)

        def _stream(self, blocks: Iterable[bytes]) -> None:
            self.send_response(200)
            self.end_headers()
            with suppress(OSError):  # the client has gone
                for block in blocks:
                    self.wfile.write(block)
                    self.wfile.flush()

        def _send(self, body: bytes, status: int) -> None:
            self.send_response(status)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: Any) -> None:
            """Print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    try:
        yield service, f"http://127.0.0.1:{server.server_address[1]}"
    finally:
        server.shutdown()
        server.server_close()
        thread.join(10)

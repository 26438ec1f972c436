"""Run records through a filter command."""

import json
from typing import Any

from tests.helpers.running import quick

RESULT = {
    "type": "result", "section": 1, "table": 1, "round": 1, "board": 1,
    "declarer": "N", "contract": "4 S", "result": "=",
}  # fmt: skip
"""Nobody is vulnerable on board 1, so the score is 420."""
SECTIONS = [
    {"type": "section", "id": 4, "letter": "A"},
    {"type": "section", "id": 5, "letter": "B"},
]


def lines(*records: dict[str, Any]) -> bytes:
    """Records as a stream of JSON lines."""
    return b"".join(json.dumps(record).encode() + b"\n" for record in records)


def filter_records(words: str, *records: dict[str, Any]) -> list[dict[str, Any]]:
    """The records that a filter writes; it must end without errors and messages."""
    quiet = ("-q",) if words.startswith("set ") else ()
    done = quick(*words.split(" "), *quiet, stdin=lines(*records))
    assert (done.code, done.err) == (0, "")
    return [json.loads(line) for line in done.out.splitlines()]

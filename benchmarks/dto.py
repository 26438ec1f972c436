"""Reading and checking results from the Data Connector, against the vendor's own client.

The client only makes objects of what json.loads gives; ours are checked against the rules too.
"""

from __future__ import annotations

import json
import random
import time
from collections.abc import Callable

from benchmarks.measure import Run, self_memory, table
from bmconv.connector.document import documents
from bmconv.connector.rules_event import validate
from bmconv.notes import Notes
from bmconv.source import from_bytes

CLIENT = "json.loads and the client's from_dict"
OURS = "bmconv: read and check"
WITH_BLANKS = "the same, JSON with blanks"
ODD = "the same, a property left out of one"
GUID = "0F1E2D3C4B5A69788796A5B4C3D2E1F0"


def results(count: int) -> list[dict[str, object]]:
    """ResultDTOs as a service gives them."""
    chance = random.Random(4)
    made = []
    for at in range(count):
        ns, ew = chance.randint(1, 40), chance.randint(1, 40)
        seat = chance.randint(1, 4)
        made.append(
            {
                "SessionGuid": GUID,
                "SectionLetters": chance.choice("ABCD"),
                "TableNumber": at % 40 + 1,
                "RoundNumber": chance.randint(1, 12),
                "BoardNumber": chance.randint(1, 36),
                "ScoringDirection": 3,
                "IsDeleted": False,
                "PairNorthSouth": ns,
                "PairEastWest": ew,
                "DeclaringPair": ns if seat % 2 else ew,
                "DeclarerDirection": seat,
                "Level": chance.randint(1, 7),
                "Denomination": chance.randint(1, 5),
                "Stake": chance.randint(0, 2),
                "TotalTricks": chance.randint(0, 13),
                "LeadCardRank": chance.randint(2, 14),
                "LeadCardSuit": chance.randint(1, 4),
                "ValidationMessages": None,
            }
        )
    return made


def checked(text: bytes) -> None:
    """Read a document and look for what the service would reject."""
    for document in documents(from_bytes(text), Notes()):
        if validate(document.items, document.kind, document.array):
            raise SystemExit("benchmark: results that are not valid")


def main() -> None:
    """Ten thousand results, in turn with the client's way."""
    try:
        from bridgemate_dataconnector.dto import ResultDTO
    except ImportError:
        print("\ndto: bridgemate-dataconnector-client is not installed")
        return
    rows = results(10_000)
    compact = json.dumps(rows, separators=(",", ":")).encode()
    blanks = json.dumps(rows).encode()
    odd = json.dumps([{k: v for k, v in rows[0].items() if v is not None}, *rows[1:]]).encode()
    jobs: dict[str, Callable[[], object]] = {
        CLIENT: lambda: [ResultDTO.from_dict(row) for row in json.loads(compact)],
        OURS: lambda: checked(compact),
        WITH_BLANKS: lambda: checked(blanks),
        ODD: lambda: checked(odd),
    }
    best = dict.fromkeys(jobs, float("inf"))
    for _ in range(20):
        for name, job in jobs.items():
            began = time.process_time()
            job()
            best[name] = min(best[name], time.process_time() - began)
    runs = {name: Run(seconds, self_memory()) for name, seconds in best.items()}
    table("Ten thousand ResultDTOs", CLIENT, runs, {OURS: 1 / 3, WITH_BLANKS: 1 / 3})


if __name__ == "__main__":
    main()

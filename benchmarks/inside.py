"""Measures work without the start of its program: `python -m benchmarks.inside WORK ours|its FILE`.

It prints the seconds of the work by bmconv (ours) or by the tool it is compared with (its).
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bmconv.exporting.contents import Contents

Work = Callable[[], object]
TIMES = 3


def dto_ours(data: bytes) -> Work:
    """Read a document and validate it."""
    from bmconv.connector.document import documents
    from bmconv.connector.validation import validate
    from bmconv.io.source import from_bytes
    from bmconv.notes import Notes

    def work() -> None:
        for document in documents(from_bytes(data), Notes()):
            if validate(document):
                raise SystemExit("invalid results")

    return work


def dto_its(data: bytes) -> Work:
    """Read a document as the vendor's client does."""
    from bridgemate_dataconnector.dto import ResultDTO

    return lambda: [ResultDTO.from_dict(row) for row in json.loads(data)]


def pbn_ours(data: bytes) -> Work:
    """Read boards as records."""
    from bmconv.conversion import decode
    from bmconv.io.source import from_bytes
    from bmconv.notes import Notes

    return lambda: list(decode(from_bytes(data), "pbn", {}, Notes()))


def pbn_its(data: bytes) -> Work:
    """Read boards with endplay."""
    from endplay.parsers import pbn

    text = data.decode()
    return lambda: pbn.loads(text)


def lin_ours(data: bytes) -> Work:
    """Read the boards of a PBN file, converted to LIN, as records."""
    import io

    from bmconv.conversion import decode, encode
    from bmconv.io.source import from_bytes
    from bmconv.notes import Notes

    converted = io.BytesIO()
    encode(decode(from_bytes(data), "pbn", {}, Notes()), "lin", converted, {}, Notes())
    return lambda: list(decode(from_bytes(converted.getvalue()), "lin", {}, Notes()))


lin_its = pbn_ours


def usebio_ours(data: bytes) -> Work:
    """Read the travellers of a PBN file, converted to USEBIO, as records."""
    import io

    from bmconv.conversion import decode, encode
    from bmconv.io.source import from_bytes
    from bmconv.notes import Notes

    converted = io.BytesIO()
    encode(decode(from_bytes(data), "pbn", {}, Notes()), "usebio", converted, {}, Notes())
    return lambda: list(decode(from_bytes(converted.getvalue()), "usebio", {}, Notes()))


usebio_its = pbn_ours


def solve_ours(data: bytes) -> Work:
    """Compute the double-dummy tricks of hands."""
    import bmconv
    from bmconv.bridge.double_dummy import solve
    from bmconv.records import Hand

    hands = bmconv.read(data, "pbn").of(Hand)
    return lambda: list(solve(hands))


def solve_its(data: bytes) -> Work:
    """Compute the same with endplay's solver, all hands at once."""
    from endplay.dds import calc_all_tables
    from endplay.parsers import pbn

    deals = [board.deal for board in pbn.loads(data.decode())]
    return lambda: calc_all_tables(deals)


def ranking_ours(data: bytes) -> Work:
    """Make the ranking rows of a night from its other rows."""
    from bmconv.exporting.ranked import with_ranking

    tables = _night(data).tables
    return lambda: with_ranking(tables)


def ranking_its(data: bytes) -> Work:
    """Read the other rows of the night from its database."""
    return lambda: _night(data)


def _night(data: bytes) -> Contents:
    from bmconv.exporting.bws_tables import read_database
    from bmconv.io.source import from_bytes
    from bmconv.notes import Notes

    return read_database(from_bytes(data), Notes())


def best(work: Work) -> float:
    """The processor time in seconds of the fastest of several calls."""
    seconds = []
    for _ in range(TIMES):
        began = time.process_time()
        work()
        seconds.append(time.process_time() - began)
    return min(seconds)


if __name__ == "__main__":
    work, who, path = sys.argv[1:]
    print(best(globals()[f"{work}_{who}"](Path(path).read_bytes())))

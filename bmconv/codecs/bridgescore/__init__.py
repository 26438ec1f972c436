"""BridgeScore's traveller file: results typed from the travellers, to be matchpointed.

Three lines with the numbers of boards, N-S pairs and E-W pairs, then a line per result with board,
N-S pair, E-W pair and N-S's score, and at last the word `end`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bmconv.codecs import Codec, Format, Option, Options
from bmconv.notes import Notes
from bmconv.records import Record
from bmconv.sink import Output
from bmconv.source import DOS_END, Source

INFO = Format(
    "BridgeScore's traveller file",
    holds={
        "section": ("id", "letter", "derived", "winners", "boards", "ns_pairs", "ew_pairs"),
        "result": ("section", "board", "pair_ns", "pair_ew", "score"),
    },
    consults=("hand", "round", "table"),
    encoding="utf-8",
    options=(
        Option("report", "write BridgeScore's report on it instead", False, writes=True),
        Option("section", "which section, by letter or id, where there are several", writes=True),
    ),
)


def probe(head: bytes, name: str) -> int:
    """Three numbers on lines of their own, then lines of four."""
    rows = [
        line.split()
        for line in head.decode("latin-1").replace(DOS_END, "").splitlines()
        if line.strip()
    ]
    counts = [len(row) == 1 and row[0].isdecimal() for row in rows]
    start = counts.index(True) if True in counts else len(rows)
    if counts[start : start + 3] != [True] * 3:
        return 0
    after = rows[start + 3] if len(rows) > start + 3 else ["end"]
    fits = after[0].lower() == "end" or all(re.fullmatch(r"[+-]?\d{1,9}", word) for word in after)
    return (80 if len(after) == 4 else 60) - (20 if start else 0) if fits else 0


def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """A section and its results; a file with any error is not read at all, every one is told."""
    from bmconv.codecs.bridgescore.read import read

    return read(source, options, notes)


def encode(records: Iterable[Record], sink: Output, options: Options, notes: Notes) -> None:
    """The results that stand in one section, or the report on them."""
    from bmconv.codecs.bridgescore.write import write

    write(records, sink, options, notes)


CODEC = Codec(INFO, probe, decode, encode)

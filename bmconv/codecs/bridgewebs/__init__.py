"""BridgeWebs' results file, CSV `std1`: options, places of the pairs, a traveller for each board.

Its lines are cells separated by tabs, commas or semicolons. A line that begins with `#` is an
option, or the beginning of a part.
"""

import re
from collections.abc import Iterable, Iterator

from bmconv.codecs import CERTAIN, Codec, Format, Options
from bmconv.io.sink import Output
from bmconv.io.source import Source
from bmconv.notes import Notes
from bmconv.records import Record

INFO = Format(
    "results of a ranked session for BridgeWebs",
    holds={
        "session": ("id", "name", "date", "extra"),
        "section": ("id", "letter", "derived", "session", "scoring_type", "winners"),
        "result": (
            *("id", "section", "board", "pair_ns", "pair_ew", "declarer", "contract", "result"),
            *("lead_card", "remarks", "erased", "score", "mp_ns", "mp_ew"),
        ),
        "ranking": (
            *("section", "direction", "pair", "names", "boards", "total", "maximum"),
            *("percentage", "place", "extra"),
        ),
    },
    consults=("hand",),
    encoding="cp1252",
)

KEY = "bridgewebs"
"""The key in `extra` for options and columns that no field holds."""
COLUMNS = ("Position", "Pair", "Name1", "Name2", "Score", "Tops", "Percent", "Mpts", "Boards")
"""The columns of a ranking; the last one stands for a column per board."""
TRAVELLER = (
    *("NS", "EW", "NSScore", "EWScore", "NSPts", "EWPts", "Contract", "Tricks", "Declarer", "Lead"),
)
"""The columns of a traveller."""
NOT_PLAYED = "X"
PASSED_OUT = "P"
AVERAGE_SIGNS = {60: "+", 50: "=", 40: "-"}
"""The signs of average scores, by percentage."""
VERSION = re.compile(rb"(?i)(?:\xef\xbb\xbf)?\s*#version[ ]*[\t,;][ ]*std1\b")


def probe(head: bytes, name: str) -> int:
    """The version in the first line."""
    return CERTAIN if VERSION.match(head) else 0


def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """Read the session, a section, results, and the ranking as published."""
    from bmconv.codecs.bridgewebs.read import read

    return read(source, options, notes)


def encode(records: Iterable[Record], sink: Output, options: Options, notes: Notes) -> None:
    """Write a ranked section of pairs."""
    from bmconv.codecs.bridgewebs.write import write

    write(records, sink, options, notes)


CODEC = Codec(INFO, probe, decode, encode)

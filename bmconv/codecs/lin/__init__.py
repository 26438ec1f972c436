"""LIN, the format of Bridge Base Online and its viewer: deals, auctions, play and matches.

A file is a list of pairs `xx|value|`: a code of two letters and its value.
"""

import re
from collections.abc import Iterable, Iterator

from bmconv.bridge.cards import SEATS
from bmconv.codecs import Codec, Format, Options, write_option
from bmconv.io.sink import Output
from bmconv.io.source import Source
from bmconv.notes import Notes
from bmconv.records import Record

_MOVE = ("id", "table", "board", "counter", "direction", "extra")

INFO = Format(
    "deals, auctions and play as LIN",
    holds={
        "session": ("id", "name", "extra"),
        "seat": ("table", "direction", "name"),
        "hand": ("board", *SEATS, "dealer", "vulnerable", "extra"),
        "result": (
            *("id", "table", "board", "declarer", "contract", "result", "lead_card", "score"),
            *("erased", "extra"),
        ),
        "bid": (*_MOVE, "bid", "erased"),
        "card": (*_MOVE, "card", "erased"),
    },
    consults=("player", "game"),
    encoding="utf-8",
    options=(
        write_option(
            "auction", "write auctions and play, with results (default: if there are any)", None
        ),
    ),
)

_CODES = rb"(?:vg|pn|qx|md|st|rs|pg|nt|bn|pw|mp|ah|rh|mb|sv|bt|sk|lb|at)"


def probe(head: bytes, name: str) -> int:
    """A known code and a vertical bar at the beginning, as text or in a web link."""
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip().lower()
    if re.match(_CODES + rb"(?:\||%7c)", text) or re.match(rb"https?://\S*[?&]lin=", text):
        return 90
    known = re.search(rb"\bmd\|[0-4]?s[akqjt2-9]*h", text)
    return 60 if known and name.lower().endswith(".lin") else 0


def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """Read the session, players, deals, results, calls and cards."""
    from bmconv.codecs.lin.read import LinReader
    from bmconv.codecs.lin.text import read_text

    text = read_text(source, options.text("encoding"), notes)
    return LinReader(text, source.name, notes).records()


def encode(records: Iterable[Record], sink: Output, options: Options, notes: Notes) -> None:
    """Write a file."""
    from bmconv.codecs.lin.write import write

    write(records, sink, options, notes)


CODEC = Codec(INFO, probe, decode, encode)

"""RBN, Richard's Bridge Notation: a record has the deal, auction, play and result of a board.

A line is a label of one character, a blank and data; a blank line ends a record.
"""

import re
from collections.abc import Iterable, Iterator

from bmconv.bridge.cards import SEATS
from bmconv.codecs import Codec, Format, Options
from bmconv.codecs.shared.characters import TextSink
from bmconv.io.sink import Output
from bmconv.io.source import Source
from bmconv.notes import Notes
from bmconv.records import Record

_MOVE = ("id", "table", "round", "board", "counter", "direction", "erased", "extra")
INFO = Format(
    "deals, auctions, play and results as RBN",
    holds={
        "session": ("id", "name", "date", "time", "extra"),
        "seat": ("table", "direction", "round", "name"),
        "hand": ("board", *SEATS, "dealer", "vulnerable", "extra"),
        "result": (
            *("id", "table", "round", "board", "declarer", "contract", "result", "lead_card"),
            *("score", "imp_ns", "imp_ew", "erased", "extra"),
        ),
        "bid": (*_MOVE, "bid"),
        "card": (*_MOVE, "card"),
    },
    encoding="latin-1",
)
_LINE = rb"(?:[DTLESFKNBHACPRMI0-9](?: [^\r\n]*)?|\{[^}]*\})\s*"
_TYPICAL_LINES = (
    rb"H [NESW]:[AKQJT2-9.x?]*[:;]",
    rb"A [NESW][ZNEB?](?:[:\r\n]|$)",
    rb"N [^\r\n:]*\+[^\r\n:]*:",
    rb"D \d{4}[\d?C:G]*\s",
)


def probe(head: bytes, name: str) -> int:
    """Lines with labels from the start, among them a date, names, hands or an auction."""
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if not re.match(rb"(?:%s){2}" % _LINE, text):
        return 0
    sign_count = sum(bool(re.search(rb"(?m)^" + line, text)) for line in _TYPICAL_LINES)
    if sign_count == 1:
        return 60 if name.lower().endswith(".rbn") else 0
    return 90 if sign_count > 2 else 85 if sign_count == 2 else 0


def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """Read the session, players, deals, results, calls and cards."""
    from bmconv.codecs.rbn.read import RbnReader

    lines = source.text_lines(options.text("encoding"))
    return RbnReader(source.name, notes).records(lines)


def encode(records: Iterable[Record], sink: Output, options: Options, notes: Notes) -> None:
    """Write a record for each board at each table."""
    from bmconv.codecs.rbn.write import write

    text = TextSink(sink, options.text("encoding") or "latin-1", notes)
    for line in write(records, notes):
        text.write(line + "\n")


CODEC = Codec(INFO, probe, decode, encode)

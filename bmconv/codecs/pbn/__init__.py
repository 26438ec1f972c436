"""Portable Bridge Notation (PBN 2.1): deals, with results, auctions and play.

Reads the liberal import format; writes the export format, or games as they were read.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress

from bmconv.codecs import Codec, Format, Option, Options, UserOptions, write_option
from bmconv.errors import BadInput, file_errors
from bmconv.io.sink import Output
from bmconv.io.source import Source
from bmconv.notes import Notes
from bmconv.records import Record

_PLACE = ("section", "table", "round", "board")

INFO = Format(
    "hand records as PBN",
    holds={
        "session": ("id", "name", "date"),
        "section": ("id", "letter", "derived", "session"),
        "seat": (*_PLACE[:3], "direction", "name"),
        "hand": ("section", "board", "north", "east", "south", "west", "dealer", "vulnerable"),
        "evaluation": (
            *("section", "board", "par_score", "par_contract"),
            *(
                f"{seat}_{strain}"
                for seat in ("north", "east", "south", "west")
                for strain in ("spades", "hearts", "diamonds", "clubs", "notrump", "hcp")
            ),
        ),
        "game": (*_PLACE, "pair_ns", "pair_ew", "tags", "sections", "comments"),
        "result": (
            *("id", *_PLACE, "pair_ns", "pair_ew", "declarer", "declarer_pair", "contract"),
            *("result", "lead_card", "remarks", "erased", "score"),
            *("mp_ns", "mp_ew", "imp_ns", "imp_ew"),
        ),
        "ranking": (
            *("section", "direction", "pair", "names", "boards", "total", "percentage", "place"),
            "extra",
        ),
        "bid": ("id", *_PLACE, "counter", "direction", "bid"),
        "card": ("id", *_PLACE, "counter", "direction", "card"),
    },
    encoding="latin-1",
    options=(
        Option(
            "section",
            "section of all records, by letter or id (default: as in each game; deals for all)",
            reads=True,
            metavar="LETTER|ID",
        ),
        write_option(
            "results",
            "write results as a table per board, as a game each, or not at all",
            "score-table",
            ("score-table", "per-result", "none"),
        ),
        write_option("double_dummy", "write evaluations (default: if there are any)", None),
        write_option("auction", "write auctions and play (default: if there are any)", None),
    ),
)

_TAG = re.compile(rb'^\s*\[\s*[A-Z][A-Za-z0-9_]*\s*"', re.MULTILINE)


def probe(head: bytes, name: str) -> int:
    """A tag at the beginning, or after comments and lines that begin with a percent sign."""
    text = head.removeprefix(b"\xef\xbb\xbf").lstrip()
    if text[:1] in (b"[", b"%", b"{", b";") or b"<pbn>" in text.lower():
        if re.match(rb"%\s*PBN\b", text):
            return 95
        return 90 if _TAG.search(text) else 0
    return 60 if _TAG.search(text) and name.lower().endswith(".pbn") else 0


def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """Sessions, hands, evaluations, results, calls and cards; `game` records hold the rest."""
    from bmconv.codecs.pbn.read import PbnReader

    head = source.head()
    if b"\0" in head and not _TAG.search(head):
        raise BadInput(source.name, "binary, not text", 'tags such as [Board "1"]')
    return PbnReader(source, options, notes).read()


def encode(records: Iterable[Record], sink: Output, options: Options, notes: Notes) -> None:
    """Write a PBN file."""
    from bmconv.codecs.pbn.write import write

    write(records, sink, options, notes)


def like_file(path: str) -> UserOptions:
    """The option for UTF-8 if a file is in UTF-8 and has other characters than ASCII."""
    with file_errors(path), open(path, "rb") as file:
        data = file.read()
    if data.isascii():
        return {}
    with suppress(UnicodeDecodeError):
        data.decode()
        return {"encoding": "utf-8"}
    return {}


CODEC = Codec(INFO, probe, decode, encode, like_file=like_file)

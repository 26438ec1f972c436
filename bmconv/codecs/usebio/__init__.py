"""USEBIO, results as XML for federations and club sites: pairs, individuals and teams.

A file has a club, an event, its participants with their places, and a traveller for every board.
"""

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from bmconv.bridge.cards import SEATS
from bmconv.codecs import Codec, Format, Options
from bmconv.codecs.usebio.club import OPTIONS
from bmconv.io.sink import Output
from bmconv.io.source import Source
from bmconv.notes import Notes
from bmconv.records import Record

if TYPE_CHECKING:
    from bmconv.ranking import Ranked

INFO = Format(
    "results of a session as USEBIO",
    holds={
        "event": ("name", "club_id", "extra"),
        "session": ("id", "name", "date", "extra"),
        "scoring_group": ("session", "number", "method"),
        "section": (
            *("id", "letter", "derived", "session", "scoring_type", "winners", "name"),
            *("scoring_group", "extra"),
        ),
        "round": (
            *("section", "table", "round", "ns_pair", "ew_pair", "low_board", "high_board"),
            *("custom_boards", "ns_team", "ew_team", "mates_table", "south", "west", "extra"),
        ),
        "player": ("number", "name", "first_name", "last_name", "club_id", "extra"),
        "hand": ("section", "board", *SEATS, "dealer", "vulnerable", "extra"),
        "result": (
            *("id", "section", "table", "round", "board", "pair_ns", "pair_ew", "declarer"),
            *("contract", "result", "lead_card", "remarks", "erased", "score"),
            *("mp_ns", "mp_ew", "imp_ns", "imp_ew", "extra"),
        ),
        "ranking": (
            *("section", "direction", "pair", "names", "boards", "total", "percentage"),
            *("place", "extra"),
        ),
    },
    consults=("seat", "settings", "table"),
    encoding="iso-8859-1",
    options=OPTIONS,
)

_ROOT = re.compile(rb"(?i)<USEBIO[\s>]")
_VERSION = re.compile(rb"(?i)<USEBIO[^>]*?\sversion\s*=\s*[\"']([0-9.]{1,9})[\"']")


def probe(head: bytes, name: str) -> int:
    """Certain with the root element, likely with the document type alone."""
    if _ROOT.search(head):
        return 100
    return 90 if re.search(rb"(?i)<!DOCTYPE\s+USEBIO\b", head) else 0


def version(head: bytes) -> str:
    """The version stated in the root element; empty if there is none."""
    match = _VERSION.search(head)
    return match[1].decode() if match else ""


def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """Read sessions, sections, players, deals, results, and the ranking as published."""
    from bmconv.codecs.usebio.read import read

    return read(source, options, notes)


def encode(records: Iterable[Record], sink: Output, options: Options, notes: Notes) -> None:
    """Write a file."""
    from bmconv.codecs.usebio.write import write

    write(records, sink, options, notes)


def encode_ranking(
    ranked: "Ranked", records: Iterable[Record], sink: Output, options: Options, notes: Notes
) -> None:
    """Write a file with a ranking."""
    from bmconv.codecs.usebio.write import write

    write(records, sink, options, notes, ranked)


CODEC = Codec(INFO, probe, decode, encode, encode_ranking=encode_ranking, version=version)

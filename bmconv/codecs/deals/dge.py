"""DGE: deals as ranks behind the suit signs of code page 437, 128 bytes a board.

North, East, South and West, each spades, hearts, diamonds and clubs from the ace down.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bmconv.bridge.cards import RANKS, SUITS
from bmconv.codecs import Codec, Format, Options
from bmconv.codecs.deals import HAND, BadDeal, checked, fixed
from bmconv.notes import Notes
from bmconv.records import Record
from bmconv.sink import Output
from bmconv.source import Source

INFO = Format(
    "deals for dealing machines as DGE",
    holds={"session": ("id", "extra"), "hand": HAND},
    binary=True,
)

CARDS = 68
_SIGNS = dict(zip(SUITS, "\x06\x03\x04\x05", strict=True))
_HAND = re.compile("".join(f"{sign}([{RANKS}]*)" for sign in _SIGNS.values()).encode())


def read_cards(data: bytes) -> fixed.Dealt:
    """The four hands of 68 bytes."""
    dealt = []
    for at in range(0, CARDS, 17):
        match = _HAND.fullmatch(data[at : at + 17])
        if match is None:
            raise BadDeal
        holdings = zip(SUITS, match.groups(), strict=True)
        dealt.append({suit + rank for suit, ranks in holdings for rank in ranks.decode()})
    return checked(dealt)


def write_cards(dealt: fixed.Dealt) -> bytes:
    """The 68 bytes of four hands."""
    text = "".join(
        sign + "".join(rank for rank in RANKS if suit + rank in hand)
        for hand in dealt
        for suit, sign in _SIGNS.items()
    )
    return text.encode()


LAYOUT = fixed.Layout(
    "dge",
    cards=CARDS,
    size=128,
    read=read_cards,
    write=write_cards,
    tail=lambda low, high: b"\x00" * 60,
)


def probe(head: bytes, name: str) -> int:
    """A hand behind the four suit signs."""
    return 90 if _HAND.match(head) else 0


def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """A hand per record, numbered from 1."""
    return fixed.decode(LAYOUT, source, notes)


def encode(records: Iterable[Record], sink: Output, options: Options, notes: Notes) -> None:
    """A record per board."""
    fixed.encode(LAYOUT, records, sink, notes)


CODEC = Codec(INFO, probe, decode, encode)

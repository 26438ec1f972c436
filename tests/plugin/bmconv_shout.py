"""shout: deals in capital letters, to be read out to the players who make up the boards.

A deal is five lines: `DEAL 7!`, then NORTH, EAST, SOUTH and WEST, each with its spades, hearts,
diamonds and clubs. `-` is a void. The deals after a line `SECTION A!` are that section's, those
before the first such line are for all. Blank lines are ignored.

| note | level | when |
|---|---|---|
| `bad-line` | error | a line is neither a section nor a deal nor a hand |
| `bad-hand` | error | a hand has no four suits; the deal is skipped |
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from bmconv.bridge.movements import ordinal
from bmconv.codecs import Codec, Format, Option, Options
from bmconv.errors import BadInput
from bmconv.event import Event
from bmconv.io.sink import Output
from bmconv.io.source import Source
from bmconv.notes import Notes
from bmconv.records import Hand, Record, Section
from bmconv.registry import Entry

SEATS = ("north", "east", "south", "west")
ENTRY = Entry(
    "bmconv_shout",
    "deals in capital letters, to be read out",
    (".shout",),
    rb"\s*(?i:SECTION [A-Z]{1,3}!|DEAL \d)",
    "deals.shout",
)
INFO = Format(
    "deals in capital letters",
    holds={"section": ("id", "letter", "derived"), "hand": ("section", "board", *SEATS)},
    encoding="ascii",
    options=(Option("small", "write small letters", False, writes=True),),
)
SECTION = re.compile(r"SECTION ([A-Z]{1,3})!")
DEAL = re.compile(r"DEAL (\d{1,4})!")
HAND = re.compile(r"(NORTH|EAST|SOUTH|WEST) ((?:[AKQJT2-9]+|-)(?: (?:[AKQJT2-9]+|-)){3})!")


def probe(head: bytes, name: str) -> int:
    """A file that begins with a deal."""
    return 95 if re.match(ENTRY.magic, head) else 0


def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """A hand for each deal, and the sections."""
    section: Section | None = None
    hand: Hand | None = None
    for number, text in enumerate(source.text_lines(options.text("encoding")), 1):
        line = text.strip().upper()
        named, deal = SECTION.fullmatch(line), DEAL.fullmatch(line)
        if named or deal:
            if hand is not None:
                yield hand
                hand = None
            if named:
                section = Section(id=ordinal(named[1]), letter=named[1], derived=True)
                yield section
            if deal:
                hand = Hand(section=section.id if section else None, board=int(deal[1]))
        elif hand is not None and (held := HAND.fullmatch(line)):
            setattr(hand, held[1].lower(), held[2].replace("-", "").replace(" ", "."))
        elif line:
            notes.error("bad-line", f"{source.name}:{number}", "line{s} skipped")
    if hand is not None:
        yield hand
    elif section is None:
        raise BadInput(source.name, "no deal in it", "a line such as DEAL 1!")


def encode(records: Iterable[Record], sink: Output, options: Options, notes: Notes) -> None:
    """The deals for all sections, then those of each section."""
    event = Event(records, notes)
    for section, hands in sorted(event.by_section(Hand).items()):
        text = f"SECTION {event.letter(section)}!\n\n" if section else ""
        for hand in hands:
            lines = [f"DEAL {hand.board or 0}!"]
            for seat in SEATS:
                suits = (getattr(hand, seat) or "...").split(".")
                lines.append(f"{seat.upper()} {' '.join(suit or '-' for suit in suits)}!")
            if all(map(HAND.fullmatch, lines[1:])):
                text += "\n".join([*lines, "", ""])
            else:
                notes.error("bad-hand", event.place(hand), "deal{s} without four suits in a hand")
        sink.write((text.lower() if options.flag("small") else text).encode())


CODEC = Codec(INFO, probe, decode, encode)

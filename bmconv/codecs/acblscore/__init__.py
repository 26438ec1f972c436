"""ACBLscore's game files (.ACA, .ACM, .ACE): results, names and rankings of a club's games.

The format was never published; this reads what several people have worked out from files. They
hold no contracts and no deals.
"""

from collections.abc import Iterable, Iterator

from bmconv.codecs import Codec, Format, Option, Options, read_only
from bmconv.io.sink import Output
from bmconv.io.source import Source
from bmconv.notes import Notes
from bmconv.records import Record

INFO = Format(
    "game files of ACBLscore",
    holds=dict.fromkeys(
        [
            *("event", "session", "scoring_group", "section", "round", "player", "seat"),
            *("result", "ranking"),
        ]
    ),
    binary=True,
    options=(Option("event", "read only the event of this number", 0, reads=True),),
    part="event",
)

MAGIC = b"\x12\x0a\x03AC3"


def probe(head: bytes, name: str) -> int:
    """The length of the first block, followed by the signature."""
    return 100 if head.startswith(MAGIC) else 0


def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """Sessions, sections, movements, players, results and rankings of all events."""
    from bmconv.codecs.acblscore.read import GameReader

    return GameReader(source, options.number("event"), notes).records()


def encode(records: Iterable[Record], sink: Output, options: Options, notes: Notes) -> None:
    """Always refused: many fields of the format are unknown."""
    raise read_only("acblscore")


CODEC = Codec(INFO, probe, decode, encode)

"""What triggers each note of RZD."""

from tests.codecs.every_note import read
from tests.codecs.every_note._listed import BAD, UNUSUAL, renumbered
from tests.codecs.every_note._machines import listed_notes
from tests.helpers.running import ROOT

FILE = (ROOT / "formats/rzd/samples/counted.rzd").read_bytes()

NOTES = [
    *listed_notes("rzd"),
    renumbered(),
    read(FILE[:-1], BAD.format(board=4)),
    read(b"\5" + FILE[1:], UNUSUAL),
]

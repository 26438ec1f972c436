"""What triggers each note of BER."""

from tests.codecs.every_note import read
from tests.codecs.every_note._listed import BAD, UNUSUAL, renumbered
from tests.codecs.every_note._machines import listed_notes
from tests.helpers.running import ROOT

FILE = (ROOT / "formats/ber/samples/digits.ber").read_bytes()

NOTES = [
    *listed_notes("ber"),
    renumbered(),
    read(FILE[:52] + b"5" + FILE[53:], BAD.format(board=2)),
    read(FILE[:52] + b"\n" + FILE[52:], UNUSUAL),
]

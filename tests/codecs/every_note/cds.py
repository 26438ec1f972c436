"""What triggers each note of CDS."""

from tests.codecs.every_note import read
from tests.codecs.every_note._listed import BAD, TWICE, UNUSUAL, too_high
from tests.codecs.every_note._machines import listed_notes
from tests.helpers.running import ROOT

FILE = (ROOT / "formats/cds/samples/numbered.cds").read_bytes()

NOTES = [
    *listed_notes("cds"),
    too_high("cds", 255),
    read(FILE[:-1], BAD.format(board=4)),
    read(FILE + FILE[:14], UNUSUAL),
    read(FILE[:14] + b"\1" + FILE[15:], TWICE),
]

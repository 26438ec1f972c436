"""What triggers each note of BHG."""

from tests.codecs.every_note import read
from tests.codecs.every_note._listed import BAD, UNUSUAL, too_high
from tests.codecs.every_note._machines import listed_notes
from tests.helpers.running import ROOT

FILE = (ROOT / "formats/bhg/samples/letters.bhg").read_bytes()

NOTES = [
    *listed_notes("bhg"),
    too_high("bhg", 999),
    read(FILE[:2] + FILE[3:], BAD.format(board=1)),
    read(FILE.replace(b"\r\n", b"\n"), UNUSUAL),
]

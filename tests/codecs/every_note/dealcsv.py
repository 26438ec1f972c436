"""What triggers each note of deals as CSV."""

from bmconv.records import Hand
from tests.codecs.every_note import read, written
from tests.codecs.every_note._listed import BAD, TWICE, UNUSUAL, too_high
from tests.codecs.every_note._machines import DEALT, listed_notes
from tests.helpers.running import ROOT

FILE = (ROOT / "formats/dealcsv/samples/suits.csv").read_bytes()

NOTES = [
    *listed_notes("dealcsv", has_dealer=True),
    too_high("dealcsv", 9999),
    written(
        [Hand(board=1, dealer="North", vulnerable="nobody", **DEALT)],
        "loss dealer-lost: 1 dealer left out: not understood (hand board 1)",
        "loss vulnerability-lost: 1 vulnerability left out: not understood (hand board 1)",
    ),
    read(FILE.replace(b"N/-", b"N/x"), BAD.format(board=1)),
    read(FILE.replace(b'"', b""), UNUSUAL),
    read(FILE.replace(b'"2","E/NS"', b'"1","N/-"'), TWICE),
]

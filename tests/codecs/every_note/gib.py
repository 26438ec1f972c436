"""What triggers each note of GIB lines."""

from bmconv.bridge.double_dummy import TRICK_FIELDS
from bmconv.records import Evaluation
from tests.codecs.every_note import read, written
from tests.codecs.every_note._listed import BAD, UNUSUAL, renumbered
from tests.codecs.every_note._machines import HAND, listed_notes
from tests.helpers.running import ROOT

FILE = (ROOT / "formats/gib/samples/solved.gib").read_bytes()
ALL_SEVEN = dict.fromkeys(TRICK_FIELDS, 7)
OTHER = ALL_SEVEN | {"east_clubs": 6}

NOTES = [
    *listed_notes("gib"),
    renumbered(),
    read(FILE.replace(b":3", b":E"), BAD.format(board=1)),
    read(FILE.replace(b"\n", b"\r\n"), UNUSUAL),
    written(
        [HAND, Evaluation(board=1, north_spades=7)],
        "loss evaluation-lost: 1 double-dummy table left out: not all 20 numbers of tricks are "
        "known (evaluation board 1)",
    ),
    written(
        [HAND, Evaluation(board=2, **ALL_SEVEN)],
        "loss evaluation-lost: 1 double-dummy table left out: no complete deal of the board "
        "(evaluation board 2)",
    ),
    written(
        [HAND, Evaluation(board=1, **ALL_SEVEN), Evaluation(section=2, board=1, **OTHER)],
        "loss evaluation-lost: 1 double-dummy table left out: another one of the same board comes "
        "first (evaluation B board 1)",
    ),
]

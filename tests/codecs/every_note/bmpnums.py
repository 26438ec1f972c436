"""What triggers each note of BMPNums.txt."""

from bmconv.records import Player, Seat
from tests.codecs.every_note import read, written

NOTES = [
    read(
        '1,1,"N","7"\n1,1,"E"\n',
        "error bad-line: 1 unreadable line skipped (file:2: 3 fields, expected 4)",
    ),
    read(
        '1,1,"Q","7"\n',
        "repair odd-direction: 1 direction kept as written: not understood (seat A1 Q: 'Q')",
    ),
    written(
        [Seat(section=1, table=1, round=2, direction="N", number="7")],
        "loss later-seat-lost: 1 seat of a later round left out: bmpnums does not hold it "
        "(seat A1 N round 2)",
    ),
    written(
        [Seat(section=1, table=1, direction="N", number='7"')],
        "loss quote-replaced: 1 text with a double quote written with a single one (seat A1 N)",
    ),
    written(
        [Seat(section=1, table=1, direction="N", number="7\n8")],
        "loss line-end-replaced: 1 text with a line end written with a blank (seat A1 N)",
    ),
    written(
        [Seat(section=1, table=1, direction="N", number="Ł7")],
        "loss character-replaced: 1 line with a character that cp1252 lacks, written as ? "
        "(line 1: 'Ł')",
    ),
    written(
        [Seat(section=1, table=1, direction="N", number="7"), Player(number="7")],
        "loss record-lost: 1 player record left out: bmpnums does not hold it (player 7)",
    ),
    written(
        [Seat(section=1, table=1, direction="N", number="7", name="Ann")],
        "loss field-lost: 1 seat.name value left out: bmpnums does not hold it (seat A1 N)",
    ),
]

"""What triggers each note of BMInput.txt."""

from bmconv.records import Client, Player, Seat
from tests.codecs.every_note import read, written

NOTES = [
    read(
        '"Section",2\n1,"A",3,0\n2,"B"\n',
        "error bad-line: 1 unreadable line skipped (file:3: Section has 2 fields, expected 4)",
    ),
    read(
        '"Section",1\n1,"A",3,0\n"Teams",1\n5\n',
        "error unknown-table: 1 unknown table skipped (file:3: 'Teams', expected Clients, "
        "Section, Tables, RoundData, PlayerNumbers)",
    ),
    read(
        '"Section",2\n1,"A",3,0\n',
        "error count-differs: 1 table with more or fewer rows than the header gives: check "
        "for a cut file (file:1: Section: header gives 2 rows, table has 1)",
    ),
    read(
        '"Section",1\n1,"A",3,0,9\n',
        "repair extra-fields: 1 line with extra fields left out (file:2: '9')",
    ),
    read(
        '"PlayerNumbers",1\n1,1,"Q","7"\n',
        "repair odd-direction: 1 direction kept as written: not understood (seat A1 Q: 'Q')",
    ),
    written(
        [Seat(section=1, table=1, round=2, direction="N", number="7")],
        "loss later-seat-lost: 1 seat of a later round left out: bminput does not hold it "
        "(seat A1 N round 2)",
    ),
    written(
        [Client(id=1, computer='"PC"')],
        "loss quote-replaced: 1 text with a double quote written with a single one (client 1)",
    ),
    written(
        [Client(id=1, computer="P\nC")],
        "loss line-end-replaced: 1 text with a line end written with a blank (client 1)",
    ),
    written(
        [Client(id=1, computer="Ł")],
        "loss character-replaced: 1 line with a character that cp1252 lacks, written as ? "
        "(line 2: 'Ł')",
    ),
    written(
        [Client(id=1, computer="PC"), Player(number="7")],
        "loss record-lost: 1 player record left out: bminput does not hold it (player 7)",
    ),
    written(
        [Seat(section=1, table=1, direction="N", number="7", name="Ann")],
        "loss field-lost: 1 seat.name value left out: bminput does not hold it (seat A1 N)",
    ),
    read(
        '"Section",1\n1,"A",1,3\n"RoundData",1\n1,1,1,1,2,1,2\n',
        "repair missing-pair: 1 missing pair that no round has (bmconv to bws "
        "--repair-missing-pair takes it as an E-W pair plus the tables) (file: section A: 3)",
    ),
]

"""What triggers each note of player lists."""

from bmconv.records import Player, Section
from tests.codecs.every_note import read, written

HEAD = "firstname;lastname;playernumber\n"

NOTES = [
    read(
        f"{HEAD}Jan;Dvořák;7\n".encode("cp1250"),
        "repair code-page: 1 file read as cp1250: the names have letters of Central Europe "
        "(--encoding names another) (file)",
    ),
    read(f"{HEAD}Ann;Berg;\n", "repair no-number: 1 player without a number (file:2)"),
    read(
        f"{HEAD}Ann;Berg;7\nBob;Carr;7\n",
        "repair duplicate-number: 1 repeated player number (file:3: 7)",
    ),
    read(
        f"{HEAD}Ann;Berg;7\nBob\n",
        "error bad-line: 1 line with fewer than two fields skipped (file:3: 'Bob')",
    ),
    read(
        f"{HEAD}Ann;Berg;7;8\n",
        "loss extra-fields: 1 line with more fields than columns: the rest left out (file:2)",
    ),
    read(
        "firstname;lastname;playernumber;phone\nAnn;Berg;7;555\n",
        "loss column-left-out: 1 phone value left out: not a field of a player (--extra "
        "keeps it) (file:2)",
    ),
    written(
        [Player(number="7", last_name="Berg"), Section(id=1, letter="A")],
        "loss record-lost: 1 section record left out: players does not hold it (section A)",
    ),
    written(
        [Player(number="7", last_name="Berg", country="NL")],
        "loss field-lost: 1 player.country value left out: players does not hold it (player 7)",
    ),
    written(
        [Player(number="7", name="Ann B", first_name="Ann", last_name="Berg")],
        "loss field-lost: 1 player.name value left out: differs from first and last name "
        "(player 7)",
    ),
    written(
        [Player(number="7", id=8, last_name="Berg")],
        "loss field-lost: 1 player.id value left out: the player has another number (player 7)",
    ),
    written(
        [Player(number="7", last_name="Łuk")],
        "loss character-replaced: 1 line with a character that cp1252 lacks, written as ? "
        "(line 2: 'Ł')",
        encoding="cp1252",
    ),
]

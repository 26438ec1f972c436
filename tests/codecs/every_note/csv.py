"""What triggers each note of tables as CSV."""

from bmconv.records import Player, Result
from tests.codecs.every_note import read, written

NOTES = [
    written(
        [Result(board=1), Player(number="7")],
        "loss record-lost: 1 player record left out: a table of result records does not hold "
        "it (player 7)",
    ),
    read(
        "board,score\n1,420\n2,much\n",
        "error bad-line: 1 unreadable line skipped (file:3: Expected `int | null`, got `str` "
        "- at `$.score`)",
        table="result",
    ),
    read(
        'board,mp_ns\n1,"1,234"\n',
        "error bad-line: 1 unreadable line skipped (file:2: '1,234' is not a number: write "
        "decimals with a point)",
        table="result",
    ),
    read(
        "board;mp_ns\n1;1,5\n2;1.234,5\n",
        "error bad-line: 1 unreadable line skipped (file:3: '1.234,5' is not a number)",
        table="result",
    ),
    read(
        "Board,NS,EW,EW Score\n1,3,4,-50\n2,3,4,fifty\n",
        "error bad-line: 1 unreadable line skipped (file:3: 'fifty' is not a number)",
    ),
    read(
        "board,score\n1,420\n2,420,420\n",
        "error bad-line: 1 unreadable line skipped (file:3: 3 cells, expected 2)",
        table="result",
    ),
    written(
        [Player(number="7", name="Łuk")],
        "loss character-replaced: 1 line with a character that cp1252 lacks, written as ? "
        "(line 2: 'Ł')",
        table="player",
        encoding="cp1252",
    ),
    read(
        "Board,NS,EW,Contract,Weather\n1,3,4,PASS,fine\n",
        "loss column-lost: 1 column left out: results have no such field (file: 'Weather')",
    ),
]

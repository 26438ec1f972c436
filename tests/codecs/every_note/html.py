"""What triggers each note of web pages."""

from bmconv.records import Result, Section
from tests.codecs.every_note import written

NOTES = [
    written(
        [
            Section(id=1, letter="A"),
            *(
                Result(section=1, table=n, round=1, board=1, pair_ns=n, pair_ew=n + 2, score=50 * n)
                for n in (1, 2)
            ),
        ],
        "repair winners-guessed: 1 section ranked with two winners: every pair keeps its "
        "side (section A)",
    ),
]

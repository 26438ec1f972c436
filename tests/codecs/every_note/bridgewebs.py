"""What triggers each note of BridgeWebs' results file."""

from typing import Any

from bmconv.records import Player, Ranking, Result, Section, Session
from tests.codecs.every_note import read, written

PLACES = "#Version\tstd1\n#Scores\nPosition\tPair\n1\t1\n"
PLACE = Ranking(section=1, pair=1, place=1)


def result(**fields: Any) -> Result:
    usual = {"section": 1, "board": 1, "pair_ns": 1, "pair_ew": 2, "score": 50}
    return Result(**(usual | fields))


PLAYED = {"declarer": "N", "contract": "1 NT", "result": "=", "score": 90}
TWO = Section(id=1, letter="A", winners=2)

ELSEWHERE = {"other": 1}

NOTES = [
    read(PLACES + "2\tX\n", "error bad-row: 1 row skipped (file:5: pair 'X')"),
    read(
        PLACES + "#Travellers\nNS\tEW\tContract\n#Board\t1\n1\t2\tA\n",
        "error bad-row: 1 row skipped (file:8: average 'A' without percentages)",
    ),
    read(
        PLACES + "#Travellers\nNS\tEW\n#Board\t1\n1\t2\n#Board\tX\n3\t4\n#Board\n5\t6\n",
        "error bad-row: 4 rows skipped (first: file:9: board 'X')",
    ),
    read(
        PLACES + "#Sponsor\tOak\n2\t2\n",
        "error bad-row: 1 row skipped (file:6: in no known part)",
    ),
    read(
        PLACES.replace("\n1\t1", "\nfirst of all the pairs\t1\n2\t2"),
        "error bad-row: 1 row skipped (file:4: position 'first of all the pai')",
    ),
    read(
        PLACES + "#Travellers\nNS\tEW\tContract\n#Board\t1\n1\t2\tA+?\n1\t2\tA++-\n",
        "error bad-row: 2 rows skipped (first: file:8: average 'A+?' without percentages)",
    ),
    read(
        PLACES.replace("#Scores", "#Date\t4 May\n#Scores"),
        "loss odd-date: 1 date not understood (file: 4 May)",
    ),
    read(
        PLACES.replace("#Scores", "#Date\t31/02/2026\n#Scores"),
        "loss odd-date: 1 date not understood (file: 31/02/2026)",
    ),
    written(
        [PLACE, result(board=None)],
        "loss result-lost: 1 result left out: no board or no pair (result A)",
    ),
    written(
        [PLACE, result(score=None, remarks="Not played")],
        "loss result-lost: 1 result without a score left out (result A board 1)",
    ),
    written(
        [PLACE, result(score=None, remarks="+620/-650")],
        "loss award-lost: 1 result left out: an award that is not a percentage (result A board 1)",
    ),
    written(
        [PLACE, result(remarks="60%-40%")],
        "loss contract-lost: 1 contract left out: an award replaces it (result A board 1)",
    ),
    written(
        [PLACE, result(declarer="N", score=None, remarks="50%-50%")],
        "loss field-lost: 1 result.declarer value left out: bridgewebs does not hold it "
        "(result A board 1)",
    ),
    written(
        [PLACE, result(contract="4 S")],
        "loss contract-lost: 1 contract left out: contract, declarer or tricks not understood "
        "(result A board 1)",
    ),
    written(
        [PLACE, result(lead_card="XX")],
        "loss lead-lost: 1 lead left out: not a card (result A board 1)",
    ),
    written(
        [PLACE, result(remarks="slow play")],
        "loss remark-lost: 1 remark left out (result A board 1)",
    ),
    written(
        [PLACE, result(**(PLAYED | {"score": 120}))],
        "loss score-lost: 1 score replaced by that of the contract (result A board 1)",
    ),
    written(
        [PLACE, result(id=1), result(id=2)],
        "loss history-lost: 1 result left out: erased or replaced (result A board 1)",
    ),
    written(
        [Ranking(section=1, pair=1, place=1, names=["Ada", "Bo", "Cleo"])],
        "loss name-lost: 1 name left out: a pair has two (ranking A)",
    ),
    written(
        [Section(id=1, letter="B"), PLACE],
        "loss letter-lost: 1 section letter left out: the section is read back as A (section B)",
    ),
    written(
        [Section(id=2, letter="B"), PLACE],
        "loss section-lost: 1 section without a place left out (section B)",
    ),
    written(
        [Session(id=1), Session(id=2), PLACE],
        "loss session-lost: 1 further session left out (session 2)",
    ),
    written(
        [Session(id=1, name="one\ttwo"), PLACE],
        "loss text-changed: 1 text changed: tabs, line ends and outer blanks are not possible "
        "('one\\ttwo')",
    ),
    written(
        [Session(id=1, name="Łódź"), PLACE],
        "loss character-replaced: 1 line with a character that cp1252 lacks, written as ? "
        "(line 2: 'Ł')",
    ),
    written(
        [PLACE, Player(number="7")],
        "loss record-lost: 1 player record left out: bridgewebs does not hold it (player 7)",
    ),
    written(
        [PLACE, result(table=3)],
        "loss field-lost: 1 result.table value left out: bridgewebs does not hold it "
        "(result A3 board 1)",
    ),
    written(
        [Session(id=1, extra=ELSEWHERE), PLACE],
        "loss field-lost: 1 session.extra value left out: bridgewebs does not hold it (session 1)",
    ),
    *(
        written(
            [Ranking(section=1, pair=1, place=1, extra=extra)],
            "loss field-lost: 1 ranking.extra value left out: bridgewebs does not hold it "
            "(ranking A)",
        )
        for extra in (ELSEWHERE, {"bridgewebs": {"club": "Oak"}})
    ),
    written(
        [TWO, PLACE, result(**(PLAYED | {"remarks": "Wrong direction"})), result(board=2)],
        "loss direction-lost: 1 result in the wrong direction: the site credits it to the "
        "other pairs (result A board 1)",
    ),
]

"""What triggers each note of BridgeScore's travellers."""

from typing import Any

from bmconv.errors import DataError
from bmconv.records import Player, Result, Section
from tests.codecs.every_note import PENALISED, penalty_lost, read, written

HEAD = "3\n2\n2\n"
SECTION = Section(id=1, letter="A", winners=2)


def result(**fields: Any) -> Result:
    usual = {"section": 1, "board": 1, "pair_ns": 1, "pair_ew": 1}
    return Result(**(usual | {"score": 420} | fields))


NOTES = [
    read(
        f"{HEAD}1 1 1 4S\nend\n",
        "error rogue-characters: 1 line not made of whole numbers (file:4)",
        error=DataError,
    ),
    read(
        f"{HEAD}1 1 1\nend\n",
        "error missing-score: 1 line without a score (file:4)",
        error=DataError,
    ),
    read(
        f"{HEAD}1 1 1 420 7\nend\n",
        "error wrong-count: 1 line without the four numbers board, N-S pair, E-W pair, score "
        "(file:4)",
        error=DataError,
    ),
    read(
        f"{HEAD}420 1 1 1\nend\n",
        "error wrong-order: 1 line in another order than board, N-S pair, E-W pair, score (file:4)",
        error=DataError,
    ),
    read(
        f"{HEAD}4 1 1 420\nend\n",
        "error undeclared-board: 1 line with an undeclared board (file:4)",
        error=DataError,
    ),
    read(
        f"{HEAD}1 3 1 420\nend\n",
        "error undeclared-pair: 1 line with an undeclared pair (file:4)",
        error=DataError,
    ),
    read(
        f"{HEAD}1 1 1 7\nend\n",
        "error impossible-score: 1 score that no contract gives (file:4)",
        error=DataError,
    ),
    read(
        f"{HEAD}1 1 1 420\n1 1 2 420\nend\n",
        "error pair-twice: 1 line with a pair that has already played the board (file:5)",
        error=DataError,
    ),
    read(
        f"{HEAD}1 1 1 620\nend\n",
        "repair score-vulnerability: 1 score that no contract gives at the vulnerability of "
        "the board (file:4)",
    ),
    read(
        "3\n2\n4\n1 1 1 420\nend\n",
        "repair pair-counts: 1 file whose number of E-W pairs is neither that of N-S "
        "pairs nor one more (file:3)",
    ),
    read(
        f"Tuesday\n{HEAD}1 1 1 420\nend\n",
        "repair junk-before: 1 line before the first number skipped (file:1)",
    ),
    read(
        f"{HEAD}1 1 1 420\nend\nbye\n", "repair junk-after-end: 1 line after `end` skipped (file:6)"
    ),
    read(
        f"{HEAD}1 1 1 420\n",
        "error no-end: 1 file without `end`: results may be missing (add the line if all are "
        "there) (file:4)",
    ),
    written(
        [SECTION, result(), result(board=2, score=None, remarks="60%-40%")],
        "loss field-lost: 1 result.remarks value left out: bridgescore does not hold it "
        "(result A board 2)",
        "loss adjusted-lost: 1 result left out: adjusted, without a score (result A board 2)",
    ),
    written(
        [SECTION, result(), result(board=2, score=None, remarks="Not played")],
        "loss field-lost: 1 result.remarks value left out: bridgescore does not hold it "
        "(result A board 2)",
        "loss not-played-lost: 1 result left out: not played, without a score (result A board 2)",
    ),
    written(
        [SECTION, result(), result(board=2, score=None, remarks="Arbitral score")],
        "loss field-lost: 1 result.remarks value left out: bridgescore does not hold it "
        "(result A board 2)",
        "loss undecided-lost: 1 result left out: undecided, without a score (result A board 2)",
    ),
    written(
        [SECTION, result(), result(board=2, score=None, remarks="hello")],
        "loss field-lost: 1 result.remarks value left out: bridgescore does not hold it "
        "(result A board 2)",
        "loss unknown-lost: 1 result left out: unknown, without a score (result A board 2)",
    ),
    written(
        [SECTION, result(), result(board=2, contract="PASS", score=0, remarks="Wrong direction")],
        "loss field-lost: 1 result.contract value, 1 result.remarks value left out: "
        "bridgescore does not hold them (first: result A board 2)",
        "loss switched-lost: 1 switched result left out (result A board 2)",
    ),
    written(
        [SECTION, result(id=1), result(id=2, score=450)],
        "loss field-lost: 2 result.id values left out: bridgescore does not hold them "
        "(first: result A board 1)",
        "loss history-lost: 1 result left out: erased or replaced (result A board 1)",
    ),
    written(
        [SECTION, result(), result(section=2)],
        "loss section-lost: 1 result of other sections left out (result B board 1)",
        section="A",
    ),
    written(
        [SECTION, Section(id=2, letter="B"), result()],
        "loss section-lost: 1 section left out: the file holds one (section B)",
    ),
    written(
        [Section(id=1, letter="C", winners=2), result()],
        "loss letter-lost: 1 section letter left out: the section is read back as A (section C)",
    ),
    written(
        [Section(id=1, letter="A", winners=2, boards=1), result(board=2)],
        "repair count-changed: 1 section written with the numbers of boards and pairs that "
        "the results have (section A)",
    ),
    written(
        [SECTION, result(contract="4 S", declarer="N", result="=", score=450)],
        "loss field-lost: 1 result.declarer value, 1 result.contract value, 1 result.result "
        "value left out: bridgescore does not hold them (first: result A board 1)",
        "loss score-replaced: 1 score replaced by that of the contract (result A board 1)",
    ),
    written(
        [SECTION, result(), result(pair_ew=2)],
        "loss pair-twice: 1 result left out: a pair has already played the board (result A "
        "board 1)",
    ),
    written(
        [SECTION, result(), result(board=2, pair_ns=None)],
        "loss result-lost: 1 result left out: no board, no pair, or a score that no contract "
        "gives (result A board 2)",
    ),
    written([SECTION, result(), PENALISED], *penalty_lost("bridgescore")),
    written(
        [SECTION, result(), Player(number="7")],
        "loss record-lost: 1 player record left out: bridgescore does not hold it (player 7)",
    ),
    written(
        [SECTION, result(table=1)],
        "loss field-lost: 1 result.table value left out: bridgescore does not hold it "
        "(result A1 board 1)",
    ),
    written(
        [Section(id=1, letter="A", winners=2, boards=46, ns_pairs=30, ew_pairs=31), result()],
        "loss over-limit: 2 numbers above what BridgeScore reads: 45 boards, 30 pairs in a "
        "direction (first: section A: boards 46)",
    ),
]

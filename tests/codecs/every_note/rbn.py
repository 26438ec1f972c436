"""What triggers each note of RBN."""

import datetime

from msgspec import structs

from bmconv.records import Bid, Card, Hand, Result, Seat, Section, Session
from tests.codecs.every_note import PENALISED, penalty_lost, read, written

START = "B 1\nH W:Q432.KJ76.64.JT4:65.A53.JT7.AK762:AK87.QT4.AK98.95:\nA NZ:P1NA\n"
PASSED = Result(table=1, board=1, contract="PASS")
MADE = Result(table=1, board=1, contract="4 S", declarer="N", result="=")

NOTES = [
    read(START + "Z 1\n", "error bad-line: 1 line skipped (file:4: 'Z 1')"),
    read(START + "B 1\n", "error label-twice: 1 repeated line of a record skipped (file:4: B)"),
    read(
        "B 1\nH W:AA...\nA NZ:A\n",
        "error bad-deal: 1 deal left out: cards twice or not understood (file:1: 'W:AA...')",
    ),
    read(
        "B 1\nA QQ:1SA\n",
        "error bad-auction: 1 auction left out: dealer or vulnerability not understood "
        "(file:1: 'QQ')",
    ),
    read(
        "B 1\nA NZ:P1QA\n", "error bad-call: 1 auction cut at a call not understood (file:1: '1QA')"
    ),
    read(START + "P CQ-\n", "error bad-card: 1 play cut at a card not understood (file:1: '-')"),
    read(START + "R 14\n", "error bad-result: 1 result left out: not understood (file:1: '14')"),
    read(
        START + "\nH W:AKQ...\nA NZ:A\n",
        "repair board-twice: 1 board renumbered: the number has another deal (file:5: "
        "board 1 as 2)",
    ),
    read(
        START + "\nA NZ:A\n",
        "repair place-unknown: 1 board repeated in the same room: read as another table, "
        "with a new number (file:5: table 2001)",
    ),
    read(
        START + "N A+B:C+D:Z\n",
        "repair odd-place: 1 room not understood, read as the open room (file:1: 'Z')",
    ),
    read(
        "B 1\nA NZ:P^1A\n",
        "loss mark-lost: 1 mark for display, or for a missing note, left out (file:1: ^1)",
    ),
    read(START + "\n{Again.}\n", "loss text-lost: 1 text of a repeated deal left out (file:5)"),
    written(
        [Hand(board=1, north="AKQ")],
        "error bad-deal: 1 hand not written: not a deal (hand board 1)",
    ),
    written(
        [Hand(board=1, dealer="Q", vulnerable="green")],
        "error bad-dealer: 1 dealer left out: not a seat (hand board 1)",
        "error bad-vulnerable: 1 vulnerability left out: not known (hand board 1)",
    ),
    written(
        [Hand(north="AKQ...")],
        "loss board-unknown: 1 record without a board number left out (hand)",
    ),
    written(
        [Hand(board=1, north="AKQ..."), Hand(board=1, section=2, north="AKJ...")],
        "loss field-lost: 1 hand.section value left out: rbn does not hold it (hand B board 1)",
        "loss deal-lost: 1 deal left out: the board has another (hand B board 1)",
    ),
    written(
        [Session(id=1, name="One"), Session(id=2, name="Two")],
        "loss session-lost: 1 further session left out (session 2)",
    ),
    written(
        [MADE, structs.replace(MADE, erased=True)],
        "loss history-lost: 2 corrected or erased records left out (first: result 1 board 1)",
    ),
    written(
        [
            PASSED,
            structs.replace(PASSED, id=2, table=None),
            structs.replace(PASSED, id=3, table=None),
        ],
        "loss result-lost: 1 result left out: the place has another (result board 1)",
    ),
    written(
        [Bid(table=1, board=1, counter=1, direction="E", bid="PASS")],
        "loss auction-cut: 1 auction cut at a call that is skipped, unknown or out of "
        "turn (bid 1 E board 1)",
    ),
    written(
        [Card(table=1, board=1, counter=1, direction="E", card="SA")],
        "loss play-cut: 1 play cut at a card that is missing, small or out of turn (card "
        "1 E board 1)",
    ),
    written(
        [Result(table=1, board=1, contract="4 S")],
        "loss contract-lost: 1 contract left out: not a contract, or declarer unknown "
        "(result 1 board 1)",
    ),
    written(
        [Result(table=1, board=1, contract="7 S", declarer="N", result="+1")],
        "loss tricks-lost: 1 result left out: no contract has such tricks (result 1 board 1)",
    ),
    written(
        [Result(table=1, board=1, contract="PASS", lead_card="SA")],
        "loss lead-lost: 1 lead left out: not the first card of a play (result 1 board 1)",
    ),
    written(
        [Result(table=1, board=1, contract="PASS", imp_ns=2.0, imp_ew=-2.0)],
        "loss points-lost: 1 set of IMPs left out: not an event in IMPs, or only for "
        "one side (result 1 board 1)",
    ),
    written(
        [Session(id=1, time=datetime.time(19, 30))],
        "loss time-lost: 1 time left out: no date, or fractions of a second (session 1)",
    ),
    written(
        [Bid(table=1, board=1, counter=1, direction="N", bid="PASS", extra={"chat": ["Hi"]})],
        "loss explanation-lost: 1 explanation, opinion or other data of a call or card "
        "left out (bid 1 N board 1)",
    ),
    written(
        [Result(table=1, round=2, board=1, contract="PASS")],
        "loss round-lost: 1 round number left out (board 1)",
    ),
    written(
        [Seat(table=1, direction="N", name="Ann")],
        "loss seat-lost: 1 player left out where nothing was written (seat 1 N)",
    ),
    written(
        [Session(id=1, name="Spring\nPairs")],
        "loss text-changed: 1 text changed: line ends, and `+` and `:` in names, are not "
        "possible in RBN (session 1)",
    ),
    written(
        [Session(id=1, name="Łódź")],
        "loss character-replaced: 1 line with a character that latin-1 lacks, written as "
        "? (line 1: 'Ł')",
    ),
    written([PASSED, PENALISED], *penalty_lost("rbn")),
    written(
        [PASSED, Section(id=1, letter="A")],
        "loss record-lost: 1 section record left out: rbn does not hold it (section A)",
    ),
    written(
        [structs.replace(PASSED, table=-3)],
        "loss table-lost: 1 table number below 0 not read back (board 1)",
    ),
    written(
        [structs.replace(PASSED, pair_ns=3)],
        "loss field-lost: 1 result.pair_ns value left out: rbn does not hold it (result 1 board 1)",
    ),
    written(
        [structs.replace(PASSED, extra={"chat": "Hi"})],
        "loss field-lost: 1 result.extra value left out: rbn does not hold it (result 1 board 1)",
    ),
]

"""What triggers each note of BMRData.txt."""

import datetime

from bmconv.records import Player, Result
from tests.codecs.every_note import PENALISED, penalty_lost, read, written

FALSE = ",".join(["#FALSE#"] * 6)
TIME = "#2026-11-12#,#1899-12-30 19:41:37#"


def line(texts: str = '"N","4 S","=","HA"', time: str = TIME, flags: str = FALSE) -> str:
    return f'1,1,1,1,1,1,1,1,{texts},420,"",{time},{flags}\n'


def result(**fields: object) -> Result:
    usual = {"section": 1, "table": 1, "round": 1, "board": 1, "contract": "4 S", "declarer": "N"}
    return Result(**(usual | {"result": "=", "score": 420} | fields))


NOTES = [
    read(
        line() + "1,2,3\n",
        "error bad-line: 1 unreadable line skipped (file:2: 3 fields, expected 21, or 22 with ID)",
    ),
    read(
        line('"N","8 S","=","HA"'),
        "repair odd-contract: 1 contract kept as written: not understood (result A1 round 1 "
        "board 1: '8 S')",
    ),
    read(
        line('"N","4 S","ten","HA"'),
        "repair odd-result: 1 result kept as written: not understood (result A1 round 1 "
        "board 1: 'ten')",
    ),
    read(
        line('"N","4 S","=","10D"'),
        "repair rank-first: 1 lead card with the rank before the suit (result A1 round 1 board "
        "1: 10D)",
    ),
    read(
        line('"N","4 S","=","XX"'),
        "repair odd-lead-card: 1 lead card kept as written: not understood (result A1 round "
        "1 board 1: 'XX')",
    ),
    read(
        line('"Q","4 S","=","HA"'),
        "repair odd-direction: 1 direction kept as written: not understood (result A1 round "
        "1 board 1: 'Q')",
    ),
    read(
        line().replace('""', '"70/30"', 1),
        "repair odd-remark: 1 remark kept as written: not understood (result A1 round 1 "
        "board 1: '70/30')",
    ),
    read(
        line(time="#2026-13-12#,#1899-12-30 19:41:37#"),
        "repair odd-date: 1 invalid date or time left out (file:1: '#2026-13-12#')",
    ),
    read(
        line(time="#2026-11-12#,#2026-11-13 00:10:00#"),
        "repair odd-date: 1 day of a time left out (file:1: '#2026-11-13 00:10:00#')",
    ),
    read(
        line(flags=FALSE.replace("#FALSE#", "#MAYBE#", 1)),
        "repair odd-flag: 1 invalid flag read as false (file:1: '#MAYBE#')",
    ),
    written(
        [result(score=430)],
        "repair score-differs: 1 score replaced: not what the contract gives (result A1 "
        "round 1 board 1)",
    ),
    written(
        [result(time=datetime.time(19, 30, 0, 500_000))],
        "loss fraction-lost: 1 time written without parts of a second (result A1 round 1 board 1)",
    ),
    written(
        [result(remarks='"late"')],
        "loss quote-replaced: 1 text with a double quote written with a single one (result "
        "A1 round 1 board 1)",
    ),
    written(
        [result(remarks="late\nagain")],
        "loss line-end-replaced: 1 text with a line end written with a blank (result A1 "
        "round 1 board 1)",
    ),
    written(
        [result(remarks="Łuk")],
        "loss character-replaced: 1 line with a character that cp1252 lacks, written as ? "
        "(line 1: 'Ł')",
    ),
    written([result(), PENALISED], *penalty_lost("bmrdata")),
    written(
        [result(), Player(number="7")],
        "loss record-lost: 1 player record left out: bmrdata does not hold it (player 7)",
    ),
    written(
        [result(suspicious_contract=1)],
        "loss field-lost: 1 result.suspicious_contract value left out: bmrdata does not hold "
        "it (result A1 round 1 board 1)",
    ),
]

"""What triggers each note of USEBIO."""

import datetime
from typing import Any

from bmconv.records import (
    Client,
    EventInfo,
    Hand,
    Player,
    Ranking,
    Result,
    Round,
    ScoringGroup,
    Seat,
    Section,
    Session,
)
from tests.codecs.every_note import read, written


def line(**values: str) -> str:
    usual = {"contract": "4S", "by": "N", "lead": "", "tricks": "10", "score": "420", "ns": "1"}
    given = usual | values
    return (
        f"<TRAVELLER_LINE><NS_PAIR_NUMBER>{given['ns']}</NS_PAIR_NUMBER>"
        f"<EW_PAIR_NUMBER>2</EW_PAIR_NUMBER><CONTRACT>{given['contract']}</CONTRACT>"
        f"<PLAYED_BY>{given['by']}</PLAYED_BY><LEAD>{given['lead']}</LEAD>"
        f"<TRICKS>{given['tricks']}</TRICKS><SCORE>{given['score']}</SCORE></TRAVELLER_LINE>"
    )


def file(inside: str = "", head: str = "", declared: str = "", number: str = "1") -> str:
    """A file with a board."""
    board = f"<BOARD><BOARD_NUMBER>{number}</BOARD_NUMBER>{inside or line()}</BOARD>"
    event = f'<EVENT EVENT_TYPE="PAIRS">\n{head}{board}</EVENT>'
    return f'{declared}<USEBIO Version="1.2">{event}</USEBIO>'


CLUB = EventInfo(extra={"CLUB_NAME": "Oak"})
SECTION = Section(id=1, letter="A", winners=2)
NUMBERED = [
    Seat(section=1, table=1, direction=seat, number=str(number), name=f"Ann {number}")
    for number, seat in enumerate("NESW", 1)
]
PLAYERS = [Player(number=str(number), name=f"Ann {number}") for number in (1, 2, 3, 4)]
ROUND = Round(section=1, table=1, round=1, ns_pair=1, ew_pair=2, low_board=1, high_board=1)


def result(**fields: Any) -> Result:
    usual = {"section": 1, "board": 1, "pair_ns": 1, "pair_ew": 2, "declarer": "N", "score": 420}
    return Result(**(usual | {"contract": "4 S", "result": "="} | fields))


EVENT = [CLUB, SECTION, result()]
DEAL = {
    "north": "AKQJT98765432...",
    "east": ".AKQJT98765432..",
    "south": "..AKQJT98765432.",
    "west": "...AKQJT98765432",
}

NOTES = [
    read(
        file(head="<EVENT_DESCRIPTION>Oak & Elm</EVENT_DESCRIPTION>"),
        "repair bad-character: 1 character not allowed in XML read anyway (file:2)",
    ),
    read(
        file(
            head="<EVENT_DESCRIPTION>&eacute;</EVENT_DESCRIPTION>",
            declared='<!DOCTYPE USEBIO SYSTEM "x.dtd">',
        ),
        "repair unknown-entity: 1 entity name kept as written: not declared here (file:2: "
        "&eacute;)",
    ),
    read(
        file(head="<DATE>someday</DATE>"),
        "repair odd-date: 1 date kept as written: not understood (file: 'someday')",
    ),
    read(
        file(line(score="much", contract="", tricks="", by="")),
        "repair odd-score: 1 score kept as written: not understood (file: board 1: 'much')",
    ),
    read(
        file(line(ns="one")),
        "repair odd-number: 1 pair or team number not understood (file: 'one' as 10001)",
    ),
    read(
        file(line(contract="9S")),
        "repair odd-contract: 1 contract kept as written: not understood (result A board 1: '9S')",
    ),
    read(
        file(line(lead="XX")),
        "repair odd-lead-card: 1 lead card kept as written: not understood (result A board "
        "1: 'XX')",
    ),
    read(
        file(line().replace("</TRAVELLER_LINE>", "<NOTES>70/30</NOTES></TRAVELLER_LINE>")),
        "repair odd-remark: 1 remark kept as written: not understood (result A board 1: '70/30')",
    ),
    read(
        file(line(by="Q")),
        "repair odd-direction: 1 direction kept as written: not understood (result A board 1: 'Q')",
    ),
    read(
        file(line(tricks="99")),
        "repair odd-result: 1 result kept as written: not understood (result A board 1: '+89')",
    ),
    read(file(number="one"), "error bad-board: 1 board left out: no number (file: 'one')"),
    read(
        file(line()).replace(
            "</EVENT>",
            "</EVENT><HANDSET><BOARD><BOARD_NUMBER>1</BOARD_NUMBER><HAND><DIRECTION>North</DIRECTION>"
            "<SPADES>AK</SPADES></HAND></BOARD></HANDSET>",
        ),
        "error bad-deal: 1 deal left out: not four hands of 13 cards (file: board 1)",
    ),
    read(
        file(line() + "<WEATHER>rain</WEATHER>"),
        "loss element-lost: 1 WEATHER element of a board left out: no record has a place for "
        "it (file: board 1)",
    ),
    written(
        [SECTION, result()],
        "repair no-club-name: 1 name of the club is empty (give it with --club FILE) (event)",
    ),
    written(
        [*EVENT, ROUND, *(Seat(section=1, table=1, direction=d, name="Ann") for d in "NESW")],
        "loss record-lost: 4 seat records, 1 round record left out: usebio does not hold "
        "them (first: seat A1 N)",
        "repair no-national-number: 1 player without a national number (Ann)",
    ),
    written(
        [*EVENT, ROUND, *(Seat(section=1, table=1, direction=d, number="7") for d in "NESW")],
        "loss record-lost: 4 seat records, 1 round record left out: usebio does not hold "
        "them (first: seat A1 N)",
        "repair no-name: 1 player without a name (7)",
        numbers="national",
    ),
    written(
        [*EVENT, ROUND, *NUMBERED, *PLAYERS],
        "loss record-lost: 4 seat records, 1 round record left out: usebio does not hold "
        "them (first: seat A1 N)",
        "repair numbers-assumed: 4 player numbers assumed to be national (--numbers "
        "or the club's file states the kind) (first: 1)",
    ),
    written(
        [*EVENT, ROUND, *NUMBERED, *PLAYERS],
        "loss record-lost: 4 seat records, 1 round record left out: usebio does not hold "
        "them (first: seat A1 N)",
        "repair no-national-number: 4 players without a national number (first: Ann 1, Ann "
        "3, Ann 2, Ann 4)",
        "loss club-number: 4 player numbers written as club numbers, not read back as "
        "player numbers (first: player 1)",
        numbers="club",
    ),
    written(
        [*EVENT, Ranking(section=1, direction="NS", pair=9, boards=0)],
        "loss idle-pair: 1 pair left out: no result (ranking A NS)",
    ),
    written(
        [*EVENT, Player(number="7", name="Ann")],
        "loss player-lost: 1 player left out: in no pair or team (player 7)",
        numbers="national",
    ),
    written(
        [
            CLUB,
            Section(id=1, letter="A", winners=2, scoring_type=1),
            Section(id=2, letter="B", winners=2, scoring_type=2),
            result(),
        ],
        "loss method-lost: 1 scoring method of other sections left out: an event has one (section)",
    ),
    written(
        [
            *(CLUB, Section(id=1, letter="A", winners=2, scoring_group=1), result()),
            ScoringGroup(number=1, method=70),
        ],
        "loss method-lost: 1 scoring method without a name in USEBIO written as matchpoints "
        "(section A)",
        "loss group-lost: 1 scoring group left out: USEBIO has none (scoring_group 1)",
    ),
    written(
        [CLUB, SECTION, Section(id=2, letter="B", winners=1), result(), result(section=2)],
        "loss winners-lost: 1 section with another number of winners: an event has one (section)",
    ),
    written(
        [Session(id=1), Session(id=2, name="Evening"), *EVENT],
        "loss session-lost: 1 name and date of further session left out (session 2)",
    ),
    written(
        [*EVENT, Section(id=2, letter="A", winners=2), result(section=2)],
        "loss section-merged: 1 section with the letter of another: they will be read as "
        "one (section A)",
    ),
    written(
        [*EVENT, ScoringGroup(session=1, number=1, method=1)],
        "loss group-lost: 1 scoring group left out: USEBIO has none (scoring_group 1)",
    ),
    written(
        [*EVENT, Ranking(section=1, direction="NS", pair=1, place=1), Ranking(pair=2, place=1)],
        "loss ranking-lost: 1 ranking record without a section left out: others have one (ranking)",
    ),
    written(
        [CLUB, Section(id=1, letter="A", winners=2, name="Oaks"), result()],
        "loss section-name-lost: 1 section name left out: the letter is written (section A)",
    ),
    written(
        [CLUB, SECTION, result(id=1), result(id=2, result="+1", score=450)],
        "loss history-lost: 1 result left out: corrected or erased later",
    ),
    written([*EVENT, result(board=None)], "loss no-board: 1 result left out: no board (result A)"),
    written(
        [CLUB, SECTION, result(contract=None)],
        "loss tricks-lost: 1 trick count left out: no contract, or impossible in it "
        "(result A board 1)",
    ),
    written(
        [CLUB, SECTION, result(remarks="60%-40%")],
        "loss score-lost: 1 score left out: adjusted (result A board 1)",
    ),
    written(
        [*EVENT, Hand(board=1, north="AK...")],
        "loss deal-lost: 1 deal left out: not complete, or no board (hand board 1)",
    ),
    written(
        [*EVENT, Hand(board=1, dealer="E", **DEAL)],
        "loss dealer-lost: 1 dealer or vulnerability of deal left out: not that of the board "
        "number (hand board 1)",
    ),
    written(
        [*EVENT, Ranking(section=1, direction="NS", pair=1, place=1, extra={"imps": 3})],
        "loss rank-lost: 1 value of rank left out: USEBIO has no place for it (ranking A NS imps)",
    ),
    written(
        [*EVENT, Ranking(section=1, direction="NS", pair=1, place=1, extra={"provisional": True})],
        "loss provisional-lost: 1 place written as final: results are missing or not decided yet "
        "(see bmconv publish --check) (ranking A NS pair 1)",
    ),
    written(
        [*EVENT, Ranking(section=1, direction="NS", pair=1, place=1, extra={"penalty": 2.4})],
        "loss penalty-in-total: 1 penalty in the total only: USEBIO has no place for it "
        "(ranking A NS pair 1)",
    ),
    written(
        [EventInfo(extra={"CLUB_NAME": "Oak", "a b": 1}), SECTION, result()],
        "loss extra-lost: 1 value of extra left out: not an element with text (event a b)",
    ),
    written(
        [EventInfo(extra={"CLUB_NAME": " Oak\x07"}), SECTION, result()],
        "loss text-changed: 1 text written without control characters and surrounding "
        "blanks (event)",
    ),
    written(
        [*EVENT, Client(id=1)],
        "loss record-lost: 1 client record left out: usebio does not hold it (client 1)",
    ),
    written(
        [CLUB, SECTION, result(date=datetime.date(2026, 1, 2))],
        "loss field-lost: 1 result.date value left out: usebio does not hold it (result A board 1)",
    ),
    written(
        [
            CLUB,
            Section(id=1, letter="A", scoring_type=4),
            *(
                Round(
                    section=1,
                    table=n,
                    round=1,
                    ns_pair=n,
                    ew_pair=3 - n,
                    low_board=1,
                    high_board=1,
                    ns_team=70 + n,
                    ew_team=73 - n,
                    mates_table=3 - n,
                )
                for n in (1, 2)
            ),
            *(result(table=n, round=1, pair_ns=n, pair_ew=3 - n) for n in (1, 2)),
        ],
        "loss pair-lost: 4 pair numbers written as the team's (first: result A1 round 1 board 1)",
    ),
    written(
        [CLUB, SECTION, result(pair_ew=-2)],
        "loss odd-pair: 1 pair number below 0 not read back (result A board 1)",
    ),
]

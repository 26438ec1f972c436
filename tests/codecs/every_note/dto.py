"""What triggers each note of the Data Connector's documents."""

import datetime
import json
from typing import Any

from bmconv.connector.schema import Bridgemate2SettingsDTO
from bmconv.records import (
    Evaluation,
    EventInfo,
    Hand,
    Intermediate,
    Player,
    Record,
    Result,
    Round,
    ScoringGroup,
    Seat,
    Section,
    Session,
    Settings,
    Table,
)
from bmconv.rules.settings import COLUMNS
from tests.codecs import every_note
from tests.codecs.every_note import PENALISED, Case, penalty_lost, read
from tests.helpers import full_dtos
from tests.helpers.dtos import HAND

GUID = "0F1E2D3C4B5A69788796A5B4C3D2E1F0"
OTHER_GUID = "F" * 32
DAY = datetime.date(2026, 1, 2)
DEAL = {
    "north": "AKQJT98765432...",
    "east": ".AKQJT98765432..",
    "south": "..AKQJT98765432.",
    "west": "...AKQJT98765432",
}
ALL = {setting.name: setting.default for setting in COLUMNS}
NO_BM3 = {name: value for name, value in ALL.items() if not name.startswith("BM3")}
TRICKS = {
    f"{seat}_{strain}": 5
    for seat in ("north", "east", "south", "west")
    for strain in ("spades", "hearts", "diamonds", "clubs", "notrump")
}
SETTINGS = full_dtos.settings(Bridgemate2SettingsDTO, full_dtos.FRIDAY)[0]
UNCHECKED = {"no_validate": True}
RESULTS = {"no_validate": True, "kind": "results"}


def written(records: list[Record], *expected: str, **options: Any) -> Case:
    """Writing records as a new event that resets the terminals."""
    return every_note.written(records, *expected, **({"reset": True} | options))


def session(**fields: Any) -> Session:
    return Session(**({"id": 1, "guid": GUID, "name": "Friday", "date": DAY} | fields))


def section(id: int = 1, letter: str = "A", **fields: Any) -> Section:
    usual = {"session": 1, "winners": 1, "scoring_type": 1}
    return Section(id=id, letter=letter, **(usual | fields))


def table(number: int = 1, section: int = 1, **fields: Any) -> Table:
    return Table(section=section, table=number, **({"group": 1} | fields))


def round(number: int = 1, table: int = 1, section: int = 1, **fields: Any) -> Round:
    usual = {"ns_pair": 1, "ew_pair": 2, "low_board": 1, "high_board": 2}
    return Round(section=section, table=table, round=number, **(usual | fields))


def event(*more: Record, **section_fields: Any) -> list[Record]:
    """A session of one table and one round, and more."""
    return [session(), section(**section_fields), table(), round(), *more]


def result(**fields: Any) -> list[Record]:
    """A result that can be sent, and one with these fields."""
    usual = {
        "section": 1,
        "table": 1,
        "round": 1,
        "pair_ns": 1,
        "pair_ew": 2,
        "declarer": "N",
        "declarer_pair": 1,
        "contract": "4 S",
        "result": "=",
    }
    results = [Result(board=1, **usual), Result(**({"board": 2} | usual | fields))]
    return [Session(id=1, guid=GUID), section(), *results]


def seat(**fields: Any) -> Seat:
    return Seat(**({"section": 1, "table": 1, "direction": "N"} | fields))


def document(**properties: Any) -> str:
    return json.dumps({"SessionGuid": GUID, "SectionLetters": "A", **properties})


def played(**properties: Any) -> str:
    usual = {"TableNumber": 1, "RoundNumber": 1, "BoardNumber": 1, "PairNorthSouth": 1}
    usual |= {"PairEastWest": 2, "DeclaringPair": 1, "DeclarerDirection": 1, "Level": 4}
    return document(**(usual | {"Denomination": 4, "TotalTricks": 10} | properties))


def init(**properties: Any) -> str:
    return json.dumps({"EventGuid": GUID, "Sessions": [], **properties})


def of_session(**properties: Any) -> str:
    """An event with a session."""
    usual = {"EventGuid": GUID, "SessionGuid": GUID, "Year": 2026, "Month": 1, "Day": 2}
    return init(Sessions=[usual | {"Name": "Friday", "ScoringGroups": []} | properties])


def of_section(**properties: Any) -> str:
    """An event with a section."""
    section = {"SessionGuid": GUID, "Letters": "A", "Winners": 1, "ScoringGroupNumber": 1}
    group = {"SessionGuid": GUID, "ScoringGroupNumber": 1, "ScoringMethod": 10}
    return of_session(ScoringGroups=[group | {"Sections": [section | {"Tables": []} | properties]}])


ANSWERS = (
    *("none", "busy", "no-data", "no-updates", "movement", "validation", "entry-unknown"),
    *("exception", "not-implemented", "empty-response", "no-connection", "time-out"),
    *("wrong-data-type", "unexpected-command", "unknown"),
)
"""The codes of errors that the service reports, by its numbers."""

NOTES = [
    written(
        [session(), session(id=2, guid=OTHER_GUID, date=None), *event()[1:]],
        "repair guid-new: 1 event given a guid (event: E22E375173C18CCB7229EF69E4E6B8C0)",
        "error no-date: 1 session without a date skipped (--date or bmconv set "
        "session.date=...) (session 2)",
        **UNCHECKED,
    ),
    written(
        [session(), session(id=2, guid=OTHER_GUID, date=datetime.date(1999, 12, 31)), *event()[1:]],
        "repair guid-new: 1 event given a guid (event: E22E375173C18CCB7229EF69E4E6B8C0)",
        "error date: 1 session dated before 2000 skipped (--date sets another) (session 2: "
        "1999-12-31)",
        **UNCHECKED,
    ),
    written(
        [session(date=None), *event()[1:], Result(section=1, table=1, round=1, board=1, date=DAY)],
        "repair date-of-results: 1 session given the date of the first result (session 1: "
        "2026-01-02)",
        "loss record-lost: 1 result record left out (--kind results writes it) (result A1 "
        "round 1 board 1)",
        **UNCHECKED,
    ),
    written(
        [session(name=None), *event()[1:]],
        "repair session-name: 1 session without a name sent as 'Bridge game' (session 1)",
        **UNCHECKED,
    ),
    written(
        [session(guid=None), *event()[1:]],
        "repair guid-new: 1 session given a guid (session 1: AE4E622D65AAE12899BE74E34493536F)",
        **UNCHECKED,
    ),
    written(
        [session(time=datetime.time(19, 30, 5)), *event()[1:]],
        "loss seconds: 1 session time cut to whole minutes (session 1: 19:30:05)",
        **UNCHECKED,
    ),
    written(
        [session(), session(id=2, guid=OTHER_GUID), *event()[1:]],
        "repair guid-new: 1 event given a guid (event: E22E375173C18CCB7229EF69E4E6B8C0)",
        "loss session-empty: 1 session without sections left out (session 2)",
        **UNCHECKED,
    ),
    written(
        event(session=2),
        "error no-session: 1 scoring group of an unknown session skipped (scoring group 1)",
        **UNCHECKED,
    ),
    written(
        [*event(), ScoringGroup(session=1, number=1), section(2, "B", scoring_group=1)],
        "repair no-method: 1 scoring group without a method given that of their sections "
        "(section B)",
        **UNCHECKED,
    ),
    written(
        event(Hand(section=2, board=1, **DEAL)),
        "error no-section: 1 record of an unknown section skipped (hand B board 1)",
        **UNCHECKED,
    ),
    written(
        [*event(), section(2, "AB"), table(section=2), round(section=2)],
        "error odd-letters: 1 section skipped: invalid letters (section AB)",
        **UNCHECKED,
    ),
    written(
        event(deleted=True),
        "loss section-deleted: 1 deleted section left out (--kind section-update writes "
        "it) (section A)",
        **UNCHECKED,
    ),
    written(
        [session(), section(7), table(section=7), round(section=7)],
        "loss section-id: 1 section id left out: the letters give another (section A: 7)",
        **UNCHECKED,
    ),
    written(
        event(tables=3),
        "loss table-count: 1 table count of a section left out: it has more or fewer tables "
        "(section A)",
        **UNCHECKED,
    ),
    written(
        [session(), section(), table(update_from_round=3), round()],
        "loss updatefrom: 1 UpdateFromRound instruction left out (table A1: 3)",
        **UNCHECKED,
    ),
    written(
        [session(ew_return_home=True), *event()[1:]],
        "loss ignored-by-bcs: 1 setting sent that BCS ignores in this mode (session 1 "
        "ew_return_home)",
        **UNCHECKED,
    ),
    written(
        [session(), section(scoring_type=None), table(group=None), round()],
        "repair group-made: 1 scoring group created for sections without one (section A)",
        **UNCHECKED,
    ),
    written(
        [
            *event(),
            section(2, "B"),
            table(section=2, group=2),
            table(2, 2, group=3),
            round(section=2),
            round(table=2, section=2),
        ],
        "error group-split: 1 section skipped: tables in several groups (section B)",
        **UNCHECKED,
    ),
    written(
        [*event(), section(2, "B", scoring_type=3), table(section=2), round(section=2)],
        "loss group-split: 1 scoring group renumbered: several sessions or methods use the "
        "number (section B)",
        **UNCHECKED,
    ),
    written(
        event(scoring_group=-3),
        "loss group-number: 1 scoring group number below 1 replaced (section A)",
        **UNCHECKED,
    ),
    written(
        event(scoring_group=2),
        "loss table-group: 1 table group left out: the section has another scoring group "
        "(table A1)",
        **UNCHECKED,
    ),
    written(
        event(scoring_type=9),
        "loss scoring-type-lost: 1 scoring type left out: the scoring group has another "
        "method (section A)",
        **UNCHECKED,
    ),
    written(
        [session(), section(winners=0), table(), round(ew_pair=1), round(2, ns_pair=2, ew_pair=2)],
        "repair winners-inferred: 1 section with the number of winners inferred from "
        "movement or results (section A)",
        **UNCHECKED,
    ),
    written(
        event(winners=0),
        "loss winners-guessed: 1 section assumed to have two winners (section A)",
        **UNCHECKED,
    ),
    written(
        [session(), section(winners=0), table()],
        "error no-winners: 1 section without Winners (--winners or bmconv set "
        "section.winners=...) (section A)",
        **UNCHECKED,
    ),
    written(
        event(missing_pair=-2),
        "loss missing-pair: 1 negative missing pair sent without the sign (section A)",
        **UNCHECKED,
    ),
    written(
        event(missing_side="EW", winners=2),
        "loss missing-side: 1 side of a missing pair left out: not NS or EW, no pair, or not "
        "two winners (section A)",
        **UNCHECKED,
    ),
    written(
        [session(), section(), table(), round(mates_section=1)],
        "loss mates-lost: 1 position of team mates left out: no table, or unknown section "
        "(round A1 round 1)",
        **UNCHECKED,
    ),
    written(
        event(ew_move_before_play=2),
        "error ewmove: 1 E-W move before play left out: more than the number of tables (section A)",
        **UNCHECKED,
    ),
    written(
        [session(), section(), table(), round(low_board=0, custom_boards="4,5,6")],
        "repair custom-text: 1 board list sent as first and last board (round A1 round 1)",
        **UNCHECKED,
    ),
    written(
        [session(), section(), table(), round(custom_boards="4,6")],
        "error custom-boards: 1 round skipped: boards are not consecutive (round A1 round 1: 4,6)",
        **UNCHECKED,
    ),
    written(
        [session(), section(), table(), round(ew_pair=0)],
        "loss sitout-boards: 1 round sent without boards: nobody plays them (round A1 round 1)",
        **UNCHECKED,
    ),
    written(
        [session(), section(), table(), round(2)],
        "error round-gap: 1 table with rounds not numbered 1, 2, 3, ... (table A1)",
        **UNCHECKED,
    ),
    written(
        [session(), section(), table(), round(south=3, west=4)],
        "loss individual: 1 section sent without South and West: not all players are known "
        "(section A)",
        **UNCHECKED,
    ),
    written(
        result(declarer_pair=None),
        "repair declarer: 1 missing pair of declarer filled in (result A1 round 1 board 2)",
        **RESULTS,
    ),
    written(
        result(declarer="NS"),
        "loss decl-seat: 1 declarer known by side only sent as N or E (result A1 round 1 board 2)",
        **RESULTS,
    ),
    written(
        result(declarer="E"),
        "loss seat-mismatch: 1 result sent that will count as played in the wrong direction "
        "(result A1 round 1 board 2)",
        **RESULTS,
    ),
    written(
        result(contract=None, result=None, remarks="Arbitral score"),
        "error arbitral: 1 result skipped: arbitral score not decided yet (result A1 round 1 "
        "board 2)",
        **RESULTS,
    ),
    written(
        result(result="+4"),
        "error tricks: 1 result skipped: not between 0 and 13 tricks (result A1 round 1 board 2)",
        **RESULTS,
    ),
    written(
        result(remarks="Wrong direction"),
        "error wrong-dir: 1 result skipped: declarer's seat and pair cannot show the wrong "
        "direction (result A1 round 1 board 2)",
        **RESULTS,
    ),
    written(
        result(remarks="70%-30%"),
        "error award: 1 result skipped: award other than 40, 50 and 60 % (result A1 round 1 "
        "board 2)",
        **RESULTS,
    ),
    written(
        result(contract="4 spades"),
        "error odd-contract: 1 result skipped: invalid contract (result A1 round 1 board 2)",
        **RESULTS,
    ),
    written(
        result(result="ten"),
        "error odd-result: 1 result skipped: invalid tricks or declarer (result A1 round 1 "
        "board 2)",
        **RESULTS,
    ),
    written(
        result(pair_ew=None),
        "error no-pairs: 1 result without both pairs skipped (result A1 round 1 board 2)",
        **RESULTS,
    ),
    written(
        result(table=None),
        "error no-place: 1 result without table, round or board skipped (result A round 1 board 2)",
        **RESULTS,
    ),
    written(
        result(remarks="late"),
        "loss remark: 1 remark left out (result A1 round 1 board 2)",
        **RESULTS,
    ),
    written(
        result(result=None),
        "loss no-result: 1 result left out: contract without tricks (result A1 round 1 board 2)",
        **RESULTS,
    ),
    written(
        result(contract="PASS", result=None, remarks="Wrong direction"),
        "loss wrong-dir-pass: 1 wrong-direction remark left out on passed-out boards (result "
        "A1 round 1 board 2)",
        **RESULTS,
    ),
    written(
        result(erased=True),
        "loss erased-contract: 1 contract of erased results sent that BCS ignores (result A1 "
        "round 1 board 2)",
        **RESULTS,
    ),
    written(
        result(erased=True, contract="7 NT", result="-14"),
        "loss erased-lost: 1 contract of erased results left out: not valid (result A1 round 1 "
        "board 2)",
        **RESULTS,
    ),
    written(
        result(date=DAY),
        "repair date-of-results: 1 session given the date of the first result (session 1: "
        "2026-01-02)",
        "loss timestamps: 1 date and time of entry left out (result A1 round 1 board 2)",
        **RESULTS,
    ),
    written(
        result(suspicious_contract=1),
        "loss suspicious: 1 mark of a suspicious contract left out (result A1 round 1 board 2)",
        **RESULTS,
    ),
    written(
        result(lead_card="Z3"),
        "loss lead-card: 1 invalid lead card left out (result A1 round 1 board 2)",
        **RESULTS,
    ),
    written(
        result(score=430),
        "loss score-lost: 1 score left out: not that of the contract (result A1 round 1 board 2)",
        **RESULTS,
    ),
    written(
        [
            *event(Player(number="7", name="Ann"), seat(number="7")),
            session(id=2, guid=OTHER_GUID),
            section(2, "B", session=2),
            table(section=2, group=2),
            round(section=2),
            seat(section=2, number="7"),
        ],
        "repair guid-new: 1 event given a guid (event: E22E375173C18CCB7229EF69E4E6B8C0)",
        "error player-twice: 1 player skipped: number used twice, or in two sessions (seat B1 N)",
        **UNCHECKED,
    ),
    written(
        event(Player(name="Ann")),
        "loss no-number: 1 player without a number left out (player)",
        **UNCHECKED,
    ),
    written(
        event(Player(number="7", id=8, name="Ann")),
        "loss player-id: 1 player id left out: the player has another number (player 7)",
        **UNCHECKED,
    ),
    written(
        event(seat(number="7")),
        "repair no-name: 1 player without a name sent with the number as name (player 7)",
        **UNCHECKED,
    ),
    written(
        event(seat(number="7", name="Ann Berg")),
        "repair name-split: 1 name split at the first space (player 7)",
        split_names=True,
        **UNCHECKED,
    ),
    written(
        event(Player(number="7", name="Ann B", first_name="Ann", last_name="Berg")),
        "loss name-lost: 1 full name left out: first and last name are sent (player 7)",
        **UNCHECKED,
    ),
    written(
        event(Player(number="7", name="Ann"), seat(number="7", name="Bob")),
        "loss name-differs: 1 name at a seat left out: the player list has another (seat A1 N)",
        **UNCHECKED,
    ),
    written(
        event(seat(round=2, name="Ann")),
        "loss later-round: 1 seat of later rounds left out: not every round has seats (seat "
        "A1 N round 2)",
        **UNCHECKED,
    ),
    written(
        event(seat(country="NL")),
        "loss nobody: 1 empty seat with a country or a swap left out (seat A1 N)",
        **UNCHECKED,
    ),
    written(
        [
            Session(id=1, guid=GUID),
            section(),
            seat(name="Bob"),
            seat(direction="E", name="Ann", removed=True),
        ],
        "loss removed-player: 1 player at a removed seat left out (seat A1 E)",
        kind="participations",
        **UNCHECKED,
    ),
    written(
        [
            *event(section(2, "B"), table(section=2), round(section=2)),
            Hand(section=1, board=1, **DEAL),
            Hand(section=2, board=1, **dict(zip(DEAL, reversed(DEAL.values()), strict=True))),
        ],
        "error hand-conflict: 1 hand skipped: another section of the scoring group has other "
        "cards (hand B board 1)",
        **UNCHECKED,
    ),
    written(
        event(Hand(board=1, north="AK...")),
        "error hand-incomplete: 1 incomplete hand skipped (hand board 1: north has 2 cards: "
        "expected 13)",
        **UNCHECKED,
    ),
    written(
        event(Hand(board=1, **DEAL | {"north": "AKQJ1098765432..."})),
        "error card: 1 hand skipped: a ten is not written T (hand board 1)",
        **UNCHECKED,
    ),
    written(
        event(Hand(board=1, **DEAL), Evaluation(board=1, **TRICKS | {"north_spades": None})),
        "loss dd-null: 1 unknown double-dummy trick count sent as 0 (evaluation board 1)",
        **UNCHECKED,
    ),
    written(
        event(Evaluation(board=1, **TRICKS)),
        "loss dd-alone: 1 evaluation without a hand left out (evaluation board 1)",
        **UNCHECKED,
    ),
    written(
        event(Hand(board=1, **DEAL), Evaluation(board=1, **TRICKS, north_hcp=9)),
        "loss hcp-lost: 1 high-card point value left out: does not match the cards (evaluation "
        "board 1)",
        **UNCHECKED,
    ),
    written(
        event(Hand(board=1, dealer="W", **DEAL)),
        "loss pbn-dealer-vul: 1 dealer or vulnerability left out: not the usual one of the "
        "board (hand board 1)",
        **UNCHECKED,
    ),
    written(
        event(Settings(values={"ShowResults": True})),
        "loss settings-incomplete: 1 incomplete set of settings left out (--settings defaults "
        "fills them in) (settings A BM2: no ShowOwnResult and 47 more)",
        **UNCHECKED,
    ),
    written(
        event(
            section(2, "B"),
            table(section=2),
            round(section=2),
            Settings(section=1, values=NO_BM3 | {"MaximumResults": 1}),
            Settings(section=2, values=NO_BM3 | {"MaximumResults": 2}),
        ),
        "loss global-setting: 1 event-wide setting that differs between sections (MaximumResults)",
        **UNCHECKED,
    ),
    written(
        event(Settings(values=NO_BM3 | {"Colour": 7})),
        "loss setting-lost: 1 setting left out: not part of this document (settings Colour)",
        **UNCHECKED,
    ),
    written(
        event(Settings(values={"ShowResults": True})),
        "repair setting-default: 48 settings filled in with the guide's default (first: "
        "settings A BM2 ShowOwnResult)",
        settings="defaults",
        **UNCHECKED,
    ),
    written(
        event(Settings(values=ALL)),
        "repair bm3-new: 2 settings unknown to the source sent as 0 (first: settings A BM3 "
        "BM3PlayerNumberMandatory)",
        **UNCHECKED,
    ),
    written(
        event(Settings(values=NO_BM3 | {"AutopoweroffTime": 999})),
        "error range: 1 set of settings skipped: a value is out of range (settings A BM2 "
        "AutopoweroffTime: 999)",
        **UNCHECKED,
    ),
    written(event(PENALISED), *penalty_lost("dto"), **UNCHECKED),
    written(
        event(Result(section=1, board=1, table=1, round=1)),
        "loss record-lost: 1 result record left out (--kind results writes it) (result A1 "
        "round 1 board 1)",
        **UNCHECKED,
    ),
    written(
        event(EventInfo(guid=GUID, extra={"a": 1})),
        "loss field-lost: 1 event.extra value left out: dto does not hold it (event)",
        **UNCHECKED,
    ),
    written(
        event(seat(direction=None, name="Ann")),
        "error no-place: 1 seat without table or direction skipped (seat A1)",
        **UNCHECKED,
    ),
    written(
        event(Player(number="7", first_name="Ann")),
        "loss name-lost: 1 first name sent as last name: there is none (player 7)",
        **UNCHECKED,
    ),
    written(
        [
            *(session(), section(), table(), round(south=3, west=4)),
            *(seat(direction=direction, name="Ann") for direction in "NESW"),
        ],
        "loss individual: 1 section sent without South and West: this document cannot hold seats "
        "(section A)",
        kind="scoring-groups",
        **UNCHECKED,
    ),
    written(
        result(declarer_pair=7),
        "repair declarer: 1 pair of declarer replaced: not one of the pairs at the table (result "
        "A1 round 1 board 2)",
        **RESULTS,
    ),
    read(
        played(DeclaringPair=7),
        "repair declarer: 1 pair of declarer kept: not one of the pairs at the table (file: $: 7)",
        dto="ResultDTO",
    ),
    written(
        result(contract=None, result=None, remarks="late"),
        "loss remark: 1 result with only a remark left out (result A1 round 1 board 2)",
        **RESULTS,
    ),
    written(
        result(contract=None, result=None),
        "loss remark: 1 result without a contract left out (result A1 round 1 board 2)",
        **RESULTS,
    ),
    written(
        [*result(), Intermediate(section=1, table=1, round=1, board=3, contract="4 S")],
        "loss no-result: 1 contract without a result yet left out (intermediate A1 round 1 board "
        "3)",
        **RESULTS,
    ),
    written(
        [
            *(session(), section(missing_pair=2, winners=2), table(), table(2)),
            *(round(ew_pair=1), round(table=2, ns_pair=2)),
        ],
        "loss missing-pair: 1 missing pair assumed to be N-S: both sides have the number "
        "(section A)",
        **UNCHECKED,
    ),
    read(
        of_session(PairsMoveAcrossField=True),
        "repair guide-spelling: 1 property name read in the guide's spelling (file: "
        "$.Sessions[0].PairsMoveAcrossField)",
    ),
    read(
        json.dumps({"Command": 1, "SerializedData": {"EventGuid": GUID, "Sessions": []}}),
        "repair nested-object: 1 SerializedData given as JSON instead of text (file)",
    ),
    read(
        init(EventGuid="{0f1e2d3c-4b5a69788796a5b4c3d2e1f0}"),
        "repair guid-form: 1 guid written without braces and dashes (file: $: "
        "{0f1e2d3c-4b5a69788796a5b4c3d2e1f0})",
    ),
    read(
        init(EventGuid="ours"),
        "repair odd-guid: 1 guid kept as written: not understood (event: 'ours')",
    ),
    read(init(Colour=7), "loss unknown-property: 1 unknown property name ignored (file: $.Colour)"),
    read(
        played(ValidationMessages=["wrong"]),
        "loss validation-messages: 1 list of validation messages left out (file: $)",
        dto="ResultDTO",
    ),
    read(
        document(SectionLetters="AB"),
        "error odd-letters: 1 record skipped: invalid section letters (file: $: 'AB')",
        dto="ResultDTO",
    ),
    read(
        played(Level=8),
        "error odd-contract: 1 result skipped: invalid level, denomination, stake or seat "
        "(file: $)",
        dto="ResultDTO",
    ),
    read(
        document(TableNumber=1, Direction=0),
        "error odd-direction: 1 seat skipped: Direction is not 1 to 4 (file: $: 0)",
        dto="ParticipationDTO",
    ),
    read(
        of_session(Month=13),
        "repair odd-date: 1 invalid date left out (file: $.Sessions[0]: 2026-13-2)",
    ),
    read(
        of_session(Hour=24, Minute=5),
        "repair odd-date: 1 invalid time left out (file: $.Sessions[0]: 24:5)",
    ),
    read(
        of_session(Hour=23, Minute=60),
        "repair odd-date: 1 invalid time left out (file: $.Sessions[0]: 23:60)",
    ),
    read(
        played(Level=0, Denomination=0, TotalTricks=0),
        "repair decl-seat: 1 declarer seat left out: no contract (file: $)",
        dto="ResultDTO",
    ),
    read(
        played(LeadCardRank=99, LeadCardSuit=1),
        "loss lead-card: 1 invalid lead card left out (file: $)",
        dto="ResultDTO",
    ),
    read(
        of_section(NorthSouthPairSectionLetters="B"),
        "loss combi: 1 letters of source sections left out: not a combi section (file: "
        "$.Sessions[0].ScoringGroups[0].Sections[0])",
    ),
    read(
        of_section(IsCombiSection=True),
        "loss combi: 1 combi section without source sections (file: "
        "$.Sessions[0].ScoringGroups[0].Sections[0])",
    ),
    read(
        document(TableNumber=1, RoundNumber=1, PairNS=1, MatesTableSectionLetters="AB"),
        "loss mates-lost: 1 section of team mates left out: invalid section letters (file: $: AB)",
        dto="RoundDTO",
    ),
    read(
        of_section(Tables=[{"SessionGuid": GUID, "SectionLetters": "B", "TableNumber": 1}]),
        "repair enclosing: 1 value replaced by that of the DTO around it (file: "
        "$.Sessions[0].ScoringGroups[0].Sections[0].Tables[0].SectionLetters: B)",
    ),
    read(
        played(SectionLetters="a"),
        "repair letters-form: 1 section letters respelled (file: $: a)",
        dto="ResultDTO",
    ),
    read(
        f"[{played()},{played(SessionGuid=OTHER_GUID)}]",
        "repair section-rekeyed: 1 section given another id: another session has the letters "
        "(file: $[1]: section A)",
    ),
    read(
        json.dumps(
            {"SessionGuid": GUID, "Letters": "A", "IsDeleted": True, "Tables": [{"TableNumber": 1}]}
        ),
        "loss deleted-section: 1 section to be deleted read without further data (file: $)",
        dto="SectionUpdateDTO",
    ),
    read(
        played(DeclaringPair=0),
        "repair declarer: 1 missing pair of declarer filled in (file: $)",
        dto="ResultDTO",
    ),
    read(
        played(IsDeleted=True, Level=9),
        "loss odd-contract: 1 deletion read without the invalid contract (file: $)",
        dto="ResultDTO",
    ),
    read(
        played(Level=0, DeclarerDirection=0),
        "loss idle-contract: 1 denomination, stake or tricks left out: no contract (file: $)",
        dto="ResultDTO",
    ),
    read(
        json.dumps(HAND | {"DoubleDummyNorthSpades": 9}),
        "loss dd-unmarked: 1 hand read without double-dummy tricks: HasHandEvaluationData is not "
        "set (file: $)",
    ),
    read(
        f"[{json.dumps(HAND)},{json.dumps(HAND | {'ScoringGroupNumber': 2, 'BoardNumber': 2})}]",
        "repair hand-group: 1 hand read for one section only: it is not in the scoring group "
        "(file: $[1]: 2)",
    ),
    read(
        json.dumps({"PlayerNumber": "7", "LastName": "Lind", "SessionGuid": ""}),
        "repair player-session: 1 player without a session (file: $)",
    ),
    read(
        document(TableNumber=1, Direction=1, PlayerNumber=" "),
        "repair no-player: 1 seat without a player (file: $)",
    ),
    read(
        document(TableNumber=1, Direction=1),
        "repair no-player: 1 seat without a player (file: $)",
        dto="ParticipationDTO",
    ),
    read(
        json.dumps(SETTINGS | {"BM2AutoBoardNumber": 2}),
        "repair guide-number: 1 number of the guide read as true or false (file: "
        "$.BM2AutoBoardNumber: 2)",
    ),
    read(
        json.dumps({name: value for name, value in SETTINGS.items() if name != "LeadCard"}),
        "repair settings-missing: 1 setting read as 0 or false: not given (file: $: LeadCard)",
    ),
    read(
        document(BoardNumber=1),
        "repair null-suit: 1 hand with a null suit, read as a void (file: $)",
        dto="HandrecordDTO",
    ),
    read(
        document(TableNumber=1, Direction=1, RoundNumber=1, LastName="Berg"),
        "repair round-01: 1 seat of round 1 read as starting position (file: $)",
        dto="ParticipationDTO",
    ),
    read(
        "\n".join(document(TableNumber=1, Direction=1, LastName=name) for name in ("Berg", "Carr")),
        "repair seat-replaced: 1 seat replaced by later data (file:2: $)",
        dto="ParticipationDTO",
    ),
    read(
        "\n".join(
            json.dumps({"SessionGuid": GUID, "PlayerNumber": "7", "LastName": name})
            for name in ("Berg", "Carr")
        ),
        "repair player-replaced: 1 player replaced by later data (file:2: $)",
        dto="PlayerDataDTO",
    ),
    read(
        f"{init()}\n[1]\n",
        "error bad-document: 1 unreadable document skipped (file:2: $: an array without "
        "objects; expected a DTO; name the type with dto=NAME)",
    ),
    read(
        json.dumps({"EventGuid": GUID, "Commands": 1}),
        "loss no-event-data: 1 ContinueDTO skipped: contains no event data (use bmconv "
        "connector) (file)",
        dto="ContinueDTO",
    ),
    written(
        event(),
        "repair no-reset: 1 event written without the reset that a new event needs (--reset adds "
        "it) (Commands: 1)",
        reset=False,
    ),
    *(
        read(
            json.dumps(
                {"RequestCommand": 1, "DataType": 4, "ErrorType": number, "SerializedData": "no"}
            ),
            f"error {code}: 1 request answered with an error (file Connect: no)",
        )
        for number, code in enumerate(ANSWERS)
    ),
]

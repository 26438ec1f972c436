"""The words of every rule of `check` about an event, for one place and for several."""

import datetime

import pytest
from msgspec import structs

from bmconv import records as rec
from bmconv.checks import check
from bmconv.checks.terminals import file_findings
from bmconv.notes import agree
from tests.bridge.test_winners import ALL_PLAY_ALL, FIRST_ROUND
from tests.docs.test_check_page import rules_in_code
from tests.event.test_schedule import phantom
from tests.helpers.checking import movement, night, play, result, seats

A, B = (rec.Section(id=id, letter=letter) for id, letter in ((1, "A"), (2, "B")))
TEAMS = {"scoring_type": 4}
NAMED = seats(1, *"1234", name="Ann")
SUITS = {"north": "AKQJT98765432...", "east": ".AKQJT98765432..", "south": "..AKQJT98765432."}


def session(id=1, **fields):
    return rec.Session(id=id, **fields)


def settings(section=1, **values):
    return rec.Settings(section=section, values=values)


def shared(**section):
    """A Mitchell in which both sides have the numbers 1 and 2."""
    rounds = [play(1, 1, 1, 1, 1, 2), play(2, 1, 2, 2, 3, 4)]
    return night(section=section, rounds=[*rounds, play(1, 2, 1, 2, 5, 6), play(2, 2, 2, 1, 7, 8)])


def against_movement():
    """Only the first round is left of a movement in which pairs change sides."""
    return [
        rec.Section(id=1),
        *(play(table, 1, ns, ew, 1, 1) for table, (_, ns, ew) in enumerate(FIRST_ROUND, 1)),
        *(
            result(table=None, round=round, board=round, pair_ns=ns, pair_ew=ew, declarer_pair=ns)
            for round, ns, ew in ALL_PLAY_ALL
        ),
    ]


WORDS = {
    "section-id-twice": ("section id(s) used for two letters", [A, rec.Section(id=1, letter="B")]),
    "section-letter-twice": ("section letter(s) used twice", [A, rec.Section(id=2, letter="A")]),
    "unknown-session": (
        "section(s) of a session that does not exist",
        [session(), rec.Section(id=1, session=7)],
    ),
    "section-without-session": (
        "section(s) without a session, although there are several",
        [session(1), session(2), A],
    ),
    "session-guid-twice": (
        "session(s) with the GUID of another session",
        [session(1, guid="A" * 32), session(2, guid="A" * 32)],
    ),
    "session-setting": (
        "session(s) with a setting that the first session overrides",
        [session(1), session(2, ew_return_home=True)],
    ),
    "pair-in-two-sections": (
        "pair(s) in two sections in one round, although pairs move across the field",
        [
            session(pairs_move_across_field=True),
            *(rec.Section(id=id, session=1, winners=1) for id in (1, 2)),
            play(1, 1, 1, 2, 1, 2),
            play(1, 1, 1, 4, 1, 2, section=2),
        ],
    ),
    "ew-return-home": (
        "session(s) with EWReturnHome, which has no effect outside team games",
        [session(ew_return_home=True), A],
    ),
    "ew-return-home-winners": (
        "section(s) of a team game with EWReturnHome whose Winners is not 2",
        [session(ew_return_home=True), rec.Section(id=1, winners=1, **TEAMS)],
    ),
    "unknown-section": (
        "hand record(s) of a section that does not exist",
        [A, rec.Hand(section=2, board=1)],
    ),
    "unknown-table": (
        "seat(s) at a table that does not exist",
        night(*seats(9, "5")),
    ),
    "unknown-client": (
        "table(s) of a client that does not exist",
        [rec.Table(section=1, table=1, computer_id=5)],
    ),
    "no-client": (
        "table(s) without a client: the control software needs its computer's name",
        [rec.Table(section=1, table=1, computer_id=0)],
    ),
    "winners-inferred": (
        "section(s) taken to have two winners: N-S and E-W share numbers",
        shared(winners=0),
    ),
    "match-without-group": (
        "table(s) of a team game without a group",
        [rec.Section(id=1, **TEAMS), rec.Table(section=1, table=1)],
    ),
    "match-tables": (
        "group(s) of a team game without exactly two tables",
        [rec.Section(id=1, **TEAMS), rec.Table(section=1, table=1, group=1)],
    ),
    "ew-move": (
        "section(s) with EWMoveBeforePlay above the number of tables",
        night(section={"ew_move_before_play": 3}),
    ),
    "round-twice": (
        "round(s) with conflicting records",
        night(play(1, 1, 9, 2, 1, 2)),
    ),
    "round-gap": ("table(s) whose rounds have a gap", [play(1, 2, 1, 2, 1, 2)]),
    "table-without-rounds": (
        "table(s) without rounds",
        night(rounds=[r for r in movement() if r.table == 1]),
    ),
    "round-missing": (
        "table(s) without a round that others of the section have",
        night(rounds=movement()[:3]),
    ),
    "table-count": (
        "section(s) whose number of tables is not Section.Tables",
        night(section={"tables": 3}),
    ),
    "custom-boards-order": (
        "CustomBoards list(s) not in ascending order",
        [play(1, 1, 1, 2, 1, 3, "1,3,2")],
    ),
    "board-order": ("round(s) with LowBoard above HighBoard", [play(1, 1, 1, 2, 5, 4)]),
    "low-board-zero": ("round(s) with HighBoard and without LowBoard", [play(1, 1, 1, 2, 0, 4)]),
    "low-high-zero": (
        "round(s) with Low/High 0 beside CustomBoards",
        [play(1, 1, 1, 2, 0, 0, "1,3")],
    ),
    "sit-out-boards": ("sit-out(s) with boards", [play(1, 1, 1, 0, 1, 2)]),
    "round-without-boards": ("round(s) without boards", [play(1, 1, 1, 2, 0, 0)]),
    "missing-pair": (
        "section(s) with a missing pair that sits nowhere, so that no boards are skipped",
        night(section={"missing_pair": 6}),
    ),
    "missing-pair-of-both-sides": (
        "section(s) whose MissingPair is on both sides: use pair 0 in the rounds",
        shared(winners=2, missing_pair=2),
    ),
    "pair-twice": (
        "pair(s) twice in one round",
        [rec.Section(id=1, winners=1), play(1, 1, 1, 1, 1, 2)],
    ),
    "pairs-change-sides": (
        "section(s) with Winners 2 in which pairs change sides",
        night(section={"winners": 2}),
    ),
    "board-twice": (
        "pair(s) playing a board twice",
        [A, play(1, 1, 1, 2, 1, 2), play(1, 2, 1, 3, 2, 3)],
    ),
    "boards-per-round": (
        "round(s) with more than 54 boards (Bridgemate II)",
        [play(1, 1, 1, 2, 1, 55)],
    ),
    "tables-per-server": (
        "event(s) with more than the 256 tables of one server (Bridgemate II)",
        [rec.Table(section=1, table=table) for table in range(1, 258)],
    ),
    "global-setting": (
        "global setting(s) different from the first row, which counts",
        [settings(GroupSections=True), settings(2, GroupSections=False)],
    ),
    "summary-without-ranking": (
        "BM2GameSummary setting(s) without effect: BM2Ranking is off",
        [settings(BM2GameSummary=True, BM2Ranking=0)],
    ),
    "first-board-manually": (
        "BM2FirstBoardManually setting(s) without effect: BM2AutoBoardNumber is off",
        [settings(BM2FirstBoardManually=True, BM2AutoBoardNumber=False)],
    ),
    "hand-record-when": (
        "BM2EnterHandRecordWhen setting(s) without effect: BM2EnterHandRecord is off",
        [settings(BM2EnterHandRecordWhen=1, BM2EnterHandRecord=False)],
    ),
    "group-sections": (
        "GroupSections setting(s) overridden by the groups of the tables",
        [
            A,
            B,
            rec.Table(section=1, table=1, group=1),
            rec.Table(section=2, table=1, group=1),
            settings(GroupSections=False),
        ],
    ),
    "names-and-number-entry": (
        "section(s) with names in advance, although MemberNumbers asks for numbers",
        night(*NAMED, settings(MemberNumbers=True)),
    ),
    "name-source": (
        "section(s) with names in advance that BM2NameSource does not use",
        night(*NAMED, settings(BM2NameSource=1)),
    ),
    "validation-without-hands": (
        "section(s) without hands, against which BM2ValidateRecording checks cards",
        night(settings(BM2ValidateRecording=True, BM2RecordPlay=True)),
    ),
    "lead-check-without-hands": (
        "section(s) without hands, against which BM2ValidateLeadCard checks leads",
        night(settings(BM2ValidateLeadCard=True, LeadCard=True)),
    ),
    "seats": ("table(s) without exactly the seats N, E, S and W", seats(1, *"123")),
    "empty-seat": ("empty seat(s)", seats(1, *"123", None)),
    "number-without-name": (
        "number(s) without a name",
        [*seats(1, *"123", name="Ann"), rec.Seat(section=1, table=1, direction="W", number="4")],
    ),
    "name-without-number": (
        "name(s) without a number",
        [*seats(1, *"123", name="Ann"), rec.Seat(section=1, table=1, direction="W", name="Di")],
    ),
    "name-not-of-number": (
        "seat(s) with another name than the list of players has for the number",
        [rec.Player(number="1", name="Ann"), *seats(1, *"1234", name="Bo")],
    ),
    "player-at-two-seats": ("player number(s) at two seats of one round", seats(1, *"1231")),
    "seat-round": (
        "seat(s) of a round that the table does not have",
        night(*seats(1, *"1234"), *seats(2, *"5678"), *seats(1, "9", round=3)),
    ),
    "player-twice": (
        "player number(s) twice in the list",
        [rec.Player(number="7", name=name) for name in ("Ann", "Bo")],
    ),
    "control-character": (
        "text(s) with control characters",
        [rec.Player(number=number, name="Ann\nBo") for number in "12"],
    ),
    "number-too-long-for-seat": (
        "player number(s) over 16 characters, too long for a seat",
        [rec.Player(number="1" * 17, name="Ann")],
    ),
    "impossible-tricks": ("impossible number(s) of tricks", [result(result="+4")]),
    "remark-beside-contract": (
        "contract(s) ignored because of a remark",
        [result(remarks="Not played")],
    ),
    "result-unclear": (
        "unclear result(s): neither a complete contract nor a remark that replaces it",
        [result(result=None)],
    ),
    "undecided": (
        "arbitral score(s) not decided yet",
        [result(contract=None, result=None, remarks="Arbitral score")],
    ),
    "pass-with-result": (
        "passed-out board(s) with a result",
        [result(contract="PASS", result="+2")],
    ),
    "suspicious-contract": ("contract(s) flagged as suspicious", [result(suspicious_contract=1)]),
    "lead-not-in-hand": (
        "lead(s) not in the leader's hand",
        [rec.Hand(board=1, west="...AKQJT98765432", **SUITS), result(lead_card="SA")],
    ),
    "score-differs": ("score(s) that the contract does not give", [result(score=620)]),
    "declarer-pair": (
        "declarer(s) whose seat and pair disagree without 'Wrong direction'",
        [result(declarer_pair=2)],
    ),
    "intermediate-with-result": (
        "intermediate record(s) with a result",
        [rec.Intermediate(section=1, table=1, round=1, board=1, contract="4 S", result="=")],
    ),
    "result-not-in-movement": (
        "table(s) with results that are not in the movement",
        night(result(board=3)),
    ),
    "two-results": (
        "board(s) on which the same two pairs have two standing results",
        [result(), result(table=2)],
    ),
    "pair-at-two-tables": (
        "pair(s) with two standing results on one board",
        night(result(), result(table=2, pair_ns=3)),
    ),
    "bad-deal": (
        "deal(s) without 52 cards, 13 in each hand",
        [rec.Hand(board=1, west="...AKQJT9876543", **SUITS)],
    ),
    "hands-of-one-section": (
        "section(s) without hands, although another section has them",
        [A, B, rec.Hand(section=1, board=1)],
    ),
    "winners-by-results": (
        "section(s) whose number of winners follows from the results",
        against_movement(),
    ),
    "pair-never-plays": (
        "pair(s) without any result, to be declared as missing",
        phantom(),
    ),
}
"""What is printed about a rule, with (s) where several places make a plural; and what breaks it."""

FURTHER = {
    ("unknown-table", "bm2"): (
        "round(s) at a table that does not exist",
        night(play(9, 1, 5, 6, 9, 10)),
    ),
    ("pair-never-plays", "bm2"): (
        "pair(s) without any result so far, to be declared if missing",
        phantom()[: 16 + 6],
    ),
    ("rounds-and-boards", "pro"): (
        "table(s) with more rounds and boards than 3R + 4B <= 479 (Bridgemate Pro)",
        [play(1, n, 1, n + 1, 1, 32) for n in range(1, 6)],
    ),
    ("tables-per-section", "pro"): (
        "section(s) with more than 64 tables, with 3 sections (Bridgemate Pro)",
        [rec.Table(section=id, table=n) for id in (1, 2, 3) for n in range(1, 66)],
    ),
    ("names-and-number-entry", "bm3"): (
        "section(s) with names in advance, although BM3PlayerNumberEntry asks for numbers",
        night(*NAMED, settings(BM3PlayerNumberEntry=1)),
    ),
}
"""The same for rules whose words depend on the terminal or on how much was played."""
CONNECTOR = {
    "winners-unset": ("section(s) without Winners 1 or 2", [A]),
    "missing-side": (
        "section(s) with a missing E-W pair and not two winners",
        night(section={"missing_pair": 4, "missing_side": "EW"}),
    ),
    "section-groups": (
        "section(s) whose tables are in several groups",
        [A, *(rec.Table(section=1, table=n, group=n) for n in (1, 2))],
    ),
    "session-date": (
        "session(s) without a date from 2000 on",
        [session(date=datetime.date(1999, 12, 31))],
    ),
    "session-name": ("session(s) without a name", [session()]),
    "custom-boards-gap": (
        "round(s) whose boards are not consecutive",
        [play(1, 1, 1, 2, 1, 3, "1,3")],
    ),
    "later-seat": (
        "seat(s) of a later round in a section without explicit participations",
        [A, rec.Seat(section=1, table=1, direction="N", round=2, number="7")],
    ),
}
"""The same for the further rules of the Data Connector."""


@pytest.mark.parametrize(
    ("rule", "terminal", "target", "words", "records"),
    [
        *((rule, "bm2", None, *row) for rule, row in WORDS.items()),
        *((rule, terminal, None, *row) for (rule, terminal), row in FURTHER.items()),
        *((rule, "bm2", "dto", *row) for rule, row in CONNECTOR.items()),
    ],
)
def test_a_rule_is_put_into_words_for_one_place_and_for_several(
    rule, terminal, target, words, records
):
    findings = check(map(structs.replace, records), terminal, target)
    messages = {finding.message for finding in findings if finding.rule == rule}
    assert {agree(message, 1) for message in messages} == {words.replace("(s)", "")}
    assert {agree(message, 2) for message in messages} == {words.replace("(s)", "s")}


def test_winners_that_follow_from_results_have_the_reason_as_value():
    (finding,) = [f for f in check(against_movement()) if f.rule == "winners-by-results"]
    assert finding.value == "1, pairs change sides in the results, though not in the movement"
    assert finding.level == "info"


def test_an_old_file_is_named_with_the_command_that_makes_a_new_one():
    (finding,) = file_findings("old.bws", "Access 97", "bcs5")
    assert str(finding) == (
        "error access-version: file that control software 5 does not open (bmconv bws upgrade) "
        "(old.bws: Access 97)"
    )
    assert agree(finding.message, 2).startswith("files that ")
    assert file_findings("new.bws", "Access 2000", "bcs5") == []
    assert file_findings("night.jsonl", None, "bcs5") == []
    assert file_findings("old.bws", "Access 97", "bm2") == []


def test_every_rule_about_an_event_has_its_words_here():
    listed = {*WORDS, *(rule for rule, _ in FURTHER), *CONNECTOR, "access-version"}
    unlisted, unknown = sorted(rules_in_code() - listed), sorted(listed - rules_in_code())
    assert not unlisted, f"add to WORDS an event that breaks these, and what is printed: {unlisted}"
    assert not unknown, f"no check has these: {unknown}"


def test_a_finding_prints_as_a_sentence_with_its_place_and_value():
    (dated,) = [f for f in check(CONNECTOR["session-date"][1], target="dto") if "date" in f.rule]
    assert str(dated) == (
        "error session-date: session without a date from 2000 on (session 1: 1999-12-31)"
    )
    (unnamed,) = [f for f in check([session()], target="dto") if "name" in f.rule]
    assert str(unnamed) == "warning session-name: session without a name (session 1)"

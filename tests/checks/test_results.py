"""Rules for results and hands: each applies where it should, and only there."""

import pytest

from bmconv import records as rec
from tests.helpers.checking import broken_rules, findings, night, play, result

PLACE = "result A1 round 1 board 1"
HAND = {
    "north": "AKQJ.T98.765.432",
    "east": "T98.765.432.AKQJ",
    "south": "765.432.AKQJ.T98",
    "west": "432.AKQJ.T98.765",
}


@pytest.mark.parametrize("contract", ["8 S", "4 X", "42"])
def test_a_contract_is_one(contract):
    got = findings([result(contract=contract)])
    assert got == [("error", "odd-contract", PLACE, contract)]


@pytest.mark.parametrize(
    ("contract", "tricks", "right"),
    [
        ("7 NT", "+1", False),
        ("7 NT", "=", True),
        ("1 C", "-8", False),
        ("1 C", "-7", True),
        ("1 C", "+6", True),
    ],
)
def test_tricks_are_0_to_13(contract, tricks, right):
    wrong = [("error", "impossible-tricks", PLACE, f"{contract} {tricks}")]
    assert findings([result(contract=contract, result=tricks)]) == ([] if right else wrong)


@pytest.mark.parametrize("tricks", ["+7", "-14", "ten"])
def test_no_contract_gives_such_tricks(tricks):
    assert findings([result(contract="1 C", result=tricks)]) == [
        ("error", "odd-result", PLACE, tricks)
    ]


def test_a_lead_is_a_card():
    got = findings([result(lead_card="S1")])
    assert got == [("error", "odd-lead-card", PLACE, "S1")]
    assert findings([result(lead_card="S10")]) == []


def test_a_corrected_result_is_history():
    wrong = result(id=1, contract="8 S")
    erased = result(id=2, contract="8 S", erased=True, remarks="Result erased")
    assert findings([wrong, erased, result(id=3)]) == []
    assert findings([wrong, erased]) == []


def test_a_result_says_what_happened():
    nothing = result(contract=None, result=None, declarer=None)
    assert findings([nothing]) == [("warning", "result-unclear", PLACE, "nothing entered")]
    assert broken_rules([result(result=None)]) == {"result-unclear"}
    assert broken_rules([result(declarer="X")]) == {"odd-direction"}
    for remark in ("Not played", "40%-60%"):
        assert findings([result(contract=None, result=None, remarks=remark)]) == []


def test_a_special_remark_beside_a_contract():
    got = findings([result(remarks="Not played")])
    value = "4 S beside Not played"
    assert got == [("warning", "remark-beside-contract", PLACE, value)]
    for remark in ("Wrong direction", "corrected by the director"):
        assert findings([result(remarks=remark)]) == []


def test_a_passed_out_board_has_no_result():
    passed = result(contract="PASS", result="+2")
    assert findings([passed]) == [("info", "pass-with-result", PLACE, "+2")]
    assert findings([result(contract="PASS", result=None)]) == []


def test_suspicious_contracts_are_told_unless_confirmed():
    got = findings([result(suspicious_contract=1)])
    assert got == [("info", "suspicious-contract", PLACE, "4 S")]
    assert findings([result(suspicious_contract=2)]) == []


def test_the_lead_is_in_the_leaders_hand():
    hand = rec.Hand(board=1, **HAND)
    # North declares, so East leads: clubs from the top, spades from the ten.
    assert findings([hand, result(lead_card="CA")]) == []
    assert findings([hand, result(lead_card="S10")]) == []
    value = "SA, east has T98.765.432.AKQJ"
    assert findings([hand, result(lead_card="SA")]) == [
        ("warning", "lead-not-in-hand", PLACE, value)
    ]
    wrong_way = result(lead_card="CA", remarks="Wrong direction", declarer_pair=2)
    assert findings([hand, wrong_way]) == []
    # A side is not a seat, and another section's hand is another hand.
    assert findings([hand, result(lead_card="SA", declarer="NS")]) == []
    assert findings([rec.Hand(section=2, board=1, **HAND), result(lead_card="SA")]) == []


def test_a_given_score_is_that_of_the_contract():
    assert findings([result(score=420)]) == []
    got = findings([result(score=620)])
    assert got == [("warning", "score-differs", PLACE, "620, computed 420")]
    # Played by East it is E-W's, and an adjusted board has none.
    assert findings([result(score=-420, declarer="E", declarer_pair=2)]) == []
    adjusted = result(score=0, contract=None, result=None, remarks="60%-40%")
    assert findings([adjusted]) == []


def test_the_vulnerability_is_that_of_the_hand():
    hand = rec.Hand(board=1, vulnerable="NS")
    assert findings([hand, result(score=620)]) == []
    assert broken_rules([hand, result(score=420)]) == {"score-differs"}


def test_declarers_seat_and_pair_agree():
    value = "N is pair 1, not 2"
    assert findings([result(declarer_pair=2)]) == [("warning", "declarer-pair", PLACE, value)]
    assert findings([result(declarer_pair=2, remarks="Wrong direction")]) == []
    # Other programs write 0, and a passed-out board has no declarer.
    assert findings([result(declarer_pair=0)]) == []
    assert findings([result(declarer="E", declarer_pair=1, contract="PASS", result=None)]) == []


def test_results_the_movement_does_not_have_are_told_once_for_a_table():
    strays = [
        result(board=3),
        result(board=2, pair_ew=3),
        result(round=7),
        result(table=2, pair_ns=3, pair_ew=4, declarer_pair=3, board=3),
    ]
    value = "round 1 board 3: not a board of the round, and 2 more"
    assert findings(night(*strays)) == [("warning", "result-not-in-movement", "table A1", value)]
    got = findings(night(result(board=2, pair_ew=3)))
    value = "round 1 board 2: pairs 1 v 3, not 1 v 2"
    assert got == [("warning", "result-not-in-movement", "table A1", value)]
    got = findings(night(result(section=2)))
    value = "round 1 board 1: no such round"
    assert got == [("warning", "result-not-in-movement", "table B1", value)]


def test_without_a_movement_results_are_held_against_what_there_is():
    tables = [rec.Section(id=1, letter="A"), rec.Table(section=1, table=1)]
    assert findings([*tables, result()]) == []
    assert findings([*tables, result(table=2)]) == [
        ("warning", "result-not-in-movement", "table A2", "round 1 board 1: no such table")
    ]
    assert findings([tables[0], result(section=2)]) == [
        ("warning", "result-not-in-movement", "table B1", "round 1 board 1: no such section")
    ]
    assert findings([result(section=2, table=9, round=9)]) == []


def test_a_pair_has_one_result_on_a_board():
    again = result(table=2, pair_ns=3, declarer_pair=3)
    rule, place = "pair-at-two-tables", "result A2 round 1 board 1"

    def found(*results, **section):
        return [row for row in findings(night(*results, section=section)) if row[1] == rule]

    assert found(result(), again) == [("warning", rule, place, f"pair 2, also {PLACE}")]
    assert found(again, result()) == found(result(), again)
    value = f"pair EW 2, also {PLACE}"
    assert found(result(), again, winners=2) == [("warning", rule, place, value)]
    other_side = result(table=2, pair_ns=2, pair_ew=3, declarer_pair=2)
    assert found(result(), other_side, winners=2) == []
    assert found(result(), again, scoring_type=4) == []  # teams play a board at two tables


def test_a_board_that_the_movement_has_twice_may_have_two_results():
    rounds = [play(1, 1, 1, 2, 1, 1), play(1, 2, 1, 3, 1, 1)]
    twice = night(result(), result(round=2, pair_ew=3), rounds=rounds, tables=(1,))
    assert "pair-at-two-tables" not in broken_rules(twice)
    without_movement = [rec.Section(id=1), result(), result(round=2, pair_ew=3)]
    assert "pair-at-two-tables" not in broken_rules(without_movement)


def test_two_pairs_have_one_result_on_a_board():
    swapped = result(table=2, round=3, pair_ns=2, pair_ew=1, declarer_pair=2)
    place, value = "result A2 round 3 board 1", f"pairs 1 and 2, also {PLACE}"
    one_winner = rec.Section(id=1, letter="A", winners=1)
    assert findings([one_winner, result(), swapped]) == [("warning", "two-results", place, value)]
    # With two winners these are four pairs; unset and without a movement nobody knows.
    assert findings([rec.Section(id=1, letter="A", winners=2), result(), swapped]) == []
    assert findings([result(), swapped]) == []
    assert findings([result(), result(table=2)])[0][1] == "two-results"
    # The two tables of a team match play the same board.
    teams = rec.Section(id=1, letter="A", winners=1, scoring_type=4)
    assert findings([teams, result(), swapped]) == []


def test_two_rows_for_one_board_are_history():
    assert findings([result(id=1), result(id=2, result="+1")]) == []


# hands


@pytest.mark.parametrize(
    ("target", "level"), [(None, "warning"), ("bws", "error"), ("dto", "error")]
)
def test_a_deal_is_52_cards_13_each(target, level):
    def only(records):
        return [f for f in findings(records, target=target) if f[1] in ("bad-deal", "odd-hand")]

    assert only([rec.Hand(section=1, board=1, **HAND)]) == []
    short = rec.Hand(section=1, board=1, **HAND | {"north": "AKQ.T98.765.432"})
    value = "north has 12 cards: expected 13"
    assert only([short]) == [(level, "bad-deal", "hand A board 1", value)]
    twice = rec.Hand(section=1, board=1, **HAND | {"north": "TKQJ.T98.765.432"})
    assert only([twice]) == [(level, "bad-deal", "hand A board 1", "dealt twice: ST")]


def test_the_ten_is_t():
    hand = rec.Hand(board=1, **HAND | {"north": "AKQJ.1098.765.432"})
    assert findings([hand]) == [("warning", "odd-hand", "hand board 1", "north AKQJ.1098.765.432")]
    assert findings([hand], target="bws")[0][0] == "error"


def test_a_hand_without_cards_is_no_deal():
    assert findings([rec.Hand(board=1, dealer="N", vulnerable="None")]) == []


def test_tricks_of_an_evaluation_are_0_to_13():
    got = findings([rec.Evaluation(section=1, board=1, north_spades=14)])
    assert got == [("error", "evaluation-range", "evaluation A board 1", "north_spades 14")]
    assert findings([rec.Evaluation(section=1, board=1, north_spades=13, north_hcp=20)]) == []


# what the Data Connector demands


def ready(**section):
    """A night that control software 5 would take."""
    import datetime

    session = rec.Session(id=1, name="Thursday", date=datetime.date(2026, 3, 12), guid="0" * 32)
    return [session, *night(section={"session": 1} | section)]


def only_dto(records):
    return findings(records, target="dto")


def test_a_night_in_good_order_is_good_for_the_data_connector():
    assert only_dto([*ready(), result()]) == []
    assert only_dto([result()]) == []


def test_the_data_connector_wants_winners():
    got = only_dto(ready(winners=0))
    assert got == [("warning", "winners-unset", "section A", 0)]
    no_movement = [r for r in ready(winners=0) if not isinstance(r, rec.Round)]
    assert only_dto(no_movement) == [("error", "winners-unset", "section A", 0)]


def test_the_data_connector_wants_a_session_with_date_and_name():
    got = only_dto(night())
    assert got == [
        ("error", "session-date", "session", ""),
        ("warning", "session-name", "session", ""),
    ]
    bad = ready()
    bad[0].guid = "{abc}"
    assert only_dto(bad) == [("error", "odd-guid", "session 1", "{abc}")]


def test_the_data_connector_has_no_custom_boards():
    one_run = [*ready(), play(1, 3, 1, 4, 9, 11, "9,10,11"), play(2, 3, 2, 3, 12, 13)]
    assert only_dto(one_run) == []
    gap = [*ready(), play(1, 3, 1, 4, 9, 12, "9,10,12"), play(2, 3, 2, 3, 13, 14)]
    assert only_dto(gap) == [("error", "custom-boards-gap", "round A1 round 3", "9,10,12")]


def test_the_data_connector_knows_a_missing_east_west_pair_with_two_winners_only():
    got = only_dto(ready(missing_pair=4, missing_side="EW"))
    assert got == [("error", "missing-side", "section A", 4)]
    two = ready(missing_pair=4, missing_side="EW", winners=2)
    rounds = [play(1, 1, 1, 2, 1, 2), play(2, 1, 3, 4, 3, 4)]
    event = [record for record in two if not isinstance(record, rec.Round)]
    assert only_dto([*event, *rounds]) == []
    shared = [play(1, 1, 1, 1, 1, 2), play(2, 1, 2, 2, 3, 4)]
    rest = [
        r for r in ready(missing_pair=2, missing_side="EW", winners=0) if type(r) is not rec.Round
    ]
    inferred = only_dto([*rest, *shared])
    assert [rule for level, rule, *_ in inferred if level != "info"] == ["winners-unset"]


def test_the_data_connector_groups_whole_sections():
    split = ready()
    split[2].group, split[3].group = 1, 2
    assert only_dto(split) == [("error", "section-groups", "section A", "1, 2")]
    others = [rec.Table(section=1, table=table, group=table) for table in range(3, 9)]
    (groups,) = [value for _, rule, _, value in only_dto([*split, *others]) if "groups" in rule]
    assert groups == "1, 2, 3, 4, 5, 6"


def test_a_score_that_the_director_has_still_to_decide_is_pointed_out():
    open_case = result(contract=None, result=None, remarks="Arbitral score")
    assert findings([open_case]) == [("warning", "undecided", PLACE, "Arbitral score")]


def test_the_data_connector_wants_decisions_and_starting_seats():
    open_case = result(contract=None, result=None, remarks="Arbitral score")
    assert only_dto([*ready(), open_case]) == [("error", "undecided", PLACE, "Arbitral score")]
    later = [
        rec.Seat(section=1, table=table, direction=seat, round=2, number=f"{table}{seat}")
        for table in (1, 2)
        for seat in "NESW"
    ]
    assert ("warning", "later-seat", "seat A1 N round 2", 2) in only_dto([*ready(), *later])
    assert only_dto([*ready(explicit_participations=True), *later]) == []
    for seat in later:
        seat.round = 1  # as good as from the start
    assert only_dto([*ready(), *later]) == []


# intermediate data and hands


def test_intermediate_data_has_no_result():
    place = {"section": 1, "table": 1, "round": 1, "board": 1}
    entry = rec.Intermediate(**place, declarer="N", contract="4 S", result="=")
    assert findings(night(entry)) == [
        ("error", "intermediate-with-result", "intermediate A1 round 1 board 1", "=")
    ]
    entry.result = None
    assert findings(night(entry)) == []


def test_calls_cards_and_directions_of_a_recording_are_valid():
    place = {"section": 1, "table": 1, "round": 1, "board": 1, "counter": 1}
    assert findings(
        [
            rec.Bid(**place, direction="N", bid="8C"),
            rec.Card(**place, direction="NS", card="S1"),
        ]
    ) == [
        ("error", "odd-bid", "bid A1 N round 1 board 1", "8C"),
        ("error", "odd-direction", "card A1 NS round 1 board 1", "NS"),
        ("error", "odd-card", "card A1 NS round 1 board 1", "S1"),
    ]
    sound = [
        rec.Bid(**place, direction="N", bid="1C"),
        rec.Card(**place, direction="E", card="Hx"),
    ]
    assert findings(sound) == []


def test_hands_are_there_for_every_section():
    sections = [rec.Section(id=n, letter="-AB"[n], winners=1) for n in (1, 2)]
    one = [*sections, rec.Hand(section=1, board=1)]
    assert findings(one) == [("warning", "hands-of-one-section", "section B", "")]
    recorded = rec.Settings(values={"BM2ValidateRecording": True, "BM2RecordPlay": True})
    assert ("error", "hands-of-one-section", "section B", "") in findings([*one, recorded])
    assert findings([*one, rec.Hand(section=2, board=3)]) == []
    assert findings([*sections, rec.Hand(board=1)]) == findings(sections) == []

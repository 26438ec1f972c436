"""Joining records into an event, and its look-ups."""

import pytest

from bmconv.errors import DataError, UsageError
from bmconv.event import Event
from bmconv.notes import Notes
from bmconv.records import (
    Client,
    Error,
    EventInfo,
    Hand,
    Player,
    Result,
    Round,
    Seat,
    Section,
    Session,
    Settings,
    Table,
)

GUID_1, GUID_2 = "1" * 32, "2" * 32


def codes(event: Event) -> list[tuple[str, str, str]]:
    return [(note.level, note.code, note.place) for note in event.notes]


def test_later_fields_fill_what_is_unknown_without_a_word():
    event = Event([Section(id=1, letter="A", tables=0), Section(id=1, winners=2, session=1)])
    assert list(event) == [Section(id=1, letter="A", tables=0, winners=2, session=1)]
    assert event.notes == []


def test_later_fields_replace_with_a_note_when_they_differ():
    event = Event([Section(id=1, letter="A", tables=5), Section(id=1, letter="A", tables=6)])
    assert list(event) == [Section(id=1, letter="A", tables=6)]
    assert codes(event) == [("loss", "value-replaced", "section A tables")]
    assert event.notes[0].message == "value replaced by a later one that differs"


def test_unknown_and_false_replace_nothing_but_0_does():
    first = Table(section=1, table=1, status=1, keep_alive=True)
    event = Event([first, Table(section=1, table=1, status=0)])
    assert list(event) == [Table(section=1, table=1, status=0, keep_alive=True)]
    assert codes(event) == [("loss", "value-replaced", "table A1 status")]


def test_settings_and_own_data_join_value_by_value():
    event = Event([
        Settings(section=1, values={"ShowResults": True, "X": 1}, extra={"a": 1}),
        Settings(section=1, values={"X": 2, "Y": False}, extra={"b": 2}),
    ])  # fmt: skip
    values = {"ShowResults": True, "X": 2, "Y": False}
    assert list(event) == [Settings(section=1, values=values, extra={"a": 1, "b": 2})]
    assert codes(event) == [("loss", "value-replaced", "settings A X")]


def test_a_seat_without_round_is_that_of_round_0_and_a_later_round_is_another():
    seat = {"section": 1, "table": 1, "direction": "N"}
    event = Event(
        [Seat(**seat, number="7"), Seat(**seat, round=0, name="A"), Seat(**seat, round=2)]
    )
    assert list(event) == [Seat(**seat, round=0, number="7", name="A"), Seat(**seat, round=2)]


def test_players_without_a_number_are_never_joined():
    players = [Player(name="A"), Player(name="A"), Player(number="7", name="B")]
    assert list(Event(players)) == players


def test_a_number_without_a_name_is_the_player_who_has_it():
    """The first one in a club in which two share a number."""
    for first, second in (("A", None), (None, "A")):
        event = Event([Player(number="7", name=first), Player(number="7", name=second, id=3)])
        assert (event.of(Player), event.notes) == ([Player(number="7", name="A", id=3)], [])
    shared = [Player(number="7", name="A"), Player(number="7", name="B")]
    event = Event([*shared, Player(number="7", country="NL"), Player(number="7", session=2)])
    assert event.of(Player) == [
        Player(number="7", name="A", country="NL"), shared[1], Player(number="7", session=2),
    ]  # fmt: skip
    assert codes(event) == [("repair", "number-shared", "player 7")]
    assert event.namesakes(shared[1]) == event.of(Player)[:2]


def test_a_replaced_record_keeps_its_position_and_a_removed_one_leaves_the_others():
    rounds = [Round(section=1, table=1, round=n) for n in (1, 2, 3)]
    event = Event(rounds)
    new = event.replace(event.of(Round)[1], ns_pair=5)
    assert event.of(Round) == [rounds[0], new, rounds[2]]
    assert event.round(1, 1, 2) is new
    event.remove(event.of(Round)[0])
    assert event.of(Round) == [new, rounds[2]]
    assert [event.round(1, 1, number) for number in (1, 2, 3)] == [None, new, rounds[2]]
    with pytest.raises(UsageError, match="round A1 round 2: not a record of this event"):
        event.remove(rounds[1])
    with pytest.raises(UsageError, match="round has no field 'pair'"):
        event.replace(new, pair=5)


def test_an_event_is_displayed_as_the_number_of_its_records():
    assert repr(Event()) == "<Event: empty>"
    assert repr(Event([Section(id=1), Result(), Result()])) == "<Event: section 1, result 2>"


def test_results_are_never_joined():
    results = [Result(section=1, table=1, round=1, board=1)] * 2
    assert list(Event(results)) == results


def test_records_come_out_in_the_order_of_an_event():
    kinds = [Result(board=1), Seat(section=1), Section(id=1), Client(id=0), EventInfo(name="x")]
    assert [type(record) for record in Event(kinds)] == [
        EventInfo, Client, Section, Seat, Result
    ]  # fmt: skip


@pytest.mark.parametrize("derived_first", [False, True])
def test_a_derived_section_takes_the_id_of_the_real_one_with_its_letter(derived_first):
    real = [Section(id=5, letter="A", tables=3), Round(section=5, table=1, round=1)]
    derived = [
        Section(id=1, letter="A", derived=True),
        Result(section=1, board=7),
        Round(section=1, table=2, round=1, mates_section=1),
    ]
    event = Event(derived + real if derived_first else real + derived)
    assert event.of(Section) == [Section(id=5, letter="A", tables=3)]
    assert event.of(Result) == [Result(section=5, board=7)]
    assert Round(section=5, table=2, round=1, mates_section=5) in event.of(Round)
    assert codes(event) == [("repair", "section-rekeyed", "section A")]


def test_a_derived_section_with_a_letter_of_its_own_gives_way_to_real_ids():
    event = Event([
        Section(id=1, letter="B"), Section(id=1, letter="A", derived=True), Result(section=1),
    ])  # fmt: skip
    assert event.of(Section) == [
        Section(id=1, letter="B"), Section(id=2, letter="A", derived=True)
    ]  # fmt: skip
    assert event.of(Result) == [Result(section=2)]
    assert codes(event) == [("repair", "section-rekeyed", "section A")]


def test_a_derived_section_takes_the_lowest_free_id():
    event = Event([
        Section(id=2, letter="B"), Section(id=3, letter="C"),
        Section(id=2, letter="A", derived=True), Result(section=2),
    ])  # fmt: skip
    assert event.of(Section)[2] == Section(id=1, letter="A", derived=True)
    assert event.of(Result) == [Result(section=1)]
    assert event.notes[0].message == "section 2 is 1 here"


def test_a_derived_section_that_fits_stays_and_says_nothing():
    records = [Section(id=1, letter="A", derived=True), Result(section=1, board=1)]
    event = Event(records)
    assert (list(event), event.notes) == (
        [Section(id=1, letter="A", derived=True), Result(section=1, board=1)],
        [],
    )


@pytest.mark.parametrize(
    "records",
    [
        [EventInfo(guid=GUID_1), EventInfo(guid=GUID_2)],
        [Session(id=1, guid=GUID_1), Session(id=1, guid=GUID_2)],
        [
            *(Session(id=1, guid=GUID_1), Section(id=1, session=1)),
            *(Session(id=2, guid=GUID_2), Section(id=1, session=2)),
        ],
    ],
)
def test_two_guids_under_one_section_are_refused(records):
    with pytest.raises(DataError, match=f"{GUID_1}.*{GUID_2}.*overwrite each other"):
        Event(records)


def test_the_same_guid_twice_and_two_sessions_with_sections_of_their_own_are_fine():
    records = [
        *(EventInfo(guid=GUID_1), EventInfo(guid=GUID_1)),
        *(Session(id=1, guid=GUID_1), Section(id=1, session=1)),
        *(Session(id=2, guid=GUID_2), Section(id=2, session=2)),
    ]
    assert Event(records).notes == []


def test_an_event_is_not_made_of_a_stream_that_failed():
    with pytest.raises(DataError, match="the input ended with an error: boom"):
        Event([Section(id=1), Error(code="x", message="boom")])


def entry(contract: str, **more: object) -> Result:
    return Result(section=1, table=1, round=1, board=1, contract=contract, **more)


@pytest.mark.parametrize(
    ("results", "stands"),
    [
        pytest.param([], [], id="none"),
        pytest.param([entry("1 C"), entry("2 C")], ["2 C"], id="order without ids"),
        pytest.param([entry("1 C", id=2), entry("2 C", id=1)], ["1 C"], id="ids against order"),
        pytest.param([entry("1 C", id=1), entry("2 C", id=2)], ["2 C"], id="ids with order"),
        pytest.param([entry("1 C", id=1), entry("2 C")], ["2 C"], id="a later one without id"),
        pytest.param([entry("1 C"), entry("1 C", erased=True)], [], id="erased last"),
        pytest.param(
            [entry("1 C", id=2, erased=True), entry("1 C", id=1)], [], id="erased last by id"
        ),
        pytest.param(
            [entry("1 C"), entry("1 C", erased=True), entry("2 C")], ["2 C"], id="entered again"
        ),
    ],
)
def test_the_last_result_stands_unless_it_is_erased(results, stands):
    assert [result.contract for result in Event(results).standing_results()] == stands


def test_results_at_other_places_stand_beside_each_other():
    places = [
        Result(section=s, table=t, round=r, board=b)
        for s in (1, 2) for t in (1, 2) for r in (1, 2) for b in (1, 2)
    ]  # fmt: skip
    assert Event(places).standing_results() == places


def test_without_table_and_round_the_pairs_tell_results_apart():
    results = [
        Result(section=1, board=1, pair_ns=1, pair_ew=2, contract="1 C"),
        Result(section=1, board=1, pair_ns=3, pair_ew=4, contract="1 D"),
        Result(section=1, board=1, pair_ns=1, pair_ew=2, contract="1 H"),
    ]
    assert [r.contract for r in Event(results).standing_results()] == ["1 H", "1 D"]


def test_results_of_an_unknown_table_never_replace_each_other():
    results = [
        Result(section=1, board=1, contract="1 C"),
        Result(section=1, board=1, contract="1 C"),
        Result(section=1, board=1, round=2, contract="1 D"),
        Result(section=1, board=1, round=2, pair_ns=3, contract="1 D"),
        Result(section=1, board=1, pair_ns=0, pair_ew=0, contract="1 H"),
        Result(section=1, board=1, pair_ns=0, pair_ew=0, contract="1 S"),
    ]
    assert Event(results).standing_results() == results


def test_at_a_table_without_round_other_pairs_have_another_result():
    at = {"section": 1, "table": 1, "board": 1}
    results = [
        Result(**at, pair_ns=1, pair_ew=2, contract="1 C"),
        Result(**at, pair_ns=3, pair_ew=4, contract="1 D"),
        Result(**at, pair_ns=3, pair_ew=4, contract="1 H"),
        Result(**at, contract="1 S"),
        Result(**at, contract="1 NT"),
    ]
    assert [r.contract for r in Event(results).standing_results()] == ["1 C", "1 H", "1 NT"]


def test_a_section_is_found_by_letter_or_id():
    event = Event([Section(id=3, letter="A"), Section(id=1, letter="BB")])
    assert [event.section_id(text) for text in ("A", "a", "bb", "3", "1")] == [3, 3, 1, 3, 1]
    assert [event.letter(id) for id in (3, 1, 2)] == ["A", "BB", "B"]
    with pytest.raises(UsageError, match=r"no section 'Q'; the sections are A \(3\), BB \(1\)"):
        event.section_id("Q")


def test_without_section_records_a_is_1():
    assert [Event().section_id(text) for text in ("A", "z", "AA", "4")] == [1, 26, 27, 4]


def test_a_sections_own_hand_and_vulnerability_win():
    event = Event([
        Hand(board=1, north="AK...", vulnerable="All"), Hand(section=2, board=1, vulnerable="EW"),
        Hand(board=2),
    ])  # fmt: skip
    assert event.hand(1, 1) == Hand(board=1, north="AK...", vulnerable="All")
    assert event.hand(2, 1) == Hand(section=2, board=1, vulnerable="EW")
    assert [event.vulnerability(s, b) for s, b in ((1, 1), (2, 1), (1, 2), (1, 4))] == [
        "All", "EW", "NS", "All"
    ]  # fmt: skip


def test_an_event_answers_for_a_section():
    seat = Seat(section=1, table=2, direction="N")
    rounds = [Round(section=1, table=t, round=n) for t in (1, 2) for n in (1, 2)]
    erased = Result(section=1, table=1, round=1, board=2, erased=True)
    played = Result(section=1, table=1, round=1, board=1, contract="1 C")
    event = Event([seat, *rounds, Round(section=2, table=1, round=1), erased, played])
    assert event.rounds(1) == rounds
    assert event.rounds_at(1, 2) == rounds[2:]
    assert event.round(1, 2, 1) == rounds[2]
    assert [table.table for table in event.tables(1)] == [1, 2]
    assert (event.seats(1), event.seats(1, 1)) == ([seat], [])
    assert event.results(1) == [played]
    assert event.section_ids() == [1, 2]
    event.add(Table(section=1, table=7))
    assert [table.table for table in event.tables(1)] == [7]


def test_records_without_section_or_table_are_looked_up_without():
    nowhere, somewhere = Seat(direction="N", number="7"), Seat(section=1, direction="S")
    round, result = Round(round=1, table=1), Result(board=1)
    event = Event([nowhere, somewhere, round, result, Round(section=1, table=1, round=1)])
    assert (event.seats(None), event.seats(1)) == ([nowhere], [somewhere])
    assert event.by_table(Seat) == {(0, 0): [nowhere], (1, 0): [somewhere]}
    assert (event.rounds(None), event.rounds_at(None, 1)) == ([round], [round])
    assert event.results(None) == [result]


def test_a_section_has_the_winners_it_declares_if_they_are_one_or_two():
    howell = [Round(section=1, table=1, round=r, ns_pair=a, ew_pair=b)
              for r, a, b in ((1, 1, 2), (2, 2, 1))]  # fmt: skip
    for declared, number in ((1, 1), (2, 2), (3, 1), (0, 1)):
        event = Event([Section(id=1, winners=declared), *howell], Notes())
        assert event.winners(1).number == number


def test_a_record_without_section_holds_for_the_sections_without_their_own():
    own, shared = Hand(section=2, board=7, dealer="N"), Hand(board=7, dealer="E")
    values = [Settings(values={"a": 1, "b": 1}), Settings(section=1, values={"b": 2})]
    event = Event([Section(id=1), Section(id=2), own, shared, *values])
    assert (event.hand(1, 7), event.hand(2, 7)) == (shared, own)
    assert event.expanded(Hand) == [own, Hand(section=1, board=7, dealer="E")]
    assert (event.settings(1), event.settings(2)) == ({"a": 1, "b": 2}, {"a": 1, "b": 1})

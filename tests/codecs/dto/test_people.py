"""People and hands in DTOs and in a .bws, and reading documents."""

import datetime
import json
import re

import pytest

from bmconv import records as rec
from tests.helpers.coding import decode_bytes
from tests.helpers.dto_records import (
    DAY,
    DEAL,
    GUID,
    SESSION,
    TRICKS,
    copy_of,
    encode_records,
    init_and_notes,
    only_section,
    round,
    section,
    table,
    two_sections,
)


def test_a_number_at_a_seat_goes_with_the_player_and_a_name_alone_stays():
    seats = [
        rec.Seat(section=1, table=1, direction="N", number="007", name="James Bond"),
        rec.Seat(section=1, table=1, direction="S", name="Le Chiffre"),
        rec.Seat(section=1, table=1, direction="E", number="9"),
        rec.Seat(section=1, table=1, direction="W"),
    ]
    document, notes = init_and_notes(
        section(), table(), round(), rec.Player(number="5", id=5, name="M"), *seats
    )
    seated = [
        (p["Direction"], p["PlayerNumber"], p["LastName"]) for p in document["Participations"]
    ]
    known = [(p["PlayerNumber"], p["FirstName"], p["LastName"]) for p in document["PlayerData"]]
    assert seated == [(1, "007", None), (3, None, "Le Chiffre"), (2, "9", None)]
    assert known == [("007", None, "James Bond"), ("9", None, "9"), ("5", None, "M")]
    assert notes == [("repair", "no-name")]
    split, notes = init_and_notes(
        section(), table(), round(), copy_of(seats[0]), split_names=True, players="seated"
    )
    assert [(p["FirstName"], p["LastName"]) for p in split["PlayerData"]] == [("James", "Bond")]
    assert notes == [("repair", "name-split")]


def test_of_one_section_only_those_who_sit_there_are_sent():
    seats = [rec.Seat(section=n, table=1, direction="N", number=f"{n}", name="x") for n in (1, 2)]
    document, _ = init_and_notes(*two_sections(1, 2), *seats, section="B", players="seated")
    assert [p["PlayerNumber"] for p in document["PlayerData"]] == ["2"]
    assert [p["SectionLetters"] for p in document["Participations"]] == ["B"]


def test_a_number_in_two_sessions_is_sent_for_one_only():
    records = [copy_of(SESSION), rec.Session(id=2, guid="F" * 32, name="x", date=DAY)]
    for id, letter in ((1, "A"), (2, "B")):
        records += [
            rec.Section(id=id, letter=letter, session=id, winners=1),
            table(section=id, group=id),
        ]
        records += [
            round(section=id),
            rec.Seat(section=id, table=1, direction="N", number="7", name="x"),
        ]
    document, notes = init_and_notes(*records)
    assert len(document["PlayerData"]) == len(document["Participations"]) == 1
    assert notes == [("repair", "guid-new"), ("error", "player-twice")]


@pytest.mark.parametrize(("sessions", "code"), [((1, None), "player-twice"), ((2,), "no-session")])
def test_a_player_of_the_list_is_sent_once_and_for_a_known_session(sessions, code):
    players = [rec.Player(number="7", name="Ada Lind", session=session) for session in sessions]
    records = [copy_of(SESSION), section(), table(), round(), *players]
    text, notes = encode_records(records, "dto", no_validate=True)
    sent = [p["PlayerNumber"] for p in json.loads(text)["PlayerData"] or []]
    assert sent == ["7"] * (len(sessions) - 1)
    assert [(n.level, n.code, n.place) for n in notes] == [("error", code, "player 7")]


def test_seats_of_later_rounds_go_only_when_all_rounds_are_seated():
    rounds = [round(1), round(2)]
    start = [rec.Seat(section=1, table=1, direction=d, round=0, name=d) for d in "NESW"]
    later = [rec.Seat(section=1, table=1, direction=d, round=2, name=d) for d in "NESW"]
    document, notes = init_and_notes(section(), table(), *rounds, *start, *later)
    assert only_section(document)["HasExplicitParticipations"] is True
    assert [p["RoundNumber"] for p in document["Participations"]] == [1] * 4 + [2] * 4
    assert notes == []
    document, notes = init_and_notes(section(), table(), *rounds, round(3), *start, *later)
    assert [p["RoundNumber"] for p in document["Participations"]] == [0] * 4
    assert notes == [("loss", "later-round")] * 4


def test_an_individual_is_seated_round_by_round():
    rounds = [
        round(1, ns_pair=1, ew_pair=2, south=3, west=4),
        round(2, ns_pair=4, ew_pair=1, south=2, west=3),
    ]
    seats = [
        rec.Seat(section=1, table=1, direction=d, number=n, name=f"Player {n}")
        for d, n in zip("NESW", ("101", "102", "103", "104"), strict=True)
    ]
    document, notes = init_and_notes(section(winners=0), table(), *rounds, *seats)
    second = [
        (p["Direction"], p["PlayerNumber"])
        for p in document["Participations"]
        if p["RoundNumber"] == 2
    ]
    assert second == [(1, "104"), (2, "101"), (3, "102"), (4, "103")]
    found = only_section(document)
    assert (found["GameType"], found["Winners"], found["HasExplicitParticipations"]) == (
        20,
        1,
        True,
    )
    assert notes == [("repair", "winners-inferred")]


def test_hands_go_once_for_a_scoring_group_and_come_back_for_each_section():
    hands = [rec.Hand(section=n, board=1, **DEAL) for n in (1, 2)]
    document, notes = init_and_notes(
        *two_sections(1, 1), *hands, rec.Evaluation(section=1, board=1, **TRICKS)
    )
    assert [(h["SectionLetters"], h["ScoringGroupNumber"]) for h in document["Handrecords"]] == [
        ("A", 1)
    ]
    assert notes == []
    back, _ = decode_bytes(json.dumps(document).encode(), "dto")
    assert [r for r in back if isinstance(r, rec.Hand)] == hands
    points = {f"{s}_hcp": 10 for s in ("north", "east", "south", "west")}
    assert next(r for r in back if isinstance(r, rec.Evaluation)) == rec.Evaluation(
        section=1, board=1, **TRICKS, **points
    )


@pytest.mark.parametrize(
    ("hands", "sent", "note"),
    [
        ([rec.Hand(section=1, board=1, **DEAL),
          rec.Hand(section=2, board=1, **DEAL | {"north": DEAL["east"], "east": DEAL["north"]})], 1,
         ("error", "hand-conflict")),
        ([rec.Hand(board=1, **DEAL | {"north": "..."})], 0, ("error", "hand-incomplete")),
        ([rec.Hand(board=1, **DEAL | {"north": "AKQJ1098765432..."})], 0, ("error", "card")),
        ([rec.Hand(board=1, **DEAL, dealer="W")], 1, ("loss", "pbn-dealer-vul")),
        ([rec.Hand(board=1, **DEAL)], 1, None),
    ],
)  # fmt: skip
def test_hands_that_cannot_be_sent_have_their_note(hands, sent, note):
    document, notes = init_and_notes(*two_sections(1, 1), *map(copy_of, hands))
    assert (len(document["Handrecords"] or []), set(notes)) == (sent, {note} if note else set())


@pytest.mark.parametrize(("dealt", "evaluated"), [(1, None), (None, 1), (None, 2), (2, 2)])
def test_tricks_go_with_the_hand_of_whichever_section_has_them(dealt, evaluated):
    tricks = rec.Evaluation(section=evaluated, board=1, **TRICKS)
    document, notes = init_and_notes(
        *two_sections(1, 1), rec.Hand(section=dealt, board=1, **DEAL), tricks
    )
    sent = [h["DoubleDummyWestNoTrump"] for h in document["Handrecords"]]
    assert (sent, notes) == ([5], [])


def test_tricks_that_are_not_known_are_sent_as_none_with_a_note():
    _, notes = init_and_notes(
        *two_sections(1, 1), rec.Hand(board=1, **DEAL), rec.Evaluation(board=1, north_hcp=9)
    )
    assert notes == [("loss", "dd-null")] * 20 + [("loss", "hcp-lost")]


def seat(**fields):
    """A ParticipationDTO."""
    said = {"SessionGuid": GUID, "SectionLetters": "B", "TableNumber": 4, "Direction": 4}
    return said | {"LastName": "Family"} | fields


def test_round_one_at_a_seat_is_the_start_unless_later_rounds_are_seated_too():
    records, notes = decode_bytes(json.dumps([seat(RoundNumber=1)]).encode(), "dto")
    assert records[-1] == rec.Seat(section=2, table=4, direction="W", round=0, name="Family")
    assert [(n.level, n.code) for n in notes] == [("repair", "round-01")]
    both = [seat(RoundNumber=1), seat(RoundNumber=2)]
    records, notes = decode_bytes(json.dumps(both).encode(), "dto")
    assert ([r.round for r in records if isinstance(r, rec.Seat)], notes) == ([1, 2], [])


def test_what_bcs_says_of_a_seat_is_kept():
    named = {"FirstName": "Given", "CountryCode": "NL"}
    said = [seat(IsPlayerSwap=True, **named), seat(IsRemoval=True, TableNumber=5)]
    records, notes = decode_bytes(json.dumps(said).encode(), "dto")
    swapped, removed = [r for r in records if isinstance(r, rec.Seat)]
    assert (swapped.swapped, swapped.first_name, swapped.last_name) == (True, "Given", "Family")
    assert (swapped.country, removed.removed, notes) == ("NL", True, [])
    everything = [*records, rec.Section(id=2, letter="B", session=1)]
    text, _ = encode_records(everything, "dto", kind="participations", no_validate=True)
    back = [{k: v for k, v in dto.items() if v or k == "Direction"} for dto in json.loads(text)]
    assert back == [said[0], {k: v for k, v in said[1].items() if k != "LastName"}]


def test_a_seat_without_a_direction_is_left_out():
    document = {"PlayerData": [], "Participations": [seat(Direction=5), seat(Direction=2)]}
    records, notes = decode_bytes(json.dumps(document).encode(), "dto", dto="init")
    assert [r.direction for r in records if isinstance(r, rec.Seat)] == ["E"]
    assert [(n.code, n.place) for n in notes] == [("odd-direction", "file: $.Participations[0]: 5")]


def test_letters_and_guids_have_one_spelling():
    guid = f"{{{GUID[:8]}-{GUID[8:]}}}".lower()
    said = [seat(SectionLetters="b", SessionGuid=guid), seat(Direction=1)]
    records, notes = decode_bytes(json.dumps(said).encode(), "dto")
    sections = [r.letter for r in records if isinstance(r, rec.Section)]
    guids = [r.guid for r in records if isinstance(r, rec.Session)]
    assert (sections, guids) == (["B"], [GUID])
    assert [(n.level, n.code) for n in notes] == [
        ("repair", "guid-form"),
        ("repair", "letters-form"),
    ]
    event, notes = decode_bytes(json.dumps({"EventGuid": guid, "Sessions": []}).encode(), "dto")
    assert (event[0].guid, [n.code for n in notes]) == (GUID, ["guid-form"])


def test_players_of_two_sessions_all_say_which():
    said = [{"SessionGuid": g * 32, "PlayerNumber": "5", "LastName": "x"} for g in "AB"]
    records, _ = decode_bytes(json.dumps(said).encode(), "dto")
    assert [r.session for r in records if isinstance(r, rec.Player)] == [1, 2]


def test_a_hand_with_null_for_its_suits_is_one_hand():
    hand = {"SessionGuid": GUID, "SectionLetters": "A", "BoardNumber": 1}
    records, notes = decode_bytes(json.dumps([hand]).encode(), "dto", dto="handrecord")
    assert records[-1] == rec.Hand(
        section=1, board=1, north="...", east="...", south="...", west="..."
    )
    assert [(n.level, n.code) for n in notes] == [("repair", "null-suit")]


def test_a_later_document_replaces_a_seat_completely():
    said = [seat(PlayerNumber="5"), seat(IsRemoval=True, LastName=None), seat(LastName="Other")]
    records, notes = decode_bytes(b"\n".join(json.dumps([dto]).encode() for dto in said), "dto")
    seats = [r for r in records if isinstance(r, rec.Seat)]
    assert seats == [rec.Seat(section=2, table=4, direction="W", round=0, name="Other")]
    assert [n.code for n in notes] == ["seat-replaced"] * 2


def test_later_data_replace_a_player():
    said = [{"SessionGuid": GUID, "PlayerNumber": "5", "LastName": "Given Family"}]
    said += [said[0] | {"FirstName": "Given", "LastName": "Other"}]
    records, notes = decode_bytes(json.dumps(said).encode(), "dto")
    players = [r for r in records if isinstance(r, rec.Player)]
    assert players == [rec.Player(number="5", first_name="Given", last_name="Other")]
    assert [n.code for n in notes] == ["player-replaced"]


@pytest.mark.parametrize(("update", "alive"), [(257, True), (256, True), (0, False)])
def test_tables_that_wait_keep_their_terminals_alive(update, alive):
    document, notes = init_and_notes(section(), table(update_from_round=update), round())
    assert (only_section(document)["KeepBridgematesAlive"], notes) == (alive, [])


def test_a_section_update_carries_its_scoring_method_and_may_delete():
    records = [copy_of(SESSION), *two_sections(1, 2)]
    records[1].deleted = True
    text, notes = encode_records(records, "dto", kind="section-update")
    deleted, changed = json.loads(text)
    assert (deleted["IsDeleted"], deleted["Letters"], deleted["Tables"]) == (True, "A", [])
    assert (changed["ScoringGroupScoringMethod"], len(changed["Tables"])) == (10, 1)
    back, _ = decode_bytes(text, "dto")
    sections = [r for r in back if isinstance(r, rec.Section)]
    assert [(s.letter, s.deleted, s.scoring_group) for s in sections] == [
        ("A", True, 1), ("B", False, 2),
    ]  # fmt: skip
    one, _ = encode_records(
        [copy_of(SESSION), *two_sections(1, 2)], "dto", kind="section-update", section="B"
    )
    assert json.loads(one)["Letters"] == "B"
    assert notes == []


@pytest.mark.parametrize("kind", ["init", "section-update"])
def test_one_section_keeps_the_scoring_group_that_it_has_in_the_whole_event(kind):
    whole = [copy_of(SESSION), *two_sections(0, 0)]
    text, notes = encode_records(whole, "dto", kind=kind, section="B")
    assert [n.place for n in notes] == ["section B"]
    assert set(re.findall(rb'"ScoringGroupNumber":(\d+)', text)) == {b"2"}
    again, _ = encode_records(
        decode_bytes(encode_records(whole, "dto")[0], "dto")[0], "dto", kind=kind, section="B"
    )
    assert again == text


def test_director_calls_come_and_go():
    call = rec.TdCall(section=1, table=3, round=2, time=datetime.time(20, 15), status=2)
    text, notes = encode_records([copy_of(SESSION), section(), call], "dto", kind="td-calls")
    assert decode_bytes(text, "dto")[0][-1] == call
    assert (json.loads(text)[0]["Hour"], json.loads(text)[0]["Status"], notes) == (20, 2, [])


def test_a_session_without_a_date_has_that_of_its_first_result():
    days = [datetime.date(2026, 11, 13), datetime.date(2026, 11, 12)]
    event = [
        rec.Session(id=1, name="Old pairs"),
        rec.Section(id=1, letter="A", session=1, winners=2),
        rec.Round(section=1, table=1, round=1, ns_pair=1, ew_pair=1, low_board=1, high_board=2),
        *(rec.Result(id=n, section=1, table=1, round=1, board=n, date=days[n - 1]) for n in (1, 2)),
    ]
    text, notes = encode_records(event, "dto")
    session = json.loads(text)["Sessions"][0]
    assert (session["Year"], session["Month"], session["Day"]) == (2026, 11, 12)
    assert "date-of-results" in {note.code for note in notes}

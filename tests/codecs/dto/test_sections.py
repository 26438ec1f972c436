"""Sessions, scoring groups and sections in DTOs and in a .bws, and what is lost."""

import datetime
import json

import pytest

from bmconv import records as rec
from tests.helpers.dto_records import (
    ALL,
    DAY,
    DEAL,
    GUID,
    SESSION,
    copy_of,
    encode_records,
    groups_of,
    init_and_notes,
    only_section,
    round,
    section,
    table,
    through_bws,
    two_sections,
)


@pytest.mark.parametrize(
    ("records", "expected", "notes"),
    [
        (two_sections(3, 3), [(3, 10, ["A", "B"])], []),
        (two_sections(1, 2), [(1, 10, ["A"]), (2, 10, ["B"])], []),
        (two_sections(0, 0), [(1, 10, ["A"]), (2, 10, ["B"])], [("repair", "group-made")] * 2),
        (two_sections(0, 0, grouped=True), [(1, 10, ["A", "B"])],
         [("repair", "group-made")] * 2 + [("loss", "settings-incomplete")] * 2),
        (two_sections(2, 0), [(2, 10, ["A"]), (1, 10, ["B"])], [("repair", "group-made")]),
    ],
)  # fmt: skip
def test_groups_of_tables_become_scoring_groups(records, expected, notes):
    document, said = init_and_notes(*records)
    assert (groups_of(document), said) == (expected, notes)


def test_one_group_for_two_scoring_types_is_split():
    records = [section(), section(2, "B", scoring_type=3), table(), table(section=2), round(),
               round(section=2)]  # fmt: skip
    document, notes = init_and_notes(*records)
    assert groups_of(document) == [(1, 10, ["A"]), (2, 36, ["B"])]
    assert notes == [("loss", "group-split")]


def test_a_section_in_several_groups_cannot_be_sent():
    records = [section(), table(1), table(2, group=2), round(), round(table=2), section(2, "B"),
               table(section=2, group=5), round(section=2)]  # fmt: skip
    document, notes = init_and_notes(*records)
    assert (groups_of(document), notes) == ([(5, 10, ["B"])], [("error", "group-split")])


def test_two_tables_of_a_team_group_are_mates_and_come_back_as_a_group():
    tables = [table(n, group=(n + 1) // 2) for n in (1, 2, 3, 4)]
    rounds = [round(r, table=n) for n in (1, 2, 3, 4) for r in (1, 2)]
    document, notes = init_and_notes(section(scoring_type=4, winners=1), *tables, *rounds)
    second = [t["Rounds"][1] for t in only_section(document)["Tables"]]
    mates = [(r["TableNumber"], r["MatesTableTableNumber"]) for r in second]
    assert mates == [(1, 2), (2, 1), (3, 4), (4, 3)]
    where = {(r["MatesTableSectionLetters"], r["MatesTableRoundNumber"]) for r in second}
    assert where == {("A", 2)}
    assert (only_section(document)["GameType"], groups_of(document)) == (30, [(1, 40, ["A"])])
    assert notes == [("repair", "group-made")]
    back, lost = through_bws(json.dumps(document).encode())
    assert [t.group for t in back if isinstance(t, rec.Table)] == [1, 1, 2, 2]
    assert lost == ["record-lost"]


@pytest.mark.parametrize(
    ("fields", "mates"),
    [
        ({"mates_section": 2, "mates_table": 5, "mates_round": 3}, ("B", 5, 3)),
        ({"mates_table": 5}, (None, 5, 0)),
        ({}, (None, 0, 0)),
    ],
)
def test_team_mates_of_a_round_are_sent_with_section_table_and_round(fields, mates):
    document, notes = init_and_notes(
        section(), section(2, "B"), table(), table(section=2), round(**fields)
    )
    sent = only_section(document)["Tables"][0]["Rounds"][0]
    names = ("MatesTableSectionLetters", "MatesTableTableNumber", "MatesTableRoundNumber")
    assert tuple(sent[name] for name in names) == mates
    assert notes == []


@pytest.mark.parametrize(
    ("updates", "of_section", "of_tables"),
    [
        ((256, 0), False, [True, False]),
        ((511, 257), True, [False, False]),
        ((255, 512), False, [False, False]),
    ],
)
def test_a_section_keeps_its_terminals_alive_if_all_its_tables_wait(updates, of_section, of_tables):
    """Guide: UpdateFromRound from 256 to 511 makes the terminal wait for more rounds."""
    tables = [table(n, update_from_round=update) for n, update in enumerate(updates, 1)]
    sent = only_section(init_and_notes(section(), *tables, round(), round(table=2))[0])
    assert sent["KeepBridgematesAlive"] == of_section
    assert [t["KeepBridgematesAlive"] for t in sent["Tables"]] == of_tables


def test_rounds_are_sent_in_order_and_boards_that_nobody_knows_as_none():
    rounds = [round(2), round(1), round(3, ew_pair=None, low_board=None, high_board=None)]
    document, notes = init_and_notes(section(), table(), *rounds)
    sent = only_section(document)["Tables"][0]["Rounds"]
    boards = [(r["RoundNumber"], r["LowBoardNumber"], r["HighBoardNumber"]) for r in sent]
    assert (boards, notes) == ([(1, 1, 2), (2, 1, 2), (3, 0, 0)], [])


@pytest.mark.parametrize(
    ("pairs", "winners", "note"),
    [
        ([(1, 1), (2, 2)], 2, ("repair", "winners-inferred")),
        ([(1, 2), (3, 1)], 1, ("repair", "winners-inferred")),
        ([(1, 11), (1, 12)], 2, ("loss", "winners-guessed")),
    ],
)
def test_winners_are_shown_by_the_movement(pairs, winners, note):
    rounds = [round(n, ns_pair=ns, ew_pair=ew) for n, (ns, ew) in enumerate(pairs, 1)]
    document, notes = init_and_notes(section(winners=0), table(), *rounds)
    assert (only_section(document)["Winners"], notes) == (winners, [note])


def test_an_unknown_number_of_winners_is_an_error():
    document, notes = init_and_notes(section(winners=0), table())
    assert (only_section(document)["Winners"], notes) == (0, [("error", "no-winners")])
    assert init_and_notes(section(winners=0), table(), winners=2)[1] == []


@pytest.mark.parametrize(
    ("fields", "boards", "notes"),
    [
        ({"custom_boards": "4,5,6", "low_board": 0}, (4, 6), [("repair", "custom-text")]),
        ({"ew_pair": 0}, (0, 0), [("loss", "sitout-boards")]),
    ],
)  # fmt: skip
def test_boards_are_first_and_last(fields, boards, notes):
    document, said = init_and_notes(section(), table(), round(**fields))
    sent = only_section(document)["Tables"][0]["Rounds"][0]
    assert ((sent["LowBoardNumber"], sent["HighBoardNumber"]), said) == (boards, notes)


def test_boards_with_a_gap_are_never_widened():
    document, notes = init_and_notes(section(), table(), round(custom_boards="4,6"))
    assert (only_section(document)["Tables"][0]["Rounds"], notes) == (
        [],
        [("error", "custom-boards")],
    )


@pytest.mark.parametrize(
    ("records", "note"),
    [
        ((section(id=7), table(section=7), round(section=7)), ("loss", "section-id")),
        ((section(tables=3), table(), round()), ("loss", "table-count")),
        ((section(ew_move_before_play=2), table(), round()), ("error", "ewmove")),
        ((section(ew_move_before_play=1), table(), round()), ("loss", "ignored-by-bcs")),
        ((section(), table(update_from_round=3), round()), ("loss", "updatefrom")),
        ((section(), table(), round(2)), ("error", "round-gap")),
        ((section(), table(), round(south=3, west=4)), ("loss", "individual")),
        ((section(), table(), round(), rec.Evaluation(section=1, board=1)), ("loss", "dd-alone")),
        ((section(), table(), round(), rec.Player(name="Nobody")), ("loss", "no-number")),
    ],
)  # fmt: skip
def test_every_loss_of_an_event_has_a_note(records, note):
    assert init_and_notes(*map(copy_of, records))[1] == [note]


def lone(**fields):
    """A player of the list who sits nowhere."""
    return rec.Player(**{"number": "7", "name": "Ada Lind"} | fields)


@pytest.mark.parametrize(
    ("changed", "note"),
    [
        (section(scoring_type=9), ("loss", "scoring-type-lost")),
        (section(deleted=True), ("loss", "section-deleted")),
        (section(scoring_group=-3), ("loss", "group-number")),
        (section(scoring_group=2), ("loss", "table-group")),
        (section(missing_pair=-2), ("loss", "missing-pair")),
        (section(missing_pair=2, missing_side="EW"), ("loss", "missing-side")),
        (section(missing_side="EW", winners=2), ("loss", "missing-side")),
        (section(extra={"x": 1}), ("loss", "field-lost")),
        (round(extra={"x": 1}), ("loss", "field-lost")),
        (round(extra={"Updated": "yes"}), ("loss", "field-lost")),
        (round(mates_section=1), ("loss", "mates-lost")),
        (round(mates_round=1), ("loss", "mates-lost")),
        (round(mates_section=9, mates_table=1), ("loss", "mates-lost")),
        (rec.ScoringGroup(session=1, number=1, method=10, extra={"x": 1}), ("loss", "field-lost")),
        (rec.Session(id=1, guid=GUID, name="x", date=DAY, extra={"x": 1}), ("loss", "field-lost")),
        (lone(id=8), ("loss", "player-id")),
        (lone(first_name="Ada"), ("loss", "name-lost")),
        (lone(name=None, first_name="Ada"), ("loss", "name-lost")),
        (lone(last_name="Oak"), ("loss", "name-lost")),
        (lone(first_name="Bo", last_name="Lind"), ("loss", "name-lost")),
        (rec.Seat(section=1, table=1, direction="N", country="NL"), ("loss", "nobody")),
        (
            rec.Seat(section=1, table=1, direction="N", removed=True, name="Bo"),
            ("loss", "removed-player"),
        ),
        (rec.Settings(values=ALL | {"Colour": 1}), ("loss", "setting-lost")),
        (rec.Settings(values=ALL | {"BM3ConnectionMode": 7}), ("loss", "setting-lost")),
        (rec.Section(id=1, letter="A", session=2, winners=1), ("error", "no-session")),
    ],
)  # fmt: skip
def test_nothing_that_a_document_has_no_place_for_goes_without_a_note(changed, note):
    usual = [copy_of(SESSION), section(), table(), round()]
    records = [copy_of(changed) if type(r) is type(changed) else r for r in usual]
    if type(changed) not in map(type, usual):
        records.append(copy_of(changed))
    assert note in init_and_notes(*records)[1]
    without = [("repair", "bm3-new")] * 2 if isinstance(changed, rec.Settings) else []
    more = [rec.Settings(values=dict(ALL))] if without else []
    assert init_and_notes(*usual, *more)[1] == without


@pytest.mark.parametrize(
    "player",
    [
        lone(id=7),
        lone(number="007", id=7),
        lone(number=None, id=7),
        lone(first_name="Ada", last_name="Lind"),
        lone(name=None, last_name="Lind"),
    ],
)
def test_names_and_numbers_that_agree_lose_nothing(player):
    assert init_and_notes(section(), table(), round(), copy_of(player))[1] == []


def test_a_name_at_any_seat_that_the_list_has_otherwise_is_noted():
    seats = [
        rec.Seat(section=1, table=1, direction="N", round=n, number="7", name=name)
        for n, name in ((0, "Ada Lind"), (2, "Ada Oak"))
    ]
    rounds = [round(1), round(2)]
    assert ("loss", "name-differs") in init_and_notes(section(), table(), *rounds, lone(), *seats)[
        1
    ]


def test_south_and_west_are_lost_where_a_document_has_no_seats():
    seats = [rec.Seat(section=1, table=1, direction=d, name=f"Ada {d}") for d in "NESW"]
    event = [copy_of(SESSION), section(), table(), round(south=3, west=4), *seats]
    _, notes = encode_records(event, "dto", kind="scoring-groups")
    assert [(n.level, n.code) for n in notes] == [("loss", "individual")]


def test_seconds_of_a_call_are_lost_with_a_note():
    call = rec.TdCall(section=1, table=1, round=1, time=datetime.time(20, 15, 30), status=1)
    _, notes = encode_records([copy_of(SESSION), section(), call], "dto", kind="td-calls")
    assert [(n.level, n.code) for n in notes] == [("loss", "seconds")]


@pytest.mark.parametrize(
    ("stray", "code"),
    [
        (rec.Seat(section=2, table=1, direction="N", name="Nobody"), "no-section"),
        (rec.Hand(section=2, board=1, **DEAL), "no-section"),
        (rec.Settings(section=2, values=ALL), "no-section"),
        (rec.Player(number="7", name="Nobody", session=2), "no-session"),
    ],
)
def test_what_belongs_to_a_section_or_session_that_is_not_there_has_its_note(stray, code):
    assert init_and_notes(section(), table(), round(), copy_of(stray))[1] == [("error", code)]


def test_records_of_other_sections_than_the_chosen_one_have_no_note():
    hand = rec.Hand(section=2, board=1, **DEAL)
    assert init_and_notes(section(), table(), round(), hand, section="A")[1] == []


@pytest.mark.parametrize(
    ("fields", "note"),
    [
        ({"name": None}, ("repair", "session-name")),
        ({"time": datetime.time(10, 3, 37)}, ("loss", "seconds")),
        ({"guid": None}, ("repair", "guid-new")),
        ({"ew_return_home": True}, ("loss", "ignored-by-bcs")),
    ],
)
def test_what_a_session_lacks_or_loses_has_its_note(fields, note):
    session = rec.Session(**{"id": 1, "guid": GUID, "name": "x", "date": DAY} | fields)
    assert init_and_notes(session, section(), table(), round())[1] == [note]


@pytest.mark.parametrize(
    ("date", "code"), [(None, "no-date"), (datetime.date(1999, 12, 31), "date")]
)
def test_a_session_without_a_date_from_2000_on_is_left_out(date, code):
    second = rec.Session(id=2, guid="F" * 32, name="x", date=date)
    document, notes = init_and_notes(copy_of(SESSION), second, section(), table(), round())
    assert [s["SessionGuid"] for s in document["Sessions"]] == [GUID]
    assert ("error", code) in notes


@pytest.mark.parametrize(
    ("pairs", "missing", "side", "sent"),
    [
        ([(1, 11), (2, 12)], 12, None, -12),
        ([(1, 11), (2, 12)], 2, None, 2),
        ([(1, 1), (2, 2)], 2, "EW", -2),
    ],
)
def test_with_two_winners_the_sign_tells_the_side_of_the_missing_pair(pairs, missing, side, sent):
    rounds = [round(table=n, ns_pair=a, ew_pair=b) for n, (a, b) in enumerate(pairs, 1)]
    tables = [table(n) for n in (1, 2)]
    document, notes = init_and_notes(
        section(winners=2, missing_pair=missing, missing_side=side), *tables, *rounds
    )
    assert (only_section(document)["MissingPair"], notes) == (sent, [])
    back, lost = through_bws(json.dumps(document).encode())
    found = next(r for r in back if isinstance(r, rec.Section))
    if side is None:
        assert (found.missing_pair, lost) == (missing, ["record-lost"])
    else:  # both sides have the number, so the movement has to show it
        assert (found.missing_pair, lost) == (0, ["record-lost", "missing-pair"])
        assert [r.ew_pair for r in back if isinstance(r, rec.Round)] == [1, 0]

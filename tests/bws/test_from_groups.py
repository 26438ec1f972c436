"""What only Data Connector documents contain, written to a .bws."""

import pytest

from bmconv import records as rec
from tests.helpers.coding import decode_bytes, encode_records


def kept(*records):
    """The records after a .bws, and the codes of the notes."""
    data, notes = encode_records(records, "bws", computer="DESK")
    return decode_bytes(data, "bws")[0], [n.code for n in notes]


def movement(method=10, section=None, table=None, round=None, **group):
    said = {"ns_pair": 1, "ew_pair": 2, "low_board": 1, "high_board": 2} | (round or {})
    return [
        rec.Session(id=1, name="Friday"),
        rec.ScoringGroup(session=1, number=group.pop("number", 1), method=method, **group),
        rec.Section(
            id=1, letter="A", session=1, winners=1, **{"scoring_group": 1} | (section or {})
        ),
        rec.Table(section=1, table=1, **(table or {})),
        rec.Round(section=1, table=1, round=1, **said),
    ]


def one(records, kind):
    return next(r for r in records if isinstance(r, kind))


@pytest.mark.parametrize(
    ("method", "game", "type", "codes"),
    [
        (10, 10, 1, []),
        (25, 10, 2, []),
        (36, 10, 3, []),
        (40, 30, 4, []),
        (20, 10, 2, ["scoring-variant"]),
        (30, 10, 3, ["scoring-variant"]),
        (51, 30, 4, ["scoring-variant"]),
        (51, 10, 4, ["scoring-variant", "game-type"]),
        (60, 30, 4, ["scoring-lost"]),
        (60, 10, 1, ["scoring-lost"]),
        (70, 30, 4, ["scoring-lost"]),
        (10, 20, 1, ["game-type"]),
    ],
)
def test_a_scoring_method_becomes_the_nearest_type(method, game, type, codes):
    records, notes = kept(*movement(method, section={"game_type": game}))
    assert (one(records, rec.Section).scoring_type, notes) == (type, codes)


@pytest.mark.parametrize(
    ("changes", "code"),
    [
        ({"section": {"name": "Open"}}, "section-name"),
        ({"section": {"combi_ns": "B", "combi_ew": "C"}}, "combi"),
        ({"name": "Everybody"}, "group-name"),
        ({"round": {"ns_team": 3}}, "teams"),
        ({"round": {"mates_section": 1, "mates_table": 1, "mates_round": 2}}, "mates"),
    ],
)
def test_what_a_bws_has_no_place_for_has_its_note(changes, code):
    assert kept(*movement(**changes))[1] == [code]


def test_a_group_number_beyond_127_is_made_smaller():
    records, notes = kept(*movement(number=300, section={"scoring_group": 300}))
    assert (one(records, rec.Table).group, notes) == (1, ["group-range"])


@pytest.mark.parametrize(
    ("number", "written", "codes"),
    [(1, 1, []), (127, 127, []), (128, 1, ["group-range"]), (0, 1, ["group-range"])],
)
def test_a_group_number_is_kept_up_to_127(number, written, codes):
    records, notes = kept(*movement(number=number, section={"scoring_group": number}))
    assert (one(records, rec.Table).group, notes) == (written, codes)


def test_a_group_number_that_is_taken_becomes_the_next_free_one():
    others = [rec.Section(id=2, letter="B", session=1), rec.Table(section=2, table=1, group=1),
              rec.Table(section=2, table=2, group=2)]  # fmt: skip
    records, notes = kept(*movement(), *others)
    groups = {(r.section, r.table): r.group for r in records if isinstance(r, rec.Table)}
    assert groups == {(1, 1): 3, (2, 1): 1, (2, 2): 2}
    assert notes == ["group-range"]


def test_sections_of_one_scoring_group_have_one_group_and_those_of_two_sessions_have_two():
    more = [
        rec.Section(id=2, letter="B", session=1, scoring_group=1), rec.Table(section=2, table=1),
        rec.Session(id=2, name="Saturday"), rec.ScoringGroup(session=2, number=1, method=25),
        rec.Section(id=3, letter="C", session=2, scoring_group=1), rec.Table(section=3, table=1),
    ]  # fmt: skip
    records, notes = kept(*movement(), *more)
    groups = {r.section: r.group for r in records if isinstance(r, rec.Table)}
    types = {r.id: r.scoring_type for r in records if isinstance(r, rec.Section)}
    assert (groups, types) == ({1: 1, 2: 1, 3: 2}, {1: 1, 2: 1, 3: 2})
    assert notes == ["group-range"]


@pytest.mark.parametrize(
    ("game_type", "round", "codes"),
    [
        (10, {}, []),
        (20, {"south": 3, "west": 4}, []),
        (20, {"south": 3}, []),
        (20, {"west": 4}, []),
        (10, {"south": 3, "west": 4}, ["game-type"]),
        (20, {}, ["game-type"]),
    ],
)
def test_a_game_of_four_players_at_a_table_is_an_individual(game_type, round, codes):
    _, notes = kept(*movement(section={"game_type": game_type}, round=round))
    assert notes == codes


@pytest.mark.parametrize(
    ("first", "second", "settings", "written", "codes"),
    [
        (0, 0, {}, None, []),
        (1, 1, {}, 1, []),
        (None, 1, {}, 1, []),
        (0, 0, {"BM3ViewResults": 1}, 0, []),
        (None, None, {"BM3ViewResults": 1}, None, []),
        (0, 1, {"BM3ViewResults": 1}, 0, ["connmode"]),
    ],
)
def test_how_tables_are_connected_is_a_setting_of_the_section(
    first, second, settings, written, codes
):
    more = [rec.Table(section=1, table=2, connection_mode=second)]
    more += [rec.Settings(section=1, values=settings)] if settings else []
    records, notes = kept(*movement(table={"connection_mode": first}), *more)
    values = [r.values for r in records if isinstance(r, rec.Settings)]
    found = [v["BM3ConnectionMode"] for v in values if "BM3ConnectionMode" in v]
    assert (found, notes) == ([] if written is None else [written], codes)


@pytest.mark.parametrize(
    ("side", "pair", "rounds", "written", "codes"),
    [
        # both sides have the number: 0 in the movement
        ("NS", 1, [(1, 2), (2, 1)], (0, [(0, 2), (2, 1)]), ["missing-pair"]),
        ("EW", 1, [(1, 2), (2, 1)], (0, [(1, 2), (2, 0)]), ["missing-pair"]),
        # one side has it: the number says which
        ("NS", 1, [(1, 11), (2, 12)], (1, [(1, 11), (2, 12)]), []),
        ("EW", 12, [(1, 11), (2, 12)], (12, [(1, 11), (2, 12)]), []),
        # nobody, or the other side
        ("NS", 12, [(1, 11), (2, 12)], (12, [(1, 11), (2, 12)]), ["missing-side"]),
        ("EW", 1, [(1, 11), (2, 12)], (1, [(1, 11), (2, 12)]), ["missing-side"]),
        ("N", 12, [(1, 11), (2, 12)], (12, [(1, 11), (2, 12)]), ["missing-side"]),
    ],
)
def test_the_side_of_a_missing_pair_is_told_by_its_number_or_by_0(
    side, pair, rounds, written, codes
):
    records = [
        rec.Session(id=1, name="Friday"),
        rec.Section(id=1, letter="A", session=1, missing_pair=pair, missing_side=side),
        rec.Table(section=1, table=1),
        rec.Table(section=1, table=2),
    ]
    for table, (ns, ew) in enumerate(rounds, 1):
        records.append(rec.Round(section=1, table=table, round=1, ns_pair=ns, ew_pair=ew,
                                 low_board=1, high_board=2))  # fmt: skip
    found, notes = kept(*records)
    pairs = [(r.ns_pair, r.ew_pair) for r in found if isinstance(r, rec.Round)]
    assert ((one(found, rec.Section).missing_pair, pairs), notes) == (written, codes)


@pytest.mark.parametrize(("played", "update"), [(False, 257), (True, 256)])
def test_terminals_that_wait_do_not_erase_results(played, update):
    result = rec.Result(id=1, section=1, table=1, round=1, board=1, pair_ns=1, pair_ew=2,
                        declarer="N", declarer_pair=1, contract="PASS")  # fmt: skip
    records = [*movement(section={"keep_alive": True}), *([result] if played else [])]
    data, _ = encode_records(records, "bws", keep_triggers=True)
    assert one(decode_bytes(data, "bws")[0], rec.Table).update_from_round == update


@pytest.mark.parametrize(
    ("given", "written", "codes"),
    [
        ({"BM2SummaryPoints": -1, "BM2GameSummary": True},
         {"BM2SummaryPoints": 0, "BM2GameSummary": False}, ["summary"]),
        ({"BM2EnterHandRecordWhen": 2, "BM2EnterHandRecord": True},
         {"BM2EnterHandRecordWhen": 0, "BM2EnterHandRecord": False}, ["enter-when"]),
        ({"BM3ViewResults": 3}, {"BM3ViewResults": 2}, ["viewresults"]),
        ({"BM3SleepMode": 0, "BM3SessionSummary": 1}, {"BM3SleepMode": 0},
         ["bm3-new", "setting-range"]),
    ],
)  # fmt: skip
def test_settings_with_more_choices_take_the_nearest(given, written, codes):
    records, notes = kept(*movement(), rec.Settings(section=1, values=given))
    values = one(records, rec.Settings).values
    assert ({name: values[name] for name in written}, notes) == (written, codes)


def test_tables_on_and_offline_cannot_be_told_apart():
    tables = [rec.Table(section=1, table=2, connection_mode=0)]
    records, notes = kept(*movement(table={"connection_mode": 1}), *tables)
    assert notes == ["connmode"]
    assert not any(isinstance(r, rec.Settings) for r in records)


@pytest.mark.parametrize("update", [2, 997])
def test_a_trigger_that_is_there_stays_where_terminals_wait(update):
    records = movement(section={"keep_alive": True}, table={"update_from_round": update})
    data, _ = encode_records(records, "bws", keep_triggers=True)
    assert one(decode_bytes(data, "bws")[0], rec.Table).update_from_round == update


@pytest.mark.parametrize(
    ("fields", "codes"),
    [
        ({"first_name": "Ada", "last_name": "Lind", "name": "Ada Lind"}, []),
        ({"first_name": "Ada", "last_name": "Lind"}, []),
        ({"last_name": "Lind", "name": "Lind"}, []),
        ({"name": "Ada Lind"}, []),
        ({"first_name": "Ada", "name": "A. Lind"}, ["name-parts"]),
    ],
)
def test_parts_of_a_name_are_lost_only_where_the_name_differs(fields, codes):
    seat = rec.Seat(section=1, table=1, direction="N", **fields)
    records, notes = kept(*movement(), seat)
    (written,) = (r.name for r in records if isinstance(r, rec.Seat) and r.name)
    assert (written, notes) == (
        fields.get("name") or f"{fields['first_name']} {fields['last_name']}",
        codes,
    )


def test_the_other_side_of_a_split_score_stays_where_it_is_alone():
    said = {"section": 1, "table": 1, "round": 1, "board": 1, "pair_ns": 1, "pair_ew": 2}
    result = rec.Result(**said, declarer="N", declarer_pair=1, remarks="40%-50%",
                        scoring_direction=2)  # fmt: skip
    records, notes = kept(*movement(), result)
    assert [r.remarks for r in records if isinstance(r, rec.Result)] == ["40%-50%"]
    assert notes == ["split"]


def test_people_lose_their_country_and_an_emptied_seat_its_player():
    seats = [
        rec.Seat(section=1, table=1, direction="N", number="5", country="NL"),
        rec.Seat(section=1, table=1, direction="S", number="6", removed=True),
    ]
    records, notes = kept(*movement(), *seats, rec.Player(number="5", id=5, name="x", country="NL"))
    numbers = {r.direction: r.number for r in records if isinstance(r, rec.Seat)}
    assert numbers == {"N": "5", "S": None, "E": None, "W": None}
    assert notes == ["country", "removed-player", "country"]


def test_of_a_split_score_north_souths_side_stays():
    said = {"section": 1, "table": 1, "round": 1, "board": 1, "pair_ns": 1, "pair_ew": 2}
    results = [
        rec.Result(**said, declarer="N", declarer_pair=1, remarks=remark, scoring_direction=side)
        for side, remark in ((1, "60%-40%"), (2, "40%-50%"))
    ]
    records, notes = kept(*movement(), *results)
    assert [r.remarks for r in records if isinstance(r, rec.Result)] == ["60%-40%"]
    assert notes == ["split", "split"]

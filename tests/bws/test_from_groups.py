"""What only Data Connector documents contain, written to a .bws."""

import pytest

from bmconv import records as rec
from tests.helpers.coding import decoded, encoded


def kept(*records):
    """The records after a .bws, and the codes of the notes."""
    data, notes = encoded(records, "bws", computer="DESK")
    return decoded(data, "bws")[0], [n.code for n in notes]


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


@pytest.mark.parametrize(("played", "update"), [(False, 257), (True, 256)])
def test_terminals_that_wait_do_not_erase_results(played, update):
    result = rec.Result(id=1, section=1, table=1, round=1, board=1, pair_ns=1, pair_ew=2,
                        declarer="N", declarer_pair=1, contract="PASS")  # fmt: skip
    records = [*movement(section={"keep_alive": True}), *([result] if played else [])]
    data, _ = encoded(records, "bws", keep_triggers=True)
    assert one(decoded(data, "bws")[0], rec.Table).update_from_round == update


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

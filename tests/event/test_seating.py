"""Who sits where: names of pairs from seats and the list of players."""

import pytest
from msgspec import structs

from bmconv.event import Event
from bmconv.event.seating import Names, Seating, idle_seats, seated_throughout
from bmconv.records import Player, Result, Round, Seat, Section, Session, Settings
from tests.helpers.guide_files import guide_file, two_sections
from tests.helpers.running import quick

TABLES = (1, 2, 3)


def movement(**section: object) -> list:
    """Three tables, round 1 with pairs t and t+10, round 2 with E-W one table up."""
    rounds = [
        Round(section=1, table=t, round=r, ns_pair=t, ew_pair=10 + (t - r) % 3 + 1)
        for t in TABLES
        for r in (1, 2)
    ]
    return [Section(id=1, letter="A", **section), *rounds]


def seat(table: int, direction: str, name: str, round: int = 0, **more: object) -> Seat:
    return Seat(section=1, table=table, direction=direction, round=round, name=name, **more)


HOME = [seat(t, d, f"{d}{t}") for t in TABLES for d in "WSEN"]


def test_a_pair_has_the_names_of_its_home_table():
    seating = Seating(Event([*movement(), *HOME]))
    assert seating.names(1, "NS", 2) == ["N2", "S2"]
    assert seating.names(1, "EW", 12) == seating.names(1, "", 12) == ["E2", "W2"]


@pytest.mark.parametrize(
    ("move", "home"),
    [(1, {11: 3, 12: 1, 13: 2}), (-1, {11: 2, 12: 3, 13: 1}), (4, {11: 3, 12: 1, 13: 2})],
)
def test_e_w_play_round_1_some_tables_away_from_home(move, home):
    seating = Seating(Event([*movement(ew_move_before_play=move), *HOME]))
    assert {pair: seating.names(1, "EW", pair) for pair in home} == {
        pair: [f"E{table}", f"W{table}"] for pair, table in home.items()
    }
    assert seating.names(1, "NS", 1) == ["N1", "S1"]


def test_a_seat_without_a_direction_belongs_to_no_pair():
    lost = Seat(section=1, table=2, round=0, name="Nobody")
    seating = Seating(Event([*movement(), *HOME, lost]))
    assert seating.names(1, "", 2) == ["N2", "S2"]
    assert seating.names(1, "", 12) == ["E2", "W2"]


def test_who_comes_later_is_named_last():
    # in round 2 pair 13 sits E-W at table 1, wherever its home is
    late = seat(1, "E", "Substitute", round=2)
    seating = Seating(Event([late, *movement(ew_move_before_play=1), *HOME]))
    assert seating.names(1, "EW", 13) == ["E2", "W2", "Substitute"]


def test_players_are_seated_throughout_if_a_seat_of_a_later_round_is_given_for_each_place():
    def throughout(seats, movement=movement()):  # noqa: B008 - never changed
        return seated_throughout(Event([*movement, *seats]), seats)

    every = [seat(t, "N", f"N{t}", round=r) for t in TABLES for r in (1, 2)]
    assert throughout(every) == {1}
    assert throughout([seat(t, "N", "x", round=r) for t in TABLES for r in (0, 2)]) == {1}
    assert throughout(every[1:]) == set()  # nobody at table 1 in round 1
    assert throughout(HOME) == set()
    one_round = [record for record in movement() if getattr(record, "round", 1) == 1]
    assert throughout(HOME, one_round) == set()  # the usual seats, of the only round


def test_seats_of_pairs_without_a_result_are_idle_where_others_have_one():
    played = Result(section=1, table=1, round=1, board=1, pair_ns=1, pair_ew=11)
    elsewhere = [Round(section=2, table=1, round=1, ns_pair=1, ew_pair=2),
                 Seat(section=2, table=1, direction="N", name="Section B")]  # fmt: skip

    def idle(*records):
        event = Event([*records, *HOME, *elsewhere])
        seats = idle_seats(event)
        return [seat.name for seat in event.of(Seat) if id(seat) in seats]

    assert idle(*movement(winners=2), played) == [f"{d}{t}" for t in (2, 3) for d in "WSEN"]
    assert idle(*movement(winners=2)) == []
    individual = structs.replace(movement()[1], south=5, west=6)
    assert idle(individual, *movement(winners=2), played) == []


@pytest.mark.parametrize(("winners", "names"), [(1, ["N1", "S1"]), (2, ["N1", "S1"])])
def test_a_pair_that_moves_to_another_section_keeps_its_names(winners, names):
    records = [
        Session(id=1, pairs_move_across_field=True),
        *(Section(id=n, letter="AB"[n - 1], session=1, winners=winners) for n in (1, 2)),
        Round(section=1, table=1, round=1, ns_pair=1, ew_pair=11),
        Round(section=2, table=1, round=1, ns_pair=2, ew_pair=12),
        Round(section=1, table=1, round=2, ns_pair=2, ew_pair=11),
        Round(section=2, table=1, round=2, ns_pair=1, ew_pair=12),
        *(seat(1, d, f"{d}1") for d in "NESW"),
    ]
    seating = Seating(Event(records))
    assert seating.names(2, "NS", 1) == seating.names(1, "NS", 1) == names
    records[0] = Session(id=1)
    assert Seating(Event(records)).names(2, "NS", 1) == []


def test_numbers_get_their_names_from_the_list_of_players():
    people = [
        Player(number="7", first_name="Ann", last_name="Ace"),
        Player(number="8", name="Bo King", session=1),
        Player(number="8", name="another", session=2),
    ]
    seats = [
        Seat(section=1, table=1, direction="N", number="7"),
        Seat(section=1, table=1, direction="S", number="8"),
        Seat(section=1, table=1, direction="E", number="9"),
        Seat(section=1, table=1, direction="W", name="gone", removed=True),
        Seat(section=1, table=2, direction="N"),
        Seat(section=1, table=9, direction="N", name="nowhere"),
    ]
    seating = Seating(Event([*movement(session=1), *people, *seats]))
    assert seating.names(1, "NS", 1) == ["Ann Ace", "Bo King"]
    assert seating.names(1, "EW", 11) == []  # a number does not stand for a name
    assert seating.names(1, "NS", 2) == []


def test_of_players_that_share_a_number_the_first_gives_the_name_unless_the_seat_has_one():
    people = [Player(number="5M", name=name) for name in ("Ann", "Bea", "Cleo")]
    seats = [
        Seat(section=1, table=1, direction="N", number="5M"),
        Seat(section=1, table=1, direction="S", number="5M", name="Cleo"),
    ]
    seating = Seating(Event([*movement(), *people, *seats]))
    assert seating.names(1, "NS", 1) == ["Ann", "Cleo"]


def test_without_a_movement_the_first_results_tell_who_sat_where():
    results = [
        Result(section=1, table=1, round=2, board=3, pair_ns=1, pair_ew=12),
        Result(section=1, table=1, round=1, board=1, pair_ns=1, pair_ew=11),
    ]
    seating = Seating(Event([*results, *HOME]))
    assert seating.names(1, "EW", 11) == ["E1", "W1"]


@pytest.mark.parametrize(
    ("listed", "typed", "as_text", "name"),
    [
        (Player(id=17, name="Ann Ace"), "17", False, "Ann Ace"),
        (Player(id=17, name="Ann Ace"), "0017", False, "Ann Ace"),
        (Player(id=17, name="Ann Ace"), "17", True, "Ann Ace"),
        (Player(id=17, name="Ann Ace"), "0017", True, ""),
        (Player(number="0017", name="Ann Ace"), "17", False, "Ann Ace"),
        (Player(number="0017", name="Ann Ace"), "17", True, ""),
        (Player(number="0017", name="Ann Ace"), "0017", True, "Ann Ace"),
        (Player(number="NL17", name="Ann Ace"), "17", False, ""),
        (Player(number="0" * 20 + "17", name="Ann Ace"), "17", False, ""),
        (Player(number="²", name="Ann Ace"), "2", False, ""),
    ],
)
def test_numbers_are_compared_as_the_settings_say(listed, typed, as_text, name):
    # guide: BM2TextBasedNumber, and PlayerNames with ID or strID
    settings = Settings(values={"BM2TextBasedNumber": as_text})
    place = Seat(section=1, table=1, direction="N", number=typed)
    assert Names(Event([settings, listed, place])).of(place) == name


def test_the_same_text_counts_before_the_same_value():
    players = [Player(number="0017", name="Ann Ace"), Player(number="17", name="Bo King")]
    seats = [
        Seat(section=1, table=1, direction=d, number=n) for d, n in (("N", "17"), ("S", "017"))
    ]
    names = Names(Event([*players, *seats]))
    assert [names.of(place) for place in seats] == ["Bo King", "Ann Ace"]


@pytest.mark.parametrize("typed", ["17", "0017"])
def test_show_rank_players_and_dto_find_the_same_name(typed, shared, tmp_path):
    rows = two_sections()
    rows["PlayerNames"] = [{"ID": 17, "Name": "Ann Ace"}]
    rows["PlayerNumbers"][0]["Number"] = typed
    rows["ReceivedData"] = [
        {"ID": 1, "Section": 1, "Table": 1, "Round": 1, "Board": 1, "PairNS": 1, "PairEW": 11,
         "Declarer": 1, "NS/EW": "N", "Contract": "4 S", "Result": "="},
    ]  # fmt: skip
    path = guide_file(tmp_path / "night.bws", shared, rows)
    assert f"Ann Ace ({typed})" in quick("show", path).out.decode()
    assert '"names":["Ann Ace"]' in quick("rank", path).out.decode()
    players = quick("to", "players", stdin=quick("from", "bws", path, "-q").out).out
    assert players == b"firstname;lastname;playernumber\n;Ann Ace;17\n"
    documents = quick("to", "dto", stdin=quick("from", "bws", path, "-q").out).out.decode()
    assert f'"PlayerNumber":"{typed}"' in documents.replace(" ", "")
    assert "Ann Ace" in documents


def test_usebio_and_set_find_a_player_by_the_value_of_the_number(shared, tmp_path):
    rows = two_sections()
    rows["PlayerNames"] = [{"ID": 17, "Name": "Ann Ace", "strID": "0017"}]
    rows["PlayerNumbers"][0] |= {"Number": "17", "Name": "Ann Ace"}
    rows["ReceivedData"] = [
        {"ID": 1, "Section": 1, "Table": 1, "Round": 1, "Board": 1, "PairNS": 1, "PairEW": 11,
         "Declarer": 1, "NS/EW": "N", "Contract": "4 S", "Result": "="},
    ]  # fmt: skip
    path = guide_file(tmp_path / "night.bws", shared, rows)
    records = quick("from", "bws", path, "-q").out
    done = quick("to", "usebio", stdin=records)
    assert b"<PLAYER_NAME>Ann Ace</PLAYER_NAME>" in done.out
    assert "player-lost" not in done.err
    renamed = quick("set", "player[17].name=Bea Bid", stdin=records).out.decode()
    assert (renamed.count("Bea Bid"), "Ann Ace" in renamed) == (2, False)
    as_text = records + b'{"type":"settings","values":{"BM2TextBasedNumber":true}}\n'
    quick("to", "usebio", "--notes", tmp_path / "notes.jsonl", stdin=as_text)
    assert "player-lost" in (tmp_path / "notes.jsonl").read_text()

"""Who sits where: names of pairs from seats and the list of players."""

import pytest

from bmconv.event import Event
from bmconv.records import Player, Result, Round, Seat, Section
from bmconv.seating import Seating

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


def test_who_comes_later_is_named_last():
    # in round 2 pair 13 sits E-W at table 1, wherever its home is
    late = seat(1, "E", "Substitute", round=2)
    seating = Seating(Event([late, *movement(ew_move_before_play=1), *HOME]))
    assert seating.names(1, "EW", 13) == ["E2", "W2", "Substitute"]


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
    assert seating.names(1, "EW", 11) == ["9"]
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

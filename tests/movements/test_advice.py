"""Which movement is recommended, and with which figures."""

import pytest

from bmconv.io.stream import encode_lines
from bmconv.movements import make
from bmconv.movements.advice import advise
from tests.helpers.running import quick


def test_the_fairest_movement_of_the_wanted_time_comes_first():
    found = advise(8, 28)
    assert found[0].name == "4T 7R 1W Howell"
    # all 28 boards, nobody sits out, each played at 4 tables, 7 opponents, in perfect balance
    assert found[0][2:] == (28, 7, 0, 4, 4, 7, 0, 0.0)
    assert found[0].command == "bmconv movement make howell --tables 4 --boards 28 --rounds 7"


def test_with_an_odd_number_of_pairs_the_boards_sat_out_are_counted():
    found = {one.name: one for one in advise(13, 28)}
    mitchell = found["7T 7R 1W Mitchell"]
    # pair 14 is missing: each N-S pair sits out 4 boards; every set is played at 6 tables
    assert mitchell[2:8] == (28, 7, 4, 7, 6, 6)
    assert mitchell.command.endswith("--tables 7 --boards 28 --rounds 7 --missing-pair 14")


def test_the_penalty_is_the_sum_worked_out_by_hand():
    (howell,) = [one for one in advise(8, 28) if one.name == "4T 6R 1W Howell"]
    # 24 of 28 boards: 4 x 4 / 28; every board at all 4 tables; variance 1.96 of a mean of 18 / 7
    assert howell.boards == 24
    assert howell.penalty(28) == pytest.approx(16 / 28 + 1.9592**0.5 / (18 / 7), abs=0.001)


def test_two_winners_are_mitchells_without_arrow_switches():
    found = advise(14, 28, winners=2)
    assert {one.uneven for one in found} == {None}
    assert found[0].command.endswith("mitchell --tables 7 --boards 28 --rounds 7 --switches 0")


def test_players_of_an_individual_get_one():
    assert [one.name for one in advise(12, 22, individual=True)][:1] == ["3T 11R Individual"]
    assert advise(10, 22, individual=True) == []


@pytest.mark.parametrize("pairs", [4, 7, 11, 16, 28, 40])
def test_every_command_that_is_recommended_works(pairs):
    for one in advise(pairs, 24):
        done = quick(*one.command.split()[1:])
        assert (done.code, done.err) == (0, "")


def test_a_library_takes_part(tmp_path):
    made = make("howell", tables=4, boards=14)
    movement = made.planned.movement
    movement.title, movement.number = "House Howell", 5
    path = tmp_path / "library.jsonl"
    path.write_bytes(b"".join(encode_lines(made.movement())).replace(
        b'"type":"movement_round",', b'"type":"movement_round","movement":5,'))  # fmt: skip
    done = quick("movement", "recommend", "--pairs", "8", "--boards", "21", path)
    assert done.code == 0
    assert "M00005 House Howell" in done.out.decode()
    assert "bmconv movement apply --number 5 --boards-per-set 3" in done.out.decode()


@pytest.mark.parametrize(
    ("words", "code", "said"),
    [
        ("--pairs 8", 2, "either --boards N or --rounds N"),
        ("--pairs 8 --boards 24 --rounds 8", 2, "either --boards N or --rounds N"),
        ("--pairs 8 --boards 24 --alternatives", 2, "are for --rounds"),
        ("--pairs 300 --boards 24", 1, ""),
    ],
)
def test_what_cannot_be_recommended(words, code, said):
    done = quick("movement", "recommend", *words.split())
    assert done.code == code
    assert said in done.err

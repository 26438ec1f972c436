"""`bmconv select`: which records pass."""

import json

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bmconv
from bmconv.errors import DataError, UsageError
from bmconv.event import Event
from bmconv.notes import Notes
from bmconv.records import Player, Result
from tests.helpers.filtering import RESULT, SECTIONS, filter_records, lines
from tests.helpers.running import ROOT, quick


@pytest.mark.parametrize(
    ("words", "kept"),
    [
        ("select", [0, 1, 2, 3, 4, 5]),
        ("select --section A", [0, 2, 3, 5]),
        ("select --section 5", [1, 4, 5]),
        ("select --section a --section B", [0, 1, 2, 3, 4, 5]),
        ("select --board 7", [0, 1, 2, 4, 5]),
        ("select --board 1-7,9", [0, 1, 2, 4, 5]),
        ("select --board 8,8", [0, 1, 3, 5]),
        ("select --type result", [2, 3, 4]),
        ("select --type result --board 7 --section B", [4]),
    ],
)
def test_select_keeps_what_is_asked_for(words, kept):
    records = [
        *SECTIONS,
        {"type": "result", "section": 4, "board": 7},
        {"type": "result", "section": 4, "board": 8},
        {"type": "result", "section": 5, "board": 7},
        {"type": "player", "number": "7"},
    ]
    assert filter_records(words, *records) == [records[number] for number in kept]


@settings(max_examples=200)
@given(
    st.lists(
        st.builds(
            Result,
            id=st.sampled_from([None, -1, 1, 2, 2**31 - 1]),
            **{
                name: st.sampled_from([None, 0, 1, 2, -(2**31)])
                for name in ("section", "table", "round", "board", "pair_ns", "pair_ew")
            },
            erased=st.booleans(),
        ),
        max_size=8,
    )
)
def test_select_standing_keeps_what_stands_in_an_event(results):
    data = b"".join(msgspec.json.encode(result) + b"\n" for result in results)
    kept = [
        json.loads(line)
        for line in quick("select", "--standing", "-f", "records", stdin=data).out.splitlines()
    ]
    stands = {id(result) for result in Event(results, Notes()).standing_results()}
    assert kept == [msgspec.to_builtins(r) for r in results if id(r) in stands]


def test_select_standing_keeps_of_equal_results_one():
    erased = RESULT | {"board": 2, "erased": True}
    records = [RESULT, RESULT | {"board": 2}, erased, RESULT]
    assert filter_records("select --standing", *records) == [RESULT]


def test_select_setup_is_next_weeks_session():
    records = [
        {"type": "session", "id": 1, "name": "Thursday", "date": "2026-11-19", "guid": "0" * 32},
        {"type": "section", "id": 1, "letter": "A", "tables": 2},
        {"type": "table", "section": 1, "table": 1, "status": 1, "current_round": 3, "group": 2},
        {"type": "round", "section": 1, "table": 1, "round": 1, "ns_pair": 1},
        {"type": "settings", "section": 1, "values": {"ShowResults": True}},
        {"type": "player", "number": "7"},
        {"type": "seat", "section": 1, "table": 1, "direction": "N", "number": "7", "name": "A"},
        RESULT,
    ]
    assert filter_records("select --setup", *records) == [
        {"type": "session", "id": 1, "name": "Thursday"},
        records[1],
        {"type": "table", "section": 1, "table": 1, "group": 2},
        records[3],
        records[4],
        records[5],
        {"type": "seat", "section": 1, "table": 1, "direction": "N"},
    ]


@pytest.mark.parametrize("command", ["select", "show"])
@pytest.mark.parametrize("boards", ["9-3", "0x7", "", "7,", "1-", "-3", "10000"])
def test_what_is_no_list_of_boards_is_refused(command, boards):
    """Also an empty one, as a variable of the shell that has no value."""
    done = quick(command, f"--board={boards}", stdin=lines(RESULT))
    option = f"--board {boards}".rstrip()
    message = f"{option}: expected board numbers such as 7, 1-8 or 1,3,5"
    assert (done.code, done.err) == (2, f"bmconv: {message} (bmconv {command} --help)\n")


def test_boards_may_have_blanks_and_four_digits():
    high = RESULT | {"board": 9999}
    words = ("select", "--board", " 9998 - 9999 , 1")
    done = quick(*words, stdin=lines(RESULT, RESULT | {"board": 2}, high))
    assert (done.code, done.err, done.out) == (0, "", lines(RESULT, high))


def test_boards_of_which_the_input_has_none_are_refused():
    """In a pipe, the records end with the error, so that the next command writes nothing."""
    for board in ("2", "0"):
        done = quick("select", "--board", board, stdin=lines(*SECTIONS, RESULT))
        line = f"no results or hands of board {board}; the input has board 1"
        assert (done.code, done.err) == (1, f"bmconv: {line}\n")
        assert json.loads(done.out.splitlines()[-1])["message"] == line
    done = quick("select", "--board", "2", stdin=lines(*SECTIONS))
    assert done.err == (
        "bmconv: no results or hands of board 2; no board has a result or hand yet\n"
    )
    with pytest.raises(UsageError, match=r"^boards=x: expected board numbers"):
        bmconv.select(Event([]), boards="x")
    with pytest.raises(DataError, match="no results or hands of board 2"):
        bmconv.select(Event([Result(section=4, board=1)]), boards=2)


MEMBERS = [{"type": "player", "number": "0017", "name": "Ann Berg"}]


def test_next_week_has_the_list_of_players_unless_it_is_left_out():
    assert filter_records("select --setup", *SECTIONS, *MEMBERS) == [*SECTIONS, *MEMBERS]
    for word in ("players", "player"):
        assert filter_records(f"select --setup --without {word}", *SECTIONS, *MEMBERS) == SECTIONS
    assert filter_records("select --without sections", *SECTIONS, *MEMBERS) == MEMBERS
    done = quick("select", "--without", "people", stdin=b"")
    assert (done.code, done.err) == (2, "bmconv: --without people: no such record type\n")


def test_next_weeks_file_gives_a_number_its_name(tmp_path):
    night = ROOT / "formats/bws/samples/night.bws"
    assert quick("select", night, "--setup", "-o", tmp_path / "next.bws") == (0, b"", "")
    event = bmconv.read(tmp_path / "next.bws")
    assert event.of(Player) == bmconv.read(night).of(Player)
    assert event.counts().keys().isdisjoint({"result", "intermediate", "bid", "card"})
    kept = bmconv.select(night, setup=True, without=["player"]).counts()
    assert "player" not in kept
    assert "round" in kept

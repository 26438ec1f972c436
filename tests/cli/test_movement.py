"""bmconv movement: the guide's movements listed, shown, checked, recommended and applied."""

import json
from pathlib import Path

import pytest

from bmconv.io.stream import encode_lines
from bmconv.records import Library, Movement, MovementRound
from tests.helpers.running import quick

# The guide's two files: (round, table, N-S, E-W, board set); in round 4 of the Mitchell the pairs
# of tables 1 to 3 are arrow switched.
MITCHELL = [
    *("1 1 1 6 1", "1 2 2 7 2", "1 3 3 8 3", "1 4 4 9 4", "1 5 5 10 5"),
    *("2 1 1 10 2", "2 2 2 6 3", "2 3 3 7 4", "2 4 4 8 5", "2 5 5 9 1"),
    *("3 1 1 9 3", "3 2 2 10 4", "3 3 3 6 5", "3 4 4 7 1", "3 5 5 8 2"),
    *("4 1 8 1 4", "4 2 9 2 5", "4 3 10 3 1", "4 4 4 6 2", "4 5 5 7 3"),
]
HOWELL = [
    *("1 1 1 2 1", "1 2 3 4 4", "1 3 5 6 2", "2 1 1 4 2", "2 2 2 6 4", "2 3 3 5 3"),
    *("3 1 1 6 3", "3 2 4 5 1", "3 3 2 3 2", "4 1 1 5 4", "4 2 6 3 1", "4 3 4 2 3"),
    *("5 1 1 3 5", "5 2 5 2 5", "5 3 6 4 5"),
]


@pytest.fixture(scope="module")
def library(shared) -> Path:
    return shared / "samples" / "bridgegem"


def apply(*words: object, stdin: bytes = b"") -> list[dict]:
    """The records that `movement apply` writes."""
    done = quick("movement", "apply", "-q", *map(str, words), stdin=stdin)
    assert (done.code, done.err) == (0, "")
    return [json.loads(line) for line in done.out.splitlines()]


def rounds(records: list[dict], per_set: int) -> list[str]:
    """The rounds as texts of round, table, N-S, E-W and board set."""
    rows = [r for r in records if r["type"] == "round"]
    rows.sort(key=lambda r: (r["round"], r["table"]))
    names = ("round", "table", "ns_pair", "ew_pair")
    return [
        " ".join(str(r[name]) for name in names) + f" {(r['low_board'] - 1) // per_set + 1}"
        for r in rows
    ]


@pytest.mark.parametrize(
    ("folder", "expected"), [("Bridge Gem 1W Favourites", MITCHELL), ("Custom Howells", HOWELL)]
)
def test_apply_gives_the_round_tables_of_the_guide(library, folder, expected):
    records = apply("--boards-per-set", 3, library / folder / "M00001.mvt")
    assert rounds(records, 3) == expected
    first = next(r for r in records if r["type"] == "round")
    assert (first["low_board"], first["high_board"]) == (1, 3)


def test_apply_makes_a_complete_section(library):
    records = apply(
        *("--library", library, "--folder", "custom  howells", "--number", 1),
        *("--boards-per-set", 2, "--first-board", 11, "--section", "C", "--missing-pair", 6),
    )
    assert records[0] == {
        "type": "section",
        "id": 3,
        "letter": "C",
        "tables": 3,
        "missing_pair": 6,
        "winners": 1,
    }
    assert [r["type"] for r in records].count("table") == 3
    seats = [(r["table"], r["direction"], r["round"]) for r in records if r["type"] == "seat"]
    assert seats == [(table, direction, 0) for table in (1, 2, 3) for direction in "NSEW"]
    last = [r for r in records if r["type"] == "round"][-1]
    assert (last["section"], last["low_board"], last["high_board"]) == (3, 19, 20)


def test_the_section_of_apply_can_be_written_as_bminput_and_bws(library, tmp_path):
    file = library / "Custom Howells" / "M00001.mvt"
    stream = quick("movement", "apply", "-q", "--boards-per-set", "3", file).out
    text = quick("to", "bminput", "-q", stdin=stream)
    assert (text.code, text.out.count(b"\r\n1,1,"), b"RoundData" in text.out) == (0, 10, True)
    target = tmp_path / "night.bws"
    assert quick("to", "bws", "-q", "-o", target, stdin=stream).code == 0
    again = quick("from", "bws", "-q", target)
    assert again.out.count(b'"type":"round"') == 15


@pytest.mark.parametrize(
    "words",
    ["make howell --tables 2 --boards 12", "apply --boards-per-set 3 {library}/M00001.mvt"],
)
def test_a_named_computer_serves_all_tables(words, library, tmp_path):
    parts = words.format(library="LIBRARY").split()
    parts = [p.replace("LIBRARY", str(library / "Custom Howells")) for p in parts]
    named = tmp_path / "named.bws"
    done = quick("movement", *parts, "--computer", "CLUB-PC", "-o", named)
    assert (done.code, "no-client" in done.err) == (0, False)
    records = [json.loads(line) for line in quick("from", "bws", "-q", named).out.splitlines()]
    assert [r["computer"] for r in records if r["type"] == "client"] == ["CLUB-PC"]
    assert {r["computer_id"] for r in records if r["type"] == "table"} == {1}
    assert "no-client" in quick("movement", *parts, "-o", tmp_path / "nameless.bws").err


def stream(seats: list[str], **movement: object) -> bytes:
    """A movement of pairs as records, from texts such as `round table ns ew set`."""
    records = [Movement(number=1, class_=0, **movement)]
    for text in seats:
        round, table, ns, ew, board_set = map(int, text.split())
        records.append(
            MovementRound(movement=1, round=round, table=table, ns=ns, ew=ew, board_set=board_set)
        )
    return b"".join(encode_lines(records))


def test_a_pair_without_a_table_is_n_s_at_an_extra_table():
    seats = ["1 1 1 2 1", "2 1 1 3 2", "3 1 2 3 3"]
    records = apply("--boards-per-set", 1, stdin=stream(seats))
    extra = [
        (r["round"], r["ns_pair"], r["ew_pair"], r["low_board"], r["high_board"])
        for r in records
        if r["type"] == "round" and r["table"] == 2
    ]
    assert extra == [(1, 3, 0, 0, 0), (2, 2, 0, 0, 0), (3, 1, 0, 0, 0)]
    assert records[0]["tables"] == 2
    assert sum(r["type"] == "seat" for r in records) == 8


def test_a_round_without_a_rover_has_an_empty_extra_table():
    seats = ["1 1 1 2 1", "1 2 3 4 1", "2 1 1 3 2", "2 2 0 0 0"]
    records = apply("--boards-per-set", 1, stdin=stream(seats))
    extra = {
        (r["table"], r["round"]): (r["ns_pair"], r["ew_pair"])
        for r in records
        if r["type"] == "round" and r["table"] > 2
    }
    assert extra == {(3, 1): (0, 0), (3, 2): (2, 0), (4, 1): (0, 0), (4, 2): (4, 0)}


TWO_WINNERS = ["1 1 1 1 1", "1 2 2 2 2", "2 1 1 2 2", "2 2 2 1 1"]


def test_the_missing_pair_needs_its_side_if_both_sides_have_the_same_numbers():
    data = stream(TWO_WINNERS, winners=2)
    records = apply("--boards-per-set", 2, "--missing-pair", "EW2", stdin=data)
    assert (records[0]["missing_pair"], records[0]["missing_side"]) == (2, "EW")
    for pair in ("2", "NS9", "x"):
        done = quick(
            "movement", "apply", "--boards-per-set", "2", "--missing-pair", pair, stdin=data
        )
        assert (done.code, done.err.count("\n"), done.out.count(b'"error"')) == (2, 1, 1)


@pytest.mark.parametrize(
    ("data", "code", "message"),
    [
        (stream([], movement_type=30), 1, "no rounds"),
        (
            b'{"type":"movement","number":1,"class":1,"title":"Rainbow"}\n',
            1,
            "M00001 Rainbow: Bridge Gem's files do not say who sits South and West",
        ),
        (b"", 3, "nothing came in"),
        (b"".join(encode_lines([Movement(number=1), Movement(number=2)])), 2, "2 movements found"),
    ],
)
def test_a_movement_that_cannot_be_applied_gives_an_error_record(data, code, message):
    done = quick("movement", "apply", "--boards-per-set", "2", stdin=data)
    assert (done.code, message in done.err) == (code, True)
    assert done.out.startswith(b'{"type":"error"')


@pytest.mark.parametrize(
    ("fields", "facts"),
    [
        (
            {"movement_type": 19, "tables": 3, "rounds": 5, "teams": 6, "winners": 2},
            ["Howell, 3 tables, 5 rounds, 6 pairs, 2 winners"],
        ),
        (
            {"tables": 1, "rounds": 1, "teams": 1, "winners": 1, "board_sets": 1},
            ["1 table, 1 round, 1 pair, 1 winner, 1 board set"],
        ),
        (
            {"class_": 1, "tables": 2, "teams": 8, "board_sets": 7, "rounds": 0},
            ["individual, 2 tables, 0 rounds, 8 players, 7 board sets"],
        ),
        ({"class_": 0, "source": "club", "details": "short"}, ["pairs", "club, short"]),
        ({"movement_type": 19, "details": "short"}, ["Howell", "short"]),
    ],
)
def test_show_prints_the_facts_of_a_movement_below_its_name(fields, facts):
    stdin = b"".join(encode_lines([Movement(number=7, title="Ours", **fields)]))
    lines = quick("movement", "show", stdin=stdin).out.decode().splitlines()
    assert lines[: len(facts) + 1] == ["M00007 Ours", *facts]


def test_show_prints_a_grid_of_rounds_and_tables(library):
    done = quick("movement", "show", "-q", library / "Bridge Gem 1W Favourites" / "M00001.mvt")
    assert (
        "  Round  Table 1   Table 2   Table 3    Table 4  Table 5\n"
        "      1  1-6 (1)   2-7 (2)   3-8 (3)    4-9 (4)  5-10 (5)\n"
        "      2  1-10 (2)  2-6 (3)   3-7 (4)    4-8 (5)  5-9 (1)\n"
        "      3  1-9 (3)   2-10 (4)  3-6 (5)    4-7 (1)  5-8 (2)\n"
        "      4  8-1* (4)  9-2* (5)  10-3* (1)  4-6 (2)  5-7 (3)\n"
    ) in done.out.decode()


def test_check_finds_the_guides_movements_sound(library):
    done = quick("movement", "check", "-q", library / "Custom Howells" / "M00001.mvt")
    assert done.code == 0
    lines = done.out.decode().splitlines()
    assert lines[0].endswith("Howell NS1 Sit: sound")
    # six pairs, five rounds: all 15 meetings once, everybody on every board set
    assert lines[1:3] == [
        "  board sets: 5, each pair plays 5",
        "  board sets shared by tables in a round: 2",
    ]
    assert lines[4] == "  two pairs meet once: 15 of 15 possible meetings"


def test_check_lists_the_faults_of_a_movement():
    seats = ["1 1 1 2 1", "1 2 1 3 2", "2 1 4 2 1", "2 2 5 6 2"]
    done = quick("movement", "check", stdin=stream(seats))
    assert done.code == 1
    assert done.out.decode().splitlines()[:3] == [
        "M00001: 2 faults",
        "  error: round 1: pair 1 sits at 2 places",
        "  error: pair 2 plays board set 1 in rounds 1, 2",
    ]
    slip = stream([*seats[2:], "3 1 1 1 3"], winners=1)
    assert b"round 3: pair 1 sits at 2 places" in quick("movement", "check", stdin=slip).out
    one = quick("movement", "check", stdin=stream(["1 1 1 2 1", "2 1 1 3 1"])).out.splitlines()
    assert one[:2] == [b"M00001: 1 fault", b"  error: pair 1 plays board set 1 in rounds 1, 2"]


def test_sides_with_the_same_numbers_are_checked_separately():
    seats = ["1 1 1 1 1", "1 2 2 2 2", "1 3 3 3 3", "2 1 1 3 2", "2 2 2 1 3", "2 3 3 2 1"]
    done = quick("movement", "check", stdin=stream(seats, winners=2))
    lines = done.out.decode().splitlines()
    assert (done.code, lines[0]) == (0, "M00001: sound")
    assert lines[4] == "  two pairs meet once: 6 of 9 possible meetings"


def test_list_prints_the_movements_that_fit_its_options(library):
    def numbers(*words: object) -> list[str]:
        done = quick("movement", "list", "-q", "--library", library, *map(str, words))
        return [
            w
            for line in done.out.decode().splitlines()
            for w in line.split()
            if len(w) == 5 and w.isdigit()
        ]

    assert len(numbers()) == 19
    assert numbers("--tables", 5) == ["00001", "00002"]
    assert numbers("--rounds", 5, "--pairs", 12) == ["00003"]
    assert numbers("--movement-type", "bowman-ewing mitchell", "--tables", 8) == ["00008"]
    assert numbers("--movement-type", 19) == ["00001"]
    assert numbers("--class", "individual") == numbers("--winners", 2) == []
    assert numbers("--folder", "Custom Howells") == ["00001"]
    assert quick("movement", "list", "--library", library, "--movement-type", "Waltz").code == 2


def recommend(*words: object, stdin: bytes) -> tuple[int, list[str]]:
    """Exit code of `movement recommend`, and the descriptions of the movements."""
    done = quick("movement", "recommend", *map(str, words), stdin=stdin)
    return done.code, [line.split()[-1] for line in done.out.decode().splitlines()[1:]]


def library_records() -> bytes:
    """Movements for 10 pairs in the folders of Bridge Gem, and in a folder of the club."""
    folders = {
        "Bridge Gem 1W Favourites": "1 Winner Pairs Movements",
        "7_3 Mitchells - switched": "1 Winner Pairs",
        "7_1 Incomplete Mitchells": "2-Winner Pairs",
        "Club": "our 1W Pairs",
        "Individuals": "Individual Movements, 1 Winner",
    }
    rows = [
        ("Bridge Gem 1W Favourites", 6, 1, 0, "favourite"),
        ("7_3 Mitchells - switched", 5, 1, 0, "switched-5"),
        ("7_3 Mitchells - switched", 6, 1, 0, "switched-6"),
        ("7_1 Incomplete Mitchells", 6, 2, 0, "two"),
        ("Club", 8, 1, 0, "club"),
        ("Club", 9, 1, 0, "club-9"),
        ("Individuals", 6, 1, 1, "rainbow"),
    ]
    records: list = [Library(folder=folder, header=header) for folder, header in folders.items()]
    for number, (folder, rounds_, winners, class_, text) in enumerate(rows, 1):
        records.append(
            Movement(
                library=folder,
                number=number,
                class_=class_,
                rounds=rounds_,
                teams=10,
                winners=winners,
                description=text,
            )
        )
    return b"".join(encode_lines(records))


def test_recommend_prints_the_first_match_in_the_order_of_the_folders():
    assert recommend("--pairs", 10, "--winners", 1, "--rounds", 6, stdin=library_records()) == (
        0,
        ["switched-6"],
    )
    assert recommend("--pairs", 10, "--winners", 2, "--rounds", 6, stdin=library_records()) == (
        0,
        ["two"],
    )
    assert recommend("--pairs", 10, "--rounds", 7, stdin=library_records()) == (1, [])
    assert recommend("--pairs", 12, "--rounds", 6, stdin=library_records()) == (1, [])
    assert recommend("--pairs", 10, "--rounds", 8, stdin=library_records()) == (1, [])


def test_recommend_searches_the_named_folders_in_their_order():
    ten = ("--pairs", 10, "--rounds")
    words = (*ten, 6, "--folder", "Bridge Gem 1W Favourites", "--folder", "club")
    assert recommend(*words, stdin=library_records()) == (0, ["favourite"])
    assert recommend(*ten, 8, "--folder", "Club", stdin=library_records()) == (0, ["club"])


def test_alternatives_have_a_similar_number_of_rounds():
    code, descriptions = recommend(
        "--pairs", 10, "--rounds", 6, "--alternatives", stdin=library_records()
    )
    assert (code, descriptions) == (0, ["favourite", "switched-6", "switched-5", "club"])
    words = ("--pairs", 10, "--rounds", 7, "--alternatives", "--folder", "Club")
    assert recommend(*words, stdin=library_records()) == (0, ["club", "club-9"])
    words = ("--pairs", 10, "--rounds", 6, "--individual", "--alternatives")
    assert recommend(*words, stdin=library_records()) == (0, ["rainbow"])


def test_a_library_and_an_input_exclude_each_other(library):
    done = quick("movement", "list", "--library", library, "x.mvt")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert quick("movement", "list", "--library", "nowhere").code == 4


def test_an_event_is_not_applied_as_a_movement():
    section = b'{"type":"section","id":1,"letter":"A"}\n'
    done = quick("movement", "apply", "--boards-per-set", "3", stdin=section)
    assert (done.code, done.err) == (
        1,
        "bmconv: the input is an event with its own sections and rounds, not a movement; expected "
        "a movement file such as M00007.mvt, or a library of movements\n",
    )

"""Movements made to measure: judged by a checker of its own, and compared with tables by hand."""

import pytest

import bmconv
from bmconv.errors import UsageError
from bmconv.movements import make
from bmconv.movements.plan import comparisons
from bmconv.records import Result
from tests.helpers.movement_judge import judge, judge_individual, judge_teams
from tests.helpers.running import quick


def grid(made) -> list[str]:
    """A line per round: `N-S pair-E-W pair:board set` of each table."""
    plan = sorted(made.planned.plan)
    rounds = {at.round: [] for at in plan}
    for at in plan:
        rounds[at.round].append(f"{at.ns}-{at.ew}:{at.board_set}")
    return [" ".join(cells) for cells in rounds.values()]


# Worked out by hand. A Mitchell: N-S stay, E-W come from the table below, boards from the one
# above. In the last round the pairs of each table change sides.
MITCHELL_7 = [
    "1-8:1 2-9:2 3-10:3 4-11:4 5-12:5 6-13:6 7-14:7",
    "1-14:2 2-8:3 3-9:4 4-10:5 5-11:6 6-12:7 7-13:1",
    "1-13:3 2-14:4 3-8:5 4-9:6 5-10:7 6-11:1 7-12:2",
    "1-12:4 2-13:5 3-14:6 4-8:7 5-9:1 6-10:2 7-11:3",
    "1-11:5 2-12:6 3-13:7 4-14:1 5-8:2 6-9:3 7-10:4",
    "1-10:6 2-11:7 3-12:1 4-13:2 5-14:3 6-8:4 7-9:5",
    "9-1:7 10-2:1 11-3:2 12-4:3 13-5:4 14-6:5 8-7:6",
]
# After round 4 E-W skip a table: pair 9, at table 4, goes to table 6.
SKIP_8 = [
    "1-9:1 2-10:2 3-11:3 4-12:4 5-13:5 6-14:6 7-15:7 8-16:8",
    "1-16:2 2-9:3 3-10:4 4-11:5 5-12:6 6-13:7 7-14:8 8-15:1",
    "1-15:3 2-16:4 3-9:5 4-10:6 5-11:7 6-12:8 7-13:1 8-14:2",
    "1-14:4 2-15:5 3-16:6 4-9:7 5-10:8 6-11:1 7-12:2 8-13:3",
    "1-12:5 2-13:6 3-14:7 4-15:8 5-16:1 6-9:2 7-10:3 8-11:4",
    "1-11:6 2-12:7 3-13:8 4-14:1 5-15:2 6-16:3 7-9:4 8-10:5",
    "1-10:7 2-11:8 3-12:1 4-13:2 5-14:3 6-15:4 7-16:5 8-9:6",
]
# Tables 1 and 8 share; set 5 begins between tables 4 and 5, and comes to table 4 in round 2.
RELAY_8 = [
    "1-9:1 2-10:2 3-11:3 4-12:4 5-13:6 6-14:7 7-15:8 8-16:1",
    "1-16:2 2-9:3 3-10:4 4-11:5 5-12:7 6-13:8 7-14:1 8-15:2",
    "1-15:3 2-16:4 3-9:5 4-10:6 5-11:8 6-12:1 7-13:2 8-14:3",
    "1-14:4 2-15:5 3-16:6 4-9:7 5-10:1 6-11:2 7-12:3 8-13:4",
    "1-13:5 2-14:6 3-15:7 4-16:8 5-9:2 6-10:3 7-11:4 8-12:5",
    "1-12:6 2-13:7 3-14:8 4-15:1 5-16:3 6-9:4 7-10:5 8-11:6",
    "1-11:7 2-12:8 3-13:1 4-14:2 5-15:4 6-16:5 7-9:6 8-10:7",
    "1-10:8 2-11:1 3-12:2 4-13:3 5-14:5 6-15:6 7-16:7 8-9:8",
]
# Pair 4 stays; whoever is not its opponent meets at table 2, necessarily with the same boards.
HOWELL_2 = ["4-1:1 2-3:1", "4-2:2 3-1:2", "4-3:3 1-2:3"]
# Round 1: the differences 5-4, 2-7, 3-6 are 1, 2 and 4 modulo 7, so with their opposites all six;
# set minus pair is 0, then 4 and 5, 1 and 3, 2 and 6: all seven. Then one higher every round.
HOWELL_4 = [
    "8-1:1 5-4:2 2-7:3 3-6:5",
    "8-2:2 6-5:3 3-1:4 4-7:6",
    "8-3:3 7-6:4 4-2:5 5-1:7",
    "8-4:4 1-7:5 5-3:6 6-2:1",
    "8-5:5 2-1:6 6-4:7 7-3:2",
    "8-6:6 3-2:7 7-5:1 1-4:3",
    "8-7:7 4-3:1 1-6:2 2-5:4",
]


@pytest.mark.parametrize(
    ("kind", "tables", "boards", "more", "expected"),
    [
        ("mitchell", 7, 28, {}, MITCHELL_7),
        ("mitchell", 8, 21, {"switches": 0}, SKIP_8),
        ("skip-mitchell", 8, 21, {"switches": 0}, SKIP_8),
        ("share-and-relay", 8, 24, {"switches": 0}, RELAY_8),
        ("howell", 2, 24, {}, HOWELL_2),
        ("howell", 4, 28, {}, HOWELL_4),
    ],
)
def test_a_movement_is_the_one_worked_out_by_hand(kind, tables, boards, more, expected):
    made = make(kind, tables=tables, boards=boards, **more)
    assert grid(made) == expected
    assert made.boards_per_set * len(expected) == boards


def test_the_balance_of_the_7_table_mitchell_is_the_one_worked_out_by_hand():
    # Two pairs that start on the same side differ in direction on the two sets that one of them
    # plays switched: 5 - 2 = 3. Opponents of round 7 compare 6 where they meet, -1 on the other
    # six sets: 0. Other opponents 6, then 1 on two switched sets and -1 on four: 4.
    weights = comparisons(make("mitchell", tables=7, boards=28).planned.plan)
    assert sorted(weights) == [0] * 7 + [3] * 42 + [4] * 42


def test_the_balance_of_the_4_table_howell_is_the_one_worked_out_by_hand():
    # Set minus pair of the moving N-S pairs is 1, 2 or 4, a difference set modulo 7: two moving
    # pairs have the same direction on three sets and opposite ones on four, -1 in all; meeting
    # counts 3 instead of -1. Pair 8 sits N-S; its opponents three times on other sets, and
    # three times E-W: 0; where they meet 3.
    assert comparisons(make("howell", tables=4, boards=28).planned.plan) == [3] * 28


PER_ROUND = (1, 2, 3, 4)


@pytest.mark.parametrize("tables", range(2, 41))
def test_mitchells_are_sound(tables):
    kinds = ["mitchell", "share-and-relay"] if tables % 2 == 0 else ["mitchell"]
    for kind in kinds:
        most = tables - (kind == "mitchell" and tables % 2 == 0)
        for rounds in sorted({1, most // 2, 8, 9, 12, 13, most} & set(range(1, most + 1))):
            for per_round in PER_ROUND:
                made = make(kind, tables=tables, boards=rounds * per_round, rounds=rounds)
                if per_round * tables > 127:
                    with pytest.raises(UsageError, match="boards up to 127"):
                        made.session()
                    continue
                found = judge(made.session())
                assert found.wrong == []
                shares = kind == "share-and-relay"
                assert found.shared == (dict.fromkeys(range(1, rounds + 1), 1) if shares else {})
                assert found.played == dict.fromkeys(range(1, 2 * tables + 1), rounds)
                assert found.meetings == rounds * tables


SHARED = {(2, 3): 3, (3, 5): 2, (4, 5): 5, (4, 6): 6, (5, 8): 8, (6, 7): 7, (8, 9): 9} | {
    (n, n + 1): n + 1 for n in (10, 12, 14)
}
"""Howells in which tables share boards, by tables and rounds: how often."""


@pytest.mark.parametrize("tables", range(2, 15))
def test_howells_are_sound(tables):
    full = 2 * tables - 1
    for rounds in range(1, full + 1):
        found = judge(make("howell", tables=tables, boards=2 * rounds, rounds=rounds).session())
        assert found.wrong == []
        assert found.played == dict.fromkeys(range(1, 2 * tables + 1), rounds)
        assert found.meetings == rounds * tables
        if rounds > tables:
            assert sum(found.shared.values()) == SHARED.get((tables, rounds), 0)
            assert len(found.boards) == 2 * rounds
    assert found.meetings == tables * full  # everybody has met everybody


@pytest.mark.parametrize("tables", [4, 6, 8, 10, 12])
def test_the_howells_of_an_even_number_of_tables_are_in_perfect_balance(tables):
    made = make("howell", tables=tables, boards=2 * (2 * tables - 1))
    assert set(comparisons(made.planned.plan)) == {tables - 1}


@pytest.mark.parametrize(
    ("kind", "tables", "missing", "pair", "sits_out"),
    [
        ("mitchell", 5, "NS3", 3, {6, 7, 8, 9, 10}),
        ("mitchell", 5, "ew3", 8, {1, 2, 3, 4, 5}),
        ("mitchell", 5, "8", 8, {1, 2, 3, 4, 5}),
        ("howell", 3, "NS1", 6, {1, 2, 3, 4, 5}),
        ("howell", 3, "EW1", 1, {2, 3, 4, 5, 6}),
    ],
)
def test_at_a_half_table_everyone_who_comes_by_sits_out(kind, tables, missing, pair, sits_out):
    made = make(kind, tables=tables, boards=20, missing_pair=missing)
    found = judge(made.session())
    assert (made.missing_pair, found.wrong) == (pair, [])
    assert {who for who, rounds in found.played.items() if rounds == 4} == sits_out
    assert set(found.played.values()) <= {4, 5}


def test_half_a_table_is_a_missing_last_pair_unless_another_is_named():
    made = make("mitchell", tables=6.5, boards=28)
    assert (made.planned.movement.tables, made.missing_pair) == (7, 14)
    assert make("mitchell", tables=6.5, boards=28, missing_pair="3").missing_pair == 3


@pytest.mark.parametrize(
    ("rounds", "switched"), [(1, 0), (2, 1), (7, 1), (11, 1), (12, 2), (20, 3)]
)
def test_about_one_eighth_of_the_rounds_is_switched(rounds, switched):
    made = make("mitchell", tables=21, boards=2 * rounds, rounds=rounds)
    last = {at.round for at in made.planned.plan if at.switched}
    assert last == set(range(rounds - switched + 1, rounds + 1))
    assert made.planned.movement.winners == (1 if switched else 2)


@pytest.mark.parametrize(
    ("kind", "tables", "boards", "rounds", "per_round"),
    [
        ("mitchell", 9, 27, 9, 3),
        ("mitchell", 12, 24, 8, 3),
        ("mitchell", 13, 26, 13, 2),
        ("mitchell", 4, 24, 3, 8),
        ("share-and-relay", 4, 24, 4, 6),
        ("howell", 5, 24, 8, 3),
        ("howell", 14, 23, 23, 1),
    ],
)
def test_boards_are_divided_into_as_many_rounds_as_possible(
    kind, tables, boards, rounds, per_round
):
    made = make(kind, tables=tables, boards=boards)
    assert (made.planned.movement.rounds, made.boards_per_set) == (rounds, per_round)


@pytest.mark.parametrize(
    ("kind", "wanted", "said"),
    [
        ("mitchell", {"tables": 7, "boards": 26}, "use 25 or 28 boards"),
        ("mitchell", {"tables": 7, "boards": 28, "rounds": 8}, "8 rounds: this Mitchell has 1 to"),
        ("mitchell", {"tables": 7, "boards": 28, "switches": 7}, "expected 0 to 6"),
        ("mitchell", {"tables": 7, "boards": 28, "missing_pair": "NS8"}, "no such pair"),
        ("mitchell", {"tables": 7, "boards": 28, "missing_pair": "x"}, "such as 6, NS6 or EW6"),
        (
            "mitchell",
            {"tables": 1, "boards": 28},
            "mitchell: 1 table; expected 3 to 99 tables",
        ),
        ("share-and-relay", {"tables": 7, "boards": 28}, "an even number of tables, 2 to 98"),
        ("howell", {"tables": 1, "boards": 24}, "howell: 1 table; expected 2 to 14 tables"),
        ("howell", {"tables": 15, "boards": 28}, "howell: 15 tables; expected 2 to 14 tables"),
        ("teams", {"tables": 2, "boards": 24}, "^teams: 2 tables; expected 3 to 24 tables"),
        ("howell", {"tables": 5, "boards": 27, "switches": 1}, "no arrow switches"),
        ("bowman", {"tables": 5, "boards": 27}, "the kinds are mitchell"),
        ("individual", {"tables": 2.5, "boards": 21}, "2.5 tables: only pairs can play with half"),
        ("teams", {"tables": 4, "boards": 12, "missing_pair": "3"}, "not for a Round Robin of Te"),
        ("mitchell", {"tables": 7.25, "boards": 28}, "tables is 7.25; expected a whole number"),
    ],
)
def test_what_cannot_be_made_is_named(kind, wanted, said):
    with pytest.raises(UsageError, match=said):
        make(kind, **wanted)


def test_what_is_made_is_written_as_any_other_event(tmp_path):
    made = bmconv.movements.make("mitchell", tables=5, boards=25, missing_pair="EW5")
    bmconv.write(bmconv.Event(made.session("B", 11)), tmp_path / "next.bws")
    event = bmconv.read(tmp_path / "next.bws")
    (section,) = event.of(bmconv.records.Section)
    assert (section.letter, section.tables, section.missing_pair) == ("B", 5, 10)
    assert judge(event).wrong == []


@pytest.mark.parametrize("teams", range(3, 25))
def test_round_robins_of_teams_are_sound(teams):
    full = teams - 1 if teams % 2 == 0 else teams
    for rounds in sorted({1, full // 2, full - 1, full} - {0}):
        made = make("teams", tables=teams, boards=2 * rounds, rounds=rounds)
        found = judge_teams(made.session())
        assert found.wrong == []
        assert found.meetings == rounds * (teams // 2)
        # a team sits out once at most, and not at all if the number of teams is even
        out = rounds if teams % 2 else 0
        assert sorted(found.played) == list(range(1, teams + 1))
        assert sorted(found.played.values()) == [rounds - 1] * out + [rounds] * (teams - out)
        alone = {(4, 3): 3, (6, 5): 2} | dict.fromkeys(((3, 3), (5, 5)), 0)
        if rounds == full and teams > 6:
            assert found.shared == {}
        elif (teams, rounds) in alone and teams % 2 == 0:
            assert sum(found.shared.values()) == alone[teams, rounds]


@pytest.mark.parametrize("players", [8, 12, 16])
def test_in_an_individual_everybody_partners_everybody_once_and_opposes_everybody_twice(players):
    full = players - 1
    for rounds in range(1, full + 1):
        made = make("individual", tables=players // 4, boards=3 * rounds, rounds=rounds)
        wrong, partners, opponents = judge_individual(made.session())
        assert wrong == []
        assert max(partners.values()) == 1
        assert max(opponents.values()) <= 2
    assert len(partners) == len(opponents) == players * full // 2
    assert set(opponents.values()) == {2}


EVERY = [
    *("mitchell --tables 7 --boards 28", "mitchell --tables 8 --boards 21 --missing-pair NS3"),
    *(
        "mitchell --tables 9 --boards 27 --switches 0 --missing-pair EW2",
        "howell --tables 2 --boards 24",
    ),
    *("share-and-relay --tables 6 --boards 24", "howell --tables 5 --boards 24 --missing-pair EW1"),
    *("howell --tables 14 --boards 26", "mitchell --tables 40 --boards 26"),
    *(
        "teams --tables 3 --boards 24",
        "teams --tables 8 --boards 28",
        "teams --tables 24 --boards 46",
    ),
    *("individual --tables 2 --boards 21", "individual --tables 4 --boards 30"),
]
HOLDS_NOT = ("winners", "scoring_type", "group", "mates", "south", "west")
"""Fields that BMInput.txt has no place for; they are named."""


@pytest.mark.parametrize("words", EVERY)
def test_every_format_takes_what_is_made(words, tmp_path):
    session = quick("movement", "make", *words.split())
    assert (session.code, without_rounds(session.err)) == (0, [])
    checked = quick("check", stdin=session.out)
    assert (checked.code, [x for x in checked.out.decode().splitlines() if x[:4] != "info"]) == (
        0,
        ["stdin: no errors, no warnings"],
    )
    named = ("--computer", "CLUB-PC")
    bws = quick("to", "bws", *named, "-o", tmp_path / "next.bws", stdin=session.out)
    assert (bws.code, [x for x in bws.err.splitlines() if "session-made" not in x]) == (0, [])
    assert quick("check", tmp_path / "next.bws").out.endswith(b"no errors, no warnings\n")
    text = quick("to", "bminput", stdin=session.out)
    lost = [x for x in text.err.split("field-lost: ")[-1].split(" left out")[0].split(", ") if x]
    assert text.code == 0
    assert [x for x in lost if not any(name in x for name in HOLDS_NOT)] == []
    dto = quick("to", "dto", "--date", "2026-11-17", stdin=session.out)
    losses = [x for x in dto.err.splitlines() if "bmconv: repair" not in x]
    # South and West go into a document only with the players' numbers
    named = "individual: 1 section sent without South and West: not all players are known"
    expected = [f"bmconv: loss {named} (section A)"] if words.startswith("individual") else []
    assert (dto.code, losses) == (0, expected)


@pytest.mark.parametrize("words", EVERY)
def test_bridge_gem_takes_what_is_made_and_gives_the_same_session(words, tmp_path):
    name = tmp_path / "M00001.mvt"
    done = quick("movement", "make", *words.split(), "-o", name)
    if words.startswith("individual"):
        assert (done.code, "individual-lost" in done.err) == (0, True)
        name = tmp_path / "made.jsonl"
        quick("movement", "make", *words.split(), "--as", "movement", "-o", name)
    else:
        assert (done.code, without_rounds(done.err)) == (0, [])
    assert quick("movement", "check", name).code == 0
    made = quick("movement", "make", *words.split()).out
    rounds = {line for line in made.splitlines() if b'"round","section"' in line}
    per_set = make(*arguments(words)[0], **arguments(words)[1]).boards_per_set
    again = quick("movement", "apply", "--boards-per-set", str(per_set), name).out
    applied = {line for line in again.splitlines() if b'"round","section"' in line}
    plain = {line.split(b',"mates')[0].rstrip(b"}") for line in rounds}
    assert plain == {line.rstrip(b"}") for line in applied}


def without_rounds(printed: str) -> list[str]:
    """What is printed beside the rounds that are left out."""
    return [line for line in printed.splitlines() if " rounds: " not in line]


def arguments(words: str) -> tuple[list[str], dict]:
    """The words of a command as arguments of make."""
    kind, *options = words.split()
    pairs = zip(options[::2], options[1::2], strict=True)
    names = ((name[2:].replace("-", "_"), value) for name, value in pairs)
    return [kind], {name: int(v) if v.isdecimal() else v for name, v in names}


def test_a_pair_is_named_alike_when_a_movement_is_applied(tmp_path):
    library = tmp_path / "made.jsonl"
    quick("movement", "make", "mitchell", "--tables", "5", "--boards", "20", "--as", "movement",
          "-o", library)  # fmt: skip
    words = ("movement", "apply", library, "--boards-per-set", "4", "--missing-pair")
    by_place, by_number = quick(*words, "EW3"), quick(*words, "8")
    assert b'"missing_pair":8' in by_place.out
    assert by_place.out == by_number.out
    assert "--missing-pair EW6: 5T 5R 1W Mitchell has no such pair" in quick(*words, "EW6").err


def test_the_matches_of_a_round_robin_are_scored():
    records = list(make("teams", tables=5, boards=10).session())
    results = []
    for r in records:
        if type(r).__name__ == "Round" and r.ns_pair and r.ew_pair:
            better = r.ns_pair > r.ew_pair  # the higher number makes its game
            results += [
                Result(section=1, table=r.table, round=r.round, board=board, pair_ns=r.ns_pair,
                       pair_ew=r.ew_pair, declarer="N", declarer_pair=r.ns_pair, contract="4 S",
                       result="=" if better else "-1")
                for board in range(r.low_board, r.high_board + 1)
            ]  # fmt: skip
    data = b"".join(bmconv.io.stream.encode_lines([*records, *results]))
    done = quick("rank", "-q", stdin=data)
    places = [line for line in done.out.splitlines() if b'"ranking"' in line]
    assert [bmconv.io.stream.decode_line(line, "").pair for line in places] == [5, 4, 3, 2, 1]


@pytest.mark.parametrize(
    ("words", "line"),
    [
        # A Howell of 5 tables has 9 rounds, for 10 pairs that meet 9 others.
        ("howell --tables 5 --boards 25",
         "5 of 9 rounds: 25 boards are 5 rounds of 5; --boards 27 plays all"),
        ("howell --tables 5 --boards 24",
         "8 of 9 rounds: 24 boards are 8 rounds of 3; --boards 27 plays all"),
        ("mitchell --tables 7 --boards 24",
         "6 of 7 rounds: 24 boards are 6 rounds of 4; --boards 21 plays all"),
        ("mitchell --tables 8 --boards 24",
         "6 of 7 rounds: 24 boards are 6 rounds of 4; --boards 21 plays all"),
        ("individual --tables 3 --boards 20",
         "10 of 11 rounds: 20 boards are 10 rounds of 2; --boards 22 plays all"),
        ("mitchell --tables 40 --boards 26",
         "13 of 39 rounds: 26 boards are 13 rounds of 2"),  # all of them would be 78 boards
        ("howell --tables 5 --boards 27", ""),
        ("howell --tables 5 --boards 24 --rounds 8", ""),
        ("howell --tables 5 --boards 24 -q", ""),
        ("teams --tables 4 --boards 24", ""),
    ],
)  # fmt: skip
def test_rounds_that_are_left_out_for_the_number_of_boards_are_named(words, line):
    done = quick("movement", "make", *words.split())
    assert (done.code, done.err) == (0, f"bmconv: {line}\n" if line else "")
    if "--boards" in line:
        everything = line.split("--boards ")[1].split()[0]
        again = quick("movement", "make", *words.split()[:-1], everything)
        assert (again.code, again.err) == (0, "")

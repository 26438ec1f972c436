"""A pair that never plays: reported with what to do, and neither missed nor ranked."""

import json
import shlex

import pytest
from msgspec import structs

from bmconv import records as rec
from bmconv.event import Event
from bmconv.event.schedule import Schedule
from bmconv.io.stream import encode_lines
from tests.helpers.checking import findings, play, run
from tests.helpers.running import quick
from tests.helpers.sessions import by_pair, rank_records, result_with_score
from tests.reports.test_text import report

HOWELL = [
    *((1, 1, 2), (1, 3, 4), (1, 5, 6), (2, 1, 4), (2, 3, 5), (2, 2, 6), (3, 4, 5), (3, 2, 3)),
    *((3, 1, 6), (4, 1, 5), (4, 4, 2), (4, 6, 3), (5, 1, 3), (5, 5, 2), (5, 6, 4)),
]
"""Six pairs, five rounds: (round, N-S, E-W). In round n everybody plays board n."""
MITCHELL = [(turn, ns, (ns - turn) % 4 + 1) for turn in range(1, 5) for ns in range(1, 5)]
"""Four pairs on each side, called 1 to 4 on both."""

DECLARE = "bmconv set FILE 'section[A].missing_pair=6' -o NEW"
DECLARE_SIDE = "bmconv set FILE 'section[A].missing_pair=4' 'section[A].missing_side=EW' -o NEW"


def movement(meetings, section=1):
    tables: dict[int, int] = {}
    rounds = []
    for turn, ns, ew in meetings:
        tables[turn] = tables.get(turn, 0) + 1
        rounds.append(play(tables[turn], turn, ns, ew, turn, turn, section=section))
    return rounds


def results(rounds, without=(), **more):
    """The first table of a round to be entered has +50, the others 0."""
    first: set[int] = set()
    entered = []
    for r in rounds:
        if r.ns_pair in without or r.ew_pair in without:
            continue
        score = 0 if r.round in first else 50
        first.add(r.round)
        at = {"section": r.section, "table": r.table, "round": r.round} | more
        entered.append(result_with_score(r.low_board, r.ns_pair, r.ew_pair, score, **at))
    return entered


def night(meetings, entered, **section):
    fields = {"id": 1, "letter": "A", "missing_pair": 0} | section
    return [rec.Section(**fields), *movement(meetings), *entered]


def phantom(**section):
    """A Howell in which pair 6 never came, and is not declared missing."""
    return night(HOWELL, results(movement(HOWELL), without=(6,)), **section)


def half_mitchell(**section):
    """A Mitchell without E-W 4, while there is a N-S 4."""
    rounds = [r for r in movement(MITCHELL) if r.ew_pair != 4]
    return night(MITCHELL, results(rounds), **section)


def never_plays(records):
    return [(f[0], f[2], f[3]) for f in findings(records) if f[1] == "pair-never-plays"]


def test_results_of_a_pair_that_never_plays_are_not_missing():
    code, text = run("missing", phantom())
    told = "section A: pair 6 has no result anywhere and is taken as missing; declare it with "
    assert (code, text) == (0, f"{told}{DECLARE}\nstdin: none of 10 results missing\n")
    answer = json.loads(run("missing", phantom(), "--json")[1])
    assert answer == {
        "expected": 10,
        "entered": 10,
        "missing": 0,
        "tables": [],
        "absent": [
            {
                "section": 1,
                "letter": "A",
                "pair": 6,
                "taken_as_missing": True,
                "command": DECLARE,
            }
        ],
    }


def test_the_ranking_is_that_of_the_pairs_that_play():
    # Two scores on each board: 2 for +50, 0 for 0. On paper, of 8 each:
    # 1 wins all; 2 wins rounds 4 and 5, 4 rounds 1 and 3; 3 has round 3, 5 round 2.
    everybody = {1: (8, 1), 2: (4, 2), 4: (4, 2), 3: (2, 4), 5: (2, 4)}
    found, notes = rank_records(phantom())
    assert {r.pair: (r.total, r.place) for r in found.rankings()} == everybody
    assert {(r.boards, r.maximum, r.extra) for r in found.rankings()} == {(4, 8, None)}
    assert [(note.level, note.code) for note in notes] == [("repair", "pair-never-plays")]
    declared, notes = rank_records(phantom(missing_pair=6))
    assert (list(declared.rankings()), notes) == (list(found.rankings()), [])


def test_the_report_names_the_pair_and_is_not_provisional():
    done = quick("rank", "--report", "--parts", "ranking", stdin=b"".join(encode_lines(phantom())))
    lines = done.out.decode().splitlines()
    how = "matchpoints 2/1/0, Neuberg, 2 scores on a board, one winner (pairs change sides)"
    assert lines[0] == f"Section A: {how}"
    told = "Section A: pair 6 has no result anywhere and is taken as missing; declare it with "
    assert lines[1:4] == [f"{told}{DECLARE}", "", "Section A: ranking"]
    assert "provisional" not in done.out.decode()
    assert "pair-never-plays" not in "".join(report(phantom(missing_pair=6)))


def test_check_names_the_pair_and_the_command():
    assert never_plays(phantom()) == [("warning", "section A", f"pair 6: {DECLARE}")]
    assert never_plays(half_mitchell()) == [("warning", "section A", f"pair EW 4: {DECLARE_SIDE}")]
    code, text = run("check", half_mitchell())
    assert (code, DECLARE_SIDE in text) == (0, True)


@pytest.mark.parametrize("name", ["new.jsonl", "new.bws"])
@pytest.mark.parametrize(("records", "pairs"), [(phantom, 5), (half_mitchell, 7)])
def test_the_command_declares_it(records, pairs, name, tmp_path):
    (tmp_path / "file.jsonl").write_bytes(b"".join(encode_lines(records())))
    command = Schedule(Event(records())).absent[1].command
    files = {"FILE": str(tmp_path / "file.jsonl"), "NEW": str(tmp_path / name)}
    words = [files.get(word, word) for word in shlex.split(command)]
    new = tmp_path / name
    assert quick(*words[1:]).code == 0
    done = quick("missing", new)
    assert done.code == 0
    assert b"no result" not in done.out
    assert b"pair-never-plays" not in quick("check", new).out
    done = quick("rank", new)
    assert (done.out.count(b'"type":"ranking"'), b"provisional" in done.out) == (pairs, False)
    assert "pair-never-plays" not in done.err


def test_with_two_winners_only_the_pair_of_that_side_is_left_out():
    found, _ = rank_records(half_mitchell())
    assert set(by_pair(found)) == {
        *((1, "NS", n) for n in (1, 2, 3, 4)),
        *((1, "EW", n) for n in (1, 2, 3)),
    }
    # four boards with three scores each, so a top of 4
    assert {r.maximum for r in found.rankings() if r.direction == "EW"} == {16}


def test_said_to_have_two_winners_a_pair_of_both_sides_is_one_number():
    (absent,) = Schedule(Event(phantom(winners=2))).absent.values()
    assert (absent.side, absent.number, absent.command) == ("", 6, DECLARE)


def test_a_side_declared_for_another_pair_is_taken_back():
    command = Schedule(Event(phantom(missing_pair=9, missing_side="EW"))).absent[1].command
    words = "'section[A].missing_pair=6' 'section[A].missing_side='"
    assert command == f"bmconv set FILE {words} -o NEW"


@pytest.mark.parametrize("entered", range(10))
def test_a_session_under_way_has_no_pair_that_never_plays(entered):
    """It is pointed out after two whole rounds, as soon as the third has begun."""
    records = phantom()[: 16 + entered]
    assert run("missing", records)[1].endswith(f": {15 - entered} of 15 results missing\n")
    assert [level for level, *_ in never_plays(records)] == (["info"] if entered > 4 else [])
    assert rank_records(records)[1] == []


@pytest.mark.parametrize("records", [phantom(), phantom()[: 16 + 6]])
def test_a_page_for_people_names_no_command(records):
    page = quick("to", "html", stdin=b"".join(encode_lines(records))).out.decode()
    assert "pair 6 has no result " in page
    assert ("results missing" in page) is (len(records) == 16 + 6)
    assert not any(words in page for words in ("bmconv missing", "bmconv set"))


def test_halfway_a_pair_without_results_is_told_and_still_missed():
    # Rounds 1 to 3 are over, two tables each: 6 of 10 results of pairs that are there.
    records = phantom()[: 16 + 6]
    code, text = run("missing", records)
    told = f"section A: pair 6 has no result so far; if missing, declare it with {DECLARE}\n"
    assert code == 1
    assert text.endswith(f"{told}stdin: 9 of 15 results missing\n")
    assert never_plays(records) == [("info", "section A", f"pair 6: {DECLARE}")]


def test_two_pairs_without_results_are_missed():
    records = night(HOWELL, results(movement(HOWELL), without=(5, 6)))
    assert run("missing", records)[1].endswith(": 9 of 15 results missing\n")
    assert never_plays(records) == []


def test_a_pair_whose_only_result_was_erased_has_played():
    gone = result_with_score(1, 5, 6, 0, table=3, round=1, erased=True)
    assert run("missing", [*phantom(), gone])[1].endswith(": 5 of 15 results missing\n")


def test_a_result_without_table_and_round_is_that_of_its_pairs():
    def missing(**place):
        entered = [structs.replace(r, **place) for r in results(movement(MITCHELL))]
        return Schedule(Event(night(MITCHELL, entered))).missing[1]

    assert (missing(), missing(table=None, round=None)) == (0, 0)
    assert (missing(table=None), missing(round=None)) == (16, 16)


@pytest.mark.parametrize("known", ["pair_ns", "pair_ew"])
def test_a_result_with_one_pair_is_that_of_the_other_pair_at_the_table_too(known):
    other = {"pair_ns": "pair_ew", "pair_ew": "pair_ns"}[known]
    (played,) = (r for r in results(movement(HOWELL)) if (r.pair_ns, r.pair_ew) == (1, 6))
    entered = structs.replace(played, **{other: None})
    assert Schedule(Event([*phantom(), entered])).absent == {}


def test_rounds_of_a_missing_pair_are_sit_outs_declared_or_not():
    for records in (phantom(), phantom(missing_pair=6)):
        schedule = Schedule(Event(records))
        turns = [r for r in schedule.event.of(rec.Round) if not schedule.sits_out(r)]
        assert [(r.round, r.ns_pair, r.ew_pair) for r in turns] == [
            meeting for meeting in HOWELL if 6 not in meeting[1:]
        ]
        assert schedule.playing() == turns
        boards = {(e.round, e.sitting.ns_pair, e.sitting.ew_pair): e.boards
                  for e in schedule.expected}  # fmt: skip
        assert boards == {meeting: int(6 not in meeting[1:]) for meeting in HOWELL}


def test_a_pair_late_in_its_only_round_is_waited_for():
    # Pair 5 sits out in round 1 and is still at work in round 2.
    rounds = [(1, 1, 2), (1, 3, 4), (2, 1, 5), (2, 2, 3)]
    records = night(rounds, results(movement(rounds), without=(5,)))
    assert run("missing", records)[1].endswith(": 1 of 4 results missing\n")


def test_a_stray_round_with_a_pair_that_is_not_there():
    stray = [at for at in HOWELL if at[0] == 2]
    records = night(stray, [])
    records += [
        result_with_score(turn, ns, ew, 0, table=table, round=turn)
        for table, (turn, ns, ew) in enumerate(HOWELL)
        if 6 not in (ns, ew)
    ]
    for result in records[4:]:  # where the movement has them
        if result.round == 2:
            result.table = 1 if result.pair_ns == 1 else 2
    assert run("missing", records)[0] == 0
    found, notes = rank_records(records)
    assert sorted(r.pair for r in found.rankings()) == [1, 2, 3, 4, 5]
    assert {note.code for note in notes} == {"winners-by-results", "pair-never-plays"}


def test_without_a_section_record_there_is_nothing_to_set():
    (absent,) = Schedule(Event(phantom()[1:])).absent.values()
    assert (absent.is_certain, absent.command) == (True, "")
    assert absent.message() == "pair 6 has no result anywhere and is taken as missing"
    assert never_plays(phantom()[1:]) == [("warning", "section A", "pair 6")]


def test_a_section_whose_letter_is_not_its_own_is_named_by_its_id():
    twin = rec.Section(id=2, letter="A")
    assert "'section[1].missing_pair=6'" in Schedule(Event([*phantom(), twin])).absent[1].command


def test_odd_records_are_no_trouble():
    odd = [
        rec.Section(id=None, letter="?", missing_pair=-1),
        rec.Round(),
        rec.Round(section=-1, table=10**9, round=-3, ns_pair=-3, ew_pair=10**9, low_board=1),
        play(1, 1, 1, 2, 1, 2, section=None),
        play(1, 2, 1, -2, 3, 4, section=None),
        play(1, 3, 1, -2, 5, 6, section=None),
        rec.Result(),
        rec.Result(board=1, pair_ns=1, pair_ew=2, round=10**9),
    ]
    for command in ("missing", "check", "rank"):
        for words in ([], ["--json"] if command != "rank" else ["--report"]):
            assert quick(command, *words, stdin=b"".join(encode_lines(odd))).code in (0, 1)


def test_a_missing_result_cannot_be_changed_by_mistake():
    event = Event(
        [rec.Round(section=1, table=1, round=1, ns_pair=1, ew_pair=2, low_board=1, high_board=1)]
    )
    (missing,) = Schedule(event).missing_results()
    with pytest.raises(AttributeError):
        missing.board = 7
    assert missing.board == 1

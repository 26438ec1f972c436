"""`bmconv set` on results: named by board and pair, with what follows from a change."""

import json
from unittest import mock

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bmconv
from benchmarks import data
from bmconv.errors import DataError, for_shell
from bmconv.filters.assignments import parse_assignments
from bmconv.filters.set import set_values
from bmconv.io.stream import encode_lines
from bmconv.records import Result, Section
from tests.helpers.filtering import filter_records, lines
from tests.helpers.running import ROOT, quick, run_measuring_memory

NIGHT = ROOT / "formats/bws/samples/night.bws"
"""Board 4 (all vulnerable): A2 round 1 N-S 2, A1 round 2 N-S 1 with 4 H= by E, A3 round 3 N-S 3."""


def changed(*words: str, of=NIGHT) -> tuple[str, list[dict]]:
    """What is printed, and the results that were changed."""
    before = [json.loads(line) for line in quick("from", "bws", of).out.splitlines()]
    done = quick("set", of, *words)
    assert done.code == 0, done.err
    after = [json.loads(line) for line in done.out.splitlines()]
    return done.err, [record for record in after if record not in before]


@pytest.mark.parametrize(
    "name",
    [
        "A board 4 NS 1", "board 4 NS 1", "board 4 table 1", "A1 round 2 board 4", "A1,2,4",
        "board 4 ew 3 ns 1", "N-S 1 board 4", "board=4 table=A1", "section A, board 4, E-W 3",
        "id=13 board 4", "table 1 round 2 board 4",
    ],
)  # fmt: skip
def test_a_result_is_named_by_what_the_traveller_shows(name):
    if name.startswith("id"):
        rows = bmconv.read(NIGHT).of(Result)
        (id_,) = (r.id for r in rows if (r.table, r.round, r.board) == (1, 2, 4))
        name = f"id={id_} board 4"
    text, (result,) = changed(f"result[{name}].contract=3 NT")
    assert (result["table"], result["round"], result["board"]) == (1, 2, 4)
    assert result["contract"] == "3 NT"
    assert text == (
        "bmconv: A1 round 2 board 4: 4 H= by E → 3 NT= by E, N-S -620 → -600; no place changes\n"
    )


def refused(*words: str, of=NIGHT) -> str:
    """The one line with which a change is refused."""
    done = quick("set", of, *words)
    assert done.code in (1, 2)
    assert done.err.count("\n") == 1
    return done.err.removeprefix(f"bmconv: {words[0]!r}: ").rstrip("\n")


def test_a_bare_number_is_not_a_name():
    assert refused("result[14].contract=3 NT") == (
        "14 can be a board or the id of an entry: write result[board 14 NS 5] or result[id=14]"
    )


def test_several_results_are_listed_or_all_are_changed():
    listed = "A2 round 1 board 4 NS 2, A1 round 2 board 4 NS 1, A3 round 3 board 4 NS 3"
    assert refused("result[board 4].contract=3 NT") == (
        f"3 results match: {listed}; name one of them, or change all with --all"
    )
    assert refused("result[board 4 NS 9].contract=3 NT") == (
        f"there is no result board 4 NS 9 in the input; on board 4 there are {listed}"
    )
    assert refused("result[board 40].contract=3 NT") == (
        "there is no result board 40 in the input; boards 1 to 6 have results"
    )
    text, results = changed("result[board 4].lead_card=SA", "--all")
    assert ([r["board"] for r in results], "3 records changed" in text) == ([4, 4, 4], True)
    assert refused("result.contract=3 NT").startswith("20 results match: ")
    with pytest.raises(DataError, match="or change all with all"):
        bmconv.set(NIGHT, "result[board 4].lead_card=SA")
    event = bmconv.set(NIGHT, "result[board 4].lead_card=SA", all=True)
    assert [r.lead_card for r in event.standing_results() if r.board == 4] == ["SA"] * 3


def test_the_effect_on_the_ranking_is_printed():
    # N-S 1 gets a top on board 4 instead of a bottom: 6 + 4 of 20 is 50 %, more than 47.92.
    text, _ = changed("result[board 4 NS 1].declarer=N", "result[board 4 NS 1].contract=6 H")
    assert text == (
        "bmconv: A1 round 2 board 4: 4 H= by E → 6 H= by N, N-S -620 → 1430; "
        "N-S pair 1 from 3rd to 2nd, N-S pair 2 from 2nd to 3rd\n"
    )


def test_an_award_takes_the_place_of_the_contract_as_the_guide_has_it():
    text, (result,) = changed("result[board 4 NS 1].remarks=a+/a-")
    assert "4 H= by E → 60 % to N-S, 40 % to E-W; " in text
    assert (result["remarks"], "contract" in result, "result" in result) == (
        "60%-40%", False, False,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("score=600", "4 H= by E is -620 to N-S and counts: set contract, result or declarer of "
         "result[board 4 NS 1]"),
        ("contract=60/40", "an award is a remark: result[board 4 NS 1].remarks=60/40"),
        ("award=60/40", "an award is a remark: result[board 4 NS 1].remarks=60/40"),
        ("remarks=70/30", "expected 70%/30% or 70/30 points, N-S first"),
        ("remarks=A-A+", "expected an award such as 60/40, 70%/30%, A+/A-, ave, +620/-650 or "
         "+3/-3 points, N-S first; a penalty goes into the file of rank --adjust"),
        ("contract=3NT-1", "contract and tricks are two fields: "
         + for_shell("result[board 4 NS 1].contract=3NT", "result[board 4 NS 1].result=-1")),
        ("penalty=10%", "a penalty goes into a CSV file for bmconv rank --adjust, with the columns "
         "section,pair,direction,penalty"),
        ("contract=", "the result would count for nobody: expected remarks=Not played, an award, "
         "or erased=true"),
        ("table=9", "the movement has no round 2 at table 9"),
        ("pair_ns=77", "the movement has no pair 77"),
        ("board=0", "expected 1 or more"),
        ("board=-1", "expected 1 or more"),
        ("board=", "without it the result counts for nobody: give a number, or remove the result "
         "with erased=true"),
        ("pair_ew=0", "expected 1 or more"),
    ],
)  # fmt: skip
def test_a_change_that_cannot_count_is_refused_with_what_to_do(words, answer):
    assert refused(f"result[board 4 NS 1].{words}") == answer


def test_the_number_of_a_board_is_limited_by_the_format_that_is_written(tmp_path):
    done = quick("set", NIGHT, "result[board 4 NS 1].board=0", "-o", tmp_path / "wrong.bws")
    assert (done.code, done.err.endswith(".board=0': expected 1 to 127\n")) == (2, True)


def test_a_contract_beside_a_remark_that_counts_is_refused(tmp_path):
    target, file = "result[board 4 NS 1]", tmp_path / "unplayed.bws"
    assert quick("set", NIGHT, f"{target}.remarks=Not played", "-o", file).code == 0
    assert refused(f"{target}.contract=3 NT", of=file) == (
        f"the remark 'Not played' replaces it: add '{target}.remarks='"
    )
    text, _ = changed(
        f"{target}.contract=3 NT", f"{target}.result=-1", f"{target}.remarks=", of=file
    )
    assert "not played → 3 NT-1 by E" in text


def test_a_remark_can_be_taken_away_before_the_contract_is_known(tmp_path):
    target, file = "result[board 4 NS 1]", tmp_path / "unplayed.bws"
    assert quick("set", NIGHT, f"{target}.remarks=Not played", "-o", file).code == 0
    text, (result,) = changed(f"{target}.remarks=", of=file)
    assert text.startswith("bmconv: A1 round 2 board 4: not played → no contract; ")
    assert "remarks" not in result


def test_an_entry_that_was_corrected_is_not_the_result():
    entries = [
        {"type": "result", "id": n, "section": 1, "table": 1, "round": 1, "board": 1, "pair_ns": 1,
         "pair_ew": 2, "declarer": "N", "contract": "4 S", "result": r}
        for n, r in ((1, "="), (2, "+1"))
    ]  # fmt: skip
    done = quick("set", "result[id=1].contract=3 NT", stdin=lines(*entries))
    assert done.err == (
        "bmconv: 'result[id=1].contract=3 NT': this entry was corrected later: "
        "name A1 round 1 board 1 NS 1\n"
    )


MOVEMENT = [
    {"type": "round", "section": 1, "table": t, "round": 1, "ns_pair": t, "ew_pair": t + 10,
     "low_board": 1, "high_board": 2}
    for t in (1, 2)
]  # fmt: skip


def entry(number: int, table: int, tricks: str) -> dict:
    return {
        "type": "result", "id": number, "section": 1, "table": table, "round": 1, "board": 1,
        "pair_ns": table, "pair_ew": table + 10, "declarer": "E", "declarer_pair": table + 10,
        "contract": "4 S", "result": tricks,
    }  # fmt: skip


def test_a_result_at_the_wrong_table_moves_with_its_history_and_gets_the_pairs_there():
    done = quick(
        *("set", "-q", "result[A1 round 1 board 1].table=2"),
        stdin=lines(*MOVEMENT, entry(1, 1, "="), entry(2, 1, "+1")),
    )
    assert [json.loads(line) for line in done.out.splitlines()][2:] == [
        entry(1, 1, "=") | {"table": 2, "pair_ns": 2, "pair_ew": 12},
        entry(2, 1, "+1") | {"table": 2, "pair_ns": 2, "pair_ew": 12, "declarer_pair": 12},
    ]


def test_two_results_change_tables_only_together():
    stream = lines(*MOVEMENT, entry(1, 1, "="), entry(2, 2, "+1"))
    one = quick("set", "result[A1 round 1 board 1].table=2", stdin=stream)
    assert one.err == (
        "bmconv: A2 round 1 board 1 has a result already: to swap the two add "
        "'result[A2 round 1 board 1].table=1', or first remove it with "
        "'result[A2 round 1 board 1].erased=true'\n"
    )
    words = [f"result[A{t} round 1 board 1].table={3 - t}" for t in (1, 2)]
    both = quick("set", *words, stdin=stream)
    results = [json.loads(line) for line in both.out.splitlines()][2:]
    assert [(r["table"], r["pair_ns"], r["result"]) for r in results] == [(2, 2, "="), (1, 1, "+1")]


def test_a_wrong_direction_exchanges_the_pairs():
    text, (result,) = changed("result[board 4 NS 1].remarks=wrong direction")
    assert (result["remarks"], result["declarer_pair"]) == ("Wrong direction", 1)
    assert text == (
        "bmconv: A1 round 2 board 4: 4 H= by E → 4 H= by E, wrong direction, NS 1 counts as E-W, "
        "EW 3 as N-S; N-S pair 1 from 3rd to 2nd, N-S pair 2 from 2nd to 3rd\n"
    )


def test_a_right_direction_again_and_a_passed_board_name_the_pairs_too():
    turned = quick("set", NIGHT, "result[board 4 NS 1].remarks=Wrong direction", "-q").out
    done = quick("set", "result[A1 round 2 board 4].remarks=", stdin=turned)
    back = "4 H= by E, wrong direction → 4 H= by E, NS 1 counts as N-S, EW 3 as E-W; "
    assert back in done.err
    text, _ = changed("result[board 5 NS 2].remarks=Wrong direction")
    assert "A2 round 2 board 5: NS 2 counts as E-W, EW 1 as N-S; no place changes" in text


TWO_SECTIONS = [
    {"type": "section", "id": 4, "letter": "A"},
    {"type": "section", "id": 5, "letter": "B"},
]
IN_A = {
    "type": "result", "section": 4, "table": 1, "round": 1, "board": 1, "pair_ns": 1, "pair_ew": 2,
    "declarer": "N", "contract": "3 NT", "result": "=",
}  # fmt: skip


@pytest.mark.parametrize("section", ["B", "b", "5"])
def test_a_section_is_given_by_its_letter_or_its_id(section):
    rounds = [
        {"type": "round", "section": s, "table": 1, "round": 1, "ns_pair": 1, "ew_pair": 2}
        for s in (4, 5)
    ]
    words = f"set result[id=3].section={section} round[A1,1].mates_section={section}"
    assert filter_records(words, *TWO_SECTIONS, IN_A | {"id": 3}, *rounds) == [
        *TWO_SECTIONS, IN_A | {"id": 3, "section": 5}, rounds[0] | {"mates_section": 5}, rounds[1]
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("section", "message"),
    [
        ("C", "no section 'C'; the sections are A (4), B (5)"),
        ("?", "expected the letter or id of a section"),
    ],
)
def test_a_section_that_does_not_exist_is_refused(section, message):
    word = f"result[board 1 NS 1].section={section}"
    done = quick("set", word, stdin=lines(*TWO_SECTIONS, IN_A))
    assert (done.code, done.err) == (2, f"bmconv: {word!r}: {message}\n")


def test_the_same_value_again_changes_nothing():
    assert changed("result[board 4 NS 1].contract=4H") == (
        "bmconv: nothing changes: the values are there already\n", [],
    )  # fmt: skip


def test_show_has_the_table_and_round_of_every_result():
    shown = quick("show", NIGHT, "--board", "4").out.decode().splitlines()
    assert shown[3].split()[:4] == ["Table", "Round", "NS", "EW"]
    assert [line.split()[:3] for line in shown[4:7]] == [
        ["2", "1", "2"], ["3", "3", "3"], ["1", "2", "1"],
    ]  # fmt: skip


def test_a_board_that_is_not_played_there_and_a_remark_that_is_no_award_are_pointed_out():
    # Table 1 plays boards 3 and 4 in round 2.
    text, _ = changed("result[A1 round 2 board 4].board=6")
    assert ": board 4 → 6 (in round 2 table 1 has boards 3-4); " in text
    text, _ = changed("result[A1 round 2 board 4].pair_ns=2")
    assert ": pair_ns 1 → 2 (in round 2 table 1 has NS 1 and EW 3)" in text
    text, _ = changed("result[A1 round 2 board 4].remarks=sixty forty")
    assert ': remarks nothing → "sixty forty" (not an award: the contract counts); ' in text
    for remark in ("60/40", "Wrong direction", "Not played"):
        text, _ = changed(f"result[A1 round 2 board 4].remarks={remark}")
        assert "(" not in text


@pytest.mark.parametrize(
    ("remark", "nearest"),
    [
        ("wrong", "Wrong direction"),
        ("Wrong dir", "Wrong direction"),
        ("not palyed", "Not played"),
        ("arbitral", "Arbitral score"),
    ],
)
def test_a_remark_that_is_nearly_a_special_one_is_answered_with_that(remark, nearest):
    text, _ = changed(f"result[A1 round 2 board 4].remarks={remark}")
    assert f"the contract counts; the nearest special remark is '{nearest}'); " in text


def test_tricks_or_a_declarer_alone_are_refused_for_a_board_that_is_passed_out():
    name = "result[board 5 NS 2]"
    assert refused(f"{name}.result=+2") == (
        f"the board is passed out: to change that, add '{name}.contract=...' '{name}.declarer=...'"
    )
    assert refused(f"{name}.result=+2", f"{name}.declarer=N").endswith(f"add '{name}.contract=...'")
    text, _ = changed(f"{name}.contract=4S", f"{name}.result=+2", f"{name}.declarer=N")
    assert ": passed out → 4 S+2 by N" in text


def test_a_change_without_quotes_is_shown_with_them():
    assert refused("result[board", "4", "NS", "1].contract=3", "NT") == (
        "bmconv: put each change in quotes, for the shell: "
        + for_shell("result[board 4 NS 1].contract=3 NT")
    )
    done = quick("set", "result[board", "4].contract=3")
    assert done.err.startswith("bmconv: put each change in quotes")


PLACES = st.builds(
    Result,
    id=st.integers(1, 4),
    section=st.integers(1, 2),
    table=st.integers(1, 2),
    round=st.integers(1, 2),
    board=st.sampled_from([1, 2, 3, None]),
    pair_ns=st.integers(1, 2),
    pair_ew=st.integers(3, 4),
    declarer=st.sampled_from("NE"),
    contract=st.just("1 NT"),
    result=st.just("="),
    erased=st.booleans(),
)
SECTIONS = [Section(id=1, letter="A"), Section(id=2, letter="B")]
NAMES = st.sampled_from(
    ["A board 1 NS 1", "board 2", "id=3", "B", "A1 round 2", "pair 3", "board 9", "A1,1,2"]
)
CHANGES = st.sampled_from(
    ["result=+1", "board=2", "board=9", "table=2", "erased=true", "pair_ns=2"]
)


@given(st.lists(PLACES, max_size=6), NAMES, CHANGES, st.booleans(), st.booleans())
def test_the_boards_that_are_named_decide_as_all_results_would(results, name, change, all, late):
    records = [*results, *SECTIONS] if late else [*SECTIONS, *results]
    assignments = parse_assignments([f"result[{name}].{change}"])

    def outcome():
        try:
            return [*set_values(lambda: iter(records), assignments, all_matches=all)]
        except DataError as error:
            return str(error)

    by_board = outcome()
    with mock.patch("bmconv.filters.set._boards", return_value=None):
        assert by_board == outcome()


def test_a_change_in_a_long_stream_takes_little_memory():
    stream = b"".join(encode_lines(data.results(60_000)))
    done, megabytes = run_measuring_memory(
        "set", "result[A1 round 1 board 1].result=-1", stdin=stream
    )
    assert done.code == 0
    assert "; places are not compared with more than 50,000 records\n" in done.err
    changed = [a != b for a, b in zip(stream.splitlines(), done.out.splitlines(), strict=True)]
    assert sum(changed) == 1
    assert megabytes < 60


@pytest.mark.parametrize(
    ("word", "lacking"),
    [("result[board 4 NS 1.result=-1", "]"), ("result[board 4 NS 1].result -1", "=")],
)
def test_a_sign_that_is_missing_is_named(word, lacking):
    done = quick("set", NIGHT, word)
    assert (done.code, f"the {lacking} is missing; expected TYPE.FIELD=VALUE" in done.err) == (
        2,
        True,
    )


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("A1 round 1 board 5", "in round 1 table A1 has boards 1-2"),
        ("A1 round 9 board 5", "there are rounds 1-3"),
        ("A9 round 1 board 5", "there are tables 1-3"),
    ],
)
def test_what_the_movement_has_instead_is_named(name, hint):
    done = quick("set", NIGHT, f"result[{name}].contract=PASS")
    there = f"there is no result {name} in the input; {hint}\n"
    assert (done.code, done.err.endswith(there)) == (1, True)


def test_an_erased_entry_that_was_corrected_later_is_not_brought_back():
    done = quick("set", NIGHT, "result[id=19].erased=false")
    message = "this entry was corrected later: name A3 round 3 board 4 NS 3\n"
    assert (done.code, done.err) == (1, f"bmconv: 'result[id=19].erased=false': {message}")


def test_swapped_pairs_of_two_lines_can_be_a_wrong_direction():
    name = "result[A1 round 2 board 3]"
    first = quick("set", NIGHT, f"{name}.pair_ns=3", f"{name}.pair_ew=1").err.partition(");")[0]
    hint = "if they only sat the wrong way round, set remarks=Wrong direction"
    assert first.endswith(f"(in round 2 table 1 has NS 1 and EW 3; {hint}")


def test_only_a_change_of_pairs_is_compared_with_the_pairs_of_the_movement(tmp_path):
    target, file = "result[A1 round 2 board 4]", tmp_path / "other.bws"
    done = quick("set", NIGHT, f"{target}.pair_ns=2", "-o", file)
    assert "pair_ns 1 → 2 (in round 2 table 1 has NS 1 and EW 3); " in done.err
    text, _ = changed(f"{target}.contract=5 H", of=file)
    assert "table 1 has" not in text

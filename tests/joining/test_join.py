"""Joining files: results that several files have, sections of one letter, players of one number."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bmconv.io.stream import encode
from bmconv.records import Record
from bmconv.schema import fields
from tests.helpers import strategies as some
from tests.helpers.running import quick

SECTION = {"type": "section", "id": 1, "letter": "A"}
PLAYED = {"type": "result", "section": 1, "board": 7, "pair_ns": 3, "pair_ew": 4}
FULL = PLAYED | {"id": 1, "table": 2, "round": 1, "declarer": "N", "contract": "4 S", "result": "="}


def written(folder: Path, **files: list[dict[str, Any]]) -> list[str]:
    """The names of files, each with the records given."""
    for name, records in files.items():
        text = "".join(json.dumps(record) + "\n" for record in records)
        (folder / f"{name}.jsonl").write_text(text, encoding="utf-8")
    return [(folder / f"{name}.jsonl").as_posix() for name in files]


def joined(folder: Path, *options: str, **files: list[dict[str, Any]]) -> tuple[list[Any], str]:
    """What join makes of files, and its messages; `{}` in an option is the folder."""
    names = written(folder, **files)
    done = quick("join", *names, *(o.replace("{}", folder.as_posix()) for o in options))
    assert done.code == 0, done.err
    return [json.loads(line) for line in done.out.splitlines()], done.err


def refused(folder: Path, *options: str, **files: list[dict[str, Any]]) -> str:
    names = written(folder, **files)
    target = folder / "both.jsonl"
    filled = [o.replace("{}", folder.as_posix()) for o in options]
    done = quick("join", *names, "-o", str(target), *filled)
    assert (done.out, target.exists(), done.err.count("\n")) == (b"", False, 1)
    return f"{done.code} {done.err}".replace(folder.as_posix(), "").replace("/", "")


def test_a_night_joined_with_its_own_score_table_has_its_results_once(tmp_path, club_night):
    night = club_night
    hands = tmp_path / "hands.pbn"
    assert quick("convert", str(night), str(hands), "-q").code == 0
    alone = quick("join", str(night))
    for files in ((night, hands), (hands, night), (night, night)):
        both = quick("join", *map(str, files))
        assert both.out.count(b'{"type":"result"') == alone.out.count(b'{"type":"result"') == 361
        assert (
            quick("rank", "-q", stdin=both.out).out.split(b'{"type":"ranking"')[1:]
            == (quick("rank", "-q", stdin=alone.out).out.split(b'{"type":"ranking"')[1:])
        )


@pytest.mark.parametrize("fuller_first", [True, False])
def test_a_result_of_two_files_knows_what_both_know(tmp_path, fuller_first):
    other = PLAYED | {"contract": "4 S", "result": "=", "declarer": "NS", "score": 420}
    first, second = (FULL, other) if fuller_first else (other, FULL)
    assert joined(tmp_path, a=[first], b=[second]) == ([FULL | {"score": 420}], "")


def test_a_seat_is_kept_where_the_fuller_record_has_only_the_side(tmp_path):
    brief = PLAYED | {"contract": "4 S", "result": "=", "declarer": "N"}
    assert joined(tmp_path, a=[brief], b=[FULL | {"declarer": "NS"}]) == ([FULL], "")


def test_where_two_files_differ_the_first_ones_result_stays_with_a_note(tmp_path):
    other = PLAYED | {"contract": "3 NT", "declarer": "N", "result": "+1", "lead_card": "H2"}
    assert joined(tmp_path, a=[FULL], b=[other]) == (
        [FULL],
        "bmconv: loss result-differs: 1 result that two files report differently: the first "
        "file's stays (result A board 7)\n",
    )


PLACE_AND_ENTRY = {
    *("id", "section", "table", "round", "board", "pair_ns", "pair_ew", "date", "time", "extra"),
    *("processed", "processed1", "processed2", "processed3", "processed4", "external_update"),
}
PLAYS = [field for field in fields("result") if field.name not in PLACE_AND_ENTRY]
TEXTS = {"declarer": "E", "contract": "3 NT", "result": "+1", "lead_card": "H2", "remarks": "late"}


@pytest.mark.parametrize("field", PLAYS, ids=lambda field: field.name)
def test_no_field_of_the_play_is_mixed_into_a_different_result(field, tmp_path):
    value = {"int": 1, "float": 1.0, "bool": True, "text": TEXTS.get(field.name, "x")}[field.kind]
    first = PLAYED | {"contract": "4 S"}
    other = PLAYED | {"contract": "3 NT", field.name: value}
    assert joined(tmp_path, a=[first], b=[other])[0] == [first]


def test_an_award_of_one_file_is_never_mixed_with_the_contract_of_another(tmp_path):
    award = PLAYED | {"remarks": "60%-40%"}
    note = (
        "bmconv: loss result-differs: 1 result that two files report differently: the first "
        "file's stays (result A board 7)\n"
    )
    assert joined(tmp_path, a=[award], b=[FULL])[0][0]["remarks"] == "60%-40%"
    assert "contract" not in joined(tmp_path, a=[award], b=[FULL])[0][0]
    found, notes = joined(tmp_path, a=[FULL], b=[award])
    assert (found, notes) == ([FULL], note)


@pytest.mark.parametrize("missing", ["section", "pair_ns", "pair_ew", "board"])
def test_results_without_section_board_or_pairs_are_never_one(tmp_path, missing):
    bare = {name: value for name, value in PLAYED.items() if name != missing}
    assert joined(tmp_path, a=[bare], b=[bare]) == ([bare, bare], "")


def test_all_results_of_one_file_stay_and_so_does_a_correction_that_another_file_has(tmp_path):
    history = [FULL, FULL | {"id": 2, "erased": True}, FULL | {"id": 3, "contract": "5 S"}]
    stands = PLAYED | {"contract": "5 S", "score": 450}
    for result in history:
        result.pop("result", None)
    expected = [*history[:2], history[2] | {"score": 450}]
    assert joined(tmp_path, a=history, b=[stands]) == (expected, "")
    assert joined(tmp_path, b=[stands], a=history) == (expected, "")
    assert joined(tmp_path, a=[*history, *history])[0] == [*history, *history]
    unknown = PLAYED | {"contract": "1 C"}
    records, err = joined(tmp_path, a=history, b=[unknown])
    assert records == [*history, unknown]
    assert "result-differs: 1 result that two files report differently: all kept" in err


def test_auctions_of_two_files_are_one(tmp_path):
    call = {"type": "bid", "section": 1, "table": 1, "round": 1, "board": 1, "counter": 1}
    own = call | {"direction": "N", "bid": "1NT"}
    assert joined(tmp_path, a=[own], b=[own]) == ([own], "")


@pytest.mark.parametrize("order", [("night", "deals"), ("deals", "night")])
def test_the_name_and_date_are_those_of_the_evening_not_of_the_dealing(order, tmp_path):
    night = {"type": "session", "id": 1, "name": "Thursday pairs", "date": "2026-11-12"}
    dealt = {"type": "session", "id": 1, "name": "Duplimate 12", "date": "2025-01-01"}
    files = {
        "night": [night, SECTION, FULL],
        "deals": [dealt | {"time": "19:30:00"}, {"type": "hand", "board": 7, "dealer": "N"}],
    }
    records, _ = joined(tmp_path, **{name: files[name] for name in order})
    sessions = [record for record in records if record["type"] == "session"]
    assert sessions == [night | {"time": "19:30:00"}]


def test_only_some_record_types_are_taken_from_a_file(tmp_path):
    real = SECTION | {"id": 5}
    hand = {"type": "hand", "section": 1, "board": 7, "north": "AKQJT98765432..."}
    records, _ = joined(
        *(tmp_path, "--only", "hand,evaluation:{}/b.jsonl"),
        a=[real, FULL | {"section": 5}],
        b=[SECTION | {"derived": True}, hand, PLAYED | {"contract": "1 C", "pair_ns": 9}],
    )
    assert records == [real, hand | {"section": 5}, FULL | {"section": 5}]


def night(name: str, contract: str, **more: Any) -> list[dict[str, Any]]:
    """A round of two tables as any club plays it."""
    seats = [
        {"type": "seat", "section": 1, "table": t, "direction": d, "name": f"{name} {d}{t}"}
        for t in (1, 2) for d in "NESW"
    ]  # fmt: skip
    rounds = [
        {"type": "round", "section": 1, "table": t, "round": 1, "ns_pair": t, "ew_pair": t + 2}
        | {"mates_section": 1}
        for t in (1, 2)
    ]
    results = [
        {"type": "result", "section": 1, "table": t, "round": 1, "board": t, "pair_ns": t}
        | {"pair_ew": t + 2, "declarer": "N", "contract": contract, "result": "="}
        for t in (1, 2)
    ]
    return [SECTION, *rounds, *seats, *results]


DIFFERENT = "1 bmconv: section A of red.jsonl and A of blue.jsonl are different games under one id "
REMEDY = (
    "rank two evenings separately; to join them, give the second another letter and id with "
    "join's --rename blue.jsonl:A=B\n"
)


def test_two_games_under_one_letter_are_refused_with_the_remedy(tmp_path):
    files = {"red": night("Red", "4 S"), "blue": night("Blue", "3 NT")}
    assert refused(tmp_path, **files) == (f"{DIFFERENT}(seat A1 N: Red N1 and Blue N1); {REMEDY}")
    records, err = joined(tmp_path, "--rename", "{}/blue.jsonl:A=B", **files)
    assert err == ""
    assert records[:2] == [SECTION, {"type": "section", "id": 2, "letter": "B"}]
    for record in night("Blue", "3 NT")[1:]:
        moved = record | {"section": 2}
        assert (moved | {"mates_section": 2} if record["type"] == "round" else moved) in records
    assert len(records) == len(files["red"]) + len(files["blue"])


def test_other_pairs_at_the_same_place_are_another_game(tmp_path):
    result = {"type": "result", "section": 1, "table": 1, "round": 1, "board": 1}
    red = [SECTION, result | {"pair_ns": 1, "pair_ew": 2}]
    blue = [SECTION, result | {"pair_ns": 1, "pair_ew": 9}]
    assert refused(tmp_path, red=red, blue=blue) == (
        f"{DIFFERENT}(result A1 round 1 board 1: pairs 1 v 2 and 1 v 9); {REMEDY}"
    )


def test_two_movements_of_one_letter_are_refused_with_the_remedy(tmp_path):
    round = {"type": "round", "section": 1, "table": 1, "round": 1, "low_board": 1, "high_board": 2}
    mitchell = [SECTION, round | {"ns_pair": 1, "ew_pair": 2}]
    howell = [SECTION, round | {"ns_pair": 8, "ew_pair": 1}]
    assert refused(tmp_path, red=mitchell, blue=howell) == (
        "1 bmconv: red.jsonl and blue.jsonl have different movements of section A (round A1 round "
        "1: pairs 1 v 2 and 8 v 1); make one of them with --section B, or add --rename "
        "blue.jsonl:A=B\n"
    )
    records, err = joined(tmp_path, "--rename", "{}/blue.jsonl:A=B", red=mitchell, blue=howell)
    assert err == ""
    assert [r["ns_pair"] for r in records if r["type"] == "round"] == [1, 8]


def test_the_section_whose_movements_differ_is_the_one_refused(tmp_path):
    same = {"type": "round", "section": 1, "table": 1, "round": 1, "ns_pair": 1, "ew_pair": 2}
    second = [SECTION | {"id": 2, "letter": "B"}, same | {"section": 2}]
    mitchell = [SECTION, same, *second]
    howell = [SECTION, same, second[0], second[1] | {"ns_pair": 8, "ew_pair": 1}]
    assert refused(tmp_path, red=mitchell, blue=howell) == (
        "1 bmconv: red.jsonl and blue.jsonl have different movements of section B (round B1 round "
        "1: pairs 1 v 2 and 8 v 1); make one of them with --section C, or add --rename "
        "blue.jsonl:B=C\n"
    )


@pytest.mark.parametrize("first_pair", [3, 5])
def test_files_of_other_names_and_dates_are_different_games(tmp_path, first_pair):
    def evening(name: str, date: str, pair: int) -> list[dict[str, Any]]:
        session = {"type": "session", "id": 1, "name": name, "date": date}
        return [session, SECTION, PLAYED | {"pair_ns": pair, "contract": "PASS"}]

    red = evening("Monday", "2026-03-09", 3)
    blue = [*evening("Tuesday", "2026-03-10", first_pair), PLAYED | {"board": 8}]
    if first_pair == 3:  # what they share differs, else it would be one evening
        blue[2] |= {"contract": "1 NT", "result": "=", "declarer": "N"}
    assert refused(tmp_path, red=red, blue=blue) == (
        f"{DIFFERENT}('Monday' of 2026-03-09 and 'Tuesday' of 2026-03-10); {REMEDY}"
    )
    other_name_only = [blue[0] | {"date": "2026-03-09"}, *blue[1:]]
    records, _ = joined(tmp_path, red=red, blue=other_name_only)
    assert sum(record["type"] == "result" for record in records) == (2 if first_pair == 3 else 3)


def test_corrected_seats_of_one_night_replace_those_before(tmp_path):
    corrected = night("Red", "4 S")
    corrected[3] = corrected[3] | {"name": "Ann Ace"}
    (seat,) = [r for r in corrected if r.get("name") == "Ann Ace"]
    said = "bmconv: loss value-replaced: 1 value replaced by a later one that differs"
    for later in (corrected, [seat]):
        records, err = joined(tmp_path, red=night("Red", "4 S"), later=later)
        assert records == corrected
        assert err == f"{said} (seat A1 N name)\n"


def test_a_new_id_is_that_of_the_letter_or_a_free_one(tmp_path):
    for id, new in ((1, 2), (2, 1)):
        records, _ = joined(
            *(tmp_path, "--rename", "{}/b.jsonl:A=B"),
            a=[SECTION | {"id": id}, PLAYED | {"section": id}], b=[PLAYED],
        )  # fmt: skip
        assert {"type": "section", "id": new, "letter": "B"} in records
        assert PLAYED | {"section": new} in records


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (["--rename", "{}/x.jsonl:A=B"], "'x.jsonl' is not one of the files to join"),
        (["--rename", "{}/a.jsonl:Q=B"], "no section 'Q'; the sections are A (1), C (3)"),
        (["--rename", "{}/a.jsonl:A=C"], "it has another section C"),
        (["--rename", "{}/a.jsonl"], "expected FILE:A=B, a section and its new letter"),
        (["--only", "hand"], "--only hand: expected TYPE,TYPE:FILE"),
        (["--only", "hnd:{}/a.jsonl"], "no record type 'hnd'; the nearest is 'hand'"),
    ],
)
def test_options_of_join_are_refused_in_one_line(tmp_path, options, said):
    err = refused(tmp_path, *options, a=[PLAYED, {"type": "section", "id": 3, "letter": "C"}])
    assert err.startswith("2 ")
    assert said in err


def test_a_letter_under_two_ids_is_refused_with_the_remedy(tmp_path):
    files = {"a": [SECTION, FULL], "b": [SECTION | {"id": 4}, FULL | {"section": 4}]}
    assert refused(tmp_path, **files) == (
        "1 bmconv: section A is 1 in a.jsonl and 4 in b.jsonl; if they are one, add "
        "--rename b.jsonl:A=A, else --rename b.jsonl:A=B\n"
    )
    assert joined(tmp_path, "--rename", "{}/b.jsonl:A=A", **files) == ([SECTION, FULL], "")


ANN, BEA = ({"type": "player", "number": "5M", "name": name} for name in ("Ann", "Bea"))


def test_players_that_share_a_number_all_stay(tmp_path):
    records, err = joined(tmp_path, a=[ANN, BEA, ANN, {"type": "player", "number": "5M"}])
    assert records == [ANN, BEA]
    assert err == (
        "bmconv: repair number-shared: 1 player with a number that another one has too: all kept "
        "(player 5M)\n"
    )


def test_a_later_list_corrects_the_name_of_a_number(tmp_path):
    later = {"type": "player", "number": "5M", "first_name": "Bea", "country": "NL"}
    assert joined(tmp_path, a=[ANN], b=[later]) == (
        [later],
        "bmconv: loss value-replaced: 1 value replaced by a later one that differs "
        "(player 5M name)\n",
    )


def test_players_of_two_nights_stay_and_their_seats_say_who_they_are(tmp_path):
    seat = {"type": "seat", "section": 1, "table": 1, "direction": "N", "number": "5M"}
    records, _ = joined(
        *(tmp_path, "--rename", "{}/b.jsonl:A=B"),
        a=[SECTION, ANN, seat, FULL], b=[SECTION, BEA, seat, FULL],
    )  # fmt: skip
    assert [r for r in records if r["type"] in ("player", "seat")] == [
        ANN, BEA, seat, seat | {"section": 2, "name": "Bea"}
    ]  # fmt: skip


@pytest.mark.parametrize(
    "words",
    [
        "diff a b",
        "join a b",
        "join a b --rename b:1=C",
        "set a result.declarer=E result.contract=3NT",
        "set a player[1].name=Ann",
        "select a --standing",
    ],
)
def test_odd_records_end_in_one_line(words, tmp_path):
    files = {name: str(tmp_path / f"{name}.jsonl") for name in "ab"}
    some_records = st.lists(some.any_record(), max_size=4)

    @settings(max_examples=25)
    @given(some_records, some_records)
    def holds(old: list[Record], new: list[Record]) -> None:
        for name, records in (("a", old), ("b", new)):
            data = b"".join(encode(record) + b"\n" for record in records)
            Path(files[name]).write_bytes(data)
        asked = [files.get(w, w.replace("b:", files["b"] + ":")) for w in words.split()]
        done = quick(*asked)
        assert done.code in (0, 1, 2, 3)
        lines = done.err.splitlines()
        assert all(line.startswith("bmconv: ") for line in lines)

    holds()


def boards(count: int, contract: str) -> list[dict[str, Any]]:
    """Results of one pair against another, without tables."""
    play = {"declarer": "N", "contract": contract, "result": "="}
    return [SECTION, *(PLAYED | {"board": board} | play for board in range(1, count + 1))]


def test_eight_other_results_of_the_same_pairs_are_another_game_and_seven_are_not(tmp_path):
    assert refused(tmp_path, red=boards(8, "4 S"), blue=boards(8, "3 S")) == (
        f"{DIFFERENT}(8 boards have other results for the same pairs); {REMEDY}"
    )
    records, err = joined(tmp_path, red=boards(7, "4 S"), blue=boards(7, "3 S"))
    assert records == boards(7, "4 S")
    assert err.startswith("bmconv: loss result-differs: 7 results that two files report ")


@pytest.mark.parametrize(("same", "code"), [(8, 1), (9, 0)])
def test_files_are_of_one_game_if_most_results_agree(tmp_path, same, code):
    red = boards(16 + same - 8, "4 S")
    blue = [*red[: 1 + same], *boards(len(red) - 1, "3 S")[1 + same :]]
    done = quick("join", *written(tmp_path, red=red, blue=blue))
    assert (len(blue), done.code) == (len(red), code)


def test_one_id_of_two_letters_is_two_games(tmp_path):
    blue = [SECTION | {"letter": "D"}, FULL]
    problem = refused(tmp_path, red=[SECTION, FULL], blue=blue)
    assert problem == (
        "1 bmconv: section A of red.jsonl and D of blue.jsonl are different games under one id "
        f"(also called D); {REMEDY.replace('A=B', 'D=D')}"
    )
    small = SECTION | {"letter": "a"}
    assert joined(tmp_path, red=[small, FULL], blue=[SECTION, FULL]) == ([SECTION, FULL], "")


@pytest.mark.parametrize(
    ("old", "new", "difference"),
    [
        ({"number": "17", "name": "Ann"}, {"number": "17", "name": "A. Berg"}, ""),
        ({"number": "17"}, {"number": "18"}, "17 and 18"),
        ({"number": "17", "name": "Ann"}, {"name": "Bea"}, "Ann and Bea"),
        ({"number": "17"}, {"name": "Bea"}, ""),
    ],
)
def test_other_people_at_a_seat_are_another_game_by_number_or_else_by_name(
    tmp_path, old, new, difference
):
    seat = {"type": "seat", "section": 1, "table": 1, "direction": "N"}
    red, blue = [SECTION, seat | old, FULL], [SECTION, seat | new, FULL | {"board": 8}]
    if difference:
        said = refused(tmp_path, red=red, blue=blue)
        assert said == f"{DIFFERENT}(seat A1 N: {difference}); {REMEDY}"
    else:
        records, _ = joined(tmp_path, red=red, blue=blue)
        assert seat | old | new in records


@pytest.mark.parametrize(
    ("wrong", "right", "is_noted"), [(4, 0, False), (5, 15, True), (5, 16, False), (5, 0, True)]
)
def test_hands_are_doubtful_if_five_leads_and_a_quarter_are_not_in_them(
    tmp_path, wrong, right, is_noted
):
    hand = {"type": "hand", "north": "AKQJT98765432...", "east": ".AKQJT98765432..",
            "south": "..AKQJT98765432.", "west": "...AKQJT98765432"}  # fmt: skip
    leads = ["SA"] * wrong + ["HA"] * right  # North declares, and East has the hearts
    results = [
        FULL | {"id": board, "board": board, "lead_card": lead}
        for board, lead in enumerate(leads, 1)
    ]
    hands = [hand | {"board": board} for board in range(1, len(leads) + 1)]
    _, err = joined(tmp_path, a=[SECTION, *results], b=hands)
    line = (
        f"bmconv: repair hands-doubtful: {wrong} leads not in the leader's hand: hands of another "
        "evening? (first: result A2 round 1 board 1)\n"
    )
    assert err == (line if is_noted else "")

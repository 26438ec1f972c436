"""bmconv movement with half tables, with events as input, and with files as output."""

import json
from pathlib import Path

import pytest

from tests.helpers.running import quick

HALF = ("movement", "make", "mitchell", "--boards", "21", "--switches", "0", "--rounds", "7")


@pytest.mark.parametrize("words", ["6.5", "6,5", "6½"])
def test_half_a_table_makes_the_last_pair_the_missing_one(words: str) -> None:
    records = [json.loads(line) for line in quick(*HALF, "--tables", words).out.splitlines()]
    (section,) = (record for record in records if record["type"] == "section")
    assert (section["tables"], section["missing_pair"]) == (7, 14)
    other = quick(*HALF, "--tables", words, "--missing-pair", "NS3").out
    assert b'"missing_pair":3' in other


@pytest.mark.parametrize("words", ["6.3", "0", "six", "-6.5", "1000"])
def test_other_numbers_of_tables_are_refused(words: str) -> None:
    done = quick(*HALF, f"--tables={words}")
    line = f"'{words}': expected a number of tables such as 7 or 6.5"
    assert (done.code, line in done.err) == (2, True), done.err


def test_teams_do_not_play_with_half_a_table() -> None:
    done = quick("movement", "make", "teams", "--tables", "4.5", "--boards", "21")
    assert done.err == "bmconv: 4.5 tables: only pairs can play with half a table\n"


def test_recommend_takes_tables_instead_of_pairs() -> None:
    words = ("movement", "recommend", "--boards", "24")
    assert quick(*words, "--tables", "6.5").out == quick(*words, "--pairs", "13").out
    done = quick(*words)
    assert (done.code, done.err) == (2, "bmconv: expected either --pairs N or --tables N\n")


def test_the_movement_of_a_database_is_shown_and_checked(tmp_path: Path) -> None:
    night, text = tmp_path / "night.bws", tmp_path / "grid.txt"
    made = ("movement", "make", "howell", "--tables", "2", "--boards", "6", "--missing-pair", "3")
    assert quick(*made, "-q", "-o", night).code == 0
    assert quick("movement", "show", night, "-o", text).code == 0
    assert text.read_text() == (
        "Section A\npairs, 2 tables, 3 rounds, 3 pairs, 1 winner, 3 board sets\n\n"
        "  Round  Table 1    Table 2\n"
        "      1  4-1 (1-2)  2-0\n"
        "      2  4-2 (3-4)  0-1\n"
        "      3  4-0        1-2 (5-6)\n\n"
    )
    done = quick("movement", "check", night)
    assert (done.code, done.out.decode().splitlines()[0]) == (0, "Section A: sound")


def test_a_board_in_two_sets_that_a_pair_plays_twice_is_a_fault() -> None:
    place = {"type": "round", "section": 1, "table": 1, "ns_pair": 1}
    rounds = [{**place, "round": 1, "ew_pair": 2, "low_board": 1, "high_board": 3},
              {**place, "round": 2, "ew_pair": 3, "low_board": 3, "high_board": 5}]  # fmt: skip
    lines = "\n".join(map(json.dumps, rounds)).encode()
    done = quick("movement", "check", stdin=lines)
    assert done.code == 1
    assert b"  error: pair 1 plays board 3 in rounds 1, 2\n" in done.out


@pytest.mark.parametrize("words", [("show",), ("check",), ("cards",), ("list",)])
def test_an_input_without_a_movement_and_a_wrong_name_are_one_line(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    done = quick("movement", *words, "-o", tmp_path / "x.bws", stdin=b"")
    assert done.err == f"bmconv: {tmp_path / 'x.bws'}: a report is text; name it .txt or .md\n"


def test_cards_go_to_a_file_as_text_or_as_a_page(tmp_path: Path) -> None:
    made = quick("movement", "make", "howell", "--tables", "2", "--boards", "6").out
    text, page = tmp_path / "cards.txt", tmp_path / "cards.html"
    for path in (text, page):
        assert quick("movement", "cards", "-o", path, stdin=made).code == 0
    assert text.read_text().startswith("Section A, table 1\n")
    assert page.read_text().startswith("<!DOCTYPE html>")

"""Records in a file whose name implies another format are reported in one line."""

import os
import sys
from pathlib import Path

import pytest

from bmconv.errors import for_shell
from tests.helpers.running import quick, run, samples

pytestmark = pytest.mark.skipif(
    sys.platform != "linux", reason="only Linux gives the name of a stderr_of_redirected file"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(samples(tmp_path))
    return tmp_path


def stderr_of_redirected(words: str, name: str) -> str:
    """What a command prints on standard error when its output goes to a file."""
    with open(name, "wb") as file:
        done = run(*words.split(), capture_output=False, stdout=file, stderr=-1)
    assert done.code == 0, done.err
    return done.err


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("set night.bws session.name=Club", "new.bws"),
        ("select night.bws --setup", "next.bws"),
        ("anonymise night.bws", "x.BWS"),
        ("join night.bws", "evening.bws"),
        ("movement make howell --tables 4 --boards 21", "howell.bws"),
        ("score night.bws", "night.xlsx"),
        ("rank night.bws", "rank.html"),
        ("from bws night.bws", "hands.pbn"),
    ],
)
def test_records_under_the_name_of_another_format_are_reported(
    folder: Path, words: str, name: str
) -> None:
    line = f"{name} contains records, because > does not choose a format; use -o {name}"
    assert f"bmconv: {line}\n" in stderr_of_redirected(words, name)
    assert stderr_of_redirected(f"{words} -q", name) == ""


@pytest.mark.parametrize("name", ["new.jsonl", "new.ndjson", "new.json", "new", "new.txt"])
def test_records_under_a_suitable_or_neutral_name_are_not_reported(folder: Path, name: str) -> None:
    assert stderr_of_redirected("select night.bws --setup", name) == ""


def test_a_format_that_was_chosen_is_not_reported(folder: Path) -> None:
    assert stderr_of_redirected("to records night.bws", "new.bws") == ""


def test_an_output_without_an_ending_is_reported(folder: Path) -> None:
    done = quick("select", "night.bws", "--setup", "-o", "next-week")
    line = "next-week contains records, because its name has no ending; use -o next-week.bws"
    assert (done.code, done.err) == (0, f"bmconv: {line} for a Bridgemate database\n")
    assert quick("select", "night.bws", "--setup", "-o", "next-week", "-q").err == ""
    assert quick("select", "night.bws", "--setup", "-o", "next.jsonl").err == ""
    assert quick("select", "night.bws", "--setup", "-o", os.devnull).err == ""


def test_a_ranking_without_an_ending_gets_a_hint_about_pages(tmp_path: Path) -> None:
    output = samples(tmp_path) / "night"
    done = quick("rank", tmp_path / "night.bws", "-o", output)
    hint = f"use -o {for_shell(f'{output}.html')} for a page, -o {for_shell(f'{output}.bws')} for"
    assert (done.code, hint in done.err) == (0, True)

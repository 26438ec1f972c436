"""Slips on the command line: one line says what is wrong and what to type instead."""

from pathlib import Path

import pytest

from tests.helpers.running import quick, samples


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(samples(tmp_path))
    return tmp_path


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("rank night.bws -o a.html -o b.csv", "-o is given 2 times; expected -o FILE"),
        ("to csv night.bws -o a -o b -o c", "-o is given 3 times; expected -o FILE"),
        ("publish night.bws --out a --out b", "--out is given 2 times; expected --out FOLDER"),
        ("bws poll night.bws -o a -o b", "-o is given 2 times; expected -o FILE"),
        (
            "select night.bws --board 1 --board 2",
            "--board is given 2 times; expected --board N|N-M|N,M",
        ),
    ],
)
def test_an_option_given_twice_is_refused(folder: Path, words: str, expected: str) -> None:
    before = sorted(folder.iterdir())
    done = quick(*words.split())
    command = words.partition(" night")[0]
    assert (done.code, done.err) == (2, f"bmconv: {expected} (bmconv {command} --help)\n")
    assert sorted(folder.iterdir()) == before


def test_options_that_are_meant_to_be_repeated_still_are(folder: Path) -> None:
    words = ("select", "night.bws", "--type", "session", "--type", "section", "-q", "-q")
    assert quick(*words).out.count(b"\n") == 2


def test_an_option_of_a_format_given_twice_is_refused(folder: Path) -> None:
    words = "rank night.bws --to-opt people=no --to-opt people=yes -o night.xlsx"
    done = quick(*words.split())
    assert (done.code, done.err) == (
        2,
        "bmconv: 'people=yes': people is given twice; give it once\n",
    )


@pytest.mark.parametrize("command", ["check", "rank", "info"])
def test_a_folder_of_files_of_several_formats_is_no_folder_of_tables(
    folder: Path, command: str
) -> None:
    done = quick(command, folder)
    assert (done.code, done.err) == (
        3,
        f"bmconv: {folder}: a folder of several formats, with M00007.mvt and csv files; name "
        "one file, or read the folder with -f csv\n",
    )
    assert quick("info", folder, "-f", "csv").out.endswith(b"records   result 20\n")

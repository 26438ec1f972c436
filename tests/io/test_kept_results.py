"""A Bridgemate database with results is not replaced by one without any."""

import shutil
from pathlib import Path

import pytest

from tests.helpers.running import quick, samples


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(samples(tmp_path))
    (tmp_path / "club.bws").write_bytes((tmp_path / "night.bws").read_bytes())
    return tmp_path


@pytest.mark.parametrize(
    "words",
    [
        "convert hands.pbn club.bws",
        "to bws hands.pbn -o club.bws",
        "select night.bws --setup -o club.bws",
        "join players.csv hands.pbn -o club.bws",
        "movement make howell --tables 4 --boards 21 -o club.bws",
    ],
)
def test_a_night_is_not_replaced_by_a_database_without_results(folder: Path, words: str) -> None:
    before = sorted((file.name, file.read_bytes()) for file in folder.iterdir() if file.is_file())
    done = quick(*words.split())
    assert (done.code, done.err) == (
        2,
        "bmconv: nothing written: club.bws contains 18 results, and the new file would have none; "
        "choose another name, or remove club.bws first\n",
    )
    assert before == sorted(
        (file.name, file.read_bytes()) for file in folder.iterdir() if file.is_file()
    )


@pytest.mark.parametrize(
    ("words", "output"),
    [
        ("convert night.bws club.bws", "club.bws"),
        ("select night.bws --board 1 -o club.bws", "club.bws"),
        ("select night.bws --setup -o new.bws", "new.bws"),
        ("movement make howell --tables 4 --boards 21 -o new.bws", "new.bws"),
    ],
)
def test_other_databases_are_replaced(folder: Path, words: str, output: str) -> None:
    quick("select", "night.bws", "--setup", "-o", "new.bws")
    done = quick(*words.split())
    assert done.code == 0, done.err


def test_a_damaged_database_is_replaced_if_it_has_no_readable_results(folder: Path) -> None:
    (folder / "club.bws").write_bytes((folder / "club.bws").read_bytes()[:4096])
    assert quick("select", "night.bws", "--setup", "-o", "club.bws").code == 0


def test_another_night_that_is_replaced_is_named(folder: Path) -> None:
    shutil.copy(folder / "night.bws", folder / "club.bws")
    assert quick("convert", "night.bws", "club.bws").err == ""
    assert quick("set", "-q", "night.bws", "session.name=Friday", "-o", "club.bws").err == ""
    done = quick("convert", "night.bws", "club.bws")
    message = "bmconv: replaced club.bws, which had Friday, 2026-11-12, 18 results\n"
    assert (done.code, done.err) == (0, message)
    assert quick("convert", "night.bws", "club.bws").err == ""

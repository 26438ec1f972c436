"""The lock file beside a database that a program has open."""

import os
from pathlib import Path
from typing import Any

import pytest

from bmconv.bws.lock_file import is_live, lock_file
from bmconv.io.files import LockTaken
from tests.helpers.running import ROOT, quick

NIGHT = ROOT / "formats/bws/samples/night.bws"


@pytest.mark.parametrize(
    ("file", "lock"),
    [
        ("251223M.BWS", "251223m.ldb"),
        ("night.bws", "NIGHT.LDB"),
        ("Night.bws", "night.LaccDB"),
        ("night.bws", "night.ldb"),
    ],
)
def test_the_lock_file_is_found_in_any_letter_case(tmp_path: Path, file: str, lock: str) -> None:
    (tmp_path / file).touch()
    assert not is_live(str(tmp_path / file))
    (tmp_path / lock).touch()
    assert is_live(str(tmp_path / file))


@pytest.mark.parametrize("ending", [".ldb", ".laccdb"])
def test_the_lock_file_is_found_in_a_folder_that_cannot_be_listed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, ending: str
) -> None:
    def refuse(folder: str) -> Any:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("os.listdir", refuse)
    assert not is_live(str(tmp_path / "night.bws"))
    (tmp_path / f"night{ending}").touch()
    assert is_live(str(tmp_path / "night.bws"))


def test_the_lock_file_of_another_file_is_not_taken_for_its_own(tmp_path: Path) -> None:
    (tmp_path / "night2.ldb").touch()
    assert not is_live(str(tmp_path / "night.bws"))


@pytest.mark.parametrize(
    "words",
    [
        ["convert", NIGHT, "LIVE"],
        ["set", NIGHT, "session.name=Pairs", "-o", "LIVE"],
        ["to", "bws", NIGHT.with_suffix(".jsonl"), "-o", "LIVE"],
        ["bws", "upgrade", NIGHT, "LIVE"],
    ],
)
def test_a_database_that_is_in_use_is_not_replaced(tmp_path: Path, words: list[Any]) -> None:
    live = tmp_path / "live.bws"
    words = [live if word == "LIVE" else word for word in words]
    assert quick(*words).code == 0  # there is no such file
    before = live.read_bytes()
    (tmp_path / "live.ldb").touch()
    done = quick(*words)
    assert (done.code, live.read_bytes() == before) == (4, True)
    assert done.err == (
        f"bmconv: {live} is open in another program: its lock file (.ldb or .laccdb) is beside it; "
        "close the program or choose another output file; after a crash, delete the lock file\n"
    )


def test_while_a_file_is_in_use_a_lock_file_with_a_user_is_beside_it(tmp_path: Path) -> None:
    path, lock = tmp_path / "night.bws", tmp_path / "night.ldb"
    with lock_file(str(path)):
        assert is_live(str(path))
        with pytest.raises(LockTaken, match="an evening is being simulated in it"):
            lock_file(str(path)).__enter__()
        if os.name == "posix":
            # 32 bytes each for the computer and its user, padded with zeros, as Access has them
            assert lock.read_bytes() == b"BMCONV" + bytes(26) + b"Admin" + bytes(27)
    assert not lock.exists()

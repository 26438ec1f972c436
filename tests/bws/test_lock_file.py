"""The lock file beside a database that a program has open."""

import os
from pathlib import Path

import pytest

from bmconv.bws.lock_file import is_live, lock_file
from bmconv.io.files import LockTaken


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


def test_the_lock_file_of_another_file_is_not_taken_for_its_own(tmp_path: Path) -> None:
    (tmp_path / "night2.ldb").touch()
    assert not is_live(str(tmp_path / "night.bws"))


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

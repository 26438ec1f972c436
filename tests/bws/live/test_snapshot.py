"""A file that another program has open: how that is known."""

from pathlib import Path

import pytest

from bmconv.bws.live.snapshot import is_live


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

"""A copy of a file that another program may be writing to."""

from pathlib import Path

import pytest

from bmconv.bws.live import snapshot as module
from bmconv.bws.live.snapshot import snapshot
from bmconv.errors import EmptyInput, FileTrouble


@pytest.fixture(autouse=True)
def no_waiting(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module.time, "sleep", lambda seconds: None)


def test_a_file_is_read_until_two_reads_agree(monkeypatch: pytest.MonkeyPatch) -> None:
    reads = iter([b"half", b"half 1", b"half 2", b"", b"", b"", b"whole", b"whole", b"later"])
    monkeypatch.setattr(module, "read", lambda path: next(reads))
    assert snapshot("night.bws") == b"whole"
    assert next(reads) == b"later"


def test_a_file_that_never_rests_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    turns = iter(range(1000))
    monkeypatch.setattr(module, "read", lambda path: b"%d" % next(turns))
    with pytest.raises(FileTrouble, match=r"night\.bws: changes all the time"):
        snapshot("night.bws")


def test_an_empty_file_is_not_a_snapshot(tmp_path: Path) -> None:
    (tmp_path / "night.bws").touch()
    with pytest.raises(EmptyInput, match=r"night\.bws: the file is empty"):
        snapshot(str(tmp_path / "night.bws"))

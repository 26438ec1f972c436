"""The folder that a scoring program and a watcher share."""

import os
from contextlib import closing
from pathlib import Path

import pytest

from bmconv.bws.live.folder import WATCHER_FOLDER, Folder


def test_a_folder_is_watched_while_a_watcher_has_its_state_open(tmp_path: Path) -> None:
    folder = Folder(str(tmp_path))
    with closing(folder.open_state()):
        assert folder.is_watched()
        assert folder.is_watched()  # the question does not free the lock
    assert not folder.is_watched()


def test_whether_a_folder_is_watched_depends_on_the_lock_only(tmp_path: Path) -> None:
    """The watcher replaces its state all the time: whoever opens it would be in the way."""
    folder = Folder(str(tmp_path))
    with closing(folder.open_state()):
        Path(folder.state_path).write_bytes(b"half of a state")
        assert folder.is_watched()
    assert not folder.is_watched()
    assert Path(folder.state_path).read_bytes() == b"half of a state"


def test_the_question_makes_no_folder(tmp_path: Path) -> None:
    assert not Folder(str(tmp_path)).is_watched()
    assert WATCHER_FOLDER not in os.listdir(tmp_path)


def test_what_is_not_a_command_is_passed_over(tmp_path: Path) -> None:
    folder = Folder(str(tmp_path))
    with closing(folder.open_state()):
        for name, text in (("1-list", "[1]"), ("2-half", '{"send"'), ("3-text", '"stop"')):
            (Path(folder.commands) / name).write_text(text)
        (Path(folder.commands) / "4-stop").write_text('{"send": "stop"}')
        assert folder.unanswered_commands() == [("4-stop", {"send": "stop"})]


def test_a_command_is_answered_once_although_another_program_reads_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A virus scanner, say: Windows does not remove a file that is open."""
    folder = Folder(str(tmp_path))
    refusals, unlink = [PermissionError(13, "open elsewhere")], os.unlink

    def busy(path: str) -> None:
        if refusals:
            raise refusals.pop()
        unlink(path)

    with closing(folder.open_state()):
        name = folder.send({"send": "results"})
        monkeypatch.setattr("os.unlink", busy)
        monkeypatch.setattr("bmconv.io.files.BUSY_SECONDS", 5.0)
        assert folder.unanswered_commands() == [(name, {"send": "results"})]
        folder.answer(name, "3 results")
        assert folder.unanswered_commands() == []
        assert (folder.take_answer(name), folder.take_answer(name)) == ("3 results", None)

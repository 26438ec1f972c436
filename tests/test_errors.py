"""Errors of the operating system are explained in plain words."""

import errno
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bmconv.errors import reason_of
from tests.helpers.running import ROOT, quick

NIGHT = ROOT / "formats/bws/samples/night.bws"
windows = pytest.mark.skipif(os.name != "nt", reason="only Windows keeps others out of a file")


def test_errors_of_windows_about_files_are_explained(monkeypatch):
    """There, open() only gives EACCES if a file is in use, and os.replace() "Access denied"."""
    refused = PermissionError(errno.EACCES, "Permission denied")
    in_use = PermissionError(errno.EACCES, "Sharing violation")
    in_use.winerror = 32
    missing = FileNotFoundError(errno.ENOENT, "No such file")
    monkeypatch.setattr(os, "name", "posix")
    assert [reason_of(refused), reason_of(missing)] == ["Permission denied", "No such file"]
    monkeypatch.setattr(os, "name", "nt")
    too_long = FileNotFoundError(errno.ENOENT, "No such file", "x" * 260)
    assert [reason_of(error) for error in (refused, in_use, missing, too_long)] == [
        "Permission denied; if another program has it open, close it there",
        "another program has it open; close it there",
        "No such file",
        "No such file; Windows takes paths of 247 characters at most",
    ]


def test_a_drive_that_windows_does_not_have_is_named(monkeypatch):
    missing = FileNotFoundError(errno.ENOENT, "No such file", r"Q:\Bridge\night.bws")
    on_server = FileNotFoundError(errno.ENOENT, "No such file", r"\\club\files\night.bws")
    monkeypatch.setattr(os, "name", "nt")
    reasons = [reason_of(error) for error in (missing, on_server)]
    assert reasons == ["there is no Q:", r"there is no \\club\files"]


@contextmanager
def open_exclusively(path: Path) -> Iterator[None]:
    """Keep a file open so that no other program can open it, as Excel does."""
    if sys.platform == "win32":
        import _winapi

        handle = _winapi.CreateFile(str(path), 0x80000000, 0, 0, 3, 0, 0)
        try:
            yield
        finally:
            _winapi.CloseHandle(handle)


@windows
@pytest.mark.parametrize(
    "words",
    [
        ("info", "open.bws"),
        ("rank", "open.bws"),
        ("bws", "dump", "open.bws", "Section"),
        ("bws", "poll", "open.bws", "--state", "x"),
        ("join", "open.bws", "free.bws"),
        ("bws", "apply", "open.bws", "free.bws"),
        ("convert", "free.bws", "open.bws"),
        ("rank", "free.bws", "-o", "open.html"),
    ],
)
def test_a_file_that_another_program_has_open_is_named_with_a_remedy(words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("open.bws", "free.bws", "open.html"):
        (tmp_path / name).write_bytes(NIGHT.read_bytes())
    with open_exclusively(tmp_path / next(word for word in words if word.startswith("open"))):
        done = quick(*words)
    assert done.code == 4
    assert done.err.startswith("bmconv: open.")
    assert done.err.endswith("another program has it open, close it there\n")
    assert done.err.count("\n") == 1

"""Small files put in place whole: under no name that can be guessed, through no link."""

import ntpath
import os
import re
import subprocess
import sys
import time
from pathlib import Path

import pytest

from bmconv.errors import FileTrouble, UsageError
from bmconv.io.files import (
    create_beside,
    for_system,
    move_over,
    refuse_reserved,
    remove_file,
    replace_file,
)
from bmconv.io.sink import Sink
from tests.helpers.running import ROOT, quick

HOLD = """
import sys, time
from bmconv.io.files import create_beside
stream, name = create_beside(sys.argv[1])
print(name, flush=True)
time.sleep(60)
"""


def test_a_file_is_replaced_whole_and_keeps_its_mode(tmp_path: Path) -> None:
    path = tmp_path / "state"
    path.write_bytes(b"old")
    path.chmod(0o600)
    replace_file(str(path), b"new")
    assert path.read_bytes() == b"new"
    if os.name == "posix":  # elsewhere files have no mode
        assert path.stat().st_mode & 0o777 == 0o600
    assert os.listdir(tmp_path) == ["state"]


def test_a_link_in_its_place_is_replaced_not_followed(tmp_path: Path) -> None:
    (tmp_path / "precious").write_bytes(b"kept")
    (tmp_path / "state").symlink_to(tmp_path / "precious")
    replace_file(str(tmp_path / "state"), b"new")
    assert (tmp_path / "precious").read_bytes() == b"kept"
    assert not (tmp_path / "state").is_symlink()
    assert (tmp_path / "state").read_bytes() == b"new"


def test_two_temporaries_of_one_file_never_share_a_name(tmp_path: Path) -> None:
    one, first = create_beside(str(tmp_path / "state"))
    other, second = create_beside(str(tmp_path / "state"))
    with one, other:
        assert first != second
        assert os.path.exists(first)  # locked, so not taken for a stale one


def test_what_a_killed_run_left_goes_with_the_next(tmp_path: Path) -> None:
    path = tmp_path / "state"
    words = [sys.executable, "-c", HOLD, str(path)]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout is not None
        left = child.stdout.readline().strip()
        replace_file(str(path), b"1")
        assert os.path.exists(left)
        child.kill()
        child.wait()
        replace_file(str(path), b"2")
    assert os.listdir(tmp_path) == ["state"]


def test_a_full_disk_leaves_the_old_file_and_nothing_else(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "state"
    path.write_bytes(b"old")
    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(FileTrouble, match="No space left"):
        replace_file(str(path), b"new")
    assert (path.read_bytes(), os.listdir(tmp_path)) == (b"old", ["state"])


def test_a_full_disk_leaves_nothing_of_outputs_that_appear_together(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    def write_two() -> None:
        with Sink(str(tmp_path / "result.csv")) as sink:
            sink.write(b"1")
            sink.beside(str(tmp_path / "seat.csv")).write(b"2")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(FileTrouble, match=r"result\.csv: No space left"):
        write_two()
    assert os.listdir(tmp_path) == []
    monkeypatch.undo()
    write_two()
    assert sorted(os.listdir(tmp_path)) == ["result.csv", "seat.csv"]


def test_a_killed_command_leaves_nothing_for_longer_than_the_next_run(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "bmconv", "to", "csv", "-o", str(tmp_path / "out.csv")]
    line = b'{"type":"player","number":"7","name":"Anna Bos"}\n'
    with subprocess.Popen(words, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL) as child:
        assert child.stdin is not None
        child.stdin.write(line)
        child.stdin.flush()
        while not os.listdir(tmp_path):
            assert child.poll() is None
            time.sleep(0.01)
        (left,) = os.listdir(tmp_path)
        assert str(child.pid) not in left
        child.kill()
    assert os.listdir(tmp_path) == [left]
    subprocess.run(words, input=line, check=True)
    assert os.listdir(tmp_path) == ["out.csv"]


def test_a_file_that_another_process_has_open_is_waited_for(tmp_path, monkeypatch):
    """Windows refuses to replace a file that somebody reads."""
    (tmp_path / "state").write_bytes(b"old")
    refusals, replace = [PermissionError(13, "open elsewhere")] * 2, os.replace

    def busy(source: str, target: str) -> None:
        if refusals:
            raise refusals.pop()
        replace(source, target)

    monkeypatch.setattr("bmconv.io.files.os.replace", busy)
    monkeypatch.setattr("bmconv.io.files.BUSY_SECONDS", 5.0)
    (tmp_path / "new").write_bytes(b"new")
    move_over(str(tmp_path / "new"), str(tmp_path / "state"))
    assert (tmp_path / "state").read_bytes() == b"new"


def test_a_file_that_another_process_has_open_is_removed_once_it_is_free(tmp_path, monkeypatch):
    path = tmp_path / "command"
    path.write_bytes(b"stop")
    refusals, unlink = [PermissionError(13, "open elsewhere")] * 2, os.unlink

    def busy(path: str) -> None:
        if refusals:
            raise refusals.pop()
        unlink(path)

    monkeypatch.setattr("bmconv.io.files.os.unlink", busy)
    monkeypatch.setattr("bmconv.io.files.BUSY_SECONDS", 5.0)
    remove_file(str(path))
    remove_file(str(path))  # it is gone
    assert os.listdir(tmp_path) == []


def test_a_file_that_stays_open_elsewhere_is_an_error(tmp_path, monkeypatch):
    def busy(source: str, target: str) -> None:
        raise PermissionError(13, "open elsewhere")

    monkeypatch.setattr("bmconv.io.files.os.replace", busy)
    monkeypatch.setattr("bmconv.io.files.BUSY_SECONDS", 0.05)
    with pytest.raises(PermissionError):
        move_over(str(tmp_path / "new"), str(tmp_path / "state"))


@pytest.mark.parametrize("letter", ["x", "ü", "\u6a4b"])
def test_the_longest_name_that_the_system_takes_can_be_replaced(
    tmp_path: Path, letter: str
) -> None:
    """255 bytes on Linux, 255 characters on Windows."""
    path = tmp_path / (letter * (255 // len(letter.encode())))
    replace_file(str(path), b"old")
    replace_file(str(path), b"new")
    assert (path.read_bytes(), os.listdir(tmp_path)) == (b"new", [path.name])


def test_a_long_path_is_marked_for_windows(monkeypatch: pytest.MonkeyPatch) -> None:
    """As Microsoft's "Maximum Path Length Limitation" has it."""
    long = "x" * 250
    monkeypatch.setattr(os, "name", "posix")
    assert for_system(f"/{long}") == f"/{long}"
    monkeypatch.setattr(os, "name", "nt")
    monkeypatch.setattr(os, "path", ntpath)
    assert for_system(r"C:\Bridge\night.html") == r"C:\Bridge\night.html"
    assert for_system(rf"C:\Bridge\..\{long}") == rf"\\?\C:\{long}"
    assert for_system(rf"\\server\club\{long}") == rf"\\?\UNC\server\club\{long}"
    assert for_system(rf"\\?\C:\{long}") == rf"\\?\C:\{long}"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("aux.xlsx", "aux.xlsx: Windows keeps this name for a device; choose another"),
        (r"D:\club\COM1 .pbn", "Windows keeps this name"),
        ("nul.csv", "Windows keeps this name"),
        ("evening 1: pairs.csv", "':' cannot be part of a file's name on Windows"),
        ("C:club|1.csv", "'|' cannot be part"),
        (r"what?\1.csv", "'?' cannot be part"),
    ],
)
def test_names_that_windows_reserves_are_refused_there(tmp_path, monkeypatch, name, message):
    """What is written to them is lost without an error."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("bmconv.io.files.os.name", "nt")
    for write in (lambda: Sink(name), lambda: replace_file(name, b"1")):
        with pytest.raises(UsageError, match=re.escape(message)):
            write()
    monkeypatch.undo()
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize(
    "name",
    ["nul", r"C:\club\NUL", r"\\?\C:\club\1.csv", "auxiliary.csv", "com10.csv", r"\\.\pipe\club"],
)
def test_other_names_are_files_on_windows(monkeypatch, name):
    monkeypatch.setattr("bmconv.io.files.os.name", "nt")
    refuse_reserved(name)


def test_an_output_may_have_any_name_elsewhere(tmp_path, monkeypatch):
    monkeypatch.setattr("bmconv.io.files.os.name", "posix")
    refuse_reserved("evening 1: pairs.csv")
    refuse_reserved("aux.xlsx")


def test_an_output_is_written_where_links_cannot_be_resolved(tmp_path, monkeypatch):
    """Wine does not resolve a long path."""

    def refuse(path: str) -> str:
        raise OSError(0, "More data is available")

    monkeypatch.setattr("bmconv.io.files.os.path.realpath", refuse)
    with Sink(str(tmp_path / "night.csv")) as sink:
        sink.write(b"1")
    assert (tmp_path / "night.csv").read_bytes() == b"1"


def test_a_file_deep_in_folders_can_be_written(tmp_path: Path) -> None:
    """A path of more than 260 characters."""
    folder = tmp_path.joinpath(*["a rather long name of a folder"] * 8)
    folder.mkdir(parents=True)
    target = folder / "night.csv"
    done = quick("convert", ROOT / "formats/bws/samples/night.bws", target, "-t", "csv")
    assert (done.code, target.exists(), os.listdir(folder)) == (0, True, ["night.csv"])

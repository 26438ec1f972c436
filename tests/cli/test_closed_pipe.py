"""A program that closes its input early ends bmconv without messages on every system."""

import errno
import os
import subprocess
import sys
from pathlib import Path

import pytest

from bmconv.cli import is_closed_pipe
from tests.helpers.running import ROOT, run

NIGHT = ROOT / "formats/bws/samples/night.bws"
windows = pytest.mark.skipif(
    os.name != "nt", reason="only Windows reports a closed pipe as an invalid argument"
)


def test_a_pipe_closed_by_its_reader_ends_the_program_quietly(tmp_path: Path) -> None:
    path = tmp_path / "many.pbn"
    path.write_bytes((ROOT / "formats/pbn/samples/hands.pbn").read_bytes() * 1000)
    command = [sys.executable, "-m", "bmconv", "from", "pbn", "-q", str(path)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.readline()
        child.stdout.close()
        assert child.stderr.read() == b""
        assert child.wait(60) in (141, -13)  # -13: ended by SIGPIPE


def test_a_dry_run_of_export_ends_quietly_too(tmp_path: Path) -> None:
    words = ["export", str(NIGHT), "--to", "sql", "--db", f"sqlite:///{tmp_path / 'x.db'}"]
    command = [sys.executable, "-m", "bmconv", *words, "--dry-run"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as child:
        assert child.stdout is not None
        assert child.stderr is not None
        child.stdout.close()
        assert child.stderr.read() == b""
        assert child.wait(60) in ((0, 141) if os.name == "nt" else (141, -13))


@windows
def test_an_invalid_argument_about_a_file_is_not_a_closed_pipe() -> None:
    assert is_closed_pipe(OSError(errno.EINVAL, "Invalid argument"))
    assert not is_closed_pipe(OSError(errno.EINVAL, "Invalid argument", "C:\\x"))
    assert not is_closed_pipe(OSError(0, "More data available", "C:\\x", 234))


@windows
@pytest.mark.parametrize("name", ["a<b.csv", "a|b.csv", 'a"b.csv'])
def test_a_file_name_that_windows_refuses_is_reported(name: str, tmp_path: Path) -> None:
    done = run("convert", NIGHT, name, "-t", "csv", cwd=tmp_path)
    problem = f"{name}: {name[1]!r} cannot be part of a file's name on Windows"
    assert (done.code, done.err) == (2, f"bmconv: {problem}\n")

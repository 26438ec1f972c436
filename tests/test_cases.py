"""Runs whole command lines: tests/cases/NAME/ has `cmd`, input files, and the expected output.

`cmd` is a shell line, run by bash in a copy of the folder. `expout` is its expected output (without
the file: nothing), `experr` its output on stderr (without the file: anything but a traceback), and
`exit` its exit code (without the file: 0).
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.helpers.running import Done
from tests.helpers.small_shell import NeedsBash, run_line

CASES = sorted(path.parent for path in Path(__file__).parent.glob("cases/*/cmd"))


@pytest.fixture(scope="session")
def path(tmp_path_factory: pytest.TempPathFactory) -> str:
    """A PATH in which `bmconv` is that of this tree."""
    folder = tmp_path_factory.mktemp("bin")
    script = folder / "bmconv"
    script.write_text(f"#!{sys.executable}\nfrom bmconv.cli import main\n\nmain()\n")
    script.chmod(0o755)
    return f"{folder}{os.pathsep}{os.environ['PATH']}"


@pytest.mark.skipif(os.name == "nt", reason="no bash; the next test runs the case without it")
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_case_prints_what_is_expected(case: Path, path: str, tmp_path: Path) -> None:
    folder = tmp_path / "case"
    shutil.copytree(case, folder)
    done = subprocess.run(
        ["bash", "-c", (case / "cmd").read_text()],
        cwd=folder,
        capture_output=True,
        stdin=subprocess.DEVNULL,
        timeout=120,
        env={**os.environ, "PATH": path, "LC_ALL": "C.UTF-8", "COLUMNS": "80"},
    )
    compare(case, Done(done.returncode, done.stdout, done.stderr.decode()))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.name)
def test_a_case_prints_the_same_without_bash(
    case: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    folder = tmp_path / "case"
    shutil.copytree(case, folder)
    try:
        done = run_line((case / "cmd").read_text(encoding="utf-8"), folder)
    except NeedsBash as error:
        pytest.skip(f"the small shell does not know {error}")
    compare(case, done)


def compare(case: Path, done: Done) -> None:
    """Check that a line printed what is expected."""
    out, err = done.out.decode(), done.err
    expected = {name: _text(case / name) for name in ("expout", "experr", "exit")}
    code = int(expected["exit"] or 0)
    expected_err = err if expected["experr"] is None else expected["experr"]
    assert (out, err, done.code) == (expected["expout"] or "", expected_err, code)
    assert "Traceback" not in err


def _text(path: Path) -> str | None:
    return path.read_bytes().decode() if path.exists() else None


def test_every_command_has_a_case() -> None:
    text = "\n".join((case / "cmd").read_text() for case in CASES)
    commands = "from to convert join formats info show set select anonymise score diff completion"
    assert [name for name in commands.split() if f"bmconv {name}" not in text] == []

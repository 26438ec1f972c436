"""docs/python.md: every example runs where only bmconv is installed, and mypy knows every type."""

import re
import shutil
import subprocess
import sys

import pytest

from tests.helpers import installed
from tests.helpers.running import ROOT

PAGE = (ROOT / "docs" / "python.md").read_text(encoding="utf-8")
EXAMPLES = re.findall(r"^## (\d+)\..*?```python\n(.*?)```", PAGE, re.DOTALL | re.MULTILINE)
PRINTED = {
    "3": "Ada Lund",
    "4": "1 1 ",
    "6": "['Ivo Tamm', 'Karl Vance'] 68.75",
    "7": "'seat': 12",
    "8": "result A2: board is 'seven'; expected a whole number of 32 bits\n2 no-such-file.bws",
    "9": "contract",
    "10": "mean",
    "11": "12",
    "12": "1 ",
}
"""A part of what an example prints; the pairs and their percentages are those of the sample."""


@pytest.fixture(scope="module")
def evening(tmp_path_factory):
    folder = tmp_path_factory.mktemp("evening")
    shutil.copy(ROOT / "formats" / "bws" / "samples" / "night.bws", folder)
    for number, code in EXAMPLES:
        (folder / f"example_{number}.py").write_text(code, encoding="utf-8")
    return installed.make(folder / "venv"), folder


def test_there_are_twelve_and_all_run_in_their_order(evening):
    venv, folder = evening
    assert [number for number, _ in EXAMPLES] == [str(n) for n in range(1, 13)]
    assert not (venv.bin / "pytest").exists()
    for number, _ in EXAMPLES:
        done = venv.run("python", f"example_{number}.py", cwd=folder)
        assert (done.returncode, done.stderr) == (0, ""), number
        assert PRINTED.get(number, "") in done.stdout, number


def test_mypy_finds_every_type(evening):
    venv, folder = evening
    words = ["mypy", "--strict", "--python-executable", str(venv.python)]
    files = [f"example_{number}.py" for number, _ in EXAMPLES]
    done = subprocess.run(
        [sys.executable, "-m", *words, "--cache-dir", str(folder / "cache"), *files],
        cwd=folder, capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "Success: no issues found in 12 source files\n")

"""The documents cannot lie: README commands are run, generated tables are compared."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from bmconv.registry import FORMATS
from tests.tables import documents, tables_of, with_tables

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that `make demo` leaves, as far as README needs it."""
    folder = tmp_path_factory.mktemp("demo")
    for sample in ROOT.glob("formats/*/samples/*"):
        if sample.is_file():
            shutil.copy(sample, folder)
        else:
            shutil.copytree(sample, folder / sample.name)
    return folder


def shell(command: str, folder: Path) -> str:
    """What a command prints, both streams in order."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    run = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=os.environ | {"PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    return run.stdout.decode().replace("\r\n", "\n")


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def test_every_command_in_the_readme_prints_what_it_says(demo: Path) -> None:
    if shutil.which("jq") is None:
        pytest.skip("jq is not installed")
    said = "".join(blocks("console"))
    commands = re.findall(r"^\$ (.*)$", said, re.MULTILINE)
    assert len(commands) > 15
    printed = "".join(f"$ {command}\n{shell(command, demo)}" for command in commands)
    assert printed == said


def test_the_python_in_the_readme_runs(demo: Path) -> None:
    (program,) = [block for block in blocks("python") if "import bmconv" in block]
    (demo / "example.py").write_text(program)
    assert shell("python example.py", demo) == (
        " board contract  score\n     3      6 D    920\n['session-made']\n"
    )


@pytest.mark.parametrize("path", documents(), ids=lambda path: path.parent.name)
def test_generated_tables_are_current(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert text == with_tables(path), "run: python -m tests.tables"
    assert all(f"<!-- {name} -->" in text for name in tables_of(path))


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_has_a_page(name: str) -> None:
    page = (ROOT / "formats" / name / "README.md").read_text(encoding="utf-8")
    assert page.startswith(f"# {name}")


def test_all_links_of_the_readme_lead_somewhere() -> None:
    links = re.findall(r"\]\(([^)]+)\)", README)
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []

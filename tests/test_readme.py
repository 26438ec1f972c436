"""The documents cannot lie: README commands are run, generated tables are compared."""

import re
import shutil
from pathlib import Path

import pytest

from bmconv.registry import FORMATS
from tests.picture import PICTURE, picture
from tests.running import ROOT, absent, samples, shell
from tests.tables import documents, tables_of, with_tables

TIME = r"(?m)in [\d.]+ s$"
README = (ROOT / "README.md").read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that README's commands are run in."""
    return samples(tmp_path_factory.mktemp("demo"))


def blocks(kind: str) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", README, re.MULTILINE | re.DOTALL)


def test_every_command_in_the_readme_prints_what_it_says(demo: Path) -> None:
    for tool in ("jq", "sqlite3"):
        if shutil.which(tool) is None:
            absent(tool)
    said = "".join(blocks("console"))
    commands = re.findall(r"^\$ (.*)$", said, re.MULTILINE)
    assert len(commands) > 15
    printed = "".join(f"$ {command}\n{shell(command, demo)}" for command in commands)
    assert re.sub(TIME, "in 1 s", printed) == re.sub(TIME, "in 1 s", said)


def test_the_line_for_the_crontab_says_nothing_on_a_good_night(tmp_path: Path) -> None:
    (line,) = re.findall(r"^    30 4 \* \* \*  (bmconv .*)$", README, re.MULTILINE)
    folder = samples(tmp_path)
    (folder / "archive").mkdir()
    shutil.copy(folder / "night.bws", folder / "archive")
    assert shell(line.replace("/srv", str(folder)) + "; echo $?", folder) == "0\n"
    assert (folder / "league.db").exists()


def test_the_python_in_the_readme_runs(demo: Path) -> None:
    (program,) = [block for block in blocks("python") if "import bmconv" in block]
    (demo / "example.py").write_text(program)
    assert shell("python example.py", demo) == (
        " board contract result\n     3      6 D      =\n['record-lost']\n"
    )


def test_the_picture_of_a_terminal_is_current(tmp_path: Path) -> None:
    assert PICTURE.read_text(encoding="utf-8") == picture(samples(tmp_path)), (
        "run: python -m tests.picture"
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
    links = [link for link in re.findall(r"\]\(([^)]+)\)", README) if not link.startswith("http")]
    headings = re.findall(r"^#+ (.*)$", README, re.MULTILINE)
    anchors = {"#" + re.sub(r"[^\w -]", "", text).lower().replace(" ", "-") for text in headings}
    assert links
    assert [link for link in links if link not in anchors and not (ROOT / link).exists()] == []

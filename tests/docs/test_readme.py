"""The documents cannot lie: README commands are run, generated tables are compared."""

import itertools
import json
import re
import shutil
from pathlib import Path

import pytest

from bmconv.registry import OWN
from tests.helpers.running import ROOT, absent, judge, samples, shell
from tests.tools.picture import TERMINAL, picture
from tests.tools.tables import documents, tables_of, with_tables

TIME = r"(?m)in [\d.]+ s$"
README = (ROOT / "README.md").read_text(encoding="utf-8")


DOCS = sorted((ROOT / "docs").glob("*.md"))
PAGES = [
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md")),
    *DOCS,
    *sorted((ROOT / "formats").glob("*/README.md")),
]


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder that README's commands are run in."""
    return samples(tmp_path_factory.mktemp("demo"))


def blocks(kind: str, text: str = README) -> list[str]:
    return re.findall(rf"^```{kind}\n(.*?)^```", text, re.MULTILINE | re.DOTALL)


WITH_COMMANDS = [page for page in PAGES if "\n$ " in page.read_text(encoding="utf-8")]


def path(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@pytest.mark.parametrize("page", WITH_COMMANDS, ids=path)
def test_every_command_prints_what_the_page_says(page: Path, tmp_path: Path) -> None:
    said = "".join(blocks("console", page.read_text(encoding="utf-8")))
    for tool in ("jq", "sqlite3"):
        if tool in said and shutil.which(tool) is None:
            absent(tool)
    if "bmconv evaluate" in said:
        judge("endplay")
    folder = samples(tmp_path)
    commands = re.findall(r"^\$ (.*)$", said, re.MULTILINE)
    printed = "".join(f"$ {command}\n{shell(command, folder)}" for command in commands)
    assert re.sub(TIME, "in 1 s", printed) == re.sub(TIME, "in 1 s", said)


def test_the_pages_with_commands_are_found() -> None:
    assert {page.name for page in WITH_COMMANDS} >= {
        *("README.md", "movements.md", "old-events.md", "questions.md", "scoring-program.md")
    }


def test_duckdb_gives_the_answers_of_sqlite(demo: Path) -> None:
    page = (ROOT / "docs/questions.md").read_text(encoding="utf-8")
    duckdb = judge("duckdb")
    contracts, ranking = re.findall(r'^    .*duckdb -c "(.*)"$', page, re.MULTILINE)
    shell("bmconv select night.bws --standing | bmconv score | bmconv to csv -q -o all.csv", demo)
    found = duckdb.sql(contracts.replace("results.csv", str(demo / "all.csv"))).fetchall()
    answer = "".join("|".join(map(str, row)) + "\n" for row in found)
    assert f'LIMIT 3"\n{answer}```' in page
    ask = f"import duckdb, json; print(json.dumps(duckdb.sql({ranking!r}).fetchall()))"
    (demo / "ask.py").write_text(ask)
    found = json.loads(shell("bmconv rank night.bws | python ask.py", demo))
    assert found[0] == [1, ["Juno Ulrich", "Lia Wren"], 81.25]
    assert len(found) == 6


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
    assert TERMINAL.read_text(encoding="utf-8") == picture(samples(tmp_path)), (
        "run: python -m tests.tools.picture"
    )


@pytest.mark.parametrize("path", documents(), ids=lambda path: path.parent.name)
def test_generated_tables_are_current(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for name in tables_of(path):
        assert f"<!-- {name} -->" in text, f"{path.name} has no line <!-- {name} -->"
    assert text == with_tables(path), "run: python -m tests.tools.tables"


@pytest.mark.parametrize("name", OWN)
def test_every_format_has_a_page(name: str) -> None:
    page = (ROOT / "formats" / name / "README.md").read_text(encoding="utf-8")
    assert page.startswith(f"# {name}")


def outside_code(page: Path) -> list[str]:
    """The lines of a page without its blocks of code."""
    text = page.read_text(encoding="utf-8")
    text = re.sub(r"^```.*?^```$", "", text, flags=re.MULTILINE | re.DOTALL)
    return [line for line in text.splitlines() if not line.startswith("    ")]


@pytest.mark.parametrize("page", PAGES, ids=path)
def test_every_row_of_a_table_has_the_cells_of_its_header(page: Path) -> None:
    for is_table, rows in itertools.groupby(outside_code(page), lambda line: line.startswith("|")):
        if is_table:
            cells = [(len(re.findall(r"(?<!\\)\|", row)), row) for row in rows]
            assert [row for count, row in cells if count != cells[0][0]] == []


@pytest.mark.parametrize("page", PAGES, ids=path)
def test_no_command_is_broken_over_two_lines(page: Path) -> None:
    assert [line for line in outside_code(page) if line.count("`") % 2] == []


@pytest.mark.parametrize("page", PAGES, ids=path)
def test_running_text_is_wrapped(page: Path) -> None:
    text = [line for line in outside_code(page) if not line.lstrip().startswith("|")]
    assert [line for line in text if len(line) > 130] == []


def test_the_readme_is_short() -> None:
    assert len(README.encode()) <= 15_000


@pytest.mark.parametrize("page", DOCS, ids=path)
def test_every_page_says_what_it_is_for_and_is_in_the_index(page: Path) -> None:
    if page.name != "README.md":
        assert re.match(r"# .*\n\nWith this page you", page.read_text(encoding="utf-8"))
        assert f"| [{page.stem}]({page.name}) |" in (page.parent / "README.md").read_text("utf-8")


@pytest.mark.parametrize("page", PAGES, ids=path)
def test_all_links_lead_somewhere(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    links = [link for link in re.findall(r"\]\(([^)]+)\)", text) if not link.startswith("http")]
    assert [link for link in links if not leads(page, link)] == []


def leads(page: Path, link: str) -> bool:
    """Whether there is such a file, with such a heading."""
    name, _, anchor = link.partition("#")
    target = page.parent / name if name else page
    if not target.exists() or not anchor:
        return target.exists()
    headings = re.findall(r"^#+ (.*)$", target.read_text(encoding="utf-8"), re.MULTILINE)
    return anchor in {re.sub(r"[^\w -]", "", h).lower().replace(" ", "-") for h in headings}

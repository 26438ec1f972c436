"""bmconv rank with several files: results with hands or with a movement."""

from pathlib import Path

import pytest

from bmconv import jet
from tests.helpers.running import quick, samples

DEAL = "N:AKQJ.T98.765.432 T987.AKQJ.432.65 6543.765.AKQ.AJT 2.432.JT98.KQ987"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    samples(tmp_path)
    (tmp_path / "deals.pbn").write_text(
        f'[Event "Dealt by machine"]\n[Date "2020.01.01"]\n[Board "1"]\n[Deal "{DEAL}"]\n'
    )
    return tmp_path


def test_a_page_has_the_hands_of_another_file_but_not_its_title(folder: Path) -> None:
    night, page = folder / "night.bws", folder / "new.html"
    done = quick("rank", night, folder / "deals.pbn", "-o", page)
    line = "bmconv: 5 boards have results but no hands: 2, 3, 4, 5, 6\n"
    assert (done.code, done.err) == (0, line)
    text = page.read_text(encoding="utf-8")
    assert "AKQJ" in text
    assert "Dealt by machine" not in text
    alone = folder / "alone.html"
    quick("rank", night, "-o", alone)
    title = text[text.index("<title>") : text.index("</title>")]
    assert title in alone.read_text(encoding="utf-8")


def test_movement_and_results_are_joined(folder: Path) -> None:
    words = ("rank", folder / "BMRData.txt", folder / "BMInput.txt", "--report")
    joined = quick("join", folder / "BMRData.txt", folder / "BMInput.txt").out
    assert quick(*words).out == quick("rank", "--report", stdin=joined).out


@pytest.mark.parametrize("command", ["show", "score"])
def test_a_command_for_one_input_suggests_to_join_several(
    command: str, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    done = quick(command, "night.bws", "hands.pbn")
    line = f"for several: bmconv join night.bws hands.pbn | bmconv {command} "
    assert (done.code, line in done.err) == (2, True), done.err


@pytest.mark.parametrize("command", ["check", "missing"])
def test_a_command_about_one_file_refuses_several(command, folder, monkeypatch):
    monkeypatch.chdir(folder)
    done = quick(command, "night.bws", "hands.pbn")
    line = f"bmconv: expected one input; bmconv {command} takes one file at a time"
    assert (done.code, done.err) == (2, f"{line} (bmconv {command} --help)\n")


def test_a_message_says_that_the_page_of_a_damaged_file_was_written(folder: Path) -> None:
    """The page is not opened when the file is dropped on the icon for Windows."""
    data = bytearray((folder / "night.bws").read_bytes())
    with jet.open(bytes(data)) as database:
        (number,) = database.tables["PlayerNames"].scanner().owned_pages()
    data[number * 4096] = 9
    (folder / "night.bws").write_bytes(data)
    page = folder / "new.html"
    done = quick("rank", folder / "night.bws", "-o", page)
    assert done.code == 1
    assert done.err.startswith(f"bmconv: {page}: written with what could be read\n")
    assert "written" not in quick("rank", "-q", folder / "night.bws", "-o", page).err


@pytest.mark.parametrize("ending", ["xlsx", "html", "txt", "jsonl", "csv", "xml", "bws"])
@pytest.mark.parametrize("name", ["players.csv", "BMInput.txt", "hands.pbn"])
def test_a_file_without_results_gives_no_ranking(name, ending, tmp_path):
    """Neither names nor a movement or hands are a ranking, though many formats hold them."""
    output = tmp_path / f"ranking.{ending}"
    file = samples(tmp_path) / name
    done = quick("rank", file, "-o", output)
    message = "no results in this input (bmconv info shows what it contains)"
    assert done == (1, b"", f"bmconv: {file}: {message}\n")
    assert not output.exists()

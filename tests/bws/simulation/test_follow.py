"""bmconv bws follow beside a simulated evening: a page that is never partial and never early."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

import bmconv
from bmconv.event.progress import progress
from bmconv.records import Hand, Record
from tests.helpers.processes import killing_at_end, start, wait_until
from tests.helpers.running import ROOT, judge, quick, run
from tests.helpers.simulated_event import event, write

ROW = "AKQJT98765432"


def hands(boards: int) -> list[Record]:
    """Deals that can be told apart: seats have the same shape, in another order on each board."""
    return [
        Hand(board=board, north=f"{ROW}...", east=f".{ROW}..", south=f"..{ROW}.", west=f"...{ROW}")
        for board in range(1, boards + 1)
    ]


def boards_with_cards(page: str) -> set[int]:
    """The numbers of boards that have a deal on a page."""
    found = re.findall(r'id="?(?:[a-z-]+-)?b(?:oard)?-?(\d+)"?(.*?)(?=id="?b|\Z)', page, re.S)
    return {int(number) for number, text in found if "98765432" in text}


def pages_beside(tmp_path: Path, *words: str) -> list[tuple[str, set[int]]]:
    """Every state of the page, with the boards that were to be played when it was found."""
    source = write(tmp_path / "in.bws", event(4, 4, 2))
    deals = tmp_path / "hands.pbn"
    deals.write_bytes(bmconv.write(bmconv.Event(hands(8)), format="pbn"))
    out, page = tmp_path / "night.bws", tmp_path / "night.html"
    play = start("bws", "simulate", source, "-o", out, "--speed", "1500", folder=tmp_path)
    states: list[tuple[str, set[int]]] = []
    with killing_at_end([play]):
        wait_until(out.exists)
        follow = start("bws", "follow", out, "--page", page, "--hands", deals, "--interval", "0.3",
                       *words, folder=tmp_path)  # fmt: skip
        with killing_at_end([follow]):
            deadline = time.monotonic() + 300
            over = False
            while not over:
                assert time.monotonic() < deadline
                over = follow.poll() is not None
                text = page.read_text(encoding="utf-8") if page.exists() else ""
                if text and (not states or states[-1][0] != text):
                    states.append((text, set(progress(bmconv.read(out)).to_play)))
                time.sleep(0.05)
            assert follow.returncode == 0, (tmp_path / "output.txt").read_text()
        assert play.wait(60) == 0
    return states


def test_a_page_beside_an_evening(tmp_path):
    states = pages_beside(tmp_path, "--refresh", "20")
    assert len(states) > 1  # how many depends on the computer
    for text, to_play in states:
        assert text.rstrip().endswith("</script>")
        assert not boards_with_cards(text) & to_play
    assert re.search(r"<title>[^<]*(after|during) round \d", states[0][0])
    assert 'http-equiv=refresh content="20"' in states[0][0]
    joined = tmp_path / "joined.jsonl"
    run("join", tmp_path / "night.bws", tmp_path / "hands.pbn", "-o", joined,
        "--only", f"hand,evaluation:{tmp_path / 'hands.pbn'}")  # fmt: skip
    run("rank", joined, "-o", tmp_path / "rank.html")
    assert (tmp_path / "night.html").read_bytes() == (tmp_path / "rank.html").read_bytes()
    assert boards_with_cards(states[-1][0]) == {*range(1, 9)}


def stopped(tmp_path: Path, *words: Any) -> tuple[int, str]:
    """What the command says and its exit code when it is ended by a signal."""
    page = tmp_path / "night.html"
    follow = start("bws", "follow", *words, "--page", page, folder=tmp_path)
    with killing_at_end([follow]):
        wait_until(page.exists)
        follow.send_signal(signal.SIGTERM)
        return follow.wait(60), (tmp_path / "output.txt").read_text()


@pytest.mark.skipif(os.name == "nt", reason="Windows ends a program without a signal")
def test_a_signal_during_play_leaves_a_page_that_reloads(tmp_path):
    source, out = write(tmp_path / "in.bws", event(4, 3, 2)), tmp_path / "night.bws"
    run("bws", "simulate", source, "-o", out, "--speed", "0", "--until-round", "2")
    code, said = stopped(tmp_path, out, "--refresh", "5")
    page = (tmp_path / "night.html").read_text(encoding="utf-8")
    missing = f"{tmp_path / 'night.html'}: 8 results missing (bmconv missing {out}); the cards of "
    assert (code, said) == (0, f"bmconv: {missing}their boards are hidden\n")
    assert "<title>Thursday, 2026-11-19, after round 2</title>" in page
    assert 'http-equiv=refresh content="5"' in page


def test_what_cannot_be_followed_is_refused(tmp_path):
    source = write(tmp_path / "in.bws", event(4, 3, 2))
    for words, message in (
        ((source, "--page", "x.pdf"), "expected a name that ends with .html"),
        (("-", "--page", "x.html"), "needs files, not a pipe"),
        ((source,), "--page is missing"),
    ):
        done = quick("bws", "follow", *map(str, words))
        assert (done.code, message in done.err) == (2, True), done.err


@pytest.mark.parametrize("name", ["BMInput.txt", "hands.pbn", "players.csv"])
def test_a_file_to_which_no_results_come_is_refused(name, tmp_path):
    (file,) = ROOT.glob(f"formats/*/samples/{name}")
    done = quick("bws", "follow", str(file), "--page", str(tmp_path / "x.html"))
    format = file.parent.parent.name
    message = f"bmconv: {file}: is {format}; expected the .bws of the control software\n"
    assert (done.code, done.err) == (3, message)


def test_a_file_of_hands_without_hands_is_refused(tmp_path):
    night, players = (ROOT / "formats" / name for name in
                      ("bws/samples/night.bws", "players/samples/players.csv"))  # fmt: skip
    words = ("--hands", str(players), "--page", str(tmp_path / "x.html"))
    done = quick("bws", "follow", str(night), *words)
    assert (done.code, done.err) == (1, f"bmconv: no hands in {players}\n")


def test_the_club_gives_its_name_and_language(tmp_path):
    source, out = write(tmp_path / "in.bws", event(2, 1, 2)), tmp_path / "night.bws"
    words = ("--speed", "0", "--erasures", "0")
    assert quick("bws", "simulate", str(source), "-o", str(out), *words).code == 0
    club, page = tmp_path / "club.toml", tmp_path / "night.html"
    club.write_text('club_name = "Eikendal"\nlanguage = "nl"\n')
    words = ("--page", str(page), "--club", str(club), "--interval", "0.1")
    assert quick("bws", "follow", str(out), *words).code == 0
    text = page.read_text(encoding="utf-8")
    assert '<html lang="nl">' in text
    assert "<p>Eikendal</p>" in text


def test_results_of_a_data_connector(tmp_path):
    judge("bridgemate_dataconnector")
    source, page = tmp_path / "init.json", tmp_path / "night.html"
    options = {"kind": "init", "settings": "defaults"}
    source.write_bytes(bmconv.write(bmconv.Event(event(4, 3, 2)), format="dto", **options))
    command = [sys.executable, "-m", "bmconv", "connector", "serve", source, "--port", "0",
               "--simulate", "--speed", "3000", "--corrections", "0"]  # fmt: skip
    serve = subprocess.Popen(command, stdout=subprocess.PIPE, cwd=tmp_path)
    with killing_at_end([serve]):
        assert serve.stdout is not None
        (url,) = re.findall(rb"http://127\.0\.0\.1:\d+", serve.stdout.readline())
        where = ("--url", url.decode(), "--session-guid", "A" * 32)
        follow = start("bws", "follow", source, *where, "--page", page, "--interval", "0.3",
                       folder=tmp_path)  # fmt: skip
        with killing_at_end([follow]):
            assert follow.wait(200) == 0, (tmp_path / "output.txt").read_text()
        run("connector", "poll", *where, "--all", "-o", tmp_path / "answers.jsonl")
    run("join", source, tmp_path / "answers.jsonl", "-o", tmp_path / "joined.jsonl")
    run("rank", tmp_path / "joined.jsonl", "-o", tmp_path / "rank.html")
    assert page.read_bytes() == (tmp_path / "rank.html").read_bytes()
    assert "Player 1" in page.read_text(encoding="utf-8")

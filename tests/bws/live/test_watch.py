"""bmconv bws watch: an evening through text files, whatever happens to the watcher."""

import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bmconv.bws.live.folder import Folder
from bmconv.bws.live.watcher import Watch, WatchOptions
from tests.helpers import bcs
from tests.helpers.running import ROOT, quick
from tests.helpers.watching import Scoring, bminput, stopping_after, wait_until


def watcher(club: Path, *words: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "bmconv", "bws", "watch", str(club), "--interval", "0.05"]
    return subprocess.Popen([*command, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            text=True)  # fmt: skip


def evening(club: Path, seed: int, between: Any) -> tuple[bcs.Bcs, Scoring]:
    """Results, corrections and late names in random order, BMRData.txt deleted at random."""
    chance = random.Random(seed)
    control, scoring = bcs.Bcs(club / "BMInput.bws", seed), Scoring(club)
    while control.to_play:
        for _ in range(chance.randrange(1, 4)):
            if control.to_play:
                control.play()
        for _ in range(chance.randrange(5)):
            control.correct()
        if chance.random() < 0.2:
            control.register(
                chance.randrange(1, 5), chance.choice("NESW"), str(chance.randrange(99))
            )
        if chance.random() < 0.5:
            scoring.take()
        between()
    return control, scoring


def settle(control: bcs.Bcs, scoring: Scoring) -> None:
    """Nothing more comes, and both sides agree."""
    quiet = 0
    deadline = time.time() + 300
    while quiet < 15 and time.time() < deadline:
        arrived = scoring.take() or scoring.standing() != control.standing()
        quiet = 0 if arrived else quiet + 1
        time.sleep(0.05)
    assert scoring.standing() == control.standing()


@pytest.fixture
def running(club: Path) -> Iterator["subprocess.Popen[str]"]:
    process = watcher(club)
    wait_until(lambda: (club / "BMInput.bws").exists())
    yield process
    if process.poll() is None:
        process.terminate()
    process.wait()


def test_every_standing_result_arrives_and_plain_ones_once(
    club: Path, running: "subprocess.Popen[str]"
) -> None:
    control, scoring = bcs.Bcs(club / "BMInput.bws"), Scoring(club)
    while control.to_play:
        control.play()
        scoring.take()
    settle(control, scoring)
    assert len(scoring.lines) == len(set(scoring.lines)) == 36


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_scripted_evening(club: Path, seed: int, running: "subprocess.Popen[str]") -> None:
    control, scoring = evening(club, seed, lambda: time.sleep(0.02))
    (club / "BMInput.txt").write_text(bminput(4))
    assert quick("bws", "watch", club, "--send", "movement", "--last").out == b"8 changes\n"
    assert control.take_up() == dict.fromkeys(range(1, 5), 4)
    for table in range(1, 5):
        control.play((table, 4, 1))
        scoring.take()
    settle(control, scoring)
    if os.name == "posix":
        running.send_signal(signal.SIGINT)
    else:
        assert quick("bws", "watch", club, "--send", "stop").code == 0
    out, _ = running.communicate()
    assert running.returncode == 0
    assert out.splitlines()[-1].endswith(" stopped")


def test_the_worked_example_of_the_page(club: Path, running: "subprocess.Popen[str]") -> None:
    page = (ROOT / "docs" / "scoring-program.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.S)
    (script,) = [block for block in blocks if "BMRData.txt" in block]
    assert len(script.splitlines()) <= 24
    script = script.replace('"club"', repr(str(club)))
    command = [sys.executable, "-c", script]
    example = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    control = bcs.Bcs(club / "BMInput.bws")
    for _ in range(3):
        control.play()
    assert example.stdout is not None
    seen = {example.stdout.readline().split(")")[0] for _ in range(3)}
    (club / "stop").touch()
    example.communicate()
    assert example.returncode == 0
    assert seen == {f"('1', '{t}', '{r}', '{b}'" for t, r, b in control.standing()}


def test_killed_dozens_of_times_nothing_is_lost(club: Path) -> None:
    """BMCONV_KILLS chooses how often; all is what `make kills` does."""
    kills = int({"all": "300"}.get(chosen := os.environ.get("BMCONV_KILLS", "30"), chosen))
    chance = random.Random(8)
    process = watcher(club)
    wait_until(lambda: (club / "BMInput.bws").exists())
    done = 0

    def kill() -> None:
        nonlocal process, done
        for _ in range(kills // 15 + 1):
            if done < kills:
                time.sleep(chance.random() * 0.6)
                process.kill()
                process.communicate()
                process = watcher(club)
                done += 1

    control, scoring = evening(club, 8, kill)
    while done < kills:
        control.correct()
        scoring.take()
        kill()
    settle(control, scoring)
    process.terminate()
    assert process.communicate() is not None
    assert process.returncode == 0 or os.name == "nt"
    seen: set[str] = set()
    again = 0
    for batch in scoring.batches:
        again += bool(seen & set(batch))
        seen |= set(batch)
    assert again <= kills


def test_a_batch_in_flight_at_a_kill(club: Path) -> None:
    """Each point at which a delivery may stop: before and after the file has its name."""
    for delivered in (False, True):
        shutil.rmtree(club / ".bmconv-watch", ignore_errors=True)
        (club / "BMRData.txt").unlink(missing_ok=True)
        bcs.write(club / "BMInput.bws")
        bcs.Bcs(club / "BMInput.bws").play()
        said: list[str] = []
        watch = Watch(Folder(str(club)), WatchOptions(), said.append)
        watch.state.confirm = None  # type: ignore[assignment]
        if not delivered:
            watch.state.prepare = stopping_after(watch.state.prepare)  # type: ignore[method-assign]
        with pytest.raises((TypeError, KeyboardInterrupt)):
            watch.look()
        watch.state.close()
        (club / "BMRData.txt").unlink(missing_ok=True)  # the scoring program has taken it
        watch = Watch(Folder(str(club)), WatchOptions(), said.append)
        said.append(watch.folder.recover(watch.state))
        watch.look()
        watch.state.close()
        assert (club / "BMRData.txt").exists() is not delivered
        assert ("was delivered" in said[0]) is delivered


def test_commands(club: Path, running: "subprocess.Popen[str]") -> None:
    control, scoring = bcs.Bcs(club / "BMInput.bws"), Scoring(club)
    assert quick("bws", "watch", club, "--send", "read-all").out == b"no results yet\n"
    control.play()
    wait_until(scoring.take)
    control.play()
    wait_until(lambda: scoring.path.exists())
    assert quick("bws", "watch", club, "--send", "read-all").out.startswith(b"2 results in")
    assert len(scoring.path.read_text().splitlines()) == 2
    control.register(1, "E", "42")
    wait_until(lambda: (club / "BMPNums.txt").exists())
    assert '1,1,"E ","42"' in (club / "BMPNums.txt").read_text()
    (club / "BMPNums.txt").unlink()
    time.sleep(0.3)
    assert not (club / "BMPNums.txt").exists()  # nothing has changed
    assert quick("bws", "watch", club, "--send", "players").code == 0
    assert (club / "BMPNums.txt").exists()
    done = quick("bws", "watch", club)
    taken = f"bmconv: {club}: already being watched (process {running.pid})\n"
    assert (done.code, done.err) == (4, taken)
    assert quick("bws", "watch", club, "--send", "stop").out == b"stopping\n"
    running.communicate()
    assert running.returncode == 0
    done = quick("bws", "watch", club, "--send", "stop")
    assert (done.code, "no watcher is running" in done.err) == (1, True)


def test_a_new_movement_is_taken_up_when_asked(
    club: Path, running: "subprocess.Popen[str]"
) -> None:
    def updates() -> dict[int, int]:
        return {r["Table"]: r["UpdateFromRound"] for r in bcs.rows(club / "BMInput.bws", "Tables")}

    (club / "BMInput.txt").write_text(bminput(4))
    done = quick("bws", "watch", club, "--send", "movement")
    assert (done.code, "use --wait if more follow" in done.err) == (1, True)
    assert set(updates().values()) == {0}
    (club / "BMInput.txt").write_text(bminput(4, t1=260, t2=260, t3=260, t4=260))
    done = quick("bws", "watch", club, "--send", "movement")
    assert (done.code, done.out) == (0, b"8 changes\n")
    assert updates() == dict.fromkeys(range(1, 5), 260)
    assert {r["Round"] for r in bcs.rows(club / "BMInput.bws", "RoundData")} == {1, 2, 3, 4}
    bcs.Bcs(club / "BMInput.bws").take_up()
    (club / "BMInput.txt").write_text(bminput(4).replace('1,"A",4,0', '1,"A",4,14'))
    done = quick("bws", "watch", club, "--send", "movement")
    assert done.out == b"5 changes\n"  # MissingPair, and the triggers of the tables it plays at
    (club / "BMInput.txt").write_text("nonsense")
    done = quick("bws", "watch", club, "--send", "movement")
    assert done.code == 1


def test_notes_are_told_unless_kept_quiet(club: Path) -> None:
    text = bminput().replace('1,1,"N","0"', '1,1,"N","0","more"')
    (club / "BMInput.txt").write_text(text)
    for words, told in (((), True), (("-q",), False)):
        process = watcher(club, "--notes", str(club / "notes"), "--new", *words)
        wait_until(lambda: quick("bws", "watch", club, "--send", "stop").code == 0)
        out, _ = process.communicate()
        assert ("repair extra-fields: " in out) is told
        assert (club / "notes").read_text().count('"code": "extra-fields"') == 1
    (club / "BMInput.bws").unlink()
    (club / "BMInput.txt").write_text(bminput().replace('"MBC01"', f'"{"M" * 300}"'))
    done = quick("bws", "watch", club, "--strict")
    assert (done.code, "nothing written: --strict, and 1 loss" in done.err) == (
        1, True
    )  # fmt: skip
    assert b"loss text-cut" in done.out
    assert not (club / "BMInput.bws").exists()


@pytest.mark.skipif(not hasattr(signal, "SIGSTOP"), reason="Windows cannot pause a program")
def test_a_command_to_a_watcher_that_dies_is_told_at_once(
    club: Path, running: "subprocess.Popen[str]"
) -> None:
    running.send_signal(signal.SIGSTOP)
    words = [sys.executable, "-m", "bmconv", "bws", "watch", str(club), "--send", "players"]
    sender = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
    wait_until(lambda: os.listdir(club / ".bmconv-watch/commands"))
    running.kill()
    assert sender.communicate()[1] == f"bmconv: {club}: no watcher is running\n"
    assert sender.returncode == 1


def test_an_input_with_errors_makes_no_database(tmp_path: Path) -> None:
    (tmp_path / "BMInput.txt").write_text(bminput().replace('"RoundData",12', '"RoundData",13'))
    done = quick("bws", "watch", tmp_path)
    assert done.code == 1
    assert "BMInput.txt" in done.err
    assert not (tmp_path / "BMInput.bws").exists()
    assert quick("bws", "watch", tmp_path / "none").code == 4
    (tmp_path / "empty").mkdir()
    assert quick("bws", "watch", tmp_path / "empty").code == 4

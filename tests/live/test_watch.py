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

from bmconv import jet
from bmconv.errors import DataError, FileTrouble
from bmconv.live.folder import Folder
from bmconv.live.watch import Options, Watch
from tests.live import bcs
from tests.running import ROOT, quick, samples, shell

INPUT = """"Clients",1
0,"MBC01"
"Section",1
1,"A",4,0
"Tables",4
{tables}"RoundData",{count}
{rounds}"PlayerNumbers",16
{seats}"""


def bminput(rounds: int = bcs.ROUNDS, **updates: int) -> str:
    """BMInput.txt of the event that the simulator plays."""
    tables = "".join(f"1,{t},0,0,2,{updates.get(f't{t}', 0)},0,0\n" for t in range(1, 5))
    lines = []
    for t in range(1, 5):
        for r in range(1, rounds + 1):
            low = (t + r - 2) % 4 * 3 + 1
            lines.append(f"1,{t},{r},{t},{(t + r - 2) % 4 + 11},{low},{low + 2}\n")
    seats = "".join(f'1,{t},"{side}","0"\n' for t in range(1, 5) for side in "NSEW")
    return INPUT.format(tables=tables, count=len(lines), rounds="".join(lines), seats=seats)


@pytest.fixture
def club(tmp_path: Path) -> Path:
    (tmp_path / "BMInput.txt").write_text(bminput())
    return tmp_path


def watcher(club: Path, *words: str) -> "subprocess.Popen[str]":
    command = [sys.executable, "-m", "bmconv", "bws", "watch", str(club), "--interval", "0.05"]
    return subprocess.Popen([*command, *words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                            text=True)  # fmt: skip


def until(what: Any, seconds: float = 20) -> None:
    deadline = time.time() + seconds
    while not what():
        assert time.time() < deadline, "never happened"
        time.sleep(0.01)


class Scoring:
    """The scoring program's side: reads BMRData.txt and deletes it; its last line stands."""

    def __init__(self, club: Path) -> None:
        self.path = club / "BMRData.txt"
        self.known: dict[tuple[int, ...], Any] = {}
        self.lines: list[str] = []
        self.batches: list[list[str]] = []

    def take(self) -> bool:
        try:
            text = self.path.read_text(encoding="cp1252")
        except FileNotFoundError:
            return False
        self.path.unlink()
        assert text.endswith("\n")
        self.batches.append(text.splitlines())
        for line in text.splitlines():
            fields = line.split(",")
            table, round, board = map(int, fields[2:5])
            assert fields[8] == '"N "'
            entered = (fields[9].strip('"'), fields[10].strip('"'))
            self.known[table, round, board] = None if fields[-1] == "#TRUE#" else entered
            self.lines.append(line)
        return True

    def standing(self) -> dict[tuple[int, ...], Any]:
        return {place: what for place, what in self.known.items() if what is not None}


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
    deadline = time.time() + 30
    while quiet < 15 and time.time() < deadline:
        quiet = 0 if scoring.take() else quiet + 1
        time.sleep(0.05)
    assert scoring.standing() == control.standing()


@pytest.fixture
def running(club: Path) -> Iterator["subprocess.Popen[str]"]:
    process = watcher(club)
    until(lambda: (club / "BMInput.bws").exists())
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
    running.send_signal(signal.SIGINT)
    out, _ = running.communicate()
    assert running.returncode == 0
    assert out.splitlines()[-1].endswith(" stopped")


def test_the_worked_example_of_the_readme(club: Path, running: "subprocess.Popen[str]") -> None:
    page = (ROOT / "README.md").read_text(encoding="utf-8")
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


def test_the_rehearsal_of_the_page(tmp_path: Path) -> None:
    page = (ROOT / "formats/bws/README.md").read_text(encoding="utf-8")
    begin, *lines, stop = re.findall(r"^    (.*club.*)$", page, re.M)
    assert ("bws watch club" in begin, "--send stop" in stop) == (True, True)
    club = samples(tmp_path) / "club"
    club.mkdir()
    shutil.copy(tmp_path / "BMInput.txt", club)
    watch, _ = in_process(club)
    watch.begin()
    delivered = []
    for line in lines:
        assert "error" not in shell(line, tmp_path)
        watch.turn()
        if (club / "BMRData.txt").exists():
            delivered.append((club / "BMRData.txt").read_text().count("\n"))
            (club / "BMRData.txt").unlink()
    watch.state.close()
    assert delivered == [1, 4]


def test_killed_a_hundred_times_nothing_is_lost(club: Path) -> None:
    kills = int(os.environ.get("BMCONV_KILLS", "100"))
    chance = random.Random(8)
    process = watcher(club)
    until(lambda: (club / "BMInput.bws").exists())
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
    assert process.returncode == 0
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
        watch = Watch(Folder(str(club)), Options(), said.append)
        watch.state.confirm = None  # type: ignore[assignment]
        if not delivered:
            watch.state.prepare = refusing(watch.state.prepare)  # type: ignore[method-assign]
        with pytest.raises((TypeError, KeyboardInterrupt)):
            watch.look()
        watch.state.close()
        (club / "BMRData.txt").unlink(missing_ok=True)  # the scoring program has taken it
        watch = Watch(Folder(str(club)), Options(), said.append)
        said.append(watch.folder.recover(watch.state))
        watch.look()
        watch.state.close()
        assert (club / "BMRData.txt").exists() is not delivered
        assert ("was delivered" in said[0]) is delivered


def refusing(prepare: Any) -> Any:
    def stop(*given: Any, **more: Any) -> None:
        prepare(*given, **more)
        raise KeyboardInterrupt

    return stop


def test_the_last_line_about_a_board_is_the_one_that_stands(club: Path) -> None:
    watch, _ = in_process(club)
    watch.begin()
    control, scoring = bcs.Bcs(club / "BMInput.bws"), Scoring(club)
    for _ in range(3):
        control.play((1, 1, 1))
    watch.turn()
    scoring.take()
    with control.editor() as editor:
        table = editor.table("ReceivedData")
        pointers = [pointer for pointer, _ in table.rows()]
        table.update(pointers[0], {"Contract": "7 NT", "Result": "="})
    watch.turn()
    scoring.take()
    assert [line.split(",")[0] for line in scoring.batches[-1]] == ["1", "3"]
    assert scoring.standing() == control.standing()
    with control.editor() as editor:
        editor.table("ReceivedData").delete(pointers[2])
    watch.turn()
    scoring.take()
    assert [line.split(",")[0] for line in scoring.batches[-1]] == ["3", "2"]
    assert scoring.standing() == control.standing()
    watch.state.close()


def test_commands(club: Path, running: "subprocess.Popen[str]") -> None:
    control, scoring = bcs.Bcs(club / "BMInput.bws"), Scoring(club)
    assert quick("bws", "watch", club, "--send", "read-all").out == b"there are no results yet\n"
    control.play()
    until(scoring.take)
    control.play()
    until(lambda: scoring.path.exists())
    assert quick("bws", "watch", club, "--send", "read-all").out.startswith(b"all 2 results")
    assert len(scoring.path.read_text().splitlines()) == 2
    control.register(1, "E", "42")
    until(lambda: (club / "BMPNums.txt").exists())
    assert '1,1,"E ","42"' in (club / "BMPNums.txt").read_text()
    (club / "BMPNums.txt").unlink()
    time.sleep(0.3)
    assert not (club / "BMPNums.txt").exists()  # nothing has changed
    assert quick("bws", "watch", club, "--send", "players").code == 0
    assert (club / "BMPNums.txt").exists()
    done = quick("bws", "watch", club)
    assert (done.code, done.err) == (4, f"bmconv: {club}: is watched already\n")
    assert quick("bws", "watch", club, "--send", "stop").out == b"stopping\n"
    running.communicate()
    assert running.returncode == 0
    done = quick("bws", "watch", club, "--send", "stop")
    assert (done.code, "nobody watches it" in done.err) == (1, True)


def test_a_new_movement_is_taken_up_when_asked(
    club: Path, running: "subprocess.Popen[str]"
) -> None:
    def updates() -> dict[int, int]:
        return {r["Table"]: r["UpdateFromRound"] for r in bcs.rows(club / "BMInput.bws", "Tables")}

    (club / "BMInput.txt").write_text(bminput(4))
    done = quick("bws", "watch", club, "--send", "movement")
    assert (done.code, "say --wait if more will come" in done.err) == (1, True)
    assert set(updates().values()) == {0}
    (club / "BMInput.txt").write_text(bminput(4, t1=260, t2=260, t3=260, t4=260))
    done = quick("bws", "watch", club, "--send", "movement")
    assert (done.code, done.out) == (0, b"8 changes\n")
    assert updates() == dict.fromkeys(range(1, 5), 260)
    assert {r["Round"] for r in bcs.rows(club / "BMInput.bws", "RoundData")} == {1, 2, 3, 4}
    bcs.Bcs(club / "BMInput.bws").take_up()
    (club / "BMInput.txt").write_text(bminput(4).replace('1,"A",4,0', '1,"A",4,14'))
    done = quick("bws", "watch", club, "--send", "movement")
    assert done.out == (
        b"0 changes; loss not-applied: 1 section record not taken up: "
        b"apply does not change them (section A)\n"
    )
    (club / "BMInput.txt").write_text("nonsense")
    done = quick("bws", "watch", club, "--send", "movement")
    assert done.code == 1


def in_process(club: Path, **options: Any) -> tuple[Watch, list[str]]:
    said: list[str] = []
    return Watch(Folder(str(club)), Options(**options), said.append), said


def test_the_database_is_never_made_anew_over_results(club: Path) -> None:
    watch, said = in_process(club)
    watch.begin()
    assert said[0] == "BMInput.bws made from BMInput.txt"
    assert r"/f:[PATH\BMInput.bws] /s /r (PATH is this folder as Windows sees it)" in said[-1]
    bcs.Bcs(club / "BMInput.bws").play()
    watch.turn()
    said.clear()
    watch.begin()
    assert said[0] == "BMInput.bws is there: polling it (--new makes it anew)"
    assert "/s" not in said[1]  # no reset when recovering
    watch.state.close()
    delivered = (club / "BMRData.txt").read_bytes()
    watch, said = in_process(club, new=True)
    watch.begin()
    watch.state.close()
    assert said[:3] == [
        f"BMInput.bws as it was: {club}/BMInput.bws.backup1",
        f"BMRData.txt as it was: {club}/BMRData.txt.backup1",
        "BMInput.bws made from BMInput.txt",
    ]
    assert len(bcs.rows(club / "BMInput.bws.backup1", "ReceivedData")) == 1
    assert (club / "BMRData.txt.backup1").read_bytes() == delivered
    assert not (club / "BMRData.txt").exists()
    (club / "BMInput.ldb").touch()
    watch, said = in_process(club, new=True)
    with pytest.raises(DataError, match="is open in the control software"):
        watch.begin()
    watch.state.close()


def test_a_database_played_with_another_movement_is_not_served(club: Path) -> None:
    watch, said = in_process(club)
    watch.begin()
    bcs.Bcs(club / "BMInput.bws").play()
    (club / "BMInput.txt").write_text(bminput(2))
    with pytest.raises(DataError) as refused:
        watch.begin()
    assert str(refused.value) == (
        f"{club}: BMInput.txt is another movement than BMInput.bws, which has 1 result: "
        "--new begins anew; to go on with it take BMInput.txt away"
    )
    (club / "BMInput.txt").unlink()
    watch.begin()
    (club / "BMInput.txt").write_text(bminput(4))  # one round more, as in a Swiss event
    said.clear()
    watch.begin()
    assert said[0] == (
        "BMInput.txt is another movement than BMInput.bws: --send movement takes it up"
    )
    (club / "BMInput.txt").write_text(bminput(2))
    (club / "BMInput.ldb").touch()  # the control software plays it
    watch.begin()
    watch.state.close()


def test_notes_are_told_unless_kept_quiet(club: Path) -> None:
    text = bminput().replace('1,1,"N","0"', '1,1,"N","0","more"')
    (club / "BMInput.txt").write_text(text)
    for words, told in (((), True), (("-q",), False)):
        process = watcher(club, "--notes", str(club / "notes"), "--new", *words)
        until(lambda: quick("bws", "watch", club, "--send", "stop").code == 0)
        out, _ = process.communicate()
        assert ("repair extra-fields: " in out) is told
        assert (club / "notes").read_text().count('"code": "extra-fields"') == 1
    (club / "BMInput.bws").unlink()
    (club / "BMInput.txt").write_text(bminput().replace('"MBC01"', f'"{"M" * 300}"'))
    done = quick("bws", "watch", club, "--strict")
    assert (done.code, "nothing written: 1 losses or errors under --strict" in done.err) == (
        1, True
    )  # fmt: skip
    assert b"loss text-cut" in done.out
    assert not (club / "BMInput.bws").exists()


def test_a_command_to_a_watcher_that_dies_is_told_at_once(
    club: Path, running: "subprocess.Popen[str]"
) -> None:
    running.send_signal(signal.SIGSTOP)
    words = [sys.executable, "-m", "bmconv", "bws", "watch", str(club), "--send", "players"]
    sender = subprocess.Popen(words, stderr=subprocess.PIPE, text=True)
    until(lambda: os.listdir(club / ".bmconv-watch/commands"))
    running.kill()
    assert sender.communicate(timeout=20)[1] == f"bmconv: {club}: nobody watches it\n"
    assert sender.returncode == 1


def test_the_control_software_is_started(tmp_path: Path) -> None:
    club = tmp_path / "our club"
    club.mkdir()
    (club / "BMInput.txt").write_text(bminput())
    control = tmp_path / "bmpro"
    control.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" > "{tmp_path}/words.tmp"\n'
                       f'mv "{tmp_path}/words.tmp" "{tmp_path}/words"\n')  # fmt: skip
    control.chmod(0o755)
    watch, said = in_process(club, bcs=str(control))
    watch.begin()
    watch.state.close()
    assert said[-1].startswith(f"started: {control} /f:[")
    until(lambda: (tmp_path / "words").exists())
    assert (tmp_path / "words").read_text() == f"/f:[{club}/BMInput.bws]\n/s\n/r\n"


def test_a_database_in_which_nothing_happened_follows_the_input(club: Path) -> None:
    watch, _ = in_process(club)
    watch.begin()
    (club / "BMInput.txt").write_text(bminput(2))
    watch.begin()
    watch.state.close()
    assert {r["Round"] for r in bcs.rows(club / "BMInput.bws", "RoundData")} == {1, 2}


def test_a_database_that_is_damaged_is_not_made_anew(club: Path) -> None:
    watch, said = in_process(club)
    watch.begin()
    database = club / "BMInput.bws"
    bcs.Bcs(database).play()
    with jet.open(database) as opened:
        (page,) = opened.tables["ReceivedData"].scanner().owned_pages()
    whole = database.read_bytes()
    damaged = whole[: page * 4096] + bytes(4096) + whole[(page + 1) * 4096 :]
    database.write_bytes(damaged)
    (club / "BMInput.txt").write_text(bminput(2))
    said.clear()
    watch.begin()
    watch.state.close()
    assert said[0] == "BMInput.bws is there: polling it (--new makes it anew)"
    assert database.read_bytes() == damaged


def test_all_results_every_time(club: Path) -> None:
    watch, _ = in_process(club, every=True)
    watch.begin()
    control, scoring = bcs.Bcs(club / "BMInput.bws"), Scoring(club)
    watch.turn()
    assert not scoring.path.exists()
    for count in (1, 2):
        control.play()
        watch.turn()
        assert scoring.take()
        watch.turn()
        assert scoring.take()
        assert [len(b) for b in scoring.batches[-2:]] == [count, count]
    watch.state.close()


def test_trouble_is_told_once_and_waited_for(club: Path) -> None:
    watch, said = in_process(club)
    watch.begin()
    control = bcs.Bcs(club / "BMInput.bws")
    control.play()
    said.clear()
    (club / "BMInput.bws").rename(club / "away")
    watch.turn()
    watch.turn()
    assert len(said) == 1
    assert "No such file or directory; trying again" in said[0]
    (club / "away").rename(club / "BMInput.bws")

    def full(*_: Any) -> None:
        raise FileTrouble("BMRData.txt: No space left on device")

    deliver, watch.folder.deliver = watch.folder.deliver, full  # type: ignore[method-assign]
    watch.turn()
    assert said[-1] == "BMRData.txt: No space left on device; trying again"
    watch.folder.deliver = deliver  # type: ignore[method-assign]
    watch.turn()
    assert said[-2:] == ["1 result in BMRData.txt", "all is well again"]
    watch.state.close()


def test_a_database_that_is_half_written_is_waited_for(club: Path) -> None:
    watch, said = in_process(club)
    watch.begin()
    bcs.Bcs(club / "BMInput.bws").play()
    whole = (club / "BMInput.bws").read_bytes()
    (club / "BMInput.bws").write_bytes(whole[:2000])
    said.clear()
    watch.turn()
    assert "truncated" in said[0]
    (club / "BMInput.bws").write_bytes(whole)
    watch.turn()
    watch.state.close()
    assert said[1:] == ["1 result in BMRData.txt", "all is well again"]


def test_a_new_movement_need_not_wait_for_two_intervals(club: Path) -> None:
    watch, _ = in_process(club, interval=3600.0)
    watch.begin()
    (club / "BMInput.txt").write_text(bminput(4, t1=4, t2=4, t3=4, t4=4))
    name = watch.folder.send({"send": "movement"})
    began = time.monotonic()
    watch.turn()
    watch.wait()
    watch.turn()
    watch.state.close()
    assert time.monotonic() < began + 60
    assert watch.folder.answered(name) == "8 changes"


def test_what_the_database_cannot_hold_is_told(club: Path) -> None:
    (club / "BMInput.txt").write_text(bminput().replace('"MBC01"', f'"{"M" * 300}"'))
    watch, said = in_process(club)
    watch.begin()
    watch.state.close()
    assert any(s.startswith("loss text-cut: 1 Computer text cut to 255 char") for s in said)


def test_a_share_that_goes_away_and_comes_back(club: Path) -> None:
    inner = club / "share"
    inner.mkdir()
    (inner / "BMInput.txt").write_text(bminput())
    watch, said = in_process(inner)
    watch.begin()
    bcs.Bcs(inner / "BMInput.bws").play()
    said.clear()
    inner.rename(club / "away")
    watch.turn()
    watch.turn()
    assert len(said) == 1
    assert "trying again" in said[0]
    (club / "away").rename(inner)
    watch.turn()
    watch.state.close()
    assert said[1:] == ["1 result in BMRData.txt", "all is well again"]


def test_what_was_delivered_but_not_noted_is_noted_later(club: Path) -> None:
    watch, said = in_process(club)
    watch.begin()
    bcs.Bcs(club / "BMInput.bws").play()

    def fail() -> None:
        raise FileTrouble("state: Input/output error")

    confirm, watch.state.confirm = watch.state.confirm, fail  # type: ignore[method-assign]
    watch.turn()
    watch.state.confirm = confirm  # type: ignore[method-assign]
    (club / "BMRData.txt").unlink()
    watch.turn()
    watch.turn()
    watch.state.close()
    assert not (club / "BMRData.txt").exists()
    assert said[-1] == "all is well again"


def test_another_event_in_its_place_is_noticed(club: Path) -> None:
    watch, _ = in_process(club)
    watch.begin()
    control = bcs.Bcs(club / "BMInput.bws")
    for _ in range(4):
        control.play()
    watch.turn()
    (club / "BMRData.txt").unlink()
    bcs.write(club / "BMInput.bws", name="Another")
    other = bcs.Bcs(club / "BMInput.bws", 5)
    other.play((4, 3, 3))
    with pytest.raises(DataError, match="another event"):
        watch.turn()
    watch.state.close()
    assert not (club / "BMRData.txt").exists()


def test_an_input_with_errors_makes_no_database(tmp_path: Path) -> None:
    (tmp_path / "BMInput.txt").write_text(bminput().replace('"RoundData",12', '"RoundData",13'))
    done = quick("bws", "watch", tmp_path)
    assert done.code == 1
    assert "BMInput.txt" in done.err
    assert not (tmp_path / "BMInput.bws").exists()
    assert quick("bws", "watch", tmp_path / "none").code == 4
    (tmp_path / "empty").mkdir()
    assert quick("bws", "watch", tmp_path / "empty").code == 4

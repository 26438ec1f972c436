"""bmconv bws poll: new, changed and vanished rows, once each; nothing lost at a crash."""

import json
import os
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

from bmconv.errors import FileTrouble
from bmconv.live import snapshot as snapshots
from tests.live import bcs
from tests.running import quick


@pytest.fixture
def night(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    path = tmp_path / "night.bws"
    bcs.write(path)
    return path


def poll(night: Path, *words: str) -> list[dict[str, Any]]:
    done = quick("bws", "poll", night, *words)
    assert (done.code, done.err) == (0, "")
    return [json.loads(line) for line in done.out.splitlines()]


def test_every_row_comes_once_and_again_when_it_changes(night: Path) -> None:
    control = bcs.Bcs(night)
    assert poll(night, "--accept") == []
    control.play((1, 1, 1))
    control.play((2, 1, 4))
    first = poll(night, "--accept")
    assert [(r["table"], r["board"]) for r in first] == [(1, 1), (2, 4)]
    assert poll(night, "--accept") == []
    with control.editor() as editor:
        table = editor.table("ReceivedData")
        (one, _), (two, _) = table.dicts()
        table.update(one, {"Contract": "7 NT", "Processed": True})
        table.delete(two)
    changed, gone = poll(night, "--accept")
    assert (changed["id"], changed["contract"]) == (1, "7 NT")
    assert gone == {**first[1], "erased": True}
    assert poll(night, "--accept") == []


def test_a_flag_set_by_another_program_is_no_change(night: Path) -> None:
    control = bcs.Bcs(night)
    control.play()
    assert len(poll(night, "--accept")) == 1
    with control.editor() as editor:
        table = editor.table("ReceivedData")
        for pointer, _ in list(table.dicts()):
            table.update(pointer, {"Processed2": True, "ExternalUpdate": True})
    assert poll(night, "--accept") == []


def test_two_readers_do_not_steal_from_each_other(night: Path) -> None:
    bcs.Bcs(night).play()
    assert len(poll(night, "--accept", "--as", "one")) == 1
    assert len(poll(night, "--accept", "--as", "two")) == 1
    assert len(poll(night, "--as", "one")) == 0


def test_to_a_pipe_nothing_is_remembered_without_accept(night: Path) -> None:
    bcs.Bcs(night).play()
    assert len(poll(night)) == len(poll(night)) == 1


def test_a_file_is_added_to_and_then_remembered(night: Path, tmp_path: Path) -> None:
    control = bcs.Bcs(night)
    out = tmp_path / "out.jsonl"
    for _ in range(3):
        control.play()
        poll(night, "-o", str(out))
        poll(night, "-o", str(out))
    assert [json.loads(line)["id"] for line in out.read_text().splitlines()] == [1, 2, 3]


def test_an_output_that_cannot_be_written_is_not_taken_for_delivered(night: Path) -> None:
    bcs.Bcs(night).play()
    done = quick("bws", "poll", night, "-o", "/nowhere/at/all.jsonl")
    assert done.code == 4
    assert "No such file or directory" in done.err
    done = quick("bws", "poll", night, "-o", "/dev/full")
    assert (done.code, "No space left" in done.err) == (4, True)
    assert len(poll(night)) == 1


def test_player_numbers_come_with_results_and_by_type(night: Path) -> None:
    control = bcs.Bcs(night)
    control.register(1, "N", "42")
    control.play()
    assert [r["type"] for r in poll(night)] == ["result", "seat"]
    assert [r["number"] for r in poll(night, "--type", "seat", "--accept")] == ["42"]
    assert [r["type"] for r in poll(night)] == ["result"]
    control.register(1, "N", "43", "Ada")
    assert [(r["number"], r["name"]) for r in poll(night, "--type", "seat")] == [("43", "Ada")]


def test_bmrdata_takes_results_only_and_scores_them(night: Path) -> None:
    control = bcs.Bcs(night)
    control.register(1, "N", "42")
    with control.editor() as editor:
        row = control.result(1, 1, 1, Contract="3 NT", Result="=")
        editor.table("ReceivedData").insert(row)
    done = quick("bws", "poll", night, "-t", "bmrdata", "--to-opt", "pad=yes", "--accept")
    assert done.out.startswith(b'1,1,1,1,1,1,11,1,"N ","3 NT","=","",400,"",#2026-11-16#')
    assert done.err == ""
    assert [r["type"] for r in poll(night)] == ["seat"]  # the number was not delivered


def test_dto_needs_the_guid_of_the_running_event(night: Path) -> None:
    bcs.Bcs(night).play()
    assert quick("bws", "poll", night, "-t", "dto").code == 1
    option = "session_guid=6F9619FF8B86D011B42D00C04FC964FF"
    done = quick("bws", "poll", night, "-t", "dto", "--to-opt", option)
    assert (done.code, done.out.count(b"SessionGuid")) == (0, 1), done.err
    assert quick("bws", "poll", night, "-t", "bws").code == 2


def test_since_needs_no_state(night: Path, tmp_path: Path) -> None:
    control = bcs.Bcs(night)
    for _ in range(5):
        control.play()
    assert [r["id"] for r in poll(night, "--since", "3")] == [4, 5]
    assert not (tmp_path / "state").exists()


def test_all_gives_everything_and_forgets_nothing_else(night: Path) -> None:
    control = bcs.Bcs(night)
    control.play()
    control.register(1, "N", "42")
    assert len(poll(night, "--accept")) == 2
    assert len(poll(night, "--all", "--type", "result", "--accept")) == 1
    assert poll(night) == []


def test_marks_are_set_and_used(night: Path) -> None:
    control = bcs.Bcs(night)
    control.play()
    control.play()
    assert len(poll(night, "--mark", "Processed1", "--accept")) == 2
    assert [r["Processed1"] for r in bcs.rows(night, "ReceivedData")] == [True, True]
    assert poll(night, "--mark", "Processed1", "--accept") == []
    # a reader without memory goes by the flags
    control.play()
    found = poll(night, "--mark", "Processed1", "--as", "new", "--accept")
    assert [r["id"] for r in found] == [3]


def test_a_custom_flag_is_added_at_the_end(night: Path) -> None:
    bcs.Bcs(night).play()
    done = quick("bws", "poll", night, "--type", "result", "--mark", "custom_Vue", "--accept")
    assert (done.code, "repair no-flag" in done.err) == (0, True)
    words = ("--type", "result", "--all", "--mark", "custom_Vue", "--add-column", "--accept")
    assert len(poll(night, *words)) == 1
    (row,) = bcs.rows(night, "ReceivedData")
    assert list(row)[-1] == "custom_Vue"
    assert row["custom_Vue"] is True
    assert quick("bws", "poll", night, "--mark", "Contract").code == 1


def test_beside_an_open_file_marks_change_single_bytes(night: Path) -> None:
    control = bcs.Bcs(night)
    control.play()
    control.play()
    night.with_suffix(".ldb").write_bytes(b"")
    before = night.read_bytes()
    poll(night, "--mark", "Processed", "--accept")
    after = night.read_bytes()
    assert sum(a != b for a, b in zip(before, after, strict=True)) == 2
    done = quick("bws", "poll", night, "--all", "--mark", "custom_X", "--add-column", "--accept")
    assert done.code == 1
    assert "only cells may be changed" in done.err


def test_another_event_under_the_same_name_is_noticed(night: Path) -> None:
    control = bcs.Bcs(night)
    for _ in range(4):
        control.play()
    poll(night, "--accept")
    bcs.write(night, name="Friday")
    bcs.Bcs(night, 1).play()
    done = quick("bws", "poll", night, "--accept")
    assert (done.code, json.loads(done.out)["type"]) == (1, "error")
    assert "another event than the one delivered so far; --new begins with it" in done.err
    assert len(poll(night, "--new", "--accept")) == 1


def test_a_vanished_or_wrong_file_is_told(night: Path, tmp_path: Path) -> None:
    assert quick("bws", "poll", tmp_path / "none.bws").code == 4
    (tmp_path / "text.bws").write_text("hello")
    done = quick("bws", "poll", tmp_path / "text.bws")
    assert (done.code, "not an Access file" in done.err) == (3, True)
    (tmp_path / "odd").write_text("no state")
    done = quick("bws", "poll", night, "--state", tmp_path / "odd")
    assert (done.code, "is no state of a reader" in done.err) == (3, True)


def test_a_snapshot_is_of_one_moment_although_another_writes(tmp_path: Path) -> None:
    path = tmp_path / "busy"
    path.write_bytes(b"\0" * 200_000)
    stop = threading.Event()

    def writer() -> None:
        turn = 0
        while not stop.is_set():
            turn = turn % 255 + 1
            with path.open("r+b") as file:
                for page in range(0, 200_000, 4000):
                    file.seek(page)
                    file.write(bytes((turn,)) * 4000)
                    file.flush()
            time.sleep(0.02)

    thread = threading.Thread(target=writer)
    thread.start()
    try:
        for _ in range(15):
            assert len(set(snapshots.snapshot(str(path)))) == 1
    finally:
        stop.set()
        thread.join()


def test_a_file_that_never_rests_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    contents = iter(range(10**6))
    monkeypatch.setattr(snapshots, "read", lambda path: str(next(contents)).encode())
    monkeypatch.setattr(snapshots, "PAUSE", 0)
    with pytest.raises(FileTrouble, match="no two readings agree"):
        snapshots.snapshot("busy.bws")


def test_polling_at_intervals_goes_on_until_told_to_stop(night: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    command = [sys.executable, "-m", "bmconv", "bws", "poll", str(night), "--interval", "0.1"]
    piped = out.open("wb")
    process = subprocess.Popen(command, env=os.environ, stdout=piped)
    control = bcs.Bcs(night)
    try:
        for _ in range(4):
            control.play()
            time.sleep(0.2)
        deadline = time.time() + 20
        while time.time() < deadline and (not out.exists() or out.read_text().count("\n") < 4):
            time.sleep(0.05)
    finally:
        process.terminate()
        assert process.wait() == 143
    assert [json.loads(line)["id"] for line in out.read_text().splitlines()] == [1, 2, 3, 4]

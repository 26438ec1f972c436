"""bmconv bws poll: new, changed and vanished rows, once each; nothing lost at a crash."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from bmconv import jet
from bmconv.bws.live import snapshot as snapshots
from bmconv.bws.live.reader_state import State
from bmconv.errors import FileTrouble
from bmconv.records import Hand, Seat, Session
from tests.helpers import bcs
from tests.helpers.running import HAS_FULL_DEVICE, is_wine, quick
from tests.helpers.watching import wait_until


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
    gone, changed = poll(night, "--accept")
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


def test_recorded_bids_and_cards_come_too(night: Path) -> None:
    with bcs.Bcs(night).editor() as editor:
        place = {"Section": 1, "Table": 1, "Round": 1, "Board": 1, "Counter": 1}
        editor.table("BiddingData").insert({**place, "Direction": "N", "Bid": "1NT"})
        editor.table("PlayData").insert({**place, "Direction": "E", "Card": "S10"})
    found = poll(night, "--accept")
    assert [(r["type"], r.get("bid", r.get("card"))) for r in found] == [
        ("bid", "1NT"),
        ("card", "ST"),  # as the guide has it
    ]
    assert poll(night, "--accept") == []


def test_when_the_last_row_of_a_board_is_deleted_the_one_before_stands_again(
    night: Path, tmp_path: Path
) -> None:
    control, kept = bcs.Bcs(night), tmp_path / "kept.jsonl"
    control.play((1, 1, 1))
    control.play((1, 1, 1))
    poll(night, "-o", str(kept))
    poll(night, "-t", "bmrdata", "--reader", "text", "-o", str(tmp_path / "BMRData.txt"))
    with control.editor() as editor:
        _, last = (pointer for pointer, _ in editor.table("ReceivedData").rows())
        editor.table("ReceivedData").delete(last)
    poll(night, "-o", str(kept))
    poll(night, "-t", "bmrdata", "--reader", "text", "-o", str(tmp_path / "BMRData.txt"))
    (row,) = bcs.rows(night, "ReceivedData")
    standing = quick("select", "--standing", kept).out.splitlines()
    assert [json.loads(line)["contract"] for line in standing] == [row["Contract"]]
    lines = (tmp_path / "BMRData.txt").read_text().splitlines()
    assert [line.split(",")[0] for line in lines] == ["1", "2", "2", "1"]
    assert poll(night, "-o", str(kept)) == []


def test_rows_that_a_damaged_file_lacks_are_not_taken_for_deleted(night: Path) -> None:
    control = bcs.Bcs(night)
    control.play((1, 1, 1))
    control.play((1, 1, 2))
    assert len(poll(night, "--accept")) == 2
    whole = night.read_bytes()
    with jet.open(night) as database:
        (page,) = database.tables["ReceivedData"].scanner().owned_pages()
    night.write_bytes(whole[: page * 4096] + b"\xff" * 4096 + whole[(page + 1) * 4096 :])
    done = quick("bws", "poll", night, "--accept")
    assert (done.code, done.out, "error damaged" in done.err) == (1, b"", True)
    night.write_bytes(whole)
    assert poll(night, "--accept") == []


def test_two_readers_do_not_steal_from_each_other(night: Path) -> None:
    bcs.Bcs(night).play()
    assert len(poll(night, "--accept", "--reader", "one")) == 1
    assert len(poll(night, "--accept", "--reader", "two")) == 1
    assert len(poll(night, "--reader", "one")) == 0


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
    if HAS_FULL_DEVICE:
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


def test_csv_takes_results_only_unless_another_table_is_said(night: Path) -> None:
    control = bcs.Bcs(night)
    control.register(1, "N", "42")
    assert quick("bws", "poll", night, "-t", "csv") == (0, b"", "")
    seats = quick("bws", "poll", night, "-t", "csv", "--to-opt", "table=seat")
    assert (seats.code, seats.out.count(b"\n"), seats.err) == (0, 2, "")
    control.play()
    assert quick("bws", "poll", night, "-t", "csv").out.startswith(b"id,section,")


def test_hand_records_are_no_loss_of_what_was_asked_for(night: Path) -> None:
    hand = Hand(section=1, board=1, north="AKQJ.T98.765.432", east="T987.AKQJ.432.65",
                south="6543.765.AKQ.AJT", west="2.432.JT98.KQ987")  # fmt: skip
    bcs.write(night, records=[*bcs.event(), hand])
    bcs.Bcs(night).play()
    done = quick("bws", "poll", night, "-t", "bmrdata", "--strict")
    assert (done.code, done.out.count(b"\n"), done.err) == (0, 1, "")


def test_a_head_is_written_once(night: Path, tmp_path: Path) -> None:
    control, out = bcs.Bcs(night), tmp_path / "out"
    for _ in range(3):
        control.play()
        poll(night, "-t", "csv", "-o", str(out))
    assert out.read_text().count("id,section,") == 1
    assert len(quick("from", "csv", out).out.splitlines()) == 3
    (tmp_path / "other").write_text("something else\n")
    control.play()
    done = quick("bws", "poll", night, "-t", "csv", "-o", tmp_path / "other")
    assert (done.code, "begins differently" in done.err) == (3, True)
    assert (tmp_path / "other").read_text() == "something else\n"


def test_a_format_that_cannot_be_added_to_is_refused(night: Path) -> None:
    for format in ("xlsx", "pbn", "bridgescore", "bminput"):
        done = quick("bws", "poll", night, "-t", format)
        assert (done.code, f"{format} cannot be appended to" in done.err) == (2, True)


def test_a_format_that_holds_nothing_of_what_is_asked_for_is_refused(night: Path) -> None:
    said = "cannot hold anything that changes during play\n"
    for words in (
        ("bmpnums", "--type", "result"),
        ("bmrdata", "--type", "seat"),
        ("csv", "--to-opt", "table=session"),
        ("dto", "--type", "hand"),
    ):
        done = quick("bws", "poll", night, "-t", *words)
        assert (done.code, done.err) == (2, f"bmconv: {words[0]} {said}"), words


@pytest.mark.parametrize(
    ("seconds", "problem"),
    [("0", "0.0 is not in the range x>0"), ("-1", "-1.0 is not in the range x>0"),
     ("nan", "'nan' is not a number"), ("x", "'x' is not a valid number")],
)  # fmt: skip
@pytest.mark.parametrize(("command", "at"), [("poll", "club.bws"), ("watch", "")])
def test_an_interval_is_a_number_above_0(
    command: str, at: str, seconds: str, problem: str, night: Path
) -> None:
    done = quick("bws", command, night.parent / at, "--interval", seconds)
    expected = f"Invalid value for '--interval': {problem} (bmconv bws {command} --help)"
    assert (done.code, done.err) == (2, f"bmconv: {expected}\n")


def test_a_state_in_a_folder_that_does_not_exist_is_refused(night: Path, tmp_path: Path) -> None:
    state = tmp_path / "nosuch" / "state"
    done = quick("bws", "poll", night, "--state", state)
    assert (done.code, done.err) == (4, f"bmconv: {state}: No such file or directory\n")
    assert not state.parent.exists()


def test_a_state_that_cannot_be_read_is_refused_and_not_replaced(
    night: Path, tmp_path: Path
) -> None:
    state = tmp_path / "st"
    state.write_text('{"version": 2}\n')  # of a later version
    done = quick("bws", "poll", night, "--state", state)
    said = f"bmconv: {state}: not the state file of a reader; expected a file that poll wrote\n"
    assert (done.code, done.err) == (3, said)
    assert state.read_text() == '{"version": 2}\n'
    state.unlink()
    state.mkdir()
    done = quick("bws", "poll", night, "--state", state)
    assert (done.code, done.err.startswith(f"bmconv: {state}: ")) == (4, True)
    state.rmdir()
    (tmp_path / "st.pending").write_text("half of")
    done = quick("bws", "poll", night, "--state", state)
    assert (done.code, done.err.startswith(f"bmconv: {state}.pending: ")) == (4, True)


def test_rows_without_an_id_are_known_by_their_place(night: Path) -> None:
    with jet.open(night) as database:
        specs = []
        for table in database.tables.values():
            spec = jet.spec_of(table)
            if table.name == "ReceivedData":
                names = ("Section", "Table", "Round", "Board", "PairNS", "PairEW", "Contract")
                columns = [c for c in spec.columns if c.name in names]
                rows = [(1, 1, 1, 1, 1, 11, "1 NT"), (1, 1, 1, 1, 1, 11, "2 NT")]
                spec = spec._replace(columns=columns, rows=rows)
            specs.append(spec)
        with (night.parent / "old.bws").open("wb") as file:
            jet.write(specs, file)
    night = night.parent / "old.bws"
    assert [r["contract"] for r in poll(night, "--accept")] == ["1 NT", "2 NT"]
    assert poll(night, "--accept") == []
    with bcs.Bcs(night).editor() as editor:
        _, second = (pointer for pointer, _ in editor.table("ReceivedData").rows())
        editor.table("ReceivedData").update(second, {"Contract": "3 NT"})
    assert [r["contract"] for r in poll(night, "--accept")] == ["3 NT"]


def test_what_a_crash_left_unfinished_comes_again_but_no_other_line_is_touched(
    night: Path, tmp_path: Path
) -> None:
    bcs.Bcs(night).play()
    out = tmp_path / "out.jsonl"
    out.write_text('{"type":"event"}\n{"type":"res')
    poll(night, "-o", str(out))
    assert [json.loads(line)["type"] for line in out.read_text().splitlines()] == [
        "event",
        "result",
    ]
    for format in ("records", "bmrdata"):
        out.write_text("dear diary")
        done = quick("bws", "poll", night, "--all", "-t", format, "-o", out)
        assert (done.code, "ends in an incomplete line" in done.err) == (3, True)
        assert out.read_text() == "dear diary"


def test_an_output_that_was_cut_off_after_the_delivery_is_refused(
    night: Path, tmp_path: Path
) -> None:
    control = bcs.Bcs(night)
    control.play()
    out = tmp_path / "out.jsonl"
    poll(night, "-o", str(out))
    poll(night, "-o", str(out))  # nothing new
    out.write_bytes(cut := out.read_bytes()[:-40])
    control.play()
    done = quick("bws", "poll", night, "-o", out)
    assert (done.code, done.err) == (
        1,
        f"bmconv: {out}: shorter than what was delivered: its last line is cut off; "
        "--all delivers everything\n",
    )
    assert out.read_bytes() == cut
    poll(night, "-o", str(out), "--all")
    records = [json.loads(line) for line in out.read_text().splitlines()]
    assert [record["id"] for record in records if record["type"] == "result"] == [1, 2]


def test_one_reader_at_a_time_and_of_a_file(night: Path, tmp_path: Path) -> None:
    path = tmp_path / "state.jsonl"
    state = State(str(path), "")
    done = quick("bws", "poll", night, "--state", path)
    state.close()
    assert (done.code, done.err) == (
        4,
        f"bmconv: {path}: in use by another poll (process {os.getpid()}); end that process; "
        "another --state FILE would deliver everything again\n",
    )
    assert quick("bws", "poll", night, "--state", path, "--reader", "score").code == 2
    done = quick("bws", "poll", "-")
    assert done.code == 2
    assert done.err == "bmconv: bws poll needs a file, not a pipe\n"


def test_dto_needs_the_guid_of_the_running_event(night: Path) -> None:
    bcs.Bcs(night).play()
    assert quick("bws", "poll", night, "-t", "dto").code == 1
    option = "session_guid=6F9619FF8B86D011B42D00C04FC964FF"
    done = quick("bws", "poll", night, "-t", "dto", "--to-opt", option)
    assert (done.code, done.out.count(b"SessionGuid")) == (0, 1), done.err
    assert quick("bws", "poll", night, "-t", "bws").code == 2


def test_a_state_that_is_another_file_leaves_nothing_beside_it(night: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.bws"
    other.write_bytes(night.read_bytes())
    assert quick("bws", "poll", night, "--state", other).code == 3
    assert list(tmp_path.glob("other*")) == [other]


def test_since_needs_no_state(night: Path, tmp_path: Path) -> None:
    control = bcs.Bcs(night)
    for _ in range(5):
        control.play()
    assert [r["id"] for r in poll(night, "--after-id", "3")] == [4, 5]
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
    found = poll(night, "--mark", "Processed1", "--reader", "new", "--accept")
    assert [r["id"] for r in found] == [3]


def test_a_row_in_another_spelling_is_marked_too(night: Path) -> None:
    control = bcs.Bcs(night)
    with control.editor() as editor:
        editor.table("ReceivedData").insert(control.result(1, 1, 1, Contract="3nt", Result="="))
    assert len(poll(night, "--mark", "Processed", "--accept")) == 1
    assert [r["Processed"] for r in bcs.rows(night, "ReceivedData")] == [True]


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
    assert "not the event delivered so far; start with it using --new" in done.err
    assert len(poll(night, "--new", "--accept")) == 1


def another_night(path: Path, tables: int, numbers: str) -> None:
    """A file without names and guids, of another movement, with other players."""
    records = [r for r in bcs.event() if getattr(r, "table", 0) <= tables]
    records = [r for r in records if not isinstance(r, Session)]
    for record in records:
        if isinstance(record, Seat):
            record.number = f"{numbers}{record.table}{record.direction}"
    bcs.write(path, records=records)


def test_another_movement_with_other_players_is_another_event(night: Path) -> None:
    another_night(night, 4, "1")
    bcs.Bcs(night).play((1, 1, 1))
    assert len(poll(night, "--accept")) == 17
    another_night(night, 3, "2")
    bcs.Bcs(night, 1).play((1, 1, 1))
    done = quick("bws", "poll", night, "--accept")
    assert (done.code, "not the event delivered so far" in done.err) == (1, True)


def test_a_movement_changed_during_play_is_no_other_event(night: Path) -> None:
    another_night(night, 4, "1")
    control = bcs.Bcs(night)
    for _ in range(2):
        control.play()
    poll(night, "--accept")
    with control.editor() as editor:  # everything anew, but people stay
        for name, column in (("RoundData", "EWPair"), ("ReceivedData", "")):
            table = editor.table(name)
            for pointer, row in list(table.dicts()):
                if column:
                    table.update(pointer, {column: row[column] + 10})
                else:
                    table.delete(pointer)
    gone = poll(night, "--accept")
    assert [r["erased"] for r in gone] == [True, True]


def test_results_that_were_not_looked_at_are_not_gone(night: Path) -> None:
    control = bcs.Bcs(night)
    for _ in range(3):
        control.play()
    assert len(poll(night, "--accept")) == 3
    control.register(1, "N", "42")
    assert [r["type"] for r in poll(night, "--type", "seat")] == ["seat"]


def test_a_vanished_or_wrong_file_is_told(night: Path, tmp_path: Path) -> None:
    assert quick("bws", "poll", tmp_path / "none.bws").code == 4
    (tmp_path / "text.bws").write_text("hello")
    done = quick("bws", "poll", tmp_path / "text.bws")
    assert (done.code, "not an Access file" in done.err) == (3, True)
    (tmp_path / "odd").write_text("no state")
    done = quick("bws", "poll", night, "--state", tmp_path / "odd")
    assert (done.code, "not the state file of a reader" in done.err) == (3, True)
    (tmp_path / "odd").write_text('{"version": 1}\nno rows\n')
    done = quick("bws", "poll", night, "--state", tmp_path / "odd")
    assert (done.code, "not the state file of a reader" in done.err) == (3, True)


def test_a_snapshot_is_of_one_moment_although_another_writes(monkeypatch) -> None:
    written = ["old old", "new old", "new new", "new new"]
    monkeypatch.setattr(snapshots, "read", lambda path: written.pop(0).encode())
    monkeypatch.setattr(snapshots, "PAUSE", 0)
    assert snapshots.snapshot("busy.bws") == b"new new"


def test_a_file_that_never_rests_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    contents = iter(range(10**6))
    monkeypatch.setattr(snapshots, "read", lambda path: str(next(contents)).encode())
    monkeypatch.setattr(snapshots, "PAUSE", 0)
    with pytest.raises(FileTrouble, match="no two reads agree"):
        snapshots.snapshot("busy.bws")


@pytest.mark.skipif(os.name == "nt", reason="Windows ends a program without a signal")
@pytest.mark.parametrize("stop", [signal.SIGINT, signal.SIGTERM])
def test_polling_at_intervals_goes_on_until_told_to_stop(
    night: Path, tmp_path: Path, stop: signal.Signals
) -> None:
    out = tmp_path / "out.jsonl"
    command = [sys.executable, "-m", "bmconv", "bws", "poll", str(night), "--interval", "0.1"]
    piped = out.open("wb")
    process = subprocess.Popen(command, env=os.environ, stdout=piped)
    control = bcs.Bcs(night)
    try:
        for _ in range(4):
            control.play()
            time.sleep(0.2)
        wait_until(lambda: out.read_text().count("\n") == 4)
    finally:
        process.send_signal(stop)
        assert process.wait() == 0
    assert [json.loads(line)["id"] for line in out.read_text().splitlines()] == [1, 2, 3, 4]


def test_killed_anywhere_every_row_is_in_the_file_once(
    night: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Killed(BaseException):
        pass

    def stop(*_: Any, **__: Any) -> None:
        raise Killed

    def half(self: Any, lines: bytes) -> None:
        self.file.write(lines[: lines.index(b"\n") + 9])
        raise Killed

    control, out = bcs.Bcs(night), tmp_path / "out"
    at = (
        ("bmconv.bws.live.reader_state.State.prepare", stop),
        ("bmconv.io.journal.AppendedFile.add", stop),
        ("bmconv.io.journal.AppendedFile.add", half),
        ("bmconv.bws.live.reader_state.State.save", stop),
        ("bmconv.bws.live.reader_state.State.drop", stop),
    )
    for format in ("records", "bmrdata", "csv"):
        for name, how in at:
            for _ in range(2):
                control.play()
            words = (
                "bws",
                "poll",
                night,
                "--reader",
                format,
                "-t",
                format,
                "-o",
                f"{out}.{format}",
            )
            with monkeypatch.context() as patched:
                patched.setattr(name, how)
                with pytest.raises(Killed):
                    quick(*words, "--type", "result")
            assert quick(*words, "--type", "result").code == 0
        lines = Path(f"{out}.{format}").read_text().splitlines()
        assert len(lines) == len(set(lines)) == len(control.standing()) + (format == "csv")


@pytest.mark.parametrize(
    "words",
    [
        ("--state", "st", "-o", "st"),
        ("--state", "st", "-o", "st.lock", "-t", "records"),
        ("--state", "night.bws"),
        ("-o", "night.bws"),
        ("--after-id", "0", "-o", "./night.bws"),
        ("-o", "link.jsonl"),
    ],
)
def test_one_file_is_not_two_things(
    night: Path, monkeypatch: pytest.MonkeyPatch, words: tuple[str, ...]
) -> None:
    if is_wine() and "link.jsonl" in words:
        pytest.skip("Wine does not tell a link from its file")
    monkeypatch.chdir(night.parent)
    Path("link.jsonl").symlink_to(night)
    bcs.Bcs(night).play()
    before = night.read_bytes()
    done = quick("bws", "poll", "night.bws", *words)
    assert (done.code, "choose different files" in done.err) == (2, True)
    assert night.read_bytes() == before
    assert not Path("st").exists()

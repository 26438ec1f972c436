"""bmconv bws watch, a turn at a time in this process: what it does with what it finds."""

import os
import re
import shutil
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import bmconv
from bmconv import jet
from bmconv.errors import DataError, FileTrouble
from bmconv.records import Result, Section
from tests.helpers import bcs
from tests.helpers.running import ROOT, samples
from tests.helpers.small_shell import in_shell
from tests.helpers.watching import Scoring, bminput, new_watch, wait_until


def test_the_rehearsal_of_the_page(tmp_path: Path) -> None:
    page = (ROOT / "formats/bws/README.md").read_text(encoding="utf-8")
    begin, *lines, stop = re.findall(r"^    (.*club.*)$", page, re.M)
    assert ("bws watch club" in begin, "--send stop" in stop) == (True, True)
    club = samples(tmp_path) / "club"
    club.mkdir()
    shutil.copy(tmp_path / "BMInput.txt", club)
    watch, _ = new_watch(club)
    watch.begin()
    delivered = []
    for line in lines:
        assert "error" not in in_shell(line, tmp_path)
        watch.turn()
        if (club / "BMRData.txt").exists():
            delivered.append((club / "BMRData.txt").read_text().count("\n"))
            (club / "BMRData.txt").unlink()
    watch.state.close()
    assert delivered == [1, 4]


def test_the_last_line_about_a_board_is_the_one_that_stands(club: Path) -> None:
    watch, _ = new_watch(club)
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


def test_the_database_is_never_made_anew_over_results(club: Path) -> None:
    watch, said = new_watch(club)
    watch.begin()
    assert said[0] == "BMInput.bws created from BMInput.txt"
    known = os.name == "nt"
    path = str(club) if known else "PATH"
    unknown = "" if known else " (PATH is the Windows path of this folder)"
    assert rf"/f:[{path}\BMInput.bws] /s /r{unknown}" in said[-1]
    bcs.Bcs(club / "BMInput.bws").play()
    watch.turn()
    said.clear()
    watch.begin()
    assert said[0] == "BMInput.bws exists: polling it (--new recreates it)"
    assert "/s" not in said[1]  # no reset when recovering
    watch.state.close()
    delivered = (club / "BMRData.txt").read_bytes()
    watch, said = new_watch(club, new=True)
    watch.begin()
    watch.state.close()
    assert said[:3] == [
        f"backup of BMInput.bws: {club / 'BMInput.bws.backup1'}",
        f"backup of BMRData.txt: {club / 'BMRData.txt.backup1'}",
        "BMInput.bws created from BMInput.txt",
    ]
    assert len(bcs.rows(club / "BMInput.bws.backup1", "ReceivedData")) == 1
    assert (club / "BMRData.txt.backup1").read_bytes() == delivered
    assert not (club / "BMRData.txt").exists()
    (club / "BMInput.ldb").touch()
    watch, said = new_watch(club, new=True)
    with pytest.raises(DataError, match="open in the control software; close it first"):
        watch.begin()
    watch.state.close()


def test_a_database_played_with_another_movement_is_not_served(club: Path) -> None:
    watch, said = new_watch(club)
    watch.begin()
    bcs.Bcs(club / "BMInput.bws").play()
    (club / "BMInput.txt").write_text(bminput(2))
    with pytest.raises(DataError) as refused:
        watch.begin()
    assert refused.value.for_command_line() == (
        f"{club}: BMInput.txt has another movement than BMInput.bws, which has 1 result; "
        "start over with --new, or remove BMInput.txt to continue"
    )
    (club / "BMInput.txt").unlink()
    watch.begin()
    (club / "BMInput.txt").write_text(bminput(4))  # one round more, as in a Swiss event
    said.clear()
    watch.begin()
    assert said[0] == (
        "BMInput.txt has another movement than BMInput.bws; apply it with --send movement"
    )
    (club / "BMInput.txt").write_text(bminput(2))
    (club / "BMInput.ldb").touch()  # the control software plays it
    watch.begin()
    watch.state.close()


NOTE_WORDS = """
import os, sys
os.chdir(os.path.dirname(__file__))
with open("words.tmp", "w") as file:
    file.writelines(f"{word}\\n" for word in sys.argv[1:])
os.replace("words.tmp", "words")
"""
"""Stands for the control software, and notes how it was started."""


def test_the_control_software_is_started(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    club = tmp_path / "our club"
    club.mkdir()
    (club / "BMInput.txt").write_text(bminput())
    (tmp_path / "note.py").write_text(NOTE_WORDS)
    monkeypatch.setenv("TEST_PYTHON", sys.executable)
    if os.name == "nt":  # the Command Prompt would read a file in its own code page
        control = tmp_path / "bmpro.cmd"
        control.write_text('@"%TEST_PYTHON%" "%~dp0note.py" %*\n')
    else:
        control = tmp_path / "bmpro"
        control.write_text('#!/bin/sh\n"$TEST_PYTHON" "$(dirname "$0")/note.py" "$@"\n')
    control.chmod(0o755)
    watch, said = new_watch(club, start=str(control))
    watch.begin()
    watch.state.close()
    assert said[-1].startswith(f"started: {control} /f:[")
    wait_until(lambda: (tmp_path / "words").exists())
    assert (tmp_path / "words").read_text() == f"/f:[{club / 'BMInput.bws'}]\n/s\n/r\n"


def test_a_database_in_which_nothing_happened_follows_the_input(club: Path) -> None:
    watch, _ = new_watch(club)
    watch.begin()
    (club / "BMInput.txt").write_text(bminput(2))
    watch.begin()
    watch.state.close()
    assert {r["Round"] for r in bcs.rows(club / "BMInput.bws", "RoundData")} == {1, 2}


def test_a_database_that_is_damaged_is_not_made_anew(club: Path) -> None:
    watch, said = new_watch(club)
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
    assert said[0] == "BMInput.bws exists: polling it (--new recreates it)"
    assert database.read_bytes() == damaged


def test_an_input_with_errors_stops_nothing_once_there_are_results(club: Path) -> None:
    watch, said = new_watch(club)
    watch.begin()
    (club / "BMInput.txt").write_text(bminput().replace('"RoundData",12', '"RoundData",13'))
    with pytest.raises(DataError, match=r"BMInput\.txt"):
        watch.begin()  # nothing was played yet, so the file may be meant
    bcs.Bcs(club / "BMInput.bws").play()
    said.clear()
    watch.begin()
    watch.state.close()
    assert said[0].startswith(f"{club / 'BMInput.txt'}: ")
    assert said[0].endswith("; ignored because BMInput.bws has results")
    assert said[1] == "BMInput.bws exists: polling it (--new recreates it)"


def test_players_who_have_entered_numbers_are_not_lost_to_a_new_input(club: Path) -> None:
    watch, said = new_watch(club)
    watch.begin()
    bcs.Bcs(club / "BMInput.bws").register(1, "N", "42")
    (club / "BMInput.txt").write_text(bminput(2))
    said.clear()
    watch.begin()
    watch.state.close()
    assert said[0] == (
        "BMInput.txt has another movement than BMInput.bws; apply it with --send movement"
    )
    assert {r["Round"] for r in bcs.rows(club / "BMInput.bws", "RoundData")} == {1, 2, 3}


def test_a_command_that_is_unknown_or_fails_is_answered(club: Path) -> None:
    watch, said = new_watch(club)
    watch.begin()
    answers = {}
    for command in ("dance", "movement"):
        name = watch.folder.send({"send": command})
        (club / "BMInput.txt").write_text("nonsense")
        watch.turn()
        watch.turn()
        answers[command] = watch.folder.take_answer(name)
        assert watch.folder.unanswered_commands() == []
    watch.state.close()
    assert answers["dance"] == "error: unknown command 'dance'"
    assert str(answers["movement"]).startswith(f"error: {club / 'BMInput.txt'}:1: ")
    assert f"movement: {answers['movement']}" in said


def test_commands_left_over_from_an_earlier_watcher_are_not_carried_out(club: Path) -> None:
    watch, said = new_watch(club)
    watch.begin()
    for command in ("read-all", "players"):
        watch.folder.send({"send": command})
    stop = watch.turn
    watch.turn = lambda: (stop(), setattr(watch, "stopping", True))  # type: ignore[assignment]
    watch.run()
    assert said[-1] == "stopped"
    assert not [line for line in said if line.startswith(("read-all", "players"))]
    assert os.listdir(watch.folder.commands) == []


def test_all_results_every_time(club: Path) -> None:
    watch, _ = new_watch(club, every=True)
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
    watch, said = new_watch(club)
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
    assert said[-2:] == ["1 result in BMRData.txt", "working again"]
    watch.state.close()


def test_a_database_that_is_half_written_is_waited_for(club: Path) -> None:
    watch, said = new_watch(club)
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
    assert said[1:] == ["1 result in BMRData.txt", "working again"]


def test_a_movement_without_its_input_is_an_error_and_delivery_goes_on(
    club: Path,
) -> None:
    watch, said = new_watch(club)
    watch.begin()
    (club / "BMInput.txt").unlink()
    name = watch.folder.send({"send": "movement"})
    watch.turn()
    bcs.Bcs(club / "BMInput.bws").play((1, 1, 1))
    watch.turn()
    watch.state.close()
    missing = f"error: {club / 'BMInput.txt'}: No such file or directory"
    assert watch.folder.take_answer(name) == missing
    assert said[-2:] == [f"movement: {missing}", "1 result in BMRData.txt"]


def test_a_new_movement_need_not_wait_for_two_intervals(
    club: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    slept: list[float] = []
    clock = SimpleNamespace(monotonic=lambda: sum(slept), sleep=slept.append)
    monkeypatch.setattr("bmconv.bws.live.watcher.time", clock)
    watch, _ = new_watch(club, interval=3600.0)
    watch.begin()
    (club / "BMInput.txt").write_text(bminput(4, t1=4, t2=4, t3=4, t4=4))
    name = watch.folder.send({"send": "movement"})
    watch.turn()
    watch.wait()
    watch.turn()
    watch.state.close()
    assert 1 < sum(slept) < 3
    assert watch.folder.take_answer(name) == "8 changes"


def test_what_the_database_cannot_hold_is_told(club: Path) -> None:
    (club / "BMInput.txt").write_text(bminput().replace('"MBC01"', f'"{"M" * 300}"'))
    watch, said = new_watch(club)
    watch.begin()
    watch.state.close()
    assert any(s.startswith("loss text-cut: 1 Computer text cut to 255 char") for s in said)


def test_a_share_that_goes_away_and_comes_back(club: Path) -> None:
    inner = club / "share"
    inner.mkdir()
    (inner / "BMInput.txt").write_text(bminput())
    watch, said = new_watch(inner)
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
    assert said[1:] == ["1 result in BMRData.txt", "working again"]


def test_what_was_delivered_but_not_noted_is_noted_later(club: Path) -> None:
    watch, said = new_watch(club)
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
    assert said[-1] == "working again"


def test_another_event_in_its_place_is_noticed(club: Path) -> None:
    watch, _ = new_watch(club)
    watch.begin()
    control = bcs.Bcs(club / "BMInput.bws")
    for _ in range(4):
        control.play()
    watch.turn()
    (club / "BMRData.txt").unlink()
    bcs.write(club / "BMInput.bws", name="Another")
    other = bcs.Bcs(club / "BMInput.bws", 5)
    other.play((4, 3, 3))
    with pytest.raises(DataError, match="not the event delivered so far"):
        watch.turn()
    watch.state.close()
    assert not (club / "BMRData.txt").exists()


def test_planted_links_of_foreseeable_names_are_not_followed(club: Path) -> None:
    precious = club.parent / f"{club.name}-precious"
    precious.write_bytes(b"kept")
    own = club / ".bmconv-watch"
    own.mkdir()
    foreseeable = (own / "state.jsonl.pending.tmp", own / "state.jsonl.tmp")
    for name in (*foreseeable, club / ".BMRData.txt.tmp"):
        name.symlink_to(precious)
    watch, _ = new_watch(club)
    watch.begin()
    bcs.Bcs(club / "BMInput.bws").play((1, 1, 1))
    watch.turn()
    watch.state.close()
    assert (club / "BMRData.txt").exists()
    assert precious.read_bytes() == b"kept"


def flags_of(club: Path, column: str) -> list[bool]:
    records = bmconv.read(club / "BMInput.bws").of(Result)
    return [bool(getattr(result, column.lower())) for result in records]


def test_marked_results_are_not_delivered_and_delivered_ones_are_marked(club: Path) -> None:
    """BMPFTP reads the Received Data Table for unprocessed entries."""
    watch, _ = new_watch(club, mark="Processed2")
    watch.begin()
    control, scoring = bcs.Bcs(club / "BMInput.bws"), Scoring(club)
    for _ in range(3):
        control.play()
    with control.editor() as editor:
        table = editor.table("ReceivedData")
        table.update(next(pointer for pointer, _ in table.rows()), {"Processed2": True})
    watch.turn()
    scoring.take()
    assert [len(batch) for batch in scoring.batches] == [2]
    assert flags_of(club, "Processed2") == [True] * 3
    assert flags_of(club, "Processed") == [False] * 3
    watch.turn()
    assert not scoring.path.exists()
    watch.state.close()


def test_without_mark_nothing_is_written_into_the_database(club: Path) -> None:
    watch, _ = new_watch(club)
    watch.begin()
    control, scoring = bcs.Bcs(club / "BMInput.bws"), Scoring(club)
    control.play()
    before = (club / "BMInput.bws").read_bytes()
    watch.turn()
    assert scoring.take()
    assert (club / "BMInput.bws").read_bytes() == before
    watch.state.close()


def test_files_are_found_in_any_letter_case(club: Path) -> None:
    """The guide itself writes BMinput.txt, BMRdata.txt and BMPnums.txt."""
    (club / "BMInput.txt").rename(club / "bminput.TXT")
    watch, said = new_watch(club)
    watch.begin()
    assert said[0] == "BMInput.bws created from BMInput.txt"
    bcs.Bcs(club / "BMInput.bws").play()
    (club / "BMRdata.txt").write_text("not read yet")
    watch.turn()
    results = [name for name in os.listdir(club) if name.lower() == "bmrdata.txt"]
    assert results == ["BMRdata.txt"]
    assert (club / "BMRdata.txt").read_text() == "not read yet"
    watch.state.close()


def test_numbers_come_in_the_order_of_the_input(club: Path) -> None:
    text = (club / "BMInput.txt").read_text()
    head, _, seats = text.partition('"PlayerNumbers"')
    lines = seats.splitlines()
    (club / "BMInput.txt").write_text(
        "\n".join([f'{head}"PlayerNumbers"{lines[0]}', *reversed(lines[1:]), ""])
    )
    watch, _ = new_watch(club)
    watch.begin()
    with bcs.Bcs(club / "BMInput.bws").editor() as editor:
        table = editor.table("PlayerNumbers")
        for number, (pointer, _) in enumerate(table.rows(), 1):
            table.update(pointer, {"Number": str(number)})
    watch.turn()
    places = [line.split(",")[:3] for line in (club / "BMPNums.txt").read_text().splitlines()]
    expected = [line.split(",")[:3] for line in reversed(lines[1:])]
    assert [[p.strip('" ') for p in place] for place in places] == [
        [p.strip('" ') for p in place] for place in expected
    ]
    watch.state.close()


def test_a_missing_pair_beyond_the_tables_is_noted_and_repaired(
    tmp_path: Path, shared: Any
) -> None:
    """The guide's example: missing pair E-W 3 of three tables is written as 6."""
    shutil.copy(shared / "samples" / "bmpftp" / "BMInput.txt", tmp_path)
    for repair, missing in ((False, 6), (True, 0)):
        watch, said = new_watch(tmp_path, repair_missing_pair=repair, new=True)
        watch.begin()
        assert any("missing-pair" in line for line in said), said
        (section,) = bmconv.read(tmp_path / "BMInput.bws").of(Section)
        assert section.missing_pair == missing
        watch.state.close()


def test_a_movement_refused_beside_an_open_file_is_not_logged_as_made(club: Path) -> None:
    watch, said = new_watch(club)
    watch.begin()
    (club / "BMInput.txt").write_text(bminput(4))
    (club / "BMInput.ldb").touch()
    said.clear()
    with pytest.raises(DataError) as refused:
        watch.apply_movement({"last": True})
    watch.state.close()
    message = refused.value.for_command_line()
    assert ("open elsewhere" in message, "--copy" in message, said) == (True, False, [])
    assert message.endswith("; --force makes them after a backup")

"""bws apply cut off anywhere: the next run makes up for it, and never past a safety check."""

import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from bmconv import jet
from bmconv.bws.live.applying import WriteOptions
from bmconv.bws.live.applying import apply as live_apply
from bmconv.bws.live.movement import MovementOptions
from bmconv.bws.live.requests import requested_records
from bmconv.errors import DataError
from bmconv.io.stream import encode
from bmconv.jet import JetError
from bmconv.jet.edit.editor import TableEditor
from bmconv.notes import Notes
from bmconv.records import Hand, Record, Round, Seat
from tests.bws.live.test_apply import a_round, apply, updates
from tests.helpers import bcs
from tests.tools.live_model import HANDS, Control, Killed, Writes, hunt, run

PLAN: list[Record] = [
    Seat(section=1, table=1, direction="N", name="Ada Lind"),
    Hand(
        section=1, board=1, **dict(zip(("north", "east", "south", "west"), HANDS[0], strict=True))
    ),
    Round(section=1, table=1, round=2, ns_pair=9, ew_pair=19, low_board=1, high_board=3),
    Round(section=1, table=2, round=3, ns_pair=8, ew_pair=18, low_board=1, high_board=3),
    Round(section=1, table=2, round=4, ns_pair=8, ew_pair=18, low_board=1, high_board=3),
]
ALL = {1: 2, 2: 3, 3: 996}


@pytest.fixture
def night(tmp_path: Path) -> Path:
    bcs.write(tmp_path / "night.bws")
    return tmp_path / "night.bws"


def cut_off(night: Path, wishes: MovementOptions, writes: int, error: BaseException) -> str:
    bcs.write(night)
    Path(f"{night}.unfinished").unlink(missing_ok=True)
    return run(night, (PLAN, wishes), Writes(writes, error))


@pytest.mark.parametrize("error", [Killed(), OSError(28, "No space left on device")])
def test_cut_off_at_any_write_the_same_run_again_announces_all(
    night: Path, error: BaseException
) -> None:
    wishes, writes = MovementOptions(last=True), 0
    while cut_off(night, wishes, writes, error) != "done":
        assert run(night, (PLAN, wishes), Writes(None, Killed())) == "done"
        assert updates(night) == ALL, writes
        assert bcs.rows(night, "HandRecord")[0]["NorthSpades"] == "AKQJ"
        assert not Path(f"{night}.unfinished").exists()
        with jet.open(night) as database:
            counts = {name: table.row_count for name, table in database.tables.items()}
            assert counts == {name: t.live_rows() for name, t in database.tables.items()}, writes
        writes += 1
    assert (writes > 15, updates(night)) == (True, ALL)


def test_cut_off_at_any_write_another_run_announces_what_is_in_the_file(night: Path) -> None:
    other: list[Record] = [Seat(section=1, table=4, direction="E", name="Bo Ek")]
    writes = 0
    while cut_off(night, MovementOptions(last=True), writes, Killed()) != "done":
        control = Control(night, random.Random(1))
        bcs.write(night.with_suffix(".old"))
        control.rounds = Control(night.with_suffix(".old"), control.dice).rounds
        control.settings, control.hands = ["0000"], {}
        assert run(night, (other, MovementOptions()), Writes(None, Killed())) == "done"
        control.take_up()
        assert control.rounds == control.file_rounds(), writes
        assert control.settings == control.file_settings(), writes
        assert control.hands == control.file_hands(), writes
        writes += 1


def after_the_first_trigger(night: Path) -> Any:
    """Two tables change in round 2; the run ends when the first trigger is set."""
    plan = (
        [record for record in PLAN if isinstance(record, Round) and record.round == 2],
        MovementOptions(),
    )
    plan[0].append(Round(section=1, table=2, round=2, ns_pair=7, ew_pair=17))
    writes = 0
    while not updates(night):
        bcs.write(night)
        run(night, plan, Writes(writes, Killed()))
        writes += 1
    return plan


def test_a_record_left_behind_does_not_get_past_the_safety_check(night: Path) -> None:
    after_the_first_trigger(night)
    assert updates(night) == {1: 2}
    bcs.Bcs(night).take_up()
    for table in (1, 2):
        bcs.Bcs(night).play((table, 2, 4))
    seat = {"type": "seat", "section": 1, "table": 1, "direction": "N", "name": "Ada Lind"}
    done = apply(night, seat)
    assert (done.code, updates(night)) == (1, {})
    assert "error not-announced: " in done.err
    assert "--erase-results" in done.err
    assert [r["Name"] for r in bcs.rows(night, "PlayerNumbers") if r["Name"]] == ["Ada Lind"]
    done = apply(night, words=("--erase-results",))
    assert (done.code, updates(night).get(2)) == (0, 2)
    assert not Path(f"{night}.unfinished").exists()


@pytest.mark.parametrize("left", [b"", b'{"version": 2, "event": ["another"]}'])
def test_a_change_that_the_engine_refuses_undoes_the_others(
    night: Path, monkeypatch: pytest.MonkeyPatch, left: bytes
) -> None:
    unfinished = Path(f"{night}.unfinished")
    if left:
        unfinished.write_bytes(left)
    before, update, triggers = night.read_bytes(), TableEditor.update, []

    def refusing(table: TableEditor, pointer: int, values: Any) -> None:
        triggers.extend(value for value in values if value == "UpdateFromRound")
        if len(triggers) == 3:
            raise JetError("page 7 is damaged")
        update(table, pointer, values)

    monkeypatch.setattr(TableEditor, "update", refusing)
    requested = requested_records(PLAN, Notes())
    options = WriteOptions(allow_errors=True)
    with pytest.raises(DataError, match="page 7 is damaged"):
        live_apply(str(night), requested, MovementOptions(last=True), options, Notes())
    assert night.read_bytes() == before
    assert (unfinished.read_bytes() if unfinished.exists() else b"") == left


def test_what_was_never_written_is_not_announced(night: Path) -> None:
    assert cut_off(night, MovementOptions(last=True), 1, Killed()) == "killed"  # the record alone
    bcs.Bcs(night).play((2, 3, 1))
    done = apply(night, {"type": "seat", "section": 1, "table": 1, "direction": "N", "name": "Cy"})
    assert (done.code, updates(night)) == (0, {1: 996})


def test_last_does_not_replace_the_rounds_left_to_announce(night: Path) -> None:
    after_the_first_trigger(night)
    bcs.Bcs(night).take_up()
    assert apply(night, words=("--last",)).code == 0
    assert updates(night) == {1: updates(night)[1], 2: 2, 3: -256, 4: -256}
    assert updates(night)[1] in (2, -256)


def test_rounds_left_over_keep_the_wish_to_wait(night: Path) -> None:
    plan = ([PLAN[2]], MovementOptions(wait=True))
    writes = 0
    while bcs.rows(night, "RoundData")[1]["NSPair"] != 9:
        bcs.write(night)
        run(night, plan, Writes(writes, Killed()))
        writes += 1
    assert apply(night, words=()).code == 0
    assert updates(night) == {1: 258}


def test_the_lower_round_of_two_runs_is_announced(night: Path) -> None:
    round_written_without_trigger(night)
    assert apply(night, a_round(1, 3)).code == 0
    assert updates(night) == {1: 2}


def round_written_without_trigger(night: Path) -> Round:
    """Round 2 of table 1 is changed and not announced; the round as it was before."""
    bcs.write(night)
    writes = 0
    while bcs.rows(night, "RoundData")[1]["NSPair"] != 9:
        bcs.write(night)
        run(night, ([PLAN[2]], MovementOptions()), Writes(writes, Killed()))
        writes += 1
    rounds = [record for record in bcs.event() if isinstance(record, Round)]
    return next(r for r in rounds if (r.table, r.round) == (1, 2))


def test_a_run_that_takes_the_changes_back_announces_nothing(night: Path) -> None:
    before = round_written_without_trigger(night)
    bcs.Bcs(night).play((1, 2, 4))
    assert apply(night, msgspec.to_builtins(before)).code == 0
    assert updates(night) == {}
    assert not Path(f"{night}.unfinished").exists()


@pytest.mark.parametrize("more", [[], [a_round(1, 3)]], ids=["alone", "with another round"])
def test_a_run_that_is_cut_off_while_it_takes_changes_back_leaves_them_to_announce(
    night: Path, more: list[Any]
) -> None:
    before = round_written_without_trigger(night)
    plan = ([before, *(msgspec.convert(row, Round) for row in more)], MovementOptions())
    taken_back = 0
    for writes in range(12):
        round_written_without_trigger(night)
        run(night, plan, Writes(writes, Killed()))
        still = bcs.rows(night, "RoundData")[1]["NSPair"] == 9
        if still:
            assert apply(night).code == 0
            assert updates(night) == {1: 2}, writes
        taken_back += not still
    assert 0 < taken_back < 12


def test_what_was_left_of_another_event_is_passed_over(night: Path) -> None:
    after_the_first_trigger(night)
    bcs.write(night, name="Friday")
    assert apply(night, a_round(3, 3)).code == 0
    assert updates(night) == {3: 3}


@pytest.mark.parametrize("seed", range(1, 200, 50))
def test_evenings_of_kills_and_reruns_end_with_everything_announced(seed: int) -> None:
    assert hunt(25, seed)["killed"] > 5


def test_a_full_disk_undoes_the_change(night: Path) -> None:
    """The file may not grow, as on a disk that has no more; what is in place can be written."""
    resource = pytest.importorskip("resource")
    before = night.read_bytes()
    hands = [replace(PLAN[1], board=board) for board in range(1, 128)]
    stream = b"".join(encode(record) + b"\n" for record in (*PLAN, *hands))
    limit = (len(before), len(before))
    words = [sys.executable, "-m", "bmconv", "bws", "apply", str(night), "-", "--last", "-q",
             "--allow-errors"]  # fmt: skip
    done = subprocess.run(
        words,
        input=stream,
        capture_output=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, limit),
    )
    assert (done.returncode, done.stderr.count(b"\n")) == (4, 1), done.stderr
    assert night.read_bytes() == before
    assert not Path(f"{night}.unfinished").exists()
    assert subprocess.run(words, input=stream).returncode == 0
    assert len(bcs.rows(night, "HandRecord")) == 127

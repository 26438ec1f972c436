"""Commands on Access files: upgrade, dump, verify, command-line; pipes; what is broken."""

import io
import json
import os
import random
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
from tests import bws_sample
from tests.coding import encoded
from tests.running import absent, quick, run

SHARED = Path(__file__).parent.parent.parent / "shared"
SAMPLES = sorted(
    path
    for pattern in ("real/*/*.mdb", "real/*/*.bws", "samples/jet/*.bws")
    for path in SHARED.glob(pattern)
)


@pytest.fixture(params=SAMPLES or [None], ids=lambda path: path.name if path else "none")
def sample(request: pytest.FixtureRequest) -> Path:
    """Every database beside the repository."""
    if request.param is None:
        absent(str(SHARED))
    path: Path = request.param
    return path


def contents(path: Path) -> dict[str, Any]:
    """Tables, columns with their properties, and rows."""
    with jet.open(path) as database:
        return {
            name: (
                [(c.name, c.type, c.size, c.autonumber, c.properties) for c in table.columns],
                list(table.rows()),
            )
            for name, table in database.tables.items()
        }


def in_code_page(value: Any) -> Any:
    """What Access 97 can hold of a value; Windows reads the five bytes cp1252 lacks as they are."""
    if not isinstance(value, str):
        return value
    return "".join(
        c if c in "\x81\x8d\x8f\x90\x9d" else c.encode("cp1252", "replace").decode("cp1252")
        for c in value
    )


def test_to_the_other_version_and_back_keeps_every_cell(sample: Path, tmp_path: Path) -> None:
    with jet.open(sample) as database:
        first, second = ("3", "4") if database.version == 4 else ("4", "3")
    there, back = tmp_path / "there.mdb", tmp_path / "back.mdb"
    assert quick("bws", "upgrade", sample, there, "--jet", first).code == 0
    assert quick("bws", "upgrade", there, back, "--jet", second).code == 0
    before, after = contents(sample), contents(back)
    assert list(after) == list(before)
    for name, (columns, rows) in before.items():
        assert after[name][0] == columns
        if first == "3":
            rows = [tuple(map(in_code_page, row)) for row in rows]
        assert after[name][1] == rows


def test_what_cannot_be_kept_is_noted(shared: Path, tmp_path: Path) -> None:
    done = quick("bws", "upgrade", shared / "real/bws/12tables1section.bws", tmp_path / "new.bws")
    assert (done.code, done.out) == (0, b"")
    assert "loss query-lost: 8 saved query objects left out" in done.err
    strict = quick(
        *("bws", "upgrade", "--strict", shared / "real/bws/12tables1section.bws"),
        tmp_path / "strict.bws",
    )
    assert strict.code == 1
    assert os.listdir(tmp_path) == ["new.bws"]


def test_many_files_go_into_a_folder_and_one_bad_one_does_not_stop_them(
    shared: Path, tmp_path: Path
) -> None:
    (tmp_path / "bad.bws").write_text("not a database")
    files = [tmp_path / "bad.bws", *sorted((shared / "real/bws").glob("*.bws"))]
    done = quick("bws", "upgrade", "-q", *files, "--out", tmp_path / "new")
    assert done.code == 1
    assert done.err.splitlines()[-1] == f"5 of 6 files written to {tmp_path / 'new'} as Access 2000"
    assert f"{tmp_path / 'bad.bws'}: not an Access file" in done.err
    assert sorted(os.listdir(tmp_path / "new")) == sorted(f.name for f in files[1:])


def test_a_file_is_never_upgraded_onto_itself_in_a_folder(tmp_path: Path) -> None:
    data, _ = encoded(bws_sample.EVENT, "bws")
    (tmp_path / "x.bws").write_bytes(data)
    done = quick("bws", "upgrade", tmp_path / "x.bws", "--out", tmp_path)
    assert done.code == 1
    assert (tmp_path / "x.bws").read_bytes() == data


def test_dump_keeps_null_apart_from_empty(tmp_path: Path) -> None:
    columns = [
        jet.ColumnSpec("a", "text", 9),
        jet.ColumnSpec("b", "binary", 9),
        jet.ColumnSpec("d", "date"),
    ]
    rows = [("", b"\x01\xff", None), (None, None, bws_sample.datetime.datetime(2026, 1, 2, 3, 4))]
    file = io.BytesIO()
    jet.write([jet.TableSpec("T", columns, rows)], file)
    (tmp_path / "x.mdb").write_bytes(file.getvalue())
    done = quick("bws", "dump", tmp_path / "x.mdb", "t")
    assert [json.loads(line) for line in done.out.splitlines()] == [
        {"a": "", "b": "01ff", "d": None},
        {"a": None, "b": None, "d": "2026-01-02T03:04:00"},
    ]
    every = quick("bws", "dump", tmp_path / "x.mdb")
    first = {"table": "T", "row": {"a": "", "b": "01ff", "d": None}}
    assert json.loads(every.out.splitlines()[0]) == first
    missing = quick("bws", "dump", tmp_path / "x.mdb", "Members")
    assert (missing.code, missing.err) == (2, "bmconv: no table 'Members'; the tables are T\n")


def test_verify_finds_mdbtools_agreeing_on_a_club_night(shared: Path) -> None:
    if shutil.which("mdb-export") is None:
        absent("mdb-export")
    done = quick("bws", "verify", shared / "samples/jet/club.bws")
    assert done.code == 0
    assert b"14 tables, 3847 rows read by bmconv\nmdbtools: the same in all tables\n" in done.out


def test_verify_tells_where_mdbtools_disagrees(shared: Path) -> None:
    if shutil.which("mdb-export") is None:
        absent("mdb-export")
    done = quick("bws", "verify", shared / "samples/jet/odd.bws")
    assert done.code == 1
    assert b"ReceivedData: 115 rows, bmconv 114; 0 only in bmconv, 1 only in mdbtools" in done.out


def test_the_server_is_reset_only_before_the_first_result(tmp_path: Path) -> None:
    path = tmp_path / "x.bws"
    fresh = [r for r in bws_sample.EVENT if not isinstance(r, bws_sample.Result)]
    path.write_bytes(encoded(fresh, "bws")[0])
    assert quick("bws", "command-line", path).out.decode() == f"/f:[{path}] /s /r /h:[3]\n"
    assert quick("bws", "command-line", path, "--bcs", "5").out.decode() == f"/f:[{path}] /s /r\n"
    path.write_bytes(encoded(bws_sample.EVENT, "bws")[0])
    assert quick("bws", "command-line", path).out.decode() == f"/f:[{path}] /r\n"


def test_a_database_goes_through_pipes(tmp_path: Path) -> None:
    data, _ = encoded(bws_sample.EVENT, "bws", evaluation=True, keep_triggers=True)
    records = run("from", "bws", stdin=data)
    assert records.code == 0
    again = run("to", "bws", "--evaluation", "--keep-triggers", stdin=records.out)
    assert (again.code, again.out) == (0, data)
    guessed = run("convert", "-", "-t", "bws", "--to-opt", "evaluation=1", "--to-opt",
                  "keep-triggers=1", stdin=data)  # fmt: skip
    assert guessed.out == data


def test_control_software_5_wants_access_2000(tmp_path: Path) -> None:
    path = tmp_path / "old.bws"
    path.write_bytes(encoded([], "bws", jet="3")[0])
    assert b"error access-version" in quick("check", "--for", "bcs5", path).out
    path.write_bytes(encoded([], "bws")[0])
    assert b"access-version" not in quick("check", "--for", "bcs5", path).out


# Broken files


def mutations(data: bytes, count: int, seed: int) -> Iterator[bytes]:
    """Copies of a file with bytes changed, or cut."""
    random_ = random.Random(seed)
    for _ in range(count):
        if random_.random() < 0.2:
            yield data[: random_.randrange(len(data))]
            continue
        changed = bytearray(data)
        for _ in range(random_.choice((1, 1, 2, 8, 64))):
            changed[random_.randrange(len(data))] = random_.randrange(256)
        yield bytes(changed)


@pytest.mark.parametrize("version", ["3", "4"])
def test_a_damaged_file_is_read_with_notes_or_refused_in_one_line(
    tmp_path: Path, version: str
) -> None:
    data, _ = encoded(bws_sample.EVENT, "bws", jet=version, evaluation=True)
    path = tmp_path / "x.bws"
    codes = set()
    for number, changed in enumerate(mutations(data, 250, seed=20260101 + int(version))):
        path.write_bytes(changed)
        done = quick("convert", path, tmp_path / f"{number}.jsonl")
        codes.add(done.code)
        assert done.code in (0, 1, 3), (number, done.err)
        assert all(line.startswith("bmconv: ") for line in done.err.splitlines()), done.err
        assert (tmp_path / f"{number}.jsonl").exists() == (done.code != 3)
    assert {0, 3} <= codes


# Broken writes


def test_an_interrupted_write_leaves_the_old_file(tmp_path: Path) -> None:
    old = b"the old file"
    target = tmp_path / "night.bws"
    target.write_bytes(old)
    command = [sys.executable, "-m", "bmconv", "to", "bws", "-o", str(target)]
    for kind in (signal.SIGTERM, signal.SIGINT, signal.SIGKILL):
        child = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert child.stdin is not None
        child.stdin.write(b'{"type":"section","id":1}\n' * 1000)
        child.stdin.flush()
        deadline = time.monotonic() + 20
        while len(os.listdir(tmp_path)) < 2 and time.monotonic() < deadline:
            time.sleep(0.02)
        child.send_signal(kind)
        child.wait(timeout=20)
        child.stdin.close()
        assert target.read_bytes() == old
        if kind is not signal.SIGKILL:
            assert os.listdir(tmp_path) == ["night.bws"]
        for left in tmp_path.glob(".night*"):
            left.unlink()

"""bws apply of a file's own records changes nothing, however odd the file is."""

import random
from pathlib import Path
from typing import Any

import pytest

from bmconv import jet
from tests.helpers import bcs
from tests.helpers.running import quick
from tests.tools.fuzz_live import COMMANDS

TABLES = ("Section", "Tables", "RoundData", "PlayerNumbers", "ReceivedData", "Settings", "Session")
NUMBERS = (None, 0, 1, 2, 7, 255, 300, -1, 32767)
TEXTS = (None, "", " ", "A", "  B ", "N", "n", "0", "42", "zz", "AA  ")


def odd(path: Path, made: Path, dice: random.Random) -> None:
    """A copy in which rows are doubled, lost or have odd values."""
    with jet.open(path) as database, made.open("wb+") as file:
        specs = []
        for table in database.tables.values():
            spec = jet.spec_of(table)
            rows: list[list[Any]] = [list(row) for row in spec.rows]
            for _ in range(dice.choice((0, 0, 1, 3)) if spec.name in TABLES else 0):
                rows = spoiled(rows, spec, dice)
            specs.append(spec._replace(rows=[tuple(row) for row in rows], indexes=[]))
        jet.write(specs, file, version=dice.choice((3, 4)))


def spoiled(rows: list[list[Any]], spec: jet.TableSpec, dice: random.Random) -> list[list[Any]]:
    if not rows:
        return rows
    kind, at = dice.randrange(4), dice.randrange(len(rows))
    if kind == 0:
        return rows[:at] + rows[at + dice.choice((1, 4)) :]
    if kind == 1:
        return [*rows, list(rows[at])]
    column = dice.randrange(len(spec.columns))
    type = spec.columns[column].type
    if type in ("integer", "long", "byte"):
        rows[at][column] = dice.choice(
            [n for n in NUMBERS if type != "byte" or (n or 0) in range(99)]
        )
    elif type == "text":
        rows[at][column] = dice.choice([t for t in TEXTS if t is None or len(t) <= 1])
    return rows


def changes_nothing(path: Path, *words: str) -> None:
    before = path.read_bytes()
    records = quick("from", "bws", path)
    done = quick("bws", "apply", path, "-", "-q", *words, stdin=records.out)
    assert (done.code, done.out, done.err) == (0, b"", "bmconv: nothing to change\n")
    assert path.read_bytes() == before
    assert not Path(f"{path}.unfinished").exists()


@pytest.mark.parametrize("seed", range(40))
def test_a_files_own_records_change_nothing(tmp_path: Path, seed: int) -> None:
    dice = random.Random(seed)
    bcs.write(tmp_path / "night.bws")
    control = bcs.Bcs(tmp_path / "night.bws", seed)
    for _ in range(5):
        control.play()
    control.register(1, "N", "42", "Ada Lind")
    odd(tmp_path / "night.bws", tmp_path / "odd.bws", dice)
    changes_nothing(tmp_path / "odd.bws", *dice.choice(((), (), ("--complete",))))


@pytest.mark.parametrize("seed", range(30))
def test_odd_databases_are_changed_or_refused_in_one_line(tmp_path: Path, seed: int) -> None:
    bcs.write(tmp_path / "night.bws")
    bcs.Bcs(tmp_path / "night.bws", seed).play((2, 2, 1))
    odd(tmp_path / "night.bws", tmp_path / "odd.bws", random.Random(seed + 1000))
    words, stdin = COMMANDS[seed % len(COMMANDS)]
    words = (*words, "--state", str(tmp_path / "st")) if words[0] == "poll" else words
    done = quick("bws", *(w.format(tmp_path / "odd.bws") for w in words), stdin=stdin)
    assert done.code in (0, 1)
    assert all(line.startswith("bmconv: ") for line in done.err.splitlines()), done.err


def test_a_section_that_counts_more_tables_than_it_has_stays_so(tmp_path: Path) -> None:
    bcs.write(tmp_path / "night.bws")
    with bcs.Bcs(tmp_path / "night.bws").editor() as editor:
        ((pointer, _),) = editor.table("Section").rows()
        editor.table("Section").update(pointer, {"Tables": 8})
        for pointer, row in list(editor.table("Tables").dicts()):
            if row["Table"] > 2:
                editor.table("Tables").delete(pointer)
    changes_nothing(tmp_path / "night.bws")

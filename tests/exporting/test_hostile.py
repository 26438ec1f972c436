"""Files that a target cannot hold: each is named, and all others are in."""

import datetime
import hashlib

import pyarrow as pa
import pytest

from bmconv.io.stream import encode_lines
from bmconv.records import Hand, Player, Result, Section, Session
from tests.helpers.datasets import GUID, write_event
from tests.helpers.export_targets import TARGETS

LONG = "".join(hashlib.sha256(b"%d" % number).hexdigest() for number in range(500))
"""Longer than a row of an index may be in PostgreSQL; other targets hold it."""


def write(path, number, *records):
    path.parent.mkdir(parents=True, exist_ok=True)
    session = Session(id=1, guid=GUID.format(number), date=datetime.date(2026, 1, number))
    path.write_bytes(b"".join(encode_lines([session, Section(id=1, letter="A"), *records])))


@pytest.fixture
def hostile(tmp_path):
    """An archive of ordinary nights, and a file of each kind that a target may refuse."""
    folder = tmp_path / "archive"
    for number in range(1, 6):
        write_event(folder / f"{number}.jsonl", number)
    player = Player(number=LONG, name=LONG)
    write(folder / "long key.jsonl", 11, player)
    nul = Result(id=1, section=1, board=1, remarks="a\0b", extra={"custom": "c\0d"})
    write(folder / "null.jsonl", 12, nul)
    write(
        folder / "odd.jsonl", 13, Hand(board=2**31 - 1, north="\u202e" * 9), Player(number="\ufffe")
    )
    return folder


@pytest.mark.parametrize("kind", TARGETS)
def test_every_other_file_is_in_and_the_bad_one_is_named(kind, hostile, make_target):
    target = make_target(kind)
    done = target.run(hostile, "--jobs", "1")
    names = {name for (name,) in target.listed("events", "source_file")}
    if kind == "postgresql":
        assert done.code == 1
        assert "bmconv: rejected long key.jsonl: cannot be stored: " in done.err
        assert [name for name, *_ in target.listed("rejects", "source_file")] == ["long key.jsonl"]
        names.add("long key.jsonl")
    else:
        assert target.listed("player", "number") == sorted([(LONG,), ("\ufffe",)], key=repr)
    assert names == {path.name for path in hostile.iterdir()}
    texts = target.listed("result", "remarks", "source_file")
    assert ("a\ufffdb", "null.jsonl") in texts
    assert "nul-replaced" in done.err
    again = target.run(hostile, "--jobs", "1")
    assert (again.code, b"0 new, 0 changed" in again.out) == (0, True)


@pytest.mark.parametrize("kind", [kind for kind in TARGETS if kind != "parquet"])
def test_rows_that_a_database_refuses_reject_only_their_file(
    kind, tmp_path, make_target, monkeypatch
):
    """Whatever the reason: here the key of some rows is empty."""
    from bmconv.exporting.sql import database

    folder = tmp_path / "archive"
    for number in range(1, 5):
        write_event(folder / f"{number}.jsonl", number, results=number)
    number_within = database.number_within

    def without_key(events):
        """The numbers of rows; none for the results of the third file."""
        ids = events.to_pylist()
        bad = GUID.format(3) if ids.count(GUID.format(3)) > 2 else ""
        numbers = zip(number_within(events).to_pylist(), ids, strict=True)
        return pa.array([None if id == bad else number for number, id in numbers], pa.int32())

    target = make_target(kind)
    with monkeypatch.context() as patch:
        patch.setattr(database, "number_within", without_key)
        done = target.run(folder, "--jobs", "1")
    assert done.code == 1, done
    assert done.err.startswith("bmconv: rejected 3.jsonl: cannot be stored: ")
    assert [row[0] for row in target.listed("events", "source_file")] == [
        *("1.jsonl", "2.jsonl", "4.jsonl")
    ]
    assert len(target.listed("result", "id")) == 1 + 2 + 4
    assert target.listed("sources", "source_file", "status")[2] == ("3.jsonl", "reject")

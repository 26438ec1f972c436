"""Hostile and impossible files of every kind: each is named, all others are in, in all targets."""

import datetime
import hashlib
import json
import os
import shutil

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from bmconv.exporting.batch import GENERAL_ENDINGS
from bmconv.io.stream import encode_lines
from bmconv.records import TYPES, Hand, Player, Result, Section, Session
from bmconv.registry import OWN
from bmconv.schema import fields
from tests.helpers.datasets import GUID, write_event
from tests.helpers.export_targets import TARGETS, Target
from tests.helpers.running import ROOT, quick
from tests.io.test_archives import BAD as ARCHIVES
from tests.io.test_archives import mailed

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
    names = {name for (name,) in target.rows_of("events", "source_file")}
    if kind == "postgresql":
        assert done.code == 1
        assert "bmconv: rejected long key.jsonl: cannot be stored: " in done.err
        assert [name for name, *_ in target.rows_of("rejects", "source_file")] == ["long key.jsonl"]
        names.add("long key.jsonl")
    else:
        assert target.rows_of("player", "number") == sorted([(LONG,), ("\ufffe",)], key=repr)
    assert names == {path.name for path in hostile.iterdir()}
    texts = target.rows_of("result", "remarks", "source_file")
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
    assert [row[0] for row in target.rows_of("events", "source_file")] == [
        *("1.jsonl", "2.jsonl", "4.jsonl")
    ]
    assert len(target.rows_of("result", "id")) == 1 + 2 + 4
    assert target.rows_of("sources", "source_file", "status")[2] == ("3.jsonl", "reject")


TEXTS = {
    "nul": "a\0b",
    "sql": "'); DROP TABLE result; --",
    "copy": "\\N\t\\.\n",
    "parameter": "%s {0} $1 ? :a @b",
    "html": "<script>alert(1)</script>",
    "quotes": "\"'`\\",
    "escape": "\x1b[31m\x7f",
    "direction": "\u202e",
    "no character": "\ufffe\uffff",
    "beyond": "\U0001f0a1" * 9,
    "escaped": r"\u0000",
    "long": "x" * 70_000,
}
"""What every text field of a record may have, and a file may be called."""
NUMBERS = {
    "largest": 2**31 - 1,
    "least": -(2**31),
    "too large": 2**31,
    "eight bytes": 2**64,
    "digits": 10**400,
    "float": 1e308,
}
DATES = ("0001-01-01", "1582-10-10", "9999-12-31", "0000-01-01", "2026-02-30", "10000-01-01")
LINES = {
    "half of a pair": rb'{"type":"result","board":1,"remarks":"\ud800"}',
    "half of a pair in bytes": b'{"type":"result","board":1,"remarks":"\xed\xa0\x80"}',
    "half of a pair as key": rb'{"type":"result","board":1,"extra":{"\udfff":1}}',
    "infinite": b'{"type":"result","board":1,"extra":{"a":1e400}}',
    "deep": b'{"type":"result","board":1,"extra":{"a":' + b"[" * 5000 + b"]" * 5000 + b"}}",
    "rather deep": b'{"type":"result","board":1,"extra":{"a":' + b"[" * 200 + b"]" * 200 + b"}}",
    "twice": b'{"type":"result","board":1,"extra":{"a":1,"a":2}}',
    "hour": b'{"type":"result","board":1,"time":"24:00:00"}',
}
COLUMNS = {
    "days": pa.array([-(10**8), 10**8], pa.int32()).cast(pa.date32()),
    "instants": pa.array([-(2**62), 2**62], pa.int64()).cast(pa.timestamp("us")),
    "wide": pa.array([2**62, -(2**62)]),
    "not numbers": pa.array([float("nan"), float("inf")]),
    "nested": pa.array([{"a": 1}, None]),
    "bytes": pa.array([b"\xff\xfe", b"\0"]),
}
"""Columns of a Parquet file in place of its dates."""
NAMES = ("'; DROP TABLE sources; --", "%s{1}$1", '"quoted"', "\U0001f0a1", "a#b", "-rf")
"""What folders and files are called, besides."""
NAMES_OF_POSIX = ("new\nline", "\x1b[31m", "back\\slash")


def write_hostile(folder):
    """Files that are damaged or made to do harm: one for each format, archive, text and number."""
    for format, entry in OWN.items():
        if entry.reads:
            sample = (ROOT / "formats" / format / "samples" / entry.sample).read_bytes()
            ending = os.path.splitext(entry.sample)[1]
            (folder / f"zeros {format}{ending}").write_bytes(sample[:40] + bytes(5000))
            (folder / f"half {format}{ending}").write_bytes(sample[: len(sample) // 2])
            (folder / f"empty {format}{ending}").write_bytes(b"")
    for name, (make, _) in ARCHIVES.items():
        (folder / name).write_bytes(make())
    (folder / "half.eml").write_bytes(mailed({"x.bws": b"x" * 999})[:-400])
    for at, (name, text) in enumerate(TEXTS.items(), 20):
        records = [
            TYPES[kind](**{field.attribute: text for field in fields(kind) if field.kind == "text"})
            for kind in TYPES
            if kind not in ("error", "session")
        ]
        beside = {text: text, "within": [text]}
        write(folder / f"text {name}.jsonl", at, *records, Result(board=1, extra=beside))
    for name, number in NUMBERS.items():
        lines = [{"type": "result", "board": 1, "extra": {"a": number}}]
        for kind in ("result", "hand", "ranking", "section"):
            whole = [field.name for field in fields(kind) if field.kind == "int"]
            lines.append({"type": kind} | dict.fromkeys(whole, number))
        for line in lines:
            path = folder / f"number {name} {line['type']} {len(line)}.jsonl"
            path.write_text(f"{json.dumps(line)}\n")
    for date in DATES:
        (folder / f"date {date}.jsonl").write_text(
            f'{{"type":"session","id":1,"date":"{date}"}}\n'
            f'{{"type":"result","board":1,"date":"{date}","time":"23:59:59"}}\n'
        )
    for name, line in LINES.items():
        (folder / f"line {name}.jsonl").write_bytes(line + b"\n")
    for name, column in COLUMNS.items():
        table = pa.table({"board": pa.array([1, 2], pa.int32()), "date": column})
        table = table.replace_schema_metadata({"bmconv.type": "result"})
        pq.write_table(table, folder / f"columns {name}.parquet")


@pytest.fixture(scope="module")
def mixed(tmp_path_factory):
    """Good nights, some with hostile names, and hostile files; the rows of both in Parquet."""
    folder = tmp_path_factory.mktemp("mixed")
    archive = folder / "archive"
    names = NAMES + NAMES_OF_POSIX if os.name == "posix" else NAMES[:2] + NAMES[3:]
    for number, name in enumerate(names, 200):
        write_event(archive / name / f"{name}.jsonl", number, results=number % 7 + 1)
    shutil.copytree(archive, folder / "good")
    (archive / "hostile").mkdir()
    write_hostile(archive / "hostile")
    good, both = (Target("parquet", folder / name) for name in ("good.rows", "both.rows"))
    assert good.run(folder / "good", *WORDS).code == 0
    both.run(archive, *WORDS)
    return archive, good.everything(["club"]), both.everything(["club"])


WORDS = ("--label", "club={1}", "--jobs", "1")
KINDS = [*TARGETS, "site"]


@pytest.mark.parametrize("kind", KINDS)
def test_no_hostile_file_stops_a_run_or_changes_the_rows_of_others(
    kind, mixed, make_target, tmp_path
):
    archive, good, both = mixed
    words = (*WORDS, "--notes", tmp_path / "notes.jsonl")
    if kind == "site":
        done = quick("export", archive, "--to", "site", "--out", tmp_path / "site", *words)
        target = Target("sqlite", tmp_path / ".site.site/site.sqlite")
    else:
        target = make_target(kind)
        done = target.run(archive, *words)
    assert (done.code, "Traceback" in done.err, b" new, 0 changed" in done.out) == (1, False, True)
    found = target.everything(["club"])
    for table, rows in good.items():
        assert [row for row in found[table] if "hostile/" not in repr(row)] == rows, table
    assert spelled(found) == spelled(both)
    refused = {row[0] for row in found["rejects"]}
    assert_named(found["sources"], refused, tmp_path / "notes.jsonl")
    assert len(refused) > 80
    if kind == "site":
        pages = [page.read_text() for page in (tmp_path / "site").rglob("*.html")]
        assert len(pages) > 20
        assert not any("<script>alert" in page for page in pages)


def spelled(found):
    """All rows as text, with the keys of JSON in order; PostgreSQL has other digits of a float."""
    return {
        table: sorted(
            json.dumps(row, sort_keys=True) for row in rows if "number float" not in repr(row)
        )
        for table, rows in found.items()
    }


def assert_named(sources, refused, notes):
    """Every hostile file is rejected, noted, read as it is, or not ours by name and content."""
    rejected, noted = set(), ""
    for line in notes.read_text().splitlines():
        note = json.loads(line)
        if note["code"] == "rejected":
            rejected.add(note["place"])
        else:
            noted += f"{note['place']}\n"
    assert rejected == refused
    for name, *cells in sources:
        status, why = cells[9], cells[10]
        start, ending = os.path.splitext(name)
        if status == "other":
            assert (ending.lower() in GENERAL_ENDINGS, bool(why)) == (True, True), name
        elif start.startswith(("hostile/zeros", "hostile/empty")):  # half a list may be a list
            assert name in refused or name in noted, name


def statuses(target):
    return dict(target.rows_of("sources", "source_file", "status"))


def test_a_file_of_which_nothing_can_be_read_is_rejected(tmp_path, make_target):
    """Its format is known, so it is not a letter or a picture."""
    folder, target = tmp_path / "archive", make_target("sqlite")
    write_event(folder / "1.jsonl", 1)
    sample = (ROOT / "formats/dto/samples/polled.json").read_bytes()
    (folder / "2.json").write_bytes(sample.replace(b"[", b"\xff", 1))
    done = target.run(folder)
    assert (done.code, done.err.splitlines()[0]) == (
        1,
        "bmconv: rejected 2.json: none of its records could be read: unreadable document skipped "
        "(line 1: $.SerializedData: a byte that is not UTF-8; expected UTF-8)",
    )
    assert (done.err.count("unreadable document"), len(done.err.splitlines())) == (1, 1)
    assert statuses(target) == {"1.jsonl": "exported", "2.json": "reject"}


def test_what_a_file_is_called_decides_although_another_has_its_content(tmp_path, make_target):
    folder, target = tmp_path / "archive", make_target("sqlite")
    write_event(folder / "night.jsonl", 1)
    for name in ("a.txt", "b.bws", "c.bws", "d.txt"):
        (folder / name).write_bytes(b"")
    (folder / "hands.dat").write_text("Dear club, nothing of ours")
    (folder / "hands.pbn").write_text("Dear club, nothing of ours")
    done = target.run(folder)
    assert (done.code, done.err.count("bmconv: rejected ")) == (1, 3)
    expected = {
        "a.txt": "other",
        "b.bws": "reject",
        "c.bws": "reject",
        "d.txt": "other",
        "hands.dat": "other",
        "hands.pbn": "reject",
        "night.jsonl": "exported",
    }
    assert statuses(target) == expected
    assert b" 0 new, 0 changed, 7 unchanged" in target.run(folder).out

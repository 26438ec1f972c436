"""bmconv export when something goes wrong: no partial output, and the next run completes it."""

import os
import subprocess
import sys

import pytest

import bmconv
from tests.helpers.datasets import GUID, database, export, files_and_times, rows, sql, write_event
from tests.helpers.running import KILL, KILLED, is_wine, quick


def test_a_missing_folder_is_an_error(tmp_path):
    done = export(tmp_path / "nowhere", tmp_path / "out")
    assert (done.code, done.err.count("\n")) == (4, 1)


@pytest.mark.parametrize("to", ["parquet", "sql"])
def test_a_second_run_at_the_same_time_is_refused(archive, tmp_path, to):
    from bmconv.io.files import hold_lock

    place = tmp_path / "out"
    lock = place / "_lock" if to == "parquet" else tmp_path / "out.lock"
    lock.parent.mkdir(exist_ok=True)
    with hold_lock(str(lock), "taken"):
        done = export(archive, place, to=to)
    assert (done.code, "another export is writing" in done.err) == (4, True)


WRITER = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.execute("BEGIN EXCLUSIVE")
print("locked", flush=True)
input()
"""


def test_a_locked_database_is_an_error_and_nothing_is_written(archive, tmp_path, monkeypatch):
    monkeypatch.setattr("bmconv.exporting.sql.sqlite.WAIT", 0.1)
    place = tmp_path / "league.db"
    export(archive, place, to="sql")
    write_event(archive / "c.jsonl", 3)
    with subprocess.Popen(
        [sys.executable, "-c", WRITER, place],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as other:
        assert other.stdout.readline() == "locked\n"
        done = export(archive, place, to="sql")
        other.communicate("\n")
    why = "another program has used the database for 0.1 seconds; "
    what_next = "close it there, and run again: the next run continues"
    assert (done.code, done.err) == (4, f"bmconv: sqlite:///{place}: {why}{what_next}\n")
    assert sql(place, "SELECT count(*) FROM session") == [(2,)]
    assert export(archive, place, to="sql").code == 0


HALF_WRITTEN = """
import os, sqlite3, sys
db = sqlite3.connect(sys.argv[1], isolation_level=None)
db.executescript("PRAGMA cache_size = 1; BEGIN; DELETE FROM sources; DELETE FROM events;")
db.execute("CREATE TABLE more AS SELECT randomblob(100000)")
os._exit(1)
"""


@pytest.mark.parametrize(("to", "file"), [("parquet", "out/_state.sqlite"), ("sql", "out")])
def test_a_run_killed_while_it_writes_the_ledger_changes_nothing(archive, tmp_path, to, file):
    place = tmp_path / "out"
    assert export(archive, place, to=to).code == 0
    for words in (["--dry-run"], []):
        subprocess.run([sys.executable, "-c", HALF_WRITTEN, tmp_path / file])
        assert (tmp_path / f"{file}-journal").exists()
        assert export(archive, place, *words, to=to).code == 0
        assert sql(tmp_path / file, "SELECT count(*) FROM events") == [(2,)]


def test_a_database_that_disappears_is_an_error(archive, tmp_path, monkeypatch):
    from bmconv.exporting.sql.sqlite import SqliteDestination

    place = tmp_path / "league.db"
    publish = SqliteDestination.publish

    def vanish(self, *given):
        publish(self, *given)
        os.unlink(place)

    monkeypatch.setattr(SqliteDestination, "publish", vanish)
    done = export(archive, place, to="sql")
    assert (done.code, done.err.count("\n")) == (4, 1)


def test_a_file_that_is_not_a_database_is_an_error(archive, tmp_path):
    (tmp_path / "x.db").write_text("this is a letter, not a database" * 99)
    done = export(archive, tmp_path / "x.db", to="sql")
    assert (done.code, done.err.count("\n")) == (4, 1)


@pytest.mark.parametrize("to", ["parquet", "sql"])
def test_a_full_disk_is_one_line_and_no_partial_output(archive, tmp_path, to):
    """A limit on the size of files stands for the full disk."""
    resource = pytest.importorskip("resource")
    place = tmp_path / "out"
    write_event(archive / "c.jsonl", 3, results=20_000)
    where = ["--out", str(place)] if to == "parquet" else ["--db", f"sqlite:///{place}"]
    words = [sys.executable, "-m", "bmconv", "export", str(archive), "--to", to, *where, "-q"]
    limit = 200_000 if to == "sql" else 70_000
    full = subprocess.run(
        words,
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )
    assert (full.returncode, full.stderr.count("\n")) == (4, 1), full.stderr
    if to == "parquet":
        assert not list(place.rglob("batch*.parquet"))
    assert subprocess.run(words, check=False).returncode == 0
    if to == "parquet":
        assert len(rows(place, "result", "board")) == 20_008
    else:
        assert sql(place, "SELECT count(*) FROM result") == [(20_008,)]


def test_a_folder_that_cannot_be_read_is_rejected(archive, tmp_path, monkeypatch):
    scandir = os.scandir

    def refuse(path):
        if str(path).endswith("south"):
            raise PermissionError(13, "Permission denied")
        return scandir(path)

    monkeypatch.setattr("bmconv.exporting.archive.os.scandir", refuse)
    done = export(archive, tmp_path / "out")
    assert (done.code, "rejected south: cannot read the folder" in done.err) == (1, True)
    assert len(rows(tmp_path / "out", "result", "board")) == 3
    monkeypatch.undo()
    assert export(archive, tmp_path / "out").code == 0
    assert len(rows(tmp_path / "out", "result", "board")) == 8


def test_a_file_in_which_a_reader_fails_is_rejected(archive, tmp_path, monkeypatch):
    def fail(source, *_):
        if source.path.endswith("a.jsonl"):
            raise OSError(5, "Input/output error")
        raise ZeroDivisionError

    monkeypatch.setattr("bmconv.exporting.batch.decode", fail)
    done = export(archive, tmp_path / "out")
    why = "OSError while reading: [Errno 5] Input/output error"
    assert done.err.splitlines() == [
        f"bmconv: rejected north/a.jsonl: {why}",
        "bmconv: rejected south/b.jsonl: ZeroDivisionError while reading",
    ]
    assert done.code == 1


@pytest.mark.parametrize("to", ["parquet", "sql"])
def test_places_that_are_not_ours_are_left_alone(archive, tmp_path, to):
    place = tmp_path / "place"
    if to == "sql":
        with database(place) as db:
            db.execute("CREATE TABLE members (name TEXT)")
    else:
        place.mkdir()
        (place / "letter.txt").write_text("dear all")
    before = files_and_times(tmp_path)
    done = export(archive, place, to=to)
    assert (done.code, "other" in done.err, done.err.count("\n")) == (4, True, 1)
    assert files_and_times(tmp_path) == before


@pytest.mark.parametrize("to", ["parquet", "sql"])
def test_a_run_that_exports_nothing_leaves_no_files(archive, tmp_path, to):
    before = files_and_times(tmp_path)
    place = tmp_path / "out"
    assert export(tmp_path / "nowhere", place, to=to).code == 4
    missing = tmp_path / "nas/out"  # a folder that is not mounted must not be made
    done = export(archive, missing, to=to)
    assert (done.code, f"{missing if to == 'parquet' else missing.parent}: " in done.err) == (4, 1)
    assert files_and_times(tmp_path) == before
    assert [place.exists(), missing.parent.exists()] == [False, False]


def test_a_folder_without_write_permission_is_named(tmp_path, monkeypatch):
    from bmconv.errors import FileTrouble
    from bmconv.io.files import hold_lock

    def refuse(*_):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr("bmconv.io.files.os.open", refuse)
    with pytest.raises(FileTrouble, match="ro/ds: cannot write to this folder: Permission"):
        hold_lock("ro/ds/_lock", "taken").__enter__()


def test_a_dataset_of_another_version_is_refused(archive, tmp_path):
    place = tmp_path / "league.db"
    export(archive, place, to="sql")
    with database(place) as db:
        db.execute("PRAGMA user_version = 1")
    done = export(archive, place, to="sql")
    assert (done.code, "made by another version of bmconv" in done.err) == (4, True)


def test_an_archive_that_is_suddenly_empty_is_an_error(archive, tmp_path):
    place = tmp_path / "out"
    export(archive, place)
    (archive / "north/a.jsonl").unlink()
    (archive / "readme.txt").unlink()
    done = export(archive, place)
    assert (done.code, b"1 unchanged, 1 gone; nothing to do" in done.out) == (0, True)
    assert [row[0] for row in rows(place, "events", "source_file")] == [
        "north/a.jsonl",
        "south/b.jsonl",
    ]
    (archive / "south/b.jsonl").unlink()
    done = export(archive, place, "-q")
    message = f"bmconv: {archive}: no files found, but 2 before; check that it is mounted\n"
    assert (done.code, done.err) == (4, message)


KILLER = f"""
import multiprocessing, os
from bmconv.cli import main
from bmconv.exporting import batch, workers

workers.ALONE = 8
read = batch.read_file


def killed(file, *more, **named):
    if "killer" in file.name and (os.environ.get("ALL") or multiprocessing.parent_process()):
        os.kill(os.getpid(), {KILL:d})
    return read(file, *more, **named)


batch.read_file = killed
if __name__ == "__main__":
    main()
"""
"""bmconv whose processes for reading, of which it starts some for nine files, are killed over
some of them; they run this as well."""


def test_a_file_that_kills_its_reader_is_rejected_and_the_rest_go_on(tmp_path):
    archive, out, program = tmp_path / "archive", tmp_path / "out", tmp_path / "killed.py"
    for number in range(10):
        write_event(archive / f"{number}.jsonl", number)
    write_event(archive / "5-killer.jsonl", 10)
    program.write_text(KILLER)
    words = [sys.executable, program, "export", archive, "--to", "parquet", "--out", out]
    first, again = (
        subprocess.run([*words, "--jobs", "2"], capture_output=True, text=True) for _ in range(2)
    )
    why = "the process reading it was killed (possibly out of memory)"
    assert (first.returncode, first.stderr) == (1, f"bmconv: rejected 5-killer.jsonl: {why}\n")
    assert rows(out, "session", "event_id") == [(GUID.format(number),) for number in range(10)]
    assert (again.returncode, again.stderr) == (0, "")
    assert "1 rejected (0 new); nothing to do" in again.stdout


def test_a_file_that_kills_the_run_itself_is_rejected_by_the_next_one(tmp_path):
    """Few files are read without other processes."""
    archive, out, program = tmp_path / "archive", tmp_path / "out", tmp_path / "killed.py"
    write_event(archive / "killer.jsonl", 1)
    write_event(archive / "other.jsonl", 2)
    program.write_text(KILLER)
    words = [sys.executable, program, "export", archive, "--to", "parquet", "--out", out]
    first, second, third = (
        subprocess.run(words, capture_output=True, text=True, env=os.environ | {"ALL": "yes"})
        for _ in range(3)
    )
    assert first.returncode == KILLED
    assert (second.returncode, second.stderr.count("rejected killer.jsonl")) == (1, 1)
    assert rows(out, "session", "event_id") == [(GUID.format(2),)]
    assert third.returncode == 0


def test_no_file_is_rejected_if_worker_processes_cannot_start(tmp_path):
    archive, out, program = tmp_path / "archive", tmp_path / "out", tmp_path / "killed.py"
    for number in range(10):
        write_event(archive / f"{number}.jsonl", number)
    program.write_text(KILLER + f"else:\n    os.kill(os.getpid(), {KILL:d})\n")
    words = [sys.executable, program, "export", archive, "--to", "parquet", "--out", out]
    done = subprocess.run([*words, "--jobs", "2"], capture_output=True, text=True)
    assert (done.returncode, done.stderr.count("\n")) == (4, 1)
    assert not list(out.rglob("batch*.parquet"))


@pytest.mark.skipif(is_wine(), reason="Wine does not list a link to itself")
def test_a_file_that_still_cannot_be_opened_is_not_counted_as_changed(archive, tmp_path):
    """A link to itself: neither its size nor its content tells whether it has changed."""
    (archive / "loop.bws").symlink_to("loop.bws")
    assert b"4 new" in export(archive, tmp_path / "x.db", to="sql").out
    for _ in range(2):
        again = export(archive, tmp_path / "x.db", to="sql")
        assert (again.code, again.err) == (0, "")
        assert b"0 new, 0 changed, 4 unchanged, 1 rejected (0 new)" in again.out
    (archive / "loop.bws").unlink()
    write_event(archive / "loop.bws", 7)
    assert b"1 changed" in export(archive, tmp_path / "x.db", to="sql").out


@pytest.mark.skipif(os.name != "posix", reason="Windows needs a permission to make links")
def test_a_link_to_a_missing_file_is_rejected_and_keeps_its_rows(archive, tmp_path):
    """The folder that it leads to may just not be mounted."""
    share = tmp_path / "share"
    write_event(share / "c.jsonl", 3)
    (archive / "c.jsonl").symlink_to(share / "c.jsonl")
    export(archive, tmp_path / "x.db", to="sql")
    (share / "c.jsonl").rename(share / "moved.jsonl")
    done = export(archive, tmp_path / "x.db", "--prune", to="sql")
    why = "bmconv: rejected c.jsonl: its rows from before are kept; No such file or directory\n"
    assert (done.code, done.err) == (1, why)
    assert sql(tmp_path / "x.db", "SELECT count(*) FROM session") == [(3,)]
    assert export(archive, tmp_path / "x.db", to="sql").code == 0
    (share / "moved.jsonl").rename(share / "c.jsonl")
    assert b"1 changed" in export(archive, tmp_path / "x.db", to="sql").out
    assert sql(tmp_path / "x.db", "SELECT count(*) FROM rejects") == [(0,)]


def test_a_folder_without_files_is_reported(tmp_path):
    (tmp_path / "archive").mkdir()
    message = (
        f"bmconv: loss no-files: 1 folder without files: nothing to export ({tmp_path / 'archive'})"
    )
    for quiet in ([], ["-q"]):
        done = export(tmp_path / "archive", tmp_path / "x.db", *quiet, to="sql")
        assert (done.code, done.err.splitlines()) == (0, [message])


REPLACE = "replace it with the output of bmconv from"


def test_advice_about_a_rejected_file_needs_no_option_that_export_lacks(tmp_path):
    archive = tmp_path / "archive"
    archive.mkdir()
    (archive / "table.csv").write_text("id,section,table,board\n1,1,1,1\n")
    (archive / "usebio.xml").write_text('<?xml version="1.0" encoding="odd"?><USEBIO></USEBIO>')
    done = export(archive, tmp_path / "out")
    assert (done.code, done.err.splitlines()) == (1, [
        "bmconv: rejected table.csv: line 1: the header fits bid and card and result and "
        f"intermediate; {REPLACE} csv --table TYPE",
        "bmconv: rejected usebio.xml: a character set that cannot be read (unknown encoding: odd); "
        f"expected UTF-8 or ISO-8859-1; {REPLACE} usebio --encoding",
    ])  # fmt: skip
    converted = quick("from", "csv", "--table", "result", archive / "table.csv")
    (archive / "table.csv").write_bytes(converted.out)
    assert b"1 event, " in export(archive, tmp_path / "out").out


def test_a_note_about_a_file_names_no_option_that_export_lacks(tmp_path):
    archive = tmp_path / "archive"
    archive.mkdir()
    (archive / "club.csv").write_text("Name;Hobby;Number\nAda Lind;chess;22\n")
    done = export(archive, tmp_path / "out")
    line = "bmconv: loss column-left-out: 1 Hobby value left out: not a field of a player"
    assert done.err == f"{line} (club.csv: line 2)\n"


def test_a_dry_run_lists_the_files_to_prune(archive, tmp_path):
    export(archive, tmp_path / "x.db", to="sql")
    (archive / "south/b.jsonl").unlink()
    done = export(archive, tmp_path / "x.db", "--prune", "--dry-run", to="sql")
    assert b"2 unchanged, 1 to be pruned; nothing done (--dry-run)" in done.out


def test_the_number_of_files_read_is_never_above_that_of_all(tmp_path, monkeypatch):
    """The hands of a night are read a second time, once its results are known."""
    from bmconv.exporting import workers
    from tests.helpers.mixed_archive import archive as mixed_archive

    monkeypatch.setattr(workers, "ALONE", 2)
    monkeypatch.setattr(workers, "BATCH_FILES", 2)
    counts = []
    bmconv.export(
        *(mixed_archive(tmp_path / "archive"), "sql"),
        db=f"sqlite:///{tmp_path}/x.db",
        jobs=1,
        progress=lambda unit: lambda done, wanted: counts.append((done, wanted)),
    )
    assert [pair for pair in counts if pair[0] > pair[1]] == []
    assert counts[-1][0] == counts[-1][1]


@pytest.mark.parametrize(
    "text",
    [
        '{"type":"FeatureCollection","features":[]}',
        '{"features":[{"type":"table"}],"type":"FeatureCollection"}',
        '{"type":["a"]}',
        '{\n "type": "FeatureCollection"\n}\n',
        '{"name":"club","columns":[{"name":"ID","type":"LONG"},\n{"name":"Board"}]}\n',
        '{"name":"club","columns":[{"name":"ID","type":"LONG"},' + "[]," * 90_000 + "[]]}",
        "[1, 2]",
    ],
)
def test_json_of_another_program_is_not_a_file_that_should_be_readable(text, archive, tmp_path):
    (archive / "geo.json").write_text(text)
    done = export(archive, tmp_path / "out")
    assert (done.code, done.err) == (0, "")
    assert b"2 other;" in done.out


def test_a_damaged_first_record_is_still_rejected(archive, tmp_path):
    (archive / "cut.jsonl").write_text('{"board":1,"type":"result","section":\n')
    done = export(archive, tmp_path / "out")
    assert (done.code, "rejected cut.jsonl: line 1: not JSON" in done.err) == (1, True)

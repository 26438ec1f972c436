"""SQLite files: other programs that use them, read-only folders, column types."""

import os
import shutil
import sqlite3

import pytest

from tests.helpers.datasets import export, sql, start_reader, start_writer, write_event


@pytest.fixture
def league(archive, tmp_path):
    place = tmp_path / "league.db"
    assert export(archive, place, to="sql").code == 0
    return place


def test_a_reader_with_an_open_cursor_does_not_stop_a_run(league, archive, monkeypatch):
    """It goes on with the rows it began with; what it keeps from the file, the next run adds."""
    from bmconv.exporting.sql.sqlite import SqliteDestination

    monkeypatch.setattr("bmconv.exporting.sql.sqlite.WAIT_AT_END", 0.1)
    begin = SqliteDestination.begin
    readers = []

    def read_meanwhile(self):
        begin(self)
        readers.append(start_reader(league))
        assert readers[0].stdout.readline() == "north/a.jsonl\n"

    with monkeypatch.context() as patch:
        patch.setattr(SqliteDestination, "begin", read_meanwhile)
        write_event(archive / "c.jsonl", 3)
        write_event(archive / "north/a.jsonl", 1, results=5)
        done = export(archive, league, to="sql")
    kept = f"bmconv: repair log-kept: 1 database that another program is reading: the next run completes the file ({league}-wal)\n"  # noqa: E501
    assert (done.code, done.err) == (0, kept)
    assert sql(league, "SELECT count(*) FROM events") == [(3,)]
    assert export(archive, league, "--dry-run", to="sql").err == ""
    with readers[0] as other:
        assert other.communicate("\n")[0] == "2\n"
    again = export(archive, league, to="sql")
    assert (again.code, again.err) == (0, "")
    assert sorted(os.listdir(league.parent)) == ["archive", "league.db", "league.db.lock"]


def test_a_cursor_that_was_open_before_a_run_does_not_stop_it(league, archive, monkeypatch):
    """The run writes to a copy; the reader has the old rows until it opens the file again."""
    monkeypatch.setattr("bmconv.exporting.sql.sqlite.WAIT_FOR_READERS", 0.1)
    league.chmod(0o640)
    with start_reader(league) as reader:
        assert reader.stdout.readline() == "north/a.jsonl\n"
        write_event(archive / "c.jsonl", 3)
        write_event(archive / "north/a.jsonl", 1, results=5)
        done = export(archive, league, to="sql")
        replaced = f"bmconv: repair file-replaced: 1 database that another program is reading: it must open the file again ({league})\n"  # noqa: E501
        assert (done.code, done.err) == (0, replaced)
        assert sql(league, "SELECT count(*) FROM events") == [(3,)]
        assert league.stat().st_mode & 0o777 == 0o640
        assert sorted(os.listdir(league.parent)) == ["archive", "league.db", "league.db.lock"]
        assert reader.communicate("\n")[0] == "2\n"
    again = export(archive, league, to="sql")
    assert (again.code, again.err) == (0, "")


IDLE = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
cursor = db.execute("SELECT source_file FROM sources")
print(cursor.fetchone()[0], flush=True)
input()
cursor.fetchall()
print("idle", flush=True)
input()
try:
    print(*db.execute("SELECT count(*) FROM result").fetchone(), flush=True)
except sqlite3.DatabaseError as error:
    print(error, flush=True)
db.close()
print("closed", flush=True)
input()
"""
"""A program that keeps a file open that was replaced, and asks it again during the next run."""


def test_a_program_that_keeps_a_replaced_file_open_does_not_harm_the_new_one(
    league, archive, monkeypatch
):
    """It takes the log of the new file for its own, and must not move it into the old one."""
    from bmconv.exporting.sql.sqlite import SqliteDestination

    monkeypatch.setattr("bmconv.exporting.sql.sqlite.WAIT_FOR_READERS", 0.1)
    settle = SqliteDestination.settle
    answers = []

    def ask_meanwhile(self):
        settle(self)
        if not answers and os.path.getsize(f"{league}-wal"):
            print("", file=other.stdin, flush=True)
            answers.extend(other.stdout.readline() for _ in range(2))

    with start_reader(league, IDLE) as other:
        assert other.stdout.readline() == "north/a.jsonl\n"
        write_event(archive / "c.jsonl", 3)
        assert "file-replaced" in export(archive, league, to="sql").err
        print("", file=other.stdin, flush=True)
        assert other.stdout.readline() == "idle\n"
        for number in range(4, 60):
            write_event(archive / f"{number}.jsonl", number)
        with monkeypatch.context() as patch:
            patch.setattr(SqliteDestination, "settle", ask_meanwhile)
            done = export(archive, league, to="sql")
        assert (done.code, done.err, answers[1:]) == (0, "", ["closed\n"])
        other.communicate("\n")
    assert sql(league, "PRAGMA integrity_check") == [("ok",)]
    assert sql(league, "SELECT count(*) FROM events") == [(59,)]
    assert sorted(os.listdir(league.parent)) == ["archive", "league.db", "league.db.lock"]


def test_a_run_is_refused_in_one_line_while_a_program_writes(league, archive, monkeypatch):
    """Its changes would not be in a copy."""
    monkeypatch.setattr("bmconv.exporting.sql.sqlite.WAIT_FOR_READERS", 0.1)
    monkeypatch.setattr("bmconv.exporting.sql.sqlite.WAIT", 0.1)
    write_event(archive / "c.jsonl", 3)
    with start_writer(league) as writer:
        assert writer.stdout.readline() == "writing\n"
        done = export(archive, league, to="sql")
        writer.communicate("\n")
    why = "another program has used the database for 0.1 seconds; close it there, and run again"
    assert (done.code, why in done.err) == (4, True)
    assert sql(league, "SELECT count(*) FROM events") == [(2,)]


def test_after_a_run_the_file_alone_is_complete_in_a_folder_that_is_read_only(league, tmp_path):
    folder = tmp_path / "shelf"
    folder.mkdir()
    shutil.copy(league, folder / "league.db")
    folder.chmod(0o555)
    (folder / "league.db").chmod(0o444)
    try:
        with sqlite3.connect(f"file:{folder}/league.db?mode=ro", uri=True) as db:
            assert db.execute("SELECT count(*) FROM player_season").fetchone() == (0,)
            assert db.execute("PRAGMA journal_mode").fetchone() == ("delete",)
            assert db.execute("SELECT count(*) FROM events").fetchone() == (2,)
    finally:
        folder.chmod(0o755)
    assert os.listdir(folder) == ["league.db"]


def test_a_file_that_is_no_database_is_refused_with_advice(archive, tmp_path):
    (tmp_path / "clubs.csv").write_text("north,Northtown\n" * 100)
    done = export(archive, tmp_path / "clubs.csv", to="sql")
    problem = "not a SQLite file; choose a new one"
    assert (done.code, done.err) == (4, f"bmconv: sqlite:///{tmp_path}/clubs.csv: {problem}\n")


def test_a_dataset_in_place_of_the_files_to_read_is_reported_with_q_too(league, tmp_path):
    done = export(league, tmp_path / "other.db", "-q", to="sql")
    assert (done.code, done.err) == (
        0,
        f"bmconv: loss no-files: 1 folder without files: nothing to export ({league})\n",
    )


def test_keys_are_unique_and_queries_have_indexes(league):
    assert sql(league, "PRAGMA foreign_key_check") == []
    assert sql(league, "PRAGMA integrity_check") == [("ok",)]
    found = {
        (table, *(row[2] for row in sql(league, f"PRAGMA index_info({index[1]})")))
        for table in ("result", "hand", "events", "player", "seat", "ranking")
        for index in sql(league, f"PRAGMA index_list({table})")
    }
    assert found >= {("result", "event_id", "nth"), ("result", "event_id", "board")}
    assert found >= {("hand", "event_id", "board"), ("events", "date")}
    assert found >= {("player", "number"), ("seat", "number"), ("ranking", "event_id", "nth")}


def test_all_tables_and_views_and_their_columns_have_comments(league):
    listed = sql(league, "SELECT name, sql FROM sqlite_master WHERE type IN ('table', 'view')")
    for name, text in listed:
        columns = sql(league, f'PRAGMA table_info("{name}")')
        if not name.startswith("sqlite_"):
            assert (name, text.count(" -- ")) == (name, 1 + len(columns))
    assert {"rejects", "nights", "pair_season", "result", "slams"} < {name for name, _ in listed}


def test_dates_and_times_are_text_in_columns_declared_as_such(league):
    declared = {
        (table, row[1]): row[2]
        for table in ("events", "session", "seat", "result")
        for row in sql(league, f"PRAGMA table_info({table})")
    }
    assert declared["events", "date"] == declared["result", "date"] == "DATE"
    assert declared["session", "time"] == "TIME"
    assert declared["seat", "time"] == "TIMESTAMP"
    assert sql(league, "SELECT date, typeof(date) FROM events ORDER BY 1")[0] == (
        *("2021-01-01", "text"),
    )


def test_files_that_a_killed_run_left_are_removed_but_others_are_kept(league, archive):
    left, other = (league.with_name(f".{league.name}.{end}.waiting") for end in "ab")
    left.mkdir()
    (left / "rows.arrow").write_bytes(b"half")
    other.write_bytes(b"a file, which no run makes")
    done = export(archive, league, to="sql")
    assert (done.code, done.err) == (0, "")
    assert (left.exists(), other.exists()) == (False, True)


def test_a_database_without_read_permission_is_an_error(league, archive, monkeypatch):
    """SQLite's own words are about memory."""
    monkeypatch.setattr("os.access", lambda path, mode: mode != os.R_OK)  # as root may read all
    for more in ((), ("--dry-run",)):
        done = export(archive, league, *more, to="sql")
        assert (done.code, done.err) == (4, f"bmconv: {league}: Permission denied\n")

"""DuckDB files: comments, other programs that use them, files that are not ours."""

import subprocess
import sys

import pytest

from tests.exporting.test_season import EXPECTED, nights  # noqa: F401
from tests.helpers.datasets import database, export, write_event
from tests.helpers.running import judge

OTHER_TABLES = "this database was not made by export (it has other tables); choose a new one"


@pytest.fixture
def duck(make_target):
    return make_target("duckdb")


def test_the_file_opens_at_once_with_comments_and_views(duck, nights):  # noqa: F811
    done = duck.run(nights, "--label", "club={1}")
    assert (done.code, done.err) == (0, "")
    said = duck.ask(
        "SELECT comment FROM duckdb_columns() WHERE table_name = 'result' AND column_index = 1"
    )
    assert said[0][0].startswith("the event")
    for query, rows in EXPECTED.items():
        assert duck.ask(query) == rows
    names = duck.ask("SELECT names FROM pair_names WHERE event_id LIKE '%1' AND direction = 'NS'")
    assert sorted(names) == [("Ada & Bo",), ("Cleo & Dora",)]


def test_all_tables_and_views_and_their_columns_have_comments(duck, archive):
    assert duck.run(archive).code == 0
    for kind in ("table", "view", "column"):
        missing = f"SELECT {kind}_name FROM duckdb_{kind}s() WHERE comment IS NULL"
        mine = " AND database_name = current_database() AND schema_name = 'main' AND NOT internal"
        assert duck.ask(missing + mine) == []


def test_a_dry_run_changes_nothing(duck, archive):
    assert b"2 new" not in duck.run(archive, "--dry-run").out.split(b"3 new")[0]
    assert not duck.place.exists()
    duck.run(archive)
    before = duck.place.read_bytes()
    write_event(archive / "c.jsonl", 3)
    assert b"1 new, 0 changed, 3 unchanged" in duck.run(archive, "--dry-run").out
    assert duck.place.read_bytes() == before
    beside = {path.name for path in duck.place.parent.glob(".*")}
    assert beside == set()


def test_a_database_that_another_program_has_open_is_one_line(duck, archive):
    duck.run(archive)
    ask = "import duckdb, sys; db = duckdb.connect(sys.argv[1]); print(1, flush=True); input()"
    words = [sys.executable, "-c", ask, str(duck.place)]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(words, **pipes) as other:
        assert other.stdout.readline() == b"1\n"
        done = duck.run(archive)
        other.communicate(b"\n")
    why = "another program has this database open; close it there, and run again"
    assert (done.code, done.err) == (4, f"bmconv: {duck.place}: {why}\n")
    assert duck.run(archive).code == 0


def test_files_that_are_not_ours_are_left_alone(duck, archive, tmp_path):
    with judge("duckdb").connect(str(duck.place)) as db:
        db.execute("CREATE TABLE members (name text)")
    with database(tmp_path / "lite") as lite:
        lite.execute("CREATE TABLE members (name TEXT)")
    (tmp_path / "letter").write_text("dear all, this is not a database" * 9)
    for name, why in (
        (duck.place.name, OTHER_TABLES),
        ("lite", "not a DuckDB file; choose a new one"),
        ("letter", "not a DuckDB file; choose a new one"),
        ("nas/out", "no such folder for the database; create it first"),
    ):
        duck.place = tmp_path / name
        before = duck.place.exists() and duck.place.read_bytes()
        done = duck.run(archive)
        shown = duck.place.parent if "nas" in name else duck.place
        assert (done.code, done.err) == (4, f"bmconv: {shown}: {why}\n")
        assert before == (duck.place.exists() and duck.place.read_bytes())


@pytest.mark.parametrize("text", [b"", b"hello", b"12345678", b"a mark: DUCK"])
def test_a_short_file_that_is_not_ours_is_left_alone(duck, archive, text):
    duck.place.write_bytes(text)
    assert (duck.run(archive).code, duck.place.read_bytes()) == (4, text)


def test_a_killed_run_creates_no_file_or_a_complete_one(duck, archive, monkeypatch):
    from bmconv.exporting.sql.duck import DuckDbDestination

    def fail(self, *given, **named):
        raise OSError(28, "No space left on device")

    for step in ("disconnect", "refuse_foreign_tables"):
        with monkeypatch.context() as patch:
            patch.setattr(DuckDbDestination, step, fail)
            assert duck.run(archive).code == 4
        assert duck.place.exists() == (step == "refuse_foreign_tables")
    assert (duck.run(archive).code, len(duck.rows_of("events", "name"))) == (0, 2)
    assert not [*duck.place.parent.glob(f".{duck.place.name}.*")]


def test_a_database_that_disappears_is_an_error(duck, archive, monkeypatch):
    from bmconv.exporting.sql.duck import DuckDbDestination

    publish = DuckDbDestination.publish

    def vanish(self, *given):
        publish(self, *given)
        duck.place.unlink()

    monkeypatch.setattr(DuckDbDestination, "publish", vanish)
    done = duck.run(archive)
    assert (done.code, done.err.count("\n")) == (4, 1)
    assert "the database was removed during the run" in done.err


def test_a_second_run_at_once_is_refused(duck, archive):
    from bmconv.io.files import hold_lock

    with hold_lock(f"{duck.place}.lock", "taken"):
        done = duck.run(archive)
    assert (done.code, "another export is writing to the same place" in done.err) == (4, True)


def test_without_duckdb_the_message_names_what_to_install(duck, archive, monkeypatch):
    monkeypatch.setitem(sys.modules, "adbc_driver_duckdb", None)
    done = duck.run(archive)
    assert (done.code, done.err.count("\n")) == (5, 1)
    assert "a DuckDB file needs DuckDB; install the extra duckdb with: " in done.err


def test_sqlite_refuses_a_duckdb_file(duck, archive):
    duck.run(archive)
    done = export(archive, duck.place, to="sql")
    assert (done.code, done.err.count("\n")) == (4, 1)


def test_a_batch_of_any_number_of_rows_is_stored(duck, tmp_path):
    write_event(tmp_path / "big/a.jsonl", 1, results=5000)
    done = duck.run(tmp_path / "big")
    assert (done.code, done.err) == (0, "")
    assert duck.ask("SELECT count(*), count(DISTINCT nth), max(nth) FROM result") == [
        (5000, 5000, 4999)
    ]

"""What is particular to a PostgreSQL server: roles, passwords, locks, a server that goes away."""

import time

import pytest

from bmconv.columns import TABLES
from bmconv.exporting.sql.postgres import PostgresDestination
from tests.helpers.datasets import export, write_event, write_mixed_archive
from tests.helpers.export_targets import Target, query_server
from tests.helpers.postgres_server import programs_folder, running_server
from tests.helpers.running import absent, quick


@pytest.fixture
def schema(server):
    name = f"s{time.monotonic_ns()}"
    yield name
    query_server(server, f"DROP SCHEMA IF EXISTS {name} CASCADE")


def words(server, schema, archive, *more):
    return ["export", archive, "--to", "sql", "--db", server.url, "--schema", schema, *more]


def test_columns_of_tables_and_views_have_comments(server, schema, archive):
    quick(*words(server, schema, archive))
    said = query_server(server, f"SELECT col_description('{schema}.result'::regclass, 1)::text")
    assert said[0][0].startswith("the event")
    without = query_server(
        server,
        "SELECT c.relname::text, a.attname::text FROM pg_attribute a "
        "JOIN pg_class c ON c.oid = a.attrelid JOIN pg_namespace n ON n.oid = c.relnamespace "
        f"WHERE n.nspname = '{schema}' AND c.relkind IN ('r', 'v') AND a.attnum > 0 "
        "AND '' IN (coalesce(obj_description(c.oid), ''), "
        "coalesce(col_description(c.oid, a.attnum), ''))",
    )
    assert without == []


def test_a_run_leaves_no_warning_in_the_log_of_the_server(server, schema, tmp_path):
    """Rows that are replaced, copies, rejects: 277 times a night it was `already a transaction`."""
    archive = write_mixed_archive(tmp_path / "archive")
    log = server.folder / "log"
    before = len(log.read_bytes())
    for _ in range(2):
        quick(*words(server, schema, archive, "--jobs", "1", "--prune"))
        (archive / "north/a.jsonl").unlink(missing_ok=True)
    lines = log.read_bytes()[before:].decode().splitlines()
    assert [line for line in lines if "WARNING" in line or "ERROR" in line] == []


def test_keys_hold(server, schema, archive):
    quick(*words(server, schema, archive))
    keys = query_server(
        server,
        "SELECT contype::text, count(*) FROM pg_constraint "
        f"WHERE connamespace = '{schema}'::regnamespace AND contype IN ('p', 'f') GROUP BY 1",
    )
    assert dict(keys) == {"p": len(TABLES) + 4, "f": len(TABLES)}


def test_a_role_that_owns_only_its_schema_is_enough(server, schema, archive):
    role = f"r{schema}"
    query_server(server, f"CREATE ROLE {role} LOGIN")
    query_server(server, f"CREATE SCHEMA {schema} AUTHORIZATION {role}")
    url = server.url.replace("postgres@", f"{role}@")
    done = quick("export", archive, "--to", "sql", "--db", url, "--schema", schema)
    assert (done.code, done.err) == (0, "")
    words = ("export", archive, "--to", "sql", "--db", url, "--schema", "other")
    elsewhere = quick(*words)
    assert quick(*words, "--dry-run") == elsewhere
    assert (elsewhere.code, elsewhere.err.count("\n")) == (4, 1)
    assert elsewhere.err.startswith(f"bmconv: {url}: no schema other")  # as the summary has it
    assert url.encode() in done.out
    assert "no schema other, and this role may not create it; " in elsewhere.err
    assert "--schema NAME" in elsewhere.err


def test_a_missing_password_says_where_one_is_looked_for(server, schema, archive):
    """The server's words are those of libpq; what to do next is ours."""
    role = f"r{schema}"
    query_server(server, f"CREATE ROLE {role} LOGIN")
    rules = server.folder / "data/pg_hba.conf"
    before = rules.read_text()
    try:
        rules.write_text(f"host all {role} 127.0.0.1/32 scram-sha-256\n{before}")
        server.control("reload")
        url = server.url.replace("postgres@", f"{role}@")
        done = quick("export", archive, "--to", "sql", "--db", url, "--schema", schema)
    finally:
        rules.write_text(before)
        server.control("reload")
    assert (done.code, done.err.count("\n")) == (4, 1)
    assert "no password supplied; use PGPASSWORD, a password file (PGPASSFILE)" in done.err


def test_a_password_in_the_url_is_refused_and_never_shown(archive):
    for url in ("postgresql://u:geheim@h/d", "postgresql://h/d?user=u&password=geheim"):
        done = quick("export", archive, "--to", "sql", "--db", url)
        assert done.code == 2
        assert "PGPASSWORD" in done.err
        assert "geheim" not in done.err


def test_a_second_run_at_once_says_so(server, schema, archive):
    from adbc_driver_postgresql import dbapi

    first, second = PostgresDestination(server.url, schema)._lock_numbers()
    with dbapi.connect(server.url) as other, other.cursor() as cursor:
        cursor.execute(f"SELECT pg_advisory_lock({first}, {second})")
        done = quick(*words(server, schema, archive))
    assert (done.code, "another export is writing" in done.err) == (4, True)
    assert quick(*words(server, schema, archive)).code == 0


def test_tables_of_others_are_left_alone(server, schema, archive):
    query_server(server, f"CREATE SCHEMA {schema}")
    query_server(server, f"CREATE TABLE {schema}.members (name text)")
    done = quick(*words(server, schema, archive))
    assert (done.code, "(it has other tables); choose a new one" in done.err) == (4, True)
    assert query_server(server, f"SELECT 1 FROM pg_tables WHERE schemaname = '{schema}'") == [(1,)]


def test_a_server_that_goes_away_is_one_line_and_the_next_run_completes(tmp_path, monkeypatch):
    if programs_folder() is None:
        absent("PostgreSQL")
    archive = write_mixed_archive(tmp_path / "archive")
    with running_server() as own:
        insert = PostgresDestination._insert

        def gone(self, kind, rows):
            insert(self, kind, rows)
            own.control("-m", "immediate", "stop")

        with monkeypatch.context() as patch:
            patch.setattr(PostgresDestination, "_insert", gone)
            done = quick(*words(own, "s", archive), "--jobs", "1")
        assert (done.code, done.err.count("\n")) == (4, 1), done
        own.start()
        quick(*words(own, "s", archive))
        export(archive, tmp_path / "league.db", to="sql")
        whole = Target("sqlite", tmp_path / "league.db").everything()
        assert Target("postgresql", "", own, "s").everything() == whole


@pytest.mark.parametrize("moment", ["begin", "begin_transaction", "_insert", "settle", "finish"])
def test_a_connection_that_ends_at_any_moment_is_one_line(server, schema, archive, moment):
    """The server may end it between two batches, while files are read."""
    step = getattr(PostgresDestination, moment)

    def lost(self, *words):
        me = self._one("SELECT pg_backend_pid()")
        query_server(server, f"SELECT pg_terminate_backend({me}, 1000)")
        step(self, *words)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(PostgresDestination, moment, lost)
        done = quick(*words(server, schema, archive, "--jobs", "1"))
    line = f"bmconv: {server.url}: the server closed the connection; the next run continues\n"
    assert (done.code, done.err) == (4, line)
    assert quick(*words(server, schema, archive)).code == 0


def test_a_table_that_another_program_has_locked_is_waited_for_in_vain(
    server, schema, archive, monkeypatch
):
    from adbc_driver_postgresql import dbapi

    assert quick(*words(server, schema, archive)).code == 0
    write_event(archive / "north/c.jsonl", 3)
    monkeypatch.setattr("bmconv.exporting.sql.postgres.WAIT", 0.1)
    with dbapi.connect(server.url) as other, other.cursor() as cursor:
        cursor.execute(f"LOCK TABLE {schema}.result")
        done = quick(*words(server, schema, archive))
    assert (done.code, done.err.count("\n")) == (4, 1), done
    assert "another program has used the database for 0.1 seconds; close it there" in done.err
    assert quick(*words(server, schema, archive)).code == 0


def test_the_folder_of_a_killed_run_is_removed_by_the_next(server, schema, archive, monkeypatch):
    import tempfile

    monkeypatch.setattr(tempfile, "tempdir", str(archive.parent / "temp"))
    (archive.parent / "temp").mkdir()
    destination = PostgresDestination(server.url, schema)
    left = destination._staging_folder()
    another = PostgresDestination(server.url, f"{schema}x")._staging_folder()
    assert quick(*words(server, schema, archive)).code == 0
    assert sorted(map(str, (archive.parent / "temp").iterdir())) == [another]
    assert left != another

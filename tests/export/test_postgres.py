"""A real PostgreSQL server holds the rows of SQLite and Parquet, whatever cuts a run off."""

import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
import zipfile

import pytest
from datasets import export, night, sql, write_event
from running import absent, quick
from server import running, tools

from bmconv.columns import TABLES
from bmconv.export.sql import columns
from bmconv.io.stream import encode_lines
from bmconv.records import Ranking


@pytest.fixture(scope="module")
def server():
    if tools() is None:
        absent("PostgreSQL")
    with running() as found:
        yield found


@pytest.fixture
def schema(server):
    name = f"s{time.monotonic_ns()}"
    yield name
    ask(server, f"DROP SCHEMA IF EXISTS {name} CASCADE")


def ask(server, query):
    from adbc_driver_postgresql import dbapi

    with dbapi.connect(server.url, autocommit=True) as db, db.cursor() as cursor:
        cursor.execute(query)
        return cursor.fetchall() if query.startswith("SELECT") else None


def words(server, schema, archive, *more):
    return ["export", archive, "--to", "sql", "--db", server.url, "--schema", schema, *more]


def mixed(folder):
    """Copies, corrections, rejects and archives."""
    folder.mkdir()
    for number in range(6):
        records = night(random.Random(number), howell=number % 2 == 0)
        (folder / f"{number}.jsonl").write_bytes(b"".join(encode_lines(records)))
    write_event(folder / "north/a.jsonl", 1, results=4)
    write_event(folder / "south/a.jsonl", 1, results=2)
    shutil.copy(folder / "0.jsonl", folder / "copy.jsonl")
    (folder / "bad.bws").write_bytes(b"no database")
    with zipfile.ZipFile(folder / "mail.zip", "w") as mail:
        write_event(folder / "x.jsonl", 9, name="O'Neil \u00e9")
        mail.write(folder / "x.jsonl", "inner.jsonl")
    (folder / "x.jsonl").unlink()
    return folder


def plain(cell, kind):
    if cell is None or isinstance(cell, float):
        return cell
    if kind == "json":
        return json.loads(cell) if isinstance(cell, str) else cell
    return int(cell) if kind in ("bool", "int") else str(cell).replace("T", " ")


def rows_of(fetch, kind):
    known = columns(kind, [])
    listed = ", ".join(f'"{c.name}"' for c in known)
    found = fetch(f'SELECT {listed} FROM {{}}"{kind}"')
    kinds = [column.kind for column in known]
    return sorted(([*map(plain, row, kinds)] for row in found), key=repr)


def everything(server, schema):
    return {k: rows_of(lambda q: ask(server, q.format(f"{schema}.")), k) for k in TABLES}


def in_sqlite(path):
    return {kind: rows_of(lambda q: sql(path, q.format("")), kind) for kind in TABLES}


def test_the_rows_are_those_of_sqlite_and_a_second_run_changes_nothing(server, schema, tmp_path):
    archive = mixed(tmp_path / "archive")
    done = quick(*words(server, schema, archive))
    assert export(archive, tmp_path / "league.db", to="sql").out.split(b" to ")[0] in done.out
    here = everything(server, schema)
    assert here == in_sqlite(tmp_path / "league.db")
    assert sum(map(len, here.values())) > 500
    again = quick(*words(server, schema, archive))
    assert (again.code, b"0 new, 0 changed" in again.out) == (0, True)
    (archive / "1.jsonl").write_bytes(b"".join(encode_lines(night(random.Random(99), True))))
    (archive / "north/a.jsonl").unlink()
    write_event(archive / "south/a.jsonl", 1, results=7)
    quick(*words(server, schema, archive))
    export(archive, tmp_path / "league.db", to="sql")
    assert everything(server, schema) == in_sqlite(tmp_path / "league.db")


def test_the_ranking_is_that_of_the_command(server, schema, tmp_path):
    archive = mixed(tmp_path / "archive")
    quick(*words(server, schema, archive))
    for path in sorted(archive.glob("[0-5].jsonl")):
        lines = quick("rank", path).out.splitlines()
        ranked = [json.loads(line) for line in lines if b'"type":"ranking"' in line]
        found = ask(
            server,
            f"SELECT pair, direction, place, total, percentage FROM {schema}.ranking "
            f"WHERE source_file = '{path.name}'",
        )
        asked = ("pair", "direction", "place", "total", "percentage")
        assert sorted(map(tuple, found), key=repr) == sorted(
            (tuple(row.get(name) for name in asked) for row in ranked), key=repr
        )
        assert ranked, Ranking


def test_columns_have_types_and_comments(server, schema, archive):
    quick(*words(server, schema, archive))
    types = dict(
        ask(
            server,
            "SELECT column_name::text, data_type::text FROM information_schema.columns "
            f"WHERE table_schema = '{schema}' AND table_name = 'result'",
        )
    )
    assert {types[name] for name in ("erased", "standing")} == {"boolean"}
    assert (types["date"], types["board"], types["extra"]) == ("date", "integer", "jsonb")
    assert types["time"] == "time without time zone"
    said = ask(
        server,
        f"SELECT col_description('{schema}.result'::regclass, 1)::text",
    )
    assert said[0][0].startswith("the event")


def test_a_role_that_owns_only_its_schema_is_enough(server, schema, archive):
    role = f"r{schema}"
    ask(server, f"CREATE ROLE {role} LOGIN")
    ask(server, f"CREATE SCHEMA {schema} AUTHORIZATION {role}")
    url = server.url.replace("postgres@", f"{role}@")
    done = quick("export", archive, "--to", "sql", "--db", url, "--schema", schema)
    assert (done.code, done.err) == (0, "")
    elsewhere = quick("export", archive, "--to", "sql", "--db", url, "--schema", "other")
    assert (elsewhere.code, elsewhere.err.count("\n")) == (4, 1)
    assert "no schema other, and this role may not create it; " in elsewhere.err
    assert "--schema NAME" in elsewhere.err


def test_a_missing_password_says_where_one_is_looked_for(server, schema, archive):
    """The server's words are those of libpq; what to do next is ours."""
    role = f"r{schema}"
    ask(server, f"CREATE ROLE {role} LOGIN")
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

    from bmconv.export.postgres import PostgresDestination

    first, second = PostgresDestination(server.url, schema)._number()
    with dbapi.connect(server.url) as other, other.cursor() as cursor:
        cursor.execute(f"SELECT pg_advisory_lock({first}, {second})")
        done = quick(*words(server, schema, archive))
    assert (done.code, "another export is writing" in done.err) == (4, True)
    assert quick(*words(server, schema, archive)).code == 0


def test_tables_of_others_are_left_alone(server, schema, archive):
    ask(server, f"CREATE SCHEMA {schema}")
    ask(server, f"CREATE TABLE {schema}.result (mine text)")
    done = quick(*words(server, schema, archive))
    assert (done.code, "has other tables" in done.err) == (4, True)


def cut_off(server, schema, archive, after):
    """A run that is killed some time after it began."""
    command = [sys.executable, "-m", "bmconv", *map(str, words(server, schema, archive))]
    run = subprocess.Popen([*command, "--jobs", "1"], stdout=-3, stderr=-3)
    time.sleep(after)
    run.send_signal(signal.SIGKILL)
    run.wait()


def test_killed_runs_lose_and_double_nothing(server, schema, tmp_path):
    archive = mixed(tmp_path / "archive")
    export(archive, tmp_path / "league.db", to="sql")
    kills = int(os.environ.get("BMCONV_KILLS", "4"))
    chance = random.Random(kills)
    for turn in range(kills):
        cut_off(server, schema, archive, chance.uniform(0.2, 3))
        done = quick(*words(server, schema, archive))
        assert done.code in (0, 1)
        assert everything(server, schema) == in_sqlite(tmp_path / "league.db"), turn
        ask(server, f"DROP SCHEMA {schema} CASCADE")


def test_a_server_that_goes_away_is_one_line_and_the_next_run_completes(tmp_path, monkeypatch):
    if tools() is None:
        absent("PostgreSQL")
    from bmconv.export.postgres import PostgresDestination

    archive = mixed(tmp_path / "archive")
    with running() as own:
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
        assert everything(own, "s") == in_sqlite(tmp_path / "league.db")

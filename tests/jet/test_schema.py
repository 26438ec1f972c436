"""bws schema: the tables of an Access file as SQL, compared with mdb-schema and with SQLite."""

import shutil
import sqlite3
import subprocess
from pathlib import Path

import pytest

from tests.helpers.running import ROOT, SHARED, absent, quick

NIGHT = ROOT / "formats/bws/samples/night.bws"
OF_OTHERS = sorted(
    path for path in (SHARED / "real", SHARED / "samples") for path in path.rglob("*.[bm][wd][sb]")
)


def schema(*words: str | Path) -> str:
    done = quick("bws", "schema", *words)
    assert (done.code, done.err) == (0, "")
    return done.out.decode()


def tables(text: str) -> list[str]:
    """The statements, without the comment of mdb-schema above them."""
    return [f"CREATE TABLE {part}".rstrip() for part in text.split("CREATE TABLE ")[1:]]


@pytest.mark.parametrize("dialect", ["access", "sqlite"])
def test_tables_are_as_mdb_schema_prints_them(dialect, club_nights):
    if shutil.which("mdb-schema") is None:
        absent("mdb-schema")
    files = [NIGHT, *club_nights, *(ROOT / "formats/bws/samples").glob("*.bws"), *OF_OTHERS]
    for path in files:
        theirs = subprocess.run(["mdb-schema", path, dialect], capture_output=True, text=True)
        ours = quick("bws", "schema", path, dialect).out.decode()
        # mdbtools puts tables last whose entry in the catalog was moved
        assert sorted(tables(ours)) == sorted(tables(theirs.stdout)), path


def test_one_table():
    assert schema(NIGHT, "--table", "clients") == (
        "CREATE TABLE [Clients]\n (\n"
        "\t[ID]\t\t\tLong Integer, \n"
        "\t[Computer]\t\t\tText (255)\n"
        ");\n\n"
    )
    done = quick("bws", "schema", NIGHT, "-T", "Nobody")
    assert done.code == 2
    assert "no table 'Nobody'" in done.err


def test_sqlite_takes_what_is_made_for_it():
    with sqlite3.connect(":memory:") as database:
        database.executescript(schema(NIGHT, "sqlite"))
        columns = [row[1] for row in database.execute("PRAGMA table_info(ReceivedData)")]
    database.close()
    assert columns[:5] == ["ID", "Section", "Table", "Round", "Board"]

"""Writes a dataset of the current layout as SQL statements, to test migration to the next layout.

python -m tests.tools.old_dataset [FOLDER]   writes sqlite.sql, duckdb.sql and postgresql.sql, by
default into tests/material/dataset_of_layout_N; needs DuckDB and PostgreSQL
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from bmconv.exporting.ledger.database import LAYOUT
from bmconv.exporting.sql.dialects import DUCKDB
from bmconv.exporting.sql.views import OLD_NAMES, views
from bmconv.exporting.tables import REJECTS
from tests.helpers.datasets import database
from tests.helpers.export_targets import Target
from tests.helpers.postgres_server import running_server
from tests.helpers.running import ROOT, judge

LABEL = ("--label", "club={1}", "--fail-on", "none", "--jobs", "1")
BASE, SCHEMA = "/srv/archive", "nights_of_old"
"""The folder of the archive and the schema, as the statements have them."""
KINDS = ("sqlite", "duckdb", "postgresql")
MODIFIED = 1_790_000_000
"""The modification time of the archive's files, fixed so that the statements are reproducible."""
SAMPLES = {
    "north/night.bws": "bws/samples/night.bws",
    "south/old.bws": "bws/samples/old.bws",
    "south/session.pbn": "pbn/samples/session.pbn",
}


def make_archive(folder: Path) -> Path:
    """Three samples of two clubs, and a file that is not a database."""
    for name, sample in SAMPLES.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / "formats" / sample, folder / name)
    (folder / "south/bad.bws").write_text("no database")
    for path in folder.glob("*/*"):
        os.utime(path, (MODIFIED, MODIFIED))
    return folder


def statements(target: Target, archive: Path) -> str:
    """The statements that create the database of a target, as if BASE had been exported."""
    write = {
        "sqlite": _sqlite_statements,
        "duckdb": _duckdb_statements,
        "postgresql": _postgresql_statements,
    }
    lines = "".join(f"{line}\n" for line in write[target.name](target))
    return lines.replace(str(archive), BASE)


def _sqlite_statements(target: Target) -> Iterator[str]:
    with database(target.place) as db:
        for name in ("application_id", "user_version"):
            yield f"PRAGMA {name} = {db.execute(f'PRAGMA {name}').fetchone()[0]};"
        yield from db.iterdump()


def _duckdb_statements(target: Target) -> Iterator[str]:
    with judge("duckdb").connect(str(target.place), read_only=True) as db:
        tables = db.execute("SELECT table_name, sql FROM duckdb_tables() ORDER BY 1").fetchall()
        yield from (sql for _, sql in tables)
        view_sql = dict(db.execute("SELECT view_name, sql FROM duckdb_views()").fetchall())
        ordered = (REJECTS, *(view.name for view in views(["club"], DUCKDB)), *OLD_NAMES)
        yield from (view_sql[name].strip() for name in ordered)
        for name, _ in tables:
            for row in db.execute(f'SELECT * FROM "{name}" ORDER BY ALL').fetchall():
                yield f'INSERT INTO "{name}" VALUES ({", ".join(map(_literal, row))});'


def _literal(cell: object) -> str:
    if cell is None:
        return "NULL"
    text = str(cell).lower() if isinstance(cell, bool) else str(cell)
    return "'" + text.replace("'", "''") + "'"


def _postgresql_statements(target: Target) -> Iterator[str]:
    server = target.server
    program = shutil.which("pg_dump") or server.programs_folder / "pg_dump"
    command = [program, "--inserts", "--no-owner", "--schema", target.schema]
    done = subprocess.run([*command, server.url], check=True, capture_output=True, text=True)
    for line in done.stdout.splitlines():
        if line and not line.startswith(("--", "SET ", "SELECT pg_catalog", "\\")):
            yield line.replace(target.schema, SCHEMA)


def main() -> None:
    """Write the files."""
    default = ROOT / f"tests/material/dataset_of_layout_{LAYOUT}"
    folder = Path(sys.argv[1]) if sys.argv[1:] else default
    folder.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as place, running_server() as server:
        archive = make_archive(Path(place) / "archive")
        for kind in KINDS:
            target = Target(kind, Path(place) / kind, server, SCHEMA)
            if (done := target.run(archive, *LABEL)).code:
                sys.exit(done.err)
            (folder / f"{kind}.sql").write_text(statements(target, archive), encoding="utf-8")
    print(folder)


if __name__ == "__main__":
    main()

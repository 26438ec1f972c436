"""A dataset of the layout before this one, as that version made it, is brought up to date.

tests/material/dataset_columns.txt has the tables and views of the layout of today.

tests/material/dataset_of_layout_3 has its databases as statements, as tests/tools/old_dataset.py
makes them.
"""

import pyarrow.parquet as pq
import pytest

import bmconv.exporting.ledger.database
import bmconv.exporting.sql.database
from bmconv.columns import TABLES
from bmconv.exporting.ledger.database import LAYOUT, READ_AGAIN
from bmconv.exporting.sql.dialects import SQLITE
from bmconv.exporting.sql.views import OLD_NAMES, views
from bmconv.exporting.tables import ledger_tables, record_table
from tests.helpers.datasets import database
from tests.helpers.export_targets import TARGETS
from tests.helpers.running import ROOT, judge
from tests.tools.old_dataset import BASE, LABEL, SCHEMA, make_archive, statements

OLD = ROOT / "tests/material/dataset_of_layout_3"
NEW_COLUMNS = {
    "result": ("date", "erased", "mp_ns", "dd_tricks", "par_score", "score_against_par"),
    "seat": ("time", "entry_source"),
    "hand": ("vulnerable",),
}
"""What the old Parquet files lack."""
SET_LAYOUT = f"UPDATE {{}}export_settings SET value = '{LAYOUT - 1}' WHERE name = 'layout';\n"
LOWER = {
    "sqlite": f"PRAGMA user_version = {LAYOUT - 1};",
    "duckdb": SET_LAYOUT.format(""),
    "postgresql": SET_LAYOUT.format(f"{SCHEMA}."),
}
"""What has a database claim the layout before this one."""
VIEWS = ("player_season", "pair_season", "club_season", "traveller", "slams", "rejects", "nights")


@pytest.fixture
def archive(tmp_path):
    return make_archive(tmp_path / "archive")


def put_old(target, folder):
    """Make the old dataset of a target; its base is the folder of the archive."""
    if target.name == "parquet":
        put_old_parquet(target, folder)
    else:
        text = (OLD / f"{target.name}.sql").read_text(encoding="utf-8")
        execute(target, text.replace(BASE, str(folder)))


def execute(target, text):
    """Execute the statements of a file in the database of a target."""
    if target.name == "sqlite":
        with database(target.place) as db:
            db.executescript(text)
    elif target.name == "duckdb":
        with judge("duckdb").connect(str(target.place)) as db:
            db.execute(text)
    else:
        with judge("adbc_driver_postgresql.dbapi").connect(target.server.url) as db:
            for statement in text.replace(SCHEMA, target.schema).split(";\n")[:-1]:
                with db.cursor() as cursor:
                    cursor.execute(statement)
            db.commit()


def put_old_parquet(target, folder):
    """A dataset as an old version had it: fewer columns, another name in the ledger."""
    assert target.run(folder, *LABEL).code == 0
    for kind, gone in NEW_COLUMNS.items():
        for path in target.place.glob(f"{kind}/*/*.parquet"):
            table = pq.ParquetFile(path).read()
            pq.write_table(table.select([n for n in table.column_names if n not in gone]), path)
    with database(target.place / "_state.sqlite") as db:
        db.executescript(
            "ALTER TABLE _nights RENAME TO nights; PRAGMA user_version = 3;"
            "ALTER TABLE sources DROP COLUMN last_entry; ALTER TABLE sources DROP COLUMN last_id;"
            "ALTER TABLE sources DROP COLUMN erased;"
        )


@pytest.mark.parametrize("kind", TARGETS)
def test_an_old_dataset_has_the_rows_of_a_new_one_after_a_run(kind, make_target, archive):
    new, old = make_target(kind), make_target(kind)
    assert new.run(archive, *LABEL).code == 0
    put_old(old, archive)
    night = archive / "north/night.bws"
    night.rename(archive.parent / night.name)  # its rows stay, though they cannot be read again
    dry = old.run(archive, *LABEL, "--dry-run")
    assert (dry.code, b"changed  south/session.pbn" in dry.out) == (0, True), dry
    done = old.run(archive, *LABEL)
    assert (done.code, b"1 gone" in done.out) == (0, True), done
    if kind == "parquet":
        assert schemas(old) == schemas(new)
    assert old.run(archive, *LABEL).err == ""
    (archive.parent / night.name).rename(night)
    assert old.run(archive, *LABEL).code == 0
    expected, found = new.everything(["club"]), old.everything(["club"])
    for table, rows in expected.items():
        assert without_times(table, found[table]) == without_times(table, rows), table
    if kind != "parquet":
        for view in VIEWS:
            query = f"SELECT * FROM {{}}{view}"
            assert sorted(old.ask(query), key=repr) == sorted(new.ask(query), key=repr), view


def schemas(target):
    """The columns of each table, in all of the files that have rows of the night."""
    rows = [("source_file", "=", "north/night.bws")]
    files = [
        path
        for path in target.place.glob("*/*/*.parquet")
        if len(pq.read_table(path, filters=rows))
    ]
    found = [(path.parts[-3], pq.ParquetFile(path).schema_arrow) for path in files]
    assert len(found) > 5
    assert all(schema.metadata for _, schema in found)
    return {(kind, str(schema)) for kind, schema in found}


@pytest.mark.parametrize("kind", TARGETS)
def test_the_layout_can_be_raised_from_that_of_today(kind, make_target, archive, monkeypatch):
    monkeypatch.setattr(bmconv.exporting.ledger.database, "_UPGRADES", {LAYOUT - 1: READ_AGAIN})
    monkeypatch.setattr(bmconv.exporting.sql.database, "_OLD_NAMES", {})
    target = make_target(kind)
    assert target.run(archive, *LABEL).code == 0
    before = target.everything(["club"])
    if kind == "parquet":
        with database(target.place / "_state.sqlite") as db:
            db.execute(f"PRAGMA user_version = {LAYOUT - 1}")
    else:
        text = statements(target, archive).replace(BASE, str(archive))
        target = make_target(kind)
        execute(target, text + LOWER[kind])
    done = target.run(archive, *LABEL)
    assert (done.code, b"3 changed" in done.out) == (0, True), done
    assert target.everything(["club"]) == before


def without_times(table, rows):
    """Rows without the times of files, which are other copies of the same."""
    at = {"sources": 2, "events": 6}.get(table)
    return [row[:at] + row[at + 1 :] if at else row for row in rows]


def test_the_version_of_the_layout_is_that_of_the_code(make_target, archive):
    target = make_target("sqlite")
    put_old(target, archive)
    assert target.run(archive, *LABEL).code == 0
    assert target.ask("PRAGMA user_version") == [(LAYOUT,)]


def layout_of_today():
    """A line for the layout, and one for each table and view with its columns."""
    yield f"layout {LAYOUT}"
    tables = [*ledger_tables([]).values(), *(record_table(kind, []) for kind in TABLES)]
    for table in tables:
        yield f"{table.name}: {' '.join(f'{c.name}/{c.kind}' for c in table.columns)}"
    for view in views([], SQLITE):
        yield f"{view.name}: {' '.join(view.columns)}"
    yield from (f"{old}: = {name}" for old, name in OLD_NAMES.items())


def test_other_columns_are_another_layout():
    recorded = (ROOT / "tests/material/dataset_columns.txt").read_text().splitlines()
    today = list(layout_of_today())
    new = [line for line in today if line not in recorded]
    gone = [line for line in recorded if line not in today]
    remedy = "raise LAYOUT and replace these lines of tests/material/dataset_columns.txt"
    problem = f"tables of an export changed: {remedy}, see 'A new field' in CONTRIBUTING.md"
    assert (new, gone) == ([], []), "\n".join([problem, "old:", *gone, "new:", *new])

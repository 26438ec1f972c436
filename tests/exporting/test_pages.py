"""Pages of table and text formats, and of export: examples run, notes and columns are listed."""

import random
import re
import shutil
import subprocess
import sys

import pytest

from bmconv.errors import UsageError
from bmconv.exporting.archive import parse_label
from bmconv.exporting.sql.dialects import SQLITE
from bmconv.exporting.sql.views import views
from bmconv.io.stream import encode_lines
from tests.helpers.datasets import database, export, night, slams_of
from tests.helpers.running import ROOT, judge

EVENING = ROOT / "formats/xlsx/samples/evening.xlsx"
PAGE = (ROOT / "formats/parquet/README.md").read_text(encoding="utf-8")


def block(language):
    return re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)[1]


def first_cells(page, head):
    """The words in the first cells of all tables whose first column is called so."""
    tables = re.findall(rf"^\| {head} \|.*\n\|[-|]+\n((?:\|.*\n)+)", page, re.MULTILINE)
    rows = [row for rows in tables for row in rows.splitlines()]
    return [word for row in rows for word in row.split(" | ")[0].strip("| ").split(", ")]


def test_the_analysis_runs_and_gives_what_it_shows(tmp_path):
    shutil.copy(EVENING, tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", block("python")], cwd=tmp_path, capture_output=True, text=True
    )
    assert (done.stdout, done.stderr) == (block("console"), "")


def test_duckdb_asks_the_dataset(tmp_path, monkeypatch):
    duckdb = judge("duckdb")
    club = tmp_path / "archive/elms"
    club.mkdir(parents=True)
    shutil.copy(EVENING, club)
    monkeypatch.chdir(tmp_path)
    export(tmp_path / "archive", tmp_path / "dataset", "--label", "club={1}")
    assert duckdb.sql(block("sql")).fetchall() == [("elms", "Ada Lind & Bo Ek", 2, 1)]


@pytest.mark.parametrize("howell", [True, False])
def test_duckdb_counts_standing_slams_of_both_sides(tmp_path, monkeypatch, howell):
    duckdb = judge("duckdb")
    nights = {
        club: night(random.Random(seed), howell, moving=False, listed=False)
        for seed, club in enumerate(("elms", "oaks"))
    }
    for club, records in nights.items():
        (tmp_path / "archive" / club).mkdir(parents=True)
        (tmp_path / "archive" / club / "a.jsonl").write_bytes(b"".join(encode_lines(records)))
    monkeypatch.chdir(tmp_path)
    export(tmp_path / "archive", tmp_path / "dataset", "--label", "club={1}")
    found = duckdb.sql(block("sql")).fetchall()
    for club, records in nights.items():
        own = {names: counts for where, names, *counts in found if where == club}
        assert own == slams_of(records, not howell)


@pytest.mark.parametrize("name", ["events", "sources", "rejects"])
def test_the_columns_of_the_lists_of_export_are_told(archive, tmp_path, name):
    export(archive, tmp_path / "x.db", "--label", "club={1}", to="sql")
    with database(tmp_path / "x.db") as db:
        columns = [row[1] for row in db.execute(f"PRAGMA table_info({name})")]
    told = ["club" if word == "labels" else word for word in first_cells(PAGE, f"column of {name}")]
    assert sorted(told) == sorted(columns)


def test_the_columns_of_views_are_told(archive, tmp_path):
    export(archive, tmp_path / "x.db", "--label", "club={1}", to="sql")
    rows = re.findall(r"^\| (\w+) \| .* \| (.*) \|$", PAGE, re.MULTILINE)
    names = [view.name for view in views(["club"], SQLITE)]
    listed = {name: columns.split(", ") for name, columns in rows if name in names}
    assert list(listed) == names
    with database(tmp_path / "x.db") as db:
        for name, columns in listed.items():
            found = [row[1] for row in db.execute(f"PRAGMA table_info({name})")]
            if name == "standing_result":  # those of result
                assert set(columns) < {*found, "labels", "..."}
            else:
                assert ["club" if word == "labels" else word for word in columns] == found


def test_a_label_cannot_have_the_name_of_a_column(archive, tmp_path):
    export(archive, tmp_path / "x.db", to="sql")
    with database(tmp_path / "x.db") as db:
        tables = [
            row[0] for row in db.execute("SELECT name FROM sqlite_master WHERE type <> 'index'")
        ]
        own = {row[1] for table in tables for row in db.execute(f'PRAGMA table_info("{table}")')}
    for column in sorted(own - {"value", "tbl", "idx", "stat"}):
        with pytest.raises(UsageError):
            parse_label(f"{column}={{1}}")

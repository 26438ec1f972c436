"""The same numbers in every target, in `bmconv rank`, and in the summary of a run."""

import json
import re
import shutil

import pyarrow.dataset as ds
import pytest
from datasets import export, sql
from running import ROOT, quick

from bmconv.columns import TABLES

ASKED = ("section", "pair", "direction", "place", "total", "percentage", "boards")


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    """The samples of all formats that can hold a night."""
    folder = tmp_path_factory.mktemp("one") / "archive"
    folder.mkdir()
    for format in ("bws", "pbn", "usebio", "lin", "records", "xlsx", "bridgescore"):
        for path in (ROOT / "formats" / format / "samples").iterdir():
            shutil.copy(path, folder)
    return folder


def ranked(path):
    lines = [json.loads(line) for line in quick("rank", path, "-q").out.splitlines()]
    return [tuple(row.get(name) for name in ASKED) for row in lines if row["type"] == "ranking"]


def test_every_night_is_ranked_as_by_the_command_in_every_target(archive, tmp_path):
    said = export(archive, tmp_path / "set")
    told = export(archive, tmp_path / "league.db", to="sql")
    assert said.out.split(b" to ")[0] == told.out.split(b" to ")[0]
    table = ds.dataset(tmp_path / "set" / "ranking", partitioning="hive").to_table().to_pylist()
    rows = {"parquet": [(row["source_file"], *(row[n] for n in ASKED)) for row in table]}
    listed = ", ".join(ASKED)
    rows["sql"] = sql(tmp_path / "league.db", f"SELECT source_file, {listed} FROM ranking")
    names = {name for (name,) in sql(tmp_path / "league.db", "SELECT source_file FROM events")}
    assert len(names & {row[0] for row in rows["sql"]}) >= 4
    for name in sorted(names):
        expected = sorted(ranked(archive / name), key=repr)
        for target, found in rows.items():
            here = sorted((tuple(row[1:]) for row in found if row[0] == name), key=repr)
            assert here == expected, (target, name)


def test_the_summary_counts_what_the_tables_have(archive, tmp_path):
    said = export(archive, tmp_path / "league.db", to="sql").out.decode()
    events, records = re.search(r"([\d,]+) events?, ([\d,]+) records", said).groups()
    found = sum(
        sql(tmp_path / "league.db", f'SELECT count(*) FROM "{kind}"')[0][0] for kind in TABLES
    )
    assert int(records.replace(",", "")) == found
    assert [(int(events),)] == sql(tmp_path / "league.db", "SELECT count(*) FROM events")

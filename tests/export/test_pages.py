"""The pages of the table formats: samples give their records, examples give what they show."""

import re
import shutil
import subprocess
import sys

import pytest
from running import ROOT, judge, quick

SAMPLES = [
    path
    for name in ("xlsx", "parquet", "arrow", "csv")
    for path in sorted((ROOT / "formats" / name / "samples").iterdir())
    if path.suffix != ".jsonl"
]
PAGE = (ROOT / "formats/parquet/README.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.name)
def test_samples_give_their_records(path):
    done = quick("convert", path, "-t", "records")
    assert (done.code, done.err) == (0, "")
    assert done.out == path.with_suffix(".jsonl").read_bytes()


def block(language):
    return re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)[1]


def test_the_analysis_runs_and_gives_what_it_shows(tmp_path):
    shutil.copy(ROOT / "formats/xlsx/samples/evening.xlsx", tmp_path)
    done = subprocess.run(
        [sys.executable, "-c", block("python")], cwd=tmp_path, capture_output=True, text=True
    )
    assert (done.stdout, done.stderr) == (block("console"), "")


def test_duckdb_asks_the_dataset(tmp_path, monkeypatch):
    duckdb = judge("duckdb")
    archive = tmp_path / "archive"
    archive.mkdir()
    shutil.copy(ROOT / "formats/xlsx/samples/evening.xlsx", archive)
    monkeypatch.chdir(tmp_path)
    assert quick("export", archive, "--to", "parquet", "--out", "dataset").code == 0
    assert duckdb.sql(block("sql")).fetchall() == [("Ada Lind", 1, 1), ("Bo Ek", 1, 0)]

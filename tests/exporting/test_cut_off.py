"""Runs that are killed, the files they leave behind, and the counts of a summary."""

import os
import re
import subprocess
import sys

import pytest

from bmconv.columns import TABLES
from bmconv.exporting import run
from tests.helpers.datasets import export, rows, sql, write_event
from tests.helpers.running import KILL, KILLED


def summary_counts(done) -> tuple[int, ...]:
    """The numbers of events and records in the summary."""
    match = re.search(r"; ([\d,]+) events?, ([\d,]+) records? to ", done.out.decode())
    assert match, done
    return tuple(int(number.replace(",", "")) for number in match.groups())


@pytest.mark.parametrize("to", ["parquet", "sql"])
def test_the_summary_counts_what_is_in_the_tables(to, tmp_path, monkeypatch):
    monkeypatch.setattr("bmconv.exporting.workers.ALONE", 1)  # a batch for each file
    archive, out = tmp_path / "archive", tmp_path / "out"
    for name, results in (("a", 1), ("b", 4), ("c", 2), ("d", 6)):  # four copies of one event
        write_event(archive / f"{name}.jsonl", 1, results=results)
    write_event(archive / "other.jsonl", 2)
    done = export(archive, out, to=to)
    if to == "sql":
        there = sum(sql(out, f'SELECT count(*) FROM "{kind}"')[0][0] for kind in TABLES)
    else:
        kinds = ("session", "section", "result", "ranking")
        there = sum(len(rows(out, kind, "event_id")) for kind in kinds)
    assert summary_counts(done) == (2, there) == (2, 8 + 2 + 5 + 2)


@pytest.mark.parametrize("to", ["parquet", "sql"])
def test_files_that_a_killed_run_rejected_are_reported_by_the_next(to, tmp_path, monkeypatch):
    archive, out = tmp_path / "archive", tmp_path / "out"
    write_event(archive / "a.jsonl", 1)
    (archive / "b.pbn").write_bytes(b"\0\0 no hands")
    (archive / "c.jsonl").write_bytes(b'{"type":"player","number":"7","nonsense":1}\n')

    def cut(self):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(run._Run, "_save_copies", cut)
        with pytest.raises(KeyboardInterrupt):
            run.run(
                run.ExportPlan((str(archive),), []), target(to, out), run.Notes(), lambda *_: None
            )
    second = export(archive, out, to=to)
    assert (second.code, second.err.count("rejected b.pbn")) == (1, 1)
    assert second.err.count("rejected c.jsonl") == 1
    third = export(archive, out, to=to)
    assert (third.code, third.err) == (0, "")


def target(to, out):
    from bmconv.exporting.parquet import ParquetDestination
    from bmconv.exporting.sql.sqlite import SqliteDestination
    from bmconv.notes import Notes

    return (
        ParquetDestination(str(out))
        if to == "parquet"
        else SqliteDestination(f"sqlite:///{out}", Notes())
    )


KILLER = f"""
import os, sys
from bmconv.exporting import ledger
ledger.Ledger.save = lambda *_: os.kill(os.getpid(), {KILL:d})
from bmconv.cli import main
main()
"""


@pytest.mark.parametrize("to", ["parquet", "sql"])
def test_rows_of_a_killed_run_are_removed_by_the_next(to, tmp_path):
    archive, out, temp = (tmp_path / name for name in ("archive", "data/out", "temp"))
    write_event(archive / "a.jsonl", 1)
    out.parent.mkdir()
    temp.mkdir()
    target_words = ["--out", str(out)] if to == "parquet" else ["--db", f"sqlite:///{out}"]
    words = [sys.executable, "-c", KILLER, "export", str(archive), "--to", to, *target_words]
    environment = os.environ | {"TMPDIR": str(temp)}
    done = subprocess.run([*words, "--jobs", "1"], env=environment, capture_output=True)
    assert done.returncode == KILLED
    assert temporary_row_files(tmp_path), "rows of the killed run"
    assert export(archive, out, to=to).code == 0
    assert (temporary_row_files(tmp_path), os.listdir(temp)) == ([], [])


def temporary_row_files(folder):
    """Files of rows that are in no dataset."""
    names = [path.as_posix() for path in folder.rglob("*.parquet")]
    return [name for name in names if re.search(r"_waiting|/\.out\.|/temp/", name)]


def test_the_lists_of_a_run_that_ended_before_writing_them_are_written_by_the_next(
    target, tmp_path, monkeypatch
):
    """All rows are there, and no file is new or changed: the next run still has work to do."""
    archive = tmp_path / "archive"
    write_event(archive / "a.jsonl", 1)
    target.run(archive)
    write_event(archive / "b.jsonl", 2)

    def cut(self):
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        for place in ("parquet.Parquet", "sql.database.Database"):
            patch.setattr(f"bmconv.exporting.{place}Destination.finish", cut)
        assert target.run(archive).code != 0
    assert b"0 new, 0 changed, 2 unchanged; nothing to do" in target.run(archive).out
    for table in ("events", "sources"):
        assert target.rows_of(table, "source_file") == [("a.jsonl",), ("b.jsonl",)]

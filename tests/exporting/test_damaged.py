"""A file that is damaged after it was exported completely."""

import shutil

import pytest

from tests.helpers.datasets import export, sql, write_event
from tests.helpers.export_targets import TARGETS
from tests.helpers.running import ROOT

SAMPLES = ROOT / "formats/bws/samples"
WHOLE = SAMPLES / "night.bws"


def cut(path, size):
    path.write_bytes(WHOLE.read_bytes()[:size])


@pytest.fixture
def archive(tmp_path):
    week = tmp_path / "archive/north/week1.bws"
    week.parent.mkdir(parents=True)
    shutil.copy(WHOLE, week)
    return week.parent.parent


@pytest.mark.parametrize("kind", TARGETS)
def test_a_damaged_file_with_fewer_results_keeps_the_rows_from_before(kind, archive, make_target):
    target = make_target(kind)
    target.run(archive)
    before = target.rows_of("result", "board", "section", "table", "round")
    cut(archive / "north/week1.bws", 60_000)
    done = target.run(archive, "-q")
    assert (done.code, done.err.splitlines()[0]) == (
        1,
        "bmconv: rejected north/week1.bws: its rows from before are kept; damaged: 0 of 20 results "
        "readable",
    )
    assert target.rows_of("events", "results") == [(20,)]
    assert target.rows_of("result", "board", "section", "table", "round") == before
    again = target.run(archive)
    assert (again.code, again.err, b"1 rejected (0 new)" in again.out) == (0, "", True)
    shutil.copy(WHOLE, archive / "north/week1.bws")
    assert b"1 changed" in target.run(archive).out
    assert target.rows_of("sources", "status", "error") == [("exported", None)]


@pytest.mark.parametrize(
    ("name", "results", "readable"),
    [
        ("bmrdata/samples/BMRData.txt", 20, 12),
        ("bridgescore/samples/travellers.txt", 5, 3),
        ("jannersten/samples/results.txt", 4, 0),
        ("pbn/samples/session.pbn", 4, 1),
    ],
)
def test_a_text_file_that_was_cut_off_keeps_its_rows(tmp_path, name, results, readable):
    whole = (ROOT / "formats" / name).read_bytes()
    file = tmp_path / "archive" / name
    file.parent.mkdir(parents=True)
    file.write_bytes(whole)
    export(tmp_path / "archive", tmp_path / "x.db", to="sql")
    file.write_bytes(whole[: len(whole) * 6 // 10])
    done = export(tmp_path / "archive", tmp_path / "x.db", to="sql")
    assert (done.code, f"damaged: {readable} of {results} results" in done.err) == (1, True)
    assert sql(tmp_path / "x.db", "SELECT count(*) FROM result") == [(results,)]


def test_a_correction_of_a_file_with_errors_can_have_fewer_results(tmp_path):
    """Also after it has arrived damaged."""
    file = tmp_path / "archive/BMRData.txt"
    file.parent.mkdir()
    lines = (ROOT / "formats/bmrdata/samples/BMRData.txt").read_bytes().splitlines(keepends=True)
    for rows, errors, kept in ((20, 1, 20), (12, 2, 20), (19, 1, 19)):
        file.write_bytes(b"".join([*lines[:rows], b"junk\n" * errors]))
        export(tmp_path / "archive", tmp_path / "x.db", to="sql")
        assert sql(tmp_path / "x.db", "SELECT count(*) FROM result") == [(kept,)]
    assert sql(tmp_path / "x.db", "SELECT status, errors FROM sources") == [("exported", 1)]


def test_a_damaged_file_with_the_same_number_of_results_is_used(archive, tmp_path):
    export(archive, tmp_path / "x.db", to="sql")
    cut(archive / "north/week1.bws", 100_000)
    assert export(archive, tmp_path / "x.db", to="sql").code == 1
    listed = "SELECT status, errors, results FROM sources"
    assert sql(tmp_path / "x.db", listed) == [("exported", 1, 20)]


def test_errors_that_are_known_are_not_new_when_the_list_of_people_to_hide_changes(
    archive, tmp_path
):
    hide, words = tmp_path / "hide.txt", ("-q", "--hide", tmp_path / "hide.txt")
    hide.write_text("17\n")
    cut(archive / "north/week1.bws", 100_000)
    shutil.copy(WHOLE, archive / "north/week2.bws")
    export(archive, tmp_path / "x.db", *words[1:], to="sql")
    cut(archive / "north/week2.bws", 60_000)
    done = export(archive, tmp_path / "x.db", *words, "--fail-on", "none", to="sql")
    hide.write_text("18\n")
    done = export(archive, tmp_path / "x.db", *words[1:], "--fail-on", "none", to="sql")
    assert b"1 with errors (0 new), 1 rejected (0 new)" in done.out
    assert "rejected" not in done.err


def test_a_damaged_file_without_earlier_rows_is_used(archive, tmp_path):
    cut(archive / "north/week1.bws", 60_000)
    assert export(archive, tmp_path / "x.db", to="sql").code == 1
    assert sql(tmp_path / "x.db", "SELECT status, errors FROM sources") == [("exported", 1)]


def test_a_damaged_copy_does_not_replace_a_file_with_more_results(tmp_path, monkeypatch):
    folder = tmp_path / "archive"
    write_event(folder / "b.jsonl", 1, results=5)
    export(folder, tmp_path / "x.db", to="sql")
    write_event(folder / "copy.jsonl", 1, results=6)
    lines = (folder / "copy.jsonl").read_bytes().splitlines(keepends=True)
    newest = [*lines[:2], *lines[-3:]]
    (folder / "copy.jsonl").write_bytes(b"".join(newest))
    monkeypatch.setattr("bmconv.exporting.batch.Notes.count", lambda notes, level: 1)
    export(folder, tmp_path / "x.db", to="sql")
    events = sql(tmp_path / "x.db", "SELECT source_file, results FROM events")
    assert events == [("b.jsonl", 5)]


def test_a_file_that_is_no_longer_readable_keeps_its_rows_and_is_reported(archive, tmp_path):
    export(archive, tmp_path / "x.db", to="sql")
    (archive / "north/week1.bws").write_bytes(b"junk")
    done = export(archive, tmp_path / "x.db", "-q", to="sql")
    assert "rejected north/week1.bws: its rows from before are kept; " in done.err
    assert sql(tmp_path / "x.db", "SELECT results FROM events") == [(20,)]
    (archive / "north/new.bws").write_bytes(b"jink")
    done = export(archive, tmp_path / "x.db", "-q", to="sql")
    assert ("rejected north/new.bws" in done.err, "rows from before" in done.err) == (True, False)


def test_rows_kept_of_a_damaged_file_are_pruned_with_it(archive, tmp_path):
    export(archive, tmp_path / "x.db", to="sql")
    (archive / "north/week1.bws").write_bytes(b"junk")
    shutil.copy(SAMPLES / "old.bws", archive / "north/old.bws")
    export(archive, tmp_path / "x.db", to="sql")
    (archive / "north/week1.bws").unlink()
    assert b"1 gone" in export(archive, tmp_path / "x.db", to="sql").out
    assert b"1 pruned" in export(archive, tmp_path / "x.db", "--prune", to="sql").out
    assert sql(tmp_path / "x.db", "SELECT source_file FROM events") == [("north/old.bws",)]


def test_rows_kept_of_a_damaged_file_that_may_name_hidden_people_are_reported(archive, tmp_path):
    export(archive, tmp_path / "x.db", to="sql")
    (archive / "north/week1.bws").write_bytes(b"junk")
    export(archive, tmp_path / "x.db", to="sql")
    hide = tmp_path / "hide"
    hide.write_text("Ada Lind\n")
    for _ in range(2):
        done = export(archive, tmp_path / "x.db", "--hide", hide, "-q", to="sql")
        assert (done.code, "error not-hidden: 1 event" in done.err) == (1, True)
        assert "delete unreadable ones and use --prune) (north/week1.bws)" in done.err
    (archive / "north/week1.bws").unlink()
    (archive / "north/other.txt").touch()
    assert export(archive, tmp_path / "x.db", "--hide", hide, "--prune", to="sql").code == 0
    assert sql(tmp_path / "x.db", "SELECT * FROM events") == []


@pytest.mark.parametrize("kind", TARGETS)
def test_a_dry_run_with_another_option_counts_files_whose_rows_are_kept(
    kind, tmp_path, make_target
):
    target, archive = make_target(kind), tmp_path / "archive"
    write_event(archive / "kept.jsonl", 1)
    write_event(archive / "gone.jsonl", 2)
    target.run(archive)
    (archive / "kept.jsonl").write_bytes(b"junk")
    (archive / "gone.jsonl").rename(archive / "renamed.jsonl")
    target.run(archive)
    dry, done = (target.run(archive, "--evaluate", *words).out for words in (["--dry-run"], []))
    counts = b": 2 files: 0 new, 2 changed, 0 unchanged, 1 "
    assert (counts in dry, counts in done, b"2 files to read" in dry) == (True, True, True)

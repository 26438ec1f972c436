"""After a power cut nothing is missing that the ledger names, and what is missing is made again."""

import os
from pathlib import Path

import pytest

from bmconv.exporting.ledger import Ledger
from bmconv.exporting.site.book import SiteBook
from tests.helpers.datasets import export, files_and_times, rows, write_event
from tests.helpers.evenings import archive as evenings
from tests.helpers.running import quick

pytestmark = pytest.mark.skipif(os.name != "posix", reason="folders are synced on POSIX")


@pytest.fixture
def steps(monkeypatch) -> list[tuple[str, str]]:
    """What happens to files, in order: moved, synced, and transactions of the ledger."""
    found: list[tuple[str, str]] = []
    fsync, replace, transaction = os.fsync, os.replace, Ledger.transaction

    def synced(handle):
        found.append(("synced", os.path.realpath(f"/proc/self/fd/{handle}")))
        fsync(handle)

    def moved(old, new):
        replace(old, new)
        found.append(("moved", os.path.abspath(new)))

    def began(self):
        found.append(("transaction", ""))
        return transaction(self)

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", moved)
    monkeypatch.setattr(Ledger, "transaction", began)
    return found


def unsynced(steps: list[tuple[str, str]], end: str = "transaction") -> list[str]:
    """Files whose folder was not synced between their move and the next transaction."""
    found = []
    for at, (what, path) in enumerate(steps):
        if what == "moved":
            rest = steps[at:]
            ends = [n for n, (next_step, _) in enumerate(rest) if next_step == end]
            after = {p for step, p in rest[: ends[0] if ends else None] if step == "synced"}
            if os.path.dirname(path) not in after:
                found.append(path)
    return found


def test_files_of_a_dataset_are_on_disk_before_the_ledger_forgets_the_move(tmp_path, steps):
    write_event(tmp_path / "in/a.jsonl", 1)
    write_event(tmp_path / "in/b.jsonl", 2)
    assert export(tmp_path / "in", tmp_path / "out").code == 0
    moved = [path for what, path in steps if what == "moved"]
    assert len(moved) > 4
    assert unsynced(steps) == []
    first = steps.index(("moved", moved[0]))
    staged = {path for what, path in steps[:first] if what == "synced"}
    assert [path for path in staged if Path(path).parent.name == "_waiting"]
    new_folders = {Path(path).parents[1] for path in moved}
    assert {str(folder) for folder in new_folders} <= {p for what, p in steps if what == "synced"}


def test_pages_are_on_disk_before_the_list_of_them_is_emptied(tmp_path, steps, monkeypatch):
    evenings(tmp_path / "in", 4)
    done = SiteBook.record_done

    def recorded(self, gone):
        steps.append(("done", ""))
        done(self, gone)

    monkeypatch.setattr(SiteBook, "record_done", recorded)
    words = ("export", tmp_path / "in", "--to", "site", "--out", tmp_path / "out", "--jobs", "1")
    assert quick(*words, "-q").code == 0
    assert len([path for what, path in steps if what == "moved"]) > 10
    assert ("done", "") in steps
    assert unsynced(steps, "done") == []


def test_output_files_and_keys_are_on_disk_with_their_names(tmp_path, steps):
    write_event(tmp_path / "a.jsonl", 1)
    assert quick("convert", tmp_path / "a.jsonl", tmp_path / "b.csv", "-q").code == 0
    assert unsynced(steps) == []
    steps.clear()
    assert quick("anonymise", "--new-key", tmp_path / "league.key").code == 0
    assert ("synced", str(tmp_path / "league.key")) in steps
    assert ("synced", str(tmp_path)) in steps


def test_a_missing_file_of_a_dataset_is_made_again(tmp_path):
    for number in range(1, 6):
        write_event(tmp_path / f"in/{number}.jsonl", number)
    out = tmp_path / "out"
    assert export(tmp_path / "in", out).code == 0
    write_event(tmp_path / "in/9.jsonl", 9)
    assert export(tmp_path / "in", out).code == 0
    before = {kind: sorted(rows(out, kind, "source_file")) for kind in ("result", "session")}
    lost = sorted(out.glob("result/year=2021/*.parquet"))[0]
    lost.unlink()
    done = export(tmp_path / "in", out)
    assert "repair file-missing: 1 missing file of the dataset: its sources are read" in done.err
    assert {kind: sorted(rows(out, kind, "source_file")) for kind in before} == before
    again = export(tmp_path / "in", out)
    assert (again.err, b"0 new, 0 changed, 6 unchanged" in again.out) == ("", True)


def contents(folder: Path) -> dict[str, bytes]:
    return {name: data for name, (data, _) in files_and_times(folder).items()}


def test_a_missing_page_is_made_again(tmp_path):
    evenings(tmp_path / "in", 4)
    words = ("export", tmp_path / "in", "--to", "site", "--out", tmp_path / "out", "-q")
    assert quick(*words).code == 0
    before = contents(tmp_path / "out")
    pages = sorted((tmp_path / "out").rglob("*.html"))
    for page in (pages[0], pages[len(pages) // 2], pages[-1]):
        page.unlink()
        assert quick(*words).code == 0
        assert contents(tmp_path / "out") == before

"""The bookkeeping of a dataset: which copies of an event are better."""

import shutil
import sqlite3

import pytest

from bmconv.exporting.entries import Rank
from bmconv.exporting.ledger import Ledger
from tests.helpers.datasets import write_event


def test_better_copies_have_more_results_then_more_records_then_are_newer():
    ledger = Ledger(sqlite3.connect(":memory:", isolation_level=None), [])
    copies = [
        ("more results", 9, 1, 1), ("more records", 5, 8, 1), ("newer", 5, 7, 4),
        ("older", 5, 7, 2), ("fewer", 4, 9, 9), ("holder", 9, 9, 9),
    ]  # fmt: skip
    known = {row[1]: row[2] for row in ledger.db.execute("PRAGMA table_info(sources)")}
    for name, results, records, changed in copies:
        values = dict.fromkeys(known, 0) | {
            "source_file": name, "event_id": "E", "results": results, "records": records,
            "changed": changed, "status": "read" if name == "holder" else "copy",
        }  # fmt: skip
        marks = ", ".join("?" * len(values))
        ledger.db.execute(f"INSERT INTO sources VALUES ({marks})", list(values.values()))
    rank = Rank(5, 7, 3, "held")
    assert sorted(ledger.better_copies("E", rank, "")) == ["more records", "more results", "newer"]
    assert ledger.better_copies("other", rank, "") == []
    assert ledger.better_copies("E", Rank(9, 1, 1, "more results"), "") == []
    assert "newer" not in ledger.better_copies(
        "E", Rank(0, 0, 0, "newer"), ""
    )  # a file is not a copy of itself
    assert ledger.better_copies("E", rank, "0") == []  # the same content is not better


@pytest.mark.parametrize("guid", [True, False], ids=["with a GUID", "without"])
def test_files_with_the_same_content_never_take_the_place_of_the_one_in_the_dataset(
    guid, target, tmp_path
):
    """Also when all files are read again, here because another person is to be hidden."""
    archive, hidden = tmp_path / "archive", tmp_path / "hidden.txt"
    write_event(archive / "m.jsonl", 1, guid=guid)
    target.run(archive)
    for name in ("a.jsonl", "z.jsonl"):
        shutil.copy(archive / "m.jsonl", archive / name)
    hidden.write_text("Bo Berg\n")
    expected = [("a.jsonl", "copy"), ("m.jsonl", "exported"), ("z.jsonl", "copy")]
    for words in ((), ("--hide", hidden)):
        target.run(archive, *words)
        assert target.rows_of("events", "source_file") == [("m.jsonl",)]
        assert target.rows_of("sources", "source_file", "status") == expected

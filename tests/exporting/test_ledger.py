"""The bookkeeping of a dataset: which copies of an event are better."""

import sqlite3

from bmconv.exporting.entries import Rank
from bmconv.exporting.ledger import Ledger


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
    assert sorted(ledger.better_copies("E", rank)) == ["more records", "more results", "newer"]
    assert ledger.better_copies("other", rank) == []
    assert ledger.better_copies("E", Rank(9, 1, 1, "more results")) == []
    assert "newer" not in ledger.better_copies(
        "E", Rank(0, 0, 0, "newer")
    )  # a file is not a copy of itself

"""Which of two files of an event counts depends on its entries, not on the number of results.

That is exporting/judging.py, with the ranks of exporting/entries.py.
"""

import datetime
import os

import pytest

from bmconv.io.stream import encode_lines
from bmconv.records import Result, Section, Session
from tests.helpers.datasets import GUID, export, sql

DAY = datetime.date(2026, 1, 14)


def write(path, ids, changed, *, erased=(), last=None, without=()):
    """A night of results with these ids, entered minute by minute."""
    records = [Session(id=1, guid=GUID.format(1), date=DAY), Section(id=1, letter="A")]
    for id in ids:
        if id in without:
            continue
        records.append(
            Result(id=id, section=1, table=1, round=1, board=id, pair_ns=1, pair_ew=2,
                   declarer="N", contract="4 S", result="=", erased=id in erased, date=DAY,
                   time=last if last and id == max(ids) else datetime.time(20, id))
        )  # fmt: skip
    path.parent.mkdir(exist_ok=True)
    path.write_bytes(b"".join(encode_lines(records)))
    os.utime(path, (changed, changed))


EARLY, LATE = 1_700_000_000, 1_700_003_600
FIRST = {"ids": range(1, 21), "changed": EARLY}
CASES = {
    "a board taken out": (FIRST | {"without": (7,), "changed": LATE}, "b.jsonl"),
    "a board taken out, in an older copy": (
        FIRST | {"without": (7,), "changed": EARLY - 9},
        "a.jsonl",
    ),
    "an erased row": (FIRST | {"erased": (7,), "without": (3,), "changed": EARLY - 9}, "b.jsonl"),
    "half of the evening, copied later": ({"ids": range(1, 11), "changed": LATE}, "a.jsonl"),
    "entered later, fewer results": (
        FIRST | {"without": (3, 4), "last": datetime.time(23), "changed": EARLY - 9},
        "b.jsonl",
    ),
    "a higher id": ({"ids": range(5, 22), "changed": EARLY - 9}, "b.jsonl"),
}


@pytest.mark.parametrize("order", ["together", "later"])
@pytest.mark.parametrize("case", CASES)
def test_the_newer_file_counts_whatever_its_number_of_results(case, order, tmp_path):
    second, expected = CASES[case]
    archive, league = tmp_path / "archive", tmp_path / "league.db"
    write(archive / "a.jsonl", **FIRST)
    if order == "later":
        assert export(archive, league, "-q", to="sql").err == ""
    write(archive / "b.jsonl", **second)
    done = export(archive, league, "-q", to="sql")
    assert sql(league, "SELECT source_file FROM events") == [(expected,)]
    assert sql(league, "SELECT DISTINCT source_file FROM result") == [(expected,)]
    replaced = order == "later" and expected == "b.jsonl"
    assert done.code == 0
    assert ("repair replaced: 1 file" in done.err) == replaced, done.err
    assert export(archive, league, "-q", to="sql").err == ""  # reported once


def test_files_that_contradict_each_other_are_reported_once_also_with_q(tmp_path):
    archive, league = tmp_path / "archive", tmp_path / "league.db"
    write(archive / "a.jsonl", **FIRST)
    write(archive / "b.jsonl", range(1, 19), LATE, last=datetime.time(23))  # later, lower ids
    done = export(archive, league, "-q", to="sql")
    assert "repair correction-unclear: 1 file" in done.err
    assert sql(league, "SELECT source_file FROM events") == [("b.jsonl",)]
    assert export(archive, league, "-q", to="sql").err == ""

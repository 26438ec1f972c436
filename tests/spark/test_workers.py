"""Two workers, each in a process of its own: the same rows, also if one is killed."""

import os
import signal
import threading
import time
from contextlib import suppress
from pathlib import Path

import pyarrow as pa
import pytest

from bmconv.columns import TABLES
from bmconv.exporting.tables import LISTS
from tests.helpers.mixed_archive import LABEL, archive, exported, parquet, rows_of, session, write

NIGHTS = 100


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    return tmp_path_factory.mktemp("spark")


@pytest.fixture(scope="module")
def spark(place):
    with session(place / "own", "local-cluster[2,1,1024]") as made:
        yield made


@pytest.fixture(scope="module")
def mixed(place):
    folder = archive(place / "archive")
    return folder, exported(folder, place / "dataset")


@pytest.fixture(scope="module")
def surveyed(spark, mixed, place):
    """A ledger made by the workers."""
    from bmconv.spark import survey

    summary = survey(spark, str(mixed[0]), ledger=str(place / "ledger.db"), label=LABEL)
    assert (len(summary.rejects), summary.events) == (7, len(mixed[1]["events"]))
    return str(place / "ledger.db")


@pytest.mark.parametrize("table", ["result", "hand", "ranking", "events", "rejects"])
def test_workers_read_the_rows_of_the_export(spark, mixed, surveyed, table):
    options = {"table": table, "label": LABEL, "ledger": surveyed, "bytesPerPartition": "300000"}
    found = spark.read.format("bmconv").options(**options).load(str(mixed[0])).toArrow()
    assert rows_of(found) == mixed[1][table]


def executors():
    """The processes of Spark's workers, of this test alone."""
    parents, found = {}, []
    for place in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):  # it has just ended
            parents[place.name] = (place / "stat").read_text().rpartition(")")[2].split()[1]
            if b"CoarseGrainedExecutor" in (place / "cmdline").read_bytes():
                found.append(place.name)
    return [int(one) for one in found if str(os.getpid()) in above(one, parents)]


def above(process, parents):
    """The processes that a process comes from."""
    while process := parents.get(process):
        yield process


@pytest.mark.skipif(not os.path.isdir("/proc"), reason="looks for processes in /proc")
def test_a_worker_killed_in_the_middle_changes_nothing(spark, place):
    from bmconv.spark import export

    folder, killed = place / "long", []
    for number in range(NIGHTS):
        write(folder / f"c{number % 7}/{number}.jsonl", number + 1, 40)

    def kill():
        deadline = time.monotonic() + 300
        while time.monotonic() < deadline and not killed:
            if any((place / "spark/_waiting").glob("*/*/*.parquet")):
                killed.append(executors()[0])
                os.kill(killed[0], signal.SIGKILL)
            time.sleep(0.05)

    thread = threading.Thread(target=kill)
    thread.start()
    summary = export(spark, str(folder), out=str(place / "spark"), label=LABEL)
    thread.join()
    assert len(killed) == 1
    assert (summary.files, summary.events) == (NIGHTS, NIGHTS)
    expected = exported(folder, place / "plain")
    for table in (*TABLES, *LISTS):
        assert rows_of(parquet(place / "spark", table)) == expected[table]
        if (place / "plain" / table).exists():
            assert schema(place / "spark", table) == schema(place / "plain", table)
    assert export(spark, str(folder), out=str(place / "spark"), label=LABEL).unchanged == NIGHTS


def schema(out, table):
    found = parquet(out, table)
    assert isinstance(found, pa.Table)
    return found.schema

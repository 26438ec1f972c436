"""Spark reads an archive as the Parquet export has it, whatever happens to files and workers.

All in one cluster of two workers, each a process of its own: starting another takes long.
"""

import os
import re
import shutil
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
from tests.helpers.running import ROOT, judge

NIGHTS = 100


@pytest.fixture(scope="module")
def place(tmp_path_factory):
    return tmp_path_factory.mktemp("spark")


@pytest.fixture(scope="module")
def spark(place):
    with session(place / "own", "local-cluster[2,1,1024]") as made:
        yield made
    assert not os.path.exists("spark-warehouse")
    assert list((place / "own").iterdir()) == []


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


@pytest.fixture
def read(spark):
    def loaded(table, *paths, **options):
        options = {"table": table, "label": LABEL} | options
        return spark.read.format("bmconv").options(**options).load([*map(str, paths)]).toArrow()

    return loaded


def test_the_archive_has_something_of_everything(mixed):
    rows = mixed[1]
    assert {row["status"] for row in rows["sources"]} == {"exported", "copy", "reject", "other"}
    assert len(rows["rejects"]) == 7
    assert {row["source_file"] for row in rows["hand"]} >= {"south/week3.pbn", "east/hands.jsonl"}
    for table in ("result", "ranking", "hand", "seat", "session", "bid", "evaluation"):
        assert rows[table], table


@pytest.mark.parametrize("table", [*TABLES, *LISTS])
def test_every_table_has_the_rows_of_the_export(read, mixed, surveyed, table):
    found = read(table, mixed[0], ledger=surveyed, bytesPerPartition="300000")
    assert rows_of(found) == mixed[1][table]


def test_columns_are_those_of_the_export_without_opening_a_file(spark, mixed, place):
    import pyarrow.dataset as ds

    stored = ds.dataset(place / "dataset/result", partitioning="hive").schema
    options = {"table": "result", "label": LABEL}
    found = spark.read.format("bmconv").options(**options).load("/no/such/place").schema
    assert found.names == stored.names
    types = {field.name: field.dataType.simpleString() for field in found}
    assert (types["time"], types["date"], types["board"]) == ("string", "date", "int")
    assert (types["standing"], types["mp_ns"]) == ("boolean", "double")


def test_without_a_ledger_the_driver_surveys_and_a_glob_is_a_list_of_folders(read, mixed):
    found = read("reject", mixed[0] / "[ens]*")  # as the shell would give them to export
    assert rows_of(found) == mixed[1]["rejects"]


def test_a_file_that_vanishes_or_changes_after_the_survey_ends_no_worker(spark, read, place):
    folder = place / "moving"
    for number in (1, 2, 3):
        write(folder / f"club/{number}.jsonl", number, 20 + number)
    ledger = str(place / "moving.db")
    options = {"table": "result", "label": LABEL, "ledger": ledger}
    planned = spark.read.format("bmconv").options(**options).load(str(folder))
    planned._jdf.queryExecution().executedPlan().execute().getNumPartitions()  # planned by now
    (folder / "club/1.jsonl").unlink()
    (folder / "club/2.jsonl").write_bytes(b"\0" * 5000)
    assert {row.source_file for row in planned.collect()} == {"club/3.jsonl"}
    known = {row["source_file"] for row in rows_of(read("sources", folder, ledger=ledger))}
    assert known == {"club/2.jsonl", "club/3.jsonl"}
    shutil.rmtree(folder)


def test_the_examples_of_the_page_run_and_its_job_makes_the_dataset_of_export(spark, place, capfd):
    srv = place / "srv"
    write(srv / "archive/north/a.jsonl", 1, 30, contract="6 S")
    write(srv / "archive/south/b.jsonl", 2, 8, contract="6 S")
    (srv / "archive/south/broken.bws").write_bytes(b"broken")
    page = (ROOT / "docs/spark.md").read_text(encoding="utf-8")
    known = {}
    for block in re.findall(r"```python\n(.*?)```", page, re.DOTALL):
        exec(block.replace('"/srv/', f'"{srv}/'), known)
    printed = capfd.readouterr().out
    assert re.search(r"north\| +30\|\n.*south\| +8\|", printed)
    assert re.search(r"south/broken\.bws\|not a Bridgemate ", printed)
    assert "3 new, 0 changed, 2 events\nrejected south/broken.bws: not a Bridgemate" in printed
    expected = exported(srv / "archive", place / "plain-srv")
    for table in (*TABLES, *LISTS):
        assert rows_of(parquet(srv / "dataset", table)) == expected[table]
    schema = re.search(r"`spark\.read\.schema\((.*?)\)", page)[1].strip('"')
    stored = spark.read.schema(schema).parquet(str(srv / "dataset/result"))
    assert stored.where("contract = '6 S'").count() == 38


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"table": "results"}, "'results' is not a table; expected one of event, client"),
        ({"label": "board={1}"}, "board is already a column"),
        ({"bytesPerPartition": "many"}, "'many' is not a whole number above 0"),
        ({"paths": '["hdfs://x/y"]'}, "not a folder that workers can open"),
        ({"paths": '["/no/such/place"]'}, "/no/such/place: no such file or folder"),
    ],
)
def test_a_wrong_option_is_told_in_one_line(options, said):
    judge("pyspark")
    from bmconv.errors import BmconvError
    from bmconv.spark.tables import expand_paths, read_options

    with pytest.raises(BmconvError) as told:
        expand_paths(read_options(options).paths)
    assert said in str(told.value)


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

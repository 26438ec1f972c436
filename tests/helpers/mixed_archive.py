"""An archive with files of every kind, its Parquet export, and Spark sessions to read it."""

import datetime
import os
import shutil
import sys
from contextlib import contextmanager, suppress
from pathlib import Path

import pyarrow.dataset as ds

from bmconv.columns import TABLES
from bmconv.exporting.tables import LISTS
from bmconv.io.stream import encode_lines
from bmconv.records import Hand, Result, Seat, Section, Session
from tests.helpers.running import ROOT, absent, judge, quick
from tests.io.test_archives import bomb, encrypted, mailed, zipped

SAMPLES = ROOT / "formats"
NIGHT = (SAMPLES / "bws/samples/night.bws").read_bytes()
DAY = datetime.date(2026, 1, 14)
LABEL = "club={1}"
LEFT_OUT = {"batch"}
"""Columns that describe a run of export, not the archive."""


def write(path: Path, guid: int = 0, results: int = 40, **more):
    """Write a night of up to 40 results; `more` changes name, day, letter, contracts or hands."""
    session = Session(id=1, name=more.get("name", "Evening"), date=more.get("day", DAY))
    session.guid = f"{guid:032X}" if guid else None
    records = [session, Section(id=1, letter=more.get("letter", "A"))] if results else []
    for n in range(results):
        usual = more.get("contract", "4 S")
        contract = "3 NT" if n >= results - more.get("other", 0) else usual
        records.append(
            Result(id=n + 1, section=1, table=n % 2 + 1, round=1, board=n // 2 + 1,
                   pair_ns=n % 2 + 1, pair_ew=n % 2 + 11, declarer="NE"[n % 2], contract=contract,
                   result="=", time=datetime.time(19, 30, n), extra={"n": n})
        )  # fmt: skip
    if results:
        records += [
            Seat(section=1, table=t, direction=d, round=0, number=f"{t}0{at}", name=f"{d} {t}")
            for t in (1, 2)
            for at, d in enumerate("NESW")
        ]
    boards = range(1, more.get("hands", 0) + 1)
    records += [Hand(board=board, north="AKQJT98765432...") for board in boards]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(encode_lines(records)))


def archive(folder: Path) -> Path:
    """Write nights of three clubs, with copies, corrections, zip files and unreadable files."""
    north, south, east = (folder / name for name in ("north", "south", "east"))
    write(north / "a.jsonl", 1, 30)
    write(north / "fuller copy of a.jsonl", 1, 40)
    write(north / "template.jsonl", 1, 12, day=datetime.date(2025, 5, 5), name="Other evening")
    write(south / "a.jsonl", 0, 38, letter="B")
    write(south / "b.jsonl", 0, 40, letter="B", other=3)
    write(south / "possibly b.jsonl", 0, 40, letter="B", other=12)
    write(south / "undated.jsonl", 0, 9, day=None)
    write(south / "week3.jsonl", 0, 24, day=datetime.date(2026, 1, 21))
    write(south / "deals.jsonl", 0, 0, hands=36)
    quick("convert", south / "deals.jsonl", south / "week3.pbn")  # the hands of week3.jsonl
    write(east / "hands.jsonl", 7, 20, hands=20, day=datetime.date(2024, 2, 2))
    write(east / "more results.jsonl", 7, 22, day=datetime.date(2024, 2, 2))
    for name in ("bws/samples/night.bws", "bws/samples/old.bws", "pbn/samples/session.pbn"):
        shutil.copy(SAMPLES / name, north)
    shutil.copy(SAMPLES / "bws/samples/night.bws", south / "same content.bws")
    in_mail = {"../old.bws": (SAMPLES / "bws/samples/old.bws").read_bytes(), "note.txt": b"hello"}
    (east / "mail.eml").write_bytes(mailed({"two.zip": zipped(in_mail), "x.bws": b"x"}))
    (east / "cut.zip").write_bytes(zipped({"n.bws": NIGHT})[:-40])
    (east / "bomb.zip").write_bytes(bomb())
    (east / "locked.zip").write_bytes(encrypted())
    (east / "broken.bws").write_bytes(NIGHT[:9000] + bytes(70_000))
    (east / "broken again.bws").write_bytes(NIGHT[:9000] + bytes(70_000))
    (east / "empty.pbn").write_bytes(b"")
    (east / "letter.txt").write_text("Dear club, nothing of ours")
    if os.name == "posix":  # Windows' names are characters, not bytes
        write(Path(os.fsdecode(os.fsencode(east) + b"/caf\xe9.jsonl")), 9, 5)
    return folder


def exported(folder: Path, out: Path) -> dict[str, list[dict]]:
    """The rows of all tables of the Parquet export."""
    quick("export", folder, "--to", "parquet", "--out", out, "--label", LABEL, "--jobs", "1")
    return {table: rows_of(parquet(out, table)) for table in (*TABLES, *LISTS)}


def parquet(out: Path, table: str):
    """A table of a Parquet export; empty if it was not written."""
    return ds.dataset(out / table, partitioning="hive").to_table() if (out / table).exists() else []


def rows_of(table) -> list[dict]:
    """Rows sorted by their contents, with times as text."""
    rows = [
        {
            name: str(cell) if isinstance(cell, datetime.time) else cell
            for name, cell in row.items()
            if name not in LEFT_OUT
        }
        for row in (table.to_pylist() if table else ())
    ]
    return sorted(rows, key=repr)


@contextmanager
def session(folder: Path, master: str):
    """A Spark session with the data source; its processes and folders are removed at the end."""
    pyspark = judge("pyspark")
    folder.mkdir()
    if not (os.environ.get("JAVA_HOME") or shutil.which("java")):
        absent("java")
    from pyspark import SparkContext
    from pyspark.sql import SparkSession

    from bmconv.spark import BmconvSource

    before = dict(os.environ)
    os.environ |= {"SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable}
    os.environ["SPARK_LOCAL_DIRS"] = str(folder)
    settings = {
        "spark.driver.memory": "512m",
        "spark.driver.host": "127.0.0.1",
        "spark.driver.bindAddress": "127.0.0.1",
        "spark.local.dir": folder,
        "spark.sql.warehouse.dir": folder / "warehouse",
        "spark.sql.shuffle.partitions": 2,
        "spark.ui.enabled": "false",
        "spark.ui.showConsoleProgress": "false",
    }
    builder = SparkSession.builder.master(master)
    for name, value in settings.items():
        builder = builder.config(name, str(value))
    spark = builder.getOrCreate()
    try:
        spark.sparkContext.setLogLevel("OFF")
        spark.dataSource.register(BmconvSource)
        yield spark
    finally:
        work = Path(pyspark.__file__).parent / "work"
        own_folder = work / spark.sparkContext.applicationId
        spark.stop()
        gateway, SparkContext._gateway, SparkContext._jvm = SparkContext._gateway, None, None
        gateway.shutdown()
        gateway.proc.stdin.close()  # Spark's own process ends with its input
        gateway.proc.wait(60)
        shutil.rmtree(own_folder, ignore_errors=True)
        with suppress(OSError):  # it holds folders of other sessions, or does not exist
            work.rmdir()
        os.environ.clear()
        os.environ.update(before)

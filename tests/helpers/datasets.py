"""Small archives to export, and ways to read the datasets that come out."""

import datetime
import random
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from contextlib import closing, contextmanager

import msgspec
import pyarrow.dataset as ds

from bmconv.event import Event
from bmconv.event.seating import Seating
from bmconv.io.stream import encode_lines
from bmconv.records import TYPES, Player, Result, Round, Seat, Section, Session
from bmconv.schema import fields
from tests.helpers.running import quick

GUID = "{:032X}"


def write_event(path, number, results=3, name="club", guid=True, contract="4 S"):
    """Write an event of one session; its number decides GUID, name and year (2020 to 2022)."""
    path.parent.mkdir(parents=True, exist_ok=True)
    records = [
        Session(
            id=1,
            guid=GUID.format(number) if guid else None,
            name=f"{name} {number}",
            date=datetime.date(2020 + number % 3, 1, 1),
        ),
        Section(id=1, letter="A"),
    ]
    records += [
        Result(id=n + 1, section=1, table=1, round=1, board=n + 1, pair_ns=1, pair_ew=2,
               declarer="N", contract=contract, result="=")
        for n in range(results)
    ]  # fmt: skip
    path.write_bytes(b"".join(encode_lines(records)))


def write_mixed_archive(folder):
    """Write an archive with copies, corrections, an unreadable file and a zip file."""
    folder.mkdir()
    for number in range(6):
        records = night(random.Random(number), howell=number % 2 == 0)
        (folder / f"{number}.jsonl").write_bytes(b"".join(encode_lines(records)))
    write_event(folder / "north/a.jsonl", 1, results=4)
    write_event(folder / "south/a.jsonl", 1, results=2)
    shutil.copy(folder / "0.jsonl", folder / "copy.jsonl")
    (folder / "bad.bws").write_bytes(b"no database")
    with zipfile.ZipFile(folder / "mail.zip", "w") as mail:
        write_event(folder / "x.jsonl", 9, name="O'Neil \u00e9")
        mail.write(folder / "x.jsonl", "inner.jsonl")
    (folder / "x.jsonl").unlink()
    return folder


def export(archive, out, *more, to="parquet"):
    """Export to Parquet or SQLite in one process."""
    target = ["--out", out] if to == "parquet" else ["--db", f"sqlite:///{out}"]
    return quick("export", archive, "--to", to, *target, "--jobs", "1", *more)


def rows(out, kind, *columns):
    """Some columns of a table of a Parquet dataset, sorted."""
    table = ds.dataset(out / kind, partitioning="hive").to_table()
    return sorted(tuple(row[c] for c in columns) for row in table.to_pylist())


@contextmanager
def database(path):
    """An open SQLite file, committed and closed at the end: Windows locks it while it is open."""
    with closing(sqlite3.connect(path)) as db, db:
        yield db


def sql(path, query):
    """The rows that a query gives in a SQLite file."""
    with database(path) as db:
        return db.execute(query).fetchall()


def exported_records(path):
    """The records that were exported to a SQLite file."""
    for kind in TYPES:
        if kind == "error":
            continue
        columns = fields(kind)
        names = ", ".join(f'"{field.name}"' for field in columns)
        for row in sql(path, f'SELECT {names} FROM "{kind}" ORDER BY rowid'):
            values = {"type": kind}
            for field, cell in zip(columns, row, strict=True):
                if cell is not None and not (field.kind == "bool" and not cell):
                    values[field.name] = msgspec.json.decode(cell) if field.kind == "json" else cell
            yield msgspec.convert(values, TYPES[kind], strict=False)


def files_and_times(folder):
    """Contents and modification time of every file in a folder, by its relative path."""
    return {
        p.relative_to(folder).as_posix(): (p.read_bytes(), p.stat().st_mtime_ns)
        for p in sorted(folder.rglob("*"))
        if p.is_file()
    }


def night(chance, howell, moving=True, listed=True):
    """An evening with corrected and erased results; names are in a players list or at seats."""
    tables, records = 3, [Session(id=1, name="Thursday", guid=GUID.format(chance.getrandbits(99)))]
    move = chance.choice((0, 1)) if moving else 0
    records.append(Section(id=1, letter="A", session=1, ew_move_before_play=move))
    pairs = {}
    for table in range(1, tables + 1):
        for round in range(1, 4):
            ns, ew = table, (table + round) % tables + 1
            if howell:
                ns, ew = (table, ew + tables) if round < 3 else (ew + tables, table)
            pairs[table, round] = ns, ew
            records.append(Round(section=1, table=table, round=round, ns_pair=ns, ew_pair=ew))
        for direction in "NSEW":
            number = f"{table}{direction}"
            seat = Seat(section=1, table=table, direction=direction, round=0, number=number)
            if listed and chance.random() < 0.5:
                records.append(Player(number=number, session=1, name=f"Player {number}"))
            else:
                seat.name = f"Player {number}"
            records.append(seat)
    ids = list(range(1, 61))
    chance.shuffle(ids)
    for id in ids:
        (table, round), (ns, ew) = chance.choice(list(pairs.items()))
        declarer = chance.choice("NSEW")
        result = Result(
            id=id if howell else None, section=1, table=table, round=round, board=round,
            pair_ns=ns, pair_ew=ew, declarer=declarer,
            declarer_pair=ns if declarer in "NS" else ew, contract=chance.choice(("6 S", "7 NT")),
            result=chance.choice(("=", "-1")), erased=chance.random() < 0.2,
        )  # fmt: skip
        records.append(result)
    return records


def slams_of(records, two_winners):
    """The number of slams bid and made by each pair, counted from the records."""
    event = Event(records)
    seating, standing, slams = Seating(event), event.standing_results(), {}
    for result in standing:
        side = ("NS" if result.declarer in "NS" else "EW") if two_winners else ""
        names = " & ".join(seating.names(1, side, result.declarer_pair))
        bid, made = slams.get(names, [0, 0])
        slams[names] = [bid + 1, made + (result.result == "=")]
    return slams


READER = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
cursor = db.execute("SELECT source_file FROM sources")
print(cursor.fetchone()[0], flush=True)
input()
print(len(cursor.fetchall()), flush=True)
"""


WRITER = """
import sqlite3, sys
db = sqlite3.connect(sys.argv[1])
db.execute("BEGIN IMMEDIATE")
print("writing", flush=True)
sys.stdin.readline()
"""


def start_reader(place, program=READER):
    """Start a program that stays in the middle of a query until it reads a line."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    return subprocess.Popen([sys.executable, "-c", program, str(place)], **pipes)


def start_writer(place):
    """Start a program that stays in the middle of a transaction until it reads a line."""
    return start_reader(place, WRITER)

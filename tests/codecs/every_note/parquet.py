"""What triggers each note of tables as Parquet."""

import datetime
import io
import json
import shutil
from collections.abc import Callable
from functools import partial
from pathlib import Path
from unittest.mock import patch

import pyarrow as pa
import pyarrow.parquet as pq

from bmconv.io.stream import encode_lines
from bmconv.records import Player, Record, Result, Session
from tests.codecs.every_note import done, printed, read, written
from tests.helpers.datasets import start_reader
from tests.helpers.running import ROOT, quick, relative_names


def results(boards: list[float]) -> bytes:
    """A file of results by another program, with boards as fractions."""
    file = io.BytesIO()
    table = pa.table(
        {"table": [1] * len(boards), "board": boards, "contract": ["4 S"] * len(boards)}
    )
    pq.write_table(table, file)
    return file.getvalue()


DAY = datetime.date(2026, 1, 14)


def session(date: datetime.date = DAY, guid: str = "") -> Session:
    return Session(id=1, name="Pairs", date=date, guid=guid or None)


def night(count: int, *, other: int = 0) -> list[Record]:
    """Results of one table, the last ones with another contract."""
    return [
        Result(
            id=number,
            section=1,
            table=1,
            round=1,
            board=number,
            pair_ns=1,
            pair_ew=2,
            declarer="N",
            contract="3 NT" if number > count - other else "4 S",
            result="=",
        )
        for number in range(1, count + 1)
    ]


def exported(*words: str, **files: list[Record]) -> Callable[[Path], list[str]]:
    """An export of files of records, by their names without the ending."""

    def note_lines(folder: Path) -> list[str]:
        (folder / "archive").mkdir()
        for name, records in files.items():
            (folder / "archive" / f"{name}.jsonl").write_bytes(b"".join(encode_lines(records)))
        options = words or ("--to", "parquet")
        to = ("--out", str(folder / "out"), "--jobs", "1")
        return printed(quick("export", str(folder / "archive"), *options, *to).err)

    return note_lines


def export_again(folder: Path) -> list[str]:
    """The notes of a second run, after another file with more results has come."""
    exported(a=[session(), *night(39)])(folder)
    more = b"".join(encode_lines([session(), *night(40)]))
    (folder / "archive" / "b.jsonl").write_bytes(more)
    words = ("--to", "parquet", "--out", str(folder / "out"), "--jobs", "1")
    return printed(quick("export", str(folder / "archive"), *words).err)


def export_hiding(folder: Path) -> list[str]:
    """The notes of a run with --hide, after a file has vanished that was read without it."""
    exported(a=[session(), *night(39)], b=[session(datetime.date(2026, 2, 3)), *night(3)])(folder)
    (folder / "archive" / "b.jsonl").unlink()
    (folder / "hide.txt").write_text("4711\n")
    words = ("--to", "parquet", "--out", str(folder / "out"), "--jobs", "1")
    words += ("--hide", str(folder / "hide.txt"))
    lines = printed(quick("export", str(folder / "archive"), *words).err)
    return [relative_names(line, folder) for line in lines]


def export_naming(folder: Path) -> list[str]:
    """The notes of a run with a name for a club of which there is no folder."""
    (folder / "clubs.csv").write_text("a,Northtown\nwest,Westport\n")
    words = ("--to", "parquet", "--label", "club={stem}")
    return exported(*words, "--club-names", str(folder / "clubs.csv"), a=[session(), *night(3)])(
        folder
    )


def export_moved(folder: Path) -> list[str]:
    """The notes of a run after a file was moved."""
    exported(a=[session(), *night(4)])(folder)
    (folder / "archive" / "a.jsonl").rename(folder / "archive" / "b.jsonl")
    words = ("--to", "parquet", "--out", str(folder / "out"), "--jobs", "1")
    return printed(quick("export", str(folder / "archive"), *words).err)


def export_in_two_clubs(folder: Path) -> list[str]:
    """The notes of a run with one file in the folders of two clubs."""
    for club in ("north", "south"):
        (folder / "archive" / club).mkdir(parents=True)
        lines = encode_lines([session(), *night(4)])
        (folder / "archive" / club / "a.jsonl").write_bytes(b"".join(lines))
    words = ("--to", "parquet", "--out", str(folder / "out"), "--jobs", "1", "--label", "club={1}")
    return printed(quick("export", str(folder / "archive"), *words).err)


def export_with_errors(folder: Path) -> list[str]:
    """The notes about a file with an unreadable line, of which another has the whole night."""
    (folder / "archive").mkdir()
    lines = ["id,section,table,round,board,pair_ns,pair_ew,declarer,contract,result,date"]
    lines += [f"{number},1,1,1,{number},1,2,N,4 S,=,2026-01-14" for number in range(1, 41)]
    for name, last in (("a", "41,1,1,1,41,1,2,N,4 S,=,2026-01-14"), ("b", "41,1,x")):
        (folder / "archive" / f"{name}.csv").write_text("\n".join([*lines, last]))
    words = ("--to", "parquet", "--out", str(folder / "out"), "--jobs", "1")
    printed_lines = printed(quick("export", str(folder / "archive"), *words, "-q").err)
    return [line for line in printed_lines if "bad-line" not in line]


def export_parts(folder: Path) -> list[str]:
    """The notes of two runs: over two of the three files of BMPFTP, then with the third."""
    (folder / "archive").mkdir()
    lines = []
    for names in (("BMInput", "BMRData"), ("BMPNums",)):
        for name in names:
            sample = ROOT / f"formats/{name.lower()}/samples/{name}.txt"
            shutil.copy(sample, folder / "archive")
        words = ("--to", "parquet", "--out", str(folder / "out"), "--jobs", "1")
        lines += printed(quick("export", str(folder / "archive"), *words).err)
    return lines


def export_nothing(folder: Path) -> list[str]:
    return [relative_names(line, folder) for line in exported()(folder)]


def export_beside_a_reader(folder: Path, *, first: bool = False) -> list[str]:
    """The notes of a run into SQLite while another program is in the middle of a query, which
    began during the run, or `first`, before it."""
    from bmconv.exporting.sql import sqlite

    database = folder / "league.db"
    begin = sqlite.SqliteDestination.begin
    readers = []

    def start() -> None:
        readers.append(start_reader(database))
        readers[0].stdout.readline()

    def begin_beside_a_reader(self: sqlite.SqliteDestination) -> None:
        begin(self)
        start()

    def run() -> list[str]:
        words = ("--to", "sql", "--db", f"sqlite:///{database}", "--jobs", "1")
        return printed(quick("export", str(folder / "archive"), *words).err)

    (folder / "archive").mkdir()
    for name in "abc":
        records = [session(datetime.date(2026, 1, ord(name) % 9 + 1)), *night(3)]
        (folder / "archive" / f"{name}.jsonl").write_bytes(b"".join(encode_lines(records)))
        if name == "b":  # a query with a single row would be at its end
            run()
    if first:
        start()
    with (
        patch.object(sqlite.SqliteDestination, "begin", begin if first else begin_beside_a_reader),
        patch.multiple(sqlite, WAIT_AT_END=0.1, WAIT_FOR_READERS=0.1),
    ):
        lines = run()
    readers[0].communicate("\n")
    return [relative_names(line, folder) for line in lines]


def timed(*times: int, first: int = 1) -> list[Record]:
    """Results entered at these minutes, with ids from a number on."""
    return [
        Result(id=number, section=1, table=1, round=1, board=number, pair_ns=1, pair_ew=2,
               declarer="N", contract="4 S", result="=", date=DAY, time=datetime.time(20, minute))
        for number, minute in enumerate(times, first)
    ]  # fmt: skip


def rejected(folder: Path) -> list[str]:
    """The note on a rejected file, which is only in the file of notes."""
    (folder / "bad.bws").write_bytes(b"junk")
    words = ("export", str(folder / "bad.bws"), "--to", "parquet", "--out", str(folder / "out"))
    quick(*words, "--jobs", "1", "--notes", str(folder / "notes"))
    note = json.loads((folder / "notes").read_text())
    return ["{level} {code}: {message} ({place})".format(**note)]


NOTES = [
    done(rejected, "error rejected: not a Bridgemate database: it has no Access header (bad.bws)"),
    done(
        exported(a=[session(), *night(40)], b=[session(), *night(39)]),
        "repair copy: 1 file skipped: a more complete or newer file has the same event "
        "(b.jsonl of a.jsonl)",
    ),
    done(
        exported(a=[session(), *night(4)], b=[session(), *night(4)]),
        "repair same-content: 1 file skipped: same content as another (b.jsonl of a.jsonl)",
    ),
    done(
        export_in_two_clubs,
        "repair labels-differ: 1 file skipped: same content as another, whose labels its event has "
        "(delete the one in the wrong folder, and use --prune) (south/a.jsonl of north/a.jsonl)",
    ),
    done(
        exported(a=[session(), *night(40)], b=[session(), *night(40, other=5)]),
        "repair possible-copy: 1 file with many results of another event: both are kept "
        "(b.jsonl and a.jsonl)",
    ),
    done(
        export_again,
        "repair replaced: 1 file with a newer or more complete version of an event: it replaced "
        "another (b.jsonl for a.jsonl)",
    ),
    done(
        exported(
            a=[session(guid="7" * 32), *timed(1, 2, 3)],
            b=[session(guid="7" * 32), *timed(1, 9)],
        ),
        "repair correction-unclear: 1 file newer and older than another of the same event: the "
        "last changed counts (b.jsonl and a.jsonl)",
        "repair copy: 1 file skipped: a more complete or newer file has the same event "
        "(a.jsonl of b.jsonl)",
    ),
    done(
        export_hiding,
        "error not-hidden: 1 event of a missing or unreadable file may still name people to be "
        "hidden (restore the files, or delete unreadable ones and use --prune) (b.jsonl)",
        "loss hide-unused: 1 line of people to hide that matches nobody (check numbers and "
        "spelling) (hide.txt:1 '4711')",
    ),
    done(
        export_naming,
        "loss club-unknown: 1 name of a club whose folder no file is in (check the spelling) "
        "(west)",
    ),
    done(
        export_moved,
        "repair moved: 1 moved file: its event stays under the old path and labels (change them "
        "with --prune) (b.jsonl, before a.jsonl)",
    ),
    done(
        export_with_errors,
        "repair errors-elsewhere: 1 file with errors not used: another file without errors has "
        "the event (b.csv of a.csv)",
    ),
    done(
        export_parts,
        "loss part-alone: 2 files of BMPFTP with a part of a night: each is an event of its own "
        "(replace them with the output of bmconv join BMInput.txt BMPNums.txt BMRData.txt) "
        "(first: BMInput.txt)",
        "loss part-alone: 1 file of BMPFTP with a part of a night: each is an event of its own "
        "(replace them with the output of bmconv join BMInput.txt BMPNums.txt BMRData.txt) "
        "(BMPNums.txt)",
    ),
    done(export_nothing, "loss no-files: 1 folder without files: nothing to export (archive)"),
    done(
        export_beside_a_reader,
        "repair log-kept: 1 database that another program is reading: the next run completes the "
        "file (league.db-wal)",
    ),
    done(
        partial(export_beside_a_reader, first=True),
        "repair file-replaced: 1 database that another program is reading: it must open the file "
        "again (league.db)",
    ),
    done(
        exported(
            a=[session(guid="7" * 32), *night(3)],
            b=[session(datetime.date(2026, 1, 21), guid="7" * 32), *night(4)],
        ),
        "repair guid-shared: 1 file with the session GUID of another event: distinguished by "
        "date and name (b.jsonl and a.jsonl)",
    ),
    done(
        exported("--to", "parquet", "--label", "year_of={2}", a=[session(), *night(3)]),
        "loss label-empty: 1 label not found in any path: the column is empty (label year_of={2})",
    ),
    done(
        exported("--to", "site", a=[session(), *night(3)], b=[session(datetime.date(2026, 2, 3))]),
        "loss no-page: 1 event without a page: no results to show (b.jsonl)",
    ),
    written(
        [Result(board=1), Player(number="7")],
        "loss record-lost: 1 player record left out: a table of result records does not hold "
        "it (player 7)",
    ),
    read(
        lambda: results([1, 1.5]),
        "error bad-row: 1 unreadable row skipped (result row 2: Expected `int | null`, got "
        "`float` - at `$.board`)",
        table="result",
    ),
    written(
        [Result(board=1, time=datetime.time(19, 30, 0, 500_000))],
        "loss fraction-lost: 1 time cut to whole seconds (result time)",
    ),
    written(
        [Result(board=1, remarks="\ud83d")],
        "loss character-replaced: 1 text with half a character (result remarks)",
    ),
    done(
        exported(a=[session(), *night(3), Player(number="7", name="A\0B")]),
        "loss nul-replaced: 1 text with the character NUL, replaced with U+FFFD "
        "(a.jsonl: player name)",
    ),
]

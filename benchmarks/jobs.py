"""The jobs as data: what bmconv does, what others do instead, and the files they need.

A name in braces is a program, a size, or a file that is made when it is first asked for (MADE);
`{new}` is a path where nothing is yet.
"""

from __future__ import annotations

from typing import NamedTuple


class Beside(NamedTuple):
    """What bmconv is measured against."""

    name: str
    """The tool, and after a comma what it does."""
    command: str
    limit: float | None = None
    """So many times its time bmconv may take."""
    part: int = 1
    """The command does one of so many parts of the work."""

    @property
    def tool(self) -> str:
        """The tool alone."""
        return self.name.split(",")[0]


class Job(NamedTuple):
    """Something to be done, by bmconv and by others."""

    name: str
    title: str
    command: str
    beside: tuple[Beside, ...]
    megabytes: int | None = None
    """So much memory bmconv may take."""
    inside: bool = False
    """The commands measure themselves, without their start (inside.py)."""
    full: bool = False
    """The limits are for the sizes of --full: with less the start weighs too much."""

    def without_limits(self) -> Job:
        """The same, only to be looked at."""
        beside = tuple(other._replace(limit=None) for other in self.beside)
        return self._replace(beside=beside, megabytes=None)


SIZES = {
    "results": 200_000,
    "lines": 300_000,
    "cells": 20_000,
    "files": 100,
    "season": 40_000,
    "deals": 4,
}
FULL_SIZES = SIZES | {"lines": 1_000_000, "cells": 200_000, "files": 2_000, "deals": 40}

MADE = {
    "night_bws": "{data} club | {bmconv} to bws -q -o {out}",
    "results_jsonl": "{data} results {results} > {out}",
    "results_bws": "{bmconv} to bws -q {results_jsonl} -o {out}",
    "half_bws": "{data} results {half_results} | {bmconv} to bws -q -o {out}",
    "tenth_bws": "{data} results {tenth_results} | {bmconv} to bws -q -o {out}",
    "access97_bws": "{data} results {tenth_results} | {bmconv} to bws -q --jet 3 -o {out}",
    "season_bws": "{data} results {season} | {bmconv} to bws -q -o {out}",
    "polled": "{bmconv} bws poll {season_bws} --state {out} -o {out}.jsonl",
    "lines_txt": "{data} results {lines} | {bmconv} to bmrdata -q -o {out}",
    "half_txt": "{data} results {half_lines} | {bmconv} to bmrdata -q -o {out}",
    "cells_jsonl": "{data} results {cells} | {bmconv} select --type result -o {out}",
    "dto_json": "{data} results 10000 | {bmconv} to dto -q --kind results -o {out}",
    "mixed_json": """sed 's/,"ValidationMessages":null//' {dto_json} > {out}""",
    "deals_pbn": "{data} pbn 1000 deals > {out}",
    "result_pbn": "{data} pbn 1000 result > {out}",
    "tricks_pbn": "{data} pbn 1000 tricks > {out}",
    "auction_pbn": "{data} pbn 1000 auction > {out}",
    "few_pbn": "{data} pbn {deals} deals > {out}",
    "tables_jsonl": "{data} session 1 100 15 2 > {out}",
    "half_jsonl": "{data} session 1 50 15 2 > {out}",
    "archive": "{data} archive {files} {out}",
    "half_archive": "{data} archive {half_files} {out}",
    "tenth_archive": "{data} archive {tenth_files} {out}",
    "exported": "{bmconv} export {archive} --to parquet --out {out} -q",
    "jackcess": "javac -d {out} -cp {jars} benchmarks/Jackcess.java",
    "mdb_reader": "mkdir {out}; ln -s {node_modules} {out}/; cp benchmarks/mdb_reader.mjs {out}/",
}

MDB_EXPORT = "mdb-export {%s} ReceivedData"
MDB_LOOP = (
    "tables=$(mdb-tables -1 {archive}/night00000.bws); for file in {archive}/*; do "
    'for table in $tables; do mdb-export "$file" $table; done; done'
)
MDB_READER = "node {mdb_reader}/mdb_reader.mjs {%s} ReceivedData"
JACKCESS_CSV = "java -cp {jackcess}:{jars} Jackcess csv {%s} ReceivedData"
JACKCESS_COPY = "java -cp {jackcess}:{jars} Jackcess copy {%s} {new}"
ACCESS_PARSER = "{alternative} access-csv {%s}"
CLIENT = "data connector client"
CSV = "{bmconv} convert -q {%s} -t csv --to-opt table=result"
PIPE = "{bmconv} from bmrdata {%s} | {bmconv} score | {bmconv} to bmrdata"
EXPORT = "{bmconv} export {%s} --to parquet --out {new} -q"


def click(limit: float) -> Beside:
    """The least that a command of this kind takes to start."""
    return Beside("python, import click", '{python} -c "import click"', limit)


def inside(
    name: str, title: str, work: str, file: str, other: str, limit: float | None = None
) -> Job:
    """A job of inside.py."""
    commands = [
        f"{{python}} -m benchmarks.inside {work} {who} {{{file}}}" for who in ("ours", "its")
    ]
    return Job(name, title, commands[0], (Beside(other, commands[1], limit),), inside=True)


JOBS = (
    Job("help", "bmconv --help", "{bmconv} --help", (click(1.5),)),
    Job("filter", "36 results, BMRData.txt to records",
        "{bmconv} from bmrdata formats/bmrdata/samples/BMRData.txt", (click(1.8),)),
    Job("night", "a club night, .bws to text",
        "{bmconv} convert -q {night_bws} -t bmrdata", (
            click(2.2),
            Beside("mdb-export", MDB_EXPORT % "night_bws"),
            Beside("mdb-reader", MDB_READER % "night_bws"),
            Beside("Jackcess", JACKCESS_CSV % "night_bws"),
            Beside("access-parser", ACCESS_PARSER % "night_bws"),
        )),
    Job("read", "{results:,} results, .bws to CSV",
        CSV % "results_bws", (
            Beside("mdb-export", MDB_EXPORT % "results_bws", 1.0),
            Beside("mdb-reader", MDB_READER % "results_bws"),
            Beside("Jackcess", JACKCESS_CSV % "results_bws"),
            Beside("access-parser, 1/10", ACCESS_PARSER % "tenth_bws", part=10),
            Beside("bmconv, half of them", CSV % "half_bws"),
        ), megabytes=150),
    Job("write", "{results:,} results, records to .bws",
        "{bmconv} to bws -q {results_jsonl} -o {new}", (
            Beside("Jackcess, from another .bws", JACKCESS_COPY % "results_bws"),
            Beside("mdb-export, reading them", MDB_EXPORT % "results_bws", 5.0),
        )),
    Job("upgrade", "{tenth_results:,} results, Access 97 to 2000",
        "{bmconv} bws upgrade {access97_bws} {new}", (
            Beside("Jackcess, tables and rows", JACKCESS_COPY % "access97_bws"),
            Beside("mdb-export, reading them", MDB_EXPORT % "access97_bws"),
        )),
    Job("text", "{lines:,} lines of BMRData, scored",
        PIPE % "lines_txt", (
            Beside("python, csv module", "{alternative} csv {lines_txt}", 8.0),
            Beside("bmconv, half of them", PIPE % "half_txt"),
        ), megabytes=3 * 60),
    inside("dto", "10,000 ResultDTOs, read and checked", "dto", "dto_json", CLIENT, 1 / 3),
    inside("dto-mixed", "the same, one property not in all", "dto", "mixed_json", CLIENT),
    inside("pbn", "1,000 boards of PBN, deals", "pbn", "deals_pbn", "endplay", 1 / 5),
    inside("pbn-result", "the same with results", "pbn", "result_pbn", "endplay", 1 / 5),
    inside("pbn-tricks", "the same with all tricks", "pbn", "tricks_pbn", "endplay", 1 / 5),
    inside("pbn-auction", "the same with auctions", "pbn", "auction_pbn", "endplay", 1 / 5),
    inside("lin", "the same with auctions, as LIN", "lin", "auction_pbn", "bmconv, as PBN", 2.0),
    inside("evaluate", "double dummy, {deals} deals", "solve", "few_pbn", "endplay, solver", 1.2),
    Job("rank", "ranking 100 tables of 30 boards",
        "{bmconv} rank {tables_jsonl}", (
            click(2.5),
            Beside("bmconv, half the tables", "{bmconv} rank {half_jsonl}"),
        )),
    Job("xlsx", "{cells:,} results, records to xlsx",
        "{bmconv} to xlsx -q --plain {cells_jsonl} -o {new}", (
            Beside("openpyxl, write-only", "{alternative} xlsx {cells_jsonl} {new}", 1.2),
        ), megabytes=150),
    Job("archive", "{files:,} club nights, .bws to Parquet",
        EXPORT % "archive", (
            Beside("mdb-export, in a loop", MDB_LOOP, 1 / 4),
            Beside("access-parser, pandas, 1/10",
                   "{alternative} parquet {tenth_archive} {new}", 1 / 30, part=10),
            Beside("bmconv, half of them", EXPORT % "half_archive"),
        ), full=True),
    Job("again", "the same once more, nothing new",
        EXPORT.replace("{new}", "{exported}") % "archive", (
            Beside("bmconv, the first time", EXPORT % "archive"),
        )),
    Job("poll", "poll, {season:,} results, nothing new",
        "{bmconv} bws poll {season_bws} --state {polled}", (click(1.7),)),
)  # fmt: skip

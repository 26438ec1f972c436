"""The jobs as data: commands of bmconv, the commands they are compared with, and their files.

A name in braces is a program, a size, or a file, which is made when it is first needed
(COMMANDS_OF_FILES); `{new}` is a path where no file exists.
"""

from __future__ import annotations

from typing import NamedTuple


class Beside(NamedTuple):
    """A command that bmconv is compared with."""

    name: str
    """The tool, and after a comma what it does."""
    command: str
    limit: float | None = None
    """How many times its time bmconv may take."""
    part: int = 1
    """The command does one of this number of equal parts of the work."""

    @property
    def tool(self) -> str:
        """The name of the tool without what it does."""
        return self.name.split(",")[0]


class Job(NamedTuple):
    """A task for bmconv and for the commands it is compared with."""

    name: str
    title: str
    command: str
    beside: tuple[Beside, ...]
    megabytes: int | None = None
    """How much memory bmconv may take."""
    inside: bool = False
    """The commands measure themselves, without their start (inside.py)."""
    start: str = ""
    """The same command with next to nothing to do; its time is subtracted from all others."""
    flat: bool = False
    """The memory of bmconv must not grow with its input, which is smaller in `beside`."""
    full: bool = False
    """The limits hold only for the sizes of --full: with less, the start counts too much."""

    def without_limits(self) -> Job:
        """The same job, measured without limits."""
        beside = tuple(other._replace(limit=None) for other in self.beside)
        return self._replace(beside=beside, megabytes=None)


SIZES = {
    "results": 200_000,
    "lines": 300_000,
    "cells": 20_000,
    "files": 100,
    "season": 40_000,
    "deals": 4,
    "stream": 20_000,
}
FULL_SIZES = SIZES | {
    "stream": 1_000_000,
    "lines": 1_000_000,
    "cells": 200_000,
    "files": 1_000,
    "deals": 40,
}

COMMANDS_OF_FILES = {
    "night_bws": "{data} club | {bmconv} to bws -q -o {out}",
    "evening_bws": "{data} evening 12 9 3 | {bmconv} to bws -q --evaluation -o {out}",
    "congress_bws": "{data} evening 40 15 2 | {bmconv} to bws -q --evaluation -o {out}",
    "members_jsonl": "{data} members 10000 > {out}",
    "results_jsonl": "{data} results {results} > {out}",
    "results_bws": "{bmconv} to bws -q {results_jsonl} -o {out}",
    "old_bws": "{bmconv} to bws -q --jet 3 {results_jsonl} -o {out}",
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
    "travellers_pbn": "{data} pbn 1000 travellers > {out}",
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

for _size, _count in {"one": 1, "some": 5_000, "many": 40_000}.items():
    COMMANDS_OF_FILES[f"{_size}_jsonl"] = f"{{data}} results {_count} > {{out}}"
    for _ending in ("bws", "txt", "json"):
        _to = {"bws": "bws", "txt": "bmrdata", "json": "dto --kind results"}[_ending]
        COMMANDS_OF_FILES[f"{_size}_{_ending}"] = (
            f"{{bmconv}} to {_to} -q {{{_size}_jsonl}} -o {{out}}"
        )
    _few = max(1, _count // 50)
    COMMANDS_OF_FILES |= {
        f"{_size}_pbn": f"{{data}} pbn {max(1, _count // 10)} auction > {{out}}",
        f"{_size}_deals": f"{{data}} pbn {max(1, _count // 1250)} deals > {{out}}",
        f"{_size}_wrapped": f"{{bmconv}} connector wrap {{{_size}_json}} -o {{out}}",
        f"{_size}_library": f"{{data}} library {_few} > {{out}}",
        f"{_size}_setup": f"{{data}} setup {_few} > {{out}}",
        f"{_size}_few_jsonl": f"{{data}} results {_few} > {{out}}",
        f"{_size}_few_bws": f"{{bmconv}} to bws -q {{{_size}_few_jsonl}} -o {{out}}",
        f"{_size}_led": f"{{bmconv}} set --all result.lead_card=SA {{{_size}_few_jsonl}} > {{out}}",
    }
"""One result, 5,000 and eight times as many, in several formats. Where the work for each is larger
(boards, movements, tables, results to change, deals to solve), there are fewer."""

for _size in ("stream", "tenth_stream"):
    COMMANDS_OF_FILES[f"{_size}_jsonl"] = f"{{data}} results {{{_size}}} > {{out}}"
    for _ending, _to in {
        "txt": "bmrdata",
        "bws": "bws",
        "csv": "csv",
        "parquet": "parquet",
    }.items():
        COMMANDS_OF_FILES[f"{_size}_{_ending}"] = (
            f"{{bmconv}} to {_to} -q {{{_size}_jsonl}} -o {{out}}"
        )

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
WATCH = (
    "bws watch {new} --interval 0.1 -q & until test -s {new}/BMRData.txt; do sleep 0.1; done; "
    "{bmconv} bws watch {new} --send stop; wait"
)
CSV = "{bmconv} convert -q {%s} -t csv --to-opt table=result"
PIPE = "{bmconv} from bmrdata {%s} | {bmconv} score | {bmconv} to bmrdata"
EXPORT = "{bmconv} export {%s} --to parquet --out {new} -q"
EXPORT_POSTGRES = (
    "schema=s$$; {bmconv} export {archive} --to sql --db {postgres} --schema $schema -q"
)
EXPORT_SQL = "{bmconv} export {%s} --to sql --db sqlite:///{new} -q"


def click(limit: float) -> Beside:
    """The least time that a command written with click takes to start."""
    return Beside("python, import click", '{python} -c "import click"', limit)


def inside(
    name: str, title: str, work: str, file: str, other: str, limit: float | None = None
) -> Job:
    """A job that inside.py measures without the start."""
    commands = [
        f"{{python}} -m benchmarks.inside {work} {who} {{{file}}}" for who in ("ours", "its")
    ]
    return Job(name, title, commands[0], (Beside(other, commands[1], limit),), inside=True)


def page(name: str, title: str, file: str) -> Job:
    """The page of a ranking, compared with the ranking alone."""
    rank = f"{{bmconv}} rank {{{file}}}"
    return Job(name, title, f"{rank} -o {{new}}.html", (Beside("bmconv, rank alone", rank, 3.0),))


def growth(words: str, *, first: str = "", flat: bool = False) -> Job:
    """A command compared with itself on an eighth of the input; @ in it stands for the size.

    `first` runs before the command.
    """
    name = " ".join(word for word in words.split(";")[0].split() if word[0].isalpha())
    line = f"{first}{{bmconv}} {words}"
    one, some, many = (line.replace("@", size) for size in ("one", "some", "many"))
    beside = (Beside("bmconv, an eighth", some, 10.0),)
    return Job(f"growth {name}", "", many, beside, start=one, flat=flat)


def stream(words: str, most: int | None = 100) -> Job:
    """A command compared with itself on a tenth of the results (of a million in --full); @ in it
    stands for the size."""
    own_words = (word for word in words.split() if word[0] != "{" and word not in ("-q", "-o"))
    beside = (Beside("bmconv, a tenth", f"{{bmconv}} {words.replace('@', 'tenth_stream')}"),)
    command = f"{{bmconv}} {words.replace('@', 'stream')}"
    return Job(f"stream {' '.join(own_words)}", "", command, beside, most, full=True)


JOBS = (
    Job("help", "bmconv --help", "{bmconv} --help", (click(1.3),)),
    Job("filter", "36 results, BMRData.txt to records",
        "{bmconv} from bmrdata formats/bmrdata/samples/BMRData.txt", (click(1.8),)),
    Job("night", "a club night, .bws to text",
        "{bmconv} convert -q {night_bws} -t bmrdata", (
            click(2.1),
            Beside("mdb-export", MDB_EXPORT % "night_bws"),
            Beside("mdb-reader", MDB_READER % "night_bws"),
            Beside("Jackcess", JACKCESS_CSV % "night_bws"),
            Beside("access-parser", ACCESS_PARSER % "night_bws"),
        )),
    Job("read", "{results:,} results, .bws to CSV",
        CSV % "results_bws", (
            Beside("mdb-export", MDB_EXPORT % "results_bws", 0.5),
            Beside("mdb-reader", MDB_READER % "results_bws"),
            Beside("Jackcess", JACKCESS_CSV % "results_bws"),
            Beside("access-parser, 1/10", ACCESS_PARSER % "tenth_bws", part=10),
            Beside("bmconv, half of them", CSV % "half_bws"),
        ), megabytes=120),
    Job("read-plain", "the same without derived columns",
        CSV % "results_bws" + " --to-opt plain=true",
        (Beside("mdb-export", MDB_EXPORT % "results_bws", 0.4),), megabytes=120),
    Job("read-97", "the same from Access 97",
        CSV % "old_bws", (Beside("mdb-export", MDB_EXPORT % "old_bws", 0.5),), megabytes=120),
    Job("parquet", "{results:,} results, .bws to Parquet",
        CSV.replace("csv", "parquet") % "results_bws",
        (Beside("mdb-export, to CSV", MDB_EXPORT % "results_bws", 0.5),), megabytes=120),
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
    inside("dto-mixed", "the same, one property not in all", "dto", "mixed_json", CLIENT, 1 / 2),
    inside("pbn", "1,000 boards of PBN, deals", "pbn", "deals_pbn", "endplay", 1 / 4),
    inside("pbn-result", "the same with results", "pbn", "result_pbn", "endplay", 1 / 4),
    inside("pbn-tricks", "the same with all tricks", "pbn", "tricks_pbn", "endplay", 1 / 4),
    inside("pbn-auction", "the same with auctions", "pbn", "auction_pbn", "endplay", 1 / 4),
    inside("lin", "the same with auctions, as LIN", "lin", "auction_pbn", "bmconv, as PBN", 2.0),
    inside("usebio", "the same with 10 results each, as USEBIO", "usebio", "travellers_pbn",
           "bmconv, as PBN", 2.0),
    inside("evaluate", "double dummy, {deals} deals", "solve", "few_pbn", "endplay, solver", 1.2),
    Job("rank", "ranking 100 tables of 30 boards",
        "{bmconv} rank {tables_jsonl}", (
            click(2.3),
            Beside("bmconv, half the tables", "{bmconv} rank {half_jsonl}"),
        )),
    page("page", "a page of 12 tables and 27 boards with hands", "evening_bws"),
    page("page-large", "a page of 40 tables and 30 boards with hands", "congress_bws"),
    Job("xlsx", "{cells:,} results, records to xlsx",
        "{bmconv} to xlsx -q --sheets records {cells_jsonl} -o {new}", (
            Beside("openpyxl, write-only", "{alternative} xlsx {cells_jsonl} {new}", 1.1),
        ), megabytes=150),
    Job("archive", "{files:,} club nights, .bws to Parquet",
        EXPORT % "archive", (
            Beside("mdb-export, in a loop", MDB_LOOP, 0.4),
            Beside("access-parser, pandas, 1/10",
                   "{alternative} parquet {tenth_archive} {new}", 1 / 30, part=10),
            Beside("bmconv, half of them", EXPORT % "half_archive"),
        ), full=True),
    Job("archive-sqlite", "the same to SQLite",
        EXPORT_SQL % "archive", (
            Beside("mdb-export, in a loop", MDB_LOOP, 0.6),
            Beside("bmconv, to Parquet", EXPORT % "archive"),
            Beside("bmconv, half of them", EXPORT_SQL % "half_archive"),
        ), full=True),
    Job("archive-pg", "the same to PostgreSQL, without the server",
        EXPORT_POSTGRES, (Beside("mdb-export, in a loop", MDB_LOOP, 0.6),), full=True),
    Job("archive-memory", "the same to SQLite, memory",
        EXPORT_SQL % "archive",
        (Beside("bmconv, half of them", EXPORT_SQL % "half_archive"),), flat=True, full=True),
    inside("archive-ranking", "the ranking rows of a club night", "ranking", "night_bws",
           "bmconv, its other rows"),
    Job("again", "the same once more, nothing new",
        EXPORT.replace("{new}", "{exported}") % "archive", (
            Beside("bmconv, the first time", EXPORT % "archive"),
        )),
    Job("anonymise", "anonymise a list of 10,000 members",
        "{bmconv} anonymise {members_jsonl} -q -o {new}", (click(12),)),
    Job("poll", "poll, {season:,} results, nothing new",
        "{bmconv} bws poll {season_bws} --state {polled}", (click(1.7),)),
)  # fmt: skip

GROWTH = (
    growth("from bmrdata {@_txt}", flat=True),
    growth("from bws {@_bws}", flat=True),
    growth("from dto {@_json}"),
    growth("from pbn {@_pbn}"),
    growth("to csv {@_jsonl}"),
    growth("to parquet {@_jsonl}"),
    growth("to bmrdata {@_jsonl}", flat=True),
    growth("to bws {@_jsonl} -o {new}"),
    growth("to dto {@_jsonl}"),
    growth("to xlsx --sheets records {@_jsonl} -o {new}"),
    growth("select --type result {@_jsonl}", flat=True),
    growth("score {@_jsonl}", flat=True),
    growth("set --all result.erased=true {@_jsonl}"),
    growth("anonymise {@_jsonl}"),
    growth("info {@_jsonl}"),
    growth("show {@_jsonl}"),
    growth("check {@_jsonl}"),
    growth("missing {@_jsonl}; test $? -le 1"),
    growth("rank {@_jsonl}"),
    growth("diff {@_jsonl} {@_bws}; test $? -le 1"),
    growth("join {@_jsonl}"),
    growth("bws dump {@_bws} ReceivedData", flat=True),
    growth("bws upgrade --jet 3 {@_bws} {new}"),
    growth("bws poll {@_bws} --state {new}"),
    growth("connector validate {@_json}"),
    growth("connector wrap {@_json}"),
    growth("connector unwrap {@_wrapped}"),
    growth("export {@_bws} --to parquet --out {new} -q"),
    growth("evaluate {@_deals}"),
    growth("bws simulate {@_setup} --records --speed 0"),
    growth("bws apply {@_few_bws} {@_led} --copy {new} -q"),
    growth(WATCH, first="mkdir {new}; cp {@_bws} {new}/BMInput.bws; "),
    growth("movement list {@_library}"),
    growth("movement check {@_library}"),
    growth("movement cards {@_setup}"),
)
"""Every command whose work depends on the size of its input; `movement make`, `recommend`, `show`
and `apply` have at most 999 tables. `to csv` and `to parquet` keep up to 16,384 records in memory,
which is more than the smaller input; other commands without `flat` need the whole event."""

STREAMS = (
    stream("from bmrdata {@_txt}"),
    stream("from bws {@_bws}"),
    stream("from csv {@_csv}"),
    stream("from parquet {@_parquet}", 200),
    stream("to records {@_jsonl}"),
    stream("to csv -q {@_jsonl}"),
    stream("to parquet -q {@_jsonl}", 200),
    stream("to arrow -q {@_jsonl}", 200),
    stream("to bmrdata -q {@_jsonl}"),
    stream("convert -q -t csv {@_bws}"),
    stream("convert -q -t parquet {@_csv}", 200),
    stream("select --type result {@_jsonl}"),
    stream("select --board 1 {@_jsonl}"),
    stream("score {@_jsonl}"),
    stream("evaluate -q {@_jsonl}"),
    stream("set session.name=Thursday {@_jsonl}"),
    stream("set result[id=1].result=+1 {@_jsonl}"),
    stream("anonymise -q {@_jsonl}"),
    stream("select --standing {@_jsonl}", None),
    stream("set -q --all result.processed=true {@_jsonl}", None),
    stream("join -q {@_jsonl}", None),
    stream("to csv -q --wide {@_jsonl}", None),
    stream("to parquet -q --wide {@_jsonl}", None),
    stream("to bws -q {@_jsonl} -o {new}", None),
    stream("to dto -q --kind results {@_jsonl}", None),
)
"""Commands that read or write streams of any length, with the memory that they may take: 100 MB, or
200 MB with Parquet and Arrow, whose library takes half of that and keeps 65,536 rows in memory.

The memory of those without a limit grows with the stream. `select --standing` keeps the place of
every result; `set` without a name in brackets changes all results, and prints the changes before it
writes; `join` and `--wide` need the whole event; a database is built in memory; a document of the
Data Connector is one JSON value. Formats for people need the whole event, too."""
JOBS = (*JOBS, *GROWTH, *STREAMS)

"""What the table formats share: a record type's columns, and those that stand beside its fields.

Beside the fields of a result stand columns that are worked out from it (level, strain, ...), and in
front of all fields, where asked for, the event and the file they come from. A reader knows both by
name and passes them over.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from bmconv.bridge.contracts import parse_contract
from bmconv.bridge.outcomes import Kind, Scorer, entered
from bmconv.codecs import Option, Options
from bmconv.errors import BadInput, UsageError
from bmconv.records import TYPES, Hand, Record, type_name
from bmconv.source import Source, Target

TABLES = tuple(kind for kind in TYPES if kind != "error")
RESULTS = ("result", "intermediate")
BATCH = 16_384
"""Records that are turned into columns at once."""


class Column(NamedTuple):
    """A column beside the fields of a record."""

    name: str
    kind: str
    """int or text."""
    description: str


ORIGIN = (
    Column("event_id", "text", "the event: GUID of its session, else the path of its file"),
    Column("source_file", "text", "the file it comes from"),
)
DERIVED = (
    Column("level", "int", "of the contract, 1 to 7"),
    Column("strain", "text", "of the contract: C, D, H, S or NT"),
    Column("doubled", "int", "0 undoubled, 1 doubled, 2 redoubled"),
    Column("tricks", "int", "that declarer took, 0 to 13"),
    Column("score_ns", "int", "from N-S's side: `score`, else worked out from the contract"),
)
BESIDE = frozenset(column.name for column in (*ORIGIN, *DERIVED))

TABLE = Option(
    "table", "which record type (reading: default by the header)", "", TABLES, True, True
)
FOLDER = Option("dir", "write all types, a file each, into this folder", "", writes=True)
PLAIN = Option(
    "plain", "fields only: no level, strain, doubled, tricks, score_ns", False, writes=True
)
EVENT = Option("event", "add a column event_id that says this", "", writes=True)
SOURCE = Option("source", "add a column source_file that says this", "", writes=True)
OPTIONS = (TABLE, FOLDER, PLAIN, EVENT, SOURCE)


def derived_columns(kind: str, options: Options) -> tuple[Column, ...]:
    """The columns that are worked out for a record type."""
    return DERIVED if kind in RESULTS and not options["plain"] else ()


def origins(options: Options) -> dict[str, str]:
    """The columns in front of the fields, each with what it says in every row."""
    said = (options["event"], options["source"])
    return {column.name: text for column, text in zip(ORIGIN, said, strict=True) if text}


class Deriver:
    """Works out the columns beside a result, with the vulnerability of hands that came before."""

    def __init__(self) -> None:
        self.scorer = Scorer()

    def learn(self, record: Record) -> None:
        """Remember who is vulnerable."""
        if isinstance(record, Hand):
            self.scorer.learn(record)

    def values(self, result: Any) -> tuple[int | str | None, ...]:
        """The values of DERIVED."""
        what = entered(result)
        contract = what.contract
        if what.kind is Kind.UNKNOWN:
            contract = parse_contract(result.contract or "")
        score = result.score if result.score is not None else self.scorer.score(result)
        if contract is None:
            return (None, None, None, None, score)
        taken = contract.level + 6 + what.tricks if what.kind is Kind.PLAYED else None
        return (*contract, taken, score)


def chosen(options: Options, format: str) -> str:
    """The record type to write; "" for all of them into a folder."""
    if options["table"] and options["dir"]:
        raise UsageError("--table writes one type and --dir all: say one of them")
    if not options["table"] and not options["dir"]:
        listed = ", ".join(TABLES)
        raise UsageError(
            f"{format} holds one record type: say which with --table ({listed}), "
            "or name a folder for all with --dir"
        )
    return str(options["table"])


def target(format: str, options: Options) -> Target | None:
    """What is needed: records of one type, and hands where results are scored."""
    kind = options["table"]
    if not kind:
        return None
    scored = bool(derived_columns(kind, options))
    return Target(format, frozenset((kind, "hand") if scored else (kind,)), asked=True)


def batches(
    records: Iterable[Record], kind: str, deriver: Deriver
) -> Iterator[tuple[str, list[Any]]]:
    """Records by type, of one type or of all, some thousands at a time."""
    waiting: dict[str, list[Any]] = {}
    for record in records:
        deriver.learn(record)
        name = type_name(record)
        if kind and name != kind:
            continue  # --table says that the others are not wanted
        rows = waiting.setdefault(name, [])
        rows.append(record)
        if len(rows) == BATCH:
            yield name, rows
            waiting[name] = []
    for name in TABLES:
        if waiting.get(name):
            yield name, waiting[name]


def folder_path(options: Options, kind: str, ending: str) -> str:
    """The file of a record type in the folder, which is made if it is not there."""
    os.makedirs(options["dir"], exist_ok=True)
    return os.path.join(options["dir"], kind + ending)


def folder_files(path: str, ending: str) -> list[tuple[str, str]]:
    """The files of a folder that are named after record types, in the order of these."""
    files = ((kind, os.path.join(path, kind + ending)) for kind in TABLES)
    return [(kind, file) for kind, file in files if os.path.isfile(file)]


def from_folder(
    source: Source, ending: str, read: Callable[[Source, str], Iterator[Record]]
) -> Iterator[Record] | None:
    """The records of a folder that `--dir` wrote; None for a source that is no folder."""
    if source.path is None or not os.path.isdir(source.path):
        return None

    def files() -> Iterator[Record]:
        found = folder_files(source.path or "", ending)
        if not found:
            raise BadInput(source.name, "no table in this folder", f"files as result{ending}")
        for kind, path in found:
            with open(path, "rb") as file:
                yield from read(Source(file, path, path), kind)

    return files()


def types_with(header: Iterable[str]) -> list[str]:
    """The record types that have all these fields; those that need fewest others come first."""
    names = set(header) - BESIDE
    fits = [k for k in TABLES if names and names <= set(TYPES[k].__struct_encode_fields__)]
    return sorted(fits, key=lambda kind: len(TYPES[kind].__struct_encode_fields__))


def type_with(header: Iterable[str], place: str) -> str:
    """The record type that a header belongs to."""
    header = set(header)
    fits = types_with(header)
    whole = [k for k in fits if set(TYPES[k].__struct_encode_fields__) == header - BESIDE]
    if "result" in whole:
        return "result"  # an intermediate record has the same fields; --table says so
    if len(whole or fits) != 1:
        what = f"the header fits {' and '.join(fits)}" if fits else "the header fits no record type"
        raise BadInput(place, what, "--table TYPE to say which")
    return (whole or fits)[0]

"""What pandas, Polars and DuckDB make of our tables comes back as the records that it was."""

import io
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyarrow as pa
import pytest

import bmconv
from bmconv.errors import BadInput, UsageError
from bmconv.event import Event
from bmconv.records import Record, Result, type_name
from tests.helpers import club
from tests.helpers.filled_records import filled_records
from tests.helpers.running import judge

ENDINGS = (".parquet", ".csv", ".jsonl")


def through_pandas(source: Path, target: Path) -> None:
    pd = judge("pandas")
    read = {".parquet": pd.read_parquet, ".csv": pd.read_csv}.get(source.suffix)
    frame = read(source) if read else pd.read_json(source, lines=True)
    if target.suffix == ".parquet":
        frame.to_parquet(target)
    elif target.suffix == ".csv":
        frame.to_csv(target)  # with its index, as happens
    else:
        frame.to_json(target, orient="records", lines=True)


def through_polars(source: Path, target: Path) -> None:
    pl = judge("polars")
    read = {".parquet": pl.read_parquet, ".csv": pl.read_csv, ".jsonl": pl.read_ndjson}
    options = {"infer_schema_length": None} if source.suffix == ".jsonl" else {}
    frame = read[source.suffix](source, **options)
    write = {".parquet": frame.write_parquet, ".csv": frame.write_csv, ".jsonl": frame.write_ndjson}
    write[target.suffix](target)


def through_duckdb(source: Path, target: Path) -> None:
    duckdb = judge("duckdb")
    read = {".parquet": "parquet", ".csv": "csv", ".jsonl": "json"}[source.suffix]
    options = ", sample_size=-1" if source.suffix == ".jsonl" else ""
    form = {".parquet": "parquet", ".csv": "csv, header", ".jsonl": "json"}[target.suffix]
    duckdb.sql(f"COPY (FROM read_{read}('{source}'{options})) TO '{target}' (FORMAT {form})")


LIBRARIES = {"pandas": through_pandas, "polars": through_polars, "duckdb": through_duckdb}
Through = Callable[[Path, Path], None]


@pytest.fixture(scope="module")
def night() -> list[Record]:
    return list(Event(club.records()))


@pytest.fixture(params=LIBRARIES)
def through(request: pytest.FixtureRequest) -> Through:
    return LIBRARIES[request.param]


def tables(records: list[Record]) -> Iterator[tuple[str, list[Record]]]:
    """The records by type."""
    for kind in dict.fromkeys(map(type_name, records)):
        yield kind, [record for record in records if type_name(record) == kind]


@pytest.mark.parametrize("target", ENDINGS)
@pytest.mark.parametrize("source", ENDINGS)
def test_a_table_comes_back_as_the_same_records(source, target, through, night, tmp_path):
    for kind, records in tables(night):
        if (kind, source, target) == ("settings", ".jsonl", ".csv"):
            continue  # a map in a cell of CSV is not JSON then, if it is written at all
        ours, theirs = tmp_path / f"{kind}{source}", tmp_path / f"{kind}-back{target}"
        bmconv.write(Event(records), ours)
        through(ours, theirs)
        back = bmconv.read(theirs)
        assert (kind, list(back), back.notes) == (kind, records, [])


@pytest.mark.parametrize("target", [".parquet", ".jsonl"])
def test_a_stream_of_all_types_comes_back_as_the_same_records(target, through, night, tmp_path):
    ours, theirs = tmp_path / "night.jsonl", tmp_path / f"back{target}"
    bmconv.write(Event(night), ours)
    through(ours, theirs)
    assert list(bmconv.read(theirs)) == night


def test_every_field_of_every_type_comes_back_from_parquet(through, tmp_path):
    for kind, records in tables(filled_records()):
        bmconv.write(Event(records), tmp_path / "ours.parquet")
        through(tmp_path / "ours.parquet", tmp_path / "theirs.parquet")
        back = bmconv.read(tmp_path / "theirs.parquet", table=kind)
        assert list(back) == records


def as_pandas(table: pa.Table) -> Any:
    judge("pandas")
    return table.to_pandas()


def as_duckdb(table: pa.Table) -> Any:
    return judge("duckdb").from_arrow(table)


@pytest.mark.parametrize(
    "convert",
    [as_pandas, as_duckdb, lambda table: judge("polars").from_arrow(table), lambda table: table],
    ids=["pandas", "duckdb", "polars", "pyarrow"],
)
def test_a_table_in_memory_is_read(convert, night):
    for kind, records in tables(night):
        back = bmconv.read(convert(Event(records).to_arrow(kind)), table=kind)
        assert (kind, list(back), back.notes) == (kind, records, [])


def test_every_function_takes_a_table(night):
    results = Event(night).to_arrow("result")
    chosen = bmconv.select(results, boards=3, types=["result"])
    assert {record.board for record in chosen.of(Result)} == {3}
    assert bmconv.rank(results).rankings()


def test_an_object_that_is_no_table_of_records_is_refused():
    with pytest.raises(BadInput, match="column 'colour' is not a field"):
        bmconv.read(
            pa.table({"board": [1], "contract": ["4 S"], "colour": ["red"]}), table="result"
        )
    with pytest.raises(UsageError, match="a file open for reading or a table"):
        bmconv.read(object())  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (b'{"type":"result","board":1.0,"erased":1.0,"letter":null}', {"board": 1, "erased": True}),
        (b'{"type":"result","board":2,"erased":null,"score":420.0}', {"board": 2, "score": 420}),
        (b'{"type":"result","board":3,"level":4,"strain":"S"}', {"board": 3}),
        (b'{"type":"result","board":4,"extra":{"a":null,"b":1}}', {"board": 4, "extra": {"b": 1}}),
    ],
)
def test_a_line_of_json_as_pandas_writes_it_is_read(line, expected):
    if b"extra" in line:
        line = line.replace(b"}}", b'},"erased":null}')  # else it is one of ours
    assert list(bmconv.read(io.BytesIO(line + b"\n"))) == [Result(**expected)]


@pytest.mark.parametrize(
    "line",
    [b'{"type":"result","board":1.5}', b'{"type":"result","colour":"red"}', b'{"colour":"red"}'],
)
def test_a_value_that_does_not_fit_is_still_refused(line):
    with pytest.raises(BadInput):
        bmconv.read(io.BytesIO(line + b"\n"), "records")

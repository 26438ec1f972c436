"""Any table gives the same by rows and by columns: values, notes, damage and exit code."""

import io
import random
from datetime import datetime
from pathlib import Path

import pyarrow as pa
import pyarrow.ipc
import pyarrow.parquet as pq
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from bmconv import jet
from bmconv.bws.layout import TABLES, BwsColumn
from bmconv.codecs import fill_options, load
from bmconv.columns.batches import from_records, to_records
from bmconv.io.sink import OutputBuffer
from bmconv.notes import Notes
from bmconv.records import TYPES
from tests.codecs.tables.test_bulk import MOMENTS, RANGES, TEXTS
from tests.helpers import strategies as some
from tests.helpers.running import quick
from tests.tools import fuzz_jet as fuzz

QUICK = (Phase.explicit, Phase.reuse, Phase.generate)
FORMATS = ("csv", "parquet", "arrow")
KINDS = [layout.kind for layout in TABLES.values()]
OTHER_TYPES = ("text", "memo", "double", "single", "currency", "date", "boolean", *RANGES)
"""Types that a program may have given a column other than the guide's."""
VALUES = {
    "boolean": st.booleans(),
    "date": MOMENTS,
    "double": st.floats(-1e6, 1e6) | st.integers(-9, 99).map(float),
    "single": st.integers(-9, 99).map(float),
    "currency": st.integers(-9, 99),
    "memo": TEXTS,
} | {kind: st.integers(0, 40) | st.integers(*limits) for kind, limits in RANGES.items()}
SIDES = st.sampled_from(["N", "S", "e", " w", "NS", "north", "0", "X", ""])


def spec_of(column: BwsColumn, type: str) -> jet.ColumnSpec:
    return jet.ColumnSpec(column.name, type, (column.size or 50) if type == "text" else 0)


def cells(column: jet.ColumnSpec) -> st.SearchStrategy[object]:
    """The values of a column; a flag is never null."""
    if column.type == "boolean":
        return VALUES["boolean"]
    if column.type != "text":
        return st.none() | VALUES[column.type]
    fitting = TEXTS.filter(lambda text: len(text.encode("utf-16-le")) <= 2 * column.size)
    if column.name == "Direction":
        fitting |= SIDES.filter(lambda text: len(text) <= column.size)
    return st.none() | fitting


@st.composite
def tables(draw: st.DrawFn, name: str) -> jet.TableSpec:
    """A table as any program may have it: columns missing, in another order, of another type, or
    of its own; and some rows, perhaps repeated."""
    columns = [column for column in TABLES[name].columns if draw(st.integers(0, 9))]
    columns = columns or list(TABLES[name].columns[:1])
    if draw(st.integers(0, 3)) == 0:
        columns = draw(st.permutations(columns))
    specs = []
    for column in columns:
        odd = draw(st.integers(0, 30)) == 0
        specs.append(spec_of(column, draw(st.sampled_from(OTHER_TYPES)) if odd else column.type))
    if draw(st.integers(0, 9)) == 0:
        specs.append(jet.ColumnSpec("custom_Mark", draw(st.sampled_from(OTHER_TYPES)), 0))
        specs[-1] = specs[-1]._replace(size=20 if specs[-1].type == "text" else 0)
    rows = draw(st.lists(st.tuples(*map(cells, specs)), max_size=8))
    empty = tuple(False if spec.type == "boolean" else None for spec in specs)
    rows += [empty] * draw(st.sampled_from([0, 0, 1, 3]))
    return jet.TableSpec(name, specs, rows * draw(st.sampled_from([1, 1, 20, 200])))


@st.composite
def databases(draw: st.DrawFn) -> bytes:
    """A database of some of the tables, perhaps damaged."""
    names = draw(st.lists(st.sampled_from([*TABLES]), min_size=1, max_size=4, unique=True))
    made = io.BytesIO()
    jet.write([draw(tables(name)) for name in names], made, version=draw(st.sampled_from([3, 4])))
    if draw(st.integers(0, 2)):
        return made.getvalue()
    return fuzz.damage(made.getvalue(), random.Random(draw(st.integers(0, 1 << 32))))


def contents(data: bytes, format: str) -> object:
    """A file as it is compared: its bytes, or its table."""
    if not data or format == "csv":
        return data
    if format == "parquet":
        return pq.read_table(io.BytesIO(data))
    return pa.ipc.open_file(data).read_all()


def converted(path: Path, format: str, kind: str, bulk: int) -> tuple[object, ...]:
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setattr("bmconv.bws.codec.BULK", bulk)
        monkeypatch.setattr("bmconv.codecs.tables.csv.BULK", bulk)
        asked = ["--to-opt", f"table={kind}"] if kind else []
        done = quick("convert", path, "-t", format, *asked)
    return done.code, contents(done.out, format), sorted(done.err.splitlines())


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("rows") / "any.bws"


@settings(max_examples=150, phases=QUICK)
@given(databases(), st.sampled_from(FORMATS), st.sampled_from(["", "result", *KINDS]))
def test_a_database_is_the_same_by_rows_and_by_columns(place, data, format, kind):
    place.write_bytes(data)
    assert converted(place, format, kind, 1) == converted(place, format, kind, 1 << 40)


@settings(max_examples=60, phases=QUICK)
@given(st.data(), st.sampled_from(KINDS), st.sampled_from(FORMATS), st.integers(0, 1 << 32))
def test_a_csv_file_is_the_same_by_rows_and_by_columns(place, data, kind, format, seed):
    """Also one with lines that are not as they should be."""
    records = data.draw(st.lists(some.records(kind), max_size=4))
    lines = written_from_records(records, kind, "csv").splitlines(keepends=True)
    dice = random.Random(seed)
    for _ in range(dice.choice((0, 0, 1, 2))):
        at = dice.randrange(len(lines))
        lines[at] = lines[at].replace(*dice.choice(((b",", b""), (b"1", b"x"), (b"\n", b",,,\n"))))
    path = place.with_suffix(".csv")
    path.write_bytes(b"".join(lines))
    assert converted(path, format, kind, 1) == converted(path, format, kind, 1 << 40)


def options(kind: str, format: str, **more: object) -> dict[str, object]:
    return fill_options(load(format).info, {"table": kind, **more}, reading=False)


def written_from_records(records, kind: str, format: str, **more: object) -> bytes:
    sink = OutputBuffer()
    load(format).encode(iter(records), sink, options(kind, format, **more), Notes())
    return sink.read().read()


@pytest.mark.parametrize("format", FORMATS)
@pytest.mark.parametrize("kind", KINDS)
def test_a_writer_writes_the_same_bytes_from_columns_as_from_records(kind, format):
    @settings(max_examples=25, phases=QUICK)
    @given(st.lists(some.records(kind), min_size=1, max_size=4), st.booleans(), st.integers(1, 300))
    def holds(records, plain, times):
        records = records * times
        more: dict[str, object] = {"plain": plain, "event_id": "a,b"}
        sink = OutputBuffer()
        batch = from_records(kind, records)
        encode_columns = load(format).encode_columns
        encode_columns(kind, iter([batch]), sink, options(kind, format, **more), Notes())
        assert sink.read().read() == written_from_records(records, kind, format, **more)

    holds()


@pytest.mark.parametrize("kind", KINDS)
def test_records_become_columns_and_columns_the_same_records(kind):
    @settings(max_examples=40, phases=QUICK)
    @given(st.lists(some.records(kind), max_size=5))
    def holds(records):
        assert list(to_records(kind, from_records(kind, records))) == records

    holds()


def test_a_time_before_the_first_day_of_access_is_the_same_by_columns(place):
    rows = [(1, datetime(1899, 12, 29, 6)), (2, datetime(100, 1, 1, 23, 59, 59, 999999))]
    columns = [jet.ColumnSpec("ID", "long"), jet.ColumnSpec("TimeLog", "date")]
    with place.open("wb") as file:
        jet.write([jet.TableSpec("ReceivedData", columns, rows)], file)
    assert converted(place, "csv", "result", 1) == converted(place, "csv", "result", 1 << 40)


@pytest.mark.parametrize("bulk", [1, 1 << 40])
def test_a_note_names_the_place_as_the_file_has_it(place, bulk):
    """The direction is respelled too; whether before or after the note makes no difference."""
    columns = [jet.ColumnSpec(name, "integer") for name in ("Section", "Table")]
    columns += [jet.ColumnSpec("Direction", "text", 2), jet.ColumnSpec("Bid", "text", 10)]
    with place.open("wb") as file:
        jet.write([jet.TableSpec("BiddingData", columns, [(1, 3, "w", "8NT")])], file)
    _, _, notes = converted(place, "csv", "bid", bulk)
    assert notes == [
        "bmconv: repair odd-bid: 1 bid kept as written: not understood (bid A3 w: '8NT')"
    ]


@settings(max_examples=80, phases=QUICK)
@given(st.sampled_from(FORMATS), st.sampled_from(FORMATS), st.integers(0, 1 << 32))
def test_a_damaged_table_is_converted_or_refused(place, format, target, seed):
    dice = random.Random(seed)
    kind = dice.choice(["result", "seat", "player"])
    records = [TYPES[kind](section=1) if kind != "player" else TYPES[kind](name="A")] * 50
    data = bytearray(written_from_records(records, kind, format))
    for _ in range(dice.choice((1, 2, 5))):
        data[dice.randrange(len(data))] = dice.choice((0, 1, 127, 255, dice.randrange(256)))
    path = place.with_suffix(f".{format}")
    path.write_bytes(data)
    assert converted(path, target, kind, 1)[0] in (0, 1, 3)

"""Large files, read by column, give the same as small ones, read by row."""

import io
import random
from datetime import datetime, timedelta
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from bmconv import jet
from bmconv.exporting.bws_tables import read_database, read_together
from bmconv.io.source import open_source
from bmconv.jet.edit.editor import Editor
from bmconv.notes import Note, Notes
from tests.helpers import jet_tables
from tests.helpers.running import SHARED, quick
from tests.tools import fuzz_jet as fuzz

QUICK = (Phase.explicit, Phase.reuse, Phase.generate)
ROW_BY_ROW, BY_COLUMN = 1 << 40, 1
DAY = datetime(2026, 1, 19)
RESULTS = ["--to-opt", "table=result"]
WAYS = [
    ["-t", "csv"],
    ["-t", "csv", *RESULTS],
    ["-t", "csv", *RESULTS, "--to-opt", "plain=true", "--to-opt", "event_id=a,b"],
    ["-t", "csv", *RESULTS, "--to-opt", "dialect=excel", "--to-opt", "source_file=a.bws"],
    ["-t", "csv", *RESULTS, "--to-opt", "encoding=cp1252"],
    ["-t", "csv", "--to-opt", "table=intermediate"],
    ["-t", "parquet", *RESULTS],
    ["-t", "arrow"],
]


def written(path: Path, words: list[str], monkeypatch, limit: int) -> tuple[object, ...]:
    """The output of a conversion, and its notes."""
    monkeypatch.setattr("bmconv.bws.codec.BULK", limit)
    done = quick("convert", path, *words)
    contents = done.out
    if "parquet" in words and done.out:
        contents = pq.read_table(io.BytesIO(done.out))
    if "arrow" in words and done.out:
        contents = pa.ipc.open_file(done.out).read_all()
    return done.code, contents, set(done.err.splitlines())


def assert_the_same(path: Path, monkeypatch, ways: list[list[str]] = WAYS) -> None:
    for words in ways:
        code, rows, notes = written(path, words, monkeypatch, ROW_BY_ROW)
        as_columns = written(path, words, monkeypatch, BY_COLUMN)
        assert (as_columns[0], as_columns[2] ^ notes) == (code, set()), words
        assert as_columns[1] == rows, words


TEXTS = st.one_of(
    st.sampled_from(
        ["", " ", "4 S", "3NT x", "7 C xx", "PASS", "pass", "5♠", "=", "+1", "-2", "- 12", "+99",
         "N", "w", "NS", "EW", "Q", "SA", "H10", "D T", "Not played", "Arbitral score", "60%-40%",
         "Wrong direction", "np", "a,b", 'say "x"', "two\nlines", "cr\rhere", "=1+1", "@x", "'",
         "é", "Ж", "漢字 🂡", "zero\0byte", "\ufeffmark", "longer than eight", "é" * 12, "x" * 255]
    ),
    st.text(st.characters(exclude_categories=["Cs"]), max_size=12),
)  # fmt: skip
MOMENTS = st.one_of(
    st.integers(0, 900).map(lambda days: DAY + timedelta(days=days)),
    st.integers(0, 86399).map(lambda clock: datetime(1899, 12, 30) + timedelta(seconds=clock)),
    st.datetimes(datetime(1, 1, 1), datetime(9999, 12, 31)),
)
RANGES = {"byte": (0, 255), "integer": (-(1 << 15), (1 << 15) - 1), "long": (-(1 << 31), 2**31 - 1)}


def cells(column: jet.ColumnSpec) -> st.SearchStrategy[object]:
    """The values of a column, those of most files first."""
    if column.type == "boolean":
        return st.sampled_from([False, False, True])
    if column.type == "text":
        fitting = TEXTS.filter(lambda text: len(text.encode("utf-16-le")) <= 2 * column.size)
        return st.none() | fitting
    if column.type == "date":
        return st.none() | MOMENTS
    return st.none() | st.integers(0, 40) | st.integers(*RANGES[column.type])


@st.composite
def tables(draw: st.DrawFn) -> tuple[list[jet.ColumnSpec], list[tuple[object, ...]], int]:
    """Columns as any program may have them, a few rows, and how often these are repeated."""
    columns = [column for column in jet_tables.RECEIVED if draw(st.integers(0, 9))]
    columns = columns or jet_tables.RECEIVED[:1]
    if draw(st.booleans()):
        columns = draw(st.permutations(columns))
        kinds = st.sampled_from(list(RANGES))
        columns = [
            column._replace(type=draw(kinds), autonumber=False) if column.type in RANGES else column
            for column in columns
        ]
    rows = draw(st.lists(st.tuples(*map(cells, columns)), max_size=12))
    return columns, rows, draw(st.sampled_from([1, 1, 20, 150]))


def write(path: Path, version: int, table, sections: bool = True) -> None:
    """A database of such results, and the same as intermediate ones."""
    columns, rows, times = table
    made_of = [
        jet.TableSpec(name, columns, rows * times) for name in ("ReceivedData", "IntermediateData")
    ]
    rows = [(1,), (2,)] if sections else []
    made_of.append(jet.TableSpec("Section", [jet.ColumnSpec("ID", "integer")], rows))
    with path.open("wb") as file:
        jet.write(made_of, file, version=version)


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("bulk") / "any.bws"


@settings(max_examples=30, phases=QUICK)
@given(st.sampled_from([3, 4]), tables(), st.booleans(), st.sampled_from(WAYS))
def test_any_table_of_results_is_the_same_by_columns(place, version, table, sections, words):
    write(place, version, table, sections)
    with pytest.MonkeyPatch.context() as monkeypatch:
        assert_the_same(place, monkeypatch, [words])


@settings(max_examples=30, phases=QUICK)
@given(st.sampled_from([3, 4]), tables(), st.integers(0, 1 << 32), st.sampled_from(WAYS))
def test_a_damaged_table_is_the_same_by_columns(place, version, table, seed, words):
    write(place, version, table)
    place.write_bytes(fuzz.damage(place.read_bytes(), random.Random(seed)))
    with pytest.MonkeyPatch.context() as monkeypatch:
        assert_the_same(place, monkeypatch, [words])


@settings(max_examples=30, phases=QUICK)
@given(st.sampled_from([3, 4]), tables(), st.integers(0, 12), st.booleans())
def test_databases_read_together_are_the_same_as_each_by_itself(
    place, version, table, cut, damaged
):
    columns, rows, times = table
    paths = []
    for number, part in enumerate((rows[:cut], rows[cut:], rows)):
        paths.append(str(place.with_name(f"{number}.bws")))
        write(Path(paths[-1]), version, (columns, part, times))
    if damaged:
        Path(paths[0]).write_bytes(fuzz.damage(Path(paths[0]).read_bytes(), random.Random(cut)))
    for path, (contents, told) in read_together(paths).items():
        alone: list[Note] = []
        with open_source(path) as source:
            assert read_database(source, Notes(alone.append)) == contents
        assert told == alone


@pytest.mark.parametrize("version", [3, 4])
def test_moved_and_deleted_rows_are_the_same_by_columns(tmp_path, monkeypatch, version):
    path = tmp_path / "edited.bws"
    with path.open("wb") as file:
        jet.write([jet_tables.received(3000)], file, version=version)
    with Editor(path) as editor:
        table = editor.table("ReceivedData")
        pointers = [pointer for pointer, _ in table.rows()]
        for pointer in pointers[100:200:9]:
            table.update(pointer, {"Remarks": "moved " * 40})
        for pointer in pointers[2000:2100:7]:
            table.delete(pointer)
    assert_the_same(path, monkeypatch)
    out = written(path, WAYS[0], monkeypatch, BY_COLUMN)[1]
    assert (out.count(b"\n"), out.count(b",moved moved")) == (1 + 3000 - 15, 12)


@pytest.mark.parametrize("name", ["club.bws", "odd.bws"])
def test_a_file_of_another_engine_is_the_same_by_columns(shared, tmp_path, monkeypatch, name):
    assert_the_same(SHARED / "samples" / "jet" / name, monkeypatch)
    old = tmp_path / name
    assert quick("bws", "upgrade", "--jet", "3", SHARED / "samples" / "jet" / name, old).code in (
        0,
        1,
    )
    assert_the_same(old, monkeypatch)


def test_a_night_is_the_same_by_columns_in_both_versions(club_night, tmp_path, monkeypatch):
    for version in ("3", "4"):
        path = tmp_path / f"{version}.bws"
        assert quick("to", "bws", "-q", "--jet", version, club_night, "-o", path).code == 0
        assert_the_same(path, monkeypatch)


def test_damage_of_sections_is_told_by_columns_too(tmp_path, monkeypatch):
    path = tmp_path / "damaged.bws"
    sections = jet.TableSpec("Section", [jet.ColumnSpec("ID", "integer")], [(1,), (2,)])
    with path.open("wb") as file:
        jet.write([jet_tables.received(30), sections], file)
    (page,) = jet.open(path).tables["Section"].scanner().owned_pages()
    data = bytearray(path.read_bytes())
    data[page * 4096 + 14] = data[page * 4096 + 15] = 0  # where the first row begins
    path.write_bytes(data)
    assert_the_same(path, monkeypatch, WAYS)
    code, _, notes = written(path, WAYS[0], monkeypatch, BY_COLUMN)
    assert code == 1
    assert any("table Section" in note for note in notes)

"""Wide tables of results: the same columns in CSV, Parquet, Arrow and pandas."""

import csv
import io

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

import bmconv
from bmconv.errors import UsageError
from bmconv.io.stream import encode_lines
from bmconv.records import Evaluation, Hand, Result, Round, Seat, Section, Session
from tests.helpers.running import quick

COLUMNS = ["vulnerability", "dd_tricks", "par_score", "ns_names", "ew_names"]
NS_MAKE = {"spades": 10, "notrump": 9, "hearts": 8, "diamonds": 8, "clubs": 8}
TRICKS = {
    f"{seat}_{strain}": count if seat in ("north", "south") else 13 - count
    for strain, count in NS_MAKE.items()
    for seat in ("north", "east", "south", "west")
}
"""E-W take what N-S do not. With nobody vulnerable par is 420, 4 S making: a sacrifice at the
level of five would be six short."""


def seats(*names):
    return [
        Seat(section=1, table=1, direction=direction, round=0, name=name)
        for direction, name in zip("NESW", names, strict=True)
    ]


RESULTS = [
    Result(id=1, section=1, table=1, round=1, board=2, pair_ns=1, pair_ew=2,
           declarer="S", contract="4 S", result="="),
    Result(id=2, section=1, table=1, round=1, board=2, pair_ns=1, pair_ew=2,
           declarer="E", contract="2 C", result="-3"),
    Result(id=3, section=1, table=1, round=1, board=3, pair_ns=2, pair_ew=1, contract="PASS"),
    Result(id=4, section=1),
]  # fmt: skip
FACTS = [
    Section(id=1, letter="A", winners=1),
    Round(section=1, table=1, round=1, ns_pair=1, ew_pair=2),
    *seats("Ada", "Bo", "=Cleo", "Dora"),
    Hand(board=2, vulnerable="None"),  # by its number, N-S would be vulnerable
    Evaluation(board=2, **TRICKS),
]
EXPECTED = [
    ["None", 10, 420, "Ada & =Cleo", "Bo & Dora"],
    ["None", 5, 420, "Ada & =Cleo", "Bo & Dora"],  # East takes 13 - 8 tricks in clubs
    ["EW", None, None, "Bo & Dora", "Ada & =Cleo"],  # board 3, which nobody evaluated
    [None] * 5,
]
STREAM = b"".join(encode_lines([*RESULTS, *FACTS]))
"""Facts come last, as `cat` may have them."""


def rows_of(format, data):
    """The rows of a file by the libraries themselves."""
    if format == "csv":
        header, *rows = csv.reader(io.StringIO(data.decode()))
        assert header[-5:] == COLUMNS
        cells = [[cell or None for cell in row[-5:]] for row in rows]
        return [[a, b and int(b), c and int(c), d, e] for a, b, c, d, e in cells]
    source = io.BytesIO(data)
    table = pq.read_table(source) if format == "parquet" else pa.ipc.open_file(source).read_all()
    assert table.column_names[-5:] == COLUMNS
    return [list(row.values())[-5:] for row in table.to_pylist()]


@pytest.mark.parametrize("format", ["csv", "parquet", "arrow"])
def test_a_wide_table_has_vulnerability_tricks_par_and_names_last(format):
    done = quick("to", format, "--wide", stdin=STREAM)
    assert (done.code, rows_of(format, done.out)) == (0, EXPECTED)


def test_a_wide_data_frame_has_the_same_columns():
    event = bmconv.read(STREAM)
    frame = event.to_pandas("result", wide=True)
    assert list(frame.columns[-5:]) == COLUMNS
    assert list(frame.columns[:-5]) == list(event.to_pandas("result").columns)
    rows = frame[COLUMNS].astype(object).where(frame[COLUMNS].notna(), None).to_numpy().tolist()
    assert rows == EXPECTED
    assert str(frame.dtypes["dd_tricks"]) == "int32[pyarrow]"
    assert list(bmconv.Event().to_pandas("result", wide=True).columns) == list(frame.columns)


def test_the_score_of_a_wide_table_knows_hands_that_come_later():
    stream = STREAM.replace(b'"vulnerable":"None"', b'"vulnerable":"All"')
    text = quick("to", "csv", "--wide", stdin=stream).out.decode()
    assert next(csv.DictReader(io.StringIO(text)))["score_ns"] == "620"
    table = pq.read_table(io.BytesIO(quick("to", "parquet", "--wide", stdin=stream).out))
    assert table["score_ns"][0].as_py() == 620


@pytest.mark.parametrize("format", ["csv", "parquet", "arrow"])
def test_a_wide_table_is_read_as_the_same_results(format):
    data = quick("to", format, "--wide", stdin=STREAM).out
    assert bmconv.read(data).of(Result) == RESULTS


def test_a_wide_table_that_pandas_wrote_is_read_as_the_same_results(tmp_path):
    frame = bmconv.read(STREAM).to_pandas("result", wide=True)
    frame.to_parquet(tmp_path / "a.parquet")
    frame.to_csv(tmp_path / "a.csv")
    for name in ("a.parquet", "a.csv"):
        assert bmconv.read(tmp_path / name).of(Result) == RESULTS
    assert bmconv.read(frame).of(Result) == RESULTS


def test_par_is_still_a_field_of_evaluations():
    for header in ("section,board,par_score", "board,par_score"):
        event = bmconv.read(f"{header}\n{'1,' * header.count(',')}420\n".encode(), "csv")
        assert event.of(Evaluation)[0].par_score == 420


@pytest.mark.parametrize("format", ["csv", "parquet", "arrow"])
def test_a_folder_has_wide_results_too(format, tmp_path):
    assert quick("to", format, "--wide", "--out", tmp_path / "out", stdin=STREAM).code == 0
    data = (tmp_path / "out" / f"result.{format}").read_bytes()
    assert rows_of(format, data) == EXPECTED
    assert bmconv.read(tmp_path / "out").counts() == bmconv.read(STREAM).counts()


def test_a_database_has_the_wide_columns_behind_those_of_a_narrow_table(club_night):
    narrow, wide = (
        quick("to", "csv", "-q", *more, club_night).out.decode().splitlines()
        for more in ((), ("--wide",))
    )
    assert [line[: len(old)] for line, old in zip(wide, narrow, strict=True)] == narrow
    assert wide[0] == ",".join((narrow[0], *COLUMNS))


def test_pairs_with_the_same_number_on_two_sides_have_their_own_names():
    facts = [
        Section(id=1, letter="A", winners=2),
        Round(section=1, table=1, round=1, ns_pair=1, ew_pair=1),
        *seats("Ada", "Bo", "Cleo", "Dora"),
    ]
    result = Result(section=1, table=1, round=1, board=1, pair_ns=1, pair_ew=1)
    frame = bmconv.Event([*facts, result]).to_pandas("result", wide=True)
    assert frame[["ns_names", "ew_names"]].to_numpy().tolist() == [["Ada & Cleo", "Bo & Dora"]]


def test_in_an_individual_the_names_are_those_of_the_two_partners():
    facts = [
        Section(id=1, letter="A"),
        Round(section=1, table=1, round=1, ns_pair=1, ew_pair=2, south=3, west=4),
        *seats("Ada", "Bo", "Cleo", "Dora"),
    ]
    result = Result(section=1, table=1, round=1, board=1, pair_ns=1, pair_ew=2)
    frame = bmconv.Event([*facts, result]).to_pandas("result", wide=True)
    assert frame[["ns_names", "ew_names"]].to_numpy().tolist() == [["Ada & Cleo", "Bo & Dora"]]


def test_excel_does_not_evaluate_a_name():
    stream = STREAM.replace(b'"Ada"', b'"@Ada"')
    data = quick("to", "csv", "--wide", "--dialect", "excel", stdin=stream).out.decode()
    assert ",'@Ada & =Cleo,Bo & Dora\r\n" in data


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--plain", "--wide"), "--plain and --wide exclude each other"),
        (("--table", "seat", "--wide"), "--wide adds columns to results, not to seat records"),
    ],
)
@pytest.mark.parametrize("format", ["csv", "parquet"])
def test_wide_is_refused_where_it_has_no_meaning(format, words, message):
    done = quick("to", format, *words, stdin=STREAM)
    assert (done.code, done.out, done.err) == (2, b"", f"bmconv: {message}\n")


def test_wide_seats_are_refused_in_python():
    with pytest.raises(UsageError, match="wide adds columns to results, not to seat records"):
        bmconv.read(STREAM).to_pandas("seat", wide=True)


def test_two_evenings_have_no_wide_table():
    other = Session(id=1, name="Friday", date="2026-11-13"), Section(id=1, letter="A", session=1)
    first = Session(id=1, name="Thursday", date="2026-11-12")
    lines = [*encode_lines([first]), STREAM, *encode_lines(other), *encode_lines(RESULTS)]
    done = quick("to", "csv", "--wide", stdin=b"".join(lines))
    assert (done.code, done.out) == (1, b"")
    assert "two evenings in one input" in done.err

"""docs/season.md: its queries on Parquet give the rows of the views, and rank gives the sums."""

import datetime
import math
import re

import pytest

import bmconv
from bmconv.exporting.sql.dialects import SQLITE
from bmconv.exporting.sql.views import views
from bmconv.io.stream import encode_lines
from bmconv.records import Evaluation, Ranking
from tests.exporting.test_season import EXPECTED, NAMES, PLAYERS, night, nights  # noqa: F401
from tests.helpers.datasets import export, sql
from tests.helpers.export_targets import TARGETS
from tests.helpers.running import ROOT, judge, quick

PAGE = (ROOT / "docs/season.md").read_text(encoding="utf-8")
VIEWS = {
    "player_season": "club, who, name, nights, boards, average, best, last, partners",
    "partnership_season": "club, who, partner, name, partner_name, nights, boards, average, best, "
    "last",
    "club_season": "club, nights, players, boards, last",
}


def block(language):
    """All blocks of a language, one after another."""
    return "".join(re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL))


@pytest.fixture
def dataset(nights, tmp_path, monkeypatch):  # noqa: F811
    """The rows of the views; the dataset is in the current folder."""
    evening = ROOT / "formats/xlsx/samples/evening.xlsx"
    (nights / "south/evening.xlsx").write_bytes(evening.read_bytes())
    monkeypatch.chdir(tmp_path)
    (tmp_path / "hide.txt").write_text("Guest 7\n")
    words = ("--label", "club={1}", "--hide", "hide.txt")
    for to, out in (("parquet", "dataset"), ("sql", "league.db")):
        assert export(nights, out, *words, to=to).code == 0
    return {
        view: sql("league.db", f"SELECT {columns} FROM {view} ORDER BY {columns}")
        for view, columns in VIEWS.items()
    }


def test_duckdb_gives_the_rows_of_the_views(dataset):
    duckdb = judge("duckdb")
    with duckdb.connect() as db:
        db.execute(block("sql"))
        for view, columns in VIEWS.items():
            found = db.execute(f"SELECT {columns} FROM {view} ORDER BY {columns}").fetchall()
            assert [*map(with_text, found)] == dataset[view]
            assert len(found) > 1


def with_text(row):
    """A row with dates as text, as SQLite has them."""
    return tuple(str(cell) if isinstance(cell, datetime.date) else cell for cell in row)


def test_pandas_gives_the_rows_of_the_views(dataset):
    made = {}
    exec(block("python"), made)
    for view, columns in VIEWS.items():
        frame = made[view].reset_index()
        rows = frame[columns.split(", ")].itertuples(index=False, name=None)
        plain = [tuple(cell if _given(cell) else None for cell in row) for row in rows]
        plain = [*map(with_text, plain)]
        assert sorted(plain, key=repr) == sorted(dataset[view], key=repr)


def _given(cell):
    return cell is not None and not (isinstance(cell, float) and math.isnan(cell))


def test_three_players_add_up_as_rank_gives_their_nights(nights):  # noqa: F811
    """By hand in test_season; here from the places that `bmconv rank` writes for each night."""
    nights_of = {}
    for path in sorted((nights / "north").iterdir()):
        for place in bmconv.read(quick("rank", path).out).of(Ranking):
            for name in place.names or ():
                nights_of.setdefault(name, []).append((place.percentage, place.boards, place.names))
    found = []
    for number in ("101", "102", "103"):
        mine = nights_of[NAMES[number]]
        shares = [percentage for percentage, _, _ in mine]
        boards = sum(boards for _, boards, _ in mine)
        partners = {name for _, _, names in mine for name in names} - {NAMES[number]}
        average = sum(shares) / len(shares)
        found.append((number, len(mine), boards, average, max(shares), len(partners)))
    assert found == EXPECTED[PLAYERS]


def test_the_parquet_files_give_the_rows_of_the_other_views_too(dataset):
    duckdb = judge("duckdb")
    wanted = {view.name: view for view in views(["club"], SQLITE)}
    with duckdb.connect() as db:
        db.execute(block("sql"))
        for name in ("pair_ranking", "traveller", "slams"):
            columns = ", ".join(f'"{column}"' for column in wanted[name].columns)
            query = f"SELECT {columns} FROM {name}"
            found = sorted(map(with_text, db.execute(query).fetchall()), key=repr)
            assert found == sorted(sql("league.db", query), key=repr)
            assert found or name == "slams"


def queries():
    """Every query of the two pages that asks a dataset, as it is written there."""
    found = []
    for page in ("season", "leagues"):
        text = (ROOT / f"docs/{page}.md").read_text(encoding="utf-8")
        found += re.findall(r'sqlite3 league.db "(SELECT [^"]+)"', text)
        found += re.findall(r"^    (SELECT .+);$", text, re.MULTILINE)
        found += re.findall(r"`(SELECT .+?)`", text)
    return found


@pytest.mark.parametrize("kind", TARGETS)
def test_every_query_of_the_pages_runs_in_every_target(kind, nights, make_target, monkeypatch):  # noqa: F811
    """And gives the same rows in all of them, at least one for each query."""
    assert len(queries()) == 12
    (nights / "letter.txt").write_text("Dear club")
    first = (nights / "north/1.jsonl").read_text()
    slam = first.replace(f"{1:032X}", f"{7:032X}").replace("4 S", "6 S")
    (nights / "north/slam.jsonl").write_text(slam)
    solved = b"".join(encode_lines([Evaluation(section=1, board=1, north_spades=9)])).decode()
    nameless = '"number":"7"'  # as if somebody had mistyped it
    for day in (8, 9, 10):
        text = first.replace(f"{1:032X}", f"{day:032X}").replace("2026-01-01", f"2026-01-{day:02}")
        text = text.replace('"number":"4","name":"Guest 4"', nameless)
        (nights / f"north/{day}.jsonl").write_text(text + solved)
    (nights / "north").rename(nights / "northtown")
    reference = make_target("sqlite")
    target = make_target(kind)
    for each in (reference, target):
        assert each.run(nights, "--label", "club={1}").code == 0
    if kind == "parquet":
        monkeypatch.chdir(target.place.parent)
        (target.place.parent / "dataset").symlink_to(target.place)
    for query in queries():
        expected = sorted(map(comparable, sql(reference.place, query)))
        assert expected, query
        assert sorted(map(comparable, answer(target, query))) == expected, query


def test_an_average_over_clubs_leaves_out_nights_without_a_percentage(tmp_path):
    """A single table has nothing to compare with; each number belongs to one name here."""
    night(tmp_path / "a/north/1.jsonl", 1, [(*"1234",), (*"5678",)], (1, 0))
    night(tmp_path / "a/north/2.jsonl", 2, [(*"1234",)], (1,))
    night(tmp_path / "a/south/3.jsonl", 3, [(*"1234",), (*"5678",)], (0, 1))
    night(tmp_path / "a/south/4.jsonl", 4, [("1", "2", "9", "10")], (0,))
    export(tmp_path / "a", tmp_path / "league.db", "--label", "club={1}", to="sql")
    (query,) = [query for query in queries() if query.startswith("SELECT who, name, sum(")]
    rows = sql(tmp_path / "league.db", query)
    view = "SELECT who, name, nights, average FROM league_player_season"
    assert sorted(rows) == sorted(sql(tmp_path / "league.db", view))
    assert ("1", "Guest 1", 4, 50.0) in rows
    assert [average for *_, average in rows][-2:] == [None, None]


def answer(target, query):
    """The rows of a query in a target; those of Parquet files with the views of the page."""
    if target.name == "parquet":
        with judge("duckdb").connect() as db:
            db.execute(block("sql"))
            return db.execute(query).fetchall()
    if target.name == "postgresql":
        from adbc_driver_postgresql import dbapi

        with dbapi.connect(target.server.url, autocommit=True) as db, db.cursor() as cursor:
            cursor.execute(f"SET search_path TO {target.schema}")
            cursor.execute(query)
            return cursor.fetchall()
    return target.ask(query)


def comparable(row):
    """A row as text, numbers with one decimal; a driver gives PostgreSQL's numeric as text."""
    return [f"{float(c):.1f}" if re.fullmatch(r"-?[\d.]+", str(c)) else str(c) for c in row]

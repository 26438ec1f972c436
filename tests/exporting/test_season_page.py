"""docs/season.md: its queries on Parquet give the rows of the views, and rank gives the sums."""

import datetime
import math
import re

import pytest

import bmconv
from bmconv.records import Ranking
from tests.exporting.test_season import EXPECTED, NAMES, PLAYERS, nights  # noqa: F401
from tests.helpers.datasets import export, sql
from tests.helpers.running import ROOT, judge, quick

PAGE = (ROOT / "docs/season.md").read_text(encoding="utf-8")
VIEWS = {
    "player_season": "club, who, name, nights, boards, average, best, last, partners",
    "partnership_season": "club, who, partner, name, partner_name, nights, boards, average, best, "
    "last",
    "club_season": "club, nights, players, boards, last",
}


def block(language):
    return re.search(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)[1]


@pytest.fixture
def dataset(nights, tmp_path, monkeypatch):  # noqa: F811
    """The rows of the views; the dataset is in the current folder."""
    evening = ROOT / "formats/xlsx/samples/evening.xlsx"
    (nights / "south/evening.xlsx").write_bytes(evening.read_bytes())
    monkeypatch.chdir(tmp_path)
    for to, out in (("parquet", "dataset"), ("sql", "league.db")):
        export(nights, out, "--label", "club={1}", to=to)
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

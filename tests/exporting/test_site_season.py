"""Rankings of a season on a site, names of clubs, months in several pages."""

import csv
import io

import pytest

from bmconv.exporting.site import book
from tests.exporting.test_season import night
from tests.exporting.test_site import CLUB, files, linked_pages, site
from tests.helpers.pages import Page

ADA, BO, CLEO, DORA = "101", "102", "103", "104"
RANKED = "people ranked sortable finder"
LEAGUE = "people ranked league sortable finder"


@pytest.fixture
def season(tmp_path):
    """Three nights in two clubs; the percentages are 100 for a made contract, 0 for the others."""
    folder = tmp_path / "archive"
    night(folder / "north/1.jsonl", 1, [(ADA, BO, "1", "2"), (CLEO, DORA, "3", "4")], (1, 0))
    night(folder / "north/2.jsonl", 2, [(ADA, CLEO, "1", "2"), (BO, DORA, "3", "4")], (1, 0))
    night(folder / "south/3.jsonl", 3, [(ADA, "9", "5", "6"), (CLEO, DORA, "7", "8")], (0, 1))
    return tmp_path


def table(path, kind=RANKED):
    return Page(path.read_text(encoding="utf-8")).of(kind)[0]["rows"]


def places(path, wanted):
    """Place, name and average of some players, in the order of the page."""
    head, *rows = table(path, LEAGUE if path.parent.name == "public" else RANKED)
    average = head.index("Average")
    return [(row[0], row[1], row[average]) for row in rows if row[1] in wanted]


def test_a_club_ranks_its_players_with_enough_nights(season):
    assert site(season, *CLUB, "--min-nights", "2").code == 0
    page = season / "public/north/players/index.html"
    four = ("Ada", "Bo", "Cleo", "Dora")
    expected = [
        ("1", "Ada", "100.00"),  # as the two guests who sat E-W at the other table
        ("4", "Bo", "50.00"),  # 100 with Ada, 0 with Dora; as Cleo
        ("4", "Cleo", "50.00"),
    ]
    assert places(page, four)[:3] == expected
    assert places(page, four)[3][1:] == ("Dora", "0.00")
    assert places(season / "public/north/2026/ranking.html", four) == places(page, four)


def test_a_year_whose_nights_name_nobody_has_no_ranking_and_no_link_to_one(season):
    text = (season / "archive/north/1.jsonl").read_text()
    nameless = [line for line in text.splitlines(True) if '"seat"' not in line]
    old = "".join(nameless).replace("2026-01-01", "2005-01-01").replace(f"{1:032X}", f"{9:032X}")
    (season / "archive/north/old.jsonl").write_text(old)
    for more in (CLUB, ()):
        assert site(season, *more, out=f"public{len(more)}").code == 0
        pages = linked_pages(season / f"public{len(more)}")
        assert any("2005" in page for page in pages)
        assert not any("2005" in page and "ranking" in page for page in pages)


def test_without_enough_nights_there_is_no_place(season):
    assert site(season, *CLUB).code == 0
    head, *rows = table(season / "public/north/players/index.html")
    assert {row[0] for row in rows} == {""}
    averages = [float(row[head.index("Average")]) for row in rows]
    assert averages == sorted(averages, reverse=True)
    assert "5" in Page((season / "public/ranking.html").read_text()).text


def test_the_league_adds_up_the_clubs_of_a_player(season):
    assert site(season, *CLUB, "--min-nights", "3").code == 0
    page = season / "public/ranking.html"
    found = places(page, ("Ada", "Cleo", "Dora"))
    assert found == [
        ("1", "Ada", "66.67"),  # 100, 100 and 0
        ("1", "Cleo", "66.67"),  # 0, 100 and 100
        ("3", "Dora", "33.33"),  # 0, 0 and 100
    ]
    assert places(season / "public/ranking-2026.html", ("Ada", "Cleo", "Dora")) == found
    assert linked_pages(season / "public") == {
        n for n in files(season / "public") if n != "robots.txt"
    }


def test_a_player_s_page_lists_the_newest_night_first(season):
    assert site(season, *CLUB).code == 0
    pages = (season / "public/north/players").iterdir()
    (ada,) = [page for page in pages if "<h1>Ada</h1>" in page.read_text(encoding="utf-8")]
    assert [row[0] for row in table(ada, "own sortable")[1:]] == ["2026-01-02", "2026-01-01"]


def test_two_people_with_one_number_in_two_clubs_are_two_in_the_league(season):
    path = season / "archive/south/3.jsonl"
    path.write_bytes(path.read_bytes().replace(b'"Ada"', b'"Someone Else"'))
    assert site(season, *CLUB, "--min-nights", "1").code == 0
    found = places(season / "public/ranking.html", ("Ada", "Someone Else"))
    assert [row[1:] for row in found] == [("Ada", "100.00"), ("Someone Else", "0.00")]


def test_another_minimum_makes_the_rankings_again(season):
    assert site(season, *CLUB, "--min-nights", "2").code == 0
    assert site(season, *CLUB, "--min-nights", "3").code == 0
    assert {row[0] for row in table(season / "public/north/players/index.html")[1:]} == {""}


def names(folder, rows):
    text = io.StringIO()
    csv.writer(text).writerows(rows)
    path = folder / "clubs.csv"
    path.write_text(text.getvalue(), encoding="utf-8")
    return str(path)


def test_pages_have_names_of_clubs_and_keep_their_addresses(season):
    assert site(season, *CLUB).code == 0
    before = set(files(season / "public"))
    clubs = names(season, [("north", "Bridge Club „Nord“, 1952"), ("south", "<Süd>")])
    assert site(season, *CLUB, "--club-names", clubs).code == 0
    assert set(files(season / "public")) == before
    home = Page((season / "public/index.html").read_text(encoding="utf-8"))
    assert [row[0] for row in home.of("clubs sortable finder")[0]["rows"][1:]] == [
        "<Süd>",
        "Bridge Club „Nord“, 1952",
    ]
    for name in ("north/index.html", "north/2026/index.html", "north/players/index.html"):
        page = Page((season / "public" / name).read_text(encoding="utf-8"))
        assert "Bridge Club „Nord“, 1952" in page.text, name


def test_a_month_of_many_nights_has_several_pages(season, monkeypatch):
    monkeypatch.setattr(book, "MONTH_NIGHTS", 2)
    monkeypatch.setattr("bmconv.exporting.site.pages.MONTH_NIGHTS", 2)
    assert site(season, *CLUB).code == 0
    kind = "nights sortable finder"
    first, second = (season / f"public/2026-01{end}.html" for end in ("", "-page-2"))
    assert [row[0] for row in table(first, kind)[1:]] == ["2026-01-03", "2026-01-02"]
    assert [row[0] for row in table(second, kind)[1:]] == ["2026-01-01"]
    assert linked_pages(season / "public") == {
        n for n in files(season / "public") if n != "robots.txt"
    }
    (season / "archive/north/1.jsonl").unlink()
    assert site(season, *CLUB, "--prune").code == 0
    assert not second.exists()
    assert linked_pages(season / "public") == {
        n for n in files(season / "public") if n != "robots.txt"
    }

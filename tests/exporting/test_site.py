"""A site: nights, players, lists that lead to them, and runs that change only what must change."""

import os
import posixpath
import re
import shutil
import subprocess
import sys
import time
from collections import deque
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from bmconv.io.files import hold_lock
from bmconv.records import Evaluation, Hand, Result, Session
from tests.helpers.datasets import database, export, files_and_times, sql, write_event
from tests.helpers.evenings import archive, evening, write
from tests.helpers.pages import Page
from tests.helpers.running import ROOT, quick

CLUB = ("--label", "club={1}")


def site(folder: Path, *more: str, out: str = "public"):
    """A run over `archive` in a folder."""
    words = ("--to", "site", "--out", folder / out, "--jobs", "1", *more)
    return quick("export", folder / "archive", *words)


def files(public: Path) -> dict[str, tuple[bytes, int]]:
    return files_and_times(public)


def linked_pages(public: Path) -> set[str]:
    """Every page that links lead to from the first one; each link and anchor must exist."""
    seen: dict[str, Page] = {}
    anchors: list[tuple[str, str, str]] = []
    waiting = deque(["index.html"])
    while waiting:
        address = waiting.popleft()
        if address in seen:
            continue
        page = seen[address] = Page((public / address).read_text(encoding="utf-8"))
        for href in page.links:
            parts = urlsplit(href)
            assert (parts.scheme, parts.netloc, parts.query) == ("", "", "")
            assert not parts.path.startswith("/")
            assert not parts.path.endswith("/")  # a folder has no index on a disk
            there = posixpath.join(posixpath.dirname(address), unquote(parts.path))
            target = posixpath.normpath(there) if parts.path else address
            assert not target.startswith("..")
            anchors.append((address, target, parts.fragment))
            waiting.append(target)
    for source, target, anchor in anchors:
        assert not anchor or anchor in seen[target].ids, (source, target, anchor)
    return set(seen)


@pytest.fixture(scope="module")
def finished(tmp_path_factory):
    """Ten nights of two clubs, and their site."""
    folder = tmp_path_factory.mktemp("site")
    archive(folder / "archive", 10)
    done = site(folder, *CLUB)
    assert done.code == 0, done.err
    return folder


@pytest.fixture
def site_copy(finished, tmp_path):
    """A copy of it to change."""
    for name in ("archive", "public", ".public.site"):
        shutil.copytree(finished / name, tmp_path / name, copy_function=shutil.copy2)
    with database(tmp_path / ".public.site/site.sqlite") as db:
        moved = (str(tmp_path / "archive"),)
        db.execute("UPDATE export_settings SET value = ? WHERE name = 'base'", moved)
    return tmp_path


def test_links_lead_to_every_page_and_nowhere_else(finished):
    pages = {name for name in files(finished / "public") if name.endswith(".html")}
    assert linked_pages(finished / "public") == pages
    nights = [name for name in pages if name.count("-") > 2 and "players" not in name]
    nights = [name for name in nights if "ranking" not in name]
    assert len(nights) == 10
    assert {name.split("/")[0] for name in nights} == {"north", "south"}
    assert [p.name for p in finished.iterdir()] != ["public"]  # what is remembered is not published
    assert all(name.endswith((".html", "robots.txt")) for name in files(finished / "public"))


def test_a_second_run_changes_nothing(site_copy):
    before = files(site_copy / "public")
    assert b"nothing to do" in site(site_copy, *CLUB).out
    assert files(site_copy / "public") == before


@pytest.mark.parametrize("words", [("--title", "Ours"), ("--language", "nl"), ("--no-players",)])
def test_a_run_that_only_makes_pages_again_says_how_many(site_copy, words):
    before = len([name for name in files(site_copy / "public") if name.endswith(".html")])
    line = site(site_copy, *CLUB, *words).out.decode()
    after = [name for name in files(site_copy / "public") if name.endswith(".html")]
    assert len(after) == before or words == ("--no-players",)
    counts = "bmconv export: 10 files: 0 new, 0 changed, 10 unchanged"
    assert line.startswith(f"{counts}; 0 events, 0 records, {len(after)} pages to ")
    assert b"nothing to do" in site(site_copy, *CLUB, *words).out


def test_one_new_file_changes_its_page_its_players_and_the_lists_only(site_copy):
    before = files(site_copy / "public")
    records = evening("north", 77, "2026-02-03", name="Cup")
    write(site_copy / "archive/north/cup.jsonl", records)
    assert site(site_copy, *CLUB).code == 0
    after = files(site_copy / "public")
    changed = {name for name in after if after[name] != before.get(name)}
    page = next(name for name in changed if name.startswith("north/2026/2026-02-03-"))
    assert changed - {name for name in changed if name.startswith("north/players/")} == {
        page, "north/2026/index.html", "north/index.html", "index.html", "2026-02.html",
        "north/2026/ranking.html", "ranking.html", "ranking-2026.html",
    }  # fmt: skip
    there = {seat.number for seat in records if seat.__class__.__name__ == "Seat"}
    database = site_copy / ".public.site/site.sqlite"
    listed = ", ".join(f"'{number}'" for number in there)
    query = f"SELECT address FROM site_player WHERE club = '[\"north\"]' AND who IN ({listed})"
    theirs = {address for (address,) in sql(database, query)}
    assert len(theirs) == 12
    expected = theirs | {"north/players/index.html"}
    assert {name for name in changed if name.startswith("north/players/")} == expected
    assert set(before) <= set(after)  # addresses stay
    linked_pages(site_copy / "public")


def test_a_corrected_night_stays_at_its_address_and_a_new_date_moves_it(site_copy):
    before = set(files(site_copy / "public"))
    path = site_copy / "archive/north/2025-11-03.jsonl"
    write(path, evening("north", 0, "2025-11-03", boards=3, name="Longer"))
    assert site(site_copy, *CLUB).code == 0
    assert set(files(site_copy / "public")) == before
    assert "Longer" in (site_copy / "public/north/2025/index.html").read_text()
    write(path, evening("north", 0, "2024-11-03", boards=3, name="Longer"))
    assert site(site_copy, *CLUB).code == 0
    after = set(files(site_copy / "public"))
    assert {name for name in before - after if "players" not in name} == {
        next(name for name in before if name.startswith("north/2025/2025-11-03"))
    }
    assert linked_pages(site_copy / "public") == {n for n in after if n.endswith(".html")}


def test_a_withdrawn_night_disappears_with_everything_that_named_it(site_copy):
    for path in (site_copy / "archive/south").iterdir():
        path.unlink()
    before = files(site_copy / "public")
    assert site(site_copy, *CLUB).code == 0
    assert files(site_copy / "public") == before  # gone files keep their pages
    assert b"gone" in site(site_copy, *CLUB, "--prune", "--dry-run").out
    assert files(site_copy / "public") == before
    assert site(site_copy, *CLUB, "--prune").code == 0
    after = files(site_copy / "public")
    assert not [name for name in after if name.startswith("south")]
    assert not (site_copy / "public/south").exists()
    assert "south" not in Page((site_copy / "public/index.html").read_text()).text
    assert linked_pages(site_copy / "public") == {name for name in after if name.endswith(".html")}
    same = {name for name in after if name.startswith("north")}
    assert {name: before[name] for name in same} == {name: after[name] for name in same}


def test_without_players_no_page_names_one_to_follow(site_copy):
    assert site(site_copy, *CLUB, "--no-players").code == 0
    after = {name for name in files(site_copy / "public") if name.endswith(".html")}
    assert not [name for name in after if "players" in name]
    assert linked_pages(site_copy / "public") == after
    assert site(site_copy, *CLUB).code == 0
    assert [name for name in files(site_copy / "public") if "players" in name]


def test_without_labels_the_first_page_has_the_nights_of_all(finished, tmp_path):
    shutil.copytree(finished / "archive", tmp_path / "archive")
    assert site(tmp_path, "--title", "Our nights").code == 0
    found = {name for name in files(tmp_path / "public") if name.endswith(".html")}
    assert linked_pages(tmp_path / "public") == found
    home = Page((tmp_path / "public/index.html").read_text(encoding="utf-8"))
    assert len(home.of("nights sortable finder")[0]["rows"]) == 1 + 10
    assert "Our nights" in home.text


def test_a_page_is_the_one_that_rank_makes(finished, tmp_path):
    path = finished / "archive/north/2025-11-03.jsonl"
    assert quick("rank", path, "-o", tmp_path / "night.html").code == 0
    expected = Page((tmp_path / "night.html").read_text(encoding="utf-8"))
    address = next((finished / "public/north/2025").glob("2025-11-03-*.html"))
    found = Page(address.read_text(encoding="utf-8"))
    assert len(expected.tables) > 10
    for table in found.tables:  # A site's page has one thing more: links to the players' nights.
        table["facts"] = table["facts"].partition("All nights of")[0]
    assert found.tables == expected.tables
    assert [link for link in found.links if link.startswith("#")] == expected.links


def test_players_have_the_numbers_of_the_season_views(finished, tmp_path):
    export(finished / "archive", tmp_path / "league.db", *CLUB, to="sql")
    query = (
        "SELECT name, nights, boards, printf('%.2f', average), printf('%.2f', best), partners, "
        "last FROM player_season WHERE club = 'north'"
    )
    expected = [[str(value) for value in row] for row in sql(tmp_path / "league.db", query)]
    shown = Page((finished / "public/north/players/index.html").read_text(encoding="utf-8"))
    rows = shown.of("people ranked sortable finder")[0]["rows"][1:]
    assert sorted(row[1:] for row in rows) == sorted(expected)
    one = sql(tmp_path / "league.db", "SELECT who, name FROM player_season WHERE club = 'north' "
              "ORDER BY nights DESC, who LIMIT 1")[0]  # fmt: skip
    pairs = sql(
        tmp_path / "league.db",
        f"SELECT CASE who WHEN '{one[0]}' THEN partner_name ELSE name END, nights, "
        "printf('%.2f', average) FROM pair_season WHERE club = 'north' "
        f"AND '{one[0]}' IN (who, partner) ORDER BY nights DESC, 1",
    )
    link = next(
        f
        for f in (finished / "public/north/players").iterdir()
        if f"<h1>{one[1]}</h1>" in f.read_text()
    )
    own = Page(link.read_text(encoding="utf-8"))
    found = own.of("people partners sortable")[0]["rows"][1:]
    assert found == [[str(value) for value in row] for row in pairs]


def test_player_numbers_are_nowhere(finished):
    for name, (data, _) in files(finished / "public").items():
        assert not re.search(rb"\b700[0-3]\d\b", data), name
        assert not re.search(r"\b700[0-3]\d\b", name)


def test_a_site_made_anew_is_the_same_as_one_that_grew(site_copy, tmp_path):
    write(site_copy / "archive/south/new.bws", evening("south", 99, "2026-01-01"))
    (site_copy / "archive/north/2025-11-03.jsonl").unlink()
    assert site(site_copy, *CLUB, "--prune").code == 0
    assert site(site_copy, *CLUB, out="other").code == 0
    grown, new = files(site_copy / "public"), files(site_copy / "other")
    assert {name: data for name, (data, _) in grown.items()} == {
        name: data for name, (data, _) in new.items()
    }


def test_several_processes_make_the_same_pages(finished):
    done = quick(
        "export",
        finished / "archive",
        "--to",
        "site",
        "--out",
        finished / "two",
        "--jobs",
        "2",
        *CLUB,
    )
    assert done.code == 0, done.err
    one, two = files(finished / "public"), files(finished / "two")
    assert {name: data for name, (data, _) in one.items()} == {
        name: data for name, (data, _) in two.items()
    }


def test_another_export_skips_a_site_in_its_archive(site_copy, tmp_path):
    done = export(site_copy, tmp_path / "league.db", to="sql")
    assert done.out.startswith(b"bmconv export: 10 files: 10 new,")


def test_a_second_run_at_once_is_one_line(site_copy):
    with hold_lock(str(site_copy / ".public.site/site.sqlite.lock"), ""):
        done = site(site_copy, *CLUB)
    assert (done.code, len(done.err.splitlines())) == (4, 1)
    assert "another export" in done.err


def test_a_night_that_fails_has_no_page_and_no_links(site_copy, monkeypatch):
    """Whatever goes wrong with one night, the others are published."""
    from bmconv.exporting.site import pages

    real = pages.results

    def failing(records, *more):
        records = list(records)
        if any(getattr(record, "name", None) == "Wrong" for record in records):
            raise ZeroDivisionError("as it happens")
        return real(records, *more)

    monkeypatch.setattr(pages, "results", failing)
    before = set(files(site_copy / "public"))
    write(site_copy / "archive/north/wrong.jsonl", evening("north", 60, "2026-05-05", name="Wrong"))
    write(site_copy / "archive/north/right.jsonl", evening("north", 61, "2026-05-06"))
    done = site(site_copy, *CLUB)
    assert (done.code, "1 event without a page" in done.err) == (0, True)
    after = {name for name in files(site_copy / "public") if name.endswith(".html")}
    lists = ("players", "index", "ranking")
    new = {name for name in after - before if not any(word in name for word in lists)}
    assert {name[:22] for name in new} == {"2026-05.html", "north/2026/2026-05-06-"}
    assert linked_pages(site_copy / "public") == after


def test_a_site_is_in_the_language_of_the_club(tmp_path):
    write(tmp_path / "archive/north/one.jsonl", evening("north", 5, "2026-01-05"))
    club = tmp_path / "club.toml"
    club.write_text('club_name = "Eik"\nlanguage = "nl"\n')
    assert site(tmp_path, "--club", club).code == 0
    home = tmp_path / "public" / "index.html"
    assert '<html lang="nl">' in home.read_text()
    assert "<title>Uitslag</title>" in home.read_text()
    night = next((tmp_path / "public/2026").glob("2026-01-05-*.html")).read_text()
    assert "Oost" in night
    assert site(tmp_path, "--club", club, "--language", "de").code == 0
    assert "<title>Ergebnisse</title>" in home.read_text()
    wrong = site(tmp_path, "--language", "xx")
    assert (wrong.code, "no language 'xx'; the languages are en, nl" in wrong.err) == (2, True)


@pytest.mark.parametrize("labels", [(), CLUB])
def test_links_to_nights_without_a_date_are_right_in_every_language(tmp_path, labels):
    records = evening("north", 5, "2026-01-05")
    for record in records:
        if isinstance(record, Session | Result):
            record.date = None
    write(tmp_path / "archive/north/one.jsonl", records)
    assert site(tmp_path, "--language", "nl", *labels).code == 0
    pages = {name for name in files(tmp_path / "public") if name.endswith(".html")}
    assert linked_pages(tmp_path / "public") == pages
    club = tmp_path / "public" / ("north" if labels else "")
    links = Page((club / "index.html").read_text(encoding="utf-8")).links
    assert "undated/index.html" in links
    assert ">zonder datum</a>" in (club / "index.html").read_text(encoding="utf-8")


def test_hands_that_arrive_later_are_added_to_the_page(tmp_path):
    records = evening("north", 5, "2026-01-05")
    hands = [record for record in records if isinstance(record, (Hand, Evaluation))]
    rest = [record for record in records if not isinstance(record, (Hand, Evaluation))]
    write(tmp_path / "archive/north/one.jsonl", rest)
    assert site(tmp_path, *CLUB).code == 0
    page = next((tmp_path / "public/north/2026").glob("2026-01-05-*.html"))
    assert 'class="compass' not in page.read_text()
    write(tmp_path / "archive/north/one.pbn", hands)
    assert site(tmp_path, *CLUB).code == 0
    assert page.read_text().count('class="compass') == 6


def test_hands_alone_are_not_published(tmp_path):
    """Boards that are dealt but not played yet would be given away."""
    records = evening("north", 5, "2026-01-05")
    write(tmp_path / "archive/north/a.pbn", [r for r in records if isinstance(r, Hand)])
    done = site(tmp_path, *CLUB)
    assert (done.code, "1 event without a page" in done.err) == (0, True)
    assert linked_pages(tmp_path / "public") == {"index.html"}


def test_search_engines_are_kept_out_unless_asked(site_copy):
    public = site_copy / "public"
    assert (public / "robots.txt").read_text() == "User-agent: *\nDisallow: /\n"
    for path in public.rglob("*.html"):
        assert 'name=robots content="noindex, nofollow"' in path.read_text()
    assert site(site_copy, *CLUB, "--index").code == 0
    assert (public / "robots.txt").read_text() == "User-agent: *\nDisallow:\n"
    for path in public.rglob("*.html"):
        assert "noindex" not in path.read_text()


def test_a_title_and_a_style_sheet_of_ones_own(site_copy):
    (site_copy / "own.css").write_text("h1{color:teal}")
    assert (
        site(site_copy, *CLUB, "--css", str(site_copy / "own.css"), "--title", "Our club").code == 0
    )
    for path in (site_copy / "public").rglob("*.html"):
        assert "h1{color:teal}" in path.read_text()
    assert "Our club" in (site_copy / "public/north/2025/index.html").read_text()


def test_pages_that_were_removed_are_made_again(site_copy):
    before = {name: data for name, (data, _) in files(site_copy / "public").items()}
    shutil.rmtree(site_copy / "public")
    assert site(site_copy, *CLUB).code == 0
    assert {name: data for name, (data, _) in files(site_copy / "public").items()} == before


def test_a_first_run_that_was_cut_off_is_begun_again(tmp_path, monkeypatch):
    write_event(tmp_path / "archive/a.jsonl", 1)

    def fail(self):
        raise OSError(28, "No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr("bmconv.exporting.sql.sqlite.SqliteDestination.begin", fail)
        assert site(tmp_path).code == 4
    done = site(tmp_path)
    assert (done.code, done.err) == (0, "")
    assert (tmp_path / "public/index.html").exists()


def test_a_folder_with_other_files_is_refused(tmp_path):
    archive(tmp_path / "archive", 1)
    (tmp_path / "public").mkdir()
    (tmp_path / "public/mine.txt").write_text("keep")
    done = site(tmp_path, *CLUB)
    assert (done.code, len(done.err.splitlines())) == (4, 1)
    assert "choose a new folder" in done.err
    assert files(tmp_path).keys() == {"archive/north/2025-11-03.jsonl", "public/mine.txt"}


def test_a_dry_run_writes_nothing(tmp_path):
    archive(tmp_path / "archive", 1)
    done = site(tmp_path, *CLUB, "--dry-run")
    assert (done.code, done.out.split()[:2]) == (0, [b"new", b"north/2025-11-03.jsonl"])
    assert [path.name for path in tmp_path.iterdir()] == ["archive"]


@pytest.mark.parametrize(
    "words",
    [
        ("--to", "site"),
        ("--to", "site", "--db", "sqlite:///x.db"),
        ("--to", "site", "--out", "x", "--schema", "y"),
        ("--to", "parquet", "--out", "x", "--no-players"),
        ("--to", "sql", "--db", "sqlite:///x.db", "--title", "T"),
    ],
)
def test_options_that_exclude_each_other_are_one_line(words, tmp_path):
    archive(tmp_path / "archive", 1)
    done = quick("export", tmp_path / "archive", *words)
    assert (done.code, len(done.err.splitlines())) == (2, 1)


def test_rejected_files_are_reported_and_others_published(site_copy):
    (site_copy / "archive/north/bad.bws").write_bytes(b"not a database")
    write(site_copy / "archive/north/good.jsonl", evening("north", 50, "2026-03-03"))
    done = site(site_copy, *CLUB)
    assert (done.code, "rejected north/bad.bws" in done.err) == (1, True)
    assert list((site_copy / "public/north/2026").glob("2026-03-03-*.html"))


def count(folder: Path) -> int:
    return sum(len(names) for _, _, names in os.walk(folder))


def test_a_killed_run_shows_nothing_half_done_and_the_next_completes_it(tmp_path):
    archive(tmp_path / "archive", 8)
    assert site(tmp_path, *CLUB, out="whole").code == 0
    expected = {name: data for name, (data, _) in files(tmp_path / "whole").items()}
    words = ["--to", "site", "--out", tmp_path / "public", "--jobs", "1", *CLUB]
    command = [sys.executable, "-m", "bmconv", "export", tmp_path / "archive", *words]
    for pages in (0, 3, 20, 10**6):
        running = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=ROOT)
        while running.poll() is None and count(tmp_path / "public") <= pages:
            time.sleep(0.01)
        if running.poll() is None:
            running.kill()
        running.wait()
        for name, (data, _) in files(tmp_path / "public").items():
            assert name.startswith(".new/") or data.endswith((b"</script>\n", b"</script>", b"/\n"))
        if (tmp_path / "public/index.html").exists():
            linked_pages(tmp_path / "public")
    assert {n: data for n, (data, _) in files(tmp_path / "public").items()} == expected


def test_nights_and_clubs_without_a_name_have_words_of_the_language(tmp_path):
    records = evening("north", 5, "2026-01-05")
    for record in records:
        if isinstance(record, Session | Result):
            record.date = None
        if isinstance(record, Session):
            record.name = None
    write(tmp_path / "archive/one.jsonl", records)
    assert site(tmp_path, *CLUB, "--language", "nl").code == 0
    home = (tmp_path / "public/index.html").read_text(encoding="utf-8")
    words = re.findall(r">(onbekend|Avonden|Avond)</a>", home)
    assert set(words) == {"onbekend", "Avonden", "Avond"}
    assert re.findall(r">(Other|all|Session)<", home) == []


def test_a_site_in_the_root_of_a_drive_is_refused(archive):
    """The database with the numbers of players would be in the folder that is published."""
    done = quick("export", archive, "--to", "site", "--out", "/", "--dry-run")
    line = "bmconv: --out /: the top of a drive; name a folder on it, such as /public\n"
    assert (done.code, done.err) == (2, line)

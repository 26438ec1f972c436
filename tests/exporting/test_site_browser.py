"""The pages of a site checked with a browser, axe and an HTML checker."""

import os
import re

import pytest

from bmconv.records import Player, Section, Session
from tests.helpers.browsing import (
    HOSTILE,
    assert_accessible,
    assert_fitting,
    assert_quiet,
    browser_reports,
    html_errors,
)
from tests.helpers.evenings import evening, write
from tests.helpers.pages import Page
from tests.helpers.running import quick

LONG = "Bartholomew Featherstonehaugh-Cholmondeley"


def changed(records, club):
    """An evening with hostile or very long texts in place of its own."""
    for record in records:
        if isinstance(record, Player):
            record.name = (
                f"{HOSTILE} {record.number}" if club == "hostile" else f"{LONG} {record.name}"
            )
        elif isinstance(record, Session):
            record.name = HOSTILE if club == "hostile" else f"{LONG} memorial pairs, second heat"
        elif isinstance(record, Section) and club == "hostile":
            record.letter = HOSTILE
    return records


@pytest.fixture(scope="module")
def files(tmp_path_factory):
    """One page of each kind for a plain, a hostile and a long-winded club, by name."""
    if os.name == "nt":
        pytest.skip("the names of folders contain signs that Windows does not allow")
    folder = tmp_path_factory.mktemp("site")
    for at, club in enumerate(("plain", "hostile", "long")):
        where = {"hostile": HOSTILE.replace("/", "_"), "long": "l" * 60}.get(club, club)
        for day in ("2026-01-0", "2026-02-0"):
            records = evening(club, at, f"{day}{at + 1}", members=12)
            records = records if club == "plain" else changed(records, club)
            write(folder / "archive" / where / f"{day}{at}.jsonl", records)
    words = ("--out", folder / "public", "--jobs", "1", "--label", "club={1}", "--title", HOSTILE)
    done = quick("export", folder / "archive", "--to", "site", *words)
    assert done.code == 0, done.err
    public = folder / "public"
    found = {"home": public / "index.html", "month": public / "2026-01.html"}
    for club in public.iterdir():
        if club.is_dir():
            found[f"{club.name} club"] = club / "index.html"
            found[f"{club.name} year"] = club / "2026/index.html"
            found[f"{club.name} players"] = club / "players/index.html"
            found[f"{club.name} night"] = min((club / "2026").glob("2026-*.html"))
            found[f"{club.name} player"] = next(
                path for path in sorted((club / "players").iterdir()) if path.stem != "index"
            )
    assert len(found) == 2 + 3 * 5
    return found


@pytest.fixture(scope="module")
def reports(files):
    return browser_reports(files)


def test_no_request_leaves_and_nothing_runs(reports, files):
    assert_quiet(reports, files)


def test_a_phone_never_scrolls_sideways(reports):
    assert_fitting(reports)


def test_an_accessibility_checker_finds_nothing_serious(reports):
    assert_accessible(reports)


def test_pages_print(reports):
    assert all(found["sheets"] >= 1 for found in reports.values())


def test_an_html_checker_finds_no_error(files):
    assert html_errors(list(files.values())) == ""


def test_hostile_text_is_displayed_unchanged_and_never_part_of_an_address(files):
    for name, path in files.items():
        if "night" not in name and "long" not in name:
            assert "<script>alert(1)</script>" in Page(path.read_text(encoding="utf-8")).text
        address = path.relative_to(files["home"].parent).as_posix()
        assert re.fullmatch("[a-z0-9/-]+[.]html", address)

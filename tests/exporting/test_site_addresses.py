"""Addresses of a site: safe everywhere, one for each page, the same for good."""

import re
import shutil

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bmconv.exporting.site.addresses import folder_of, link, night_address, player_address, slug
from bmconv.records import Player
from tests.exporting.test_site import CLUB, linked_pages, site
from tests.helpers.datasets import sql
from tests.helpers.evenings import evening, write
from tests.helpers.running import quick

KEY = "[bcdfghjkmnpqrstvwxz]{8}"
SAFE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def free(address):
    return False


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Ada Lind", "ada-lind"),
        ("Zoë O'Neill", "zoe-o-neill"),
        ("Großmann, Jörg", "grossmann-jorg"),
        ("Łukasz Bjørn Æsop", "lukasz-bjorn-aesop"),
        ("../../etc/passwd", "etc-passwd"),
        ("李小龙", ""),
        ("", ""),
    ],
)
def test_a_name_stays_readable(text, expected):
    assert slug(text) == expected


def test_a_club_with_a_plain_name_is_its_folder_and_others_have_a_key():
    assert folder_of(["north", "bridge-club-2"]) == "north/bridge-club-2"
    assert folder_of([]) == ""
    for label in ("con", "LPT1", "nul", "North", "..", "a/b", "x-bcdfghjk", None, "", "x" * 50):
        assert re.fullmatch(rf"[a-z0-9-]+-{KEY}", folder_of([label])), label
    assert len({folder_of([label]) for label in ("north", "North", "NORTH", "north ")}) == 4


@given(st.text(), st.text(), st.text())
def test_whatever_the_texts_the_path_is_safe(club, name, event):
    folder = folder_of([club])
    for address in (
        player_address(folder, name, ("first",), free),
        night_address(folder, "2026-01-14", event, free),
        night_address(folder, "", event, free),
    ):
        parts = address.removesuffix(".html").split("/")
        assert all(SAFE.fullmatch(part) and len(part) < 60 for part in parts)
        assert len(parts) == 3


def test_an_address_that_is_taken_gives_another_the_same_each_time():
    first = player_address("", "Ada Lind", ("night",), free)
    second = player_address("", "Ada  LIND", ("night",), {first}.__contains__)
    third = player_address("", "Ada Lind", ("night",), {first, second}.__contains__)
    assert len({first, second, third}) == 3
    assert second == player_address("", "Ada Lind", ("night",), {first}.__contains__)


def test_links_are_relative():
    assert link("index.html", "north/index.html") == "north/index.html"
    assert link("north/2026/a.html", "north/players/b.html") == "../players/b.html"
    assert link("north/2026/a.html", "index.html") == "../../index.html"


def named(records, **names):
    """An evening in which some numbers have other names."""
    for record in records:
        if isinstance(record, Player) and f"n{record.number}" in names:
            record.name = names[f"n{record.number}"]
    return records


def players(folder):
    query = "SELECT who, name, address FROM site_player WHERE who IN ('70001', '70002') ORDER BY 1"
    return sql(folder / ".public.site/site.sqlite", query)


def test_namesakes_have_pages_of_their_own_and_a_new_spelling_keeps_its_address(tmp_path):
    one = evening("north", 1, "2026-01-01", members=12)
    write(tmp_path / "archive/north/1.jsonl", named(one, n70001="Ada Lind", n70002="Ada Lind"))
    assert site(tmp_path, *CLUB).code == 0
    (_, _, first), (_, _, second) = players(tmp_path)
    assert first != second
    assert {re.sub(f"-{KEY}[.]", ".", address) for address in (first, second)} == {
        "north/players/ada-lind.html"
    }
    two = evening("north", 2, "2026-01-08", members=12)
    write(tmp_path / "archive/north/2.jsonl", named(two, n70001="Ada Lind-Ek", n70002="Ada Lind"))
    assert site(tmp_path, *CLUB).code == 0
    assert players(tmp_path) == [("70001", "Ada Lind-Ek", first), ("70002", "Ada Lind", second)]
    linked_pages(tmp_path / "public")


def test_anonymous_pages_lead_everywhere_and_stay_with_their_key(tmp_path):
    write(tmp_path / "archive/Northtown/1.jsonl", evening("Northtown", 1, "2026-01-01"))
    key = tmp_path / "key"
    assert quick("anonymise", "--new-key", key).code == 0
    words = (*CLUB, "--anonymise", "--key", str(key))
    assert site(tmp_path, *words).code == 0
    first = linked_pages(tmp_path / "public")
    assert len(first) == 1 + 1 + 1 + 1 + 1 + 4 + 12  # home, month, club, year, night, rankings
    write(tmp_path / "archive/Northtown/2.jsonl", evening("Northtown", 2, "2026-01-08"))
    assert site(tmp_path, *words).code == 0
    assert first < linked_pages(tmp_path / "public")
    shutil.rmtree(tmp_path / ".public.site")
    shutil.move(tmp_path / "public", tmp_path / "before")
    assert site(tmp_path, *words).code == 0
    assert linked_pages(tmp_path / "public") == linked_pages(tmp_path / "before")
    for path in (tmp_path / "public").rglob("*"):
        shown = f"{path.relative_to(tmp_path)} {path.read_text() if path.is_file() else ''}"
        assert not re.search(r"northtown|olsen|pryce|quist|rowan|\b700\d\d\b", shown.casefold())

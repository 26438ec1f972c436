"""The page of results in Chromium: it fits, fetches nothing, nothing in it runs, and it prints."""

from pathlib import Path

import pytest

from bmconv.records import Hand, Player, Record, Seat, Section
from bmconv.reports.catalogues import NAMES
from bmconv.schema import fields
from tests.helpers.browsing import (
    HOSTILE,
    assert_accessible,
    assert_fitting,
    assert_quiet,
    browser_reports,
    html_errors,
    page_widths,
)
from tests.helpers.coding import encode_records
from tests.helpers.pages import SAMPLE, Page, records_of, seats
from tests.helpers.sessions import uneven_session
from tests.ranking.test_teams import match
from tests.tools.losses import CONTEXT, with_value


def hostile() -> list[Record]:
    """An event with hostile text in every text field of every record."""
    found = []
    for kind, record in CONTEXT.items():
        for field in fields(kind):
            if field.kind == "text" and field.name != "guid":
                record = with_value(record, field.attribute, HOSTILE)
        found.append(record)
    return found


def named() -> list[Record]:
    """A night that is played, with hostile names, remarks and cards."""
    people = [with_value(seat, "name", HOSTILE) for seat in seats(4)]
    played = [
        with_value(record, "remarks", HOSTILE) if getattr(record, "contract", None) else record
        for record in uneven_session(winners=2)
    ]
    section = with_value(played[0], "letter", HOSTILE)
    other = with_value(with_value(played[-1], "section", 2), "contract", HOSTILE)
    return [section, *played[1:], other, *people, Hand(board=1, north=HOSTILE, dealer=HOSTILE)]


def long_named(records: list[Record]) -> list[Record]:
    """A night whose players have long names."""
    last = "van Leeuwen-Hendriks"
    return [
        with_value(record, "name", f"{record.name.split()[0]} {last}")
        if isinstance(record, Seat)
        else record
        for record in records
        if not isinstance(record, Player)
    ]


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory, club_night: Path) -> dict[str, Path]:
    """Pages by name."""
    folder = tmp_path_factory.mktemp("pages")
    teams = [*match(), *(with_value(seat, "name", "Bartholomew Featherstone") for seat in seats(2))]
    club = records_of(club_night)
    made = {"club": club, "long": long_named(club), "hostile": hostile(), "named": named()}
    made["teams"] = teams
    paths = {}
    for name, records in made.items():
        paths[name] = folder / f"{name}.html"
        title = HOSTILE if name in ("hostile", "named") else ""
        paths[name].write_bytes(encode_records(records, "html", title=title)[0])
    return paths | {"sample": SAMPLE}


@pytest.fixture(scope="module")
def seen(files: dict[str, Path]) -> dict[str, dict]:
    """What the browser reports about each page."""
    return browser_reports(files)


def test_no_request_leaves_and_nothing_runs(seen, files):
    assert_quiet(seen, files)


def test_a_phone_never_scrolls_sideways(seen):
    assert_fitting(seen)


def test_no_row_of_a_table_is_hidden_on_any_screen(seen):
    assert {name: sum(found["hidden"]) for name, found in seen.items()} == dict.fromkeys(seen, 0)


def test_a_phone_never_scrolls_sideways_in_any_language(tmp_path):
    people = [with_value(seat, "name", "Bartholomew Featherstone") for seat in seats(4)]
    sections = [
        with_value(record, "section", 2)
        for record in uneven_session()
        if not isinstance(record, Section)
    ]
    pairs = [*uneven_session(), Section(id=2, letter="B"), *sections, *people]
    files = {}
    for code in NAMES:
        for name, records in {"teams": [*match(), *people[:8]], "pairs": pairs}.items():
            files[f"{name}-{code}"] = tmp_path / f"{name}-{code}.html"
            data, _ = encode_records(records, "html", language=code)
            files[f"{name}-{code}"].write_bytes(data)
    assert page_widths(files, 320) == dict.fromkeys(files, 320)


def test_the_hands_stand_where_the_players_sat(seen):
    assert {name: found["compass"] for name, found in seen.items()} == {
        name: [True, True, True] for name in seen
    }


def test_an_accessibility_checker_has_nothing_serious_to_say(seen):
    assert_accessible(seen)


def test_the_page_is_complete_without_script(seen, files):
    for name, found in seen.items():
        parsed = Page(files[name].read_text(encoding="utf-8"))
        expected = [[[cell.strip() for cell in row] for row in t["rows"]] for t in parsed.tables]
        shown = [[[" ".join(c.split()) for c in row] for row in table] for table in found["tables"]]
        plain = [[[" ".join(c.replace(" + ", "").split()) for c in r] for r in t] for t in expected]
        assert shown == plain


def test_the_script_finds_a_name_and_sorts(seen):
    found = seen["sample"]
    assert (found["rows"], found["found"]) == (6, 1)
    assert [text.strip() for text in found["up"]] == ["30.00", "47.92", "68.75"]
    assert found["down"] == found["up"][::-1]


def test_a_phone_opens_one_board_at_a_time(seen):
    assert seen["sample"]["open"] == [[], ["b1"], ["b2"]]
    assert seen["club"]["open"] == [[], ["b1.1"], ["b2.1"]]


def test_my_evening_is_in_the_address_and_marked_everywhere(seen):
    found = seen["sample"]
    assert found["address"].endswith(f"page.html?pair={found['pair']}")
    assert found["stored"] == ""
    line, *results = found["mine"]
    assert "Ivo Tamm & Karl Vance" in line
    assert len(results) == 6  # its boards
    assert all("Ivo Tamm & Karl Vance" in text for text in results)


def test_the_notice_board_sheet_has_the_ranking_then_several_travellers_a_page(seen):
    assert seen["sample"]["sheets"] == 1 + 2  # six boards, four to a sheet
    assert seen["club"]["sheets"] == seen["long"]["sheets"] == 1 + -(-42 // 4)


def test_rankings_have_whole_names_on_phones_and_whole_rows_on_paper(seen):
    for name, found in seen.items():
        assert (name, found["cut"]) == (name, {"320": 0, "360": 0, "1280": 0})
        assert (name, found["paper"]) == (name, {"cut": 0, "absent": 0})


def test_an_html_checker_finds_no_error(files):
    assert html_errors(list(files.values())) == ""


def test_hostile_text_is_shown_as_it_is():
    shown = Page(encode_records(named(), "html")[0].decode())
    assert shown.text.count("<script>alert(1)</script>") > 20

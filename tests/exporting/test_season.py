"""Views of a season: what three players did on two nights, added up by hand."""

import datetime

import pytest

from bmconv.io.stream import encode_lines
from bmconv.records import Result, Round, Seat, Section, Session
from tests.helpers.datasets import export, sql
from tests.helpers.pages import Page
from tests.helpers.postgres_server import programs_folder, running_server
from tests.helpers.running import absent, quick

ADA, BO, CLEO, DORA, EVE = "101", "102", "103", "104", "105"
NAMES = {ADA: "Ada", BO: "Bo", CLEO: "Cleo", DORA: "Dora", EVE: "Eve"}


def night(path, day, tables, made):
    """Two tables of one board; `made` has who of N-S makes ten tricks in 4 S."""
    records = [
        Session(id=1, guid=f"{day:032X}", date=datetime.date(2026, 1, day)),
        Section(id=1, letter="A", session=1, winners=2),
    ]
    for table, people in enumerate(tables, 1):
        records.append(Round(section=1, table=table, round=1, ns_pair=table, ew_pair=table))
        for direction, number in zip("NSEW", people, strict=True):
            seat = Seat(section=1, table=table, direction=direction, round=0, number=number)
            seat.name = NAMES.get(number, f"Guest {number}")
            records.append(seat)
        records.append(
            Result(id=table, section=1, table=table, round=1, board=1, pair_ns=table,
                   pair_ew=table, declarer="N", contract="4 S",
                   result="=" if made[table - 1] else "-1")
        )  # fmt: skip
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(encode_lines(records)))


@pytest.fixture
def nights(tmp_path):
    folder = tmp_path / "archive"
    # Ada and Bo make 4 S at table 1 and have 100 %; Cleo and Dora do not.
    night(folder / "north/1.jsonl", 1, [(ADA, BO, "1", "2"), (CLEO, DORA, "3", "4")], (1, 0))
    # Ada plays with Eve and goes down; Bo plays with Cleo and makes it.
    night(folder / "north/2.jsonl", 2, [(ADA, EVE, "1", "2"), (BO, CLEO, "3", "4")], (0, 1))
    # Another club's number 101 is somebody else.
    night(folder / "south/3.jsonl", 3, [(ADA, BO, "5", "6"), (CLEO, DORA, "7", "8")], (1, 1))
    return folder


def test_the_page_of_a_player_counts_the_partners_it_lists(nights, tmp_path):
    """Eve is a number without a name on that night, and has no page."""
    second = nights / "north/2.jsonl"
    second.write_text(second.read_text().replace(f',"name":"{NAMES[EVE]}"', ""))
    words = ("--to", "site", "--out", tmp_path / "public", "--label", "club={1}", "--jobs", "1")
    for names in ([BO], [BO, EVE]):
        assert quick("export", nights, *words).code == 0
        (own,) = (tmp_path / "public/north/players").glob("ada-*.html")
        page = Page(own.read_text(encoding="utf-8"))
        (partners,) = page.of("people partners sortable")
        assert [row[0] for row in partners["rows"][1:]] == [NAMES[number] for number in names]
        listed = Page((tmp_path / "public/north/players/index.html").read_text(encoding="utf-8"))
        (ranked,) = listed.of("people ranked sortable finder")
        row = next(row for row in ranked["rows"][1:] if row[1] == NAMES[ADA])
        assert row[6] == str(len(names))
        night(nights / "north/4.jsonl", 4, [(EVE, DORA, "1", "2"), (BO, CLEO, "3", "4")], (0, 1))


PLAYERS = (
    "SELECT who, nights, boards, average, best, partners FROM {}player_season "
    "WHERE club = 'north' AND who IN ('101', '102', '103') ORDER BY who"
)
PAIRS = (
    "SELECT who, partner, nights, average FROM {}pair_season "
    "WHERE club = 'north' AND who = '101' ORDER BY partner"
)
CLUBS = "SELECT club, nights, players, boards FROM {}club_season ORDER BY club"
EXPECTED = {
    PLAYERS: [
        ("101", 2, 2, 50.0, 100.0, 2),  # 100 % with Bo, 0 % with Eve
        ("102", 2, 2, 100.0, 100.0, 2),  # 100 % with Ada and with Cleo
        ("103", 2, 2, 50.0, 100.0, 2),  # 0 % with Dora, 100 % with Bo
    ],
    PAIRS: [("101", "102", 1, 100.0), ("101", "105", 1, 0.0)],
    CLUBS: [("north", 2, 9, 16), ("south", 1, 8, 8)],
}


def test_a_season_in_sqlite(nights, tmp_path):
    export(nights, tmp_path / "league.db", "--label", "club={1}", to="sql")
    for query, rows in EXPECTED.items():
        assert sql(tmp_path / "league.db", query.format("")) == rows
    last = sql(tmp_path / "league.db", "SELECT max(last) FROM club_season")
    assert last == [("2026-01-03",)]


def test_without_labels_there_is_one_club(nights, tmp_path):
    export(nights, tmp_path / "league.db", to="sql")
    assert sql(tmp_path / "league.db", "SELECT nights FROM club_season") == [(3,)]
    found = sql(tmp_path / "league.db", "SELECT nights FROM player_season WHERE who = '101'")
    assert found == [(3,)]


def test_a_season_in_postgresql(nights):
    if programs_folder() is None:
        absent("PostgreSQL")
    from adbc_driver_postgresql import dbapi

    with running_server() as server:
        more = ("--db", server.url, "--label", "club={1}")
        assert quick("export", nights, "--to", "sql", *more).code == 0
        with dbapi.connect(server.url) as db, db.cursor() as cursor:
            for query, rows in EXPECTED.items():
                cursor.execute(query.format("bmconv."))
                found = [tuple(map(str, row)) for row in cursor.fetchall()]
                assert found == [tuple(map(str, row)) for row in rows]


FEDERATION = """<?xml version="1.0" encoding="UTF-8"?>
<USEBIO Version="1.2">
  <CLUB><CLUB_NAME>North</CLUB_NAME></CLUB>
  <EVENT EVENT_TYPE="PAIRS">
    <EVENT_DESCRIPTION>Pairs</EVENT_DESCRIPTION><DATE>12/03/2026</DATE>
    <PARTICIPANTS>{pairs}</PARTICIPANTS>
    <BOARD><BOARD_NUMBER>1</BOARD_NUMBER>{lines}</BOARD>
  </EVENT>
</USEBIO>
"""
PAIR = """<PAIR><PAIR_NUMBER>{}</PAIR_NUMBER><DIRECTION>{}</DIRECTION>
  <PLAYER><PLAYER_NAME>{}</PLAYER_NAME><NATIONAL_ID_NUMBER>{}</NATIONAL_ID_NUMBER></PLAYER>
  <PLAYER><PLAYER_NAME>{}</PLAYER_NAME></PLAYER></PAIR>"""
LINE = """<TRAVELLER_LINE><NS_PAIR_NUMBER>{0}</NS_PAIR_NUMBER><EW_PAIR_NUMBER>{0}</EW_PAIR_NUMBER>
  <CONTRACT>4S</CONTRACT><PLAYED_BY>N</PLAYED_BY><TRICKS>{1}</TRICKS></TRAVELLER_LINE>"""


def test_a_night_of_a_federation_file_counts_for_the_players_its_ranking_names(tmp_path):
    """Nobody has a seat in such a file: names and numbers are in its ranking only."""
    people = [
        (1, "NS", "Ada", "101", "Bo"),
        (2, "NS", "Cleo", "103", "Dora"),
        (1, "EW", "Gus", "107", "Hal"),
        (2, "EW", "Ivo", "109", "Juno"),
    ]
    pairs = "".join(PAIR.format(*pair) for pair in people)
    text = FEDERATION.format(pairs=pairs, lines=LINE.format(1, 10) + LINE.format(2, 9))
    path = tmp_path / "archive/north/night.xml"
    path.parent.mkdir(parents=True)
    path.write_text(text)
    done = export(path.parent.parent, tmp_path / "league.db", "--label", "club={1}", to="sql")
    assert done.code == 0
    found = sql(
        tmp_path / "league.db",
        "SELECT who, name, nights, average, partners FROM player_season ORDER BY who",
    )
    assert found == [
        ("101", "Ada", 1, 100.0, 1),
        ("103", "Cleo", 1, 0.0, 1),
        ("107", "Gus", 1, 0.0, 1),
        ("109", "Ivo", 1, 100.0, 1),
        ("Bo", "Bo", 1, 100.0, 1),
        ("Dora", "Dora", 1, 0.0, 1),
        ("Hal", "Hal", 1, 0.0, 1),
        ("Juno", "Juno", 1, 100.0, 1),
    ]
    names = sql(tmp_path / "league.db", "SELECT names FROM pair_names ORDER BY names")
    assert names == [("Ada & Bo",), ("Cleo & Dora",), ("Gus & Hal",), ("Ivo & Juno",)]

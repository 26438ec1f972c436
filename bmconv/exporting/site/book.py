"""The nights and players of a site, and the pages that must be made again.

They are kept in tables of the site's database. A changed event is recorded as stale in the
transaction that changes its rows. `update` brings nights and players up to date with stale events,
and lists the pages to make; a killed run is continued from that list.
"""

import json
import sqlite3
from typing import NamedTuple

from bmconv.exporting.ledger.database import transaction
from bmconv.exporting.site.addresses import (
    HOME,
    ROBOTS,
    folder_of,
    list_address,
    month_address,
    night_address,
    player_address,
    ranking_address,
)

NIGHT, PLAYER, PLAYERS, YEAR, MONTH, CLUB, ALL, CRAWLERS = range(8)
"""The kinds of pages in the order in which they are made, from nights to lists of nights.

A night whose page fails is dropped at once, so that no list made later shows it. PLAYERS are
rankings, ALL is the home page, CRAWLERS is robots.txt."""
MONTH_NIGHTS = 100
"""The most nights on a page of a month."""
WINNERS = 6
"""The most winners that a list names."""

DDL = """
CREATE TABLE IF NOT EXISTS site_night (
  -- every night that has a page
  event_id TEXT PRIMARY KEY, club TEXT, date TEXT, title TEXT, winners TEXT, address TEXT UNIQUE);
CREATE INDEX IF NOT EXISTS site_night_club ON site_night (club, date);
CREATE INDEX IF NOT EXISTS site_night_date ON site_night (date);
CREATE TABLE IF NOT EXISTS site_line (
  -- the rows of the view player_night for these nights
  event_id TEXT, club TEXT, who TEXT, name TEXT, date TEXT, section INTEGER, direction TEXT,
  pair INTEGER, boards INTEGER, percentage REAL, place INTEGER);
CREATE INDEX IF NOT EXISTS site_line_event ON site_line (event_id, section, direction, pair);
CREATE INDEX IF NOT EXISTS site_line_who ON site_line (club, who);
CREATE TABLE IF NOT EXISTS site_player (
  -- every player of these nights, with the address of the page
  club TEXT, who TEXT, name TEXT, address TEXT UNIQUE, PRIMARY KEY (club, who));
CREATE TABLE IF NOT EXISTS site_page (
  -- every page that is in place
  address TEXT PRIMARY KEY);
CREATE TABLE IF NOT EXISTS site_stale (event_id TEXT);
CREATE TABLE IF NOT EXISTS site_todo (
  -- the pages to make, or to remove if there is nothing for them
  address TEXT PRIMARY KEY, kind INTEGER, club TEXT, what TEXT);
"""
LINES = """
INSERT INTO site_line SELECT event_id, ?, who, name, date, section, direction, pair, boards,
  percentage, place FROM player_night WHERE event_id = ? AND (who IS NOT NULL OR name IS NOT NULL)
"""
"""Adds the lines of a night's players. Lines without `who` belong to hidden people."""
FORGET = """
DELETE FROM site_player WHERE (club, who) NOT IN (
  SELECT club, who FROM site_line WHERE who IS NOT NULL)
"""
"""Removes players without a night, who may be hidden by now."""
WON = "SELECT section, coalesce(direction, ''), pair FROM ranking WHERE event_id = ? AND place = 1"
"""Selects the winners of a night."""


class PageEntry(NamedTuple):
    """A page to make."""

    address: str
    kind: int
    club: str
    """The labels of its nights as a JSON array, as in the table site_night; empty: all clubs."""
    subject: str
    """The event, player or year of the page; for a month also its number, as in `2026-01 2`. The
    table site_todo, which older datasets contain as well, calls it `what`."""


class SiteBook:
    """The tables of a site in its database."""

    def __init__(self, db: sqlite3.Connection, labels: list[str]) -> None:
        self.db, self.labels = db, labels
        self.db.executescript(DDL)
        self.touched: set[tuple[str, str]] = set()
        """Players whose pages must be made again, with their clubs."""
        self.months: set[str] = set()
        """Months whose nights have changed."""
        self.without_page: list[str] = []
        """Files whose events have no results and therefore no page."""

    def mark_all(self) -> None:
        """Record that every page must be made again."""
        for table in ("events", "site_night"):
            self.db.execute(f"INSERT OR IGNORE INTO site_stale SELECT event_id FROM {table}")

    def is_unfinished(self) -> bool:
        """Whether there are pages to make."""
        query = "SELECT EXISTS (SELECT 1 FROM site_stale) OR EXISTS (SELECT 1 FROM site_todo)"
        return bool(self.db.execute(query).fetchone()[0])

    def update(self) -> None:
        """Bring nights and players up to date with the events, and list the pages to make."""
        with transaction(self.db):
            stale = [
                row[0]
                for row in self.db.execute("SELECT DISTINCT event_id FROM site_stale ORDER BY 1")
            ]
            for event_id in stale:
                self._remove(event_id)
                self._add(event_id)
            self._update_players()
            self._request_months()
            if stale:
                self._request_page(HOME, ALL)
                self._request_page(ROBOTS, CRAWLERS)
            self.db.execute("DELETE FROM site_stale")

    def count_todo(self) -> int:
        """The number of pages to make."""
        return int(self.db.execute("SELECT count(*) FROM site_todo").fetchone()[0])

    def todo(self, kind: int) -> list[PageEntry]:
        """The pages of a kind to make."""
        query = "SELECT address, kind, club, what FROM site_todo WHERE kind = ? ORDER BY address"
        return [PageEntry(*row) for row in self.db.execute(query, (kind,))]

    def file_of(self, event_id: str) -> str:
        """The file of an event."""
        query = "SELECT source_file FROM events WHERE event_id = ?"
        return str(self.db.execute(query, (event_id,)).fetchone()[0])

    def drop(self, events: list[str]) -> None:
        """Remove nights whose page cannot be made."""
        with transaction(self.db):
            for event_id in events:
                for table in ("site_night", "site_line"):
                    self.db.execute(f"DELETE FROM {table} WHERE event_id = ?", (event_id,))

    def record_done(self, gone: list[str]) -> None:
        """Record that all pages are in place, except those that were removed."""
        with transaction(self.db):
            self.db.execute("INSERT OR IGNORE INTO site_page SELECT address FROM site_todo")
            rows = [(address,) for address in gone]
            self.db.executemany("DELETE FROM site_page WHERE address = ?", rows)
            self.db.execute("DELETE FROM site_todo")
            self.db.execute(FORGET)

    def addresses(self) -> list[str]:
        """The addresses of all pages."""
        return [address for (address,) in self.db.execute("SELECT address FROM site_page")]

    def _request_page(self, address: str, kind: int, club: str = "", subject: str = "") -> None:
        """Add a page to the list of those to make."""
        self.db.execute(
            "INSERT OR REPLACE INTO site_todo VALUES (?, ?, ?, ?)", (address, kind, club, subject)
        )

    def _remove(self, event_id: str) -> None:
        """Remove a night with its lines of players, and request the pages that showed it."""
        query = "SELECT club, date, address FROM site_night WHERE event_id = ?"
        for club, date, address in self.db.execute(query, (event_id,)).fetchall():
            self._request_page(address, NIGHT, club, event_id)
            self._request_lists(club, date)
        self._touch_players(event_id)
        for table in ("site_night", "site_line"):
            self.db.execute(f"DELETE FROM {table} WHERE event_id = ?", (event_id,))

    def _add(self, event_id: str) -> None:
        """Add a night with its lines of players, if it has results, and request its pages."""
        named = "".join(f', "{label}"' for label in self.labels)
        query = f"SELECT results, source_file, name, date{named} FROM events WHERE event_id = ?"
        row = self.db.execute(query, (event_id,)).fetchone()
        if row is None:
            return
        results, file, title, date = row[:4]
        if not results:
            self.without_page.append(file)
            return
        club = json.dumps(row[4:], ensure_ascii=False)
        self.db.execute(LINES, (club, event_id))
        address = night_address(
            folder_of(list(row[4:])), date or "", event_id, self._is_night_address
        )
        self.db.execute(
            "INSERT INTO site_night VALUES (?, ?, ?, ?, ?, ?)",
            (event_id, club, date or "", title or "", self._winners(event_id), address),
        )
        self._request_page(address, NIGHT, club, event_id)
        self._request_lists(club, date or "")
        self._touch_players(event_id)

    def _touch_players(self, event_id: str) -> None:
        query = "SELECT club, who FROM site_line WHERE event_id = ? AND who IS NOT NULL"
        self.touched.update(self.db.execute(query, (event_id,)))

    def _is_night_address(self, address: str) -> bool:
        query = "SELECT 1 FROM site_night WHERE address = ?"
        return self.db.execute(query, (address,)).fetchone() is not None

    def _request_lists(self, club: str, date: str) -> None:
        """Request the lists and rankings of a club that show a night of this date.

        Those of all clubs are requested too: months are noted for `_request_months`, and the home
        page is left to `update`.
        """
        folder = folder_of(json.loads(club))
        self._request_page(list_address(folder, date[:4] or "undated"), YEAR, club, date[:4])
        for year in {"", date[:4]}:
            self._request_page(ranking_address(folder, year, of_club=True), PLAYERS, club, year)
            if self.labels:
                self._request_page(ranking_address("", year, of_club=False), PLAYERS, "", year)
        if self.labels:
            self._request_page(list_address(folder), CLUB, club)
            self.months.add(date[:7])

    def _request_months(self) -> None:
        """Request the pages of changed months, and those no longer needed, for removal."""
        for month in sorted(self.months):
            query = "SELECT count(*) FROM site_night WHERE substr(date, 1, 7) = ?"
            nights = self.db.execute(query, (month,)).fetchone()[0]
            number = 1
            while number == 1 or number <= page_count(nights) or self._has_page(month, number):
                self._request_page(month_address(month, number), MONTH, "", f"{month} {number}")
                number += 1
        self.months.clear()

    def _has_page(self, month: str, number: int) -> bool:
        query = "SELECT 1 FROM site_page WHERE address = ?"
        return self.db.execute(query, (month_address(month, number),)).fetchone() is not None

    def _winners(self, event_id: str) -> str:
        """The names of the winners as one text; winners without names are left out."""
        winners = []
        names = (
            "SELECT name FROM site_line WHERE event_id = ? AND section = ? AND direction = ? "
            "AND pair = ? AND name IS NOT NULL ORDER BY rowid"
        )
        for section, direction, pair in self.db.execute(WON, (event_id,)).fetchall():
            who = self.db.execute(names, (event_id, section or 0, direction, pair))
            winners.append(" & ".join(name for (name,) in who))
        winners = list(dict.fromkeys(filter(None, winners)))
        return "; ".join(winners[:WINNERS]) + (" …" if len(winners) > WINNERS else "")

    def _update_players(self) -> None:
        """Bring names and addresses of touched players up to date, and request their pages."""
        renamed = set()
        for _, club, who in sorted(
            (self._first_night(club, who), club, who) for club, who in self.touched
        ):
            if (name := self._name(club, who)) and self._record_name(club, who, name):
                renamed.add((club, who))
        for club, who in renamed:
            self.touched.update((club, other) for other in self._partners(club, who))
        for club, who in sorted(self.touched):
            query = "SELECT address FROM site_player WHERE club = ? AND who = ?"
            for (address,) in self.db.execute(query, (club, who)).fetchall():
                self._request_page(address, PLAYER, club, who)
        self.touched.clear()

    def _first_night(self, club: str, who: str) -> tuple[str, ...]:
        """The first night where a player has a name: date, event, place of the pair, and name."""
        row = self.db.execute(
            "SELECT date, event_id, section, direction, pair, name FROM site_line "
            "WHERE club = ? AND who = ? AND name IS NOT NULL "
            "ORDER BY date IS NULL, 1, 2, 3, 4, 5, 6 LIMIT 1",
            (club, who),
        ).fetchone()
        return tuple(str(value or "") for value in row or ())

    def _name(self, club: str, who: str) -> str | None:
        query = "SELECT max(name) FROM site_line WHERE club = ? AND who = ?"
        name: str | None = self.db.execute(query, (club, who)).fetchone()[0]
        return name

    def _record_name(self, club: str, who: str, name: str) -> bool:
        """Record a player's name, and an address if needed; returns whether the name is new."""
        query = "SELECT name FROM site_player WHERE club = ? AND who = ?"
        row = self.db.execute(query, (club, who)).fetchone()
        if row is None:
            first = self._first_night(club, who)
            folder = folder_of(json.loads(club))
            address = player_address(folder, first[-1], first[:-1], self._is_player_address)
            self.db.execute(
                "INSERT INTO site_player VALUES (?, ?, ?, ?)", (club, who, name, address)
            )
            return True
        query = "UPDATE site_player SET name = ? WHERE club = ? AND who = ?"
        self.db.execute(query, (name, club, who))
        return bool(row[0] != name)

    def _is_player_address(self, address: str) -> bool:
        query = "SELECT 1 FROM site_player WHERE address = ?"
        return self.db.execute(query, (address,)).fetchone() is not None

    def _partners(self, club: str, who: str) -> list[str]:
        return [row[0] for row in partners(self.db, club, who)]


def page_count(nights: int) -> int:
    """The number of pages for a month with this number of nights."""
    return -(-nights // MONTH_NIGHTS)  # rounded up


def partners(db: sqlite3.Connection, club: str, who: str) -> list[tuple[str, int, float | None]]:
    """A player's partners, with nights and average together, as in the view partnership_season."""
    return db.execute(
        "SELECT b.who, count(DISTINCT a.event_id), avg(a.percentage) "
        "FROM site_line a JOIN site_line b USING (event_id, section, direction, pair) "
        "WHERE a.club = ? AND a.who = ? AND b.who <> a.who GROUP BY b.who",
        (club, who),
    ).fetchall()

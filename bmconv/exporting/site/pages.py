"""Make the pages of a site from its database, and put each in place, complete or not at all."""

import json
import os
import sqlite3
from collections.abc import Callable, Iterable, Sequence
from contextlib import closing
from itertools import groupby
from typing import Any, NamedTuple

from bmconv.codecs.html import INFO
from bmconv.errors import BmconvError
from bmconv.exporting.ledger.database import connect
from bmconv.exporting.site import book
from bmconv.exporting.site.addresses import (
    HOME,
    folder_of,
    link,
    list_address,
    month_address,
    ranking_address,
)
from bmconv.exporting.site.book import MONTH_NIGHTS, PageEntry, page_count, partners
from bmconv.exporting.site.records import event_records
from bmconv.exporting.site.seasons import PlayerRow, player_season, ranking
from bmconv.io.files import move_over
from bmconv.notes import Notes
from bmconv.ranking.plays import Contestant
from bmconv.reports.html.look import PageLook
from bmconv.reports.html.page import PageFrame, page
from bmconv.reports.html.results import PageOptions, results
from bmconv.reports.language import language_of, mark
from bmconv.reports.people import anchor

LATEST = 30
"""The most nights in a list of the latest nights."""
UNDATED = mark("undated")
"""The name of nights without a date, also in addresses."""
NEW = ".new"
"""The folder in which pages are written before they are moved into place."""
SELECT_NIGHTS = "SELECT date, title, club, winners, address FROM site_night"


class SiteLook(NamedTuple):
    """What the pages of a site have in common."""

    title: str = "Results"
    page: PageLook = PageLook()
    listed: bool = False
    """Whether search engines may list the pages."""
    players: bool = True
    """Whether players have pages."""
    language: str = "en"
    min_nights: int = 5
    """The fewest nights with which a player gets a place in a ranking."""
    club_names: tuple[tuple[str, str], ...] = ()
    """Names of clubs by label."""


class SitePlace(NamedTuple):
    """A site: its folder, its database, and its look."""

    folder: str
    database: str
    label: str
    """What nights are grouped by, such as `club`; empty without labels."""
    look: SiteLook


class NightRow(NamedTuple):
    """A line in a list of nights."""

    date: str
    title: str
    club: str
    winners: str
    href: str


class PlayerNight(NamedTuple):
    """A night on a player's page."""

    date: str
    title: str
    href: str
    partners: list[tuple[str, str]]
    """The names of the partners, and links to their pages."""
    place: str
    boards: int
    percentage: float | None


def make_pages(site: SitePlace, entries: list[PageEntry]) -> list[tuple[PageEntry, str]]:
    """Make pages; return those with nothing to show, and the reason if that is unexpected."""
    missing = []
    with closing(connect(site.database, dry_run=True)) as db:
        maker = _Maker(site, db)
        for entry in entries:
            text, why = None, ""
            try:
                text = maker.makers[entry.kind](entry)
            except (OSError, sqlite3.Error):
                raise
            except Exception as error:  # one night must not end the run
                if entry.kind != book.NIGHT:
                    raise
                known = isinstance(error, BmconvError)
                why = str(error) if known else f"{type(error).__name__}: {error}"
            if text is None:
                missing.append((entry, why))
            else:
                put(site.folder, entry.address, text.encode())
    return missing


def put(folder: str, address: str, data: bytes) -> None:
    """Put a page in place, unless it is there already with the same content."""
    path = path_of(folder, address)
    try:
        with open(path, "rb") as file:
            if file.read() == data:
                return
    except FileNotFoundError:
        os.makedirs(os.path.dirname(path), exist_ok=True)
    waiting = os.path.join(folder, NEW, str(os.getpid()))
    with open(waiting, "wb") as file:
        file.write(data)
        file.flush()
        os.fsync(file.fileno())
    move_over(waiting, path)


def path_of(folder: str, address: str) -> str:
    """The file of an address."""
    return os.path.join(folder, *address.split("/"))


class _Maker:
    """Makes pages with one connection to the database."""

    def __init__(self, site: SitePlace, db: sqlite3.Connection) -> None:
        self.site, self.look, self.db = site, site.look, db
        self.language = language_of(site.look.language)
        self.frame = PageFrame(self.language, site.look.page, site.look.listed)
        self.makers: dict[int, Callable[[PageEntry], str | None]] = {
            # each returns None if there is nothing to show
            book.NIGHT: self._night,
            book.PLAYER: self._player,
            book.PLAYERS: self._players,
            book.YEAR: self._year,
            book.MONTH: self._month,
            book.CLUB: self._club,
            book.ALL: self._all if site.label else self._club,
            book.CRAWLERS: self._crawlers,
        }

    # Nights

    def _night(self, entry: PageEntry) -> str | None:
        """The results page, with links to the lists and players of the site."""
        query = "SELECT club, date FROM site_night WHERE event_id = ? AND address = ?"
        row = self.db.execute(query, (entry.subject, entry.address)).fetchone()
        if row is None:
            return None
        club, date = row
        folder = self._folder(club)
        year = (
            date[:4] or self.language.gettext(UNDATED),
            list_address(folder, date[:4] or UNDATED),
        )
        frame = self.frame._replace(trail=self._trail(entry.address, club, year))
        records = event_records(self.db, entry.subject, (*INFO.holds, *INFO.consults))
        return results(records, PageOptions(frame=frame), Notes(), self._persons(entry))

    def _persons(self, entry: PageEntry) -> dict[str, list[tuple[str, str]]]:
        """The names and links of players, by the anchors of their cards."""
        persons: dict[str, list[tuple[str, str]]] = {}
        if self.look.players:
            rows = self.db.execute(
                "SELECT section, direction, pair, l.name, address "
                "FROM site_line l JOIN site_player USING (club, who) "
                "WHERE event_id = ? AND l.name IS NOT NULL ORDER BY l.rowid",
                (entry.subject,),
            )
            for section, direction, pair, name, address in rows:
                person = (name, link(entry.address, address))
                persons.setdefault(anchor(Contestant(section, direction, pair)), []).append(person)
        return persons

    # Players

    def _player(self, entry: PageEntry) -> str | None:
        season = player_season(self.db, entry.club, entry.subject, entry.address)
        if season is None or not self.look.players:
            return None
        folder = self._folder(entry.club)
        trail = self._trail(
            entry.address,
            entry.club,
            (self.language.gettext("Ranking"), list_address(folder, "players")),
        )
        return self._page(
            "site/player.html", season.name, trail,
            season=season, nights=self._player_nights(entry),
            partners=self._player_partners(entry),
        )  # fmt: skip

    def _player_nights(self, entry: PageEntry) -> list[PlayerNight]:
        rows = self.db.execute(
            "SELECT n.date, n.title, n.address, l.event_id, l.section, l.direction, l.pair, "
            "l.place, l.boards, l.percentage FROM site_line l JOIN site_night n USING (event_id) "
            "WHERE l.club = ? AND l.who = ? ORDER BY n.date DESC, n.address, 5, 6, 7",
            (entry.club, entry.subject),
        )
        nights = []
        for date, title, address, *pair, place, boards, percentage in rows.fetchall():
            card = anchor(Contestant(*pair[1:]))
            nights.append(
                PlayerNight(
                    date, self._title(title), f"{link(entry.address, address)}#{card}",
                    self._others_in_pair(entry, pair), str(place or ""), boards or 0, percentage,
                )
            )  # fmt: skip
        return nights

    def _others_in_pair(self, entry: PageEntry, pair: list[Any]) -> list[tuple[str, str]]:
        """The other players in a player's pair or team, with links except to hidden ones."""
        rows = self.db.execute(
            "SELECT l.name, address FROM site_line l LEFT JOIN site_player USING (club, who) "
            "WHERE event_id = ? AND section = ? AND direction = ? AND pair = ? AND who IS NOT ? "
            "AND l.name IS NOT NULL ORDER BY l.rowid",
            (*pair, entry.subject),
        )
        return [(name, link(entry.address, address) if address else "") for name, address in rows]

    def _player_partners(self, entry: PageEntry) -> list[PlayerRow]:
        rows = []
        for who, nights, average in partners(self.db, entry.club, entry.subject):
            query = "SELECT name, address FROM site_player WHERE club = ? AND who = ?"
            for name, address in self.db.execute(query, (entry.club, who)):
                href = link(entry.address, address)
                rows.append(PlayerRow(name, href, nights, average=average))
        return sorted(rows, key=lambda row: (-row.nights, row.name, row.href))

    def _players(self, entry: PageEntry) -> str | None:
        """The ranking of one club or of all clubs, for one year or for all nights."""
        club, year, here, _ = entry.club, entry.subject, entry.address, self.language.gettext
        players = ranking(self.db, club, year, self.look.min_nights, here)
        if not players or not self.look.players:
            return None
        folder, of_club = self._folder(club), bool(club)
        above = [] if not year else [(_("Ranking"), ranking_address(folder, "", of_club=of_club))]
        years = []
        if not year:  # the page of all years leads to those of single years
            periods = self._periods(4, "WHERE club = ?", club) if club else self._periods(4)
            years = [
                (past, link(here, ranking_address(folder, past, of_club=of_club)))
                for past in periods
                if past and self._has_players(club, past)
            ]
        names = (self._name(club) if club else "", _("Ranking"), year)
        return self._page(
            "site/players.html",
            " – ".join(filter(None, names)),
            self._trail(here, club, *above),
            players=[row._replace(club=self._name(row.club)) for row in players],
            years=years,
            min_nights=self.look.min_nights,
            label="" if club else self.site.label,
        )

    # Lists of nights

    def _year(self, entry: PageEntry) -> str | None:
        nights = self._nights(
            "WHERE club = ? AND substr(date, 1, 4) = ?", (entry.club, entry.subject), entry.address
        )
        title = " – ".join(
            filter(None, (self._name(entry.club), entry.subject or self.language.gettext(UNDATED)))
        )
        folder, here = self._folder(entry.club), entry.address
        trail = self._trail(here, entry.club)
        ranking_page = ""
        if entry.subject and self._has_players(entry.club, entry.subject):
            there = ranking_address(folder, entry.subject, of_club=True)
            ranking_page = link(here, there)
        return self._list(title, trail, nights, ranking=ranking_page)

    def _month(self, entry: PageEntry) -> str | None:
        """A page of the nights of all clubs in a month."""
        month, _, text = entry.subject.partition(" ")
        number, here = int(text), entry.address
        nights = self._nights("WHERE substr(date, 1, 7) = ?", (month,), here)
        first = (number - 1) * MONTH_NIGHTS
        pages = [
            (str(other), "" if other == number else link(here, month_address(month, other)))
            for other in range(1, page_count(len(nights)) + 1)
            if len(nights) > MONTH_NIGHTS
        ]
        title = month or self.language.gettext(UNDATED)
        of_page = nights[first : first + MONTH_NIGHTS]
        return self._list(title, self._trail(here, ""), of_page, self.site.label, pages)

    def _list(
        self, title: str, trail: list[tuple[str, str]], nights: list[NightRow], label: str = "",
        pages: Sequence[tuple[str, str]] = (), ranking: str = "",
    ) -> str | None:  # fmt: skip
        """A list of nights; `pages`: the numbers and links of its pages; `ranking`: a link."""
        if not nights:
            return None
        return self._page(
            "site/nights.html", title, trail, nights=nights, label=label, pages=pages,
            ranking=ranking,
        )  # fmt: skip

    def _club(self, entry: PageEntry) -> str | None:
        """The latest nights of a club, with links to its years and players.

        A site without labels is one club.
        """
        club, here, _ = entry.club or "[]", entry.address, self.language.gettext
        folder = self._folder(club)
        years = self._periods(4, "WHERE club = ?", club)
        if not years and self.site.label:
            return None
        condition = f"WHERE club = ? ORDER BY date DESC, address LIMIT {LATEST}"
        return self._page(
            "site/club.html",
            self._name(club) or self.look.title,
            self._trail(here, "") if self.site.label else [],
            years=[
                (year or _(UNDATED), link(here, list_address(folder, year or UNDATED)))
                for year in years
            ],
            nights=self._rows(condition, (club,), here),
            players=link(here, list_address(folder, "players")) if self._has_players(club) else "",
        )

    def _has_players(self, club: str, year: str = "") -> bool:
        """Whether a club (any, if empty) has players with pages in a year (any, if empty)."""
        query = (
            "SELECT 1 FROM site_line l JOIN site_player USING (club, who) "
            "WHERE club = coalesce(?, club) "
            "AND substr(coalesce(l.date, ''), 1, length(?)) = ? LIMIT 1"
        )
        row = self.db.execute(query, (club or None, year, year)).fetchone()
        return self.look.players and row is not None

    def _all(self, entry: PageEntry) -> str | None:
        """The home page of a site of several clubs."""
        rows = self.db.execute(
            "SELECT club, count(*), max(date), (SELECT count(DISTINCT who) FROM site_line l "
            "JOIN site_player USING (club, who) WHERE l.club = n.club) FROM site_night n "
            "GROUP BY club"
        )
        clubs = [
            (self._name(club), list_address(self._folder(club)), nights, last, people)
            for club, nights, last, people in rows
        ]
        has_players = self.look.players and any(people for *_, people in clubs)
        months = groupby(self._periods(7), key=lambda month: month[:4])
        years = [
            (
                year or self.language.gettext(UNDATED),
                [
                    (month[5:] or self.language.gettext("Nights"), month_address(month))
                    for month in group
                ],
            )
            for year, group in months
        ]
        return self._page(
            "site/home.html",
            self.look.title,
            [],
            clubs=sorted(clubs, key=lambda row: (row[0].casefold(), row[1])),
            players=self.look.players,
            nights=self._rows(f"ORDER BY date DESC, address LIMIT {LATEST}", (), entry.address),
            years=years,
            label=self.site.label,
            ranking=ranking_address("", "", of_club=False) if has_players else "",
        )

    def _periods(self, size: int, condition: str = "", *values: str) -> list[str]:
        """Years (4 characters of a date) or months (7), the latest first."""
        query = (
            f"SELECT DISTINCT substr(date, 1, {size}) FROM site_night {condition} ORDER BY 1 DESC"
        )
        return [period for (period,) in self.db.execute(query, values)]

    def _nights(self, condition: str, values: tuple[str, ...], address: str) -> list[NightRow]:
        return self._rows(f"{condition} ORDER BY date DESC, address", values, address)

    def _rows(self, rest: str, values: tuple[str, ...], address: str) -> list[NightRow]:
        rows = self.db.execute(f"{SELECT_NIGHTS} {rest}", values)
        return [
            NightRow(date, self._title(title), self._name(club), winners, link(address, there))
            for date, title, club, winners, there in rows
        ]

    def _crawlers(self, entry: PageEntry) -> str:
        """The file robots.txt: search engines may read nothing, unless the site is to be listed."""
        return f"User-agent: *\nDisallow:{'' if self.look.listed else ' /'}\n"

    # What all pages share

    def _trail(self, address: str, club: str, *more: tuple[str, str]) -> list[tuple[str, str]]:
        """Names and links of the pages above a page."""
        above = [(self.look.title, HOME)]
        if club and self.site.label:
            above.append((self._name(club), list_address(self._folder(club))))
        return [(text, link(address, there)) for text, there in (*above, *more)]

    def _folder(self, club: str) -> str:
        """The folder of a club's pages."""
        return folder_of(json.loads(club or "[]"))

    def _name(self, club: str) -> str:
        """The labels of a club as one text, with the names of clubs; empty without labels."""
        labels = json.loads(club)
        names = dict(self.look.club_names)
        texts = (names.get(label, label) for label in labels)
        unknown = self.language.gettext("unknown") if labels else ""
        return " · ".join(filter(None, texts)) or unknown

    def _title(self, title: str) -> str:
        """The title of a night, or the word for a night if it has no title."""
        return title or self.language.gettext("Night")

    def _page(
        self, template: str, title: str, trail: Iterable[tuple[str, str]], **values: Any
    ) -> str:
        frame = self.frame._replace(trail=list(trail))
        return page(template, frame, title=title, **values)

"""Makes the pages of a site from its database, and puts each in place complete or not at all."""

import json
import os
import sqlite3
from collections.abc import Callable, Iterable
from contextlib import closing
from itertools import groupby
from typing import Any, NamedTuple

from bmconv.codecs.html import INFO
from bmconv.errors import BmconvError
from bmconv.exporting.ledger import connect
from bmconv.exporting.site import book
from bmconv.exporting.site.addresses import HOME, folder_of, link, list_address, month_address
from bmconv.exporting.site.book import PageEntry, partners
from bmconv.exporting.site.records import event_records
from bmconv.io.files import move_over
from bmconv.notes import Notes
from bmconv.ranking.plays import Contestant
from bmconv.reports.html.look import PageLook
from bmconv.reports.html.page import PageFrame, page
from bmconv.reports.html.results import PageOptions, results
from bmconv.reports.language import language_of, mark
from bmconv.reports.people import anchor

LATEST = 30
"""The most nights in a list of the latest."""
UNDATED = mark("undated")
"""The name of nights without a date, also in addresses."""
NEW = ".new"
"""The folder in which pages are written before they are moved into place."""
SEASON = """
SELECT p.who, s.name, s.address, count(DISTINCT p.event_id), sum(p.boards), avg(p.percentage),
  max(p.percentage), max(p.date), (
    SELECT count(DISTINCT b.who)
    FROM site_line a JOIN site_line b USING (event_id, section, direction, pair)
    WHERE a.club = p.club AND a.who = p.who AND b.who <> a.who)
FROM site_line p JOIN site_player s ON s.club = p.club AND s.who = p.who WHERE {condition}
GROUP BY p.who, s.name, s.address ORDER BY s.name COLLATE NOCASE, s.address
"""
"""The numbers of the view player_season."""
NIGHTS = "SELECT date, title, club, winners, address FROM site_night"


class SiteLook(NamedTuple):
    """What the pages of a site have in common."""

    title: str = "Results"
    page: PageLook = PageLook()
    listed: bool = False
    """Whether search engines may list the pages."""
    players: bool = True
    """Whether players have pages."""
    language: str = "en"


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


class PlayerRow(NamedTuple):
    """A player, or a partner, with a season's numbers."""

    name: str
    href: str
    nights: int
    boards: int = 0
    average: float | None = None
    best: float | None = None
    last: str = ""
    partners: int = 0


class PlayerNight(NamedTuple):
    """A night on a player's page."""

    date: str
    title: str
    href: str
    partners: list[tuple[str, str]]
    """Names and links."""
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
                text = maker.kinds[entry.kind](entry)
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
    """Put a page in place, unless the same one is there."""
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
        self.kinds: dict[int, Callable[[PageEntry], str | None]] = {
            # None: there is nothing to show
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
        folder = folder_of(json.loads(club))
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
        values = {"club": entry.club, "who": entry.subject}
        seasons = self._season("p.club = :club AND p.who = :who", values, entry.address)
        if not seasons or not self.look.players:
            return None
        folder = folder_of(json.loads(entry.club))
        trail = self._trail(
            entry.address,
            entry.club,
            (self.language.gettext("Players"), list_address(folder, "players")),
        )
        return self._page(
            "site/player.html", seasons[0].name, trail,
            season=seasons[0], nights=self._player_nights(entry),
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
                    date, title, f"{link(entry.address, address)}#{card}",
                    self._beside(entry, pair), str(place or ""), boards or 0, percentage,
                )
            )  # fmt: skip
        return nights

    def _beside(self, entry: PageEntry, pair: list[Any]) -> list[tuple[str, str]]:
        """Names and links of the others in a player's pair or team."""
        rows = self.db.execute(
            "SELECT l.name, address FROM site_line l JOIN site_player USING (club, who) "
            "WHERE event_id = ? AND section = ? AND direction = ? AND pair = ? AND who <> ? "
            "AND l.name IS NOT NULL ORDER BY l.rowid",
            (*pair, entry.subject),
        )
        return [(name, link(entry.address, address)) for name, address in rows]

    def _player_partners(self, entry: PageEntry) -> list[PlayerRow]:
        rows = []
        for who, nights, average in partners(self.db, entry.club, entry.subject):
            query = "SELECT name, address FROM site_player WHERE club = ? AND who = ?"
            for name, address in self.db.execute(query, (entry.club, who)):
                href = link(entry.address, address)
                rows.append(PlayerRow(name, href, nights, average=average))
        return sorted(rows, key=lambda row: (-row.nights, row.name, row.href))

    def _players(self, entry: PageEntry) -> str | None:
        players = self._season("p.club = :club", {"club": entry.club}, entry.address)
        if not players or not self.look.players:
            return None
        trail = self._trail(entry.address, entry.club)
        title = " – ".join(filter(None, (_club(entry.club), self.language.gettext("Players"))))
        return self._page("site/players.html", title, trail, players=players)

    def _season(self, condition: str, values: dict[str, str], address: str) -> list[PlayerRow]:
        rows = self.db.execute(SEASON.format(condition=condition), values)
        return [
            PlayerRow(
                name, link(address, there), nights, boards or 0, average, best,
                last or "", beside,
            )
            for _, name, there, nights, boards, average, best, last, beside in rows
        ]  # fmt: skip

    # Lists of nights

    def _year(self, entry: PageEntry) -> str | None:
        nights = self._nights(
            "WHERE club = ? AND substr(date, 1, 4) = ?", (entry.club, entry.subject), entry.address
        )
        title = " – ".join(
            filter(None, (_club(entry.club), entry.subject or self.language.gettext(UNDATED)))
        )
        trail = self._trail(entry.address, entry.club)
        return self._list(title, trail, nights, "")

    def _month(self, entry: PageEntry) -> str | None:
        nights = self._nights("WHERE substr(date, 1, 7) = ?", (entry.subject,), entry.address)
        trail = self._trail(entry.address, "")
        return self._list(
            entry.subject or self.language.gettext(UNDATED), trail, nights, self.site.label
        )

    def _list(
        self, title: str, trail: list[tuple[str, str]], nights: list[NightRow], label: str
    ) -> str | None:
        if not nights:
            return None
        return self._page("site/nights.html", title, trail, nights=nights, label=label)

    def _club(self, entry: PageEntry) -> str | None:
        """The latest nights of a club, its years, and its players; without labels, all."""
        club, here, _ = entry.club or "[]", entry.address, self.language.gettext
        folder = folder_of(json.loads(club))
        years = [
            year or self.language.gettext(UNDATED)
            for year in self._periods(4, "WHERE club = ?", club)
        ]
        if not years and self.site.label:
            return None
        query = "SELECT 1 FROM site_line JOIN site_player USING (club, who) WHERE club = ? LIMIT 1"
        some = self.look.players and self.db.execute(query, (club,)).fetchone()
        condition = f"WHERE club = ? ORDER BY date DESC, address LIMIT {LATEST}"
        return self._page(
            "site/club.html",
            _club(club) or self.look.title,
            self._trail(here, "") if self.site.label else [],
            years=[(_(year), link(here, list_address(folder, year))) for year in years],
            nights=self._rows(condition, (club,), here),
            players=link(here, list_address(folder, "players")) if some else "",
        )

    def _all(self, entry: PageEntry) -> str | None:
        """The home page of a site of several clubs."""
        rows = self.db.execute(
            "SELECT club, count(*), max(date), (SELECT count(DISTINCT who) FROM site_line l "
            "JOIN site_player USING (club, who) WHERE l.club = n.club) FROM site_night n "
            "GROUP BY club"
        )
        clubs = [
            (_club(club), list_address(folder_of(json.loads(club))), nights, last, people)
            for club, nights, last, people in rows
        ]
        months = groupby(self._periods(7), key=lambda month: month[:4])
        years = [
            (
                year or self.language.gettext(UNDATED),
                [(month[5:] or "all", month_address(month)) for month in group],
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
        rows = self.db.execute(f"{NIGHTS} {rest}", values)
        return [
            NightRow(date, title, _club(club), winners, link(address, there))
            for date, title, club, winners, there in rows
        ]

    def _crawlers(self, entry: PageEntry) -> str:
        """What search engines may read: nothing, unless the site is to be listed."""
        return f"User-agent: *\nDisallow:{'' if self.look.listed else ' /'}\n"

    # What all have

    def _trail(self, address: str, club: str, *more: tuple[str, str]) -> list[tuple[str, str]]:
        """Names and links of the pages above a page."""
        above = [(self.look.title, HOME)]
        if club and self.site.label:
            above.append((_club(club), list_address(folder_of(json.loads(club)))))
        return [(text, link(address, there)) for text, there in (*above, *more)]

    def _page(
        self, template: str, title: str, trail: Iterable[tuple[str, str]], **values: Any
    ) -> str:
        frame = self.frame._replace(trail=list(trail))
        return page(template, frame, title=title, **values)


def _club(club: str) -> str:
    """The labels of a club as one text; empty without labels."""
    labels = json.loads(club)
    return " · ".join(filter(None, labels)) or ("Other" if labels else "")

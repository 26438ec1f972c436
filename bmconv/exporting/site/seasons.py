"""The seasons of players, of one club or of all clubs, and their places in the ranking."""

import sqlite3
from collections import defaultdict
from typing import NamedTuple

from bmconv.exporting.site.addresses import link

_IN_YEAR = "substr(coalesce({0}.date, ''), 1, length(:year)) = :year"
_SEASONS = f"""
SELECT p.who, s.name, p.club, s.address, count(DISTINCT p.event_id), sum(p.boards),
  sum(p.percentage), count(p.percentage), max(p.percentage), max(p.date)
FROM site_line p JOIN site_player s ON s.club = p.club AND s.who = p.who
WHERE p.club = coalesce(:club, p.club) AND p.who = coalesce(:who, p.who) AND {_IN_YEAR.format("p")}
GROUP BY p.who, p.club
"""
"""Selects the figures of players, as in the view player_season."""
_PARTNERS = f"""
SELECT a.who, count(DISTINCT b.who)
FROM site_line a JOIN site_line b USING (event_id, section, direction, pair)
  JOIN site_player s ON s.club = b.club AND s.who = b.who
WHERE a.club = coalesce(:club, a.club) AND a.who = coalesce(:who, a.who) AND b.who <> a.who
  AND {_IN_YEAR.format("a")}
GROUP BY a.who
"""
"""Counts the partners of each player. Partners without a name have no page and do not count."""


class PlayerRow(NamedTuple):
    """A player, or a partner, with the figures of a season."""

    name: str
    href: str
    nights: int
    boards: int = 0
    average: float | None = None
    best: float | None = None
    last: str = ""
    partners: int = 0
    club: str = ""
    """The club; of several, the one where the player has the most nights."""
    place: str = ""
    """The place in the ranking; empty with too few nights."""


class _ClubSeason(NamedTuple):
    """A season of a player in one club."""

    who: str
    name: str
    club: str
    address: str
    nights: int
    boards: int | None
    percentages: float | None
    """The sum of the percentages."""
    counted: int
    best: float | None
    last: str | None


def player_season(db: sqlite3.Connection, club: str, who: str, address: str) -> PlayerRow | None:
    """The figures of a player of a club over all years, for a page at this address."""
    return next(iter(_seasons(db, club, who, "", address)), None)


def ranking(
    db: sqlite3.Connection, club: str, year: str, min_nights: int, address: str
) -> list[PlayerRow]:
    """The players of a club in a year, the best average first; all clubs or years if empty.

    Players with fewer nights than `min_nights` come last, without a place.
    """
    rows = _seasons(db, club or None, None, year, address)
    rows.sort(key=lambda row: (-_rounded(row), -row.nights, row.name.casefold(), row.href))
    ranked = [row for row in rows if row.nights >= min_nights and row.average is not None]
    averages = [*map(_rounded, ranked)]
    placed = [
        row._replace(place=str(averages.index(average) + 1))
        for row, average in zip(ranked, averages, strict=True)
    ]
    return placed + [row for row in rows if row not in ranked]


def _rounded(row: PlayerRow) -> float:
    """The average as pages show it, since averages that look equal share a place; -1 if none."""
    return -1 if row.average is None else round(row.average, 2)


def _seasons(
    db: sqlite3.Connection, club: str | None, who: str | None, year: str, address: str
) -> list[PlayerRow]:
    """The seasons of players; the same number and name in two clubs is the same person."""
    values = {"club": club, "who": who, "year": year}
    partners = dict(db.execute(_PARTNERS, values)) if club else {}
    people: dict[tuple[str, str], list[_ClubSeason]] = defaultdict(list)
    for season in map(_ClubSeason._make, db.execute(_SEASONS, values)):
        people[season.who, season.name].append(season)
    rows = []
    for (number_or_name, name), seasons in people.items():
        home = min(seasons, key=lambda season: (-season.nights, season.club))
        counted = sum(season.counted for season in seasons)
        rows.append(
            PlayerRow(
                name,
                link(address, home.address),
                sum(season.nights for season in seasons),
                sum(season.boards or 0 for season in seasons),
                sum(season.percentages or 0 for season in seasons) / counted if counted else None,
                max((season.best for season in seasons if season.best is not None), default=None),
                max(season.last or "" for season in seasons),
                partners.get(number_or_name, 0),
                home.club,
            )
        )
    return rows

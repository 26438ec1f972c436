"""The ranking sheet: one block per list, as in `bmconv rank --report`."""

from __future__ import annotations

from collections import Counter
from typing import Any

from bmconv import records as rec
from bmconv.codecs.xlsx.book import BAND, Book
from bmconv.codecs.xlsx.columns import POINTS, middle, names, number, opened, row
from bmconv.event import Event
from bmconv.ranking.given import ranking_lists
from bmconv.ranking.plays import is_individual

SIDES = {"NS": ", North-South", "EW": ", East-West"}
SHARED = '0"="'
"""The number format of a shared place."""


def ranking(event: Event, book: Book) -> bool:
    """Write the sheet; returns whether there was a ranking."""
    found = event.of(rec.Ranking)
    if not found:
        return False
    teams = [place for place in found if _imps(place) is not None]
    shares = any(place.maximum is not None for place in found)
    averages = any(_average(place) is not None for place in found)
    total = "Total" if teams and shares else "VPs" if teams else "Points" if shares else "IMPs"
    single = "Player" if is_individual(event) else "Pair"
    columns = [
        *(middle("Place", 8), middle("Team" if teams == found else single, 8)),
        *(names("Names", map(_names, found)), middle("Boards", 9)),
        *((number("IMPs", 10, POINTS),) if teams else ()),
        number(total, 11, POINTS),
        *((number("Per board", 12, POINTS),) if averages else ()),
        *((number("Max", 9), number("%", 10, "0.00%")) if shares else ()),
    ]
    sheet = opened(book, "Ranking", columns)
    several = len({place.section for place in found}) > 1
    for places in ranking_lists(found):
        sheet.block_title(_title(event, places), len(columns))
        shared = Counter(place.place for place in places if place.place)
        for place in places:
            letter = event.letter(place.section) if several and place.section else ""
            pair = f"{letter}{place.pair}" if letter else place.pair
            cells: list[Any] = [place.place, pair, _names(place)]
            cells += [place.boards, *((_imps(place),) if teams else ()), place.total]
            cells += [_average(place)] if averages else []
            share = None if place.percentage is None else place.percentage / 100
            cells += [place.maximum, share] if shares else []
            look = columns[0].look._replace(format=SHARED if shared[place.place or 0] > 1 else "")
            first = columns[0]._replace(look=look)
            row(sheet, [first, *columns[1:]], cells, BAND if (place.place or 0) % 2 else "")
        sheet.append([])
    return True


def _title(event: Event, places: list[rec.Ranking]) -> str:
    sections = sorted({place.section for place in places if place.section})
    named = ", ".join(map(event.letter, sections))
    where = f"Section{'s' if len(sections) > 1 else ''} {named}" if sections else "All results"
    provisional = any((place.extra or {}).get("provisional") for place in places)
    side = SIDES.get(places[0].direction or "", "")
    return f"{where}{side}{' (provisional)' if provisional else ''}"


def _imps(place: rec.Ranking) -> float | None:
    """A team's IMPs, which are shown beside its victory points."""
    return (place.extra or {}).get("imps")


def _average(place: rec.Ranking) -> float | None:
    """The IMPs per board, if the ranking is based on them."""
    return (place.extra or {}).get("average")


def _names(place: rec.Ranking) -> str:
    return " & ".join(place.names or ())

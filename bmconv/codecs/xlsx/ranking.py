"""The sheets of the ranking, a block per list, and of scorecards, a block per contestant."""

from collections import Counter
from typing import Any

from bmconv import records as rec
from bmconv.codecs.shared.cards import CardView, cards
from bmconv.codecs.shared.people import PeopleLinks, PersonLink
from bmconv.codecs.xlsx.book import BAND, GRAY, Book, Sheet
from bmconv.codecs.xlsx.columns import POINTS, SheetColumn, middle, names, number, opened, row
from bmconv.event import Event
from bmconv.ranking.given import given, ranking_lists
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


def scorecards(event: Event, book: Book) -> bool:
    """Write the sheet from the ranking of an event; returns whether there was one."""
    ranked = given(event)
    found = list(cards(ranked, PeopleLinks(ranked))) if ranked else []
    if not found:
        return False
    shares = any(card.shares for card in found)
    imps = any(not card.shares for card in found)
    unit = "Points" if shares and imps else "MPs" if shares else "IMPs"
    versus = (_side(row.versus) for card in found for row in card.rows)
    columns = [
        *(middle("Round", 8), middle("Board", 8), middle("As", 6), names("Versus", versus)),
        *(middle("Contract", 13), middle("By", 5), number("Score", 9)),
        number(unit, 9, POINTS),
        *((number("%", 9, POINTS),) if shares else ()),
        number("So far", 10, POINTS),
    ]
    sheet = opened(book, "Scorecards", columns)
    for card in found:
        _card(sheet, columns, card, shares)
    return True


def _card(sheet: Sheet, columns: list[SheetColumn], card: CardView, shares: bool) -> None:
    sheet.keep_together(len(card.rows) + 2)
    side = f" {card.side}" if card.side else ""
    place = f"    Place {card.place} of {card.of}: {card.result}" if card.place else ""
    title = f"{card.contestant} {card.who.number}{side}  {card.who.names}{place}"
    sheet.block_title(title, len(columns))
    looks = [column.look._replace(line=True) for column in columns]
    for line in card.rows:
        cells: list[Any] = [_value(line.round), line.board, line.seat, _side(line.versus)]
        cells += [line.contract, line.by, _value(line.score), _value(line.points)]
        cells += [_value(line.share)] if shares else []
        cells += [_value(line.running)]
        made = [sheet.cell(None if c == "" else c, k) for c, k in zip(cells, looks, strict=True)]
        if line.by:
            red = [(part, part in "♥♦") for part in line.contract]
            made[4] = sheet.suits(red, looks[4])
        else:
            made[4] = sheet.cell(line.contract, looks[4]._replace(color=GRAY))
        sheet.append(made)
    sheet.append([])


def _side(side: list[PersonLink]) -> str:
    return " + ".join(f"{who.number} {who.names}".strip() for who in side)


def _value(text: str) -> float | None:
    return float(text) if text else None

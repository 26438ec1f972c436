"""The sheet of scorecards: a block for every pair or team, in the order of places."""

from __future__ import annotations

from typing import Any

from bmconv.codecs.shared.cards import CardView, cards
from bmconv.codecs.shared.people import PeopleLinks, PersonLink
from bmconv.codecs.xlsx.book import GRAY, Book, Sheet
from bmconv.codecs.xlsx.columns import POINTS, SheetColumn, middle, names, number, opened
from bmconv.event import Event
from bmconv.ranking.given import given


def scorecards(event: Event, book: Book) -> bool:
    """Write the sheet from the ranking of an event; returns whether there was one."""
    ranked = given(event)
    found = list(cards(ranked, PeopleLinks(ranked))) if ranked else []
    if not found:
        return False
    shares = any(card.shares for card in found)
    imps = any(not card.shares for card in found)
    unit = "Points" if shares and imps else "MPs" if shares else "IMPs"
    versus = (_people(row.versus) for card in found for row in card.rows)
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
    for row in card.rows:
        cells: list[Any] = [_number(row.round), row.board, row.seat, _people(row.versus)]
        cells += [row.contract, row.by, _number(row.score), _number(row.points)]
        cells += [_number(row.share)] if shares else []
        cells += [_number(row.running)]
        made = [sheet.cell(None if c == "" else c, k) for c, k in zip(cells, looks, strict=True)]
        if row.by:
            red = [(part, part in "♥♦") for part in row.contract]
            made[4] = sheet.suits(red, looks[4])
        else:
            made[4] = sheet.cell(row.contract, looks[4]._replace(color=GRAY))
        sheet.append(made)
    sheet.append([])


def _people(side: list[PersonLink]) -> str:
    return " + ".join(f"{who.number} {who.names}".strip() for who in side)


def _number(text: str) -> float | None:
    return float(text) if text else None

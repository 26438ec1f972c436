"""The sheets of a ranking: a block per list, its matches, and a scorecard per contestant."""

from typing import Any

from bmconv.ranking import Ranked
from bmconv.ranking.standings import ContestantTally, Standings
from bmconv.reports.cards import CardView, cards
from bmconv.reports.labels import MAXIMUM, Labels, figures, units
from bmconv.reports.people import PeopleLinks, PersonLink
from bmconv.reports.workbook.book import BAND, GRAY, Book, Look, Sheet
from bmconv.reports.workbook.columns import (
    POINTS,
    SheetColumn,
    middle,
    names,
    new_sheet,
    number,
    round_figure,
    row,
)

SHARED = '0"="'
"""The number format of a shared place."""
FIGURES = (
    *(number("Penalty", 9, POINTS), number("IMPs", 10, POINTS), number("VPs", 11, POINTS)),
    *(number("Per board", 12, POINTS), number("Points", 11, POINTS), number(MAXIMUM, 9)),
    number("%", 10, "0.00%"),
)
"""The columns of totals, of all methods."""


def ranking(ranked: Ranked, book: Book) -> bool:
    """Write the sheet of the lists; returns whether there are any."""
    if not ranked.standings:
        return False
    labels = Labels(ranked)
    units_used = {unit for standings in ranked.standings for unit in units(standings)}
    words = {labels.contestant(standings) for standings in ranked.standings}
    people = [" & ".join(ranked.names(t.who)) for s in ranked.standings for t in s.tallies]
    columns = [
        *(middle("Place", 8), middle(words.pop() if len(words) == 1 else labels.single, 8)),
        *(names("Names", people), middle("Boards", 9)),
        *(column for column in FIGURES if column.name in units_used),
    ]
    sheet = new_sheet(book, "Ranking", columns)
    for standings in ranked.standings:
        sheet.block_title(labels.title(standings), len(columns))
        for reason in labels.provisional(standings, hints=False):
            sheet.append([sheet.cell(f"Provisional: {reason}", Look())])
        for tally in standings.tallies:
            _place(sheet, columns, labels, standings, tally)
        sheet.append([])
    for line in (*labels.decisions(), *labels.methods(hints=False)):
        sheet.append([sheet.cell(line, Look(color=GRAY))])
    return True


def _place(
    sheet: Sheet,
    columns: list[SheetColumn],
    labels: Labels,
    standings: Standings,
    tally: ContestantTally,
) -> None:
    """A contestant of a list, with the totals that it has."""
    totals = figures(tally, standings)
    cells: list[Any] = [tally.place, _number(labels.short(tally.who))]
    cells += [" & ".join(labels.ranked.names(tally.who)), tally.boards]
    for column in columns[len(cells) :]:
        value = round_figure(totals.get(column.name))
        cells.append(value / 100 if value is not None and column.name == "%" else value)
    look = columns[0].look._replace(format=SHARED if tally.shared else "")
    first = columns[0]._replace(look=look)
    row(sheet, [first, *columns[1:]], cells, BAND if (tally.place or 0) % 2 else "")


def matches(ranked: Ranked, book: Book) -> bool:
    """Write the sheet of the matches of teams; returns whether there are any."""
    if not ranked.matches:
        return False
    labels = Labels(ranked)
    columns = [
        *(middle("Round", 8), middle("Table", 8), middle("Home", 8), middle("Away", 8)),
        middle("Boards", 9),
        *(number(unit, 11, POINTS) for unit in labels.match_units()),
    ]
    sheet = new_sheet(book, "Matches", columns)
    for match in ranked.matches:
        section, table, turn = match.place
        cells: list[Any] = [turn, f"{labels.event.letter(section)}{table}"]
        cells += [_number(labels.short(team)) for team in (match.home, match.away)]
        cells += [f"{match.played}/{match.boards}", *map(round_figure, labels.match_figures(match))]
        row(sheet, columns, cells, BAND if turn % 2 else "")
    return True


def _number(text: str) -> int | str:
    """The number of a contestant, as a number if it is alone."""
    return int(text) if text.isdecimal() else text


def scorecards(ranked: Ranked, book: Book) -> bool:
    """Write the sheet of the scorecards; returns whether there are any."""
    views = list(cards(ranked, PeopleLinks(ranked)))
    if not views:
        return False
    shares = any(card.shares for card in views)
    imps = any(not card.shares for card in views)
    unit = "Points" if shares and imps else "MPs" if shares else "IMPs"
    versus = (_side(row.versus) for card in views for row in card.rows)
    columns = [
        *(middle("Round", 8), middle("Board", 8), middle("As", 6), names("Versus", versus)),
        *(middle("Contract", 13), middle("By", 5), number("Score", 9)),
        number(unit, 9, POINTS),
        *((number("%", 9, POINTS),) if shares else ()),
        number("So far", 10, POINTS),
    ]
    sheet = new_sheet(book, "Scorecards", columns)
    for card in views:
        _card(sheet, columns, card, shares=shares)
    return True


def _card(sheet: Sheet, columns: list[SheetColumn], card: CardView, *, shares: bool) -> None:
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
        styled = [sheet.cell(None if c == "" else c, k) for c, k in zip(cells, looks, strict=True)]
        if line.by:
            red = [(part, part in "♥♦") for part in line.contract]
            styled[4] = sheet.suits(red, looks[4])
        else:
            styled[4] = sheet.cell(line.contract, looks[4]._replace(color=GRAY))
        sheet.append(styled)
    sheet.append([])


def _side(side: list[PersonLink]) -> str:
    return " + ".join(f"{who.number} {who.names}".strip() for who in side)


def _value(text: str) -> float | None:
    return float(text) if text else None

"""The sheets of a ranking: a block per list, its matches, and a scorecard per contestant."""

from typing import Any

from bmconv.ranking import Ranked
from bmconv.ranking.standings import ContestantTally
from bmconv.reports.labels import (
    IMPS,
    MAXIMUM,
    PENALTY,
    PER_BOARD,
    PERCENT,
    POINTS,
    VPS,
    Labels,
    figures,
    units,
)
from bmconv.reports.language import ENGLISH
from bmconv.reports.people import PeopleLinks, PersonLink
from bmconv.reports.scorecards import CardView, cards
from bmconv.reports.workbook.book import BAND, GRAY, Book, Look, Sheet
from bmconv.reports.workbook.columns import (
    TWO_DIGITS,
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
FIGURES = {
    PENALTY: (9, TWO_DIGITS),
    IMPS: (10, TWO_DIGITS),
    VPS: (11, TWO_DIGITS),
    PER_BOARD: (12, TWO_DIGITS),
    POINTS: (11, TWO_DIGITS),
    MAXIMUM: (9, ""),
    PERCENT: (10, "0.00%"),
}
"""The columns of totals of all methods, by message, with their widths and formats."""


def ranking(ranked: Ranked, book: Book) -> bool:
    """Write the sheet of the lists; returns whether there are any."""
    if not ranked.standings:
        return False
    labels, _ = Labels(ranked, book.language), book.language.gettext
    units_used = {unit for standings in ranked.standings for unit in units(standings)}
    words = {labels.contestant(standings) for standings in ranked.standings}
    people = [" & ".join(ranked.names(t.who)) for s in ranked.standings for t in s.tallies]
    used = [unit for unit in FIGURES if unit in units_used]
    columns = [
        *(middle(_("Place"), 8), middle(_(words.pop() if len(words) == 1 else labels.single), 8)),
        *(names(_("Names"), people), middle(_("Boards"), 9)),
        *(number(_(unit), *FIGURES[unit]) for unit in used),
    ]
    sheet = new_sheet(book, _("Ranking"), columns)
    for standings in ranked.standings:
        sheet.block_title(labels.title(standings), len(columns))
        for reason in labels.provisional(standings, hints=False):
            sheet.append([sheet.cell(_("Provisional: {reason}").format(reason=reason), Look())])
        for tally in standings.tallies:
            totals = figures(tally, standings)
            _place(sheet, columns, labels, tally, [(unit, totals.get(unit)) for unit in used])
        sheet.append([])
    for line in (*labels.decisions(), *labels.methods(hints=False)):
        sheet.append([sheet.cell(line, Look(color=GRAY))])
    return True


def _place(
    sheet: Sheet,
    columns: list[SheetColumn],
    labels: Labels,
    tally: ContestantTally,
    totals: list[tuple[str, float | None]],
) -> None:
    """Add the row of a contestant to a list."""
    cells: list[Any] = [tally.place, _number(labels.short(tally.who))]
    cells += [" & ".join(labels.ranked.names(tally.who)), tally.boards]
    for unit, total in totals:
        value = round_figure(total)
        cells.append(value / 100 if value is not None and unit == PERCENT else value)
    look = columns[0].look._replace(format=SHARED if tally.shared else "")
    first = columns[0]._replace(look=look)
    row(sheet, [first, *columns[1:]], cells, BAND if (tally.place or 0) % 2 else "")


def matches(ranked: Ranked, book: Book) -> bool:
    """Write the sheet of the matches of teams; returns whether there are any."""
    if not ranked.matches:
        return False
    labels, _ = Labels(ranked, book.language), book.language.gettext
    columns = [
        *(middle(_("Round"), 8), middle(_("Table"), 8), middle(_("Home"), 8), middle(_("Away"), 8)),
        middle(_("Boards"), 9),
        *(number(_(unit), 11, TWO_DIGITS) for unit in labels.match_units()),
    ]
    sheet = new_sheet(book, _("Matches"), columns)
    for match in ranked.matches:
        section, table, turn = match.place
        cells: list[Any] = [turn, f"{labels.event.letter(section)}{table}"]
        cells += [_number(labels.short(team)) for team in (match.home, match.away)]
        cells += [f"{match.played}/{match.boards}", *map(round_figure, labels.match_figures(match))]
        row(sheet, columns, cells, BAND if turn % 2 else "")
    return True


def _number(text: str) -> int | str:
    """The number of a contestant; text if it has a section's letter."""
    return int(text) if text.isdecimal() else text


def scorecards(ranked: Ranked, book: Book) -> bool:
    """Write the sheet of the scorecards; returns whether there are any."""
    _ = book.language.gettext
    views = list(cards(ranked, PeopleLinks(ranked, book.language)))
    if not views:
        return False
    shares = any(card.shares for card in views)
    imps = any(not card.shares for card in views)
    unit = _("Points") if shares and imps else _("MPs") if shares else _("IMPs")
    versus = (_side(row.versus) for card in views for row in card.rows)
    columns = [
        *(middle(_("Round"), 8), middle(_("Board"), 8), middle(_("As"), 6)),
        *(names(_("Versus"), versus), middle(_("Contract"), 13), middle(_("By"), 5)),
        number(_("Score"), 9),
        number(unit, 9, TWO_DIGITS),
        *((number(PERCENT, 9, TWO_DIGITS),) if shares else ()),
        number(_("So far"), 10, TWO_DIGITS),
    ]
    sheet = new_sheet(book, _("Scorecards"), columns)
    for card in views:
        _card(sheet, columns, card, shares=shares)
    return True


def _card(sheet: Sheet, columns: list[SheetColumn], card: CardView, *, shares: bool) -> None:
    language, _ = sheet.book.language, sheet.book.language.gettext
    sheet.keep_together(len(card.rows) + 2)
    side = f" {_(card.side)}" if card.side else ""
    text = _("Place {place} of {count}: {result}")
    place = text.format(place=card.place, count=card.of, result=card.result)
    title = f"{_(card.contestant)} {card.who.number}{side}  {card.who.names}"
    sheet.block_title(f"{title}    {place}" if card.place else title, len(columns))
    looks = [column.look._replace(line=True) for column in columns]
    for line in card.rows:
        cells: list[Any] = [int(line.round) if line.round else None, line.board, _(line.seat)]
        cells += [_side(line.versus), line.contract, language.seat(line.by), line.score]
        cells += [_printed(line.points), *([_printed(line.share)] if shares else [])]
        cells += [_printed(line.running)]
        styled = [sheet.cell(None if c == "" else c, k) for c, k in zip(cells, looks, strict=True)]
        if line.by:
            red = [(part, part in "♥♦") for part in line.contract]
            styled[4] = sheet.suits(red, looks[4])
        else:
            styled[4] = sheet.cell(line.contract, looks[4]._replace(color=GRAY))
        sheet.append(styled)
    sheet.append([])


def _printed(figure: float | None) -> float | None:
    """A figure, rounded as in print."""
    return None if figure is None else float(ENGLISH.number(figure))


def _side(side: list[PersonLink]) -> str:
    return " + ".join(f"{who.number} {who.names}".strip() for who in side)

"""Guide cards in words: as text, and as sheets of four cards to cut."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from bmconv.movements.cards import PAIR, PLAYER, TABLE, GuideCard, GuideRow
from bmconv.reports.html.page import PageFrame, page
from bmconv.reports.language import Language, mark
from bmconv.reports.layout import columns

TO_SHEET = 4
"""Cards on a sheet."""
ROUND, TABLE_COLUMN, BOARDS = mark("Round"), mark("Table"), mark("Boards")
OF_TABLE = (ROUND, mark("N-S"), mark("E-W"), BOARDS)
OF_PAIR = (ROUND, TABLE_COLUMN, mark("Sits"), mark("Against"), BOARDS)


class CardText(NamedTuple):
    """A card in words."""

    title: str
    """The whole card in one line, such as `Section A, pair 3`."""
    large: str
    """What is printed large, such as `PAIR 3`."""
    small: str
    """The section and the side."""
    begin: str
    """Where to begin."""
    header: tuple[str, ...]
    rows: list[tuple[bool, tuple[str, ...]]]
    """For each round, whether it is a sit-out, and the cells."""


def card_text(card: GuideCard, language: Language) -> CardText:
    """A card in words."""
    _ = language.gettext
    words = {TABLE: _("table"), PAIR: _("pair"), PLAYER: _("player")}
    who = " ".join(filter(None, (_(card.side) if card.side else "", words[card.kind])))
    section = _("Section {letter}").format(letter=card.section) if card.section else ""
    title = (
        f"{section}, {who} {card.number}"
        if section
        else f"{who[:1].upper()}{who[1:]} {card.number}"
    )
    return CardText(
        title,
        f"{words[card.kind].upper()} {card.number}",
        ", ".join(filter(None, (section, language.side_name(card.side)))),
        _beginning(card, language),
        tuple(map(_, OF_TABLE if card.kind == TABLE else OF_PAIR)),
        [(row.sits_out, _cells(card, row, language)) for row in card.rows],
    )


def _beginning(card: GuideCard, language: Language) -> str:
    """Where a pair or player begins."""
    _, first = language.gettext, next((row for row in card.rows if not row.sits_out), None)
    if card.kind == TABLE or first is None:
        return ""
    if card.rows[0].sits_out:
        text = _("You sit out first; then table {table}, {seat}")
    else:
        text = _("Begin at table {table}, {seat}")
    seat = language.side_name(first.seat) or language.seat_name(first.seat)
    return text.format(table=first.table, seat=seat)


def _cells(card: GuideCard, row: GuideRow, language: Language) -> tuple[str, ...]:
    _, number = language.gettext, str(row.round)
    if card.kind == TABLE:
        return (number, *row.sides, _("sit out") if row.sits_out else row.boards)
    if row.sits_out:
        return (number, "", "", "", _("sit out"))
    seat = language.side(row.seat) or language.seat(row.seat)
    if row.partner:
        seat = _("{seat} with {partner}").format(seat=seat, partner=row.partner)
    return (number, row.table, seat, row.sides[0], row.boards)


def guide_lines(cards: Iterable[GuideCard], language: Language) -> Iterator[str]:
    """The cards as text."""
    for card in cards:
        text = card_text(card, language)
        yield text.title
        to_right = [language.gettext(name) for name in (ROUND, TABLE_COLUMN)]
        yield from columns(text.header, [cells for _, cells in text.rows], to_right)
        yield ""


def guide_page(kinds: Iterable[list[GuideCard]], title: str, frame: PageFrame) -> str:
    """The cards as sheets of four; each kind begins a new sheet."""
    sheets = [
        [card_text(card, frame.language) for card in cards[start : start + TO_SHEET]]
        for cards in kinds
        for start in range(0, len(cards), TO_SHEET)
    ]
    title = title or frame.language.gettext("Guide cards")
    return page("guides.html", frame, title=title, sheets=sheets)

"""The sheet of hands: a diagram for each board, two side by side."""

from itertools import zip_longest
from typing import Any

from bmconv import records as rec
from bmconv.bridge.boards import dealer, vulnerability
from bmconv.bridge.cards import SEATS, suits_of
from bmconv.bridge.double_dummy import points
from bmconv.event import Event
from bmconv.reports.workbook.book import DARK, LIGHT, TITLE, Book, Look, Sheet

SUITS = (("♠", False), ("♥", True), ("♦", True), ("♣", False))
STRAINS = ("notrump", "spades", "hearts", "diamonds", "clubs")
ACROSS = 2
"""Diagrams side by side."""
WIDTHS = (17, 16, 24)
"""The widths of a diagram's columns: West; North and South; East and double-dummy tricks."""
WIDTH = len(WIDTHS)
PLAIN, SOFT = Look(), Look(color=DARK)
COMPASS = Look(align="center", bold=True, size=12, color=DARK, fill=LIGHT)


def hands(event: Event, book: Book) -> bool:
    """Write the sheet; returns whether there were hands."""
    deals = sorted(event.of(rec.Hand), key=lambda h: (h.section or 0, h.board or 0))
    if not deals:
        return False
    deals = _without_repeats(deals)
    widths = [*WIDTHS, 3] * ACROSS
    _ = book.language.gettext
    sheet = book.sheet(_("Hands"), widths[:-1], "")
    sheet.set_up_printing(landscape=False, repeat="")
    several = len({hand.section for hand in deals}) > 1
    for first in range(0, len(deals), ACROSS):
        blocks = []
        for hand in deals[first : first + ACROSS]:
            known = event.evaluation(hand.section, hand.board)
            text = _(", section {letter}").format(letter=event.letter(hand.section))
            suffix = text if several and hand.section else ""
            blocks.append(_diagram(sheet, hand, suffix, known))
        sheet.keep_together(max(map(len, blocks)))
        for rows in zip_longest(*blocks, fillvalue=[None] * WIDTH):
            sheet.append([cell for row in rows for cell in (*row, None)][:-1])
    return True


def _without_repeats(hands: list[rec.Hand]) -> list[rec.Hand]:
    """One hand per board if all sections have the same cards; otherwise all hands."""
    deals: dict[int | None, set[tuple[str | None, ...]]] = {}
    for hand in hands:
        cards = (hand.north, hand.east, hand.south, hand.west)
        deals.setdefault(hand.board, set()).add(cards)
    if any(len(cards) > 1 for cards in deals.values()):
        return hands
    one = {hand.board: hand for hand in reversed(hands)}
    return [one[board] for board in sorted(one, key=lambda board: board or 0)]


def _diagram(
    sheet: Sheet, hand: rec.Hand, suffix: str, evaluation: rec.Evaluation | None
) -> list[list[Any]]:
    """The rows of a diagram: a title, North, West and East, South, a blank row."""
    board = hand.board or 0
    deals = hand.dealer or (dealer(board) if board else "?")
    vulnerable = hand.vulnerable or (vulnerability(board) if board else "?")
    language, _ = sheet.book.language, sheet.book.language.gettext
    title = (
        _("Board {board}").format(board=board),
        _("Dealer {dealer}").format(dealer=language.seat(deals)),
        _("Vul {vulnerable}").format(vulnerable=language.vulnerable(vulnerable)) + suffix,
    )
    rows: list[list[Any]] = [[sheet.cell(text, TITLE) for text in title]]
    north, east, south, west = (
        _holdings(sheet, cards) for cards in (hand.north, hand.east, hand.south, hand.west)
    )
    n, e, s, w = map(language.seat, "NESW")
    letters = (n, f"{w}{' ' * 10}{e}", None, s)
    compass = [sheet.cell(text, COMPASS) for text in letters]
    rows += [[None, cell, None] for cell in north]
    rows += [list(row) for row in zip(west, compass, east, strict=True)]
    below = (_points(sheet, hand), south, _makes(sheet, evaluation))
    rows += [list(row) for row in zip(*below, strict=True)]
    return [*rows, [None] * WIDTH]


def _holdings(sheet: Sheet, cards: str | None) -> list[Any]:
    """Four cells, one per suit; invalid cards are shown as they are."""
    language = sheet.book.language
    holdings = suits_of(cards or "") if cards else None
    if holdings is None:
        return [sheet.cell(cards, PLAIN) if cards else None, None, None, None]
    return [
        sheet.suits([(symbol, red), (f" {language.ranks(ranks) or '–'}", False)], PLAIN)
        for (symbol, red), ranks in zip(SUITS, holdings, strict=True)
    ]


def _points(sheet: Sheet, hand: rec.Hand) -> list[Any]:
    """High-card points, as on printed hand records."""
    language, text = sheet.book.language, sheet.book.language.gettext("{seat} {points} hcp")
    lines = []
    for seat in SEATS:
        name, cards = language.seat_name(seat[0].upper()), getattr(hand, seat)
        line = text.format(seat=name, points=points(cards)) if cards else ""
        lines.append(sheet.cell(line, SOFT) if cards else None)
    return lines


def _makes(sheet: Sheet, evaluation: rec.Evaluation | None) -> list[Any]:
    """Double-dummy tricks, one line per seat."""
    if evaluation is None:
        return [None] * 4
    language = sheet.book.language
    notrump = language.strain("NT", symbols=True)
    lines: list[Any] = []
    for seat in SEATS:
        tricks = [getattr(evaluation, f"{seat}_{strain}") for strain in STRAINS]
        parts = [(f"{language.seat(seat[0].upper())}  ", False)]
        for symbol, count in zip((notrump, "♠", "♥", "♦", "♣"), tricks, strict=True):
            parts.append((symbol, symbol in "♥♦"))
            parts.append((f"{'–' if count is None else count} ", False))
        lines.append(sheet.suits(parts, PLAIN) if any(t is not None for t in tricks) else None)
    return lines

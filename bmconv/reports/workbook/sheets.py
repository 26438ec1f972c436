"""The sheets for people, in order; the sheets of results, travellers and movement are made here."""

from collections.abc import Callable
from typing import Any

from bmconv import records as rec
from bmconv.bridge.contracts import spell_over
from bmconv.bridge.outcomes import Kind, Outcome
from bmconv.event import Event
from bmconv.event.summary import known_date
from bmconv.event.travellers import (
    TravellerLine,
    by_board,
    dealer_and_vulnerability,
    traveller_lines,
)
from bmconv.ranking import Ranked
from bmconv.records import RECORDED_DECIMALS
from bmconv.reports.language import Language
from bmconv.reports.workbook.book import BAND, GRAY, RED, Book, Look, Sheet
from bmconv.reports.workbook.columns import (
    SHARE,
    TWO_DIGITS,
    SheetColumn,
    middle,
    names,
    new_sheet,
    number,
    round_figure,
    row,
    text,
)
from bmconv.reports.workbook.hands import hands
from bmconv.reports.workbook.ranking import matches, ranking, scorecards

DOUBLES = ("", "x", "xx")
CONTRACT = 4
"""The index of the contract among the columns of a traveller."""
Lines = list[TravellerLine]


def _bid(outcome: Outcome, language: Language) -> tuple[Any, ...]:
    """Level, strain, double, declarer, tricks taken, and tricks relative to the contract."""
    contract, tricks = outcome.contract, outcome.tricks
    if contract is None:
        return (None, "", "", "", None, None)
    strain, doubled = language.strain(contract.strain, symbols=True), DOUBLES[contract.doubled]
    by = language.seat(outcome.declarer)
    return (contract.level, strain, doubled, by, contract.level + 6 + tricks, tricks)


def _lead(line: TravellerLine, language: Language) -> str:
    """The lead, with the suit as a symbol."""
    card = line.result.lead_card if line.outcome.contract else None
    return language.card(card, symbols=True) if card else ""


def _sides(line: TravellerLine) -> list[Any]:
    """Number and names of N-S, then of E-W."""
    ns, ew = (
        side[0] if len(side) == 1 else "+".join(map(str, side)) or None for side in line.numbers
    )
    return [ns, line.names[0], ew, line.names[1]]


def sheets(event: Event, ranked: Ranked | None, book: Book) -> list[str]:
    """Write the sheets that have content; returns their titles in order."""
    language, _ = book.language, book.language.gettext
    sessions = [
        (session.name, language.date(known_date(session))) for session in event.of(rec.Session)
    ]
    book.heading = "; ".join(filter(None, (", ".join(filter(None, s)) for s in sessions)))
    standing = event.standing_results()
    standing.sort(key=lambda r: (r.section or 0, r.board or 0, r.round or 0, r.table or 0))
    plays = _ranked_lines(ranked) if ranked else {}
    lines = [plays.get(id(line.result), line) for line in traveller_lines(event, standing)]
    titles = []
    if ranked:
        for title, of_ranking in ((_("Ranking"), ranking), (_("Matches"), matches)):
            titles += [title] if of_ranking(ranked, book) else []
    if lines:
        _results(event, lines, book)
        _travellers(event, lines, book)
        titles += [_("Results"), _("Travellers")]
    titles += [_("Scorecards")] if ranked and scorecards(ranked, book) else []
    for title, write in ((_("Hands"), hands), (_("Movement"), _movement)):
        titles += [title] if write(event, book) else []
    return titles


def _ranked_lines(ranked: Ranked) -> dict[int, TravellerLine]:
    """The traveller lines of a ranking, by the Python identity of their results."""
    return {
        id(line.result): line
        for field in ranked.fields
        for board in field.boards
        for line in ranked.traveller(field, board)
    }


def _remark(line: TravellerLine, language: Language) -> str:
    kind, result = line.outcome.kind, line.result
    if kind is Kind.PASSED_OUT:
        return "; ".join(filter(None, (language.gettext("passed out"), result.remarks)))
    if kind is Kind.UNKNOWN and not result.remarks:
        return f"{result.contract or ''} {result.result or ''}".strip()
    return result.remarks or ""


def _matchpoints(line: TravellerLine) -> list[float | None]:
    """The matchpoints of N-S and E-W, if a result has any."""
    result = line.result
    has_any = result.mp_ns is not None or result.mp_ew is not None
    return [*map(round_figure, line.points)] if has_any else [None, None]


def _imps(line: TravellerLine) -> list[float | None]:
    """The IMPs of N-S and E-W, if a result has no matchpoints."""
    has_none = _matchpoints(line) == [None, None]
    return [*map(round_figure, line.points)] if has_none else [None, None]


def _shares(line: TravellerLine) -> list[float | None]:
    """Matchpoints as a fraction of the top or, if the top is unknown, of both sides' sum."""
    points = _matchpoints(line)
    both = sum(value or 0 for value in points)
    tops = line.tops if any(line.tops) else (0, 0) if None in points else (both, both)
    return [
        None if value is None or not top else round(value / top, RECORDED_DECIMALS + 2)
        for value, top in zip(points, tops, strict=True)
    ]


def _has_any(values: Callable[[TravellerLine], list[float | None]], lines: Lines) -> bool:
    return any(value is not None for line in lines for value in values(line))


def _results(event: Event, lines: Lines, book: Book) -> None:
    language, _ = book.language, book.language.gettext
    ranked, imps = _has_any(_matchpoints, lines), _has_any(_imps, lines)
    columns = [
        *(
            middle(_("Section"), 9),
            middle(_("Board"), 8),
            middle(_("Round"), 8),
            middle(_("Table"), 8),
        ),
        *(middle(_("N-S"), 7), names(_("North - South"), (line.names[0] for line in lines))),
        *(middle(_("E-W"), 7), names(_("East - West"), (line.names[1] for line in lines))),
        *(middle(_("Level"), 8), middle(_("Suit"), 7), middle(_("Dbl"), 7)),
        *(middle(_("By"), 6), middle(_("Tricks"), 9), number("+/-", 7, "+0;-0;=")),
        *(middle(_("Lead"), 8), number(_("N-S score"), 10), number(_("E-W score"), 10)),
        *((number(_("N-S %"), 9, SHARE), number(_("E-W %"), 9, SHARE)) if ranked else ()),
        *(
            (number(_("N-S IMPs"), 9, TWO_DIGITS), number(_("E-W IMPs"), 9, TWO_DIGITS))
            if imps
            else ()
        ),
        text(_("Remarks"), 20),
    ]
    sheet = new_sheet(book, _("Results"), columns, "C2", landscape=True)
    for line in lines:
        result = line.result
        cells: list[Any] = [
            *(event.letter(result.section), result.board, result.round, result.table),
            *_sides(line),
            *(*_bid(line.outcome, language), _lead(line, language)),
            *(line.score, None if line.score is None else -line.score),
        ]
        cells += _shares(line) if ranked else []
        cells += _imps(line) if imps else []
        band = BAND if (result.board or 0) % 2 else ""
        row(sheet, columns, [*cells, _remark(line, language)], band)
    sheet.add_filter(len(columns))


def _travellers(event: Event, lines: Lines, book: Book) -> None:
    language, _ = book.language, book.language.gettext
    ranked, imps = _has_any(_matchpoints, lines), _has_any(_imps, lines)
    columns = [
        *(middle(_("N-S"), 6), names(_("North - South"), (line.names[0] for line in lines))),
        *(middle(_("E-W"), 6), names(_("East - West"), (line.names[1] for line in lines))),
        *(middle(_("Contract"), 12), middle(_("By"), 5), middle(_("Lead"), 7)),
        *(number(_("N-S score"), 10), number(_("E-W score"), 10)),
        *((number(_("N-S MP"), 9), number(_("E-W MP"), 9)) if ranked else ()),
        *((number(_("N-S %"), 9, SHARE),) if ranked else ()),
        *(
            (number(_("N-S IMPs"), 9, TWO_DIGITS), number(_("E-W IMPs"), 9, TWO_DIGITS))
            if imps
            else ()
        ),
    ]
    sheet = new_sheet(book, _("Travellers"), columns)
    for (section, board), block in by_board(lines).items():
        sheet.keep_together(len(block) + 2)
        deals, vulnerable = dealer_and_vulnerability(event, section, board)
        title = _("Board {board}    Dealer {dealer}    Vulnerable {vulnerable}").format(
            board=board, dealer=language.seat(deals), vulnerable=language.vulnerable(vulnerable)
        )
        if section:
            letter = event.letter(section)
            title = _("Section {letter}, {title}").format(letter=letter, title=title)
        sheet.block_title(title, len(columns))
        for line in block:
            points: list[Any] = [*_matchpoints(line), _shares(line)[0]] if ranked else []
            points += _imps(line) if imps else []
            scores: list[float | None] = [None, None]
            if line.score is not None:  # the score is in the column of the side that gets it
                scores[line.score < 0] = abs(line.score)
            cells = [
                *_sides(line),
                "",
                language.seat(line.outcome.declarer),
                _lead(line, language),
                *scores,
            ]
            _traveller_row(sheet, columns, line, cells + points)
        sheet.append([])


def _traveller_row(
    sheet: Sheet, columns: list[SheetColumn], line: TravellerLine, cells: list[Any]
) -> None:
    looks = [column.look._replace(line=True) for column in columns]
    styled = []
    for look, cell in zip(looks, cells, strict=True):
        if isinstance(cell, str) and cell[:1] in ("♥", "♦"):
            look = look._replace(color=RED)
        styled.append(sheet.cell(None if cell == "" else cell, look))
    language = sheet.book.language
    level, strain, doubled, *_, tricks = _bid(line.outcome, language)
    if level:
        parts = [(str(level), False), (strain, strain in "♥♦")]
        parts.append((f"{doubled} {spell_over(tricks)}", False))
        styled[CONTRACT] = sheet.suits(parts, looks[CONTRACT])
    elif remark := _remark(line, language):
        styled[CONTRACT] = sheet.cell(remark, looks[CONTRACT]._replace(color=GRAY))
    sheet.append(styled)


def _movement(event: Event, book: Book) -> bool:
    """Write a block per section, with rounds as rows and tables as columns."""
    sections = event.by_section(rec.Round)
    if not sections:
        return False
    tables = {
        section: sorted({round.table or 0 for round in rounds})
        for section, rounds in sections.items()
    }
    most, _ = max(map(len, tables.values())), book.language.gettext
    sheet = book.sheet(_("Movement"), [9, *[11] * most], "B1")
    sheet.set_up_printing(repeat="")
    look = Look(align="center", wrap=True, line=True)
    for section, rounds in sorted(sections.items()):
        by_place = {(r.round, r.table or 0): r for r in rounds}
        sheet.block_title(_("Section {letter}").format(letter=event.letter(section)), most + 1)
        names_of_tables = (_("Table {table}").format(table=t) for t in tables[section])
        sheet.header([_("Round"), *names_of_tables])
        for round_number in sorted({r.round or 0 for r in rounds}):
            sheet.height(32)  # two lines: pairs and boards
            places = (
                _place(by_place.get((round_number, table)), book.language)
                for table in tables[section]
            )
            first = sheet.cell(round_number, look._replace(bold=True))
            sheet.append([first, *(sheet.cell(place, look) for place in places)])
        sheet.append([])
    return True


def _place(round: rec.Round | None, language: Language) -> str:
    """The pairs at a table and the boards they play."""
    if round is None or not (round.ns_pair or round.ew_pair):
        return ""
    _ = language.gettext
    pairs = _("{ns} v {ew}").format(ns=round.ns_pair, ew=round.ew_pair)
    if not round.ns_pair or not round.ew_pair:
        pairs = _("{pair} sits out").format(pair=round.ns_pair or round.ew_pair)
    boards = round.custom_boards or ""
    if not boards and round.low_board:
        boards = f"{round.low_board}–{round.high_board}"
    return f"{pairs}\n{boards}".strip()

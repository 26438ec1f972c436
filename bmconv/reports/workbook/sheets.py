"""The sheets for people, in their order; results, travellers and the movement are made here."""

from collections.abc import Callable
from typing import Any

from bmconv import records as rec
from bmconv.bridge.outcomes import Kind, Outcome
from bmconv.event import Event
from bmconv.event.travellers import (
    TravellerLine,
    by_board,
    dealer_and_vulnerability,
    traveller_lines,
)
from bmconv.ranking import Ranked
from bmconv.records import RECORDED
from bmconv.reports.workbook.book import BAND, GRAY, RED, Book, Look, Sheet
from bmconv.reports.workbook.columns import (
    PERCENT,
    POINTS,
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

SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣", "NT": "NT"}
DOUBLES = ("", "x", "xx")


Lines = list[TravellerLine]


def _bid(outcome: Outcome) -> tuple[Any, ...]:
    """Level, strain, double, declarer, tricks taken, and tricks relative to the contract."""
    contract, tricks = outcome.contract, outcome.tricks
    if contract is None:
        return (None, "", "", "", None, None)
    strain, doubled = SYMBOLS[contract.strain], DOUBLES[contract.doubled]
    return (contract.level, strain, doubled, outcome.declarer, contract.level + 6 + tricks, tricks)


def _lead(line: TravellerLine) -> str:
    """The lead, with the suit as a symbol."""
    card = line.result.lead_card if line.outcome.contract else None
    return SYMBOLS.get(card[0], card[0]) + card[1:] if card else ""


def _sides(line: TravellerLine) -> list[Any]:
    """Number and names of N-S, then of E-W."""
    ns, ew = (
        side[0] if len(side) == 1 else "+".join(map(str, side)) or None for side in line.numbers
    )
    return [ns, line.names[0], ew, line.names[1]]


def sheets(event: Event, ranked: Ranked | None, book: Book) -> list[str]:
    """Write the sheets that have content; returns their titles in order."""
    sessions = [(session.name, session.date) for session in event.of(rec.Session)]
    book.heading = "; ".join(filter(None, (", ".join(map(str, filter(None, s))) for s in sessions)))
    standing = event.standing_results()
    standing.sort(key=lambda r: (r.section or 0, r.board or 0, r.round or 0, r.table or 0))
    plays = _ranked_lines(ranked) if ranked else {}
    lines = [plays.get(id(line.result), line) for line in traveller_lines(event, standing)]
    titles = []
    if ranked:
        for title, of_ranking in (("Ranking", ranking), ("Matches", matches)):
            titles += [title] if of_ranking(ranked, book) else []
    if lines:
        _results(event, lines, book)
        _travellers(event, lines, book)
        titles += ["Results", "Travellers"]
    titles += ["Scorecards"] if ranked and scorecards(ranked, book) else []
    for title, write in (("Hands", hands), ("Movement", _movement)):
        titles += [title] if write(event, book) else []
    return titles


def _ranked_lines(ranked: Ranked) -> dict[int, TravellerLine]:
    """The lines of a ranking, by the identity of their results."""
    return {
        id(line.result): line
        for field in ranked.fields
        for board in field.boards
        for line in ranked.traveller(field, board)
    }


def _remark(line: TravellerLine) -> str:
    kind, result = line.outcome.kind, line.result
    if kind is Kind.PASSED_OUT:
        return "; ".join(filter(None, ("passed out", result.remarks)))
    if kind is Kind.UNKNOWN and not result.remarks:
        return f"{result.contract or ''} {result.result or ''}".strip()
    return result.remarks or ""


def _matchpoints(line: TravellerLine) -> list[float | None]:
    """The matchpoints of N-S and E-W, if a result has any."""
    result = line.result
    has_any = result.mp_ns is not None or result.mp_ew is not None
    return [*map(round_figure, line.points)] if has_any else [None, None]


def _imps(line: TravellerLine) -> list[float | None]:
    """The IMPs of N-S and E-W, if a result has IMPs instead of matchpoints."""
    has_none = _matchpoints(line) == [None, None]
    return [*map(round_figure, line.points)] if has_none else [None, None]


def _shares(line: TravellerLine) -> list[float | None]:
    """Matchpoints as a fraction of the top, which both sides share if it is not known."""
    points = _matchpoints(line)
    both = sum(value or 0 for value in points)
    tops = line.tops if any(line.tops) else (0, 0) if None in points else (both, both)
    return [
        None if value is None or not top else round(value / top, RECORDED + 2)
        for value, top in zip(points, tops, strict=True)
    ]


def _has_any(values: Callable[[TravellerLine], list[float | None]], lines: Lines) -> bool:
    return any(value is not None for line in lines for value in values(line))


def _results(event: Event, lines: Lines, book: Book) -> None:
    ranked, imps = _has_any(_matchpoints, lines), _has_any(_imps, lines)
    columns = [
        *(middle("Section", 9), middle("Board", 8), middle("Round", 8), middle("Table", 8)),
        *(middle("N-S", 7), names("North - South", (line.names[0] for line in lines))),
        *(middle("E-W", 7), names("East - West", (line.names[1] for line in lines))),
        *(middle("Level", 8), middle("Suit", 7), middle("Dbl", 7)),
        *(middle("By", 6), middle("Tricks", 9), number("+/-", 7, "+0;-0;=")),
        *(middle("Lead", 8), number("N-S score", 10), number("E-W score", 10)),
        *((number("N-S %", 9, PERCENT), number("E-W %", 9, PERCENT)) if ranked else ()),
        *((number("N-S IMPs", 9, POINTS), number("E-W IMPs", 9, POINTS)) if imps else ()),
        text("Remarks", 20),
    ]
    sheet = new_sheet(book, "Results", columns, "C2", landscape=True)
    for line in lines:
        result = line.result
        cells: list[Any] = [
            *(event.letter(result.section), result.board, result.round, result.table),
            *_sides(line),
            *(*_bid(line.outcome), _lead(line)),
            *(line.score, None if line.score is None else -line.score),
        ]
        cells += _shares(line) if ranked else []
        cells += _imps(line) if imps else []
        band = BAND if (result.board or 0) % 2 else ""
        row(sheet, columns, [*cells, _remark(line)], band)
    sheet.add_filter(len(columns))


def _travellers(event: Event, lines: Lines, book: Book) -> None:
    ranked, imps = _has_any(_matchpoints, lines), _has_any(_imps, lines)
    columns = [
        *(middle("N-S", 6), names("North - South", (line.names[0] for line in lines))),
        *(middle("E-W", 6), names("East - West", (line.names[1] for line in lines))),
        *(middle("Contract", 12), middle("By", 5), middle("Lead", 7)),
        *(number("N-S score", 10), number("E-W score", 10)),
        *((number("N-S MP", 9), number("E-W MP", 9)) if ranked else ()),
        *((number("N-S %", 9, PERCENT),) if ranked else ()),
        *((number("N-S IMPs", 9, POINTS), number("E-W IMPs", 9, POINTS)) if imps else ()),
    ]
    sheet = new_sheet(book, "Travellers", columns)
    for (section, board), block in by_board(lines).items():
        sheet.keep_together(len(block) + 2)
        deals, vulnerable = dealer_and_vulnerability(event, section, board)
        prefix = f"Section {event.letter(section)}, " if section else ""
        title = f"{prefix}Board {board}    Dealer {deals}    Vulnerable {vulnerable}"
        sheet.block_title(title, len(columns))
        for line in block:
            points: list[Any] = [*_matchpoints(line), _shares(line)[0]] if ranked else []
            points += _imps(line) if imps else []
            scores: list[float | None] = [None, None]
            if line.score is not None:  # in the column of the side that gets it
                scores[line.score < 0] = abs(line.score)
            cells = [*_sides(line), "", line.outcome.declarer, _lead(line), *scores]
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
    level, strain, doubled, _, _, tricks = _bid(line.outcome)
    if level:
        parts = [(str(level), False), (strain, strain in "♥♦")]
        parts.append((f"{doubled} {f'{tricks:+d}' if tricks else '='}", False))
        styled[4] = sheet.suits(parts, looks[4])
    elif remark := _remark(line):
        styled[4] = sheet.cell(remark, looks[4]._replace(color=GRAY))
    sheet.append(styled)


def _movement(event: Event, book: Book) -> bool:
    """Write a block per section, with rounds as rows and tables as columns."""
    sections = event.by_section(rec.Round)
    if not sections:
        return False
    tables = {s: sorted({r.table or 0 for r in rounds}) for s, rounds in sections.items()}
    most = max(map(len, tables.values()))
    sheet = book.sheet("Movement", [9, *[11] * most], "B1")
    sheet.set_up_printing(repeat="")
    look = Look(align="center", wrap=True, line=True)
    for section, rounds in sorted(sections.items()):
        by_place = {(r.round, r.table or 0): r for r in rounds}
        sheet.block_title(f"Section {event.letter(section)}", most + 1)
        sheet.header(["Round", *(f"Table {table}" for table in tables[section])])
        for turn in sorted({r.round or 0 for r in rounds}):
            sheet.height(32)
            places = (_place(by_place.get((turn, table))) for table in tables[section])
            first = sheet.cell(turn, look._replace(bold=True))
            sheet.append([first, *(sheet.cell(place, look) for place in places)])
        sheet.append([])
    return True


def _place(round: rec.Round | None) -> str:
    """The pairs at a table and the boards they play."""
    if round is None or not (round.ns_pair or round.ew_pair):
        return ""
    pairs = f"{round.ns_pair} v {round.ew_pair}"
    if not round.ns_pair or not round.ew_pair:
        pairs = f"{round.ns_pair or round.ew_pair} sits out"
    boards = round.custom_boards or ""
    if not boards and round.low_board:
        boards = f"{round.low_board}–{round.high_board}"
    return f"{pairs}\n{boards}".strip()

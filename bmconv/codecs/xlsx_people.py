"""The sheets people want first: results, travellers, ranking, hands and the movement."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

from bmconv import records as rec
from bmconv.bridge.boards import dealer
from bmconv.bridge.outcomes import Kind, outcome, score_ns
from bmconv.bridge.winners import infer_winners
from bmconv.codecs.xlsx_book import BAND, GRAY, RED, TITLE, Book, Look, Sheet
from bmconv.codecs.xlsx_hands import hands
from bmconv.event import Event
from bmconv.seating import Seating

SYMBOLS = {"S": "♠", "H": "♥", "D": "♦", "C": "♣", "NT": "NT"}
DOUBLES = ("", "x", "xx")
PERCENT, POINTS = "0.0%", "0.00"
PAGE = 36
"""Rows of travellers on a page of A4, as tall as Excel makes them."""


class Column(NamedTuple):
    """A column of a sheet: its name, width and how its cells look."""

    name: str
    width: float
    look: Look


def _number(name: str, width: float, format: str = "") -> Column:
    return Column(name, width, Look(align="right", format=format))


def _middle(name: str, width: float) -> Column:
    return Column(name, width, Look(align="center"))


def _text(name: str, width: float) -> Column:
    return Column(name, width, Look(indent=True))


def _names(name: str, lines: list[Line], side: int) -> Column:
    """A column as wide as the longest names, within reason."""
    longest = max(len(line.names[side]) for line in lines)
    return _text(name, min(max(longest + 3, 15), 50))


class Line(NamedTuple):
    """A result for eyes, its sides those that played it."""

    result: rec.Result
    pairs: tuple[int | None, int | None]
    names: tuple[str, str]
    level: int | None
    strain: str
    doubled: str
    declarer: str
    tricks: int | None
    """Against the contract."""
    taken: int | None
    score: int | None
    remark: str


def sheets(event: Event, book: Book) -> list[str]:
    """Write the sheets that have something to show; their titles in order."""
    lines = list(_lines(event))
    titles = []
    if lines:
        _results(event, lines, book)
        _travellers(event, lines, book)
        titles += ["Results", "Travellers"]
    for title, write in (("Ranking", _ranking), ("Hands", hands), ("Movement", _movement)):
        if write(event, book):
            titles.append(title)
    return titles


def _lines(event: Event) -> Iterator[Line]:
    """The results that stand, by section, board and round."""
    seating = Seating(event)
    two_fields = _two_fields(event)
    standing = event.standing_results()
    standing.sort(key=lambda r: (r.section or 0, r.board or 0, r.round or 0, r.table or 0))
    for result in standing:
        what = outcome(result)
        section = result.section or 0
        names = []
        for side, pair in (("NS", result.pair_ns), ("EW", result.pair_ew)):
            found = (
                seating.names(section, side if section in two_fields else "", pair) if pair else []
            )
            names.append(" & ".join(found))
        pairs = (result.pair_ns, result.pair_ew)
        if what.wrong_direction:
            names.reverse()
            pairs = (pairs[1], pairs[0])
        contract = what.contract
        played = what.kind is Kind.PLAYED and contract is not None
        score = result.score
        if score is None and result.board:
            score = score_ns(result, event.vulnerability(result.section, result.board))
        yield Line(
            result,
            pairs,
            (names[0], names[1]),
            contract.level if contract else None,
            SYMBOLS[contract.strain] if contract else "",
            DOUBLES[contract.doubled] if contract else "",
            what.declarer,
            what.tricks if played else None,
            contract.level + 6 + what.tricks if played and contract else None,
            score,
            _remark(what.kind, result),
        )


def _remark(kind: Kind, result: rec.Result) -> str:
    if kind is Kind.PASSED_OUT:
        return "; ".join(filter(None, ("passed out", result.remarks)))
    if kind is Kind.UNKNOWN and not result.remarks:
        return f"{result.contract or ''} {result.result or ''}".strip()
    return result.remarks or ""


def _two_fields(event: Event) -> set[int]:
    """The sections in which a number stands for a N-S pair and for an E-W pair."""
    rows: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for r in event.of(rec.Round):
        rows[r.section or 0].append((r.round or 0, r.ns_pair or 0, r.ew_pair or 0))
    for result in event.of(rec.Result) if not rows else ():
        turn = result.round or result.board or 0
        rows[result.section or 0].append((turn, result.pair_ns or 0, result.pair_ew or 0))
    return {section for section, played in rows.items() if infer_winners(played).number == 2}


def _share(mine: float | None, other: float | None) -> float | None:
    """Matchpoints as a share of what there was to win."""
    if mine is None or other is None or not mine + other:
        return None
    return mine / (mine + other)


def _results(event: Event, lines: list[Line], book: Book) -> None:
    ranked = any(line.result.mp_ns is not None for line in lines)
    imps = any(line.result.imp_ns is not None for line in lines)
    columns = [
        *(_middle("Section", 9), _middle("Board", 8), _middle("Round", 8), _middle("Table", 8)),
        *(_middle("N-S", 7), _names("North - South", lines, 0), _middle("E-W", 7)),
        *(_names("East - West", lines, 1), _middle("Level", 8), _middle("Suit", 7)),
        _middle("Dbl", 7),
        *(_middle("By", 6), _middle("Tricks", 9), _number("+/-", 7, "+0;-0;=")),
        *(_middle("Lead", 8), _number("N-S score", 10), _number("E-W score", 10)),
        *((_number("N-S %", 9, PERCENT), _number("E-W %", 9, PERCENT)) if ranked else ()),
        *((_number("N-S IMPs", 9, POINTS), _number("E-W IMPs", 9, POINTS)) if imps else ()),
        _text("Remarks", 20),
    ]
    sheet = _opened(book, "Results", columns, "C2")
    for line in lines:
        result = line.result
        cells: list[Any] = [
            *(event.letter(result.section), result.board, result.round, result.table),
            *(line.pairs[0], line.names[0], line.pairs[1], line.names[1]),
            *(line.level, line.strain, line.doubled, line.declarer, line.taken, line.tricks),
            *(_card(result.lead_card if line.level else None), line.score),
            None if line.score is None else -line.score,
        ]
        if ranked:
            cells += [_share(result.mp_ns, result.mp_ew), _share(result.mp_ew, result.mp_ns)]
        if imps:
            cells += [result.imp_ns, result.imp_ew]
        band = BAND if (result.board or 0) % 2 else ""
        _row(sheet, columns, [*cells, line.remark], band)
    sheet.filtered(len(columns))


def _opened(book: Book, title: str, columns: list[Column], frozen: str) -> Sheet:
    """A sheet with a header, ready to print."""
    sheet = book.sheet(title, [column.width for column in columns], frozen)
    sheet.printed()
    sheet.header([column.name for column in columns], 20)
    return sheet


def _row(sheet: Sheet, columns: list[Column], cells: list[Any], fill: str = "") -> None:
    """Add cells in the looks of their columns; red suits are red."""
    made = []
    for column, cell in zip(columns, cells, strict=True):
        look = column.look._replace(fill=fill)
        if isinstance(cell, str) and cell[:1] in ("♥", "♦"):
            look = look._replace(color=RED)
        empty = cell is None or cell == ""
        made.append(None if empty and not fill else sheet.cell(None if empty else cell, look))
    sheet.append(made)


def _card(card: str | None) -> str:
    return SYMBOLS.get(card[0], card[0]) + card[1:] if card else ""


def _travellers(event: Event, lines: list[Line], book: Book) -> None:
    ranked = any(line.result.mp_ns is not None for line in lines)
    columns = [
        *(_middle("N-S", 7), _names("North - South", lines, 0), _middle("E-W", 7)),
        *(_names("East - West", lines, 1), _middle("Contract", 14), _middle("By", 6)),
        _middle("Lead", 8),
        *(_number("N-S score", 10), _number("E-W score", 10)),
        *((_number("N-S MP", 9), _number("E-W MP", 9)) if ranked else ()),
        *((_number("N-S %", 9, PERCENT),) if ranked else ()),
    ]
    sheet = _opened(book, "Travellers", columns, "A2")
    boards: dict[tuple[int, int], list[Line]] = defaultdict(list)
    for line in lines:
        boards[line.result.section or 0, line.result.board or 0].append(line)
    page = 1
    for (section, board), block in boards.items():
        if page + len(block) + 2 > PAGE and page > 1:
            sheet.page_break()
            page = 1
        page += len(block) + 2
        title = _board_title(event, section, board)
        cells = [sheet.cell(title, TITLE)]
        sheet.append(cells + [sheet.cell(None, TITLE) for _ in columns[1:]])
        for line in sorted(block, key=_best_first):
            result = line.result
            points: list[Any] = [result.mp_ns, result.mp_ew, _share(result.mp_ns, result.mp_ew)]
            scores = [None, None] if line.score is None else _two(line.score)
            made: list[Any] = [line.pairs[0], line.names[0], line.pairs[1], line.names[1], ""]
            made += [line.declarer, _card(result.lead_card if line.level else None), *scores]
            _traveller_row(sheet, columns, line, made + (points if ranked else []))
        sheet.append([])


def _board_title(event: Event, section: int, board: int) -> str:
    hand = event.hand(section, board)
    deals = (hand.dealer if hand else None) or (dealer(board) if board else "?")
    vulnerable = event.vulnerability(section, board) if board else "?"
    where = f"Section {event.letter(section)}, " if section else ""
    return f"{where}Board {board}    Dealer {deals}    Vulnerable {vulnerable}"


def _best_first(line: Line) -> tuple[bool, int, int]:
    return (line.score is None, -(line.score or 0), line.pairs[0] or 0)


def _two(score: int) -> list[int | None]:
    """A score in the column of the side that gets it."""
    return [score, None] if score >= 0 else [None, -score]


def _traveller_row(sheet: Sheet, columns: list[Column], line: Line, cells: list[Any]) -> None:
    looks = [column.look._replace(line=True) for column in columns]
    made = []
    for look, cell in zip(looks, cells, strict=True):
        if isinstance(cell, str) and cell[:1] in ("♥", "♦"):
            look = look._replace(color=RED)
        made.append(sheet.cell(None if cell == "" else cell, look))
    if line.level:
        tricks = f"{line.tricks:+d}" if line.tricks else "="
        parts = [(str(line.level), False), (line.strain, line.strain in "♥♦")]
        parts.append((f"{line.doubled} {tricks}", False))
        made[4] = sheet.suits(parts, looks[4])
    elif line.remark:
        made[4] = sheet.cell(line.remark, looks[4]._replace(color=GRAY))
    sheet.append(made)


def _ranking(event: Event, book: Book) -> bool:
    """Places by section and side."""
    ranking = event.of(rec.Ranking)
    if not ranking:
        return False
    columns = [
        *(_middle("Section", 9), _middle("Side", 8), _middle("Place", 8), _middle("Pair", 8)),
        *(_text("Names", 44), _middle("Boards", 9), _number("Total", 11, POINTS)),
        *(_number("Maximum", 11, POINTS), _number("%", 10, "0.00")),
    ]
    sheet = _opened(book, "Ranking", columns, "A2")
    order = sorted(
        ranking,
        key=lambda r: (r.section or 0, r.direction != "NS", r.place or 1 << 30, r.pair or 0),
    )
    for row in order:
        cells = [
            *(event.letter(row.section) if row.section else "", row.direction or ""),
            *(row.place, row.pair, " & ".join(row.names or ()), row.boards),
            *(row.total, row.maximum, row.percentage),
        ]
        _row(sheet, columns, cells, BAND if (row.place or 0) % 2 else "")
    sheet.filtered(len(columns))
    return True


def _movement(event: Event, book: Book) -> bool:
    """A block per section: rounds down, tables across."""
    sections: dict[int, list[rec.Round]] = defaultdict(list)
    for r in event.of(rec.Round):
        sections[r.section or 0].append(r)
    if not sections:
        return False
    tables = {s: sorted({r.table or 0 for r in rounds}) for s, rounds in sections.items()}
    most = max(map(len, tables.values()))
    sheet = book.sheet("Movement", [9, *[11] * most], "B1")
    sheet.printed(repeat="")
    look = Look(align="center", wrap=True, line=True)
    for section, rounds in sorted(sections.items()):
        by_place = {(r.round, r.table or 0): r for r in rounds}
        title = f"Section {event.letter(section)}"
        sheet.append([sheet.cell(title, TITLE), *[sheet.cell(None, TITLE)] * most])
        sheet.header(["Round", *(f"Table {table}" for table in tables[section])])
        for number in sorted({r.round or 0 for r in rounds}):
            sheet.height(32)
            cells = [sheet.cell(number, look._replace(bold=True))]
            for table in tables[section]:
                cells.append(sheet.cell(_place(by_place.get((number, table))), look))
            sheet.append(cells)
        sheet.append([])
    return True


def _place(round: rec.Round | None) -> str:
    """Who meets at a table, and on which boards."""
    if round is None:
        return ""
    pairs = f"{round.ns_pair or '–'} v {round.ew_pair or '–'}"
    if not round.ns_pair and not round.ew_pair:
        return ""
    if not round.ns_pair or not round.ew_pair:
        pairs = f"{round.ns_pair or round.ew_pair} sits out"
    boards = round.custom_boards or ""
    if not boards and round.low_board:
        boards = f"{round.low_board}–{round.high_board}"
    return f"{pairs}\n{boards}".strip()

"""bmconv show: print travellers, hands and names."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator

import click

from bmconv import records as rec
from bmconv.bridge.outcomes import Kind
from bmconv.cli import Command
from bmconv.cli.job import FILTER, Job, options
from bmconv.cli.report import MARKDOWN, has_suit_symbols, layout_for, need_text, write_text
from bmconv.cli.select import BOARD, SECTION
from bmconv.errors import for_shell
from bmconv.event import Event
from bmconv.event.seating import Names, idle_seats
from bmconv.event.summary import known_date
from bmconv.event.travellers import (
    TravellerLine,
    by_board,
    dealer_and_vulnerability,
    traveller_lines,
)
from bmconv.filters.select import board_numbers, no_such_board, section_ids
from bmconv.notes import quantity
from bmconv.reports.layout import (
    TextLayout,
    contract_text,
    diagram,
    double_dummy_text,
    lead_text,
    two_scores,
)

HEADER = ("Table", "Round", "NS", "EW", "Contract", "By", "Lead", "N-S", "E-W", "")
Selectable = rec.Result | rec.Hand | rec.Seat
RIGHT = {"Table", "Round", "NS", "EW", "N-S", "E-W"}
"""Columns of numbers, aligned to the right."""


@options(*FILTER)
@click.command("show", cls=Command, params=[SECTION, BOARD, MARKDOWN])
def command(job: Job, sections: tuple[str, ...], boards: str | None, markdown: bool) -> None:
    """Print travellers, hands and names: the results of every board, best for N-S first.

    \b
      bmconv show night.bws
      bmconv show night.bws --section A --board 1-4 -o boards.txt
      bmconv show night.bws --markdown -o boards.md
    """
    need_text(job.output)
    wanted = board_numbers(boards) if boards is not None else None
    event = job.event()
    ids = section_ids(sections, event.of(rec.Section)) if sections else None

    def is_wanted(record: Selectable) -> bool:
        board = None if isinstance(record, rec.Seat) else record.board
        everywhere = isinstance(record, rec.Hand) and record.section is None
        in_section = ids is None or everywhere or record.section in ids
        return in_section and (wanted is None or board in wanted)

    if boards:
        refuse_unknown_boards(boards, [*event.standing_results(), *event.of(rec.Hand)], is_wanted)
    layout = layout_for(job.output, markdown=markdown)
    symbols, file = has_suit_symbols(job.output), "" if job.input in (None, "-") else str(job.input)
    lines = report(event, layout, is_wanted, symbols=symbols, file=file)
    write_text(job, layout.collapse_blanks(lines))


def refuse_unknown_boards(
    boards: str, known: Iterable[rec.Result | rec.Hand], is_wanted: Callable[[Selectable], bool]
) -> None:
    """Refuse boards that nobody played and that have no hands."""
    known = list(known)
    if not any(map(is_wanted, known)):
        raise no_such_board(boards, {record.board for record in known if record.board})


def report(
    event: Event,
    layout: TextLayout,
    is_wanted: Callable[[Selectable], bool],
    *,
    symbols: bool,
    file: str = "",
) -> Iterator[str]:
    """The lines of the report, for the selected results, hands and seats of a file."""
    for session in event.of(rec.Session):
        words = (session.name, known_date(session))
        if any(words):
            yield from layout.heading(" ".join(str(word) for word in words if word))
            yield ""
    boards = by_board(traveller_lines(event, filter(is_wanted, event.standing_results())))
    played = {board for _, board in boards}
    for hand in filter(is_wanted, event.of(rec.Hand)):
        if hand.section or hand.board not in played:
            boards.setdefault((hand.section or 0, hand.board or 0), [])
    for (section, board), lines in sorted(boards.items()):
        dealer, vulnerable = dealer_and_vulnerability(event, section, board)
        heading = f"Section {event.letter(section)}  " if section else ""
        yield from layout.title(f"{heading}Board {board}  Dealer {dealer}  Vulnerable {vulnerable}")
        yield from layout.drawing(_cards(event, section, board, symbols=symbols))
        if lines:
            yield from layout.table(HEADER, [_row(line, symbols=symbols) for line in lines], RIGHT)
        yield ""
    names = list(_names(event, layout, filter(is_wanted, event.of(rec.Seat))))
    yield from names
    if not boards and not names:
        yield from layout.line(_without_play(event, file))


def _without_play(event: Event, file: str) -> str:
    """The line for an input without results, hands and names at tables: what it has instead."""
    rounds = event.of(rec.Round)
    if rounds and not event.standing_results():
        tables = len({(round.section, round.table) for round in rounds})
        number = len({round.round for round in rounds})
        there = f"{quantity(number, 'round')} at {quantity(tables, 'table')}"
        command = f"bmconv movement cards {for_shell(file)}" if file else "bmconv movement cards"
        return f"no results yet, a movement of {there} ({command} prints the guide cards)"
    if players := event.of(rec.Player):
        join = "bmconv join EVENING PLAYERS | bmconv show adds it to an evening"
        return f"only a list of {quantity(len(players), 'player')} in this input ({join})"
    return "no results, hands or names in this input (bmconv info shows what it contains)"


def _cards(event: Event, section: int, board: int, *, symbols: bool) -> Iterator[str]:
    """The hands of a board and the tricks that can be made, as far as they are known."""
    hand, known = event.hand(section, board), event.evaluation(section, board)
    if hand:
        yield from diagram(hand, symbols=symbols)
    if known and (tricks := double_dummy_text(known, symbols=symbols)):
        yield tricks


def _row(line: TravellerLine, *, symbols: bool) -> tuple[str, ...]:
    """A line of a traveller as text."""
    outcome, result = line.outcome, line.result
    with_remark = outcome.kind in (Kind.PLAYED, Kind.UNKNOWN, Kind.PASSED_OUT)
    return (
        str(result.table or ""),
        str(result.round or ""),
        *("+".join(map(str, side)) for side in line.numbers),
        contract_text(outcome, result, symbols=symbols),
        outcome.declarer,
        lead_text(outcome, result, symbols=symbols),
        *two_scores(line.score),
        (result.remarks or "") if with_remark else "",
    )


def _names(event: Event, layout: TextLayout, seats: Iterable[rec.Seat]) -> Iterator[str]:
    """A table of the players at the beginning, without idle seats; no lines if nobody is known."""
    names, idle = Names(event), idle_seats(event)
    tables: dict[tuple[int, int], dict[str, str]] = defaultdict(dict)
    for seat in seats:
        if not seat.round and seat.direction and not seat.removed and id(seat) not in idle:
            name, number = names.of(seat), seat.number
            player = f"{name} ({number})" if name and number else name or number or ""
            tables[seat.section or 0, seat.table or 0][seat.direction] = player
    rows = [
        (f"{event.letter(section)}{table}", *(sides.get(side) or "-" for side in "NSEW"))
        for (section, table), sides in sorted(tables.items())
    ]
    if any(any(sides.values()) for sides in tables.values()):
        yield from layout.table(("Table", "North", "South", "East", "West"), rows, RIGHT)

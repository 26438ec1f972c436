"""bmconv show: travellers and names on a terminal."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

import click

from bmconv import records as rec
from bmconv.bridge.boards import dealer
from bmconv.bridge.outcomes import Kind, outcome, score_ns
from bmconv.cli.job import FORMAT, INPUT, Job, options
from bmconv.cli.text import columns, contract_text, lead_text, two_scores, with_symbols
from bmconv.event import Event
from bmconv.seating import name_of

HEADER = ("NS", "EW", "Contract", "By", "Lead", "N-S", "E-W", "")
RIGHT = {"NS", "EW", "N-S", "E-W", "Table"}
"""Columns of numbers, set to the right."""


@options(INPUT, FORMAT)
@click.command("show")
def command(job: Job) -> None:
    """Show travellers and names: for every board the results that stand, best for N-S first.

    \b
      bmconv show BMRData.txt
    """
    for line in report(job.event(), with_symbols()):
        click.echo(line)


def report(event: Event, symbols: bool = True) -> Iterator[str]:
    """The lines of the report."""
    for session in event.of(rec.Session):
        if session.name or session.date:
            yield " ".join(str(word) for word in (session.name, session.date) if word)
            yield ""
    boards: dict[tuple[int, int], list[rec.Result]] = defaultdict(list)
    for result in event.standing_results():
        boards[result.section or 0, result.board or 0].append(result)
    for (section, board), results in sorted(boards.items()):
        vulnerable = event.vulnerability(section, board) if board else "?"
        hand = event.hand(section, board)
        deals = (hand.dealer if hand else None) or (dealer(board) if board else "?")
        where = f"Section {event.letter(section)}  " if section else ""
        yield f"{where}Board {board}  Dealer {deals}  Vulnerable {vulnerable}"
        rows = [_row(result, vulnerable, symbols) for result in _best_first(results, vulnerable)]
        yield from columns(HEADER, rows, RIGHT)
        yield ""
    yield from _names(event)
    if not boards and not event.of(rec.Seat):
        yield "no results and no names in this input (bmconv info says what there is)"


def _best_first(results: list[rec.Result], vulnerable: str) -> list[rec.Result]:
    """Results by N-S score, those without one last."""

    def order(result: rec.Result) -> tuple[int, int, int]:
        score = score_ns(result, vulnerable)
        return (score is None, -(score or 0), result.pair_ns or 0)

    return sorted(results, key=order)


def _row(result: rec.Result, vulnerable: str, symbols: bool) -> tuple[str, ...]:
    """A line of a traveller; played in the wrong direction, the pairs are exchanged."""
    what = outcome(result)
    pairs = [str(result.pair_ns or ""), str(result.pair_ew or "")]
    if what.wrong_direction:
        pairs.reverse()
    said = what.kind in (Kind.PLAYED, Kind.UNKNOWN, Kind.PASSED_OUT)
    return (
        *pairs,
        contract_text(what, result, symbols),
        what.declarer,
        lead_text(what, result, symbols),
        *two_scores(score_ns(result, vulnerable)),
        (result.remarks or "") if said else "",
    )


def _names(event: Event) -> Iterator[str]:
    """Who sits where before play begins."""
    names = {p.number: name_of(p) for p in event.of(rec.Player) if p.number}
    tables: dict[tuple[int, int], dict[str, str]] = defaultdict(dict)
    for seat in event.of(rec.Seat):
        if not seat.round and seat.direction:
            name = name_of(seat) or names.get(seat.number or "", "")
            shown = (
                f"{name} ({seat.number})" if name and seat.number else name or seat.number or "-"
            )
            tables[seat.section or 0, seat.table or 0][seat.direction] = shown
    rows = [
        (f"{event.letter(section)}{table}", *(seats.get(side, "-") for side in "NSEW"))
        for (section, table), seats in sorted(tables.items())
    ]
    if rows:
        yield from columns(("Table", "North", "South", "East", "West"), rows, RIGHT)

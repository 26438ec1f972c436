"""bmconv show: travellers and names on a terminal."""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterator

import click

from bmconv import records as rec
from bmconv.bridge.boards import dealer
from bmconv.bridge.outcomes import Kind, outcome, score_ns
from bmconv.cli.job import FORMAT, INPUT, Job, options
from bmconv.event import Event

HEADER = ("NS", "EW", "Contract", "By", "Lead", "N-S", "E-W", "")
RIGHT = {"NS", "EW", "N-S", "E-W", "Table"}
"""Columns of numbers, set to the right."""

SYMBOLS = str.maketrans("SHDC", "♠♥♦♣")


@options(INPUT, FORMAT)
@click.command("show")
def command(job: Job) -> None:
    """Show travellers and names: for every board the results that stand, best for N-S first.

    \b
      bmconv show BMRData.txt
    """
    symbols = (getattr(sys.stdout, "encoding", None) or "").lower().startswith("utf")
    for line in report(job.event(), symbols):
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
        yield from columns(HEADER, rows)
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
    lead = result.lead_card or ""
    remark = result.remarks or ""
    if what.kind is Kind.PLAYED and what.contract:
        strain = what.contract.strain
        strain = strain if strain == "NT" or not symbols else strain.translate(SYMBOLS)
        contract = f"{what.contract.level}{strain}{'x' * what.contract.doubled}{result.result}"
        lead = lead[:1].translate(SYMBOLS) + lead[1:] if symbols else lead
    elif what.kind is Kind.UNKNOWN:
        contract = f"{result.contract or ''} {result.result or ''}".strip()
    elif what.kind is Kind.PASSED_OUT:
        contract = what.kind.value
    else:
        contract, lead, remark = remark.lower(), "", ""
    score = score_ns(result, vulnerable)
    ns, ew = ("", "") if score is None else (str(score), "") if score >= 0 else ("", str(-score))
    return (*pairs, contract, what.declarer, lead, ns, ew, remark)


def _names(event: Event) -> Iterator[str]:
    """Who sits where before play begins."""
    names = {p.number: _name(p) for p in event.of(rec.Player) if p.number}
    tables: dict[tuple[int, int], dict[str, str]] = defaultdict(dict)
    for seat in event.of(rec.Seat):
        if not seat.round and seat.direction:
            name = _name(seat) or names.get(seat.number or "", "")
            shown = (
                f"{name} ({seat.number})" if name and seat.number else name or seat.number or "-"
            )
            tables[seat.section or 0, seat.table or 0][seat.direction] = shown
    rows = [
        (f"{event.letter(section)}{table}", *(seats.get(side, "-") for side in "NSEW"))
        for (section, table), seats in sorted(tables.items())
    ]
    if rows:
        yield from columns(("Table", "North", "South", "East", "West"), rows)


def _name(person: rec.Seat | rec.Player) -> str:
    parts = (person.first_name, person.last_name)
    return person.name or " ".join(part for part in parts if part)


def columns(header: tuple[str, ...], rows: list[tuple[str, ...]]) -> Iterator[str]:
    """Rows under a header, every column as wide as it must be."""
    widths = [max(map(len, column)) for column in zip(header, *rows, strict=True)]
    for row in (header, *rows):
        cells = (
            cell.rjust(width) if name in RIGHT else cell.ljust(width)
            for name, cell, width in zip(header, row, widths, strict=True)
        )
        yield ("  " + "  ".join(cells)).rstrip()

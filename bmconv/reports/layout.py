"""Text for people: aligned columns, Markdown tables, and contracts and scores as people write."""

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest

from bmconv.bridge.cards import SEATS, suits_of
from bmconv.bridge.outcomes import Kind, Outcome
from bmconv.records import Evaluation, Hand, Result
from bmconv.reports.language import ENGLISH, Language

SEAT_WIDTH = 12
"""Characters for each hand in a diagram."""
GAP = 4
"""Spaces between blocks that stand side by side."""


def columns(
    header: Sequence[str], rows: Sequence[Sequence[str]], right: Iterable[str]
) -> Iterator[str]:
    """Rows under a header, columns as wide as their longest cell, some aligned right."""
    widths = [max(map(len, column)) for column in zip(header, *rows, strict=True)]
    to_right = set(right)
    for row in (header, *rows):
        cells = (
            cell.rjust(width) if name in to_right else cell.ljust(width)
            for name, cell, width in zip(header, row, widths, strict=True)
        )
        yield ("  " + "  ".join(cells)).rstrip()


def side_by_side(blocks: Iterable[list[str]], width: int) -> Iterator[str]:
    """Blocks of lines, as many side by side as fit, and a blank line below them."""
    row: list[list[str]] = []
    taken = 0
    for block in blocks:
        wide = max(map(len, block), default=0)
        if row and taken + GAP + wide > width:
            yield from _join_blocks(row)
            row, taken = [], 0
        taken += wide + (GAP if row else 0)
        row.append(block)
    yield from _join_blocks(row)


def _join_blocks(blocks: list[list[str]]) -> Iterator[str]:
    if not blocks:
        return
    widths = [max(map(len, block), default=0) for block in blocks]
    for lines in zip_longest(*blocks, fillvalue=""):
        cells = (line.ljust(width) for line, width in zip(lines, widths, strict=True))
        yield (" " * GAP).join(cells).rstrip()
    yield ""


class Plain:
    """Plain text: titles, aligned columns, and as many blocks side by side as fit."""

    def __init__(self, width: int, *, is_cut: bool = True) -> None:
        self.width = width
        self.longest = width if is_cut else sys.maxsize
        """The maximum length of lines, to which names are cut; only a terminal has one."""

    def heading(self, text: str) -> Iterator[str]:
        """The title of the whole report."""
        yield text

    def title(self, text: str) -> Iterator[str]:
        """The title of a table."""
        yield text

    def line(self, text: str) -> Iterator[str]:
        """A sentence."""
        yield text

    def table(
        self, header: Sequence[str], rows: Sequence[Sequence[str]], right: Iterable[str]
    ) -> Iterator[str]:
        """A table; the columns named in `right` are aligned to the right."""
        return columns(header, rows, right)

    def grid(
        self, header: Sequence[str], rows: Sequence[Sequence[str]], width: int
    ) -> Iterator[str]:
        """A table of numbers; all columns but the first have one width."""
        label = max(len(row[0]) for row in rows)
        for row in (header, *rows):
            cells = "".join(cell.rjust(width) for cell in row[1:])
            yield f"  {row[0]:>{label}} {cells}".rstrip()

    def drawing(self, lines: Iterable[str]) -> Iterator[str]:
        """Lines whose spaces matter."""
        yield from lines

    def blocks(self, blocks: Iterable[list[str]]) -> Iterator[str]:
        """Several titled tables."""
        return side_by_side(blocks, self.width)

    def collapse_blanks(self, lines: Iterable[str]) -> Iterable[str]:
        """The lines of a report, unchanged."""
        return lines


class Markdown:
    """Markdown: tables with pipes, padded so that they are readable as text."""

    width = longest = sys.maxsize

    def heading(self, text: str) -> Iterator[str]:
        yield from (f"# {escape(text)}", "")

    def title(self, text: str) -> Iterator[str]:
        yield from (f"## {escape(text)}", "")

    def line(self, text: str) -> Iterator[str]:
        yield from (escape(text), "")

    def table(
        self, header: Sequence[str], rows: Sequence[Sequence[str]], right: Iterable[str]
    ) -> Iterator[str]:
        columns_used = [
            index for index, cells in enumerate(zip(header, *rows, strict=True)) if any(cells)
        ]
        lines = [[escape(row[index]) for index in columns_used] for row in (header, *rows)]
        # the rule below the header needs three characters, such as `--:`
        widths = [max(3, *map(len, column)) for column in zip(*lines, strict=True)]
        to_right = [header[index] in set(right) for index in columns_used]
        rule = [
            f"{'-' * (width - 1)}:" if right else "-" * width
            for width, right in zip(widths, to_right, strict=True)
        ]
        for line in (lines[0], rule, *lines[1:]):
            cells = (
                cell.rjust(width) if right else cell.ljust(width)
                for cell, width, right in zip(line, widths, to_right, strict=True)
            )
            yield f"| {' | '.join(cells)} |"

    def grid(
        self, header: Sequence[str], rows: Sequence[Sequence[str]], width: int
    ) -> Iterator[str]:
        return self.table(header, rows, header)

    def drawing(self, lines: Iterable[str]) -> Iterator[str]:
        drawn = list(lines)
        if drawn:
            yield from ("```", *(line.replace("`", "'") for line in drawn), "```", "")

    def blocks(self, blocks: Iterable[list[str]]) -> Iterator[str]:
        for block in blocks:
            yield from (*block, "")

    def collapse_blanks(self, lines: Iterable[str]) -> Iterator[str]:
        """The lines of a report, without repeated blank lines and without one at the end."""
        blank = False
        for line in lines:
            if line:
                yield from ("", line) if blank else (line,)
            blank = not line


TextLayout = Plain | Markdown

_MARKUP = r"[\\`*_<>|~\[\]]|&(?=#?\w+;)"
"""Characters that Markdown could take for markup."""


def escape(text: str) -> str:
    """Text on one line, with everything escaped that Markdown would take for markup."""
    return re.sub(_MARKUP, r"\\\g<0>", " ".join(text.split()))


def contract_text(
    outcome: Outcome, result: Result, *, symbols: bool, language: Language = ENGLISH
) -> str:
    """What was played, or the remark that replaces it."""
    _ = language.gettext
    if outcome.kind is Kind.PLAYED and outcome.contract:
        contract = outcome.contract
        strain = language.strain(contract.strain, symbols=symbols)
        return f"{contract.level}{strain}{'x' * contract.doubled}{result.result}"
    if outcome.kind is Kind.UNKNOWN:
        return f"{result.contract or ''} {result.result or ''}".strip()
    if outcome.awards:
        return str(outcome.awards)
    words = {
        Kind.PASSED_OUT: _("passed out"),
        Kind.NOT_PLAYED: _("not played"),
        Kind.UNDECIDED: _("arbitral score"),
    }
    return words.get(outcome.kind) or (result.remarks or "").lower()


def lead_text(
    outcome: Outcome, result: Result, *, symbols: bool, language: Language = ENGLISH
) -> str:
    """The lead; empty if there was no play, as on an adjusted board."""
    lead = result.lead_card or ""
    if outcome.kind is not Kind.PLAYED:
        return lead if outcome.kind is Kind.UNKNOWN else ""
    return language.card(lead, symbols=symbols)


def two_scores(score: float | None) -> tuple[str, str]:
    """The N-S score as two cells, for N-S and E-W: it stands with the side that gets it."""
    if score is None:
        return "", ""
    text = f"{abs(score):g}"
    return (text, "") if score >= 0 else ("", text)


def diagram(hand: Hand, *, symbols: bool) -> list[str]:
    """The four hands of a board, North at the top; no lines if no cards are known."""
    north, east, south, west = (_holdings(getattr(hand, seat), symbols=symbols) for seat in SEATS)
    if not (north or east or south or west):
        return []
    lines = [" " * SEAT_WIDTH + line for line in north]
    lines += [
        f"{here:{2 * SEAT_WIDTH}}{there}" for here, there in zip_longest(west, east, fillvalue="")
    ]
    lines += [" " * SEAT_WIDTH + line for line in south]
    return [f"  {line}".rstrip() for line in lines]


def _holdings(cards: str | None, *, symbols: bool) -> list[str]:
    """A line for each suit; cards that are not a hand are left as they are."""
    suits = suits_of(cards) if cards else None
    if suits is None:
        return [cards] if cards else []
    names = "♠♥♦♣" if symbols else "SHDC"
    return [
        f"{name} {ranks.replace('T', '10') or '-'}"
        for name, ranks in zip(names, suits, strict=True)
    ]


def double_dummy_text(known: Evaluation, *, symbols: bool) -> str:
    """The double-dummy tricks of a board in one line; empty if none are known."""
    names = ("notrump", "spades", "hearts", "diamonds", "clubs")
    tricks = [
        (seat[0].upper(), [getattr(known, f"{seat}_{name}") for name in names]) for seat in SEATS
    ]
    if all(count is None for _, counts in tricks for count in counts):
        return ""
    rows = (
        f"{seat} {' '.join('-' if c is None else str(c) for c in counts)}"
        for seat, counts in tricks
    )
    return f"  Double dummy, NT {'♠ ♥ ♦ ♣' if symbols else 'S H D C'}:  {'  '.join(rows)}"

"""Plain text: aligned columns, blocks side by side, contracts and scores as people write them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from decimal import ROUND_HALF_UP, Decimal
from itertools import zip_longest

from bmconv.bridge.outcomes import Kind, Outcome
from bmconv.records import Result

SYMBOLS = str.maketrans("SHDC", "♠♥♦♣")
RECORDED = 4
"""Decimals of points and percentages in records; what people see is rounded from these."""
GAP = 4
"""Spaces between blocks that stand side by side."""


def columns(
    header: Sequence[str], rows: Sequence[Sequence[str]], right: Iterable[str]
) -> Iterator[str]:
    """Rows under a header, every column as wide as it must be, some set to the right."""
    widths = [max(map(len, column)) for column in zip(header, *rows, strict=True)]
    to_right = set(right)
    for row in (header, *rows):
        cells = (
            cell.rjust(width) if name in to_right else cell.ljust(width)
            for name, cell, width in zip(header, row, widths, strict=True)
        )
        yield ("  " + "  ".join(cells)).rstrip()


def side_by_side(blocks: Iterable[list[str]], width: int) -> Iterator[str]:
    """Blocks of lines, as many beside each other as fit, a blank line after each row of them."""
    row: list[list[str]] = []
    taken = 0
    for block in blocks:
        wide = max(map(len, block), default=0)
        if row and taken + GAP + wide > width:
            yield from _beside(row)
            row, taken = [], 0
        taken += wide + (GAP if row else 0)
        row.append(block)
    yield from _beside(row)


def _beside(blocks: list[list[str]]) -> Iterator[str]:
    if not blocks:
        return
    widths = [max(map(len, block), default=0) for block in blocks]
    for lines in zip_longest(*blocks, fillvalue=""):
        cells = (line.ljust(width) for line, width in zip(lines, widths, strict=True))
        yield (" " * GAP).join(cells).rstrip()
    yield ""


def contract_text(what: Outcome, result: Result, symbols: bool) -> str:
    """What was played, or the remark that stands for it."""
    if what.kind is Kind.PLAYED and what.contract:
        strain = what.contract.strain
        strain = strain if strain == "NT" or not symbols else strain.translate(SYMBOLS)
        return f"{what.contract.level}{strain}{'x' * what.contract.doubled}{result.result}"
    if what.kind is Kind.UNKNOWN:
        return f"{result.contract or ''} {result.result or ''}".strip()
    if what.kind is Kind.PASSED_OUT:
        return str(what.kind.value)
    return (result.remarks or "").lower()


def lead_text(what: Outcome, result: Result, symbols: bool) -> str:
    """The lead; none where nothing was played."""
    lead = result.lead_card or ""
    if what.kind is not Kind.PLAYED:
        return lead if what.kind is Kind.UNKNOWN else ""
    return lead[:1].translate(SYMBOLS) + lead[1:] if symbols else lead


def two_scores(score: float | None) -> tuple[str, str]:
    """N-S's score in the column of the side that gets it."""
    if score is None:
        return "", ""
    text = f"{abs(score):g}"
    return (text, "") if score >= 0 else ("", text)


def decimals(value: float | None, digits: int = 2) -> str:
    """A number with fixed decimals, halves rounded away from zero as scorers do."""
    if value is None:
        return ""
    exact = Decimal(str(round(value, RECORDED)))
    return f"{exact.quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP):z}"

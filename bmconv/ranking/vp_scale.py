"""A club's own scale of victory points: a CSV file of margins.

    imps,winner,loser
    0,10,10
    1,11,9
    3,12,8

A line holds from its margin up to the margin of the next line; `3-5` is read as 3. Without `loser`
the teams share twice the points of the first line.
"""

import csv
import os
import re
from collections.abc import Iterator
from itertools import pairwise
from typing import Any

from bmconv.errors import BadInput

Steps = tuple[tuple[int, float, float], ...]
"""The lines of a scale: margin, winner's points, loser's points."""
_MARGIN = re.compile(r"(\d{1,4})(?:\s*[-+–].*)?")
"""The lowest margin of a line: 3 of `3`, `3-5` or `3+`."""


def read_scale(name: str, lines: Iterator[str]) -> Steps:
    """The steps of a scale, lowest margin first."""
    first = next(lines, "")
    delimiter = max(",;\t", key=first.count)
    header = [cell.strip().lower() for cell in first.split(delimiter)]
    if header not in (["imps", "winner"], ["imps", "winner", "loser"]):
        raise BadInput(f"{name}:1", f"header {first.strip()[:40]!r}", "imps,winner,loser")
    steps: list[tuple[int, float, float]] = []
    for number, cells in enumerate(csv.reader(lines, delimiter=delimiter), 2):
        if not any(map(str.strip, cells)):
            continue
        place = f"{name}:{number}"
        margin = _MARGIN.fullmatch(cells[0].strip())
        if margin is None or len(cells) != len(header):
            raise BadInput(place, f"{delimiter.join(cells)[:40]!r}", "a margin in IMPs and points")
        winner, *loser = (_points(cell, place) for cell in cells[1:])
        shared = 2 * steps[0][1] if steps else 2 * winner
        steps.append((int(margin[1]), winner, loser[0] if loser else shared - winner))
    margins = [step[0] for step in steps]
    if not steps or margins[0] != 0 or any(higher <= lower for lower, higher in pairwise(margins)):
        raise BadInput(name, "margins do not rise from 0", "a line for 0 IMPs, then larger margins")
    return tuple(steps)


def scale_fields(name: str, lines: Iterator[str]) -> dict[str, Any]:
    """A scale as fields of a Method, with the name of its file for reports."""
    return {"vp_scale": read_scale(name, lines), "scale_name": os.path.basename(name)}


def _points(text: str, place: str) -> float:
    try:
        value = float(text.replace(",", "."))
    except ValueError:
        value = -1.0
    if not 0 <= value < 1e6:
        raise BadInput(place, f"points {text.strip()[:20]!r}", "a number")
    return value

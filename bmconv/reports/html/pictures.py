"""Small pictures as paths of inline SVG, with the colours of the style sheet."""

from collections.abc import Sequence
from typing import NamedTuple

WIDTH, HEIGHT = 320, 64
"""The size of a curve, in units of the picture."""
STRIP = 32
"""The height of the strip below the curve: half for good boards, half for bad ones."""


class Bar(NamedTuple):
    """A thin bar: where it begins and how long it is, in percent."""

    start: str
    length: str


class EveningPicture(NamedTuple):
    """How an evening went: a curve, and a strip with a bar for each board."""

    curve: str
    middle: int
    """The height of the line for an average result."""
    good: str
    bad: str
    """The boards above and below average, each a line from the middle."""
    wide: int
    """The width of these lines."""
    label: str


class HistogramColumn(NamedTuple):
    """A column of a histogram, in units of the picture."""

    x: int
    y: int
    width: int
    height: int
    name: str


def share_bar(percentage: float | None) -> Bar | None:
    """A bar as long as a percentage."""
    return None if percentage is None else Bar("0", f"{min(max(percentage, 0), 100):.0f}")


def signed_bar(value: float | None, most: float) -> Bar | None:
    """A bar to the right of the middle, or to the left if the value is negative."""
    if value is None or not most:
        return None
    length = min(abs(value) / most, 1) * 50
    return Bar(f"{50 - length if value < 0 else 50:.0f}", f"{length:.0f}")


def curve(values: Sequence[float], low: float, high: float) -> str:
    """A line through values, from left to right."""
    if not values:
        return ""
    step = WIDTH / max(len(values), 1)
    points = (
        f"{step * (index + 0.5):.0f} {level(value, low, high)}"
        for index, value in enumerate(values)
    )
    line = "L".join(points)
    return f"M{line}" if len(values) > 1 else f"M{line}h1"


def level(value: float, low: float, high: float) -> int:
    """The height of a value in a curve, counted from the top."""
    # 2 units above and below keep the whole width of the line inside the picture
    return round(HEIGHT - 2 - (HEIGHT - 4) * (value - low) / ((high - low) or 1))


def bar_width(count: int) -> int:
    """The width of a bar of a strip, with some space between two."""
    return max(round(WIDTH / max(count, 1)) - 2, 1)


def strip(values: Sequence[float | None], most: float) -> tuple[str, str]:
    """Bars above and below the middle, for values from -most to most; a value of 0 is a dash."""
    step = WIDTH / max(len(values), 1)
    above: list[str] = []
    below: list[str] = []
    for index, value in enumerate(values):
        if value is not None:
            length = max(round(STRIP / 2 * min(abs(value) / (most or 1), 1)), 1)
            start = f"M{step * (index + 0.5):.0f} {STRIP // 2}"
            if value < 0:
                below.append(f"{start}v{length}")
            else:
                above.append(f"{start}v-{length}")
    return "".join(above), "".join(below)


def histogram(counts: Sequence[tuple[str, int]]) -> list[HistogramColumn]:
    """A column for each named count."""
    most = max((count for _, count in counts), default=0) or 1
    step = WIDTH / max(len(counts), 1)
    columns = []
    for index, (name, count) in enumerate(counts):
        height = round(HEIGHT * count / most)
        columns.append(
            HistogramColumn(round(step * index + 1), HEIGHT - height, round(step) - 2, height, name)
        )
    return columns

"""Numbers in the cells of text files."""

import re


class UnreadableCell(ValueError):
    """A cell, or a line of cells, that cannot be understood, and why."""


def whole_number(text: str, meaning: str) -> int:
    """A whole number of up to six digits."""
    if not re.fullmatch(r"\d{1,6}", text):
        raise UnreadableCell(f"{meaning} {text[:20]!r}")
    return int(text)


def decimal(text: str, meaning: str = "number") -> float | None:
    """A number, with a point or a comma; None for an empty text."""
    if not text:
        return None
    if not re.fullmatch(r"[+-]?\d{1,9}(?:[.,]\d{1,9})?", text):
        raise UnreadableCell(f"{meaning} {text[:20]!r}")
    return float(text.replace(",", "."))

"""Numbers in the cells of text files."""

import re
from decimal import Decimal


class UnreadableCell(ValueError):
    """A cell or line that is not understood; the text says why."""


def parse_int(text: str) -> int | None:
    """A whole number that a record can hold; None for other text."""
    number = int(text) if re.fullmatch(r"-?[0-9]{1,10}", text) else None
    return number if number is not None and abs(number) < 2**31 else None


def parse_count(text: str, most: int = 2**31 - 1) -> int | None:
    """A whole number from 0 that a record can hold, up to `most`; None for other text."""
    number = parse_int(text)
    return number if number is not None and 0 <= number <= most else None


def whole_number(text: str, meaning: str) -> int:
    """A whole number, whose range the rule book checks; UnreadableCell for other text."""
    if (number := parse_int(text)) is None:
        raise UnreadableCell(f"{meaning} {text[:20]!r}")
    return number


def decimal(text: str, meaning: str = "number") -> float | None:
    """A number with a point or a comma; None for an empty text, UnreadableCell for any other."""
    if not text:
        return None
    if not re.fullmatch(r"[+-]?\d{1,9}(?:[.,]\d{1,9})?", text):
        raise UnreadableCell(f"{meaning} {text[:20]!r}")
    return float(text.replace(",", "."))


def number_text(value: float) -> str:
    """A number as text without an exponent; 3.0 becomes `3`, -0.0 becomes `0`."""
    return f"{Decimal(str(value + 0.0)):f}".removesuffix(".0")

"""Text that a spreadsheet would evaluate, and the guard that prevents it.

A guard is an apostrophe before the text, as people type it in Excel; reading takes it away again.
"""

FORMULA_STARTS = "=+-@"
EVALUATED = FORMULA_STARTS + "\t\r\n"
"""Spreadsheets evaluate, or drop, what starts with these."""
_GUARD = "'"
_STARTS = tuple(EVALUATED)


def guard(text: str | None) -> str:
    """Text that a spreadsheet leaves as it is."""
    return _GUARD + text if text and _needs_guard(text) else text or ""


def without_guard(text: str) -> str:
    """The text before `guard`."""
    return text[1:] if text.startswith(_GUARD) and _needs_guard(text) else text


def _needs_guard(text: str) -> bool:
    """Whether text is evaluated, or looks like text with a guard."""
    return text.lstrip(_GUARD).startswith(_STARTS)

"""Text that a spreadsheet would evaluate as a formula, and the guard that prevents it.

The guard is an apostrophe before the text, as people type it in Excel; reading removes it again.
"""

FORMULA_STARTS = "=+-@"
EVALUATED = FORMULA_STARTS + "\t\r\n"
"""Spreadsheets evaluate text that starts with one of these characters, or drop the character."""
_GUARD = "'"
_STARTS = tuple(EVALUATED)


def guard(text: str | None) -> str:
    """A text with a guard, if a spreadsheet would evaluate it."""
    return _GUARD + text if text and _needs_guard(text) else text or ""


def without_guard(text: str) -> str:
    """A text without the guard that `guard` has added."""
    return text[1:] if text.startswith(_GUARD) and _needs_guard(text) else text


def _needs_guard(text: str) -> bool:
    """Whether a spreadsheet would evaluate a text, or reading would remove a guard from it."""
    return text.lstrip(_GUARD).startswith(_STARTS)

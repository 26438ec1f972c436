"""Dealer and vulnerability of a board, from its number."""

SIDES = {"N": "NS", "S": "NS", "E": "EW", "W": "EW", "NS": "NS", "EW": "EW"}
"""The side of a seat; a side maps to itself."""

_VULNERABLE = ("None", "NS", "EW", "All")
_WORDS = {"none": "None", "love": "None", "-": "None", "all": "All", "both": "All"}
_WORDS |= {"ns": "NS", "n-s": "NS", "ew": "EW", "e-w": "EW"}


def dealer(board: int) -> str:
    """The dealer of a board."""
    return "NESW"[(board - 1) % 4]


def vulnerability(board: int) -> str:
    """Who is vulnerable on a board: None, NS, EW or All."""
    return _VULNERABLE[(board - 1 + (board - 1) // 4) % 4]


def spell_vulnerability(text: str) -> str | None:
    """A vulnerability in its standard spelling; None if the text is not one."""
    return _WORDS.get(text.strip().lower())


def is_vulnerable(side: str, vulnerable: str) -> bool:
    """Whether NS or EW is vulnerable."""
    return vulnerable in (side, "All")

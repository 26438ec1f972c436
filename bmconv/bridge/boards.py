"""Dealer and vulnerability of a board, from its number."""

SIDES = {"N": "NS", "S": "NS", "E": "EW", "W": "EW", "NS": "NS", "EW": "EW"}
"""The side of a seat; a side maps to itself."""

_SEAT_WORDS = {"NORTH": "N", "EAST": "E", "SOUTH": "S", "WEST": "W"}
_SEAT_WORDS |= {seat: seat for seat in "NESW"}
_SIDE_WORDS = {"NS": "NS", "N-S": "NS", "N/S": "NS", "EW": "EW", "E-W": "EW", "E/W": "EW"}
_SIDE_WORDS |= _SEAT_WORDS

VULNERABILITIES = ("None", "NS", "EW", "All")
_VULNERABILITY_WORDS = {"none": "None", "love": "None", "-": "None", "all": "All", "both": "All"}
_VULNERABILITY_WORDS |= {"ns": "NS", "n-s": "NS", "ew": "EW", "e-w": "EW"}


def dealer(board: int) -> str:
    """The dealer of a board."""
    return "NESW"[(board - 1) % 4]


def vulnerability(board: int) -> str:
    """The vulnerability of a board: None, NS, EW or All."""
    return VULNERABILITIES[(board - 1 + (board - 1) // 4) % 4]


def spell_seat(text: str) -> str | None:
    """A seat as N, E, S or W; None if the text is not one."""
    return _SEAT_WORDS.get(text.strip().upper())


def spell_side(text: str) -> str | None:
    """A seat, or a side as NS or EW; None if the text is neither."""
    return _SIDE_WORDS.get(text.strip().upper())


def spell_vulnerability(text: str) -> str | None:
    """A vulnerability in its standard spelling; None if the text is not one."""
    return _VULNERABILITY_WORDS.get(text.strip().lower())


def is_vulnerable(side: str, vulnerable: str) -> bool:
    """Whether NS or EW is vulnerable."""
    return vulnerable in (side, "All")

"""Boards, sit-outs and section letters of a movement."""

import re
from collections.abc import Iterable, Sequence

from bmconv.records import Round, Section

MOST_BOARDS = 999
"""The most boards in one round; a larger range is a typing error."""
MOST = 9999
"""The most boards or pairs in a section; larger numbers are errors and would only fill memory."""


def boards_of(round: Round) -> Sequence[int]:
    """The boards of a round; CustomBoards takes precedence over Low/High (guide, RoundData)."""
    if round.custom_boards:
        return custom_boards(round.custom_boards) or []
    low, high = round.low_board or 0, round.high_board or 0
    if low < 1 or not low <= high < low + MOST_BOARDS:
        return []
    return range(low, high + 1)


def custom_boards(text: str) -> list[int] | None:
    """The boards of a list such as `1,2,5` or `1,2,`; None if the text is not such a list."""
    parts = [part.strip() for part in text.strip().strip(",").split(",")]
    if not all(re.fullmatch(r"[0-9]{1,6}", part) for part in parts):
        return None
    return [int(part) for part in parts]


def spell_boards(text: str) -> str | None:
    """A list of boards as `1,2,5`; None if the text is not one, or begins or ends with a comma."""
    boards = custom_boards(text)
    if not boards or min(boards) < 1 or "," in (text.strip()[0], text.strip()[-1]):
        return None
    return ",".join(map(str, boards))


def last_board(text: str) -> int | None:
    """The highest board of a list; None if the text is not one."""
    return max(custom_boards(text) or (), default=None)


def sits_out(round: Round, section: Section | None) -> bool:
    """Whether a round is a sit-out: a pair is 0, or is the section's missing pair."""
    if not round.ns_pair or not round.ew_pair:
        return True
    return is_missing(section, "NS", round.ns_pair) or is_missing(section, "EW", round.ew_pair)


def is_missing(section: Section | None, side: str, pair: int) -> bool:
    """Whether a pair is the missing pair of its section."""
    if section is None or not section.missing_pair or section.missing_pair != pair:
        return False
    return section.missing_side in (None, "", side)


def letters(section: int) -> str:
    """The letters of the n-th section: A to Z, AA to ZZ, AAA to ZZZ."""
    if not 1 <= section <= 78:
        return str(section)
    return chr(ord("A") + (section - 1) % 26) * ((section - 1) // 26 + 1)


def ordinal(text: str) -> int | None:
    """The number of section letters: A is 1, Z 26, AA 27; None for other text."""
    text = text.strip().upper()
    if not re.fullmatch(r"([A-Z])\1{0,2}", text):
        return None
    return ord(text[0]) - ord("A") + 1 + 26 * (len(text) - 1)


def spell_letters(text: str) -> str | None:
    """Section letters in upper case; None if the text is not A to Z, AA to ZZ or AAA to ZZZ."""
    number = ordinal(text)
    return None if number is None else letters(number)


def spans(numbers: Iterable[int]) -> str:
    """Numbers as ranges: `1-4, 7`."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and number == runs[-1][1] + 1:
            runs[-1][1] = number
        else:
            runs.append([number, number])
    return ", ".join(f"{low}-{high}" if high > low else str(low) for low, high in runs)

"""Awards: percentages, points or scores that the director assigns to both sides of a board.

Remarks, `set` and the file of `rank --adjust` use the same spellings, N-S first:

    60/40   60-40   60%-40%   A6040   A+/A-   ave     percentages; ave is 50 % for both sides
    +620/-650   N-S +620, E-W -650                    scores, each from the side's point of view
    +3/-3 points                                      IMPs or matchpoints, taken as they are
"""

import re
from typing import NamedTuple

from bmconv.bridge.scores import HIGHEST_SCORE

PERCENTAGE, POINTS, SCORE = UNITS = ("percentage", "points", "score")
"""The units of an award."""
AVERAGES = {"+": 60, "PLUS": 60, "-": 40, "MINUS": 40, "=": 50, "": 50}
"""The percentage of an average, by the sign or word after it."""
EXPECTED = "an award such as 60/40, 70%/30%, A+/A-, ave, +620/-650 or +3/-3 points, N-S first"

_BARE = re.compile(r"([+-]?[\d.,]+)\s*[/:-]\s*([+-]?[\d.,]+)")
"""Two numbers without a unit."""
_FIRST = frozenset("0123456789+-ANE")
"""The characters with which awards begin."""
_NUMBER = r"\d{1,4}(?:[.,]\d{1,4})?"
_AVERAGE = r"A(?:VERAGE|VE|VG|V)?\s*(?:[+=-]|PLUS|MINUS)?"
_SIDE = rf"[+-]?\s*{_NUMBER}\s*%?|{_AVERAGE}"
_UNIT = r"(?:\s*(?P<unit>POINTS|PTS))?"
_PATTERNS = (
    rf"(?P<ns>{_NUMBER}\s*%?)\s*-\s*(?P<ew>{_NUMBER}\s*%?){_UNIT}",
    rf"(?P<ns>{_SIDE})(?:\s*[/;:,]\s*|\s+)(?P<ew>{_SIDE}){_UNIT}",
    rf"N-?S:?\s*(?P<ns>{_SIDE})\s*[,;/]?\s*E-?W:?\s*(?P<ew>{_SIDE}){_UNIT}",
    rf"E-?W:?\s*(?P<ew>{_SIDE})\s*[,;/]?\s*N-?S:?\s*(?P<ns>{_SIDE}){_UNIT}",
    r"A\s*(?P<ns>\d\d)\s*%?\s*[-/:]?\s*(?P<ew>\d\d)\s*%?",
)
"""The spellings of awards; the last one is a code such as A6040, always percentages."""
_BOTH_AVERAGE = r"A(?:VERAGE|VE|VG|V|=)"
_WORDS = (
    r"(?:[\d.,%+=/\\:;\s-]|\b(?:A|AV|AVE|AVG|AVERAGE|PLUS|MINUS|N-?S|E-?W|IMPS?|MPS?|POINTS?|PTS"
    r"|VPS?|PP|PENALTY|BOTH|TO)(?![A-Z]))+"
)
"""A text that has only words and signs of awards and penalties."""
_SIGNS = (
    r"%|\bA\s*(?:[+=/-]|$)|\b(?:AV|PLUS|MINUS|PP|PENALTY|P[OT]|IMP|MP|VP)"
    rf"|^[+-]?\s*{_NUMBER}\s*(?:[/\\:-]|TO)\s*[+-]?\s*{_NUMBER}$"
)
"""A part that occurs only in awards and penalties."""
_SIDE_NAMES = r"\b(?:TO )?(?:N-?S|E-?W)\b:?"


class Award(NamedTuple):
    """The award of one side; a score is from the side's own point of view."""

    value: float
    unit: str = PERCENTAGE

    @property
    def by_law(self) -> bool:
        """Whether this is an average of Law 12C2, which the pair's other boards raise or lower."""
        return self.unit == PERCENTAGE and self.value in (40, 60)

    def __str__(self) -> str:
        if self.unit == PERCENTAGE:
            return f"{self.value:.10g}%"
        return f"{self.value:+.10g}" + (f" {POINTS}" if self.unit == POINTS else "")


class Awards(NamedTuple):
    """The awards of both sides."""

    ns: Award
    ew: Award

    def __str__(self) -> str:
        """The standard spelling as a remark; percentages are spelled as by the control software."""
        if {self.ns.unit, self.ew.unit} == {PERCENTAGE}:
            return f"{self.ns}-{self.ew}"
        if self.ns.unit == self.ew.unit == POINTS:
            return f"{self.ns.value:+.10g}/{self.ew}"
        return f"N-S {self.ns}, E-W {self.ew}"

    def in_words(self) -> str:
        """The awards for people: `60 % to N-S, 40 % to E-W`."""
        return f"{self.ns} to N-S, {self.ew} to E-W".replace("%", " %")


def parse_awards(text: str) -> Awards | None:
    """The awards that a text names in any spelling; None for other text."""
    text = text.strip().upper().replace("−", "-")
    if text[:1] not in _FIRST:
        return None
    if re.fullmatch(_BOTH_AVERAGE, text):
        return Awards(Award(50), Award(50))
    for pattern in _PATTERNS:
        if match := re.fullmatch(pattern, text):
            points = bool(match.groupdict().get("unit"))
            both = _both(match["ns"], match["ew"], points=points, by_code=pattern is _PATTERNS[-1])
            named = text[0] in "NE"  # if no side is named, +3/-3 can be IMPs
            odd = both and any(a.unit == SCORE and a.value % 10 for a in both)
            return None if odd and not named else both
    return None


def with_unit(text: str) -> str:
    """The awards that two numbers without a unit can mean: `70%/30% or 70/30 points, N-S first`."""
    numbers = _BARE.fullmatch(text.strip().replace("−", "-"))
    if numbers is None:
        return ""
    ns, ew = numbers.groups()
    spellings = (f"{ns}%/{ew}%", f"{ns}/{ew} {POINTS}")
    possible = [spelling for spelling in spellings if parse_awards(spelling)]
    return f"{' or '.join(possible)}, N-S first" if possible else ""


def resembles_awards(text: str) -> bool:
    """Whether a text has only words of awards and penalties, so that it is no other remark."""
    text = text.upper().replace("−", "-")
    text = re.sub(r"(?<=\d)O", "0", text).strip()  # the letter O typed for a zero
    if parse_awards(text):
        return True
    unnamed = re.sub(_SIDE_NAMES, "", text).strip()
    if not re.fullmatch(_WORDS, text) or not re.search(_SIGNS, unnamed):
        return False
    numbers = [float(number.replace(",", ".")) for number in re.findall(_NUMBER, text)]
    has_words_or_units = not re.fullmatch(r"[\d\s/\\:.,TO-]+", unnamed)
    return has_words_or_units or sum(numbers) >= 60  # 12/4 can be a date


def _both(ns: str, ew: str, *, points: bool, by_code: bool) -> Awards | None:
    """The awards of both sides; a number without a sign or % has the unit of the other side.

    `points` means that the text ends in a word for points, `by_code` that it is a code (A6040).
    """
    sides = [_side(side) for side in (ns, ew)]
    units = {unit for _, unit in sides if unit}
    if points:
        if units - {SCORE}:
            return None
        usual = POINTS
    elif by_code or units == {PERCENTAGE}:
        usual = PERCENTAGE
    elif units == {SCORE}:
        usual = SCORE
    else:
        usual = PERCENTAGE
        if any(not unit and value not in (40, 50, 60) for value, unit in sides):
            return None
    both = [Award(value, POINTS if points else unit or usual) for value, unit in sides]
    return Awards(*both) if all(map(is_possible, both)) else None


def _side(text: str) -> tuple[float, str]:
    """The number of one side, and its unit if a sign shows it."""
    if average := re.fullmatch(r"A[A-Z]*?\s*([+=-]|PLUS|MINUS)?", text):
        return AVERAGES[average[1] or ""], PERCENTAGE
    number = float(re.sub(r"[%\s]", "", text).replace(",", "."))
    if text.endswith("%"):
        return number, PERCENTAGE
    return number, SCORE if text[0] in "+-" else ""


def parse_percentage(text: str) -> float | None:
    """The percentage of one side: `60`, `60%` or `A+`; None for other text."""
    text = text.strip().upper()
    if not re.fullmatch(rf"{_NUMBER}\s*%?|{_AVERAGE}", text):
        return None
    return _side(text)[0]


def is_possible(award: Award) -> bool:
    """Whether an award is within the limit of its unit: 100 %, the highest score, 10,000 points."""
    if award.unit == PERCENTAGE:
        return 0 <= award.value <= 100
    if award.unit == SCORE:  # any number up to the highest, as scores can be weighted
        return abs(award.value) <= HIGHEST_SCORE
    return abs(award.value) < 10_000

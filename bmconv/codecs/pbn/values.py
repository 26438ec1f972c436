"""The values of PBN tags: parsing and writing."""

import datetime
import re
from contextlib import suppress
from functools import lru_cache
from operator import attrgetter, itemgetter

from bmconv.bridge.auction import TURN
from bmconv.bridge.boards import SIDES
from bmconv.bridge.cards import SEATS
from bmconv.bridge.contracts import PASS, spell_contract
from bmconv.bridge.movements import ordinal
from bmconv.records import Evaluation

SEAT_OF = dict(zip(TURN, SEATS, strict=True))
"""The field of each seat, by its letter."""
STRAINS = {"NT": "notrump", "S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
"""The names of strains in fields, in the order of DoubleDummyTricks."""
TRICK_FIELDS = {
    (seat, strain): f"{SEAT_OF[seat]}_{name}" for seat in "NSEW" for strain, name in STRAINS.items()
}
"""The fields of an evaluation in the order of DoubleDummyTricks, by seat and strain."""
Tricks = tuple[int | None, ...]
"""The numbers of tricks in that order; None where they are unknown."""
NO_TRICKS: Tricks = (None,) * len(TRICK_FIELDS)
_TRICKS = attrgetter(*TRICK_FIELDS.values())
_IN_ORDER_OF_FIELDS = itemgetter(
    *map([*TRICK_FIELDS.values()].index, Evaluation.__struct_fields__[2 : 2 + len(TRICK_FIELDS)])
)
"""Puts tricks in the order of DoubleDummyTricks into the order of an evaluation's fields."""
_DIGITS: dict[int | None, str] = {count: f"{count:x}" for count in range(14)}
_COUNTS: dict[str, int | None] = {digit: int(digit, 16) for digit in "0123456789abcdABCD"}
_COUNTS |= {"-": None, "*": None}

PASSED_OUT = "PO"
"""The contract of a board that was passed out, in files of BridgeWebs."""
_WHOLE = re.compile(r"0{0,5}[1-9]\d{0,5}", re.ASCII)
_PAIR = re.compile(r"\D*?(\d{1,6})\D*", re.ASCII)
_SEAT_WORDS = {word: word[0] for word in ("NORTH", "EAST", "SOUTH", "WEST")} | {s: s for s in TURN}
_DATE = re.compile(r"(\d{4})[.\-/]?(\d\d)[.\-/]?(\d\d)\s*")
_RESULT = re.compile(r"(\d{1,2})|(NS|EW)\s+(\d{1,2})(?:\s+(NS|EW)\s+(\d{1,2}))?", re.IGNORECASE)
_ABILITY = re.compile(r"([NESW]):([0-9A-Da-d*-]{5})")
_NUMBER = r"[+-]?\d+(?:\.\d*)?"
_PAR_SCORE = re.compile(r"(NS|EW)\s+([+-]?\d{1,10})", re.IGNORECASE | re.ASCII)
_SCORE = re.compile(rf"{_NUMBER}|(?:NS|EW)\s+{_NUMBER}(?:\s+(?:NS|EW)\s+{_NUMBER})?", re.IGNORECASE)


class BadPbnValue(ValueError):
    """A value that is invalid for its tag."""


def is_known(text: str) -> bool:
    """Whether a value is given: empty, `?` and `-` mean unknown."""
    return text.strip() not in ("", "?", "-")


def seat(text: str) -> str | None:
    """The letter of a seat given by letter or name."""
    return _SEAT_WORDS.get(text.strip().upper())


def whole_number(text: str) -> int | None:
    """A number above 0, with or without leading zeros; None for anything else."""
    return int(text) if _WHOLE.fullmatch(text.strip()) else None


def section_id(text: str) -> int | None:
    """The id of a section given by letters or id."""
    return ordinal(text) or whole_number(text)


@lru_cache(1024)
def contract_text(text: str) -> str | None:
    """A contract in the spelling of records; in PBN, stars can stand for doubled and redoubled."""
    if text.strip().upper() == PASSED_OUT:
        return PASS
    bare = text.strip().rstrip("*")
    stars = len(text.strip()) - len(bare)
    return spell_contract(f"{bare}{'x' * stars}") if stars < 3 else None


def pair_number(text: str) -> int | None:
    """The number of a pair, also if written with letters: `A1`, `NS 12`."""
    match = _PAIR.fullmatch(text)
    return int(match[1]) if match else None


@lru_cache(64)
def date(text: str) -> datetime.date | None:
    """A complete date; None for a date with unknown parts, and for any other text."""
    match = _DATE.fullmatch(text)
    try:
        return datetime.date(int(match[1]), int(match[2]), int(match[3])) if match else None
    except ValueError:
        return None


@lru_cache(64)
def write_date(day: datetime.date) -> str:
    """A date in the form of PBN."""
    return f"{day.year:04}.{day.month:02}.{day.day:02}"


def is_date(text: str) -> bool:
    """Whether a value is a date, possibly with unknown parts."""
    return bool(re.fullmatch(r"[\d?]{4}\.[\d?]{2}\.[\d?]{2}", text)) and (
        "?" in text or date(text) is not None
    )


def tricks_taken(text: str, declarer: str) -> int | None:
    """Declarer's tricks from a Result tag; None if unknown."""
    text = text.strip().removeprefix("^").strip()
    if not is_known(text):
        return None
    match = _RESULT.fullmatch(text)
    if match is None:
        raise BadPbnValue("no number of tricks")
    if match[1]:
        taken = int(match[1])
    else:
        sides = {match[2].upper(): int(match[3])}
        if match[4]:
            sides[match[4].upper()] = int(match[5])
            if len(sides) < 2 or sum(sides.values()) != 13:
                raise BadPbnValue("tricks of the two sides that are not 13")
        if not declarer:
            raise BadPbnValue("tricks without a declarer")
        side = SIDES[declarer]
        taken = sides[side] if side in sides else 13 - next(iter(sides.values()))
    if not 0 <= taken <= 13:
        raise BadPbnValue(f"{taken} tricks")
    return taken


def read_double_dummy(text: str) -> Tricks:
    """The numbers of tricks in the twenty digits of DoubleDummyTricks."""
    digits = text.strip()
    if len(digits) == len(TRICK_FIELDS):
        with suppress(KeyError):
            return tuple(map(_COUNTS.__getitem__, digits))
    raise BadPbnValue("not twenty digits from 0 to d")


def make_evaluation(section: int | None, board: int, tricks: Tricks) -> Evaluation:
    """The evaluation of a board, made by position, because twenty keywords would be slow."""
    return Evaluation(section, board, *_IN_ORDER_OF_FIELDS(tricks))


def tricks_of(evaluation: Evaluation) -> Tricks:
    """The numbers of tricks of an evaluation."""
    return _TRICKS(evaluation)


def write_double_dummy(evaluation: Evaluation) -> str:
    """The twenty digits of DoubleDummyTricks; empty if a number is missing or out of range."""
    try:
        return "".join(map(_DIGITS.__getitem__, tricks_of(evaluation)))
    except KeyError:
        return ""


def read_ability(text: str) -> Tricks:
    """The numbers of tricks in Ability, such as `N:66554 E:77899 S:... W:...` (JFR)."""
    counts = {}
    for part in text.split():
        match = _ABILITY.fullmatch(part)
        if match is None:
            raise BadPbnValue(f"{part!r} is not a seat and five digits")
        for strain, digit in zip(STRAINS, match[2], strict=True):
            if digit not in "-*":
                counts[match[1], strain] = int(digit, 16)
    return tuple(map(counts.get, TRICK_FIELDS))


def read_par_score(text: str) -> int | None:
    """The score of N-S in an OptimumScore such as `NS -100` or `EW 920`; None for other text."""
    match = _PAR_SCORE.fullmatch(text.strip())
    if match is None or abs(int(match[2])) >= 2**31:
        return None
    return int(match[2]) if match[1].upper() == "NS" else -int(match[2])


def wrong_score(name: str, text: str) -> str:
    """What is wrong with the value of a score tag; empty if it is valid."""
    if not is_known(text):
        return ""
    if not _SCORE.fullmatch(text.strip()):
        return "not a score"
    if name == "OptimumScore" and not text.strip()[0].isalpha():
        return "not a score of a side"
    return "below 0" if name == "ScorePercentage" and "-" in text else ""


def is_unusable_score(name: str, text: str) -> bool:
    """Whether a score is unusable: it has no digits, or no side where one is required."""
    sided = re.search(r"NS|EW", text, re.IGNORECASE)
    return not re.search(r"\d", text) or (name == "OptimumScore" and not sided)

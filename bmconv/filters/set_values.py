"""Values for `set`: their canonical spelling, what is possible, and the fields that follow."""

from collections.abc import Callable, Set

from bmconv.bridge.boards import SIDES
from bmconv.bridge.cards import spell_card, suits_of
from bmconv.bridge.contracts import (
    impossible,
    parse_contract,
    parse_tricks,
    spell_contract,
    spell_tricks,
)
from bmconv.bridge.outcomes import declaring_pair, outcome
from bmconv.errors import DataError, UsageError
from bmconv.records import Result

_SEATS = ("N", "E", "S", "W")


def _one_of(*words: str) -> Callable[[str], str | None]:
    known = {word.upper(): word for word in words}
    return lambda text: known.get(text.strip().upper())


def _hand(text: str) -> str | None:
    return text.upper() if suits_of(text.upper()) else None


def _guid(text: str) -> str | None:
    digits = text.translate(str.maketrans("", "", "{}()- ")).upper()
    return digits if len(digits) == 32 and set(digits) <= set("0123456789ABCDEF") else None


Spelling = tuple[Callable[[str], str | None], str]

_SEAT: Spelling = (_one_of(*_SEATS), "N, E, S or W")
_CARDS: Spelling = (_hand, "a hand such as AQT94.T53.KQ8.T9, spades first")
_RESULT: dict[str, Spelling] = {
    "contract": (spell_contract, "a contract such as 4 S x, 3 NT or PASS"),
    "result": (spell_tricks, "tricks against the contract such as =, +1 or -2"),
    "lead_card": (spell_card, "a card such as S10 or DA"),
    "declarer": (_one_of(*SIDES), "N, E, S or W"),
}
SPELLED: dict[str, dict[str, Spelling]] = {
    "result": _RESULT,
    "intermediate": _RESULT,
    "hand": {
        **dict.fromkeys(("north", "east", "south", "west"), _CARDS),
        "dealer": _SEAT,
        "vulnerable": (_one_of("None", "NS", "EW", "All"), "None, NS, EW or All"),
    },
    "section": {"missing_side": (_one_of("NS", "EW"), "NS or EW")},
    "event": {"guid": (_guid, "32 hexadecimal digits")},
    "session": {"guid": (_guid, "32 hexadecimal digits")},
}
"""Fields of text that has one spelling, by record type, and what they expect."""


def spelled(target: str, kind: str, field: str, value: str) -> str:
    """A text in the spelling of its field; one that `check` would call an error is refused."""
    if field not in SPELLED.get(kind, {}):
        return value
    spell, expected = SPELLED[kind][field]
    made = spell(value)
    if made is None:
        raise UsageError(f"{target!r}: expected {expected}")
    return made


def settle(result: Result, said: Set[str], target: str) -> None:
    """Keep declarer's seat and pair together, and refuse tricks that the contract cannot give."""
    pairs = {"NS": result.pair_ns, "EW": result.pair_ew}
    if outcome(result).wrong_direction:
        pairs = {"NS": result.pair_ew, "EW": result.pair_ns}
    side = SIDES.get(result.declarer or "")
    if "declarer_pair" in said and "declarer" not in said:
        if result.declarer_pair and all(pairs.values()):
            sides = [name for name, pair in pairs.items() if pair == result.declarer_pair]
            if not sides:
                there = f"{result.pair_ns} or {result.pair_ew}"
                raise DataError(f"{target!r}: expected pair {there}, who play there")
            if side not in sides:
                result.declarer = sides[0]  # which of the two is not known
    elif said & {"declarer", "pair_ns", "pair_ew"} and "declarer_pair" not in said:
        if pair := declaring_pair(result):
            result.declarer_pair = pair
        elif "declarer" in said and not side:
            result.declarer_pair = None
    if said & {"contract", "result"} and result.contract and result.result:
        contract, tricks = parse_contract(result.contract), parse_tricks(result.result)
        if contract and tricks is not None and impossible(contract, tricks):
            raise DataError(
                f"{target!r}: {result.contract} {result.result} is impossible: "
                "set contract and result together"
            )

"""Contracts and tricks: parsing and standard spelling."""

import re
from functools import lru_cache
from typing import NamedTuple

from bmconv.bridge.cards import SYMBOLS

STRAINS = ("C", "D", "H", "S", "NT")
PASS = "PASS"
_LEVELS = set("1234567")

_CONTRACT = r"(?i)([1-7])\s*(NT|[CDHSN])\s*(X{0,2})"
_DOUBLED = {"x": 1, "xx": 2}

CONTRACTS = {f"{level} {s}{x}" for level in _LEVELS for s in STRAINS for x in ("", " x", " xx")}
CONTRACTS.add(PASS)
"""All contracts in the standard spelling."""
USUAL_TRICKS = {"="} | {f"{tricks:+d}" for tricks in range(-13, 7) if tricks}
"""Possible results in the standard spelling."""


class Contract(NamedTuple):
    """A contract other than a pass-out."""

    level: int
    strain: str
    doubled: int
    """0 undoubled, 1 doubled, 2 redoubled."""

    def __str__(self) -> str:
        return f"{self.level} {self.strain}" + ("", " x", " xx")[self.doubled]


@lru_cache(4096)
def parse_contract(text: str) -> Contract | None:
    """Parse `4 S x`, `4Sx`, `4SX`, `3N` or `3NT`; None for PASS and for other text."""
    level, strain, doubled = (*text.split(" ", 2), "", "")[:3]
    if level in _LEVELS and strain in STRAINS and (not doubled or doubled in _DOUBLED):
        # the usual spelling, faster than the pattern
        return Contract(int(level), strain, _DOUBLED.get(doubled, 0))
    match = re.fullmatch(_CONTRACT, text.translate(SYMBOLS).strip())
    if match is None:
        return None
    strain = match[2].upper()
    return Contract(int(match[1]), "NT" if strain == "N" else strain, len(match[3]))


@lru_cache(4096)
def spell_contract(text: str) -> str | None:
    """The standard spelling, `4 S x` or `PASS`; None if the text is not a contract."""
    if text.strip().upper() == PASS:
        return PASS
    contract = parse_contract(text)
    return str(contract) if contract else None


@lru_cache(4096)
def parse_tricks(text: str) -> int | None:
    """Overtricks or undertricks: `=` is 0, `+1` 1, `-2` -2; None for other text.

    A minus sign or a dash counts as a hyphen, because word processors replace hyphens by them.
    """
    text = text.strip().replace("−", "-").replace("–", "-")
    if text == "=":
        return 0
    sign, digits = text[:1], text[1:].lstrip()
    if sign not in ("+", "-") or len(digits) > 2 or not (digits.isascii() and digits.isdecimal()):
        return None
    return int(sign + digits)


@lru_cache(4096)
def spell_tricks(text: str) -> str | None:
    """The standard spelling, `=`, `+1` or `-2`; None if no contract can have such a result."""
    tricks = parse_tricks(text)
    spelling = "=" if tricks == 0 else f"{tricks or 0:+d}"
    return spelling if spelling in USUAL_TRICKS else None


def spell_over(tricks: int) -> str:
    """The standard spelling of tricks above or below the contract: `=`, `+1` or `-2`."""
    return f"{tricks:+d}" if tricks else "="


def is_impossible(contract: Contract, tricks: int) -> bool:
    """Whether declarer would have taken fewer than 0 or more than 13 tricks."""
    return not 0 <= contract.level + 6 + tricks <= 13

"""The options of a ranking: which methods use them, and how they become fields of a Method."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

import msgspec

from bmconv.bridge.imps import CROSS
from bmconv.bridge.imps import ROUNDINGS as DATUM_ROUNDINGS
from bmconv.bridge.matchpoints import FACTORS
from bmconv.bridge.scoring_methods import BUTLER, CROSS_IMPS, MATCHPOINTS, TEAMS
from bmconv.errors import UsageError, brief
from bmconv.ranking.methods import AS_BRIDGESCORE, BRIDGESCORE, METHODS, ROUNDINGS, Method
from bmconv.ranking.plays import GROUPS

if TYPE_CHECKING:
    from bmconv.ranking.places import Ranked

CHOICES: dict[str, tuple[Any, ...]] = {
    "method": tuple(METHODS),
    "winners": (1, 2),
    "group": tuple(GROUPS),
    "scale": (2, 1),
    "factor": tuple(FACTORS),
    "averages": ("law", "plain"),
    "average_imps": (2, 3),
    "datum_round": tuple(DATUM_ROUNDINGS),
    "round": tuple(ROUNDINGS),
    "cross": tuple(CROSS),
}
"""Options with a fixed set of values."""

ONLY_FOR = {
    "scale": (MATCHPOINTS,),
    "factor": (MATCHPOINTS,),
    "averages": (MATCHPOINTS,),
    "average_imps": (BUTLER, CROSS_IMPS, TEAMS),
    "datum_drop": (BUTLER,),
    "datum_round": (BUTLER,),
    "cross": (CROSS_IMPS,),
    "round": (MATCHPOINTS, BUTLER, CROSS_IMPS),
    "vp_scale": (TEAMS,),
    "total": (BUTLER, CROSS_IMPS),
}
"""Options that apply only to certain methods."""


def method_of(given: Mapping[str, Any]) -> dict[str, Any]:
    """The options that were given, under the names of `Method`; a wrong value is an error."""
    for option, value in given.items():
        known = CHOICES.get(option)
        if value is not None and known is not None and value not in known:
            words = ", ".join(map(str, known))
            raise UsageError(f"{spoken(option)} {brief(value)}: expected one of {words}")
    drop = str(given.get("datum_drop") or "1")
    if drop != "auto" and not (drop.removesuffix("%").isdecimal() and len(drop) <= 3):
        raise UsageError(f"datum drop {brief(drop)}: expected a number, a percentage or auto")
    found = {o: v for o, v in given.items() if v not in (None, False)}
    found.pop("winners", None)
    found.pop("group", None)
    if "method" in found:
        found["name"] = found.pop("method")
    return found | ({"datum_drop": drop} if "datum_drop" in found else {})


def method_map(method: Method, group: str, winners: int | None) -> dict[str, Any]:
    """A method as a ranking record has it: its name, and the options that apply to it."""
    found: dict[str, Any] = {"name": method.name}
    for option, names in ONLY_FOR.items():
        if method.name in names and (value := getattr(method, option)):
            found[option] = value
    if method.vp_scale:
        found["vp_scale"] = [list(step) for step in method.vp_scale]
        found["scale_name"] = method.scale_name
    if group != GROUPS[0]:
        found["group"] = group
    return found | ({"winners": winners} if winners else {})


def method_from_map(found: Mapping[str, Any] | None) -> Method | None:
    """The method of a ranking record; None if it has none, or one that `rank` does not have."""
    if not found or "name" not in found:
        return None
    fields = {name: found[name] for name in Method.__struct_fields__ if name in found}
    try:
        method_of({**found, "method": found["name"]})
        method = msgspec.convert(fields, Method)
    except (UsageError, msgspec.ValidationError):
        return None
    return AS_BRIDGESCORE if method.name == BRIDGESCORE else method


def refuse_useless(given: Mapping[str, Any], ranked: Ranked) -> None:
    """Refuse an option that none of the methods uses."""
    methods = {field.method.name for field in ranked.fields}
    for option, heeded in ONLY_FOR.items():
        unset = given.get(option) in (None, False)
        if methods and not unset and not methods.intersection(heeded):
            used = ", ".join(sorted(methods))
            only = ", ".join(heeded)
            raise UsageError(f"{spoken(option)} applies only to {only}; the method used is {used}")


def spoken(option: str) -> str:
    """The name of an option in a message."""
    return option.replace("_", " ")

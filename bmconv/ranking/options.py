"""The options of a ranking: their values, which methods use them, and a Method made from them."""

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from bmconv.bridge.imps import CROSS
from bmconv.bridge.imps import ROUNDINGS as DATUM_ROUNDINGS
from bmconv.bridge.matchpoints import FACTORS
from bmconv.bridge.scoring_methods import BUTLER, CROSS_IMPS, MATCHPOINTS, TEAMS
from bmconv.errors import UsageError, brief
from bmconv.ranking.methods import AS_BRIDGESCORE, BRIDGESCORE, METHODS, ROUNDINGS, Method
from bmconv.ranking.plays import GROUPS, Field

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


def method_fields(options: Mapping[str, Any]) -> dict[str, Any]:
    """The options in use, by the names of fields of `Method`; a wrong value is an error."""
    for option, value in options.items():
        choices = CHOICES.get(option)
        if value is not None and choices is not None and value not in choices:
            words = ", ".join(map(str, choices))
            raise UsageError(f"{option_name(option)} {brief(value)}: expected one of {words}")
    drop = str(options.get("datum_drop") or "1")
    if drop != "auto" and not (drop.removesuffix("%").isdecimal() and len(drop) <= 3):
        raise UsageError(f"datum drop {brief(drop)}: expected a number, a percentage or auto")
    fields = {name: value for name, value in options.items() if value not in (None, False)}
    fields.pop("winners", None)
    fields.pop("group", None)
    if "method" in fields:
        fields["name"] = fields.pop("method")
    return fields | ({"datum_drop": drop} if "datum_drop" in fields else {})


def method_map(method: Method, group: str, winners: int | None) -> dict[str, Any]:
    """A method as a map for a ranking record: its name, and the options that apply to it."""
    fields: dict[str, Any] = {"name": method.name}
    for option, names in ONLY_FOR.items():
        if method.name in names and (value := getattr(method, option)):
            fields[option] = value
    if method.vp_scale:
        fields["vp_scale"] = [list(step) for step in method.vp_scale]
        fields["scale_name"] = method.scale_name
    if group != GROUPS[0]:
        fields["group"] = group
    return fields | ({"winners": winners} if winners else {})


def method_from_map(recorded: Mapping[str, Any] | None) -> Method | None:
    """The method of a ranking record; None without one, or if `rank` does not know the method."""
    if not recorded or "name" not in recorded:
        return None
    fields = {name: recorded[name] for name in Method.__struct_fields__ if name in recorded}
    try:
        method_fields({**recorded, "method": recorded["name"]})
        method = msgspec.convert(fields, Method)
    except (UsageError, msgspec.ValidationError):
        return None
    return AS_BRIDGESCORE if method.name == BRIDGESCORE else method


def refuse_useless(options: Mapping[str, Any], fields: Iterable[Field]) -> None:
    """Refuse an option that none of the methods uses."""
    methods = {field.method.name for field in fields}
    for option, names in ONLY_FOR.items():
        is_unset = options.get(option) in (None, False)
        if methods and not is_unset and not methods.intersection(names):
            used, only = ", ".join(sorted(methods)), ", ".join(names)
            name = option_name(option)
            raise UsageError(f"{name} applies only to {only}; the method used is {used}")


def option_name(option: str) -> str:
    """The name of an option in a message."""
    return option.replace("_", " ")

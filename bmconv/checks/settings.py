"""Rules of `check`: settings documented in the guide; other names belong to other programs."""

from __future__ import annotations

from collections.abc import Iterator

from bmconv.bridge.settings import Setting, setting
from bmconv.checks.findings import ERROR, INFO, Checked, Finding, Rule
from bmconv.masking import masked
from bmconv.records import Settings


def ranges(c: Checked) -> Iterator[Finding]:
    """Every value is valid for its setting."""
    for row in c.event.of(Settings):
        for name, value in row.values.items():
            known = setting(name)
            if known is not None and (wrong := _wrong(known, value)):
                rule, text = wrong
                place = f"{c.event.place(row)} {name}"
                yield Finding(ERROR, rule, place, text, repr(masked(value, name)))


def _wrong(known: Setting, value: bool | int | str) -> tuple[str, str] | None:
    """The rule that a value breaks, and the message; None if it is valid."""
    if known.kind == "text":
        fits = isinstance(value, str) and len(value) == known.size
        if fits and isinstance(value, str) and value.isascii() and value.isdigit():
            return None
        return "pin", f"PIN{{s}} not {known.size} digits"
    # Access stores true as -1, other programs as 1.
    allowed = range(-1, 2) if known.kind == "bool" else known.values
    if isinstance(value, int) and value in allowed:
        return None
    said = "true or false" if known.kind == "bool" else f"{allowed[0]}-{allowed[-1]}"
    return "setting-range", f"{known.name} setting{{s}} outside {said}"


def everywhere(c: Checked) -> Iterator[Finding]:
    """A global setting is read from the first row only (guide, Settings)."""
    first = c.event.global_settings()
    for row in c.event.of(Settings)[1:]:
        for name, value in row.values.items():
            known = setting(name)
            if known and known.everywhere and value != first.get(known.name, value):
                text = "global setting{s} unlike the first row, which counts"
                place = f"{c.event.place(row)} {name}"
                yield Finding(INFO, "global-setting", place, text, repr(value))


RULES: tuple[Rule, ...] = (ranges, everywhere)

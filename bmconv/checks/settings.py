"""Rules of `check`: settings as the guide documents them; other names are other programs' own."""

from __future__ import annotations

from collections.abc import Iterator

from bmconv.bridge.settings import Setting, setting
from bmconv.checks.findings import ERROR, INFO, Checked, Finding, Rule
from bmconv.masking import masked
from bmconv.records import Settings


def ranges(c: Checked) -> Iterator[Finding]:
    """Every value is one that its setting can have."""
    for row in c.event.of(Settings):
        for name, value in row.values.items():
            known = setting(name)
            if known is not None and (wrong := _wrong(known, value)):
                rule, text = wrong
                place = f"{c.event.place(row)} {name}"
                yield Finding(ERROR, rule, place, text, repr(masked(value, name)))


def _wrong(known: Setting, value: bool | int | str) -> tuple[str, str] | None:
    """Which rule a value breaks, and what is to be said of it."""
    if known.kind == "text":
        fits = isinstance(value, str) and len(value) == known.size
        if fits and isinstance(value, str) and value.isascii() and value.isdigit():
            return None
        return "pin", f"PIN{{s}} not {known.size} digits"
    # Access keeps true as -1, other programs as 1.
    allowed = range(-1, 2) if known.kind == "bool" else known.values
    if isinstance(value, int) and value in allowed:
        return None
    said = "true or false" if known.kind == "bool" else f"{allowed[0]}-{allowed[-1]}"
    return "setting-range", f"{known.name} setting{{s}} outside {said}"


def everywhere(c: Checked) -> Iterator[Finding]:
    """Of a global setting only the first row counts (guide, Settings)."""
    first = c.event.global_settings()
    for row in c.event.of(Settings)[1:]:
        for name, value in row.values.items():
            known = setting(name)
            if known and known.everywhere and value != first.get(known.name, value):
                text = "global setting{s} unlike the first row, which counts"
                place = f"{c.event.place(row)} {name}"
                yield Finding(INFO, "global-setting", place, text, repr(value))


RULES: tuple[Rule, ...] = (ranges, everywhere)

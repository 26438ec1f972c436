"""Rules from the developer's guide and from common sense: check(bmconv.read("night.bws")).

A rule is a function that yields findings about an event and changes nothing. Each module has the
rules of one subject and lists them at its end in RULES, which `check` runs.
"""

from __future__ import annotations

from collections.abc import Iterable

from bmconv.bridge.limits import LIMITS
from bmconv.checks import (
    connector,
    hands,
    movement,
    numbers,
    pairs,
    repeats,
    results,
    seats,
    sections,
    settings,
    teams,
)
from bmconv.checks.findings import ERROR, INFO, LEVELS, WARNING, Checked, Finding
from bmconv.event import Event
from bmconv.notes import Notes
from bmconv.records import Record

__all__ = ["ERROR", "INFO", "LEVELS", "WARNING", "Finding", "check"]

SUBJECTS = (sections, numbers, movement, pairs, teams, settings, seats, results, hands)
"""Modules of rules. Those of `connector` apply only to the Data Connector, and `repeats` runs
before records are joined."""


def check(
    records: Event | Iterable[Record],
    terminal: str = "bm2",
    target: str | None = None,
    notes: Notes | None = None,
) -> list[Finding]:
    """Check an event for a terminal and a target format, if any; findings, errors first.

    Records that are not yet joined into an event are also checked for duplicates. Target `dto`
    adds the requirements of the Data Connector.
    """
    found: list[Finding] = []
    if not isinstance(records, Event):
        records = list(records)
        found += repeats.repeats(records, target)
        records = Event(records, notes)
    checked = Checked(records, LIMITS[terminal], target)
    for subject in SUBJECTS:
        for rule in subject.RULES:
            found += rule(checked)
    if target == "dto":
        for rule in connector.RULES:
            found += rule(checked)
    return sorted(found, key=lambda finding: LEVELS.index(finding.level))

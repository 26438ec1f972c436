"""The rules of the developer's guide and of common sense: check(bmconv.read("night.bws")).

A rule is a function over an event that yields findings and changes nothing. Every module here has
the rules of one subject and lists them at its end in RULES, which `check` goes through.
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
"""Modules of rules; those of `connector` hold only for the Data Connector, and `repeats` is asked
before records are joined."""


def check(
    records: Event | Iterable[Record],
    terminal: str = "bm2",
    target: str | None = None,
    notes: Notes | None = None,
) -> list[Finding]:
    """What is off in an event, errors first, for a terminal and a format to write, if any.

    Records not yet joined into an event tell also what was given twice. Target `dto` adds what
    the Data Connector demands.
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

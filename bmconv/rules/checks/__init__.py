"""Rules from the developer's guide and from common sense: check(bmconv.read("night.bws")).

A rule is a function that yields findings about an event and changes nothing. Each module has the
rules of one subject; those listed in RULES are checked.
"""

from collections.abc import Iterable

from bmconv.event import Event
from bmconv.notes import Notes
from bmconv.records import Record
from bmconv.rules.checks import (
    connector,
    movement,
    numbers,
    repeats,
    results,
    seats,
    sections,
    values,
)
from bmconv.rules.checks.findings import ERROR, INFO, LEVELS, WARNING, Checked, EventRule, Finding
from bmconv.rules.terminals import LIMITS

__all__ = ["ERROR", "INFO", "LEVELS", "WARNING", "Finding", "check"]

RULES: tuple[EventRule, ...] = (
    values.values,
    numbers.known_numbers,
    sections.letters_used_once,
    sections.sessions,
    sections.known_sections,
    sections.known_tables,
    sections.winners_inferred,
    sections.winners_by_results,
    numbers.boards_per_round,
    numbers.rounds_and_boards,
    numbers.tables_per_server,
    movement.round_gaps,
    movement.all_rounds,
    movement.table_count,
    movement.board_lists,
    movement.low_high_zero,
    movement.sit_out_boards,
    movement.played_boards,
    movement.missing_pairs,
    movement.pairs_that_never_play,
    movement.pair_twice,
    movement.board_twice,
    sections.matches,
    sections.ew_move,
    sections.global_settings,
    seats.four_seats,
    seats.who,
    seats.two_seats,
    results.entries,
    results.leads,
    results.scores,
    results.declarers,
    results.in_movement,
    results.same_pairs,
    results.deals,
)
"""All rules, in the order in which they report."""
DATA_CONNECTOR: tuple[EventRule, ...] = (
    connector.sections,
    connector.sessions,
    connector.boards,
    connector.later_seats,
    connector.undecided,
)
"""Further rules for the target `dto`."""


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
        records = Event(records, notes or Notes())
    checked = Checked(records, LIMITS[terminal], target)
    for rule in RULES + (DATA_CONNECTOR if target == "dto" else ()):
        found += rule(checked)
    return sorted(found, key=lambda finding: LEVELS.index(finding.level))

"""Check an event against rules from the developer's guide and from common sense.

A rule is a function that yields findings about an event and changes nothing. Its docstring says
what should be true. Each module has the rules of one subject; RULES lists all of them.
"""

from collections.abc import Iterable

from msgspec import structs

from bmconv.checks import (
    connector,
    movement,
    numbers,
    repeats,
    results,
    seats,
    sections,
    sessions,
    settings,
    values,
)
from bmconv.checks.findings import ERROR, INFO, LEVELS, WARNING, CheckedEvent, EventRule, Finding
from bmconv.event import Event
from bmconv.notes import Notes
from bmconv.records import Record
from bmconv.rules.terminals import LIMITS

__all__ = [
    "ERROR",
    "INFO",
    "LEVELS",
    "WARNING",
    "Finding",
    "added_findings",
    "check",
    "first_of_rules",
    "new_findings",
]

RULES: tuple[EventRule, ...] = (
    values.values,
    values.control_characters,
    numbers.known_numbers,
    sections.repeated_letters,
    sessions.known_sessions,
    sessions.repeated_guids,
    sessions.server_settings,
    sessions.known_clients,
    sections.known_sections,
    sections.known_tables,
    sections.inferred_winners,
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
    movement.shared_missing_pairs,
    movement.pairs_that_never_play,
    movement.pair_twice,
    movement.pairs_change_sides,
    sessions.pairs_across_field,
    sessions.ew_return_home,
    movement.board_twice,
    sections.matches,
    sections.ew_move,
    settings.global_settings,
    settings.idle_settings,
    settings.groups_of_tables,
    settings.names_in_advance,
    settings.checks_without_hands,
    seats.four_seats,
    seats.names_and_numbers,
    seats.listed_names,
    seats.two_seats,
    seats.seat_rounds,
    seats.long_numbers,
    results.entries,
    results.undecided,
    results.leads,
    results.scores,
    results.declarers,
    results.intermediates,
    results.in_movement,
    results.same_pairs,
    results.two_tables,
    results.deals,
    results.hands_of_sections,
)
"""All rules, in the order in which they report."""
DATA_CONNECTOR: tuple[EventRule, ...] = (
    connector.sections,
    connector.sessions,
    connector.boards,
    connector.later_seats,
)
"""Further rules for the target `dto`."""


def check(
    records: Event | Iterable[Record],
    terminal: str = "bm2",
    target: str | None = None,
    notes: Notes | None = None,
    origin: str = "bws",
) -> list[Finding]:
    """The findings about an event, errors first, for a terminal and perhaps a target format.

    Records that are not yet joined into an event are also checked for duplicates. The target `dto`
    adds the requirements of the Data Connector. `origin` is the format that the records come from,
    whose values are accepted if there is no target.
    """
    findings: list[Finding] = []
    if not isinstance(records, Event):
        records = list(records)
        findings += repeats.repeats(records, target)
        records = Event(records, notes or Notes())
    checked = CheckedEvent(records, LIMITS[terminal], target, origin)
    for rule in RULES + (DATA_CONNECTOR if target == "dto" else ()):
        findings += rule(checked)
    return sorted(findings, key=lambda finding: LEVELS.index(finding.level))


def new_findings(before: Iterable[Record], after: Iterable[Record]) -> list[Finding]:
    """The first error or warning of each rule that was not found in the records before a change."""
    # copies, because joining the records into an event would change the records themselves
    old, new = (check(map(structs.replace, records)) for records in (before, after))
    return first_of_rules(added_findings(old, new))


def added_findings(old: list[Finding], new: list[Finding]) -> list[Finding]:
    """The new errors and warnings: no old finding has the same rule and the same place."""
    known = {(finding.rule, finding.place) for finding in old}
    return [f for f in new if f.level != INFO and (f.rule, f.place) not in known]


def first_of_rules(findings: Iterable[Finding]) -> list[Finding]:
    """The first finding of each rule."""
    first: dict[str, Finding] = {}
    for finding in findings:
        first.setdefault(finding.rule, finding)
    return list(first.values())

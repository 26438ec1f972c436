"""Results that `set` enters: on boards of the movement without one, or in place of erased ones."""

from collections.abc import Iterator
from copy import copy

from bmconv.bridge.outcomes import Kind, outcome
from bmconv.errors import DataError, Flag, Wording
from bmconv.event import Event
from bmconv.event.result_names import result_name
from bmconv.event.schedule import Schedule
from bmconv.filters.assignments import Assignment
from bmconv.filters.changed_results import Edit
from bmconv.filters.record_names import Namer
from bmconv.notes import Notes
from bmconv.records import Record, Result, Round, Section

_NOT_ENTERED = {"id", "section", "table", "round", "board", "pair_ns", "pair_ew", "erased"}
"""Fields that cannot be set in a missing result: the movement, or an earlier entry, has them."""
_MOST_NAMES = 15
"""The number of missing results that an error message lists."""


def mark_restoring(assignments: list[Assignment]) -> list[Assignment]:
    """The assignments; all for a target with erased=false are marked as for erased results too."""
    targets = {a.target for a in assignments if a.field == "erased" and not a.value}
    return [a._replace(restores=a.target in targets) for a in assignments]


def missing_results(
    assignments: list[Assignment], known: list[Record], namer: Namer, *, all_matches: bool
) -> list[Result]:
    """An empty result, with the pairs of the movement, for each missing result to be entered."""
    blanks: dict[tuple[int | None, ...], Result] = {}
    fixed = {a.target for a in assignments if a.field in _NOT_ENTERED}
    targets: dict[str, Assignment] = {}
    for assignment in assignments:
        if assignment.kind == "result" and assignment.selector is not None:
            targets.setdefault(assignment.target, assignment)
    free: list[Result] | None = None
    for target, assignment in targets.items():
        if target in fixed or any(namer.applies(assignment, record) for record in known):
            continue
        free = list(_boards_without_result(known)) if free is None else free
        name = namer.parse_name(assignment)
        fitting = [blank for blank in free if name.fits(blank)]
        if len(fitting) > 1 and not all_matches:
            names = [result_name(blank, namer.letter) for blank in fitting[:_MOST_NAMES]]
            more = f" and {len(fitting) - len(names)} more" if len(fitting) > len(names) else ""
            raise DataError(
                f"{assignment.text!r}: {len(fitting)} missing results match: "
                f"{', '.join(names)}{more}",
                hint=Wording("name one of them, or enter all with ", Flag("all")),
            )
        for blank in fitting:
            blanks.setdefault((blank.section, blank.table, blank.round, blank.board), blank)
    ids = [r.id for r in known if type(r) is Result and r.id is not None]
    for number, blank in enumerate(blanks.values(), start=max(ids, default=0) + 1):
        blank.id = number if ids else None
    return list(blanks.values())


def _boards_without_result(known: list[Record]) -> Iterator[Result]:
    """An empty result for each board that the movement has and nobody entered."""
    facts = [copy(r) for r in known if type(r) in (Result, Round, Section)]
    for place in Schedule(Event(facts, Notes())).declared:
        for board in place.missing:
            yield Result(
                section=place.section,
                table=place.table,
                round=place.round,
                board=board,
                pair_ns=place.sitting.ns_pair,
                pair_ew=place.sitting.ew_pair,
            )


def refuse_unplayed(
    entered: list[Edit], assignments: list[Assignment], namer: Namer, *, takes_scores: bool
) -> None:
    """Refuse to enter a result without an outcome: no complete contract, no remark and no score."""
    for blank, result in entered:
        if not isinstance(result, Result) or outcome(result).kind is not Kind.UNKNOWN:
            continue
        if result.score is not None and takes_scores:
            continue
        mine = [a for a in assignments if a.selector and namer.applies(a, blank)]
        names = ("contract", "result", "declarer")
        lacking = [name for name in names if not getattr(result, name)]
        words = " ".join(f"'{mine[0].target}.{name}=...'" for name in lacking)
        raise DataError(f"{mine[0].text!r}: to enter this missing result, add {words}")

"""Results that `set` enters: boards of the movement that have none, and erased ones again."""

from collections.abc import Iterator

from bmconv.bridge.movements import boards_of, sits_out
from bmconv.bridge.outcomes import Kind, outcome
from bmconv.errors import DataError
from bmconv.event.result_names import result_name
from bmconv.filters.assignments import Assignment
from bmconv.filters.changed_results import Edit
from bmconv.filters.record_names import Namer
from bmconv.records import Record, Result, Round, Section

_NOT_ENTERED = {"id", "section", "table", "round", "board", "pair_ns", "pair_ew", "erased"}
"""Fields of a new result that the movement decides, or that only an old one can have."""
_MOST_NAMES = 15
"""The number of missing results that an error message lists."""


def name_erased(
    assignments: list[Assignment], known: list[Record], namer: Namer
) -> list[Assignment]:
    """The assignments, those with erased=false by the id of the last entry, which is erased."""
    selectors = {}
    for assignment in assignments:
        is_restored = assignment.kind == "result" and assignment.field == "erased"
        if not is_restored or assignment.value is not False or assignment.selector is None:
            continue
        name = namer.parse_name(assignment)
        fitting = [r for r in known if type(r) is Result and name.fits(r)]
        last = max(fitting, key=lambda result: result.id or 0, default=None)
        is_one_place = len({(r.section, r.table, r.round, r.board) for r in fitting}) == 1
        if (
            last
            and last.id
            and last.erased
            and is_one_place
            and not any(map(namer.stands, fitting))
        ):
            selectors[assignment.target] = f"{result_name(last, namer.letter)} id={last.id}"
    return [
        a._replace(selector=selectors[a.target], by_place=False) if a.target in selectors else a
        for a in assignments
    ]


def missing_results(
    assignments: list[Assignment], known: list[Record], namer: Namer
) -> list[Result]:
    """An empty result with the pairs of the movement for each missing one that is to be entered."""
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
        free = list(_boards_without_result(known, namer)) if free is None else free
        name = namer.parse_name(assignment)
        fitting = [blank for blank in free if name.fits(blank)]
        if len(fitting) > 1:
            names = [result_name(blank, namer.letter) for blank in fitting[:_MOST_NAMES]]
            more = f" and {len(fitting) - len(names)} more" if len(fitting) > len(names) else ""
            raise DataError(
                f"{assignment.text!r}: {len(fitting)} missing results match: "
                f"{', '.join(names)}{more}; name one of them"
            )
        for blank in fitting:
            blanks.setdefault((blank.section, blank.table, blank.round, blank.board), blank)
    ids = [r.id for r in known if type(r) is Result and r.id is not None]
    for number, blank in enumerate(blanks.values(), start=max(ids, default=0) + 1):
        blank.id = number if ids else None
    return list(blanks.values())


def _boards_without_result(known: list[Record], namer: Namer) -> Iterator[Result]:
    """What the movement has and nobody entered, as empty results."""
    sections = {record.id: record for record in known if isinstance(record, Section)}
    places = {(r.section, r.table, r.round, r.board) for r in namer.standing}
    by_pairs = {
        (r.section, r.pair_ns, r.pair_ew, r.board)
        for r in namer.standing
        if r.table is None or r.round is None
    }
    for record in known:
        if not isinstance(record, Round) or sits_out(record, sections.get(record.section)):
            continue
        section, table, round = record.section, record.table, record.round
        ns, ew = record.ns_pair, record.ew_pair
        for board in boards_of(record):
            is_entered = (section, table, round, board) in places
            if not is_entered and (section, ns, ew, board) not in by_pairs:
                yield Result(
                    section=section, table=table, round=round, board=board, pair_ns=ns, pair_ew=ew
                )


def refuse_unplayed(entered: list[Edit], assignments: list[Assignment], namer: Namer) -> None:
    """Refuse to enter a result that says neither how the board was played nor what counts."""
    for blank, result in entered:
        if not isinstance(result, Result) or outcome(result).kind is not Kind.UNKNOWN:
            continue
        if result.score is not None:
            continue
        mine = [a for a in assignments if a.selector and namer.applies(a, blank)]
        names = ("contract", "result", "declarer")
        lacking = [name for name in names if not getattr(result, name)]
        words = " ".join(f"'{mine[0].target}.{name}=...'" for name in lacking)
        raise DataError(f"{mine[0].text!r}: to enter this missing result, add {words}")

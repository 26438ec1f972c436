"""The movements of an event that is set up or played, section by section."""

from bmconv.bridge.movements import boards_of, is_missing, sits_out
from bmconv.event import Event
from bmconv.movements.library import PlannedMovement
from bmconv.movements.plan import Sitting, is_by_side, pairs_of
from bmconv.records import Movement, Round


def played_movements(event: Event) -> list[PlannedMovement]:
    """The movement of each section that has rounds."""
    return [played_movement(event, section) for section in sorted(event.by_section(Round))]


def played_movement(event: Event, section: int) -> PlannedMovement:
    """The movement of a section; its board sets are numbered in the order of their boards."""
    playing = {id(r): tuple(boards_of(r)) for r in event.rounds(section) if _is_played(event, r)}
    sets = {boards: number for number, boards in enumerate(sorted({*playing.values()}), 1)}
    plan = [
        Sitting(
            round=round.round or 0,
            table=round.table or 0,
            ns=_present_pair(event, round, "NS"),
            ew=_present_pair(event, round, "EW"),
            board_set=sets.get(playing.get(id(round), ()), 0),
            south=round.south or 0,
            west=round.west or 0,
        )
        for round in event.rounds(section)
    ]
    movement = Movement(
        title=f"Section {event.letter(section)}",
        class_=int(any(at.south for at in plan)),
        tables=len({at.table for at in plan}),
        rounds=len({at.round for at in plan}),
        winners=event.winners(section).number,
        board_sets=len(sets),
    )
    movement.teams = len(pairs_of(plan, by_side=is_by_side(movement, plan)))
    return PlannedMovement(movement, sorted(plan), {n: boards for boards, n in sets.items()})


def _is_played(event: Event, round: Round) -> bool:
    """Whether two pairs play boards in a round."""
    return not sits_out(round, event.section(round.section)) and bool(boards_of(round))


def _present_pair(event: Event, round: Round, side: str) -> int:
    """The pair of a side; 0 if there is none, or if it is missing."""
    pair = (round.ns_pair if side == "NS" else round.ew_pair) or 0
    return 0 if is_missing(event.section(round.section), side, pair) else pair

"""Which movement to play: those that can be made and those of a library, with their figures."""

from collections.abc import Iterator
from typing import NamedTuple

from bmconv.errors import UsageError
from bmconv.event import Event
from bmconv.movements import KINDS, is_usual, make
from bmconv.movements.library import PlannedMovement, choose
from bmconv.movements.plan import Sitting, balance, pairs_of
from bmconv.movements.types import is_individual
from bmconv.records import Movement

WEIGHT_OF_MISSING_BOARDS = 4
"""The weight of wanted boards that are not played: a quarter is as bad as 100 % unevenness."""
LEAST_BOARDS = 0.85
"""The least share of the wanted boards that a movement must have."""


class Advice(NamedTuple):
    """A movement with the figures by which it is ranked."""

    name: str
    command: str
    """The command that makes or applies the movement."""
    boards: int
    """The number of boards that a pair plays if it never sits out."""
    rounds: int
    sits_out: int
    """The most boards that a pair sits out."""
    tables: int
    plays: int
    """The number of plays of the board that is played least."""
    met: int
    """The fewest opponents that a pair meets."""
    shared: int
    """Rounds in which tables share boards."""
    uneven: float | None
    """The standard deviation of comparisons divided by their mean; None if it does not apply."""

    def penalty(self, wanted: int) -> float:
        """How much is against the movement: a sum of four shares.

        They are the wanted boards that are not played (weighted), the unevenness, the boards that a
        pair sits out, and the tables that do not play the board with the fewest plays.
        """
        missing = WEIGHT_OF_MISSING_BOARDS * (wanted - self.boards) / wanted
        without_board = 1 - self.plays / self.tables
        return missing + (self.uneven or 0) + self.sits_out / self.boards + without_board


def advise(
    contestants: int,
    boards: int,
    winners: int = 1,
    *,
    individual: bool = False,
    library: Event | None = None,
) -> list[Advice]:
    """The movements for a number of pairs (or players) and boards, best first."""
    advice = [*_of_kinds(contestants, boards, winners, individual=individual)]
    if library is not None and library.of(Movement):
        advice += _of_library(library, contestants, boards, winners, individual=individual)
    best: dict[str, Advice] = {}
    for movement in sorted(
        advice,
        key=lambda movement: (round(movement.penalty(boards), 6), movement.shared, -movement.met),
    ):
        best.setdefault(movement.name, movement)
    return list(best.values())


def _of_kinds(contestants: int, boards: int, winners: int, *, individual: bool) -> Iterator[Advice]:
    """Movements that can be made, with every number of rounds that makes sense."""
    tables = contestants // 4 if individual else (contestants + 1) // 2
    if individual and contestants % 4:
        return
    for name, kind in KINDS.items():
        fits = tables in kind.tables and (winners == kind.winners or kind.switches)
        if not fits or individual != (name == "individual") or not (kind.pairs or individual):
            continue
        for rounds in range(1, kind.rounds(tables) + 1):
            per_set = boards // rounds
            if not _is_sensible(rounds, per_set, boards, kind.rounds(tables)):
                continue
            words = f"{name} --tables {tables} --boards {rounds * per_set} --rounds {rounds}"
            missing = str(contestants + 1) if contestants % 2 else None
            switches = 0 if kind.switches and winners == 2 else None
            try:
                new = make(
                    name, tables=tables, boards=rounds * per_set, rounds=rounds,
                    switches=switches, missing_pair=missing,
                )  # fmt: skip
            except UsageError:
                continue
            if new.planned.movement.winners != winners:
                continue
            words += " --switches 0" if switches == 0 else ""
            words += f" --missing-pair {missing}" if missing else ""
            yield _figures(new.planned, per_set, new.missing_pair, f"make {words}")


def _of_library(
    library: Event, contestants: int, boards: int, winners: int, *, individual: bool
) -> Iterator[Advice]:
    """Movements of a library, with all their rounds."""
    for planned in choose(library, None, None):
        movement = planned.movement
        teams = movement.teams or 0
        wanted = (winners, individual) == (movement.winners, is_individual(movement))
        if not planned.plan or not wanted or teams not in (contestants, contestants + 1):
            continue
        rounds = max(at.round for at in planned.plan)
        per_set = boards // rounds
        if (teams > contestants and teams % 2) or not _is_sensible(rounds, per_set, boards, rounds):
            continue
        missing = teams if teams > contestants else 0
        if missing and planned.is_by_side:
            continue
        words = f"apply --folder '{movement.library}'" if movement.library else "apply"
        words += f" --number {movement.number}" if movement.number is not None else ""
        words += f" --boards-per-set {per_set}"
        words += f" --missing-pair {missing}" if missing else ""
        yield _figures(planned, per_set, missing, words)


def _is_sensible(rounds: int, per_set: int, wanted: int, most: int) -> bool:
    """Whether rounds of this many boards are usual, and their sum is near the wanted number."""
    if per_set < 2 or rounds * per_set < LEAST_BOARDS * wanted:
        return False
    return is_usual(rounds, per_set, most)


def _figures(planned: PlannedMovement, per_set: int, missing: int, command: str) -> Advice:
    """The figures of a movement with a missing pair, if any."""
    by_side = planned.is_by_side
    playing = [
        at
        for at in planned.plan
        if at.board_set and at.ns and at.ew and missing not in (at.ns, at.ew)
    ]
    rounds = max(at.round for at in planned.plan)
    everybody = pairs_of(playing, by_side=by_side)
    count = dict.fromkeys(everybody, 0)
    sets: dict[int, int] = {}
    together: set[tuple[int, int]] = set()
    shared: set[int] = set()
    for at in playing:
        sets[at.board_set] = sets.get(at.board_set, 0) + 1
        shared |= {at.round} if (at.round, at.board_set) in together else set()
        together.add((at.round, at.board_set))
        for who in at.contestants(by_side=by_side):
            count[who] += 1
    is_one_field = not planned.has_two_fields and not any(at.south for at in playing)
    return Advice(
        name=planned.name(),
        command=f"bmconv movement {command}",
        boards=per_set * rounds,
        rounds=rounds,
        sits_out=per_set * (rounds - min(count.values())),
        tables=max(at.table for at in planned.plan),
        plays=min(sets.values()),
        met=_fewest_met(playing, by_side=by_side),
        shared=len(shared),
        uneven=_unevenness(playing) if is_one_field else None,
    )


def _fewest_met(playing: list[Sitting], *, by_side: bool) -> int:
    """The number of opponents of the pair that meets the fewest."""
    met: dict[tuple[str, int], set[tuple[str, int]]] = {}
    for at in playing:
        players = at.contestants(by_side=by_side)
        for who in players:
            met.setdefault(who, set()).update(other for other in players if other != who)
    return min(map(len, met.values()))


def _unevenness(playing: list[Sitting]) -> float:
    mean, spread = balance(playing)
    return spread / mean if mean else 0.0

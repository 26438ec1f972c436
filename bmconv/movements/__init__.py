"""Movements made to measure (here) and those of a library (`library`).

made = bmconv.movements.make("mitchell", tables=7, boards=28)
bmconv.write(bmconv.Event(made.session()), "next.bws")
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from bmconv.errors import Flag, UsageError, Wording, brief
from bmconv.movements import howell, mitchell, teams
from bmconv.movements.guidance import directions, sharing_sentence, stay_words
from bmconv.movements.library import PlannedMovement, find_missing, prepare
from bmconv.movements.plan import Sitting, pairs_of
from bmconv.movements.types import TYPES
from bmconv.records import Movement, MovementRound, Record
from bmconv.rules.terminals import LIMITS

__all__ = ["NewMovement", "make"]

Plan = Callable[[int, int], list[Sitting]]
"""Makes the sittings for a number of tables and a number of rounds."""


class MovementKind(NamedTuple):
    """A kind of movement that can be made."""

    name: str
    type: str
    """The name of its type in Bridge Gem, one of `TYPES`."""
    plan: Plan
    tables: range
    rounds: Callable[[int], int]
    """The most rounds for a number of tables."""
    instructions: str
    """What players and caddies do, with blanks that `_describe` fills."""
    switches: bool = False
    """Whether it can have arrow switches."""
    winners: int = 1
    """The number of winners without arrow switches."""
    pairs: bool = True
    """Whether pairs play, not teams or single players."""
    all_rounds: bool = False
    """Whether all rounds are played unless fewer are asked for."""


MOST_TABLES = 99
"""The highest table number of a Bridge Gem file."""

LONG = 5
"""Rounds of more boards than this are long."""

_MOVES = "N-S pairs stay. After each round E-W pairs move up one table, boards move down one table"

KINDS = {
    "mitchell": MovementKind(
        "Mitchell", "Mitchell", mitchell.straight, range(3, MOST_TABLES + 1, 2), lambda n: n,
        f"{_MOVES}.", switches=True, winners=2,
    ),
    "skip-mitchell": MovementKind(
        "Skip Mitchell", "Skip Mitchell", mitchell.skip, range(2, MOST_TABLES + 1, 2),
        lambda n: n - 1, f"{_MOVES}. After round {{half}} E-W pairs move up two tables.",
        switches=True, winners=2,
    ),
    "share-and-relay": MovementKind(
        "Share and Relay Mitchell", "Share & Relay Mitchell", mitchell.share_and_relay,
        range(2, MOST_TABLES + 1, 2), lambda n: n,
        f"{_MOVES}. Boards that leave table {{next}} rest "
        "for a round before they go to table {half}.", switches=True, winners=2,
    ),
    "howell": MovementKind(
        "Howell", "Howell", howell.howell, range(howell.FEWEST, howell.MOST + 1),
        lambda n: 2 * n - 1,
        "{staying}. Every other pair follows the pair with the next lower number; pair "
        "1 follows pair {moving}.",
    ),
    "teams": MovementKind(
        "Round Robin of Teams", "Undefined", teams.round_robin, range(3, 25),
        lambda n: n - 1 + n % 2,
        "Tables 1 and 2 are one match, 3 and 4 another, and so on; each team sits N-S at one of "
        "them and E-W at the other.", winners=2, pairs=False, all_rounds=True,
    ),
    "individual": MovementKind(
        "Individual", "Individual Howell Type", howell.individual, range(2, 5),
        lambda n: 4 * n - 1,
        "Player {last} stays. Every other player follows the player with the next lower number; "
        "player 1 follows player {before}.", pairs=False,
    ),
}  # fmt: skip


class NewMovement(NamedTuple):
    """A movement made to measure."""

    kind: str
    planned: PlannedMovement
    boards_per_set: int
    missing_pair: int
    """The number of the missing pair, or 0."""
    most_rounds: int
    """The number of rounds of the whole movement, in which all meetings take place."""

    def boards_for_all_rounds(self) -> int:
        """The number of boards nearest to the requested number that divides into all rounds."""
        boards = self.boards_per_set * (self.planned.movement.rounds or 0)
        # boards / most_rounds, rounded to the nearest
        per_round = max(2, (2 * boards + self.most_rounds) // (2 * self.most_rounds))
        return per_round * self.most_rounds

    def movement(self) -> Iterator[Record]:
        """The movement and its rounds, as in a library."""
        yield self.planned.movement
        for at in self.planned.plan:
            ns, ew = (at.ew, at.ns) if at.switched else (at.ns, at.ew)
            yield MovementRound(
                round=at.round,
                table=at.table,
                ns=ns,
                ew=ew,
                board_set=at.board_set,
                arrow_switch=at.switched,
                south=at.south or None,
                west=at.west or None,
            )

    def session(self, section: str = "A", first_board: int = 1) -> Iterator[Record]:
        """Section, table, round and seat records of a session that plays the movement."""
        last = first_board - 1 + self.boards_per_set * max(at.board_set for at in self.planned.plan)
        most = max(limits.board for limits in LIMITS.values())
        if last > most:
            raise UsageError(
                f"{self.planned.name()} needs boards up to {last}, terminals have boards up to "
                f"{most}: use fewer boards or several sections"
            )
        missing = str(self.missing_pair) if self.missing_pair else None
        records = prepare(self.planned, self.boards_per_set, first_board, section, missing)
        return teams.with_mates(records) if self.kind == "teams" else records


def make(
    kind: str,
    *,
    tables: float,
    boards: int,
    rounds: int | None = None,
    switches: int | None = None,
    missing_pair: str | None = None,
) -> NewMovement:
    """Make a movement in which everybody plays a number of boards; `kind` is a key of `KINDS`.

    Without `rounds` there are as many as the boards allow, with at least two boards each.
    `switches` is the number of rounds with arrow switches, `missing_pair` an absent pair: its
    number, or where it would start, such as NS3. With half a table (`tables=6.5`) the last pair is
    absent, unless `missing_pair` names another.
    """
    if isinstance(tables, float) and tables % 1 == 0.5:
        if kind in KINDS and not KINDS[kind].pairs:
            raise UsageError(f"{tables} tables: only pairs can play with half a table")
        tables = int(tables + 0.5)
        missing_pair = missing_pair or str(2 * tables)
    for name, number in (
        ("tables", tables), ("boards", boards), ("rounds", rounds or 0), ("switches", switches or 0)
    ):  # fmt: skip
        if not isinstance(number, int):
            raise UsageError(f"{name} is {brief(number)}; expected a whole number")
    tables = int(tables)
    if kind not in KINDS:
        raise UsageError(f"no kind of movement {kind!r}; the kinds are {', '.join(KINDS)}")
    if kind == "mitchell" and tables in KINDS["skip-mitchell"].tables:
        kind = "skip-mitchell"
    chosen = KINDS[kind]
    _check_tables(kind, tables)
    most = chosen.rounds(tables)
    rounds, per_set = _divide_boards(
        chosen.name, boards, most, rounds or (most if chosen.all_rounds else None)
    )
    plan = chosen.plan(tables, rounds)
    switches = _switches(chosen, rounds, switches)
    movement = _describe(chosen, plan, rounds, switches)
    plan = sorted(mitchell.switch_arrows(plan, switches)) if switches else sorted(plan)
    if missing_pair and not chosen.pairs:
        option = Flag("missing_pair", str(missing_pair))
        raise UsageError(Wording(option, f": not for a {chosen.name}"))
    planned = PlannedMovement(movement, plan)
    absent, _ = find_missing(planned, str(missing_pair) if missing_pair else None)
    return NewMovement(kind, planned, per_set, absent, most)


def _check_tables(kind: str, tables: int) -> None:
    possible = KINDS[kind].tables
    if tables not in possible:
        fits = f"{possible[0]} to {possible[-1]}"
        number = "an even number" if possible[0] % 2 == 0 else "an odd number"
        inside = possible[0] < tables < possible[-1]
        wanted = f"{number} of tables, {fits}" if inside else f"{fits} tables"
        count = "1 table" if tables == 1 else f"{tables} tables"
        raise UsageError(f"{kind}: {count}; expected {wanted}")


def _divide_boards(name: str, boards: int, most: int, rounds: int | None) -> tuple[int, int]:
    """The number of rounds, the most with at least two boards each, and the boards per round."""
    if rounds is not None and not 1 <= rounds <= most:
        raise UsageError(f"{rounds} rounds: this {name} has 1 to {most}")
    if number := _fitting_rounds(boards, most, rounds):
        return number, boards // number
    fits = [n for n in range(1, boards + 2 * most) if _fitting_rounds(n, most, rounds)]
    near = [*[n for n in fits if n < boards][-1:], *[n for n in fits if n > boards][:1]]
    raise UsageError(
        f"{boards} boards do not divide into {rounds or 'the'} rounds of this {name}",
        hint=Wording(f"use {' or '.join(map(str, near))} boards, or other ", Flag("rounds")),
    )


def is_usual(rounds: int, boards_per_round: int, most: int) -> bool:
    """Whether a number of rounds is usual: they are short, or at least two thirds are played."""
    return boards_per_round <= LONG or 3 * rounds >= 2 * most


def _fitting_rounds(boards: int, most: int, rounds: int | None) -> int:
    """The best number of rounds that boards divide into; 0 if there is none."""
    if rounds:
        return rounds if boards % rounds == 0 else 0
    fits = [n for n in range(1, most + 1) if boards % n == 0]
    fits = [n for n in fits if is_usual(n, boards // n, most)]
    return max((n for n in fits if boards > n), default=max(fits, default=0))


def _switches(kind: MovementKind, rounds: int, switches: int | None) -> int:
    """The number of rounds with arrow switches."""
    if not kind.switches:
        if switches:
            hint = Wording("leave out ", Flag("switches"))
            raise UsageError(f"a {kind.name} has no arrow switches", hint=hint)
        return 0
    if switches is None:
        return mitchell.usual_switches(rounds)
    if not 0 <= switches < rounds:
        raise UsageError(f"{switches} rounds with arrow switches: expected 0 to {rounds - 1}")
    return switches


def _describe(kind: MovementKind, plan: list[Sitting], rounds: int, switches: int) -> Movement:
    """The header of a movement: its numbers, and what players and caddies do."""
    tables = max(at.table for at in plan)
    pairs = pairs_of(plan, by_side=False)
    winners = 1 if switches else kind.winners
    numbers = {"half": tables // 2, "next": tables // 2 + 1}
    numbers |= {"last": len(pairs), "before": len(pairs) - 1}
    text = kind.instructions.format(**numbers, **stay_words(plan))
    if switches:
        text += f" Arrow switch in the last {'round' if switches == 1 else f'{switches} rounds'}."
    return Movement(
        title=f"{tables}T {rounds}R {f'{winners}W ' if kind.pairs else ''}{kind.name}",
        movement_type=TYPES.index(kind.type),
        instructions=" ".join(
            filter(
                None, (text, sharing_sentence(plan) if kind.plan is not teams.round_robin else "")
            )
        ),
        tables=tables,
        rounds=rounds,
        teams=len(pairs),
        winners=winners,
        board_sets=len({at.board_set for at in plan if at.board_set}),
        directions=directions(plan) if kind.pairs else None,
    )

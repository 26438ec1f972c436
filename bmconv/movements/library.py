"""Movements of a library: find, choose and recommend one, and prepare a section to play it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from bmconv.bridge.movements import letters, ordinal
from bmconv.errors import DataError, Flag, UsageError, Wording
from bmconv.event import Event
from bmconv.movements.plan import (
    Setup,
    Sitting,
    apply,
    is_by_side,
    pairs_of,
    rounds_by_movement,
    sittings,
)
from bmconv.movements.types import TYPES, is_individual
from bmconv.records import Library, Movement, MovementRound, Record, Section

FOLDERS = {
    (0, 1): (
        "7_3 Mitchells – switched",
        "Bridge Gem Three-Quarter Howell Movements",
        "Bridge Gem Howell Movements",
        "Bridge Gem 1W Favourites",
    ),
    (0, 2): (
        "Bridge Gem 2W Mitchells",
        "7_1 Incomplete Mitchells",
        "Bridge Gem 2W Bowman",
        "7_1 Mitchells – 2 winners",
    ),
    (1, 1): ("Bridge Gem Individual Movements",),
}
"""The folders that Bridge Gem searches, in its order, by class and number of winners."""

NEAR = 2
"""The most rounds by which an alternative may have more or fewer than wanted."""


class PlannedMovement(NamedTuple):
    """A movement, and who sits where in each round."""

    movement: Movement
    plan: list[Sitting]
    boards: Mapping[int, tuple[int, ...]] = MappingProxyType({})
    """The boards of each set, if they are known."""

    def name(self) -> str:
        """The movement's name for messages."""
        number = f"M{self.movement.number:05}" if self.movement.number is not None else ""
        title = self.movement.title or self.movement.description or ""
        folder = f"{self.movement.library}/" if self.movement.library else ""
        return " ".join(filter(None, (f"{folder}{number}", title))) or "movement"

    @property
    def is_by_side(self) -> bool:
        """Whether a number stands for two pairs, one on each side."""
        return is_by_side(self.movement, self.plan)

    @property
    def has_two_fields(self) -> bool:
        """Whether N-S and E-W pairs do not compete with each other."""
        return self.is_by_side or self.movement.winners == 2


def _folder_key(name: str | None) -> str:
    """A folder's name for comparing: in lower case, with plain dashes and single blanks."""
    return " ".join((name or "").replace("–", "-").replace("—", "-").lower().split())


def find(event: Event, folder: str | None = None, **wanted: int | None) -> list[Movement]:
    """The movements of a folder whose fields have the wanted values; None accepts any."""
    fields = {name: value for name, value in wanted.items() if value is not None}
    return [
        movement
        for movement in event.of(Movement)
        if (folder is None or _folder_key(movement.library) == _folder_key(folder))
        and all(getattr(movement, name) == value for name, value in fields.items())
    ]


def type_number(text: str) -> int:
    """The number of a movement type given by number or name."""
    if text.isdecimal():
        return int(text)
    names = [name.lower() for name in TYPES]
    if text.lower() not in names:
        raise UsageError(f"no movement type {text!r}; the types are {', '.join(TYPES)}")
    return names.index(text.lower())


def choose(event: Event, folder: str | None, number: int | None) -> list[PlannedMovement]:
    """The movements with this folder and number, each with its sittings; None accepts any."""
    rounds = rounds_by_movement(event.of(MovementRound))
    movements = [
        PlannedMovement(movement, sittings(rounds.get((movement.library, movement.number), ())))
        for movement in find(event, folder, number=number)
    ]
    if not movements and event.of(Section):
        raise DataError(
            "the input is an event with its own sections and rounds, not a movement",
            hint="expected a movement file such as M00007.mvt, or a library of movements",
        )
    if not movements:
        hint = "bmconv movement list shows the movements of the input"
        raise DataError("no such movement", hint=hint)
    return movements


def choose_one(event: Event, folder: str | None, number: int | None) -> PlannedMovement:
    """The only movement with this folder and number; an error if there are several."""
    movements = choose(event, folder, number)
    if len(movements) > 1:
        hint = Wording("choose one with ", Flag("folder"), " and ", Flag("number"))
        raise UsageError(f"{len(movements)} movements found", hint=hint)
    return movements[0]


def recommend(
    event: Event, pairs: int, rounds: int, kind: tuple[int, int], folders: Sequence[str] = ()
) -> list[Movement]:
    """The movements that fit exactly, in the order of the folders; `kind` is class and winners."""
    return [
        movement
        for folder in folders or FOLDERS[kind]
        for movement in find(event, folder, rounds=rounds, teams=pairs, winners=kind[1])
        if (movement.class_ or 0) == kind[0]
    ]


def alternatives(
    event: Event, pairs: int, rounds: int, kind: tuple[int, int], folders: Sequence[str] = ()
) -> list[Movement]:
    """The movements that fit except that they have a few rounds more or fewer, nearest first.

    If `folders` is empty, all folders are searched whose header mentions the class and the number
    of winners.
    """
    if not folders:
        headed = (one for one in event.of(Library) if _mentions(one.header or "", kind))
        folders = [library.folder or "" for library in headed]
    among = set(map(_folder_key, folders))
    off = {
        id(movement): abs(movement.rounds - rounds)
        for movement in find(event, teams=pairs, winners=kind[1])
        if movement.rounds is not None
    }
    movements = [
        movement
        for movement in event.of(Movement)
        if off.get(id(movement), NEAR + 1) <= NEAR
        and (movement.class_ or 0) == kind[0]
        and _folder_key(movement.library) in among
    ]
    return sorted(movements, key=lambda movement: off[id(movement)])


def _mentions(header: str, kind: tuple[int, int]) -> bool:
    """Whether a header mentions a class and a number of winners."""
    if kind[0] == 1:
        return bool(re.search(r"\bindividual", header, re.IGNORECASE))
    words = rf"\b{kind[1]}[ -]?W(inners?)?\b"
    return bool(re.search(words, header, re.IGNORECASE) and re.search("pairs", header, re.I))


def prepare(
    planned: PlannedMovement,
    boards_per_set: int,
    first_board: int = 1,
    section: str = "A",
    missing_pair: str | None = None,
) -> Iterator[Record]:
    """Section, table, round and seat records of a session that plays a movement."""
    id = int(section) if section.isdecimal() else ordinal(section)
    if not id:
        raise UsageError(f"no section {section!r}: expected a letter such as A or AA, or an id")
    if is_individual(planned.movement) and not any(at.south for at in planned.plan):
        raise DataError(
            f"{planned.name()}: Bridge Gem's files do not say who sits South and West in an "
            "individual; bmconv movement make makes one that does"
        )
    if not planned.plan:
        raise DataError(f"{planned.name()}: the input has no rounds, only the line of the index")
    pair, side = find_missing(planned, missing_pair)
    setup = Setup(id, letters(id), boards_per_set, first_board, pair, side)
    return apply(planned.movement, planned.plan, setup)


def find_missing(planned: PlannedMovement, text: str | None) -> tuple[int, str]:
    """The number of the missing pair and, if the sides have the same numbers, its side; else empty.

    If the sides have different numbers, NS3 means the pair that starts N-S at table 3. The number
    is 0 if no pair is missing.
    """
    if not text:
        return 0, ""
    option = Flag("missing_pair", text)
    match = re.fullmatch(r"(NS|EW)?(\d{1,4})", text.strip().upper())
    if match is None:
        raise UsageError(Wording(option, ": expected a pair such as 6, NS6 or EW6"))
    side, pair = match[1] or "", int(match[2])
    by_side = planned.is_by_side
    if by_side and not side:
        raise UsageError(f"pair {pair} sits on both sides: choose NS{pair} or EW{pair}")
    if side and not by_side:
        first = (at for at in planned.plan if at.round == 1)
        pair = {at.table: at.ns if side == "NS" else at.ew for at in first}.get(pair, 0)
        side = ""
    if not pair or (side, pair) not in pairs_of(planned.plan, by_side=by_side):
        raise UsageError(Wording(option, f": {planned.name()} has no such pair"))
    return pair, side

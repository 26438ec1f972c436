"""Which movements a command is about: input, library folder, and the choice of one."""

from __future__ import annotations

from typing import NamedTuple

import click

from bmconv.bridge.movement_plan import Sitting, by_side, rounds_by_movement, sittings
from bmconv.bridge.movement_types import is_individual
from bmconv.cli.job import Job, complete_file
from bmconv.errors import DataError, UsageError
from bmconv.event import Event
from bmconv.records import Movement, MovementRound

LIBRARY = click.Option(
    ["--library"], metavar="DIR", help="read this library folder", shell_complete=complete_file
)
CHOICE = (
    click.Option(["--folder"], metavar="NAME", help="the folder of the movement in its library"),
    click.Option(["--number"], type=int, metavar="N", help="the number of the movement"),
)


class Chosen(NamedTuple):
    """A movement and who sits where in it."""

    movement: Movement
    plan: list[Sitting]

    def name(self) -> str:
        """The movement in a message."""
        number = f"M{self.movement.number:05}" if self.movement.number is not None else ""
        title = self.movement.title or self.movement.description or ""
        folder = f"{self.movement.library}/" if self.movement.library else ""
        return " ".join(filter(None, (f"{folder}{number}", title))) or "movement"

    @property
    def apart(self) -> bool:
        """Whether a number stands for a pair on each side."""
        return by_side(self.movement, self.plan)

    def need_rounds(self) -> None:
        """Refuse a movement of which nobody knows who sits where."""
        if is_individual(self.movement):
            raise DataError(
                f"{self.name()}: individual movements are listed and kept, not understood"
            )
        if not self.plan:
            raise DataError(f"{self.name()}: no rounds here, only its line of the index")


def read(job: Job, library: str | None) -> Event:
    """The event a command works on: a library folder, or the input."""
    if library is not None:
        if job.input is not None:
            raise UsageError("either an input or --library, not both")
        job.input, job.format = library, "bridgegem"
    return job.event()


def folded(name: str | None) -> str:
    """A folder's name for comparing: any case, any dash, any blanks."""
    return " ".join((name or "").replace("–", "-").replace("—", "-").lower().split())


def choose(event: Event, folder: str | None, number: int | None) -> list[Chosen]:
    """The movements that were asked for."""
    rounds = rounds_by_movement(event.of(MovementRound))
    found = [
        Chosen(movement, sittings(rounds.get((movement.library, movement.number), ())))
        for movement in event.of(Movement)
        if (folder is None or folded(movement.library) == folded(folder))
        and (number is None or movement.number == number)
    ]
    if not found:
        raise DataError("no such movement here; bmconv movement list shows what there is")
    return found


def choose_one(event: Event, folder: str | None, number: int | None) -> Chosen:
    """The one movement that was asked for."""
    found = choose(event, folder, number)
    if len(found) > 1:
        raise UsageError(f"{len(found)} movements here: say which with --folder and --number")
    return found[0]

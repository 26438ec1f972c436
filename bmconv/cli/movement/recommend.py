"""bmconv movement recommend: the movement Bridge Gem would propose."""

from __future__ import annotations

import re
from collections.abc import Callable

import click

from bmconv.cli.job import FORMAT, INPUT, Job, options
from bmconv.cli.movement.input import LIBRARY, folded, read
from bmconv.cli.movement.list import lines
from bmconv.errors import UsageError
from bmconv.event import Event
from bmconv.records import Library, Movement

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
"""Where Bridge Gem looks, by class and winners, in its order."""

NEAR = 2
"""So many rounds more or fewer are still near."""


@options(INPUT, FORMAT)
@click.command("recommend", params=[LIBRARY])
@click.option("--pairs", type=int, required=True, metavar="N", help="pairs (or players)")
@click.option("--rounds", type=int, required=True, metavar="N", help="rounds")
@click.option("--winners", type=click.Choice(["1", "2"]), help="one winner or two (default: 1)")
@click.option("--individual", is_flag=True, help="an individual movement")
@click.option("--folder", "folders", multiple=True, metavar="NAME",
              help="look into this folder instead; into several in this order")  # fmt: skip
@click.option("--alternatives", is_flag=True,
              help=f"all folders for the class and winners, rounds within {NEAR}")  # fmt: skip
def command(
    job: Job,
    library: str | None,
    pairs: int,
    rounds: int,
    winners: str | None,
    individual: bool,
    folders: tuple[str, ...],
    alternatives: bool,
) -> int:
    """Recommend a movement as Bridge Gem does: the first that fits exactly, in the folders it looks
    into. The exit code is 1 when there is none.

    \b
      bmconv movement recommend --library DIR --pairs 14 --winners 1 --rounds 8
    """
    if individual and winners == "2":
        raise UsageError("an individual movement has one winner")
    kind = (int(individual), int(winners or 1))
    event = read(job, library)

    def fits(movement: Movement) -> bool:
        return (movement.class_ or 0, movement.winners) == kind and movement.teams == pairs

    if alternatives:
        found = near(event, folders or described(event, kind), fits, rounds)
    else:
        found = exact(event, folders or FOLDERS[kind], fits, rounds)[:1]
    for line in lines(found):
        click.echo(line)
    return 0 if found else 1


def exact(
    event: Event, folders: tuple[str, ...], fits: Callable[[Movement], bool], rounds: int
) -> list[Movement]:
    """The movements of some folders that fit, in the order of the folders."""
    return [
        movement
        for folder in folders
        for movement in event.of(Movement)
        if folded(movement.library) == folded(folder) and movement.rounds == rounds
        if fits(movement)
    ]


def described(event: Event, kind: tuple[int, int]) -> tuple[str, ...]:
    """The folders whose header names the class and winners."""
    found = (library for library in event.of(Library) if _names(library.header or "", kind))
    return tuple(library.folder or "" for library in found)


def near(
    event: Event, folders: tuple[str, ...], fits: Callable[[Movement], bool], rounds: int
) -> list[Movement]:
    """The movements of some folders that fit in nearly as many rounds, nearest first."""
    among = set(map(folded, folders))
    found = [
        movement
        for movement in event.of(Movement)
        if folded(movement.library) in among
        and movement.rounds is not None
        and abs(movement.rounds - rounds) <= NEAR
        and fits(movement)
    ]
    return sorted(found, key=lambda movement: abs((movement.rounds or 0) - rounds))


def _names(header: str, kind: tuple[int, int]) -> bool:
    """Whether a header speaks of a class and a number of winners."""
    if kind[0] == 1:
        return bool(re.search(r"\bindividual", header, re.IGNORECASE))
    words = rf"\b{kind[1]}[ -]?W(inners?)?\b"
    return bool(re.search(words, header, re.IGNORECASE) and re.search("pairs", header, re.I))

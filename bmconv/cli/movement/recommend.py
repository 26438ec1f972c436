"""bmconv movement recommend: the movement Bridge Gem would recommend."""

from __future__ import annotations

import click

from bmconv.cli.job import FORMAT, INPUT, Job, options
from bmconv.cli.movement.input import LIBRARY, read
from bmconv.cli.movement.list import lines
from bmconv.errors import UsageError
from bmconv.movements.library import NEAR, alternatives, recommend


@options(INPUT, FORMAT)
@click.command("recommend", params=[LIBRARY])
@click.option("--pairs", type=int, required=True, metavar="N", help="number of pairs or players")
@click.option("--rounds", type=int, required=True, metavar="N", help="number of rounds")
@click.option("--winners", type=click.Choice(["1", "2"]),
              help="number of winners (default: 1)")  # fmt: skip
@click.option("--individual", is_flag=True, help="recommend an individual movement")
@click.option("--folder", "folders", multiple=True, metavar="NAME",
              help="search this folder instead; can be repeated, in search order")  # fmt: skip
@click.option("--alternatives", "near", is_flag=True,
              help=f"list all that fit within {NEAR} rounds, in every folder")  # fmt: skip
def command(
    job: Job,
    library: str | None,
    pairs: int,
    rounds: int,
    winners: str | None,
    individual: bool,
    folders: tuple[str, ...],
    near: bool,
) -> int:
    """Recommend a movement as Bridge Gem does: the first exact match in the folders it searches.
    The exit code is 1 when there is none.

    \b
      bmconv movement recommend --library DIR --pairs 14 --winners 1 --rounds 8
    """
    if individual and winners == "2":
        raise UsageError("--winners 2: an individual movement has one winner")
    kind = (int(individual), int(winners or 1))
    event = read(job, library)
    if near:
        found = alternatives(event, pairs, rounds, kind, folders)
    else:
        found = recommend(event, pairs, rounds, kind, folders)[:1]
    for line in lines(found):
        click.echo(line)
    return 0 if found else 1

"""bmconv movement recommend: which movement to play."""

import sys

import click

from bmconv.cli import Command
from bmconv.cli.job import FORMAT, INPUT, PLAIN_OUTPUT, Job, options
from bmconv.cli.movement.input import LIBRARY, read, table_count
from bmconv.cli.movement.list import table_lines
from bmconv.cli.report import need_text, write_text
from bmconv.errors import UsageError
from bmconv.movements.advice import Advice, advise
from bmconv.movements.library import NEAR, alternatives, recommend
from bmconv.reports.layout import columns

NUMBERS = ("Boards", "Rounds", "Sits out", "Plays", "Met", "Shared", "Uneven", "Penalty")
HEADER = ("Movement", *NUMBERS, "Command")
MOST = 10
"""The most movements that are listed."""


@options(INPUT, FORMAT, PLAIN_OUTPUT)
@click.command("recommend", cls=Command, params=[LIBRARY])
@click.option("--pairs", type=click.IntRange(3, 999), metavar="N",
              help="number of pairs or players")  # fmt: skip
@click.option("--tables", callback=table_count, metavar="N",
              help="instead of --pairs: number of tables, such as 7 or 6.5")  # fmt: skip
@click.option("--boards", type=click.IntRange(1, 999), metavar="N",
              help="number of boards that everybody plays, at most")  # fmt: skip
@click.option("--rounds", type=int, metavar="N",
              help="instead of --boards: number of rounds, as Bridge Gem asks")  # fmt: skip
@click.option("--winners", type=click.Choice(["1", "2"]),
              help="number of winners (default: 1)")  # fmt: skip
@click.option("--individual", is_flag=True, help="recommend an individual movement")
@click.option("--folder", "folders", multiple=True, metavar="NAME",
              help="with --rounds: folder of the library (default: all); "
              "can be repeated")  # fmt: skip
@click.option("--alternatives", "near", is_flag=True,
              help=f"with --rounds: list all that fit within {NEAR} rounds")  # fmt: skip
def command(
    job: Job,
    library: str | None,
    pairs: int | None,
    tables: float | None,
    boards: int | None,
    rounds: int | None,
    winners: str | None,
    individual: bool,
    folders: tuple[str, ...],
    near: bool,
) -> int:
    """Recommend a movement. With --boards, list the best, up to ten, of those that bmconv can
    make, and of a library if you name one. With --rounds, search a library as Bridge Gem does, and
    print the first movement that fits exactly. The exit code is 1 if there is none.

    \b
      Sits out  the most boards that a pair sits out
      Plays     how often each board is played, at least
      Met       how many opponents each pair meets, at least
      Shared    rounds in which tables share boards
      Uneven    how unevenly pairs are compared (movement check)
      Penalty   the lowest is best; the sum of: Uneven, 4 times the part
                of --boards that is not played, the part of the boards
                that a pair sits out, and the part of the tables at which
                a board is not played

    \b
      bmconv movement recommend --pairs 11 --boards 24
      bmconv movement recommend --tables 5.5 --boards 24
      bmconv movement recommend --library FOLDER --pairs 14 --winners 1 --rounds 8
    """
    if individual and winners == "2":
        raise UsageError("--winners 2: an individual movement has one winner")
    if (boards is None) == (rounds is None):
        raise UsageError("expected either --boards N or --rounds N")
    if (pairs is None) == (tables is None):
        raise UsageError("expected either --pairs N or --tables N")
    if rounds is not None and not library and not job.input and sys.stdin.isatty():
        raise UsageError(
            "--rounds searches a library: name its folder with --library FOLDER; without one, "
            "--boards N compares the movements that bmconv can make"
        )
    need_text(job.output)
    pairs = pairs or int((tables or 0) * (4 if individual else 2))
    kind = (int(individual), int(winners or 1))  # class and winners of a movement record
    if boards is not None:
        if folders or near:
            raise UsageError("--folder and --alternatives are for --rounds")
        event = read(job, library) if library or job.input else None
        advices = advise(pairs, boards, kind[1], individual=individual, library=event)[:MOST]
        write_text(job, _compare(advices, boards))
        return 0 if advices else 1
    event = read(job, library)
    if near:
        matches = alternatives(event, pairs, rounds or 0, kind, folders)
    else:
        matches = recommend(event, pairs, rounds or 0, kind, folders)[:1]
    write_text(job, table_lines(matches))
    return 0 if matches else 1


def _compare(advices: list[Advice], boards: int) -> list[str]:
    """Movements side by side."""
    rows = [
        (
            one.name,
            *map(str, (one.boards, one.rounds, one.sits_out, one.plays, one.met, one.shared)),
            "" if one.uneven is None else f"{one.uneven:.0%}",
            f"{one.penalty(boards):.0%}",
            one.command,
        )
        for one in advices
    ]
    return list(columns(HEADER, rows, NUMBERS)) if rows else ["no movements"]

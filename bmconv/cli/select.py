"""bmconv select: keep only some records."""

import click

from bmconv.cli import Command
from bmconv.cli.job import FILTER, Job, options
from bmconv.errors import UsageError, like
from bmconv.filters.select import board_numbers, select
from bmconv.records import TYPES

SECTION = click.Option(
    ["--section", "sections"],
    multiple=True,
    metavar="LETTER|ID",
    help="only this section; can be repeated",
)
BOARD = click.Option(["--board", "boards"], metavar="N|N-M|N,M", help="only these boards")


@options(*FILTER)
@click.command("select", cls=Command, params=[SECTION, BOARD])
@click.option(
    "--type",
    "types",
    multiple=True,
    metavar="TYPE",
    type=click.Choice(list(TYPES)),
    help="only records of this type; can be repeated",
)
@click.option(
    "--without",
    multiple=True,
    metavar="TYPE",
    callback=lambda ctx, param, words: tuple(map(_type_of, words)),
    help="leave out records of this type, such as players; can be repeated",
)
@click.option("--standing", is_flag=True, help="leave out results that were corrected or erased")
@click.option("--setup", is_flag=True, help="only movement, settings, players and empty seats")
def command(
    job: Job,
    types: tuple[str, ...],
    sections: tuple[str, ...],
    boards: str | None,
    without: tuple[str, ...],
    standing: bool,
    setup: bool,
) -> None:
    """Keep only some records. Records without a section or a board pass --section and --board.

    --setup keeps what next week's session starts with, also the list of players: without it nobody
    gets a name from a number. --without players leaves the list out.

    A stream of records is read twice for --standing and --section, but not held in memory: the
    places of a million results take about 150 MB. Other formats are read into memory first.

    \b
      bmconv select night.bws --board 7 --standing
      bmconv select night.bws --setup -o next-week.bws
    """
    if boards:
        board_numbers(boards)  # refuse bad input before anything is read or written
    job.rewrite(
        lambda records: select(
            records,
            types,
            sections,
            boards,
            without=without,
            standing_only=standing,
            setup=setup,
        )
    )


def _type_of(word: str) -> str:
    """A record type, also in the plural: `players`."""
    for name in (word, word.removesuffix("s")):
        if name in TYPES:
            return name
    raise UsageError(f"--without {word}: no such record type{like(word, TYPES)}")

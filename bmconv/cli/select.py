"""bmconv select: keep only some records."""

import click

from bmconv.cli import Command
from bmconv.cli.job import FILTER, Job, options
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
@click.option("--standing", is_flag=True, help="leave out results that were corrected or erased")
@click.option("--setup", is_flag=True, help="only movement, settings and empty seats")
def command(
    job: Job,
    types: tuple[str, ...],
    sections: tuple[str, ...],
    boards: str | None,
    standing: bool,
    setup: bool,
) -> None:
    """Keep only some records. Records without a section or a board pass --section and --board.

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
            records, types, sections, boards, standing_only=standing, setup=setup
        )
    )

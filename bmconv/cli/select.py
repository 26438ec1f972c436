"""bmconv select: keep only some records."""

from collections.abc import Iterator
from functools import partial

import click

from bmconv.cli import Command
from bmconv.cli.job import FILTER, Job, options
from bmconv.errors import UsageError, like
from bmconv.filters import Records
from bmconv.filters.deals import TURNS, deals
from bmconv.filters.select import board_numbers, select
from bmconv.records import TYPES, Record, Round, Section

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
@click.option("--renumber", type=int, metavar="N", help="only deals, with boards numbered from N")
@click.option(
    "--turn",
    type=click.Choice(list(TURNS)),
    help="only deals, with the hands turned clockwise; a quarter gives North's hand to East",
)
def command(
    job: Job,
    types: tuple[str, ...],
    sections: tuple[str, ...],
    boards: str | None,
    without: tuple[str, ...],
    standing: bool,
    setup: bool,
    renumber: int | None,
    turn: str | None,
) -> None:
    """Keep only some records. --section and --board keep records that have no section or no board,
    such as players.

    --setup keeps what next week's session starts with. The list of players is part of it: numbers
    get their names from it. --without players leaves it out.

    --renumber and --turn prepare deals for a dealing machine, and keep only deals: all, or those of
    --board. New numbers follow the order of the old ones. A dealer or vulnerability that the input
    states is kept; otherwise those of the new number apply. Par depends on them and is dropped.

    A stream of records is read twice for --standing and --section. Only the places of results are
    held in memory, about 150 MB for a million; other formats are held in memory as a whole.

    \b
      bmconv select night.bws --board 4 --standing
      bmconv select night.bws --setup -o next-week.bws
      bmconv select hands.pbn --board 1-12 --renumber 1 --turn half -o machine.dup
    """
    # refuses wrong boards before anything is read or written
    numbers = board_numbers(boards) if boards is not None else set()

    def filter(records: Records) -> Iterator[Record]:
        select_records = partial(
            select,
            records,
            types,
            sections,
            boards,
            without=without,
            standing_only=standing,
            setup=setup,
        )
        for_machine = renumber is not None or turn is not None
        kept = (
            deals(select_records, numbers, renumber, turn or "")
            if for_machine
            else select_records()
        )
        return warn_if_empty(kept, boards, job, setup=setup)

    job.rewrite(filter)


def warn_if_empty(
    records: Iterator[Record], boards: str | None, job: Job, *, setup: bool = False
) -> Iterator[Record]:
    """Pass records on, and warn if there are none, none of the boards, or no section in a setup."""
    any_record = any_board = any_section = False
    for record in records:
        any_record = True
        any_board = any_board or getattr(record, "board", None) is not None
        any_section = any_section or isinstance(record, Round | Section)
        yield record
    if setup and not any_section and not job.quiet:
        problem = "no movement in the input; bmconv movement make makes one"
        click.echo(f"bmconv: {problem}", err=True)
        return
    lacking = f"of board {boards}" if boards and any_record else "meets the conditions"
    if not (any_board if boards else any_record) and not job.quiet:
        click.echo(f"bmconv: nothing {lacking}; bmconv info shows what there is", err=True)


def _type_of(word: str) -> str:
    """A record type, also in the plural: `players`."""
    for name in (word, word.removesuffix("s")):
        if name in TYPES:
            return name
    raise UsageError(f"--without {word}: no such record type{like(word, TYPES)}")

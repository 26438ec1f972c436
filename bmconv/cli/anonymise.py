"""bmconv anonymise: replace names and numbers with invented ones of the same shape."""

import sys
from collections.abc import Iterator

import click

from bmconv.cli import READ, WRITTEN, Command
from bmconv.cli.job import FILTER, Job, options
from bmconv.errors import UsageError
from bmconv.filters import Records, key_files
from bmconv.filters.anonymise import KEPT_ON_PURPOSE, Mask, WordCollector, anonymise
from bmconv.notes import quantity
from bmconv.records import Error, Record


@options(*FILTER)
@click.option(
    "--key",
    metavar="FILE",
    type=READ,
    help="key file, to give a person the same name in every file and night",
)
@click.option(
    "--club-name",
    metavar="NAME",
    help="name of the club (or its id) that the player numbers are from, with --key",
)
@click.option(
    "--new-key", metavar="FILE", type=WRITTEN, help="make a key file, and do nothing else"
)
@click.command("anonymise", cls=Command)
def command(job: Job, key: str | None, club_name: str | None, new_key: str | None) -> None:
    """Replace names, player numbers, guids, PIN codes, free text and the numbers in it with
    invented ones of the same length and script; the same text gets the same replacement everywhere.
    Contracts, scores, cards, movement, dates, times, settings, and pair and table numbers are kept.

    With --key, a person (a number within its club, or else a name) gets the same name and number in
    every file. Names and numbers of a key look different: Dar-Vel Nok-Rim, 381-204-957-016.

    \b
      bmconv anonymise night.bws -o new.bws
      bmconv anonymise --new-key league.key
    """
    if new_key:
        if key or club_name or job.input:
            raise UsageError("--new-key makes a key file and takes no input and no other option")
        key_files.new_key(new_key)
        return
    if club_name and not key:
        raise UsageError("--club-name needs --key")
    secret = key_files.read_key(key) if key else None
    mask = Mask(WordCollector())

    def replace(records: Records) -> Iterator[Record]:
        nonlocal mask
        mask = anonymise(records, secret, club_name)
        for record in records():
            yield record if isinstance(record, Error) else mask.edit(record)

    job.rewrite(replace)
    if not job.quiet:
        names = mask.names
        counts = (
            f"{quantity(len(names.words), 'word')} and {quantity(len(names.numbers), 'number')}"
        )
        print(f"bmconv: {counts} replaced; kept: {KEPT_ON_PURPOSE}", file=sys.stderr)
        if not secret:
            advice = "other files will get different names; use --key to keep them the same"
            print(f"bmconv: {advice}", file=sys.stderr)

"""bmconv publish: everything a club publishes after an evening, in one go."""

import click

from bmconv.cli import READ, WRITTEN, Command
from bmconv.cli.job import INPUT, Job, options
from bmconv.errors import NeedsHelp
from bmconv.library.rankings import publish

MOST = 20
"""The most oddities that are printed."""


@options(INPUT)
@click.command("publish", cls=Command)
@click.argument("hands", required=False, type=READ)
@click.option("--out", metavar="FOLDER", type=WRITTEN,
              help="folder to write to, made if it does not exist")  # fmt: skip
@click.option("--club", metavar="FILE", type=READ,
              help="TOML file with the data of the club, as for rank --club")  # fmt: skip
@click.option("--language", default="", metavar="CODE",
              help="language, such as nl (default: that of --club, else en)")  # fmt: skip
@click.option("--adjust", metavar="FILE", type=READ,
              help="CSV file with awards and penalties, as for rank")  # fmt: skip
@click.option("--check", "only_check", is_flag=True,
              help="print what looks odd, and write nothing")  # fmt: skip
def command(
    job: Job,
    hands: str | None,
    out: str | None,
    club: str | None,
    language: str,
    adjust: str | None,
    only_check: bool,
) -> None:
    """Write what a club publishes after an evening: the page night.html, the workbook night.xlsx,
    night.xml (USEBIO) and night.pbn with all results. First it prints what looks odd: missing
    results and names, scores far from all others, entries that contradict each other.

    Each file is what `bmconv rank night.bws -o FILE` makes of INPUT, with the hands and
    evaluations of HANDS if that is given. Either all files are written or none.

    \b
      bmconv publish night.bws --out public
      bmconv publish night.bws hands.pbn --club club.toml --out public
      bmconv publish night.bws --check
    """
    if not (out or only_check):
        raise NeedsHelp("--out is missing", hint="add --out FOLDER, or --check to write nothing")
    if job.input in (None, "-"):
        raise NeedsHelp("publish needs a file: the new files are named after it")
    published = publish(
        job.input, hands, out=None if only_check else out, club=club, adjust=adjust,
        language=language, strict=job.strict, notes=job.notes,
    )  # fmt: skip
    if published.adjusted and not job.quiet:
        click.echo(f"bmconv: {published.adjusted}", err=True)
    odd = published.oddities
    click.echo(f"{job.input}: {'nothing looks' if not odd else 'this looks'} odd{':' * bool(odd)}")
    for line in odd[:MOST]:
        click.echo(f"  {line}")
    if len(odd) > MOST:
        click.echo(f"  and {len(odd) - MOST} more")
    for path in published.files:
        click.echo(f"wrote {path}")

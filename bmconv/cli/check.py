"""bmconv check: check an event against the rules and limits of the terminals."""

import json

import click

from bmconv.checks import ERROR, WARNING, Finding
from bmconv.checks.terminals import TERMINALS
from bmconv.cli import Command
from bmconv.cli.job import FORMAT, INPUT, Job, options
from bmconv.library.events import check
from bmconv.notes import Notes, agree

LONGEST = 120
"""The most characters shown of a place and its value; --json shows all."""

STRICT = click.Option(["--strict"], is_flag=True, help="exit 1 also for warnings")


@options(INPUT, FORMAT, STRICT)
@click.command("check", cls=Command)
@click.option(
    "--for", "terminal", type=click.Choice(list(TERMINALS)), default="bm2", show_default=True,
    help="Bridgemate Pro, II or III, or the Data Connector of control software 5 (bcs5)",
)  # fmt: skip
@click.option(
    "--all", "every", is_flag=True, help="show every place, not only the first of each rule"
)
@click.option("--json", "as_json", is_flag=True, help="print JSON: one array")
def command(job: Job, terminal: str, every: bool, as_json: bool) -> int:
    """Check an event against the rules and limits of the terminals.

    Each broken rule is one line, with a count and the first place. The exit code is 1 if there are
    errors, including lines or pages of the file that cannot be read.

    \b
      bmconv check night.bws
      bmconv join BMInput.txt BMRData.txt | bmconv check --for bm3 --all
    """
    with job.input_with_content() as source:
        findings = check(source, terminal, format=job.format, notes=job.notes)
    if as_json:
        click.echo(json.dumps([as_object(f) for f in findings], indent=2, ensure_ascii=False))
    else:
        print_findings(findings, source.name, job.notes, every=every)
    bad = (ERROR, WARNING) if job.strict else (ERROR,)
    return 1 if any(finding.level in bad for finding in findings) else 0


def as_object(finding: Finding) -> dict[str, str | int]:
    """A finding as JSON data, with its message in the singular."""
    return finding._asdict() | {"message": agree(finding.message, 1)}


def print_findings(findings: list[Finding], name: str, notes: Notes, *, every: bool) -> None:
    """Print a line for each rule, then totals, which include the errors noted in reading."""
    alike: dict[tuple[str, str, str], list[Finding]] = {}
    for finding in findings:
        alike.setdefault((finding.level, finding.rule, finding.message), []).append(finding)
    for (level, rule, message), places in alike.items():
        text = agree(message, len(places))
        line = f"{level} {rule}: {len(places)} {text}"
        if every:
            click.echo("\n  ".join([line, *map(location, places)]))
        else:
            first = "" if len(places) == 1 else "first: "
            click.echo(f"{line} ({first}{location(places[0])})")
    unread = sum(tally.first.level == ERROR for tally in notes.tallies.values())
    totals = []
    for level in (ERROR, WARNING):
        count = sum(key[0] == level for key in alike) + (unread if level == ERROR else 0)
        totals.append(f"{count or 'no'} {level}{'' if count == 1 else 's'}")
    if unread:
        totals[0] += f" ({unread} in reading it)"
    click.echo(f"{name}: {', '.join(totals)}")


def location(finding: Finding) -> str:
    """The place and value of a finding, shortened and safe to print on a terminal."""
    text = f"{finding.place}: {finding.value}" if finding.value != "" else finding.place
    text = text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."
    return "".join(char if char.isprintable() else "?" for char in text)

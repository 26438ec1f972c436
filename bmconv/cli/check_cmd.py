"""bmconv check: the rules and limits of the terminals."""

from __future__ import annotations

import json

import click

from bmconv.checks import ERROR, LEVELS, WARNING, Finding, check
from bmconv.cli.job import FORMAT, INPUT, Job, options
from bmconv.convert import decode, version_of
from bmconv.source import Source

DEVICES = {"pro": ("pro", None), "bm2": ("bm2", None), "bm3": ("bm3", None), "bcs5": ("bm2", "dto")}
"""What --for names: the device whose limits hold, and the format to be written, if any."""

LONGEST = 120
"""How many characters of a place and its value are shown; --json has them all."""


@options(INPUT, FORMAT)
@click.command("check")
@click.option(
    "--for", "device", type=click.Choice(list(DEVICES)), default="bm2", show_default=True,
    help="Bridgemate Pro, II or III, or the Data Connector of control software 5",
)  # fmt: skip
@click.option("--all", "every", is_flag=True, help="every place, not only the first of each rule")
@click.option("--json", "as_json", is_flag=True, help="the findings as one JSON array")
def command(job: Job, device: str, every: bool, as_json: bool) -> int:
    """Check an event against the rules and limits of the terminals.

    One line for each rule that is broken, with a count and the first place. The exit code is 1
    when there are errors, with --strict also when there are warnings.

    \b
      bmconv check BMInput.txt
      bmconv join BMInput.txt BMRData.txt | bmconv check --for bm3 --all
    """
    with job.source() as source:
        format = job.format_of(source)
        found = _of_the_file(format, source, device)
        records = decode(source, format, {}, job.notes)
        found += check(records, *DEVICES[device], job.notes)
    if as_json:
        click.echo(json.dumps([as_object(f) for f in found], indent=2, ensure_ascii=False))
    else:
        tell(found, every, job.input)
    bad = (ERROR, WARNING) if job.strict else (ERROR,)
    return 1 if any(finding.level in bad for finding in found) else 0


def _of_the_file(format: str, source: Source, device: str) -> list[Finding]:
    """What the file itself says: control software 5 opens no Access 97 file."""
    version = version_of(format, source)
    if device != "bcs5" or version in (None, "Access 2000"):
        return []
    message = "file{s} that control software 5 does not open (bmconv bws upgrade)"
    return [Finding(ERROR, "access-version", source.name, message, version or "")]


def as_object(finding: Finding) -> dict[str, str | int]:
    """A finding for a program, its message in the singular."""
    return finding._asdict() | {"message": finding.message.replace("{s}", "")}


def tell(found: list[Finding], every: bool, name: str | None) -> None:
    """A line for each rule, and how it ended."""
    alike: dict[tuple[str, str, str], list[Finding]] = {}
    for finding in found:
        alike.setdefault((finding.level, finding.rule, finding.message), []).append(finding)
    for (level, rule, message), places in alike.items():
        text = message.replace("{s}", "" if len(places) == 1 else "s")
        line = f"{level} {rule}: {len(places)} {text}"
        if every:
            click.echo("\n  ".join([line, *map(where, places)]))
        else:
            first = "" if len(places) == 1 else "first: "
            click.echo(f"{line} ({first}{where(places[0])})")
    counts = {level: sum(key[0] == level for key in alike) for level in LEVELS}
    totals = (
        f"{counts[level] or 'no'} {level}{'' if counts[level] == 1 else 's'}"
        for level in (ERROR, WARNING)
    )
    click.echo(f"{name if name and name != '-' else 'stdin'}: {', '.join(totals)}")


def where(finding: Finding) -> str:
    """The place of a finding and the value found there, short enough and safe for a terminal."""
    text = f"{finding.place}: {finding.value}" if finding.value != "" else finding.place
    text = text if len(text) <= LONGEST else text[: LONGEST - 3] + "..."
    return "".join(char if char.isprintable() else "?" for char in text)

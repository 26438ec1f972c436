"""bmconv connector validate: check documents against the rules of the service."""

from collections import Counter

import click
from msgspec import json

from bmconv.cli import Command
from bmconv.cli.advice.error_records import error_record
from bmconv.cli.connector.options import DTO_OPTION
from bmconv.cli.job import INPUT, Job, options
from bmconv.connector.document import documents
from bmconv.connector.validation import innermost, validate, verdict
from bmconv.errors import BadInput
from bmconv.io.stream import encode
from bmconv.notes import LOSS

ONLY_CHECK = (
    "bmconv check --for bcs5 also finds pairs that sit twice in a round, impossible boards, "
    "contracts and settings"
)


STRICT = click.Option(["--strict"], is_flag=True, help="exit 1 also for unknown properties")


@options(INPUT, STRICT)
@click.command("validate", cls=Command)
@DTO_OPTION
@click.option("--json", "as_json", is_flag=True, help="print JSON: one object per document")
@click.option("--adding", is_flag=True, help="check a SessionDTO as one to add to an event")
@click.option(
    "--from-bcs", is_flag=True, help="check data that comes from BCS, which may contain more"
)
def command(job: Job, dto: str, as_json: bool, adding: bool, from_bcs: bool) -> int:
    """Check documents for what the service would reject. One line per finding: RULE PATH message.

    A finding inside another DTO shows the rules around it, and its document if the input has
    several documents or requests. The exit code is 1 if there are findings, and with --strict also
    if there are unknown properties. The content of an answer counts as coming from BCS.
    `bmconv formats dto` lists the rules. With --json, a document that cannot be read is an object
    with "type":"error". Valid documents are confirmed on standard error.

    \b
      bmconv connector validate init.json
      bmconv to dto --no-validate night.bws | bmconv connector validate --json
    """

    def skip(error: BadInput) -> None:
        if as_json:
            click.echo(encode(error_record(error)))

    failed = False
    kinds: Counter[str] = Counter()
    with job.source() as source:
        for document in documents(source, job.notes, dto, exact=True, skip=skip):
            findings = validate(document, adding=adding, from_bcs=from_bcs)
            failed = failed or bool(findings)
            kinds[document.kind or "envelope"] += len(document.items) if document.kind else 1
            if as_json:
                click.echo(json.encode(verdict(document, findings)).decode())
                continue
            is_input = document.envelope is None and document.place == source.name
            for finding in innermost(findings):
                click.echo(f"{finding}" if is_input else f"{finding} at {document.place}")
    if not (failed or as_json or job.quiet):
        counts = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
        click.echo(f"bmconv: {source.name}: valid ({counts}). {ONLY_CHECK}", err=True)
    return 1 if failed or (job.strict and job.notes.count(LOSS)) else 0

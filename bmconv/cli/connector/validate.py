"""bmconv connector validate: the rules of the service, by their ids."""

from __future__ import annotations

import click
from msgspec import json

from bmconv.cli.connector.options import DTO_OPTION
from bmconv.cli.job import INPUT, Job, options
from bmconv.connector.document import some_documents
from bmconv.connector.validation import reported, validate, verdict
from bmconv.notes import LOSS


@options(INPUT)
@click.command("validate")
@DTO_OPTION
@click.option("--json", "as_json", is_flag=True, help="an object for each document, one a line")
@click.option("--adding", is_flag=True, help="a SessionDTO is to be added to an event")
@click.option("--from-bcs", is_flag=True, help="the data comes from BCS, which may say more")
def command(job: Job, dto: str, as_json: bool, adding: bool, from_bcs: bool) -> int:
    """Look for what the service would reject; one line for each finding: RULE PATH message.

    A rule about something inside is told with the rules around it, and the place of the document
    where the input has several or requests. The exit code is 1 when there is a finding, with
    --strict also when there is a property that no client knows. What is inside an answer counts
    as coming from BCS. `bmconv formats dto` lists the rules.

    \b
      bmconv connector validate init.json
      bmconv to dto --no-validate night.bws | bmconv connector validate --json
    """
    failed = False
    with job.source() as source:
        for document in some_documents(source, job.notes, dto):
            found = validate(document, adding=adding, from_bcs=from_bcs)
            failed = failed or bool(found)
            if as_json:
                click.echo(json.encode(verdict(document, found)).decode())
                continue
            whole = document.envelope is None and document.place == source.name
            for finding in reported(found):
                click.echo(f"{finding}" if whole else f"{finding} at {document.place}")
    return 1 if failed or (job.strict and job.notes.count(LOSS)) else 0

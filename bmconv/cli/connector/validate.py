"""bmconv connector validate: the rules of the service, by their ids."""

from __future__ import annotations

from typing import Any

import click
from msgspec import json

from bmconv.cli.connector.options import DTO_OPTION, some_documents
from bmconv.cli.job import INPUT, Job, options
from bmconv.connector.document import Document
from bmconv.connector.findings import Finding
from bmconv.connector.schema import ScoringProgramResponse
from bmconv.connector.validation import reported, validate
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
            answer = isinstance(document.envelope, ScoringProgramResponse)
            found = validate(
                document.items,
                document.kind,
                document.array,
                adding=adding,
                from_bcs=from_bcs or answer,
            )
            failed = failed or bool(found)
            if as_json:
                click.echo(json.encode(verdict(document, found)).decode())
            else:
                tell(document, found, source.name)
    return 1 if failed or (job.strict and job.notes.count(LOSS)) else 0


def verdict(document: Document, found: list[Finding]) -> dict[str, Any]:
    """The findings of a document for a program."""
    return {
        "place": document.place,
        "dto": document.kind,
        "valid": not found,
        "rules": [str(finding) for finding in found],
        "findings": [finding._asdict() for finding in reported(found)],
    }


def tell(document: Document, found: list[Finding], source: str) -> None:
    """The findings of a document for eyes, with its place where the source is not all of it."""
    at = f" at {document.place}" if document.envelope or document.place != source else ""
    for finding in reported(found):
        within = f" ({finding.within})" if finding.within != finding.rule else ""
        click.echo(f"{finding.rule} {finding.path} {finding.message}{within}{at}")

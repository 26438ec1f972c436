"""bmconv connector unwrap: what is inside requests and answers."""

from __future__ import annotations

import click
from msgspec import json

from bmconv.cli.job import INPUT, OUTPUT, Job, options
from bmconv.connector.document import documents
from bmconv.connector.envelope import note_error
from bmconv.connector.schema import ScoringProgramResponse
from bmconv.errors import BadInput
from bmconv.sink import Sink


@options(INPUT, OUTPUT)
@click.command("unwrap")
def command(job: Job) -> None:
    """Write what is inside requests or answers, one document a line.

    An answer that is an error becomes a note with the name of the error, and the exit code is 1.
    `bmconv from dto` reads requests and answers as they are.

    \b
      bmconv connector unwrap polled.json
    """
    with job.source() as source, Sink(job.output, hold=True) as sink:
        for document in documents(source, job.notes):
            envelope = document.envelope
            if envelope is None:
                bare = BadInput(document.place, f"a bare {document.kind}", "a request or an answer")
                if document.place == source.name:
                    raise bare
                job.notes.error("bad-document", str(bare), "document{s} left out: not readable")
                continue
            if isinstance(envelope, ScoringProgramResponse) and note_error(
                envelope, document.place, job.notes
            ):
                continue
            if document.kind:
                inside = document.items if document.array else document.items[0]
                sink.write(json.encode(inside) + b"\n")
            elif document.value is not None:
                sink.write(json.encode(document.value) + b"\n")
        job.settle()

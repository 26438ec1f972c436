"""Decode bytes into records, and encode records into bytes, each with its notes."""

import io
from collections.abc import Iterable
from typing import Any

from bmconv import conversion as convert
from bmconv.io.source import from_bytes
from bmconv.notes import Note, Notes
from bmconv.records import Record


def decode_bytes(data: bytes, format: str, **options: Any) -> tuple[list[Record], list[Note]]:
    """The records in some bytes."""
    notes: list[Note] = []
    source = from_bytes(data, "file")
    return list(convert.decode(source, format, options, Notes(notes.append))), notes


def encode_records(
    records: Iterable[Record], format: str, **options: Any
) -> tuple[bytes, list[Note]]:
    """Records as bytes of a format."""
    notes: list[Note] = []
    sink: Any = io.BytesIO()
    convert.encode(records, format, sink, options, Notes(notes.append))
    return sink.getvalue(), notes


def codes_and_places(notes: list[Note]) -> list[tuple[str, str, str]]:
    """Level, code and place of notes."""
    return [(note.level, note.code, note.place) for note in notes]

"""Data Connector JSON: the DTOs that Bridgemate Control Software 5 exchanges with programs.

A DTO or an array of DTOs, bare or as text inside a request or a response, one a line or one over
all lines. What the documents are is bmconv.connector's knowledge; here they meet the records.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from bmconv.codecs import Codec, Format, Option, Options
from bmconv.codecs.dto.kinds import HOLDS, KINDS, NEW_EVENT
from bmconv.errors import UsageError
from bmconv.notes import Notes
from bmconv.records import TYPES, Record
from bmconv.sink import Output
from bmconv.source import Source

INFO = Format(
    "Data Connector JSON (DTOs)",
    holds=HOLDS,
    encoding="utf-8",
    options=(
        Option("dto", "which DTO it is, where that does not show", reads=True),
        Option("kind", "which document", "init", tuple(KINDS), writes=True),
        Option("envelope", "as requests, one a line", False, writes=True),
        Option("indent", "for eyes (not inside an envelope)", False, writes=True),
        Option("no_validate", "write also what the service would reject", False, writes=True),
        Option("reset", "Commands: reset terminals and server", False, writes=True),
        Option("clear", "Commands: clear the data of all sessions", False, writes=True),
        Option(
            "settings_defaults", "fill in settings that are not known, PIN too", False, writes=True
        ),
        Option("players", "the whole list, or who sits", "all", ("all", "seated"), writes=True),
        Option("split_names", "first name up to the first blank", False, writes=True),
        Option("section", "one section only, by letter or id", writes=True),
        Option("session_name", "name of the session", writes=True),
        Option("date", "date of the session, YYYY-MM-DD", writes=True),
        Option("time", "time of the session, HH:MM", writes=True),
        Option("session_guid", "guid of the session", writes=True),
        Option("event_guid", "guid of the event", writes=True),
        Option("winners", "1 or 2, for sections that do not say", 0, writes=True),
        Option(
            "method", "scoring method, for sections that do not say (default: 10)", 0, writes=True
        ),
        Option("club_id", "id of the club", writes=True),
        Option(
            "licence_key",
            "licence key of the club, for an envelope (or in BMCONV_LICENCE_KEY)",
            writes=True,
        ),
    ),
)

_SIGNS = (b'"SessionGuid"', b'"SerializedData"', b'"RequestCommand"', b'"Commands"', b'"EventGuid"')


def probe(head: bytes, name: str) -> int:
    """JSON with a property that DTOs or envelopes have."""
    return 85 if any(sign in head for sign in _SIGNS) else 0


def info_for(options: Options) -> Format:
    """What one kind of document holds; what it is not made of is not wanted, so that is no loss."""
    types = KINDS[options["kind"]].types
    named = HOLDS if options["kind"] in NEW_EVENT else TYPES.keys() - {"error"}
    holds = {name: HOLDS.get(name) if name in types else None for name in named}
    if options["kind"] == "add-session":
        holds["event"] = ("guid", "club_id")
    return INFO._replace(holds=holds)


def schema(name: str) -> dict[str, Any]:
    """JSON Schema of a DTO by its name, or of each by `*`."""
    from bmconv.connector.schema import DTOS, dto_named, json_schema

    return {dto: json_schema(dto) for dto in DTOS} if name == "*" else json_schema(dto_named(name))


def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """The records of all documents."""
    from bmconv.codecs.dto.read import Reader
    from bmconv.connector.document import documents
    from bmconv.connector.schema import dto_named

    _utf8_only(options)
    reader = Reader(notes)
    dto = dto_named(options["dto"]) if options["dto"] else ""
    for document in documents(source, notes, dto):
        yield from reader.read(document)
    yield from reader.finish()


def encode(records: Iterable[Record], sink: Output, options: Options, notes: Notes) -> None:
    """One document of the kind that is asked for, or its requests."""
    from bmconv.codecs.dto.write import write

    _utf8_only(options)
    write(records, sink, options, notes)


def _utf8_only(options: Options) -> None:
    """Refuse any other character set: JSON has one."""
    if options["encoding"] not in ("", "utf-8"):
        raise UsageError(f"--encoding {options['encoding']}: Data Connector JSON is UTF-8")


CODEC = Codec(INFO, probe, decode, encode, info_for=info_for, schema=schema)

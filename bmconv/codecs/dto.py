"""Data Connector JSON: the DTOs that Bridgemate Control Software 5 exchanges with programs.

A DTO or an array of DTOs, bare or as text inside a request or a response, one a line or one over
all lines. See formats/dto.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from bmconv.codecs import Format, Option, Options
from bmconv.errors import UsageError
from bmconv.notes import Notes
from bmconv.records import TYPES, Record
from bmconv.sink import Sink
from bmconv.source import Source

_PLACE = ("section", "table", "round")
_PERSON = ("number", "name", "first_name", "last_name", "country")
_HAND = ("section", "board", "north", "east", "south", "west", "dealer", "vulnerable")
_RESULT = (
    *(*_PLACE, "id", "board", "pair_ns", "pair_ew", "declarer", "declarer_pair", "contract"),
    *("result", "lead_card", "remarks", "date", "time", "erased", "suspicious_contract"),
    *("scoring_direction", "score"),
)

HOLDS: dict[str, tuple[str, ...] | None] = {
    "event": ("guid", "club_id", "commands", "data_folder"),
    "session": (
        *("id", "guid", "name", "date", "time", "show_in_app", "pairs_move_across_field"),
        *("ew_return_home", "extra"),
    ),
    "scoring_group": ("session", "number", "method", "name", "deleted", "extra"),
    "section": (
        *("id", "letter", "derived", "session", "tables", "missing_pair", "missing_side"),
        *("ew_move_before_play", "scoring_type", "winners", "name", "game_type", "scoring_group"),
        *("combi_ns", "combi_ew", "keep_alive", "explicit_participations", "deleted"),
    ),
    "table": ("section", "table", "update_from_round", "group", "connection_mode", "keep_alive"),
    "round": (
        *(*_PLACE, "ns_pair", "ew_pair", "low_board", "high_board", "custom_boards", "ns_team"),
        *("ew_team", "mates_section", "mates_table", "mates_round", "south", "west", "extra"),
    ),
    "settings": ("section", "values"),
    "player": (*_PERSON, "id", "session", "club_id"),
    "seat": (*_PLACE, "direction", *_PERSON, "swapped", "removed"),
    "hand": _HAND,
    "evaluation": None,
    "result": _RESULT,
    "td_call": (*_PLACE, "time", "status"),
}

_KINDS = (
    *("init", "add-session", "results", "players", "participations", "hands", "bm2", "bm3"),
    *("section-update", "scoring-groups", "td-calls"),
)

INFO = Format(
    "Data Connector JSON (DTOs)",
    holds=HOLDS,
    encoding="utf-8",
    options=(
        Option("dto", "which DTO it is, where that does not show", reads=True),
        Option("kind", "which document", "init", _KINDS, writes=True),
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
        Option("section", "for one section only, by letter", writes=True),
        Option("session_name", "name of the session", writes=True),
        Option("date", "date of the session, YYYY-MM-DD", writes=True),
        Option("time", "time of the session, HH:MM", writes=True),
        Option("session_guid", "guid of the session", writes=True),
        Option("event_guid", "guid of the event", writes=True),
        Option("winners", "1 or 2, for sections that do not say", 0, writes=True),
        Option("method", "scoring method, for sections that do not say (10)", 0, writes=True),
        Option("club_id", "id of the club", writes=True),
        Option("licence_key", "licence key of the club, for an envelope", writes=True),
    ),
)

_SIGNS = (b'"SessionGuid"', b'"SerializedData"', b'"RequestCommand"', b'"Commands"', b'"EventGuid"')


def probe(head: bytes, name: str) -> int:
    """JSON with a property that DTOs or envelopes have."""
    return 85 if any(sign in head for sign in _SIGNS) else 0


def info_for(options: Options) -> Format:
    """What one kind of document holds; what it is not made of is not wanted, so that is no loss."""
    from bmconv.codecs.dto_write import KINDS

    types = KINDS[options["kind"]].types
    holds = {name: fields if name in types else None for name, fields in HOLDS.items()}
    if options["kind"] not in ("init", "add-session"):
        holds = {name: holds.get(name) for name in TYPES if name != "error"}
    return INFO._replace(holds=holds)


def schema(name: str) -> dict[str, Any]:
    """JSON Schema of a DTO by its name, or of each by `*`."""
    from bmconv.connector.schema import DTOS, json_schema

    return {dto: json_schema(dto) for dto in DTOS} if name == "*" else json_schema(known_dto(name))


def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """The records of all documents."""
    from bmconv.codecs.dto_read import Reader
    from bmconv.connector.document import documents

    utf8_only(options["encoding"])
    reader = Reader(notes)
    for document in documents(source, notes, known_dto(options["dto"])):
        yield from reader.read(document)
    yield from reader.finish()


def utf8_only(encoding: str) -> None:
    """Refuse any other character set: JSON has one."""
    if encoding not in ("", "utf-8"):
        raise UsageError(f"--encoding {encoding}: Data Connector JSON is UTF-8")


def known_dto(name: str) -> str:
    """A DTO's name as given, with or without `DTO`, in any case."""
    from bmconv.connector.schema import DTOS

    if not name:
        return ""
    by_name = {known.lower(): known for known in DTOS}
    for text in (name.lower(), f"{name.lower()}dto"):
        if text in by_name:
            return by_name[text]
    raise UsageError(f"no DTO {name!r}: expected one of {', '.join(DTOS)}")


def encode(records: Iterable[Record], sink: Sink, options: Options, notes: Notes) -> None:
    """One document of the kind that is asked for."""
    from bmconv.codecs.dto_write import write

    utf8_only(options["encoding"])
    write(records, sink, options, notes)

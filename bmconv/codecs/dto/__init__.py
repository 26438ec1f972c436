"""Data Connector JSON: the DTOs that Bridgemate Control Software 5 exchanges with programs.

A DTO or an array of DTOs, bare or as text inside a request or a response; one document per line or
one per file. bmconv.connector parses and checks documents; this package maps them to records.
"""

from collections.abc import Iterable, Iterator

from msgspec import structs

from bmconv.codecs import SETTINGS, Codec, Format, Option, Options, write_option
from bmconv.codecs.dto.kinds import KINDS, NEW_EVENT
from bmconv.errors import Flag, UsageError, Wording
from bmconv.io.sink import Output
from bmconv.io.source import Source
from bmconv.notes import Notes
from bmconv.records import TYPES, Evaluation, Record

_PLACE = ("section", "table", "round")
_PERSON = ("number", "name", "first_name", "last_name", "country")

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
    "hand": ("section", "board", "north", "east", "south", "west", "dealer", "vulnerable"),
    "evaluation": tuple(set(Evaluation.__struct_fields__) - {"par_score", "par_contract", "extra"}),
    "result": (
        *(*_PLACE, "id", "board", "pair_ns", "pair_ew", "declarer", "declarer_pair", "contract"),
        *("result", "lead_card", "remarks", "date", "time", "erased", "suspicious_contract"),
        *("scoring_direction", "score"),
    ),
    "td_call": (*_PLACE, "time", "status"),
}
"""The fields that documents can hold, or whose loss has a note of its own."""

_COMMANDS = {
    "reset": "resets terminals and server",
    "read": "starts reading the terminals",
    "clear": "clears the data of all sessions",
}
_OF_EVENT = (
    ("session_name", "", "TEXT", "name of the session"),
    ("date", "", "DATE", "date of the session, YYYY-MM-DD"),
    ("time", "", "TIME", "time of the session, HH:MM"),
    ("session_guid", "", "GUID", "guid of the session"),
    ("event_guid", "", "GUID", "guid of the event"),
    ("winners", 0, "N", "number of winners, 1 or 2, for sections without it"),
    ("method", 0, "N", "scoring method, for sections without one (default: 10)"),
    ("club_id", "", "ID", "id of the club"),
    ("licence_key", "", "KEY", "licence key of the club (or in BMCONV_LICENCE_KEY)"),
)
"""Options for what is not in the records: name, default, placeholder and help."""

INFO = Format(
    "Data Connector JSON (DTOs)",
    holds=HOLDS,
    scope="dto",
    encoding="utf-8",
    options=(
        Option("dto", "DTO type, where it cannot be recognised", reads=True, metavar="NAME"),
        write_option("kind", "document to write", "init", tuple(KINDS)),
        write_option("envelope", "write requests, one per line", False),
        write_option("indent", "indent the JSON (not inside an envelope)", False),
        write_option(
            "no_validate", "do not validate: write even what the service would reject", False
        ),
        write_option("section", "only this section, by letter or id", metavar="LETTER|ID"),
        SETTINGS,
        write_option("players", "the whole list, or seated players only", "all", ("all", "seated")),
        write_option("split_names", "split names at the first space", False),
        *(
            write_option(name, f"set the bit of Commands that {effect}", False, group="Commands")
            for name, effect in _COMMANDS.items()
        ),
        *(
            write_option(name, help, default, metavar=metavar, group="Event and session")
            for name, default, metavar, help in _OF_EVENT
        ),
    ),
)

_PROPERTIES = (
    b'"SessionGuid"',
    b'"SerializedData"',
    b'"RequestCommand"',
    b'"Commands"',
    b'"EventGuid"',
)


def probe(head: bytes, name: str) -> int:
    """Likely if a property of DTOs or envelopes is in the first bytes."""
    return 85 if any(quoted in head for quoted in _PROPERTIES) else 0


def info_for(options: Options) -> Format:
    """What one kind of document holds.

    Record types that are never in it are listed with all fields, so that they do not count as lost.
    """
    types = KINDS[options.text("kind")].types
    named = HOLDS if options.text("kind") in NEW_EVENT else TYPES.keys() - {"error"}
    holds = {name: HOLDS.get(name) if name in types else None for name in named}
    if options.text("kind") == "add-session":
        holds["event"] = ("guid", "club_id")
    return structs.replace(INFO, holds=holds)


def schema(name: str) -> dict[str, object]:
    """JSON Schema of the DTO with this name, or of all DTOs for `*`."""
    from bmconv.connector.schema import find_dto, json_schema

    return json_schema(None if name == "*" else find_dto(name))


def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """The records of all documents."""
    from bmconv.codecs.dto.read import DocumentReader
    from bmconv.connector.document import documents
    from bmconv.connector.schema import find_dto

    _utf8_only(options)
    reader = DocumentReader(notes)
    dto = find_dto(options.text("dto")) if options.text("dto") else ""
    for document in documents(source, notes, dto):
        yield from reader.read(document)
    yield from reader.finish()


def encode(records: Iterable[Record], sink: Output, options: Options, notes: Notes) -> None:
    """Write one document of the kind chosen with --kind, or its requests."""
    from bmconv.codecs.dto.write import write

    _utf8_only(options)
    write(records, sink, options, notes)


def _utf8_only(options: Options) -> None:
    """Refuse any other character set: JSON is always UTF-8."""
    if options.text("encoding") not in ("", "utf-8"):
        flag = Flag("encoding", options.text("encoding"))
        raise UsageError(Wording(flag, ": Data Connector JSON is UTF-8"))


CODEC = Codec(INFO, probe, decode, encode, info_for=info_for, schema=schema)

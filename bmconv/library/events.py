"""The functions that read events: convert, join, info, check, missing, diff."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from bmconv.codecs import detect
from bmconv.conversion import Target, decode, format_of_target, open_output, transfer, version_of
from bmconv.event import Event
from bmconv.io.source import Input, open_input
from bmconv.library.arguments import NO_OPTIONS, Data, check_type, one_of, open_event, record_types
from bmconv.notes import Notes

if TYPE_CHECKING:
    from bmconv.checks import Finding
    from bmconv.event.schedule import Schedule
    from bmconv.joining import Part


def convert(
    data: Input,
    output: Target | None = None,
    *,
    format: str | None = None,
    target: str | None = None,
    from_opt: Mapping[str, Any] = NO_OPTIONS,
    to_opt: Mapping[str, Any] = NO_OPTIONS,
    notes: Notes | None = None,
) -> bytes | None:
    """Convert a file to another format, in bulk where both can; without output, return bytes.

    `format` is the format of the input, `target` of the output; both are detected if not given.
    """
    for name, options in (("from_opt", from_opt), ("to_opt", to_opt)):
        check_type(name, options, Mapping, "a map of options by name")
    target = target or format_of_target(output, "target=")
    with open_input(data) as source, open_output(output) as (sink, buffer):
        source_format = format or detect(source)
        transfer(source, source_format, target, sink, (from_opt, to_opt), notes or Notes())
    return buffer.getvalue() if buffer else None


def part(
    data: Data,
    *,
    format: str | None = None,
    only: Collection[str] = (),
    rename: Mapping[str, str] = NO_OPTIONS,
    name: str = "",
    notes: Notes | None = None,
) -> Part:
    """One of the files to join, with only some record types or with other section letters."""
    from bmconv.joining import Part

    check_type("rename", rename, Mapping, "a map from old to new letters")
    types, letters = frozenset(record_types(only, "only")), dict(rename)
    if isinstance(data, Event):
        return Part(name or "event", list(Event(data)), types, letters)
    with open_input(data) as source:
        records = decode(source, format or detect(source), {}, notes or Notes())
        return Part(name or source.name, list(records), types, letters)


def join(*data: Data | Part, notes: Notes | None = None) -> Event:
    """Join files and events into one event: each fills and replaces values of the earlier ones.

    `part` takes only some types of a file, or gives its sections other letters.
    """
    from bmconv.joining import Part
    from bmconv.joining import join as joined

    notes = Notes(keep=True) if notes is None else notes
    parts = [d if isinstance(d, Part) else part(d, notes=notes) for d in data]
    return joined(parts, notes)


class Info(Struct, frozen=True):
    """What a file is, and what is in it."""

    file: str
    format: str
    version: str | None
    contents: dict[str, Any]
    """Counts of records; sessions, sections, boards and players."""


def info(data: Input, *, format: str | None = None, notes: Notes | None = None) -> Info:
    """Describe what a file is and what is in it."""
    from bmconv.event.summary import describe

    notes = notes or Notes()
    with open_input(data) as source:
        format = format or detect(source)
        version = version_of(format, source)
        event = Event(decode(source, format, {}, notes), notes)
    return Info(source.name, format, version, describe(event))


def check(
    data: Data, terminal: str = "bm2", *, format: str | None = None, notes: Notes | None = None
) -> list[Finding]:
    """Check an event for a terminal: pro, bm2, bm3, or bcs5 for the Data Connector; errors first.

    A file is also checked for duplicate records, which an Event has joined.
    """
    from bmconv.checks import check as check_records
    from bmconv.checks.terminals import TERMINALS, file_findings

    limits_of, target = TERMINALS[one_of("terminal", terminal, TERMINALS)]
    if isinstance(data, Event):
        return check_records(open_event(data, None, None), limits_of, target)
    notes = notes or Notes()
    with open_input(data) as source:
        format = format or detect(source)
        findings = file_findings(source.name, version_of(format, source), terminal)
        origin = "dto" if format == "dto" else "bws"
        records = decode(source, format, {}, notes)
        findings += check_records(records, limits_of, target, notes, origin)
        notes.drop_repairs({finding.rule for finding in findings})
        return findings


def missing(data: Data, *, format: str | None = None, notes: Notes | None = None) -> Schedule:
    """What should be played and what was entered; `missing_results()` lists the results to come."""
    from bmconv.event.schedule import Schedule

    schedule = Schedule(open_event(data, format, notes))
    schedule.need_movement()
    return schedule


def diff(
    old: Data, new: Data, *, common: bool = False, notes: Notes | None = None
) -> list[dict[str, Any]]:
    """The changes from one event to another: removed, changed and added records.

    `common` compares only what both have; if one has only a score, the score of the contract of
    the other is compared with it.
    """
    from bmconv.joining.comparing import compare

    events = open_event(old, None, notes), open_event(new, None, notes)
    return list(compare(*events, common=common))

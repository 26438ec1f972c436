"""Records given to apply, with the fields that each of them names.

A field that is absent, null or blank stays as it is in the file; false and 0 are values; `"clear":
[...]` empties fields. So a record alone is not enough: `RequestedRecord` also has the names.
"""

import json
import os
from collections.abc import Callable, Collection, Iterable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, NamedTuple

import msgspec

from bmconv.bridge.contracts import PASS
from bmconv.bridge.outcomes import is_special
from bmconv.bridge.places import place as place_of
from bmconv.bws.layout import BEYOND, TABLE_OF, TABLES
from bmconv.bws.live.refusals import ADD_SECTION, Refusal, RefusalList, no_section
from bmconv.bws.live.view import View, int_of, text
from bmconv.bws.read import read_records
from bmconv.codecs import Wanted, detect
from bmconv.conversion import decode
from bmconv.errors import BadInput, DataError, UsageError, brief
from bmconv.event import Event
from bmconv.event.checking import copy_record, valid_copy
from bmconv.event.sections import rekey
from bmconv.event.standing import entry, standing_place, standing_positions, standing_results
from bmconv.io.source import Source
from bmconv.io.stream import decode_line, lines_with_places
from bmconv.notes import Notes
from bmconv.records import (
    CLEAR,
    Error,
    Record,
    Result,
    Round,
    Section,
    Settings,
    Table,
    identity,
    type_name,
)
from bmconv.registry import RECORDS
from bmconv.rules import SCOPES, normalise
from bmconv.rules.settings import name_as_in_guide

MOVEMENT = ("ns_pair", "ew_pair", "low_board", "high_board", "custom_boards", "south", "west")
"""The fields of a round; formats other than records always give all of them."""
SCORE = ("declarer", "declarer_pair", "contract", "result", "lead_card", "remarks")
NAMES = ("name", "first_name", "last_name")
PROCESSED = ("processed", *(f"processed{n}" for n in range(1, 5)))

CHANGEABLE: dict[str, tuple[str, ...]] = {
    "client": ("computer",),
    "session": (
        *("guid", "name", "date", "time", "status", "show_in_app"),
        *("pairs_move_across_field", "ew_return_home"),
    ),
    "section": (
        *("letter", "session", "tables", "missing_pair"),
        *("ew_move_before_play", "scoring_type", "winners"),
    ),
    "table": ("computer_id", "group", "update_from_round"),
    "round": MOVEMENT,
    "settings": ("values",),
    "player": NAMES,
    "seat": (*NAMES, "number", "removed", "processed"),
    "result": (*SCORE, *PROCESSED, "erased", "pair_ns", "pair_ew"),
    "hand": ("north", "east", "south", "west"),
}
"""The fields that apply can change, or refuses with a reason of their own."""
KEPT: dict[str, tuple[str, ...]] = {
    "table": ("status", "log_on_off", "current_round", "current_board"),
    "seat": ("updated", "time", "entry_source"),
    "result": (*("id", "date", "time", "external_update", "suspicious_contract"),),
}
"""The fields that only the control software, or apply itself, sets."""
PLACES: dict[str, tuple[str, ...]] = {
    "round": ("section", "table", "round"),
    "table": ("section", "table"),
    "seat": ("section", "table", "direction"),
    "result": ("section", "table", "round", "board"),
    "hand": (),
}
"""The fields that give the place of a new record; a hand without section is for all sections."""
ADDED = ("round", "table")
"""Types of records that can come with a new section."""
IGNORED = ("type", "derived", "extra")
"""The fields that are never compared."""


class RequestedRecord(NamedTuple):
    """A record with the names of the fields that have a value and of the fields to be emptied."""

    record: Any
    fields: frozenset[str]
    cleared: frozenset[str] = frozenset()


class Edit(NamedTuple):
    """What one record asks to change: the fields that differ from the file."""

    record: Any
    fields: frozenset[str]
    cleared: frozenset[str]
    stored: Any
    """The file's record of the same row; None if there is none."""

    def names(self, *fields: str) -> bool:
        """Whether any of these fields is to be changed or emptied."""
        return bool((self.fields | self.cleared) & {*fields})

    def value(self, name: str) -> Any:
        """The value of a field after the change."""
        if name in self.cleared:
            return None
        return getattr(self.record if name in self.fields else self.stored or self.record, name)


class RequestedChanges(NamedTuple):
    """What apply is asked for: the records as an event, and the edits by record type."""

    event: Event
    edits: dict[str, list[Edit]]

    def of(self, kind: str) -> list[Edit]:
        """The edits of one record type."""
        return self.edits.get(kind, [])


def read_requested(source: Source, format: str | None, notes: Notes) -> list[RequestedRecord]:
    """The records of a source; in the records format, each line names its own fields."""
    format = format or detect(source)
    if format != RECORDS:
        records = decode(source, format, {}, notes)
        return without_corrected([as_in_other_formats(requested_record(r)) for r in records])
    requested = []
    for line, place in lines_with_places(source):
        fields: Any = None
        with suppress(msgspec.DecodeError, UnicodeError, RecursionError):
            fields = msgspec.json.decode(line)
        if isinstance(fields, dict):
            refuse_repeated_keys(line, place)
            requested.append(named_fields(fields, place, notes))
        else:
            decode_line(line, place)  # raises the error that names the place
    return requested


def refuse_repeated_keys(line: bytes, place: Callable[[], str]) -> None:
    """Refuse a line of valid JSON in which a key appears twice: only its last value would count.

    This check takes several times as long as reading the line, so only `bws apply` asks for it.
    """

    def keys_once(pairs: list[tuple[str, object]]) -> dict[str, object]:
        values = dict(pairs)
        if len(values) < len(pairs):
            names = [name for name, _ in pairs]
            name = next(name for name in names if names.count(name) > 1)
            raise BadInput(place(), f"{brief(name)} appears more than once", "each key once")
        return values

    with suppress(ValueError, RecursionError):  # the reader refuses numbers too long for it
        json.loads(line, object_pairs_hook=keys_once)


def is_list_of_records(data: object) -> bool:
    """Whether a value contains records, rather than being a source to read them from."""
    inputs = (str, bytes, bytearray, memoryview, os.PathLike, Source)
    return isinstance(data, Iterable) and not isinstance(data, inputs) and not hasattr(data, "read")


def requested_records(records: object, notes: Notes) -> list[RequestedRecord]:
    """The records that a Python program gives: Record objects, or mappings like a line of JSON."""
    if isinstance(records, Event):
        return without_corrected([requested_record(copy_record(record)) for record in records])
    if isinstance(records, Mapping | Record) or not isinstance(records, Iterable):
        raise UsageError(f"{brief(records)}: expected a list of records")
    return [
        named_fields(dict(record), partial(brief, record), notes)
        if isinstance(record, Mapping)
        else requested_record(valid_copy(record))
        for record in records
    ]


def requested_record(record: Record) -> RequestedRecord:
    """A record that names the fields it has a value for."""
    unset = type(record)()
    names = {n for n in record.__struct_fields__ if getattr(record, n) != getattr(unset, n)}
    present = {n for n in names if is_known(getattr(record, n))}
    requested = RequestedRecord(record, frozenset(present) - {"derived"})
    return with_cleared(requested, emptied_by_set(record), lambda: place_of(record))


def is_known(value: Any) -> bool:
    """Whether a value is known: neither null nor blank text."""
    return value is not None and not (isinstance(value, str) and not value.strip())


def emptied_by_set(record: Record) -> list[str]:
    """The fields that the command `set` has emptied, which it lists in the record's `extra`."""
    names = (record.extra or {}).get(CLEAR)
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []


def as_in_other_formats(item: RequestedRecord) -> RequestedRecord:
    """A record of a format with fixed columns: rounds name all fields, 0 in a table is no value."""
    record = item.record
    if isinstance(record, Table):
        names = ("computer_id", "group", "update_from_round")
        empty = {name for name in names if not getattr(record, name)}
        return item._replace(fields=item.fields - empty)
    if not isinstance(record, Round):
        return item
    record.ns_pair, record.ew_pair = record.ns_pair or 0, record.ew_pair or 0
    fields = item.fields | {"ns_pair", "ew_pair"}
    return item._replace(fields=fields, cleared=frozenset(MOVEMENT) - fields)


def named_fields(fields: dict[str, Any], place: Callable[[], str], notes: Notes) -> RequestedRecord:
    """The record of a JSON object, and the fields it names."""
    cleared = fields.pop("clear", None) or ()
    if not isinstance(cleared, list | tuple) or not all(isinstance(n, str) for n in cleared):
        raise Refusal("bad-clear", place(), f"clear is {brief(cleared)}; expected a list of fields")
    values = fields.get("values")
    if isinstance(values, dict):
        fields["values"] = {name: value for name, value in values.items() if is_known(value)}
    present = {name: value for name, value in fields.items() if is_known(value)}
    line = msgspec.json.encode(present, enc_hook=str)
    (record,) = normalise([decode_line(line, place)], SCOPES[""], notes)
    if isinstance(record, Error):
        raise DataError(f"the input ended with an error: {record.message}")
    requested = RequestedRecord(record, frozenset(present) - {"type"})
    return with_cleared(requested, [*cleared, *emptied_by_set(record)], place)


def with_cleared(
    item: RequestedRecord, cleared: Collection[str], place: Callable[[], str]
) -> RequestedRecord:
    """A requested record with the fields to be emptied; refused if a field cannot be emptied."""
    if cleared and isinstance(item.record, Settings):
        problem = f"{sorted(cleared)[0]} cannot be cleared: a setting always has a value"
        raise Refusal("bad-clear", place(), problem, hint="give the value it is to have")
    if unknown := {*cleared} - {*CHANGEABLE.get(type_name(item.record), ())}:
        raise Refusal("bad-clear", place(), f"{sorted(unknown)[0]} cannot be cleared")
    if twice := item.fields & {*cleared}:
        raise Refusal("bad-clear", place(), f"{sorted(twice)[0]} has a value and is to be cleared")
    return item._replace(cleared=frozenset(cleared))


def compare(requested: list[RequestedRecord], view: View, notes: Notes) -> RequestedChanges:
    """Compare the requested records with the file; values it already has cause no change."""
    use_section_ids(requested, view, notes)
    event = Event([copy_record(item.record) for item in requested], Notes())
    merged = merge(requested, event.place, notes)
    event = Event([copy_record(item.record) for item in merged], notes)
    stored = StoredRecords(view, {*event.counts()})
    edits: dict[str, list[Edit]] = {}
    for item in merged:
        kind = type_name(item.record)
        edit = stored.compare(item)
        if edit is not None:
            edits.setdefault(kind, []).append(edit)
    return RequestedChanges(
        event, {k: note_unchangeable(k, e, event, notes) for k, e in edits.items()}
    )


def use_section_ids(requested: list[RequestedRecord], view: View, notes: Notes) -> None:
    """Replace section ids that were derived from letters by the ids in the file."""
    records = [item.record for item in requested]
    if any(isinstance(record, Section) and record.derived for record in records):
        rows = [row for _, row in view.rows("Section")]
        real = [Section(id=int_of(row["id"]), letter=text(row["letter"])) for row in rows]
        rekey([[*real, *records]], notes)


def without_corrected(requested: list[RequestedRecord]) -> list[RequestedRecord]:
    """The requested records, without results that a later result of the same board corrects."""
    results = [item.record for item in requested if type(item.record) is Result]
    positions = standing_positions((*entry(r)[:-1], False) for r in results)
    latest = {id(results[at]) for at in positions}
    return [i for i in requested if type(i.record) is not Result or id(i.record) in latest]


def merge(
    requested: list[RequestedRecord], place: Callable[[Record], str], notes: Notes
) -> list[RequestedRecord]:
    """One item for each row; a later record of the row changes or replaces the earlier one."""
    known: dict[Any, RequestedRecord] = {}
    for item in requested:
        key = _merge_key(item.record)
        earlier = known.get(key)
        if earlier is None or _replaces_entry(earlier.record, item.record):
            known[key] = item
        elif not _has_lower_id(item.record, earlier.record):
            known[key] = _merge_two(earlier, item, place, notes)
    return [*known.values()]


def _merge_key(record: Record) -> object:
    """The key of records to be merged; results without an exact place are never merged."""
    about: object = standing_place(*entry(record)[1:-1]) if isinstance(record, Result) else None
    about = about or identity(record)
    return (type(record), about) if about is not None else id(record)


def _replaces_entry(earlier: Record, later: Record) -> bool:
    """Whether a later result is a new entry of a terminal, not a change of the same entry."""
    if not isinstance(earlier, Result) or not isinstance(later, Result):
        return False
    if _has_lower_id(later, earlier):
        return False
    is_erasure = earlier.erased or later.erased
    are_complete = _is_complete(earlier) and _is_complete(later)
    return bool(_has_lower_id(earlier, later) or is_erasure or are_complete)


def _has_lower_id(record: Record, other: Record) -> bool:
    """Whether a result is an earlier entry than another, judging by their ids."""
    ids = [r.id for r in (record, other) if isinstance(r, Result) and r.id is not None]
    return len(ids) == 2 and ids[0] < ids[1]


def _is_complete(result: Result) -> bool:
    """Whether a result has everything that a terminal sends, not only fields to be changed."""
    is_played = result.contract == PASS or (result.contract and result.result)
    return bool(is_played or is_special(result.remarks))


def _merge_two(
    earlier: RequestedRecord, later: RequestedRecord, place: Callable[[Record], str], notes: Notes
) -> RequestedRecord:
    """An item with the fields of two records; later values count, and replaced ones are noted."""
    record = earlier.record
    replaced: list[str] = []
    for name in sorted(later.fields - {"values"}):
        if name in earlier.fields and getattr(record, name) != getattr(later.record, name):
            replaced.append(name)
        setattr(record, name, getattr(later.record, name))
    for name in sorted(later.cleared):
        replaced += [name] if name in earlier.fields else []
        setattr(record, name, getattr(type(record)(), name))
    if isinstance(record, Settings):
        values, new = record.values, later.record.values
        replaced += [name for name in new if name in values and values[name] != new[name]]
        record.values = values | new
    for name in replaced:
        text = "value{s} replaced by a later one that differs"
        notes.loss("value-replaced", f"{place(record)} {name}", text)
    return RequestedRecord(
        record,
        (earlier.fields - later.cleared) | later.fields,
        (earlier.cleared - later.fields) | later.cleared,
    )


class StoredRecords:
    """The records of the file, by the row that they describe."""

    def __init__(self, view: View, kinds: set[str]) -> None:
        wanted = Wanted("", frozenset({*kinds, "section"}), asked=True)
        records = list(read_records(view.editor.database, wanted, Notes()))
        self.by_key: dict[Any, list[Record]] = {}
        joined: list[Record] = []
        with suppress(DataError):  # Event refuses records that contradict each other
            event = Event([copy_record(record) for record in records], Notes())
            joined = [*event.without(Result)]
        results, _ = standing_results([r for r in records if type(r) is Result])
        self.standing = {stored_key(result): result for result in results}
        for record in (*records, *joined, *results):
            self.by_key.setdefault(stored_key(record), []).append(record)

    def candidates(self, record: Record) -> list[Record]:
        """The file's records of the same row; the record that counts comes last.

        A result without an id means the standing row, never an earlier entry.
        """
        key = stored_key(record)
        if type(record) is Result and record.id is None:
            return [self.standing[key]] if key in self.standing else []
        return self.by_key.get(key, [])

    def compare(self, item: RequestedRecord) -> Edit | None:
        """What a record asks to change; None if the file has these values already."""
        if isinstance(item.record, Settings):
            return self._compare_settings(item)
        candidates = self.candidates(item.record)
        about = {*(item.record.key or ()), *IGNORED}
        names = item.fields - about
        if type(item.record) is Result:
            names = names - {"section", "table", "round", "board"}
        edits = [self._edit(item, names, stored) for stored in candidates]
        if any(not (edit.fields or edit.cleared) for edit in edits):
            return None
        return edits[-1] if edits else Edit(item.record, names, item.cleared, None)

    def _edit(self, item: RequestedRecord, names: frozenset[str], stored: Record) -> Edit:
        differing = {n for n in names if getattr(stored, n) != getattr(item.record, n)}
        cleared = {n for n in item.cleared if getattr(stored, n)}
        return Edit(item.record, frozenset(differing), frozenset(cleared), stored)

    def _compare_settings(self, item: RequestedRecord) -> Edit | None:
        """What settings ask to change; the rows that they apply to are compared later."""
        record = item.record
        wanted = name_as_in_guide(record.values)
        for stored in self.candidates(record):
            values = name_as_in_guide(stored.values) if isinstance(stored, Settings) else {}
            if all(values.get(name) == value for name, value in wanted.items()):
                return None
        return Edit(record, frozenset({"values"}), frozenset(), None) if record.values else None


def stored_key(record: Record) -> Any:
    """What identifies the row of the file that a record describes."""
    if type(record) is Result:
        return Result, record.section, record.table, record.round, record.board
    about = identity(record)
    return type(record), repr(msgspec.to_builtins(record)) if about is None else about


def note_unchangeable(kind: str, edits: list[Edit], event: Event, notes: Notes) -> list[Edit]:
    """The edits, reduced to the fields that apply can change; other fields are noted."""
    changeable, kept = {*CHANGEABLE.get(kind, ())}, {*KEPT.get(kind, ())}
    columns = {column.field for column in columns_of(kind)}
    rest = []
    for edit in edits:
        place = event.place(edit.record)
        if not changeable:
            why = "not applied: apply does not change them"
            notes.loss("not-applied", place, why, what=f"{kind} record{{s}}")
            continue
        for name in sorted(edit.fields - changeable if edit.stored is not None else ()):
            if name in kept:
                why = "value{s} not applied: the control software sets {it|them}"
                notes.repair("kept", f"{place} {name}", why)
            elif name not in ("dealer", "vulnerable", *columns):
                why = "value{s} not applied: a .bws has no column for {it|them}"
                notes.loss("not-applied", f"{place} {name}", why)
        fields = edit.fields & changeable
        if fields or edit.cleared or edit.stored is None:
            rest.append(edit._replace(fields=fields))
    return rest


def refuse_unplaced(request: RequestedChanges, view: View) -> None:
    """Refuse new records that lack a part of their place, or whose section does not exist."""
    refusals = RefusalList()
    sections = {int_of(row["id"]) for _, row in view.rows("Section")}
    unknown: dict[int, str] = {}
    for edit in request.of("section"):
        if edit.record.letter or edit.record.id in (None, *sections):
            sections.add(edit.record.id)
        else:
            unknown[edit.record.id] = ADD_SECTION
    for kind, names in PLACES.items():
        for edit in request.of(kind):
            record = edit.record
            if edit.stored is not None:
                continue
            if lacking := [name for name in names if getattr(record, name) is None]:
                problem = f"a {kind} record without {' and '.join(lacking)}"
                place = request.event.place(record)
                hint = "add " + " and ".join(f'"{name}"' for name in lacking)
                refusals.extend([Refusal("incomplete-row", place, problem, hint=hint)])
            elif record.section is not None and record.section not in sections:
                unknown.setdefault(record.section, ADD_SECTION if kind in ADDED else "")
    refusals.extend(no_section(section, hint) for section, hint in sorted(unknown.items()))
    refusals.raise_any()


def columns_of(kind: str) -> tuple[Any, ...]:
    """The columns of the table that holds a record type."""
    table = TABLE_OF.get(kind, "")
    return (*TABLES[table].columns, *BEYOND.get(table, ())) if table else ()

"""Set fields of records to given values."""

from collections.abc import Iterator
from copy import copy
from typing import NamedTuple

from bmconv import records as rec
from bmconv.bridge.cards import SEATS, faults
from bmconv.errors import DataError, UsageError
from bmconv.event import Event
from bmconv.event.person_names import are_alike
from bmconv.event.seating import player_number
from bmconv.event.section_settings import section_settings
from bmconv.event.sections import find_section
from bmconv.filters import Records
from bmconv.filters.assignments import Assignment
from bmconv.filters.changed_results import (
    Edit,
    carry_history,
    refuse_hidden,
    refuse_replaced,
    update_dependent_fields,
)
from bmconv.filters.entered_results import mark_restoring, missing_results, refuse_unplayed
from bmconv.filters.record_names import Namer, normalise
from bmconv.notes import Notes
from bmconv.records import TYPES, Record, name_of, type_name

_CREATABLE = {"event", "session", "settings"}
"""Record types of which a missing record is created; records of other types must exist."""
_REPLACED_NAMES = {
    "name": ("first_name", "last_name"),
    "first_name": ("name",),
    "last_name": ("name",),
}
"""The fields of a player's or seat's name that become empty when a field of it gets a value."""

Boards = frozenset[int | None] | None
"""The boards whose results are kept in memory; None means all."""


class Plan(NamedTuple):
    """All changes to be made, worked out before anything is written."""

    created: list[Record]
    """New event, session and settings records."""
    expanded: list[Edit]
    """The settings of each section, made from the settings for all sections."""
    edited: list[Edit]
    """All other records of `types`, in their order; of results only those on `boards`."""
    entered: list[Edit]
    """Missing results that are entered: before, each has only its place and pairs."""
    types: frozenset[str]
    """The types of the records that can change."""
    boards: Boards

    def changes(self) -> list[Edit]:
        """The records that change, before and after; before, a new record has no values."""
        added = [(_without_values(record), record) for record in self.created]
        pairs = [*added, *self.expanded, *self.edited, *self.entered]
        return [(old, new) for old, new in pairs if new is not old and new != old]

    def apply(self, records: Records) -> Iterator[Record]:
        """The records with all changes; new ones come first, but new results last."""
        yield from self.created
        yield from (new for _, new in self.expanded)
        edited, entered = iter(self.edited), iter(self.entered)
        for record in records():
            if isinstance(record, rec.Error):  # an error is always the last record
                yield from (new for _, new in entered)
            if type_name(record) not in self.types or not _is_on(record, self.boards):
                yield record
            elif not (self.expanded and isinstance(record, rec.Settings)):
                old, new = next(edited)
                yield record if new is old else new  # the same object if unchanged
        yield from (new for _, new in entered)


def _without_values(record: Record) -> Record:
    """A record about the same thing that has no values."""
    return type(record)(**{name: getattr(record, name) for name in record.key or ()})


def set_values(
    records: Records, assignments: list[Assignment], *, all_matches: bool = False
) -> Iterator[Record]:
    """The records with fields set; missing event, session and settings records come first."""
    return plan_changes(records, assignments, all_matches=all_matches).apply(records)


def plan_changes(
    records: Records,
    assignments: list[Assignment],
    *,
    all_matches: bool = False,
    takes_scores: bool = True,
) -> Plan:
    """All changes that follow from assignments; refuses one that matches nothing or too much.

    `all_matches`: an assignment may match several records. `takes_scores`: the output format can
    hold a score without a contract.
    """
    assignments = mark_restoring(_with_section_ids(assignments, records))
    types = {assignment.kind for assignment in assignments}
    if any(map(_renames_player, assignments)):
        types.add("seat")
    consulted = types | {"section", "settings"}  # settings say how player numbers are compared
    if "seat" in types:
        consulted.add("player")  # a seat gets the name listed with its new number
    if "result" in types:
        consulted |= {"round", "hand"}
    known, boards = _known_records(records, assignments, consulted)
    own_records = [record for record in known if type_name(record) in types]
    expanded = _settings_of_sections(assignments, known)
    if expanded:
        known = [r for r in known if not isinstance(r, rec.Settings)] + expanded
        own_records = [r for r in own_records if not isinstance(r, rec.Settings)]
    namer = Namer(known)
    missing = missing_results(assignments, known, namer, all_matches=all_matches)
    if missing:
        known = [*known, *missing]
        namer = Namer(known)
    created = _new_records(assignments, known, namer, all_matches=all_matches)
    renaming = filter(_renames_player, assignments)
    seats = [seat for assignment in renaming for seat in _seats_of(assignment, known, namer)]
    edit = _Edit([*assignments, *seats], known, namer)
    edited = carry_history([(record, edit.apply(record)) for record in own_records], namer)
    entered: list[Edit] = [(blank, edit.apply(blank)) for blank in missing]
    refuse_unplayed(entered, assignments, namer, takes_scores=takes_scores)
    refuse_hidden([*edited, *entered], namer)
    return Plan(
        created,
        [(record, edit.apply(record)) for record in expanded],
        edited,
        entered,
        frozenset(types),
        boards,
    )


def _with_section_ids(assignments: list[Assignment], records: Records) -> list[Assignment]:
    """The assignments; a value that is the letter of a section becomes the section's id."""
    if not any(assignment.section for assignment in assignments):
        return assignments
    sections = [record for record in records() if isinstance(record, rec.Section)]
    return [_with_section_id(a, sections) if a.section else a for a in assignments]


def _with_section_id(assignment: Assignment, sections: list[rec.Section]) -> Assignment:
    try:
        return assignment._replace(value=find_section(assignment.section, sections))
    except UsageError as error:
        raise UsageError(f"{assignment.text!r}: {error}") from None


def _known_records(
    records: Records, assignments: list[Assignment], types: set[str]
) -> tuple[list[Record], Boards]:
    """The records of some types, with results only of the boards that matter, and these boards."""
    boards = _boards(records, assignments)
    known = [r for r in records() if type_name(r) in types and _is_on(r, boards)]
    if boards is None:
        return known, boards
    namer = Namer(known)
    of_results = filter(_is_about_results, assignments)
    if all(any(namer.applies(a, record) for record in known) for a in of_results):
        return known, boards
    # An assignment matches no result: the error message lists the boards of all results.
    return [record for record in records() if type_name(record) in types], None


def _boards(records: Records, assignments: list[Assignment]) -> Boards:
    """The boards of the results that assignments name, and the boards that results move to.

    Only entries on the same board decide which of them counts, so results of other boards are not
    needed. None means all boards: an assignment without a name in brackets applies to all results.
    """
    of_results = list(filter(_is_about_results, assignments))
    if not of_results or any(assignment.selector is None for assignment in of_results):
        return None
    namer = Namer([record for record in records() if isinstance(record, rec.Section)])
    names = [namer.parse_name(assignment) for assignment in of_results]
    boards = {assignment.value for assignment in of_results if assignment.field == "board"}
    boards |= {name.board for name in names if name.board is not None}
    names = [name for name in names if name.board is None]
    if names:
        results = (record for record in records() if isinstance(record, rec.Result))
        boards |= {r.board for r in results if any(name.fits(r) for name in names)}
    return frozenset(boards)


def _is_about_results(assignment: Assignment) -> bool:
    return issubclass(TYPES[assignment.kind], rec.Result)


def _is_on(record: Record, boards: Boards) -> bool:
    """Whether a result is on one of the boards; always true of a record of another type."""
    return boards is None or not isinstance(record, rec.Result) or record.board in boards


def _renames_player(assignment: Assignment) -> bool:
    return (
        assignment.kind == "player"
        and assignment.selector is not None
        and assignment.field in _REPLACED_NAMES
    )


def _seats_of(assignment: Assignment, known: list[Record], namer: Namer) -> list[Assignment]:
    """Assignments that give the new name of a player to the seats with the player's old name."""
    players = [r for r in known if isinstance(r, rec.Player)]
    player = next((r for r in players if namer.applies(assignment, r)), None)
    number = player_number(player) if player else assignment.selector
    is_only = player is None or all(r is player for r in players if player_number(r) == number)
    return [
        assignment._replace(kind="seat", selector=namer.place(seat), by_place=True)
        for seat in known
        if isinstance(seat, rec.Seat)
        and (
            namer.is_at(player, seat)
            if player
            else normalise(seat.number or "") == normalise(number or "")
        )
        and (is_only or (player and name_of(seat) == name_of(player)))
        and name_of(seat)
    ]


class _Edit:
    """Applies assignments to records."""

    def __init__(self, assignments: list[Assignment], known: list[Record], namer: Namer) -> None:
        self.assignments, self.namer = assignments, namer
        facts = [copy(r) for r in known if isinstance(r, rec.Round | rec.Hand)]
        self.event = Event(facts, Notes())

    def apply(self, record: Record) -> Record:
        """A copy of a record with its new values; the record itself if there are none."""
        mine = [a for a in self.assignments if self.namer.applies(a, record)]
        if not mine:
            return record
        _refuse_contradictions(mine)
        new = copy(record)
        if isinstance(new, rec.Settings):
            new.values = dict(new.values)
        fields = {assignment.field for assignment in mine}
        for assignment in mine:
            _assign(new, assignment)
            if isinstance(new, rec.Player | rec.Seat) and assignment.value:
                for field in set(_REPLACED_NAMES.get(assignment.field, ())) - fields:
                    setattr(new, field, None)
        is_renamed = bool(fields & _REPLACED_NAMES.keys())
        moves_player = "number" in fields and not is_renamed
        if moves_player and isinstance(new, rec.Seat) and isinstance(record, rec.Seat):
            _take_listed_name(record, new, self.namer)
        if isinstance(new, rec.Seat) and new.entry_source and is_renamed:
            new.entry_source = 0  # now named by the scoring program (guide, PlayerNumbers)
        if isinstance(new, rec.Result) and isinstance(record, rec.Result):
            refuse_replaced(record, mine, self.namer)
            update_dependent_fields(record, new, mine, self.event)
        if isinstance(new, rec.Hand) and isinstance(record, rec.Hand):
            _refuse_bad_deal(record, new, mine[-1])
        emptied = [a.field for a in mine if _empties(a, record)]
        if isinstance(record, rec.Result):  # setting a remark has emptied other fields
            emptied += [name for name in _cleared(record, new) if name not in emptied]
        if emptied:
            new.extra = (new.extra or {}) | {rec.CLEAR: emptied}
        return new


def _take_listed_name(old: rec.Seat, new: rec.Seat, namer: Namer) -> None:
    """Give a seat the name listed with its new number, if it had the one listed with the old."""
    was, now = namer.listed_player(old), namer.listed_player(new)
    if was and now and name_of(old) and name_of(now) and are_alike(name_of(old), name_of(was)):
        for field in (*_REPLACED_NAMES, "country"):
            setattr(new, field, getattr(now, field))


def _refuse_bad_deal(old: rec.Hand, new: rec.Hand, assignment: Assignment) -> None:
    """Refuse to make a deal invalid, such as by changing only one of two hands that swap cards."""
    before, after = ([getattr(hand, seat) for seat in SEATS] for hand in (old, new))
    wrong = set(faults(after)) - set(faults(before)) if all(after) else ()
    if wrong:
        other = f"'{assignment.target}.SEAT=...'"
        raise DataError(
            f"{assignment.text!r}: {'; '.join(sorted(wrong))}: add {other} for the other hand"
        )


def _refuse_contradictions(assignments: list[Assignment]) -> None:
    """Refuse two values for a field, unless one is for all records and the other for one record."""
    first: dict[tuple[str, bool], Assignment] = {}
    for assignment in assignments:
        key = assignment.field, assignment.selector is None
        earlier = first.setdefault(key, assignment)
        if earlier.value != assignment.value:
            raise UsageError(
                f"{assignment.text!r}: {earlier.text!r} sets the same field: leave one of them out"
            )


def _empties(assignment: Assignment, record: Record) -> bool:
    """Whether an assignment empties a field that has a value, or turns off a switch."""
    if isinstance(record, rec.Settings):
        return assignment.value is None and assignment.field in record.values
    is_empty = assignment.value is None or assignment.value is False
    return is_empty and bool(getattr(record, assignment.field))


def _cleared(old: Record, new: Record) -> list[str]:
    """The fields that had a value and no longer have one."""
    names = old.__struct_fields__
    return [n for n in names if getattr(old, n) is not None and getattr(new, n) is None]


def _settings_of_sections(assignments: list[Assignment], known: list[Record]) -> list[Record]:
    """The settings for all sections as one per section, if one section is to differ; else empty."""
    of_one = any(a.kind == "settings" and a.selector is not None for a in assignments)
    settings = [r for r in known if isinstance(r, rec.Settings)]
    if not of_one or all(record.section is not None for record in settings):
        return []
    sections = [r for r in known if isinstance(r, rec.Section)]
    return list(section_settings(Event([*sections, *settings], Notes()))) if sections else []


def _assign(record: Record, assignment: Assignment) -> None:
    if isinstance(record, rec.Settings):
        record.values.pop(assignment.field, None)
        if assignment.value is not None:
            record.values[assignment.field] = assignment.value
    else:
        setattr(record, assignment.field, assignment.value)


def _new_records(
    assignments: list[Assignment], known: list[Record], namer: Namer, *, all_matches: bool
) -> list[Record]:
    """New records for assignments that match none; refuses types that cannot be created."""
    new: dict[tuple[str, str | None], Record] = {}
    for assignment in assignments:
        matches = [record for record in known if namer.applies(assignment, record)]
        if matches:
            if not all_matches:
                namer.refuse_several(assignment, matches)
            continue
        if _renames_player(assignment) and _seats_of(assignment, known, namer):
            continue
        if assignment.kind not in _CREATABLE:
            raise DataError(f"{assignment.text!r}: {namer.missing_message(assignment, known)}")
        key = assignment.kind, assignment.selector
        _refuse_contradictions([a for a in assignments if (a.kind, a.selector) == key])
        record = new.setdefault(key, _new_record(assignment, known))
        _assign(record, assignment)
    return list(new.values())


def _new_record(assignment: Assignment, known: list[Record]) -> Record:
    """An empty record for an assignment."""
    if assignment.kind == "session":
        if assignment.selector and not assignment.selector.isdecimal():
            raise UsageError(f"{assignment.text!r}: a session is named by its id, as session[1]")
        return rec.Session(id=int(assignment.selector or 1))
    if assignment.kind == "settings" and assignment.selector is not None:
        sections = [s for s in known if isinstance(s, rec.Section)]
        return rec.Settings(section=find_section(assignment.selector, sections))
    return TYPES[assignment.kind]()

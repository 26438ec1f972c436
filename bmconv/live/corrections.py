"""Changes to names, scores, settings and hands of a database, planned from records."""

from collections.abc import Container
from typing import Any

from msgspec import structs

from bmconv.bridge.cards import faults
from bmconv.bridge.contracts import impossible
from bmconv.bridge.outcomes import Kind, declaring_pair, entered
from bmconv.codecs.bws.layout import RESULT
from bmconv.codecs.bws.rows import cut_name, hand_cells, is_longer
from bmconv.errors import DataError
from bmconv.event import Event
from bmconv.io.stream import encode
from bmconv.live.change import INSERT, UPDATE, Change
from bmconv.live.view import Row, View, direction_of, place_of, record_of, text, whole
from bmconv.notes import Notes
from bmconv.records import Hand, Result, Seat, Settings
from bmconv.rules.fields import NAME
from bmconv.rules.settings import name_as_in_guide
from bmconv.seating import name_of

FROM_SCORING_PROGRAM = 2
"""BM2NameSource: names come from the scoring program only."""
SCORE = {
    column.name: column.field
    for column in RESULT
    if column.type == "text" or column.field == "declarer_pair"
}
"""The columns that make up a score, with their record fields."""
ENTRY = {"NS/EW", "Contract", "Result", "Remarks"}
"""The columns that together say how a board ended."""


def changed(view: View, table: str, at: str, pointer: int, row: Any, cells: Any) -> list[Change]:
    """The change that gives a row these cells; an empty list if it has them already."""
    other = {n: v for n, v in view.known(table, cells).items() if differs(row[n.lower()], v)}
    before = {n: row[n.lower()] for n in other}
    return [Change(UPDATE, table, at, other, pointer, before)] if other else []


def differs(old: Any, new: Any) -> bool:
    """Whether two cells differ; spaces around text are ignored, empty text and false are null."""
    old = (old.strip() or None) if isinstance(old, str) else old
    new = (new.strip() or None) if isinstance(new, str) else new
    return bool(old != new) and not (old in (None, False) and new in (None, False))


def seats(event: Event, view: View, own: Container[bytes], notes: Notes) -> list[Change]:
    """Changes to player names, and numbers for seats that have none yet."""
    given = [s for s in event.of(Seat) if s.name or s.first_name or s.last_name or s.number]
    rows = {
        (*place_of(row), direction_of(row), row["round"] or 0): (pointer, row)
        for pointer, row in view.rows("PlayerNumbers")
    }
    changes: list[Change] = []
    for seat in (seat for seat in given if encode(seat) not in own):
        key = (seat.section or 0, seat.table or 0, seat.direction or "", seat.round or 0)
        at, name = f"{view.place(*key[:2])} {key[2]}", name_of(seat) or None
        if name and is_longer(name, NAME.size):
            name = cut_name(name, NAME.size, f"{at}: {name}", notes)
        changes += seat_changes(view, at, seat, name, rows.get(key), notes)
    if changes:
        refuse_name_source(event, view, {s.section for s in given})
    return changes


def seat_changes(
    view: View, at: str, seat: Seat, name: str | None, known: Any, notes: Notes
) -> list[Change]:
    """The new row or the missing cells of one seat."""
    if known is None:
        cells = {
            "Section": seat.section, "Table": seat.table, "Direction": seat.direction,
            "Round": seat.round or 0, "Number": seat.number, "Name": name,
            "Updated": bool(name), "EntrySource": 0,
        }  # fmt: skip
        return [Change(INSERT, "PlayerNumbers", at, view.known("PlayerNumbers", cells))]
    pointer, row = known
    number = record_of("seat", row).number
    cells = {}
    if seat.number and not number:
        cells["Number"] = seat.number
    elif seat.number and seat.number != number:
        why = "seat{s} not changed: another number was entered there"
        notes.loss("number-kept", f"{at}: {number}", why)
        return []
    if name and name != text(row["name"]):
        cells["Name"] = name
    if not cells:
        return []
    if "Name" in cells:
        cells |= {"Updated": True, "EntrySource": 0}
    cells = view.known("PlayerNumbers", cells)
    before = {n: row[n.lower()] for n in cells}
    return [Change(UPDATE, "PlayerNumbers", at, cells, pointer, before)]


def refuse_name_source(event: Event, view: View, sections: set[int | None]) -> None:
    """Refuse names if, after the changes, BM2NameSource lets the control software look them up."""
    rows = [row for _, row in view.rows("Settings")]
    for row in rows:
        concerned = len(rows) == 1 or row["section"] in sections
        source = row["bm2namesource"]
        for given in settings_for(row, len(rows) == 1, event):
            source = given.values.get("BM2NameSource", source)
        if concerned and source not in (None, FROM_SCORING_PROGRAM):
            raise DataError(
                f"BM2NameSource is {source}, so the control software looks up names itself; "
                f"set it to {FROM_SCORING_PROGRAM} to use these names"
            )


def results(event: Event, view: View, own: Container[bytes]) -> list[Change]:
    """Corrected scores: only the standing row changes, with ExternalUpdate in the same write."""
    standing = view.standing_results()
    changes: list[Change] = []
    for result in (r for r in event.standing_results() if encode(r) not in own):
        key = (result.section or 0, result.table or 0, result.round or 0, result.board or 0)
        at = f"{view.place(*key[:2])} round {result.round} board {result.board}"
        if key not in standing:
            raise DataError(f"{at}: the file has no standing result to correct; none are added")
        pointer, row = standing[key]
        if result.id is not None and result.id != (id := whole(row["id"])):
            raise DataError(f"{at}: the standing result has id {id}, not {result.id}")
        if result.declarer_pair is None:
            pairs = {"pair_ns": whole(row["pairns"]), "pair_ew": whole(row["pairew"])}
            result = structs.replace(result, **pairs)
            result.declarer_pair = declaring_pair(result)
        cells = {column: getattr(result, field) for column, field in SCORE.items()}
        found = changed(view, "ReceivedData", at, pointer, row, cells)
        for change in found:
            if ENTRY & change.values.keys():
                refuse_impossible(result, at)
            if not view.has("ReceivedData", "ExternalUpdate"):
                raise DataError(
                    "ReceivedData has no column ExternalUpdate: the control software would not "
                    "see a correction"
                )
            values = {**change.values, "ExternalUpdate": True}
            before = {**(change.before or {}), "ExternalUpdate": row["externalupdate"]}
            changes.append(change._replace(values=values, before=before))
    return changes


def refuse_impossible(result: Result, at: str) -> None:
    """Refuse impossible scores: the control software does not check (guide, "Updating scores")."""
    what = entered(result)
    if what.kind is Kind.UNKNOWN:
        raise DataError(
            f"{at}: unreadable score; expected declarer, contract and result, or a remark instead"
        )
    if what.contract is not None and impossible(what.contract, what.tricks):
        tricks = 6 + what.contract.level + what.tricks
        raise DataError(f"{at}: {result.contract} {result.result} is {tricks} tricks")


def settings_for(row: Row, only: bool, event: Event) -> list[Settings]:
    """The settings that apply to a row; a single row applies to all sections."""
    return [s for s in event.of(Settings) if only or s.section in (None, row["section"])]


def settings(
    event: Event, view: View, own: Container[bytes]
) -> tuple[list[Change], set[int | None]]:
    """Changed settings, and the sections (None: all) whose terminals must reload them."""
    changes: list[Change] = []
    sections: set[int | None] = set()
    rows = view.rows("Settings")
    for given in (given for given in event.of(Settings) if encode(given) not in own):
        cells = name_as_in_guide(given.values)
        for pointer, row in rows:
            only = len(rows) == 1
            if given in settings_for(row, only, event):
                at = "all" if only else view.place(row["section"])
                found = changed(view, "Settings", at, pointer, row, cells)
                changes += found
                if found:
                    sections.add(None if only else row["section"])
        unknown = set(cells) - set(view.known("Settings", cells))
        if unknown:
            raise DataError(f"the Settings of the file have no column {', '.join(sorted(unknown))}")
    return changes, sections


def hands(event: Event, view: View, own: Container[bytes]) -> tuple[list[Change], set[int | None]]:
    """New and changed hand records, and their sections."""
    rows = {(r["section"], r["board"]): (p, r) for p, r in view.rows("HandRecord")}
    ids = [row["id"] for _, row in view.rows("Section")]
    changes: list[Change] = []
    sections: set[int | None] = set()
    for hand in (hand for hand in event.of(Hand) if encode(hand) not in own):
        for section in ids if hand.section is None else [hand.section]:
            cells = hand_cells(hand) | {"Section": section}
            at = f"{view.place(section)} board {hand.board}"
            if known := rows.get((section, hand.board)):
                found = changed(view, "HandRecord", at, *known, cells)
            else:
                found = [Change(INSERT, "HandRecord", at, view.known("HandRecord", cells))]
            wrong = faults([hand.north, hand.east, hand.south, hand.west])
            if found and wrong:
                raise DataError(f"{at}: {wrong[0]}")
            changes += found
            sections |= {section} if found else set()
    return changes, sections

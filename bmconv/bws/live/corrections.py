"""Plan corrections of the players, scores and hands in a database."""

from typing import Any, NoReturn

from bmconv.bridge.cards import faults
from bmconv.bridge.contracts import PASS, is_impossible
from bmconv.bridge.movements import boards_of
from bmconv.bridge.outcomes import Kind, declaring_pair, entered_outcome, is_special
from bmconv.bws.layout import FLAGS, RESULT, SEATS, SUITS
from bmconv.bws.live.change import INSERT, UPDATE, Change, row_change
from bmconv.bws.live.refusals import Refusal
from bmconv.bws.live.requests import NAMES, Edit, RequestedChanges
from bmconv.bws.live.view import Row, View, direction_of, int_of, row_record, table_key, text
from bmconv.bws.read import hand_text
from bmconv.bws.rows import cut_name, hand_cells, is_longer
from bmconv.event import Event
from bmconv.event.seating import name_of
from bmconv.notes import Notes
from bmconv.records import Result, Round, Settings
from bmconv.rules.fields import NAME

FROM_SCORING_PROGRAM = 2
"""The value of BM2NameSource by which names come from the scoring program only."""
SCORE = {
    column.name: column.field
    for column in RESULT
    if column.type == "text" or column.field == "declarer_pair"
}
"""The columns that make up a score, with their record fields."""
ENTRY = {"NS/EW", "Contract", "Result", "Remarks"}
"""The columns that together give the outcome of a board."""


def plan_seats(request: RequestedChanges, view: View, notes: Notes) -> list[Change]:
    """Changes to player names, and numbers for seats that have no number yet."""
    rows = {
        (*table_key(row), direction_of(row), row["round"] or 0): (pointer, row)
        for pointer, row in view.rows("PlayerNumbers")
    }
    tables = {table_key(row) for _, row in view.rows("Tables")}
    tables |= {(r.section or 0, r.table or 0) for r in request.event.of(Round)}
    changes: list[Change] = []
    for edit in request.of("seat"):
        seat = edit.record
        key = (seat.section or 0, seat.table or 0, seat.direction or "", seat.round or 0)
        at = f"{view.place(*key[:2])} {key[2]}" + (f" round {key[3]}" if key[3] else "")
        if key not in rows and key[:2] not in tables:
            raise Refusal("no-such-table", at, "the file has no such table")
        needed = ["Name", "Updated"] if edit.names(*NAMES) else []
        needed += ["Round"] if key[3] else []
        for column in needed:
            if not view.has_column("PlayerNumbers", column):
                problem = f"the table PlayerNumbers of the file has no column {column}"
                raise Refusal("no-column", at, problem)
        changes += seat_changes(view, at, edit, rows.get(key), notes)
    new_names = [change for change in changes if change.values.get("Name")]
    if new_names:
        sections = {change.values.get("Section") for change in new_names}
        sections |= {edit.record.section for edit in request.of("seat") if edit.names(*NAMES)}
        refuse_name_source(request.event, view, sections)
    return changes


def seat_changes(view: View, at: str, edit: Edit, known: Any, notes: Notes) -> list[Change]:
    """The new row or the changed cells of one seat."""
    seat = edit.record
    name = name_of(seat) if edit.names(*NAMES) and not seat.removed else ""
    if name and is_longer(name, NAME.size):
        name = cut_name(name, NAME.size, f"{at}: {name}", notes)
    if known is None:
        if not (name or seat.number):
            raise Refusal("no-seat", at, "the file has no row for this seat", hint="give a player")
        cells = {
            "Section": seat.section, "Table": seat.table, "Direction": seat.direction,
            "Round": seat.round or 0, "Number": seat.number, "Name": name or None,
            "Updated": bool(name), "Processed": seat.processed, "EntrySource": 0,
        }  # fmt: skip
        return [
            Change(INSERT, "PlayerNumbers", at, view.cells_with_columns("PlayerNumbers", cells))
        ]
    pointer, row = known
    cells = changed_seat_cells(edit, row, at, name or None, notes)
    cells = view.cells_with_columns("PlayerNumbers", cells)
    before = {n: row[n.lower()] for n in cells}
    return [Change(UPDATE, "PlayerNumbers", at, cells, pointer, before)] if cells else []


def changed_seat_cells(
    edit: Edit, row: Row, at: str, name: str | None, notes: Notes
) -> dict[str, Any]:
    """The cells of a seat that differ.

    A number that was entered is not replaced: a request with another number changes nothing.
    """
    number, cells = row_record("seat", row).number, dict[str, Any]()
    removed = "removed" in edit.fields and edit.record.removed
    if removed or "number" in edit.cleared:
        cells |= {"Number": None} if number else {}
    elif "number" in edit.fields and not number:
        cells["Number"] = edit.record.number
    elif "number" in edit.fields and edit.record.number != number:
        why = "seat{s} not changed: another number was entered there"
        hint = 'a substitute from round 3 on is a seat with "round": 3'
        notes.loss("number-kept", f"{at}: {number}", why, hint=hint)
        return {}
    if (removed or edit.names(*NAMES)) and (name or "") != text(row["name"]):
        cells |= {"Name": name, "Updated": True, "EntrySource": 0}
    if "processed" in edit.fields and bool(row["processed"]) != edit.record.processed:
        cells["Processed"] = edit.record.processed
    return cells


def refuse_name_source(event: Event, view: View, sections: set[int | None]) -> None:
    """Refuse names if, after the changes, BM2NameSource lets the control software look them up."""
    rows = [row for _, row in view.rows("Settings")]
    is_single = len(rows) == 1  # then the row applies to all sections
    for row in rows:
        source = row["bm2namesource"]
        for record in settings_for(row, event, is_single=is_single):
            source = record.values.get("BM2NameSource", source)
        is_concerned = is_single or row["section"] in sections
        if is_concerned and source not in (None, FROM_SCORING_PROGRAM):
            raise Refusal(
                "name-source",
                "",
                f"BM2NameSource is {source}, so the control software looks up names itself",
                hint=f"set it to {FROM_SCORING_PROGRAM} to use these names",
            )


def settings_for(row: Row, event: Event, *, is_single: bool) -> list[Settings]:
    """The requested settings that go into a row: all of them if it is the only row."""
    return [s for s in event.of(Settings) if is_single or s.section in (None, row["section"])]


def plan_results(request: RequestedChanges, view: View) -> list[Change]:
    """Corrected scores: only the standing row changes, with ExternalUpdate in the same write."""
    standing = view.standing_results()
    changes: list[Change] = []
    for edit in request.of("result"):
        result = edit.record
        key = (result.section or 0, result.table or 0, result.round or 0, result.board or 0)
        at = f"{view.place(*key[:2])} round {result.round} board {result.board}"
        if "erased" in edit.fields and result.erased:
            refuse_erasing(result, key, view, at, stands=key in standing)
            continue
        if key not in standing:
            refuse_absent(view, key, at)
        pointer, row = standing[key]
        if edit.names("pair_ns", "pair_ew"):
            pairs = f"{int_of(row['pairns'])} and {int_of(row['pairew'])}"
            raise Refusal("other-pairs", at, f"pairs {pairs} played there; pairs do not change")
        if result.id is not None and result.id != (id := int_of(row["id"])):
            raise Refusal(
                "other-result",
                at,
                f"the standing result has id {id}, not {result.id}",
                hint="receive the new results with bws poll, then correct the one that stands",
            )
        changes += score_changes(edit, view, at, pointer, row)
    return changes


def refuse_absent(view: View, key: tuple[int, int, int, int], at: str) -> NoReturn:
    """Refuse to correct a result that does not exist, and say what exactly is missing."""
    section, table, round, board = key
    rounds = [row for _, row in view.rows("RoundData") if table_key(row) == (section, table)]
    if not rounds and (section, table) not in {table_key(row) for _, row in view.rows("Tables")}:
        raise Refusal("no-such-table", at, "the file has no such table")
    problem = "the file has no standing result to correct; none are added"
    boards = [row for row in rounds if int_of(row["round"]) == round]
    if rounds and not boards:
        problem = "the table does not play this round"
    elif boards and board not in boards_of(row_record("round", boards[0])):
        problem = "the table does not play this board in this round"
    raise Refusal("no-result", at, problem)


def refuse_erasing(
    result: Result, key: tuple[int, ...], view: View, at: str, *, stands: bool
) -> None:
    """Refuse to erase a result, unless it is erased already.

    The row with the same id counts; without an id, any row of the same table, round and board, but
    only if none of these rows stands.
    """
    for _, row in view.rows("ReceivedData") if result.id is not None or not stands else ():
        place = (*table_key(row), int_of(row["round"]), int_of(row["board"]))
        if place == key and row["erased"] and result.id in (None, int_of(row["id"])):
            return
    raise Refusal(
        "erased-result",
        at,
        "only a terminal or the control software can erase a result",
        hint='give remarks "Not played" and clear contract and result instead',
    )


def score_changes(edit: Edit, view: View, at: str, pointer: int, row: Row) -> list[Change]:
    """The change of one row of ReceivedData: its score, or only marks such as Processed."""
    marks = [name for name in FLAGS if name.lower() in edit.fields]
    cells = {name: getattr(edit.record, name.lower()) for name in marks}
    names = (edit.fields | edit.cleared) & {*SCORE.values()}
    if names:
        result = score_after(edit, row, at)
        names |= {"result", "lead_card"} if result.contract == PASS else set()
        if names & {"declarer", "remarks"} and "declarer_pair" not in names:
            names |= {"declarer_pair"}
            result.declarer_pair = declaring_pair(result)
        cells |= {c: getattr(result, field) for c, field in SCORE.items() if field in names}
    changes = row_change(view, "ReceivedData", at, pointer, row, cells)
    if not changes or {*changes[0].values} <= {*FLAGS}:
        return changes
    (change,) = changes
    if ENTRY & change.values.keys():
        refuse_impossible(result, at)
    if not view.has_column("ReceivedData", "ExternalUpdate"):
        raise Refusal(
            "no-column",
            at,
            "ReceivedData has no column ExternalUpdate: the control software would not see a "
            "correction",
        )
    values = {**change.values, "ExternalUpdate": True}
    before = {**(change.before or {}), "ExternalUpdate": row["externalupdate"]}
    return [change._replace(values=values, before=before)]


def score_after(edit: Edit, row: Row, at: str) -> Result:
    """The result after a correction; refused if contract and remark would contradict each other."""
    result: Result = row_record("result", row)
    result.pair_ns, result.pair_ew = int_of(row["pairns"]), int_of(row["pairew"])
    for name in SCORE.values():
        if edit.names(name):
            setattr(result, name, edit.value(name))
    if result.contract == PASS:
        result.result = result.lead_card = None  # guide, "Retrieving results"
    expected = declaring_pair(result)
    if "declarer_pair" in edit.fields and expected not in (None, result.declarer_pair):
        raise Refusal(
            "inconsistent-score",
            at,
            f"declarer {result.declarer} is of pair {expected}, not {result.declarer_pair}",
            hint="give the declarer that is meant; declarer_pair follows",
        )
    if result.contract and is_special(result.remarks):
        stays = "contract" if "remarks" in edit.fields else "remarks"
        raise Refusal(
            "inconsistent-score",
            at,
            f"contract {result.contract} beside {result.remarks!r}",
            hint='"clear": ["contract", "result"]'
            if stays == "contract"
            else '"clear": ["remarks"]',
        )
    return result


def refuse_impossible(result: Result, at: str) -> None:
    """Refuse impossible scores: the control software does not check (guide, "Updating scores")."""
    outcome = entered_outcome(result)
    if outcome.kind is Kind.UNKNOWN:
        raise Refusal(
            "unreadable-score",
            at,
            "unreadable score; expected declarer, contract and result, or a remark instead",
        )
    if outcome.contract is not None and is_impossible(outcome.contract, outcome.tricks):
        tricks = 6 + outcome.contract.level + outcome.tricks
        raise Refusal(
            "impossible-score", at, f"{result.contract} {result.result} is {tricks} tricks"
        )


def plan_hands(request: RequestedChanges, view: View) -> tuple[list[Change], set[int | None]]:
    """New and changed hand records, and their sections."""
    rows = {(r["section"], r["board"]): (p, r) for p, r in view.rows("HandRecord")}
    ids = [row["id"] for _, row in view.rows("Section")]
    changes: list[Change] = []
    sections: set[int | None] = set()
    for edit in request.of("hand"):
        hand = edit.record
        for section in ids if hand.section is None else [hand.section]:
            at = f"{view.place(section)} board {hand.board}"
            known = rows.get((section, hand.board))
            cells, deal = hand_after(edit, known[1] if known else None)
            if known:
                row_changes = row_change(view, "HandRecord", at, *known, cells)
            else:
                cells |= {"Section": section, "Board": hand.board}
                new = view.cells_with_columns("HandRecord", cells)
                row_changes = [Change(INSERT, "HandRecord", at, new)]
            deal_faults = faults(deal)
            if row_changes and deal_faults:
                raise Refusal("bad-deal", at, deal_faults[0])
            changes += row_changes
            sections |= {section} if row_changes else set()
    return changes, sections


def hand_after(edit: Edit, row: Row | None) -> tuple[dict[str, Any], list[str | None]]:
    """The changed cells of the seats named in a hand record, and the deal after the change."""
    cells = {
        column: holding
        for column, holding in hand_cells(edit.record).items()
        if any(column.startswith(seat) and edit.names(seat.lower()) for seat in SEATS)
    }
    deal = []
    for seat in SEATS:
        columns = [f"{seat}{suit}" for suit in SUITS]
        holdings = [cells[c] if c in cells else row[c.lower()] if row else None for c in columns]
        deal.append(hand_text(text(holding) for holding in holdings))
    return cells, deal

"""Plan the changes of a movement in a database, and the triggers that announce them."""

from typing import Any, NamedTuple

from bmconv.bridge.movements import boards_of
from bmconv.bws.layout import BEYOND, TABLES
from bmconv.bws.live.change import DELETE, INSERT, UPDATE, Change
from bmconv.bws.live.refusals import Refusal
from bmconv.bws.live.requests import Edit, RequestedChanges
from bmconv.bws.live.triggers import (
    ALLOW_ERASING,
    ERASES,
    LAST_ROUND,
    REPLACE,
    SPECIAL,
    Triggers,
    covers,
    first_round,
    waits,
)
from bmconv.bws.live.unfinished import Announcement, Cells
from bmconv.bws.live.view import Row, TableKey, View, int_of, table_key
from bmconv.bws.rows import round_cells
from bmconv.errors import TRY_AGAIN, Flag, Wording
from bmconv.records import Round, Table
from bmconv.rules.triggers import REMOVE_TABLE, WAIT

ROUND = tuple(
    column.name.lower()
    for column in (*TABLES["RoundData"].columns, *BEYOND["RoundData"])
    if column.field not in ("section", "table", "round")
)
"""The columns of RoundData that terminals use."""
BOARDS = ("low_board", "high_board")
"""The fields that give the boards of a round, unless it has custom_boards."""


class MovementOptions(NamedTuple):
    """Options for applying a movement."""

    wait: bool = False
    last: bool = False
    complete: bool = False
    erase_results: bool = False
    reset: bool = False
    """Also send all terminals back to their main screen."""
    replace_triggers: bool = False
    """Replace triggers that the control software has not acted on."""


class MovementRequest(NamedTuple):
    """The movement to be compared with a file, and what else affects the triggers."""

    request: RequestedChanges
    options: MovementOptions
    reload_from: dict[TableKey, int]
    """Tables that must reload rounds though these did not change, with the first such round."""
    unfinished: tuple[Announcement, ...] = ()
    """Announcements to single tables that interrupted runs have not made."""
    again: bool = False
    """Whether the interrupted run had the same request."""


class MovementChanges:
    """Compares the rounds and tables of an event with the rounds and tables of a file."""

    def __init__(self, request: MovementRequest, view: View, triggers: Triggers) -> None:
        self.request, self.options = request.request, request.options
        self.reload_from = request.reload_from
        self.again, self.view, self.triggers = request.again, view, triggers
        self.unfinished: dict[TableKey, Announcement] = {}
        for announcement in request.unfinished:
            key = (announcement.section or 0, announcement.table or 0)
            first = self.unfinished.setdefault(key, announcement)
            if first is not announcement:
                first.rounds |= announcement.rounds
                first.plain = first.plain or announcement.plain
                first.trigger = announcement.trigger if announcement.rounds else first.trigger
        self.tables = triggers.tables
        self.rounds: dict[TableKey, dict[int, tuple[int, Row]]] = {}
        for pointer, row in view.rows("RoundData"):
            self.rounds.setdefault(table_key(row), {})[int_of(row["round"])] = (pointer, row)
        self.rounds_after: dict[TableKey, set[int]] = {}
        self.changes: list[Change] = []
        self.changed: set[TableKey] = set()
        self.removed: set[TableKey] = set()
        self.announcements: dict[TableKey, Announcement] = {}
        self.new_tables: dict[TableKey, Announcement] = {}

    def plan(self) -> list[Change]:
        """All changes to RoundData; the triggers of existing tables are planned as well."""
        edits: dict[TableKey, dict[int, Edit]] = {}
        for edit in self.request.of("round"):
            round = edit.record
            edits.setdefault(key_of(round), {})[round.round or 0] = edit
        listed: dict[TableKey, set[int]] = {key_of(t): set() for t in self.request.event.of(Table)}
        for round in self.request.event.of(Round):
            listed.setdefault(key_of(round), set()).add(round.round or 0)
        requested_triggers = self._requested_triggers()
        added: list[TableKey] = []
        for place in dict.fromkeys((*listed, *self.unfinished)):
            if requested_triggers.get(place) == REMOVE_TABLE:
                continue
            further = self._compare(place, edits.get(place, {}), listed.get(place, set()))
            added += [place] if further and place not in requested_triggers else []
        if added and not (self.options.wait or self.options.last):
            choice = (Flag("wait"), " if more follow, else ", Flag("last"))
            raise Refusal(
                "more-rounds",
                ", ".join(self.view.place(*place) for place in added),
                "rounds are added after the last one",
                hint=Wording("use ", *choice),
                remedy=Wording("needs ", Flag("wait"), " or ", Flag("last")),
            )
        self._remove_tables({*listed}, requested_triggers)
        self._set_triggers(requested_triggers)
        return self.changes

    def _requested_triggers(self) -> dict[TableKey, int]:
        """The triggers that table records ask for; a record with 0 withdraws a pending trigger."""
        triggers = {}
        for edit in self.request.of("table"):
            place, value = key_of(edit.record), edit.record.update_from_round
            if "update_from_round" not in edit.fields or place not in self.tables:
                continue
            pending = self.triggers.pending(place)
            if value:
                triggers[place] = value
            elif pending and not self.options.replace_triggers:
                raise Refusal(
                    "trigger-pending",
                    self.view.place(*place),
                    f"UpdateFromRound {pending} not processed yet",
                    hint=Wording("try again later, or take it back with ", REPLACE),
                    remedy=TRY_AGAIN,
                )
            elif pending:
                self.triggers.withdraw(place)
        return triggers

    def _compare(self, place: TableKey, edits: dict[int, Edit], listed: set[int]) -> bool:
        """Plan the rounds of one table; return whether rounds are added after its last one."""
        have = self.rounds.get(place, {})
        before = {number: cells_of(row) for number, (_, row) in have.items()}
        after = dict(before)
        for number, edit in sorted(edits.items()):
            after[number] = self._round(place, number, edit, have.get(number))
        for number in sorted(set(have) - listed) if self.options.complete and listed else ():
            self._remove(place, number)
            del after[number]
        self.rounds_after[place] = set(after)
        if place in self.tables:
            self._announce_rounds(place, before, after)
            return bool(have) and any(number > max(have) for number in after)
        self._new_table(place, after)
        return False

    def _new_table(self, place: TableKey, after: dict[int, Cells]) -> None:
        """Add a table for new rounds, or for rounds that an interrupted run has already added."""
        unfinished = self.unfinished.get(place)
        unfinished = unfinished if unfinished and unfinished.new and after else None
        announcement = Announcement(place[0], 1, place[1], dict.fromkeys(after), new=True)
        if place in self.changed:
            self.new_tables[place] = self._waiting(place, announcement)
        elif unfinished and not set(unfinished.rounds) <= set(after):
            self.triggers.keep(unfinished, "a table was being added", "run the same apply again")
        elif unfinished and self.triggers.results_erased(place, announcement.trigger):
            self.triggers.keep(unfinished, ERASES, ALLOW_ERASING)
        elif unfinished:
            self.new_tables[place] = self._waiting(place, announcement)

    def _round(self, place: TableKey, number: int, edit: Edit, known: Any) -> Cells:
        """Plan the change of one round; return its cells after the change."""
        at = f"{self.view.place(*place)} round {number}"
        cells = self._round_cells(edit, at, known)
        if known is None:
            self._change(place, Change(INSERT, "RoundData", at, cells))
            return cells_of({name.lower(): value for name, value in cells.items()})
        pointer, row = known
        other = {n: v for n, v in cells.items() if (row[n.lower()] or 0) != (v or 0)}
        if other:
            before = {n: row[n.lower()] for n in other}
            self._change(place, Change(UPDATE, "RoundData", at, other, pointer, before))
        return cells_of(row | {name.lower(): value for name, value in other.items()})

    def _round_cells(self, edit: Edit, at: str, known: Any) -> Cells:
        """The cells of a round that its record names, or all of a new round."""
        if self.view.table("RoundData") is None:
            raise Refusal("no-table", at, "the file has no table RoundData")
        for column in (*TABLES["RoundData"].columns, *BEYOND["RoundData"]):
            lacks = not self.view.has_column("RoundData", column.name)
            if lacks and column.field in edit.fields and edit.value(column.field):
                problem = f"the table RoundData of the file has no column {column.name}"
                raise Refusal("no-column", at, problem)
        round = edit.record
        if known is None:
            refuse_incomplete(round, at)
            return self.view.cells_with_columns("RoundData", round_cells(round))
        row = known[1]
        names = edit.fields | edit.cleared
        if row["customboards"] and "custom_boards" not in names and edit.names(*BOARDS):
            raise Refusal(
                "custom-boards-stay",
                at,
                f"CustomBoards {row['customboards']} stays and counts instead of these boards",
                hint='give custom_boards too, or "clear": ["custom_boards"]',
            )
        cells = {}
        for column in (*TABLES["RoundData"].columns, *BEYOND["RoundData"]):
            if column.field in names:
                empty = 0 if column.type == "integer" else None
                cells[column.name] = edit.value(column.field) or empty
        if "custom_boards" in edit.fields and not edit.names(*BOARDS):
            boards = boards_of(round) if round.custom_boards else ()
            cells |= {"LowBoard": min(boards), "HighBoard": max(boards)} if boards else {}
        after = row | {name.lower(): value for name, value in cells.items()}
        if (problem := lacking_boards(after)) and not lacking_boards(row):
            raise Refusal("incomplete-row", at, problem, hint="give low_board and high_board")
        return self.view.cells_with_columns("RoundData", cells)

    def _remove(self, place: TableKey, number: int) -> None:
        at = f"{self.view.place(*place)} round {number}"
        self._change(place, Change(DELETE, "RoundData", at, {}, self.rounds[place][number][0]))

    def _change(self, place: TableKey, change: Change) -> None:
        self.changes.append(change)
        self.changed.add(place)

    def _announce_rounds(
        self, place: TableKey, before: dict[int, Cells], after: dict[int, Cells]
    ) -> None:
        """Plan the trigger of a table for the rounds that the control software does not know."""
        unfinished = self.unfinished.get(place)
        known: dict[int, Cells | None] = {**before, **(unfinished.rounds if unfinished else {})}
        rounds = {
            number: known.get(number)
            for number in sorted({*known, *before, *after})
            if not known.get(number) == before.get(number) == after.get(number)
        }
        unknown = [number for number in rounds if known.get(number) != after.get(number)]
        if unfinished and rounds and not unknown:
            self.triggers.restored.append(
                Announcement(place[0], unfinished.trigger, place[1], rounds)
            )
        if not unknown:
            return
        first = max(min(unknown), 1)
        if first > LAST_ROUND:
            raise Refusal(
                "round-range",
                f"{self.view.place(*place)} round {first}",
                f"UpdateFromRound names rounds up to {LAST_ROUND}",
            )
        value = first if any(number >= first for number in after) else -first
        if unfinished and unfinished.trigger == REMOVE_TABLE and not after:
            value = REMOVE_TABLE
        self.announcements[place] = Announcement(place[0], value, place[1], rounds)

    def _remove_tables(
        self, listed: set[TableKey], requested_triggers: dict[TableKey, int]
    ) -> None:
        """Plan the removal of tables: those with trigger 999, or not listed in a complete input."""
        sections = {place[0] for place in listed}
        for place in self.tables:
            missing = self.options.complete and place[0] in sections and place not in listed
            if not missing and requested_triggers.get(place) != REMOVE_TABLE:
                continue
            before = {n: cells_of(row) for n, (_, row) in self.rounds.get(place, {}).items()}
            for number in sorted(before):
                self._remove(place, number)
            unfinished = self.unfinished.get(place)
            rounds: dict[int, Cells | None] = {**before}
            rounds |= unfinished.rounds if unfinished else {}
            self.announcements[place] = Announcement(place[0], REMOVE_TABLE, place[1], rounds)
            self.removed.add(place)
            self.rounds_after[place] = set()
            requested_triggers.pop(place, None)

    def _set_triggers(self, requested_triggers: dict[TableKey, int]) -> None:
        """Set the triggers of this run, and earlier runs' triggers that it does not replace."""
        for place, unfinished in self.unfinished.items():
            if unfinished.plain and place in self.tables:
                self._add_plain(place, unfinished)
        self.announcements = {
            place: self._waiting(place, announcements)
            for place, announcements in self.announcements.items()
        }
        requested = {
            p: self.announcements[p]
            for p in self.announcements
            if p in self.changed or p in self.removed
        }
        if not (self.changes or requested or requested_triggers or self.again):
            for place in self.tables if self.options.wait or self.options.last else ():
                if place not in self.announcements:
                    value = WAIT if self.options.wait else -WAIT
                    requested[place] = Announcement(place[0], value, place[1], plain=value)
        self._add_reloads(requested, requested_triggers)
        for place, value in requested_triggers.items():
            requested[place] = Announcement(place[0], value, place[1], plain=value)
            if place in self.unfinished and place in self.announcements:
                requested[place].rounds = self.announcements[place].rounds
                if not covers(value, self.trigger(place)):
                    requested[place].trigger = self._combined_trigger(place, value)
        if self.options.replace_triggers:
            self._cover_pending(requested)
        self.triggers.refuse_erasing(requested | self.new_tables)
        self.triggers.ask(requested, self.changed)
        for place, announcements in self.announcements.items():
            if place not in requested:
                self.triggers.make_up(
                    place, announcements, self.unfinished.get(place, announcements)
                )

    def _add_reloads(
        self, requested: dict[TableKey, Announcement], requested_triggers: dict[TableKey, int]
    ) -> None:
        """Add the triggers of tables that must reload rounds although these have not changed."""
        for place, first in self.reload_from.items():
            if place in self.removed or place in requested_triggers or place not in self.tables:
                continue
            if place in requested:
                self._start_at(requested[place], place, first)
            else:
                value = first + WAIT * self.options.wait
                requested[place] = Announcement(place[0], value, place[1], plain=value)

    def _start_at(self, announcement: Announcement, place: TableKey, first: int) -> None:
        """Change a trigger so that it also announces the rounds from `first` on."""
        value = announcement.trigger
        if value == REMOVE_TABLE or value in SPECIAL or not 0 < first < first_round(value):
            return
        numbers = self.rounds_after.get(place) or set(self.rounds.get(place, ()))
        some = any(number >= first for number in numbers)
        announcement.trigger = first + WAIT * waits(value) if some else -first

    def _cover_pending(self, requested: dict[TableKey, Announcement]) -> None:
        """Let triggers that replace pending ones also announce what the pending ones announce."""
        for place, announcement in requested.items():
            self._start_at(announcement, place, first_round(self.triggers.pending(place)))

    def trigger(self, place: TableKey) -> int:
        """The trigger to be set at a table."""
        return self.announcements[place].trigger

    def _combined_trigger(self, place: TableKey, value: int) -> int:
        """The trigger that combines the requested trigger with the trigger of an earlier run."""
        if value in SPECIAL:
            self.triggers.keep(
                self.unfinished[place], "its UpdateFromRound is not free; run apply later"
            )
            return value
        if self.trigger(place) == REMOVE_TABLE or not first_round(value):
            return self.trigger(place)
        first = min(first_round(value), first_round(self.trigger(place)))
        return first + WAIT * waits(value)

    def _add_plain(self, place: TableKey, unfinished: Announcement) -> None:
        """Combine a trigger that an earlier run was asked for directly with the planned one."""
        planned = self.announcements.get(place)
        if planned is None:
            self.announcements[place] = Announcement(
                unfinished.section, unfinished.plain, unfinished.table, plain=unfinished.plain
            )
        elif unfinished.plain in SPECIAL:
            alone = Announcement(
                unfinished.section, unfinished.plain, unfinished.table, plain=unfinished.plain
            )
            self.triggers.keep(alone, "its UpdateFromRound is not free; run apply again later")
        else:
            planned.plain = unfinished.plain
            if 0 < first_round(unfinished.plain) < abs(planned.trigger) <= LAST_ROUND:
                planned.trigger = first_round(unfinished.plain)

    def _waiting(self, place: TableKey, announcement: Announcement) -> Announcement:
        """The announcement with a trigger that also starts or ends waiting after the last round."""
        unfinished = self.unfinished.get(place)
        wait = self.options.wait or (
            not self.options.last and unfinished and waits(unfinished.trigger)
        )
        if 0 < announcement.trigger <= LAST_ROUND and wait:
            announcement.trigger += WAIT
        elif announcement.rounds == {} and self.options.last and waits(announcement.trigger):
            announcement.trigger = announcement.trigger - WAIT or -WAIT
        elif announcement.trigger == -WAIT and self.options.wait:
            announcement.trigger = WAIT
        return announcement


def cells_of(row: Row) -> Cells:
    """The non-empty cells of a row of RoundData that terminals use."""
    return {name: row[name] for name in ROUND if row.get(name)}


def key_of(record: Round | Table) -> TableKey:
    """Section and table of a record."""
    return record.section or 0, record.table or 0


def lacking_boards(row: Row) -> str:
    """Why a row of RoundData does not give the boards of its pairs; empty if it does.

    "When CustomBoards is used, LowBoard and HighBoard must still contain a value higher than zero."
    """
    if row["lowboard"] and row["highboard"]:
        return ""
    if row["customboards"]:
        return "LowBoard or HighBoard 0 beside CustomBoards"
    return "two pairs without boards" if row["nspair"] and row["ewpair"] else ""


def refuse_incomplete(round: Round, at: str) -> None:
    """Refuse a new round without what the guide requires: two pairs, and boards if both play."""
    lacking = [name for name in ("ns_pair", "ew_pair") if getattr(round, name) is None]
    if round.ns_pair and round.ew_pair and not round.custom_boards:
        lacking += [name for name in BOARDS if not getattr(round, name)]
    if lacking:
        raise Refusal(
            "incomplete-row",
            at,
            f"a new round without {' and '.join(lacking)}",
            hint="give 0 for a pair that is missing",
        )

"""Plan changes to the sections, tables, sessions, computers and list of players of a database."""

from collections.abc import Collection
from typing import Any

from bmconv.bridge.scoring_methods import TEAMS_TYPE
from bmconv.bws.layout import SEAT_ORDER, TABLE_OF, TABLES
from bmconv.bws.live.change import INSERT, Change, row_change
from bmconv.bws.live.refusals import ADD_SECTION, Refusal, no_section
from bmconv.bws.live.requests import Edit, RequestedChanges
from bmconv.bws.live.triggers import LAST_ROUND, Triggers
from bmconv.bws.live.unfinished import Announcement
from bmconv.bws.live.view import Row, TableKey, View, direction_of, int_of, table_key, text
from bmconv.bws.read import read_records
from bmconv.bws.rows import cut_name, is_longer, moment
from bmconv.codecs import Wanted
from bmconv.errors import Flag, Wording
from bmconv.event import Event
from bmconv.event.seating import PlayersByNumber, name_of
from bmconv.notes import Notes
from bmconv.records import Player, Table
from bmconv.rules.fields import NAME
from bmconv.rules.triggers import REMOVE_TABLE

COPY = Flag("copy", "FILE")


class SectionChanges:
    """Plans changes of the rows that describe the event apart from its rounds."""

    def __init__(
        self, request: RequestedChanges, view: View, notes: Notes, *, closed: bool
    ) -> None:
        self.request, self.view, self.notes, self.closed = request, view, notes, closed
        self.rows = {int_of(row["id"]): (pointer, row) for pointer, row in view.rows("Section")}
        self.new = {e.record.id: e for e in request.of("section") if e.record.id not in self.rows}
        """The sections to be added."""
        self.edits = [e for e in request.of("section") if e.record.id in self.rows]
        self.reload_from: dict[TableKey, int] = {}
        """Tables that must reload the movement, with the first round to reload."""

    def plan(self) -> list[Change]:
        """Changes to Section (but not to its Tables), Session, Clients and PlayerNames."""
        changes: list[Change] = []
        for edit in self.edits:
            changes += self._section(edit)
        for edit in self.request.of("session"):
            changes += self._plain_row(
                "session", edit, self._row_with_id("Session", edit.record.id)
            )
        for edit in self.request.of("client"):
            place = f"client {edit.record.id}"
            self._refuse_open(place, "the computers of a session")
            changes += self._plain_row("client", edit, self._row_with_id("Clients", edit.record.id))
        return changes + self._players()

    def _section(self, edit: Edit) -> list[Change]:
        pointer, row = self.rows[edit.record.id]
        place = f"section {self.view.place(edit.record.id)}"
        if "letter" in edit.fields | edit.cleared:
            raise Refusal("section-letter", place, "the letter of a section does not change")
        fields = (edit.fields | edit.cleared) - {"tables", "letter"}
        cells = self._cells("section", edit, fields, place)
        changes = row_change(
            self.view, "Section", self.view.place(edit.record.id), pointer, row, cells
        )
        for change in changes:
            if "MissingPair" in change.values:
                self._reload_pairs(edit.record.id, {row["missingpair"], edit.value("missing_pair")})
            self._note_next_upload(place, {*change.values} - {"MissingPair"})
        return changes

    def _reload_pairs(self, section: int, pairs: set[int | None]) -> None:
        """Let the tables of these pairs reload the rounds after their last one with a result."""
        played: dict[TableKey, int] = {}
        for result in self.view.standing_results():
            played[result[:2]] = max(played.get(result[:2], 0), result[2])
        rounds = [row for _, row in self.view.rows("RoundData")]
        for row in rounds:
            place, number = table_key(row), int_of(row["round"])
            plays = {int_of(row["nspair"]), int_of(row["ewpair"])} & {p for p in pairs if p}
            if place[0] == section and plays and number > played.get(place, 0):
                first = played.get(place, 0) + 1
                self.reload_from[place] = min(first, LAST_ROUND)

    def _plain_row(self, kind: str, edit: Edit, known: tuple[int, Row] | None) -> list[Change]:
        """The change of a row whose columns are the fields of its record."""
        table = TABLE_OF[kind]
        place = f"{kind} {edit.record.id}"
        if self.view.table(table) is None:
            raise Refusal("no-table", place, f"the file has no table {table}")
        if known:
            cells = self._cells(kind, edit, edit.fields | edit.cleared, place)
            changes = row_change(self.view, table, str(edit.record.id), *known, cells)
        else:
            if edit.record.id is None:
                raise Refusal("incomplete-row", kind, f"a new {kind} without id")
            cells = self._cells(kind, edit, edit.fields | {"id"}, place)
            if kind == "session":  # "The default value your scoring program should write ... zero"
                cells = self.view.cells_with_columns(table, {"Status": 0}) | cells
            changes = [Change(INSERT, table, str(edit.record.id), cells)]
        for change in changes:
            self._note_next_upload(place, {*change.values})
        return changes

    def _players(self) -> list[Change]:
        """The changes of PlayerNames, whose rows are found by the players' numbers."""
        edits = self.request.of("player")
        if not edits:
            return []
        rows = self.view.rows("PlayerNames")
        listed = [Player(number=text(row["strid"]) or None, id=row["id"]) for _, row in rows]
        wanted = Wanted("", frozenset({"settings"}), asked=True)
        settings = Event(read_records(self.view.editor.database, wanted, Notes()), Notes())
        by_number = PlayersByNumber(settings, listed)
        places = {id(player): entry for player, entry in zip(listed, rows, strict=True)}
        changes: list[Change] = []
        for edit in edits:
            known = by_number.find(edit.record.number or "", None, None)
            changes += self._player(edit, places[id(known)] if known else None)
        return changes

    def _player(self, edit: Edit, known: tuple[int, Row] | None) -> list[Change]:
        """The change of a row of PlayerNames, or a new row."""
        player = edit.record
        place = f"player {player.number or name_of(player)}".rstrip()
        if self.view.table("PlayerNames") is None:
            raise Refusal("no-table", place, "the file has no table PlayerNames")
        name = name_of(player)
        if not (player.number and name):
            raise Refusal("incomplete-row", place, "a player needs a number and a name")
        if is_longer(name, NAME.size):
            name = cut_name(name, NAME.size, f"{place}: {name}", self.notes)
        if known:
            cells = {"Name": name}
            changes = row_change(self.view, "PlayerNames", player.number, *known, cells)
        else:
            number = player.number
            id = int(number) if number.isdecimal() and int(number) < 2**31 else player.id
            new = {"ID": id, "Name": name, "strID": number}
            new = self.view.cells_with_columns("PlayerNames", new)
            changes = [Change(INSERT, "PlayerNames", number, new)]
        for change in changes:
            self._note_next_upload(place, {*change.values})
        return changes

    def _row_with_id(self, table: str, id: int | None) -> tuple[int, Row] | None:
        """The row of a table with an id."""
        rows = (entry for entry in self.view.rows(table) if int_of(entry[1]["id"]) == id)
        return next(rows, None)

    def _cells(self, kind: str, edit: Edit, fields: Collection[str], place: str) -> dict[str, Any]:
        """The cells of the fields; refused if the file lacks a column."""
        table = TABLE_OF[kind]
        cells = {
            column.name: cell_value(column.type, edit.value(column.field))
            for column in TABLES[table].columns
            if column.field in fields
        }
        for name, value in cells.items():
            if value is not None and not self.view.has_column(table, name):
                problem = f"the table {table} of the file has no column {name}"
                raise Refusal("no-column", place, problem)
        return self.view.cells_with_columns(table, cells)

    def _note_next_upload(self, place: str, names: set[str]) -> None:
        """Note cells that a file in use takes up only at the next upload: they have no trigger."""
        for name in sorted(names) if not self.closed else ():
            text = "value{s} that the control software uses only from the next upload on"
            self.notes.repair("next-upload", f"{place} {name}", text)

    def _refuse_open(self, place: str, subject: str) -> None:
        if not self.closed:
            raise Refusal(
                "closed-file-only",
                place,
                f"{subject} cannot change while the file is in use",
                hint=Wording("close it, or use ", COPY),
                remedy=COPY,
            )

    # tables

    def tables(self) -> list[Change]:
        """Changes of the group and the computer of tables in the file."""
        rows = {table_key(row): (pointer, row) for pointer, row in self.view.rows("Tables")}
        changes: list[Change] = []
        for edit in self.request.of("table"):
            place = (edit.record.section or 0, edit.record.table or 0)
            if place in rows and edit.names("group", "computer_id"):
                at = self.view.place(*place)
                self._refuse_open(f"table {at}", "group and computer of a table")
                fields = (edit.fields | edit.cleared) & {"group", "computer_id"}
                cells = self._cells("table", edit, fields, f"table {at}")
                changes += row_change(self.view, "Tables", at, *rows[place], cells)
        return changes

    def new_rows(
        self, new_tables: dict[TableKey, Announcement], triggers: Triggers
    ) -> list[Change]:
        """The rows of new tables: in Tables, with their triggers, and in PlayerNumbers."""
        edits = {(e.record.section, e.record.table): e for e in self.request.of("table")}
        seats = {(*table_key(r), direction_of(r)) for _, r in self.view.rows("PlayerNumbers")}
        for place in edits:
            if place not in triggers.tables and place not in new_tables:
                self._refuse_unless_removed(place, edits[place].record)
        changes = []
        for place, announcement in new_tables.items():
            edit = edits.get(place)
            named = edit.fields if edit else frozenset()
            group = edit.record.group if edit and "group" in named else self._group(place)
            computer = self._computer(place[0], triggers)
            if edit and "computer_id" in named:
                computer = edit.record.computer_id
            cells = {
                "Section": place[0], "Table": place[1],
                "ComputerID": computer, "Status": 0, "LogOnOff": 2,
                "CurrentRound": 0, "CurrentBoard": 0, "Group": group,
                "UpdateFromRound": announcement.trigger,
            }  # fmt: skip
            for side in SEAT_ORDER:
                if (*place, side) not in seats:
                    seat = {
                        "Section": place[0], "Table": place[1], "Direction": side, "Round": 0,
                        "EntrySource": 0,
                    }  # fmt: skip
                    known = self.view.cells_with_columns("PlayerNumbers", seat)
                    at = f"{self.view.place(*place)} {side}"
                    changes.append(Change(INSERT, "PlayerNumbers", at, known))
            known = self.view.cells_with_columns("Tables", cells)
            changes.append(Change(INSERT, "Tables", self.view.place(*place), known))
            triggers.planned.append((changes[-1], announcement))
        return changes

    def _refuse_unless_removed(self, place: TableKey, table: Table) -> None:
        """Refuse a table without rounds, unless it is to be removed and only its seats are left."""
        at = f"table {self.view.place(*place)}"
        if table.update_from_round != REMOVE_TABLE:
            raise Refusal("no-rounds", at, "a new table needs its rounds")
        if place not in {table_key(row) for _, row in self.view.rows("PlayerNumbers")}:
            raise Refusal("no-such-table", at, "the file has no such table")

    def _group(self, place: TableKey) -> int:
        """The group of a new table: its section's group; in a team game, the table is refused."""
        row = self.rows[place[0]][1] if place[0] in self.rows else None
        scoring = row["scoringtype"] if row else None
        if place[0] in self.new:
            scoring = self.new[place[0]].record.scoring_type
        if scoring == TEAMS_TYPE:
            raise Refusal(
                "no-group",
                f"table {self.view.place(*place)}",
                "a new table of a team game needs the group of its match",
                hint='give it in a table record: "group"',
            )
        others = [r for _, r in self.view.rows("Tables") if r["section"] == place[0]]
        return (others[0]["group"] or 0) if others else 0

    def _computer(self, section: int, triggers: Triggers) -> int:
        """The computer that serves the tables of a section."""
        rows = [row for _, row in triggers.tables.values()]
        there = [row for row in rows if row["section"] == section] or rows
        return (there[0]["computerid"] or 0) if there else 0

    def sizes(
        self,
        before: Collection[TableKey],
        new: Collection[TableKey],
        removed: Collection[TableKey],
    ) -> list[Change]:
        """The new sections, and new values of Section.Tables where tables are added or removed."""
        changes = []
        tables = ({*before} | {*new}) - {*removed}
        for section in sorted({place[0] for place in (*new, *removed)} | {*self.new}):
            size = sum(place[0] == section for place in tables)
            if section not in self.rows:
                changes.append(self._new_section(section, size))
                continue
            pointer, row = self.rows[section]
            changes += row_change(
                self.view, "Section", self.view.place(section), pointer, row, {"Tables": size}
            )
        for edit in self.request.of("section"):
            size = sum(place[0] == edit.record.id for place in tables)
            if "tables" in edit.fields and edit.record.tables != size:
                raise Refusal(
                    "section-tables",
                    f"section {self.view.place(edit.record.id)}",
                    f"tables is {edit.record.tables}, but there are {size}",
                    hint="add tables with their rounds, or remove them with update_from_round 999",
                )
        return changes

    def _new_section(self, section: int, size: int) -> Change:
        edit = self.new.get(section)
        if edit is None:
            raise no_section(section, ADD_SECTION)
        place = f"section {edit.record.letter or section}"
        if not edit.record.letter or not size:
            lacking = "rounds" if edit.record.letter else "letter"
            raise Refusal("incomplete-row", place, f"a new section without {lacking}")
        sessions = [int_of(row["id"]) for _, row in self.view.rows("Session")]
        defaults = {"MissingPair": 0, "EWMoveBeforePlay": 0, "ScoringType": 1, "Winners": 0}
        if len(sessions) == 1:
            defaults["Session"] = sessions[0]
        defaults = self.view.cells_with_columns("Section", defaults)
        fields = edit.fields - {"tables"} | {"id"}
        cells = defaults | self._cells("section", edit, fields, place)
        if len(sessions) > 1 and not cells.get("Session"):
            raise Refusal("incomplete-row", place, "a new section without session")
        return Change(INSERT, "Section", edit.record.letter, cells | {"Tables": size})


def cell_value(type: str, value: Any) -> Any:
    """A field's value as a cell: an emptied number is 0, an emptied flag false."""
    if type == "date":
        return moment(value)
    if value is None and type in ("integer", "boolean"):
        return False if type == "boolean" else 0
    return value

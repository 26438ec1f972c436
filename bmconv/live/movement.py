"""What of a movement differs from a database's, and what the control software must be told."""

from __future__ import annotations

from typing import Any, NamedTuple

from bmconv.codecs.bws_layout import ORDER, REMOVE_TABLE, WAIT
from bmconv.codecs.bws_rows import low_high
from bmconv.errors import DataError
from bmconv.event import Event
from bmconv.live.change import DELETE, INSERT, UPDATE, Change
from bmconv.live.view import Place, Row, View, direction_of, place_of
from bmconv.records import Round, Table


class Wishes(NamedTuple):
    """How a movement is to be taken."""

    wait: bool = False
    last: bool = False
    complete: bool = False
    erase_results: bool = False
    reset: bool = False
    """Besides, all terminals are to go back to their main screen."""


class Movement:
    """Compares the rounds and tables of an event with those of a file."""

    def __init__(self, event: Event, view: View, wishes: Wishes) -> None:
        self.event, self.view, self.wishes = event, view, wishes
        self.tables = {place_of(row): (p, row) for p, row in view.rows("Tables")}
        self.rounds: dict[Place, dict[int, tuple[int, Row]]] = {}
        for pointer, row in view.rows("RoundData"):
            self.rounds.setdefault(place_of(row), {})[row["round"]] = (pointer, row)
        self.changes: list[Change] = []
        self.triggers: dict[Place, int] = {}
        self.new_tables: list[Place] = []

    def plan(self) -> list[Change]:
        """All changes: RoundData first, then what depends on it, the triggers last."""
        wanted: dict[Place, dict[int, Round]] = {}
        for round in self.event.of(Round):
            wanted.setdefault((round.section or 0, round.table or 0), {})[round.round or 0] = round
        tables = self.event.of(Table)
        said = {(t.section or 0, t.table or 0): t.update_from_round for t in tables}
        given = list(said)
        added = False
        for place in dict.fromkeys((*wanted, *given)):
            further = self._compare(place, wanted.get(place, {}))
            added |= further and not said.get(place)
        if added and not (self.wishes.wait or self.wishes.last):
            raise DataError(
                "rounds are added after the last one: say --wait if more will come, else --last"
            )
        if self.wishes.complete:
            self._removed_tables({place[0] for place in (*wanted, *given)}, {*wanted, *given})
        if not self.changes and not self.triggers and (self.wishes.wait or self.wishes.last):
            self.triggers = dict.fromkeys(self.tables, WAIT if self.wishes.wait else -WAIT)
        elif self.wishes.wait:
            self.triggers = {
                place: n + WAIT if 0 < n < WAIT else n for place, n in self.triggers.items()
            }
        self.triggers |= {
            place: value
            for place, value in said.items()
            if value and place in self.tables and value != self._pending(place)
        }
        self._refuse_busy()
        self._refuse_results()
        return [*self.changes, *self._table_rows(), *self._trigger_cells()]

    def _compare(self, place: Place, wanted: dict[int, Round]) -> bool:
        """Plan the rounds of one table; whether rounds are added after its last one."""
        have = self.rounds.get(place, {})
        touched: list[int] = []
        for number, round in sorted(wanted.items()):
            cells = self.view.known("RoundData", round_cells(round))
            at = f"{self.view.place(*place)} round {number}"
            if number not in have:
                self.changes.append(Change(INSERT, "RoundData", at, cells))
                touched.append(number)
                continue
            pointer, row = have[number]
            other = {n: v for n, v in cells.items() if (row[n.lower()] or 0) != (v or 0)}
            if other:
                before = {n: row[n.lower()] for n in other}
                self.changes.append(Change(UPDATE, "RoundData", at, other, pointer, before))
                touched.append(number)
        gone = sorted(set(have) - set(wanted)) if self.wishes.complete and wanted else []
        for number in gone:
            at = f"{self.view.place(*place)} round {number}"
            self.changes.append(Change(DELETE, "RoundData", at, {}, have[number][0]))
        if place not in self.tables:
            if wanted:
                self.new_tables.append(place)
            return False
        if touched:
            self.triggers[place] = min((*touched, *gone))
        elif gone:
            later = [n for n in wanted if n > gone[0]]
            self.triggers[place] = gone[0] if later else -gone[0]
        return bool(have) and any(n > max(have) for n in touched)

    def _removed_tables(self, sections: set[int], wanted: set[Place]) -> None:
        for place in self.tables:
            if place[0] in sections and place not in wanted:
                for number, (pointer, _) in sorted(self.rounds.get(place, {}).items()):
                    at = f"{self.view.place(*place)} round {number}"
                    self.changes.append(Change(DELETE, "RoundData", at, {}, pointer))
                self.triggers[place] = REMOVE_TABLE

    def _pending(self, place: Place) -> int:
        """What the control software has not taken up yet at a table."""
        return self.tables[place][1]["updatefromround"] or 0

    def _refuse_busy(self) -> None:
        """A trigger that the control software has not taken up yet is never overwritten."""
        busy = [place for place in self.triggers if self._pending(place)]
        if busy:
            shown = ", ".join(f"{self.view.place(*p)} ({self._pending(p)})" for p in busy)
            raise DataError(f"UpdateFromRound is not taken up yet at {shown}: try again later")

    def _refuse_results(self) -> None:
        """Updating from a round on erases the server's results from there on."""
        if self.wishes.erase_results:
            return
        last: dict[tuple[int, ...], tuple[int, bool]] = {}
        for _, row in self.view.rows("ReceivedData"):
            key = (row["section"], row["table"], row["round"], row["board"])
            if None not in key:
                last[key] = max(last.get(key, (-1, False)), (row["id"] or 0, bool(row["erased"])))
        lost = []
        for (section, table, round, board), (_, erased) in sorted(last.items()):
            trigger = self.triggers.get((section, table), 0)
            first = 1 if trigger == REMOVE_TABLE else abs(trigger) % WAIT
            if first and round >= first and not erased:
                lost.append(f"{self.view.place(section, table)} round {round} board {board}")
        if lost:
            shown = "; ".join(lost[:20]) + ("; ..." if len(lost) > 20 else "")
            results = f"{len(lost)} result{'s' * (len(lost) != 1)}"
            raise DataError(
                f"{results} would be erased in the server ({shown}): "
                "--erase-results does it all the same"
            )

    def _table_rows(self) -> list[Change]:
        """Rows of Tables, their seats, and the number of tables, for new tables."""
        given = {(t.section, t.table): t for t in self.event.of(Table)}
        changes = []
        seats = {(*place_of(r), direction_of(r)) for _, r in self.view.rows("PlayerNumbers")}
        for place in self.new_tables:
            table = given.get(place) or Table()
            cells = {
                "Section": place[0], "Table": place[1], "ComputerID": self._computer(place[0]),
                "Status": 0, "LogOnOff": 2, "CurrentRound": 0, "CurrentBoard": 0,
                "Group": table.group or self._group(place[0]),
                "UpdateFromRound": 1 + WAIT * self.wishes.wait,
            }  # fmt: skip
            known = self.view.known("Tables", cells)
            changes.append(Change(INSERT, "Tables", self.view.place(*place), known))
            for side in ORDER:
                if (*place, side) not in seats:
                    seat = {"Section": place[0], "Table": place[1], "Direction": side, "Round": 0}
                    known = self.view.known("PlayerNumbers", seat)
                    at = f"{self.view.place(*place)} {side}"
                    changes.append(Change(INSERT, "PlayerNumbers", at, known))
        return self._section_sizes() + changes

    def _section_sizes(self) -> list[Change]:
        changes = []
        rows = {row["id"]: (pointer, row) for pointer, row in self.view.rows("Section")}
        for section in sorted({place[0] for place in self.new_tables}):
            if section not in rows:
                raise DataError(f"there is no section {section}: sections cannot be added")
            pointer, row = rows[section]
            size = sum(place[0] == section for place in (*self.tables, *self.new_tables))
            if row["tables"] != size:
                before = {"Tables": row["tables"]}
                at, cells = self.view.place(section), {"Tables": size}
                changes.append(Change(UPDATE, "Section", at, cells, pointer, before))
        return changes

    def _computer(self, section: int) -> int:
        """The computer that serves the tables of a section."""
        everywhere = self._others(section) or [row for _, row in self.tables.values()]
        return (everywhere[0]["computerid"] or 0) if everywhere else 0

    def _group(self, section: int) -> int:
        others = self._others(section)
        return (others[0]["group"] or 0) if others else 0

    def _others(self, section: int) -> list[Row]:
        return [row for place, (_, row) in self.tables.items() if place[0] == section]

    def _trigger_cells(self) -> list[Change]:
        return [
            trigger(self.tables[place][0], self.view.place(*place), value)
            for place, value in self.triggers.items()
        ]


def trigger(pointer: int, place: str, value: int) -> Change:
    """The cell that the control software looks at."""
    cells = {"UpdateFromRound": value}
    return Change(UPDATE, "Tables", place, cells, pointer, {"UpdateFromRound": 0})


def round_cells(round: Round) -> dict[str, Any]:
    """The cells of a round."""
    low, high = low_high(round)
    return {
        "Section": round.section, "Table": round.table, "Round": round.round,
        "NSPair": round.ns_pair or 0, "EWPair": round.ew_pair or 0,
        "LowBoard": low, "HighBoard": high, "CustomBoards": round.custom_boards,
        **({"South": round.south} if round.south else {}),
        **({"West": round.west} if round.west else {}),
    }  # fmt: skip

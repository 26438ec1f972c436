"""Differences between a movement and a database, and the triggers that announce them."""

from collections.abc import Container
from typing import Any, NamedTuple

from bmconv.codecs.bws.layout import BEYOND, ORDER, TABLES
from bmconv.codecs.bws.rows import round_cells
from bmconv.errors import DataError, Flag, Wording
from bmconv.event import Event
from bmconv.io.stream import encode
from bmconv.live.change import DELETE, INSERT, UPDATE, Change
from bmconv.live.triggers import (
    ALLOW_ERASING,
    ERASES,
    LAST_ROUND,
    SPECIAL,
    Triggers,
    covers,
    first_round,
    waits,
)
from bmconv.live.unfinished import Cells, News
from bmconv.live.view import Place, Row, View, direction_of, place_of, whole
from bmconv.records import Round, Table
from bmconv.rules.terminals import REMOVE_TABLE, WAIT

ROUND = tuple(
    column.name.lower()
    for column in (*TABLES["RoundData"].columns, *BEYOND["RoundData"])
    if column.field not in ("section", "table", "round")
)
"""The columns of RoundData that terminals use."""


class Wishes(NamedTuple):
    """Options for applying a movement."""

    wait: bool = False
    last: bool = False
    complete: bool = False
    erase_results: bool = False
    reset: bool = False
    """Also send all terminals back to their main screen."""


class Given(NamedTuple):
    """What is compared with a file."""

    event: Event
    wishes: Wishes
    own: Container[bytes] = ()
    """The file's own records as bytes; given back unchanged they ask for no change."""
    left: tuple[News, ...] = ()
    """Announcements at tables that interrupted runs did not make."""
    again: bool = False
    """Whether the interrupted run was asked for the same."""


class MovementChanges:
    """Compares the rounds and tables of an event with those of a file."""

    def __init__(self, given: Given, view: View, triggers: Triggers) -> None:
        self.event, self.wishes, self.own = given.event, given.wishes, given.own
        self.again, self.view, self.triggers = given.again, view, triggers
        self.left: dict[Place, News] = {}
        for news in given.left:
            known = self.left.setdefault((news.section or 0, news.table or 0), news)
            if known is not news:
                known.rounds |= news.rounds
                known.plain = known.plain or news.plain
                known.trigger = news.trigger if news.rounds else known.trigger
        self.tables = triggers.tables
        self.rounds: dict[Place, dict[int, tuple[int, Row]]] = {}
        for pointer, row in view.rows("RoundData"):
            self.rounds.setdefault(place_of(row), {})[whole(row["round"])] = (pointer, row)
        self.changes: list[Change] = []
        self.changed: set[Place] = set()
        self.removed: set[Place] = set()
        self.news: dict[Place, News] = {}
        self.new_tables: dict[Place, News] = {}

    def plan(self) -> list[Change]:
        """All changes except triggers of existing tables: RoundData, then what depends on it."""
        wanted: dict[Place, dict[int, Round]] = {}
        for round in self.event.of(Round):
            wanted.setdefault((round.section or 0, round.table or 0), {})[round.round or 0] = round
        tables = {(t.section or 0, t.table or 0): t for t in self.event.of(Table)}
        said = {
            place: table.update_from_round
            for place, table in tables.items()
            if table.update_from_round and place in self.tables and encode(table) not in self.own
        }
        added = False
        for place in dict.fromkeys((*wanted, *tables, *self.left)):
            further = self._compare(place, wanted.get(place, {}))
            added |= further and place not in said
        if added and not (self.wishes.wait or self.wishes.last):
            raise DataError(
                "rounds are added after the last one",
                hint=Wording("use ", Flag("wait"), " if more follow, else ", Flag("last")),
            )
        if self.wishes.complete:
            self._removed_tables({place[0] for place in (*wanted, *tables)}, {*wanted, *tables})
        self._announce(said)
        return [*self.changes, *self._table_rows()]

    def _compare(self, place: Place, wanted: dict[int, Round]) -> bool:
        """Plan the rounds of one table; return whether rounds are added after its last one."""
        have = self.rounds.get(place, {})
        before = {number: cells_of(row) for number, (_, row) in have.items()}
        after = dict(before)
        for number, round in sorted(wanted.items()):
            if encode(round) not in self.own:
                after[number] = self._round(place, number, round, have.get(number))
        for number in sorted(set(have) - set(wanted)) if self.wishes.complete and wanted else ():
            self._remove(place, number)
            del after[number]
        if place in self.tables:
            self._tell(place, before, after)
            return bool(have) and any(number > max(have) for number in after)
        self._new_table(place, after)
        return False

    def _new_table(self, place: Place, after: dict[int, Cells]) -> None:
        """Add a table for new rounds, or for rounds that an interrupted run has already added."""
        left = self.left.get(place)
        left = left if left and left.new and after else None
        news = News(place[0], 1, place[1], dict.fromkeys(after), new=True)
        if place in self.changed:
            self.new_tables[place] = self._waiting(place, news)
        elif left and not set(left.rounds) <= set(after):
            self.triggers.keep(left, "a table was being added", "run the same apply again")
        elif left and self.triggers.erased(place, news.trigger):
            self.triggers.keep(left, ERASES, ALLOW_ERASING)
        elif left:
            self.new_tables[place] = self._waiting(place, news)

    def _round(self, place: Place, number: int, round: Round, known: Any) -> Cells:
        """Plan the change of one round; return its cells after the change."""
        cells = self.view.known("RoundData", round_cells(round))
        at = f"{self.view.place(*place)} round {number}"
        if known is None:
            self._change(place, Change(INSERT, "RoundData", at, cells))
            return cells_of({name.lower(): value for name, value in cells.items()})
        pointer, row = known
        other = {n: v for n, v in cells.items() if (row[n.lower()] or 0) != (v or 0)}
        if other:
            before = {n: row[n.lower()] for n in other}
            self._change(place, Change(UPDATE, "RoundData", at, other, pointer, before))
        return cells_of(row | {name.lower(): value for name, value in other.items()})

    def _remove(self, place: Place, number: int) -> None:
        at = f"{self.view.place(*place)} round {number}"
        self._change(place, Change(DELETE, "RoundData", at, {}, self.rounds[place][number][0]))

    def _change(self, place: Place, change: Change) -> None:
        self.changes.append(change)
        self.changed.add(place)

    def _tell(self, place: Place, before: dict[int, Cells], after: dict[int, Cells]) -> None:
        """Plan the trigger of a table for the rounds that the control software does not know."""
        left = self.left.get(place)
        known: dict[int, Cells | None] = {**before, **(left.rounds if left else {})}
        rounds = {
            number: known.get(number)
            for number in sorted({*known, *before, *after})
            if not known.get(number) == before.get(number) == after.get(number)
        }
        unknown = [number for number in rounds if known.get(number) != after.get(number)]
        if left and rounds and not unknown:
            self.triggers.restored.append(News(place[0], left.trigger, place[1], rounds))
        if not unknown:
            return
        first = max(min(unknown), 1)
        if first > LAST_ROUND:
            raise DataError(
                f"{self.view.place(*place)} round {first}: UpdateFromRound names rounds up to "
                f"{LAST_ROUND}"
            )
        value = first if any(number >= first for number in after) else -first
        if left and left.trigger == REMOVE_TABLE and not after:
            value = REMOVE_TABLE
        self.news[place] = News(place[0], value, place[1], rounds)

    def _removed_tables(self, sections: set[int], wanted: set[Place]) -> None:
        for place in self.tables:
            if place[0] in sections and place not in wanted:
                before = {n: cells_of(row) for n, (_, row) in self.rounds.get(place, {}).items()}
                for number in sorted(before):
                    self._remove(place, number)
                left = self.left.get(place)
                rounds: dict[int, Cells | None] = {**before, **(left.rounds if left else {})}
                self.news[place] = News(place[0], REMOVE_TABLE, place[1], rounds)
                self.removed.add(place)

    def _announce(self, said: dict[Place, int]) -> None:
        """Set the triggers of this run, and those of earlier runs that it does not replace."""
        for place, left in self.left.items():
            if left.plain and place in self.tables:
                self._add_plain(place, left)
        self.news = {place: self._waiting(place, news) for place, news in self.news.items()}
        asked = {p: self.news[p] for p in self.news if p in self.changed or p in self.removed}
        if not (self.changes or asked or said or self.again):
            for place in self.tables if self.wishes.wait or self.wishes.last else ():
                if place not in self.news:
                    value = WAIT if self.wishes.wait else -WAIT
                    asked[place] = News(place[0], value, place[1], plain=value)
        for place, value in said.items():
            asked[place] = News(place[0], value, place[1], plain=value)
            if place in self.left and place in self.news:
                asked[place].rounds = self.news[place].rounds
                if not covers(value, self.trigger(place)):
                    asked[place].trigger = self._lower(place, value)
        self.triggers.refuse_erasing(asked | self.new_tables)
        self.triggers.ask(asked, self.changed)
        for place, news in self.news.items():
            if place not in asked:
                self.triggers.make_up(place, news, self.left.get(place, news))

    def trigger(self, place: Place) -> int:
        """The trigger to be set at a table."""
        return self.news[place].trigger

    def _lower(self, place: Place, value: int) -> int:
        """Combine the trigger given in the records with one left over."""
        if value in SPECIAL:
            self.triggers.keep(self.left[place], "its UpdateFromRound is not free; run apply later")
            return value
        if self.trigger(place) == REMOVE_TABLE or not first_round(value):
            return self.trigger(place)
        first = min(first_round(value), first_round(self.trigger(place)))
        return first + WAIT * waits(value)

    def _add_plain(self, place: Place, left: News) -> None:
        """Combine a left-over trigger that was asked for as such with the planned one."""
        planned = self.news.get(place)
        if planned is None:
            self.news[place] = News(left.section, left.plain, left.table, plain=left.plain)
        elif left.plain in SPECIAL:
            alone = News(left.section, left.plain, left.table, plain=left.plain)
            self.triggers.keep(alone, "its UpdateFromRound is not free; run apply again later")
        else:
            planned.plain = left.plain
            if 0 < first_round(left.plain) < abs(planned.trigger) <= LAST_ROUND:
                planned.trigger = first_round(left.plain)

    def _waiting(self, place: Place, news: News) -> News:
        """News whose trigger also makes terminals wait, or stop waiting, after the last round."""
        left = self.left.get(place)
        wait = self.wishes.wait or (not self.wishes.last and left and waits(left.trigger))
        if 0 < news.trigger <= LAST_ROUND and wait:
            news.trigger += WAIT
        elif news.rounds == {} and self.wishes.last and waits(news.trigger):
            news.trigger = news.trigger - WAIT or -WAIT
        elif news.trigger == -WAIT and self.wishes.wait:
            news.trigger = WAIT
        return news

    def _table_rows(self) -> list[Change]:
        """For new tables: rows of Tables and PlayerNumbers, and Section.Tables."""
        given = {(t.section, t.table): t for t in self.event.of(Table)}
        changes = []
        seats = {(*place_of(r), direction_of(r)) for _, r in self.view.rows("PlayerNumbers")}
        for place, news in self.new_tables.items():
            table = given.get(place) or Table()
            cells = {
                "Section": place[0], "Table": place[1], "ComputerID": self._computer(place[0]),
                "Status": 0, "LogOnOff": 2, "CurrentRound": 0, "CurrentBoard": 0,
                "Group": table.group or self._group(place[0]),
                "UpdateFromRound": news.trigger,
            }  # fmt: skip
            for side in ORDER:
                if (*place, side) not in seats:
                    seat = {"Section": place[0], "Table": place[1], "Direction": side, "Round": 0}
                    known = self.view.known("PlayerNumbers", seat)
                    at = f"{self.view.place(*place)} {side}"
                    changes.append(Change(INSERT, "PlayerNumbers", at, known))
            known = self.view.known("Tables", cells)
            changes.append(Change(INSERT, "Tables", self.view.place(*place), known))
            self.triggers.set.append((changes[-1], news))
        return self._section_sizes() + changes

    def _section_sizes(self) -> list[Change]:
        changes = []
        rows = {whole(row["id"]): (pointer, row) for pointer, row in self.view.rows("Section")}
        for section in sorted({place[0] for place in self.new_tables}):
            if section not in rows:
                raise DataError(f"no section {section}: sections cannot be added")
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


def cells_of(row: Row) -> Cells:
    """The non-empty cells of a row of RoundData that terminals use."""
    return {name: row[name] for name in ROUND if row.get(name)}

"""Plan the triggers in UpdateFromRound, which announce changes to the control software."""

from collections.abc import Collection, Iterable

from bmconv.bws.live.change import UPDATE, Change
from bmconv.bws.live.refusals import Refusal
from bmconv.bws.live.unfinished import Announcement
from bmconv.bws.live.view import TableKey, View, int_of, table_key
from bmconv.errors import TRY_AGAIN, Flag, Wording, Words
from bmconv.notes import Notes, quantity
from bmconv.rules.triggers import NEW_HANDS, NEW_SETTINGS, REMOVE_TABLE, RESET, WAIT

SPECIAL = (NEW_HANDS, NEW_SETTINGS, RESET)
"""Triggers that are not about rounds."""
_ALLOW = Wording("allow it with ", Flag("erase_results"))
ERASES = "the server would erase results from there on"
"""Why a trigger of an earlier run is still not set."""
ALLOW_ERASING = Wording(*_ALLOW, ", or remove FILE.unfinished to give it up")
REPLACE = Flag("replace_triggers")
LAST_ROUND = WAIT - 1
"""The highest round that a trigger can name."""


def trigger_change(pointer: int, place: str, value: int, before: int = 0) -> Change:
    """The change that sets UpdateFromRound in a row of Tables."""
    cells = {"UpdateFromRound": value}
    return Change(UPDATE, "Tables", place, cells, pointer, {"UpdateFromRound": before})


def first_round(value: int) -> int:
    """The round from which a trigger makes the server erase results; 0: none."""
    if value in SPECIAL:
        return 0
    return 1 if value == REMOVE_TABLE else abs(value) % WAIT


def waits(value: int) -> bool:
    """Whether a trigger makes terminals wait after the last round."""
    return WAIT <= value < 2 * WAIT


def covers(pending: int, value: int) -> bool:
    """Whether a pending trigger announces everything that another trigger would."""
    if pending in (value, REMOVE_TABLE):
        return True
    first, wanted = first_round(pending), first_round(value)
    if not first or not wanted or value == REMOVE_TABLE or waits(pending) != waits(value):
        return False
    return first <= wanted and (pending > 0 or value < 0)


class Triggers:
    """The triggers of one run: those requested must be set; earlier runs' are set if possible."""

    def __init__(
        self, view: View, notes: Notes, *, erase_results: bool = False, replace: bool = False
    ) -> None:
        self.view, self.notes = view, notes
        self.erase_results, self.replace = erase_results, replace
        self.tables = {table_key(row): (p, row) for p, row in view.rows("Tables")}
        self.results: dict[TableKey, list[tuple[int, int]]] = {}
        """The rounds and boards of each table that have a standing result."""
        for section, table, round, board in sorted(view.standing_results()):
            self.results.setdefault((section, table), []).append((round, board))
        self.kept: list[Announcement] = []
        """Triggers of earlier runs that cannot be set now."""
        self.restored: list[Announcement] = []
        """Announcements that need no trigger, because this run restores the announced rounds."""
        self.planned: list[tuple[Change, Announcement]] = []
        """The changes that set a trigger, each with what it announces."""
        self.withdrawn: list[TableKey] = []
        """The tables whose pending trigger is withdrawn."""

    def pending(self, place: TableKey) -> int:
        """The trigger of a table that the control software has not acted on yet; 0: none."""
        return int_of(self.tables[place][1]["updatefromround"]) if place in self.tables else 0

    def results_erased(self, place: TableKey, value: int) -> list[str]:
        """The results that a trigger would make the server erase; none if erasing is allowed."""
        first = 0 if self.erase_results else first_round(value)
        boards = [(r, b) for r, b in self.results.get(place, ()) if first and r >= first]
        return [f"{self.view.place(*place)} round {r} board {b}" for r, b in boards]

    def ask(self, wanted: dict[TableKey, Announcement], changed: Collection[TableKey]) -> None:
        """Plan the triggers requested from this run; refuse if another is pending at a table."""
        wanted = {
            place: announcement
            for place, announcement in wanted.items()
            if place in changed or self.pending(place) != announcement.trigger
        }
        busy = [place for place in wanted if self.pending(place)]
        kinds = {place: {self.pending(place), wanted[place].trigger} for place in busy}
        stuck = [place for place in busy if kinds[place] & {*SPECIAL}]
        if stuck if self.replace else busy:
            self._refuse_busy(stuck if self.replace else busy, replaceable=not stuck)
        for place, announcement in wanted.items():
            self._set(place, announcement)

    def refuse_erasing(self, wanted: dict[TableKey, Announcement]) -> None:
        """Refuse triggers that would make the server erase results, unless that is allowed."""
        lost = [
            text
            for place, announcement in wanted.items()
            for text in self.results_erased(place, announcement.trigger)
        ]
        if lost:
            boards = "; ".join(lost[:20]) + ("; ..." if len(lost) > 20 else "")
            raise Refusal(
                "would-erase",
                self._places(p for p in wanted if self.results_erased(p, wanted[p].trigger)),
                f"{quantity(len(lost), 'result')} would be erased in the server ({boards})",
                hint=_ALLOW,
                remedy=Flag("erase_results"),
            )

    def _places(self, places: Iterable[TableKey]) -> str:
        return ", ".join(self.view.place(*place) for place in places)

    def _refuse_busy(self, busy: Collection[TableKey], *, replaceable: bool = False) -> None:
        """Refuse because some tables have a trigger that the control software has not acted on.

        `replaceable`: a new trigger can announce what the pending one announces, too.
        """
        way_out = (", or if it never will, ", REPLACE, " replaces them") if replaceable else ()
        pending = ", ".join(map(str, sorted({self.pending(place) for place in busy})))
        raise Refusal(
            "trigger-pending",
            self._places(busy),
            f"UpdateFromRound {pending} not processed yet",
            hint=Wording("try again when the control software has acted", *way_out),
            remedy=TRY_AGAIN,
        )

    def withdraw(self, place: TableKey) -> None:
        """Take back a trigger that the control software has not acted on."""
        self.withdrawn.append(place)
        value = self.pending(place)
        text = "trigger{s} taken back: the control software is not notified of the changes"
        at = f"{self.view.place(*place)}: UpdateFromRound {value}"
        self.notes.repair("trigger-withdrawn", at, text)

    def changes(self) -> list[Change]:
        """The changes of existing rows that set or take back triggers."""
        changes = [change for change, _ in self.planned if change.action == UPDATE]
        rows = {change.row for change in changes}
        for place in self.withdrawn:
            pointer = self.tables[place][0]
            if pointer not in rows:
                at, value = self.view.place(*place), self.pending(place)
                changes.append(trigger_change(pointer, at, 0, value))
        return changes

    def make_up(
        self, place: TableKey, announcement: Announcement, unfinished: Announcement
    ) -> None:
        """Plan a trigger that an earlier run has not set, unless it is no longer safe."""
        if place not in self.tables:
            return
        there = self.pending(place)
        if there and covers(there, announcement.trigger):
            return
        if there or any(self.tables[place][0] == change.row for change, _ in self.planned):
            self.keep(unfinished, "its UpdateFromRound is not free; run apply again later")
        elif self.results_erased(place, announcement.trigger):
            self.keep(unfinished, ERASES, ALLOW_ERASING)
        else:
            self._set(place, announcement)

    def keep(self, announcement: Announcement, why: str, hint: Words = "") -> None:
        """Leave an announcement to a later run, and note why."""
        self.kept.append(announcement)
        at = (
            self.view.place(announcement.section, announcement.table)
            if announcement.section is not None
            else "all"
        )
        text = f"trigger{{s}} of an interrupted run not set: {why}"
        place = f"{at}: UpdateFromRound {announcement.trigger}"
        self.notes.error("not-announced", place, text, hint=hint)

    def _set(self, place: TableKey, announcement: Announcement) -> None:
        pointer = self.tables[place][0]
        at, before = self.view.place(*place), self.pending(place)
        self.planned.append(
            (trigger_change(pointer, at, announcement.trigger, before), announcement)
        )

    def announce_anywhere(
        self, section: int | None, value: int, unfinished: Announcement | None
    ) -> None:
        """Announce settings or hands of a section (None: all) at any table without a trigger."""
        places = [place for place in self.tables if section in (None, place[0])]
        if unfinished and any(self.pending(place) == value for place in places):
            return
        taken = {change.row for change, _ in self.planned}
        free = [p for p in places if not self.pending(p) and self.tables[p][0] not in taken]
        if free:
            self._set(free[0], Announcement(section, value))
        elif unfinished:
            self.keep(unfinished, "no table has a free UpdateFromRound; run apply again later")
        else:
            raise Refusal(
                "trigger-pending",
                "all sections" if section is None else f"section {self.view.place(section)}",
                f"no table has UpdateFromRound free for {value}",
                hint="try again when the control software has acted",
                remedy=TRY_AGAIN,
            )

    def announce_everywhere(
        self, section: int | None, value: int, without: Collection[TableKey] = ()
    ) -> None:
        """Announce settings at every table of a section (None: of all), except some tables."""
        places = [p for p in self.tables if section in (None, p[0]) and p not in without]
        places = [place for place in places if self.pending(place) != value]
        coming = {change.row: announcement.trigger for change, announcement in self.planned}
        busy = [place for place in places if self.pending(place)]
        if busy:
            self._refuse_busy(busy)
        for place in places:
            there = coming.get(self.tables[place][0])
            if there not in (None, value):
                raise Refusal(
                    "two-triggers",
                    self.view.place(*place),
                    f"UpdateFromRound cannot announce {there} and {value} at once",
                    hint="apply the settings alone, and the rest when they were processed",
                )
            if there is None:
                self._set(place, Announcement(place[0], value, place[1], plain=value))

    def reset_all(self) -> None:
        """Plan the triggers that send every terminal back to its main screen."""
        coming = {change.row: announcement.trigger for change, announcement in self.planned}
        for place, (pointer, _) in self.tables.items():
            there = coming.get(pointer) or self.pending(place)
            if there and there != RESET:
                at = self.view.place(*place)
                problem, hint = f"UpdateFromRound {there} is not free", "try again later"
                raise Refusal("trigger-pending", at, problem, hint=hint, remedy=TRY_AGAIN)
            if not there:
                self._set(place, Announcement(place[0], RESET, place[1], plain=RESET))

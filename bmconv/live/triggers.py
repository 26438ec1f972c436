"""UpdateFromRound: which triggers can be set, and what a trigger already set announces."""

from collections.abc import Collection

from bmconv.errors import DataError, Flag, Wording, Words
from bmconv.live.change import UPDATE, Change
from bmconv.live.unfinished import News
from bmconv.live.view import Place, View, place_of, whole
from bmconv.notes import Notes, counted
from bmconv.rules.terminals import NEW_HANDS, NEW_SETTINGS, REMOVE_TABLE, RESET, WAIT

SPECIAL = (NEW_HANDS, NEW_SETTINGS, RESET)
"""Values that are not about rounds."""
_ALLOW = Wording("allow it with ", Flag("erase_results"))
ERASES = "the server would erase results from there on"
"""Why a left-over trigger is still not set."""
ALLOW_ERASING = Wording(*_ALLOW, ", or remove FILE.unfinished to give it up")
LAST_ROUND = WAIT - 1
"""The highest round that a trigger can name."""


def trigger(pointer: int, place: str, value: int) -> Change:
    """The change that sets UpdateFromRound in a row of Tables."""
    cells = {"UpdateFromRound": value}
    return Change(UPDATE, "Tables", place, cells, pointer, {"UpdateFromRound": 0})


def first_round(value: int) -> int:
    """The round from which a trigger makes the server erase results; 0: none."""
    if value in SPECIAL:
        return 0
    return 1 if value == REMOVE_TABLE else abs(value) % WAIT


def waits(value: int) -> bool:
    """Whether a trigger makes terminals wait after the last round."""
    return WAIT <= value < 2 * WAIT


def covers(there: int, value: int) -> bool:
    """Whether a trigger still pending announces everything that another one would."""
    if there in (value, REMOVE_TABLE):
        return True
    first, wanted = first_round(there), first_round(value)
    if not first or not wanted or value == REMOVE_TABLE or waits(there) != waits(value):
        return False
    return first <= wanted and (there > 0 or value < 0)


class Triggers:
    """The triggers of one run: those asked for must be set, left-over ones are set if possible."""

    def __init__(self, view: View, erase_results: bool, notes: Notes) -> None:
        self.view, self.erase_results, self.notes = view, erase_results, notes
        self.tables = {place_of(row): (p, row) for p, row in view.rows("Tables")}
        self.results: dict[Place, list[tuple[int, int]]] = {}
        """The rounds and boards of each table that have a standing result."""
        for section, table, round, board in sorted(view.standing_results()):
            self.results.setdefault((section, table), []).append((round, board))
        self.kept: list[News] = []
        """News that cannot be announced now."""
        self.restored: list[News] = []
        """News that needs no trigger once this run has put the rounds back as they were."""
        self.set: list[tuple[Change, News]] = []
        """The changes that set a trigger, each with what it announces."""

    def pending(self, place: Place) -> int:
        """The trigger of a table that the control software has not acted on yet; 0: none."""
        return whole(self.tables[place][1]["updatefromround"]) if place in self.tables else 0

    def erased(self, place: Place, value: int) -> list[str]:
        """The results that a trigger would make the server erase; none if that is allowed."""
        first = 0 if self.erase_results else first_round(value)
        boards = [(r, b) for r, b in self.results.get(place, ()) if first and r >= first]
        return [f"{self.view.place(*place)} round {r} board {b}" for r, b in boards]

    def ask(self, wanted: dict[Place, News], changed: Collection[Place]) -> None:
        """Plan the triggers this run is asked for; refuse if a table has another one pending."""
        wanted = {
            place: news
            for place, news in wanted.items()
            if place in changed or self.pending(place) != news.trigger
        }
        busy = [place for place in wanted if self.pending(place)]
        if busy:
            shown = ", ".join(f"{self.view.place(*p)} ({self.pending(p)})" for p in busy)
            raise DataError(f"UpdateFromRound not processed yet at {shown}; try again later")
        for place, news in wanted.items():
            self._put(place, news)

    def refuse_erasing(self, wanted: dict[Place, News]) -> None:
        """Refuse triggers that would make the server erase results, unless that is allowed."""
        lost = [text for place, news in wanted.items() for text in self.erased(place, news.trigger)]
        if lost:
            shown = "; ".join(lost[:20]) + ("; ..." if len(lost) > 20 else "")
            raise DataError(
                f"{counted(len(lost), 'result')} would be erased in the server ({shown})",
                hint=_ALLOW,
            )

    def make_up(self, place: Place, news: News, left: News) -> None:
        """Plan a trigger that an earlier run did not set, unless that is no longer safe."""
        if place not in self.tables:
            return
        there = self.pending(place)
        if there and covers(there, news.trigger):
            return
        if there or any(self.tables[place][0] == change.row for change, _ in self.set):
            self.keep(left, "its UpdateFromRound is not free; run apply again later")
        elif self.erased(place, news.trigger):
            self.keep(left, ERASES, ALLOW_ERASING)
        else:
            self._put(place, news)

    def keep(self, news: News, why: str, hint: Words = "") -> None:
        """Leave news to a later run, and note why."""
        self.kept.append(news)
        at = self.view.place(news.section, news.table) if news.section is not None else "all"
        text = f"trigger{{s}} of an interrupted run not set: {why}"
        where = f"{at}: UpdateFromRound {news.trigger}"
        self.notes.error("not-announced", where, text, hint=hint)

    def _put(self, place: Place, news: News) -> None:
        pointer = self.tables[place][0]
        self.set.append((trigger(pointer, self.view.place(*place), news.trigger), news))

    def anywhere(self, section: int | None, value: int, left: News | None) -> None:
        """Announce settings or hands of a section (None: all) at any table without a trigger."""
        places = [place for place in self.tables if section in (None, place[0])]
        if left and any(self.pending(place) == value for place in places):
            return
        taken = {change.row for change, _ in self.set}
        free = [p for p in places if not self.pending(p) and self.tables[p][0] not in taken]
        if free:
            self._put(free[0], News(section, value))
        elif left:
            self.keep(left, "no table has a free UpdateFromRound; run apply again later")
        else:
            where = "any section" if section is None else f"section {self.view.place(section)}"
            raise DataError(f"no table of {where} has UpdateFromRound free for {value}; try later")

    def reset_all(self) -> None:
        """Plan the triggers that send every terminal back to its main screen."""
        coming = {change.row: news.trigger for change, news in self.set}
        for place, (pointer, _) in self.tables.items():
            there = coming.get(pointer) or self.pending(place)
            if there and there != RESET:
                raise DataError(
                    f"UpdateFromRound of {self.view.place(*place)} is not free; try again later"
                )
            if not there:
                self._put(place, News(place[0], RESET, place[1], plain=RESET))

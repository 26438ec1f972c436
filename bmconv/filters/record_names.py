"""How `set` finds records: by the texts that name them, such as `A5N` or `board 14 NS 5`."""

import re
from functools import cached_property
from typing import Any

from bmconv import records as rec
from bmconv.bridge.movements import boards_of, letters, spans
from bmconv.bridge.places import place
from bmconv.errors import DataError, Flag, UsageError, Wording
from bmconv.event import Event
from bmconv.event.result_names import ResultName, parse_result_name, result_name
from bmconv.event.seating import PlayersByNumber, player_number
from bmconv.event.standing import entry, standing_positions
from bmconv.filters.assignments import Assignment
from bmconv.notes import Notes, quantity
from bmconv.records import Record, name_of, type_name

_MOST_NAMES = 5
"""The number of known names that an error message lists."""
_MOST_RESULTS = 15
"""The number of results that an error message lists: enough for a board in most clubs."""
_SEAT = re.compile(r"(\d) (N|E|S|W)(?:ORTH|AST|OUTH|EST)?$")


class Namer:
    """Finds the records that assignments name, and names records in messages."""

    def __init__(self, known: list[Record]) -> None:
        self._sections = [s for s in known if isinstance(s, rec.Section)]
        self._letters = {s.id: (s.letter or "").upper() for s in self._sections}
        self._players = [r for r in known if isinstance(r, rec.Player)]
        self._settings = [s for s in known if isinstance(s, rec.Settings)]
        self._sessions = {s.id: s.session for s in self._sections}
        self._named: dict[str, list[rec.Player]] = {}
        self._results = [r for r in known if type(r) is rec.Result]
        self.standing = Event(self._results, Notes()).standing_results()
        self._standing_ids = {id(result) for result in self.standing}
        self._result_names: dict[str, ResultName] = {}

    def letter(self, id: int | None) -> str:
        """The letter of a section."""
        return self._letters.get(id) or letters(id or 0)

    def selectors(self, record: Record) -> list[str]:
        """The texts in brackets that select a record, the usual one first."""
        if isinstance(record, rec.Section):
            return [self.letter(record.id), str(record.id)]
        if isinstance(record, rec.Settings):
            return [self.letter(record.section), str(record.section)]
        if isinstance(record, rec.Table):
            return [self._table_name(record)]
        if isinstance(record, rec.Seat):
            return [f"{self._table_name(record)}{record.direction}"]
        if isinstance(record, rec.Round):
            return [f"{self._table_name(record)},{record.round}"]
        if isinstance(record, rec.Player):
            number = normalise(player_number(record))
            return [number, normalise(f"{number} {name_of(record)}")]
        if isinstance(record, rec.Result):
            return [result_name(record, self.letter)]
        if isinstance(record, rec.Hand | rec.Evaluation):
            return [str(record.board), self.place(record)]
        values = (getattr(record, name, None) for name in ("id", "number", "board"))
        return [str(value) for value in values if value is not None][:1]

    def place(self, record: Record) -> str:
        """A record's place as notes print it, but without the record's type."""
        return normalise(place(record, self.letter).partition(" ")[2])

    def applies(self, assignment: Assignment, record: Record) -> bool:
        """Whether an assignment is about a record."""
        if assignment.kind != type_name(record) or assignment.selector is None:
            return assignment.kind == type_name(record)
        if isinstance(record, rec.Result):
            name = self.parse_name(assignment)
            is_meant = name.id is not None or self.stands(record)
            return name.fits(record) and (
                is_meant or (assignment.restores and id(record) in self._last_ids)
            )
        selector = normalise(assignment.selector)
        if assignment.by_place:
            return selector == self.place(record)
        if isinstance(record, rec.Player):
            return record in self.players(selector)
        if isinstance(record, rec.Seat):  # A1N, A1 N and A1 North
            selector = _SEAT.sub(r"\1\2", selector)
        return selector in self.selectors(record)

    def players(self, selector: str) -> list[rec.Player]:
        """The players with exactly this selector, else the player with an equal number."""
        if selector not in self._named:
            players = [p for p in self._players if selector in self.selectors(p)]
            same = self._by_number.find(selector, None, None)
            self._named[selector] = players or ([same] if same else [])
        return self._named[selector]

    def listed_player(self, seat: rec.Seat) -> rec.Player | None:
        """The player in the list whose number was entered at a seat."""
        session = self._sessions.get(seat.section)
        return self._by_number.find(seat.number or "", seat.section, session)

    def is_at(self, player: rec.Player, seat: rec.Seat) -> bool:
        """Whether the number at a seat is this player's number."""
        number = seat.number or ""
        return bool(number) and (
            normalise(number) == normalise(player_number(player))
            or self.listed_player(seat) == player
        )

    @cached_property
    def _last_ids(self) -> set[int]:
        """The `id()` of the last entry for each place, erased or not."""
        # the standing results if nothing had been erased
        positions = standing_positions((*entry(r)[:-1], False) for r in self._results)
        return {id(self._results[at]) for at in positions}

    @cached_property
    def _by_number(self) -> PlayersByNumber:
        return PlayersByNumber(Event(self._settings, Notes()), self._players)

    def stands(self, result: rec.Result) -> bool:
        """Whether a result counts: it was not corrected or erased later."""
        return type(result) is not rec.Result or id(result) in self._standing_ids

    def parse_name(self, assignment: Assignment) -> ResultName:
        """The parsed name of a result; refuses a bare number, which can mean two things."""
        text = (assignment.selector or "").strip()
        if text not in self._result_names:
            if text.isdecimal():
                raise UsageError(
                    f"{assignment.text!r}: {text} can be a board or the id of an entry: "
                    f"write {assignment.kind}[board {text} NS 5] or {assignment.kind}[id={text}]"
                )
            try:
                self._result_names[text] = parse_result_name(text, self._sections)
            except UsageError as error:
                raise UsageError(f"{assignment.text!r}: {error}") from None
        return self._result_names[text]

    def _table_name(self, record: Any) -> str:
        return f"{self.letter(record.section)}{record.table}"

    def refuse_several(self, assignment: Assignment, matches: list[Record]) -> None:
        """Refuse a name that fits several results or people."""
        if len(matches) < 2:
            return
        if assignment.kind in ("result", "intermediate"):
            raise DataError(
                f"{assignment.text!r}: {len(matches)} results match: {self._list_results(matches)}",
                hint=Wording("name one of them, or change all with ", Flag("all")),
            )
        of_sections = assignment.kind in ("hand", "evaluation") and assignment.selector is not None
        if of_sections or (assignment.kind in ("player", "seat") and assignment.selector is None):
            listed = ": " + ", ".join(place(r, self.letter) for r in matches) if of_sections else ""
            raise DataError(
                f"{assignment.text!r}: {quantity(len(matches), assignment.kind)} match{listed}",
                hint=Wording("name one of them, or change all with ", Flag("all")),
            )
        if assignment.kind == "player" and assignment.selector is not None:
            names = sorted({name_of(r) for r in matches if isinstance(r, rec.Player)})
            if len(names) > 1:
                example = f"player[{assignment.selector} {names[0]}].{assignment.field}"
                raise DataError(
                    f"{assignment.text!r}: {len(names)} players have this number "
                    f"({', '.join(names)}): name one, as in {example}"
                )

    def missing_message(self, assignment: Assignment, known: list[Record]) -> str:
        """The message for a missing record, with the names of those that exist."""
        alike = [record for record in known if type_name(record) == assignment.kind]
        selector = assignment.selector or ""
        problem = f"there is no {assignment.kind} {selector}".rstrip() + " in the input"
        if assignment.kind in ("result", "intermediate"):
            rounds = [r for r in known if isinstance(r, rec.Round)]
            results = [r for r in alike if isinstance(r, rec.Result)]
            hint = self._movement_hint(assignment, rounds)
            return problem + (hint or self._results_hint(assignment, results))
        if assignment.kind == "player" and (seats := self._seats_with(selector, known)):
            sitting = ", ".join(seats)
            example = f"seat[{seats[0]}].{assignment.field}"
            return f"{problem}, but seat {sitting} has this number; {example} names who sits there"
        namesakes = [
            self.selectors(player)[0]
            for player in self._players
            if normalise(name_of(player)) == normalise(selector)
        ]
        if assignment.kind == "player" and namesakes:
            return f"a player is named by number: {selector} is player[{', '.join(namesakes)}]"
        names = [*dict.fromkeys(n for record in alike for n in self.selectors(record)[:1])]
        more = ", ..." if len(names) > _MOST_NAMES else ""
        there = f"; there are {', '.join(names[:_MOST_NAMES])}{more}" if names else ""
        if assignment.kind == "player":
            there += "; bmconv join adds the players of another file, such as players.csv"
        return problem + there

    def _seats_with(self, number: str, known: list[Record]) -> list[str]:
        """The names of the seats where a player number was entered."""
        seats = (record for record in known if isinstance(record, rec.Seat) and record.number)
        return [self.selectors(s)[0] for s in seats if normalise(s.number or "") == number]

    def _movement_hint(self, assignment: Assignment, rounds: list[rec.Round]) -> str:
        """What the movement has, if it lacks the table, round or board that an assignment names."""
        name = self.parse_name(assignment) if assignment.selector else ResultName()
        rounds = [r for r in rounds if name.section in (None, r.section)]
        if not rounds or name.table is None:
            return ""
        at_table = [r for r in rounds if r.table == name.table]
        if not at_table:
            return f"; there are tables {spans({r.table for r in rounds if r.table})}"
        in_round = [r for r in at_table if r.round == name.round]
        if name.round is not None and not in_round:
            return f"; there are rounds {spans({r.round for r in at_table if r.round})}"
        boards = [(r, boards_of(r)) for r in in_round]
        if name.board is None or any(name.board in of_round for _, of_round in boards):
            return ""
        has = [
            f"table {self._table_name(r)} has boards {spans(of_round) or 'none'}"
            for r, of_round in boards
        ]
        return f"; in round {name.round} {' and '.join(has)}" if has else ""

    def _results_hint(self, assignment: Assignment, results: list[rec.Result]) -> str:
        """The results of the board that an assignment names, else the boards that have results."""
        name = self.parse_name(assignment) if assignment.selector else ResultName()
        standing = [result for result in results if self.stands(result)]
        board = ResultName(section=name.section, board=name.board)
        on_board = [result for result in standing if name.board and board.fits(result)]
        if on_board:
            return f"; on board {name.board} there are {self._list_results(on_board)}"
        boards = sorted({result.board for result in standing if result.board})
        return f"; boards {boards[0]} to {boards[-1]} have results" if boards else ""

    def _list_results(self, records: list[Any]) -> str:
        names = [
            result_name(result, self.letter)
            + ("" if self.stands(result) or result.id is None else f" id={result.id}")
            for result in records[:_MOST_RESULTS]
        ]
        more = len(records) - len(names)
        return ", ".join(names) + (f" and {more} more" if more else "")


def normalise(name: str) -> str:
    """A name in capitals, with one blank between words."""
    return " ".join(name.upper().split())

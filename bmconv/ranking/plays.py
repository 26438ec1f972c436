"""Plays: results with the contestants on both sides, in the fields in which they are compared."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from itertools import chain
from typing import Any, NamedTuple

from msgspec import Struct

from bmconv import records as rec
from bmconv.bridge.movements import boards_of
from bmconv.bridge.outcomes import Kind, Outcome, entered, score_of
from bmconv.bridge.winners import Winners
from bmconv.event import Event
from bmconv.notes import Notes
from bmconv.ranking.methods import BRIDGESCORE, Method, code_of, method_for
from bmconv.schedule import Schedule

GROUPS = ("auto", "section", "all")
"""Which results are compared: as in the event, those of each section, or all."""


def is_individual(event: Event) -> bool:
    """Whether players change partners: the movement names all four players of a table."""
    return any(r.south or r.west for r in event.of(rec.Round))


class Contestant(NamedTuple):
    """A pair, team or player; `direction` is empty unless there are two winners."""

    section: int
    direction: str
    number: int


class Award(Struct, frozen=True):
    """What a side gets instead of a score: a percentage of the top, or points."""

    value: float
    percentage: bool = True
    by_law: bool = False
    """Whether it is an average of Law 12C2, which the pair's other boards can raise or lower."""


class Side(Struct, gc=False):
    """One side of a play: a score to compare (always the N-S score), an award, or neither."""

    contestants: tuple[Contestant, ...]
    score: float | None = None
    award: Award | None = None
    points: float | None = None
    top: float = 0.0


class Play(Struct, gc=False):
    """A result with its two sides as they sat: exchanged if played in the wrong direction."""

    result: rec.Result
    outcome: Outcome
    ns: Side
    ew: Side
    settled: bool = False
    """Whether the director has decided it since."""

    @property
    def undecided(self) -> bool:
        """Whether the director has yet to decide."""
        return self.outcome.kind is Kind.UNDECIDED and not self.settled


class Field:
    """Tables whose results are compared with each other."""

    def __init__(self, method: Method) -> None:
        self.method = method
        self.sections: set[int] = set()
        self.boards: dict[int, list[Play]] = defaultdict(list)
        self.scheduled: Counter[tuple[int | None, int | None, str | None]] = Counter()
        """How often each set of boards (lowest, highest, or a list) is scheduled."""

    def size(self) -> int:
        """The number of plays of the most-played board, scheduled or played."""
        observed = max(map(len, self.boards.values()), default=0)
        plays: Counter[int] = Counter()
        for (low, high, custom), times in self.scheduled.items():
            for board in boards_of(rec.Round(low_board=low, high_board=high, custom_boards=custom)):
                plays[board] += times
        return max(observed, *plays.values(), 0)

    def plays(self) -> Iterator[Play]:
        """All plays, board by board."""
        return chain.from_iterable([self.boards[board] for board in sorted(self.boards)])

    @property
    def undecided(self) -> bool:
        """Whether the director has yet to decide one of the plays."""
        undecided = Kind.UNDECIDED
        return any(play.outcome.kind is undecided and not play.settled for play in self.plays())


class Fields:
    """How sections are scored: by which method, in which fields, with how many winners."""

    def __init__(
        self, event: Event, given: dict[str, Any], group: str, winners: int | None
    ) -> None:
        self.event = event
        self.given = given
        self.group = group
        self.fields: dict[Any, Field] = {}
        self._field_of: dict[tuple[int, int | None], Field] = {}
        self._methods = {(g.session, g.number): g.method for g in event.of(rec.ScoringGroup)}
        self._together = bool(event.global_settings().get("GroupSections"))
        self.schedule = Schedule(event)
        self._asked = winners

    def winners(self, section: int) -> Winners:
        """One winner or two: as requested, else as declared by the section, else as inferred."""
        if self.given.get("name") == BRIDGESCORE:
            return Winners(2, "as BridgeScore has it")
        if self._asked:
            return Winners(self._asked, "as asked for")
        return self.event.winners(section)

    def field(self, section: int, table: int | None) -> Field:
        """The field in which a table is scored."""
        field = self._field_of.get((section, table))
        if field is None:
            key = self._key(section, table)
            if key not in self.fields:
                where = f"section {self.event.letter(section)}"
                self.fields[key] = Field(method_for(key[0], where, self.given))
            field = self._field_of[section, table] = self.fields[key]
            field.sections.add(section)
        return field

    def _key(self, section: int, table: int | None) -> Any:
        known = self.event.section(section) or rec.Section(id=section)
        own = self._methods.get((known.session, known.scoring_group))
        anywhere = self._methods.get((None, known.scoring_group))
        code = code_of(known.scoring_type, own or anywhere)
        if self.group == "all":
            return (code, "all")
        if self.group == "section":
            return (code, "section", section)
        if method_for(code, f"section {self.event.letter(section)}", self.given).of_teams:
            return (code, "session", known.session)  # groups of tables are matches
        if known.scoring_group:
            return (code, "group", known.session, known.scoring_group)
        groups = {table.table: table.group or 0 for table in self.event.tables(section)}
        alike = set(groups.values())
        group = groups.get(table, 0) if len(alike) > 1 else next(iter(alike), 0)
        if group:
            return (code, "tables", known.session, group)
        return (code, "session", known.session) if self._together else (code, "section", section)


def take_plays(layout: Fields, notes: Notes) -> None:
    """Add every standing result to its field, and count the plays that the movement schedules."""
    event = layout.event
    for round in event.of(rec.Round):
        if not layout.schedule.sits_out(round):
            boards = (round.low_board, round.high_board, round.custom_boards)
            layout.field(round.section or 0, round.table).scheduled[boards] += 1
    sides = _Sides(layout)
    scores = _Scores(event)
    for result in layout.schedule.standing:
        section, board = result.section or 0, result.board
        if not result.pair_ns or not result.pair_ew or not board:
            notes.loss("no-pair", event.place(result), "result{s} skipped: no pair or no board")
            continue
        what, score = scores.of(result, section, board)
        ns, ew = sides.of(result, section)
        play = Play(result, what, ew, ns) if what.wrong_direction else Play(result, what, ns, ew)
        if score is not None and result.score is None:
            ns.score = ew.score = score
        else:
            _judge(play, score, event, notes)
        layout.field(section, result.table).boards[board].append(play)


class _Scores:
    """Outcomes and scores of results, cached because many are the same."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.vulnerable: dict[tuple[int, int], str] = {}
        self.known: dict[tuple[str | None, ...], tuple[Outcome, int | None]] = {}

    def of(self, result: rec.Result, section: int, board: int) -> tuple[Outcome, int | None]:
        """The outcome of a result and its N-S score."""
        vulnerable = self.vulnerable.get((section, board))
        if vulnerable is None:
            vulnerable = self.event.vulnerability(result.section, board)
            self.vulnerable[section, board] = vulnerable
        said = (result.contract, result.result, result.declarer, result.remarks, vulnerable)
        found = self.known.get(said)
        if found is None:
            what = entered(result)
            found = self.known[said] = (what, score_of(what, board, vulnerable))
        return found


class _Sides:
    """The two sides of results; in an individual each has two contestants."""

    def __init__(self, layout: Fields) -> None:
        self.layout = layout
        self.known: dict[tuple[int, str, int], tuple[Contestant, ...]] = {}
        self.individual = is_individual(layout.event)

    def of(self, result: rec.Result, section: int) -> tuple[Side, Side]:
        """N-S and E-W as recorded in the result."""
        pair_ns, pair_ew = result.pair_ns or 0, result.pair_ew or 0
        known = self.known.get
        ns = known((section, "NS", pair_ns)) or self._who(section, "NS", pair_ns)
        ew = known((section, "EW", pair_ew)) or self._who(section, "EW", pair_ew)
        if self.individual and (at := self.layout.event.round(section, result.table, result.round)):
            ns += self._who(section, "NS", at.south) if at.south else ()
            ew += self._who(section, "EW", at.west) if at.west else ()
        return Side(ns), Side(ew)

    def _who(self, section: int, direction: str, number: int) -> tuple[Contestant, ...]:
        apart = self.layout.winners(section).number == 2
        who = (Contestant(section, direction if apart else "", number),)
        self.known[section, direction, number] = who
        return who


def _judge(play: Play, score: int | None, event: Event, notes: Notes) -> None:
    """Set the score or the awards of a play; a board that was not played gets neither."""
    kind, result = play.outcome.kind, play.result
    if score is None and kind is Kind.UNKNOWN:
        score = result.score
        if score is None:
            text = "result{s} skipped: neither a contract nor a score"
            notes.loss("no-score", event.place(result), text)
    elif score is not None and result.score not in (None, score):
        text = "score{s} ignored: the contract gives another"
        notes.repair("score-differs", event.place(result), text)
    play.ns.score = play.ew.score = score
    if play.outcome.percentages:
        for side, value in zip((play.ns, play.ew), play.outcome.percentages, strict=True):
            side.award = Award(value, by_law=value != 50)

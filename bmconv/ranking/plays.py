"""What was played: results with the contestants on both sides, in the fields that compare them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Any, NamedTuple

from bmconv import records as rec
from bmconv.bridge.movements import boards_of, sits_out
from bmconv.bridge.outcomes import Kind, Outcome, Scorer, entered
from bmconv.bridge.winners import Winners, infer_winners
from bmconv.event import Event
from bmconv.notes import Notes
from bmconv.ranking.methods import BRIDGESCORE, TEAMS, Method, code_of, method_for

GROUPS = ("auto", "section", "all")
"""What is compared: as the event says, each section on its own, or everything."""


class Contestant(NamedTuple):
    """A pair; `direction` is empty where there is one winner. A team, or a player, likewise."""

    section: int
    direction: str
    number: int


class Award(NamedTuple):
    """What a side gets without a score of its own: a percentage of the top, or points."""

    value: float
    percentage: bool = True
    by_law: bool = False
    """An average of Law 12C2, which the pair's other boards may raise or lower."""


class Side:
    """One side of a play: a score that is compared (always N-S's), an award, or nothing."""

    __slots__ = ("award", "contestants", "points", "score", "top")

    def __init__(self, contestants: tuple[Contestant, ...]) -> None:
        self.contestants = contestants
        self.score: float | None = None
        self.award: Award | None = None
        self.points: float | None = None
        self.top = 0.0


class Play:
    """A result with its two sides as they sat; played in the wrong direction, pairs exchanged."""

    __slots__ = ("ew", "ns", "outcome", "result", "undecided")

    def __init__(self, result: rec.Result, outcome: Outcome, ns: Side, ew: Side) -> None:
        self.result = result
        self.outcome = outcome
        self.ns = ns
        self.ew = ew
        self.undecided = outcome.kind is Kind.UNDECIDED


class Field:
    """Tables whose results are compared with each other."""

    def __init__(self, method: Method) -> None:
        self.method = method
        self.sections: set[int] = set()
        self.boards: dict[int, list[Play]] = defaultdict(list)
        self.scheduled: Counter[int] = Counter()

    def size(self) -> int:
        """The plays of the most-played board: scheduled, without a movement as observed."""
        observed = max(map(len, self.boards.values()), default=0)
        return max(observed, *self.scheduled.values(), 0)

    def plays(self) -> Iterator[Play]:
        """All plays, board by board."""
        for board in sorted(self.boards):
            yield from self.boards[board]


class Layout:
    """How the sections of an event are scored: by which method, with whom, for how many winners."""

    def __init__(
        self, event: Event, given: dict[str, str | int], group: str, winners: int | None
    ) -> None:
        self.event = event
        self.given = given
        self.group = group
        self.fields: dict[Any, Field] = {}
        self._keys: dict[tuple[int, int | None], Any] = {}
        self._methods = {g.number: g.method for g in event.of(rec.ScoringGroup)}
        self._table_groups: dict[int, dict[int | None, int]] = defaultdict(dict)
        for table in event.of(rec.Table):
            self._table_groups[table.section or 0][table.table] = table.group or 0
        self._together = _group_sections(event)
        self.rows = _rows(event)
        self._winners: dict[int, Winners] = {}
        self._said = winners

    def winners(self, section: int) -> Winners:
        """One winner or two: as asked for, as the section says, else as it looks."""
        if section not in self._winners:
            known = self.event.section(section)
            told = (known.winners if known else None) or 0
            if self.given.get("name") == BRIDGESCORE:
                found = Winners(2, "as BridgeScore has it")
            elif self._said:
                found = Winners(self._said, "as asked for")
            elif told in (1, 2):
                found = Winners(told, "as the section says")
            else:
                found = infer_winners(self.rows.get(section, ()))
            self._winners[section] = found
        return self._winners[section]

    def field(self, section: int, table: int | None) -> Field:
        """The field in which a table is scored."""
        key = self._key(section, table)
        field = self.fields.get(key)
        if field is None:
            where = f"section {self.event.letter(section)}"
            field = self.fields[key] = Field(method_for(key[0], where, self.given))
        field.sections.add(section)
        return field

    def _key(self, section: int, table: int | None) -> Any:
        if (section, table) not in self._keys:
            self._keys[section, table] = self._made_key(section, table)
        return self._keys[section, table]

    def _made_key(self, section: int, table: int | None) -> Any:
        known = self.event.section(section) or rec.Section(id=section)
        code = code_of(known.scoring_type, self._methods.get(known.scoring_group))
        if self.group == "all":
            return (code, "all")
        if self.group == "section":
            return (code, "section", section)
        if method_for(code, f"section {self.event.letter(section)}", self.given).name == TEAMS:
            return (code, "session", known.session)  # its groups of tables are matches
        if known.scoring_group:
            return (code, "group", known.session, known.scoring_group)
        groups = self._table_groups[section]
        alike = set(groups.values())
        group = groups.get(table, 0) if len(alike) > 1 else next(iter(alike), 0)
        if group:
            return (code, "tables", known.session, group)
        return (code, "session", known.session) if self._together else (code, "section", section)


def _group_sections(event: Event) -> bool:
    """GroupSections, of which the first row counts."""
    for settings in event.of(rec.Settings):
        return bool(settings.values.get("GroupSections"))
    return False


def _rows(event: Event) -> dict[int, list[tuple[int, int, int]]]:
    """Who meets whom in each section: (round, N-S, E-W), or without a movement (board, ...)."""
    rows: dict[int, list[tuple[int, int, int]]] = defaultdict(list)
    for round in event.of(rec.Round):
        rows[round.section or 0].append((round.round or 0, round.ns_pair or 0, round.ew_pair or 0))
    scheduled = set(rows)
    for result in event.standing_results():
        if (result.section or 0) not in scheduled:
            row = (result.board or 0, result.pair_ns or 0, result.pair_ew or 0)
            rows[result.section or 0].append(row)
    return rows


def take_plays(layout: Layout, notes: Notes) -> None:
    """Put every result that stands into its field, and count what the movement schedules."""
    event = layout.event
    scorer = Scorer()
    for hand in event.of(rec.Hand):
        scorer.learn(hand)
    partners = {
        (r.section, r.table, r.round): (r.south, r.west)
        for r in event.of(rec.Round)
        if r.south or r.west
    }
    for round in event.of(rec.Round):
        if not sits_out(round, event.section(round.section)):
            layout.field(round.section or 0, round.table).scheduled.update(boards_of(round))
    for result in event.standing_results():
        if not result.pair_ns or not result.pair_ew or not result.board:
            notes.loss("no-pair", event.place(result), "result{s} left out: no pair or no board")
            continue
        section = result.section or 0
        field = layout.field(section, result.table)
        play = _play(layout, result, partners.get((section, result.table, result.round)))
        _score(play, scorer, event, notes)
        field.boards[result.board].append(play)


def _play(
    layout: Layout, result: rec.Result, partners: tuple[int | None, int | None] | None
) -> Play:
    """A result with its contestants; in an individual they are players, two on each side."""
    section = result.section or 0
    apart = layout.winners(section).number == 2
    ns = [Contestant(section, "NS" if apart else "", result.pair_ns or 0)]
    ew = [Contestant(section, "EW" if apart else "", result.pair_ew or 0)]
    for players, partner in zip((ns, ew), partners or (), strict=False):
        if partner:
            players.append(players[0]._replace(number=partner))
    what = entered(result)
    sides = Side(tuple(ns)), Side(tuple(ew))
    return Play(result, what, *(reversed(sides) if what.wrong_direction else sides))


def _score(play: Play, scorer: Scorer, event: Event, notes: Notes) -> None:
    """Give a play its score or its awards; one that was not played gets neither."""
    kind, result = play.outcome.kind, play.result
    if kind is Kind.ADJUSTED and play.outcome.percentages:
        for side, value in zip((play.ns, play.ew), play.outcome.percentages, strict=True):
            side.award = Award(value, by_law=value != 50)
    elif kind is Kind.UNKNOWN and result.score is None:
        text = "result{s} left out: neither a contract nor a score"
        notes.loss("no-score", event.place(result), text)
    elif kind in (Kind.PLAYED, Kind.PASSED_OUT, Kind.UNKNOWN):
        score = scorer.score(result)
        if score is None:
            score = result.score
        elif result.score is not None and result.score != score:
            text = "score{s} not used: not what the contract gives"
            notes.repair("score-differs", event.place(result), text)
        play.ns.score = play.ew.score = score

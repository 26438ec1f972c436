"""Plays: results with the contestants on both sides, in the fields in which they are compared."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from itertools import chain
from typing import Any, NamedTuple, TypeVar

from msgspec import Struct

from bmconv import records as rec
from bmconv.bridge.awards import SCORE, Award
from bmconv.bridge.boards import SIDES, is_vulnerable
from bmconv.bridge.movements import boards_of
from bmconv.bridge.outcomes import Kind, Outcome, read_outcome, scores_of
from bmconv.bridge.scoring_methods import code_of
from bmconv.bridge.winners import Winners
from bmconv.event import Event
from bmconv.event.schedule import Schedule
from bmconv.event.seating import HomeSections
from bmconv.notes import Notes
from bmconv.ranking.methods import BRIDGESCORE, Method, method_for
from bmconv.rules.judging import judge

K = TypeVar("K")
V = TypeVar("V")

AS_REQUESTED, AS_BRIDGESCORE_HAS_IT = "as asked for", "as BridgeScore has it"
"""Why a section has one winner or two, if the event does not decide."""
GROUPS = ("auto", "section", "all")
"""Which results are compared: as the event says, within each section, or all together."""


def is_individual(event: Event) -> bool:
    """Whether players change partners: the movement names all four players of a table."""
    return any(r.south or r.west for r in event.of(rec.Round))


class Contestant(NamedTuple):
    """A pair, team or player; `direction` is empty unless there are two winners."""

    section: int
    direction: str
    number: int


Contestants = tuple[Contestant, ...]


class Side(Struct, gc=False):
    """One side of a play: a score to compare (always the N-S score), an award, or neither."""

    contestants: Contestants
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

    @property
    def undecided(self) -> bool:
        """Whether the director has yet to decide the result."""
        return self.outcome.kind is Kind.UNDECIDED


class Lookup(dict[K, V]):
    """Values by key, each computed when first looked up."""

    def __init__(self, work_out: Callable[[K], V]) -> None:
        self.work_out = work_out

    def __missing__(self, key: K) -> V:
        value = self[key] = self.work_out(key)
        return value


class Field:
    """Tables whose results are compared with each other."""

    def __init__(self, method: Method) -> None:
        self.method = method
        self.sections: set[int] = set()
        self.boards: dict[int, list[Play]] = defaultdict(list)
        self.rounds: list[rec.Round] = []
        """The rounds that are scheduled, without sit-outs."""
        self.parts: dict[int, FieldSection] = {}
        """The part of the field in each section, with its contestants."""
        self.unscored: list[Play] = []
        """The plays whose contract gives no score, such as those the director has yet to decide."""

    def size(self) -> int:
        """The number of plays of the most-played board, scheduled or played."""
        observed = max(map(len, self.boards.values()), default=0)
        sets = Counter([(r.low_board, r.high_board, r.custom_boards) for r in self.rounds])
        plays: Counter[int] = Counter()
        for (low, high, custom), times in sets.items():
            for board in boards_of(rec.Round(low_board=low, high_board=high, custom_boards=custom)):
                plays[board] += times
        return max(observed, *plays.values(), 0)

    def plays(self) -> Iterator[Play]:
        """All plays, board by board."""
        return chain.from_iterable([self.boards[board] for board in sorted(self.boards)])

    @property
    def undecided(self) -> bool:
        """Whether the director has yet to decide one of the plays."""
        return any(play.undecided for play in self.unscored)


class Fields:
    """How sections are scored: by which method, in which fields, with how many winners."""

    options_known = True
    """Whether the options of the methods are known, not only their names."""

    def __init__(
        self, event: Event, overrides: dict[str, Any], group: str, winners: int | None
    ) -> None:
        self.event = event
        self.overrides = overrides
        self.group = group
        self.fields: dict[Any, Field] = {}
        self._methods = {(g.session, g.number): g.method for g in event.of(rec.ScoringGroup)}
        self._groups = Lookup(partial(_groups_of, event))
        self._keys: dict[tuple[int, int], Any] = {}
        self._together = bool(event.global_settings().get("GroupSections"))
        self.schedule = Schedule(event)
        self.homes = HomeSections(event)
        self.requested_winners = winners
        """The number of winners chosen by the user, if any."""

    def winners(self, section: int) -> Winners:
        """One winner or two: as requested, else as declared by the section, else as inferred."""
        if self.overrides.get("name") == BRIDGESCORE:
            return Winners(2, AS_BRIDGESCORE_HAS_IT)
        if self.requested_winners:
            return Winners(self.requested_winners, AS_REQUESTED)
        return self.event.winners(section)

    def method(self, code: int, section: int) -> Method:
        """The method of a section with this ScoringMethod."""
        return method_for(code, f"section {self.event.letter(section)}", self.overrides)

    def field(self, section: int, table: int | None) -> Field:
        """The field in which a table is scored."""
        groups = self._groups[section]
        group = section, groups.get(table, 0) if isinstance(groups, dict) else groups
        if group not in self._keys:
            self._keys[group] = self._key(*group)
        key = self._keys[group]
        if key not in self.fields:
            self.fields[key] = Field(self.method(key[0], section))
        field = self.fields[key]
        field.sections.add(section)
        return field

    def code(self, section: int) -> int:
        """The ScoringMethod of a section."""
        known = self.event.section(section) or rec.Section(id=section)
        in_session = self._methods.get((known.session, known.scoring_group))
        anywhere = self._methods.get((None, known.scoring_group))
        return code_of(known.scoring_type, in_session or anywhere)

    def _key(self, section: int, group: int) -> Any:
        """The key of the field to which a group of tables of a section belongs."""
        known, code = self.event.section(section) or rec.Section(id=section), self.code(section)
        if self.group == "all":
            return (code, "all")
        if self.group == "section":
            return (code, "section", section)
        if self.method(code, section).of_teams:
            return (code, "session", known.session)  # here a group of tables is a match
        if known.scoring_group:
            return (code, "group", known.session, known.scoring_group)
        if group:
            return (code, "tables", known.session, group)
        return (code, "session", known.session) if self._together else (code, "section", section)


def _groups_of(event: Event, section: int) -> dict[int | None, int] | int:
    """The group of each table of a section; a single number if all tables have the same group."""
    groups = {table.table: table.group or 0 for table in event.tables(section)}
    alike = set(groups.values())
    return groups if len(alike) > 1 else next(iter(alike), 0)


def take_plays(layout: Fields, notes: Notes) -> None:
    """Add standing results and scheduled rounds to their fields; note results that are skipped."""
    vulnerable = Lookup(_vulnerable_declarers)
    parts: Lookup[tuple[int, int | None], FieldSection] = Lookup(
        lambda at: _part(layout, vulnerable, *at)
    )
    strays = _stray_sections(layout.event)
    for round in layout.schedule.playing():
        if round.section not in strays:
            parts[round.section or 0, round.table].rounds.append(round)
    individual = is_individual(layout.event)
    for result in layout.schedule.standing:
        board, pair_ns, pair_ew = result.board, result.pair_ns, result.pair_ew
        if not pair_ns or not pair_ew or not board:
            text = "result{s} skipped: no pair or no board"
            notes.loss("no-pair", layout.event.place(result), text)
            continue
        if result.section in strays:
            text = "result{s} not ranked: of a section that does not exist"
            notes.loss("no-section", layout.event.place(result), text)
            continue
        part = parts[result.section or 0, result.table]
        declarer = result.declarer
        texts = result.contract, result.result, declarer, result.remarks
        meaning, scores = _outcome_and_scores(texts)
        score = scores[part.vulnerable[board][declarer]]
        who, sides_of_pair = part.ns[pair_ns]
        sides_of_pair.append(ns := Side(who, score))
        who, sides_of_pair = part.ew[pair_ew]
        sides_of_pair.append(ew := Side(who, score))
        if individual:
            _seat_partners(
                ns, ew, part, layout.event.round(part.section, result.table, result.round)
            )
        sides = (ew, ns) if meaning.wrong_direction else (ns, ew)
        play = Play(result, meaning, *sides)
        if score is None or result.score is not None:
            _set_score(play, score, layout.event, notes)
        if score is None:
            part.unscored.append(play)
        part.boards[board].append(play)


def _stray_sections(event: Event) -> frozenset[int]:
    """Sections that occur only in damaged rows: with impossible ids, or not part of the event.

    A section of the event has a section record or a table; if the event has no tables, a round. If
    it has none of these, results may be of any section.
    """
    tables = {table.section for table in event.of(rec.Table)}
    known = {section.id for section in event.of(rec.Section)}
    known |= tables or {round.section for round in event.of(rec.Round)}
    return frozenset(
        id
        for id in event.section_ids()
        if id and ((known and id not in known) or judge("result", "section", id).code)
    )


ResultTexts = tuple[str | None, str | None, str | None, str | None]
"""Contract, result, declarer and remarks of a result."""
Scores = tuple[int | None, int | None]
"""The N-S scores if the declaring side is not vulnerable, and if it is."""
VulnerableDeclarers = dict[str | None, bool]
"""Whether a declarer is vulnerable, by seat or side."""


@lru_cache(1 << 16)
def _outcome_and_scores(texts: ResultTexts) -> tuple[Outcome, Scores]:
    """What the texts of a result mean, and their scores; cached, as the same texts are common."""
    meaning = read_outcome(*texts)
    return meaning, scores_of(meaning)


def _vulnerable_declarers(vulnerable: str) -> VulnerableDeclarers:
    declarers: VulnerableDeclarers = defaultdict(bool)
    declarers.update({seat: is_vulnerable(side, vulnerable) for seat, side in SIDES.items()})
    return declarers


class Contenders(dict[int, tuple[Contestants, list[Side]]]):
    """The pairs or players of a section by number, with their sides of each play."""

    def __init__(self, section: int, direction: str, homes: HomeSections) -> None:
        self.section, self.direction, self.homes = section, direction, homes

    def __missing__(self, number: int) -> tuple[Contestants, list[Side]]:
        home = self.homes.find(self.section, self.direction, number)
        contender = self[number] = ((Contestant(home, self.direction, number),), [])
        return contender


class FieldSection:
    """The part of a field that is in one section, with what its results have in common."""

    def __init__(
        self,
        field: Field,
        section: int,
        vulnerable: Lookup[int, VulnerableDeclarers],
        homes: HomeSections,
        *,
        by_side: bool,
    ) -> None:
        self.section, self.vulnerable = section, vulnerable
        self.boards, self.rounds, self.unscored = field.boards, field.rounds, field.unscored
        self.ns = Contenders(section, "NS" if by_side else "", homes)
        self.ew = Contenders(section, "EW", homes) if by_side else self.ns

    def contenders(self) -> list[tuple[Contestants, list[Side]]]:
        """Everybody who played, with their sides of each play."""
        sides = (self.ns,) if self.ew is self.ns else (self.ns, self.ew)
        return [contender for side in sides for contender in side.values()]


def _part(
    layout: Fields, vulnerable: Lookup[str, VulnerableDeclarers], section: int, table: int | None
) -> FieldSection:
    """The part of a field to which a table belongs; made if it is new."""
    field, event = layout.field(section, table), layout.event
    if section not in field.parts:
        on_board: Lookup[int, VulnerableDeclarers] = Lookup(
            lambda board: vulnerable[event.vulnerability(section, board)]
        )
        by_side = layout.winners(section).number == 2
        field.parts[section] = FieldSection(field, section, on_board, layout.homes, by_side=by_side)
    return field.parts[section]


def _seat_partners(ns: Side, ew: Side, part: FieldSection, round: rec.Round | None) -> None:
    """Add the second player of each side, in an individual."""
    for side, contenders, number in (
        (ns, part.ns, round and round.south),
        (ew, part.ew, round and round.west),
    ):
        if number:
            who, sides = contenders[number]
            side.contestants += who
            sides.append(side)


def _set_score(play: Play, score: int | None, event: Event, notes: Notes) -> None:
    """Set the score or the awards of a play; a board that was not played gets neither.

    `score` is the score of the contract, if there is one; then the score recorded in the result is
    ignored, and noted if it differs.
    """
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
    if awards := play.outcome.awards:
        for side, award, sign in ((play.ns, awards.ns, 1), (play.ew, awards.ew, -1)):
            if award.unit == SCORE:
                side.score = sign * award.value  # all scores are N-S scores
            else:
                side.award = award

"""Reading ACBLscore's game files: the records of their events."""

from collections.abc import Iterator

from bmconv.bridge.awards import SCORE, Award, Awards
from bmconv.bridge.scoring_methods import MATCHPOINTS, PAIRS_GAME, TYPES
from bmconv.codecs.acblscore.blocks import Damaged
from bmconv.codecs.acblscore.games import (
    BoardRow,
    GameEvent,
    GameFile,
    GamePair,
    GameSection,
)
from bmconv.codecs.acblscore.layout import (
    AVERAGES,
    FOULED,
    LATE,
    MATCHPOINT_SCORING,
    NOT_PLAYED,
    PAIRS_EVENT,
    UNUSED,
)
from bmconv.errors import BadInput
from bmconv.io.source import Source
from bmconv.notes import Notes
from bmconv.records import (
    EventInfo,
    Player,
    Ranking,
    Record,
    Result,
    Round,
    ScoringGroup,
    Seat,
    Section,
    Session,
)

KEY = "acblscore"
"""The key in `extra` of values for which records have no field."""
METHOD = {
    "name": MATCHPOINTS,
    "scale": 1,
    "factor": "neuberg",
    "round": "0.01",
    "averages": "plain",
}
"""How ACBLscore computes matchpoints."""


class GameReader:
    """Reads the records of one file; `event` chooses one event by number, 0 means all."""

    def __init__(self, source: Source, event: int, notes: Notes) -> None:
        self.name, self.notes = source.name, notes
        data = source.read()
        try:
            self.file = GameFile(data)
            events = list(self.file.events())
        except Damaged as damage:
            raise BadInput(self.name, f"damaged at {damage}", "a complete game file") from None
        if self.file.declared_size != len(data):
            place = f"{self.name}: {len(data)} bytes instead of {self.file.declared_size}"
            notes.repair(
                "file-length", place, "file{s} whose length is not the one stated in {it|them}"
            )
        self.events = [e for e in events if event in (0, e.number)]
        if not self.events:
            numbers = " or ".join(str(e.number) for e in events)
            problem = f"no event {event}" if events else "contains no event"
            expected = f"event {numbers}" if events else "a game that was set up"
            raise BadInput(self.name, problem, expected)

    def records(self) -> Iterator[Record]:
        """The club, then the records of each event."""
        first = self.events[0]
        if first.club or first.club_number:
            yield EventInfo(name=first.club or None, club_id=first.club_number or None)
        for event in self.events:
            yield from self._event(event)

    def _event(self, event: GameEvent) -> Iterator[Record]:
        """The session of an event, its sections with their records, and its rankings."""
        place = f"{self.name}: event {event.number}"
        if event.date is None and event.date_text:
            text = "date{s} not understood"
            self.notes.loss("odd-date", f"{place}: {event.date_text}", text)
        facts = {name: value for name, value in event.facts.items() if value}
        session = Session(id=event.number, name=event.name or None, date=event.date)
        session.extra = {KEY: facts | {"strats": event.strats}}
        yield session
        sections = []
        try:
            sections = list(self.file.sections(event.number))
        except Damaged as damage:
            self._note_damage(damage, place)
        if event.kind != PAIRS_EVENT or event.scoring != MATCHPOINT_SCORING:
            text = "event{s} of which only names and totals are read: not matchpointed pairs"
            self.notes.loss("event-kind", place, text)
        groups = _first_of_chains({section.slot: section.scored_after for section in sections})
        rankings: dict[int, list[tuple[GamePair, Ranking]]] = {}
        for section in sections:
            yield from self._section(event, section, groups)
            if event.kind == PAIRS_EVENT:
                yield from self._rounds(section)
            pairs = self._pairs(section)
            yield from _people(section, pairs)
            if event.kind == PAIRS_EVENT:
                yield from self._results(section)
            rankings[section.slot] = [(pair, _ranking(section, pair)) for pair in pairs]
        lists = _first_of_chains({section.slot: section.ranked_after for section in sections})
        for first in dict.fromkeys(lists.values()):
            members = [slot for slot in rankings if lists[slot] == first]
            _set_places([entry for slot in members for entry in rankings[slot]])
        for slot in rankings:
            yield from (ranking for _, ranking in rankings[slot])

    def _note_damage(self, damage: Damaged, place: str) -> None:
        self.notes.error("damaged", f"{place}: {damage}", "part{s} of the file not read")

    def _section(
        self, event: GameEvent, section: GameSection, groups: dict[int, int]
    ) -> Iterator[Record]:
        """A section, preceded by its scoring group if it is the first section of the group."""
        together = [slot for slot, first in groups.items() if first == groups[section.slot]]
        group = groups[section.slot] if len(together) > 1 else None
        if group == section.slot:
            yield ScoringGroup(session=event.number, number=group)
        phantom = section.phantom
        side = None if section.is_howell or not phantom else "NS" if phantom > 0 else "EW"
        yield Section(
            id=section.slot,
            letter=section.letter or None,
            session=event.number,
            tables=section.tables or None,
            missing_pair=abs(phantom) or None,
            missing_side=side,
            scoring_type=TYPES[MATCHPOINTS] if event.scoring == MATCHPOINT_SCORING else None,
            winners=1 if section.is_howell else 2,
            game_type=PAIRS_GAME if event.kind == PAIRS_EVENT else None,
            scoring_group=group,
            boards=section.boards or None,
        )

    def _rounds(self, section: GameSection) -> Iterator[Round]:
        """The rounds of the movement up to the last one of the section."""
        later = 0
        try:
            for cell in section.movement():
                if cell.round > section.rounds:
                    later += 1
                    continue
                round = Round(section=section.slot, table=cell.table, round=cell.round)
                round.ns_pair = None if _is_phantom(section, "NS", cell.ns) else cell.ns or None
                round.ew_pair = None if _is_phantom(section, "EW", cell.ew) else cell.ew or None
                if cell.first_board:
                    round.low_board = cell.first_board
                    round.high_board = cell.first_board + max(section.boards_per_round, 1) - 1
                yield round
        except Damaged as damage:
            self._note_damage(damage, self._place(section))
        if later:
            text = "round{s} of tables left out: after the last round of the section"
            self.notes.loss("later-round", self._place(section), text, later)

    def _place(self, section: GameSection) -> str:
        return f"{self.name}: section {section.letter}"

    def _pairs(self, section: GameSection) -> list[GamePair]:
        """The pairs of a section, up to the first that is damaged."""
        pairs: list[GamePair] = []
        try:
            pairs.extend(section.pairs())
        except Damaged as damage:
            self._note_damage(damage, self._place(section))
        return pairs

    def _results(self, section: GameSection) -> Iterator[Result]:
        """The results of a section, up to the first that is damaged."""
        try:
            for row in section.rows():
                if row.score_ns != UNUSED and (result := self._result(section, row)):
                    yield result
        except Damaged as damage:
            self._note_damage(damage, self._place(section))

    def _result(self, section: GameSection, row: BoardRow) -> Result | None:
        """The result of a row; None for a late play, which has no result yet."""
        place = f"{self._place(section)} board {row.board} round {row.round} table {row.table}"
        if LATE in (row.score_ns, row.score_ew):
            text = "result{s} not yet in: late play"
            self.notes.repair("late-play", place, text)
            return None
        result = Result(section=section.slot, table=row.table, round=row.round, board=row.board)
        result.pair_ns, result.pair_ew = row.ns or None, row.ew or None
        if NOT_PLAYED in (row.score_ns, row.score_ew):
            result.remarks = "Not played"
            return result
        result.mp_ns, result.mp_ew = row.mp_ns, row.mp_ew
        if max(row.score_ns, row.score_ew) >= FOULED:
            text = "result{s} on fouled boards compared with all others"
            self.notes.loss("fouled-board", place, text)
        ns, ew = _award(row.score_ns), _award(row.score_ew)
        if ns.unit == ew.unit == SCORE and ns.value == -ew.value:
            result.score = int(ns.value)
        else:  # averages, an average for one side only, or a split score
            result.remarks = str(Awards(ns, ew))
        return result


def _award(value: int) -> Award:
    """The average or the score of a side.

    Scores are stored in tens. On a fouled board each group of results has an offset: 4,000 for the
    first (-1,000 to 999 are stored as 3,000 to 4,999), 6,000 for the second, and so on.
    """
    if value in AVERAGES:
        return Award(AVERAGES[value])
    if value >= FOULED:
        value -= 2000 * ((value - 1000) // 2000 + 1)
    return Award(10 * value, SCORE)


def _is_phantom(section: GameSection, side: str, pair: int) -> bool:
    """Whether a pair is the missing one, so that its opponents sit out."""
    phantom = section.phantom
    if not phantom:
        return False
    if section.is_howell:
        return pair == phantom
    return pair == abs(phantom) and (phantom > 0) == (side == "NS")  # negative: an E-W pair


def _first_of_chains(previous: dict[int, int]) -> dict[int, int]:
    """For each section, the first section of the chain that it is in.

    `previous` has the section before each section in its chain, 0 for the first one.
    """
    firsts = {}
    for slot in previous:
        first, seen = slot, {slot}
        while (before := previous[first]) in previous and before not in seen:
            first = before
            seen.add(first)
        firsts[slot] = first
    return firsts


def _people(section: GameSection, pairs: list[GamePair]) -> Iterator[Player | Seat]:
    """The players, and where they sit in the first round."""
    for pair in pairs:
        for player in pair.players:
            facts = {
                "city": player.city,
                "state": player.state,
                "masterpoints": player.masterpoints,
                "rank": player.rank,
            }
            yield Player(
                number=player.number or None,
                first_name=player.first or None,
                last_name=player.last or None,
                extra={KEY: kept} if (kept := {k: v for k, v in facts.items() if v}) else None,
            )
    for pair in pairs:
        for direction, player in zip(pair.side, pair.players, strict=False):
            yield Seat(
                section=section.slot,
                table=pair.table,
                direction=direction,
                number=player.number or None,
                first_name=player.first or None,
                last_name=player.last or None,
            )


def _ranking(section: GameSection, pair: GamePair) -> Ranking:
    """The published totals of a pair; `_set_places` adds the place when all pairs are known."""
    ranking = Ranking(
        section=section.slot,
        direction=None if section.is_howell else pair.side,
        pair=pair.number,
        names=[player.name for player in pair.players] or None,
        boards=pair.boards,
        total=pair.session if pair.session >= 0 else None,
        maximum=section.maximum or None,
        percentage=pair.percentage if pair.session >= 0 else None,
        method=METHOD,
    )
    facts = {
        "strat": pair.strat,
        "overall": pair.overall,
        "carry_over": pair.carry_over,
        "handicap": pair.handicap,
        "final": pair.final if pair.final != pair.session else 0,
        "ineligible": not pair.is_eligible,
    }
    ranking.extra = {"numbers": [player.number for player in pair.players]}
    if pair.adjustment:
        ranking.extra["penalty"] = -pair.adjustment
    if kept := {name: value for name, value in facts.items() if value}:
        ranking.extra[KEY] = kept
    return ranking


def _set_places(entries: list[tuple[GamePair, Ranking]]) -> None:
    """Set the places of pairs that are ranked together, separately for each side."""
    totals: dict[str | None, list[float]] = {}
    for pair, ranking in entries:
        if pair.is_eligible and ranking.total is not None:
            totals.setdefault(ranking.direction, []).append(ranking.total)
    for pair, ranking in entries:
        if pair.is_eligible and (total := ranking.total) is not None:
            better = sum(other > total for other in totals[ranking.direction])
            ranking.place = better + 1

"""Rank an event: points for its results and places of its contestants."""

import math
from collections import Counter
from collections.abc import Iterator
from typing import Any

from bmconv.bridge.movements import MOST
from bmconv.bridge.scoring_methods import TEAMS
from bmconv.event import Event
from bmconv.notes import Notes
from bmconv.ranking.adjust import Adjustments
from bmconv.ranking.boards import score_field
from bmconv.ranking.methods import refuse
from bmconv.ranking.plays import Contestant, Field, Fields, Lookup, take_plays
from bmconv.ranking.published import published_scale
from bmconv.ranking.ranked import Ranked, for_record
from bmconv.ranking.standings import ContestantTally, Standings
from bmconv.ranking.teams import Match, play_matches


def rank(
    event: Event,
    method: dict[str, Any] | None = None,
    *,
    group: str = "auto",
    winners: int | None = None,
    adjustments: Adjustments | None = None,
    notes: Notes | None = None,
) -> Ranked:
    """Rank an event by its own method; `method` overrides fields of `Method` by name.

    Differences from points and places that the event already has are noted.
    """
    refuse((method or {}).get("name"))
    notes = notes or event.log
    if adjustments:
        adjustments.apply(event)
    layout = Fields(event, {**published_scale(event), **(method or {})}, group, winners)
    take_plays(layout, notes)
    ranked = Ranked(event, layout)
    _note_winners(ranked, notes)
    for absent in layout.schedule.absent.values():
        if absent.is_certain:
            place = f"section {event.letter(absent.section)} {absent.name}"
            text = "pair{s} without any result taken as missing"
            notes.repair("pair-never-plays", place, text, hint="see bmconv check")
    ranked.published.clear()
    for field in ranked.fields:
        if field.method.of_teams:
            matches = play_matches(event, field, notes)
            ranked.matches += matches
            _rank_teams(ranked, field, matches)
        else:
            score_field(field)
        _write_points(field)
    _rank_pairs(ranked)
    if adjustments:
        adjustments.penalise(ranked.standings, event)
        ranked.adjusted = adjustments.summary()
    for standings in ranked.standings:
        standings.provisional |= any(map(layout.schedule.missing.get, standings.sections))
        standings.settle()
    ranked.published.compare(ranked.rankings(), notes)
    return ranked


def _note_winners(ranked: Ranked, notes: Notes) -> None:
    """Note a number of winners that is inferred, or that mixes different pairs."""
    for field in ranked.fields:
        for section in sorted(field.sections) if not field.method.of_teams else ():
            winners = ranked.layout.winners(section)
            place = f"section {ranked.event.letter(section)}"
            if winners.number == 1 and _has_namesakes(ranked, section):
                text = "section{s} ranked with one winner, but N-S and E-W pairs share numbers"
                notes.repair("pairs-mixed", place, text, hint="two winners keep them apart")
            if winners.against_movement:
                text = "section{s} ranked as the results show: the movement has other winners"
                notes.repair("winners-by-results", place, text)
            elif winners.is_guessed and field.boards:
                text = "section{s} ranked with two winners: every pair keeps its side"
                notes.repair("winners-guessed", place, text)


def _has_namesakes(ranked: Ranked, section: int) -> bool:
    """Whether two pairs of a section have the same number: both sides use it in one round."""
    rounds = ranked.event.rounds(section)
    sides = {(r.round, side) for r in rounds for side in (("NS", r.ns_pair), ("EW", r.ew_pair))}
    pairs = Counter((round, pair) for round, (_, pair) in sides if pair)
    return any(count > 1 for count in pairs.values())


def _write_points(field: Field) -> None:
    """Write the points of each play into its result, in the fields of its NS and EW pairs."""
    imps = field.method.in_imps
    points: Lookup[float | None, float | None] = Lookup(
        lambda value: None if value is None else for_record(value)
    )
    for play in field.plays():
        result, ns, ew = play.result, points[play.ns.points], points[play.ew.points]
        if play.outcome.wrong_direction:
            ns, ew = ew, ns
        if imps:
            result.imp_ns, result.imp_ew = ns, ew
        else:
            result.mp_ns, result.mp_ew = ns, ew


def _rank_pairs(ranked: Ranked) -> None:
    """Make the lists of pairs: one for each field, or for each section that has several fields.

    Sections between which pairs move have one list together.
    """
    across = ranked.event.moves_across_field()
    all_sections = {section for field in ranked.fields for section in field.sections}
    fields = [field for field in ranked.fields if not field.method.of_teams]
    fields_of = Counter(section for field in fields for section in field.sections)
    lists: dict[tuple[object, str], Standings] = {}
    merged: dict[Contestant, ContestantTally] = {}
    for field in fields:
        provisional = field.undecided
        for who, tally in _tallies_of_field(field, ranked).items():
            is_only_field = fields_of[who.section] == 1
            ranked_within: object = id(field) if is_only_field else who.section
            list_key = (field.method if across else ranked_within, who.direction)
            standings = lists.get(list_key)
            if standings is None:
                sections = field.sections if is_only_field else {who.section}
                if across:
                    sections = all_sections
                standings = lists[list_key] = Standings(
                    sorted(sections), who.direction, field.method
                )
            standings.provisional |= provisional
            if who in merged:
                merged[who].add(tally)
            else:
                merged[who] = tally
                standings.tallies.append(tally)
    order = sorted(lists.values(), key=lambda s: (s.sections, s.direction != "NS"))
    ranked.standings += order


def _tallies_of_field(field: Field, ranked: Ranked) -> dict[Contestant, ContestantTally]:
    """The totals of everybody in a field; declared pairs that did not play are noted as idle."""
    tallies: dict[Contestant, ContestantTally] = {}
    for part in field.parts.values():
        for (who,), sides in part.contenders():
            points = [side.points for side in sides if side.points is not None]
            maximum = math.fsum([side.top for side in sides])  # the top is 0 without points
            tally = ContestantTally(who, len(points), math.fsum(points), maximum)
            if who in tallies:  # also played in another section, if pairs move across the field
                tallies[who].add(tally)
            else:
                tallies[who] = tally
    for section in field.sections:
        for who in _declared_pairs(ranked, section):
            if who not in tallies:
                tallies[who] = ContestantTally(who)
                ranked.idle.add(who)
    return tallies


def _declared_pairs(ranked: Ranked, section: int) -> Iterator[Contestant]:
    """The pairs that a section declares, if it has two winners."""
    known = ranked.event.section(section)
    if known is None or ranked.layout.winners(section).number != 2:
        return
    for direction, pairs in (("NS", known.ns_pairs), ("EW", known.ew_pairs)):
        for number in range(1, min(pairs or 0, MOST) + 1):
            yield Contestant(section, direction, number)


def _rank_teams(ranked: Ranked, field: Field, matches: list[Match]) -> None:
    """Make the list of teams, ranked by victory points."""
    standings = Standings(sorted(field.sections), "", field.method)
    tallies: dict[Contestant, ContestantTally] = {}
    for match in matches:
        home = (match.home, match.imps, match.points)
        away = (match.away, match.away_imps, match.away_points)
        for team, imps, points in (home, away):
            tally = tallies.setdefault(team, ContestantTally(team))
            tally.boards += match.played
            tally.total += points
            if field.method.name == TEAMS:
                tally.imps = (tally.imps or 0) + imps
            else:
                tally.maximum += match.played * field.method.worth
    standings.tallies = list(tallies.values())
    standings.provisional = field.undecided
    if tallies:
        ranked.standings.append(standings)

"""The words of a ranking: titles, columns and values, the same in every report."""

from collections.abc import Iterable, Iterator

from bmconv.bridge.scoring_methods import TEAMS
from bmconv.notes import quantity
from bmconv.ranking.plays import Contestant, Field, is_individual
from bmconv.ranking.ranked import Ranked
from bmconv.ranking.standings import ContestantTally, Standings
from bmconv.ranking.teams import Match
from bmconv.records import RECORDED
from bmconv.reports.layout import decimals

DECISIONS = "Decisions of the director"
SIDES = {"NS": ", North-South", "EW": ", East-West"}


class Labels:
    """How sections, contestants and lists of a ranked event are named."""

    def __init__(self, ranked: Ranked) -> None:
        self.ranked = ranked
        self.event = ranked.event
        self.schedule = ranked.layout.schedule
        sections = {section for field in ranked.fields for section in field.sections}
        self.lettered = len(sections) > 1 and not ranked.event.moves_across_field()
        self.single = "Player" if is_individual(ranked.event) else "Pair"
        """The word for a contestant who is not a team."""

    def methods(self, *, hints: bool = True) -> Iterator[str]:
        """How each field was scored, and whether the number of winners is known or inferred.

        Hints are for whoever can type a command, not for readers of a page.
        """
        scored = [field for field in self.ranked.fields if field.boards or self._lists(field)]
        for field in scored or self.ranked.fields:
            yield f"{self.sections(field.sections)}: {', '.join(self._method(field))}"
        for absent in self.schedule.absent.values():
            reason = absent.message() if hints else absent.text
            yield f"Section {self.event.letter(absent.section)}: {reason}"

    def _method(self, field: Field) -> Iterator[str]:
        """How a field was scored; of a ranking by another program, only the unit is known."""
        method = field.method
        if not self.ranked.layout.options_known:
            unit = "IMPs" if method.in_imps else "matchpoints"
            yield "teams, IMPs and victory points" if method.name == TEAMS else unit
            return
        yield method.description()
        if not method.in_imps and not method.of_teams and (size := field.size()):
            yield f"{quantity(size, 'score')} on a board"
        for section in sorted(field.sections) if not method.of_teams else ():
            winners = self.ranked.layout.winners(section)
            count = "one winner" if winners.number == 1 else "two winners"
            prefix = f"{self.event.letter(section)}: " if len(field.sections) > 1 else ""
            yield f"{prefix}{count} ({winners.reason})"
        if method.in_imps and method.name != TEAMS:
            by_average = any(standings.by_average for standings in self._lists(field))
            yield f"ranked by {'average per board' if by_average else 'total'}"

    def _lists(self, field: Field) -> list[Standings]:
        """The ranking lists that contain pairs of a field."""
        return [s for s in self.ranked.standings if field.sections.intersection(s.sections)]

    def sections(self, sections: Iterable[int]) -> str:
        """Sections by letter, as a title."""
        section_letters = [self.event.letter(section) for section in sorted(sections) if section]
        if not section_letters:
            return "All results"
        return f"Section{'s' if len(section_letters) > 1 else ''} {', '.join(section_letters)}"

    def number(self, section: int | None, number: int) -> str:
        """A contestant in short: the number, with the section if there are several."""
        return f"{self.event.letter(section) if self.lettered else ''}{number}"

    def short(self, who: Contestant) -> str:
        """A contestant in short."""
        return self.number(who.section, who.number)

    def provisional(self, standings: Standings, *, hints: bool = True) -> Iterator[str]:
        """Why a list may still change: missing results, scores not decided yet."""
        reasons = list(self._reasons(standings, hints=hints))
        if standings.provisional and not reasons:
            reasons = ["results are missing or not decided yet"]
        yield from reasons

    def _reasons(self, standings: Standings, *, hints: bool) -> Iterator[str]:
        missing = sum(self.schedule.missing.get(section, 0) for section in standings.sections)
        if missing:
            hint = " (listed by bmconv missing)" if hints else ""
            yield f"{quantity(missing, 'result')} missing{hint}"
        fields = (f for f in self.ranked.fields if f.sections.intersection(standings.sections))
        undecided = [p.result for field in fields for p in field.plays() if p.undecided]
        if undecided:
            first = undecided[0]
            more = f" and {len(undecided) - 1} more" if len(undecided) > 1 else ""
            place = f"board {first.board} (pairs {first.pair_ns} and {first.pair_ew})"
            yield f"arbitral score on {place}{more} not decided yet"

    def decisions(self) -> Iterator[str]:
        """What the director decided, in words: awards in the order of boards, then penalties."""
        for field in self.ranked.fields:
            for play in field.plays():
                if play.outcome.awards:
                    result = play.result
                    sides = (("N-S", result.pair_ns), ("E-W", result.pair_ew))
                    pairs = (f"{s} {self.number(result.section, n)}" for s, n in sides if n)
                    words = play.outcome.awards.in_words()
                    yield f"Board {result.board}, {' and '.join(pairs)}: {words}"
        for standings in self.ranked.standings:
            unit = "victory point" if standings.method.name == TEAMS else "point"
            unit = "IMP" if standings.method.in_imps and unit == "point" else unit
            for tally in standings.tallies:
                if tally.penalty:
                    side = {"NS": " N-S", "EW": " E-W"}.get(tally.who.direction, "")
                    who = f"{self.contestant(standings)} {self.short(tally.who)}{side}"
                    plural = "" if tally.penalty == 1 else "s"
                    yield f"{who}: penalty of {decimals(tally.penalty)} {unit}{plural}"

    def contestant(self, standings: Standings) -> str:
        """The word for a contestant in a ranking list."""
        return "Team" if standings.method.of_teams else self.single

    def match_units(self) -> tuple[str, ...]:
        """The columns of matches that `match_values` fills."""
        return ("IMPs", "VPs", "to away") if self._matches_in_imps() else ("Points", "to away")

    def match_values(self, match: Match) -> tuple[str, ...]:
        """The result of a match: IMPs if there are any, and the points of both teams."""
        *imps, points, away = self.match_figures(match)
        return (*(f"{value:+g}" for value in imps), decimals(points), decimals(away))

    def match_figures(self, match: Match) -> tuple[float, ...]:
        """The values of a match as numbers."""
        imps = (match.imps,) if self._matches_in_imps() else ()
        return (*imps, match.points, match.away_points)

    def _matches_in_imps(self) -> bool:
        return any(match.method.in_imps for match in self.ranked.matches)

    def title(self, standings: Standings) -> str:
        """The title of a ranking list."""
        return f"{self.sections(standings.sections)}{SIDES.get(standings.direction, '')}"


PENALTY, MAXIMUM = "Penalty", "Max"


def units(standings: Standings) -> tuple[str, ...]:
    """The columns of a list that `values` fills."""
    penalty = (PENALTY,) if any(tally.penalty for tally in standings.tallies) else ()
    if standings.method.name == TEAMS:
        return (*penalty, "IMPs", "VPs")
    if standings.method.in_imps:
        return (*penalty, "IMPs", *(("Per board",) if standings.by_average else ()))
    return (*penalty, "Points", MAXIMUM, "%")


def figures(tally: ContestantTally, standings: Standings) -> dict[str, float | None]:
    """A contestant's totals, by columns of `units`; None or absent where there are none."""
    totals: dict[str, float | None] = {PENALTY: tally.penalty or None}
    if standings.method.name == TEAMS:
        totals |= {"IMPs": tally.imps, "VPs": tally.points}
    elif standings.method.in_imps:
        totals["IMPs"] = tally.points
        totals["Per board"] = None if tally.points is None else tally.average
    elif tally.percentage is not None:
        totals |= {"Points": tally.points, MAXIMUM: tally.maximum or None, "%": tally.percentage}
    return totals


def values(tally: ContestantTally, standings: Standings, columns: Iterable[str]) -> tuple[str, ...]:
    """A contestant's totals in these columns as text; blank if there are none."""
    totals = figures(tally, standings)
    return tuple(_figure(column, totals.get(column)) for column in columns)


def _figure(unit: str, value: float | None) -> str:
    return f"{value:g}" if unit == MAXIMUM and value is not None else decimals(value)


def share(points: float | None, top: float) -> float | None:
    """Points as a percentage of the top, computed from the points as recorded."""
    return None if points is None or not top else 100 * round(points, RECORDED) / top


def place_text(tally: ContestantTally) -> str:
    """A place, with `=` if it is shared; empty for those who have none."""
    return f"{tally.place}{'=' if tally.shared else ''}" if tally.place else ""

"""The words of a ranking: titles, columns and values, the same in every report."""

from collections.abc import Iterable, Iterator

from bmconv.bridge.scoring_methods import TEAMS
from bmconv.notes import counted
from bmconv.ranking.places import Ranked, Standings, Total
from bmconv.ranking.plays import Contestant, Field, is_individual
from bmconv.ranking.teams import Match
from bmconv.records import RECORDED
from bmconv.text import decimals

SIDES = {"NS": ", North-South", "EW": ", East-West"}


class Labels:
    """How sections, contestants and lists of a ranked event are named."""

    def __init__(self, ranked: Ranked) -> None:
        self.ranked = ranked
        self.event = ranked.event
        self.schedule = ranked.layout.schedule
        self.lettered = len({s for field in ranked.fields for s in field.sections}) > 1
        self.single = "Player" if is_individual(ranked.event) else "Pair"
        """The word for a contestant who is not a team."""

    def methods(self, *, hints: bool = True) -> Iterator[str]:
        """How each field was scored, and whether the number of winners is known or inferred.

        Hints are for whoever can type a command, not for readers of a page.
        """
        for field in self.ranked.fields:
            words = [field.method.described()]
            if not field.method.in_imps and not field.method.of_teams:
                words.append(f"{field.size()} scores on a board")
            for section in sorted(field.sections) if not field.method.of_teams else ():
                winners = self.ranked.layout.winners(section)
                count = "one winner" if winners.number == 1 else "two winners"
                where = f"{self.event.letter(section)}: " if len(field.sections) > 1 else ""
                words.append(f"{where}{count} ({winners.reason})")
            if field.method.in_imps and field.method.name != TEAMS:
                lists = self._lists(field)
                by = "average per board" if any(s.by_average for s in lists) else "total"
                words.append(f"ranked by {by}")
            yield f"{self.sections(field.sections)}: {', '.join(words)}"
        for absent in self.schedule.absent.values():
            reason = absent.message() if hints else absent.text
            yield f"Section {self.event.letter(absent.section)}: {reason}"

    def _lists(self, field: Field) -> list[Standings]:
        """The ranking lists that contain pairs of a field."""
        return [s for s in self.ranked.standings if field.sections.intersection(s.sections)]

    def sections(self, sections: Iterable[int]) -> str:
        """Sections by letter, as a title."""
        named = [self.event.letter(section) for section in sorted(sections) if section]
        if not named:
            return "All results"
        return f"Section{'s' if len(named) > 1 else ''} {', '.join(named)}"

    def number(self, section: int | None, number: int) -> str:
        """A contestant in short: the number, with the section if there are several."""
        return f"{self.event.letter(section) if self.lettered else ''}{number}"

    def short(self, who: Contestant) -> str:
        """A contestant in short."""
        return self.number(who.section, who.number)

    def provisional(self, standings: Standings, *, hints: bool = True) -> Iterator[str]:
        """Why a list may still change: missing results, scores not decided yet."""
        missing = sum(self.schedule.missing.get(section, 0) for section in standings.sections)
        if missing:
            hint = " (listed by bmconv missing)" if hints else ""
            yield f"{counted(missing, 'result')} missing{hint}"
        fields = (f for f in self.ranked.fields if f.sections.intersection(standings.sections))
        undecided = [p.result for field in fields for p in field.plays() if p.undecided]
        if undecided:
            first = undecided[0]
            more = f" and {len(undecided) - 1} more" if len(undecided) > 1 else ""
            where = f"board {first.board} (pairs {first.pair_ns} and {first.pair_ew})"
            yield f"arbitral score on {where}{more} not decided yet"

    def contestant(self, standings: Standings) -> str:
        """The word for a contestant in a ranking list."""
        return "Team" if standings.method.of_teams else self.single

    def match_units(self) -> tuple[str, ...]:
        """The columns of matches that `match_values` fills."""
        return ("IMPs", "VPs", "to away") if self._matches_in_imps() else ("Points", "to away")

    def match_values(self, match: Match) -> tuple[str, ...]:
        """The result of a match: IMPs if there are any, and the points of both teams."""
        imps = (f"{match.imps:+g}",) if self._matches_in_imps() else ()
        return (*imps, decimals(match.points), decimals(match.away_points))

    def _matches_in_imps(self) -> bool:
        return any(match.method.in_imps for match in self.ranked.matches)

    def title(self, standings: Standings) -> str:
        """The title of a ranking list."""
        return f"{self.sections(standings.sections)}{SIDES.get(standings.direction, '')}"


def units(standings: Standings) -> tuple[str, ...]:
    """The columns of a list that `values` fills."""
    if standings.method.name == TEAMS:
        return ("IMPs", "VPs")
    if standings.method.in_imps:
        return ("IMPs", "Per board") if standings.by_average else ("IMPs",)
    return ("Points", "Max", "%")


def values(tally: Total, standings: Standings) -> tuple[str, ...]:
    """A contestant's totals as text; blank if there are none."""
    if standings.method.name == TEAMS:
        return (decimals(tally.imps), decimals(tally.total))
    if standings.method.in_imps:
        sums = (tally.total, tally.average) if standings.by_average else (tally.total,)
        return tuple(decimals(value) if tally.boards else "" for value in sums)
    if not tally.maximum:
        return ("", "", "")
    return (decimals(tally.total), f"{tally.maximum:g}", decimals(tally.percentage))


def share(points: float | None, top: float) -> float | None:
    """Points as a percentage of the top, computed from the points as recorded."""
    return None if points is None or not top else 100 * round(points, RECORDED) / top


def place_text(tally: Total) -> str:
    """A place, with `=` if it is shared; empty for those who have none."""
    return f"{tally.place}{'=' if tally.shared else ''}" if tally.place else ""

"""Who is who on a page or sheet: names and anchors, never player numbers."""

from typing import NamedTuple

from bmconv.ranking import Ranked
from bmconv.ranking.plays import Contestant, Contestants, Field, Play, Side
from bmconv.reports.labels import PAIR, TEAM, Labels
from bmconv.reports.language import Language

Pair = tuple[int, str, int]
"""Section, side and number of a pair."""


class PersonLink(NamedTuple):
    """A pair, team or player: the anchor of its card, its number in the event, and its names."""

    id: str
    number: str
    names: str
    word: str
    """Pair, Team or Player as a message, for contestants without names."""


class PeopleLinks:
    """Makes the links to the contestants of a ranked event, each link once."""

    def __init__(self, ranked: Ranked, language: Language) -> None:
        self.ranked = ranked
        self.labels = Labels(ranked, language)
        self._team_of: dict[Pair, Contestant] = {
            pair: team
            for match in ranked.matches
            for team, both in match.pairs.items()
            for pair in both
        }
        self._links: dict[Contestant, PersonLink] = {}
        self._sides: dict[Contestants, list[PersonLink]] = {}
        self._pairs: dict[Pair, PersonLink] = {}
        self._teams = {
            section
            for field in ranked.fields
            if field.method.of_teams
            for section in field.sections
        }

    def link(self, who: Contestant) -> PersonLink:
        """A contestant with all its players."""
        link = self._links.get(who)
        if link is None:
            names = " & ".join(self.ranked.names(who))
            word = TEAM if who.section in self._teams else self.labels.single
            link = PersonLink(anchor(who), self.labels.short(who), names, word)
            self._links[who] = link
        return link

    def team(self, pair: Pair) -> Contestant | None:
        """The team of a pair."""
        return self._team_of.get(pair)

    def sides(self, play: Play) -> tuple[list[PersonLink], list[PersonLink]]:
        """The contestants who sat N-S and E-W; pairs of a team have the anchor of their team."""
        if (play.result.section or 0) not in self._teams:
            return self._side(play.ns), self._side(play.ew)
        ns, ew = ([self._pair(pair)] for pair in pairs_of(play))
        return ns, ew

    def _side(self, side: Side) -> list[PersonLink]:
        links = self._sides.get(side.contestants)
        if links is None:
            links = self._sides[side.contestants] = [self.link(who) for who in side.contestants]
        return links

    def _pair(self, pair: Pair) -> PersonLink:
        link = self._pairs.get(pair)
        if link is None:
            team = self._team_of.get(pair)
            names = " & ".join(self.ranked.seating.names(*pair))
            number = self.labels.number(pair[0], pair[2])
            word = TEAM if team and team.number == pair[2] else PAIR
            link = PersonLink(anchor(team) if team else "", number, names, word)
            self._pairs[pair] = link
        return link


def pairs_of(play: Play) -> tuple[Pair, Pair]:
    """The pairs of a play as in the movement; the first is the pair that sat N-S."""
    result = play.result
    section = result.section or 0
    ns, ew = (section, "NS", result.pair_ns or 0), (section, "EW", result.pair_ew or 0)
    return (ew, ns) if play.outcome.wrong_direction else (ns, ew)


def anchor(who: Contestant) -> str:
    """The anchor of a contestant's card: made of numbers and the side, not of names."""
    side = {"NS": "n", "EW": "e"}.get(who.direction, "-")
    return f"p{who.section}{side}{who.number}"


def board_id(field: Field, board: int, fields: list[Field]) -> str:
    """The anchor of a board."""
    return f"b{board}" if len(fields) == 1 else f"b{board}.{fields.index(field) + 1}"

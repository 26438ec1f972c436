"""Scorecards for pages and sheets: the results of each pair, player or team in order of play."""

from collections import defaultdict
from collections.abc import Iterator
from typing import NamedTuple

from bmconv.ranking import Ranked
from bmconv.ranking.plays import Contestant, Field, Play
from bmconv.ranking.standings import ContestantTally, Standings
from bmconv.reports.labels import MAXIMUM, PENALTY, figures, place_text, share, units
from bmconv.reports.language import mark
from bmconv.reports.layout import contract_text
from bmconv.reports.people import PeopleLinks, PersonLink, board_id, pairs_of


class CardRow(NamedTuple):
    """A board on a scorecard."""

    round: str
    board: int
    board_id: str
    seat: str
    """NS or EW."""
    versus: list[PersonLink]
    partners: list[PersonLink]
    """The partner on this board, in an individual."""
    contract: str
    by: str
    score: float | None
    """The score from the point of view of the card's side."""
    points: float | None
    share: float | None
    """The percentage of the top, for matchpoints."""
    running: float | None
    """The percentage so far, or the IMPs so far."""


class CardView(NamedTuple):
    """A scorecard."""

    who: PersonLink
    contestant: str
    """Pair, Team or Player, as a message."""
    side: str
    """NS or EW if each side has a ranking, else empty."""
    place: str
    of: int
    """The number of places."""
    result: str
    """The totals, in words."""
    unit: str
    """IMPs or MPs, the unit of the points."""
    shares: bool
    """Whether a board counts by its share of the top, a percentage, as at matchpoints."""
    of_team: bool
    """Whether the card is a team's; a team plays each board at two tables."""
    rows: list[CardRow]


class Turn(NamedTuple):
    """A play as one contestant sees it."""

    field: Field
    play: Play
    as_ns: bool


def cards(ranked: Ranked, people: PeopleLinks) -> Iterator[CardView]:
    """A card for every contestant with results, in the order of places."""
    turns, labels = _turns(ranked, people), people.labels
    for standings in ranked.standings:
        columns = [column for column in units(standings) if column not in (PENALTY, MAXIMUM)]
        for tally in standings.tallies:
            if played := turns.get(tally.who):
                totals = figures(tally, standings)
                sums = [(column, totals.get(column)) for column in reversed(columns)]
                result = [labels.total(column, sum) for column, sum in sums if sum is not None]
                yield _card(ranked, people, standings, tally, played, ", ".join(result))


def _turns(ranked: Ranked, people: PeopleLinks) -> dict[Contestant, list[Turn]]:
    """The plays of every contestant, by round and board; a team has the plays of both pairs."""
    turns: dict[Contestant, list[Turn]] = defaultdict(list)
    for field in ranked.fields:
        for play in field.plays():
            for side, pair, as_ns in zip(
                (play.ns, play.ew), pairs_of(play), (True, False), strict=True
            ):
                team = people.team(pair) if field.method.of_teams else None
                for who in (team,) if team else side.contestants:
                    turns[who].append(Turn(field, play, as_ns))
    for of_contestant in turns.values():
        of_contestant.sort(
            key=lambda turn: (turn.play.result.round or 0, turn.play.result.board or 0)
        )
    return turns


def _card(
    ranked: Ranked,
    people: PeopleLinks,
    standings: Standings,
    tally: ContestantTally,
    turns: list[Turn],
    result: str,
) -> CardView:
    imps = standings.method.in_imps
    return CardView(
        who=people.link(tally.who),
        contestant=people.labels.contestant(standings),
        side=standings.direction,
        place=place_text(tally),
        of=sum(other.place is not None for other in standings.tallies),
        result=result,
        unit=mark("IMPs") if imps else mark("MPs"),
        shares=not imps,
        of_team=standings.method.of_teams,
        rows=list(_rows(ranked, people, tally.who, turns, imps=imps)),
    )


def _rows(
    ranked: Ranked, people: PeopleLinks, who: Contestant, turns: list[Turn], *, imps: bool
) -> Iterator[CardRow]:
    """The boards of a card, with the running total or percentage."""
    total = top = 0.0
    counted: set[tuple[int | None, int | None]] = set()
    for field, play, as_ns in turns:
        side = play.ns if as_ns else play.ew
        result, versus = play.result, people.sides(play)[as_ns]
        place = (result.round, result.board)
        if side.points is not None and not (field.method.of_teams and place in counted):
            counted.add(place)  # a team plays a board at two tables, but gets its points once
            total, top = total + side.points, top + side.top
        score = None if side.score is None else side.score if as_ns else -side.score
        running = total if imps else share(total, top)
        yield CardRow(
            round=str(result.round or ""),
            board=result.board or 0,
            board_id=board_id(field, result.board or 0, ranked.fields),
            seat="NS" if as_ns else "EW",
            versus=versus,
            partners=[people.link(other) for other in side.contestants if other != who]
            if len(side.contestants) > 1
            else [],
            contract=contract_text(
                play.outcome, result, symbols=True, language=people.labels.language
            ),
            by=play.outcome.declarer,
            score=score,
            points=side.points,
            share=share(side.points, side.top),
            running=running if counted else None,
        )

"""The words of a ranking: titles, columns and values, the same in every report."""

from collections.abc import Iterable, Iterator

from bmconv.bridge.scoring_methods import TEAMS
from bmconv.event.schedule import Absent
from bmconv.ranking.plays import Contestant, Field, is_individual
from bmconv.ranking.ranked import Ranked
from bmconv.ranking.standings import ContestantTally, Standings
from bmconv.ranking.teams import Match
from bmconv.records import RECORDED_DECIMALS
from bmconv.reports.language import Language, mark
from bmconv.reports.scoring import awards_text, method_text, winners_text

DECISIONS = mark("Decisions of the director")
PAIR, PLAYER, TEAM = mark("Pair"), mark("Player"), mark("Team")
"""The words for a contestant."""
PENALTY, MAXIMUM, POINTS, PERCENT = mark("Penalty"), mark("Max"), mark("Points"), "%"
IMPS, VPS, PER_BOARD, TO_AWAY = mark("IMPs"), mark("VPs"), mark("Per board"), mark("to away")
"""The columns of totals, as messages."""


class Labels:
    """The names of sections, contestants and lists of a ranked event, in one language."""

    def __init__(self, ranked: Ranked, language: Language) -> None:
        self.ranked, self.language = ranked, language
        self.event = ranked.event
        self.schedule = ranked.layout.schedule
        sections = {section for field in ranked.fields for section in field.sections}
        self.lettered = len(sections) > 1 and not ranked.event.moves_across_field()
        """Whether numbers of pairs need the letter of their section."""
        self.single = PLAYER if is_individual(ranked.event) else PAIR
        """The word for a contestant who is not a team."""

    def methods(self, *, hints: bool = True) -> Iterator[str]:
        """How each field was scored, and whether the number of winners is known or inferred.

        Hints name commands to type; readers of a page have no use for them.
        """
        _ = self.language.gettext
        scored = [field for field in self.ranked.fields if field.boards or self._lists(field)]
        for field in scored or self.ranked.fields:
            yield f"{self.sections(field.sections)}: {', '.join(self._method(field))}"
        for absent in self.schedule.absent.values():
            reason = absent.message() if hints else self._absence(absent)
            letter = self.event.letter(absent.section)
            yield _("Section {letter}: {reason}").format(letter=letter, reason=reason)

    def _absence(self, absent: Absent) -> str:
        """What is known about a pair without results."""
        _ = self.language.gettext
        pair = f"{absent.side} {absent.number}" if absent.side else str(absent.number)
        if absent.is_certain:
            text = _("pair {pair} has no result anywhere and is taken as missing")
        else:
            text = _("pair {pair} has no result so far")
        return text.format(pair=pair)

    def _method(self, field: Field) -> Iterator[str]:
        """How a field was scored; for rankings of other programs, only the unit is known."""
        _, method = self.language.gettext, field.method
        if not self.ranked.layout.options_known:
            unit = _("IMPs") if method.in_imps else _("matchpoints")
            yield _("teams, IMPs and victory points") if method.name == TEAMS else unit
            return
        yield method_text(method, self.language)
        if not method.in_imps and not method.of_teams and (size := field.size()):
            ngettext = self.language.ngettext
            text = ngettext("{count} score on a board", "{count} scores on a board", size)
            yield text.format(count=size)
        for section in sorted(field.sections) if not method.of_teams else ():
            winners = winners_text(self.ranked.layout.winners(section), self.language)
            prefix = f"{self.event.letter(section)}: " if len(field.sections) > 1 else ""
            yield f"{prefix}{winners}"
        if method.in_imps and method.name != TEAMS:
            by_average = any(standings.by_average for standings in self._lists(field))
            yield _("ranked by average per board") if by_average else _("ranked by total")

    def _lists(self, field: Field) -> list[Standings]:
        """The ranking lists that contain pairs of a field."""
        return [s for s in self.ranked.standings if field.sections.intersection(s.sections)]

    def sections(self, sections: Iterable[int]) -> str:
        """Sections by letter, as a title."""
        letters = [self.event.letter(section) for section in sorted(sections) if section]
        if not letters:
            return self.language.gettext("All results")
        text = self.language.ngettext("Section {letters}", "Sections {letters}", len(letters))
        return text.format(letters=", ".join(letters))

    def board(self, field: Field, board: int) -> str:
        """A board as a title, with its sections if there are several fields."""
        title = self.language.gettext("Board {board}").format(board=board)
        several = len(self.ranked.fields) > 1
        return f"{self.sections(field.sections)}, {title}" if several else title

    def short_board(self, field: Field, board: int) -> str:
        """A board in short: its number, after the letters of its sections if fields are several."""
        letters = [self.event.letter(section) for section in sorted(field.sections) if section]
        return f"{''.join(letters) if len(self.ranked.fields) > 1 else ''}{board}"

    def number(self, section: int | None, number: int) -> str:
        """A contestant in short: the number, after its section's letter if there are several."""
        return f"{self.event.letter(section) if self.lettered else ''}{number}"

    def short(self, who: Contestant) -> str:
        """A contestant in short."""
        return self.number(who.section, who.number)

    def provisional(self, standings: Standings, *, hints: bool = True) -> Iterator[str]:
        """Why a list may still change: missing results, scores not decided yet."""
        reasons = list(self._reasons(standings, hints=hints))
        if standings.provisional and not reasons:
            reasons = [self.language.gettext("results are missing or not decided yet")]
        yield from reasons

    def _reasons(self, standings: Standings, *, hints: bool) -> Iterator[str]:
        ngettext = self.language.ngettext
        missing = sum(self.schedule.missing.get(section, 0) for section in standings.sections)
        if missing:
            text = ngettext("{count} result missing", "{count} results missing", missing)
            yield text.format(count=missing) + (" (listed by bmconv missing)" if hints else "")
        fields = (f for f in self.ranked.fields if f.sections.intersection(standings.sections))
        undecided = [(field, p.result) for field in fields for p in field.plays() if p.undecided]
        if undecided:
            (field, first), more = undecided[0], len(undecided) - 1
            text = ngettext(
                "arbitral score on board {board} (pairs {ns} and {ew}) not decided yet",
                "arbitral score on board {board} (pairs {ns} and {ew}) and {more} more "
                "not decided yet",
                len(undecided),
            )
            ns, ew = (
                self.number(first.section, pair or 0) for pair in (first.pair_ns, first.pair_ew)
            )
            board = self.short_board(field, first.board or 0)
            yield text.format(board=board, ns=ns, ew=ew, more=more)

    def decisions(self) -> Iterator[str]:
        """What the director decided, in words: awards in the order of boards, then penalties."""
        _ = self.language.gettext
        for field in self.ranked.fields:
            for play in field.plays():
                if play.outcome.awards:
                    result = play.result
                    sides = (("NS", result.pair_ns), ("EW", result.pair_ew))
                    pairs = [
                        f"{self.language.side(side)} {self.number(result.section, number)}"
                        for side, number in sides
                        if number
                    ]
                    yield _("Board {board}, {pairs}: {award}").format(
                        board=self.short_board(field, result.board or 0),
                        pairs=_(" and ").join(pairs),
                        award=awards_text(play.outcome.awards, self.language),
                    )
        for standings in self.ranked.standings:
            for tally in standings.tallies:
                if tally.penalty:
                    side = self.language.side(tally.who.direction)
                    who = (_(self.contestant(standings)), self.short(tally.who), side)
                    yield f"{' '.join(filter(None, who))}: {self.penalty(tally.penalty, standings)}"

    def penalty(self, points: float, standings: Standings) -> str:
        """A penalty in words."""
        ngettext = self.language.ngettext
        count = 1 if points == 1 else 2  # all other numbers, also 0.5, take the plural
        text = ngettext("penalty of {number} point", "penalty of {number} points", count)
        if standings.method.name == TEAMS:
            text = ngettext(
                "penalty of {number} victory point", "penalty of {number} victory points", count
            )
        elif standings.method.in_imps:
            text = ngettext("penalty of {number} IMP", "penalty of {number} IMPs", count)
        return text.format(number=self.language.number(points))

    def contestant(self, standings: Standings) -> str:
        """The word for a contestant in a ranking list, as a message."""
        return TEAM if standings.method.of_teams else self.single

    def match_units(self) -> tuple[str, ...]:
        """The columns of matches that `match_values` fills, as messages."""
        return (IMPS, VPS, TO_AWAY) if self._matches_in_imps() else (POINTS, TO_AWAY)

    def match_values(self, match: Match) -> tuple[str, ...]:
        """The result of a match: IMPs if there are any, and the points of both teams."""
        *imps, points, away = self.match_figures(match)
        signed = (f"{value:+g}" for value in imps)
        return (*signed, self.language.number(points), self.language.number(away))

    def match_figures(self, match: Match) -> tuple[float, ...]:
        """The values of a match as numbers."""
        imps = (match.imps,) if self._matches_in_imps() else ()
        return (*imps, match.points, match.away_points)

    def _matches_in_imps(self) -> bool:
        return any(match.method.in_imps for match in self.ranked.matches)

    def title(self, standings: Standings) -> str:
        """The title of a ranking list."""
        side = self.language.side_name(standings.direction)
        return ", ".join(filter(None, (self.sections(standings.sections), side)))

    def values(
        self, tally: ContestantTally, standings: Standings, columns: Iterable[str]
    ) -> tuple[str, ...]:
        """A contestant's totals in these columns as text; blank without a total."""
        totals = figures(tally, standings)
        return tuple(self._figure(column, totals.get(column)) for column in columns)

    def total(self, unit: str, value: float) -> str:
        """A contestant's total in a sentence, such as `202.28 points`."""
        _ = self.language.gettext
        if unit == PERCENT:
            return self.language.percentage(value)
        number = self.language.number(value)
        if unit == POINTS:
            return _("{number} points").format(number=number)
        if unit == PER_BOARD:
            return _("{number} per board").format(number=number)
        return f"{number} {_(unit)}"

    def _figure(self, unit: str, value: float | None) -> str:
        if unit == MAXIMUM and value is not None:
            return self.language.short_number(value)
        return self.language.number(value)


def units(standings: Standings) -> tuple[str, ...]:
    """The columns of a list, as messages."""
    penalty = (PENALTY,) if any(tally.penalty for tally in standings.tallies) else ()
    if standings.method.name == TEAMS:
        return (*penalty, IMPS, VPS)
    if standings.method.in_imps:
        return (*penalty, IMPS, *((PER_BOARD,) if standings.by_average else ()))
    return (*penalty, POINTS, MAXIMUM, PERCENT)


def figures(tally: ContestantTally, standings: Standings) -> dict[str, float | None]:
    """A contestant's totals, by columns of `units`; None or absent where there are none."""
    totals: dict[str, float | None] = {PENALTY: tally.penalty or None}
    if standings.method.name == TEAMS:
        totals |= {IMPS: tally.imps, VPS: tally.points}
    elif standings.method.in_imps:
        totals[IMPS] = tally.points
        totals[PER_BOARD] = None if tally.points is None else tally.average
    elif tally.percentage is not None:
        totals |= {POINTS: tally.points, MAXIMUM: tally.maximum or None, PERCENT: tally.percentage}
    return totals


def share(points: float | None, top: float) -> float | None:
    """Points as a percentage of the top, computed from the points as recorded."""
    return None if points is None or not top else 100 * round(points, RECORDED_DECIMALS) / top


def place_text(tally: ContestantTally) -> str:
    """A place, with `=` if it is shared; empty for a contestant without a place."""
    return f"{tally.place}{'=' if tally.shared else ''}" if tally.place else ""

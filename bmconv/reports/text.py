"""The ranking as a report: ranking lists, travellers, scorecards and cross-tables."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from bmconv import records as rec
from bmconv.event.summary import known_date
from bmconv.event.travellers import TravellerLine, dealer_and_vulnerability
from bmconv.ranking import Ranked
from bmconv.ranking.plays import Contestant, Field, Play
from bmconv.ranking.ranked import NO_RESULTS
from bmconv.ranking.standings import ContestantTally, Standings
from bmconv.reports.labels import (
    DECISIONS,
    IMPS,
    MAXIMUM,
    PAIR,
    PENALTY,
    PER_BOARD,
    PERCENT,
    PLAYER,
    POINTS,
    TEAM,
    TO_AWAY,
    VPS,
    Labels,
    place_text,
    share,
    units,
)
from bmconv.reports.language import ENGLISH, Language, mark
from bmconv.reports.layout import TextLayout, contract_text, lead_text, two_scores

PLACE, NAMES, BOARDS = mark("Place"), mark("Names"), mark("Boards")
ROUND, TABLE, BOARD = mark("Round"), mark("Table"), mark("Board")
HOME, AWAY = mark("Home"), mark("Away")
NS, EW, N_S, E_W = mark("NS"), mark("EW"), mark("N-S"), mark("E-W")
CONTRACT, BY, LEAD, SCORE = mark("Contract"), mark("By"), mark("Lead"), mark("Score")
NORTH_SOUTH, EAST_WEST = mark("North-South"), mark("East-West")
AS, VERSUS, TOP = mark("As"), mark("Versus"), mark("Top")
NUMBERS = {
    *(PLACE, PAIR, PLAYER, TEAM, BOARDS, PENALTY, POINTS, MAXIMUM, PERCENT, IMPS, VPS, PER_BOARD),
    *(NS, EW, N_S, E_W, ROUND, BOARD, VERSUS, SCORE, TOP, HOME, AWAY, TO_AWAY),
    *(mark("MPs NS"), mark("MPs EW"), mark("IMPs NS"), mark("IMPs EW")),
}
"""Columns of numbers, which are aligned to the right."""
SHORTEST_NAME = 14
"""Names on a traveller are not cut to fewer characters than this, but left out instead."""
SHORTEST_CELL = 8
"""Names in a ranking are not cut to fewer characters than this, even if lines get too long."""
COLUMN_GAP = 2
"""Blanks before each column."""


class Report:
    """A ranked event as lines of text."""

    def __init__(
        self,
        ranked: Ranked,
        layout: TextLayout,
        *,
        symbols: bool,
        language: Language = ENGLISH,
    ) -> None:
        self.ranked, self.language = ranked, language
        self.event = ranked.event
        self.layout = layout
        self.symbols = symbols
        self.labels = Labels(ranked, language)

    def lines(self, parts: tuple[str, ...]) -> Iterator[str]:
        """The requested parts, in that order."""
        for session in self.event.of(rec.Session):
            words = (session.name, self.language.date(known_date(session)))
            if any(words):
                yield from self.layout.heading(" ".join(filter(None, words)))
        for method in self.labels.methods():
            yield from self.layout.line(method)
        if self.ranked.without_results:
            yield NO_RESULTS
            return
        yield ""
        if "travellers" in parts:
            yield from self._travellers()
        if "ranking" in parts:
            yield from self._matches()
            for standings in self.ranked.standings:
                yield from self._ranking(standings)
            yield from self._decisions()
        if "scorecards" in parts:
            yield from self.layout.blocks(self._scorecards())
        if "cross-table" in parts:
            for standings in self.ranked.standings:
                if not standings.method.of_teams:
                    yield from self._cross_table(standings)

    def _table(self, header: Iterable[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
        """A table; the header consists of messages."""
        names = {name: self.language.gettext(name) for name in header}
        to_right = [text for name, text in names.items() if name in NUMBERS]
        return self.layout.table(list(names.values()), rows, to_right)

    def _ranking(self, standings: Standings) -> Iterator[str]:
        _ = self.language.gettext
        yield from self.layout.title(_("{list}: ranking").format(list=self.labels.title(standings)))
        for reason in self.labels.provisional(standings):
            yield from self.layout.line(_("provisional: {reason}").format(reason=reason))
        columns = units(standings)
        header = (PLACE, self.labels.contestant(standings), NAMES, BOARDS, *columns)
        names = [" & ".join(self.ranked.names(tally.who)) for tally in standings.tallies]
        rows = []
        for tally, named in zip(standings.tallies, names, strict=True):
            place = place_text(tally) + (" " if tally.place and not tally.shared else "")
            cells = (place, self.labels.short(tally.who), named, str(tally.boards))
            rows.append([*cells, *self.labels.values(tally, standings, columns)])
        if not any(names):
            header = tuple(name for name in header if name != NAMES)
            rows = [[*row[:2], *row[3:]] for row in rows]
        else:
            _fit(header, rows, header.index(NAMES), self.layout.longest)
        yield from self._table(header, rows)
        yield ""

    def _decisions(self) -> Iterator[str]:
        """What the director decided."""
        decisions = list(self.labels.decisions())
        if decisions:
            yield from self.layout.title(self.language.gettext(DECISIONS))
            for line in decisions:
                yield from self.layout.line(line)
            yield ""

    def _matches(self) -> Iterator[str]:
        matches = self.ranked.matches
        if not matches:
            return
        yield from self.layout.title(self.language.gettext("Matches"))
        header = (ROUND, TABLE, HOME, AWAY, BOARDS, *self.labels.match_units())
        rows = [
            (
                str(match.place[2]),
                f"{self.event.letter(match.place[0])}{match.place[1]}",
                str(match.home.number),
                str(match.away.number),
                f"{match.played}/{match.boards}",
                *self.labels.match_values(match),
            )
            for match in matches
        ]
        yield from self._table(header, rows)
        yield ""

    def _travellers(self) -> Iterator[str]:
        for field in self.ranked.fields:
            blocks = (self._traveller(field, board) for board in sorted(field.boards))
            yield from self.layout.blocks(blocks)

    def _traveller(self, field: Field, board: int) -> list[str]:
        """The results of a board, best for N-S first."""
        lines = self.ranked.traveller(field, board)
        language = self.language
        leads = [self._lead(line) for line in lines]
        lead = (LEAD,) if any(leads) else ()
        points = ("IMPs NS", "IMPs EW") if field.method.in_imps else ("MPs NS", "MPs EW")
        header = (NS, EW, CONTRACT, BY, *lead, N_S, E_W, *points)
        rows = [
            [
                *(self._side(line.result.section, numbers) for numbers in line.numbers),
                self._contract(line),
                language.seat(line.outcome.declarer),
                *((card,) if lead else ()),
                *two_scores(line.score),
                *map(language.number, line.points),
            ]
            for line, card in zip(lines, leads, strict=True)
        ]
        header, rows = self._with_names(header, rows, lines)
        dealer, vulnerable = dealer_and_vulnerability(self.event, min(field.sections), board)
        sections = f"{self.labels.sections(field.sections)}  " if self.labels.lettered else ""
        title = language.gettext("Board {board}  Dealer {dealer}  Vulnerable {vulnerable}").format(
            board=board, dealer=language.seat(dealer), vulnerable=language.vulnerable(vulnerable)
        )
        return [*self.layout.title(f"{sections}{title}"), *self._table(header, rows)]

    def _contract(self, line: TravellerLine | Play) -> str:
        return contract_text(
            line.outcome, line.result, symbols=self.symbols, language=self.language
        )

    def _lead(self, line: TravellerLine) -> str:
        return lead_text(line.outcome, line.result, symbols=self.symbols, language=self.language)

    def _with_names(
        self, header: tuple[str, ...], rows: list[list[str]], lines: list[TravellerLine]
    ) -> tuple[tuple[str, ...], list[list[str]]]:
        """The traveller with names after the numbers, if there is room for them."""
        widths = [max(map(len, column)) for column in zip(header, *rows, strict=True)]
        taken = sum(widths) + COLUMN_GAP * (len(widths) + 2)
        longest = max((len(name) for line in lines for name in line.names), default=0)
        room = min((self.layout.longest - taken) // 2, longest)
        if not longest or room < min(longest, SHORTEST_NAME):
            return header, rows
        named_rows = []
        for row, line in zip(rows, lines, strict=True):
            ns, ew = (n if len(n) <= room else n[: room - 3] + "..." for n in line.names)
            named_rows.append([row[0], ns, row[1], ew, *row[2:]])
        return (NS, NORTH_SOUTH, EW, EAST_WEST, *header[2:]), named_rows

    def _side(self, section: int | None, numbers: Iterable[int]) -> str:
        return "+".join(self.labels.number(section, number) for number in numbers)

    def _scorecards(self) -> Iterator[list[str]]:
        """A block for every contestant, in the order of places."""
        cards: dict[Contestant, list[tuple[Play, bool]]] = defaultdict(list)
        for field in self.ranked.fields:
            for play in field.plays():
                for side, as_ns in ((play.ns, True), (play.ew, False)):
                    for who in side.contestants:
                        cards[who].append((play, as_ns))
        for standings in self.ranked.standings:
            if standings.method.of_teams:
                continue
            for tally in standings.tallies:
                if tally.who in cards:
                    yield self._scorecard(tally, standings, cards[tally.who])

    def _scorecard(
        self, tally: ContestantTally, standings: Standings, plays: list[tuple[Play, bool]]
    ) -> list[str]:
        plays.sort(key=lambda turn: (turn[0].result.round or 0, turn[0].result.board or 0))
        imps = standings.method.in_imps
        points_in = (IMPS,) if imps else (POINTS, TOP, PERCENT)
        header = (ROUND, BOARD, AS, VERSUS, CONTRACT, BY, SCORE, *points_in)
        language = self.language
        rows = []
        for play, as_ns in plays:
            side, other = (play.ns, play.ew) if as_ns else (play.ew, play.ns)
            score = None if side.score is None else side.score if as_ns else -side.score
            points = (language.number(side.points),)
            top = language.short_number(side.top)
            rows.append(
                (
                    str(play.result.round or ""),
                    str(play.result.board or ""),
                    language.gettext(NS if as_ns else EW),
                    "+".join(map(self.labels.short, other.contestants)),
                    self._contract(play),
                    language.seat(play.outcome.declarer),
                    language.signed(score),
                    *(
                        points
                        if imps
                        else (*points, top, language.number(share(side.points, side.top)))
                    ),
                )
            )
        direction = f" {language.gettext(standings.direction)}" if standings.direction else ""
        names = " & ".join(self.ranked.names(tally.who))
        word = language.gettext(self.labels.contestant(standings))
        title = f"{word} {self.labels.short(tally.who)}{direction}"
        return [
            *self.layout.title(f"{title}{f'  {names}' if names else ''}"[: self.layout.longest]),
            *self._table(header, rows),
        ]

    def _cross_table(self, standings: Standings) -> Iterator[str]:
        """The result of every pair against each opponent, as a percentage or in IMPs."""
        against: dict[tuple[Contestant, Contestant], list[float]] = {}
        members = {tally.who for tally in standings.tallies}
        for field in self.ranked.fields:
            for play in field.plays():
                for side_of_pair, other in ((play.ns, play.ew), (play.ew, play.ns)):
                    if side_of_pair.points is None:
                        continue
                    for who in members.intersection(side_of_pair.contestants):
                        for opponent in other.contestants:
                            sums = against.setdefault((who, opponent), [0, 0])
                            sums[0] += side_of_pair.points
                            sums[1] += side_of_pair.top
        if not against:
            return
        imps, number, _ = standings.method.in_imps, self.language.number, self.language.gettext
        cells = {
            pair: number(points, 1) if imps else number(100 * points / top, 0) if top else ""
            for pair, (points, top) in against.items()
        }
        side = f" {_(standings.direction)}" if standings.direction else ""
        text = _("{list}: IMPs against each opponent")
        if not imps:
            text = _("{list}: per cent against each opponent")
        title = text.format(list=f"{self.labels.sections(standings.sections)}{side}")
        rows = sorted({who for who, _ in against})
        yield from self._grid(title, rows, sorted({who for _, who in against}), cells)

    def _grid(
        self,
        title: str,
        rows: list[Contestant],
        across: list[Contestant],
        cells: dict[tuple[Contestant, Contestant], str],
    ) -> Iterator[str]:
        """A cross-table, split into as many parts as its columns need at this width."""
        _ = self.language.gettext
        names = [self.labels.short(who) for who in across]
        wide = max(map(len, [*names, *cells.values()])) + 1
        label = max(len(self.labels.short(who)) for who in rows) + 3
        fit = max(1, (self.layout.width - label) // wide)
        for start in range(0, len(across), fit):
            part = across[start : start + fit]
            more = _("{title}, continued").format(title=title)
            yield from self.layout.title(more if start else title)
            header = ("", *names[start : start + fit])
            lines = [
                (
                    self.labels.short(who),
                    *("-" if who == other else cells.get((who, other), "") for other in part),
                )
                for who in rows
            ]
            yield from self.layout.grid(header, lines, wide)
            yield ""


def _fit(header: tuple[str, ...], rows: list[list[str]], at: int, width: int) -> None:
    """Shorten the cells of one column so that lines fit the width of the terminal."""
    widest = [max(map(len, column)) for column in zip(header, *rows, strict=True)]
    room = max(SHORTEST_CELL, width - sum(widest) - COLUMN_GAP * len(header) + widest[at])
    for row in rows:
        if len(row[at]) > room:
            row[at] = row[at][: room - 3] + "..."

"""The ranking as a report: ranking lists, travellers, scorecards and cross-tables."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from bmconv import records as rec
from bmconv.event.travellers import TravellerLine, dealer_and_vulnerability
from bmconv.ranking import Ranked
from bmconv.ranking.plays import Contestant, Field, Play
from bmconv.ranking.ranked import NO_RESULTS
from bmconv.ranking.standings import ContestantTally, Standings
from bmconv.reports.labels import DECISIONS, Labels, place_text, share, units, values
from bmconv.reports.layout import TextLayout, contract_text, decimals, lead_text, two_scores

NUMBERS = (
    *("Place", "Pair", "Player", "Team", "Boards", "Penalty", "Points", "Max", "%", "IMPs", "VPs"),
    *("Per board", "NS", "EW", "N-S", "E-W", "Round", "Board", "Versus", "Score", "Top"),
    *("Home", "Away"),
)
"""Columns that are aligned to the right."""
FEWEST = 14
"""Names on a traveller are not cut to fewer characters than this; they are left out instead."""


class Report:
    """A ranked event as lines of text."""

    def __init__(self, ranked: Ranked, layout: TextLayout, *, symbols: bool) -> None:
        self.ranked = ranked
        self.event = ranked.event
        self.layout = layout
        self.symbols = symbols
        self.labels = Labels(ranked)

    def lines(self, parts: tuple[str, ...]) -> Iterator[str]:
        """The requested parts, in that order."""
        for session in self.event.of(rec.Session):
            if session.name or session.date:
                named = " ".join(str(word) for word in (session.name, session.date) if word)
                yield from self.layout.heading(named)
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

    def _ranking(self, standings: Standings) -> Iterator[str]:
        yield from self.layout.title(f"{self.labels.title(standings)}: ranking")
        for reason in self.labels.provisional(standings):
            yield from self.layout.line(f"provisional: {reason}")
        columns = units(standings)
        header = ("Place", self.labels.contestant(standings), "Names", "Boards", *columns)
        names = [" & ".join(self.ranked.names(tally.who)) for tally in standings.tallies]
        rows = []
        for tally, named in zip(standings.tallies, names, strict=True):
            place = place_text(tally) + (" " if tally.place and not tally.shared else "")
            cells = (place, self.labels.short(tally.who), named, str(tally.boards))
            rows.append([*cells, *values(tally, standings, columns)])
        if not any(names):
            header = tuple(name for name in header if name != "Names")
            rows = [[*row[:2], *row[3:]] for row in rows]
        else:
            _fit(header, rows, header.index("Names"), self.layout.width)
        yield from self.layout.table(header, rows, NUMBERS)
        yield ""

    def _decisions(self) -> Iterator[str]:
        """What the director decided."""
        decisions = list(self.labels.decisions())
        if decisions:
            yield from self.layout.title(DECISIONS)
            for line in decisions:
                yield from self.layout.line(line)
            yield ""

    def _matches(self) -> Iterator[str]:
        matches = self.ranked.matches
        if not matches:
            return
        yield from self.layout.title("Matches")
        header = ("Round", "Table", "Home", "Away", "Boards", *self.labels.match_units())
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
        yield from self.layout.table(header, rows, (*NUMBERS, "to away"))
        yield ""

    def _travellers(self) -> Iterator[str]:
        for field in self.ranked.fields:
            blocks = (self._traveller(field, board) for board in sorted(field.boards))
            yield from self.layout.blocks(blocks)

    def _traveller(self, field: Field, board: int) -> list[str]:
        """The results of a board, best for N-S first."""
        lines = self.ranked.traveller(field, board)
        leads = [lead_text(line.outcome, line.result, symbols=self.symbols) for line in lines]
        unit = "IMPs" if field.method.in_imps else "MPs"
        lead = ("Lead",) if any(leads) else ()
        points = (f"{unit} NS", f"{unit} EW")
        header = ("NS", "EW", "Contract", "By", *lead, "N-S", "E-W", *points)
        rows = [
            [
                *(self._side(line.result.section, numbers) for numbers in line.numbers),
                contract_text(line.outcome, line.result, symbols=self.symbols),
                line.outcome.declarer,
                *((led,) if lead else ()),
                *two_scores(line.score),
                *map(decimals, line.points),
            ]
            for line, led in zip(lines, leads, strict=True)
        ]
        header, rows = self._with_names(header, rows, lines)
        dealer, vulnerable = dealer_and_vulnerability(self.event, min(field.sections), board)
        sections = f"{self.labels.sections(field.sections)}  " if self.labels.lettered else ""
        title = f"{sections}Board {board}  Dealer {dealer}  Vulnerable {vulnerable}"
        table = self.layout.table(header, rows, (*NUMBERS, *points))
        return [*self.layout.title(title), *table]

    def _with_names(
        self, header: tuple[str, ...], rows: list[list[str]], lines: list[TravellerLine]
    ) -> tuple[tuple[str, ...], list[list[str]]]:
        """The traveller with names behind the numbers, if there is room for them."""
        taken = sum(max(map(len, column)) + 2 for column in zip(header, *rows, strict=True)) + 4
        longest = max((len(name) for line in lines for name in line.names), default=0)
        room = min((self.layout.width - taken) // 2, longest)
        if not longest or room < min(longest, FEWEST):
            return header, rows
        named_rows = []
        for row, line in zip(rows, lines, strict=True):
            ns, ew = (n if len(n) <= room else n[: room - 3] + "..." for n in line.names)
            named_rows.append([row[0], ns, row[1], ew, *row[2:]])
        return ("NS", "North-South", "EW", "East-West", *header[2:]), named_rows

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
        points_in = ("IMPs",) if imps else ("Points", "Top", "%")
        header = ("Round", "Board", "As", "Versus", "Contract", "By", "Score", *points_in)
        rows = []
        for play, as_ns in plays:
            side, other = (play.ns, play.ew) if as_ns else (play.ew, play.ns)
            score = None if side.score is None else side.score if as_ns else -side.score
            points = (decimals(side.points),)
            rows.append(
                (
                    str(play.result.round or ""),
                    str(play.result.board or ""),
                    "NS" if as_ns else "EW",
                    "+".join(map(self.labels.short, other.contestants)),
                    contract_text(play.outcome, play.result, symbols=self.symbols),
                    play.outcome.declarer,
                    "" if score is None else f"{score:+g}" if score else "0",
                    *(
                        points
                        if imps
                        else (*points, f"{side.top:g}", decimals(share(side.points, side.top)))
                    ),
                )
            )
        direction = f" {standings.direction}" if standings.direction else ""
        names = " & ".join(self.ranked.names(tally.who))
        title = f"{self.labels.contestant(standings)} {self.labels.short(tally.who)}{direction}"
        return [
            *self.layout.title(f"{title}{f'  {names}' if names else ''}"[: self.layout.width]),
            *self.layout.table(header, rows, NUMBERS),
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
        imps = standings.method.in_imps
        cells = {
            pair: decimals(points, 1) if imps else decimals(100 * points / top, 0) if top else ""
            for pair, (points, top) in against.items()
        }
        side = f" {standings.direction}" if standings.direction else ""
        unit = "IMPs" if imps else "per cent"
        title = f"{self.labels.sections(standings.sections)}{side}: {unit} against each opponent"
        rows = sorted({who for who, _ in against})
        yield from self._grid(title, rows, sorted({who for _, who in against}), cells)

    def _grid(
        self,
        title: str,
        rows: list[Contestant],
        across: list[Contestant],
        cells: dict[tuple[Contestant, Contestant], str],
    ) -> Iterator[str]:
        """A table, split into as many parts as its columns need at this width."""
        names = [self.labels.short(who) for who in across]
        wide = max(map(len, [*names, *cells.values()])) + 1
        label = max(len(self.labels.short(who)) for who in rows) + 3
        fit = max(1, (self.layout.width - label) // wide)
        for start in range(0, len(across), fit):
            part = across[start : start + fit]
            yield from self.layout.title(title if start == 0 else f"{title}, continued")
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
    room = max(8, width - sum(widest) - 2 * len(header) + widest[at])
    for row in rows:
        if len(row[at]) > room:
            row[at] = row[at][: room - 3] + "..."

"""Writing matches: two tables of a team match, or one table of a match of pairs."""

from collections.abc import Iterator

from bmconv.bridge.movements import boards_of
from bmconv.bridge.places import place
from bmconv.codecs.usebio.boards_write import BoardWriter
from bmconv.codecs.usebio.xml_write import Tag, figure_text
from bmconv.event import Event
from bmconv.notes import Notes
from bmconv.ranking.teams import mates_of, tables_in_groups
from bmconv.records import Result, Round

TableRound = tuple[int, int, int]
"""Section, table and round."""
_MATCH_SCORES = {"NS_SCORE", "EW_SCORE", "TEAM_SCORE", "OPPOSING_TEAM_SCORE"}


def _table_round(record: Round | Result) -> TableRound:
    return record.section or 0, record.table or 0, record.round or 0


class MatchWriter:
    """Makes the MATCH elements of an event."""

    def __init__(
        self, event: Event, board_writer: BoardWriter, notes: Notes, *, teams: bool
    ) -> None:
        self.event, self.teams, self.board_writer, self.notes = event, teams, board_writer, notes
        self.results: dict[TableRound, list[Result]] = {}
        for result in event.standing_results():
            self.results.setdefault(_table_round(result), []).append(result)
        self.matches = [*(self._team_matches() if teams else self._pair_matches())]
        both = (round for match in self.matches for round in match if round)
        self.tables = {_table_round(round) for round in both}

    def has(self, result: Result) -> bool:
        """Whether a result is part of a match."""
        return _table_round(result) in self.tables and bool(result.board)

    def _pair_matches(self) -> Iterator[tuple[Round, Round | None]]:
        for round in self.event.of(Round):
            if _MATCH_SCORES & (round.extra or {}).keys():
                yield round, None

    def _team_matches(self) -> Iterator[tuple[Round, Round | None]]:
        """Each match of teams once, as the rounds at its two tables; the home table is first."""
        rounds = {_table_round(round): round for round in self.event.of(Round)}
        sections = {at[0] for at in (*rounds, *self.results)}
        groups = tables_in_groups(self.event, sections, self.notes)
        met: set[TableRound] = set()
        for at in [*rounds, *(at for at in sorted(self.results) if at not in rounds)]:
            if at in met:
                continue
            here = rounds.get(at) or self._round_from_results(at)
            other = mates_of(at, rounds.get(at), groups)
            if other is None or (other not in rounds and other not in self.results):
                if at in rounds and _MATCH_SCORES & (here.extra or {}).keys():
                    met.add(at)
                    yield here, None
                continue
            met |= {at, other}
            yield here, rounds.get(other) or self._round_from_results(other)

    def _round_from_results(self, at: TableRound) -> Round:
        """A round from the results of a table, where there is no movement."""
        first = self.results[at][0]
        section, table, round = at
        new_round = Round(section=section or None, table=table, round=round or None)
        new_round.ns_pair, new_round.ew_pair = first.pair_ns, first.pair_ew
        return new_round

    def _team(self, round: Round, other: Round | None, side: str) -> int:
        """The number of the team on a side: from the movement, or else its N-S pair's number."""
        if side == "NS":
            return round.ns_team or round.ns_pair or 0
        return round.ew_team or (other and (other.ns_team or other.ns_pair)) or round.ew_pair or 0

    def pairs(self, section: int) -> dict[int, dict[tuple[int, str, int], None]]:
        """The pairs of each team, as section, side and number."""
        teams: dict[int, dict[tuple[int, str, int], None]] = {}
        for here, there in self.matches:
            if (here.section or 0) != section:
                continue
            for round, other in ((here, there), (there, here)):
                if round is None:
                    continue
                for side, pair in (("NS", round.ns_pair), ("EW", round.ew_pair)):
                    team = self._team(round, other, side)
                    if team and pair:
                        teams.setdefault(team, {})[round.section or 0, side, pair] = None
        return {
            team: dict.fromkeys(sorted(teams[team], key=lambda pair: pair[1] != "NS"))
            for team in sorted(teams)
        }

    def match_tags(self, section: int) -> Iterator[Tag]:
        """The MATCH elements of a section."""
        for here, there in self.matches:
            if (here.section or 0) == section:
                yield self._match(here, there)

    def _match(self, here: Round, there: Round | None) -> Tag:
        extra = here.extra or {}
        tags = [Tag("ROUND_NUMBER", str(here.round or 1))]
        if self.teams:
            first, second = self._team(here, there, "NS"), self._team(here, there, "EW")
            tags += [Tag("TEAM", str(first or "")), Tag("OPPOSING_TEAM", str(second or 0))]
        else:
            tags.append(Tag("NS_PAIR_NUMBER", str(here.ns_pair or "")))
            tags.append(Tag("EW_PAIR_NUMBER", str(here.ew_pair or "")))
        rounds = [round for round in (here, there) if round]
        results = [r for round in rounds for r in self.results.get(_table_round(round), [])]
        boards = sorted({*boards_of(here)} | {r.board for r in results if r.board})
        if boards:
            tags.append(Tag("START_BOARD_NUMBER", str(boards[0])))
            tags.append(Tag("END_BOARD_NUMBER", str(boards[-1])))
        texts = self.board_writer.texts
        ends = ("START_BOARD_NUMBER", "END_BOARD_NUMBER", "TEAM")
        tags += texts.tags(extra, place(here), *ends)
        for board in boards:
            lines = [r for r in results if r.board == board]
            if lines:
                tags.append(self._board(board, lines, here, there))
        return Tag("MATCH", tags)

    def _board(self, board: int, results: list[Result], here: Round, there: Round | None) -> Tag:
        tags = [Tag("BOARD_NUMBER", str(board))]
        if self.teams:
            tags += _points(results, here)
        for result in results:
            if not self.teams:
                tags.append(self.board_writer.line(result))
                continue
            home = _table_round(result) == _table_round(here)
            round, other = (here, there) if home else (there, here)
            assert round is not None
            teams = Round(ns_team=self._team(round, other, "NS"))
            teams.ew_team = self._team(round, other, "EW")
            tags.append(self.board_writer.line(result, "NS" if home else "EW", teams))
        return Tag("BOARD", tags)


def _points(results: list[Result], here: Round) -> Iterator[Tag]:
    """The points of a match on a board, for the home team."""
    result = next((r for r in results if _table_round(r) == _table_round(here)), None)
    if result is not None:
        imps, matchpoints = (result.imp_ns, result.imp_ew), (result.mp_ns, result.mp_ew)
    else:
        away = results[0]
        imps, matchpoints = (away.imp_ew, away.imp_ns), (away.mp_ew, away.mp_ns)
    first, second = imps if imps[0] is not None else matchpoints
    if imps[0] is not None and imps[1] in (None, -imps[0]):
        yield Tag("IMPS", figure_text(imps[0]))
    elif first is not None and second is not None:
        yield Tag("TEAM_POINTS", figure_text(first))
        yield Tag("OPPOSING_TEAM_POINTS", figure_text(second))

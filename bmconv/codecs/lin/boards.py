"""The records of an event as the LIN writer needs them: by board, then by table."""

import re
from collections.abc import Mapping
from typing import ClassVar

from bmconv.bridge.cards import SEATS
from bmconv.bridge.outcomes import Kind, entered_outcome, is_contract_score
from bmconv.codecs.lin.text import HEAD, MOVE_EXTRA
from bmconv.codecs.shared.losses import SCORE_LOST
from bmconv.codecs.shared.tables_read import CLOSED, OPEN
from bmconv.codecs.shared.tables_written import TablePlay, TablePlays
from bmconv.event import Event
from bmconv.notes import Notes
from bmconv.records import Bid, Card, Game, Hand, Result

_KEPT_HEAD = HEAD - {"rs"}
"""Codes of the head that are in the `extra` of a session."""
_OF_MOVES = {"mb", "pc", "md", "qx", "an", "pn"}
"""Codes that the writer makes itself, never from `extra`."""


def room_of(play: TablePlay) -> str:
    """The room of a table: closed for tables 1000 to 1999."""
    return "c" if play.table and CLOSED - 1 <= play.table < CLOSED + 999 else "o"


class LinBoards(TablePlays):
    """The boards of an event for LIN.

    Without `with_play`, only deals are taken. The base class calls `play` and `check` for each
    record.
    """

    format = "lin"
    texts: ClassVar[Mapping[str, str]] = {
        "bad-dealer": "dealer{s} left out: expected N, E, S or W",
        "bad-vulnerable": "vulnerability not understood, left out",
        "deal-lost": "deal{s} of a section written only with its play",
        "lead-lost": "lead{s} left out: the play starts with another card",
        "play-cut": "play{s} cut at a card that is missing, small or unknown",
        "history-lost": "corrected or erased result{s} left out",
        "move-erased": "erased call{s} or card{s} left out",
        "seat-lost": "player{s} left out where no auction was written",
    }

    def __init__(self, event: Event, notes: Notes, *, with_play: bool) -> None:
        self.with_play = with_play
        super().__init__(event, notes)
        self.games = {(g.section, g.table, g.round, g.board): g for g in event.of(Game)}
        self.check_extra(self.session, _KEPT_HEAD)
        self.rooms = self._rooms()
        self.is_match = bool(self.rooms) and any(
            room_of(play) == "c" or not play.has_complete_auction
            for plays in self.plays.values()
            for play in plays
        )
        """Whether the file gets the head of a team match, which holds the contracts of results: a
        closed room played, or an auction is incomplete."""
        self.boards = sorted({*self.hands, *self.plays})
        tables = dict.fromkeys(p.table for plays in self.plays.values() for p in plays)
        for table in tables:
            if table not in (None, OPEN, CLOSED):
                text = "table number{s} left out: LIN has an open and a closed room"
                notes.loss("table-lost", f"table {table}", text)

    def play(self, record: Result | Bid | Card) -> TablePlay | None:
        """The play to which a record belongs; None, with a note, if the record is left out."""
        if self.with_play:
            return super().play(record)
        if isinstance(record, Result):
            self.loss("result-lost", record, "result{s} left out as requested")
        else:
            self.loss("auction-lost", record, "call{s} or card{s} left out as requested")
        return None

    def check(self, record: Hand | Result | Bid | Card) -> None:
        """Note values of `extra` that LIN has no place for."""
        known = {"ah"} if isinstance(record, Hand) else MOVE_EXTRA
        if isinstance(record, Result):
            codes = {c for c in record.extra or {} if re.fullmatch("[a-z]{2}|chat", c)}
            known = codes - _OF_MOVES
        self.check_extra(record, known)

    def _rooms(self) -> dict[tuple[int, str], Result]:
        """The results of a match by board and room; empty if a room played a board twice.

        Notes the results that cannot be written.
        """
        rooms: dict[tuple[int, str], Result] = {}
        crowded = False
        for board, plays in self.plays.items():
            for play in plays:
                crowded |= (board, room_of(play)) in rooms
                if play.result is not None and _can_write(play.result):
                    rooms[board, room_of(play)] = play.result
        for board, plays in self.plays.items():
            for play in plays:
                result = play.result
                if result is None or play.bids or play.cards:
                    continue
                if crowded or not _can_write(result):
                    text = "result{s} left out: LIN has contracts in auctions and team matches only"
                    self.loss("result-lost", result, text)
                    continue
                if result.lead_card or result.extra:
                    text = "lead{s} or extra data left out of a result without an auction"
                    self.loss("lead-lost", result, text)
                if not is_contract_score(result, self.event.vulnerability(result.section, board)):
                    self.loss("score-lost", result, SCORE_LOST)
        return {} if crowded else rooms

    def hand(self, play: TablePlay) -> Hand:
        """The deal of a board."""
        of_section = self.event.hand(play.section, play.board) if play.board in self.hands else None
        return of_section or self.hands.get(play.board) or Hand(board=play.board)

    def names(self, play: TablePlay) -> dict[str, str]:
        """The players at a table by seat: those of the round, else those in the PBN game's tags."""
        tags = _tags(self.games.get((play.section, play.table, play.round, play.board), Game()))
        named = {tag[0]: tags[tag] for tag in map(str.title, SEATS) if tag in tags}
        tag_names = {seat: name for seat, name in named.items() if name not in ("", "?", "-")}
        return tag_names | super().names(play)

    @property
    def teams(self) -> tuple[str, str]:
        """The names of the two teams from the tags of a PBN game; empty if there are none."""
        for game in self.games.values():
            tags = _tags(game)
            if "HomeTeam" in tags or "VisitTeam" in tags:
                return tags.get("HomeTeam", ""), tags.get("VisitTeam", "")
        return "", ""


def _can_write(result: Result) -> bool:
    """Whether the head of a match can hold a result."""
    outcome = entered_outcome(result)
    return outcome.kind is Kind.PASSED_OUT or (
        outcome.kind is Kind.PLAYED and len(outcome.declarer) == 1
    )


def _tags(game: Game) -> dict[str, str]:
    """The tags of a PBN game that have a text."""
    return {tag[0]: tag[1] for tag in game.tags or () if len(tag) == 2}

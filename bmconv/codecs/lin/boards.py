"""The records of an event as LIN needs them: board by board, table by table."""

import re
from collections.abc import Iterable
from typing import TypeVar

from msgspec import Struct, field

from bmconv.bridge.auction import is_over
from bmconv.bridge.boards import spell_vulnerability
from bmconv.bridge.cards import SEATS, cards_of, suits_of
from bmconv.bridge.outcomes import SCORE_LOST, Kind, entered_outcome, is_contract_score
from bmconv.bridge.places import place
from bmconv.codecs.lin.text import CLOSED, DEALERS, MOVE_EXTRA, OPEN
from bmconv.event import Event
from bmconv.event.seating import Names
from bmconv.notes import Notes
from bmconv.records import Bid, Card, Game, Hand, Record, Result, Seat, Session, type_name

M = TypeVar("M", Bid, Card)
PlayKey = tuple[int | None, int | None, int | None]
"""Section, table and round."""

HIGHEST = 999_999
_HEAD = {"vg", "bn", "pw", "mp"}


class LinPlay(Struct):
    """A board at one table."""

    board: int
    section: int | None = None
    table: int | None = None
    round: int | None = None
    result: Result | None = None
    bids: list[Bid] = field(default_factory=list)
    cards: list[Card] = field(default_factory=list)

    @property
    def room(self) -> str:
        """The room: closed for tables 1000 to 1999."""
        return "c" if self.table and CLOSED - 1 <= self.table < CLOSED + 999 else "o"

    @property
    def is_recorded(self) -> bool:
        """Whether an auction or a play is known."""
        return bool(self.bids or self.cards)

    @property
    def is_over(self) -> bool:
        """Whether an auction is known to its end."""
        return is_over([(bid.direction or "", bid.bid or "") for bid in self.bids])


class LinBoards:
    """The boards of an event for LIN; data that LIN cannot hold is noted.

    Without `with_play`, only deals are taken.
    """

    def __init__(self, event: Event, notes: Notes, *, with_play: bool) -> None:
        self.event, self.notes = event, notes
        self.session = next(iter(event.of(Session)), None)
        self.plays: dict[int, list[LinPlay]] = {}
        self.plays_by_key: dict[tuple[int, PlayKey], LinPlay] = {}
        self._names = Names(event)
        self._seats: dict[int, list[Seat]] = {}
        for seat in event.of(Seat):
            self._seats.setdefault(seat.table or OPEN, []).append(seat)
        self.written_seats: set[int] = set()
        self.games = {(g.section, g.table, g.round, g.board): g for g in event.of(Game)}
        self.hands: dict[int, Hand] = {}
        for hand in event.of(Hand):
            self._add_deal(hand)
        for session in event.of(Session)[1:]:
            self.loss("session-lost", session, "further session{s} left out")
        if self.session is not None:
            self._check_extra(self.session, _HEAD)
        self._add_results(with_play=with_play)
        self._add_moves(event.of(Bid), with_play=with_play)
        self._add_moves(event.of(Card), with_play=with_play)
        self.rooms = self._rooms()
        self.match = bool(self.rooms) and any(
            play.room == "c" or not play.is_over for plays in self.plays.values() for play in plays
        )
        self.boards = sorted({*self.hands, *self.plays})
        tables = dict.fromkeys(p.table for plays in self.plays.values() for p in plays)
        for table in tables:
            if table not in (None, OPEN, CLOSED):
                text = "table number{s} left out: LIN has an open and a closed room"
                notes.loss("table-lost", f"table {table}", text)

    def loss(self, code: str, record: Record, text: str) -> None:
        """Note a loss of data of a record."""
        self.notes.add("loss", code, place(record), text)

    def _add_deal(self, hand: Hand) -> None:
        """Add a deal, unless it is invalid."""
        board = hand.board
        if not board or not 1 <= board <= HIGHEST:
            self.loss("board-unknown", hand, "record{s} without a board number left out")
            return
        texts = [text for name in SEATS if (text := getattr(hand, name))]
        cards = [card for text in texts for card in cards_of(text)]
        sizes = {len(cards_of(text)) for text in texts}
        if not all(map(suits_of, texts)) or len(set(cards)) < len(cards) or max(sizes or {0}) > 13:
            self._error("bad-deal", hand, "hand{s} not written: not a deal")
            return
        if hand.dealer and hand.dealer not in DEALERS:
            self._error("bad-dealer", hand, "dealer{s} left out: expected N, E, S or W")
        if hand.vulnerable and spell_vulnerability(hand.vulnerable) is None:
            self._error("bad-vulnerable", hand, "vulnerability not understood, left out")
        first = self.hands.setdefault(board, hand)
        if any(getattr(first, name) != getattr(hand, name) for name in SEATS):
            self.loss("deal-lost", hand, "deal{s} of a section written only with its play")
        self._check_extra(hand, {"ah"})

    def _error(self, code: str, record: Record, text: str) -> None:
        self.notes.add("error", code, place(record), text)

    def _check_extra(self, record: Record, known: Iterable[str]) -> None:
        """Note values of `extra` that LIN has no place for."""
        if (record.extra or {}).keys() - set(known):
            subject = f"{type_name(record)}.extra value{{s}}"
            text = "left out: lin does not hold {it|them}"
            self.notes.loss("field-lost", place(record), text, what=subject)

    def _add_results(self, *, with_play: bool) -> None:
        standing = self.event.standing_results()
        stands = {id(result) for result in standing}
        if lost := [result for result in self.event.of(Result) if id(result) not in stands]:
            text = "corrected or erased result{s} left out"
            self.notes.loss("history-lost", place(lost[0]), text, len(lost))
        for result in standing:
            if not with_play:
                self.loss("result-lost", result, "result{s} left out as requested")
            elif play := self._play(result):
                if play.result is not None:
                    self.loss("result-lost", result, "result{s} left out: the place has another")
                    continue
                play.result = result
                codes = {c for c in result.extra or {} if re.fullmatch("[a-z]{2}|chat", c)}
                self._check_extra(result, codes - {"mb", "pc", "md", "qx", "an", "pn"})

    def _play(self, record: Result | Bid | Card) -> LinPlay | None:
        board = record.board
        if not board or not 1 <= board <= HIGHEST:
            self.loss("board-unknown", record, "record{s} without a board number left out")
            return None
        key = (record.section, record.table, record.round)
        if (board, key) not in self.plays_by_key:
            play = self.plays_by_key[board, key] = LinPlay(board, *key)
            self.plays.setdefault(board, []).append(play)
        return self.plays_by_key[board, key]

    def _add_moves(self, moves: Iterable[M], *, with_play: bool) -> None:
        """Add calls or cards to the plays of their tables, in order."""
        for move in sorted(moves, key=lambda move: move.counter or 0):
            if move.erased:
                self.loss("history-lost", move, "erased call{s} or card{s} left out")
            elif not with_play:
                self.loss("auction-lost", move, "call{s} or card{s} left out as requested")
            elif play := self._play(move):
                if isinstance(move, Bid):
                    play.bids.append(move)
                else:
                    play.cards.append(move)
                self._check_extra(move, MOVE_EXTRA)

    def _rooms(self) -> dict[tuple[int, str], Result]:
        """The results of a match by board and room; nothing when a board has more tables."""
        rooms: dict[tuple[int, str], Result] = {}
        crowded = False
        for board, plays in self.plays.items():
            for play in plays:
                crowded |= (board, play.room) in rooms
                if play.result is not None and _can_write(play.result):
                    rooms[board, play.room] = play.result
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

    def hand(self, play: LinPlay) -> Hand:
        """The deal of a board."""
        of_section = self.event.hand(play.section, play.board) if play.board in self.hands else None
        return of_section or self.hands.get(play.board) or Hand(board=play.board)

    def names(self, play: LinPlay) -> dict[str, str]:
        """The players at a table by seat: those of the round, else those of the game."""
        latest_names: dict[str, tuple[int, str]] = {}
        seats = self._seats.get(play.table or OPEN, ())
        latest = play.round or min((seat.round or 0 for seat in seats), default=0)
        for seat in seats:
            round = seat.round or 0
            elsewhere = None not in (play.section, seat.section) and play.section != seat.section
            if seat.removed or elsewhere or round > latest:
                continue
            direction = seat.direction or ""
            if name := self._names.of(seat):
                if round >= latest_names.get(direction, (0, ""))[0]:
                    latest_names[direction] = round, name
                self.written_seats.add(id(seat))
        game = self.games.get((play.section, play.table, play.round, play.board), Game())
        tags = {tag[0]: tag[1] for tag in game.tags or () if len(tag) == 2}
        named = {tag[0]: tags[tag] for tag in map(str.title, SEATS) if tag in tags}
        tag_names = {seat: name for seat, name in named.items() if name not in ("", "?", "-")}
        return tag_names | {direction: name for direction, (_, name) in latest_names.items()}

    @property
    def teams(self) -> tuple[str, str]:
        """The names of the two teams, where a game of the input has them."""
        for game in self.games.values():
            tags = {tag[0]: tag[1] for tag in game.tags or () if len(tag) == 2}
            if "HomeTeam" in tags or "VisitTeam" in tags:
                return tags.get("HomeTeam", ""), tags.get("VisitTeam", "")
        return "", ""

    def note_unwritten_seats(self) -> None:
        """Note players who sit where nothing was written."""
        for seat in self.event.of(Seat):
            known = seat.direction in set(DEALERS)
            if self._names.of(seat) and (id(seat) not in self.written_seats or not known):
                self.loss("seat-lost", seat, "player{s} left out where no auction was written")


def _can_write(result: Result) -> bool:
    """Whether a match has a place for a result."""
    outcome = entered_outcome(result)
    return outcome.kind is Kind.PASSED_OUT or (
        outcome.kind is Kind.PLAYED and len(outcome.declarer) == 1
    )

"""Records to PBN: the games that were read, as they stood, and what else is known, as new games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeVar

from msgspec import structs

from bmconv.bridge.auction import TURN, Call, spell_call
from bmconv.bridge.contracts import spell_contract
from bmconv.bridge.double_dummy import HCP_FIELDS, points
from bmconv.bridge.movements import letters
from bmconv.bridge.outcomes import score_ns
from bmconv.bridge.play import Played, spell_played
from bmconv.codecs.characters import TextSink
from bmconv.codecs.pbn_facts import DOUBLE_DUMMY, HEADER, PLAYED, SECTIONS, Facts, Place, place_of
from bmconv.codecs.pbn_layout import Layout
from bmconv.codecs.pbn_sections import can_write
from bmconv.codecs.pbn_tables import declarer_pair, read_scores
from bmconv.codecs.pbn_values import BadValue, is_known
from bmconv.event import Event
from bmconv.notes import Notes
from bmconv.records import Bid, Card, Evaluation, Game, Hand, Record, Result, Seat, Section, Session
from bmconv.sink import Sink

Spot = tuple[int | None, int | None, int | None, int | None]
"""Section, table, round and board."""

EVALUATED = (*DOUBLE_DUMMY, "Ability")
B = TypeVar("B", Bid, Card)


def write(records: Iterable[Record], sink: Sink, options: Any, notes: Notes) -> None:
    """Write an event; in Latin-1, or in UTF-8 when that lacks a character."""
    writer = Writer(Event(records, notes), options, notes)
    games = ["\r\n".join(lines) + "\r\n" for lines in writer.games()]
    text = "\r\n".join(games) + ("\r\n" if writer.blank_end else "")
    encoding = options["encoding"]
    if not encoding:
        encoding = "latin-1"
        try:
            text.encode(encoding)
        except UnicodeEncodeError as error:
            encoding = "utf-8"
            told = "file{s} written as UTF-8: PBN's own character set lacks a character"
            notes.loss("not-latin-1", repr(error.object[error.start]), told)
    TextSink(sink, encoding, notes).write(text)


class Writer:
    """Puts the records of an event into games."""

    def __init__(self, event: Event, options: Any, notes: Notes) -> None:
        self.event = event
        self.mode: str = options["results"]
        self.auctions: bool = options["auction"] is not False
        self.double_dummy: bool = options["double_dummy"] is not False
        self.notes = notes
        self.layout = Layout(notes)
        self.blank_end = False
        self.told: set[tuple[int, bool]] = set()
        """Boards of which a game that was read has the deal (True), or the evaluation (False)."""
        self.letter = {s.id: s.letter or letters(s.id) for s in event.of(Section) if s.id}
        self.session = next(iter(event.of(Session)), None)
        for other in event.of(Session)[1:]:
            self._loss("session-lost", other, "session{s} left out: a PBN file is of one")
        self.seats = {(s.section, s.table, s.round, s.direction): s for s in event.of(Seat)}
        self.evaluations = {(e.section, e.board): e for e in event.of(Evaluation)}
        self.unwritten: set[int] = {id(r) for r in (*event.of(Seat), *event.of(Evaluation))}
        self.standing = self._standing()
        self.left = {board: list(results) for board, results in self.standing.items()}
        """Results that no game has yet, by board."""
        self.calls = self._recorded(Bid, self._calls)
        self.cards = self._recorded(Card, self._cards)

    def games(self) -> Iterator[list[str]]:
        """The lines of each game."""
        read = self.event.of(Game)
        own = self._claimed(read)
        recorded = self._recordings(read)
        kept = self._kept_tables(read)
        homes: dict[int, int] = {}
        for turn, game in enumerate(read):
            if game.board is not None and game.tags:
                homes.setdefault(game.board, turn)
                for tag in game.tags:
                    if tag and tag[0] in ("Deal", *EVALUATED):
                        self.told.add((game.board, tag[0] == "Deal"))
        for turn, game in enumerate(read):
            home = game.board is not None and homes.get(game.board) == turn
            facts = self._facts(place_of(game))
            facts.result = own.get(turn)
            facts.calls, facts.played = recorded.get(turn, ((), ()))
            yield self._as_read(game, facts, home, turn in kept)
            if home:
                yield from self._tables(game.board)
        header = [] if read else list(HEADER)
        for board in self._boards():
            for facts in () if board in homes else self._deals(board):
                yield header + self._new(facts)
                header = []
            for lines in self._tables(board):
                yield header + lines
                header = []
        if header:
            yield header
        self._tell_unwritten()

    def _standing(self) -> dict[int | None, list[Result]]:
        """The standing results by board."""
        standing = self.event.standing_results()
        kept = {id(result) for result in standing}
        for result in self.event.of(Result):
            if id(result) not in kept:
                self._loss("history-lost", result, "result{s} left out that do not stand")
        boards: dict[int | None, list[Result]] = {}
        for result in standing:
            if self.mode == "none":
                self._loss("result-lost", result, "result{s} left out as asked")
            else:
                boards.setdefault(result.board, []).append(result)
                if result.declarer_pair not in (None, declarer_pair(result)):
                    self._loss("declarer-pair-lost", result, "declarer{s} of another pair left out")
        return boards

    def _recorded(self, kind: type[B], read: Any) -> dict[Spot, Any]:
        """Calls or cards by place in their order, those that were taken back left out."""
        spots: dict[Spot, list[B]] = {}
        for record in self.event.of(kind):
            if not self.auctions:
                text = "call{s} or card{s} left out as asked"
                self._loss("auction-lost", record, text)
            elif not record.erased:
                spot = (record.section, record.table, record.round, record.board)
                spots.setdefault(spot, []).append(record)
        found = {}
        for spot, records in spots.items():
            records.sort(key=lambda record: record.counter or 0)
            made = read(records)
            if made is not None:
                found[spot] = made
        return found

    def _calls(self, bids: list[Bid]) -> list[Call] | None:
        calls = [(bid.direction or "", spell_call(bid.bid or "") or "") for bid in bids]
        if all(seat and seat in TURN and call for seat, call in calls):
            return calls
        text = "auction{s} left out with what is no call of a seat"
        self.notes.error("bad-call", self.event.place(bids[0]), text)
        return None

    def _cards(self, cards: list[Card]) -> list[Played] | None:
        played = [(card.direction or "?", spell_played(card.card or "") or "") for card in cards]
        if all(card for _, card in played) and can_write(played):
            return played
        text = "play{s} left out: the cards are not tricks of four seats in turn"
        self.notes.error("bad-play", self.event.place(cards[0]), text)
        return None

    def _claimed(self, read: Sequence[Game]) -> dict[int, Result]:
        """The results of games that say what was played, by the game's turn."""
        places: dict[Place, list[Result]] = {}
        for results in self.left.values():
            for result in results:
                places.setdefault(place_of(result), []).append(result)
        own = {}
        for turn, game in enumerate(read):
            mine = places.get(place_of(game)) if _says_result(game) else None
            if mine:
                own[turn] = mine.pop(0)
                self.left[game.board].remove(own[turn])
        return own

    def _recordings(
        self, read: Sequence[Game]
    ) -> dict[int, tuple[Sequence[Call], Sequence[Played]]]:
        """The calls and cards of games that have an auction or a play, by the game's turn."""
        own = {}
        for turn, game in enumerate(read):
            worded = {name for _, name, _ in game.sections or ()}
            if any(
                tag and tag[0] in SECTIONS and (len(tag) == 1 or tag[0] in worded)
                for tag in game.tags or ()
            ):
                spot = place_of(game)[:4]
                own[turn] = self.calls.pop(spot, ()), self.cards.pop(spot, ())
        return own

    def _as_read(self, game: Game, facts: Facts, home: bool, kept: bool) -> list[str]:
        """A game as it was read, with what its board has got since when this is its home."""
        tags = self._wanted(game)
        names = {tag[0] for tag in tags if tag}
        if "ScoreTable" in names or (home and self.mode == "score-table"):
            scores = self._scores(game, home, kept)
            if scores is not None:
                facts.scores = [self._scored(result) for result in scores]
                tags = [("ScoreTable",) if tag[:1] == ("ScoreTable",) else tag for tag in tags]
        if not home or names.intersection(EVALUATED):
            self._written(facts.evaluation)
        facts.told()
        more: list[str] = []
        if home:
            more = [] if (game.board, True) in self.told else ["Deal"]
            more += [] if (game.board, False) in self.told else DOUBLE_DUMMY
            more.append("ScoreTable")
        more = [name for name in more if name in facts.tags and name not in names]
        if names.intersection(EVALUATED) or set(more).intersection(DOUBLE_DUMMY):
            self._written(facts.evaluation)
        self.blank_end = ("end", "") in (game.comments or ())
        return self.layout.game(facts, tags, game, more)

    def _wanted(self, game: Game) -> list[tuple[str, ...]]:
        """A game's tags, without those that are not asked for; comments stay where they are."""
        left: set[str] = set()
        if not self.auctions:
            left |= {*SECTIONS, "Note"}
        if not self.double_dummy:
            left |= set(EVALUATED)
        if self.mode != "score-table":
            left.add("ScoreTable")
        if self.mode == "none":
            left |= {"Score", "ScoreMP", "ScoreIMP", "Lead", "Remarks"}
        tags = [() if tag[0] in left else tag for tag in game.tags or () if tag]
        if self.mode == "none":
            tags = [(tag[0], "") if tag and tag[0] in PLAYED else tag for tag in tags]
        return tags

    def _kept_tables(self, read: Sequence[Game]) -> set[int]:
        """The games, by their turn, whose ScoreTable has results that still stand as they are."""
        kept = set()
        for turn, game in enumerate(read):
            tag = _score_table(game.tags or ())
            rows = self._rows(game, tag[1]) if len(tag) > 1 else []
            standing = self.standing.get(game.board, [])
            if all(any(_alike(r, row) for r in standing) for row in rows):
                kept.add(turn)
                left = self.left.get(game.board, [])
                self.left[game.board] = [r for r in left if not any(_alike(r, row) for row in rows)]
        return kept

    def _scores(self, game: Game, home: bool, kept: bool) -> list[Result] | None:
        """The rows of a game's ScoreTable, which take up results; None to leave it as it is."""
        tag = _score_table(game.tags or ())
        left = self.left.get(game.board, [])
        if len(tag) > 1:
            if game.board is None:
                return None
            if kept and (not left or not home or not self._rows(game, tag[1])):
                return None
            text = "score table{s} written anew: the results are not those it had"
            self.notes.repair("score-table-changed", self.event.place(game), text)
        rows = self.standing.get(game.board, []) if tag else left
        mine = [r for r in rows if home or game.section in (None, r.section)]
        self.left[game.board] = [r for r in left if r not in mine]
        return mine

    def _rows(self, game: Game, header: str) -> list[Result]:
        """The results that the ScoreTable of a game has."""
        number = [tag[:1] for tag in game.tags or ()].index(("ScoreTable",)) + 1
        words = next((w for n, _, w in game.sections or () if n == str(number)), [])
        try:
            rows = read_scores(self.layout.header("ScoreTable", header), words, game.board)
        except BadValue:
            return []
        for row in rows:
            row.section = game.section if row.section is None else row.section
        return rows

    def _scored(self, result: Result) -> Result:
        """A result with its score, so that a table tells it."""
        if result.score is not None or result.board is None:
            return result
        vulnerable = self.event.vulnerability(result.section, result.board)
        return structs.replace(result, score=score_ns(result, vulnerable))

    def _facts(self, place: Place) -> Facts:
        """What records say of a place: its event, its deal, who sat there."""
        hand = self.event.hand(place.section, place.board)
        names = {}
        for direction in TURN if place.table is not None else "":
            seat = self.seats.get((place.section, place.table, place.round, direction))
            if seat is not None and seat.name:
                names[direction] = seat.name
                self._written(seat)
        evaluation = None
        if self.double_dummy:
            own = (hand.section if hand else place.section, place.board)
            evaluation = self.evaluations.get(own) or self.evaluations.get((None, place.board))
        return Facts(place, self.session, names, hand, evaluation=evaluation, letter=self.letter)

    def _boards(self) -> list[int | None]:
        """All boards of which something is known, in the order in which they come up."""
        records: list[Any] = [*self.event.of(Hand), *self.event.of(Evaluation)]
        boards = dict.fromkeys(record.board for record in records)
        boards |= dict.fromkeys(self.standing)
        return list(boards | dict.fromkeys(spot[3] for spot in (*self.calls, *self.cards)))

    def _deals(self, board: int | None) -> Iterator[Facts]:
        """A game for the deal of a board; sections with other cards have one of their own."""
        hands: list[Hand | None] = [h for h in self.event.of(Hand) if h.board == board]
        evaluated = any(e.board == board for e in self.event.of(Evaluation))
        groups: list[tuple[Hand | None, list[int | None]]] = []
        for hand in hands or [None]:
            first = groups[0][0] if groups else None
            section = hand.section if hand else None
            if hand is not None and first is not None and _same_cards(hand, first):
                groups[0][1].append(section)
            else:
                groups.append((hand, [section]))
        for turn, (hand, sections) in enumerate(groups):
            section = sections[0] if turn else None
            facts = self._facts(Place(section=section, board=board))
            facts.hand = hand
            if self.double_dummy and hand is not None:
                facts.evaluation = self.evaluations.get((hand.section, board), facts.evaluation)
            for same in sections:
                self._same_evaluation(facts.evaluation, self.evaluations.get((same, board)))
            self._written(facts.evaluation)
            if self.mode == "score-table":
                rest = self.left.get(board, [])
                later = {s for _, others in groups[turn + 1 :] for s in others}
                facts.scores = [self._scored(r) for r in rest if r.section not in later]
                self.left[board] = [r for r in rest if r.section in later]
            if hand is not None or facts.scores or evaluated:
                yield facts

    def _tables(self, board: int | None) -> Iterator[list[str]]:
        """A game for each table of which calls, cards or a result are still to be written."""
        spots = dict.fromkeys(s for s in (*self.calls, *self.cards) if s[3] == board)
        for spot in spots:
            mine = [r for r in self.standing.get(board, ()) if _spot(r) == spot]
            result = self._scored(mine[0]) if len(mine) == 1 else None
            place = place_of(result) if result else Place(*spot)
            facts = self._facts(place)
            facts.result, facts.evaluation = result, None
            facts.calls, facts.played = self.calls.pop(spot, ()), self.cards.pop(spot, ())
            self.left[board] = [r for r in self.left.get(board, ()) if r not in mine]
            yield self._new(facts)
        for result in self.left.pop(board, ()):
            facts = self._facts(place_of(result))
            facts.result, facts.evaluation = self._scored(result), None
            yield self._new(facts)

    def _new(self, facts: Facts) -> list[str]:
        """A game in the export format."""
        if facts.result is not None and (facts.result.declarer or "N") not in TURN:
            text = "declarer{s} left out of whom only the side is known"
            self._loss("side-lost", facts.result, text)
        facts.told()
        return self.layout.game(facts, [(name,) for name in facts.layout()], None, ())

    def _same_evaluation(self, one: Evaluation | None, other: Evaluation | None) -> None:
        """A section's evaluation is written when it is that of another with the same cards."""
        if one is not None and other is not None:
            names = [n for n in other.__struct_fields__ if n != "section"]
            if all(getattr(one, name) == getattr(other, name) for name in names):
                self._written(other)

    def _written(self, record: Record | None) -> None:
        self.unwritten.discard(id(record))

    def _tell_unwritten(self) -> None:
        """What no game had a place for."""
        for seat in self.event.of(Seat):
            if id(seat) in self.unwritten:
                self._loss("seat-lost", seat, "seat{s} left out: no game was played there")
        for evaluation in self.event.of(Evaluation):
            self._check_points(evaluation)
            if not self.double_dummy:
                self._loss("evaluation-lost", evaluation, "evaluation{s} left out as asked")
            elif id(evaluation) in self.unwritten:
                text = "evaluation{s} left out: the board's game has another"
                self._loss("evaluation-lost", evaluation, text)

    def _check_points(self, evaluation: Evaluation) -> None:
        """High-card points have no place in PBN, and need none when they are those of the cards."""
        hand = self.event.hand(evaluation.section, evaluation.board)
        for seat, field in HCP_FIELDS.items():
            given = getattr(evaluation, field)
            if given is not None and (hand is None or given != points(getattr(hand, seat))):
                text = "high-card points left out that are not those of the cards"
                self._loss("hcp-lost", evaluation, text)
                return

    def _loss(self, code: str, record: Record, text: str) -> None:
        self.notes.loss(code, self.event.place(record), text)


def _spot(result: Result) -> Spot:
    return result.section, result.table, result.round, result.board


def _says_result(game: Game) -> bool:
    """Whether a game has tags that say what was played, in words that a result was made of."""
    for tag in game.tags or ():
        if tag[:1] == ("Contract",) and (len(tag) == 1 or spell_contract(tag[1])):
            return True
        if tag[:1] == ("Remarks",) and (len(tag) == 1 or is_known(tag[1])):
            return True
    return False


def _score_table(tags: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """The ScoreTable among a game's tags; nothing when it has none."""
    return next((tag for tag in tags if tag[:1] == ("ScoreTable",)), ())


def _alike(result: Result, row: Result) -> bool:
    names = ("board", "pair_ns", "pair_ew", "declarer", "contract", "result", "remarks")
    return all(getattr(result, name) == getattr(row, name) for name in names)


def _same_cards(hand: Hand, other: Hand) -> bool:
    names = ("north", "east", "south", "west", "dealer", "vulnerable")
    return all(getattr(hand, name) == getattr(other, name) for name in names)

"""Records to PBN: games that were read are written unchanged, other data as new games."""

from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain

from msgspec import structs

from bmconv.bridge.contracts import spell_contract
from bmconv.codecs import Options
from bmconv.codecs.pbn import facts as said
from bmconv.codecs.pbn.contents import PbnContents, Recording, Spot, valid_hand
from bmconv.codecs.pbn.deal import same_deal
from bmconv.codecs.pbn.facts import Facts, Place, place_of
from bmconv.codecs.pbn.file import CLOSED_ROOM
from bmconv.codecs.pbn.layout import GameLayout
from bmconv.codecs.pbn.tables import columns, is_seat, read_scores
from bmconv.codecs.pbn.text import SECTIONS
from bmconv.codecs.pbn.values import BadPbnValue, contract_text, is_known
from bmconv.codecs.shared.characters import TextSink
from bmconv.codecs.shared.game_tags import DOUBLE_DUMMY, EVALUATED
from bmconv.event import Event
from bmconv.io.sink import Held, Output
from bmconv.notes import Notes
from bmconv.records import Game, Hand, Record, Result

_PLACE_TAGS = tuple(said.PLACED.values())
BLOCK = 1 << 20
"""The number of bytes copied at a time."""
MOST_SHARED = 10_000


def write(records: Iterable[Record], sink: Output, options: Options, notes: Notes) -> None:
    """Write an event in Latin-1, or in UTF-8 if Latin-1 lacks a character."""
    writer = PbnWriter(Event(_shared(records), notes), options, notes)
    held, between, lacking = Held(), "", ""
    for lines in writer.games():
        game = between + "\r\n".join(lines) + "\r\n"
        held.write(game.encode("utf-8", "surrogatepass"))
        between = "\r\n"
        lacking = lacking or _lacking(game)
    held.write(between.encode() if writer.blank_end else b"")
    encoding = options["encoding"] or ("utf-8" if lacking else "latin-1")
    if lacking and not options["encoding"]:
        told = "file{s} written as UTF-8: PBN's own character set lacks a character"
        notes.loss("not-latin-1", repr(lacking), told)
    out = TextSink(sink, encoding, notes)
    with held.read() as stream:
        while part := stream.read(BLOCK) + stream.readline():
            out.write(part.decode("utf-8", "surrogatepass"))


def _shared(records: Iterable[Record]) -> Iterator[Record]:
    """The records, with equal tags of several games stored only once in memory."""
    known: dict[tuple[str, ...], tuple[str, ...]] = {}
    for record in records:
        if isinstance(record, Game) and record.tags:
            for at, tag in enumerate(record.tags):
                if len(known) < MOST_SHARED:
                    known.setdefault(tag, tag)
                record.tags[at] = known.get(tag, tag)
        yield record


def _lacking(text: str) -> str:
    """The first character that Latin-1 lacks, or empty."""
    return "" if text.isascii() else next((c for c in text if c > "\xff"), "")


class PbnWriter:
    """Turns the records of an event into games."""

    def __init__(self, event: Event, options: Options, notes: Notes) -> None:
        self.event, self.notes = event, notes
        self.mode: str = options["results"]
        self.held = PbnContents(event, options, notes)
        self.layout = GameLayout(notes)
        self.blank_end = False
        self.standing: dict[str, str] = {}
        """Tag values that apply to all games from here on."""
        self.told: set[tuple[int, bool]] = set()
        """Boards for which a game that was read has the deal (True) or the evaluation (False)."""

    def games(self) -> Iterator[list[str]]:
        """The lines of each game."""
        read = self.event.of(Game)
        own = self._claimed(read)
        recorded = self._recordings(read)
        kept = self._kept_tables(read)
        homes: dict[int, int] = {}
        for turn, game in enumerate(read):
            if game.board is not None:
                homes.setdefault(game.board, turn)
                for tag in game.tags or ():
                    if tag and tag[0] in ("Deal", *EVALUATED):
                        self.told.add((game.board, tag[0] == "Deal"))
        for turn, game in enumerate(read):
            home = game.board is not None and homes.get(game.board) == turn
            facts = self.held.facts(place_of(game))
            facts.result = own.get(turn)
            facts.calls, facts.played = recorded.get(turn, ((), ()))
            yield self._as_read(game, facts, home, turn in kept)
            if home:
                yield from self._tables(game.board)
        header = [] if read else list(said.HEADER)
        for board in self.held.boards():
            deals = () if board in homes else map(self._new, self._deals(board))
            for lines in chain(deals, self._tables(board)):
                yield header + lines
                header = []
        if header:
            session = self.held.session
            named = session is not None and (session.name or session.date)
            yield header + (self._new(self.held.facts(Place())) if named else [])
        self.held.tell_unwritten()

    def _claimed(self, read: Sequence[Game]) -> dict[int, Result]:
        """The results of games whose tags give a contract or a remark, by the index of the game."""
        places: dict[Place, deque[Result]] = {}
        for results in self.held.left.values() if read else ():
            for result in results.values():
                places.setdefault(place_of(result), deque()).append(result)
        own = {}
        for turn, game in enumerate(read):
            mine = places.get(place_of(game)) if _says_result(game) else None
            if mine:
                own[turn] = mine.popleft()
                del self.held.left[game.board][id(own[turn])]
        return own

    def _recordings(self, read: Sequence[Game]) -> dict[int, Recording]:
        """The calls and cards of games with an auction or a play, by the index of the game."""
        own = {}
        for turn, game in enumerate(read):
            worded = {name for _, name, _ in game.sections or ()}
            if any(
                tag and tag[0] in SECTIONS and (len(tag) == 1 or tag[0] in worded)
                for tag in game.tags or ()
            ):
                own[turn] = self.held.take(place_of(game)[:4])
        return own

    def _as_read(self, game: Game, facts: Facts, home: bool, kept: bool) -> list[str]:
        """A game as it was read; the first game of a board (`home`) also gets its new data."""
        tags = self._wanted(game)
        names = {tag[0] for tag in tags if tag}
        if "ScoreTable" in names or (home and self.mode == "score-table"):
            scores = self._scores(game, home, kept)
            if scores is not None:
                facts.scores = [self.held.scored(result) for result in scores]
                tags = [("ScoreTable",) if tag[:1] == ("ScoreTable",) else tag for tag in tags]
        if not home or names.intersection(EVALUATED):
            self.held.written(facts.evaluation)
        facts.fill()
        more = self._places(game, tags)
        if home:
            more += [] if (game.board, True) in self.told else ["Deal"]
            more += [] if (game.board, False) in self.told else DOUBLE_DUMMY
            more.append("ScoreTable")
        more += SECTIONS
        more = [name for name in more if name in facts.tags and name not in names]
        self.held.seated(facts.place, [seat for seat, tag in said.NAMES.items() if tag in names])
        if names.intersection(EVALUATED) or set(more).intersection(DOUBLE_DUMMY):
            self.held.written(facts.evaluation)
        self.blank_end = ("end", "") in (game.comments or ())
        return self.layout.game(facts, tags, game, more)

    def _places(self, game: Game, tags: Sequence[tuple[str, ...]]) -> list[str]:
        """The tags for a game's place that neither it nor earlier games give.

        Table numbers that were assigned on reading are not written.
        """
        for tag in tags:
            if len(tag) > 1 and tag[0] in _PLACE_TAGS:
                if tag[1].startswith("##"):
                    self.standing[tag[0]] = tag[1][2:]
                else:
                    self.standing.pop(tag[0], None)
        values = self.standing | {tag[0]: tag[1] for tag in reversed(tags) if len(tag) > 1}
        values = {name: value for name, value in values.items() if not value.startswith("#")}
        self.held.note_place(game, values)
        names = {tag[0] for tag in tags if tag} | self.standing.keys()
        told = {name for field, name in said.PLACED.items() if getattr(game, field) is not None}
        if (game.table or 0) >= CLOSED_ROOM:
            told.discard("Table")
        return [name for name in _PLACE_TAGS if name in told - names]

    def _wanted(self, game: Game) -> list[tuple[str, ...]]:
        """A game's tags with unwanted ones emptied, so that comments keep their positions."""
        left: set[str] = set()
        if not self.held.auctions:
            left |= {*SECTIONS, "Note"}
        if not self.held.double_dummy:
            left |= set(EVALUATED)
        if self.mode != "score-table":
            left.add("ScoreTable")
        if self.mode == "none":
            left |= {"Score", "ScoreMP", "ScoreIMP", "Lead", "Remarks"}
        tags = [() if tag and tag[0] in left else tag for tag in game.tags or ()]
        if self.mode == "none":
            tags = [(tag[0], "") if tag and tag[0] in said.PLAYED else tag for tag in tags]
        return tags

    def _kept_tables(self, read: Sequence[Game]) -> set[int]:
        """Indexes of games whose ScoreTable still agrees with the standing results."""
        kept = set()
        known: dict[int | None, Counter[tuple[object, ...]]] = {}
        for turn, game in enumerate(read):
            tag = _score_table(game.tags or ())
            rows = self._rows(game, tag[1]) if len(tag) > 1 else []
            if rows and game.board not in known:
                standing = self.held.standing.get(game.board, ())
                known[game.board] = Counter(key for r in standing for key in _said(r))
            if rows is None or _counted(rows, -1) - known.get(game.board, Counter()):
                continue
            kept.add(turn)
            mine = _counted(rows, 0)
            left = self.held.left.get(game.board, {})
            for result in list(left.values()) if mine else ():
                key = _said(result)[0]
                if mine[key]:
                    mine[key] -= 1
                    del left[id(result)]
        return kept

    def _scores(self, game: Game, home: bool, kept: bool) -> list[Result] | None:
        """The rows of a game's ScoreTable, removed from those left; None keeps the table."""
        tag = _score_table(game.tags or ())
        left = self.held.left.get(game.board, {})
        if len(tag) > 1:
            if game.board is None:
                return None
            if kept and (not left or not home or not self._rows(game, tag[1])):
                return None
            text = "score table{s} rewritten with other columns: the results have changed"
            self.notes.loss("score-table-changed", self.event.place(game), text)
        rows = self.held.standing.get(game.board, []) if tag else [*left.values()]
        mine = [r for r in rows if home or game.section in (None, r.section)]
        for result in mine:
            left.pop(id(result), None)
        return mine

    def _rows(self, game: Game, header: str) -> list[tuple[Result, int]] | None:
        """The results in a game's ScoreTable, each with the number of times it occurs.

        None if rows are incomplete and results are left.
        """
        number = [tag[:1] for tag in game.tags or ()].index(("ScoreTable",)) + 1
        words = next((w for n, _, w in game.sections or () if n == str(number)), [])
        try:
            header = self.layout.header("ScoreTable", header)
            rows, _ = read_scores(header, words, game.board)
        except BadPbnValue:
            return []
        incomplete = len(words) % len(columns(header))
        return None if incomplete and self.held.left.get(game.board) else rows

    def _deals(self, board: int | None) -> Iterator[Facts]:
        """A game for the deal of a board, and one for each section with different cards."""
        held = self.held
        hands: list[Hand | None] = [*held.hands.get(board, ())]
        groups: list[tuple[Hand | None, list[int | None]]] = []
        for hand in hands or [None]:
            first = groups[0][0] if groups else None
            section = hand.section if hand else None
            if hand is not None and first is not None and same_deal(hand, first):
                groups[0][1].append(section)
            else:
                groups.append((hand, [section]))
        later = {section for _, others in groups[1:] for section in others}
        for turn, (hand, sections) in enumerate(groups):
            section = sections[0] if turn else None
            facts = held.facts(Place(section=section, board=board))
            facts.hand = valid_hand(hand) if hand else None
            if held.double_dummy and hand is not None:
                facts.evaluation = held.evaluations.get((hand.section, board), facts.evaluation)
            for same in sections:
                other = held.evaluations.get((same, board))
                if facts.evaluation and other:
                    here = structs.replace(other, section=facts.evaluation.section)
                    held.written(other if here == facts.evaluation else None)
            held.written(facts.evaluation)
            later.difference_update(sections)
            rest = held.left.get(board, {})
            if self.mode == "score-table" and rest:
                mine = [r for r in rest.values() if r.section not in later]
                facts.scores = [held.scored(result) for result in mine]
                for result in mine:
                    del rest[id(result)]
            if hand is not None or facts.scores or board in held.evaluated:
                yield facts

    def _tables(self, board: int | None) -> Iterator[list[str]]:
        """A game for each table with calls, cards or a result still to be written."""
        held = self.held
        places: dict[Spot, list[Result]] = {}
        for result in held.standing.get(board, ()) if held.recorded.get(board) else ():
            places.setdefault(place_of(result)[:4], []).append(result)
        for spot in list(held.recorded.get(board, ())):
            mine = places.get(spot, [])
            own = held.scored(mine[0]) if len(mine) == 1 else None
            facts = held.facts(place_of(own) if own else Place(*spot))
            facts.result, facts.evaluation = own, None
            facts.calls, facts.played = held.take(spot)
            if facts.played and not (own and spell_contract(own.contract or "")):
                text = "play{s} that cannot be read back: the contract is unknown"
                self.notes.loss("play-alone", f"board {board}", text)
            if own:
                held.left.get(board, {}).pop(id(mine[0]), None)
            yield self._new(facts)
        for result in held.left.pop(board, {}).values():
            facts = held.facts(place_of(result))
            facts.result, facts.evaluation = held.scored(result), None
            yield self._new(facts)

    def _new(self, facts: Facts) -> list[str]:
        """A game in the export format."""
        declarer = facts.result.declarer if facts.result else None
        if facts.result is not None and declarer and not is_seat(declarer):
            text = "declarer{s} left out: only the side is known"
            self.held.loss("side-lost", facts.result, text)
        facts.fill()
        if facts.calls and facts.tags.get("Dealer") != facts.calls[0][0]:
            text = "auction{s} that cannot be read back: the dealer does not call first"
            self.notes.loss("auction-dealer", f"board {facts.place.board}", text)
        self.held.seated(facts.place, said.NAMES)
        return self.layout.game(facts, [(name,) for name in facts.layout()], None, ())


def _says_result(game: Game) -> bool:
    """Whether a game's tags give a contract or a remark from which a result was made."""
    valid: dict[str, Callable[[str], object]] = {"Contract": contract_text, "Remarks": is_known}
    known = (tag for tag in game.tags or () if tag and tag[0] in valid)
    return any(len(tag) == 1 or valid[tag[0]](tag[1]) for tag in known)


def _score_table(tags: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """The ScoreTable tag of a game; empty if it has none."""
    return next((tag for tag in tags if tag[:1] == ("ScoreTable",)), ())


def _counted(rows: Iterable[tuple[Result, int]], key: int) -> Counter[tuple[object, ...]]:
    """How often each result occurs, by one of its keys."""
    counts: Counter[tuple[object, ...]] = Counter()
    for row, times in rows:
        counts[_said(row)[key]] += times
    return counts


_ROW = (
    *("pair_ns", "pair_ew", "declarer", "contract", "result", "remarks", "lead_card"),
    *("mp_ns", "mp_ew", "imp_ns", "imp_ew"),
)


def _said(result: Result) -> list[tuple[object, ...]]:
    """Keys to compare a result with the row of a table: without its score, and with it if known."""
    key = tuple(getattr(result, name) for name in _ROW)
    return [key] if result.score is None else [key, (*key, result.score)]

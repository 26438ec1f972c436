"""Records to PBN: games that were read are written unchanged, other data as new games."""

import re
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain

from msgspec import structs

from bmconv.bridge.contracts import spell_contract
from bmconv.bridge.par import spell_par_contracts
from bmconv.codecs import Options
from bmconv.codecs.pbn.contents import PbnContents, PlaceKey, Recording, valid_hand
from bmconv.codecs.pbn.deal import is_same_deal
from bmconv.codecs.pbn.facts import HEADER, NAMES, PLACED, PLAYED, Facts, GamePlace, place_of
from bmconv.codecs.pbn.file import CLOSED_ROOM
from bmconv.codecs.pbn.layout import GameLayout
from bmconv.codecs.pbn.pairs import rankings_read_back, read_pairs
from bmconv.codecs.pbn.tables import columns, is_seat, read_scores
from bmconv.codecs.pbn.text import SECTIONS
from bmconv.codecs.pbn.totals import TOTALS, read_totals, write_totals
from bmconv.codecs.pbn.values import (
    BadPbnValue,
    contract_text,
    is_known,
    read_par_score,
    section_id,
)
from bmconv.codecs.shared.characters import TextSink
from bmconv.codecs.shared.game_tags import DOUBLE_DUMMY, EVALUATED, PAR, TRICKS
from bmconv.event import Event
from bmconv.event.changes import changed_fields
from bmconv.io.sink import Output, OutputBuffer
from bmconv.notes import Notes
from bmconv.records import Evaluation, Game, Hand, Ranking, Record, Result

_PLACE_TAGS = tuple(PLACED.values())
_UTF_8 = re.compile(r"%.*\bcharset\s*=\s*\"?utf-?8\b", re.IGNORECASE)
BLOCK = 1 << 20
"""The number of bytes copied at a time."""
MOST_SHARED = 10_000
"""How many different tags are remembered in order to share them."""
_ROW = (
    *("pair_ns", "pair_ew", "declarer", "contract", "result", "remarks", "lead_card"),
    *("mp_ns", "mp_ew", "imp_ns", "imp_ew"),
)
"""The fields by which a result is compared with a row of a table."""


def write(records: Iterable[Record], sink: Output, options: Options, notes: Notes) -> None:
    """Write an event in Latin-1, or in UTF-8 if Latin-1 lacks a character."""
    writer = PbnWriter(Event(_share_tags(records), notes), options, notes)
    buffer, between, lacking = OutputBuffer(), "", ""
    for lines in writer.games():
        game = between + "\r\n".join(lines) + "\r\n"
        buffer.write(game.encode("utf-8", "surrogatepass"))
        between = "\r\n"
        lacking = lacking or _first_beyond_latin_1(game)
    buffer.write(between.encode() if writer.blank_end else b"")
    stated = options.text("encoding") or ("utf-8" if writer.states_utf_8 else "")
    encoding = stated or ("utf-8" if lacking else "latin-1")
    if lacking and not stated:
        message = "file{s} written as UTF-8: PBN's own character set lacks a character"
        notes.loss("not-latin-1", repr(lacking), message)
    out = TextSink(sink, encoding, notes)
    with buffer.read() as stream:
        while part := stream.read(BLOCK) + stream.readline():
            out.write(part.decode("utf-8", "surrogatepass"))


def _share_tags(records: Iterable[Record]) -> Iterator[Record]:
    """The records, with equal tags of several games stored only once in memory."""
    known: dict[tuple[str, ...], tuple[str, ...]] = {}
    for record in records:
        if isinstance(record, Game) and record.tags:
            for at, tag in enumerate(record.tags):
                if len(known) < MOST_SHARED:
                    known.setdefault(tag, tag)
                record.tags[at] = known.get(tag, tag)
        yield record


def _first_beyond_latin_1(text: str) -> str:
    """The first character that Latin-1 lacks, or empty."""
    return "" if text.isascii() else next((c for c in text if c > "\xff"), "")


class PbnWriter:
    """Turns the records of an event into games."""

    def __init__(self, event: Event, options: Options, notes: Notes) -> None:
        self.event, self.notes = event, notes
        self.mode: str = options.text("results")
        self.contents = PbnContents(event, options, notes)
        self.layout = GameLayout(notes)
        self.blank_end = False
        self.standing: dict[str, str] = {}
        """Tag values that apply to all games from here on."""
        self.rankings: list[Ranking] = [] if self.contents.pairs else event.of(Ranking)
        """The ranking still to be written; empty once a game has it."""
        self.has_ranking_table = False
        """Whether a game that was read has a table with a ranking."""
        self.tags_of_board: dict[int, set[str]] = {}
        """The names of all tags in the games of a board that were read."""

    @property
    def states_utf_8(self) -> bool:
        """Whether a game that was read has a line such as `%Content-type: ...; charset=UTF-8`."""
        comments = (comment for game in self.event.of(Game) for comment in game.comments or ())
        return any(_UTF_8.match(text) for _, text in comments)

    def games(self) -> Iterator[list[str]]:
        """The lines of each game."""
        read = self.event.of(Game)
        results = self._results_of_games(read)
        recordings = self._recordings_of_games(read)
        self._match_ranking_table(read)
        self._check_ranking()
        unchanged = self._unchanged_tables(read)
        first_games: dict[int, int] = {}
        for index, game in enumerate(read):
            if game.board is not None:
                first_games.setdefault(game.board, index)
                names = self.tags_of_board.setdefault(game.board, set())
                names.update(tag[0] for tag in game.tags or () if tag)
        for index, game in enumerate(read):
            is_first = game.board is not None and first_games.get(game.board) == index
            facts = self.contents.facts(place_of(game))
            facts.result = results.get(index)
            facts.calls, facts.played = recordings.get(index, ((), ()))
            yield self._existing_game(
                game, facts, is_first=is_first, is_unchanged=index in unchanged
            )
            if is_first:
                yield from self._table_games(game.board)
        header = [] if read else list(HEADER)
        for board in self.contents.boards():
            deals = () if board in first_games else map(self._new_game, self._deal_games(board))
            for lines in chain(deals, self._table_games(board)):
                yield header + lines
                header = []
        if header:
            session = self.contents.session
            has_facts = self.rankings or (session is not None and (session.name or session.date))
            yield header + (self._new_game(self.contents.facts(GamePlace())) if has_facts else [])
        self.contents.note_unwritten()

    def _match_ranking_table(self, read: Sequence[Game]) -> None:
        """Find a ranking table in the games: it stays if unchanged; a changed ranking is noted."""
        for game in read:
            tag = next((tag for tag in game.tags or () if tag[:1] == (TOTALS,)), ())
            if len(tag) < 2:
                continue
            number = (game.tags or []).index(tag) + 1
            words = next((w for n, _, w in game.sections or () if n == str(number)), [])
            with suppress(BadPbnValue):
                if rankings := read_totals(self.layout.header(TOTALS, tag[1]), words):
                    self.has_ranking_table = True
                    if rankings == self.rankings:
                        self.rankings = []
                    elif self.rankings:
                        text = "ranking table{s} rewritten: the ranking has changed"
                        self.notes.loss("ranking-changed", self.event.place(game), text)
                    return

    def _check_ranking(self) -> None:
        """Note the parts of the ranking that cannot be read back from its table."""
        header, words = write_totals(self.rankings, self.contents.letter)
        back = read_totals(header, words) if self.rankings else []
        if len(back) < len(self.rankings):
            text = "ranking{s} that cannot be read back: pairs without numbers, or twice"
            self.notes.loss("ranking-lost", self.event.place(self.rankings[0]), text)
            return
        for ranking, read in zip(self.rankings, back, strict=False):
            self._compare_ranking(ranking, read)
        if self.contents.pairs:
            rankings, pairs = self.event.of(Ranking), self.contents.pairs
            results = chain.from_iterable(self.contents.standing.values())
            for ranking, read in rankings_read_back(rankings, results, pairs):
                self._compare_ranking(ranking, read)

    def _compare_ranking(self, ranking: Ranking, read: Ranking) -> None:
        """Note values that change when the ranking is read back, except the id of the section."""
        changed = set(changed_fields(structs.replace(ranking, section=read.section), read))
        changed |= {"section"} if ranking.section is not None and read.section is None else set()
        for name in sorted(changed - {"method", "maximum"}):
            text = "value{s} of a ranking that cannot be read back"
            self.notes.loss("ranking-value-lost", f"{self.event.place(ranking)} {name}", text)

    def _results_of_games(self, read: Sequence[Game]) -> dict[int, Result]:
        """Take the results of games that give a contract or a remark, by the index of the game."""
        places: dict[GamePlace, deque[Result]] = {}
        for results in self.contents.unwritten_results.values() if read else ():
            for result in results.values():
                places.setdefault(place_of(result), deque()).append(result)
        claimed = {}
        for index, game in enumerate(read):
            candidates = places.get(place_of(game)) if _has_result(game) else None
            if candidates:
                claimed[index] = candidates.popleft()
                del self.contents.unwritten_results[game.board][id(claimed[index])]
        return claimed

    def _recordings_of_games(self, read: Sequence[Game]) -> dict[int, Recording]:
        """Take the calls and cards of games with an auction or a play, by the game's index."""
        recordings = {}
        for index, game in enumerate(read):
            with_words = {name for _, name, _ in game.sections or ()}
            if any(
                tag and tag[0] in SECTIONS and (len(tag) == 1 or tag[0] in with_words)
                for tag in game.tags or ()
            ):
                recordings[index] = self.contents.take_recording(place_of(game)[:4])
        return recordings

    def _existing_game(
        self, game: Game, facts: Facts, *, is_first: bool, is_unchanged: bool
    ) -> list[str]:
        """A game as it was read; the first game of a board also gets the new data of the board.

        `is_unchanged` means that its ScoreTable still agrees with the results.
        """
        tags = self._requested_tags(game)
        names = {tag[0] for tag in tags if tag}
        if "ScoreTable" in names or (is_first and self.mode == "score-table"):
            scores = self._take_score_table_results(
                game, is_first=is_first, is_unchanged=is_unchanged
            )
            if scores is not None:
                facts.scores = [self.contents.with_score(result) for result in scores]
                tags = [("ScoreTable",) if tag[:1] == ("ScoreTable",) else tag for tag in tags]
        if self.rankings and (TOTALS in names or not self.has_ranking_table):
            facts.totals, self.rankings = self.rankings, []
            tags = [(TOTALS,) if tag[:1] == (TOTALS,) else tag for tag in tags]
        if not is_first or names.intersection(EVALUATED):
            self.contents.mark_written(facts.evaluation)
        derived = facts.tags()
        more = self._missing_place_tags(game, tags)
        if is_first:
            known = self.tags_of_board[game.board or 0]
            more += [] if "Deal" in known else ["Deal"]
            more += [] if known.intersection(TRICKS) else DOUBLE_DUMMY
            more += [name for name in PAR if name not in known]
            tags = [_current_par(tag, facts.evaluation) for tag in tags]
            more.append("ScoreTable")
        more += [*SECTIONS, TOTALS]
        more = [name for name in more if name in derived.texts and name not in names]
        self.contents.mark_seats_written(
            facts.place, [seat for seat, tag in NAMES.items() if tag in names]
        )
        if set(EVALUATED).intersection((*names, *more)):
            self.contents.mark_written(facts.evaluation)
        self.blank_end = ("end", "") in (game.comments or ())
        return self.layout.game(derived, tags, game, more)

    def _missing_place_tags(self, game: Game, tags: Sequence[tuple[str, ...]]) -> list[str]:
        """The tags for a game's place that neither the game nor earlier games give.

        Table numbers that were assigned on reading are not written. Notes changed numbers.
        """
        for tag in tags:
            if len(tag) > 1 and tag[0] in _PLACE_TAGS:
                if tag[1].startswith("##"):
                    self.standing[tag[0]] = tag[1][2:]
                else:
                    self.standing.pop(tag[0], None)
        values = self.standing | {tag[0]: tag[1] for tag in reversed(tags) if len(tag) > 1}
        values = {name: value for name, value in values.items() if not value.startswith("#")}
        self.contents.note_place(game, values)
        names = {tag[0] for tag in tags if tag} | self.standing.keys()
        known = {name for field, name in PLACED.items() if getattr(game, field) is not None}
        if (game.table or 0) >= CLOSED_ROOM:
            known.discard("Table")
        return [name for name in _PLACE_TAGS if name in known - names]

    def _requested_tags(self, game: Game) -> list[tuple[str, ...]]:
        """A game's tags, with those that the options exclude replaced by empty ones.

        The others keep their numbers, to which comments refer.
        """
        unwanted: set[str] = set()
        if not self.contents.auctions:
            unwanted |= {*SECTIONS, "Note"}
        if not self.contents.double_dummy:
            unwanted |= set(EVALUATED)
        if self.mode != "score-table":
            unwanted.add("ScoreTable")
        if self.mode == "none":
            unwanted |= {"Score", "ScoreMP", "ScoreIMP", "Lead", "Remarks"}
        tags = [() if tag and tag[0] in unwanted else tag for tag in game.tags or ()]
        if self.mode == "none":
            tags = [(tag[0], "") if tag and tag[0] in PLAYED else tag for tag in tags]
        return tags

    def _unchanged_tables(self, read: Sequence[Game]) -> set[int]:
        """Indexes of games whose ScoreTable still has the standing results, now marked written."""
        unchanged = set()
        known: dict[int | None, Counter[tuple[object, ...]]] = {}
        for index, game in enumerate(read):
            tag = _score_table_tag(game.tags or ())
            rows = self._score_table_rows(game, tag[1]) if len(tag) > 1 else []
            if rows and game.board not in known:
                standing = self.contents.standing.get(game.board, ())
                known[game.board] = Counter(key for r in standing for key in _comparison_keys(r))
            if rows is None or _count_rows(rows, -1) - known.get(game.board, Counter()):
                continue
            if self._names_others(game, tag):
                continue
            unchanged.add(index)
            counts = _count_rows(rows, 0)
            unwritten = self.contents.unwritten_results.get(game.board, {})
            for result in list(unwritten.values()) if counts else ():
                key = _comparison_keys(result)[0]
                if counts[key]:
                    counts[key] -= 1
                    self.contents.sections.add(result.section)
                    del unwritten[id(result)]
        return unchanged

    def _take_score_table_results(
        self, game: Game, *, is_first: bool, is_unchanged: bool
    ) -> list[Result] | None:
        """The results for a game's ScoreTable, now counted as written; None to keep the table."""
        tag = _score_table_tag(game.tags or ())
        unwritten = self.contents.unwritten_results.get(game.board, {})
        if len(tag) > 1:
            if game.board is None:
                return None
            if is_unchanged and (
                not unwritten or not is_first or not self._score_table_rows(game, tag[1])
            ):
                return None
            text = "score table{s} rewritten with other columns: the results have changed"
            self.notes.loss("score-table-changed", self.event.place(game), text)
        rows = self.contents.standing.get(game.board, []) if tag else [*unwritten.values()]
        mine = [r for r in rows if is_first or game.section in (None, r.section)]
        for result in mine:
            unwritten.pop(id(result), None)
        return mine

    def _score_table_rows(self, game: Game, header: str) -> list[tuple[Result, int]] | None:
        """The results in a game's ScoreTable, each with the number of times it occurs.

        None if a row is incomplete and results of the board are still to be written.
        """
        words = _score_table_words(game)
        try:
            header = self.layout.header("ScoreTable", header)
            rows, _ = read_scores(header, words, game.board)
        except BadPbnValue:
            return []
        incomplete = len(words) % len(columns(header))
        return None if incomplete and self.contents.unwritten_results.get(game.board) else rows

    def _names_others(self, game: Game, tag: tuple[str, ...]) -> bool:
        """Whether a game's ScoreTable names other people than the ranking."""
        if len(tag) < 2 or not self.contents.pairs:
            return False
        header, known = self.layout.header("ScoreTable", tag[1]), self.contents.pairs
        with suppress(BadPbnValue):
            listed = read_pairs(
                header, _score_table_words(game), lambda text: self._section_of_row(text, game)
            )
            return any(known.get(key, people) != people for key, people in listed)
        return False

    def _section_of_row(self, letter: str, game: Game) -> int | None:
        """The section that a row of a game's ScoreTable names, or else that of the game."""
        named = (id for id, known in self.contents.letter.items() if known == letter)
        return next(named, None) or section_id(letter) or game.section

    def _deal_games(self, board: int | None) -> Iterator[Facts]:
        """A game for the deal of a board, and one for each section with different cards."""
        contents = self.contents
        hands: list[Hand | None] = [*contents.hands.get(board, ())]
        groups: list[tuple[Hand | None, list[int | None]]] = []
        for hand in hands or [None]:
            first = groups[0][0] if groups else None
            section = hand.section if hand else None
            if hand is not None and first is not None and is_same_deal(hand, first):
                groups[0][1].append(section)
            else:
                groups.append((hand, [section]))
        later = {section for _, others in groups[1:] for section in others}
        for index, (hand, sections) in enumerate(groups):
            section = sections[0] if index else None
            facts = contents.facts(GamePlace(section=section, board=board))
            facts.hand = valid_hand(hand) if hand else None
            if contents.double_dummy and hand is not None:
                facts.evaluation = contents.evaluations.get((hand.section, board), facts.evaluation)
            for same in sections:
                other = contents.evaluations.get((same, board))
                if facts.evaluation and other:
                    here = structs.replace(other, section=facts.evaluation.section)
                    contents.mark_written(other if here == facts.evaluation else None)
            contents.mark_written(facts.evaluation)
            later.difference_update(sections)
            unwritten = contents.unwritten_results.get(board, {})
            if self.mode == "score-table" and unwritten:
                mine = [r for r in unwritten.values() if r.section not in later]
                facts.scores = [contents.with_score(result) for result in mine]
                for result in mine:
                    del unwritten[id(result)]
            if hand is not None or facts.scores or board in contents.evaluated_boards:
                yield facts

    def _table_games(self, board: int | None) -> Iterator[list[str]]:
        """A game for each table with calls, cards or a result still to be written."""
        contents = self.contents
        places: dict[PlaceKey, list[Result]] = {}
        for result in contents.standing.get(board, ()) if contents.recordings.get(board) else ():
            places.setdefault(place_of(result)[:4], []).append(result)
        for key in list(contents.recordings.get(board, ())):
            mine = places.get(key, [])
            table_result = contents.with_score(mine[0]) if len(mine) == 1 else None
            facts = contents.facts(place_of(table_result) if table_result else GamePlace(*key))
            facts.result, facts.evaluation = table_result, None
            facts.calls, facts.played = contents.take_recording(key)
            if facts.played and not (table_result and spell_contract(table_result.contract or "")):
                text = "play{s} that cannot be read back: the contract is unknown"
                self.notes.loss("play-alone", f"board {board}", text)
            if table_result:
                contents.unwritten_results.get(board, {}).pop(id(mine[0]), None)
            yield self._new_game(facts)
        for result in contents.unwritten_results.pop(board, {}).values():
            facts = contents.facts(place_of(result))
            facts.result, facts.evaluation = contents.with_score(result), None
            yield self._new_game(facts)

    def _new_game(self, facts: Facts) -> list[str]:
        """A game in the export format; the first one has the ranking."""
        facts.totals, self.rankings = self.rankings, []
        declarer = facts.result.declarer if facts.result else None
        if facts.result is not None and declarer and not is_seat(declarer):
            text = "declarer{s} left out: only the side is known"
            self.contents.loss("side-lost", facts.result, text)
        derived = facts.tags()
        if facts.calls and derived.texts.get("Dealer") != facts.calls[0][0]:
            text = "auction{s} that cannot be read back: the dealer does not call first"
            self.notes.loss("auction-dealer", f"board {facts.place.board}", text)
        self.contents.mark_seats_written(facts.place, NAMES)
        return self.layout.game(derived, [(name,) for name in derived.layout()], None, ())


def _has_result(game: Game) -> bool:
    """Whether a game's tags give a contract or a remark from which a result was made."""
    valid: dict[str, Callable[[str], object]] = {"Contract": contract_text, "Remarks": is_known}
    known = (tag for tag in game.tags or () if tag and tag[0] in valid)
    return any(len(tag) == 1 or valid[tag[0]](tag[1]) for tag in known)


def _current_par(tag: tuple[str, ...], evaluation: Evaluation | None) -> tuple[str, ...]:
    """A tag that was read; the text of a par tag is removed if the evaluation has another par."""
    if len(tag) < 2 or tag[0] not in PAR or evaluation is None:
        return tag
    if tag[0] == "OptimumScore":
        is_other = evaluation.par_score not in (None, read_par_score(tag[1]))
    else:
        is_other = evaluation.par_contract not in (None, spell_par_contracts(tag[1]))
    return tag[:1] if is_other else tag


def _score_table_tag(tags: Sequence[tuple[str, ...]]) -> tuple[str, ...]:
    """The ScoreTable tag of a game; empty if it has none."""
    return next((tag for tag in tags if tag[:1] == ("ScoreTable",)), ())


def _score_table_words(game: Game) -> list[str]:
    """The words of a game's ScoreTable."""
    number = [tag[:1] for tag in game.tags or ()].index(("ScoreTable",)) + 1
    return next((w for n, _, w in game.sections or () if n == str(number)), [])


def _count_rows(rows: Iterable[tuple[Result, int]], key: int) -> Counter[tuple[object, ...]]:
    """How often each result occurs, by the key at this index of its `_comparison_keys`."""
    counts: Counter[tuple[object, ...]] = Counter()
    for row, times in rows:
        counts[_comparison_keys(row)[key]] += times
    return counts


def _comparison_keys(result: Result) -> list[tuple[object, ...]]:
    """The keys for comparing a result with rows: without its score, then with it if known."""
    key = tuple(getattr(result, name) for name in _ROW)
    return [key] if result.score is None else [key, (*key, result.score)]

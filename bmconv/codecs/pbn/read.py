"""The PBN reader: the games of a file, each turned into records.

The `game` record omits what other records hold, see facts.py. Text that cannot be parsed is noted
with its line number and kept unchanged in the `game` record.
"""

import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain

from bmconv.codecs import Options
from bmconv.codecs.pbn import values
from bmconv.codecs.pbn.board import add_event, read_evaluation, read_hand, read_place
from bmconv.codecs.pbn.facts import NAMES, NONE_KNOWN, Facts, GamePlace
from bmconv.codecs.pbn.file import PbnFile
from bmconv.codecs.pbn.game import PbnGame
from bmconv.codecs.pbn.game_record import GameRecords
from bmconv.codecs.pbn.pairs import rankings_of
from bmconv.codecs.pbn.recordings import add_moves, is_recorded, read_moves, separate_place
from bmconv.codecs.pbn.results import (
    NO_OUTCOME,
    read_outcome_of,
    read_result,
    read_score_table,
)
from bmconv.codecs.pbn.text import Blocks, Comments, GameText, TagLines
from bmconv.codecs.pbn.totals import TOTALS, read_totals
from bmconv.errors import BadInput
from bmconv.event.sections import find_section
from bmconv.io.source import Source
from bmconv.notes import Notes
from bmconv.records import Game, Record

_EMBEDDING = re.compile(r"\s*</?PBN>\s*", re.IGNORECASE)


class PbnReader:
    """Turns the games of one file into records."""

    def __init__(self, source: Source, options: Options, notes: Notes) -> None:
        texts = source.text_blocks(options.text("encoding"))
        if b"<pbn>" in source.head().lower():
            texts = _extract_embedded(source.text_lines(options.text("encoding")), source, notes)
        self.blocks = Blocks(texts)
        section = find_section(options.text("section"), ()) if options.text("section") else None
        self.file = PbnFile(source.name, section, notes)
        self.known = TagLines()
        self.game_records = GameRecords()
        self.has_other_text = False
        """Whether there is text outside tags and comments."""

    def read(self) -> Iterator[Record]:
        """The records of the file, in its order."""
        before: Comments = []  # comments before the next game
        for blocks in self.blocks:
            # step by step for many games at once: each step then stays in the processor's cache
            texts = [GameText(block, line, self.known) for line, block in blocks]
            texts = [*chain.from_iterable(map(_games_of, texts))]
            games = [PbnGame(self.file, text) for text in texts]
            facts = [_read_game(game) if game.text.tags else None for game in games]
            earlier: list[Iterable[Game]] = []
            for game, facts_of_game in zip(games, facts, strict=True):
                if facts_of_game is None:
                    before += self._loose_comments(game.text)
                    earlier.append(())
                else:
                    earlier.append(self.game_records.add(game, facts_of_game, before))
                    before = []
            for game, game_records in zip(games, earlier, strict=True):
                yield from game_records
                for note in game.notes:
                    self.file.note(*note)
                yield from game.records
        if self.game_records.last is None and (
            self.has_other_text or any(text[0] == "{" for _, text in before)
        ):
            raise BadInput(self.file.name, "not PBN", 'tags such as [Board "1"]')
        yield from self.game_records.end(before, blank_end=self.blocks.blank_end)
        yield from () if self.file.has_ranking else rankings_of(self.file.pairs)

    def _loose_comments(self, text: GameText) -> Comments:
        """The comments of a block without tags; any other text in it becomes comments too."""
        self.has_other_text = self.has_other_text or bool(text.invalid or text.words)
        if 0 in text.words:
            return [("0", f"; {line}".rstrip()) for line in text.text.split("\n")]
        return [("0", comment) for _, comment in text.comments]


def _extract_embedded(lines: Iterable[str], source: Source, notes: Notes) -> Iterator[str]:
    """Only the lines between <PBN> and </PBN>; the others become blank."""
    inside = False
    for line in lines:
        mark = _EMBEDDING.fullmatch(line)
        inside = "/" not in line if mark else inside
        yield (line if inside and not mark else "") + "\n"
    text = "document{s} read only between <PBN> and </PBN>"
    notes.repair("embedded", source.name, text)


def _games_of(text: GameText) -> Iterable[GameText]:
    """The games of a block, which are several if blank lines between them are missing.

    A tag that the game already has starts another game, provided that the next Board or Deal tag
    (perhaps this one) is also one that the game already has. A line repeated at once is ignored.
    """
    if len(text.values) == len(text.tags):
        return (text,)  # no tag occurs twice
    tags = [(number, tag) for number, tag in enumerate(text.tags, 1) if tag[0] != "Note"]
    starts, names_of_game, previous = [0], set[str](), None
    for (number, tag), next_name in zip(tags, _next_board_or_deal(tags), strict=True):
        if tag[0] in names_of_game and tag != previous and next_name in names_of_game:
            starts.append(number)
            names_of_game = set()
        names_of_game.add(tag[0])
        previous = tag
    return text.split(starts) if len(starts) > 1 else (text,)


def _next_board_or_deal(tags: list[tuple[int, tuple[str, str]]]) -> list[str | None]:
    """For each tag, the name of the next Board or Deal tag, which can be the tag itself."""
    next_names: list[str | None] = []
    next_name = None
    for _, (name, _) in reversed(tags):
        next_name = name if name in ("Board", "Deal") else next_name
        next_names.append(next_name)
    return next_names[::-1]


def _read_game(game: PbnGame) -> Facts:
    """Make the records of a game except its `game` record, and return the facts in them."""
    file = game.file
    place = file_place = read_place(game)
    has_moves = game.shape.is_recorded and is_recorded(game)
    if has_moves:
        place = separate_place(game, file_place)
    if file.session is None or game.shape.is_placed:
        add_event(game, place, file_place.table)
    hand, dealt_by = read_hand(game, place)
    evaluation = read_evaluation(game, place, hand)
    scores = read_score_table(game, place) if "ScoreTable" in game.values else []
    if TOTALS in game.values and values.is_known(game.values[TOTALS]):
        _read_ranking(game)
    outcome, result = NO_OUTCOME, None
    if game.shape.is_played:
        outcome = read_outcome_of(game)
        result, place = read_result(game, outcome, place, file_place.table)
    names = _names(game, place) if place.table is not None else NONE_KNOWN
    facts = Facts(place, file.session, names, hand, evaluation, result, scores=scores)
    if has_moves:
        file.recorded.add(place[:4])  # also the table that read_result may have assigned
        calls, played = read_moves(game, dealt_by, outcome)
        if place.board is not None:
            add_moves(game, place, calls, played)
            facts.calls, facts.played = calls, played
    file.board, file.values_before = place.board, game.values
    return facts


def _read_ranking(game: PbnGame) -> None:
    """Add the ranking of the event from the first game that has it; an invalid table is skipped."""
    with suppress(values.BadPbnValue):  # noted with the other tables of the game
        if not game.file.has_ranking:
            rankings = read_totals(game.values[TOTALS], game.words(TOTALS))
            game.file.has_ranking = bool(rankings)
            game.records += rankings


def _names(game: PbnGame, place: GamePlace) -> dict[str, str]:
    """The names of the players at a table, by seat."""
    seats = game.file.seats
    return {seat: seats[*place[:3], seat] for seat in NAMES if (*place[:3], seat) in seats}

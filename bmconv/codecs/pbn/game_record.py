"""The `game` record: what a PBN game contains that no other record holds."""

from collections.abc import Iterable, Iterator

from bmconv.codecs.pbn.facts import (
    BARE_TAGS,
    HEADER,
    MANDATORY,
    SECTION_WORDS,
    UNKNOWN,
    Facts,
    GamePlace,
)
from bmconv.codecs.pbn.game import PbnGame
from bmconv.codecs.pbn.sections import small_cards
from bmconv.codecs.pbn.text import Comments
from bmconv.codecs.shared.game_tags import EVALUATED
from bmconv.records import Game

MOST_WAITING = 10_000
"""The most `game` records that are held back until one turns out to be needed."""


class GameRecords:
    """The `game` records of a file: all of them, or none if the other records say everything."""

    def __init__(self) -> None:
        self.last: Game | None = None
        """The record of the last game, which the end of the file may still change."""
        self.is_plain = False
        """Whether the last record can be omitted."""
        self.is_export = False
        """Whether the first game has the header of the export format."""
        self.waiting: list[Game] | None = []
        """Records that are needed only if a later one is; None after the first needed one."""
        self.boards: set[int] = set()

    def add(self, game: PbnGame, facts: Facts, before: Comments) -> Iterable[Game]:
        """Make the record of a game, and return the earlier records that can now be emitted."""
        last = self.last
        earlier = (
            self._complete(last, can_wait=self.is_plain and last.board is not None) if last else ()
        )
        self.last = record = _make_record(game, facts, before)
        self.is_plain = self._can_omit(facts, record, last)
        if last is None:
            self.is_export = HEADER[1] in [comment for _, comment in record.comments or ()]
        return earlier

    def end(self, rest: Comments, *, blank_end: bool) -> Iterator[Game]:
        """The last record, and one for the comments after it."""
        if (last := self.last) is not None:
            if self.is_export and blank_end:
                last.comments, self.is_plain = [*(last.comments or []), ("end", "")], False
            yield from self._complete(last, can_wait=self.is_plain)
        if rest:
            yield from self._complete(Game(comments=rest), can_wait=False)

    def _complete(self, record: Game, *, can_wait: bool) -> Iterable[Game]:
        """The records to emit now that this one is complete; empty while all of them can wait."""
        waiting = self.waiting
        if can_wait and waiting is not None and len(waiting) < MOST_WAITING:
            waiting.append(record)
            return ()
        self.waiting = None
        return (*(waiting or ()), record)

    def _can_omit(self, facts: Facts, record: Game, last: Game | None) -> bool:
        """Whether the writer would make the same game from the other records alone.

        It writes a game with the deal of each board, then a game for each table with a recording;
        if there is no board, a game with the session alone.
        """
        if self.waiting is None:
            return False
        board = facts.place.board
        follows = last is not None and board is not None and board == last.board
        again = board in self.boards
        if board is not None:
            self.boards.add(board)
        recorded = bool(facts.calls or facts.played)
        only_session = last is None and facts.session is not None and facts.place == GamePlace()
        if (board is None and not only_session) or (again and not follows):
            return False
        if follows != recorded or record.sections:
            return False
        if facts.result is not None and not recorded:
            return False
        if tuple(text for _, text in record.comments or ()) != (HEADER if last is None else ()):
            return False
        tags = record.tags or []
        if [tag[0] for tag in tags[: len(MANDATORY)]] != [*MANDATORY]:
            return False
        derived = facts.tags()
        return tags == [
            (name,) if name in derived.texts else (name, UNKNOWN[name])
            for name in derived.layout()
            if not recorded or name not in EVALUATED
        ]


def _make_record(game: PbnGame, facts: Facts, before: Comments) -> Game:
    """The `game` record, without what other records hold."""
    text, place = game.text, facts.place
    tags: list[tuple[str, ...]] = [*text.tags]
    for index, text_of, bare_tag in game.texts:
        if text_of(facts) == tags[index][1]:
            tags[index] = bare_tag
    sections = _sections_to_keep(game, facts, tags) if text.words else None
    comments = before
    if text.comments or 0 in text.words:
        comments = before + _comments_to_keep(game, facts, tags)
    return Game(
        section=place.section,
        table=place.table,
        round=place.round,
        board=place.board,
        pair_ns=place.pair_ns,
        pair_ew=place.pair_ew,
        tags=tags,
        sections=sections or None,
        comments=comments or None,
    )


def _sections_to_keep(
    game: PbnGame, facts: Facts, tags: list[tuple[str, ...]]
) -> list[tuple[str, str, list[str]]]:
    """The sections that other records do not hold: number and name of the tag, and the words.

    In `tags`, a tag whose section is held by other records loses its value; the others keep it.
    """
    sections = []
    for number, words in game.text.words.items():
        if number == 0:
            continue
        name, value = game.text.tags[number - 1]
        words_of = SECTION_WORDS.get(name)
        if words_of and game.numbers[name] == number and words_of(facts) == (value, words):
            tags[number - 1] = BARE_TAGS[name]
        else:
            sections.append((str(number), name, words))
            tags[number - 1] = (name, value)
    return sections


def _comments_to_keep(game: PbnGame, facts: Facts, tags: list[tuple[str, ...]]) -> Comments:
    """The comments, except those for small cards that card records already hold."""
    comments = [("0", f"; {word}") for word in game.text.words.get(0, ())]
    small: dict[str, str] = {}
    if game.text.comments and ("Play",) in tags:
        play = game.numbers["Play"]
        small = {f"{play}.{word}": card for word, card in small_cards(facts.played).items()}
    for place, comment in game.text.comments:
        if comment != "{" + small.get(place, "") + "}":
            comments.append((place, comment))
    return comments

"""The PBN reader: the games of a file, one after the other."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator
from typing import Any

from bmconv.codecs.pbn_facts import HEADER
from bmconv.codecs.pbn_game import OneGame
from bmconv.codecs.pbn_notes import NOTES
from bmconv.codecs.pbn_quick import quick
from bmconv.codecs.pbn_text import Blocks, Text, is_embedding, parts
from bmconv.errors import BadInput
from bmconv.notes import Notes
from bmconv.records import Evaluation, Game, Hand, Record, Result, Session
from bmconv.source import Source

DEFERRED = 10_000
"""So many games may wait for one that needs a record of its own."""


def _embedded(lines: Iterable[str], source: Source, notes: Notes) -> Iterator[str]:
    """The lines between the marks of PBN inside another document; blank ones for the others."""
    inside = False
    for line in lines:
        if is_embedding(line):
            inside = "/" not in line
        yield (line if inside and not is_embedding(line) else "") + "\n"
    text = "document{s} of which only what stands between <PBN> and </PBN> is read"
    notes.repair("embedded", source.name, text)


class Reader:
    """Turns the games of one file into records."""

    def __init__(self, source: Source, options: Any, notes: Notes) -> None:
        self.name = source.name
        self.notes = notes
        texts = source.text_blocks(options["encoding"])
        if b"<pbn>" in source.head().lower():
            texts = _embedded(source.text_lines(options["encoding"]), source, notes)
        self.blocks = Blocks(texts)
        self.own_section = _section(options["section"])
        self.session: Session | None = None
        self.event_tags: dict[str, str] = {}
        self.sections: set[int] = set()
        self.hands: dict[tuple[int | None, int], Hand] = {}
        self.evaluations: dict[tuple[int | None, int], Evaluation] = {}
        self.seats: dict[tuple[int | None, int, int | None, str], str] = {}
        self.results: dict[tuple[int | None, ...], list[Result]] = {}
        self.last: dict[str, str] = {}
        self.latest: dict[int, tuple[tuple[str, ...], tuple[str, ...]]] = {}
        self.lines: dict[str, tuple[str, ...]] = {}
        self.shapes: dict[tuple[str, ...], Any] = {}
        self.standing: dict[str, str] = {}
        self.recorded: set[tuple[int | None, ...]] = set()
        self.highest: dict[tuple[int | None, ...], int] = {}
        self.boards: set[int] = set()
        self.board: int | None = None
        self.waiting: list[Game] | None = []
        """Games that need no record unless another one does; None once one did."""
        self.export = False
        self.strange = False
        """Whether there is text that is neither tag nor comment."""

    def read(self) -> Iterator[Record]:
        """All records."""
        before: list[tuple[str, str]] = []
        last: tuple[Game, bool] | None = None
        found = False
        for start, block in self.blocks:
            easy = quick(self, block) if last is not None and not before else None
            if easy is not None and last is not None:
                if self.waiting is None:
                    yield last[0]
                else:
                    yield from self._keep(*last)
                yield from easy.records
                last = easy.game, easy.plain
                continue
            for text in _apart(parts(block, start)):
                if not text.tags:
                    before += self._loose(text)
                    continue
                if last is not None:
                    yield from self._keep(*last)
                first, found = not found, True
                last = yield from OneGame(self, text).records(before, first)
                if first:
                    lines = [line for _, line in last[0].comments or ()]
                    self.export = HEADER[1] in lines
                before = []
        if not found and (self.strange or any(text[0] == "{" for _, text in before)):
            raise BadInput(self.name, "no PBN in it", 'tags as [Board "1"]')
        if last is not None:
            game, plain = last
            if self.export and self.blocks.blank_end:
                game.comments, plain = [*(game.comments or []), ("end", "")], False
            yield from self._keep(game, plain)
        if before and (found or tuple(text for _, text in before) != HEADER):
            yield from self._keep(Game(comments=before), False)

    def tell(self, text: Text, code: str, at: int, what: str) -> None:
        """Make a note with the line it is about."""
        level, message = NOTES[code]
        place = f"{self.name}:{text.line_at(at)}"
        self.notes.add(level, code, f"{place}: {what}" if what else place, message)

    def _loose(self, text: Text) -> list[tuple[str, str]]:
        """The comments of a block without tags, its text among them."""
        self.strange = self.strange or bool(text.faults or text.stray)
        for at, what in text.faults:
            self.tell(text, "bad-text", at, what)
        if text.stray:
            self.tell(text, "stray-text", text.stray[0].at, text.stray[0].text[:40])
            return [("0", f"; {line}".rstrip()) for line in text.text.split("\n")]
        return [("0", comment) for _, comment in text.comments]

    def _keep(self, game: Game, plain: bool) -> Iterator[Game]:
        """The record of a game, once it is known that one is needed: then all before it are."""
        if plain and self.waiting is not None and len(self.waiting) < DEFERRED:
            self.waiting.append(game)
            return
        yield from self.waiting or ()
        self.waiting = None
        yield game

    def placed(self, result: Result) -> tuple[Result, bool]:
        """A result with a place of its own and True, or the same one that was read before.

        The file may not say where a board was played: results that would then replace each other
        are told apart by a table's number.
        """
        before = self.results.setdefault(_standing_key(result), [])
        if result.table is not None or result.pair_ns is not None:
            for other in before:
                if _same(result, other):
                    return other, False
        if before:
            result.table = (result.table or len(before)) + 1
            while _standing_key(result) in self.results:
                result.table += 1
            self.results[_standing_key(result)] = [result]
        before.append(result)
        return result, True


def _apart(text: Text) -> Iterator[Text]:
    """The games of a block in which blank lines are missing: each has its own board or deal."""
    ends = [at for at, tag in enumerate(text.tags) if tag.name in ("Board", "Deal")]
    seen: dict[str, str] = {}
    starts = [0]
    for number, tag in enumerate(text.tags):
        if tag.name in seen and tag.name != "Note":
            after = ends[bisect_left(ends, number) :][:1]
            if after:
                other = text.tags[after[0]]
                if other.name in seen and seen[other.name] != other.value:
                    starts.append(tag.at)
                    seen = {}
        seen.setdefault(tag.name, tag.value)
    if len(starts) == 1:
        yield text
        return
    for start, end in zip(starts, [*starts[1:], len(text.text)], strict=True):
        yield parts(text.text[start:end].rstrip("\n"), text.line_at(start))


def _section(text: str) -> int | None:
    """The section that an option names, by letter or id."""
    if not text:
        return None
    from bmconv.event import find_section

    return find_section(text, ())


def _standing_key(result: Result) -> tuple[int | None, ...]:
    """What a result stands for, see Event.standing_results."""
    place = (result.section, result.table, result.round, result.board)
    if result.table is None and result.round is None:
        return (*place, result.pair_ns, result.pair_ew)
    return place


def _same(result: Result, other: Result) -> bool:
    names = ("pair_ns", "pair_ew", "declarer", "contract", "result")
    return all(getattr(result, name) == getattr(other, name) for name in names)

"""The PBN reader: the games of a file, one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bmconv.codecs import Options
from bmconv.codecs.pbn.facts import HEADER
from bmconv.codecs.pbn.file import File
from bmconv.codecs.pbn.game import records_of
from bmconv.codecs.pbn.quick import quick
from bmconv.codecs.pbn.text import Blocks, Text, is_embedding, parts
from bmconv.errors import BadInput
from bmconv.notes import Notes
from bmconv.records import Game, Record
from bmconv.source import Source

DEFERRED = 10_000
"""So many games may wait for one that needs a record of its own."""


class Reader:
    """Turns the games of one file into records."""

    def __init__(self, source: Source, options: Options, notes: Notes) -> None:
        texts = source.text_blocks(options["encoding"])
        if b"<pbn>" in source.head().lower():
            texts = _embedded(source.text_lines(options["encoding"]), source, notes)
        self.blocks = Blocks(texts)
        self.file = File(source.name, _section(options["section"]), notes)
        self.strange = False
        """Whether there is text that is neither tag nor comment."""

    def read(self) -> Iterator[Record]:
        """All records."""
        file = self.file
        before: list[tuple[str, str]] = []
        last: tuple[Game, bool] | None = None
        found = export = False
        for start, block in self.blocks:
            easy = quick(file, block) if last is not None and not before else None
            if easy is not None and last is not None:
                if file.waiting is None:
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
                last = yield from records_of(file, text, before, first)
                if first:
                    export = HEADER[1] in [line for _, line in last[0].comments or ()]
                before = []
        if not found and (self.strange or any(text[0] == "{" for _, text in before)):
            raise BadInput(file.name, "no PBN in it", 'tags as [Board "1"]')
        if last is not None:
            game, plain = last
            if export and self.blocks.blank_end:
                game.comments, plain = [*(game.comments or []), ("end", "")], False
            yield from self._keep(game, plain)
        if before:
            yield from self._keep(Game(comments=before), False)

    def _loose(self, text: Text) -> list[tuple[str, str]]:
        """The comments of a block without tags, its text among them."""
        self.strange = self.strange or bool(text.faults or text.stray)
        for at, what in text.faults:
            self.file.tell(text, "bad-text", at, what)
        if text.stray:
            self.file.tell(text, "stray-text", text.stray[0].at, text.stray[0].text[:40])
            return [("0", f"; {line}".rstrip()) for line in text.text.split("\n")]
        return [("0", comment) for _, comment in text.comments]

    def _keep(self, game: Game, plain: bool) -> Iterator[Game]:
        """The record of a game, once it is known that one is needed: then all before it are."""
        waiting = self.file.waiting
        if plain and waiting is not None and len(waiting) < DEFERRED:
            waiting.append(game)
            return
        yield from waiting or ()
        self.file.waiting = None
        yield game


def _embedded(lines: Iterable[str], source: Source, notes: Notes) -> Iterator[str]:
    """The lines between the marks of PBN inside another document; blank ones for the others."""
    inside = False
    for line in lines:
        if is_embedding(line):
            inside = "/" not in line
        yield (line if inside and not is_embedding(line) else "") + "\n"
    text = "document{s} of which only what stands between <PBN> and </PBN> is read"
    notes.repair("embedded", source.name, text)


def _apart(text: Text) -> Iterator[Text]:
    """The games of a block in which blank lines are missing: each has its own board or deal.

    A game begins at a tag that comes again, if a board or deal that comes again follows. The very
    same board or deal twice in a row is one.
    """
    kept = [tag for tag in text.tags if tag.name != "Note"]
    ends = [at for at, tag in enumerate(kept) if tag.name in ("Board", "Deal")]
    seen: set[str] = set()
    starts, end, last = [0], 0, None
    for number, tag in enumerate(kept):
        while end < len(ends) and ends[end] < number:
            end += 1
        after = kept[ends[end]] if tag.name in seen and end < len(ends) else None
        twice = last is not None and tag[:2] == last[:2]
        if after is not None and after.name in seen and not twice:
            starts.append(tag.at)
            seen = set()
        seen.add(tag.name)
        last = tag
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

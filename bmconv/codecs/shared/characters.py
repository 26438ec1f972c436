"""Text on its way out: one encoder for the whole output, and a note for what it cannot write."""

from __future__ import annotations

import codecs
from collections.abc import Callable, Iterable
from itertools import islice

from bmconv.notes import Notes
from bmconv.sink import Output


class TextSink:
    """Lines of text into a sink; a character the encoding lacks is written as a question mark."""

    def __init__(self, sink: Output, encoding: str, notes: Notes) -> None:
        self.errors = "bmconv-c1" if encoding == "cp1252" else "strict"
        self.encoder = codecs.getincrementalencoder(encoding)(self.errors)
        self.encode = self.encoder.encode
        self.sink = sink
        self.encoding = encoding
        self.notes = notes
        self.lines = 0

    def write(self, text: str) -> None:
        """Write some whole lines."""
        try:
            data = self.encode(text)
        except UnicodeEncodeError:
            if not self.lines:
                self.encoder.reset()  # it may have begun with a byte order mark
            data = self.encode(self._replaced(text))
        self.sink.write(data)
        self.lines += text.count("\n")

    def _replaced(self, text: str) -> str:
        """Lines with question marks where the encoding lacks a character."""
        lines = text.split("\n")
        for at, line in enumerate(lines):
            lost = [c for c in dict.fromkeys(line) if not self._has(c)]
            if lost:
                told = f"line{{s}} with a character that {self.encoding} lacks, written as ?"
                place = f"line {self.lines + at + 1}: {lost[0]!r}"
                self.notes.loss("character-replaced", place, told)
                lines[at] = line.translate({ord(c): "?" for c in lost})
        return "\n".join(lines)

    def _has(self, character: str) -> bool:
        try:
            character.encode(self.encoding, self.errors)
        except UnicodeEncodeError:
            return False
        return True


class CsvLines:
    """A file for the csv module, which takes its lines with another end.

    The module is to end them with CRLF: only then it quotes a lone carriage return in a cell.
    """

    def __init__(self, take: Callable[[str], object], end: str) -> None:
        self.take = take
        self.end = end

    def write(self, line: str) -> None:
        """Take a line."""
        self.take(line[:-2] + self.end)


def write_lines(lines: Iterable[str], sink: Output, encoding: str, notes: Notes) -> None:
    """Lines as Windows programs of the field write them: with CRLF, in cp1252 unless said."""
    text = TextSink(sink, encoding or "cp1252", notes)
    lines = iter(lines)
    while block := list(islice(lines, 256)):
        text.write("\r\n".join(block) + "\r\n")

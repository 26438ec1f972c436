"""Encoding of text output: one encoder for the whole output, with notes on lost characters."""

import codecs
from collections.abc import Callable, Iterable
from functools import cached_property
from itertools import islice

from bmconv.io.sink import Output
from bmconv.notes import Notes


class TextSink:
    """Writes lines of text; notes characters that the encoding lacks, and writes them as `?`."""

    def __init__(self, sink: Output, encoding: str, notes: Notes) -> None:
        self.errors = "bmconv-c1" if encoding == "cp1252" else "strict"
        self.sink, self.encoding, self.notes = sink, encoding, notes
        self.lines = 0

    @cached_property
    def encoder(self) -> codecs.IncrementalEncoder:
        """The encoder of all lines that need one; it writes a byte order mark only once."""
        return codecs.getincrementalencoder(self.encoding)(self.errors)

    def write(self, text: str) -> None:
        """Write one or more complete lines."""
        try:
            if self.encoding == "cp1252" and text.isascii():
                data = text.encode("ascii")  # the same bytes, much faster
            else:
                data = self.encoder.encode(text)
        except UnicodeEncodeError:
            if not self.lines:
                self.encoder.reset()  # else the byte order mark could be lost
            data = self.encoder.encode(self._replace_missing(text))
        self.sink.write(data)
        self.lines += text.count("\n")

    def write_utf8(self, lines: bytes) -> None:
        """Write complete lines that are UTF-8 already."""
        if self.lines and self.encoding in ("utf-8", "utf-8-sig"):
            self.sink.write(lines)
        else:
            self.write(lines.decode())

    def _replace_missing(self, text: str) -> str:
        """The lines with question marks for characters that the encoding lacks, which are noted."""
        lines = text.split("\n")
        for at, line in enumerate(lines):
            lost = [c for c in dict.fromkeys(line) if not self._has(c)]
            if lost:
                message = f"line{{s}} with a character that {self.encoding} lacks, written as ?"
                place = f"line {self.lines + at + 1}: {lost[0]!r}"
                self.notes.loss("character-replaced", place, message)
                lines[at] = line.translate({ord(c): "?" for c in lost})
        return "\n".join(lines)

    def _has(self, character: str) -> bool:
        try:
            character.encode(self.encoding, self.errors)
        except UnicodeEncodeError:
            return False
        return True


class CsvLines:
    """A file object for the csv module that changes the line ends.

    The module must use CRLF, because only then does it quote a lone carriage return in a cell.
    """

    def __init__(self, take: Callable[[str], object], end: str) -> None:
        self.take = take
        self.end = end

    def write(self, line: str) -> None:
        """Pass a line on with the chosen end."""
        self.take(line[:-2] + self.end)


def write_lines(lines: Iterable[str], sink: Output, encoding: str, notes: Notes) -> None:
    """Write lines as Windows programs do: with CRLF, in cp1252 unless another encoding is given."""
    text = TextSink(sink, encoding or "cp1252", notes)
    lines = iter(lines)
    while block := list(islice(lines, 256)):
        text.write("\r\n".join(block) + "\r\n")


def delimiter_of(line: str) -> str:
    """The delimiter of a line: semicolon, tab or comma, whichever is most frequent."""
    return max(";\t,", key=line.count)

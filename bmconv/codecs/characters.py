"""Text on its way out: one encoder for the whole output, and a note for what it cannot write."""

from __future__ import annotations

import codecs

from bmconv.notes import Notes
from bmconv.sink import Sink


class TextSink:
    """Lines of text into a sink; a character the encoding lacks is written as a question mark."""

    def __init__(self, sink: Sink, encoding: str, notes: Notes) -> None:
        errors = "bmconv-c1" if encoding == "cp1252" else "strict"
        self.encode = codecs.getincrementalencoder(encoding)(errors).encode
        self.sink = sink
        self.encoding = encoding
        self.notes = notes
        self.lines = 0

    def write(self, text: str) -> None:
        """Write some whole lines."""
        try:
            data = self.encode(text)
        except UnicodeEncodeError:
            data = self._replaced(text)
        self.sink.write(data)
        self.lines += text.count("\n")

    def _replaced(self, text: str) -> bytes:
        """Lines with question marks where the encoding lacks a character."""
        for number, line in enumerate(text.split("\n"), self.lines + 1):
            try:
                line.encode(self.encoding)
            except UnicodeEncodeError as error:
                lost = error.object[error.start]
                told = f"line{{s}} with a character that {self.encoding} lacks, written as ?"
                self.notes.loss("character-replaced", f"line {number}: {lost!r}", told)
        return text.encode(self.encoding, "replace")

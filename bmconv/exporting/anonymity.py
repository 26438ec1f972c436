"""Pseudonyms for a whole dataset: for people in records, and for every path, label and message.

Files get their pseudonyms as soon as they are found, and records before they become rows, so
that no real name reaches a target, its ledger or a note. Nothing in a dataset helps to
reverse them: the key is never stored, and hashes of files and folders are made with it.
"""

import os
import re
from collections.abc import Iterator
from hashlib import blake2b
from typing import NamedTuple

from bmconv.exporting.archive import FoundFile, Label, name_below
from bmconv.filters.key_files import read_key
from bmconv.filters.keyed_pseudonyms import SYLLABLES
from bmconv.records import Error, Record
from bmconv.registry import ARCHIVES, OWN

ONE_RUN = "without a key"
"""The stored setting --anonymise if the pseudonyms were made for a single run."""
CLUB = "club"
"""The label with the club of a file, in which its player numbers are valid."""
_PLAIN = re.compile(r"(?:(?!\d{5})[\W\d_])*")
"""Parts of a path that are kept: numbers of up to four digits, such as those in dates."""
_ENDINGS = {*ARCHIVES, *(ending for entry in OWN.values() for ending in entry.extensions)}


class Anonymity(NamedTuple):
    """What a run needs to replace names with pseudonyms."""

    key: bytes
    lasting: bool
    """Whether the key comes from a file, so that later runs can use it too."""
    labels: list[Label]
    base: str = ""
    """The folder that file names are relative to."""

    @property
    def setting(self) -> str:
        """The value that the dataset stores about the key, to recognise it in later runs."""
        return self.mark("key") if self.lasting else ONE_RUN

    def mark(self, text: str) -> str:
        """Six syllables for a text, which nobody can derive from it without the key."""
        data = text.encode("utf-8", "surrogatepass")
        number = int.from_bytes(blake2b(data, key=self.key).digest(), "big")
        parts = []
        for _ in range(6):
            number, index = divmod(number, len(SYLLABLES))
            parts.append(SYLLABLES[index])
        return "-".join(parts)

    def rename_files(self, files: Iterator[FoundFile]) -> Iterator[FoundFile]:
        """The files, with pseudonyms in place of their names."""
        return (FoundFile(path, self.name(name)) for path, name in files)

    def name(self, name: str) -> str:
        """The pseudonym of a path, part by part; known endings and short numbers are kept."""
        return re.sub("[^/#]+", lambda part: self._part(part[0]), name)

    def _part(self, part: str) -> str:
        stem, ending = os.path.splitext(part)
        if ending.lower() not in _ENDINGS:
            stem, ending = part, ""
        return part if _PLAIN.fullmatch(stem) else self.mark(f"path {stem}") + ending

    def records(self, path: str, records: list[Record]) -> list[Record]:
        """The records of a file with every text replaced that may name a person."""
        from bmconv.filters.anonymise import anonymise  # slow to import, seldom needed

        name = name_below(self.base, path)
        club = next((label.text(name) for label in self.labels if label.column == CLUB), None)
        mask = anonymise(lambda: iter(records), self.key, club)
        return [record if isinstance(record, Error) else mask.edit(record) for record in records]


def make_anonymity(key_file: str | None, labels: list[Label]) -> Anonymity:
    """Pseudonyms made with the key in a file; without one, with a key for this run only."""
    key = read_key(key_file) if key_file else os.urandom(64)
    return Anonymity(key, key_file is not None, labels)

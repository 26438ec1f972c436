"""bmconv anonymise: invented names and numbers, same shape, for bug reports."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import click

from bmconv.bridge.outcomes import is_special
from bmconv.cli.job import FILTER, Job, options
from bmconv.records import TYPES, Library, Player, Record

NAMES = ("name", "first_name", "last_name", "computer", "club_id", "data_folder")
"""Fields with text of people's own; every word and number of theirs is replaced."""

SPREAD = 104729
"""A prime that has nothing in common with the numbers of letters to choose from."""

_WORD = re.compile(r"(\d+)|[^\W\d_]+")
_GUID = re.compile("[0-9A-F]{32}")
_TECHNICAL_TAGS = {
    *("Date", "EventDate", "Time", "UTCDate", "UTCTime", "Board", "Dealer", "Vulnerable", "Deal"),
    *("Scoring", "Declarer", "Contract", "Result", "Score", "ScoreIMP", "ScoreMP", "Auction"),
    *("ScorePercentage", "DoubleDummyTricks", "Ability", "Minimax", "ParContract", "Play"),
    *("Competition", "Room", "Round", "Section", "Stage", "Table", "PairNS", "PairEW", "Hidden"),
}
"""Tags of a PBN game that tell of cards and scores; any other may tell of people."""


@options(*FILTER)
@click.command("anonymise")
def command(job: Job) -> None:
    """Replace names, player numbers, guids, PIN codes, free text and the numbers in it by invented
    ones of the same shape and length, the same one for the same one everywhere. Results, movement
    and dates stay; so do letters outside ASCII, because they are what bugs like.

    \b
      bmconv anonymise night.bws -o for-the-report.bws
    """
    job.filter((kind for kind in TYPES if kind != "error"), Mask().edit)


class Mask:
    """Words and numbers with what stands for them, made in the order of their appearance."""

    def __init__(self) -> None:
        self.words: dict[str, str] = {}
        self.numbers: dict[str, str] = {}
        self.guids: dict[str, str] = {}
        self.made: dict[int, int] = {}
        """How many words there are by length, and how many numbers by minus their length."""

    def edit(self, record: Record) -> Record:
        for field in record.__struct_fields__:
            value = getattr(record, field)
            if value:
                setattr(record, field, self._masked(record, field, value))
        return record

    def _masked(self, record: Record, field: str, value: Any) -> Any:
        if field in NAMES:
            return self.text(value)
        if field == "number" and isinstance(value, str):
            return self.number(value)
        if field == "id" and isinstance(record, Player):
            return int(self.number(str(value)))
        if field == "guid":
            return self.guid(value)
        if field == "remarks":
            return value if is_special(value) else self.text(value)
        if field == "names":
            return [self.text(name) for name in value]
        if field == "tags":
            return [(name, *map(self._tag_masker(name), text)) for name, *text in value]
        if field == "sections":  # words in quotes are names
            return [
                (number, name, [self.text(w) if w.startswith('"') else w for w in words])
                for number, name, words in value
            ]
        if field == "comments":
            return [(where, self.text(comment)) for where, comment in value]
        if field == "extra" and not isinstance(record, Library):  # whose index is no person's
            return self.anything(value)
        if field == "values":
            return {k: "0000" if k.upper().endswith("PINCODE") else v for k, v in value.items()}
        return value

    def _tag_masker(self, name: str) -> Callable[[str], str]:
        technical = name in _TECHNICAL_TAGS or name.endswith("Table")
        return str if technical else self.text

    def anything(self, value: Any) -> Any:
        """What somebody keeps beside the fields, however deep."""
        if isinstance(value, dict):
            return {name: self.anything(inner) for name, inner in value.items()}
        if isinstance(value, list):
            return [self.anything(inner) for inner in value]
        if isinstance(value, str):
            return self.guid(value) if _GUID.fullmatch(value) else self.text(value)
        whole = isinstance(value, int) and not isinstance(value, bool)
        return int(self.number(str(value))) if whole else value

    def guid(self, guid: str) -> str:
        """A guid that is a number, counted."""
        return self.guids.setdefault(guid, f"{len(self.guids) + 1:032X}")

    def text(self, text: str) -> str:
        """Text with every word and every number replaced."""

        def masked(match: re.Match[str]) -> str:
            return self.number(match[0]) if match[1] else self.word(match[0])

        return _WORD.sub(masked, text)

    def word(self, word: str) -> str:
        """A word of the same length and capitals that can be spoken."""
        key = "".join(c if len(c.lower()) > 1 else c.lower() for c in word)
        if key not in self.words:
            self.words[key] = self._new_word(key)
        new = self.words[key]
        return "".join(n.upper() if w.isupper() else n for n, w in zip(new, word, strict=True))

    def _new_word(self, word: str) -> str:
        number = self.made[len(word)] = self.made.get(len(word), -1) + 1
        number *= SPREAD
        letters = []
        for place, letter in enumerate(word):
            choice = "aeiou" if place % 2 else "bdfgklmnprstvz"
            number, index = divmod(number, len(choice))
            letters.append(choice[index] if letter.isascii() else letter)
        return "".join(letters)

    def number(self, number: str) -> str:
        """A number of the same length, its leading zeros and letters kept."""
        if number not in self.numbers:
            digits = "".join(c for c in number if c.isdigit()).lstrip("0")
            count = self.made[-len(digits)] = self.made.get(-len(digits), -1) + 1
            new = iter(str(10 ** max(len(digits) - 1, 0) + count)[-len(digits) :] if digits else "")
            zeros = sum(c.isdigit() for c in number) - len(digits)
            made = ""
            for c in number:
                if c.isdigit() and zeros:
                    zeros -= 1
                elif c.isdigit():
                    c = next(new)
                made += c
            self.numbers[number] = made
        return self.numbers[number]

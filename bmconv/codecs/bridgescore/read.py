"""Reads BridgeScore's traveller file, and says of every bad line what is wrong with it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import permutations

from bmconv.bridge.boards import vulnerability
from bmconv.bridge.contracts import STRAINS, Contract
from bmconv.bridge.movements import MOST
from bmconv.bridge.scores import score
from bmconv.codecs import Options
from bmconv.errors import BadInput, DataError
from bmconv.notes import Notes
from bmconv.records import Record, Result, Section
from bmconv.source import DOS_END, Source

NUMBERS = ("boards", "N-S pairs", "E-W pairs")
_NUMBER = re.compile(r"[+-]?\d{1,9}")
_ORDER = "board, N-S pair, E-W pair, score"


def read(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """A section and its results, unless a line is bad."""
    reader = _Reader(source.name, notes)
    results = reader.read(source.text_lines(options["encoding"]))
    if reader.bad:
        lines = ", ".join(map(str, reader.bad[:10])) + (" ..." if len(reader.bad) > 10 else "")
        what = f"errors in line{'s' if len(reader.bad) > 1 else ''} {lines}"
        raise DataError(f"{source.name}: {what}; nothing was read")
    boards, ns_pairs, ew_pairs = reader.counts
    yield Section(
        id=1,
        letter="A",
        derived=True,
        winners=2,
        boards=boards,
        ns_pairs=ns_pairs,
        ew_pairs=ew_pairs,
    )
    yield from results


class _Reader:
    """Reads the lines of a file, and remembers which are bad."""

    def __init__(self, name: str, notes: Notes) -> None:
        self.name = name
        self.notes = notes
        self.line = 0
        self.counts: list[int] = []
        self.bad: list[int] = []
        self.seated: set[tuple[int, str, int]] = set()

    def read(self, lines: Iterable[str]) -> list[Result]:
        """All results; what stands around them is noted."""
        results: list[Result] = []
        ended = False
        for line in lines:
            self.line += 1
            words = line.partition(DOS_END)[0].split()
            if not words:
                continue
            if ended:
                self._repair("junk-after-end", "line{s} after the end left out")
            elif words[0].lower() == "end" and len(self.counts) == 3:
                ended = True
                if len(words) > 1:
                    self._repair("junk-after-end", "line{s} after the end left out")
            elif len(self.counts) < 3:
                self._count(words, line)
            else:
                result = self._result(words)
                if result:
                    results.append(result)
        if len(self.counts) < 3:
            missing = NUMBERS[len(self.counts)]
            raise BadInput(f"{self.name}:{self.line}", f"no number of {missing}", "three numbers")
        if not ended:
            self._repair("no-end", "file{s} without `end`")
        return results

    def _count(self, words: list[str], line: str) -> None:
        """One of the three numbers at the head; before them, anything may stand."""
        if len(words) > 1 or not words[0].isdecimal():
            if self.counts or all(map(_NUMBER.fullmatch, words)):
                expected = f"the number of {NUMBERS[len(self.counts)]}"
                raise BadInput(f"{self.name}:{self.line}", repr(line.strip()[:40]), expected)
            self._repair("junk-before", "line{s} before the first number left out")
            return
        number = int(words[0][:9])
        if not 1 <= number <= MOST:
            what = f"{words[0][:12]} {NUMBERS[len(self.counts)]}"
            raise BadInput(f"{self.name}:{self.line}", what, f"1 to {MOST}")
        self.counts.append(number)
        if len(self.counts) == 3 and self.counts[2] not in (self.counts[1], self.counts[1] + 1):
            text = "file{s} with a number of E-W pairs other than N-S, or one more"
            self._repair("pair-counts", text)

    def _result(self, words: list[str]) -> Result | None:
        """The result on a line, or None and a note of what is wrong with it."""
        if not all(map(_NUMBER.fullmatch, words)):
            self._error("rogue-characters", "line{s} with something other than numbers")
            return None
        if len(words) != 4:
            if len(words) == 3:
                self._error("missing-score", "line{s} without a score")
            else:
                self._error("wrong-count", f"line{{s}} without the four numbers {_ORDER}")
            return None
        numbers = tuple(map(int, words))
        if not self._fits(numbers):
            self._misfit(numbers)
            return None
        board, ns, ew, points = numbers
        seats = {(board, "NS", ns), (board, "EW", ew)}
        if seats & self.seated:
            self._error("pair-twice", "line{s} with a pair that has played the board")
            return None
        self.seated |= seats
        if points not in possible_scores(vulnerability(board)):
            text = "score{s} that no contract gives at the board's vulnerability"
            self._repair("score-vulnerability", text)
        return Result(section=1, board=board, pair_ns=ns, pair_ew=ew, score=points)

    def _misfit(self, numbers: tuple[int, ...]) -> None:
        """Say why four numbers are no result."""
        if numbers[3] not in possible_scores() and any(map(self._fits, permutations(numbers))):
            self._error("wrong-order", f"line{{s}} in another order than {_ORDER}")
        elif not 1 <= numbers[0] <= self.counts[0]:
            self._error("undeclared-board", "line{s} with a board that is not declared")
        elif numbers[3] in possible_scores():
            self._error("undeclared-pair", "line{s} with a pair that is not declared")
        else:
            self._error("impossible-score", "score{s} that no contract gives")

    def _fits(self, numbers: tuple[int, ...]) -> bool:
        """Whether four numbers are a result in this order."""
        places = zip(numbers, self.counts, strict=False)
        return numbers[3] in possible_scores() and all(
            1 <= number <= most for number, most in places
        )

    def _error(self, code: str, text: str) -> None:
        self.bad.append(self.line)
        self.notes.error(code, f"{self.name}:{self.line}", text)

    def _repair(self, code: str, text: str) -> None:
        self.notes.repair(code, f"{self.name}:{self.line}", text)


@cache
def possible_scores(vulnerable: str = "") -> frozenset[int]:
    """All N-S scores that contracts give, with this vulnerability or ever."""
    if not vulnerable:
        return frozenset().union(*map(possible_scores, ("None", "NS", "EW", "All")))
    ns, ew = (_scores(vulnerable in (side, "All")) for side in ("NS", "EW"))
    return frozenset({0, *ns, *(-points for points in ew)})


def _scores(vulnerable: bool) -> Iterator[int]:
    """The scores of a declaring side."""
    for level in range(1, 8):
        for strain in STRAINS:
            for doubled in range(3):
                for tricks in range(14):
                    yield score(Contract(level, strain, doubled), tricks - level - 6, vulnerable)

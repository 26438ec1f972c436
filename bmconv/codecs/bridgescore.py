"""BridgeScore's traveller file: results typed from the travellers, to be matchpointed.

Three lines with the numbers of boards, N-S pairs and E-W pairs, then a line per result with board,
N-S pair, E-W pair and N-S's score, and at last the word `end`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from itertools import permutations

from bmconv.bridge.boards import vulnerability
from bmconv.bridge.contracts import STRAINS, Contract
from bmconv.bridge.outcomes import Kind, entered, score_of
from bmconv.bridge.scores import score
from bmconv.codecs import Format, Option, Options
from bmconv.errors import BadInput, DataError, UsageError
from bmconv.event import Event
from bmconv.notes import Notes
from bmconv.ranking.places import MOST
from bmconv.ranking.plays import Layout
from bmconv.records import Record, Result, Section
from bmconv.sink import Sink
from bmconv.source import Source

INFO = Format(
    "BridgeScore's traveller file",
    holds={
        "section": ("id", "letter", "derived", "winners", "boards", "ns_pairs", "ew_pairs"),
        "result": ("section", "board", "pair_ns", "pair_ew", "score"),
    },
    consults=("hand", "round", "table"),
    encoding="utf-8",
    options=(
        Option("report", "write BridgeScore's report on it instead", False, writes=True),
        Option("section", "which section, by letter or id, where there are several", writes=True),
    ),
)

NUMBERS = ("boards", "N-S pairs", "E-W pairs")
_NUMBER = re.compile(r"[+-]?\d{1,9}")
_ORDER = "board, N-S pair, E-W pair, score"


def probe(head: bytes, name: str) -> int:
    """Three numbers on lines of their own, then lines of four."""
    rows = [line.split() for line in head.decode("latin-1").splitlines() if line.strip()]
    start = next((at for at, row in enumerate(rows) if _is_count(row)), len(rows))
    if not all(map(_is_count, rows[start : start + 3])) or len(rows) < start + 3:
        return 0
    after = rows[start + 3] if len(rows) > start + 3 else ["end"]
    fits = after[0].lower() == "end" or all(map(_NUMBER.fullmatch, after))
    return (80 if len(after) == 4 else 60) - (20 if start else 0) if fits else 0


def _is_count(row: list[str]) -> bool:
    return len(row) == 1 and row[0].isdecimal()


def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """A section and its results; a file with any error is not read at all, every one is told."""
    reader = _Reader(source, notes)
    results = reader.read(source.text_lines(options["encoding"]))
    if reader.bad:
        lines = ", ".join(map(str, reader.bad[:10])) + (" ..." if len(reader.bad) > 10 else "")
        what = f"errors in line{'s' if len(reader.bad) > 1 else ''} {lines}"
        raise DataError(f"{source.name}: {what}; nothing was read")
    section = Section(id=1, letter="A", derived=True, winners=2)
    section.boards, section.ns_pairs, section.ew_pairs = reader.counts
    yield section
    yield from results


class _Reader:
    """Reads the lines of a file, and remembers which are bad."""

    def __init__(self, source: Source, notes: Notes) -> None:
        self.name = source.name
        self.notes = notes
        self.line = 0
        self.counts: list[int] = []
        self.bad: list[int] = []
        self.seated: set[tuple[int, str, int]] = set()
        self.possible, self.by_vulnerability = _possible_scores()

    def read(self, lines: Iterable[str]) -> list[Result]:
        """All results; what stands around them is noted."""
        results: list[Result] = []
        ended = False
        for line in lines:
            self.line += 1
            words = line.split()
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
        if not _is_count(words):
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
        if points not in self.by_vulnerability[vulnerability(board)]:
            text = "score{s} that no contract gives at the board's vulnerability"
            self._repair("score-vulnerability", text)
        return Result(section=1, board=board, pair_ns=ns, pair_ew=ew, score=points)

    def _misfit(self, numbers: tuple[int, ...]) -> None:
        """Say why four numbers are no result."""
        if numbers[3] not in self.possible and any(map(self._fits, permutations(numbers))):
            self._error("wrong-order", f"line{{s}} in another order than {_ORDER}")
        elif not 1 <= numbers[0] <= self.counts[0]:
            self._error("undeclared-board", "line{s} with a board that is not declared")
        elif numbers[3] in self.possible:
            self._error("undeclared-pair", "line{s} with a pair that is not declared")
        else:
            self._error("impossible-score", "score{s} that no contract gives")

    def _fits(self, numbers: tuple[int, ...]) -> bool:
        """Whether four numbers are a result in this order."""
        places = zip(numbers, self.counts, strict=False)
        return numbers[3] in self.possible and all(1 <= number <= most for number, most in places)

    def _error(self, code: str, text: str) -> None:
        self.bad.append(self.line)
        self.notes.error(code, f"{self.name}:{self.line}", text)

    def _repair(self, code: str, text: str) -> None:
        self.notes.repair(code, f"{self.name}:{self.line}", text)


def _possible_scores() -> tuple[set[int], dict[str, set[int]]]:
    """All scores that contracts give: ever, and by who is vulnerable."""
    by_side: dict[bool, set[int]] = {}
    for vulnerable in (False, True):
        by_side[vulnerable] = {
            score(Contract(level, strain, doubled), tricks - level - 6, vulnerable)
            for level in range(1, 8)
            for strain in STRAINS
            for doubled in range(3)
            for tricks in range(14)
        }
    by_vulnerability = {}
    for who in ("None", "NS", "EW", "All"):
        ns, ew = by_side[who in ("NS", "All")], by_side[who in ("EW", "All")]
        by_vulnerability[who] = ns | {-points for points in ew} | {0}
    return set().union(*by_vulnerability.values()), by_vulnerability


def encode(records: Iterable[Record], sink: Sink, options: Options, notes: Notes) -> None:
    """The results that stand in one section, or the report on them."""
    event = Event(records, notes)
    id = _chosen(event, options["section"])
    winners = Layout(event, {}, "section", None).winners(id)
    if winners.number == 1:
        where = f"section {event.letter(id)} has one winner ({winners.reason})"
        raise DataError(f"{where}: BridgeScore ranks N-S and E-W apart")
    results = _held(event, id, notes)
    section = _declared(event.section(id) or Section(), results)
    if not section.boards:
        raise DataError(f"section {event.letter(id)} has no results for BridgeScore")
    for line in _report(section, results) if options["report"] else _lines(section, results):
        sink.write(f"{line}\n".encode(options["encoding"] or "utf-8"))


def _chosen(event: Event, text: str) -> int:
    """The section to write."""
    if text:
        return event.section_id(text)
    sections = {result.section or 0 for result in event.standing_results()}
    sections = sections or {section.id or 0 for section in event.of(Section)}
    if len(sections) > 1:
        letters = ", ".join(event.letter(section) for section in sorted(sections))
        raise UsageError(f"BridgeScore holds one section, here are {letters}: say which (section)")
    return sections.pop() if sections else 1


def _held(event: Event, section: int, notes: Notes) -> list[Result]:
    """The results of a section as far as the format holds them: two pairs and a score."""
    standing = {id(result): result for result in event.standing_results()}
    held: list[Result] = []
    seated: set[tuple[int | None, str, int | None]] = set()
    possible, _ = _possible_scores()
    for result in event.of(Result):
        if (result.section or 0) != section:
            notes.loss("section-lost", event.place(result), "result{s} of other sections left out")
            continue
        if id(result) not in standing:
            notes.loss(
                "history-lost", event.place(result), "result{s} left out: no longer standing"
            )
            continue
        what = entered(result)
        points = score_of(what, result.board, event.vulnerability(section, result.board or 1))
        points = result.score if what.kind is Kind.UNKNOWN else points
        seats = {(result.board, "NS", result.pair_ns), (result.board, "EW", result.pair_ew)}
        if what.wrong_direction:
            notes.loss("switched-lost", event.place(result), "switched result{s} left out")
        elif points is None:
            code = f"{what.kind.value.replace(' ', '-')}-lost"
            text = f"result{{s}} left out: {what.kind.value}, without a score"
            notes.loss(code, event.place(result), text)
        elif not _numbered(result) or points not in possible:
            text = "result{s} left out: no board, no pair, or a score that no contract gives"
            notes.loss("result-lost", event.place(result), text)
        elif seats & seated:
            text = "result{s} left out: a pair has played the board before"
            notes.loss("pair-twice", event.place(result), text)
        else:
            seated |= seats
            plain = Result(section=1, board=result.board, score=points)
            plain.pair_ns, plain.pair_ew = result.pair_ns, result.pair_ew
            held.append(plain)
    return held


def _numbered(result: Result) -> bool:
    """Whether board and pairs have numbers that a file may have."""
    numbers = (result.board or 0, result.pair_ns or 0, result.pair_ew or 0)
    return all(1 <= number <= MOST for number in numbers)


def _declared(known: Section, results: list[Result]) -> Section:
    """The section with its three numbers: as it says, but no fewer than the results need."""
    said = [number if 0 < (number or 0) <= MOST else 0 for number in _counts(known)]
    return Section(
        id=1,
        letter=known.letter,
        winners=2,
        boards=max([said[0] or 0, *(result.board or 0 for result in results)]),
        ns_pairs=max([said[1] or 0, *(result.pair_ns or 0 for result in results)]),
        ew_pairs=max([said[2] or 0, *(result.pair_ew or 0 for result in results)]),
    )


def _counts(section: Section) -> tuple[int | None, ...]:
    return (section.boards, section.ns_pairs, section.ew_pairs)


def _lines(section: Section, results: list[Result]) -> Iterator[str]:
    """The lines of the traveller file."""
    for count in _counts(section):
        yield str(count)
    for result in results:
        yield f"{result.board} {result.pair_ns} {result.pair_ew} {result.score}"
    yield "end"


def _report(section: Section, results: list[Result]) -> Iterator[str]:
    from bmconv.codecs.bridgescore_report import lines
    from bmconv.ranking import rank

    yield from lines(rank(Event([section, *results]), {"name": "bridgescore"}))

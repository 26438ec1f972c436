"""BridgeScore's traveller file: results typed from the travellers, to be matchpointed.

Three lines with the numbers of boards, N-S pairs and E-W pairs, then a line per result with board,
N-S pair, E-W pair and N-S score, and finally the word `end`.
"""

import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import permutations, product
from typing import Any

from bmconv.bridge.boards import vulnerability
from bmconv.bridge.contracts import STRAINS, Contract
from bmconv.bridge.movements import MOST
from bmconv.bridge.outcomes import entered_outcome, known_score
from bmconv.bridge.scores import score
from bmconv.codecs import Codec, Format, Options, write_option
from bmconv.errors import BadInput, DataError, Flag, UsageError, Wording
from bmconv.event import Event
from bmconv.io.sink import Output
from bmconv.io.source import DOS_END, Source
from bmconv.notes import Notes
from bmconv.records import Record, Result, Section

_COUNTS = ("boards", "ns_pairs", "ew_pairs")

INFO = Format(
    "BridgeScore's traveller file",
    holds={
        "section": ("id", "letter", "derived", "winners", *_COUNTS),
        "result": ("section", "board", "pair_ns", "pair_ew", "score"),
    },
    consults=("hand", "round", "table"),
    encoding="utf-8",
    options=(
        write_option(
            "file",
            "which file to write: the travellers, or the report that BridgeScore prints",
            "travellers",
            ("travellers", "report"),
        ),
        write_option(
            "section",
            "only this section, by letter or id, if there are several",
            metavar="LETTER|ID",
        ),
    ),
)

LIMITS = {"boards": 45, "ns_pairs": 30, "ew_pairs": 30}
"""The highest numbers that BridgeScore reads."""
NUMBERS = ("boards", "N-S pairs", "E-W pairs")
_NUMBER = re.compile(r"[+-]?\d{1,9}")
_REPLACED = "score{s} replaced by that of the contract"
_ORDER = "board, N-S pair, E-W pair, score"


def probe(head: bytes, name: str) -> int:
    """Three numbers on lines of their own, then lines of four numbers."""
    lines = head.decode("latin-1").replace(DOS_END, "").splitlines()
    rows = [line.split() for line in lines if line.strip()]
    counts = [len(row) == 1 and row[0].isdecimal() for row in rows]
    start = counts.index(True) if True in counts else len(rows)
    if counts[start : start + 3] != [True] * 3:
        return 0
    after = rows[start + 3] if len(rows) > start + 3 else ["end"]
    if after[0].lower() != "end" and not all(map(_NUMBER.fullmatch, after)):
        return 0
    certainty = 80 if len(after) == 4 else 60  # other lines of numbers may be bad results
    return certainty - 20 if start else certainty  # less likely after other lines


def decode(source: Source, options: Options, notes: Notes) -> Iterator[Record]:
    """A section and its results; a file with bad lines is refused after reporting all of them."""
    reader = _TravellerReader(source.name, notes)
    results = reader.read(source.text_lines(options.text("encoding")))
    if reader.bad:
        lines = ", ".join(map(str, reader.bad[:10])) + (" ..." if len(reader.bad) > 10 else "")
        problem = f"errors in line{'s' if len(reader.bad) > 1 else ''} {lines}"
        raise DataError(f"{source.name}: {problem}; nothing was read")
    counts: dict[str, Any] = dict(zip(_COUNTS, reader.counts, strict=True))
    yield Section(id=1, letter="A", derived=True, winners=2, **counts)
    yield from results


class _BadLine(ValueError):
    """A line that is not a result, with the code and text of the note for it."""

    def __init__(self, code: str, text: str) -> None:
        self.code, self.text = code, text


class _TravellerReader:
    """Reads the lines of a file, and collects the line numbers of those that are bad."""

    def __init__(self, name: str, notes: Notes) -> None:
        self.name, self.notes = name, notes
        self.line = 0
        self.counts: list[int] = []
        """The numbers of boards, N-S pairs and E-W pairs, as far as they have been read."""
        self.bad: list[int] = []
        """The numbers of bad lines."""
        self.seated: set[tuple[int, str, int]] = set()
        """Board, side and pair of the results so far."""

    def read(self, lines: Iterable[str]) -> list[Result]:
        """The results; anything before the first number or after the end is noted."""
        results: list[Result] = []
        ended = False
        for line in lines:
            self.line += 1
            words = line.partition(DOS_END)[0].split()
            if not words:
                continue
            is_end = words[0].lower() == "end" and len(self.counts) == 3
            if ended or (is_end and len(words) > 1):
                self._repair("junk-after-end", "line{s} after `end` skipped")
            elif len(self.counts) < 3:
                self._count(words, line)
            elif not is_end:
                try:
                    results.append(self._result(words))
                except _BadLine as bad:
                    self.bad.append(self.line)
                    self.notes.error(bad.code, f"{self.name}:{self.line}", bad.text)
            ended = ended or is_end
        if len(self.counts) < 3:
            missing = NUMBERS[len(self.counts)]
            raise BadInput(f"{self.name}:{self.line}", f"no number of {missing}", "three numbers")
        if not ended:
            text = "file{s} without `end`: results may be missing"
            hint = "add the line if all are there"
            self.notes.error("no-end", f"{self.name}:{self.line}", text, hint=hint)
        return results

    def _count(self, words: list[str], line: str) -> None:
        """Read one of the three numbers at the head; lines of text before them are skipped."""
        if len(words) > 1 or not words[0].isdecimal():
            if self.counts or all(map(_NUMBER.fullmatch, words)):
                expected = f"the number of {NUMBERS[len(self.counts)]}"
                raise BadInput(f"{self.name}:{self.line}", repr(line.strip()[:40]), expected)
            self._repair("junk-before", "line{s} before the first number skipped")
            return
        number = int(words[0][:9])  # a longer number is cut, but still above MOST
        if not 1 <= number <= MOST:
            problem = f"{words[0][:12]} {NUMBERS[len(self.counts)]}"
            raise BadInput(f"{self.name}:{self.line}", problem, f"1 to {MOST}")
        self.counts.append(number)
        if len(self.counts) == 3 and self.counts[2] not in (self.counts[1], self.counts[1] + 1):
            text = "file{s} whose number of E-W pairs is neither that of N-S pairs nor one more"
            self._repair("pair-counts", text)

    def _result(self, words: list[str]) -> Result:
        """The result on a line; raises _BadLine if there is none."""
        if not all(map(_NUMBER.fullmatch, words)):
            raise _BadLine("rogue-characters", "line{s} not made of whole numbers")
        if len(words) == 3:
            raise _BadLine("missing-score", "line{s} without a score")
        if len(words) != 4:
            raise _BadLine("wrong-count", f"line{{s}} without the four numbers {_ORDER}")
        numbers = tuple(map(int, words))
        if not self._fits(numbers):
            raise self._misfit(numbers)
        board, ns, ew, points = numbers
        seats = {(board, "NS", ns), (board, "EW", ew)}
        if seats & self.seated:
            raise _BadLine("pair-twice", "line{s} with a pair that has already played the board")
        self.seated |= seats
        if points not in possible_scores(vulnerability(board)):
            text = "score{s} that no contract gives at the vulnerability of the board"
            self._repair("score-vulnerability", text)
        return Result(section=1, board=board, pair_ns=ns, pair_ew=ew, score=points)

    def _misfit(self, numbers: tuple[int, ...]) -> _BadLine:
        """The error for four numbers that are not a result: wrong order, or an impossible one."""
        if numbers[3] not in possible_scores() and any(map(self._fits, permutations(numbers))):
            return _BadLine("wrong-order", f"line{{s}} in another order than {_ORDER}")
        if not 1 <= numbers[0] <= self.counts[0]:
            return _BadLine("undeclared-board", "line{s} with an undeclared board")
        if numbers[3] in possible_scores():
            return _BadLine("undeclared-pair", "line{s} with an undeclared pair")
        return _BadLine("impossible-score", "score{s} that no contract gives")

    def _fits(self, numbers: tuple[int, ...]) -> bool:
        """Whether four numbers are a result in this order."""
        places = zip(numbers, self.counts, strict=False)
        return numbers[3] in possible_scores() and all(
            1 <= number <= most for number, most in places
        )

    def _repair(self, code: str, text: str) -> None:
        self.notes.repair(code, f"{self.name}:{self.line}", text)


@cache
def possible_scores(vulnerable: str = "") -> frozenset[int]:
    """All N-S scores that contracts can give at a vulnerability or, if it is empty, at any."""
    if not vulnerable:
        return frozenset().union(*map(possible_scores, ("None", "NS", "EW", "All")))
    return frozenset({0}).union(
        sign
        * score(
            Contract(level, strain, doubled),
            tricks - level - 6,
            vulnerable=vulnerable in (side, "All"),
        )
        for sign, side in ((1, "NS"), (-1, "EW"))
        for level, strain, doubled, tricks in product(range(1, 8), STRAINS, range(3), range(14))
    )


def encode(records: Iterable[Record], sink: Output, options: Options, notes: Notes) -> None:
    """Write the standing results of one section, or BridgeScore's report on them."""
    event = Event(records, notes)
    standing = event.standing_results()
    id = _section_to_write(event, standing, options.text("section"))
    winners = event.winners(id)
    if winners.number == 1:
        subject = f"section {event.letter(id)} has one winner ({winners.explanation()})"
        raise DataError(f"{subject}: BridgeScore ranks N-S and E-W apart")
    results = _writable_results(event, id, standing, notes)
    section = _with_counts(event.section(id) or Section(), results)
    _note_sections(event, id, section, notes)
    for name, most in LIMITS.items():
        if (count := getattr(section, name)) > most:
            text = "number{s} above what BridgeScore reads: 45 boards, 30 pairs in a direction"
            notes.loss("over-limit", f"section {event.letter(id)}: {name} {count}", text)
    if not all(_counts(section)):
        raise DataError(f"section {event.letter(id)} has no results for BridgeScore")
    travellers = (f"{r.board} {r.pair_ns} {r.pair_ew} {r.score}" for r in results)
    lines: Iterable[str] = [*map(str, _counts(section)), *travellers, "end"]
    if options.text("file") == "report":
        from bmconv.ranking import rank
        from bmconv.reports import bridgescore

        ranked = rank(Event([section, *results], Notes()), {"name": "bridgescore"})
        lines = bridgescore.lines(ranked)
    for line in lines:
        sink.write(f"{line}\n".encode(options.text("encoding") or "utf-8"))


def _section_to_write(event: Event, standing: list[Result], text: str) -> int:
    """The id of the section to write: the section that `text` names, or else the only one."""
    if text:
        return event.section_id(text)
    sections = {result.section or 0 for result in standing}
    sections = sections or {section.id or 0 for section in event.of(Section)}
    if len(sections) > 1:
        letters = ", ".join(event.letter(section) for section in sorted(sections))
        problem = f"BridgeScore holds one section, the input has {letters}"
        raise UsageError(problem, hint=Wording("choose one with ", Flag("section")))
    return sections.pop() if sections else 1


def _writable_results(
    event: Event, section: int, standing: list[Result], notes: Notes
) -> list[Result]:
    """The results of a section that the format can hold; the others are noted."""
    standing_ids = {id(result) for result in standing}
    results: list[Result] = []
    seated: set[tuple[int, str, int]] = set()

    def note_loss(code: str, text: str) -> None:
        notes.loss(code, event.place(result), text)

    for result in event.of(Result):
        board, ns, ew = result.board or 0, result.pair_ns or 0, result.pair_ew or 0
        outcome = entered_outcome(result)
        points = known_score(result, event.vulnerability(section, board or 1))
        seats = {(board, "NS", ns), (board, "EW", ew)}
        if (result.section or 0) != section:
            note_loss("section-lost", "result{s} of other sections left out")
        elif id(result) not in standing_ids:
            note_loss("history-lost", "result{s} left out: erased or replaced")
        elif outcome.wrong_direction:
            note_loss("switched-lost", "switched result{s} left out")
        elif not all(1 <= number <= MOST for number in (board, ns, ew)) or (
            points is not None and points not in possible_scores()
        ):
            text = "result{s} left out: no board, no pair, or a score that no contract gives"
            note_loss("result-lost", text)
        elif points is None:
            kind = outcome.kind.value
            note_loss(
                f"{kind.replace(' ', '-')}-lost", f"result{{s}} left out: {kind}, without a score"
            )
        elif seats & seated:
            note_loss("pair-twice", "result{s} left out: a pair has already played the board")
        else:
            if result.score not in (None, points):
                notes.loss("score-replaced", event.place(result), _REPLACED)
            seated |= seats
            results.append(Result(section=1, board=board, pair_ns=ns, pair_ew=ew, score=points))
    return results


def _note_sections(event: Event, id: int, written: Section, notes: Notes) -> None:
    """Note sections that are not written, and what changes in section `id`: letter and numbers."""
    for section in event.of(Section):
        place = event.place(section)
        if section.id != id:
            notes.loss("section-lost", place, "section{s} left out: the file holds one")
            continue
        if (section.letter or "A") != "A":
            text = "section letter{s} left out: the section is read back as A"
            notes.loss("letter-lost", place, text)
        counts = zip(_counts(section), _counts(written), strict=True)
        if any(count is not None and count != actual for count, actual in counts):
            text = "section{s} written with the numbers of boards and pairs that the results have"
            notes.repair("count-changed", place, text)


def _with_counts(known: Section, results: list[Result]) -> Section:
    """The section with its three numbers, raised where the results have higher ones."""
    section = Section(id=1, letter=known.letter, winners=2)
    for count, field, declared in zip(
        _COUNTS, ("board", "pair_ns", "pair_ew"), _counts(known), strict=True
    ):
        least = declared if declared and 0 < declared <= MOST else 0
        setattr(section, count, max([least, *(getattr(result, field) for result in results)]))
    return section


def _counts(section: Section) -> tuple[int | None, ...]:
    """The numbers of boards, N-S pairs and E-W pairs of a section."""
    return (section.boards, section.ns_pairs, section.ew_pairs)


CODEC = Codec(INFO, probe, decode, encode)

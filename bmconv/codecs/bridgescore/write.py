"""Writes BridgeScore's traveller file from the results that stand in one section."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from bmconv.bridge.movements import MOST
from bmconv.bridge.outcomes import entered, known_score
from bmconv.codecs import Options
from bmconv.codecs.bridgescore.read import possible_scores
from bmconv.errors import DataError, UsageError
from bmconv.event import Event
from bmconv.notes import Notes
from bmconv.records import Record, Result, Section
from bmconv.seating import winners_of
from bmconv.sink import Output


def write(records: Iterable[Record], sink: Output, options: Options, notes: Notes) -> None:
    """The file, or the report on it."""
    event = Event(records, notes)
    standing = event.standing_results()
    id = _chosen(event, standing, options["section"])
    winners = winners_of(event, id, standing)
    if winners.number == 1:
        where = f"section {event.letter(id)} has one winner ({winners.reason})"
        raise DataError(f"{where}: BridgeScore ranks N-S and E-W apart")
    results = _held(event, id, standing, notes)
    section = _declared(event.section(id) or Section(), results)
    _tell_sections(event, id, section, notes)
    if not all(_counts(section)):
        raise DataError(f"section {event.letter(id)} has no results for BridgeScore")
    for line in _report(section, results) if options["report"] else _lines(section, results):
        sink.write(f"{line}\n".encode(options["encoding"] or "utf-8"))


def _chosen(event: Event, standing: list[Result], text: str) -> int:
    """The section to write."""
    if text:
        return event.section_id(text)
    sections = {result.section or 0 for result in standing}
    sections = sections or {section.id or 0 for section in event.of(Section)}
    if len(sections) > 1:
        letters = ", ".join(event.letter(section) for section in sorted(sections))
        raise UsageError(f"BridgeScore holds one section, here are {letters}: say which (section)")
    return sections.pop() if sections else 1


def _held(event: Event, section: int, standing: list[Result], notes: Notes) -> list[Result]:
    """The results of a section as far as the format holds them: two pairs and a score."""
    stands = {id(result) for result in standing}
    held: list[Result] = []
    seated: set[tuple[int, str, int]] = set()

    def lost(code: str, text: str) -> None:
        notes.loss(code, event.place(result), text)

    for result in event.of(Result):
        board, ns, ew = result.board or 0, result.pair_ns or 0, result.pair_ew or 0
        what = entered(result)
        points = known_score(result, event.vulnerability(section, board or 1))
        seats = {(board, "NS", ns), (board, "EW", ew)}
        if (result.section or 0) != section:
            lost("section-lost", "result{s} of other sections left out")
        elif id(result) not in stands:
            lost("history-lost", "result{s} left out: no longer standing")
        elif what.wrong_direction:
            lost("switched-lost", "switched result{s} left out")
        elif not all(1 <= number <= MOST for number in (board, ns, ew)) or (
            points is not None and points not in possible_scores()
        ):
            text = "result{s} left out: no board, no pair, or a score that no contract gives"
            lost("result-lost", text)
        elif points is None:
            kind = what.kind.value
            lost(f"{kind.replace(' ', '-')}-lost", f"result{{s}} left out: {kind}, without a score")
        elif seats & seated:
            lost("pair-twice", "result{s} left out: a pair has played the board before")
        else:
            seated |= seats
            held.append(Result(section=1, board=board, pair_ns=ns, pair_ew=ew, score=points))
    return held


def _tell_sections(event: Event, id: int, written: Section, notes: Notes) -> None:
    """Note what sections are left out, and what is read otherwise of the one that is written."""
    for section in event.of(Section):
        where = event.place(section)
        if section.id != id:
            notes.loss("section-lost", where, "section{s} left out: the file is of one")
            continue
        if (section.letter or "A") != "A":
            notes.loss("letter-lost", where, "section letter{s} left out: it is read as A")
        given = zip(_counts(section), _counts(written), strict=True)
        if any(count is not None and count != own for count, own in given):
            text = "section{s} with another number of boards or pairs: as many as the results need"
            notes.repair("count-changed", where, text)


def _declared(known: Section, results: list[Result]) -> Section:
    """The section with its three numbers: as it says, but no fewer than the results need."""
    boards, ns_pairs, ew_pairs = (n if n and 0 < n <= MOST else 0 for n in _counts(known))
    return Section(
        id=1,
        letter=known.letter,
        winners=2,
        boards=max([boards, *(result.board or 0 for result in results)]),
        ns_pairs=max([ns_pairs, *(result.pair_ns or 0 for result in results)]),
        ew_pairs=max([ew_pairs, *(result.pair_ew or 0 for result in results)]),
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
    from bmconv.codecs.bridgescore.report import lines
    from bmconv.ranking import rank

    yield from lines(rank(Event([section, *results]), {"name": "bridgescore"}))

"""bmconv evaluate: double-dummy tricks and high-card points of every hand that has none."""

from __future__ import annotations

from collections.abc import Iterator

import click

from bmconv.bridge.cards import SEATS
from bmconv.bridge.double_dummy import HCP_FIELDS, TRICK_FIELDS, is_whole, points, solve
from bmconv.cli.job import FILTER, Job, options
from bmconv.cli.progress import Progress
from bmconv.errors import MissingExtra
from bmconv.event import place
from bmconv.records import Evaluation, Hand, Record
from bmconv.stream import encode

Key = tuple[int | None, int | None]
"""Section and board."""


@options(*FILTER)
@click.command("evaluate")
@click.option("--check", is_flag=True, help="compare the evaluations there are with the solver's")
def command(job: Job, check: bool) -> None:
    """Add double-dummy tricks and high-card points to every hand that has none.

    Evaluations that are there stay as they are. With --check nothing is added: those that differ
    from what the solver finds are errors. Needs the extra `dd`.

    \b
      bmconv evaluate hands.pbn | bmconv to pbn -o evaluated.pbn
      bmconv evaluate --check night.bws > /dev/null
    """
    with job.stream() as sink, job.source() as source:
        lines = job.lines(source)
        deals = Deals(record for _, record in lines())
        wanted = deals.evaluated() if check else deals.unevaluated()
        found = _solved(job, wanted)
        if check:
            _compare(job, deals, found)
            found = {}
        for line, record in lines():
            if not check and isinstance(record, Evaluation):
                line = _with_points(record, deals) or line
            sink.write(line)
            key = _key(record) if isinstance(record, Hand) else None
            if key is not None and key in found:
                sink.write(encode(found.pop(key)) + b"\n")


class Deals:
    """The hands of a stream and the evaluations they have."""

    def __init__(self, records: Iterator[Record]) -> None:
        self.hands: dict[Key, Hand] = {}
        self.evaluations: dict[Key, Evaluation] = {}
        for record in records:
            if isinstance(record, Hand) and any(getattr(record, seat) for seat in SEATS):
                self.hands[_key(record)] = record
            elif isinstance(record, Evaluation):
                self.evaluations[_key(record)] = record

    def hand(self, evaluation: Evaluation) -> Hand | None:
        """The hand that an evaluation is of: its section's, else that of all sections."""
        return self.hands.get(_key(evaluation)) or self.hands.get((None, evaluation.board))

    def evaluated(self) -> list[Hand]:
        """The hands that have an evaluation of their own."""
        return [hand for key, hand in self.hands.items() if key in self.evaluations]

    def unevaluated(self) -> list[Hand]:
        """The hands that have none, nor share one with all sections."""
        found = []
        for (section, board), hand in self.hands.items():
            everywhere = self.hands.get((None, board))
            shared = everywhere is None or _cards(everywhere) == _cards(hand)
            if (section, board) in self.evaluations or (
                shared and (None, board) in self.evaluations
            ):
                continue
            found.append(hand)
        return found


def _solved(job: Job, hands: list[Hand]) -> dict[Key, Evaluation]:
    """The evaluations of hands; sections that play the same deal have it solved once."""
    by_cards: dict[tuple[str | None, ...], list[Hand]] = {}
    for hand in hands:
        if is_whole(hand):
            by_cards.setdefault(_cards(hand), []).append(hand)
        else:
            text = "hand{s} not evaluated that are no whole deal"
            job.notes.error("hand-incomplete", place(hand), text)
    found: dict[Key, Evaluation] = {}
    progress = Progress("deals")
    try:
        for batch in solve([same[0] for same in by_cards.values()]) if by_cards else ():
            found |= {_key(evaluation): evaluation for evaluation in batch}
            progress(len(found), len(by_cards))
    except ImportError:
        raise MissingExtra("evaluate needs a double-dummy solver", "dd") from None
    for first, *others in by_cards.values():
        for other in others:
            values = {n: getattr(found[_key(first)], n) for n in (*TRICK_FIELDS, *_HCP)}
            found[_key(other)] = Evaluation(section=other.section, board=other.board, **values)
    return found


def _compare(job: Job, deals: Deals, found: dict[Key, Evaluation]) -> None:
    for key, solved in found.items():
        known = deals.evaluations[key]
        for field in (*TRICK_FIELDS, *_HCP):
            given, right = getattr(known, field), getattr(solved, field)
            if given is not None and given != right:
                text = "evaluation{s} not what the solver finds"
                where = f"{place(known)}: {field} {given}, solver {right}"
                job.notes.error("evaluation-differs", where, text)
                break


def _with_points(evaluation: Evaluation, deals: Deals) -> bytes | None:
    """The line of an evaluation that had no high-card points, with them."""
    hand = deals.hand(evaluation)
    if hand is None or any(getattr(evaluation, field) is not None for field in _HCP):
        return None
    for seat, field in HCP_FIELDS.items():
        setattr(evaluation, field, points(getattr(hand, seat)))
    return encode(evaluation) + b"\n"


_HCP = tuple(HCP_FIELDS.values())


def _key(record: Hand | Evaluation) -> Key:
    return record.section, record.board


def _cards(hand: Hand) -> tuple[str | None, ...]:
    return hand.north, hand.east, hand.south, hand.west

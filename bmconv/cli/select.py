"""bmconv select: some records only."""

from __future__ import annotations

import re
from array import array
from collections.abc import Callable, Iterable, Iterator

import click

from bmconv import records as rec
from bmconv.cli.job import FILTER, Job, options
from bmconv.errors import UsageError
from bmconv.event import find_section
from bmconv.records import TYPES, Record, type_name
from bmconv.standing import standing_place
from bmconv.stream import encode

SETUP = {
    "client": (),
    "session": ("guid", "date", "time", "status"),
    "scoring_group": (),
    "section": (),
    "table": ("status", "log_on_off", "current_round", "current_board", "update_from_round"),
    "round": (),
    "settings": (),
    "seat": (
        *("number", "name", "first_name", "last_name", "country", "updated", "time"),
        *("processed", "entry_source", "swapped", "removed", "extra"),
    ),
}
"""What next week's session has from this one: record types, and the fields it starts without."""

_NO_ID = -(2**40)
"""For a result without id, which any later one replaces: lower than all ids."""

SECTION = click.Option(
    ["--section", "sections"],
    multiple=True,
    metavar="LETTER|ID",
    help="nothing of other sections; may be said several times",
)
BOARD = click.Option(["--board", "boards"], metavar="N|N-M|N,M", help="nothing of other boards")


@options(*FILTER)
@click.command("select", params=[SECTION, BOARD])
@click.option(
    "--type",
    "types",
    multiple=True,
    metavar="TYPE",
    type=click.Choice(list(TYPES)),
    help="only records of this type; may be said several times",
)
@click.option("--standing", is_flag=True, help="of results only those that stand")
@click.option("--setup", is_flag=True, help="movement, settings and empty seats, as for next week")
def command(
    job: Job,
    types: tuple[str, ...],
    sections: tuple[str, ...],
    boards: str | None,
    standing: bool,
    setup: bool,
) -> None:
    """Keep some records only. What has no section or no board passes --section and --board.

    A stream of records is read twice for --standing and --section, never held in memory: about
    150 MB for the places of a million results. Other formats are read into memory first.

    \b
      bmconv select night.bws --board 7 --standing
      bmconv select night.bws --setup -o next-week.bws
    """
    wanted = board_numbers(boards) if boards else None
    with job.stream() as sink, job.source() as source:
        lines = job.lines(source)
        tests: list[Callable[[Record], bool]] = []
        if types:
            tests.append(lambda r: type_name(r) in types)
        if sections:
            ids = section_ids(sections, (record for _, record in lines()))
            tests.append(lambda r: _section_of(r) in ids)
        if wanted is not None:
            tests.append(lambda r: getattr(r, "board", None) in wanted)
        if standing:
            stands = _standing(record for _, record in lines())
            tests.insert(0, lambda r: type(r) is not rec.Result or next(stands))
        if setup:
            tests.append(lambda r: type_name(r) in SETUP)
        for line, record in lines():
            if isinstance(record, rec.Error):
                sink.write(line)
            elif all(test(record) for test in tests):
                sink.write(_emptied(record) if setup else line)


def section_ids(sections: Iterable[str], records: Iterable[Record]) -> set[int | None]:
    """The ids of sections named by letter or id, and None for what has no section."""
    known = [record for record in records if isinstance(record, rec.Section)]
    return {find_section(text, known) for text in sections} | {None}


def _section_of(record: Record) -> int | None:
    return record.id if isinstance(record, rec.Section) else getattr(record, "section", None)


def _standing(records: Iterable[Record]) -> Iterator[bool]:
    """Whether each result stands, in the order of the stream, as Event.standing_results has it.

    Results are not kept: of each its id and a flag, of each place a number that stands for it.
    """
    last: dict[int, int] = {}
    ids, stands = array("q"), bytearray()
    for r in records:
        if type(r) is not rec.Result:
            continue
        at = len(ids)
        ids.append(_NO_ID if r.id is None else r.id)
        stands.append(not r.erased)
        place = standing_place(r.section, r.table, r.round, r.board, r.pair_ns, r.pair_ew)
        if place is None:
            continue
        other = last.setdefault(_packed(place), at)
        if other == at:
            continue
        if ids[at] == _NO_ID or ids[at] >= ids[other]:
            stands[other] = False
            last[_packed(place)] = at
        else:
            stands[at] = False
    return map(bool, stands)


def _packed(place: tuple[int | None, ...]) -> int:
    """One whole number for a place, which takes a third of the memory."""
    number = len(place)
    for part in place:
        number = number << 33 | (0 if part is None else part + 2**31 + 1)
    return number


def board_numbers(text: str) -> set[int | None]:
    """The boards of a text as `1-8,12`, and None for what has no board."""
    boards: set[int | None] = {None}
    for part in text.split(","):
        match = re.fullmatch(r"\s*(\d{1,4})\s*(?:-\s*(\d{1,4})\s*)?", part)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if last < first:
            raise UsageError(f"--board {text}: expected numbers as 7, 1-8 or 1,3,5")
        boards.update(range(first, last + 1))
    return boards


def _emptied(record: Record) -> bytes:
    """A record without what the new session does not know yet."""
    unset = type(record)()
    for name in SETUP[type_name(record)]:
        setattr(record, name, getattr(unset, name))
    return encode(record) + b"\n"

"""The functions behind the commands, under the same names, for programs.

What they take as `data` is an Event, or what `read` takes: a path, bytes, a file open in binary
mode. Functions that return an Event keep their notes in it; the others add theirs to `notes`, if it
is given, or else to those of the Event.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from msgspec import Struct, structs

from bmconv.codecs import detect
from bmconv.conversion import Target, decode, format_of_target, open_output, transfer, version_of
from bmconv.errors import Flag, UsageError, Wording, brief, like
from bmconv.event import Event, checked
from bmconv.io.source import Input, open_input
from bmconv.notes import Notes
from bmconv.records import TYPES, Record

if TYPE_CHECKING:
    from bmconv.filters import Records
    from bmconv.joining import Part
    from bmconv.live.applying import Done
    from bmconv.ranking import Ranked
    from bmconv.rules.checks import Finding
    from bmconv.schedule import Schedule

Data = Event | Input
Path = str | os.PathLike[str]
NOTHING: Mapping[str, Any] = MappingProxyType({})


def opened(data: Data, format: str | None = None, notes: Notes | None = None) -> Event:
    """The event in a file; or a copy of an event, whose records are checked again."""
    if isinstance(data, Event):
        copies = [structs.replace(checked(record)) for record in data]
        return Event(copies, data.log if notes is None else notes)
    notes = Notes(keep=True) if notes is None else notes
    with open_input(data) as source:
        return Event(decode(source, format or detect(source), {}, notes), notes)


def path_of(file: object) -> str:
    """The path of a file to work on in place."""
    if not isinstance(file, str | os.PathLike):
        raise UsageError(f"{brief(file)}: expected the path of a .bws")
    return str(os.fspath(file))


def one_of(name: str, value: object, known: Iterable[str]) -> str:
    """An option that has a fixed set of values."""
    if not isinstance(value, str) or value not in known:
        raise UsageError(f"{name} is {brief(value)}; expected one of {', '.join(known)}")
    return value


def several(name: str, values: object, expected: str) -> list[Any]:
    """An option that takes several values; one text or number is one value."""
    if isinstance(values, str | int):
        return [values]
    if not isinstance(values, Iterable):
        raise UsageError(f"{name} is {brief(values)}; expected {expected}")
    return list(values)


def typed(name: str, value: object, kind: type, expected: str) -> None:
    """Refuse an option of another type; None is an option that is not given."""
    if value is not None and (not isinstance(value, kind) or isinstance(value, bool)):
        raise UsageError(f"{name} is {brief(value)}; expected {expected}")


def convert(
    data: Input,
    output: Target | None = None,
    *,
    format: str | None = None,
    target: str | None = None,
    from_opt: Mapping[str, Any] = NOTHING,
    to_opt: Mapping[str, Any] = NOTHING,
    notes: Notes | None = None,
) -> bytes | None:
    """Convert a file to another format, in bulk where both can; without output, return bytes.

    `format` is that of the input, `target` that of the output; both are found out if not given.
    """
    for name, given in (("from_opt", from_opt), ("to_opt", to_opt)):
        typed(name, given, Mapping, "options by their names")
    target = target or format_of_target(output, "target=")
    with open_input(data) as source, open_output(output) as (sink, made):
        found = format or detect(source)
        transfer(source, found, target, sink, (from_opt, to_opt), notes or Notes())
    return made.getvalue() if made else None


def part(
    data: Data,
    *,
    format: str | None = None,
    only: Collection[str] = (),
    rename: Mapping[str, str] = NOTHING,
    name: str = "",
    notes: Notes | None = None,
) -> Part:
    """One of the files to join: only some record types of it, and sections under new letters."""
    from bmconv.joining import Part

    typed("rename", rename, Mapping, "new letters by the old ones")
    types, letters = frozenset(_types(only, "only")), dict(rename)
    if isinstance(data, Event):
        return Part(name or "event", list(Event(data)), types, letters)
    with open_input(data) as source:
        records = decode(source, format or detect(source), {}, notes or Notes())
        return Part(name or source.name, list(records), types, letters)


def _types(kinds: Collection[str], name: str = "types") -> list[str]:
    """The names of record types."""
    found = several(name, kinds, "record types")
    for kind in found:
        if not isinstance(kind, str) or kind not in TYPES:
            raise UsageError(f"no record type {brief(kind)}{like(str(kind), TYPES)}")
    return found


def join(*data: Data | Part, notes: Notes | None = None) -> Event:
    """Join files and events into one event: each fills and replaces values of the earlier ones.

    `part` takes only some types of a file, or gives its sections other letters.
    """
    from bmconv.joining import Part
    from bmconv.joining import join as joined

    notes = Notes(keep=True) if notes is None else notes
    parts = [d if isinstance(d, Part) else part(d, notes=notes) for d in data]
    return joined(parts, notes)


class Info(Struct, frozen=True):
    """What a file is, and what is in it."""

    file: str
    format: str
    version: str | None
    contents: dict[str, Any]
    """Counts of records; sessions, sections, boards and players."""


def info(data: Input, *, format: str | None = None, notes: Notes | None = None) -> Info:
    """Describe what a file is and what is in it."""
    from bmconv.summary import describe

    notes = notes or Notes()
    with open_input(data) as source:
        format = format or detect(source)
        version = version_of(format, source)
        event = Event(decode(source, format, {}, notes), notes)
    return Info(source.name, format, version, describe(event))


def check(
    data: Data, terminal: str = "bm2", *, format: str | None = None, notes: Notes | None = None
) -> list[Finding]:
    """Check an event for a terminal: pro, bm2, bm3, or bcs5 for the Data Connector; errors first.

    A file is also checked for duplicate records, which an Event has joined.
    """
    from bmconv.rules.checks import check
    from bmconv.rules.checks.terminals import TERMINALS, of_the_file

    limits = one_of("terminal", terminal, TERMINALS)
    if isinstance(data, Event):
        return check(opened(data, None, None), *TERMINALS[limits])
    notes = notes or Notes()
    with open_input(data) as source:
        format = format or detect(source)
        found = of_the_file(source.name, version_of(format, source), terminal)
        found += check(decode(source, format, {}, notes), *TERMINALS[limits], notes)
        notes.drop_repairs({finding.rule for finding in found})
        return found


def missing(data: Data, *, format: str | None = None, notes: Notes | None = None) -> Schedule:
    """What should be played and what was entered; `missing_results()` lists what is to come."""
    from bmconv.schedule import Schedule

    schedule = Schedule(opened(data, format, notes))
    schedule.need_movement()
    return schedule


def diff(old: Data, new: Data, *, notes: Notes | None = None) -> list[dict[str, Any]]:
    """The changes from one event to another: removed, changed and added records."""
    from bmconv.comparing import compare

    return list(compare(opened(old, None, notes), opened(new, None, notes)))


def rank(
    data: Data,
    *,
    method: str | None = None,
    winners: int | None = None,
    group: str = "auto",
    scale: int | None = None,
    factor: str | None = None,
    averages: str | None = None,
    average_imps: int | None = None,
    datum_drop: str | None = None,
    datum_round: str | None = None,
    cross: str | None = None,
    round: str | None = None,
    vp_scale: Input | None = None,
    total: bool = False,
    adjust: Input | None = None,
    keep: bool = False,
    format: str | None = None,
    notes: Notes | None = None,
) -> Ranked:
    """Rank the pairs, players or teams of an event; the options are those of `bmconv rank`.

    Differences from points and places that the event has already are noted; `keep` keeps those.
    Of what it returns, `rankings()` has a record for everybody, `records()` the event with points.
    """
    from bmconv.ranking import rank
    from bmconv.ranking.options import method_of, refuse_useless

    given = {
        "method": method, "winners": winners, "group": group, "scale": scale, "factor": factor,
        "averages": averages, "average_imps": average_imps, "datum_drop": datum_drop,
        "datum_round": datum_round, "cross": cross, "round": round, "total": total,
    }  # fmt: skip
    chosen, adjustments = method_of(given), None
    event = opened(data, format, notes)
    if vp_scale is not None:
        from bmconv.ranking.vp_scale import scale_fields

        given["vp_scale"] = "given"
        with open_input(vp_scale) as source:
            chosen |= scale_fields(source.name, source.text_lines())
    if adjust is not None:
        from bmconv.ranking.adjust import Adjustments

        with open_input(adjust) as source:
            adjustments = Adjustments(source.name, source.text_lines())
    ranked = rank(event, chosen, group=group, winners=winners, adjustments=adjustments)
    refuse_useless(given, ranked)
    return ranked.as_published() if keep else ranked


def _filtered(
    data: Data, format: str | None, filter: Callable[[Records, Notes], Iterable[Record]]
) -> Event:
    """The event that a filter makes of another."""
    notes = Notes(keep=True)
    records = list(opened(data, format, notes))
    return Event(filter(lambda: iter(records), notes), notes)


def select(
    data: Data,
    *,
    types: Collection[str] = (),
    sections: str | int | Iterable[str | int] = (),
    boards: str | int | Iterable[int] | None = None,
    standing: bool = False,
    setup: bool = False,
    format: str | None = None,
) -> Event:
    """Keep some records only; those without section or board pass `sections` and `boards`."""
    from bmconv.filters.select import select

    kinds = _types(types)
    letters = [str(section) for section in several("sections", sections, "letters or ids")]
    numbers = several("boards", () if boards is None else boards, "board numbers")
    named = None if boards is None else ",".join(map(str, numbers))
    return _filtered(
        data, format, lambda records, _: select(records, kinds, letters, named, standing, setup)
    )


def set(data: Data, *targets: str, format: str | None = None) -> Event:
    """Set fields to values, each given as `section[A].winners=2`; an empty value removes one."""
    from bmconv.filters.set import set_values
    from bmconv.filters.set import targets as parsed

    asked = parsed(targets)
    return _filtered(data, format, lambda records, _: set_values(records, asked))


def score(data: Data, *, format: str | None = None) -> Event:
    """Add the N-S score to every result."""
    from bmconv.filters.score import score

    return _filtered(data, format, score)


def evaluate(data: Data, *, format: str | None = None) -> Event:
    """Add double-dummy tricks and high-card points to every hand that has none."""
    from bmconv.filters.evaluate import evaluate

    return _filtered(data, format, lambda records, notes: evaluate(records, notes, lambda *_: None))


def anonymise(
    data: Data, *, key: bytes | None = None, club: str | None = None, format: str | None = None
) -> Event:
    """Replace names, numbers and free text with invented ones.

    With a key (the content of a key file), a person gets the same name in every file.
    """
    from bmconv.filters.anonymise import anonymise

    typed("key", key, bytes, "the bytes of a key file")
    typed("club", club, str, "the name or id of a club")
    return _filtered(
        data, format, lambda records, _: map(anonymise(records, key, club).edit, records())
    )


def apply(
    file: Path,
    data: Data,
    *,
    wait: bool = False,
    last: bool = False,
    complete: bool = False,
    erase_results: bool = False,
    reset_bridgemates: bool = False,
    live: bool = False,
    copy: Path | None = None,
    force: bool = False,
    rewrite: bool = False,
    dry_run: bool = False,
    strict: bool = False,
    format: str | None = None,
    notes: Notes | None = None,
) -> Done:
    """Bring a .bws that may be in use up to date with an event, and notify the control software.

    The options are those of `bmconv bws apply`. `changes` of what it returns has those written.
    """
    from bmconv.live.applying import How, apply
    from bmconv.live.movement import Wishes

    if wait and last:
        text = Wording(Flag("wait"), " and ", Flag("last"), " cannot be used together")
        raise UsageError(text)
    event = opened(data, format, notes)
    wishes = Wishes(wait, last, complete, erase_results, reset_bridgemates)
    how = How(live, None if copy is None else path_of(copy), force, rewrite, dry_run)
    settle = event.log.refuse_losses if strict else lambda: None
    return apply(path_of(file), event, wishes, how, event.log, settle)


@contextmanager
def poll(
    file: Path,
    reader: str = "poll",
    *,
    types: Collection[str] = (),
    state: Path | None = None,
    since: int | None = None,
    every: bool = False,
    new: bool = False,
    mark: str | None = None,
    add_column: bool = False,
    live: bool = False,
    notes: Notes | None = None,
) -> Iterator[list[Record]]:
    """The rows of a .bws that are new or changed since this reader's last time.

    Used as `with bmconv.poll("night.bws") as new:`; they count as delivered when the block ends
    without an error. The options are those of `bmconv bws poll`.
    """
    from bmconv.live import POLLED
    from bmconv.live.poller import Poller, Request
    from bmconv.live.reader_state import open_state

    names = several("types", types, "record types")
    kinds = tuple(one_of("types", kind, POLLED) for kind in names)
    typed("reader", reader, str, "the name of a reader")
    typed("since", since, int, "the id of a row")
    typed("mark", mark, str, "the name of a column")
    request = Request(
        types=kinds, since=since, every=every, new=new, mark=mark, add_column=add_column,
        live=live, accept=True,
    )  # fmt: skip
    path = path_of(file)
    where = None if state is None else path_of(state)
    kept = open_state(path, reader, where) if since is None else None
    try:
        poller = Poller(path, kept, request, notes or Notes())
        batch = poller.fetch()
        yield batch.stream() if batch else []
        if batch:
            poller.remember(batch)
    finally:
        if kept:
            kept.close()

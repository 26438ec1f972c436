"""The functions behind the commands, under the same names, for programs.

What they take as `data` is an Event, or what `read` takes: a path, bytes, a file open in binary
mode. Functions that return an Event keep their notes in it; the others add theirs to `notes`, if it
is given, or else to those of the Event.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, cast

from msgspec import Struct, structs

from bmconv.codecs import detect, load
from bmconv.conversion import (
    Target,
    decode,
    encode_whole,
    format_of_target,
    open_output,
    transfer,
    version_of,
)
from bmconv.errors import (
    DataError,
    FileTrouble,
    Flag,
    UsageError,
    Wording,
    brief,
    file_errors,
    like,
)
from bmconv.event import Event
from bmconv.event.checking import check_values
from bmconv.io.source import Input, open_input
from bmconv.notes import LOSS, Note, Notes
from bmconv.records import TYPES, Hand, Record
from bmconv.registry import FORMATS

if TYPE_CHECKING:
    import datetime
    import threading

    from bmconv.bws.live.applying import ApplyOutcome
    from bmconv.checks import Finding
    from bmconv.event.schedule import Schedule
    from bmconv.exporting.run import Summary
    from bmconv.filters import Records
    from bmconv.joining import Part
    from bmconv.ranking import Ranked

Data = Event | Input
Path = str | os.PathLike[str]
NOTHING: Mapping[str, Any] = MappingProxyType({})


def open_event(data: Data, format: str | None = None, notes: Notes | None = None) -> Event:
    """The event in a file; or a copy of an event, whose records are checked again."""
    if isinstance(data, Event):
        copies = [structs.replace(check_values(record)) for record in data]
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


def check_type(name: str, value: object, kind: type, expected: str) -> None:
    """Refuse an option of another type; None means that it is not given."""
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

    `format` is that of the input, `target` that of the output; both are detected if not given.
    """
    for name, options in (("from_opt", from_opt), ("to_opt", to_opt)):
        check_type(name, options, Mapping, "a map of options by name")
    target = target or format_of_target(output, "target=")
    with open_input(data) as source, open_output(output) as (sink, buffer):
        source_format = format or detect(source)
        transfer(source, source_format, target, sink, (from_opt, to_opt), notes or Notes())
    return buffer.getvalue() if buffer else None


def part(
    data: Data,
    *,
    format: str | None = None,
    only: Collection[str] = (),
    rename: Mapping[str, str] = NOTHING,
    name: str = "",
    notes: Notes | None = None,
) -> Part:
    """One of the files to join, with only some record types or with other section letters."""
    from bmconv.joining import Part

    check_type("rename", rename, Mapping, "a map from old to new letters")
    types, letters = frozenset(_types(only, "only")), dict(rename)
    if isinstance(data, Event):
        return Part(name or "event", list(Event(data)), types, letters)
    with open_input(data) as source:
        records = decode(source, format or detect(source), {}, notes or Notes())
        return Part(name or source.name, list(records), types, letters)


def _types(kinds: Collection[str], name: str = "types") -> list[str]:
    """The names of record types."""
    names = several(name, kinds, "record types")
    for kind in names:
        if not isinstance(kind, str) or kind not in TYPES:
            raise UsageError(f"no record type {brief(kind)}{like(str(kind), TYPES)}")
    return names


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
    from bmconv.event.summary import describe

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
    from bmconv.checks import check
    from bmconv.checks.terminals import TERMINALS, file_findings

    limits = one_of("terminal", terminal, TERMINALS)
    if isinstance(data, Event):
        return check(open_event(data, None, None), *TERMINALS[limits])
    notes = notes or Notes()
    with open_input(data) as source:
        format = format or detect(source)
        findings = file_findings(source.name, version_of(format, source), terminal)
        origin = "dto" if format == "dto" else "bws"
        findings += check(decode(source, format, {}, notes), *TERMINALS[limits], notes, origin)
        notes.drop_repairs({finding.rule for finding in findings})
        return findings


def missing(data: Data, *, format: str | None = None, notes: Notes | None = None) -> Schedule:
    """What should be played and what was entered; `missing_results()` lists what is to come."""
    from bmconv.event.schedule import Schedule

    schedule = Schedule(open_event(data, format, notes))
    schedule.need_movement()
    return schedule


def diff(
    old: Data, new: Data, *, common: bool = False, notes: Notes | None = None
) -> list[dict[str, Any]]:
    """The changes from one event to another: removed, changed and added records.

    `common` compares only what both have, and a contract with a score by its own score.
    """
    from bmconv.joining.comparing import compare

    events = open_event(old, None, notes), open_event(new, None, notes)
    return list(compare(*events, common=common))


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
    from bmconv.ranking.options import method_fields, refuse_useless

    options = {
        "method": method, "winners": winners, "group": group, "scale": scale, "factor": factor,
        "averages": averages, "average_imps": average_imps, "datum_drop": datum_drop,
        "datum_round": datum_round, "cross": cross, "round": round, "total": total,
    }  # fmt: skip
    chosen, adjustments = method_fields(options), None
    event = open_event(data, format, notes)
    if vp_scale is not None:
        from bmconv.ranking.vp_scale import scale_fields

        options["vp_scale"] = "given"
        with open_input(vp_scale) as source:
            chosen |= scale_fields(source.name, source.text_lines())
    if adjust is not None:
        from bmconv.ranking.adjust import Adjustments

        with open_input(adjust) as source:
            adjustments = Adjustments(source.name, source.text_lines())
    ranked = rank(event, chosen, group=group, winners=winners, adjustments=adjustments)
    refuse_useless(options, ranked.fields)
    if keep:
        from bmconv.ranking.from_records import published_ranking

        return published_ranking(ranked)
    return ranked


class Publication(Struct, frozen=True):
    """What was published."""

    files: list[str]
    oddities: list[str]
    """What looks odd, a line each, for whoever is responsible."""


DEALS = ("hand", "evaluation")
"""The types that are taken from a file of hands."""
PUBLISHED: dict[str, dict[str, Any]] = {
    "html": {},
    "xlsx": {"people": "yes"},
    "usebio": {},
    "pbn": {},
}
"""The formats in which an evening is published, with the options that `rank -o` gives them."""


def publish(
    data: Input,
    hands: Input | None = None,
    *,
    out: Path | None,
    club: Path | None = None,
    language: str = "",
    adjust: Input | None = None,
    strict: bool = False,
    notes: Notes | None = None,
) -> Publication:
    """Write page, workbook, USEBIO and PBN of an evening into a folder, all or none.

    Of `hands` only hands and evaluations are taken. Without `out` nothing is written. The files are
    those that `rank` writes, named like the input. `language` is that of page and workbook,
    instead of the one in the file `club`. What a format cannot hold is not noted; `strict` refuses
    to write anything if there is any other loss or an error.
    """
    from bmconv.checks.oddities import oddities
    from bmconv.reports.club import language_code

    notes = Notes() if notes is None else notes
    if out is not None and os.path.isfile(out):
        raise FileTrouble(f"{out} is a file; expected a folder")
    with open_input(data) as source:
        name = os.path.splitext(os.path.basename(source.name))[0]
        event = Event(decode(source, detect(source), {}, notes), notes)
    if hands is not None:
        deals = part(hands, only=DEALS, notes=notes)
        if not any(isinstance(record, Hand) for record in deals.records):
            raise DataError(f"no hands in {deals.name}; publish one evening, with its hands")
        event = join(event, deals, notes=notes)
    ranked = rank(event, adjust=adjust, notes=notes)
    if ranked.without_results:
        hint = "the file with the results comes first, then that of the hands"
        raise DataError(f"no results in {source.name}", hint=hint)
    if out is None:
        return Publication([], oddities(event))
    contents = {}
    path = "" if club is None else str(os.fspath(club))
    of_club = {"club": path, "language": language_code(language, path)}

    def listen(note: Note) -> None:
        if note.level != LOSS:  # of four formats, none holds everything
            notes.take(note)

    for format, options in PUBLISHED.items():
        known = {option.name for option in load(format).info.options}
        chosen = {name: value for name, value in of_club.items() if name in known and value}
        with open_output(None) as (sink, buffer):
            encode_whole(ranked.records(), format, sink, options | chosen, Notes(listen), ranked)
        path = os.path.join(os.fspath(out), name + FORMATS[format].extensions[0])
        contents[path] = buffer.getvalue() if buffer else b""
    for path in contents:
        if isinstance(data, str | os.PathLike) and os.path.realpath(data) == os.path.realpath(path):
            raise UsageError(f"{path} is also the input; choose another folder")
    if strict:
        notes.refuse_losses()
    _write_folder(out, contents)
    return Publication(list(contents), oddities(event))


def _write_folder(folder: Path, contents: dict[str, bytes]) -> None:
    """Write files into a folder, which is made if it does not exist."""
    from bmconv.io.files import replace_file

    with file_errors(str(folder)):
        os.makedirs(folder, exist_ok=True)
    for path, content in contents.items():
        replace_file(path, content)


def _filter(
    data: Data, format: str | None, filter: Callable[[Records, Notes], Iterable[Record]]
) -> Event:
    """Apply a filter to an event."""
    notes = Notes(keep=True)
    records = list(open_event(data, format, notes))
    return Event(filter(lambda: iter(records), notes), notes)


def select(
    data: Data,
    *,
    types: Collection[str] = (),
    sections: str | int | Iterable[str | int] = (),
    boards: str | int | Iterable[int] | None = None,
    without: Collection[str] = (),
    standing: bool = False,
    setup: bool = False,
    renumber: int | None = None,
    turn: str = "",
    format: str | None = None,
) -> Event:
    """Keep some records only; those without section or board pass `sections` and `boards`.

    `renumber` (the first board) and `turn` (`quarter`, `half` or `three-quarters`, clockwise) keep
    only deals, for a dealing machine.
    """
    from bmconv.filters.deals import TURNS, deals
    from bmconv.filters.select import board_numbers, select

    kinds, excluded = _types(types), _types(without, "without")
    letters = [str(section) for section in several("sections", sections, "letters or ids")]
    numbers = several("boards", () if boards is None else boards, "board numbers")
    named = None if boards is None else ",".join(map(str, numbers))
    one_of("turn", turn, ("", *TURNS))
    check_type("renumber", renumber, int, "a board number")

    def filter(records: Records, notes: Notes) -> Iterable[Record]:
        selected = partial(
            select,
            records,
            kinds,
            letters,
            named,
            without=excluded,
            standing_only=standing,
            setup=setup,
        )
        if renumber is None and not turn:
            return selected()
        return deals(selected, board_numbers(named) if named else (), renumber, turn)

    return _filter(data, format, filter)


def set(data: Data, *targets: str, all: bool = False, format: str | None = None) -> Event:
    """Set fields to values, each given as `section[A].winners=2`; an empty value removes one.

    `all` changes every result that a target fits; without it, more than one is an error.
    """
    from bmconv.filters.assignments import parse_assignments
    from bmconv.filters.set import set_values

    assignments = parse_assignments(targets)
    return _filter(
        data, format, lambda records, _: set_values(records, assignments, all_matches=all)
    )


def score(data: Data, *, format: str | None = None) -> Event:
    """Add the N-S score to every result."""
    from bmconv.filters.score import score

    return _filter(data, format, score)


def evaluate(data: Data, *, par: bool = False, format: str | None = None) -> Event:
    """Add double-dummy tricks and high-card points to every hand that has none.

    `par` adds the par score and contracts to every evaluation.
    """
    from bmconv.filters.evaluate import evaluate

    def filter(records: Records, notes: Notes) -> Iterable[Record]:
        return evaluate(records, notes, lambda *_: None, with_par=par)

    return _filter(data, format, filter)


def anonymise(
    data: Data, *, key: bytes | None = None, club: str | None = None, format: str | None = None
) -> Event:
    """Replace names, numbers and free text with invented ones.

    With a key (the content of a key file), a person gets the same name in every file.
    """
    from bmconv.filters.anonymise import anonymise

    check_type("key", key, bytes, "the bytes of a key file")
    check_type("club", club, str, "the name or id of a club")
    return _filter(
        data, format, lambda records, _: map(anonymise(records, key, club).edit, records())
    )


def apply(
    file: Path,
    data: Data | Iterable[Record | Mapping[str, Any]],
    *,
    wait: bool = False,
    last: bool = False,
    complete: bool = False,
    erase_results: bool = False,
    replace_triggers: bool = False,
    reset_bridgemates: bool = False,
    allow_errors: bool = False,
    live: bool = False,
    copy: Path | None = None,
    force: bool = False,
    rewrite: bool = False,
    dry_run: bool = False,
    strict: bool = False,
    format: str | None = None,
    notes: Notes | None = None,
) -> ApplyOutcome:
    """Bring a .bws that may be in use up to date with records, and notify the control software.

    `data` is a file, an event, or a list of records or of mappings such as a line of the records
    format; fields that a record does not have stay as they are. The options are those of `bmconv
    bws apply`. `changes` of what it returns has those written. If something is refused, nothing is
    written and the error has `refusals`, each with a `code` and a `remedy`.
    """
    from bmconv.bws.live.applying import WriteOptions, apply
    from bmconv.bws.live.movement import MovementOptions
    from bmconv.bws.live.requests import (
        is_list_of_records,
        read_requested,
        requested_records,
    )

    if wait and last:
        text = Wording(Flag("wait"), " and ", Flag("last"), " cannot be used together")
        raise UsageError(text)
    notes = Notes(keep=True) if notes is None else notes
    if isinstance(data, Event) or is_list_of_records(data):
        requested = requested_records(data, notes)
    else:
        with open_input(cast(Input, data)) as source:
            requested = read_requested(source, format, notes)
    movement_options = MovementOptions(
        wait, last, complete, erase_results, reset_bridgemates, replace_triggers
    )
    write_options = WriteOptions(
        live, None if copy is None else path_of(copy), force, rewrite, dry_run, allow_errors
    )
    settle = notes.refuse_losses if strict else lambda: None
    return apply(path_of(file), requested, movement_options, write_options, notes, settle)


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
    from bmconv.bws.live import POLLED
    from bmconv.bws.live.poller import Poller, Request
    from bmconv.bws.live.reader_state import open_state

    names = several("types", types, "record types")
    kinds = tuple(one_of("types", kind, POLLED) for kind in names)
    check_type("reader", reader, str, "the name of a reader")
    check_type("since", since, int, "the id of a row")
    check_type("mark", mark, str, "the name of a column")
    request = Request(
        types=kinds, since=since, every=every, new=new, mark=mark, add_column=add_column,
        live=live, accept=True,
    )  # fmt: skip
    path = path_of(file)
    state_path = None if state is None else path_of(state)
    kept = open_state(path, reader, state_path) if since is None else None
    try:
        poller = Poller(path, kept, request, notes or Notes())
        batch = poller.fetch()
        yield batch.stream() if batch else []
        if batch:
            poller.remember(batch)
    finally:
        if kept:
            kept.close()


def simulate(
    data: Data,
    output: Path | None = None,
    *,
    seed: int = 1,
    date: datetime.date | None = None,
    until_round: int = 0,
    speed: float = 0,
    resume: bool = False,
    stop: threading.Event | None = None,
    report: Callable[[str], None] = lambda _: None,
    format: str | None = None,
    notes: Notes | None = None,
    **rates: float,
) -> Event:
    """Play the evening of an event that is set up, as the control software would; the event then.

    With `output` it is played in that .bws, where triggers of other programs are taken up. `speed`
    is seconds of the evening per second, 0 without pauses; `stop`, once set, ends the evening;
    `report` is called with what happens to triggers. The other options, and `rates`, such as
    `corrections=0`, are those of `bmconv bws simulate`.
    """
    import threading

    from bmconv.bws.simulation.entries import Rates
    from bmconv.bws.simulation.running import (
        Course,
        InFile,
        check_set_up,
        play_as_records,
        play_in_file,
        read_set_up,
        set_up_of,
    )

    notes = Notes(keep=True) if notes is None else notes
    for name, rate in rates.items():
        one_of("rate", name, Rates._fields)
        if isinstance(rate, bool) or not isinstance(rate, int | float) or not 0 <= rate <= 1:
            raise UsageError(f"{name} is {brief(rate)}; expected a number from 0 to 1")
    course = Course(seed, Rates(**rates), speed, until_round, date)
    if isinstance(data, Event):
        set_up = set_up_of(data, notes)
    else:
        with open_input(data) as source:
            set_up = read_set_up(source, format, notes)
    stop = stop or threading.Event()
    if output is None:
        check_set_up(set_up.event, set_up.name)
        return Event(play_as_records(set_up.event, course, stop), notes)
    path = path_of(output)
    play_in_file(InFile(set_up, path, resume), course, stop, report, notes)
    return open_event(path, "bws", notes)


def export(
    paths: Path | Iterable[Path],
    to: str,
    *,
    out: Path | None = None,
    db: str | None = None,
    schema: str | None = None,
    labels: Iterable[str] = (),
    since: str | None = None,
    jobs: int | None = None,
    prune: bool = False,
    anonymise: bool = False,
    key: Path | None = None,
    hide: Path | None = None,
    evaluate: bool = False,
    club_names: Path | None = None,
    dry_run: bool = False,
    title: str | None = None,
    css: Path | None = None,
    index: bool = False,
    no_players: bool = False,
    min_nights: int | None = None,
    accent: str | None = None,
    logo: Path | None = None,
    club: str | None = None,
    language: str | None = None,
    notes: Notes | None = None,
    progress: Callable[[str], Callable[[int, int], None]] = lambda _: lambda done, wanted: None,
) -> Summary:
    """Bring a dataset up to date with all files below some paths; what was done.

    `to` is `parquet` or `site` (into the folder `out`) or `sql` (into `db`). `rejects` of the
    summary has the files that could not be read. The options are those of `bmconv export`.
    """
    from bmconv.exporting import request
    from bmconv.exporting.run import run

    folder, style, key_file, picture, people, clubs = (
        None if path is None else str(os.fspath(path))
        for path in (out, css, key, logo, hide, club_names)
    )
    target = request.RequestedTarget(
        one_of("to", to, request.KINDS), folder, db, schema, title, style, index, no_players,
        accent, picture, club, min_nights, clubs, language,
    )  # fmt: skip
    names = [paths] if isinstance(paths, str | os.PathLike) else paths
    files = [str(os.fspath(name)) for name in names]
    plan = request.make_plan(files, several("labels", labels, "texts"), since, jobs)
    treatment = request.RequestedTreatment(anonymise, key_file, people, evaluate)
    plan = request.with_treatment(plan, treatment, target)
    plan = plan._replace(dry_run=dry_run, prune=prune)
    notes = Notes(keep=True) if notes is None else notes
    destination = request.open_destination(target, plan, notes, lambda: progress("pages"))
    return run(plan, destination, notes, progress("files"))

"""A .bws in use: apply, poll and simulate."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, cast

from bmconv.errors import Flag, UsageError, Wording, brief
from bmconv.event import Event
from bmconv.io.source import Input, open_input
from bmconv.library.arguments import Data, Path, as_list, check_type, one_of, open_event, path_of
from bmconv.notes import Notes
from bmconv.records import Record

if TYPE_CHECKING:
    import datetime
    import threading

    from bmconv.bws.live.applying import ApplyOutcome


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
    bws apply`. `changes` of the result are those written. If something is refused, nothing is
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
    check_notes = notes.refuse_losses if strict else lambda: None
    return apply(path_of(file), requested, movement_options, write_options, notes, check_notes)


@contextmanager
def poll(
    file: Path,
    reader: str = "poll",
    *,
    types: Collection[str] = (),
    state: Path | None = None,
    after_id: int | None = None,
    every: bool = False,
    new: bool = False,
    mark: str | None = None,
    add_column: bool = False,
    live: bool = False,
    notes: Notes | None = None,
) -> Iterator[list[Record]]:
    """The rows of a .bws that are new or changed since this reader last polled it.

    Used as `with bmconv.poll("night.bws") as new:`; they count as delivered when the block ends
    without an error. The options are those of `bmconv bws poll`.
    """
    from bmconv.bws.live import POLLED
    from bmconv.bws.live.poller import Poller, Request
    from bmconv.bws.live.reader_state import open_state

    names = as_list("types", types, "record types")
    kinds = tuple(one_of("types", kind, POLLED) for kind in names)
    check_type("reader", reader, str, "the name of a reader")
    check_type("after_id", after_id, int, "the id of a row")
    check_type("mark", mark, str, "the name of a column")
    request = Request(
        types=kinds, after_id=after_id, every=every, new=new, mark=mark, add_column=add_column,
        live=live, accept=True,
    )  # fmt: skip
    path = path_of(file)
    state_path = None if state is None else path_of(state)
    reader_state = open_state(path, reader, state_path) if after_id is None else None
    try:
        poller = Poller(path, reader_state, request, notes or Notes())
        batch = poller.fetch()
        yield batch.stream() if batch else []
        if batch:
            poller.remember(batch)
    finally:
        if reader_state:
            reader_state.close()


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
    """Play the evening of an event that is set up, as the control software would.

    Returns the event after play. With `output` it is played in that .bws, where triggers of other
    programs take effect. `speed` is seconds of the evening per second, 0 without pauses; `stop`,
    once set, ends the evening;
    `report` is called with what happens to triggers. The other options, and `rates`, such as
    `corrections=0`, are those of `bmconv bws simulate`.
    """
    import threading

    from bmconv.bws.simulation.entries import Rates
    from bmconv.bws.simulation.running import (
        Course,
        EveningFile,
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
    play_in_file(EveningFile(set_up, path, resume), course, stop, report, notes)
    return open_event(path, "bws", notes)

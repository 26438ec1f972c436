"""Poll a database for one reader: find new rows, deliver, remember and mark them."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, NamedTuple

from bmconv.bws.live import POLLED
from bmconv.bws.live.marks import add_flag, check_mark, mark_delivered
from bmconv.bws.live.polling import Batch, batch_in, everything, look, new_rows, records_in
from bmconv.bws.live.reader_state import State, digest
from bmconv.bws.live.snapshot import snapshot
from bmconv.bws.lock_file import is_live
from bmconv.bws.repeating import Repeated
from bmconv.codecs import load
from bmconv.errors import UsageError
from bmconv.io.journal import AppendedFile, PendingLines
from bmconv.notes import Notes

RECORD = b'{"type":"'
"""The first bytes of every line in the records format."""
LINES = ("records", "bmrdata", "bmpnums", "dto", "csv")
"""Formats that can be appended to; the header of CSV is written only once."""


class Request(NamedTuple):
    """What a reader asks for."""

    output: str | None = None
    """The file to append to; None is standard output."""
    target: str = "records"
    options: Mapping[str, Any] = MappingProxyType({})
    """Options of the target format."""
    types: tuple[str, ...] = ()
    """The record types to deliver; empty: all that change during play."""
    after_id: int | None = None
    every: bool = False
    """Deliver all rows, also those that were delivered before."""
    new: bool = False
    """Forget the event delivered so far, because the file has a new event."""
    mark: str | None = None
    """The flag to set in delivered rows."""
    add_column: bool = False
    """Add the column of the flag if it is missing."""
    live: bool = False
    accept: bool = False
    """Count rows written to standard output as delivered."""

    @property
    def to_stdout(self) -> bool:
        """Whether rows go to standard output."""
        return self.output in (None, "-")


def recover(state: State) -> None:
    """Confirm the pending state of a killed run if its rows are in the output; else drop it."""
    pending = state.pending_head()
    if pending is None:
        return
    try:
        arrived = PendingLines(**pending["coming"]).have_arrived()
    except (KeyError, TypeError, ValueError):
        arrived = False
    if arrived:
        state.confirm()
    else:
        state.drop()


class Poller(Repeated):
    """Polls one file for one reader; without a state, rows with an id above `after_id` are new.

    `settle` is called before anything is written and can raise an error because of the notes.
    """

    def __init__(
        self,
        file: str,
        state: State | None,
        request: Request,
        notes: Notes,
        settle: Callable[[], None] = lambda: None,
    ) -> None:
        self.file, self.state, self.request = file, state, request
        self.notes, self.settle = notes, settle
        self.options = dict(request.options)
        self.types: tuple[str, ...] = request.types or POLLED
        self.seen = self._fetched = ""
        self.began = False
        if request.mark:
            check_mark(request.mark)
        if state is not None:
            recover(state)
        if request.target != "records":
            self._narrow()

    def _narrow(self) -> None:
        """Poll only the types that the format holds; other types do not count as delivered."""
        target, chosen = self.request.target, self.request.types
        info = load(target).info
        if target not in LINES:
            raise UsageError(f"{target} cannot be appended to: choose one of {', '.join(LINES)}")
        holds = info.holds
        tables = any(option.name == "table" for option in info.options)
        if not chosen and tables:
            holds = {self.options.get("table", "result"): None}
        self.types = tuple(t for t in POLLED if t in holds and (not chosen or t in chosen))
        if target == "dto":  # a document of results has no place for hands
            self.types = tuple(t for t in self.types if t != "hand")
        if tables and len(self.types) == 1:
            self.options["table"] = self.types[0]
        if not self.types:
            raise UsageError(f"{target} cannot hold anything that changes during play")

    def once(self) -> None:
        """Read the file once; deliver and remember what is new."""
        batch = self.fetch()
        if batch is None:
            return
        if batch.records:
            self._deliver(batch)
        self.remember(batch)
        self.request = self.request._replace(every=False, new=False)

    @property
    def succeeded(self) -> bool:
        return bool(self.seen)

    def fetch(self) -> Batch | None:
        """What is new in the file; None if it has not changed since the last `remember`."""
        data = snapshot(self.file)
        self._fetched = digest(data)
        if self.seen and self.seen == self._fetched:
            return None
        batch = self._batch(data)
        batch.head["asked"] = [self.request.target, *self.request.types]
        if self.state is not None and "written" in self.state.head:
            batch.head["written"] = self.state.head["written"]
        return batch

    def remember(self, batch: Batch) -> None:
        """Count a batch as delivered."""
        if self.state is not None:
            remember = self.state.save if self._keeps else self.state.remember
            remember(batch.rows, **batch.head)
            self.state.drop()
        if self.request.mark and self._keeps:
            self._mark(batch, self.request.mark)
        self.seen = self._fetched

    @property
    def _keeps(self) -> bool:
        """Whether written rows count as delivered after this run."""
        return self.request.accept or not self.request.to_stdout

    def _batch(self, data: bytes) -> Batch:
        context = self.request.target != "records"
        now = look(data, self.file, self.types, self.notes, context=context)
        if self.state is None:
            after_id = self.request.after_id or 0
            ids = [getattr(record, "id", None) or 0 for record in now.chosen]
            self.request = self.request._replace(after_id=max([after_id, *ids]))
            newer = [r for r, id in zip(now.chosen, ids, strict=True) if id > after_id]
            return everything(now)._replace(records=newer, delivered=newer)
        if self.request.every:
            batch = everything(now)
            others = {k: rows for k, rows in self.state.rows.items() if k not in self.types}
            return batch._replace(rows={**others, **batch.rows})
        if self.request.new:
            self.state.remember({})
        return new_rows(now, self.state, self.request.mark)

    def _deliver(self, batch: Batch) -> None:
        """Write a batch; if it goes to a file, save it as pending first: this run may be killed."""
        target = self.request.target
        data = batch_in(target, batch, self.options, self.notes)
        self.settle()
        head = records_in(target, [], self.options, Notes()) if target == "csv" else b""
        data = data.removeprefix(head)
        if self.began and self.request.to_stdout:
            head = b""
        beginning = RECORD if target == "records" else b""
        written = {} if self.request.every else batch.head.get("written", {})
        with AppendedFile(self.request.output, beginning, head, written) as output:
            if output.is_file and self.state is not None:
                coming = output.pending(data)
                batch.head["written"] = {coming.output: coming.end + len(coming.data)}
                self.state.prepare(batch.rows, **batch.head, coming=coming._asdict())
            output.add(data)
        self.began = True

    def _mark(self, batch: Batch, mark: str) -> None:
        live = self.request.live or is_live(self.file)
        if mark.startswith("custom_") and self.request.add_column:
            add_flag(self.file, self.types, mark, live=live)
        mark_delivered(self.file, batch, mark, self.notes, live=live)

"""One reader that polls a database: looks, delivers, remembers, marks."""

from __future__ import annotations

import signal
import time

import click

from bmconv.cli.bws.poll import Asked
from bmconv.cli.convert import pairs
from bmconv.cli.job import Job
from bmconv.codecs import load
from bmconv.errors import BadInput, FileTrouble, UsageError
from bmconv.journal import Appended, Coming
from bmconv.live import POLLED
from bmconv.live.delivery import batch_in, records_in
from bmconv.live.marks import add_flag, check_mark, set_flags
from bmconv.live.polling import Batch, everything, look, new_rows
from bmconv.live.reader_state import State, digest
from bmconv.live.snapshot import is_live, snapshot
from bmconv.notes import Notes

PATIENCE = 5
"""Files that cannot be read so many times in a row are told again."""
TICK = 0.25
"""Seconds after which a signal to stop is taken up at the latest."""
RECORD = b'{"type":"'
"""How a line of records begins."""
LINES = ("records", "bmrdata", "bmpnums", "dto", "csv")
"""Formats that can be added to, the head of CSV apart."""


def run(file: str, state: State | None, asked: Asked) -> int:
    """Poll once or at intervals; the exit code."""
    job = Job(
        output=asked.output,
        strict=asked.strict,
        notes_file=asked.notes_file,
        quiet=asked.quiet,
    )
    try:
        poller = Poller(job, file, state, asked)
        if asked.interval is None:
            poller.once()
        else:
            poller.again_and_again(asked.interval)
    finally:
        code = job.close()
    return code


def recover(state: State) -> None:
    """Settle what a killed run left open: what arrived in the output is delivered."""
    pending = state.prepared()
    if pending is None:
        return
    try:
        arrived = Coming(**pending["coming"]).arrived()
    except (KeyError, TypeError, ValueError):
        arrived = False
    if arrived:
        state.confirm()
    else:
        state.drop()


class Poller:
    """One reader of one file; without a state it goes by the ids."""

    def __init__(self, job: Job, file: str, state: State | None, asked: Asked) -> None:
        self.job, self.file, self.state, self.asked = job, file, state, asked
        self.options = pairs(asked.to_opt)
        self.types: tuple[str, ...] = asked.types or POLLED
        self.seen = ""
        self.began = self.stopping = False
        if asked.mark:
            check_mark(asked.mark)
        if state is not None:
            recover(state)
        if asked.target != "records":
            self._narrow()

    def _narrow(self) -> None:
        """Of what a format does not hold, nothing counts as delivered."""
        target, asked = self.asked.target, self.asked.types
        info = load(target).info
        if target not in LINES:
            raise UsageError(f"{target} cannot be added to: say one of {', '.join(LINES)}")
        holds = info.holds
        tables = any(option.name == "table" for option in info.options)
        if not asked and tables:
            holds = {self.options.get("table", "result"): None}
        self.types = tuple(t for t in POLLED if t in holds and (not asked or t in asked))
        if tables and len(self.types) == 1:
            self.options["table"] = self.types[0]
        if not self.types:
            raise UsageError(f"{target} holds nothing of what changes during play")

    def once(self) -> None:
        """One look."""
        data = snapshot(self.file)
        if self.seen and self.seen == digest(data):
            return
        batch = self._batch(data)
        batch.head["asked"] = [self.asked.target, *self.asked.types]
        if batch.records:
            self._deliver(batch)
        if self.state is not None:
            remember = self.state.save if self._keeps else self.state.remember
            remember(batch.rows, **batch.head)
            self.state.drop()
        if self.asked.mark and self._keeps:
            self._mark(batch, self.asked.mark)
        self.seen = digest(data)

    def again_and_again(self, interval: float) -> None:
        """Look, wait, look, until told to stop; what is away or half written is waited for."""
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._stop)
        failed = 0
        while not self.stopping:
            try:
                self.once()
                self.asked = self.asked._replace(every=False, new=False)
                failed = 0
            except (FileTrouble, BadInput) as trouble:
                if isinstance(trouble, BadInput) and not self.seen:
                    raise
                if failed % PATIENCE == 0:
                    click.echo(f"bmconv: {trouble}; trying again", err=True)
                failed += 1
            until = time.monotonic() + interval
            while not self.stopping and (left := until - time.monotonic()) > 0:
                time.sleep(min(TICK, left))

    def _stop(self, *_: object) -> None:
        self.stopping = True

    @property
    def _keeps(self) -> bool:
        return self.asked.accept or self.job.output not in (None, "-")

    def _batch(self, data: bytes) -> Batch:
        context = self.asked.target != "records"
        now = look(data, self.file, self.types, self.job.notes, context)
        if self.state is None:
            since = self.asked.since or 0
            ids = [getattr(record, "id", None) or 0 for record in now.chosen]
            self.asked = self.asked._replace(since=max([since, *ids]))
            newer = [r for r, id in zip(now.chosen, ids, strict=True) if id > since]
            return everything(now)._replace(records=newer)
        if self.asked.every:
            batch = everything(now)
            others = {k: rows for k, rows in self.state.rows.items() if k not in self.types}
            return batch._replace(rows={**others, **batch.rows})
        if self.asked.new:
            self.state.remember({})
        return new_rows(now, self.state, self.asked.mark)

    def _deliver(self, batch: Batch) -> None:
        """Write a batch; one for a file is written down before, in case this run is killed."""
        target = self.asked.target
        data = batch_in(target, batch, self.options, self.job.notes)
        self.job.settle()
        head = records_in(target, [], self.options, Notes()) if target == "csv" else b""
        data = data.removeprefix(head)
        if self.began and self.job.output in (None, "-"):
            head = b""
        with Appended(self.job.output, RECORD if target == "records" else b"", head) as output:
            if output.is_file and self.state is not None:
                coming = output.coming(data)._asdict()
                self.state.prepare(batch.rows, **batch.head, coming=coming)
            output.add(data)
        self.began = True

    def _mark(self, batch: Batch, mark: str) -> None:
        live = self.asked.live or is_live(self.file)
        if mark.startswith("custom_") and self.asked.add_column:
            add_flag(self.file, self.types, mark, live)
        set_flags(self.file, batch.records, mark, live, self.job.notes)

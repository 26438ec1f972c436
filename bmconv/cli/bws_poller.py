"""One reader that polls a database: looks, delivers, remembers, marks."""

from __future__ import annotations

import time
from typing import Any

import click

from bmconv.cli.job import Job
from bmconv.codecs import load
from bmconv.errors import FileTrouble, UsageError
from bmconv.live.delivery import append, encoded
from bmconv.live.marks import add_flag, check_mark, set_flags
from bmconv.live.poll import Batch, everything, new_rows
from bmconv.live.rows import POLLED
from bmconv.live.snapshot import is_live, snapshot
from bmconv.live.state import State, digest

PATIENCE = 5
"""Files that cannot be read so many times in a row are told again."""


def run(file: str, state: State | None, given: dict[str, Any]) -> int:
    """Poll once or at intervals; the exit code."""
    job = Job(
        output=given["output"],
        strict=given["strict"],
        notes_file=given["notes_file"],
        quiet=given["quiet"],
    )
    try:
        poller = Poller(job, file, state, given)
        if given["interval"] is None:
            poller.once()
        else:
            poller.again_and_again(given["interval"])
    finally:
        code = job.close()
    return code


class Poller:
    """One reader of one file."""

    def __init__(self, job: Job, file: str, state: State | None, given: dict[str, Any]) -> None:
        self.job, self.file, self.state, self.given = job, file, state, given
        self.target: str = given["target"]
        self.types: tuple[str, ...] = given["types"] or POLLED
        self.seen = ""
        if given["mark"]:
            check_mark(given["mark"])
        if self.target != "records":
            self._narrow()

    def _narrow(self) -> None:
        """Of what a format does not hold, nothing counts as delivered."""
        info = load(self.target).INFO
        if info.binary or not info.writable:
            raise UsageError(f"{self.target} cannot be added to: say a text format")
        holds = info.holds
        asked = self.given["types"]
        if self.target == "bmrdata" and not asked:
            holds = {"result": None}
        self.types = tuple(t for t in POLLED if t in holds and (not asked or t in asked))
        if not self.types:
            raise UsageError(f"{self.target} holds nothing of what changes during play")

    def once(self) -> int:
        """One look; how many records there were."""
        data = snapshot(self.file)
        if self.seen and self.seen == digest(data):
            return 0
        batch = self._batch(data)
        if batch.records:
            self._deliver(batch)
        if self.state is not None:
            batch.head["asked"] = [self.target, *self.given["types"]]
            remember = self.state.save if self._keeps else self.state.remember
            remember(batch.rows, **batch.head)
        if self.given["mark"] and self._keeps:
            self._mark(batch)
        self.seen = digest(data)
        return len(batch.records)

    def again_and_again(self, interval: float) -> None:
        """Look, wait, look; a file that is away for a while is told and waited for."""
        failed = 0
        while True:
            try:
                self.once()
                self.given["every"] = self.given["new"] = False
                failed = 0
            except FileTrouble as trouble:
                if failed % PATIENCE == 0:
                    click.echo(f"bmconv: {trouble}; trying again", err=True)
                failed += 1
            time.sleep(interval)

    @property
    def _keeps(self) -> bool:
        output = self.job.output
        return bool(self.given["accept"]) or output not in (None, "-")

    def _batch(self, data: bytes) -> Batch:
        given = self.given
        if given["every"] or self.state is None:
            batch = everything(data, self.file, self.types, self.job.notes)
            if self.state is None:
                newer = [r for r in batch.records if (getattr(r, "id", None) or 0) > given["since"]]
                self.given["since"] = max([given["since"], *(getattr(r, "id", 0) for r in newer)])
                return batch._replace(records=newer)
            others = {k: rows for k, rows in self.state.rows.items() if k not in self.types}
            return batch._replace(rows={**others, **batch.rows})
        if given["new"]:
            self.state.remember({})
        return new_rows(
            data, self.file, self.state, self.types, self.job.notes, given["mark"],
            context=self.target != "records",
        )  # fmt: skip

    def _deliver(self, batch: Batch) -> None:
        data = encoded(batch, self.target, self.given["to_opt"], self.job.notes)
        self.job.settle()
        append(self.job.output, data)

    def _mark(self, batch: Batch) -> None:
        live = self.given["live"] or is_live(self.file)
        mark = self.given["mark"]
        if mark.startswith("custom_") and self.given["add_column"]:
            add_flag(self.file, self.types, mark, live)
        set_flags(self.file, batch.records, mark, live, self.job.notes)

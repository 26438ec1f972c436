"""The folder of a site, and the database beside it that its pages are made from.

The folder can be published as it is. The database has the numbers of players and the names of
files, so it is kept in a hidden folder beside it: `.public.site` for `public`.
"""

from __future__ import annotations

import hashlib
import json
import os
import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import Executor
from contextlib import closing, contextmanager, nullcontext, suppress

from bmconv import __version__
from bmconv.errors import FileTrouble, Flag, UsageError, Wording, reason_of
from bmconv.exporting.archive import SITE, Label
from bmconv.exporting.entries import BatchChange, FileBatch
from bmconv.exporting.ledger import Ledger
from bmconv.exporting.ledger.database import connect, transaction
from bmconv.exporting.run import Progress
from bmconv.exporting.site import book
from bmconv.exporting.site.addresses import HOME, ROBOTS
from bmconv.exporting.site.book import PageEntry, SiteBook
from bmconv.exporting.site.pages import NEW, SiteLook, SitePlace, make_pages, path_of
from bmconv.exporting.sql.sqlite import SqliteDestination
from bmconv.exporting.tables import SETTINGS
from bmconv.exporting.workers import ALONE, process_pool
from bmconv.io.files import remove_file, sync_folders
from bmconv.notes import Notes
from bmconv.reports.html.look import PageLook

TABLES = "site_"
"""The prefix of the tables from which pages are made."""
CHUNK = 16
"""The number of pages that a process makes at a time."""


class SiteRows(SqliteDestination):
    """The database of a site."""

    def table_names(self) -> list[str]:
        """The dataset's tables; not those of pages, which a first run creates before them."""
        return [name for name in super().table_names() if not name.startswith(TABLES)]

    def add_stale(self, events: set[str]) -> None:
        """Record events whose pages must be made again, in the transaction that changes them."""
        for event_id in sorted(events):
            with self.connection.cursor() as cursor:
                cursor.execute("INSERT INTO site_stale VALUES (?)", (event_id,))


class SiteDestination:
    """A site."""

    def __init__(
        self, folder: str, look: SiteLook, jobs: int, notes: Notes, progress: Callable[[], Progress]
    ) -> None:
        """`progress`: starts a progress bar for the pages."""
        self.folder = self.name = folder
        self.look, self.jobs, self.notes, self.progress = look, jobs, notes, progress
        above, name = os.path.split(os.path.abspath(folder))
        if not name:  # the database would be inside
            hint = Wording("name a folder on it, such as ", os.path.join(above, "public"))
            raise UsageError(Wording(Flag("out", folder), ": the top of a drive"), hint=hint)
        self.state = os.path.join(above, SITE.format(name))
        self.rows = SiteRows(f"sqlite:///{os.path.join(self.state, 'site.sqlite')}", notes)
        self.lock = self.rows.lock
        self.files = [folder, self.state]
        self.staging = ""
        self.pages = 0

    def prepare(self, *, dry_run: bool) -> None:
        """Check that the folder is a site or new; its parent folder must exist."""
        known = os.path.exists(self.rows.path)
        names = os.listdir(self.folder) if os.path.lexists(self.folder) else []
        if not known and not all(name.startswith(".") for name in names):
            raise FileTrouble(
                f"{self.folder}: not a site made by export, but has other files in it "
                f"(or {self.state} is missing); choose a new folder"
            )
        if known:
            self.rows.prepare(dry_run=dry_run)
        if dry_run:
            return
        for folder in (self.folder, self.state):
            try:
                os.makedirs(folder, exist_ok=True) if known else self._create(folder)
            except OSError as error:
                why = f"cannot create the folder: {reason_of(error)}"
                raise FileTrouble(f"{folder}: {why}") from None

    def _create(self, folder: str) -> None:
        """Create a folder; the one with the database is for its owner alone."""
        with suppress(FileExistsError):
            os.mkdir(folder, 0o700 if folder == self.state else 0o777)

    def open(self, labels: list[Label], *, dry_run: bool) -> Ledger:
        """Open the database, and finish what a killed run left."""
        ledger = self.rows.open(labels, dry_run=dry_run)
        if dry_run:
            return ledger
        self.labels = [label.column for label in labels]
        label = " and ".join(self.labels).replace("_", " ")
        self.site = SitePlace(self.folder, self.rows.path, label, self.look)
        with self._open_book() as site_book:
            if self._must_make_all(site_book):
                with transaction(site_book.db):
                    site_book.mark_all()
            self._record_look()
            if site_book.is_unfinished():
                self._make(site_book)
        return ledger

    @contextmanager
    def _open_book(self) -> Iterator[SiteBook]:
        """The tables of the site, while no other connection has the database open."""
        self.rows.disconnect()
        with closing(connect(self.rows.path)) as db:
            yield SiteBook(db, self.labels)
        self.rows.connect()

    def _must_make_all(self, site_book: SiteBook) -> bool:
        """Whether all pages must be made again: their look has changed, or some are gone."""
        query = f"SELECT value FROM {SETTINGS} WHERE name = 'site'"
        row = self.rows.db.execute(query).fetchone()
        pages = [HOME, *site_book.addresses()]
        return row is not None and (
            row[0] != self._look_mark()
            or not all(os.path.exists(path_of(self.folder, address)) for address in pages)
        )

    def _record_look(self) -> None:
        """Record the look that pages have from now on."""
        query = f"REPLACE INTO {SETTINGS} VALUES ('site', ?)"
        self.rows.db.execute(query, (self._look_mark(),))

    def _look_mark(self) -> str:
        """A text that changes whenever pages would change."""
        files = hashlib.sha256("\0".join(self.look.page).encode()).hexdigest()
        return json.dumps([__version__, files, *self.look._replace(page=PageLook())])

    def begin(self) -> None:
        """Create the staging folder, tables and views."""
        self.rows.begin()
        self.staging = self.rows.staging

    def publish(self, batch: FileBatch, change: BatchChange) -> None:
        """Within a transaction: change rows, and record whose pages must be made again."""
        self.rows.publish(batch, change)
        read = {
            change.renamed.get(reading.file.name, reading.event_id)
            for reading in batch.readings
            if reading.status == "exported"
        }
        self.rows.add_stale(read | {gone.event_id for gone in change.replaced})

    def settle(self) -> None:
        """After the transaction: settle the database."""
        self.rows.settle()

    def finish(self) -> None:
        """After the last batch: make the pages, and leave no byte of what they no longer show."""
        self.rows.refresh_statistics()
        with self._open_book() as site_book:
            self._make(site_book)
        self.rows.finish()

    def _make(self, site_book: SiteBook) -> None:
        """Make the pages, in several processes if there are many."""
        site_book.update()
        waiting = os.path.join(self.folder, NEW)
        shutil.rmtree(waiting, ignore_errors=True)
        os.mkdir(waiting)
        many = self.jobs > 1 and len(site_book.todo(book.NIGHT)) > ALONE
        with process_pool(self.jobs) if many else nullcontext() as processes:
            self._make_all(site_book, processes)
        shutil.rmtree(waiting, ignore_errors=True)

    def _make_all(self, site_book: SiteBook, processes: Executor | None) -> None:
        """Make the pages; those with nothing to show are removed once no page links to them."""
        gone: list[str] = []
        addresses: list[str] = []
        pages, progress = site_book.count_todo(), self.progress()
        for kind in range(book.CRAWLERS + 1):
            failed = []
            for entries, missing in _make_chunks(self.site, site_book.todo(kind), processes):
                gone += [entry.address for entry, _ in missing]
                failed += [(entry, why) for entry, why in missing if why]
                addresses += [entry.address for entry in entries]
                progress(len(addresses), pages)
            for entry, why in failed:
                self._note(f"{site_book.file_of(entry.subject)}: {why}")
            site_book.drop([entry.subject for entry, _ in failed])
        for file in site_book.without_page:
            self._note(file)
        site_book.without_page.clear()
        for address in gone:
            self._remove(address)
        self.pages += len({*addresses} - {*gone, ROBOTS})
        sync_folders([path_of(self.folder, address) for address in addresses], self.folder)
        site_book.record_done(gone)

    def _note(self, place: str) -> None:
        text = "event{s} without a page: no results to show"
        self.notes.loss("no-page", place, text)

    def _remove(self, address: str) -> None:
        """Remove a page, and its folders if they are now empty."""
        path = path_of(self.folder, address)
        remove_file(path)
        with suppress(OSError):  # not empty
            os.removedirs(os.path.dirname(path))

    def close(self) -> None:
        """Close the database."""
        self.rows.close()


def _make_chunks(
    site: SitePlace, entries: list[PageEntry], processes: Executor | None
) -> Iterator[tuple[list[PageEntry], list[tuple[PageEntry, str]]]]:
    """Make pages in chunks; yields each chunk, with those of its pages that failed and why."""
    chunks = [entries[start : start + CHUNK] for start in range(0, len(entries), CHUNK)]
    if processes is None or len(entries) <= ALONE:
        return ((chunk, make_pages(site, chunk)) for chunk in chunks)
    return zip(chunks, processes.map(make_pages, [site] * len(chunks), chunks), strict=True)

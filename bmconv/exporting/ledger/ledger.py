"""The ledger: entries of files and events, and what a run still has to do with them."""

from __future__ import annotations

import json
import os
import re
import sqlite3
from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from typing import Any

from bmconv import __version__
from bmconv.errors import Flag, UsageError, Wording
from bmconv.exporting.anonymity import ONE_RUN, Anonymity
from bmconv.exporting.archive import (
    ALL_DRIVES,
    Label,
    base_above,
    base_of,
    for_display,
    is_below,
)
from bmconv.exporting.entries import (
    File,
    Freshness,
    HeldEvent,
    NightFingerprint,
    Rank,
    Reading,
    SourceEntry,
)
from bmconv.exporting.ledger.database import (
    HAS_EVENT,
    READ_AGAIN,
    create_ledger,
    transaction,
    upgrade,
)
from bmconv.exporting.tables import EVENTS, NIGHTS, SETTINGS, ledger_tables

UNREPORTED = "untold: "
"""Prefix of settings that name a file the summary has not yet reported."""
QUEUED = "later: "
"""Prefix of settings that name a file to read although it has not changed; their values number
them in the order in which they are to be read."""
HIDDEN_LINES, REPORTED_LIST = "hidden lines", "reported list"
"""The settings with the lines of the list of people to hide that match somebody, and with the mark
of the list on which a run has reported."""

WORK = """
CREATE TEMP TABLE seen (source_file TEXT PRIMARY KEY, path BLOB);
CREATE TEMP TABLE todo (
  source_file TEXT PRIMARY KEY, path BLOB, size INTEGER, changed INTEGER, hash TEXT,
  isnew INTEGER, rest INTEGER DEFAULT 0);
CREATE TEMP TABLE gone (source_file TEXT PRIMARY KEY);
CREATE INDEX temp.todo_hash ON todo (hash);
"""
"""The temporary tables of a run: files that exist, files to read (those with `rest` are copies,
which are not read), and missing files whose rows are to be taken out."""

_FRESHNESS = "coalesce(s.last_entry, ''), coalesce(s.last_id, 0), coalesce(s.erased, 0)"
"""The fields of Freshness, selected from `sources` with the alias s."""
_WAS_READ = "source_file NOT IN (SELECT source_file FROM todo WHERE rest = 1)"
HELD_COLUMNS = "event_id, source_file, batch, name, date"
"""The columns of `events` that are the fields of HeldEvent."""


class Ledger:
    """What a dataset remembers about its files and events."""

    def __init__(self, connection: sqlite3.Connection, labels: list[Label]) -> None:
        self.db = connection
        self.labels = labels
        self.lost_files: list[str] = []
        """Missing files of the dataset; the source files of their rows are read again."""
        columns = [label.column for label in labels]
        if self.db.execute(f"SELECT 1 FROM sqlite_master WHERE name = '{SETTINGS}'").fetchone():
            upgrade(self.db, columns)
        else:
            create_ledger(self.db, columns)
        self.db.executescript(WORK)
        self.db.create_function("ending", 1, _ending, deterministic=True)

    def transaction(self) -> AbstractContextManager[None]:
        """Run a block as one transaction; an exception rolls it back."""
        return transaction(self.db)

    def base_for(self, roots: list[str], anonymity: Anonymity | None) -> str:
        """The folder that file names are relative to; refuses changed labels or pseudonyms."""
        labels = " ".join(f"{label.column}={label.template}" for label in self.labels)
        people = anonymity.setting if anonymity else ""
        pseudonym = anonymity.mark if anonymity else str
        roots = list(map(for_display, roots))
        settings = dict(self.db.execute(f"SELECT name, value FROM {SETTINGS}"))
        base = os.path.normcase(base_of(roots))
        if "base" not in settings:
            with self.transaction():
                self._set("--label", labels)
                self._set("--anonymise", people)
                self._set("base", pseudonym(base))
            return base
        if settings["--label"] != labels:
            before = Flag("label", settings["--label"] or "none")
            raise UsageError(
                Wording("this dataset was made with ", before, f", not {labels or 'none'}"),
                hint="use the same labels, or export to a new place",
            )
        _refuse_other_people(settings.get("--anonymise", ""), people)
        known = settings["base"] if anonymity else os.path.normcase(settings["base"])
        while pseudonym(base) != known:
            if base == ALL_DRIVES:
                outside = [root for root in roots if not is_below(root, settings["base"])]
                named = "" if anonymity else f"{settings['base']}, "
                moved = "; for a moved archive, see export_settings in bmconv formats parquet"
                raise UsageError(
                    f"{outside[0]} is not below {named}the base folder of this dataset; "
                    f"export both folders to a new place in one run{'' if anonymity else moved}"
                )
            base = base_above(base)
        return base

    def take_options(self, options: dict[str, str], *, dry_run: bool) -> None:
        """Record the options that rows depend on; if they have changed, have files read again."""
        names = {pair for label in self.labels for pair in label.names}
        options = options | {"--club-names": json.dumps(sorted(names)) if names else ""}
        settings = dict(self.db.execute(f"SELECT name, value FROM {SETTINGS}"))
        before = {option: settings.get(option, "") for option in options}
        for option, value in before.items():
            if value and not options[option]:
                flag = Flag(option.removeprefix("--").replace("-", "_"))
                listed = " and people in its list" if option == "--hide" else ""
                problem = Wording("this dataset was made with ", flag, listed)
                raise UsageError(problem, hint="use it in every run, or export to a new place")
        if before == options:
            return
        if dry_run:
            self.db.execute("CREATE TEMP TABLE sources AS SELECT * FROM main.sources")
            self.db.execute("CREATE INDEX temp.source_files ON sources (source_file)")
            self.db.execute(READ_AGAIN)  # changes only the copy, used in place of the table
            return
        with self.transaction():
            self.db.execute(READ_AGAIN)
            if before["--hide"] != options["--hide"]:
                self._set(HIDDEN_LINES, "")
            for option, value in options.items():
                self._set(option, value)
            events = self.db.execute("SELECT event_id, source_file FROM events").fetchall()
            for event_id, name in events:
                query = f"UPDATE {NIGHTS} SET labels = ? WHERE event_id = ?"
                self.db.execute(query, (json.dumps(self.label_texts(name)), event_id))

    def hidden_lines(self) -> frozenset[int]:
        """The lines of the list of people to hide that match somebody in any file."""
        return frozenset(map(int, self._setting(HIDDEN_LINES).split()))

    def note_hidden_lines(self, lines: frozenset[int]) -> None:
        """Record lines of the list of people to hide that match somebody."""
        if not lines <= (known := self.hidden_lines()):
            self._set(HIDDEN_LINES, " ".join(map(str, sorted(known | lines))))

    def note_reported_list(self, list_mark: str) -> bool:
        """Record that a run reports on this list of people to hide; returns whether it is new."""
        is_new = self._setting(REPORTED_LIST) != list_mark
        if is_new:
            self._set(REPORTED_LIST, list_mark)
        return is_new

    def file_names(self) -> Iterator[str]:
        """The names of all files of the dataset."""
        return (name for (name,) in self.db.execute("SELECT source_file FROM sources"))

    def files_due(self) -> list[str]:
        """Files that are to be read again but do not exist."""
        rows = self.db.execute(
            "SELECT source_file FROM events JOIN sources USING (source_file) WHERE size < 0 "
            "AND source_file NOT IN (SELECT source_file FROM seen) ORDER BY 1"
        )
        return [name for (name,) in rows]

    def _setting(self, name: str) -> str:
        query = f"SELECT value FROM {SETTINGS} WHERE name = ?"
        row = self.db.execute(query, (name,)).fetchone()
        return str(row[0]) if row else ""

    def _set(self, name: str, value: str) -> None:
        self.db.execute(f"REPLACE INTO {SETTINGS} VALUES (?, ?)", (name, value))

    def is_unfinished(self) -> bool:
        """Whether an earlier run began to read files and did not finish."""
        query = f"SELECT 1 FROM {SETTINGS} WHERE name = 'reading'"
        return self.db.execute(query).fetchone() is not None

    def begin_reading(self) -> None:
        """Record that a run begins to read files."""
        self._set("reading", "yes")

    def end_reading(self) -> None:
        """Record that all files have been read, and that the dataset is complete."""
        self.db.execute(f"DELETE FROM {SETTINGS} WHERE name = 'reading'")

    def queue_files(self, names: Iterable[str]) -> None:
        """Record files to read once all new and changed ones have been read."""
        for name in names:
            self.db.execute(
                f"INSERT OR IGNORE INTO {SETTINGS} SELECT ?, 1 + coalesce(max(CAST(value AS int)), "
                f"0) FROM {SETTINGS} WHERE name LIKE '{QUEUED}%'",
                (f"{QUEUED}{name}",),
            )

    def remove_from_queue(self, name: str) -> None:
        """Record that a file has been read, or no longer needs to be."""
        self.db.execute(f"DELETE FROM {SETTINGS} WHERE name = ?", (f"{QUEUED}{name}",))

    def queued_files(self) -> list[tuple[str, str]]:
        """The names and paths of files that exist and are still to be read, in order."""
        rows = self.db.execute(
            f"SELECT source_file, path FROM {SETTINGS} JOIN seen ON name = :prefix || source_file "
            "ORDER BY CAST(value AS int)",
            {"prefix": QUEUED},
        )
        return [(name, os.fsdecode(path)) for name, path in rows]

    def note_unreported(self, name: str) -> None:
        """Record a file that was rejected or had errors, until a summary reports it."""
        self._set(f"{UNREPORTED}{name}", "yes")

    def unreported(self) -> dict[str, str]:
        """Files that an interrupted run did not report, with the reason."""
        query = (
            f"SELECT source_file, coalesce(error, '') FROM {SETTINGS} "
            "JOIN sources ON name = :prefix || source_file"
        )
        return dict(self.db.execute(query, {"prefix": UNREPORTED}))

    def forget_unreported(self) -> None:
        """Record that the summary reports all files that `note_unreported` recorded."""
        self.db.execute(f"DELETE FROM {SETTINGS} WHERE name LIKE '{UNREPORTED}%'")

    def count_added(self, batch: int) -> tuple[int, int]:
        """The number of events added from this batch on, and the number of records added."""
        row = self.db.execute(
            "SELECT coalesce(sum(e.batch >= :batch), 0), "
            "coalesce(sum((e.batch >= :batch) * (records - hands_added) "
            "+ (hands_batch >= :batch) * hands_added), 0) "
            f"FROM events e JOIN {NIGHTS} USING (event_id)",
            {"batch": batch},
        ).fetchone()
        return row[0], row[1]

    def entry(self, name: str) -> SourceEntry | None:
        """The entry of a file."""
        row = self.db.execute(
            "SELECT size, changed, hash, status, reader, errors, coalesce(error, '') FROM sources "
            "WHERE source_file = ?",
            (name,),
        ).fetchone()
        return SourceEntry(*row) if row else None

    def hash_of(self, name: str) -> str:
        """The hash of a file as it was read; empty if it is unknown."""
        entry = self.entry(name)
        return entry.hash if entry else ""

    def errors_of(self, name: str) -> int:
        """The number of errors with which a file was read."""
        entry = self.entry(name)
        return entry.errors if entry else 0

    def mark_batch_changed(self, batch: int) -> None:
        """Mark the files whose rows came with this batch as changed, so that they are reread."""
        self.db.execute(
            "UPDATE sources SET size = -1, hash = '' WHERE source_file IN ("
            "SELECT source_file FROM events WHERE batch = :batch UNION "
            f"SELECT hands_file FROM {NIGHTS} WHERE hands_batch = :batch)",
            {"batch": batch},
        )

    def note_seen(self, name: str, path: str) -> None:
        """Record that a file exists."""
        self.db.execute("INSERT OR IGNORE INTO seen VALUES (?, ?)", (name, os.fsencode(path)))

    def count_files(self, place: str, *, dry_run: bool, prune: bool) -> tuple[int, int]:
        """Count the files below a place, and the missing files that have rows.

        Entries of missing files without rows are deleted. With `prune` those with rows will be
        pruned, except files in an archive or folder that exists but could not be opened.
        """
        here = (
            "(:place = '.' OR source_file = :place"
            " OR substr(source_file, 1, length(:place) + 1) = :place || '/')"
        )
        seen = self.db.execute(
            f"SELECT count(*) FROM seen WHERE {here}", {"place": place}
        ).fetchone()[0]
        gone = f"{here} AND source_file NOT IN (SELECT source_file FROM seen)"
        rows = self.db.execute(
            f"SELECT source_file FROM sources WHERE {gone} AND {HAS_EVENT}", {"place": place}
        ).fetchall()
        if prune:
            removable = [row for row in rows if not self._seen_above(row[0])]
            self.db.executemany("INSERT OR IGNORE INTO gone VALUES (?)", removable)
        if seen and not dry_run:
            with self.transaction():
                self.db.execute(
                    f"DELETE FROM sources WHERE {gone} AND NOT {HAS_EVENT}", {"place": place}
                )
        return seen, len(rows)

    def gone(self) -> list[str]:
        """The missing files whose rows are to be taken out, in order."""
        return [name for (name,) in self.db.execute("SELECT source_file FROM gone ORDER BY 1")]

    def _seen_above(self, name: str) -> bool:
        """Whether the archive or a folder above a file was itself found as a file."""
        above = [name[: match.start()] for match in re.finditer("[/#]", name)]
        query = "SELECT 1 FROM seen WHERE source_file = ?"
        return any(self.db.execute(query, (place,)).fetchone() for place in above)

    def remove(self, names: list[str]) -> None:
        """Delete the entries of files."""
        rows = [(name,) for name in names]
        self.db.executemany("DELETE FROM sources WHERE source_file = ?", rows)

    def note_files_to_read(self, files: Iterable[tuple[File, bool]]) -> None:
        """Record files that are new or changed."""
        self.db.execute("BEGIN")
        self.db.executemany(
            "INSERT OR REPLACE INTO todo (source_file, path, size, changed, hash, isnew) "
            "VALUES (?, ?, ?, ?, ?, ?)",
            (
                (f.name, os.fsencode(f.path), f.size, f.changed, f.hash, is_new)
                for f, is_new in files
            ),
        )
        self.db.execute("COMMIT")

    def touch(self, file: File) -> None:
        """Update the time of a file whose content is the same."""
        with self.transaction():
            self.db.execute(
                "UPDATE sources SET size = ?, changed = ? WHERE source_file = ?",
                (file.size, file.changed, file.name),
            )

    def set_copies_apart(self) -> None:
        """Mark files with the same content as another, so that only one of them is read.

        It is the file that provides the rows already, or else the first.
        """
        self.db.execute(
            "UPDATE todo SET rest = 1 WHERE hash <> '' "
            "AND source_file NOT IN (SELECT source_file FROM events) "
            "AND (hash IN (SELECT hash FROM sources WHERE status IN ('exported', 'copy') "
            "AND source_file NOT IN (SELECT source_file FROM todo) "
            "AND source_file NOT IN (SELECT source_file FROM gone)) "
            "OR EXISTS (SELECT 1 FROM todo t WHERE t.hash = todo.hash "
            "AND (t.source_file < todo.source_file "
            "OR t.source_file IN (SELECT source_file FROM events))))"
        )

    def files_to_read(self) -> Iterator[File]:
        """The files to read, in order."""
        after = ""
        while rows := self.db.execute(
            "SELECT source_file, path, size, changed, hash FROM todo WHERE rest = 0 "
            "AND source_file > ? ORDER BY source_file LIMIT 1000",
            (after,),
        ).fetchall():
            yield from map(_file, rows)
            after = rows[-1][0]

    def misnamed(self) -> list[File]:
        """For each content that could not be read, one copy with an extension that was not tried.

        The extension decides which formats are tried, and whether a failure is reported.
        """
        rows = self.db.execute(
            "SELECT min(source_file), path, size, changed, hash FROM todo t WHERE rest = 1 "
            "AND NOT EXISTS (SELECT 1 FROM sources s WHERE s.hash = t.hash "
            "AND (status IN ('exported', 'copy') "
            "OR ending(s.source_file) = ending(t.source_file)) "
            f"AND s.{_WAS_READ}) GROUP BY hash ORDER BY 1"
        ).fetchall()
        names = [row[:1] for row in rows]
        self.db.executemany("UPDATE todo SET rest = 0 WHERE source_file = ?", names)
        return list(map(_file, rows))

    def counts(self) -> tuple[int, int, int]:
        """Three numbers of files: new, changed, and to be read."""
        row = self.db.execute(
            "SELECT coalesce(sum(isnew), 0), coalesce(sum(NOT isnew), 0), "
            "coalesce(sum(NOT rest), 0) FROM todo"
        ).fetchone()
        return (row[0], row[1], row[2])

    def list_changes(self) -> list[tuple[str, str]]:
        """The files that are new, changed or copies, each after `new`, `changed` or `copy`."""
        return self.db.execute(
            "SELECT CASE WHEN rest THEN 'copy' WHEN isnew THEN 'new' ELSE 'changed' END, "
            "source_file FROM todo ORDER BY source_file"
        ).fetchall()

    def next_batch(self) -> int:
        """The number of the next batch."""
        query = (
            "SELECT 1 + max((SELECT coalesce(max(batch), 0) FROM events), "
            f"(SELECT coalesce(max(hands_batch), 0) FROM {NIGHTS}))"
        )
        return int(self.db.execute(query).fetchone()[0])

    def holder(self, event_id: str) -> tuple[Rank, int] | None:
        """The rank of the file that provides an event, and the batch of its rows."""
        row = self.db.execute(
            "SELECT e.batch, e.results, e.records - n.hands - hands_added, e.changed, "
            f"e.source_file, {_FRESHNESS} FROM events e JOIN {NIGHTS} n USING (event_id) "
            "LEFT JOIN sources s ON s.source_file = e.source_file WHERE e.event_id = ?",
            (event_id,),
        ).fetchone()
        return (_rank(row[1:]), row[0]) if row else None

    def events_from(self, name: str) -> list[HeldEvent]:
        """The events whose rows come from a file."""
        rows = self.db.execute(f"SELECT {HELD_COLUMNS} FROM events WHERE source_file = ?", (name,))
        return [HeldEvent(*row) for row in rows]

    def results_from(self, name: str) -> int | None:
        """The number of results in the rows that come from a file; None if there are no rows."""
        query = "SELECT sum(results) FROM events WHERE source_file = ?"
        results: int | None = self.db.execute(query, (name,)).fetchone()[0]
        return results

    def events_of(self, guid: str) -> list[HeldEvent]:
        """The events with a GUID, first the one whose id is the GUID alone."""
        query = (
            f"SELECT {HELD_COLUMNS} FROM events "
            "WHERE event_id >= :guid AND event_id < :guid || '!' ORDER BY 1"
        )
        # date and name follow the GUID after a blank; in ASCII, the blank comes just before !
        return [HeldEvent(*row) for row in self.db.execute(query, {"guid": guid})]

    def better_copies(self, event_id: str, rank: Rank, hash: str) -> list[str]:
        """The unchanged copies of an event with a higher rank than this, and with another hash."""
        rows = self.db.execute(
            f"SELECT results, records - hands, changed, source_file, {_FRESHNESS} "
            "FROM sources s WHERE event_id = ? AND status = 'copy' AND hash <> ? "
            "AND source_file NOT IN (SELECT source_file FROM todo)",
            (event_id, hash),
        )
        copies = map(_rank, rows)
        return [copy.name for copy in copies if copy.name != rank.name and copy.is_above(rank)]

    def heirs(self, event_id: str, club: list[str | None]) -> list[str]:
        """Copies of an event that has no rows any more, one for each content: the heirs.

        The heir is a copy with these labels if there is one. Other copies with the same content
        become copies of it. An heir that is a new file is read anyway, and not returned.
        """
        copies = (
            "WHERE event_id = :event AND status = 'copy' AND source_file <> :event "
            "AND source_file NOT IN (SELECT source_file FROM todo)"
        )
        values = {"event": event_id}
        query = f"SELECT hash, source_file FROM sources {copies} ORDER BY 2"
        names: dict[str, list[str]] = {}
        for hash, name in self.db.execute(query, values).fetchall():
            names.setdefault(hash, []).append(name)
        known = []
        for hash, same in names.items():
            heir = next((name for name in same if self.label_texts(name) == club), None)
            if heir is None:
                heir = self.choose_among_new_copies(hash, club)
            if heir is None:
                heir = same[0]
            if heir in same:
                known.append(heir)
            self.db.execute(
                f"UPDATE sources SET event_id = :heir {copies} AND hash = :hash",
                values | {"heir": heir, "hash": hash},
            )
        return known

    def choose_among_new_copies(self, hash: str, club: list[str | None]) -> str | None:
        """Choose a new file with this hash and these labels as the only one of its content to read.

        Returns its name, or None if there is none. Files that provide an event are not affected.
        """
        new = "WHERE hash = ? AND source_file NOT IN (SELECT source_file FROM events)"
        rows = self.db.execute(f"SELECT source_file FROM todo {new} ORDER BY 1", (hash,))
        name = next((name for (name,) in rows if hash and self.label_texts(name) == club), None)
        if name is not None:
            self.db.execute(f"UPDATE todo SET rest = source_file <> ? {new}", (name, hash))
        return name

    def label_texts(self, name: str) -> list[str | None]:
        """The labels of a file."""
        return [label.text(name) for label in self.labels]

    def save(self, reading: Reading, batch: int | None) -> None:
        """Record the outcome of reading a file and, with a batch, that it provides its event."""
        file = reading.file
        labels = self.label_texts(file.name)
        self._insert(
            "sources",
            *(file.name, file.size, file.changed, file.hash),
            *(reading.format or None, reading.event_id or None),
            *(reading.results, reading.records, reading.fingerprint.hands, reading.errors),
            reading.status,
            *(reading.error or None, __version__, *(part or None for part in reading.freshness)),
            *labels,
        )
        if batch is not None:
            self._insert(
                "events",
                *(reading.event_id, file.name, reading.title or None, reading.date or None),
                *(reading.results, reading.records, file.changed, batch, *labels),
            )
        if reading.event_id not in ("", file.name):  # its copies have its name as event id
            self.db.execute(
                "UPDATE sources SET event_id = ? WHERE event_id = ? AND status = 'copy'",
                (reading.event_id, file.name),
            )

    def _insert(self, table: str, *values: str | int | None) -> None:
        names = ledger_tables([label.column for label in self.labels])[table].names
        listed, marks = ", ".join(f'"{name}"' for name in names), ", ".join("?" * len(values))
        self.db.execute(f"INSERT OR REPLACE INTO {table} ({listed}) VALUES ({marks})", values)

    def forget(self, event_id: str) -> None:
        """Delete the entry of an event that has no rows any more."""
        for table in (EVENTS, NIGHTS):
            self.db.execute(f"DELETE FROM {table} WHERE event_id = ?", (event_id,))

    def demote(self, name: str) -> None:
        """Record that a better copy replaced the rows of a file."""
        self.db.execute("UPDATE sources SET status = 'copy' WHERE source_file = ?", (name,))

    def unread(self) -> list[tuple[Reading, str]]:
        """Copies that were not read, each with the outcome and name of the file read instead."""
        rows = self.db.execute(
            "SELECT t.source_file, t.path, t.size, t.changed, t.hash, s.source_file, s.format, "
            "CASE s.status WHEN 'exported' THEN 'copy' ELSE s.status END, s.error, s.event_id, "
            f"s.results, s.records, s.errors, s.hands, {_FRESHNESS} "
            "FROM todo t JOIN sources s ON s.source_file = ("
            "SELECT source_file FROM (SELECT source_file, status, "
            "ending(source_file) = ending(t.source_file) AS alike "
            f"FROM sources WHERE hash = t.hash AND {_WAS_READ}) "
            "ORDER BY status = 'exported' DESC, status = 'copy' DESC, alike DESC, source_file "
            "LIMIT 1) WHERE t.rest = 1 ORDER BY 1"
        )
        copies = []
        for row in rows:
            format, status, error, event_id, results, records, errors, hands = row[6:14]
            reading = Reading(
                _file(row[:5]),
                format or "",
                status,
                error or "",
                event_id or "",
                results=results,
                records=records,
                errors=errors,
                fingerprint=NightFingerprint(hands=hands),
                freshness=Freshness(*row[14:]),
            )
            copies.append((reading, row[5]))
        return copies


def _rank(row: tuple[Any, ...]) -> Rank:
    """A rank from its first four fields and _FRESHNESS."""
    results, records, changed, name, *freshness = row
    return Rank(results, records, changed, name, Freshness(*freshness))


def _refuse_other_people(before: str, now: str) -> None:
    """Refuse to mix real names with pseudonyms, or pseudonyms made with different keys."""
    if before == now != ONE_RUN:
        return
    hint, anonymise = Wording("export to a new place"), Flag("anonymise")
    if before == ONE_RUN:
        problem = ", which no later run can continue"
        how = Wording("with ", anonymise, " but without ", Flag("key"), problem)
    elif before and now:
        how = Wording("with another key")
        hint = Wording("give that one with ", Flag("key"), ", or export to a new place")
    else:
        how = Wording("with " if before else "without ", anonymise)
    raise UsageError(Wording("this dataset was made ", *how), hint=hint)


def _ending(name: str) -> str:
    """The extension of a file, in lower case."""
    return os.path.splitext(name)[1].lower()


def _file(row: tuple[str, bytes, int, int, str]) -> File:
    """A file from a row of `todo`: name, path, size, time and hash."""
    return File(row[0], os.fsdecode(row[1]), *row[2:])

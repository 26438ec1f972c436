"""Which event a file belongs to, whether its rows are kept, and which rows they replace."""

import json
import posixpath
from collections import defaultdict
from typing import NamedTuple

from bmconv.errors import Flag, Wording
from bmconv.exporting.entries import NO_RANK, BatchChange, HeldEvent, Rank, Reading
from bmconv.exporting.ledger import Ledger
from bmconv.exporting.nights import Night, Nights
from bmconv.notes import REPAIR, Notes

PARTS = ("bminput", "bmpnums", "bmrdata")
"""The formats of BMPFTP: a file of each has one part of a night."""


class CopyOf(NamedTuple):
    """A copy: the file that provides its event instead, and the number of results in the copy."""

    provider: str
    results: int


class Judge:
    """Decides file by file which rows of a run are kept."""

    def __init__(self, ledger: Ledger, notes: Notes) -> None:
        self.ledger, self.notes = ledger, notes
        self.nights = Nights(ledger.db)
        self.copies: dict[str, CopyOf] = {}
        """Files of this run that were copies when they were judged, or became copies later."""
        self.replaced: set[str] = set()
        """Files of earlier runs that are copies now."""
        self.possible: set[tuple[str, str]] = set()
        """Pairs of files that may have the same night; the name that sorts first comes second."""
        self.clubs: dict[str, str] = {}
        """For each event taken out in this run, the labels of the file that provided it."""
        self.first = ledger.next_batch()
        """The first batch of this run."""

    def judge(self, reading: Reading, number: int, change: BatchChange) -> None:
        """Decide and record whether a file's rows in batch `number` stay, and what they replace."""
        name = reading.file.name
        has_guid = reading.event_id != name  # without a GUID, the file's name is the id
        for night in self.nights.completed_by(name):
            self._remove_hands(night, number, change)
            self.ledger.remove_from_queue(name)
        reading = self._identify(reading, number, change)
        holder = self.ledger.holder(reading.event_id)
        before = self.nights.of(reading.event_id)
        if holder is not None and holder[0].name != name:
            rank, batch = holder
            self._note_doubt(reading.rank, rank)
            if not self._is_above(reading, rank):
                self.copies[name] = CopyOf(rank.name, reading.results)
                self.ledger.save(reading._replace(status="copy"), None)
                self._complete(reading, before, number, change)
                return
            if batch == number:
                change.lost.add(rank.name)
            change.replaced.append(HeldEvent(reading.event_id, rank.name, batch))
            self.ledger.demote(rank.name)
            self.copies[rank.name] = CopyOf(name, rank.results)
            if batch < self.first:
                self._note_replaced(name, rank.name)
        elif holder is not None:
            self._queue_better_copies(reading.event_id, name, reading.rank, reading.file.hash)
        if before is not None:
            has_guid = has_guid or before.guid
            self._remove_hands(before, number, change)
            if before.hands and not reading.fingerprint.hands and before.event.name != name:
                self.ledger.queue_files([before.event.name])
        self.ledger.save(reading, number)
        self.nights.save(reading, self._labels(name), guid=has_guid)
        self._look_for_hands(reading, number, change)

    def prune(self, names: list[str], number: int, change: BatchChange) -> None:
        """Take out the rows of files that no longer exist; copies of the files are read instead."""
        hashes = {name: self.ledger.hash_of(name) for name in names}
        self.ledger.remove(names)
        for name in names:
            for night in self.nights.completed_by(name):
                self._remove_hands(night, number, change)
            for event in self.ledger.events_from(name):
                self.ledger.choose_among_new_copies(hashes[name], self.ledger.label_texts(name))
                self._dissolve(event, number, change)
            self.ledger.remove_from_queue(name)

    def _is_above(self, reading: Reading, rank: Rank) -> bool:
        """Whether a file should provide an event in place of the file that provides it now.

        A damaged file should not. Of two files with equal results, one with the labels that the
        event had before should.
        """
        if reading.is_damaged(rank.results, self.ledger.errors_of(rank.name)):
            return False
        club = self.clubs.get(reading.event_id)
        is_ours = self._labels(reading.file.name) == club
        if is_ours != (self._labels(rank.name) == club) and reading.rank.is_equal(rank):
            return is_ours
        return reading.rank.is_above(rank)

    def report_copies(self) -> tuple[int, int]:
        """Report the files of this run whose event another file provides.

        Returns the number of copies without use, and of copies whose hands are used.
        """
        copies = joined = 0
        for name, copy in self.copies.items():
            entry = self.ledger.entry(name)
            if entry is None or entry.status != "copy":  # no longer a copy: read again and used
                continue
            has_hands = bool(self.nights.completed_by(name))
            joined += has_hands
            copies += not has_hands
            place = f"{name} of {copy.provider}"
            if entry.hash and entry.hash == self.ledger.hash_of(copy.provider):
                self.note_same_content(name, copy.provider)
            elif entry.errors and not has_hands and not self.ledger.errors_of(copy.provider):
                text = "file{s} with errors not used: another file without errors has the event"
                self.notes.repair("errors-elsewhere", place, text)
            elif name not in self.replaced and (copy.results or not has_hands):
                text = "skipped: a more complete or newer file has the same event"
                skipped = "file{s} (except {its|their} hands)" if has_hands else "file{s}"
                self.notes.add(REPAIR, "copy", place, text, what=skipped)
        return copies, joined

    def note_same_content(self, name: str, other: str) -> None:
        """Report a file that is skipped because another has the same content."""
        place = f"{name} of {other}"
        if self._labels(name) == self._labels(other):
            self.notes.repair("same-content", place, "file{s} skipped: same content as another")
            return
        text = (
            "file{s} skipped: same content as another, whose labels "
            "{its event has|their events have}"
        )
        hint = Wording("delete the one in the wrong folder, and use ", Flag("prune"))
        self.notes.repair("labels-differ", place, text, hint=hint)

    def report_possible(self) -> None:
        """Report files that may have the same night, in whatever order they were read."""
        pairs = [pair for pair in self.possible if all(map(self._has_rows, pair))]
        first_other = dict(sorted(pairs, reverse=True))  # of each name, the last pair stays
        for name, other in sorted(first_other.items()):
            text = "file{s} with many results of another event: both are kept"
            self.notes.repair("possible-copy", f"{name} and {other}", text)

    def _has_rows(self, name: str) -> bool:
        return self.ledger.results_from(name) is not None

    def report_parts(self) -> None:
        """Report new events that are only a part of a night, with other parts in their folder."""
        query = (
            "SELECT source_file, format, batch FROM events JOIN sources USING (source_file) "
            f"WHERE format IN {PARTS} ORDER BY 1"
        )
        folders: dict[str, list[tuple[str, str, int]]] = defaultdict(list)
        for part in self.ledger.db.execute(query):
            folders[posixpath.dirname(part[0])].append(part)
        for parts in folders.values():
            if len({format for _, format, _ in parts}) < 2:
                continue
            for name, _, batch in parts:
                if batch >= self.first:
                    text = "file{s} of BMPFTP with a part of a night: each is an event of its own"
                    command = "bmconv join BMInput.txt BMPNums.txt BMRData.txt"
                    hint = f"replace them with the output of {command}"
                    self.notes.loss("part-alone", name, text, hint=hint)

    def _identify(self, reading: Reading, number: int, change: BatchChange) -> Reading:
        """The reading with its event id; all rows that the file provided before are taken out.

        A GUID copied with a template belongs to several events: all but the first have date and
        name in their id too.
        """
        name, guid = reading.file.name, reading.event_id  # equal if the file has no GUID
        before = None
        for event in self.ledger.events_from(name):
            night = self.nights.of(event.event_id)
            same = guid == name and night is not None and night.is_same(reading)
            if (
                same
                or event.event_id == guid == name
                or (event.has_guid(guid) and event.is_of(reading))
            ):
                change.replaced.append(event)
                before = event
            else:
                self._dissolve(event, number, change)
                self.ledger.remove_from_queue(name)
        if guid == name:
            event_id = self._id_by_night(reading, before, number, change)
        else:
            event_id = self._id_by_guid(reading, before)
            self._dissolve_same_night(reading, number, change)
        if event_id != guid:
            change.renamed[name] = event_id
        return reading._replace(event_id=event_id)

    def _id_by_guid(self, reading: Reading, before: HeldEvent | None) -> str:
        """The id of an event with a GUID."""
        name, guid = reading.file.name, reading.event_id
        events = self.ledger.events_of(guid)
        event = before or next((event for event in events if event.is_of(reading)), None)
        if event is None and events:
            text = "file{s} with the session GUID of another event: distinguished by date and name"
            self.notes.repair("guid-shared", f"{name} and {events[0].name}", text)
            return " ".join(filter(None, (guid, reading.date, reading.title)))
        return event.event_id if event else guid

    def _id_by_night(
        self, reading: Reading, before: HeldEvent | None, number: int, change: BatchChange
    ) -> str:
        """The id of an event without a GUID: that of its night in another file, else its path."""
        name = reading.file.name
        others = [
            n for n in self._same_day(reading) if n.event.event_id != (before and before.event_id)
        ]
        same = next((night for night in others if night.is_same(reading)), None)
        same = same or self._night_of_hands(reading)
        if same is None:
            for night in others:
                self._note_possible(reading, night)
            taken = self.nights.of(name)  # another file may still use this id
            if before is None and taken is not None:
                self._dissolve(taken.event, number, change)
            return before.event_id if before else name
        if before is not None:
            self._dissolve(before, number, change)
            self.ledger.remove_from_queue(name)
        return same.event.event_id

    def _dissolve_same_night(self, reading: Reading, number: int, change: BatchChange) -> None:
        """Take out events without a GUID that are the same night as this file, which has a GUID.

        Their files are read again, and then belong to the event with the GUID.
        """
        for night in self._same_day(reading):
            if not night.guid and night.is_same(reading):
                self._dissolve(night.event, number, change)
            elif not night.event.has_guid(reading.event_id):
                self._note_possible(reading, night)

    def _same_day(self, reading: Reading) -> list[Night]:
        return self.nights.on(reading.date, self._labels(reading.file.name))

    def _labels(self, name: str) -> str:
        return json.dumps(self.ledger.label_texts(name))

    def _note_possible(self, reading: Reading, night: Night) -> None:
        if night.may_be(reading):
            other, name = sorted((reading.file.name, night.event.name))
            self.possible.add((name, other))

    def _dissolve(self, event: HeldEvent, number: int, change: BatchChange) -> None:
        """Take an event out of the dataset; its file and its copies are queued to be read again."""
        night = self.nights.of(event.event_id)
        if night is not None:
            self._remove_hands(night, number, change)
        if event.batch == number:
            change.lost.add(event.name)
        change.replaced.append(event)
        self.clubs.setdefault(event.event_id, self._labels(event.name))
        self.ledger.forget(event.event_id)
        self._queue_better_copies(event.event_id, event.name, NO_RANK, "")
        self.ledger.queue_files([event.name])

    def _queue_better_copies(self, event_id: str, holder: str, rank: Rank, hash: str) -> None:
        """Queue copies of an event that are better than its file, now with this rank and hash."""
        # An event whose id is its file's name has only copies of the file's old content.
        if event_id == holder:
            better = self.ledger.heirs(event_id, self.ledger.label_texts(holder))
        else:
            better = self.ledger.better_copies(event_id, rank, hash)
        self.ledger.queue_files(better)

    # Hands in a second file

    def _complete(
        self, reading: Reading, night: Night | None, number: int, change: BatchChange
    ) -> None:
        """Keep the hands of a file whose event another file provides, if the event has no hands."""
        name, hands = reading.file.name, reading.fingerprint.hands
        if night is None or not hands or night.hands or night.hands_file:
            change.lost.add(name)
            return
        change.completing.add(name)
        change.renamed[name] = night.event.event_id
        self.nights.complete(night.event.event_id, name, number, hands)

    def _remove_hands(self, night: Night, number: int, change: BatchChange) -> None:
        """Take out the hands that a second file added; that file is read again."""
        if night.hands_file is None:
            return
        if night.hands_batch == number:
            change.lost.add(night.hands_file)
        added = HeldEvent(night.event.event_id, night.hands_file, night.hands_batch)
        change.replaced.append(added)
        self.nights.complete(night.event.event_id, None, 0, 0)
        self.ledger.queue_files([night.hands_file])

    def _night_of_hands(self, reading: Reading) -> Night | None:
        """The event to which a file with nothing but hands belongs; None if that is not clear."""
        if reading.results or not reading.fingerprint.hands:
            return None
        name, date = reading.file.name, reading.date
        boards = set(reading.fingerprint.boards.split())
        for nights in (self.nights.beside(name, date), self._same_day(reading)):
            fits = [n for n in nights if n.results and n.boards and set(n.boards.split()) <= boards]
            if len(fits) == 1 and not fits[0].hands:
                return fits[0]
            if fits:
                return None
        return None

    def _look_for_hands(self, reading: Reading, number: int, change: BatchChange) -> None:
        """Have files with hands read again if the hands may belong to this new event."""
        if not reading.results:
            return
        near = self.nights.beside(reading.file.name, reading.date) + self._same_day(reading)
        for night in near:
            if night.event.event_id == reading.event_id:
                continue
            if (
                not night.results
                and not night.guid
                and night.has_boards_of(reading.fingerprint.boards)
            ):
                self._dissolve(night.event, number, change)
            else:  # its hands may have been found by date alone and belong to the new event
                self._remove_hands(night, number, change)

    def _note_doubt(self, one: Rank, other: Rank) -> None:
        """Report two files, each of which has something newer than the other."""
        if len(one.freshness.compare(other.freshness)) == 2:
            text = "file{s} newer and older than another of the same event: the last changed counts"
            self.notes.repair("correction-unclear", f"{one.name} and {other.name}", text)

    def _note_replaced(self, name: str, before: str) -> None:
        """Report a file that takes the place of one from an earlier run."""
        self.replaced.add(before)
        text = (
            "file{s} with a newer or more complete version of an event: {it|they} replaced another"
        )
        self.notes.repair("replaced", f"{name} for {before}", text)

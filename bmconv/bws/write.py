"""Write the Bridgemate database: the records of an event as the tables of the guide."""

import datetime
import os
from collections.abc import Callable, Iterable, Iterator
from tempfile import TemporaryFile
from typing import Any, TypeVar

import msgspec

from bmconv import jet
from bmconv import records as rec
from bmconv.bridge.boards import dealer, vulnerability
from bmconv.bridge.cards import faults
from bmconv.bridge.movements import letters
from bmconv.bridge.outcomes import declaring_pair, is_contract_score
from bmconv.bws.access import note_replaced
from bmconv.bws.adapt import Adapter
from bmconv.bws.layout import FILLED_BY, NEEDED, SEAT_ORDER, TABLES, TableLayout
from bmconv.bws.rows import MIDNIGHT, BwsRows, low_high, parse_columns
from bmconv.codecs import Options
from bmconv.codecs.shared.losses import SCORE_LOST
from bmconv.errors import DataError, Flag, UsageError, Wording
from bmconv.event import Event
from bmconv.event.seating import name_of
from bmconv.event.section_settings import section_settings
from bmconv.io.sink import Output
from bmconv.jet.text import codec_of
from bmconv.notes import Notes
from bmconv.records import Record
from bmconv.rules import BWS
from bmconv.rules.fields import SEAT_NUMBER
from bmconv.rules.settings import COLUMNS

_WRITE_EVALUATIONS = Wording(
    Flag("evaluation", typed="--evaluation (convert: --to-opt evaluation=yes)"), " writes {it|them}"
)
_JOIN = "bmconv join EVENING HANDS -o FILE adds hands to an evening"
DEFAULTS = {column.name: column.default for column in COLUMNS}
"""The guide's default of every setting."""
CHANGED = (rec.Session, rec.Section, rec.Table, rec.Round, rec.Seat, rec.Settings)
"""Types whose records are changed while writing, and therefore copied first."""

REPEATED = ("declarer", "contract", "result", "lead_card", "date", "time")
"""Fields of results that have few distinct values."""
STREAMED: dict[str, type[Record]] = {
    "result": rec.Result,
    "intermediate": rec.Intermediate,
    "bid": rec.Bid,
    "card": rec.Card,
    "player": rec.Player,
}
"""Types whose records each become one row, written one by one."""

T = TypeVar("T", bound=Record)


def write(records: Iterable[Record], sink: Output, options: Options, notes: Notes) -> None:
    """Write an event as a new database."""
    version, code_page = int(options.text("jet")), options.number("code_page")
    if not 0 < code_page < 1 << 16 or codec_of(code_page) != f"cp{code_page}":
        raise UsageError(f"unknown code page {code_page}: expected one such as 1250 or 1252")
    event = Event(_share_values(map(_copy_if_changed, records)), notes)
    Adapter(event, notes).adapt()
    tables = BwsWriter(event, options, notes).tables()
    with TemporaryFile() as file:
        try:
            created = _creation_date(event)
            report = jet.write(tables, file, version=version, created=created, code_page=code_page)
        except jet.JetError as error:
            raise DataError(str(error)) from None
        note_replaced(report.replaced, notes)
        file.seek(0)
        while block := file.read(1 << 20):
            sink.write(block)


def _copy_if_changed(record: Record) -> Record:
    """A copy of the record if it will be changed, otherwise the record itself."""
    if isinstance(record, rec.Settings):
        return _with(record, values=dict(record.values))
    return _with(record) if isinstance(record, CHANGED) else record


def _share_values(records: Iterable[Record]) -> Iterator[Record]:
    """The same records; equal values of results share one object, which halves the memory."""
    known: dict[Any, Any] = {}
    for record in records:
        if isinstance(record, rec.Result):
            for name in REPEATED:
                value = getattr(record, name)
                if value is not None:
                    setattr(record, name, known.setdefault(value, value))
        yield record


def _creation_date(event: Event) -> datetime.datetime | None:
    """The creation date: SOURCE_DATE_EPOCH if set, or the first date of a session, if any.

    The current time is not used, so that the same event gives the same bytes.
    """
    epoch = os.environ.get("SOURCE_DATE_EPOCH", "")
    if epoch.isdecimal():
        return datetime.datetime.fromtimestamp(int(epoch), datetime.UTC).replace(tzinfo=None)
    dates = [s.date for s in event.of(rec.Session) if s.date and s.date.year >= 1900]
    return datetime.datetime.combine(dates[0], MIDNIGHT) if dates else None


class BwsWriter:
    """Completes the records of an event as the guide's tables require: ids, defaults, seats."""

    def __init__(self, event: Event, options: Options, notes: Notes) -> None:
        self.event, self.options, self.notes = event, options, notes
        self.played = bool(event.of(rec.Result))
        self.sessions = self._sessions()
        self.needed = self._needed()
        self.missing_ew_pairs = self._missing_ew_pairs()

    def tables(self) -> Iterator[jet.TableSpec]:
        """All tables, or those that are needed or have rows; each is prepared when written."""
        prepare: dict[str, Callable[[], Iterable[Record]]] = {
            "client": self._clients,
            "session": lambda: self.sessions,
            "section": self._sections,
            "table": self._tables,
            "round": self._rounds,
            "result": lambda: self._results(rec.Result),
            "intermediate": lambda: self._results(rec.Intermediate),
            "seat": self._seats,
            "player": self._players,
            "settings": self._settings,
            "bid": lambda: self._with_ids(self.event.of(rec.Bid)),
            "card": lambda: self._with_ids(self.event.of(rec.Card)),
            "hand": self._hands,
            "evaluation": self._evaluations,
        }
        further = parse_columns(self.options.text("columns"))
        rows = BwsRows(self.event, self.notes, further)
        for name, layout in TABLES.items():
            prepared = prepare[layout.kind]()
            # there may be a million of these: each is prepared when the columns are known
            streamed = self.event.of(STREAMED[layout.kind]) if layout.kind in STREAMED else None
            records = list(prepared) if streamed is None else streamed  # these decide the columns
            if records or name in self.needed or self.options.text("write_tables") == "all":
                rest = records if streamed is None else prepared
                yield rows.table(name, self._columns(layout, records), records, rest)

    def _columns(self, layout: TableLayout, records: list[Any]) -> TableLayout:
        """The layout of a table; Settings has columns only for the settings to be written."""
        if layout.kind != "settings" or self.options.text("settings") == "defaults":
            return layout
        names = {"Section", *(name for record in records for name in record.values)}
        return TableLayout(layout.kind, tuple(c for c in layout.columns if c.name in names))

    def _needed(self) -> set[str]:
        """The tables that must exist, some because settings have the control software fill them."""
        all_values = (record.values for record in section_settings(self.event))
        filled = {
            FILLED_BY[name] for values in all_values for name in FILLED_BY if values.get(name)
        }
        return {*NEEDED, *filled}

    def _sessions(self) -> list[rec.Session]:
        """The sessions, or a new one if there are sections, which must belong to one."""
        sessions = self.event.of(rec.Session)
        if not sessions and self.event.of(rec.Section):
            text, hint = (
                "session{s} added without name and date",
                "bmconv set session.name=... names it",
            )
            self.notes.repair("session-made", "", text, hint=hint)
            return [rec.Session(id=1, status=None if self.played else 0)]
        for number, session in enumerate(sessions, 1):
            session.id = number if session.id is None else session.id
            if session.status is None and not self.played:
                session.status = 0
        return sessions

    def _clients(self) -> list[rec.Client]:
        """The computers, renumbered from 1; `_tables` changes the ids in tables accordingly."""
        clients = self.event.of(rec.Client)
        if self.options.text("computer"):
            clients = [rec.Client(computer=self.options.text("computer")), *clients[1:]]
        elif not clients and self.event.of(rec.Table) and not self.played:
            text = "file{s} without the name of the computer that runs the control software"
            hint = Wording(Flag("computer", "NAME"), " names it")
            self.notes.repair("no-client", "Clients", text, hint=hint)
        return [_with(client, id=number) for number, client in enumerate(clients, 1)]

    def _sections(self) -> Iterator[rec.Section]:
        first = self.sessions[0].id if self.sessions else None
        for section in self.event.of(rec.Section):
            tables = len(self.event.by_section(rec.Table).get(section.id or 0, ()))
            yield _with(
                section,
                letter=section.letter or letters(section.id or 0),
                tables=tables if section.tables is None else section.tables,
                session=first if section.session is None else section.session,
                missing_pair=0
                if section.id in self.missing_ew_pairs
                else section.missing_pair or 0,
                ew_move_before_play=section.ew_move_before_play or 0,
                scoring_type=1 if section.scoring_type is None else section.scoring_type,
                winners=section.winners or 0,
            )

    def _missing_ew_pairs(self) -> dict[int | None, int]:
        """The missing E-W pairs of sections whose MissingPair is pair plus number of tables.

        BMPFTP writes MissingPair so. If N-S and E-W have the same numbers, the guide requires
        MissingPair 0, and pair 0 in RoundData.
        """
        if not self.options.flag("repair_missing_pair"):
            return {}
        missing_pairs: dict[int | None, int] = {}
        for section in self.event.of(rec.Section):
            rounds = self.event.rounds(section.id)
            sitting = {p for r in rounds for p in (r.ns_pair, r.ew_pair)}
            missing = section.missing_pair or 0
            east_west = missing - (section.tables or len({r.table for r in rounds}))
            if missing and missing not in sitting and east_west in {r.ew_pair for r in rounds}:
                missing_pairs[section.id] = east_west
        return missing_pairs

    def _tables(self) -> Iterator[rec.Table]:
        ids = {c.id: n for n, c in enumerate(self.event.of(rec.Client), 1)}
        first = 1 if ids or self.options.text("computer") else 0
        for table in self.event.of(rec.Table):
            update = table.update_from_round or 0
            if update and not self.options.flag("keep_triggers") and self.played:
                self._note_cleared(table, "UpdateFromRound")
                update = 0
            computer = ids.get(table.computer_id, first)
            if table.computer_id not in (None, computer):
                text = "table{s} given the ComputerID of the renumbered client"
                self.notes.repair("client-renumbered", self.event.place(table), text)
            yield _with(
                table,
                computer_id=computer,
                status=table.status or 0,
                log_on_off=2 if table.log_on_off is None else table.log_on_off,
                update_from_round=update,
                current_round=table.current_round or 0,
                current_board=table.current_board or 0,
                group=table.group or 0,
            )

    def _rounds(self) -> Iterator[rec.Round]:
        for round in self.event.of(rec.Round):
            low, high = low_high(round)
            if (low, high) != (round.low_board or 0, round.high_board or 0):
                text = "round{s} with LowBoard and HighBoard filled in from CustomBoards"
                self.notes.repair("low-high-filled", self.event.place(round), text)
            ns_pair, ew_pair = round.ns_pair or 0, round.ew_pair or 0
            if ew_pair and self.missing_ew_pairs.get(round.section) == ew_pair:
                text = "missing E-W pair{s} of a round written as 0"
                self.notes.repair("missing-pair", self.event.place(round), text)
                ew_pair = 0
            yield _with(round, low_board=low, high_board=high, ns_pair=ns_pair, ew_pair=ew_pair)

    def _settings(self) -> list[rec.Settings]:
        """A row for each section; settings that a section lacks have the guide's default."""
        rows = section_settings(self.event)
        if self.options.text("settings") == "defaults":
            rows = rows or [rec.Settings(section=s.id) for s in self.event.of(rec.Section)]
            for row in rows:
                row.values = DEFAULTS | row.values
            return rows
        names = dict.fromkeys(name for row in rows for name in row.values)
        for row in rows:
            for name in names.keys() - row.values.keys():
                text = "setting{s} written with the default: only other sections have a value"
                place = f"{self.event.place(row)} {name}"
                self.notes.repair("setting-filled", place, text)
            row.values = {name: DEFAULTS[name] for name in names} | row.values
        return rows

    def _results(self, kind: type[rec.Result]) -> Iterator[rec.Result]:
        clear = not self.options.flag("keep_triggers")
        for result in self._with_ids(self.event.of(kind)):
            if result.score is not None:
                vulnerable = self.event.vulnerability(result.section, result.board or 1)
                if not is_contract_score(result, vulnerable):
                    self.notes.loss("score-lost", self.event.place(result), SCORE_LOST)
            if result.external_update and clear:
                self._note_cleared(result, "ExternalUpdate")
                result = _with(result, external_update=False)
            if result.declarer_pair is None:
                result = _with(result, declarer_pair=declaring_pair(result))
            yield _with(result, suspicious_contract=result.suspicious_contract or 0)

    def _with_ids(self, records: list[T]) -> Iterator[T]:
        """The records with unique ids; a missing or repeated id becomes the next free one."""
        taken: set[int] = set()
        last = max((getattr(r, "id", None) or 0 for r in records), default=0)
        for record in records:
            id = getattr(record, "id", None)
            if id is None or id in taken:
                if id is not None:
                    text = "record{s} with a repeated ID given a new one"
                    self.notes.repair("id-twice", self.event.place(record), text)
                id = last = last + 1
                record = _with(record, id=id)
            taken.add(id)
            yield record

    def _seats(self) -> Iterator[rec.Seat]:
        """The four seats of every table, including empty ones, then the seats of later rounds."""
        places = [(t.section, t.table) for t in self.event.of(rec.Table)]
        seats = [s for s in self.event.of(rec.Seat) if self._has_valid_number(s)]
        starting: dict[tuple[int | None, int | None, str | None], rec.Seat] = {}
        for seat in (s for s in seats if not s.round):
            if starting.setdefault(key := (seat.section, seat.table, seat.direction), seat) != seat:
                text = "player{s} left out: the seat appears again"
                self.notes.loss("seat-twice", self.event.place(seat), text)
            starting[key] = seat
        for section, table in places:
            for side in SEAT_ORDER:
                empty = rec.Seat(section=section, table=table, direction=side)
                yield self._seat(starting.pop((section, table, side), empty))
        for seat in (*starting.values(), *(s for s in seats if s.round)):
            yield self._seat(seat)

    def _seat(self, seat: rec.Seat) -> rec.Seat:
        name = name_of(seat) or None
        # the control software ignores names without Updated (guide, PlayerNumbers)
        updated = seat.updated or bool(name and not self.played)
        if self.played and updated and not self.options.flag("keep_triggers"):
            self._note_cleared(seat, "Updated")
            updated = False
        source = seat.entry_source or 0
        return _with(seat, name=name, round=seat.round or 0, updated=updated, entry_source=source)

    def _has_valid_number(self, seat: rec.Seat) -> bool:
        if seat.number is not None and SEAT_NUMBER.judge(seat.number, BWS).code:
            text = f"seat{{s}} left out: a player number of more than {SEAT_NUMBER.size} characters"
            self.notes.error(SEAT_NUMBER.code, self.event.place(seat), text)
            return False
        return True

    def _players(self) -> Iterator[rec.Player]:
        for player in self.event.of(rec.Player):
            id, number = player.id, player.number
            if id is None and number is not None:
                if number.isdecimal() and int(number) < 2**31:
                    id = int(number)
                else:
                    text = "player{s} without a numeric ID: the number is text"
                    self.notes.repair("numeric-id", self.event.place(player), text)
            yield _with(player, id=id, name=name_of(player) or None)

    def _hands(self) -> Iterator[rec.Hand]:
        for hand in self.event.expanded(rec.Hand):
            place, board = self.event.place(hand), hand.board or 0
            if wrong := faults([hand.north, hand.east, hand.south, hand.west]):
                text = "incomplete hand{s} skipped"
                self.notes.error("hand-incomplete", f"{place}: {wrong[0]}", text)
                continue
            if hand.section is None:
                text = "hand{s} left out: unknown section"
                self.notes.error("no-section", place, text, hint=_JOIN)
                continue
            usual = hand.dealer in (None, dealer(board))
            if not usual or hand.vulnerable not in (None, vulnerability(board)):
                text = "dealer{s} or vulnerability left out: not the usual one of the board"
                self.notes.loss("pbn-dealer-vul", place, text)
            yield hand

    def _evaluations(self) -> list[rec.Evaluation]:
        evaluations = self.event.expanded(rec.Evaluation)
        for evaluation in evaluations if not self.options.flag("evaluation") else ():
            text, hint = "evaluation{s} left to the control software", _WRITE_EVALUATIONS
            self.notes.loss("evaluation-lost", self.event.place(evaluation), text, hint=hint)
        return evaluations if self.options.flag("evaluation") else []

    def _note_cleared(self, record: Record, column: str) -> None:
        text = f"{column} cleared: the control software would act on it"
        hint = Wording(Flag("keep_triggers"), " keeps it")
        self.notes.repair("trigger-cleared", self.event.place(record), text, hint=hint)


def _with(record: T, **changes: Any) -> T:
    """A copy with some fields changed."""
    return msgspec.structs.replace(record, **changes)

"""Event: the joined records of one event, with look-ups."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from msgspec import structs

from bmconv import records as rec
from bmconv.bridge.boards import dealer, vulnerability
from bmconv.bridge.movements import letters
from bmconv.bridge.places import place as place
from bmconv.bridge.winners import Winners, winners
from bmconv.errors import DataError, UsageError, brief
from bmconv.event.checking import check_values, copy_record, valid_copy
from bmconv.event.evenings import demand_one_evening
from bmconv.event.sections import find_section, rekey
from bmconv.event.standing import ResultPlace, standing_results
from bmconv.notes import Note, Notes
from bmconv.records import TYPES, Record, identity, name_of, type_name
from bmconv.rules.settings import name_as_in_guide

if TYPE_CHECKING:
    import pandas

R = TypeVar("R", bound=Record)
K = TypeVar("K")
T = TypeVar("T")
Shared = TypeVar("Shared", rec.Hand, rec.Evaluation, rec.Settings)
"""Record types whose records apply to all sections if they have no section."""
_PLAIN_KEYS = (rec.Table, rec.Round, rec.Hand, rec.Evaluation, rec.MovementRound, rec.Ranking)
"""Types with many records; the identity of a record is its key fields, without conversion."""


class ArrowTable(Protocol):
    """A table in Arrow's memory (a pyarrow.Table), which other libraries take without a copy."""

    @property
    def num_rows(self) -> int: ...

    @property
    def column_names(self) -> list[str]: ...

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


class Event:
    """The records of one event; records about the same thing are joined into one.

    An event changes only through its methods (`add`, `replace`, `remove` and others): records that
    a program adds are checked and copied, and look-ups return copies of lists. The records in these
    lists are the event's own. Change them with `replace`: look-ups do not notice a change in place.
    """

    def __init__(self, records: Iterable[Record] = (), notes: Notes | None = None) -> None:
        """With `notes`, the records are from a reader or a filter: neither checked nor copied."""
        self.log = Notes(keep=True) if notes is None else notes
        self._by_type: dict[str, list[Record]] = {}
        self._by_key: dict[str, dict[Any, Record]] = {kind: {} for kind in TYPES}
        self._people: dict[Any, dict[str, rec.Player]] = {}
        """Players by number and session, then by name: in some clubs several share a number."""
        self._lookups: dict[Any, Any] = {}
        """Cached look-ups, cleared when records are added or removed."""
        everything = list(records) if notes is not None else _copies(records)
        rekey([everything], self.log)
        demand_one_evening(everything)
        for _, alike in groupby(everything, type):
            self._add_alike(list(alike))

    @property
    def notes(self) -> list[Note]:
        """The notes about repairs and losses, in reading the event and since then."""
        return list(self.log.kept)

    def add(self, record: Record) -> None:
        """Add a record, or update the existing record about the same thing with it."""
        self._add(valid_copy(record))

    def include(self, record: Record) -> None:
        """Add a record of a reader or a filter, even if it has invalid values."""
        self._add(copy_record(check_values(record)))

    def remove(self, record: Record) -> None:
        """Remove a record that a look-up of this event returned."""
        rows = self._by_type.get(type_name(check_values(record)), [])
        index = next((index for index, row in enumerate(rows) if row is record), None)
        if index is None:
            raise UsageError(f"{self.place(record)}: not a record of this event")
        del rows[index]
        self._lookups.clear()
        key = identity(record)
        if isinstance(record, rec.Player):
            self._people.get(key, {}).pop(name_of(record), None)
        elif self._by_key[type_name(record)].get(key) is record:
            del self._by_key[type_name(record)][key]

    def replace(self, record: R, **changes: Any) -> R:
        """Replace a record of the event by a copy with changed values, and return the copy."""
        unknown = set(changes) - set(check_values(record).__struct_fields__)
        if unknown:
            raise UsageError(f"{type_name(record)} has no field {sorted(unknown)[0]!r}")
        new = valid_copy(structs.replace(record, **changes), record)
        rows = self._by_type.get(type_name(record), [])
        index = next((index for index, row in enumerate(rows) if row is record), 0)
        self.remove(record)
        self._add(new)
        if rows and rows[-1] is new:
            rows.insert(index, rows.pop())
        return new

    def _add_alike(self, records: list[Record]) -> None:
        """Add checked records of one type, all at once if no two are about the same thing."""
        kind, name = type(records[0]), type_name(records[0])
        if kind.key is None and kind is not rec.Error:
            self._by_type.setdefault(name, []).extend(records)
            return
        if kind in _PLAIN_KEYS and not self._by_key[name]:
            key_of = attrgetter(*kind.key or ())
            different = dict(zip(map(key_of, records), records, strict=True))
            if len(different) == len(records):
                self._by_key[name], self._by_type[name] = different, records
                return
        for record in records:
            self._add(record)

    def _add(self, record: Record) -> None:
        """Add a checked record, or update the existing record about the same thing with it."""
        if type(record) is rec.Error:
            raise DataError(f"the input ended with an error: {record.message or record.code}")
        if self._lookups:
            self._lookups.clear()
        kind = type_name(record)
        key = None if record.key is None else identity(record)
        if key is not None:
            if type(record) is rec.Player:
                known: Record | None = self._known_person(key, record)
            else:
                known = self._by_key[kind].setdefault(key, record)
            if known is not None and known is not record:
                self.fill(known, record)
                return
        self._by_type.setdefault(kind, []).append(record)

    def __iter__(self) -> Iterator[Record]:
        """All records in the order of TYPES."""
        return self.without()

    def without(self, *kinds: type[Record]) -> Iterator[Record]:
        """All records except the records of some types, in the order of TYPES."""
        names = [name for name, kind in TYPES.items() if kind not in kinds]
        return chain.from_iterable([self._by_type.get(name, ()) for name in names])

    def __repr__(self) -> str:
        counts = ", ".join(f"{kind} {count}" for kind, count in self.counts().items())
        return f"<Event: {counts or 'empty'}>"

    def of(self, kind: type[R]) -> list[R]:
        """The records of one type."""
        if not isinstance(kind, type) or not issubclass(kind, Record):
            raise UsageError(f"{brief(kind)}: expected a class of bmconv.records")
        return list(self._by_type.get(str(kind.__struct_config__.tag), ()))  # type: ignore[arg-type]

    def counts(self) -> dict[str, int]:
        """The number of records of each type."""
        return {kind: len(self._by_type[kind]) for kind in TYPES if self._by_type.get(kind)}

    def section(self, id: int | None) -> rec.Section | None:
        """The section record with an id."""
        return self._by_key["section"].get((id,))  # type: ignore[return-value]

    def letter(self, section: int | None) -> str:
        """The letter of a section: from its record, or else from its id."""
        known = self.section(section)
        return (known.letter if known else None) or letters(section or 0)

    def section_id(self, text: str) -> int:
        """The id of a section given by letter or id."""
        return find_section(text, self.of(rec.Section))

    def place(self, record: Record) -> str:
        """The place of a record for messages: `result A5 round 2 board 7`."""
        return place(record, self.letter)

    def by_section(self, kind: type[R]) -> dict[int, list[R]]:
        """The records of one type by section id; those without a section have the id 0."""
        return self._once(kind, lambda: _group_by(self.of(kind), _section))

    def by_table(self, kind: type[R]) -> dict[tuple[int, int], list[R]]:
        """The records of one type by section id and table; 0 stands for an unknown one."""
        return self._once((kind, "table"), lambda: _group_by(self.of(kind), _table))

    def _once(self, key: Any, look_up: Callable[[], T]) -> T:
        """The result of a look-up, cached until records are added or removed."""
        if key not in self._lookups:
            self._lookups[key] = look_up()
        return self._lookups[key]  # type: ignore[no-any-return]

    def rounds(self, section: int | None) -> list[rec.Round]:
        """The rounds of a section, at all its tables."""
        return list(self.by_section(rec.Round).get(section or 0, ()))

    def rounds_at(self, section: int | None, table: int | None) -> list[rec.Round]:
        """The rounds of one table."""
        return list(self.by_table(rec.Round).get((section or 0, table or 0), ()))

    def round(self, section: int | None, table: int | None, number: int | None) -> rec.Round | None:
        """One round of one table."""
        return self._by_key["round"].get((section, table, number))  # type: ignore[return-value]

    def tables(self, section: int | None) -> list[rec.Table]:
        """The tables of a section; if the event has no table records, the tables in its rounds."""
        if self.of(rec.Table):
            return list(self.by_section(rec.Table).get(section or 0, ()))
        keys = dict.fromkeys((round.section, round.table) for round in self.rounds(section))
        return [rec.Table(section=id, table=table) for id, table in keys]

    def seats(self, section: int | None, table: int | None = None) -> list[rec.Seat]:
        """The seats of a section, or of one of its tables."""
        if table is not None:
            return list(self.by_table(rec.Seat).get((section or 0, table), ()))
        return list(self.by_section(rec.Seat).get(section or 0, ()))

    def results(self, section: int | None) -> list[rec.Result]:
        """The standing results of a section."""
        by_section = self._once("results", lambda: _group_by(self.standing_results(), _section))
        return list(by_section.get(section or 0, ()))

    def section_ids(self) -> list[int]:
        """The ids of all sections that have a section, table, round, result or seat record."""
        ids = {section.id for section in self.of(rec.Section)}
        for kind in (rec.Table, rec.Round, rec.Result, rec.Seat):
            ids |= {record.section for record in self.of(kind)}  # type: ignore[attr-defined]
        return sorted(id for id in ids if id is not None)

    def winners(self, section: int | None) -> Winners:
        """One winner or two: as the section declares, else inferred from movement and results."""
        id = section or 0
        known = self.section(id)
        if known and known.winners in (1, 2):
            return winners(known.winners, ())
        if self.moves_across_field():
            rounds = self.of(rec.Round)
            return self._once("winners", lambda: winners(None, rounds, self.standing_results()))
        return self._once(("winners", id), lambda: winners(None, self.rounds(id), self.results(id)))

    def moves_across_field(self) -> bool:
        """Whether pairs move between sections; the first session decides for all (guide)."""
        return any(session.pairs_move_across_field for session in self.of(rec.Session)[:1])

    def hand(self, section: int | None, board: int | None) -> rec.Hand | None:
        """The hand of a board in a section: the section's own, or the hand for all sections."""
        return self._own_or_shared("hand", section, board)  # type: ignore[return-value]

    def evaluation(self, section: int | None, board: int | None) -> rec.Evaluation | None:
        """The evaluation of a board in a section: the section's own, or that for all sections."""
        return self._own_or_shared("evaluation", section, board)  # type: ignore[return-value]

    def _own_or_shared(self, kind: str, section: int | None, *rest: int | None) -> Record | None:
        known = self._by_key[kind]
        return known.get((section, *rest)) or known.get((None, *rest))

    def settings(self, section: int | None) -> dict[str, bool | int | str]:
        """The settings of a section by the guide's names; settings for all sections fill gaps."""
        values: dict[str, bool | int | str] = {}
        for id in dict.fromkeys((None, section)):
            record = self._by_key["settings"].get((id,))
            if isinstance(record, rec.Settings):
                values |= name_as_in_guide(record.values)
        return values

    def global_settings(self) -> dict[str, bool | int | str]:
        """The settings of the first record, which alone has the settings for the whole event."""
        first = self.of(rec.Settings)[:1]
        return name_as_in_guide(first[0].values) if first else {}

    def expanded(self, kind: type[Shared]) -> list[Shared]:
        """Records of a type; a record for all sections is copied for each section without its own.

        Without section records, nothing is copied.
        """
        records = self.of(kind)
        ids = [section.id for section in self.of(rec.Section)]
        everywhere = [r for r in records if r.section is None]
        if not everywhere:
            return records
        of_sections = [r for r in records if r.section is not None]
        if not ids:
            return everywhere + of_sections
        copies = (structs.replace(record, section=id) for id in ids for record in everywhere)
        return of_sections + [c for c in copies if identity(c) not in self._by_key[type_name(c)]]

    def vulnerability(self, section: int | None, board: int) -> str:
        """The vulnerability of a board: from its hand, or else from its number."""
        hand = self.hand(section, board)
        return (hand.vulnerable if hand else None) or vulnerability(board)

    def dealer(self, section: int | None, board: int) -> str:
        """The dealer of a board: from its hand, or else from its number."""
        hand = self.hand(section, board)
        return (hand.dealer if hand else None) or dealer(board)

    def standing_results(self) -> list[rec.Result]:
        """The last result of each board at each table and round, unless it is erased.

        A result with neither a table nor both pairs replaces no other and is not replaced.
        """
        return list(self._standing()[0])

    def places_played(self) -> frozenset[ResultPlace]:
        """Section, table, round and board of every standing result."""
        return self._standing()[1]

    def _standing(self) -> tuple[list[rec.Result], frozenset[ResultPlace]]:
        return self._once("standing", lambda: standing_results(self.of(rec.Result)))

    def to_arrow(self, kind: str | None = None) -> Any:
        """One record type as a pyarrow.Table, or a dict of all types that have rows, by name."""
        from bmconv.columns.batches import table

        if kind is not None and not (isinstance(kind, str) and kind in TYPES):
            raise UsageError(f"no record type {brief(kind)}; the types are {', '.join(TYPES)}")
        if kind is not None:
            return table(kind, self._by_type.get(kind, []))
        return {name: table(name, self._by_type[name]) for name in self.counts()}

    def table(self, kind: str) -> ArrowTable:
        """One record type as a table that DuckDB, Polars, pandas and ADBC take without a copy."""
        table: ArrowTable = self.to_arrow(kind)
        return table

    def to_pandas(self, kind: str, *, wide: bool = False) -> pandas.DataFrame:
        """One record type as a DataFrame with Arrow types, so that integers stay integers.

        Results have level, strain, doubled, tricks and score_ns too, as in CSV and Parquet; with
        `wide` also vulnerability, dd_tricks, par_score, ns_names and ew_names.
        """
        import pandas as pd

        from bmconv.columns import RESULTS
        from bmconv.columns.results import with_derived
        from bmconv.event.wide import WideColumns

        table = self.to_arrow(kind)
        if kind in RESULTS:
            more = WideColumns(self).arrays if wide else None
            table = with_derived(kind, self._by_type.get(kind, []), self.of(rec.Hand), more)
        elif wide:
            raise UsageError(f"wide adds columns to results, not to {kind} records")
        frame: pandas.DataFrame = table.to_pandas(types_mapper=pd.ArrowDtype)
        return frame

    def namesakes(self, player: rec.Player) -> list[rec.Player]:
        """All players of the event with the number and the session of this player."""
        return list(self._people.get(identity(player), {}).values())

    def rename(self, player: rec.Player, other: rec.Player) -> None:
        """Give a player the name in another record with the same number."""
        people = self._people[identity(player)]
        people[name_of(other)] = people.pop(name_of(player))
        player.name, player.first_name = other.name, other.first_name
        player.last_name = other.last_name

    def _known_person(self, key: Any, player: rec.Player) -> rec.Player | None:
        """The known player with this number and, if both have one, this name; adds a new one."""
        people = self._people.setdefault(key, {})
        name = name_of(player)
        known = people.get(name) or people.pop("", None)  # the nameless player gets this name
        if known is None and people and not name:
            known = next(iter(people.values()))  # a number without a name means the first player
        if known is None and people:
            text = "player{s} with a number that another one has too: all kept"
            self.log.repair("number-shared", self.place(player), text)
        people.setdefault(name or (name_of(known) if known else ""), known or player)
        return known

    def fill(self, known: Record, later: Record) -> None:
        """Update a record from a later one about the same thing; replaced values are noted."""
        for name in known.__struct_fields__:
            value, old = getattr(later, name), getattr(known, name)
            if _is_empty(value) or value == old:
                continue
            if isinstance(value, dict) and isinstance(old, dict):
                changed = [key for key in value if key in old and old[key] != value[key]]
                value = old | value
            else:
                changed = [] if _is_empty(old) else [name]
            if name == "guid" and changed:
                self._refuse(known, f"guid {old} and guid {value}")
            if isinstance(known, rec.Section) and name == "session" and changed:
                self._refuse_other_session(known, old, value)
            for field in changed:
                self.log.loss(
                    "value-replaced",
                    f"{self.place(known)} {field}",
                    "value{s} replaced by a later one that differs",
                )
            setattr(known, name, value)

    def _refuse_other_session(self, section: rec.Section, old: int, new: int) -> None:
        """Refuse a section that would change to a session with another GUID."""
        guids = {s.guid for s in self.of(rec.Session) if s.id in (old, new) and s.guid}
        if len(guids) > 1:
            self._refuse(section, f"sessions with guid {' and guid '.join(sorted(guids))}")

    def _refuse(self, known: Record, problem: str) -> None:
        """Refuse to join records of two events or sessions."""
        problem = " ".join(problem.split())  # one line: text of a file can have line ends
        raise DataError(
            f"{self.place(known)}: {problem} cannot be joined, results would overwrite each other"
        )


def _copies(records: Iterable[Record]) -> list[Record]:
    """Copies of the records of another event, or of records of a program, which must be valid."""
    if isinstance(records, str | bytes) or not isinstance(records, Iterable):
        raise UsageError(f"{brief(records)}: expected records; bmconv.read reads a file")
    if isinstance(records, Event):
        return [copy_record(check_values(record)) for record in records]
    return [valid_copy(record) for record in records]


def _group_by(records: Iterable[R], key: Callable[[Any], K]) -> dict[K, list[R]]:
    groups: dict[K, list[R]] = {}
    for record in records:
        groups.setdefault(key(record), []).append(record)
    return groups


def _section(record: Any) -> int:
    return record.section or 0


def _table(record: Any) -> tuple[int, int]:
    return record.section or 0, record.table or 0


def _is_empty(value: object) -> bool:
    """Whether a field has no value; 0 is a value."""
    return value is None or value is False or value == {}

"""Event: the joined records of one event, with look-ups."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import chain, groupby
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from msgspec import structs

from bmconv import records as rec
from bmconv.bridge.boards import dealer, vulnerability
from bmconv.bridge.movements import letters, ordinal
from bmconv.bridge.places import place as place
from bmconv.errors import BadRecord, DataError, UsageError, brief
from bmconv.masking import masked
from bmconv.notes import Note, Notes
from bmconv.records import TYPES, Record, identity, name_of, type_name
from bmconv.rules import RECORDS, Answer, problems, respell
from bmconv.rules.judging import value_in
from bmconv.rules.settings import name_as_in_guide
from bmconv.standing import Place, standing_results

if TYPE_CHECKING:
    import pandas

    from bmconv.bridge.winners import Winners

R = TypeVar("R", bound=Record)
K = TypeVar("K")
T = TypeVar("T")
Shared = TypeVar("Shared", rec.Hand, rec.Evaluation, rec.Settings)
"""Record types that apply to all sections if they have no section."""
_PLAIN_KEYS = (rec.Table, rec.Round, rec.Hand, rec.Evaluation, rec.MovementRound, rec.Ranking)
"""Types of which there are many, whose identity is the fields of their key as they are."""


class ArrowTable(Protocol):
    """A table in Arrow's memory (a pyarrow.Table), which other libraries take without a copy."""

    @property
    def num_rows(self) -> int: ...

    @property
    def column_names(self) -> list[str]: ...

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...


class Event:
    """The records of one event; records about the same thing are joined into one.

    It changes only through `add`, `replace`, `remove` and `rename`: records that a program adds
    are checked and copied, and the lists that look-ups return are copies. The records in them are
    the event's own: use `replace`, because look-ups do not follow a change in place.
    """

    def __init__(self, records: Iterable[Record] = (), notes: Notes | None = None) -> None:
        """With `notes` of a reader or a filter, its records are taken as they are."""
        self.log = Notes(keep=True) if notes is None else notes
        self._by_type: dict[str, list[Record]] = {}
        self._by_key: dict[str, dict[Any, Record]] = {kind: {} for kind in TYPES}
        self._people: dict[Any, dict[str, rec.Player]] = {}
        """Players by number and session, then by name: in some clubs several share a number."""
        self._found: dict[Any, Any] = {}
        """Cached look-ups, cleared when a record is added."""
        everything = list(records) if notes is not None else _copies(records)
        rekey([everything], self.log)
        for _, alike in groupby(everything, type):
            self._add_alike(list(alike))

    @property
    def notes(self) -> list[Note]:
        """What was repaired or lost when the event was read, and since."""
        return list(self.log.kept)

    def add(self, record: Record) -> None:
        """Add a record, or update the existing record about the same thing with it."""
        self._add(valid_copy(record))

    def include(self, record: Record) -> None:
        """Add a record as a reader or a filter gave it, even if some value of it is invalid."""
        self._add(_copy(checked(record)))

    def remove(self, record: Record) -> None:
        """Remove a record, which is one that the event gave out."""
        rows = self._by_type.get(type_name(checked(record)), [])
        at = next((at for at, row in enumerate(rows) if row is record), None)
        if at is None:
            raise UsageError(f"{self.place(record)}: not a record of this event")
        del rows[at]
        self._found.clear()
        about = identity(record)
        if isinstance(record, rec.Player):
            self._people.get(about, {}).pop(name_of(record), None)
        elif self._by_key[type_name(record)].get(about) is record:
            del self._by_key[type_name(record)][about]

    def replace(self, record: R, **changes: Any) -> R:
        """Replace a record of the event by one with other values, and return that."""
        unknown = set(changes) - set(checked(record).__struct_fields__)
        if unknown:
            raise UsageError(f"{type_name(record)} has no field {sorted(unknown)[0]!r}")
        new = valid_copy(structs.replace(record, **changes), record)
        rows = self._by_type.get(type_name(record), [])
        at = next((at for at, row in enumerate(rows) if row is record), 0)
        self.remove(record)
        self._add(new)
        if rows and rows[-1] is new:
            rows.insert(at, rows.pop())
        return new

    def _add_alike(self, records: list[Record]) -> None:
        """Add records of one type that have been checked: at once if none is joined."""
        kind, name = type(records[0]), type_name(records[0])
        if kind.key is None and kind is not rec.Error:
            self._by_type.setdefault(name, []).extend(records)
            return
        if kind in _PLAIN_KEYS and not self._by_key[name]:
            about = attrgetter(*kind.key or ())
            different = dict(zip(map(about, records), records, strict=True))
            if len(different) == len(records):
                self._by_key[name], self._by_type[name] = different, records
                return
        for record in records:
            self._add(record)

    def _add(self, record: Record) -> None:
        """Add a record that has been checked."""
        if type(record) is rec.Error:
            raise DataError(f"the input ended with an error: {record.message or record.code}")
        if self._found:
            self._found.clear()
        kind = type_name(record)
        about = None if record.key is None else identity(record)
        if about is not None:
            if type(record) is rec.Player:
                known: Record | None = self._known_person(about, record)
            else:
                known = self._by_key[kind].setdefault(about, record)
            if known is not None and known is not record:
                self.fill(known, record)
                return
        self._by_type.setdefault(kind, []).append(record)

    def __iter__(self) -> Iterator[Record]:
        """All records in the order of TYPES."""
        return self.without()

    def without(self, *kinds: type[Record]) -> Iterator[Record]:
        """All records except those of some types, in the order of TYPES."""
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
        """The letter of a section: from its record, else from its id."""
        known = self.section(section)
        return (known.letter if known else None) or letters(section or 0)

    def section_id(self, text: str) -> int:
        """The id of a section given by letter or id."""
        return find_section(text, self.of(rec.Section))

    def place(self, record: Record) -> str:
        """The place of a record for messages: `result A5 round 2 board 7`."""
        return place(record, self.letter)

    def by_section(self, kind: type[R]) -> dict[int, list[R]]:
        """The records of one type by section id, 0 if they have none."""
        return self._once(kind, lambda: _grouped(self.of(kind), _section))

    def by_table(self, kind: type[R]) -> dict[tuple[int, int], list[R]]:
        """The records of one type by section id and table, 0 if unknown."""
        return self._once((kind, "table"), lambda: _grouped(self.of(kind), _table))

    def _once(self, what: Any, look_up: Callable[[], T]) -> T:
        """The result of a look-up, cached until another record is added."""
        if what not in self._found:
            self._found[what] = look_up()
        return self._found[what]  # type: ignore[no-any-return]

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
        """The tables of a section; if the event has no table records, those in its rounds."""
        if self.of(rec.Table):
            return list(self.by_section(rec.Table).get(section or 0, ()))
        named = dict.fromkeys((round.section, round.table) for round in self.rounds(section))
        return [rec.Table(section=id, table=table) for id, table in named]

    def seats(self, section: int | None, table: int | None = None) -> list[rec.Seat]:
        """The seats of a section, or of one of its tables."""
        if table is not None:
            return list(self.by_table(rec.Seat).get((section or 0, table), ()))
        return list(self.by_section(rec.Seat).get(section or 0, ()))

    def results(self, section: int | None) -> list[rec.Result]:
        """The standing results of a section."""
        found = self._once("results", lambda: _grouped(self.standing_results(), _section))
        return list(found.get(section or 0, ()))

    def section_ids(self) -> list[int]:
        """The ids of all sections that have a section, table, round, result or seat record."""
        ids = {section.id for section in self.of(rec.Section)}
        for kind in (rec.Table, rec.Round, rec.Result, rec.Seat):
            ids |= {record.section for record in self.of(kind)}  # type: ignore[attr-defined]
        return sorted(id for id in ids if id is not None)

    def winners(self, section: int | None) -> Winners:
        """One winner or two: as the section declares, else inferred from movement and results."""
        from bmconv.bridge.winners import winners

        id = section or 0
        known = self.section(id)
        if known and known.winners in (1, 2):
            return winners(known.winners, ())
        return self._once(("winners", id), lambda: winners(None, self.rounds(id), self.results(id)))

    def hand(self, section: int | None, board: int | None) -> rec.Hand | None:
        """The hand of a board in a section: its own, or the one for all sections."""
        return self._own_or_shared("hand", section, board)  # type: ignore[return-value]

    def evaluation(self, section: int | None, board: int | None) -> rec.Evaluation | None:
        """The evaluation of a board in a section: its own, or the one for all sections."""
        return self._own_or_shared("evaluation", section, board)  # type: ignore[return-value]

    def _own_or_shared(self, kind: str, section: int | None, *rest: int | None) -> Record | None:
        known = self._by_key[kind]
        return known.get((section, *rest)) or known.get((None, *rest))

    def settings(self, section: int | None) -> dict[str, bool | int | str]:
        """The settings of a section by the guide's names; its own override those for all."""
        found: dict[str, bool | int | str] = {}
        for id in dict.fromkeys((None, section)):
            record = self._by_key["settings"].get((id,))
            if isinstance(record, rec.Settings):
                found |= name_as_in_guide(record.values)
        return found

    def global_settings(self) -> dict[str, bool | int | str]:
        """The settings of the first record, the only one that counts for the whole event."""
        first = self.of(rec.Settings)[:1]
        return name_as_in_guide(first[0].values) if first else {}

    def expanded(self, kind: type[Shared]) -> list[Shared]:
        """Records for each section: a copy of one for all sections, unless the section has its
        own. Without section records they are returned unchanged."""
        records = self.of(kind)
        ids = [section.id for section in self.of(rec.Section)]
        everywhere = [r for r in records if r.section is None]
        if not everywhere:
            return records
        own = [r for r in records if r.section is not None]
        if not ids:
            return everywhere + own
        copies = (structs.replace(record, section=id) for id in ids for record in everywhere)
        return own + [c for c in copies if identity(c) not in self._by_key[type_name(c)]]

    def vulnerability(self, section: int | None, board: int) -> str:
        """Who is vulnerable: according to the hand record, else to the board number."""
        hand = self.hand(section, board)
        return (hand.vulnerable if hand else None) or vulnerability(board)

    def dealer(self, section: int | None, board: int) -> str:
        """Who deals: according to the hand record, else to the board number."""
        hand = self.hand(section, board)
        return (hand.dealer if hand else None) or dealer(board)

    def standing_results(self) -> list[rec.Result]:
        """The last result of each board at each table and round, unless it is erased.

        A result with neither a table nor both pairs replaces no other and is not replaced.
        """
        return list(self._standing()[0])

    def places_played(self) -> frozenset[Place]:
        """Section, table, round and board of every standing result."""
        return self._standing()[1]

    def _standing(self) -> tuple[list[rec.Result], frozenset[Place]]:
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
        found: ArrowTable = self.to_arrow(kind)
        return found

    def to_pandas(self, kind: str) -> pandas.DataFrame:
        """One record type as a DataFrame with Arrow types, so that integers stay integers."""
        import pandas as pd

        frame: pandas.DataFrame = self.to_arrow(kind).to_pandas(types_mapper=pd.ArrowDtype)
        return frame

    def namesakes(self, player: rec.Player) -> list[rec.Player]:
        """All players with the same number in the same session."""
        return list(self._people.get(identity(player), {}).values())

    def rename(self, player: rec.Player, other: rec.Player) -> None:
        """Give a player the name of another with the same number."""
        people = self._people[identity(player)]
        people[name_of(other)] = people.pop(name_of(player))
        player.name, player.first_name = other.name, other.first_name
        player.last_name = other.last_name

    def _known_person(self, about: Any, player: rec.Player) -> rec.Player | None:
        """The same player, if known: with the same number, and the same name if both have one."""
        people = self._people.setdefault(about, {})
        name = name_of(player)
        known = people.get(name) or people.pop("", None)
        if known is None and people and not name:
            known = next(iter(people.values()))
        if known is None and people:
            text = "player{s} with a number that another one has too: all kept"
            self.log.repair("number-shared", self.place(player), text)
        people.setdefault(name or (name_of(known) if known else ""), known or player)
        return known

    def fill(self, known: Record, later: Record) -> None:
        """Update a record from a later one about the same thing: fill and replace fields."""
        for name in known.__struct_fields__:
            value, old = getattr(later, name), getattr(known, name)
            if _empty(value) or value == old:
                continue
            if isinstance(value, dict) and isinstance(old, dict):
                changed = [key for key in value if key in old and old[key] != value[key]]
                value = old | value
            else:
                changed = [] if _empty(old) else [name]
            if name == "guid" and changed:
                self._refuse(known, f"guid {old} and guid {value}")
            if isinstance(known, rec.Section) and name == "session" and changed:
                self._same_session(known, old, value)
            for field in changed:
                self.log.loss(
                    "value-replaced",
                    f"{self.place(known)} {field}",
                    "value{s} replaced by a later one that differs",
                )
            setattr(known, name, value)

    def _same_session(self, section: rec.Section, old: int, new: int) -> None:
        guids = {s.guid for s in self.of(rec.Session) if s.id in (old, new) and s.guid}
        if len(guids) > 1:
            self._refuse(section, f"sessions with guid {' and guid '.join(sorted(guids))}")

    def _refuse(self, known: Record, what: str) -> None:
        what = " ".join(what.split())  # a text of a file can have line ends
        raise DataError(
            f"{self.place(known)}: {what} cannot be joined, results would overwrite each other"
        )


def checked(record: R) -> R:
    """A record made by a program, if all its values fit; else an error names the first."""
    if not isinstance(record, Record) or type(record) not in TYPES.values():
        raise UsageError(f"{brief(record)}: expected a record of bmconv.records")
    from bmconv.rules.types import faults  # readers need no checks

    wrong = list(faults(record))
    if wrong:
        empty = type(record)()
        sound = structs.replace(record, **{f.field: getattr(empty, f.field) for f in wrong})
        raise BadRecord(place(sound), *wrong[0])
    return record


def valid_copy(record: R, before: Record | None = None) -> R:
    """A copy of a record made by a program, in the one spelling; an invalid value is an error,
    unless the record `before` the change has it already."""
    copy = _copy(checked(record))
    for answer in problems(record):
        if before is None or value_in(before, answer.name) != answer.value:
            raise BadRecord(place(record), *_fault(answer))
    respell(copy)
    return copy


def _copy(record: R) -> R:
    """A copy that shares nothing that the rule book changes."""
    if isinstance(record, rec.Settings):
        return structs.replace(record, values=dict(record.values))
    return structs.replace(record)


def _fault(answer: Answer) -> tuple[str, object, str]:
    """The field, the value and what is expected instead."""
    return answer.name, masked(answer.value, answer.name), answer.rule.expectation(RECORDS)


def _copies(records: Iterable[Record]) -> list[Record]:
    """Copies of a program's records, which must be valid, or of those of another event."""
    if isinstance(records, str | bytes) or not isinstance(records, Iterable):
        raise UsageError(f"{brief(records)}: expected records; bmconv.read reads a file")
    if isinstance(records, Event):
        return [_copy(checked(record)) for record in records]
    return [valid_copy(record) for record in records]


def _grouped(records: Iterable[R], key: Callable[[Any], K]) -> dict[K, list[R]]:
    found: dict[K, list[R]] = {}
    for record in records:
        found.setdefault(key(record), []).append(record)
    return found


def _section(record: Any) -> int:
    return record.section or 0


def _table(record: Any) -> tuple[int, int]:
    return record.section or 0, record.table or 0


def _empty(value: object) -> bool:
    """Whether a field has no value; 0 is a value."""
    return value is None or value is False or value == {}


def find_section(text: str, sections: Iterable[rec.Section]) -> int:
    """The id of a section given by letter or id; without section records A is 1."""
    by_letter = {(s.letter or letters(s.id or 0)).upper(): s.id for s in sections}
    id = by_letter.get(text.strip().upper())
    if id is not None:
        return id
    if text.strip().isdecimal():
        return int(text)
    number = ordinal(text)
    if number is None or by_letter:
        have = ", ".join(f"{letter} ({id})" for letter, id in by_letter.items()) or "none"
        raise UsageError(f"no section {text!r}; the sections are {have}")
    return number


def rekey(parts: list[list[Record]], notes: Notes) -> None:
    """Give records of derived sections the id of the real section with the same letter.

    A derived section record precedes the records of its section, so those that follow it in the
    same part belong to it.
    """
    sections = [r for part in parts for r in part if type(r) is rec.Section]
    if not any(section.derived for section in sections):
        return
    real = {s.letter: s.id for s in sections if not s.derived}
    taken = set(real.values())
    letters_of_real = set(real)
    for part in parts:
        new_ids: dict[int | None, int | None] = {}
        for record in part:
            if not isinstance(record, rec.Section):
                move_section(record, new_ids)
            elif not record.derived:
                new_ids.pop(record.id, None)
            else:
                id = _id_for(record, real, taken)
                if id != record.id:
                    text = f"section{{s}} {record.id} is {id} here"
                    notes.repair("section-rekeyed", f"section {record.letter}", text)
                new_ids[record.id] = id
                record.id = id
                record.derived = record.letter not in letters_of_real


def move_section(record: Record, new_ids: dict[int | None, int | None]) -> None:
    """Replace the section id of a record, and that of its team mates, by the new id."""
    for name in ("section", "mates_section"):
        id = getattr(record, name, None)
        if id is not None and id in new_ids:
            setattr(record, name, new_ids[id])


def _id_for(
    section: rec.Section, real: dict[str | None, int | None], taken: set[int | None]
) -> int | None:
    if section.letter not in real:
        free = (n for n in range(1, len(taken) + 2) if n not in taken)
        real[section.letter] = next(free) if section.id in taken else section.id
        taken.add(real[section.letter])
    return real[section.letter]

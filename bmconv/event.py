"""Event: the records of one event, joined, with look-ups."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, TypeVar

from bmconv import records as rec
from bmconv.bridge.boards import vulnerability
from bmconv.bridge.movements import letters, ordinal
from bmconv.errors import DataError, UsageError
from bmconv.notes import Note, Notes
from bmconv.records import TYPES, Record, identity, name_of, type_name

if TYPE_CHECKING:
    import pandas

R = TypeVar("R", bound=Record)


class Event:
    """The records of one event, those about the same thing joined into one."""

    def __init__(self, records: Iterable[Record] = (), notes: Notes | None = None) -> None:
        self.notes: list[Note] = []
        self._told = notes or Notes(self.notes.append)
        self._by_type: dict[str, list[Record]] = {}
        self._by_key: dict[tuple[str, Any], Record] = {}
        self._people: dict[Any, dict[str, rec.Player]] = {}
        """Players by number and session, then by name: some clubs give one number to several."""
        everything = list(records)
        rekey([everything], self._told)
        for record in everything:
            self.add(record)

    def add(self, record: Record) -> None:
        """Add a record; one about the same thing is filled and replaced by it."""
        if isinstance(record, rec.Error):
            raise DataError(f"the input ended with an error: {record.message or record.code}")
        kind = type_name(record)
        about = None if record.key is None else identity(record)
        if about is not None:
            if isinstance(record, rec.Player):
                known: Record | None = self._known_person(about, record)
            else:
                known = self._by_key.setdefault((kind, about), record)
            if known is not None and known is not record:
                self.fill(known, record)
                return
        self._by_type.setdefault(kind, []).append(record)

    def __iter__(self) -> Iterator[Record]:
        """All records in the order of TYPES."""
        for kind in TYPES:
            yield from self._by_type.get(kind, ())

    def __repr__(self) -> str:
        counts = ", ".join(f"{kind} {count}" for kind, count in self.counts().items())
        return f"<Event: {counts or 'empty'}>"

    def of(self, kind: type[R]) -> list[R]:
        """The records of one type."""
        return self._by_type.get(str(kind.__struct_config__.tag), [])  # type: ignore[return-value]

    def counts(self) -> dict[str, int]:
        """How many records of each type there are."""
        return {kind: len(self._by_type[kind]) for kind in TYPES if self._by_type.get(kind)}

    def section(self, id: int | None) -> rec.Section | None:
        """The section record of an id."""
        return self._by_key.get(("section", (id,)))  # type: ignore[return-value]

    def letter(self, section: int | None) -> str:
        """The letters of a section, by its record or else by its id."""
        known = self.section(section)
        return (known.letter if known else None) or letters(section or 0)

    def section_id(self, text: str) -> int:
        """The id of a section named by letter or id."""
        return find_section(text, self.of(rec.Section))

    def place(self, record: Record) -> str:
        """Where a record belongs, for messages: `result A5 round 2 board 7`."""
        return place(record, self.letter)

    def hand(self, section: int | None, board: int | None) -> rec.Hand | None:
        """The hand of a board in a section: its own, or that of all sections."""
        own = self._by_key.get(("hand", (section, board)))
        return own or self._by_key.get(("hand", (None, board)))  # type: ignore[return-value]

    def vulnerability(self, section: int | None, board: int) -> str:
        """Who is vulnerable: as the hand says, else by the board's number."""
        hand = self.hand(section, board)
        return (hand.vulnerable if hand else None) or vulnerability(board)

    def standing_results(self) -> list[rec.Result]:
        """The last result of each board at each table and round, unless that one is erased.

        One that says neither its table nor both pairs stands beside all others.
        """
        last: dict[Any, rec.Result] = {}
        for at, r in enumerate(self.of(rec.Result)):
            where = (r.section, r.table, r.round, r.board, r.pair_ns, r.pair_ew)
            place = standing_place(*where) or at
            other = last.get(place)
            if other is None or other.id is None or r.id is None or r.id >= other.id:
                last[place] = r
        return [result for result in last.values() if not result.erased]

    def to_arrow(self, kind: str | None = None) -> Any:
        """One record type as a pyarrow.Table, or a dict of all that have rows by name."""
        from bmconv.arrow import table

        if kind is not None and kind not in TYPES:
            raise UsageError(f"no record type {kind!r}; the types are {', '.join(TYPES)}")
        if kind is not None:
            return table(kind, self._by_type.get(kind, []))
        return {name: table(name, self._by_type[name]) for name in self.counts()}

    def to_pandas(self, kind: str) -> pandas.DataFrame:
        """One record type as a DataFrame with Arrow types, so that whole numbers stay whole."""
        import pandas as pd

        frame: pandas.DataFrame = self.to_arrow(kind).to_pandas(types_mapper=pd.ArrowDtype)
        return frame

    def namesakes(self, player: rec.Player) -> list[rec.Player]:
        """The players that have this one's number in its session."""
        return list(self._people.get(identity(player), {}).values())

    def rename(self, player: rec.Player, other: rec.Player) -> None:
        """Give a player the name of another with the same number."""
        people = self._people[identity(player)]
        people[name_of(other)] = people.pop(name_of(player))
        player.name, player.first_name = other.name, other.first_name
        player.last_name = other.last_name

    def _known_person(self, about: Any, player: rec.Player) -> rec.Player | None:
        """The same player, if known: one with this number, and this name where both have one."""
        people = self._people.setdefault(about, {})
        name = name_of(player)
        known = people.get(name) or people.pop("", None)
        if known is None and people and not name:
            known = next(iter(people.values()))
        if known is None and people:
            text = "player{s} with a number that another one has too: all kept"
            self._told.repair("number-shared", self.place(player), text)
        people.setdefault(name or (name_of(known) if known else ""), known or player)
        return known

    def fill(self, known: Record, later: Record) -> None:
        """Let a later record fill and replace the fields of one about the same thing."""
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
                self._told.loss(
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
        raise DataError(
            f"{self.place(known)}: {what} cannot be joined, results would overwrite each other"
        )


def _empty(value: object) -> bool:
    """Whether a field says nothing; 0 does say something."""
    return value is None or value is False or value == {}


def find_section(text: str, sections: Iterable[rec.Section]) -> int:
    """The id of a section named by letter or id; without section records A is 1."""
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


def place(record: Record, letter: Any = letters) -> str:
    """Where a record belongs, for messages: `seat A5 N`, `result A5 round 2 board 7`."""
    kind = type_name(record)
    if isinstance(record, rec.Section):
        return f"section {record.letter or letter(record.id or 0)}"
    words = [kind]
    section, table = getattr(record, "section", None), getattr(record, "table", None)
    if section is not None or table is not None:
        at = letter(section) if isinstance(section, int) else ""
        words.append(f"{at}{table}" if table is not None else at)
    for name in ("round", "board"):
        if value := getattr(record, name, None):
            words.append(f"{name} {value}")
    for name in ("number", "id"):
        value = getattr(record, name, None)
        if value is not None and len(words) == 1:
            words.append(str(value))
    if direction := getattr(record, "direction", None):
        words.insert(2, direction)
    return " ".join(words)


def standing_place(
    section: int | None,
    table: int | None,
    round: int | None,
    board: int | None,
    pair_ns: int | None,
    pair_ew: int | None,
) -> tuple[int | None, ...] | None:
    """Where a result replaces earlier ones: by table and round, else by the pairs, else nowhere."""
    if table is not None and round is not None:
        return section, table, round, board
    if pair_ns and pair_ew:
        return section, table, round, board, pair_ns, pair_ew
    return None if table is None else (section, table, round, board)


def rekey(parts: list[list[Record]], notes: Notes) -> None:
    """Put records of derived sections under the id of the real section with their letter.

    A derived section's record comes before its records, so what follows it in the same part
    belongs to it.
    """
    sections = [r for part in parts for r in part if isinstance(r, rec.Section)]
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
                    place, text = (
                        f"section {record.letter}",
                        f"section{{s}} {record.id} is {id} here",
                    )
                    notes.repair("section-rekeyed", place, text)
                new_ids[record.id] = id
                record.id = id
                record.derived = record.letter not in letters_of_real


def move_section(record: Record, new_ids: dict[int | None, int | None]) -> None:
    """Give a record that belongs to a section, or its team-mates, that section's new id."""
    for name in ("section", "mates_section"):
        id = getattr(record, name, None)
        if id is not None and id in new_ids:
            setattr(record, name, new_ids[id])


def _id_for(
    section: rec.Section, real: dict[str | None, int | None], taken: set[int | None]
) -> int | None:
    if section.letter in real:
        return real[section.letter]
    id = section.id
    if id in taken:
        id = next(n for n in range(1, len(taken) + 2) if n not in taken)
    real[section.letter] = id
    taken.add(id)
    return id

"""Find sections by letter or id, and give derived sections the ids of real sections."""

from collections.abc import Iterable

from bmconv import records as rec
from bmconv.bridge.movements import letters, ordinal
from bmconv.errors import UsageError
from bmconv.notes import Notes
from bmconv.records import Record

SectionName = str | tuple[str | None, int | None] | None
"""The letter of a section, together with its session if two sessions have that letter."""


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
        have = ", ".join(f"{letter} ({id})" for letter, id in by_letter.items())
        expected = f"the sections are {have}" if have else "expected a letter or a number"
        raise UsageError(f"no section {text!r}; {expected}")
    return number


def rekey(parts: list[list[Record]], notes: Notes) -> None:
    """Give records of derived sections the id of the real section with the same letter.

    The id of a derived section was made from its letter, because the source has no ids. The record
    of a derived section precedes the records of the section, so those that follow it in the same
    part belong to it. Two derived sections of one part with the same letter but different sessions
    are two sections.
    """
    sections = [r for part in parts for r in part if type(r) is rec.Section]
    if not any(section.derived for section in sections):
        return
    real: dict[SectionName, int | None] = {s.letter: s.id for s in sections if not s.derived}
    taken = set(real.values())
    letters_of_real = set(real)
    for part in parts:
        new_ids: dict[int | None, int | None] = {}
        sessions: dict[str | None, int | None] = {}
        for record in part:
            if not isinstance(record, rec.Section):
                move_section(record, new_ids)
            elif not record.derived:
                new_ids.pop(record.id, None)
            else:
                first = sessions.setdefault(record.letter, record.session)
                name = record.letter if first == record.session else (record.letter, record.session)
                id = _id_for(name, record.id, real, taken)
                if id != record.id:
                    text = f"section{{s}} {record.id} is {id} here"
                    notes.repair("section-rekeyed", f"section {record.letter}", text)
                new_ids[record.id] = id
                record.id = id
                record.derived = record.letter not in letters_of_real


def move_section(record: Record, new_ids: dict[int | None, int | None]) -> None:
    """Replace the section id of a record, and the section id of the team mates, by new ids."""
    for name in ("section", "mates_section"):
        id = getattr(record, name, None)
        if id is not None and id in new_ids:
            setattr(record, name, new_ids[id])


def _id_for(
    name: SectionName,
    id: int | None,
    real: dict[SectionName, int | None],
    taken: set[int | None],
) -> int | None:
    """The id of the real section with this name; for a new name `id`, or a free id if taken."""
    if name not in real:
        free = (n for n in range(1, len(taken) + 2) if n not in taken)
        real[name] = next(free) if id in taken else id
        taken.add(real[name])
    return real[name]

"""One of the files to join: its records, which types to take, and new section letters."""

from dataclasses import dataclass, field

from bmconv import records as rec
from bmconv.bridge.movements import letters, ordinal
from bmconv.errors import Flag, UsageError, Wording
from bmconv.event.sections import find_section, move_section
from bmconv.records import Record, type_name


@dataclass
class Part:
    """The records of one file."""

    name: str
    records: list[Record]
    only: frozenset[str] = frozenset()
    """The record types to take; empty means all."""
    new_letters: dict[str, str] = field(default_factory=dict)
    """New letters of sections, by their letter or id in the file."""

    def sections(self) -> dict[int | None, str]:
        """The letters of all sections that appear in records, by id."""
        letters_by_id: dict[int | None, str] = {}
        for record in self.records:
            if isinstance(record, rec.Section):
                letters_by_id[record.id] = (record.letter or letters(record.id or 0)).upper()
            elif (id := getattr(record, "section", None)) is not None:
                letters_by_id.setdefault(id, letters(id))
        return letters_by_id


def select_types(part: Part) -> Part:
    """The part with only the requested record types."""
    if not part.only:
        return part
    kept = {*part.only, "error"}
    return Part(part.name, [r for r in part.records if type_name(r) in kept])


def rename_sections(parts: list[Part]) -> None:
    """Give sections their new letters, and ids to match, in all records of their file."""
    for part in parts:
        if not part.new_letters:
            continue
        others = [other.sections() for other in parts if other is not part]
        known = {letter: id for other in others for id, letter in other.items()}
        letters_by_id = part.sections()
        new = {_section_id(part, old): letter for old, letter in part.new_letters.items()}
        kept = {letter for id, letter in letters_by_id.items() if id not in new}
        taken = {*known.values(), *(id for id in letters_by_id if id not in new)}
        new_ids: dict[int | None, int | None] = {}
        for id, letter in new.items():
            if letter in kept:
                has = f": it has another section {letter}"
                raise UsageError(Wording(Flag("rename", part.name), has))
            new_ids[id] = known[letter] if letter in known else _free_id(letter, taken)
            kept.add(letter)
            taken.add(new_ids[id])
        _move_sections(part, new_ids, new)


def _section_id(part: Part, text: str) -> int:
    sections = [rec.Section(id=id, letter=letter) for id, letter in part.sections().items()]
    try:
        return find_section(text, sections)
    except UsageError as error:
        raise UsageError(Wording(Flag("rename", part.name), f": {error}")) from None


def _free_id(letter: str, taken: set[int | None]) -> int:
    """The number of a letter (A is 1) or, if that is taken, the first free id."""
    number = ordinal(letter)
    if number is not None and number not in taken:
        return number
    return next(id for id in range(1, len(taken) + 2) if id not in taken)


def _move_sections(part: Part, new_ids: dict[int | None, int | None], new: dict[int, str]) -> None:
    """Move a file's records to the new sections; add section records that the file lacks."""
    described = set()
    for record in part.records:
        if isinstance(record, rec.Section) and record.id in new:
            described.add(record.id)
            record.letter = new[record.id]
            record.id = new_ids[record.id]
        else:
            move_section(record, new_ids)
    new_sections = (
        rec.Section(id=new_ids[id], letter=new[id]) for id in new if id not in described
    )
    part.records[:0] = new_sections

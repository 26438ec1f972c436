"""The place of a record, for messages."""

from typing import Any

from bmconv import records as rec
from bmconv.bridge.movements import letters
from bmconv.records import Record, type_name


def place_in_section(letter: str, table: Any = None) -> str:
    """A section or table for messages: `A`, `A5`; `section 0 table 5` if there is no letter."""
    if not letter or letter.isalpha():
        return letter if table is None else f"{letter}{table}"
    return f"section {letter}" if table is None else f"section {letter} table {table}"


def place(record: Record, letter: Any = letters) -> str:
    """The place of a record for messages: `seat A5 N`, `result A5 round 2 board 7`."""
    kind = type_name(record)
    if isinstance(record, rec.Section):
        return f"section {record.letter or letter(record.id or 0)}"
    words = [kind]
    section, table = getattr(record, "section", None), getattr(record, "table", None)
    if section is not None or table is not None:
        section_letter = letter(section) if isinstance(section, int) else ""
        words.append(place_in_section(section_letter, table))
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

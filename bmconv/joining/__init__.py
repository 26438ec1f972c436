"""Join files into one event, knowing which record comes from which file.

Within a file all results are kept, since a corrected result is several records. Across files, two
records of the same result become one; two different games in one section are refused.
"""

from bmconv import records as rec
from bmconv.bridge.movements import letters
from bmconv.event import Event, rekey
from bmconv.joining.fold import folded
from bmconv.joining.games import demand_one_game, same_night
from bmconv.joining.part import Part, of_types, rename
from bmconv.joining.people import add_player, counts, name_seats
from bmconv.notes import Notes

__all__ = ["Part", "join"]


def join(parts: list[Part], notes: Notes) -> Event:
    """Join several files into one event: each fills and replaces values of the earlier ones."""
    rename(parts)
    rekey([part.records for part in parts], notes)
    parts = [of_types(part) for part in parts]
    sections = [r for part in parts for r in part.records if isinstance(r, rec.Section)]
    letter_of = {s.id: s.letter for s in sections if s.letter}

    def letter(section: int | None) -> str:
        return letter_of.get(section) or letters(section or 0)

    for at, part in enumerate(parts):
        for before in parts[:at]:
            demand_one_game(before, part, letter)
    event = Event((), notes)
    before_it: list[Part] = []
    for part in folded(parts, letter, notes):
        overlay = all(same_night(before, part) for before in before_it)
        if not overlay:
            name_seats(event, part.records)
        shared = counts(part.records)
        for record in part.records:
            if isinstance(record, rec.Player) and overlay and shared[record.number] == 1:
                add_player(event, record, notes)
            else:
                event.add(record)
        before_it.append(part)
    return event

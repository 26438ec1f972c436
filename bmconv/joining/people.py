"""Players in several files: corrected names of one night, or others with the same number."""

from collections import Counter

from bmconv.event import Event
from bmconv.notes import Notes
from bmconv.records import Player, Record, Seat, name_of


def counts(records: list[Record]) -> Counter[str | None]:
    """How many players of a file have each number."""
    return Counter(r.number for r in records if isinstance(r, Player))


def name_seats(event: Event, records: list[Record]) -> None:
    """Set the names of another night's seats whose numbers are already used in the event."""
    own: dict[str | None, Player] = {}
    for record in records:
        if isinstance(record, Player) and event.namesakes(record) and name_of(record):
            own.setdefault(record.number, record)
    for seat in records:
        if isinstance(seat, Seat) and not name_of(seat) and seat.number in own:
            player = own[seat.number]
            seat.name, seat.first_name = player.name, player.first_name
            seat.last_name = player.last_name


def add_player(event: Event, player: Player, notes: Notes) -> None:
    """Add a player of a later file; if exactly one has that number, the name is a correction."""
    known = event.namesakes(player)
    if len(known) == 1 and name_of(player) and name_of(known[0]) not in ("", name_of(player)):
        text = "value{s} replaced by a later one that differs"
        notes.loss("value-replaced", f"{event.place(player)} name", text)
        event.rename(known[0], player)
    event.add(player)

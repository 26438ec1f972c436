"""Join files into one event, knowing which record comes from which file.

Within a file all results are kept, since a corrected result is several records. Across files, two
records of the same result become one; two different games in one section are refused.
"""

from collections import Counter

from bmconv import records as rec
from bmconv.bridge.cards import SEATS
from bmconv.bridge.movements import letters
from bmconv.event import Event
from bmconv.event.leads import leads_beside_hands
from bmconv.event.sections import rekey
from bmconv.joining.complete import complete_results
from bmconv.joining.fold import fold_parts
from bmconv.joining.games import demand_one_game, is_same_night
from bmconv.joining.part import Part, rename_sections, select_types
from bmconv.notes import Notes
from bmconv.records import Player, Record, Seat, name_of, type_name

__all__ = ["Part", "join"]

ABOUT_DEALS = {"event", "session", "hand", "evaluation", "game", "error"}
"""A file with only these record types is a file of deals. Its session may be named and dated after
the dealing."""
FEWEST_WRONG_LEADS, SHARE_OF_WRONG_LEADS = 5, 0.25
"""At least this many wrong leads, and this share of all leads, are more than a few slips."""


def join(parts: list[Part], notes: Notes) -> Event:
    """Join several files into one event: each fills in and replaces values of earlier files.

    A file of deals does not replace the name and date of the evening.
    """
    rename_sections(parts)
    rekey([part.records for part in parts], notes)
    parts = complete_results([select_types(part) for part in parts])
    sections = [r for part in parts for r in part.records if isinstance(r, rec.Section)]
    letter_of = {s.id: s.letter for s in sections if s.letter}

    def letter(section: int | None) -> str:
        return letter_of.get(section) or letters(section or 0)

    for index, part in enumerate(parts):
        for before in parts[:index]:
            demand_one_game(before, part, letter)
    event = Event((), notes)
    joined: list[Part] = []
    sessions = _sessions_of_deals(parts)
    for session in sessions:
        event.include(session)
    for part in fold_parts(parts, letter, notes):
        overlay = all(is_same_night(before, part) for before in joined)
        if not overlay:
            name_seats(event, part.records)
        times_listed = Counter(r.number for r in part.records if isinstance(r, Player))
        for record in part.records:
            if record in sessions:
                continue
            if isinstance(record, Player) and overlay and times_listed[record.number] == 1:
                add_player(event, record, notes)
            else:
                event.include(record)
        joined.append(part)
    _note_unused_hands(event, notes)
    _note_doubtful_hands(event, notes)
    return event


def _sessions_of_deals(parts: list[Part]) -> list[Record]:
    """The sessions of files of deals, to be added first, so that those of other files replace them.

    Empty if all files are files of deals.
    """
    deals = [part for part in parts if {*map(type_name, part.records)} <= ABOUT_DEALS]
    records = [record for part in deals for record in part.records]
    return [r for r in records if isinstance(r, rec.Session)] if len(deals) < len(parts) else []


def _note_doubtful_hands(event: Event, notes: Notes) -> None:
    """Note if many leads are not in the leader's hand: the hands may be of another evening."""
    leads = list(leads_beside_hands(event, event.standing_results()))
    wrong = [lead.result for lead in leads if not lead.is_held]
    if len(wrong) >= max(FEWEST_WRONG_LEADS, SHARE_OF_WRONG_LEADS * len(leads)):
        text = "lead{s} not in the leader's hand: hands of another evening?"
        notes.repair("hands-doubtful", event.place(wrong[0]), text, len(wrong))


def _note_unused_hands(event: Event, notes: Notes) -> None:
    """Note hands for all sections if a section has another hand of the same board."""
    hands = event.of(rec.Hand)
    of_sections = {hand.board: hand for hand in hands if hand.section is not None}
    for hand in hands:
        other = of_sections.get(hand.board) if hand.section is None else None
        if other and any(getattr(hand, seat) != getattr(other, seat) for seat in SEATS):
            place = f"board {hand.board}"
            notes.loss("hand-unused", place, "hand{s} of a board that has others in its section")


def name_seats(event: Event, records: list[Record]) -> None:
    """Copy the names of another night's players to its seats if the event has the same numbers.

    Otherwise a look-up by number would find the players of the event instead.
    """
    by_number: dict[str | None, Player] = {}
    for record in records:
        if isinstance(record, Player) and event.namesakes(record) and name_of(record):
            by_number.setdefault(record.number, record)
    for seat in records:
        if isinstance(seat, Seat) and not name_of(seat) and seat.number in by_number:
            player = by_number[seat.number]
            seat.name, seat.first_name = player.name, player.first_name
            seat.last_name = player.last_name


def add_player(event: Event, player: Player, notes: Notes) -> None:
    """Add a player of a later file; if one known player has the number, correct that name."""
    known = event.namesakes(player)
    if len(known) == 1 and name_of(player) and name_of(known[0]) not in ("", name_of(player)):
        text = "value{s} replaced by a later one that differs"
        notes.loss("value-replaced", f"{event.place(player)} name", text)
        event.rename(known[0], player)
    event.include(player)

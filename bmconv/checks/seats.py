"""Rules of `check`: names, player numbers and seats."""

from collections import defaultdict
from collections.abc import Iterator

from bmconv.checks.findings import INFO, WARNING, CheckedEvent, Finding
from bmconv.event.person_names import are_alike
from bmconv.event.seating import Names, PlayersByNumber, name_of
from bmconv.records import Player, Round, Seat, Table
from bmconv.rules.fields import NOBODY, PLAYER_NUMBER, SEAT_NUMBER


def four_seats(checked: CheckedEvent) -> Iterator[Finding]:
    """A table has the seats N, E, S and W, in whichever rounds they were entered."""
    seats: dict[tuple[int | None, int | None], set[str]] = defaultdict(set)
    for seat in checked.event.of(Seat):
        seats[seat.section, seat.table].add(seat.direction or "")
    if not seats:
        return
    tables = dict.fromkeys((table.section, table.table) for table in checked.event.of(Table))
    for section, table in tables | dict.fromkeys(seats):
        have = seats.get((section, table), set())
        if have != set("NESW"):
            text = "table{s} without exactly the seats N, E, S and W"
            value = " ".join(sorted(have)) or "none"
            yield checked.find(INFO, "seats", Table(section=section, table=table), text, value)


def names_and_numbers(checked: CheckedEvent) -> Iterator[Finding]:
    """A seat has a number and a name; either is required only if somebody has one."""
    names = Names(checked.event)
    taken = [(s, names.of(s), _number(s)) for s in checked.event.of(Seat) if not s.removed]
    named = any(name for _, name, _ in taken) or any(map(name_of, checked.event.of(Player)))
    numbered = any(number for _, _, number in taken)
    for seat, name, number in taken:
        if not name and not number:
            yield checked.find(INFO, "empty-seat", seat, "empty seat{s}")
        elif named and not name:
            yield checked.find(
                INFO, "number-without-name", seat, "number{s} without a name", number
            )
        elif numbered and not number:
            yield checked.find(INFO, "name-without-number", seat, "name{s} without a number", name)


def listed_names(checked: CheckedEvent) -> Iterator[Finding]:
    """A seat has the name that the list of players has for its number."""
    listed = PlayersByNumber(checked.event, filter(name_of, checked.event.of(Player)))
    for seat in checked.event.of(Seat):
        name, number = name_of(seat), _number(seat)
        if not (name and number) or seat.removed:
            continue
        section = checked.event.section(seat.section)
        players = listed.sharing(number, seat.section, section.session if section else None)
        names = [name_of(player) for player in players]
        if names and not any(are_alike(name, other) for other in names):
            text = "seat{s} with another name than the list of players has for the number"
            value = f"{name}; {number} is {names[0]}"
            yield checked.find(WARNING, "name-not-of-number", seat, text, value)


def two_seats(checked: CheckedEvent) -> Iterator[Finding]:
    """No player number is at two seats in one round of a session."""
    taken: dict[tuple[int | None, int, str], Seat] = {}
    for seat in checked.event.of(Seat):
        number = _number(seat)
        if not number or seat.removed:
            continue
        section = checked.event.section(seat.section)
        key = (section.session if section else None, seat.round or 0, number)
        other = taken.setdefault(key, seat)
        if other is not seat:
            text = "player number{s} at two seats of one round"
            value = f"{number}, also at {checked.event.place(other)}"
            yield checked.find(WARNING, "player-at-two-seats", seat, text, value)


def seat_rounds(checked: CheckedEvent) -> Iterator[Finding]:
    """The round of a seat is one that its table plays."""
    last = {
        key: max(round.round or 0 for round in rounds)
        for key, rounds in checked.event.by_table(Round).items()
    }
    for seat in checked.event.of(Seat):
        rounds = last.get((seat.section or 0, seat.table or 0))
        if rounds and (seat.round or 0) > rounds:
            text = "seat{s} of a round that the table does not have"
            yield checked.find(WARNING, "seat-round", seat, text, f"round {seat.round} of {rounds}")


def long_numbers(checked: CheckedEvent) -> Iterator[Finding]:
    """A player's number fits at a seat, which has less room than the list (guide, layout)."""
    for player in checked.event.of(Player):
        if SEAT_NUMBER.size < len(player.number or "") <= PLAYER_NUMBER.size:
            text = f"player number{{s}} over {SEAT_NUMBER.size} characters, too long for a seat"
            yield checked.find(INFO, "number-too-long-for-seat", player, text, player.number)


def _number(seat: Seat) -> str:
    """The player number at a seat; empty if there is none."""
    return seat.number if seat.number and seat.number != NOBODY else ""

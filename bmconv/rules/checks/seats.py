"""Rules of `check`: names, player numbers and seats."""

from collections import defaultdict
from collections.abc import Iterator

from bmconv.records import Player, Seat, Table
from bmconv.rules.checks.findings import INFO, WARNING, Checked, Finding
from bmconv.rules.fields import NOBODY
from bmconv.seating import Names, name_of


def four_seats(c: Checked) -> Iterator[Finding]:
    """A table has the seats N, E, S and W, in whichever rounds they were entered."""
    seats: dict[tuple[int | None, int | None], set[str]] = defaultdict(set)
    for seat in c.event.of(Seat):
        seats[seat.section, seat.table].add(seat.direction or "")
    if not seats:
        return
    tables = dict.fromkeys((table.section, table.table) for table in c.event.of(Table))
    for section, table in tables | dict.fromkeys(seats):
        have = seats.get((section, table), set())
        if have != set("NESW"):
            text = "table{s} without exactly the seats N, E, S and W"
            value = " ".join(sorted(have)) or "none"
            yield c.find(INFO, "seats", Table(section=section, table=table), text, value)


def who(c: Checked) -> Iterator[Finding]:
    """A seat has a number and a name; names or numbers that nobody has are not required."""
    names = Names(c.event)
    taken = [(s, names.of(s), _number(s)) for s in c.event.of(Seat) if not s.removed]
    named = any(name for _, name, _ in taken) or any(map(name_of, c.event.of(Player)))
    numbered = any(number for _, _, number in taken)
    for seat, name, number in taken:
        if not name and not number:
            yield c.find(INFO, "empty-seat", seat, "empty seat{s}")
        elif named and not name:
            yield c.find(INFO, "number-without-name", seat, "number{s} without a name", number)
        elif numbered and not number:
            yield c.find(INFO, "name-without-number", seat, "name{s} without a number", name)


def two_seats(c: Checked) -> Iterator[Finding]:
    """No player number is at two seats in one round of a session."""
    taken: dict[tuple[int | None, int, str], Seat] = {}
    for seat in c.event.of(Seat):
        number = _number(seat)
        if not number or seat.removed:
            continue
        section = c.event.section(seat.section)
        key = (section.session if section else None, seat.round or 0, number)
        other = taken.setdefault(key, seat)
        if other is not seat:
            text = "player number{s} at two seats of one round"
            value = f"{number}, also at {c.event.place(other)}"
            yield c.find(WARNING, "player-at-two-seats", seat, text, value)


def _number(seat: Seat) -> str:
    return seat.number if seat.number and seat.number != NOBODY else ""

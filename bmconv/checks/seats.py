"""Rules of `check`: names, player numbers and seats."""

from collections import defaultdict
from collections.abc import Iterator

from bmconv.bridge.limits import NAME, NUMBER, SESSION_NAME
from bmconv.checks.findings import INFO, WARNING, Checked, Finding
from bmconv.records import Player, Seat, Session, Table
from bmconv.seating import Names, name_of

NOBODY = "0"
"""The player number that means no number, as in BMInput.txt."""


def lengths(c: Checked) -> Iterator[Finding]:
    """Names and numbers fit the columns of a .bws file."""
    level = c.for_target("bws")
    everyone: list[Seat | Player] = [*c.event.of(Seat), *c.event.of(Player)]
    for someone in everyone:
        name, number = name_of(someone), someone.number or ""
        if len(name) > NAME:
            text = f"name{{s}} over {NAME} characters"
            yield c.find(level, "name-length", someone, text, name)
        if len(number) > NUMBER:
            text = f"player number{{s}} over {NUMBER} characters"
            yield c.find(level, "number-length", someone, text, number)
    for session in c.event.of(Session):
        if len(session.name or "") > SESSION_NAME:
            text = f"session name{{s}} over {SESSION_NAME} characters"
            yield c.find(level, "session-name-length", session, text, session.name)


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

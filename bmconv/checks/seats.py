"""Names, numbers and seats of players."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from bmconv.bridge.limits import NAME, NUMBER, SESSION_NAME
from bmconv.checks.findings import INFO, WARNING, Checked, Finding, Rule
from bmconv.records import Player, Seat, Session, Table

NOBODY = "0"
"""A number in BMInput.txt that stands for none."""


def lengths(c: Checked) -> Iterator[Finding]:
    """Names and numbers fit the columns of a .bws file."""
    level = c.for_target("bws")
    everyone: list[Seat | Player] = [*c.event.of(Seat), *c.event.of(Player)]
    for someone in everyone:
        name, number = _name(someone), someone.number or ""
        if len(name) > NAME:
            text = f"name{{s}} over {NAME} characters"
            yield Finding(level, "name-length", _place(c, someone), text, name)
        if len(number) > NUMBER:
            text = f"player number{{s}} over {NUMBER} characters"
            yield Finding(level, "number-length", _place(c, someone), text, number)
    for session in c.event.of(Session):
        if len(session.name or "") > SESSION_NAME:
            text = f"session name{{s}} over {SESSION_NAME} characters"
            yield c.find(level, "session-name-length", session, text, session.name)


def four_seats(c: Checked) -> Iterator[Finding]:
    """A table has the seats N, E, S and W, whenever they were entered."""
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
    """A seat has a number and a name; where nobody has one, one without it is nothing odd."""
    seats = [seat for seat in c.event.of(Seat) if not seat.removed]
    listed = {player.number for player in c.event.of(Player) if _name(player)}
    names = bool(listed) or any(_name(seat) for seat in seats)
    numbers = any(_number(seat) for seat in seats)
    for seat in seats:
        name, number = _name(seat), _number(seat)
        if not name and not number:
            yield c.find(INFO, "empty-seat", seat, "empty seat{s}")
        elif names and not name and number not in listed:
            yield c.find(INFO, "number-without-name", seat, "number{s} without a name", number)
        elif numbers and not number:
            yield c.find(INFO, "name-without-number", seat, "name{s} without a number", name)


def two_seats(c: Checked) -> Iterator[Finding]:
    """Nobody sits at two seats in one round of a session."""
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


def _name(someone: Seat | Player) -> str:
    return someone.name or " ".join(filter(None, (someone.first_name, someone.last_name)))


def _number(seat: Seat) -> str:
    return seat.number if seat.number and seat.number != NOBODY else ""


def _place(c: Checked, someone: Seat | Player) -> str:
    if isinstance(someone, Player):
        return f"player {someone.number or _name(someone)}"
    return c.event.place(someone)


RULES: tuple[Rule, ...] = (lengths, four_seats, who, two_seats)

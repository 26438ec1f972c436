"""An invented club night of two sections, with everything that a database holds."""

import datetime
import random
from collections.abc import Iterator
from pathlib import Path

import bmconv
from benchmarks import data
from bmconv.bridge.boards import dealer
from bmconv.event import Event
from bmconv.records import (
    Bid,
    Card,
    Client,
    Evaluation,
    Hand,
    Intermediate,
    Player,
    Record,
    Result,
    Seat,
    Settings,
    Table,
)
from bmconv.rules.settings import COLUMNS
from tests.helpers import bws_sample

TABLES, ROUNDS, BOARDS = 8, 7, 3
DAY = datetime.date(2026, 11, 12)
FIRST = ("Ada", "Bo", "Cleo", "Dora", "Emil", "Flora", "Gus", "Hedda")
LAST = ("Lind", "Marsh", "Nygaard", "Olsen", "Pryce", "Quist", "Rowan", "Stone")


def records() -> Iterator[Record]:
    """The night: corrected, erased and adjusted results, and bids and leads of one table."""
    chance = random.Random(12)
    yield Client(id=1, computer="CLUBPC")
    yield from _people_and_hands(chance)
    for record in data.session(2, TABLES, ROUNDS, BOARDS, seed=12):
        yield record
        if isinstance(record, Table):
            yield from _seats(record)
        elif isinstance(record, Result):
            yield from _other_entries(record)


def _people_and_hands(chance: random.Random) -> Iterator[Record]:
    for number in range(64):
        name = f"{FIRST[number % 8]} {LAST[number // 8]}"
        yield Player(number=f"{1000 + number}", id=number + 1, name=name)
    deals = [data.deal(board, chance) for board in range(1, ROUNDS * BOARDS + 1)]
    for section in (1, 2):
        yield Settings(section=section, values={s.name: s.default for s in COLUMNS})
        for deal in deals:
            hands = {"north": deal.north, "east": deal.east, "south": deal.south}
            yield Hand(section=section, board=deal.board, west=deal.west, **hands)
            yield Evaluation(section=section, board=deal.board, **bws_sample.FIGURES)


def _seats(table: Table) -> Iterator[Seat]:
    for turn, side in enumerate("NESW"):
        number = 32 * ((table.section or 1) - 1) + 4 * ((table.table or 1) - 1) + turn
        name = f"{FIRST[number % 8]} {LAST[number // 8]}"
        place = {"section": table.section, "table": table.table, "direction": side, "round": 0}
        yield Seat(**place, number=f"{1000 + number}", name=name, updated=True)  # type: ignore[arg-type]


def _other_entries(result: Result) -> Iterator[Record]:
    """The entry before the result, and for some boards a correction or an adjusted score."""
    place = {name: getattr(result, name) for name in ("section", "table", "round", "board")}
    number = result.id or 0
    values = {name: getattr(result, name) for name in result.__struct_fields__}
    values |= {"id": number, "result": None}
    yield Intermediate(**values)
    if number % 29 == 0:
        erased = values | {"id": 1000 + number, "result": "-1", "erased": True}
        yield Result(**erased | {"remarks": "Result erased"})
        yield Result(**erased | {"id": 2000 + number, "erased": False})
    if number % 97 == 0:
        yield Result(**values | {"id": 3000 + number, "contract": None, "remarks": "40%-60%"})
    if (result.section, result.table) == (1, 1) and number % 29 and number % 97:
        yield from _auction_and_lead(result, place)


def _auction_and_lead(result: Result, place: dict[str, int]) -> Iterator[Record]:
    """The auction and the opening lead of a result."""
    level, strain, *doubled = (result.contract or "").split()
    turns = "NESW"["NESW".index(dealer(result.board or 1)) :] + "NESW" * 3
    before = turns.index(result.declarer or "N")
    calls = ["PASS"] * before + [level + strain] + ["X"] * len(doubled) + ["PASS"] * 3
    for turn, (side, call) in enumerate(zip(turns, calls, strict=False), 1):
        log = {"id": 20 * (result.id or 0) + turn, "counter": turn, "date": DAY}
        yield Bid(**place, **log, direction=side, bid=call)
    leader = turns[before + 1]
    lead = {
        "id": result.id,
        "counter": 1,
        "direction": leader,
        "card": (result.lead_card or "").replace("10", "T"),
    }
    yield Card(**place, **lead, date=DAY)


def write(path: Path) -> Path:
    """Write the night as a database."""
    bmconv.write(Event(records()), path, evaluation=True)
    return path

"""An invented event before play, for the simulator."""

import datetime
import io
from pathlib import Path

from bmconv import conversion
from bmconv.notes import Notes
from bmconv.records import Player, Record, Round, Seat, Section, Session, Settings, Table


def event(
    tables: int = 4, rounds: int = 3, boards: int = 2, settings: dict | None = None
) -> list[Record]:
    """A Mitchell movement with two winners: E-W pairs move up, the boards move down."""
    records: list[Record] = [
        Session(id=1, name="Thursday", guid="A" * 32, date=datetime.date(2026, 11, 19)),
        Section(id=1, letter="A", session=1, tables=tables, winners=2),
    ]
    if settings:
        records.append(Settings(section=1, values=settings))
    for table in range(1, tables + 1):
        records.append(Table(section=1, table=table))
        records += [Seat(section=1, table=table, direction=side) for side in "NSEW"]
        records += [sitting(table, number, tables, boards) for number in range(1, rounds + 1)]
    for number in range(1, 4 * tables + 1):
        records.append(Player(number=str(2000 + number), id=number, name=f"Player {number}"))
    return records


def sitting(table: int, number: int, tables: int = 4, boards: int = 2) -> Round:
    """The round record of a table; `number` is the round."""
    low = (table + number - 2) % tables * boards + 1
    return Round(
        section=1, table=table, round=number, ns_pair=table, ew_pair=(table - number) % tables + 1,
        low_board=low, high_board=low + boards - 1,
    )  # fmt: skip


def write(path: Path, records: list[Record], jet: int = 4) -> Path:
    """Write an event to a .bws, as a scoring program does."""
    memory = io.BytesIO()
    conversion.encode(records, "bws", memory, {"jet": str(jet)}, Notes())
    path.write_bytes(memory.getvalue())
    return path

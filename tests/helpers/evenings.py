"""Club nights of an archive for a site; members play on several of them."""

import datetime
import random
from pathlib import Path

from benchmarks import data
from bmconv import conversion
from bmconv.event import Event
from bmconv.notes import Notes
from bmconv.records import Evaluation, Player, Record, Seat, Session, Table

FIRST = ("Ada", "Bo", "Cleo", "Dora", "Emil", "Flora", "Gus", "Hedda", "Ines", "Jörg")
LAST = ("Lind", "Marsh", "Nygård", "Olsen", "Pryce", "Quist", "Rowan", "Stone", "Tveit", "Ulrich")
SUITS = ("clubs", "diamonds", "hearts", "spades", "notrump")
TRICKS = {f"{seat}_{suit}": 7 for seat in ("north", "east", "south", "west") for suit in SUITS}


def person(club: str, index: int) -> tuple[str, str]:
    """Number and name of a member; the same number is another person in another club."""
    shifted = index + 7 * len(club)
    return f"7{index:04d}", f"{FIRST[shifted % 10]} {LAST[shifted // 10 % 10]}"


def evening(
    club: str, seed: int, day: str, tables: int = 3, rounds: int = 3, boards: int = 2,
    members: int = 40, hands: bool = True, name: str = "",
) -> list[Record]:  # fmt: skip
    """A Mitchell movement with members drawn at random, and perhaps with hands."""
    chance = random.Random(f"{club}{seed}")
    people = chance.sample(range(members), 4 * tables)
    records: list[Record] = []
    for number, full_name in (person(club, index) for index in people):
        records.append(Player(number=number, name=full_name))
    for board in range(1, rounds * boards + 1) if hands else ():
        records += [data.deal(board, chance), Evaluation(board=board, **TRICKS)]
    for record in data.session(1, tables, rounds, boards, seed):
        if isinstance(record, Session):
            record.guid = f"{len(club):016X}{seed:016X}"
            record.date = datetime.date.fromisoformat(day)
            record.name = name or record.date.strftime("%A pairs")
        records.append(record)
        if isinstance(record, Table):
            for seat in "NESW":
                number = person(club, people.pop())[0]
                records.append(Seat(section=1, table=record.table, direction=seat, number=number))
    return records


def write(path: Path, records: list[Record]) -> Path:
    """Write an evening in the format that the name implies."""
    path.parent.mkdir(parents=True, exist_ok=True)
    conversion.write(Event(records, Notes()), path)  # losses are not an error here
    return path


def archive(folder: Path, nights: int, clubs: tuple[str, ...] = ("north", "south"), **more) -> Path:
    """Nights of some clubs in turn, one every three days."""
    first = datetime.date(2025, 11, 3)
    for number in range(nights):
        club = clubs[number % len(clubs)]
        day = str(first + datetime.timedelta(days=3 * number))
        write(folder / club / f"{day}.jsonl", evening(club, number, day, **more))
    return folder

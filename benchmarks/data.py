"""Invented sessions, club files and hand records: `python -m benchmarks.data KIND SIZE...`."""

from __future__ import annotations

import datetime
import math
import random
import sys
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from pathlib import Path

from bmconv import conversion as convert
from bmconv import records as rec
from bmconv.bridge.boards import dealer, vulnerability
from bmconv.bridge.cards import RANKS, SEATS, SUITS
from bmconv.bridge.par import STRAIN_NAMES
from bmconv.event import Event
from bmconv.io.stream import encode_lines
from bmconv.rules.terminals import WIDEST

STRAINS = ("NT", "S", "H", "D", "C")


def session(
    sections: int, tables: int, rounds: int, boards: int, seed: int = 0
) -> Iterator[rec.Record]:
    """A Mitchell movement in each section: E-W pairs move up, the boards down; results come last.

    Where board numbers would exceed the highest of the terminals, they start again at 1, because
    an invalid number is noted with every result.
    """
    day = datetime.date(2016, 1, 1) + datetime.timedelta(days=seed)
    yield rec.Session(id=1, guid=f"{seed + 1:032X}", name=f"Night {seed}", date=day)
    places = list(product(range(1, sections + 1), range(1, tables + 1)))
    for id in range(1, sections + 1):
        yield rec.Section(id=id, letter=chr(64 + id), session=1, tables=tables, winners=2)
    for section, table in places:
        yield rec.Table(section=section, table=table)
    sets = WIDEST.board // boards
    plays = []
    for turn, (section, table) in product(range(1, rounds + 1), places):
        last = (table + turn - 2) % rounds % sets * boards + boards
        ew = (table - turn) % tables + 1
        plays.append(rec.Round(section, table, turn, table, ew, last - boards + 1, last))
    yield from plays
    chance = random.Random(seed)
    for id, (play, turn) in enumerate(product(plays, range(boards)), 1):
        yield result(id, play, (play.low_board or 1) + turn, day, chance)


def result(
    id: int, play: rec.Round, board: int, day: datetime.date, chance: random.Random
) -> rec.Result:
    """A random result of a board."""
    seat = chance.choice("NESW")
    pair = play.ns_pair if seat in "NS" else play.ew_pair
    place = play.section, play.table, play.round, board, play.ns_pair, play.ew_pair
    contract = f"{chance.randint(1, 5)} {chance.choice(STRAINS)}{chance.choice(('', '', '', ' x'))}"
    tricks = chance.choice(("=", "+1", "-1", "-2"))
    lead = chance.choice("CDHS") + chance.choice(("A", "K", "10", "4"))
    clock = datetime.time(19 + id // 60 % 4, id % 60, id % 59)
    return rec.Result(id, *place, seat, pair, contract, tricks, lead, date=day, time=clock)


def deal(board: int, chance: random.Random) -> rec.Hand:
    """A random deal."""
    cards = list(product(SUITS, RANKS))
    chance.shuffle(cards)
    hands = [set(cards[turn::4]) for turn in range(4)]
    hand_texts = [".".join("".join(r for r in RANKS if (s, r) in h) for s in SUITS) for h in hands]
    return rec.Hand(
        board=board,
        north=hand_texts[0],
        east=hand_texts[1],
        south=hand_texts[2],
        west=hand_texts[3],
    )


def members(count: int) -> Iterator[rec.Record]:
    """A list of members with consecutive numbers."""
    chance = random.Random(count)
    syllables = [a + b for a in "bdgklmnrst" for b in "aeiou"]
    for number in range(1, count + 1):
        words = ("".join(chance.choices(syllables, k=size)).title() for size in (2, 4))
        yield rec.Player(number=str(number), name=" ".join(words))


def club(seed: int = 0) -> Iterator[rec.Record]:
    """A club night with everything in its database: players, hands, every entry, leads."""
    chance = random.Random(seed)
    for number in range(500):
        yield rec.Player(number=str(10_000 + number), name=f"Player {seed}-{number}")
    for board in range(1, 28):
        yield deal(board, chance)
    for record in session(2, 12, 9, 3, seed):
        yield record
        if isinstance(record, rec.Table):
            for seat in "NESW":
                number = 10_000 + chance.randrange(500)
                yield rec.Seat(record.section, record.table, seat, number=str(number))
        elif isinstance(record, rec.Result):
            place = record.id, record.section, record.table, record.round, record.board
            pairs = record.pair_ns, record.pair_ew, record.declarer, record.declarer_pair
            yield rec.Intermediate(*place, *pairs, record.contract)
            yield rec.Card(*place, 1, record.declarer, record.lead_card)


def evening(tables: int, rounds: int, boards: int) -> Iterator[rec.Record]:
    """One section with names, hands, double-dummy tricks and leads."""
    chance = random.Random(tables)
    syllables = [a + b for a in "bdgklmnrst" for b in "aeiou"]
    tricks = {
        f"{seat}_{name}": 4 + (at + turn) % 6
        for at, seat in enumerate(SEATS)
        for turn, name in enumerate(STRAIN_NAMES.values())
    }
    for board in range(1, rounds * boards + 1):
        yield deal(board, chance)
        yield rec.Evaluation(board=board, **tricks)
    for record in session(1, tables, rounds, boards):
        yield record
        if isinstance(record, rec.Table):
            for seat in "NESW":
                words = ("".join(chance.choices(syllables, k=size)).title() for size in (3, 4))
                yield rec.Seat(record.section, record.table, seat, name=" ".join(words))


def results(count: int) -> Iterator[rec.Record]:
    """A session of four sections of a hundred tables, with this number of results."""
    for record in session(4, 100, math.ceil(count / 10_000), 25):
        if isinstance(record, rec.Result) and record.id == count + 1:
            return
        yield record


def setup(tables: int) -> Iterator[rec.Record]:
    """An event before play with this number of tables, twenty in a section."""
    for record in session(math.ceil(tables / 20), min(tables, 20), 5, 4):
        if not isinstance(record, rec.Result):
            yield record


def library(count: int) -> Iterator[rec.Record]:
    """A movement library with this number of movements."""
    yield rec.Library(folder="Pairs")
    for number in range(1, count + 1):
        title = f"Mitchell {number}"
        yield rec.Movement("Pairs", number, title=title, tables=7, rounds=7, teams=14, board_sets=7)
        for turn, table in product(range(1, 8), range(1, 8)):
            east, boards = (table - turn) % 7 + 8, (table + turn - 2) % 7 + 1
            yield rec.MovementRound("Pairs", number, turn, table, table, east, boards)


def write_club(folder: str, seed: int) -> None:
    """Write one file of an archive."""
    convert.write(Event(club(seed)), f"{folder}/night{seed:05d}.bws", "bws")


def write_archive(count: int, folder: str) -> None:
    """Write a folder of different club nights."""
    Path(folder).mkdir()
    with ProcessPoolExecutor() as pool:
        list(pool.map(write_club, [folder] * count, range(count), chunksize=4))


def pbn(count: int, kind: str) -> Iterator[str]:
    """PBN text of boards as dealing or scoring programs write it; `kind` is what deals come with:
    deals (nothing), result, tricks, auction or travellers."""
    chance = random.Random(8)
    yield "% PBN 2.1\n"
    for board in range(1, count + 1):
        hand, first = deal(board, chance), dealer(board)
        tags = {
            "Event": "Club night", "Site": "Club", "Date": "2024.05.07", "Board": str(board),
            "Dealer": first, "Vulnerable": vulnerability(board),
            "Deal": f"N:{hand.north} {hand.east} {hand.south} {hand.west}",
        }  # fmt: skip
        if kind in ("result", "auction"):
            tags |= {seat.title(): f"{seat} player" for seat in SEATS}
            tags |= {"Scoring": "MP", "Declarer": first, "Contract": "3NT", "Result": "9"}
        if kind == "tricks":
            tags |= {"DoubleDummyTricks": "7" * 20}
            tags |= {"OptimumResultTable": "Declarer;Denomination\\2R;Result\\2R"}
        if kind == "auction":
            tags |= {"Auction": first}
        if kind == "travellers":
            tags |= {"ScoreTable": "PairId_NS\\2R;PairId_EW\\2R;Contract\\4L;Declarer;Result\\2R"}
        yield "".join(f'[{tag} "{value}"]\n' for tag, value in tags.items())
        if kind == "auction":
            yield "1NT Pass 3NT Pass\nPass Pass\n"
        if kind == "travellers":
            yield from (f"{pair:>2} {pair + 10:>2} 3NT  {first}  9\n" for pair in range(1, 11))
        if kind == "tricks":
            yield from (f"{who} {strain:>2}  7\n" for who, strain in product("NSEW", STRAINS))
        yield "\n"


def print_records(records: Iterable[rec.Record]) -> None:
    """Write records to standard output."""
    sys.stdout.buffer.writelines(encode_lines(records))


KINDS: dict[str, Callable[..., object]] = {
    "session": lambda *sizes: print_records(session(*sizes)),
    "results": lambda count: print_records(results(count)),
    "setup": lambda tables: print_records(setup(tables)),
    "library": lambda count: print_records(library(count)),
    "club": lambda: print_records(club()),
    "evening": lambda *sizes: print_records(evening(*sizes)),
    "members": lambda count: print_records(members(count)),
    "archive": write_archive,
    "pbn": lambda count, kind: sys.stdout.writelines(pbn(count, kind)),
}

if __name__ == "__main__":
    KINDS[sys.argv[1]](*(int(word) if word.isdigit() else word for word in sys.argv[2:]))

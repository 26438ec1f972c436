"""1,000 boards of PBN beside endplay's reader, and double-dummy tricks beside its solver alone."""

from __future__ import annotations

import random
import time
from collections.abc import Callable

from bmconv.bridge.boards import dealer, vulnerability
from bmconv.bridge.cards import RANKS, SEATS, SUITS
from bmconv.bridge.double_dummy import BATCH, solve
from bmconv.convert import decode
from bmconv.notes import Notes
from bmconv.records import Hand
from bmconv.source import from_bytes

BOARDS = 1000
DEALS = 40
TIMES = 7
FASTER, SLOWER = 5.0, 1.2


def hand(board: int, chance: random.Random) -> Hand:
    """A board dealt at random."""
    cards = [(suit, rank) for suit in SUITS for rank in RANKS]
    chance.shuffle(cards)
    held = {}
    for turn, seat in enumerate(SEATS):
        mine = cards[turn::4]
        suits = ("".join(r for r in RANKS if (suit, r) in mine) for suit in SUITS)
        held[seat] = ".".join(suits)
    return Hand(board=board, **held)


def deal(hand: Hand) -> str:
    """The four hands, North's first."""
    return f"N:{hand.north} {hand.east} {hand.south} {hand.west}"


def plain(hand: Hand) -> str:
    """A game as dealing programs write it."""
    board = hand.board or 1
    return (
        f'[Event "Club night"]\n[Site "Club"]\n[Date "2024.05.07"]\n[Board "{board}"]\n'
        f'[Dealer "{dealer(board)}"]\n[Vulnerable "{vulnerability(board)}"]\n'
        f'[Deal "{deal(hand)}"]\n'
    )


def played(hand: Hand) -> str:
    """A game with players and a result."""
    names = "".join(f'[{seat.title()} "{seat}"]\n' for seat in SEATS)
    tail = '[Scoring "MP"]\n[Declarer "S"]\n[Contract "3NT"]\n[Result "9"]\n'
    return plain(hand) + names + tail


def evaluated(hand: Hand) -> str:
    """A game with tricks double dummy in both ways."""
    lines = [f"{who} {strain:>2}  7" for who in "NSEW" for strain in ("NT", "S", "H", "D", "C")]
    table = '[OptimumResultTable "Declarer;Denomination\\2R;Result\\2R"]\n' + "\n".join(lines)
    return plain(hand) + f'[DoubleDummyTricks "{"7" * 20}"]\n{table}\n'


def bid(hand: Hand) -> str:
    """A game with a result and an auction."""
    first = dealer(hand.board or 1)
    return played(hand).replace('Declarer "S"', f'Declarer "{first}"') + (
        f'[Auction "{first}"]\n1NT Pass 3NT Pass\nPass Pass\n'
    )


def seconds(work: Callable[[], object]) -> float:
    """Processor time of a call."""
    began = time.process_time()
    work()
    return time.process_time() - began


def reading() -> None:
    """Files of four kinds, the two readers taking turns."""
    from endplay.parsers import pbn

    chance = random.Random(8)
    hands = [hand(board, chance) for board in range(1, BOARDS + 1)]
    print(
        f"\n{BOARDS:,} boards of PBN: how much faster than endplay's reader (at least {FASTER:g})"
    )
    for kind in (plain, played, evaluated, bid):
        text = "% PBN 2.1\n" + "\n".join(kind(hand) for hand in hands)
        data = text.encode()
        theirs = ours = float("inf")
        for _ in range(TIMES):
            theirs = min(theirs, seconds(lambda text=text: pbn.loads(text)))
            read = decode(from_bytes(data), "pbn", {}, Notes())
            ours = min(ours, seconds(lambda read=read: list(read)))
        under = "  UNDER" if theirs / ours < FASTER else ""
        print(f"  {kind.__doc__:44} {theirs / ours:7.2f} x{under}")


def solving() -> None:
    """The solver's own batches beside `evaluate`'s."""
    from endplay.dds import calc_all_tables
    from endplay.types import Deal

    chance = random.Random(9)
    hands = [hand(board, chance) for board in range(1, DEALS + 1)]

    def alone() -> None:
        for start in range(0, DEALS, BATCH):
            calc_all_tables([Deal(deal(hand)) for hand in hands[start : start + BATCH]])

    alone()
    theirs = ours = float("inf")
    for _ in range(2):
        theirs = min(theirs, seconds(alone))
        ours = min(ours, seconds(lambda: list(solve(hands))))
    print(f"\n{DEALS} deals double dummy, beside the solver's own batches (at most {SLOWER:g})")
    print(f"  {'bmconv.bridge.double_dummy.solve':44} {ours / theirs:7.2f} x")


def main() -> None:
    """Measure both."""
    reading()
    solving()


if __name__ == "__main__":
    main()

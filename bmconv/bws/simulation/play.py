"""Make up plausible contracts, tricks and leads, from double-dummy tricks or from points."""

import random
from collections.abc import Iterator
from contextlib import suppress
from typing import NamedTuple

from bmconv.bridge.auction import after
from bmconv.bridge.boards import SIDES, is_vulnerable
from bmconv.bridge.cards import DECK, SUITS, cards_of, hand_of
from bmconv.bridge.cards import SEATS as SEAT_NAMES
from bmconv.bridge.contracts import STRAINS, Contract
from bmconv.bridge.double_dummy import is_whole, points, solve
from bmconv.bridge.par import STRAIN_NAMES
from bmconv.bridge.play import PlayedCard, winner
from bmconv.bridge.scores import score
from bmconv.event import Event
from bmconv.records import Evaluation, Hand

Tricks = dict[tuple[str, str], float]
"""The tricks that a seat can expect to take as declarer, by seat and strain."""

GAME = {"C": 5, "D": 5, "H": 4, "S": 4, "NT": 3}
SEAT = dict(zip("NESW", SEAT_NAMES, strict=True))
FEW_TRUMPS = 6
"""A contract with fewer trumps than this is flagged as suspicious."""
LUCK = (-2, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 2)
"""Tricks more or fewer than expected; each item is equally likely."""


class PlayedContract(NamedTuple):
    """The contract of a table on a board (None: passed out), and its outcome."""

    contract: Contract | None = None
    declarer: str = "N"
    tricks: int = 0
    """Overtricks; undertricks if negative."""
    lead: str = ""
    """The opening lead: suit and rank, with `10` for ten."""


class Deal(NamedTuple):
    """The cards of a board by seat, and the tricks that they are worth."""

    hands: dict[str, str]
    tricks: Tricks


class Deals:
    """The deals of an event: double-dummy tricks if known, else estimated from points and fits.

    A board without a hand record gets a deal of its own, the same in every section.
    """

    def __init__(self, event: Event, seed: str) -> None:
        self.event, self.seed = event, seed
        self._dealt: dict[tuple[int, int], Deal] = {}
        self._solved: dict[tuple[str, ...], Tricks] = {}
        distinct = hands_to_solve(event)
        with suppress(ImportError):  # without the solver, tricks are estimated from points
            # batches of evaluations come in the order of the hands
            for batch in solve(list(distinct.values())) if distinct else ():
                for cards, evaluation in zip(
                    list(distinct)[len(self._solved) :], batch, strict=False
                ):
                    self._solved[cards] = _by_seat(evaluation)

    def at(self, section: int, board: int) -> Deal:
        """The deal of a board in a section."""
        if (section, board) not in self._dealt:
            self._dealt[section, board] = self._deal(section, board)
        return self._dealt[section, board]

    def has_hand(self, section: int, board: int) -> bool:
        """Whether the event has a hand record of a board."""
        return self.event.hand(section, board) is not None

    def entered(self, section: int, board: int) -> tuple[Hand, Evaluation]:
        """The hand record of a deal, and its evaluation; without the solver only its points."""
        hands = self.at(section, board).hands
        hand = Hand(section=section, board=board)
        evaluation = Evaluation(section=section, board=board)
        for seat, name in SEAT.items():
            setattr(hand, name, hands[seat])
            setattr(evaluation, f"{name}_hcp", points(hands[seat]))
        with suppress(ImportError):
            ((evaluation,),) = solve([hand])
        return hand, evaluation

    def _deal(self, section: int, board: int) -> Deal:
        hand = self.event.hand(section, board)
        evaluation = self.event.evaluation(section, board)
        known = _by_seat(evaluation) if evaluation else {}
        if hand is None or not is_whole(hand):
            hands = dict(zip("NESW", deal_cards(f"{self.seed} deal {board}"), strict=True))
            return Deal(hands, known or estimate_tricks(hands))
        hands = dict(zip("NESW", _hands(hand), strict=True))
        return Deal(hands, known or self._solved.get(_hands(hand)) or estimate_tricks(hands))


def hands_to_solve(event: Event) -> dict[tuple[str, ...], Hand]:
    """The different complete deals without a complete evaluation, by their cards."""
    return {
        _hands(hand): hand
        for hand in event.of(Hand)
        if is_whole(hand)
        and not ((known := event.evaluation(hand.section, hand.board)) and _by_seat(known))
    }


def _hands(hand: Hand) -> tuple[str, ...]:
    return tuple(getattr(hand, name) for name in SEAT_NAMES)


def _by_seat(evaluation: Evaluation) -> Tricks:
    """The tricks of an evaluation; empty if it is incomplete."""
    tricks = {
        (seat, strain): getattr(evaluation, f"{SEAT[seat]}_{STRAIN_NAMES[strain]}")
        for seat in "NESW"
        for strain in STRAINS
    }
    return {} if None in tricks.values() else tricks


def deal_cards(seed: str) -> Iterator[str]:
    """The four hands of the deal that is made from a seed."""
    cards = list(DECK)
    random.Random(seed).shuffle(cards)
    for turn in range(4):
        yield hand_of(cards[13 * turn : 13 * turn + 13])


def estimate_tricks(hands: dict[str, str]) -> Tricks:
    """Tricks from the points and the fits of each side: 20 points and 8 trumps are worth 8."""
    tricks: Tricks = {}
    for seat in "NESW":
        partner = after(seat, 2)
        more = (points(hands[seat]) or 0) + (points(hands[partner]) or 0) - 20
        tricks[seat, "NT"] = min(max(6.5 + 0.48 * more, 0), 13)
        for strain in STRAINS[:4]:
            place = SUITS.index(strain)
            fit = sum(len(hands[s].split(".")[place]) for s in (seat, partner))
            tricks[seat, strain] = min(max(7.8 + 0.42 * more + 0.8 * (fit - 8), 0), 13)
    return tricks


def play(dealt: Deal, vulnerable: str, dice: random.Random) -> PlayedContract:
    """The contract that a table reaches on a board, and its outcome."""
    offers = []
    for side in ("NS", "EW"):
        exposed = is_vulnerable(side, vulnerable)
        for strain in STRAINS:
            seat = dice.choice(side)
            expected = dealt.tricks[seat, strain]
            contract = bid(round(expected), strain, dice)
            worth = score(contract, round(expected) - 6 - contract.level, vulnerable=exposed)
            offers.append((worth + dice.gauss(0, 40), seat, contract, expected))
    best, seat, contract, expected = max(offers)
    if best < 60 and dice.random() < 0.5:
        return PlayedContract()
    tricks = min(max(round(expected + dice.choice(LUCK)), 0), 13) - 6 - contract.level
    doubling = 0.3 if tricks < -1 else 0.02
    if dice.random() < doubling:
        contract = contract._replace(doubled=2 if dice.random() < 0.05 else 1)
    leader = after(seat)
    return PlayedContract(contract, seat, tricks, lead(dealt.hands[leader], contract.strain, dice))


def bid(tricks: int, strain: str, dice: random.Random) -> Contract:
    """The contract reached by a side that expects to take this many tricks."""
    can, game = max(tricks - 6, 1), GAME[strain]
    if can >= 6 and dice.random() < 0.6:
        level = min(can, 7)
    elif can >= game or (can == game - 1 and dice.random() < 0.3):
        level = game
    else:
        level = max(1, can - dice.choice((0, 0, 0, 1)))
    return Contract(level, strain, 0)


def lead(hand: str, trump: str, dice: random.Random) -> str:
    """A card to lead: one of the longest suit other than trumps."""
    cards = [card for card in cards_of(hand) if card[0] != trump] or cards_of(hand)
    longest = max(sorted({card[0] for card in cards}), key=lambda s: sum(c[0] == s for c in cards))
    return dice.choice([c for c in cards if c[0] == longest]).replace("T", "10")


def play_cards(deal: Deal, played: PlayedContract, dice: random.Random) -> list[PlayedCard]:
    """The cards played from the lead on; one side claims the rest when the result is reached."""
    if played.contract is None:
        return []
    hands = {seat: cards_of(hand) for seat, hand in deal.hands.items()}
    declaring = SIDES[played.declarer]
    tricks = 6 + played.contract.level + played.tricks
    to_win = {side: tricks if side == declaring else 13 - tricks for side in ("NS", "EW")}
    leader, cards = after(played.declarer), list[PlayedCard]()
    while len(cards) < 52:
        trick: list[PlayedCard] = []
        for seat in (after(leader, turn) for turn in range(4)):
            follow = [c for c in hands[seat] if trick and c[0] == trick[0][1][0]] or hands[seat]
            first = not cards and not trick
            trick.append((seat, played.lead.replace("10", "T") if first else dice.choice(follow)))
        leader = winner(trick, played.contract.strain)
        if not to_win[SIDES[leader]]:
            break
        to_win[SIDES[leader]] -= 1
        for seat, card in trick:
            hands[seat].remove(card)
        cards += trick
    return cards


def is_suspicious(deal: Deal, played: PlayedContract) -> bool:
    """Whether the declaring side has so few trumps that nobody would bid the contract."""
    if played.contract is None or played.contract.strain not in SUITS:
        return False
    seats = (played.declarer, after(played.declarer, 2))
    suit = SUITS.index(played.contract.strain)
    return sum(len(deal.hands[seat].split(".")[suit]) for seat in seats) < FEW_TRUMPS


def slip(right: PlayedContract, dice: random.Random) -> PlayedContract:
    """A result keyed in by mistake instead of the right one: another declarer or trick count."""
    contract = right.contract
    if contract is None:
        return PlayedContract(Contract(1, "NT", 0), "N", 0, right.lead)
    if dice.random() < 0.5:
        return right._replace(declarer=after(right.declarer))
    most = 7 - contract.level
    tricks = right.tricks + dice.choice((-1, 1))
    if not -6 - contract.level <= tricks <= most:
        tricks = 2 * right.tricks - tricks
    return right._replace(tricks=tricks)

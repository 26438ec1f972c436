"""The auction and the play of a PBN game."""

import re
from collections.abc import Callable, Collection, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeVar

from bmconv.bridge.auction import Call, after, contract_of, is_over
from bmconv.bridge.boards import SIDES
from bmconv.bridge.contracts import PASS, parse_contract
from bmconv.bridge.play import PlayedCard, winner
from bmconv.codecs.pbn import sections
from bmconv.codecs.pbn.facts import GamePlace
from bmconv.codecs.pbn.game import PbnGame
from bmconv.codecs.pbn.results import PbnOutcome
from bmconv.codecs.pbn.text import SECTIONS
from bmconv.codecs.pbn.values import seat
from bmconv.records import Bid, Card

Fault = tuple[str, int, str]
"""Note code, number of the word, and text."""
M = TypeVar("M", Call, PlayedCard)


def is_recorded(game: PbnGame) -> bool:
    """Whether a game has an auction or a play that is not empty."""
    return bool(game.words("Auction") or game.words("Play"))


def separate_place(game: PbnGame, place: GamePlace) -> GamePlace:
    """The place of a recording, now taken; with another table number if it was taken before."""
    file = game.file
    if place.board is None:
        return place
    if place[:4] in file.recorded:
        number = file.next_table(place.section, place.round, place.board)
        place = place._replace(table=number)
        tag = next(name for name in SECTIONS if game.words(name))
        game.note("place-unknown", tag, f"table {number}", word=1)
    file.recorded.add(place[:4])
    return place


def read_moves(
    game: PbnGame, dealt_by: str, outcome: PbnOutcome
) -> tuple[Sequence[Call], Sequence[PlayedCard]]:
    """The calls and cards of a game; notes where they contradict its contract or its result."""
    auction = _read_calls(game, dealt_by)
    played = _read_cards(game, outcome)
    _compare_contract(game, auction, outcome)
    _compare_result(game, played, outcome)
    return auction.calls, played


def add_moves(
    game: PbnGame, place: GamePlace, calls: Sequence[Call], played: Sequence[PlayedCard]
) -> None:
    """Add the records of calls and cards."""
    section, table, round, board = place[:4]
    game.records += [
        Bid(None, section, table, round, board, counter, direction, call)
        for counter, (direction, call) in enumerate(calls, 1)
    ]
    game.records += [
        Card(None, section, table, round, board, counter, direction, card)
        for counter, (direction, card) in enumerate(played, 1)
        if card != sections.UNKNOWN
    ]


class Auction(NamedTuple):
    """The calls of an auction, what is wrong with them, and the contract to which they lead."""

    calls: tuple[Call, ...] = ()
    faults: tuple[Fault, ...] = ()
    contract: str = ""
    """The contract, such as `4S`; empty if the auction is not over."""
    declarer: str = ""


def _read_calls(game: PbnGame, dealt_by: str) -> Auction:
    """The Auction section; empty if it is missing or invalid."""
    words = game.words("Auction")
    if not words:
        return Auction()
    first = seat(game.values["Auction"])
    if first is None:
        game.note("bad-auction", "Auction", game.raw("Auction")[:40])
        return Auction()
    if not dealt_by:
        game.note("no-dealer", "Auction")
    notes = frozenset(game.note_numbers.get("Auction", ()))
    auction = _auction(first, dealt_by, tuple(words), notes)
    _note_faults(game, "Auction", auction.faults)
    return auction


@lru_cache(1024)
def _auction(first: str, dealt_by: str, words: tuple[str, ...], notes: frozenset[int]) -> Auction:
    """The auction that the words of a section describe."""
    calls, faults = _read_section(
        sections.CALL_NAGS,
        notes,
        lambda marks: sections.read_auction(first, dealt_by, words, marks),
    )
    if not calls or not is_over(calls):
        return Auction(tuple(calls), tuple(faults))
    contract, declarer = contract_of(calls)
    return Auction(tuple(calls), tuple(faults), str(contract) if contract else PASS, declarer)


def _read_cards(game: PbnGame, outcome: PbnOutcome) -> list[PlayedCard]:
    """The cards of the Play section in the order of play; empty if it is missing or invalid."""
    words = game.words("Play")
    if all(word in sections.ENDS for word in words):
        return []
    leader = seat(game.values["Play"])
    contract = parse_contract(outcome.text)
    trump = contract.strain if contract else outcome.text.upper()  # some files give only the suit
    if leader is None or not trump or trump == PASS:
        game.note("bad-play", "Play", "no leader" if leader is None else "no contract")
        return []
    if not any(game.cards.values()) or not outcome.declarer:
        game.note("play-alone", "Play")
    small = _small_cards(game)
    played, faults = _read_section(
        sections.CARD_NAGS,
        game.note_numbers.get("Play", ()),
        lambda marks: sections.PlayReader(leader, trump, game.cards, marks).read(words, small),
    )
    _note_faults(game, "Play", faults)
    return played


def _read_section(
    nags: range, notes: Collection[int], read: Callable[[sections.Marks], list[M]]
) -> tuple[list[M], list[Fault]]:
    """The calls or cards of a section, and its faults; no calls or cards if it is unreadable.

    `nags` are the NAGs that grade a move of this kind, `notes` the numbers of the Note tags.
    """
    faults: list[Fault] = []
    marks = sections.Marks(lambda *fault: faults.append(fault), nags, notes)
    try:
        moves = read(marks)
    except sections.Unreadable as bad:
        return [], [*faults, (bad.code, bad.word, bad.problem)]
    for number in sorted(notes):
        if number not in marks.used:
            faults.append(("odd-mark", 0, f"note {number} is not used"))
    return moves, faults


def _note_faults(game: PbnGame, name: str, faults: Sequence[Fault]) -> None:
    for code, word, text in faults:
        game.note(code, name, text, word=word)


def _small_cards(game: PbnGame) -> dict[int, str]:
    """Small cards named by comments, by the number of the word before the comment."""
    play = str(game.numbers["Play"])
    cards = {}
    for place, comment in game.text.comments:
        tag, _, word = place.partition(".")
        if tag == play and word and re.fullmatch(r"\{[SHDC]x\}", comment):
            cards[int(word)] = comment[1:3]
    return cards


def _compare_contract(game: PbnGame, auction: Auction, outcome: PbnOutcome) -> None:
    """Note a contract that differs from the auction."""
    if not auction.contract or not outcome.text:
        return
    declarer = auction.declarer
    if game.values.get("Declarer", "").startswith("^") and declarer:
        # `^S`: the partner of the player who, by the auction, is declarer
        declarer = after(declarer, 2)
    if auction.contract != outcome.text or (outcome.declarer and declarer != outcome.declarer):
        game.note("contract-differs", "Contract", game.value("Contract"))


def _compare_result(game: PbnGame, played: Sequence[PlayedCard], outcome: PbnOutcome) -> None:
    """Note a result that contradicts the play."""
    tricks = game.values.get("Result", "")
    if not played or not outcome.declarer or not tricks.isdecimal():
        return
    trump = outcome.text.split()[1] if " " in outcome.text else outcome.text
    played_tricks = (played[start : start + 4] for start in range(0, len(played) - 3, 4))
    known = [t for t in played_tricks if all(card != sections.UNKNOWN for _, card in t)]
    won = sum(SIDES[winner(trick, trump)] == SIDES[outcome.declarer] for trick in known)
    if not won <= int(tricks) <= 13 - len(known) + won:
        game.note("result-differs", "Result", tricks)

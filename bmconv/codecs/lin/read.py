"""Reading LIN: the boards get numbers and tables, then become records."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from bmconv.bridge.auction import TURN, after, spell_call
from bmconv.bridge.boards import SIDES, dealer, vulnerability
from bmconv.bridge.cards import DECK, RANKS, SEATS, SUITS, cards_of, hand_of, spell_card
from bmconv.bridge.contracts import PASS, Contract, parse_contract, spell_over
from bmconv.bridge.outcomes import score_ns
from bmconv.bridge.play import spell_played
from bmconv.codecs.lin.text import DEALERS, MOST_BOARDS, VULNERABLE, Board, LinText, Move
from bmconv.codecs.shared.cells import parse_count
from bmconv.codecs.shared.tables_read import (
    CLOSED,
    MOST_CARDS,
    OPEN,
    Rooms,
    Tricks,
    at_table,
    calls_of,
    set_contract,
)
from bmconv.errors import BadInput
from bmconv.notes import Notes
from bmconv.records import Bid, Card, Hand, Record, Result, Seat, Session

_SUITS = "S([AKQJT2-9]*)H([AKQJT2-9]*)D([AKQJT2-9]*)C([AKQJT2-9]*)"
_HANDS = re.compile(f"{_SUITS},{_SUITS},{_SUITS},?(?:{_SUITS})?")
_HAND = re.compile(r"S([^SHDC]*)H([^SHDC]*)D([^SHDC]*)C([^SHDC]*)")
_RESULT = re.compile(r"([1-7])(NT|[CDHSN])([NESW])(X{0,2})(=|[+-]\d{1,2})", re.IGNORECASE)
_HIGHEST = 999_999
"""The highest number of a board that is read."""
_PASSED = {"P", "PASS", "AP", "0"}


class ListedResult(NamedTuple):
    """A result from the head of a match."""

    contract: str
    declarer: str
    tricks: str
    """Tricks over or under the contract: `=`, `+1`, `-2`."""


@lru_cache(8192)
def _sort_ranks(ranks: str) -> str:
    return "".join(sorted(ranks, key=RANKS.index))


def complete_deal(text: str) -> tuple[str, ...] | None:
    """The hands of South, West, North and East of a complete deal; None for any other."""
    match = _HANDS.fullmatch(text)
    if match is None:
        return None
    ranks = [part or "" for part in match.groups()]  # four suits for each of four hands
    if not any(ranks[12:]):  # the fourth hand is left out: it has the remaining cards
        for at in range(4):
            gone = ranks[at] + ranks[4 + at] + ranks[8 + at]
            ranks[12 + at] = "".join([rank for rank in RANKS if rank not in gone])
    for at in range(4):
        if _sort_ranks("".join(ranks[at::4])) != RANKS:
            return None
    if any(sum(map(len, ranks[at : at + 4])) != 13 for at in (0, 4, 8, 12)):
        return None
    holdings = list(map(_sort_ranks, ranks))
    return tuple(".".join(holdings[at : at + 4]) for at in (0, 4, 8, 12))


def read_result(text: str) -> ListedResult | None:
    """The result in a text such as `4HE=` or `5DNx-2`; None for other text."""
    if text.upper() in _PASSED:
        return ListedResult(PASS, "", "")
    match = _RESULT.fullmatch(text)
    if match is None:
        return None
    contract = parse_contract(match[1] + match[2] + match[4])
    return ListedResult(str(contract), match[3].upper(), match[5])


class LinReader:
    """Turns the boards of a file into records."""

    def __init__(self, text: LinText, name: str, notes: Notes) -> None:
        self.text, self.name, self.notes = text, name, notes
        self.deals: dict[int, Hand] = {}
        self.rooms = Rooms(notes)
        self.extra = dict(text.head)
        self.match = self._match()
        self.board_numbers = self._board_numbers()
        self.results = self._results()

    def _match(self) -> list[str]:
        """The nine values of `vg`; the first, the name of the event, can have commas."""
        values = self.extra.pop("vg", "").split(",")
        if len(values) > 9:
            values[: len(values) - 8] = [",".join(values[: len(values) - 8])]
        return [value.strip() for value in values] + [""] * (9 - len(values))

    def _board_numbers(self) -> list[int]:
        """The boards of a match in the order of its results."""
        texts = self.extra.get("bn", "").split(",")
        numbers = [parse_count(text.strip(), _HIGHEST) for text in texts]
        known = [number for number in numbers if number is not None]
        if len(known) == len(numbers):
            return known
        first, last = (parse_count(text, _HIGHEST) for text in self.match[3:5])
        if first is None:
            return []
        most = first + MOST_BOARDS - 1
        return list(range(first, (most if last is None else min(last, most)) + 1))

    def _results(self) -> dict[tuple[int, str], ListedResult]:
        """The results of `rs` by board and room; it lists the open room of each board first."""
        results = {}
        texts = self.extra.pop("rs", "").split(",")
        boards = self.board_numbers or list(range(1, len(texts) // 2 + 2))
        for at, text in enumerate(map(str.strip, texts)):
            if not text or at // 2 >= len(boards):
                continue
            if (result := read_result(text)) is None:
                place = f"{self.name}: {text[:20]!r}"
                self.notes.error("bad-result", place, "result{s} in the head skipped")
            else:
                results[boards[at // 2], "oc"[at % 2]] = result
        return results

    def records(self) -> Iterator[Record]:
        """The session, then board after board, then results of boards that are only in the head."""
        self._assign_numbers()
        extra: dict[str, object] = {**self.extra}
        if any(self.match[1:]):
            extra["vg"] = self.match[1:]
        if any(self.match) or extra:
            yield Session(id=1, name=self.match[0] or None, extra=extra or None)
        if self.text.players:
            yield from self._seats(self.text.players, OPEN)
        if not self.text.boards and not self.results and not extra:
            raise BadInput(self.name, "no board", "a LIN file with boards")
        for board in self.text.boards:
            yield from self._board(board)
        for (number, room), (contract, declarer, tricks) in self.results.items():
            table = CLOSED if room == "c" else OPEN
            result = Result(table=table, board=number, contract=contract)
            result.declarer, result.result = declarer or None, tricks or None
            deal = self.deals.get(number)
            result.score = score_ns(result, deal.vulnerable if deal else None)
            yield result

    def _assign_numbers(self) -> None:
        """Number boards that have no number: by label, or else one more than the last.

        A board with a number that belongs to another deal is renumbered.
        """
        last = self.board_numbers[0] - 1 if self.board_numbers else 0
        seen: dict[int, str] = {}
        with_other_deal = []
        for board in self.text.boards:
            if not board.number:
                match = re.search(r"\d{1,6}", board.label)
                board.number = int(match[0]) if match and int(match[0]) else last + 1
            last = board.number
            deal = (board.deal or "").upper()
            if seen.setdefault(last, deal) != deal and not self._has_same_cards(board):
                with_other_deal.append(board)
        free = max(seen, default=0) + 1
        for number, board in enumerate(with_other_deal, free):
            place = f"{self.name}: board {board.number} as {number}"
            text = "board{s} renumbered: the number has another deal"
            self.notes.repair("board-twice", place, text)
            board.label = board.label or f"Board {board.number}"
            board.number = number

    def _has_same_cards(self, board: Board) -> bool:
        """Whether a board has no cards, or those of the first board with its number."""
        others = (b for b in self.text.boards if b.number == board.number and b.deal)
        mine = self._cards_by_seat(board, Notes())
        return not any(mine.values()) or mine == self._cards_by_seat(next(others, board), Notes())

    def _board(self, board: Board) -> Iterator[Record]:
        number = board.number
        if number not in self.deals:
            self.deals[number] = self._deal(board)
            yield self.deals[number]
        deal = self.deals[number]
        table = CLOSED if board.room == "c" else OPEN
        if board.players:
            yield from self._seats(board.players, table)
        if not board.calls and not board.cards and (number, board.room) not in self.results:
            if board.chat or board.others or board.claim:
                text = "board{s} that {was|were} not played: chat, claim and other codes left out"
                self.notes.loss("chat-lost", f"{self.name}: board {number}", text)
            return
        result = self.rooms.result(table, number, f"{self.name}: board {number}, ")
        yield from self._play_records(board, deal, result)

    def _deal(self, board: Board) -> Hand:
        number = board.number
        hand = Hand(board=number)
        if hands := complete_deal((board.deal or "")[1:]):
            hand.south, hand.west, hand.north, hand.east = hands
        else:
            dealt = self._cards_by_seat(board, self.notes)
            for name, seat in zip(SEATS, TURN, strict=True):
                if dealt[seat]:
                    setattr(hand, name, hand_of(dealt[seat]))
        digit = (board.deal or "")[:1]
        first = DEALERS[int(digit) - 1] if digit and digit in "1234" else ""
        hand.dealer = first if first and first != dealer(number) else None
        vulnerable = VULNERABLE.get(board.vulnerable[:1])
        if board.vulnerable and vulnerable is None:
            place = f"{self.name}: board {number}: {board.vulnerable[:20]!r}"
            self.notes.error("bad-vulnerable", place, "vulnerability not understood, left out")
        hand.vulnerable = vulnerable if vulnerable and vulnerable != vulnerability(number) else None
        if board.label and board.label != f"Board {number}":
            hand.extra = {"ah": board.label}
        return hand

    def _cards_by_seat(self, board: Board, notes: Notes) -> dict[str, set[str]]:
        """The cards of each seat; if only one hand is missing, it gets the remaining cards."""
        text = re.sub("^[0-4]", "", board.deal or "")
        hands = text.upper().replace("10", "T").split(",")
        dealt: dict[str, set[str]] = {seat: set() for seat in DEALERS}
        total, is_understood = 0, len(hands) <= 4
        for seat, text in zip(DEALERS, hands, strict=False):
            parts = _HAND.fullmatch(text.strip())
            ranks = list(map(str.strip, parts.groups())) if parts else []
            if text.strip(" SHDC") and not (ranks and set("".join(ranks)) <= set(RANKS)):
                is_understood = False
                break
            dealt[seat] = {s + r for s, rs in zip(SUITS, ranks, strict=False) for r in rs}
            total += sum(map(len, ranks))
        cards = {card for hand in dealt.values() for card in hand}
        known = [seat for seat in DEALERS if dealt[seat]]
        is_deal = total == len(cards) and all(len(hand) <= 13 for hand in dealt.values())
        if not is_understood or not is_deal:
            place = f"{self.name}: board {board.number}"
            notes.error("bad-deal", place, "deal{s} left out: cards twice or not understood")
            return {seat: set() for seat in DEALERS}
        if len(known) == 3 and total == 39:
            (rest,) = set(DEALERS) - set(known)
            dealt[rest] = set(DECK) - cards
        return dealt

    def _seats(self, names: list[str], table: int) -> Iterator[Seat]:
        """The players at a table; eight names are those of the open and the closed room."""
        rooms = ((OPEN, names[:4]), (CLOSED, names[4:8])) if len(names) > 4 else ((table, names),)
        for room, four in rooms:
            yield from self.rooms.seats(room, DEALERS, four)

    def _play_records(self, board: Board, deal: Hand, result: Result) -> Iterator[Record]:
        """Result, calls and cards of a board at a table."""
        bids = self._bids(board, deal.dealer or dealer(board.number))
        listed = self.results.pop((board.number, board.room or "o"), None)
        contract, declarer = set_contract(result, calls_of(bids))
        if listed and not result.contract:
            result.contract, result.declarer = listed.contract, listed.declarer or None
            contract, declarer = parse_contract(listed.contract), listed.declarer
        cards, won = self._cards(board, deal, contract, declarer)
        self._tricks(result, board, contract, won if len(cards) == MOST_CARDS else None, listed)
        if cards and result.contract:
            result.lead_card = spell_card(cards[0].card or "")
        result.score = score_ns(result, deal.vulnerable)
        result.extra = {**({"chat": board.chat} if board.chat else {}), **board.others} or None
        if result.contract or result.extra:
            yield result
        yield from at_table(result, bids)
        yield from at_table(result, cards)

    def _bids(self, board: Board, first: str) -> list[Bid]:
        """The calls in turn, up to the first one that is not understood."""
        bids: list[Bid] = []
        for move in board.calls:
            call = spell_call(move.text.rstrip("!"))
            if call is None:
                self._error("bad-call", board, move, "auction{s} cut at a call not understood")
                break
            bids.append(Bid(direction=after(first, len(bids)), bid=call, extra=move.extra()))
        return bids

    def _cards(
        self, board: Board, deal: Hand, contract: Contract | None, declarer: str
    ) -> tuple[list[Card], int]:
        """The cards in turn, up to the first one that is not understood, and declarer's tricks."""
        played: list[Card] = []
        tricks = Tricks(declarer and after(declarer), contract.strain if contract else "")
        hands = (deal.north, deal.east, deal.south, deal.west) if board.cards else ()
        hands_by_seat = zip(TURN, hands, strict=False)
        holders = {card: seat for seat, text in hands_by_seat for card in cards_of(text or "")}
        for move in board.cards:
            card = spell_played(move.text.rstrip("!"))
            holder = holders.get(card or "")
            seat = tricks.turn or holder
            if card is None or not seat or len(played) == MOST_CARDS:
                self._error("bad-card", board, move, "play{s} cut at a card not understood")
                break
            if holders and holder != seat:
                place = f"{self.name}: board {board.number} {move.text[:20]}"
                text = "card{s} played by a hand that does not hold {it|them}"
                self.notes.repair("odd-card", place, text)
            played.append(Card(direction=seat, card=card, extra=move.extra()))
            tricks.play(card, seat)
        return played, sum(SIDES[seat] == SIDES[declarer] for seat in tricks.winners)

    def _error(self, code: str, board: Board, move: Move, text: str) -> None:
        self.notes.error(code, f"{self.name}: board {board.number}: {move.text[:20]!r}", text)

    def _tricks(
        self,
        result: Result,
        board: Board,
        contract: Contract | None,
        won: int | None,
        listed: ListedResult | None,
    ) -> None:
        """Set the tricks: as played or claimed, or else as in the head of the match.

        `won` are the tricks that declarer won, if all cards were played.
        """
        place = f"{self.name}: board {board.number}"
        if board.claim and won is None and result.contract != PASS:
            if contract and re.fullmatch(r"[0-9]|1[0-3]", board.claim):
                won = int(board.claim)
            else:
                text = "claim{s} left out: not a number of tricks, or no contract"
                self.notes.error("bad-claim", f"{place}: {board.claim[:20]!r}", text)
        if contract and won is not None:
            result.result = spell_over(won - contract.level - 6)
        elif listed and listed.contract == result.contract:
            result.result = listed.tricks or None
        outcome = (result.contract or "", result.declarer or "", result.result or "")
        if listed and result.contract and outcome != listed:
            text = "result{s} in the head different from the board: the board counts"
            self.notes.repair("result-differs", place, text)

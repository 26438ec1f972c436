"""Auction and Play sections of PBN: from words to calls and cards, and back."""

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import lru_cache

from bmconv.bridge.auction import (
    SKIPPED,
    TURN,
    Call,
    after,
    is_inadmissible,
    is_insufficient,
    is_over,
    spell_call,
)
from bmconv.bridge.contracts import PASS
from bmconv.bridge.play import SMALL, PlayedCard, in_turn, opener, revokes, spell_played, winner

Report = Callable[[str, int, str], None]
"""Reports a problem by the code of a note, the number of a word in its section, and that word."""

INSUFFICIENT, SKIP, REVOKE, LEAD = "^I", "^S", "^R", "^L"
"""Marks of irregularities, before an insufficient bid, a revoke or a lead out of turn.

A skipped player has `^S` instead of a call.
"""
ENDS = ("*", "+")
"""The word that ends a section, and the one that ends a section still in progress."""
UNKNOWN = "-"
"""A card that was not recorded."""
CALL_NAGS, CARD_NAGS = range(1, 7), range(7, 13)
"""The NAGs that grade a call, and those that grade a card: $1 (good call), $8 (poor card)."""
HIGHEST_NOTE, HIGHEST_NAG = 32, 255
MOST_CALLS, MOST_CARDS = 500, 52
"""A regular auction has at most 319 calls; irregular ones may be a little longer."""


class Unreadable(ValueError):
    """A section that cannot be read; it is kept unchanged."""

    def __init__(self, code: str, word: int, problem: str) -> None:
        super().__init__(problem)
        self.code, self.word, self.problem = code, word, problem


def is_mark(word: str) -> bool:
    """Whether a word is a suffix, a NAG or a note number rather than a call or card."""
    return word[0] in "!?$="


class Marks:
    """Checks the suffixes, NAGs and notes after each call or card."""

    def __init__(self, report: Report, nags: range, noted: Collection[int]) -> None:
        self.report, self.nags = report, nags
        self.noted = noted
        """The numbers of existing notes."""
        self.used: set[int] = set()
        """The numbers of notes that a mark refers to."""
        self.is_graded = self.has_note = False
        """Whether the current call or card already has a grade or a note."""

    def reset(self) -> None:
        """Start the marks of a new call or card."""
        self.is_graded = self.has_note = False

    def check(self, number: int, word: str) -> None:
        """Report a mark that is not allowed or repeated."""
        match = re.fullmatch(r"(!!|\?\?|!\?|\?!|!|\?)|\$(\d{1,3})|=(\d{1,2})=", word)
        grade, nag, note = match.groups() if match else ("", "", "")
        grading = bool(grade) or (bool(nag) and int(nag) in self.nags)
        wrong = not match or (grading and self.is_graded) or (note and self.has_note)
        if nag:  # $1-$6 are for calls, $7-$12 for cards
            wrong = wrong or int(nag) > HIGHEST_NAG or (int(nag) in range(1, 13) and not grading)
        if note:
            self.used.add(int(note))
            wrong = wrong or int(note) not in self.noted or int(note) > HIGHEST_NOTE
        self.is_graded = self.is_graded or grading
        self.has_note = self.has_note or bool(note)
        if wrong:
            self.report("odd-mark", number, word)


def read_auction(first: str, dealer: str, words: Sequence[str], marks: Marks) -> list[Call]:
    """The calls of an auction, each with its seat; `first` is the seat that the tag names."""
    calls: list[Call] = []
    turn, marked, ended = first, False, False
    for number, text in enumerate(words, 1):
        if is_mark(text):
            marks.check(number, text)
            continue
        if ended:
            marks.report("odd-call", number, text)
            continue
        if len(calls) > MOST_CALLS:
            raise Unreadable("bad-call", number, f"more than {MOST_CALLS} calls")
        marks.reset()
        if text == INSUFFICIENT:
            marked = True
        elif text in ENDS:
            ended = True
        elif text == "-" and not calls:
            turn = after(turn)
        elif text.upper() == "AP":
            while not is_over(calls):
                calls.append((turn, PASS))
                turn = after(turn)
        else:
            call = SKIPPED if text == SKIP else spell_call(text)
            if call is None:
                raise Unreadable("bad-call", number, text)
            if not calls and dealer and turn != dealer:
                raise Unreadable("auction-dealer", number, text)
            if _is_odd(text, (turn, call), calls, marked=marked):
                marks.report("odd-call", number, text)
            calls.append((turn, call))
            turn, marked = after(turn), False
    return calls


def _is_odd(word: str, call: Call, calls: list[Call], *, marked: bool) -> bool:
    """Whether a call is wrongly marked, illegal without a mark, or spelled unusually."""
    irregular = is_insufficient(call[1], calls) != marked or is_inadmissible(call, calls)
    usual = word.upper() in ("PASS", "X", "XX", SKIP, call[1])
    return irregular or not usual or is_over(calls)


@lru_cache(1024)
def write_auction(calls: tuple[Call, ...]) -> tuple[str, ...]:
    """The words of an auction from the first call on; `^S` for a player who was skipped."""
    words: list[str] = []
    earlier: list[Call] = []
    for seat, call in calls:
        while earlier and after(earlier[-1][0]) != seat:
            earlier.append((after(earlier[-1][0]), SKIPPED))
            words.append(SKIP)
        if is_insufficient(call, earlier):
            words.append(INSUFFICIENT)
        words.append({PASS: "Pass", SKIPPED: SKIP}.get(call, call))
        earlier.append((seat, call))
    return tuple(words) if is_over(earlier) else (*words, "*")


class PlayReader:
    """Puts the cards of a Play section in the order in which they were played.

    Each row is a trick, with a column per seat starting at the opening leader. The winner of a
    trick leads to the next one. Unknown cards are `-`; those at the end are left out.
    """

    def __init__(self, leader: str, trump: str, hands: dict[str, str | None], marks: Marks) -> None:
        self.leader, self.trump, self.hands, self.marks = leader, trump, hands, marks
        self.played: list[PlayedCard] = []
        self.row: dict[str, str] = {}
        """The cards of the current trick by seat."""
        self.next_at: dict[str, int] = {}
        """The number of the word `+`, by the seat whose turn it marks."""
        self.marked: dict[str, str] = {}
        """The marks of irregularities in the current trick, by seat."""
        self.words: dict[str, int] = {}
        """The number of each seat's word."""

    def read(self, words: Sequence[str], small: dict[int, str]) -> list[PlayedCard]:
        """The cards in order of play; `small` has the cards of unknown rank by word number."""
        column, prefix, ended = 0, "", False
        first = self.leader
        for number, text in enumerate(words, 1):
            if is_mark(text):
                self.marks.check(number, text)
                continue
            if text in (REVOKE, LEAD):
                if prefix:
                    self.marks.report("odd-card", number, text)
                prefix = text
                continue
            if text == "*":
                ended = True
                continue
            if (ended or (self.next_at and text == "+")) and text != "-":
                self.marks.report("odd-card", number, text)
            self.marks.reset()
            seat = after(first, column)
            card = small.get(number) if text == "-" else spell_played(text)
            if card is None and text not in ("-", "--", "+"):
                raise Unreadable("bad-card", number, text)
            if card is not None:
                self.row[seat], self.words[seat] = card, number
                if prefix:
                    self.marked[seat] = prefix
            if text == "+":
                self.next_at = {seat: number}
            column, prefix = column + 1, ""
            if column == 4:
                ended = ended or bool(self.next_at)
                self._finish_trick()
                column = 0
        self._finish_trick()
        while self.played and self.played[-1][1] == UNKNOWN:
            self.played.pop()
        return self.played

    def _finish_trick(self) -> None:
        """Finish a row: put its cards in order of play and find the winner."""
        if not self.row:
            return
        if len(self.played) >= MOST_CARDS:
            raise Unreadable("bad-card", next(iter(self.words.values())), "more than 13 tricks")
        out_of_turn = [seat for seat, mark in self.marked.items() if mark == LEAD]
        leader = out_of_turn[0] if out_of_turn else self.leader
        leader = leader or opener(self.row) or next(iter(self.row))
        trick = in_turn(self.row, leader)
        for seat, at in self.next_at.items():
            if after(leader, len(trick)) != seat:
                self.marks.report("odd-card", at, "+")
        led = self.row.get(leader, "")
        self._check_trick(trick, led, idle_mark=bool(out_of_turn) and leader == self.leader)
        turns = (after(leader, step) for step in range(4))
        self.played += [(seat, self.row.get(seat, UNKNOWN)) for seat in turns]
        self.leader = winner(trick, self.trump) if len(trick) == 4 else ""
        self.row, self.marked = {}, {}

    def _check_trick(self, trick: list[PlayedCard], led: str, *, idle_mark: bool) -> None:
        """Report cards not in the hand, revokes without a mark and marks without a revoke.

        `led` is the card that was led; if it is unknown (empty), revokes are not checked.
        `idle_mark` means that a lead is marked as out of turn but was in turn.
        """
        gone: dict[str, set[str]] = {}
        for seat, card in self.played:
            gone.setdefault(seat, set()).add(card)
        for seat, card in trick:
            hand = self.hands.get(seat)
            wrong = idle_mark and self.marked.get(seat) == LEAD
            if hand is not None and card[1] != SMALL:
                ranks = hand.split(".")["SHDC".index(card[0])]
                mine = gone.get(seat, set())
                wrong = wrong or card[1] not in ranks or card in mine
                if led:
                    revoke = revokes(card, led, hand, mine)
                    wrong = wrong or revoke != (self.marked.get(seat) == REVOKE)
            if wrong:
                self.marks.report("odd-card", self.words[seat], card)


def write_play(played: Sequence[PlayedCard]) -> tuple[str, list[str]]:
    """The opening leader and the words of a Play section; small cards are written as `-`."""
    words = [UNKNOWN if card[1:] == SMALL else card for card in _by_column(played)]
    return played[0][0], [*words, "*"] if len(played) < MOST_CARDS else words


def small_cards(played: Sequence[PlayedCard]) -> dict[int, str]:
    """The small cards by the number of their word in a Play section, for comments."""
    cards = enumerate(_by_column(played), 1)
    return {number: card for number, card in cards if card[1:] == SMALL}


def _by_column(played: Sequence[PlayedCard]) -> Iterator[str]:
    """The cards in the order of a Play section: the opening leader's column comes first."""
    seats = [after(played[0][0], step) for step in range(4)]
    for start in range(0, len(played), 4):
        trick = dict(played[start : start + 4])
        yield from (trick.get(seat, UNKNOWN) for seat in seats)


def can_write(played: Sequence[PlayedCard]) -> bool:
    """Whether the cards form tricks: each group of four goes clockwise round the table."""
    seats = [seat for seat, _ in played]
    if not set(seats) <= set(TURN):
        return False
    tricks = (seats[start : start + 4] for start in range(0, len(seats), 4))
    return all(t == [after(t[0], step) for step in range(len(t))] for t in tricks)


def rows(words: Sequence[str]) -> list[list[str]]:
    """The words of an Auction or Play section in lines of four calls or cards."""
    lines: list[list[str]] = [[]]
    cells = 0
    prefixed = False
    for word in words:
        if not is_mark(word) and not prefixed:
            if cells == 4:
                lines.append([])
                cells = 0
            cells += 1
        prefixed = word in (INSUFFICIENT, REVOKE, LEAD)
        lines[-1].append(word)
    return lines if lines[0] else []

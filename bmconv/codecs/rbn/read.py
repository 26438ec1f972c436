"""Reading RBN: the lines of a record are collected, then become a board at a table."""

import datetime
import re
from collections.abc import Generator, Iterable, Iterator
from contextlib import suppress
from typing import Any, NamedTuple

from msgspec import Struct, field

from bmconv.bridge.auction import TURN, Call, after, is_over, spell_call
from bmconv.bridge.boards import dealer, vulnerability
from bmconv.bridge.cards import DECK, SEATS, cards_of, hand_of, is_hand
from bmconv.bridge.contracts import PASS, Contract, parse_contract, spell_over
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

KEY = "rbn"
"""The key in `extra` for values that no field holds, by label."""
HEADER = "DTLESFK"
"""Labels about the event. As with N, B and H, a value holds until its label is repeated."""
VULNERABLE = {"Z": "None", "N": "NS", "E": "EW", "B": "All"}
_DATE = re.compile(r"(\d{4})(\d\d)(\d\d)(?::(\d\d)(\d\d)(\d\d)?)?", re.ASCII)
_MARKS = r"((?:[!?]{1,2}|\*|\^\d)*)"
_CALL = re.compile(rf"([1-7][CDHSN]|[PXRAY]){_MARKS}", re.IGNORECASE)
_CARD = re.compile(rf"([SHDC]?)([AKQJT2-9]){_MARKS}", re.IGNORECASE)
_CONTRACT = re.compile(r"([1-7][CDHSN])([XR]?):([NESW])(?::([NESW]))?", re.IGNORECASE)
_RESULT = re.compile(r"(\d{1,2}|P)?([+-]\d{1,10})?(?::(.*))?", re.IGNORECASE | re.ASCII)
_IMPS = re.compile(r"[+-]\d{1,4}(?:\.\d{1,4})?", re.ASCII)
_BAD_START = "auction{s} left out: dealer or vulnerability not understood"
_MARK_LOST = "mark{s} for display, or for a missing note, left out"


class NumberedNote(NamedTuple):
    """A note to which a mark such as `^1` refers."""

    digit: str
    text: str
    is_after_play: bool
    """Whether the note comes after the line with the cards."""


class Lines(Struct):
    """The lines of one record: a board at a table."""

    number: int
    """The number of the first line."""
    data: dict[str, str] = field(default_factory=dict)
    notes: list[NumberedNote] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    """Paragraphs in braces."""


class RbnReader:
    """Turns the records of an RBN file into canonical records."""

    def __init__(self, name: str, notes: Notes) -> None:
        self.name, self.notes = name, notes
        self.standing: dict[str, str] = {}
        """The latest value of each label whose value holds until the label is repeated."""
        self.header: dict[str, str] | None = None
        """The values about the event in the first record."""
        self.deals: dict[int, Hand] = {}
        self.labels: dict[str, int] = {}
        """The number of the board with each value of B."""
        self.rooms = Rooms(notes)
        self.place = ""

    def records(self, lines: Iterable[str]) -> Iterator[Record]:
        """The session at the first record, then board after board."""
        has_any = False
        for part in self._parts(lines):
            has_any = True
            self.place = f"{self.name}:{part.number}"
            kept = {label: part.data[label] for label in part.data if label in HEADER + "NBH"}
            self.standing |= kept
            header = {label: self.standing[label] for label in HEADER if self.standing.get(label)}
            if self.header is None:
                self.header = header
                if header:
                    yield self._session(header)
            yield from self._board(part, header)
        if not has_any:
            raise BadInput(self.name, "no record", "an RBN file with lines such as `B 7`")

    def _parts(self, lines: Iterable[str]) -> Iterator[Lines]:
        """The records of the file, each ended by a blank line."""
        part, open_text = Lines(1), False
        for number, line in enumerate(lines, 1):
            text = line.rstrip("\r\n\x1a")
            if open_text:
                part.texts[-1] += "\n" + text.rstrip().removesuffix("}")
                open_text = bool(text.strip()) and not text.rstrip().endswith("}")
            elif not text.strip():
                if part.data or part.texts:
                    yield part
                part = Lines(number + 1)
            elif text[0] == "{":
                open_text = not text.rstrip().endswith("}")
                part.texts.append(text.rstrip()[1:].removesuffix("}"))
            else:
                self._line(part, text, number)
        if part.data or part.texts:
            yield part

    def _line(self, part: Lines, text: str, number: int) -> None:
        label, data = text[0], text[2:].strip()
        if text[1:2].strip() or label not in "DTLESFKNBHACPRMI0123456789":
            self.notes.error("bad-line", f"{self.name}:{number}: {text[:20]!r}", "line{s} skipped")
        elif label.isdigit():
            part.notes.append(NumberedNote(label, data, "P" in part.data))
        elif label in part.data and label not in "MI":
            place = f"{self.name}:{number}: {label}"
            self.notes.error("label-twice", place, "repeated line{s} of a record skipped")
        else:
            part.data[label] = "\n".join(filter(None, (part.data.get(label), data)))

    def _session(self, header: dict[str, str]) -> Session:
        """The session: name, date and time of the event; all else is in `extra`."""
        session, rest = Session(id=1), dict(header)
        if "E" in rest:
            session.name = readable(rest.pop("E"))
        match = _DATE.fullmatch(rest.get("D", ""))
        with suppress(ValueError):
            if match:
                session.date = datetime.date(*map(int, match.groups()[:3]))
                if match[4]:
                    session.time = datetime.time(int(match[4]), int(match[5]), int(match[6] or 0))
                del rest["D"]
        session.extra = {KEY: rest} if rest else None
        return session

    def _board(self, part: Lines, header: dict[str, str]) -> Iterator[Record]:
        """The deal if it is new, the players, and what happened at the table."""
        extra: dict[str, Any] = {}
        if header != self.header:
            changed = {**dict.fromkeys(self.header or {}, ""), **header}
            extra |= {k: v for k, v in changed.items() if v != (self.header or {}).get(k)}
        first, vulnerable = self._conditions(part)
        hand = self._hand(first, vulnerable)
        board = self._board_number(hand)
        label = self.standing.get("B", "")
        if label and label != str(board):
            extra["B"] = label
        extra |= {label: part.data[label] for label in "MI" if part.data.get(label)}
        if part.texts:
            extra["text"] = part.texts
        is_new = board not in self.deals
        deal = self.deals.setdefault(board, hand)
        is_played = any(part.data.get(label) for label in "CPR") or ":" in part.data.get("A", "")
        if not is_played:
            self._keep_notes(part, extra)
            hand.extra = {KEY: extra} if extra else None
        if is_new and hand != Hand(board=board):
            yield hand
        elif not is_played and extra:
            self.notes.loss("text-lost", self.place, "text{s} of a repeated deal left out")
        table = yield from self._seats()
        if is_played:
            yield from self._play(part, deal, table, first, extra)

    def _conditions(self, part: Lines) -> tuple[str, str]:
        """Dealer and vulnerability from line A; West is the dealer if the line names none."""
        text = part.data.get("A", "").partition(":")[0].upper()
        match = re.fullmatch(r"([NESW]?)([ZNEB?]?)", text)
        if match is None:
            self.notes.error("bad-auction", f"{self.place}: {text[:20]!r}", _BAD_START)
            return "", ""
        return match[1] or ("W" if "A" in part.data else ""), VULNERABLE.get(match[2], "")

    def _hand(self, first: str, vulnerable: str) -> Hand:
        """The latest deal, without board number; a missing fourth hand gets the remaining cards."""
        hand = Hand(dealer=first or None, vulnerable=vulnerable or None)
        text = self.standing.get("H")
        if not text:
            return hand
        if ";" in text:
            self.notes.loss("mark-lost", f"{self.place}: H", _MARK_LOST)
        seat, *hands = re.split("[:;]", text.upper())
        texts = [_sort_hand(hand) for hand in hands]
        cards = [card for hand in texts for card in cards_of(hand)]
        right = seat in {*TURN} and len(hands) <= 4 and all(map(is_hand, texts))
        if not right or len(set(cards)) < len(cards) or any(len(t) > 16 for t in texts):
            place = f"{self.place}: {text[:20]!r}"
            self.notes.error("bad-deal", place, "deal{s} left out: cards twice or not understood")
            return hand
        if len(texts) == 4 and texts[3] == "..." and len(cards) == 39:
            texts[3] = hand_of(set(DECK) - set(cards))
        for turn, cards_text in enumerate(texts):
            if cards_text != "...":
                setattr(hand, SEATS[TURN.index(after(seat, turn))], cards_text)
        return hand

    def _board_number(self, hand: Hand) -> int:
        """The number of the board: from its label, or else the next one.

        If another deal has the number, the board gets the number of its own deal, or a new one.
        """
        label = self.standing.get("B", "")
        match = re.search(r"\d{1,6}", label, re.ASCII)
        board = int(match[0]) if match else 0
        if not board:
            board = self.labels.get(label, 0) or max(self.deals, default=0) + 1
        cards = [getattr(hand, name) for name in SEATS]
        known = self.deals.get(board)
        if known and any(cards) and cards != [getattr(known, name) for name in SEATS]:
            same = (n for n, d in self.deals.items() if cards == [getattr(d, s) for s in SEATS])
            number = next(same, 0) or max(self.deals) + 1
            text = "board{s} renumbered: the number has another deal"
            self.notes.repair("board-twice", f"{self.place}: board {board} as {number}", text)
            board = number
        self.labels[label] = hand.board = board
        hand.dealer = hand.dealer if hand.dealer != dealer(board) else None
        hand.vulnerable = hand.vulnerable if hand.vulnerable != vulnerability(board) else None
        return board

    def _seats(self) -> Generator[Seat, None, int]:
        """The seats of the players named last, if they have changed; returns the table number."""
        north_south, west_east, room, *_ = [*self.standing.get("N", "").split(":"), "", "", ""]
        table = {"": OPEN, "O": OPEN, "C": CLOSED}.get(room.strip().upper(), 0)
        table = table or parse_count(room.strip()) or 0
        if not table:
            place, table = f"{self.place}: {room[:20]!r}", OPEN
            self.notes.repair("odd-place", place, "room{s} not understood, read as the open room")
        four = [n.strip() for pair in (north_south, west_east) for n in (*pair.split("+"), "")[:2]]
        yield from self.rooms.seats(table, "NSWE", four)
        return table

    def _play(
        self, part: Lines, deal: Hand, table: int, first: str, extra: dict[str, Any]
    ) -> Iterator[Record]:
        """Result, calls and cards at a table."""
        result = self.rooms.result(table, deal.board or 0, f"{self.place}: ")
        bids = self._bids(part, first)
        contract, leader = self._contract(part, result, calls_of(bids), extra)
        cards = self._cards(part, contract, leader)
        self._score(part, result, contract, extra)
        if cards:
            result.lead_card = cards[0].card
        self._keep_notes(part, extra)
        result.extra = {KEY: extra} if extra else None
        yield result
        yield from at_table(result, bids)
        yield from at_table(result, cards)

    def _bids(self, part: Lines, first: str) -> list[Bid]:
        """The calls in turn, up to the first that is not understood.

        A call `A` stands for the closing passes.
        """
        bids: list[Bid] = []
        text = part.data.get("A", "").partition(":")[2].replace(":", "").replace(" ", "")
        while text and first:
            match = _CALL.match(text)
            call = match[1].upper() if match else ""
            if match is None or call == "Y":
                self._error("bad-call", text, "auction{s} cut at a call not understood")
                break
            marks = self._marks(part, match[2], is_play=False)
            if call != "A":
                bids.append(
                    Bid(direction=after(first, len(bids)), bid=spell_call(call), extra=marks)
                )
            while call == "A" and not is_over(calls_of(bids)):
                bids.append(Bid(direction=after(first, len(bids)), bid=PASS))
            text = text[match.end() :]
        return bids

    def _error(self, code: str, text: str, message: str) -> None:
        self.notes.error(code, f"{self.place}: {text[:20]!r}", message)

    def _contract(
        self, part: Lines, result: Result, calls: list[Call], extra: dict[str, Any]
    ) -> tuple[Contract | None, str]:
        """Set contract and declarer, from line C or else the auction; also find the leader."""
        text, tricks = part.data.get("C", ""), part.data.get("R", "")[:1].upper()
        match = _CONTRACT.fullmatch(text)
        contract, declarer, leader = None, "", ""
        if match:
            contract = parse_contract(match[1] + {"": "", "X": "x", "R": "xx"}[match[2].upper()])
            declarer, leader = match[3].upper(), (match[4] or "").upper()
            result.contract, result.declarer = str(contract), declarer
            if leader and not part.data.get("P"):
                extra["leader"] = leader
        elif text:
            extra["C"] = text
        else:
            contract, declarer = set_contract(result, calls)
            result.contract = result.contract or (PASS if tricks == "P" else None)
        return contract, leader or (declarer and after(declarer))

    def _cards(self, part: Lines, contract: Contract | None, leader: str) -> list[Card]:
        """The cards in turn, up to the first one that is not understood."""
        text, cards = part.data.get("P", "").replace(" ", ""), list[Card]()
        if ";" in text:
            self.notes.loss("mark-lost", f"{self.place}: P", _MARK_LOST)
        text, tricks = re.sub("[:;]", "", text), Tricks(leader, contract.strain if contract else "")
        while text:
            match = _CARD.match(text)
            led = tricks.trick[0][1][0] if tricks.trick else ""
            suit = (match[1].upper() or led) if match else ""
            if match is None or not suit or contract is None or len(cards) == MOST_CARDS:
                self._error("bad-card", text, "play{s} cut at a card not understood")
                break
            marks = self._marks(part, match[3], is_play=True)
            cards.append(Card(direction=tricks.turn, card=suit + match[2].upper(), extra=marks))
            tricks.play(suit + match[2].upper())
            text = text[match.end() :]
        return cards

    def _marks(self, part: Lines, text: str, *, is_play: bool) -> dict[str, Any] | None:
        """The marks after a call or a card: opinion, alert, and reference to a note."""
        extra: dict[str, Any] = {}
        if opinion := "".join(re.findall("[!?]", text)):
            extra["opinion"] = opinion
        if "*" in text:
            extra["alert"] = True
        for digit in re.findall(r"\^(\d)", text):
            numbered = [note for note in part.notes if note.digit == digit]
            in_place = [note for note in numbered if note.is_after_play == is_play]
            note = next(iter(in_place + numbered), None)
            if note is None:
                self.notes.loss("mark-lost", f"{self.place}: ^{digit}", _MARK_LOST)
            else:
                part.notes.remove(note)
                extra["explanation"] = note.text
        return extra or None

    def _score(
        self, part: Lines, result: Result, contract: Contract | None, extra: dict[str, Any]
    ) -> None:
        """Set tricks, score and IMPs from line R."""
        text = part.data.get("R", "")
        match = _RESULT.fullmatch(text.replace(" ", ""))
        taken = match[1] if match else None
        if match is None or (taken and taken.isdigit() and int(taken) > 13):
            self._error("bad-result", text, "result{s} left out: not understood")
            return
        if taken and taken.isdigit():
            if contract:
                result.result = spell_over(int(taken) - contract.level - 6)
            else:
                extra["tricks"] = taken
        result.score = int(match[2]) if match[2] else 0 if result.contract == PASS else None
        effective = match[3] or ""
        in_imps = self.standing.get("F", "")[:1] in ("I", "X") and (
            effective == "=" or _IMPS.fullmatch(effective)
        )
        if in_imps:
            result.imp_ns = 0.0 if effective == "=" else float(effective)
            result.imp_ew = -result.imp_ns or 0.0
        elif effective:
            extra["effective"] = effective

    def _keep_notes(self, part: Lines, extra: dict[str, Any]) -> None:
        """Keep the notes that no call or card refers to."""
        if part.notes:
            extra["notes"] = [f"{note.digit} {note.text}" for note in part.notes]


def _sort_hand(text: str) -> str:
    """A hand with three dots and its ranks in order; with a fourth dot if it has five suits."""
    suits = [*text.strip().split("."), "", "", ""]
    extra = "." if any(suits[4:]) else ""
    return ".".join("".join(sorted(s, key="AKQJT98765432".find)) for s in suits[:4]) + extra


def readable(text: str) -> str:
    """A value of T, L, E or S for people, where `:` separates parts and `::` is a colon."""
    return ":".join(part.replace(":", ": ") for part in text.split("::"))

"""Writing RBN: a record for each board at each table, or for a deal that nobody has played."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from msgspec import Struct, field

from bmconv.bridge.auction import TURN, after, is_over
from bmconv.bridge.boards import dealer, spell_vulnerability, vulnerability
from bmconv.bridge.cards import SEATS, cards_of, is_hand, is_whole_deal
from bmconv.bridge.contracts import PASS, Contract, impossible, parse_contract, parse_tricks
from bmconv.bridge.places import place
from bmconv.bridge.play import PlayedCard, winner
from bmconv.codecs.rbn.read import CLOSED, HEADER, KEY, OPEN, VULNERABLE
from bmconv.event import Event
from bmconv.event.seating import name_of
from bmconv.notes import Notes
from bmconv.records import Bid, Card, Hand, Record, Result, Seat, Session, type_name

_LETTER = {name: letter for letter, name in VULNERABLE.items()}
_CALLS = {PASS: "P", "X": "X", "XX": "R"}
_CARD = re.compile("[SHDC][AKQJT2-9]")
_SEATS = dict(zip(TURN, SEATS, strict=True))
HIGHEST = 999_999
MOVE_EXTRA = {"alert", "explanation", "opinion"}
"""The keys of `extra` in calls and cards."""


class RbnPlay(Struct):
    """A board at a table, or only its deal."""

    board: int
    table: int | None = None
    round: int | None = None
    result: Result | None = None
    bids: list[Bid] = field(default_factory=list)
    cards: list[Card] = field(default_factory=list)


class RbnWriter:
    """Turns the records of an event into lines."""

    def __init__(self, event: Event, notes: Notes) -> None:
        self.event, self.notes = event, notes
        self.plays: dict[tuple[int | None, ...], RbnPlay] = {}
        self.hands: dict[int, Hand] = {}
        self.seats = {(s.table or OPEN, s.round, s.direction): s for s in event.of(Seat)}
        self.written: set[int] = set()
        self.standing: dict[str, str] = {}
        self.lineups: dict[int, tuple[list[str], int | None]] = {}
        for hand in event.of(Hand):
            self._add_hand(hand)
        for result in self._standing_results():
            if (play := self._play(result)) is not None:
                play.result = result
        for bid in sorted(event.of(Bid), key=_counter):
            if (play := self._play(bid)) is not None:
                play.bids.append(bid)
        for card in sorted(event.of(Card), key=_counter):
            if (play := self._play(card)) is not None:
                play.cards.append(card)
        self.tables = {play.table or OPEN for play in self.plays.values()}

    def _loss(self, code: str, record: Record, text: str) -> None:
        self.notes.loss(code, place(record), text)

    def _add_hand(self, hand: Hand) -> None:
        """Take a deal, unless it is invalid or the board has another."""
        texts = [text for name in SEATS if (text := getattr(hand, name))]
        cards = [card for text in texts for card in cards_of(text)]
        if not hand.board or not 1 <= hand.board <= HIGHEST:
            self._loss("board-unknown", hand, _NO_BOARD)
        elif not all(map(is_hand, texts)) or len(set(cards)) < len(cards):
            self.notes.error("bad-deal", place(hand), "hand{s} not written: not a deal")
        elif self.hands.setdefault(hand.board, hand) is not hand:
            self._loss("deal-lost", hand, "deal{s} left out: the board has another")
        if hand.dealer and hand.dealer not in _SEATS:
            self.notes.error("bad-dealer", place(hand), "dealer{s} left out: not a seat")
        if hand.vulnerable and spell_vulnerability(hand.vulnerable) is None:
            self.notes.error("bad-vulnerable", place(hand), "vulnerability left out: not known")

    def _standing_results(self) -> list[Result]:
        standing = self.event.standing_results()
        kept = set(map(id, standing))
        for result in self.event.of(Result):
            if id(result) not in kept:
                self._loss("history-lost", result, _HISTORY)
        return standing

    def _play(self, record: Result | Bid | Card) -> RbnPlay | None:
        if not record.board or not 1 <= record.board <= HIGHEST:
            self._loss("board-unknown", record, _NO_BOARD)
            return None
        if record.erased:
            self._loss("history-lost", record, _HISTORY)
            return None
        key = (record.board, record.table, record.round)
        play = self.plays.setdefault(key, RbnPlay(*key))
        if isinstance(record, Result) and play.result is not None:
            self._loss("result-lost", record, "result{s} left out: the place has another")
            return None
        return play

    def lines(self) -> Iterator[str]:
        """The lines of all records, board by board."""
        session = next(iter(self.event.of(Session)), Session())
        for other in self.event.of(Session)[1:]:
            self._loss("session-lost", other, "further session{s} left out")
        header = self._header(session)
        of_board: dict[int, list[RbnPlay]] = {board: [] for board in self.hands}
        for play in self.plays.values():
            of_board.setdefault(play.board, []).append(play)
        if not of_board and header:
            yield from self._changed(header)
            yield ""
        for board, plays in of_board.items():
            if not plays or self.hands.get(board, Hand()).extra:
                plays.insert(0, RbnPlay(board))
            for play in plays:
                yield from self._record(play, header)
                yield ""
        for seat in self.event.of(Seat):
            if id(seat) not in self.written:
                self._loss("seat-lost", seat, "player{s} left out where nothing was written")

    def _header(self, session: Session) -> dict[str, str]:
        extra = self._extra(session, set(HEADER))
        header = {label: str(extra[label]) for label in HEADER if extra.get(label)}
        if session.date:
            time = f":{session.time:%H%M%S}".removesuffix("00") if session.time else ""
            header["D"] = f"{session.date.year:04}{session.date:%m%d}{time}"
        if session.time and (session.time.microsecond or not session.date):
            self._loss("time-lost", session, "time{s} left out: no date, or parts of a second")
        if session.name:
            header["E"] = self._text(session.name, session).replace(": ", "\0")
            header["E"] = header["E"].replace(":", "::").replace("\0", ":")
        return header

    def _extra(self, record: Record, known: set[str]) -> dict[str, Any]:
        """What `extra` has for RBN; anything else in it is noted."""
        extra = record.extra or {}
        kept = extra.get(KEY)
        mine = kept if isinstance(kept, dict) else {}
        if extra.keys() - {KEY} or (kept is not None and (kept is not mine or mine.keys() - known)):
            subject, text = (
                f"{type_name(record)}.extra value{{s}}",
                "left out: rbn does not hold {it|them}",
            )
            self.notes.loss("field-lost", place(record), text, what=subject)
        return mine

    def _text(self, text: str, record: Record, forbidden: str = "") -> str:
        """Text on one line, without characters that separate parts."""
        cleaned = re.sub(rf"[\x00-\x1f\x7f{re.escape(forbidden)}]+", " ", text).strip()
        if cleaned != text:
            message = (
                "text{s} changed: line ends, and `+` and `:` in names, are not possible in RBN"
            )
            self._loss("text-changed", record, message)
        return cleaned

    def _changed(self, values: dict[str, str]) -> Iterator[str]:
        """The lines of labels whose standing value is another; a label alone empties it."""
        for label in HEADER + "NBH":
            value = values.get(label, "")
            if value != self.standing.get(label, ""):
                self.standing[label] = value
                yield f"{label} {value}".rstrip()

    def _record(self, play: RbnPlay, header: dict[str, str]) -> Iterator[str]:
        """The lines of a board at a table."""
        hand = self.hands.get(play.board) or Hand(board=play.board)
        is_played = play.result is not None or play.bids or play.cards
        about: Record = (play.result or Result(board=play.board)) if is_played else hand
        extra = self._extra(about, _OF_RECORD)
        labels = {label: str(extra[label]) for label in HEADER if label in extra}
        values = header | labels | {"B": self._board_label(play, extra), "H": _deal(hand)}
        values["N"] = self._names(play) if is_played else self.standing.get("N", "")
        yield from self._changed(values)
        notes: list[str] = []
        yield from self._auction(play, hand, notes)
        yield from self._played(play, extra, notes, values.get("F", ""))
        for label in "MI":
            yield from (f"{label} {line}" for line in str(extra.get(label, "")).split("\n") if line)
        listed = [extra.get("notes"), extra.get("text")]
        unnumbered, texts = (value if isinstance(value, list) else [] for value in listed)
        yield from (self._text(str(note), about) for note in unnumbered)
        yield from ("{" + re.sub(r"\n\s*\n", "\n", str(text)) + "}" for text in texts)

    def _board_label(self, play: RbnPlay, extra: dict[str, Any]) -> str:
        label = str(extra.get("B", ""))
        number = re.search(r"\d{1,6}", label, re.ASCII)
        return label if number and int(number[0]) == play.board else str(play.board)

    def _names(self, play: RbnPlay) -> str:
        """The players of a table, and its room or number where there are several tables."""
        table, names = play.table or OPEN, []
        for direction in "NSWE":
            seat = self.seats.get((table, play.round, direction))
            seat = seat or self.seats.get((table, None, direction))
            names.append(self._text(name_of(seat) or "", seat, "+:") if seat else "")
            self.written.add(id(seat))
        self._check_round(play, table, names)
        pairs = ["+".join(names[at : at + 2]) if any(names[at : at + 2]) else "" for at in (0, 2)]
        room = "" if self.tables == {OPEN} else str(table)
        if CLOSED in self.tables and table in (OPEN, CLOSED):
            room = "O" if table == OPEN else "C"
        return ":".join([*pairs, room]).rstrip(":") if room or any(pairs) else ""

    def _check_round(self, play: RbnPlay, table: int, names: list[str]) -> None:
        """Note a round that will not be read back: other players begin the next one."""
        known, round = self.lineups.get(table, ([], None))
        if any(names) and known != names:
            round = (round or 1) + 1 if known else None
            self.lineups[table] = names, round
        if (play.round or 1) != (round or 1):
            self.notes.loss("round-lost", f"board {play.board}", "round number{s} left out")

    def _auction(self, play: RbnPlay, hand: Hand, notes: list[str]) -> Iterator[str]:
        """Dealer, vulnerability and calls, and the notes to them."""
        first = hand.dealer if hand.dealer in _SEATS else dealer(play.board)
        vulnerable = spell_vulnerability(hand.vulnerable or "") or vulnerability(play.board)
        calls: list[str] = []
        for at, bid in enumerate(play.bids):
            call = _CALLS.get(bid.bid or "") or (bid.bid or "").replace("NT", "N")
            if bid.direction != after(first, at) or not re.fullmatch("[1-7][CDHSN]|[PXR]", call):
                text = "auction{s} cut at a call that is skipped, unknown or out of turn"
                self._loss("auction-cut", bid, text)
                break
            calls.append(call + self._marks(bid, notes))
        if is_over([(bid.direction or "", bid.bid or "") for bid in play.bids[: len(calls)]]):
            passes = next((n for n, c in enumerate(reversed(calls)) if c != "P"), len(calls))
            calls[len(calls) - passes :] = ["A"] if passes >= 3 else ["P"] * passes
        if calls or hand.dealer or hand.vulnerable or (play.bids and not calls):
            rounds = ["".join(calls[at : at + 4]) for at in range(0, len(calls), 4)]
            yield ":".join([f"A {first}{_LETTER[vulnerable]}", *rounds])
        yield from (f"{number} {note}" for number, note in enumerate(notes, 1))

    def _marks(self, move: Bid | Card, notes: list[str]) -> str:
        """The marks after a call or a card; an explanation becomes a note."""
        extra = move.extra or {}
        opinion = str(extra.get("opinion", ""))
        explanation = self._text(str(extra.get("explanation", "")), move)
        right = re.fullmatch("[!?]{0,2}", opinion) and not (explanation and len(notes) == 9)
        if extra.keys() - MOVE_EXTRA or not right:
            text = "explanation{s}, opinion{s} or other data of a call or card left out"
            self._loss("explanation-lost", move, text)
            explanation, opinion = (explanation, "") if len(notes) < 9 else ("", "")
        notes += [explanation] if explanation else []
        return opinion + "*" * bool(extra.get("alert")) + f"^{len(notes)}" * bool(explanation)

    def _played(
        self, play: RbnPlay, extra: dict[str, Any], notes: list[str], scoring: str
    ) -> Iterator[str]:
        """Contract, play with its notes, and result."""
        result, before = play.result or Result(), len(notes)
        contract = parse_contract(result.contract or "")
        contract = contract if result.declarer in _SEATS else None
        if result.contract not in (None, PASS) and contract is None:
            text = "contract{s} left out: not a contract, or declarer unknown"
            self._loss("contract-lost", result, text)
        tricks = self._play_text(play, contract, result, notes)
        if contract:
            leader = play.cards[0].direction if tricks and play.cards else extra.get("leader")
            is_usual = leader not in _SEATS or leader == after(result.declarer or "N")
            letter = ("", "X", "R")[contract.doubled]
            bid = f"{contract.level}{contract.strain[0]}{letter}:{result.declarer}"
            yield f"C {bid}" if is_usual else f"C {bid}:{leader}"
        elif extra.get("C"):
            yield f"C {extra['C']}"
        if tricks:
            yield f"P {tricks}"
        yield from (f"{n} {note}" for n, note in enumerate(notes[before:], before + 1))
        if text := self._result(result, contract, extra, scoring):
            yield f"R {text}"

    def _play_text(
        self, play: RbnPlay, contract: Contract | None, result: Result, notes: list[str]
    ) -> str:
        """The cards, trick by trick, up to one that is missing, small or out of turn."""
        lead = (result.lead_card or "").replace("10", "T")
        cards: Sequence[Card] = play.cards
        if not cards and contract and _CARD.fullmatch(lead):
            cards = [Card(direction=after(result.declarer or "N"), card=lead)]
        elif lead and not (cards and contract and cards[0].card == lead):
            self._loss("lead-lost", result, "lead{s} left out: not the first card of a play")
        trick: list[PlayedCard] = []
        turn, text = (cards[0].direction or "") if cards else "", ""
        for at, card in enumerate(cards, 1):
            name = card.card or ""
            in_turn = card.direction == turn in _SEATS and (card.counter or at) == at <= 52
            if contract is None or not in_turn or not _CARD.fullmatch(name):
                message = "play{s} cut at a card that is missing, small or out of turn"
                self._loss("play-cut", card, message)
                break
            follows = trick and trick[0][1][0] == name[0]
            text += (":" if not trick and text else "") + (name[1] if follows else name)
            text += self._marks(card, notes)
            trick.append((turn, name))
            turn = after(turn)
            if len(trick) == 4:
                turn, trick = winner(trick, contract.strain), []
        return text

    def _result(
        self, result: Result, contract: Contract | None, extra: dict[str, Any], scoring: str
    ) -> str:
        """Tricks, score, and IMPs where the event is scored by them."""
        over = parse_tricks(result.result or "")
        text = "P" if result.contract == PASS else str(extra.get("tricks", ""))
        if contract and over is not None and not impossible(contract, over):
            text = str(over + contract.level + 6)
        elif result.result:
            self._loss("tricks-lost", result, "result{s} left out: no contract has such tricks")
        if result.score is not None and (result.score or text != "P"):
            text += f"{result.score:+d}"
        effective = str(extra.get("effective", ""))
        if result.imp_ns is not None or result.imp_ew is not None:
            imps = result.imp_ns if result.imp_ns is not None else -(result.imp_ew or 0)
            effective = f"{imps:+.4f}".rstrip("0").rstrip(".") if imps else "="
            if scoring[:1] not in ("I", "X") or result.imp_ew != -imps or abs(imps) >= 10_000:
                message = "set{s} of IMPs left out: the event is not scored by them, or one side's"
                self._loss("points-lost", result, message)
                effective = ""
        return f"{text}:{effective}" if effective else text


_HISTORY = "corrected or erased record{s} left out"
_NO_BOARD = "record{s} without a board number left out"
_OF_RECORD = {*HEADER, *"BCMI", "text", "notes", "leader", "tricks", "effective"}


def _deal(hand: Hand) -> str:
    """The four hands from West on; of a complete deal the last one follows from the others."""
    hands = [getattr(hand, _SEATS[seat]) or "" for seat in "WNES"]
    if not any(hands):
        return ""
    if is_whole_deal(map(cards_of, hands)):
        hands[3] = ""
    return "W:" + ":".join(hands)


def _counter(move: Bid | Card) -> int:
    return move.counter or 0


def write(records: Iterable[Record], notes: Notes) -> Iterator[str]:
    """The lines of a file."""
    return RbnWriter(Event(records, notes), notes).lines()

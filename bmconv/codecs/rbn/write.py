"""Writing RBN: a record for each board at each table, and for each deal that nobody played."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, ClassVar

from msgspec import structs

from bmconv.bridge.auction import TURN, after, is_over
from bmconv.bridge.cards import SEATS, cards_of, is_whole_deal
from bmconv.bridge.contracts import PASS, Contract, is_impossible, parse_contract, parse_tricks
from bmconv.codecs.rbn.read import HEADER, KEY, VULNERABLE
from bmconv.codecs.shared.tables_read import CLOSED, OPEN, Tricks, calls_of
from bmconv.codecs.shared.tables_written import TablePlay, TablePlays
from bmconv.event import Event
from bmconv.notes import Notes
from bmconv.records import Bid, Card, Hand, Record, Result, Seat, Session

_SEATS = dict(zip(TURN, SEATS, strict=True))
_LETTER = {name: letter for letter, name in VULNERABLE.items()}
_CALLS = {PASS: "P", "X": "X", "XX": "R"}
_OF_RECORD = {*HEADER, *"BCMI", "text", "notes", "leader", "tricks", "effective"}
"""The keys below `rbn` in the `extra` of hands and results."""
MOST_NOTES = 9
"""The most numbered notes of a record, as a number has one digit."""
MOVE_EXTRA = {"alert", "explanation", "opinion"}
"""The keys of `extra` in calls and cards."""


class RbnWriter(TablePlays):
    """Turns the records of an event into lines."""

    format = KEY
    texts: ClassVar[Mapping[str, str]] = {
        "bad-dealer": "dealer{s} left out: not a seat",
        "bad-vulnerable": "vulnerability left out: not known",
        "deal-lost": "deal{s} left out: the board has another",
        "history-lost": "corrected or erased record{s} left out",
        "lead-lost": "lead{s} left out: not the first card of a play",
        "play-cut": "play{s} cut at a card that is missing, small or out of turn",
        "seat-lost": "player{s} left out where nothing was written",
    }

    def __init__(self, event: Event, notes: Notes) -> None:
        super().__init__(event, notes)
        self.standing: dict[str, str] = {}
        """The last written value of each label whose value holds until the label is repeated."""
        self.lineups: dict[int, tuple[list[str], int | None]] = {}
        """The players written last at each table, and the round that will be read back for them."""
        self.tables = {play.table or OPEN for plays in self.plays.values() for play in plays}

    def table_of(self, record: Result | Bid | Card) -> tuple[int | None, int | None, int | None]:
        """Table and round of a record: RBN has no sections."""
        return None, record.table, record.round

    def lines(self) -> Iterator[str]:
        """The lines of all records, board by board."""
        header = self._header(self.session)
        boards = dict.fromkeys((*self.hands, *self.plays))
        if not boards and header:
            yield from self._changed_labels(header)
            yield ""
        for board in boards:
            plays = self.plays.get(board, [])
            if not plays or self.hands.get(board, Hand()).extra:
                plays = [TablePlay(board), *plays]
            for play in plays:
                yield from self._record(play, header)
                yield ""
        self.note_unwritten_seats()

    def _header(self, session: Session) -> dict[str, str]:
        extra = self._extra(session, set(HEADER))
        header = {label: str(extra[label]) for label in HEADER if extra.get(label)}
        if session.date:
            time = f":{session.time:%H%M%S}".removesuffix("00") if session.time else ""
            header["D"] = f"{session.date.year:04}{session.date:%m%d}{time}"
        if session.time and (session.time.microsecond or not session.date):
            self.loss(
                "time-lost",
                session,
                "time{s} left out: no date, or fractions of a second",
            )
        if session.name:
            # `: ` in a record separates parts of a name: RBN writes `:`, and `::` for other colons
            header["E"] = self._text(session.name, session).replace(": ", "\0")
            header["E"] = header["E"].replace(":", "::").replace("\0", ":")
        return header

    def _extra(self, record: Record, known: set[str]) -> dict[str, Any]:
        """The values below `rbn` in `extra`; others are noted as lost."""
        extra = record.extra or {}
        kept = extra.get(KEY)
        mine = kept if isinstance(kept, dict) else {}
        is_odd = kept is not None and (kept is not mine or mine.keys() - known)
        self.check_extra(record, () if is_odd else (KEY,))
        return mine

    def _text(self, text: str, record: Record, forbidden: str = "") -> str:
        """Text on one line, without characters that separate parts."""
        cleaned = re.sub(rf"[\x00-\x1f\x7f{re.escape(forbidden)}]+", " ", text).strip()
        if cleaned != text:
            message = (
                "text{s} changed: line ends, and `+` and `:` in names, are not possible in RBN"
            )
            self.loss("text-changed", record, message)
        return cleaned

    def _changed_labels(self, values: dict[str, str]) -> Iterator[str]:
        """The lines of labels whose value has changed; a label alone clears its last value."""
        for label in HEADER + "NBH":
            value = values.get(label, "")
            if value != self.standing.get(label, ""):
                self.standing[label] = value
                yield f"{label} {value}".rstrip()

    def _record(self, play: TablePlay, header: dict[str, str]) -> Iterator[str]:
        """The lines of a board at a table."""
        hand = self.hands.get(play.board) or Hand(board=play.board)
        is_played = play.result is not None or play.bids or play.cards
        about: Record = (play.result or Result(board=play.board)) if is_played else hand
        extra = self._extra(about, _OF_RECORD)
        labels = {label: str(extra[label]) for label in HEADER if label in extra}
        values = header | labels | {"B": self._board_label(play, extra), "H": _deal(hand)}
        values["N"] = self._lineup(play) if is_played else self.standing.get("N", "")
        yield from self._changed_labels(values)
        notes: list[str] = []
        yield from self._auction(play, hand, notes)
        yield from self._play_lines(play, extra, notes, values.get("F", ""))
        for label in "MI":
            yield from (f"{label} {line}" for line in str(extra.get(label, "")).split("\n") if line)
        listed = [extra.get("notes"), extra.get("text")]
        unnumbered, texts = (value if isinstance(value, list) else [] for value in listed)
        yield from (self._text(str(note), about) for note in unnumbered)
        yield from ("{" + re.sub(r"\n\s*\n", "\n", str(text)) + "}" for text in texts)

    def _board_label(self, play: TablePlay, extra: dict[str, Any]) -> str:
        label = str(extra.get("B", ""))
        number = re.search(r"\d{1,6}", label, re.ASCII)
        return label if number and int(number[0]) == play.board else str(play.board)

    def _lineup(self, play: TablePlay) -> str:
        """The players of a table, and its room or number where there are several tables."""
        table = play.table or OPEN
        players = self.names(structs.replace(play, round=play.round or 1))
        seats = [Seat(table=table, direction=direction) for direction in "NSWE"]
        names = [self._text(players.get(seat.direction or "", ""), seat, "+:") for seat in seats]
        self._check_round(play, table, names)
        pairs = ["+".join(names[at : at + 2]) if any(names[at : at + 2]) else "" for at in (0, 2)]
        room = "" if self.tables == {OPEN} else str(table)
        if CLOSED in self.tables and table in (OPEN, CLOSED):
            room = "O" if table == OPEN else "C"
        if table < 0:
            self.notes.loss(
                "table-lost", f"board {play.board}", "table number{s} below 0 not read back"
            )
        return ":".join([*pairs, room]).rstrip(":") if room or any(pairs) else ""

    def _check_round(self, play: TablePlay, table: int, names: list[str]) -> None:
        """Note a round number that will not be read back: a round begins only with new players."""
        known, round = self.lineups.get(table, ([], None))
        if any(names) and known != names:
            round = (round or 1) + 1 if known else None
            self.lineups[table] = names, round
        if (play.round or 1) != (round or 1):
            self.notes.loss("round-lost", f"board {play.board}", "round number{s} left out")

    def _auction(self, play: TablePlay, hand: Hand, notes: list[str]) -> Iterator[str]:
        """Dealer, vulnerability and calls, and the notes to them."""
        first, vulnerable = self.conditions(hand)
        calls_and_bids = self.calls(play, first, _CALLS)
        calls = [call + self._marks(bid, notes) for call, bid in calls_and_bids]
        if is_over(calls_of(bid for _, bid in calls_and_bids)):
            passes = next(
                (count for count, call in enumerate(reversed(calls)) if call != "P"), len(calls)
            )
            calls[len(calls) - passes :] = ["A"] if passes >= 3 else ["P"] * passes
        if play.bids or hand.dealer or hand.vulnerable:
            rounds = ["".join(calls[at : at + 4]) for at in range(0, len(calls), 4)]
            yield ":".join([f"A {first}{_LETTER[vulnerable]}", *rounds])
        yield from (f"{number} {note}" for number, note in enumerate(notes, 1))

    def _marks(self, move: Bid | Card, notes: list[str]) -> str:
        """The marks after a call or a card; an explanation becomes a note."""
        extra = move.extra or {}
        opinion = str(extra.get("opinion", ""))
        explanation = self._text(str(extra.get("explanation", "")), move)
        has_room = len(notes) < MOST_NOTES
        is_opinion = re.fullmatch("[!?]{0,2}", opinion)
        if extra.keys() - MOVE_EXTRA or not is_opinion or (explanation and not has_room):
            text = "explanation{s}, opinion{s} or other data of a call or card left out"
            self.loss("explanation-lost", move, text)
            explanation, opinion = (explanation, "") if has_room else ("", "")
        notes += [explanation] if explanation else []
        return opinion + "*" * bool(extra.get("alert")) + f"^{len(notes)}" * bool(explanation)

    def _play_lines(
        self, play: TablePlay, extra: dict[str, Any], notes: list[str], scoring: str
    ) -> Iterator[str]:
        """Contract, play with its notes, and result."""
        result, before = play.result or Result(), len(notes)
        contract = parse_contract(result.contract or "")
        contract = contract if result.declarer in _SEATS else None
        if result.contract not in (None, PASS) and contract is None:
            text = "contract{s} left out: not a contract, or declarer unknown"
            self.loss("contract-lost", result, text)
        usual = after(result.declarer or "N") if contract else ""
        leader = str(extra.get("leader", "")) if contract else ""
        leader = leader if leader in _SEATS else usual
        cards = self._cards(play, contract, leader)
        if contract:
            leader = (cards[0].direction or "") if cards else leader
            letter = ("", "X", "R")[contract.doubled]
            bid = f"{contract.level}{contract.strain[0]}{letter}:{result.declarer}"
            yield f"C {bid}" if leader == usual else f"C {bid}:{leader}"
        elif extra.get("C"):
            yield f"C {extra['C']}"
        if cards:
            yield f"P {self._play_text(cards, notes)}"
        yield from (f"{n} {note}" for n, note in enumerate(notes[before:], before + 1))
        if text := self._result(result, contract, extra, scoring):
            yield f"R {text}"

    def _cards(self, play: TablePlay, contract: Contract | None, leader: str) -> list[Card]:
        """The cards before one out of turn, or else the lead alone; none without a contract."""
        first = (play.cards[0].direction or "") if play.cards else ""
        tricks = Tricks(first, contract.strain) if contract and first in _SEATS else Tricks("", "")
        return self.or_lead(self.cards(play, tricks), play, leader)

    def _play_text(self, cards: list[Card], notes: list[str]) -> str:
        """The cards, trick by trick; cards that follow suit are written as ranks alone."""
        text = ""
        for index, card in enumerate(cards):
            turn = index % 4
            name, led = card.card or "", cards[index - turn].card or ""
            text += ":" if index and turn == 0 else ""
            text += (name[1] if turn and name[0] == led[0] else name) + self._marks(card, notes)
        return text

    def _result(
        self, result: Result, contract: Contract | None, extra: dict[str, Any], scoring: str
    ) -> str:
        """Tricks and score, and the IMPs if the event is scored in IMPs."""
        over = parse_tricks(result.result or "")
        text = "P" if result.contract == PASS else str(extra.get("tricks", ""))
        if contract and over is not None and not is_impossible(contract, over):
            text = str(over + contract.level + 6)
        elif result.result:
            self.loss("tricks-lost", result, "result{s} left out: no contract has such tricks")
        if result.score is not None and (result.score or text != "P"):
            text += f"{result.score:+d}"
        effective = str(extra.get("effective", ""))
        if result.imp_ns is not None or result.imp_ew is not None:
            imps = result.imp_ns if result.imp_ns is not None else -(result.imp_ew or 0)
            effective = f"{imps:+.4f}".rstrip("0").rstrip(".") if imps else "="
            if scoring[:1] not in ("I", "X") or result.imp_ew != -imps or abs(imps) >= 10_000:
                message = "set{s} of IMPs left out: not an event in IMPs, or only for one side"
                self.loss("points-lost", result, message)
                effective = ""
        return f"{text}:{effective}" if effective else text


def _deal(hand: Hand) -> str:
    """The four hands from West on; in a complete deal the last one is left empty."""
    hands = [getattr(hand, _SEATS[seat]) or "" for seat in "WNES"]
    if not any(hands):
        return ""
    if is_whole_deal(map(cards_of, hands)):
        hands[3] = ""
    return "W:" + ":".join(hands)


def write(records: Iterable[Record], notes: Notes) -> Iterator[str]:
    """The lines of a file."""
    return RbnWriter(Event(records, notes), notes).lines()

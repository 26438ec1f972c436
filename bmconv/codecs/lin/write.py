"""Writing LIN: the head of a match, then every board with its auction and play."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from bmconv.bridge.auction import Call, after, contract_of, is_over
from bmconv.bridge.cards import SUITS, holds, suits_of
from bmconv.bridge.contracts import PASS
from bmconv.bridge.outcomes import Kind, entered_outcome, is_contract_score
from bmconv.bridge.places import place
from bmconv.codecs import Options
from bmconv.codecs.lin.boards import LinBoards, room_of
from bmconv.codecs.lin.text import DEALERS, MOST_BOARDS, VULNERABLE
from bmconv.codecs.shared.characters import TextSink
from bmconv.codecs.shared.losses import SCORE_LOST
from bmconv.codecs.shared.tables_read import CLOSED, MOST_CARDS, OPEN, Tricks, calls_of
from bmconv.codecs.shared.tables_written import TablePlay
from bmconv.errors import DataError
from bmconv.event import Event
from bmconv.io.sink import Output
from bmconv.notes import Notes
from bmconv.records import Bid, Card, Hand, Record, Result

_LETTER = {name: letter for letter, name in VULNERABLE.items() if letter != "0"}
_NUMBERS = re.compile(r"\s*\d{1,6}\s*(?:,\s*\d{1,6}\s*)*", re.ASCII)
_SEATS = {"S": "south", "W": "west", "N": "north", "E": "east"}
_CALLS = {PASS: "p", "X": "d", "XX": "r"}


def write(records: Iterable[Record], sink: Output, options: Options, notes: Notes) -> None:
    """Write a file."""
    text = TextSink(sink, options.text("encoding") or "utf-8", notes)
    writer = LinWriter(
        LinBoards(Event(records, notes), notes, with_play=options["auction"] is not False), notes
    )
    for line in writer.lines():
        text.write(line + "\n")


class LinWriter:
    """Writes the boards of an event."""

    def __init__(self, contents: LinBoards, notes: Notes) -> None:
        self.contents, self.notes = contents, notes
        self.session = contents.session
        self.lineups: dict[str, list[str]] = {}

    def lines(self) -> Iterator[str]:
        """The lines of the file."""
        contents = self.contents
        extra = self.session.extra or {}
        match = contents.is_match or isinstance(extra.get("vg"), list)
        boards = list(self._plays())
        if contents.boards and not boards and not match:
            raise DataError("nothing to write: LIN has hands, auctions and results of team matches")
        if match or self.session.name or extra:
            yield from self._head(extra, match=match)
        for play in boards:
            yield from self._board(play)
        contents.note_unwritten_seats()

    def _plays(self) -> Iterator[TablePlay]:
        """The plays with calls or cards by board; an empty play for a board with only hands."""
        for number in self.contents.boards:
            plays = [play for play in self.contents.plays.get(number, ()) if play.is_recorded]
            if plays or number in self.contents.hands:
                yield from plays or [TablePlay(number)]

    def _head(self, extra: Mapping[str, Any], *, match: bool) -> Iterator[str]:
        """Event, results and players of a match, and the other codes of a head that was read."""
        boards = [board for board in self.contents.boards if board]
        first, last = (min(boards), max(boards)) if boards else (1, 1)
        home, visitors = self.contents.teams
        values = ["", "I" if match else "P", first, last, home, "", visitors, ""]
        kept = extra.get("vg")
        if isinstance(kept, list) and len(kept) == len(values):
            span = kept[2:4] if _spans(kept[2:4], first, last) else [first, last]
            values = [*kept[:2], *span, *kept[4:]]
        name = self.text(self.session.name or "", self.session, commas=True)
        yield "vg|" + ",".join([name, *(self.text(str(v), self.session) for v in values)]) + "|"
        codes = {code: str(extra[code]) for code in ("bn", "pw", "mp") if code in extra}
        if match:
            boards, codes = self._listed_boards(int(str(values[2])), int(str(values[3])), codes)
            yield f"rs|{','.join(self._results(boards))}|"
        for code, value in codes.items():
            yield f"{code}|{self.text(value, self.session, commas=True)}|"
        if match and (open := self._names(OPEN)) + (closed := self._names(CLOSED)):
            self.lineups = {"o": open, "c": closed}
            yield f"pn|{','.join((open or [''] * 4) + (closed or [''] * 4))}|pg||"

    def _listed_boards(
        self, low: int, high: int, codes: dict[str, str]
    ) -> tuple[list[int], dict[str, str]]:
        """The boards to list in `rs`, and the codes, with all boards played added to a `bn`.

        Without a `bn`, the boards are `low` to `high`; if that range is too long to be read back,
        they are the boards played, and a new `bn` lists them.
        """
        played = sorted({board for board, _ in self.contents.rooms})
        numbers = codes.get("bn", "")
        if _NUMBERS.fullmatch(numbers):
            listed = [int(number) for number in numbers.split(",")]
            missing = [board for board in played if board not in listed]
            numbers = ",".join([numbers, *map(str, missing)])
            return listed + missing, {**codes, "bn": numbers}
        if high - low < MOST_BOARDS:
            return list(range(low, high + 1)), codes
        return played, {**codes, "bn": ",".join(map(str, played))}

    def _results(self, boards: Iterable[int]) -> list[str]:
        """The results of both rooms, board by board."""
        rooms = (self.contents.rooms.get((board, room)) for board in boards for room in "oc")
        return [_result_text(result) if result else "" for result in rooms]

    def _names(self, table: int) -> list[str]:
        """The players in a room at the first board that was played there."""
        for number in self.contents.boards:
            for play in self.contents.plays.get(number, ()):
                if room_of(play) == ("c" if table == CLOSED else "o"):
                    return self._players(play)
        return self._players(TablePlay(0, table=table))

    def _players(self, play: TablePlay) -> list[str]:
        """South, West, North and East; empty if no player is known."""
        names = self.contents.names(play)
        texts = [self.text(names.get(seat, ""), None, default_place="seat") for seat in DEALERS]
        return texts if any(texts) else []

    def _board(self, play: TablePlay) -> Iterator[str]:
        """The lines of a board at a table."""
        hand = self.contents.hand(play)
        number = play.board
        first, vulnerable = self.contents.conditions(hand)
        players = self._players(play) if play.is_recorded else []
        is_in_head = self.lineups.get(room_of(play)) == players
        names = f"pn|{','.join(players)}|" if players and not is_in_head else ""
        label = str((hand.extra or {}).get("ah") or f"Board {number}")
        parts = [
            f"qx|{room_of(play)}{number}|{names}st||",
            f"md|{DEALERS.index(first) + 1}{_deal(hand)}|rh||",
            f"ah|{self.text(label, hand, commas=True)}|sv|{_LETTER[vulnerable]}|",
        ]
        extra = (play.result and play.result.extra) or {}
        for code, value in extra.items():
            if code != "chat":
                parts.append(f"{code}|{self.text(str(value), play.result, commas=True)}|")
        parts += self._chat(play.result)
        calls = self.contents.calls(play, first, _CALLS)
        auction = calls_of(bid for _, bid in calls)
        cards = self._cards(play, auction)
        self._note_differences(play, auction, vulnerable)
        parts += [self._move("mb", call, bid) for call, bid in calls]
        yield "".join(parts) + "pg||"
        for at in range(0, len(cards), 4):
            trick = cards[at : at + 4]
            yield "".join(self._move("pc", card.card or "", card) for card in trick) + "pg||"
        tricks = _tricks(play.result)
        if (
            tricks is not None
            and len(cards) < MOST_CARDS
            and not self._lacks_contract(play, auction)
        ):
            yield f"mc|{tricks}|pg||"

    def _chat(self, record: Record | None) -> Iterator[str]:
        chat = ((record and record.extra) or {}).get("chat")
        for text in chat if isinstance(chat, list) else ():
            yield f"nt|{self.text(str(text), record, commas=True, strip=False)}|pg||"

    def _move(self, code: str, text: str, record: Bid | Card) -> str:
        """A call or a card with its alert, explanation and chat."""
        extra = record.extra or {}
        pairs = f"{code}|{text}{'!' if extra.get('alert') else ''}|"
        if explanation := extra.get("explanation"):
            explanation_text = self.text(str(explanation), record, commas=True, strip=False)
            pairs += f"an|{explanation_text}|" if code == "mb" else f"nt|{explanation_text}|"
        return pairs + "".join(self._chat(record))

    def _cards(self, play: TablePlay, auction: list[Call]) -> list[Card]:
        """The cards in order, up to a gap or a small card (x); or else the lead alone."""
        cards = self.contents.cards(play)
        self._check_seats(play, auction, cards)
        return self.contents.or_lead(cards, play, auction[0][0] if auction else "")

    def _check_seats(self, play: TablePlay, auction: list[Call], cards: list[Card]) -> None:
        """Note the first card that will be read as another seat's: the auction determines seats."""
        contract, declarer = contract_of(auction) if is_over(auction) else (None, "")
        listed = self._result_in_head(play)
        if listed and not declarer:
            contract, declarer = entered_outcome(listed).contract, entered_outcome(listed).declarer
        hand = self.contents.hand(play)
        tricks = Tricks(declarer and after(declarer), contract.strain if contract else "")
        for card in cards:
            text = card.card or ""
            holders = (s for s, name in _SEATS.items() if holds(getattr(hand, name) or "", text))
            seat = tricks.turn or next(holders, "")
            if card.direction != seat:
                message = "card{s} out of turn, which will be read as the other seat's"
                self.contents.loss("direction-lost", card, message)
                return
            tricks.play(text, seat)

    def _result_in_head(self, play: TablePlay) -> Result | None:
        """The result that the head of the match gives for the board in this room, if any."""
        rooms = self.contents.rooms if self.contents.is_match else {}
        return rooms.get((play.board, room_of(play)))

    def _lacks_contract(self, play: TablePlay, auction: list[Call]) -> bool:
        """Whether neither a complete auction nor the head of the match gives the contract."""
        return not is_over(auction) and self._result_in_head(play) is not play.result

    def _note_differences(self, play: TablePlay, auction: list[Call], vulnerable: str) -> None:
        """Note parts of a result that will be read back differently."""
        result = play.result
        if result is None:
            return
        contract, declarer = contract_of(auction)
        auction_outcome = (str(contract) if contract else PASS, declarer or None)
        if self._lacks_contract(play, auction):
            self.contents.loss("result-lost", result, "result{s} left out: the auction has no end")
        elif is_over(auction) and auction_outcome != (result.contract, result.declarer):
            text = "result{s} written with the contract of the auction, which differs"
            self.contents.loss("contract-differs", result, text)
        if not is_contract_score(result, vulnerable):
            self.contents.loss("score-lost", result, SCORE_LOST)
        if result.result and _tricks(result) is None:
            self.contents.loss("result-lost", result, "result{s} left out: tricks not understood")

    def text(
        self,
        text: str,
        record: Record | None,
        *,
        commas: bool = False,
        strip: bool = True,
        default_place: str = "",
    ) -> str:
        """Text without bars, line ends, and commas in lists; a change is noted."""
        cleaned = re.sub(r"[\x00-\x1f\x7f]+", " ", text).replace("|", "/")
        cleaned = cleaned if commas else cleaned.replace(",", " ")
        cleaned = cleaned.strip() if strip else cleaned
        if cleaned != text:
            message = (
                "text{s} changed: bars, line ends, and commas in a list are not possible in LIN"
            )
            self.notes.loss("text-changed", place(record) if record else default_place, message)
        return cleaned


def _spans(numbers: Sequence[object], first: int, last: int) -> bool:
    """Whether the range of boards in a head can be kept: it includes the first and the last board
    that are written, and can be read back."""
    texts = [str(number).strip() for number in numbers]
    if not all(re.fullmatch(r"\d{1,6}", text, re.ASCII) for text in texts):
        return False
    low, high = map(int, texts)
    return low <= first and last <= high < low + MOST_BOARDS


def _deal(hand: Hand) -> str:
    """The four hands, South first; an unknown one is empty."""
    suits = (suits_of(getattr(hand, name) or "") or () for name in _SEATS.values())
    return ",".join("".join(map("".join, zip(SUITS, holdings, strict=False))) for holdings in suits)


def _tricks(result: Result | None) -> int | None:
    """Declarer's tricks, if they are known."""
    outcome = entered_outcome(result) if result else None
    if outcome is None or outcome.kind is not Kind.PLAYED or outcome.contract is None:
        return None
    tricks = outcome.contract.level + 6 + outcome.tricks
    return tricks if 0 <= tricks <= 13 else None


def _result_text(result: Result) -> str:
    """A result in the form used in the head of a match: `4HE=`, `5DNx-2`."""
    if result.contract == PASS:
        return "PASS"
    outcome = entered_outcome(result)
    if outcome.contract is None or len(outcome.declarer) != 1:
        return ""
    level, strain, doubled = outcome.contract
    return f"{level}{strain[0]}{outcome.declarer}{'x' * doubled}{result.result}"

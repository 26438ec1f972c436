"""Writing boards and deals."""

import re
from collections.abc import Iterable, Iterator
from typing import Any

from bmconv.bridge.boards import dealer, spell_vulnerability, vulnerability
from bmconv.bridge.cards import SEATS, faults, suits_of
from bmconv.bridge.contracts import PASS, impossible, parse_contract, parse_tricks
from bmconv.bridge.outcomes import Kind, entered, score_of
from bmconv.bridge.scoring_methods import BUTLER, CROSS_IMPS
from bmconv.codecs.usebio.lines import PLAYERS, POINTS
from bmconv.codecs.usebio.numbers import usual_text
from bmconv.codecs.usebio.tags import Tag, XmlTexts, number
from bmconv.event import Event, place
from bmconv.notes import Notes
from bmconv.records import Hand, Record, Result, Round

_AWARD = re.compile(r"(\d{2})%-(\d{2})%")
"""A remark for an adjusted score, also one that is not of 40, 50 and 60 %."""
_OWN = {"pair_ns", "pair_ew", "CONTRACT", "SCORE", "TRICKS", "NOTES", *POINTS}
_SUITS = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")
_UNITS = {BUTLER: "BUTLER", CROSS_IMPS: "CROSS_IMP"}


class Travellers:
    """Writes results of an event."""

    def __init__(self, event: Event, scoring: str, notes: Notes, texts: XmlTexts) -> None:
        self.event, self.notes, self.texts = event, notes, texts
        self.unit = _UNITS.get(scoring, "CROSS_IMP")

    def boards(self, results: Iterable[Result], kind: str = "") -> Iterator[Tag]:
        """A BOARD element for each board, in the order of numbers."""
        by_board: dict[int, list[Result]] = {}
        for result in results:
            if result.board and result.board > 0:
                by_board.setdefault(result.board, []).append(result)
            else:
                told = "result{s} left out: no board"
                self.notes.loss("no-board", self.event.place(result), told)
        for board in sorted(by_board):
            lines = [self.line(result) for result in by_board[board]]
            given = {"EVENT_TYPE": kind} if kind else {}
            yield Tag("BOARD", [Tag("BOARD_NUMBER", str(board)), *lines], given)

    def line(self, result: Result, direction: str = "", teams: Round | None = None) -> Tag:
        """A TRAVELLER_LINE element."""
        extra = result.extra or {}
        made = [Tag("DIRECTION", direction)] if direction else []
        made += self._who(result, extra, teams)
        made += self._played(result, extra)
        if not teams:
            values = (result.mp_ns, result.mp_ew, result.imp_ns, result.imp_ew)
            tags = ("NS_MATCH", "EW_MATCH", f"NS_{self.unit}", f"EW_{self.unit}")
            for tag, value in zip(tags, values, strict=True):
                if value is not None:
                    made.append(Tag(f"{tag}_POINTS", number(value)))
        for tag in POINTS:
            if isinstance(value := extra.get(tag), str | int | float):
                text = value if isinstance(value, str) else number(value)
                made.append(Tag(tag, self.texts.clean(text, place(result))))
        made += self._notes(result, extra)
        return Tag("TRAVELLER_LINE", made + self.texts.tags(extra, place(result), *_OWN))

    def _who(self, result: Result, extra: dict[str, Any], teams: Round | None) -> Iterator[Tag]:
        at = self.event.round(result.section, result.table, result.round)
        if at and (at.south or at.west):
            four = (result.pair_ns, at.south, result.pair_ew, at.west)
            for tag, player in zip(PLAYERS, four, strict=True):
                yield Tag(tag, str(player or 0))
            return
        for side, pair, team in (
            ("NS", result.pair_ns, teams and teams.ns_team),
            ("EW", result.pair_ew, teams and teams.ew_team),
        ):
            if not pair:
                continue
            text = extra.get(f"pair_{side.lower()}")
            if team and team != pair and not isinstance(text, str):
                told = "pair number{s} written as the team's"
                self.notes.loss("pair-lost", self.event.place(result), told)
            shown = text if isinstance(text, str) else usual_text(team or pair, side, bool(teams))
            yield Tag(f"{side}_PAIR_NUMBER", self.texts.clean(shown, place(result)))

    def _played(self, result: Result, extra: dict[str, Any]) -> Iterator[Tag]:
        """Contract, declarer, lead, tricks and score."""
        what = entered(result)
        contract = parse_contract(result.contract or "")
        text = result.contract or ""
        if contract:
            level, strain, doubled = contract
            text = f"{level}{strain}{'x' * doubled}"
        elif what.kind is Kind.NOT_PLAYED and not text:
            text = "NP"
        yield Tag("CONTRACT", self.texts.clean(text, place(result)))
        yield Tag("PLAYED_BY", self.texts.clean(result.declarer or "", place(result)))
        if result.lead_card:
            yield Tag("LEAD", self.texts.clean(result.lead_card, place(result)))
        tricks = parse_tricks(result.result or "")
        if contract and tricks is not None and not impossible(contract, tricks):
            yield Tag("TRICKS", str(contract.level + 6 + tricks))
        elif result.contract == PASS:
            yield Tag("TRICKS", "0")
        elif isinstance(given := extra.get("TRICKS"), str):
            yield Tag("TRICKS", self.texts.clean(given, place(result)))
        self._compare(result, contract is not None and tricks is not None)
        yield Tag("SCORE", self._score(result))

    def _compare(self, result: Result, counted: bool) -> None:
        """Note what will be read differently in a result."""
        tricks = parse_tricks(result.result or "") or 0
        contract = parse_contract(result.contract or "")
        if result.result and (not counted or (contract and impossible(contract, tricks))):
            told = "tricks of result{s} left out: not those of a contract"
            self.notes.loss("tricks-lost", self.event.place(result), told)

    def _score(self, result: Result) -> str:
        what = entered(result)
        if award := _AWARD.fullmatch(result.remarks or ""):
            if result.score is not None:
                told = "score{s} left out: adjusted"
                self.notes.loss("score-lost", self.event.place(result), told)
            return f"A{award[1]}{award[2]}"
        score = result.score
        if score is None and result.board:
            board = result.board
            score = score_of(what, board, self.event.vulnerability(result.section, board))
        given = (result.extra or {}).get("SCORE")
        if score is None and isinstance(given, str):
            return self.texts.clean(given, place(result))
        return "" if score is None else str(score)

    def _notes(self, result: Result, extra: dict[str, Any]) -> Iterator[Tag]:
        """A remark, unless contract or score say it; or text that was beside one."""
        said = bool(_AWARD.fullmatch(result.remarks or ""))
        said |= entered(result).kind is Kind.NOT_PLAYED and not result.contract
        if result.remarks and not said:
            yield Tag("NOTES", self.texts.clean(result.remarks, place(result)))
        elif isinstance(text := extra.get("NOTES"), str):
            yield Tag("NOTES", self.texts.clean(text, place(result)))

    def handset(self, hands: list[Hand], meta: dict[str, Any]) -> Tag:
        """A HANDSET element with the deals of boards."""
        given = {"HANDSET_ID": str(meta.get("@HANDSET_ID") or "1")}
        made = self.texts.tags(meta, "session")
        for hand in sorted(hands, key=lambda hand: hand.board or 0):
            if faults([getattr(hand, seat) for seat in SEATS]) or not hand.board:
                self._loss("deal-lost", hand, "deal{s} left out: not complete, or no board")
                continue
            said = spell_vulnerability(hand.vulnerable or "") or hand.vulnerable
            if (hand.dealer or dealer(hand.board)) != dealer(hand.board) or (
                said or vulnerability(hand.board)
            ) != vulnerability(hand.board):
                told = "dealer or vulnerability of deal{s} left out: not that of the board number"
                self._loss("dealer-lost", hand, told)
            inside = [Tag("BOARD_NUMBER", str(hand.board))]
            for seat in SEATS:
                suits = suits_of(getattr(hand, seat) or "") or ["", "", "", ""]
                held = [Tag(n, s or "-") for n, s in zip(_SUITS, suits, strict=True)]
                inside.append(Tag("HAND", [Tag("DIRECTION", seat.capitalize()), *held]))
            inside += self.texts.tags(hand.extra or {}, place(hand))
            made.append(Tag("BOARD", inside))
        return Tag("HANDSET", made, given)

    def _loss(self, code: str, record: Record, text: str) -> None:
        self.notes.add("loss", code, place(record), text)

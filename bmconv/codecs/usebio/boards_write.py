"""Writing BOARD elements with their traveller lines, and HANDSET elements with deals."""

from collections.abc import Iterable, Iterator
from typing import Any

from bmconv.bridge.awards import PERCENTAGE
from bmconv.bridge.boards import dealer, spell_vulnerability, vulnerability
from bmconv.bridge.cards import SEATS, faults, suits_of
from bmconv.bridge.contracts import PASS, is_impossible, parse_contract, parse_tricks
from bmconv.bridge.outcomes import Kind, entered_outcome, score_of
from bmconv.bridge.places import place
from bmconv.bridge.scoring_methods import BUTLER, CROSS_IMPS
from bmconv.codecs.shared.directions import result_as_seated
from bmconv.codecs.usebio.lines import PLAYERS, POINTS
from bmconv.codecs.usebio.numbers import usual_text
from bmconv.codecs.usebio.xml_write import Tag, XmlTexts, figure_text
from bmconv.event import Event
from bmconv.notes import Notes
from bmconv.records import Hand, Record, Result, Round

_NOT_ELEMENTS = {"pair_ns", "pair_ew", "CONTRACT", "SCORE", "TRICKS", "NOTES", *POINTS}
"""Names in the `extra` of a result that do not become elements with these names."""
_SUITS = ("SPADES", "HEARTS", "DIAMONDS", "CLUBS")
_UNITS = {BUTLER: "BUTLER", CROSS_IMPS: "CROSS_IMP"}
"""The part that stands for IMPs in the names of elements, by method."""


def _award_code(result: Result) -> str:
    """An award such as `A6040`, of two whole percentages; empty for any other outcome."""
    awards = entered_outcome(result).awards
    if awards is None or any(a.unit != PERCENTAGE or a.value % 1 or a.value > 99 for a in awards):
        return ""
    return f"A{awards.ns.value:02.0f}{awards.ew.value:02.0f}"


class BoardWriter:
    """Makes the elements of boards and deals."""

    def __init__(self, event: Event, scoring: str, notes: Notes, texts: XmlTexts) -> None:
        self.event, self.notes, self.texts = event, notes, texts
        self.unit = _UNITS.get(scoring, "CROSS_IMP")

    def boards(self, results: Iterable[Result], kind: str = "") -> Iterator[Tag]:
        """A BOARD element for each board, in numerical order."""
        by_board: dict[int, list[Result]] = {}
        for result in results:
            if result.board and result.board > 0:
                by_board.setdefault(result.board, []).append(result)
            else:
                text = "result{s} left out: no board"
                self.notes.loss("no-board", self.event.place(result), text)
        for board in sorted(by_board):
            lines = [self.line(result) for result in by_board[board]]
            attributes = {"EVENT_TYPE": kind} if kind else {}
            yield Tag("BOARD", [Tag("BOARD_NUMBER", str(board)), *lines], attributes)

    def line(self, result: Result, direction: str = "", teams: Round | None = None) -> Tag:
        """A TRAVELLER_LINE element; `direction` and `teams` are given for matches of teams."""
        result = result if teams else result_as_seated(self.event, result)
        extra = result.extra or {}
        tags = [Tag("DIRECTION", direction)] if direction else []
        tags += self._pair_tags(result, extra, teams)
        tags += self._outcome_tags(result, extra)
        if not teams:
            values = (result.mp_ns, result.mp_ew, result.imp_ns, result.imp_ew)
            names = ("NS_MATCH", "EW_MATCH", f"NS_{self.unit}", f"EW_{self.unit}")
            for tag, value in zip(names, values, strict=True):
                if value is not None:
                    tags.append(Tag(f"{tag}_POINTS", figure_text(value)))
        for tag in POINTS:
            if isinstance(value := extra.get(tag), str | int | float):
                text = value if isinstance(value, str) else figure_text(value)
                tags.append(Tag(tag, self.texts.clean(text, place(result))))
        tags += self._remark_tags(result, extra)
        return Tag("TRAVELLER_LINE", tags + self.texts.tags(extra, place(result), *_NOT_ELEMENTS))

    def _pair_tags(
        self, result: Result, extra: dict[str, Any], teams: Round | None
    ) -> Iterator[Tag]:
        round = self.event.round(result.section, result.table, result.round)
        if round and (round.south or round.west):
            four = (result.pair_ns, round.south, result.pair_ew, round.west)
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
                message = "pair number{s} written as the team's"
                self.notes.loss("pair-lost", self.event.place(result), message)
            elif pair < 0:
                message = "pair number{s} below 0 not read back"
                self.notes.loss("odd-pair", self.event.place(result), message)
            if not isinstance(text, str):
                text = usual_text(team or pair, side, of_team=bool(teams))
            yield Tag(f"{side}_PAIR_NUMBER", self.texts.clean(text, place(result)))

    def _outcome_tags(self, result: Result, extra: dict[str, Any]) -> Iterator[Tag]:
        """Contract, declarer, lead, tricks and score."""
        outcome = entered_outcome(result)
        contract = parse_contract(result.contract or "")
        text = result.contract or ""
        if contract:
            level, strain, doubled = contract
            text = f"{level}{strain}{'x' * doubled}"
        elif outcome.kind is Kind.NOT_PLAYED and not text:
            text = "NP"
        yield Tag("CONTRACT", self.texts.clean(text, place(result)))
        yield Tag("PLAYED_BY", self.texts.clean(result.declarer or "", place(result)))
        if result.lead_card:
            yield Tag("LEAD", self.texts.clean(result.lead_card, place(result)))
        tricks = parse_tricks(result.result or "")
        has_tricks = False
        if contract and tricks is not None and not is_impossible(contract, tricks):
            has_tricks = True
            yield Tag("TRICKS", str(contract.level + 6 + tricks))
        elif result.contract == PASS:
            yield Tag("TRICKS", "0")
        elif isinstance(tricks_text := extra.get("TRICKS"), str):
            yield Tag("TRICKS", self.texts.clean(tricks_text, place(result)))
        if result.result and not has_tricks:
            message = "trick count{s} left out: no contract, or impossible in it"
            self.notes.loss("tricks-lost", self.event.place(result), message)
        yield Tag("SCORE", self._score(result))

    def _score(self, result: Result) -> str:
        outcome = entered_outcome(result)
        if code := _award_code(result):
            if result.score is not None:
                text = "score{s} left out: adjusted"
                self.notes.loss("score-lost", self.event.place(result), text)
            return code
        score = result.score
        if score is None and result.board:
            board = result.board
            score = score_of(outcome, board, self.event.vulnerability(result.section, board))
        score_text = (result.extra or {}).get("SCORE")
        if score is None and isinstance(score_text, str):
            return self.texts.clean(score_text, place(result))
        return "" if score is None else str(score)

    def _remark_tags(self, result: Result, extra: dict[str, Any]) -> Iterator[Tag]:
        """The remark, unless contract or score express it; else the NOTES element that was read."""
        is_implied = bool(_award_code(result))
        is_implied |= entered_outcome(result).kind is Kind.NOT_PLAYED and not result.contract
        if result.remarks and not is_implied:
            yield Tag("NOTES", self.texts.clean(result.remarks, place(result)))
        elif isinstance(text := extra.get("NOTES"), str):
            yield Tag("NOTES", self.texts.clean(text, place(result)))

    def handset(self, hands: list[Hand], meta: dict[str, Any]) -> Tag:
        """A HANDSET element with the deals of boards."""
        attributes = {"HANDSET_ID": str(meta.get("@HANDSET_ID") or "1")}
        tags = self.texts.tags(meta, "session")
        for hand in sorted(hands, key=lambda hand: hand.board or 0):
            if faults([getattr(hand, seat) for seat in SEATS]) or not hand.board:
                self._note_loss("deal-lost", hand, "deal{s} left out: not complete, or no board")
                continue
            vulnerable = spell_vulnerability(hand.vulnerable or "") or hand.vulnerable
            if (hand.dealer or dealer(hand.board)) != dealer(hand.board) or (
                vulnerable or vulnerability(hand.board)
            ) != vulnerability(hand.board):
                text = "dealer or vulnerability of deal{s} left out: not that of the board number"
                self._note_loss("dealer-lost", hand, text)
            inside = [Tag("BOARD_NUMBER", str(hand.board))]
            for seat in SEATS:
                suits = suits_of(getattr(hand, seat) or "") or ["", "", "", ""]
                suit_tags = [Tag(n, s or "-") for n, s in zip(_SUITS, suits, strict=True)]
                inside.append(Tag("HAND", [Tag("DIRECTION", seat.capitalize()), *suit_tags]))
            inside += self.texts.tags(hand.extra or {}, place(hand))
            tags.append(Tag("BOARD", inside))
        return Tag("HANDSET", tags, attributes)

    def _note_loss(self, code: str, record: Record, text: str) -> None:
        self.notes.add("loss", code, place(record), text)

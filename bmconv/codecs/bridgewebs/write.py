"""Writing BridgeWebs' results files, laid out like those of a program that clubs already use."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator

from bmconv.bridge.awards import PERCENTAGE, Awards
from bmconv.bridge.cards import spell_card
from bmconv.bridge.contracts import Contract
from bmconv.bridge.outcomes import Kind, entered_outcome, known_score
from bmconv.bridge.scoring_methods import MATCHPOINTS, TYPES
from bmconv.codecs import Options, note_field_lost
from bmconv.codecs.bridgewebs import (
    AVERAGE_SIGNS,
    COLUMNS,
    KEY,
    NOT_PLAYED,
    PASSED_OUT,
    TRAVELLER,
)
from bmconv.codecs.shared.characters import write_lines
from bmconv.codecs.shared.directions import result_as_seated
from bmconv.errors import DataError
from bmconv.event import Event
from bmconv.io.sink import Output
from bmconv.notes import Notes
from bmconv.records import Ranking, Record, Result, Section, Session

_SEPARATOR = "\t"
"""BridgeWebs' guide recommends tabs; cells cannot be quoted."""


def write(records: Iterable[Record], sink: Output, options: Options, notes: Notes) -> None:
    """Write a file."""
    writer = BridgeWebsWriter(Event(records, notes), notes)
    lines = (_SEPARATOR.join(map(writer.cell, cells)) for cells in writer.lines())
    write_lines(lines, sink, options.text("encoding"), notes)


class BridgeWebsWriter:
    """Writes a ranked section of pairs."""

    def __init__(self, event: Event, notes: Notes) -> None:
        self.event, self.notes = event, notes
        self.rankings = event.of(Ranking)
        if not any(ranking.place for ranking in self.rankings):
            problem = "no ranking in this input, and BridgeWebs needs places"
            raise DataError(problem, hint="bmconv rank FILE | bmconv to bridgewebs makes one")
        self._refuse_others()
        self.results: dict[int, list[Result]] = defaultdict(list)
        self._add_results()
        self.boards = sorted(self.results)

    def _refuse_others(self) -> None:
        """Refuse anything but one section of matchpointed pairs; note a letter that is lost."""
        sections = {ranking.section or 0 for ranking in self.rankings}
        sections |= {result.section or 0 for result in self.event.standing_results()}
        if len(sections) > 1:
            letters = ", ".join(self.event.letter(section) for section in sorted(sections))
            problem = f"BridgeWebs takes one section, the input has {letters}"
            raise DataError(problem, hint="keep one with bmconv select --section")
        names = [(ranking.method or {}).get("name") for ranking in self.rankings]
        stated = {section.scoring_type for section in self.event.of(Section)}
        others = {*TYPES.values()} - {TYPES[MATCHPOINTS]}
        is_other = any(name not in (None, MATCHPOINTS) for name in names)
        if is_other or (None in names and stated & others):
            raise DataError("bridgewebs holds matchpointed pairs only, not IMPs or teams")
        for section in self.event.of(Section):
            if (section.id or 0) in sections and (section.letter or "A") != "A":
                text = "section letter{s} left out: the section is read back as A"
                self.notes.loss("letter-lost", self.event.place(section), text)
            elif (section.id or 0) not in sections:
                text = "section{s} without a place left out"
                self.notes.loss("section-lost", self.event.place(section), text)

    def _add_results(self) -> None:
        standing = {id(result) for result in self.event.standing_results()}
        for result in self.event.of(Result):
            outcome = entered_outcome(result)
            kind, awards = outcome.kind, outcome.awards or ()
            if id(result) not in standing:
                self._loss("history-lost", result, "result{s} left out: erased or replaced")
            elif not result.board or result.pair_ns is None or result.pair_ew is None:
                self._loss("result-lost", result, "result{s} left out: no board or no pair")
            elif kind in (Kind.NOT_PLAYED, Kind.UNDECIDED) or (
                kind is Kind.UNKNOWN and result.score is None
            ):
                self._loss("result-lost", result, "result{s} without a score left out")
            elif any(award.unit != PERCENTAGE for award in awards):
                text = "result{s} left out: an award that is not a percentage"
                self._loss("award-lost", result, text)
            else:
                self.results[result.board].append(result)

    def _loss(self, code: str, result: Result, text: str) -> None:
        self.notes.loss(code, self.event.place(result), text)

    def cell(self, text: str) -> str:
        """A cell; a tab or line end in it becomes a blank."""
        cleaned = re.sub(r"[\x00-\x1f\x7f]+", " ", text).strip()
        if cleaned != text:
            message = "text{s} changed: tabs, line ends and outer blanks are not possible"
            self.notes.loss("text-changed", repr(text[:20]), message)
        return cleaned

    def lines(self) -> Iterator[Iterable[str]]:
        """The lines of the file, as cells."""
        yield from self._head()
        by_side = any(ranking.direction for ranking in self.rankings)
        for side in ("NS", "EW") if by_side else ("",):
            yield ("#Scores",)
            yield COLUMNS
            listed = [
                r for r in self.rankings if not by_side or (r.direction == "EW") == (side == "EW")
            ]
            ties = Counter(ranking.place for ranking in listed)
            for ranking in listed:
                yield self._ranking_row(ranking, is_tie=ties[ranking.place] > 1)
        yield ("#Travellers",)
        yield TRAVELLER
        for board in self.boards:
            yield ("#Board", str(board))
            for result in self.results[board]:
                yield self._result_row(result)

    def _head(self) -> Iterator[Iterable[str]]:
        sessions = self.event.of(Session)
        session = sessions[0] if sessions else Session()
        for other in sessions[1:]:
            self.notes.loss("session-lost", self.event.place(other), "further session{s} left out")
        yield ("#Version", "std1")
        if session.name:
            yield ("#Title", session.name)
        if session.date:
            yield ("#Date", f"{session.date:%d/%m}/{session.date.year:04}")
        extra = session.extra or {}
        kept = extra.get(KEY)
        others = kept if isinstance(kept, dict) else {}
        for name, value in others.items():
            yield (f"#{name}", str(value))
        if extra.keys() - {KEY}:
            note_field_lost("session", "extra", KEY, self.event.place(session), self.notes)
        yield ("#Boards", str(len(self.boards)))
        yield ("#Winners", "2" if any(r.direction for r in self.rankings) else "1")

    def _ranking_row(self, ranking: Ranking, *, is_tie: bool) -> list[str]:
        names = ranking.names or []
        if len(names) > 2:
            text = "name{s} left out: a pair has two"
            self.notes.loss("name-lost", self.event.place(ranking), text, len(names) - 2)
        first, second = [*names, "", ""][:2]
        position = "" if ranking.place is None else f"{ranking.place}{'=' * is_tie}"
        extra = ranking.extra or {}
        kept = extra.get(KEY)
        others = kept if isinstance(kept, dict) else {}
        if extra.keys() - {KEY} or others.keys() - {"mpts"}:
            note_field_lost("ranking", "extra", KEY, self.event.place(ranking), self.notes)
        percent = "" if ranking.percentage is None else f"{ranking.percentage:.2f}"
        return [
            *(position, str(ranking.pair or 0), first, second, _number(ranking.total)),
            *(_number(ranking.maximum), percent, str(others.get("mpts", ""))),
            *(self._points(ranking, board) for board in self.boards),
        ]

    def _points(self, ranking: Ranking, board: int) -> str:
        """The matchpoints of a pair on a board."""
        for result in self.results[board]:
            for side, pair in (("NS", result.pair_ns), ("EW", result.pair_ew)):
                if pair == ranking.pair and ranking.direction in (None, side):
                    return _number(result.mp_ns if side == "NS" else result.mp_ew) or "0"
        return NOT_PLAYED

    def _result_row(self, result: Result) -> list[str]:
        result = result_as_seated(self.event, result)
        outcome = entered_outcome(result)
        ns = ew = contract = tricks = ""
        if outcome.awards is not None:
            ns, ew, contract = self._average(result, outcome.awards)
        else:
            score = known_score(result, self.event.vulnerability(result.section, result.board or 1))
            if result.score not in (None, score):
                self._loss("score-lost", result, "score{s} replaced by that of the contract")
            ns, ew = ("", str(-score)) if score and score < 0 else (str(score or 0), "")
            if outcome.kind is Kind.PASSED_OUT:
                contract = PASSED_OUT
            elif outcome.contract is not None:
                contract = _contract(outcome.contract)
                tricks = str(outcome.contract.level + 6 + outcome.tricks)
            elif result.contract or result.result:
                text = "contract{s} left out: contract, declarer or tricks not understood"
                self._loss("contract-lost", result, text)
        if outcome.wrong_direction:
            text = "result{s} in the wrong direction: the site credits {it|them} to the other pairs"
            self._loss("direction-lost", result, text)
        elif result.remarks and outcome.awards is None:
            self._loss("remark-lost", result, "remark{s} left out")
        lead = spell_card(result.lead_card or "")
        if result.lead_card and not lead:
            self._loss("lead-lost", result, "lead{s} left out: not a card")
        return [
            *(str(result.pair_ns), str(result.pair_ew), ns, ew),
            *(_number(result.mp_ns), _number(result.mp_ew), contract, tricks),
            outcome.declarer if contract and tricks else "",
            lead[1:].replace("10", "T") + lead[0] if lead else "",
        ]

    def _average(self, result: Result, awards: Awards) -> tuple[str, str, str]:
        """N-S's and E-W's percentages in place of scores, and signs in place of the contract."""
        if result.contract or result.result or result.score is not None:
            text = "contract{s} left out: an award replaces {it|them}"
            self._loss("contract-lost", result, text)
        elif result.declarer:
            note_field_lost("result", "declarer", KEY, self.event.place(result), self.notes)
        sides = (awards.ns, awards.ew)
        signs = [AVERAGE_SIGNS.get(int(award.value), "") for award in sides]
        return str(awards.ns), str(awards.ew), "A" + ("".join(signs) if all(signs) else "")


def _contract(contract: Contract) -> str:
    return f"{contract.level}{contract.strain[0]}{'*' * contract.doubled}"


def _number(value: float | None) -> str:
    """A number with at most four decimals, without trailing zeros."""
    return "" if value is None else f"{round(value, 4):.10g}"

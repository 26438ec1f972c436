"""Tables of results from other sources, whose columns have usual words instead of our field names:

Section;Board;NS;EW;Contract;By;Tricks;Lead;Score
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from bmconv.bridge.contracts import parse_contract, spell_over
from bmconv.bridge.movements import ordinal
from bmconv.io.foreign import number_of, record_of
from bmconv.notes import Notes
from bmconv.records import Record, Section
from bmconv.schema import fields

TRICKS, SCORE_EW = "tricks", "score_ew"
"""Columns that are not fields: the number of tricks taken, and the score from E-W's side."""
WORDS = {
    "id": "id resultid",
    "section": "section sect sec",
    "table": "table tbl tab tableno",
    "round": "round rnd rd roundno",
    "board": "board bd brd boardno boardnumber deal",
    "pair_ns": "ns pairns nspair nsno nspairno nspairnumber pairnons nsnumber",
    "pair_ew": "ew pairew ewpair ewno ewpairno ewpairnumber pairnoew ewnumber",
    "contract": "contract con cont",
    "declarer": "by declarer decl dec playedby",
    "result": "result res +/- +-",
    TRICKS: "tricks trk tks tricksmade trickswon trickstaken",
    "lead_card": "lead ld leadcard openinglead",
    "remarks": "remarks remark comment comments",
    "score": "score nsscore scorens nspoints pointsns scorefromns",
    SCORE_EW: "ewscore scoreew ewpoints pointsew",
    "mp_ns": "mpns nsmp nsmps mpsns matchpointsns nsmatchpoints",
    "mp_ew": "mpew ewmp ewmps mpsew matchpointsew ewmatchpoints",
    "imp_ns": "impns nsimp nsimps impsns",
    "imp_ew": "impew ewimp ewimps impsew",
    "date": "date",
    "time": "time",
}
"""The words for each column, in lower case and without blanks, dots and hyphens."""
_FIELD_OF = {word: field for field, words in WORDS.items() for word in words.split()}
_SCORES = {"ns": "score", "ew": SCORE_EW}
"""What columns NS and EW hold if the pairs are in other columns."""
_PASSED = ("p", "ap", "passed", "passout", "passedout", "allpass")
_JOINED_CONTRACT = re.compile(
    r"([1-7]\s*(?:NT|N|[SHDC♠♥♦♣])\s*[X*]{0,2})\s*(?:BY\s*)?([NESW])?\s*(=|[+-]\s*\d+)?", re.I
)
"""A contract with its declarer or its result in the same cell: 4SN, 3NT by W, 2Hx-1."""
_COUNT = re.compile(r"\d{1,2}(\.0)?")
"""A number of tricks; spreadsheets may write it as 9.0."""
_KINDS = {field.name: field.kind for field in fields("result")}


class PlainColumns(NamedTuple):
    """The columns of a plain table of results."""

    names: list[str | None]
    """For each column its field, TRICKS or SCORE_EW; None if there is no such field."""


def plain_columns(header: Sequence[str]) -> PlainColumns | None:
    """The columns with the words of a header; None if it is not a header of results."""
    words = [re.sub(r"(?<=\w)[\s._#-]+|^[\s._#]+|[\s._#]+$", "", cell.lower()) for cell in header]
    names: list[str | None] = [_FIELD_OF.get(word) for word in words]
    for at, word in enumerate(words):
        if word in _SCORES and names.count(names[at]) > 1:
            names[at] = _SCORES[word]
    known = {name for name in names if name}
    is_plain = {"board", "pair_ns", "pair_ew"} <= known and known & {"contract", "score", SCORE_EW}
    has_each_once = all(names.count(name) == 1 for name in known)
    return PlainColumns(names) if is_plain and has_each_once else None


class PlainResults:
    """Reads the rows of a plain table as results, and sections when they first appear."""

    def __init__(self, header: Sequence[str], columns: PlainColumns, name: str, notes: Notes):
        self.columns = columns
        self.sections: set[int] = set()
        for title, field in zip(header, columns.names, strict=True):
            if field is None and title.strip():
                text = "column{s} left out: results have no such field"
                notes.loss("column-lost", f"{name}: {title.strip()!r}", text)

    def records(self, row: Sequence[str]) -> Iterator[Record]:
        """The result of a row, and its section if it is new; ValueError if a cell does not fit."""
        cells = zip(self.columns.names, row, strict=False)
        values: dict[str, Any] = {name: cell.strip() for name, cell in cells if name}
        letter = values.get("section", "")
        section = ordinal(letter)
        if section:
            values["section"] = section
        _settle_contract(values)
        _settle_score(values)
        result = record_of("result", {n: v for n, v in values.items() if n in _KINDS})
        if section and section not in self.sections:
            self.sections.add(section)
            yield Section(id=section, letter=letter.upper(), derived=True)
        yield result


def _settle_contract(values: dict[str, Any]) -> None:
    """Separate contract, declarer and result, and turn a number of tricks into a result."""
    text = values.get("contract", "")
    if re.sub(r"\W", "", text).lower() in _PASSED:
        values["contract"] = "PASS"
    elif match := _JOINED_CONTRACT.fullmatch(text):
        contract, declarer, result = match.groups()
        values["contract"] = contract.replace("*", "x")
        values["declarer"] = values.get("declarer") or declarer
        values["result"] = values.get("result") or (result or "").replace(" ", "")
    tricks = values.pop(TRICKS, "")
    contract = parse_contract(values.get("contract") or "")
    result = values.get("result") or tricks
    if contract and _COUNT.fullmatch(result):  # a number without a sign counts all tricks
        count = tricks if _COUNT.fullmatch(tricks) else result
        if count == tricks or float(count) > 6:
            result = spell_over(int(float(count)) - contract.level - 6)
    values["result"] = result


def _settle_score(values: dict[str, Any]) -> None:
    """Turn a score from E-W's side into the score from N-S's side."""
    score_ew = values.pop(SCORE_EW, "")
    if score_ew and not values.get("score"):
        try:
            values["score"] = -number_of(score_ew)
        except ValueError:
            raise ValueError(f"{score_ew[:20]!r} is not a number") from None

"""TotalScoreTable: the ranking of an event, which scoring programs write into the first game."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from bmconv.bridge.boards import spell_side
from bmconv.bridge.movements import letters
from bmconv.codecs.pbn import values
from bmconv.codecs.pbn.pairs import NUMBERS, split_names
from bmconv.codecs.pbn.tables import columns, quote, unquote
from bmconv.codecs.shared.cells import number_text
from bmconv.records import Ranking

TOTALS = "TotalScoreTable"
KEY = "pbn"
"""The key in `extra` of columns that no field holds."""
_POINTS = ("TotalScoreMP", "TotalScoreIMP", "TotalScore", "MP", "IMP")
_PERCENTAGES = ("TotalPercentage", "Percentage")
_MEMBERS = ("MemberID1", "MemberID2")
_HELD = frozenset(("Rank", "RankTie", "PairId", "Names", "NrBoards", "Section", *_MEMBERS))
"""Columns that fields of a ranking hold."""
_START = ("Table", "Direction")
"""Where a pair starts. Without Table, the direction is that of the ranking."""
_ORDER = (
    *("Section", "Rank", "RankTie", "PairId", *_START, *_POINTS, *_PERCENTAGES, "Names"),
    *("NrBoards", *_MEMBERS),
)
"""The order in which columns are written."""


def read_totals(header: str, words: Sequence[str]) -> list[Ranking]:
    """The rankings of a table; none at all if a row's pair number is missing or repeated."""
    names = [column.name for column in columns(header)]
    if "PairId" not in names or len(words) % len(names):
        return []
    rankings = []
    for start in range(0, len(words), len(names)):
        row = zip(names, words[start : start + len(names)], strict=True)
        cells = {name: unquote(word).strip() for name, word in row}
        known = {name: text for name, text in cells.items() if text not in ("", "-", "?")}
        rankings.append(_ranking(known, has_tables="Table" in names))
    keys = Counter((r.section, r.direction, r.pair) for r in rankings)
    is_clear = all(r.pair is not None for r in rankings) and max(keys.values(), default=0) < 2
    return rankings if is_clear else []


def _ranking(cells: dict[str, str], *, has_tables: bool) -> Ranking:
    """The ranking of a row; columns that no field holds go into `extra`."""
    ranking = Ranking(section=values.section_id(cells.get("Section", "")))
    ranking.pair = values.pair_number(cells.get("PairId", ""))
    ranking.place = values.whole_number(cells.get("Rank", ""))
    ranking.boards = values.whole_number(cells.get("NrBoards", ""))
    ranking.names = split_names(cells.get("Names", "")) or None
    held_columns = set(_HELD)
    if not has_tables and (side := spell_side(cells.get("Direction", ""))):
        ranking.direction = side
        held_columns.add("Direction")
    for field, candidates in (("total", _POINTS), ("percentage", _PERCENTAGES)):
        name = next((name for name in candidates if name in cells), "")
        if re.fullmatch(r"[+-]?\d{1,9}(?:\.\d{1,9})?", cells.get(name, "")):
            setattr(ranking, field, float(cells[name]))
            held_columns.add(name)
    members = [cells.get(name, "") for name in _MEMBERS]
    others = {name: text for name, text in cells.items() if name not in held_columns}
    extra: dict[str, Any] = {NUMBERS: members} if any(members) else {}
    ranking.extra = extra | ({KEY: others} if others else {}) or None
    return ranking


def write_totals(rankings: Sequence[Ranking], letter: Mapping[int, str]) -> tuple[str, list[str]]:
    """The header and the words of a table."""
    rows = [_cells(ranking, letter) for ranking in rankings]
    ties = Counter((r.section, r.direction, r.place) for r in rankings)
    for row, ranking in zip(rows, rankings, strict=True):
        tied = ties[ranking.section, ranking.direction, ranking.place]
        if ranking.place and tied > 1:  # the last of the shared places
            row["RankTie"] = str(ranking.place + tied - 1)
    used = dict.fromkeys(name for row in rows for name in row)
    order = [name for name in _ORDER if name in used]
    order += [name for name in used if name not in order]
    return ";".join(order), [row.get(name, "-") for row in rows for name in order]


def _cells(ranking: Ranking, letter: Mapping[int, str]) -> dict[str, str]:
    """The cells of a row that have a value, as words."""
    extra = ranking.extra or {}
    others = extra.get(KEY) if isinstance(extra.get(KEY), dict) else {}
    members = extra.get(NUMBERS) if isinstance(extra.get(NUMBERS), list) else []
    points = "TotalScoreMP" if ranking.percentage is not None else "TotalScoreIMP"
    cells = {
        "Section": _letter(ranking.section, letter),
        "Rank": "" if ranking.place is None else str(ranking.place),
        "PairId": "" if ranking.pair is None else str(ranking.pair),
        "Direction": {"NS": quote("N-S"), "EW": quote("E-W")}.get(ranking.direction or "", ""),
        points: "" if ranking.total is None else number_text(ranking.total),
        "TotalPercentage": _percentage(ranking.percentage),
        "Names": quote(" - ".join(ranking.names)) if ranking.names else "",
        "NrBoards": "" if ranking.boards is None else str(ranking.boards),
        **dict(zip(_MEMBERS, (quote(str(n)) if n else "" for n in members or ()), strict=False)),
        **{str(name): quote(str(text)) for name, text in (others or {}).items()},
    }
    return {name: word for name, word in cells.items() if word}


def _letter(section: int | None, letter: Mapping[int, str]) -> str:
    return "" if section is None else letter.get(section) or letters(section)


def _percentage(value: float | None) -> str:
    return "" if value is None else number_text(round(value, 4))

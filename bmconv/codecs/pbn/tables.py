"""PBN tables, which are sections whose tag names the columns: ScoreTable, OptimumResultTable."""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import chain
from typing import NamedTuple

from bmconv.bridge.auction import TURN
from bmconv.bridge.awards import parse_awards
from bmconv.bridge.boards import SIDES
from bmconv.bridge.cards import spell_card
from bmconv.bridge.contracts import PASS, is_impossible, parse_contract, parse_tricks, spell_over
from bmconv.bridge.movements import letters
from bmconv.bridge.outcomes import WRONG_DIRECTION, spell_remark
from bmconv.codecs.pbn import values
from bmconv.codecs.pbn.text import escape, unescape
from bmconv.codecs.shared.cells import number_text
from bmconv.notes import quantity
from bmconv.records import Result

OPTIMUM = "Declarer;Denomination\\2R;Result\\2R"
"""The header of an OptimumResultTable as the standard gives it."""
MOST_COPIES = 10_000
"""The most copies that Multiplicity may make in a table."""
_COLUMN = re.compile(r"[+-]?([^\\;+-][^\\;]*)(?:\\(\d+)([LR]?))?", re.IGNORECASE)
"""A sign gives the sort order of rows, a number after a backslash the width of the column."""


class TableColumn(NamedTuple):
    """A column of a table: its name, minimum width and alignment."""

    name: str
    width: int = 0
    align: str = "L"


@lru_cache(64)
def columns(header: str) -> tuple[TableColumn, ...]:
    """The columns named by the value of a tag."""
    parsed = []
    for part in header.split(";"):
        match = _COLUMN.fullmatch(part.strip())
        if match is None:
            raise values.BadPbnValue(f"{part!r} names no column")
        align = match[3].upper() if match[3] else "L"
        parsed.append(TableColumn(match[1], int((match[2] or "0")[:3]), align))
    return tuple(parsed)


def table_rows(header: str, words: list[str]) -> list[tuple[list[str], str]]:
    """The rows of a table, each also as a line padded to the widths of the columns."""
    try:
        layout = columns(header)
    except values.BadPbnValue:
        return [(words, " ".join(words))] if words else []
    rows = []
    for start in range(0, len(words), len(layout)):
        row = words[start : start + len(layout)]
        pairs = zip(row, layout, strict=False)
        cells = (w.rjust(c.width) if c.align == "R" else w.ljust(c.width) for w, c in pairs)
        rows.append((row, " ".join(cells).rstrip()))
    return rows


def unquote(word: str) -> str:
    """An element without its quotes."""
    return unescape(word[1:-1]) if word[0] == '"' and len(word) > 1 else word


def quote(text: str) -> str:
    """An element in quotes."""
    return f'"{escape(text)}"'


def read_optimum(header: str, words: Sequence[str]) -> values.Tricks:
    """The numbers of tricks in an OptimumResultTable."""
    names = [column.name for column in columns(header)]
    try:
        indices = [names.index(name) for name in ("Declarer", "Denomination", "Result")]
    except ValueError:
        raise values.BadPbnValue("no columns Declarer, Denomination and Result") from None
    counts = {}
    for start in range(0, len(words), len(names)):
        row = words[start : start + len(names)]
        if len(row) < len(names):
            raise values.BadPbnValue("an incomplete last row")
        declarer, strain, taken = (unquote(row[index]).upper() for index in indices)
        key = (declarer, "NT" if strain == "N" else strain)
        if key not in values.TRICK_FIELDS:
            raise values.BadPbnValue(f"{declarer} {strain} is not a declarer and a denomination")
        if taken in ("?", "-", "*"):
            continue
        if not taken.isdecimal() or not 0 <= int(taken) <= 13:
            raise values.BadPbnValue(f"{taken} tricks")
        counts[key] = int(taken)
    return tuple(map(counts.get, values.TRICK_FIELDS))


_OPTIMUM_ROWS: list[dict[int | None, tuple[str, str, str]]] = [
    {count: (seat, strain, str(count)) for count in range(14)}
    for seat, strain in values.TRICK_FIELDS
]
"""The words of each row of an OptimumResultTable, by the number of tricks."""


def write_optimum(tricks: values.Tricks) -> list[str]:
    """The words of an OptimumResultTable."""
    return [*_optimum_words(tricks)]


@lru_cache(16)
def _optimum_words(tricks: values.Tricks) -> tuple[str, ...]:
    rows = map(dict.get, _OPTIMUM_ROWS, tricks)
    return tuple(chain.from_iterable(filter(None, rows)))


def score_rows(wide: int, count: int, lines: Callable[[], Sequence[int]] | None) -> list[range]:
    """The indices of the words of each row; `lines` gives the line of each word.

    Usually the words are cut into rows by the number of columns (`wide`). If words remain, some row
    is too short or too long: then each line is a row, provided that at least half of the lines have
    the right number of words.
    """
    if count % wide and lines is not None:
        line_of = lines()
        starts = [
            index for index in range(count) if not index or line_of[index] != line_of[index - 1]
        ]
        by_line = [range(*ends) for ends in zip(starts, [*starts[1:], count], strict=True)]
        if 2 * sum(len(row) == wide for row in by_line) >= len(by_line):
            return by_line
    return [range(start, min(start + wide, count)) for start in range(0, count, wide)]


def read_scores(
    header: str,
    words: Sequence[str],
    board: int | None,
    lines: Callable[[], Sequence[int]] | None = None,
    most: int = MOST_COPIES,
) -> tuple[list[tuple[Result, int]], list[tuple[int, str]]]:
    """The results of a ScoreTable that give a contract, a remark or the score of a pair.

    Each result comes with the number of times it occurs, as its Multiplicity says; `most` limits
    the copies of all rows together. The second list has the number of the first word of each
    unreadable row, counted from 1, and the reason.
    """
    names = [column.name for column in columns(header)]
    results: list[tuple[Result, int]] = []
    bad_rows = []
    for row in score_rows(len(names), len(words), lines):
        try:
            if len(row) != len(names):
                raise values.BadPbnValue(f"{quantity(len(row), 'cell')}, expected {len(names)}")
            row_words = (unquote(words[index]).strip() for index in row)
            cells = dict(zip(names, row_words, strict=True))
            known = {name: text for name, text in cells.items() if text not in ("", "-", "?")}
            text = known.get("Multiplicity", "1")
            times = _parse_int(text)
            if times is None or times > max(most, 1):
                raise values.BadPbnValue(
                    f"Multiplicity {text[:20]!r}, expected 0 to {max(most, 1)}"
                )
            result = _score_row(known, board)
        except values.BadPbnValue as bad:
            bad_rows.append((row.start + 1, str(bad)))
            continue
        if result is not None:
            most -= max(0, times - 1)
            results.append((result, times))
    return results, bad_rows


def _score_row(cells: dict[str, str], board: int | None) -> Result | None:
    """The result of a row; None for a score without a pair, as in frequency tables."""
    contract = values.contract_text(cells.get("Contract", ""))
    remark = cells.get("Remarks") or _artificial_score(cells)
    if contract is None and not remark:
        if "Contract" in cells:
            raise values.BadPbnValue(f"{cells['Contract']!r} is not a contract")
        if _score(cells) is None or values.pair_number(cells.get("PairId_NS", "")) is None:
            return None
    declarer = cells.get("Declarer", "").upper()
    if declarer and declarer not in SIDES:
        raise values.BadPbnValue(f"{declarer!r} is not a declarer")
    result = Result(
        section=values.section_id(cells.get("Section", "")),
        table=_parse_int(cells.get("Table", "")),
        round=_parse_int(cells.get("Round", "")),
        board=board,
        pair_ns=values.pair_number(cells.get("PairId_NS", "")),
        pair_ew=values.pair_number(cells.get("PairId_EW", "")),
        declarer=declarer or None,
        contract=contract,
        result=relative_tricks(contract, cells.get("Result", ""), declarer),
        lead_card=spell_card(cells.get("Lead", "")) or cells.get("Lead"),
        remarks=spell_remark(remark) if remark else None,
        score=_score(cells),
    )
    for field in ("mp_ns", "mp_ew", "imp_ns", "imp_ew"):
        setattr(result, field, _parse_float(cells.get(field.upper(), "")))
    result.declarer_pair = declarer_pair(result)
    return result


def _artificial_score(cells: dict[str, str]) -> str:
    """The adjustment given by artificial percentages such as `^60` and `^40`, as a remark."""
    shares = [cells.get(f"Percentage_{side}", "") for side in ("NS", "EW")]
    if not all(share.startswith("^") for share in shares):
        return ""
    awards = parse_awards("-".join(f"{share[1:]}%" for share in shares))
    return str(awards) if awards else ""


def relative_tricks(contract: str | None, taken: str, declarer: str) -> str | None:
    """Tricks relative to the contract, such as `+1`, from declarer's tricks; None if unknown."""
    parsed = parse_contract(contract or "")
    if parsed is None:
        return None
    if (tricks := parse_tricks(taken)) is None or taken.startswith("^"):
        number = values.tricks_taken(taken, declarer)
        if number is None:
            return None
        tricks = number - parsed.level - 6
    return spell_over(tricks)


def declarer_pair(result: Result) -> int | None:
    """The number of the declaring pair: that of the other side if in the wrong direction."""
    side = SIDES.get(result.declarer or "")
    if side is None:
        return None
    swapped = result.remarks == WRONG_DIRECTION
    return result.pair_ns if (side == "NS") != swapped else result.pair_ew


def _score(cells: dict[str, str]) -> int | None:
    """The score of N-S."""
    for name, sign in (("Score_NS", 1), ("Score_EW", -1)):
        number = whole_score(_parse_float(cells.get(name, "")))
        if number is not None:
            return sign * number
    return None


def whole_score(number: float | None) -> int | None:
    """A plausible score as a whole number; None for fractions and numbers of a million or more."""
    return int(number) if number is not None and number % 1 == 0 and abs(number) < 1e6 else None


def _parse_int(text: str) -> int | None:
    return int(text) if re.fullmatch(r"[0-9]{1,6}", text) else None


def _parse_float(text: str) -> float | None:
    return float(text) if re.fullmatch(r"[+-]?[0-9]{1,15}(\.[0-9]{0,20})?", text) else None


SCORE_COLUMNS: tuple[tuple[str, str], ...] = (
    ("section", "Section\\1L"),
    ("table", "Table\\2R"),
    ("round", "Round\\2R"),
    ("pair_ns", "PairId_NS\\3R"),
    ("pair_ew", "PairId_EW\\3R"),
    ("contract", "Contract\\5L"),
    ("declarer", "Declarer\\1L"),
    ("result", "Result\\2R"),
    ("lead_card", "Lead\\2L"),
    ("score", "Score_NS\\5R"),
    ("mp_ns", "MP_NS\\4R"),
    ("mp_ew", "MP_EW\\4R"),
    ("imp_ns", "IMP_NS\\4R"),
    ("imp_ew", "IMP_EW\\4R"),
    ("remarks", "Remarks\\1L"),
)
"""The columns that we write in a ScoreTable, if they have values, by field.

Five of them, which PBN does not define (Section, Table, Round, Lead, Remarks), make it possible to
read all results back.
"""
_ALWAYS = ("pair_ns", "pair_ew", "contract", "declarer", "result")
"""The fields whose columns are written even without values."""


def write_scores(
    results: Sequence[Result],
    letter: Mapping[int, str],
    more: Sequence[tuple[str, Sequence[str]]] = (),
) -> tuple[str, list[str]]:
    """The header and the words of a ScoreTable; `more` has further columns with their cells."""
    used = [
        (field, column)
        for field, column in SCORE_COLUMNS
        if field in _ALWAYS or any(getattr(r, field) is not None for r in results)
    ]
    words = []
    for index, result in enumerate(results):
        words += [_cell(result, field, letter) for field, _ in used]
        words += [cells[index] for _, cells in more]
    return ";".join([column for _, column in used] + [column for column, _ in more]), words


def _cell(result: Result, field: str, letter: Mapping[int, str]) -> str:
    """The word for a field of a result."""
    value = getattr(result, field)
    if field == "contract" and value:
        return pbn_contract(value)
    if field == "result":
        return tricks_text(result) or "-"
    if value is None or (field == "declarer" and value not in SIDES):
        return "-"
    if field == "section":
        return letter.get(value) or letters(value)
    if field == "remarks":
        return quote(value)
    if field == "lead_card":
        card = spell_card(value)
        return card.replace("10", "T") if card else quote(value)
    if isinstance(value, float):
        return number_text(value)
    return str(value)


@lru_cache(256)
def pbn_contract(text: str) -> str:
    """A contract in the spelling of PBN; an invalid one in quotes."""
    if text == PASS:
        return "Pass"
    parsed = parse_contract(text)
    if parsed is None:
        return quote(text)
    return f"{parsed.level}{parsed.strain}" + "X" * parsed.doubled


def tricks_text(result: Result) -> str:
    """Declarer's tricks; empty if they are unknown or impossible."""
    return _tricks_text(result.contract or "", result.result or "")


@lru_cache(1024)
def _tricks_text(contract: str, result: str) -> str:
    parsed = parse_contract(contract)
    tricks = parse_tricks(result)
    if parsed is None or tricks is None or is_impossible(parsed, tricks):
        return ""
    return str(parsed.level + 6 + tricks)


def is_seat(text: str | None) -> bool:
    """Whether a declarer is a single seat rather than a side."""
    return text is not None and len(text) == 1 and text in TURN

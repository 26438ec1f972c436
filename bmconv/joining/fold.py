"""Merge the records that two files have of the same result."""

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from bmconv.bridge.outcomes import is_special, known_score
from bmconv.bridge.places import place
from bmconv.event.standing import standing_results
from bmconv.joining.part import Part
from bmconv.notes import Notes
from bmconv.records import Record, Result, type_name

MATCHED_BY = {
    "result": ("section", "board", "pair_ns", "pair_ew"),
    "intermediate": ("section", "board", "pair_ns", "pair_ew"),
    "bid": ("section", "table", "round", "board", "counter"),
    "card": ("section", "table", "round", "board", "counter"),
}
"""Fields that must be known and equal for records of two files to be merged."""
CLAIMS = ("declarer", "contract", "result", "score", "direction", "bid", "card")
"""Fields in which two records can contradict each other."""
OF_THE_ENTRY = (
    *("id", "table", "round", "date", "time", "external_update", "extra"),
    *("processed", "processed1", "processed2", "processed3", "processed4"),
)
"""Fields about the entry, not the play: merged even if two records contradict each other.

All other fields describe one play, so they are then taken from the first file's record alone.
"""

Key = tuple[Any, ...]


def key_of(record: Record) -> Key | None:
    """The key by which a record is matched with records of other files; None if it cannot be."""
    kind = type_name(record)
    if kind not in MATCHED_BY:
        return None
    key = tuple(getattr(record, name) for name in MATCHED_BY[kind])
    return (kind, *key) if all(key) else None  # databases store an unknown pair or counter as 0


def contradict(one: Any, other: Any) -> bool:
    """Whether two records of one result cannot both be right."""
    for name in CLAIMS:
        mine, theirs = getattr(one, name, None), getattr(other, name, None)
        if mine is None or theirs is None or mine == theirs:
            continue
        if name == "declarer" and (mine in theirs or theirs in mine):
            continue  # NS, only a side, does not contradict N
        return True
    return _differ_in_remark(one, other) or _differ_in_score(one, other)


def _differ_in_remark(one: Any, other: Any) -> bool:
    """Whether one record has a remark, such as an award, that replaces the other's contract."""
    if not isinstance(one, Result) or not isinstance(other, Result):
        return False
    pairs = ((one, other), (other, one))
    return any(is_special(a.remarks) and b.contract and not is_special(b.remarks) for a, b in pairs)


def _differ_in_score(one: Any, other: Any) -> bool:
    """Whether one record has only a score, as from ACBLscore, and the other's contract differs."""
    if not isinstance(one, Result) or not isinstance(other, Result):
        return False
    if bool(one.contract) == bool(other.contract):
        return False
    scores = known_score(one), known_score(other)
    return None not in scores and scores[0] != scores[1]


def fold_parts(parts: list[Part], letter: Callable[[Any], str], notes: Notes) -> list[Part]:
    """Merge records of the same result in different parts; returns the parts without duplicates."""
    merged: set[int] = set()
    known: dict[Key, list[Record]] = {}
    for part in parts:
        by_key: dict[Key, list[Record]] = defaultdict(list)
        for record in part.records:
            if (key := key_of(record)) is not None:
                by_key[key].append(record)
        for key, later in by_key.items():
            earlier = known.get(key, [])
            duplicates = _fold(earlier, later, letter, notes) if earlier else []
            merged.update(map(id, duplicates))
            known[key] = [r for r in (*earlier, *later) if id(r) not in merged]
    return [replace(p, records=[r for r in p.records if id(r) not in merged]) for p in parts]


def _fold(
    earlier: list[Record], later: list[Record], letter: Callable[[Any], str], notes: Notes
) -> list[Record]:
    """Merge two files' records of the same result; returns the records to remove.

    If a file has several records of a result because the result was corrected, all are kept: the
    other file's record is merged with the last of them that it does not contradict, if any.
    """
    merged: list[Record] = []
    candidates = list(reversed(earlier))
    is_new = _is_entered_anew(earlier, later)
    for new in reversed(later):
        old = next(
            (o for o in candidates if _is_erased(o) == _is_erased(new) and not contradict(o, new)),
            None,
        )
        if old is None and is_new:
            continue
        if old is None and len(earlier) == len(later) == 1:
            old = candidates[0]
            if contradict(old, new):
                text = "result{s} that two files report differently: the first file's stays"
                notes.loss("result-differs", place(new, letter), text)
            else:  # one of the files may be an older copy of the other
                text = "result{s} erased in one file but not in another: still erased"
                hint = "bmconv set with erased=false brings it back"
                notes.loss("result-erased", place(new, letter), text, hint=hint)
        if old is not None:
            candidates.remove(old)
            kept, other = (new, old) if len(later) > len(earlier) else (old, new)
            _merge(old, new, kept)
            merged.append(other)
    if not merged and not is_new and 1 in (len(earlier), len(later)):
        text = "result{s} that two files report differently: all kept, since one was corrected"
        notes.loss("result-differs", place(later[0], letter), text)
    return merged


def _is_entered_anew(earlier: list[Record], later: list[Record]) -> bool:
    """Whether all of the first file's results are erased, and the second file has other results."""
    results = [record for record in earlier if isinstance(record, Result)]
    return not standing_results(results)[0] and all(
        isinstance(old, Result) and not _is_erased(new) and contradict(old, new)
        for old in earlier
        for new in later
    )


def _is_erased(record: Record) -> bool:
    return bool(getattr(record, "erased", False))


def _merge(first: Record, second: Record, kept: Record) -> None:
    """Merge two records into `kept`: values of the fuller record, else of the other record.

    If they contradict each other, all values of the play are those of the first record.
    """
    fuller, other = (second, first) if _size(second) > _size(first) else (first, second)
    contradictory = contradict(first, second)
    values = {}
    for name in first.__struct_fields__:
        value, more = getattr(fuller, name), getattr(other, name)
        if contradictory and name not in OF_THE_ENTRY:
            values[name] = getattr(first, name)
        elif name == "extra":
            values[name] = {**(more or {}), **(value or {})} or None
        else:
            values[name] = more if value is None or value is False else value
    # a declarer such as NS is only a side; the other record may have the seat
    if not contradictory and len(getattr(fuller, "declarer", None) or "") > 1:
        values["declarer"] = getattr(other, "declarer", None) or values["declarer"]
    for name, value in values.items():
        setattr(kept, name, value)


def _size(record: Record) -> int:
    """The number of fields of a record that have a value."""
    values = (getattr(record, name) for name in record.__struct_fields__)
    return sum(value is not None and value is not False for value in values)

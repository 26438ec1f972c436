"""Records of one result in two files become one, which knows what either knows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from bmconv.event import place
from bmconv.joining.part import Part
from bmconv.notes import Notes
from bmconv.records import Record, type_name

SAME = {
    "result": ("section", "board", "pair_ns", "pair_ew"),
    "intermediate": ("section", "board", "pair_ns", "pair_ew"),
    "bid": ("section", "table", "round", "board", "counter"),
    "card": ("section", "table", "round", "board", "counter"),
}
"""Fields in which records of two files must be known and alike to be one."""
SAID = ("declarer", "contract", "result", "score", "direction", "bid", "card")
"""Fields that may contradict each other."""
PLAY = (
    *("declarer", "declarer_pair", "contract", "result", "lead_card", "remarks", "score", "mp_ns"),
    *("mp_ew", "imp_ns", "imp_ew", "scoring_direction", "suspicious_contract", "erased"),
    *("direction", "bid", "card"),
)
"""What belongs together: where two records contradict each other it is all that of the first."""

Key = tuple[Any, ...]


def key_of(record: Record) -> Key | None:
    """What a record of another file must have too to be the same; None: there is none."""
    kind = type_name(record)
    if kind not in SAME:
        return None
    # pair 0 and counter 0 are what databases have for unknown
    key = tuple(getattr(record, name) for name in SAME[kind])
    return (kind, *key) if all(key) else None


def contradict(one: Any, other: Any) -> bool:
    """Whether two records of one result cannot both be right."""
    for name in SAID:
        mine, theirs = getattr(one, name, None), getattr(other, name, None)
        if mine is None or theirs is None or mine == theirs:
            continue
        if name == "declarer" and (mine in theirs or theirs in mine):
            continue  # the side alone: NS and N
        return True
    return False


def folded(parts: list[Part], letter: Callable[[Any], str], notes: Notes) -> list[Part]:
    """The parts, each without those records that are one with a record of another part."""
    gone: set[int] = set()
    known: dict[Key, list[Record]] = {}
    for part in parts:
        own: dict[Key, list[Record]] = defaultdict(list)
        for record in part.records:
            if (key := key_of(record)) is not None:
                own[key].append(record)
        for key, later in own.items():
            earlier = known.get(key, [])
            folded_away = _fold(earlier, later, letter, notes) if earlier else []
            gone.update(map(id, folded_away))
            known[key] = [r for r in (*earlier, *later) if id(r) not in gone]
    return [replace(p, records=[r for r in p.records if id(r) not in gone]) for p in parts]


def _fold(
    earlier: list[Record], later: list[Record], letter: Callable[[Any], str], notes: Notes
) -> list[Record]:
    """Those of two files' records of one result that are one with another, which has it all.

    Of a result that was corrected in its file the records stay as they are: another file's record
    is one with the last of them that it agrees with, if any.
    """
    gone: list[Record] = []
    left = list(reversed(earlier))
    for new in reversed(later):
        old = next((o for o in left if _erased(o) == _erased(new) and not contradict(o, new)), None)
        if old is None and len(earlier) == len(later) == 1:
            old = left[0]
            text = "result{s} that two files report differently: the first file's stays"
            notes.loss("result-differs", place(new, letter), text)
        if old is not None:
            left.remove(old)
            kept, other = (new, old) if len(later) > len(earlier) else (old, new)
            _merge(old, new, kept)
            gone.append(other)
    if not gone and 1 in (len(earlier), len(later)):
        text = "result{s} that two files report differently: all kept, since one was corrected"
        notes.loss("result-differs", place(later[0], letter), text)
    return gone


def _erased(record: Record) -> bool:
    return bool(getattr(record, "erased", False))


def _merge(first: Record, second: Record, kept: Record) -> None:
    """Put into one of two records what both say: that of the fuller one, else of the other."""
    fuller, other = (second, first) if _size(second) > _size(first) else (first, second)
    apart = contradict(first, second)
    values = {}
    for name in first.__struct_fields__:
        value, more = getattr(fuller, name), getattr(other, name)
        if apart and name in PLAY:
            values[name] = getattr(first, name)
        elif name == "extra":
            values[name] = {**(more or {}), **(value or {})} or None
        else:
            values[name] = more if value is None or value is False else value
    if not apart and len(getattr(fuller, "declarer", None) or "") > 1:
        values["declarer"] = getattr(other, "declarer", None) or values["declarer"]
    for name, value in values.items():
        setattr(kept, name, value)


def _size(record: Record) -> int:
    """How many fields of a record say something."""
    values = (getattr(record, name) for name in record.__struct_fields__)
    return sum(value is not None and value is not False for value in values)

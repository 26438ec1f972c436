"""What differs between two events, record by record."""

import json
from collections.abc import Collection, Iterator
from typing import Any

import msgspec

from bmconv import records as rec
from bmconv.bridge.outcomes import known_score
from bmconv.event import Event
from bmconv.event.changes import changed_fields, fields_of
from bmconv.joining.fold import key_of
from bmconv.notes import Notes
from bmconv.records import Record, identity, name_of, type_name

_SHARED = ("hand", "evaluation", "settings")
"""Types whose records can apply to all sections; the first field of their keys is the section."""


def compare(old: Event, new: Event, *, common: bool = False) -> Iterator[dict[str, Any]]:
    """The changes from one event to another: removed, changed and added records.

    Each has the keys `change`, `place`, and `record` or the changed `fields` with both values.
    With `common`, only types and fields that both events have are compared; a contract is compared
    with a score by the score that it gives.
    """
    if common:
        yield from _disagreements(old, new)
        return
    by_pairs = _without_place(old) | _without_place(new)
    before, after = _groups(old, by_pairs), _groups(new, by_pairs)
    for side, other, event in ((before, after, old), (after, before, new)):
        _expand(side, other, [section.id for section in event.of(rec.Section)])
    for key, records in before.items():
        partners = _partners(records, after.get(key, []))
        for record, partner in zip(records, partners, strict=True):
            if partner is None:
                yield {"change": "removed", "place": old.place(record), "record": fields_of(record)}
            elif fields := changed_fields(record, partner):
                yield {"change": "changed", "place": old.place(record), "fields": fields}
    for key, records in after.items():
        for record, partner in zip(records, _partners(records, before.get(key, [])), strict=True):
            if partner is None:
                yield {"change": "added", "place": new.place(record), "record": fields_of(record)}


def _disagreements(old: Event, new: Event) -> Iterator[dict[str, Any]]:
    """The changes in types and fields that both events have, among results only standing ones."""
    kinds = old.counts().keys() & new.counts().keys()
    for change in compare(_standing_copy(old, kinds), _standing_copy(new, kinds)):
        if change["change"] == "changed":
            both = {n: v for n, v in change["fields"].items() if None not in v and n != "id"}
            # 0 and false mean unknown, but a score of 0 is a score
            known = {n: v for n, v in both.items() if n == "score" or all(v)}
            if not known:
                continue
            change["fields"] = known
        yield change


def _standing_copy(event: Event, kinds: Collection[str]) -> Event:
    """The records of some types; of results only those that stand, with their contracts' scores."""
    copy = Event((), Notes())
    for record in event.without(rec.Result):
        if type_name(record) in kinds:
            copy.add(record)
    for result in event.standing_results():
        vulnerable = event.vulnerability(result.section, result.board or 1)
        copy.add(msgspec.structs.replace(result, score=known_score(result, vulnerable)))
    return copy


def _partners(records: list[Record], others: list[Record]) -> list[Record | None]:
    """For each record, the record in the other file's group to compare it with, or None.

    It is an equal record, else a similar one, else the next one left over. The same records are
    paired if the two files change places.
    """
    partners: dict[int, Record] = {}
    records_left, others_left = list(records), list(others)
    for alike in (_equal, _likeness, lambda _: ""):
        waiting: dict[str, list[Record]] = {}
        for other in others_left:
            waiting.setdefault(alike(other), []).append(other)
        for record in records_left:
            if same := waiting.get(alike(record)):
                partners[id(record)] = same.pop(0)
        taken = set(map(id, partners.values()))
        records_left = [record for record in records_left if id(record) not in partners]
        others_left = [other for other in others_left if id(other) not in taken]
        if not records_left or not others_left:
            break
    return [partners.get(id(record)) for record in records]


def _equal(record: Record) -> str:
    """Text that is the same for records that do not differ."""
    fields = fields_of(record).items()
    return json.dumps({k: v for k, v in fields if k == "score" or v != 0}, sort_keys=True)


def _likeness(record: Record) -> str:
    """Text that is the same for similar records: the name of a player, the outcome of a result."""
    if isinstance(record, rec.Player):
        return name_of(record)
    names = ("declarer", "contract", "result", "erased", "counter", "direction")
    return json.dumps([getattr(record, name, None) for name in names])


def _expand(
    groups: dict[Any, list[Record]],
    other_groups: dict[Any, list[Record]],
    sections: list[int | None],
) -> None:
    """Replace a record for all sections by one per section, if the other file has one for each."""
    sections_by_key: dict[Any, list[int | None]] = {}
    for kind, key in other_groups:
        if kind in _SHARED:
            sections_by_key.setdefault((kind, *key[1:]), []).append(key[0])
    for kind, key in [key for key in groups if key[0] in _SHARED]:
        sections_there = sections_by_key.get((kind, *key[1:]), [None])
        if key[0] is None and None not in sections_there:
            for record in groups.pop((kind, key)):
                for section in dict.fromkeys((*sections, *sections_there)):
                    copy = msgspec.structs.replace(record, section=section)
                    groups.setdefault((kind, identity(copy)), [copy])


def _groups(event: Event, by_pairs: set[Any]) -> dict[Any, list[Record]]:
    """Groups of records about the same thing, such as all entries of a corrected result.

    Results without a table or round in one of the files are matched by board and pairs in both.
    """
    groups: dict[Any, list[Record]] = {}
    for record in event:
        key: Any = identity(record)
        if key is None:
            key = key_of(record)
            key = key if key in by_pairs else event.place(record)
        groups.setdefault((type_name(record), key), []).append(record)
    return groups


def _without_place(event: Event) -> set[Any]:
    """The keys of results without a table or a round: their section, board and pairs."""
    results = (*event.of(rec.Result), *event.of(rec.Intermediate))
    return {key_of(r) for r in results if r.table is None or r.round is None} - {None}

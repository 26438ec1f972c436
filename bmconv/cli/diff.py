"""bmconv diff: what differs between two files, in terms of records."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import click
import msgspec

from bmconv import records as rec
from bmconv.cli.job import Job, complete_file, options
from bmconv.cli.join import records_in
from bmconv.event import Event
from bmconv.joining.fold import key_of
from bmconv.masking import masked
from bmconv.records import Record, identity, name_of, type_name

_SHARED = ("hand", "evaluation", "settings")
"""What may hold for all sections; the section is the first field of their keys."""


@options()
@click.command("diff")
@click.argument("a", shell_complete=complete_file)
@click.argument("b", shell_complete=complete_file)
@click.option("--json", "as_json", is_flag=True, help="the changes as one JSON array")
def command(job: Job, a: str, b: str, as_json: bool) -> int:
    """Show what differs between two files of any formats, record by record. Exit code 0: the same,
    1: different. FORMAT:FILE gives the format of a file that cannot be recognised.

    A hand or settings for all sections are the same as those of every section, and no number is the
    same as 0, unless it is a score. Results are compared by table, round and board; where one file
    does not have these, by board and pair numbers.

    \b
      bmconv diff night.bws night.jsonl
    """
    changes = list(compare(*(Event(records_in(file, job), job.notes) for file in (a, b))))
    if as_json:
        click.echo(json.dumps(masked(changes), indent=2, ensure_ascii=False))
    elif changes:
        for change in changes:
            click.echo(_line(change))
        click.echo(_summary(changes))
    return 1 if changes else 0


def compare(old: Event, new: Event) -> Iterator[dict[str, Any]]:
    """The changes from one event to another: removed, added, changed records."""
    by_pairs = _without_place(old) | _without_place(new)
    before, after = _groups(old, by_pairs), _groups(new, by_pairs)
    for own, other, event in ((before, after, old), (after, before, new)):
        _expand(own, other, [section.id for section in event.of(rec.Section)])
    for about, records in before.items():
        partners = _partners(records, after.get(about, []))
        for record, partner in zip(records, partners, strict=True):
            if partner is None:
                yield {"change": "removed", "place": old.place(record), "record": _fields(record)}
            elif fields := _changed(record, partner):
                yield {"change": "changed", "place": old.place(record), "fields": fields}
    for about, records in after.items():
        for record, partner in zip(records, _partners(records, before.get(about, [])), strict=True):
            if partner is None:
                yield {"change": "added", "place": new.place(record), "record": _fields(record)}


def _changed(record: Record, other: Record) -> dict[str, list[Any]]:
    """The fields in which two records differ, with both values."""
    was, now = _fields(record), _fields(other)
    names = [name for name in {**was, **now} if _differ(name, was.get(name), now.get(name))]
    return {name: [was.get(name), now.get(name)] for name in names}


def _partners(records: list[Record], others: list[Record]) -> list[Record | None]:
    """For each record of a group its partner in the other file: an equal one, or one much alike,
    or what is left, in order. The same whichever file is asked."""
    found: dict[int, Record] = {}
    left, right = list(records), list(others)
    for alike in (_equal, _likeness, lambda _: ""):
        waiting: dict[str, list[Record]] = {}
        for other in right:
            waiting.setdefault(alike(other), []).append(other)
        for record in left:
            if same := waiting.get(alike(record)):
                found[id(record)] = same.pop(0)
        taken = set(map(id, found.values()))
        left = [record for record in left if id(record) not in found]
        right = [other for other in right if id(other) not in taken]
        if not left or not right:
            break
    return [found.get(id(record)) for record in records]


def _equal(record: Record) -> str:
    """Text that is the same for records that do not differ."""
    fields = _fields(record).items()
    return json.dumps({k: v for k, v in fields if k == "score" or v != 0}, sort_keys=True)


def _likeness(record: Record) -> str:
    """Text that is the same for records that are probably of one thing: its name, its outcome."""
    if isinstance(record, rec.Player):
        return name_of(record)
    names = ("declarer", "contract", "result", "erased", "counter", "direction")
    return json.dumps([getattr(record, name, None) for name in names])


def _differ(name: str, was: Any, now: Any) -> bool:
    """Whether values differ; a database has 0 where others say nothing."""
    counts = name != "score" and {type(was), type(now)} <= {int, type(None)}
    return bool((was or 0) != (now or 0) if counts else was != now)


def _expand(
    own: dict[Any, list[Record]], other: dict[Any, list[Record]], sections: list[int | None]
) -> None:
    """What holds for all sections as one record for each, where the other file has it so."""
    theirs: dict[Any, list[int | None]] = {}
    for kind, about in other:
        if kind in _SHARED:
            theirs.setdefault((kind, *about[1:]), []).append(about[0])
    for kind, about in [key for key in own if key[0] in _SHARED]:
        found = theirs.get((kind, *about[1:]), [None])
        if about[0] is None and None not in found:
            for record in own.pop((kind, about)):
                for section in dict.fromkeys((*sections, *found)):
                    copy = msgspec.structs.replace(record, section=section)
                    own.setdefault((kind, identity(copy)), [copy])


def _groups(event: Event, by_pairs: set[Any]) -> dict[Any, list[Record]]:
    """Records by what they are about; some may be about the same, as those of a corrected result.

    Results whose place is not known in one of the files are told by board and pairs in both.
    """
    found: dict[Any, list[Record]] = {}
    for record in event:
        about: Any = identity(record)
        if about is None:
            about = key_of(record)
            about = about if about in by_pairs else event.place(record)
        found.setdefault((type_name(record), about), []).append(record)
    return found


def _without_place(event: Event) -> set[Any]:
    """Section, board and pairs of results that have no table or no round."""
    results = (*event.of(rec.Result), *event.of(rec.Intermediate))
    return {key_of(r) for r in results if r.table is None or r.round is None} - {None}


def _fields(record: Record) -> dict[str, Any]:
    made: dict[str, Any] = msgspec.to_builtins(record)
    return made


def _line(change: dict[str, Any]) -> str:
    if change["change"] == "changed":
        fields = ", ".join(
            f"{name} {_shown(masked(was, name))} -> {_shown(masked(now, name))}"
            for name, was, now in _parts(change["fields"])
        )
        return f"~ {change['place']}: {fields}"
    fields = ", ".join(
        f"{name} {_shown(masked(value, name))}"
        for name, value in change["record"].items()
        if name != "type"
    )
    return f"{'-' if change['change'] == 'removed' else '+'} {change['place']}: {fields}"


def _parts(fields: dict[str, list[Any]]) -> Iterator[tuple[str, Any, Any]]:
    """The values that differ, those of a map each by its own name."""
    for name, (was, now) in fields.items():
        if isinstance(was, dict) and isinstance(now, dict):
            for key in {**was, **now}:
                if was.get(key) != now.get(key):
                    yield key, was.get(key), now.get(key)
        else:
            yield name, was, now


def _summary(changes: list[dict[str, Any]]) -> str:
    counts = Counter(change["change"] for change in changes)
    what = ", ".join(f"{count} {change}" for change, count in counts.items())
    return f"{len(changes)} record{' differs' if len(changes) == 1 else 's differ'}: {what}"


def _shown(value: Any) -> str:
    return "nothing" if value is None else json.dumps(value, ensure_ascii=False)

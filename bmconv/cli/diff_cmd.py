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
from bmconv.cli.join_cmd import records_in
from bmconv.event import Event
from bmconv.masking import masked
from bmconv.records import Record, identity, type_name

_SHARED = ("hand", "evaluation", "settings")
"""What may hold for all sections; the section is the first field of their keys."""


@options()
@click.command("diff")
@click.argument("a", shell_complete=complete_file)
@click.argument("b", shell_complete=complete_file)
@click.option("--json", "as_json", is_flag=True, help="the changes as one JSON array")
def command(job: Job, a: str, b: str, as_json: bool) -> int:
    """Tell what differs between two files of any formats, record by record. Exit code 0: the same,
    1: different. FORMAT:FILE says the format of a file that does not tell it.

    A hand or settings for all sections are the same as those of every section, and no number is the
    same as 0, unless it is a score.

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
    before, after = _by_place(old), _by_place(new)
    for own, other, event in ((before, after, old), (after, before, new)):
        _expand(own, other, [section.id for section in event.of(rec.Section)])
    for about, record in before.items():
        if about not in after:
            yield {"change": "removed", "place": old.place(record), "record": _fields(record)}
            continue
        was, now = _fields(record), _fields(after[about])
        names = [name for name in {**was, **now} if _differ(name, was.get(name), now.get(name))]
        if names:
            fields = {name: [was.get(name), now.get(name)] for name in names}
            yield {"change": "changed", "place": old.place(record), "fields": fields}
    for about, record in after.items():
        if about not in before:
            yield {"change": "added", "place": new.place(record), "record": _fields(record)}


def _differ(name: str, was: Any, now: Any) -> bool:
    """Whether values differ; a database has 0 where others say nothing."""
    counts = name != "score" and {type(was), type(now)} <= {int, type(None)}
    return bool((was or 0) != (now or 0) if counts else was != now)


def _expand(own: dict[Any, Record], other: dict[Any, Record], sections: list[int | None]) -> None:
    """What holds for all sections as one record for each, where the other file has it so."""
    theirs: dict[Any, list[int | None]] = {}
    for kind, about, *_ in other:
        if kind in _SHARED:
            theirs.setdefault((kind, *about[1:]), []).append(about[0])
    for kind, about, *_ in list(own):
        found = theirs.get((kind, *about[1:]), [None]) if kind in _SHARED else [None]
        if about[0] is None and None not in found:
            record: Any = own.pop((kind, about))
            for section in dict.fromkeys((*sections, *found)):
                copy = msgspec.structs.replace(record, section=section)
                own.setdefault((kind, identity(copy)), copy)


def _by_place(event: Event) -> dict[Any, Record]:
    """Records by what they are about; those that are never joined also by their turn."""
    turns: Counter[Any] = Counter()
    found: dict[Any, Record] = {}
    for record in event:
        about: Any = (type_name(record), identity(record))
        if about[1] is None:
            about = (type_name(record), event.place(record))
            turns[about] += 1
            about = (*about, turns[about])
        found[about] = record
    return found


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

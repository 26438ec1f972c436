"""bmconv diff: what differs between two files, in terms of records."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from typing import Any

import click
import msgspec

from bmconv.cli.job import Job, complete_file, options
from bmconv.codecs import detect
from bmconv.convert import decode
from bmconv.event import Event
from bmconv.notes import Notes
from bmconv.records import Record, identity, type_name
from bmconv.source import open_source


@options()
@click.command("diff")
@click.argument("a", shell_complete=complete_file)
@click.argument("b", shell_complete=complete_file)
@click.option("--json", "as_json", is_flag=True, help="as JSON")
def command(job: Job, a: str, b: str, as_json: bool) -> int:
    """Tell what differs between two files of any formats, record by record. Exit code 0: the same,
    1: different.

    \b
      bmconv diff last.jsonl BMRData.txt
    """
    changes = list(compare(_event(a, job.notes), _event(b, job.notes)))
    if as_json:
        click.echo(json.dumps(changes, indent=2, ensure_ascii=False))
    else:
        for change in changes:
            click.echo(_line(change))
    return 1 if changes else 0


def compare(old: Event, new: Event) -> Iterator[dict[str, Any]]:
    """The changes from one event to another: removed, added, changed records."""
    before, after = _by_place(old), _by_place(new)
    for about, record in before.items():
        if about not in after:
            yield {"change": "removed", "place": old.place(record), "record": _fields(record)}
            continue
        was, now = _fields(record), _fields(after[about])
        if was != now:
            names = [name for name in {**was, **now} if was.get(name) != now.get(name)]
            fields = {name: [was.get(name), now.get(name)] for name in names}
            yield {"change": "changed", "place": old.place(record), "fields": fields}
    for about, record in after.items():
        if about not in before:
            yield {"change": "added", "place": new.place(record), "record": _fields(record)}


def _event(path: str, notes: Notes) -> Event:
    with open_source(path) as source:
        return Event(decode(source, detect(source), {}, notes), notes)


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
            f"{name} {_shown(a)} -> {_shown(b)}" for name, (a, b) in change["fields"].items()
        )
        return f"~ {change['place']}: {fields}"
    fields = ", ".join(
        f"{name} {_shown(value)}" for name, value in change["record"].items() if name != "type"
    )
    return f"{'-' if change['change'] == 'removed' else '+'} {change['place']}: {fields}"


def _shown(value: Any) -> str:
    return "nothing" if value is None else json.dumps(value, ensure_ascii=False)

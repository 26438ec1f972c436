"""Checks that nothing is lost silently when changed documents of the Data Connector are converted.

In a full document of an event of two sessions, one value is changed, left out or doubled, or gets
another type. The document is read as records and written again, directly or through a .bws. Where
the result differs from the document, a note caused by the change or the format's page must say so.

Longer runs: python -m tests.tools.fuzz_dto --count 5000 --seed 7
"""

import argparse
import copy
import json
import random
import re
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fnmatch import fnmatchcase
from functools import cache
from itertools import zip_longest
from typing import Any, NamedTuple, get_args, get_type_hints

from bmconv.codecs.dto.kinds import KINDS
from bmconv.connector.schema import DTO, DTOS, Bridgemate2SettingsDTO, Bridgemate3SettingsDTO
from bmconv.errors import BmconvError
from bmconv.notes import Note
from tests.helpers import full_dtos as full
from tests.helpers.coding import decode_bytes, encode_records
from tests.helpers.running import ROOT

TEXTS = (
    *(None, "", " ", "A", "B", "E", "Z", "a", "zz", "AB", "ZZZ", "0000", "+123", "12", "0", "A1"),
    *("30", "Ada Lind", "x" * 40, "AKQ", "1", "X" * 32, full.FRIDAY, full.SUNDAY, full.EVENT),
    full.FRIDAY.lower(),
)
NUMBERS = (
    *(0, 1, 2, 3, 4, 5, 7, 8, 10, 12, 13, 14, 15, 20, 40, 51, 61, 70, 99, 127, 255, 256, 1999),
    *(70000, -1, -2, -3, -10),
)
OTHER_TYPES = (None, [], {}, "x", 1.5, True)
"""Values of any type."""
ORDERED = ("ResultDTO", "TdCallDTO", "SessionDTO")
"""The DTOs in lists whose order matters."""
IDENTITY = (
    *("SessionGuid", "ScoringGroupNumber", "Letters", "SectionLetters", "RoundNumber"),
    *("TableNumber", "Direction", "PlayerNumber", "BoardNumber"),
)
"""The properties that identify a DTO in other lists, whose order does not matter."""


class Change(NamedTuple):
    """A document with one thing changed."""

    value: Any
    path: str
    description: str


class Difference(NamedTuple):
    """A property that came back with another value."""

    property: str
    """The DTO and the property: `RoundDTO.PairNS`."""
    path: str
    before: Any
    after: Any
    dto: dict[str, Any]
    """The DTO that had the value."""


class Trip(NamedTuple):
    """A document that was read and written again, with the notes."""

    value: Any
    notes: Counter[tuple[str, str, str, str]]
    refused: str = ""
    """Why it was not written."""


def of_both_sessions(part: Callable[[str], list[Any]]) -> list[Any]:
    """The DTOs of both sessions."""
    return [dto for guid in (full.FRIDAY, full.SUNDAY) for dto in part(guid)]


def _settings(kind: type) -> list[Any]:
    return of_both_sessions(lambda guid: full.settings(kind, guid))


DOCUMENTS: dict[str, Any] = {
    "init": full.init(),
    "add-session": full.add_session(),
    "results": of_both_sessions(full.results),
    "players": of_both_sessions(full.players),
    "participations": full.polled_seats(),
    "hands": of_both_sessions(full.hands),
    "bm2": _settings(Bridgemate2SettingsDTO),
    "bm3": _settings(Bridgemate3SettingsDTO),
    "section-update": [full.update("A"), full.update("E")],
    "scoring-groups": of_both_sessions(full.groups),
    "td-calls": of_both_sessions(full.td_calls),
}
"""A document of every kind."""


def directly(kind: str, value: Any) -> Trip:
    """A document of a kind, read and written again."""
    name = KINDS[kind].dto
    records, notes = decode_bytes(json.dumps(value).encode(), "dto", dto=name)
    try:
        text, more = encode_records(records, "dto", kind=kind, no_validate=True)
    except BmconvError as error:
        return Trip(None, _count(notes), str(error))
    back = json.loads(text)
    alone = isinstance(value, list) and not isinstance(back, list)
    return Trip([back] if alone else back, _count([*notes, *more]))


def through_bws(value: dict[str, Any]) -> Trip:
    """An event and its results, read, written as a .bws, read and written again."""
    text = b"\n".join(json.dumps(value[kind]).encode() for kind in ("init", "results"))
    records, notes = decode_bytes(text + b"\n", "dto")
    data, more = encode_records(
        records, "bws", evaluation=True, computer="desk", keep_triggers=True
    )
    notes += more
    back = {}
    for kind in ("init", "results"):
        records, read = decode_bytes(data, "bws")
        try:
            text, more = encode_records(records, "dto", kind=kind, no_validate=True)
        except BmconvError as error:
            return Trip(None, _count(notes), str(error))
        back[kind] = json.loads(text)
        notes += [*read, *more]
    return Trip(back, _count(notes))


def _count(notes: list[Note]) -> Counter[tuple[str, str, str, str]]:
    return Counter((note.code, note.place, note.text, note.what) for note in notes)


def change(document: Any, dice: random.Random) -> Change:
    """Make one change; its property is chosen before its place, so that rare ones get a turn."""
    value = copy.deepcopy(document)
    places = defaultdict(list)
    for holder, key, path in _places(value, "$"):
        places[re.sub(r"\[\d+\]", "[]", path)].append((holder, key, path))
    holder, key, path = dice.choice(places[dice.choice(sorted(places))])
    old, kind = holder[key], dice.random()
    if isinstance(holder, dict) and kind < 0.05:
        del holder[key]
        return Change(value, path, "left out")
    if isinstance(holder, dict) and kind < 0.06:
        holder[dice.choice(("Colour", key.lower()))] = "red"
        return Change(value, path, "with an unknown property")
    if kind < 0.07:
        holder[key] = dice.choice(OTHER_TYPES)
    elif isinstance(old, list) and old:
        at = dice.randrange(len(old))
        if kind < 0.4:
            old.append(copy.deepcopy(old[at]))
        elif kind < 0.8:
            del old[at]
        else:
            holder[key] = dice.choice(([], None))
        return Change(value, path, f"{len(old)} items, {at}")
    elif isinstance(old, dict):
        holder[key] = None
    else:
        holder[key] = _other_value(key, old, dice)
    return Change(value, path, f"{old!r:.40} -> {holder[key]!r:.40}")


def _other_value(key: str, old: object, dice: random.Random) -> Any:
    """Another value of the same type."""
    if isinstance(old, bool):
        return not old
    if isinstance(old, int):
        return dice.choice((*NUMBERS, old + 1, old - 1))
    return ["message"] if key == "ValidationMessages" else dice.choice(TEXTS)


def _places(value: Any, path: str) -> Iterator[tuple[Any, Any, str]]:
    """Every value in a document: the object or list that holds it, its key or index, its path."""
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
        at = f"{path}.{key}" if isinstance(value, dict) else f"{path}[{key}]"
        yield value, key, at
        if isinstance(inner, dict | list):
            yield from _places(inner, at)


@cache
def _inner_dtos(name: str) -> dict[str, str]:
    """The DTOs in the properties of a DTO."""
    inner = {}
    for key, hint in get_type_hints(DTOS[name]).items():
        for part in (hint, *get_args(hint)):
            for kind in (part, *get_args(part)):
                if isinstance(kind, type) and issubclass(kind, DTO):
                    inner[key] = kind.__name__
    return inner


def canonical(value: Any, dto: str) -> Any:
    """A document without differences that never matter: blanks around texts, order, duplicates."""
    if isinstance(value, dict):
        inner = _inner_dtos(dto) if dto else {}
        return {key: canonical(v, inner.get(key, "")) for key, v in value.items()}
    if isinstance(value, list):
        items = [canonical(item, dto) for item in value]
        if dto in ORDERED[:2]:
            return items
        unique = [item for at, item in enumerate(items) if item not in items[:at]]
        return unique if dto in ORDERED else sorted(unique, key=_identity)
    return value.strip() if isinstance(value, str) else value


def _identity(item: Any, *but: str) -> str:
    """The values that identify a DTO, without some properties, as text to sort by."""
    dto = item if isinstance(item, dict) else {}
    values = [dto.get(name) for name in IDENTITY if name not in but]
    return json.dumps([value or 0 if isinstance(value, str | int) else 0 for value in values])


def _subject(item: dict[str, Any]) -> str:
    """What identifies a DTO regardless of the round; for a hand also of the section, for a player
    of the session."""
    names = item.keys()  # any one of them can be left out
    if names & {"NorthSpades", "EastSpades"}:
        return _identity(item, "SectionLetters")
    is_player = names & {"FirstName", "LastName"} and not names & {"TableNumber", "Direction"}
    return _identity(item, "SessionGuid" if is_player else "RoundNumber")


def differences(before: Any, after: Any, dto: str, path: str = "$") -> list[Difference]:
    """The properties in which two canonical documents differ; null, 0, "" and false are equal."""
    found: list[Difference] = []
    _compare(before, after, dto, Difference(f"{dto}.", path, None, None, {}), found)
    return found


def _compare(a: Any, b: Any, dto: str, at: Difference, found: list[Difference]) -> None:
    """Append the differences of two values at a place to `found`."""
    if isinstance(a, dict) and isinstance(b, dict):
        inner = _inner_dtos(dto) if dto else {}
        for key in dict.fromkeys((*a, *b)):
            here = Difference(f"{dto}.{key}", f"{at.path}.{key}", None, None, a)
            _compare(a.get(key), b.get(key), inner.get(key, ""), here, found)
    elif isinstance(a, list) and isinstance(b, list):
        for number, (x, y) in enumerate(_aligned(a, b)):
            _compare(x, y, dto, at._replace(path=f"{at.path}[{number}]"), found)
    elif (a or b) and (a != b or type(a) is not type(b)):
        found.append(at._replace(before=a, after=b))


def _aligned(a: list[Any], b: list[Any]) -> list[tuple[Any, Any]]:
    """Pairs of the items of two lists that have the same subject; None where one has no partner."""
    if not all(isinstance(item, dict) for item in (*a, *b)):
        return list(zip_longest(a, b))
    waiting = defaultdict(list)
    for item in b:
        waiting[_subject(item)].append(item)
    pairs = [(x, (waiting[_subject(x)] or [None]).pop(0)) for x in a]
    return pairs + [(None, item) for items in waiting.values() for item in items]


@cache
def stated_changes(heading: str) -> list[tuple[str, list[str]]]:
    """Properties and values that come back changed, from the table below a heading of the page."""
    page = (ROOT / "formats" / "dto" / "README.md").read_text(encoding="utf-8")
    part = re.split(rf"^##+ {re.escape(heading)}$", page, flags=re.MULTILINE)[1]
    part = re.split(r"^##", part, flags=re.MULTILINE)[0]
    rows = []
    for line in part.splitlines():
        cells = [cell.strip() for cell in line.strip("|").split("|")]
        if line.startswith("| `"):
            values = [word.strip() for word in cells[1].split(",")]
            rows += [(name, values) for name in re.findall(r"`([^`]+)`", cells[0])]
    return rows


def is_stated(difference: Difference, headings: tuple[str, ...]) -> bool:
    """Whether the page says that this value comes back changed."""
    reasons = {"any", json.dumps(difference.before)}
    reasons |= {f"beside {name}" for name, value in difference.dto.items() if value}
    return any(
        fnmatchcase(difference.property, pattern) and not reasons.isdisjoint(values)
        for heading in headings
        for pattern, values in stated_changes(heading)
    )


PAGE = ("Documents there and back",)
PAGE_OF_BWS = (*PAGE, "Documents through a .bws")


class Way:
    """A document to change, and the way in which it is read and written again."""

    def __init__(self, kind: str) -> None:
        self.kind = kind
        self.document = full.for_bws() if kind == "bws" else DOCUMENTS[kind]
        self.headings = PAGE_OF_BWS if kind == "bws" else PAGE
        self.usual = self.trip(self.document)
        """The document unchanged, after its way."""
        self.known = {(d.path, str(d.after)) for d in self.differences(self.document, self.usual)}

    def trip(self, value: Any) -> Trip:
        """A document, read and written again."""
        return through_bws(value) if self.kind == "bws" else directly(self.kind, value)

    def change(self, dice: random.Random) -> Change:
        """The document with one change; of an event and its results, mostly in the event."""
        if self.kind != "bws":
            return change(self.document, dice)
        kind = "init" if dice.random() < 0.8 else "results"
        changed = change(self.document[kind], dice)
        path = f"{kind} {changed.path}"
        return changed._replace(value=self.document | {kind: changed.value}, path=path)

    def differences(self, value: Any, trip: Trip) -> list[Difference]:
        """Where the result differs from the document."""
        if self.kind != "bws":
            name = KINDS[self.kind].dto
            pair = (canonical(each, name) for each in (value, trip.value))
            return differences(*pair, name)
        found = []
        for kind in ("init", "results"):
            name = KINDS[kind].dto
            pair = (canonical(each[kind], name) for each in (value, trip.value))
            found += differences(*pair, name, f"$.{kind}")
        return found

    def judge(self, changed: Change) -> tuple[str, list[Difference]]:
        """What became of a changed document, and the differences that no note or page explains."""
        try:
            trip = self.trip(changed.value)
        except BmconvError:
            return "refused", []
        if trip.refused:
            return "not written", []
        found = [
            difference
            for difference in self.differences(changed.value, trip)
            if (difference.path, str(difference.after)) not in self.known
        ]
        if not found:
            return "same", []
        if trip.notes - self.usual.notes:
            return "noted", []
        unexplained = [
            difference for difference in found if not is_stated(difference, self.headings)
        ]
        return ("silent", unexplained) if unexplained else ("on the page", [])


def hunt(count: int, seed: int, kinds: tuple[str, ...]) -> tuple[Counter[str], list[str]]:
    """Try many changes, half of them in the first kind: outcomes, and unexplained differences."""
    dice, outcomes, silent = random.Random(seed), Counter[str](), list[str]()
    ways = {kind: Way(kind) for kind in kinds}
    for _ in range(count):
        way = ways[kinds[0] if dice.random() < 0.5 else dice.choice(kinds)]
        changed = way.change(dice)
        outcome, unexplained = way.judge(changed)
        outcomes[outcome] += 1
        for difference in unexplained[:3]:
            was = f"{difference.before!r:.60} -> {difference.after!r:.60}"
            silent.append(
                f"{way.kind} {changed.path}: {changed.description}: {difference.path}: {was}"
            )
    return outcomes, silent


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=5000)
    parser.add_argument("--seed", type=int, default=1)
    words = parser.parse_args()
    lost = []
    for kinds in (tuple(DOCUMENTS), ("bws",)):
        outcomes, silent = hunt(words.count, words.seed, kinds)
        print("through a .bws" if "bws" in kinds else "directly", dict(outcomes))
        lost += silent
    print(*lost, sep="\n")
    sys.exit(bool(lost))

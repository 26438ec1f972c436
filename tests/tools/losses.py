"""Checks that no format loses a value silently, for every field of every record.

In an event, one field of one record gets a usual or an unusual value. The event is written and read
again. A value that is then missing or changed must be named by a note that it caused, or in the
table of equivalences on the format's page. The cases come from the schema and the registry, so that
a new field or format is included at once.

python -m tests.tools.losses [FORMAT...]   prints what is lost silently
"""

import datetime
import re
import sys
from collections import Counter, deque
from collections.abc import Iterator
from fnmatch import fnmatchcase
from functools import cache
from itertools import zip_longest
from typing import Any, NamedTuple

from bmconv import records as rec
from bmconv.codecs import load
from bmconv.codecs.dto import KINDS
from bmconv.errors import BmconvError
from bmconv.notes import ERROR, Note, Notes
from bmconv.records import TYPES, Record, type_name
from bmconv.registry import OWN as FORMATS
from bmconv.rules import RECORDS, normalise
from bmconv.rules.fields import FIELDS, rules_of
from bmconv.rules.settings import SETTINGS
from bmconv.schema import RecordField, fields
from tests.helpers.coding import decode_bytes, encode_records
from tests.helpers.running import ROOT

CODES_OF_RULES = {rule.code for kind in FIELDS for rule in rules_of(kind).values()}
CODES_OF_RULES |= {setting.code for setting in SETTINGS} | {
    "setting-kind",
    "setting-twice",
    "guid-form",
}
"""The codes of the rule book, which every format can note."""

DAY = datetime.date(2026, 3, 12)
VALUES: dict[str, dict[str, Any]] = {
    "int": {
        "usual": 2,
        "0": 0,
        "1": 1,
        "negative": -3,
        "over 8 bits": 300,
        "over 16 bits": 70_000,
        "large": 2**31 - 1,
    },
    "float": {"usual": 12.5, "0": 0.0, "negative": -3.25, "small": 1e-7, "large": 1234567.875},
    "bool": {"true": True},
    "text": {
        "usual": "Oak",
        "empty": "",
        "blanks within": "Oak  tree",
        "blanks around": " Oak ",
        "digits": "007",
        "Latin": "Zoë Łuk",
        "other script": "Анна 王",
        "quotes": 'O\'Neil "Oak" \\',
        "separators": "a,b;c\td|e",
        "braces": "{a} [b] %c =1+1",
        "line end": "one\ntwo",
        "control character": "a\x07b\x1bc",
        "long": "word " * 80 + "end",
    },
    "date": {
        "usual": DAY,
        "day zero": datetime.date(1899, 12, 30),
        "early": datetime.date(150, 1, 2),
        "late": datetime.date(9999, 12, 31),
    },
    "time": {
        "usual": datetime.time(19, 30, 59),
        "midnight": datetime.time(0, 0),
        "fraction of a second": datetime.time(23, 59, 59, 750_000),
    },
    "datetime": {
        "usual": datetime.datetime(2026, 3, 12, 19, 30, 59),
        "midnight": datetime.datetime(2026, 3, 12),
        "fraction of a second": datetime.datetime(2026, 3, 12, 23, 59, 59, 750_000),
    },
}
"""Usual and unusual values by kind of field, each with its name in tables of equivalences."""

SHAPES: dict[str, dict[str, Any]] = {
    "extra": {
        "text": {"custom_x": "Oak é"},
        "number": {"custom_n": 7},
        "true": {"custom_flag": True},
        "fraction": {"custom_f": 0.5},
        "nested": {"custom_m": {"a": [1, {"b": "c"}]}},
        "odd name": {"a b": "c"},
    },
    "values": {
        "text": {"BM2PINcode": "0042"},
        "false": {"ShowResults": False},
        "number": {"MaximumResults": 3},
        "unknown": {"NoSuchSetting": 7},
        "odd kind": {"BM2PINcode": 42},
        "odd value": {"AutopoweroffTime": 9999},
    },
    "method": {
        "usual": {"name": "matchpoints", "scale": 2, "factor": "neuberg", "averages": "law"},
        "unknown": {"name": "oak", "elm": [1, {"b": "c"}]},
    },
    "tags": {"usual": [("Site", "Oak")], "own": [("Oak", 'a "b" é')], "name alone": [("Oak",)]},
    "sections": {
        "usual": [("1", "OptimumResultTable", ["a", "b"])],
        "own": [("1", "Oak", ["a", "b"])],
    },
    "comments": {"usual": [("1", "oak")], "odd": [("99.9", "a {b} }\nc")]},
    "names": {"usual": ["Oak", "Elm"], "odd": ["=1+1", "a, b / c", ""]},
    "directions": {"usual": ["N", "S"], "odd": ["a\tb"]},
    "lines": {"usual": ["one", "two"]},
}
"""Values of lists and maps, by the name of the field; a new field needs a line here."""

WRITTEN = [name for name, entry in FORMATS.items() if entry.writes]

USUAL_TEXTS: dict[str, Any] = {
    "contract": "4 S x",
    "result": "-2",
    "declarer": "N",
    "lead_card": "S10",
    "bid": "1NT",
    "card": "ST",
    "guid": "0123456789ABCDEF0123456789ABCDEF",
    "direction": "N",
    "letter": "A",
    "missing_side": "EW",
    "custom_boards": "1,2,5",
    "north": "AKQJT98765432...",
    "east": ".AKQJT98765432..",
    "south": "..AKQJT98765432.",
    "west": "...AKQJT98765432",
    "dealer": "N",
    "vulnerable": "EW",
    "ranking.direction": "NS",
}
"""The usual values of text fields that cannot hold any text."""

PLACE: dict[str, Any] = {"section": 1, "table": 1, "round": 1, "board": 1}
_WHOLE = {side: USUAL_TEXTS[side] for side in ("north", "east", "south", "west")}


def context() -> dict[str, Record]:
    """A record of each type: together a minimal event that every format can write."""
    play: dict[str, Any] = PLACE | {"pair_ns": 1, "pair_ew": 2}
    played = play | {"declarer": "N", "contract": "4 S", "score": 420}
    return {
        "event": rec.EventInfo(guid="F" * 32),
        "client": rec.Client(id=1, computer="Desk"),
        "session": rec.Session(id=1, guid=USUAL_TEXTS["guid"], name="Night", date=DAY),
        "scoring_group": rec.ScoringGroup(session=1, number=1, method=10),
        "section": rec.Section(
            id=1, letter="A", session=1, tables=1, winners=1, scoring_type=1, scoring_group=1
        ),
        "table": rec.Table(section=1, table=1, group=1),
        "round": rec.Round(
            **dict.fromkeys(("section", "table", "round", "ns_pair", "low_board", "high_board"), 1),
            ew_pair=2,
        ),
        "settings": rec.Settings(section=1, values={"ShowResults": True}),
        "player": rec.Player(number="17", name="Ada Lind"),
        "seat": rec.Seat(section=1, table=1, direction="N", number="17", name="Ada Lind"),
        "hand": rec.Hand(section=1, board=1, **_WHOLE),
        "evaluation": rec.Evaluation(section=1, board=1, north_spades=13),
        "game": rec.Game(board=1, tags=[("Event",), ("Site", "Hall")]),
        "result": rec.Result(id=1, **played, result="="),
        "intermediate": rec.Intermediate(id=2, **played),
        "bid": rec.Bid(id=1, **PLACE, counter=1, direction="N", bid="1S"),
        "card": rec.Card(id=1, **PLACE, counter=1, direction="N", card="SA"),
        "td_call": rec.TdCall(section=1, table=1, round=1),
        "library": rec.Library(folder="club", header="Club movements"),
        "movement": rec.Movement(library="club", number=7, title="Howell", tables=1, rounds=1),
        "movement_round": rec.MovementRound(
            library="club", movement=7, round=1, table=1, ns=1, ew=2, board_set=1
        ),
        "ranking": rec.Ranking(section=1, direction="NS", pair=1, names=["Ada", "Bo"], place=1),
    }


CONTEXT = context()
LAYOUT_TYPES = {"game"}
"""Types that decide how other records are written; an event has them only in their own cases."""


class Case(NamedTuple):
    """A record with a value in one field; the field * is a second record of the type."""

    kind: str
    field: str
    value: str
    """The name of the value."""
    record: Record

    def __str__(self) -> str:
        return f"{self.kind}.{self.field}: {self.value}"


def cases(kind: str) -> Iterator[Case]:
    """Every field of a type with every value, and a second record of the type."""
    for field in fields(kind):
        for name, value in _values(kind, field).items():
            yield Case(
                kind, field.attribute, name, with_value(CONTEXT[kind], field.attribute, value)
            )
    if TYPES[kind].key != ():  # there is one event only
        yield Case(kind, "*", "second", _second(CONTEXT[kind]))


def _values(kind: str, field: RecordField) -> dict[str, Any]:
    """The values for a field, by their names."""
    if field.kind == "json":
        return SHAPES[field.name]
    usual = USUAL_TEXTS.get(f"{kind}.{field.name}", USUAL_TEXTS.get(field.name))
    return VALUES[field.kind] | ({"usual": usual} if usual and field.kind == "text" else {})


def with_value(record: Record, field: str, value: Any) -> Record:
    """A record with another value in one field."""
    values = {name: getattr(record, name) for name in record.__struct_fields__}
    return type(record)(**values | {field: value})


def _second(record: Record) -> Record:
    """A record with another key: the next number or value in its last key fields."""
    names = [n for n in (record.key or ("id", "counter", "board")) if hasattr(record, n)]
    changing = [n for n in names if n not in ("session", "section", "library")] or names
    if type_name(record) == "evaluation":
        changing = ["board"]
    for name in changing[-2:] or ["table"]:
        step = {"N": "S", "NS": "EW", "17": "18", "club": "other", None: 5}
        old = getattr(record, name)
        record = with_value(record, name, old + 1 if isinstance(old, int) else step[old])
    return record


def options(format: str, kind: str) -> dict[str, Any]:
    """The options with which a format writes records of a type."""
    if format in ("csv", "parquet", "arrow"):
        return {"table": kind} if kind in load(format).info.holds else {}
    if format == "dto":
        names = (name for name, document in KINDS.items() if kind in document.types)
        return {"kind": next(names, "init"), "no_validate": True}
    return {"file": "header"} if (format, kind) == ("bridgegem", "library") else {}


class Trip(NamedTuple):
    """An event written and read back."""

    records: list[Record]
    notes: list[Note]
    refused: str = ""
    """Why it was not written."""
    unread: tuple[str, ...] = ()
    """The codes of the reader's errors, each for something that it skipped."""


def round_trip(format: str, event: list[Record], **options: Any) -> Trip:
    """Write an event and read it again; what the writer refuses is not lost silently."""
    try:
        data, notes = encode_records(event, format, **options)
    except BmconvError as error:
        return Trip([], [], str(error) or "refused")
    except Exception as error:
        return Trip([], [Note("bug", "bug", "", repr(error))])
    if not FORMATS[format].reads:
        return Trip([], [], "only written, for people")
    try:
        back, notes_of_reading = decode_bytes(data, format)
    except Exception as error:
        message = f"not read again: {error}"
        return Trip([], [*notes, Note("bug", "bug", "", message)], unread=("bug",))
    return Trip(
        back, notes, unread=tuple(note.code for note in notes_of_reading if note.level == ERROR)
    )


def event(format: str, *cases: Case, kind: str = "") -> list[Record]:
    """The context with the records of cases in place of its own; a second record is added."""
    kinds = {case.kind for case in cases} | {kind}
    records_by_type = {k: r for k, r in CONTEXT.items() if k not in LAYOUT_TYPES or k in kinds}
    if needs_no_context(format):
        records_by_type = {k: r for k, r in records_by_type.items() if k in kinds}
    records_by_type |= {case.kind: case.record for case in cases if case.field != "*"}
    seconds = [case.record for case in cases if case.field == "*"]
    return [with_value(r, "extra", r.extra) for r in (*records_by_type.values(), *seconds)]


@cache
def needs_no_context(format: str) -> bool:
    """Whether a format writes one type into a file, with a place for every field."""
    holds = load(format).info.holds
    return set(holds.values()) == {None} and holds.keys() >= TYPES.keys() - {"error"}


@cache
def usual_notes(format: str, kind: str) -> tuple[Counter[tuple[str, ...]], Counter[str]]:
    """The notes and the reader's errors that the context causes without any case."""
    done = round_trip(format, event(format, kind=kind), **options(format, kind))
    return Counter(map(_without_place, done.notes)), Counter(done.unread)


def _without_place(note: Note) -> tuple[str, ...]:
    return note.level, note.code, note.text, note.what


def silent_loss(format: str, case: Case) -> str | None:
    """What became of a value that was lost silently; None if it came back or was named."""
    done = round_trip(format, event(format, case), **options(format, case.kind))
    if (
        is_intact(done, case)
        or _second_is_back(format, case, done)
        or _is_noted(format, case, done)
        or is_stated(format, case)
    ):
        return None
    bug = next((note.text for note in done.notes if note.level == "bug"), "")
    back = _most_similar(done.records, case)
    if bug or back is None:
        return bug or "no record"
    if case.field != "*":
        return repr(getattr(back, case.field))
    differing = (n for n in back.__struct_fields__ if _differs(back, case.record, n))
    return "it came back with " + ", ".join(f"{n} {getattr(back, n)!r}" for n in differing)


def is_intact(done: Trip, case: Case) -> bool:
    """Whether a value came back; for a second record, whether its key came back."""
    if done.refused:
        return True
    back = _most_similar(done.records, case)
    if back is None:
        return False
    names = case.record.__struct_fields__ if case.field == "*" else (case.field,)
    key = case.record.key or ("section", "table", "round", "board", "counter")
    compared = [n for n in names if case.field != "*" or n in key]
    return not any(_differs(back, case.record, name) for name in compared)


def _second_is_back(format: str, case: Case, done: Trip) -> bool:
    """Whether a second record came back, except fields that the first one lost too."""
    first = Case(case.kind, "*", "first", CONTEXT[case.kind])
    alone = round_trip(format, event(format, kind=case.kind), **options(format, case.kind))
    before, back = _most_similar(alone.records, first), _most_similar(done.records, case)
    return (
        case.field == "*"
        and before is not None
        and back is not None
        and len(done.records) > len(alone.records)
        and all(
            getattr(before, name) is None or not _differs(back, case.record, name)
            for name in case.record.key or ()
        )
    )


def _most_similar(back: list[Record], case: Case) -> Record | None:
    """The record of the case's type that has the most fields in common with it."""
    of_type = [r for r in back if type_name(r) == case.kind]
    names = case.record.__struct_fields__
    return max(
        of_type,
        key=lambda r: sum(not _differs(r, case.record, n) for n in names),
        default=None,
    )


def _differs(back: Record, record: Record, name: str) -> bool:
    return (getattr(back, name) or None) is not (getattr(record, name) or None) and (
        getattr(back, name) != getattr(record, name)
        or type(getattr(back, name)) is not type(getattr(record, name))
    )


def _is_noted(format: str, case: Case, done: Trip) -> bool:
    """Whether a note names the loss: the field, the type, or by a code of the format's page.

    If the reader reported an error, a note of the writer must have said that it cannot be read.
    """
    usual, unread = usual_notes(format, case.kind)
    new_notes = Counter(map(_without_place, done.notes)) - usual
    documented = codes_on_page(format) - {"field-lost", "record-lost"}
    skipped = Counter(done.unread) - unread
    return _names_the_loss(case, done) or any(
        code in documented and (not skipped or "cannot be read" in text)
        for _, code, text, _ in new_notes
    )


def _names_the_loss(case: Case, done: Trip) -> bool:
    """Whether a note names the field, or the record if no record of the type came back."""
    gone = all(type_name(record) != case.kind for record in done.records)
    for note in done.notes:
        if note.code == "field-lost" and note.what.startswith(f"{case.kind}.{case.field} "):
            return True
        if note.code == "record-lost" and note.what.startswith(f"{case.kind} record"):
            return True
        if gone and note.level != "bug" and f"{note.place} ".startswith(f"{case.kind} "):
            return True
    return False


def is_faulty(case: Case) -> bool:
    """Whether the rule book does not know this value, so that every reader notes it."""
    notes = Notes()
    deque(normalise([with_value(case.record, "extra", case.record.extra)], RECORDS, notes), 0)
    return bool(notes.lines())


@cache
def _page(format: str) -> str:
    return (ROOT / "formats" / format / "README.md").read_text(encoding="utf-8")


def _rows(format: str, title: str) -> list[list[str]]:
    """The rows of the tables in a section of a page, without their headers."""
    part = _page(format).partition(f"\n## {title}\n")[2].split("\n## ")[0]
    lines = [line for line in part.splitlines() if line.startswith("|")]
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in lines]
    return [row for row in rows if not row[0].startswith("---")]


@cache
def codes_on_page(format: str) -> set[str]:
    """The codes in a page's table of notes, and those that all formats share."""
    first = {word for row in _rows(format, "Notes") for word in re.findall(r"[\w-]+", row[0])}
    return first | {"character-replaced", "value-replaced", "section-rekeyed", *CODES_OF_RULES}


@cache
def equivalences(format: str) -> list[tuple[str, list[str]]]:
    """Patterns of fields, each with the names of values, from a page's table of equivalences."""
    stated = []
    for named, values, *_ in _rows(format, "Equivalences")[1:]:
        for pattern in re.findall(r"[\w*.\[\]]+", named):
            stated.append((pattern, [v.strip() for v in values.split(",")]))
    return stated


def is_stated(format: str, case: Case) -> bool:
    """Whether a page says that this value comes back changed or not at all."""
    for pattern, values in (*equivalences(format), *equivalences("records")):
        if fnmatchcase(f"{case.kind}.{case.field}", pattern) and (
            values == ["any"] or case.value in values
        ):
            return True
    return False


def silent_losses(format: str) -> dict[str, dict[str, str]]:
    """Fields that a format loses silently: the values, and what became of them."""
    losses: dict[str, dict[str, str]] = {}
    for case in suspects(format):
        if (became := silent_loss(format, case)) is not None:
            losses.setdefault(f"{case.kind}.{case.field}", {})[case.value] = became
    return losses


def refused_oddities(format: str) -> list[str]:
    """Invalid values that readers keep with a note, but that a format's writer refuses.

    Each is tried alone, and with a usual record of its type so that there is something to write.
    Key fields are left out, because their values may make an event that the format cannot hold.
    """
    refused = []
    for case in (case for kind in TYPES if kind != "error" for case in cases(kind)):
        key_fields = {"*", "section", *(TYPES[case.kind].key or ())}
        if case.field in key_fields or not _is_worth_trying(format, case) or not is_faulty(case):
            continue
        others = [other for other in cases(case.kind) if other.field == "*"]
        format_options = options(format, case.kind)
        problem = _refusal(format, event(format, case), **format_options)
        if problem and (
            problem := _refusal(format, event(format, case, *others), **format_options)
        ):
            refused.append(f"{case}: {problem}")
    return refused


def _refusal(format: str, sent: list[Record], **options: Any) -> str:
    """The error when a format writes an event from a reader; "" if there is none."""
    for record in sent:
        if isinstance(record, rec.Section):
            record.winners = 2  # the only value that some formats hold
    try:
        encode_records(list(normalise(sent, RECORDS, Notes())), format, **options)
    except Exception as error:
        return f"{type(error).__name__}: {error}"
    return ""


def suspects(format: str) -> Iterator[Case]:
    """The cases that must be tried one at a time.

    Most values come back, or are named by a note, when many cases are tried in one event.
    """
    rows: dict[str, list[list[Case]]] = {}
    for kind in (kind for kind in TYPES if kind != "error"):
        cases_of_kind = [case for case in cases(kind) if _is_worth_trying(format, case)]
        if needs_no_context(format):
            yield from _changed_in_sequence(format, cases_of_kind)
            continue
        alone = {"*", *(TYPES[kind].key or ())}
        yield from (case for case in cases_of_kind if case.field in alone)
        together = [case for case in cases_of_kind if case.field not in alone]
        rows.setdefault(repr(options(format, kind)), []).append(together)
    for columns in rows.values():
        for row in zip_longest(*columns):
            group = [case for case in row if case]
            done = round_trip(format, event(format, *group), **options(format, group[0].kind))
            yield from (
                case
                for case in group
                if done.refused or not (is_intact(done, case) or _names_the_loss(case, done))
            )


def _changed_in_sequence(format: str, cases: list[Case]) -> list[Case]:
    """The cases of one type whose records, written into one file, do not come back unchanged."""
    kind = cases[0].kind
    sent = [with_value(case.record, "extra", case.record.extra) for case in cases]
    done = round_trip(format, sent, **options(format, kind))
    if done.refused or len(done.records) != len(sent):
        return cases
    pairs = zip(cases, done.records, strict=True)
    return [case for case, back in pairs if not is_intact(Trip([back], []), case)]


def _is_worth_trying(format: str, case: Case) -> bool:
    """Whether to try a value: if the format does not hold the field, usual values are enough."""
    holds = load(format).info.holds
    if case.kind in holds and (holds[case.kind] is None or case.field in (holds[case.kind] or ())):
        return True
    return case.value in ("usual", "0", "true", "text", "second")


def lines(format: str) -> list[str]:
    """What a format loses silently, a line for each field."""
    return [
        f"{format} {field}: " + "; ".join(f"{value} -> {now}" for value, now in values.items())
        for field, values in silent_losses(format).items()
    ]


def main() -> None:
    """Print what each format loses silently."""
    for format in sys.argv[1:] or WRITTEN:
        if format not in WRITTEN or not (ROOT / "formats" / format / "README.md").exists():
            sys.exit(
                f"{format}: it needs an entry in bmconv/registry.py and formats/{format}/README.md"
            )
        for line in lines(format) or [f"{format}: nothing is lost silently"]:
            print(line)


if __name__ == "__main__":
    main()

"""JSON Schema of what the commands `apply`, `check` and `missing` print with --json, and of the
lines of --notes."""

from typing import Any, Literal

import msgspec
from msgspec import UNSET, Struct, UnsetType

from bmconv import __version__
from bmconv.rules.schemas import DIALECT


class WrittenChange(Struct):
    """A row that `bws apply` has changed, or would change in a dry run."""

    change: Literal["add", "change", "remove", "add column"]
    table: str
    place: str
    cells: dict[str, tuple[Any, Any]]
    """The old and the new value of each column that differs."""


class RefusedChange(Struct):
    """A reason why `bws apply` writes nothing."""

    refused: str
    """A stable code."""
    place: str
    message: str
    remedy: str
    """What can be done about it: `try again`, `never` or `needs OPTION`."""


class NewWarning(Struct):
    """A finding of `check` that is due to the changes of `bws apply`."""

    warning: str
    """The rule of `check`."""
    place: str
    message: str


class BrokenRule(Struct):
    """A place where an event breaks a rule."""

    level: Literal["error", "warning", "info"]
    rule: str
    place: str
    message: str
    value: str | int


class IncompleteTable(Struct):
    """The boards without a result at a table in a round."""

    section: int
    letter: str
    table: int
    round: int
    boards: list[int]


class PairWithoutResults(Struct):
    """A pair that has no result at all."""

    section: int
    letter: str
    pair: int
    taken_as_missing: bool
    direction: str | UnsetType = UNSET
    command: str | UnsetType = UNSET
    """The command that declares the pair missing."""


class MissingResults(Struct):
    """The results still to come."""

    expected: int
    entered: int
    missing: int
    tables: list[IncompleteTable]
    absent: list[PairWithoutResults] | UnsetType = UNSET


class NoteLine(Struct):
    """A line of --notes: a note, a finding of `check`, or the error that ended the command."""

    level: Literal["error", "loss", "repair", "warning", "info"]
    code: str
    place: str
    message: str
    count: int | UnsetType = UNSET
    """The number of things that a note counts; 1 if absent."""
    type: Literal["error"] | UnsetType = UNSET
    """Present if nothing was done because of this error."""
    remedy: str | UnsetType = UNSET
    """What can be done about such an error: `try again`, `never` or `needs OPTION`."""


class Failure(Struct, tag="error"):
    """The error record that a command prints when it cannot give its answer."""

    code: str
    message: str
    place: str | UnsetType = UNSET


ANSWERS: dict[str, tuple[type[Struct], ...]] = {
    "apply": (WrittenChange, NewWarning, RefusedChange),
    "check": (BrokenRule,),
    "missing": (MissingResults,),
    "notes": (NoteLine,),
}
"""The objects that each command prints, and the objects in the lines of --notes."""
SINGLE = ("missing", "notes")
"""Answers that are a single object; the others are an array of objects."""


def answer_schema(command: str) -> dict[str, Any]:
    """The schema of what a command prints with --json, which can be an error record instead."""
    failures = () if command == "notes" else (Failure,)
    (*items, last), definitions = msgspec.json.schema_components(
        (*ANSWERS[command], *failures), ref_template="#/$defs/{name}"
    )
    for definition in definitions.values():
        if remedy := definition["properties"].get("remedy"):
            remedy["pattern"] = "^(try again|never|needs .+)$"
    one = {"anyOf": items} if len(items) > 1 else (*items, last)[0]
    schema = one if command in SINGLE else {"type": "array", "items": one}
    if failures:
        schema = {"anyOf": [schema, last]}
    head = {"$schema": DIALECT, "$id": f"urn:bmconv:{__version__}:answer:{command}"}
    return {**head, **schema, "$defs": definitions}

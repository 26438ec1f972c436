"""The JSON Schemas of the records accept what bmconv writes; strict ones only what is valid."""

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from bmconv import __version__
from bmconv.io.stream import encode
from bmconv.records import TYPES
from bmconv.rules import RECORDS, judge
from bmconv.rules.schemas import json_schema
from tests.helpers.running import ROOT, quick
from tests.rules.test_book import CASES

jsonschema = pytest.importorskip("jsonschema", exc_type=ImportError)

SAMPLES = sorted(ROOT.glob("formats/*/samples/*.jsonl"))


@cache
def validator(kind: str | None = None, *, strict: bool = False) -> Any:
    schema = json_schema(kind, strict=strict)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_what_is_written_is_accepted(path: Path):
    any_record = validator()
    by_type = {kind: validator(kind) for kind in TYPES}
    shapes = set()  # the schema of any record is slow: every set of fields once
    for line in path.read_text("utf-8").splitlines():
        record = json.loads(line)
        if (shape := (record["type"], *record)) not in shapes:
            shapes.add(shape)
            assert list(any_record.iter_errors(record)) == []
        assert list(by_type[record["type"]].iter_errors(record)) == []


def test_a_strict_schema_accepts_exactly_what_the_book_calls_right():
    strict = {kind: validator(kind, strict=True) for kind in TYPES}
    for case in CASES:
        if case.rule.size or case.rule.code == "odd-remark":
            continue  # any text is valid; of remarks some have another spelling
        verdict = judge(case.kind, case.name, case.value, RECORDS)
        right = not verdict.code and type(verdict.value) is type(case.value)
        right = right and verdict.value == case.value
        accepted = strict[case.kind].is_valid(json.loads(encode(case.record())))
        assert accepted == right, case


@pytest.mark.parametrize("strict", [False, True])
def test_a_record_for_apply_can_name_fields_to_be_emptied(strict: bool):
    seat = {"type": "seat", "section": 1, "table": 2, "direction": "N"}
    for kind in (None, "seat"):
        schema = validator(kind, strict=strict)
        assert schema.is_valid(seat | {"clear": ["name"]})
        assert not schema.is_valid(seat | {"clear": ["nickname"]})


def test_a_schema_names_itself_and_its_version():
    done = quick("formats", "records", "--schema", "section", "--strict")
    schema = json.loads(done.out)
    assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"
    assert schema["$id"] == f"urn:bmconv:{__version__}:section:strict"
    winners = schema["$defs"]["Section"]["properties"]["winners"]
    assert winners["anyOf"][0] == {"type": "integer", "minimum": 0, "maximum": 2}


WORDS = {
    *("$schema", "$id", "$ref", "$defs", "title", "description", "default"),
    *("type", "enum", "const", "anyOf", "oneOf", "pattern", "minimum", "maximum"),
    *("properties", "required", "additionalProperties"),
    *("items", "prefixItems", "minItems", "maxItems"),
}
"""Words of JSON Schema that validators know without an add-on; so `format` is not among them."""


def words_of(schema: Any) -> set[str]:
    """All keywords of a schema; names of properties and definitions are none."""
    if isinstance(schema, list):
        return set().union(*map(words_of, schema))
    if not isinstance(schema, dict):
        return set()
    words = set(schema)
    for word, part in schema.items():
        if word in ("properties", "$defs"):
            words = words.union(*map(words_of, part.values()))
        elif word not in ("default", "const", "enum"):
            words |= words_of(part)
    return words


@pytest.mark.parametrize(
    "words",
    [
        ("records", "--schema"),
        ("records", "--schema", "--strict"),
        *(("records", "--schema", kind, "--strict") for kind in TYPES),
        *(("--schema", answer) for answer in ("apply", "check", "missing")),
        *(("dto", "--schema", *name) for name in ((), ("ResultDTO",), ("InitDTO",))),
    ],
    ids=" ".join,
)
def test_a_schema_has_only_words_of_json_schema(words: tuple[str, ...]):
    schema = json.loads(quick("formats", *words).out)
    jsonschema.Draft202012Validator.check_schema(schema)
    assert words_of(schema) - WORDS == set()
    assert schema["$id"].startswith(f"urn:bmconv:{__version__}:")


def test_dates_and_times_are_told_from_other_text():
    schema = validator("result")
    result = {"type": "result", "date": "2026-11-19", "time": "19:30:00"}
    assert schema.is_valid(result)
    assert not schema.is_valid({**result, "date": "19.11.2026"})
    assert not schema.is_valid({**result, "time": "half past seven"})


def test_one_schema_describes_every_data_transfer_object():
    schema = json.loads(quick("formats", "dto", "--schema").out)
    result = {**schema, "anyOf": [{"$ref": "#/$defs/ResultDTO"}]}
    valid = jsonschema.Draft202012Validator(result).is_valid
    assert (valid({"BoardNumber": 7}), valid({"BoardNumber": "7"})) == (True, False)
    assert not jsonschema.Draft202012Validator(schema).is_valid(7)

"""What apply, check and missing print with --json has a JSON Schema."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.running import ROOT, quick
from tests.helpers.simulated_event import event, write

jsonschema = pytest.importorskip("jsonschema", exc_type=ImportError)

NIGHT = ROOT / "formats/bws/samples/night.bws"


def problems(command: str, answer: bytes) -> list[Any]:
    """What the schema of a command does not accept, unknown keys included."""
    schema = json.loads(quick("formats", "--schema", command).out)
    for definition in schema["$defs"].values():
        definition["additionalProperties"] = False
    jsonschema.Draft202012Validator.check_schema(schema)
    return list(jsonschema.Draft202012Validator(schema).iter_errors(json.loads(answer)))


@pytest.mark.parametrize(
    ("record", "key"),
    [
        ({"type": "round", "section": 1, "table": 1, "round": 3, "low_board": 7}, "refused"),
        ({"type": "section", "id": 1, "missing_pair": 2}, "change"),
        ({"type": "settings", "values": {"ShowResults": False}}, "change"),
        ({"type": "table", "section": 1, "table": 4, "update_from_round": 999}, "change"),
        ({"type": "table", "section": 9, "table": 4, "update_from_round": 3}, "refused"),
        ({"type": "section", "id": 1, "letter": "C"}, "refused"),
    ],
)
def test_changes_and_refusals_of_apply(tmp_path: Path, record: dict, key: str) -> None:
    path = write(tmp_path / "night.bws", event(settings={"ShowResults": True}))
    done = quick("bws", "apply", path, "--json", "-q", stdin=json.dumps(record).encode())
    assert problems("apply", done.out) == []
    assert {key in item or "warning" in item for item in json.loads(done.out)} == {True}


def test_findings_of_check(tmp_path: Path) -> None:
    path = write(tmp_path / "night.bws", event())
    for source in (NIGHT, path):
        done = quick("check", source, "--json", "-q")
        assert problems("check", done.out) == []
    assert json.loads(done.out)


def test_results_that_are_missing(tmp_path: Path) -> None:
    before = write(tmp_path / "before.bws", event())
    one = quick("select", NIGHT, "--board", "1").out
    for done in (
        quick("missing", NIGHT, "--json"),
        quick("missing", before, "--json"),
        quick("missing", "--json", stdin=one),
    ):
        assert problems("missing", done.out) == []


@pytest.mark.parametrize("command", ["apply", "check", "missing"])
def test_another_answer_is_not_accepted(command: str) -> None:
    assert problems(command, b'[{"level": "grave"}]')

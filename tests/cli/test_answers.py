"""The outputs of apply, check and missing with --json, and lines of --notes, have JSON Schemas."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests.helpers.running import ROOT, quick, run
from tests.helpers.simulated_event import event, write

jsonschema = pytest.importorskip("jsonschema", exc_type=ImportError)

NIGHT = ROOT / "formats/bws/samples/night.bws"


def problems(command: str, answer: bytes) -> list[Any]:
    """The errors that a schema of answers finds in one, unknown keys included."""
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
def test_changes_and_refusals_of_apply_fit_the_schema(
    tmp_path: Path, record: dict, key: str
) -> None:
    path = write(tmp_path / "night.bws", event(settings={"ShowResults": True}))
    done = quick("bws", "apply", path, "--json", "-q", stdin=json.dumps(record).encode())
    assert problems("apply", done.out) == []
    assert {key in item or "warning" in item for item in json.loads(done.out)} == {True}


def test_findings_of_check_fit_the_schema(tmp_path: Path) -> None:
    path = write(tmp_path / "night.bws", event())
    for source in (NIGHT, path):
        done = quick("check", source, "--json", "-q")
        assert problems("check", done.out) == []
    assert json.loads(done.out)


def test_missing_results_fit_the_schema(tmp_path: Path) -> None:
    before = write(tmp_path / "before.bws", event())
    one = quick("select", NIGHT, "--board", "1").out
    for done in (
        quick("missing", NIGHT, "--json"),
        quick("missing", before, "--json"),
        quick("missing", "--json", stdin=one),
    ):
        assert problems("missing", done.out) == []


@pytest.mark.parametrize(
    ("words", "code", "error", "place"),
    [
        (("check",), 3, "bad-input", "text.bws"),
        (("missing",), 3, "bad-input", "text.bws"),
        (("info",), 3, "bad-input", "text.bws"),
        (("diff", NIGHT), 3, "bad-input", "text.bws"),
        (("connector", "validate"), 3, "bad-input", "text.bws"),
        (("check", "absent.bws"), 2, "usage", None),
    ],
)
def test_a_command_that_fails_gives_an_error_record_as_its_answer(
    tmp_path: Path, words: tuple[Any, ...], code: int, error: str, place: str | None
) -> None:
    (tmp_path / "text.bws").write_text("no database\n")
    done = run(*words, "text.bws", "--json", "--notes", "notes.jsonl", cwd=tmp_path)
    record = json.loads(done.out)
    assert (done.code, record["type"], record["code"]) == (code, "error", error), done
    assert f"bmconv: {record['message']}" in done.err
    if place:
        assert record["place"].startswith(place)
        note = json.loads((tmp_path / "notes.jsonl").read_text().splitlines()[-1])
        assert note == {"level": "error", **record, "remedy": "never"}
        assert problems("notes", json.dumps(note).encode()) == []


@pytest.mark.parametrize("command", ["check", "missing", "apply"])
@pytest.mark.parametrize(
    ("words", "error", "place"),
    [
        (["absent.bws"], "file-trouble", "absent.bws"),
        (["absent.bws", "--nosuch"], "usage", ""),
    ],
)
def test_the_schema_of_an_answer_accepts_the_failure_that_replaces_it(
    tmp_path: Path, command: str, words: list[str], error: str, place: str
) -> None:
    prefix = ["bws"] if command == "apply" else []
    done = run(*prefix, command, *words, "--json", cwd=tmp_path, stdin=b'{"type":"section","id":1}')
    answer = json.loads(done.out)
    failure = answer[0] if isinstance(answer, list) else answer
    assert failure.get("code", failure.get("refused")) == error, done
    assert failure.get("place", "") == place
    assert problems(command, done.out) == []


def test_the_notes_of_a_refused_change_have_its_record_and_remedy(tmp_path: Path) -> None:
    path = write(tmp_path / "night.bws", event())
    for line in ('{"type":"score"}', '{"type":"section","id":7,"missing_pair":3}'):
        notes = tmp_path / "notes"
        words = ("bws", "apply", path, "--json", "--notes", notes)
        (item,) = json.loads(quick(*words, stdin=line.encode()).out)
        last = notes.read_text().splitlines()[-1]
        assert problems("notes", last.encode()) == []
        item["code"] = item.pop("refused")
        assert json.loads(last) == {"level": "error", "type": "error", **item}


def test_an_error_among_several_files_or_documents_is_in_the_answer(tmp_path: Path) -> None:
    (tmp_path / "text.bws").write_text("no database\n")
    done = quick("info", "--json", tmp_path / "text.bws", NIGHT)
    first, second = json.loads(done.out)
    assert (first["type"], first["code"], second["format"]) == ("error", "bad-input", "bws")
    init = quick("to", "dto", "--kind", "init", "--no-validate", NIGHT).out.strip()
    bad = init.replace(b'"Commands":', b'"Commands":"x","c":')
    done = quick("connector", "validate", "--json", stdin=init + b"\n" + bad + b"\n")
    first, second = map(json.loads, done.out.splitlines())
    assert (first["dto"], second["type"], second["place"]) == (
        "InitDTO",
        "error",
        "stdin:2: $.Commands",
    )


def test_notes_contain_the_reason_why_apply_and_poll_fail(tmp_path: Path) -> None:
    absent = tmp_path / "absent.bws"
    for words in (("apply", absent, NIGHT), ("poll", absent)):
        assert quick("bws", *words, "--notes", tmp_path / "notes").code == 4
        (note,) = map(json.loads, (tmp_path / "notes").read_text().splitlines())
        assert (note["level"], note["code"]) == ("error", "file-trouble")
        assert (note["place"], note["remedy"]) == (str(absent), "never")


@pytest.mark.parametrize("command", ["apply", "check", "missing", "notes"])
def test_the_schema_rejects_another_answer(command: str) -> None:
    assert problems(command, b'[{"level": "grave"}]')

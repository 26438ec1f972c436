"""Patterns in names of input files, which shells on Windows do not expand."""

import json

import pytest

from tests.helpers.running import quick

NIGHT = '{"type":"session","id":1,"name":"%s"}\n'


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    """A folder with two nights; the name of one looks like a pattern that matches the other."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("bmconv.cli.job.EXPANDS", True)
    for name in ("night[1].jsonl", "night1.jsonl"):
        (tmp_path / name).write_text(NIGHT % name)


def session_names(*words: str) -> list[str]:
    """The names of the sessions that a command prints."""
    done = quick(*words)
    assert (done.code, done.err) == (0, "")
    return [json.loads(line)["name"] for line in done.out.splitlines()]


def test_brackets_are_not_patterns():
    assert session_names("select", "night[1].jsonl") == ["night[1].jsonl"]
    assert session_names("select", "night?.jsonl") == ["night1.jsonl"]
    assert session_names("select", "night[1]*.jsonl") == ["night[1].jsonl"]


def test_a_pattern_is_replaced_by_the_files_it_matches():
    files = json.loads(quick("info", "--json", "n*.jsonl").out)
    assert [file["file"] for file in files] == ["night1.jsonl", "night[1].jsonl"]


@pytest.mark.parametrize(
    ("pattern", "code", "message"),
    [
        ("n*.jsonl", 2, "n*.jsonl: 2 files match: night1.jsonl, night[1].jsonl; name one of them"),
        ("m*.jsonl", 4, "m*.jsonl: no file matches"),
    ],
)
def test_a_pattern_for_one_file_must_match_exactly_one(pattern, code, message):
    done = quick("select", pattern)
    assert (done.code, done.err) == (code, f"bmconv: {message}\n")


def test_every_command_takes_patterns_for_its_inputs():
    assert quick("diff", "night?.jsonl", "night[1]*.jsonl").code == 1
    done = quick("bws", "schema", "night?.jsonl")
    assert done.err.startswith("bmconv: night1.jsonl: ")


def test_values_of_arguments_are_not_expanded(monkeypatch):
    monkeypatch.setenv("USERNAME", "somebody")
    words = ("set", "-q", "night?.jsonl", "session.name=$USERNAME *")
    assert session_names(*words) == ["$USERNAME *"]

"""Completion in PowerShell: the requests of its script, and the answers of bmconv.

The scripts of other shells are run in test_help.py; PowerShell is not installed here.
"""

import os

import pytest

from tests.helpers.running import run


def completions(words: str, incomplete: str) -> list[str]:
    """The completions after some words, requested as the script does."""
    variables = {"_BMCONV_COMPLETE": "powershell_complete", "COMP_WORDS": words.replace(" ", "\n")}
    if incomplete:  # PowerShell removes a variable that is set to an empty text
        variables["COMP_CWORD"] = incomplete
    done = run(env=os.environ | variables)
    assert done.err == ""
    return [line.split("\t")[1] for line in done.out.decode().split("\n") if line]


@pytest.mark.parametrize(
    ("words", "incomplete", "expected"),
    [
        ("bmconv an", "an", ["anonymise"]),
        (".\\bmconv.cmd bws up", "up", ["upgrade"]),
        ("bmconv to bmp", "bmp", ["bmpnums"]),
        ("bmconv rank --met", "--met", ["--method"]),
        ("bmconv completion", "", ["bash", "zsh", "fish", "powershell"]),
    ],
)
def test_powershell_gets_the_words_that_complete_the_line(words, incomplete, expected):
    assert completions(words, incomplete) == expected


def test_the_script_runs_the_command_as_it_was_typed():
    """So `.\\bmconv` works too, which is not in the Path."""
    script = run("completion", "powershell").out.decode()
    calls = [line for line in script.split("\n") if line.endswith(" | ForEach-Object {")]
    assert calls == ["    & $line.GetCommandName() | ForEach-Object {"]
    assert script.count("-CommandName bmconv ") == 1


def test_powershell_completes_file_names_itself():
    done = run(
        env=os.environ
        | {"_BMCONV_COMPLETE": "powershell_complete", "COMP_WORDS": "bmconv\nrank\nni"}
        | {"COMP_CWORD": "ni"}
    )
    assert done.out == b"file\tni\tni\n"


def test_every_line_has_a_type_a_value_and_a_help_text():
    done = run(env=os.environ | {"_BMCONV_COMPLETE": "powershell_complete", "COMP_WORDS": "bmconv"})
    lines = [line.split("\t") for line in done.out.decode().split("\n") if line]
    assert {len(line) for line in lines} == {3}
    assert ["plain", "rank"] in [line[:2] for line in lines]

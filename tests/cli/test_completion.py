"""Completion in PowerShell: what its script gives to bmconv, and what it gets back.

Other shells are tried with their own scripts in test_help.py; PowerShell is not at hand.
"""

import os

import pytest

from tests.helpers.running import run


def completions(words: str, incomplete: str) -> list[str]:
    """The answer to Tab after some words, as the script asks for it."""
    asked = {"_BMCONV_COMPLETE": "powershell_complete", "COMP_WORDS": words.replace(" ", "\n")}
    if incomplete:  # PowerShell removes a variable that is set to nothing
        asked["COMP_CWORD"] = incomplete
    done = run(env=os.environ | asked)
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
def test_powershell_gets_the_words_that_fit(words, incomplete, expected):
    assert completions(words, incomplete) == expected


def test_powershell_asks_the_command_whose_words_are_completed():
    """`.\\bmconv` too, which is not in the Path: PowerShell finds the script by the file name."""
    script = run("completion", "powershell").out.decode()
    calls = [line for line in script.split("\n") if line.endswith(" | ForEach-Object {")]
    assert calls == ["    & $line.GetCommandName() | ForEach-Object {"]
    assert script.count("-CommandName bmconv ") == 1


def test_powershell_completes_names_of_files_itself():
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

"""Every note on the page of every format is triggered, and its line compared.

The inputs are in `every_note`, one module per format.
"""

import re
from importlib import import_module

import pytest

from bmconv.conversion import decode
from bmconv.io.source import from_bytes
from bmconv.notes import Notes
from bmconv.registry import OWN
from tests.helpers.running import ROOT

MODULES = {name: import_module(f"tests.codecs.every_note.{name}") for name in OWN}
CASES = [(name, case) for name, module in MODULES.items() for case in module.NOTES]


def code_of(line: str) -> tuple[str, str]:
    """Level and code of a printed line."""
    level, code = line.partition(":")[0].split()
    return level, code


def documented(format: str) -> set[tuple[str, str]]:
    """Level and code of all notes on the page of a format."""
    text = (ROOT / "formats" / format / "README.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| ([a-z0-9, -]+) \| (loss|repair|error) \|", text, re.MULTILINE)
    return {(level, code) for codes, level in rows for code in codes.split(", ")}


@pytest.mark.parametrize(
    ("name", "case"), CASES, ids=[f"{name}-{code_of(case.expected[-1])[1]}" for name, case in CASES]
)
def test_a_note_has_its_level_count_text_and_place(name, case, tmp_path):
    assert case.note_lines(name, tmp_path) == list(case.expected)


@pytest.mark.parametrize("name", OWN)
def test_the_notes_on_the_page_are_those_that_are_triggered(name):
    triggered = {code_of(line) for case in MODULES[name].NOTES for line in case.expected}
    page = f"formats/{name}/README.md"
    unnamed, untriggered = triggered - documented(name), documented(name) - triggered
    assert not unnamed, f"missing from the table of notes in {page}: {sorted(unnamed)}"
    inputs = f"tests/codecs/every_note/{name}.py"
    assert not untriggered, f"on {page}, without an input in {inputs}: {sorted(untriggered)}"


def test_notes_of_one_code_are_counted_and_the_first_place_is_named():
    text = b'[Board "1"]\n[Dealer "Q"]\n\n[Board "2"]\n[Dealer "X"]\n'
    notes = Notes()
    list(decode(from_bytes(text, "file"), "pbn", {}, notes))
    line = "error bad-dealer: 2 dealers left out: not a seat (first: file:2: Q)"
    assert notes.lines() == [line]

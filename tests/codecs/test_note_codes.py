"""The pages of formats name every note that reading and writing can make, and no other."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from running import ROOT

from bmconv.bridge.outcomes import Kind
from bmconv.codecs.pbn.notes import NOTES

FORMATS = ("pbn", "bridgescore", "bridgegem")
EVERYWHERE = {"record-lost", "field-lost", "character-replaced"}
"""Made for all formats, by convert.py and characters.py."""
TELLING = re.compile(r"_?(loss|lost|repair|repair_whole|error)")
"""The functions that make a note, of which the first argument is its code."""
COMPUTED = {f"{kind.value.replace(' ', '-')}-lost" for kind in Kind}


def in_code(name: str) -> Iterator[str]:
    """The codes that stand in the modules of a format."""
    codecs = ROOT / "bmconv" / "codecs"
    for path in sorted({*codecs.glob(f"{name}.py"), *(codecs / name).rglob("*.py")}):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                called = getattr(node.func, "attr", getattr(node.func, "id", ""))
                if TELLING.fullmatch(called):
                    yield str(node.args[0].value)


def on_page(page: Path) -> set[str]:
    """The codes in the table of notes."""
    text = page.read_text(encoding="utf-8").split("## Notes", 1)[1].split("\n## ")[0]
    rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| ")]
    return {code.strip() for row in rows[1:] for code in row.split(",")}


@pytest.mark.parametrize("name", FORMATS)
def test_every_note_is_on_the_page_and_every_one_there_is_made(name):
    made = set(in_code(name)) | (set(NOTES) if name == "pbn" else set())
    documented = on_page(ROOT / "formats" / name / "README.md")
    computed = COMPUTED if name == "bridgescore" else set()
    assert made - documented == set()
    assert documented - made - computed - EVERYWHERE == set()

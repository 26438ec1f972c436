"""The page of every registered format names each note that its codec makes, and no other."""

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from bmconv.connector.protocol import ERRORS, error_code
from bmconv.registry import OWN
from bmconv.rules.fields import FIELDS, rules_of
from bmconv.rules.settings import SETTINGS
from tests.helpers.running import ROOT

NOTING = re.compile(r"_?(loss|lost|repair|repair_whole|error|skip|Note)")
"""The functions that make a note; the code is their first argument, or the second after a level."""
CODE = re.compile(r"[a-z0-9]+(-[a-z0-9]+)+")
BOOK = {rule.code for kind in FIELDS for rule in rules_of(kind).values()}
BOOK |= {setting.code for setting in SETTINGS}
"""The codes of the rule book, which a codec does not spell out."""
COMPUTED = {
    **dict.fromkeys(("bws", "bmrdata", "bmpnums", "bminput", "usebio"), BOOK),
    "bridgescore": {"adjusted-lost", "not-played-lost", "undecided-lost", "unknown-lost"},
    "dto": BOOK | {error_code(number) for number in range(len(ERRORS))},
}
"""Codes that no module spells out, by format: a codec that computes a code declares it here."""


SHARED = ("bmconv.codecs.shared.", "bmconv.reports.")
"""What several formats use."""


def files_of(module: str) -> list[Path]:
    """The files of a format: its module, or all of its package; the database's is `bws`."""
    path = ROOT / module.replace(".", "/")
    if path.name == "codec":
        return sorted(path.parent.glob("*.py"))
    return sorted(path.rglob("*.py")) if path.is_dir() else [path.with_suffix(".py")]


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def codes(node: ast.AST) -> set[str]:
    """The codes of the notes that a piece of code makes."""
    found = set()
    for call in ast.walk(node):
        if isinstance(call, ast.Call):
            called = getattr(call.func, "attr", getattr(call.func, "id", ""))
            if NOTING.fullmatch(called):
                words = [a.value for a in call.args[:2] if isinstance(a, ast.Constant)]
                found |= {w for w in words if isinstance(w, str) and CODE.fullmatch(w)}
    return found


def shared_codes(path: Path, seen: set[tuple[Path, str]]) -> set[str]:
    """The codes of notes made by what a file imports from codecs/shared and reports."""
    found: set[str] = set()
    for node in ast.walk(tree(path)):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith(SHARED):
            home = ROOT / f"{(node.module or '').replace('.', '/')}.py"
            for alias in node.names:
                found |= _reached(home, alias.name, seen)
    return found


def _reached(home: Path, name: str, seen: set[tuple[Path, str]]) -> set[str]:
    """The codes of a function or class, and of those of its module that it calls."""
    if (home, name) in seen or not home.exists():
        return set()
    seen.add((home, name))
    found = set()
    for part in tree(home).body:
        if getattr(part, "name", "") == name:
            found |= codes(part)
            for word in ast.walk(part):
                if isinstance(word, ast.Name):
                    found |= _reached(home, word.id, seen)
    return found


def documented(name: str) -> set[str]:
    """The codes in all tables of notes on a format's page."""
    text = (ROOT / "formats" / name / "README.md").read_text(encoding="utf-8")
    found: set[str] = set()
    for part in re.findall(r"^\| note \|.*\n\|---.*\n((?:\|.*\n)+)", text, re.MULTILINE):
        cells = [row.split("|")[1] for row in part.splitlines()]
        found |= {code.strip(" `") for cell in cells for code in cell.split(",")}
    return found


@cache
def spelled_anywhere() -> set[str]:
    """Every text of the package that could be a code."""
    return {
        node.value
        for path in (ROOT / "bmconv").rglob("*.py")
        for node in ast.walk(tree(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


@pytest.mark.parametrize("name", OWN)
def test_every_note_a_codec_makes_is_on_its_page(name):
    seen: set[tuple[Path, str]] = set()
    made: set[str] = set()
    for path in files_of(OWN[name].module):
        made |= codes(tree(path)) | shared_codes(path, seen)
    missing = made - documented(name) - {"character-replaced"}
    assert not missing, f"not in the table of notes of formats/{name}/README.md: {sorted(missing)}"


@pytest.mark.parametrize("name", OWN)
def test_every_note_on_a_page_is_made_somewhere(name):
    made = spelled_anywhere() | COMPUTED.get(name, set())
    assert documented(name), "the page has no table of notes"
    unmade = documented(name) - made
    of_book = f"in formats/{name}/README.md: {sorted(unmade & BOOK)} are notes of the rule book"
    assert not unmade & BOOK, f"{of_book}; leave them out, or declare the format in COMPUTED"
    assert not unmade, f"in formats/{name}/README.md, but no code makes them: {sorted(unmade)}"

"""The mistakes that `make mutants` makes, and the tests it chooses for a module."""

import ast
import subprocess
from pathlib import Path

import pytest

from tests.helpers.running import ROOT
from tests.tools import mutants
from tests.tools.mutants import Copy, Mistake, places, sample, stages_of, with_mistake


@pytest.mark.parametrize(
    ("kind", "line", "wrong"),
    [
        ("comparison", "b = a < 3", "b = a <= 3"),
        ("comparison", "b = a not in c", "b = a in c"),
        ("and/or", "b = a and c", "b = a or c"),
        ("removed not", "b = not a", "b = a"),
        ("true/false", "b = True", "b = False"),
        ("number", "b = a[7]", "b = a[8]"),
        ("condition", "b = 1 if a else 2", "b = 1 if not a else 2"),
        ("dropped line", "b += 1", "pass"),
        (
            "words of a note",
            "notes.loss('a-b', place, 'name{s} cut')",
            "notes.loss('a-b', place, 'name{s} cut indeed')",
        ),
    ],
)
def test_a_mistake_is_one_change(kind, line, wrong):
    text, lines = with_mistake(f'"""Text."""\n{line}\n', Mistake(kind, Path("x.py"), 0))
    assert text == f'"""Text."""\n{wrong}'
    assert lines == [f"- {line}", f"+ {wrong}"]


def test_no_mistake_is_made_in_types_and_docstrings():
    text = '"""Text."""\nclass A:\n    b: Literal[1]\n    """Of b."""\n'
    assert list(places(ast.parse(text))) == []


def test_a_seed_gives_the_same_sample_again():
    paths = [Path("bmconv/notes.py"), Path("bmconv/errors.py")]
    assert sample(paths, 9, 4) == sample(paths, 9, 4)
    assert len(set(sample(paths, 9, 4))) == 9
    assert sample(paths, 9, 4) != sample(paths, 9, 5)


def test_every_module_has_tests(monkeypatch):
    monkeypatch.chdir(ROOT)
    for path in Path("bmconv").rglob("*.py"):
        assert stages_of(path), path


@pytest.mark.parametrize(
    ("module", "test"),
    [
        ("notes.py", "tests/test_notes.py"),
        ("codecs/lin/read.py", "tests/codecs/test_lin.py"),
        ("codecs/pbn/game.py", "tests/codecs/pbn/test_read.py"),
        ("bws/live/change.py", "tests/bws/live/test_apply.py"),
        ("cli/set.py", "tests/filters/test_set.py"),
        ("rules/settings.py", "tests/rules/test_settings.py"),
    ],
)
def test_the_tests_of_a_module_are_at_its_path(module, test, monkeypatch):
    monkeypatch.chdir(ROOT)
    assert test in [name for stage in stages_of(Path("bmconv") / module) for name in stage]


def test_tests_that_import_a_module_come_first(monkeypatch):
    monkeypatch.chdir(ROOT)
    first, second, *_ = stages_of(Path("bmconv/bridge/scores.py"))
    assert "tests/bridge/test_scores.py" in first
    assert "tests/bridge/test_scores.py" not in second


def test_tests_that_were_killed_have_not_noticed_anything(monkeypatch, tmp_path):
    killed = subprocess.CompletedProcess([], -9, "", "")
    project = Copy.__new__(Copy)
    project.folder, project.limit, project.left_out = tmp_path, 1, []
    monkeypatch.setattr(mutants.subprocess, "run", lambda *words, **options: killed)
    with pytest.raises(SystemExit, match="ended by signal 9"):
        project.first_failure(["tests"])

"""The mistakes that `make mutants` makes, and the tests it chooses for a module."""

import ast
import subprocess
from pathlib import Path

import pytest
from coverage import CoverageData

from tests.helpers.running import ROOT
from tests.tools import mutants
from tests.tools.mutants import Copy, Mistake, places, sample, stages_of, with_mistake


@pytest.mark.parametrize(
    ("kind", "line", "changed"),
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
def test_a_mistake_is_one_change(kind, line, changed):
    text, lines = with_mistake(f'"""Text."""\n{line}\n', Mistake(kind, Path("x.py"), 0))
    assert text == f'"""Text."""\n{changed}'
    assert lines == [f"- {line}", f"+ {changed}"]


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


def test_the_quickest_tests_of_a_line_are_chosen(monkeypatch, tmp_path):
    program = tmp_path / "bmconv/x.py"
    program.parent.mkdir()
    program.write_text("def a(b):\n    if b:\n        return 1\n    return 2\n")
    learned = CoverageData(str(tmp_path / "coverage"))
    for test, lines in {"": {1}, "tests/a.py::slow": {2, 4}, "tests/a.py::quick": {2, 3}}.items():
        learned.set_context(f"{test}|run" if test else "")
        learned.add_lines({"bmconv/x.py": lines})
    learned.write()
    (tmp_path / "seconds").write_text('{"tests/a.py::slow": 60, "tests/a.py::quick": 40}')
    monkeypatch.setattr(mutants, "LEARNED", tmp_path / "coverage")
    monkeypatch.setattr(mutants, "TIMES", tmp_path / "seconds")
    monkeypatch.setattr(mutants, "ROOT", tmp_path)
    condition, *_ = mutants.mistakes([Path("bmconv/x.py")])["condition"]
    assert (condition.first, condition.last) == (2, 2)
    assert mutants.TestsOfLines().of(condition) == ["tests/a.py::quick"]
    one, two = sorted({m.first for m in mutants.mistakes([Path("bmconv/x.py")])["number"]})
    assert mutants.TestsOfLines().of(condition._replace(first=one, last=two)) == [
        "tests/a.py::quick"
    ]


def test_the_tests_of_a_line_are_listed_one_on_a_line(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(mutants, "LEARNED", tmp_path / "coverage")
    with pytest.raises(SystemExit, match="not learned yet"):
        mutants.print_tests([Path("bmconv/x.py")], 2)
    learned = CoverageData(str(mutants.LEARNED))
    for test in ("tests/a.py::one", "tests/a.py::two"):
        learned.set_context(f"{test}|run")
        learned.add_lines({"bmconv/x.py": [2]})
    learned.write()
    mutants.print_tests([Path("bmconv/x.py")], 2)
    assert capsys.readouterr().out == "tests/a.py::one\ntests/a.py::two\n"


def test_a_run_of_tests_that_was_killed_does_not_count_as_noticing(monkeypatch, tmp_path):
    killed = subprocess.CompletedProcess([], -9, "", "")
    project = Copy.__new__(Copy)
    project.folder, project.limit, project.left_out = tmp_path, 1, []
    monkeypatch.setattr(mutants.subprocess, "run", lambda *words, **options: killed)
    with pytest.raises(SystemExit, match="ended by signal 9"):
        project.first_failure(["tests"])

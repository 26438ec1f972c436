"""docs/check.md names every rule about an event, with its level, and no other."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

from bmconv.checks import ERROR, INFO, LEVELS, WARNING, settings

ROOT = Path(__file__).parent.parent.parent
CODE = re.compile(r"[a-z]+(?:-[a-z]+)*")


def rules_in_code() -> set[str]:
    """The codes that rules give to the findings they make."""
    codes = {rule for _, rule, *_ in settings.IDLE_SETTINGS}
    for path in (ROOT / "bmconv" / "checks").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("checked.find", "Finding"):
                rule = node.args[1] if len(node.args) > 1 else None
                if isinstance(rule, ast.Constant):
                    codes.add(rule.value)
    return codes


def levels_in_code() -> Iterator[tuple[str, str | None]]:
    """Each rule with each level that it is given; None for a level that is computed."""
    names = {"ERROR": ERROR, "WARNING": WARNING, "INFO": INFO}
    for path in (ROOT / "bmconv" / "checks").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("checked.find", "Finding"):
                level, rule, *_ = node.args
                if isinstance(rule, ast.Constant):
                    yield rule.value, names.get(ast.unparse(level))


def rows() -> list[list[str]]:
    """The cells of all rows of the page's tables, without the headers."""
    text = (ROOT / "docs" / "check.md").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if line.startswith("| ")]
    return [
        [cell.strip() for cell in line.strip("|").split("|")]
        for line in lines
        if not line.startswith("| rule |")
    ]


def test_every_rule_is_on_the_page_once():
    listed = [code for cells in rows() for code in CODE.findall(cells[0])]
    unlisted, unknown = rules_in_code() - {*listed}, {*listed} - rules_in_code()
    assert not unlisted, f"docs/check.md lacks a row for: {sorted(unlisted)}"
    assert not unknown, f"docs/check.md has rows for rules that no check has: {sorted(unknown)}"
    assert len(listed) == len({*listed}), "docs/check.md has a rule twice"


def test_a_rule_has_the_levels_of_its_row():
    in_code = list(levels_in_code())
    assert len(in_code) > 50
    for names, levels, *_ in rows():
        given = {level for rule, level in in_code if rule in CODE.findall(names)}
        fixed, listed = {level for level in given if level}, {*levels.split(", ")}
        fits = fixed == listed if given and None not in given else fixed <= listed
        assert fits, f"docs/check.md: {names} has the level {', '.join(sorted(fixed))}"


def test_every_level_is_one_of_a_finding():
    assert {level for cells in rows() for level in cells[1].split(", ")} == set(LEVELS)

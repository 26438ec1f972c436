"""The shape of the package: which part may import which (CONTRIBUTING.md has it as a picture)."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

import bmconv
from bmconv.registry import OWN
from tests.running import ROOT

BASE = {"errors", "notes", "records", "masking"}
HUB = BASE | {"registry", "schema", "io", "text"}
EVENT = HUB | {
    "standing",
    "bridge",
    "rules",
    "columns",
    "event",
    "seating",
    "schedule",
    "travellers",
}
MAY_IMPORT = {
    "jet": set(),
    "records": set(),
    "errors": set(),
    "notes": {"errors"},
    "masking": set(),
    "registry": set(),
    "bridge": {"records"},
    "schema": {"records"},
    "io": {"errors", "records", "registry"},
    "text": {"bridge", "records"},
    "columns": BASE | {"bridge", "rules", "schema"},
    "standing": {"records"},
    "rules": BASE | {"bridge", "schema"},
    "event": BASE | {"bridge", "columns", "rules", "standing"},
    "seating": {"event", "records", "bridge"},
    "joining": EVENT,
    "schedule": {"errors", "event", "records", "bridge", "seating"},
    "travellers": {"event", "records", "bridge", "seating"},
    "filters": EVENT,
    "comparing": EVENT | {"joining"},
    "summary": EVENT,
    "movements": {"bridge", "errors", "event", "records", "rules"},
    "rules.checks": EVENT | {"connector"},
    "ranking": EVENT,
    "connector": HUB - {"records"},
    "codecs": EVENT | {"jet", "connector", "ranking"},
    "conversion": EVENT | {"codecs", "ranking"},
    "export": EVENT | {"codecs", "conversion", "filters", "jet", "ranking"},
    "live": EVENT | {"rules.checks", "codecs", "conversion", "jet"},
    "simulation": EVENT | {"codecs", "connector", "conversion", "jet", "live"},
}
MAY_IMPORT["testing"] = EVENT | {"codecs", "conversion"}
MAY_IMPORT["library"] = set(MAY_IMPORT) - {"export", "jet"}
MAY_IMPORT["cli"] = set(MAY_IMPORT)
MAY_IMPORT["spark"] = EVENT | {"export"}
"""Every part of the package with the parts it may import. Nothing imports `cli`."""
INNER = ("rules.checks",)
"""Parts within others: rules about an event are above it, rules about values below."""
LINES, MODULES = 60, 20
"""The most lines of a function, and the most modules of a folder."""
LARGE = {"bmconv": 22}
"""The top folder has more, among them the two that only start the package."""


def imports(part: str) -> Iterator[tuple[str, str]]:
    """Which other parts the files of a part import, also inside functions."""
    home = ROOT / "bmconv"
    folder = home.joinpath(*part.split("."))
    files = [home / f"{part}.py"] if (home / f"{part}.py").exists() else folder.rglob("*.py")
    for path in files:
        if any(
            other != part and home.joinpath(*other.split(".")) in path.parents for other in INNER
        ):
            continue
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module == "bmconv":
                names = [f"bmconv.{alias.name}" for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            for name in names:
                if name.startswith("bmconv."):
                    inner = [part for part in INNER if f"{name}.".startswith(f"bmconv.{part}.")]
                    yield str(path.relative_to(ROOT)), (inner or [name.split(".")[1]])[0]


@pytest.mark.parametrize("part", MAY_IMPORT)
def test_a_part_imports_only_what_it_may_know(part):
    found = {(path, name) for path, name in imports(part) if name not in (part, "__version__")}
    assert {pair for pair in found if pair[1] not in MAY_IMPORT[part]} == set()


def test_tables_know_nothing_of_access():
    files = (ROOT / "bmconv" / "codecs" / "tables").rglob("*.py")
    assert [path.name for path in files if "jet" in path.read_text(encoding="utf-8")] == []


def test_every_part_is_listed():
    parts = {
        path.stem
        for path in Path(bmconv.__file__).parent.iterdir()
        if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    assert parts - set(MAY_IMPORT) == {"__init__", "__main__"}


def test_no_folder_has_too_many_modules():
    folders = {path.parent for path in (ROOT / "bmconv").rglob("*.py")}
    sizes = {f.relative_to(ROOT).as_posix(): len(list(f.glob("*.py"))) - 1 for f in folders}
    assert {f: size for f, size in sizes.items() if size > LARGE.get(f, MODULES)} == {}


def test_no_function_is_too_long():
    found = [
        (path.relative_to(ROOT).as_posix(), node.name)
        for path in (ROOT / "bmconv").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.FunctionDef) and (node.end_lineno or 0) - node.lineno >= LINES
    ]
    assert found == []


def test_a_class_name_means_one_thing():
    places = defaultdict(list)
    for path in (ROOT / "bmconv").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(path.relative_to(ROOT).as_posix())
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_messages_for_programs_have_options_as_data():
    """A flag in the text of an error or a note would reach programs, which have no flags."""
    for path, tree in modules():
        if "cli" in path.parts:
            continue
        for text in messages(tree):
            words = text.partition("bmconv ")[0]  # a command to type
            assert not re.search(r"(?<![\w-])--[a-z]", words), f"{path}: {text}"


def modules() -> Iterator[tuple[Path, ast.Module]]:
    """The modules of the package, parsed."""
    for path in sorted((ROOT / "bmconv").rglob("*.py")):
        yield path.relative_to(ROOT), ast.parse(path.read_text(encoding="utf-8"))


def messages(tree: ast.Module) -> Iterator[str]:
    """The statements of a module that raise an error, and the calls that make a note."""
    for node in ast.walk(tree):
        is_note = (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in ("loss", "repair", "error")
        )
        if isinstance(node, ast.Raise) or is_note:
            yield ast.unparse(node)


@pytest.mark.parametrize("module", ["conversion.py", "cli/job.py"])
def test_what_all_formats_share_names_none(module):
    tree = ast.parse((ROOT / "bmconv" / module).read_text(encoding="utf-8"))
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    endings = {ending for entry in OWN.values() for ending in entry.extensions}
    assert texts & {*OWN, *endings} == set()


NAMED_TUPLE = {"_replace", "_asdict", "_fields", "_field_defaults", "_make"}
"""Public names of a named tuple in spite of their underscore."""


def test_only_public_interfaces_are_used():
    """A private name of another module or package can be gone with its next version."""
    used = defaultdict(set)
    for path, tree in modules():
        for node in filter(is_private_use, ast.walk(tree)):
            used[path.as_posix()].add(ast.unparse(node))
    assert used.pop("bmconv/export/batch.py") == {"os._exit"}  # of a worker whose parent is gone
    assert set(used) == {"bmconv/codecs/xlsx/read.py"}  # its `rows` says why


def is_private_use(node: ast.AST) -> bool:
    """Whether a node takes a private name from anything but its own object or class."""
    if isinstance(node, ast.Attribute):
        name, owner = node.attr, node.value
        own = isinstance(owner, ast.Name) and owner.id in ("self", "cls")
        return is_private(name) and name not in NAMED_TUPLE and not own
    if isinstance(node, ast.ImportFrom):
        names = [*(node.module or "").split("."), *(alias.name for alias in node.names)]
        return any(map(is_private, names))
    if isinstance(node, ast.Import):
        return any(is_private(part) for alias in node.names for part in alias.name.split("."))
    if not isinstance(node, ast.Call):
        return False
    texts = [part.value for part in node.args if isinstance(part, ast.Constant)]
    attribute = ast.unparse(node.func) == "getattr" and any(map(is_private, map(str, texts)))
    return attribute or ast.unparse(node.func) in ("exec", "eval")


def is_private(name: str) -> bool:
    return name.startswith("_") and not name.startswith("__")

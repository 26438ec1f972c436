"""The structure of the package: which part may import which, sizes, and names.

CONTRIBUTING.md draws the parts as a picture.
"""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import bmconv
from bmconv.registry import OWN
from tests.helpers.running import ROOT

BASE = {"errors", "notes", "records", "masking"}
VALUES = BASE | {"schema", "registry", "io", "bridge", "rules", "columns"}
EVENT = VALUES | {"event"}
MAY_IMPORT = {
    "jet": set(),
    "records": set(),
    "errors": set(),
    "notes": {"errors"},
    "masking": set(),
    "registry": {"errors"},
    "schema": {"records"},
    "io": {"errors", "records", "registry", "schema"},
    "bridge": {"records"},
    "rules": BASE | {"bridge", "schema"},
    "columns": BASE | {"bridge", "io", "rules", "schema"},
    "event": BASE | {"bridge", "columns", "rules"},
    "connector": VALUES - {"records", "bridge", "rules", "columns"},
    "checks": EVENT | {"connector"},
    "joining": EVENT,
    "filters": EVENT,
    "movements": {"bridge", "errors", "event", "records", "rules"},
    "ranking": EVENT,
    "reports": EVENT | {"movements", "ranking"},
    "codecs": EVENT | {"connector", "movements", "ranking", "reports"},
    "conversion": EVENT | {"codecs", "ranking"},
    "bws": EVENT | {"checks", "codecs", "connector", "conversion", "jet"},
    "exporting": EVENT | {"bws", "codecs", "conversion", "filters", "jet", "ranking", "reports"},
    "spark": EVENT | {"exporting"},
    "testing": EVENT | {"codecs", "conversion"},
}
MAY_IMPORT["library"] = set(MAY_IMPORT) - {"spark", "jet"}
MAY_IMPORT["cli"] = set(MAY_IMPORT)
"""Every part with the parts it may import, which all come before it here. Nothing imports `cli`."""
LINES, MODULES, PARAMETERS = 60, 20, 7
"""The most lines of a function, modules in a folder, and parameters of a function."""
WORDS = {
    *("told", "said", "given", "found", "made", "held", "asked", "own", "left", "news", "shown"),
    *("opened", "whole", "spelled", "what", "where", "which", "Ready", "Task", "Place", "Played"),
}
"""Words that are too vague to be names: a name says what a thing is."""
PROMISED = {
    "bmconv/notes.py": "what",
    "bmconv/errors.py": "what",
    "bmconv/io/source.py": "what",
    "bmconv/codecs/__init__.py": "asked",
}
"""Such names in the interface for plugins, which cannot change: parameters of `Notes.loss`,
`BadInput` and `Source.lines`, and a field of `Wanted`."""
PARTICIPLE = re.compile(
    r"_?(told|said|given|found|made|held|asked|left|shown|opened|spelled|listed|named|counted|"
    r"filled|checked|masked|taken|kept|sent|written)"
)
"""Participles, which are neither a verb nor the noun that a function returns."""


def imports(part: str) -> Iterator[tuple[str, str]]:
    """The parts that the files of a part import, also inside functions."""
    home = Path("bmconv", part)
    for path, tree in modules():
        if home != path.with_suffix("") and home not in path.parents:
            continue
        for node in ast.walk(tree):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom) and node.module == "bmconv":
                names = [f"bmconv.{alias.name}" for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or ""]
            for name in names:
                if name.startswith("bmconv."):
                    yield path.as_posix(), name.split(".")[1]


@pytest.mark.parametrize("part", MAY_IMPORT)
def test_a_part_imports_only_the_parts_it_may_import(part):
    imported = {(path, name) for path, name in imports(part) if name not in (part, "__version__")}
    listed = list(MAY_IMPORT)
    assert all(listed.index(name) < listed.index(part) for name in MAY_IMPORT[part])
    assert {pair for pair in imported if pair[1] not in MAY_IMPORT[part]} == set()


def test_codecs_of_tables_do_not_mention_jet():
    files = (ROOT / "bmconv" / "codecs" / "tables").rglob("*.py")
    assert [path.name for path in files if "jet" in path.read_text(encoding="utf-8")] == []


def test_every_part_is_listed():
    parts = {
        path.stem
        for path in Path(bmconv.__file__).parent.iterdir()
        if path.suffix == ".py" or (path / "__init__.py").exists()
    }
    assert parts - set(MAY_IMPORT) == {"__init__", "__main__"}


def test_the_picture_has_every_part_above_those_it_imports():
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    picture = text.partition("## The shape")[2].partition("A part imports")[0]
    lines: dict[str, int] = {}
    for number, line in enumerate(picture.splitlines()):
        for name in re.findall(r"(?:^    |  )(?=\S*(?:/|\.py) )((?:\w+(?:/|\.py) )+)", line + " "):
            lines |= {word.rstrip("/").removesuffix(".py"): number for word in name.split()}
    assert set(lines) == set(MAY_IMPORT)
    for part, below in MAY_IMPORT.items():
        assert [name for name in below if lines[name] <= lines[part]] == [], part


def test_no_folder_has_too_many_modules():
    folders = {path.parent for path in (ROOT / "bmconv").rglob("*.py")}
    sizes = {f.relative_to(ROOT).as_posix(): len(list(f.glob("*.py"))) - 1 for f in folders}
    assert {f: size for f, size in sizes.items() if size > MODULES} == {}


def test_no_function_is_too_long():
    long = [
        (path.as_posix(), node.name)
        for path, node in functions()
        if (node.end_lineno or 0) - node.lineno >= LINES
    ]
    assert long == []


def test_names_say_what_a_thing_is():
    uses = [
        f"{path}:{getattr(node, 'lineno', 0)} {name}"
        for path, tree in modules()
        for node in ast.walk(tree)
        if (name := name_in(node)) in WORDS and PROMISED.get(path.as_posix()) != name
    ]
    assert uses == []


def name_in(node: ast.AST) -> str | None:
    """The name that a node defines; names of other packages are only used."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return node.name
    if isinstance(node, ast.arg):
        return node.arg
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
        return node.id
    if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
        return node.attr
    return node.asname if isinstance(node, ast.alias) else None


def test_a_function_is_not_named_by_a_participle():
    names = [f"{path}:{node.lineno} {node.name}" for path, node in functions()]
    bad = [name for name in names if PARTICIPLE.fullmatch(name.split()[1])]
    assert bad == [], "name it with a verb, or with the noun it returns"


def test_a_function_has_few_parameters_and_takes_flags_by_name():
    """Functions for programs may have more parameters; click passes all options by name."""
    many, flags = [], []
    for path, node in functions():
        of_method = [arg for arg in node.args.args[:1] if arg.arg in ("self", "cls")]
        parameters = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        if len(parameters) - len(of_method) > PARAMETERS and path.parts[1] not in (
            "library",
            "cli",
        ):
            many.append(f"{path}:{node.lineno} {node.name}")
        for arg in (*node.args.posonlyargs, *node.args.args) if path.parts[1] != "cli" else ():
            if arg.annotation is not None and ast.unparse(arg.annotation) == "bool":
                flags.append(f"{path}:{node.lineno} {node.name} {arg.arg}")
    assert many == []
    assert flags == []


def functions() -> Iterator[tuple[Path, ast.FunctionDef]]:
    """The functions and methods of the package."""
    for path, tree in modules():
        for node in ast.walk(tree):
            if isinstance(node, ast.FunctionDef):
                yield path, node


def test_a_class_name_is_used_once():
    places = defaultdict(list)
    for path, tree in modules():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                places[node.name].append(path.as_posix())
    assert {name: paths for name, paths in places.items() if len(paths) > 1} == {}


def test_messages_for_programs_have_options_as_data():
    """A flag in the text of an error or a note would reach programs, which have no flags."""
    for path, tree in modules():
        if "cli" in path.parts:
            continue
        for text in messages(tree):
            words = text.partition("bmconv ")[0]  # a command to type
            assert not re.search(r"(?<![\w-])--[a-z]", words), f"{path}: {text}"


@cache
def modules() -> list[tuple[Path, ast.Module]]:
    """The modules of the package, parsed."""
    paths = sorted((ROOT / "bmconv").rglob("*.py"))
    return [(p.relative_to(ROOT), ast.parse(p.read_text(encoding="utf-8"))) for p in paths]


def messages(tree: ast.Module) -> Iterator[str]:
    """The statements of a module that raise an error, and the calls that add a note."""
    for node in ast.walk(tree):
        is_note = (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr in ("loss", "repair", "error")
        )
        if isinstance(node, ast.Raise) or is_note:
            yield ast.unparse(node)


@pytest.mark.parametrize("module", ["conversion.py", "cli/job.py"])
def test_modules_for_all_formats_name_none_of_them(module):
    tree = ast.parse((ROOT / "bmconv" / module).read_text(encoding="utf-8"))
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant)}
    endings = {ending for entry in OWN.values() for ending in entry.extensions}
    assert texts & {*OWN, *endings} == set()


@pytest.mark.parametrize("module", ["codecs/__init__.py", "conversion.py"])
def test_the_interface_of_codecs_is_typed_throughout(module):
    tree = ast.parse((ROOT / "bmconv" / module).read_text(encoding="utf-8"))
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    names |= {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert "Any" not in names


NAMED_TUPLE = {"_replace", "_asdict", "_fields", "_field_defaults", "_make"}
"""Methods and attributes of named tuples, which are public in spite of their underscore."""


def test_only_public_interfaces_are_used():
    """A private name of another module or package may disappear in its next version."""
    used = defaultdict(set)
    for path, tree in modules():
        for node in filter(is_private_use, ast.walk(tree)):
            used[path.as_posix()].add(ast.unparse(node))
    assert used.pop("bmconv/exporting/batch.py") == {"os._exit"}  # of a worker whose parent is gone
    assert set(used) == {"bmconv/codecs/xlsx/read.py"}  # its `rows` says why


def is_private_use(node: ast.AST) -> bool:
    """Whether a node uses a private name of anything but its own object or class."""
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

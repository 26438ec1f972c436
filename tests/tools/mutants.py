"""Makes small mistakes in the package, one at a time, and reports those that no test notices.

python -m tests.tools.mutants --learn                        learn which tests run which lines
python -m tests.tools.mutants --line 50 PATH                 list quick tests that run line 50
python -m tests.tools.mutants --count N --seed S [PATH...]   mistakes in all modules, or in these

Each mistake is made in a copy of the project in a temporary folder. First run the tests that
--learn found to run the changed line, then those that `stages_of` chooses by the path of the
module, until one fails (`quickest_first.py`). A mistake that no test notices is printed as a
difference: either tests are missing, or the change has no effect. The exit code is then 1.
"""

import argparse
import ast
import copy
import difflib
import json
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from itertools import accumulate
from pathlib import Path
from typing import NamedTuple

from coverage import CoverageData

from bmconv.registry import OWN
from tests.helpers.running import ROOT, SHARED

SWAPPED = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq, ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
NOTING = {"loss", "repair", "error"}
"""The methods that add a note."""
SIMPLE = (ast.Expr, ast.Assign, ast.AugAssign, ast.Continue, ast.Break)
"""Statements that can be dropped."""
WIDTH = 100
"""The most characters of a line that are printed."""
TIMES = ROOT / ".pytest_cache" / "seconds.json"
"""The file with the seconds that each test takes."""
LEARNED = ROOT / ".pytest_cache" / "coverage"
"""The file of coverage.py that says which tests run which lines."""
ENOUGH = 90
"""Seconds that the tests of a line may take together; the quickest are chosen first."""
FAILED = re.compile(r"^(?:FAILED|ERROR) (\S+::[^\n]*?|\S+)(?: - .*)?$", re.MULTILINE)


class Mistake(NamedTuple):
    """A place in a module where a mistake of some kind can be made."""

    kind: str
    path: Path
    index: int
    """The position among the places for this kind in the module."""
    first: int = 0
    last: int = 0
    """The first and last line of the statement, without its body."""


def places(tree: ast.Module) -> Iterator[tuple[str, ast.stmt, Callable[[], None]]]:
    """Each place for a mistake in a parsed module.

    Gives the kind, the statement that contains the place, and a function that makes the mistake.
    """
    for statement, node in walk(tree):
        for kind, make in ways_to_spoil(node):
            yield kind, statement, make


def ways_to_spoil(node: ast.AST) -> Iterator[tuple[str, Callable[[], None]]]:
    """The mistakes that can be made in a node: the kind, and a function that makes the mistake."""
    if isinstance(node, ast.Compare) and len(node.ops) == 1:
        yield "comparison", lambda n=node: n.ops.__setitem__(0, SWAPPED[type(n.ops[0])]())
    elif isinstance(node, ast.BoolOp):
        yield "and/or", lambda n=node: swap_and_or(n)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "removed not", lambda n=node: turn_into(n, n.operand)
    elif isinstance(node, ast.Constant) and isinstance(node.value, bool):
        yield "true/false", lambda n=node: setattr(n, "value", not n.value)
    elif isinstance(node, ast.Constant) and type(node.value) is int:
        yield "number", lambda n=node: setattr(n, "value", n.value + 1)
        yield "number", lambda n=node: setattr(n, "value", n.value - 1)
    elif isinstance(node, ast.If | ast.IfExp | ast.While) and not is_typing(node.test):
        yield "condition", lambda n=node: setattr(n, "test", ast.UnaryOp(ast.Not(), n.test))
    elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") in NOTING:
        for text in texts(node):
            yield "words of a note", lambda t=text: setattr(t, "value", f"{t.value} indeed")
    elif isinstance(node, SIMPLE) and not is_docstring(node):
        yield "dropped line", lambda n=node: turn_into(n, ast.Pass())


def walk(node: ast.AST, statement: ast.stmt | None = None) -> Iterator[tuple[ast.stmt, ast.AST]]:
    """A node and all nodes in it except annotations, in text order, each with its statement."""
    if isinstance(node, ast.stmt):
        statement = node
    if statement is not None:
        yield statement, node
    if isinstance(node, ast.keyword) and node.arg == "strict":
        return  # zip(strict=...) is itself only a guard against mistakes
    for name, value in ast.iter_fields(node):
        if name not in ("annotation", "returns", "decorator_list"):
            for child in value if isinstance(value, list) else [value]:
                if isinstance(child, ast.AST):
                    yield from walk(child, statement)


def lines_of(statement: ast.stmt) -> tuple[int, int]:
    """The first and last line of a statement, without its body."""
    body = getattr(statement, "body", None)
    last = body[0].lineno - 1 if body else statement.end_lineno or statement.lineno
    return statement.lineno, max(last, statement.lineno)


def texts(call: ast.Call) -> Iterator[ast.Constant]:
    """The texts of several words among the arguments of a call, also within f-strings."""
    for argument in call.args:
        parts = argument.values if isinstance(argument, ast.JoinedStr) else [argument]
        for part in parts:
            if isinstance(part, ast.Constant) and isinstance(part.value, str) and " " in part.value:
                yield part


def swap_and_or(node: ast.BoolOp) -> None:
    """Turn `and` into `or`, and `or` into `and`."""
    node.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()


def turn_into(node: ast.AST, other: ast.AST) -> None:
    """Turn a node into another in place, so that its parent need not be changed."""
    node.__class__ = other.__class__
    node.__dict__.update(other.__dict__)


def is_typing(test: ast.expr) -> bool:
    return ast.unparse(test) == "TYPE_CHECKING"


def is_docstring(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


def mistakes(paths: list[Path]) -> dict[str, list[Mistake]]:
    """All mistakes that can be made in some modules, by kind."""
    by_kind: dict[str, list[Mistake]] = defaultdict(list)
    for path in paths:
        numbers: dict[str, int] = defaultdict(int)
        for kind, statement, _ in places(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
            mistake = Mistake(kind, path, numbers[kind], *lines_of(statement))
            by_kind[kind].append(mistake)
            numbers[kind] += 1
    return by_kind


def sample(paths: list[Path], count: int, seed: int) -> list[Mistake]:
    """Random mistakes, in which every kind is equally frequent."""
    chance = random.Random(seed)
    by_kind = mistakes(paths)
    chosen: dict[Mistake, None] = {}
    while len(chosen) < min(count, sum(map(len, by_kind.values()))):
        kind = chance.choice(sorted(by_kind))
        chosen[chance.choice(by_kind[kind])] = None
    return list(chosen)


def with_mistake(text: str, mistake: Mistake) -> tuple[str, list[str]]:
    """A module with a mistake in it, and the lines that differ."""
    tree = ast.parse(text)
    before = ast.unparse(tree)
    changed = copy.deepcopy(tree)
    makers = [make for kind, _, make in places(changed) if kind == mistake.kind]
    makers[mistake.index]()
    after = ast.unparse(changed)
    differing = difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
    lines = [line for line in differing if not line.startswith(("---", "+++", "@@"))]
    pairs = enumerate(zip(lines[0], lines[-1], strict=False))
    first = next((index for index, (old, new) in pairs if index and old != new), 1)
    start = max(1, first - WIDTH // 2)
    return after, [f"{line[0]} {line[start : start + WIDTH].strip()}" for line in lines]


def stages_of(path: Path) -> list[list[str]]:
    """The tests of a module as groups of arguments of pytest, those closest to it first.

    These are tests that import the module, and tests at its path or that of its packages. For a
    codec, all tests of its format are added; for a command, tests with its name and the cases; for
    a module that makes notes, the test of all notes.
    """
    steps = [step for step in path.with_suffix("").parts[1:] if step != "__init__"]
    module = ".".join(path.with_suffix("").parts)
    formats = [name for name, row in OWN.items() if module.startswith(home(row.module))]
    stages = [importers(module)]
    for end in range(len(steps), int(steps[:1] == ["codecs"] and bool(formats)), -1):
        folder = Path("tests", *steps[:end])
        files = {*folder.glob("test_*.py"), *folder.parent.glob(f"test_{steps[end - 1]}*.py")}
        stages.append(sorted({str(file) for file in files} - {name for s in stages for name in s}))
    if formats:
        folders = ["tests/test_samples.py", "tests/test_cases.py", "tests/codecs", "tests/tools"]
        stages.append([*folders, "-k", " or ".join(formats)])
    if steps[:1] == ["cli"]:
        named = Path("tests").rglob(f"test_{steps[-1]}*.py")
        stages.append(["tests/test_cases.py", *sorted(map(str, named))])
    if re.search(rf"\.({'|'.join(NOTING)})\(", (ROOT / path).read_text(encoding="utf-8")):
        stages.append(["tests/codecs/test_every_note.py"])
    if not any(stages):
        stages.append(sorted(map(str, Path("tests").glob("test_*.py"))))
    return [stage for stage in stages if stage]


def learn() -> None:
    """Run all tests once, and save which of them run which lines."""
    LEARNED.unlink(missing_ok=True)
    LEARNED.parent.mkdir(exist_ok=True)
    command = [sys.executable, "-m", "pytest", "-n", "auto", "--dist", "loadfile"]
    command += ["--cov", "bmconv", "--cov-context", "test", "--cov-report="]
    subprocess.run(command, cwd=ROOT, env=os.environ | {"COVERAGE_FILE": str(LEARNED)})


class TestsOfLines:
    """The tests that run a line, as learned."""

    def __init__(self) -> None:
        self.data = CoverageData(str(LEARNED))
        if LEARNED.exists():
            self.data.read()
        self.seconds = json.loads(TIMES.read_text(encoding="utf-8")) if TIMES.exists() else {}

    def of(self, mistake: Mistake) -> list[str]:
        """The quickest tests that run the statement of a mistake."""
        by_line = self.data.contexts_by_lineno(mistake.path.as_posix())
        lines = range(mistake.first, mistake.last + 1)
        contexts = {context for line in lines for context in by_line.get(line, ())}
        tests = {context.rpartition("|")[0] for context in contexts} - {""}
        ordered = sorted(tests, key=lambda test: (self.seconds.get(test, 0.2), test))
        spent = accumulate(self.seconds.get(test, 0.2) for test in ordered)
        return [test for test, total in zip(ordered, spent, strict=True) if total < ENOUGH]


def print_tests(paths: list[Path], line: int) -> None:
    """Print the tests that run a line of a module, the quickest first."""
    if not LEARNED.exists():
        sys.exit("not learned yet which tests run which lines: use --learn")
    for path in paths:
        print(*TestsOfLines().of(Mistake("", path, 0, line, line)), sep="\n")


def importers(module: str) -> list[str]:
    """The test files that import a module and not only its package."""
    package, _, name = module.removesuffix(".__init__").rpartition(".")
    pattern = re.compile(rf"(from|import) {re.escape(package)}(\.| import (.*, )?){name}\b")
    tests = texts_of_tests(Path.cwd()).items()
    return sorted(str(file) for file, text in tests if package in text and pattern.search(text))


@cache
def texts_of_tests(project: Path) -> dict[Path, str]:
    """The texts of all test files of a project, by their paths in it."""
    files = (project / "tests").rglob("test_*.py")
    return {file.relative_to(project): file.read_text(encoding="utf-8") for file in files}


def home(module: str) -> str:
    """The package of a format if its codec is one of several modules, else its module."""
    return module.removesuffix(".codec")


class Copy:
    """A copy of the project to make mistakes in."""

    def __init__(self, folder: Path, limit: int) -> None:
        self.folder = folder / "project"
        self.limit = limit
        listed = subprocess.run(["git", "ls-files"], cwd=ROOT, capture_output=True, check=True)
        for name in listed.stdout.decode().splitlines():
            target = self.folder / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, target)
        if SHARED.exists():
            (folder / SHARED.name).symlink_to(SHARED)
        self.passing: set[str] = set()
        """Tests that are known to pass without a mistake."""
        self.left_out: list[str] = []
        """Options of pytest that leave out tests which fail without a mistake."""
        self.tests_of_lines = TestsOfLines()

    def put(self, path: Path, text: str) -> None:
        """Replace a module; its bytecode, which may look up to date, is removed."""
        (self.folder / path).write_text(text, encoding="utf-8")
        for compiled in (self.folder / path).parent.glob(f"__pycache__/{path.stem}.*"):
            compiled.unlink()

    def first_failure(self, arguments: list[str]) -> str:
        """The first test that fails, or "" if none does; exceeding the time limit is a failure."""
        command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider"]
        command += ["-p", "tests.tools.quickest_first", *self.left_out, *arguments]
        environment = os.environ | {"PYTHONPATH": str(self.folder), "BMCONV_TIMES": str(TIMES)}
        environment.pop("BMCONV_JUDGES", None)
        try:
            done = subprocess.run(
                command,
                cwd=self.folder,
                env=environment,
                capture_output=True,
                text=True,
                timeout=self.limit,
            )
        except subprocess.TimeoutExpired:
            return "time limit"
        if done.returncode in (0, 5):  # 5: no test was selected
            return ""
        if done.returncode < 0:  # whether a test would have noticed is unknown
            sys.exit(f"the tests were ended by signal {-done.returncode}; begin again")
        failed = FAILED.search(done.stdout)
        return failed[1] if failed else f"pytest ended with code {done.returncode}"

    def catcher(self, mistake: Mistake) -> tuple[str, list[str]]:
        """The test that notices a mistake, or "" if none does; and the changed lines."""
        original = (self.folder / mistake.path).read_text(encoding="utf-8")
        text, lines = with_mistake(original, mistake)
        for arguments in self.stages(mistake):
            self.put(mistake.path, text)
            test = self.first_failure(arguments)
            while self.fails_anyway(test, mistake.path, original):
                self.put(mistake.path, text)
                test = self.first_failure(arguments)
            self.put(mistake.path, original)
            if test:
                return test, lines
        return "", lines

    def stages(self, mistake: Mistake) -> Iterator[list[str]]:
        """The tests that may notice a mistake, as arguments of pytest."""
        if tests := self.tests_of_lines.of(mistake):
            listed = self.folder / "tests.txt"  # more than a command line has room for
            listed.write_text("\n".join(tests), encoding="utf-8")
            yield [f"@{listed}"]
        yield from stages_of(mistake.path)

    def fails_anyway(self, test: str, path: Path, original: str) -> bool:
        """Whether a test fails without a mistake, too; it is left out from then on."""
        if not test.startswith("tests") or test in self.passing:
            return False
        self.put(path, original)
        if not self.first_failure([test]):
            self.passing.add(test)
            return False
        print(f"{test} fails without a mistake and is left out", flush=True)
        self.left_out += ["--deselect", test] if "::" in test else ["--ignore", test]
        return True


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("paths", nargs="*", type=Path, help="modules or folders")
    parser.add_argument("--count", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--learn", action="store_true", help="run all tests, and remember")
    parser.add_argument("--line", type=int, help="list the tests that run this line of a module")
    parser.add_argument("--limit", type=int, default=1800, help="seconds for one run of tests")
    arguments = parser.parse_args()
    if arguments.learn:
        return learn()
    os.chdir(ROOT)
    if arguments.line:
        return print_tests(arguments.paths, arguments.line)
    roots = arguments.paths or [Path("bmconv")]
    if missing := [str(path) for path in roots if not path.exists()]:
        sys.exit(f"{', '.join(missing)}: no such file or folder below {ROOT}")
    files = sorted({f for r in roots for f in (r.rglob("*.py") if r.is_dir() else [r])})
    chosen = sample(files, arguments.count, arguments.seed)
    survivors = 0
    with tempfile.TemporaryDirectory() as folder:
        project = Copy(Path(folder), arguments.limit)
        if failure := project.first_failure(["--collect-only", "tests/test_notes.py"]):
            sys.exit(f"the tests do not start without a mistake: {failure}")
        os.chdir(project.folder)  # the tests are chosen there; those here may change meanwhile
        for number, mistake in enumerate(chosen, 1):
            test, lines = project.catcher(mistake)
            survivors += not test
            verdict = f"caught by {test}" if test else "SURVIVES"
            print(f"{number} {mistake.path}: {mistake.kind}: {verdict}", flush=True)
            for line in () if test else lines:
                print(f"    {line}", flush=True)
    caught = len(chosen) - survivors
    print(f"{caught} of {len(chosen)} mistakes were caught (seed {arguments.seed})")
    sys.exit(survivors > 0)


if __name__ == "__main__":
    main()

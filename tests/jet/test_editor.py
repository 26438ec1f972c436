"""Changes to existing databases: any sequence of them equals the same on a plain Python model,
other engines agree, every page is accounted for, and a crash anywhere leaves a readable file."""

import io
import os
import random
import shutil
import struct
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import bmconv.jet as jet
from bmconv.jet.edit.editor import CannotIndex, Editor, NotInPlace, TableEditor
from bmconv.jet.edit.pages import LOCK_BYTE, EditablePages
from tests.helpers import jet_tables
from tests.helpers.jet_accounting import audit
from tests.helpers.jet_judges import jackcess, mdb_reader, mdbtools
from tests.helpers.running import SHARED, absent
from tests.jet.test_judges import compare_with_jackcess, mdb_reader_has, mdbtools_has

VERSIONS = [3, 4]
NOON = datetime(1899, 12, 30, 12)
COLUMNS = [
    jet.ColumnSpec("ID", "long", autonumber=True),
    jet.ColumnSpec("Number", "integer"),
    jet.ColumnSpec("Flag", "boolean"),
    jet.ColumnSpec("Name", "text", 255),
    jet.ColumnSpec("Place", "text", 20),
    jet.ColumnSpec("When", "date"),
    jet.ColumnSpec("Story", "memo"),
    jet.ColumnSpec("Money", "currency"),
]
INDEXES = [
    jet.IndexSpec("PrimaryKey", [("ID", True)], unique=True, primary=True),
    jet.IndexSpec("Place", [("Place", True), ("Number", False)]),
    jet.IndexSpec("Some", [("Number", True)], ignore_nulls=True),
]
Model = dict[int, dict[str, Any]]


def new_file(path: Path, version: int, rows: int = 0, indexes: bool = True) -> None:
    """A table to be edited, between two others."""
    start = [
        (i + 1, i % 50, i % 3 == 0, f"name {i}" * (i % 9), f"p{i % 17}", NOON, None, None)
        for i in range(rows)
    ]
    other = jet.TableSpec(
        "Other", [jet.ColumnSpec("A", "text", 50)], [(f"a{i}",) for i in range(9)]
    )
    table = jet.TableSpec("Work", COLUMNS, start, INDEXES if indexes else [])
    with path.open("wb+") as file:
        jet.write(
            [other, table, jet_tables.wide()], file, version=version, created=jet_tables.CREATED
        )


def account(path: Path) -> None:
    """Every page, free byte, row count, index entry."""
    pages = [t.definition.page for t in jet.open(path).tables.values()]
    audit(path.read_bytes(), pages, edited=True)


def rows_of(path: Path, table: str = "Work") -> list[dict[str, Any]]:
    with jet.open(path) as database:
        found = list(database.tables[table].dicts())
        assert database.problems == []
        return found


def by_id(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    return sorted(rows, key=lambda row: row["ID"])


def text(most: int) -> st.SearchStrategy[str]:
    return st.one_of(
        st.sampled_from(["", "a", "Ada", "A long name that repeats itself", "z" * most]),
        st.text(st.sampled_from("abcXYZ 019"), max_size=most),
    ).map(lambda t: t[:most])


VALUES = {
    "Number": st.one_of(st.none(), st.integers(-32768, 32767), st.integers(0, 5)),
    "Flag": st.booleans(),
    "Name": st.one_of(st.none(), text(255), st.text(st.sampled_from("éüß’€"), max_size=40)),
    "Place": st.one_of(st.none(), text(20)),
    "When": st.one_of(st.none(), st.just(NOON), st.just(datetime(2026, 11, 16, 3, 4, 5))),
    "Story": st.one_of(st.none(), text(40), st.integers(60, 9000).map(lambda n: "story " * n)),
    "Money": st.one_of(st.none(), st.integers(-(10**9), 10**9).map(lambda n: n * 7)),
}
SOME = st.fixed_dictionaries({}, optional=VALUES)
STEP = st.one_of(
    st.tuples(st.just("insert"), SOME, st.integers(1, 30)),
    st.tuples(st.just("update"), SOME, st.integers(0, 10**6)),
    st.tuples(st.just("update"), SOME, st.integers(0, 10**6)),
    st.tuples(st.just("delete"), st.just({}), st.integers(0, 10**6)),
    st.tuples(st.just("clear"), st.just({}), st.integers(1, 60)),
    st.tuples(st.just("reopen"), st.just({}), st.just(0)),
    st.tuples(st.just("column"), st.just({}), st.just(0)),
)
EMPTY = {column.name: False if column.type == "boolean" else None for column in COLUMNS}


class Double:
    """A table of a file and its plain model, changed together."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.model: Model = {}
        self.last = 0
        self.columns = dict(EMPTY)
        self.open()
        for pointer, row in self.table.dicts():
            self.model[pointer] = row
            self.last = max(self.last, row["ID"])

    def open(self) -> None:
        self.editor = Editor(self.path, durable=False)
        self.table = self.editor.table("work")

    def step(self, what: str, values: dict[str, Any], number: int) -> None:
        if what == "insert":
            for _ in range(number):
                self.last += 1
                pointer = self.table.insert(values)
                assert pointer not in self.model
                self.model[pointer] = {**self.columns, **values, "ID": self.last}
        elif what == "update" and self.model:
            pointer = sorted(self.model)[number % len(self.model)]
            self.table.update(pointer, values)
            self.model[pointer] |= values
        elif what == "delete" and self.model:
            pointer = sorted(self.model)[number % len(self.model)]
            self.table.delete(pointer)
            del self.model[pointer]
        elif what == "clear":
            for pointer in sorted(self.model)[:number]:
                self.table.delete(pointer)
                del self.model[pointer]
        elif what == "reopen":
            self.editor.close()
            self.open()
        elif what == "column":
            self.add_column()

    def add_column(self) -> None:
        number = len(self.columns) - len(EMPTY)
        kind = ("boolean", "long", "text", "integer", "double")[number % 5]
        self.table.add_column(jet.ColumnSpec(f"custom_{number}", kind, 30 if kind == "text" else 0))
        unset = False if kind == "boolean" else None
        self.columns[f"custom_{number}"] = unset
        for row in self.model.values():
            row[f"custom_{number}"] = unset

    def compare(self) -> None:
        assert dict(self.table.dicts()) == self.model
        self.editor.close()
        assert by_id(rows_of(self.path)) == by_id(list(self.model.values()))
        account(self.path)
        assert rows_of(self.path, "Other") == [{"A": f"a{i}"} for i in range(9)]


@settings(max_examples=int(os.environ.get("BMCONV_EXAMPLES", "100")))
@given(st.sampled_from(VERSIONS), st.sampled_from([0, 3, 400]), st.lists(STEP, max_size=30))
def test_any_sequence_of_edits_equals_the_same_on_a_model(
    tmp_path_factory: Any, version: int, rows: int, steps: list[Any]
) -> None:
    path = tmp_path_factory.mktemp("edit") / "work.mdb"
    new_file(path, version, rows)
    double = Double(path)
    for step in steps:
        double.step(*step)
    double.compare()


def random_value(name: str, chance: random.Random) -> Any:
    if name == "Number":
        return chance.choice([None, chance.randrange(-300, 300)])
    if name == "Flag":
        return chance.random() < 0.5
    if name == "Name":
        return chance.choice([None, "", "n" * chance.randrange(255), "Ada"])
    if name == "Place":
        return chance.choice([None, f"place {chance.randrange(40)}", ""])
    if name == "When":
        return chance.choice([None, NOON])
    if name == "Story":
        return chance.choice([None, "s" * chance.randrange(10000), "short", ""])
    return chance.choice([None, chance.randrange(10**6)])


def long_life(path: Path, seed: int, steps: int) -> Double:
    """Many edits of every kind, more or fewer rows by turns."""
    chance = random.Random(seed)
    double = Double(path)
    growing = True
    for turn in range(steps):
        if turn % 400 == 399:
            growing = not growing
        values = {n: random_value(n, chance) for n in VALUES if chance.random() < 0.4}
        what = chance.choices(
            ["insert", "update", "delete", "reopen", "column"],
            [6 if growing else 2, 5, 2 if growing else 6, 0.1, 0.01],
        )[0]
        double.step(what, values, 1 if what == "insert" else chance.randrange(10**6))
    return double


@pytest.fixture(scope="module")
def edited(tmp_path_factory: Any) -> dict[str, Path]:
    """Files with a long life behind them: of ours, and copies of real ones."""
    folder = tmp_path_factory.mktemp("edited")
    found = {}
    for version in VERSIONS:
        path = folder / f"life{version}.mdb"
        new_file(path, version, 200)
        long_life(path, version, 1500).compare()
        found[path.name] = path
    for sample in [*SHARED.glob("real/bws/*.bws"), *SHARED.glob("samples/jet/*.bws")]:
        path = folder / sample.name
        shutil.copy(sample, path)
        path.chmod(0o644)
        edit_every_table(path)
        found[path.name] = path
    return found


def sample_value(column: jet.Column, i: int) -> Any:
    values = {
        "boolean": i % 2 == 0, "byte": i % 256, "integer": 20000 + i, "long": 10**6 + i,
        "currency": i, "single": 0.5, "double": i / 4, "date": datetime(2026, 1, 1, 10, 0, i % 60),
        "text": f"v{i}"[: column.size], "memo": "memo " * i, "ole": bytes(i), "binary": b"\1",
        "guid": f"{{00000000-1111-2222-3333-4444444444{i:02}}}", "numeric": i,
    }  # fmt: skip
    return values[column.type]


def edit_every_table(path: Path) -> None:
    """In every table: rows in, one of them longer, one out, an old one out, a column more."""
    with Editor(path, durable=False) as editor:
        for name in editor.database.tables:
            table = editor.table(name)
            expected = dict(table.rows())
            old = sorted(expected)
            pointers = []
            for i in range(60):
                values = {c.name: sample_value(c, i) for c in table.columns if not c.autonumber}
                pointers.append(table.insert(values))
            longest = {c.name: "w" * c.size for c in table.columns if c.type == "text"}
            for pointer in (*pointers[:20], *old[:20]):
                if longest and not (table.trees and pointer in old):
                    table.update(pointer, unique_enough(table, longest, pointer))
            table.delete(pointers[-1])
            for pointer in old[:2]:
                table.delete(pointer)
                del expected[pointer]
            table.add_column(jet.ColumnSpec("custom_Mark", "boolean"))
            for pointer in pointers[:5]:
                table.update(pointer, {"custom_Mark": True})
            now = dict(table.rows())
            assert len(now) == len(expected) + 59
            untouched = [p for p in old[20:] if p in expected]
            assert [now[p][:-1] for p in untouched] == [expected[p] for p in untouched]


def unique_enough(table: TableEditor, values: dict[str, Any], pointer: int) -> dict[str, Any]:
    keyed = {table.columns[place].name for tree in table.trees for place, _ in tree.index.columns}
    return {name: value for name, value in values.items() if name not in keyed}


def test_the_judges_read_edited_files_as_we_do(edited: dict[str, Path]) -> None:
    # they revive deleted rows of odd.bws, edited or not
    paths = [path for name, path in edited.items() if name != "odd.bws"]
    for path, found in zip(paths, mdb_reader(paths), strict=True):
        database = jet.open(path)
        for name, table in database.tables.items():
            ours = sorted(map(repr, table.rows()))
            head, *theirs = mdbtools(path, name)
            assert head == [column.name for column in table.columns]
            assert len(theirs) == len(ours) == len(found["tables"][name]["rows"])
            matched(table, theirs, mdbtools_has)
            matched(table, found["tables"][name]["rows"], mdb_reader_sees)


def mdb_reader_sees(value: Any, kind: str, theirs: Any) -> bool:
    """As mdb_reader_has; it leaves out a piece of long text that lies behind a deleted row."""
    if kind == "memo" and value and len(value) > 2000:
        return value.startswith(theirs)
    return mdb_reader_has(value, kind, theirs)


def matched(table: jet.AccessTable, theirs: list[Any], same: Any) -> None:
    """All rows are there; engines that read moved rows in place have them in another order."""
    left: dict[str, list[Any]] = {}
    kinds = [c.type for c in table.columns]
    plain = [i for i, kind in enumerate(kinds) if kind in ("integer", "long")]
    for row in theirs:
        left.setdefault(repr([str(row[i]) for i in plain]).replace("<null>", "None"), []).append(
            row
        )
    for row in table.rows():
        candidates = left[repr([str(row[i]) for i in plain])]
        for at, candidate in enumerate(candidates):
            if all(map(same, row, kinds, candidate)):
                del candidates[at]
                break
        else:
            raise AssertionError((table.name, row, candidates[:1]))


def test_jackcess_reads_looks_up_and_goes_on_editing(edited: dict[str, Path]) -> None:
    tasks = []
    for path in edited.values():
        tasks.append(f"read={path}")
        if jet.open(path).version == 4:
            again = path.with_name("again-" + path.name)
            shutil.copy(path, again)
            tasks += [f"lookup={path}", f"edit={again}", f"lookup={again}"]
    for verdict in jackcess(*tasks):
        assert "error" not in verdict, (verdict["task"], verdict["error"])
        if verdict["task"].startswith("read="):
            path = Path(verdict["task"].removeprefix("read="))
            database = jet.open(path)
            compare_with_jackcess(database, verdict)


def test_real_files_keep_their_indexes_true(edited: dict[str, Path]) -> None:
    if not any(name.startswith("Template") for name in edited):
        absent("../shared/real/bws")
    indexes = 0
    for path in edited.values():
        with Editor(path, durable=False) as editor:
            for name in editor.database.tables:
                table = editor.table(name)
                for tree in table.trees:
                    listed = [e for _, leaf in tree.leaves for e in leaf]
                    rows = dict(table.rows())
                    pointers = [int.from_bytes(entry[-4:], "big") for entry in listed]
                    assert len(set(pointers)) == len(pointers)
                    assert listed == sorted(listed)
                    for entry, pointer in zip(listed, pointers, strict=True):
                        assert key_or_none(tree, rows.pop(pointer)) in (None, entry[:-4])
                    assert {tree.key(row) for row in rows.values()} <= {None}
                    indexes += 1
    assert indexes > 10


def key_or_none(tree: Any, row: Any) -> bytes | None:
    """The key as we would make it, if we can."""
    try:
        key: bytes | None = tree.key(row)
    except CannotIndex:
        return None
    return key


class Crash(Exception):
    """The power is gone."""


def test_a_crash_after_any_write_leaves_the_old_or_the_new_row(tmp_path: Path) -> None:
    steps: list[tuple[str, dict[str, Any], int]] = [
        ("insert", {"Name": "new", "Place": "pq", "Story": "s" * 5000}, 1),
        ("update", {"Name": "w" * 250, "Place": "moved"}, 5),
        ("update", {"Name": "w" * 255, "Number": 7}, 5),
        ("update", {"Number": 9}, 77),
        ("delete", {}, 5),
        ("delete", {}, 60),
        ("insert", {"Name": "n" * 250}, 40),
        ("column", {}, 0),
    ]
    for version in VERSIONS:
        start = tmp_path / f"start{version}.mdb"
        new_file(start, version, 300)
        for step in steps:
            for after in range(0, 200, 1 if version == 4 else 3):  # the same code writes both
                path = tmp_path / "crashed.mdb"
                shutil.copy(start, path)
                double = Double(path)
                before = by_id([dict(r) for r in double.model.values()])
                if crashes(double, step, after):
                    check_crashed(path, before, step, version)
                    continue
                double.compare()
                shutil.copy(path, start)
                break
            else:
                raise AssertionError("never came to an end")


def test_every_engine_reads_a_file_whose_edit_was_cut_off(tmp_path: Path) -> None:
    start = tmp_path / "start.mdb"
    new_file(start, 4, 120)
    steps: list[tuple[str, dict[str, Any], int]] = [
        ("insert", {"Name": "new", "Place": "pq"}, 1),
        ("update", {"Name": "w" * 250, "Place": "moved"}, 5),
        ("delete", {}, 5),
        ("insert", {"Name": "n" * 250}, 12),
    ]
    cut = []
    for turn, step in enumerate(steps):
        for after in range(60):
            path = tmp_path / f"cut{turn}-{after}.mdb"
            shutil.copy(start, path)
            double = Double(path)
            if not crashes(double, step, after):
                double.editor.close()
                shutil.copy(path, start)
                break
            assert len(mdbtools(path, "Work")) > 100
            cut.append(path)
    assert len(cut) > 40
    assert len(mdb_reader(cut)) == len(cut)
    assert [v for v in jackcess(*(f"read={path}" for path in cut)) if "error" in v] == []


def crashes(double: Double, step: tuple[str, dict[str, Any], int], after: int) -> bool:
    """Make a step, stopped after this many writes; return whether it was."""
    left = [after]
    put = double.editor.pages._put

    def limited(at: int, data: bytes) -> None:
        if not left[0]:
            raise Crash
        left[0] -= 1
        put(at, data)

    double.editor.pages._put = limited  # type: ignore[method-assign]
    try:
        double.step(*step)
    except Crash:
        double.editor.close()
        return True
    double.editor.pages._put = put  # type: ignore[method-assign]
    return False


def check_crashed(path: Path, before: list[Any], step: Any, version: int) -> None:
    """Every row but the one being changed is as it was; that one is old, new, gone or not yet."""
    now = {row["ID"]: row for row in rows_of(path)}
    assert len(now) == len(rows_of(path))
    what, values, _ = step
    differing = 0
    for row in before:
        found = now.pop(row["ID"], None)
        if found is None:
            assert what == "delete"
            differing += 1
        elif any(found[name] != value for name, value in row.items()):
            assert what == "update"
            assert found == {**row, **values}
            differing += 1
    assert differing <= 1
    for row in now.values():
        assert what == "insert"
        assert {name: row[name] for name in values} == values


def test_an_edit_writes_only_the_pages_it_changes(tmp_path: Path) -> None:
    path = tmp_path / "big.mdb"
    new_file(path, 4, 5000, indexes=False)
    with Editor(path, durable=False) as editor:
        table = editor.table("Work")
        pointers = [pointer for pointer, _ in table.rows()]
        table.update(pointers[2500], {"Flag": True, "When": datetime(2026, 1, 2)})
        assert editor.pages.written == [pointers[2500] >> 8]
        editor.pages.written.clear()
        table.insert({"Name": "one"})
        assert len(editor.pages.written) <= 4


def test_beside_another_program_only_cells_in_their_place_are_changed(tmp_path: Path) -> None:
    path = tmp_path / "live.mdb"
    new_file(path, 4, 50)
    before = path.read_bytes()
    with Editor(path, cells_only=True) as editor:
        table = editor.table("Work")
        pointer, row = next(iter(table.dicts()))
        for refused in (
            lambda: table.insert({"Name": "x"}),
            lambda: table.delete(pointer),
            lambda: table.update(pointer, {"Name": "another length"}),
            lambda: table.update(pointer, {"Number": row["Number"] + 1}),  # is indexed
            lambda: table.add_column(jet.ColumnSpec("custom_X", "boolean")),
        ):
            with pytest.raises(NotInPlace):
                refused()
        assert path.read_bytes() == before
        table.update(pointer, {"Flag": not row["Flag"]})
    after = path.read_bytes()
    assert sum(a != b for a, b in zip(before, after, strict=True)) == 1


def test_an_index_whose_order_is_not_known_is_not_made_untrue(tmp_path: Path) -> None:
    path = tmp_path / "text.mdb"
    new_file(path, 4, 20)
    before = path.read_bytes()
    with Editor(path) as editor, pytest.raises(CannotIndex, match="index Place cannot be updated"):
        editor.table("Work").insert({"Place": "漢字", "Story": "s" * 5000})
    assert rows_of(path) == list(rows_of_bytes(before))
    account(path)


def rows_of_bytes(data: bytes) -> Iterator[dict[str, Any]]:
    yield from jet.open(data).tables["Work"].dicts()


def test_a_second_row_with_a_unique_key_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "unique.mdb"
    new_file(path, 3, 20)
    with Editor(path) as editor:
        with pytest.raises(jet.JetError, match="already a row with 7"):
            editor.table("Work").insert({"ID": 7})
        with pytest.raises(jet.JetError, match="no column Nobody"):
            editor.table("Work").insert({"Nobody": 7})
        with pytest.raises(jet.JetError, match="the column holds 20"):
            editor.table("Work").insert({"Place": "p" * 21})
    account(path)


def test_two_editors_do_not_meet(tmp_path: Path) -> None:
    path = tmp_path / "twice.mdb"
    new_file(path, 4)
    with Editor(path), pytest.raises(jet.JetError, match="another process is changing"):
        Editor(path)
    Editor(path).close()


def test_other_programs_read_and_write_every_byte_beside_an_editor(tmp_path: Path) -> None:
    """Access, say: a lock of Windows (not of Wine) shuts others out of the bytes that it covers."""
    path = tmp_path / "open.mdb"
    new_file(path, 4)
    before = path.read_bytes()
    assert len(before) < LOCK_BYTE
    with Editor(path):
        assert path.read_bytes() == before
        with path.open("r+b") as other:
            other.write(before)
    assert path.read_bytes() == before


def test_a_full_disk_leaves_the_file_as_it_was(tmp_path: Path, monkeypatch: Any) -> None:
    path = tmp_path / "full.mdb"
    new_file(path, 4, 30)
    before = rows_of(path)
    with Editor(path) as editor:
        real = editor.pages._target

        class Full(io.RawIOBase):
            def write(self, data: bytes) -> int:
                if real.tell() >= before_size:
                    real.write(data[:100])
                    raise OSError(28, "No space left on device")
                return real.write(data)

            def __getattribute__(self, name: str) -> Any:
                if name in ("seek", "truncate", "fileno", "tell", "close", "closed"):
                    return getattr(real, name)
                return super().__getattribute__(name)

        before_size = path.stat().st_size
        editor.pages._target = Full()  # type: ignore[assignment]
        table = editor.table("Work")
        with pytest.raises(OSError, match="No space"):
            list(map(table.insert, [{"Name": "n" * 200}] * 500))
        editor.pages._target = real
    assert path.stat().st_size == before_size
    now = rows_of(path)
    assert now[: len(before)] == before


def test_a_file_whose_map_of_free_pages_has_pages_of_its_own_is_changed(tmp_path: Path) -> None:
    path, blob = tmp_path / "huge.mdb", bytes(range(256)) * 4096  # 1 MB
    columns = [jet.ColumnSpec("N", "long"), jet.ColumnSpec("O", "ole")]
    with path.open("wb") as file:
        rows = ((number, blob) for number in range(33))
        jet.write([jet.TableSpec("Big", columns, rows)], file, version=3)
    (kind,) = struct.unpack_from("<B", jet.open(path)._pages.row(0x100))
    assert kind == 1
    size = path.stat().st_size
    with Editor(path, durable=False) as editor:
        table = editor.table("Big")
        table.insert({"N": 33, "O": blob[:9000]})
        assert path.stat().st_size > size
        size = path.stat().st_size
        first, *_ = (pointer for pointer, _ in table.rows())
        table.delete(first)
        table.insert({"N": 34, "O": blob[:500_000]})
    assert path.stat().st_size == size  # in pages that were free again
    account(path)
    found = {row["N"]: len(row["O"]) for row in rows_of(path, "Big")}
    assert found == {**dict.fromkeys(range(1, 33), len(blob)), 33: 9000, 34: 500_000}


def test_large_files_get_longer_maps(tmp_path: Path) -> None:
    for version in VERSIONS:
        path = tmp_path / f"large{version}.mdb"
        new_file(path, version, 40, indexes=False)
        double = Double(path)
        values = {"Name": "n" * 250, "Story": "s" * 20000}
        double.step("insert", values, 120 if version == 3 else 150)
        double.compare()
        pages = path.stat().st_size // EditablePages(path).page_size
        assert pages > (1024 if version == 3 else 512)
        (kind,) = struct.unpack_from("<B", jet.open(path)._pages.row(0x100))
        assert kind == 0

"""Commands on Access files: upgrade, dump, verify, command-line; pipes; what is broken."""

import io
import json
import os
import random
import shlex
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from msgspec import structs

from bmconv import jet
from bmconv.bws import verify
from bmconv.bws.live.command_line import quote
from bmconv.bws.verify import Engine
from bmconv.errors import UsageError
from bmconv.records import Table
from tests.helpers import bws_sample
from tests.helpers.coding import encode_records
from tests.helpers.guide_files import guide_file, two_sections
from tests.helpers.jet_judges import samples
from tests.helpers.jet_tables import properties
from tests.helpers.running import ROOT, absent, quick, run

OWN = sorted(ROOT.glob("formats/bws/samples/*.bws"))


@pytest.fixture(params=[*OWN, *samples()], ids=lambda path: path.name)
def sample(request: pytest.FixtureRequest) -> Path:
    """Our sample databases, and every one beside the repository."""
    path: Path = request.param
    return path


def contents(path: Path) -> dict[str, Any]:
    """Tables, columns with their properties, and rows."""
    with jet.open(path) as database:
        return {
            name: (
                [
                    (c.name, c.type, c.size, c.autonumber, properties(table, c))
                    for c in table.columns
                ],
                list(table.rows()),
            )
            for name, table in database.tables.items()
        }


def in_code_page(value: Any) -> Any:
    """What Access 97 can hold of a value; Windows reads the five bytes cp1252 lacks as they are."""
    if not isinstance(value, str):
        return value
    return "".join(
        c if c in "\x81\x8d\x8f\x90\x9d" else c.encode("cp1252", "replace").decode("cp1252")
        for c in value
    )


def test_to_the_other_version_and_back_keeps_every_cell(sample: Path, tmp_path: Path) -> None:
    with jet.open(sample) as database:
        first, second = ("3", "4") if database.version == 4 else ("4", "3")
    there, back = tmp_path / "there.mdb", tmp_path / "back.mdb"
    assert quick("bws", "upgrade", sample, there, "--jet", first).code == 0
    assert quick("bws", "upgrade", there, back, "--jet", second).code == 0
    before, after = contents(sample), contents(back)
    assert list(after) == list(before)
    for name, (columns, rows) in before.items():
        assert after[name][0] == columns
        if first == "3":
            rows = [tuple(map(in_code_page, row)) for row in rows]
        assert after[name][1] == rows


def test_fractions_of_a_second_survive_dump_and_upgrade(tmp_path: Path) -> None:
    late = datetime(2026, 11, 12, 23, 59, 59, 750_000)
    clock = datetime(1899, 12, 30, 23, 59, 59, 500_001)
    file = io.BytesIO()
    columns = [jet.ColumnSpec("DateLog", "date"), jet.ColumnSpec("TimeLog", "date")]
    jet.write([jet.TableSpec("ReceivedData", columns, [(late, clock)])], file, version=3)
    old, new = tmp_path / "old.bws", tmp_path / "new.bws"
    old.write_bytes(file.getvalue())
    assert quick("bws", "upgrade", old, new).code == 0
    for path in (old, new):
        done = quick("bws", "dump", path, "ReceivedData")
        assert json.loads(done.out) == {
            "DateLog": "2026-11-12T23:59:59.750000",
            "TimeLog": "1899-12-30T23:59:59.500001",
        }
        (record,) = map(json.loads, quick("from", "bws", path).out.splitlines())
        assert record["date"] == "2026-11-12"
        assert record["time"] == "23:59:59.500001"
    if shutil.which("mdb-export"):
        assert quick("bws", "verify", new).code == 0


def test_a_sort_order_that_changes_is_noted(shared: Path, tmp_path: Path) -> None:
    dutch = shared / "real/bws/Template_Access97_v5.bws"
    done = quick("bws", "upgrade", "--strict", dutch, tmp_path / "new.bws")
    assert done.code == 0
    assert "text columns given the sort order General (1033) (first:" in done.err


@pytest.mark.parametrize("version", ["3", "4"])
def test_a_filter_keeps_what_it_was_not_asked_to_change(version: str, tmp_path: Path) -> None:
    more = [
        bws_sample.Evaluation(section=3, board=board, **bws_sample.FIGURES)
        for board in range(8, 43)
    ]
    records = [*bws_sample.EVENT, *more, bws_sample.Player(number="5M", name="Łukasz Ż")]
    options = {"jet": version, "code_page": 1250, "evaluation": True, "keep_triggers": True}
    old, new = tmp_path / "old.bws", tmp_path / "new.bws"
    old.write_bytes(encode_records(records, "bws", **options)[0])
    before = contents(old)
    for command in (
        ("set", "player[0017].name=Ada Berg", old),
        ("set", "player[0017].name=Ada Berg", "-f", "bws"),
        ("join", old, formats_sample("players.csv")),
    ):
        piped = old.read_bytes() if old not in command else b""
        done = quick(*command, "-o", new, stdin=piped)
        assert done.code == 0, done.err
        with jet.open(new) as database:
            assert (database.version, database.code_page) == (int(version), 1250)
        after = contents(new)
        assert len(after["HandEvaluation"][1]) == 36
        names = {name for name in before if before[name][1] != after[name][1]}
        assert names == {"PlayerNames"}
        assert any("Łukasz Ż" in row for row in after["PlayerNames"][1])


def formats_sample(name: str) -> Path:
    (path,) = ROOT.glob(f"formats/*/samples/{name}")
    return path


def with_queries(shared: Path) -> Path:
    """A real Access 97 file with the eight saved queries of the control software."""
    return shared / "real/bws/12tables1section.bws"


def database(folder: str | Path, version: str) -> Path:
    """A sound event of ours."""
    path = Path(folder) / f"access{version}.bws"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(encode_records(bws_sample.EVENT, "bws", jet=version)[0])
    return path


def damaged(folder: str | Path, version: str) -> Path:
    """An event whose results are gone: their page has become another one's."""
    path = database(folder, version)
    data = bytearray(path.read_bytes())
    with jet.open(bytes(data)) as opened:
        (page,) = opened.tables["ReceivedData"].scanner().owned_pages()
    data[page * (4096 if version == "4" else 2048)] = 9
    path.write_bytes(data)
    return path


def test_queries_that_the_control_software_makes_are_no_loss(shared: Path, tmp_path: Path) -> None:
    done = quick("bws", "upgrade", "--strict", with_queries(shared), tmp_path / "new.bws")
    assert (done.code, done.out) == (0, b"")
    assert "repair query-remade: 8 saved query objects left out" in done.err
    assert os.listdir(tmp_path) == ["new.bws"]


def test_under_strict_nothing_is_written_that_lost_something(tmp_path: Path) -> None:
    file = io.BytesIO()
    columns = [jet.ColumnSpec("a", "text", 9)]
    jet.write([jet.TableSpec("T", columns, [("\u0416",), ("\u0416",)])], file)
    (tmp_path / "x.mdb").write_bytes(file.getvalue())
    (tmp_path / "y.mdb").write_bytes(file.getvalue())
    done = quick("bws", "upgrade", "--strict", "--jet", "3", tmp_path, "--out", tmp_path / "new")
    assert done.code == 1
    assert done.err.splitlines()[:2] == [
        f"bmconv: {tmp_path / name}: not written: 2 losses or errors under --strict"
        for name in ("x.mdb", "y.mdb")
    ]
    assert done.out.decode() == f"0 of 2 files written to {tmp_path / 'new'} as Access 97\n"
    assert os.listdir(tmp_path / "new") == []


def test_many_files_go_into_a_folder_and_one_bad_one_does_not_stop_them(tmp_path: Path) -> None:
    (tmp_path / "bad.bws").write_text("not a database")
    files = [tmp_path / "bad.bws", *OWN]
    done = quick("bws", "upgrade", *files, "--out", tmp_path / "new")
    assert done.code == 1
    assert done.out.decode() == f"2 of 3 files written to {tmp_path / 'new'} as Access 2000\n"
    assert f"{tmp_path / 'bad.bws'}: not an Access file" in done.err
    assert sorted(os.listdir(tmp_path / "new")) == sorted(f.name for f in files[1:])
    assert quick("bws", "upgrade", "-q", files[1], "--out", tmp_path / "new").out == b""


def test_a_folder_is_upgraded_with_its_tree(tmp_path: Path) -> None:
    archive, new = tmp_path / "archive", tmp_path / "archive/new"
    for club in ("north", "south/2026"):
        database(archive / club, "3")
    (archive / "letter.txt").write_text("Dear all")
    for _ in range(2):  # what the first run wrote is not an input of the second
        assert quick("bws", "upgrade", archive, "--out", new).code == 0
        assert sorted(str(p.relative_to(new)) for p in new.rglob("*.*")) == [
            os.path.join("north", "access3.bws"),
            os.path.join("south", "2026", "access3.bws"),
        ]
    (tmp_path / "empty").mkdir()
    empty = quick("bws", "upgrade", tmp_path / "empty", "--out", tmp_path / "x")
    said = f"{tmp_path / 'empty'}: contains no file that ends in .bws or .mdb"
    assert (empty.code, empty.err) == (2, f"bmconv: {said}\n")


def test_two_files_that_would_become_one_are_refused_before_any_is_written(tmp_path: Path) -> None:
    one, other = database(tmp_path / "a", "3"), database(tmp_path / "b", "3")
    done = quick("bws", "upgrade", one, other, "--out", tmp_path / "new")
    assert done.code == 2
    assert f"{one} and {other} would both become {tmp_path / 'new/access3.bws'}" in done.err
    assert not (tmp_path / "new").exists()


def test_a_file_is_never_upgraded_onto_itself(tmp_path: Path) -> None:
    old = database(tmp_path, "3")
    data = old.read_bytes()
    for words, message in (
        ((old, "--out", tmp_path), "an input; choose another folder"),
        ((tmp_path, "--out", tmp_path), "an input; choose another folder"),
        ((old, old), "an input; choose another output file"),
    ):
        done = quick("bws", "upgrade", *words)
        assert (done.code, done.err) == (2, f"bmconv: {old} is also {message}\n")
    assert old.read_bytes() == data
    assert os.listdir(tmp_path) == ["access3.bws"]


def test_a_file_of_that_version_already_is_copied(tmp_path: Path) -> None:
    old, new = database(tmp_path, "4"), tmp_path / "new.bws"
    done = quick("bws", "upgrade", "--strict", old, new)
    assert (done.code, done.out) == (0, b"")
    said = f"1 file copied byte for byte: already Access 2000 ({old})"
    assert done.err == f"bmconv: repair same-version: {said}\n"
    assert new.read_bytes() == old.read_bytes()


def test_whoever_names_no_target_is_told_what_to_type(tmp_path: Path) -> None:
    old = database(tmp_path, "3")
    alone = quick("bws", "upgrade", old)
    said = f"bmconv: no output: bmconv bws upgrade {old} NEW-FILE, or --out FOLDER\n"
    assert (alone.code, alone.err) == (2, said)
    folder = quick("bws", "upgrade", old, tmp_path)
    said = "bmconv: name the folder with --out: bmconv bws upgrade"
    assert (folder.code, folder.err) == (2, f"{said} {old} --out {tmp_path}\n")
    nameless = quick("bws", "upgrade", "-", "--out", tmp_path)
    assert nameless.code == 2


@pytest.mark.parametrize("version", ["3", "4"])
@pytest.mark.parametrize("wanted", ["3", "4"])
def test_what_is_lost_by_damage_is_an_error(tmp_path: Path, version: str, wanted: str) -> None:
    bad, new = damaged(tmp_path, version), tmp_path / "new.bws"
    for command in (("bws", "upgrade", "--jet", wanted), ("convert", "--to-opt", f"jet={wanted}")):
        done = quick(*command, bad, new)
        assert done.code == 1
        assert "error damaged: 1 file damaged: all " in done.err
        assert "results unreadable; get another copy, or read the results from" in done.err
        with jet.open(new) as opened:
            assert opened.tables["Section"].live_rows() > 0
        new.unlink()
        assert quick(*command, "--strict", bad, new).code == 1
        assert not new.exists()
    for words in (("info",), ("from", "bws"), ("bws", "dump"), ("check",)):
        assert quick(*words, bad).code == 1
    assert b"1 in reading it" in quick("check", bad).out


def test_the_damaged_files_among_many_are_named(tmp_path: Path) -> None:
    database(tmp_path / "a", "4")
    bad = damaged(tmp_path / "b", "4")
    done = quick("bws", "upgrade", tmp_path, "--out", tmp_path / "new")
    assert done.code == 1
    assert done.err.splitlines()[0] == f"bmconv: {bad}: written, but incomplete: 1 error"


def test_half_a_database_is_no_success(shared: Path, tmp_path: Path) -> None:
    half = (shared / "samples/jet/club.bws").read_bytes()[:221184]
    (tmp_path / "t.bws").write_bytes(half)
    done = quick("info", tmp_path / "t.bws")
    assert done.code == 1
    assert "1 file damaged: " in done.err
    assert "all contracts during play, seats, players in the list, bids, cards" in done.err
    said = "351 of 688 rows of results unreadable, 329 results are missing on 36 boards "
    assert said + "(bmconv missing lists them), " in done.err
    assert "the file is cut off: copy it again from where it was made (" in done.err


def test_an_oddity_that_loses_nothing_is_a_repair(tmp_path: Path) -> None:
    path = database(tmp_path, "4")
    path.write_bytes(path.read_bytes() + b"\0" * 100)
    done = quick("info", path)
    said = "1 unusual place in the file, nothing lost (the last page has only 100 of 4096 bytes)"
    assert (done.code, done.err) == (0, f"bmconv: repair odd-file: {said}\n")


def test_an_access_file_without_the_tables_of_bridgemate_says_so(tmp_path: Path) -> None:
    file = io.BytesIO()
    jet.write([jet.TableSpec("Members", [jet.ColumnSpec("a", "text", 9)])], file)
    (tmp_path / "x.bws").write_bytes(file.getvalue())
    said = "an Access 2000 database without Bridgemate's tables; bmconv bws dump shows its rows"
    for command in ("info", "check", "show"):
        done = quick(command, tmp_path / "x.bws")
        assert (done.code, done.err) == (3, f"bmconv: {tmp_path / 'x.bws'}: {said}\n")


def test_a_template_is_an_empty_database(tmp_path: Path) -> None:
    (tmp_path / "x.bws").write_bytes(encode_records([], "bws", jet="3")[0])
    done = quick("info", tmp_path / "x.bws")
    said = f"{tmp_path / 'x.bws'}: bws, Access 97\nrecords   none: an empty database\n"
    assert (done.code, done.out.decode()) == (0, said)


def test_dump_keeps_null_apart_from_empty(tmp_path: Path) -> None:
    columns = [
        jet.ColumnSpec("a", "text", 9),
        jet.ColumnSpec("b", "binary", 9),
        jet.ColumnSpec("d", "date"),
    ]
    rows = [("", b"\x01\xff", None), (None, None, bws_sample.datetime.datetime(2026, 1, 2, 3, 4))]
    file = io.BytesIO()
    jet.write([jet.TableSpec("T", columns, rows)], file)
    (tmp_path / "x.mdb").write_bytes(file.getvalue())
    done = quick("bws", "dump", tmp_path / "x.mdb", "t")
    assert [json.loads(line) for line in done.out.splitlines()] == [
        {"a": "", "b": "01ff", "d": None},
        {"a": None, "b": None, "d": "2026-01-02T03:04:00"},
    ]
    every = quick("bws", "dump", tmp_path / "x.mdb")
    first = {"table": "T", "row": {"a": "", "b": "01ff", "d": None}}
    assert json.loads(every.out.splitlines()[0]) == first
    missing = quick("bws", "dump", tmp_path / "x.mdb", "Members")
    assert (missing.code, missing.err) == (2, "bmconv: no table 'Members'; the tables are T\n")


def test_dump_prints_numbers_that_json_lacks_as_text(tmp_path: Path) -> None:
    columns = [jet.ColumnSpec("n", "double"), jet.ColumnSpec("d", "date")]
    rows = [(float("inf"), float("nan")), (float("-inf"), 1e9), (1.5, None)]
    with (tmp_path / "x.mdb").open("wb") as file:
        jet.write([jet.TableSpec("T", columns, rows)], file)
    done = quick("bws", "dump", tmp_path / "x.mdb", "T")
    assert done.out.decode().splitlines() == [
        '{"n": "inf", "d": "nan"}',
        '{"n": "-inf", "d": 1000000000.0}',
        '{"n": 1.5, "d": null}',
    ]


def test_verify_finds_mdbtools_agreeing_on_a_club_night(club_night: Path) -> None:
    if shutil.which("mdb-export") is None:
        absent("mdb-export")
    done = quick("bws", "verify", club_night)
    assert done.code == 0
    assert b" rows read by bmconv\nmdbtools: the same in all tables\n" in done.out


def test_verify_reads_standard_input(club_night: Path) -> None:
    if shutil.which("mdb-export") is None:
        absent("mdb-export")
    done = quick("bws", "verify", "-", stdin=club_night.read_bytes())
    assert done.code == 0
    assert b" rows read by bmconv\nmdbtools: the same in all" in done.out


def test_verify_tells_where_mdbtools_disagrees(shared: Path) -> None:
    if shutil.which("mdb-export") is None:
        absent("mdb-export")
    done = quick("bws", "verify", shared / "samples/jet/odd.bws")
    assert done.code == 1
    assert b"ReceivedData: 115 rows, bmconv 114; 0 only in bmconv, 1 only in mdbtools" in done.out


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (MemoryError(), "MemoryError"),
        (ValueError("odd\nrow"), "odd"),
        (OSError("x" * 99), "x" * 80),
    ],
)
def test_an_engine_that_fails_is_a_difference(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, reason: str
) -> None:
    def fail(*_: Any) -> Any:
        raise error

    columns = [jet.ColumnSpec("a", "long")]
    with (tmp_path / "x.mdb").open("wb") as file:
        jet.write([jet.TableSpec("T", columns, [(1,)])], file)
    engine = Engine("mdbtools", verify._mdbtools, "nothing", serious=True)
    monkeypatch.setattr(verify, "_mdb_export", fail)
    monkeypatch.setattr(verify, "installed_engines", lambda: [engine])
    done = quick("bws", "verify", tmp_path / "x.mdb")
    assert (done.code, done.out.decode().splitlines()) == (
        1,
        [
            f"{tmp_path / 'x.mdb'}: 1 table, 1 row read by bmconv",
            "mdbtools: differs in 1 of 1 tables; known: nothing",
            f"  T: cannot be read ({reason})",
        ],
    )


def command_line(path: Path, *words: str) -> str:
    """The line for a file, quoted for the shell of this system; cmd takes brackets as they are."""
    if os.name == "nt":
        quote = '"' if " " in str(path) else ""
        return " ".join((f"{quote}/f:[{path}]{quote}", *words)) + "\n"
    return shlex.join((f"/f:[{path}]", *words)) + "\n"


def test_the_server_is_reset_only_before_the_first_result(tmp_path: Path) -> None:
    path = tmp_path / "x.bws"
    fresh = [r for r in bws_sample.EVENT if not isinstance(r, bws_sample.Result)]
    fresh = [structs.replace(r, status=0) if isinstance(r, Table) else r for r in fresh]
    path.write_bytes(encode_records(fresh, "bws")[0])
    reset = command_line(path, "/s", "/r", "/h:[3]")
    assert quick("bws", "command-line", path).out.decode() == reset
    shorter = command_line(path, "/s", "/r")
    assert quick("bws", "command-line", path, "--bcs", "5").out.decode() == shorter
    path.write_bytes(encode_records(bws_sample.EVENT, "bws")[0])
    assert quick("bws", "command-line", path).out.decode() == command_line(path, "/r")


def test_the_server_is_not_reset_once_tables_are_uploaded(shared: Path, tmp_path: Path) -> None:
    rows = two_sections()
    rows["Tables"][3]["Status"] = 1
    path = guide_file(tmp_path / "x.bws", shared, rows)
    assert quick("bws", "command-line", path).out.decode() == command_line(path, "/r")


def test_the_command_line_has_every_parameter_of_the_guide(tmp_path: Path) -> None:
    path = tmp_path / "my night.bws"
    path.write_bytes(encode_records([], "bws")[0])
    options = ("--minimized", "--both-servers", "--path", r"C:\My clubs\night & day.bws")
    for number, tab in enumerate(("results", "rounds", "boards", "matrix", "names"), 1):
        done = quick("bws", "command-line", path, *options, "--tab", tab)
        line = done.out.decode()
        assert line == rf'"/f:[C:\My clubs\night & day.bws]" /s /r /m /t{number} /pi' + "\n"
    assert quick("bws", "command-line", path).out.decode() == command_line(path, "/s", "/r")


@pytest.mark.skipif(os.name == "nt", reason="a Unix shell, and names that Windows does not allow")
@pytest.mark.parametrize(
    "name", ["100% $HOME `x`.bws", 'it\'s "two".bws', r"a\b & c.bws", "[a-z]*.bws"]
)
def test_a_unix_shell_reads_the_command_line_as_it_is_meant(tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes(encode_records([], "bws")[0])
    line = quick("bws", "command-line", path).out
    shell = "eval \"printf '%s\\n' $(cat)\""
    for command in (["sh", "-c", shell], ["xargs", "printf", "%s\n"]):
        done = subprocess.run(command, input=line, capture_output=True, check=True)
        assert done.stdout.decode().splitlines() == [f"/f:[{path}]", "/s", "/r"]


def test_percent_signs_survive_a_batch_file_and_are_refused_at_the_prompt(tmp_path: Path) -> None:
    path = tmp_path / "x.bws"
    path.write_bytes(encode_records([], "bws")[0])
    words = ("bws", "command-line", path, "--path", r"C:\%TEMP%\100 x.bws")
    done = quick(*words, "--shell", "batch")
    assert done.out.decode() == r'"/f:[C:\%%TEMP%%\100 x.bws]" /s /r' + "\n"
    done = quick(*words)
    assert (done.code, done.err) == (
        2,
        r"bmconv: /f:[C:\%TEMP%\100 x.bws]: cmd would replace what is between two % signs; "
        "use --shell batch and put its line into a .cmd file\n",
    )
    with pytest.raises(UsageError, match=r"; use shell=batch and put its line into a .cmd file$"):
        quote("%TEMP%", "cmd")


def test_a_path_with_quotes_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.bws"
    path.write_bytes(encode_records([], "bws")[0])
    done = quick("bws", "command-line", path, "--path", 'C:\\"night".bws')
    said = "bmconv: --path: a Windows path has no quotes in it\n"
    assert (done.code, done.out, done.err) == (2, b"", said)


@pytest.mark.parametrize("rows", [None, [], [(None,), (2,), (1,), (2,)]])
def test_hands_are_uploaded_for_their_sections_if_there_are_any(
    tmp_path: Path, rows: list[Any] | None
) -> None:
    path = tmp_path / "x.bws"
    tables = [jet.TableSpec("Section", [jet.ColumnSpec("ID", "integer")], [(1,)])]
    if rows is not None:
        tables.append(jet.TableSpec("HandRecord", [jet.ColumnSpec("Section", "integer")], rows))
    with path.open("wb") as file:
        jet.write(tables, file)
    hands = ("/h:[1,2]",) if rows else ()
    line = command_line(path, "/s", "/r", *hands)
    assert quick("bws", "command-line", path).out.decode() == line


@pytest.mark.parametrize("option", ["--wait", "--last", "--erase-results", "--force"])
def test_options_of_a_movement_need_one_to_be_sent(tmp_path: Path, option: str) -> None:
    done = quick("bws", "watch", tmp_path, option)
    said = "bmconv: --wait, --last, --erase-results and --force need --send movement\n"
    assert (done.code, done.err) == (2, said)
    assert os.listdir(tmp_path) == []


def test_a_flag_of_watch_is_one_of_the_guides_or_ones_own(tmp_path: Path) -> None:
    done = quick("bws", "watch", tmp_path, "--mark", "Contract")
    flags = "Processed, Processed1, Processed2, Processed3, Processed4 or custom_NAME"
    assert (done.code, done.err) == (1, f"bmconv: no flag 'Contract': expected {flags}\n")


@pytest.mark.parametrize("number", ["0", "-1", "65536", "1253x", "9999"])
def test_a_code_page_that_nobody_knows_is_refused(tmp_path: Path, number: str) -> None:
    done = quick("to", "bws", "--code-page", number, "-o", tmp_path / "x.bws", stdin=b"")
    assert done.code == 2
    assert os.listdir(tmp_path) == []
    if number == "9999":
        said = "bmconv: unknown code page 9999: expected one such as 1250 or 1252\n"
        assert done.err == said


def test_the_control_software_is_started_on_a_file_only() -> None:
    done = quick("bws", "command-line", "-", stdin=b"x")
    assert (done.code, done.out) == (2, b"")
    assert "cannot be started on standard input" in done.err


def test_a_database_goes_through_pipes(tmp_path: Path) -> None:
    data, _ = encode_records(bws_sample.EVENT, "bws", evaluation=True, keep_triggers=True)
    records = run("from", "bws", stdin=data)
    assert records.code == 0
    again = run("to", "bws", "--evaluation", "--keep-triggers", stdin=records.out)
    assert (again.code, again.out) == (0, data)
    guessed = run("convert", "-", "-t", "bws", "--to-opt", "evaluation=1", "--to-opt",
                  "keep-triggers=1", stdin=data)  # fmt: skip
    assert guessed.out == data


def test_control_software_5_wants_access_2000(tmp_path: Path) -> None:
    path = tmp_path / "old.bws"
    path.write_bytes(encode_records([], "bws", jet="3")[0])
    assert b"error access-version" in quick("check", "--for", "bcs5", path).out
    path.write_bytes(encode_records([], "bws")[0])
    assert b"access-version" not in quick("check", "--for", "bcs5", path).out


# Broken files


def mutations(data: bytes, count: int, seed: int) -> Iterator[bytes]:
    """Copies of a file with bytes changed, or cut."""
    random_ = random.Random(seed)
    for _ in range(count):
        if random_.random() < 0.2:
            yield data[: random_.randrange(len(data))]
            continue
        changed = bytearray(data)
        for _ in range(random_.choice((1, 1, 2, 8, 64))):
            changed[random_.randrange(len(data))] = random_.randrange(256)
        yield bytes(changed)


@pytest.mark.parametrize("version", ["3", "4"])
def test_a_damaged_file_is_read_with_notes_or_refused_in_one_line(
    tmp_path: Path, version: str
) -> None:
    data, _ = encode_records(bws_sample.EVENT, "bws", jet=version, evaluation=True)
    path = tmp_path / "x.bws"
    codes = set()
    for number, changed in enumerate(mutations(data, 250, seed=20260101 + int(version))):
        path.write_bytes(changed)
        done = quick("convert", path, tmp_path / f"{number}.jsonl")
        codes.add(done.code)
        assert done.code in (0, 1, 3), (number, done.err)
        assert all(line.startswith("bmconv: ") for line in done.err.splitlines()), done.err
        assert (tmp_path / f"{number}.jsonl").exists() == (done.code != 3)
    assert {0, 3} <= codes


# Broken writes


def test_an_interrupted_write_leaves_the_old_file(tmp_path: Path) -> None:
    old = b"the old file"
    target = tmp_path / "night.bws"
    target.write_bytes(old)
    command = [sys.executable, "-m", "bmconv", "to", "bws", "-o", str(target)]
    killed = getattr(signal, "SIGKILL", signal.SIGTERM)  # Windows kills with any of them
    for kind in {killed} if os.name == "nt" else (signal.SIGTERM, signal.SIGINT, killed):
        child = subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert child.stdin is not None
        child.stdin.write(b'{"type":"section","id":1}\n' * 1000)
        child.stdin.flush()
        while len(os.listdir(tmp_path)) < 2:
            assert child.poll() is None  # still reading: its temporary file is to come
            time.sleep(0.02)
        more = b'{"type":"section","id":1}\n' * 10_000  # more than a pipe holds: it reads on
        child.stdin.write(more)
        child.stdin.flush()
        child.send_signal(kind)
        child.wait()
        child.stdin.close()
        assert target.read_bytes() == old
        if kind is not killed:
            assert os.listdir(tmp_path) == ["night.bws"]
        for left in tmp_path.glob(".night*"):
            left.unlink()

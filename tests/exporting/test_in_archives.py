"""Archives among the files of an export."""

import io
import os
import zipfile

import pytest

from bmconv.io.stream import encode_lines
from bmconv.records import Result
from tests.exporting.test_archive_of_nights import write_damaged
from tests.helpers.datasets import database, write_event
from tests.helpers.running import ROOT, is_wine, quick, run_measuring_memory
from tests.io.test_archives import BAD, encrypted

NIGHT = (ROOT / "formats/bws/samples/night.bws").read_bytes()


def mailed(path, **files: bytes) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, data in files.items():
            archive.writestr(name.replace("_", "."), data)
    path.write_bytes(made.getvalue())


def rows(path) -> list[tuple[str, int]]:
    with database(path) as db:
        return db.execute("SELECT source_file, results FROM sources ORDER BY 1").fetchall()


def test_files_in_archives_count_like_files(tmp_path):
    inbox, out = tmp_path / "inbox", tmp_path / "league.db"
    inbox.mkdir()
    mailed(inbox / "mail.zip", night_bws=NIGHT, note_txt=b"hello")
    (inbox / "locked.zip").write_bytes(b"PK\x03\x04 not really")
    done = quick("export", inbox, "--to", "sql", "--db", f"sqlite:///{out}")
    assert [name for name, results in rows(out) if results] == ["mail.zip#night.bws"]
    assert "locked.zip" in done.err
    again = quick("export", inbox, "--to", "sql", "--db", f"sqlite:///{out}")
    assert again.out.startswith(b"bmconv export: 3 files: 0 new, 0 changed, 3 unchanged")
    assert [name for name, results in rows(out) if results] == ["mail.zip#night.bws"]


def test_a_name_that_leads_out_of_its_archive_is_only_a_name(tmp_path):
    """It neither takes the place of the file that it points to, nor the label of its folder."""
    inbox, out = tmp_path / "inbox", tmp_path / "league.db"
    (inbox / "north").mkdir(parents=True)
    write_event(inbox / "x.jsonl", 1, results=5, guid=False)
    other = b"".join(encode_lines([Result(id=1, board=7, section=1, table=1, round=1)]))
    names = ("../../x.jsonl", "../south//x.jsonl", "/x.jsonl")
    with zipfile.ZipFile(inbox / "north/mail.zip", "w") as mail:
        for at, name in enumerate(names):
            mail.writestr(name, other.replace(b'"board":7', b'"board":%d' % at))
    quick("export", inbox, "--to", "sql", "--db", f"sqlite:///{out}", "--label", "club={1}")
    with database(out) as db:
        found = db.execute("SELECT source_file, club, results FROM events ORDER BY 1").fetchall()
    inside = sorted((f"north/mail.zip#{name}", "north", 1) for name in names)
    assert found == [*inside, ("x.jsonl", None, 5)]
    assert sorted(path.name for path in tmp_path.rglob("x.jsonl")) == ["x.jsonl"]


@pytest.mark.parametrize("name", ["bomb.zip", "bomb.tgz", "many.zip", "deep.zip", "locked.zip"])
def test_a_bad_archive_is_one_rejected_file_within_200_megabytes(name, tmp_path):
    inbox, out = tmp_path / "inbox", tmp_path / "out"
    inbox.mkdir()
    out.mkdir()
    make, what = BAD[name]
    (inbox / name).write_bytes(make())
    (inbox / "night.bws").write_bytes(NIGHT)
    words = ["export", inbox, "--to", "sql", "--db", f"sqlite:///{out}/x.db", "--jobs", "1"]
    done, megabytes = run_measuring_memory(*words)
    lines = done.err.splitlines()
    assert [line for line in lines if name in line and what in line] == lines, lines
    assert len(lines) == 1
    assert megabytes < 200
    assert [name for name, results in rows(out / "x.db") if results] == ["night.bws"]
    assert {path.name for path in tmp_path.rglob("*")} >= {name, "x.db"}
    assert sorted(os.listdir(out)) == ["x.db", "x.db.lock"]


@pytest.mark.skipif(is_wine(), reason="Wine does not list a link to itself")
def test_a_link_to_itself_is_one_rejected_file(tmp_path):
    inbox, out = tmp_path / "inbox", tmp_path / "league.db"
    inbox.mkdir()
    (inbox / "loop.bws").symlink_to("loop.bws")
    (inbox / "night.bws").write_bytes(NIGHT)
    done = quick("export", inbox, "--to", "sql", "--db", f"sqlite:///{out}")
    assert [name for name, results in rows(out) if results] == ["night.bws"]
    assert "loop.bws" in done.err
    if os.name == "posix":  # Windows has words of its own for it
        assert "Too many levels of symbolic links" in done.err
    assert "league.db" not in done.err


def test_a_broken_archive_in_an_archive_is_read_once_and_its_siblings_count(tmp_path):
    inbox, out = tmp_path / "inbox", tmp_path / "league.db"
    inbox.mkdir()
    mailed(inbox / "mail.zip", night_bws=NIGHT, broken_zip=b"PK\x03\x04", also_zip=b"PK\x03\x04")
    words = ("export", inbox, "--to", "sql", "--db", f"sqlite:///{out}")
    done = quick(*words)
    assert [name for name, results in rows(out) if results] == ["mail.zip#night.bws"]
    assert "mail.zip#broken.zip" in done.err
    assert b"2 rejected" in done.out
    again = quick(*words)
    assert again.out.startswith(b"bmconv export: 3 files: 0 new, 0 changed, 3 unchanged")


@pytest.mark.parametrize("kind", ["parquet", "sqlite"])
def test_a_member_that_cannot_be_decrypted_does_not_change_from_run_to_run(
    kind, make_target, tmp_path
):
    inbox, target = tmp_path / "inbox", make_target(kind)
    inbox.mkdir()
    (inbox / "locked.zip").write_bytes(encrypted())
    (inbox / "night.bws").write_bytes(NIGHT)
    first = target.run(inbox)
    assert first.code == 1
    rejected = "bmconv: rejected locked.zip#night.bws: encrypted; unpack it first"
    assert first.err.splitlines()[0] == rejected
    again = target.run(inbox)
    assert again.code == 0
    assert again.out.startswith(b"bmconv export: 2 files: 0 new, 0 changed, 2 unchanged")


def test_a_large_file_of_nothing_is_of_unknown_format(make_target, tmp_path):
    """Its extension is that of a text format, so nothing is said about databases."""
    inbox, target = tmp_path / "inbox", make_target("sqlite")
    inbox.mkdir()
    with open(inbox / "nothing.pbn", "wb") as file:
        file.truncate(64 << 20)
    done = target.run(inbox)
    assert done.err.splitlines()[0] == "bmconv: rejected nothing.pbn: unknown format"


def test_errors_in_several_files_come_with_the_query_that_lists_them(make_target, tmp_path):
    inbox, target = tmp_path / "inbox", make_target("sqlite")
    inbox.mkdir()
    for name in ("a.csv", "b.csv"):
        write_damaged(inbox, name)
    with open(inbox / "b.csv", "a") as file:
        file.write("\n")  # so that it is not a copy
    done = target.run(inbox)
    query = done.err.partition("all files with errors: ")[2].splitlines()[0]
    assert target.ask(query) == [("a.csv", 1), ("b.csv", 1)]

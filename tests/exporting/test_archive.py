"""Names of files in a dataset, relative to the folder that contains all of them."""

import ntpath
import os
from pathlib import Path

import pytest

from bmconv.errors import UsageError
from bmconv.exporting.archive import (
    ALL_DRIVES,
    APPLICATION_ID,
    Label,
    base_above,
    base_of,
    hash_of,
    is_below,
    name_below,
    parse_label,
    search_roots,
    walk,
)
from tests.helpers.datasets import database
from tests.helpers.running import ROOT, quick

SAMPLES = ROOT / "formats/bws/samples"


def test_names_of_files_on_several_drives_begin_with_the_drive(monkeypatch):
    monkeypatch.setattr(os, "path", ntpath)
    monkeypatch.setattr(os, "sep", ntpath.sep)
    base = base_of([r"C:\Bridge", r"\\server\club\2024"])
    assert name_below(base, r"c:\Bridge\May\night.bws") == "C/Bridge/May/night.bws"
    assert name_below(base, r"\\server\club\2024\x.zip#a/b.bws") == "SERVER/CLUB/2024/x.zip#a/b.bws"
    assert (base_above("C:\\Bridge"), base_above("C:\\")) == ("C:\\", ALL_DRIVES)
    assert is_below(r"c:\bridge\May", r"C:\Bridge")
    assert not is_below(r"C:\Bridges", r"C:\Bridge")


@pytest.mark.skipif(os.name != "nt", reason="only Windows has drives")
def test_folders_on_two_drives_make_one_dataset(tmp_path: Path) -> None:
    """Wine's temporary folder is on C:, this repository on Z:."""
    if tmp_path.drive == SAMPLES.drive:
        pytest.skip("the temporary folder is on the drive of the repository")
    (tmp_path / "club").mkdir()
    (tmp_path / "club" / "other.bws").write_bytes((SAMPLES / "night.bws").read_bytes())
    where = ("--to", "sql", "--db", f"sqlite:///{tmp_path / 'all.db'}", "--jobs", "1")
    for folders in ((tmp_path / "club", SAMPLES), (str(SAMPLES).lower(),)):
        assert quick("export", *folders, *where).code == 0
    with database(tmp_path / "all.db") as db:
        names = [name for (name,) in db.execute("SELECT source_file FROM sources")]
    assert f"C{tmp_path.as_posix()[2:]}/club/other.bws" in names
    assert len(names) == 1 + len(os.listdir(SAMPLES))


@pytest.mark.parametrize(
    ("template", "text"),
    [
        ("{1}", "north"),
        ("{2}", "2025"),
        ("{3}", None),  # the file is not one of its folders
        ("{0}", None),
        ("{name}", "week.1.bws"),
        ("{stem}", "week.1"),
        ("{1}/{2} {stem}", "north/2025 week.1"),
        ("all", "all"),
    ],
)
def test_a_label_is_made_from_the_folders_and_the_name_of_a_file(template, text):
    assert Label("x", template).text("north/2025/week.1.bws") == text


def test_a_label_can_be_the_name_of_a_club():
    label = Label("club", "{1}", (("north", "Northtown"), ("", "Nobody")))
    names = [label.text(name) for name in ("north/a.bws", "south/a.bws", "a.bws")]
    assert names == ["Northtown", "south", "Nobody"]


def test_a_label_is_a_new_column():
    assert parse_label("club={1}") == Label("club", "{1}")
    assert parse_label("a_1=x=y") == Label("a_1", "x=y")
    for column in ("board", "event_id", "nth", "level", "par_score", "standing", "hands_file"):
        with pytest.raises(UsageError, match=f": {column} is already a column"):
            parse_label(f"{column}={{1}}")
    for text in ("club", "=x", "1a=x", "Club={1}", "a b=x", ""):
        with pytest.raises(UsageError, match=r": expected NAME=TEXT such as club=\{1\}"):
            parse_label(text)
    for text in ("club={x}", "club={1", "club=}", "club={-1}"):
        with pytest.raises(UsageError, match=r"expected \{1\}, \{2\} ..., \{name\} or \{stem\}"):
            parse_label(text)


def file_names(folder: Path, *skip: Path) -> list[str]:
    roots = search_roots([str(folder)])
    return [file.name for file in walk(roots, str(folder), [str(path) for path in skip])]


def test_hidden_files_and_datasets_of_export_are_skipped(tmp_path: Path) -> None:
    made = b"SQLite format 3\0" + bytes(52) + APPLICATION_ID.to_bytes(4)
    foreign = b"SQLite format 3\0" + bytes(56)
    for name, data in {
        "b.bws": b"x", "a/c.bws": b"x", "a.bws": b"x", ".hidden": b"x", ".git/x.bws": b"x",
        "~$open.xlsx": b"x", "skipped/x.bws": b"x", "dataset/_state.sqlite": b"x",
        "dataset/result/x.parquet": b"x", "league.db": made, "league.db-wal": b"x",
        "league.db.lock": b"x", "other.db": foreign, "other.db-wal": b"x", "league.dbx": made,
        "public/index.html": b"x", ".public.site/site.sqlite": made,
    }.items():  # fmt: skip
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_bytes(data)
    found = ["a/c.bws", "a.bws", "b.bws", "league.dbx", "other.db", "other.db-wal"]
    assert file_names(tmp_path, tmp_path / "skipped") == found
    assert "skipped/x.bws" in file_names(tmp_path)


@pytest.mark.skipif(os.name != "posix", reason="Windows needs a permission to make links")
def test_a_database_that_cannot_be_opened_is_not_skipped(tmp_path: Path) -> None:
    (tmp_path / "league.db").symlink_to(tmp_path / "nowhere.db")
    assert file_names(tmp_path) == ["league.db"]


@pytest.mark.skipif(os.name != "posix", reason="Windows needs a permission to make links")
def test_links_to_files_are_followed_but_links_to_folders_are_not(tmp_path: Path) -> None:
    (tmp_path / "share" / "club").mkdir(parents=True)
    (tmp_path / "share" / "club" / "a.bws").write_bytes(b"x")
    archive = tmp_path / "archive"
    archive.mkdir()
    (archive / "b.bws").symlink_to(tmp_path / "share" / "club" / "a.bws")
    (archive / "club").symlink_to(tmp_path / "share" / "club")
    (archive / "loop.bws").symlink_to("loop.bws")
    assert file_names(archive) == ["b.bws", "loop.bws"]


def test_a_folder_inside_another_is_searched_once(tmp_path: Path) -> None:
    for name in ("a/b", "ab"):
        (tmp_path / name).mkdir(parents=True)
    inner, outer, beside = (str(tmp_path / name) for name in ("a/b", "a", "ab"))
    assert search_roots([inner, outer, beside, outer]) == [outer, beside]


def test_the_hash_of_a_file_depends_on_its_content_only(tmp_path: Path) -> None:
    one, other = tmp_path / "a", tmp_path / "b"
    one.write_bytes(b"x" * 3_000_000)
    other.write_bytes(b"x" * 3_000_000)
    assert hash_of(str(one)) == hash_of(str(other)) != ""
    other.write_bytes(b"x" * 2_999_999 + b"y")
    assert hash_of(str(one)) != hash_of(str(other))
    assert hash_of(str(tmp_path)) == hash_of(str(tmp_path / "none")) == ""

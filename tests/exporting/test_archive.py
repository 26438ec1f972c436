"""Names of files in a dataset, relative to the folder that contains all of them."""

import ntpath
import os
from pathlib import Path

import pytest

from bmconv.exporting.archive import ALL_DRIVES, base_above, base_of, is_below, name_below
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

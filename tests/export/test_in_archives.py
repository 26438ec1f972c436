"""Archives among the files of an export."""

import io
import sqlite3
import zipfile

from running import ROOT, quick

NIGHT = (ROOT / "formats/bws/samples/night.bws").read_bytes()


def mailed(path, **files: bytes) -> None:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, data in files.items():
            archive.writestr(name.replace("_", "."), data)
    path.write_bytes(made.getvalue())


def rows(database) -> list[tuple[str, int]]:
    with sqlite3.connect(database) as db:
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

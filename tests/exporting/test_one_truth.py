"""The same rows in every target, the numbers of `bmconv rank`, and those of the summary."""

import json
import random
import re
import shutil
import zipfile

import pytest

from bmconv.columns import TABLES
from bmconv.io.stream import encode_lines
from tests.helpers.datasets import export, night, sql, write_event, write_mixed_archive
from tests.helpers.export_targets import TARGETS
from tests.helpers.running import ROOT, quick

ASKED = ("section", "pair", "direction", "place", "total", "percentage", "boards")


@pytest.fixture(scope="module")
def archive(tmp_path_factory):
    """The samples of all formats that can hold a night."""
    folder = tmp_path_factory.mktemp("one") / "archive"
    folder.mkdir()
    for format in ("bws", "pbn", "usebio", "lin", "records", "xlsx", "bridgescore"):
        for path in (ROOT / "formats" / format / "samples").iterdir():
            shutil.copy(path, folder)
    return folder


def ranked(path):
    lines = [json.loads(line) for line in quick("rank", path, "-q").out.splitlines()]
    return [tuple(row.get(name) for name in ASKED) for row in lines if row["type"] == "ranking"]


def test_every_night_is_ranked_as_by_the_command_in_every_target(archive, target):
    target.run(archive)
    found = target.rows_of("ranking", "source_file", *ASKED)
    names = {name for (name,) in target.rows_of("events", "source_file")}
    assert len(names & {row[0] for row in found}) >= 4
    for name in sorted(names):
        expected = sorted(ranked(archive / name), key=repr)
        here = sorted((tuple(row[1:]) for row in found if row[0] == name), key=repr)
        assert here == expected, name


def test_the_summary_counts_what_the_tables_have(archive, tmp_path):
    said = export(archive, tmp_path / "league.db", to="sql").out.decode()
    events, records = re.search(r"([\d,]+) events?, ([\d,]+) records", said).groups()
    found = sum(
        sql(tmp_path / "league.db", f'SELECT count(*) FROM "{kind}"')[0][0] for kind in TABLES
    )
    assert int(records.replace(",", "")) == found
    assert [(int(events),)] == sql(tmp_path / "league.db", "SELECT count(*) FROM events")


def changed(folder):
    """The week after: a correction, a copy that is better now, a reject that can be read."""
    corrected, late = (night(random.Random(seed), howell=True) for seed in (99, 100))
    (folder / "1.jsonl").write_bytes(b"".join(encode_lines(corrected)))
    (folder / "north/a.jsonl").unlink()
    write_event(folder / "south/a.jsonl", 1, results=7)
    shutil.copy(ROOT / "formats/bws/samples/night.bws", folder / "bad.bws")
    (folder / "2.jsonl").write_bytes(b"{cut off")
    (folder / "worse.bws").write_bytes(b"no database either")
    with zipfile.ZipFile(folder / "mail.zip", "a") as mail:
        mail.writestr("later/more.jsonl", b"".join(encode_lines(late)))


def test_all_targets_have_exactly_the_same_rows(make_target, tmp_path):
    """For an archive with copies, rejects and zips; once more when some of it was corrected."""
    folder = write_mixed_archive(tmp_path / "archive")
    shutil.copytree(ROOT / "formats/xlsx/samples", folder / "south/sheets")
    labels = ("--label", "club={1}")
    targets = [make_target(name) for name in TARGETS]
    for arrived in (lambda _: None, changed):
        arrived(folder)
        said = [target.run(folder, *labels).out.split(b" to ")[0] for target in targets]
        first, *others = (target.everything(["club"]) for target in targets)
        assert {len(rows) > 0 for rows in (first["result"], first["rejects"])} == {True}
        assert sum(map(len, first.values())) > 500
        for target, rows in zip(targets[1:], others, strict=True):
            for kind, found in first.items():
                assert rows[kind] == found, (target.name, kind)
        assert len(set(said)) == 1
        nth = [target.rows_of("result", "event_id", "id", "nth") for target in targets[1:]]
        assert nth[0] == nth[1] == nth[2]
        for target in targets:
            assert b"0 new, 0 changed" in target.run(folder, *labels).out


def test_columns_have_types_where_a_database_has_them(make_target, tmp_path):
    write_event(tmp_path / "archive/a.jsonl", 1)
    wanted = {  # a column of results, and its type in DuckDB and PostgreSQL
        "standing": ("BOOLEAN", "boolean"),
        "date": ("DATE", "date"),
        "board": ("INTEGER", "integer"),
        "mp_ns": ("DOUBLE", "double precision"),
        "contract": ("VARCHAR", "text"),
        "time": ("TIME", "time without time zone"),
        "extra": ("JSON", "jsonb"),
    }
    for at, name in enumerate(("duckdb", "postgresql")):
        target = make_target(name)
        assert target.run(tmp_path / "archive").code == 0
        found = dict(
            target.ask(
                "SELECT column_name::text, data_type::text FROM information_schema.columns "
                f"WHERE table_name = 'result' AND table_schema IN ('main', '{target.schema}')"
            )
        )
        assert {name: found[name] for name in wanted} == {n: t[at] for n, t in wanted.items()}

"""bmconv export: identity, copies, increments, rejects, labels; SQLite and Parquet."""

import os
import shutil
import time

import pytest
from msgspec import structs

import bmconv
from bmconv.errors import UsageError
from bmconv.io.stream import encode, encode_lines
from bmconv.ranking import rank
from bmconv.records import Ranking, Result
from tests.helpers.datasets import (
    GUID,
    export,
    exported_records,
    files_and_times,
    rows,
    sql,
    write_event,
)
from tests.helpers.filled_records import filled_records
from tests.helpers.running import SHARED, quick


def test_events_go_to_folders_by_type_and_year(archive, tmp_path):
    out = tmp_path / "out"
    done = export(archive, out, "--label", "club={1}")
    assert (done.code, done.err) == (0, "")
    assert done.out.decode().startswith(
        "bmconv export: 3 files: 3 new, 0 changed, 0 unchanged, 1 other; 2 events, 16 records to"
    )
    assert rows(out, "session", "event_id", "source_file", "club", "year", "name") == [
        (GUID.format(1), "north/a.jsonl", "north", 2021, "club 1"),
        (GUID.format(2), "south/b.jsonl", "south", 2022, "club 2"),
    ]
    assert len(rows(out, "result", "board", "level", "tricks", "score_ns")) == 8
    assert rows(out, "events", "event_id", "results") == [(GUID.format(1), 3), (GUID.format(2), 5)]


@pytest.mark.parametrize("to", ["parquet", "sql"])
def test_a_second_run_changes_nothing_and_says_so(archive, tmp_path, to):
    out = tmp_path / "out"
    out.mkdir()
    place = out if to == "parquet" else out / "league.db"
    assert export(archive, place, to=to).code == 0
    before = files_and_times(out)
    done = export(archive, place, to=to)
    assert b"0 new, 0 changed, 3 unchanged; nothing to do" in done.out
    assert files_and_times(out) == before
    os.utime(archive / "north/a.jsonl", (1, 1))  # another time, the same content
    assert b"0 new, 0 changed, 3 unchanged" in export(archive, place, to=to).out


@pytest.mark.parametrize("to", ["parquet", "sql"])
def test_a_file_that_grew_replaces_its_own_rows(archive, tmp_path, to):
    place = tmp_path / "out"
    export(archive, place, to=to)
    write_event(archive / "north/a.jsonl", 1, results=4)
    assert b"1 changed" in export(archive, place, to=to).out
    if to == "sql":
        assert sql(place, "SELECT source_file, count(*) FROM result GROUP BY 1 ORDER BY 1") == [
            ("north/a.jsonl", 4),
            ("south/b.jsonl", 5),
        ]
    else:
        boards = rows(place, "result", "source_file", "board")
        assert [name for name, _ in boards].count("north/a.jsonl") == 4
        assert len(boards) == 9


@pytest.mark.parametrize("to", ["parquet", "sql"])
@pytest.mark.parametrize("at_once", [True, False])
def test_the_copy_with_the_most_results_counts_then_the_newest(tmp_path, to, at_once):
    archive, place = tmp_path / "archive", tmp_path / "out"
    write_event(archive / "a.jsonl", 1, results=3)
    write_event(archive / "c.jsonl", 1, results=5)
    if not at_once:
        export(archive, place, to=to)
    write_event(archive / "b.jsonl", 1, results=4)
    write_event(archive / "d.jsonl", 1, results=5, contract="5 S")
    os.utime(archive / "c.jsonl", (1e9, 1e9))
    shutil.copy(archive / "d.jsonl", archive / "e.jsonl")  # the same bytes
    done = export(archive, place, to=to)
    assert "repair copy: " in done.err
    assert "repair same-content: 1 file skipped" in done.err
    if to == "sql":
        assert sql(place, "SELECT DISTINCT source_file FROM result") == [("d.jsonl",)]
        assert sql(place, "SELECT count(*) FROM result") == [(5,)]
        assert sql(place, "SELECT status, count(*) FROM sources GROUP BY 1") == [
            ("copy", 4),
            ("exported", 1),
        ]
    else:
        assert rows(place, "result", "source_file", "board") == [
            ("d.jsonl", board) for board in range(1, 6)
        ]


def test_when_the_best_copy_shrinks_the_next_best_takes_its_place(tmp_path):
    archive, place = tmp_path / "archive", tmp_path / "league.db"
    write_event(archive / "a.jsonl", 1, results=5)
    write_event(archive / "b.jsonl", 1, results=4)
    export(archive, place, to="sql")
    write_event(archive / "a.jsonl", 1, results=2)
    assert export(archive, place, to="sql").code == 0
    assert sql(place, "SELECT source_file, count(*) FROM result GROUP BY 1") == [("b.jsonl", 4)]


def test_a_file_that_contains_another_event_now_loses_its_old_one(tmp_path):
    archive, out = tmp_path / "archive", tmp_path / "out"
    write_event(archive / "a.jsonl", 1)
    write_event(archive / "b.jsonl", 3)
    export(archive, out)
    write_event(archive / "a.jsonl", 2)
    export(archive, out)
    assert {row[0] for row in rows(out, "result", "event_id")} == {GUID.format(2), GUID.format(3)}


def test_a_copy_of_the_old_content_becomes_its_own_event_when_a_file_changes(tmp_path):
    """Without a GUID: a program may write the same path every week."""
    archive, place = tmp_path / "archive", tmp_path / "league.db"
    counted = "SELECT event_id, count(*) FROM result GROUP BY 1 ORDER BY 1"
    write_event(archive / "today.jsonl", 1, guid=False)
    for name in ("week1.jsonl", "week1-again.jsonl"):
        shutil.copy(archive / "today.jsonl", archive / name)
    export(archive, place, to="sql")
    assert sql(place, counted) == [("today.jsonl", 3)]
    write_event(archive / "today.jsonl", 2, guid=False, results=5)
    export(archive, place, to="sql")
    assert sql(place, counted) == [("today.jsonl", 5), ("week1-again.jsonl", 3)]
    write_event(archive / "week1-again.jsonl", 3, guid=False, results=4)
    export(archive, place, to="sql")
    assert sql(place, counted) == [
        ("today.jsonl", 5),
        ("week1-again.jsonl", 4),
        ("week1.jsonl", 3),
    ]


def test_an_event_without_a_guid_is_identified_by_its_path(tmp_path):
    archive, out = tmp_path / "archive", tmp_path / "out"
    write_event(archive / "x/a.jsonl", 1, guid=False)
    write_event(archive / "y/a.jsonl", 1, guid=False, results=4)
    export(archive, out)
    assert rows(out, "session", "event_id") == [("x/a.jsonl",), ("y/a.jsonl",)]


@pytest.mark.parametrize("to", ["parquet", "sql"])
def test_rejects_are_kept_and_fail_a_run_once(archive, tmp_path, to):
    place = tmp_path / "out"
    (archive / "broken.bws").write_bytes(b"\x00\x01\x00\x00Standard Jet DB\x00\x01" + b"x" * 99)
    (archive / "empty.bws").write_bytes(b"")
    done = export(archive, place, to=to)
    assert done.code == 1
    assert "bmconv: rejected broken.bws: " in done.err
    assert "bmconv: rejected empty.bws: " in done.err
    assert b"2 rejected (2 new); 2 events" in done.out
    again = export(archive, place, to=to)
    assert (again.code, again.err) == (0, "")
    assert b"2 rejected (0 new)" in again.out
    assert export(archive, place, "--fail-on", "any", to=to).code == 1
    if to == "sql":
        kept = sql(place, "SELECT source_file FROM rejects ORDER BY 1")
    else:
        kept = rows(place, "rejects", "source_file")
    assert kept == [("broken.bws",), ("empty.bws",)]
    (archive / "other.bws").write_bytes(b"junk")
    assert export(archive, place, "--fail-on", "none", to=to).code == 0


def test_a_file_that_breaks_keeps_the_rows_it_had(tmp_path):
    archive, out = tmp_path / "archive", tmp_path / "out"
    write_event(archive / "a.jsonl", 1)
    export(archive, out)
    with open(archive / "a.jsonl", "ab") as file:
        file.write(b'{"type":"result","bord":1}\n')
    assert export(archive, out).code == 1
    assert len(rows(out, "result", "board")) == 3
    write_event(archive / "a.jsonl", 1, results=4)
    assert export(archive, out).code == 0
    assert len(rows(out, "result", "board")) == 4


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"min_nights": 3}, "min_nights is for to=site"),
        ({"index": True}, "index is for to=site"),
        ({"club_names": "clubs.csv"}, "club_names needs a label, such as label=club={1}"),
    ],
)
def test_a_program_reads_the_names_of_its_keywords(archive, tmp_path, options, expected):
    with pytest.raises(UsageError) as refused:
        bmconv.export(archive, "parquet", out=tmp_path / "out", **options)
    assert str(refused.value) == expected


def test_a_dry_run_escapes_control_characters_in_names(archive, tmp_path):
    write_event(archive / "a\ngone     b\x1b[31m.jsonl", 3)
    done = export(archive, tmp_path / "out", "--dry-run")
    assert b"new      a\\ngone     b\\x1b[31m.jsonl\n" in done.out


def test_a_dry_run_lists_and_changes_nothing(archive, tmp_path):
    out = tmp_path / "out"
    done = export(archive, out, "--dry-run")
    assert done.out.decode().splitlines()[:3] == [
        "new      north/a.jsonl",
        "new      readme.txt",
        "new      south/b.jsonl",
    ]
    assert not out.exists()


def test_since_skips_older_files(archive, tmp_path):
    os.utime(archive / "north/a.jsonl", (1e9, 1e9))
    done = export(archive, tmp_path / "out", "--since", "2020-01-01")
    assert b"1 older" in done.out
    assert {row[0] for row in rows(tmp_path / "out", "result", "event_id")} == {GUID.format(2)}


def test_since_a_number_of_days_counts_back_from_now(archive, tmp_path):
    day = 86400
    for name, age in (("north/a.jsonl", 6.9), ("south/b.jsonl", 7.1), ("readme.txt", 0)):
        changed = time.time() - age * day
        os.utime(archive / name, (changed, changed))
    assert (
        b"2 new, 0 changed, 0 unchanged, 1 older"
        in export(archive, tmp_path / "out", "--since", "7d").out
    )
    assert rows(tmp_path / "out", "events", "source_file") == [("north/a.jsonl",)]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--to", "parquet"], "--out FOLDER"),
        (
            ["--to", "sql", "--db", "mysql://x"],
            "sqlite:///FILE, duckdb:///FILE or postgresql://USER@",
        ),
        (["--to", "parquet", "--out", "o", "--db", "d"], "--db cannot be used with --to parquet"),
        (["--to", "parquet", "--db", "sqlite:///x"], "--db is for --to sql"),
        (["--to", "parquet", "--out", "o", "--jobs", "two"], "--jobs two: expected a whole number"),
        (["--to", "sqlite"], "--to sqlite: no such value; use --to sql --db sqlite:///FILE"),
        (["--to", "sql", "--out", "o", "--db", "d"], "--out cannot be used with --to sql"),
        (["--to", "parquet", "--out", "o", "--label", "club"], "expected NAME=TEXT"),
        (["--to", "parquet", "--out", "o", "--label", "Club={1}"], "lower-case letters, digits"),
        (["--to", "parquet", "--out", "o", "--label", "status={1}"], "is already a column"),
        (["--to", "parquet", "--out", "o", "--label", "board={1}"], "is already a column"),
        (["--to", "parquet", "--out", "o", "--label", "club={x}"], "expected {1}"),
        (["--to", "parquet", "--out", "o", "--since", "soon"], "expected a date"),
        (
            ["--to", "parquet", "--out", "o", "--since", "7"],
            "expected a date such as 2026-01-31, or",
        ),
        (
            ["--to", "parquet", "--out", "o", "--label", "a={1}", "--label", "a={2}"],
            "--label: two labels have the same name",
        ),
        (["--to", "sql"], "--to sql needs a database: --db sqlite:///FILE, duckdb:///FILE or "),
        (["--to", "sql", "--db", "sqlite:///x", "--schema", "s"], "--schema is for PostgreSQL"),
        (["--to", "parquet", "--out", "o", "--min-nights", "3"], "--min-nights is for --to site"),
        (["--to", "parquet", "--out", "o", "--language", "nl"], "--language is for --to site"),
        (["--to", "site", "--out", "o", "--schema", "s"], "--db and --schema cannot be used with"),
    ],
)
def test_wrong_usage_is_reported(tmp_path, words, message):
    done = quick("export", tmp_path, *words)
    assert done.code == 2
    assert message in done.err


def test_labels_must_be_the_same_as_those_of_the_dataset(archive, tmp_path):
    export(archive, tmp_path / "out", "--label", "club={1}")
    done = export(archive, tmp_path / "out")
    assert (done.code, "made with --label club={1}" in done.err) == (2, True)


def unranked(record):
    """A record without the points that export works out."""
    if isinstance(record, Result):
        return structs.replace(record, mp_ns=None, mp_ew=None, imp_ns=None, imp_ew=None)
    return record


def test_an_event_with_every_field_comes_back_from_sqlite(tmp_path):
    archive, place = tmp_path / "archive", tmp_path / "league.db"
    archive.mkdir()
    (archive / "a.jsonl").write_bytes(b"".join(encode(r) + b"\n" for r in filled_records()))
    assert export(archive, place, to="sql").code == 0
    assert list(map(unranked, exported_records(place))) == list(map(unranked, filled_records()))


def test_the_club_file_goes_to_sqlite_and_back_and_its_views_agree(tmp_path, club_night):
    archive, place = tmp_path / "archive", tmp_path / "league.db"
    archive.mkdir()
    shutil.copy(club_night, archive)
    assert export(archive, place, to="sql").code == 0
    event = bmconv.read(club_night)
    exported = [r for r in exported_records(place) if not isinstance(r, Ranking)]
    assert list(map(unranked, exported)) == list(event)
    places = [r for r in exported_records(place) if isinstance(r, Ranking)]
    seated = [{p["name"] for p in place.extra.pop("players")} for place in places]
    assert seated == [set(place.names) for place in places]
    assert [structs.replace(p, extra=p.extra or None) for p in places] == [*rank(event).rankings()]
    standing = event.standing_results()
    assert sql(place, "SELECT id FROM standing_result ORDER BY id") == sorted(
        (result.id,) for result in standing
    )


def test_the_views_of_a_database_rank_pairs(tmp_path):
    archive, place = tmp_path / "archive", tmp_path / "league.db"
    archive.mkdir()
    scores = [("4 S", "="), ("4 S", "="), ("3 S", "+1")]  # 420, 420, 170: 3, 3 and 0 of 4
    records = [
        Result(id=n, section=1, table=n, round=1, board=1, pair_ns=n, pair_ew=n + 10, declarer="N",
               contract=contract, result=result)
        for n, (contract, result) in enumerate(scores, 1)
    ]  # fmt: skip
    (archive / "a.jsonl").write_bytes(b"".join(encode_lines(records)))
    export(archive, place, to="sql")
    query = "SELECT pair, total, maximum, percentage, place FROM pair_ranking ORDER BY pair"
    assert sql(place, query) == [
        (1, 3, 4, 75.0, 1), (2, 3, 4, 75.0, 1), (3, 0, 4, 0.0, 3),
        (11, 1, 4, 25.0, 2), (12, 1, 4, 25.0, 2), (13, 4, 4, 100.0, 1),
    ]  # fmt: skip


def test_a_bws_exported_directly_gives_the_rows_of_its_records(club_nights):
    from bmconv.conversion import decode
    from bmconv.exporting import bws_tables as bws
    from bmconv.exporting import contents as work
    from bmconv.io.source import open_source
    from bmconv.notes import Notes

    paths = [*map(str, club_nights), *map(str, sorted(SHARED.glob("real/bws/*.bws")))]
    together = bws.read_together(paths)
    assert set(map(str, club_nights)) <= set(together)
    for path in paths:
        quick_told, notes = [], Notes()
        quick_notes = Notes(quick_told.append)
        with open_source(path) as source:
            by_columns = bws.read_database(source, quick_notes)
        with open_source(path) as source:
            records = list(decode(source, "bws", {}, notes))
            by_records = work.identify(work.as_tables(records, notes))
        assert by_columns.tables == by_records.tables
        assert by_columns[1:] == by_records[1:]
        assert sorted(quick_notes.lines()) == sorted(notes.lines())
        if path in together:
            with_others, told = together[path]
            assert with_others.tables == by_records.tables
            assert (with_others[1:], told) == (by_records[1:], quick_told)

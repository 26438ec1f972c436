"""bmconv export of an archive that grows: paths, labels, dry runs, copied GUIDs, notes."""

import datetime
import json
import os
import random
import shutil
import zipfile

import openpyxl
import pyarrow as pa
import pytest

import bmconv
from bmconv.event import Event
from bmconv.io.stream import encode_lines
from bmconv.records import Result, Session
from tests.helpers.datasets import GUID, export, night, rows, slams_of, sql, write_event
from tests.helpers.running import quick


def write(path, records):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(encode_lines(records)))


def test_files_are_named_relative_to_the_folder_that_contains_all_paths(tmp_path):
    clubs = [tmp_path / "k" / club / "2025" for club in ("north", "south", "west")]
    for number, folder in enumerate(clubs):
        write_event(folder / "week1.jsonl", number, guid=False)
    words = ["--to", "sql", "--db", f"sqlite:///{tmp_path}/x.db", "--label", "club={1}"]
    listed = "SELECT club, event_id FROM events ORDER BY 1"
    assert quick("export", *clubs[:2], *words).code == 0
    assert sql(tmp_path / "x.db", listed) == [
        ("north", "north/2025/week1.jsonl"),
        ("south", "south/2025/week1.jsonl"),
    ]
    done = quick("export", *clubs, *words)  # one more, none is renamed
    assert b"3 files: 1 new, 0 changed, 2 unchanged; 1 event" in done.out
    assert b"1 file: 0 new, 0 changed, 1 unchanged;" in quick("export", clubs[0], *words).out
    assert b"3 files: 0 new" in quick("export", tmp_path / "k", clubs[1], *words).out
    assert len(sql(tmp_path / "x.db", listed)) == 3


def test_a_path_that_would_change_the_names_of_files_is_refused(tmp_path):
    for number, club in enumerate(("A", "B")):
        write_event(tmp_path / club / "week1.jsonl", number, guid=False)
    place = tmp_path / "x.db"
    export(tmp_path / "A", place, to="sql")
    done = export(tmp_path / "B", place, to="sql")
    assert (done.code, "the base folder of this dataset" in done.err) == (2, True)
    assert "export both folders to a new place in one run" in done.err
    assert sql(place, "SELECT name FROM events") == [("club 0",)]


@pytest.mark.parametrize("to", ["parquet", "sql"])
@pytest.mark.parametrize("at_once", [True, False])
def test_events_with_a_guid_copied_from_a_template_are_told_apart(tmp_path, to, at_once):
    archive, place = tmp_path / "archive", tmp_path / "out"

    def week(number, results, name="Thursday"):
        day = datetime.date(2026, 1, 7 * number)
        session = Session(id=1, guid=GUID.format(7), name=name, date=day)
        played = [Result(id=n, section=1, table=1, round=1, board=n) for n in range(results)]
        write(archive / f"week{number}.jsonl", [session, *played])

    def counted():
        if to == "sql":
            return sql(place, "SELECT event_id, count(*) FROM result GROUP BY 1 ORDER BY 1")
        events = [row[0] for row in rows(place, "result", "event_id")]
        return [(event, events.count(event)) for event in sorted(set(events))]

    guid = GUID.format(7)
    week(1, 3)
    if not at_once:
        assert export(archive, place, to=to).err == ""
    week(2, 4)
    done = export(archive, place, to=to)
    assert "repair guid-shared: 1 file " in done.err
    assert "(week2.jsonl and week1.jsonl)" in done.err
    assert counted() == [(guid, 3), (f"{guid} 2026-01-14 Thursday", 4)]
    shutil.copy(archive / "week2.jsonl", archive / "backup.jsonl")
    week(2, 5)  # it grows, and is still its own event; the copy is one of it
    assert export(archive, place, to=to).code == 0
    assert counted() == [(guid, 3), (f"{guid} 2026-01-14 Thursday", 5)]
    week(1, 2, name="Friday")  # another evening in the same file
    assert export(archive, place, to=to).code == 0
    assert counted() == [
        (f"{guid} 2026-01-07 Friday", 2),
        (f"{guid} 2026-01-14 Thursday", 5),
    ]


def test_copies_keep_the_old_evening_when_a_file_contains_another_one(tmp_path):
    archive, place = tmp_path / "archive", tmp_path / "x.db"
    write_event(archive / "today.jsonl", 1, results=5)
    write_event(archive / "backup.jsonl", 1, results=4)
    export(archive, place, to="sql")
    write_event(archive / "today.jsonl", 1, results=6, name="another")
    export(archive, place, to="sql")
    assert sql(place, "SELECT source_file, results FROM events ORDER BY 1") == [
        ("backup.jsonl", 4),
        ("today.jsonl", 6),
    ]


@pytest.mark.skipif(os.name == "nt", reason="Windows' names are characters, not bytes")
@pytest.mark.parametrize("to", ["parquet", "sql"])
def test_a_file_name_that_is_not_utf8_is_escaped(tmp_path, to):
    archive, place = tmp_path / "archive", tmp_path / "out"
    write_event(archive / "a.jsonl", 1)
    for name in (b"caf\xe9.jsonl", b"\xe9t\xe9.jsonl"):
        shutil.copy(archive / "a.jsonl", os.path.join(os.fsencode(archive), name))
    shutil.copy(archive / "a.jsonl", archive / "b.jsonl")
    with open(os.fsencode(archive) + b"/bad\xe9.bws", "wb") as file:
        file.write(b"junk")
    done = export(archive, place, "--notes", tmp_path / "notes", "--label", "night={stem}", to=to)
    assert (done.code, "rejected bad\\xe9.bws: not a Bridge" in done.err) == (1, True)
    state = place if to == "sql" else place / "_state.sqlite"
    assert sql(state, "SELECT source_file, night, status FROM sources ORDER BY 1") == [
        ("\\xe9t\\xe9.jsonl", "\\xe9t\\xe9", "exported"),
        ("a.jsonl", "a", "copy"),
        ("b.jsonl", "b", "copy"),
        ("bad\\xe9.bws", "bad\\xe9", "reject"),
        ("caf\\xe9.jsonl", "caf\\xe9", "copy"),
    ]
    assert export(archive, place, "--label", "night={stem}", to=to).code == 0


def test_a_dry_run_counts_what_it_lists_and_prints_nothing_with_q(archive, tmp_path):
    shutil.copy(archive / "north/a.jsonl", archive / "again.jsonl")
    done = export(archive, tmp_path / "out", "--dry-run")
    assert done.out.decode().splitlines() == [
        "new      again.jsonl",
        "copy     north/a.jsonl",
        "new      readme.txt",
        "new      south/b.jsonl",
        "bmconv export: 4 files: 4 new, 0 changed, 0 unchanged, 1 with the same content as "
        "another; 3 files to read; nothing done (--dry-run)",
    ]
    done = export(archive, tmp_path / "out", "--dry-run", "-q")
    assert (done.code, done.out, done.err) == (0, b"", "")


def test_a_dry_run_counts_files_as_the_run_does(tmp_path):
    archive, out = tmp_path / "archive", tmp_path / "out"
    write_event(archive / "a.jsonl", 1, results=3)
    write_event(archive / "b.jsonl", 1, results=4)  # a copy, which only reading can tell
    planned = export(archive, out, "--dry-run").out.decode().splitlines()[-1]
    counts = "bmconv export: 2 files: 2 new, 0 changed, 0 unchanged"
    assert planned == f"{counts}; 2 files to read; nothing done (--dry-run)"
    assert export(archive, out).out.decode().startswith(f"{counts}, 1 copy; 1 event,")
    planned = export(archive, out, "--dry-run").out.decode()
    counts = "bmconv export: 2 files: 0 new, 0 changed, 2 unchanged"
    assert planned == f"{counts}; nothing done (--dry-run)\n"


def test_a_dry_run_with_another_list_of_people_lists_all_files(tmp_path):
    archive, out, people = tmp_path / "archive", tmp_path / "out", tmp_path / "hide.txt"
    write_event(archive / "a.jsonl", 1)
    (archive / "letter.txt").write_text("of no format")
    export(archive, out)
    people.write_text("4711\n")
    planned = export(archive, out, "--dry-run", "--hide", people).out.decode()
    counts = "bmconv export: 2 files: 0 new, 1 changed, 1 unchanged"
    assert planned.splitlines() == [
        "changed  a.jsonl",
        f"{counts}; 1 file to read; nothing done (--dry-run)",
    ]
    assert export(archive, out, "--hide", people).out.decode().startswith(f"{counts}; 1 event,")


def write_damaged(archive, name="odd.csv"):
    """Write a file with a record that has to be skipped."""
    write_event(archive / "odd.jsonl", 5)
    event = bmconv.read(archive / "odd.jsonl")
    (archive / "odd.jsonl").unlink()
    bmconv.write(event, archive / name, "csv", table="result")
    text = (archive / name).read_text()
    (archive / name).write_text(text.replace("\n2,", "\nx,"))


def test_a_file_read_with_errors_is_remembered_and_explains_the_exit_code(archive, tmp_path):
    place = tmp_path / "out"
    write_damaged(archive)
    first = export(archive, place, "-q")
    assert (first.code, first.out, first.err.count("\n")) == (1, b"", 2)
    assert "bmconv: error bad-line: 1 " in first.err
    assert "1 with errors (1 new); 3 events" in first.err
    state = place / "_state.sqlite"
    assert sql(state, "SELECT source_file, errors FROM sources WHERE errors") == [("odd.csv", 1)]
    again = export(archive, place)
    assert (again.code, b"1 with errors (0 new)" in again.out) == (0, True)
    strict = export(archive, place, "-q", "--fail-on", "any")
    assert (strict.code, strict.out, strict.err.count("\n")) == (1, b"", 2)
    assert strict.err.startswith("bmconv: with errors odd.csv\n")
    assert export(archive, place, "-q", "--fail-on", "none").err == ""


def test_old_rejects_explain_the_exit_code_too(archive, tmp_path):
    (archive / "bad.bws").write_bytes(b"junk")
    export(archive, tmp_path / "out")
    done = export(archive, tmp_path / "out", "-q", "--fail-on", "any")
    why = "not a Bridgemate database: it has no Access header"
    assert (done.code, done.err) == (
        1,
        f"bmconv: rejected bad.bws: {why}\n"
        "bmconv export: 4 files: 0 new, 0 changed, 4 unchanged, 1 rejected (0 new); nothing to do, "
        f"{tmp_path / 'out'} is up to date but for rejected files\n",
    )
    assert export(archive, tmp_path / "out", "-q").err == ""


def test_the_file_of_notes_has_every_note_that_is_counted_on_the_screen(archive, tmp_path):
    write_damaged(archive)
    for name in ("x", "y"):
        shutil.copy(archive / "north/a.jsonl", archive / f"{name}.jsonl")
    write_event(archive / "z.jsonl", 1, results=2)
    odd = Result(id=1, section=1, table=1, round=1, board=1, contract="9 S")
    write(archive / "contracts.jsonl", [odd, odd])
    (archive / "bad.bws").write_bytes(b"junk")
    done = export(archive, tmp_path / "out", "--notes", tmp_path / "notes")
    notes = [json.loads(line) for line in (tmp_path / "notes").read_text().splitlines()]
    counted = {}
    for note in notes:
        counted[note["code"]] = counted.get(note["code"], 0) + note.get("count", 1)
    kinds = {"bad-line": 1, "copy": 1, "same-content": 2, "rejected": 1, "odd-contract": 2}
    assert counted == kinds
    assert "same-content: 2 files" in done.err
    places = {note["code"]: note["place"] for note in notes}
    assert places["rejected"] == "bad.bws"
    assert places["copy"] == "z.jsonl of north/a.jsonl"
    assert places["same-content"] == "y.jsonl of north/a.jsonl"
    assert places["bad-line"].startswith("odd.csv: ")


def test_every_note_of_a_file_is_written_with_its_place(tmp_path):
    archive = tmp_path / "archive"
    archive.mkdir()
    write_damaged(archive)
    text = (archive / "odd.csv").read_text()
    (archive / "odd.csv").write_text(text.replace("\n3,", "\nx,"))
    done = export(archive, tmp_path / "out", "--notes", tmp_path / "notes")
    assert "error bad-line: 2 " in done.err
    notes = [json.loads(line) for line in (tmp_path / "notes").read_text().splitlines()]
    assert len({note["place"] for note in notes if note["code"] == "bad-line"}) == 2


def test_files_of_other_kinds_are_skipped_and_counted_in_the_summary(tmp_path):
    archive = tmp_path / "archive"
    archive.mkdir()
    book = openpyxl.Workbook()
    book.active.append(["Month", "Euro"])
    book.save(archive / "budget.xlsx")
    for name, part in (("clubs.zip", "clubs.txt"), ("letter.docx", "word/document.xml")):
        with zipfile.ZipFile(archive / name, "w") as packed:
            packed.writestr(part, "<a/>")
    (archive / "notes.txt").write_text("Dear all,\n")
    (archive / "empty.bws").write_bytes(b"")
    (archive / "cut.xlsx").write_bytes((archive / "budget.xlsx").read_bytes()[:3000])
    done = export(archive, tmp_path / "x.db", to="sql")
    assert done.code == 1
    found = sql(tmp_path / "x.db", "SELECT source_file, status, error FROM sources ORDER BY 1")
    assert [row[:2] for row in found] == [
        ("budget.xlsx", "other"),
        ("clubs.zip#clubs.txt", "other"),
        ("cut.xlsx", "reject"),
        ("empty.bws", "reject"),
        ("letter.docx", "other"),
        ("notes.txt", "other"),
    ]
    assert {row[0]: row[2] for row in found}["notes.txt"].startswith("unknown format")


def test_datasets_in_the_archive_are_skipped(archive, tmp_path):
    export(archive, archive / "dataset")
    export(archive, archive / "league.db", to="sql")
    (archive / "league.db-wal").touch()
    done = export(archive, tmp_path / "out")
    assert b"3 files: 3 new" in done.out
    assert sorted(p.name for p in archive.iterdir()) == [
        "dataset", "league.db", "league.db-wal", "league.db.lock", "north", "readme.txt", "south",
    ]  # fmt: skip


@pytest.mark.parametrize("to", ["parquet", "sql"])
def test_labels_are_columns_of_all_tables(archive, tmp_path, to):
    place = tmp_path / "out"
    (archive / "west").mkdir()
    (archive / "west/bad.bws").write_bytes(b"junk")
    shutil.copy(archive / "north/a.jsonl", archive / "west/copy.jsonl")
    export(archive, place, "--label", "club={1}", to=to)
    tables = {
        "events": [("north",), ("south",)],
        "sources": [("north",), ("south",), ("west",), ("west",), (None,)],
        "rejects": [("west",)],
    }
    if to == "sql":
        tables |= {"pair_ranking": [("north",)] * 2 + [("south",)] * 2}
        tables |= {"standing_result": [("north",)] * 3 + [("south",)] * 5}
        tables |= {"board_points": tables["standing_result"]}
    for table, clubs in tables.items():
        if to == "sql":
            found = sql(place, f"SELECT club FROM {table}")
        else:
            columns = pa.parquet.read_table(place / table / f"{table}.parquet")
            found = [(club,) for club in columns.column("club").to_pylist()]
        assert sorted(found, key=str) == sorted(clubs, key=str)


def test_a_label_that_is_empty_for_every_path_is_reported(archive, tmp_path):
    done = export(archive, tmp_path / "out", "--label", "club={1}", "--label", "year_of={2}")
    assert "bmconv: loss label-empty: 1 label not found in any path" in done.err
    assert "(label year_of={2})" in done.err


@pytest.mark.parametrize("howell", [True, False])
def test_standing_results_and_names_are_the_same_as_in_the_records(tmp_path, howell):
    for turn in range(5):
        archive, place = tmp_path / f"{turn}", tmp_path / f"{turn}.db"
        records = night(random.Random(turn), howell)
        write(archive / "a.jsonl", records)
        export(archive, place, to="sql")
        expected = [
            (r.id, r.table, r.round, r.declarer, r.contract, r.result)
            for r in Event(records).standing_results()
        ]
        found = sql(
            place,
            'SELECT id, "table", round, declarer, contract, result FROM result WHERE standing',
        )
        assert sorted(found, key=str) == sorted(expected, key=str)
        slams = sql(
            place,
            "SELECT n.names, count(*), sum(r.tricks >= r.level + 6) FROM standing_result r "
            "JOIN pair_names n ON n.event_id = r.event_id AND n.pair = r.declarer_pair "
            f"AND ({int(howell)} OR n.direction = iif(r.declarer IN ('N', 'S'), 'NS', 'EW')) "
            "GROUP BY 1",
        )
        assert {names: counts for names, *counts in slams} == slams_of(records, not howell)
        ranked = sql(place, "SELECT pair, direction, names FROM pair_ranking")
        assert len(ranked) == 6
        assert all(names for _, _, names in ranked)

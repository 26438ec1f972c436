"""Which files are of one event: copies, the same night in two files, hands and results apart.

That is exporting/nights.py, as judging.py uses it.
"""

import datetime
import shutil
import zipfile

import pytest

from bmconv.io.stream import encode_lines
from bmconv.records import Hand, Result, Section, Session
from tests.helpers.datasets import GUID, export, sql
from tests.helpers.running import quick

DAY = datetime.date(2026, 1, 14)


def result(number, contract="4 S", **more):
    """One of 40 results: 20 boards, each played by two pairs against two others."""
    board, first = number // 2 + 1, number % 2 + 1
    place = {"section": 1, "table": first, "round": 1, "board": board}
    pairs = {"pair_ns": first, "pair_ew": first + 10}
    return Result(id=number, **place, **pairs, declarer="N", contract=contract, result="=", **more)


def session(day=DAY, guid=None, letter="A"):
    return [Session(id=1, name="Evening", date=day, guid=guid), Section(id=1, letter=letter)]


def hands(boards=20, section=None):
    return [Hand(section=section, board=n + 1, north="AKQJT98765432...") for n in range(boards)]


def write(path, *parts):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(b"".join(encode_lines([one for part in parts for one in part])))


def results(count, other=0):
    """This many results, the last ones with another contract."""
    return [result(n, "3 NT" if n >= count - other else "4 S") for n in range(count)]


@pytest.fixture
def league(target, tmp_path):
    """A function that exports the archive, and one that lists rows."""
    archive = tmp_path / "archive"
    return lambda *more: target.run(archive, "--jobs", "1", *more), target.rows_of


def rows_by_source(listed, kind):
    """Rows by event and file."""
    found = listed(kind, "event_id", "source_file")
    return {row: found.count(row) for row in found}


def test_two_files_without_a_guid_with_nine_results_of_ten_alike_are_one_night(league, tmp_path):
    run, listed = league
    write(tmp_path / "archive/a.jsonl", session(), results(38))
    write(tmp_path / "archive/b.jsonl", session(), results(40, other=4))  # 36 of 38 common alike
    done = run()
    assert "repair copy: 1 file" in done.err
    assert listed("events", "event_id", "source_file", "results") == [("a.jsonl", "b.jsonl", 40)]
    assert rows_by_source(listed, "result") == {("a.jsonl", "b.jsonl"): 40}
    write(tmp_path / "archive/b.jsonl", session(datetime.date(2026, 1, 21)), results(40))
    run()  # another evening now: a.jsonl counts again
    assert rows_by_source(listed, "result") == {
        ("a.jsonl", "a.jsonl"): 38,
        ("b.jsonl", "b.jsonl"): 40,
    }


@pytest.mark.parametrize(
    ("second", "noted"),
    [
        ([session(), results(40, other=5)], True),  # 35 of 40: less than nine of ten
        ([session(), results(19)], True),  # fewer than twenty
        ([session(), results(8)], True),
        ([session(), results(7)], False),
        ([session(), results(40, other=20)], True),
        ([session(), results(40, other=21)], False),
        ([session(datetime.date(2026, 1, 15)), results(40)], False),
        ([session(letter="B"), results(40)], False),
        ([session(guid=GUID.format(2)), results(40)], True),  # two GUIDs are two events
    ],
)
def test_what_is_only_likely_is_noted_and_kept(second, noted, tmp_path):
    guid = second[0][0].guid and GUID.format(1)
    write(tmp_path / "archive/a.jsonl", session(guid=guid), results(40))
    write(tmp_path / "archive/b.jsonl", *second)
    done = export(tmp_path / "archive", tmp_path / "x.db", to="sql")
    assert ("repair possible-copy: 1 file" in done.err, "copy:" in done.err) == (noted, noted)
    assert sql(tmp_path / "x.db", "SELECT count(*) FROM events") == [(2,)]


def test_files_that_may_be_copies_are_counted_once_whatever_ran_before(tmp_path):
    for name in ("a", "b", "c"):
        other = "abc".index(name) * 5
        write(tmp_path / f"archive/{name}.jsonl", session(), results(40, other=other))
    (tmp_path / "hide.txt").write_text("4711\n")
    counted = "repair possible-copy: 2 files with many results of another event: both are kept"
    place = tmp_path / "x.db"
    for words in ((), ("--hide", tmp_path / "hide.txt")):
        done = export(tmp_path / "archive", place, *words, to="sql")
        assert f"{counted} (first: b.jsonl and a.jsonl)" in done.err


def test_twenty_results_in_common_are_enough(tmp_path):
    write(tmp_path / "archive/a.jsonl", session(), results(40))
    write(tmp_path / "archive/b.jsonl", session(), results(20, other=2))
    done = export(tmp_path / "archive", tmp_path / "x.db", to="sql")
    assert "repair copy: 1 file" in done.err
    assert sql(tmp_path / "x.db", "SELECT results FROM events") == [(40,)]


def test_nights_of_two_clubs_are_two_nights(tmp_path):
    for club in ("north", "south"):
        write(tmp_path / f"archive/{club}/a.jsonl", session(), results(40 if club < "o" else 39))
    words = ["--label", "club={1}"]
    export(tmp_path / "archive", tmp_path / "x.db", *words, to="sql")
    assert sql(tmp_path / "x.db", "SELECT count(*) FROM events") == [(2,)]
    export(tmp_path / "archive", tmp_path / "y.db", to="sql")
    assert sql(tmp_path / "y.db", "SELECT count(*) FROM events") == [(1,)]


@pytest.mark.parametrize("first", ["a", "b"])
def test_a_guid_names_the_night_whichever_file_comes_first(first, tmp_path):
    guid = GUID.format(5)
    files = {"a": [session(), results(40)], "b": [session(guid=guid), results(39)]}
    for name in sorted(files, reverse=first == "b"):
        write(tmp_path / f"archive/{name}.jsonl", *files[name])
        export(tmp_path / "archive", tmp_path / "x.db", to="sql")
    query = "SELECT event_id, source_file, results FROM events"
    assert sql(tmp_path / "x.db", query) == [(guid, "a.jsonl", 40)]


def test_hands_and_results_in_two_files_complete_each_other(league, tmp_path):
    run, listed = league
    night = tmp_path / "archive/night.jsonl"
    write(tmp_path / "archive/night.hands.jsonl", hands())
    write(tmp_path / "archive/dealt.jsonl", session()[:1], hands(24))
    write(tmp_path / "archive/other.jsonl", session(datetime.date(2026, 3, 1)), results(40))
    run()
    assert len(listed("events", "event_id")) == 3
    write(night, session(), results(40))  # arrives later; hands are found by its date
    run()
    assert rows_by_source(listed, "hand") == {
        ("night.hands.jsonl", "night.hands.jsonl"): 20,
        ("night.jsonl", "dealt.jsonl"): 24,
    }
    records = len(listed("result", "board")) + len(listed("hand", "board"))
    records += sum(len(listed(kind, "event_id")) for kind in ("session", "section", "ranking"))
    assert sum(number for (number,) in listed("events", "records")) == records
    write(night, session(), results(40, other=1))  # its rows are replaced, the hands stay
    run()
    assert rows_by_source(listed, "result")["night.jsonl", "night.jsonl"] == 40
    assert rows_by_source(listed, "hand")["night.jsonl", "dealt.jsonl"] == 24
    write(tmp_path / "archive/dealt.jsonl", session()[:1], hands(22))
    run()
    assert rows_by_source(listed, "hand")["night.jsonl", "dealt.jsonl"] == 22
    write(tmp_path / "archive/second.jsonl", session(letter="B"), results(40))
    run()  # two nights of that day: the hands may belong to either
    assert rows_by_source(listed, "hand")["dealt.jsonl", "dealt.jsonl"] == 22
    assert b"0 new, 0 changed" in run().out


def test_a_pbn_beside_a_database_is_found_by_its_name(tmp_path):
    archive, night = tmp_path / "archive", [session(), results(40)]
    write(tmp_path / "n.jsonl", *night)
    write(tmp_path / "h.jsonl", hands())
    archive.mkdir()
    assert quick("convert", tmp_path / "n.jsonl", archive / "week3.bws").code == 0
    assert quick("convert", tmp_path / "h.jsonl", archive / "week3.pbn").code == 0
    export(archive, tmp_path / "x.db", to="sql")
    assert sql(tmp_path / "x.db", "SELECT count(*), sum(results) FROM events") == [(1, 40)]
    found = sql(tmp_path / "x.db", "SELECT DISTINCT event_id, source_file FROM hand")
    event = sql(tmp_path / "x.db", "SELECT event_id FROM events")[0][0]
    assert found == [(event, "week3.pbn")]
    assert sql(tmp_path / "x.db", "SELECT count(*) FROM hand") == [(20,)]


def test_the_hands_of_the_lesser_copy_are_kept(league, tmp_path):
    run, listed = league
    write(tmp_path / "archive/a.jsonl", session(), results(38), hands())
    run()
    write(tmp_path / "archive/b.jsonl", session(), results(40))
    run()
    assert rows_by_source(listed, "result") == {("a.jsonl", "b.jsonl"): 40}
    assert rows_by_source(listed, "hand") == {("a.jsonl", "a.jsonl"): 20}
    write(tmp_path / "archive/b.jsonl", session(), results(40), hands(19))
    run()
    assert rows_by_source(listed, "hand") == {("a.jsonl", "b.jsonl"): 19}


def test_a_file_that_only_adds_hands_is_joined_and_no_copy(league, tmp_path):
    run, _ = league
    write(tmp_path / "archive/night.jsonl", session(), results(40))
    write(tmp_path / "archive/night.pbn.jsonl", session(), hands())
    done = run()
    assert (done.code, done.err) == (0, "")
    assert b"2 files: 2 new, 0 changed, 0 unchanged, 1 joined; 1 event" in done.out


def test_a_copy_whose_hands_are_used_is_reported_with_that_exception(tmp_path):
    write(tmp_path / "archive/a.jsonl", session(), results(38), hands())
    write(tmp_path / "archive/b.jsonl", session(), results(40))
    write(tmp_path / "archive/c.jsonl", session(), results(37))
    done = export(tmp_path / "archive", tmp_path / "x.db", to="sql")
    assert b"3 new, 0 changed, 0 unchanged, 1 copy, 1 joined; 1 event" in done.out
    assert done.err == (
        "bmconv: repair copy: 1 file (except its hands), 1 file skipped: a more complete or newer "
        "file has the same event (first: a.jsonl of b.jsonl)\n"
    )


def test_hands_that_turn_out_to_be_of_either_night_are_no_copy(tmp_path):
    write(tmp_path / "archive/a.jsonl", session(), results(40))
    write(tmp_path / "archive/b.jsonl", session()[:1], hands())
    write(tmp_path / "archive/c.jsonl", session(letter="B"), results(40))  # of the same day
    done = export(tmp_path / "archive", tmp_path / "x.db", to="sql")
    assert (done.code, done.err) == (0, "")
    assert b"3 new, 0 changed, 0 unchanged; 3 events" in done.out


def test_prune_takes_out_files_that_are_gone_and_their_copies_count(league, tmp_path):
    run, listed = league
    archive = tmp_path / "archive"
    write(archive / "a.jsonl", session(guid=GUID.format(1)), results(40))
    write(archive / "copy.jsonl", session(guid=GUID.format(1)), results(30))
    write(archive / "gone.jsonl", session(guid=GUID.format(2), letter="B"), results(5))
    write(archive / "moved.jsonl", session(guid=GUID.format(3), letter="C"), results(6))
    write(archive / "dealt.jsonl", session()[:1], hands())
    with zipfile.ZipFile(archive / "mail.zip", "w") as mail:
        mail.writestr("n.jsonl", (archive / "gone.jsonl").read_bytes().replace(b"0002", b"0004"))
    run()
    for name in ("a", "gone", "dealt"):
        (archive / f"{name}.jsonl").unlink()
    shutil.move(archive / "moved.jsonl", archive / "here.jsonl")
    (archive / "mail.zip").write_bytes(b"PK\x03\x04 cannot be read")
    before = listed("events", "event_id", "source_file")
    said = run("--prune", "--dry-run").out.decode().splitlines()
    names = [line.split()[1] for line in said if line.startswith("gone ")]
    assert names == ["a.jsonl", "dealt.jsonl", "gone.jsonl", "moved.jsonl"]
    assert listed("events", "event_id", "source_file") == before
    assert b"4 pruned" in run("--prune").out
    assert listed("events", "source_file") == [
        ("copy.jsonl",),
        ("here.jsonl",),
        ("mail.zip#n.jsonl",),
    ]
    assert {file: count for (_, file), count in rows_by_source(listed, "result").items()} == {
        "copy.jsonl": 30,
        "here.jsonl": 6,
        "mail.zip#n.jsonl": 5,
    }
    assert listed("hand", "board") == []
    assert b"pruned" not in run("--prune").out

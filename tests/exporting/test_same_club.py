"""A night stays with the club that has it, although another club has the same file.

That is exporting/judging.py.
"""

import shutil

import pytest

from tests.helpers.datasets import database, export, sql, write_event

CLUB = ("--label", "club={1}")
EVENTS = "SELECT club, source_file, results FROM events"


@pytest.fixture(params=[True, False], ids=["guid", "path"])
def archive(request, tmp_path):
    """The night of a club."""
    write_event(tmp_path / "archive/north/week.jsonl", 1, guid=request.param)
    assert export(tmp_path / "archive", tmp_path / "x.db", *CLUB, to="sql").code == 0
    return tmp_path / "archive"


def prune(archive):
    done = export(archive, archive.parent / "x.db", *CLUB, "--prune", to="sql")
    assert done.code == 0
    return done


def copy(archive, *names):
    """Copies of the file, changed at the same time as it."""
    for name in names:
        (archive / name).parent.mkdir(exist_ok=True)
        shutil.copy2(archive / "north/week.jsonl", archive / name)


def test_the_same_file_in_two_clubs_is_reported_with_q_too(archive):
    copy(archive, "south/week.jsonl", "north/again.jsonl")
    done = export(archive, archive.parent / "x.db", *CLUB, "-q", to="sql")
    assert (done.code, done.err) == (
        0,
        "bmconv: repair labels-differ: 1 file skipped: same content as another, whose labels its "
        "event has (delete the one in the wrong folder, and use --prune) "
        "(south/week.jsonl of north/week.jsonl)\n",
    )


def test_a_file_that_was_moved_to_another_club_is_reported_with_q_too(archive):
    (archive / "south").mkdir()
    (archive / "north/week.jsonl").rename(archive / "south/week.jsonl")
    write_event(archive / "north/other.jsonl", 2)
    done = export(archive, archive.parent / "x.db", *CLUB, "-q", to="sql")
    assert (done.code, done.err) == (
        0,
        "bmconv: repair moved: 1 moved file: its event stays under the old path and labels "
        "(change them with --prune) (south/week.jsonl, before north/week.jsonl)\n",
    )


@pytest.mark.parametrize("other", ["east", "south"])
def test_a_copy_of_the_same_club_takes_the_place_of_a_file_that_goes(archive, other):
    copy(archive, f"{other}/a.jsonl", f"{other}/z.jsonl", "north/known.jsonl")
    prune(archive)
    (archive / "north/week.jsonl").unlink()
    prune(archive)
    assert sql(archive.parent / "x.db", EVENTS) == [("north", "north/known.jsonl", 3)]


@pytest.mark.parametrize("other", ["east", "south"])
@pytest.mark.parametrize("is_known", [True, False])
def test_a_file_that_was_renamed_stays_with_its_club(archive, other, is_known):
    copy(archive, f"{other}/a.jsonl", f"{other}/z.jsonl")
    if is_known:
        prune(archive)
    (archive / "north/week.jsonl").rename(archive / "north/renamed.jsonl")
    prune(archive)
    assert sql(archive.parent / "x.db", EVENTS) == [("north", "north/renamed.jsonl", 3)]
    statuses = sql(archive.parent / "x.db", "SELECT count(*), status FROM sources GROUP BY 2")
    assert sorted(statuses) == [(1, "exported"), (2, "copy")]


@pytest.mark.parametrize("link", ["east/a.jsonl", "south/z.jsonl"])
def test_a_link_does_not_take_a_night_away_from_its_club(archive, link):
    (archive / link).parent.mkdir()
    (archive / link).symlink_to("../north/week.jsonl")
    for _ in range(2):
        prune(archive)
        assert sql(archive.parent / "x.db", EVENTS) == [("north", "north/week.jsonl", 3)]
        with database(archive.parent / "x.db") as db:  # all files are read again
            db.execute("UPDATE sources SET size = -1, hash = ''")


def test_a_copy_of_another_club_is_used_if_there_is_no_other(archive):
    copy(archive, "east/a.jsonl")
    prune(archive)
    (archive / "north/week.jsonl").unlink()
    prune(archive)
    assert sql(archive.parent / "x.db", EVENTS) == [("east", "east/a.jsonl", 3)]


def test_files_with_the_same_content_are_called_so_when_both_are_read(archive):
    copy(archive, "east/a.jsonl", "east/b.jsonl")
    prune(archive)
    (archive / "north/week.jsonl").unlink()
    done = prune(archive)
    assert "more complete" not in done.err


def test_a_night_moved_to_another_club_is_of_that_club_after_prune(archive, tmp_path):
    place = tmp_path / "x.db"
    (archive / "south").mkdir()
    (archive / "north/week.jsonl").rename(archive / "south/week.jsonl")
    done = export(archive, place, *CLUB, to="sql")
    assert "(south/week.jsonl, before north/week.jsonl)" in done.err
    assert [club for club, *_ in sql(place, EVENTS)] == ["north"]
    assert export(archive, place, *CLUB, "--prune", to="sql").code == 0
    assert [club for club, *_ in sql(place, EVENTS)] == ["south"]

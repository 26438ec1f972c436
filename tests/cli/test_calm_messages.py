"""Messages at the end of a club night are short and say what to do next."""

import json
from pathlib import Path

import pytest

from tests.helpers.running import quick, samples


def lines(*records: dict[str, object]) -> bytes:
    return "\n".join(map(json.dumps, records)).encode()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    samples(tmp_path)
    return tmp_path


def test_a_file_for_the_federation_is_reported_in_one_line_with_details_in_the_notes(
    folder: Path,
) -> None:
    (folder / "club.toml").write_text('club_name = "Club"\nclub_id_number = "1"\n')
    words = ("rank", folder / "night.bws", "--club", folder / "club.toml", "--to-opt",
             "numbers=national", "-o", folder / "night.xml")  # fmt: skip
    done = quick(*words, "--notes", folder / "notes.jsonl")
    assert done.code == 0
    line = (
        "bmconv: written: 12 players, 18 results; USEBIO has no place for times and table numbers\n"
    )
    assert done.err == line
    codes = {json.loads(note)["code"] for note in (folder / "notes.jsonl").open()}
    assert {"record-lost", "field-lost"} <= codes
    assert quick(*words, "--strict").code == 1


def test_a_problem_in_club_toml_comes_before_all_notes(folder: Path) -> None:
    (folder / "club.toml").write_text('[club]\nname = "Club"\n')
    done = quick("rank", folder / "night.bws", "--club", folder / "club.toml",
                 "-o", folder / "night.xml")  # fmt: skip
    assert done.code == 2
    assert done.err.splitlines()[0].startswith(f"bmconv: {folder / 'club.toml'}: no table [club]")


def test_a_number_that_no_list_has_names_its_seat() -> None:
    seat = {"type": "seat", "section": 1, "table": 3, "direction": "N", "round": 0, "number": "17"}
    done = quick("set", "player[17].name=Eve", stdin=lines(seat))
    assert done.err == (
        "bmconv: 'player[17].name=Eve': there is no player 17 in the input, but seat A3N has this "
        "number; seat[A3N].name names who sits there\n"
    )


def test_boards_that_the_input_lacks_are_named(folder: Path) -> None:
    done = quick("show", folder / "night.bws", "--board", "99")
    assert (done.code, done.out) == (1, b"")
    assert done.err == ("bmconv: no results or hands of board 99; the input has boards 1-6\n")
    output = folder / "evening2.bws"
    for words in ((), ("--type", "result"), ("-o", output)):
        done = quick("select", folder / "night.bws", "--board", "99", *words)
        assert (done.code, done.err) == (
            1, "bmconv: no results or hands of board 99; the input has boards 1-6\n"
        )  # fmt: skip
    assert not output.exists()
    done = quick("select", folder / "night.bws", "--board", "1", "--type", "player")
    assert done.code == 0
    assert done.err == "bmconv: nothing of board 1; bmconv info shows what there is\n"
    assert quick("select", folder / "night.bws", "--board", "1").err == ""


def test_missing_results_are_listed_up_to_a_screen_and_a_half() -> None:
    rounds = [{"type": "round", "section": 1, "table": table, "round": 1, "ns_pair": table,
               "ew_pair": table + 10, "low_board": 1, "high_board": 4}
              for table in range(1, 11)]  # fmt: skip
    for count, rest in ((9, b""), (10, b"and 4 more; --json has all\n")):
        out = quick("missing", stdin=lines(*rounds[:count])).out
        assert (b"more; --json" in out, rest in out) == (bool(rest), True)


@pytest.mark.parametrize("words", [("show",), ("rank", "--report")])
def test_the_first_of_january_2000_is_not_in_titles(words: tuple[str, ...], tmp_path: Path) -> None:
    session = {"type": "session", "id": 1, "date": "2000-01-01"}
    result = {"type": "result", "section": 1, "board": 1, "pair_ns": 1, "pair_ew": 2,
              "declarer": "N", "contract": "4 S", "result": "="}  # fmt: skip
    night = lines(session, result, {**result, "pair_ns": 3, "pair_ew": 4})
    assert b"2000" not in quick(*words, stdin=night).out
    page = tmp_path / "night.html"
    quick("rank", "-o", page, stdin=night)
    assert "2000-01-01" not in page.read_text(encoding="utf-8")
    named = lines({**session, "name": "Club", "date": "2001-01-01"}, result)
    assert b"Club 2001-01-01" in quick(*words, stdin=named).out


REPORTS = (("rank",), ("show",), ("info",), ("check",), ("missing",), ("movement", "show"),
           ("movement", "check"), ("movement", "cards"))  # fmt: skip


@pytest.mark.parametrize("words", REPORTS, ids=" ".join)
def test_reports_refuse_empty_input_an_empty_file_and_a_folder(
    words: tuple[str, ...], tmp_path: Path
) -> None:
    empty, folder = tmp_path / "empty.bws", tmp_path / "folder"
    empty.touch()
    folder.mkdir()
    done = quick(*words, stdin=b"")
    nothing = "bmconv: stdin: nothing came in; see whether the command before it failed\n"
    assert (done.code, done.err) == (3, nothing)
    done = quick(*words, empty)
    line = f"bmconv: {empty}: the file is empty; look for the original or a backup\n"
    assert (done.code, done.err) == (3, line)
    done = quick(*words, folder)
    assert (done.code, done.err) == (4, f"bmconv: {folder} is a folder; expected a file\n")


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b'club_name = "Oak\n', "Illegal character"),
        (b"\0\1\xb5", "not a text file; expected TOML such as"),
    ],
)
def test_an_unreadable_club_file_is_the_only_message(
    folder: Path, content: bytes, problem: str
) -> None:
    club = folder / "club.toml"
    club.write_bytes(content)
    done = quick("rank", folder / "night.bws", "--club", club, "-o", folder / "night.xml")
    (line,) = done.err.splitlines()
    assert line.startswith(f"bmconv: {club}: {problem}")


def test_members_add_no_messages_about_the_file_for_the_federation_but_a_penalty_is_noted(
    folder: Path,
) -> None:
    (folder / "club.toml").write_text(
        'club_name = "Club"\nclub_id_number = "1"\nnumbers = "national"\n'
    )
    (folder / "td.csv").write_text("section,pair,direction,penalty\nA,3,EW,10%\n")
    member = lines({"type": "player", "number": "999", "name": "Zoe Zander"}) + b"\n"
    (folder / "list.jsonl").write_bytes(member)
    done = quick("rank", folder / "night.bws", folder / "list.jsonl", "--club",
                 folder / "club.toml", "--adjust", folder / "td.csv", "--notes",
                 folder / "notes.jsonl", "-o", folder / "night.xml")  # fmt: skip
    assert done.err == (
        f"bmconv: {folder / 'td.csv'}: 1 penalty\n"
        "bmconv: loss penalty-in-total: 1 penalty in the total only: USEBIO has no place for it "
        "(ranking A EW pair 3)\n"
        "bmconv: written: 12 players, 18 results; USEBIO has no place for times and table numbers\n"
    )
    notes = [json.loads(note) for note in (folder / "notes.jsonl").open()]
    assert "player-lost" in {note["code"] for note in notes}


def test_a_file_in_a_folder_that_does_not_exist_is_refused(folder: Path) -> None:
    page = folder / "none" / "night.html"
    done = quick("rank", folder / "night.bws", "-o", page)
    message = f"bmconv: {page}: its folder does not exist; make it first\n"
    assert (done.code, done.err) == (4, message)


def test_a_setup_for_next_week_needs_a_movement(folder: Path) -> None:
    done = quick("select", folder / "hands.pbn", "--setup", "-o", folder / "next.jsonl")
    assert done.err == "bmconv: no movement in the input; bmconv movement make makes one\n"
    assert quick("select", folder / "night.bws", "--setup").err == ""

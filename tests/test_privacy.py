"""Output for people names only those who played; records stay complete."""

import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

import bmconv
from bmconv.records import Player, Record, Round, Seat, Section, Session
from tests.helpers.processes import killing_at_end, start, wait_until
from tests.helpers.running import environment, quick
from tests.helpers.sessions import result

MEMBERS = [Player(number=f"77{n:03}", name=f"Zyx Memb{n:03}er") for n in range(40)]
"""Members on the list who do not play."""
SEATED = ("Ann Oak", "Bo Elm", "Cy Ash", "Di Fir")
IDLE = [Player(number=f"88{n:03}", name=f"Qqx Idle{n}") for n in range(4)]
"""Players who sit at table 2 and have no results."""
PRIVATE = (b"Zyx", b"77000", b"77039", b"Qqx", b"88000", b"88003")


def night() -> list[Record]:
    """A night at two tables; only table 1 has results."""
    players = [Player(number=f"66{n:03}", name=name) for n, name in enumerate(SEATED)]
    usual = {"section": 1, "direction": "N"}
    seats = [
        Seat(**(usual | {"table": table, "direction": seat}), round=0, number=people[n].number)
        for table, people in ((1, players), (2, IDLE))
        for n, seat in enumerate("NSEW")
    ]
    rounds = [
        Round(section=1, table=t, round=1, ns_pair=t, ew_pair=t, low_board=1, high_board=2)
        for t in (1, 2)
    ]
    here = {"table": 1, "round": 1}
    return [
        Session(id=1, name="Thursday pairs"),
        Section(id=1, letter="A", session=1, tables=2, winners=2, ns_pairs=2, ew_pairs=2),
        *rounds,
        *MEMBERS,
        *players,
        *IDLE,
        *seats,
        result(1, 1, 1, "4 S N =", **here),
        result(2, 1, 1, "60%-40%", **here),
    ]


@pytest.fixture(params=["night.bws", "night.jsonl"])
def file(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The night as a .bws and as records, which also contain the number of expected pairs."""
    bmconv.write(bmconv.Event(night()), tmp_path / request.param)
    return tmp_path / request.param


def contents(path: Path) -> bytes:
    """The bytes of a file, unpacked if it is a workbook."""
    if path.suffix != ".xlsx":
        return path.read_bytes()
    with zipfile.ZipFile(path) as book:
        return b"".join(book.read(name) for name in book.namelist())


def private_words(data: bytes) -> list[bytes]:
    """The names and numbers of people who did not play that occur in some bytes."""
    return [word for word in PRIVATE if word in data]


@pytest.mark.parametrize(
    "words",
    [
        "rank {night} -o {out}.html", "rank {night} -o {out}.txt", "rank {night} -o {out}.md",
        "rank {night} -o {out}.xlsx", "rank {night} -o {out}.xml",
        "rank {night} -o {out}.xml --to-opt numbers=club", "show {night} -o {out}.txt",
        "show {night} -o {out}.md", "to html {night} -o {out}.html", "convert {night} {out}.xml",
        "to xlsx --sheets people {night} -o {out}.xlsx", "convert {night} {out}.html",
    ],
)  # fmt: skip
def test_a_file_for_people_has_only_those_who_played(words, file, tmp_path):
    command = words.format(night=file, out=tmp_path / "out").split()
    done = quick(*command)
    assert done.code == 0, done.err
    (output,) = tmp_path.glob("out.*")
    data = contents(output)
    assert b"Ann Oak" in data
    assert private_words(data) == []
    assert private_words(done.err.encode()) in ([], [b"77000"])  # a note names the first number


@pytest.mark.parametrize(
    "words",
    ["rank {night} --report", "rank {night} --parts ranking", "rank {night} --markdown",
     "show {night}", "missing {night}", "info {night}", "check {night}"],
)  # fmt: skip
def test_printed_output_names_only_those_who_played(words, file):
    done = quick(*words.format(night=file).split())
    still_to_play = [b"Qqx"] if "missing" in words else []
    assert private_words(done.out) == still_to_play


def test_published_files_have_only_those_who_played(file, tmp_path):
    done = quick("publish", file, "--out", tmp_path / "public")
    assert done.code == 0, done.err
    files = sorted((tmp_path / "public").iterdir())
    assert [path.suffix for path in files] == [".html", ".pbn", ".xlsx", ".xml"]
    for path in files:
        data = contents(path)
        assert (path.suffix == ".pbn" or b"Ann Oak" in data, private_words(data)) == (True, [])


def test_movement_cards_have_no_names(file, tmp_path):
    for name in ("cards.html", "cards.txt"):
        done = quick("movement", "cards", file, "-o", tmp_path / name)
        assert (done.code, private_words((tmp_path / name).read_bytes())) == (0, [])


def test_the_page_of_an_evening_in_progress_has_only_those_who_played(file, tmp_path):
    page = tmp_path / "live.html"
    follow = start("bws", "follow", file, "--page", page, folder=tmp_path)
    with killing_at_end([follow]):
        wait_until(page.exists)
    data = page.read_bytes()
    assert b"Ann Oak" in data
    assert private_words(data + (tmp_path / "output.txt").read_bytes()) == []


def test_the_pages_of_a_site_have_only_those_who_played(file, tmp_path):
    (tmp_path / "in").mkdir()
    file.rename(tmp_path / "in" / file.name)
    done = quick("export", tmp_path / "in", "--to", "site", "--out", tmp_path / "site")
    assert done.code == 0, done.err
    pages = b"".join(p.read_bytes() for p in (tmp_path / "site").rglob("*") if p.is_file())
    assert b"Ann Oak" in pages
    assert private_words(pages) == []


def test_rank_writes_the_sheets_of_records_only_when_asked(file, tmp_path):
    book = tmp_path / "all.xlsx"
    assert quick("rank", file, "-o", book, "--to-opt", "sheets=all").code == 0
    assert private_words(contents(book)) == list(PRIVATE)
    assert quick("rank", file, "-o", book, "--to-opt", "sheets=records").code == 0
    assert private_words(contents(book)) == list(PRIVATE)


def test_records_are_complete_and_writing_them_to_a_file_is_reported(file, tmp_path):
    command = [sys.executable, "-m", "bmconv", "rank", str(file)]
    piped = subprocess.run(command, capture_output=True, env=environment())
    assert private_words(piped.stdout) == list(PRIVATE)
    assert piped.stderr == b""
    with open(tmp_path / "ranking.txt", "wb") as target:
        done = subprocess.run(command, stdout=target, stderr=subprocess.PIPE, env=environment())
    assert done.stderr.decode().splitlines() == [
        "bmconv: wrote records, including 48 people of the list; --report writes the ranking"
    ]
    assert (tmp_path / "ranking.txt").read_bytes() == piped.stdout
    with open(tmp_path / "ranking.txt", "wb") as target:
        done = subprocess.run([*command, "-q"], stdout=target, stderr=subprocess.PIPE)
    assert done.stderr == b""

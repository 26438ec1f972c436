"""The table of benchmarks, on any machine; no test depends on how long anything takes."""

from collections.abc import Iterator
from contextlib import closing

import pytest

from benchmarks import data
from benchmarks.files import Files
from benchmarks.jobs import JOBS, SIZES, Beside, Job
from benchmarks.table import Row, line, markdown, notes, rows
from benchmarks.tools import TOOLS
from bmconv.notes import Notes
from bmconv.records import Result
from bmconv.rules import BWS
from bmconv.rules.judging import note_all_unfit
from tests.helpers.running import judge

NOTHING = dict.fromkeys(TOOLS)
"""The versions of tools when none is installed."""


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Files]:
    """The smallest files that the jobs can use."""
    with closing(Files(str(tmp_path_factory.mktemp("files")), dict.fromkeys(SIZES, 2))) as files:
        yield files


@pytest.mark.parametrize("job", JOBS, ids=[job.name for job in JOBS])
def test_bmconv_does_every_job(job: Job, files: Files) -> None:
    if "evaluate" in job.name:
        judge("endplay")
    smallest = job._replace(beside=(), command=job.start or job.command, start="")
    assert list(rows(smallest, files, NOTHING, 1)) == []


def test_a_missing_tool_has_a_row_and_a_note_on_how_to_get_it(files: Files) -> None:
    job = next(job for job in JOBS if job.name == "night")
    table = [line(row, first=not turn) for turn, row in enumerate(rows(job, files, NOTHING, 1))]
    assert table[0].startswith(
        "night         a club night, .bws to text           python, import click"
    )
    assert " x its time " in table[0]
    assert [row.split() for row in table[1:]] == [
        [tool, "not", "installed"]
        for tool in ("mdb-export", "mdb-reader", "Jackcess", "access-parser")
    ]
    text = notes(files, NOTHING)
    assert "\nmdb-export: not installed (Debian: mdbtools; macOS: brew install mdbtools)\n" in text
    assert "night.bws" in text


def test_a_job_of_bmconv_that_needs_a_missing_tool_does_not_fail(files: Files) -> None:
    job = Job("x", "of a solver", "{python} -c 'exit(5)'", (Beside("endplay, solver", "false"),))
    assert [row.remark for row in rows(job, files, NOTHING)] == ["not installed"]


def test_a_tool_that_fails_has_a_row_with_its_reason(files: Files) -> None:
    broken = Beside("python, broken", """{python} -c 'exit("no such table")'""")
    (row,) = rows(Job("help", "its help", "{bmconv} --help", (broken,)), files, {}, 1)
    assert " ".join(line(row, first=True).split()) == "help its help python, broken no such table"


def test_a_row_can_be_pasted_into_a_page() -> None:
    row = Row("read", "1,000 results to CSV", "mdb-export", 0.5, 120, "", 0.4821, 0.5, 85.2, 7.4)
    first = (
        "| 1,000 results to CSV | mdb-export | 0.48 x its time | 0.50 | 0.5, 120 MB | 85 | 7 |  |"
    )
    assert markdown(row, first=True) == first
    assert markdown(row._replace(remark="OVER"), first=False) == (
        "|  | mdb-export | 0.48 x its time | 0.50 | 0.5 | 85 | 7 | OVER |"
    )


def test_an_invented_session_of_many_rounds_has_only_valid_board_numbers() -> None:
    notes = Notes()
    boards = {
        record.board
        for record in note_all_unfit(data.session(1, 2, 20, 25), BWS, notes)
        if isinstance(record, Result)
    }
    assert (boards, notes.lines()) == (set(range(1, 126)), [])

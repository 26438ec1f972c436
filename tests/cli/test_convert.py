"""bmconv convert: what the command does whatever the formats are."""

import io
import json
import os
import shutil

import pytest

from bmconv.cli.report import Progress
from bmconv.registry import OWN
from tests.helpers.running import ROOT, quick, run

NIGHT = ROOT / "formats" / "bws" / "samples" / "night.bws"
HANDS = ROOT / "formats" / "pbn" / "samples" / "hands.pbn"


@pytest.mark.parametrize("format", ["csv", "parquet", "arrow"])
@pytest.mark.parametrize("is_there", [True, False])
def test_a_folder_gets_a_file_for_each_type(format, is_there, tmp_path):
    folder = tmp_path / "tables"
    if is_there:
        folder.mkdir()
    done = quick("convert", NIGHT, f"{folder}{'' if is_there else '/'}", "-t", format)
    assert (done.code, done.out, done.err) == (0, b"", "")
    assert quick("from", format, folder).out == quick("from", "bws", NIGHT).out
    assert (folder / f"result.{format}").is_file()


def test_a_folder_is_refused_where_a_format_is_one_file(tmp_path):
    done = quick("convert", NIGHT, tmp_path, "-t", "pbn")
    assert (done.code, done.err) == (
        2,
        f"bmconv: {tmp_path} is a folder: pbn is one file, so name one\n",
    )


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder with three files, one of them in an unknown format."""
    monkeypatch.chdir(tmp_path)
    shutil.copy(NIGHT, "night.bws")
    shutil.copy(HANDS, "hands.pbn")
    (tmp_path / "letter.pbn").write_text("Dear Sirs\n")
    return tmp_path


def test_each_of_many_files_is_converted_into_the_folder(folder):
    done = quick("convert", "night.bws", "hands.pbn", "--out", "new/deep", "-t", "records")
    assert (done.code, done.out, done.err) == (0, b"2 of 2 files written to new/deep\n", "")
    for name, format in (("night.bws", "bws"), ("hands.pbn", "pbn")):
        records = (folder / "new/deep" / name).with_suffix(".jsonl").read_bytes()
        assert records == quick("from", format, name).out
    assert sorted(os.listdir("new/deep")) == ["hands.jsonl", "night.jsonl"]


def test_a_file_that_fails_is_reported_and_the_others_are_converted(folder):
    names = ("letter.pbn", "night.bws", "missing.pbn", "hands.pbn")
    done = quick("convert", *names, "--out", "new", "-t", "records")
    assert (done.code, done.out) == (4, b"2 of 4 files written to new\n")
    assert done.err == (
        "bmconv: letter.pbn: unknown format; name the format with -f NAME (join, diff: "
        "NAME:FILE); bmconv formats lists the names\n"
        "bmconv: missing.pbn: No such file or directory\n"
    )
    assert sorted(os.listdir("new")) == ["hands.jsonl", "night.jsonl"]
    done = quick("convert", "-q", "letter.pbn", "hands.pbn", "--out", "new", "-t", "records")
    assert (done.code, done.out, done.err.count("\n")) == (3, b"", 1)


def test_notes_of_many_files_are_counted_together_and_name_the_first_file(folder):
    shutil.copy("night.bws", "night2.bws")
    words = ("convert", "night.bws", "night2.bws", "--out", "new", "-t", "bmrdata")
    done = quick(*words, "--notes", "notes.jsonl")
    assert done.code == 0
    line = "bmconv: loss record-lost: 2 client records, 2 session records, 2 section records"
    assert done.err.startswith(line)
    assert done.err.splitlines()[0].endswith("(first: night.bws: client 1)")
    with open("notes.jsonl") as notes:
        places = {json.loads(line)["place"].partition(":")[0] for line in notes}
    assert places == {"night.bws", "night2.bws"}


def test_strict_refuses_only_the_files_with_losses(folder):
    words = ("convert", "--strict", "night.bws", "hands.pbn", "--out", "new", "-t", "pbn")
    done = quick(*words)
    assert (done.code, done.out) == (1, b"1 of 2 files written to new\n")
    assert "bmconv: night.bws: nothing written: --strict, and " in done.err
    assert os.listdir("new") == ["hands.pbn"]


def test_the_highest_exit_code_of_many_files_wins(folder):
    (folder / "lines.jsonl").write_text('{"type":"result","board":"x"}\n{"type":"result"}\n')
    done = quick("convert", "lines.jsonl", "--out", "new", "-t", "csv")
    assert done.code == 3
    done = quick("convert", "lines.jsonl", "missing.pbn", "letter.pbn", "--out", "new", "-t", "csv")
    assert done.code == 4


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("a/night.bws", "night.bws"), "a/night.bws and night.bws would both become {}: convert "
         "them into different folders"),
        (("night.bws", "a/NIGHT.pbn"), "night.bws and a/NIGHT.pbn would both become {}: convert "
         "them into different folders"),
        (("-",), "'-' has no file name to use in new; name a file"),
        ((), "--out: no files to convert"),
    ],
)  # fmt: skip
def test_names_that_collide_are_refused_before_anything_is_written(folder, words, message):
    os.mkdir("a")
    shutil.copy("night.bws", "a/night.bws")
    done = quick("convert", *words, "--out", "new", "-t", "records")
    name = "NIGHT" if "a/NIGHT.pbn" in words else "night"
    output = os.path.join("new", f"{name}.jsonl")
    assert (done.code, done.out, done.err) == (2, b"", f"bmconv: {message.format(output)}\n")
    assert not os.path.exists("new")


def test_an_input_is_never_an_output(folder):
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    done = quick("convert", "night.bws", "hands.pbn", "--out", ".", "-t", "pbn")
    path = os.path.join(".", "hands.pbn")
    assert (done.code, done.err) == (2, f"bmconv: {path} is also an input; choose another folder\n")
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_an_input_is_not_replaced_through_a_hard_link(folder):
    os.mkdir("new")
    os.link("night.bws", "new/hands.bws")
    done = quick("convert", "night.bws", "hands.pbn", "--out", "new", "-t", "bws")
    path = os.path.join("new", "hands.bws")
    assert (done.code, done.err) == (2, f"bmconv: {path} is also an input; choose another folder\n")
    assert os.listdir("new") == ["hands.bws"]


def test_a_second_file_that_a_pattern_matched_is_not_overwritten(folder):
    before = (folder / "night.bws").read_bytes()
    done = quick("convert", "hands.pbn", "night.bws", "-t", "records")
    assert (done.code, done.err) == (
        2,
        "bmconv: night.bws already exists as a file of format bws; choose another name, or "
        "--out FOLDER for many files\n",
    )
    assert (folder / "night.bws").read_bytes() == before


def test_an_output_with_an_unusual_name_can_be_written_again(folder):
    for _ in range(2):
        assert quick("convert", "night.bws", "night.json", "-t", "records").code == 0


@pytest.mark.parametrize("command", [("convert", "-t", "records"), ("to", "csv")])
def test_a_message_about_a_hundred_files_is_short(folder, command):
    done = run(*command, *(f"night-{number}.bws" for number in range(100)))
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert len(done.err) < 150


def test_the_format_of_many_outputs_must_be_named(folder):
    done = quick("convert", "night.bws", "--out", "new")
    message = "bmconv: --out: name the format of the outputs with -t\n"
    assert (done.code, done.err) == (2, message)
    done = quick("convert", "night.bws", "--out", "new", "-t", "csv", "--to-opt", "out=x")
    assert (done.code, os.path.exists("new")) == (2, False)


def test_the_file_of_notes_cannot_be_an_output(folder):
    words = ("convert", "night.bws", "--out", "new", "-t", "records", "--notes", "new/night.jsonl")
    os.mkdir("new")
    done = quick(*words)
    assert (done.code, "is also the output" in done.err) == (2, True)


def test_a_progress_bar_is_cleared_before_a_message(monkeypatch):
    screen = io.StringIO()
    screen.isatty = lambda: True  # type: ignore[method-assign]
    clock = iter([0.0, 2.0, 4.0])
    monkeypatch.setattr("sys.stderr", screen)
    monkeypatch.setattr("time.monotonic", lambda: next(clock))
    progress = Progress("files")
    progress(1, 2)
    bar = f"\r[{'#' * 12}{'.' * 12}] 1/2 files  0/s  2 s left\033[K"
    assert screen.getvalue() == bar
    progress.clear()
    progress.clear()
    assert screen.getvalue() == f"{bar}\r\033[K"
    progress(2, 2)
    progress.clear()  # the bar is full, and its line has ended
    assert screen.getvalue().endswith("0 s left\033[K\n")


@pytest.mark.parametrize("format", [name for name, e in OWN.items() if e.reads and name != "bws"])
def test_a_database_read_as_another_format_is_named(format):
    line = f"bmconv: {NIGHT}: this is a Bridgemate database, not {format}; read it as format bws\n"
    for words in (("from", format, NIGHT), ("convert", "-f", format, NIGHT, "-t", "csv")):
        done = quick(*words)
        assert (done.code, done.err) == (3, line)

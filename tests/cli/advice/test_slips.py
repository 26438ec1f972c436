"""Words that are typed by mistake are answered with what works."""

from pathlib import Path

import pytest

from tests.helpers.running import quick, samples

DASH = "a long dash, as word processors write it; type"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(samples(tmp_path))
    return tmp_path


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("rank night.bws –report", f"–report: {DASH} --report"),
        ("rank night.bws — report", f"—: {DASH} --report"),
        ("rank night.bws –o T11.html", f"–o: {DASH} -o"),
        ("–help", f"–help: {DASH} --help"),
        ("rank night.bws -out T6.html", "no option -out (did you mean -o?)"),
        ("-v", "no option -v (did you mean -V, or --version?)"),
        ("Evening.bws", "(a file? bmconv info Evening.bws shows what is in it)"),
        ("rangliste night.bws", "no command 'rangliste' (did you mean 'rank'?)"),
        ("winner night.bws", "no command 'winner' (did you mean 'rank'?)"),
        ("print night.bws", "no command 'print' (did you mean 'show'?)"),
        ("vergleichen a b", "no command 'vergleichen' (did you mean 'diff'?)"),
        ("prüfen a", "no command 'prüfen' (did you mean 'check'?)"),
        ("open a", "no command 'open' (did you mean 'info'?)"),
        ("howell", "no command 'howell' (did you mean 'movement make howell'?)"),
        ("movement howell", "no command 'howell' (did you mean 'movement make howell'?)"),
        ("rank --section A", "no option --section; bmconv select FILE --section A | bmconv rank"),
        ("rank night.bws --html", "no option --html; use -o night.html"),
        ("check night.bws --fix", "no option --fix; bmconv set changes a file"),
        ("to excel night.bws", "no format 'excel' (did you mean 'xlsx'?)"),
        ("to xml night.bws", "no format 'xml' (did you mean 'usebio'?)"),
        ("to access night.bws", "no format 'access' (did you mean 'bws'?)"),
        ("to night.bws html", "(the format comes first: bmconv to FORMAT night.bws)"),
        ("from night.bws", "(the format comes first: bmconv from FORMAT night.bws)"),
        ("check night.bws hands.pbn", "expected one input; bmconv check takes one file at a time"),
        ("diff night.bws night.bws -o x", "no option -o; use bmconv diff ... > FILE"),
        ("missing night.bws -o x", "no option -o; use bmconv missing ... > FILE"),
    ],
)
def test_a_slip_is_answered_with_what_works(folder: Path, words: str, expected: str) -> None:
    done = quick(*words.split())
    assert done.code == 2
    assert expected in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("rank night", "bmconv: night: No such file or directory (did you mean 'night.bws'?)\n"),
        (
            "rank Night.BWS",
            "bmconv: Night.BWS: No such file or directory (did you mean 'night.bws'?)\n",
        ),
        (
            "rank https://club.example/night.bws",
            "bmconv: https://club.example/night.bws: No such file or directory; a web address: "
            "download the file first\n",
        ),
        (
            "rank night.bws --club Oak -o x.html",
            "bmconv: --club Oak: no such file; expected a TOML file with data of the club "
            "(bmconv formats html)\n",
        ),
    ],
)
def test_a_file_that_is_not_there_has_advice(folder: Path, words: str, expected: str) -> None:
    done = quick(*words.split())
    assert (done.code, done.err) == (4, expected)


def test_publish_names_the_order_of_its_files(folder: Path) -> None:
    done = quick("publish", "hands.pbn", "night.bws", "--out", "public")
    assert done.err == (
        "bmconv: no results in hands.pbn; the file with the results comes first, then that of the "
        "hands\n"
    )

"""A mistyped command line is answered with one that works."""

from pathlib import Path

import pytest

from bmconv.errors import for_shell
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
        ("rank night.bws -out T6.html", "no option -out; the nearest is -o"),
        ("-v", "no option -v; the version is -V or --version"),
        ("Evening.bws", "(for a file: bmconv info Evening.bws shows what is in it)"),
        ("rangliste night.bws", "no command 'rangliste'; the nearest is 'rank'"),
        ("winner night.bws", "no command 'winner'; the nearest is 'rank'"),
        ("print night.bws", "no command 'print'; the nearest is 'show'"),
        ("vergleichen a b", "no command 'vergleichen'; the nearest is 'diff'"),
        ("prüfen a", "no command 'prüfen'; the nearest is 'check'"),
        ("open a", "no command 'open'; the nearest is 'info'"),
        ("howell", "no command 'howell'; the nearest is 'movement make howell'"),
        ("movement howell", "no command 'howell'; the nearest is 'movement make howell'"),
        ("rank --section A", "no option --section; bmconv select FILE --section A | bmconv rank"),
        ("rank night.bws --html", "no option --html; use -o night.html"),
        ("check night.bws --fix", "no option --fix; bmconv set changes a file"),
        ("to excel night.bws", "no format 'excel'; the nearest is 'xlsx'"),
        ("to xml night.bws", "no format 'xml'; the nearest is 'usebio'"),
        ("to access night.bws", "no format 'access'; the nearest is 'bws'"),
        ("to night.bws html", "(the format comes first: bmconv to FORMAT night.bws)"),
        ("from night.bws", "(the format comes first: bmconv from FORMAT night.bws)"),
        ("check night.bws hands.pbn", "expected one input; bmconv check takes one file at a time"),
        ("diff night.bws night.bws -o x", "no option -o; use bmconv diff ... > FILE"),
        ("missing night.bws -o x", "no option -o; use bmconv missing ... > FILE"),
        ("bws apply night.bws -o new.bws", "no option -o; use --copy FILE"),
        ("bws follow night.bws -o x.html", "no option -o; use --page FILE"),
        ("bws watch . -o x", "no option -o (bmconv bws watch --help)"),
        ("-o x.html rank night.bws", "no option -o; options come after the command, as in"),
        ("--board 7 select night.bws", "no option --board; options come after the command, as in"),
        ("publish night.bws --board 4", "no option --board (bmconv publish --help)"),
        ("export . --section A", "no option --section (bmconv export --help)"),
        ("join night.bws --board 4", "no option --board (bmconv join --help)"),
        ("bws poll night.bws --section A", "no option --section (bmconv bws poll --help)"),
        ("connector send --section A", "no option --section (bmconv connector send --help)"),
        ("show night.bws --html", "no option --html; bmconv rank FILE -o night.html makes one"),
        ("to csv night.bws --html", "no option --html; bmconv rank FILE -o night.html makes one"),
        ("convert night.bws y.csv --table seat", "no option --table; use --to-opt table=seat"),
        ("convert p.csv y.csv --columns=a", "no option --columns; use --from-opt columns=a"),
        ("show –", "–: a long dash, as word processors write it; type - "),
        ("rank night.bws -o", "-o needs a value: -o FILE"),
        ("export night.bws --out d", "--to is missing; expected parquet, sql or site"),
        ("movement make howell --tables 3", "--boards is missing; expected --boards N"),
        ("movement make --tables 3 --boards 9", "KIND is missing; expected mitchell, "),
        ("join", "FILE is missing"),
        ("diff night.bws", "B is missing"),
        ("bws upgrade", "IN OUT is missing"),
        ("bws command-line night.bws --bcs 9", "--bcs 9: no such value; expected 4 or 5"),
        ("from html x", "html can only be written; bmconv from --help lists the formats that can"),
        ("rank night.bws -o p.xlsx --parts ranking", "--parts is for reports and pages; leave it "),
        ("rank night.bws -o p.html --parts x", "no part 'x' in a page; the parts are ranking, "),
        (
            "formats --schema info",
            "; or apply, check, missing for what these print with --json; or notes",
        ),
    ],
)
def test_a_mistake_is_answered_with_words_that_work(
    folder: Path, words: str, expected: str
) -> None:
    done = quick(*words.split())
    assert done.code == 2
    assert expected in done.err
    assert done.err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("rank night", "bmconv: night: No such file or directory; the nearest is 'night.bws'\n"),
        (
            "rank Night.BWS",
            "bmconv: Night.BWS: No such file or directory; the nearest is 'night.bws'\n",
        ),
        (
            "rank https://club.example/night.bws",
            "bmconv: https://club.example/night.bws: No such file or directory; a web address: "
            "download the file first\n",
        ),
        (
            "rank night.bws --club my.toml -o x.html",
            "bmconv: --club my.toml: no such file; expected a TOML file with data of the club "
            "(bmconv formats html)\n",
        ),
    ],
)
def test_a_message_about_a_missing_file_has_advice(folder: Path, words: str, expected: str) -> None:
    done = quick(*words.split())
    assert (done.code, done.err) == (4, expected)


@pytest.mark.parametrize(
    "words",
    [
        "convert night.bws",
        "publish night.bws",
        "bws simulate night.bws",
        "set night.bws",
        "select night.bws --board x",
    ],
)
def test_wrong_usage_names_the_page_of_help(folder: Path, words: str) -> None:
    group = words.split()[0] in ("bws", "movement")
    done = quick(*words.split())
    command = " ".join(words.split()[: 1 + group])
    assert (done.code, done.err.endswith(f" (bmconv {command} --help)\n")) == (2, True)


def test_a_page_without_its_only_part_names_the_part(folder: Path) -> None:
    done = quick("rank", "night.bws", "-o", "p.html", "--parts", "glance")
    line = "bmconv: nothing to show in the part glance; choose others with --parts\n"
    assert (done.code, done.err.endswith(line)) == (1, True)


def test_diff_counts_losses_among_its_findings_under_strict(folder: Path) -> None:
    rows = ("firstname;lastname\n", "Zoë;Å\n".encode(), "Zoë;Ö\n".encode("cp1252"))
    (folder / "mixed.csv").write_bytes(rows[0].encode() + rows[1] + rows[2])
    words = ("diff", "players:mixed.csv", "players:mixed.csv")
    assert (quick(*words).code, quick(*words, "--strict").code) == (0, 1)


def test_publish_names_the_order_of_its_files(folder: Path) -> None:
    done = quick("publish", "hands.pbn", "night.bws", "--out", "public")
    assert done.err == (
        "bmconv: no results in hands.pbn; the file with the results comes first, then that of the "
        "hands\n"
    )


def test_a_word_with_a_blank_is_not_a_command() -> None:
    said = "no command 'rank night.bws'; leave off the quotes around rank night.bws"
    assert quick("rank night.bws").err == f"bmconv: {said}; bmconv --help lists them\n"
    hint = f"(for a file: bmconv info {for_shell('late night.bws')} shows what is in it)"
    assert hint in quick("late night.bws").err

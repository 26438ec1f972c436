"""A hint about an option of a reader says how the command at hand accepts it."""

import json
from pathlib import Path

import pytest

from tests.helpers.running import quick, samples

LIST = "Wer?;Wie?;Was?\nAnn;Oak;1001\n"
COLUMNS = "--columns first_name,last_name,number"
PIPED = f"use bmconv from players {COLUMNS} p.csv | bmconv"
FROM_OPT = "--from-opt columns=first_name,last_name,number"
PROBLEM = "unknown header 'Wer? Wie? Was?'; expected columns such as firstname, "
PROBLEM = f"bmconv: p.csv:1: {PROBLEM}lastname and playernumber; "


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(samples(tmp_path))
    (tmp_path / "p.csv").write_text(LIST)
    return tmp_path


@pytest.mark.parametrize(
    ("words", "advice"),
    [
        ("from players p.csv", f"name the columns with {COLUMNS}"),
        ("join night.bws players:p.csv -o x.bws", f"{PIPED} join night.bws - -o x.bws"),
        ("info p.csv -f players", f"{PIPED} info -"),
        ("check p.csv -fplayers --for bm3", f"{PIPED} check - --for bm3"),
        ("show p.csv -f players", f"{PIPED} show -"),
        ("convert p.csv x.bws -f players", f"name the columns with {FROM_OPT}"),
        ("to bws p.csv -f players -o x.bws", f"{PIPED} to bws - -o x.bws"),
    ],
)
def test_a_hint_about_columns_names_the_option_of_the_command(
    folder: Path, words: str, advice: str
) -> None:
    done = quick(*words.split())
    assert (done.code, done.err) == (3, f"{PROBLEM}{advice}\n")


def test_a_file_with_the_name_of_the_command_is_not_mistaken_for_it(folder: Path) -> None:
    (folder / "show").write_text(LIST)
    done = quick("show", "-f", "players", "show")
    assert done.err.endswith(f"use bmconv from players {COLUMNS} show | bmconv show -\n")


def test_the_error_record_says_the_same_as_the_message(folder: Path) -> None:
    done = quick("join", "night.bws", "players:p.csv")
    assert json.loads(done.out.splitlines()[-1])["message"] == done.err[len("bmconv: ") : -1]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("to dto night.bws --encoding latin-1", "--encoding iso8859-1: Data Connector JSON"),
        ("to csv night.bws --out dd --table result", "bmconv: --out writes all"),
        ("convert night.bws -t csv --to-opt out=dd --to-opt table=result", "leave out --to-opt "),
    ],
)
def test_a_hint_about_an_option_of_the_writer_does_not_name_the_reader(
    folder: Path, words: str, message: str
) -> None:
    done = quick(*words.split())
    assert (done.code, message in done.err, "bmconv from" in done.err) == (2, True, False)


def test_the_advice_works(folder: Path) -> None:
    piped = quick("from", "players", *COLUMNS.split(), "p.csv").out
    assert quick("join", "night.bws", "-", "-o", "x.bws", stdin=piped).code == 0
    words = ("convert", "p.csv", "x.csv", "-t", "players", "-f", "players")
    assert quick(*words, *FROM_OPT.split()).code == 0


def test_a_wrong_value_is_reported_as_it_was_typed(folder: Path) -> None:
    done = quick("convert", "p.csv", "x.bws", "-f", "players", "--from-opt", "columns=nonsense")
    assert done.code == 2
    assert done.err.startswith("bmconv: --from-opt columns=nonsense: ")


@pytest.mark.parametrize(
    ("words", "advice"),
    [
        ("from players q.csv", "--extra keeps it"),
        ("convert q.csv x.jsonl -f players", "--extra keeps it"),
        ("join night.bws q.csv -o x.bws", "bmconv from players --extra keeps it"),
    ],
)
def test_a_note_names_the_command_that_has_the_option(
    folder: Path, words: str, advice: str
) -> None:
    (folder / "q.csv").write_text("firstname;lastname;playernumber;phone\nAnn;Oak;1001;555\n")
    assert f"({advice})" in quick(*words.split()).err

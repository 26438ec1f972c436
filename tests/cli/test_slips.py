"""Mistakes on the command line: one line says what is wrong and what to type instead."""

import io
import sys
from pathlib import Path

import click
import pytest

from bmconv.cli import refuse_slips_of_windows
from bmconv.errors import UsageError, for_shell
from tests.helpers.running import ROOT, quick, samples


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(samples(tmp_path))
    return tmp_path


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("rank night.bws -o a.html -o b.csv", "-o is given 2 times; expected -o FILE"),
        ("to csv night.bws -o a -o b -o c", "-o is given 3 times; expected -o FILE"),
        ("publish night.bws --out a --out b", "--out is given 2 times; expected --out FOLDER"),
        ("bws poll night.bws -o a -o b", "-o is given 2 times; expected -o FILE"),
        (
            "select night.bws --board 1 --board 2",
            "--board is given 2 times; expected --board N|N-M|N,M",
        ),
    ],
)
def test_an_option_given_twice_is_refused(folder: Path, words: str, expected: str) -> None:
    before = sorted(folder.iterdir())
    done = quick(*words.split())
    command = words.partition(" night")[0]
    assert (done.code, done.err) == (2, f"bmconv: {expected} (bmconv {command} --help)\n")
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ("/?", "/?: options begin with --, such as --help"),
        ('arch" --to parquet', '"arch\\": leave off the \\ before the closing quote'),
        ('arch" -o x.csv', '"arch\\": leave off the \\ before the closing quote'),
        ('arch"', '"arch\\": leave off the \\ before the closing quote'),
        ("'night.bws'", "'night.bws': use double quotes here: \"night.bws\""),
        (
            ("'session.name=Our", "pairs'"),
            "'session.name=Our pairs': use double quotes here: \"session.name=Our pairs\"",
        ),
    ],
)
def test_mistakes_with_quotes_on_windows_are_explained(
    monkeypatch: pytest.MonkeyPatch, words: str | tuple[str, ...], message: str
) -> None:
    context = click.Context(click.Command("export"))
    with monkeypatch.context() as patch:
        patch.setattr("bmconv.cli.os.name", "nt")
        with pytest.raises(click.UsageError) as caught:
            refuse_slips_of_windows(context, [words] if isinstance(words, str) else words)
        kept = ["'section[A].winners=2'", 'name="7"', 'session.name="Club 7" - pairs', "- 7", "a"]
        refuse_slips_of_windows(context, kept)
    assert caught.value.message == message


@pytest.mark.parametrize(
    ("words", "name"),
    [
        ("rank north town/late night.bws", "north town/late night.bws"),
        ("convert north town/late night.bws new.csv", "north town/late night.bws"),
        ("publish north town/late night.bws --out public", "north town/late night.bws"),
        ("select night.bws --setup -o next week.bws", "next week.bws"),
        ("rank night.bws -o one more rank.html", "one more rank.html"),
    ],
)
def test_a_name_that_was_cut_at_a_blank_needs_quotes(folder: Path, words: str, name: str) -> None:
    (folder / "north town").mkdir()
    (folder / "night.bws").rename(folder / "north town/late night.bws")
    done = quick(*words.split())
    message = f"bmconv: a name with a blank needs quotes: {for_shell(name)} "
    assert (done.code, done.err.startswith(message)) == (2, True)


def test_hints_for_windows_have_the_quotes_of_its_shell(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.platform", "win32")
    done = quick("set", "night.bws", "'result[A", "board", "14.contract=3NT'")
    hint = 'put each change in quotes, for the shell: "result[A board 14.contract=3NT"'
    assert done.err == f"bmconv: {hint}\n"


def test_options_that_can_be_repeated_are_not_refused(folder: Path) -> None:
    words = ("select", "night.bws", "--type", "session", "--type", "section", "-q", "-q")
    assert quick(*words).out.count(b"\n") == 2


def test_an_option_of_a_format_given_twice_is_refused(folder: Path) -> None:
    words = "rank night.bws --to-opt sheets=all --to-opt sheets=people -o night.xlsx"
    done = quick(*words.split())
    assert (done.code, done.err) == (
        2,
        "bmconv: 'sheets=people': sheets is given twice; give it once\n",
    )


@pytest.mark.parametrize("command", ["check", "rank", "info"])
def test_a_folder_with_files_of_several_formats_is_not_a_folder_of_tables(
    folder: Path, command: str
) -> None:
    done = quick(command, folder)
    assert (done.code, done.err) == (
        3,
        f"bmconv: {folder}: a folder of several formats, with M00007.mvt and csv files; name "
        "one file, or read the folder with -f csv\n",
    )
    assert quick("info", folder, "-f", "csv").out.endswith(b"records   result 20\n")


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        ("rank night.bws --output night.html", "no option --output; the nearest is -o"),
        ("rank night.bws -output night.html", "no option -output; the nearest is -o"),
        ("convert night.bws --output x.csv", "no option --output; the nearest is -o"),
        ("rank night.bws -report", "no option -report; the nearest is --report"),
        ("show night.bws --boards 4", "no option --boards; the nearest is --board"),
        ("rank night.bws --html", "no option --html; use -o night.html"),
        ("rank night.bws --verbose", "no option --verbose"),
        (
            "select night.bws --type reslt",
            "--type reslt: no such value; the nearest is 'result'",
        ),
        (
            "movement make mitchel --tables 5",
            "mitchel: no such kind; the nearest is 'mitchell'",
        ),
        (
            "select night.bws --turn x",
            "--turn x: no such value; expected quarter, half or three-quarters",
        ),
        (
            "show night.bws 4",
            "4 is not a file; give a number with its option: --board N|N-M|N,M",
        ),
        (
            "movement recommend 11 24",
            "11 is not a file; give a number with its option: --pairs N, --tables N, --boards N, "
            "--rounds N",
        ),
    ],
)
def test_a_message_says_what_to_type_instead(folder: Path, words: str, expected: str) -> None:
    before = sorted(folder.iterdir())
    done = quick(*words.split())
    parts = words.split()
    command = " ".join(parts[: 1 + (parts[0] == "movement")])
    assert (done.code, done.err) == (2, f"bmconv: {expected} (bmconv {command} --help)\n")
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (
            "to acblscore night.bws",
            "acblscore can only be read; bmconv to --help lists the formats that can be written",
        ),
        (
            "from html page.html",
            "html can only be written; bmconv from --help lists the formats that can be read",
        ),
        ("convert night.bws x.aca", "acblscore is only read, not written; choose another format"),
        (
            "movement make mitchell --pairs 11 --boards 24",
            "no option --pairs: 11 pairs are --tables 5.5",
        ),
        (
            "convert night.bws a.csv -o b.csv",
            "-o b.csv: the output is given twice; leave one out",
        ),
    ],
)
def test_a_mistake_is_explained_in_one_line_without_the_help(
    folder: Path, words: str, expected: str
) -> None:
    done = quick(*words.split())
    assert (done.code, done.err) == (2, f"bmconv: {expected}\n")


def test_convert_accepts_its_output_after_o_as_other_commands_do(folder: Path) -> None:
    quick("convert", "night.bws", "a.csv", "-q")
    quick("convert", "night.bws", "-o", "b.csv", "-q")
    assert (folder / "a.csv").read_bytes() == (folder / "b.csv").read_bytes()


def test_rounds_without_a_library_are_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Keyboard(io.StringIO):
        def isatty(self) -> bool:
            return True

    from bmconv.cli.movement.recommend import command

    monkeypatch.setattr("sys.stdin", Keyboard())
    with pytest.raises(UsageError, match="--rounds searches a library: name its folder"):
        command(["--pairs", "12", "--rounds", "6"], standalone_mode=False)


@pytest.mark.parametrize(
    ("words", "line"),
    [
        ("rank night.bws new.html", "rank night.bws -o new.html"),
        ("rank night.bws new.html --language nl", "rank night.bws --language nl -o new.html"),
        ("show night.bws new.txt", "show night.bws -o new.txt"),
        ("join night.bws hands.pbn new.jsonl", "join night.bws hands.pbn -o new.jsonl"),
        ("set night.bws session.name=a.csv new.bws", "set night.bws session.name=a.csv -o new.bws"),
        ("to csv night.bws new.csv", "to csv night.bws -o new.csv"),
    ],
)
def test_an_output_without_o_gets_a_hint_with_o(folder: Path, words: str, line: str) -> None:
    new = line.split()[-1]
    done = quick(*words.split())
    assert (done.code, done.err) == (
        4,
        f"bmconv: {new}: no such file; to write it: bmconv {line}\n",
    )


def test_a_page_that_exists_already_gets_the_same_hint(folder: Path) -> None:
    assert quick("rank", "night.bws", "-o", "new.html").code == 0
    done = quick("rank", "night.bws", "new.html")
    assert (done.code, done.err) == (
        2,
        "bmconv: new.html: a page, which bmconv cannot read; to write it: bmconv rank night.bws -o "
        "new.html\n",
    )


def test_inputs_that_can_be_read_are_not_taken_for_outputs(folder: Path) -> None:
    assert "to write it" not in quick("rank", "night.bws", "club-results.html").err
    assert "to write it" not in quick("rank", "night.bws", "none.pbn", "-o", "new.html").err
    assert quick("set", "night.bws", "session.name=a.csv").code == 0


@pytest.mark.parametrize(
    ("command", "advice"),
    [
        ("publish", "use --out FOLDER"),
        ("export", "use --out FOLDER"),
        ("bws upgrade", "name the output last: bmconv bws upgrade INPUT OUTPUT"),
    ],
)
def test_a_command_without_o_says_how_its_output_is_named(
    folder: Path, command: str, advice: str
) -> None:
    done = quick(*command.split(), "night.bws", "-o", "new")
    assert (done.code, done.err) == (
        2,
        f"bmconv: no option -o; {advice} (bmconv {command} --help)\n",
    )


@pytest.mark.parametrize(
    ("words", "expected"),
    [
        (
            "rank td.csv",
            "td.csv: awards or penalties, which rank takes beside the results: rank RESULTS "
            "--adjust FILE",
        ),
        (
            "info penalties.csv",
            "penalties.csv: awards or penalties, which rank takes beside the results: rank "
            "RESULTS --adjust FILE",
        ),
        (
            "from pbn result.csv",
            "result.csv: this looks like csv, not pbn; read it as format csv",
        ),
        (
            "from players result.csv",
            "result.csv: this looks like csv, not players; read it as format csv",
        ),
        (
            "rank -f bmrdata BMInput.txt",
            "BMInput.txt: this looks like bminput, not bmrdata; read it as format bminput",
        ),
        (
            "rank people.xlsx",
            "people.xlsx: no sheet of records and none with names and numbers of players; sheets "
            "for people are not read; use the file that they were made from",
        ),
    ],
)
def test_a_message_says_what_a_file_of_a_wrong_kind_is(
    folder: Path, words: str, expected: str
) -> None:
    (folder / "td.csv").write_text("section,board,ns,ew,award\nA,1,1,3,60/40\n")
    (folder / "penalties.csv").write_text("Section;Pair;Direction;Penalty\nA;3;EW;10%\n")
    quick("rank", "night.bws", "-o", "people.xlsx")
    done = quick(*words.split())
    assert (done.code, done.err) == (3, f"bmconv: {expected}\n")


def test_show_prints_nothing_for_a_list_of_players(folder: Path) -> None:
    assert quick("show", "players.csv").out.decode() == (
        "only a list of 12 players in this input (bmconv join EVENING PLAYERS | bmconv show adds "
        "it to an evening)\n"
    )


def test_a_text_file_as_output_gets_a_hint_about_reports(folder: Path) -> None:
    assert quick("convert", "night.bws", "night.txt").err == (
        "bmconv: night.txt could be bminput or bmrdata or bmpnums or players or bridgescore: "
        "choose one with -t; for a report, bmconv rank night.bws -o night.txt\n"
    )


@pytest.mark.parametrize(
    "words", ["convert night.bws new.xlsx -t csv", "to csv night.bws -o new.xlsx"]
)
def test_a_file_name_that_contradicts_the_format_is_reported(folder: Path, words: str) -> None:
    line = "bmconv: new.xlsx contains csv, although its name ends in .xlsx; other programs may "
    assert quick(*words.split()).err.startswith(f"{line}refuse it\n")
    assert quick(*words.replace(".xlsx", ".dat").split()).err.startswith("bmconv: loss record-lost")


@pytest.mark.parametrize("start", [b"sep=;\r\n", b'\xef\xbb\xbf"sep=;"\n'])
def test_the_line_with_the_separator_for_excel_is_skipped(folder: Path, start: bytes) -> None:
    for name in ("players.csv", "result.csv"):
        plain = (folder / name).read_bytes().replace(b",", b";")
        (folder / name).write_bytes(start + plain)
    assert quick("info", "players.csv").out.startswith(b"players.csv: players\n")
    assert b"result 20" in quick("info", "result.csv").out
    assert b"result 20" in quick("info", stdin=(folder / "result.csv").read_bytes()).out
    (folder / "td.csv").write_bytes(start + b"section;pair;direction;penalty\nA;3;EW;ten\n")
    assert "td.csv:3: penalty is 'ten'" in quick("rank", "night.bws", "--adjust", "td.csv").err


def test_a_number_in_a_quoted_cell_can_have_a_comma(folder: Path) -> None:
    header = b"section,direction,pair,boards,total\n"
    done = quick("from", "csv", stdin=header + b'1,NS,1,"6,0","18,5"\n1,NS,2,6,"1,234"\n')
    assert done.out.splitlines()[0].endswith(b'"pair":1,"boards":6,"total":18.5}')
    assert "1 unreadable line skipped" in done.err


def test_boards_without_hands_are_reported_if_others_have_hands(folder: Path) -> None:
    quick("select", "hands.pbn", "--board", "1-4", "-o", "few.jsonl")
    done = quick("rank", "night.bws", "few.jsonl", "-o", "night.html")
    line = "bmconv: 2 boards have results but no hands: 5, 6\n"
    assert line in done.err
    for words in (("hands.pbn",), ("few.jsonl", "-q"), ()):
        assert line not in quick("rank", "night.bws", *words, "-o", "night.html").err


def test_a_changed_file_is_not_printed_on_a_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        "tests.helpers.running.Pipe.isatty",
        lambda self: self is getattr(sys.stdout, "unguarded", sys.stdout),
    )
    night = ROOT / "formats/bws/samples/night"
    for words in (["set", "session.name=Pairs"], ["select"], ["anonymise"]):
        done = quick(*words[:1], f"{night}.bws", *words[1:])
        message = "bmconv: name a file for the output, such as -o new.bws, or pipe it\n"
        assert (done.code, done.out, done.err) == (2, b"", message)
    assert quick("set", f"{night}.jsonl", "session.name=Pairs").out.startswith(b'{"type":')


@pytest.mark.parametrize(
    ("words", "option"),
    [("rank night.bws -o", "-o: "), ("info", ""), ("join night.bws", ""), ("diff night.bws", ""),
     ("bws dump", ""), ("convert night.bws", ""), ("convert night.bws -t csv --out", "--out: "),
     ("rank night.bws --adjust", "--adjust: "), ("rank night.bws --club", "--club: "),
     ("info night.bws --notes", "--notes: "), ("publish night.bws --out", "--out: ")],
)  # fmt: skip
def test_an_empty_file_name_is_refused(words, option, folder):
    before = sorted(folder.iterdir())
    done = quick(*words.split(), "")
    assert (done.code, done.err) == (2, f"bmconv: {option}the name of a file is empty\n")
    assert sorted(folder.iterdir()) == before


@pytest.mark.parametrize(
    ("words", "file"),
    [("rank night.bws --adjust awards.csv -o", "awards.csv"),
     ("rank night.bws --vp-scale awards.csv -o", "awards.csv"),
     ("rank night.bws --club awards.csv -o", "awards.csv"),
     ("rank night.bws hands.pbn -o", "hands.pbn"),
     ("rank night.bws pbn:hands.pbn -o", "hands.pbn"),
     ("join night.bws hands.pbn -o", "hands.pbn"),
     ("diff night.bws notes.jsonl --notes", "notes.jsonl"),
     ("bws dump night.bws -o", "night.bws"),
     ("bws follow night.bws --hands hands.html --page", "hands.html"),
     ("publish night.bws night.pbn --out", "."),
     ("publish night.bws --adjust night.xml --out", ".")],
)  # fmt: skip
def test_an_input_of_a_command_is_not_overwritten(words, file, folder):
    (folder / "notes.jsonl").touch()
    for name in ("awards.csv", "night.xml"):
        (folder / name).write_text("section,board,ns,award\nA,4,2,60/40\n", encoding="utf-8")
    for name in ("night.pbn", "hands.html"):
        (folder / name).write_bytes((folder / "hands.pbn").read_bytes())
    before = {path: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    done = quick(*words.split(), file)
    assert done.code == 2
    assert "is also an input; choose another " in done.err
    assert {path: path.read_bytes() for path in folder.iterdir() if path.is_file()} == before


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        ("rank night.bws -o x.hmtl", 2, "x.hmtl has an unknown ending; the nearest is '.html': "),
        ("rank night.bws -o x.bw", 2, "x.bw has an unknown ending; the nearest is '.bws': "),
        ("rank night.bws -o x.qqq", 2,
         "x.qqq has an unknown ending (usual ones are .html, .xlsx, .xml, .bws and .csv): "),
        ("rank nihgt.bws", 4, "nihgt.bws: No such file or directory; the nearest is 'night.bws'"),
        ("rank zzzzzzz.bws", 4, "zzzzzzz.bws: No such file or directory"),
        ("--report rank night.bws", 2,
         "no option --report; options come after the command, as in bmconv rank night.bws --re"),
        ("rank night.bws --club club.toml -o x.txt", 2, "--club needs a file in another format: "),
        ("rank night.bws --to-opt a=b -o x.txt", 2, "--to-opt needs a file in another format: "),
    ],
)  # fmt: skip
def test_a_mistyped_word_is_answered_with_the_nearest(words, code, message, folder):
    (folder / "club.toml").touch()
    done = quick(*words.split())
    assert (done.code, done.err[: len(f"bmconv: {message}")]) == (code, f"bmconv: {message}")

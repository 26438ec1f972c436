"""A format in another package, which is really built, installed and uninstalled."""

import json
import shutil

import pytest

from tests.helpers import installed
from tests.helpers.running import ROOT

PLUGIN = ROOT / "tests" / "plugin"
DEALS = PLUGIN / "deals.shout"

REPORTING_MODULES = """
import sys
from bmconv.cli import main
sys.argv = ["bmconv", *sys.argv[1:]]
try:
    main()
finally:
    loaded = {"importlib.metadata", "bmconv_shout"} & set(sys.modules)
    print(sorted(loaded), file=sys.stderr)
"""


@pytest.fixture(scope="module")
def bare(tmp_path_factory):
    """An environment with bmconv alone."""
    return installed.make(tmp_path_factory.mktemp("environment") / "venv")


@pytest.fixture(scope="module")
def shouting(bare):
    """The same with the plugin, whose format is called shout."""
    bare.install(PLUGIN)
    yield bare
    bare.uninstall("bmconv-shout")


def test_without_the_plugin_a_message_says_what_is_missing(bare, tmp_path):
    for _ in range(2):
        done = bare.run("bmconv", "info", DEALS, cwd=tmp_path)
        message = "unknown format: no installed format reads .shout files; name the format with -f"
        assert (done.returncode, message in done.stderr) == (3, True)
        done = bare.run("bmconv", "info", "-f", "shout", DEALS, cwd=tmp_path)
        assert done.returncode == 2
        assert "unknown format 'shout'; the installed formats are records, bws," in done.stderr
        done = bare.run("bmconv", "from", "shout", DEALS, cwd=tmp_path)
        assert (done.returncode, "no format 'shout'" in done.stderr) == (2, True)
        bare.install(PLUGIN)
        assert bare.run("bmconv", "info", DEALS, cwd=tmp_path).returncode == 0
        bare.uninstall("bmconv-shout")


def test_a_plugin_is_listed_and_has_a_page(shouting, tmp_path):
    listed = shouting.run("bmconv", "formats", cwd=tmp_path).stdout.splitlines()
    assert listed[-1].split(maxsplit=2) == [
        "shout", ".shout", "deals in capital letters, to be read out"
    ]  # fmt: skip
    page = shouting.run("bmconv", "formats", "shout", cwd=tmp_path).stdout
    assert page.startswith("shout: deals in capital letters")
    assert "| `bad-line` | error |" in page
    described = json.loads(shouting.run("bmconv", "formats", "--json", cwd=tmp_path).stdout)
    assert described[-1]["holds"]["section"] == ["id", "letter", "derived"]
    for command in ("from", "to"):
        assert "shout" in shouting.run("bmconv", command, "--help", cwd=tmp_path).stdout
    assert "--small" in shouting.run("bmconv", "to", "shout", "--help", cwd=tmp_path).stdout
    completed = shouting.run(
        "bmconv", cwd=tmp_path, _BMCONV_COMPLETE="bash_complete", COMP_WORDS="bmconv from sh",
        COMP_CWORD="2",
    )  # fmt: skip
    assert completed.stdout.split() == ["plain,shout"]


def test_a_plugin_detects_reads_converts_and_writes_its_format(shouting, tmp_path):
    shutil.copy(DEALS, tmp_path)
    done = shouting.run("bmconv", "info", "deals.shout", cwd=tmp_path)
    assert done.stdout.splitlines() == [
        "deals.shout: shout", "section   A: empty", "records   section 1, hand 2"
    ]  # fmt: skip
    done = shouting.run("bmconv", "from", "shout", "deals.shout", cwd=tmp_path)
    assert json.loads(done.stdout.splitlines()[1]) == {
        "type": "hand", "section": 1, "board": 1, "north": "AQT94.T53.KQ8.T9",
        "east": "K32.AKQ.765.8765",
        "south": "J876.J98.AJT.KQJ", "west": "5.7642.9432.A432",
    }  # fmt: skip
    for words in (
        ("convert", "deals.shout", "deals.bws", "-q"),
        ("convert", "deals.bws", "again.shout", "-q"),
        ("select", "deals.bws", "--board", "1-2", "-q", "-o", "selected.shout"),
        ("to", "shout", "deals.bws", "-q", "-o", "to.shout"),
        ("join", "shout:deals.shout", "-o", "joined.shout"),
    ):
        done = shouting.run("bmconv", *words, cwd=tmp_path)
        assert (done.returncode, done.stderr, words) == (0, "", words)
    for name in ("again", "selected", "to", "joined"):
        assert (tmp_path / f"{name}.shout").read_text().strip() == DEALS.read_text().strip()
    done = shouting.run("bmconv", "to", "shout", "--small", "deals.shout", cwd=tmp_path)
    assert done.stdout.startswith("section a!\n\ndeal 1!\nnorth aqt94 t53 kq8 t9!")


def test_a_plugin_can_use_lists_instead_of_tuples(shouting, tmp_path):
    (module,) = shouting.folder.rglob("bmconv_shout.py")
    original = module.read_text()
    options = '[Option("small", "write small letters", False, writes=True)], consults=["table"],'
    fields = '["id", "letter", "derived"]'
    try:
        text = original.replace(OPTIONS, options).replace('("id", "letter", "derived")', fields)
        assert (options in text, fields in text) == (True, True)
        module.write_text(text)
        shutil.rmtree(module.parent / "__pycache__", ignore_errors=True)
        done = shouting.run("bmconv", "to", "shout", "--small", DEALS, cwd=tmp_path)
        assert (done.returncode, done.stdout[:10]) == (0, "section a!")
    finally:
        module.write_text(original)


def test_losses_and_errors_of_a_plugin_are_noted(shouting, tmp_path):
    (tmp_path / "x.shout").write_text("DEAL 1!\nNORTH AND SOUTH!\n")
    night = ROOT / "formats" / "bws" / "samples" / "night.bws"
    done = shouting.run("bmconv", "info", "x.shout", cwd=tmp_path)
    assert done.stderr == "bmconv: error bad-line: 1 line skipped (x.shout:2)\n"
    done = shouting.run("bmconv", "to", "shout", night, cwd=tmp_path)
    assert "left out: shout does not hold them" in done.stderr


def test_bmconv_testing_finds_nothing_wrong_with_the_plugin(shouting, tmp_path):
    code = (
        "import bmconv.testing, pathlib, sys; "
        "data = pathlib.Path(sys.argv[1]).read_bytes(); "
        "print(bmconv.testing.fuzz('shout', data, 400), sys.modules['bmconv_shout'].__file__)"
    )
    done = shouting.run("python", "-c", code, DEALS, cwd=tmp_path)
    assert done.stdout.split()[0] == "[]", done.stdout + done.stderr


@pytest.mark.parametrize("words", [["--help"], ["score", "night.jsonl"]])
def test_plugins_are_not_looked_for_without_need(shouting, tmp_path, words):
    (tmp_path / "night.jsonl").write_text('{"type":"result","board":1,"contract":"1 C"}\n')
    done = shouting.run("python", "-c", REPORTING_MODULES, *words, cwd=tmp_path)
    assert (done.returncode, done.stderr) == (0, "[]\n")


def test_a_plugin_that_cannot_be_imported_is_one_line_and_the_rest_works(shouting, tmp_path):
    (module,) = shouting.folder.rglob("bmconv_shout.py")
    original = module.read_text()
    try:
        module.write_text("import no_such_module\n")
        shutil.rmtree(module.parent / "__pycache__", ignore_errors=True)
        done = shouting.run("bmconv", "formats", cwd=tmp_path)
        reason = "ModuleNotFoundError: No module named 'no_such_module'"
        fault = f"format 'shout' of bmconv-shout 1.0 cannot be loaded: {reason} (bmconv_shout.py:1)"
        assert (done.returncode, done.stderr) == (0, f"bmconv: {fault}\n")
        assert done.stdout.startswith("records ")
        night = ROOT / "formats" / "bws" / "samples" / "night.bws"
        done = shouting.run("bmconv", "convert", night, "night.csv", "-q", cwd=tmp_path)
        assert (done.returncode, done.stderr) == (0, "")
        for words, code, begin in (
            (["info", DEALS], 3, f"{DEALS}: unknown format; "),
            (["convert", DEALS, "x.csv"], 3, f"{DEALS}: unknown format; "),
            (["convert", night, "x.shout"], 2, "x.shout has an unknown ending; "),
            (["from", "shout", DEALS], 2, ""),
            (["to", "shout", night], 2, ""),
            (["formats", "shout"], 2, ""),
            (["info", "-f", "shout", DEALS], 2, ""),
        ):
            done = shouting.run("bmconv", *words, cwd=tmp_path)
            assert (done.returncode, done.stderr) == (code, f"bmconv: {begin}{fault}\n"), words
    finally:
        module.write_text(original)


OPTIONS = '(Option("small", "write small letters", False, writes=True),),'
HOLDS = 'holds={"section": ("id", "letter", "derived"), "hand": ("section", "board", *SEATS)},'
CODEC, MAGIC = "CODEC = Codec(INFO, probe, decode, encode)", 'rb"\\s*(?i:SECTION'


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        (CODEC, "CODEC = 5", "cannot be loaded: CODEC is not a bmconv.codecs.Codec"),
        (HOLDS, "", "cannot be loaded: it makes a Format, Codec or Option without holds"),
        (HOLDS, 'holds=("hand",),', "INFO.holds is not a map of record types to fields"),
        (CODEC, CODEC.replace("INFO", "{}"), "the info of CODEC is not a bmconv.codecs.Format"),
        (CODEC, CODEC.replace(", encode", ""), "makes a Format, Codec or Option without encode"),
        (CODEC, CODEC.replace("probe", "None"), "loaded: probe of CODEC is not a function"),
        (CODEC, "", "cannot be loaded: its module has no CODEC"),
        ('holds={"section"', 'holds={"sektion"', "INFO names 'sektion', which is not a record"),
        ('"letter", "der', '"ledder", "der', "INFO names section.ledder, which is not a field"),
        ('"bmconv_shout",', '"bmconv_shuot",', "No module named 'bmconv_shuot'"),
        ('Option("small"', 'Option("input"', "option 'input', which every format has;"),
        (MAGIC, MAGIC.replace("rb", "r"), "bmconv_shout:ENTRY: the pattern for the first bytes is"),
        (
            MAGIC,
            MAGIC.replace("(?i:", "((?i:"),
            "the pattern for the first bytes does not compile: mis",
        ),
        ('(".shout",)', '".shout"', "extensions is not a tuple of endings"),
        ('Option("small"', 'Option("two words"', "option 'two words'; expected a name of letters,"),
        (
            'Option("small", "write small letters", False, writes=True)',
            '"small"',
            "INFO.options has 'small', which is not an Option",
        ),
        (" writes=True),)", " writes=True))", "INFO.options is not a list or tuple of Options"),
        (
            '("id", "letter", "derived")',
            '"letter"',
            "INFO.holds has 'letter' for section; expected a",
        ),
        (
            "    encoding=",
            '    table="kind",\n    encoding=',
            "INFO.table is 'kind', which is not one",
        ),
        (
            "    encoding=",
            '    scope="bsw",\n    encoding=',
            "INFO.scope is 'bsw'; expected 'bws', 'dto'",
        ),
    ],
)
def test_a_plugin_with_a_wrong_declaration_is_reported_in_one_line(
    shouting, tmp_path, old, new, reason
):
    (module,) = shouting.folder.rglob("bmconv_shout.py")
    original = module.read_text()
    assert old in original
    try:
        module.write_text(original.replace(old, new))
        shutil.rmtree(module.parent / "__pycache__", ignore_errors=True)
        done = shouting.run("bmconv", "info", DEALS, cwd=tmp_path)
        begin = (
            f"bmconv: {DEALS}: unknown format; format 'shout' of bmconv-shout 1.0 cannot be loaded:"
        )
        assert done.stderr.startswith(begin)
        assert (reason in done.stderr, done.stderr.count("\n"), done.returncode) == (True, 1, 3)
    finally:
        module.write_text(original)


@pytest.mark.parametrize(
    ("line", "words", "code"),
    [
        ("    section: Section | None = None", ["from", "shout", DEALS], 5),
        ("        if named or deal:", ["from", "shout", DEALS], 5),
        ("    event = Event(records, notes)", ["to", "shout", DEALS], 5),
        ("    return 95 if re", ["info", DEALS], 3),
    ],
    ids=["reading", "reading-later", "writing", "asked"],
)
def test_a_plugin_that_raises_an_error_is_reported_in_one_line(
    shouting, tmp_path, line, words, code
):
    (module,) = shouting.folder.rglob("bmconv_shout.py")
    original = module.read_text()
    spaces = line[: -len(line.lstrip())]
    try:
        module.write_text(original.replace(line, f"{spaces}1 / 0\n{line}", 1))
        shutil.rmtree(module.parent / "__pycache__", ignore_errors=True)
        done = shouting.run("bmconv", *words, cwd=tmp_path)
        raised = original[: original.index(line)].count("\n") + 1
        failure = f"ZeroDivisionError: division by zero (bmconv_shout.py:{raised})\n"
        begin = f"{DEALS}: unknown format; " if code == 3 else ""
        assert done.stderr == f"bmconv: {begin}format 'shout' failed: {failure}"
        assert done.returncode == code
    finally:
        module.write_text(original)


@pytest.mark.parametrize(
    ("old", "new", "problem"),
    [
        ("return 95 if", "return '90' if",
         "probe of bmconv_shout returned '90'; expected 0 to 100"),
        ("return 95 if", "return 950 if", "probe of bmconv_shout returned 950; expected 0 to 100"),
        ("                yield section", "                yield {'type': 'section'}",
         "decode of bmconv_shout gives {'type': 'section'}; expected a record of bmconv.records"),
        ("board=int(deal[1])", "board=deal[1]",
         "decode of bmconv_shout gives hand.board '1'; expected a whole number of 32 bits"),
        ("CODEC = Codec(INFO, probe, decode, ", "CODEC = Codec(INFO, probe, lambda s, o, n: None, ",
         "decode of bmconv_shout returned None; expected an iterator of records"),
    ],
)  # fmt: skip
def test_a_plugin_that_returns_a_wrong_value_is_reported_in_one_line(
    shouting, tmp_path, old, new, problem
):
    (module,) = shouting.folder.rglob("bmconv_shout.py")
    original = module.read_text()
    assert old in original
    try:
        module.write_text(original.replace(old, new))
        shutil.rmtree(module.parent / "__pycache__", ignore_errors=True)
        for words in (["info", DEALS], ["convert", DEALS, "x.csv"]):
            done = shouting.run("bmconv", *words, cwd=tmp_path)
            assert done.stderr.endswith(f"format 'shout' failed: {problem}\n")
            code = 3 if "probe" in problem else 5
            assert (done.stderr.count("\n"), done.returncode) == (1, code)
    finally:
        module.write_text(original)


def test_bmconv_testing_lists_the_failures_of_a_plugin(shouting, tmp_path):
    (module,) = shouting.folder.rglob("bmconv_shout.py")
    original = module.read_text()
    try:
        module.write_text(original.replace("line = text.strip()", "line = text.lstrip"))
        shutil.rmtree(module.parent / "__pycache__", ignore_errors=True)
        code = "import bmconv.testing; print(bmconv.testing.fuzz('shout', b'DEAL 1!', 4))"
        done = shouting.run("python", "-c", code, cwd=tmp_path)
        assert "format 'shout' failed: AttributeError: " in done.stdout
    finally:
        module.write_text(original)

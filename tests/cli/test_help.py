"""Help, man pages and completion scripts of the commands."""

import inspect
import os
import re
import shutil
import subprocess
from pathlib import Path

import click
import pytest

from bmconv.cli import GROUPS, cli
from bmconv.cli.completion import commands, installed_files
from tests.helpers.running import Done, absent, environment, judge, quick, samples
from tests.helpers.small_shell import NeedsBash, run_line

ALL = list(commands(click.Context(cli, info_name="bmconv", **cli.context_settings)))
PAGES = {path: text for path, text in installed_files() if path.endswith(".1")}


def examples(context: click.Context) -> list[str]:
    """The examples in the help of a command: lines that are commands."""
    help = inspect.cleandoc(context.command.help or "")
    return re.findall(r"^  +(.*\bbmconv .*)$", help, re.M)


@pytest.mark.parametrize("context", ALL, ids=lambda context: context.command_path)
def test_every_help_has_an_example_of_its_own_command(context):
    path = context.command_path
    assert [line for line in examples(context) if path in line]
    done = quick(*path.split()[1:], "--help")
    assert done.code == 0
    assert done.out.startswith(f"Usage: {path}".encode())


TWO_SCREENS, WIDTH = 50, "100"
"""The lines of two screens, and the characters in a line."""


@pytest.mark.parametrize("context", ALL, ids=lambda context: context.command_path)
def test_help_fits_two_screens(context, monkeypatch):
    monkeypatch.setenv("COLUMNS", WIDTH)
    text = quick(*context.command_path.split()[1:], "--help").out.decode()
    assert len(text.splitlines()) <= TWO_SCREENS


@pytest.mark.parametrize(
    "words", ["rank -o FILE", "bws poll --interval SECONDS", "to csv --notes FILE"]
)
def test_an_option_without_its_value_names_the_help_of_its_command(words):
    command, option, value = words.rsplit(" ", 2)
    done = quick(*command.split(), option)
    usage = f"{option} needs a value: {option} {value} (bmconv {command} --help)"
    assert (done.code, done.err) == (2, f"bmconv: {usage}\n")


OVERVIEW_EXAMPLES = {
    name: f"bmconv {name} {words}"
    for group in GROUPS.values()
    for name, (_, words) in group.items()
}
"""The example of every command in `bmconv --help`."""


def test_the_help_of_bmconv_has_groups_with_an_example_for_every_command():
    text = quick("--help").out.decode()
    assert re.findall(r"^(\w.*):$", text, re.M) == [
        *(
            "Options",
            "Convert",
            "Look",
            "Compute",
            "Change",
            "Live",
            "Publish",
            "Help",
        )
    ]
    lines = text.splitlines()
    for example in OVERVIEW_EXAMPLES.values():
        assert [line for line in lines if f"{line}  ".startswith(f"  {example}  ")], example
    assert [line for line in lines if len(line) > 80] == []


@pytest.mark.parametrize("name", OVERVIEW_EXAMPLES)
def test_an_example_of_the_overview_is_also_in_the_help_of_its_command(name):
    contexts = [c for c in ALL if c.command_path.split()[1:2] == [name]]
    assert [line for c in contexts for line in examples(c) if OVERVIEW_EXAMPLES[name] in line]


@pytest.mark.parametrize("context", ALL, ids=lambda context: context.command_path)
def test_help_and_man_page_say_the_same(context):
    path = context.command_path.split()[1:]
    done = quick("help", *path)
    assert done == quick(*path, "--help")
    help, page = words(done.out.decode()), words(unformatted(PAGES[man_page(context)]))
    for option in context.command.get_params(context):
        record = option.get_help_record(context) if isinstance(option, click.Option) else None
        for text in record or ():
            assert words(text) in help
            assert words(text) in page
    for paragraph in re.split(r"\n\s*\n", (context.command.help or "").replace("\b\n", "")):
        assert words(paragraph) in help
        assert words(paragraph) in page


def unformatted(page: str) -> str:
    """The text of a man page without bold type and other marks."""
    return re.sub(r"\\(fB|fR|&)", "", page).replace(r"\-", "-").replace(r"\e", "\\")


def words(text: str) -> str:
    """A text without spaces, which depend on the layout."""
    return "".join(text.split())


def man_page(context: click.Context) -> str:
    return f"share/man/man1/{context.command_path.replace(' ', '-')}.1"


NEEDS = {
    "connector ping": "a service",
    "connector send": "a service",
    "connector poll": "a service",
    "bws watch": "a session that runs",
    "bws follow": "a session that runs",
    "connector serve": "a program that asks",
    "connector relay": "a named pipe of Windows",
    "BMPro.exe": "Windows",
    "lpr": "a printer",
    "FOLDER": "a library",
    "GUID": "a session",
    "fish": "another shell",
    "club.toml": "a file of the club",
    "game.aca": "the same evening in another program",
}
"""Words in examples that cannot be run on the samples alone, with what these need."""

RUNNABLE_EXAMPLES = sorted(
    line
    for line in {line for context in ALL for line in examples(context)}
    | set(OVERVIEW_EXAMPLES.values())
    if not any(need in line for need in NEEDS)
)


@pytest.mark.parametrize("line", RUNNABLE_EXAMPLES)
def test_an_example_in_the_help_works_on_the_samples(line, tmp_path):
    if "bmconv evaluate" in line:
        judge("endplay.dds")
    folder = samples(tmp_path)
    (folder / "archive/northtown").mkdir(parents=True)
    for name in ("archive/northtown/night.bws", "archive/old.bws"):
        shutil.copy(folder / Path(name).name, folder / name)
    done = in_shell(line, folder)
    if done.code in (5, 127):  # an extra, or a program such as jq
        absent(done.err.splitlines()[-1])
    assert done.code == 0, done.err


def in_shell(line: str, folder: Path) -> Done:
    """Run a line in bash, or in the small shell on Windows."""
    if os.name == "nt":
        try:
            return run_line(line, folder)
        except NeedsBash as error:
            pytest.skip(f"the small shell does not know {error}")
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", line],
        cwd=folder,
        env=environment(),
        capture_output=True,
        timeout=120,
    )
    return Done(done.returncode, done.stdout, done.stderr.decode())


def test_every_option_says_what_it_does():
    without_help = [
        (context.command_path, option.opts)
        for context in ALL
        for option in context.command.params
        if isinstance(option, click.Option) and not option.help
    ]
    assert without_help == []


def test_every_command_has_a_man_page():
    assert set(PAGES) == {man_page(context) for context in ALL}


def test_groff_has_no_warnings_about_the_man_pages():
    if shutil.which("groff") is None:
        absent("groff")
    text = "\n".join(PAGES.values()).encode()
    words = ["groff", "-man", "-ww", "-Kutf8", "-Tutf8", "-P-cbou"]
    done = subprocess.run(words, input=text, capture_output=True, check=True)
    assert done.stderr == b""
    assert b"--repair-missing-pair" in done.stdout


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_accepts_its_completion_script(shell, tmp_path):
    if shutil.which(shell) is None:
        pytest.skip(f"{shell} is not installed")
    script = tmp_path / "script"
    script.write_bytes(quick("completion", shell).out)
    subprocess.run([shell, "-n", script], check=True)
    assert (
        script.read_text()
        == dict(installed_files())[
            {
                "bash": "share/bash-completion/completions/bmconv",
                "zsh": "share/zsh/site-functions/_bmconv",
                "fish": "share/fish/vendor_completions.d/bmconv.fish",
            }[shell]
        ]
        + "\n"
    )


def test_a_missing_option_is_reported_in_one_line_with_its_choices():
    done = quick("export", "archive")
    expected = "--to is missing; expected parquet, sql or site (bmconv export --help)"
    assert (done.code, done.err) == (2, f"bmconv: {expected}\n")


@pytest.mark.parametrize("words", [["help", "rnak"], ["rnak"]])
def test_a_mistyped_command_is_answered_with_the_one_that_was_meant(words):
    done = quick(*words)
    assert (done.code, "no command 'rnak'; the nearest is 'rank'" in done.err) == (2, True)

"""Every command reports an empty input in the same way: a file, standard input, or only blanks."""

from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from bmconv.cli import FileName, cli
from tests.helpers.running import Done, quick, samples

WORDS = {
    "convert": "{} -t csv",
    "diff": "{} night.bws",
    "set": "{} session.name=x",
    "movement apply": "{} --boards-per-set 3",
    "movement recommend": "{} --pairs 12 --boards 24",
    "bws apply": "night.bws {}",
    "bws poll": "{}",
    "bws simulate": "{} --records",
    "publish": "{} --check",
}
"""The arguments of commands that need more than an input."""
NO_INPUT = ("bws follow", "bws watch", "connector serve", "export")
"""Commands whose input files may appear later."""
ACCESS = ("bws upgrade", "bws schema", "bws dump", "bws verify", "bws command-line")
"""Commands that read databases only, and say that the file is not one."""
NAMED = ("publish", "bws poll", "bws command-line")
"""Commands that need the name of a file."""
PASS_ON = ("convert", "score", "evaluate", "anonymise", "select", "set", "from records")
"""Commands for which an empty stream is data, as it is for every writer."""


def commands(group: click.Command = cli, path: tuple[str, ...] = ()) -> Iterator[str]:
    """Every command that has an input."""
    for name in group.list_commands(click.Context(group)) if isinstance(group, click.Group) else ():
        command = group.get_command(click.Context(group), name)
        words = " ".join((*path, name))
        if isinstance(command, click.Group):
            yield from commands(command, (*path, name))
        elif words in WORDS or (words not in NO_INPUT and any(map(is_input, command.params))):
            yield words


def is_input(param: click.Parameter) -> bool:
    return isinstance(param, click.Argument) and isinstance(param.type, FileName)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(samples(tmp_path))
    (tmp_path / "empty.bws").touch()
    (tmp_path / "blank.bws").write_bytes(b" \r\n\n")
    return tmp_path


def run(command: str, name: str, stdin: bytes = b"") -> Done:
    return quick(*command.split(), *WORDS.get(command, "{}").format(name).split(), stdin=stdin)


@pytest.mark.parametrize("command", [c for c in commands() if c not in ACCESS])
@pytest.mark.parametrize("name", ["empty.bws", "blank.bws"])
def test_an_empty_file_is_refused(folder: Path, command: str, name: str) -> None:
    done = run(command, name)
    line = f"bmconv: {name}: the file is empty; look for the original or a backup\n"
    assert (done.code, done.err) == (3, line)


@pytest.mark.parametrize("command", [c for c in commands() if c not in NAMED + ACCESS])
@pytest.mark.parametrize("stdin", [b"", b" \r\n\n"], ids=["empty", "blank"])
def test_empty_standard_input_is_refused_or_passed_on(
    folder: Path, command: str, stdin: bytes
) -> None:
    done = run(command, "-", stdin)
    line = "bmconv: stdin: nothing came in; see whether the command before it failed\n"
    passes_on = command in PASS_ON or command.startswith("to ")
    assert (line in done.err, done.code == 3) == (not passes_on, not passes_on)
    assert done.code == 0 or command.startswith("to ") or not passes_on


@pytest.mark.parametrize("command", ACCESS[:4])
@pytest.mark.parametrize("name", ["empty.bws", "blank.bws", "-"])
def test_commands_for_databases_say_that_the_file_is_not_one(
    folder: Path, command: str, name: str
) -> None:
    words = (name, "new.bws") if command == "bws upgrade" else (name,)
    done = quick(*command.split(), *words)
    assert (done.code, "not an Access file" in done.err) == (3, True)


@pytest.mark.parametrize(
    "words",
    [
        "info empty.bws -f records",
        "select empty.bws -f records",
        "to bws empty.bws -f records -o new.bws",
        "join records:empty.bws night.bws",
        "diff records:empty.bws night.bws",
        "bws apply -f records night.bws empty.bws",
        "select - -f pbn",
        "to bws - -f pbn",
        "convert - new.bws -f csv",
    ],
)
def test_a_given_format_makes_no_difference(folder: Path, words: str) -> None:
    assert quick(*words.split(), stdin=b"").code == 3
    assert not (folder / "new.bws").exists()


def test_an_empty_stream_is_a_blank_database(folder: Path) -> None:
    for number, stdin in enumerate((b"", b"\n")):
        assert quick("to", "bws", "-o", f"{number}.bws", stdin=stdin) == (0, b"", "")
    assert quick("info", "0.bws").code == 0
    assert (folder / "0.bws").read_bytes() == (folder / "1.bws").read_bytes()


@pytest.mark.parametrize("command", [c for c in PASS_ON if not c.startswith(("convert", "from"))])
@pytest.mark.parametrize("name", ["kept.jsonl", "kept.xlsx", "new.bws"])
def test_a_filter_writes_no_file_from_nothing(folder: Path, command: str, name: str) -> None:
    """The command before it in the pipe may have failed."""
    before = {path.name for path in folder.iterdir()}
    done = quick(*f"{command} {WORDS.get(command, '{}').format('-')} -o {name}".split(), stdin=b"")
    line = "bmconv: stdin: nothing came in; see whether the command before it failed\n"
    assert (done.code, done.err) == (3, line)
    assert {path.name for path in folder.iterdir()} == before

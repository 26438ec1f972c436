"""bmconv completion, and the man pages: generated from the commands and shipped in the wheel."""

import os
import re
from collections.abc import Iterator

import click
from click.shell_completion import (
    CompletionItem,
    ShellComplete,
    add_completion_class,
    get_completion_class,
)

from bmconv import __version__
from bmconv.cli import GROUPS, Command, Lazy, cli
from bmconv.errors import EXIT_CODES
from bmconv.registry import OWN

SCRIPTS = {
    "bash": "share/bash-completion/completions/bmconv",
    "zsh": "share/zsh/site-functions/_bmconv",
    "fish": "share/fish/vendor_completions.d/bmconv.fish",
}
"""Where shells look for completion scripts, below the installation prefix."""
POWERSHELL = """\
Register-ArgumentCompleter -Native -CommandName %(prog_name)s -ScriptBlock {
    param($word, $line, $cursor)
    $env:%(complete_var)s = "powershell_complete"
    $words = $line.CommandElements | Where-Object { $_.Extent.StartOffset -lt $cursor }
    $env:COMP_WORDS = ($words | ForEach-Object { $_.ToString() }) -join "`n"
    $env:COMP_CWORD = $word
    & $line.GetCommandName() | ForEach-Object {
        $type, $value, $help = $_ -split "`t"
        if ($type -eq "plain") {
            $kind = "ParameterValue"
            [System.Management.Automation.CompletionResult]::new($value, $value, $kind, $help)
        }
    }
    Remove-Item Env:%(complete_var)s, Env:COMP_WORDS, Env:COMP_CWORD
}
"""


@click.command("completion", cls=Command)
@click.argument("shell", type=click.Choice([*SCRIPTS, "powershell"]))
def command(shell: str) -> None:
    """Print the completion script for a shell. An installed package puts it where shells look. In
    a virtual environment, add the first line below to ~/.bashrc or ~/.zshrc. In PowerShell,
    pipe the script to Out-String and on to Invoke-Expression, in the file that $PROFILE names.

    \b
      eval "$(bmconv completion bash)"
      bmconv completion fish > ~/.config/fish/completions/bmconv.fish
    """
    click.echo(completion(shell))


def installed_files() -> Iterator[tuple[str, str]]:
    """Every file to install: its path below the prefix, and its text."""
    for context in commands(click.Context(cli, info_name="bmconv", **cli.context_settings)):
        name = context.command_path.replace(" ", "-")
        yield f"share/man/man1/{name}.1", man_page(context)
    for shell, path in SCRIPTS.items():
        yield path, completion(shell)


def completion(shell: str) -> str:
    """The completion script of a shell, which calls bmconv at every Tab."""
    kind = get_completion_class(shell)
    assert kind is not None
    # the base method, because the method for bash checks the version of bash on this machine
    return ShellComplete.source(kind(cli, {}, "bmconv", "_BMCONV_COMPLETE"))


class PowerShellComplete(ShellComplete):
    """Completion for PowerShell, which offers file names itself where a command offers nothing."""

    name = "powershell"
    source_template = POWERSHELL

    def get_completion_args(self) -> tuple[list[str], str]:
        """The words before the word that is being completed, and that word."""
        words, incomplete = os.environ["COMP_WORDS"].split("\n"), os.environ.get("COMP_CWORD", "")
        return words[1 : -1 if incomplete else None], incomplete

    def format_completion(self, item: CompletionItem) -> str:
        """A line for PowerShell: type, value and help, separated by tabs."""
        return f"{item.type}\t{item.value}\t{item.help or item.value}"


add_completion_class(PowerShellComplete)


def commands(context: click.Context) -> Iterator[click.Context]:
    """A command and all its subcommands."""
    yield context
    if isinstance(context.command, Lazy):
        for name in _built_in(context.command):
            command = context.command.load(name)
            yield from commands(click.Context(command, info_name=name, parent=context))


def _built_in(group: Lazy) -> list[str]:
    """The commands of a group; if they are formats, only our own."""
    known = group.known
    return [name for name in OWN if name in known] if group.noun == "format" else list(known)


def man_page(context: click.Context) -> str:
    """The man page of a command."""
    command, above = context.command, context.parent
    purpose = "convert Bridgemate databases and other files of bridge scoring"
    if above and isinstance(above.command, Lazy):
        purpose = above.command.known[str(context.info_name)]
    usage = " ".join(command.collect_usage_pieces(context))
    lines = [
        f'.TH {_name(context).upper()} 1 "" "bmconv {__version__}" "bmconv manual"',
        ".ad l",
        ".SH NAME",
        f"{_name(context)} \\- {_roff(purpose)}",
        ".SH SYNOPSIS",
        f"\\fB{_roff(context.command_path)}\\fR {_roff(usage)}",
        ".SH DESCRIPTION",
        *_text(command.help or ""),
        ".SH OPTIONS",
    ]
    assert isinstance(command, Command)
    for heading, options in command.option_groups(context).items():
        lines += [] if heading == "Options" else [f".SS {heading}"]
        for option, help in options:
            lines += _item(f"\\fB{_roff(option)}\\fR", help)
    if isinstance(command, Lazy):
        lines += [".SH COMMANDS", *_subcommands(command, _name(context))]
    if command.epilog:
        lines += [".PP", _roff(command.epilog)]
    lines += [".SH EXIT STATUS"]
    for code, meaning in EXIT_CODES.items():
        lines += _item(str(code), meaning)
    if above:
        lines += [".SH SEE ALSO", f"\\fB{_name(above)}\\fR(1)"]
    return "\n".join(lines) + "\n"


def _subcommands(command: Lazy, name: str) -> Iterator[str]:
    """The commands of a group, with the examples of `bmconv --help`."""
    if command is not cli:
        for word in _built_in(command):
            yield from _item(f"\\fB{name}\\-{_roff(word)}\\fR(1)", command.known[word])
        return
    for heading, group in GROUPS.items():
        yield f".SS {heading}"
        for word, (help, words) in group.items():
            yield from _item(f"\\fB{name}\\-{_roff(word)}\\fR(1)", help)
            yield from (".br", _roff(f"bmconv {word} {words}"))


def _name(context: click.Context) -> str:
    return _roff(context.command_path.replace(" ", "-"))


def _item(term: str, text: str) -> list[str]:
    return [".TP", term, _roff(text)]


def _text(help: str) -> Iterator[str]:
    """Paragraphs of help; those after \\b keep their lines."""
    for number, paragraph in enumerate(re.split(r"\n\s*\n", help)):
        if number:
            yield ".PP"
        if paragraph.lstrip().startswith("\b"):
            yield ".nf"
            yield from (_roff(line) for line in paragraph.split("\n")[1:])
            yield ".fi"
        else:
            yield _roff(" ".join(paragraph.split()))


def _roff(text: str) -> str:
    """Text escaped for man pages."""
    text = text.replace("\\", "\\e").replace("-", "\\-")
    return f"\\&{text}" if text.startswith((".", "'")) else text

"""bmconv completion: what a shell reads to complete our words."""

from __future__ import annotations

import click


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print the completion script of a shell.

    \b
      bash  eval "$(bmconv completion bash)"    in ~/.bashrc
      zsh   eval "$(bmconv completion zsh)"     in ~/.zshrc
      fish  bmconv completion fish > ~/.config/fish/completions/bmconv.fish
    """
    from click.shell_completion import get_completion_class

    from bmconv.cli import cli

    kind = get_completion_class(shell)
    assert kind is not None
    click.echo(kind(cli, {}, "bmconv", "_BMCONV_COMPLETE").source())

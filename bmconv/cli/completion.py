"""bmconv completion: what a shell reads to complete our words."""

from __future__ import annotations

import click


@click.command("completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def command(shell: str) -> None:
    """Print the completion script of a shell. An installed package has it where shells look; for
    an environment that is activated, bash and zsh take it from a line in ~/.bashrc or ~/.zshrc.

    \b
      eval "$(bmconv completion bash)"
      bmconv completion fish > ~/.config/fish/completions/bmconv.fish
    """
    from bmconv.cli.manual import completion

    click.echo(completion(shell))

"""Lists commands, options and Python names for docs/interface.md."""

import ast
from importlib.util import find_spec
from pathlib import Path
from textwrap import wrap

import click

import bmconv
from bmconv.cli import cli
from bmconv.cli.completion import commands

WIDTH = 120
"""The most characters of a line of running text on a page."""


def commands_list() -> list[str]:
    """Every command with its arguments and options; options of formats are on their own pages."""
    rows = ["```"]
    for context in commands(click.Context(cli, info_name="bmconv")):
        words = context.command_path.split()
        if len(words) == 1 or (len(words) > 2 and words[1] in ("from", "to")):
            continue
        for parameter in context.command.get_params(context):
            if isinstance(parameter, click.Argument):
                words.append(parameter.make_metavar(context))
        rows += [" ".join(words), *_options(context)]
    return [*rows, "```"]


def _options(context: click.Context) -> list[str]:
    """A line with the options of a command except --help; no line if it has none."""
    names = [
        "/".join((*option.opts, *option.secondary_opts))
        for option in context.command.get_params(context)
        if isinstance(option, click.Option) and option.name != "wants_help" and not option.hidden
    ]
    return [f"    {' '.join(sorted(names))}"] if names else []


def names_list() -> list[str]:
    """The names in `bmconv`, and those in each of its modules for programs."""
    rows = wrap(_join_names(bmconv.__all__), WIDTH)
    for module in ("connector", "errors", "jet", "movements", "records", "spark", "testing"):
        names = _join_names(_public_names(f"bmconv.{module}"))
        rows += ["", *wrap(f"`bmconv.{module}`: {names}", WIDTH)]
    return rows


def _public_names(module: str) -> list[str]:
    """The names in `__all__` of a module, or its classes if it has none; it is not imported."""
    spec = find_spec(module)
    assert spec
    assert spec.origin
    tree = ast.parse(Path(spec.origin).read_text(encoding="utf-8"))
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return list(ast.literal_eval(node.value))
    return [node.name for node in tree.body if isinstance(node, ast.ClassDef)]


def _join_names(names: list[str]) -> str:
    return ", ".join(f"`{name}`" for name in sorted(names))

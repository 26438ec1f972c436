"""bmconv formats: the list of formats, the page of one format, and JSON Schemas."""

import os
import sys
from typing import Any

import click

from bmconv.cli import Command
from bmconv.registry import FORMATS


@click.command("formats", cls=Command)
@click.argument("name", required=False, metavar="[NAME]")
@click.option("--json", "as_json", is_flag=True, help="print JSON")
@click.option(
    "--schema",
    is_flag=False,
    flag_value="*",
    metavar="[TYPE]",
    help="JSON Schema of the records, of one record type or DTO, of what apply, check or "
    "missing print with --json, or of the lines of --notes (notes)",
)
@click.option("--strict", is_flag=True, help="with --schema: accept valid values only")
def command(name: str | None, as_json: bool, schema: str | None, strict: bool) -> None:
    """List the formats, or show the page of one.

    \b
      bmconv formats
      bmconv formats bmrdata
      bmconv formats records --schema result --strict
      bmconv formats dto --schema ResultDTO
      bmconv formats --schema apply
    """
    if schema is not None:
        click.echo(_json(_schema(name, schema, strict=strict)))
    elif name is not None:
        click.echo(
            _json(_describe(_require_known(name))) if as_json else page(_require_known(name))
        )
    elif as_json:
        click.echo(_json([_describe(format) for format in FORMATS]))
    else:
        name_width = max(map(len, FORMATS))
        endings_width = max(len(endings(format)) for format in FORMATS)
        for format, entry in FORMATS.items():
            click.echo(f"{format:{name_width}}  {endings(format):{endings_width}}  {entry.help}")


def page(name: str) -> str:
    """The page of a format, from the source tree or from the installed package."""
    here = os.path.dirname(os.path.dirname(__file__))
    for folder in (os.path.join(os.path.dirname(here), "formats"), os.path.join(here, "formats")):
        try:
            with open(os.path.join(folder, name, "README.md"), encoding="utf-8") as file:
                lines = (line for line in file if not line.startswith("<!--"))
                return "".join(lines).rstrip("\n")
        except FileNotFoundError:
            continue
    from bmconv.codecs import load

    load(name)
    about = sys.modules[FORMATS[name].module].__doc__ or ""
    return about.rstrip() or f"{name}: {FORMATS[name].help}"


def _require_known(name: str) -> str:
    from bmconv.errors import UsageError, like

    if name not in FORMATS:
        raise UsageError(f"no format {name!r}{like(name, FORMATS)}; bmconv formats lists them")
    return name


def endings(name: str) -> str:
    """The file name endings of a format."""
    return " ".join("folder" if end == "/" else end for end in FORMATS[name].extensions)


def _describe(name: str) -> dict[str, Any]:
    """A format described as data."""
    from bmconv.codecs import load

    info = load(name).info
    return {
        "name": name,
        "title": info.title,
        "help": FORMATS[name].help,
        "extensions": FORMATS[name].extensions,
        "binary": info.binary,
        "encoding": info.encoding,
        "holds": {kind: fields or "all" for kind, fields in info.holds.items()},
        "options": [
            {
                "name": option.name,
                "help": option.help,
                "default": option.default,
                "choices": option.choices,
                "read": option.reads,
                "write": option.writes,
            }
            for option in info.options
        ],
    }


def _schema(name: str | None, kind: str, *, strict: bool) -> Any:
    """The JSON Schema of a record type, of a type of the format, or of what a command prints."""
    from bmconv.codecs import load
    from bmconv.errors import UsageError
    from bmconv.library.answers import ANSWERS, answer_schema
    from bmconv.records import TYPES
    from bmconv.rules.schemas import json_schema

    if name is None and kind in ANSWERS:
        return answer_schema(kind)
    name = name or "records"
    schema = load(_require_known(name)).schema
    if schema is not None:
        return schema(kind)
    if name != "records":
        raise UsageError(f"{name} has no schema of its own; see bmconv formats records --schema")
    if kind != "*" and kind not in TYPES:
        *commands, notes = ANSWERS
        answers = f"; or {', '.join(commands)} for what these print with --json; or {notes}"
        raise UsageError(f"no record type {kind!r}; the types are {', '.join(TYPES)}{answers}")
    return json_schema(None if kind == "*" else kind, strict=strict)


def _json(value: Any) -> str:
    import json

    return json.dumps(value, indent=2, ensure_ascii=False)

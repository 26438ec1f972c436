"""One option has one name in all commands and formats, and one name has one meaning."""

import re
from collections import defaultdict

import click
import pytest

from bmconv.cli import cli
from bmconv.cli.completion import commands
from tests.helpers.running import quick

ALL = list(commands(click.Context(cli, info_name="bmconv", **cli.context_settings)))
OPTIONS = [
    (context, option)
    for context in ALL
    for option in context.command.params
    if isinstance(option, click.Option) and not option.hidden
]

SEVERAL_MEANINGS = {
    "--all": {
        "change all results",
        "fetch accepted items again",
        "output everything",
        "show every place",
        "write all results every time",
    },
    "--check": {"compare existing evaluations with the solver's", "print what looks odd"},
    "--clear": {
        "allow documents that clear the data of all sessions",
        "set the bit of Commands that clears the data of all sessions",
    },
    "--club": {"TOML file with the data of the club", "name of the club"},
    "--columns": {"further columns", "the columns of a list without a known header"},
    "--event-id": {
        "add a column event_id with this value",
        "number of the event at the federation",
    },
    "--kind": {"document to write", "only the cards of tables"},
    "--reset": {
        "allow documents that reset terminals and server",
        "set the bit of Commands that resets terminals and server",
    },
    "--schema": {"JSON Schema of the records", "schema of a PostgreSQL database"},
    "--section": {"only this section", "section of all records"},
    "--strict": {
        "accept valid values only",
        "exit 1 also for losses and errors",
        "exit 1 also for unknown properties",
        "exit 1 also for warnings",
        "fail and write nothing if there is any loss or error",
    },
    "--table": {"only this table", "record type"},
    "--type": {"only data of this type", "only records of this type"},
    "-o": {"append to FILE", "write to FILE"},
    "-q": {"do not print notes", "print only what explains a non-zero exit code"},
}
"""Options that mean different things in different commands, each with its meanings."""


def meaning(option: click.Option) -> str:
    """The help of an option without the scope before it and the details after it."""
    text = re.sub(r"^(site|with --[a-z-]+( [a-z]+)?|instead of --[a-z]+): ", "", option.help or "")
    return re.split(r" \(|[:;,]", text)[0]


def test_a_name_of_an_option_has_one_meaning():
    meanings = defaultdict(set)
    for _, option in OPTIONS:
        meanings[option.opts[-1]].add(meaning(option))
    several = {name: texts for name, texts in meanings.items() if len(texts) > 1}
    assert several == SEVERAL_MEANINGS


PLACEHOLDERS = {
    "--club": {"FILE", "NAME"},
    "--columns": {"COLUMN,...", "NAME,..."},
    "--schema": {"NAME", "[TYPE]"},
}
"""Options with different placeholders in different commands."""


def test_an_option_has_one_placeholder():
    placeholders = defaultdict(set)
    for context, option in OPTIONS:
        if not option.is_flag and not isinstance(option.type, click.Choice):
            placeholders[option.opts[-1]].add(option.make_metavar(context))
    several = {name: texts for name, texts in placeholders.items() if len(texts) > 1}
    assert several == PLACEHOLDERS


def test_a_switch_that_is_on_can_be_switched_off():
    on = {
        (context.command_path, option.opts[-1]): option.secondary_opts
        for context, option in OPTIONS
        if option.is_flag and option.default is True
    }
    assert on == {("bmconv to players", "--header"): ["--no-header"]}
    line = b'{"type":"player","first_name":"Ada","last_name":"Lind","number":"17"}\n'
    done = quick("to", "players", "--no-header", stdin=line)
    assert (done.code, done.out) == (0, b"Ada;Lind;17\n")
    assert quick("to", "players", stdin=line).out == b"firstname;lastname;playernumber\n" + done.out


@pytest.mark.parametrize(("words", "heading", "options"), [
    ("to dto", "Commands", ["--reset", "--read", "--clear"]),
    ("bws watch", "Commands", ["--send", "--wait", "--last", "--erase-results", "--force"]),
    ("bws simulate", "The evening", ["--speed", "--until-round", "--seed", "--corrections",
     "--erasures", "--sit-outs", "--late", "--wrong-numbers", "--bidding"]),
])  # fmt: skip
def test_help_lists_options_below_their_heading(words, heading, options):
    text = quick(*words.split(), "--help").out.decode()
    (group,) = re.findall(rf"^{heading}:\n(.*?)\n\n", text, re.M | re.S)
    assert re.findall(r"^  (--\S+)", group, re.M) == options


def test_no_line_of_help_ends_within_an_option(monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    for context in ALL:
        text = quick(*context.command_path.split()[1:], "--help").out.decode()
        assert not re.findall(r".*\w-\n", text), context.command_path

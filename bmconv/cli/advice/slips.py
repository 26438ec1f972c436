"""Words that are typed by mistake, and what to type instead."""

import os
from collections.abc import Collection, Sequence

import click

from bmconv.cli.job import FORMAT, INPUT, OUTPUT
from bmconv.errors import for_shell

COMMAND_FOR = {
    **dict.fromkeys(("ranking", "results", "winner", "winners", "rangliste"), "rank"),
    **dict.fromkeys(("ergebnis", "ergebnisse", "classement", "resultats"), "rank"),
    **dict.fromkeys(("print", "drucken"), "show"),
    **dict.fromkeys(("compare", "vergleichen"), "diff"),
    **dict.fromkeys(("howell", "mitchell"), "movement make"),
    **dict.fromkeys(("pruefen", "prüfen"), "check"),
    **dict.fromkeys(("open", "öffnen"), "info"),
}
"""Words typed instead of a command, in several languages."""
FORMAT_FOR = {"excel": "xlsx", "xml": "usebio", "access": "bws"}
"""Words typed instead of the name of a format."""
RUNNING = {"--interval", "--listen"}
"""Options of commands that run until they are stopped, and whose output is only a log."""
LONG_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2212"
"""The dashes that word processors write instead of a hyphen."""


def with_hyphens(words: Sequence[str], options: Collection[str]) -> str:
    """What to type for an option with a long dash; empty if no word has one.

    A dash alone is standard input, unless the next word is the name of an option.
    """
    for index, word in enumerate(words):
        name = word.lstrip(f"{LONG_DASHES}-")
        if not word or word[0] not in LONG_DASHES or " " in word or os.path.exists(word):
            continue
        following = next(iter(words[index + 1 :]), "")
        name = name or (following if {f"-{following}", f"--{following}"} & {*options} else "")
        typed = f"--{name}" if len(name) > 1 else f"-{name}"
        return f"{word}: a long dash, as word processors write it; type {typed}"
    return ""


def name_with_blank(words: Sequence[str]) -> str:
    """The advice to quote a file name that the shell has cut at a blank; else empty.

    The file exists, or it is the output and only its last word has an ending.
    """
    for start, first in enumerate(words):
        for end in range(start + 2, len(words) + 1) if not os.path.exists(first) else ():
            if words[end - 1].startswith("-"):
                break
            name = " ".join(words[start:end])
            is_output = start and words[start - 1] in OUTPUT.opts and _is_cut(words[start:end])
            if os.path.exists(name) or is_output:
                return f"a name with a blank needs quotes: {for_shell(name)}"
    return ""


def _is_cut(words: Sequence[str]) -> bool:
    """Whether only the last of several words has the ending of a format."""
    *others, last = words
    return (
        is_like_a_file(last) and not os.path.exists(last) and not any(map(is_like_a_file, others))
    )


def command_for(word: str) -> str:
    """A hint for a word that is not a command."""
    if meant := COMMAND_FOR.get(word.casefold()):
        kind = f" {word.casefold()}" if meant == "movement make" else ""
        return f"; the nearest is '{meant}{kind}'"
    return ""


def is_like_a_file(word: str) -> bool:
    """Whether a word has the ending of a format."""
    from bmconv.registry import OWN

    ending = os.path.splitext(word)[1].lower()
    return any(ending in entry.extensions for entry in OWN.values()) if ending else False


def format_for(word: str, group: str) -> str:
    """A hint for a word that is not a format, of `bmconv from` or `bmconv to`."""
    if meant := FORMAT_FOR.get(word.casefold()):
        return f"; the nearest is {meant!r}"
    if os.path.exists(word) or is_like_a_file(word):
        return f" (the format comes first: bmconv {group} FORMAT {word})"
    return ""


def option_for(option: str, ctx: click.Context, words: Sequence[str]) -> str:
    """A hint for an option that the command does not have; `words` are all that were typed."""
    params, command = ctx.command.params, ctx.command_path
    options = {name for param in params for name in param.opts}
    reads_events = INPUT in params[:1] and FORMAT in params
    if option in ("--section", "--board") and reads_events:
        return f"; bmconv select FILE {option} {'A' if option == '--section' else '4'} | {command}"
    if option in ("--html", "--xlsx", "--excel", "--pdf") and OUTPUT in params:
        ending = {"--html": "html", "--pdf": "html"}.get(option, "xlsx")
        printed = "; print the page from a browser" if option == "--pdf" else ""
        if command == "bmconv show" or command.startswith("bmconv to "):
            return f"; bmconv rank FILE -o night.{ending} makes one{printed}"
        return f"; use -o night.{ending}{printed}"
    if option == "--fix" and command == "bmconv check":
        return "; bmconv set changes a file"
    if option == "-o":
        for output in ("--copy", "--page"):
            if output in options:
                return f"; use {output} FILE"
        if not options & RUNNING:
            return f"; use {command} ... > FILE"
    return _format_option_hint(option, options, words)


def _format_option_hint(option: str, options: Collection[str], words: Sequence[str]) -> str:
    """A hint to give an option of a format with --to-opt or --from-opt."""
    from bmconv.codecs import load, options_of
    from bmconv.registry import OWN

    name = option.lstrip("-").replace("-", "_")
    formats_by_word = [
        [f for f, entry in OWN.items() if w == f or w.endswith(entry.extensions)] for w in words
    ]
    groups = list(filter(None, formats_by_word))  # the first is for the input
    for carrier, offered in (("--to-opt", groups), ("--from-opt", groups[:1])):
        infos = (load(f).info for group in offered for f in group if carrier in options)
        reading = carrier == "--from-opt"
        if any(known.name == name for info in infos for known in options_of(info, reading=reading)):
            index = next(index for index, word in enumerate(words) if word.startswith(option))
            value = words[index].partition("=")[2] or next(iter(words[index + 1 :]), "...")
            return f"; use {carrier} {name}={value}"
    return ""

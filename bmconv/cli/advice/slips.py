"""Words that are typed by mistake, and what to type instead."""

import os
from collections.abc import Sequence

COMMAND_FOR = {
    **dict.fromkeys(("ranking", "results", "winner", "winners", "rangliste"), "rank"),
    **dict.fromkeys(("ergebnis", "ergebnisse", "classement", "resultats"), "rank"),
    **dict.fromkeys(("print", "drucken"), "show"),
    **dict.fromkeys(("compare", "vergleichen"), "diff"),
    **dict.fromkeys(("howell", "mitchell"), "movement make"),
    **dict.fromkeys(("pruefen", "prüfen"), "check"),
    **dict.fromkeys(("open", "öffnen"), "info"),
}
"""What is typed in place of a command, in several languages."""
FORMAT_FOR = {"excel": "xlsx", "xml": "usebio", "access": "bws"}
"""What is typed in place of the name of a format."""
LONG_DASHES = "\u2010\u2011\u2012\u2013\u2014\u2212"
"""What word processors make of hyphens."""


def with_hyphens(words: Sequence[str]) -> str:
    """What to type for an option with a long dash; empty if no word has one."""
    for index, word in enumerate(words):
        name = word.lstrip(f"{LONG_DASHES}-")
        if not word or word[0] not in LONG_DASHES or " " in word or os.path.exists(word):
            continue
        name = name or next(iter(words[index + 1 :]), "")
        typed = f"-{name}" if len(name) == 1 else f"--{name}"
        return f"{word}: a long dash, as word processors write it; type {typed}"
    return ""


def command_for(word: str) -> str:
    """A hint for a word that is no command."""
    if meant := COMMAND_FOR.get(word.casefold()):
        kind = f" {word.casefold()}" if meant == "movement make" else ""
        return f" (did you mean '{meant}{kind}'?)"
    return ""


def is_like_a_file(word: str) -> bool:
    """Whether a word has the ending of a format."""
    from bmconv.registry import OWN

    ending = os.path.splitext(word)[1].lower()
    return any(ending in entry.extensions for entry in OWN.values()) if ending else False


def format_for(word: str, group: str) -> str:
    """A hint for a word that is no format, of `bmconv from` or `bmconv to`."""
    if meant := FORMAT_FOR.get(word.casefold()):
        return f" (did you mean {meant!r}?)"
    if os.path.exists(word) or is_like_a_file(word):
        return f" (the format comes first: bmconv {group} FORMAT {word})"
    return ""


def option_for(option: str, command: str, options: Sequence[str]) -> str:
    """A hint for an option that a command does not have."""
    if option in ("--section", "--board"):
        return f"; bmconv select FILE {option} {'A' if option == '--section' else '4'} | {command}"
    if option in ("--html", "--xlsx", "--excel", "--pdf") and "-o" in options:
        ending = {"--html": "html", "--pdf": "html"}.get(option, "xlsx")
        printed = "; print the page from a browser" if option == "--pdf" else ""
        return f"; use -o night.{ending}{printed}"
    if option == "--fix" and command == "bmconv check":
        return "; bmconv set changes a file"
    if option == "-o":
        return f"; use {command} ... > FILE"
    return ""

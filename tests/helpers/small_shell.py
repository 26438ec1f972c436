"""A small shell that runs the command lines of tests where there is no bash, as on Windows.

It knows pipes, redirections, `;`, `&&`, `$?` and a few commands; bmconv runs in this process.
For anything else it raises NeedsBash.
"""

import os
import re
import shlex
from collections.abc import Iterator
from contextlib import chdir
from glob import glob
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.helpers.running import Done, quick, shell

JOINTS = {";", "&&", "|"}
"""The operators between commands."""
REDIRECTIONS = {"<", ">", "2>", "2>&1"}
NOWHERE = "/dev/null"


class NeedsBash(Exception):
    """The line has something that only bash understands, which the message names."""


class Step(NamedTuple):
    """A command with its redirections and the operator after it."""

    words: list[str]
    redirections: dict[str, str]
    joint: str
    """The operator after it: one of JOINTS."""


def run_line(line: str, folder: Path) -> Done:
    """Run a line in a folder: what it prints, and the exit code of its last command."""
    steps = list(parse(line))
    out, err, code, codes, piped = b"", "", 0, [0], b""
    with chdir(folder):
        for index, step in enumerate(steps):
            before = steps[index - 1].joint if index else ";"
            if before == "&&" and code:
                continue
            done = run_step(step, piped if before == "|" else b"", codes)
            code, err, piped = done.code, err + done.err, done.out
            codes = [*codes, code] if before == "|" else [code]
            if step.joint != "|":
                out += done.out
    return Done(code, out, err)


def in_shell(line: str, folder: Path) -> str:
    """What a line prints in bash or, on Windows, in this shell; skips the test if it needs bash."""
    if os.name == "posix":
        return shell(line, folder)
    try:
        done = run_line(line, folder)
    except NeedsBash as error:
        pytest.skip(f"the small shell does not know {error}")
    return done.out.decode() + done.err


def parse(line: str) -> Iterator[Step]:
    """The commands of a line; raises NeedsBash if one of them is unknown."""
    for text in split_at_joints(line.strip()):
        *words, joint = text
        redirections, plain = {}, []
        while words:
            word = words.pop(0)
            if word in REDIRECTIONS:
                redirections[word] = "" if word == "2>&1" else words.pop(0)
            else:
                plain.append(word)
        known = plain and (plain[0] == "bmconv" or plain[0] in COMMANDS)
        if not known:
            raise NeedsBash(plain[0] if plain else "an empty command")
        yield Step(plain, redirections, joint)


def split_at_joints(line: str) -> Iterator[list[str]]:
    """The words of each command, and the operator after it as the last word."""
    spaced = re.sub(r"\s*(2>&1|2>|<|>)\s*", r" \1 ", line.replace("\n", " ; "))
    lexer = shlex.shlex(spaced, posix=True, punctuation_chars=";|")
    lexer.whitespace_split = True
    lexer.commenters = ""
    words: list[str] = []
    for word in lexer:
        if re.search(r"`|\$(?!\?$)|^\(|^&-$|^/dev/(?!null)", word) and word != PIPE_CODES:
            raise NeedsBash(word)
        if word in JOINTS:
            yield [*words, word]
            words = []
        else:
            words.append(word)
    if words:
        yield [*words, ";"]


PIPE_CODES = "${PIPESTATUS[@]}"
"""What bash replaces by the exit codes of the last pipe."""


def run_step(step: Step, stdin: bytes, codes: list[int]) -> Done:
    """Run a command with its redirections; `codes` are the exit codes of the previous pipe."""
    source = step.redirections.get("<")
    if source is not None:
        stdin = b"" if source == NOWHERE else Path(source).read_bytes()
    name, *words = step.words
    texts = {"$?": str(codes[-1]), PIPE_CODES: " ".join(map(str, codes))}
    words = [file for word in words for file in expand(texts.get(word, word))]
    done = quick(*words, stdin=stdin) if name == "bmconv" else COMMANDS[name](words, stdin)
    out, err = done.out, done.err
    if "2>&1" in step.redirections:
        out, err = out + err.encode(), ""
    for sign in set(step.redirections) & {">", "2>"}:
        target = step.redirections[sign]
        if target != NOWHERE:
            Path(target).write_bytes(out if sign == ">" else err.encode())
        out, err = (b"", err) if sign == ">" else (out, "")
    return Done(done.code, out, err)


def expand(word: str) -> list[str]:
    """The files that match a word with `*`, or the word itself."""
    files = sorted(glob(word.replace("[", "[[]"))) if "*" in word else []
    return [file.replace("\\", "/") for file in files] or [word]


def content(name: str, stdin: bytes) -> bytes:
    """The bytes of a file, or of standard input if the name is -."""
    return stdin if name == "-" else Path(name).read_bytes()


def echo(words: list[str], stdin: bytes) -> Done:
    return Done(0, f"{' '.join(words)}\n".encode(), "")


def cat(words: list[str], stdin: bytes) -> Done:
    return Done(0, b"".join(content(name, stdin) for name in words or ["-"]), "")


def head(words: list[str], stdin: bytes) -> Done:
    count = int(words[0][1:]) if words and words[0].startswith("-") else 10
    name = words[-1] if words and not words[-1].startswith("-") else "-"
    return Done(0, b"".join(content(name, stdin).splitlines(keepends=True)[:count]), "")


def ls(words: list[str], stdin: bytes) -> Done:
    return Done(0, "".join(f"{name}\n" for name in sorted(os.listdir())).encode(), "")


def cmp(words: list[str], stdin: bytes) -> Done:
    one, other = (content(name, stdin) for name in words)
    return Done(int(one != other), b"", "")


def grep(words: list[str], stdin: bytes) -> Done:
    """grep with -c or -o, a basic regular expression and perhaps a file."""
    option, expression, *name = (word for word in words if word != "--")
    pattern = re.compile(re.sub(r"\\\|", "|", expression).encode())
    lines = content(*(name or ["-"]), stdin).splitlines()
    if option == "-o":
        matches = [match[0] + b"\n" for line in lines for match in pattern.finditer(line)]
        return Done(int(not matches), b"".join(matches), "")
    count = sum(pattern.search(line) is not None for line in lines)
    return Done(int(not count), f"{count}\n".encode(), "")


COMMANDS = {"grep": grep, "echo": echo, "cat": cat, "head": head, "ls": ls, "cmp": cmp}

"""Prints digests of converted samples and of the output of commands in the documents.

They must be the same on Windows and Linux: `python -m tests.tools.windows.same_bytes`.
"""

import hashlib
import json
import os
import re
import shlex
import shutil
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bmconv.registry import FORMATS
from tests.helpers.running import ROOT, quick, samples

TIME = re.compile(rb"in [\d.]+ s\n")
"""The time of an export, which differs from run to run."""
SHELL = set("|<>;&*$`")
"""Signs that only a shell understands."""


def main() -> int:
    with TemporaryDirectory() as name:
        folder = samples(Path(name))
        (folder / "archive" / "berg").mkdir(parents=True)
        shutil.copy(folder / "night.bws", folder / "archive" / "berg")
        os.chdir(folder)
        for text, digest in [*conversions(), *commands()]:
            print(json.dumps([text, digest]), flush=True)
        os.chdir(ROOT)
    return 0


def conversions() -> Iterator[tuple[str, str]]:
    """Every sample in every format that can be written, with its notes."""
    readable = [
        (name, path)
        for name, entry in FORMATS.items()
        if entry.reads
        for path in sample_files(name)
    ]
    for source, path in readable:
        for target in (name for name, entry in FORMATS.items() if entry.writes):
            out = Path(f"out-{target}")
            done = quick("convert", path.name, out, "-f", source, "-t", target)
            yield f"{path.name} to {target}", digest(done.code, done.err, contents(out))
            remove(out)


def sample_files(name: str) -> list[Path]:
    """The samples of a format, without the records that lie beside them."""
    files = sorted((ROOT / "formats" / name / "samples").iterdir())
    return [path for path in files if name == "records" or path.suffix != ".jsonl"]


def commands() -> Iterator[tuple[str, str]]:
    """The commands of README and docs that need no shell, in their order."""
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]:
        text = page.read_text(encoding="utf-8")
        for block in re.findall(r"^```console\n(.*?)^```", text, re.MULTILINE | re.DOTALL):
            for command in re.findall(r"^\$ (bmconv .*)$", block, re.MULTILINE):
                if not SHELL & set(command):
                    done = quick(*shlex.split(command)[1:])
                    out = TIME.sub(b"", done.out)
                    yield f"{page.name}: {command}", digest(done.code, done.err, out)


def digest(code: int, err: str, out: bytes) -> str:
    """An exit code and a hash of what was printed and written."""
    printed = err.replace("\\", "/").encode() + b"\0"
    return f"{code} {hashlib.sha256(printed + out).hexdigest()[:16]}"


def contents(path: Path) -> bytes:
    """The bytes of a file; for a folder or a zip file, the names and bytes of its files.

    A zip file is unpacked because versions of zlib compress differently.
    """
    if zipfile.is_zipfile(path):
        with zipfile.ZipFile(path) as archive:
            names = archive.namelist()
            return b"".join(f"{name}\0".encode() + archive.read(name) for name in names)
    if path.is_dir():
        files = sorted(file for file in path.rglob("*") if file.is_file())
        return b"".join(f"{file.as_posix()}\0".encode() + file.read_bytes() for file in files)
    return path.read_bytes() if path.exists() else b""


def remove(path: Path) -> None:
    """Remove a file, or a folder with its files."""
    for file in sorted(path.rglob("*"), reverse=True):
        file.unlink() if file.is_file() else file.rmdir()
    if path.is_dir():
        path.rmdir()
    path.unlink(missing_ok=True)


if __name__ == "__main__":
    sys.exit(main())

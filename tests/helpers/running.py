"""Ways to run bmconv, and judges: a missing one is a reason to skip, or to fail in CI."""

import importlib
import io
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

import pytest

import bmconv.cli

KILL = getattr(signal, "SIGKILL", signal.SIGTERM)
"""The signal that ends a process at once, as every signal does on Windows."""
KILLED = -KILL if os.name == "posix" else KILL
"""The exit code of a process that killed itself."""
STOPPED = 0 if os.name == "posix" else 1
"""The exit code of a command that stops when it gets SIGTERM; Windows ends it without asking."""
HAS_FULL_DEVICE = os.name == "posix" and os.path.exists("/dev/full")
"""Whether writing to /dev/full fails as on a full disk; under Wine it looks like a plain file."""
ROOT = Path(__file__).parent.parent.parent
SHARED = ROOT.parent / "shared"


class Done(NamedTuple):
    """How a run of bmconv ended."""

    code: int
    out: bytes
    err: str


def is_wine() -> bool:
    """Whether this is Windows' Python under Wine, which lacks a few things that Windows has."""
    if sys.platform != "win32":
        return False
    import ctypes

    return hasattr(ctypes.windll.ntdll, "wine_get_version")


def absent(what: str) -> None:
    """Skip the test, or fail where everything must be there."""
    if os.environ.get("BMCONV_JUDGES") == "require":
        pytest.fail(f"{what} is missing and BMCONV_JUDGES=require")
    pytest.skip(f"{what} is missing")


def judge(name: str) -> ModuleType:
    """An independent library that knows the answer."""
    try:
        return importlib.import_module(name)
    except ImportError:
        absent(name)
        raise


def run(*words: str | os.PathLike[str], stdin: bytes = b"", **more: object) -> Done:
    """`bmconv WORDS` in a process of its own."""
    command = [sys.executable, "-m", "bmconv", *map(os.fspath, words)]
    options: dict = {"input": stdin, "capture_output": True, "timeout": 60, **more}
    done = subprocess.run(command, **options)
    return Done(done.returncode, done.stdout or b"", (done.stderr or b"").decode())


MEASURING_PROGRAM = """
import sys
from bmconv.cli import main
try:
    main()
finally:  # the most memory of this process; getrusage would count that of the one that started it
    peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
    print(int(peak.split()[1]) // 1024, file=sys.stderr)
"""


def run_measuring_memory(*words: str | os.PathLike[str], stdin: bytes = b"") -> tuple[Done, int]:
    """`bmconv WORDS` in a process that may take 3 GB, and how many MB it took at most."""
    if os.name != "posix":
        pytest.skip("memory is measured by Linux")
    import resource

    limit = (3 << 30, 3 << 30)
    done = subprocess.run(
        [sys.executable, "-c", MEASURING_PROGRAM, *map(os.fspath, words)],
        input=stdin,
        capture_output=True,
        timeout=120,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_AS, limit),
    )
    *lines, megabytes = done.stderr.decode().splitlines(keepends=True)
    return Done(done.returncode, done.stdout, "".join(lines)), int(megabytes)


def relative_names(text: str, folder: Path) -> str:
    """A text with the names of files below a folder relative to it, as Linux spells them."""
    below = text.replace(f"{folder}{os.sep}", "")
    return below.replace("\\", "/") if os.name == "nt" else below


def samples(folder: Path) -> Path:
    """The folder that `make demo` leaves: the samples of all formats; `records` has theirs."""
    (folder / "records").mkdir(exist_ok=True)
    for path in ROOT.glob("formats/*/samples/*"):
        beside = [other for other in path.parent.glob(f"{path.stem}.*") if other != path]
        to = folder / "records" if path.suffix == ".jsonl" and beside else folder
        assert not (to / path.name).exists(), f"two samples are called {path.name}"
        shutil.copy(path, to)
    return folder


def environment() -> dict[str, str]:
    """An environment in which `bmconv` is a command, and text is UTF-8."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    return os.environ | {"PATH": path, "LC_ALL": "C.UTF-8"}


def shell(command: str, folder: Path) -> str:
    """What a command line prints in a folder, both streams in order."""
    done = subprocess.run(
        ["bash", "-c", command],
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    return done.stdout.decode().replace("\r\n", "\n")


class Pipe(io.TextIOWrapper):
    """A standard stream over bytes in memory."""

    def __init__(self, data: bytes = b"") -> None:
        super().__init__(io.BytesIO(data), encoding="utf-8", write_through=True)
        self.bytes = self.buffer

    def close(self) -> None:
        """Stay open: what was written is still to be looked at."""


def quick(*words: str | os.PathLike[str], stdin: bytes = b"") -> Done:
    """`bmconv WORDS` in this process, through its own main: as run(), but fast."""
    texts = [os.fspath(word) for word in words]
    before = sys.argv, sys.stdin, sys.stdout, sys.stderr
    out, err = Pipe(), Pipe()
    handlers = bmconv.cli.signal.signal
    bmconv.cli.signal.signal = lambda *_: None  # the signals are pytest's here
    sys.argv, sys.stdin, sys.stdout, sys.stderr = ["bmconv", *texts], Pipe(stdin), out, err
    try:
        bmconv.cli.main()
        code = 0
    except SystemExit as end:
        code = end.code if isinstance(end.code, int) else 0
    finally:
        sys.argv, sys.stdin, sys.stdout, sys.stderr = before
        bmconv.cli.signal.signal = handlers
    return Done(code, out.bytes.getvalue(), err.bytes.getvalue().decode())

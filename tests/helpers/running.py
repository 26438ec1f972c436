"""Ways to run bmconv in tests, and to skip a test that needs a program which is missing."""

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
"""A signal that ends a process at once; on Windows any signal does."""
KILLED = -KILL if os.name == "posix" else KILL
"""The exit code of a process that killed itself."""
STOPPED = 0 if os.name == "posix" else 1
"""The exit code of a command that stops on SIGTERM; Windows ends it without asking."""
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
    """Whether this is Windows' Python under Wine, which lacks a few features of Windows."""
    if sys.platform != "win32":
        return False
    import ctypes

    return hasattr(ctypes.windll.ntdll, "wine_get_version")


def absent(tool: str) -> None:
    """Skip the test because a tool is missing; fail if BMCONV_JUDGES=require."""
    if os.environ.get("BMCONV_JUDGES") == "require":
        pytest.fail(f"{tool} is missing and BMCONV_JUDGES=require")
    pytest.skip(f"{tool} is missing")


def judge(name: str) -> ModuleType:
    """Import a library that checks ours independently; skip the test if it is missing."""
    try:
        return importlib.import_module(name)
    except ImportError:
        absent(name)
        raise


def run(*words: str | os.PathLike[str], stdin: bytes = b"", **more: object) -> Done:
    """Run `bmconv WORDS` in a process of its own."""
    command = [sys.executable, "-m", "bmconv", *map(os.fspath, words)]
    options: dict = {"input": stdin, "capture_output": True, "timeout": 60, **more}
    done = subprocess.run(command, **options)
    return Done(done.returncode, done.stdout or b"", (done.stderr or b"").decode())


MEASURING_PROGRAM = """
import sys
from bmconv.cli import main
try:
    main()
finally:  # the peak memory; getrusage would also count that of the parent process
    peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
    print(int(peak.split()[1]) // 1024, file=sys.stderr)
"""


def run_measuring_memory(*words: str | os.PathLike[str], stdin: bytes = b"") -> tuple[Done, int]:
    """Run `bmconv WORDS` in a process limited to 3 GB; also the most MB that it took."""
    if os.name != "posix":
        pytest.skip("memory is measured on Linux only")
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
    """A text in which file names are relative to a folder and have slashes, as on Linux."""
    below = text.replace(f"{folder}{os.sep}", "")
    return below.replace("\\", "/") if os.name == "nt" else below


def samples(folder: Path) -> Path:
    """Fill a folder as `make demo` does: the samples of all formats, their records in `records`."""
    (folder / "records").mkdir(exist_ok=True)
    for path in ROOT.glob("formats/*/samples/*"):
        beside = [other for other in path.parent.glob(f"{path.stem}.*") if other != path]
        to = folder / "records" if path.suffix == ".jsonl" and beside else folder
        assert not (to / path.name).exists(), f"two samples are called {path.name}"
        shutil.copy(path, to)
    return folder


def environment() -> dict[str, str]:
    """Environment variables with `bmconv` in the PATH and UTF-8 as the encoding."""
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
        """Stay open: tests still read what was written."""


def quick(*words: str | os.PathLike[str], stdin: bytes = b"") -> Done:
    """Run `bmconv WORDS` in this process through its main(): as run(), but faster."""
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

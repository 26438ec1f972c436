"""Builds wheel and sdist and installs them as users would: `make package` runs this.

With pip into an empty environment of every Python at hand from 3.11 up, with pipx and with uv;
without extras every sample is converted to every format, with `[all]` the optional parts work too.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bmconv.registry import FORMATS

ROOT = Path(__file__).parent.parent
PYTHONS = [f"python3.{minor}" for minor in range(11, 20)]


def main() -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        run("uv", "build", "--quiet", "--out-dir", folder, ROOT)
        (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
        told("built", wheel.name, sdist.name)
        for python in pythons():
            bmconv = with_pip(python, folder / Path(python).name, wheel)
            told("pip", Path(python).name, run(bmconv, "--version"))
        told("every sample to every format:", convert_everything(bmconv, folder), "files")
        told("pip, sdist:", run(with_pip(sys.executable, folder / "sdist", sdist), "--version"))
        told("pipx:", run(with_pipx(folder, wheel), "--version"))
        told("uv:", run(with_uv(folder, wheel), "--version"))
        everything = with_pip(sys.executable, folder / "all", f"bmconv[all] @ {wheel.as_uri()}")
        told("pip, [all]:", try_extras(everything))


def run(*words: str | Path, code: int = 0, **env: str | Path) -> str:
    """What a command prints; another exit code ends the trial."""
    done = subprocess.run(
        list(map(str, words)),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=os.environ | {key: str(value) for key, value in env.items()},
        cwd=ROOT / "formats",  # not beside the package, so that the installed one is found
    )
    text = done.stdout.decode(errors="replace")
    if done.returncode != code or "Traceback" in text:
        sys.exit(f"{' '.join(map(str, words))} ended with {done.returncode}:\n{text}")
    return text.strip()


def told(*words: object) -> None:
    print(*words, flush=True)


def pythons() -> Iterator[str]:
    """The Pythons at hand, by path."""
    for name in PYTHONS:
        found = shutil.which(name)
        if found and subprocess.run([found, "-c", ""], capture_output=True).returncode == 0:
            yield found


def with_pip(python: str, folder: Path, package: str | Path) -> Path:
    """The command, installed into an environment of its own."""
    run(python, "-m", "venv", folder)
    run(folder / "bin/pip", "install", "--quiet", "--disable-pip-version-check", package)
    return complete(folder, folder / "bin/bmconv")


def with_pipx(folder: Path, package: Path) -> Path:
    home = {f"PIPX_{part}": folder / "pipx" / part for part in ("HOME", "BIN_DIR", "MAN_DIR")}
    run("pipx", "install", "--quiet", "--python", sys.executable, package, **home)
    assert (home["PIPX_MAN_DIR"] / "man1/bmconv.1").exists()
    return home["PIPX_BIN_DIR"] / "bmconv"


def with_uv(folder: Path, package: Path) -> Path:
    home = {f"UV_TOOL_{part}": folder / "uv" / part for part in ("DIR", "BIN_DIR")}
    run("uv", "tool", "install", "--quiet", "--python", sys.executable, package, **home)
    return complete(home["UV_TOOL_DIR"] / "bmconv", home["UV_TOOL_BIN_DIR"] / "bmconv")


def complete(prefix: Path, bmconv: Path) -> Path:
    """The command, once what belongs to it is seen to be there."""
    assert (prefix / "share/man/man1/bmconv-to-bws.1").exists()
    assert (prefix / "share/bash-completion/completions/bmconv").exists()
    assert run(bmconv, "formats", "bws").startswith("# bws")
    return bmconv


def convert_everything(bmconv: Path, folder: Path) -> int:
    """Every sample to every format; refused only where it has nothing for that format."""
    count = 0
    for sample in sorted(ROOT.glob("formats/*/samples/*.*")):
        for target in FORMATS:
            output = folder / f"out.{target}"
            words = [bmconv, "convert", "-q", sample, output, "-t", target]
            done = subprocess.run(words, capture_output=True)
            if b"Traceback" in done.stderr or done.returncode not in (0, 1, 2):
                sys.exit(f"{sample} to {target}: {done.stderr.decode()}")
            count += output.exists()
            output.unlink(missing_ok=True)
    return count


def try_extras(bmconv: Path) -> str:
    """What each of the optional parts does first."""
    run(bmconv, "evaluate", "pbn/samples/hands.pbn")
    run(bmconv, "bws", "verify", "bws/samples/night.bws")
    run(bmconv, "connector", "ping", "--url", "http://localhost:1", code=4)
    return "evaluate, bws verify, connector ping"


if __name__ == "__main__":
    main()

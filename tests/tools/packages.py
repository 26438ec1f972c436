"""Builds wheel and sdist and installs them as users would: `make package` runs this.

They are installed with pip into an empty environment of every Python from 3.11 up that is found,
with pipx and with uv. Without extras, every sample is converted to every format. The command that a
message names for a missing extra is run in each kind of installation. Then each extra is tried
alone, and `[all]`.
"""

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from bmconv.registry import FORMATS

ROOT = Path(__file__).parent.parent.parent
HOMES: dict[str, Path] = {}
"""Environment variables with the folders that pipx and uv use during the trial."""
PYTHONS = [f"python3.{minor}" for minor in range(11, 20)]


def main() -> None:
    with TemporaryDirectory() as name:
        folder = Path(name)
        run("uv", "build", "--quiet", "--out-dir", folder, ROOT)
        (wheel,), (sdist,) = folder.glob("*.whl"), folder.glob("*.tar.gz")
        report("built", wheel.name, sdist.name)
        for python in pythons():
            bmconv = with_pip(python, folder / Path(python).name, wheel)
            report("pip", Path(python).name, run(bmconv, "--version"))
        report("every sample to every format:", convert_everything(bmconv, folder), "files")
        report("pip, sdist:", run(with_pip(sys.executable, folder / "sdist", sdist), "--version"))
        clone = with_pip(sys.executable, folder / "clone", "-e", ROOT)
        for method, bmconv in {
            "pip, a clone": clone,
            "pip, a wheel": with_pip(sys.executable, folder / "wheel", wheel),
            "pipx": with_pipx(folder, wheel),
            "uv": with_uv(folder, wheel),
        }.items():
            report(f"{method}:", run(bmconv, "--version"), add_extra(bmconv))
        try_extras(folder, wheel)


def run(*words: str | Path, code: int = 0, **env: str | Path) -> str:
    """Run a command and return what it prints; another exit code than `code` ends the trial."""
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


def report(*words: object) -> None:
    print(*words, flush=True)


def pythons() -> Iterator[str]:
    """The paths of the Pythons that are installed and work."""
    for name in PYTHONS:
        path = shutil.which(name)
        if path and subprocess.run([path, "-c", ""], capture_output=True).returncode == 0:
            yield path


def with_pip(python: str, folder: Path, *package: str | Path) -> Path:
    """Install into a new environment with pip; the path of the command."""
    run(python, "-m", "venv", folder)
    plain = megabytes(folder)
    run(folder / "bin/pip", "install", "--quiet", "--disable-pip-version-check", *package)
    report(f"{folder.name}: {megabytes(folder) - plain} MB installed")
    bmconv = folder / "bin/bmconv"
    return bmconv if "-e" in package else check_installation(folder, bmconv)


def megabytes(folder: Path) -> int:
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file()) // 1_000_000


def with_pipx(folder: Path, package: Path) -> Path:
    home = {f"PIPX_{part}": folder / "pipx" / part for part in ("HOME", "BIN_DIR", "MAN_DIR")}
    HOMES.update(home)
    run("pipx", "install", "--quiet", "--python", sys.executable, package, **home)
    assert (home["PIPX_MAN_DIR"] / "man1/bmconv.1").exists()
    return home["PIPX_BIN_DIR"] / "bmconv"


def with_uv(folder: Path, package: Path) -> Path:
    home = {f"UV_TOOL_{part}": folder / "uv" / part for part in ("DIR", "BIN_DIR")}
    HOMES.update(home)
    run("uv", "tool", "install", "--quiet", "--python", sys.executable, package, **home)
    return check_installation(home["UV_TOOL_DIR"] / "bmconv", home["UV_TOOL_BIN_DIR"] / "bmconv")


def check_installation(prefix: Path, bmconv: Path) -> Path:
    """Check that man pages, completion scripts and format pages were installed too; the command."""
    assert (prefix / "share/man/man1/bmconv-to-bws.1").exists()
    assert (prefix / "share/bash-completion/completions/bmconv").exists()
    assert run(bmconv, "formats", "bws").startswith("# bws")
    return bmconv


def convert_everything(bmconv: Path, folder: Path) -> int:
    """Convert every sample to every format; the number of files written.

    A conversion may fail only with an exit code up to 2, where a format can hold nothing of it.
    """
    count = 0
    readable = set(ROOT.glob("formats/*/samples/*.*")) - set(ROOT.glob("formats/html/samples/*"))
    for sample in sorted(readable):
        for target in FORMATS:
            output = folder / f"out.{target}"
            words = [bmconv, "convert", "-q", sample, output, "-t", target]
            done = subprocess.run(words, capture_output=True)
            if b"Traceback" in done.stderr or done.returncode not in (0, 1, 2):
                sys.exit(f"{sample} to {target}: {done.stderr.decode()}")
            count += output.exists()
            output.unlink(missing_ok=True)
    return count


COMMANDS_OF_EXTRAS = {
    "dd": (("evaluate", "pbn/samples/hands.pbn"), 0),
    "verify": (("bws", "verify", "bws/samples/night.bws"), 0),
    "connector": (("connector", "ping", "--url", "http://localhost:1"), 4),
    "postgres": (
        ("export", "bws/samples", "--to", "sql", "--db", "postgresql://nobody@localhost:1/x"),
        4,
    ),
    "duckdb": (
        ("export", "bws/samples", "--to", "sql", "--db", "duckdb:///x.duckdb", "--dry-run"),
        0,
    ),
}
"""A command that needs the extra, and its exit code where no service runs."""


def add_extra(bmconv: Path) -> str:
    """Run the command that the message for a missing extra names; then the extra works."""
    words, _ = COMMANDS_OF_EXTRAS["dd"]
    message = run(bmconv, *words, code=5).splitlines()[-1]
    command = message.partition(" with: ")[2]
    run("sh", "-c", command, **HOMES)
    run(bmconv, *words)
    return command


def try_extras(folder: Path, wheel: Path) -> None:
    """Install each extra alone, and all together, and run their commands."""
    with open(ROOT / "pyproject.toml", "rb") as file:
        extras = tomllib.load(file)["project"]["optional-dependencies"]
    assert set(extras) - {"all", "spark", "test", "judges"} == set(
        COMMANDS_OF_EXTRAS
    )  # Spark needs Java
    for extra in (*COMMANDS_OF_EXTRAS, "all"):
        home = folder / f"with-{extra}"
        bmconv = with_pip(sys.executable, home, f"bmconv[{extra}] @ {wheel.as_uri()}")
        for words, code in (
            COMMANDS_OF_EXTRAS.values() if extra == "all" else (COMMANDS_OF_EXTRAS[extra],)
        ):
            run(bmconv, *words, code=code)
        report(f"extra {extra}: works")
        shutil.rmtree(home)


if __name__ == "__main__":
    main()

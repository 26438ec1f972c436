"""Builds a zip file with bmconv and Windows' own Python: `make windows EMBED=FILE`.

EMBED is the embeddable package of Python for Windows (python-3.13.x-embed-amd64.zip). Unzipped
anywhere, the folder works without an installation and without an administrator.
"""

import argparse
import hashlib
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path
from tempfile import TemporaryDirectory

from bmconv import __version__
from tests.helpers.running import ROOT

BESIDE = Path(__file__).parent / "beside"
"""Files to put beside Python's folder: launchers, and the page to read first."""
VERSION = "3.13"
PACKAGES = "Lib\\site-packages"
UNUSED = (".pyi", ".lib", ".h", ".pyc")
"""Endings of files that only compilers and checkers use."""
RUNTIME = "adbc_driver_manager.libs/msvcp140-*.dll"
"""The C++ library in a package. ADBC's SQLite driver needs it under its plain name, but a Windows
without Microsoft's Visual C++ runtime lacks it. Python contains the rest of that
runtime."""
TIME = (1980, 1, 1, 0, 0, 0)
"""The time of every file in the zip file, fixed so that the build is reproducible."""


def main() -> int:
    parser = argparse.ArgumentParser(prog="make windows", description=__doc__)
    parser.add_argument("embed", type=Path, help="Python's embeddable package for Windows")
    parser.add_argument("--sha256", default="", help="its SHA-256, to be checked")
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="folder of the zip file")
    words = parser.parse_args()
    print(f"{words.embed.name}: SHA-256 {check_hash(words.embed, words.sha256)}")
    with TemporaryDirectory() as name:
        folder = Path(name) / "bmconv"
        fill(folder, words.embed)
        words.out.mkdir(exist_ok=True)
        target = words.out / f"bmconv-{__version__}-windows.zip"
        pack(folder, target)
    print(f"{target.name}: {target.stat().st_size / 1e6:.0f} MB")
    return 0


def check_hash(path: Path, expected: str) -> str:
    """The SHA-256 of a file; ends the program if another one is expected."""
    actual = hashlib.sha256(path.read_bytes()).hexdigest()
    if expected and actual != expected.lower():
        sys.exit(f"{path}: SHA-256 {actual}, expected {expected}")
    return actual


def fill(folder: Path, embed: Path, *pins: str) -> None:
    """Fill the folder with Python, the packages that bmconv needs, bmconv itself, and launchers.

    `pins` are requirements for versions other than the newest.
    """
    python = folder / "python"
    with zipfile.ZipFile(embed) as archive:
        archive.extractall(python)
    (settings,) = python.glob("python*._pth")
    lines = [f"{settings.name.partition('.')[0]}.zip", ".", PACKAGES, "import site"]
    settings.write_bytes("".join(f"{line}\r\n" for line in lines).encode())
    packages = packages_of(folder)
    install(packages, *requirements(), *pins)
    for unused in ("bin", "share"):
        shutil.rmtree(packages / unused, ignore_errors=True)
    (runtime,) = packages.glob(RUNTIME)
    shutil.copy(runtime, python / "msvcp140.dll")
    install_bmconv(folder)


def packages_of(folder: Path) -> Path:
    """The folder of Python's packages."""
    return folder / "python" / Path(*PACKAGES.split("\\"))


def install_bmconv(folder: Path) -> None:
    """Put bmconv itself into the folder, or replace it there."""
    packages = packages_of(folder)
    shutil.rmtree(packages / "bmconv", ignore_errors=True)
    with TemporaryDirectory() as wheels:
        pip("wheel", "--no-deps", "--wheel-dir", wheels, ROOT)
        install(packages, *Path(wheels).glob("*.whl"), "--no-deps")
    shutil.rmtree(packages / "bin", ignore_errors=True)
    for path in BESIDE.iterdir():
        lines = path.read_text(encoding="utf-8").splitlines()
        (folder / path.name).write_bytes("".join(f"{line}\r\n" for line in lines).encode())


def requirements() -> list[str]:
    """The dependencies in pyproject.toml, and packages that these need on Windows only."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [*project["dependencies"], "colorama", "tzdata"]


def install(folder: Path, *packages: str | Path) -> None:
    """Install packages for Windows into a folder."""
    kind = ("--only-binary=:all:", "--platform", "win_amd64", "--python-version", VERSION)
    pip("install", "--target", folder, "--upgrade", "--no-compile", *kind, *packages)


def pip(command: str, *words: str | Path) -> None:
    common = ("--quiet", "--disable-pip-version-check", "--no-warn-conflicts")
    options = common if command == "install" else common[:2]
    subprocess.run([sys.executable, "-m", "pip", command, *options, *map(str, words)], check=True)


def pack(folder: Path, target: Path) -> None:
    """Pack a folder into a zip file, without the tests of packages and unused files."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            name = path.relative_to(folder.parent).as_posix()
            if path.is_file() and "/tests/" not in name and not name.endswith(UNUSED):
                info = zipfile.ZipInfo(name, TIME)
                info.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(info, path.read_bytes())


if __name__ == "__main__":
    sys.exit(main())

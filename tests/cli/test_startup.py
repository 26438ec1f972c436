"""Commands start quickly: tested by the modules that they import, not by the time they take."""

import subprocess
import sys

import pytest

from tests.helpers.running import ROOT

LARGE_PACKAGES = ("numpy", "pyarrow", "pandas", "openpyxl")

PROBE = """
import sys
sys.argv = ["bmconv", *sys.argv[1:]]
from bmconv.cli import main
try:
    main()
except SystemExit as end:
    print(end.code, *sorted(sys.modules), file=sys.stderr)
"""


def modules_imported_by(*words: str, stdin: bytes = b"") -> set[str]:
    """The modules that a command has imported when it ends without an error."""
    done = subprocess.run(
        [sys.executable, "-c", PROBE, *words],
        input=stdin,
        capture_output=True,
        check=True,
        timeout=60,
    )
    code, *modules = done.stderr.decode().splitlines()[-1].split()
    assert code == "0"
    assert {"click", "bmconv"} <= set(modules)
    return set(modules)


@pytest.mark.parametrize("words", [["--help"], ["--version"], ["completion", "bash"]])
def test_help_imports_neither_large_packages_nor_the_records(words):
    assert modules_imported_by(*words).isdisjoint({*LARGE_PACKAGES, "msgspec"})


@pytest.mark.parametrize(
    "words",
    [
        "from bmrdata", "from --help", "to bmrdata --help", "to bmrdata -f bmrdata",
        "convert - -f bmrdata -t csv --to-opt table=result", "score -f bmrdata",
        "select -f bmrdata --standing", "set -f bmrdata session.name=x", "anonymise -f bmrdata",
        "info -f bmrdata", "show -f bmrdata", "formats",
    ],
)  # fmt: skip
def test_text_filters_import_no_large_packages(words, bmpftp):
    data = (bmpftp / "BMRData.txt").read_bytes()
    assert modules_imported_by(*words.split(), stdin=data).isdisjoint(LARGE_PACKAGES)


def test_reading_a_database_does_not_import_the_writer():
    night = ROOT / "formats" / "bws" / "samples" / "night.bws"
    modules = modules_imported_by("show", str(night))
    assert "bmconv.jet.read.rows" in modules
    assert not [
        name for name in modules if name.startswith(("bmconv.jet.build", "bmconv.jet.edit"))
    ]


def test_import_bmconv_loads_the_library_at_first_use():
    print_loaded = "print('msgspec' in sys.modules)"
    code = f"import sys, bmconv; {print_loaded}; bmconv.read; {print_loaded}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, timeout=60)
    assert done.stdout.split() == [b"False", b"True"]


def test_records_are_detected_without_importing_other_formats():
    code = """
import sys
from bmconv.codecs import detect
from bmconv.io.source import from_bytes
print(detect(from_bytes(b'{"type":"result","board":1}')))
print(sorted(name for name in sys.modules if name.startswith(("bmconv.codecs.", "bmconv.conn"))))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, timeout=60)
    assert done.stdout.decode().splitlines() == ["records", "['bmconv.codecs.records']"]

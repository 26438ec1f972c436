"""A filter is judged by its start: what is imported, never how long it took."""

import subprocess
import sys

import pytest

from tests.helpers.running import ROOT

HEAVY = ("numpy", "pyarrow", "pandas", "openpyxl")

PROBE = """
import sys
sys.argv = ["bmconv", *sys.argv[1:]]
from bmconv.cli import main
try:
    main()
except SystemExit as end:
    print(end.code, *sorted(sys.modules), file=sys.stderr)
"""


def imported(*words: str, stdin: bytes = b"") -> set[str]:
    """The modules a command has imported when it ends well."""
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
def test_help_imports_nothing_heavy_and_not_even_the_records(words):
    assert imported(*words).isdisjoint({*HEAVY, "msgspec"})


@pytest.mark.parametrize(
    "words",
    [
        "from bmrdata", "from --help", "to bmrdata --help", "to bmrdata -f bmrdata",
        "convert - -f bmrdata -t csv --to-opt table=result", "score -f bmrdata",
        "select -f bmrdata --standing", "set -f bmrdata session.name=x", "anonymise -f bmrdata",
        "info -f bmrdata", "show -f bmrdata", "formats",
    ],
)  # fmt: skip
def test_text_filters_import_nothing_heavy(words, bmpftp):
    data = (bmpftp / "BMRData.txt").read_bytes()
    assert imported(*words.split(), stdin=data).isdisjoint(HEAVY)


def test_reading_a_database_does_not_load_what_makes_one():
    night = ROOT / "formats" / "bws" / "samples" / "night.bws"
    modules = imported("show", str(night))
    assert "bmconv.jet.read.rows" in modules
    assert not [
        name for name in modules if name.startswith(("bmconv.jet.build", "bmconv.jet.edit"))
    ]


def test_the_library_is_loaded_when_it_is_asked_for():
    look = "print('msgspec' in sys.modules)"
    code = f"import sys, bmconv; {look}; bmconv.read; {look}"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, timeout=60)
    assert done.stdout.split() == [b"False", b"True"]


def test_a_stream_of_records_is_known_without_loading_another_format():
    code = """
import sys
from bmconv.codecs import detect
from bmconv.io.source import from_bytes
print(detect(from_bytes(b'{"type":"result","board":1}')))
print(sorted(name for name in sys.modules if name.startswith(("bmconv.codecs.", "bmconv.conn"))))
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True, timeout=60)
    assert done.stdout.decode().splitlines() == ["records", "['bmconv.codecs.records']"]

"""Checks of pages with Chromium, axe and an HTML checker, and a text that tries to be markup."""

import json
import os
import shutil
import subprocess
from pathlib import Path

from tests.helpers.running import ROOT, absent

MODULES = Path(os.environ.get("BMCONV_NODE_MODULES", ROOT / ".judges" / "node_modules"))
HOSTILE = (
    "\"'><script>alert(1)</script><img src=//nowhere.invalid/x onerror=alert(1)>"
    "<style>@import '//nowhere.invalid/y'</style>javascript:alert(1)</style></script>{{7*7}}"
)


def browser_reports(files: dict[str, Path]) -> dict[str, dict]:
    """What Chromium reports about each page: requests, dialogs, console, widths, accessibility."""
    return dict(zip(files, map(json.loads, _browser(*files.values())), strict=True))


def page_widths(files: dict[str, Path], screen: int) -> dict[str, int]:
    """The width of each page on a screen; more than the screen's if the page scrolls sideways."""
    lines = _browser("--width", screen, *files.values())
    return dict(zip(files, map(int, lines), strict=True))


def _browser(*words: object) -> list[str]:
    """The lines that browser.mjs prints: one for each page."""
    for package in ("playwright-core", "axe-core"):
        if not shutil.which("node") or not (MODULES / package).is_dir():
            absent(f"npm package {package}")
    if not shutil.which("chromium"):
        absent("chromium")
    script = Path(__file__).with_name("browser.mjs")
    command = ["node", str(script), str(MODULES), *map(str, words)]
    done = subprocess.run(command, capture_output=True, check=True)
    return done.stdout.decode().splitlines()


def html_errors(files: list[Path]) -> str:
    """The errors that the HTML checker of the W3C finds."""
    jar = MODULES / "vnu-jar" / "build" / "dist" / "vnu.jar"
    if not shutil.which("java") or not jar.exists():
        absent("npm package vnu-jar")
    command = ["java", "-jar", str(jar), "--errors-only", *map(str, files)]
    return subprocess.run(command, capture_output=True).stderr.decode()


def assert_quiet(reports: dict[str, dict], files: dict[str, Path]) -> None:
    """Pages request only themselves, open no dialog and print nothing to the console."""
    for name, report in reports.items():
        assert set(report["requests"]) == {files[name].as_uri()[:100]}
        assert (report["dialogs"], report["console"]) == (0, [])


def assert_fitting(reports: dict[str, dict]) -> None:
    """Pages do not scroll sideways on screens of any of the widths."""
    for name, report in reports.items():
        assert (name, report["widths"]) == (name, {"320": 320, "360": 360, "1280": 1280})


def assert_accessible(reports: dict[str, dict]) -> None:
    """The accessibility checker axe finds nothing serious."""
    assert {name: report["axe"] for name, report in reports.items()} == {
        name: [] for name in reports
    }

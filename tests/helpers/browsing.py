"""Judges of pages: Chromium with axe, and an HTML checker; and text that tries to be markup."""

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
    """What the browser reports about each page, by its name."""
    return dict(zip(files, map(json.loads, _browser(*files.values())), strict=True))


def page_widths(files: dict[str, Path], screen: int) -> dict[str, int]:
    """How wide each page is on a screen, by its name; wider than the screen if it scrolls."""
    lines = _browser("--width", screen, *files.values())
    return dict(zip(files, map(int, lines), strict=True))


def _browser(*words: object) -> list[str]:
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
    """What an HTML checker finds wrong."""
    jar = MODULES / "vnu-jar" / "build" / "dist" / "vnu.jar"
    if not shutil.which("java") or not jar.exists():
        absent("npm package vnu-jar")
    command = ["java", "-jar", str(jar), "--errors-only", *map(str, files)]
    return subprocess.run(command, capture_output=True).stderr.decode()


def assert_quiet(seen: dict[str, dict], files: dict[str, Path]) -> None:
    """Pages request nothing but themselves, and nothing in them runs."""
    for name, found in seen.items():
        assert set(found["requests"]) == {files[name].as_uri()[:100]}
        assert (found["dialogs"], found["console"]) == (0, [])


def assert_fitting(seen: dict[str, dict]) -> None:
    """No width of a screen makes a page scroll sideways."""
    for name, found in seen.items():
        assert (name, found["widths"]) == (name, {"320": 320, "360": 360, "1280": 1280})


def assert_accessible(seen: dict[str, dict]) -> None:
    """An accessibility checker finds nothing serious."""
    assert {name: found["axe"] for name, found in seen.items()} == {name: [] for name in seen}

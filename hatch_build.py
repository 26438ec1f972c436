"""Build hook: adds man pages, completion scripts and compiled catalogues to the wheel."""

import sys
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CustomBuildHook(BuildHookInterface):
    """Writes the generated files into a temporary folder, which hatchling packs into the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        sys.path.insert(0, self.root)
        from bmconv.cli.completion import installed_files
        from bmconv.reports.catalogues import LOCALE, compile_catalogue

        self.folder = Path(mkdtemp())
        for path, text in installed_files():
            file = self.folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            build_data["shared_data"][str(file)] = path
        for source in LOCALE.rglob("*.po"):
            path = source.with_suffix(".mo").relative_to(self.root).as_posix()
            file = self.folder / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(compile_catalogue(source.read_text(encoding="utf-8")))
            build_data["force_include"][str(file)] = path

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        from shutil import rmtree

        rmtree(self.folder)

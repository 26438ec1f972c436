"""The values of the names in commands: programs, sizes, and files that are made when needed."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from pathlib import Path

from benchmarks.jobs import COMMANDS_OF_FILES
from benchmarks.measure import Failed, run
from benchmarks.tools import jars, node_modules
from tests.helpers import postgres_server


class Files(dict[str, object]):
    """Fills the names into a command: `command.format_map(files)`."""

    def __init__(self, folder: str, sizes: Mapping[str, int]) -> None:
        python = shlex.quote(sys.executable)
        self.folder = Path(folder)
        self.new = self.folder / "new"
        self.servers = ExitStack()
        super().__init__(
            python=python,
            bmconv=f"{python} -m bmconv",
            data=f"{python} -m benchmarks.data",
            alternative=f"{python} -m benchmarks.alternatives",
            jars=shlex.quote(jars()),
            node_modules=shlex.quote(node_modules()),
            new=self.new,
        )
        for name, size in sizes.items():
            self |= {name: size, f"half_{name}": size // 2, f"tenth_{name}": size // 10}

    def __missing__(self, name: str) -> object:
        if name == "postgres":
            self[name] = self._start_postgres()
            return self[name]
        path = self.folder / name.replace("_", ".")
        run(COMMANDS_OF_FILES[name].replace("{out}", str(path)).format_map(self))
        self[name] = path
        return path

    def _start_postgres(self) -> str:
        """The address of a database server, which runs until `close`."""
        if postgres_server.programs_folder() is None:
            raise Failed("PostgreSQL or its driver is not installed")
        return self.servers.enter_context(postgres_server.running_server()).url

    def close(self) -> None:
        """Stop the database server."""
        self.servers.close()

    def sizes(self) -> Iterator[str]:
        """The large files made so far, in MB."""
        for path in self.values():
            if isinstance(path, Path) and path.suffix in (".bws", ".txt"):
                yield f"{path.name} {path.stat().st_size / 2**20:.1f} MB"

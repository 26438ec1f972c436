"""A PostgreSQL server on 127.0.0.1 that runs only during tests."""

import os
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple


class Server(NamedTuple):
    """A running server; `user` are the words that run a command as another user than root."""

    folder: Path
    port: int
    programs_folder: Path
    user: tuple[str, ...]

    @property
    def url(self) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    def control(self, *words: str) -> None:
        """Run pg_ctl."""
        program = self.programs_folder / "pg_ctl"
        command = [*self.user, str(program), "-D", str(self.folder / "data")]
        log = open(self.folder / "log", "ab")
        subprocess.run([*command, "-w", *words], check=True, stdout=log, stderr=log)

    def start(self) -> None:
        options = f"-k {self.folder} -p {self.port} -c listen_addresses=127.0.0.1 -c fsync=off"
        self.control("-o", options, "start")


def programs_folder() -> Path | None:
    """The folder of PostgreSQL's programs; None if they or the Python driver are not installed."""
    if find_spec("adbc_driver_postgresql") is None:
        return None
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    initdb = shutil.which("initdb")
    return Path(initdb).parent if initdb else folders[0] if folders else None


@contextmanager
def running_server() -> Iterator[Server]:
    """Start a new server and stop it at the end; as another user if we are root, as it demands."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    user: tuple[str, ...] = ()
    folder = Path(tempfile.mkdtemp(prefix="bmconv-pg-"))
    if os.geteuid() == 0:
        user = ("setpriv", "--reuid=65534", "--regid=65534", "--clear-groups")
        os.chown(folder, 65534, 65534)
    home = programs_folder()
    assert home is not None
    server = Server(folder, port, home, user)
    try:
        initdb = [*user, str(home / "initdb"), "-D", str(folder / "data"), "-A", "trust"]
        subprocess.run([*initdb, "-U", "postgres", "-N"], check=True, capture_output=True)
        server.start()
        try:
            yield server
        finally:
            server.control("-m", "immediate", "stop")
    finally:
        shutil.rmtree(folder, ignore_errors=True)

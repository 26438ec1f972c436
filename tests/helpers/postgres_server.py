"""A PostgreSQL server of our own, on loopback, that ends with the tests."""

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
    """A running server."""

    folder: Path
    port: int
    programs_folder: Path
    user: tuple[str, ...]

    @property
    def url(self) -> str:
        return f"postgresql://postgres@127.0.0.1:{self.port}/postgres"

    def control(self, *words: str) -> None:
        command = [
            *self.user,
            str(self.programs_folder / "pg_ctl"),
            "-D",
            str(self.folder / "data"),
        ]
        log = open(self.folder / "log", "ab")
        subprocess.run([*command, "-w", *words], check=True, stdout=log, stderr=log)

    def start(self) -> None:
        given = f"-k {self.folder} -p {self.port} -c listen_addresses=127.0.0.1 -c fsync=off"
        self.control("-o", given, "start")


def programs_folder() -> Path | None:
    """The folder of PostgreSQL's programs; None if they, or the driver, are not installed."""
    if find_spec("adbc_driver_postgresql") is None:
        return None
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    there = shutil.which("initdb")
    return Path(there).parent if there else found[0] if found else None


@contextmanager
def running_server() -> Iterator[Server]:
    """A new server; PostgreSQL refuses to run as root, so that another user must do it."""
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

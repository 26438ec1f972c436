"""A database that is a file: its path, its folder, and what a run leaves beside it."""

import os
import shutil
import sys
import tempfile

from bmconv.errors import FileTrouble, Flag, UsageError, Wording
from bmconv.exporting.sql.database import DatabaseDestination
from bmconv.masking import mask_address

WAITING = ".waiting"
"""The ending of the hidden folder beside a database in which rows are staged."""
URLS = "sqlite:///FILE, duckdb:///FILE or postgresql://USER@HOST/NAME"


class DatabaseFile(DatabaseDestination):
    """A database in a file."""

    path: str
    inode = 0
    """The number of the file in its file system, to notice that it was replaced; 0 if unknown."""

    def _staging_folder(self) -> str:
        folder, name = os.path.split(self.path)
        return tempfile.mkdtemp(WAITING, f".{name}.", folder or ".")

    def remove_stale(self) -> None:
        """Remove what killed runs left beside the file; safe for a run that holds the lock."""
        folder, name = os.path.split(self.path)
        for entry in os.listdir(folder or "."):
            if entry.startswith(f".{name}.") and entry.endswith(WAITING):
                shutil.rmtree(os.path.join(folder, entry), ignore_errors=True)

    def refuse_without_folder(self) -> None:
        """Refuse a database whose folder does not exist."""
        folder = os.path.dirname(self.path) or "."
        if not os.path.isdir(folder):
            raise FileTrouble(f"{folder}: no such folder for the database; create it first")

    def settle(self) -> None:
        """End the transaction; fail if the file was removed or replaced meanwhile."""
        super().settle()
        try:
            exists = not self.inode or os.stat(self.path).st_ino == self.inode
        except OSError:
            exists = False
        if not exists:
            raise FileTrouble(f"{self.path}: the database was removed during the run")


def database_path(url: str, scheme: str) -> str:
    """The file name in a URL such as `sqlite:///league.db`."""
    if url.startswith(scheme) and len(url) > len(scheme):
        return url.removeprefix(scheme)
    raise UsageError(Wording(Flag("db", mask_address(url)), f": expected {URLS}"))


def driver_name(library: str) -> str:
    """The name with which ADBC's driver manager opens the library of a driver.

    On Windows the manager cannot open a library in a folder whose name is not ASCII, but finds a
    library that the process has loaded by its name alone. So it is loaded here.
    """
    if sys.platform == "win32" and not library.isascii():
        import ctypes

        ctypes.WinDLL(library)
        return os.path.basename(library)
    return library

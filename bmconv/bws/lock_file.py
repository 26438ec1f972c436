"""The lock file of Access beside a database: it shows that a program has the database open."""

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from bmconv.errors import FileTrouble
from bmconv.io.files import take_lock
from bmconv.io.sink import Output, Sink

ENDINGS = (".ldb", ".laccdb")
"""Extensions of the lock files of Access 97 to 2003, and of later versions."""
ENTRY = b"BMCONV".ljust(32, b"\0") + b"Admin".ljust(32, b"\0")
"""The entry of a user in a lock file: computer and name, 32 bytes each."""


def is_live(path: str) -> bool:
    """Whether Access has the file open: there is a lock file beside it, ignoring case."""
    folder, file_name = os.path.split(path)
    stem = os.path.splitext(file_name)[0].casefold()
    with suppress(OSError):
        names = {name.casefold() for name in os.listdir(folder or ".")}
        return not names.isdisjoint(stem + ending for ending in ENDINGS)
    return any(os.path.exists(os.path.splitext(path)[0] + ending) for ending in ENDINGS)


def refuse_live(output: Output) -> None:
    """Refuse to replace a file that Access has open: Access would go on with the old file."""
    if isinstance(output, Sink) and output.path and output.replaces() and is_live(output.path):
        raise FileTrouble(
            f"{output.name} is open in another program: its lock file ({' or '.join(ENDINGS)}) is "
            "beside it",
            hint="close the program or choose another output file; after a crash, "
            "delete the lock file",
        )


@contextmanager
def lock_file(path: str) -> Iterator[None]:
    """Keep an .ldb beside a file while it is in use, as the control software does."""
    name = os.path.splitext(path)[0] + ENDINGS[0]
    handle = take_lock(name, f"{path}: an evening is being simulated in it; choose another file")
    try:
        os.write(handle, ENTRY)
        yield
    finally:
        if os.name == "nt":  # Windows does not remove open files
            os.close(handle)
        with suppress(OSError):
            os.unlink(name)
        if os.name != "nt":
            os.close(handle)

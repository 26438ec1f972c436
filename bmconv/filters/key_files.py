"""Files with the key for pseudonyms (see keyed_pseudonyms.py): made once, read in every run."""

import os
import re
from hashlib import blake2b

from bmconv.errors import BadInput, FileTrouble, Flag, Wording, reason_of
from bmconv.io.files import sync_folder

_FIRST_LINE = "bmconv pseudonym key, version 1. Whoever has it can tell who is who.\n"


def new_key(path: str) -> None:
    """Make a key file that only its owner can read; an existing file is never replaced."""
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
    try:
        with os.fdopen(os.open(path, flags, 0o600), "wb") as file:
            file.write(f"{_FIRST_LINE}{os.urandom(32).hex()}\n".encode())
            file.flush()
            os.fsync(file.fileno())  # without the key nobody can be identified again
        sync_folder(path)
    except FileExistsError:
        raise FileTrouble(
            f"{path} exists, and a key that is lost cannot be made again; choose another name"
        ) from None
    except OSError as error:
        raise FileTrouble(f"{path}: {reason_of(error)}", error, place=path) from None


def read_key(path: str) -> bytes:
    """The key in a file that `new_key` made."""
    try:
        with open(path, "rb") as file:
            text = file.read(1000).decode("ascii", "replace").replace("\r\n", "\n")
    except OSError as error:
        raise FileTrouble(
            Wording(Flag("key", path), f": {reason_of(error)}"), error, place=path
        ) from None
    match = re.fullmatch(re.escape(_FIRST_LINE) + r"([0-9a-f]{64})\s*", text)
    if not match:
        raise BadInput(f"key {path}", "not a key", "a file made with bmconv anonymise --new-key")
    return blake2b(bytes.fromhex(match[1]), person=b"bmconv people").digest()

"""The program: `bmconv`, or `python -m bmconv`."""

import atexit
import gc
import os
import sys
import threading
from contextlib import suppress


def program() -> None:
    """Run the command line, without looking for cycles and without freeing memory at the end.

    Records make no cycles, and most of the search for them would be during the imports.
    """
    gc.set_threshold(100_000)
    from bmconv.cli import main

    try:
        main()
    except SystemExit as end:
        if threading.active_count() > 1:
            raise
        atexit._run_exitfuncs()
        with suppress(OSError):  # which was told already
            if sys.stdout is not None:
                sys.stdout.flush()
        os._exit(end.code if isinstance(end.code, int) else 1)


if __name__ == "__main__":
    program()

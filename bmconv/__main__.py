"""The program: `bmconv`, or `python -m bmconv`."""

import gc

from bmconv.cli import main


def program() -> None:
    """Run the command line."""
    try:
        main()
    finally:
        gc.freeze()  # Python searches for cycles before it ends: a tenth of `night` in benchmarks


if __name__ == "__main__":
    program()

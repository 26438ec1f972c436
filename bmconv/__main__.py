"""The program: `bmconv`, or `python -m bmconv`."""

import gc

SEARCH_AFTER = 50_000
"""New objects after which Python searches for cycles. Records have none, and with Python's own 700
the search takes a tenth of `night` and `rank` in benchmarks."""


def program() -> None:
    """Run the command line."""
    gc.set_threshold(SEARCH_AFTER)
    from bmconv.cli import main  # the search during imports costs as much as that during the work

    try:
        main()
    finally:
        gc.freeze()  # Python searches for cycles before it ends: a tenth of `night` in benchmarks


if __name__ == "__main__":
    program()

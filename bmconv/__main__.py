"""The program: `bmconv`, or `python -m bmconv`."""

import gc

GC_THRESHOLD = 50_000
"""The number of new objects after which Python searches for reference cycles. Records have none;
with Python's default of 700 the search takes a tenth of the time of the benchmarks `night` and
`rank`."""


def program() -> None:
    """Run the command line."""
    gc.set_threshold(GC_THRESHOLD)
    from bmconv.cli import main  # after set_threshold, because imports make many objects

    try:
        main()
    finally:
        gc.freeze()  # skips the search at exit, a tenth of the benchmark `night`


if __name__ == "__main__":
    program()

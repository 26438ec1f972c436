"""All benchmarks, one after the other: `make bench`."""

from importlib import import_module
from pathlib import Path

HERE = Path(__file__).parent
HELPERS = {"__init__", "__main__", "measure"}

for path in sorted(HERE.glob("*.py")):
    if path.stem not in HELPERS:
        import_module(f"benchmarks.{path.stem}").main()

"""bmconv: the data of duplicate-bridge sessions, converted through one canonical record schema.

    event = bmconv.read("night.bws")        # a path, bytes or an open file, of any format
    for result in event.standing_results():
        print(result.board, result.contract, result.result)
    event.to_pandas("result")               # or to_arrow, or table for DuckDB and Polars
    bmconv.write(event, "night.xlsx")       # by its name, or format="xlsx"
    event.notes                             # what was repaired or lost

Commands that are functions under the same names: convert, join, info, check, missing, rank, score,
evaluate, diff, anonymise, select, set, export, publish; poll, apply and simulate for a .bws in use;
and validate, wrap and unwrap in `bmconv.connector`. `bmconv.movements.make` makes a movement,
`bmconv.records` has the classes of the records, `bmconv.errors` the exceptions (each is a
`BmconvError`), and `bmconv.jet` reads any Access 97 or Access 2000 database.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bmconv import connector, errors, jet, movements, records, testing
    from bmconv.conversion import read, write
    from bmconv.errors import BmconvError
    from bmconv.event import Event
    from bmconv.library.datasets import export
    from bmconv.library.events import check, convert, diff, info, join, missing, part
    from bmconv.library.filters import anonymise, evaluate, score, select, set
    from bmconv.library.live import apply, poll, simulate
    from bmconv.library.rankings import publish, rank
    from bmconv.notes import Note, Notes

__version__ = "0.1.0"
__all__ = [
    "BmconvError",
    "Event",
    "Note",
    "Notes",
    "__version__",
    "anonymise",
    "apply",
    "check",
    "connector",
    "convert",
    "diff",
    "errors",
    "evaluate",
    "export",
    "info",
    "jet",
    "join",
    "missing",
    "movements",
    "part",
    "poll",
    "publish",
    "rank",
    "read",
    "records",
    "score",
    "select",
    "set",
    "simulate",
    "testing",
    "write",
]

_NAMES_BY_MODULE = {
    "conversion": ("read", "write"),
    "event": ("Event",),
    "errors": ("BmconvError",),
    "notes": ("Note", "Notes"),
    "library.events": ("check", "convert", "diff", "info", "join", "missing", "part"),
    "library.filters": ("anonymise", "evaluate", "score", "select", "set"),
    "library.datasets": ("export",),
    "library.live": ("apply", "poll", "simulate"),
    "library.rankings": ("publish", "rank"),
}
"""The modules in which the public functions and classes are, loaded at first use."""
_MODULES = ("connector", "errors", "jet", "movements", "records", "testing")
"""The modules that are public themselves."""


def __getattr__(name: str) -> Any:
    """Load the library only when it is asked for: the command line must start fast."""
    from importlib import import_module

    if name in _MODULES:
        return import_module(f"bmconv.{name}")
    for home, names in _NAMES_BY_MODULE.items():
        if name in names:
            return getattr(import_module(f"bmconv.{home}"), name)
    raise AttributeError(f"module 'bmconv' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__

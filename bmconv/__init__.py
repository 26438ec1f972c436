"""bmconv: the data of duplicate-bridge sessions, converted through one canonical record schema.

    event = bmconv.read("night.bws")        # any format; bytes with format="bws"
    for result in event.standing_results():
        print(result.board, result.contract, result.result)
    event.to_pandas("result")               # or to_arrow
    bmconv.write(event, "night.xlsx")       # by its name, or format="xlsx"
    event.notes                             # what was repaired or lost

`bmconv.records` has the classes of the records, `bmconv.errors` what is raised (all of it
`BmconvError`), `bmconv.jet` reads any Access 97 or Access 2000 database, and
`bmconv.movements.make` makes a movement. Joining, checking, ranking
and live work are commands; `bmconv.read` takes the stream they write.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bmconv.conversion import read, write
    from bmconv.errors import BmconvError
    from bmconv.event import Event

__version__ = "0.1.0"
__all__ = [
    "BmconvError",
    "Event",
    "__version__",
    "errors",
    "jet",
    "movements",
    "read",
    "records",
    "write",
]

_HOMES = {"read": "conversion", "write": "conversion", "Event": "event", "BmconvError": "errors"}


def __getattr__(name: str) -> Any:
    """Load the library only when it is asked for: the command line must start fast."""
    from importlib import import_module

    if name in _HOMES:
        return getattr(import_module(f"bmconv.{_HOMES[name]}"), name)
    if name in __all__:
        return import_module(f"bmconv.{name}")
    raise AttributeError(f"module 'bmconv' has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__

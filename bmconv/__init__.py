"""bmconv: the data of duplicate-bridge sessions, converted through one canonical record schema."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from bmconv.convert import read, write
    from bmconv.event import Event

__version__ = "0.1.0"
__all__ = ["Event", "__version__", "read", "write"]


def __getattr__(name: str) -> Any:
    """Load the library only when it is asked for: the command line must start fast."""
    if name in ("read", "write"):
        from bmconv import convert

        return getattr(convert, name)
    if name == "Event":
        from bmconv.event import Event

        return Event
    if name == "jet":
        from importlib import import_module

        return import_module("bmconv.jet")
    raise AttributeError(f"module 'bmconv' has no attribute {name!r}")
